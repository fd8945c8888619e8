"""A match: a game with its players, people and bots; the file it is saved to; taking answers back."""

from __future__ import annotations

import signal
import stat
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from types import FrameType
from typing import Any

import attrs

from wargame.core.engine.actions import Action
from wargame.core.engine.errors import IllegalAction, WargameError
from wargame.core.engine.game import Game
from wargame.core.engine.questions import CHANCE
from wargame.plugins.match.bots import Bot, answer_by_bot
from wargame.plugins.match.files import MissingFolder, resume_command
from wargame.plugins.match.revealed import bots_revealed
from wargame.plugins.match.thoughts import Memory

Agree = Callable[[Sequence[str], str], bool]  # asks the players of some sides to agree to an undo, and says why


@attrs.define
class Match:
    """A game and who plays each side: a bot, or a person (None)."""

    game: Game
    players: dict[str, Bot | None]
    free_undo: bool = False
    one_person: bool = False  # one person plays every side without a bot, and may see what each of them sees
    path: Path | None = None
    memory: Memory = attrs.field(factory=Memory)  # what the bots thought, as far as people may know

    _automatic: set[int] = attrs.field(factory=set)  # places in the journal of answers that nobody gave by themselves

    @property
    def people(self) -> list[str]:
        """The sides played by people; with manual dice, chance is one of them."""
        return [side for side, player in self.players.items() if player is None]

    @property
    def bots(self) -> set[str]:
        """The sides played by bots."""
        return {side for side, player in self.players.items() if player is not None}

    @property
    def single_viewer(self) -> bool:
        """Whether a single person is playing, from whom nothing need be hidden on the screen."""
        return self.one_person or len([side for side in self.people if side != CHANCE]) == 1

    def answer(self, action: Action | str, side: str, automatic: bool = False) -> None:
        """Give an answer, as an action or its text; Ctrl-C waits until it is on disk.

        An `automatic` answer follows from the one before it and is taken back together with it.
        """
        before = len(self.game.journal)
        with uninterrupted():
            self.game.apply(action, side)
        if automatic:
            self._automatic.add(before)

    def bot_to_answer(self) -> str | None:
        """A side that is to answer and is played by a bot."""
        return next((side for side in self.game.decisions if self.players.get(side) is not None), None)

    def let_bot_answer(self, side: str) -> None:
        """Let the bot that plays a side answer once; if people play too, Ctrl-C stops its thinking, not the game."""
        bot = self.players[side]
        assert bot is not None
        thinking = stopped_by_interrupt(bot) if self.people and hasattr(bot, "stopped") else nullcontext()

        def give(action: Action | str, side: str) -> None:
            if self.people:
                self.memory.note(self.game, getattr(bot, "thoughts", ()), self.people)
            self.answer(action, side)

        answer_by_bot(self.game, bot, side, give, thinking)

    def let_bots_answer(self) -> None:
        """Let the bots answer until a person is asked or the game is over."""
        while (side := self.bot_to_answer()) is not None:
            self.let_bot_answer(side)

    def only_answer(self) -> tuple[str, Action] | None:
        """A person's side and the one answer it can give; None where a person must be asked.

        With several people playing, every question is asked: that somebody had no choice may be a secret. A question is
        asked too if its answer rolls dice or reveals something, so that the answer before it can still be taken back.
        """
        if not self.single_viewer:
            return None
        for side, question in self.game.decisions.items():
            if side == CHANCE or self.players.get(side) is not None or not question.complete:
                continue
            if len(question.actions) != 1 or question.warning(question.actions[0]) is not None:
                continue
            if not self._ends_undo(side, question.actions[0]):
                return side, question.actions[0]
        return None

    def _ends_undo(self, side: str, action: Action) -> bool:
        """Whether a person's last answer can be taken back now but not after this one."""
        last = self._last_given()
        if last is None or last < self.game.undo_stop:
            return False
        ahead = self.game.fork()
        answers = len(ahead.journal)
        ahead.apply(action, side)
        return ahead.undo_stop > answers

    # --- taking back ---------------------------------------------------------------------------------------------

    def take_back(self, side: str | None, agree: Agree | None = None) -> None:
        """Take back the last answer of a person, with what bots and chance have answered since.

        What was revealed to `side` or answered by another person stands, unless the others `agree` or undo is free.
        Where several people answer at once, unseen by each other, the last answer of `side` is taken back.
        """
        game = self.game
        if side is not None and game.at_once and len(self.people) > 1:
            with uninterrupted():
                game.undo(side, free=self.free_undo)
            return
        while True:
            last = self._last_given()
            if last is None:
                raise IllegalAction("", "There is nothing to take back.")
            self._check_undo(last, side, agree)
            with uninterrupted():
                while len(game.journal) > last:
                    game.undo()
            self._automatic = {i for i in self._automatic if i < last}
            if self.only_answer() is None:
                return

    def _last_given(self) -> int | None:
        """The place in the journal of the last answer that a person gave themselves."""
        journal, people = self.game.journal, self.people
        places = (i for i in reversed(range(len(journal))) if journal[i].side in people and i not in self._automatic)
        return next(places, None)

    def _check_undo(self, last: int, side: str | None, agree: Agree | None) -> None:
        """Refuse to take back what revealed something or was answered by somebody else."""
        if self.free_undo:
            return
        game = self.game
        others = [] if self.single_viewer else [one for one in self.people if one not in (side, CHANCE)]
        answered = [one for one in others if any(answer.side == one for answer in game.journal[last:])]
        if last < game.undo_stop:
            why = "Dice have fallen or something hidden was revealed"
        elif answered:
            why = f"{' and '.join(answered)} answered last"
        elif bots_revealed(game, last, self.bots, next(one for one in self.people if one != CHANCE)):
            why = "A card was played that was hidden before"
        else:
            return
        if not others:
            raise IllegalAction("", f"{why}; that cannot be taken back (only with --free-undo).")
        if agree is None or not agree(answered or others, why):
            raise IllegalAction("", f"{why}; that is taken back only if {' and '.join(answered or others)} agrees.")

    # --- the file ------------------------------------------------------------------------------------------------

    def save(self, path: Path, make_folder: bool = False) -> None:
        """Save to this file, from now on after every answer; another file is never overwritten."""
        try:
            there = path.stat()
        except ValueError:  # not everything that can be typed can be a name
            raise WargameError(f"{str(path)!r} cannot be the name of a file.") from None
        except OSError:  # no such file; anything else will show on writing
            there = None
        if there and stat.S_ISDIR(there.st_mode):
            raise WargameError(f"{path} is a folder; give the name of a file to save to.")
        if there and there.st_size and path != self.path:
            raise WargameError(f"{path} exists already; {resume_command(path)} resumes it, or choose another name.")
        if not make_folder and not path.parent.exists():
            raise MissingFolder(path.parent)
        self.game.save(path)
        self.path = path

    @property
    def saved_where(self) -> str:
        """A sentence without its full stop: where the game is saved."""
        return "Not saved" if self.path is None else f"Saved to {self.path}"

    @property
    def farewell(self) -> str:
        """What to tell somebody who leaves."""
        return (
            f"{self.saved_where}."
            if self.path is None
            else f"{self.saved_where}; {resume_command(self.path)} continues."
        )


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Ctrl-C waits until the block is done, so that no answer is half given; pressed three times, it ends the block.

    After that the game is as it was before the answer, which may be one that a mistake in the rules keeps from ending.
    """
    pressed: list[int] = []

    def remember(number: int, frame: FrameType | None) -> None:
        pressed.append(number)
        if len(pressed) == 3:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, remember)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt


@contextmanager
def stopped_by_interrupt(bot: Any) -> Iterator[None]:
    """Ctrl-C makes a bot answer with the best it has found; pressed once more, it interrupts as usual."""
    pressed: list[int] = []

    def stop(number: int, frame: FrameType | None) -> None:
        if pressed:
            raise KeyboardInterrupt
        pressed.append(number)

    before, stopped = signal.signal(signal.SIGINT, stop), bot.stopped
    bot.stopped = lambda: bool(pressed)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        bot.stopped = stopped
