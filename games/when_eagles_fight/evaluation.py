"""A rough score of a position, for bots that look ahead."""

from __future__ import annotations

from functools import lru_cache

from .model import State
from .printed import Data
from .records import CP, RU
from .victory import ah_hexes_taken, cities_taken, german_cities_taken


def evaluate(s: State, side: str) -> float:
    """Cities taken, strength on the map, and how near it is to more cities."""
    score = 10.0 * cities_taken(s) - 15.0 * german_cities_taken(s) - 10.0 * ah_hexes_taken(s)
    for each, sign in ((CP, 1.0), (RU, -1.0)):
        far = _distances(s.data, frozenset(h for h in s.data.goals[each] if s.control[h] != each))
        for unit in s.units_on_map(each):
            score += sign * (0.3 * s.factors(unit)[1] - 0.05 * far[s.units[unit].at])
    return score if side == CP else -score


@lru_cache(maxsize=64)
def _distances(data: Data, goals: frozenset[str]) -> dict[str, int]:
    """How many hexes each hex lies from the nearest goal."""
    return {h: min((data.board.distance(h, goal) for goal in goals), default=0) for h in data.hexes}
