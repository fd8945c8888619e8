"""What a side may know of piles. To hide cards and chits, a title only has to declare them:

    Title(..., piles={
        "deck:": Pile(NOBODY, deck=OWNER),      # deck:ap, deck:cp: everyone sees only their size
        "hand:": Pile(OWNER, deck=OWNER),       # hand:ap is seen only by ap
        "discard:": Pile(ALL),
        "cup": Pile(NOBODY),
        "bid": Pile("axis"),
    })

A title that hides more implements `wargame_view` and `wargame_redraw`, starting from `view` and `redraw`.
"""

from __future__ import annotations

from typing import Any

from wargame.core.engine.convert import state_to_data
from wargame.core.engine.state import State
from wargame.core.mechanics import cards
from wargame.core.title.title import ALL, NOBODY, OWNER, Pile, Title


def declared(title: Title, name: str) -> Pile | None:
    """The declaration of a pile: under its own name, or under the part up to the colon."""
    return title.piles.get(name) or title.piles.get(name[: name.find(":") + 1])


def owner(name: str) -> str:
    """The owner of a pile: `hand:ap` belongs to ap."""
    return name.partition(":")[2]


def sees(title: Title, side: str | None, name: str) -> bool:
    """Whether `side` (None: a moderator) may look into a pile. Undeclared piles are open to all."""
    pile = declared(title, name)
    if side is None or pile is None or pile.seen_by == ALL:
        return True
    return side == (owner(name) if pile.seen_by == OWNER else pile.seen_by) and pile.seen_by != NOBODY


def view(state: State, side: str | None) -> dict[str, Any]:
    """The state without the random generator; a pile that `side` may not see is replaced by its size."""
    seen = state_to_data(state, shared=True)
    del seen["rng"]
    for name, items in seen["piles"].items():
        if not sees(state.title, side, name):
            seen["piles"][name] = len(items)
    return seen


def redraw(state: State, side: str, source: Any) -> None:
    """Redeal, in place, the piles that `side` may not see; piles of one deck are shuffled together."""
    decks: dict[str, list[str]] = {}
    for name in state.piles if state.title.piles else ():
        if not sees(state.title, side, name):
            pile = declared(state.title, name)
            assert pile is not None
            decks.setdefault(owner(name) if pile.deck == OWNER else pile.deck, []).append(name)
    for names in decks.values():
        cards.redraw(state, source, tuple(sorted(names)))
