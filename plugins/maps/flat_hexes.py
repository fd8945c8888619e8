r"""Hexes with flat tops share their sides, so that the frame costs no room; two lines a hex, or four:

     __
    /R2\__
    \C*/. \
    /. \__/
    \__/
"""

from __future__ import annotations

from collections.abc import Sequence

from wargame.plugins.maps.canvas import Segment, cut
from wargame.plugins.maps.hex_map import ROOMY, TALLEST, WIDEST, HexMap


class FlatMap(HexMap):
    """`half` is half the lines of a hex."""

    size: int
    near = ((0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1))

    def fit(self, width: int) -> None:
        self.size = max(1, min(WIDEST, width // self.columns))
        roomy = self.size >= ROOMY and (self.rows + 1) * 2 <= TALLEST
        self.half = 2 if roomy else 1

    def lines(self) -> int:
        return 2 * self.half

    def height(self) -> int:
        return (self.rows + 1) * self.half + self.head

    def corner(self, id: str) -> tuple[int, int]:
        x, y = self.places[id]
        return self.margin + x * self.size, self.head + y * self.half

    def _indent(self, line: int) -> int:
        return self.half - 1 - line if line < self.half else line - self.half

    def draw_cell(self, contents: Sequence[Sequence[Segment]], x: int, y: int) -> None:
        for i, content in enumerate(contents):
            if not self.framed:
                self.canvas.put_all(x, y + i, cut(content, self.size if i == 0 else 1))
                continue
            indent = self._indent(i)
            left, right = x + indent, x + self.size + self.half - 1 - indent
            self.canvas.put(left, y + i, "/" if i < self.half else "\\", "dim")
            self.canvas.put(right, y + i, "\\" if i < self.half else "/", "dim")
            if i == self.lines() - 1:
                self.canvas.put(left + 1, y + i, "_" * (right - left - 1), "dim")
            self.canvas.put_all(left + 1, y + i, cut(content, right - left - 1))
        if self.framed:
            self._draw_top(x, y - 1)

    def _draw_top(self, x: int, y: int) -> None:
        """The upper side, if no hex above has drawn it as its lower one."""
        for i in range(x + self.half, x + self.size):
            if i < self.canvas.width and self.canvas.rows[y][i][0] == " ":
                self.canvas.put(i, y, "_", "dim")

    def draw_feature(self, a: str, b: str, sign: str) -> None:
        (ax, ay), (bx, by) = self.places[a], self.places[b]
        x, y = self.corner(a)
        if (bx - ax, by - ay) == (0, 2):
            self.sign_along(range(x + self.half, x + self.size), y + self.lines() - 1, sign)
        elif bx - ax == 1 and abs(by - ay) == 1:
            lines = range(self.half, 2 * self.half) if by > ay else range(self.half)
            for i in lines:
                self.canvas.put(x + self.size + self.half - 1 - self._indent(i), y + i, sign, "cyan")
