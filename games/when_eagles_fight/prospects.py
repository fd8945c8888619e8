"""Attacks as bots judge them: the expected gain of a battle by its exact odds, and the best attackers for a target."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from weakref import WeakKeyDictionary

import attrs

from wargame.core.mechanics.odds import Modifier

from .attackers import available, fresh_defenders, why_not_cooperate, why_not_unescorted
from .model import State
from .odds import (
    LAST_COLUMN,
    Odds,
    active_modifier,
    calculate,
    chances,
    halved,
    is_concentric,
    ratio,
    strength,
    terrain_modifiers,
)  # fmt: skip
from .records import CP, ENEMY
from .retreat import can_retreat

MOST_KEPT = 20_000  # battles whose gain is kept
RETREATS = 0.7  # how often a defender who can leave does so
INITIATIVE = 1.0  # what an advance is worth wherever it leads, in points of strength
MARGIN = 0.05  # an attacker more must gain at least this much

Key = tuple[Any, ...]
_KEPT: WeakKeyDictionary[Any, dict[Key, float]] = WeakKeyDictionary()  # by the rules of a game, which variants change


@attrs.frozen
class Assault:
    """An attack worth thinking of: its target, who makes it, and what it gains on average in points of the score."""

    target: str
    units: tuple[str, ...]
    gain: float


def gain(s: State, target: str, units: tuple[str, ...]) -> float:
    """What an attack by these units gains on average."""
    defenders = fresh_defenders(s, target)
    if slips_away(s, target, units):
        return value_of_hex(s, target, ENEMY[s.holder(target)]) - MARGIN
    key = (_circumstances(s, target), _described(s, units, True), _described(s, defenders, False))
    kept = _KEPT.setdefault(s.rules, {})
    if key not in kept:
        if len(kept) > MOST_KEPT:
            kept.clear()
        kept[key] = _gain(s, target, units, defenders)
    return kept[key]


def slips_away(s: State, target: str, units: tuple[str, ...]) -> bool:
    """13.27: whether only the hex is to be won, since cavalry leaves before combat; a chase could go on for ever."""
    counters, there = s.data.counters, s.at[target]
    if not all(counters[u].cavalry for u in there) or all(counters[u].cavalry for u in units):
        return False
    return can_retreat(s, tuple(there))


def _circumstances(s: State, target: str) -> Key:
    """What else the odds and the gain depend on."""
    return target, s.turn, s.stavka, s.brusilov, s.control.get(target), s.retreated & frozenset(s.at[target])


def _described(s: State, units: Iterable[str], attacking: bool) -> Key:
    there = s.units
    return tuple([(u, there[u].at, there[u].steps, u in s.rebuilt, halved(s, u, attacking)) for u in units])


def _gain(s: State, target: str, units: tuple[str, ...], defenders: tuple[str, ...]) -> float:
    return expected(s, target, calculate(s, units, target, defenders), ladder(s, units), ladder(s, defenders))


def foreseen(s: State, target: str, places: Mapping[str, str]) -> float:
    """What an attack would gain if these units, all in supply, stood in these hexes."""
    units, defenders = tuple(places), fresh_defenders(s, target)
    attack, defence = sum(s.factors(u)[0] for u in units), strength(s, defenders, False)
    found = list(terrain_modifiers(s, target, defenders))
    if is_concentric(s, target, places.values()) and not s.fortress_at(target):
        germans = all(s.data.counters[u].nation == "german" for u in defenders)
        by = s.data.numbers.concentric
        found.append(Modifier("concentric", by.against_germans if germans else by.modifier, "13.16"))
    found += active_modifier(s, units if s.side_of(units[0]) == CP else defenders, s.side_of(units[0]) == CP)
    odds = ratio(attack, defence)
    if odds > LAST_COLUMN:
        found.append(Modifier("odds", odds - LAST_COLUMN, "13.12"))
    forecast = Odds(attack, defence, odds, tuple(found))
    return expected(s, target, forecast, ladder(s, units), ladder(s, defenders))


def expected(s: State, target: str, odds: Odds, attack: Sequence[float], defence: Sequence[float]) -> float:
    """The sum over the results of the table, each with its chance: strength won and lost, and the hex."""
    point = s.title.weights_in(s.scenario)["strength"]
    fort = bool(s.fortress_at(target))
    prize = value_of_hex(s, target, ENEMY[s.holder(target)]) + INITIATIVE * point
    total = 0.0
    for result, chance in chances(s, odds).items():
        left, right = result.split("/")
        lost = attack[-1] if left == "E" else attack[min(_points(left), len(attack) - 1)]
        won, empty = _won(defence, right, fort)
        total += float(chance) * ((won - lost) * point + empty * prize * (left != "E"))
    return total


def _points(result: str) -> int:
    return int(result) if result.isdigit() else 0


def _won(defence: Sequence[float], result: str, fort: bool) -> tuple[float, float]:
    """The strength the defender loses on average, and the chance that the hex is left empty."""
    steps = len(defence) - 1
    if result == "E":
        return defence[-1], 1.0
    points = _points(result)
    if not points or not steps:
        return 0.0, 0.0
    if fort:
        return defence[min(points, steps - 1)], 0.0
    if points >= steps:
        return RETREATS * defence[min(points - 1, steps)] + (1 - RETREATS) * defence[steps], 1.0
    return RETREATS * defence[points - 1] + (1 - RETREATS) * defence[points], RETREATS


def ladder(s: State, units: Iterable[str]) -> tuple[float, ...]:
    """The strength lost with 0, 1, 2 ... steps, the cheapest steps first; the last entry is all of it."""
    steps = sorted(step for unit in units for step in steps_of(s, unit))
    found = [0.0]
    for step in steps:
        found.append(found[-1] + step)
    return tuple(found)


def steps_of(s: State, unit: str) -> tuple[float, ...]:
    """What each step of a unit is worth; of a fortress or a gun, what all of it is worth."""
    attack, defence, _ = s.factors(unit)
    full = (attack + defence) / 2
    counter = s.data.counters[unit]
    if s.units[unit].steps < 2 or counter.back_attack is None:
        return (full,)
    reduced = (counter.back_attack + (counter.back_defence or 0)) / 2
    return full - reduced, reduced


def value_of_hex(s: State, hex_id: str, side: str) -> float:
    """What a side gains by taking a hex."""
    if s.control.get(hex_id, side) == side:
        return 0.0
    here, by = s.data.hexes[hex_id], s.title.weights_in(s.scenario)
    if here.capital:
        return by["a capital"]
    if not here.victory_hex:
        return by["towns"]
    if side == CP:
        return by["cities"]
    return by["German cities"] if here.country == "germany" else by["Austro-Hungarian hexes"]


# --- who attacks what ---------------------------------------------------------------------------------------------


def best_assault(s: State, target: str, units: tuple[str, ...]) -> Assault | None:
    """The best attack on a target that some of these units can make."""
    found: Assault | None = None
    for pool in _pools(s, units):
        one = _trimmed(s, target, pool)
        if one is not None and (found is None or one.gain > found.gain):
            found = one
    return found


def _pools(s: State, units: tuple[str, ...]) -> list[tuple[str, ...]]:
    """All units, if they may act together, and those of each nation (6.4)."""
    counters = s.data.counters
    nations = {counters[u].nation for u in units}
    if len(nations) < 2 or why_not_cooperate(s, units) is None:
        return [units]
    return [tuple([u for u in units if counters[u].nation == nation]) for nation in sorted(nations)]


def _trimmed(s: State, target: str, units: tuple[str, ...]) -> Assault | None:
    """All of them, without those that add nothing: they can attack elsewhere and lose nothing here."""
    if why_not_unescorted(s, units) is not None:
        units = tuple([u for u in units if not s.data.counters[u].artillery])
    if not units:
        return None
    best = gain(s, target, units)
    for unit in sorted(units, key=lambda u: s.factors(u)[0]):
        fewer = tuple([u for u in units if u != unit])
        if fewer and why_not_unescorted(s, fewer) is None:
            value = gain(s, target, fewer)
            if value > best - MARGIN:
                units, best = fewer, value
    return Assault(target, units, best)


def assaults(s: State, side: str) -> list[Assault]:
    """The best attacks a side could make from where it stands, each unit in one of them at most; best first."""
    return s.memo(("assaults", side, s.attacked, s.defended, s.phase), lambda: _disjoint(s, side))


def _disjoint(s: State, side: str) -> list[Assault]:
    found: list[Assault] = []
    open_ones = {t: units for t, units in available(s, side).items() if s.holder(t) == ENEMY[side]}
    options = [one for t, units in open_ones.items() if (one := best_assault(s, t, units)) and one.gain > 0]
    options.sort(key=lambda one: -one.gain)
    used: set[str] = set()
    for one in options:
        if used.isdisjoint(one.units):
            found.append(one)
            used.update(one.units)
            continue
        rest = tuple([u for u in open_ones[one.target] if u not in used])
        again = best_assault(s, one.target, rest) if rest else None
        if again is not None and again.gain > 0:
            found.append(again)
            used.update(again.units)
    return found
