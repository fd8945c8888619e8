"""The `wargame` command, a click group. Each command imports what it needs, so that the others start fast."""

from __future__ import annotations

import errno
import os
import sys
import traceback
import warnings
from collections import Counter
from collections.abc import Callable
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from wargame.plugins.match.setup import Setup

F = TypeVar("F", bound=Callable[..., Any])


DEBUG = "wargame.debug"  # in the meta data of a click context: show tracebacks


def _debug_option() -> click.Option:
    """`--debug`: an error is printed with its traceback, for authors of titles and plugins."""

    def turn_on(ctx: click.Context, param: click.Parameter, value: bool) -> None:
        if value:
            ctx.meta[DEBUG] = True

    return click.Option(
        ["--debug"], is_flag=True, expose_value=False, callback=turn_on, help="Print the traceback of an error as well."
    )


class Group(click.Group):
    """A group to which plugins add commands, and in which an error is one sentence and exit status 1."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        self._add_from_plugins()
        return super().list_commands(ctx)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        found = super().get_command(ctx, cmd_name)
        if found is None:
            self._add_from_plugins()
            found = super().get_command(ctx, cmd_name)
        return found

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        """Add a command, which gets the option `--debug` like all others."""
        if not any("--debug" in param.opts for param in cmd.params):
            cmd.params.append(_debug_option())
        super().add_command(cmd, name)

    def _add_from_plugins(self) -> None:
        from wargame.plugins.discovery import any_may_implement

        if any_may_implement("wargame_commands"):
            from wargame.plugins.manager import tools

            tools("wargame_commands").hook.wargame_commands(group=self)

    def main(self, *args: Any, **given: Any) -> Any:
        _make_streams_safe()
        warnings.showwarning = _show_warning
        try:
            return super().main(*args, **given)
        except OSError as error:  # not even the help can be written
            click.echo(f"wargame: {error.strerror or error}.", err=True)
            sys.exit(1)

    def invoke(self, ctx: click.Context) -> Any:
        from wargame.core.engine.errors import WargameError

        try:
            return super().invoke(ctx)
        except WargameError as error:
            message, trace = str(error), traceback.format_exc()
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except OSError as error:
            if error.errno == errno.EPIPE:
                raise
            message, trace = f"{error.filename or 'wargame'}: {error.strerror or error}.", traceback.format_exc()
        except Exception as error:
            trace = traceback.format_exc()
            message = f"Internal error ({type(error).__name__}: {error}); --debug shows where."
        if ctx.meta.get(DEBUG):
            click.echo(trace, err=True)
        click.echo(" ".join(message.split()), err=True)
        return ctx.exit(1)


def _show_warning(message: Warning | str, *where: Any, **more: Any) -> None:
    """A warning is one line like an error, without the place in our code that gave it."""
    click.echo(str(message), err=True)


def _make_streams_safe() -> None:
    """Treat a closed stream as an empty one, and replace letters that the terminal lacks."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 (open to the end)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


@click.group(cls=Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="wargame")
def main() -> None:
    """Printed board wargames, played by their real rules."""


main.params.append(_debug_option())


