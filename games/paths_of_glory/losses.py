"""Taking losses (12.4): every maximal way to fill a loss number, exactly."""

from __future__ import annotations

from collections.abc import Iterator

from .model import RESERVE, State
from .supply import in_supply


def substitute(s: State, army: str, taken: frozenset[str]) -> str:
    """The corps from the reserve box that replaces an eliminated army (12.4.4, 12.4.4.3), '' for none."""
    c = s.counter(army)
    kind = "bef_corps" if army == "br_bef" else f"{c.nation}_corps"
    there = [u for u in s.units_at(RESERVE[c.side]) if s.counter(u).type == kind and u not in taken]
    return max(there, key=lambda u: (s.units[u].steps, u), default="")


Steps = tuple[tuple[str, int, str], ...]  # unit, its steps, its space


def gone_for_good(s: State, army: str, replaced: bool) -> bool:
    """Whether an eliminated army never comes back (12.4.4, 12.4.4.1, 17.1.7)."""
    return not replaced or not s.counter(army).pool or not in_supply(s, army)


def _plans(s: State, steps: Steps, number: int, first: frozenset[str]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Every way to lose steps in order without passing the number: (points, units losing a step).

    Where corps run short, the order decides which army is gone for good (12.4.4): those are different ways.
    """
    start: frozenset[str] = frozenset()
    stack: list[tuple[Steps, int, frozenset[str], frozenset[str], tuple[str, ...]]] = [
        (steps, number, start, start, ())
    ]
    seen = set()
    while stack:
        units, left, gone, dead, lost = stack.pop()
        moved = False
        for i, (unit, n, at) in enumerate(units):
            c = s.counter(unit)
            points = c.lf if n == 2 else c.reduced_lf
            if points > left or (not lost and first and c.type not in first):
                continue
            moved = True
            rest = units[:i] + (((unit, 1, at),) if n == 2 else ()) + units[i + 1 :]
            now, ruined = gone, dead
            if n == 1 and c.army:
                if corps := substitute(s, unit, gone):
                    rest += ((corps, s.units[corps].steps, at),)
                    now = gone | {corps}
                if gone_for_good(s, unit, bool(corps)):
                    ruined = dead | {unit}
            kinds = sorted((s.counter(u).type, k, where) for u, k, where in rest)  # alike units in a space count once
            key = (tuple(kinds), left - points, ruined)
            if key not in seen:
                seen.add(key)
                stack.append((rest, left - points, now, ruined, (*lost, unit)))
        if not moved:
            yield number - left, lost


def first_loser(s: State, units: list[str], number: int) -> frozenset[str]:
    """12.4.5: the kind of attacking unit that must take the first loss; empty for a free choice."""
    kinds = {s.counter(u).type: s.lf(u) for u in units}
    for rank in s.data.numbers.first_losses:
        if fit := frozenset(kind for kind in rank if kind in kinds and kinds[kind] <= number):
            return fit
    return frozenset()


def lost_armies(s: State, lost: tuple[str, ...]) -> list[str]:
    """The armies that are gone for good if losses are taken in this order (12.4.4)."""
    steps = {u: s.units[u].steps for u in lost}
    taken: frozenset[str] = frozenset()
    found = []
    for unit in lost:
        steps[unit] -= 1
        if steps[unit] == 0 and s.counter(unit).army:
            corps = substitute(s, unit, taken)
            taken |= {corps}
            if gone_for_good(s, unit, bool(corps)):
                found.append(unit)
    return found


def loss_plans(s: State, units: list[str], number: int, attacking: bool) -> list[tuple[str, ...]]:
    """All maximal ways to take a loss number (12.4.3), each a sequence of units that lose a step."""
    first = first_loser(s, units, number) if attacking else frozenset()
    forced = two_armies(s, units, number)
    if forced:
        return [lost for lost in forced if not first or lost[0] in first]
    found = list(_plans(s, tuple((u, s.units[u].steps, s.units[u].at) for u in units), number, first))
    best = max(points for points, _ in found)
    return [lost for points, lost in found if points == best]


def two_armies(s: State, units: list[str], number: int) -> list[tuple[str, ...]]:
    """12.4.4.2: one of two full armies of a space dies for good instead of both being reduced."""
    if len(units) != 2 or not all(s.counter(u).army and s.full(u) for u in units):
        return []
    if s.units[units[0]].at != s.units[units[1]].at:
        return []
    factors = {s.lf(u) for u in units}
    if len(factors) != 1 or number != 2 * min(factors) + 1 or any(substitute(s, u, frozenset()) for u in units):
        return []
    return [(u, u) for u in units]


def suffer(s: State, lost: tuple[str, ...], rule: str, fighters: list[str]) -> dict[str, str]:
    """Apply a plan; corps that replace armies join `fighters` (12.4.4). Returns which corps replaced which army."""
    starved = {u for u in fighters if not in_supply(s, u)}
    replaced = {}
    for unit in lost:
        if s.full(unit):
            s.reduce(unit, rule)
            continue
        space = s.units[unit].at
        corps = substitute(s, unit, frozenset()) if s.counter(unit).army else ""
        s.die(unit, rule, for_good=not corps or unit in starved)  # 12.4.4.1
        fighters.remove(unit)
        if corps:
            s.go(corps, space, "12.4.4")
            fighters.append(corps)
            replaced[unit] = corps
    return replaced
