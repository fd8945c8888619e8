"""Victory (13): automatic, the race, the campaign."""

from __future__ import annotations

from fractions import Fraction

from wargame.core.engine.result import Result

from .losses import worth
from .model import State
from .records import AXIS, SOVIET
from .supply import traces


def race_points(s: State) -> dict[str, Fraction]:
    """13.2: crossing points (not the bridgehead) and units west of the Dnipro."""
    points = {k: Fraction(v) for k, v in s.data.points["race"].items() if k != "source"}
    found = {"crossing points": len(s.crossings) * points["crossing_point"], "west of the Dnipro": Fraction(0)}
    for unit in s.units_on_map(SOVIET):
        if s.board[s.units[unit].at].west_of_dnipro:
            kind = "mechanised" if s.counter(unit).mechanised else "other"
            found["west of the Dnipro"] += points[f"{kind}_{'supplied' if traces(s, unit) else 'unsupplied'}"]
    return found


def campaign_points(s: State, final: bool) -> dict[str, Fraction]:
    """13.3; at the end of the game a unit without a supply line counts as destroyed."""
    points = s.data.points["campaign"]
    gone = {u for u in s.units if not traces(s, u)} if final else set()
    cities = sum(1 for h, owner in s.control.items() if owner == SOVIET and s.board[h].major)
    through = sum(1 for u in s.units_on_map(SOVIET) if u not in gone and s.board[s.units[u].at].breakthrough)
    return {
        "major cities": Fraction(cities * points["major_city"]),
        "destroyed": Fraction(s.destroyed + sum(worth(s, u) for u in gone)),
        "relocations": Fraction(s.relocated),
        "breakthrough": Fraction(through * points["breakthrough"]),
    }


def points(s: State, final: bool = False) -> dict[str, Fraction]:
    return race_points(s) if s.scenario == "race" else campaign_points(s, final)


def judge(s: State) -> None:
    """4.4.1: at the end of a turn."""
    scenario = s.data.scenarios[s.scenario]
    last = s.turn >= scenario.last_turn
    if not last and not scenario.every_turn:
        return
    found = points(s, last)
    total = sum(found.values())
    rule = "13.2" if s.scenario == "race" else "13.3"
    score = {"victory points": float(total), "needed": s.threshold, **{k: float(v) for k, v in found.items()}}
    if total >= s.threshold:
        s.result = Result((SOVIET,), rule, f"{float(total):g} victory points of {s.threshold}", score)
    elif last:
        s.result = Result((AXIS,), rule, f"only {float(total):g} victory points of {s.threshold}", score)
