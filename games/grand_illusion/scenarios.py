"""The set-up (3.1) of the three scenarios."""

from __future__ import annotations

from typing import Any

from wargame.core.mechanics.arrivals import turn_box
from wargame.core.title.title import Title

from .model import MAUBEUGE, State
from .records import GERMAN, SIDES


def setup(title: Title, scenario: str, options: dict[str, Any]) -> State:
    """All pieces and markers in their places."""
    s = State(title=title, scenario=scenario, options=options)
    printed = s.data
    start, caps = printed.tables.start, printed.tables.caps
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
    s.piles["german markers"] = tuple(sorted(map(str, printed.tables.markers.german)))  # 3.1.2
    s.piles["plan17 markers"] = tuple(sorted(map(str, printed.tables.markers.plan17)))
    s.trenches[start.trench] = printed.tables.trenches.dug  # 3.1.3
    for side in SIDES:
        s.tracks["caps " + side] = 0 if s.what_if() else caps.first_turn(side)  # 5.1.4, 13.3.3
        s.tracks["vp " + side] = start.points(side)
    s.owe_battles()
    s.log.clear()
    return s
