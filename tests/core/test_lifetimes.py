"""What lasts a phase, a turn or a round of a sequence, and the small words that every wargame needs."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from wargame.core.engine.errors import WargameError
from wargame.core.engine.game import Game
from wargame.core.engine.questions import Procedure
from wargame.core.engine.sequence import Phase, Sequence
from wargame.core.engine.state import PHASE, TURN, lasting
from wargame.core.engine.state import State as KernelState
from wargame.core.title.title import NOBODY, Pile, Scenario, Title, Track

from .skirmish import BOARD, COUNTERS, Counter
from .support import GivenRules, ask


@attrs.frozen
class Data:
    victory: int = 7


@attrs.define(eq=False)
class State(KernelState[Data, Counter]):
    fought: frozenset[str] = lasting(PHASE)
    flown: tuple[str, ...] = lasting(TURN, ())
    spent: dict[str, int] = lasting("rounds", factory=dict)
    told: tuple[str, ...] = ()


def title(**given: Any) -> Title:
    return Title(
        "t",
        "T",
        "1",
        ("red", "blue"),
        (Scenario("s", "S"),),
        State,
        board=BOARD,
        counters=COUNTERS,
        data=Data(),
        **given,
    )


class Rules(GivenRules):
    def setup(self, scenario: str, options: dict[str, Any]) -> State:
        state = State(title=title())
        state.place("r1", "A")
        return state


def game(*steps: Phase | Sequence, **given: Any) -> Game:
    rules: Any = Rules(Sequence("game", *steps, repeat=True))
    return Game(title(marks={"moved": PHASE, "dug in": TURN, "tired": "rounds"}, **given), rules)


def use(s: State) -> Procedure[Any]:
    """One question, after which everything with a lifetime is used."""
    answer = yield from ask("red")
    s.fought |= {"r1"}
    s.flown = (*s.flown, "wing")
    s.spent["r1"] = s.spent.get("r1", 0) + 1
    s.mark("r1", "moved", "dug in", "tired", "lost")
    return answer


def marks(game: Game) -> set[str]:
    return set(game.state.units["r1"].marks)


def test_what_lasts_a_phase_is_kept_while_it_repeats() -> None:
    one = game(Phase("a", use, repeat=True), Phase("b", lambda s: ask("blue")))
    one.apply("pass")
    state: Any = one.state
    assert state.fought == {"r1"}
    assert "moved" in marks(one)
    one.apply("done")
    state = one.state
    assert state.fought == frozenset()
    assert state.flown == ("wing", "wing")
    assert marks(one) == {"dug in", "tired", "lost"}
    one.undo()
    state = one.state
    assert (state.fought, state.flown) == ({"r1"}, ("wing",))


def test_what_lasts_a_round_of_a_sequence_ends_with_that_round() -> None:
    rounds = Sequence("rounds", Phase("a", use), Phase("b", use), times=2)
    one = game(rounds, Phase("c", lambda s: ask("red")))
    spent = []
    for _ in range(4):
        one.apply("pass")
        state: Any = one.state
        spent.append((dict(state.spent), "tired" in marks(one)))
    assert spent == [({"r1": 1}, True), ({}, False), ({"r1": 1}, True), ({}, False)]
    assert state.flown == ("wing",) * 4


def test_a_round_is_over_too_when_the_sequence_around_it_goes_on() -> None:
    inner = Sequence("rounds", Phase("a", use))
    one = game(Sequence("outer", inner, Phase("b", lambda s: ask("red"))))
    one.apply("pass")
    state: Any = one.state
    assert state.spent == {}


def test_what_lasts_a_turn_ends_with_the_turn() -> None:
    one = game(Phase("a", use), Phase("end of turn", lambda s: s.next_turn()), Phase("b", lambda s: ask("red")))
    one.apply("pass")
    state: Any = one.state
    assert (state.turn, state.flown) == (2, ())
    assert marks(one) == {"tired", "lost"}


def test_what_was_worked_out_in_a_turn_is_not_kept_in_the_next() -> None:
    state = State(title=title())
    assert state.memo("turn", lambda: state.turn) == 1
    state.turn += 1
    assert state.memo("turn", lambda: state.turn) == 2
    copy = state.copy()
    copy.turn += 1
    assert copy.memo("turn", lambda: copy.turn) == 3
    assert state.memo("turn", lambda: 99) == 2


def test_a_track_has_ends() -> None:
    state = State(title=title(tracks={"vp": Track(0, 20), "rp": Track(low=0)}))
    assert state.score("vp", 30) == 20
    assert state.score("vp", -30) == 0
    assert state.score("vp", 9, high=5) == 5
    assert state.score("rp", 100) == 100
    assert state.score("rp", -101) == 0
    assert state.score("other", -3) == -3


def test_who_stands_where() -> None:
    state = State(title=title(boxes=("pool",)))
    state.place("r1", "A")
    state.place("r2", "pool")
    state.place("b1", "C")
    assert [state.on_map(u) for u in ("r1", "r2", "b1", "b2")] == [True, False, True, False]
    assert state.units_on_map("red") == ("r1",)
    assert [state.holder(x) for x in "ABC"] == ["red", "", "blue"]
    assert BOARD.members(state.occupied("red")) == ["A"]
    state.move("r1", "B")
    state.move("r2", "A")
    assert sorted(BOARD.members(state.occupied("red"))) == ["A", "B"]
    assert set(state.units_on_map("red")) == {"r1", "r2"}
    assert title().enemy("red") == "blue"
    assert title().enemy("blue") == "red"


def test_both_sides_occupy_a_space_that_they_share() -> None:
    state = State(title=title())
    state.place("r1", "A")
    state.place("b1", "A")
    assert BOARD.members(state.occupied("red")) == ["A"]
    assert BOARD.members(state.occupied("blue")) == ["A"]


def test_data_and_counters_have_the_types_of_the_title() -> None:
    state = State(title=title())
    assert state.data.victory == 7
    assert state.counter("r1").side == "red"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"boxes": ("A",)}, "'A' is a space of the map and cannot be a box"),
        ({"piles": {"deck": Pile("green")}}, "the pile 'deck' is seen by 'green', which is no side"),
    ],
)
def test_declarations_that_cannot_be_are_refused(given: Any, said: str) -> None:
    with pytest.raises(WargameError, match=said):
        title(**given)
    assert title(piles={"deck": Pile(NOBODY)}).notation.parse("done")
