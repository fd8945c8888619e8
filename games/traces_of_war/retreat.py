"""Retreat (10.4): every unit by the way that costs least, then towards supply, then where it may stand."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import Any

from wargame.core.engine.questions import Choose, Procedure, Reason

from .control import enter
from .losses import destroy, lose_step
from .model import Retreat, State
from .records import ENEMY
from .supply import forced_relocation, sources

Path = tuple[str, ...]


def may_step(s: State, unit: str, a: str, b: str, first: bool) -> bool:
    """10.4: not into the enemy, not across blocked sides; major rivers with their limits."""
    side = s.side_of(unit)
    if s.holder(b) == ENEMY[side]:
        return False
    edge = s.board.edge(a, b)
    if edge is None:
        return True
    if edge.blocked:
        return False
    if edge.river == "major":
        if not edge.bridge and not first:
            return False
        return not (s.in_enemy_zoc(a, side) and s.in_enemy_zoc(b, side))
    return True


def ways(s: State, unit: str, start: str, hexes: int, gone: Path, first: bool = True) -> list[Path]:
    """All ways of so many hexes that enter none twice."""
    found: list[Path] = [()]
    for n in range(hexes):
        longer = []
        for way in found:
            here = way[-1] if way else start
            for hex in s.board.neighbours(here):
                if hex not in way and hex not in gone and may_step(s, unit, here, hex, first and n == 0):
                    longer.append((*way, hex))
        found = longer
    return found


def nearer(s: State, side: str, start: str, way: Path) -> bool:
    """10.4, condition 1: each hex is closer than the one before to one and the same friendly supply source."""
    distance = s.board.distance
    for source in sources(s, side):
        far = [distance(hex, source) for hex in (start, *way)]
        if all(b < a for a, b in pairwise(far)):
            return True
    return False


def rank(s: State, unit: str, start: str, way: Path) -> tuple[int, bool, bool]:
    """The fewer hexes in enemy zones the better, then condition 1, then condition 2."""
    side = s.side_of(unit)
    zones = sum(s.in_enemy_zoc(hex, side) for hex in way)
    return zones, not nearer(s, side, start, way), not s.may_stack(unit, way[-1])


def best_ways(s: State, unit: str, start: str, hexes: int, gone: Path = (), first: bool = True) -> list[Path]:
    """The ways among which the owner chooses; none: the unit cannot retreat."""
    ranked = [(rank(s, unit, start, way), way) for way in ways(s, unit, start, hexes, gone or (start,), first)]
    if not ranked:
        return []
    best = min(r for r, _ in ranked)
    return [way for r, way in ranked if r == best]


def retreat(s: State, target: str, hexes: int) -> Procedure[None]:
    """10.4: all units of a hex, in the order and to the hexes that their owner chooses."""
    left = list(s.units_at(target))
    while left and s.result is None:  # 13.1: the game may end on the way
        choices: dict[str, list[Path]] = {u: best_ways(s, u, target, hexes) for u in left}
        lost = next((u for u in left if not choices[u]), None)
        if lost is not None:
            left.remove(lost)
            yield from cannot_retreat(s, lost)
            continue
        answers = [Retreat(u, way) for u, ways in choices.items() for way in ways]
        answer = answers[0]
        if len(answers) > 1:
            answer = yield Choose(s.side_of(left[0]), answers, f"Retreat from {target}: which unit, which way?", "10.4",
                                  refuse=partial(refused, s, (target,), hexes))  # fmt: skip
        left.remove(answer.unit)
        yield from retreat_unit(s, answer.unit, answer.path)


def refused(s: State, gone: Path, hexes: int, answer: Any) -> Reason | None:
    """Why a way of so many hexes is refused; `gone`: where the retreat has led so far, its start first."""
    start, first = gone[-1], len(gone) == 1
    if not isinstance(answer, Retreat) or answer.unit not in s.units_at(start) or not answer.path:
        return None
    if len(answer.path) != hexes:
        return "10.4", f"{answer.unit} must retreat {hexes} hex{'es' if hexes > 1 else ''}, no more and no less."
    if len({*gone, *answer.path}) < len(gone) + hexes:
        return "10.4", f"{answer.unit} enters no hex twice in its retreat."
    steps = list(pairwise((start, *answer.path)))
    if any(not s.board.adjacent(a, b) or not may_step(s, answer.unit, a, b, first and a == start) for a, b in steps):
        return "10.4", f"{answer.unit} cannot retreat that way: enemy, blocked side, map edge or major river."
    return "10.4", f"{answer.unit} must take a way with fewer enemy zones, nearer to supply, or within stacking."


def cannot_retreat(s: State, unit: str) -> Procedure[None]:
    """10.4: a unit with nowhere to go is eliminated, a headquarters relocates (2.3)."""
    if s.counter(unit).hq:
        yield from forced_relocation(s, unit, "2.3")
    else:
        destroy(s, unit, "10.4")


def retreat_unit(s: State, unit: str, way: Path) -> Procedure[None]:
    """Along the way, and on from where the unit may not stand."""
    gone: Path = (s.units[unit].at,)
    while (yield from follow(s, unit, way)):
        gone = (*gone, *way)
        if s.may_stack(unit, gone[-1]):
            return
        if s.counter(unit).hq:  # 5.0
            yield from forced_relocation(s, unit, "5.0")
            return
        further = best_ways(s, unit, gone[-1], 1, gone, first=False)
        if not further:
            destroy(s, unit, "10.4")
            return
        way = further[0]
        if len(further) > 1:
            answer = yield Choose(s.side_of(unit), [Retreat(unit, w) for w in further],
                                  f"{unit} cannot stand in {gone[-1]}: retreat on to which hex?", "10.4",
                                  refuse=partial(refused, s, gone, 1))  # fmt: skip
            way = answer.path


def follow(s: State, unit: str, way: Path) -> Procedure[bool]:
    """10.4: hex by hex, a step lost for each in an enemy zone; whether the unit got to the end of the way."""
    for hex in way:
        enter(s, unit, hex, "10.4")
        if s.result is not None:  # 13.1
            return False
        if s.in_enemy_zoc(hex, s.side_of(unit)):
            yield from lose_step(s, unit, "10.4")
            if unit not in s.units or s.units[unit].at != hex:
                return False
    return True
