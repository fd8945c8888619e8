"""The state: its verbs, its index, its copies, and that it is saved and read back."""

from __future__ import annotations

import json
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wargame.core.engine.convert import digest, state_from_data, state_to_data
from wargame.core.engine.state import State, Unit
from wargame.core.title.title import Result
from wargame.plugins.testkit import INDEX


@attrs.frozen
class Order:
    unit: str
    to: tuple[str, ...] = ()
    support: bool = False


@attrs.define(eq=False)
class Mine(State):
    orders: dict[str, Order] = attrs.field(factory=dict)
    seen: frozenset[str] = frozenset()
    last: Order | None = None
    levels: dict[int, str] = attrs.field(factory=dict)


def two() -> State:
    state = State()
    state.place("a", "X", steps=2)
    state.place("b", "X")
    return state


def told(state: State) -> tuple[str, str]:
    return state.log[-1].text, state.log[-1].rule


def test_a_title_without_its_own_dates_counts_turns() -> None:
    assert State(turn=3).date() == "Turn 3"


def test_a_long_list_of_names_is_cut_short() -> None:
    assert State().listed("abcd") == State().listed("abcd", most=4) == "a, b, c, d"
    assert State().listed("abcd", most=3) == "a, b, c and 1 more"


def test_place() -> None:
    state = State()
    state.place("a", "X", rule="4.1", marks=["fresh"])
    assert state.units["a"] == Unit("a", "X", 1, frozenset({"fresh"}))
    assert told(state) == ("a enters at X", "4.1")


def test_move() -> None:
    state = two()
    state.move("a", "Y", "5.1")
    assert (state.units["a"].at, state.units_at("X"), state.units_at("Y")) == ("Y", ("b",), ("a",))
    assert state.units["a"].steps == 2
    assert told(state) == ("a: X - Y", "5.1")


def test_a_space_that_all_leave_is_no_longer_in_the_index() -> None:
    state = two()
    state.move("a", "Y")
    state.move("b", "Y")
    assert state.at == {"Y": ("a", "b")}


def test_reduce_and_restore() -> None:
    state = two()
    state.reduce("a", "6.1")
    assert state.units["a"].steps == 1
    state.restore("a")
    state.reduce("a", "6.1")
    assert told(state) == ("a at X is reduced", "6.1")
    state.restore("a", "6.2", steps=3)
    assert state.units["a"].steps == 4
    assert told(state) == ("a at X is restored", "6.2")


def test_eliminate_for_good_and_to_a_box() -> None:
    state = two()
    state.eliminate("a", "6.3")
    assert "a" not in state.units
    assert told(state) == ("a at X is eliminated", "6.3")
    state.eliminate("b", box="lost")
    assert state.units["b"] == Unit("b", "lost", 0)
    assert state.at == {"lost": ("b",)}


def test_a_unit_comes_back_from_a_box() -> None:
    state = two()
    state.eliminate("b", box="lost")
    state.place("b", "Y", steps=2)
    assert state.at == {"X": ("a",), "Y": ("b",)}
    assert state.units["b"] == Unit("b", "Y", 2)


def test_marks_stay_with_a_unit_until_taken_off() -> None:
    state = two()
    state.mark("a", "moved", "tired")
    state.move("a", "Y")
    assert state.marked("a", "moved")
    state.unmark("a", "moved")
    assert state.units["a"].marks == {"tired"}


def test_control_is_told_only_when_it_changes() -> None:
    state = State()
    state.control_by("X", "red", "8.1")
    state.control_by("X", "red", "8.1")
    assert state.control == {"X": "red"}
    assert [e.text for e in state.log] == ["red controls X"]


def test_a_track_ends_at_its_ends() -> None:
    state = State()
    assert state.score("vp", 7, high=5) == 5
    assert state.score("vp", -9, low=0) == 0
    assert state.score("vp", 3, "9.1") == 3
    assert told(state) == ("vp: +3, now 3", "9.1")
    assert state.score("vp", 2) == state.tracks["vp"] == 5


def test_a_card_goes_from_pile_to_pile_and_piles_are_sorted() -> None:
    state = State(piles={"deck": ("a", "b", "b"), "hand": ("c",)})
    state.transfer("b", "deck", "hand")
    assert state.piles == {"deck": ("a", "b"), "hand": ("b", "c")}
    state.transfer("a", "deck", "discard")
    assert state.pile("discard") == ("a",)
    assert state.pile("nothing") == ()
    with pytest.raises(ValueError, match="not in list"):
        state.transfer("z", "deck", "hand")


def test_steps_are_scheduled_for_turns() -> None:
    state = State()
    state.schedule("peace", 5)
    state.schedule("peace", 3)
    assert state.scheduled == {"peace": (3, 5)}


def test_an_event_is_seen_by_whom_it_is_for() -> None:
    state = State()
    state.note("{n} cards", "2.0", to=("red",), n=3)
    event = state.log[0]
    assert event.as_dict() == {"text": "3 cards", "rule": "2.0", "fields": {"n": 3}}
    assert [event.seen_by(side) for side in ("red", "blue", None)] == [True, False, True]


