"""`wargame simulate`: the games are those of `run --auto`, on any number of workers, and they are counted right."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wargame.core.engine.errors import SaveError, WargameError
from wargame.plugins import list_titles, load_game
from wargame.plugins.manager import get_title
from wargame.plugins.match.setup import Setup
from wargame.plugins.simulation import Plan, Report, ResultsFile, Row, Task, make_tasks, play, run, simulate
from wargame.plugins.simulation.pool import play_all
from wargame.plugins.simulation.report import elo, paired_interval, wilson

from .distributions import install, installed
from .shell import Shell

POWERS = get_title("diplomacy").sides
FAST = dict.fromkeys(POWERS, "random")
SHORT = {"last_year": "1901"}


def diplomacy(**changed: Any) -> Plan:
    """Quick games: one year, all at random."""
    setup = Setup("diplomacy", auto=True, seed=4, options=SHORT, sides=FAST)
    return Plan(setup, **{"games": 4, "workers": 1} | changed)


def row(seed: int = 1, winners: tuple[str, ...] = ("red",), rule: str = "4.1", **more: Any) -> Row:
    return Row(**{
        "key": f"{seed} {more.get('turned')}", "title": "t", "scenario": "s", "seed": seed, "turned": False, "cell": "",
        "bots": {"red": "a", "blue": "b"}, "winners": winners, "rule": rule,
    } | more)  # fmt: skip


# --- the games -------------------------------------------------------------------------------------------------------


def test_each_game_is_that_of_run_with_its_seed(shell: Shell) -> None:
    rows = list(run(diplomacy(games=2)))
    for seed, one in zip((4, 5), rows, strict=True):
        sides = [word for side in POWERS for word in ("--side", f"{side}=random")]
        shell.run("run", "diplomacy", *sides, "--seed", str(seed), "--option", "last_year=1901", "--save", f"g{seed}")
        game = load_game(Path(shell.work / f"g{seed}"))
        assert game.result is not None
        assert (game.result.winners, game.result.rule) == (one.winners, one.rule)
        assert (game.state.turn, len(game.journal)) == (one.turns, one.answers)


def test_the_rows_are_the_same_on_any_number_of_workers(tmp_path: Path) -> None:
    files = []
    for workers in (1, 2, 3):
        files.append(tmp_path / f"{workers}.jsonl")
        list(run(diplomacy(workers=workers, out=files[-1])))
    one, *others = (sorted(file.read_bytes().splitlines()) for file in files)
    assert len(one) == 4
    assert others == [one, one]


def test_every_title_can_be_simulated() -> None:
    for title in list_titles():
        sides = dict.fromkeys(get_title(title).sides, "random")
        found = play(Task(title, 1, sides=sides))
        assert found.error == ""
        assert found.answers > 10
        assert found.course


def test_pairs_play_each_seed_twice_with_bots_exchanged() -> None:
    setup = Setup("when_eagles_fight", auto=True, seed=3, sides={"ru": "random", "cp": "greedy"})
    tasks = make_tasks(Plan(setup, games=2, pairs=True))
    assert [(task.seed, task.turned, task.sides["ru"]) for task in tasks] == [
        (3, False, "random"), (3, True, "greedy"), (4, False, "random"), (4, True, "greedy"),
    ]  # fmt: skip


def test_a_sweep_is_reported_in_a_table_with_a_row_for_each_cell(shell: Shell) -> None:
    sides = [word for power in POWERS for word in ("--side", f"{power}=random")]
    done = shell.run("simulate", "diplomacy", *sides, "--games", "2", "--workers", "1", "--sweep",
                     "last_year=1901,1902", "--json")  # fmt: skip
    assert set(json.loads(done.stdout)["cells"]) == {"last_year=1901", "last_year=1902"}
    done = shell.run("simulate", "diplomacy", *sides, "--games", "2", "--workers", "1", "--sweep",
                     "last_year=1901,1902")  # fmt: skip
    table = [line.split() for line in done.stdout.splitlines() if line.startswith("last_year=")]
    assert [line[:2] for line in table] == [["last_year=1901", "2"], ["last_year=1902", "2"]]


def test_other_data_are_other_games(tmp_path: Path) -> None:
    """A file of results is not taken for that of games with other data laid over the title's."""
    (tmp_path / "over").mkdir()
    plain = make_tasks(diplomacy(games=1))[0]
    changed = diplomacy(games=1)
    changed = attrs.evolve(changed, setup=attrs.evolve(changed.setup, data=tmp_path / "over"))
    assert make_tasks(changed)[0].data_hash == get_title("diplomacy").data_hash
    assert make_tasks(changed)[0].key != plain.key
    assert attrs.evolve(plain, data="elsewhere").key == plain.key


