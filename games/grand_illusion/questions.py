"""The questions of this title: one predicate for each kind of answer makes the list, the check and the refusal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from wargame.core.engine.questions import Choose, Refusal

WhyNot = Callable[[Any], Refusal | None]


def offer(
    side: str,
    candidates: Iterable[Any] | Callable[[], Iterable[Any]],
    why_not: Mapping[type[Any], WhyNot | None],
    prompt: str,
    rule: str,
    *,
    show: Callable[[], dict[str, Any]] | None = None,
    warn: Callable[[Any], str | None] | None = None,
) -> Choose:
    """Ask `side` for one of the candidates that are not refused.

    `why_not` has a predicate for each class of action that answers the question (None: always legal). Any other action
    is refused with the rule of the question and what it asks for.
    """

    def refuse(action: Any) -> Refusal | None:
        if type(action) not in why_not:
            forms = " or ".join(f"'{kind.form}'" for kind in why_not)
            return Refusal(rule, f"'{action}' does not answer what is asked now: {prompt} Write {forms}.")
        predicate = why_not[type(action)]
        return None if predicate is None else predicate(action)

    def legal() -> list[Any]:
        found = candidates() if callable(candidates) else candidates
        return [action for action in found if refuse(action) is None]

    return Choose(side, legal, prompt, rule, refuse=refuse, show=show, warn=warn)


def only(field: str, values: Iterable[Any], rule: str, text: str) -> WhyNot:
    """The predicate of an answer that names one of a few: any other value of `field` is refused with `text`."""
    allowed = frozenset(values)

    def why_not(action: Any) -> Refusal | None:
        return None if getattr(action, field) in allowed else Refusal(rule, text)

    return why_not
