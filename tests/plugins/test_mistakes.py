"""Mistakes in the code of a title or another plugin: each ends in one sentence that says where it is and what to do."""

from __future__ import annotations

import csv
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.core import skirmish
from wargame.core.engine.errors import WargameError
from wargame.core.engine.game import Game
from wargame.plugins import new_game
from wargame.plugins.cli.commands import main

from .distributions import install, installed

SKIRMISH = Path(skirmish.__file__).read_text() + "\n\ntitle = Skirmish()\n"


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    with installed(tmp_path):
        yield tmp_path


def install_title(folder: Path, old: str, new: str) -> None:
    """The tiny title, with one part of its source replaced."""
    assert SKIRMISH.count(old) == 1
    install(folder, "stranger", {"skirmish": "stranger:title"}, stranger=SKIRMISH.replace(old, new))


def play(game: Game) -> None:
    """Play as the first answers say; at most 100 of them."""
    for _ in range(100):
        if game.decision is None:
            return
        game.apply(game.decision.actions[0], game.decision.side)


def command(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


MISTAKES = {
    # what is done wrong: the part of the title's source, what it becomes, and what is said of it
    "phases returns a list": (
        '        return Sequence(\n            "game",',
        '        return (lambda *steps: list(steps))(\n            "game",',
        r"wargame_phases of Skirmish \(.*stranger\.py, line \d+\): it returns .*\. Return a Sequence\(",
    ),
    "victory returns True": (
        'return Result(tuple(left), "4.1", "the other side is gone")\n        if',
        "return True\n        if len(left) == 2:\n            return True\n        if",
        r"wargame_victory of Skirmish \(.*stranger\.py, line \d+\): it returns True\. Return None .*, or Result\(",
    ),
    "a string of winners": (
        "left = {state.side_of(u) for u in state.units}",
        'return Result("red", "4.1", "why")',
        r"wargame_victory of Skirmish \(.*stranger\.py, line \d+\): it returns Result\(winners='red'.*the sides are",
    ),
    "a winner that is no side": (
        "left = {state.side_of(u) for u in state.units}",
        'return Result(("rde",), "4.1", "why")',
        r"wargame_victory of Skirmish .*Result\(winners=\('rde',\).*the sides are red, blue",
    ),
    "combat returns a bool": (
        "    @hookimpl\n    def wargame_victory",
        "    @hookimpl\n    def wargame_resolve_combat(self):\n        return True\n\n"
        "    @hookimpl\n    def wargame_victory",
        r"wargame_resolve_combat of Skirmish \(.*stranger\.py, line \d+\): it returns True\. Return a procedure",
    ),
    "a procedure yields an action": (
        "    s.bids = yield Together",
        "    yield DONE\n    s.bids = yield Together",
        r"phase 'bidding' of Skirmish \(.*stranger\.py, line 63\): it yields Done\(\), which is no question\. Yield an",
    ),
    "a procedure yields a procedure": (
        "    s.bids = yield Together",
        "    yield bid('red')\n    s.bids = yield Together",
        r"phase 'bidding' of Skirmish \(.*line 63\): it yields a procedure\. Write 'yield from'",
    ),
    "a procedure forgets yield": (
        "    s.bids = yield Together({side: bid(side) for side in SIDES})",
        "    return Choose('red', [DONE], 'Bid?')\n\n\ndef never(s):",
        r"phase 'bidding' \(.*stranger\.py, line \d+\): it returns a question, .*Write 'answer = yield' in front",
    ),
    "a procedure raises": (
        "    s.bids = yield Together",
        "    {}['gone']\n    s.bids = yield Together",
        r"phase 'bidding' of Skirmish \(.*stranger\.py, line 63\): KeyError: 'gone'\. Correct the code there; --debug",
    ),
    "a phase takes other arguments": (
        'Phase("bidding", bidding),',
        'Phase("bidding", bidding, side="red"),',
        r"phase 'bidding' of Skirmish .*TypeError: bidding\(\) takes 1 positional argument",
    ),
    "a condition of the sequence raises": (
        'Phase("bidding", bidding),',
        'Phase("bidding", bidding, when=lambda s: s.gone),',
        r"the sequence of play of Skirmish \(.*stranger\.py, line \d+\): AttributeError: .*gone",
    ),
    "a question without yield": (
        '    first = yield Choose(side, [Bid(n) for n in (1, 2, 3)], "Bid?", "1.0")',
        '    first = Choose(side, [Bid(n) for n in (1, 2, 3)], "Bid?", "1.0").points',
        r"phase 'bidding' of Skirmish .*: AttributeError: .*Write 'yield' in front of the question, to get its answer;",
    ),
    "a procedure without yield from": (
        "    s.bids = yield Together",
        "    s.bids = bid('red').points\n    s.bids = yield Together",
        r"phase 'bidding' of Skirmish .*: AttributeError: .*Write 'yield from' in front of the procedure;",
    ),
    "Choose without answers": (
        '    first = yield Choose(side, [Bid(n) for n in (1, 2, 3)], "Bid?", "1.0")',
        '    first = yield Choose(side, [], "Bid?", "1.0")',
        r"phase 'bidding' of Skirmish \(.*line \d+\): the question 'Bid\?' has no answer\. Do not ask",
    ),
    "an offer without answers": (
        '    first = yield Choose(side, [Bid(n) for n in (1, 2, 3)], "Bid?", "1.0")',
        "    from wargame.core.engine.offers import offer\n"
        '    first = yield offer(side, [], {Bid: lambda answer: None}, "Bid?", "1.0")',
        r"phase 'bidding', the question 'Bid\?' \(rule 1\.0\) to red \(.*line \d+\): it has no legal answer\.",
    ),
    "the candidates of an offer raise": (
        '    first = yield Choose(side, [Bid(n) for n in (1, 2, 3)], "Bid?", "1.0")',
        "    from wargame.core.engine.offers import offer\n"
        '    first = yield offer(side, lambda: [1 / 0], {Bid: None}, "Bid?", "1.0")',
        r"phase 'bidding', the question 'Bid\?' \(rule 1\.0\) to red \(.*line \d+\): ZeroDivisionError",
    ),
    "no scenarios": (
        'scenarios=(Scenario("basic", "Basic"), Scenario("long", "Long")),',
        "scenarios=(),",
        r"Skirmish: it has no scenarios\. Give it one or more of different ids: Title\(scenarios=",
    ),
    "setup returns the title": (
        '        s.place("b1", "E", steps=2)\n        return s',
        "        return title",
        r"wargame_setup of Skirmish \(.*stranger\.py, line \d+\): it returns Title\(.*\. Return a State\.",
    ),
    "setup returns nothing": (
        '        s.place("b1", "E", steps=2)\n        return s',
        '        s.place("b1", "E", steps=2)',
        r"wargame_setup of Skirmish \(.*stranger\.py, line \d+\): it returns None\. Return a State\.",
    ),
    "a misspelt side in a phase": (
        'Phase("red moves", move_one, side="red", repeat=True),',
        'Phase("red moves", move_one, side="rde", repeat=True),',
        r"phase 'red moves' of Skirmish \(.*line \d+\): it asks 'rde', which is no side; the sides are red, blue\.",
    ),
    "a unit on a mistyped space": (
        's.place("r2", "A")',
        's.place("r2", "AA")',
        r"the hook wargame_setup of Skirmish \(.*line \d+\): Skirmish has no space or box 'AA'; Title\.boxes has",
    ),
    "a unit that is no counter": (
        's.place("r2", "A")',
        's.place("r3", "A")',
        r"the hook wargame_setup of Skirmish \(.*line \d+\): there is no counter 'r3'; Title\.counters has",
    ),
    "a unit moved to a mistyped space": (
        's.move(answer.unit, answer.to, "3.0")',
        's.move(answer.unit, answer.to + "x", "3.0")',
        r"phase 'red moves' of Skirmish \(.*line \d+\): Skirmish has no space or box 'Bx'",
    ),
    "steps below one": (
        's.move(answer.unit, answer.to, "3.0")',
        's.reduce(answer.unit, "3.0", 2)',
        r"phase 'red moves' of Skirmish \(.*line \d+\): r1 has 2 steps and cannot lose 2 and stay; use state\.",
    ),
    "a counter of an unknown side": (
        '"b1": Counter("b1", "blue")',
        '"b1": Counter("b1", "bleu")',
        r"Skirmish: counter 'b1' is of side 'bleu', which does not exist; the sides are red, blue",
    ),
    "a victory hook without @hookimpl": (
        "    @hookimpl\n    def wargame_victory",
        "    def wargame_victory",
        r"wargame_victory of Skirmish \(.*stranger\.py, line \d+\): it is never called\. Write @hookimpl above it",
    ),
    "a phase that never ends": (
        'Phase("bidding", bidding),',
        'Phase("bidding", lambda s: None, repeat=True),',
        r"Phase 'bidding' of Skirmish never ends \(.*line \d+\): 10,000 phases in a row asked nothing\. Return DONE",
    ),
    "a phase that rolls dice for ever": (
        "    s.bids = yield Together",
        "    while True:\n        yield Roll(1, 6, 'the weather')\n    s.bids = yield Together",
        r"Phase 'bidding' of Skirmish never ends \(.*line 64\): chance was asked 10,000 times in a row, last",
    ),
    "a sequence without a phase to play": (
        '            Phase("bidding", bidding),',
        '            when=lambda s: False) if state else Sequence("x",',
        r"Skirmish: its sequence 'game' has no phase to play\. Put phases",
    ),
    "evaluate gives None": (
        "        return sum(1.0 if state.side_of(u) == side else -1.0 for u in state.units)",
        "        sum(1.0 if state.side_of(u) == side else -1.0 for u in state.units)",
        r"wargame_evaluate of Skirmish \(.*line \d+\): it returns None\. Return a number\.",
    ),
    "the view gives nothing": (
        "        seen = state_to_data(state)",
        "        return None",
        r"wargame_view of Skirmish \(.*line \d+\): it returns None\. Return a dict\.",
    ),
}


@pytest.mark.parametrize("what", MISTAKES)
def test_a_mistake_of_a_title_is_one_sentence_that_says_where_it_is(folder: Path, what: str) -> None:
    old, new, said = MISTAKES[what]
    install_title(folder, old, new)

    def whole() -> None:
        game = new_game("skirmish", seed=1)
        play(game)
        game.rules.evaluate(game.state, "red")
        game.view("red")
        list(game.rules.resolve_combat(game.state, None))

    with pytest.raises(WargameError) as caught:
        whole()
    assert re.search(said, str(caught.value)), str(caught.value)
    assert "\n" not in str(caught.value)


SHOWN_ELSEWHERE = {"combat returns a bool", "the view gives nothing"}  # the tiny title fights no battles


@pytest.mark.parametrize("what", [what for what in MISTAKES if what not in SHOWN_ELSEWHERE])
def test_the_command_tells_it_in_one_line_and_leaves_with_status_1(folder: Path, what: str) -> None:
    old, new, said = MISTAKES[what]
    install_title(folder, old, new)
    done = command("run", "skirmish", "--auto", "--seed", "1", "--save", str(folder / "game.jsonl"))
    assert done.exit_code == 1, done.output
    *_, last = done.output.strip().splitlines()
    assert re.search(said, last), done.output
    assert "Traceback" not in done.output
    assert "Internal error" not in done.output


def test_debug_shows_the_traceback(folder: Path) -> None:
    install_title(folder, *MISTAKES["a procedure raises"][:2])
    for words in (["run", "skirmish", "--auto", "--debug"], ["--debug", "run", "skirmish", "--auto"]):
        done = command(*words)
        assert done.exit_code == 1
        assert "Traceback (most recent call last)" in done.output
        assert "{}['gone']" in done.output


def test_a_refusal_that_is_a_text_is_told(folder: Path) -> None:
    install_title(folder, 'return "3.1", f"{answer.unit} has already moved."', 'return "has moved"')
    game = new_game("skirmish", seed=1)
    for side in ("red", "blue"):
        game.apply("bid 1", side)
        game.apply("done", side)
    game.apply("move r1 B")
    said = r"phase 'red moves', the question .* \(.*line \d+\): it gives 'has moved' as the reason .*Return Refusal\("
    with pytest.raises(WargameError, match=said):
        game.apply("move r1 C")
    assert game.state.units["r1"].at == "B"


def test_a_game_goes_on_after_a_mistake_that_one_answer_meets(folder: Path) -> None:
    moved = '    s.move(answer.unit, answer.to, "3.0")'
    install_title(folder, moved, moved.replace("answer.to", '"D" if answer.unit == "r2" else "BD"'))
    game = new_game("skirmish", seed=1)
    for side in ("red", "blue"):
        game.apply("bid 1", side)
        game.apply("done", side)
    with pytest.raises(WargameError, match="has no space or box 'BD'"):
        game.apply("move r1 B")
    game.apply("move r2 B")
    assert game.state.units["r2"].at == "D"


# --- variants and bots -----------------------------------------------------------------------------------------------

HOUSE = """
from wargame.plugins import hookimpl

class Forgetful:
    @hookimpl(wrapper=True)
    def HOOK(self):
        found = yield

class Bot:
    def choose(self, game, side):
        RETURN

@hookimpl
def wargame_variants():
    return {"house": ("TITLE", Forgetful())}

@hookimpl
def wargame_bots():
    return {"nonsense": lambda seed: Bot()}
"""


def install_house(folder: Path, hook: str = "wargame_view", title: str = "skirmish", returned: str = "pass") -> None:
    source = HOUSE.replace("HOOK", hook).replace("TITLE", title).replace("RETURN", returned)
    install(folder, "stranger", {"skirmish": "stranger:title"}, stranger=SKIRMISH)
    install(folder, "house", {"house": "house"}, house=source)


@pytest.mark.parametrize("hook", ["title", "setup", "phases", "view"])
def test_a_variant_that_forgets_return_is_blamed_and_not_the_title(folder: Path, hook: str) -> None:
    install_house(folder, f"wargame_{hook}")
    said = rf"wargame_{hook} of Forgetful \(.*house\.py, line \d+\): it returns nothing\. A wrapper returns what it got"
    with pytest.raises(WargameError, match=said):
        new_game("skirmish", variants=["house"]).view("red")
    if hook != "view":
        done = command("run", "skirmish", "--auto", "--variant", "house", "--save", str(folder / "game.jsonl"))
        assert done.exit_code == 1
        assert re.search(said, done.output)


def test_a_variant_for_an_unknown_title_is_told(folder: Path) -> None:
    install_house(folder, title="skrmish")
    with pytest.raises(WargameError, match="Variant 'house' is for the title 'skrmish', which does not exist; there"):
        new_game("skirmish", variants=["house"])


@pytest.mark.parametrize(
    ("returned", "said"),
    [
        ("pass", r"answers None\. Return one of game\.decisions"),
        ("return 'fly r1'", r"answers 'fly r1', which is not legal\. Refused: 'fly r1' is not an action"),
        ("return 'bid 1'", "answers 'bid 1', which is not legal"),
        ("1 / 0", "ZeroDivisionError: division by zero"),
    ],
)
def test_a_bot_that_answers_nonsense_is_named(folder: Path, returned: str, said: str) -> None:
    install_house(folder, returned=returned)
    save = str(folder / "game.jsonl")
    done = command("run", "skirmish", "--side", "red=nonsense", "--side", "blue=random", "--seed", "1", "--save", save)
    assert done.exit_code == 1
    assert re.search(rf"the bot 'nonsense' of red \(.*house\.py, line \d+\): (it )?{said}", done.output), done.output


# --- data ------------------------------------------------------------------------------------------------------------


def test_a_cached_result_is_forgotten_when_the_turn_changes_by_itself() -> None:
    game = new_game("when_eagles_fight")
    made: list[int] = []

    def count() -> Any:
        made.append(game.state.turn)
        return game.state.turn

    assert [game.state.memo("turn", count), game.state.memo("turn", count)] == [1, 1]
    game.state.turn += 1
    assert game.state.memo("turn", count) == 2
    assert made == [1, 2]


OVERLAYS = [
    # title, file, the column with a name of something, or "" for a line that is there twice
    ("diplomacy", "setup.csv", "power"), ("diplomacy", "setup.csv", ""), ("diplomacy", "powers.csv", ""),
    ("diplomacy", "spaces.csv", "home"), ("diplomacy", "spaces.csv", ""), ("diplomacy", "edges.csv", "b"),
    ("grand_illusion", "units.csv", "side"), ("grand_illusion", "units.csv", ""),
    ("grand_illusion", "units.csv", "hex"), ("grand_illusion", "forts.csv", "side"),
    ("grand_illusion", "forts.csv", "hex"), ("grand_illusion", "spaces.csv", "start_control"),
    ("grand_illusion", "edges.csv", "a"), ("grand_illusion", "edges.csv", ""),
    ("paths_of_glory", "cards.csv", "side"), ("paths_of_glory", "cards.csv", ""),
    ("paths_of_glory", "nations.csv", "side"), ("paths_of_glory", "spaces.csv", "control"),
    ("paths_of_glory", "spaces.csv", ""), ("paths_of_glory", "units.csv", "nation"),
    ("paths_of_glory", "units.csv", ""), ("paths_of_glory", "setup.csv", "unit"),
    ("paths_of_glory", "setup.csv", "space"), ("paths_of_glory", "edges.csv", "a"),
    ("traces_of_war", "units.csv", "side"), ("traces_of_war", "units.csv", ""), ("traces_of_war", "hqs.csv", "side"),
    ("traces_of_war", "hqs.csv", ""), ("traces_of_war", "chits.csv", "side"), ("traces_of_war", "chits.csv", ""),
    ("traces_of_war", "setup.csv", "unit"), ("traces_of_war", "setup.csv", "hex"), ("traces_of_war", "setup.csv", ""),
    ("traces_of_war", "spaces.csv", "terrain"), ("traces_of_war", "edges.csv", "a"),
    ("when_eagles_fight", "units.csv", "nation"), ("when_eagles_fight", "units.csv", ""),
    ("when_eagles_fight", "spaces.csv", ""), ("when_eagles_fight", "edges.csv", ""),
    ("when_eagles_fight", "turns.csv", ""),
]  # fmt: skip


@pytest.mark.parametrize(("title", "file", "column"), OVERLAYS)
def test_data_of_a_person_that_name_nothing_or_something_twice_are_told_with_file_and_line(
    tmp_path: Path, title: str, file: str, column: str
) -> None:
    own = Path(str(importlib.import_module(f"wargame.games.{title}").__file__)).parent / "data" / file
    head, *rows = csv.reader(own.read_text(encoding="utf-8").splitlines())
    if column:
        place = head.index(column)
        line = next(number for number, row in enumerate(rows) if row[place])
        rows[line][place] = "nobody"
    else:
        line = len(rows)
        rows.append(rows[-1])
    with (tmp_path / file).open("w", encoding="utf-8", newline="") as written:
        csv.writer(written).writerows([head, *rows])
    done = command("run", title, "--auto", "--data", str(tmp_path))
    assert done.exit_code == 1
    wrong = rf"column '{column}' cannot be 'nobody'; there are: " if column else r".* is there already, in line "
    assert re.match(rf"\S+/{file}, line {line + 2}: {wrong}", done.output), done.output
    assert done.output.count("\n") == 1
