"""A question without the answers that a variant forbids (the hook `wargame_forbid`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from wargame.core.engine.actions import Action, Notation
from wargame.core.engine.errors import WargameError
from wargame.core.engine.questions import Question, Refusal

Forbid = Callable[[Any], Refusal | None]


class Restricted(Question):
    """A question of which some answers are forbidden; in everything else it is the question of the title."""

    __slots__ = ("_forbid", "_question")

    def __init__(self, question: Question, forbid: Forbid) -> None:
        self.side = question.side
        self.prompt = question.prompt
        self.rule = question.rule
        self._question = question
        self._forbid = forbid
        self._actions: tuple[Action, ...] | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._question, name)

    @property
    def complete(self) -> bool:
        return self._question.complete

    @property
    def actions(self) -> Sequence[Action]:
        if self._actions is None:
            self._actions = tuple(action for action in self._question.actions if self._forbid(action) is None)
        return self._actions

    def why_not(self, action: Action) -> Refusal | None:
        return self._question.why_not(action) or self._forbid(action)

    def accepts(self, action: Action) -> bool:
        return self.why_not(action) is None

    def reason(self, action: Action) -> Refusal:
        found = self.why_not(action)
        if found is None:
            raise ValueError(f"'{action}' is legal here")
        return found

    def parse(self, text: str, notation: Notation) -> Action:
        return self._question.parse(text, notation)

    def shown(self) -> dict[str, Any]:
        return self._question.shown()

    def warning(self, action: Action) -> str | None:
        return self._question.warning(action)


def restrict(question: Question, forbid: Forbid) -> Restricted:
    """The question without the forbidden answers; raise an error if none is left, for then the game could not go on."""
    if question.complete and question.actions and all(forbid(action) is not None for action in question.actions):
        action = question.actions[0]
        refusal = forbid(action)
        assert refusal is not None
        raise WargameError(
            f"A variant forbids every answer to '{question.prompt}' (rule {question.rule}), so {question.side} could "
            f"not go on: '{action}' is refused because: {refusal.text} Its hook wargame_forbid must leave an answer."
        )
    return Restricted(question, forbid)
