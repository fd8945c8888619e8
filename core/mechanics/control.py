"""Control of spaces: who takes a space by entering it, and who holds it only while there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic

import attrs

from wargame.core.engine.state import State, StateT


def _gain(state: State, space: str, side: str, rule: str) -> None:
    state.control_by(space, side, rule)


@attrs.frozen(eq=False)
class Control(Generic[StateT]):
    """How spaces change hands when units enter them.

    `takes(state, unit, space)` says whether a unit takes a space by entering it (None: always). `raids(state, unit,
    space)` says whether it holds the space only while it is there. A title with such a rule has a field `raided` in its
    state, a frozenset of these spaces, and calls `leave` after units have left; the space then returns to the other
    side. `gain(state, space, side, rule)` makes the change, by default with `state.control_by`.

        >>> CONTROL = Control("3.8", raids=lambda state, unit, space: unit.startswith("cavalry"))
        >>> CONTROL.enter(state, "red 1", "0203")
        True
        >>> state.control["0203"]
        'red'
        >>> CONTROL.enter(state, "red 2", "0203")
        False
    """

    rule: str
    takes: Callable[[StateT, str, str], bool] | None = None
    raids: Callable[[StateT, str, str], bool] | None = None
    gain: Callable[[StateT, str, str, str], None] = _gain

    def enter(self, state: StateT, unit: str, space: str, rule: str = "") -> bool:
        """A unit has entered a space: change control if it takes it; True if the space changes hands."""
        if self.takes is not None and not self.takes(state, unit, space):
            return False
        side = state.side_of(unit)
        changes = state.control.get(space) != side
        if self.raids is not None:
            self._raid(state, space, changes, self.raids(state, unit, space))
        if changes:
            self.gain(state, space, side, rule or self.rule)
        return changes

    def _raid(self, state: Any, space: str, changes: bool, raid: bool) -> None:
        """Note whether only raiders hold the space; once another unit enters, it is theirs for good."""
        if changes and raid:
            state.raided |= {space}
        elif space in state.raided and not raid:
            state.raided -= {space}

    def leave(self, state: Any, space: str, rule: str = "") -> bool:
        """Units have left a space: return it to the other side if only raiders held it; True if it changes hands."""
        if space not in state.raided:
            return False
        owner = state.control[space]
        if any(state.side_of(u) == owner for u in state.at.get(space, ())):
            return False
        state.raided -= {space}
        other = next(side for side in state.title.sides if side != owner)
        self.gain(state, space, other, rule or self.rule)
        return True
