"""Saved games played again from their file, which is only read: as text, and as they stood at some point."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from wargame.core.engine import journal
from wargame.core.engine.errors import WargameError
from wargame.core.engine.game import Game
from wargame.core.engine.replay import replay_all
from wargame.plugins import saved_game
from wargame.plugins.match.log import describe_event
from wargame.plugins.match.setup import find_side

Position = Mapping[str, object]  # what `Game.position` returns


def game_after(game: Game, count: int, data: Path | None = None, start: tuple[int, Position] | None = None) -> Game:
    """A second game: this one as it was after `count` answers.

    `start` is a number of answers and the position after them: the game is then played on from there.
    """
    played, position = (0, game.origin) if start is None else start
    return replay_all(saved_game(journal.header(game), position, data=data), game.journal[played:count])


def replay_lines(file: Path, side: str | None, data: Path | None) -> Iterator[str]:
    """`wargame replay`: every answer and the events that followed, as far as a side may see them."""
    saved = journal.read(file)
    game = saved_game(saved.header, saved.header["position"], data=data)
    viewer = None if side is None else find_side(game.title, side)
    yield from saved.warnings
    yield f"{game.title.name}, scenario {game.scenario}, seed {game.seed}"
    seen = 0
    for answer in journal.replay_saved(saved, game):
        if viewer in (None, answer.side):
            yield f"{answer.side}: {answer.action}"
        for event in game.events_for(viewer, seen):
            yield f"    {describe_event(event)}"
        seen = len(game.events)
    yield f"Result: {game.result.text}" if game.result else f"Not over: {', '.join(game.decisions)} to answer."


def each_turn(file: Path, data: Path | None) -> Iterator[tuple[Game, int]]:
    """The game of a save file as each of its turns begins, and as it stands now; always the same game, moved on.

    With it comes the number of events that had happened when the turn before began (at the end: the present turn).
    """
    saved = journal.read(file)
    game = saved_game(saved.header, saved.header["position"], data=data)
    turn, since = game.state.turn, len(game.events)
    yield game, 0
    for _ in journal.replay_saved(saved, game):
        if game.state.turn != turn:
            yield game, since
            turn, since = game.state.turn, len(game.events)
    yield game, since


def game_at_turn(file: Path, turn: int | None, data: Path | None) -> tuple[Game, int]:
    """The game of a save file as a turn begins, as `each_turn` gives it; as it stands now if no turn is named."""
    moments = each_turn(file, data)
    found = next(moments)
    while turn is None or found[0].state.turn < turn:
        later = next(moments, None)
        if later is None:
            break
        found = later
    if turn is not None and found[0].state.turn != turn:
        raise WargameError(f"{file} has no turn {turn}; its last is turn {found[0].state.turn}.")
    return found