def test_pairs_of_one_bot_with_itself_are_refused() -> None:
    with pytest.raises(WargameError, match="--pairs compares two bots"):
        make_tasks(diplomacy(pairs=True))


def test_a_sweep_plays_every_combination() -> None:
    plan = diplomacy(games=1, sweep={"last_year": ("1901", "1902"), "negotiation": ("false",)})
    cells = {one.cell for one in run(plan)}
    assert cells == {"last_year=1901 negotiation=false", "last_year=1902 negotiation=false"}


# --- what goes wrong -------------------------------------------------------------------------------------------------


def test_running_again_plays_only_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "rows.jsonl"
    first = list(run(diplomacy(games=2, out=out)))
    out.write_bytes(out.read_bytes() + b'{"torn')
    played: list[int] = []
    from wargame.plugins.simulation import pool

    real = pool.play
    monkeypatch.setattr(pool, "play", lambda task, *rest, **more: played.append(task.seed) or real(task, *rest, **more))
    again = list(run(diplomacy(games=4, out=out)))
    assert played == [6, 7]
    assert again[:2] == first
    assert len(out.read_bytes().splitlines()) == 4


def test_the_report_of_a_run_that_is_resumed_is_that_of_one_in_a_piece(tmp_path: Path) -> None:
    """Sides stand in the order of the title, whether a row was read or played."""
    whole = Report.of(list(run(diplomacy()))).as_dict()
    for name in ("rows.jsonl", "rows.csv"):
        list(run(diplomacy(games=2, out=tmp_path / name)))
        assert json.dumps(Report.of(list(run(diplomacy(out=tmp_path / name)))).as_dict()) == json.dumps(whole)


def test_games_of_the_file_are_not_counted_as_played(tmp_path: Path) -> None:
    first, again = (list(simulate(diplomacy(games=games, out=tmp_path / "rows.jsonl")))[-1] for games in (2, 2))
    assert first.startswith("2 games in ")
    assert again == "No game was played; 2 were in the file."


def test_a_file_that_holds_something_else_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text('{"wargame": 1}\n')
    with pytest.raises(SaveError, match="line 1"):
        ResultsFile(path)


