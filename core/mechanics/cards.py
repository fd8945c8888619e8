"""Cards and chits: decks, hands, discards and cups are named piles of the state, which have no order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from wargame.core.engine.questions import Draw, Procedure, Refusal
from wargame.core.engine.state import State


def draw(
    state: State, source: str, to: str, count: int = 1, *, rule: str = "", why: str = "", only: str = ""
) -> Procedure[tuple[str, ...]]:
    """Draw up to `count` items from a pile to another; only the side `only`, if given, may see them.

    cards = yield from draw(s, "deck:ap", "hand:ap", 7, rule="6.0", only="ap")
    """
    count = min(count, len(state.pile(source)))
    if not count:
        return ()
    drawn: Any = yield Draw(state.pile(source), count, why or source, rule, to=only)
    for item in drawn.items:
        state.transfer(item, source, to)
    return tuple(drawn.items)


def fill(
    state: State, source: str, to: str, size: int, *, discards: str = "", rule: str = "", why: str = "", only: str = ""
) -> Procedure[int]:
    """Fill a pile up to `size` items. If the source runs out, use the discards. Returns the number of items drawn.

    yield from fill(s, "deck:ap", "hand:ap", 7, discards="discard:ap", rule="6.0", only="ap")
    """
    count = 0
    while (missing := size - len(state.pile(to))) > 0:
        if discards and not state.pile(source):
            transfer_all(state, discards, source)
        drawn = yield from draw(state, source, to, missing, rule=rule, why=why, only=only)
        if not drawn:
            break
        count += len(drawn)
    return count


def lay(state: State, pile: str, items: Iterable[str]) -> None:
    """Make these the items of a pile, whatever it held before (a pile has no order, so they are sorted).

    >>> lay(state, "cup", ["supply", "front", "front"])
    >>> state.pile("cup")
    ('front', 'front', 'supply')
    """
    state.piles[pile] = tuple(sorted(items))


def why_not_take(state: State, pile: str, item: str, rule: str, text: str = "{item} is not there.") -> Refusal | None:
    """Why an item cannot be taken from a pile: it is not there.

    >>> lay(state, "hand:red", ["ambush"])
    >>> why_not_take(state, "hand:red", "storm", "9.1", "You do not hold {item}.")
    Refusal(rule='9.1', text='You do not hold storm.')
    """
    return None if item in state.pile(pile) else Refusal(rule, text.format(item=item))


def transfer_all(state: State, source: str, to: str) -> None:
    """Move a whole pile to another, as when discards are shuffled into the deck."""
    for item in state.pile(source):
        state.transfer(item, source, to)


def redraw(state: State, source: Any, piles: tuple[str, ...]) -> None:
    """Shuffle several piles together and deal them again, each as large as before, for bots that look ahead."""
    piles = tuple(name for name in piles if name in state.piles)  # do not create piles
    items = [item for name in piles for item in state.pile(name)]
    for name in piles:
        state.piles[name] = tuple(sorted(items.pop(source.pick(len(items))) for _ in state.pile(name)))
