"""What a side may see: everything but the cups of VP markers and the dice to come; and a rough score for bots."""

from __future__ import annotations

from typing import Any

from wargame.core.engine.convert import state_to_data

from .board import table
from .model import State
from .records import GERMAN, SIDES

HIDDEN = ("german markers", "plan17 markers")


def view(state: State, side: str | None) -> dict[str, Any]:
    """The state as `side` may know it; VP markers stay hidden until drawn (3.1.2)."""
    seen = state_to_data(state)
    seen.pop("rng", None)
    for name in HIDDEN:
        seen["piles"][name] = len(state.pile(name))
    if state.battle is not None:
        seen["battle board"] = table(state, state.battle)
    return seen


def redraw(state: State, side: str, source: Any) -> bool:
    """The cups hold the same markers for everybody; the next draw is fresh chance already."""
    return True


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
