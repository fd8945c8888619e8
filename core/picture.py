"""What a title shows of itself, as values that any front end can draw: a map with pieces, and panels of text.

A title's picture function gets the state and the side that looks, and shows nothing that side may not see.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs


@attrs.frozen
class Piece:
    """One counter, or a whole stack in short."""

    text: str
    side: str = ""


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
    """A connection, or a hexside with a feature (river, rail, blocked)."""

    a: str
    b: str
    kind: str = ""


@attrs.frozen
class Panel:
    """A table beside the map: a heading, column names and rows."""

    heading: str
    rows: tuple[tuple[str, ...], ...]
    columns: tuple[str, ...] = ()


@attrs.frozen
class Picture:
    """A map to draw. `layout` is `hexes` or `network`; `legend` explains terrain and marks."""

    layout: str
    cells: tuple[Cell, ...]
    links: tuple[Link, ...] = ()
    legend: Mapping[str, str] = attrs.field(factory=dict)
    panels: tuple[Panel, ...] = ()
    regions: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)


Lookup = Callable[[Any, str | None, Sequence[str]], Panel]  # a title's own word: state, side that looks, further words
