"""What a side may ask about a unit on the board: its supply, and where it can go now."""

from __future__ import annotations

from collections.abc import Iterator

from wargame.core.engine.errors import WargameError
from wargame.core.engine.game import Game
from wargame.core.title.picture import Picture
from wargame.plugins.maps.svg.board import prepare
from wargame.plugins.maps.svg.counters import counter, describe, lowest_first
from wargame.plugins.web.views import panel_data, picture_of

TRIED = 400  # spaces to which a way is looked for: a count, for how long a search takes may depend on what is hidden


def unit_card(game: Game, side: str, unit: str) -> dict[str, object]:
    """Supply as the title's lookup tells it, and the spaces that the unit can go to."""
    picture = picture_of(game, side)
    found = picture.piece(unit)
    if found is None or not unit:
        return {"supply": None, "goes": []}
    piece, cell = found
    asked = side in game.decisions and piece.side == side
    return {
        "supply": None if cell in picture.boxes else _supply(game, side, unit),
        "goes": list(_within_reach(game, side, unit, cell.id, picture)) if asked else [],
    }


def fanned_out(game: Game, side: str, space: str) -> list[dict[str, str]]:
    """The counters of a space or box side by side: id, words and drawing, the top of the stack last."""
    picture = picture_of(game, side)
    cell = next((cell for cell in (*picture.cells, *picture.boxes) if cell.id == space), None)
    if cell is None:
        return []
    sides = prepare(picture, game.title.colours).sides
    return [
        {"id": piece.id, "words": describe(piece), "svg": counter(piece, 0, 0, sides)}
        for piece in lowest_first(cell.pieces)
    ]


def look_up(game: Game, side: str, word: str, rest: list[str]) -> dict[str, object]:
    """The panel of a command of the title, such as `supply` with GE-1."""
    lookup = game.rules.lookups().get(word.casefold())
    if lookup is None:
        raise WargameError(f"There is nothing to look up called '{word}'.")
    try:
        return panel_data(lookup(game.state, side, rest))
    except (LookupError, ValueError, AssertionError):  # words that the title did not expect
        raise WargameError(f"'{' '.join([word, *rest])}' finds nothing; is a word missing or misspelt?") from None


def _supply(game: Game, side: str, unit: str) -> dict[str, object] | None:
    """How a unit is supplied; None if the title has nothing to say about it, as about a fort."""
    try:
        return look_up(game, side, "supply", [unit])
    except WargameError:
        return None


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
    ring, seen, missed, left = [start], {start}, 0, TRIED
    while ring and missed < 2 and left > 0:
        around = dict.fromkeys(near for here in ring for near in board.neighbours(here))
        ring = [near for near in around if near not in seen]
        seen.update(ring)
        tried = [space for space in ring if space in cells][:left]
        hits = [space for space in tried if game.rules.route(game.state, side, (unit,), space)]
        yield from hits
        left -= len(tried)
        missed = 0 if hits else missed + 1
