"""Hex maps drawn as text: read into records, written from them, and the same for the data files of a title.

    grid columns odd
    map
      .   f
    .   ^
      .   .
    .   .
    terrain
    . clear
    f forest
    ^ mountain
    places
    0202 red 2 Northgate
    rivers
    0101/0201 0101/0202
    rails
    0102-0202-0201

The map has one sign for each hex. In straight columns (`grid columns`), hexes of one column stand below each other, two
lines apart, and each column is two characters wide; the columns that are shifted down (`odd` or `even`) take the lines
between. In straight rows (`grid rows`), hexes of one row stand two characters apart, and shifted rows begin one
character further right. Hexes are numbered CCRR from the upper left corner: 0203 is column 2, row 3. A place has its
hex, the side whose home it is (`-` for none), what it is worth, and its name. Rivers run along the sides of hexes,
railways from hex to hex. Lines that begin with `#` are remarks.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from string import ascii_letters, punctuation

import attrs

from wargame.core.engine.errors import DataError, WargameError
from wargame.core.mechanics.board import DIRECTIONS, HexGrid
from wargame.core.title.data import DataFolder

SECTIONS = ("map", "terrain", "places", "rivers", "rails")
SIGNS = {"clear": ".", "mountain": "^", "sea": "~", "lake": "~"}  # others have a letter of their name
WORD = re.compile(r"\S+")
NOTE = "#"


@attrs.frozen
class Hex:
    """A line of `hexes.csv`."""

    id: str
    terrain: str = "clear"
    name: str = ""
    points: int = 0
    home: str = ""

    @property
    def is_place(self) -> bool:
        return bool(self.name or self.points or self.home)


@attrs.frozen
class Side:
    """A line of `sides.csv`: what lies between two neighbouring hexes, the lower number first."""

    a: str
    b: str
    river: bool = False
    rail: bool = False


@attrs.frozen
class Drawing:
    """A map: its grid, its hexes by number, and the hexsides with a river or a railway."""

    along: str = "columns"
    shifted: str = "odd"
    hexes: tuple[Hex, ...] = ()
    sides: tuple[Side, ...] = ()

    @property
    def grid(self) -> HexGrid:
        return HexGrid("CCRR", self.along, self.shifted)

    def place(self, id: str) -> tuple[int, int]:
        """Where the sign of a hex stands in the drawing: line and column of the map, from 0."""
        column, row = int(id[:2]), int(id[2:])
        if self.along == "columns":
            return 2 * (row - 1) + self._shift(column), 2 * (column - 1)
        return row - 1, 2 * (column - 1) + self._shift(row)

    def id_at(self, line: int, column: int) -> str:
        """The hex whose sign stands there; empty if none does."""
        across, down = (column, line) if self.along == "columns" else (line, column)
        straight = across // 2 + 1 if self.along == "columns" else across + 1
        if self.along == "columns" and across % 2:
            return ""
        other, rest = divmod(down - self._shift(straight), 2)
        if rest or other < 0 or max(straight, other + 1) > 99:
            return ""
        one, two = (straight, other + 1) if self.along == "columns" else (other + 1, straight)
        return f"{one:02}{two:02}"

    def _shift(self, number: int) -> int:
        return int(number % 2 == (self.shifted == "odd"))


def adjacent(grid: HexGrid, a: str, b: str) -> bool:
    (q, r), (p, s) = grid.axial(a), grid.axial(b)
    return (p - q, s - r) in DIRECTIONS


# --- reading a drawing -------------------------------------------------------------------------------------------


@attrs.define
class _Reader:
    """Reads one drawing; `where` is its file in messages."""

    where: str
    drawing: Drawing = attrs.field(factory=Drawing)
    signs: dict[str, tuple[str, int, int]] = attrs.field(factory=dict)  # hex: sign, line, column
    terrain: dict[str, str] = attrs.field(factory=dict)
    places: dict[str, Hex] = attrs.field(factory=dict)
    sides: dict[tuple[str, str], Side] = attrs.field(factory=dict)

    def wrong(self, line: int, column: int, text: str) -> DataError:
        return DataError(f"{self.where}, line {line}, column {column}: {text}")

    def read(self, text: str) -> Drawing:
        section, first = "", 0
        rows: list[tuple[str, int, list[tuple[str, int]]]] = []
        for number, line in enumerate(text.splitlines(), 1):
            if "\t" in line:
                raise self.wrong(
                    number, line.index("\t") + 1, "a tab; use spaces, so that hexes stand where they seem to."
                )
            word = line.strip()
            if word in SECTIONS:
                section, first = word, number + 1
            elif section == "map":
                self._map_line(line, number, number - first)
            elif word and not word.startswith(NOTE):
                words = [(found[0], found.start() + 1) for found in WORD.finditer(line)]
                if section:
                    rows.append((section, number, words))
                else:
                    self._grid_line(words, number)
        for section, number, words in rows:  # places and railways need the map, which may come later
            getattr(self, f"_{section}_line")(words, number)
        return self._made()

    def _grid_line(self, words: list[tuple[str, int]], number: int) -> None:
        said = [word for word, _ in words]
        if len(said) != 3 or said[0] != "grid" or said[1] not in ("columns", "rows") or said[2] not in ("odd", "even"):
            text = "write 'grid columns odd', or rows and even; before it, and before the map, stands nothing else."
            raise self.wrong(number, words[0][1], text)
        self.drawing = Drawing(said[1], said[2])

    def _map_line(self, line: str, number: int, row: int) -> None:
        for column, sign in enumerate(line):
            if sign == " ":
                continue
            hex_id = self.drawing.id_at(row, column)
            if not hex_id:
                text = f"'{sign}' stands between two hexes of this grid; move it by one character or one line."
                raise self.wrong(number, column + 1, text)
            self.signs[hex_id] = (sign, number, column + 1)

    def _terrain_line(self, words: list[tuple[str, int]], number: int) -> None:
        if len(words) != 2 or len(words[0][0]) != 1:
            raise self.wrong(number, words[0][1], "a terrain is a sign and a name, such as 'f forest'.")
        (sign, column), (name, _) = words
        if sign in self.terrain:
            raise self.wrong(number, column, f"the sign '{sign}' stands for {self.terrain[sign]} already.")
        self.terrain[sign] = name

    def _places_line(self, words: list[tuple[str, int]], number: int) -> None:
        if len(words) < 3 or not words[2][0].isdecimal():
            text = "a place is a hex, its home side or '-', its points and its name: '0202 red 2 Northgate'."
            raise self.wrong(number, words[min(2, len(words) - 1)][1], text)
        (hex_id, column), (home, _), (points, _), *rest = words
        self._known(hex_id, number, column)
        if hex_id in self.places:
            raise self.wrong(number, column, f"{hex_id} is a place already.")
        name = " ".join(word for word, _ in rest)
        self.places[hex_id] = Hex(hex_id, "", name, int(points), "" if home == "-" else home)

    def _rivers_line(self, words: list[tuple[str, int]], number: int) -> None:
        for word, column in words:
            ends = word.split("/")
            if len(ends) != 2:
                raise self.wrong(number, column, f"'{word}' is no hexside; write 0203/0303.")
            self._side(ends[0], ends[1], number, column, river=True)

    def _rails_line(self, words: list[tuple[str, int]], number: int) -> None:
        for word, column in words:
            stops = word.split("-")
            if len(stops) < 2:
                raise self.wrong(number, column, f"'{word}' is no railway; write 0203-0303-0402.")
            for a, b in pairwise(stops):
                self._side(a, b, number, column + word.index(a), rail=True)

    def _side(self, a: str, b: str, number: int, column: int, *, river: bool = False, rail: bool = False) -> None:
        for end in (a, b):
            self._known(end, number, column)
        if not adjacent(self.drawing.grid, a, b):
            raise self.wrong(number, column, f"{a} and {b} are not next to each other.")
        ends = (min(a, b), max(a, b))
        before = self.sides.get(ends, Side(*ends))
        self.sides[ends] = Side(*ends, before.river or river, before.rail or rail)

    def _known(self, hex_id: str, number: int, column: int) -> None:
        if hex_id not in self.signs:
            raise self.wrong(number, column, f"the map has no hex '{hex_id}'.")

    def _made(self) -> Drawing:
        if not self.signs:
            raise DataError(f"{self.where}: there is no map in it, or it is empty; its first line is 'map'.")
        hexes = []
        for hex_id, (sign, number, column) in sorted(self.signs.items()):
            if sign not in self.terrain:
                raise self.wrong(number, column, f"no line under 'terrain' says what '{sign}' is.")
            hexes.append(attrs.evolve(self.places.get(hex_id, Hex(hex_id)), terrain=self.terrain[sign]))
        sides = tuple(side for _, side in sorted(self.sides.items()))
        return attrs.evolve(self.drawing, hexes=tuple(hexes), sides=sides)


def parse(text: str, where: str = "drawing") -> Drawing:
    """Read a drawing; a mistake is told with its line and column."""
    return _Reader(where).read(text)


def read_drawing(path: Path) -> Drawing:
    """Read the drawing in a file."""
    try:
        return parse(path.read_text(encoding="utf-8-sig"), str(path))
    except OSError as error:
        raise DataError(f"{path}: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise DataError(f"{path}: not a text in UTF-8; save it with that encoding.") from error


# --- writing a drawing -------------------------------------------------------------------------------------------


def draw(drawing: Drawing) -> str:
    """The drawing as text, which `parse` reads back to the same."""
    signs = _signs(drawing)
    parts = [f"grid {drawing.along} {drawing.shifted}", "map", *_map_lines(drawing, signs), "terrain"]
    parts += [f"{sign} {terrain}" for terrain, sign in signs.items()]
    places = [h for h in drawing.hexes if h.is_place]
    if places:
        parts += ["places", *(f"{h.id} {h.home or '-'} {h.points} {h.name}".rstrip() for h in places)]
    rivers = [f"{side.a}/{side.b}" for side in drawing.sides if side.river]
    if rivers:
        parts += ["rivers", *_wrapped(rivers)]
    rails = list(_lines([(side.a, side.b) for side in drawing.sides if side.rail]))
    if rails:
        parts += ["rails", *rails]
    return "\n".join(parts) + "\n"


def _signs(drawing: Drawing) -> dict[str, str]:
    """A sign for each terrain: the usual one, a letter of its name, or any that is left."""
    found: dict[str, str] = {}
    for terrain in dict.fromkeys(h.terrain for h in drawing.hexes):
        wanted = (SIGNS.get(terrain, ""), *terrain, *terrain.upper(), *ascii_letters, *punctuation.replace(NOTE, ""))
        sign = next((s for s in wanted if s.isprintable() and s.strip() and s not in found.values()), "")
        if not sign:
            raise WargameError("The map has more kinds of terrain than there are signs to draw them with.")
        found[terrain] = sign
    return found


def _map_lines(drawing: Drawing, signs: dict[str, str]) -> list[str]:
    rows: dict[int, dict[int, str]] = {}
    for h in drawing.hexes:
        line, column = drawing.place(h.id)
        rows.setdefault(line, {})[column] = signs[h.terrain]
    return [
        "".join(rows.get(line, {}).get(column, " ") for column in range(max(rows.get(line, {-1: ""})) + 1))
        for line in range(max(rows, default=-1) + 1)
    ]


def _wrapped(words: list[str], each: int = 10) -> Iterator[str]:
    return (" ".join(words[at : at + each]) for at in range(0, len(words), each))


def _lines(pairs: list[tuple[str, str]]) -> Iterator[str]:
    """Railways as long lines: each begins where no line goes on, as far as there are any such ends."""
    left = {frozenset(pair) for pair in pairs}
    stops = sorted({stop for pair in pairs for stop in pair})
    for start in (*(s for s in stops if sum(s in pair for pair in left) == 1), *stops):
        while any(start in pair for pair in left):
            line = [start]
            while onward := sorted(pair for pair in map(sorted, left) if line[-1] in pair):
                a, b = onward[0]
                left.discard(frozenset((a, b)))
                line.append(b if a == line[-1] else a)
            yield "-".join(line)


# --- data files --------------------------------------------------------------------------------------------------


def read_data(folder: Path) -> Drawing:
    """The map in the data files of a title: `hexes.csv`, `sides.csv` and `grid.toml`."""
    data = DataFolder(folder)
    grid = data.toml("grid.toml", HexGrid)
    hexes = data.csv("hexes.csv", Hex, key="id")
    for h in hexes:
        if not re.fullmatch(r"\d{4}", h.id) or "00" in (h.id[:2], h.id[2:]):
            raise DataError(f"{data.path('hexes.csv')}: '{h.id}' is no number of the form CCRR, such as 0203.")
    sides = {(min(s.a, s.b), max(s.a, s.b)): s for s in data.csv("sides.csv", Side)}
    return Drawing(
        grid.along,
        grid.shifted,
        tuple(sorted(hexes, key=lambda h: h.id)),
        tuple(attrs.evolve(side, a=a, b=b) for (a, b), side in sorted(sides.items()) if side.river or side.rail),
    )


def data_files(drawing: Drawing) -> dict[str, str]:
    """The same as text by file name."""
    grid = f'order = "CCRR"\nalong = "{drawing.along}"\nshifted = "{drawing.shifted}"\n'
    return {"hexes.csv": _csv(Hex, drawing.hexes), "sides.csv": _csv(Side, drawing.sides), "grid.toml": grid}


def write_data(drawing: Drawing, folder: Path) -> list[Path]:
    """Write the map to the data files of a title."""
    paths = []
    for name, text in data_files(drawing).items():
        paths.append(folder / name)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            paths[-1].write_text(text, encoding="utf-8")
        except OSError as error:
            raise WargameError(f"Cannot write {paths[-1]}: {error.strerror}.") from None
    return paths


def _csv(cls: type, records: Iterable[object]) -> str:
    names = [field.name for field in attrs.fields(cls)]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(names)
    for record in records:
        writer.writerow([_cell(getattr(record, name)) for name in names])
    return text.getvalue()


def _cell(value: object) -> object:
    """What a spreadsheet shows: nothing for what is not there."""
    return "true" if value is True else "" if value in (False, 0, "") else value
