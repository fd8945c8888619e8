"""A rough score for bots."""

from __future__ import annotations

from .model import State
from .records import GERMAN, SIDES


def evaluate(state: State, side: str) -> float:
    """VP, hexes that score, and standing units: for simple bots."""
    held = sum(1 for s in state.printed.spaces.values() if s.vp and state.control[s.id] == side)
    steps = dict.fromkeys(SIDES, 0)
    for unit, where in state.units.items():
        if where.at in state.printed.spaces:
            steps[state.piece(unit).side] += where.steps
    other = next(s for s in SIDES if s != side)
    points = state.tracks["vp " + side] - state.tracks["vp " + other]
    return points + 1.5 * held + 0.3 * (steps[side] - steps[other]) + (0.1 if side == GERMAN else 0.0)
