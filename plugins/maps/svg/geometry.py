"""Where things lie on the drawing: pixels for a picture's coordinates, corners of hexes, hexsides, joined rivers."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache

import attrs

from wargame.core.title.picture import Picture
from wargame.plugins.maps.svg.writer import number

Point = tuple[float, float]
HEX = 64.0  # pixels between the centres of neighbouring hexes
ROOMY = 84.0  # the same on a map where many names take two lines
TWO_LINES, MANY = 17, 0.05  # letters of a name that takes two lines, and the share of hexes that are many
NODE = 63.0  # pixels between the centres of spaces that lie close together on a network
MARGIN = 46.0
STEPS = 40  # how often spaces that lie too close are pushed apart


@attrs.frozen(eq=False)
class Layout:
    """Where the spaces of a picture are, in pixels. `flat` says whether hexes have flat tops.

    A layout depends on nothing that changes in a game and is made once; `hexes` is False for a network, whose
    connections are `ways`.
    """

    hexes: bool
    flat: bool
    places: dict[str, Point]
    width: float
    height: float
    ways: tuple[tuple[str, str], ...] = ()
    pitch: float = HEX

    @classmethod
    def of(cls, picture: Picture) -> Layout:
        """The layout of a picture, large enough that neighbouring counters do not cover each other."""
        spots = tuple((cell.id, cell.x, cell.y) for cell in picture.cells)
        if picture.layout == "hexes":
            long = sum(len(cell.label.removeprefix(cell.id).strip()) >= TWO_LINES for cell in picture.cells)
            return _hex_layout(spots, picture.hexes, ROOMY if long > len(spots) * MANY else HEX)
        sea = any("sea" in cell.terrain for cell in picture.cells)
        return _network_layout(spots, tuple((link.a, link.b) for link in picture.links), sea)

    @property
    def radius(self) -> float:
        """From the centre of a hex to a corner."""
        return self.pitch / math.sqrt(3)

    def corners(self, middle: Point, part: float = 1.0) -> list[Point]:
        """The corners of a hex: flat tops at 0, 60, 120 ... degrees, pointed ones at 30, 90, 150 ..."""
        first, far = (0 if self.flat else 30), self.radius * part
        angles = (math.radians(first + 60 * k) for k in range(6))
        return [(middle[0] + far * math.cos(a), middle[1] + far * math.sin(a)) for a in angles]

    def side(self, a: str, b: str) -> tuple[Point, Point]:
        """The ends of the hexside between two neighbours."""
        (ax, ay), (bx, by) = self.places[a], self.places[b]
        long = math.hypot(bx - ax, by - ay) or 1.0
        x, y = (ax + bx) / 2, (ay + by) / 2
        dx, dy = -(by - ay) / long * self.radius / 2, (bx - ax) / long * self.radius / 2
        return (x + dx, y + dy), (x - dx, y - dy)

    @cached_property
    def neighbours(self) -> dict[str, tuple[str, ...]]:
        """Of each hex its neighbours on the map, in the order of its sides: side k is from corner k to corner k + 1."""
        at = {_corner(place): id for id, place in self.places.items()}
        first = 30 if self.flat else 60
        steps = [
            (self.pitch * math.cos(math.radians(first + 60 * k)), self.pitch * math.sin(math.radians(first + 60 * k)))
            for k in range(6)
        ]
        return {id: tuple(_near(at, x + dx, y + dy) for dx, dy in steps) for id, (x, y) in self.places.items()}


def _near(at: dict[Point, str], x: float, y: float) -> str:
    """The space at a place, give or take a pixel; empty if there is none."""
    px, py = _corner((x, y))
    return next((at[px + i, py + j] for i in (0, 1, -1) for j in (0, 1, -1) if (px + i, py + j) in at), "")


@lru_cache(maxsize=32)
def _hex_layout(spots: tuple[tuple[str, float, float], ...], lie: str, pitch: float) -> Layout:
    points = [(x, y) for _, x, y in spots]
    near = min(_nearest(points))
    flat = (lie or _lie(points, near)) == "flat"
    return attrs.evolve(_laid_out(True, flat, spots, pitch / max(near, 1e-6)), pitch=pitch)


@lru_cache(maxsize=32)
def _network_layout(
    spots: tuple[tuple[str, float, float], ...], ways: tuple[tuple[str, str], ...], sea: bool
) -> Layout:
    """Spaces keep the distances of the picture where they can, and are pushed apart where they lie too close."""
    nearest = sorted(_nearest([(x, y) for _, x, y in spots]))
    close = nearest[len(nearest) // 8] if sea else nearest[len(nearest) // 4]
    made = _laid_out(False, False, spots, NODE / max(close, 1e-6))
    if sea or len(spots) < 3:
        return attrs.evolve(made, ways=ways)
    return attrs.evolve(made, ways=ways, places=_pushed_apart(made.places, NODE - 2))


def _laid_out(hexes: bool, flat: bool, spots: Sequence[tuple[str, float, float]], scale: float) -> Layout:
    left, top = min(x for _, x, _ in spots), min(y for _, _, y in spots)
    places = {id: ((x - left) * scale + MARGIN, (y - top) * scale + MARGIN) for id, x, y in spots}
    width, height = (max(p[i] for p in places.values()) + MARGIN for i in (0, 1))
    return Layout(hexes, flat, places, width, height)


def _pushed_apart(places: dict[str, Point], least: float) -> dict[str, Point]:
    """The places with at least about `least` pixels between any two, each moved as little as that takes."""
    now = {id: list(place) for id, place in places.items()}
    right, bottom = (max(p[i] for p in places.values()) for i in (0, 1))
    for _ in range(STEPS):
        moved = False
        ordered = sorted(now.values())
        for i, one in enumerate(ordered):
            for other in itertools.takewhile(lambda p, x=one[0]: p[0] < x + least, ordered[i + 1 :]):  # type: ignore[misc]
                dx, dy = other[0] - one[0], other[1] - one[1]
                far = math.hypot(dx, dy)
                if far < least - 0.5:
                    moved = True
                    part = (least - far) / 2 / (far or 1.0)
                    one[0], one[1] = one[0] - dx * part, one[1] - dy * part
                    other[0], other[1] = other[0] + dx * part, other[1] + dy * part
        if not moved:
            break
    return {id: (min(max(x, MARGIN), right), min(max(y, MARGIN), bottom)) for id, (x, y) in now.items()}


def _nearest(points: Sequence[Point]) -> list[float]:
    """How far each space is from the next one."""
    found = []
    ordered = sorted(points)
    for i, (x, y) in enumerate(ordered):
        best = math.inf
        for others in (ordered[i + 1 :], reversed(ordered[:i])):
            for ox, oy in others:
                if abs(ox - x) >= best:
                    break
                best = min(best, math.hypot(ox - x, oy - y))
        found.append(best)
    return found


def _lie(points: Sequence[Point], near: float) -> str:
    """Whether hexes lie flat or pointed: pointed ones have a neighbour straight beside them."""
    at = {(round(x / near, 1), round(y / near, 1)) for x, y in points}
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
    first, *rest = line
    made = f"M{_at(first)}"
    for (px, py), (qx, qy) in itertools.pairwise(rest):
        made += f"Q{_at((px, py))} {_at(((px + qx) / 2, (py + qy) / 2))}"
    return made + f"L{_at(rest[-1])}"


def _at(place: Point) -> str:
    return f"{number(place[0])} {number(place[1])}"
