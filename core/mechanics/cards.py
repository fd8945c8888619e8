"""Decks, hands, discards and cups: named piles of the state, whose order is chance's business alone."""

from __future__ import annotations

from typing import Any

from wargame.core.engine.questions import Draw, Procedure
from wargame.core.engine.state import State


def draw(
    state: State, source: str, to: str, count: int = 1, *, rule: str = "", why: str = "", only: str = ""
) -> Procedure[tuple[str, ...]]:
    """Draw up to `count` items from a pile to another (`only`: the one side that may see them).

    cards = yield from draw(s, "deck:ap", "hand:ap", 7, rule="6.0", only="ap")
    """
    count = min(count, len(state.pile(source)))
    if not count:
        return ()
    drawn: Any = yield Draw(state.pile(source), count, why or source, rule, to=only)
    for item in drawn.items:
        state.transfer(item, source, to)
    return tuple(drawn.items)


def transfer_all(state: State, source: str, to: str) -> None:
    """Everything of a pile goes to another, as when discards are shuffled into the deck."""
    for item in state.pile(source):
        state.transfer(item, source, to)


def redraw(state: State, source: Any, piles: tuple[str, ...]) -> None:
    """Deal the items of several piles anew among them, each as large as before: for a bot's idea of hidden piles."""
    piles = tuple(name for name in piles if name in state.piles)  # one that does not exist yet stays so
    items = [item for name in piles for item in state.pile(name)]
    for name in piles:
        state.piles[name] = tuple(sorted(items.pop(source.pick(len(items))) for _ in state.pile(name)))
