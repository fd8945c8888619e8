"""What a combat promises, by the fire tables (12.2): exact over both dice, but for combat cards and flank attempts."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import attrs

from wargame.core.mechanics.odds import total

from .attackers import trench
from .designation import declared
from .evaluation import unit_table
from .fire import column, defending_fort, die_modifiers
from .ground import ground
from .losses import substitute
from .model import Battle, State
from .records import Data

GROUND = 1.0  # a space gained
STEP = 1.5  # what it costs the defender to hold instead of retreating


@attrs.frozen
class Outlook:
    """What an attack is worth to the attacker, as in `evaluation.py`, and the chance that the defender must go."""

    worth: float
    chance: float


Kinds = tuple[tuple[str, int], ...]  # unit, its steps


@lru_cache(maxsize=8192)
def toll(data: Data, units: Kinds, number: int) -> tuple[float, int]:
    """What a loss number costs these units at best, and how many of them are left at full strength.

    As much of the number as possible is filled, as 12.4.3 demands; corps that replace armies do not count.
    """
    best = (0, 0.0, sum(steps == 2 for _, steps in units))
    table = unit_table(data)
    for i, (u, steps) in enumerate(units):
        if i and units[i - 1] == (u, steps):
            continue
        c = data.counters[u]
        points = c.lf if steps == 2 else c.reduced_lf
        if points > number:
            continue
        rest = units[:i] + (((u, 1),) if steps == 2 else ()) + units[i + 1 :]
        cost, full = toll(data, rest, number - points)
        filled = points + _filled(data, rest, number - points)
        cost += abs(table[u].values[steps] - table[u].values[steps - 1])
        if (filled, -cost, full) > (best[0], -best[1], best[2]):
            best = (filled, cost, full)
    return best[1], best[2]


@lru_cache(maxsize=8192)
def _filled(data: Data, units: Kinds, number: int) -> int:
    """How much of a loss number these units can take."""
    best = 0
    for i, (u, steps) in enumerate(units):
        c = data.counters[u]
        points = c.lf if steps == 2 else c.reduced_lf
        if points <= number:
            rest = units[:i] + (((u, 1),) if steps == 2 else ()) + units[i + 1 :]
            best = max(best, points + _filled(data, rest, number - points))
    return best


def results(s: State, b: Battle, side: str) -> list[int]:
    """The loss number that a side inflicts for each of its dice."""
    if not b.units(side) and not (side == b.enemy and defending_fort(s, b)):
        return [0] * 6
    table, at = column(s, b, side)
    drm = total(die_modifiers(s, b, side))
    return [table.results[at][max(1, min(6, die + drm)) - 1] for die in range(1, 7)]


def kinds(s: State, units: Iterable[str]) -> Kinds:
    """Units as `toll` wants them: those of a kind are alike."""
    return tuple(sorted((s.data.types[s.counter(u).type][0], s.units[u].steps) for u in units))


def outlook(s: State, side: str, target: str, units: Iterable[str]) -> Outlook:
    """What comes of an attack on a space with these units (36 pairs of dice)."""
    b = declared(s, side, target, tuple(units))
    weights = s.title.weights_in(s.scenario)
    value, ours, theirs = weights["strength"], kinds(s, b.attackers), kinds(s, b.defenders)
    fort = defending_fort(s, b)
    prize = GROUND + ground(s, side).prize(target) if not fort else GROUND
    holds = s.data.terrain(target).holds or bool(trench(s, target))
    worth, gone = 0.0, 0
    for hit in results(s, b, side):
        loss, _ = toll(s.data, theirs, hit)
        left = hit < _capacity(s.data, theirs)
        falls = 0 < fort <= hit - _filled(s.data, theirs, hit) and not left
        for back in results(s, b, b.enemy):
            cost, full = toll(s.data, ours, back)
            worth += value * (loss - cost)
            beaten = not left or (hit > back and full)
            if beaten and (falls or not fort) and full:
                gone += 1
                worth += min(prize, STEP) if left and holds else prize
    worth -= 36 * _unreplaced(s, b)
    return Outlook(worth / 36, gone / 36)


@lru_cache(maxsize=4096)
def _capacity(data: Data, units: Kinds) -> int:
    """The loss number at which nothing is left of these units."""
    counters = data.counters
    return sum(counters[u].reduced_lf + (counters[u].lf if steps == 2 else 0) for u, steps in units)


def _unreplaced(s: State, b: Battle) -> float:
    """A penalty for attacking with reduced armies that no corps would replace: they would be gone for good (12.4.4)."""
    risky = [u for u in b.attackers if s.counter(u).army and s.units[u].steps == 1]
    return sum(STEP for u in risky if not substitute(s, u, frozenset()))
