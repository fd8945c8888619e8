"""Predicates that several questions share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from wargame.core.engine.offers import WhyNot
from wargame.core.engine.questions import Refusal


def only(field: str, values: Iterable[Any], rule: str, text: str) -> WhyNot:
    """The predicate of an answer that names one of a few: any other value of `field` is refused with `text`."""
    allowed = frozenset(values)

    def why_not(action: Any) -> Refusal | None:
        return None if getattr(action, field) in allowed else Refusal(rule, text)

    return why_not
