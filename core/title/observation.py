"""What a side knows, as plain facts for programs that learn: units by place, control, tracks and cards.

It is made from the view of a side and nothing else, so it cannot hold what that side may not know.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import attrs

Observed = Mapping[str, Any]  # a unit as a side sees it: `at`, `steps`, and the `marks` on it, if there are any


@attrs.frozen
class Observation:
    """The facts of a view. `cards` says in which pile each card is that the side can see."""

    units: Mapping[str, Observed] = attrs.field(factory=dict)
    control: Mapping[str, str] = attrs.field(factory=dict)
    tracks: Mapping[str, float] = attrs.field(factory=dict)
    cards: Mapping[str, str] = attrs.field(factory=dict)


def observe(seen: Mapping[str, Any]) -> Observation:
    """The facts of a view that has the shape of the kernel's own (`wargame.core.title.sight.view`).

    >>> observe({"units": {"1 Army": {"at": "Paris", "steps": 2}}, "vp": 3})
    Observation(units={'1 Army': {'at': 'Paris', 'steps': 2}}, control={}, tracks={'vp': 3}, cards={})
    """
    units, control = seen.get("units", {}), seen.get("control", {})
    return Observation(
        units if _names_places(units) else {}, control if isinstance(control, dict) else {}, _numbers(seen),
        _cards(seen),
    )  # fmt: skip


def _names_places(units: Any) -> bool:
    """Whether these are units by name, each with its place; all of them are alike."""
    first = next(iter(units.values()), None) if isinstance(units, dict) else None
    return isinstance(first, dict) and "at" in first


def _numbers(seen: Mapping[str, Any]) -> dict[str, float]:
    """Every number of a view by its name; those of a table of numbers as `war_status.ap`."""
    found: dict[str, float] = {}
    for name, value in seen.items():
        kind = type(value)
        if kind is int or kind is float or kind is bool:
            found[name] = value
        elif kind is dict and value and type(next(iter(value.values()))) in (int, float):
            entries = zip(_dotted(name, tuple(value)), value.values(), strict=True)
            found.update((entry, one) for entry, one in entries if type(one) in (int, float))
    return found


@lru_cache(maxsize=256)
def _dotted(table: str, keys: tuple[str, ...]) -> tuple[str, ...]:
    """The names of the numbers in a table, which stay the same from view to view."""
    return tuple(f"{table}.{key}" for key in keys)


def _cards(seen: Mapping[str, Any]) -> dict[str, str]:
    piles = seen.get("piles", {})
    return {card: pile for pile, cards in piles.items() if isinstance(cards, list) for card in cards}
