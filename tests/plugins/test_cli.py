"""The commands: what they print, what they refuse in one sentence and with which status, how fast they start."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time

import pytest
from click.testing import CliRunner

from wargame.core.engine.errors import SaveError
from wargame.plugins.cli import main

from .shell import COMMAND, Shell, answers

AUTO = ("run", "skirmish", "--auto", "--seed", "3", "--save", "g")
ENDLESS = ("--option", "last_year=0")  # so that it cannot be over before it is interrupted
EXTRAS = '''"""Not a title."""
import click
from wargame.plugins import hookimpl

class First:
    def choose(self, game, side):
        return game.decisions[side].actions[0]

@hookimpl
def wargame_bots():
    return {"first": lambda seed: First()}

@hookimpl
def wargame_renderers():
    return {"ids": lambda picture: ",".join(cell.id for cell in picture.cells)}

@hookimpl
def wargame_commands(group):
    @group.command()
    def hello():
        """Say hello."""
        click.echo("hello from a plugin")
'''


def install(shell: Shell, name: str, source: str) -> None:
    (shell.folder / f"{name}.py").write_text(source)
    about = shell.folder / f"{name}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[wargame]\n{name} = {name}\n")


# --- what is there ------------------------------------------------------------------------------------------------


def test_help_names_every_command_and_cuts_none_short(shell: Shell) -> None:
    told = shell.run("--help").stdout
    for command in ("info", "list", "map", "protocol", "replay", "resume", "rules", "run", "simulate"):
        assert re.search(rf"^  {command} ", told, re.MULTILINE)
    assert "..." not in told.partition("Commands:")[2]


def test_list_names_the_titles_and_what_they_are(shell: Shell) -> None:
    done = shell.run("list")
    assert done.returncode == 0
    assert re.search(r"^skirmish +Skirmish: two sides on a line$", done.stdout, re.MULTILINE)
    assert len(done.stdout.splitlines()) == 6


def test_list_goes_on_where_a_plugin_is_broken(shell: Shell) -> None:
    install(shell, "broken", "def wargame_title(:\n")
    done = shell.run("list")
    assert "skirmish" in done.stdout
    assert re.search(r"^broken +\(broken: ", done.stdout, re.MULTILINE)
    plugins = shell.run("list", "--plugins").stdout
    assert "broken  (broken 1.0)  Plugin 'broken' (broken 1.0) cannot be loaded: SyntaxError" in plugins
    assert re.search(r"^skirmish  \(skirmish 1.0\)  .*title", plugins, re.MULTILINE)


def test_info_shows_sides_scenarios_and_options(shell: Shell) -> None:
    told = shell.run("info", "skirmish").stdout
    for part in ("Skirmish (skirmish), version 1", "Sides: red, blue", "basic: Basic", "last_turn=3: the last turn"):
        assert part in told


def test_rules_lists_all_or_shows_one(shell: Shell) -> None:
    assert shell.run("rules", "skirmish").stdout.splitlines()[1].startswith("3.1  Once: A unit moves once.")
    assert shell.run("rules", "skirmish", "3").stdout.count("\n") == 2
    assert shell.run("rules", "skirmish", "3.0").stdout.startswith("3.0  Moves")


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("3", ["3", "3.1", "3.1a", "3-2p", "3.11"]),
        ("3.1", ["3.1", "3.1a"]),
        ("xii", ["XII"]),
        ("XIII", ["XIII", "XIII.5"]),
    ],
)
def test_a_rule_is_shown_with_those_under_it(shell: Shell, asked: str, shown: list[str]) -> None:
    numbers = ("3", "3.1", "3.1a", "3-2p", "3.11", "33", "XII", "XIII", "XIII.5")
    (shell.folder / "rules.toml").write_text("".join(f'["{n}"]\ngist = "Gist."\n' for n in numbers))
    lines = shell.run("rules", "skirmish", asked).stdout.splitlines()
    assert [line.split()[0] for line in lines] == shown


def test_plugins_add_commands_bots_and_renderers(shell: Shell) -> None:
    install(shell, "extras", EXTRAS)
    assert "hello" in shell.run("--help").stdout
    assert "extras" not in shell.run("list").stdout
    assert shell.run("hello").stdout == "hello from a plugin\n"
    assert shell.run("map", "skirmish", "--renderer", "ids").stdout == "A,B,C,D,E\n"
    sides = ("--side", "red=first", "--side", "blue=first")
    done = shell.run("run", "skirmish", *sides, "--save", "f")
    assert "Result: " in done.stdout
    assert answers(shell.work / "f")[0] == ["red", "bid 1"]


# --- playing ------------------------------------------------------------------------------------------------------


def test_auto_plays_to_the_end_and_prints_the_last_turn_and_the_result(shell: Shell) -> None:
    done = shell.run(*AUTO)
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[-2].startswith("Result: ")
    assert lines[-1] == "Saved to g"
    assert lines[-3] in lines[-2]  # the result is the last event of the log
    assert len(lines) < 30
    assert done.stderr == ""


def test_auto_shows_its_progress_at_a_terminal(shell: Shell) -> None:
    person = shell.at_terminal("run", "diplomacy", "--auto", "--seed", "1", "--option", "last_year=1901")
    person.see("answers")
    assert person.leave() == 0
    assert "Result: " in person.unread


def test_games_of_bots_alone_have_their_own_options_however_bots_were_named(shell: Shell) -> None:
    change = 'Option("last_turn", 3, "the last turn", bots=1)'
    source = (shell.folder / "skirmish.py").read_text()
    (shell.folder / "skirmish.py").write_text(source.replace('Option("last_turn", 3, "the last turn")', change))
    shell.run(*AUTO)
    shell.run("run", "skirmish", "--side", "red=random", "--side", "blue=random", "--save", "h")
    shell.run("run", "skirmish", "--side", "red=random", "--save", "i")
    last = [json.loads((shell.work / name).read_text().splitlines()[0])["options"]["last_turn"] for name in "ghi"]
    assert last == [1, 1, 3]


def test_the_same_seed_plays_the_same_game(shell: Shell) -> None:
    first, second = shell.run(*AUTO), shell.run(*AUTO[:-1], "h")
    assert first.stdout.splitlines()[:-1] == second.stdout.splitlines()[:-1]
    assert (shell.work / "g").read_text() == (shell.work / "h").read_text()


def test_replay_tells_every_answer_and_changes_nothing(shell: Shell) -> None:
    shell.run(*AUTO)
    before = (shell.work / "g").read_bytes()
    told = shell.run("replay", "g").stdout
    for side, action in answers(shell.work / "g"):
        assert f"{side}: {action}" in told
    assert "Result: " in told
    assert (shell.work / "g").read_bytes() == before


def test_replay_for_a_side_hides_what_it_may_not_see(shell: Shell) -> None:
    shell.run(*AUTO)
    told = shell.run("replay", "g", "--side", "red").stdout
    assert "red draws" in told
    assert "blue draws" not in told
    assert "blue: bid" not in told


def test_resume_goes_on_where_the_game_stood(shell: Shell) -> None:
    shell.run("run", "skirmish", "--seed", "3", "--save", "g", typed="bid 1\n")
    done = shell.run("resume", "g", "--auto")
    assert done.returncode == 0
    assert "Result: " in done.stdout
    assert answers(shell.work / "g")[0] == ["red", "bid 1"]


def test_a_torn_last_line_is_dropped_with_a_warning(shell: Shell) -> None:
    shell.run("run", "skirmish", "--seed", "3", "--save", "g", typed="bid 1\n")
    with (shell.work / "g").open("a") as file:
        file.write('["blue", "bi')
    done = shell.run("resume", "g", "--auto")
    assert done.returncode == 0
    assert "the last line was torn off and is dropped" in done.stderr


def test_a_game_over_can_be_resumed_and_says_so(shell: Shell) -> None:
    shell.run(*AUTO)
    done = shell.run("resume", "g")
    assert done.returncode == 0
    assert "Result: " in done.stdout


def test_killed_with_nine_in_the_middle_nothing_acknowledged_is_lost(shell: Shell) -> None:
    running = shell.start("run", "diplomacy", "--auto", "--seed", "2", *ENDLESS, "--save", "d")
    path = shell.work / "d"
    while not path.exists() or len(path.read_bytes().splitlines()) < 60:
        assert running.poll() is None
        time.sleep(0.005)
    running.kill()
    running.communicate()
    before = answers(path)
    person = shell.at_terminal("resume", "d", "--auto")
    person.see("answers")
    person.press_until(b"\x03", "'wargame resume d' continues")
    assert person.leave() == 0
    after = answers(path)
    assert after[: len(before)] == before
    assert len(after) > len(before)


def test_interrupted_bots_save_and_say_where(shell: Shell) -> None:
    person = shell.at_terminal("run", "diplomacy", "--auto", "--seed", "2", "--save", "d", *ENDLESS)
    person.see("answers")
    person.press_until(b"\x03", "'wargame resume d' continues")
    assert person.leave() == 0
    assert shell.run("replay", "d").stdout.splitlines()[-1].startswith("Not over: ")


# --- the map ------------------------------------------------------------------------------------------------------


def test_map_draws_the_start_of_a_scenario(shell: Shell) -> None:
    told = shell.run("map", "skirmish").stdout
    assert "Town A R/r1,r2" in told
    assert "Town C" not in shell.run("map", "skirmish", "west").stdout


# --- what is refused ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("run", "nosuch"), "There is no title 'nosuch'; there are: diplomacy, grand_illusion"),
        (("info", "nosuch"), "There is no title 'nosuch'"),
        (("run", "skirmish", "--scenario", "x"), "Skirmish has no scenario 'x'; it has: basic, long."),
        (("run", "skirmish", "--option", "x=1"), "Skirmish has no option 'x'; it has: last_turn, fog."),
        (("run", "skirmish", "--option", "last_turn=soon"), "Option last_turn cannot be 'soon'"),
        (("run", "skirmish", "--variant", "x"), "Skirmish has no variant 'x'"),
        (("run", "skirmish", "--side", "green=human"), "Skirmish has no side 'green'; it has: red, blue."),
        (("run", "skirmish", "--side", "red=x"), "There is no bot 'x'; there are: human, greedy, planner, random."),
        (("run", "skirmish", "--save", "full"), "full exists already; 'wargame resume full' resumes it"),
        (("run", "skirmish", "--save", "."), ". is a folder; give the name of a file to save to."),
        (("run", "skirmish", "--auto", "--save", "/dev/full"), "Cannot write /dev/full: No space left on device."),
        (("run", "skirmish", "--auto", "--save", "/proc/no/file"), "/proc/no"),
        (("resume", "nosuch"), "Cannot read nosuch: No such file or directory."),
        (("resume", "full"), "full, line 1: "),
        (("replay", "full"), "full, line 1: "),
        (("replay", "."), "Cannot read .: Is a directory."),
        (("map", "skirmish", "nowhere"), "The map has no region or space 'nowhere'; regions are: West."),
        (("map", "skirmish", "--side", "x"), "Skirmish has no side 'x'"),
        (("map", "skirmish", "--renderer", "x"), "There is no renderer 'x'; there are: "),
        (("rules", "skirmish", "99"), "skirmish has no rule '99'; 'wargame rules skirmish' lists them."),
    ],
)
def test_a_wrong_word_gets_one_sentence_and_status_1(shell: Shell, words: tuple[str, ...], sentence: str) -> None:
    (shell.work / "full").write_text("not a game\n")
    done = shell.run(*words)
    assert done.returncode == 1
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


@pytest.mark.parametrize(
    "words",
    [
        ("nosuch",),
        ("run",),
        ("run", "skirmish", "--seed", "x"),
        ("run", "skirmish", "--nosuch"),
        ("run", "skirmish", "--dice", "loaded"),
        ("run", "skirmish", "--option", "fog"),
        ("run", "skirmish", "--side", "red"),
        ("run", "skirmish", "--data", "nosuch"),
        ("run", "skirmish", "--auto", "--side", "red=human"),
        ("run", "skirmish", "--auto", "--dice", "manual"),
        ("run", "skirmish", "--option", "fog=true", "--option", "fog=false"),
        ("run", "skirmish", "--side", "red=human", "--side", "RED=random"),
    ],
)
def test_wrong_usage_has_status_2(shell: Shell, words: tuple[str, ...]) -> None:
    done = shell.run(*words)
    assert done.returncode == 2
    assert "Usage: wargame" in done.stderr


def test_a_file_with_a_line_that_cannot_be_played_names_it(shell: Shell) -> None:
    shell.run(*AUTO)
    lines = (shell.work / "g").read_text().splitlines(keepends=True)
    lines[2] = '["blue","bid 9"]\n'
    (shell.work / "bad").write_text("".join(lines))
    for command in ("resume", "replay"):
        done = shell.run(command, "bad")
        assert done.returncode == 1
        assert "bad, line 3: 'bid 9' cannot be played here." in done.stderr
        assert done.stderr.count("\n") == 1


def test_a_title_that_fails_is_told_in_one_sentence(shell: Shell) -> None:
    source = (shell.folder / "skirmish.py").read_text()
    (shell.folder / "skirmish.py").write_text(source.replace('s.place("r1", "A", steps=2)', "1 / 0"))
    done = shell.run("run", "skirmish")
    assert done.returncode == 1
    assert "ZeroDivisionError" in done.stderr
    assert done.stderr.count("\n") == 1


def closed(shell: Shell, streams: str, *words: str) -> tuple[int, str]:
    """The command without some of its streams: its status, and what it said of errors."""
    command = ["sh", "-c", f'exec "$@" {streams}', "sh", COMMAND, *words]
    done = subprocess.run(command, capture_output=True, cwd=shell.work, env=shell.env, timeout=120)
    return done.returncode, done.stderr.decode()


@pytest.mark.parametrize("streams", ["<&-", ">&-", "<&- >&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize(
    "words", [("list",), ("map", "skirmish"), ("run", "skirmish", "--save", "c"), ("protocol", "skirmish")]
)
def test_without_its_streams_it_does_its_work_in_silence(shell: Shell, words: tuple[str, ...], streams: str) -> None:
    assert closed(shell, streams, *words) == (0, "")
    assert (shell.work / "c").exists() is ("c" in words)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a system without /dev/full")
@pytest.mark.parametrize("words", [("--help",), ("run", "--help"), ("list",), ("map", "skirmish"), ("protocol", "x")])
def test_where_nothing_can_be_printed_it_says_so_once(shell: Shell, words: tuple[str, ...]) -> None:
    status, said = closed(shell, ">/dev/full", *words)
    assert status == 1
    assert said.count("\n") == 1
    assert "No space left on device." in said or "no title 'x'" in said


def test_a_game_gone_on_with_elsewhere_is_refused_here_and_may_be_saved_under_another_name(shell: Shell) -> None:
    person = shell.at_terminal("run", "skirmish", "--seed", "7", "--side", "red=human", "--save", "g")
    person.see("> ")
    assert shell.run("resume", "g", "--auto").returncode == 0
    before = (shell.work / "g").read_bytes()
    assert "g was changed by another program; save under another name to go on." in person.told("bid 1")
    assert (shell.work / "g").read_bytes() == before
    person.told("save h")
    person.told("bid 1")
    assert ["red", "bid 1"] in answers(shell.work / "h")


def test_the_command_that_goes_on_can_be_copied_to_a_shell(shell: Shell) -> None:
    done = shell.run("run", "skirmish", "--save", "my game", typed="")
    assert "'wargame resume 'my game'' continues." in done.stdout


def test_a_game_whose_file_cannot_be_written_is_not_said_to_be_saved(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*given: object) -> None:
        raise SaveError("Cannot write g: Read-only file system.")

    shell.run("run", "diplomacy", "--save", "g", "--side", "france=human")
    monkeypatch.setattr("wargame.core.engine.journal.Writer", refused)
    done = CliRunner().invoke(main, ["resume", str(shell.work / "g")], input="save\nquit\n")
    assert done.exit_code == 0
    assert "g cannot be written to; the game is not saved from here on." in done.stderr
    assert "Saved" not in done.stdout
    assert "Not saved; 'save FILE' saves it.\n" in done.stdout
    assert done.stdout.endswith("Not saved.\n")


def test_a_reader_that_stops_reading_is_no_error_to_see(shell: Shell) -> None:
    running = shell.start("map", "skirmish")
    assert running.stdout is not None
    running.stdout.close()
    assert running.stderr is not None
    assert running.stderr.read() == b""
    running.wait()


# --- starting -----------------------------------------------------------------------------------------------------


def best(words: list[str], env: dict[str, str]) -> float:
    """The processor time of the best of some runs: whatever else the machine does, it is not counted."""
    times = []
    for _ in range(9):
        running = subprocess.Popen(words, env=env, stdout=subprocess.DEVNULL)
        _, status, used = os.wait4(running.pid, 0)
        running.returncode = os.waitstatus_to_exitcode(status)
        assert running.returncode == 0
        times.append(used.ru_utime + used.ru_stime)
    return min(times)


@pytest.mark.parametrize("word", ["--help", "list"])
def test_the_command_starts_fast(shell: Shell, word: str) -> None:
    env = shell.env | {"PYTHONPATH": os.environ.get("PYTHONPATH", "")}
    yardstick = best([sys.executable, "-c", "import click, rich"], env)
    assert best([COMMAND, word], env) <= 3 * yardstick


@pytest.mark.parametrize("word", ["--help", "list"])
def test_what_is_heavy_is_not_imported_to_start(shell: Shell, word: str) -> None:
    env = shell.env | {"PYTHONPATH": os.environ.get("PYTHONPATH", "")}
    done = subprocess.run([sys.executable, "-X", "importtime", COMMAND, word], env=env, capture_output=True, text=True)
    assert done.returncode == 0
    imported = {line.rsplit("|", 1)[-1].strip() for line in done.stderr.splitlines()}
    assert "click" in imported
    assert not imported & {"networkx", "cattrs", "rich.console", "wargame.games.diplomacy", "wargame.core.engine.game"}
