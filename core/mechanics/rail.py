"""Rail and strategic movement: a unit travels far along a network and ends where it may stand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic

import attrs

from wargame.core.engine.questions import Refusal
from wargame.core.engine.state import StateT
from wargame.core.mechanics.board import Barrier
from wargame.core.mechanics.search import cached_flood


@attrs.frozen(eq=False)
class Rail(Generic[StateT]):
    """How a unit travels along a network: railways, roads, friendly land.

    `through(state, unit)` is the set of spaces through which it may travel, including its own. `lines(state, unit)` is
    the barrier that is open along the network (None: all sides). `ends(state, unit)` is the set of spaces where it may
    arrive, such as towns (None: anywhere). `why_not_stand` is the stacking rule where it arrives. `range` is the
    maximum number of spaces (None: any number). `joined` are sets of spaces that are connected off the map, such as
    ports.

        >>> RAIL = Rail(
        ...     "11.2",
        ...     through=lambda state, unit: state.board.everywhere & ~enemies(state, state.side_of(unit)),
        ...     lines=lambda state, unit: railways,
        ... )
        >>> state.place("red 4", "0301")
        >>> RAIL.destinations(state, "red 4")
        ['0201', '0101']
        >>> RAIL.why_not_ride(state, "red 4", "0203")
        Refusal(rule='11.2', text='red 4 in 0301 has no open line to 0203.')
    """

    rule: str
    through: Callable[[StateT, str], int]
    lines: Callable[[StateT, str], Barrier | None] | None = None
    ends: Callable[[StateT, str], int] | None = None
    why_not_stand: Callable[[StateT, Sequence[str], str], Refusal | None] | None = None
    range: int | None = None
    joined: Callable[[StateT, str], tuple[int, ...]] | None = None

    def network(self, state: StateT, unit: str) -> int:
        """The set of spaces to which the unit could travel, with its own; empty if it is not on the network."""
        through = self.through(state, unit)
        start = state.board.bit.get(state.units[unit].at, 0) & through
        lines = self.lines(state, unit) if self.lines else None
        joined = self.joined(state, unit) if self.joined else ()
        return cached_flood(state.board, start, through, self.range, lines, joined)

    def destinations(self, state: StateT, unit: str) -> list[str]:
        """The spaces where the unit may arrive, in the order of the board's sets."""
        found = self.network(state, unit) & ~state.board.bit.get(state.units[unit].at, 0)
        if self.ends is not None:
            found &= self.ends(state, unit)
        names = state.board.members(found)
        stand = self.why_not_stand
        return names if stand is None else [n for n in names if stand(state, (unit,), n) is None]

    def why_not_ride(self, state: StateT, unit: str, to: str) -> Refusal | None:
        """Why the unit may not travel to a space; None if it may."""
        here, name = state.units[unit].at, state.name(unit)
        if to not in state.board:
            return Refusal(self.rule, f"{state.name(to)} is not on the map.")
        if to == here:
            return Refusal(self.rule, f"{name} is in {state.name(to)} already.")
        bit = state.board.bit[to]
        if self.ends is not None and not self.ends(state, unit) & bit:
            return Refusal(self.rule, f"{name} cannot end its journey in {state.name(to)}.")
        full = self.why_not_stand(state, (unit,), to) if self.why_not_stand is not None else None
        if full is not None:
            return full
        if not self.network(state, unit) & bit:
            return Refusal(self.rule, f"{name} in {state.name(here)} has no open line to {state.name(to)}.")
        return None
