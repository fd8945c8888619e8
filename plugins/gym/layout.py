"""Observations as arrays: what a side knows, each fact in a place of its own that never changes.

    >>> layout = Layout.of("diplomacy")
    >>> array = layout.encode(game, "FRANCE")
    >>> array[layout.parts["control"].slice]          # one number for each of layout.parts["control"].names
    array([0., 0., 7., ...], dtype=float32)

`print(layout.describe())` shows the whole table.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import attrs
import numpy as np
from numpy.typing import NDArray

from wargame.core.engine.game import Game
from wargame.core.title.observation import Observed
from wargame.core.title.title import Title
from wargame.plugins.gym.vocabulary import Vocabulary, observation, vocabulary
from wargame.plugins.manager import get_title

LIMIT = 2.0**24  # whole numbers up to this are exact in the array
Array = NDArray[np.float32]


@attrs.frozen
class Part:
    """Consecutive numbers of the array: one for each name, or `width` of them for each."""

    start: int
    size: int
    names: tuple[str, ...]
    what: str
    width: int = 1

    @property
    def slice(self) -> slice:
        return slice(self.start, self.start + self.size)


@attrs.frozen(eq=False)
class Layout:
    """Where each fact is in the array of a title."""

    title: Title
    vocabulary: Vocabulary
    parts: dict[str, Part]
    _unit: dict[str, int]
    _place: dict[str, int]
    _mark: dict[str, int]
    _control: dict[str, int]
    _track: dict[str, int]
    _card: dict[str, int]
    _pile: dict[str, int]
    _phase: dict[str, int]
    _side: dict[str, int]

    @classmethod
    def of(cls, title: str) -> Layout:
        """The layout of an installed title."""
        return _layout(title)

    @property
    def size(self) -> int:
        last = list(self.parts.values())[-1]
        return last.start + last.size

    def describe(self) -> str:
        """A table of the parts, for people."""
        lines = [f"{'part':9} {'from':>5} {'to':>5}  contents"]
        lines += [
            f"{name:9} {part.start:5} {part.start + part.size - 1:5}  {part.what}" for name, part in self.parts.items()
        ]
        return "\n".join(lines)

    def encode(self, game: Game, side: str) -> Array:
        """What a side knows of a game."""
        seen = observation(game, side)
        array = np.zeros(self.size, dtype=np.float32)
        head = [0.0] * (3 + len(self.title.sides))
        head[0] = game.state.turn
        head[1] = self._phase.get(game.state.phase, 0)
        head[2] = self._side.get(side, 0)
        for asked in game.decisions:
            if asked in self._side:
                head[2 + self._side[asked]] = 1.0
        array[: len(head)] = head
        self._write(array, "units", self._units(seen.units))
        self._write(array, "control", self._controlled(seen.control))
        tracks, cards = [0.0] * len(self._track), [0.0] * len(self._card)
        for name, value in seen.tracks.items():
            if name in self._track:
                tracks[self._track[name]] = min(max(value, -LIMIT), LIMIT)
        for name, pile in seen.cards.items():
            if name in self._card:
                cards[self._card[name]] = self._pile.get(pile, 0)
        self._write(array, "tracks", tracks)
        self._write(array, "cards", cards)
        return array

    def _write(self, array: Array, part: str, numbers: list[float]) -> None:
        if numbers:
            array[self.parts[part].slice] = numbers

    def _units(self, units: Mapping[str, Observed]) -> list[float]:
        row, place, mark = self._unit, self._place, self._mark
        numbers = [0.0] * (3 * len(row))
        for name, (where, steps, marks) in units.items():
            at = row.get(name)
            if at is None:
                continue
            numbers[at] = place.get(where, 0)
            numbers[at + 1] = steps
            if marks:
                numbers[at + 2] = sum(mark.get(one, 0) for one in marks)
        return numbers

    def _controlled(self, control: Mapping[str, str]) -> list[float]:
        numbers = [0.0] * len(self._control)
        index, side = self._control, self._side
        for space, holder in control.items():
            at = index.get(space)
            if at is not None:
                numbers[at] = side.get(holder, 0)
        return numbers


@lru_cache(maxsize=16)
def _layout(name: str) -> Layout:
    title, names = get_title(name), vocabulary(name)
    count = len(title.sides)
    sizes = (
        ("head", 3 + count, ("turn", "phase", "side", *title.sides), 1,
         "turn, number of the phase, number of the own side, then 1 for each side that is asked"),
        ("units", 3 * len(names.units), names.units, 3,
         "for each unit: number of its place (0: not seen), steps, sum of the values of its marks (1, 2, 4 ...)"),
        ("control", len(names.places), names.places, 1, "for each place: number of the side in control (0: nobody)"),
        ("tracks", len(names.tracks), names.tracks, 1, "the value of each track"),
        ("cards", len(names.cards), names.cards, 1, "the number of the pile in which the card is seen (0: not seen)"),
    )  # fmt: skip
    parts, start = {}, 0
    for part, size, listed, width, what in sizes:
        parts[part] = Part(start, size, listed, what, width)
        start += size
    return Layout(
        title, names, parts,
        unit={unit: 3 * i for i, unit in enumerate(names.units)},
        place=_from_one(names.places),
        mark={mark: 1 << i for i, mark in enumerate(names.marks[:24])},
        control={place: i for i, place in enumerate(names.places)},
        track={track: i for i, track in enumerate(names.tracks)},
        card={card: i for i, card in enumerate(names.cards)},
        pile=_from_one(names.piles), phase=_from_one(names.phases), side=_from_one(title.sides),
    )  # fmt: skip


def _from_one(names: tuple[str, ...]) -> dict[str, int]:
    return {name: number for number, name in enumerate(names, 1)}
