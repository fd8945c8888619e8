"""What a side may ask about a unit on the board: its supply, and where it can go now."""

from __future__ import annotations

import time
from collections.abc import Iterator

from wargame.core.engine.game import Game
from wargame.core.title.picture import Picture
from wargame.plugins.web.views import panel_data, picture_of

PATIENCE = 0.4  # seconds in which the spaces within reach must be found


def unit_card(game: Game, side: str, unit: str) -> dict[str, object]:
    """Supply as the title's lookup tells it, and the spaces that the unit can go to."""
    picture = picture_of(game, side)
    found = picture.piece(unit)
    if found is None or not unit:
        return {"supply": None, "goes": []}
    piece, cell = found
    asked = side in game.decisions and piece.side == side
    supply = game.rules.lookups().get("supply")
    panel = None if supply is None or cell in picture.boxes else panel_data(supply(game.state, side or None, [unit]))
    return {"supply": panel, "goes": list(_within_reach(game, side, unit, cell.id, picture)) if asked else []}


def march(game: Game, side: str, unit: str, to: str) -> list[str]:
    """The answers that take a unit to a space, one after the other; none if there is no way."""
    if side not in game.decisions or picture_of(game, side).piece(unit) is None:
        return []
    return [str(answer) for answer in game.rules.route(game.state, side, (unit,), to) or ()]


def _within_reach(game: Game, side: str, unit: str, start: str, picture: Picture) -> Iterator[str]:
    """The spaces that a unit can go to, nearest first; the search ends where a whole ring of spaces is out of reach."""
    board = game.title.board
    cells = {cell.id for cell in picture.cells}
    if board is None or start not in board:
        return
    until = time.monotonic() + PATIENCE
    ring, seen, missed = [start], {start}, 0
    while ring and missed < 2 and time.monotonic() < until:
        around = dict.fromkeys(near for here in ring for near in board.neighbours(here))
        ring = [near for near in around if near not in seen]
        seen.update(ring)
        hits = [space for space in ring if space in cells and game.rules.route(game.state, side, (unit,), space)]
        yield from hits
        missed = 0 if hits else missed + 1
