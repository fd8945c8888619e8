"""Bots: what one is, and those that plugins offer, by name."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, Protocol

from wargame.core.engine.actions import Action
from wargame.core.engine.errors import WargameError
from wargame.core.engine.game import Game
from wargame.plugins.manager import offers

HUMAN = "human"


class Bot(Protocol):
    """Anything that answers for a side.

    A bot that thinks for long may have a `stopped` attribute: a function that it asks now and then, and as soon as it
    returns True, the bot answers with the best it has found. One that can say why it answered has a list `thoughts` of
    `wargame.plugins.bots.thought.Thought`.
    """

    def choose(self, game: Game, side: str) -> Action:
        """One of `game.decisions[side].actions`."""


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
