"""The conformance suite passes a sound title and catches broken ones."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import attrs
import pytest

from tests.core import skirmish
from tests.core.skirmish import Skirmish, State
from wargame.core.engine.actions import DONE, PASS, action
from wargame.core.engine.errors import DataError
from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Choose, Procedure, Refusal
from wargame.core.engine.sequence import Phase, Sequence
from wargame.core.title.picture import Cell, Link, Picture
from wargame.core.title.rulebook import load_rules
from wargame.core.title.title import NOBODY, OWNER, Option, Pile, Result, Scenario, Title
from wargame.plugins import hookimpl, testkit
from wargame.plugins.testkit import Failed, Invariant, TitleConformance, check_random_game
from wargame.plugins.testkit import __main__ as command
from wargame.plugins.testkit.random_game import CHECKS

HERE = "tests.plugins.test_testkit"
SKIRMISH = "tests.core.skirmish:Skirmish"


def crowded(state: State) -> str | None:
    return next((f"more than two in {space}" for space, units in state.at.items() if len(units) > 2), None)


def crowd(state: State) -> None:
    for unit in list(state.units):
        state.move(unit, "A")


class TestSkirmish(TitleConformance):
    title = SKIRMISH
    invariants = (Invariant("at most two in a space", crowded, crowd),)
    every = 1


def play(plugin: type[Skirmish], **given: Any) -> None:
    for seed in range(4):
        check_random_game(f"{HERE}:{plugin.__name__}", seed=seed, steps=60, every=1, **given)


# --- titles with one fault each ------------------------------------------------------------------------------------


class WithMove(Skirmish):
    """Skirmish with another procedure for moving."""

    actions: tuple[type[Any], ...] = (skirmish.Move, skirmish.Bid)
    state: type[State] = State

    @hookimpl
    def wargame_title(self, overlay: Any) -> Title:
        sound: Title = super().wargame_title(overlay)
        return Title(
            id="skirmish",
            name="Skirmish",
            version="1",
            sides=sound.sides,
            scenarios=(Scenario("basic", "Basic"),),
            state=self.state,
            actions=self.actions,
            options=(Option("last_turn", 3, "the last turn"),),
            board=sound.board,
            counters=sound.counters,
        )

    @hookimpl
    def wargame_setup(self, title: Title, scenario: str, options: Mapping[str, Any]) -> State:
        state = self.state(title=title, piles={"deck": ("ace", "king"), "hand:red": (), "hand:blue": ()})
        state.place("r1", "A")
        state.place("b1", "E")
        return state

    @hookimpl
    def wargame_phases(self, state: State) -> Sequence:
        return Sequence("turn", Phase("moves", self.moves), Phase("end of turn", skirmish.end_of_turn), repeat=True)

    def moves(self, s: Any) -> Procedure[None]:
        yield Choose("red", [DONE], "Done?")


class Sound(WithMove):
    pass


class DeadEnd(WithMove):
    def moves(self, s: Any) -> Procedure[None]:
        yield offer("red", [], {skirmish.Move: lambda move: Refusal("2.0", "Nobody moves.")}, "Which?", "2.0")


@action("go {unit} {to}")
class Unlisted:
    unit: str
    to: str


class UnreadNotation(WithMove):
    def moves(self, s: Any) -> Procedure[None]:
        yield Choose("red", [skirmish.Move("r 1", "B")], "Which?")


class Endless(WithMove):
    @hookimpl
    def wargame_victory(self, state: State) -> Result | None:
        return None


class Forgetful(WithMove):
    """Keeps something outside the state, so an answer does not do the same twice."""

    count = 0

    def moves(self, s: Any) -> Procedure[None]:
        yield Choose("red", [DONE], "Done?")
        type(self).count += 1
        s.tracks["count"] = self.count


@attrs.define(eq=False)
class ListState(State):
    orders: list[str] = attrs.field(factory=list)


class WithList(WithMove):
    state = ListState


@attrs.define(eq=False)
class LosingState(State):
    secret: int = attrs.field(default=0, metadata={"transient": True})


class Losing(WithMove):
    """Forgets to save a field on which the rules depend."""

    state = LosingState

    def moves(self, s: Any) -> Procedure[None]:
        answers = [skirmish.Bid(n) for n in range(1, 3 + s.secret)]
        yield Choose("red", answers, "Bid?")
        s.secret += 1


class BadIndex(WithMove):
    def moves(self, s: Any) -> Procedure[None]:
        yield Choose("red", [DONE], "Done?")
        s.at["B"] = ("r1",)


class Crowding(WithMove):
    def moves(self, s: Any) -> Procedure[None]:
        yield Choose("red", [DONE], "Done?")
        s.move("b1", "A")


class Peeking(WithMove):
    """Shows a side the other's hand."""

    @hookimpl
    def wargame_view(self, state: State, side: str | None) -> dict[str, Any]:
        return {"enemy": state.pile("hand:blue")}

    @hookimpl
    def wargame_redraw(self, state: State, side: str, source: Any) -> bool:
        state.piles["hand:blue"] = ("ace" if source.pick(1) == 0 else "",)
        return True


