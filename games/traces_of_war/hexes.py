"""What a hex is worth to a unit that might stand there, in victory points."""

from __future__ import annotations

import attrs

from .control import approaches
from .evaluation import BREAKS, PER_TURN, chance_to_fall, turns_to_come
from .fields import FAR, Field, field, pressure, storm_from, to_objectives
from .model import State
from .records import AXIS, ENEMY, SOVIET
from .supply import SUPPLY

WON = 1000.0  # an empty city under orders is entered (12.2)
AHEAD = 12  # how many hexes of the enemy's ways are looked at
FADING = 0.9  # how much less each of them counts than the one before
NEXT_TO = 0.6  # how much of a way a unit covers that passes beside it
UNSUPPLIED = 0.4
ORDERED = 40.0  # a city under orders that would fall for certain
EXPOSED = 0.04  # a point of strength that the enemy can attack at 10-1
BOLD = {SOVIET: 0.25, AXIS: 1.0}  # how much of that counts for a side
COVER = 0.012  # a point of enemy strength whose way is blocked
INLAND = 12  # half points from the river, up to which the far bank is cleared for those who follow


@attrs.define(eq=False)
class Hexes:
    """The worth of hexes to the units of one side. `planned` are the units that will stand in each hex."""

    s: State
    side: str
    caution: float = 1.0
    planned: dict[str, list[str]] = attrs.field(factory=dict)
    ways: Field = attrs.field(init=False)
    area: int = attrs.field(init=False)
    flow: dict[str, float] = attrs.field(factory=dict)
    _pressure: dict[str, float] = attrs.field(factory=dict)
    _rate: dict[str, float] = attrs.field(factory=dict)
    _falls: int = 0
    _bank: Field | None = None

    def __attrs_post_init__(self) -> None:
        s = self.s
        self.ways, self.area = to_objectives(s), SUPPLY.area(s, self.side)
        if self.side == SOVIET:
            self._falls = approaches(s)
            if s.scenario == "race":
                self._bank = field(s.data, s.board.everywhere & ~s.data.west_of_dnipro)
        else:
            self.flow = enemy_flow(s, self.ways)

    def worth(self, unit: str, hex: str) -> float:
        return self.soviet(unit, hex) if self.side == SOVIET else self.axis(unit, hex)

    def common(self, unit: str, hex: str) -> float:
        """Supply and safety, the same for both sides."""
        s = self.s
        found = 0.0 if self.area & s.board.bit[hex] else -UNSUPPLIED
        attack = self.pressure(hex)
        if attack:
            units = [*self.planned.get(hex, ()), unit]
            defence = sum(defence_of(s, u) for u in units)
            odds = attack / defence if defence else 10.0
            odds += sum(modifier.amount for modifier in s.data.shifts[hex])
            part = min(1.0, max(0.0, (odds - 2) / 8))
            found -= BOLD[self.side] * self.caution * EXPOSED * part * 2 * defence_of(s, unit)
        return found

    def pressure(self, hex: str) -> float:
        """What the enemy could attack a hex with."""
        if hex not in self._pressure:
            self._pressure[hex] = pressure(self.s, ENEMY[self.side], hex)
        return self._pressure[hex]

    # --- Soviets --------------------------------------------------------------------------------------------------

    def soviet(self, unit: str, hex: str) -> float:
        s, bit = self.s, self.s.board.bit[hex]
        found = self.common(unit, hex) - self.rate(unit) * self.ways.far[s.board.index[hex]]
        if self._falls & bit:
            found += 4.0
        if hex in s.control and s.control[hex] == AXIS:
            found += WON if hex in s.orders else 8.0 if s.board[hex].major else 0.5
        if self._bank is not None and s.data.west_of_dnipro & bit:
            found += 0.02 * min(INLAND, self._bank.far[s.board.index[hex]])
        if s.scenario == "campaign" and s.board[hex].breakthrough:
            found += 3.0
        return found

    def rate(self, unit: str) -> float:
        """What a half point of the way is worth to a unit."""
        if unit not in self._rate:
            s, counter = self.s, self.s.counter(unit)
            rate = 0.4 * counter.attack / FAR
            if s.scenario == "race":
                points = s.data.scenario_tables.race_points.of_unit(counter.mechanised, True)
                rate += 1.2 * points / (2 * s.full_movement(unit) * (1 + PER_TURN * turns_to_come(s)))
            self._rate[unit] = rate
        return self._rate[unit]

    # --- Axis -----------------------------------------------------------------------------------------------------

    def axis(self, unit: str, hex: str) -> float:
        s = self.s
        found = self.common(unit, hex) + COVER * self.covered(hex)
        found += 0.05 * -sum(modifier.amount for modifier in s.data.shifts[hex])
        found += ORDERED * self.shielded(hex)
        if hex in s.orders:
            found += ORDERED * (self.falls(hex, ()) - self.falls(hex, (unit,)))
        elif hex == s.bridgehead and not s.counter(unit).hq:
            found += 0.5
        if hex in s.data.crossing_points and hex not in s.crossings and not self.planned.get(hex):
            found += 0.3
        return found

    def covered(self, hex: str) -> float:
        """How much of the enemy's marches a unit here would stop or slow down."""
        flow = self.flow
        return flow.get(hex, 0.0) + NEXT_TO * sum(flow.get(h, 0.0) for h in self.s.data.costs.ways(hex))

    def cover(self, hex: str) -> None:
        """A unit will stand here: what it covers need not be covered again."""
        for h in (hex, *self.s.data.costs.ways(hex)):
            if h in self.flow:
                self.flow[h] *= 0.3

    def falls(self, city: str, more: tuple[str, ...], blocked: str = "") -> float:
        """12.2: how likely a city under orders is to fall, with those planned for it and some more.

        Sides where units are planned, and `blocked`, are closed to an attack as long as that line holds.
        """
        s, units, near = self.s, (*self.planned.get(city, ()), *more), self.s.data.costs.ways(city)
        if not units:
            return 1.0 if storm_from(s, city, near) else 0.3
        steps = sum(s.units[u].steps if u in s.units else s.counter(u).steps for u in units)
        defence = sum(defence_of(s, u) for u in units)
        shift = sum(modifier.amount for modifier in s.data.shifts[city])
        free = [h for h in near if h != blocked and not self.planned.get(h)]
        now, then = (
            chance_to_fall(s.data, storm_from(s, city, sides), defence, shift, steps) for sides in (free, near)
        )
        return (now + BREAKS * then) / (1 + BREAKS)

    def shielded(self, hex: str) -> float:
        """How much safer cities under orders are if one of their sides is closed by a unit here."""
        if self.planned.get(hex):
            return 0.0
        cities = [c for c in self.s.data.costs.ways(hex) if c in self.s.orders and self.planned.get(c)]
        return sum(self.falls(city, ()) - self.falls(city, (), hex) for city in cities)


def enemy_flow(s: State, ways: Field) -> dict[str, float]:
    """Where the Soviets will march: for each hex the strength whose way leads through it."""
    names, index = s.board.names, s.board.index
    flow: dict[str, float] = {}
    for unit in s.units_on_map(SOVIET):
        place, weight = index[s.units[unit].at], float(s.attack(unit))
        for _ in range(AHEAD):
            if place not in ways.towards:
                break
            place, weight = ways.towards[place], weight * FADING
            flow[names[place]] = flow.get(names[place], 0.0) + weight
    held = s.board.name_set(s.occupied(SOVIET))
    return {hex: weight for hex, weight in flow.items() if hex not in held}


def hexes(s: State, side: str) -> Hexes:
    """As things stand, kept until something moves."""

    def make() -> Hexes:
        planned = {hex: list(units) for hex, units in s.at.items() if s.holder(hex) == side}
        return Hexes(s, side, planned=planned)

    return s.memo(("hexes", side), make)


def defence_of(s: State, unit: str) -> int:
    """The defence of a unit, also of one that is still to come."""
    return s.defence(unit) if unit in s.units else s.counter(unit).defence
