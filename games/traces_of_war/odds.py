"""What an attack comes to before the die falls (10.2, 10.3): strengths, odds, shifts, chances."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from typing import Any

import attrs

from wargame.core.mechanics.odds import Modifier, odds_column, total

from .model import ISOLATED, State
from .records import AXIS, Data, Hexside, ResultCode

AUTOMATIC = "10+"
SUPPORT_SHIFT, SUPPORT_DRM = 2, -2  # 7.0


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
        strength += value // 2 if over_river(s.board.edge(hex, target)) else value
    return strength


def over_river(edge: Hexside | None) -> bool:
    """10.2: any river, bridged or not."""
    return edge is not None and edge.river is not None


def terrain_shifts(s: State, target: str) -> tuple[Modifier, ...]:
    """10.2: terrain and city both help the defender."""
    hex = s.board[target]
    rows = {row["name"]: row["shift"] for row in s.data.tables["terrain"]}
    names = [hex.terrain, *(["major city" if hex.major else "city"] if hex.city else [])]
    return tuple(Modifier(name, -rows[name], "10.2") for name in names if rows[name])


@cache
def ratio(data: Data, attack: int, defence: int) -> str | None:
    """10.2: the column reached, rounded against the attacker; anything above 10-1 is the last column."""
    return odds_column(attack, defence, data.odds)


def shifted(s: State, column: str | None, shift: int) -> str | None:
    """The column this many places to the right; None to the left of 1-1 (10.2)."""
    return None if column is None else s.data.crt.shifted(column, shift)


def odds(s: State, target: str, attackers: Iterable[str]) -> Odds:
    """10.2, before air support."""
    attack = attack_strength(s, target, attackers)
    defence = sum(s.defence(u) for u in s.units_at(target))
    if defence == 0:
        return Odds(attack, 0, AUTOMATIC, (), AUTOMATIC)  # whatever the terrain
    found = ratio(s.data, attack, defence)
    shifts = terrain_shifts(s, target)
    return Odds(attack, defence, found, shifts, shifted(s, found, total(shifts)))


def can_attack(s: State, target: str, attackers: Iterable[str]) -> bool:
    """10.2: 1-1 or better after terrain; the same as `odds(...).column is not None`, but faster."""
    defence = sum(s.defence(u) for u in s.units_at(target))
    if defence == 0:
        return True
    column = s.data.shift[s.board.index[target]]
    least = s.data.odds[s.data.crt.columns[column]]
    return attack_strength(s, target, attackers) * least.denominator >= defence * least.numerator


def shown(s: State, target: str, attackers: Iterable[str], flown: tuple[str, ...] = ()) -> dict[str, Any]:
    """What a player sees before an attack is confirmed: strengths, ratio, shifts and the chance of each result.

    `flown`: the air support that has been used in it already (7.0).
    """
    units = list(attackers)
    found = odds(s, target, units)
    answer: dict[str, Any] = {
        "target": target,
        "units": [_row(s, u, s.attack(u), "attacks") for u in units]
        + [_row(s, u, s.defence(u), "defends") for u in s.units_at(target)],
        "halved": halved(s, target, units),
        "attack": found.attack,
        "defence": found.defence,
        "ratio": f"{label(found.ratio)} (10.2)" if found.ratio else "below 1-1 (10.2)",
        "shifts": [m.text for m in found.shifts],
        "column": label(found.column) if found.column else "no attack below 1-1 after terrain (10.2)",
    }
    return answer | _chances_shown(s, target, found.column, flown) if found.column else answer


def _chances_shown(s: State, target: str, column: str, flown: tuple[str, ...]) -> dict[str, Any]:
    """10.3: the chance of each result now, and with one more marker of the Axis player."""
    shift, drm = SUPPORT_SHIFT * flown.count("offensive"), SUPPORT_DRM * flown.count("defensive")
    now = s.data.crt.column(column, shift)
    answer: dict[str, Any] = {"air support used (7.0)": ", ".join(flown)} if flown else {}
    answer["chances"] = chances(s, target, now, drm)
    answer["results"] = {r: meaning(s.data.codes[r]) for r in result_chances(s.data, now, drm)}
    more = "more " if flown else ""
    if s.holder(target) == AXIS:
        name = f"chances with {more}defensive air support ({SUPPORT_DRM:+d} to the die, 7.0)"
        answer[name] = chances(s, target, now, drm + SUPPORT_DRM)
    else:
        name = f"chances with {more}offensive air support ({SUPPORT_SHIFT:+d} columns, 7.0)"
        answer[name] = chances(s, target, s.data.crt.column(now, SUPPORT_SHIFT), drm)
    return answer


@cache
def result_chances(data: Data, column: str, drm: int = 0) -> dict[str, Fraction]:
    """10.3: the probability of each result of a column."""
    return data.crt.chances(column, drm)


def cannot_fail(s: State, column: str) -> bool:
    """10.3: whether every result of a column costs the defender steps or hexes."""
    codes = (s.data.codes[result] for result in result_chances(s.data, column))
    return all(code.defender_steps or code.retreat for code in codes)


def label(column: str) -> str:
    """A column as the rulebook writes it: 3-1, 1.5-1, 10-1+."""
    return f"{column.rstrip('+')}-1{'+' if column.endswith('+') else ''}"


def meaning(code: ResultCode) -> str:
    """10.3, 10.4: a result in words."""
    steps, hexes = code.defender_steps, code.retreat
    told = [f"loses {steps} step{'s' if steps > 1 else ''}"] if steps else []
    told += [f"retreats {hexes} hex{'es' if hexes > 1 else ''}"] if hexes else []
    if code.attacker_steps:
        lost = f"the attacker loses {code.attacker_steps} step{'s' if code.attacker_steps > 1 else ''}"
        return f"{lost}, the defender {' and '.join(told)}" if told else lost
    return f"the defender {' and '.join(told)}" if told else "nothing happens"


def _row(s: State, unit: str, strength: int, does: str) -> dict[str, Any]:
    marks = s.units[unit].marks
    affected = bool(marks) if does == "attacks" else ISOLATED in marks
    state = f"{next(iter(marks)).replace('_', ' ')}: 2 less (8.2)" if affected else ""
    return {"unit": s.name(unit), "at": s.units[unit].at, "does": does, "strength": strength, "supply": state}


def halved(s: State, target: str, attackers: Iterable[str]) -> list[str]:
    """10.2: the hexes whose attack is halved, with the river."""
    hexes = dict.fromkeys(s.units[u].at for u in attackers)
    rivers = {h: s.board.edge(h, target) for h in hexes}
    return [f"attack from {h} over the {e.river_name or 'river'} (10.2)" for h, e in rivers.items() if over_river(e)]


def chances(s: State, target: str, column: str, drm: int = 0) -> dict[str, str]:
    """The chance of each result; in a city under orders also what it means there (12.2)."""
    ordered = target in s.orders and s.holder(target) == AXIS
    found = {}
    for result, chance in result_chances(s.data, column, drm).items():
        code = s.data.codes[result]
        instead = f" = {code.defender_steps + code.retreat} steps (12.2)" if ordered and code.retreat else ""
        found[result + instead] = str(chance)
    return found