class Redrawing(WithMove):
    """Deals blue's card anew; what it shows red is for the subclasses."""

    @hookimpl
    def wargame_setup(self, title: Title, scenario: str, options: Mapping[str, Any]) -> State:
        state = super().wargame_setup(title, scenario, options)
        state.tracks["secret"] = 0
        return state

    @hookimpl
    def wargame_view(self, state: State, side: str | None) -> dict[str, Any]:
        return {}

    @hookimpl
    def wargame_redraw(self, state: State, side: str, source: Any) -> bool:
        state.tracks["secret"] = 1 + source.pick(1000)
        return True


class PeekingPicture(Redrawing):
    @hookimpl
    def wargame_picture(self, state: State, side: str | None) -> Picture:
        return Picture("network", (Cell("A", 0, 0, label=str(state.tracks["secret"])),))


class Telling(Redrawing):
    """Tells red something about the secret when it answers."""

    def moves(self, s: Any) -> Procedure[None]:
        yield Choose("red", [DONE], "Done?")
        s.note("the secret is {n}", n=s.tracks["secret"])


class Revealing(Redrawing):
    """Tells it too, but as something revealed: that is in order."""

    def moves(self, s: Any) -> Procedure[None]:
        yield Choose("red", [DONE], "Done?")
        s.note("the secret is {n}", reveals=True, n=s.tracks["secret"])


class Undeclared(WithMove):
    """Has piles, and nobody says who may see them."""

    piles: Mapping[str, Pile] = {}
    wargame_view: Any = None
    wargame_redraw: Any = None

    @hookimpl
    def wargame_title(self, overlay: Any) -> Title:
        return attrs.evolve(super().wargame_title(overlay), piles=self.piles)

    @hookimpl
    def wargame_setup(self, title: Title, scenario: str, options: Mapping[str, Any]) -> State:
        state = super().wargame_setup(title, scenario, options)
        state.piles |= {"deck": ("king", "queen", "ten"), "hand:blue": ("ace",)}
        return state


class Declared(Undeclared):
    piles: Mapping[str, Pile] = {"deck": Pile(NOBODY), "hand:": Pile(OWNER)}


class PeekingPile(Declared):
    """Declares the hand hidden and shows it all the same."""

    @hookimpl
    def wargame_picture(self, state: State, side: str | None) -> Picture:
        return Picture("network", (Cell("A", 0, 0, label=" ".join(state.pile("hand:blue"))),))


class Partial(Undeclared):
    piles: Mapping[str, Pile] = {"hand:": Pile(OWNER)}


class StrayPicture(WithMove):
    @hookimpl
    def wargame_picture(self, state: State, side: str | None) -> Picture:
        return Picture("network", (Cell("A", 0, 0),), (Link("A", "X"),))


