"""The conformance suite for every arrangement, with what must be true after every answer of any game."""

import random
import time

import pytest

from wargame.core.title.rulebook import load_rules
from wargame.games.diplomacy.geography import geography
from wargame.plugins import new_game
from wargame.plugins.bots import GreedyBot, RandomBot
from wargame.plugins.testkit import (
    Invariant,
    RandomGame,
    TitleConformance,
    check_index,
    check_other_processes,
    check_random_game,
    check_rule_markers,
    scenarios,
    title_folder,
)

GEO = geography()


def crowded(state):
    """VII.1: one unit a space, each on a space it may occupy, each with an owner."""
    if set(state.pieces) != set(state.owners):
        return "a unit without an owner, or an owner without a unit"
    for space, unit in state.pieces.items():
        if GEO.stands.get(unit) != space:
            return f"{unit} cannot be in {space}"
    return None


def put_fleet_in_paris(state):
    state.pieces["PAR"] = "F PAR"
    state.owners["PAR"] = "FRANCE"


def too_many(state):
    """V: in spring, after the adjustments, nobody has more units than centres; never more than 34 in all."""
    if len(state.pieces) + len(state.dislodged) > 34:
        return f"{len(state.pieces)} units on the board"
    if state.phase in ("spring negotiation", "spring orders"):
        for power in GEO.powers:
            if len(state.units_of(power)) > len(state.centres_of(power)):
                return f"{power} has more units than centres in {state.date()}"
    return None


def take_all_centres(state):
    state.phase = "spring orders"
    state.control.clear()


def wrong_centres(state):
    """XIV.1: only supply centres are controlled, and only by powers."""
    return next(
        (f"{p} controls {c}" for c, p in state.control.items() if c not in GEO.centres or p not in GEO.powers), None
    )


def control_burgundy(state):
    state.control["BUR"] = "FRANCE"


def entered_italy(state):
    """XV.3-2p: while Italy is closed only Italian units stand there."""
    return next(
        (f"{state.pieces[s]} is in closed {s}" for s in state.closed if state.owners.get(s, "ITALY") != "ITALY"), None
    )


def enter_italy(state):
    state.closed = ("PAR",)


INVARIANTS = (
    Invariant("one unit a space", crowded, put_fleet_in_paris),
    Invariant("units within centres", too_many, take_all_centres),
    Invariant("centres only", wrong_centres, control_burgundy),
    Invariant("Italy closed", entered_italy, enter_italy),
)


class TestConformance(TitleConformance):
    title = "diplomacy"
    invariants = INVARIANTS
    options = {"last_year": 1904}
    every = 60


def test_markers_and_index_are_those_of_the_rules():
    check_rule_markers("diplomacy")
    check_index("diplomacy")


def test_every_rule_of_the_rulebook_has_a_test():
    index = check_rule_markers("diplomacy")
    rules = load_rules(title_folder("diplomacy"))
    assert len(rules) == 51
    assert [number for number in rules if number not in index] == []


def play_games(seconds, first_seed):
    """Random games to 1910, all arrangements in turn, for so long; the invariants hold after every answer."""
    until = time.monotonic() + seconds
    played = 0
    arrangements = scenarios("diplomacy")
    while time.monotonic() < until:
        seed = first_seed + played
        random_game = RandomGame(
            "diplomacy", arrangements[played % len(arrangements)], seed, {"last_year": 1910}, INVARIANTS
        )
        mixer = random.Random(seed)
        while random_game.game.decisions:
            side = mixer.choice(list(random_game.game.decisions))
            random_game.game.apply(mixer.choice(random_game.game.decisions[side].actions), side)
            for invariant in INVARIANTS:
                fault = invariant.fault(random_game.game.state)
                assert fault is None, f"seed {seed}: {fault}"
        random_game.check_save()
        assert random_game.game.result is not None
        played += 1
    return played


def test_some_random_games():
    assert play_games(2, 1) >= 1


@pytest.mark.slow
def test_random_games_for_two_minutes():
    assert play_games(120, 1000) >= 20


def test_the_greedy_bot_finds_free_centres_and_finishes():
    game = new_game("diplomacy", seed=2, options={"last_year": 1902, "negotiation": False})
    bots = {side: RandomBot(n) for n, side in enumerate(game.title.sides)} | {"FRANCE": GreedyBot(1)}
    while game.decisions:
        side = next(iter(game.decisions))
        game.apply(bots[side].choose(game, side), side)
    assert game.result.rule == "III"
    assert len(game.state.centres_of("FRANCE")) >= 5


OTHERWISE = {"last_year": 1903, "draw_powers": True, "negotiation": False, "rules": "letter"}


@pytest.mark.parametrize("scenario", ["seven", "two"])
def test_a_game_with_other_options_conforms(scenario):
    given = {"finish": True, "invariants": INVARIANTS, "every": 60}
    game = check_random_game("diplomacy", scenario, 5, options=OTHERWISE, **given).game
    assert game.result is not None
    check_other_processes("diplomacy", scenario, 5, options=OTHERWISE, steps=60)
