"""The sequence of play: order, repetition, skipping, nesting, scheduled steps."""

from __future__ import annotations

from typing import Any

import pytest

from wargame.core.engine.actions import DONE
from wargame.core.engine.errors import WargameError
from wargame.core.engine.questions import Procedure
from wargame.core.engine.sequence import Phase, Sequence, due, find, first, following, from_turn
from wargame.core.engine.state import State
from wargame.core.title.title import Result

from .support import ask, phases


def nothing(s: State) -> Procedure[None]:
    yield from ()


def phase(name: str, **given: Any) -> Phase:
    return Phase(name, nothing, **given)


def walk(sequence: Sequence, state: State | None = None, most: int = 30) -> str:
    """The names of the phases in the order played; `!` in a name ends the turn, `+` adds one to a track."""
    state = state or State()
    played: list[str] = []
    agenda = first(sequence, state)
    while agenda and len(played) < most:
        state.agenda = agenda
        here = find(sequence, agenda)
        assert here is not None
        played.append(here.name)
        state.turn += "!" in here.name
        state.tracks["n"] = state.tracks.get("n", 0) + ("+" in here.name)
        agenda = following(sequence, state)
    return " ".join(played)


def test_steps_come_in_order() -> None:
    assert walk(Sequence("turn", phase("a"), phase("b"), phase("c"))) == "a b c"


def test_a_sequence_repeats_until_the_game_ends() -> None:
    assert walk(Sequence("turn", phase("a"), phase("b"), repeat=True), most=5) == "a b a b a"


def test_rounds_by_number_and_by_a_function_of_the_state() -> None:
    assert walk(Sequence("x", phase("a"), Sequence("rounds", phase("b"), phase("c"), times=2))) == "a b c b c"
    times = Sequence("x", phase("a+"), times=lambda s: 2 + (s.tracks["n"] > 1))
    assert walk(times) == "a+ a+ a+"


def test_rounds_until_something_is_true_but_at_least_one() -> None:
    assert walk(Sequence("x", phase("a+"), until=lambda s: s.tracks["n"] >= 3)) == "a+ a+ a+"
    assert walk(Sequence("x", phase("a"), until=lambda s: True)) == "a"


def test_steps_and_whole_sequences_are_skipped() -> None:
    inner = Sequence("inner", phase("b"), when=lambda s: s.turn == 2)
    assert walk(Sequence("x", phase("a"), inner, phase("c!"), times=3)) == "a c! a b c! a c!"
    assert walk(Sequence("x", phase("a", when=lambda s: False), phase("b"))) == "b"


def test_an_inner_sequence_of_skipped_phases_is_passed_over() -> None:
    inner = Sequence("inner", phase("b", when=lambda s: False))
    assert walk(Sequence("x", phase("a"), inner, phase("c"))) == "a c"


def test_sequences_nest() -> None:
    innermost = Sequence("3", phase("c"), times=2)
    assert walk(Sequence("1", phase("a"), Sequence("2", phase("b"), innermost, times=2))) == "a b c c b c c"


def test_phases_from_a_turn_on_and_scheduled_ones() -> None:
    state = State()
    state.schedule("peace", 3)
    state.schedule("peace", 2)
    sequence = Sequence("x", phase("a", when=from_turn(3)), phase("peace", when=due("peace")), phase("end!"), times=4)
    assert walk(sequence, state) == "end! peace end! a peace end! a end!"


def test_a_sequence_of_nothing_is_over() -> None:
    assert walk(Sequence("x", phase("a", when=lambda s: False), times=3)) == ""


def test_a_sequence_that_repeats_nothing_for_ever_is_named() -> None:
    with pytest.raises(WargameError, match="Sequence 'x' never ends: none of its phases is ever played"):
        walk(Sequence("x", phase("a", when=lambda s: False), repeat=True))


# --- changed by a variant ------------------------------------------------------------------------------------------


def turn() -> Sequence:
    fights = Sequence("fights", phase("b"), phase("c"), times=2)
    return Sequence("turn", phase("a"), Sequence("round", fights, phase("d")), phase("e"))


