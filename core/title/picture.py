"""Pictures: a map with pieces and panels of text, as values that any front end can draw.

The picture function of a title gets the state and a side, and shows nothing that the side may not see.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs


@attrs.frozen
class Piece:
    """One counter.

    `text` is the short name, which is drawn on the map and accepted in answers; `name` is the full name as printed.
    `id` is the id of the unit, empty for anything else. `values` are the current factors (`4-3-5`), `steps` the steps
    left and the steps at full strength, `state` its condition in words (`disrupted`, `out of supply`, `moved`). `kind`
    is the symbol: infantry, cavalry, armour, mechanised, artillery, headquarters, fortress, mountain, engineer,
    airborne, fleet, army ...; `size` is the size mark (`XX`, `XXXX`).
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
    """One space: its position (in any unit, y downwards), name, terrain, the side that holds it, and the pieces in it.

    `marks` are short signs, for a trench or a fort for example. `label` is written on the map; `name` is the full name,
    where that is another.
    """

    id: str
    x: float
    y: float
    label: str = ""
    terrain: str = ""
    side: str = ""
    pieces: tuple[Piece, ...] = ()
    marks: tuple[str, ...] = ()
    name: str = ""


@attrs.frozen
class Link:
    """A connection, or a hexside with a feature.

    `along` is `path` for anything that runs from centre to centre, such as a railway, and `side` for anything between
    two hexes, such as a river.
    """

    a: str
    b: str
    kind: str = ""
    along: str = "path"


@attrs.frozen
class Arrow:
    """Something that went, or was meant to go, from one space to another.

    `kind` is `move`, `attack`, `retreat`, `advance`, `support` or `convoy`; `done` is False if it failed, and `text`
    says what it was.
    """

    a: str
    b: str
    kind: str = "move"
    side: str = ""
    done: bool = True
    text: str = ""


@attrs.frozen
class Panel:
    """A table beside the map: a heading, column names and rows."""

    heading: str
    rows: tuple[tuple[str, ...], ...]
    columns: tuple[str, ...] = ()


@attrs.frozen
class Picture:
    """A map to draw. `layout` is `hexes` or `network`; `legend` explains terrain and marks.

    `hexes` is the orientation of the hexes, `flat` or `pointed` (empty: as their positions suggest). `boxes` are the
    places off the map with their pieces; their `x` and `y` are ignored. `arrows` are the orders read last, or what was
    done in the last turn. `sides` has a name for people for each side; where it is empty, the kernel fills it in.
    """

    layout: str
    cells: tuple[Cell, ...]
    links: tuple[Link, ...] = ()
    legend: Mapping[str, str] = attrs.field(factory=dict)
    panels: tuple[Panel, ...] = ()
    regions: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    hexes: str = ""
    boxes: tuple[Cell, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    sides: Mapping[str, str] = attrs.field(factory=dict)

    def piece(self, unit: str) -> tuple[Piece, Cell] | None:
        """The piece of a unit and the cell it is in; None if it is not in the picture."""
        for cell in (*self.cells, *self.boxes):
            for piece in cell.pieces:
                if piece.id == unit:
                    return piece, cell
        return None


Lookup = Callable[[Any, str | None, Sequence[str]], Panel]  # a command: state, side that looks, further words
