"""Hex maps in characters, whichever way the hexes lie: where each is, what is written in it, the numbers at the edge.

`FlatMap` (flat_hexes.py) and `PointedMap` (pointed_hexes.py) know how hexes are framed.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

import attrs

from wargame.core.title.picture import Cell, Picture
from wargame.plugins.maps.canvas import Canvas, Inks, Segment, initials, stack_segments

WIDEST = 16  # of a hex, in characters
ROOMY = 8  # a hex as wide as that is four lines high
TALLEST = 64  # lines of a map with such hexes
HEAD, MARGIN = 3, 3  # room for the numbers of columns and rows
EVERY = 5  # column is numbered where they crowd
FEATURES = {  # signs on hexsides; the first that fits
    "blocked": "#", "impassable": "#", "lake": "#", "sea": "#", "bridge": "%", "major": "≈", "minor": "~", "river": "~",
    "pass": ")", "rail": "=", "railway": "=", "road": "-",
}  # fmt: skip


@attrs.frozen
class Grid:
    """Where the hexes of a map lie: `flat` if their tops are, so that those of a column touch, else those of a row.

    Neighbouring columns are half a hex apart in height, neighbouring rows of pointed hexes half a hex in breadth.
    """

    dx: float
    dy: float
    left: float
    top: float
    flat: bool

    @classmethod
    def of(cls, picture: Picture) -> Grid:
        dx, dy = _pitch(c.x for c in picture.cells), _pitch(c.y for c in picture.cells)
        left, top = min(c.x for c in picture.cells), min(c.y for c in picture.cells)
        return cls(dx, dy, left, top, dx > dy)

    def place(self, cell: Cell) -> tuple[int, int]:
        """Column and row, counted in half hexes where they lie half a hex apart."""
        return round((cell.x - self.left) / self.dx), round((cell.y - self.top) / self.dy)

    def touch(self, a: Cell, b: Cell) -> bool:
        """Whether two hexes have a side in common."""
        (ax, ay), (bx, by) = self.place(a), self.place(b)
        beside = (0, 2) if self.flat else (2, 0)
        return (abs(ax - bx), abs(ay - by)) in ((1, 1), beside)

    def around(self, picture: Picture, centre: Cell, hexes: int) -> set[str]:
        """The hexes up to this many columns and rows away."""
        x, y = self.place(centre)
        across, down = (hexes, 2 * hexes) if self.flat else (2 * hexes, hexes)
        places = {c.id: self.place(c) for c in picture.cells}
        return {id for id, (a, b) in places.items() if abs(a - x) <= across and abs(b - y) <= down}


def _pitch(values: Iterable[float]) -> float:
    """The smallest distance between neighbouring columns (or rows)."""
    ordered = sorted({round(value, 2) for value in values})
    return min((b - a for a, b in itertools.pairwise(ordered) if b - a > 0.05), default=1.0)


def glyphs_of(picture: Picture) -> dict[str, str]:
    """A small letter for each terrain; a point for the most usual."""
    kinds: dict[str, int] = {}
    for cell in picture.cells:
        kinds[cell.terrain] = kinds.get(cell.terrain, 0) + 1
    usual = "clear" if "clear" in kinds else max(kinds, key=lambda kind: kinds[kind])
    rest = sorted(kind for kind in kinds if kind and kind != usual)
    letters = {kind: letter.lower() for kind, letter in initials(rest).items()}
    return {usual: ".", "": ".", **letters}


def feature_sign(kind: str, other: str = "x") -> str:
    """How a feature of a hexside or a connection is drawn: by the first of its words that has a sign."""
    words = kind.replace("_", " ").split()
    return next((sign for word, sign in FEATURES.items() if word in words), other)


class HexMap:
    """One drawing of (a part of) a hex map."""

    near: ClassVar[tuple[tuple[int, int], ...]]  # where the six neighbours are
    size: float  # from a hex to the next, in characters

    @property
    def framed(self) -> bool:
        return self.size > 2

    def room(self) -> int:
        """How many characters fit into the narrowest line of a hex."""
        return int(self.size) - self.framed

    def __init__(self, whole: Picture, part: Picture, inks: Inks, width: int) -> None:
        self.part = part
        self.inks = inks
        self.width = width
        self.glyphs = glyphs_of(whole)
        grid = Grid.of(whole)
        places = {c.id: grid.place(c) for c in part.cells}
        left, top = min(x for x, _ in places.values()), min(y for _, y in places.values())
        self.places = {id: (x - left, y - top) for id, (x, y) in places.items()}
        self.by_place = {place: id for id, place in self.places.items()}
        self.control = {c.id: c.side for c in part.cells}
        self.columns = max(x for x, _ in self.places.values()) + 1
        self.rows = max(y for _, y in self.places.values()) + 1
        self.rulers = _rulers(self.places)
        self.margin, self.head = (MARGIN, HEAD) if self.rulers else (0, 1)
        self.fit(width - self.margin - 2)
        self.drawn_on_sides = {feature_sign(link.kind) for link in whole.links} if self.framed else set()
        self.canvas = Canvas(width, self.height())

    def fit(self, width: int) -> None:
        """Choose the size of a hex."""
        raise NotImplementedError

    def lines(self) -> int:
        """How many lines a hex has."""
        raise NotImplementedError

    def height(self) -> int:
        """How many lines the map has."""
        raise NotImplementedError

    def corner(self, id: str) -> tuple[int, int]:
        """Where a hex begins."""
        raise NotImplementedError

    def draw_cell(self, contents: Sequence[Sequence[Segment]], x: int, y: int) -> None:
        """A hex with its frame."""
        raise NotImplementedError

    def draw_feature(self, a: str, b: str, sign: str) -> None:
        """The sign of a feature on the side between two neighbours."""
        raise NotImplementedError

    def draw(self) -> Canvas:
        for cell in self.part.cells:
            self.draw_cell(self._contents(cell), *self.corner(cell.id))
        if self.drawn_on_sides:
            # a river hides a railway, not the other way round
            for link in sorted(self.part.links, key=lambda link: feature_sign(link.kind) not in "=-"):
                a, b = sorted((link.a, link.b), key=lambda id: self.places[id])
                self.draw_feature(a, b, feature_sign(link.kind))
        self._draw_rulers()
        return self.canvas

    # --- what is written in a hex ------------------------------------------------------------------------------

    def _contents(self, cell: Cell) -> list[list[Segment]]:
        """Who is there, or the terrain; then the marks. With four lines: number, name, who is there, the marks."""
        ground = self.inks.style(cell.side) or "dim"
        room = self.room()
        glyph = self.glyphs.get(cell.terrain, ".")
        signs = "".join(mark for mark in cell.marks if mark not in self.drawn_on_sides)
        if self.lines() > 2:
            name = cell.label.removeprefix(cell.id).strip()
            stack = stack_segments(cell, self.inks, room + 2)
            return [[(cell.id + self._front(cell), ground)], [(name, ground)], stack, [(glyph + signs, ground)]]
        land = glyph
        if self.lines() == 1:  # where hexes crowd, only what matters most is shown
            land = signs[:1] or (" " if glyph == "." else glyph)
        upper = stack_segments(cell, self.inks, room) if cell.pieces else [(land + self._front(cell), ground)]
        if cell.pieces and not signs and glyph != ".":
            signs = glyph
        number = cell.id if not self.rulers and len(cell.id) <= min(3, room) else ""
        apart = " " if number and signs[:1].isdigit() else ""
        return [upper, [(number + apart, "dim"), (signs, ground)]][: self.lines()]

    def _front(self, cell: Cell) -> str:
        """Without colours: whose an empty hex is, along the front."""
        if not self.inks.mono or not cell.side or cell.pieces or self.room() < 2:
            return ""
        x, y = self.places[cell.id]
        others = (self.by_place.get((x + i, y + j), "") for i, j in self.near)
        owners = {self.control.get(other, "") for other in others} - {"", cell.side}
        return self.inks.letter(cell.side).lower() if owners else ""

    def sign_along(self, places: Iterable[int], y: int, sign: str) -> None:
        """On a lower side, where no mark stands: a river all along, else in one place."""
        free = [x for x in places if x < self.canvas.width and self.canvas.rows[y][x][0] == "_"]
        for x in free if sign in "~≈#" else free[-1:]:
            self.canvas.put(x, y, sign, "cyan")

    # --- numbers -----------------------------------------------------------------------------------------------

    def _draw_rulers(self) -> None:
        """The numbers of columns above, one digit per line where they are narrow; of rows at the left.

        Where columns crowd, every fifth is numbered, and a stroke leads down from its number.
        """
        crowded = self.size < 2
        seen: set[str] = set()
        for id, numbers in sorted(self.rulers.items(), key=lambda item: self.places[item[0]][::-1]):
            x, y = self.corner(id)
            column, row = numbers
            if f"y{row}" not in seen:
                self.canvas.put(0, y, row, "dim")
            if f"x{column}" not in seen:
                above = [column, "|"] if crowded else [column] if self.framed else column
                for i, text in enumerate(above if not crowded or int(column) % EVERY == 0 else ()):
                    self.canvas.put(x + self.framed, i, text, "dim")
            seen |= {f"y{row}", f"x{column}"}


def _rulers(places: Mapping[str, tuple[int, int]]) -> dict[str, tuple[str, str]]:
    """Column and row of each hex, if hexes are numbered so: `2419` is row 19 of column 24, or row 24 and column 19."""
    if any(len(id) != 4 or not id.isdigit() for id in places):
        return {}
    for columns, rows in ((slice(2), slice(2, 4)), (slice(2, 4), slice(2))):
        found: dict[tuple[str, int], set[str]] = {}
        for id, (x, y) in places.items():
            found.setdefault(("x", x), set()).add(id[columns])
            found.setdefault(("y", y), set()).add(id[rows])
        if all(len(numbers) == 1 for numbers in found.values()):
            return {id: (id[columns], id[rows]) for id in places}
    return {}
