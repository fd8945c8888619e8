"""Offers: one predicate lists, accepts and explains."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wargame.core.engine.actions import DONE, PASS, Done, Notation, action
from wargame.core.engine.errors import IllegalAction, NotUnderstood
from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Refusal
from wargame.core.engine.sequence import Phase
from wargame.core.engine.state import State

from .support import phases


@action("move {unit} {to}")
class Move:
    unit: str
    to: str


@action("take {units:+}")
class Take:
    units: tuple[str, ...]


@action("say {text:*}")
class Say:
    text: str


NOTATION = Notation([Move, Take, Say], names=("1Army", "2Army", "Paris", "paris", "Metz"))
TOO_FAR = Refusal("3.1", "That is too far.")


def near(move: Any) -> Refusal | None:
    return None if move.to == "Metz" else TOO_FAR


def march(why_not: Any = near, candidates: Any = None) -> Any:
    every = [Move("1Army", "Metz"), Move("1Army", "Paris"), Move("2Army", "Metz")]
    found = every if candidates is None else candidates
    return offer("fr", [*found, DONE], {Move: why_not, Done: None}, "Move which army?", "3.0")


@given(st.lists(st.integers(0, 9)), st.sets(st.integers(0, 9)), st.integers(0, 12))
def test_what_is_listed_is_what_is_accepted(numbers: list[int], legal: set[int], other: int) -> None:
    def why_not(answer: Any) -> Refusal | None:
        return None if int(answer.text) in legal else Refusal("1", "No.")

    question = offer("fr", (Say(str(n)) for n in numbers), {Say: why_not}, "?", "1.0")
    assert question.accepts(Say(str(other))) == (other in legal)
    assert [a.text for a in question.actions] == [str(n) for n in numbers if n in legal]
    assert all(question.accepts(a) for a in question.actions)
    for n in set(numbers) - legal:
        assert question.why_not(Say(str(n))) == question.reason(Say(str(n))) == ("1", "No.")


def test_the_list_is_made_once_and_only_when_somebody_looks() -> None:
    made: list[int] = []
    asked: list[Any] = []

    def candidates() -> Iterator[Any]:
        made.append(1)
        yield Move("1Army", "Metz")

    def why_not(move: Any) -> Refusal | None:
        asked.append(move)
        return near(move)

    question = offer("fr", candidates, {Move: why_not}, "?", "3.0")
    assert question.accepts(Move("2Army", "Metz"))
    assert question.take("move 1Army Metz", NOTATION) == Move("1Army", "Metz")
    assert not made
    assert question.actions == question.actions == (Move("1Army", "Metz"),)
    assert made == [1]


def test_the_legality_of_an_answer_is_asked_once_on_its_way() -> None:
    asked: list[Any] = []

    def why_not(answer: Any) -> Refusal | None:
        asked.append(answer)
        return None

    def procedure(s: State) -> Procedure[None]:
        yield offer("red", [DONE, PASS], why_not, "?", "3.0")

    game = phases(Phase("a", procedure, repeat=True))
    game.apply("pass")
    assert asked == [PASS]
    game.apply(PASS)
    assert asked == [PASS, PASS]


def test_the_reason_is_the_predicates() -> None:
    question = march()
    with pytest.raises(IllegalAction) as caught:
        question.take("move 1Army Paris", NOTATION)
    assert (caught.value.rule, caught.value.message) == TOO_FAR
    assert question.reason(Move("1Army", "Paris")) == TOO_FAR
    with pytest.raises(ValueError, match="is legal here"):
        question.reason(DONE)


@pytest.mark.parametrize("wrong", [PASS, Take(("1Army",)), Say("please")])
def test_an_answer_to_another_question_is_told_what_is_asked(wrong: Any) -> None:
    with pytest.raises(IllegalAction) as caught:
        march().check(wrong)
    assert caught.value.rule == "3.0"
    assert caught.value.message == (
        f"'{wrong}' does not answer what is asked now: Move which army? Write 'move UNIT TO' or 'done'."
    )


def test_letter_case_does_not_matter_in_the_names_of_the_title() -> None:
    question = march(candidates=[])
    assert question.take("MOVE 1army metz", NOTATION) == Move("1Army", "Metz")
    assert question.read("done", NOTATION) == DONE
    refused = question.read("move 1ARMY nowhere", NOTATION)  # the refusal names what the player means
    assert refused == Move("1Army", "nowhere")
    assert NOTATION.spell(Take(("1army", "2ARMY", "x"))) == Take(("1Army", "2Army", "x"))
    assert NOTATION.spell(Move("1army", "PARIS")) == Move("1Army", "PARIS")  # Paris and paris: nobody knows which
    assert NOTATION.spell(Say("metz")) == Say("metz")


def test_letter_case_does_not_matter_in_what_is_listed_under_other_names() -> None:
    def why_not(move: Any) -> Refusal | None:
        return None if move.to in ("Box", "box", "Yard") else TOO_FAR

    listed = [Move("x", "Box"), Move("x", "box"), Move("x", "Yard")]
    question = offer("fr", listed, {Move: why_not}, "?", "3.0")
    assert question.take("move x yard", NOTATION) == Move("x", "Yard")
    assert question.take("move x box", NOTATION) == Move("x", "box")
    with pytest.raises(NotUnderstood, match="letter case matters"):
        question.take("move x BOX", NOTATION)


def test_an_offer_shows_and_warns() -> None:
    def warn(answer: Any) -> str | None:
        return "The 2Army has not moved." if answer == DONE else None

    question = offer("fr", [DONE], {Done: None}, "?", "1", show=lambda: {"left": 2}, warn=warn, complete=False)
    assert question.shown() == {"left": 2}
    assert question.warning(DONE) == "The 2Army has not moved."
    assert not question.complete
    assert march().shown() == {}
    assert march().warning(DONE) is None
    assert march().complete


def test_candidates_that_a_search_has_checked_are_listed_without_asking_the_predicate():
    asked = []

    def why_not(move: Move) -> Refusal | None:
        asked.append(move)
        return near(move)

    question = offer("fr", [Move("1Army", "Metz")], {Move: why_not}, "Move which army?", "3.0", all_legal=True)
    assert question.actions == (Move("1Army", "Metz"),)
    assert asked == []
    assert question.why_not(Move("1Army", "Paris")) == TOO_FAR
