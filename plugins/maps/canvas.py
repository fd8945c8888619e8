"""Characters with styles on a grid, and the colours and letters of sides: what hex maps and networks are drawn with."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence

import attrs
from rich.color import Color, ColorParseError, ColorType, blend_rgb
from rich.color_triplet import ColorTriplet
from rich.text import Text

from wargame.core.title.picture import Cell, Picture, Piece

PALETTE = ("red", "blue", "green", "magenta", "yellow", "cyan", "white", "bright_red", "bright_blue", "bright_green")
DARK, BRIGHT = 0.42, 0.7  # how bright a text may be to be read on black as on white
HELD = "\u00a0"  # a blank inside a text, over which nothing is drawn
ASCII = {"·": ".", "≈": "~"}
Segment = tuple[str, str]  # text, style


@attrs.frozen
class Inks:
    """A colour and a letter for each side; `mono` if only the letters can be seen, `few` if there are 16 colours."""

    colours: Mapping[str, str]
    letters: Mapping[str, str]
    mono: bool = False
    few: bool = False

    @classmethod
    def of(cls, picture: Picture, wanted: Mapping[str, str], system: str | None) -> Inks:
        """The title's own colours where the terminal has them, and its sides first; `system` as rich names it."""
        few = system == "standard"
        sides = list(wanted)
        there = {c.side for c in picture.cells} | {p.side for c in picture.cells for p in c.pieces}
        sides += sorted(there - {"", *sides})
        own = {side: wanted[side] for side in wanted if _is_known(wanted[side], few)}
        rest = iter([name for name in PALETTE if name not in own.values()])
        colours = {side: own.get(side) or next(rest, "white") for side in sides}
        return cls(colours, initials(sides), system is None, few)

    def style(self, side: str) -> str:
        """For what a side holds: its colour, neither too dark nor too bright to be read on any ground."""
        colour = self.colours.get(side, "")
        return colour if self.few or not colour else _readable(_rgb(colour)).hex

    def counter(self, side: str) -> str:
        """For the pieces of a side: like printed counters, on its colour."""
        colour = self.colours.get(side)
        if colour is None:
            return "bold"
        return f"bold {'black' if _brightness(_rgb(colour)) > 0.5 else 'white'} on {colour}"

    def letter(self, side: str) -> str:
        return self.letters.get(side, "?")


def _is_known(colour: str, few: bool) -> bool:
    """Whether the terminal has a colour of a title."""
    try:
        return not (Color.parse(colour).type is not ColorType.STANDARD and few)
    except ColorParseError:
        return False


def _rgb(colour: str) -> ColorTriplet:
    return Color.parse(colour).get_truecolor()


def _brightness(ink: ColorTriplet) -> float:
    red, green, blue = ink.normalized
    return 0.3 * red + 0.59 * green + 0.11 * blue


def _readable(ink: ColorTriplet) -> ColorTriplet:
    """The same colour, if need be mixed with white or black."""
    bright = _brightness(ink)
    if bright < DARK:
        share, to = (DARK - bright) / (1 - bright), ColorTriplet(255, 255, 255)
    elif bright > BRIGHT:
        share, to = (bright - BRIGHT) / bright, ColorTriplet(0, 0, 0)
    else:
        return ink
    return blend_rgb(ink, to, share)


def initials(names: Iterable[str]) -> dict[str, str]:
    """A capital for each name: its first letter that no other has taken."""
    taken: dict[str, str] = {}
    for name in names:
        free = [c for c in name.upper() if c.isalnum() and c not in taken.values()]
        taken[name] = free[0] if free else name[:1].upper()
    return taken


def written(piece: Piece) -> str:
    """A piece in writing: its short name, in brackets when it has lost steps."""
    reduced = piece.steps is not None and 0 < piece.steps[0] < piece.steps[1]
    return f"({piece.text})" if reduced and not piece.text.startswith("(") else piece.text


def stack_segments(cell: Cell, inks: Inks, room: int) -> list[Segment]:
    """The stack of a space: in full if there is room, else its side's letter and how many, else the letter."""
    sides: dict[str, list[str]] = {}
    for piece in cell.pieces:
        text = written(piece)
        short = text.removesuffix(cell.id).strip() or text
        sides.setdefault(piece.side, []).append(short)
    forms: list[Callable[[str, list[str]], str]] = [lambda letter, texts: f"{letter}/{','.join(texts)}"]
    if all(len(texts) == 1 and not texts[0][:1].isalpha() for texts in sides.values()):  # a whole stack in short
        forms.append(lambda letter, texts: f"{letter}{texts[0]}")
    forms.append(lambda letter, texts: f"{letter}{len(texts) if len(texts) < 10 else '+'}")
    forms.append(lambda letter, texts: letter)
    found: list[Segment] = []
    for number, form in enumerate(forms):
        found = [(form(inks.letter(side), texts), inks.counter(side)) for side, texts in sides.items()]
        if number == 0:
            found = [part for i, one in enumerate(found) for part in ([(" ", ""), one] if i else [one])]
        if sum(len(text) for text, _ in found) <= room:
            return found
    return cut(found, room)


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

    def in_ascii(self) -> None:
        """Our own signs for a terminal that has only ASCII."""
        for row in self.rows:
            row[:] = [(ASCII.get(char, char), style) for char, style in row]

    def text(self) -> Text:
        """All of it, without blanks at the ends of lines."""
        made = Text(no_wrap=True, overflow="crop")
        for number, row in enumerate(self.rows):
            used = max((i + 1 for i, (char, _) in enumerate(row) if char != " "), default=0)
            for style, run in itertools.groupby(row[:used], key=lambda segment: segment[1]):
                made.append("".join(char for char, _ in run).replace(HELD, " "), style or None)
            if number < len(self.rows) - 1:
                made.append("\n")
        return made
