"""What counts for a power, for bots; the weights are in `data/weights.toml`, in supply centres."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from .geography import Geography, steps
from .model import State
from .orders import Position


def features(s: State, side: str) -> Mapping[str, float]:
    """Centres and units, centres about to be won or lost, and the way to more."""
    own = frozenset(s.centres_of(side))
    goals = frozenset(s.data.centres) - own
    units = s.units_of(side)
    reach = reached_by(s.position())
    return {
        "centres": len(own),
        "units": len(units),
        "centres about to be won": sum(s.data.space_of[unit[2:]] in goals for unit in units),
        "centres about to be lost": sum(s.owners.get(centre, side) != side for centre in own),
        "centres in danger": sum(_danger(reach.get(centre, {}), s.owners.get(centre), side) for centre in own),
        "distance to other centres": sum(_distance(s.data, unit, goals) for unit in units),
        "the strongest rival": max((len(s.centres_of(power)) for power in s.playing() if power != side), default=0),
    }


@lru_cache(maxsize=256)
def reached_by(position: Position) -> dict[str, dict[str, int]]:
    """For each space, how many units of each power can move into it by themselves."""
    found: dict[str, dict[str, int]] = {}
    for space, unit in position.units.items():
        power = position.powers[space]
        for goal in position.geo.reach[unit]:
            powers = found.setdefault(goal, {})
            powers[power] = powers.get(power, 0) + 1
    return found


def _danger(reach: Mapping[str, int], holder: str | None, side: str) -> int:
    """By how many units one other power could outnumber those that could hold a centre."""
    defence = reach.get(side, 0) + (holder == side)
    attack = max((number for power, number in reach.items() if power != side), default=0)
    return max(0, attack - defence)


@lru_cache(maxsize=8192)
def _distance(geo: Geography, unit: str, goals: frozenset[str]) -> int:
    """How many moves a unit needs, by itself, to the nearest of these spaces."""
    return steps(geo, unit[2:], goals, lambda at: geo.moves[f"{unit[0]} {at}"]) or 0
