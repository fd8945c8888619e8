"""Retreat (10.4): every unit by the way that costs least, then towards supply, then where it may stand."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Refusal

from .control import enter
from .losses import destroy, lose_step
from .model import Retreat, State
from .records import ENEMY
from .relocation import forced_relocation
from .supply import sources

Path = tuple[str, ...]


def can_step(s: State, unit: str, a: str, b: str, first: bool) -> bool:
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
    """All ways of this many hexes that enter none twice."""
    found: list[Path] = [()]
    for n in range(hexes):
        longer = []
        for way in found:
            here = way[-1] if way else start
            for hex in s.board.neighbours(here):
                if hex not in way and hex not in gone and can_step(s, unit, here, hex, first and n == 0):
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
    return zones, not nearer(s, side, start, way), not s.can_stack(unit, way[-1])


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
            answer = yield offer(
                s.side_of(left[0]),
                answers,
                {Retreat: partial(why_not_retreat, s, choices, (target,), hexes)},
                f"Retreat from {target}: which unit goes first, and which way?",
                "10.4",
                checked=True,
            )
        left.remove(answer.unit)
        yield from retreat_unit(s, answer.unit, answer.path)


def why_not_retreat(
    s: State, choices: dict[str, list[Path]], gone: Path, hexes: int, answer: Retreat
) -> Refusal | None:
    """10.4: `choices` are the best ways of each unit; `gone` where the retreat has led so far, its start first."""
    unit, path = answer.unit, answer.path
    if unit not in choices:
        return Refusal("10.4", f"{s.name(unit)} does not retreat now; the units that do: {s.names(choices)}.")
    if path in choices[unit]:
        return None
    name = s.name(unit)
    if len(path) != hexes:
        return Refusal("10.4", f"{name} must retreat {hexes} hex{'es' if hexes > 1 else ''}, no more and no less.")
    if len({*gone, *path}) < len(gone) + hexes:
        return Refusal("10.4", f"{name} enters no hex twice in its retreat.")
    start, first = gone[-1], len(gone) == 1
    for a, b in pairwise((start, *path)):
        if b not in s.board or not s.board.adjacent(a, b) or not can_step(s, unit, a, b, first and a == start):
            return Refusal("10.4", f"{name} cannot retreat that way: enemy, blocked side, map edge or major river.")
    return Refusal("10.4", f"{name} must take a way with fewer enemy zones, nearer to supply, or within stacking.")


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
        if s.can_stack(unit, gone[-1]):
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
            answer = yield offer(
                s.side_of(unit),
                [Retreat(unit, w) for w in further],
                {Retreat: partial(why_not_retreat, s, {unit: further}, gone, 1)},
                f"{s.name(unit)} cannot stand in {gone[-1]}. Retreat on to which hex?",
                "10.4",
                checked=True,
            )
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
