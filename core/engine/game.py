"""A game in play: runs the procedures of a title, one answer at a time.

Everything that ever happens follows from title, scenario, options, seed and the journal of answers. The kernel keeps a
copy of the state at the start of each procedure; a position inside one is that copy plus the answers since.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import attrs

from wargame.core.engine import chance, convert
from wargame.core.engine.actions import Done
from wargame.core.engine.errors import IllegalAction, WargameError
from wargame.core.engine.events import Event
from wargame.core.engine.questions import CHANCE, Procedure, Question, Together
from wargame.core.engine.result import Result
from wargame.core.engine.sequence import Phase, Sequence, ended, find, first, following
from wargame.core.engine.state import PHASE, State

if TYPE_CHECKING:
    from wargame.core.title.rules import Rules
    from wargame.core.title.title import Title

FORMAT = 1
KEPT = 128  # how many copies of the state are kept before the older ones are thinned out
IDLE = 10_000  # so many procedures without a question are a rule that never ends


class Answer(NamedTuple):
    """One line of the journal: who answered what."""

    side: str
    action: Any

    def as_list(self) -> list[str]:
        return [self.side, str(self.action)]


class Mark(NamedTuple):
    """The start of a procedure: a copy of the state, and how much had happened."""

    state: State
    answers: int
    events: int


@attrs.define
class _Side:
    """One side's own procedure inside `Together`."""

    procedure: Any
    question: Question | None
    value: Any = None


