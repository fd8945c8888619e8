"""Where things lie on the drawing: pixels for a picture's coordinates, corners of hexes, hexsides, joined rivers."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from functools import cached_property

import attrs

from wargame.core.title.picture import Cell, Picture

Point = tuple[float, float]
HEX = 64.0  # pixels between the centres of neighbouring hexes
NODE = 62.0  # pixels between the centres of spaces that lie close together on a network
MARGIN = 46.0


@attrs.frozen
class Layout:
    """The picture's coordinates in pixels. `flat` says whether hexes have flat tops."""

    picture: Picture
    scale: float
    left: float
    top: float
    width: float
    height: float
    flat: bool = False

    @classmethod
    def of(cls, picture: Picture) -> Layout:
        """The layout of a picture, large enough that neighbouring counters do not cover each other."""
        nearest = sorted(_nearest(picture.cells))
        if picture.layout == "hexes":
            scale = HEX / max(nearest[0], 1e-6)
        else:
            close = nearest[len(nearest) // 8]
            scale = NODE / max(close, 1e-6)
        xs, ys = [c.x for c in picture.cells], [c.y for c in picture.cells]
        left, top = min(xs), min(ys)
        return cls(
            picture, scale, left, top,
            (max(xs) - left) * scale + 2 * MARGIN, (max(ys) - top) * scale + 2 * MARGIN,
            picture.layout == "hexes" and (picture.hexes or _lie(picture.cells, nearest[0])) == "flat",
        )  # fmt: skip

    def place(self, cell: Cell) -> Point:
        """The middle of a space."""
        return (cell.x - self.left) * self.scale + MARGIN, (cell.y - self.top) * self.scale + MARGIN

    @cached_property
    def places(self) -> dict[str, Point]:
        return {cell.id: self.place(cell) for cell in self.picture.cells}

    @property
    def radius(self) -> float:
        """From the centre of a hex to a corner."""
        return HEX / math.sqrt(3)

    def corners(self, middle: Point) -> list[Point]:
        """The corners of a hex: flat tops at 0, 60, 120 ... degrees, pointed ones at 30, 90, 150 ..."""
        first = 0 if self.flat else 30
        angles = (math.radians(first + 60 * k) for k in range(6))
        return [(middle[0] + self.radius * math.cos(a), middle[1] + self.radius * math.sin(a)) for a in angles]

    def side(self, a: str, b: str) -> tuple[Point, Point]:
        """The ends of the hexside between two neighbours."""
        (ax, ay), (bx, by) = self.places[a], self.places[b]
        long = math.hypot(bx - ax, by - ay) or 1.0
        x, y = (ax + bx) / 2, (ay + by) / 2
        dx, dy = -(by - ay) / long * self.radius / 2, (bx - ax) / long * self.radius / 2
        return (x + dx, y + dy), (x - dx, y - dy)


def _nearest(cells: Sequence[Cell]) -> list[float]:
    """How far each space is from the next one."""
    found = []
    ordered = sorted(cells, key=lambda c: c.x)
    for i, cell in enumerate(ordered):
        best = math.inf
        for others in (ordered[i + 1 :], reversed(ordered[:i])):
            for other in others:
                if abs(other.x - cell.x) >= best:
                    break
                best = min(best, math.hypot(other.x - cell.x, other.y - cell.y))
        found.append(best)
    return found


def _lie(cells: Sequence[Cell], near: float) -> str:
    """Whether hexes lie flat or pointed: pointed ones have a neighbour straight beside them."""
    at = {(round(c.x / near, 1), round(c.y / near, 1)) for c in cells}
    return "pointed" if any((round(x + 1, 1), y) in at for x, y in at) else "flat"


def joined(sides: Iterable[tuple[Point, Point]]) -> list[list[Point]]:
    """Hexsides joined at their common corners into lines as long as possible."""
    ends: dict[Point, list[tuple[int, Point]]] = {}
    segments = [(_corner(a), _corner(b)) for a, b in sides]
    for i, (a, b) in enumerate(segments):
        ends.setdefault(a, []).append((i, b))
        ends.setdefault(b, []).append((i, a))
    used: set[int] = set()
    lines = []
    for start in sorted(ends, key=lambda corner: (len(ends[corner]) == 2, corner)):  # true ends first, then rings
        while any(i not in used for i, _ in ends[start]):
            line, here = [start], start
            while free := [(i, to) for i, to in ends[here] if i not in used]:
                i, here = free[0]
                used.add(i)
                line.append(here)
                if len(ends[here]) != 2:
                    break
            lines.append(line)
    return lines


def _corner(place: Point) -> Point:
    return round(place[0]), round(place[1])


def smooth(line: Sequence[Point]) -> str:
    """A path through the middles of a line's parts, rounded at its corners."""
    (x, y), *rest = line
    made = f"M{x:.1f} {y:.1f}"
    for (px, py), (qx, qy) in itertools.pairwise(rest):
        made += f"Q{px:.1f} {py:.1f} {(px + qx) / 2:.1f} {(py + qy) / 2:.1f}"
    return made + f"L{rest[-1][0]:.1f} {rest[-1][1]:.1f}"


@attrs.frozen
class Area:
    """The land or sea of one space: the pieces it is made of, and its border as lines."""

    pieces: tuple[tuple[Point, ...], ...]
    border: tuple[tuple[Point, Point], ...]


STAKES = (0.2, 0.36, 0.49)  # how far along each connection a space claims the ground


def areas(layout: Layout) -> dict[str, Area]:
    """The ground of each space of a network where only the places of the spaces are known.

    Every space claims its own place and the near half of each of its connections; what is nearest to a claim belongs to
    its space. So neighbours share a border wherever the connections leave room for one.
    """
    owners: dict[Point, str] = {here: id for id, here in layout.places.items()}
    for link in layout.picture.links:
        (ax, ay), (bx, by) = layout.places[link.a], layout.places[link.b]
        for part in STAKES:
            owners.setdefault((ax + (bx - ax) * part, ay + (by - ay) * part), link.a)
            owners.setdefault((bx + (ax - bx) * part, by + (ay - by) * part), link.b)
    shapes = nearest_areas(list(owners), layout.width, layout.height)
    pieces: dict[str, list[tuple[Point, ...]]] = {}
    sides: dict[tuple[Point, Point], list[str]] = {}
    for place, shape in shapes.items():
        corners = [_corner(p) for p in shape]
        pieces.setdefault(owners[place], []).append(tuple(corners))
        for a, b in zip(corners, [*corners[1:], corners[0]], strict=True):
            if a != b:
                sides.setdefault((min(a, b), max(a, b)), []).append(owners[place])
    borders: dict[str, list[tuple[Point, Point]]] = {}
    for side, found in sides.items():
        if len(set(found)) == 2:  # between two pieces of one space, and at the edge of the drawing, there is no border
            for id in set(found):
                borders.setdefault(id, []).append(side)
    return {id: Area(tuple(found), tuple(borders.get(id, ()))) for id, found in pieces.items()}


def nearest_areas(places: Sequence[Point], width: float, height: float) -> dict[Point, list[Point]]:
    """A polygon around each place: all of the drawing that is nearer to it than to any other."""
    box = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]
    found = {}
    for here in places:
        shape: list[Point] = box
        reach = math.hypot(width, height)
        others = sorted((math.hypot(p[0] - here[0], p[1] - here[1]), p) for p in places if p != here)
        for far, other in others:
            if far > 2 * reach:
                break
            shape = _nearer(shape, here, other)
            reach = max(math.hypot(x - here[0], y - here[1]) for x, y in shape)
        found[here] = shape
    return found


def _nearer(shape: Sequence[Point], here: Point, other: Point) -> list[Point]:
    """The part of a polygon that is nearer to `here` than to `other`."""
    mx, my = (here[0] + other[0]) / 2, (here[1] + other[1]) / 2
    nx, ny = other[0] - here[0], other[1] - here[1]

    def beyond(p: Point) -> float:
        return (p[0] - mx) * nx + (p[1] - my) * ny

    made: list[Point] = []
    for a, b in zip(shape, [*shape[1:], shape[0]], strict=True):
        da, db = beyond(a), beyond(b)
        if da <= 0:
            made.append(a)
        if (da < 0 < db) or (db < 0 < da):
            t = da / (da - db)
            made.append((a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])))
    return made
