"""What a side may see, what a bot may dream up, a rough score, and what must always hold."""

from __future__ import annotations

from collections import Counter
from typing import Any

from .chits import SUPPLY, axis_selections, soviet_selections
from .model import State
from .records import AXIS, ENEMY, SOVIET
from .victory import points


def view(s: State, side: str | None) -> dict[str, Any]:
    """4.2, 7.0: neither the cup nor the enemy's chits, nor (for the Soviets) which Luftwaffe markers there are."""
    shown: dict[str, Any] = {
        "turn": s.turn,
        "month": s.data.turns[s.turn].month,
        "victory_points": {k: float(v) for k, v in points(s).items()},
        "needed": s.threshold,
        "crossing_points": sorted(s.crossings),
        "crossing_count": s.crossing_count(),
        "bridgehead": s.bridgehead,
        "orders": sorted(s.orders),
        "control": dict(s.control),
        "units": {u: {"at": x.at, "steps": x.steps, "marks": sorted(x.marks)} for u, x in s.units.items()},
        "activated": sorted(s.activated),
        "moved": sorted(s.moved),
        "fought": sorted(s.fought),
        "chits_drawn": list(s.pile("played")),
        "chits_in_cup": len(s.pile("cup")),
        "axis_hand": len(s.pile("hand")),
        "luftwaffe": len(s.luftwaffe),
        "batch": s.batch,
    }
    if side in (None, AXIS):
        shown["hand"], shown["markers"] = list(s.pile("hand")), list(s.luftwaffe)
    return shown


def redraw(s: State, side: str, source: Any) -> None:
    """A bot's idea of what it cannot know: some selection that fits the chits drawn, some markers."""
    played = Counter(s.pile("played"))
    chits = s.data.chits
    cup = [c for c in s.pile("cup") if c == SUPPLY or chits[c].side == side]
    seen = Counter({c: n for c, n in played.items() if chits[c].side == ENEMY[side]})
    if not s.pile("cup") and not s.pile("hand"):
        return
    if side == AXIS:
        fitting = [w.chits for w in soviet_selections(s) if not seen - Counter(w.chits)]
        if not fitting:
            return
        s.piles["cup"] = tuple(sorted((*cup, *(Counter(source.choice(fitting)) - seen).elements())))
        return
    size = len(s.pile("hand"))
    sets = sorted({tuple(sorted((*w.cup, *w.hand))) for w in axis_selections(s)})
    left = sorted((Counter(source.choice([w for w in sets if not seen - Counter(w)])) - seen).elements())
    hand = [left.pop(source.pick(len(left))) for _ in range(size)]
    s.piles["hand"], s.piles["cup"] = tuple(sorted(hand)), tuple(sorted((*cup, *left)))
    kinds = s.data.tables["luftwaffe"]
    box = Counter({k: kinds[k] for k in ("offensive", "defensive")}) - Counter(s.flown)
    markers = sorted(box.elements())
    s.luftwaffe = tuple(sorted(markers.pop(source.pick(len(markers))) for _ in s.luftwaffe))


def evaluate(s: State, side: str) -> float:
    """Victory points first, then strength on the map."""
    score = 10.0 * float(sum(points(s).values()))
    for unit in s.units:
        value = s.attack(unit) + s.defence(unit)
        score += value if s.side_of(unit) == SOVIET else -value
    return score if side == SOVIET else -score


def broken(s: State) -> list[str]:
    """What is wrong with a position between two procedures; empty if nothing is."""
    found = []
    for hex, units in s.at.items():
        if len({s.side_of(u) for u in units}) > 1:
            found.append(f"{hex} holds units of both sides (5.0)")
        hqs = sum(1 for u in units if s.counter(u).hq)
        if hqs > 1 or len(units) - hqs > 2:
            found.append(f"{hex} is overstacked (5.0)")
    if s.crossing_count() > len(s.data.crossing_points) + 1:
        found.append("too many crossing points (12.3)")
    everywhere = Counter(c for p in ("cup", "hand", "played", "soviet_pool", "axis_pool") for c in s.pile(p))
    if any(n > s.data.chits[c].count for c, n in everywhere.items()):
        found.append("a chit is in two places (2.4)")
    return found
