"""What an attack promises, by the exact chances of the table (10.3), in victory points: for bots."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from .combat import attackers, targets
from .losses import worth
from .model import ZONES, State
from .odds import odds, ratio, result_chances
from .records import AXIS, ENEMY, SOVIET, ResultCode

STEP = 0.06  # for each point of attack and defence of a unit
FALL = 60.0  # a city under orders falls, and the game is won (12.2)
MARGIN = 0.05  # what an attack must promise
WASTE = 0.01  # for each point of strength in an attack that another could use
GROUND = {SOVIET: 0.6, AXIS: 0.3}  # to push the enemy out of a hex


def unit_value(s: State, unit: str) -> float:
    """What the loss of a whole unit costs its side, in victory points."""
    counter = s.counter(unit)
    value = STEP * (s.attack(unit) + s.defence(unit))
    if counter.side == SOVIET and s.scenario == "race":
        value += s.data.scenario_tables.race_points.of_unit(counter.mechanised, True) / 2
    if counter.side == AXIS and s.scenario == "campaign":
        value += worth(s, unit)
    return value


def value_of_hex(s: State, side: str, hex: str) -> float:
    """What it is worth to clear a hex of the enemy."""
    found, space = GROUND[side], s.board[hex]
    if hex in s.control and s.control[hex] != side:
        found += 0.3
        if space.major and s.scenario == "campaign":
            found += s.data.scenario_tables.campaign_points.major_city
    if side == SOVIET and hex in s.data.crossing_points and hex not in s.crossings:
        found += 3.0
    return found


def exits(s: State, hex: str) -> int:
    """How many hexes there are to which the units of a hex can retreat without loss, and how many with."""
    side = s.holder(hex)
    return sum(
        1 for h in s.data.costs.ways(hex) if s.holder(h) != ENEMY[side] and not ZONES.covers(s, ENEMY[side], h)
    )  # fmt: skip


def expected_gain(
    s: State, hex: str, attack: int, units: tuple[str, ...], column: str | None = None, *, shift: int = 0, die: int = 0
) -> float:
    """The mean gain of attacking a hex with this strength, in `column` if it is known already.

    `shift` and `die` are what air support changes.
    """
    column = column or column_of(s, hex, attack, shift)
    if column is None:
        return -1.0
    own = min((unit_value(s, u) / s.units[u].steps for u in units), default=0.5)
    total, side = 0.0, ENEMY[s.holder(hex)]
    free, prize = exits(s, hex), value_of_hex(s, side, hex)
    for result, chance in result_chances(s.data, column, die).items():
        code = s.data.codes[result]
        total += float(chance) * (defender_loss(s, hex, code, free, prize) - code.attacker_steps * own)
    return total


def column_of(s: State, hex: str, attack: int, shift: int = 0) -> str | None:
    """The column of an attack with this strength, without what variants change."""
    defence = sum(s.defence(u) for u in s.units_at(hex))
    if not defence:
        return s.data.crt.columns[-1]
    found = ratio(s.data, attack, defence)
    return None if found is None else s.data.crt.shifted(found, shift + sum(m.amount for m in s.data.shifts[hex]))


def defender_loss(s: State, hex: str, code: ResultCode, free: int, prize: float) -> float:
    """What a result costs the defenders of a hex (10.3, 10.4, 12.2)."""
    units = s.units_at(hex)
    ordered = hex in s.orders and s.holder(hex) == AXIS
    steps = code.defender_steps + (code.retreat if ordered else 0)
    if code.retreat and not ordered and not free:
        steps += code.retreat * len(units)  # from zone to zone
    left = sum(s.units[u].steps for u in units)
    value = sum(unit_value(s, u) for u in units)
    if steps >= left:
        return value + prize + (FALL if ordered else 0.0)
    moved = prize if code.retreat and not ordered else 0.0
    return value * steps / left + moved


def gain_of(s: State, hex: str, units: tuple[str, ...]) -> float:
    """The mean gain of an attack as it can be made now."""
    found = odds(s, hex, units)
    return expected_gain(s, hex, found.attack, units, found.column) if found.column else -1.0


# --- the attacks that are possible now -------------------------------------------------------------------------------


@attrs.frozen
class Possible:
    """An attack that can be declared, and what it promises, less what its strength could do elsewhere."""

    hex: str
    units: tuple[str, ...]
    gain: float


def attacks(s: State, side: str) -> Iterator[Possible]:
    """10.1: each possible attack, with all units in reach and with the fewest that promise as much."""
    for hex in targets(s, side):
        everyone = tuple(sorted(attackers(s, hex), key=lambda u: (s.counter(u).hq, -s.attack(u))))
        troops = tuple(u for u in everyone if not s.counter(u).hq)
        tried: list[tuple[str, ...]] = []
        for units in (troops, everyone):
            column = odds(s, hex, units).column if units else None
            for some in (units, fewest(s, hex, units, column)) if column is not None else ():
                if some not in tried:
                    tried.append(some)
                    yield Possible(hex, some, gain_of(s, hex, some) - WASTE * sum(map(s.attack, some)))


def fewest(s: State, hex: str, units: tuple[str, ...], column: str | None) -> tuple[str, ...]:
    """As few of some units as still reach the same column."""
    left = list(units)
    for unit in reversed(units):
        fewer = tuple(u for u in left if u != unit)
        if fewer and odds(s, hex, fewer).column == column:
            left.remove(unit)
    return tuple(left)


def at_hand(s: State, side: str) -> float:
    """What the attacks that are possible now promise together, each unit used once."""
    used: set[str] = set()
    total = 0.0
    for one in sorted(attacks(s, side), key=lambda one: -one.gain):
        if one.gain > MARGIN and not used.intersection(one.units):
            used.update(one.units)
            total += one.gain
    return total
