"""Undo, forks and observers: what goes back, what is kept, who is told."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wargame.core.engine.errors import BrokenTitle, IllegalAction
from wargame.core.engine.events import Event
from wargame.core.engine.game import Game
from wargame.core.engine.past import KEPT
from wargame.core.engine.questions import Procedure, Roll, Together
from wargame.core.engine.sequence import Phase
from wargame.core.engine.state import State
from wargame.plugins import hookimpl
from wargame.plugins.testkit import snapshot

from .support import ask, one, phases, pick, picks, play, skirmish


def whole(game: Game) -> Any:
    """All there is to see of a game, the journal and where undo stops included."""
    journal = [a.as_list() for a in game.journal]
    return snapshot(game), [e.as_dict() for e in game.events], journal, game.undo_stop, game.may_undo()


# --- undo is the inverse of apply ------------------------------------------------------------------------------------


@given(picks, st.integers(0, 99))
def test_undo_is_the_inverse_of_apply(chosen: Any, seed: int) -> None:
    game = skirmish(seed=seed)
    before = []
    for numbers in chosen:
        if not game.decisions:
            break
        before.append(whole(game))
        side, action = pick(game, numbers)
        game.apply(action, side)
    while before:
        game.undo()
        assert whole(game) == before.pop()


@given(st.lists(st.tuples(st.sampled_from(["apply", "apply", "apply", "undo", "red", "blue"]), one), max_size=60))
@settings(max_examples=200)
def test_whatever_is_taken_back_by_whom_the_game_is_that_of_the_answers_left(done: Any) -> None:
    game = skirmish(seed=3)
    for verb, numbers in done:
        if verb == "apply" and game.decisions:
            side, action = pick(game, numbers)
            game.apply(action, side)
        elif verb != "apply":
            with suppress(IllegalAction):
                game.undo(None if verb == "undo" else verb)
    again = skirmish(seed=3)
    again.replay(game.journal)
    again.let_chance_answer()
    assert whole(again) == whole(game)


@given(picks, st.integers(0, 99))
def test_an_answer_taken_back_and_given_again_does_the_same(chosen: Any, seed: int) -> None:
    game, other = skirmish(seed=seed), skirmish(seed=seed)
    for numbers in chosen:
        if not game.decisions:
            break
        side, action = pick(game, numbers)
        game.apply(action, side)
        game.undo()
        game.apply(action, side)
        other.apply(action, side)
        assert whole(game) == whole(other)


class Fuse(Exception):
    """What a bug in somebody's rules might raise."""


@given(st.lists(st.tuples(one, st.integers(0, 12)), max_size=40), st.integers(0, 99))
def test_wherever_rules_break_down_the_game_is_as_it_was(chosen: Any, seed: int) -> None:
    """Every verb is a place to break down: the n-th after an answer does."""
    left = [-1]

    def burn(self: State) -> None:
        left[0] -= 1
        if left[0] == 0:
            raise Fuse
        self._memo = {}

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(State, "changed", burn)
        game = skirmish(seed=seed)
        for numbers, fuse in chosen:
            if not game.decisions:
                break
            side, action = pick(game, numbers)
            before = whole(game)
            left[0] = fuse
            try:
                game.apply(action, side)
            except BrokenTitle as error:
                if not isinstance(error.__cause__, Fuse):
                    raise
                left[0] = -1
                assert whole(game) == before
                game.apply(action, side)
            left[0] = -1


def revealed(game: Game) -> list[str]:
    dice = [str(a.action) for a in game.journal if a.side == "chance"]
    return [e.text for e in game.events if e.reveals] + dice


@given(picks, st.integers(0, 99))
def test_undo_that_is_not_free_never_unsees_anything(chosen: Any, seed: int) -> None:
    game = play(skirmish(seed=seed), chosen)
    seen = revealed(game)
    while game.may_undo():
        game.undo(free=False)
    assert revealed(game) == seen


def test_a_game_longer_than_the_copies_kept_goes_back_to_its_start() -> None:
    game = phases(Phase("a", lambda s: ask("red"), repeat=True))
    start = whole(game)
    for _ in range(KEPT * 3):
        game.apply("pass")
    assert len(game._past.starts) <= KEPT
    for _ in range(KEPT * 3):
        game.undo()
    assert whole(game) == start


