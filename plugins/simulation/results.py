"""The file of results: one row per game, as JSON Lines or CSV, from which an interrupted run is resumed."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path

import attrs

from wargame.core.engine.errors import SaveError
from wargame.plugins.simulation.tasks import Row

COLUMNS = tuple(field.name for field in attrs.fields(Row))


class ResultsFile:
    """Rows are appended as games end; those already there need not be played again.

    The format follows the name: `.csv` is CSV, everything else JSON Lines.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.csv = path.suffix.casefold() == ".csv"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self.rows: dict[str, Row] = {row.key: row for row in self._read()} if path.exists() else {}
            self._file = path.open("a", encoding="utf-8", newline="")
        except OSError as error:
            raise SaveError(f"{path}: {error.strerror or error}.") from None
        if self.csv and self._file.tell() == 0:
            self._write(_csv_line(COLUMNS))

    def _read(self) -> Iterator[Row]:
        """The complete rows of the file; a torn last line is cut off."""
        text = self.path.read_bytes()
        whole = text[: text.rfind(b"\n") + 1]
        if len(whole) < len(text):
            with self.path.open("r+b") as file:
                file.truncate(len(whole))
        lines = io.StringIO(whole.decode(), newline="")
        rows = csv.reader(lines) if self.csv else ([line] for line in lines)
        for number, fields in enumerate(rows, 1):
            if self.csv and number == 1:
                continue
            try:
                yield _from_csv(fields) if self.csv else Row.from_line(fields[0])
            except ValueError as error:
                raise SaveError(f"{self.path}, line {number}: {error}; name another file for the results.") from None

    def add(self, row: Row) -> None:
        self.rows[row.key] = row
        self._write(_csv_line([_cell(getattr(row, name)) for name in COLUMNS]) if self.csv else row.as_line() + "\n")

    def _write(self, line: str) -> None:
        try:
            self._file.write(line)
            self._file.flush()
        except OSError as error:
            raise SaveError(f"{self.path}: {error.strerror or error}.") from None

    def close(self) -> None:
        self._file.close()


def _csv_line(fields: tuple[str, ...] | list[str]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow(fields)
    return out.getvalue()


def _cell(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _from_csv(fields: list[str]) -> Row:
    if len(fields) != len(COLUMNS):
        raise ValueError(f"it has {len(fields)} fields, not {len(COLUMNS)}")
    texts = {field.name for field in attrs.fields(Row) if field.type in ("str", str)}
    data = {name: text if name in texts else json.loads(text) for name, text in zip(COLUMNS, fields, strict=True)}
    return Row.from_line(json.dumps(data))