class Hashing(WithMove):
    """Offers actions in the order of a set of texts, which changes from process to process."""

    def moves(self, s: Any) -> Procedure[None]:
        yield Choose("red", [skirmish.Move(u, "B") for u in {f"r{n}" for n in range(20)}], "Which?")


def test_the_sound_title_on_which_the_broken_ones_are_built_passes() -> None:
    play(Sound, finish=True)
    play(Revealing, finish=True)
    play(Declared, finish=True)


@pytest.mark.parametrize(
    ("picture", "fault"),
    [
        (None, None),
        (Picture("network", (Cell("A", 0, 0), Cell("B", 1, 0)), (Link("A", "B"),), regions={"all": ("A", "B")}), None),
        (Picture("network", (Cell("A", 0, 0), Cell("A", 1, 0))), "the cell A is there twice"),
        (Picture("hexes", (Cell("A", 0, 0),), regions={"west": ("A", "Z")}), "the region west has Z, which is no cell"),
    ],
)
def test_what_is_wrong_with_a_picture(picture: Picture | None, fault: str | None) -> None:
    assert testkit.picture_fault(picture) == fault


@pytest.mark.parametrize(
    ("plugin", "said"),
    [
        (DeadEnd, r"seed 0: .*the question 'Which\?' \(rule 2\.0\) to red .*: it has no legal answer"),
        (UnreadNotation, "'move r 1 B' is offered as .* but is read as None"),
        (Endless, "not over after 60 answers"),
        (Forgetful, "given again does something else in: state"),
        (WithList, "field 'orders' holds a list"),
        (Losing, "made from its position differs in: offered"),
        (BadIndex, "the index has r1 at B"),
        (PeekingPicture, "the picture for red depends on what it may not know"),
        (Telling, "what red is told about 'done' depends on what it may not know"),
        (Undeclared, r"who may see the pile 'deck'\? Declare it in Title.piles, or hook wargame_view"),
        (Partial, "who may see the pile 'deck'"),
        (PeekingPile, "the picture for red depends on what it may not know"),
        (StrayPicture, "the picture for all: the link A-X has X, which is no cell"),
        (Peeking, "the view of red depends on what it may not know, in: state, enemy"),
    ],
)
def test_a_broken_title_is_caught(plugin: type[Skirmish], said: str) -> None:
    with pytest.raises(Failed, match=said):
        play(plugin, finish=True)


def test_a_broken_invariant_is_caught() -> None:
    together = Invariant("apart", lambda s: "both in A" if len(s.units_at("A")) > 1 else None, crowd)
    with pytest.raises(Failed, match=r"answer 1, .*invariant 'apart': both in A"):
        play(Crowding, invariants=(together,))


def test_an_order_that_depends_on_the_hash_seed_is_caught() -> None:
    with pytest.raises(Failed, match=r"replayed with PYTHONHASHSEED=\d, it differs after answer 0"):
        testkit.check_other_processes(f"{HERE}:Hashing", steps=3)


def test_an_invariant_that_cannot_fire_is_caught() -> None:
    with pytest.raises(Failed, match="'nothing' cannot fire"):
        testkit.check_invariant_fires(SKIRMISH, Invariant("nothing", lambda s: None, crowd))
    with pytest.raises(Failed, match="'never' does not hold at the start: no"):
        testkit.check_invariant_fires(SKIRMISH, Invariant("never", lambda s: "no", crowd))


# --- illegal answers -----------------------------------------------------------------------------------------------


class Crashing(WithMove):
    def moves(self, s: Any) -> Procedure[None]:
        def why_not(move: Any) -> Refusal | None:
            return None if s.counter(move.unit).side == "red" and move.to == "B" else Refusal("2.1", "Not there.")

        yield offer("red", [skirmish.Move("r1", "B")], {skirmish.Move: why_not}, "Which?", "2.0")