@pytest.mark.parametrize("ending", ["jsonl", "csv"])
def test_rows_come_back_from_the_file_as_they_went_in(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"rows.{ending}"
    course = {"red": (1.5, -2.0), "blue": (-1.5, 2.0)}
    rows = [row(1, score={"vp": 3}, course=course), row(2, (), "", reason='a "quoted", text\nin two lines')]
    file = ResultsFile(path)
    for one in rows:
        file.add(one)
    file.close()
    assert list(ResultsFile(path).rows.values()) == rows


def test_a_game_that_does_not_end_is_reported_and_the_others_go_on(tmp_path: Path) -> None:
    rows = list(run(diplomacy(games=2, limit=5, journals=tmp_path)))
    assert [one.error for one in rows] == ["The game is not over after 5 answers."] * 2
    lines = list(Report.of(rows).lines())
    assert lines[0] == "Seed 4 failed: The game is not over after 5 answers."
    assert lines[-1] == "No game was played to its end."


def test_a_game_that_raises_is_reported_with_its_journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from wargame.plugins.bots import RandomBot

    real = RandomBot.choose

    def fail(self: RandomBot, game: Any, side: str) -> Any:
        if len(game.journal) == 9:
            raise ZeroDivisionError("oh")
        return real(self, game, side)

    monkeypatch.setattr(RandomBot, "choose", fail)
    (found,) = run(diplomacy(games=1, journals=tmp_path))
    where = r"Mistake in the bot 'random' of \w+ \(\S*test_simulation\.py, line \d+\): ZeroDivisionError: oh\."
    assert re.match(where, found.error)
    assert len(load_game(next(tmp_path.glob("*.jsonl"))).journal) == 9


def test_only_failed_games_leave_a_journal_if_none_were_asked_for(tmp_path: Path) -> None:
    list(run(diplomacy(games=1, limit=5, out=tmp_path / "rows.jsonl")))
    assert len(load_game(tmp_path / "failed" / "diplomacy-4.jsonl").journal) == 5
    list(run(diplomacy(games=1, out=tmp_path / "more" / "rows.jsonl")))
    assert not (tmp_path / "more" / "failed").exists()


def test_a_killed_worker_loses_nothing_and_counts_nothing_twice(tmp_path: Path) -> None:
    plan = diplomacy(games=12, workers=2, out=tmp_path / "rows.jsonl")
    rows: list[Row] = []
    for one in run(attrs.evolve(plan, setup=attrs.evolve(plan.setup, options={"last_year": "1904"}))):
        rows.append(one)
        if len(rows) == 2:
            os.kill(_children()[0], signal.SIGKILL)
    assert sorted(one.seed for one in rows) == list(range(4, 16))
    assert all(not one.error for one in rows)


def _children() -> list[int]:
    import multiprocessing

    return [process.pid for process in multiprocessing.active_children() if process.pid is not None]


DEADLY = """
import os
from wargame.plugins import hookimpl

class Deadly:
    def __init__(self, seed): pass
    def choose(self, game, side):
        if game.seed == 5 and len(game.journal) == 7: os.kill(os.getpid(), 9)
        return game.decisions[side].actions[0]

@hookimpl
def wargame_bots(): return {"deadly": Deadly}
"""


def test_a_game_that_always_kills_its_worker_is_reported_and_the_others_go_on(tmp_path: Path) -> None:
    install(tmp_path, "deadly", {"deadly": "deadly"}, deadly=DEADLY)
    sides = [word for side in POWERS for word in ("--side", f"{side}=deadly")]
    command = [
        str(Path(sys.executable).with_name("wargame")), "simulate", "diplomacy", *sides, "--games", "3", "--seed", "4",
        "--workers", "2", "--option", "last_year=1901", "--journals", "j", "--json",
    ]  # fmt: skip
    done = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": str(tmp_path)}, cwd=tmp_path, capture_output=True, text=True,
        timeout=120, check=False,
    )  # fmt: skip
    report = json.loads(done.stdout)
    assert report["games"] == 3
    (failed,) = report["failed"]
    assert failed["seed"] == 5
    assert "SIGKILL" in failed["error"]
    assert len(load_game(tmp_path / "j" / "diplomacy-5.jsonl").journal) == 7


def test_ctrl_c_prints_what_there_is(tmp_path: Path) -> None:
    command = [str(Path(sys.executable).with_name("wargame")), "simulate", "when_eagles_fight", "--games", "500",
               "--side", "ru=random", "--side", "cp=random", "--out", "rows.jsonl"]  # fmt: skip
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as going:
        out = tmp_path / "rows.jsonl"
        deadline = time.monotonic() + 60
        while not (out.exists() and out.stat().st_size):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        going.send_signal(signal.SIGINT)
        text, _ = going.communicate(timeout=60)
    assert re.match(r"Interrupted after \d+ of 500 games\.", text)
    assert going.returncode == 0
    assert "turns: " in text


# --- the figures -----------------------------------------------------------------------------------------------------


def test_who_won_how_often_by_which_rules() -> None:
    rows = [row(1), row(2), row(3, rule="4.2"), row(4, (), "")]
    wins = Report.of(rows).wins()
    assert [(one["who"], one["games"], one["share"], one["rules"]) for one in wins] == [
        ("red", 3, 0.75, {"4.1": 2, "4.2": 1}), ("draw", 1, 0.25, {"no rule": 1}),
    ]  # fmt: skip
    assert next(Report.of(rows).lines()) == "red      3   75%  [30% to 95%]  by 4.1 (2), 4.2 (1)"


