"""The map itself: spaces with their terrain, rivers and blocked sides, rails and roads, names. It never changes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from wargame.core.title.picture import Cell, Link
from wargame.plugins.maps.svg.areas import areas, outline, plots
from wargame.plugins.maps.svg.geometry import Point, joined, smooth
from wargame.plugins.maps.svg.labels import LINE, place_names
from wargame.plugins.maps.svg.signs import meaning_of
from wargame.plugins.maps.svg.terrain import PATTERNS
from wargame.plugins.maps.svg.writer import element, group, points, words

if TYPE_CHECKING:
    from wargame.plugins.maps.svg.board import Drawing

BETWEEN = ("river", "blocked", "impassable", "lake", "sea", "shore", "diamond")  # words of what lies along a hexside


def ground(drawing: Drawing) -> str:
    """The static layer, but for the names, which lie on top of everything."""
    spaces = _hexes(drawing) if drawing.layout.hexes else _network(drawing)
    return group(
        [
            group(spaces, class_="spaces"),
            group(_covers(drawing), class_="covers"),
            group(_numbers(drawing), class_="numbers"),
            group(_links(drawing), class_="links"),
        ],
        id="map",
    )


def plain_ground(drawing: Drawing) -> str:
    """The map with nothing written on it, for small pictures."""
    spaces = _hexes(drawing) if drawing.layout.hexes else _network(drawing)
    return group([group(spaces, class_="spaces"), group(_links(drawing), class_="links")])


def names(drawing: Drawing) -> str:
    """The names of the spaces."""
    made = []
    for lines, x, y, style in place_names(drawing):
        made += [words(text, x, y + i * LINE, f"name {style}".strip()) for i, text in enumerate(lines)]
    return group(made, id="names")


def _hexes(drawing: Drawing) -> Iterator[str]:
    for cell in drawing.picture.cells:
        corners = drawing.layout.corners(drawing.layout.places[cell.id])
        yield _space(drawing, cell, "polygon", points=points(corners))


def _network(drawing: Drawing) -> Iterator[str]:
    """The ground of the spaces of a network: areas that cover the drawing if there is sea, else plots around them."""
    if not drawing.has_sea:
        for shape in plots(drawing.layout).values():
            yield element("polygon", class_="land", points=points(shape))
        for cell in drawing.picture.cells:
            yield _space(drawing, cell, "polygon", points=points(plots(drawing.layout)[cell.id]))
        return
    shapes = areas(drawing.layout)
    for cell in drawing.picture.cells:
        yield _space(drawing, cell, "path", d=outline(shapes[cell.id].rings))
    for look in ("sea", "land"):
        of = (c for c in drawing.picture.cells if (drawing.styles[c.terrain] == "sea") == (look == "sea"))
        sides = dict.fromkeys(side for c in of for side in shapes[c.id].border)
        path = "".join("M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in line) for line in joined(sides))
        yield element("path", class_=f"border {look}", d=path)


def _space(drawing: Drawing, cell: Cell, shape: str, **where: str | float) -> str:
    look = drawing.styles[cell.terrain]
    return element(shape, class_=f"space terrain-{look}", id=f"space-{cell.id}", **where)


def _covers(drawing: Drawing) -> Iterator[str]:
    """The pattern of each terrain, in the ground of its spaces."""
    for cell in drawing.picture.cells:
        look = drawing.styles[cell.terrain]
        if look in PATTERNS and drawing.layout.hexes:
            x, y = drawing.layout.places[cell.id]
            yield element("use", href=f"#terrain-{look}", x=x, y=y)


def _streams(drawing: Drawing) -> Iterator[str]:
    """Rivers of which only the hexes are known: lines through the middles of neighbouring ones."""
    layout, legend = drawing.layout, drawing.picture.legend
    wet = {c.id for c in drawing.picture.cells if any("river" in meaning_of(legend, mark) for mark in c.marks)}
    if not wet or not layout.hexes:
        return
    beside = {id: [near for near in layout.neighbours[id] if near in wet] for id in wet}
    pairs = sorted(
        {(min(a, b), max(a, b)) for a in wet for b in beside[a]},
        key=lambda p: (len(beside[p[0]]) + len(beside[p[1]]), p),
    )
    group_of = {id: id for id in wet}

    def root(id: str) -> str:
        while group_of[id] != id:
            id = group_of[id]
        return id

    chosen = []
    for a, b in pairs:  # no rings: water flows one way
        if root(a) != root(b):
            group_of[root(a)] = root(b)
            chosen.append((layout.places[a], layout.places[b]))
    lines = [_wound(line) for line in joined(chosen)]
    lone = [layout.places[id] for id in sorted(wet) if not beside[id]]
    dots = "".join(f"M{x - 14:.1f} {y:.1f}q7-7 14 0t14 0" for x, y in lone)
    yield element("path", class_="stream", d="".join(smooth(line) for line in lines) + dots)


def _wound(line: list[Point]) -> list[Point]:
    """A line that winds a little instead of running straight from middle to middle."""
    found = []
    for i, (x, y) in enumerate(line):
        swing = 7 if i % 2 else -7
        found.append((x + swing, y + swing / 2) if 0 < i < len(line) - 1 else (x, y))
    return found


def _links(drawing: Drawing) -> Iterator[str]:
    """Rivers first, joined to lines; then what blocks; then what runs from centre to centre."""
    layout, links = drawing.layout, drawing.picture.links
    hexes = layout.hexes
    if "river" not in drawing.lines:
        yield from _streams(drawing)
    sides = [link for link in links if hexes and between(link)]
    for kind in dict.fromkeys(link.kind for link in sides if "river" in link.kind):
        lines = joined(layout.side(link.a, link.b) for link in sides if link.kind == kind)
        path = "".join(smooth(line) for line in lines)
        yield element("path", class_="river major" if "major" in kind else "river", d=path)
    for link in sides:
        (ax, ay), (bx, by) = layout.side(link.a, link.b)
        if "river" not in link.kind:
            shore = "lake" in link.kind or "sea" in link.kind
            yield element(
                "line", class_="shore" if shore else f"blocked {link.kind.split()[0]}", x1=ax, y1=ay, x2=bx, y2=by
            )
        elif "bridge" in link.kind:
            yield _bridge(drawing, link)
    if drawing.has_sea:
        return  # the borders of the areas say who is next to whom
    ways = [link for link in links if not (hexes and between(link))]
    for kind in dict.fromkeys(link.kind for link in ways):
        ends = ((drawing.layout.places[link.a], drawing.layout.places[link.b]) for link in ways if link.kind == kind)
        path = "".join(smooth(line) for line in joined(ends))
        if "rail" in kind:
            yield element("path", class_="rail", d=path) + element("path", class_="ties", d=path)
        else:
            yield element("path", class_=_way(kind), d=path)


def between(link: Link) -> bool:
    """Whether a link lies along a hexside."""
    return link.along == "side" or any(word in link.kind for word in BETWEEN)


def _way(kind: str) -> str:
    if "road" in kind:
        return "road"
    if "pass" in kind:
        return "pass"
    return "way dotted" if "dotted" in kind else "way"


def _bridge(drawing: Drawing, link: Link) -> str:
    (ax, ay), (bx, by) = drawing.layout.places[link.a], drawing.layout.places[link.b]
    x, y, dx, dy = (ax + bx) / 2, (ay + by) / 2, (bx - ax) * 0.12, (by - ay) * 0.12
    return element("path", class_="bridge", d=f"M{x - dx:.1f} {y - dy:.1f}L{x + dx:.1f} {y + dy:.1f}")


def _numbers(drawing: Drawing) -> Iterator[str]:
    if not drawing.layout.hexes:
        return
    for cell in drawing.picture.cells:
        x, y = drawing.layout.places[cell.id]
        yield words(cell.id, x, y - (26.5 if not drawing.layout.flat else 24.5), "number")
