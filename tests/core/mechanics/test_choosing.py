"""Choosing: one, several, until done."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wargame.core.engine.actions import DONE, PASS, Done, action
from wargame.core.engine.errors import IllegalAction
from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Question
from wargame.core.mechanics.choosing import choose_one, choose_several, until_done, why_not_one_of

from .position import asked


@action("take {unit}")
class Take:
    unit: str


def which(units: list[str], *, complete: bool = True, done: bool = False) -> Question:
    """Which of these units?"""
    predicates: dict[type[Any], Any] = {Take: why_not_one_of("unit", units, "1.1", "{value} is not here."), Done: None}
    ends = [DONE] if done else []
    return offer("red", [*map(Take, units), *ends], predicates, "Which?", "1.1", complete=complete)


def test_one_possible_answer_is_not_asked_for() -> None:
    assert asked(choose_one(which(["a"]))) == ([], Take("a"))
    assert asked(choose_one(which(["a", "b"])), Take("b")) == (["Which?"], Take("b"))


def test_a_question_whose_answers_cannot_all_be_listed_is_asked() -> None:
    assert asked(choose_one(which(["a"], complete=False)), Take("a")) == (["Which?"], Take("a"))


def left(chosen: tuple[Any, ...]) -> Question | None:
    units = [u for u in "abc" if Take(u) not in chosen]
    return which(units, done=True) if units else None


@pytest.mark.parametrize(
    ("most", "answers", "chosen"),
    [
        (None, [Take("b"), DONE], ("b",)),
        (None, [DONE], ()),
        (None, [Take("a"), Take("b"), Take("c")], ("a", "b", "c")),  # then nothing is left to ask about
        (2, [Take("c"), Take("a")], ("c", "a")),
        (0, [], ()),
    ],
)
def test_several_are_chosen_until_done(most: int | None, answers: list[Any], chosen: tuple[str, ...]) -> None:
    prompts, found = asked(choose_several(left, most), *answers)
    assert found == tuple(map(Take, chosen))
    assert len(prompts) == len(answers)


def test_what_has_been_chosen_is_not_offered_again() -> None:
    with pytest.raises(IllegalAction, match="a is not here"):
        asked(choose_several(left), Take("a"), Take("a"))


@given(st.lists(st.sampled_from("ab"), max_size=6), st.booleans())
def test_answers_are_carried_out_one_by_one_until_done(units: list[str], asks: bool) -> None:
    went: list[str] = []

    def ask() -> Question | None:
        return which(["a", "b"], done=True) if len(went) < 4 else None

    def plain(answer: Any) -> None:
        went.append(answer.unit)

    def asking(answer: Any) -> Procedure[None]:
        again = yield which(["a", "b"])
        went.append(again.unit)

    taken = units[:4]
    answers = [Take(u) for u in taken for _ in range(2 if asks else 1)]
    answers += [] if len(taken) == 4 else [DONE]
    prompts, count = asked(until_done(ask, asking if asks else plain), *answers)
    assert (went, count, len(prompts)) == (taken, len(taken), len(answers))


def test_a_pass_ends_it_too_and_other_ends_can_be_named() -> None:
    question = offer("red", [Take("a"), PASS], {Take: None, type(PASS): None}, "Which?", "1.1")
    assert asked(choose_several(lambda chosen: question), Take("a"), PASS)[1] == (Take("a"),)
    assert asked(choose_several(lambda chosen: question, ends=(Take("a"),)), PASS, Take("a"))[1] == (PASS,)


def test_only_refuses_what_it_does_not_name() -> None:
    @attrs.frozen
    class Go:
        space: Any

    why_not = why_not_one_of("space", ["0101"], "4.1", "{value} is closed; {braces} stay.")
    assert why_not(Go("0101")) is None
    assert why_not(Go("0202")) == ("4.1", "0202 is closed; {braces} stay.")
    assert why_not(Go(["unhashable"])) is not None
