"""Odds of an attack: factors, column, modifiers one by one, and the chance of each result (13.8 - 13.20)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from typing import Any

import attrs

from wargame.core.mechanics.odds import Modifier, total

from .headquarters import led, offensive_turn
from .model import State
from .records import CP, RU
from .supply import edge_supplied, holds_out, supplied

TERRAIN = {"swamp": -1, "mountain": -2}  # 13.13
KOVNO = "2913"  # 13.15


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
        return "1:2" if self.ratio < 0 else f"{min(5, self.ratio)}:1"

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


def result(state: State, odds: Odds, die: int) -> str:
    """What the table says for a die (13.10, 13.11, 13.20)."""
    if odds.column == "below":
        return state.data.tables.combat.below
    return state.data.results.result(odds.column, die + odds.modifier)


def chances(state: State, odds: Odds) -> dict[str, Fraction]:
    """The probability of each result."""
    if odds.column == "below":
        return {state.data.tables.combat.below: Fraction(1)}
    return state.data.results.chances(odds.column, odds.modifier)


# --- factors ---------------------------------------------------------------------------------------------------


def halved(state: State, unit: str, attacking: bool) -> bool:
    """Out of supply, or short of ammunition; never twice (9.3, 9.7, 9.10)."""
    if unit in state.short:
        return True
    return not (supplied(state, unit) if attacking else holds_out(state, unit))


def describe(state: State, unit: str, attacking: bool) -> str:
    """A unit as a player sees it before a battle: name, factors, place, and why it counts for half."""
    said = f"{unit} {state.printed(unit).name} {state.values(unit)} in {state.units[unit].at}"
    if unit in state.short:
        return f"{said}, halved: short of ammunition (9.10)"
    return f"{said}, halved: out of supply (9.3)" if halved(state, unit, attacking) else said


def contributing(state: State, units: Iterable[str], attacking: bool) -> list[str]:
    """From turn 12 only two corps a hex add their factors: the strongest that fit (8.6)."""
    by_hex: dict[str, list[str]] = {}
    for unit in units:
        by_hex.setdefault(state.units[unit].at, []).append(unit)
    counters, which = state.data.counters, 0 if attacking else 1
    found: list[str] = []
    for there in by_hex.values():
        if state.turn < 12 or sum(counters[u].bulk for u in there) <= 4:
            found += there
            continue

        def worth(group: Iterable[str]) -> int:
            return sum(state.factors(u)[which] * (1 if halved(state, u, attacking) else 2) for u in group)

        field = [u for u in there if counters[u].bulk]
        fitting = [
            g for n in range(1, len(field) + 1) for g in combinations(field, n) if sum(counters[u].bulk for u in g) <= 4
        ]
        found += [u for u in there if not counters[u].bulk]
        found += max(fitting, key=worth)
    return found


def strength(state: State, units: Iterable[str], attacking: bool) -> int:
    """The sum of factors; those halved are added first, then halved and rounded up (9.3)."""
    which = 0 if attacking else 1
    full = half = 0
    for unit in contributing(state, units, attacking):
        factor = state.factors(unit)[which]
        if halved(state, unit, attacking):
            half += factor
        else:
            full += factor
    return full + (half + 1) // 2


# --- modifiers -------------------------------------------------------------------------------------------------


def terrain_modifiers(state: State, target: str, defenders: tuple[str, ...]) -> list[Modifier]:
    """Terrain, city and fortress (13.13, 13.14, 13.15)."""
    here = state.data.hexes[target]
    found = []
    if here.terrain in TERRAIN:
        found.append(Modifier(here.terrain, TERRAIN[here.terrain], "13.13"))
    if here.river:
        found.append(Modifier("river", -1, "13.13"))
    if here.kind == "city" and target != KOVNO:
        russian = any(state.data.counters[u].side == RU for u in defenders)  # the Romanian too (15.6)
        amount = -2 if russian and here.country == "russia" else -1
        found.append(Modifier("city", amount, "13.14"))
    if state.fortress_at(target):
        found.append(Modifier("fortress", -1, "13.15"))
    return found


def is_concentric(state: State, target: str, hexes: Iterable[str]) -> bool:
    """From opposite hexes, from three with one between each, or from more than three (13.16)."""
    around = state.data.around[target]
    from_ = {around.index(h) for h in set(hexes)}
    opposite = any((i + 3) % 6 in from_ for i in from_)
    return opposite or len(from_) > 3 or {0, 2, 4} <= from_ or {1, 3, 5} <= from_


def concentric_modifier(
    state: State, target: str, attackers: tuple[str, ...], defenders: tuple[str, ...]
) -> list[Modifier]:
    """+2, against Germans alone +1, never against a fortress (13.15, 13.16)."""
    guns = state.data.counters
    hexes = {state.units[u].at for u in attackers if not guns[u].artillery}
    if state.fortress_at(target) or not is_concentric(state, target, hexes):
        return []
    only_germans = all(state.data.counters[u].nation == "german" for u in defenders)
    return [Modifier("concentric assault", 1 if only_germans else 2, "13.16")]


def gun_modifier(state: State, attackers: tuple[str, ...]) -> list[Modifier]:
    """One heavy artillery unit stacked with attacking Germans only (13.18)."""
    counters = state.data.counters
    for gun in attackers:
        if counters[gun].artillery and edge_supplied(state, gun):
            stack = [u for u in attackers if state.units[u].at == state.units[gun].at and u != gun]
            if stack and all(counters[u].nation == "german" for u in stack):
                return [Modifier("heavy artillery", 3, "13.18")]
    return []


def active_modifier(state: State, units: Iterable[str], attacking: bool) -> list[Modifier]:
    """A German active corps at full strength and in supply (13.19)."""
    fed = supplied if attacking else holds_out
    for unit in units:
        if state.data.counters[unit].type == "active_infantry" and state.units[unit].steps == 2 and fed(state, unit):
            return [Modifier("active corps", 1 if attacking else -1, "13.19")]
    return []


def russian_modifiers(
    state: State, target: str, attackers: tuple[str, ...], defenders: tuple[str, ...], odds: int
) -> list[Modifier]:
    """Brusilov, or STAVKA, for Russian attackers (13.17, 14.2, 15.2)."""
    offensive = offensive_turn(state)
    there = [*defenders, *(u for u in state.at[target] if u in state.retreated)]
    if offensive and odds in (1, 2) and all(state.data.counters[u].nation == "austro_hungarian" for u in there):
        return [Modifier("Brusilov offensive", 4 - offensive, "15.2")]
    if all(led(state, state.units[u].at) for u in attackers):
        return [Modifier("STAVKA", 1, "14.2")]
    return []


def calculate(state: State, attackers: tuple[str, ...], target: str, defenders: tuple[str, ...]) -> Odds:
    """Odds and modifiers of an attack."""
    attack, defence = strength(state, attackers, True), strength(state, defenders, False)
    odds = ratio(attack, defence)
    found = terrain_modifiers(state, target, defenders)
    found += concentric_modifier(state, target, attackers, defenders)
    if odds > 5:
        found.append(Modifier("odds above 5:1", odds - 5, "13.12"))
    if state.data.counters[attackers[0]].side == CP:
        found += gun_modifier(state, attackers)
        found += active_modifier(state, attackers, True)
        if led(state, target):
            found.append(Modifier("STAVKA", -1, "14.2"))
    else:
        found += active_modifier(state, defenders, False)
        found += russian_modifiers(state, target, attackers, defenders, odds)
    return Odds(attack, defence, odds, tuple(found))


def shown(state: State, odds: Odds, known: bool = True) -> dict[str, Any]:
    """What a player sees before confirming an attack."""
    return {
        "odds": f"{odds.attack} : {odds.defence} = {odds.text}" + ("" if known else " at best, by the top unit (13.7)"),
        "column": odds.column,
        "modifiers": [m.text for m in odds.modifiers],
        "modifier": odds.modifier,
        "chances": {r: f"{p.numerator}/{p.denominator}" for r, p in chances(state, odds).items()},
    }
