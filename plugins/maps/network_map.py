"""Networks of spaces in characters: each space as near to its place as there is room, with its name and pieces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wargame.core.title.picture import Cell, Picture
from wargame.plugins.maps.canvas import HELD, Canvas, Inks, Segment, stack_segments
from wargame.plugins.maps.hex_map import feature_sign

FEW, LINKED = 30, 100  # of few spaces the connections are drawn; of more, if not so many cross each other
HEIGHTS = (0.36, 0.45, 0.6, 0.8, 1.1, 1.5)  # of a map, in widths
LEVELS = ((60, 60, True), (8, 8, True), (5, 4, True), (4, 3, False), (3, 2, False))  # letters, stack, marks of a space
SCREENFUL = 0.8  # a map is no higher than that, as long as names keep five letters
TRIES = (
    *((level, height) for level in LEVELS[:3] for height in HEIGHTS if height <= SCREENFUL),
    *((level, height) for height in HEIGHTS if height > SCREENFUL for level in LEVELS[:3]),
    *((level, height) for level in LEVELS[3:] for height in HEIGHTS),
)
ROOM = 6  # lines for each row of spaces are enough; a map of two rows would be as high as one of twenty
ALONG, ACROSS = 8, 2  # how far from its place a space may be written


def around(picture: Picture, centre: Cell, steps: int) -> set[str]:
    """The spaces up to this many connections away."""
    near = {centre.id}
    for _ in range(steps):
        near |= {end for link in picture.links if {link.a, link.b} & near for end in (link.a, link.b)}
    return near


def draw_network(picture: Picture, inks: Inks, width: int) -> Canvas:
    """Names and stacks get shorter, and the map higher, until all spaces fit; as a last resort some are left out."""
    canvas, enough = Canvas(width, 1), ROOM * len({cell.y for cell in picture.cells})
    for level, height in TRIES:
        texts = {c.id: _node(c, inks, *level) for c in picture.cells}
        canvas = Canvas(width, max(3, min(round(width * height), enough)))
        if _place(canvas, picture, texts, (level, height) == TRIES[-1]):
            break
    return canvas


def _node(cell: Cell, inks: Inks, letters: int, stack: int, marked: bool) -> list[Segment]:
    """A space: its name in the colour of who holds it, their letter if no piece shows it, marks, stack."""
    name = (cell.label or cell.id)[:letters]
    holds = ""
    if cell.side and all(piece.side != cell.side for piece in cell.pieces):
        holds = f":{inks.letter(cell.side).lower()}"
    signs = "".join(cell.marks) if marked else ""
    pieces = stack_segments(cell, inks, stack)
    told = f"{name}{holds}{' ' if signs[:1].isalnum() else ''}{signs}{' ' if pieces else ''}"
    return [(text.replace(" ", HELD), style) for text, style in ((told, inks.style(cell.side)), *pieces)]


def _length(segments: Sequence[Segment]) -> int:
    return sum(len(text) for text, _ in segments)


def _place(canvas: Canvas, picture: Picture, texts: Mapping[str, list[Segment]], forced: bool) -> bool:
    left, right = min(c.x for c in picture.cells), max(c.x for c in picture.cells)
    top, bottom = min(c.y for c in picture.cells), max(c.y for c in picture.cells)
    at: dict[str, tuple[int, int]] = {}
    for cell in sorted(picture.cells, key=lambda c: (not c.pieces, c.y, c.x)):  # those with pieces must have room
        length = _length(texts[cell.id])
        x = round((cell.x - left) / ((right - left) or 1) * (canvas.width - 1 - length))
        y = round((cell.y - top) / ((bottom - top) or 1) * (len(canvas.rows) - 1))
        spot = next((s for s in _spots(x, y) if canvas.free(*s, length)), None)
        if spot is None:
            if not forced:
                return False
            continue
        at[cell.id] = (spot[0] + length // 2, spot[1])
        canvas.put_all(*spot, texts[cell.id])
    if links_are_drawn(picture):
        _draw_links(canvas, picture, at)
    return True


def links_are_drawn(picture: Picture) -> bool:
    spaces = len(picture.cells)
    return spaces <= FEW or (spaces <= LINKED and len(picture.links) <= 2 * spaces)


def link_sign(kind: str) -> str:
    """Points for a connection like most; another sign for one with a feature."""
    return feature_sign(kind, ":") if kind else "·"


_OFFSETS = sorted(
    ((i, j) for j in range(-ACROSS, ACROSS + 1) for i in range(-ALONG, ALONG + 1)),
    key=lambda s: (abs(s[0]) + 4 * abs(s[1]), s),
)


def _spots(x: int, y: int) -> Sequence[tuple[int, int]]:
    """The place itself, then those around it, the nearest first."""
    return [(x + i, y + j) for i, j in _OFFSETS]


def _draw_links(canvas: Canvas, picture: Picture, at: Mapping[str, tuple[int, int]]) -> None:
    for link in picture.links:
        if link.a not in at or link.b not in at:
            continue
        (ax, ay), (bx, by) = at[link.a], at[link.b]
        steps = max(abs(bx - ax), abs(by - ay), 1)
        for i in range(steps + 1):
            x, y = round(ax + (bx - ax) * i / steps), round(ay + (by - ay) * i / steps)
            if canvas.rows[y][x][0] == " ":
                canvas.put(x, y, link_sign(link.kind), "dim")
