r"""Hex maps in characters. Hexes with flat tops share their sides, so that the sides cost no room:

     __
    /R2\__       two lines a hex (four, where there is room for names): who is there, or the terrain; then the marks
    \C*/. \      sides with a feature (a river, a railway) show its sign
    /. \__/
    \__/
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping

import attrs

from wargame.core.picture import Cell, Picture

from .canvas import Canvas, Inks, Segment, cut, initials, stack_segments

WIDEST = 16  # of a hex, in characters
ROOMY = 8  # a hex as wide as that is four lines high
TALLEST = 64  # lines, for hexes four lines high
FEATURES = {
    "rail": "=", "road": "-", "pass": ")", "river": "~", "minor": "~", "minor_river": "~", "major": "≈",
    "major_river": "≈", "lake": "#", "sea": "#", "blocked": "#", "impassable": "#",
}  # fmt: skip


@attrs.frozen
class Grid:
    """Where the hexes of a map lie: `flat` if their tops are flat, so that those of a column touch."""

    dx: float
    dy: float
    left: float
    top: float
    flat: bool

    @classmethod
    def of(cls, picture: Picture) -> Grid:
        dx, dy = _pitch(c.x for c in picture.cells), _pitch(c.y for c in picture.cells)
        left, top = min(c.x for c in picture.cells), min(c.y for c in picture.cells)
        places = {(round((c.x - left) / dx), round((c.y - top) / dy)) for c in picture.cells}
        return cls(dx, dy, left, top, not any((x, y + 1) in places for x, y in places))

    def place(self, cell: Cell) -> tuple[int, int]:
        """Column and row; rows of neighbouring columns (of pointed hexes: columns of rows) are one apart, else two."""
        return round((cell.x - self.left) / self.dx), round((cell.y - self.top) / self.dy)

    def around(self, picture: Picture, centre: Cell, hexes: int) -> set[str]:
        """The hexes up to so many columns and rows away."""
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


def feature_sign(kind: str) -> str:
    """How a feature of a hexside is drawn."""
    return FEATURES.get(kind, "x")


class HexMap:
    """One drawing of (a part of) a hex map."""

    def __init__(self, whole: Picture, part: Picture, inks: Inks, width: int) -> None:
        self.grid = Grid.of(whole)
        self.part = part
        self.inks = inks
        self.glyphs = glyphs_of(whole)
        places = {c.id: self.grid.place(c) for c in part.cells}
        left, top = min(x for x, _ in places.values()), min(y for _, y in places.values())
        self.places = {id: (x - left, y - top) for id, (x, y) in places.items()}
        self.by_place = {place: id for id, place in self.places.items()}
        self.control = {c.id: c.side for c in part.cells}
        self.columns = max(x for x, _ in self.places.values()) + 1
        self.rows = max(y for _, y in self.places.values()) + 1
        self.rulers = _rulers(part, self.places) if self.grid.flat else {}
        self.margin = 3 if self.rulers else 0
        self.size = self._size(width - self.margin - 2)
        self.half = self._half()
        sided = self.size > 2 and self.grid.flat
        self.drawn_on_sides = {feature_sign(link.kind) for link in whole.links} if sided else set()
        self.canvas = Canvas(width, 0)

    def _size(self, width: int) -> int:
        steps = self.columns if self.grid.flat else (self.columns + 1) / 2
        return max(1, min(WIDEST, int(width / steps)))

    def _half(self) -> int:
        """Half the lines of a hex."""
        roomy = self.size >= ROOMY and (self.rows + 1) * 2 <= TALLEST
        return 2 if roomy else 1

    def draw(self) -> Canvas:
        head = 2 if self.rulers else 0
        lines = (self.rows + 1) * self.half if self.grid.flat else self.rows * 2 * self.half
        self.canvas = Canvas(self.canvas.width, lines + head + 1)
        for cell in self.part.cells:
            self._draw_cell(cell, *self._corner(cell.id))
        for rank in ("rail", ""):  # a river hides a railway, not the other way round
            for link in self.part.links:
                if (link.kind == "rail") == (rank == "rail"):
                    self._draw_feature(link.a, link.b, link.kind)
        self._draw_rulers()
        return self.canvas

    def _corner(self, id: str) -> tuple[int, int]:
        x, y = self.places[id]
        head = 3 if self.rulers else 1
        if self.grid.flat:
            return self.margin + x * self.size, y * self.half + head
        return self.margin + x * self.size // 2, y * 2 * self.half + head - 1

    # --- a hex -------------------------------------------------------------------------------------------------

    def _draw_cell(self, cell: Cell, x: int, y: int) -> None:
        framed = self.size > 2
        last = 2 * self.half - 1
        contents = self._roomy(cell) if self.half > 1 else self._terse(cell)
        for i, content in enumerate(contents):
            indent = self._indent(i)
            room = self.size + self.half - 2 - 2 * indent if self.grid.flat else self.size - 1
            if not framed:
                self.canvas.put_all(x, y + i, cut(content, self.size))
                continue
            if self.grid.flat:
                right = x + self.size + self.half - 1 - indent
                self.canvas.put(x + indent, y + i, "/" if i < self.half else "\\", "dim")
                self.canvas.put(right, y + i, "\\" if i < self.half else "/", "dim")
            else:
                indent = 0
                self.canvas.put(x, y + i, "|", "dim")
                self.canvas.put(x + self.size, y + i, "|", "dim")
            if i == last:
                self.canvas.put(x + indent + 1, y + i, "_" * room, "dim")
            self.canvas.put_all(x + indent + 1, y + i, cut(content, room))
        if framed and self.grid.flat and y > 0:
            self._top(x, y - 1)

    def _top(self, x: int, y: int) -> None:
        """The upper side, if no hex above has drawn it as its lower one."""
        for i in range(x + self.half, x + self.size):
            if 0 <= i < self.canvas.width and self.canvas.rows[y][i][0] == " ":
                self.canvas.put(i, y, "_", "dim")

    def _indent(self, line: int) -> int:
        return self.half - 1 - line if line < self.half else line - self.half

    def _terse(self, cell: Cell) -> list[list[Segment]]:
        """Two lines: who is there, or the terrain; the marks, or (of an empty line) nothing."""
        room = self.size - 1 if self.size > 2 else self.size
        ground = self.inks.style(cell.side) or "dim"
        glyph = self.glyphs.get(cell.terrain, ".") + self._front(cell)
        upper = stack_segments(cell, self.inks, room) if cell.pieces else [(glyph, ground)]
        marks = self._marks(cell)
        signs = "".join(marks) if room > 2 else "".join(mark[:1] for mark in marks)
        if cell.pieces and not signs and self.glyphs.get(cell.terrain, ".") != ".":
            signs = self.glyphs[cell.terrain]
        number = cell.id if not self.rulers and len(cell.id) <= min(3, room) else ""
        return [upper, [(number, "dim" if number else ""), (signs, ground)]]

    def _marks(self, cell: Cell) -> list[str]:
        """The signs of a hex, without those that are drawn on its sides."""
        return [mark for mark in cell.marks if mark not in self.drawn_on_sides]

    def _roomy(self, cell: Cell) -> list[list[Segment]]:
        """Four lines: number, name, who is there, terrain and marks; a stack without a name has two lines."""
        ground = self.inks.style(cell.side) or "dim"
        name = cell.label.removeprefix(cell.id).strip()
        pieces = stack_segments(cell, self.inks, self.size)
        signs = self.glyphs.get(cell.terrain, ".") + "".join(self._marks(cell))
        return [[(cell.id + self._front(cell), ground)], [(name, ground)], pieces, [(signs, ground)]]

    def _front(self, cell: Cell) -> str:
        """Without colours: whose an empty hex is, along the front."""
        if not self.inks.mono or not cell.side or cell.pieces or self.size < 2:
            return ""
        x, y = self.places[cell.id]
        near = ((0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1)) if self.grid.flat else (
            (2, 0), (-2, 0), (1, 1), (1, -1), (-1, 1), (-1, -1))  # fmt: skip
        others = (self.by_place.get((x + i, y + j), "") for i, j in near)
        owners = {self.control.get(other, "") for other in others} - {"", cell.side}
        return self.inks.letter(cell.side).lower() if owners else ""

    # --- sides and rulers --------------------------------------------------------------------------------------

    def _draw_feature(self, a: str, b: str, kind: str) -> None:
        """The sign of a feature on the side between two hexes."""
        if self.size < 3 or not self.grid.flat or a not in self.places or b not in self.places:
            return
        if self.places[a] > self.places[b]:
            a, b = b, a
        (ax, ay), (bx, by) = self.places[a], self.places[b]
        x, y = self._corner(a)
        sign = feature_sign(kind)
        if (bx - ax, by - ay) == (0, 2):
            self._sign_below(x, y + 2 * self.half - 1, sign)
        elif (bx - ax, by - ay) in ((1, 1), (1, -1)):
            lines = range(self.half, 2 * self.half) if by > ay else range(self.half)
            for i in lines:
                self.canvas.put(x + self.size + self.half - 1 - self._indent(i), y + i, sign, "cyan")

    def _sign_below(self, x: int, y: int, sign: str) -> None:
        """On the lower side, where no mark stands: a river all along, else in one place."""
        first, last = x + self.half, x + self.size - 1
        free = [i for i in range(first, last + 1) if i < self.canvas.width and self.canvas.rows[y][i][0] == "_"]
        for i in free if sign in "~≈#" else free[-1:]:
            self.canvas.put(i, y, sign, "cyan")

    def _draw_rulers(self) -> None:
        """Hexes numbered by column and row: the columns above, the rows at the left."""
        for (axis, place), text in self.rulers.items():
            if axis == "x":
                x = self.margin + place * self.size + (1 if self.size > 2 else 0)
                if self.size > 2:
                    self.canvas.put(x, 0, text, "dim")
                else:
                    for i, char in enumerate(text):
                        self.canvas.put(x, i, char, "dim")
            else:
                self.canvas.put(0, place * self.half + 3, text, "dim")


def _rulers(part: Picture, places: Mapping[str, tuple[int, int]]) -> dict[tuple[str, int], str]:
    """The numbers of columns and rows, if the hexes are numbered so (`2419` is row 19 of column 24)."""
    found: dict[tuple[str, int], set[str]] = {}
    for cell in part.cells:
        if len(cell.id) != 4 or not cell.id.isdigit():
            return {}
        x, y = places[cell.id]
        found.setdefault(("x", x), set()).add(cell.id[:2])
        found.setdefault(("y", y), set()).add(cell.id[2:])
    if any(len(numbers) > 1 for numbers in found.values()):
        return {}
    even = {key: numbers.pop() for key, numbers in found.items()}
    # neighbouring columns lie half a row apart: of the two lines with a row's number, the upper shows it
    return {k: n for k, n in even.items() if k[0] == "x" or even.get(("y", k[1] - 1)) != n}
