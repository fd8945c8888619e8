"""No bot reads what its side may not know: with everything hidden dealt anew, it gives the same answer."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from wargame.core.engine.chance import Source, seeded
from wargame.core.engine.errors import IllegalAction
from wargame.core.engine.game import Game
from wargame.plugins import list_titles, new_game
from wargame.plugins.bots import GreedyBot, PlannerBot

POSITIONS, APART = 2, 45  # positions of a game that are looked at, and how many random answers lie between them


def pairs(title: str) -> Iterator[tuple[Game, Game, str]]:
    """Positions of a game at random, each with one that differs only in what the side to answer may not know."""
    game, source = new_game(title, seed=8), Source(seeded(4))
    for _ in range(POSITIONS):
        for _ in range(APART):
            side, question = next(iter(game.decisions.items()))
            game.apply(source.choice(question.actions), side)
        side = next(iter(game.decisions))
        try:
            yield game, game.fork(side, 99), side
        except IllegalAction:  # something secret has just been drawn within the procedure: nothing else fits it
            continue


@pytest.mark.parametrize("title", list_titles())
def test_a_bot_answers_the_same_whatever_is_hidden_from_it(title: str) -> None:
    for game, other, side in pairs(title):
        assert GreedyBot(1).choose(game, side) == GreedyBot(1).choose(other, side)
        assert PlannerBot(1, "8p").choose(game, side) == PlannerBot(1, "8p").choose(other, side)


def test_hidden_things_really_differ_in_the_pairs() -> None:
    """The test above would prove nothing otherwise."""
    differ = [game.digest() != other.digest() for game, other, _ in pairs("paths_of_glory")]
    assert any(differ)
