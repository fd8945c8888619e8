"""What happened: each event has a text, a rule number and fields."""

from __future__ import annotations

from typing import Any

import attrs


@attrs.frozen(slots=True)
class Event:
    """One thing that happened.

    `template` is filled from `fields` only when someone reads the text. `to` names the sides that may see it (None:
    all). `reveals` marks information that cannot be unseen: undo stops there unless it is free.
    """

    template: str
    rule: str = ""
    fields: dict[str, Any] = attrs.field(factory=dict)
    to: tuple[str, ...] | None = None
    reveals: bool = False

    @property
    def text(self) -> str:
        return self.template.format_map(self.fields) if self.fields else self.template

    def seen_by(self, side: str | None) -> bool:
        """Whether `side` may see it; None stands for someone who sees all."""
        return self.to is None or side is None or side in self.to

    def as_dict(self) -> dict[str, Any]:
        return {"text": self.text, "rule": self.rule, "fields": dict(self.fields)}
