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
from .forces import FULL_GUARD, Pull, bare_capitals, forces, places_in, pull, safe_supply, walked_into
from .model import State, bulk
from .movement import costs, held, stacks
from .picture import place_name
from .prospects import assaults, foreseen, gain, value_of_hex
from .records import ENEMY
from .stacking import limit
from .supply import SUPPLY

MOST = 4  # plans of each kind
NEIGHBOURHOOD = 5  # hexes from which a unit may come to an attack
JOINED = 8  # units that are brought together against one enemy
WORTHWHILE = 0.15  # what a march must gain to be proposed
THREAT = 3  # hexes at which enemies are dangerous
RISKED = 0.12  # the share of a unit that is at risk for each time that the enemies around it are as strong


@attrs.frozen(eq=False)
class Marcher:
    """A unit that can still march, and where to."""

    unit: str
    hex: str
    nation: str
    bulk: int
    attack: int
    defence: int
    worth: float
    reach: Reach


Move = tuple[Marcher, str]


def orders(moves: Iterable[Move]) -> tuple[Any, ...]:
    """The answers that make these marches: those from one hex one after the other (12.6)."""
    by_hex: dict[str, list[Move]] = {}
    for one, to in moves:
        if to != one.hex:
            by_hex.setdefault(one.hex, []).append((one, to))
    return tuple(answer for start, some in by_hex.items() for answer in (Stack(start), *_steps(some)))


def _steps(moves: list[Move]) -> Iterator[Step]:
    """The steps of units of one hex; those that go to the same hex go together."""
    together: dict[str, list[Marcher]] = {}
    for one, to in moves:
        together.setdefault(to, []).append(one)
    for to, some in together.items():
        slowest = min(some, key=lambda one: len(one.reach.cost))
        units = tuple(sorted(one.unit for one in some))
        yield from (Step(units, hex_id) for hex_id in slowest.reach.path(to)[1:])


@lru_cache(maxsize=16384)
def _reach(season: Costs, start: str, allowance: int, closed: int) -> Reach:
    return season.reach(start, allowance, closed=season.board.number_set(closed), minimum_move=True)


def marchers(s: State, side: str) -> list[Marcher]:
    """The units that can still march, the strongest first."""
    data, board, season = s.data, s.board, costs(s)
    full, enemy = _full(s, side), held(s, side) | (0 if s.romania else data.romania)
    austria = board.kept_mask(data.not_austrian)
    found = []
    for hex_id in stacks(s, side):
        for unit in s.at[hex_id]:
            if not _ready(s, unit):
                continue
            counter, (attack, defence, allowance) = data.counters[unit], s.factors(unit)
            closed = enemy | full[counter.bulk] | (austria if counter.nation == "austro_hungarian" else 0)
            closed &= board.within(hex_id, allowance) & ~board.bit[hex_id]
            way = _reach(season, hex_id, allowance, closed)
            worth = (attack + defence) / 2
            found.append(Marcher(unit, hex_id, counter.nation, counter.bulk, attack, defence, worth, way))
    found.sort(key=lambda one: (-one.worth, one.unit))
    return found


def _ready(s: State, unit: str) -> bool:
    still = unit in s.moved or unit in s.spent or unit in s.stranded or unit in s.spent_by_rail
    return not still and unit in s.data.mobile[s.side_of(unit)]


def _full(s: State, side: str) -> dict[int, int]:
    """For each number of half corps, the hexes of the side without room for as many more."""
    most, mine = limit(s), forces(s).worth[side]
    size = {h: bulk(s, s.at[h]) for h in mine}
    return {n: s.board.mask(h for h, there in size.items() if there + n > most) for n in range(3)}


class Rooms:
    """Where there is still room, and which nation stands there: Germans and Austro-Hungarians keep apart (6.4)."""

    def __init__(self, s: State, leaving: Iterable[str] = ()) -> None:
        self.most, gone = limit(s), frozenset(leaving)
        self.taken: dict[str, int] = {}
        self.nation: dict[str, str] = {}
        counters = s.data.counters
        for hex_id, units in s.at.items():
            there = [u for u in units if u not in gone and counters[u].bulk]
            if there and hex_id in s.board:
                self.taken[hex_id] = bulk(s, there)
                self.nation[hex_id] = counters[there[0]].nation

    def fits(self, one: Marcher, hex_id: str) -> bool:
        there = self.nation.get(hex_id, one.nation)
        return self.taken.get(hex_id, 0) + one.bulk <= self.most and there == one.nation

    def take(self, one: Marcher, hex_id: str) -> None:
        self.taken[hex_id] = self.taken.get(hex_id, 0) + one.bulk
        self.nation[hex_id] = one.nation


