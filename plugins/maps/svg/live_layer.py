"""What changes during a game: control, markers, counters and arrows."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from wargame.core.title.picture import Cell
from wargame.plugins.maps.svg.areas import areas, outline, plots
from wargame.plugins.maps.svg.arrows import arrows
from wargame.plugins.maps.svg.counters import SHOWN, lowest_first, stack
from wargame.plugins.maps.svg.geometry import Point
from wargame.plugins.maps.svg.signs import NODE, place_signs
from wargame.plugins.maps.svg.terrain import PATTERNS
from wargame.plugins.maps.svg.writer import element, group, points, words

if TYPE_CHECKING:
    from wargame.plugins.maps.svg.board import Drawing

LIFT = 1.5  # counters stand this much above the middle of a hex that has room for a name below
INSET = 0.93  # where the border of what a side holds runs, between the middle of a hex (0) and its side (1)


def layer(drawing: Drawing) -> str:
    """The live layer: control below, then places, counters, and signs that must not be hidden."""
    cells = drawing.picture.cells
    return group(
        [
            group((control(drawing, cell) for cell in cells if cell.side), class_="control"),
            group((place(drawing, cell) for cell in cells), class_="places"),
            group((counters(drawing, cell) for cell in cells if cell.pieces), class_="counters"),
            group((signs(drawing, cell) for cell in cells if cell.marks), class_="marks"),
            group(arrows(drawing), class_="arrows"),
        ],
        id="live",
    )


def cell_parts(drawing: Drawing, cell: Cell) -> str:
    """Everything that lies in one space."""
    return "".join(
        (
            control(drawing, cell) if cell.side else "",
            place(drawing, cell),
            counters(drawing, cell) if cell.pieces else "",
            signs(drawing, cell) if cell.marks else "",
        )
    )


def control(drawing: Drawing, cell: Cell) -> str:
    """Who holds a space: the ground in the side's colour, a border towards others, a letter where no counter tells."""
    style = drawing.sides.style(cell.side)
    if drawing.layout.hexes:
        return _held_hex(drawing, cell, style)
    if drawing.has_sea:
        x, y = drawing.layout.places[cell.id]
        letter = "" if cell.pieces else words(drawing.sides.letter[cell.side], x - 15, y + 4, "held-letter")
        return element("path", class_=f"held area {style}", d=outline(areas(drawing.layout)[cell.id].rings)) + letter
    return element("polygon", class_=f"held plot {style}", points=points(plots(drawing.layout)[cell.id]))


def _held_hex(drawing: Drawing, cell: Cell, style: str) -> str:
    middle = drawing.layout.places[cell.id]
    made = element("polygon", class_=f"held {style}", points=points(drawing.layout.corners(middle)))
    inner = drawing.layout.corners(middle, INSET)
    border = ""
    for k, other in enumerate(drawing.layout.neighbours[cell.id]):
        if other and drawing.holders.get(other, "") != cell.side:
            border += f"M{_at(inner[k])}L{_at(inner[(k + 1) % 6])}"
    if border:
        made += element("path", class_=f"front {style}", d=border)
        if not cell.pieces:
            made += words(drawing.sides.letter[cell.side], middle[0] - 21, middle[1] + 3, "held-letter")
    return made


def place(drawing: Drawing, cell: Cell) -> str:
    """The place itself: cities and towns, and the box of a space on a network."""
    x, y = drawing.layout.places[cell.id]
    made = ""
    if not drawing.layout.hexes and not drawing.has_sea:
        style = drawing.sides.style(cell.side) if cell.side else "side-none"
        look = drawing.styles[cell.terrain]
        made = element(
            "rect", class_=f"node terrain-{look} {style}", x=x - NODE, y=y - NODE, width=2 * NODE, height=2 * NODE, rx=6
        )
        if look in PATTERNS and not cell.pieces:
            made += element("use", href=f"#terrain-{look}", x=x, y=y - 2)
        if cell.side and not cell.pieces:
            made += words(drawing.sides.letter[cell.side], x - NODE + 9, y - NODE + 13, "node-letter")
    return made + "".join(place_signs(drawing, cell, x, y, below=True))


def counters(drawing: Drawing, cell: Cell) -> str:
    """The stack of a space; `data-under` names the units that lie too deep to be drawn."""
    x, y = drawing.layout.places[cell.id]
    lift = LIFT if drawing.layout.hexes else 0.0
    under = " ".join(quote(piece.id) for piece in lowest_first(cell.pieces)[:-SHOWN] if piece.id)
    return group([stack(cell, (x, y - lift), drawing.sides)], **{"data-space": cell.id, "data-under": under or None})


def signs(drawing: Drawing, cell: Cell) -> str:
    """Forts, trenches, victory spaces and other signs, which lie on top of counters."""
    x, y = drawing.layout.places[cell.id]
    return "".join(place_signs(drawing, cell, x, y, below=False))


def _at(place: Point) -> str:
    return f"{place[0]:.1f} {place[1]:.1f}"
