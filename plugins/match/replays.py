"""`wargame replay`: a saved game again, every answer and what came of it, as far as a side may see."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from wargame.core.engine import journal
from wargame.core.engine.errors import WargameError
from wargame.core.engine.events import Event
from wargame.plugins import saved_game
from wargame.plugins.match.table import side_named


def told_event(event: Event) -> str:
    """An event as a line of a log."""
    text = event.text
    return f"{text} ({event.rule})" if event.rule and f"({event.rule})" not in text else text


def replay_file(file: Path, side: str | None, data: Path | None) -> Iterator[str]:
    """The lines to print; the file is only read."""
    saved = journal.read(file)
    game = saved_game(saved.header, saved.header["position"], data=data)
    looks = None if side is None else side_named(game.title, side)
    yield from saved.warnings
    yield f"{game.title.name}, scenario {game.scenario}, seed {game.seed}"
    hashes = {count: (line, text) for line, count, text in saved.hashes}
    seen = 0
    for count, (line, answer) in enumerate(saved.answers, 1):
        try:
            game.replay([answer])
        except WargameError as error:
            raise WargameError(f"{file}, line {line}: '{answer.action}' cannot be played here. {error}") from error
        if count in hashes and hashes[count][1] != game.digest():
            raise WargameError(f"{file}, line {hashes[count][0]}: the game replays to another position than saved.")
        if looks in (None, answer.side):
            yield f"{answer.side}: {answer.action}"
        for event in game.events_for(looks, seen):
            yield f"    {told_event(event)}"
        seen = len(game.events)
    yield f"Result: {game.result.text}" if game.result else f"Not over: {', '.join(game.decisions)} to answer."
