"""The set-up (3.1) of the three scenarios."""

from __future__ import annotations

from typing import Any

from wargame.core.title.title import Title

from .model import MAUBEUGE, State
from .records import ALLIED, GERMAN, SIDES


def setup(title: Title, scenario: str, options: dict[str, Any]) -> State:
    """All pieces and markers in their places."""
    state = State(title=title, scenario=scenario, options=options)
    printed = state.printed
    start = printed.tables["start"]
    for space in printed.spaces.values():
        state.control[space.id] = space.start_control
        if space.start_control == GERMAN:
            state.german_held |= printed.bit[space.id]
    for counter in printed.counters.values():
        if counter.entry == "setup":
            state.place(counter.id, counter.hex, 1 if counter.starts_disrupted else 2, "3.1.1")
        elif counter.entry == "reinforcement":
            state.place(counter.id, f"turn {counter.turn}", 2, "3.1.1")
    for fort in printed.forts.values():
        if not fort.option:
            state.place(fort.id, fort.hex, len(fort.strengths), "3.1.1")
    state.maubeuge = frozenset(u for u in state.units_at(MAUBEUGE) if u in printed.counters)  # 13.1
    markers = printed.tables["markers"]
    state.piles["german markers"] = tuple(sorted(map(str, markers["german"])))  # 3.1.2
    state.piles["plan17 markers"] = tuple(sorted(map(str, markers["plan17"])))
    state.trenches[str(start["trench"])] = 1  # 3.1.3
    for side in SIDES:
        caps = printed.tables["caps"][f"{side}_first_turn"]
        state.tracks["caps " + side] = 0 if state.what_if() else caps  # 5.1.4, 13.3.3
        state.tracks["vp " + side] = start[f"{side}_vp"]
        state.tracks["mandated " + side] = 1 if side == ALLIED else 0
    state.log.clear()
    return state
