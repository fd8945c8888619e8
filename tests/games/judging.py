"""What a planner does in a position, for the tests of judgement of any title; it is the same in each run."""

from __future__ import annotations

from wargame.core.engine.game import Game
from wargame.plugins.bots import GreedyBot, PlannerBot

PROBES = "150p"


def answer(game: Game, probes: str = PROBES) -> str:
    """The answer of a planner to the open question."""
    assert game.decision is not None
    return str(PlannerBot(1, probes).choose(game, game.decision.side))


def turn(game: Game, probes: str = PROBES) -> list[str]:
    """Let a planner play the turn of the side that is asked; returns its answers. The others are played by greedy."""
    assert game.decision is not None
    side, turns, given = game.decision.side, game.turns, []
    bot, other = PlannerBot(1, probes), GreedyBot(1)
    while game.turns == turns and game.decision is not None:
        asked = game.decision.side
        action = (bot if asked == side else other).choose(game, asked)
        if asked == side:
            given.append(str(action))
        game.apply(action)
    return given
