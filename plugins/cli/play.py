"""`wargame run` and `resume`: a match of people at a terminal, or of bots alone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from wargame.core.engine.game import Game
from wargame.plugins import load_game
from wargame.plugins.match.files import MissingFolder, default_path
from wargame.plugins.match.log import describe_event
from wargame.plugins.match.match import Match
from wargame.plugins.match.setup import Setup, describe_bots, make_match
from wargame.plugins.terminal.keyboard import somebody_types

if TYPE_CHECKING:
    from rich.console import Console


def run(setup: Setup) -> None:
    """`wargame run`."""
    game = setup.new_game()
    match = set_up_match(game, setup)
    try:
        match.save(setup.save or default_path(game), make_folder=setup.save is None)
    except MissingFolder as missing:
        if not somebody_types() or not click.confirm(f"The folder {missing.folder} does not exist. Make it?"):
            raise
        match.save(setup.save or default_path(game), make_folder=True)
    _play(match)


def resume(file: Path, setup: Setup) -> None:
    """`wargame resume`."""
    game = load_game(file, data=setup.data)
    for warning in game.warnings:
        click.echo(warning, err=True)
    match = set_up_match(game, setup)
    match.path = file if game.listener is not None else None
    _play(match)


def set_up_match(game: Game, setup: Setup) -> Match:
    """The match as asked for or, for a saved game, as before; at a terminal, a person picks a side if none is named."""
    if setup.auto and game.dice == "manual":
        raise click.UsageError("With --dice manual somebody must type the dice; leave out --auto.")
    asked_for = bool(setup.auto or setup.sides)
    if game.players and not asked_for:
        return make_match(game, setup, as_saved=True)
    picked: tuple[str, ...] = ()
    if not asked_for and somebody_types() and game.result is None:
        from wargame.plugins.terminal.session import pick_sides

        picked = pick_sides(game.title)
    return make_match(game, setup, picked)


def _play(match: Match) -> None:
    try:
        if match.people:
            from wargame.plugins.terminal.session import Terminal

            Terminal(match).play()
        else:
            _play_bots(match)
    except KeyboardInterrupt:
        click.echo("")
        click.echo(match.farewell)


def _play_bots(match: Match) -> None:
    """Let the bots play to the end; print the log of the last turn and the result."""
    from rich.console import Console

    game = match.game
    click.echo(describe_bots(match))
    last_turn = _watch_bots(match, Console(highlight=False))
    for event in game.events[last_turn:]:
        click.echo(describe_event(event))
    if game.result is not None:
        click.echo(f"Result: {game.result.text}")
        for side, score in game.result.score.items():
            click.echo(f"  {side}: {score}")
    click.echo(match.saved_where)


def _watch_bots(match: Match, console: Console) -> int:
    """Let the bots play to the end behind a progress display; returns the event with which the last turn began."""
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    game = match.game
    turns = [(game.state.turn, 0)]
    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(game.title.name, total=None)
        while (side := match.bot_to_answer()) is not None:
            match.let_bot_answer(side)
            if game.state.turn != turns[-1][0]:
                turns.append((game.state.turn, len(game.events)))
            if len(game.journal) % 10 == 0:
                status = f"{game.title.name}, turn {game.state.turn}, {game.state.phase}: {len(game.journal)} answers"
                progress.update(task, description=status)
    # a turn in which nothing but the result happened is not worth a log
    return next((start for _, start in reversed(turns) if len(game.events) - start > 1), 0)
