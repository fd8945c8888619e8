"""Zones of control: who exerts them, across which sides, and what cancels them.

What a zone does is declared where it happens: for movement in `movement.ZoneEffect`, for supply in the spaces through
which a line may pass, for a retreat in its priorities.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Generic

import attrs

from wargame.core.engine.state import State, StateT
from wargame.core.mechanics.board import Barrier, Board


def zone_of_control(board: Board, units: int, barrier: Barrier | None = None, not_into: int = 0) -> int:
    """The spaces next to the set `units`, across open sides, without those into which zones do not extend."""
    return board.step(units, barrier) & ~not_into


def enemies(state: State, side: str) -> int:
    """The set of spaces in which any other side has units.

    >>> state.board.members(enemies(state, "blue"))
    ['0203', '0303']
    """
    found = 0
    for other, spaces in state.occupied_by_side().items():
        if other != side:
            found |= spaces
    return found


def _exerting(state: StateT, exerts: Callable[[StateT, str], bool]) -> dict[str, int]:
    """The set of spaces in which each side has units that exert a zone."""
    bit, counters = state.board.bit, state.title.counters
    found: defaultdict[str, set[str]] = defaultdict(set)
    for unit in state.units.values():
        if unit.at in bit and exerts(state, unit.id):
            found[counters[unit.id].side].add(unit.at)
    return {side: state.board.mask(spaces) for side, spaces in found.items()}


@attrs.frozen(eq=False)
class Zones(Generic[StateT]):
    """Who exerts zones of control, across which sides, and into which spaces they do not extend.

    `across(state)` is the barrier of sides across which zones extend (None: all). `exerts(state, unit)` says which
    units have a zone (None: all). `not_into(state, side)` is the set of spaces into which the zones of `side` never
    extend, such as enemy fortresses. Results are cached until a unit moves.

        >>> ZONES = Zones("6.0", exerts=lambda state, unit: not state.counter(unit).hq)
        >>> state.board.members(ZONES.of(state, "blue"))
        ['0203', '0303', '0103', '0304', '0104', '0205']
        >>> ZONES.covers(state, "blue", "0303"), ZONES.open_to(state, "red", "0303")
        (True, True)
        >>> ZONES.open_to(state, "red", "0304")
        False
    """

    rule: str
    across: Callable[[StateT], Barrier | None] | None = None
    exerts: Callable[[StateT, str], bool] | None = None
    not_into: Callable[[StateT, str], int] | None = None

    def of(self, state: StateT, side: str) -> int:
        """The set of spaces in the zones of a side; its own spaces only if they are next to another of its units."""
        return state.memo((self, side), lambda: self._of(state, side))

    def _of(self, state: StateT, side: str) -> int:
        units, exerts = state.occupied(side), self.exerts
        if exerts is not None:
            units = state.memo((self, "exert"), lambda: _exerting(state, exerts)).get(side, 0)
        barrier = self.across(state) if self.across else None
        return zone_of_control(state.board, units, barrier, self.not_into(state, side) if self.not_into else 0)

    def against(self, state: StateT, side: str) -> int:
        """The set of spaces in an enemy zone of control."""
        found = 0
        for other in state.title.sides:
            if other != side:
                found |= self.of(state, other)
        return found

    def numbers_against(self, state: StateT, side: str) -> frozenset[int]:
        """The same as numbers of spaces, for searches."""
        return state.memo((self, "against", side), lambda: state.board.number_set(self.against(state, side)))

    def covers(self, state: StateT, side: str, space: str) -> bool:
        """Whether a space is in a zone of control of `side`."""
        return bool(self.of(state, side) & state.board.bit[space])

    def not_negated(self, state: StateT, side: str) -> int:
        """Enemy zones where `side` has no unit, for rules by which a friendly unit cancels them in its space."""
        return self.against(state, side) & ~state.occupied(side)

    def open_to(self, state: StateT, side: str, space: str) -> bool:
        """Whether a space is free of enemy zones, or has a unit of `side` that cancels them."""
        return not self.not_negated(state, side) & state.board.bit[space]
