"""What a side may know: everything but the cups of VP markers (3.1.2) and the dice to come.

Pictures, lookups, events and previews show the rest to everybody, spectators too; none of them looks into a cup.
"""

from __future__ import annotations

from typing import Any

from wargame.core.title import sight
from wargame.core.title.title import NOBODY, Pile

from .model import State
from .preview import table

PILES = {"german markers": Pile(NOBODY, deck="german"), "plan17 markers": Pile(NOBODY, deck="plan17")}
SPECTATOR = ""


def view(state: State, side: str | None) -> dict[str, Any]:
    """The state as a side may know it, with the battle board; of a cup even a moderator sees only how much is left."""
    seen = sight.view(state, side or SPECTATOR)
    if state.battle is not None:
        seen["battle board"] = table(state, state.battle)
    return seen
