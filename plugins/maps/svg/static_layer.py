"""The map itself: spaces with their terrain, rivers and blocked sides, rails and roads, names. It never changes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from wargame.core.title.picture import Cell, Link
from wargame.plugins.maps.svg.geometry import areas, joined, smooth
from wargame.plugins.maps.svg.labels import LINE, LONG, place_names
from wargame.plugins.maps.svg.terrain import PATTERNS
from wargame.plugins.maps.svg.writer import element, group, number, points, words

if TYPE_CHECKING:
    from wargame.plugins.maps.svg.board import Drawing

BETWEEN = ("river", "blocked", "impassable", "lake", "sea", "shore", "diamond")  # words of what lies along a hexside


def ground(drawing: Drawing) -> str:
    """The static layer."""
    spaces = _hexes(drawing) if drawing.picture.layout == "hexes" else _network(drawing)
    return group(
        [
            group(spaces, class_="spaces"),
            group(_covers(drawing), class_="covers"),
            group(_links(drawing), class_="links"),
            group(_numbers(drawing), class_="numbers"),
            group(_names(drawing), class_="names"),
        ],
        id="map",
    )


def _hexes(drawing: Drawing) -> Iterator[str]:
    for cell in drawing.picture.cells:
        corners = drawing.layout.corners(drawing.layout.places[cell.id])
        yield _space(drawing, cell, "polygon", points=points(corners))


def _network(drawing: Drawing) -> Iterator[str]:
    """Spaces of a network: areas around them where there is land and sea, else nothing but the paper."""
    kinds = set(drawing.styles.values())
    if "sea" in kinds:
        shapes = areas(drawing.layout)
        for cell in drawing.picture.cells:
            ground = "".join(f"M{points(piece)}Z" for piece in shapes[cell.id].pieces)
            yield _space(drawing, cell, "path", d=ground)
        for look in ("sea", "land"):
            of = (c for c in drawing.picture.cells if (drawing.styles[c.terrain] == "sea") == (look == "sea"))
            sides = dict.fromkeys(side for c in of for side in shapes[c.id].border)
            path = "".join(smooth(line) for line in joined(sides))
            yield element("path", class_=f"border {look}", d=path)
        return
    for cell in drawing.picture.cells:
        x, y = drawing.layout.places[cell.id]
        yield _space(drawing, cell, "circle", cx=x, cy=y, r=24.0)


def _space(drawing: Drawing, cell: Cell, shape: str, **where: str | float) -> str:
    look = drawing.styles[cell.terrain]
    return element(shape, class_=f"space terrain-{look}", id=f"space-{cell.id}", **where)


def _covers(drawing: Drawing) -> Iterator[str]:
    for cell in drawing.picture.cells:
        look = drawing.styles[cell.terrain]
        if look in PATTERNS:
            x, y = drawing.layout.places[cell.id]
            yield element("use", href=f"#terrain-{look}", x=x, y=y)


def _links(drawing: Drawing) -> Iterator[str]:
    """Rivers first, joined to lines; then what blocks; then what runs from centre to centre."""
    layout, links = drawing.layout, drawing.picture.links
    hexes = drawing.picture.layout == "hexes"
    sides = [link for link in links if hexes and between(link)]
    for kind in dict.fromkeys(link.kind for link in sides if "river" in link.kind):
        lines = joined(layout.side(link.a, link.b) for link in sides if link.kind == kind)
        path = "".join(smooth(line) for line in lines)
        yield element("path", class_="river major" if "major" in kind else "river", d=path)
    for link in sides:
        (ax, ay), (bx, by) = layout.side(link.a, link.b)
        if "river" not in link.kind:
            shore = "lake" in link.kind or "sea" in link.kind
            yield element("line", class_="shore" if shore else "blocked", x1=ax, y1=ay, x2=bx, y2=by)
        elif "bridge" in link.kind:
            yield _bridge(drawing, link)
    if not hexes and "sea" in drawing.styles.values():
        return  # the borders of the areas say who is next to whom
    ways = [link for link in links if not (hexes and between(link))]
    for kind in dict.fromkeys(link.kind for link in ways):
        path = "".join(_straight(drawing, link) for link in ways if link.kind == kind)
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


def _straight(drawing: Drawing, link: Link) -> str:
    (ax, ay), (bx, by) = drawing.layout.places[link.a], drawing.layout.places[link.b]
    return f"M{number(ax)} {number(ay)}L{number(bx)} {number(by)}"


def _bridge(drawing: Drawing, link: Link) -> str:
    (ax, ay), (bx, by) = drawing.layout.places[link.a], drawing.layout.places[link.b]
    x, y, dx, dy = (ax + bx) / 2, (ay + by) / 2, (bx - ax) * 0.12, (by - ay) * 0.12
    return element("path", class_="bridge", d=f"M{x - dx:.1f} {y - dy:.1f}L{x + dx:.1f} {y + dy:.1f}")


def _numbers(drawing: Drawing) -> Iterator[str]:
    if drawing.picture.layout != "hexes":
        return
    for cell in drawing.picture.cells:
        x, y = drawing.layout.places[cell.id]
        yield words(cell.id, x, y - 24.0 if not drawing.layout.flat else y - 21.0, "number")


def _names(drawing: Drawing) -> Iterator[str]:
    for lines, x, y in place_names(drawing):
        for i, text in enumerate(lines):
            yield words(text, x, y + i * LINE, "name" if len(text) < LONG else "name long")
