"""A rough score of a position, for bots that look one move ahead."""

from __future__ import annotations

from .model import State
from .records import AXIS, SOVIET
from .victory import points

CITY, UNGUARDED, WESTWARD = 2.0, 15.0, 0.1  # worth to the Soviets: a city, an empty city under order, a hex to the west


def evaluate(s: State, side: str) -> float:
    """Victory points first, then strength on the map, cities, and how far the Soviets have come."""
    score = 10.0 * float(sum(points(s).values()))
    for unit, one in s.units.items():
        value = s.attack(unit) + s.defence(unit)
        soviet = s.side_of(unit) == SOVIET
        score += value - WESTWARD * int(one.at[2:]) if soviet else -value
    score += CITY * sum(owner == SOVIET for owner in s.control.values())
    score += UNGUARDED * sum(s.holder(hex) != AXIS for hex in s.orders)
    return score if side == SOVIET else -score
