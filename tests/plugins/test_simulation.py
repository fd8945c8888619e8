"""`wargame simulate`: the games are those of `run --auto`, and they are counted right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from wargame.core.title.title import Result
from wargame.plugins import list_titles, load_game
from wargame.plugins.manager import get_title
from wargame.plugins.match.table import Request
from wargame.plugins.simulation import Played, play_games, summary

from .shell import Shell


def test_each_game_is_that_of_run_with_its_seed(shell: Shell) -> None:
    short = {"last_year": "1901"}
    fast = dict.fromkeys(get_title("diplomacy").sides, "random")
    request = Request("diplomacy", auto=True, seed=4, options=short, sides=fast)
    ends = [(one.result, one.turns, one.answers) for one in play_games(request, 2)]
    for seed, end in zip((4, 5), ends, strict=True):
        sides = [word for side in fast for word in ("--side", f"{side}=random")]
        shell.run("run", "diplomacy", *sides, "--seed", str(seed), "--option", "last_year=1901", "--save", f"g{seed}")
        game = load_game(Path(shell.work / f"g{seed}"))
        assert (game.result, game.state.turn, len(game.journal)) == end


def test_who_won_how_often_by_which_rules_and_how_long_it_took() -> None:
    ends = [(("red",), "4.1", 3, 10), (("red",), "4.1", 4, 20), (("red",), "4.2", 5, 30), ((), "", 8, 42)]
    played = [Played(Result(winners, rule, "why"), turns, answers) for winners, rule, turns, answers in ends]
    assert list(summary(played)) == [
        "red      3   75%  by 4.1 (2), 4.2 (1)",
        "draw     1   25%  by no rule (1)",
        "turns: 5.0 on average, 3 to 8; answers: 25.5 on average, 10 to 42",
    ]
    assert list(summary([])) == ["No game was played to its end."]


def test_the_command_says_it(shell: Shell) -> None:
    done = shell.run("simulate", "skirmish", "--games", "5", "--side", "red=greedy")
    assert done.returncode == 0
    assert sum(map(int, re.findall(r"^\w+ +(\d+) +\d+%", done.stdout, re.MULTILINE))) == 5
    assert "turns: " in done.stdout
    assert done.stdout.startswith("greedy plays red and blue.\n")
    assert not (shell.folder / "data").exists()


@pytest.mark.parametrize(
    ("words", "status"),
    [(("--games", "0"), 2), (("--side", "red=human"), 2), (("--scenario", "x"), 1), (("--side", "red=nobody"), 1)],
)
def test_what_cannot_be_simulated_is_said(shell: Shell, words: tuple[str, ...], status: int) -> None:
    done = shell.run("simulate", "skirmish", *words)
    assert (done.returncode, done.stdout) == (status, "")


def test_every_title_can_be_simulated() -> None:
    for title in list_titles():
        assert next(play_games(Request(title, auto=True, seed=1), 1)).answers > 10
