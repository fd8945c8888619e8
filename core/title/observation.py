"""What a side knows, as plain facts for programs that learn: units by place, control, tracks and cards.

It is made from the view of a side and nothing else, so it cannot hold what that side may not know.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

Observed = tuple[str, int, tuple[str, ...]]  # a unit as a side sees it: its place, its steps, the marks on it


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
    Observation(units={'1 Army': ('Paris', 2, ())}, control={}, tracks={'vp': 3}, cards={})
    """
    units = {name: (unit["at"], unit["steps"], tuple(unit.get("marks", ()))) for name, unit in _units(seen)}
    control = seen.get("control", {})
    return Observation(units, control if isinstance(control, dict) else {}, dict(_numbers(seen)), _cards(seen))


def _units(seen: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    units = seen.get("units", {})
    if isinstance(units, dict):
        yield from ((name, unit) for name, unit in units.items() if isinstance(unit, dict) and "at" in unit)


def _numbers(seen: Mapping[str, Any]) -> Iterator[tuple[str, float]]:
    """Every number of a view by its name; those one level down as `war_status.ap`."""
    for name, value in seen.items():
        kind = type(value)
        if kind is int or kind is float or kind is bool:
            yield name, value
        elif kind is dict and name != "units":
            for key, one in value.items():
                if type(one) is int or type(one) is float:
                    yield f"{name}.{key}", one


def _cards(seen: Mapping[str, Any]) -> dict[str, str]:
    piles = seen.get("piles", {})
    return {card: pile for pile, cards in piles.items() if isinstance(cards, list) for card in cards}
