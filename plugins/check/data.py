"""The data files of a title, looked at line by line: ids, references, connections, coordinates."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import attrs

from wargame.core.title.title import Title
from wargame.plugins.check.finding import ERROR, WARNING, Finding
from wargame.plugins.check.subject import Subject

ENDS = ("a", "b")
WORD = re.compile(r"[\w.-]+")
MANY = 4  # this many findings of one kind become a single one


@attrs.frozen
class Line:
    """One line of a CSV file."""

    file: Path
    number: int
    cells: Mapping[str, str]

    def finding(self, level: str, text: str, hint: str) -> Finding:
        return Finding(level, text, hint, str(self.file), self.number, "wargame_title")


def lines_of(folder: Path) -> list[Line]:
    """All lines of the CSV files of a folder; what cannot be read is left to the title, which says so."""
    found = []
    for file in sorted(folder.rglob("*.csv")):
        try:
            reader = csv.reader(io.StringIO(file.read_text(encoding="utf-8-sig")))
            header = next(reader, [])
            for cells in reader:
                if cells:
                    found.append(Line(file, reader.line_num, dict(zip(header, cells, strict=False))))
        except (OSError, ValueError, csv.Error):
            continue
    return found


def check_files(subject: Subject, title: Title | None) -> Iterator[Finding]:
    """What can be seen in the files themselves, even if the title does not load."""
    lines = lines_of(subject.data)
    by_file: dict[Path, list[Line]] = {}
    for line in lines:
        by_file.setdefault(line.file, []).append(line)
    places = _places(lines, title)
    for own in by_file.values():
        yield from _twice(own)
        yield from _connections(own, places, loads=title is not None)
        yield from _overlaps(own)
        yield from _references(own, places, title)


def _places(lines: list[Line], title: Title | None) -> frozenset[str]:
    """The spaces of the map, and the boxes; without a title, all ids of files that say where something is drawn."""
    if title is not None and title.board is not None:
        return frozenset((*title.board.names, *title.boxes))
    drawn = (line.cells for line in lines if "id" in line.cells and {"x", "terrain"} & line.cells.keys())
    return frozenset(cells["id"] for cells in drawn)


def _twice(lines: list[Line]) -> Iterator[Finding]:
    first: dict[str, int] = {}
    for line in lines:
        name = line.cells.get("id", "")
        if name and first.setdefault(name, line.number) != line.number:
            text = f"the id '{name}' is there already, in line {first[name]}"
            yield line.finding(ERROR, text, "Give each record an id of its own.")


def _connections(lines: list[Line], places: frozenset[str], loads: bool) -> Iterator[Finding]:
    """Files with the columns `a` and `b`. A title that loads may have its own reading of ends and of several ways."""
    first: dict[frozenset[str], Line] = {}
    for line in lines:
        if not all(end in line.cells for end in ENDS):
            return
        a, b = (line.cells[end] for end in ENDS)
        for end in (a, b):
            if places and end not in places and not loads:
                yield line.finding(ERROR, f"'{end}' is no space of the map", "Correct the name, or add the space.")
        if a == b:
            yield line.finding(ERROR, f"'{a}' is connected with itself", "Name two spaces.")
        other = first.setdefault(frozenset((a, b)), line)
        if other is not line:
            # the same connection, the other way round or with other features
            one = {k: v for k, v in other.cells.items() if k not in ENDS}
            same = one == {k: v for k, v in line.cells.items() if k not in ENDS}
            if loads and not same:
                continue
            text = f"{a}-{b} is there already, in line {other.number}" + ("" if same else ", and says something else")
            yield line.finding(ERROR, text, "A connection counts in both directions: keep one line.")


def _overlaps(lines: list[Line]) -> Iterator[Finding]:
    first: dict[tuple[str, str], Line] = {}
    for line in lines:
        at = (line.cells.get("x", ""), line.cells.get("y", ""))
        if all(at) and "id" in line.cells:
            other = first.setdefault(at, line)
            if other is not line and other.cells["id"] != line.cells["id"]:
                text = f"{line.cells['id']} is drawn where {other.cells['id']} is (line {other.number})"
                yield line.finding(ERROR, text, "Give each space coordinates of its own.")


def _references(lines: list[Line], places: frozenset[str], title: Title | None) -> Iterator[Finding]:
    """Units that name a side or a space which does not exist."""
    units = title.counters if title is not None else None
    for line in lines:
        name = line.cells.get("id", "")
        if not name or (units is not None and name not in units):
            continue
        side, at = line.cells.get("side", ""), line.cells.get("at", "")
        if title is not None and side and side not in title.sides:
            yield line.finding(ERROR, f"{name}: there is no side '{side}'", f"The sides are: {', '.join(title.sides)}.")
        if at and places and at not in places and "x" not in line.cells:
            yield line.finding(
                ERROR, f"{name}: there is no space '{at}'", "Correct it, or declare the box in the title."
            )


def place_of_named(subject: Subject, text: str) -> tuple[str, int]:
    """The line of the first record that an error names in quotation marks."""
    lines = {line.cells.get("id"): line for line in lines_of(subject.data)}
    found = next((lines[name] for name in re.findall(r"'([^']+)'", text) if name in lines), None)
    return (str(found.file), found.number) if found else ("", 0)


def check_map(subject: Subject, title: Title) -> Iterator[Finding]:
    """Spaces that nobody can reach."""
    board = title.board
    if board is None or len(board) == 0:
        return
    whole = max((board.fill(board.bit[name], board.everywhere) for name in board), key=int.bit_count)
    apart = [name for name in board if not board.bit[name] & whole]
    lines = {line.cells.get("id"): line for line in lines_of(subject.data)}
    for name in apart:
        line = lines.get(name, Line(subject.data, 0, {}))
        text = f"no way leads to {name} from the rest of the map"
        yield line.finding(WARNING, text, "Add a connection, unless it is meant so.")


def _text_of(subject: Subject) -> str:
    """The code and the data of a title, without the first cell of each line, where counters are declared."""
    files = sorted(path for path in subject.folder.rglob("*") if path.suffix in (".py", ".toml", ".csv"))
    texts = []
    for path in files:
        text = path.read_text(encoding="utf-8-sig", errors="replace")
        texts.append(re.sub(r"^[^,\n]*", "", text, flags=re.MULTILINE) if path.suffix == ".csv" else text)
    return "\n".join(texts)


def check_counters(subject: Subject, title: Title, used: frozenset[str], to_the_end: bool) -> Iterator[Finding]:
    """Counters of no side, and those that nothing ever brings into a game, if any was played to the end."""
    named = frozenset(WORD.findall(_text_of(subject)))
    lines = {line.cells.get("id"): line for line in lines_of(subject.data)}
    unused = []
    for name, counter in title.counters.items():
        line = lines.get(name, Line(subject.data, 0, {}))
        side = getattr(counter, "side", None)
        if side not in title.sides and line.cells.get("side") != side:
            yield line.finding(ERROR, f"{name}: there is no side '{side}'", f"The sides are: {', '.join(title.sides)}.")
        if to_the_end and name not in used and name not in named:
            unused.append(name)
    for name in unused[:1] if len(unused) >= MANY else unused:
        others = f" (and {len(unused) - 1} others: {', '.join(unused[1:MANY])} ...)" if len(unused) >= MANY else ""
        text = f"the counter {name}{others} is in no set-up and came into none of the games played"
        hint = "Place it in wargame_setup, or remove it."
        yield lines.get(name, Line(subject.data, 0, {})).finding(WARNING, text, hint)
