"""Runs the procedures of a title from one question to the next."""

from __future__ import annotations

from collections.abc import Generator, Sized
from functools import partial
from typing import TYPE_CHECKING, Any

import attrs

from wargame.core.engine.actions import Action, Done
from wargame.core.engine.errors import BrokenTitle, WargameError
from wargame.core.engine.mistakes import brief, broken, is_result, mistaken, place_of, result_wanted
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
        self._holder = ""  # the side that had the initiative in the last procedure that asked something
        self._phase: Phase | None = None
        self._phase_side: str | None = None
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
        self._sides = {CHANCE, *state.title.sides}
        self.question = self._together = self._procedure = None
        if not state.agenda:
            state.agenda = self._first_phase()
        if state.result is None:
            self._start(find(sequence, state.agenda), kept)
            self._send(None)
        elif not kept:
            self._keep()

    def give(self, side: str, action: Action) -> bool:
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
        self.fresh = True
        try:
            self._phase_side = phase.side_in(self.state)
            self._procedure = phase.start(self.state, self._phase_side)
        except WargameError:
            raise
        except Exception as error:
            raise broken(self._here, error) from error

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
                    raise self.endless(f"{IDLE:,} phases in a row asked nothing") from None
                if not self._finish(end.value):
                    return
                value = None
                continue
            except WargameError:
                raise
            except Exception as error:  # a title's code may raise anything
                raise broken(self._here, error) from error
            if self._ask(asked):
                return
            value = self._end_together()

    def _ask(self, asked: Question | Together) -> bool:
        """Open a question; False if several sides were asked and none of them has anything to answer."""
        if isinstance(asked, Question):
            self.question = self._allowed(asked)
            if self.fresh and asked.side != CHANCE:
                self._pass_initiative(asked.side)
            return True
        if not isinstance(asked, Together):
            raise self._no_question(asked, self._procedure)
        self._together = {side: _Side(procedure) for side, procedure in asked.procedures.items()}
        for side, one in self._together.items():
            self._step(one, side, None)
        return any(one.question is not None for one in self._together.values())

    def _pass_initiative(self, asked: str) -> None:
        """The initiative belongs to the side whose phase it is; in a phase of no side, to the side that is asked."""
        holder = self._phase_side or asked
        if holder != self._holder:
            self._holder, self.turns = holder, self.turns + 1

    def _step(self, one: _Side, side: str, action: Action | None) -> None:
        """Run the procedure of one side to its next question or its end."""
        try:
            asked = one.procedure.send(action)
        except StopIteration as end:
            one.question, one.value = None, end.value
            return
        except WargameError:
            raise
        except Exception as error:
            raise broken(self._here, error) from error
        if not isinstance(asked, Question):
            raise self._no_question(asked, one.procedure)
        if asked.side != side:
            text = f"a procedure in Together may only ask its own side ({side}), and asks {asked.side}."
            raise mistaken(self._here, one.procedure, text)
        one.question = self._allowed(asked)

    def _allowed(self, question: Question) -> Question:
        """The question without the answers that a variant forbids."""
        question.phase = self.state.phase
        if question.side not in self._sides:
            raise self._no_side(question.side)
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
            if not is_result(state.result, state.title.sides):
                text = f"it sets the result {state.result!r:.80}. Set {result_wanted(state.title.sides)}."
                raise mistaken(self._here, phase.run, text)
            return self._over(state.result)
        if not phase.repeat or isinstance(value, Done):
            before = state.agenda
            state.agenda = self._next_phase()
            state.expire((PHASE, *ended(self._sequence, before, state.agenda)))
            if not state.agenda:
                state.result = Result((), "", "the sequence of play is over")
                return self._over(state.result)
            self._start(find(self._sequence, state.agenda))
        else:
            self._start(phase)
        return True

    def _first_phase(self) -> tuple[tuple[int, int], ...]:
        try:
            found = first(self._sequence, self.state)
        except WargameError:
            raise
        except Exception as error:
            raise broken(f"the sequence of play of {self.state.title.name}", error) from error
        if found is None:
            name = self._sequence.name
            text = f"its sequence '{name}' has no phase to play. Put phases into the Sequence of wargame_phases."
            raise BrokenTitle(f"Mistake in {self.state.title.name}: {text}")
        return found

    def _next_phase(self) -> tuple[tuple[int, int], ...]:
        """The agenda of the phase after this one; its conditions are the title's code."""
        try:
            return following(self._sequence, self.state) or ()
        except WargameError:
            raise
        except Exception as error:
            raise broken(f"the sequence of play of {self.state.title.name} after {self._here}", error) from error

    def _over(self, result: Result) -> bool:
        self.state.note(result.text.replace("{", "(").replace("}", ")"), result.rule)
        self._procedure = self.question = None
        self._keep()
        return False

    # --- mistakes in the code of a title -------------------------------------------------------------------------

    @property
    def _here(self) -> str:
        """The running phase, as errors name it."""
        return f"phase '{self.state.phase}' of {self.state.title.name}"

    def _no_question(self, asked: object, procedure: object) -> BrokenTitle:
        text = f"it yields {brief(asked)}, which is no question. Yield an offer, Choose, Roll, Draw or Together."
        if isinstance(asked, Generator):
            text = "it yields a procedure. Write 'yield from' in front of it."
        return mistaken(self._here, procedure, text)

    def _no_side(self, side: object) -> BrokenTitle:
        text = f"it asks {side!r}, which is no side; the sides are {', '.join(self.state.title.sides)}."
        return mistaken(self._here, self._procedure, text)

    def endless(self, seen: str) -> BrokenTitle:
        """The error for a game that nobody could ever go on with."""
        place = place_of(self._procedure if self.question is not None else self._phase and self._phase.run)
        what = f"Phase '{self.state.phase}' of {self.state.title.name} never ends{place}: {seen}."
        return BrokenTitle(f"{what} Return DONE from a phase that repeats, and end the game in wargame_victory.")
