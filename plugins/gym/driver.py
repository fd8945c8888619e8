"""One game driven by numbers: what both kinds of environment share."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, overload

import attrs
import numpy as np
from numpy.typing import NDArray

from wargame.core.engine.actions import Action
from wargame.core.engine.errors import WargameError
from wargame.core.engine.game import Game
from wargame.core.engine.questions import Question
from wargame.plugins.gym.factors import FactorNames, Factors
from wargame.plugins.gym.layout import Array, Encoder, Layout
from wargame.plugins.manager import get_title
from wargame.plugins.match.setup import Setup

LONGEST = 20_000  # answers after which a game is cut off
Mask = NDArray[np.int8]


class Texts(Sequence[str]):
    """The legal answers as texts, each written when it is looked at."""

    def __init__(self, actions: Sequence[Action]) -> None:
        self._actions = actions

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[str]: ...
    def __getitem__(self, index: int | slice) -> str | Sequence[str]:
        found = self._actions[index]
        return Texts(found) if isinstance(found, Sequence) else str(found)

    def __len__(self) -> int:
        return len(self._actions)

    def __iter__(self) -> Iterator[str]:
        return map(str, self._actions)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Texts) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(list(self))


class Driver:
    """A game and the numbers of its answers. `shaping` rewards progress by the title's own evaluation."""

    def __init__(
        self,
        title: str,
        *,
        scenario: str | None = None,
        options: Mapping[str, Any] | None = None,
        variants: Sequence[str] = (),
        data: Path | None = None,
        longest: int = LONGEST,
        shaping: float = 0.0,
        discount: float = 1.0,
    ) -> None:
        declared = get_title(title, data)
        self.setup = Setup(
            title, scenario, options=declared.bot_options(options or {}), variants=tuple(variants), data=data, auto=True
        )
        self.sides = declared.sides
        self.layout = Layout.of(title)
        self.encoders = {side: Encoder(self.layout, side) for side in self.sides}
        self.numbers = self.layout.numbers
        self.names = FactorNames(declared, self.layout.vocabulary)
        self.size = self.layout.vocabulary.size
        self.longest = longest
        self.shaping = shaping
        self.discount = discount
        self.game: Game | None = None
        self.asked: dict[str, Question] = {}
        self._question: Question | None = None
        self._legal: list[int] = []

    def begin(self, seed: int) -> Game:
        """Begin another game."""
        self.game = attrs.evolve(self.setup, seed=seed).new_game()
        self.look()
        return self.game

    @property
    def playing(self) -> Game:
        if self.game is None:
            raise WargameError("No game has begun yet: call reset() first.")
        return self.game

    def look(self) -> None:
        """See who is asked now; call it after anything but `answer` has moved the game."""
        self.asked = self.playing.decisions

    def legal(self, side: str) -> list[int]:
        """The numbers of the legal answers of a side, in the order of its question's list."""
        question = self.asked[side]
        if question is not self._question:
            self._question = question
            self._legal = self.numbers.of(question.actions)
        return self._legal

    def answer(self, side: str, number: int) -> str:
        """Give the answer of this number; what is wrong, if it is not a legal one."""
        try:
            place = self.legal(side).index(number)
        except ValueError:
            place = -1
        if place < 0 or number < 0:
            return f"{number} is the number of no legal answer; action_mask says which are."
        self.playing.apply(self.asked[side].actions[place], side)
        self.look()
        return ""

    def observation(self, side: str) -> dict[str, Array | Mask]:
        """What a side sees, and which answers it may give."""
        mask = np.zeros(self.size, dtype=np.int8)
        if side in self.asked:
            legal = self.legal(side)
            mask[legal if -1 not in legal else [number for number in legal if number >= 0]] = 1
        return {"observation": self.encoders[side].encode(self.playing), "action_mask": mask}

    def info(self, side: str) -> dict[str, Any]:
        """The question in words, the texts of its answers and their factors."""
        question = self.asked.get(side)
        if question is None:
            return {"prompt": "", "actions": Texts(())}
        factors = Factors(self.names, self.playing.state, question.actions, self.legal(side))
        return {"prompt": question.prompt, "actions": Texts(question.actions), "factors": factors}

    @property
    def cut_off(self) -> bool:
        """Whether the game has become too long."""
        return self.playing.result is None and len(self.playing.journal) >= self.longest

    def outcome(self, side: str) -> float:
        """1 for a win, -1 for a loss, 0 for a draw or an open game; a shared win is between."""
        result = self.playing.result
        if result is None or not result.winners:
            return 0.0
        if side not in result.winners:
            return -1.0
        return 2.0 / len(result.winners) - 1.0 if len(result.winners) < len(self.sides) else 0.0

    def potential(self, side: str) -> float:
        """How well a side stands by the title's evaluation, between -1 and 1; 0 when the game is over."""
        game = self.playing
        if not self.shaping or game.result is not None:
            return 0.0
        return math.tanh(self.shaping * game.rules.evaluate(game.state, side))
