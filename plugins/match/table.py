"""Who sits at a game and what was asked for: seats for people and bots, the file it is saved to, taking back."""

from __future__ import annotations

import os
import secrets
import shlex
import signal
import stat
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import attrs
import click

from wargame.core.engine.errors import IllegalAction, WargameError
from wargame.core.engine.game import Game
from wargame.core.engine.questions import CHANCE
from wargame.core.title.title import Title
from wargame.plugins import new_game
from wargame.plugins.manager import get_title, tools
from wargame.plugins.match.revealed import bots_showed

HUMAN = "human"
ONE_HUMAN = "one human"  # in a save file: the same person plays all sides marked so, and may see what each sees
OPPONENT = "greedy"  # who plays the sides nobody asked for

Agree = Callable[[Sequence[str], str], bool]  # the sides whose players must agree, and to what


class MissingFolder(WargameError):
    """The folder to save to does not exist."""

    def __init__(self, folder: Path) -> None:
        super().__init__(f"The folder {folder} does not exist; make it first, or save to another.")
        self.folder = folder


@attrs.frozen
class Request:
    """What was asked for on the command line."""

    title: str
    scenario: str | None = None
    seed: int | None = None
    dice: str = "seeded"
    options: Mapping[str, str] = attrs.field(factory=dict)
    sides: Mapping[str, str] = attrs.field(factory=dict)
    variants: tuple[str, ...] = ()
    data: Path | None = None
    save: Path | None = None
    auto: bool = False
    free_undo: bool = False

    def game(self) -> Game:
        seed = secrets.randbelow(10_000) if self.seed is None else self.seed
        title = get_title(self.title, self.data)
        named = {side_named(title, side) for side, player in self.sides.items() if player != HUMAN}
        options = title.bot_options(self.options) if self.auto or named == set(title.sides) else self.options
        return new_game(
            self.title, self.scenario, seed, options, dice=self.dice, variants=self.variants, data=self.data
        )


@attrs.define
class Table:
    """A game, and who plays each side: a bot, or (None) a person."""

    game: Game
    players: dict[str, Any]
    free_undo: bool = False
    one_person: bool = False  # plays all the sides that bots do not, and may see what each of them sees
    path: Path | None = None

    _unasked: set[int] = attrs.field(factory=set)  # answers in the journal that their side was not asked for one by one

    @property
    def people(self) -> list[str]:
        """The sides that persons play; with manual dice, chance is one of them."""
        return [side for side, player in self.players.items() if player is None]

    @property
    def bots(self) -> set[str]:
        """The sides that bots play."""
        return {side for side, player in self.players.items() if player is not None}

    @property
    def one_sees_all(self) -> bool:
        """Whether only one person sits at the table, from whom questions and answers need not be hidden."""
        return self.one_person or len([side for side in self.people if side != CHANCE]) == 1

    def answer(self, action: Any, side: str, asked: bool = True) -> None:
        """An answer, as an action or its text; Ctrl-C waits until it is on disk.

        Not `asked`: it follows from what was typed before, and goes back with it.
        """
        before = len(self.game.journal)
        with uninterrupted():
            self.game.apply(action, side)
        if not asked:
            self._unasked.add(before)

    def bot_to_answer(self) -> str | None:
        """A side that is asked and played by a bot."""
        return next((side for side in self.game.decisions if self.players.get(side) is not None), None)

    def let_bot_answer(self, side: str) -> None:
        self.answer(self.players[side].choose(self.game, side), side)

    def let_bots_answer(self) -> None:
        while (side := self.bot_to_answer()) is not None:
            self.let_bot_answer(side)

    def only_answer(self) -> tuple[str, Any] | None:
        """A person's side and the one answer it can give; None where a person must be asked.

        With several persons at the table everything is asked: that one had no choice may be a secret. So is an answer
        after which dice fall or something is revealed: before it, one's own last answer may still be taken back.
        """
        if not self.one_sees_all:
            return None
        for side, question in self.game.decisions.items():
            if side == CHANCE or self.players.get(side) is not None or not question.complete:
                continue
            if len(question.actions) != 1 or question.warning(question.actions[0]) is not None:
                continue
            if not self._ends_undo(side, question.actions[0]):
                return side, question.actions[0]
        return None

    def _ends_undo(self, side: str, action: Any) -> bool:
        """Whether a person's last answer could be taken back before this one, and not after it."""
        last = self._last_asked()
        if last is None or last < self.game.undo_stop:
            return False
        ahead = self.game.fork()
        answers = len(ahead.journal)
        ahead.apply(action, side)
        return ahead.undo_stop > answers

    # --- taking back ---------------------------------------------------------------------------------------------

    def take_back(self, side: str | None, agree: Agree | None = None) -> None:
        """The last answer of a person goes back, with what bots and chance answered since.

        What `side` has seen or another person has answered stays, unless those `agree` or undo is free. Where persons
        answer at once, unseen by each other, it is the last answer of `side`.
        """
        game = self.game
        if side is not None and game.at_once and len(self.people) > 1:
            with uninterrupted():
                game.undo(side, free=self.free_undo)
            return
        while True:
            last = self._last_asked()
            if last is None:
                raise IllegalAction("", "There is nothing to take back.")
            self._check_undo(last, side, agree)
            with uninterrupted():
                while len(game.journal) > last:
                    game.undo()
            self._unasked = {i for i in self._unasked if i < last}
            if self.only_answer() is None:
                return

    def _last_asked(self) -> int | None:
        """Where in the journal the last answer stands for which a person was asked."""
        journal, people = self.game.journal, self.people
        places = (i for i in reversed(range(len(journal))) if journal[i].side in people and i not in self._unasked)
        return next(places, None)

    def _check_undo(self, last: int, side: str | None, agree: Agree | None) -> None:
        """Whether what happened since may be unseen: nothing was revealed, and nobody else has answered."""
        if self.free_undo:
            return
        game = self.game
        others = [] if self.one_sees_all else [one for one in self.people if one not in (side, CHANCE)]
        answered = [one for one in others if any(answer.side == one for answer in game.journal[last:])]
        if last < game.undo_stop:
            why = "Dice have fallen or something hidden was revealed"
        elif answered:
            why = f"{' and '.join(answered)} answered last"
        elif bots_showed(game, last, self.bots, next(one for one in self.people if one != CHANCE)):
            why = "A card was played that was hidden before"
        else:
            return
        if not others:
            raise IllegalAction("", f"{why}; that cannot be taken back (only with --free-undo).")
        if agree is None or not agree(answered or others, why):
            raise IllegalAction("", f"{why}; that is taken back only if {' and '.join(answered or others)} agrees.")

    # --- the file ------------------------------------------------------------------------------------------------

    def save(self, path: Path, make_folder: bool = False) -> None:
        """Save to this file, from now on answer by answer; never over another file."""
        try:
            there = path.stat()
        except ValueError:  # not all that is typed can be written in a name
            raise WargameError(f"{str(path)!r} cannot be the name of a file.") from None
        except OSError:  # nothing is there; what else is wrong will show when it is written
            there = None
        if there and stat.S_ISDIR(there.st_mode):
            raise WargameError(f"{path} is a folder; give the name of a file to save to.")
        if there and there.st_size and path != self.path:
            raise WargameError(f"{path} exists already; {resumed(path)} goes on with it, or take another name.")
        if not make_folder and not path.parent.exists():
            raise MissingFolder(path.parent)
        self.game.save(path)
        self.path = path

    @property
    def saved(self) -> str:
        """Where the game is saved."""
        return "Not saved" if self.path is None else f"Saved to {self.path}"

    @property
    def left(self) -> str:
        """What is said to somebody who leaves."""
        return f"{self.saved}." if self.path is None else f"{self.saved}; {resumed(self.path)} goes on."


