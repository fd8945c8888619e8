"""The bots that come with us."""

from wargame.plugins.bots.greedy import GreedyBot
from wargame.plugins.bots.players import RandomBot, wargame_bots

__all__ = ["GreedyBot", "RandomBot", "wargame_bots"]
