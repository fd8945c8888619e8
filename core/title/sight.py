"""What a side may know of piles, as the title declares it: nothing more is needed to hide cards and chits.

    Title(..., piles={
        "deck:": Pile(NOBODY, deck=OWNER),      # deck:ap, deck:cp: how many are left is all anyone sees
        "hand:": Pile(OWNER, deck=OWNER),       # hand:ap is seen by ap alone
        "discard:": Pile(ALL),
        "cup": Pile(NOBODY),
        "bid": Pile("axis"),
    })

A title with more to hide implements `wargame_view` and `wargame_redraw`, and begins there with `view` and `redraw`.
"""

from __future__ import annotations

from typing import Any

from wargame.core.engine.convert import state_to_data
from wargame.core.engine.state import State
from wargame.core.mechanics import cards
from wargame.core.title.title import ALL, NOBODY, OWNER, Pile, Title


def declared(title: Title, name: str) -> Pile | None:
    """What the title says of the pile `name`: under its own name, or under the part up to the colon."""
    return title.piles.get(name) or title.piles.get(name[: name.find(":") + 1])


def owner(name: str) -> str:
    """Whose a pile is: `hand:ap` is ap's."""
    return name.partition(":")[2]


def sees(title: Title, side: str | None, name: str) -> bool:
    """Whether `side` (None: a moderator) may see what is in a pile. One that is not declared is seen by all."""
    pile = declared(title, name)
    if side is None or pile is None or pile.seen_by == ALL:
        return True
    return side == (owner(name) if pile.seen_by == OWNER else pile.seen_by) and pile.seen_by != NOBODY


def view(state: State, side: str | None) -> dict[str, Any]:
    """All of the state but the generator of chance; of a pile that `side` may not see, how many are in it."""
    seen = state_to_data(state, shared=True)
    del seen["rng"]
    for name, items in seen["piles"].items():
        if not sees(state.title, side, name):
            seen["piles"][name] = len(items)
    return seen


def redraw(state: State, side: str, source: Any) -> None:
    """Deal anew, in place, the piles that `side` may not see: those of one deck among each other."""
    decks: dict[str, list[str]] = {}
    for name in state.piles if state.title.piles else ():
        if not sees(state.title, side, name):
            pile = declared(state.title, name)
            assert pile is not None
            decks.setdefault(owner(name) if pile.deck == OWNER else pile.deck, []).append(name)
    for names in decks.values():
        cards.redraw(state, source, tuple(sorted(names)))
