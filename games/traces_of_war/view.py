"""What a side may see, what a bot may dream up, and a rough score."""

from __future__ import annotations

from collections import Counter
from typing import Any

from .chits import soviet_choices
from .model import State
from .records import AXIS, SOVIET
from .victory import points


def view(state: State, side: str | None) -> dict[str, Any]:
    """4.2, 7.0: neither the enemy's chits in cup and hand, nor (for the Soviets) which Luftwaffe markers there are."""
    shown: dict[str, Any] = {
        "turn": state.turn,
        "month": state.data.turns[state.turn].month,
        "victory_points": {k: float(v) for k, v in points(state).items()},
        "needed": state.threshold,
        "crossing_points": sorted(state.crossings),
        "crossing_count": state.crossing_count(),
        "bridgehead": state.bridgehead,
        "orders": sorted(state.orders),
        "control": dict(state.control),
        "units": {u: {"at": x.at, "steps": x.steps, "marks": sorted(x.marks)} for u, x in state.units.items()},
        "activated": sorted(state.activated),
        "moved": sorted(state.moved),
        "fought": sorted(state.fought),
        "attacked": sorted(state.attacked),
        "exchanged": state.exchanged,
        "converted": state.converted,
        "chit_just_drawn": state.drawn,
        "chits_drawn": list(state.pile("played")),
        "chits_in_cup": len(state.pile("cup")),
        "axis_hand": len(state.pile("hand")),
        "luftwaffe": len(state.luftwaffe),
        "batch": state.batch,
        "waiting": list(state.waiting),
        "negotiation_points": state.points / 2,
    }
    for one in (SOVIET, AXIS):
        if side in (None, one):
            shown[f"{one}_chits_in_cup"] = own_chits(state, one)
    if side in (None, AXIS):
        shown["hand"], shown["markers"] = list(state.pile("hand")), list(state.luftwaffe)
    return shown


def own_chits(s: State, side: str) -> list[str]:
    """The chits of a side still in the cup: its player put them there himself."""
    return [c for c in s.pile("cup") if s.data.chits[c].side == side]


def redraw(state: State, side: str, source: Any) -> None:
    """A bot's idea of what it cannot know: the enemy's chits dealt anew as the chits seen allow, other markers."""
    if side == AXIS:
        redraw_soviet_chits(state, source)
    else:
        redraw_axis_chits(state, source)
        redraw_luftwaffe(state, source)


def redraw_soviet_chits(s: State, source: Any) -> None:
    """4.2.1: some legal selection with the chits that have been drawn."""
    seen = Counter(c for c in s.pile("played") if s.data.chits[c].side == SOVIET)
    hidden = Counter(own_chits(s, SOVIET))
    if not hidden:
        return
    available = seen + hidden + Counter(s.pile("soviet_pool"))
    known = seen + Counter([s.drawn] if s.drawn in hidden else [])
    selection = source.choice([w for w in soviet_choices(s.data, available) if not known - Counter(w)])
    s.piles["soviet_pool"] = tuple(sorted((available - Counter(selection)).elements()))
    own = (c for c in s.pile("cup") if s.data.chits[c].side != SOVIET)
    s.piles["cup"] = tuple(sorted((*own, *(Counter(selection) - seen).elements())))


def redraw_axis_chits(s: State, source: Any) -> None:
    """4.2.2: any chits that were not seen, as many in cup, hand and pool as there are."""
    inside = Counter(own_chits(s, AXIS)) - Counter([s.drawn])
    unseen = sorted((*inside.elements(), *s.pile("hand"), *s.pile("axis_pool")))
    seen = Counter(s.pile("cup")) - inside
    s.piles["cup"] = tuple(sorted((*seen.elements(), *deal(unseen, inside.total(), source))))
    s.piles["hand"] = tuple(sorted(deal(unseen, len(s.pile("hand")), source)))
    s.piles["axis_pool"] = tuple(unseen)


def deal(items: list[str], number: int, source: Any) -> list[str]:
    """Take so many items at random out of a list."""
    return [items.pop(source.pick(len(items))) for _ in range(number)]


def redraw_luftwaffe(s: State, source: Any) -> None:
    """7.0: any markers that have not flown."""
    kinds = s.data.tables["luftwaffe"]
    left = sorted((Counter({k: kinds[k] for k in ("offensive", "defensive")}) - Counter(s.flown)).elements())
    s.luftwaffe = tuple(sorted(deal(left, len(s.luftwaffe), source)))


CITY, UNGUARDED, WESTWARD = 2.0, 15.0, 0.1  # worth to the Soviets: a city, an empty city under order, a hex to the west


def evaluate(state: State, side: str) -> float:
    """Victory points first, then strength on the map, cities, and how far the Soviets have come."""
    score = 10.0 * float(sum(points(state).values()))
    for unit, one in state.units.items():
        value = state.attack(unit) + state.defence(unit)
        soviet = state.side_of(unit) == SOVIET
        score += value - WESTWARD * int(one.at[2:]) if soviet else -value
    score += CITY * sum(owner == SOVIET for owner in state.control.values())
    score += UNGUARDED * sum(state.holder(hex) != AXIS for hex in state.orders)
    return score if side == SOVIET else -score
