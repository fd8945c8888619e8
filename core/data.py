"""Reading a title's data: CSV and TOML into frozen classes, with errors that name file, line and field.

    data = DataFolder(Path(__file__).parent / "data", overlay)
    spaces = data.csv("spaces.csv", Space)
    tables = data.toml("tables.toml", Tables)

A file of the same name in the overlay folder (`--data DIR`) takes the place of the shipped one.
"""

from __future__ import annotations

import csv
import hashlib
import tomllib
from functools import lru_cache
from pathlib import Path
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin

import attrs

from .errors import DataError

T = TypeVar("T")
BOOLEANS = {"true": True, "false": False}


class DataFolder:
    """The data files of one title, with an overlay."""

    def __init__(self, folder: Path, overlay: Path | None = None) -> None:
        self.folder = folder
        self.overlay = overlay
        if overlay is not None and not overlay.is_dir():
            raise DataError(f"The data folder {overlay} does not exist.")

    def path(self, name: str) -> Path:
        if self.overlay is not None and (self.overlay / name).is_file():
            return self.overlay / name
        return self.folder / name

    def csv(self, name: str, cls: type[T]) -> tuple[T, ...]:
        """One record a line; empty cells are None or the field's default."""
        path = self.path(name)
        with _opened(path) as file:
            reader = csv.reader(file)
            header = next(reader, [])
            kind: Any = cls
            cells = _cells(kind)
            unknown = [column for column in header if column not in cells]
            if unknown:
                raise DataError(f"{path}, line 1: unknown column '{unknown[0]}'.")
            return tuple(_record(path, reader.line_num, header, row, cls, cells) for row in reader if row)

    def toml(self, name: str, cls: type[T]) -> T:
        """A whole file as one value."""
        data = self.toml_table(name)
        from .convert import make_converter

        try:
            return make_converter().structure(data, cls)
        except Exception as error:  # cattrs raises a group of whatever went wrong
            from cattrs import transform_error

            raise DataError(f"{self.path(name)}: {'; '.join(transform_error(error))}.") from error

    def toml_table(self, name: str) -> dict[str, Any]:
        """A whole file as it is."""
        path = self.path(name)
        try:
            return tomllib.loads(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise DataError(f"{path}: {error.strerror}.") from error
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise DataError(f"{path}: not TOML: {error}.") from error

    def hash(self) -> str:
        """A short hash of all files as they are used."""
        found = hashlib.sha256()
        for file in sorted(p for p in self.folder.rglob("*") if p.suffix in (".csv", ".toml")):
            name = file.relative_to(self.folder).as_posix()
            found.update(name.encode() + b"\0" + self.path(name).read_bytes())
        return found.hexdigest()[:16]


def _opened(path: Path) -> Any:
    try:
        return path.open(newline="", encoding="utf-8")
    except OSError as error:
        raise DataError(f"{path}: {error.strerror}.") from error


@lru_cache(maxsize=256)
def _cells(cls: type[Any]) -> dict[str, tuple[Any, bool, bool]]:
    """For each field: its type, whether it may be empty, and whether it holds several values."""
    attrs.resolve_types(cls)
    found = {}
    for field in attrs.fields(cls):
        kind, empty = field.type, field.default is not attrs.NOTHING
        if get_origin(kind) in (Union, UnionType):
            parts = [part for part in get_args(kind) if part is not type(None)]
            kind, empty = parts[0], True
        many = get_origin(kind) in (tuple, frozenset)
        found[field.name] = (get_args(kind)[0] if many else kind, empty, many)
    return found


def _record(path: Path, line: int, header: list[str], row: list[str], cls: type[T], cells: dict[str, Any]) -> T:
    if len(row) != len(header):
        raise DataError(f"{path}, line {line}: {len(row)} cells, but the header has {len(header)}.")
    fields: dict[str, Any] = {}
    types = attrs.fields_dict(cls)  # type: ignore[arg-type]
    for column, text in zip(header, row, strict=True):
        kind, empty, many = cells[column]
        if text == "":
            if many:
                fields[column] = ()
            elif types[column].default is attrs.NOTHING:
                if not empty and kind is not str:
                    raise DataError(f"{path}, line {line}: column '{column}' is empty.")
                fields[column] = None if empty else ""
            continue
        try:
            if many:
                parts = (part.strip() for part in text.split(";" if ";" in text else None))
                fields[column] = tuple(_value(kind, part) for part in parts)
            else:
                fields[column] = _value(kind, text)
        except (KeyError, ValueError):
            name = getattr(kind, "__name__", kind)
            raise DataError(f"{path}, line {line}: column '{column}' cannot be '{text}' ({name} wanted).") from None
        if many and get_origin(types[column].type) is frozenset:
            fields[column] = frozenset(fields[column])
    try:
        return cls(**fields)
    except (TypeError, ValueError) as error:
        raise DataError(f"{path}, line {line}: {error}.") from error


def _value(kind: Any, text: str) -> Any:
    return BOOLEANS[text.lower()] if kind is bool else kind(text)
