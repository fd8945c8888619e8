"""Whole movement phases worth trying, for bots: who goes where, worked out together so that units help each other.

A sheet is one plan: it moves every unit that has something to do, then ends movement.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from wargame.core.engine.actions import DONE, Action
from wargame.core.engine.chance import Source, seeded
from wargame.core.mechanics.search import Reach
from wargame.core.title.plans import Plan

from .actions import Pick, Relocate, Stay, strategic, to
from .fields import front, storm
from .gains import expected_gain
from .hexes import Hexes
from .model import COMBAT_MOVE, State
from .movement import unmoved
from .odds import over_river
from .orders import open_cities
from .reach import NORMAL, STRATEGIC, reach
from .records import AXIS, ENEMY, SOVIET
from .supply import within

NOISE = 0.25  # how far, in victory points, the last sheets stray from the first
ENOUGH = 0.25  # an attack is prepared if it promises this much
BEHIND = 0.03  # for a headquarters, each point of strength that it can command
ALONE = 0.8  # what it costs a headquarters to stand in an enemy zone without troops


@attrs.frozen
class Style:
    """How a sheet is made: whether attacks are prepared, who stays, how much danger counts, how much chance."""

    name: str
    attack: bool = False
    caution: float = 1.0
    hold: bool = False
    noise: float = 0.0


STYLES = {
    SOVIET: (
        Style("attack and march", attack=True),
        Style("march"),
        Style("attack where it is safe, and march", attack=True, caution=3.0),
        Style("attack, with another march", attack=True, noise=NOISE),
        Style("another march", noise=NOISE),
    ),
    AXIS: (
        Style("hold the line and fill gaps", caution=1.0),
        Style("counter-attack and hold", attack=True),
        Style("fall back", caution=3.0),
        Style("fill gaps, the others stay", hold=True),
        Style("another line", noise=NOISE),
        Style("counter-attack, and another line", attack=True, caution=2.0, noise=NOISE),
    ),
}


def sheets(s: State, side: str) -> list[Plan]:
    """9.1: different ways to move all activated units, the most obvious first."""
    units = unmoved(s)
    if not units:
        return [Plan("no more moves", (DONE,))]
    ways = {unit: destinations(s, unit) for unit in units}
    fighting = s.mode != COMBAT_MOVE
    found: dict[tuple[Action, ...], Plan] = {}
    for number, style in enumerate(STYLES[side]):
        if style.attack and not fighting:
            continue
        answers = Sheet(s, side, style, ways, number).write()
        if answers not in found:
            found[answers] = Plan(style.name, answers, worth=2.0 - 0.1 * len(found))
    found.setdefault((DONE,), Plan("all stay", (DONE,), worth=0.0))
    return [*raids(s, side, units), *found.values()]


def raids(s: State, side: str, units: Iterable[str]) -> Iterator[Plan]:
    """12.2: a headquarters that relocates next to an empty city under orders, to enter it afterwards (2.3, 9.4)."""
    if side == SOVIET:
        for city, (hq, hex) in open_cities(s).items():
            if hq in units:
                yield Plan(f"{s.name(hq)} relocates towards {s.name(city)}", (Pick(hq), Relocate(hex)), worth=1.0)


def destinations(s: State, unit: str) -> dict[str, Action]:
    """The hexes where a unit can get, each with the answer that takes it there."""
    allowance = 2 * s.movement(unit)
    names = s.board.names
    found: dict[str, Action] = {names[i]: strategic(names[i]) for i in _ends(reach(s, STRATEGIC, unit, allowance))}
    found |= {names[i]: to(names[i]) for i in _ends(reach(s, NORMAL, unit, allowance))}
    found[s.units[unit].at] = Stay()
    return found


def _ends(found: Reach) -> Iterable[int]:
    return found.came


@attrs.define(eq=False)
class Sheet:
    """A movement phase as it is being worked out."""

    s: State
    side: str
    style: Style
    ways: dict[str, dict[str, Action]]
    number: int
    goals: dict[str, str] = attrs.field(factory=dict)  # unit -> where it will stand
    hexes: Hexes = attrs.field(init=False)
    source: Source = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        s, side = self.s, self.side
        stay = {hex: [u for u in units if u not in self.ways] for hex, units in s.at.items() if s.holder(hex) == side}
        self.hexes = Hexes(s, side, self.style.caution, {hex: units for hex, units in stay.items() if units})
        self.source = Source(seeded(1000 * self.number + 10 * s.turn + len(self.ways)))
        for hex in list(self.hexes.planned):
            self.hexes.cover(hex)

    def write(self) -> tuple[Action, ...]:
        """Cities first, then attacks, then all others; headquarters last."""
        troops = [u for u in self.ways if not self.s.counter(u).hq]
        if self.side == AXIS:
            self.garrison(troops)
        if self.style.hold:
            self.stay_in_line(troops)
        if self.style.attack:
            self.prepare_attacks(troops)
        for unit in sorted((u for u in troops if u not in self.goals), key=self.urgency):
            self.send(unit, max(self.open(unit), key=lambda hex: self.worth(unit, hex)))
        for hq in (u for u in self.ways if u not in self.goals):
            self.send(hq, max(self.open(hq), key=lambda hex: self.worth_to_hq(hq, hex)))
        answers = tuple(self.answers())
        movers = sum(isinstance(answer, Pick) for answer in answers)
        return (*answers, DONE) if movers < len(self.ways) else answers  # movement ends by itself with the last unit

    def urgency(self, unit: str) -> tuple[float, str]:
        """Who is sent first: the Soviets nearest to the goal, the strongest of the Axis."""
        if self.side == SOVIET:
            return self.hexes.ways.far[self.s.board.index[self.s.units[unit].at]], unit
        return -self.s.defence(unit), unit

    def open(self, unit: str) -> list[str]:
        """The hexes in reach in which there will still be room (5.0); where it is now, if there is none."""
        found = [hex for hex in self.ways[unit] if self.room(unit, hex)]
        return found or [self.s.units[unit].at]

    def room(self, unit: str, hex: str) -> bool:
        counters, limits = self.s.title.counters, self.s.data.limits
        hq = counters[unit].hq
        alike = sum(1 for u in self.hexes.planned.get(hex, ()) if counters[u].hq == hq)
        return alike < (limits.stack_hqs if hq else limits.stack_combat_units)

    def worth(self, unit: str, hex: str) -> float:
        found = self.hexes.worth(unit, hex)
        if hex == self.s.units[unit].at:
            found += 0.02  # nobody marches for nothing
        return found + self.style.noise * self.source.pick(1000) / 1000 if self.style.noise else found

    def worth_to_hq(self, hq: str, hex: str) -> float:
        """2.3: near its troops, and not alone before the enemy."""
        s = self.s
        near = within(s.board, hex, s.counter(hq).command_range - 1)
        planned, bit = self.hexes.planned, s.board.bit
        command = sum(
            s.attack(u) for h, units in planned.items() if near & bit[h] for u in units if not s.counter(u).hq
        )  # fmt: skip
        found = 0.5 * self.hexes.common(hq, hex) + BEHIND * command
        if self.side == SOVIET:
            found += 0.3 * self.hexes.soviet(hq, hex)
        elif hex in s.orders:
            found += self.hexes.axis(hq, hex)
        if s.in_enemy_zoc(hex, self.side) and not planned.get(hex):
            found -= ALONE
        return found

    def send(self, unit: str, hex: str) -> None:
        self.goals[unit] = hex
        self.hexes.planned.setdefault(hex, []).append(unit)
        self.hexes.cover(hex)

    # --- the Axis ---------------------------------------------------------------------------------------------------

    def garrison(self, troops: list[str]) -> None:
        """12.2: cities under orders get what they need to stand, the one in most danger first."""
        cities = sorted(self.s.orders, key=lambda city: (-storm(self.s, city, through=True), city))
        for city in cities:
            threat = storm(self.s, city, through=True)
            while self.hexes.falls(city, ()) > 0 and (threat or not self.hexes.planned.get(city)):
                near = [u for u in troops if u not in self.goals and city in self.ways[u] and self.room(u, city)]
                if not near:
                    break
                self.send(min(near, key=lambda unit: self.price(unit, city, threat)), city)

    def price(self, unit: str, city: str, threat: int) -> tuple[float, int, str]:
        """Who goes into a city: where it is in danger, who holds out longest; elsewhere, who is missed least."""
        strength = self.s.defence(unit) + 2 * self.s.units[unit].steps
        return (self.hexes.falls(city, (unit,)), -strength, unit) if threat else (0.0, strength, unit)

    def stay_in_line(self, troops: list[str]) -> None:
        """Whoever is near the enemy stays where it is."""
        s, line = self.s, front(self.s, self.side)
        for unit in troops:
            at = s.units[unit].at
            if unit not in self.goals and line & s.board.bit[at]:
                self.send(unit, at)

    # --- attacks ----------------------------------------------------------------------------------------------------

    def prepare_attacks(self, troops: list[str]) -> None:
        """10.0: bring together, hex by hex, what makes the best attacks, as long as they promise something."""
        targets = self.targets(troops)
        while targets:
            found = ((target, self.assault(target, troops)) for target in targets)
            plans = [(assault[0], target, assault[1]) for target, assault in found if assault]
            if not plans:
                return
            gain, target, joined = max(plans, key=lambda plan: (plan[0], plan[1]))
            if gain < ENOUGH * self.style.caution:
                return
            for unit, hex in joined:
                self.send(unit, hex)
            targets = [t for t in targets if t != target and any(p[1] == t and p[0] >= ENOUGH for p in plans)]

    def targets(self, troops: list[str]) -> list[str]:
        """The enemy hexes that some unit can attack after its move."""
        s, ends = self.s, 0
        for unit in troops:
            if unit not in self.goals:
                ends |= s.board.mask(self.ways[unit])
        near = s.board.step(ends, s.data.blocked_sides)
        return [hex for hex in s.board.members(near) if s.holder(hex) == ENEMY[self.side]]

    def assault(self, target: str, troops: list[str]) -> tuple[float, list[tuple[str, str]]] | None:
        """The gain of the best attack on a hex by units that have no goal yet, and where each of them stands for it."""
        s = self.s
        room = {h: self.free(h) for h in s.data.costs.ways(target) if s.holder(h) != ENEMY[self.side]}
        joined: list[tuple[str, str]] = []
        attack = 0.0
        free = sorted((u for u in troops if u not in self.goals), key=lambda u: (-s.attack(u), u))
        for unit in free:
            ways = self.ways[unit]
            open_ = [h for h, left in room.items() if left and h in ways]
            if not open_:
                continue
            best = min(open_, key=lambda h: (over_river(s.board.edge(h, target)), h != s.units[unit].at, -room[h]))
            room[best] -= 1
            joined.append((unit, best))
            attack += s.attack(unit) / (2 if over_river(s.board.edge(best, target)) else 1)
        if not joined:
            return None
        return self.leanest(target, joined, int(attack))

    def leanest(self, target: str, joined: list[tuple[str, str]], attack: int) -> tuple[float, list[tuple[str, str]]]:
        """Without the weakest units as long as the attack promises as much."""
        s = self.s
        gain = expected_gain(s, target, attack, tuple(u for u, _ in joined))
        while len(joined) > 1:
            unit, hex = joined[-1]
            less = attack - (s.attack(unit) // (2 if over_river(s.board.edge(hex, target)) else 1))
            fewer = expected_gain(s, target, less, tuple(u for u, _ in joined[:-1]))
            if fewer < gain - 0.05:
                break
            joined, attack, gain = joined[:-1], less, max(fewer, gain)
        return gain - 0.02 * len(joined), joined

    def free(self, hex: str) -> int:
        counters = self.s.title.counters
        planned = sum(not counters[u].hq for u in self.hexes.planned.get(hex, ()))
        return self.s.data.limits.stack_combat_units - planned

    # --- the answers ------------------------------------------------------------------------------------------------

    def answers(self) -> Iterator[Action]:
        """Move by move, each as soon as there is room at its end (5.0)."""
        s, counters, limits = self.s, self.s.title.counters, self.s.data.limits
        there: dict[tuple[str, bool], int] = {}
        for hex, units in s.at.items():
            for unit in units:
                there[hex, counters[unit].hq] = there.get((hex, counters[unit].hq), 0) + 1
        waiting = [(unit, hex) for unit, hex in self.goals.items() if hex != s.units[unit].at]
        while waiting:
            left = []
            for unit, hex in waiting:
                hq = counters[unit].hq
                if there.get((hex, hq), 0) >= (limits.stack_hqs if hq else limits.stack_combat_units):
                    left.append((unit, hex))
                    continue
                there[hex, hq] = there.get((hex, hq), 0) + 1
                there[s.units[unit].at, hq] -= 1
                yield Pick(unit)
                yield self.ways[unit][hex]
                yield Stay()  # if it cannot get there any more
            if len(left) == len(waiting):
                return
            waiting = left
