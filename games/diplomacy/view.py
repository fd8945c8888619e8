"""What a side may know, and how well it stands. Orders not yet read and messages are never in the state."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from .geography import Geography, steps
from .model import POWERS, State


def view(state: State) -> dict[str, Any]:
    """The board, the centres, and the orders of the last movement with what became of them (VII.5)."""
    return {
        "year": state.year,
        "season": state.season,
        "units": state.all_units(),
        "centres": {p: state.centres_of(p) for p in POWERS},
        "dislodged": {u: {**d._asdict(), "retreats": list(d.retreats)} for u, d in state.dislodged.items()},
        "players": dict(state.players),
        "civil_disorder": sorted(state.disorder),
        "closed": list(state.closed),
        "for_a_draw": sorted(state.votes),
        "orders": dict(state.orders),
        "outcomes": dict(state.outcomes),
    }


def evaluate(state: State, side: str) -> float:
    """A rough score for simple bots: centres and units, centres about to be won or lost, and the way to more."""
    own = state.centres_of(side)
    score = 10.0 * len(own) + 3.0 * len(state.units_of(side))
    goals = frozenset(state.geo.centres).difference(own)
    for space, unit in state.pieces.items():
        if state.owners[space] == side:
            score += 6.0 if space in goals else -0.2 * _way(state.geo, unit, goals)
        elif space in own:
            score -= 6.0
    return score


@lru_cache(maxsize=4096)
def _way(geo: Geography, unit: str, goals: frozenset[str]) -> int:
    """Moves of a unit by itself to the nearest of these spaces."""
    return steps(geo, unit[2:], goals, lambda at: geo.moves[f"{unit[0]} {at}"]) or 0
