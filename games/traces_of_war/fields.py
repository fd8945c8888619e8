"""How far it is on the map as it stands, and who can strike where: what bots need to know before they plan."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import attrs

from wargame.core.mechanics.zones import enemies

from .charts import Data
from .model import ZONES, State
from .odds import over_river
from .records import AXIS, ENEMY, SOVIET

FAR = 140  # half points; what is farther than this counts as this far
WHOLE_MOVE = 10  # half points that a step is taken to cost that takes the whole move (9.1, 9.3)
THROUGH = 14  # half points that it takes to get past a hex with an enemy, who has to be thrown out first
COMING = 0.5  # how much of its strength a unit brings to bear that is two hexes away


@attrs.frozen(eq=False)
class Field:
    """For each hex by number: how far it is to the nearest goal, in half points, and the next hex on the way."""

    far: list[int]
    towards: dict[int, int]


@lru_cache(maxsize=512)
def field(data: Data, goals: int, enemy: int = 0, zones: int = 0) -> Field:
    """The ways to a set of hexes; hexes with enemies can be passed at a price, zones cost what they cost (9.3)."""
    board, back = data.board, data.costs.back()
    leave, enter = data.zone_costs  # seen from the goal
    added = [0] * len(board)
    for i in board.numbers(zones):
        added[i] = 1
    held = board.number_set(enemy)
    far, towards = [FAR] * len(board), {}
    rings: list[list[int]] = [[] for _ in range(FAR + 1)]
    for i in board.numbers(goals):
        far[i] = 0
        rings[0].append(i)
    steps, whole = back.steps, back.whole
    for spent, ring in enumerate(rings):
        for i in ring:
            if far[i] != spent:
                continue
            base = spent + leave * added[i] + (THROUGH if i in held else 0)
            for j, price in steps[i]:
                total = base + price + enter * added[j]
                if total < far[j]:
                    far[j], towards[j] = total, i
                    rings[total].append(j)
            for j in whole[i]:
                total = base + WHOLE_MOVE + enter * added[j]
                if total < far[j]:
                    far[j], towards[j] = total, i
                    rings[total].append(j)
    return Field(far, towards)


def objectives(s: State) -> int:
    """What the Soviets march for, as a set: in the race the far bank (13.2), in the campaign the cities (13.3).

    In the second half of the campaign the breakthrough hexes too.
    """
    return s.memo("objectives", lambda: _objectives(s))


def _objectives(s: State) -> int:
    board = s.board
    if s.scenario == "race":
        return s.data.west_of_dnipro
    found = {h for h in s.data.majors if s.control[h] == AXIS}
    if s.turn > s.data.scenarios[s.scenario].last_turn // 2 or not found:
        found.update(h.id for h in board.spaces if h.breakthrough)
    return board.mask(found)


def to_objectives(s: State) -> Field:
    """How far it is for the Soviets to what they march for, past the Axis units as they stand."""
    return s.memo("to objectives", lambda: field(s.data, objectives(s), enemies(s, SOVIET), ZONES.against(s, SOVIET)))


@lru_cache(maxsize=1024)
def around(data: Data, hex: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The hexes from which a hex can be attacked, and those from which a unit gets there in a move."""
    near = data.costs.ways(hex)
    second = dict.fromkeys(h for n in near for h in data.costs.ways(n))
    return near, tuple(h for h in second if h != hex and h not in near)


def strength_by_hex(s: State, side: str) -> dict[str, int]:
    """The attack strength of a side in each hex where it has units."""
    return s.memo(("strength", side), lambda: _strength_by_hex(s, side))


def _strength_by_hex(s: State, side: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for unit in s.units_on_map(side):
        at = s.units[unit].at
        found[at] = found.get(at, 0) + s.attack(unit)
    return found


def pressure(s: State, side: str, hex: str) -> float:
    """What `side` could attack a hex with: all that stands beside it, and part of what can come beside it (10.2).

    Strength beside it counts half over a river. Only hexes that its enemy does not hold have room for more.
    """
    strength = strength_by_hex(s, side)
    near, second = around(s.data, hex)
    total, room = 0.0, 0
    for h in near:
        if (here := strength.get(h)) is not None:
            edge = s.board.edge(h, hex)
            total += here / 2 if edge is not None and edge.river else here
            room += 1
        elif s.holder(h) != ENEMY[side]:
            room += 2
    coming = sum(strength.get(h, 0) for h in second)
    return total + min(COMING * coming, 8.0 * room)


def storm(s: State, city: str, through: bool = False) -> int:
    """The strength with which the Soviets could attack a city in one activation: two units from each free side.

    `through`: as if nobody stood in their way.
    """
    near = s.data.costs.ways(city)
    return storm_from(s, city, near if through else [h for h in near if s.holder(h) != AXIS], through)


def storm_from(s: State, city: str, sides: Iterable[str], through: bool = True) -> int:
    """The same from some sides of the city only."""
    coming, strength, most = assailants(s, city, through), 0, s.data.limits.stack_combat_units
    for hex in sorted(sides, key=lambda h: over_river(s.board.edge(h, city))):
        two, coming = sum(coming[:most]), coming[most:]
        strength += two // s.data.limits.river_divisor if over_river(s.board.edge(hex, city)) else two
    return strength


def assailants(s: State, city: str, through: bool) -> list[int]:
    """The strengths of the Soviet units that can come next to a city in one activation, the strongest first."""
    return s.memo(("assailants", city, through), lambda: _assailants(s, city, through))


def _assailants(s: State, city: str, through: bool) -> list[int]:
    index, near, held = s.board.index, s.data.costs.ways(city), 0 if through else enemies(s, SOVIET)
    far = field(s.data, s.board.bit[city], held, ZONES.against(s, SOVIET) if held else 0).far
    return sorted(
        (s.attack(u) for u in s.units_on_map(SOVIET)
         if not s.counter(u).hq and (s.units[u].at in near or far[index[s.units[u].at]] <= 2 * s.movement(u))),
        reverse=True,
    )  # fmt: skip


def front(s: State, side: str) -> int:
    """The hexes of a side from which the enemy is at most three hexes away, as a set."""
    return s.memo(("front", side), lambda: _front(s, side))


def _front(s: State, side: str) -> int:
    ring = enemies(s, side)
    for _ in range(3):
        ring |= s.board.step(ring)
    return ring & s.occupied(side)
