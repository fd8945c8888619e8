"""Supply: from which sources, through which spaces, across which sides and how far a line can be traced."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic

import attrs
from typing_extensions import TypeVar

from wargame.core.engine.questions import Refusal
from wargame.core.engine.state import StateT
from wargame.core.mechanics.board import Barrier
from wargame.core.mechanics.search import cached_flood

WhoseT = TypeVar("WhoseT", default=str)  # by what a title distinguishes lines


@attrs.frozen(eq=False)
class Supply(Generic[StateT, WhoseT]):
    """One kind of supply line.

    Each function gets the state and `whose` line it is: a side, or anything else by which a title distinguishes lines,
    such as a nation. `sources` and `passable` return sets of spaces: where lines begin, and through which they may
    pass. A source that is not passable supplies nobody. `over` returns the barrier of sides that are open to a line,
    such as railways (None: all sides). `range` is the maximum length in spaces, or a function of the state (None: any
    length). `joined` returns sets of spaces that are connected off the map, such as ports. For a line in two parts use
    two of these: the area of the first is the source of the second.

        >>> RAIL = Supply(
        ...     "8.2",
        ...     sources=lambda state, side: state.board.mask(["0101"]),
        ...     passable=lambda state, side: state.board.everywhere & ~enemies(state, side),
        ...     over=lambda state, side: railways,
        ... )
        >>> SUPPLY = Supply("8.1", sources=RAIL.area, passable=RAIL.passable, range=1)
        >>> state.board.members(RAIL.area(state, "red"))
        ['0201', '0301', '0101']
        >>> SUPPLY.reaches(state, "red", "0302")
        True
        >>> SUPPLY.why_not_trace(state, "red", "0203")
        Refusal(rule='8.1', text='No supply line of at most 1 space can be traced from 0203 to a source.')
    """

    rule: str
    sources: Callable[[StateT, WhoseT], int]
    passable: Callable[[StateT, WhoseT], int]
    over: Callable[[StateT, WhoseT], Barrier | None] | None = None
    range: int | Callable[[StateT], int] | None = None
    joined: Callable[[StateT, WhoseT], tuple[int, ...]] | None = None

    def range_in(self, state: StateT) -> int | None:
        """The maximum length of a line in this position."""
        return self.range(state) if callable(self.range) else self.range

    def area(self, state: StateT, whose: WhoseT) -> int:
        """The set of spaces from which a line can be traced, worked out once per position."""
        return state.memo((self, whose), lambda: self.flood(state, whose, self.passable(state, whose)))

    def flood(self, state: StateT, whose: WhoseT, passable: int, sources: int | None = None) -> int:
        """The same through other spaces or from other sources: what if a unit or a source were not there?"""
        start = (self.sources(state, whose) if sources is None else sources) & passable
        over = self.over(state, whose) if self.over else None
        joined = self.joined(state, whose) if self.joined else ()
        return cached_flood(state.board, start, passable, self.range_in(state), over, joined)

    def spaces(self, state: StateT, whose: WhoseT) -> frozenset[str]:
        """The ids of the spaces from which a line can be traced."""
        return state.board.name_set(self.area(state, whose))

    def reaches(self, state: StateT, whose: WhoseT, space: str) -> bool:
        """Whether a line can be traced from a space (never from a box off the map)."""
        return bool(self.area(state, whose) & state.board.bit.get(space, 0))

    def why_not_trace(self, state: StateT, whose: WhoseT, space: str) -> Refusal | None:
        if self.reaches(state, whose, space):
            return None
        most = self.range_in(state)
        long = "" if most is None else f" of at most {most} space{'' if most == 1 else 's'}"
        return Refusal(self.rule, f"No supply line{long} can be traced from {state.name(space)} to a source.")
