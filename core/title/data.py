"""Reads the data of a title: CSV and TOML into frozen classes, with errors that name file, line and field.

    data = DataFolder(Path(__file__).parent / "data", overlay)
    spaces = data.csv("spaces.csv", Space)
    tables = data.toml("tables.toml", Tables)

A file of the same name in an overlay folder (`--data DIR`, or the data of a variant) replaces the one that comes with
the title.
"""

from __future__ import annotations

import csv
import hashlib
import io
import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin

import attrs

from wargame.core.engine.convert import make_converter
from wargame.core.engine.errors import DataError

T = TypeVar("T")
Overlay = Path | tuple[Path, ...] | None  # a folder laid over a title's data, or several, of which the last one counts
WEIGHTS = "weights.toml"  # what features are worth to bots: see `Title.weights`
BOOLEANS = {"true": True, "false": False}
TOML_PLACE = re.compile(r"\.(\w+)|\[(\d+)\]|\['([^']*)'\]")  # one part of a path such as $.units[3].marks['old']
TOML_KEY = re.compile(r"\[?\[?\s*([\w.'\" -]+?)\s*(?:\]|=)")  # the start of a line that names a table or a key


class DataFolder:
    """The data files of one title, with the folders laid over them."""

    def __init__(self, folder: Path, overlay: Overlay = None) -> None:
        self.folder = folder
        self.overlays = () if overlay is None else (overlay,) if isinstance(overlay, Path) else overlay
        own = sorted(_names(folder)) if self.overlays else []
        for over in self.overlays:
            if not over.is_dir():
                raise DataError(f"The data folder {over} does not exist.")
            for name in sorted(_names(over)):
                if name not in own:
                    raise DataError(f"{over / name}: the title has no such data file; it has: {', '.join(own)}.")

    def path(self, name: str) -> Path:
        """The file in use: that of the last overlay that has one, or the title's own."""
        for over in reversed(self.overlays):
            if (over / name).is_file():
                return over / name
        return self.folder / name

    def csv(
        self, name: str, cls: type[T], key: str = "", known: Mapping[str, Collection[Any]] | None = None
    ) -> tuple[T, ...]:
        """One record per line. An empty cell is the default of its field, or None, no values, or an empty text.

        No two records may have the same value in the field `key` (or the same values in several fields, `key="a b"`).
        `known` lists what the values of other fields may be:
        `data.csv("units.csv", Counter, key="id", known={"side": SIDES, "at": spaces})`.
        """
        path = self.path(name)
        reader = csv.reader(io.StringIO(_text(path)))
        kind: Any = cls
        columns = _columns(kind)
        try:
            header = _header(path, next(reader, []), columns)
            found: list[T] = []
            lines: dict[str, int] = {}
            for row in reader:
                if row:
                    found.append(_record(path, reader.line_num, header, row, kind, columns))
                    if key:
                        value = " ".join(str(getattr(found[-1], field)) for field in key.split())
                        _no_second(path, reader.line_num, key, value, lines)
                    for field, values in (known or {}).items():
                        _none_unknown(path, reader.line_num, field, getattr(found[-1], field), values)
            return tuple(found)
        except csv.Error as error:
            raise DataError(f"{path}, line {reader.line_num}: {error}.") from error

    def toml(self, name: str, cls: type[T]) -> T:
        """A whole file as one value."""
        data = self.toml_table(name)
        try:
            return make_converter().structure(data, cls)
        except Exception as error:  # cattrs raises a group of all errors
            from cattrs import transform_error  # it is slow to import, and nobody needs it if all is well

            path = self.path(name)
            text = _text(path)
            said = "; ".join(f"line {_toml_line(text, one)}: {one}" for one in transform_error(error))
            raise DataError(f"{path}, {said}.") from error

    def toml_table(self, name: str) -> dict[str, Any]:
        """A whole file as a dictionary."""
        path = self.path(name)
        try:
            return tomllib.loads(_text(path))
        except tomllib.TOMLDecodeError as error:
            raise DataError(f"{path}: not TOML: {error}.") from error

    def fault(self, name: str, place: str, text: str) -> DataError:
        """The error for a value that a TOML file may not have, with the line of its place.

        raise data.fault("tables.toml", "stacking.most", "there are no negative limits")
        """
        path = self.path(name)
        line = _toml_line(_text(path), f" @ $.{place}")
        return DataError(f"{path}, line {line}: {place}: {text}.")

    def hash(self) -> str:
        """A short hash of all files in use, but for the weights of bots, which change no game."""
        found = hashlib.sha256()
        for name in sorted(name for name in _names(self.folder) if name != WEIGHTS):
            found.update(name.encode() + b"\0" + self.path(name).read_bytes())
        return found.hexdigest()[:16]


def _names(folder: Path) -> Iterator[str]:
    return (p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.suffix in (".csv", ".toml"))


