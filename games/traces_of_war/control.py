"""What entering a hex does: cities, crossing points, the bridgehead (8.1, 11.1, 12.2, 12.3)."""

from __future__ import annotations

from wargame.core.engine.result import Result
from wargame.core.mechanics.control import Control

from .model import State
from .records import AXIS, SOVIET

CONTROL: Control[State] = Control("8.1", takes=lambda s, unit, hex: hex in s.control)  # cities


def watched(s: State, side: str) -> set[str]:
    """The hexes where something changes if a unit of this side passes through."""
    found = {h for h, owner in s.control.items() if owner != side}
    if side == SOVIET:
        found.update(s.board.members(approaches(s)))
    elif s.bridgehead:
        found.add(s.bridgehead)
    return found


def approaches(s: State, but: str = "") -> int:
    """12.3: where a Soviet unit takes a crossing point; `but`: not counting the points that fall from this hex."""
    found, bit = 0, s.board.bit
    for point in s.data.crossing_points:
        if point not in s.crossings and not s.holder(point):
            ring = s.data.close[point] | bit[point]
            found |= 0 if but and ring & bit[but] else ring
    return found


def enter(s: State, unit: str, hex: str, rule: str) -> None:
    """A unit moves into a hex and, for now, stays there."""
    s.move(unit, hex, rule)
    touch(s, unit, hex)
    crossing_points(s)


def touch(s: State, unit: str, hex: str) -> None:
    """A unit enters a hex, to stay or to pass on."""
    side = s.side_of(unit)
    if CONTROL.enter(s, unit, hex) and side == SOVIET and hex in s.orders:
        fall(s, hex)
    if side == SOVIET:
        for point in s.data.crossing_points:
            if point not in s.crossings and (point == hex or (near(s, point, hex) and not s.holder(point))):
                take(s, point)
    elif hex == s.bridgehead and not s.counter(unit).hq:  # 11.1
        s.bridgehead = ""
        s.changed()  # a source of supply less
        s.note("the airborne bridgehead at {hex} is destroyed", "11.1", hex=hex)


def near(s: State, point: str, hex: str) -> bool:
    """12.3: a Soviet unit in `hex` is close enough to a free crossing point."""
    return bool(s.data.close[point] & s.board.bit[hex])


def crossing_points(s: State) -> None:
    """12.3: free crossing points fall to Soviet units close by; from turn 7 they fall by themselves."""
    if len(s.crossings) == len(s.data.crossing_points):
        return
    for point in s.data.crossing_points:
        if point in s.crossings or s.holder(point) == AXIS:
            continue
        if s.turn >= s.data.tables.dates.free_crossing_points or s.data.close[point] & s.occupied(SOVIET):
            take(s, point)


def take(s: State, point: str) -> None:
    """12.3: a crossing point is Soviet for the rest of the game."""
    s.crossings |= {point}
    s.note("crossing point {point} comes under Soviet control", "12.3", point=point)


def fall(s: State, hex: str) -> None:
    """12.2, 13.1: the fall of a city under orders ends the game."""
    city = s.board[hex].city
    s.result = Result((SOVIET,), "13.1", f"{city} fell under a Supreme Command Order that was not lifted")
