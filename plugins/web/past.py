"""Earlier positions of a game that is being served: for replays, and for what happened since somebody last looked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from wargame.core.engine.events import Event
from wargame.core.engine.game import Game
from wargame.core.engine.replay import replay_all
from wargame.plugins.match.replay import Position, game_after

STRIDE = 100  # answers between the positions kept as starting points
KEPT = 40  # starting points


class Past:
    """Plays a game again up to any of its answers, going on from where the last look ended if it can.

    `marks` are checksums of the journal, one for each number of answers: what was kept from before an undo is not used.
    """

    def __init__(self, game: Game, data: Path | None = None) -> None:
        self._game = game
        self._data = data
        self._starts: dict[tuple[int, int], Position] = {}
        self._last: tuple[int, int, Game] | None = None  # answers, checksum, and the game after them

    def after(self, count: int, marks: Sequence[int]) -> Game:
        """The game after `count` answers. It is moved on by the next call: look at it at once."""
        journal = self._game.journal
        if self._last is not None:
            done, mark, game = self._last
            if done <= count < done + STRIDE and done < len(marks) and marks[done] == mark:
                self._last = count, marks[count], replay_all(game, journal[done:count])
                return game
        start = count - count % STRIDE
        key = (start, marks[start])
        if key not in self._starts:
            self._starts[key] = game_after(self._game, start, self._data).position()
            while len(self._starts) > KEPT:
                del self._starts[next(iter(self._starts))]
        game = game_after(self._game, count, self._data, (start, self._starts[key]))
        self._last = count, marks[count], game
        return game

    def events(self, first: int, side: str | None, marks: Sequence[int]) -> Iterator[tuple[int, list[Event]]]:
        """From answer `first` on, every answer after which the side saw something happen, with what it saw."""
        game = self.after(first, marks)
        seen = len(game.events)
        for count in range(first + 1, len(self._game.journal) + 1):
            game = self.after(count, marks)
            found = game.events_for(side, seen)
            seen = len(game.events)
            if found:
                yield count, found