class Unlisting(WithMove):
    """Allows more than it lists."""

    complete = True

    def moves(self, s: Any) -> Procedure[None]:
        def why_not(bid: Any) -> Refusal | None:
            return None if 0 < bid.points < 100 else Refusal("1.0", "From 1 to 99 points.")

        yield offer("red", [skirmish.Bid(1)], {skirmish.Bid: why_not}, "Bid?", "1.0", complete=self.complete)


class Overlisting(WithMove):
    """Lists as checked what its predicate refuses."""

    def moves(self, s: Any) -> Procedure[None]:
        def why_not(bid: Any) -> Refusal | None:
            return None if bid.points == 1 else Refusal("1.0", "One point.")

        bids = [skirmish.Bid(1), skirmish.Bid(2)]
        yield offer("red", bids, {skirmish.Bid: why_not}, "Bid?", "1.0", all_legal=True)


class SaysSo(Unlisting):
    complete = False


class NoReason(WithMove):
    def moves(self, s: Any) -> Procedure[None]:
        yield Choose("red", [DONE], "Done?")


class Writing(WithMove):
    def moves(self, s: Any) -> Procedure[None]:
        def why_not(bid: Any) -> Refusal | None:
            s.tracks["asked"] = s.tracks.get("asked", 0) + 1
            return None if bid.points == 1 else Refusal("1.0", "One point.")

        yield offer("red", [skirmish.Bid(1)], {skirmish.Bid: why_not}, "Bid?", "1.0")


class Breaking(WithMove):
    """Takes an answer that it cannot carry out."""

    def moves(self, s: Any) -> Procedure[None]:
        move = yield offer("red", [skirmish.Move("b1", "D")], self.why_not, "Which?", "2.0", complete=False)
        s.move(move.unit, move.to)

    def why_not(self, answer: Any) -> Refusal | None:
        return None if isinstance(answer, skirmish.Move) else Refusal("2.0", "Move a unit.")


@pytest.mark.parametrize(
    ("plugin", "said"),
    [
        (Crashing, r"red is asked 'Which\?': Move\(unit='.*', to='.*'\) raises KeyError"),
        (Unlisting, r"Bid\(points=\d+\) is accepted but not listed"),
        (Overlisting, r"Bid\(points=2\) is listed but refused"),
        (NoReason, r"\w+\(.*\) is refused without a rule or a reason: "),
        (Writing, r"Bid\(.*\) changed the state"),
        (Breaking, r"Move\(.*\) raises KeyError"),
    ],
)
def test_answers_that_are_judged_wrongly_are_caught(plugin: type[Skirmish], said: str) -> None:
    with pytest.raises(Failed, match=said):
        testkit.check_illegal_answers(f"{HERE}:{plugin.__name__}", answers=2000)


def test_a_sound_title_refuses_what_is_illegal() -> None:
    report = testkit.check_illegal_answers(f"{HERE}:SaysSo", answers=3000)
    assert report.thrown >= 3000
    assert 0 < report.accepted < report.thrown
    assert not report.generic
    assert testkit.check_illegal_answers(SKIRMISH, "basic", answers=2000).generic  # Choose has no reasons of its own


def test_the_command_lists_each_kind_of_fault_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["illegal", f"{HERE}:Crashing", "--answers", "2000"]) == 1
    *lines, last = capsys.readouterr().out.splitlines()
    assert len([line for line in lines if "raises KeyError" in line]) == 1
    assert last.startswith(f"{HERE}:Crashing: 20")
    assert command.main(["illegal", f"{HERE}:SaysSo", "--answers", "500"]) == 0


# --- recorded games ------------------------------------------------------------------------------------------------


class Recorded(Skirmish):
    """Two titles in one: what the second is like, the tests say."""

    note_rule = "5.0"
    answers: tuple[Any, ...] = (DONE,)

    @hookimpl
    def wargame_phases(self, state: State) -> Sequence:
        def more(s: State) -> Procedure[None]:
            yield Choose("red", self.answers, "Done?", "5.0")
            s.note("it is done", self.note_rule)

        return Sequence("game", Phase("more", more), *super().wargame_phases(state).steps)


