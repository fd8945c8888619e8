"""Arrows: orders and their outcomes, marches, attacks, retreats."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from wargame.core.title.picture import Arrow
from wargame.plugins.maps.svg.geometry import Point
from wargame.plugins.maps.svg.writer import element, group, tooltip

if TYPE_CHECKING:
    from wargame.plugins.maps.svg.board import Drawing

START, END = 17.0, 27.0  # how far from the middles of its spaces an arrow begins and ends, clear of their values
HEAD = 9.5
BEND = 0.1  # how much an arrow curves, so that two in opposite directions can be told apart


def arrows(drawing: Drawing) -> Iterator[str]:
    """All arrows of a picture whose ends are on the map."""
    places = drawing.layout.places
    return (
        arrow(drawing, one) for one in drawing.picture.arrows if one.a in places and one.b in places and one.a != one.b
    )


def arrow(drawing: Drawing, one: Arrow) -> str:
    """One arrow: its line tells what it is, its colour whose it is; a cross on it says that it failed."""
    a, b = drawing.layout.places[one.a], drawing.layout.places[one.b]
    long = math.dist(a, b) or 1.0
    ux, uy = (b[0] - a[0]) / long, (b[1] - a[1]) / long
    mid = ((a[0] + b[0]) / 2 - uy * long * BEND, (a[1] + b[1]) / 2 + ux * long * BEND)
    start, end = _towards(a, mid, START), _towards(b, mid, END)
    path = f"M{start[0]:.1f} {start[1]:.1f}Q{mid[0]:.1f} {mid[1]:.1f} {end[0]:.1f} {end[1]:.1f}"
    parts = [
        tooltip(one.text) if one.text else "",
        element("path", class_="arrow-edge", d=path),
        element("path", class_="arrow-line", d=path),
    ]
    if one.kind not in ("support", "convoy"):
        parts.append(_head(mid, end))
    if not one.done:
        x, y = (start[0] + 2 * mid[0] + end[0]) / 4, (start[1] + 2 * mid[1] + end[1]) / 4
        cross = f"M{x - 6:.1f} {y - 6:.1f}l12 12M{x + 6:.1f} {y - 6:.1f}l-12 12"
        parts += [element("path", class_="arrow-edge", d=cross), element("path", class_="arrow-cross", d=cross)]
    failed = "" if one.done else " failed"
    return group(parts, class_=f"arrow arrow-{one.kind}{failed} {drawing.sides.style(one.side)}")


def _towards(here: Point, there: Point, far: float) -> Point:
    part = min(far / (math.dist(here, there) or 1.0), 0.45)
    return here[0] + (there[0] - here[0]) * part, here[1] + (there[1] - here[1]) * part


def _head(mid: Point, end: Point) -> str:
    long = math.dist(mid, end) or 1.0
    ux, uy = (end[0] - mid[0]) / long, (end[1] - mid[1]) / long
    tip = (end[0] + ux * 6, end[1] + uy * 6)
    base = (end[0] - ux * HEAD / 2, end[1] - uy * HEAD / 2)
    left, right = ((base[0] - uy * s * HEAD / 1.7, base[1] + ux * s * HEAD / 1.7) for s in (1, -1))
    corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in (tip, left, right))
    return element("polygon", class_="arrow-head", points=corners)
