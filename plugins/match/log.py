"""Events as lines of a log."""

from __future__ import annotations

from wargame.core.engine.events import Event


def describe_event(event: Event) -> str:
    """The text of an event, with the number of its rule."""
    text = event.text
    return f"{text} ({event.rule})" if event.rule and f"({event.rule})" not in text else text
