"""Sheets of orders worth trying: every centre is worth something to a power, and that worth spreads over the map.

Each unit goes where it is worth most; two do not go to the same space, and whoever has nothing better to do supports
those who meet resistance there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

import attrs

from wargame.core.engine.actions import DONE
from wargame.core.engine.chance import Source, seeded
from wargame.core.engine.questions import Question
from wargame.core.title.plans import Plan, Verdict

from .actions import AgreeDraw
from .evaluation import reached_by
from .geography import Geography
from .model import POWERS, State
from .orders import BUILD, CONVOY, DISBAND, HOLD, MOVE, RETREAT, SUPPORT, Order, Position

SHEETS = 10  # sheets that are written for a power
SPREAD = (1.0, 0.5, 0.3, 0.2, 0.12, 0.07)  # what a centre is worth so many moves away
THREATENED = 0.5  # an own centre, for each unit that can enter it
NOISE = 0.6  # how far the last sheet strays from the first
BOLD = 3  # one sheet in so many does not mind the others
AUTUMN = 0.5  # more for a centre that will be occupied now

Control = tuple[tuple[str, str], ...]


def plans(s: State, side: str, question: Question) -> list[Plan] | None:
    """Whole sheets of orders, the best retreat, builds and removals."""
    if question.rule == "VII.1":
        return list(sheets(s.position(), tuple(s.control.items()), side, s.season == "autumn"))
    if question.rule in ("XII", "XIV.2"):
        worth = values(s.position(), tuple(s.control.items()), side)
        return [Plan(str(a), (a,), _worth_of(s, side, a, worth)) for a in question.actions]
    return None


def verdict(s: State, side: str, question: Question) -> Verdict | None:
    """Nobody is told anything, and nobody leaves; a draw is agreed to by whoever would lose (II, IV)."""
    if question.rule != "IV.1":
        return None
    mine = len(s.centres_of(side))
    most = max(len(s.centres_of(power)) for power in POWERS)
    if most >= LOST and mine < most / 2 and question.accepts(AgreeDraw()) and side not in s.votes:
        return Verdict(AgreeDraw(), f"Somebody holds {most} centres and we hold {mine}.")
    return Verdict(DONE)


LOST = 14  # centres with which a power can hardly be stopped


def _worth_of(s: State, side: str, action: object, worth: Mapping[str, float]) -> float:
    """A retreat or a build by the worth of where the unit will stand, a removal by what is lost."""
    if not isinstance(action, Order):
        return 0.0
    if action.verb == RETREAT:
        return worth.get(f"{action.unit[0]} {action.to}", 0.0)
    if action.verb == BUILD:
        return 0.3 + 0.1 * worth.get(action.unit, 0.0) + 0.05 * _kind_wanted(s, side, action.unit[0])
    return -worth.get(action.unit, 0.0) if action.verb == DISBAND else 0.0


def _kind_wanted(s: State, side: str, kind: str) -> int:
    """Whether a power has fewer units of this kind than of the other."""
    units = s.units_of(side)
    own = sum(unit[0] == kind for unit in units)
    return (len(units) - own) - own


# --- what a place is worth -------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def values(position: Position, control: Control, power: str) -> dict[str, float]:
    """What it is worth to a power that a unit stands somewhere, by unit string (`A PAR`, `F SPA/SC`)."""
    geo, owners = position.geo, dict(control)
    near, reach = _stands_near(geo), reached_by(position)
    base: dict[str, float] = {}
    for centre in geo.centres:
        others = sum(number for who, number in reach.get(centre, {}).items() if who != power)
        base[centre] = THREATENED * min(others, 2) if owners.get(centre) == power else 1.0
    wave = {unit: base.get(space, 0.0) for unit, space in geo.stands.items()}
    found = dict.fromkeys(wave, 0.0)
    for weight in SPREAD:
        for unit, value in wave.items():
            found[unit] += weight * value
        spread = wave.__getitem__
        wave = {unit: sum(map(spread, there)) / len(there) for unit, there in near.items()}
    return found


@lru_cache(maxsize=8)
def _stands_near(geo: Geography) -> dict[str, tuple[str, ...]]:
    """For each unit string, itself and those that it becomes by a move."""
    return {unit: (unit, *(f"{unit[0]} {to}" for to in geo.moves[unit])) for unit in geo.stands}


# --- sheets ----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def sheets(position: Position, control: Control, power: str, autumn: bool) -> tuple[Plan, ...]:
    """Different sheets of orders for all units of a power, the most obvious first."""
    units = tuple(unit for space, unit in sorted(position.units.items()) if position.powers[space] == power)
    source = Source(seeded(POWERS.index(power) * 1000 + len(control) + (500 if autumn else 0)))
    found: dict[tuple[Order, ...], Plan] = {}
    for number in range(SHEETS):
        bold = number % BOLD == BOLD - 1
        sheet = Sheet(position, control, power, units, autumn, NOISE * number / SHEETS, source, bold)
        orders = sheet.write()
        if orders not in found:
            found[orders] = Plan("; ".join(map(str, orders)), (*orders, DONE), sheet.worth)
    return tuple(found.values())


@attrs.define(eq=False)
class Sheet:
    """A sheet of orders as it is being written."""

    position: Position
    control: Control
    power: str
    units: tuple[str, ...]
    autumn: bool
    noise: float
    source: Source
    bold: bool  # as if nobody else came where these units go
    worth: float = 0.0
    goals: dict[str, str] = attrs.field(factory=dict)  # space -> the unit that will stand there
    orders: dict[str, Order] = attrs.field(factory=dict)

    def write(self) -> tuple[Order, ...]:
        """Every unit gets an order, those with most to win first."""
        if self.noise and not self.source.pick(3):
            self._convoy()
        options = {unit: self._options(unit) for unit in self.units if unit not in self.orders}
        waiting = sorted(options, key=lambda unit: -options[unit][0][0])
        for unit in waiting:
            self._send(unit, options[unit])
        self._stay_put()
        self._support()
        return tuple(self.orders[unit] for unit in self.units)

    def _options(self, unit: str) -> list[tuple[float, float, str]]:
        """Where a unit could be after the turn, what seems best first: how good it seems, and how good it is."""
        geo, worth = self.position.geo, values(self.position, self.control, self.power)
        found = []
        for to in (unit[2:], *geo.moves[unit]):
            space = geo.space_of[to]
            if space in self.position.closed:
                continue
            value = worth[f"{unit[0]} {to}"] + self._prize(unit, space)
            found.append((value + self.noise * self._random(), value, to))
        return sorted(found, reverse=True)

    def _random(self) -> float:
        return self.source.pick(1 << 16) / (1 << 16)

    def _prize(self, unit: str, space: str) -> float:
        """More for a centre that changes hands this autumn, less for one that is hard to enter."""
        prize = AUTUMN if self.autumn and space in self._foreign() else 0.0
        resistance = self._resistance(space)
        helpers = reached_by(self.position).get(space, {}).get(self.power, 0)
        if self.bold or self.position.powers.get(space) == self.power:
            return prize
        return prize - 0.35 * max(0, resistance - helpers + 1) if resistance else prize

    def _foreign(self) -> frozenset[str]:
        return _foreign_centres(self.position, self.control, self.power)

    def _resistance(self, space: str) -> int:
        """How many units of the strongest other power can be, or come, there."""
        others = dict(reached_by(self.position).get(space, {}))
        holder = self.position.powers.get(space)
        if holder is not None:
            others[holder] = others.get(holder, 0) + 1
        return max((number for power, number in others.items() if power != self.power), default=0)

    def _send(self, unit: str, options: Iterable[tuple[float, float, str]]) -> None:
        """A unit goes to the best space to which no other goes, or supports the one that does and needs it."""
        geo, own = self.position.geo, self.position.geo.space_of[unit[2:]]
        for _, value, to in options:
            space = geo.space_of[to]
            if space in self.goals:
                if self._wants_support(space) and space in geo.reach[unit] and space != own:
                    self._give(unit, self._support_of(unit, self.goals[space], space), 0.4 * value)
                    return
                continue
            if to == unit[2:]:
                self._give(unit, Order(unit, HOLD), value)
            else:
                self._give(unit, Order(unit, MOVE, to=to), value)
            self.goals[space] = unit
            return
        self._give(unit, Order(unit, HOLD), 0.0)
        self.goals.setdefault(own, unit)

    def _give(self, unit: str, order: Order, worth: float) -> None:
        self.orders[unit] = order
        self.worth += worth

    def _wants_support(self, space: str) -> bool:
        """Whether the unit that goes to (or stays in) a space meets as much strength as it has."""
        given = sum(order.verb == SUPPORT and self._supported(order) == space for order in self.orders.values())
        return self._resistance(space) > given

    def _supported(self, order: Order) -> str:
        return self.position.geo.space_of[order.to or order.other[2:]]

    def _support_of(self, unit: str, other: str, space: str) -> Order:
        moves = self.orders[other].verb == MOVE
        return Order(unit, SUPPORT, other, space) if moves else Order(unit, SUPPORT, other)

    def _stay_put(self) -> None:
        """Nobody marches into a space whose own unit does not leave it."""
        geo = self.position.geo
        changed = True
        while changed:
            changed = False
            for unit, order in self.orders.items():
                if order.verb != MOVE:
                    continue
                there = self.position.units.get(geo.space_of[order.to])
                if there in self.orders and self.orders[there].verb != MOVE:
                    self._call_back(unit, order)
                    changed = True

    def _call_back(self, unit: str, order: Order) -> None:
        geo = self.position.geo
        if self.goals.get(geo.space_of[order.to]) == unit:
            del self.goals[geo.space_of[order.to]]
        self.orders[unit] = Order(unit, HOLD)
        self.goals.setdefault(geo.space_of[unit[2:]], unit)
        for other, support in list(self.orders.items()):
            if support.verb == SUPPORT and support.other == unit:
                self.orders[other] = Order(other, HOLD)

    def _support(self) -> None:
        """Units that would only hold support a neighbour that meets resistance."""
        geo = self.position.geo
        for unit, order in self.orders.items():
            own = geo.space_of[unit[2:]]
            if order.verb != HOLD or self._wants_support(own):
                continue
            for space, other in self.goals.items():
                if other != unit and space != own and space in geo.reach[unit] and self._wants_support(space):
                    self.orders[unit] = self._support_of(unit, other, space)
                    break

    def _convoy(self) -> None:
        """The best landing of an army over one sea zone with a fleet of the same power (XIII)."""
        geo, worth = self.position.geo, values(self.position, self.control, self.power)
        best: tuple[float, str, str, str] | None = None
        for army in self.units:
            if army[0] != "A":
                continue
            for fleet in self.units:
                zone = fleet[2:]
                if zone not in geo.seas_of.get(army[2:], ()):
                    continue
                for to in sorted(geo.shores[zone] - geo.reach[army] - {army[2:]}):
                    gain = worth[f"A {to}"] + self._prize(army, to) - worth[army]
                    if to not in self.position.closed and (best is None or gain > best[0]):
                        best = gain, army, fleet, to
        if best is not None and best[0] > 0:
            gain, army, fleet, to = best
            self._give(army, Order(army, MOVE, to=to, via_convoy=True), worth[f"A {to}"])
            self._give(fleet, Order(fleet, CONVOY, army, to), 0.0)
            self.goals |= {to: army, fleet[2:]: fleet}


@lru_cache(maxsize=512)
def _foreign_centres(position: Position, control: Control, power: str) -> frozenset[str]:
    owners = dict(control)
    return frozenset(centre for centre in position.geo.centres if owners.get(centre) != power)
