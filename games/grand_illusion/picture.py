"""The map, the tracks and the battle board to draw; and the title's words for the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wargame.core.title.picture import Cell, Link, Lookup, Panel, Picture, Piece

from .board import table
from .model import DEAD, State
from .records import SIDES, Fort
from .supply import in_supply

LEGEND = {
    "+1": "terrain +1", "+2": "terrain +2", "T": "trench level", "F": "fort steps", "B": "besieged fort steps",
    "*": "VP hex", "=": "railway", "x": "hard going (+1)", "#": "impassable or blocked",
    "4.5!1HA": "corps, of them disrupted, headquarters, guns",
}  # fmt: skip


def picture(state: State, side: str | None) -> Picture:
    """The 107 hexes with stacks, control, trenches, forts and railways."""
    cells = tuple(_cell(state, hex) for hex in state.printed.spaces)
    links = [Link(e.a, e.b, "rail") for e in state.printed.hexsides if e.rail]
    for edge in state.printed.hexsides:
        cost = state.next_to(edge.a)[edge.b]
        if cost != 1:
            links.append(Link(edge.a, edge.b, "red_diamond" if cost else "impassable"))
    for blocked in state.blocked:
        a, _, b = blocked.partition("-")
        links.append(Link(a, b, "blocked"))
    return Picture("hexes", cells, tuple(links), LEGEND, tuple(_panels(state)))


def _cell(state: State, hex: str) -> Cell:
    space = state.space(hex)
    pieces = [Piece(text, who) for who in SIDES if (text := _stack(state, hex, who))]
    marks = []
    if hex in state.trenches:
        marks.append(f"T{state.trenches[hex]}")
    for who in SIDES:
        steps = sum(state.units[f].steps for f in state.present(hex, who).forts)
        if steps:
            marks.append(("B" if hex in state.sieges else "F") + str(steps))
    if space.vp:
        marks.append("*")
    terrain = f"+{space.terrain}" if space.terrain else ""
    return Cell(hex, space.x, space.y, f"{hex} {space.name}", terrain, state.control[hex], tuple(pieces), tuple(marks))


def _stack(state: State, hex: str, side: str) -> str:
    """A stack in short: corps and smaller units, how many disrupted, headquarters, guns."""
    own = state.present(hex, side)
    if not (own.combat or own.hq or own.ha):
        return ""
    half = sum(state.unit(u).half_corps for u in own.combat)
    worn = sum(state.units[u].steps == 1 for u in own.combat)
    text = f"{half / 2:g}" + (f"!{worn}" if worn else "")
    return text + "H" * len(own.hq) + "A" * len(own.ha)


def _panels(state: State) -> list[Panel]:
    rows = tuple(
        (side, *(str(state.tracks.get(f"{name} {side}", 0)) for name in ("vp", "caps", "mandated"))) for side in SIDES
    )
    found = [Panel(f"Turn {state.turn}", rows, ("side", "VP", "CAPs", "mandatory battles"))]
    if state.battle is not None:
        found.append(battle_panel(state))
    return found


def battle_panel(state: State) -> Panel:
    """The battle board with the chance of each space to hit."""
    assert state.battle is not None
    board = table(state, state.battle)
    columns = (
        "attacker reserve",
        "attacker",
        "attacker hits",
        "space",
        "defender hits",
        "defender",
        "defender reserve",
    )
    rows = tuple(
        tuple(" + ".join(row[c]) if isinstance(row[c], list) else str(row[c]) for c in columns) for row in board["rows"]
    )
    drms = ", ".join(f"{m['name']} {m['amount']:+d}" for m in board["modifiers"])
    heading = f"Battle of {board['hex']}, {board['attacker']} attacks ({board['fortune']}; {drms or 'no modifiers'})"
    return Panel(heading, rows, columns)


# --- words for the terminal --------------------------------------------------------------------------------------


def hex_panel(state: State, side: str | None, words: Sequence[str]) -> Panel:
    """hex 45: who stands there, how strong, and in supply or not"""
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
    """points: the victory points of both sides by the rule that gave or took them"""
    rows = [(who, "at the start", str(state.printed.tables["start"][f"{who}_vp"])) for who in SIDES]
    rows += [(*key.split(" ", 1), f"{change:+d}") for key, change in state.ledger.items() if change]  # type: ignore[misc]
    rows += [(who, "now", str(state.tracks["vp " + who])) for who in SIDES]
    return Panel("Victory points", tuple(sorted(rows, key=lambda r: r[0])), ("side", "rule", "VP"))


LOOKUPS: Mapping[str, Lookup] = {
    "hex": hex_panel, "battle": battle, "turns": turns, "points": points,
}  # fmt: skip