def test_an_answer_after_the_end_of_the_game_is_refused_and_its_last_one_goes_back() -> None:
    game = phases(Phase("a", lambda s: ask("red")))
    before = whole(game)
    game.apply("done")
    assert game.result is not None
    with pytest.raises(IllegalAction, match="game is over"):
        game.apply("done")
    game.undo()
    assert whole(game) == before


def test_typed_dice_may_be_corrected() -> None:
    def roll(s: State) -> Procedure[None]:
        yield from ask("red", "Attack?")
        s.tracks["roll"] = (yield Roll()).total
        yield from ask("red", "Advance?")

    game = phases(Phase("a", roll), dice="manual")
    game.apply("done")
    game.apply("3")
    game.undo(free=False)
    game.apply("4")
    assert game.state.tracks["roll"] == 4


# --- the other side's answers ----------------------------------------------------------------------------------------


def test_undo_stops_at_an_answer_of_the_other_side() -> None:
    game = phases(Phase("a", lambda s: ask("red")), Phase("b", lambda s: ask("blue")), Phase("c", lambda s: ask("red")))
    game.apply("pass")
    assert game.may_undo("red")
    assert not game.may_undo("blue")
    game.apply("done")
    before = whole(game)
    assert not game.may_undo("red")
    with pytest.raises(IllegalAction, match=r"^Refused: blue has answered since; .* only if both sides agree"):
        game.undo("red", free=False)
    assert whole(game) == before
    assert game.may_undo("blue")
    game.undo("blue", free=False)
    assert game.may_undo("red")


def test_where_both_agree_undo_goes_past_the_other_sides_answer() -> None:
    game = phases(Phase("a", lambda s: ask("red")), Phase("b", lambda s: ask("blue")), Phase("c", lambda s: ask("red")))
    assert game.last_answer is None
    game.apply("pass")
    game.apply("done")
    assert game.last_answer is not None
    assert game.last_answer.side == "blue"
    assert game.may_undo()
    game.undo(free=False)
    game.undo("blue")
    assert game.journal == []


def test_dice_that_a_side_typed_are_its_own_to_correct() -> None:
    def roll(s: State) -> Procedure[None]:
        yield from ask("red", "Attack?")
        yield Roll()
        yield from ask("red", "Advance?")

    game = phases(Phase("a", roll), dice="manual")
    game.apply("done")
    game.apply("3")
    game.undo("red", free=False)
    game.undo("red", free=False)
    assert game.journal == []


@given(picks, st.integers(0, 99), st.sampled_from(["red", "blue"]))
def test_a_side_takes_back_only_its_own_answers(chosen: Any, seed: int, side: str) -> None:
    game = play(skirmish(seed=seed), chosen)
    others = [a for a in game.journal if a.side not in (side, "chance")]
    while game.may_undo(side):
        game.undo(side, free=False)
    assert [a for a in game.journal if a.side not in (side, "chance")] == others


# --- several sides at once -------------------------------------------------------------------------------------------


def writing(s: State) -> Procedure[None]:
    """Red decides alone, then both write orders, then both once more: all in one procedure."""
    yield from ask("red", "alone")
    for time in ("first", "second"):
        yield Together({side: twice(side, time) for side in ("red", "blue")})
        s.note(f"{time} orders are open", reveals=True)


def twice(side: str, time: str) -> Procedure[None]:
    yield from ask(side, f"{time} order")
    yield from ask(side, f"{time} correction")


def test_one_side_takes_back_only_its_own_answers_to_the_open_question() -> None:
    game = phases(Phase("a", writing))
    game.apply("pass", "red")
    game.apply("pass", "blue")
    with pytest.raises(IllegalAction, match="nothing to take back"):
        game.undo("red")  # what it answered alone was no part of this
    assert len(game.journal) == 2
    game.apply("done", "red")
    game.undo("red")
    assert [a.as_list() for a in game.journal] == [["red", "pass"], ["blue", "pass"]]


