"""What a side may ask about a unit on the board: its supply, and where it can go now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import attrs

from wargame.core.engine.actions import Action
from wargame.core.engine.errors import IllegalAction, WargameError
from wargame.core.engine.game import Game
from wargame.core.title.picture import Picture
from wargame.plugins.maps.svg.board import prepare
from wargame.plugins.maps.svg.counters import counter, describe, lowest_first
from wargame.plugins.web.views import panel_data, picture_of

MOVED = 12  # answers that are tried elsewhere, to say why one cannot be given there, and units with which they are
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


def why_nothing_there(game: Game, side: str, space: str) -> dict[str, str]:
    """Why nothing can be done with a space or the units in it: what the rules say to an answer moved there."""
    question = game.decisions[side]
    cell = next((cell for cell in picture_of(game, side).cells if cell.id == space), None)
    if cell is not None:
        units = [piece.id for piece in cell.pieces if piece.id][:MOVED]
        for answer in islice(question.actions, MOVED):
            for moved in _moved(game, answer, space, units):
                try:
                    question.check(moved)
                except IllegalAction as refusal:
                    return {"rule": refusal.rule, "message": refusal.message}
                except WargameError:  # the title did not expect such an answer
                    continue
    return {"rule": question.rule, "message": f"Nothing can be done with {space} now."}


def _moved(game: Game, answer: Action, space: str, units: Sequence[str]) -> Iterator[Action]:
    """The answer with another unit in the place of its unit, or with another space in the place of its space."""
    board, counters = game.title.board, game.title.counters
    named = [field.name for field in attrs.fields(type(answer)) if isinstance(getattr(answer, field.name), str)]
    for name in named:
        if getattr(answer, name) in counters:
            yield from (attrs.evolve(answer, **{name: unit}) for unit in units)
            return
    for name in named:
        if board is not None and getattr(answer, name) in board:
            yield attrs.evolve(answer, **{name: space})


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
