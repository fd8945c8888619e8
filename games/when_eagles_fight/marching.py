"""Marches worth trying, for bots: stacks by their cheapest path, together against an enemy or along the front."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import attrs

from wargame.core.engine.actions import DONE
from wargame.core.engine.questions import Question
from wargame.core.mechanics.movement import Costs
from wargame.core.mechanics.search import Reach
from wargame.core.title.plans import Plan

from .actions import Stack, Step
from .attackers import why_not_attack
from .forces import forces, open_places, places_in, pull, walked_into
from .model import State, bulk
from .movement import costs, held, stacks
from .prospects import assaults, foreseen, gain, steps_of, value_of_hex
from .records import ENEMY
from .stacking import limit
from .supply import SUPPLY

MOST = 4  # plans of each kind
NEIGHBOURHOOD = 5  # hexes from which a stack may come to an attack
JOINED = 6  # stacks that are brought together against one enemy
WORTHWHILE = 0.15  # what a march must gain to be proposed
THREAT = 3  # hexes at which enemies are dangerous
RISKED = 0.12  # the share of a stack that is at risk for each time that the enemies around it are as strong


@attrs.frozen(eq=False)
class Group:
    """Units of one hex that can march together, and where to."""

    hex: str
    units: tuple[str, ...]
    bulk: int
    attack: int
    defence: int
    worth: float
    reach: Reach

    def march(self, to: str) -> tuple[Any, ...]:
        """The answers that take the group to a hex."""
        if to == self.hex:
            return ()
        return (Stack(self.hex), *(Step(self.units, h) for h in self.reach.path(to)[1:]))


@lru_cache(maxsize=16384)
def _reach(season: Costs, start: str, allowance: int, closed: int) -> Reach:
    return season.reach(start, allowance, closed=season.board.number_set(closed), least=True)


def group(s: State, side: str, hex_id: str, units: tuple[str, ...], full: Mapping[int, int]) -> Group:
    """A group with its reach; `full` are the hexes without room for so many half corps."""
    data, size = s.data, bulk(s, units)
    factors = [s.factors(u) for u in units]
    allowance = min(f[2] for f in factors)
    closed = held(s, side) | full[size] | (0 if s.romania else data.romania)
    if any(data.counters[u].nation == "austro_hungarian" for u in units):
        closed |= s.board.kept_mask(data.not_austrian)
    closed &= s.board.within(hex_id, allowance) & ~s.board.bit[hex_id]
    way = _reach(costs(s), hex_id, allowance, closed)
    attack, defence = sum(f[0] for f in factors), sum(f[1] for f in factors)
    return Group(hex_id, units, size, attack, defence, (attack + defence) / 2, way)


def groups(s: State, side: str) -> list[Group]:
    """The stacks that have not moved, each as a whole."""
    full, found = _full(s, side), []
    for hex_id in stacks(s, side):
        units = tuple(sorted(u for u in s.at[hex_id] if _ready(s, u)))
        if units:
            found.append(group(s, side, hex_id, units, full))
    return found


def _ready(s: State, unit: str) -> bool:
    still = unit in s.moved or unit in s.spent or unit in s.stranded or unit in s.spent_by_rail
    return not still and s.data.counters[unit].movement > 0


def _full(s: State, side: str) -> dict[int, int]:
    """For each number of half corps, the hexes of the side without room for as many more."""
    most, mine = limit(s), forces(s).worth[side]
    size = {h: bulk(s, s.at[h]) for h in mine}
    return {n: s.board.mask(h for h, there in size.items() if there + n > most) for n in range(most + 1)}


# --- plans ----------------------------------------------------------------------------------------------------------


def marches(s: State, side: str, question: Question) -> Iterator[Plan]:
    """Walk into what is open, gather against an enemy, guard what is threatened, advance along the front, or stop."""
    mine = groups(s, side)
    engaged = {u for one in assaults(s, side) for u in one.units}
    free = [one for one in mine if engaged.isdisjoint(one.units)]
    yield from captures(s, side, mine)
    yield from gatherings(s, side, mine)
    worth, best = best_places(s, side, free)
    best.sort(key=lambda move: -move[2])
    for one, to, value in best[:MOST]:
        yield Plan(f"march {', '.join(one.units)} to {to}", one.march(to), value)
    if len(best) > 1:
        answers = tuple(answer for one, to, _ in best for answer in one.march(to))
        yield Plan("advance along the front", answers, worth)
    yield Plan("no more marches", (DONE,), 0.0)


def captures(s: State, side: str, mine: list[Group]) -> Iterator[Plan]:
    """Places of the enemy that nobody holds are walked into: by the weakest unit that can, or by a whole stack."""
    enemy, found = ENEMY[side], []
    full = _full(s, side)
    for place in places_in(s):
        if s.control[place.hex] != enemy or s.holder(place.hex) == enemy:
            continue
        for one in (g for g in mine if place.hex in g.reach):
            worth = value_of_hex(s, place.hex, side)
            found.append(Plan(f"take {place.hex} with {', '.join(one.units)}", one.march(place.hex), worth))
            if len(one.units) > 1:
                lightest = min(one.units, key=lambda u: sum(steps_of(s, u)))
                light = group(s, side, one.hex, (lightest,), full)
                found.append(Plan(f"take {place.hex} with {lightest}", light.march(place.hex), worth - WORTHWHILE))
    found.sort(key=lambda plan: -plan.worth)
    yield from found[: 2 * MOST]


def gatherings(s: State, side: str, mine: list[Group]) -> Iterator[Plan]:
    """Stacks march together to where they can attack an enemy with good odds."""
    there, found = forces(s), []
    for target, defence in there.defence[ENEMY[side]].items():
        near = [one for one in mine if one.attack and s.board.distance(one.hex, target) <= NEIGHBOURHOOD]
        if not near or s.lone_artillery(target) or sum(one.attack for one in near) < defence:
            continue
        plan = gathering(s, side, target, near)
        if plan is not None and plan.worth > WORTHWHILE:
            found.append(plan)
    found.sort(key=lambda plan: -plan.worth)
    yield from found[:MOST]


def gathering(s: State, side: str, target: str, near: list[Group]) -> Plan | None:
    """The best way to bring some of the stacks against one enemy."""
    by, need = s.title.weights_in(s.scenario), pull(s, side)
    there = _in_place(s, side, target, near)
    now = gain(s, target, tuple(there)) if there else 0.0
    best: Plan | None = None
    answers: tuple[Any, ...] = ()
    moved = 0.0
    for one, slot in arrangement(s, side, target, near):
        there |= dict.fromkeys(one.units, slot)
        answers += one.march(slot)
        moved += one.worth * (need[slot] - need[one.hex]) * by["balance"]
        worth = by["prospects"] * (foreseen(s, target, there) - max(0.0, now)) + moved
        if answers and (best is None or worth > best.worth):
            best = Plan(f"gather against {target}", answers, worth)
    return best


def _in_place(s: State, side: str, target: str, near: Iterable[Group]) -> dict[str, str]:
    """Units that have moved already and stand next to the target."""
    waiting = {u for one in near for u in one.units}
    return {
        u: h for h in s.data.land[target] if s.holder(h) == side for u in s.at[h]
        if u not in waiting and not s.data.counters[u].artillery and why_not_attack(s, u) is None
    }  # fmt: skip


def arrangement(s: State, side: str, target: str, near: list[Group]) -> Iterator[tuple[Group, str]]:
    """Stacks, the strongest first, each with a hex next to the target: opposite hexes before others (13.16)."""
    around = s.data.around[target]
    open_hexes = [h for h in s.data.land[target] if s.holder(h) != ENEMY[side]]
    most, moving = limit(s), {u for one in near for u in one.units}
    room = {h: most - bulk(s, [u for u in s.at.get(h, ()) if u not in moving]) for h in open_hexes}
    used = {h for h in open_hexes if any(u not in moving for u in s.at.get(h, ()))}
    nation = ""
    taken = 0
    for one in sorted(near, key=lambda g: -g.attack):
        kind = s.data.counters[one.units[0]].nation
        if nation and kind != nation and {kind, nation} == {"german", "austro_hungarian"}:
            continue
        slots = [h for h in open_hexes if (h in one.reach or h == one.hex) and room[h] >= one.bulk]
        if not slots:
            continue
        opposite = {around[(around.index(h) + 3) % 6] for h in used}
        slot = min(slots, key=lambda h: (h not in opposite, h != one.hex, h in used, _terrain(s, h)))
        yield one, slot
        nation = nation or kind
        room[slot] -= one.bulk
        used.add(slot)
        taken += 1
        if taken == JOINED:
            return


def _terrain(s: State, hex_id: str) -> tuple[bool, str]:
    return not s.data.hexes[hex_id].river, hex_id


# --- along the front ------------------------------------------------------------------------------------------------


def best_places(s: State, side: str, mine: list[Group]) -> tuple[float, list[tuple[Group, str, float]]]:
    """For each stack the best hex in its reach, those with room for them: what it gains in all, and the marches."""
    room = {h: limit(s) - bulk(s, units) for h, units in s.at.items() if h in s.board}
    judge = Judge(s, side)
    found, total = [], 0.0
    for one in sorted(mine, key=lambda g: -g.worth):
        here = judge.worth(one, one.hex)
        options = [(judge.worth(one, h), h) for h in one.reach.names() if room.get(h, limit(s)) >= one.bulk]
        if not options:
            continue
        value, to = max(options)
        if value - here > WORTHWHILE:
            found.append((one, to, value - here))
            total += value - here
            room[to] = room.get(to, limit(s)) - one.bulk
            judge.open_places.pop(to, None)
    return total, found


class Judge:
    """What it is worth to a side that a stack stands in a hex."""

    def __init__(self, s: State, side: str) -> None:
        self.s, self.side = s, side
        by = s.title.weights_in(s.scenario)
        self.balance, self.strength = by["balance"], by["strength"]
        self.need, self.fed = pull(s, side), SUPPLY.area(s, side)
        self.threat = _threats(s, side)
        self.open_places = {place.hex: place.weight * by["exposed"] for place in open_places(s, side)}
        walked, bit = walked_into(s, ENEMY[side]), s.board.bit
        near = s.board.step(walked, s.data.land_sides) | walked
        for place in places_in(s):  # a garrison that would leave
            if s.holder(place.hex) == side and bit[place.hex] & near and self._leaves(place.hex):
                self.open_places[place.hex] = place.weight * by["exposed"]

    def _leaves(self, hex_id: str) -> bool:
        """Whether all units in a place could still march away."""
        return all(_ready(self.s, u) for u in self.s.at[hex_id])

    def worth(self, one: Group, hex_id: str) -> float:
        s = self.s
        value = one.worth * self.need[hex_id] * self.balance + self.open_places.get(hex_id, 0.0)
        if not s.board.bit[hex_id] & self.fed:
            value -= one.worth * self.strength
        threat = self.threat.get(hex_id, 0.0)
        if threat:
            others = forces(s).defence[self.side].get(hex_id, 0.0) if hex_id != one.hex else 0.0
            odds = threat / (one.defence + others + 1.0)
            value -= min(1.0, RISKED * odds) * one.worth * self.strength
        return value


def _threats(s: State, side: str) -> dict[str, float]:
    """The attack factors of the enemy within a few hexes of each hex."""
    return dict(_threat_map(s.board, tuple(forces(s).attack[ENEMY[side]].items())))


@lru_cache(maxsize=64)
def _threat_map(board: Any, attacks: tuple[tuple[str, float], ...]) -> dict[str, float]:
    found: dict[str, float] = {}
    for hex_id, attack in attacks:
        for near in board.members(board.within(hex_id, THREAT)) if attack else ():
            found[near] = found.get(near, 0.0) + attack
    return found


