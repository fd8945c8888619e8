"""`wargame new`, `sketch` and `check`: for designers of titles."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from wargame.core.engine.errors import WargameError
from wargame.plugins.check.run import Checked, check
from wargame.plugins.scaffold.drawing import draw, read_data, read_drawing, write_data
from wargame.plugins.scaffold.new import choose_template, write_title

WIDE = 120  # columns that the table of findings needs


def new_title(
    name: str, into: Path, map_file: Path | None, *, hexes: bool, network: bool, cards: bool
) -> Iterator[str]:
    """Write a new title; what to do next."""
    files = write_title(name, choose_template(hexes, network, cards), into, map_file)
    folder = into / name
    yield f"{folder}: {len(files)} files."
    yield "Now try:"
    yield f"  pip install -e '{folder}[test]'"
    yield f"  wargame run {name}"
    yield f"  wargame check {name}"
    yield f"  cd {folder} && pytest"


def sketch(source: Path, into: Path | None, output: Path | None) -> Iterator[str]:
    """A drawing to data files, or data files to a drawing."""
    if source.is_dir():
        if into is not None:
            raise click.UsageError(
                "--into takes a drawing to data files; a folder is drawn to the terminal or with -o."
            )
        text = draw(read_data(source))
        if output is None:
            yield text.rstrip("\n")
            return
        try:
            output.write_text(text, encoding="utf-8")
        except OSError as error:
            raise WargameError(f"Cannot write {output}: {error.strerror}.") from None
        yield str(output)
        return
    if output is not None:
        raise click.UsageError("-o is for the drawing of a data folder; a drawing is written to a folder with --into.")
    drawing = read_drawing(source)
    if into is None:
        yield f"{source}: {len(drawing.hexes)} hexes, no mistakes; --into DIR writes the data files."
        return
    yield from map(str, write_data(drawing, into))


def check_titles(names: tuple[str, ...], games: int, seconds: float) -> bool:
    """Check titles and print a table for each; whether there is no error in any."""
    good = True
    for name in names:
        checked = check(name, games, seconds)
        print_report(checked)
        good = good and not checked.errors
    return good


def print_report(checked: Checked) -> None:
    """The findings as a table (or one below the other, where there is no room), and a line that sums up."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(highlight=False)
    wide = console.width >= WIDE
    table = Table(box=None, pad_edge=False, show_header=wide)
    for heading in ("level", "where", "hook or phase", "what is wrong", "what to do") if wide else ("",):
        table.add_column(heading, overflow="fold")
    for one in checked.findings:
        level = Text(one.level, style="bold red" if one.level == "error" else "yellow")
        if wide:
            table.add_row(level, *map(Text, (one.where, one.hook, one.text, one.hint)))
        else:
            table.add_row(Text.assemble(level, f"  {one.where}  {one.hook}"))
            table.add_row(Text(f"  {one.text}. {one.hint}".replace(".. ", ". ")))
    if checked.findings:
        console.print(table)
    found = ((checked.errors, "error"), (len(checked.findings) - checked.errors, "warning"))
    counts = ", ".join(f"{count} {level}{'' if count == 1 else 's'}" for count, level in found)
    console.print(Text(f"{checked.subject.id}: {counts}; {checked.played.text}"), soft_wrap=True)
