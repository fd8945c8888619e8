"""Where the names of spaces are written so that they cover neither each other nor the counters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wargame.plugins.maps.svg.board import Drawing

LETTER, LINE = 5.7, 10.5  # how wide and high a letter of a name is
LONG = 13  # names with this many letters are written smaller
Box = tuple[float, float, float, float]


def place_names(drawing: Drawing) -> Iterator[tuple[list[str], float, float]]:
    """Each name in lines, with its place: below its space, else above, beside, or where it covers least."""
    taken: list[Box] = []
    hexes = drawing.picture.layout == "hexes"
    if not hexes:
        taken += [(x - 15, y - 15, x + 15, y + 15) for x, y in drawing.layout.places.values()]
    for cell in sorted(drawing.picture.cells, key=lambda c: (c.y, c.x)):
        name = cell.label.removeprefix(cell.id).strip() if hexes else cell.label
        if not name:
            continue
        lines = _lines(name)
        x, y = drawing.layout.places[cell.id]
        half = max(len(line) for line in lines) * LETTER / 2 + 2
        more = (len(lines) - 1) * LINE
        near = (25.0 if more else 28.0) if hexes else 29.0
        spots = [
            (x, y + near), (x, y - near + 9 - more), (x + half + 20, y + 4), (x - half - 20, y + 4),
            (x + half * 0.6, y + near), (x - half * 0.6, y + near), (x, y + near + 9), (x, y - near - more),
        ]  # fmt: skip
        boxes = [(sx - half, sy - LINE + 2, sx + half, sy + 3 + more) for sx, sy in spots]
        cost = [sum(_overlap(box, other) for other in taken if _close(box, other)) for box in boxes]
        best = min(range(len(spots)), key=lambda i: (cost[i] > 0.5, cost[i] if cost[i] > 0.5 else i))
        taken.append(boxes[best])
        yield lines, *spots[best]


def _lines(name: str) -> list[str]:
    """A long name in two lines, at a stroke or a blank near its middle."""
    places = [i for i, letter in enumerate(name) if letter in " /"]
    if len(name) < LONG or not places:
        return [name]
    best = min(places, key=lambda i: abs(i - len(name) / 2))
    return [name[: best + (name[best] == "/")].strip(), name[best + 1 :].strip()]


def _close(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _overlap(one: Box, other: Box) -> float:
    return (min(one[2], other[2]) - max(one[0], other[0])) * (min(one[3], other[3]) - max(one[1], other[1]))
