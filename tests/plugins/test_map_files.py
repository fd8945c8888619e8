"""`wargame map` and `replay` as pictures of saved games, `run --browser`, and what is imported for which command."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from wargame.plugins import load_game
from wargame.plugins.match.replay import each_turn, game_after, game_at_turn

from .distributions import install
from .shell import Shell

TITLES = {"diplomacy", "grand_illusion", "paths_of_glory", "traces_of_war", "when_eagles_fight"}
COMMAND = str(Path(sys.executable).with_name("wargame"))


@pytest.fixture(scope="module")
def save(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two years of Diplomacy, played at random."""
    file = tmp_path_factory.mktemp("saves") / "dip.jsonl"
    powers = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
    sides = [word for power in powers for word in ("--side", f"{power}=random")]
    command = [COMMAND, "run", "diplomacy", "--seed", "3", "--option", "last_year=1902", "--save", str(file), *sides]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    return file


# --- the game at some point ------------------------------------------------------------------------------------


def test_a_saved_game_is_seen_as_each_turn_begins_and_as_it_stands(save: Path) -> None:
    turns = [(game.state.turn, len(game.journal)) for game, _ in each_turn(save, None)]
    *begun, (last, answers) = turns
    assert [turn for turn, _ in begun] == sorted({turn for turn, _ in begun})
    assert begun[0] == (1, 0)
    assert (last, answers) == (load_game(save).state.turn, len(load_game(save).journal))
    for turn, count in begun:
        assert len(game_at_turn(save, turn, None)[0].journal) == count


def test_the_game_after_some_answers_is_the_same_played_on_from_an_earlier_position(save: Path) -> None:
    game = load_game(save)
    start = game_after(game, 20)
    assert len(start.journal) == 20
    assert game_after(game, 30, start=(20, start.position())).digest() == game_after(game, 30).digest()
    assert game_after(game, len(game.journal)).digest() == game.digest()


# --- pictures --------------------------------------------------------------------------------------------------


def test_a_map_is_written_as_svg_or_png_by_its_name(shell: Shell, save: Path) -> None:
    pytest.importorskip("resvg_py")
    assert shell.run("map", str(save), "-o", "now.png").stdout == ""
    assert (Path(shell.work) / "now.png").read_bytes().startswith(b"\x89PNG")
    shell.run("map", "diplomacy", "--theme", "dark", "-o", "dark.svg")
    shell.run("map", "diplomacy", "-o", "light.svg")
    dark, light = ((Path(shell.work) / f"{name}.svg").read_text() for name in ("dark", "light"))
    assert dark.startswith("<svg")
    assert dark != light


def test_a_map_of_a_saved_game_shows_the_turn_asked_for(shell: Shell, save: Path) -> None:
    begun = shell.run("map", str(save), "--turn", "1").stdout
    assert begun == shell.run("map", "diplomacy", "--option", "last_year=1902").stdout
    assert begun != shell.run("map", str(save)).stdout


def test_a_replay_is_drawn_turn_by_turn(shell: Shell, save: Path) -> None:
    lines = shell.run("replay", str(save), "--svg", "turns").stdout.split()
    assert lines[0] == "turns/turn-01.svg"
    assert lines[-1] == "turns/end.svg"
    assert len(lines) == len(list(each_turn(save, None)))
    assert {f"turns/{file.name}" for file in (Path(shell.work) / "turns").iterdir()} == set(lines)
    first, end = ((Path(shell.work) / line).read_text() for line in (lines[0], lines[-1]))
    assert first.startswith("<svg")
    assert first != end


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("map", "{save}", "--turn", "99"), "has no turn 99; its last is turn "),
        (("map", "diplomacy", "--turn", "2"), "--turn needs a saved game"),
        (("map", "{save}", "--scenario", "x"), "A saved game has its own scenario, options and variants"),
        (("map", "diplomacy", "-o", "board.txt"), "-o writes .svg or .png, not 'board.txt'"),
        (("map", "diplomacy", "-o", "a.png", "--renderer", "terminal"), "is drawn by the renderer 'svg'"),
        (("map", "diplomacy", "-o", "nowhere/a.svg"), "Cannot write nowhere/a.svg: No such file or directory."),
        (("map", "nothing.jsonl"), "Cannot read nothing.jsonl: No such file or directory."),
        (("run", "diplomacy", "--browser", "--dice", "manual"), "rolls the dice itself"),
        (("run", "diplomacy", "--browser", "--save", "x"), "must end in .jsonl"),
    ],
)
def test_what_cannot_be_drawn_or_played_is_said_in_a_sentence(
    shell: Shell, save: Path, words: tuple[str, ...], said: str
) -> None:
    done = shell.run(*(word.format(save=save) for word in words))
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert done.returncode in (1, 2)


