"""The bots that come with us, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from wargame.core.engine.actions import Action
from wargame.core.engine.chance import Source, seeded
from wargame.core.engine.game import Game
from wargame.plugins import hookimpl
from wargame.plugins.bots.greedy import GreedyBot
from wargame.plugins.bots.planner import PlannerBot


class RandomBot:
    """Any legal answer, each equally likely."""

    def __init__(self, seed: int = 0) -> None:
        self.source = Source(seeded(seed))

    def choose(self, game: Game, side: str) -> Action:
        action: Action = self.source.choice(game.decisions[side].actions)
        return action


@hookimpl
def wargame_bots() -> Mapping[str, Callable[[int], Any]]:
    return {"random": RandomBot, "greedy": GreedyBot, "planner": PlannerBot}
