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
from wargame.plugins.maps.svg.static_layer import ground
from wargame.plugins.maps.svg.writer import element, words

Theme = Literal["light", "dark", "contrast", "print"]
HEAD = 36.0  # the line above the map


@attrs.frozen
class Drawing:
    """What every part of a drawing needs to know."""

    picture: Picture
    layout: Layout
    sides: Sides
    styles: Mapping[str, str]
    lines: frozenset[str] = frozenset()  # the words of all kinds of links


def draw_board(picture: Picture, colours: Mapping[str, str], heading: str = "", theme: Theme = "light") -> str:
    """The picture as a whole SVG document; `colours` are the title's for its sides."""
    drawing = prepare(picture, colours)
    layout = drawing.layout
    head = HEAD if heading else 0.0
    panels, wide, high = sidebar.panels(picture, layout.width + 12, head + 8)
    boxes, deep = sidebar.boxes(picture, 12, head + layout.height + 10, layout.width - 24, drawing.sides)
    legend, deeper = sidebar.legend(drawing, 12, head + layout.height + 10 + deep, layout.width - 24)
    width = layout.width + (wide + 24 if wide else 0)
    height = max(head + layout.height + deep + deeper + 20, high + 16)
    shades = side_rules(side_colours(list(drawing.sides.number), colours))
    return element(
        "svg",
        element("style", stylesheet(theme) + shades),
        element("defs", symbols.definitions(), terrain.definitions(drawing.styles.values())),
        element("rect", class_="paper", x=0, y=0, width=width, height=height),
        words(heading, 14, 26, "heading") if heading else "",
        element("g", ground(drawing), live_layer.layer(drawing), transform=f"translate(0 {head})"),
        panels, boxes, legend,
        xmlns="http://www.w3.org/2000/svg", width=width, height=height, viewBox=f"0 0 {width:.0f} {height:.0f}",
        role="img",
    )  # fmt: skip


def prepare(picture: Picture, colours: Mapping[str, str]) -> Drawing:
    """The layout and the styles of a picture."""
    cells = (*picture.cells, *picture.boxes)
    there = {c.side for c in cells} | {p.side for c in cells for p in c.pieces}
    names = [*colours, *sorted(there - {"", *colours})]
    sides = Sides({side: i for i, side in enumerate(names)}, initials(names))
    styles = terrain.styles(cell.terrain for cell in picture.cells)
    lines = frozenset(word for link in picture.links for word in link.kind.split())
    return Drawing(picture, Layout.of(picture), sides, styles, lines)
