"""Playing from the command line: who sits where, where the game is saved, and bots that play on their own."""

from __future__ import annotations

import os
import secrets
import signal
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import attrs
import click

from wargame.core.errors import WargameError
from wargame.core.game import Game
from wargame.core.questions import CHANCE
from wargame.core.title import Title

from . import load_game, new_game
from .manager import get_title, tools

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
        options = get_title(self.title, self.data).bot_options(self.options) if self.auto else self.options
        return new_game(
            self.title, self.scenario, seed, options, dice=self.dice, variants=self.variants, data=self.data
        )


@attrs.define
class Table:
    """A game, and who plays each side: a bot, or (None) a person."""

    game: Game
    players: dict[str, Any]
    free_undo: bool = False
    path: Path | None = None

    @property
    def people(self) -> list[str]:
        return [side for side, player in self.players.items() if player is None]

    def bot_to_answer(self) -> str | None:
        """A side that is asked and played by a bot."""
        return next((side for side in self.game.decisions if self.players.get(side) is not None), None)

    def let_bot_answer(self, side: str) -> None:
        action = self.players[side].choose(self.game, side)
        with uninterrupted():
            self.game.apply(action, side)

    def let_bots_answer(self) -> None:
        while (side := self.bot_to_answer()) is not None:
            self.let_bot_answer(side)

    def save(self, path: Path) -> None:
        if path.exists() and path.stat().st_size and path != self.path:
            raise WargameError(f"{path} exists already; 'wargame resume {path}' goes on with it, or take another name.")
        self.game.save(path)
        self.path = path


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


def default_path(game: Game) -> Path:
    """Under the user's data folder, named by title and seed; a game saved there before is kept."""
    home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "wargame"
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


def seat(game: Game, request: Request, alone: str | None = None) -> dict[str, Any]:
    """A bot or (None) a person for every side.

    Sides that are not named are played by bots if a person was named (or sits `alone` at a side), else by persons.
    """
    title = game.title
    wanted = {side_named(title, side): player for side, player in request.sides.items()}
    if alone is not None:
        wanted.setdefault(alone, HUMAN)
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
    return players


def begin(request: Request) -> None:
    """`wargame run`."""
    game = request.game()
    table = _sit_down(game, request)
    table.save(request.save or default_path(game))
    _play(table, request)


def go_on(file: Path, request: Request) -> None:
    """`wargame resume`."""
    game = load_game(file, data=request.data)
    for warning in game.warnings:
        click.echo(warning, err=True)
    table = _sit_down(game, request)
    table.path = file
    if game.listener is None:
        table.save(default_path(game))
    _play(table, request)


def _sit_down(game: Game, request: Request) -> Table:
    if request.auto and game.dice == "manual":
        raise click.UsageError("With --dice manual somebody must type the dice; leave out --auto.")
    alone = None
    if not request.auto and not request.sides and sys.stdin.isatty() and game.result is None:
        from .terminal import pick_side

        alone = pick_side(game.title)
    players = seat(game, request, alone)
    if game.dice == "manual":
        players[CHANCE] = None
    return Table(game, players, request.free_undo)


def _play(table: Table, request: Request) -> None:
    try:
        if request.auto or not table.people:
            _play_bots(table)
        else:
            from .terminal import Terminal

            Terminal(table).play()
    except KeyboardInterrupt:
        click.echo("")
        _say_saved(table)


def _say_saved(table: Table) -> None:
    click.echo(f"Saved to {table.path}; 'wargame resume {table.path}' goes on.")


def _play_bots(table: Table) -> None:
    """Bots to the end, with a progress display; then the log of the last turn and the result."""
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    game = table.game
    console = Console(highlight=False)
    turns = [(game.state.turn, 0)]
    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(game.title.name, total=None)
        while (side := table.bot_to_answer()) is not None:
            table.let_bot_answer(side)
            if game.state.turn != turns[-1][0]:
                turns.append((game.state.turn, len(game.events)))
            if len(game.journal) % 10 == 0:
                told = f"{game.title.name}, turn {game.state.turn}, {game.state.phase}: {len(game.journal)} answers"
                progress.update(task, description=told)
    for event in game.events[_last_turn(turns, len(game.events)) :]:
        click.echo(told_event(event))
    if game.result is not None:
        click.echo(f"Result: {game.result.text}")
    for side, score in (game.result.score if game.result is not None else {}).items():
        click.echo(f"  {side}: {score}")
    click.echo(f"Saved to {table.path}")


def _last_turn(turns: list[tuple[int, int]], events: int) -> int:
    """Where the events of the last turn begin in which anything but the result happened."""
    return next((start for _, start in reversed(turns) if events - start > 1), 0)


def told_event(event: Any) -> str:
    return f"{event.text} ({event.rule})" if event.rule else str(event.text)


def replay_file(file: Path, side: str | None, data: Path | None) -> Iterator[str]:
    """`wargame replay`: every answer and what came of it."""
    from wargame.core import journal

    saved = journal.read(file)
    head = saved.header
    game = new_game(
        head["title"], head.get("scenario"), head.get("seed", 0), head.get("options"), dice=head.get("dice", "seeded"),
        variants=head.get("variants", ()), data=data,
    )  # fmt: skip
    looks = None if side is None else side_named(game.title, side)
    yield from saved.warnings
    yield f"{game.title.name}, scenario {game.scenario}, seed {game.seed}"
    hashes = {count: (line, text) for line, count, text in saved.hashes}
    seen = 0
    for count, (line, answer) in enumerate(saved.answers, 1):
        try:
            game.replay([answer])
        except WargameError as error:
            raise WargameError(f"{file}, line {line}: '{answer.action}' cannot be played here. {error}") from error
        if count in hashes and hashes[count][1] != game.digest():
            raise WargameError(f"{file}, line {hashes[count][0]}: the game replays to another position than saved.")
        if looks in (None, answer.side):
            yield f"{answer.side}: {answer.action}"
        for event in game.events_for(looks, seen):
            yield f"    {told_event(event)}"
        seen = len(game.events)
    yield f"Result: {game.result.text}" if game.result else f"Not over: {', '.join(game.decisions)} to answer."


def show_map(request: Request, side: str | None, where: str, renderer: str) -> None:
    """`wargame map`."""
    from rich.console import Console

    from .pictures import draw, picture_of

    game = request.game()
    looks = None if side is None else side_named(get_title(request.title, request.data), side)
    picture = picture_of(game, looks)
    if renderer == "terminal":
        console = Console(highlight=False)
        console.print(draw(picture, game.title.colours, console.width, where))
        return
    known: dict[str, Any] = {}
    for offered in tools().hook.wargame_renderers():
        known.update(offered)
    if renderer not in known:
        raise WargameError(f"There is no renderer '{renderer}'; there are: {', '.join(sorted({'terminal', *known}))}.")
    click.echo(known[renderer](picture))