# --- the browser -----------------------------------------------------------------------------------------------


def test_one_game_is_opened_in_the_browser(tmp_path: Path) -> None:
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {tmp_path}/opened\n')
    browser.chmod(0o755)
    env = {**os.environ, "BROWSER": f"{browser} %s", "XDG_DATA_HOME": str(tmp_path)}
    words = ("run", "when_eagles_fight", "--browser", "--side", "cp=human", "--save", str(tmp_path / "game.jsonl"))
    server = subprocess.Popen([COMMAND, *words], env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    try:
        end = time.monotonic() + 60
        while not (tmp_path / "opened").exists() or not (tmp_path / "opened").read_text().strip():
            assert time.monotonic() < end
            time.sleep(0.1)
        address = (tmp_path / "opened").read_text().strip()
        token = address.rsplit("/", 1)[1]
        seats = json.loads((tmp_path / "game.seats.json").read_text())
        assert seats["seats"][token] == {"sides": ["cp"], "owner": True, "revoked": False}
        assert seats["bots"] == {"ru": "planner:normal"}
    finally:
        server.send_signal(signal.SIGINT)
        out, _ = server.communicate(timeout=30)
    assert f"Open {address}" in out
    assert "game.jsonl' continues." in out


# --- what is imported ------------------------------------------------------------------------------------------

LOADED = "; import sys; print(*sorted(name for name in sys.modules if name.startswith('wargame.games.') or name in {}))"


def imported(code: str, folder: Path, *more: str) -> set[str]:
    """The titles, and those of some other modules, that some code imports."""
    env = {**os.environ, "PYTHONPATH": str(folder)}
    script = code + LOADED.format(set(more) or "()")
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=env, check=True)
    return {name.removeprefix("wargame.games.").split(".")[0] for name in done.stdout.splitlines()[-1].split()}


COMMANDS = "from click.testing import CliRunner; from wargame.plugins.cli import main; CliRunner().invoke(main, {})"


@pytest.mark.parametrize(
    "code",
    [
        "from wargame.plugins.match.bots import make_bot; make_bot('greedy', 1)",
        "from wargame.plugins.match.bots import known_bots; known_bots()",
        "from wargame.plugins.manager import variants; variants()",
        COMMANDS.format(["--help"]),
        COMMANDS.format(["list"]),
    ],
)
def test_bots_commands_and_lists_import_no_title(tmp_path: Path, code: str) -> None:
    assert imported(code, tmp_path) == set()


def test_a_title_is_described_without_importing_another(tmp_path: Path) -> None:
    assert imported(COMMANDS.format(["info", "diplomacy"]), tmp_path) == {"diplomacy"}


HOOK = "from wargame.plugins import hookimpl\n\n@hookimpl\ndef wargame_bots(): return {'mine': lambda seed: None}\n"


@pytest.mark.parametrize(
    ("module", "offers"),
    [
        (HOOK, True),
        ("from hooks import *\n", True),
        ("import hooks\nglobals().update(vars(hooks))\n", True),
        ("answer = 42\n", False),
    ],
)
def test_a_plugin_is_imported_if_its_source_may_offer_a_bot(tmp_path: Path, module: str, offers: bool) -> None:
    install(tmp_path, "stranger", {"stranger": "stranger"}, stranger=module, hooks=HOOK)
    code = "from wargame.plugins.match.bots import known_bots; assert ('mine' in known_bots()) == " + str(offers)
    assert imported(code, tmp_path, "stranger") == ({"stranger"} if offers else set())


def test_a_plugin_without_readable_source_is_imported(tmp_path: Path) -> None:
    import py_compile

    install(tmp_path, "stranger", {"stranger": "stranger"}, stranger=HOOK)
    py_compile.compile(str(tmp_path / "stranger.py"), cfile=str(tmp_path / "stranger.pyc"))
    (tmp_path / "stranger.py").unlink()
    code = "from wargame.plugins.match.bots import known_bots; assert 'mine' in known_bots()"
    assert imported(code, tmp_path, "stranger") == {"stranger"}
