"""Offers: questions in which one predicate lists the legal answers, checks an answer and explains a refusal.

    answer = yield offer(
        "ru",
        (Move(u, h) for u in ready for h in reach(s, u)),
        {Move: partial(why_not_move, s), Done: partial(why_not_stop, s)},
        "Move which unit?",
        "12.1",
    )

`why_not_move(s, action)` returns a `Refusal`, or None if the move is legal. It must cope with any `Move` that a player
can type, including units and spaces that do not exist.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from wargame.core.engine.actions import Action
from wargame.core.engine.questions import Decision, Refusal, Show, Warn

WhyNot = Callable[[Any], Refusal | None]
Candidates = Iterable[Any] | Callable[[], Iterable[Any]]


def offer(
    side: str,
    candidates: Candidates,
    why_not: WhyNot | Mapping[type[Any], WhyNot | None],
    prompt: str,
    rule: str,
    *,
    show: Show | None = None,
    warn: Warn | None = None,
    complete: bool = True,
    all_legal: bool = False,
) -> Offer:
    """Ask `side` for one of the `candidates` that `why_not` does not refuse.

    `candidates`: the actions to consider, or a function that returns them. The list of legal answers is made from them
    once, the first time it is needed. Checking an answer does not need the list.

    `why_not(action)`: the `Refusal` of an action that is not legal now, or None. A mapping has one predicate for each
    class of action that answers this question (None: always legal), and any other action is refused with the
    question's own rule. A plain function must refuse such actions itself.

    `complete=False`: more is legal than can be listed, such as any set of these units. Otherwise everything that the
    predicate allows must be among the candidates; the conformance suite checks this.

    `all_legal=True`: the candidates come from a search that finds only legal actions, so they are listed without asking
    the predicate about each one. Use it for long lists. Answers are still checked by the predicate.

    `show()` returns what the side sees with the question. `warn(action)` says what a legal answer would waste.

        def why_not_stop(s: State, action: Done) -> Refusal | None:
            return Refusal("3.6", "Three attacks are due.") if s.due else None
    """
    return Offer(
        side, candidates, why_not, prompt, rule, show=show, warn=warn, complete=complete, all_legal=all_legal
    )  # fmt: skip


def _always(action: Action) -> None:
    """The predicate of actions that are always legal."""


class Offer(Decision):
    """The question that `offer` asks."""

    __slots__ = ("_all_legal", "_candidates", "_complete", "_why_not")

    def __init__(
        self,
        side: str,
        candidates: Candidates,
        why_not: WhyNot | Mapping[type[Any], WhyNot | None],
        prompt: str,
        rule: str,
        *,
        show: Show | None = None,
        warn: Warn | None = None,
        complete: bool = True,
        all_legal: bool = False,
    ) -> None:
        super().__init__(side, prompt, rule, show, warn)
        self._candidates = candidates
        self._why_not = why_not
        self._complete = complete
        self._all_legal = all_legal
        self._actions: tuple[Action, ...] | None = None

    @property
    def complete(self) -> bool:
        return self._complete

    @property
    def actions(self) -> Sequence[Action]:
        if self._actions is None:
            try:
                found = self._candidates() if callable(self._candidates) else self._candidates
                self._actions = tuple(found if self._all_legal else self._legal(found))
            except Exception as error:
                raise self._failed(error) from error
            if not self._actions and self._complete and hasattr(self, "phase"):
                raise self._no_answer(self._judges(None))
            self._candidates = ()
        return self._actions

    def _legal(self, found: Iterable[Action]) -> list[Action]:
        predicates = self._why_not
        if not isinstance(predicates, Mapping):
            return [action for action in found if predicates(action) is None]
        allowed = {kind: predicate or _always for kind, predicate in predicates.items()}
        return [action for action in found if type(action) in allowed and allowed[type(action)](action) is None]

    def why_not(self, action: Action) -> Refusal | None:
        predicates = self._why_not
        try:
            if not isinstance(predicates, Mapping):
                return predicates(action)
            kind = type(action)
            if kind not in predicates:
                return self._out_of_place(action, predicates)
            predicate = predicates[kind]
            return None if predicate is None else predicate(action)
        except Exception as error:
            raise self._failed(error) from error

    def _judges(self, action: Action | None) -> object:
        predicates = self._why_not
        if not isinstance(predicates, Mapping):
            return predicates
        return predicates.get(type(action)) or next((one for one in predicates.values() if one is not None), None)

    def accepts(self, action: Action) -> bool:
        return self.why_not(action) is None

    def reason(self, action: Action) -> Refusal:
        found = self.why_not(action)
        if found is None:
            raise ValueError(f"'{action}' is legal here")
        return found

    def _out_of_place(self, action: Action, answers: Iterable[type[Action]]) -> Refusal:
        """The refusal of an action that answers a different question: what is asked now, and how to write an answer."""
        written = " or ".join(f"'{kind.form}'" for kind in answers)
        return Refusal(self.rule, f"'{action}' does not answer what is asked now: {self.prompt} Write {written}.")
