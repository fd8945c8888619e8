"""The map as bots see it: how strong either side stands in each hex, who can strike where, how far it is."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush

import attrs

from wargame.core.mechanics.search import cached_flood

from .model import ANTWERP, State
from .records import ALLIED, ENEMY, GERMAN, SIDES, Printed
from .supply import network, supplied, supplied_without

WORN = 0.75  # what a disrupted unit counts, of its strength
FORT = 0.5  # what the strength of a fort counts as a unit: it never moves
FORT_HOLDS = 1.5  # what it counts in defence: it is hit by the lowest die only (9.5.1)
FORT_ALONE = 0.4  # the same without units in the hex: whoever besieges it holds the hex (9.5.3)
TERRAIN = 0.15  # how much stronger each step of terrain or trench makes the defence
RISKY = 0.15  # a hex that is less likely to fall is no danger to supply
STRIKES = 2  # an enemy has so many activations in a row (8.1.1)
REAR = {"ha": 8.0, "hq": 4.0}  # what siege artillery and headquarters count, which are never replaced
FAR_AWAY = 99


@attrs.frozen
class Survey:
    """Strengths by side and hex. `attack` counts undisrupted units only, `defence` all with forts and terrain."""

    attack: dict[str, dict[str, float]]
    defence: dict[str, dict[str, float]]
    value: dict[str, float]


@lru_cache(maxsize=4)
def _rear(printed: Printed) -> dict[str, tuple[str, float]]:
    return {c.id: (c.side, REAR[c.kind]) for c in printed.counters.values() if c.kind in REAR}


@lru_cache(maxsize=4)
def _facts(printed: Printed) -> dict[str, tuple[str, float, float, float, bool]]:
    """Of each combat unit: side, strength fresh and disrupted, what it gains in defence, whether it attacks alone."""
    return {
        c.id: (c.side, float(c.strength), float(c.disrupted_strength), float(c.red_circle), not c.defence_only)
        for c in printed.counters.values()
        if c.combat
    }


def survey(s: State) -> Survey:
    """Kept until a unit moves or is hit."""
    return s.memo("survey", lambda: _survey(s))


def _survey(s: State) -> Survey:
    facts, rear, forts, spaces, units = _facts(s.data), _rear(s.data), s.data.forts, s.data.spaces, s.units
    attack: dict[str, dict[str, float]] = {side: {} for side in SIDES}
    defence: dict[str, dict[str, float]] = {side: {} for side in SIDES}
    value = dict.fromkeys(SIDES, 0.0)
    for hex, ids in s.at.items():
        space = spaces.get(hex)
        if space is None:
            continue
        firm = 1 + TERRAIN * (space.terrain + s.trenches.get(hex, 0))
        walls = 0.0
        for unit in ids:
            fact = facts.get(unit)
            if fact is not None:
                side, fresh, worn, bonus, attacks = fact
                if units[unit].steps == 2:
                    strength = fresh
                    if attacks:
                        attack[side][hex] = attack[side].get(hex, 0.0) + fresh
                else:
                    strength = WORN * worn
                value[side] += strength
                defence[side][hex] = defence[side].get(hex, 0.0) + (strength + bonus) * firm
            elif unit in rear:
                value[rear[unit][0]] += rear[unit][1]
            else:
                fort = forts[unit]
                strength = float(fort.strengths[-units[unit].steps])
                value[fort.side] += FORT * strength
                walls += strength
        if walls:
            garrison = defence[fort.side].get(hex, 0.0)
            holds = FORT_HOLDS if garrison or hex == ANTWERP else FORT_ALONE  # 12.5.1
            defence[fort.side][hex] = garrison + holds * walls
    return Survey(attack, defence, value)


# --- who strikes where -------------------------------------------------------------------------------------------


def strike(s: State, here: Survey, hex: str, side: str) -> float:
    """The undisrupted strength that a side can bring into a hex in one segment: from there and from next to it."""
    if not fed(s, side) & s.data.bit[hex]:
        return 0.0
    if side == GERMAN and s.space(hex).schlieffen and s.schlieffen_bound() and not s.present(hex, ALLIED).combat:
        return 0.0  # 8.4.8
    own = here.attack[side]
    closed = s.closed_to(side)
    found = sorted((own[h] for h, cost in s.next_to(hex).items() if cost and h in own and (h, hex) not in closed))
    return own.get(hex, 0.0) + sum(found[-STRIKES:])


def fed(s: State, side: str) -> int:
    """The hexes in which most units of a side are in supply."""
    return supplied(s, "german") if side == GERMAN else supplied(s, "french") | supplied(s, "british")


def risk_to(attack: float, defence: float) -> float:
    """About how likely it is that a hex falls."""
    if attack <= 0:
        return 0.0
    return attack * attack / (attack * attack + 1.5 * defence * defence)


def chance_to_fall(s: State, here: Survey, hex: str, defence: float | None = None) -> float:
    """About how likely the holder of a hex loses it in the enemy's next segment."""
    holder = s.control[hex]
    attack = strike(s, here, hex, ENEMY[holder])
    if not attack:
        return 0.0
    return risk_to(attack, here.defence[holder].get(hex, 0.0) if defence is None else defence)


