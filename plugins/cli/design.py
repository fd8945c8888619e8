"""`wargame new`, `sketch` and `check`: for who designs a title."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from wargame.core.engine.errors import WargameError
from wargame.plugins.scaffold.drawing import draw, read_data, read_drawing, write_data
from wargame.plugins.scaffold.new import choose_template, write_title


def new_title(
    name: str, into: Path, map_file: Path | None, *, hexes: bool, network: bool, cards: bool
) -> Iterator[str]:
    """Write a new title; what to do next."""
    files = write_title(name, choose_template(hexes, network, cards), into, map_file)
    folder = into / name
    yield f"{folder}: {len(files)} files."
    yield "Now try:"
    yield f"  pip install -e {folder}"
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
