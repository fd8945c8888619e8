"""What a title shows with a question (odds, a battle board, orders so far) as lines and tables for the terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeGuard

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

FRACTION = re.compile(r"(\d+)/([1-9]\d*)")


def render_details(data: Mapping[str, object]) -> Iterator[RenderableType]:
    """A line for each simple value, a table for rows; what is empty is left out."""
    for name, value in data.items():
        if value in (None, "", [], {}, ()):
            continue
        if isinstance(value, Mapping) and any(isinstance(v, Mapping | list | tuple) for v in value.values()):
            yield Text(f"{_plain(name)}:", "bold")
            yield from render_details(value)
        elif _is_rows(value):
            yield _rows(value)
        else:
            yield Text.assemble((f"{_plain(name)}: ", "bold"), _value(value, "chance" in name.casefold()))


def _plain(name: str) -> str:
    return name.replace("_", " ")


def _is_rows(value: object) -> TypeGuard[Sequence[Mapping[str, object]]]:
    return isinstance(value, list | tuple) and all(isinstance(row, Mapping) for row in value)


def _value(value: object, chances: bool) -> str:
    """A value in one line; chances as fractions and per cent."""
    if isinstance(value, Mapping):
        between = "   " if chances else ", "
        return between.join(f"{_plain(str(k))} {_value(v, chances)}" for k, v in value.items())
    if isinstance(value, list | tuple):
        told = [_value(one, chances) for one in value]
        return (" " if all(one.endswith(".") for one in told) else ", ").join(told)
    text = str(value)
    found = FRACTION.fullmatch(text)
    return f"{text} ({int(found[1]) / int(found[2]):.0%})" if chances and found else text


def _rows(rows: Sequence[Mapping[str, object]]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    names = list(dict.fromkeys(name for row in rows for name in row))
    for name in names:
        table.add_column(_plain(name), overflow="fold")
    for row in rows:
        table.add_row(*(Text(_cell(row.get(name, ""))) for name in names))
    return table


def _cell(value: object) -> str:
    return " + ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
