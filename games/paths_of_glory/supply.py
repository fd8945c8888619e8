"""Supply (14), sieges (15.2), and the Attrition and Siege Phases."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from wargame.core.engine.questions import Procedure, Roll
from wargame.core.mechanics.supply import Supply

from .model import AP, CONTROL, CP, ENEMY, State
from .records import Counter
from .stacking import is_open

T = TypeVar("T")
KEPT = 400  # this many positions of supply lines are remembered


def own_units(s: State, space: str, side: str) -> tuple[str, ...]:
    """The units of a side in a space that it may command: neutral Greeks obey nobody (9.5.2.4)."""
    here = s.units_at(space)
    return here if here and s.side_of(here[0]) == side and not s.neutral(space) else ()


def besieging_force(s: State, units: tuple[str, ...] | list[str], fort: int) -> bool:
    """One army, or as many corps as the fort's loss factor (15.2.1)."""
    return len(units) >= fort or any(s.counter(u).army for u in units)


def besieged(s: State, space: str) -> bool:
    owner = s.fort_owner(space)
    here = s.units_at(space)
    return bool(owner and here and s.side_of(here[0]) != owner and besieging_force(s, here, s.fort(space)))


def siege_kept(s: State, unit: str) -> bool:
    """Whether a unit may go without leaving a besieged fort occupied but unbesieged (15.2.4)."""
    at = s.units[unit].at
    if not besieged(s, at):
        return True
    stay = [u for u in s.units_at(at) if u != unit]
    return not stay or besieging_force(s, stay, s.fort(at))


def usable_port(s: State, space: str, side: str) -> bool:
    """A friendly, unbesieged port this side may use (14.1.4.1, 14.1.4.2, 9.5.3.5)."""
    if space == s.beachhead:
        return side == AP
    where = s.data.spaces[space]
    if where.port != side or s.control[space] != side or besieged(s, space) or not is_open(s, space):
        return False
    return space != "constantinople" or side == CP or s.control["gallipoli"] == AP


def kept(s: State, key: tuple[str, object], make: Callable[[], T]) -> T:
    """`make()`, kept for all positions in which supply lines run alike: most moves of units do not touch them."""
    known = s.memo("lines", lambda: _known(s))
    value: T
    try:
        value = known[key]
    except KeyError:
        value = known[key] = make()
    return value


def _known(s: State) -> dict[tuple[str, object], Any]:
    """What is kept for the lines as they are now."""
    if len(s.data.known) >= KEPT:
        s.data.known.clear()
    control, at = s.control, s.at
    enemies = [x for x in s.data.forts if x in at and s.side_of(at[x][0]) != control[x]]
    forts = tuple(x for x in enemies if besieged(s, x))
    beaches = tuple(x for x in s.data.mef if x in s.at)
    greeks = frozenset(x for x in s.at if s.neutral(x)) if s.greek_limited else frozenset()
    lines = (tuple(control.values()), s.at_war, s.beachhead, s.greek_limited, forts, beaches, greeks)
    return s.data.known.setdefault(lines, {})


def passable(s: State, side: str) -> int:
    """The spaces a supply line or a redeployment of this side may run through, as a set (14.1.2, 14.1.3, 15.2.2)."""
    return kept(s, ("passable", side), lambda: _passable(s, side))


def _passable(s: State, side: str) -> int:
    d, control = s.data, s.control
    land = d.open_spaces(s.at_war, s.greek_limited, s.beachhead)
    found = {x for x, owner in control.items() if owner == side and x in land}
    found.update(x for x in d.mef if x in s.at and control[x] == side)  # 11.1.10: units may stay there
    for x in d.forts:
        if x in s.at and x in land and besieged(s, x):
            found.discard(x) if control[x] == side else found.add(x)
    if s.greek_limited:
        found.difference_update([x for x in s.at if s.neutral(x)])
    return s.board.mask(found)


def ports(s: State, side: str) -> tuple[str, ...]:
    """The printed ports of a side, and the beachhead."""
    return (*s.data.ports[side], s.beachhead) if s.beachhead else s.data.ports[side]


def _ports_in_use(s: State, side: str, beach: bool) -> int:
    """The spaces joined by sea, as a set (14.1.4); without the beachhead, for what lives through it only (9.2.7.1)."""
    return s.board.mask(p for p in ports(s, side) if (beach or p != s.beachhead) and usable_port(s, p, side))


SUPPLY: Supply[State, tuple[str, bool]] = Supply(
    "14.1",
    sources=lambda s, net: s.board.mask(s.data.supply.nets[net[0]].sources),
    passable=lambda s, net: passable(s, s.data.supply.nets[net[0]].side),
    over=lambda s, net: s.data.traced(s.data.supply.nets[net[0]].dotted),
    joined=lambda s, net: (_ports_in_use(s, s.data.supply.nets[net[0]].side, net[1]),),
)


def area(s: State, name: str, beach: bool = True) -> int:
    """The spaces supplied from the sources of a net, as a set; `beach`: through the beachhead too (9.2.7.1)."""
    net = (name, beach or not s.beachhead)
    return kept(s, net, lambda: SUPPLY.area(s, net))


def network(s: State, name: str, beach: bool = True) -> frozenset[str]:
    """The ids of the spaces supplied from the sources of a net."""
    return s.board.name_set(area(s, name, beach))


def supply_area(s: State, unit: str, own: bool = False) -> int:
    """The spaces where a unit would be in supply by a line from its sources or by itself, as a set.

    `own`: only from a source of its nation (17.1.4.1). Spaces beside a fort that it besieges no longer are missing.
    """
    c = s.counter(unit)
    return kept(s, (c.type, own), lambda: _by_line(s, c, own) | s.data.self_supplied(c))


