"""The map as a picture."""

from __future__ import annotations

from collections.abc import Sequence

from wargame.core.title.picture import Cell, Link, Panel, Picture, Piece

from .model import Space, State
from .sequence import points

LEGEND = {"*": "objective", "road": "road", "pass": "rough road"}


def picture(s: State) -> Picture:
    cells = tuple(cell(s, space) for space in s.board.spaces)
    edges = [edge for _, _, edge in s.board.graph().edges(data="edge")]
    links = tuple(Link(edge.a, edge.b, "pass" if edge.rough else "road") for edge in edges)
    rows = tuple((side, str(points(s, side))) for side in s.title.sides)
    return Picture("network", cells, links, LEGEND, (Panel(f"Turn {s.turn}", rows, ("side", "points")),))


def cell(s: State, here: Space) -> Cell:
    pieces = tuple(piece(s, unit) for unit in s.units_at(here.id))
    marks = (f"*{here.points}",) if here.points else ()
    return Cell(here.id, here.x, here.y, here.name, "", s.control.get(here.id, ""), pieces, marks)


def piece(s: State, unit: str) -> Piece:
    counter, here = s.counter(unit), s.units[unit]
    steps = (here.steps, counter.steps)
    return Piece(unit, counter.side, unit, "", counter.kind, "X", str(counter.strength), steps, tuple(here.marks))


def hand_panel(s: State, side: str | None, words: Sequence[str]) -> Panel:
    """`hand`: the cards of the side that looks."""
    cards = [s.data.cards[card] for card in s.pile(f"hand:{side}")]
    rows = tuple((card.id, card.name, str(card.orders), card.event) for card in cards)
    return Panel("Your hand", rows, ("card", "name", "orders", "event"))
