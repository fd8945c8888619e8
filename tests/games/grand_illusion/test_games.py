"""Whole games by the bots, invariants checked after every answer; and kept journals of whole games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from wargame.core.engine.game import Game
from wargame.plugins import load_game, new_game
from wargame.plugins.bots import GreedyBot, RandomBot

from .invariants import problem

SCENARIOS = ("campaign", "short", "what_if")
GOLDEN = Path(__file__).parent / "golden"
ENDS = {
    "campaign": (("allied",), "3.2.4c", {"allied": -5, "german": -10}),
    "short": (("allied",), "3.2.4c", {"allied": -3, "german": -6}),
    "what_if": (("allied",), "3.2.4c", {"allied": -8, "german": -16}),
}


def played(scenario: str, seed: int, allied: Any, german: Any) -> Game:
    """A whole game; it must end and keep every invariant."""
    game = new_game("grand_illusion", scenario=scenario, seed=seed)
    bots = {"allied": allied, "german": german}
    while game.decisions:
        side = next(iter(game.decisions))
        game.apply(bots[side].choose(game, side), side)
        fault = problem(game.state)  # type: ignore[arg-type]
        assert fault is None, f"{scenario}, seed {seed}, answer {len(game.journal)}: {fault}"
        assert len(game.journal) < 20_000
    return game


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_random_games(scenario: str) -> None:
    for seed in range(100, 200):
        assert played(scenario, seed, RandomBot(seed), RandomBot(seed + 1)).result is not None


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_greedy_games(scenario: str) -> None:
    for seed in range(3):
        assert played(scenario, seed, GreedyBot(seed), GreedyBot(seed + 1)).result is not None
        assert played(scenario, seed, RandomBot(seed), GreedyBot(seed + 1)).result is not None


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_golden_journals_replay(scenario: str, tmp_path: Path) -> None:
    """A kept game replays to the same end; the file itself is left alone."""
    copy = tmp_path / "game.journal"
    copy.write_text((GOLDEN / f"{scenario}.journal").read_text(encoding="utf-8"), encoding="utf-8")
    game = load_game(copy)
    assert game.warnings == []
    assert game.result is not None
    assert (game.result.winners, game.result.rule, game.result.score) == ENDS[scenario]
