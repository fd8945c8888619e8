"""Positions for the tests."""

from __future__ import annotations

from wargame.core.engine.game import Game
from wargame.plugins import new_game


def position(**places: str) -> Game:
    """A game before the first order of red, with only these units, at full strength: `position(R1="pass")`."""
    game = new_game("ridgeway", dice="manual")
    s = game.state
    for unit in list(s.units):
        s.eliminate(unit)
    for unit, space in places.items():
        s.place(unit, space, s.counter(unit).steps)
    return game
