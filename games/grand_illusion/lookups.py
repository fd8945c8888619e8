"""The lookups of this title: `hex`, `supply`, `battle`, `turns` and `points`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from wargame.core.mechanics.search import path
from wargame.core.title.picture import Lookup, Panel

from .model import DEAD, TURN_BOXES, State
from .picture import battle_panel
from .records import ENEMY, SIDES, Fort
from .supply import NATIONS, in_supply, nation_of, network, sources, supplied, supplied_without

FED = {nation: nation for nation in NATIONS} | {"naval": "Royal Naval Division"}


def hex_panel(s: State, side: str | None, words: Sequence[str]) -> Panel:
    """hex 45: who stands there, how strong, and whether in supply"""
    hex = words[0]
    space = s.space(hex)
    facts = [f"held by {s.control[hex]}"]
    facts += [f"terrain +{space.terrain}"] if space.terrain else []
    facts += [f"trench +{s.trenches[hex]}"] if hex in s.trenches else []
    facts += [f"besieged by {s.sieges[hex]}"] if hex in s.sieges else []
    facts += [f"{space.vp} VP hex"] if space.vp else []
    rows = tuple(_unit_row(s, unit) for unit in s.units_at(hex))
    return Panel(f"{hex} {space.name}: {', '.join(facts)}", rows, ("unit", "name", "strength", "movement", "state"))


def _unit_row(s: State, unit: str) -> tuple[str, ...]:
    piece = s.counter(unit)
    if isinstance(piece, Fort):
        return unit, piece.name, str(s.strength(unit, True)), "-", f"fort, {s.units[unit].steps} steps"
    worn = s.disrupted(unit)
    moves = piece.reduced_movement if worn else piece.movement
    strength = str(s.strength(unit, False)) if piece.combat else str(piece.bombardment or "-")
    standing = ("disrupted" if piece.combat else "turned over") if worn else "good order"
    return unit, piece.name, strength, str(moves), standing + ("" if in_supply(s, unit) else ", out of supply")


def battle(s: State, side: str | None, words: Sequence[str]) -> Panel:
    """battle: the battle board with the chance of each space to hit"""
    if s.battle is None:
        return Panel("No battle is being fought", ())
    return battle_panel(s)


def turns(s: State, side: str | None, words: Sequence[str]) -> Panel:
    """turns: which units arrive when, and which may be replaced"""
    boxes = [box for box in TURN_BOXES if box in s.at]
    rows = [(box, ", ".join(s.units_at(box))) for box in boxes]
    rows += [("dead pile", ", ".join(s.units_at(DEAD)))] if s.units_at(DEAD) else []
    return Panel(f"Turn track, now turn {s.turn}", tuple(rows), ("when", "units"))


def points(s: State, side: str | None, words: Sequence[str]) -> Panel:
    """points: the victory points of both sides, by the rule that gave or took them"""
    rows = [(who, "at the start", str(s.data.tables.start.points(who))) for who in SIDES]
    rows += [(who, line.rule, f"{line.vp:+d}") for who, lines in s.ledger.items() for line in lines if line.vp]
    rows += [(who, "now", str(s.tracks["vp " + who])) for who in SIDES]
    return Panel("Victory points", tuple(sorted(rows, key=lambda r: r[0])), ("side", "rule", "VP"))


def supply(s: State, side: str | None, words: Sequence[str]) -> Panel:
    """supply [UNIT|HEX]: the sources, who is out of supply or could be cut off; or the line of one unit or hex"""
    if words:
        return _line(s, words[0])
    rows = [(FED[nation], "sources", ", ".join(s.board.members(sources(s, nation)))) for nation in NATIONS]
    units = [u for u in s.units if s.on_map(u) and u in s.data.counters]
    rows += [(u, "out of supply", s.units[u].at) for u in units if not in_supply(s, u)]
    rows += [(u, "in danger", f"{s.units[u].at}, if {hexes} is lost") for u, hexes in _in_danger(s, units)]
    return Panel("Supply", tuple(rows), ("who", "supply", "where"))


def _line(s: State, name: str) -> Panel:
    """The line of supply of a unit, or of each nation in a hex."""
    folded = name.casefold()
    unit = next((u for u in s.data.counters if u.casefold() == folded and s.on_map(u)), None)
    hex = s.units[unit].at if unit is not None else name
    nations = [nation_of(s, unit)] if unit is not None else list(NATIONS)
    label = s.space(hex).name
    rows = tuple((FED[nation], _way(s, nation, hex)) for nation in nations)
    return Panel(f"Supply of {unit or 'units'} in {hex} {label}", rows, ("nation", "line"))


def _way(s: State, nation: str, hex: str) -> str:
    """The shortest line from a hex to a source: to the rail net, then along it (11.2.1)."""
    printed, net = s.data, network(s, nation)
    if not supplied(s, nation) & printed.bit[hex]:
        return "out of supply"
    feeds = s.board.members(sources(s, nation))
    begins = [h for h in (hex, *s.next_to(hex)) if net & printed.bit[h] and (h == hex or s.next_to(hex)[h])]
    ways = [path(printed.board, h, sources(s, nation), net, printed.rails) for h in begins]
    lines = [(begin, *way) for begin, way in zip(begins, ways, strict=True) if way or begin in feeds]
    if not lines:
        return "in supply"  # Antwerp (11.2.4), a landing (13.3.4a4), or supply two hexes off the rails (13.3.4b3)
    best = min(lines, key=len)
    line = best if best[0] == hex else (hex, *best)
    return "in supply: " + " ".join(dict.fromkeys(line))


def _in_danger(s: State, units: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Supplied units that the loss of one hex would cut off: one beside enemies that no unit guards."""
    for nation in NATIONS:
        own = [u for u in units if nation_of(s, u) == nation and in_supply(s, u)]
        weak = [h for h in s.board.members(network(s, nation)) if own and _open_to_enemies(s, h)]
        cut: dict[str, list[str]] = {}
        for hex in weak:
            left = supplied_without(s, nation, hex)
            for unit in own:
                if s.units[unit].at != hex and not left & s.data.bit[s.units[unit].at]:
                    cut.setdefault(unit, []).append(hex)
        yield from ((unit, " or ".join(hexes)) for unit, hexes in cut.items())


def _open_to_enemies(s: State, hex: str) -> bool:
    side = s.control[hex]
    if s.guards(hex, side):
        return False
    near = [hex, *(h for h, cost in s.next_to(hex).items() if cost and not s.closed(ENEMY[side], h, hex))]
    return any(s.present(h, ENEMY[side]).combat for h in near)


LOOKUPS: Mapping[str, Lookup] = {
    "hex": hex_panel, "supply": supply, "battle": battle, "turns": turns, "points": points,
}  # fmt: skip
