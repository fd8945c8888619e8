"""The conformance suite with this title's invariants, golden journals, and many random games."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import attrs
import pytest

from wargame.games.paths_of_glory.model import BOXES, CP, ENEMY, LEVELS, State
from wargame.plugins import new_game
from wargame.plugins.testkit import Invariant, TitleConformance

SCENARIOS = ("campaign", "limited_war", "introductory")


def crowded(s: State) -> str | None:
    """10.1.1, 10.1.3: but for a stack on the march no space holds more than three units, nor both sides."""
    for space, units in s.at.items():
        if space in BOXES:
            continue
        if len(units) > 3 and s.phase != "movement":
            return f"{space} holds {units}"
        if len({s.side_of(u) for u in units}) > 1:
            return f"both sides stand in {space}"
    return None


def crowd(s: Any) -> None:
    for unit in s.data.types["ge_corps"][:4]:
        s.move(unit, "berlin") if unit in s.units else s.place(unit, "berlin", 2)
    s.phase = "card"


def cards_astray(s: State) -> str | None:
    """Every card of a commitment level reached is in exactly one pile, and no other card is in play."""
    count = Counter(c for pile in s.piles.values() for c in pile)
    want = {c.id for c in s.data.cards.values() if LEVELS.index(c.commitment) <= s.commitment[c.side]}
    if set(count) != want or max(count.values()) > 1:
        return f"cards not in exactly one pile: {sorted((want ^ set(count)) | {c for c, n in count.items() if n > 1})}"
    return None


def lose_card(s: Any) -> None:
    pile = next(name for name, cards in s.piles.items() if cards)
    s.piles[pile] = s.piles[pile][1:]


def strangers(s: State) -> str | None:
    """No unit in a place that is none, and only living units outside the boxes of the eliminated."""
    for u, x in s.units.items():
        if x.at not in s.data.spaces and x.at not in BOXES:
            return f"{u} is in {x.at}"
        if x.steps not in ((0,) if x.at.endswith("eliminated") else (1, 2)):
            return f"{u} in {x.at} has {x.steps} steps"
    return None


def stray(s: Any) -> None:
    unit = next(iter(s.units))
    s.units[unit] = attrs.evolve(s.units[unit], at="nowhere")
    s.reindex()


def from_nowhere(s: State) -> str | None:
    """Every unit came with the set-up, with its nation's entry, or with a reinforcement card."""
    there: Counter[str] = Counter(s.counter(u).type for u in s.units)
    may: Counter[str] = Counter()
    entered = s.at_war | {"start"} | ({"gr"} if s.greek_limited else set())
    for line in s.data.setup:
        if line.when in entered and line.unit:
            may[line.unit] += line.count or 0
    for card in s.data.cards.values():
        if card.reinforces and card.id in s.played:
            may.update(card.brings)
    extra = there - may
    return f"units from nowhere: {dict(extra)}" if extra else None


def conjure(s: Any) -> None:
    s.place("us_1", "paris", 2)


def vp_recount(s: State) -> int:
    """The VP marker from the spaces on the map and from all that was scored otherwise (5.1.2)."""
    held = sum((s.control[x] == CP) - (s.data.spaces[x].control == CP) for x in s.data.vp_spaces)
    events = (e for e in s.log if e.template.startswith("{track}") and e.fields["track"] == "vp")
    return 10 + held + sum(e.fields["change"] for e in events if e.rule != "5.1.2")


def vp_wrong(s: State) -> str | None:
    total = vp_recount(s)
    return f"the VP marker is on {s.tracks['vp']}, not on {total}" if s.tracks["vp"] != total else None


def move_marker(s: Any) -> None:
    s.tracks["vp"] += 1


def under_fire(s: State) -> str | None:
    """Nobody stands in a space with a trench of the enemy (11.2.5, 11.2.6)."""
    wrong = [x for x, (owner, _) in s.trenches.items() if s.holder(x) not in ("", owner)]
    return f"enemy trenches in {wrong}" if wrong else None


def dig_for_the_enemy(s: Any) -> None:
    space = next(x for x in s.data.spaces if s.holder(x))
    s.trenches[space] = (ENEMY[s.holder(space)], 1)


INVARIANTS = (
    Invariant("stacking", crowded, crowd),
    Invariant("cards", cards_astray, lose_card),
    Invariant("places", strangers, stray),
    Invariant("origin of units", from_nowhere, conjure),
    Invariant("vp marker", vp_wrong, move_marker),
    Invariant("trenches", under_fire, dig_for_the_enemy),
)


class TestConformance(TitleConformance):
    title = "paths_of_glory"
    invariants = INVARIANTS
    every = 40


def play(scenario: str, seed: int, **options: Any) -> Any:
    """A whole game at random in which nobody makes peace, with the invariants at each new card."""
    game = new_game("paths_of_glory", scenario=scenario, seed=seed, options=options)
    chance = random.Random(seed)
    while (question := game.decision) is not None:
        actions = [a for a in question.actions if question.rule != "16.5.2" or str(a) == "no"]
        game.apply(chance.choice(actions))
        if game.state.phase == "card":
            for invariant in INVARIANTS:
                fault = invariant.fault(game.state)
                assert fault is None, f"{scenario} {seed}, answer {len(game.journal)}: {fault}"
    assert game.result is not None
    return game


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_random_games_without_peace_go_to_the_end(scenario: str) -> None:
    for seed in range(2):
        play(scenario, seed)


@pytest.mark.parametrize("option", ["alternative_setup", "first_commitment", "hand_of_eight", "entrench_again"])
def test_random_games_with_the_optional_rules(option: str) -> None:
    play("campaign", 3, **{option: True})


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_many_random_games(scenario: str) -> None:
    for seed in range(100, 220):
        play(scenario, seed)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_greedy_bots_finish(scenario: str) -> None:
    from wargame.plugins.bots import GreedyBot

    for seed in range(3):
        game = new_game("paths_of_glory", scenario=scenario, seed=seed)
        bots = {side: GreedyBot(seed) for side in game.title.sides}
        while game.decision is not None:
            side = game.decision.side
            game.apply(bots[side].choose(game, side))
            assert crowded(game.state) is None  # type: ignore[arg-type]
        assert game.result is not None
