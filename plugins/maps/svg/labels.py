"""Where the names of spaces are written so that they cover neither each other nor the counters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from wargame.plugins.maps.svg.geometry import HEX
from wargame.plugins.maps.svg.signs import NODE, is_place, meaning_of

if TYPE_CHECKING:
    from wargame.plugins.maps.svg.board import Drawing

LETTER, LINE = 6.0, 10.5  # how wide and high a letter of a name is
LONG, LONGEST = 11, 17  # names with so many letters are written smaller, or in two lines
Box = tuple[float, float, float, float]
Name = tuple[list[str], float, float, str]  # its lines, its place, and how it is written


def place_names(drawing: Drawing) -> Iterator[Name]:
    """Each name in lines, with its place: below its space, else above, beside, or where it covers least."""
    taken: list[Box] = []
    hexes = drawing.layout.hexes
    room = NODE if not drawing.has_sea else 14.0
    if not hexes:
        taken += [(x - room, y - room, x + room, y + room) for x, y in drawing.layout.places.values()]
    for cell in sorted(drawing.picture.cells, key=lambda c: (c.y, c.x)):
        name = cell.label.removeprefix(cell.id).strip() if hexes else cell.label
        if not name:
            continue
        lines = _lines(name)
        small = len(max(lines, key=len)) >= LONG
        x, y = drawing.layout.places[cell.id]
        half = max(len(line) for line in lines) * LETTER * (0.82 if small else 1.0) / 2 + 2
        more = (len(lines) - 1) * LINE
        spots = _beside(drawing, x, y, half, more)
        boxes = [(sx - half, sy - LINE + 2, sx + half, sy + 2 + more) for sx, sy in spots]
        cost = [sum(_overlap(box, other) for other in taken if _close(box, other)) for box in boxes]
        best = min(range(len(spots)), key=lambda i: (cost[i] > 0.5, cost[i] if cost[i] > 0.5 else i))
        taken.append(boxes[best])
        yield lines, *spots[best], _style(drawing, cell.terrain, cell.marks, small)


def _beside(drawing: Drawing, x: float, y: float, half: float, more: float) -> list[tuple[float, float]]:
    """Where a name may be written, best first."""
    if drawing.layout.hexes:
        low = y + 31.0 - (more * 0.4 if drawing.layout.pitch == HEX else 0.0)
        return [(x, low), (x, y - 26 - more), (x + half * 0.5, low), (x - half * 0.5, low), (x, low + 8)]
    near = NODE + 9.5 if not drawing.has_sea else 30.0
    return [
        (x, y + near), (x, y - near + 6.5 - more), (x + half + NODE + 2, y + 4), (x - half - NODE - 2, y + 4),
        (x + half * 0.6, y + near), (x - half * 0.6, y + near), (x + half * 0.6, y - near + 6.5 - more),
        (x - half * 0.6, y - near + 6.5 - more), (x, y + near + 9),
    ]  # fmt: skip


def _style(drawing: Drawing, terrain: str, marks: tuple[str, ...], small: bool) -> str:
    """How a name is written: of a sea slanted, of a city large, of anything else plain."""
    if drawing.styles[terrain] == "sea":
        return "water"
    meanings = [meaning_of(drawing.picture.legend, mark) for mark in marks]
    great = drawing.layout.hexes and any(is_place(m) and "town" not in m and "centre" not in m for m in meanings)
    return " ".join(word for word, there in (("great", great), ("long", small)) if there)


def _lines(name: str) -> list[str]:
    """A long name in two lines, at a stroke or a blank near its middle."""
    places = [i for i, letter in enumerate(name) if letter in " /"]
    if len(name) < LONGEST or not places:
        return [name]
    best = min(places, key=lambda i: abs(i - len(name) / 2))
    return [name[: best + (name[best] == "/")].strip(), name[best + 1 :].strip()]


def _close(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _overlap(one: Box, other: Box) -> float:
    return (min(one[2], other[2]) - max(one[0], other[0])) * (min(one[3], other[3]) - max(one[1], other[1]))
