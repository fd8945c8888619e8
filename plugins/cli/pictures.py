"""`wargame map` and `wargame replay --svg`: pictures of a new game, a saved one, or each turn of it."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import attrs
import click

from wargame.core.engine.errors import SaveError, WargameError
from wargame.core.engine.game import Game
from wargame.plugins import new_game
from wargame.plugins.discovery import plugin_names
from wargame.plugins.manager import offers
from wargame.plugins.maps.recent import sides_of, with_arrows
from wargame.plugins.maps.text import console_for, picture_of
from wargame.plugins.match.replay import each_turn, game_at_turn
from wargame.plugins.match.setup import Setup, find_side

Renderer = Callable[..., str]


@attrs.frozen
class Drawing:
    """How to draw a map: for which side, which part of it, by which renderer and in which theme."""

    side: str | None = None
    where: str = ""
    renderer: str | None = None
    theme: str = "light"
    width: int | None = None  # columns; None: as many as the terminal has


@attrs.frozen
class Moment:
    """A game as it stands, and the number of events before the last turn."""

    game: Game
    since: int = 0


def map_text(setup: Setup, drawing: Drawing, turn: int | None) -> str:
    """The map of a title at the start of a scenario, or of a saved game, as text."""
    return draw(moment_to_draw(setup, turn), drawing, drawing.renderer or "terminal")


def write_map(setup: Setup, drawing: Drawing, turn: int | None, file: Path) -> None:
    """Write the map to a file: PNG or SVG by its suffix, or what the named renderer draws."""
    png = file.suffix.casefold() == ".png"
    if drawing.renderer is None and file.suffix.casefold() not in (".png", ".svg"):
        raise click.UsageError(f"-o writes .svg or .png, not '{file.name}'; name a --renderer for other files.")
    if png and drawing.renderer not in (None, "svg"):
        raise click.UsageError(f"A .png file is drawn by the renderer 'svg', not by '{drawing.renderer}'.")
    text = draw(moment_to_draw(setup, turn), drawing, drawing.renderer or "svg")
    _write(file, _as_png(text) if png else text.encode())


def _as_png(svg: str) -> bytes:
    from wargame.plugins.maps.svg.png import to_png

    return to_png(svg)


def moment_to_draw(setup: Setup, turn: int | None) -> Moment:
    """A new game of the title named, or the saved game or the position in the file of that name."""
    file = Path(setup.title)
    if setup.title in plugin_names() or not (file.is_file() or file.suffix or len(file.parts) > 1):
        if turn is not None:
            raise click.UsageError("--turn needs a saved game; a new one is at its first turn.")
        return Moment(setup.new_game())
    if setup.scenario or setup.options or setup.variants:
        raise click.UsageError("A saved game has its own scenario, options and variants; leave them out.")
    position = read_position(file)
    if position is None:
        return Moment(*game_at_turn(file, turn, setup.data))
    if turn is not None:
        raise click.UsageError("--turn needs a saved game; a position is of one moment.")
    return Moment(new_game(str(position["title"]), position=position, data=setup.data))


def read_position(file: Path) -> Mapping[str, object] | None:
    """What `game.position()` returned, from a JSON file, or the protocol's reply with it; None if it holds neither."""
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if isinstance(found, dict) and isinstance(found.get("position"), dict):
        found = found["position"]
    return found if isinstance(found, dict) and {"title", "state"} <= set(found) else None


def draw(moment: Moment, drawing: Drawing, name: str) -> str:
    """A game's map as a renderer draws it, with arrows for what happened in the last turn."""
    game = moment.game
    renderers: dict[str, Renderer] = offers("wargame_renderers")
    if name not in renderers:
        raise WargameError(f"There is no renderer '{name}'; there are: {', '.join(sorted(renderers))}.")
    renderer = renderers[name]
    side = None if drawing.side is None else find_side(game.title, drawing.side)
    known = {
        "colours": game.title.colours,
        "where": drawing.where,
        "heading": heading(game),
        "theme": drawing.theme,
        "width": drawing.width or console_for().width,
    }
    wanted = inspect.signature(renderer).parameters
    picture = picture_of(game, side)
    events = game.events_for(side, moment.since)
    return renderer(
        with_arrows(picture, events, sides_of(picture)),
        **{name: value for name, value in known.items() if name in wanted},
    )


def heading(game: Game) -> str:
    """The line above a picture: title, date and, once there is one, the result."""
    result = "" if game.result is None else f": {game.result.text}"
    return f"{game.title.name}, {game.state.date()}{result}"


def write_turns(file: Path, side: str | None, folder: Path, data: Path | None) -> Iterator[str]:
    """Write an SVG file for the beginning of each turn of a saved game and one for its end; the names written."""
    _make_folder(folder)
    drawing = Drawing(side)
    last = -1
    for game, since in each_turn(file, data):
        name = f"turn-{game.state.turn:02}.svg" if game.state.turn != last else "end.svg"
        last = game.state.turn
        _write(folder / name, draw(Moment(game, since), drawing, "svg").encode())
        yield str(folder / name)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SaveError(f"Cannot create the folder {folder}: {error.strerror}.") from None


def _write(file: Path, content: bytes) -> None:
    try:
        file.write_bytes(content)
    except OSError as error:
        raise SaveError(f"Cannot write {file}: {error.strerror}.") from None
