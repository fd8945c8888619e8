"""What stands beside the map: boxes with their counters, panels of text, the legend."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.core.title.picture import Panel, Picture
from wargame.plugins.maps.svg.counters import SIZE, Sides, row
from wargame.plugins.maps.svg.live_layer import control_letters
from wargame.plugins.maps.svg.writer import element, words

if TYPE_CHECKING:
    from wargame.plugins.maps.svg.board import Drawing

LETTER, LINE = 6.4, 16.0
WIDEST = 46  # letters of one column of a panel


def panels(picture: Picture, x: float, y: float) -> tuple[str, float, float]:
    """The panels one below the other; also how wide they are and where they end."""
    made, widest = "", 0.0
    for panel in picture.panels:
        text, wide, high = _panel(panel, x, y)
        made += text
        widest = max(widest, wide)
        y += high + 14
    return made, widest, y


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


def legend(drawing: Drawing, x: float, y: float, width: float) -> tuple[str, float]:
    """What every sign means, in columns; also how much height it takes."""
    items = [*(explained(sign, meaning) for sign, meaning in drawing.picture.legend.items()), *control_letters(drawing)]
    if not items:
        return "", 0.0
    wide = min(width, max(map(len, items)) * LETTER + 24)
    columns = max(1, int(width // wide))
    rows = -(-len(items) // columns)
    made = words("Legend", x, y + 13, "panel-heading")
    for i, item in enumerate(items):
        made += words(item, x + (i // rows) * wide, y + 13 + LINE * (1 + i % rows), "panel-text")
    return made, LINE * (rows + 2)


def explained(sign: str, meaning: str) -> str:
    """A sign and what it means; a sign that is a word already says nothing twice.

    >>> explained("forest", "forest, 2 MP"), explained("red_diamond", "hard going"), explained("*", "victory hex")
    ('forest, 2 MP', 'red diamond  hard going', '*  victory hex')
    """
    return meaning if meaning.startswith(sign) else f"{sign.replace('_', ' ')}  {meaning}"
