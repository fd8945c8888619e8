"""The set-up (3.1) of the three scenarios."""

from __future__ import annotations

from typing import Any

from wargame.core.mechanics.arrivals import turn_box
from wargame.core.title.title import Title

from .model import MAUBEUGE, State
from .records import ALLIED, GERMAN, SIDES


def setup(title: Title, scenario: str, options: dict[str, Any]) -> State:
    """All pieces and markers in their places."""
    s = State(title=title, scenario=scenario, options=options)
    printed = s.data
    start = printed.tables["start"]
    for space in printed.spaces.values():
        s.control[space.id] = space.start_control
        if space.start_control == GERMAN:
            s.german_held |= printed.bit[space.id]
    for counter in printed.counters.values():
        if counter.entry == "setup":
            s.place(counter.id, counter.hex, 1 if counter.starts_disrupted else 2, "3.1.1")
        elif counter.entry == "reinforcement":
            s.place(counter.id, turn_box(counter.turn), 2, "3.1.1")
    for fort in printed.forts.values():
        if not fort.option:
            s.place(fort.id, fort.hex, len(fort.strengths), "3.1.1")
    s.maubeuge = frozenset(u for u in s.units_at(MAUBEUGE) if u in printed.counters)  # 13.1
    markers = printed.tables["markers"]
    s.piles["german markers"] = tuple(sorted(map(str, markers["german"])))  # 3.1.2
    s.piles["plan17 markers"] = tuple(sorted(map(str, markers["plan17"])))
    s.trenches[str(start["trench"])] = 1  # 3.1.3
    for side in SIDES:
        caps = printed.tables["caps"][f"{side}_first_turn"]
        s.tracks["caps " + side] = 0 if s.what_if() else caps  # 5.1.4, 13.3.3
        s.tracks["vp " + side] = start[f"{side}_vp"]
        s.tracks["mandated " + side] = 1 if side == ALLIED else 0
    s.log.clear()
    return s
