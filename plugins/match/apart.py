"""A bot that answers in another process: what it needs to know, and what it brings back.

The process has nothing but the position. What the bot remembers of its turn (the plan it is following, how much of its
time it has used) travels with it, so that it plays as if it had been there all the time.
"""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from pathlib import Path

import attrs

from wargame.core.engine.game import Game
from wargame.plugins.bots.thinker import Missed, Thinker
from wargame.plugins.bots.thought import Thought
from wargame.plugins.match.bots import Bot, make_bot


@attrs.frozen
class Errand:
    """One answer to be found. `memory` is what the bot brought back last time; as soon as `stop` exists, it answers."""

    title: str
    position: Mapping[str, object]
    side: str
    bot: str
    seed: int
    missed: Missed
    data: Path | None = None
    memory: bytes = b""
    stop: Path | None = None


@attrs.frozen
class Outcome:
    """The bot's answer, as text, what it thought (None: nothing), and its memory."""

    answer: str
    thought: Thought | None = None
    memory: bytes = b""


def errand(
    game: Game, side: str, bot: str, data: Path | None = None, memory: bytes = b"", stop: Path | None = None
) -> Errand:
    """What to send to the other process."""
    position = game.position()
    answers = position["answers"]
    assert isinstance(answers, list)
    number = len(game.journal)
    missed = Missed(number - len(answers), game.turns)
    return Errand(game.title.id, position, side, bot, game.seed * 31 + number, missed, data, memory, stop)


def run_errand(errand: Errand) -> Outcome:
    """Runs in the other process."""
    from wargame.plugins import new_game

    game = new_game(errand.title, position=errand.position, data=errand.data)
    bot: Bot = pickle.loads(errand.memory) if errand.memory else make_bot(errand.bot, errand.seed)
    if not isinstance(bot, Thinker):
        return Outcome(str(bot.choose(game, errand.side)))
    bot.missed = attrs.evolve(errand.missed, turns=errand.missed.turns - game.turns)
    if errand.stop is not None:
        bot.stopped = errand.stop.exists
    bot.thoughts = []
    answer = str(bot.choose(game, errand.side))
    thought = bot.thoughts[-1] if bot.thoughts else None
    if thought is not None:
        thought = attrs.evolve(thought, answers=errand.missed.answers + thought.answers)
    bot.thoughts = []
    return Outcome(answer, thought, pickle.dumps(bot))
