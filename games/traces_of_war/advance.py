"""Advance after combat (10.5)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from wargame.core.engine.actions import DONE, Done
from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Refusal
from wargame.core.engine.words import in_words
from wargame.core.mechanics.ways import Path

from .actions import Advance
from .control import enter, touch
from .model import STACKING, State
from .records import ENEMY


def unbridged(s: State, a: str, b: str) -> bool:
    edge = s.board.edge(a, b)
    return edge is not None and edge.river == "major" and not edge.bridge


def ways(s: State, unit: str, target: str) -> list[Path]:
    """10.5: into the attacked hex, and on for mechanised units that crossed no unbridged major river."""
    at, most = s.units[unit].at, farthest(s, unit)
    further = most > 1 and not unbridged(s, at, target)
    found: list[Path] = [(target,), *(beyond(s, unit, (target,), most) if further else ())]
    return [way for way in found if s.can_stack(unit, way[-1])]


def farthest(s: State, unit: str) -> int:
    limits = s.data.limits
    return limits.advance_mechanised if s.counter(unit).mechanised else limits.advance


def beyond(s: State, unit: str, way: Path, most: int) -> Iterator[Path]:
    """10.5: the ways that go on from the end of one, over no blocked side, unbridged major river or enemy."""
    for hex in s.data.costs.ways(way[-1]) if len(way) < most else ():
        if hex not in way and s.holder(hex) != ENEMY[s.side_of(unit)] and not unbridged(s, way[-1], hex):
            yield (*way, hex)
            yield from beyond(s, unit, (*way, hex), most)


def hq_ways(s: State, unit: str, origin: dict[str, str], went: dict[str, Path]) -> list[Path]:
    """10.5: a headquarters follows a combat unit from its own hex, no farther than that unit went."""
    mates = [way for u, way in went.items() if origin[u] == origin[unit] and not s.counter(u).hq]
    found: list[Path] = []
    for way in mates:
        for n in range(1, len(way) + 1):
            hex = way[n - 1]
            if way[:n] not in found and s.can_stack(unit, hex) and s.holder(hex) != ENEMY[s.side_of(unit)]:
                found.append(way[:n])
    return found


def advance(s: State, side: str, target: str, origin: dict[str, str]) -> Procedure[None]:
    """10.5: all, some or none of the attackers, one after the other."""
    went: dict[str, Path] = {}
    while True:
        choices = choices_of(s, target, origin, went)
        if not choices:
            return
        answer = yield offer(
            side, (*(Advance(unit, way) for unit, found in choices.items() for way in found), DONE),
            {Advance: partial(why_not_advance, s, choices, target, origin, went), Done: None},
            f"Advance into {target} with which unit ('done' to stop)?", "10.5", all_legal=True,
        )  # fmt: skip
        if answer == DONE:
            return
        for hex in answer.path[:-1]:
            touch(s, answer.unit, hex)
        enter(s, answer.unit, answer.path[-1], "10.5")
        went[answer.unit] = answer.path
        if s.result is not None:
            return


def choices_of(s: State, target: str, origin: dict[str, str], went: dict[str, Path]) -> dict[str, list[Path]]:
    """The ways of each attacker that is still where it attacked from."""
    found = {}
    for unit in origin:
        if unit not in went and unit in s.units and s.units[unit].at == origin[unit]:
            own = hq_ways(s, unit, origin, went) if s.counter(unit).hq else ways(s, unit, target)
            if own:
                found[unit] = own
    return found


def why_not_advance(
    s: State,
    choices: dict[str, list[Path]],
    target: str,
    origin: dict[str, str],
    went: dict[str, Path],
    answer: Advance,
) -> Refusal | None:
    unit, path, name = answer.unit, answer.path, s.name(answer.unit)
    if path in choices.get(unit, ()):
        return None
    if unit not in origin or unit not in s.units:
        return Refusal("10.5", f"{name} did not attack {target}; only attackers advance.")
    if unit in went:
        return Refusal("10.5", f"{name} has already advanced; a unit advances once after a combat.")
    if not path or path[0] != target:
        return Refusal("10.5", f"An advance begins with the attacked hex {target}.")
    if s.counter(unit).hq:
        return Refusal(
            "10.5", f"{name} only follows a combat unit that has advanced from its hex, no farther than that unit."
        )
    if len(path) > farthest(s, unit):
        most, others = in_words(s.data.limits.advance_mechanised), in_words(s.data.limits.advance)
        return Refusal("10.5", f"Mechanised units advance {most} hexes at most, others {others}.")
    way = "An advance goes from hex to hex, never over a blocked side, and stops at an unbridged major river."
    return STACKING.why_not_stand(s, (unit,), path[-1]) or Refusal("10.5", way)