def resumed(path: Path) -> str:
    """The command that goes on with a saved game, as it may be copied to a shell."""
    return f"'wargame resume {shlex.quote(str(path))}'"


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Ctrl-C waits until an answer is given and saved."""
    pressed: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        pressed.append(number)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt


def side_named(title: Title, text: str) -> str:
    """The side meant by a name, whatever its letter case, or by the start of one."""
    folded = text.casefold()
    exact = [side for side in title.sides if side.casefold() == folded]
    fits = exact or [side for side in title.sides if folded and side.casefold().startswith(folded)]
    if len(fits) != 1:
        raise WargameError(f"{title.name} has no side '{text}'; it has: {', '.join(title.sides)}.")
    return fits[0]


def games_folder() -> Path:
    """Where games are saved that are given no place of their own."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "wargame"


def default_path(game: Game) -> Path:
    """Under the user's data folder, named by title and seed; a game saved there before is kept."""
    home = games_folder()
    name = f"{game.title.id}-{game.seed}"
    path = home / f"{name}.jsonl"
    count = 1
    while path.exists():
        count += 1
        path = home / f"{name}-{count}.jsonl"
    return path


def known_bots() -> dict[str, Callable[[int], Any]]:
    """All bots of all plugins: a function that makes one from a seed, by name."""
    known: dict[str, Callable[[int], Any]] = {}
    for offered in tools().hook.wargame_bots():
        known.update(offered)
    return known


def make_bot(name: str, seed: int) -> Any:
    known = known_bots()
    if name not in known:
        raise WargameError(f"There is no bot '{name}'; there are: {HUMAN}, {', '.join(sorted(known))}.")
    return known[name](seed)


def choose_players(title: Title, request: Request, picked: Sequence[str] = ()) -> dict[str, str]:
    """Who plays each side: a person, or the name of a bot.

    Sides that are not named are played by bots if a person was named or picked a side, else by persons.
    """
    wanted: dict[str, str] = {}
    for text, player in request.sides.items():
        side = side_named(title, text)
        if side in wanted:
            raise click.UsageError(f"--side {side} is given more than once.")
        wanted[side] = player
    wanted |= dict.fromkeys(picked, ONE_HUMAN)
    somebody = any(player in (HUMAN, ONE_HUMAN) for player in wanted.values())
    if request.auto and somebody:
        raise click.UsageError("--auto plays all sides with bots; leave it out to play a side yourself.")
    rest = OPPONENT if request.auto or somebody else HUMAN
    return {side: wanted.get(side, rest) for side in title.sides}


def seat(game: Game, request: Request, picked: Sequence[str] = (), kept: bool = False) -> Table:
    """The table of a game with somebody for every side, as asked for; or (`kept`) as its save file says."""
    players = game.players if kept else choose_players(game.title, request, picked)
    seats: dict[str, Any] = {}
    for number, side in enumerate(game.title.sides):
        player = players.get(side, HUMAN)
        seed = game.seed * 31 + number + len(game.journal)
        seats[side] = None if player in (HUMAN, ONE_HUMAN) else make_bot(player, seed)
    if game.dice == "manual":
        seats[CHANCE] = None
    game.players = dict(players)
    return Table(game, seats, request.free_undo, ONE_HUMAN in players.values())


def bots_at(table: Table) -> str:
    """Which bot plays which sides, as a sentence: `greedy plays ru and cp.`"""
    sides: dict[str, list[str]] = {}
    for side, player in table.game.players.items():
        if table.players.get(side) is not None:
            sides.setdefault(player, []).append(side)
    return " ".join(f"{bot} plays {' and '.join(own)}." for bot, own in sides.items())