# --- plans ----------------------------------------------------------------------------------------------------------


def marches(s: State, side: str, question: Question) -> Iterator[Plan]:
    """Walk into what is open, gather against an enemy, advance along the front, guard what is threatened, or stop."""
    mine = marchers(s, side)
    engaged = {u for one in assaults(s, side) for u in one.units}
    free = [one for one in mine if one.unit not in engaged]
    yield from captures(s, side, mine)
    yield from gatherings(s, side, mine)
    moves = best_places(s, side, free)
    if moves:
        total = sum(value for _, _, value in moves)
        yield Plan("advance along the front", orders((one, to) for one, to, _ in moves), total)
        moves.sort(key=lambda move: -move[2])
        for one, to, value in moves[:MOST]:
            yield Plan(f"march {one.unit} to {place_name(s, to)}", orders([(one, to)]), min(value, total / 2))
    yield Plan("no more marches", (DONE,), 0.0)


def captures(s: State, side: str, mine: list[Marcher]) -> Iterator[Plan]:
    """Places of the enemy that nobody holds are walked into: by the strongest unit that can, or by the weakest."""
    enemy, found = ENEMY[side], []
    for place in places_in(s):
        if s.control[place.hex] != enemy or s.holder(place.hex) == enemy:
            continue
        able = [one for one in mine if place.hex in one.reach and (s.data.hexes[place.hex].country != "romania")]
        for one in {able[0].unit: able[0], able[-1].unit: able[-1]}.values() if able else ():
            worth = value_of_hex(s, place.hex, side) + WORTHWHILE - opened(s, side, [one])
            found.append(Plan(f"take {place_name(s, place.hex)} with {one.unit}", orders([(one, place.hex)]), worth))
    found.sort(key=lambda plan: -plan.worth)
    yield from found[: 2 * MOST]


def gatherings(s: State, side: str, mine: list[Marcher]) -> Iterator[Plan]:
    """Units march together to where they can attack an enemy with good odds."""
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


def gathering(s: State, side: str, target: str, near: list[Marcher]) -> Plan | None:
    """The best way to bring some of the units against one enemy."""
    by, need = s.title.weights_in(s.scenario), pull(s, side)
    there = _in_place(s, side, target, near)
    now = gain(s, target, tuple(there)) if there else 0.0
    best, count, moved = WORTHWHILE, 0, 0.0
    chosen: list[Move] = []
    for one, slot in arrangement(s, side, target, near):
        there[one.unit] = slot
        chosen.append((one, slot))
        moved += one.worth * (need[slot] - need[one.hex]) * by["balance"]
        left = opened(s, side, [one for one, to in chosen if to != one.hex])
        worth = by["prospects"] * (foreseen(s, target, there) - max(0.0, now)) + moved - left
        if worth > best:
            best, count = worth, len(chosen)
    answers = orders(chosen[:count])
    return Plan(f"gather against {place_name(s, target)}", answers, best) if answers else None


def _in_place(s: State, side: str, target: str, near: Iterable[Marcher]) -> dict[str, str]:
    """Units that have moved already and stand next to the target."""
    waiting = {one.unit for one in near}
    return {
        u: h for h in s.data.land[target] if s.holder(h) == side for u in s.at[h]
        if u not in waiting and not s.data.counters[u].artillery and why_not_attack(s, u) is None
    }  # fmt: skip


def arrangement(s: State, side: str, target: str, near: list[Marcher]) -> Iterator[Move]:
    """Units, the strongest first, each with a hex next to the target: opposite hexes before others (13.16)."""
    around = s.data.around[target]
    open_hexes = [h for h in s.data.land[target] if s.holder(h) != ENEMY[side]]
    rooms = Rooms(s, (one.unit for one in near if one.hex in open_hexes))
    used = {h for h in open_hexes if h in rooms.taken}
    nation, taken = "", 0
    for one in sorted(near, key=lambda one: (one.hex not in open_hexes, -one.attack, one.unit)):
        if nation and one.nation != nation:
            continue
        slots = [h for h in open_hexes if (h in one.reach or h == one.hex) and rooms.fits(one, h)]
        if not slots:
            continue
        opposite = {around[(around.index(h) + 3) % 6] for h in used}
        slot = min(slots, key=lambda h: (h not in opposite or h in used, h != one.hex, h))
        yield one, slot
        nation = nation or one.nation
        rooms.take(one, slot)
        used.add(slot)
        taken += 1
        if taken == JOINED:
            return


