"""The words of this title at the terminal: `hex`, `supply`, `battle`, `turns`, `points`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from wargame.core.mechanics.search import path
from wargame.core.title.picture import Lookup, Panel

from .model import DEAD, State
from .picture import battle_panel
from .records import ENEMY, SIDES, Fort
from .supply import NATIONS, in_supply, nation_of, network, sources, supplied, supplied_without

FED = {nation: nation for nation in NATIONS} | {"naval": "Royal Naval Division"}


def hex_panel(state: State, side: str | None, words: Sequence[str]) -> Panel:
    """hex 45: who stands there, how strong, and whether in supply"""
    hex = words[0]
    space = state.space(hex)
    facts = [f"held by {state.control[hex]}"]
    facts += [f"terrain +{space.terrain}"] if space.terrain else []
    facts += [f"trench +{state.trenches[hex]}"] if hex in state.trenches else []
    facts += [f"besieged by {state.sieges[hex]}"] if hex in state.sieges else []
    facts += [f"{space.vp} VP hex"] if space.vp else []
    rows = tuple(_unit_row(state, unit) for unit in state.units_at(hex))
    return Panel(f"{hex} {space.name}: {', '.join(facts)}", rows, ("unit", "name", "strength", "movement", "state"))


def _unit_row(state: State, unit: str) -> tuple[str, ...]:
    piece = state.piece(unit)
    if isinstance(piece, Fort):
        return unit, piece.name, str(state.strength(unit, True)), "-", f"fort, {state.units[unit].steps} steps"
    worn = state.disrupted(unit)
    moves = piece.reduced_movement if worn else piece.movement
    strength = str(state.strength(unit, False)) if piece.combat else str(piece.bombardment or "-")
    standing = ("disrupted" if piece.combat else "turned over") if worn else "good order"
    return unit, piece.name, strength, str(moves), standing + ("" if in_supply(state, unit) else ", out of supply")


def battle(state: State, side: str | None, words: Sequence[str]) -> Panel:
    """battle: the battle board with the chance of each space to hit"""
    if state.battle is None:
        return Panel("No battle is being fought", ())
    return battle_panel(state)


def turns(state: State, side: str | None, words: Sequence[str]) -> Panel:
    """turns: who comes when, and who may be replaced"""
    boxes = sorted((b for b in state.at if b.startswith("turn ")), key=lambda b: int(b.split()[1]))
    rows = [(box, ", ".join(state.units_at(box))) for box in boxes]
    rows += [("dead pile", ", ".join(state.units_at(DEAD)))] if state.units_at(DEAD) else []
    return Panel(f"Turn track, now turn {state.turn}", tuple(rows), ("when", "units"))


def points(state: State, side: str | None, words: Sequence[str]) -> Panel:
    """points: the victory points of both sides, by the rule that gave or took them"""
    rows = [(who, "at the start", str(state.printed.tables["start"][f"{who}_vp"])) for who in SIDES]
    rows += [(*key.split(" ", 1), f"{change:+d}") for key, change in state.ledger.items() if change]  # type: ignore[misc]
    rows += [(who, "now", str(state.tracks["vp " + who])) for who in SIDES]
    return Panel("Victory points", tuple(sorted(rows, key=lambda r: r[0])), ("side", "rule", "VP"))


def supply(state: State, side: str | None, words: Sequence[str]) -> Panel:
    """supply [UNIT|HEX]: the sources, who is out of supply or could be cut off; or the line of one unit or hex"""
    if words:
        return _line(state, words[0])
    rows = [(FED[nation], "sources", ", ".join(state.board.members(sources(state, nation)))) for nation in NATIONS]
    units = [u for u in state.units if state.on_map(u) and u in state.printed.counters]
    rows += [(u, "out of supply", state.units[u].at) for u in units if not in_supply(state, u)]
    rows += [(u, "in danger", f"{state.units[u].at}, if {hexes} is lost") for u, hexes in _in_danger(state, units)]
    return Panel("Supply", tuple(rows), ("who", "supply", "where"))


def _line(state: State, name: str) -> Panel:
    """The line of supply of a unit, or of each nation in a hex."""
    folded = name.casefold()
    unit = next((u for u in state.printed.counters if u.casefold() == folded and state.on_map(u)), None)
    hex = state.units[unit].at if unit is not None else name
    nations = [nation_of(state, unit)] if unit is not None else list(NATIONS)
    label = state.space(hex).name
    rows = tuple((FED[nation], _way(state, nation, hex)) for nation in nations)
    return Panel(f"Supply of {unit or 'units'} in {hex} {label}", rows, ("nation", "line"))


def _way(state: State, nation: str, hex: str) -> str:
    """The shortest line from a hex to a source: to the rail net, then along it (11.2.1)."""
    printed, net = state.printed, network(state, nation)
    if not supplied(state, nation) & printed.bit[hex]:
        return "out of supply"
    feeds = state.board.members(sources(state, nation))
    begins = [h for h in (hex, *state.next_to(hex)) if net & printed.bit[h] and (h == hex or state.next_to(hex)[h])]
    ways = [path(printed.board, h, sources(state, nation), net, printed.rails) for h in begins]
    lines = [(begin, *way) for begin, way in zip(begins, ways, strict=True) if way or begin in feeds]
    if not lines:
        return "in supply"  # Antwerp (11.2.4), a landing (13.3.4a4), or supply two hexes off the rails (13.3.4b3)
    best = min(lines, key=len)
    line = best if best[0] == hex else (hex, *best)
    return "in supply: " + " ".join(dict.fromkeys(line))


def _in_danger(state: State, units: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Supplied units that the loss of one hex would cut off: one beside enemies that nobody guards."""
    for nation in NATIONS:
        own = [u for u in units if nation_of(state, u) == nation and in_supply(state, u)]
        weak = [h for h in state.board.members(network(state, nation)) if own and _open_to_enemies(state, h)]
        cut: dict[str, list[str]] = {}
        for hex in weak:
            left = supplied_without(state, nation, hex)
            for unit in own:
                if state.units[unit].at != hex and not left & state.printed.bit[state.units[unit].at]:
                    cut.setdefault(unit, []).append(hex)
        yield from ((unit, " or ".join(hexes)) for unit, hexes in cut.items())


def _open_to_enemies(state: State, hex: str) -> bool:
    side = state.control[hex]
    if state.guards(hex, side):
        return False
    near = [hex, *(h for h, cost in state.next_to(hex).items() if cost and not state.closed(ENEMY[side], h, hex))]
    return any(state.present(h, ENEMY[side]).combat for h in near)


LOOKUPS: Mapping[str, Lookup] = {
    "hex": hex_panel, "supply": supply, "battle": battle, "turns": turns, "points": points,
}  # fmt: skip
