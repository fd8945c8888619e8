"""The legend: every sign with what it means, drawn as on the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.plugins.maps.svg import signs
from wargame.plugins.maps.svg.sidebar import LETTER, LINE
from wargame.plugins.maps.svg.symbols import BRANCHES, sign_id
from wargame.plugins.maps.svg.terrain import PATTERNS
from wargame.plugins.maps.svg.writer import element, words

if TYPE_CHECKING:
    from wargame.plugins.maps.svg.board import Drawing

ROW, SAMPLE = 22.0, 40.0  # how high a line is, and how wide its sample


def draw_legend(drawing: Drawing, x: float, y: float, width: float) -> tuple[str, float]:
    """What every sign means, in columns; also how much height it takes."""
    sides = [(_side(drawing, side), drawing.picture.sides.get(side, side)) for side in drawing.sides.letter]
    items = [
        (_sample(drawing, sign, meaning), explained(sign, meaning)) for sign, meaning in drawing.picture.legend.items()
    ]
    items += sides
    if not items:
        return "", 0.0
    wide = min(width, max(len(text) for _, text in items) * LETTER + SAMPLE + 20)
    columns = max(1, int(width // wide))
    rows = -(-len(items) // columns)
    made = words("Legend", x, y + 13, "panel-heading")
    for i, (sample, text) in enumerate(items):
        left, middle = x + (i // rows) * wide, y + 30 + ROW * (i % rows)
        made += element("g", sample, transform=f"translate({left + 14:.1f} {middle:.1f})") if sample else ""
        made += words(text, left + SAMPLE - 6, middle + 4, "panel-text")
    return made, ROW * rows + LINE * 2


def _side(drawing: Drawing, side: str) -> str:
    square = element("rect", class_="counter", x=-8, y=-8, width=16, height=16, rx=2)
    letter = words(drawing.sides.letter[side], 0, 4.5, "letter on")
    return element("g", square, letter, class_=f"unit {drawing.sides.style(side)}")


def _sample(drawing: Drawing, sign: str, meaning: str) -> str:
    """The sign as the map draws it; empty if it stands there as text."""
    look = drawing.styles.get(sign)
    if look is not None:
        pattern = element("use", href=f"#terrain-{look}", x=0, y=-8) if look in PATTERNS else ""
        return element("rect", class_=f"space terrain-{look}", x=-17, y=-9, width=34, height=19) + pattern
    line = _line(drawing, sign, meaning)
    if line:
        return line
    if signs.is_place(meaning):
        return signs.city(0, 0, meaning)
    if any(word in meaning for word in signs.VICTORY):
        return signs.star(0, 0)
    if meaning in BRANCHES and any(p.kind == meaning for cell in drawing.picture.cells for p in cell.pieces):
        return element("use", class_="icon-sample", href=f"#{sign_id(meaning)}", x=0, y=-1)
    if "fort" in meaning and "destroyed" not in meaning:
        return signs.fort(0, 4)
    return signs.trench(0, 2, sign) if "trench" in meaning else ""


def _line(drawing: Drawing, sign: str, meaning: str) -> str:
    """A piece of a railway, a river, a road or a hexside."""
    if "rail" in sign or meaning == "rail":
        return element("path", class_="rail", d="M-15 0h30") + element("path", class_="ties", d="M-15 0h30")
    if "river" in meaning:
        return element("path", class_="stream", d="M-15 0q7-7 15 0t15 0")
    if sign in drawing.lines and any(word in sign for word in ("blocked", "impassable", "diamond")):
        return element("path", class_=f"blocked {sign.split()[0]}", d="M-13 0h26")
    if "dotted" in sign:
        return element("path", class_="way dotted", d="M-15 0h30")
    return ""


def explained(sign: str, meaning: str) -> str:
    """A sign and what it means; a sign that is a word already says nothing twice.

    >>> explained("forest", "forest, 2 MP"), explained("red_diamond", "hard going"), explained("*", "victory hex")
    ('forest, 2 MP', 'red diamond  hard going', '*  victory hex')
    """
    return meaning if meaning.startswith(sign) else f"{sign.replace('_', ' ')}  {meaning}"
