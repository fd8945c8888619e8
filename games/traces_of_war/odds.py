"""What an attack comes to before the die falls (10.2, 10.3): strengths, odds, shifts, chances."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache

import attrs

from wargame.core.mechanics.odds import Modifier, odds_column, total

from .charts import Data
from .model import ISOLATED, State
from .records import AXIS, Hexside, ResultCode

COLUMN, DIE = "column", "die"  # the two sums of modifiers
OFFENSIVE, DEFENSIVE = "offensive", "defensive"  # 7.0, the markers of the Axis


@attrs.frozen
class Battle:
    """What variants are told that change modifiers: the attack, the air support in it, and which sum is made.

    `column`: shifts to the right on the combat results table; `die`: what is added to the die.
    """

    target: str
    units: tuple[str, ...]
    flown: tuple[str, ...]
    modifies: str


@attrs.frozen
class Odds:
    """One attack in figures. `column` is None where the attack is not possible."""

    attack: int
    defence: int
    ratio: str | None
    shifts: tuple[Modifier, ...]
    column: str | None
    die: tuple[Modifier, ...] = ()


def attack_strength(s: State, target: str, attackers: Iterable[str]) -> int:
    """10.2: over a river the units of a hex are added, then halved and rounded down (1.3)."""
    stacks: dict[str, int] = {}
    for unit in attackers:
        hex = s.units[unit].at
        stacks[hex] = stacks.get(hex, 0) + s.attack(unit)
    strength = 0
    for hex, value in stacks.items():
        strength += value // s.data.limits.river_divisor if over_river(s.board.edge(hex, target)) else value
    return strength


def over_river(edge: Hexside | None) -> bool:
    """10.2: any river, bridged or not."""
    return edge is not None and edge.river is not None


def shifts(s: State, target: str, units: tuple[str, ...], flown: tuple[str, ...] = ()) -> tuple[Modifier, ...]:
    """10.2, 7.0: the shifts to the right: terrain, offensive air support, and what variants make of them."""
    found = s.data.shifts[target]
    if OFFENSIVE in flown:
        amount = s.data.tables.luftwaffe.offensive_shift * flown.count(OFFENSIVE)
        found = (*found, Modifier("offensive air support", amount, "7.0"))
    return s.rules.modifiers(s, Battle(target, units, flown, COLUMN), found)


def die_modifiers(s: State, target: str, units: tuple[str, ...], flown: tuple[str, ...]) -> tuple[Modifier, ...]:
    """7.0: defensive air support, and what variants make of it."""
    found: tuple[Modifier, ...] = ()
    if DEFENSIVE in flown:
        amount = s.data.tables.luftwaffe.defensive_die * flown.count(DEFENSIVE)
        found = (Modifier("defensive air support", amount, "7.0"),)
    return s.rules.modifiers(s, Battle(target, units, flown, DIE), found)


@cache
def ratio(data: Data, attack: int, defence: int) -> str | None:
    """10.2: the column reached, rounded against the attacker; anything above 10-1 is the last column."""
    return odds_column(attack, defence, data.odds)


def odds(s: State, target: str, attackers: Iterable[str], flown: tuple[str, ...] = ()) -> Odds:
    """10.2, 7.0: an attack with the air support used in it; an attack without any must reach 1-1 after terrain."""
    units = tuple(attackers)
    attack, defence = attack_strength(s, target, units), sum(s.defence(u) for u in s.units_at(target))
    die = die_modifiers(s, target, units, flown)
    if defence == 0:
        last = s.data.crt.columns[-1]  # whatever the terrain
        return Odds(attack, 0, last, (), last, die)
    found, shift = ratio(s.data, attack, defence), shifts(s, target, units, flown)
    column = None if found is None else s.data.crt.shifted(found, total(shift))
    return Odds(attack, defence, found, shift, column, die)


def can_attack(s: State, target: str, attackers: Sequence[str]) -> bool:
    """10.2: 1-1 or better after terrain; the same as `odds(...).column is not None`, but faster."""
    defence = sum(s.defence(u) for u in s.units_at(target))
    if defence == 0:
        return True
    place = max(0, -total(shifts(s, target, tuple(attackers))))
    if place >= len(s.data.crt.columns):
        return False
    least = s.data.odds[s.data.crt.columns[place]]
    return attack_strength(s, target, attackers) * least.denominator >= defence * least.numerator


def shown(s: State, target: str, attackers: Iterable[str], flown: tuple[str, ...] = ()) -> dict[str, object]:
    """What a player sees before an attack is confirmed: strengths, ratio, shifts and the chance of each result.

    `flown`: the air support that has been used in it already (7.0).
    """
    units = tuple(attackers)
    found = odds(s, target, units, flown)
    answer: dict[str, object] = {
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
    if found.die:
        answer["die"] = [m.text for m in found.die]
    return answer | _chances_shown(s, target, units, flown) if found.column else answer


def _chances_shown(s: State, target: str, units: tuple[str, ...], flown: tuple[str, ...]) -> dict[str, object]:
    """10.3: the chance of each result now, and with one more marker of the Axis player."""
    answer: dict[str, object] = {"air support used (7.0)": ", ".join(flown)} if flown else {}
    now = odds(s, target, units, flown)
    answer["chances"] = chances(s, target, now)
    answer["results"] = {r: meaning(s.data.codes[r]) for r in _results(s, now)}
    more = "more " if flown else ""
    if s.holder(target) == AXIS:
        kind, effect = DEFENSIVE, f"{s.data.tables.luftwaffe.defensive_die:+d} to the die"
    else:
        kind, effect = OFFENSIVE, f"{s.data.tables.luftwaffe.offensive_shift:+d} columns"
    name = f"chances with {more}{kind} air support ({effect}, 7.0)"
    answer[name] = chances(s, target, odds(s, target, units, (*flown, kind)))
    return answer


@cache
def result_chances(data: Data, column: str, drm: int = 0) -> dict[str, Fraction]:
    """10.3: the probability of each result of a column."""
    return data.crt.chances(column, drm, faces=len(data.crt.rows))


def _results(s: State, found: Odds) -> dict[str, Fraction]:
    return result_chances(s.data, found.column or s.data.crt.columns[0], total(found.die))


def cannot_fail(s: State, found: Odds) -> bool:
    """10.3: whether every result of a possible attack costs the defender steps or hexes."""
    codes = (s.data.codes[result] for result in _results(s, found))
    return found.column is not None and all(code.defender_steps or code.retreat for code in codes)


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


def _row(s: State, unit: str, strength: int, does: str) -> dict[str, object]:
    marks = s.units[unit].marks
    affected = bool(marks) if does == "attacks" else ISOLATED in marks
    effects = s.data.tables.supply
    less = effects.attack_out_of_supply if does == "attacks" else effects.defence_isolated
    state = f"{next(iter(marks)).replace('_', ' ')}: {less} less (8.2)" if affected else ""
    return {"unit": s.name(unit), "at": s.units[unit].at, "does": does, "strength": strength, "supply": state}


def halved(s: State, target: str, attackers: Iterable[str]) -> list[str]:
    """10.2: the hexes whose attack is halved, with the river."""
    hexes = dict.fromkeys(s.units[u].at for u in attackers)
    rivers = {h: s.board.edge(h, target) for h in hexes}
    return [f"attack from {h} over the {e.river_name or 'river'} (10.2)" for h, e in rivers.items() if over_river(e)]


def chances(s: State, target: str, found: Odds) -> dict[str, str]:
    """The chance of each result; in a city under orders also what it means there (12.2)."""
    ordered = target in s.orders and s.holder(target) == AXIS
    answer = {}
    for result, chance in _results(s, found).items():
        code = s.data.codes[result]
        instead = f" = {code.defender_steps + code.retreat} steps (12.2)" if ordered and code.retreat else ""
        answer[result + instead] = str(chance)
    return answer
