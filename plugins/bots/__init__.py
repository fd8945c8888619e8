"""The bots that come with us."""

from wargame.plugins.bots.greedy import LOOKED_AT, GreedyBot
from wargame.plugins.bots.planner import PlannerBot
from wargame.plugins.bots.players import RandomBot, wargame_bots

__all__ = ["LOOKED_AT", "GreedyBot", "PlannerBot", "RandomBot", "wargame_bots"]
