"""Supply: rail-fed places, four hexes to one of them, limited sources, attrition (9.x)."""

from __future__ import annotations

from functools import lru_cache

from wargame.core.mechanics.search import flood

from .model import DEAD, State
from .records import CP, ENEMY, RU, Data

RANGE = 4  # 9.5
BY_SEA = {CP: "2314", RU: "4233"}  # Königsberg and Odessa (9.6)
CAPITALS = {"german": ("germany",), "austro_hungarian": ("austria_hungary",), "russian": ("russia",), "romanian": ()}


def rail_net(s: State, side: str) -> frozenset[str]:
    """All rail hexes joined to a friendly map edge by rail free of enemy units and places (9.6)."""

    def trace() -> frozenset[str]:
        enemy = ENEMY[side]
        places = s.board.mask(h for h, owner in s.control.items() if owner == enemy)
        return _joined(s.data, side, places | closed(s, side))

    return s.memo(("rail", side), trace)


def closed(s: State, side: str) -> int:
    """Where no line of a side passes, as a set: enemy units (9.5, 9.6), and Romania while it is neutral (3.2)."""
    enemy, counters, board = ENEMY[side], s.data.counters, s.board
    units = board.mask(h for h, units in s.at.items() if h in board.bit and counters[units[0]].side == enemy)
    return units if s.romania else units | board.mask(s.data.romania)


@lru_cache(maxsize=256)  # own moves cut nothing: the same net is asked for again and again
def _joined(data: Data, side: str, cut: int) -> frozenset[str]:
    """Rail hexes joined to a side's map edge around the hexes that are cut."""
    board, free = data.board, data.board.everywhere & ~cut
    return frozenset(board.members(flood(board, board.mask(data.exits[side]) & free, free, None, data.railways)))


def rail_fed(s: State, side: str) -> frozenset[str]:
    """Controlled places joined to the map edge by rail (9.6)."""

    def find() -> frozenset[str]:
        net, control = rail_net(s, side), s.control
        return frozenset(h for h in s.data.places if h in net and control.get(h) == side)

    return s.memo(("rail fed", side), find)


def sources(s: State, side: str) -> frozenset[str]:
    """Places that give supply: fed by rail from the edge, or the port (9.6)."""

    def find() -> frozenset[str]:
        by_sea = {BY_SEA[side]} if s.control.get(BY_SEA[side]) == side else set()
        return rail_fed(s, side) | by_sea

    return s.memo(("sources", side), find)


def spread(s: State, side: str, start: frozenset[str], reach: int) -> frozenset[str]:
    """Hexes within `reach` of `start`, over land sides, around enemy units and neutral Romania (9.5)."""
    board = s.board
    free = board.everywhere & ~closed(s, side)
    return frozenset(board.members(flood(board, board.mask(start), free, reach, s.data.land_sides)))


def edge_area(s: State, side: str) -> frozenset[str]:
    """All hexes in supply from a map edge: from places on a rail line to it, not from the port (10.11, 10.15, 14.3)."""
    return s.memo(("edge area", side), lambda: spread(s, side, rail_fed(s, side), RANGE))


def area(s: State, side: str) -> frozenset[str]:
    """All hexes where a unit of the side is in supply from a source (9.5)."""
    return s.memo(("area", side), lambda: spread(s, side, sources(s, side), RANGE))


def supplied(s: State, unit: str) -> bool:
    """Full supply: a source fed from the map edge or by sea."""
    return s.units[unit].at in area(s, s.data.counters[unit].side)


def edge_supplied(s: State, unit: str) -> bool:
    """Supply from a friendly map edge, which the sea is not (10.11, 10.14, 10.15, 13.18, 14.3)."""
    return s.units[unit].at in edge_area(s, s.data.counters[unit].side)


def sheltered(s: State, unit: str) -> bool:
    """Limited supply in an intact fortress or a capital of its own: for defence and attrition only (9.7, 6.2)."""
    hex_id = s.units[unit].at
    if s.fortress_at(hex_id):
        return True
    here = s.data.hexes[hex_id]
    return here.capital and here.country in CAPITALS[s.data.counters[unit].nation]


def holds_out(s: State, unit: str) -> bool:
    """In supply for defence and attrition (9.7)."""
    return supplied(s, unit) or sheltered(s, unit)


def attrition(s: State, side: str) -> None:
    """Units out of supply in their side's attrition phase are eliminated (9.4)."""
    lost = [u for u in s.units_on_map(side) if not holds_out(s, u)]
    for unit in lost:
        if s.units[unit].at != DEAD:  # 13.18: guns go with the last step beside them
            s.send(unit, DEAD, "9.4")
