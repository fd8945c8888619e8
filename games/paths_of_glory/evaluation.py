"""A rough score of a position, for bots."""

from __future__ import annotations

from .model import AP, CP, State


def evaluate(state: State, side: str) -> float:
    """VP first, then strength on the map."""
    strength = {AP: 0.0, CP: 0.0}
    for u, x in state.units.items():
        if x.steps and x.at in state.data.spaces:
            strength[state.side_of(u)] += state.cf(u) + state.lf(u)
    score = 10.0 * (state.tracks["vp"] - state.data.numbers.start_vp) + strength[CP] - strength[AP]
    return score if side == CP else -score
