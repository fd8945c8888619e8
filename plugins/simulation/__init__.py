"""Bots play many games, and who won is counted."""

from wargame.plugins.simulation.runs import Played, play_games, simulate, summary

__all__ = ["Played", "play_games", "simulate", "summary"]
