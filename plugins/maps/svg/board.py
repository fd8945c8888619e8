"""A whole board: the map, what lies on it, boxes, panels and legend."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import attrs

from wargame.core.title.picture import Picture
from wargame.plugins.maps.canvas import initials
from wargame.plugins.maps.svg import live_layer, sidebar, symbols, terrain
from wargame.plugins.maps.svg.colours import side_colours, side_rules, stylesheet
from wargame.plugins.maps.svg.counters import Sides
from wargame.plugins.maps.svg.geometry import Layout
from wargame.plugins.maps.svg.legend import draw_legend
from wargame.plugins.maps.svg.static_layer import ground, names, plain_ground
from wargame.plugins.maps.svg.writer import element, words

Theme = Literal["light", "dark", "contrast", "print"]
HEAD = 38.0  # the line above the map
FREE = 48.0  # how far panels on the map keep from the middle of any space
WIDE = 1.15  # maps wider than so many times their height have their panels below


@attrs.frozen
class Drawing:
    """What every part of a drawing needs to know."""

    picture: Picture
    layout: Layout
    sides: Sides
    styles: Mapping[str, str]
    lines: frozenset[str] = frozenset()  # the words of all kinds of links
    holders: Mapping[str, str] = attrs.field(factory=dict)  # the side that holds each space

    @property
    def has_sea(self) -> bool:
        """Whether this is a network of areas of land and sea, which cover the whole drawing."""
        return not self.layout.hexes and "sea" in self.styles.values()


def draw_board(picture: Picture, colours: Mapping[str, str], heading: str = "", theme: Theme = "light") -> str:
    """The picture as a whole SVG document; `colours` are the title's for its sides."""
    drawing = prepare(picture, colours)
    layout = drawing.layout
    head = HEAD if heading else 0.0
    panels, beside = _panels(picture, layout, head)
    below = head + layout.height + 10 + (panels.height if beside == "below" else 0.0)
    boxes, deep = sidebar.boxes(picture, 12, below, layout.width - 24, drawing.sides)
    legend, deeper = draw_legend(drawing, 12, below + deep, layout.width - 24)
    width = layout.width + (panels.width + 24 if beside == "right" else 0)
    height = max(below + deep + deeper + 10, panels.height + head + 24 if beside == "right" else 0)
    shades = side_rules(side_colours(list(drawing.sides.number), colours))
    return element(
        "svg",
        element("style", stylesheet(theme) + shades),
        element("defs", symbols.definitions(), terrain.definitions(drawing.styles.values())),
        element("rect", class_="paper", x=0, y=0, width=width, height=height),
        words(heading, 14, 27, "heading") if heading else "",
        element(
            "g", ground(drawing), live_layer.layer(drawing), names(drawing), transform=f"translate(0 {head})"
        ),
        panels.text, boxes, legend,
        xmlns="http://www.w3.org/2000/svg", width=width, height=height, viewBox=f"0 0 {width:.0f} {height:.0f}",
        role="img",
    )  # fmt: skip


def draw_preview(picture: Picture, colours: Mapping[str, str]) -> str:
    """The map alone, with its counters but without any writing, for a small picture."""
    drawing = prepare(picture, colours)
    width, height = drawing.layout.width, drawing.layout.height
    shades = side_rules(side_colours(list(drawing.sides.number), colours))
    return element(
        "svg",
        element("style", stylesheet("light") + shades),
        element("defs", symbols.definitions()),
        element("rect", class_="paper", x=0, y=0, width=width, height=height),
        plain_ground(drawing), live_layer.layer(drawing),
        xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {width:.0f} {height:.0f}", role="img",
    )  # fmt: skip


def _panels(picture: Picture, layout: Layout, head: float) -> tuple[sidebar.Column, str]:
    """The panels in an empty corner of the map; if there is none, below a wide map and to the right of a narrow one."""
    panels = _drawn(picture, 0, 0)
    wide, high = panels.width + 20, panels.height + 10
    covered = not layout.hexes and any("sea" in cell.terrain for cell in picture.cells)
    for left in () if covered else (0.0, layout.width - wide):
        for top in (0.0, layout.height - high):
            edges = (left - FREE, left + wide + FREE, top - FREE, top + high + FREE)
            if not any(edges[0] < x < edges[1] and edges[2] < y < edges[3] for x, y in layout.places.values()):
                return _drawn(picture, left + 14, head + top + 4), "corner"
    if layout.width < layout.height * WIDE:
        return _drawn(picture, layout.width + 12, head + 8), "right"
    return _drawn(picture, 12, head + layout.height + 10, layout.width - 24), "below"


def _drawn(picture: Picture, x: float, y: float, across: float = 0.0) -> sidebar.Column:
    panels = sidebar.Column(x, y)
    panels.draw(picture, across)
    return panels


def prepare(picture: Picture, colours: Mapping[str, str]) -> Drawing:
    """The layout and the styles of a picture."""
    cells = (*picture.cells, *picture.boxes)
    there = {c.side for c in cells} | {p.side for c in cells for p in c.pieces}
    names = [*colours, *sorted(there - {"", *colours})]
    sides = Sides({side: i for i, side in enumerate(names)}, initials(names))
    styles = terrain.styles(cell.terrain for cell in picture.cells)
    lines = frozenset(word for link in picture.links for word in link.kind.split())
    holders = {cell.id: cell.side for cell in picture.cells if cell.side}
    return Drawing(picture, Layout.of(picture), sides, styles, lines, holders)