def test_recorded_games_are_compared_answer_by_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    title = f"{HERE}:Recorded"
    assert command.main(["record", title, "--games", "4", "--out", str(tmp_path)]) == 0
    names = sorted(path.name for path in tmp_path.iterdir())
    assert [name.split("-")[1] for name in names] == ["basic", "basic", "long", "long"]
    assert command.main(["compare", str(tmp_path)]) == 0
    assert "4 of 4 games are as recorded" in capsys.readouterr().out
    monkeypatch.setattr(Recorded, "note_rule", "5.1")
    assert command.main(["compare", str(tmp_path)]) == 1
    assert f"{names[0]}, answer 1 (red done): event 1 was ['5.0', {{}}] and is ['5.1', {{}}]" in capsys.readouterr().out
    monkeypatch.setattr(Recorded, "answers", (PASS,))
    assert command.main(["compare", str(tmp_path)]) == 1
    assert "answer 1 (red done): Refused (5.0)" in capsys.readouterr().out


def test_comparing_nothing_is_no_success(tmp_path: Path) -> None:
    assert command.main(["compare", str(tmp_path)]) == 1


# --- rule markers ----------------------------------------------------------------------------------------------------

RULES = '["1.1"]\ntitle = "One"\ngist = "A thing."\n["1.2"]\ntitle = "Two"\ngist = "Another."\n'
TESTS = """
import pytest

@pytest.mark.rule("1.1")
def test_one(): ...

class TestMore:
    @pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.rule("1.2")), 2])
    @pytest.mark.rule("1.1")
    def test_two(self, n): ...

def test_three(): ...
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "games/toy").mkdir(parents=True)
    (tmp_path / "tests/games/toy").mkdir(parents=True)
    (tmp_path / "games/toy/rules.toml").write_text(RULES)
    (tmp_path / "tests/games/toy/test_toy.py").write_text(TESTS)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_index_lists_the_tests_of_each_rule(project: Path) -> None:
    assert command.main(["index", "toy", "--check"]) == 1
    assert command.main(["index", "toy"]) == 0
    assert command.main(["index", "toy", "--check"]) == 0
    rules = load_rules(project / "games/toy")
    assert rules["1.1"].tests == ("test_toy.py::test_one", "test_toy.py::TestMore::test_two")
    assert rules["1.2"].tests == ("test_toy.py::TestMore::test_two",)


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ('["1.1"]\ngist = "A thing."\n', r"test_two is marked with rule 1\.2, which .*rules\.toml does not have"),
        (RULES.replace("Another.", ""), r"rule 1\.2: it has no gist"),
        (RULES + 'reading = "So."\n', r"rule 1\.2 has a reading but does not say why"),
        (RULES + 'reading = "So."\nwhy = "X"\ntest = "test_toy.py::test_gone"\n', "test_gone, which is no marked test"),
    ],
)
def test_rules_and_markers_that_do_not_fit_are_named(
    project: Path, capsys: pytest.CaptureFixture[str], rules: str, said: str
) -> None:
    (project / "games/toy/rules.toml").write_text(rules)
    with pytest.raises((Failed, DataError), match=said):
        testkit.check_rule_markers("toy")
    assert command.main(["index", "toy"]) == 1
    assert "rule" in capsys.readouterr().err


def test_the_command_tells_which_checks_were_made_and_why_others_were_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["checks", SKIRMISH, "--answers", "60"]) == 0
    told = dict(line.split(": ", 1) for line in capsys.readouterr().out.splitlines())
    assert set(told) >= {*CHECKS, "replay in other processes", "illegal answers", "rules"}
    assert re.fullmatch(r"[1-9]\d* times", told["undo"])
    assert told["owners of piles"] == "not made, wargame_view decides who sees what, or there is no pile"
    assert told["rules"] == "not checked, there is no rules.toml"


def test_the_command_says_how_it_is_used(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["index"]) == 2
    assert "usage" in capsys.readouterr().err
