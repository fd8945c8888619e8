"""Procedures run by hand, for the tests of any title: answers as text in, the open question out."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any


def ask(notation: Any, procedure: Any, *answers: Any) -> tuple[Any, Any]:
    """Run a procedure on answers given as text; returns (open question or None, value returned).

    A phase that asks nothing is a plain function and has run already.
    """
    if not isinstance(procedure, Generator):
        assert not answers, "nothing was asked"
        return None, procedure
    try:
        question = next(procedure)
        for answer in answers:
            action = question.read(answer, notation)
            question.check(action)
            question = procedure.send(action)
    except StopIteration as end:
        return None, end.value
    return question, None


def texts(question: Any) -> list[str]:
    return [str(a) for a in question.actions]
