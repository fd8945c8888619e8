"""Supply: places fed by rail or sea, four hexes to one of them, limited sources, attrition (9.x)."""

from __future__ import annotations

from functools import lru_cache

from wargame.core.mechanics.board import Board
from wargame.core.mechanics.search import cached_flood
from wargame.core.mechanics.supply import Supply

from .model import DEAD, State
from .records import CP, ENEMY, RU

CAPITALS = {"german": ("germany",), "austro_hungarian": ("austria_hungary",), "russian": ("russia",), "romanian": ()}


def open_land(s: State, side: str) -> int:
    """The hexes a supply line may cross: no enemy units (9.5, 9.6), and not Romania while it is neutral (3.2)."""
    closed = s.occupied(ENEMY[side])
    return s.board.everywhere & ~(closed if s.romania else closed | s.data.romania)


def controlled(s: State, side: str) -> int:
    """The places under a side's control."""
    return s.memo("controlled", lambda: _controlled(s.board, tuple(s.control), tuple(s.control.values())))[side]


@lru_cache(maxsize=256)  # most moves change nothing of it
def _controlled(board: Board, places: tuple[str, ...], owners: tuple[str, ...]) -> dict[str, int]:
    held = list(zip(places, owners, strict=True))
    return {side: board.mask(place for place, owner in held if owner == side) for side in (RU, CP)}


def open_rail(s: State, side: str) -> int:
    """The hexes a line along the railways may cross: no enemy units, no places under enemy control (9.6)."""
    return open_land(s, side) & ~controlled(s, ENEMY[side])


def fed_by_rail(s: State, side: str) -> int:
    """The towns and cities a side controls that are joined to its map edge by rail (9.6)."""
    return RAIL_NET.area(s, side) & controlled(s, side) & s.data.places


def source_hexes(s: State, side: str) -> int:
    """The places that give supply: those fed by rail from the map edge, and the port (9.6)."""
    return fed_by_rail(s, side) | controlled(s, side) & s.board.bit[s.data.numbers.supply.ports[side]]


def reach(s: State) -> int:
    """How many hexes a supply line may be long (9.5)."""
    return s.data.numbers.supply.range


RAIL_NET = Supply(
    "9.6", lambda s, side: s.board.kept_mask(s.data.exits[side]), open_rail, lambda s, side: s.data.railways
)
FROM_EDGE = Supply("9.5", fed_by_rail, open_land, lambda s, side: s.data.land_sides, reach)
SUPPLY = Supply("9.5", source_hexes, open_land, lambda s, side: s.data.land_sides, reach)


def sources(s: State, side: str) -> frozenset[str]:
    """The places that give supply, by name (9.6)."""
    return s.board.name_set(source_hexes(s, side))


def within(s: State, side: str, hex_id: str, far: int) -> frozenset[str]:
    """The hexes within `far` of one, over land, around enemy units and neutral Romania (9.5)."""
    board = s.board
    return board.name_set(cached_flood(board, board.bit[hex_id], open_land(s, side), far, s.data.land_sides))


def supplied(s: State, unit: str) -> bool:
    """Full supply: a source fed from the map edge or by sea."""
    return SUPPLY.reaches(s, s.side_of(unit), s.units[unit].at)


def edge_supplied(s: State, unit: str) -> bool:
    """Supply from a friendly map edge, which the sea is not (10.11, 10.14, 10.15, 13.18, 14.3)."""
    return FROM_EDGE.reaches(s, s.side_of(unit), s.units[unit].at)


def sheltered(s: State, unit: str) -> bool:
    """Limited supply in an intact fortress or a capital of its own: for defence and attrition only (9.7, 6.2)."""
    hex_id = s.units[unit].at
    if s.fortress_at(hex_id):
        return True
    here = s.hex(hex_id)
    return here.capital and here.country in CAPITALS[s.counter(unit).nation]


def holds_out(s: State, unit: str) -> bool:
    """In supply for defence and attrition (9.7)."""
    return supplied(s, unit) or sheltered(s, unit)


def attrition(s: State, side: str) -> None:
    """Units out of supply in their side's attrition phase are eliminated (9.4)."""
    lost = [u for u in s.units_on_map(side) if not holds_out(s, u)]
    for unit in lost:
        if s.units[unit].at != DEAD:  # 13.18: guns go with the last step beside them
            s.send(unit, DEAD, "9.4")
