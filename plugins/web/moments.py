"""Which moments of a game a side can tell apart.

Answers are numbered for each side apart: what others write down unseen (orders, private messages) has no number until
something of it shows. So nobody learns from a number how much the others have written.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence

from wargame.core.engine.game import Game
from wargame.core.engine.past import Answer
from wargame.plugins.web.past import Past

Situation = tuple[int | None, frozenset[str]]  # when sides began to answer at once, and who is still asked


class Moments:
    """For each answer of a game: whether the other sides could notice it, and how many events there were after it."""

    def __init__(self, game: Game, past: Past) -> None:
        self._game = game
        self._past = past
        self._answers: list[Answer] = []
        self._marks: list[int] = [0]
        self._events: list[int] = [0]
        self._unseen: list[bool] = []
        self._found: dict[str, tuple[int, list[int]]] = {}  # by side: the checksum for which they are, its moments

    @property
    def marks(self) -> Sequence[int]:
        """A checksum of the journal for every number of answers."""
        self._catch_up()
        return self._marks

    def before(self) -> Situation:
        """What `after` needs to know of the moment before an answer."""
        self._catch_up()
        return _situation(self._game)

    def after(self, before: Situation) -> None:
        """Note an answer, and the dice that fell for it."""
        for answer in self._game.journal[len(self._answers) :]:
            self._note(answer, len(self._game.events), before[0] is not None and _situation(self._game) == before)

    def of(self, side: str | None) -> list[int]:
        """The numbers of answers after which `side` could see that something had happened; all of them for None."""
        self._catch_up()
        if side is None:
            return list(range(len(self._marks)))
        mark, found = self._found.get(side, (-1, []))
        if mark != self._marks[-1] or not found or found[-1] > len(self._answers):
            found = [0, *(i + 1 for i in range(len(self._answers)) if self._noticed(i, side))]
            self._found[side] = self._marks[-1], found
        return found

    def _noticed(self, index: int, side: str) -> bool:
        if not self._unseen[index] or self._answers[index].side == side:
            return True
        return any(event.seen_by(side) for event in self._game.events[self._events[index] : self._events[index + 1]])

    def _catch_up(self) -> None:
        """Forget answers that were taken back; learn of those that were given before this began, or given anew."""
        journal, known = self._game.journal, self._answers
        same = len(known)
        if known != journal[:same]:
            same = next(i for i, answer in enumerate(known) if i >= len(journal) or answer != journal[i])
        del self._answers[same:], self._unseen[same:], self._marks[same + 1 :], self._events[same + 1 :]
        if same == len(journal):
            return
        marks = list(self._marks)
        for answer in journal[same:]:
            marks.append(_mark(answer, marks[-1]))
        before = _situation(self._past.after(same, marks))
        for count in range(same + 1, len(journal) + 1):
            game = self._past.after(count, marks)
            now = _situation(game)
            self._note(journal[count - 1], len(game.events), before[0] is not None and now == before)
            before = now

    def _note(self, answer: Answer, events: int, unseen: bool) -> None:
        self._answers.append(answer)
        self._marks.append(_mark(answer, self._marks[-1]))
        self._events.append(events)
        self._unseen.append(unseen)


def _situation(game: Game) -> Situation:
    return game.at_once_since, frozenset(game.decisions)


def _mark(answer: Answer, before: int) -> int:
    return zlib.crc32(f"{answer.side} {answer.action}\n".encode(), before)