def test_orders_that_are_open_are_not_taken_back_with_the_next_ones() -> None:
    game = phases(Phase("a", writing))
    for side in ("red", "red", "red", "blue", "blue", "blue"):
        game.apply("pass", side)
    assert game.decisions["blue"].prompt == "second correction"
    game.undo("blue")
    assert game.decisions["blue"].prompt == "second order"
    with pytest.raises(IllegalAction, match="nothing to take back"):
        game.undo("blue")


def test_who_answers_at_once_may_correct_itself_without_being_free() -> None:
    game = phases(Phase("a", writing))
    game.apply("pass", "red")
    game.apply("pass", "blue")
    game.undo("blue", free=False)
    game.apply("done", "blue")
    assert [a.as_list() for a in game.journal] == [["red", "pass"], ["blue", "done"]]


def test_once_all_have_answered_nobody_takes_back_what_the_others_now_know() -> None:
    def bids(s: State) -> Procedure[None]:
        yield Together({side: ask(side) for side in ("red", "blue")})

    game = phases(Phase("bids", bids), Phase("next", lambda s: ask("red")))
    game.apply("pass", "red")
    game.apply("pass", "blue")
    assert not game.may_undo()
    with pytest.raises(IllegalAction, match="cannot be taken back"):
        game.undo(free=False)


def test_a_copy_for_a_side_knows_the_open_orders_and_not_the_others_new_ones() -> None:
    game = phases(Phase("before", lambda s: ask("blue")), Phase("a", writing))
    for side in ("blue", "red", "red", "red", "blue", "blue", "blue"):
        game.apply("pass", side)
    ahead = game.fork("red", 1)
    assert {side: q.prompt for side, q in ahead.decisions.items()} == {"red": "second order", "blue": "second order"}
    assert {a.action.notation for a in ahead.journal if a.side == "blue"} == {"pass"}
    assert len(ahead.journal) == 5
    assert game.fork().decisions["blue"].prompt == "second correction"


def test_a_question_to_several_of_whom_none_must_answer_goes_on() -> None:
    def nothing(side: str) -> Procedure[str]:
        yield from ()
        return f"{side} has nothing"

    def retreats(s: State) -> Procedure[None]:
        found = yield Together({side: nothing(side) for side in ("red", "blue")})
        s.note("{red}, {blue}", **found)
        nobody = yield Together({})
        s.tracks["asked"] = len(nobody)

    game = phases(Phase("retreats", retreats), Phase("b", lambda s: ask("red")))
    assert game.events[0].text == "red has nothing, blue has nothing"
    assert game.state.tracks == {"asked": 0}
    assert game.state.phase == "b"


def test_who_answers_at_once_is_asked_only_about_its_own() -> None:
    def wrong(s: State) -> Procedure[None]:
        yield Together({"red": ask("blue")})

    with pytest.raises(BrokenTitle, match=r"phase 'a' of T .*may only ask its own side \(red\)"):
        phases(Phase("a", wrong))


# --- observers -------------------------------------------------------------------------------------------------------


class Observer:
    def __init__(self) -> None:
        self.heard: list[str] = []

    @hookimpl
    def wargame_event(self, event: Event) -> None:
        self.heard.append(event.text)


def observed() -> tuple[Game, Observer]:
    observer = Observer()
    game = skirmish(plugins=[observer], seed=1)
    for side in ("red", "blue"):
        game.apply("bid 1", side)
        game.apply("done", side)
    return game, observer


def test_observers_are_told_each_thing_once_whatever_is_taken_back() -> None:
    game, observer = observed()
    assert observer.heard == [e.text for e in game.events]
    told = len(observer.heard)
    game.apply("move r1 B")
    game.undo()
    game.apply("move r2 B")
    assert observer.heard[told:] == ["r1: A - B", "r2: A - B"]


def test_observers_are_not_told_what_only_might_happen() -> None:
    game, observer = observed()
    told = len(observer.heard)
    game.fork("red", 3).apply("move r1 B")
    with pytest.raises(IllegalAction):
        game.apply("move r1 E")
    assert len(observer.heard) == told


def test_observers_of_a_game_that_goes_on_hear_only_what_is_new() -> None:
    game, _ = observed()
    game.apply("move r1 B")
    observer = Observer()
    again = skirmish(plugins=[observer], position=game.position())
    assert observer.heard == []
    again.apply("move r2 B")
    assert observer.heard == ["r2: A - B"]
