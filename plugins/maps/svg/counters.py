"""Counters and stacks: symbol, designation, values, steps, the side's letter, and how many lie below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from wargame.core.title.picture import Cell, Piece
from wargame.plugins.maps.svg.symbols import sign_id
from wargame.plugins.maps.svg.writer import element, group, tooltip, words

SIZE = 36.0
SHIFT = 4.5  # each counter of a stack lies so far up and to the right of the one below
SHOWN = 4  # counters of a stack that are drawn; a badge says how many there are


@attrs.frozen
class Sides:
    """What is drawn for each side: the number of its style and its letter."""

    number: Mapping[str, int]
    letter: Mapping[str, str]

    def style(self, side: str) -> str:
        return f"side-{self.number[side]}" if side in self.number else "side-none"


def describe(piece: Piece) -> str:
    """A counter in words, for tooltips and screen readers."""
    parts = [piece.name or piece.text, piece.values]
    if piece.steps is not None and piece.steps[1] > 1:
        parts.append(f"{piece.steps[0]} of {piece.steps[1]} steps")
    return ", ".join(part for part in (*parts, *piece.state) if part)


def counter(piece: Piece, x: float, y: float, sides: Sides) -> str:
    """One counter with its middle at a place."""
    half = SIZE / 2
    parts = [
        tooltip(describe(piece)),
        element("rect", class_="counter", x=-half, y=-half, width=SIZE, height=SIZE, rx=3.0),
    ]
    if piece.steps is not None and piece.steps[0] < piece.steps[1]:
        parts.append(element("path", class_="reduced", d=f"M{-half} {half - 9}h{SIZE}v4h{-SIZE}z"))
    letter = sides.letter.get(piece.side, "")
    if letter:
        parts.append(words(letter, -half + 4.5, -half + 7.5, "size on"))
    name = piece.text.strip()
    if piece.kind:
        parts.append(words(_fitting(name, 7), 2.5, -half + 8.5, "short on"))
        parts.append(element("use", href=f"#{sign_id(piece.kind)}", x=0, y=-1.5))
        parts.append(words(_fitting(piece.values, 8), 0, half - 2.8, "values on", textLength=_squeezed(piece.values)))
        if piece.size:
            parts.append(words(piece.size, half - 5, -5.5, "size on"))
    else:
        parts.append(words(_fitting(name, 7), 0, 1.5 if piece.values else 4, "values on", textLength=_squeezed(name)))
        parts.append(words(_fitting(piece.values, 8), 0, half - 3, "short on") if piece.values else "")
    if piece.state:
        parts.append(element("rect", class_="spent", x=-half + 1.5, y=-half + 1.5, width=SIZE - 3, height=SIZE - 3))
    return group(
        parts,
        class_=f"unit {sides.style(piece.side)}",
        transform=f"translate({x:.1f} {y:.1f})",
        **{"data-unit": piece.id or None},
    )


def stack(cell: Cell, middle: tuple[float, float], sides: Sides) -> str:
    """The counters of a space, the last on top; a badge tells how many."""
    shown = cell.pieces[-SHOWN:]
    x, y = middle
    back = (len(shown) - 1) * SHIFT / 2
    parts = [counter(piece, x - back + i * SHIFT, y + back - i * SHIFT, sides) for i, piece in enumerate(shown)]
    if len(cell.pieces) > 1:
        bx, by = x + back + SIZE / 2 - 1, y - back - SIZE / 2 + 1
        parts.append(element("circle", class_="badge", cx=bx, cy=by, r=6))
        parts.append(words(str(len(cell.pieces)), bx, by + 3, "badge-text"))
    return "".join(parts)


def row(pieces: Sequence[Piece], x: float, y: float, width: float, sides: Sides) -> tuple[str, float]:
    """Counters side by side from a place, as many to a row as fit; also how high that is."""
    many = max(1, int(width // (SIZE + 4)))
    made = [
        counter(piece, x + (i % many) * (SIZE + 4) + SIZE / 2, y + (i // many) * (SIZE + 4) + SIZE / 2, sides)
        for i, piece in enumerate(pieces)
    ]
    return "".join(made), -(-len(pieces) // many) * (SIZE + 4)


def _fitting(text: str, letters: int) -> str:
    return text if len(text) <= letters else text[: letters - 1] + "…"


def _squeezed(text: str) -> float | None:
    """How wide a longer text may be at the most."""
    return SIZE - 5 if len(text) > 5 else None
