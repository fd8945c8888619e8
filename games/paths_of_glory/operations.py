"""What a side could do with activations (9.2): attacks, marches and trenches worth trying, and several together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

import attrs

from wargame.core.engine.actions import DONE

from .actions import Activate, Attack, Entrench, Fight, Group, Stop, To, With
from .activation import choices
from .attackers import targets, why_not_attack, why_not_combine
from .designation import declared
from .evaluation import NONE
from .ground import NOBODY, TAKEN, Force, Ground, force, ground
from .model import ENEMY, State
from .movement import why_not_stop
from .offensives import count_offensive
from .outlook import outlook
from .stacking import operable
from .supply import besieged, besieging_force, out_of_supply, own_units

SOURCES = 4  # so many spaces beside a target are combined
ENDS = 3  # the best ends of a stack's march that are offered
LEAST = 0.2  # what is worth less is not offered
DIG = 1.5  # a level of trench beside the enemy
DUE = 8.0  # a mandated offensive that is met

Uses = tuple[tuple[str, str], ...]  # spaces to activate, each with its use


@attrs.frozen
class Operation:
    """An attack, a march or a trench: what it activates, what that costs, and the answers that carry it out."""

    name: str
    uses: Uses
    price: int
    answers: tuple[Any, ...]
    worth: float
    goal: str
    moving: tuple[str, ...] = ()  # the units that march or dig
    takes: frozenset[str] = frozenset()  # spaces with victory points that are entered

    @property
    def attack(self) -> bool:
        return not self.moving

    @property
    def rate(self) -> float:
        """What it is worth for each point that it costs."""
        return self.worth / max(1, self.price)


def operations(s: State, side: str) -> tuple[Operation, ...]:
    """What is worth activating spaces for, best for its price first."""
    key = ("operations", side, s.round, s.boost, s.sud, len(s.played))
    return s.memo(key, lambda: _operations(s, side))


def _operations(s: State, side: str) -> tuple[Operation, ...]:
    able = {(a.space, a.use): price for a, price in choices(s, side)}
    found = [*_attacks(s, side, able), *_marches(s, side, able), *_trenches(s, side, able)]
    return tuple(sorted((one for one in found if one.worth > LEAST), key=lambda one: -one.rate))


# --- attacks -----------------------------------------------------------------------------------------------------


def attackers_of(s: State, side: str, spaces: Iterable[str]) -> dict[str, dict[str, list[str]]]:
    """For each target the units in these spaces that could attack it, by the space where they stand."""
    starving = out_of_supply(s)
    found: dict[str, dict[str, list[str]]] = {}
    for space in spaces:
        for target in targets(s, space):
            units = [
                u for u in own_units(s, space, side)
                if u not in s.fought and u not in starving and why_not_attack(s, u, target) is None
            ]  # fmt: skip
            if units:
                found.setdefault(target, {})[space] = units
    return found


def _attacks(s: State, side: str, able: dict[tuple[str, str], int]) -> Iterator[Operation]:
    for target, near in attackers_of(s, side, [x for x, use in able if use == "attack"]).items():
        strongest = sorted(near, key=lambda x: -force(s, near[x]).factors)[:SOURCES]
        for number in range(1, len(strongest) + 1):
            for sources in combinations(strongest, number):
                units = together(s, [u for x in sources for u in near[x]], target)
                if not units or {s.units[u].at for u in units} != set(sources):
                    continue
                worth = assault(s, side, target, units)
                uses = tuple((x, "attack") for x in sources)
                name = f"attack {s.name(target)} from {s.listed(sources)}"
                yield Operation(name, uses, sum(able[use] for use in uses), strike(target, units), worth, target)


def together(s: State, units: list[str], target: str) -> list[str]:
    """As many of some units as may attack together: all, or those of one nation (12.1.9)."""
    if why_not_combine(s, units, target) is None:
        return units
    best: list[str] = []
    for nation in {s.counter(u).nation for u in units}:
        some = [u for u in units if s.counter(u).nation == nation]
        if why_not_combine(s, some, target) is None and force(s, some).factors > force(s, best).factors:
            best = some
    return best


def assault(s: State, side: str, target: str, units: Iterable[str]) -> float:
    """What an attack is worth: by the fire tables, and more if it is the mandated offensive (7.1.3)."""
    worth = outlook(s, side, target, units).worth
    if s.offensive.get(side, "none") not in NONE:
        copy = s.copy()
        count_offensive(copy, declared(s, side, target, tuple(units)))
        if copy.offensive[side] == "made":
            worth += DUE * (s.round + 1) / s.data.numbers.rounds
    return worth


def strike(target: str, units: Iterable[str]) -> tuple[Any, ...]:
    """The answers that make an attack."""
    return (Attack(target), *map(With, units), Fight())


# --- marches -----------------------------------------------------------------------------------------------------


def _marches(s: State, side: str, able: dict[tuple[str, str], int]) -> Iterator[Operation]:
    for (space, use), price in able.items():
        if use == "move":
            for end in marches(s, side, space):
                yield attrs.evolve(end, price=price)


def marches(s: State, side: str, space: str) -> list[Operation]:
    """The best marches of the units in a space that have not moved: all of them, and each kind alone."""
    starving = out_of_supply(s)
    free = [u for u in own_units(s, space, side) if u not in s.moved and u not in starving and s.mf(u)]
    stacks = [tuple(free)] if free else []
    if len(free) > 1:
        stacks += [(u,) for u in s.distinct(free)]
        stacks += [tuple(u for u in free if u != one) for one in s.distinct(free)] if len(free) > 2 else []
    map_of = ground(s, side)
    found = [end for units in stacks for end in _ends(s, map_of, space, units)]
    return sorted(found, key=lambda end: -end.worth)[: ENDS + 1]


def _ends(s: State, map_of: Ground, space: str, units: tuple[str, ...]) -> list[Operation]:
    who, uses = force(s, units), ((space, "move"),)
    left = map_of.leaving(space, who)
    if s.fort_owner(space) == ENEMY[map_of.side] and besieged(s, space):
        stay = [u for u in s.units_at(space) if u not in units]
        left -= 0.0 if stay and besieging_force(s, stay, s.fort(space)) else map_of.prize(space)
    ways = ways_from(s, map_of.side, space, units)
    scored = []
    for end, way in ways.items():
        worth = left + sum(map_of.prize(x) for x in way) + map_of.coming(end, who)
        if worth > LEAST:
            scored.append((worth, end))
    found = []
    for worth, end in sorted(scored, reverse=True):
        if why_not_stop(s, map_of.side, units, end) is None:
            answers = (Group(units), *map(To, ways[end]), Stop())
            name = f"{s.listed(units)} to {s.name(end)}"
            takes = frozenset(x for x in ways[end] if map_of.prize(x) > TAKEN)
            found.append(Operation(name, uses, 1, answers, worth, end, units, takes))
            if len(found) == ENDS:
                break
    return found


def ways_from(s: State, side: str, space: str, units: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """The shortest way of a stack to each space that it seems to reach."""
    free = -1
    for u in units:
        free &= operable(s, u)
    enemy, bit, data = ENEMY[side], s.board.bit, s.data
    free &= ~s.occupied(enemy)
    forts = s.forts_of(enemy)
    room = data.numbers.stack
    found: dict[str, tuple[str, ...]] = {}
    ring: dict[str, tuple[str, ...]] = {space: ()}
    slow = [s.counter(u) for u in units]
    for _ in range(min(s.mf(u) for u in units)):
        beyond: dict[str, tuple[str, ...]] = {}
        for at, way in ring.items():
            if way and forts & bit[at]:
                continue  # 15.1.1: a fort ends the march
            for to in data.near(at, slow[0]):
                if not free & bit[to] or to in found or to == space or data.caucasus(at, to):
                    continue
                if forts & bit[to] and not besieged(s, to) and not besieging_force(s, units, s.fort(to)):
                    continue
                if len(slow) > 1 and any(to not in data.near(at, c) for c in slow[1:]):
                    continue
                beyond.setdefault(to, (*way, to))
        found |= beyond
        ring = beyond
    return {end: way for end, way in found.items() if len(s.at.get(end, ())) + len(units) <= room}


# --- trenches ----------------------------------------------------------------------------------------------------


def _trenches(s: State, side: str, able: dict[tuple[str, str], int]) -> Iterator[Operation]:
    """11.2: armies beside the enemy dig."""
    if not {"ap_12", "cp_06"} & s.played.keys():
        return
    map_of = ground(s, side)
    for (space, use), price in able.items():
        if use == "move" and map_of.beside(space):
            unit = digger(s, side, space)
            if unit:
                worth = trench_worth(s, map_of, space, unit)
                name = f"{s.name(unit)} entrenches in {s.name(space)}"
                yield Operation(name, ((space, "move"),), price, (Entrench(unit),), worth, space, (unit,))


def digger(s: State, side: str, space: str) -> str:
    """The army in a space that digs best; '' if none can."""
    most = s.data.numbers.trench_levels
    armies = [u for u in own_units(s, space, side) if s.counter(u).army and u not in s.moved and u not in s.digging]
    if not armies or s.trenches.get(space, ("", 0))[1] >= most or any(s.units[u].at == space for u in s.digging):
        return ""
    return max(armies, key=s.lf)


def trench_worth(s: State, map_of: Ground, space: str, unit: str) -> float:
    """What an attempt to entrench is worth: more where the enemy is strong, and where it saves victory points."""
    here, beside = map_of.here(space), map_of.beside(space)
    need = min(2.0, beside / max(1, here.factors))
    prize = 1.5 if s.data.spaces[space].vp else 1.0
    level = s.trenches.get(space, ("", 0))[1]
    return s.lf(unit) / 6 * DIG * need * prize / (1 + level)


# --- several together --------------------------------------------------------------------------------------------


def choose(s: State, side: str, points: int, offered: Iterable[Operation]) -> list[Operation]:
    """The best operations that points can pay for and that do not get in each other's way, in order of rate."""
    chosen: list[Operation] = []
    used: set[str] = set()  # spaces that are activated
    met: set[str] = set()  # spaces that are attacked or taken
    coming: dict[str, Force] = {}
    for one in offered:
        spaces = {space for space, _ in one.uses}
        if one.price > points or spaces & used or one.takes & met or one.goal in (met if one.attack else used):
            continue
        if not one.attack and one.goal not in spaces and not _finds_room(s, side, one, coming):
            continue
        met |= {one.goal} if one.attack else one.takes
        chosen.append(one)
        used |= spaces
        points -= one.price
        if not points:
            break
    return chosen


