"""Whole games by both bots, with the invariants after every answer."""

from __future__ import annotations

import pytest

from wargame.plugins.bots import GreedyBot, RandomBot

from . import invariants
from .support import DATA, new

LIMIT = 20_000  # answers; the longest games seen have some five thousand


def whole_game(bot, scenario, seed):
    """A game to its end; returns it."""
    game = new(scenario, seed=seed)
    bots = {"ru": bot(seed), "cp": bot(seed + 1)}
    for _ in range(LIMIT):
        if game.decision is None:
            return game
        side = game.decision.side
        game.apply(bots[side].choose(game, side), side)
        faults = [f for invariant in invariants.ALL if (f := invariant.fault(game.state)) is not None]
        assert not faults, f"seed {seed}, answer {len(game.journal)}: {faults[0]}"
    raise AssertionError(f"{scenario}, seed {seed}: the game does not end")


@pytest.mark.parametrize("scenario", DATA.scenarios)
def test_random_bots_finish_every_scenario(scenario):
    assert whole_game(RandomBot, scenario, 5).result.winners in (("ru",), ("cp",))


def test_greedy_bots_finish_schlieffen_east():
    assert whole_game(GreedyBot, "schlieffen_east", 5).result.winners in (("ru",), ("cp",))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 220))
def test_random_bots_finish_the_historical_game(seed):
    assert whole_game(RandomBot, "historical", seed).result is not None


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("scenario", DATA.scenarios)
def test_greedy_bots_finish(scenario, seed):
    assert whole_game(GreedyBot, scenario, seed).result is not None
