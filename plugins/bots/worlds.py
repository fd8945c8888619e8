"""Worlds: copies of a game in which a bot looks ahead, with everything dealt anew that its side may not know.

Worlds are dealt once for an answer and then copied exactly, so that all that is tried meets the same hidden cards and
the same dice. In the worlds of one deal the dice differ as evenly as they can: with six worlds, each face of a die
falls once, and the mean over them is the exact expectation of a table.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any
from zlib import crc32

from wargame.core.engine.chance import MASK, Source, mix
from wargame.core.engine.errors import IllegalAction
from wargame.core.engine.game import Game
from wargame.core.engine.questions import CHANCE, Question
from wargame.core.engine.result import Result

WIN = 1000.0  # the score of a game that is won
MARGIN = WIN / 4  # how much the position at its end can count for at most
TRIED = 4  # how often a deal is tried anew if it does not fit the answers so far


class Luck:
    """Chance in one of several worlds: over all of them, what it picks is spread evenly.

    What is picked depends on what it is picked for (the prompt of the question) and how often that has come up. So the
    same attack meets the same die whether it comes first or last, and nothing is won by another order alone.
    """

    __slots__ = ("number", "picked", "seed", "times", "worlds")

    def __init__(self, seed: int, number: int, worlds: int) -> None:
        self.seed, self.number, self.worlds, self.picked = seed, number, worlds, 0
        self.times: dict[str, int] = {}

    def copy(self) -> Luck:
        copy = Luck(self.seed, self.number, self.worlds)
        copy.picked, copy.times = self.picked, self.times.copy()
        return copy

    def pick(self, below: int, prompt: str = "") -> int:
        """A number from 0 to `below` - 1."""
        self.picked += 1
        times = self.times[prompt] = self.times.get(prompt, 0) + 1
        turned = mix((self.seed + (crc32(prompt.encode()) << 20) + times * 0x9E3779B97F4A7C15) & MASK)
        part = (self.number + turned) % self.worlds
        within = mix(turned ^ self.number) & 0xFFFFFFFF
        return ((part << 32) + within) * below // (self.worlds << 32)


class World:
    """One copy of the game; what chance is asked there, `luck` answers."""

    __slots__ = ("game", "luck")

    def __init__(self, game: Game, luck: Luck) -> None:
        self.game, self.luck = game, luck
        game.dice = "manual"
        self._roll()

    def copy(self) -> World:
        return World(self.game.fork(), self.luck.copy())

    def _roll(self) -> None:
        while (question := self.game.decisions.get(CHANCE)) is not None:
            pick = partial(self.luck.pick, prompt=question.prompt)
            self.game.apply(question.draw(pick), CHANCE)  # type: ignore[attr-defined]

    def give(self, side: str, action: Any) -> None:
        """Give an answer, and those of chance that follow."""
        self.game.apply(action, side)
        self._roll()

    def question(self) -> Question | None:
        """The next question to a side; None when the game is over."""
        return self.game.decision

    def score(self, side: str) -> float:
        """How well `side` stands; when the game is over, by how much it was won or lost counts too."""
        margin = self.game.rules.evaluate(self.game.state, side)
        result = self.game.result
        if result is None:
            return margin
        return score_of_result(result, side) + max(-MARGIN, min(MARGIN, margin))


def score_of_result(result: Result, side: str) -> float:
    """A game that is won, drawn, shared with others or lost."""
    if not result.winners:
        return 0.0
    return WIN / len(result.winners) if side in result.winners else -WIN


class Deal:
    """Worlds as `side` must think possible, dealt one by one as they are asked for.

    `first` is None if what was hidden in this procedure cannot be dealt in another way: then there is no looking ahead.
    """

    def __init__(self, game: Game, side: str, source: Source, number: int) -> None:
        self.game, self.side, self.number = game, side, number
        self.seed = source.pick(1 << 32)
        self._order = (*range(0, number, 2), *range(1, number, 2))  # so that the first few are spread evenly too
        self._found: list[World] = []
        self._more = number > 0

    @property
    def first(self) -> World | None:
        return next(iter(self.some(1)), None)

    def some(self, count: int) -> list[World]:
        """The first `count` worlds, or as many as can be dealt."""
        while self._more and len(self._found) < count:
            self._deal()
        return self._found[:count]

    def _deal(self) -> None:
        place = len(self._found)
        for attempt in range(TRIED):
            try:
                copy = self.game.fork(self.side, mix((self.seed + place + (attempt << 40)) & MASK) >> 32)
            except IllegalAction:
                continue
            self._found.append(World(copy, Luck(self.seed, self._order[place], self.number)))
            self._more = len(self._found) < self.number
            return
        self._more = False


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
