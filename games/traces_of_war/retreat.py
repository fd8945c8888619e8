"""Retreat (10.4): by the way with the fewest enemy zones, then towards supply, then to where the unit may stand."""

from __future__ import annotations

from itertools import pairwise

from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Refusal
from wargame.core.mechanics.choosing import choose_one
from wargame.core.mechanics.retreat import Priority, Retreats
from wargame.core.mechanics.ways import Path

from .actions import Retreat
from .control import enter
from .losses import destroy, lose_step
from .model import State
from .records import ENEMY
from .relocation import forced_relocation
from .supply import sources


def why_not_step(s: State, unit: str, way: Path, to: str) -> Refusal | None:
    """10.4: not into the enemy, not across blocked sides; major rivers with their limits."""
    at, side = way[-1], s.side_of(unit)
    if s.holder(to) == ENEMY[side]:
        return ENEMY_THERE
    edge = s.board.edge(at, to)
    if edge is None:
        return None
    if edge.blocked:
        return BLOCKED
    if edge.river != "major":
        return None
    if not edge.bridge and len(way) > 1:
        return UNBRIDGED
    return FROM_ZONE_TO_ZONE if s.in_enemy_zoc(at, side) and s.in_enemy_zoc(to, side) else None


ENEMY_THERE = Refusal("10.4", "A unit does not retreat into a hex that the enemy occupies.")
BLOCKED = Refusal("10.4", "A unit does not retreat across a blocked side.")
UNBRIDGED = Refusal("10.4", "A unit retreats across an unbridged major river only with its first step.")
FROM_ZONE_TO_ZONE = Refusal(
    "10.4", "A unit does not retreat across a major river from one enemy zone of control into another."
)


def zones(s: State, unit: str, way: Path) -> int:
    """How many hexes of a way are in enemy zones of control."""
    side = s.side_of(unit)
    return sum(s.in_enemy_zoc(hex, side) for hex in way[1:])


def nearer(s: State, side: str, start: str, way: Path) -> bool:
    """10.4, condition 1: with each hex the way comes closer to one and the same friendly supply source."""
    distance = s.board.distance
    for source in sources(s, side):
        far = [distance(hex, source) for hex in (start, *way)]
        if all(b < a for a, b in pairwise(far)):
            return True
    return False


# 10.4: the ways among which the owner chooses; with none, the unit cannot retreat
RETREATS: Retreats[State] = Retreats(
    "10.4",
    why_not_step,
    (
        Priority(zones, "{unit} must take a way with fewer enemy zones of control."),
        Priority(
            lambda s, unit, way: not nearer(s, s.side_of(unit), way[0], way[1:]),
            "{unit} must take a way that leads nearer to one supply source with every hex.",
        ),
        Priority(
            lambda s, unit, way: not s.can_stack(unit, way[-1]),
            "{unit} must take a way to a hex where it may stand (5.0).",
        ),
    ),
    noun="hex",
)


def retreat(s: State, target: str, hexes: int) -> Procedure[None]:
    """10.4: all units of a hex, in the order and to the hexes that their owner chooses."""
    left = list(s.units_at(target))
    while left and s.result is None:  # 13.1: the game may end on the way
        choices = RETREATS.choices(s, left, hexes)
        lost = next((u for u in left if not choices[u]), None)
        if lost is not None:
            left.remove(lost)
            yield from cannot_retreat(s, lost)
            continue
        prompt = f"Retreat from {target}: which unit goes first, and which way?"
        answer = yield from choose_way(s, choices, hexes, (target,), prompt)
        left.remove(answer.unit)
        yield from retreat_unit(s, answer.unit, answer.path)


def choose_way(s: State, choices: dict[str, list[Path]], hexes: int, gone: Path, prompt: str) -> Procedure[Retreat]:
    """One of the best ways of some units; `gone` is where the retreat has led so far, its start first."""
    answers = [Retreat(u, way) for u, ways in choices.items() for way in ways]
    side, predicates = s.side_of(answers[0].unit), {Retreat: RETREATS.among(s, choices, hexes, gone)}
    answer: Retreat = yield from choose_one(offer(side, answers, predicates, prompt, "10.4", all_legal=True))
    return answer


def cannot_retreat(s: State, unit: str) -> Procedure[None]:
    """10.4: a unit with nowhere to go is eliminated, a headquarters relocates (2.3)."""
    if s.counter(unit).hq:
        yield from forced_relocation(s, unit, "2.3")
    else:
        destroy(s, unit, "10.4")


def retreat_unit(s: State, unit: str, way: Path) -> Procedure[None]:
    """A unit follows its way, and goes on from a hex where it may not stand."""
    gone: Path = (s.units[unit].at,)
    while (yield from follow(s, unit, way)):
        gone = (*gone, *way)
        if s.can_stack(unit, gone[-1]):
            return
        if s.counter(unit).hq:  # 5.0
            yield from forced_relocation(s, unit, "5.0")
            return
        further = RETREATS.best(s, unit, 1, gone)
        if not further:
            destroy(s, unit, "10.4")
            return
        prompt = f"{s.name(unit)} cannot stand in {gone[-1]}. Retreat on to which hex?"
        way = (yield from choose_way(s, {unit: further}, 1, gone, prompt)).path


def follow(s: State, unit: str, way: Path) -> Procedure[bool]:
    """10.4: hex by hex, a step lost for each in an enemy zone; True if the unit reaches the end of the way."""
    for hex in way:
        enter(s, unit, hex, "10.4")
        if s.result is not None:  # 13.1
            return False
        if s.in_enemy_zoc(hex, s.side_of(unit)):
            yield from lose_step(s, unit, "10.4")
            if unit not in s.units or s.units[unit].at != hex:
                return False
    return True
