"""Supply lines (8.1): sources, open hexes, what is in supply. The check itself is in supply_check.py."""

from __future__ import annotations

from functools import cache

from wargame.core.mechanics.board import Board
from wargame.core.mechanics.supply import Supply
from wargame.core.mechanics.zones import enemies

from .model import ZONES, State
from .records import ENEMY, GRID, SOVIET


def open_hexes(s: State, side: str, without: str = "") -> int:
    """8.1: where a line may pass: not through enemies, their cities, nor their zones without a friend there.

    `without`: as if this unit were not on the map.
    """
    own = s.occupied(side)
    if without and len(s.units_at(s.units[without].at)) == 1:
        own &= ~s.board.bit[s.units[without].at]
    cities = s.board.kept_mask(tuple(h for h, owner in s.control.items() if owner == ENEMY[side]))
    return s.board.everywhere & ~(enemies(s, side) | cities | (ZONES.against(s, side) & ~own))


def sources(s: State, side: str) -> tuple[str, ...]:
    """Friendly supply sources, the airborne bridgehead among them (11.1)."""
    return (*s.data.sources[side], s.bridgehead) if side == SOVIET and s.bridgehead else s.data.sources[side]


SUPPLY = Supply(
    "8.1",
    sources=lambda s, side: s.board.mask(sources(s, side)),
    passable=open_hexes,
    over=lambda s, side: s.data.supply_sides,
)


def supplied(s: State, side: str, without: str = "") -> int:
    """All hexes from which a line can be traced to a friendly source, as a set; `without` a unit as in `open_hexes`."""
    same = not without or not s.in_enemy_zoc(s.units[without].at, side) or len(s.units_at(s.units[without].at)) > 1
    return SUPPLY.area(s, side) if same else SUPPLY.flood(s, side, open_hexes(s, side, without))


def traces(s: State, unit: str) -> bool:
    """Whether a unit can trace a supply line now."""
    return SUPPLY.reaches(s, s.side_of(unit), s.units[unit].at)


def line_length(s: State, side: str, hex: str, inside: int) -> int | None:
    """How many hexes a supply line from `hex` through the hexes `inside` has at least; None: there is no line."""
    goal = s.board.bit[hex]
    ring = seen = s.board.mask(sources(s, side)) & inside
    length = 0
    while ring and not ring & goal:
        ring = s.board.step(ring, s.data.supply_sides) & inside & ~seen
        seen |= ring
        length += 1
    return length if ring else None


@cache
def within(board: Board, hex: str, distance: int) -> int:
    """The hexes up to this far from one, counted straight over the sea (2.3, 11.1), as a set."""
    bits, (q, r), found = _bits(board), GRID.axial(hex), 0
    for x in range(-distance, distance + 1):
        for y in range(max(-distance, -distance - x), min(distance, distance - x) + 1):
            found |= bits.get((q + x, r + y), 0)
    return found


@cache
def _bits(board: Board) -> dict[tuple[int, int], int]:
    return {GRID.axial(hex): board.bit[hex] for hex in board}
