"""Control of spaces on entry."""

from __future__ import annotations

from typing import Any

from wargame.core.mechanics.control import Control

from .position import position

CONTROL = Control("3.8", takes=lambda state, unit, space: space != "0303")
RAIDS = Control("3.8", raids=lambda state, unit, space: unit == "cavalry")


def test_who_enters_takes_a_space_and_the_rule_is_told() -> None:
    state = position({"red 1": "0203"})
    assert CONTROL.enter(state, "red 1", "0203")
    assert state.control == {"0203": "red"}
    assert (state.log[-1].rule, state.log[-1].fields) == ("3.8", {"side": "red", "space": "0203"})
    events = len(state.log)
    assert not CONTROL.enter(state, "red 1", "0203")
    assert len(state.log) == events


def test_spaces_that_cannot_be_taken_stay_as_they_are() -> None:
    state = position({"red 3": "0303"})
    assert not CONTROL.enter(state, "red 3", "0303")
    assert state.control == {}


def test_raiders_hold_a_space_only_while_they_are_there() -> None:
    state = position({"cavalry": "0203"})
    state.control["0203"] = "blue"
    assert RAIDS.enter(state, "cavalry", "0203")
    assert not RAIDS.leave(state, "0203")  # still there
    assert state.control["0203"] == "red"
    state.move("cavalry", "0303")
    assert RAIDS.leave(state, "0203")
    assert (state.control["0203"], state.raided) == ("blue", frozenset())
    assert not RAIDS.leave(state, "0203")


def test_what_raiders_took_is_held_for_good_once_others_come() -> None:
    state = position({"cavalry": "0203"})
    RAIDS.enter(state, "cavalry", "0203")
    state.place("red 1", "0203")
    assert not RAIDS.enter(state, "red 1", "0203")
    for unit in ("cavalry", "red 1"):
        state.move(unit, "0303")
    assert not RAIDS.leave(state, "0203")
    assert state.control["0203"] == "red"


def test_raiders_do_not_loosen_what_their_side_held() -> None:
    state = position({"cavalry": "0203"})
    state.control["0203"] = "red"
    assert not RAIDS.enter(state, "cavalry", "0203")
    assert state.raided == frozenset()


def test_a_title_may_make_the_change_itself() -> None:
    made: list[tuple[str, str, str]] = []

    def gain(state: Any, space: str, side: str, rule: str) -> None:
        made.append((space, side, rule))

    assert Control("5.1", gain=gain).enter(position({"red 1": "0203"}), "red 1", "0203")
    assert made == [("0203", "red", "5.1")]
