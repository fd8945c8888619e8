"""What is true of every position of the title, with how to break it; and a whole game with all of it checked."""

from __future__ import annotations

from collections import Counter
from typing import Any

import attrs

from wargame.core.engine.game import Game
from wargame.games.traces_of_war.charts import luftwaffe_markers
from wargame.games.traces_of_war.model import ISOLATED, OUT, State
from wargame.games.traces_of_war.records import AXIS, SOVIET
from wargame.plugins.testkit import Invariant

SELECTED = ("cup", "hand", "played", "soviet_pool", "axis_pool")
IN_MOTION = ("combat",)  # a retreat through a full hex is only over at its end


def shared(s: State) -> str | None:
    """5.0: the sides never share a hex."""
    both = [h for h, units in s.at.items() if len({s.side_of(u) for u in units}) > 1]
    return f"{both[0]} holds units of both sides." if both else None


def share(s: State) -> None:
    one, two = (next(u for u in s.units if s.side_of(u) == side) for side in (SOVIET, AXIS))
    s.move(one, s.units[two].at)


def overstacked(s: State) -> str | None:
    """5.0: two combat units and one headquarters."""
    for hex, units in s.at.items():
        hqs = sum(1 for u in units if s.counter(u).hq)
        if (hqs > 1 or len(units) - hqs > 2) and s.phase not in IN_MOTION:
            return f"{hex} holds {', '.join(units)}."
    return None


def overstack(s: State) -> None:
    s.phase = "movement"
    for unit in [u for u in s.units if s.side_of(u) == SOVIET and not s.counter(u).hq][:3]:
        s.move(unit, "3444")


def chits_wrong(s: State) -> str | None:
    """2.4: every chit available this turn is in exactly one place."""
    found = Counter(c for pile in SELECTED for c in s.pile(pile))
    if not found:
        return None  # nothing has been selected yet
    for chit, number in found.items():
        if number > s.data.chits[chit].count:
            return f"there are {number} {chit} chits."
    for chit in s.data.chits.values():
        if chit.kind == "hq" and found[chit.id] != chit.count:
            return f"there are {found[chit.id]} {chit.id} chits, not {chit.count}."
    return None if found["SUPPLY"] == 1 or not s.pile("cup") else "the supply chit is missing."


def forge(s: State) -> None:
    s.piles["cup"] = ("OKH", "OKH", "OKH")


def units_wrong(s: State) -> str | None:
    """2.2: units on the map have one or two steps, and one supply marker at most."""
    for unit, one in s.units.items():
        if one.at not in s.board or not 1 <= one.steps <= s.counter(unit).steps:
            return f"{unit} in {one.at} has {one.steps} steps."
        if {OUT, ISOLATED} <= one.marks:
            return f"{unit} has both supply markers."
    return None


def cripple(s: State) -> None:
    unit = next(iter(s.units))
    s.units[unit] = attrs.evolve(s.units[unit], steps=0)


def cities_wrong(s: State) -> str | None:
    """8.1, 12.2: a city belongs to the side that stands in it; an ordered one to the Axis while the game goes on."""
    for hex, owner in s.control.items():
        if s.holder(hex) not in ("", owner):
            return f"{hex} belongs to {owner}, but the other side stands there."
    fallen = [h for h in s.orders if s.control[h] != AXIS]
    return f"{fallen[0]} fell under an order." if fallen and s.result is None else None


def betray(s: State) -> None:
    s.control["2634"] = SOVIET


def crossings_wrong(s: State) -> str | None:
    """12.3: a crossing point with a Soviet unit in it is Soviet."""
    lost = [p for p in s.data.crossing_points if s.holder(p) == SOVIET and p not in s.crossings]
    return f"{lost[0]} is held but not counted." if lost else None


def miscount(s: State) -> None:
    s.move(next(u for u in s.units if s.side_of(u) == SOVIET), "1827")


def markers_wrong(s: State) -> str | None:
    """7.0: four Luftwaffe markers."""
    found = Counter((*s.luftwaffe, *s.flown))
    most = Counter(luftwaffe_markers(s.data))
    return f"there are {dict(found)} markers." if any(n > most[kind] for kind, n in found.items()) else None


def inflate(s: State) -> None:
    s.luftwaffe = ("offensive",) * 3


INVARIANTS = (
    Invariant("no shared hexes", shared, share),
    Invariant("stacking", overstacked, overstack),
    Invariant("chit accounting", chits_wrong, forge),
    Invariant("units", units_wrong, cripple),
    Invariant("cities", cities_wrong, betray),
    Invariant("crossing points", crossings_wrong, miscount),
    Invariant("Luftwaffe markers", markers_wrong, inflate),
)


class Watch:
    """What may only change in one way between two answers: supply markers, and the count of crossing points."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.crossings = self.events = 0
        self.checking = False
        self.marks: dict[str, Any] = {}

    def look(self) -> str | None:
        s: Any = self.game.state
        faults = (self.supply_fault(s), self.crossing_fault(s), *(i.fault(s) for i in INVARIANTS))
        return next((fault for fault in faults if fault), None)

    def supply_fault(self, s: Any) -> str | None:
        """8.1: combat units get and lose their markers with the supply chit only."""
        news = self.game.events[self.events :]
        checked = self.checking or any(e.fields.get("chit") == "SUPPLY" for e in news)
        self.events, self.checking = len(self.game.events), s.phase == "supply" or s.drawn == "SUPPLY"
        before, self.marks = self.marks, {u: one.marks for u, one in s.units.items() if not s.counter(u).hq}
        changed = [u for u, marks in self.marks.items() if marks != before.get(u, frozenset())]
        return None if checked or not changed else f"the marker of {changed[0]} changed without the supply chit (8.1)."

    def crossing_fault(self, s: Any) -> str | None:
        before, self.crossings = self.crossings, s.crossing_count()
        return f"crossing points fell from {before} (12.3)." if self.crossings < before else None
