"""The map as a picture, and the supply of each unit as a table."""

from __future__ import annotations

from collections.abc import Sequence

from wargame.core.title.picture import Cell, Link, Panel, Picture, Piece

from .combat import value
from .model import Hex, State
from .movement import SUPPLY
from .sequence import points

LEGEND = {"@": "city", "*": "objective"}


def picture(s: State) -> Picture:
    """All of the map; nothing in this game is hidden."""
    edges = [edge for _, _, edge in s.board.graph().edges(data="edge") if edge]
    rivers = [Link(edge.a, edge.b, "river", "side") for edge in edges if edge.river]
    links = (*rivers, *(Link(edge.a, edge.b, "rail") for edge in edges if edge.rail))
    score = tuple((side, str(points(s, side)), str(s.tracks.get(f"{side} replacements", 0))) for side in s.title.sides)
    panel = Panel(f"Turn {s.turn} of {s.data.numbers.turns}", score, ("side", "points", "replacements"))
    boxes = tuple(Cell(box, 0, 0, box.capitalize(), pieces=pieces(s, box)) for box in s.title.boxes if s.units_at(box))
    cells = tuple(cell(s, space) for space in s.board.spaces)
    return Picture("hexes", cells, links, LEGEND, (panel,), hexes=s.data.grid.lie, boxes=boxes)


def cell(s: State, here: Hex) -> Cell:
    x, y = s.data.grid.centre(here.id)
    marks = ("@", f"*{here.points}") if here.points else ()
    return Cell(here.id, x, y, here.name, here.terrain, s.control.get(here.id, ""), pieces(s, here.id), marks)


def pieces(s: State, space: str) -> tuple[Piece, ...]:
    return tuple(piece(s, unit) for unit in s.units_at(space))


def piece(s: State, unit: str) -> Piece:
    counter, here = s.counter(unit), s.units[unit]
    state = [
        *here.marks,
        *(["out of supply"] if s.on_map(unit) and not SUPPLY.reaches(s, counter.side, here.at) else []),
    ]
    values = f"{value(s, unit)}-{counter.movement}"
    return Piece(unit, counter.side, unit, "", counter.kind, "XX", values, (here.steps, counter.steps), tuple(state))


def supply_panel(s: State, side: str | None, words: Sequence[str]) -> Panel:
    """`supply`: the units that are out of supply."""
    units = [u for each in s.title.sides for u in s.units_on_map(each) if not SUPPLY.reaches(s, each, s.units[u].at)]
    return Panel("Out of supply", tuple((unit, s.units[unit].at) for unit in units), ("unit", "hex"))