def test_a_phase_is_replaced_at_any_depth_and_the_rounds_stay() -> None:
    assert walk(turn().replace("b", phase("x"), phase("y"))) == "a x y c x y c d e"
    assert walk(turn().replace("fights", phase("x"))) == "a x d e"


def test_phases_are_inserted_before_and_after_another() -> None:
    assert walk(turn().insert_before("d", phase("x"))) == "a b c b c x d e"
    assert walk(turn().insert_after("b", phase("x"))) == "a b x c b x c d e"


def test_a_phase_is_dropped_and_a_sequence_left_empty_with_it() -> None:
    assert walk(turn().drop("b")) == "a c c d e"
    assert turn().drop("b").drop("c").names() == ("a", "round", "d", "e")


def test_a_change_leaves_the_sequence_itself_and_its_conditions_alone() -> None:
    never = Sequence("never", phase("b"), phase("c"), when=lambda s: False)
    whole = Sequence("x", phase("a+"), never, until=lambda s: s.tracks["n"] >= 2)
    assert walk(whole.drop("b")) == "a+ a+"
    assert whole.names() == ("a+", "never", "b", "c")


def test_several_steps_of_one_name_are_changed_together() -> None:
    assert walk(Sequence("x", phase("a"), phase("b"), phase("a")).insert_after("a", phase("c"))) == "a c b a c"


@pytest.mark.parametrize("method", ["replace", "insert_before", "insert_after", "drop"])
def test_a_name_that_no_step_has_is_told_with_those_there_are(method: str) -> None:
    with pytest.raises(WargameError, match="Sequence 'turn' has no step 'z'; it has: a, round, fights, b, c, d, e"):
        getattr(turn(), method)("z")


# --- as a game runs it ---------------------------------------------------------------------------------------------


def red(s: State, side: str = "red") -> Procedure[Any]:
    return ask(side)


def test_a_repeated_phase_ends_with_done() -> None:
    game = phases(Phase("a", red, repeat=True), Phase("b", red, side="blue"))
    for answer, expected in [("pass", "red"), ("pass", "red"), ("done", "blue")]:
        game.apply(answer)
        assert game.decision is not None
        assert game.decision.side == expected
    game.apply("pass")
    assert game.result == Result((), "", "the sequence of play is over")


def test_a_phase_that_asks_nothing_may_be_a_plain_function() -> None:
    def end_of_turn(s: State) -> None:
        s.turn += 1

    def enough(s: State) -> Any:
        s.score("rounds", 1)
        return DONE if s.tracks["rounds"] == 3 else None

    game = phases(Phase("end of turn", end_of_turn), Phase("rounds", enough, repeat=True), Phase("b", red))
    assert (game.state.turn, game.state.tracks["rounds"], game.state.phase) == (2, 3, "b")
    game.apply("done")
    game.undo()
    assert (game.state.turn, game.state.tracks["rounds"]) == (2, 3)


def test_the_side_of_a_phase_may_depend_on_the_state() -> None:
    game = phases(Phase("a", red, side=lambda s: "blue" if s.turn == 1 else "red"))
    assert list(game.decisions) == ["blue"]
    assert game.state.phase == "a"


def test_phases_that_never_ask_are_a_rule_that_never_ends() -> None:
    with pytest.raises(WargameError, match="Phase 'a' of T never ends"):
        phases(Sequence("turn", phase("a"), repeat=True))


def test_a_phase_is_the_turn_of_its_side_even_if_the_other_is_asked_first() -> None:
    march = Phase("march", lambda s, side: ask("red"), side="red")
    battle = Phase("battle", lambda s, side: ask("blue"), side="red")
    game = phases(march, battle, Phase("reply", lambda s, side: ask("blue"), side="blue"))
    turns = []
    while game.decision is not None and len(turns) < 3:
        turns.append((game.decision.side, game.turns))
        game.apply(DONE)
    assert turns == [("red", 1), ("blue", 1), ("blue", 2)]
