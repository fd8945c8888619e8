"""The bots that come with us."""

from wargame.plugins.bots.players import LOOKED_AT, GreedyBot, RandomBot, wargame_bots

__all__ = ["LOOKED_AT", "GreedyBot", "RandomBot", "wargame_bots"]
