"""What must be true after every answer, and that it can fail."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from wargame.core.engine.state import State
from wargame.plugins.testkit.games import Failed, make_game

SCALARS = (type(None), bool, int, float, str)


@attrs.frozen
class Invariant:
    """What must be true after every answer: `fault(state)` says what is wrong, or nothing.

    `breaks(state)` damages a state so that `fault` must notice: an invariant that cannot fire checks nothing.
    """

    name: str
    fault: Callable[[Any], str | None]
    breaks: Callable[[Any], None]


def _index_fault(state: State) -> str | None:
    for space, units in state.at.items():
        for unit in units:
            if unit not in state.units or state.units[unit].at != space:
                return f"the index has {unit} at {space}, where it is not."
    if sum(map(len, state.at.values())) != len(state.units):
        return "a unit is missing from the index of who stands where, or is in it twice."
    return None


def _kinds_fault(state: State) -> str | None:
    for field in attrs.fields(type(state)):
        if field.metadata.get("transient") or field.name == "result":
            continue
        value = getattr(state, field.name)
        values = [*value.keys(), *value.values()] if type(value) is dict else [value]
        for one in values:
            wrong = _not_allowed(one)
            if wrong:
                return f"field '{field.name}' holds a {wrong}; core/engine/state.py says what a field may hold."
    return None


def _not_allowed(value: Any) -> str:
    """The name of a type inside a value that a state may not hold; empty if all is well."""
    if isinstance(value, SCALARS):
        return ""
    if isinstance(value, tuple | frozenset):
        return next((wrong for one in value if (wrong := _not_allowed(one))), "")
    if attrs.has(type(value)):
        if not _is_frozen(value):
            return f"{type(value).__name__} that is not frozen"
        inner = (getattr(value, field.name) for field in attrs.fields(type(value)))
        return next((wrong for one in inner if (wrong := _not_allowed(one))), "")
    return type(value).__name__


def _is_frozen(value: Any) -> bool:
    names = [field.name for field in attrs.fields(type(value))]
    try:
        for name in names[:1]:
            setattr(value, name, getattr(value, name))
    except attrs.exceptions.FrozenInstanceError:
        return True
    return not names


def _misplace(state: State) -> None:
    state.at["nowhere"] = ("nobody",)


def _list_in_state(state: Any) -> None:
    state.scheduled["x"] = [1]


INDEX = Invariant("who stands where", _index_fault, _misplace)
KINDS = Invariant("state fields of allowed kinds", _kinds_fault, _list_in_state)


def check_invariant_fires(title: str, invariant: Invariant, scenario: str | None = None) -> None:
    """The invariant holds at the start and notices when it is broken."""
    state = make_game(title, scenario).state.copy()
    fault = invariant.fault(state)
    if fault:
        raise Failed(f"{title}: invariant '{invariant.name}' does not hold at the start: {fault}")
    invariant.breaks(state)
    if not invariant.fault(state):
        raise Failed(f"{title}: invariant '{invariant.name}' cannot fire: it does not notice the damage.")