@pytest.mark.parametrize(
    "change",
    [
        lambda s: s.move("a", "Y"),
        lambda s: s.reduce("a"),
        lambda s: s.restore("a"),
        lambda s: s.eliminate("a"),
        lambda s: s.place("c", "Y"),
        lambda s: s.mark("a", "m"),
        lambda s: s.unmark("a", "m"),
        lambda s: s.control_by("X", "red"),
        lambda s: s.changed(),
    ],
)
def test_what_was_worked_out_is_forgotten_when_something_changes(change: Any) -> None:
    state = two()
    assert state.memo("k", lambda: 1) == 1
    assert state.memo("k", lambda: 2) == 1
    copy = state.copy()
    change(state)
    assert state.memo("k", lambda: 3) == 3
    assert copy.memo("k", lambda: 4) == 1


def test_a_copy_does_not_see_what_was_worked_out_after_a_change() -> None:
    state = two()
    copy = state.copy()  # nothing was worked out yet
    state.move("a", "Y")
    assert state.memo("where", lambda: state.units["a"].at) == "Y"
    assert copy.memo("where", lambda: copy.units["a"].at) == "X"


# --- whatever is done, in any order ----------------------------------------------------------------------------------

units = st.sampled_from("abcd")
spaces = st.sampled_from("XYZ")
steps = st.one_of(
    st.tuples(st.just("move"), units, spaces),
    st.tuples(st.just("reduce"), units),
    st.tuples(st.just("mark"), units, st.just("m")),
    st.tuples(st.just("control_by"), spaces, st.sampled_from(["red", "blue"])),
    st.tuples(st.just("score"), st.just("vp"), st.integers(-3, 3)),
    st.tuples(st.just("transfer"), st.just("card"), st.just("deck"), st.just("hand")),
    st.tuples(st.just("transfer"), st.just("card"), st.just("hand"), st.just("deck")),
    st.tuples(st.just("schedule"), st.just("peace"), st.integers(1, 9)),
    st.tuples(st.just("eliminate"), units, st.just(""), st.just("box")),
    st.tuples(st.just("place"), units, spaces),
)


def four() -> Mine:
    state = Mine(piles={"deck": ("card",), "hand": ()}, orders={"a": Order("a", ("X", "Y"))}, levels={2: "two"})
    for unit in "abcd":
        state.place(unit, "X")
    return state


def do(state: State, actions: Any) -> None:
    for verb, *words in actions:
        if verb == "reduce":
            state.restore(words[0], steps=2)  # so that a step is left
        if verb == "transfer" and not state.pile(words[1]):
            continue
        getattr(state, verb)(*words)


def whole(state: State) -> Any:
    return state_to_data(state), dict(state.at)


@given(st.lists(steps))
def test_the_index_is_right_after_any_verbs(actions: Any) -> None:
    state = four()
    do(state, actions)
    assert INDEX.fault(state) is None


@given(st.lists(steps), st.lists(steps))
def test_a_copy_is_independent(before: Any, after: Any) -> None:
    state = four()
    do(state, before)
    copy, was = state.copy(), whole(state)
    do(copy, after)
    assert whole(state) == was
    copy.orders["z"] = Order("z")
    assert "z" not in state.orders


def test_a_state_without_fields_of_its_own_is_copied_too() -> None:
    state = two()
    copy = state.copy()
    copy.move("a", "Y")
    assert (copy.units["a"].at, state.units["a"].at) == ("Y", "X")


@given(st.lists(steps))
def test_a_state_through_json_is_the_same_stacks_in_order_included(actions: Any) -> None:
    state = four()
    do(state, actions)
    state.seen, state.last = frozenset("qp"), Order("b", support=True)
    state.result = Result(("red",), "4.1", "won", {"vp": 3})
    data = json.loads(json.dumps(state_to_data(state)))
    again = state_from_data(Mine, data)
    again.reindex(json.loads(json.dumps(state.stacks())))
    assert isinstance(again, Mine)
    assert whole(again) == whole(state)
    assert (again.orders, again.seen, again.last) == (state.orders, state.seen, state.last)
    assert (again.levels, again.result) == ({2: "two"}, state.result)


def test_the_order_of_a_stack_is_part_of_where_a_game_stands() -> None:
    one, two = two_in_stack("a", "b"), two_in_stack("b", "a")
    assert one.stacks() == []
    assert two.stacks() == [["b", "a"]]


def two_in_stack(first: str, second: str) -> State:
    state = State()
    for unit in ("a", "b"):
        state.place(unit, "Y")
    for unit in (first, second):
        state.move(unit, "X")
    return state


def test_stacks_that_are_not_there_are_refused() -> None:
    with pytest.raises(ValueError, match="the stack a, c is not the one at X"):
        two().reindex([["a", "c"]])


def test_the_hash_does_not_depend_on_the_order_of_keys() -> None:
    assert digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1}) != digest({"a": 2, "b": 1})


def test_the_order_in_which_spaces_were_entered_is_no_part_of_the_stacks() -> None:
    one = State(units={u: Unit(u, "x" if u in "ab" else "y") for u in "abcd"})
    one.reindex([("b", "a"), ("d", "c")])
    two = one.copy()
    two.at = dict(reversed(two.at.items()))
    assert one.stacks() == two.stacks() == [["b", "a"], ["d", "c"]]
