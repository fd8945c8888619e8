"""Supply (11.2.1 to 11.2.5): masks of hexes, one bit each, flooded along railways from the sources of a nation."""

from __future__ import annotations

from functools import lru_cache

from .model import ANTWERP, MAUBEUGE, TOURNAI, State
from .records import ALLIED, GERMAN, Printed

MEZIERES = "56"


def supplied(state: State, nation: str, attrition: bool = False, emergency: bool = True) -> int:
    """The hexes in which units of a nation are in supply; in the attrition segment cavalry does not cut it (8.3.4)."""
    printed = state.printed
    side = GERMAN if nation == "german" else ALLIED
    held = state.german_held if side == GERMAN else ~state.german_held
    if attrition and state.cavalry_held:
        held |= printed.mask(h for h, who in state.cavalry_held.items() if who != side)  # 11.2.1b
    if state.sieges:
        held &= ~printed.mask(h for h, who in state.sieges.items() if who == side)  # 11.2.1a
    end = printed.bit[MEZIERES] if side == GERMAN and state.end_of_rail and state.namur_fell else 0  # 11.2.1d
    reach = 2 if side == GERMAN and state.has("ge_3") else 1  # 13.3.4b3
    sources = _sources(state, nation, emergency)
    found = flood(printed, held & printed.rail_hexes, sources, end, reach)
    if nation in ("belgian", "naval") and not state.german_held & printed.bit[ANTWERP]:
        found |= printed.bit[ANTWERP]  # 11.2.4
    return found


def _sources(state: State, nation: str, emergency: bool) -> int:
    printed = state.printed
    found = _printed_sources(printed, "british" if nation == "naval" else nation)
    if nation == "german":
        if emergency and state.emergency:
            found |= printed.bit[TOURNAI]  # 11.2.1c
        if state.has("ge_5") and state.turn >= 5 and not state.present(ANTWERP, ALLIED).forts:
            found |= printed.bit[ANTWERP]  # 13.3.4b5
    elif nation in ("british", "naval") and state.landed:
        found |= printed.mask(h for h in state.landed if printed.spaces[h].port)  # 13.3.4a4
    return found


@lru_cache(maxsize=64)
def _printed_sources(printed: Printed, nation: str) -> int:
    return printed.mask(s.id for s in printed.spaces.values() if nation in s.supply)  # 11.2.4, 11.2.5


@lru_cache(maxsize=4096)
def flood(printed: Printed, open_rails: int, sources: int, end: int, reach: int) -> int:
    """Rail hexes joined to a source through open ones (not beyond `end`), and the hexes beside them (11.2.1)."""
    net = frontier = sources & open_rails
    rails, beside = printed.rails, printed.beside
    while frontier:
        reached = 0
        frontier &= ~end
        while frontier:
            low = frontier & -frontier
            reached |= rails[low.bit_length() - 1]
            frontier ^= low
        frontier = reached & open_rails & ~net
        net |= frontier
    for _ in range(reach):
        edge, rest = net, net
        while rest:
            low = rest & -rest
            edge |= beside[low.bit_length() - 1]
            rest ^= low
        net = edge
    return net


def nation_of(state: State, unit: str) -> str:
    """Whose sources feed a unit; Antwerp also feeds the Royal Naval Division (11.2.4)."""
    return "naval" if unit == "BR-RN" else state.unit(unit).nation


def in_supply(state: State, unit: str, attrition: bool = False, emergency: bool = True) -> bool:
    where = state.printed.bit.get(state.units[unit].at, 0)
    return bool(where & supplied(state, nation_of(state, unit), attrition, emergency))


def update_emergency(state: State) -> None:
    """Emergency rail supply at 44 stands while Maubeuge is besieged, turns 3 to 5 (11.2.1c)."""
    held = state.printed.mask((MAUBEUGE, TOURNAI))
    fort = "Maubeuge" in state.units and state.units["Maubeuge"].at == MAUBEUGE
    wanted = 3 <= state.turn <= 5 and fort and state.german_held & held == held
    if state.emergency and not wanted:
        state.emergency = False
        state.note("The emergency rail supply at 44 ends", "11.2.1c")
    elif wanted and not state.emergency:
        state.emergency = True
        state.note("Emergency rail supply runs from 44", "11.2.1c")
