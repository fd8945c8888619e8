"""Setting up (4)."""

from __future__ import annotations

from typing import Any

from wargame.core.engine.errors import WargameError
from wargame.core.title.title import Title

from .events import set_up
from .model import AP, CP, LEVELS, State
from .records import Data


def deck(d: Data, side: str, level: int) -> tuple[str, ...]:
    """The cards of a side that join at a commitment level (9.1.2)."""
    return tuple(sorted(c.id for c in d.cards.values() if c.side == side and c.commitment == LEVELS[level]))


def setup(title: Title, scenario: str, options: dict[str, Any]) -> State:
    """Markers, units, trenches and decks before the opening hands (4.1, 4.2)."""
    s = State(title=title)
    d = s.data
    if options.get("tournament") and scenario == "introductory":
        raise WargameError("Tournaments play the Limited War or the Campaign scenario, not this one (5.6.1).")
    if options.get("bid") and not options.get("tournament"):
        raise WargameError("A bid is for tournament games: set the option tournament too (5.6.2).")
    s.scenario, s.options = scenario, dict(options)
    s.control = {x.id: x.control for x in d.spaces.values()}
    s.at_war = frozenset(n for n, row in d.nations.items() if row.status in ("at_war", "open", "ana_only"))
    s.tracks = {"vp": d.numbers.start_vp, "ap_ws": 0, "cp_ws": 0, "combined": 0}  # 4.1.2, 4.1.3
    s.commitment = {AP: 0, CP: 0}
    for line in d.setup:
        if line.when != "start":
            continue
        if line.trench:
            s.trenches[line.space] = (s.control[line.space], line.trench)
        else:
            set_up(s, line.space, line.unit, line.count or 0, bool(line.reduced))
    if options.get("alternative_setup"):
        alternative(s)
    for side in (AP, CP):
        s.piles[f"{side}_deck"] = deck(d, side, 0)
        for name in ("hand", "discard", "table", "removed"):
            s.piles[f"{side}_{name}"] = ()
    s.log.clear()
    return s


def alternative(s: State) -> None:
    """4.2.4: three corps leave the reserve boxes, and trenches change, those of neutral Italy too."""
    for kind, box, to in (
        ("ah_corps", "cp_reserve", "stanislau"),
        ("ah_corps", "cp_reserve", "trent"),
        ("ru_corps", "ap_reserve", "lutsk"),
    ):
        unit = next(u for u in s.units_at(box) if s.counter(u).type == kind)
        s.move(unit, to, "4.2.4")
    del s.trenches["brussels"]
    s.trenches["strasbourg"] = (CP, 1)
    s.trenches.update(dict.fromkeys(("verona", "asiago", "maggiore", "udine"), (AP, 1)))
