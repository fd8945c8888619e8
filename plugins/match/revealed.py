"""What an undo would have to unsee although no rule marks it as revealed: a card that a bot has played."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator

import attrs

from wargame.core.engine.actions import Action
from wargame.core.engine.game import Game


def bots_revealed(game: Game, since: int, bots: Collection[str], person: str) -> bool:
    """Whether an answer of a bot, from number `since` of the journal on, showed a person what was hidden before it."""
    cards = {item for pile in game.state.piles.values() for item in pile}
    played = {
        word
        for answer in game.journal[since:]
        if answer.side in bots
        for word in _words(answer.action)
        if word in cards
    }
    shown = _seen(game, person, played)
    return bool(shown) and shown != _seen_before(game, since, person, shown)


def _words(action: Action | str) -> Iterator[str]:
    """The texts in the fields of an answer."""
    if isinstance(action, Action):
        for value in attrs.astuple(action, recurse=False):
            yield from (value if isinstance(value, tuple) else (value,))


def _seen(game: Game, person: str, items: Collection[str]) -> set[str]:
    """Those of the items that a person finds in the position."""
    if not items:
        return set()
    position = json.dumps(game.view(person)["state"], default=str)
    return {item for item in items if json.dumps(item) in position}


def _seen_before(game: Game, since: int, person: str, items: Collection[str]) -> set[str]:
    """The same, when the journal had `since` answers: the game goes back there and returns, unseen by its file."""
    taken = game.journal[since:]
    listener, game.listener = game.listener, None
    try:
        while len(game.journal) > since:
            game.undo()
        back = len(game.journal)
        seen = _seen(game, person, items)
        game.replay(taken[back - since :])
    finally:
        game.listener = listener
    return seen
