"""Supply (11.2.1 to 11.2.5): masks of hexes, one bit each, flooded along railways from the sources of a nation."""

from __future__ import annotations

from functools import lru_cache

from wargame.core.mechanics.board import Barrier
from wargame.core.mechanics.search import cached_flood

from .model import ANTWERP, MAUBEUGE, TOURNAI, State
from .records import ALLIED, GERMAN, Printed

NATIONS = ("french", "british", "naval", "belgian", "german")  # naval: the Royal Naval Division (11.2.4)


def supplied(s: State, nation: str, attrition: bool = False, emergency: bool = True, lost: int = 0) -> int:
    """The hexes in which units of a nation are in supply; in the attrition segment cavalry does not cut it (8.3.4).

    `lost`: hexes that are taken as held by the enemy, to see what hangs on them.
    """
    if attrition or lost or not emergency:
        return _supplied(s, nation, attrition, emergency, lost)
    return s.memo(("supplied", nation), lambda: _supplied(s, nation, False, True, 0))


def _supplied(s: State, nation: str, attrition: bool, emergency: bool, lost: int) -> int:
    printed = s.data
    through = _held(s, GERMAN, attrition) if nation == "german" and s.has("ge_3") else 0  # 13.3.4b3
    land = None if s.has("ge_5") else printed.land  # 13.3.4b5: no side is impassable
    rails, found_sources, end = _lines(s, nation, attrition, emergency)
    found = fed(printed, rails & ~lost, found_sources, end, through & ~lost, land)
    if s.landed and nation in ("british", "naval"):
        found |= printed.board.mask(s.landed)  # 13.3.4a4: a source even before it is held
    if nation in ("belgian", "naval") and not s.german_held & printed.bit[ANTWERP]:
        found |= printed.bit[ANTWERP]  # 11.2.4
    return found


def supplied_without(s: State, nation: str, hex: str) -> int:
    """The hexes in which units of a nation would be in supply if the enemy held a hex."""
    return supplied(s, nation, lost=s.data.bit[hex])


def network(s: State, nation: str) -> int:
    """The rail hexes of the normal net, joined to a source of the nation (10.2)."""
    return joined(s.data, *_lines(s, nation, False, False))


def _lines(s: State, nation: str, attrition: bool, emergency: bool) -> tuple[int, int, int]:
    """The rail hexes open to a nation, its sources, and the end of rail."""
    printed = s.data
    side = GERMAN if nation == "german" else ALLIED
    held = _held(s, side, attrition)
    if s.sieges:
        held &= ~printed.board.mask(h for h, who in s.sieges.items() if who == side)  # 11.2.1a
    end = 0
    if side == GERMAN and s.end_of_rail and s.namur_fell:
        end = printed.bit[printed.tables.supply.end_of_rail]  # 11.2.1d
    return held & printed.rail_hexes, sources(s, nation, emergency), end


def _held(s: State, side: str, attrition: bool) -> int:
    """The hexes through which a side traces: its own, and in the attrition segment those of enemy cavalry (11.2.1b)."""
    held = s.german_held if side == GERMAN else ~s.german_held
    if attrition and s.cavalry_held:
        held |= s.data.board.mask(h for h, who in s.cavalry_held.items() if who != side)
    return held


def sources(s: State, nation: str, emergency: bool = True) -> int:
    """The sources of a nation (11.2.4, 11.2.5), whoever holds them."""
    printed = s.data
    found = _printed_sources(printed, "british" if nation == "naval" else nation)
    if nation == "german":
        if emergency and emergency_supply(s):
            found |= printed.bit[TOURNAI]
        if antwerp_feeds_germany(s):
            found |= printed.bit[ANTWERP]
    elif nation in ("british", "naval") and s.landed:
        found |= printed.board.mask(s.landed)  # 13.3.4a4
    return found


def antwerp_feeds_germany(s: State) -> bool:
    """Once its fort is destroyed, Antwerp becomes a German source if Holland was invaded (13.3.4b5)."""
    return s.has("ge_5") and s.turn >= s.data.tables.supply.antwerp_from and not s.present(ANTWERP, ALLIED).forts


@lru_cache(maxsize=64)
def _printed_sources(printed: Printed, nation: str) -> int:
    return printed.board.mask(space.id for space in printed.spaces.values() if nation in space.supply)  # 11.2.4, 11.2.5


def joined(printed: Printed, open_rails: int, sources: int, end: int) -> int:
    """Rail hexes joined to a source through open ones, not beyond `end` (11.2.1)."""
    net = cached_flood(printed.board, sources & open_rails, open_rails & ~end, barrier=printed.rails)
    return net | (printed.board.step(net, printed.rails) & open_rails & end) if end else net


def fed(printed: Printed, open_rails: int, sources: int, end: int, through: int, land: Barrier | None) -> int:
    """The net joined to the sources and the hexes beside it, or beside a hex of `through` that is (11.2.1)."""
    net = joined(printed, open_rails, sources, end)
    longer = cached_flood(printed.board, net, through, 1, land) if through else net  # 13.3.4b3
    return cached_flood(printed.board, longer, printed.board.everywhere, 1, land)


def nation_of(s: State, unit: str) -> str:
    """Whose sources feed a unit; Antwerp also feeds the Royal Naval Division (11.2.4)."""
    printed = s.data
    return "naval" if unit in printed.tables.supply.naval else printed.counters[unit].nation


def in_supply(s: State, unit: str, attrition: bool = False, emergency: bool = True) -> bool:
    where = s.data.bit.get(s.units[unit].at, 0)
    return bool(where & supplied(s, nation_of(s, unit), attrition, emergency))


def emergency_supply(s: State) -> bool:
    """In some turns Germany is fed from 44 while it holds 54 and 44 with the fort of Maubeuge besieged (11.2.1c)."""
    rule = s.data.tables.supply
    if not rule.emergency_from <= s.turn <= rule.emergency_until or s.emergency_over:
        return False
    if s.sieges.get(MAUBEUGE) != GERMAN:
        return False
    held = s.data.bit[MAUBEUGE] | s.data.bit[TOURNAI]
    return s.german_held & held == held


def supplied_infantry(s: State, hex: str, side: str) -> bool:
    """Whether a side has infantry in supply in the hex (9.7.2, 11.2.8)."""
    return any(s.is_infantry(u) and in_supply(s, u) for u in s.present(hex, side).combat)
