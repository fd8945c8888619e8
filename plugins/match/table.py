"""Who sits at a game and what was asked for: seats for people and bots, the file it is saved to, taking back."""

from __future__ import annotations

import os
import secrets
import shlex
import signal
import stat
from collections.abc import Iterator, Mapping
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

HUMAN = "human"
OPPONENT = "greedy"  # who plays the sides nobody asked for
AUTO = "random"  # who plays all of them, fast


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

    @property
    def people(self) -> list[str]:
        """The sides that persons play; with manual dice, chance is one of them."""
        return [side for side, player in self.players.items() if player is None]

    def answer(self, action: Any, side: str) -> None:
        """An answer, as an action or its text; Ctrl-C waits until it is on disk."""
        with uninterrupted():
            self.game.apply(action, side)

    def bot_to_answer(self) -> str | None:
        """A side that is asked and played by a bot."""
        return next((side for side in self.game.decisions if self.players.get(side) is not None), None)

    def let_bot_answer(self, side: str) -> None:
        self.answer(self.players[side].choose(self.game, side), side)

    def let_bots_answer(self) -> None:
        while (side := self.bot_to_answer()) is not None:
            self.let_bot_answer(side)

    def take_back(self, side: str | None) -> None:
        """The last answer of a person goes back, with those of bots and chance since.

        Where persons answer at once, unseen by each other, it is the last one of `side`.
        """
        game = self.game
        with uninterrupted():
            people = self.people
            if side is not None and game.at_once and len(people) > 1:
                game.undo(side, free=self.free_undo)
                return
            last = next((i for i in reversed(range(len(game.journal))) if game.journal[i].side in people), None)
            if last is None:
                raise IllegalAction("", "There is nothing to take back.")
            if last < game.undo_stop and not self.free_undo:
                raise IllegalAction("", "Dice have fallen or something hidden was revealed; that cannot be taken back.")
            while len(game.journal) > last:
                game.undo()

    def save(self, path: Path) -> None:
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


def make_bot(name: str, seed: int) -> Any:
    known: dict[str, Any] = {}
    for offered in tools().hook.wargame_bots():
        known.update(offered)
    if name not in known:
        raise WargameError(f"There is no bot '{name}'; there are: {HUMAN}, {', '.join(sorted(known))}.")
    return known[name](seed)


def seat(game: Game, request: Request, picked: tuple[str, ...] = ()) -> dict[str, Any]:
    """A bot or (None) a person for every side.

    Sides that are not named are played by bots if a person was named or picked a side, else by persons.
    """
    title = game.title
    wanted: dict[str, str] = {}
    for text, player in request.sides.items():
        side = side_named(title, text)
        if side in wanted:
            raise click.UsageError(f"--side {side} is given more than once.")
        wanted[side] = player
    wanted |= dict.fromkeys(picked, HUMAN)
    if request.auto and HUMAN in wanted.values():
        raise click.UsageError("--auto plays all sides with bots; leave it out to play a side yourself.")
    if request.auto:
        rest = AUTO
    else:
        rest = OPPONENT if HUMAN in wanted.values() else HUMAN
    players: dict[str, Any] = {}
    for number, side in enumerate(title.sides):
        player = wanted.get(side, rest)
        seed = game.seed * 31 + number + len(game.journal)
        players[side] = None if player == HUMAN else make_bot(player, seed)
    if game.dice == "manual":
        players[CHANCE] = None
    return players
