"""Stacking: limits as values, so that the one that is broken can be named with its rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import attrs


@attrs.frozen
class Limit:
    """So much of something in a space: `measure(state, unit)` counts, `most` (or `most(state, space)`) limits."""

    name: str
    rule: str
    measure: Callable[[Any, str], int]
    most: int | Callable[[Any, str], int]

    def broken(self, state: Any, space: str, units: Iterable[str]) -> bool:
        most = self.most(state, space) if callable(self.most) else self.most
        return sum(self.measure(state, unit) for unit in units) > most


def overstacked(state: Any, space: str, limits: Iterable[Limit], coming: Sequence[str] = ()) -> Limit | None:
    """The first limit that the units in a space, with those coming, break; None if they may all stand there.

    A limit that those coming do not add to is not theirs to break.
    """
    there = state.units_at(space)
    units = (*there, *(u for u in coming if u not in there))
    for limit in limits:
        if (not coming or any(limit.measure(state, u) for u in coming)) and limit.broken(state, space, units):
            return limit
    return None