def _text(path: Path) -> str:
    """The text of a file, without the byte order mark that spreadsheets add."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise DataError(f"{path}: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        raise DataError(f"{path}, line {line}: not a text in UTF-8; save it with that encoding.") from error


# --- CSV -----------------------------------------------------------------------------------------------------------


@attrs.frozen
class _Column:
    """How to read the cells of a field: the type of each value, how many there are, and what an empty cell means."""

    kind: Any
    many: Any  # tuple or frozenset, if the cell holds several values
    optional: bool
    required: bool  # the record cannot be made without this column


@lru_cache(maxsize=256)
def _columns(cls: type[Any]) -> dict[str, _Column]:
    attrs.resolve_types(cls)
    found = {}
    for field in attrs.fields(cls):
        kind, optional = field.type, False
        if get_origin(kind) in (Union, UnionType):
            kind, optional = next(part for part in get_args(kind) if part is not type(None)), True
        many = get_origin(kind) if get_origin(kind) in (tuple, frozenset) else None
        required = field.default is attrs.NOTHING
        found[field.name] = _Column(get_args(kind)[0] if many else kind, many, optional, required)
    return found


def _header(path: Path, header: list[str], columns: dict[str, _Column]) -> list[str]:
    unknown = [name for name in header if name not in columns]
    missing = [name for name, column in columns.items() if column.required and name not in header]
    if unknown:
        raise DataError(f"{path}, line 1: unknown column '{unknown[0]}'; known are: {', '.join(columns)}.")
    if missing:
        raise DataError(f"{path}, line 1: column '{missing[0]}' is missing.")
    if len(set(header)) < len(header):
        raise DataError(f"{path}, line 1: a column is there twice.")
    return header


def _no_second(path: Path, line: int, key: str, value: str, lines: dict[str, int]) -> None:
    first = lines.setdefault(value, line)
    if first != line:
        named = key.replace(" ", " and ")
        raise DataError(f"{path}, line {line}: {named} '{value}' is there already, in line {first}.")


def _none_unknown(path: Path, line: int, field: str, value: Any, known: Collection[Any]) -> None:
    for one in value if isinstance(value, tuple | frozenset) else (value,):
        if one is not None and one not in known:
            names = sorted(map(str, known))
            there = ", ".join(names[:12]) + (f" and {len(names) - 12} more" if len(names) > 12 else "")
            raise DataError(f"{path}, line {line}: column '{field}' cannot be '{one}'; there are: {there}.")


def _record(path: Path, line: int, header: list[str], row: list[str], cls: Any, columns: dict[str, _Column]) -> Any:
    if len(row) != len(header):
        raise DataError(f"{path}, line {line}: {len(row)} cells, but the header has {len(header)}.")
    fields: dict[str, Any] = {}
    for name, text in zip(header, row, strict=True):
        column = columns[name]
        try:
            if text != "":
                fields[name] = _cell(column, text)
            elif column.required:
                fields[name] = _empty(column)
        except (KeyError, ValueError):
            wanted = getattr(column.kind, "__name__", column.kind)
            said = f"cannot be '{text}' ({wanted} wanted)" if text else "is empty"
            raise DataError(f"{path}, line {line}: column '{name}' {said}.") from None
    try:
        return cls(**fields)
    except (TypeError, ValueError) as error:
        raise DataError(f"{path}, line {line}: {error}.") from error


def _cell(column: _Column, text: str) -> Any:
    if column.many is None:
        return _value(column.kind, text)
    parts = (part.strip() for part in text.split(";" if ";" in text else None))
    return column.many(_value(column.kind, part) for part in parts)


def _empty(column: _Column) -> Any:
    if column.many is not None:
        return column.many()
    if column.optional:
        return None
    if column.kind is str:
        return ""
    raise ValueError


def _value(kind: Any, text: str) -> Any:
    return BOOLEANS[text.lower()] if kind is bool else kind(text)


# --- TOML ----------------------------------------------------------------------------------------------------------


def _toml_line(text: str, said: str) -> int:
    """The line of an error such as "invalid value @ $.units[3].strength", or at least the line of its table."""
    wanted = ["".join(step) for step in TOML_PLACE.findall(said.rpartition(" @ $")[2])]
    table: list[str] = []
    seen: dict[str, int] = {}
    best, line = 0, 1
    for number, content in enumerate(text.splitlines(), 1):
        found = TOML_KEY.match(content.strip())
        if found is None:
            continue
        names = [name.strip(" '\"") for name in found[1].split(".")]
        if content.lstrip().startswith("["):
            table = names
            if content.lstrip().startswith("[["):
                seen[found[1]] = seen.get(found[1], -1) + 1
                table = [*names, str(seen[found[1]])]
            names = []
        fits = next((i for i, (a, b) in enumerate(zip([*table, *names], wanted, strict=False)) if a != b), None)
        depth = len([*table, *names])
        if fits is None and best < depth <= len(wanted):
            best, line = depth, number
    return line
