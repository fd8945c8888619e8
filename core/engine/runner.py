"""Runs the procedures of a title from one question to the next."""

from __future__ import annotations

from collections.abc import Sized
from functools import partial
from typing import TYPE_CHECKING, Any

import attrs

from wargame.core.engine.actions import Done
from wargame.core.engine.errors import WargameError
from wargame.core.engine.past import Past
from wargame.core.engine.questions import CHANCE, Procedure, Question, Together
from wargame.core.engine.restricted import restrict
from wargame.core.engine.result import Result
from wargame.core.engine.sequence import Phase, Sequence, ended, find, first, following
from wargame.core.engine.state import PHASE, State

if TYPE_CHECKING:
    from wargame.core.title.rules import Rules

IDLE = 10_000  # this many procedures without a question mean that a phase never ends


@attrs.define
class _Side:
    """The procedure of one side in `Together`, its open question, and the number of its answers."""

    procedure: Procedure[Any]
    question: Question | None = None
    answers: int = 0
    value: Any = None


class Runner:
    """The running procedure and its open question.

    Before each procedure, and when the game is over, `past` keeps the state for undo. (A runner has no reference to its
    game. That would be a cycle, and forks would have to wait for the garbage collector.)
    """

    def __init__(self, rules: Rules, past: Past, journal: Sized, events: Sized) -> None:
        self.rules = rules
        self.past = past
        self.journal = journal
        self.events = events
        self.question: Question | None = None
        self.fresh = True  # no side has answered yet in the running procedure
        self.turns = 0  # how often the initiative has passed to another side
        self._holder = ""  # the side that was asked first in the last procedure that asked one
        self._phase: Phase | None = None
        self._procedure: Procedure[Any] | None = None
        self._together: dict[str, _Side] | None = None

    # --- what is asked -------------------------------------------------------------------------------------------

    @property
    def questions(self) -> dict[str, Question]:
        """The open questions by side."""
        if self._together is not None:
            return {side: one.question for side, one in self._together.items() if one.question is not None}
        return {self.question.side: self.question} if self.question is not None else {}

    @property
    def at_once(self) -> bool:
        """Whether several sides answer at the same time, unseen by each other (even if only one question is left)."""
        return self._together is not None

    @property
    def answered_at_once(self) -> int:
        """The number of answers given so far to questions that are answered at the same time."""
        return sum(one.answers for one in self._together.values()) if self._together is not None else 0

    # --- running -------------------------------------------------------------------------------------------------

    def start(self, state: State, sequence: Sequence, kept: bool = False) -> None:
        """Run the current procedure of a state to its first question. `kept`: `past` has a copy already."""
        self.state = state
        self._sequence = sequence
        self.question = self._together = self._procedure = None
        if not state.agenda:
            state.agenda = first(sequence, state) or ()
        if state.result is None:
            self._start(find(sequence, state.agenda), kept)
            self._send(None)
        elif not kept:
            self._keep()

    def give(self, side: str, action: Any) -> bool:
        """Give an answer to the running procedure; True if it was the last of several simultaneous answers."""
        if side != CHANCE:
            self.fresh = False
        if self._together is None:
            self.question = None
            self._send(action)
            return False
        one = self._together[side]
        one.answers += 1
        self._step(one, side, action)
        if any(other.question is not None for other in self._together.values()):
            return False
        self._send(self._end_together())
        return True

    def _start(self, phase: Phase | None, kept: bool = False) -> None:
        """Make the procedure of a phase; it runs at the next `send`."""
        assert phase is not None
        self._phase = phase
        self.state.phase = phase.name
        if not kept:
            self._keep()
        self._procedure = phase.start(self.state)
        self.fresh = True

    def _keep(self) -> None:
        self.past.keep(self.state, len(self.journal), len(self.events))

    def _send(self, value: Any) -> None:
        """Continue the running procedure, and those after it, until one of them asks something."""
        idle = 0
        while True:
            try:
                assert self._procedure is not None
                asked = self._procedure.send(value)
            except StopIteration as end:
                idle += 1
                if idle > IDLE:
                    name = self.state.title.name
                    raise WargameError(f"Phase '{self.state.phase}' of {name} never ends.") from None
                if not self._finish(end.value):
                    return
                value = None
                continue
            if self._ask(asked):
                return
            value = self._end_together()

    def _ask(self, asked: Question | Together) -> bool:
        """Open a question; False if several sides were asked and none of them has anything to answer."""
        if isinstance(asked, Question):
            self.question = self._allowed(asked)
            if self.fresh and asked.side != self._holder and asked.side != CHANCE:
                self._holder, self.turns = asked.side, self.turns + 1
            return True
        self._together = {side: _Side(procedure) for side, procedure in asked.procedures.items()}
        for side, one in self._together.items():
            self._step(one, side, None)
        return any(one.question is not None for one in self._together.values())

    def _step(self, one: _Side, side: str, action: Any) -> None:
        """Run the procedure of one side to its next question or its end."""
        try:
            asked = one.procedure.send(action)
        except StopIteration as end:
            one.question, one.value = None, end.value
            return
        if not isinstance(asked, Question) or asked.side != side:
            raise TypeError(f"a procedure in Together may only ask its own side ({side})")
        one.question = self._allowed(asked)

    def _allowed(self, question: Question) -> Question:
        """The question without the answers that a variant forbids."""
        why_forbidden = self.rules.why_forbidden
        if why_forbidden is None or question.side == CHANCE:
            return question
        return restrict(question, partial(why_forbidden, self.state, question.side))

    def _end_together(self) -> dict[str, Any]:
        assert self._together is not None
        values = {side: one.value for side, one in self._together.items()}
        self._together = None
        return values

    def _finish(self, value: Any) -> bool:
        """After a procedure: check for victory, then start the next phase; False if the game is over."""
        state, phase = self.state, self._phase
        assert phase is not None
        if state.result is None:
            state.result = self.rules.victory(state)
        if state.result is not None:
            return self._over(state.result)
        if not phase.repeat or isinstance(value, Done):
            before = state.agenda
            state.agenda = following(self._sequence, state) or ()
            state.expire((PHASE, *ended(self._sequence, before, state.agenda)))
            if not state.agenda:
                state.result = Result((), "", "the sequence of play is over")
                return self._over(state.result)
            self._start(find(self._sequence, state.agenda))
        else:
            self._start(phase)
        return True

    def _over(self, result: Result) -> bool:
        self.state.note(result.text.replace("{", "(").replace("}", ")"), result.rule)
        self._procedure = self.question = None
        self._keep()
        return False
