"""The conformance suite with this title's invariants, whole games of both bots, and golden journals."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from wargame.core.title.rulebook import load_rules
from wargame.plugins import load_game, new_game
from wargame.plugins.bots import GreedyBot, RandomBot
from wargame.plugins.testkit import TitleConformance, check_rule_markers, title_folder

from .invariants import INVARIANTS, Watch

SCENARIOS = ("race", "campaign")
LIMIT = 20_000  # answers in a game


class TestConformance(TitleConformance):
    title = "traces_of_war"
    invariants = INVARIANTS
    steps = 4000
    every = 50


class TestConformanceWithOptions(TestConformance):
    options = {"bidding": True, "hq_conversion": True}
    seeds = (3,)


def play(scenario: str, seed: int, bots: dict[str, Any]) -> Any:
    """A whole game, with everything looked at after every answer."""
    game = new_game("traces_of_war", scenario=scenario, seed=seed)
    watch = Watch(game)
    for _ in range(LIMIT):
        if not game.decisions:
            break
        side = next(iter(game.decisions))
        game.apply(bots[side].choose(game, side), side)
        fault = watch.look()
        assert fault is None, f"{scenario}, seed {seed}, answer {len(game.journal)}: {fault}"
    assert game.result is not None
    return game


def random_bots(seed: int) -> dict[str, Any]:
    return {side: RandomBot(2 * seed + i) for i, side in enumerate(("soviet", "axis"))}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_random_games_end_and_hold_every_invariant(scenario: str) -> None:
    for seed in range(2):
        play(scenario, seed, random_bots(seed))


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_many_random_games(scenario: str) -> None:
    for seed in range(100, 250):
        play(scenario, seed, random_bots(seed))


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("greedy", ["soviet", "axis"])
def test_the_greedy_bot_finishes(scenario: str, greedy: str) -> None:
    play(scenario, 7, random_bots(7) | {greedy: GreedyBot(7)})


def test_every_rule_number_is_tested() -> None:
    tested = check_rule_markers("traces_of_war")
    assert list(load_rules(title_folder("traces_of_war"))) == list(tested)


GOLDEN = {
    "race": ("soviet wins (13.1): Kyiv fell under a Supreme Command Order that was not lifted", 943),
    "campaign": ("soviet wins (13.1): Kharkiv fell under a Supreme Command Order that was not lifted", 793),
}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_golden_journals_replay(scenario: str, tmp_path: Path) -> None:
    """Whole bot games kept from earlier: `wargame run traces_of_war --auto --scenario S --seed N --save F`."""
    path = tmp_path / "game.journal"
    shutil.copy(Path(__file__).parent / "golden" / f"{scenario}.journal", path)
    game = load_game(path)
    assert not game.warnings
    assert game.result is not None
    assert (game.result.text, len(game.journal)) == GOLDEN[scenario]