def _finds_room(s: State, side: str, one: Operation, coming: dict[str, Force]) -> bool:
    """Whether there is room, and still reason, for a march to where others may go as well."""
    map_of, who = ground(s, side), force(s, one.moving)
    before = coming.get(one.goal, NOBODY)
    here = map_of.here(one.goal) + before
    if here.units + who.units > s.data.numbers.stack:
        return False
    if before.units:
        gain = map_of.stance(one.goal, here + who) - map_of.stance(one.goal, here)
        if one.worth + gain - map_of.coming(one.goal, who) <= LEAST:
            return False
    coming[one.goal] = before + who
    return True


def carried_out(s: State, side: str, points: int, chosen: list[Operation]) -> tuple[Any, ...]:
    """The answers that activate spaces for several operations and carry them out."""
    uses = [use for one in chosen for use in one.uses]
    marking = [Activate(space, use) for space, use in uses]
    left = points - sum(one.price for one in chosen)
    moving = [one for one in chosen if not one.attack]
    moved = {u for one in moving for u in one.moving}
    idle = any(
        u not in moved and u not in s.moved and s.mf(u)
        for one in moving for space, _ in one.uses for u in own_units(s, space, side)
    )  # fmt: skip
    attacks = [one for one in chosen if one.attack]
    return (
        *marking, *((DONE,) if left > 0 else ()), *(answer for one in moving for answer in one.answers),
        *((DONE,) if idle else ()), *(answer for one in attacks for answer in one.answers),
    )  # fmt: skip
