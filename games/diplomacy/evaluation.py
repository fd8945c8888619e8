"""How well a power stands, for bots that look no further."""

from __future__ import annotations

from functools import lru_cache

from .geography import Geography, steps
from .model import State


def evaluate(s: State, side: str) -> float:
    """A rough score: centres and units, centres about to be won or lost, and the way to more."""
    own = s.centres_of(side)
    score = 10.0 * len(own) + 3.0 * len(s.units_of(side))
    goals = frozenset(s.data.centres).difference(own)
    for space, unit in s.pieces.items():
        if s.owners[space] == side:
            score += 6.0 if space in goals else -0.2 * _distance(s.data, unit, goals)
        elif space in own:
            score -= 6.0
    return score


@lru_cache(maxsize=4096)
def _distance(geo: Geography, unit: str, goals: frozenset[str]) -> int:
    """How many moves a unit needs, by itself, to the nearest of these spaces."""
    return steps(geo, unit[2:], goals, lambda at: geo.moves[f"{unit[0]} {at}"]) or 0
