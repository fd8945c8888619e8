"""Pictures of a title drawn in characters: hex maps and networks, in colour or without, as wide as the terminal.

A side is a colour and a letter, so that the map can be read without colour; what does not fit is shortened, and
`where` (a region or a space) draws a part of the map with more room for each space.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import attrs
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from wargame.core.errors import WargameError
from wargame.core.game import Game
from wargame.core.picture import Cell, Panel, Picture

PALETTE = ("red", "blue", "green", "magenta", "yellow", "cyan", "bright_red", "bright_blue", "bright_green")
WIDTHS = (14, 12, 10, 8, 7, 6, 5, 4, 3, 2, 1)  # of a hex in characters
AROUND = 3  # a space is drawn with its neighbours up to so many hexes
STEPS = 2  # ... or so many links away
DETAILED = 45  # up to so many spaces, links are drawn and stacks listed
HEIGHTS = (0.45, 0.6, 0.8, 1.1, 1.5)  # of a network, in widths


def picture_of(game: Game, side: str | None) -> Picture:
    """The title's map as a side may see it."""
    rules: Any = game.rules
    found: Picture | None = rules.hook.wargame_picture(state=game.state, side=side)
    if found is None:
        raise WargameError(f"{game.title.name} draws no map.")
    return found


@attrs.frozen
class Inks:
    """A colour and a letter for each side."""

    styles: Mapping[str, str]
    letters: Mapping[str, str]

    @classmethod
    def of(cls, picture: Picture, colours: Mapping[str, str]) -> Inks:
        sides = list(colours)
        sides += sorted({p.side for c in picture.cells for p in c.pieces if p.side} - set(sides))
        styles = {side: colours.get(side, PALETTE[i % len(PALETTE)]) for i, side in enumerate(sides)}
        return cls(styles, _initials(sides))

    def style(self, side: str, bold: bool = False) -> str:
        found = self.styles.get(side, "")
        return f"bold {found}".strip() if bold else found


def _initials(names: Iterable[str]) -> dict[str, str]:
    """A capital for each name: its first letter that no other has taken."""
    taken: dict[str, str] = {}
    for name in names:
        free = [c for c in name.upper() if c.isalnum() and c not in taken.values()]
        taken[name] = free[0] if free else name[:1].upper()
    return taken


