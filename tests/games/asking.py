"""Procedures run by hand, for the tests of any title: answers as text in, the open question out."""

from __future__ import annotations

from typing import Any


def ask(notation: Any, procedure: Any, *answers: Any) -> tuple[Any, Any]:
    """Run a procedure on answers given as text; returns (open question or None, value returned)."""
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