def hanging(s: State, here: Survey, side: str, hex: str) -> float:
    """The strength of a side that is cut off from its supply if it loses a hex."""
    return s.memo(("hanging", side, hex), lambda: _hanging(s, here, side, hex))


def _hanging(s: State, here: Survey, side: str, hex: str) -> float:
    nation = "german" if side == GERMAN else "french"
    if not network(s, nation) & s.data.bit[hex]:
        return 0.0
    lost = supplied(s, nation) & ~supplied_without(s, nation, hex)
    bit = s.data.bit
    return sum(power for h, power in here.defence[side].items() if lost & bit[h] and h != hex)


def in_danger_of_supply(s: State, here: Survey, side: str) -> float:
    """The strength of a side that may soon be cut off: the worst that the loss of a single hex of its net can do."""
    worst = 0.0
    for hex in s.board.members(network(s, "german" if side == GERMAN else "french") & _beside(s, ENEMY[side])):
        risk = chance_to_fall(s, here, hex)
        if risk > RISKY and (hung := hanging(s, here, side, hex)):
            worst = max(worst, risk * hung)
    return worst


def _beside(s: State, side: str) -> int:
    """The hexes with units of a side and those next to them."""
    board = s.data.board
    return cached_flood(board, board.mask(survey(s).attack[side]), board.everywhere, 1, s.data.land)


# --- how far -----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def distances(printed: Printed, goals: frozenset[str]) -> dict[str, int]:
    """How many steps each hex lies from the nearest of the goals."""
    found = dict.fromkeys(goals, 0)
    frontier = list(goals)
    while frontier:
        reached = []
        for hex in frontier:
            for to, cost in printed.next_to[hex].items():
                if cost and to not in found:
                    found[to] = found[hex] + 1
                    reached.append(to)
        frontier = reached
    return {hex: found.get(hex, FAR_AWAY) for hex in printed.spaces}


def goals(s: State) -> frozenset[str]:
    """The German VP hexes that Germany does not hold, and may enter."""
    return s.memo("goals", lambda: _goals(s))


def _goals(s: State) -> frozenset[str]:
    bound = s.schlieffen_bound()
    return frozenset(
        h for h, space in s.data.spaces.items()
        if space.vp == "german" and s.control[h] != GERMAN and not (bound and space.schlieffen)
    )  # fmt: skip


def closeness(s: State, side: str) -> dict[str, float]:
    """How near each hex lies to what a side wants: 1 there, 0 far away."""
    return s.memo(("closeness", side), lambda: _closeness(s, side))


def _closeness(s: State, side: str) -> dict[str, float]:
    if side == GERMAN:
        return _near(s.data, goals(s), 6)
    enemies = frozenset(survey(s).defence[GERMAN])
    return _near(s.data, enemies, 6)


@lru_cache(maxsize=512)
def _near(printed: Printed, wanted: frozenset[str], far: int) -> dict[str, float]:
    return {hex: max(0.0, 1 - steps / far) for hex, steps in distances(printed, wanted).items()}


# --- the railways that Germany needs ------------------------------------------------------------------------------

FORT_IN_THE_WAY = 3  # hexes to take that a fort counts for
LONG_ROAD = 10  # an objective so many hexes ahead of the railhead counts nothing


def forts_of(s: State, side: str) -> frozenset[str]:
    """The hexes in which forts of a side stand."""
    return s.memo(("forts", side), lambda: frozenset(h for h in _fort_hexes(s.data, side) if s.present(h, side).forts))


@lru_cache(maxsize=4)
def _fort_hexes(printed: Printed, side: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(fort.hex for fort in printed.forts.values() if fort.side == side))


@lru_cache(maxsize=8192)
def supply_road(printed: Printed, german_held: int, forts: frozenset[str]) -> float:
    """How near the railheads of Germany are to its VP hexes: 1 for each that is joined, less for each hex to take."""
    bit, rails = printed.bit, printed.rail_ways
    spent = {h: 0 for h, space in printed.spaces.items() if "german" in space.supply}
    open_ways = [(0, h) for h in spent]
    while open_ways:
        cost, at = heappop(open_ways)
        if cost > spent[at]:
            continue
        for to in rails[at]:
            there = cost + (FORT_IN_THE_WAY if to in forts else 0) + (not german_held & bit[to])
            if there < spent.get(to, LONG_ROAD):
                spent[to] = there
                heappush(open_ways, (there, to))
    near = (spent.get(h, LONG_ROAD) for h, space in printed.spaces.items() if space.vp == "german")
    return sum(1 - cost / LONG_ROAD for cost in near)