def test_the_order_in_which_games_end_does_not_show() -> None:
    rows = [row(1), row(2, ("blue",)), row(3, (), "")]
    assert list(Report.of(rows).lines()) == list(Report.of(rows[::-1]).lines())


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"), [(8, 10, 0.490, 0.943), (0, 10, 0.0, 0.278), (5, 5, 0.566, 1)]
)
def test_wilsons_interval(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == (pytest.approx(low, abs=1e-3), pytest.approx(high, abs=1e-3))


@given(st.integers(0, 50), st.integers(1, 50))
def test_the_interval_holds_the_share(wins: int, games: int) -> None:
    wins = min(wins, games)
    low, high = wilson(wins, games)
    assert 0 <= low <= wins / games + 1e-9
    assert wins / games - 1e-9 <= high <= 1


def test_elo_of_a_share() -> None:
    assert [round(elo(share)) for share in (0.5, 0.75, 0.909)] == [0, 191, 400]


def test_pairs_are_scored_by_the_bot_not_by_the_side() -> None:
    """Red wins every game: the seat decides, so the bots are even."""
    turned = {"turned": True, "bots": {"red": "b", "blue": "a"}}
    rows = [one for seed in range(4) for one in (row(seed), row(seed, **turned))]
    pairs = Report.of(rows).pairs()
    assert pairs is not None
    assert (pairs["bot"], pairs["against"], pairs["pairs"], pairs["share"]) == ("a", "b", 4, 0.5)
    assert pairs["elo"] == 0
    stronger = [*rows, row(9), row(9, ("blue",), **turned)]
    assert Report.of(stronger).pairs()["share"] == 0.6  # type: ignore[index]


def test_a_win_of_several_is_shared() -> None:
    rows = [row(1), row(2, ("red", "blue")), row(3, ("blue", "green"))]
    assert [(one["who"], one["games"]) for one in Report.of(rows).wins()] == [("shared win", 2), ("red", 1)]


def test_the_interval_of_pairs_narrows_with_their_number_and_holds_their_mean() -> None:
    alike = [paired_interval([1.0] * pairs) for pairs in (1, 10, 100)]
    assert [high for _, high in alike] == [1.0, 1.0, 1.0]
    assert [round(low, 2) for low, _ in alike] == [0.01, 0.75, 0.97]
    low, high = paired_interval([0.5] * 100)
    assert 0.48 < low < 0.5 < high < 0.52


def test_which_side_led_turn_by_turn() -> None:
    first = {"red": (1.0, -1.0), "blue": (-1.0, 1.0)}
    rows = [row(1, course=first), row(2, course={"red": (3.0,), "blue": (-3.0,)})]
    course = Report.of(rows).course()
    assert [(one["turn"], one["games"]) for one in course] == [(1, 2), (2, 1)]
    assert [(one["sides"]["red"]["led"], one["sides"]["red"]["median"]) for one in course] == [(1.0, 2), (0.0, -1)]
    assert [line for line in Report.of(rows).lines() if " led " in line] == [
        "red led after turn 1: 100%  2: 0%",
        "blue led after turn 1: 0%  2: 100%",
    ]


def test_nobody_leads_at_a_tie() -> None:
    level = row(1, course={"red": (2.0,), "blue": (1.0,), "green": (2.0,)})
    assert [one["led"] for one in Report.of([level]).course()[0]["sides"].values()] == [0, 0, 0]


def test_scores_are_told_in_quartiles() -> None:
    rows = [row(seed, score={"vp": seed, "note": "x"}) for seed in range(1, 6)]
    assert Report.of(rows).scores() == {"vp": {"mean": 3, "least": 1, "q1": 2, "median": 3, "q3": 4, "most": 5}}


def test_a_plot_is_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="plots need the extra 'plot'")
    from wargame.plugins.simulation.plots import draw

    course = {"red": (1.0, 2.0), "blue": (-1.0, -2.0)}
    rows = [row(seed, course=course, turns=seed, cell=f"x={seed % 2}") for seed in range(1, 6)]
    for name, start in (("p.png", b"\x89PNG"), ("p.svg", b"<?xml")):
        draw(Report.of(rows), tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(start)
    with pytest.raises(WargameError, match="cannot be drawn"):
        draw(Report.of(rows), tmp_path / "p.nothing")


# --- the command -----------------------------------------------------------------------------------------------------


def test_the_command_says_it(shell: Shell) -> None:
    done = shell.run("simulate", "skirmish", "--games", "5", "--side", "red=greedy", "--workers", "2")
    assert done.returncode == 0
    assert sum(map(int, re.findall(r"^\w+ +(\d+) +\d+%", done.stdout, re.MULTILINE))) == 5
    assert "turns: " in done.stdout
    assert done.stdout.startswith("greedy plays red and blue.\n")
    assert not (shell.folder / "data").exists()


def test_json_holds_the_whole_report(shell: Shell) -> None:
    done = shell.run("simulate", "skirmish", "--games", "2", "--json", "--workers", "1")
    assert set(json.loads(done.stdout)) >= {"games", "wins", "bots", "turns", "answers", "course", "seconds"}


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("--games", "0"), 2), (("--side", "red=human"), 2), (("--scenario", "x"), 1), (("--side", "red=nobody"), 1),
        (("--sweep", "x"), 2), (("--sweep", "nothing=1,2"), 1), (("--pairs",), 1),
        (("--on", "tcp://127.0.0.1:1"), 1), (("--out", "/dev/null/x"), 1), (("--plot", "x.txt"), 1),
        (("--plot", "nowhere/x.png"), 1),
    ],
)  # fmt: skip
def test_what_cannot_be_simulated_is_said(shell: Shell, words: tuple[str, ...], status: int) -> None:
    done = shell.run("simulate", "skirmish", *words)
    assert (done.returncode, done.stdout) == (status, "")