def _together(options: list[Callable[[F], F]]) -> Callable[[F], F]:
    def add(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return add


PATH = click.Path(path_type=Path)
data_option = click.option("--data", type=click.Path(path_type=Path, exists=True, file_okay=False), metavar="DIR",
                           help="Lay the data files of this folder over the title's own.")  # fmt: skip
set_up = _together([
    click.option("--scenario", metavar="NAME", help="The scenario (default: the title's first)."),
    click.option("--option", "options", multiple=True, metavar="K=V", help="An option of the title; may be repeated."),
    click.option("--variant", "variants", multiple=True, metavar="NAME", help="A variant; may be repeated."),
    data_option,
])  # fmt: skip
chance = _together([
    click.option("--seed", type=int, help="The seed of the dice (default: a random one)."),
    click.option("--dice", type=click.Choice(["seeded", "manual"]), default="seeded",
                 help="manual: you roll real dice and type the results."),
])  # fmt: skip
seats = _together([
    click.option("--side", "sides", multiple=True, metavar="SIDE=human|BOT",
                 help="Who plays a side: human, or a bot (planner:hard, greedy, random ...)."),
    click.option("--auto", is_flag=True, help="Bots play all sides: greedy, or those of --side."),
    click.option("--think", type=click.FloatRange(min=0), metavar="SECONDS",
                 help="How long a planner thinks in each of its turns (instead of its level)."),
    click.option("--probes", type=click.IntRange(min=0), metavar="N",
                 help="The same in lines of play that it tries; then a seed gives the same game again."),
    click.option("--free-undo", is_flag=True,
                 help="Undo goes back past dice, revealed cards and other players' answers."),
])  # fmt: skip
observer_option = click.option("--observer", "observers", multiple=True, metavar="NAME",
                               help="A plugin that is told what happens; may be repeated.")  # fmt: skip
save_option = click.option("--save", type=PATH, metavar="FILE", help="Save the game to this file after every answer.")


def _setup(title: str, **given: Any) -> Setup:
    from wargame.plugins.match.setup import Setup

    options = _pairs(given.pop("options", ()), "--option")
    sides = _pairs(given.pop("sides", ()), "--side")
    return Setup(title=title, options=options, sides=sides, **given)


def _pairs(texts: tuple[str, ...], option: str) -> dict[str, str]:
    pairs = [_pair(text, option) for text in texts]
    name, times = next(iter(Counter(name for name, _ in pairs).most_common(1)), ("", 0))
    if times > 1:
        raise click.UsageError(f"{option} {name} is given more than once.")
    return dict(pairs)


def _pair(text: str, option: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name or not value:
        raise click.UsageError(f"{option} takes NAME=VALUE, not '{text}'.")
    return name.strip(), value.strip()


@main.command("list")
@click.option(
    "--plugins", is_flag=True, help="All plugins: where they come from, their hooks, what is wrong with them."
)
def list_(plugins: bool) -> None:
    """List the installed titles."""
    from wargame.plugins.cli.catalogue import plugin_lines, title_lines

    for line in plugin_lines() if plugins else title_lines():
        click.echo(line)


@main.command()
@click.argument("title")
@data_option
def info(title: str, data: Path | None) -> None:
    """Show the sides, scenarios and options of a title."""
    from wargame.plugins.cli.catalogue import info_lines

    for line in info_lines(title, data):
        click.echo(line)


@main.command()
@click.argument("title")
@set_up
@chance
@seats
@save_option
@observer_option
@click.option("--browser", is_flag=True, help="Play on the board in your browser instead of at the terminal.")
def run(title: str, browser: bool, **given: Any) -> None:
    """Play a title.

    At a terminal you pick a side and bots play the others; from a pipe, answers are read line by line; with --auto,
    bots play all sides. The bot planner (planner:easy, planner:normal, planner:hard) thinks about whole turns, greedy
    about one decision at a time, random plays any legal answer; 'wargame info TITLE' lists them with those of other
    plugins. Ctrl-C makes a planner answer at once.
    """
    if browser:
        from wargame.plugins.cli.browser import run_in_browser as run_game
    else:
        from wargame.plugins.cli.play import run as run_game

    run_game(_setup(title, **given))


@main.command()
@click.argument("file", type=PATH)
@seats
@data_option
def resume(file: Path, **given: Any) -> None:
    """Continue a saved game.

    The same people and bots play as before, unless --side or --auto says otherwise.
    """
    from wargame.plugins.cli.play import resume

    resume(file, _setup("", **given))


@main.command()
@click.argument("file", type=PATH)
@click.option("--side", metavar="SIDE", help="Show only what this side may see.")
@click.option("--svg", "pictures", type=PATH, metavar="DIR", help="Write a picture of each turn to this folder.")
@data_option
def replay(file: Path, side: str | None, pictures: Path | None, data: Path | None) -> None:
    """Print everything that happened in a saved game.

    The game is replayed from its file, which is not changed. With --svg, the board is drawn at the beginning of each
    turn and at the end.
    """
    if pictures is not None:
        from wargame.plugins.cli.pictures import write_turns

        lines = write_turns(file, side, pictures, data)
    else:
        from wargame.plugins.match.replay import replay_lines

        lines = replay_lines(file, side, data)
    for line in lines:
        click.echo(line)


@main.command()
@click.argument("file", type=PATH)
@click.option("--side", metavar="SIDE", help="Judge this side (default: those that people played).")
@click.option("--probes", type=click.IntRange(min=1), default=40, help="Lines of play for each answer (default 40).")
@click.option("--worst", type=click.IntRange(min=1), default=10, help="How many answers to show (default 10).")
@data_option
def analyse(file: Path, side: str | None, probes: int, worst: int, data: Path | None) -> None:
    """Find the worst answers of a saved game.

    Each comes with a better one and with what it cost in the title's score, as far as its side could know then. The
    file is not changed.
    """
    from wargame.plugins.cli.analyse import analyse_lines

    for line in analyse_lines(file, side, probes, worst, data):
        click.echo(line)


@main.command("map")
@click.argument("title", metavar="TITLE|SAVE|POSITION")
@click.argument("where", nargs=-1)
@set_up
@click.option("--side", metavar="SIDE", help="The map as this side may see it.")
@click.option("--turn", type=int, metavar="N", help="Of a saved game: the map as this turn begins.")
@click.option("--renderer", metavar="NAME", help="How to draw it: terminal, svg, or a renderer of a plugin.")
@click.option("--width", type=click.IntRange(min=20), metavar="N",
              help="Columns of a map in characters (default: those of the terminal).")  # fmt: skip
@click.option("--theme", type=click.Choice(["light", "dark", "contrast", "print"]), default="light",
              help="The colours of an SVG or PNG file.")  # fmt: skip
@click.option("-o", "--output", type=PATH, metavar="FILE", help="Write to a file, .svg or .png.")
def map_(
    title: str, where: tuple[str, ...], side: str | None, turn: int | None, renderer: str | None, width: int | None,
    theme: str, output: Path | None, **given: Any,
) -> None:  # fmt: skip
    """Draw the map, or a part of it.

    The map is that of the start of a scenario, of a saved game as it stands, or of a position: a .json file with what
    game.position() returns in Python, or the reply of the protocol. WHERE is a region or a space to draw in
    more detail.
    """
    from wargame.plugins.cli.pictures import Drawing, map_text, write_map

    drawing = Drawing(side, " ".join(where), renderer, theme, width)
    if output is None:
        click.echo(map_text(_setup(title, **given), drawing, turn))
    else:
        write_map(_setup(title, **given), drawing, turn, output)


@main.command()
@click.argument("title")
@click.argument("number", required=False)
def rules(title: str, number: str | None) -> None:
    """Show rules, how we read them, and their tests.

    All rules of a title in our own words, one line each; with a NUMBER, that rule and those under it in full.
    """
    from wargame.plugins.cli.catalogue import rule_lines

    for line in rule_lines(title, number):
        click.echo(line)


@main.command()
@click.argument("title")
@set_up
@click.option("--seed", type=int, default=1, help="The seed of the first game; each game adds one (default 1).")
@click.option("--games", type=click.IntRange(min=1), default=10, help="How many games (default 10).")
@click.option("--side", "sides", multiple=True, metavar="SIDE=BOT", help="Who plays a side; may be repeated.")
@observer_option
@click.option("--workers", type=click.IntRange(min=0), default=0, help="Processes (default: one for each core).")
@click.option("--pairs", is_flag=True, help="Play each seed twice, with the bots' sides exchanged.")
@click.option(
    "--sweep", multiple=True, metavar="OPTION=A,B,C", help="Try several values of an option; may be repeated."
)
@click.option(
    "--out", type=PATH, metavar="FILE", help="Keep a row for each game (.jsonl or .csv); run again to continue."
)
@click.option("--journals", type=PATH, metavar="DIR", help="Save every game in this folder.")
@click.option("--plot", type=PATH, metavar="FILE", help="Draw the results (.png or .svg; needs the extra 'plot').")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.option("--on", "cluster", default="", metavar="tcp://HOST:PORT", help="Play on a Dask cluster.")
@click.option("--limit", type=click.IntRange(min=1), default=200_000, help="Answers after which a game is given up.")
def simulate(title: str, sweep: tuple[str, ...], **given: Any) -> None:
    """Let bots play many games, and count who wins.

    Each game is the one that 'wargame run --auto' plays with its seed, whatever the number of workers.
    """
    from wargame.plugins.simulation import Plan, simulate

    of_plan = {name: given.pop(name) for name in (
        "games", "workers", "pairs", "out", "journals", "plot", "as_json", "cluster", "limit")}  # fmt: skip
    values = {name: tuple(text.split(",")) for name, text in _pairs(sweep, "--sweep").items()}
    for line in simulate(Plan(_setup(title, auto=True, **given), sweep=values, **of_plan)):
        click.echo(line)


@main.command()
@click.argument("saves", nargs=-1, required=True, type=PATH, metavar="SAVE...")
@click.option("--out", type=PATH, required=True, metavar="FILE", help="The file to write, a JSON object per line.")
@click.option("--people", is_flag=True, help="Leave out the answers of bots.")
@data_option
def dataset(saves: tuple[Path, ...], out: Path, people: bool, data: Path | None) -> None:
    """Turn saved games into examples to learn from.

    Each line of the file is one answer of a side: what the side knew, what it could answer, what it answered, and how
    the game ended for it.
    """
    from wargame.plugins.simulation.dataset import write

    for line in write(list(saves), out, data, people):
        click.echo(line)


@main.command()
@click.argument("title")
@set_up
@chance
@seats
@save_option
def protocol(title: str, **given: Any) -> None:
    """Let a program play, by JSON lines.

    Reads and writes one JSON object per line, so that a bot in any language can play.
    """
    from wargame.plugins.protocol import serve

    serve(_setup(title, **given))


@main.command()
@click.option(
    "--host", default="127.0.0.1", metavar="ADDRESS", help="The address to listen at (default: this machine only)."
)
@click.option("--port", type=click.IntRange(0, 65535), default=8765, help="The port (default 8765; 0: any free one).")
@click.option("--folder", type=PATH, metavar="DIR", help="Where the games are kept (default: your saved games).")
@data_option
def serve(host: str, port: int, folder: Path | None, data: Path | None) -> None:
    """Play in the browser: alone, at one table, or by links.

    Prints the address to open. Ctrl-C stops the server; no answer is lost, and links work again when it is restarted.
    """
    from wargame.plugins.match.files import games_folder
    from wargame.plugins.web.server import serve

    serve(folder or games_folder(), host, port, click.echo, data=data)


@main.command()
@click.argument("name")
@click.option("--hex", "hexes", is_flag=True, help="A hex map: zones of control, supply, rail, an odds table.")
@click.option("--network", is_flag=True, help="A point-to-point map.")
@click.option("--cards", is_flag=True, help="Card-driven, with hidden hands, on a point-to-point map.")
@click.option(
    "--map",
    "map_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="With --hex: use the map drawn in this file; 'wargame sketch --help' says how.",
)
@click.option("--into", type=PATH, default=Path(), metavar="DIR", help="Where to put the folder (default: here).")
def new(name: str, map_file: Path | None, into: Path, hexes: bool, network: bool, cards: bool) -> None:
    """Write a small title to start from.

    It is complete, plays at once and has tests. NAME becomes its id, its folder and its Python package.
    """
    from wargame.plugins.cli.design import new_title

    for line in new_title(name, into, map_file, hexes=hexes, network=network, cards=cards):
        click.echo(line)


@main.command()
@click.argument("titles", nargs=-1, required=True, metavar="TITLE|FOLDER...")
@click.option("--games", type=click.IntRange(min=0), default=20, help="How many random games (default 20).")
@click.option(
    "--seconds",
    type=click.FloatRange(min=0),
    default=20.0,
    help="The most processor time for the games of a title (default 20).",
)
@click.pass_context
def check(ctx: click.Context, titles: tuple[str, ...], games: int, seconds: float) -> None:
    """Find everything that is wrong with a title.

    Checks data, set-ups, hooks, rules and tests, and plays random games with illegal answers thrown in. A FOLDER is a
    title that is not installed: one with a pyproject.toml, or a package. Exit status 1 if there is an error.
    """
    from wargame.plugins.cli.design import check_titles

    if not check_titles(titles, games, seconds):
        ctx.exit(1)


@main.command()
@click.argument("source", type=click.Path(path_type=Path, exists=True), metavar="FILE|DIR")
@click.option("--into", type=PATH, metavar="DIR", help="Write the data files of the drawing to this folder.")
@click.option("-o", "--output", type=PATH, metavar="FILE", help="Write the drawing of a data folder to this file.")
def sketch(source: Path, into: Path | None, output: Path | None) -> None:
    """Turn a drawn hex map into data files, or back.

    FILE is a drawing; DIR is the data folder of a title, with hexes.csv, sides.csv and grid.toml. A drawing has one
    sign for each hex, and says below what the signs mean:

    \b
        grid columns odd       straight columns; the odd ones lie lower
        map                    ('grid rows odd': straight rows)
          .   f
        .   ^
          .   .
        .   .
        terrain
        . clear
        f forest
        ^ mountain
        places                 hex, home side or -, points, name
        0202 red 2 Northgate
        rivers                 along these hexsides
        0101/0201 0101/0202
        rails                  from hex to hex
        0102-0202-0201

    Hexes of one column stand two lines apart, and columns two characters. Hexes are numbered from the upper left:
    0203 is column 2, row 3. Lines with # are remarks.
    """
    from wargame.plugins.cli.design import sketch as run_sketch

    for line in run_sketch(source, into, output):
        click.echo(line)


if __name__ == "__main__":
    main()
