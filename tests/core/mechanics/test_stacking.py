"""Who may stand where."""

from __future__ import annotations

from typing import Any

import pytest

from wargame.core.engine.questions import Refusal
from wargame.core.mechanics.stacking import Limit, Stacking

from .position import position

UNITS = Limit("units", "5.1", lambda state, unit: not unit.endswith("hq"), 2)
HQS = Limit("headquarters", "5.2", lambda state, unit: unit.endswith("hq"), lambda state, space: space != "0101",
            "{units} cannot join another of the {name} in {space}.")  # fmt: skip
PLACES = {"red 1": "0203", "red 2": "0203", "red 3": "0303", "blue 1": "0204", "blue 2": "0205", "blue hq": "0205"}


def neutral(state: Any, unit: str, space: str) -> Refusal | None:
    return Refusal("3.2", f"{space} is neutral: {unit} cannot enter it.") if space == "0102" else None


RULES = Stacking((UNITS, HQS), (neutral,), "5.0")


@pytest.mark.parametrize(
    ("units", "space", "refusal"),
    [
        (["red 3"], "0301", None),
        (["red 3"], "0203", Refusal("5.1", "No more than 2 units may stand in 0203.")),
        (["red 3"], "0303", None),  # it is there
        (["red 1", "red 2"], "0203", None),
        (["red 1", "red 2"], "0303", Refusal("5.1", "No more than 2 units may stand in 0303.")),
        (["red 3"], "0204", Refusal("5.0", "0204 is occupied by the enemy.")),
        (["red 3"], "0102", Refusal("3.2", "0102 is neutral: red 3 cannot enter it.")),
        (["blue hq"], "0204", None),
        (["blue hq"], "0101", Refusal("5.2", "blue hq cannot join another of the headquarters in 0101.")),
    ],
)
def test_units_stand_where_no_rule_is_broken(units: list[str], space: str, refusal: Refusal | None) -> None:
    state = position(PLACES)
    assert RULES.why_not_stand(state, units, space) == refusal
    assert RULES.can_stand(state, units, space) == (refusal is None)


def test_the_broken_limit_is_named() -> None:
    state = position({"red 1": "0203", "red 2": "0303", "red 3": "0401", "red 4": "0501"})
    for unit in ("red 1", "red 2"):
        state.restore(unit)
    units = Limit("units", "7.1", lambda s, u: 1, 2)
    steps = Limit("steps", "7.2", lambda s, u: s.units[u].steps, lambda s, space: 3 if space == "0203" else 9)
    rules = Stacking((units, steps))

    def broken(coming: str, space: str) -> str:
        refusal = rules.why_not_stack(state, [coming], space)
        return refusal.rule if refusal else ""

    assert rules.overfull(state, "red") == {}
    assert broken("red 2", "0203") == "7.2"
    state.move("red 3", "0203")
    assert broken("red 2", "0203") == "7.1"
    assert broken("red 3", "0303") == ""
    state.move("red 4", "0203")
    assert rules.overfull(state, "red") == {"0203": units}
    assert broken("red 4", "0203") == "7.1"


def test_a_unit_that_is_there_is_not_counted_twice() -> None:
    state = position({"red 1": "0203"})
    assert Stacking((Limit("units", "7.1", lambda s, u: 1, 1),)).why_not_stack(state, ["red 1"], "0203") is None


def test_a_limit_that_those_coming_do_not_add_to_is_not_theirs_to_break() -> None:
    state = position({"blue 1": "0204", "blue 2": "0204", "blue 3": "0204"})
    assert RULES.why_not_stand(state, ["blue hq"], "0204") is None


def test_full_spaces_may_be_passed_through_closed_ones_not() -> None:
    state = position(PLACES)
    assert RULES.why_not_enter(state, ["red 3"], "0203") is None
    assert RULES.why_not_enter(state, ["red 3"], "0102") is not None
    assert RULES.why_not_enter(state, ["red 3"], "0204") is not None


def test_units_that_leave_make_room() -> None:
    state = position(PLACES)
    assert RULES.why_not_stack(state, ["red 3"], "0203", leaving=["red 1"]) is None
    assert RULES.why_not_stack(state, ["red 3"], "0203") is not None


def test_every_unit_of_a_group_is_asked_whether_it_may_enter() -> None:
    rules = Stacking((), (lambda s, unit, space: Refusal("3.3", f"{unit} stays.") if unit == "red 2" else None,))
    assert rules.why_not_enter(position(), ["red 1", "red 2"], "0303") == Refusal("3.3", "red 2 stays.")


def test_where_enemies_may_meet_each_side_stacks_by_itself() -> None:
    state = position({"red 1": "0203", "blue 1": "0203", "blue 2": "0203", "red 3": "0303"})
    siege = Stacking((UNITS,))
    assert siege.why_not_stand(state, ["red 3"], "0203") is None
    state.place("red 2", "0203")
    assert siege.why_not_stand(state, ["red 3"], "0203") is not None


def test_spaces_above_a_limit_are_found_with_it() -> None:
    state = position({"red 1": "0203", "red 2": "0203", "red 3": "0203", "blue 1": "0204"})
    state.place("red 4", "reserve")
    assert RULES.overfull(state, "red") == {"0203": UNITS}
    assert RULES.overfull(state, "blue") == {}
