"""`wargame run TITLE --browser`: one game, played on the board in the browser."""

from __future__ import annotations

import webbrowser
from pathlib import Path

import click

from wargame.plugins.cli.play import set_up_match
from wargame.plugins.match.bots import HUMAN
from wargame.plugins.match.files import default_path
from wargame.plugins.match.match import Match
from wargame.plugins.match.setup import ONE_HUMAN, Setup
from wargame.plugins.web.seats import Seats, seat_players
from wargame.plugins.web.server import HOST, serve


def run_in_browser(setup: Setup) -> None:
    """Save a new game, open its table in the browser, and serve it until Ctrl-C."""
    if setup.dice == "manual":
        raise click.UsageError("The browser's board rolls the dice itself; leave out --dice manual.")
    if setup.free_undo:
        raise click.UsageError("The browser's board has no free undo; leave out --free-undo.")
    if setup.observers:
        raise click.UsageError("The browser's board has no observers; leave out --observer.")
    if setup.save is not None and setup.save.suffix != ".jsonl":
        raise click.UsageError(f"With --browser, the name of the file must end in .jsonl, not '{setup.save.name}'.")
    game = setup.new_game()
    path = setup.save or default_path(game)
    match = set_up_match(game, setup)
    match.save(path, make_folder=setup.save is None)
    address = f"/table/{_take_seats(match, path)}"
    serve(path.parent, HOST, 0, click.echo, data=setup.data, path=address, visit=_open)
    click.echo(match.farewell)


def _take_seats(match: Match, path: Path) -> str:
    """Seats for the people and bots of a match; returns the token of the person who started it."""
    players = {side: "me" if player in (HUMAN, ONE_HUMAN) else player for side, player in match.game.players.items()}
    seats = Seats(path.with_suffix(".seats.json"))
    return seat_players(seats, match.game.title.sides, players)["me"].token


def _open(address: str) -> None:
    """Open an address in the browser; where there is none, the address has been printed."""
    try:
        opened = webbrowser.open(address)
    except webbrowser.Error:
        opened = False
    if not opened:
        click.echo("No browser could be opened; open the address yourself.")
