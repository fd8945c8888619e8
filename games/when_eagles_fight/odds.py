"""Odds of an attack: factors, column, modifiers one by one, and the chance of each result (13.8 - 13.20)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from typing import Any

import attrs

from wargame.core.mechanics.odds import Modifier, total

from .headquarters import led
from .model import State, bulk
from .records import CP, RU
from .supply import edge_supplied, holds_out, supplied

LAST_COLUMN = 5  # 5:1 (13.10)


@attrs.frozen
class Battle:
    """One attack, under way or thought of: then with the defenders that the attacker knows (13.7)."""

    side: str
    target: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]


@attrs.frozen
class Odds:
    """All that is known of an attack before the die falls."""

    attack: int
    defence: int
    ratio: int  # 3 for 3:1, -2 for 1:2
    modifiers: tuple[Modifier, ...]

    @property
    def text(self) -> str:
        return f"{self.ratio}:1" if self.ratio > 0 else f"1:{-self.ratio}"

    @property
    def column(self) -> str:
        """The column of the table, or "below" (13.10)."""
        if self.ratio < -2:
            return "below"
        return "1:2" if self.ratio < 0 else f"{min(LAST_COLUMN, self.ratio)}:1"

    @property
    def modifier(self) -> int:
        return total(self.modifiers)


def ratio(attack: int, defence: int) -> int:
    """Odds in the defender's favour when rounding: down above 1:1, up below (13.8, 13.9); 1:3 is -3."""
    if attack <= 0:
        return -99
    if attack >= defence:
        return attack // max(1, defence)
    return -((defence + attack - 1) // attack)


def result(s: State, odds: Odds, die: int) -> str:
    """What the table says for a die (13.10, 13.11, 13.20)."""
    if odds.column == "below":
        return s.data.tables.combat.below
    return s.data.results.result(odds.column, die + odds.modifier)


def chances(s: State, odds: Odds) -> dict[str, Fraction]:
    """The probability of each result."""
    if odds.column == "below":
        return {s.data.tables.combat.below: Fraction(1)}
    return s.data.results.chances(odds.column, odds.modifier)


# --- factors ---------------------------------------------------------------------------------------------------


def halved(s: State, unit: str, attacking: bool) -> bool:
    """Out of supply, or short of ammunition; never twice (9.3, 9.7, 9.10)."""
    if unit in s.short:
        return True
    return not (supplied(s, unit) if attacking else holds_out(s, unit))


def describe(s: State, unit: str, attacking: bool) -> str:
    """A unit as a player sees it before a battle: name, factors, place, and why it counts for half."""
    said = f"{unit} {s.counter(unit).name} {s.values(unit)} in {s.units[unit].at}"
    if unit in s.short:
        return f"{said}, halved: short of ammunition (9.10)"
    return f"{said}, halved: out of supply (9.3)" if halved(s, unit, attacking) else said


def contributing(s: State, units: Iterable[str], attacking: bool) -> list[str]:
    """From turn 12 only two corps a hex add their factors: the strongest that fit (8.6)."""
    stacking = s.data.numbers.stacking
    if s.turn < stacking.contributing_from:
        return list(units)
    by_hex: dict[str, list[str]] = {}
    for unit in units:
        by_hex.setdefault(s.units[unit].at, []).append(unit)
    most = 2 * stacking.contributing_corps
    return [u for there in by_hex.values() for u in _strongest(s, there, attacking, most)]


def _strongest(s: State, units: list[str], attacking: bool, most: int) -> list[str]:
    """Of the units of a hex, those of this many half corps that together add the most, and those without size."""
    if bulk(s, units) <= most:
        return units
    which = 0 if attacking else 1

    def worth(group: Iterable[str]) -> int:
        return sum(s.factors(u)[which] * (1 if halved(s, u, attacking) else 2) for u in group)

    field = [u for u in units if s.data.counters[u].bulk]
    groups = [g for n in range(1, len(field) + 1) for g in combinations(field, n) if bulk(s, g) <= most]
    return [*(u for u in units if u not in field), *max(groups, key=worth)]


def strength(s: State, units: Iterable[str], attacking: bool) -> int:
    """The sum of factors; those halved are added first, then halved and rounded up (9.3)."""
    which = 0 if attacking else 1
    full = half = 0
    for unit in contributing(s, units, attacking):
        factor = s.factors(unit)[which]
        if halved(s, unit, attacking):
            half += factor
        else:
            full += factor
    return full + (half + 1) // 2


# --- modifiers -------------------------------------------------------------------------------------------------


def terrain_modifiers(s: State, target: str, defenders: tuple[str, ...]) -> list[Modifier]:
    """Terrain, city and fortress (13.13, 13.14, 13.15)."""
    here, die = s.data.hexes[target], s.data.numbers.modifiers
    found = []
    if terrain := s.data.numbers.terrain[here.terrain].modifier:
        found.append(Modifier(here.terrain, terrain, "13.13"))
    if here.river:
        found.append(Modifier("river", die.river, "13.13"))
    if here.kind == "city" and target not in die.no_city:  # 13.15
        russian = any(s.data.counters[u].side == RU for u in defenders)  # the Romanian too (15.6)
        amount = die.russian_city if russian and here.country == "russia" else die.city
        found.append(Modifier("city", amount, "13.14"))
    if s.fortress_at(target):
        found.append(Modifier("fortress", die.fortress, "13.15"))
    return found


def is_concentric(s: State, target: str, hexes: Iterable[str]) -> bool:
    """From opposite hexes, from three with one between each, or from more than three (13.16)."""
    around = s.data.around[target]
    from_ = {around.index(h) for h in set(hexes)}
    opposite = any((i + 3) % 6 in from_ for i in from_)
    return opposite or len(from_) > 3 or {0, 2, 4} <= from_ or {1, 3, 5} <= from_


def concentric_modifier(
    s: State, target: str, attackers: tuple[str, ...], defenders: tuple[str, ...]
) -> list[Modifier]:
    """Less against Germans alone, never against a fortress (13.15, 13.16)."""
    guns = s.data.counters
    hexes = {s.units[u].at for u in attackers if not guns[u].artillery}
    if s.fortress_at(target) or not is_concentric(s, target, hexes):
        return []
    only_germans = all(s.data.counters[u].nation == "german" for u in defenders)
    die = s.data.numbers.concentric
    return [Modifier("concentric assault", die.against_germans if only_germans else die.modifier, "13.16")]


def gun_modifier(s: State, attackers: tuple[str, ...]) -> list[Modifier]:
    """One heavy artillery unit stacked with attacking Germans only (13.18)."""
    counters = s.data.counters
    for gun in attackers:
        if counters[gun].artillery and edge_supplied(s, gun):
            stack = [u for u in attackers if s.units[u].at == s.units[gun].at and u != gun]
            if stack and all(counters[u].nation == "german" for u in stack):
                return [Modifier("heavy artillery", s.data.numbers.modifiers.heavy_artillery, "13.18")]
    return []


def active_modifier(s: State, units: Iterable[str], attacking: bool) -> list[Modifier]:
    """A German active corps at full strength and in supply (13.19)."""
    fed = supplied if attacking else holds_out
    for unit in units:
        if s.data.counters[unit].type == "active_infantry" and s.units[unit].steps == 2 and fed(s, unit):
            amount = s.data.numbers.modifiers.active_corps
            return [Modifier("active corps", amount if attacking else -amount, "13.19")]
    return []


def russian_modifiers(
    s: State, target: str, attackers: tuple[str, ...], defenders: tuple[str, ...], odds: int
) -> list[Modifier]:
    """Brusilov, or STAVKA, for Russian attackers (13.17, 14.2, 15.2)."""
    offensive, brusilov = s.offensive_turn, s.data.numbers.brusilov
    there = [*defenders, *(u for u in s.at[target] if u in s.retreated)]
    if offensive and odds in brusilov.odds and all(s.data.counters[u].nation == "austro_hungarian" for u in there):
        return [Modifier("Brusilov offensive", brusilov.bonus[offensive - 1], "15.2")]
    if all(led(s, s.units[u].at) for u in attackers):
        return [Modifier("STAVKA", s.data.numbers.modifiers.stavka, "14.2")]
    return []


def calculate(s: State, attackers: tuple[str, ...], target: str, defenders: tuple[str, ...]) -> Odds:
    """Odds and modifiers of an attack."""
    attack, defence = strength(s, attackers, True), strength(s, defenders, False)
    odds = ratio(attack, defence)
    battle = Battle(s.side_of(attackers[0]), target, attackers, defenders)
    return Odds(attack, defence, odds, s.rules.modifiers(s, battle, printed_modifiers(s, battle, odds)))


def printed_modifiers(s: State, battle: Battle, odds: int) -> list[Modifier]:
    """What the rulebook adds to the die (13.12 - 13.19, 14.2, 15.2); a variant may change it."""
    target, attackers, defenders = battle.target, battle.attackers, battle.defenders
    found = terrain_modifiers(s, target, defenders)
    found += concentric_modifier(s, target, attackers, defenders)
    if odds > LAST_COLUMN:
        amount = (odds - LAST_COLUMN) * s.data.numbers.modifiers.odds_column
        found.append(Modifier(f"odds above {LAST_COLUMN}:1", amount, "13.12"))
    if battle.side == CP:
        found += gun_modifier(s, attackers)
        found += active_modifier(s, attackers, True)
        if led(s, target):
            found.append(Modifier("STAVKA", -s.data.numbers.modifiers.stavka, "14.2"))
    else:
        found += active_modifier(s, defenders, False)
        found += russian_modifiers(s, target, attackers, defenders, odds)
    return found


def shown(s: State, odds: Odds, known: bool = True) -> dict[str, Any]:
    """What a player sees before confirming an attack."""
    return {
        "odds": f"{odds.attack} : {odds.defence} = {odds.text}" + ("" if known else " at best, by the top unit (13.7)"),
        "column": odds.column,
        "modifiers": [m.text for m in odds.modifiers],
        "modifier": odds.modifier,
        "chances": {r: f"{p.numerator}/{p.denominator}" for r, p in chances(s, odds).items()},
    }
