"""A rough score for bots."""

from __future__ import annotations

from .model import State
from .records import GERMAN, SIDES


def evaluate(state: State, side: str) -> float:
    """VP, hexes that score, and standing units: for simple bots."""
    held = sum(1 for space in state.data.spaces.values() if space.vp and state.control[space.id] == side)
    steps = dict.fromkeys(SIDES, 0)
    for unit, where in state.units.items():
        if where.at in state.data.spaces:
            steps[state.counter(unit).side] += where.steps
    other = next(who for who in SIDES if who != side)
    points = state.tracks["vp " + side] - state.tracks["vp " + other]
    return points + 1.5 * held + 0.3 * (steps[side] - steps[other]) + (0.1 if side == GERMAN else 0.0)