def _by_line(s: State, c: Counter, own: bool) -> int:
    """The spaces where a line leads to a unit from its sources, as a set."""
    return area(s, _net(s, c, own), not c.army or c.type == "br_mef")  # 9.2.7.1


def _net(s: State, c: Counter, own: bool = False) -> str:
    """The net from which a unit draws its supply (14.2)."""
    supply = s.data.supply
    return (supply.own_net.get(c.nation) if own else None) or supply.net_of.get(c.nation, "west")


def net_name(s: State, unit: str) -> str:
    """The net a unit draws its supply from (14.2)."""
    return _net(s, s.counter(unit))


def in_supply(s: State, unit: str, space: str = "", own: bool = False) -> bool:
    """Whether a unit is (or would be, in `space`) in supply; `own`: from a source of its nation (17.1.4.1)."""
    space = space or s.units[unit].at
    bit = s.board.bit
    if supply_area(s, unit, own) & bit[space]:
        return True
    c = s.counter(unit)
    if s.fort_owner(space) in ("", c.side):
        return False
    lines = _by_line(s, c, own)
    return any(lines & bit[n] for n in s.data.near(space, c))  # beside a fort it no longer besieges


def supplied(s: State, unit: str, spaces: int, own: bool = False) -> int:
    """Those of these spaces, a set, in which a unit would be in supply."""
    found = spaces & supply_area(s, unit, own)
    if found == spaces:
        return found
    doubtful = spaces & ~found & s.forts_of(ENEMY[s.side_of(unit)])
    return found | s.board.mask(x for x in s.board.members(doubtful) if in_supply(s, unit, x, own))


def out_of_supply(s: State) -> frozenset[str]:
    """The units on the map that are out of supply (14.3)."""
    return s.memo("out of supply", lambda: frozenset(_out_of_supply(s)))


def _out_of_supply(s: State) -> Iterator[str]:
    areas: dict[str, int] = kept(s, ("areas", ""), dict)  # of each type of unit
    bits, counters = s.board.bit, s.title.counters
    for space, here in s.at.items():
        bit = bits.get(space)
        if bit is None:
            continue
        for unit in here:
            kind = counters[unit].type
            if kind not in areas:
                areas[kind] = supply_area(s, unit)
            if not areas[kind] & bit and not in_supply(s, unit):
                yield unit


def space_supplied(s: State, space: str, side: str) -> bool:
    """Whether some unit of the side would be in supply there (14.3.6 and Q&A)."""
    return bool(kept(s, ("supplied", side), lambda: _supplied_spaces(s, side)) & s.board.bit[space])


def _supplied_spaces(s: State, side: str) -> int:
    if side == CP:
        return area(s, "tu") | s.board.bit["libya"]
    own = s.board.mask(x.id for x in s.data.spaces.values() if x.nation in ("sb", "mn"))  # 14.1.5
    lines = area(s, "west") | area(s, "ru") | area(s, "sb") | area(s, "it")
    return lines | own | s.board.mask(s.data.ana_only)  # 14.1.6


def capital_lost(s: State, nation: str) -> bool:
    """13.1.10, 17.1.3: the enemy holds a capital."""
    if nation in ("be", "sb"):
        return False
    side = s.data.nations[nation].side
    return any(s.control[x] != side for x in s.data.capitals[nation])


def attrition(s: State) -> None:
    """6.0 C: unsupplied units and spaces are lost, all at the same time."""
    lost = doomed(s)
    turned = unsupplied_spaces(s)
    for unit in lost:
        s.die(unit, "14.3.5", for_good=True)
    for space, side in turned:
        if not any(s.side_of(u) == side for u in s.units_at(space)):  # 14.3.6, with 14.1.8 and 14.1.5
            s.take(space, ENEMY[side], "14.3.6")


def unsupplied_spaces(s: State) -> list[tuple[str, str]]:
    """Spaces with the side that holds them, in which a unit of that side would starve (14.3.6)."""
    return [
        (x, side) for x, side in s.control.items()
        if not space_supplied(s, x, side) and not s.fort(x) and s.data.spaces[x].nation and is_open(s, x)
    ]  # fmt: skip


def doomed(s: State) -> list[str]:
    """The units that attrition would remove (14.3.5)."""
    starving = out_of_supply(s)
    return [u for u in s.units if u in starving and starves(s, u, s.units[u].at)]


def starves(s: State, unit: str, space: str) -> bool:
    """Whether attrition removes a unit in a space (14.3.5)."""
    if s.counter(unit).nation == "tu" and space == "medina":  # 14.1.8
        return False
    return not s.neutral(space) and not in_supply(s, unit)


def sieges(s: State) -> Procedure[None]:
    """6.0 D: each besieged fort is tested (15.3)."""
    for space in [x for x in s.data.spaces if s.data.spaces[x].fort and besieged(s, x)]:
        die = (yield Roll(1, 6, f"the siege of {s.name(space)}", "15.3.2")).total
        early = s.turn <= s.data.numbers.siege_modifier_turns  # 15.3.3
        modifier = s.data.numbers.siege_modifier if early else 0
        roll = die + modifier
        how = "falls" if roll > s.fort(space) else "holds"
        added = f" {modifier:+d}" if modifier else ""
        text = "The fort of {space} {how}: rolls {die}" + added + " against its {fort}"
        s.note(text, "15.3.2", space=space, how=how, die=die, fort=s.fort(space))
        if roll > s.fort(space):
            destroy_fort(s, space, "15.3.2")


def destroy_fort(s: State, space: str, rule: str) -> None:
    s.destroyed |= {space}
    s.changed()
    s.note("The fort of {space} is destroyed", rule, space=space)
    for unit in s.units_at(space) if s.holder(space) else ():
        CONTROL.enter(s, unit, space, rule)
