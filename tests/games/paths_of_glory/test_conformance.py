"""The conformance suite with this title's invariants, golden journals, and many random games."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from wargame.games.paths_of_glory.model import BOXES, CP, State
from wargame.plugins import new_game
from wargame.plugins.testkit import Invariant, TitleConformance

EVENT_VP = {"cp_09": 1, "ap_13": -1, "ap_26": -1, "ap_40": -1, "ap_52": -1, "ap_54": -1}
SCENARIOS = ("campaign", "limited_war", "introductory")


def crowded(s: State) -> str | None:
    """10.1.1, 10.1.3: outside movement no space holds more than three units, nor both sides."""
    if s.phase not in ("movement", "combat"):
        for space, units in s.at.items():
            if space in BOXES:
                continue
            if len(units) > 3:
                return f"{space} holds {units}"
            if len({s.side_of(u) for u in units}) > 1:
                return f"both sides stand in {space}"
    return None


def crowd(s: Any) -> None:
    for unit in s.data.types["ge_corps"][:4]:
        s.move(unit, "berlin") if unit in s.units else s.place(unit, "berlin", 2)
    s.phase = "card"


def cards_twice(s: State) -> str | None:
    """Every card of a commitment level reached is in exactly one pile."""
    count = Counter(c for pile in s.piles.values() for c in pile)
    twice = [c for c, n in count.items() if n > 1]
    levels = dict(s.commitment)
    want = sum(
        ("mobilization", "limited_war", "total_war").index(c.commitment) <= levels[c.side]
        for c in s.data.cards.values()
    )
    if twice or len(count) != want:
        return f"cards are {twice} twice, {len(count)} of {want} in play"
    return None


def lose_card(s: Any) -> None:
    pile = next(name for name, cards in s.piles.items() if cards)
    s.piles[pile] = s.piles[pile][1:]


def strangers(s: State) -> str | None:
    """No unit in a place that is none, and only living units on the map."""
    for u, x in s.units.items():
        if x.at not in s.data.spaces and x.at not in BOXES:
            return f"{u} is in {x.at}"
        if x.steps not in ((0,) if x.at.endswith("eliminated") else (1, 2)):
            return f"{u} in {x.at} has {x.steps} steps"
    return None


def stray(s: Any) -> None:
    s.move(next(iter(s.units)), "nowhere")


class TestConformance(TitleConformance):
    title = "paths_of_glory"
    invariants = (
        Invariant("stacking", crowded, crowd),
        Invariant("cards", cards_twice, lose_card),
        Invariant("units", strangers, stray),
    )


def vp_recount(game: Any) -> int:
    """The VP marker from the map and from what was scored otherwise."""
    s = game.state
    held = sum((s.control[x] == CP) - (s.data.spaces[x].control == CP) for x in s.data.vp_spaces)
    scored = [e for e in game.events if e.template.startswith("{track}") and e.fields["track"] == "vp"]
    other = sum(e.fields["change"] for e in scored if e.rule != "5.1.2")
    events = sum(n for c, n in EVENT_VP.items() if c in s.played and c != "ap_54")
    return 10 + held + other + events


def play(scenario: str, seed: int) -> Any:
    game = new_game("paths_of_glory", scenario=scenario, seed=seed)
    chance = random.Random(seed)
    for _ in range(100_000):
        if game.decision is None:
            break
        actions = game.decision.actions
        game.apply(actions[chance.randrange(len(actions))])
        assert game.state.phase in ("movement", "combat") or crowded(game.state) is None
    assert game.result is not None
    assert game.state.tracks["vp"] == vp_recount(game)
    return game


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_random_games_end_and_the_vp_marker_is_right(scenario: str) -> None:
    for seed in range(3):
        play(scenario, seed)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_many_random_games(scenario: str) -> None:
    for seed in range(100, 160):
        play(scenario, seed)
