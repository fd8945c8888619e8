"""What changes during a game: control, markers and counters, one group a space."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from wargame.core.title.picture import Cell
from wargame.plugins.maps.svg.counters import stack
from wargame.plugins.maps.svg.writer import element, group, points, words

if TYPE_CHECKING:
    from wargame.plugins.maps.svg.board import Drawing

LINES = ("rail", "river", "road")  # marks that need no sign where the map shows them by lines


def layer(drawing: Drawing) -> str:
    """The live layer: control below, then markers, then counters."""
    cells = drawing.picture.cells
    return group(
        [
            group((control(drawing, cell) for cell in cells if cell.side), class_="control"),
            group((marks(drawing, cell) for cell in cells if cell.marks), class_="marks"),
            group((counters(drawing, cell) for cell in cells if cell.pieces), class_="counters"),
        ],
        id="live",
    )


def control(drawing: Drawing, cell: Cell) -> str:
    """Who holds a space: a border in the side's colour, and its letter where no counter tells."""
    x, y = drawing.layout.places[cell.id]
    style = f"held {drawing.sides.style(cell.side)}"
    if drawing.picture.layout == "hexes":
        inner = [(x + (cx - x) * 0.9, y + (cy - y) * 0.9) for cx, cy in drawing.layout.corners((x, y))]
        shape = element("polygon", class_=style, points=points(inner))
    else:
        shape = element("circle", class_=style, cx=x, cy=y, r=21.0)
    letter = "" if cell.pieces else words(drawing.sides.letter[cell.side], x - 15, y - 9, "held-letter")
    return shape + letter


def counters(drawing: Drawing, cell: Cell) -> str:
    """The stack of a space."""
    return group([stack(cell, drawing.layout.places[cell.id], drawing.sides)], **{"data-space": cell.id})


def marks(drawing: Drawing, cell: Cell) -> str:
    """Cities, forts, trenches and other markers of a space."""
    x, y = drawing.layout.places[cell.id]
    lines = drawing.lines
    texts: list[str] = []
    made: list[str] = []
    for mark in cell.marks:
        meaning = _meaning(drawing, mark)
        if "city" in meaning or "town" in meaning or "centre" in meaning:
            size = 7.0 if "town" not in meaning else 4.5
            made.append(element("circle", class_="place city" if size > 5 else "place", cx=x, cy=y, r=size))
        elif "fort" in meaning:
            made.append(element("path", class_="fort", d=f"M{x - 23:.1f} {y + 8:.1f}v-7h3v2h2v-2h3v2h2v-2h3v7z"))
            texts.append(mark)
        elif "trench" in meaning:
            made.append(
                element("path", class_="trench", d=f"M{x - 16:.1f} {y + 21:.1f}l4-4l4 4l4-4l4 4l4-4l4 4l4-4l4 4")
            )
            texts.append(mark)
        elif "VP" in meaning or "victory" in meaning or "objective" in meaning:
            made.append(_star(x + 20, y - 13))
        elif "river" in meaning and "river" not in lines:
            made.append(element("path", class_="stream", d=f"M{x - 20:.1f} {y + 14:.1f}q5-6 10 0t10 0t10 0t10 0"))
        elif not any(word in meaning and word in lines for word in LINES):
            texts.append(mark)
    if texts:
        made.append(words(" ".join(texts), x + 19, y + 4, "mark"))
    return "".join(made)


def _meaning(drawing: Drawing, mark: str) -> str:
    """What the legend says of a mark; a mark with a number is explained by its sign alone."""
    legend = drawing.picture.legend
    while mark and mark not in legend:
        mark = mark[:-1]
    return legend.get(mark, "")


def _star(x: float, y: float) -> str:
    return element(
        "path",
        class_="star",
        d=f"M{x:.1f} {y - 6:.1f}l1.8 4.2h4.4l-3.6 2.8l1.4 4.4l-4-2.7l-4 2.7l1.4-4.4l-3.6-2.8h4.4z",
    )


def control_letters(drawing: Drawing) -> Iterator[str]:
    """The letters of the sides, for the legend."""
    return (f"{letter} {side}" for side, letter in drawing.sides.letter.items())
