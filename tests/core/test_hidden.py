"""What a side may not know: two games that differ only in that look the same to it, in every way it can look."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from wargame.core.engine import convert
from wargame.core.engine.chance import Source, seeded
from wargame.core.engine.errors import IllegalAction
from wargame.core.engine.game import Game

from .skirmish import SIDES
from .support import pick, picks, play, skirmish

sides = st.sampled_from(SIDES)


def redrawn(game: Game, side: str, seed: int) -> Game:
    """A game in its own right that differs in what `side` cannot know of the present state."""
    position = json.loads(json.dumps(game.position()))
    state = convert.state_from_data(game.title.state, position["state"])
    game.rules.redraw(state, side, Source(seeded(seed)))
    state.rng = seeded(seed)
    position["state"] = convert.state_to_data(state)
    return skirmish(position=position)


def looks(game: Game, side: str) -> Any:
    """All a side can see of a game."""
    question = game.decisions.get(side)
    return {
        "view": {**game.view(side), "asked": None},
        "offered": None if question is None else [str(a) for a in question.actions],
        "undo": game.may_undo(side),
    }


@given(picks, st.integers(0, 99), st.integers(0, 99), sides)
def test_a_side_sees_the_same_whatever_it_cannot_know(chosen: Any, seed: int, other: int, side: str) -> None:
    game = play(skirmish(seed=seed), chosen)
    start = skirmish(position=game.position())  # events and undo from here on, as in the other game
    assert looks(redrawn(game, side, other), side) == looks(start, side)


@given(picks, picks, st.integers(0, 99), st.integers(0, 99), sides)
def test_and_goes_on_seeing_the_same_until_chance_answers(
    chosen: Any, after: Any, seed: int, other: int, side: str
) -> None:
    game = play(skirmish(seed=seed), chosen)
    one, two = skirmish(position=game.position()), redrawn(game, side, other)
    for numbers in after:
        if not one.decisions:
            break
        answerer, action = pick(one, numbers)
        assume(answerer == side or len(one.decisions) > 1)
        one.apply(action, answerer)
        two.apply(action, answerer)
        if any(a.side == "chance" for a in one.journal):
            break
        assert looks(one, side) == looks(two, side)
        assert [e.as_dict() for e in one.events_for(side)] == [e.as_dict() for e in two.events_for(side)]


@given(picks, st.integers(0, 99), st.integers(0, 99), sides)
def test_a_copy_for_a_side_is_like_the_game_as_far_as_it_can_see(chosen: Any, seed: int, other: int, side: str) -> None:
    game = play(skirmish(seed=seed), chosen)
    try:
        ahead = game.fork(side, other)
    except IllegalAction:
        return
    assert {**ahead.view(side), "asked": None} == {**game.view(side), "asked": None}
    assert ahead.seed == other
    assert all(answer.side in (side, "chance") for answer in ahead.journal) or not game.at_once


@given(picks, st.integers(0, 99), sides)
def test_looking_ahead_changes_nothing(chosen: Any, seed: int, side: str) -> None:
    game = play(skirmish(seed=seed), chosen)
    before, told = game.digest(), len(game.events)
    try:
        play(game.fork(side, 1), chosen)
    except IllegalAction:
        return
    assert (game.digest(), len(game.events)) == (before, told)


def test_what_is_worked_out_in_a_copy_stays_there() -> None:
    game = play(skirmish(seed=4), [(0, 0)] * 4)
    theirs = game.state.pile("hand:blue")
    for seed in range(10):
        ahead = game.fork("red", seed).state
        assert ahead.memo("hand", lambda s=ahead: s.pile("hand:blue")) == ahead.pile("hand:blue")  # type: ignore[misc]
    assert game.state.memo("hand", lambda: game.state.pile("hand:blue")) == theirs


def test_the_next_die_is_not_to_be_had_from_a_copy() -> None:
    game = play(skirmish(seed=4, options={"last_turn": 9}), [(0, 0)] * 4)
    copies = [game.fork("red", seed).state.rng for seed in range(20)]
    assert game.state.rng not in copies
    assert len(set(copies)) == 20


def test_a_spectator_may_ask_for_a_view_and_sees_no_hand() -> None:
    seen = skirmish().view("")
    assert seen["questions"] == {}
    hands = [items for name, items in seen["state"]["piles"].items() if name.startswith("hand:")]
    assert not any(isinstance(items, list) and items for items in hands)
