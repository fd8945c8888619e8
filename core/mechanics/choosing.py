"""Choosing: ask only if there is a choice, ask for several things, ask until done.

These are procedures: `answer = yield from choose_one(offer(...))`. The question itself says what is asked and why an
answer is refused; these procedures only decide how often to ask it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable
from typing import Any

from wargame.core.engine.actions import DONE, PASS
from wargame.core.engine.offers import WhyNot
from wargame.core.engine.questions import Procedure, Question, Refusal

ENDS = (DONE, PASS)


def choose_one(question: Question) -> Procedure[Any]:
    """Ask a question, but not if only one answer is possible; returns the answer.

        answer = yield from choose_one(offer(side, [Retreat(u, w) for w in ways], ..., "Retreat where?", "10.4"))

    >>> from wargame.core.engine.actions import NO, YES
    >>> from wargame.core.engine.questions import Choose
    >>> asked(choose_one(Choose("red", [YES], "Stay?", "1.0")))      # what was asked, and what was returned
    ([], Yes())
    >>> asked(choose_one(Choose("red", [YES, NO], "Stay?", "1.0")), NO)
    (['Stay?'], No())
    """
    if question.complete and len(question.actions) == 1:
        return question.actions[0]
    answer: Any = yield question
    return answer


def choose_several(
    ask: Callable[[tuple[Any, ...]], Question | None], most: int | None = None, ends: Collection[Any] = ENDS
) -> Procedure[tuple[Any, ...]]:
    """Ask for several answers, at most `most`, until `done` or `pass`; returns them in the order given.

    `ask(chosen)` returns the next question, with DONE among its answers, or None if there is nothing left to choose.

        chosen = yield from choose_several(lambda chosen: offer("axis", [*left(s, chosen), DONE], ...), most=3)
    """
    chosen: tuple[Any, ...] = ()
    while most is None or len(chosen) < most:
        question = ask(chosen)
        if question is None:
            break
        answer = yield question
        if answer in ends:
            break
        chosen = (*chosen, answer)
    return chosen


def until_done(
    ask: Callable[[], Question | None], carry_out: Callable[[Any], object], ends: Collection[Any] = ENDS
) -> Procedure[int]:
    """Ask, carry out the answer and ask again, until `done` or `pass`; returns the number of answers carried out.

    `ask()` returns the question in the current state, or None if nothing more is possible. `carry_out` may be a
    procedure that asks questions of its own.

        yield from until_done(partial(which_unit_advances, s, target), partial(go, s))
    """
    count = 0
    while (question := ask()) is not None:
        answer = yield question
        if answer in ends:
            break
        yield from carried_out(carry_out(answer))
        count += 1
    return count


def carried_out(step: object) -> Procedure[None]:
    """Run what a function returned, if it is a procedure; a plain function has already done its work."""
    if isinstance(step, Generator):
        yield from step


def why_not_one_of(field: str, values: Iterable[Any], rule: str, text: str, name: Callable[[Any], str] = str) -> WhyNot:
    """The predicate of an answer that names one of a few values; any other value of `field` is refused with `text`.

    `{value}` in the text becomes `name(value)`.

    >>> from wargame.core.engine.actions import Drawn
    >>> why_not = why_not_one_of("items", [("a",)], "4.1", "Nobody holds {value}.")
    >>> why_not(Drawn(("a",))), why_not(Drawn(("b",))).text
    (None, "Nobody holds ('b',).")
    """
    allowed = tuple(values)

    def why_not(action: Any) -> Refusal | None:
        value = getattr(action, field)
        return None if value in allowed else Refusal(rule, text.replace("{value}", name(value)))

    return why_not
