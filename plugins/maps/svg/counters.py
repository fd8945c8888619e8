"""Counters and stacks: symbol, designation, values, steps, the side's letter, and how many lie below."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

import attrs

from wargame.core.title.picture import Cell, Piece
from wargame.plugins.maps.svg.symbols import sign_id
from wargame.plugins.maps.svg.writer import element, group, tooltip, words

SIZE = 48.0
HALF = SIZE / 2
RIGHT, UP = 2.6, 3.0  # each counter of a stack lies so far to the right of and above the one below
BELOW = ("fortress", "headquarters", "artillery")  # kinds that lie under the troops of their stack
VALUE = re.compile(r"\(?(\d+)")
SHOWN = 3  # counters of a stack that are drawn; a badge says how many there are
TROUBLE = ("out of supply", "cut off", "isolated", "disrupted", "besieged", "short of ammunition", "dislodged")
SPENT = (
    "moved", "moving", "gone", "attack", "advanced", "retreated", "activated", "entrenching", "fired", "turned",
    "spent", "stands still",
)  # fmt: skip


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
    return group(
        [_drawn(piece, sides.letter.get(piece.side, ""))],
        class_=f"unit {sides.style(piece.side)}",
        transform=f"translate({x:.1f} {y:.1f})",
        **{"data-unit": piece.id or None},
    )


@lru_cache(maxsize=8192)  # most counters look the same after an answer
def _drawn(piece: Piece, letter: str) -> str:
    """What is drawn on a counter, wherever it lies."""
    if piece.kind and not piece.values and piece.steps is None and not piece.size:
        parts = _token(piece, letter)
    else:
        parts = [*_ground(piece), *_face(piece, letter)]
    if any(word.startswith(TROUBLE) for word in piece.state):
        corners = f"{-HALF - 4},{HALF + 3} {-HALF + 3},{HALF - 10} {-HALF + 10},{HALF + 3}"
        parts.append(element("polygon", class_="trouble", points=corners))
    return tooltip(describe(piece)) + "".join(parts)


def _ground(piece: Piece) -> list[str]:
    """The card: in the side's colour, with a bar across if steps are lost and a dashed rim if it has acted."""
    parts = [element("rect", class_="counter", x=-HALF, y=-HALF, width=SIZE, height=SIZE, rx=3.5)]
    if piece.steps is not None and piece.steps[0] < piece.steps[1]:
        parts.append(element("path", class_="reduced", d=f"M{-HALF + 0.5} -5.5h{SIZE - 1}v14h{1 - SIZE}z"))
    if any(word.startswith(SPENT) for word in piece.state):
        parts.append(element("rect", class_="spent on-line", x=-HALF + 2, y=-HALF + 2, width=SIZE - 4, height=SIZE - 4))
    return parts


def _face(piece: Piece, letter: str) -> list[str]:
    """What is printed on a counter: name, size, symbol between the side's letter and the steps, values."""
    name = piece.text.strip()
    parts = []
    if piece.kind:
        parts.append(words(_fitting(name, 11), 0, -HALF + 9, "short long on" if len(name) > 7 else "short on"))
        parts.append(words(piece.size, 0, -HALF + 15.8, "size on") if piece.size else "")
        parts.append(element("use", href=f"#{sign_id(piece.kind)}", x=0, y=1))
        parts.append(words(_fitting(piece.values, 8), 0, HALF - 3, "values on", textLength=_squeezed(piece.values, 5)))
    else:
        parts.append(
            words(_fitting(name, 7), 0, 1.5 if piece.values else 4, "values on", textLength=_squeezed(name, 5))
        )
        parts.append(words(_fitting(piece.values, 8), 0, HALF - 4, "short on") if piece.values else "")
    parts.append(words(letter, -HALF + 6, 4 if piece.kind else -HALF + 10, "letter on") if letter else "")
    return parts + _pips(piece.steps)


def _pips(steps: tuple[int, int] | None) -> list[str]:
    """A dot for each step: full if the unit still has it."""
    if steps is None or steps[1] < 2:
        return []
    gap = min(6.0, 16 / steps[1])
    top = 1 - gap * (steps[1] - 1) / 2
    return [
        element(
            "circle",
            class_="pip on" if steps[1] - i <= steps[0] else "pip lost",
            cx=HALF - 5,
            cy=top + gap * i,
            r=gap / 3,
        )
        for i in range(steps[1])
    ]


def _token(piece: Piece, letter: str) -> list[str]:
    """A unit that has no values: a round token with a large symbol and the letter of its side."""
    parts = [
        element("circle", class_="counter", r=19.0),
        element("use", class_="icon", href=f"#{sign_id(piece.kind)}", x=0, y=-3),
        words(letter, 0, 14.5, "letter on"),
    ]
    coast = piece.text.partition("/")[2]
    return [*parts, words(coast, 22, -10, "coast")] if coast else parts


def stack(cell: Cell, middle: tuple[float, float], sides: Sides) -> str:
    """The counters of a space, the last on top; a badge tells how many."""
    shown = lowest_first(cell.pieces)[-SHOWN:]
    x, y = middle
    parts = [counter(piece, x + i * RIGHT, y - i * UP, sides) for i, piece in enumerate(shown)]
    if len(cell.pieces) > 1:
        bx, by = x + (len(shown) - 1) * RIGHT + HALF - 2, y - (len(shown) - 1) * UP - HALF + 2
        parts.append(element("circle", class_="badge", cx=bx, cy=by, r=7.5))
        parts.append(words(str(len(cell.pieces)), bx, by + 3.5, "badge-text"))
    return "".join(parts)


def lowest_first(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces of a stack as they are drawn: the unknown below, then places and staffs, the strongest on top."""

    def height(piece: Piece) -> tuple[int, float]:
        known = 0 if piece.text.startswith("?") else 1 if piece.kind in BELOW else 2
        first = VALUE.match(piece.values)
        return known, float(first[1]) if first else 0.0

    return sorted(pieces, key=height)


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


def _squeezed(text: str, letters: int) -> float | None:
    """How wide a text with more letters than fit may be."""
    return SIZE - 7 if len(text) > letters else None
