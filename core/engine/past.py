"""The past of a game: its answers, copies of the state to return to, and where undo stops."""

from __future__ import annotations

from typing import NamedTuple

from wargame.core.engine.actions import Action
from wargame.core.engine.state import State

KEPT = 128  # the number of copies of the state that are kept before older ones are thinned out


class Answer(NamedTuple):
    """One line of the journal: who answered what (as text, if it was read from a file and not played yet)."""

    side: str
    action: Action | str

    def as_list(self) -> list[str]:
        return [self.side, str(self.action)]


class Start(NamedTuple):
    """The start of a procedure: a frozen copy of the state, and the numbers of answers and events so far."""

    state: State
    answers: int
    events: int


class Past:
    """The starts of the procedures so far, and the length of the journal each time something was revealed."""

    def __init__(self) -> None:
        self.starts: list[Start] = []
        self._barriers: list[int] = []

    @property
    def last(self) -> Start:
        """The start of the running procedure."""
        return self.starts[-1]

    @property
    def stop(self) -> int:
        """The number of answers that cannot be taken back without unseeing something."""
        return self._barriers[-1] if self._barriers else 0

    def keep(self, state: State, answers: int, events: int) -> None:
        """Keep a copy of the state as a procedure starts. If there are very many, the older ones are thinned out."""
        starts = self.starts
        if starts and starts[-1].answers == answers:
            starts.pop()  # nothing was answered in between: the later copy is enough
        starts.append(Start(state.copy(), answers, events))
        if len(starts) > KEPT:
            del starts[1 : KEPT // 2 : 2]

    def share(self, start: Start) -> None:
        """Begin where another game is."""
        self.starts.append(Start(start.state, 0, 0))

    def bar(self, answers: int) -> None:
        """Note that after this many answers dice were rolled or something hidden was seen."""
        self._barriers.append(answers)

    def back_to(self, answers: int) -> Start:
        """The last start with at most this many answers; everything later is forgotten."""
        starts = self.starts
        while len(starts) > 1 and starts[-1].answers > answers:
            starts.pop()
        start = starts[-1]
        while self._barriers and self._barriers[-1] > start.answers:
            self._barriers.pop()
        return start
