"""`wargame run`, `resume` and `map`: a game is begun or continued, by people at a terminal or by bots alone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from wargame.core.engine.errors import WargameError
from wargame.core.engine.game import Game
from wargame.plugins import load_game
from wargame.plugins.manager import tools
from wargame.plugins.match.replays import told_event
from wargame.plugins.match.table import MissingFolder, Request, Table, bots_at, default_path, seat, side_named
from wargame.plugins.terminal.keyboard import somebody_types

if TYPE_CHECKING:
    from rich.console import Console


def begin(request: Request) -> None:
    """`wargame run`."""
    game = request.game()
    table = _sit_down(game, request)
    try:
        table.save(request.save or default_path(game), make_folder=request.save is None)
    except MissingFolder as missing:
        if not somebody_types() or not click.confirm(f"The folder {missing.folder} does not exist. Make it?"):
            raise
        table.save(request.save or default_path(game), make_folder=True)
    _play(table)


def go_on(file: Path, request: Request) -> None:
    """`wargame resume`."""
    game = load_game(file, data=request.data)
    for warning in game.warnings:
        click.echo(warning, err=True)
    table = _sit_down(game, request)
    table.path = file if game.listener is not None else None
    _play(table)


def _sit_down(game: Game, request: Request) -> Table:
    if request.auto and game.dice == "manual":
        raise click.UsageError("With --dice manual somebody must type the dice; leave out --auto.")
    asked_for = bool(request.auto or request.sides)
    if game.players and not asked_for:  # a saved game says who played
        return seat(game, request, kept=True)
    picked: tuple[str, ...] = ()
    if not asked_for and somebody_types() and game.result is None:
        from wargame.plugins.terminal.session import pick_sides

        picked = pick_sides(game.title)
    return seat(game, request, picked)


def _play(table: Table) -> None:
    try:
        if table.people:
            from wargame.plugins.terminal.session import Terminal

            Terminal(table).play()
        else:
            _play_bots(table)
    except KeyboardInterrupt:
        click.echo("")
        click.echo(table.left)


def _play_bots(table: Table) -> None:
    """Bots to the end, then the log of the last turn and the result."""
    from rich.console import Console

    game = table.game
    click.echo(bots_at(table))
    last_turn = _watch_bots(table, Console(highlight=False))
    for event in game.events[last_turn:]:
        click.echo(told_event(event))
    if game.result is not None:
        click.echo(f"Result: {game.result.text}")
        for side, score in game.result.score.items():
            click.echo(f"  {side}: {score}")
    click.echo(table.saved)


def _watch_bots(table: Table, console: Console) -> int:
    """Let the bots play to the end with a progress display; at which event the last turn began."""
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    game = table.game
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
    # a turn in which nothing but the result happened is not worth a log
    return next((start for _, start in reversed(turns) if len(game.events) - start > 1), 0)


def show_map(request: Request, side: str | None, where: str, renderer: str) -> None:
    """`wargame map`."""
    from wargame.plugins.maps.text import console_for, draw, picture_of

    game = request.game()
    picture = picture_of(game, None if side is None else side_named(game.title, side))
    if renderer == "terminal":
        console = console_for()
        console.print(draw(picture, game.title.colours, console, where))
        return
    known: dict[str, Any] = {}
    for offered in tools().hook.wargame_renderers():
        known.update(offered)
    if renderer not in known:
        raise WargameError(f"There is no renderer '{renderer}'; there are: {', '.join(sorted({'terminal', *known}))}.")
    click.echo(known[renderer](picture))
