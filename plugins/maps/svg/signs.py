"""The signs of a space: cities, forts, trenches, victory spaces, and whatever else its marks stand for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from wargame.core.title.picture import Cell
from wargame.plugins.maps.svg.writer import element, words

if TYPE_CHECKING:
    from wargame.plugins.maps.svg.board import Drawing

NODE = 25.0  # half the width of a space on a network
LINES = ("rail", "road")  # marks that need no sign where the map shows them by lines, as it does all rivers
VICTORY = ("VP", "victory", "objective")


def place_signs(drawing: Drawing, cell: Cell, x: float, y: float, *, below: bool) -> Iterator[str]:
    """The signs that lie below counters, or those that lie on top of them."""
    texts: list[str] = []
    for mark in cell.marks:
        meaning = meaning_of(drawing.picture.legend, mark)
        if is_place(meaning):
            if below:
                yield city(x, y, meaning)
        elif below:
            continue
        elif any(word in meaning for word in VICTORY):
            yield star(*((x - 28, y - 12) if drawing.layout.hexes else (x - NODE + 2, y - NODE + 2)))
        elif "fort" in meaning and "destroyed" not in meaning:
            yield fort(*((x - 30, y + 8) if drawing.layout.hexes else (x - NODE - 4, y + 12)))
            texts += _numbered(mark)
        elif "trench" in meaning:
            yield trench(x, y + 21 if drawing.layout.hexes else y - NODE + 1, mark)
            texts += _numbered(mark)
        elif "river" not in meaning and not any(word in meaning and word in drawing.lines for word in LINES):
            texts.append(mark)
    if texts:
        yield words(" ".join(texts), x + (29 if drawing.layout.hexes else NODE + 4), y + 1, "mark")


def _numbered(mark: str) -> list[str]:
    """A mark that says more than its sign does, because it has a number."""
    return [mark] if any(letter.isdigit() for letter in mark) else []


def meaning_of(legend: Mapping[str, str], mark: str) -> str:
    """What the legend says of a mark; a mark with a number is explained by its sign alone."""
    while mark and mark not in legend:
        mark = mark[:-1]
    return legend.get(mark, "")


def is_place(meaning: str) -> bool:
    return any(word in meaning.split(",")[0] for word in ("city", "town", "centre"))


def city(x: float, y: float, meaning: str) -> str:
    """A dot for a town, a ring for a city, a star in a ring for a supply centre."""
    if "centre" in meaning:
        return element("circle", class_="place centre", cx=x, cy=y, r=8.0) + element(
            "circle", class_="dot", cx=x, cy=y, r=3.4
        )
    if "town" in meaning:
        return element("circle", class_="place", cx=x, cy=y, r=4.5)
    size = 9.0 if "major" in meaning else 7.0
    return element("circle", class_="place city", cx=x, cy=y, r=size) + element(
        "circle", class_="dot", cx=x, cy=y, r=2.6
    )


def fort(x: float, y: float) -> str:
    return element("path", class_="fort", d=f"M{x - 6:.1f} {y:.1f}v-8h3v2.5h2v-2.5h3v2.5h2v-2.5h3v8z")


def trench(x: float, y: float, mark: str) -> str:
    """A zigzag; two of them for the second level."""
    made = f"M{x - 16:.1f} {y:.1f}l4-4l4 4l4-4l4 4l4-4l4 4l4-4l4 4"
    if mark.endswith(("II", "2")):
        made += f"M{x - 16:.1f} {y + 4:.1f}l4-4l4 4l4-4l4 4l4-4l4 4l4-4l4 4"
    return element("path", class_="trench", d=made)


def star(x: float, y: float) -> str:
    return element(
        "path",
        class_="star",
        d=f"M{x:.1f} {y - 7:.1f}l2 4.8h5l-4.1 3.2l1.6 5l-4.5-3.1l-4.5 3.1l1.6-5l-4.1-3.2h5z",
    )