# --- a cluster -------------------------------------------------------------------------------------------------------


@contextmanager
def started_cluster(folder: Path, *options: str) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler and two workers, each a process of its own, with the distributions in a folder."""
    pytest.importorskip("distributed", reason="a cluster needs the extra 'cluster'")
    address = folder / "scheduler.json"
    python = [sys.executable, "-m"]
    silent: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder,
                              "env": {**os.environ, "PYTHONPATH": str(folder)}}  # fmt: skip
    started = [subprocess.Popen([*python, "distributed.cli.dask_scheduler", "--port", "0", "--host", "127.0.0.1",
                                 "--no-dashboard", "--scheduler-file", str(address)], **silent)]  # fmt: skip
    for _ in range(2):
        started.append(subprocess.Popen([*python, "distributed.cli.dask_worker", "--scheduler-file", str(address),
                                         "--nthreads", "1", "--no-dashboard", *options], **silent))  # fmt: skip
    deadline = time.monotonic() + 60
    while not address.exists():
        assert time.monotonic() < deadline
        time.sleep(0.1)
    try:
        yield json.loads(address.read_text())["address"], started
    finally:
        for process in reversed(started):
            process.terminate()
            process.wait(30)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    with started_cluster(tmp_path, "--no-nanny") as found:
        yield found


@pytest.mark.slow
def test_a_cluster_plays_the_same_and_a_killed_worker_loses_nothing(
    cluster: tuple[str, list[subprocess.Popen[bytes]]],
) -> None:
    from distributed import Client

    address, started = cluster
    with Client(address, timeout=60) as client:
        client.wait_for_workers(2, timeout=60)
    plan = diplomacy(games=60)
    here = sorted(one.as_line() for one in run(attrs.evolve(plan, workers=2)))
    rows = []
    for one in run(attrs.evolve(plan, cluster=address)):
        rows.append(one)
        if len(rows) == 1:
            started[-1].kill()
    assert sorted(one.as_line() for one in rows) == here


@pytest.mark.slow
def test_a_cluster_without_workers_for_the_bots_says_so(cluster: tuple[str, list[subprocess.Popen[bytes]]]) -> None:
    from distributed import Client

    from wargame.plugins.simulation.cluster import play_on

    address, _ = cluster
    with Client(address, timeout=60) as client:
        client.wait_for_workers(2, timeout=60)
    with pytest.raises(WargameError, match="There is no bot 'nobody'"):
        list(play_on(address, [Task("diplomacy", 1, sides=dict.fromkeys(POWERS, "nobody"))]))


@pytest.mark.slow
def test_of_a_batch_that_kills_workers_only_the_game_that_does_is_given_up(tmp_path: Path) -> None:
    install(tmp_path, "deadly", {"deadly": "deadly"}, deadly=DEADLY)
    with installed(tmp_path), started_cluster(tmp_path) as (address, _):
        from distributed import Client

        with Client(address, timeout=60) as client:
            client.wait_for_workers(2, timeout=60)
        plan = diplomacy(games=25, cluster=address)
        plan = attrs.evolve(plan, setup=attrs.evolve(plan.setup, sides=dict.fromkeys(POWERS, "deadly")))
        rows = list(run(plan))
    assert sorted(one.seed for one in rows) == list(range(4, 29))
    assert [(one.seed, one.error) for one in rows if one.error] == [(5, "The cluster gave this game up: KilledWorker.")]


def test_one_worker_plays_in_this_process() -> None:
    tasks = make_tasks(diplomacy(games=1))
    assert [one.seed for one in play_all(tasks, 1)] == [4]
