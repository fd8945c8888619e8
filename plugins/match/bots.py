"""Bots: what one is, and those that plugins offer, by name."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Protocol

from wargame.core.engine.actions import Action
from wargame.core.engine.errors import BrokenTitle, IllegalAction, WargameError
from wargame.core.engine.game import Game
from wargame.core.engine.mistakes import brief, broken, mistaken
from wargame.plugins.manager import offers

HUMAN = "human"
NOTHING = nullcontext()


class Bot(Protocol):
    """Anything that answers for a side.

    A bot that thinks for long may have a `stopped` attribute: a function that it asks now and then, and as soon as it
    returns True, the bot answers with the best it has found. One that can say why it answered has a list `thoughts` of
    `wargame.plugins.bots.thought.Thought`.
    """

    def choose(self, game: Game, side: str) -> Action:
        """One of `game.decisions[side].actions`."""


def answer_by_bot(
    game: Game,
    bot: Bot,
    side: str,
    give: Callable[[Action, str], object],
    thinking: AbstractContextManager[object] = NOTHING,
) -> None:
    """Let a bot answer once, by `give(answer, side)`; a mistake of the bot is an error that names it."""
    name = game.players.get(side) or type(bot).__name__
    try:
        with thinking:
            answer = bot.choose(game, side)
    except BrokenTitle:
        raise
    except Exception as error:
        raise broken(f"the bot '{name}' of {side}", error) from error
    if not isinstance(answer, Action | str):
        text = f"it answers {brief(answer)}. Return one of game.decisions[side].actions."
        raise mistaken(f"the bot '{name}' of {side}", type(bot).choose, text)
    try:
        give(answer, side)
    except IllegalAction as error:
        text = f"it answers '{answer}', which is not legal. {error} Return one of game.decisions[side].actions."
        raise mistaken(f"the bot '{name}' of {side}", type(bot).choose, text) from error


def known_bots() -> dict[str, Callable[..., Bot]]:
    """The bots of all plugins: for each name, a function that makes one from a seed (and a level, if it has levels)."""
    return offers("wargame_bots")


def make_bot(name: str, seed: int) -> Bot:
    """The bot of this name; `planner:hard` is the bot planner of the level hard."""
    known = known_bots()
    kind, colon, level = name.partition(":")
    if kind not in known:
        raise WargameError(f"There is no bot '{kind}'; there are: {HUMAN}, {', '.join(sorted(known))}.")
    if not colon:
        return known[kind](seed)
    if not _has_levels(known[kind]):
        raise WargameError(f"The bot {kind} has no levels; write '{kind}' instead of '{name}'.")
    return known[kind](seed, level=level)


def _has_levels(make: Any) -> bool:
    return "level" in inspect.signature(make).parameters
