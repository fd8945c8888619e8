"""What an attack comes to before the die falls (10.2, 10.3): strengths, odds, shifts, chances."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs

from wargame.core.tables import Modifier, odds_column, total

from .model import State

AUTOMATIC = "10+"


@attrs.frozen
class Odds:
    """One attack in figures. `column` is None where the attack is not possible."""

    attack: int
    defence: int
    ratio: str | None
    shifts: tuple[Modifier, ...]
    column: str | None


def attack_strength(s: State, target: str, attackers: Iterable[str]) -> int:
    """10.2: over a river the units of a hex are added, then halved and rounded down (1.3)."""
    stacks: dict[str, int] = {}
    for unit in attackers:
        hex = s.units[unit].at
        stacks[hex] = stacks.get(hex, 0) + s.attack(unit)
    strength = 0
    for hex, value in stacks.items():
        edge = s.board.edge(hex, target)
        strength += value // 2 if edge is not None and edge.river else value
    return strength


def terrain_shifts(s: State, target: str) -> tuple[Modifier, ...]:
    """10.2: terrain and city help the defender, one with the other."""
    hex = s.board[target]
    rows = {row["name"]: row["shift"] for row in s.data.tables["terrain"]}
    names = [hex.terrain, *(["major city" if hex.major else "city"] if hex.city else [])]
    return tuple(Modifier(name, -rows[name], "10.2") for name in names if rows[name])


def ratio(s: State, attack: int, defence: int) -> str | None:
    """10.2: the column reached, fractions against the attacker; more than 10-1 is the last column."""
    return odds_column(attack, defence, s.data.odds)


def shifted(s: State, column: str | None, shift: int) -> str | None:
    """The column so many places further; None to the left of 1-1 (10.2)."""
    columns = s.data.crt.columns
    if column is None or columns.index(column) + shift < 0:
        return None
    return s.data.crt.column(column, shift)


def odds(s: State, target: str, attackers: Iterable[str]) -> Odds:
    """10.2, before air support."""
    attack = attack_strength(s, target, attackers)
    defence = sum(s.defence(u) for u in s.units_at(target))
    if defence == 0:
        return Odds(attack, 0, AUTOMATIC, (), AUTOMATIC)
    found = ratio(s, attack, defence)
    shifts = terrain_shifts(s, target)
    return Odds(attack, defence, found, shifts, shifted(s, found, total(shifts)))


def possible(s: State, target: str, attackers: Iterable[str]) -> bool:
    """10.2: 1-1 or better after terrain; the same as `odds(...).column is not None`, without the words."""
    defence = sum(s.defence(u) for u in s.units_at(target))
    if defence == 0:
        return True
    column = s.data.shift[s.board.index[target]]
    least = s.data.odds[s.data.crt.columns[column]]
    return attack_strength(s, target, attackers) * least.denominator >= defence * least.numerator


def shown(s: State, target: str, attackers: Iterable[str]) -> dict[str, Any]:
    """What a player sees before an attack is confirmed."""
    found = odds(s, target, attackers)
    answer: dict[str, Any] = {
        "target": target,
        "attack": found.attack,
        "defence": found.defence,
        "ratio": f"{found.ratio}-1" if found.ratio else "below 1-1",
        "ratio_rule": "10.2",
        "shifts": [m.text for m in found.shifts],
        "column": f"{found.column}-1" if found.column else "attack not possible (10.2)",
    }
    if found.column:
        answer["chances"] = {r: str(p) for r, p in s.data.crt.chances(found.column).items()}
        answer["with defensive air support"] = {r: str(p) for r, p in s.data.crt.chances(found.column, -2).items()}
    return answer
