"""A game in play: questions, answers, undo, views and saving.

Everything that happens follows from the title, the scenario, the options, the seed and the journal of answers. The
kernel keeps a copy of the state at the start of each procedure; a position within one is that copy plus the answers
since then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wargame.core.engine import chance, convert, positions
from wargame.core.engine.actions import Action
from wargame.core.engine.errors import IllegalAction, WargameError
from wargame.core.engine.events import Event
from wargame.core.engine.journal import Writer
from wargame.core.engine.past import Answer, Past
from wargame.core.engine.questions import CHANCE, Question
from wargame.core.engine.result import Result
from wargame.core.engine.runner import Runner
from wargame.core.engine.sequence import Sequence
from wargame.core.engine.state import State

if TYPE_CHECKING:
    from wargame.core.title.rules import Rules
    from wargame.core.title.title import Title

ENDLESS = 10_000  # this many answers of chance in a row mean that a phase never ends


class Game:
    """A game in play; `wargame.plugins.new_game` makes one from the name of a title.

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
        self._prepare(title, rules, seed, dice, variants)
        if position is None:
            self.scenario = title.scenario(scenario).id
            self.options = title.read_options(options or {})
            self._check_chance()
            self._begin(self._set_up())
        else:
            self._restore(position)

    def _prepare(self, title: Title, rules: Rules, seed: int, dice: str, variants: tuple[str, ...]) -> None:
        """Make a game in which nothing has happened yet."""
        self.title = title
        self.rules = rules
        self.seed = seed
        self.dice = dice
        self.variants = variants
        self.origin: Mapping[str, Any] | None = None  # the position where the journal begins, if it is not the set-up
        self.journal: list[Answer] = []
        self.events: list[Event] = []
        self.warnings: list[str] = []
        self.players: dict[str, str] = {}  # who plays which side, for the save file
        self.listener: Callable[[Game], None] | None = None
        self._past = Past()
        self._runner = Runner(rules, self._past, self.journal, self.events)
        self._observed = True
        self._reported = 0
        self._opening = (0, 0)  # the part of the journal that chance answered when the game was made

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
        self._runner.start(state, self._sequence)
        self._open()
        self._report()

    def _open(self) -> None:
        """Let chance answer what it is asked before any side; a replayed journal has these answers too."""
        start = len(self.journal)
        self.let_chance_answer()
        self._opening = (start, len(self.journal))

    # --- what is asked -----------------------------------------------------------------------------------------

    @property
    def result(self) -> Result | None:
        return self.state.result

    @property
    def decisions(self) -> dict[str, Question]:
        """The open questions by side: one, or several if sides answer at the same time."""
        return self._runner.questions

    @property
    def decision(self) -> Question | None:
        """The open question (the first, if several sides are asked); None when the game is over."""
        return next(iter(self._runner.questions.values()), None)

    # --- answering ---------------------------------------------------------------------------------------------

    def apply(self, action: Action | str, side: str | None = None) -> None:
        """Answer the open question (of `side`) with an action or its text; after an error nothing has changed."""
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
            raise IllegalAction("", "The game is over; there is nothing left to answer.")
        if side is None:
            return next(iter(decisions.values()))
        if side not in decisions:
            raise IllegalAction("", f"It is not {side} who is asked now, but {', '.join(decisions)}.")
        return decisions[side]

    def _report(self) -> None:
        """Tell the observers what has happened since the last report."""
        if self._observed:
            self.rules.happened(self.events[self._reported :])
            self._reported = len(self.events)

    def _give(self, side: str, action: Any) -> None:
        """Give one answer to the running procedure, which goes on to the next question."""
        self.journal.append(Answer(side, action))
        answers, seen = len(self.journal), len(self.events)
        opened = self._runner.give(side, action)
        dice_fell = side == CHANCE and self.dice != "manual"
        if opened or dice_fell or any(event.reveals for event in self.events[seen:]):
            self._past.bar(answers)

    def let_chance_answer(self) -> None:
        """Let chance answer, unless a person rolls the dice."""
        given = 0
        while self.dice != "manual" and (question := self._runner.question) is not None and question.side == CHANCE:
            given += 1
            if given > ENDLESS:
                raise self._runner.endless(f"chance was asked {ENDLESS:,} times in a row, last by '{question.prompt}'")
            self._give(CHANCE, self._chance_answer())

    def _chance_answer(self) -> Any:
        answer, self.state.rng = chance.answer(self._runner.question, self.state.rng)
        return answer

    # --- undo --------------------------------------------------------------------------------------------------

    def undo(self, side: str | None = None, free: bool = True) -> None:
        """Take one answer back (of `side`, if several answer at the same time), with the dice that it caused.

        If it is not `free`, it is refused after dice were rolled or something hidden was seen, and if the answer
        belongs to a side other than `side`, which asks for it (None: all agree, or one person plays all sides).
        """
        to = self._undo_to(side)
        if to is None:
            raise IllegalAction("", "There is nothing to take back.")
        if not free:
            self._check_undo(to, side)
        taken = self.journal[to:]
        self._rewind(to, taken[1:] if self.at_once and side is not None else ())
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
        """The answer that `undo()` would take back; its side decides who may ask for it."""
        to = self._undo_to(None)
        return None if to is None else self.journal[to]

    @property
    def undo_stop(self) -> int:
        """The number of answers that cannot be taken back, because dice were rolled or something was revealed since."""
        return self._past.stop

    @property
    def at_once(self) -> bool:
        """Whether several sides answer at the same time, unseen by each other (even if only one question is left)."""
        return self._runner.at_once

    @property
    def fresh(self) -> bool:
        """Whether no side has answered yet in the running procedure (an attack, a move ...): a decision begins here."""
        return self._runner.fresh

    @property
    def turns(self) -> int:
        """How often the initiative has passed: a procedure asked first in the phase of another side than before.

        A phase that belongs to no side counts for the side that is asked first.

        It counts from the beginning of this `Game`, which may be a position or a copy.
        """
        return self._runner.turns

    @property
    def at_once_since(self) -> int | None:
        """The number of answers before several sides began to answer at the same time; None if they do not.

        As long as it is the same number, nothing has changed that anybody could see.
        """
        return len(self.journal) - self._runner.answered_at_once if self.at_once else None

    def _undo_to(self, side: str | None) -> int | None:
        """The index in the journal of the answer to take back."""
        if self.at_once and side is not None:
            first = len(self.journal) - self._runner.answered_at_once
            own = (i for i in range(first, len(self.journal)) if self.journal[i].side == side)
            return max(own, default=None)
        to = len(self.journal) - 1
        while self.dice != "manual" and to >= 0 and self.journal[to].side == CHANCE:
            to -= 1
        return to if to >= 0 else None

    def _rewind(self, to: int, then: Iterable[Answer] = ()) -> None:
        """Return to where only `to` answers had been given, and `then` give others."""
        start = self._past.back_to(to)
        answers = [*self.journal[start.answers : to], *then]
        del self.journal[start.answers :]
        del self.events[start.events :]
        state = start.state.copy()
        self._attach(state)
        self._runner.start(state, self._sequence, kept=True)
        self._repeat(answers)

    def _repeat(self, answers: Iterable[Answer]) -> None:
        """Give answers again that were legal here, including those of chance."""
        for one in answers:
            if one.side == CHANCE and self.dice != "manual":
                self._chance_answer()  # the generator moves on as it did
            self._give(one.side, one.action)
        self._reported = len(self.events)

    def replay(self, answers: Iterable[Answer]) -> None:
        """Give answers again, including those of chance, and check each as if it were new.

        Observers are not told again about what they have seen.
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
                self._repeat([Answer(one.side, action)])
            except BaseException:
                self._rewind(before)
                raise

    # --- looking -----------------------------------------------------------------------------------------------

    def view(self, side: str | None) -> dict[str, Any]:
        """What `side` may know, JSON-able; None sees everything, "" (a spectator) what all may know."""
        if side not in (None, "", CHANCE, *self.title.sides):
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
        """What has happened, as far as `side` may see it."""
        return [e for e in self.events[since:] if e.seen_by(side)]

    # --- positions and copies ----------------------------------------------------------------------------------

    def position(self) -> dict[str, Any]:
        """The whole game as JSON-able data: the state at the start of the running procedure and the answers since."""
        return positions.write(self, self._past.last)

    def digest(self) -> str:
        """A short hash of the whole position."""
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
        state = positions.read(self.title, position)
        self.scenario = self.title.scenario(position["scenario"]).id
        self.options = self.title.read_options(position["options"])
        state.options = self.options | state.options  # a position of an older version may lack newer options
        self.seed = position["seed"]
        self.dice = position["dice"]
        self._check_chance()
        self.origin = {**position, "answers": []}  # those since are in the journal
        self._attach(state)
        self._sequence = self.rules.phases(state)
        self._runner.start(state, self._sequence)
        self.replay(Answer(side, text) for side, text in position["answers"])
        self._open()
        self._reported = len(self.events)

    def fork(self, side: str | None = None, seed: int = 0) -> Game:
        """A copy to look ahead in. For a side, hidden information is redrawn and dice are fresh; for None, it is exact.

        Raises IllegalAction if the answers so far do not fit what was redrawn (a secret draw within a procedure).
        """
        start = self._past.last
        new = Game.__new__(Game)
        new._prepare(self.title, self.rules, self.seed, self.dice, self.variants)
        new.scenario, new.options, new.origin, new.players = self.scenario, self.options, self.origin, self.players
        new._sequence = self._sequence
        new._observed = False  # observers do not see what happens in a fork
        state = start.state.copy()
        new._attach(state)
        answers = self.journal[start.answers :]
        if side is None:
            new._past.share(start)
            new._runner.start(state, new._sequence, kept=True)
            new._repeat(answers)
            return new
        self.rules.redraw(state, side, chance.Source(chance.seeded(seed)))
        state.changed()  # cached results may depend on what was redrawn
        state.rng = chance.seeded(seed + 1)
        new.seed = seed
        if self.at_once:
            before = len(answers) - self._runner.answered_at_once
            answers = [a for i, a in enumerate(answers) if i < before or a.side == side]
        new._runner.start(state, new._sequence)
        new.replay(answers)
        new.dice = "seeded"
        new.let_chance_answer()
        return new

    # --- saving ------------------------------------------------------------------------------------------------

    def save(self, path: str | Path) -> None:
        """Write the game to a journal file; from now on each answer is appended to it before `apply` returns."""
        before = self.listener
        self.listener = Writer(Path(path), self)
        if isinstance(before, Writer):
            before.close()
