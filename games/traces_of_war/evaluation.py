"""What counts in a position, for bots. The weights are in `data/weights.toml`; one point there is a victory point."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import exp

import attrs

from wargame.core.mechanics.zones import enemies

from .charts import Data
from .fields import FAR, Field, field, pressure, storm, to_objectives
from .gains import at_hand
from .model import ISOLATED, ZONES, State, hqs
from .odds import ratio, result_chances
from .orders import open_cities
from .records import AXIS, ENEMY, SOVIET
from .supply import SUPPLY, within
from .victory import points

PER_TURN = 1.25  # how often a unit is activated in a turn, on average
BOLD = 0.25  # how much less Soviet stacks in danger count: there are more of them
BREAKS = 0.25  # how much it counts what could happen if the line before a city were gone
AGAIN = 0.5  # the chance that a city is attacked a second time before anybody can help it
STEEP = 4.0  # how fast the chance to arrive in time falls with the way


def features(s: State, side: str) -> Mapping[str, float]:
    """What counts, from the Soviet point of view; the Axis has the same with the opposite sign."""
    found = {
        "victory points": float(sum(points(s).values())),
        "march": march(s),
        "crossing points in reach": crossings_in_reach(s),
        "distance to objectives": distance(s),
        "strength": strength(s, SOVIET) - strength(s, AXIS),
        "cities": float(sum(owner == SOVIET for owner in s.control.values())),
        "cities under orders in danger": sum(danger(s, city) for city in s.orders),
        "stacks in danger": stacks_in_danger(s, AXIS) - BOLD * stacks_in_danger(s, SOVIET),
        "out of supply": out_of_supply(s, AXIS) - out_of_supply(s, SOVIET),
        "attacks at hand": attacks_at_hand(s),
        "commanded": commanded(s, SOVIET) - commanded(s, AXIS),
    }
    return found if side == SOVIET else {name: -value for name, value in found.items()}


# --- on the march ----------------------------------------------------------------------------------------------------


def turns_to_come(s: State) -> float:
    """The turns after this one; this one too as long as no chits are selected."""
    later = s.data.scenarios[s.scenario].last_turn - s.turn
    return later + (0 if s.pile("cup") or s.pile("played") else 1)


@attrs.frozen(eq=False)
class Moves:
    """How often units can still be expected to move before the game ends."""

    later: float
    now: tuple[tuple[int, int], ...]  # in this turn: where a headquarters reaches, and its chits in the cup

    def left(self, here: int) -> float:
        return self.later + sum(chits for reach, chits in self.now if reach & here)


def moves_left(s: State) -> Moves:
    """4.3: for Soviet units, by the chits still to be drawn in this turn and the usual number in those to come."""
    cup = s.pile("cup")
    return s.memo(("moves left", cup, bool(s.pile("played"))), lambda: _moves_left(s, Counter(cup)))


def _moves_left(s: State, cup: Counter[str]) -> Moves:
    now = []
    for chit, count in cup.items():
        hq = s.data.chits[chit].hq
        if hq and hq in s.units and s.side_of(hq) == SOVIET:
            now.append((within(s.board, s.units[hq].at, s.counter(hq).command_range), count))
    return Moves(PER_TURN * turns_to_come(s), tuple(now))


def in_time(s: State, unit: str, way: int) -> float:
    """The chance that a unit covers this many half points before the game ends, roughly."""
    moves = moves_left(s).left(s.board.bit[s.units[unit].at])
    if not moves:
        return 0.0
    return 1 / (1 + exp(min(50.0, STEEP * (way / (2 * s.full_movement(unit) * moves) - 0.8))))


def march(s: State) -> float:
    """13.2: what the Soviet units that are still on their way to the far bank will be worth there."""
    if s.scenario != "race":
        return 0.0
    far, race, west, index = to_objectives(s).far, s.data.scenario_tables.race_points, s.data.west_of_dnipro, s.board
    return sum(
        race.of_unit(s.counter(u).mechanised, True) * in_time(s, u, far[index.index[s.units[u].at]])
        for u in s.units_on_map(SOVIET) if not west & index.bit[s.units[u].at]
    )  # fmt: skip


def crossings_in_reach(s: State) -> float:
    """12.3: the chances to take the crossing points that are not Soviet yet."""
    found = 0.0
    for point in s.data.crossing_points:
        if point not in s.crossings:
            far = approach(s.data, point).far
            ways = ((u, far[s.board.index[s.units[u].at]]) for u in s.units_on_map(SOVIET))
            chance = max((in_time(s, u, way) for u, way in ways), default=0.0)
            found += chance * (0.6 if s.holder(point) == AXIS else 1.0)
    return found


def approach(data: Data, point: str) -> Field:
    """How far it is to where a crossing point falls, on an empty map."""
    return field(data, data.close[point] | data.board.bit[point])


def distance(s: State) -> float:
    """How far the Soviet strength is from what it marches for, in half points."""
    far, index = to_objectives(s).far, s.board.index
    return sum(s.attack(u) * far[index[s.units[u].at]] for u in s.units_on_map(SOVIET)) / FAR


# --- what can be lost ------------------------------------------------------------------------------------------------


def strength(s: State, side: str) -> float:
    return float(sum(s.attack(u) + s.defence(u) for u in s.units_on_map(side)))


def danger(s: State, city: str) -> float:
    """12.2: how likely a city under orders is to fall to the next attack; in part, if the line before it breaks."""
    if s.holder(city) != AXIS:
        return way_in(s, city)
    return stormed(s, city, storm(s, city)) + BREAKS * stormed(s, city, storm(s, city, through=True))


def stormed(s: State, city: str, attack: int) -> float:
    """12.2: the chance that an attack with this strength takes a city."""
    units = s.units_at(city)
    steps, defence = sum(s.units[u].steps for u in units), sum(s.defence(u) for u in units)
    shift = sum(modifier.amount for modifier in s.data.shifts[city])
    return chance_to_fall(s.data, attack, defence, shift, steps) if attack else 0.0


@lru_cache(maxsize=4096)
def chance_to_fall(data: Data, attack: int, defence: int, shift: int, steps: int) -> float:
    """12.2: the chance that a city falls to such an attack, or to another one before help comes."""
    now = then = float(chance_to_clear(data, attack, defence, shift, steps))
    column = column_for(data, attack, defence, shift)
    for result, chance in result_chances(data, column).items() if column is not None else ():
        lost = data.codes[result].defender_steps + data.codes[result].retreat
        if 0 < lost < steps:
            left = defence * (steps - lost) // steps
            then += float(chance) * float(chance_to_clear(data, attack, left, shift, steps - lost))
    return now + AGAIN * (then - now)


def way_in(s: State, city: str) -> float:
    """How likely it is that the Soviets simply walk into an empty city: now, or after a relocation (2.3)."""
    way, index = field(s.data, s.board.bit[city], enemies(s, SOVIET), ZONES.against(s, SOVIET)).far, s.board.index
    if any(way[index[s.units[u].at]] <= 2 * s.movement(u) for u in s.units_on_map(SOVIET)):
        return 1.0
    return 0.4 if city in open_cities(s) else 0.1


@lru_cache(maxsize=4096)
def chance_to_clear(data: Data, attack: int, defence: int, shift: int, steps: int) -> Fraction:
    """10.3, 12.2: the chance that an attack on a city under orders takes all its steps."""
    column = column_for(data, attack, defence, shift)
    if column is None:
        return Fraction(0)
    results = ((data.codes[result], chance) for result, chance in result_chances(data, column).items())
    return sum((chance for code, chance in results if code.defender_steps + code.retreat >= steps), Fraction(0))


def column_for(data: Data, attack: int, defence: int, shift: int) -> str | None:
    """10.2: the column of such an attack; None if it cannot be made."""
    found = ratio(data, attack, defence) if defence else data.crt.columns[-1]
    return None if found is None else data.crt.shifted(found, shift if defence else 0)


def stacks_in_danger(s: State, side: str) -> float:
    """The strength of a side that its enemy can attack at good odds, by how good they are."""
    found, stacks = 0.0, {s.units[u].at for u in s.units_on_map(side)}
    for hex in stacks:
        attack = pressure(s, ENEMY[side], hex)
        if attack:
            units = s.units_at(hex)
            found += exposed(s, hex, attack) * sum(s.attack(u) + s.defence(u) for u in units)
    return found


def exposed(s: State, hex: str, attack: float) -> float:
    """What part of a stack such an attack would cost, roughly: nothing up to 2-1, all at 10-1."""
    defence = sum(s.defence(u) for u in s.units_at(hex))
    odds = attack / defence if defence else 10.0
    odds += sum(modifier.amount for modifier in s.data.shifts[hex])
    return min(1.0, max(0.0, (odds - 2) / 8))


def attacks_at_hand(s: State) -> float:
    """What the attacks promise that the side whose activation it is can still make."""
    if not s.activated or s.phase not in ("movement", "combat"):
        return 0.0
    promise = at_hand(s, s.side)
    return promise if s.side == SOVIET else -promise


def out_of_supply(s: State, side: str) -> float:
    """8.1: the strength of a side without a supply line, marked or not."""
    area, bit = SUPPLY.area(s, side), s.board.bit
    found = 0.0
    for unit in s.units_on_map(side):
        one = s.units[unit]
        if one.marks or not area & bit[one.at]:
            less = (1.0 if one.marks else 0.5) + (1.0 if ISOLATED in one.marks else 0.0)
            found += less * (s.counter(unit).attack + s.counter(unit).defence)
    return found


def commanded(s: State, side: str) -> float:
    """2.3: the strength of a side that some headquarters can activate."""
    reach = 0
    for hq in hqs(s, side):
        reach |= within(s.board, s.units[hq].at, s.counter(hq).command_range)
    bit = s.board.bit
    return float(sum(s.attack(u) for u in s.units_on_map(side) if reach & bit[s.units[u].at]))