class Game:
    """See the module's text; `wargame.plugins.new_game` makes one by the title's name.

    game = new_game("diplomacy", seed=7)
    while game.decision:
        game.apply(game.decision.actions[0])
    """

    def __init__(
        self,
        title: Title,
        rules: Rules,
        *,
        scenario: str | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int = 0,
        dice: str = "seeded",
        position: Mapping[str, Any] | None = None,
        variants: tuple[str, ...] = (),
    ) -> None:
        self.title = title
        self.rules = rules
        self.seed = seed
        self.dice = dice
        self.variants = variants
        self.origin: Mapping[str, Any] | None = None  # where the journal begins, if not at the set-up
        self.journal: list[Answer] = []
        self.events: list[Event] = []
        self.warnings: list[str] = []
        self.players: dict[str, str] = {}  # who plays which side, for the save file
        self.listener: Callable[[Game], None] | None = None
        self._phase: Phase | None = None
        self._generator: Procedure[Any] | None = None
        self._question: Question | None = None
        self._together: dict[str, _Side] | None = None
        self._together_from = 0  # where in the journal the answers to the open simultaneous question begin
        self._marks: list[Mark] = []
        self._barriers: list[int] = []  # how long the journal was when dice fell or something hidden was seen
        self._observed = True
        self._reported = 0
        self._opening = (0, 0)  # the part of the journal that chance answered by itself when the game was made
        if position is None:
            self.scenario = title.scenario(scenario).id
            self.options = title.read_options(options or {})
            self._check_chance()
            self._begin(self._set_up())
        else:
            self._restore(position)

    def _check_chance(self) -> None:
        if not isinstance(self.seed, int):
            raise WargameError(f"A seed is a whole number, not '{self.seed}'.")
        if self.dice not in ("seeded", "manual"):
            raise WargameError(f"Dice are 'seeded' or 'manual', not '{self.dice}'.")

    def _set_up(self) -> State:
        state = self.rules.setup(self.scenario, dict(self.options))
        state.scenario = self.scenario
        state.options = dict(self.options)
        state.rng = chance.seeded(self.seed)
        state.reindex()
        return state

    def _attach(self, state: State) -> None:
        self.state = state
        state.title = self.title
        state.rules = self.rules
        state.log = self.events

    def _begin(self, state: State) -> None:
        self._attach(state)
        self._sequence: Sequence = self.rules.phases(state)
        if not state.agenda:
            state.agenda = first(self._sequence, state) or ()
        self._start()
        self._open()
        self._report()

    def _open(self) -> None:
        """Let chance answer what it is asked before any side; a journal that is replayed holds these answers too."""
        start = len(self.journal)
        self.let_chance_answer()
        self._opening = (start, len(self.journal))

    # --- what is asked -----------------------------------------------------------------------------------------

    @property
    def result(self) -> Result | None:
        return self.state.result

    @property
    def decisions(self) -> dict[str, Question]:
        """The open questions by side: one, or several where sides answer at once, unseen by each other."""
        if self._together is not None:
            return {side: s.question for side, s in self._together.items() if s.question is not None}
        return {self._question.side: self._question} if self._question is not None else {}

    @property
    def decision(self) -> Question | None:
        """The open question (the first of them, where several sides answer at once); None when the game is over."""
        if self._question is not None:
            return self._question
        if self._together is not None:
            return next((s.question for s in self._together.values() if s.question is not None), None)
        return None

    # --- answering ---------------------------------------------------------------------------------------------

    def apply(self, action: Any, side: str | None = None) -> None:
        """Answer the open question (of `side`) by an action or its text; an error leaves all as it was."""
        question = self._asked(side)
        action = question.take(action, self.title.notation)
        before = len(self.journal)
        try:
            self._give(question.side, action)
            self.let_chance_answer()
            if self.listener is not None:
                self.listener(self)
        except BaseException:
            self._rewind(before)
            raise
        self._report()

    def _asked(self, side: str | None) -> Question:
        decisions = self.decisions
        if not decisions:
            raise IllegalAction("", "The game is over; nothing more can be answered.")
        if side is None:
            return next(iter(decisions.values()))
        if side not in decisions:
            raise IllegalAction("", f"It is not {side} who is asked now, but {', '.join(decisions)}.")
        return decisions[side]

    def _report(self) -> None:
        """Tell the observers what happened since they were last told."""
        if self._observed:
            self.rules.happened(self.events[self._reported :])
            self._reported = len(self.events)

    def _give(self, side: str, action: Any) -> None:
        """Put one answer into the running procedure, up to its next question or its end."""
        self.journal.append(Answer(side, action))
        answers, seen = len(self.journal), len(self.events)
        revealed = side == CHANCE and self.dice != "manual"
        if self._together is not None:
            revealed = self._give_together(side, action)
        else:
            self._question = None
            self._send(action)
        if revealed or any(event.reveals for event in self.events[seen:]):
            self._barriers.append(answers)

    def _give_together(self, side: str, action: Any) -> bool:
        """One of several that answer at once; True if it was the last, so that all is seen."""
        assert self._together is not None
        self._step_side(self._together[side], side, action)
        if any(one.question is not None for one in self._together.values()):
            return False
        self._send(self._end_together())
        return True

    def _end_together(self) -> dict[str, Any]:
        assert self._together is not None
        values = {side: one.value for side, one in self._together.items()}
        self._together = None
        return values

    def _step_side(self, one: _Side, side: str, action: Any) -> None:
        try:
            asked = one.procedure.send(action)
        except StopIteration as end:
            one.question, one.value = None, end.value
            return
        if not isinstance(asked, Question) or asked.side != side:
            raise TypeError(f"a procedure in Together may only ask its own side ({side})")
        one.question = asked

    def _send(self, value: Any) -> None:
        """Go on with the running procedure; at its end, on to the next until something is asked."""
        idle = 0
        while True:
            try:
                assert self._generator is not None
                asked = self._generator.send(value)
            except StopIteration as end:
                idle += 1
                if idle > IDLE:
                    raise WargameError(f"Phase '{self.state.phase}' of {self.title.name} never ends.") from None
                if not self._finish(end.value):
                    return
                value = None
                continue
            if self._ask(asked):
                return
            value = self._end_together()

    def _ask(self, asked: Question | Together) -> bool:
        """Open what was asked; False if several were asked and none has anything to answer."""
        if isinstance(asked, Question):
            self._question = asked
            return True
        self._together = {side: _Side(procedure, None) for side, procedure in asked.procedures.items()}
        self._together_from = len(self.journal)
        for side, one in self._together.items():
            self._step_side(one, side, None)
        return any(one.question is not None for one in self._together.values())

    def _finish(self, value: Any) -> bool:
        """A procedure is over: check for victory, find the next phase and start it; False if the game is over."""
        state = self.state
        if state.result is None:
            state.result = self.rules.victory(state)
        if state.result is not None:
            return self._over(state)
        phase = self._phase
        assert phase is not None
        if not phase.repeat or isinstance(value, Done):
            before = state.agenda
            state.agenda = following(self._sequence, state) or ()
            state.expire((PHASE, *ended(self._sequence, before, state.agenda)))
            if not state.agenda:
                state.result = Result((), "", "the sequence of play is over")
                return self._over(state)
            phase = find(self._sequence, state.agenda)
        self._start_procedure(phase)
        return True

    def _over(self, state: State) -> bool:
        assert state.result is not None
        state.note(state.result.text.replace("{", "(").replace("}", ")"), state.result.rule)
        self._generator = None
        self._question = None
        self._marks.append(Mark(state.copy(), len(self.journal), len(self.events)))
        return False

    def _start_procedure(self, phase: Phase | None) -> None:
        """Keep a copy of the state and set the phase's procedure going (it runs with the next `send`)."""
        state = self.state
        assert phase is not None
        self._phase = phase
        state.phase = phase.name
        marks = self._marks
        if marks and marks[-1].answers == len(self.journal):
            marks.pop()  # nothing was answered in between: the later copy serves as well
        marks.append(Mark(state.copy(), len(self.journal), len(self.events)))
        if len(marks) > KEPT:
            del marks[1 : KEPT // 2 : 2]
        self._generator = phase.start(state)

    def _start(self) -> None:
        """Start the procedure at which the agenda stands and run it to its first question."""
        if self.state.result is not None:
            self._generator = None
            self._marks.append(Mark(self.state.copy(), len(self.journal), len(self.events)))
            return
        self._start_procedure(find(self._sequence, self.state.agenda))
        self._send(None)

    def let_chance_answer(self) -> None:
        """Let chance answer, unless a person rolls the dice."""
        while self.dice != "manual" and self._question is not None and self._question.side == CHANCE:
            self._give(CHANCE, self._chance_answer())

    def _chance_answer(self) -> Any:
        answer, self.state.rng = chance.answer(self._question, self.state.rng)
        return answer

    # --- undo --------------------------------------------------------------------------------------------------

    def undo(self, side: str | None = None, free: bool = True) -> None:
        """One answer back (of `side`, where several answer at once); chance goes back with the one that caused it.

        Not `free`: refused where dice have fallen or something hidden has been seen since, and where the answer is
        another side's than the one that asks for it (`side`; None: all agree, or one person plays all sides).
        """
        to = self._undo_to(side)
        if to is None:
            raise IllegalAction("", "There is nothing to take back.")
        if not free:
            self._check_undo(to, side)
        taken = self.journal[to:]
        self._rewind(to, taken[1:] if self._together is not None and side is not None else ())
        if self.listener is not None:
            try:
                self.listener(self)
            except BaseException:
                self._rewind(to, taken)
                raise

    def may_undo(self, side: str | None = None) -> bool:
        """Whether `undo(side, free=False)` would take an answer back."""
        to = self._undo_to(side)
        if to is None:
            return False
        try:
            self._check_undo(to, side)
        except IllegalAction:
            return False
        return True

    def _check_undo(self, to: int, side: str | None) -> None:
        if to < self.undo_stop:
            raise IllegalAction("", "Dice have fallen or something hidden was revealed; that cannot be taken back.")
        other = self.journal[to].side
        if side is not None and other not in (side, CHANCE):
            raise IllegalAction("", f"{other} has answered since; that can be taken back only if both sides agree.")

    @property
    def last_answer(self) -> Answer | None:
        """The answer that `undo()` would take back: whose it is decides who may ask for that."""
        to = self._undo_to(None)
        return None if to is None else self.journal[to]

    @property
    def undo_stop(self) -> int:
        """So many answers cannot be taken back without unseeing something: dice fell or something was revealed."""
        return self._barriers[-1] if self._barriers else 0

    @property
    def at_once(self) -> bool:
        """Whether the open questions are answered at once, unseen by each other (even if only one is still open)."""
        return self._together is not None

    def _undo_to(self, side: str | None) -> int | None:
        """The place in the journal of the answer to take back."""
        if self._together is not None and side is not None:
            own = (i for i in range(self._together_from, len(self.journal)) if self.journal[i].side == side)
            return max(own, default=None)
        to = len(self.journal) - 1
        while self.dice != "manual" and to >= 0 and self.journal[to].side == CHANCE:
            to -= 1
        return to if to >= 0 else None

    def _rewind(self, to: int, then: Iterable[Answer] = ()) -> None:
        """Back to where `to` answers were given, and `then` on with others."""
        while len(self._marks) > 1 and self._marks[-1].answers > to:
            self._marks.pop()
        mark = self._marks.pop()
        answers = [*self.journal[mark.answers : to], *then]
        del self.journal[mark.answers :]
        del self.events[mark.events :]
        while self._barriers and self._barriers[-1] > mark.answers:
            self._barriers.pop()
        self._attach(mark.state)
        self._question = None
        self._together = None
        self._start()
        self.replay(answers)

    def replay(self, answers: Iterable[Answer]) -> None:
        """Give answers that were given before, chance's included, checking each as if it were new.

        Observers are not told again what they were told when it happened.
        """
        for one in answers:
            start, end = self._opening
            if one.side == CHANCE and start < end == len(self.journal):
                self._opening = (0, 0)
                self._rewind(start)
            question = self._asked(one.side)
            action = question.take(one.action, self.title.notation)
            before = len(self.journal)
            try:
                if one.side == CHANCE and self.dice != "manual":
                    self._chance_answer()  # the generator moves on as it did
                self._give(one.side, action)
            except BaseException:
                self._rewind(before)
                raise
        self._reported = len(self.events)

    # --- looking -----------------------------------------------------------------------------------------------

    def view(self, side: str | None) -> dict[str, Any]:
        """What `side` may know, JSON-able; None sees everything (a moderator)."""
        if side not in (None, CHANCE, *self.title.sides):
            raise WargameError(f"{self.title.name} has no side '{side}'; it has: {', '.join(self.title.sides)}.")
        questions = self.decisions
        mine = {side: questions[side]} if side in questions else questions if side is None else {}
        return {
            "title": self.title.id,
            "scenario": self.scenario,
            "options": dict(self.options),
            "turn": self.state.turn,
            "phase": self.state.phase,
            "asked": sorted(questions),
            "questions": {name: {"prompt": q.prompt, "rule": q.rule, "shown": q.shown()} for name, q in mine.items()},
            "result": None if self.result is None else self.result.text,
            "state": self.rules.view(self.state, side),
        }

    def events_for(self, side: str | None, since: int = 0) -> list[Event]:
        """What happened, as far as `side` may see it."""
        return [e for e in self.events[since:] if e.seen_by(side)]

    # --- positions and copies ----------------------------------------------------------------------------------

    def position(self) -> dict[str, Any]:
        """The whole game as JSON-able data: the state at the start of the running procedure and the answers since."""
        mark = self._marks[-1]
        return {
            "format": FORMAT,
            "title": self.title.id,
            "version": self.title.version,
            "scenario": self.scenario,
            "options": dict(self.options),
            "variants": list(self.variants),
            "seed": self.seed,
            "dice": self.dice,
            "state": convert.state_to_data(mark.state),
            "stacks": mark.state.stacks(),
            "answers": [a.as_list() for a in self.journal[mark.answers :]],
        }

    def digest(self) -> str:
        """A short hash of where the game stands."""
        position = self.position()
        return convert.digest([position["state"], position["stacks"], position["answers"]])

    def _restore(self, position: Mapping[str, Any]) -> None:
        try:
            self._continue(position)
        except IllegalAction as error:
            raise WargameError(f"The position cannot be continued: {error.message}") from error
        except WargameError:
            raise
        except Exception as error:  # a position is outside data: whatever is wrong with it is one sentence
            raise WargameError(f"The position cannot be read: {type(error).__name__} {error}.") from error

    def _continue(self, position: Mapping[str, Any]) -> None:
        if position["format"] != FORMAT or position["title"] != self.title.id:
            raise WargameError(f"The position is not one of {self.title.name} in format {FORMAT}.")
        self.scenario = self.title.scenario(position["scenario"]).id
        self.options = self.title.read_options(position["options"])
        self.seed = position["seed"]
        self.dice = position["dice"]
        self._check_chance()
        state = convert.state_from_data(self.title.state, position["state"])
        state.reindex(position.get("stacks", ()))
        self.origin = {**position, "answers": []}  # those since are in the journal
        self._attach(state)
        self._sequence = self.rules.phases(state)
        self._start()
        self.replay(Answer(side, text) for side, text in position["answers"])
        self._open()
        self._reported = len(self.events)

    def fork(self, side: str | None = None, seed: int = 0) -> Game:
        """A copy to look ahead in: for a side, with what it cannot know drawn anew and fresh chance; for None, exact.

        Raises IllegalAction where the answers so far do not fit the new draw (a secret draw in mid-procedure).
        """
        mark = self._marks[-1]
        new = object.__new__(Game)
        new.__dict__.update(self.__dict__)
        new.journal, new.events, new.warnings, new._marks, new._barriers = [], [], [], [], []
        new._observed = False  # nothing happens here
        new._opening = (0, 0)
        new.listener = new._generator = new._question = new._together = None
        state = mark.state.copy()
        answers = self.journal[mark.answers :]
        if side is not None:
            self.rules.redraw(state, side, chance.Source(chance.seeded(seed)))
            state.changed()  # what was worked out may depend on what was drawn anew
            state.rng = chance.seeded(seed + 1)
            new.seed = seed
            if self._together is not None:
                start = self._together_from - mark.answers
                answers = [a for i, a in enumerate(answers) if i < start or a.side == side]
        new._attach(state)
        new._start()
        new.replay(answers)
        if side is not None:
            new.dice = "seeded"
            new.let_chance_answer()
        return new

    # --- saving ------------------------------------------------------------------------------------------------

    def save(self, path: str | Path) -> None:
        """Write the game to a journal file; from now on each answer is appended to it before `apply` returns."""
        from wargame.core.engine.journal import Writer

        before = self.listener
        self.listener = Writer(Path(path), self)
        if isinstance(before, Writer):
            before.close()
