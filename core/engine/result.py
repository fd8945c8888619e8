"""How a game ended."""

from __future__ import annotations

from collections.abc import Mapping

import attrs


@attrs.frozen
class Result:
    """How a game ended: the winners (none for a draw), the rule, the reason and the score."""

    winners: tuple[str, ...]
    rule: str
    reason: str
    score: Mapping[str, float | int | str] = attrs.field(factory=dict)

    @property
    def text(self) -> str:
        who = " and ".join(self.winners) + (" win" if len(self.winners) > 1 else " wins") if self.winners else "Draw"
        return f"{who} ({self.rule}): {self.reason}" if self.rule else f"{who}: {self.reason}"
