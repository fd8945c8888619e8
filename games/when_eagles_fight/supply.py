"""Supply: rail-fed places, four hexes to one of them, limited sources, attrition (9.x)."""

from __future__ import annotations

from functools import lru_cache

from wargame.core.mechanics.search import flood

from .model import DEAD, State
from .records import CP, ENEMY, RU, Data

RANGE = 4  # 9.5
BY_SEA = {CP: "2314", RU: "4233"}  # Königsberg and Odessa (9.6)
CAPITALS = {"german": ("germany",), "austro_hungarian": ("austria_hungary",), "russian": ("russia",), "romanian": ()}


def rail_net(state: State, side: str) -> frozenset[str]:
    """All rail hexes joined to a friendly map edge by rail free of enemy units and places (9.6)."""

    def trace() -> frozenset[str]:
        enemy = ENEMY[side]
        places = state.board.mask(h for h, owner in state.control.items() if owner == enemy)
        return _joined(state.data, side, places | closed(state, side))

    return state.memo(("rail", side), trace)


def closed(state: State, side: str) -> int:
    """Where no line of a side passes, as a set: enemy units (9.5, 9.6), and Romania while it is neutral (3.2)."""
    enemy, counters, board = ENEMY[side], state.data.counters, state.board
    units = board.mask(h for h, units in state.at.items() if h in board.bit and counters[units[0]].side == enemy)
    return units if state.romania else units | board.mask(state.data.romania)


@lru_cache(maxsize=256)  # own moves cut nothing: the same net is asked for again and again
def _joined(data: Data, side: str, cut: int) -> frozenset[str]:
    """Rail hexes joined to a side's map edge around the hexes that are cut."""
    board, free = data.board, data.board.everywhere & ~cut
    return frozenset(board.members(flood(board, board.mask(data.exits[side]) & free, free, None, data.railways)))


def rail_fed(state: State, side: str) -> frozenset[str]:
    """Controlled places joined to the map edge by rail (9.6)."""

    def find() -> frozenset[str]:
        net, control = rail_net(state, side), state.control
        return frozenset(h for h in state.data.places if h in net and control.get(h) == side)

    return state.memo(("rail fed", side), find)


def sources(state: State, side: str) -> frozenset[str]:
    """Places that give supply: fed by rail from the edge, or the port (9.6)."""

    def find() -> frozenset[str]:
        by_sea = {BY_SEA[side]} if state.control.get(BY_SEA[side]) == side else set()
        return rail_fed(state, side) | by_sea

    return state.memo(("sources", side), find)


def spread(state: State, side: str, start: frozenset[str], reach: int) -> frozenset[str]:
    """Hexes within `reach` of `start`, over land sides, around enemy units and neutral Romania (9.5)."""
    board = state.board
    free = board.everywhere & ~closed(state, side)
    return frozenset(board.members(flood(board, board.mask(start), free, reach, state.data.land_sides)))


def edge_area(state: State, side: str) -> frozenset[str]:
    """All hexes in supply from a map edge: from places on a rail line to it, not from the port (10.11, 10.15, 14.3)."""
    return state.memo(("edge area", side), lambda: spread(state, side, rail_fed(state, side), RANGE))


def area(state: State, side: str) -> frozenset[str]:
    """All hexes where a unit of the side is in supply from a source (9.5)."""
    return state.memo(("area", side), lambda: spread(state, side, sources(state, side), RANGE))


def supplied(state: State, unit: str) -> bool:
    """Full supply: a source fed from the map edge or by sea."""
    return state.units[unit].at in area(state, state.data.counters[unit].side)


def edge_supplied(state: State, unit: str) -> bool:
    """Supply from a friendly map edge, which the sea is not (10.11, 10.14, 10.15, 13.18, 14.3)."""
    return state.units[unit].at in edge_area(state, state.data.counters[unit].side)


def sheltered(state: State, unit: str) -> bool:
    """Limited supply in an intact fortress or a capital of its own: for defence and attrition only (9.7, 6.2)."""
    hex_id = state.units[unit].at
    if state.fortress_at(hex_id):
        return True
    here = state.data.hexes[hex_id]
    return here.capital and here.country in CAPITALS[state.data.counters[unit].nation]


def holds_out(state: State, unit: str) -> bool:
    """In supply for defence and attrition (9.7)."""
    return supplied(state, unit) or sheltered(state, unit)


def attrition(state: State, side: str) -> None:
    """Units out of supply in their side's attrition phase are eliminated (9.4)."""
    lost = [u for u in state.on_map(side) if not holds_out(state, u)]
    for unit in lost:
        if state.units[unit].at != DEAD:  # 13.18: guns go with the last step beside them
            state.send(unit, DEAD, "9.4")
