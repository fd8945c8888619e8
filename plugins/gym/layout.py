"""Observations as arrays: what a side knows, each fact in a place of its own that never changes.

    >>> layout = Layout.of("diplomacy")
    >>> array = Encoder(layout, "FRANCE").encode(game)
    >>> array[layout.parts["control"].slice]          # one number for each of layout.parts["control"].names
    array([0., 0., 7., ...], dtype=float32)

`print(layout.describe())` shows the whole table.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import compress
from operator import is_not

import attrs
import numpy as np
from numpy.typing import NDArray

from wargame.core.engine.game import Game
from wargame.core.title.observation import Observation, Observed
from wargame.core.title.title import Title
from wargame.plugins.gym.vocabulary import Numbers, Vocabulary, observation, vocabulary
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
    numbers: Numbers  # of all environments of the title together, so that each text is made once
    parts: dict[str, Part]
    units: dict[str, int]  # where the three numbers of a unit begin
    control: dict[str, int]  # the place of each space in its part, and so on
    tracks: dict[str, int]
    cards: dict[str, int]
    places: dict[str, int]  # the number that stands for each name; 0 is none
    marks: dict[str, int]
    piles: dict[str, int]
    phases: dict[str, int]
    sides: dict[str, int]

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


class Encoder:
    """Writes what one side knows into an array; what has not changed since the last time is not written again."""

    def __init__(self, layout: Layout, side: str) -> None:
        self.layout = layout
        self.side = side
        self._array = np.zeros(layout.size, dtype=np.float32)
        self._last = Observation()
        self._moment: tuple[int | None, Game | None] = (None, None)

    def encode(self, game: Game) -> Array:
        """What the side knows of a game now."""
        self._head(game)
        moment = (game.at_once_since, game)
        if moment[0] is None or moment != self._moment:
            self._look(observation(game, self.side))
        self._moment = moment
        return self._array.copy()

    def _look(self, seen: Observation) -> None:
        last, layout = self._last, self.layout
        self._units(seen.units, last.units)
        if seen.control != last.control:
            self._write("control", layout.control, {at: layout.sides.get(one, 0) for at, one in seen.control.items()})
        if seen.tracks != last.tracks:
            self._write("tracks", layout.tracks, seen.tracks)
        if seen.cards != last.cards:
            self._write("cards", layout.cards, {card: layout.piles.get(pile, 0) for card, pile in seen.cards.items()})
        self._last = seen

    def _head(self, game: Game) -> None:
        sides = self.layout.sides
        head = [0.0] * (3 + len(sides))
        head[:3] = game.state.turn, self.layout.phases.get(game.state.phase, 0), sides.get(self.side, 0)
        for asked in game.decisions:
            if asked in sides:
                head[2 + sides[asked]] = 1.0
        self._array[: len(head)] = head

    def _units(self, units: Mapping[str, Observed], before: Mapping[str, Observed]) -> None:
        """Write the units that are not as they were, and clear those that are no longer seen."""
        rows, places, marks, array = self.layout.units, self.layout.places, self.layout.marks, self._array
        differ = map(is_not, units.values(), map(before.get, units))  # most units are the very same values
        for name, unit in compress(units.items(), differ):
            if before.get(name) == unit or (row := rows.get(name)) is None:
                continue
            array[row] = places.get(unit["at"], 0)
            array[row + 1] = unit["steps"]
            array[row + 2] = sum(marks.get(mark, 0) for mark in unit.get("marks", ()))
        if before.keys() != units.keys():
            for name in before.keys() - units.keys():
                if (row := rows.get(name)) is not None:
                    array[row : row + 3] = 0.0

    def _write(self, part: str, index: Mapping[str, int], values: Mapping[str, float]) -> None:
        """Write a whole part anew."""
        where = self.layout.parts[part]
        numbers = [0.0] * where.size
        for name, value in values.items():
            if (at := index.get(name)) is not None:
                numbers[at] = min(max(value, -LIMIT), LIMIT)
        self._array[where.slice] = numbers


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
    first = parts["units"].start
    return Layout(
        title, names, Numbers(names), parts,
        units={unit: first + 3 * i for i, unit in enumerate(names.units)},
        control=_in_order(names.places), tracks=_in_order(names.tracks), cards=_in_order(names.cards),
        places=_in_order(names.places, 1), marks={mark: 1 << i for i, mark in enumerate(names.marks[:24])},
        piles=_in_order(names.piles, 1), phases=_in_order(names.phases, 1), sides=_in_order(title.sides, 1),
    )  # fmt: skip


def _in_order(names: tuple[str, ...], first: int = 0) -> dict[str, int]:
    return {name: number for number, name in enumerate(names, first)}
