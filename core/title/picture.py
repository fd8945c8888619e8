"""What a title shows of itself, as values that any front end can draw: a map with pieces, and panels of text.

A title's picture function gets the state and the side that looks, and shows nothing that side may not see.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs


@attrs.frozen
class Piece:
    """One counter.

    `text` is its short name, drawn on the map and taken as an answer; `name` the full one, as printed. `id` is the
    unit's id (empty for what is no unit). `values` are the printed factors as they now count (`4-3-5`), `steps` how
    many are left of how many, `state` what has become of it in words (`disrupted`, `out of supply`, `moved`). `kind` is
    what the symbol shows: infantry, cavalry, armour, mechanised, artillery, headquarters, fortress, mountain, engineer,
    airborne, fleet, army ...; `size` the size mark (`XX`, `XXXX`).
    """

    text: str
    side: str = ""
    id: str = ""
    name: str = ""
    kind: str = ""
    size: str = ""
    values: str = ""
    steps: tuple[int, int] | None = None
    state: tuple[str, ...] = ()


@attrs.frozen
class Cell:
    """One space: where it lies (any unit, y downwards), its name, what is printed there, who holds it, who is in it.

    `marks` are short signs such as a trench or a fort.
    """

    id: str
    x: float
    y: float
    label: str = ""
    terrain: str = ""
    side: str = ""
    pieces: tuple[Piece, ...] = ()
    marks: tuple[str, ...] = ()


@attrs.frozen
class Link:
    """A connection, or a hexside with a feature.

    `along` is `path` for what runs from centre to centre (rail, road, connection), `side` for what lies between two
    hexes (river, blocked).
    """

    a: str
    b: str
    kind: str = ""
    along: str = "path"


@attrs.frozen
class Panel:
    """A table beside the map: a heading, column names and rows."""

    heading: str
    rows: tuple[tuple[str, ...], ...]
    columns: tuple[str, ...] = ()


@attrs.frozen
class Picture:
    """A map to draw. `layout` is `hexes` or `network`; `legend` explains terrain and marks.

    `hexes` says how hexes lie, `flat` or `pointed` (empty: as the cells lie). `boxes` are the places off the map with
    what is in them: their `x` and `y` do not count.
    """

    layout: str
    cells: tuple[Cell, ...]
    links: tuple[Link, ...] = ()
    legend: Mapping[str, str] = attrs.field(factory=dict)
    panels: tuple[Panel, ...] = ()
    regions: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    hexes: str = ""
    boxes: tuple[Cell, ...] = ()

    def piece(self, unit: str) -> tuple[Piece, Cell] | None:
        """The piece of a unit and where it lies; None if it is not on the picture."""
        for cell in (*self.cells, *self.boxes):
            for piece in cell.pieces:
                if piece.id == unit:
                    return piece, cell
        return None


Lookup = Callable[[Any, str | None, Sequence[str]], Panel]  # a title's own word: state, side that looks, further words
