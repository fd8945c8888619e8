"""What a side may know: everything but the enemy's chits in pools, cup and hand (4.2), and the Axis markers (7.0).

View, lookups and the redrawing for bots all ask here. A side is "soviet" or "axis"; "" is a spectator, who knows only
what both sides may know; None is a moderator, who knows everything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import attrs

from wargame.core.engine.chance import Source
from wargame.core.engine.convert import shared_data
from wargame.core.mechanics.cards import lay
from wargame.core.title.observation import Observation, observe

from .charts import luftwaffe_markers
from .chits import soviet_choices
from .model import State
from .records import AXIS, SOVIET
from .victory import points


def view(s: State, side: str | None) -> dict[str, Any]:
    """4.2, 7.0: neither the enemy's chits in cup and hand, nor (for the Soviets) which Luftwaffe markers there are."""
    shown: dict[str, Any] = {
        "turn": s.turn,
        "month": s.data.turns[s.turn].month,
        "victory_points": points(s).copy(),
        "needed": s.threshold,
        "crossing_points": sorted(s.crossings),
        "crossing_count": s.crossing_count(),
        "bridgehead": s.bridgehead,
        "orders": sorted(s.orders),
        "control": dict(s.control),
        "units": s.by_unit(shared_data),
        "activated": sorted(s.activated),
        "moved": sorted(s.moved),
        "fought": sorted(s.fought),
        "attacked": sorted(s.attacked),
        "exchanged": s.exchanged,
        "converted": s.converted,
        "chit_just_drawn": s.drawn,
        "chits_drawn": list(s.pile("played")),
        "chits_in_cup": len(s.pile("cup")),
        "axis_hand": len(s.pile("hand")),
        "luftwaffe": len(s.luftwaffe),
        "batch": s.batch,
        "waiting": list(s.waiting),
        "negotiation_points": s.points / 2,
    }
    for one in secrets(side):
        shown[f"{one}_chits_in_cup"] = own_chits(s, one)
    if AXIS in secrets(side):
        shown["hand"], shown["markers"] = list(s.pile("hand")), list(s.luftwaffe)
    return shown


def observation(seen: Mapping[str, Any]) -> Observation:
    """The facts of a view for programs that learn: chits and markers are counted, for several of them are alike."""
    piles = ("chits_drawn", "soviet_chits_in_cup", "axis_chits_in_cup", "hand", "markers")
    counted = Counter(f"{pile}.{one}" for pile in piles for one in seen.get(pile, ()))
    facts = observe(seen)
    return attrs.evolve(facts, tracks={**facts.tracks, **counted})


def secrets(side: str | None) -> tuple[str, ...]:
    """The sides whose chits and markers a side may know."""
    return tuple(one for one in (SOVIET, AXIS) if side in (None, one))


def own_chits(s: State, side: str) -> list[str]:
    """The chits of a side still in the cup, which its player knows, having put them there."""
    return [c for c in s.pile("cup") if s.data.chits[c].side == side]


def redraw(s: State, side: str, source: Source) -> None:
    """For a bot that looks ahead: the enemy's chits dealt anew, as the chits seen allow, and other markers."""
    if SOVIET not in secrets(side):
        redraw_soviet_chits(s, source)
    if AXIS not in secrets(side):
        redraw_axis_chits(s, source)
        redraw_luftwaffe(s, source)


def redraw_soviet_chits(s: State, source: Source) -> None:
    """4.2.1: some legal selection with the chits that have been drawn."""
    seen = Counter(c for c in s.pile("played") if s.data.chits[c].side == SOVIET)
    hidden = Counter(own_chits(s, SOVIET))
    if not hidden:
        return
    available = seen + hidden + Counter(s.pile("soviet_pool"))
    known = seen + Counter([s.drawn] if s.drawn in hidden else [])
    selection = source.choice([w for w in soviet_choices(s.data, available) if not known - Counter(w)])
    lay(s, "soviet_pool", (available - Counter(selection)).elements())
    own = (c for c in s.pile("cup") if s.data.chits[c].side != SOVIET)
    lay(s, "cup", (*own, *(Counter(selection) - seen).elements()))


def redraw_axis_chits(s: State, source: Source) -> None:
    """4.2.2: any chits that were not seen, as many in cup, hand and pool as there are."""
    inside = Counter(own_chits(s, AXIS)) - Counter([s.drawn])
    unseen = sorted((*inside.elements(), *s.pile("hand"), *s.pile("axis_pool")))
    seen = Counter(s.pile("cup")) - inside
    lay(s, "cup", (*seen.elements(), *deal(unseen, inside.total(), source)))
    lay(s, "hand", deal(unseen, len(s.pile("hand")), source))
    lay(s, "axis_pool", unseen)


def deal(items: list[str], number: int, source: Source) -> list[str]:
    """Take this many items at random out of a list."""
    return [items.pop(source.pick(len(items))) for _ in range(number)]


def redraw_luftwaffe(s: State, source: Source) -> None:
    """7.0: any markers that have not flown."""
    left = sorted((Counter(luftwaffe_markers(s.data)) - Counter(s.flown)).elements())
    s.luftwaffe = tuple(sorted(deal(left, len(s.luftwaffe), source)))
