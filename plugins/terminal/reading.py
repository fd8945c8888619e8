"""What a person types, against the legal answers of a question: the answer meant, or a list to pick from."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import attrs

from wargame.core.engine.actions import Notation
from wargame.core.engine.errors import IllegalAction, NotUnderstood
from wargame.core.engine.questions import Draw, Question, Roll

LISTED = 5_000  # more legal answers than that (a roll of many dice) are not written out


def can_be_listed(question: Question) -> bool:
    """Whether all legal answers of a question can be written out: not those of many dice, nor of a draw."""
    if isinstance(question, Roll):
        return int(question.faces**question.count) <= LISTED
    return not isinstance(question, Draw)


def how_to_answer(question: Question) -> str:
    """What to write where the answers are not listed: the dice that fell, what was drawn."""
    if isinstance(question, Roll):
        example = " ".join(str(1 + i % question.faces) for i in range(question.count))
        return f"Write the dice as they fell, for example '{example}'."
    if isinstance(question, Draw):
        # what may be drawn is not told: who types may not know what is left in the cup
        return f"Write 'draw' and the {question.count} drawn, in that order, with a comma between them."
    return "No answer can be listed here; write one."


@attrs.frozen
class Meant:
    """What a text means: an answer, else answers among which to pick, else why it is refused."""

    answer: Any = None
    pick: tuple[Any, ...] = ()
    refusal: IllegalAction | None = None


class Reader:
    """Reads what is typed in answer to one question; numbers are those of the list shown last."""

    def __init__(self, question: Question, notation: Notation) -> None:
        self.question = question
        self.notation = notation
        self.offered: Sequence[Any] = () if isinstance(question, Roll | Draw) else question.actions
        self.texts = [str(action) for action in self.offered]
        self.numbered: Sequence[Any] = self.offered

    def read(self, text: str) -> Meant:
        """An answer written out, a number of the list, or words that fit one answer only."""
        refusal: IllegalAction | None = None
        parsed = True
        try:
            action = self.question.read(text, self.notation)
            if self.question.accepts(action):
                return Meant(action)
            refusal = IllegalAction(*self.question.reason(action))
        except NotUnderstood as error:
            refusal, parsed = error, False
        except IllegalAction as error:
            refusal = error
        if text.isdigit() and self.offered:
            return self._number(int(text))
        sure, near = self.matching(text)
        if sure and len(near) == 1 and not parsed:
            return Meant(near[0])
        return Meant(None, near, None if near and not parsed else refusal)

    def _number(self, number: int) -> Meant:
        if 1 <= number <= len(self.numbered):
            return Meant(self.numbered[number - 1])
        return Meant(refusal=IllegalAction("", f"The list has no number {number}; it has 1 to {len(self.numbered)}."))

    def is_answer(self, text: str) -> bool:
        """Whether a text is one of the legal answers, written out."""
        folded = " ".join(text.split()).casefold()
        return any(folded == one.casefold() for one in self.texts)

    def matching(self, text: str) -> tuple[bool, tuple[Any, ...]]:
        """The answers that fit some words, surely (the words begin words of the answer, in that order) or loosely."""
        words = [re.escape(word) for word in text.casefold().split()]
        in_order = re.compile(".*?".join(rf"(?<![^\W_]){word}" for word in words))
        found = self._those(lambda one: in_order.search(one) is not None)
        if found:
            return True, found
        anywhere = text.casefold().split()
        return False, self._those(lambda one: all(word in one for word in anywhere))

    def _those(self, fits: Callable[[str], bool]) -> tuple[Any, ...]:
        return tuple(a for a, one in zip(self.offered, self.texts, strict=True) if fits(one.casefold()))
