"""Victory (13): automatic, the race, the campaign."""

from __future__ import annotations

from wargame.core.engine.result import Result

from .losses import worth
from .model import State
from .records import AXIS, SOVIET
from .supply import SUPPLY, traces


def race_points(s: State) -> dict[str, float]:
    """13.2: crossing points (not the bridgehead) and units west of the Dnipro."""
    points, west = s.data.scenario_tables.race_points, 0.0
    for hex in s.board.members(s.occupied(SOVIET) & s.data.west_of_dnipro):
        supply = SUPPLY.reaches(s, SOVIET, hex)
        west += sum(points.of_unit(s.counter(unit).mechanised, supply) for unit in s.units_at(hex))
    return {"crossing points": len(s.crossings) * points.crossing_point, "west of the Dnipro": west}


def campaign_points(s: State, final: bool) -> dict[str, float]:
    """13.3; at the end of the game a unit without a supply line counts as destroyed."""
    points = s.data.scenario_tables.campaign_points
    gone = {u for u in s.units if not traces(s, u)} if final else set()
    cities = sum(1 for h, owner in s.control.items() if owner == SOVIET and s.board[h].major)
    through = sum(1 for u in s.units_on_map(SOVIET) if u not in gone and s.board[s.units[u].at].breakthrough)
    return {
        "major cities": float(cities * points.major_city),
        "destroyed": float(s.destroyed + sum(worth(s, u) for u in gone)),
        "relocations": float(s.relocated),
        "breakthrough": float(through * points.breakthrough),
    }


def points(s: State, final: bool = False) -> dict[str, float]:
    """The victory points by where they come from (13.2, 13.3), cached by what they depend on."""
    key = "points", final, s.crossings, s.destroyed, s.relocated
    return s.memo(key, lambda: race_points(s) if s.scenario == "race" else campaign_points(s, final))


def judge(s: State) -> None:
    """4.4.1: at the end of a turn."""
    scenario = s.data.scenarios[s.scenario]
    last = s.turn >= scenario.last_turn
    if not last and not scenario.every_turn:
        return
    found = points(s, last)
    total = sum(found.values())
    rule = "13.2" if s.scenario == "race" else "13.3"
    score = {"victory points": total, "needed": s.threshold, **found}
    if total >= s.threshold:
        s.result = Result((SOVIET,), rule, f"{total:g} victory points of {s.threshold}", score)
    elif last:
        s.result = Result((AXIS,), rule, f"only {total:g} victory points of {s.threshold}", score)
