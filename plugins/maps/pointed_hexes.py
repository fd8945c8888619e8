"""Hexes with pointed tops are bricks: each touches two above, two below, and one at either side.

|R2|. |f_|
|C_|__|__|
  |. |B1|
  |__|t_|
"""

from __future__ import annotations

from collections.abc import Sequence

from wargame.plugins.maps.canvas import Segment, cut
from wargame.plugins.maps.hex_map import ROOMY, TALLEST, WIDEST, HexMap


class PointedMap(HexMap):
    """On a narrow terminal the size of a hex is not always a whole number of characters."""

    near = ((2, 0), (-2, 0), (1, 1), (1, -1), (-1, 1), (-1, -1))

    def fit(self, width: int) -> None:
        size = max(1.0, min(WIDEST, 2 * width / (self.columns + 1)))
        self.size = size if size < 2 else int(size)
        self.deep = 1 if self.size < 2 else 4 if self.size >= ROOMY and self.rows * 4 <= TALLEST else 2

    def lines(self) -> int:
        return self.deep

    def height(self) -> int:
        return self.rows * self.deep + self.head

    def corner(self, id: str) -> tuple[int, int]:
        x, y = self.places[id]
        return self.margin + int(x * self.size / 2), self.head + y * self.deep

    def draw_cell(self, contents: Sequence[Sequence[Segment]], x: int, y: int) -> None:
        for i, content in enumerate(contents):
            if not self.framed:
                self.canvas.put_all(x, y + i, cut(content, int(self.size)))
                continue
            self.canvas.put(x, y + i, "|", "dim")
            self.canvas.put(x + int(self.size), y + i, "|", "dim")
            if i == self.deep - 1:
                self.canvas.put(x + 1, y + i, "_" * self.room(), "dim")
            self.canvas.put_all(x + 1, y + i, cut(content, self.room()))

    def draw_feature(self, a: str, b: str, sign: str) -> None:
        (ax, ay), (bx, by) = self.places[a], self.places[b]
        if (bx - ax, by - ay) == (2, 0):
            x, y = self.corner(b)
            for i in range(self.deep):
                self.canvas.put(x, y + i, sign, "cyan")
        elif bx - ax == 1 and abs(by - ay) == 1:
            upper = a if ay < by else b
            x, y = self.corner(upper)
            middle = x + int(self.size) // 2
            half = range(middle + 1, x + int(self.size)) if upper == a else range(x + 1, middle + 1)
            self.sign_along(half, y + self.deep - 1, sign)
