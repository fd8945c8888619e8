"""Answers in four factors: verb, unit, space and card, for agents that choose them one after the other.

    factors = info["factors"]
    verb = agent.pick(factors.mask())                            # 1 for each verb that leads to a legal answer
    unit = agent.pick(factors.mask(verb))
    space = agent.pick(factors.mask(verb, unit))
    card = agent.pick(factors.mask(verb, unit, space))
    env.step(factors.answer(verb, unit, space, card))

0 means that the answer names none. An answer that names several units or spaces counts by its first unit and its last
space; where several answers have the same factors, the first of the list is taken.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from wargame.core.engine.actions import Action
from wargame.core.engine.state import State
from wargame.core.title.targets import targets
from wargame.core.title.title import Title
from wargame.plugins.gym.vocabulary import Vocabulary

Mask = NDArray[np.int8]
Row = tuple[int, int, int, int]


class FactorNames:
    """The numbers of verbs, units, spaces and cards of a title."""

    def __init__(self, title: Title, names: Vocabulary) -> None:
        self.title = title
        self.verbs = tuple(dict.fromkeys(map(_verb, title.notation.classes)))
        self.kinds = {kind: self.verbs.index(_verb(kind)) for kind in title.notation.classes}
        self.units = {name: number for number, name in enumerate(names.units, 1)}
        self.spaces = {name: number for number, name in enumerate(names.places, 1)}
        self.cards = {name: number for number, name in enumerate(names.cards, 1)}
        self.sizes = (len(self.verbs), len(self.units) + 1, len(self.spaces) + 1, len(self.cards) + 1)

    def row(self, state: State, action: Action) -> Row:
        """The factors of an answer."""
        found = targets(self.title, state, action)
        return (
            self.kinds[type(action)],
            self.units.get(found.units[0], 0) if found.units else 0,
            self.spaces.get(found.spaces[-1], 0) if found.spaces else 0,
            self.cards.get(found.cards[0], 0) if found.cards else 0,
        )


def _verb(kind: type[Action]) -> str:
    """The first word of an answer's notation; its class if it has a notation of its own, like an order of Diplomacy."""
    return str(getattr(kind, "form", kind.__name__.lower())).split(" ")[0]


class Factors:
    """The legal answers of one question by their factors, worked out when they are first looked at.

    Look at them before the next step: what an answer names is read from the state of the game.
    """

    def __init__(self, names: FactorNames, state: State, actions: Sequence[Action], numbers: Sequence[int]) -> None:
        self._names = names
        self._state = state
        self._actions = actions
        self._numbers = numbers
        self._rows: list[Row] | None = None

    @property
    def rows(self) -> list[Row]:
        """Verb, unit, space and card of each legal answer, in the order of `info["actions"]`."""
        if self._rows is None:
            self._rows = [self._names.row(self._state, action) for action in self._actions]
        return self._rows

    def mask(self, *chosen: int) -> Mask:
        """1 for each number of the next factor with which some legal answer continues those chosen so far."""
        place = len(chosen)
        mask = np.zeros(self._names.sizes[place], dtype=np.int8)
        for row in self.rows:
            if row[:place] == chosen:
                mask[row[place]] = 1
        return mask

    def answer(self, verb: int, unit: int = 0, space: int = 0, card: int = 0) -> int:
        """The number of the first legal answer with these factors; ValueError if there is none."""
        wanted = (verb, unit, space, card)
        for row, number in zip(self.rows, self._numbers, strict=True):
            if row == wanted:
                return number
        raise ValueError(f"no legal answer has the factors {wanted}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Factors) and self.rows == other.rows

    __hash__ = None  # type: ignore[assignment]
