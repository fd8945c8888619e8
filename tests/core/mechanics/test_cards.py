"""Hands filled from decks whose discards are reshuffled, and piles laid."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from wargame.core.engine.actions import Drawn
from wargame.core.mechanics.cards import fill, lay, why_not_take

from .position import State, position


def filled(deck: int, discards: int, held: int, size: int, shuffle: bool = True) -> tuple[State, list[int], int]:
    """Fill a hand, the first cards coming each time: the state, how many were drawn at a time, and in all."""
    state = position({})
    names = iter(f"card {n:02}" for n in range(99))
    for pile, count in (("deck", deck), ("discard", discards), ("hand", held)):
        lay(state, pile, [next(names) for _ in range(count)])
    draws = []
    procedure = fill(state, "deck", "hand", size, discards="discard" if shuffle else "", rule="6.0", only="red")
    try:
        question = next(procedure)
        while True:
            assert (question.rule, question.to) == ("6.0", "red")
            draws.append(question.count)
            question = procedure.send(Drawn(question.items[: question.count]))
    except StopIteration as end:
        return state, draws, end.value


def test_a_hand_is_filled_and_the_discards_become_the_deck_when_it_runs_out() -> None:
    state, draws, count = filled(deck=2, discards=4, held=2, size=7)
    assert (draws, count) == ([2, 3], 5)
    assert [len(state.pile(p)) for p in ("deck", "discard", "hand")] == [1, 0, 7]


def test_discards_are_not_touched_while_the_deck_lasts_or_where_they_stay() -> None:
    state, draws, _ = filled(deck=5, discards=4, held=3, size=7)
    assert (draws, len(state.pile("discard"))) == ([4], 4)
    state, draws, count = filled(deck=1, discards=4, held=3, size=7, shuffle=False)
    assert (draws, count, len(state.pile("discard"))) == ([1], 1, 4)


def test_a_full_hand_draws_nothing() -> None:
    assert filled(deck=5, discards=4, held=8, size=7)[1:] == ([], 0)


@given(st.integers(0, 6), st.integers(0, 6), st.integers(0, 6), st.integers(0, 8), st.booleans())
def test_no_card_is_lost_or_made(deck: int, discards: int, held: int, size: int, shuffle: bool) -> None:
    state, _, count = filled(deck, discards, held, size, shuffle)
    available = deck + (discards if shuffle else 0)
    assert count == min(available, max(0, size - held))
    assert len(state.pile("hand")) == held + count
    every = Counter(card for pile in state.piles.values() for card in pile)
    assert (sum(every.values()), max(every.values(), default=1)) == (deck + discards + held, 1)


def test_what_is_not_in_a_pile_cannot_be_taken_out_of_it() -> None:
    state = position({})
    lay(state, "hand", ["b", "a"])
    assert state.pile("hand") == ("a", "b")
    assert why_not_take(state, "hand", "a", "9.1") is None
    assert why_not_take(state, "hand", "c", "9.1") == ("9.1", "c is not there.")
    assert why_not_take(state, "nothing", "a", "9.1") is not None