class Canvas:
    """Characters with styles."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.rows: list[list[tuple[str, str]]] = [[(" ", "")] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        for i, char in enumerate(text):
            if 0 <= y < len(self.rows) and 0 <= x + i < self.width:
                self.rows[y][x + i] = (char, style)

    def free(self, x: int, y: int, length: int) -> bool:
        inside = 0 <= y < len(self.rows) and x >= 0 and x + length <= self.width
        return inside and all(char == " " for char, _ in self.rows[y][max(0, x - 1) : x + length + 1])

    def text(self) -> Text:
        made = Text(no_wrap=True)
        for row in self.rows:
            line = Text()
            for char, style in row:
                line.append(char, style or None)
            line.rstrip()
            made.append_text(line).append("\n")
        made.rstrip()
        return made


def draw(picture: Picture, colours: Mapping[str, str], width: int = 80, where: str = "") -> RenderableType:
    """The map (or the part around `where`), its legend, the stacks where there is room, the panels."""
    inks = Inks.of(picture, colours)
    part = crop(picture, where) if where else picture
    drawn = _draw_hexes(part, inks, width) if part.layout == "hexes" else _draw_network(part, inks, width)
    shown: list[RenderableType] = [drawn, _legend(part, inks, width)]
    if where or len([c for c in part.cells if c.pieces]) <= DETAILED:
        shown.append(_stacks(part, inks))
    if not where:
        shown.extend(panel_table(panel) for panel in picture.panels)
    return Group(*shown)


# --- parts of a map ----------------------------------------------------------------------------------------------


def crop(picture: Picture, where: str) -> Picture:
    """The part of the map that is a region, or lies around a space."""
    folded = where.casefold().replace(" ", "_")
    for region in sorted(picture.regions):
        if region.casefold().replace(" ", "_").startswith(folded):
            return _only(picture, set(picture.regions[region]))
    centre = _find_cell(picture, where)
    if picture.layout == "hexes":
        dx, dy = _pitch(c.x for c in picture.cells), _pitch(c.y for c in picture.cells)
        upright = _is_flat(picture, dx, dy)
        across, down = (dx, 2 * dy) if upright else (2 * dx, dy)
        near = {
            c.id
            for c in picture.cells
            if abs(c.x - centre.x) <= AROUND * across * 1.01 and abs(c.y - centre.y) <= AROUND * down * 1.01
        }
    else:
        near = {centre.id}
        for _ in range(STEPS):
            near |= {end for link in picture.links if {link.a, link.b} & near for end in (link.a, link.b)}
    return _only(picture, near)


def _find_cell(picture: Picture, where: str) -> Cell:
    folded = where.casefold()
    tests = (
        lambda c: c.id.casefold() == folded,
        lambda c: c.label.casefold() == folded,
        lambda c: c.id.casefold().startswith(folded) or c.label.casefold().startswith(folded),
        lambda c: folded in c.label.casefold(),
    )
    for test in tests:
        for cell in picture.cells:
            if test(cell):
                return cell
    known = f"; regions are: {', '.join(sorted(picture.regions))}" if picture.regions else ""
    raise WargameError(f"The map has no region or space '{where}'{known}.")


def _only(picture: Picture, ids: set[str]) -> Picture:
    cells = tuple(c for c in picture.cells if c.id in ids)
    if not cells:
        raise WargameError("That region of the map is empty.")
    return attrs.evolve(picture, cells=cells, links=tuple(k for k in picture.links if k.a in ids and k.b in ids))


# --- hexes -------------------------------------------------------------------------------------------------------


def _pitch(values: Iterable[float]) -> float:
    """The smallest distance between neighbouring columns (or rows)."""
    ordered = sorted({round(value, 2) for value in values})
    gaps = [b - a for a, b in zip(ordered, ordered[1:], strict=False) if b - a > 0.05]
    return min(gaps, default=1.0)


def _is_flat(picture: Picture, dx: float, dy: float) -> bool:
    """Whether hexes of a column touch (flat tops), so that neighbouring columns are half a hex apart in height."""
    places = {(round(c.x / dx), round(c.y / dy)) for c in picture.cells}
    return not any((x, y + 1) in places for x, y in places)


def _draw_hexes(picture: Picture, inks: Inks, width: int) -> Text:
    """Two lines a hex: who is there, and what is there."""
    dx, dy = _pitch(c.x for c in picture.cells), _pitch(c.y for c in picture.cells)
    flat = _is_flat(picture, dx, dy)
    left, top = min(c.x for c in picture.cells), min(c.y for c in picture.cells)
    places = {c.id: (round((c.x - left) / dx), round((c.y - top) / dy)) for c in picture.cells}
    columns = max(x for x, _ in places.values()) + 1
    fitting = [w for w in WIDTHS if (columns * w if flat else (columns + 1) * w // 2) <= width]
    size = fitting[0] if fitting else 1
    height = max(y for _, y in places.values()) * (1 if flat else 2) + 2
    canvas = Canvas(width, height)
    glyphs = _glyphs(picture)
    for cell in picture.cells:
        x, y = places[cell.id]
        px, py = (x * size, y) if flat else (x * size // 2, y * 2)
        room = max(1, size - 1) if size > 2 else size
        upper, lower = _hex_lines(cell, inks, glyphs, room)
        side = cell.pieces[0].side if cell.pieces else cell.side
        canvas.put(px, py, upper, inks.style(side, bold=bool(cell.pieces)) or "dim")
        canvas.put(px, py + 1, lower, inks.style(cell.side) or "dim")
    return canvas.text()


def _hex_lines(cell: Cell, inks: Inks, glyphs: Mapping[str, str], room: int) -> tuple[str, str]:
    terrain = glyphs.get(cell.terrain, ".")
    signs = "".join(cell.marks)
    upper = _pieces(cell, inks, room) if cell.pieces else terrain
    if room >= 6:
        lower = f"{terrain}{signs} {cell.label or cell.id}"
    else:
        lower = (signs if room > 2 else signs[:1]) or (terrain if cell.pieces else "")
    return upper[:room], lower[:room]


def _pieces(cell: Cell, inks: Inks, room: int) -> str:
    """The stack: in full if there is room, else a letter for the side and how many."""
    parts: dict[str, list[str]] = {}
    for piece in cell.pieces:
        parts.setdefault(piece.side, []).append(piece.text)
    full = " ".join(f"{inks.letters.get(side, '?')}/{','.join(texts)}" for side, texts in parts.items())
    if len(full) <= room:
        return full
    if len(cell.pieces) == len(parts):  # one piece a side is already a stack in short
        short = "".join(f"{inks.letters.get(side, '?')}{texts[0]}" for side, texts in parts.items())
        if len(short) <= room:
            return short
    counted = "".join(f"{inks.letters.get(side, '?')}{len(t) if len(t) < 10 else '+'}" for side, t in parts.items())
    if len(counted) <= room:
        return counted
    return "".join(inks.letters.get(side, "?") for side in parts)[:room]


def _glyphs(picture: Picture) -> dict[str, str]:
    """A small letter for each terrain; a point for the most usual."""
    kinds: dict[str, int] = {}
    for cell in picture.cells:
        kinds[cell.terrain] = kinds.get(cell.terrain, 0) + 1
    usual = "clear" if "clear" in kinds else max(kinds, key=lambda kind: kinds[kind])
    rest = sorted(kind for kind in kinds if kind and kind != usual)
    letters = {kind: letter.lower() for kind, letter in _initials(rest).items()}
    return {usual: ".", "": ".", **letters}


# --- networks ----------------------------------------------------------------------------------------------------


def _draw_network(picture: Picture, inks: Inks, width: int) -> Text:
    """Each space as near to its place as there is room; texts get shorter, then the map higher, until all fit."""
    last = len(HEIGHTS) - 1
    for level in range(4):
        texts = {c.id: _node(c, inks, level) for c in picture.cells}
        for i, height in enumerate(HEIGHTS):
            canvas = Canvas(width, max(3, round(width * height)))
            whole = _place(canvas, picture, texts, inks, level == 3 and i == last)
            if whole:
                return canvas.text()
    raise AssertionError("the last try always succeeds")


def _node(cell: Cell, inks: Inks, level: int) -> str:
    name = cell.label or cell.id
    signs = "".join(m for m in cell.marks)
    if level == 0:
        return f"{name}{signs} {_pieces(cell, inks, 40)}".rstrip()
    if level == 1:
        return f"{name[:6]}{signs} {_pieces(cell, inks, 5)}".rstrip()
    if level == 2:
        return f"{name[:4]} {_pieces(cell, inks, 3)}".rstrip()
    return f"{name[:3]}{_pieces(cell, inks, 2)}"


def _place(canvas: Canvas, picture: Picture, texts: Mapping[str, str], inks: Inks, forced: bool) -> bool:
    left, right = min(c.x for c in picture.cells), max(c.x for c in picture.cells)
    top, bottom = min(c.y for c in picture.cells), max(c.y for c in picture.cells)
    at: dict[str, tuple[int, int]] = {}
    for cell in sorted(picture.cells, key=lambda c: (c.y, c.x)):
        text = texts[cell.id]
        x = round((cell.x - left) / ((right - left) or 1) * (canvas.width - 1 - len(text)))
        y = round((cell.y - top) / ((bottom - top) or 1) * (len(canvas.rows) - 1))
        spot = next((s for s in _around(x, y) if canvas.free(*s, len(text))), None)
        if spot is None:
            if not forced:
                return False
            continue
        at[cell.id] = spot
        side = cell.pieces[0].side if cell.pieces else cell.side
        canvas.put(*spot, text, inks.style(side, bold=bool(cell.pieces)))
    if len(picture.cells) <= DETAILED:
        _draw_links(canvas, picture, at, texts)
    return True


def _around(x: int, y: int) -> Sequence[tuple[int, int]]:
    spots = [(x + i, y + j) for j in range(-2, 3) for i in range(-8, 9)]
    return sorted(spots, key=lambda s: (abs(s[0] - x) + 4 * abs(s[1] - y), s))


def _draw_links(canvas: Canvas, picture: Picture, at: Mapping[str, tuple[int, int]], texts: Mapping[str, str]) -> None:
    for link in picture.links:
        if link.a not in at or link.b not in at:
            continue
        (ax, ay), (bx, by) = at[link.a], at[link.b]
        ax, bx = ax + len(texts[link.a]) // 2, bx + len(texts[link.b]) // 2
        steps = max(abs(bx - ax), abs(by - ay), 1)
        for i in range(steps + 1):
            x, y = round(ax + (bx - ax) * i / steps), round(ay + (by - ay) * i / steps)
            if 0 <= y < len(canvas.rows) and 0 <= x < canvas.width and canvas.rows[y][x][0] == " ":
                canvas.put(x, y, "·", "dim")


# --- beside the map ----------------------------------------------------------------------------------------------


def _legend(picture: Picture, inks: Inks, width: int) -> Text:
    """The letters of the sides, then terrain and marks."""
    made = Text()
    for side, letter in inks.letters.items():
        made.append(f"{letter} {side}", inks.style(side, bold=True)).append("  ")
    glyphs = _glyphs(picture) if picture.layout == "hexes" else {}
    entries = [f"{glyph} {picture.legend.get(kind, kind)}" for kind, glyph in glyphs.items() if kind]
    entries += [f"{sign} {text}" for sign, text in picture.legend.items() if sign not in glyphs]
    return made.append("  ".join(entries), "dim")


def _stacks(picture: Picture, inks: Inks) -> Text:
    """A line a space with pieces."""
    made = Text()
    for cell in picture.cells:
        if not cell.pieces:
            continue
        name = cell.id if not cell.label or cell.id in cell.label else f"{cell.id} {cell.label}"
        made.append(f"{cell.label if cell.id in cell.label else name}: ")
        for piece in cell.pieces:
            made.append(f"{inks.letters.get(piece.side, '?')}/{piece.text} ", inks.style(piece.side, bold=True))
        made.append("\n")
    made.rstrip()
    return made


def panel_table(panel: Panel) -> Table:
    """A panel as a table."""
    table = Table(title=panel.heading, title_justify="left", show_header=bool(panel.columns), box=None, pad_edge=False)
    wide = max([len(panel.columns), *(len(row) for row in panel.rows)])
    for i in range(wide):
        table.add_column(panel.columns[i] if i < len(panel.columns) else "")
    for row in panel.rows:
        table.add_row(*(Text(str(value)) for value in row))
    return table
