"""Characters with styles on a grid, and the colours and letters of sides: what hex maps and networks are drawn with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import attrs
from rich.style import Style
from rich.text import Text

from wargame.core.picture import Cell, Picture

PALETTE = ("red", "blue", "green", "magenta", "yellow", "cyan", "bright_red", "bright_blue", "bright_green")
Segment = tuple[str, str]  # text, style


@attrs.frozen
class Inks:
    """A colour and a letter for each side; `mono` if only the letters can be seen."""

    styles: Mapping[str, str]
    letters: Mapping[str, str]
    mono: bool = False

    @classmethod
    def of(cls, picture: Picture, colours: Mapping[str, str], mono: bool = False) -> Inks:
        """The title's own colours where they are known, and its sides first."""
        sides = list(colours)
        sides += sorted({p.side for c in picture.cells for p in c.pieces if p.side} - set(sides))
        styles = {side: _known(colours.get(side, "")) or PALETTE[i % len(PALETTE)] for i, side in enumerate(sides)}
        return cls(styles, initials(sides), mono)

    def style(self, side: str, bold: bool = False) -> str:
        found = self.styles.get(side, "")
        return f"bold {found}".strip() if bold else found

    def letter(self, side: str) -> str:
        return self.letters.get(side, "?")


def _known(colour: str) -> str:
    """A colour of a title, if rich has it."""
    try:
        Style.parse(colour)
    except Exception:  # rich raises several kinds for a word it does not know
        return ""
    return colour


def initials(names: Iterable[str]) -> dict[str, str]:
    """A capital for each name: its first letter that no other has taken."""
    taken: dict[str, str] = {}
    for name in names:
        free = [c for c in name.upper() if c.isalnum() and c not in taken.values()]
        taken[name] = free[0] if free else name[:1].upper()
    return taken


def stack_segments(cell: Cell, inks: Inks, room: int) -> list[Segment]:
    """The stack of a space: in full if there is room, else its side's letter and how many, else the letter."""
    sides: dict[str, list[str]] = {}
    for piece in cell.pieces:
        short = piece.text.removesuffix(cell.id).strip() or piece.text
        sides.setdefault(piece.side, []).append(short)
    found: list[Segment] = []
    for form in (_in_full, _in_short, _counted, _letter):
        found = [(form(inks.letter(side), texts), inks.style(side, bold=True)) for side, texts in sides.items()]
        if form is _in_full:
            found = [(text + " " * (i < len(found) - 1), style) for i, (text, style) in enumerate(found)]
        if sum(len(text) for text, _ in found) <= room:
            return found
    return cut(found, room)


def _in_full(letter: str, texts: Sequence[str]) -> str:
    return f"{letter}/{','.join(texts)}"


def _in_short(letter: str, texts: Sequence[str]) -> str:
    """One piece a side may be a whole stack in short: the same without the bar."""
    return f"{letter}{texts[0]}" if len(texts) == 1 else f"{letter}/{','.join(texts)}"


def _counted(letter: str, texts: Sequence[str]) -> str:
    return f"{letter}{len(texts) if len(texts) < 10 else '+'}"


def _letter(letter: str, texts: Sequence[str]) -> str:
    return letter


def cut(segments: Sequence[Segment], room: int) -> list[Segment]:
    """As much of some text as there is room for."""
    made: list[Segment] = []
    for text, style in segments:
        made.append((text[: max(0, room)], style))
        room -= len(text)
    return made


class Canvas:
    """Characters with styles."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.rows: list[list[Segment]] = [[(" ", "")] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        if not 0 <= y < len(self.rows):
            return
        row = self.rows[y]
        for i, char in enumerate(text, x):
            if 0 <= i < self.width:
                row[i] = (char, style)

    def put_all(self, x: int, y: int, segments: Iterable[Segment]) -> None:
        for text, style in segments:
            self.put(x, y, text, style)
            x += len(text)

    def free(self, x: int, y: int, length: int) -> bool:
        """Whether a text fits here with a blank on both sides."""
        inside = 0 <= y < len(self.rows) and x >= 0 and x + length <= self.width
        return inside and all(char == " " for char, _ in self.rows[y][max(0, x - 1) : x + length + 1])

    def text(self) -> Text:
        """All of it, without blanks at the ends of lines."""
        made = Text(no_wrap=True, overflow="crop")
        for number, row in enumerate(self.rows):
            used = max((i + 1 for i, (char, _) in enumerate(row) if char != " "), default=0)
            for char, style in row[:used]:
                made.append(char, style or None)
            if number < len(self.rows) - 1:
                made.append("\n")
        return made
