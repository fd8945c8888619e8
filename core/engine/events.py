"""What happened: each event has a text, a rule number and fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs


@attrs.frozen(slots=True)
class Event:
    """One thing that happened.

    `template` is filled in from `fields` only when somebody reads the text. `to` names the sides that may see the event
    (None: all). `reveals` marks information that cannot be unseen: undo stops there, unless it is free. The fields hold
    ids; in the text they are replaced by `names`, which come from `Title.names`.

        >>> Event("{unit} enters {space}", "3.1", {"unit": "ge_1", "space": "metz"}, names={"ge_1": "1 Army"}).text
        '1 Army enters metz'
    """

    template: str
    rule: str = ""
    fields: dict[str, Any] = attrs.field(factory=dict)
    to: tuple[str, ...] | None = None
    reveals: bool = False
    names: Mapping[str, str] = attrs.field(factory=dict, eq=False, repr=False)

    @property
    def text(self) -> str:
        if not self.fields:
            return self.template
        names = self.names
        if not names:
            return self.template.format_map(self.fields)
        fields = self.fields.items()
        return self.template.format_map({k: names.get(v, v) if type(v) is str else v for k, v in fields})

    def seen_by(self, side: str | None) -> bool:
        """Whether `side` may see it; None is a moderator, who sees everything."""
        return self.to is None or side is None or side in self.to

    def as_dict(self) -> dict[str, Any]:
        return {"text": self.text, "rule": self.rule, "fields": dict(self.fields)}
