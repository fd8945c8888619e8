"""Bots: what one is, and those that plugins offer, by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from wargame.core.engine.actions import Action
from wargame.core.engine.errors import WargameError
from wargame.core.engine.game import Game
from wargame.plugins.manager import offers

HUMAN = "human"


class Bot(Protocol):
    """Anything that answers for a side."""

    def choose(self, game: Game, side: str) -> Action:
        """One of `game.decisions[side].actions`."""


def known_bots() -> dict[str, Callable[[int], Bot]]:
    """The bots of all plugins: for each name, a function that makes one from a seed."""
    return offers("wargame_bots")


def make_bot(name: str, seed: int) -> Bot:
    """The bot of this name."""
    known = known_bots()
    if name not in known:
        raise WargameError(f"There is no bot '{name}'; there are: {HUMAN}, {', '.join(sorted(known))}.")
    return known[name](seed)
