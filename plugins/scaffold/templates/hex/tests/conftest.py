"""Positions for the tests, on a little map of their own (`map.txt`), so that the title's map can change freely."""

from __future__ import annotations

from pathlib import Path

from wargame.core.engine.game import Game
from wargame.plugins import new_game


def position(**places: str) -> Game:
    """A game before the first move of red, with only these units, at full strength: `position(r1="0203")`."""
    game = new_game("salient", dice="manual", data=Path(__file__).parent / "data")
    s = game.state
    for unit in list(s.units):
        s.eliminate(unit)
    for unit, space in places.items():
        s.place(unit, space, s.counter(unit).steps)
    return game


def attack(game: Game, target: str, *units: str) -> None:
    """Red is done with movement and attacks; the die is rolled next."""
    game.apply("done")
    game.apply(f"attack {target}")
    for unit in units:
        game.apply(f"with {unit}")
    game.apply("fight")