# --- along the front ------------------------------------------------------------------------------------------------


def best_places(s: State, side: str, mine: list[Marcher]) -> list[tuple[Marcher, str, float]]:
    """For each unit the best hex in its reach, if it is better than where it stands, and what it gains there."""
    rooms, judge, found = Rooms(s), Judge(s, side), []
    for one in mine:
        here = judge.worth(one, one.hex)
        options = [(judge.worth(one, h), h) for h in one.reach.names() if rooms.fits(one, h)]
        value, to = max(options, default=(here, one.hex))
        if value - here > WORTHWHILE:
            found.append((one, to, value - here))
            rooms.take(one, to)
            judge.assign(one, to)
        else:
            judge.assign(one, one.hex)
    return found


def gaps(s: State, side: str) -> Mapping[str, float]:
    """What it is worth to keep each place that is open to the enemy, or would be without those who can still march."""
    return s.memo(("gaps", side, s.moved), lambda: _gaps(s, side))


def _gaps(s: State, side: str) -> dict[str, float]:
    weight = s.title.weights_in(s.scenario)["exposed"]
    walked = walked_into(s, ENEMY[side])
    near = s.board.step(walked, s.data.land_sides) | walked
    return {
        place.hex: place.weight * weight for place in places_in(s)
        if s.control[place.hex] == side and s.board.bit[place.hex] & near and not _kept(s, side, place.hex)
    }  # fmt: skip


def _kept(s: State, side: str, hex_id: str) -> bool:
    """Whether a unit that does not march keeps a place."""
    return any(s.side_of(u) == side and not _ready(s, u) for u in s.at.get(hex_id, ()))


def opened(s: State, side: str, leaving: Iterable[Marcher]) -> float:
    """What it costs that places are left to the enemy when these units march away."""
    by_hex: dict[str, set[str]] = {}
    for one in leaving:
        by_hex.setdefault(one.hex, set()).add(one.unit)
    open_ones = gaps(s, side)
    return sum(open_ones.get(hex_id, 0.0) for hex_id, units in by_hex.items() if units.issuperset(s.at[hex_id]))


class Judge:
    """What it is worth to a side that a unit stands in a hex, once others have been assigned theirs."""

    def __init__(self, s: State, side: str) -> None:
        self.s, self.side = s, side
        by = s.title.weights_in(s.scenario)
        self.balance, self.strength = by["balance"], by["strength"]
        self.cut_off, self.overextended = by["cut off"], by["overextended"]
        self.need, self.fed, self.safe = Pull(s, side), SUPPLY.area(s, side), safe_supply(s, side)
        self.threat = _threats(s, side)
        self.defence: dict[str, float] = {}
        self.gaps = dict(gaps(s, side))
        self.capitals = bare_capitals(s, side)
        self.guard = by["bare capitals"] / FULL_GUARD

    def assign(self, one: Marcher, hex_id: str) -> None:
        self.gaps.pop(hex_id, None)
        if hex_id in self.capitals:
            left = self.capitals[hex_id] - one.defence / FULL_GUARD
            self.capitals = {h: missing for h, missing in {**self.capitals, hex_id: left}.items() if missing > 0}
        self.defence[hex_id] = self.defence.get(hex_id, 0.0) + one.defence
        if hex_id != one.hex:
            self.need.shift(one.worth, one.hex, hex_id)

    def worth(self, one: Marcher, hex_id: str) -> float:
        value = one.worth * self.need[hex_id] * self.balance + self.gaps.get(hex_id, 0.0)
        if hex_id in self.s.data.capitals and (hex_id in self.capitals or hex_id == one.hex):
            value += self.guard * one.defence
        here = self.s.board.bit[hex_id]
        if not here & self.fed:
            value -= one.worth * self.cut_off
        elif not here & self.safe:
            value -= one.worth * self.overextended
        threat = self.threat.get(hex_id, 0.0)
        if threat:
            odds = threat / (one.defence + self.defence.get(hex_id, 0.0) + 1.0)
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


