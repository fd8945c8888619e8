"""What stands beside the map: boxes with their counters and panels of text."""

from __future__ import annotations

import attrs

from wargame.core.title.picture import Panel, Picture
from wargame.plugins.maps.svg.counters import SIZE, Sides, row
from wargame.plugins.maps.svg.writer import element, words

LETTER, LINE = 7.0, 17.0
WIDEST = 46  # letters of one column of a panel


@attrs.define
class Column:
    """Panels drawn from a place: one below the other, or side by side in rows."""

    left: float
    top: float
    text: str = ""
    width: float = 0.0
    height: float = 0.0

    def draw(self, picture: Picture, across: float = 0.0) -> None:
        """Draw all panels; `across` is the width that they may take side by side (0: one below the other)."""
        x, y, deepest = self.left, self.top, 0.0
        for panel in picture.panels:
            text, wide, high = _panel(panel, x, y)
            if x > self.left and x + wide > self.left + across:
                x, y, deepest = self.left, y + deepest, 0.0
                text, wide, high = _panel(panel, x, y)
            self.text += text
            self.width = max(self.width, x + wide - self.left)
            deepest = max(deepest, high + 14)
            x += wide + 40
        self.height = y + deepest - self.top


def _panel(panel: Panel, x: float, y: float) -> tuple[str, float, float]:
    rows = [list(one) for one in panel.rows]
    lines = [[_wrapped(text) for text in one] for one in rows]
    count = max((len(one) for one in rows), default=0)
    heads = [*panel.columns, *[""] * (count - len(panel.columns))]
    widths = [
        max([len(heads[i]), *(len(part) for one in lines if i < len(one) for part in one[i])]) * LETTER + 12
        for i in range(max(count, len(panel.columns)))
    ]
    made = words(panel.heading, x, y + 13, "panel-heading")
    at = y + 13 + LINE
    if panel.columns:
        made += "".join(words(h, x + sum(widths[:i]), at, "panel-faint") for i, h in enumerate(heads))
        at += LINE
    for one in lines:
        for i, parts in enumerate(one):
            for j, part in enumerate(parts):
                made += words(part, x + sum(widths[:i]), at + j * LINE * 0.85, "panel-text")
        at += LINE + (max((len(parts) for parts in one), default=1) - 1) * LINE * 0.85
    return made, max(sum(widths), len(panel.heading) * 8.5), at - y


def _wrapped(text: str) -> list[str]:
    """A text in lines of at most WIDEST letters."""
    lines = [""]
    for word in text.split(" "):
        if len(lines[-1]) + len(word) + 1 > WIDEST and lines[-1]:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def boxes(picture: Picture, x: float, y: float, width: float, sides: Sides) -> tuple[str, float]:
    """The boxes off the map that have something in them, side by side; also how much height they take."""
    made, left, top, deepest = "", x, y, 0.0
    for box in picture.boxes:
        if not box.pieces:
            continue
        label = box.label or box.id
        wide = min(width, max(len(box.pieces) * (SIZE + 4), len(label) * 9) + 16)
        if left > x and left + wide > x + width:
            left, y, deepest = x, y + deepest, 0.0
        inside, high = row(box.pieces, left + 8, y + 22, wide - 16, sides)
        made += element("rect", class_="box", x=left, y=y, width=wide, height=high + 28, rx=4)
        made += words(label, left + 8, y + 15, "panel-heading") + inside
        left += wide + 8
        deepest = max(deepest, high + 36)
    return made, y + deepest - top
