"""The ground of the spaces of a network, of which only the places are known.

Where a network has land and sea, its spaces divide the whole drawing between them (`areas`); elsewhere each has the
ground around it (`plots`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache

import attrs

from wargame.plugins.maps.svg.geometry import Layout, Point

STAKES = (0.2, 0.36, 0.49)  # how far along each connection a space claims the ground
PLOT = 74.0  # how far the ground of a space reaches where nothing else bounds it
SNAP = 3  # corners so near to each other are one
ROUNDS = 3  # how often borders are smoothed


@attrs.frozen
class Area:
    """The land or sea of one space: the pieces it is made of, its outline as rings, and its borders with others."""

    pieces: tuple[tuple[Point, ...], ...]
    rings: tuple[tuple[Point, ...], ...] = ()
    border: tuple[tuple[Point, Point], ...] = ()


@lru_cache(maxsize=8)
def areas(layout: Layout) -> Mapping[str, Area]:
    """The areas into which a network divides the drawing.

    Every space claims its own place and the near half of each of its connections; what is nearest to a claim belongs to
    its space. So neighbours share a border wherever the connections leave room for one. What a space would own beyond
    the land of another goes to its neighbours.
    """
    owners: dict[Point, str] = {here: id for id, here in layout.places.items()}
    for a, b in layout.ways:
        (ax, ay), (bx, by) = layout.places[a], layout.places[b]
        for part in STAKES:
            owners.setdefault((ax + (bx - ax) * part, ay + (by - ay) * part), a)
            owners.setdefault((bx + (ax - bx) * part, by + (ay - by) * part), b)
    box = [(0.0, 0.0), (layout.width, 0.0), (layout.width, layout.height), (0.0, layout.height)]
    shapes = {place: _snapped(shape) for place, shape in nearest_areas(list(owners), lambda _: box).items()}
    owners = _without_islands(owners, shapes, layout)
    pieces: dict[str, list[tuple[Point, ...]]] = {id: [] for id in layout.places}
    for place, shape in shapes.items():
        pieces[owners[place]].append(tuple(shape))
    moved = _smoothed(pieces, layout)
    rings = {id: tuple(tuple(moved.get(p, p) for p in ring) for ring in _rings(own)) for id, own in pieces.items()}
    borders = _borders(rings)
    return {id: Area(tuple(pieces[id]), rings[id], tuple(borders.get(id, ()))) for id in pieces}


@lru_cache(maxsize=8)
def plots(layout: Layout) -> Mapping[str, tuple[Point, ...]]:
    """The ground around each space, up to halfway to its neighbours."""

    def around(here: Point) -> list[Point]:
        turns = (math.radians(22.5 * k) for k in range(16))
        return [(here[0] + PLOT * math.cos(a), here[1] + PLOT * math.sin(a)) for a in turns]

    shapes = nearest_areas(list(layout.places.values()), around)
    return {id: tuple(shapes[here]) for id, here in layout.places.items()}


def outline(rings: Iterable[Sequence[Point]]) -> str:
    """Rings as one path."""
    return "".join("M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in ring) + "Z" for ring in rings if len(ring) > 2)


def nearest_areas(places: Sequence[Point], widest: Callable[[Point], list[Point]]) -> dict[Point, list[Point]]:
    """A polygon around each place: all of `widest(place)` that is nearer to it than to any other."""
    found = {}
    for here in places:
        shape: list[Point] = widest(here)
        reach = max(math.hypot(x - here[0], y - here[1]) for x, y in shape)
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


def _snapped(shape: Sequence[Point]) -> list[Point]:
    """A polygon with its corners on a coarse grid, so that neighbours have the same."""
    corners = [(round(x / SNAP) * SNAP, round(y / SNAP) * SNAP) for x, y in shape]
    return [p for p, q in zip(corners, [*corners[1:], corners[0]], strict=True) if p != q]


def _edges(shape: Sequence[Point]) -> list[tuple[Point, Point]]:
    return list(zip(shape, [*shape[1:], *shape[:1]], strict=True))


def _without_islands(
    owners: Mapping[Point, str], shapes: Mapping[Point, Sequence[Point]], layout: Layout
) -> dict[Point, str]:
    """The owners of the pieces, with every piece that is cut off from its space's own place given to a neighbour."""
    beside: dict[Point, dict[Point, float]] = {place: {} for place in shapes}
    first: dict[tuple[Point, Point], Point] = {}
    for place, shape in shapes.items():
        for a, b in _edges(shape):
            other = first.setdefault((min(a, b), max(a, b)), place)
            if other != place:
                beside[place][other] = beside[other][place] = math.dist(a, b)
    found = dict(owners)
    linked: set[Point] = set()
    for id, home in layout.places.items():
        todo = [home]
        while todo:
            here = todo.pop()
            if here not in linked:
                linked.add(here)
                todo += [near for near in beside[here] if owners[near] == id]
    loose = [place for place in shapes if place not in linked]
    while loose:
        ready = [place for place in loose if any(near in linked for near in beside[place])]
        if not ready:
            break
        for place in ready:
            found[place] = found[max((near for near in beside[place] if near in linked), key=beside[place].__getitem__)]
        linked.update(ready)
        loose = [place for place in loose if place not in linked]
    return found


def _rings(shapes: Iterable[Sequence[Point]]) -> list[list[Point]]:
    """The outline of several polygons that touch each other."""
    edges = {edge for shape in shapes for edge in _edges(shape)}
    after: dict[Point, list[Point]] = {}
    for a, b in sorted(edges):
        if (b, a) not in edges:
            after.setdefault(a, []).append(b)
    rings = []
    while after:
        start = here = next(iter(after))
        ring = []
        while here in after:
            ring.append(here)
            there = after[here].pop()
            if not after[here]:
                del after[here]
            here = there
            if here == start:
                break
        rings.append(ring)
    return rings


def _smoothed(pieces: Mapping[str, Sequence[Sequence[Point]]], layout: Layout) -> dict[Point, Point]:
    """Where each corner of a border goes, so that borders are curves; where three areas meet, it stays."""
    near: dict[Point, set[Point]] = {}
    for own in pieces.values():
        for ring in _rings(own):
            for a, b in _edges(ring):
                near.setdefault(a, set()).add(b)
                near.setdefault(b, set()).add(a)
    now = {p: p for p in near}
    free = [p for p in near if len(near[p]) == 2 and 2 < p[0] < layout.width - 2 and 2 < p[1] < layout.height - 2]
    for _ in range(ROUNDS):
        moved = {}
        for p in free:
            (ax, ay), (bx, by) = (now[q] for q in near[p])
            x, y = now[p]
            moved[p] = ((ax + 2 * x + bx) / 4, (ay + 2 * y + by) / 4)
        now |= moved
    return now


def _borders(rings: Mapping[str, Sequence[Sequence[Point]]]) -> dict[str, list[tuple[Point, Point]]]:
    """For each area the sides that it shares with another; the edge of the drawing is no border."""
    sides: dict[tuple[Point, Point], list[str]] = {}
    for id, own in rings.items():
        for ring in own:
            for a, b in _edges(ring):
                sides.setdefault((min(a, b), max(a, b)), []).append(id)
    borders: dict[str, list[tuple[Point, Point]]] = {}
    for side, found in sides.items():
        if len(set(found)) == 2:
            for id in set(found):
                borders.setdefault(id, []).append(side)
    return borders
