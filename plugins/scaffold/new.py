"""`wargame new`: a copy of one of our small titles under another name, complete, installable and tested.

The titles are folders of `templates/`. `cards` holds only what a card-driven title has beyond `network`, and is laid
over it.
"""

from __future__ import annotations

import csv
import importlib.util
import io
import keyword
import re
import tomllib
from collections import deque
from collections.abc import Iterator
from pathlib import Path

import attrs

from wargame.core.engine.errors import SaveError, WargameError
from wargame.core.mechanics.board import Board
from wargame.plugins.discovery import plugin_names
from wargame.plugins.scaffold.drawing import Drawing, data_files, read_drawing

TEMPLATES = Path(__file__).parent / "templates"
NAME = re.compile(r"[a-z][a-z0-9_]*")


@attrs.frozen
class Template:
    """A title to copy: its folders, the later ones laid over the first; its id and its name."""

    folders: tuple[str, ...]
    id: str
    name: str

    def files(self) -> dict[Path, bytes]:
        """The content of its files by their path in the new folder."""
        found = {}
        for folder in self.folders:
            for path in sorted((TEMPLATES / folder).rglob("*")):
                if path.is_file() and "__pycache__" not in path.parts:
                    found[path.relative_to(TEMPLATES / folder)] = path.read_bytes()
        return found


HEX = Template(("hex",), "salient", "The Salient")
NETWORK = Template(("network",), "ridgeway", "Ridgeway")
CARDS = Template(("network", "cards"), "ridgeway", "Ridgeway")


def choose_template(hexes: bool, network: bool, cards: bool) -> Template:
    """The template asked for; a card-driven title has a point-to-point map."""
    if hexes and (network or cards):
        raise WargameError("A new title has either hexes (--hex) or a point-to-point map (--network, --cards).")
    if not (hexes or network or cards):
        raise WargameError("Which kind of title? Say --hex, --network or --cards.")
    return HEX if hexes else CARDS if cards else NETWORK


def why_not_name(name: str) -> str:
    """What is wrong with the name of a new title; empty if nothing is."""
    if not NAME.fullmatch(name) or keyword.iskeyword(name):
        return f"'{name}' cannot be the name of a title; use small letters, figures and _, and begin with a letter."
    if name in plugin_names():
        return f"There is already a title or plugin '{name}'; choose another name."
    module = importlib.util.find_spec(name)
    if module is not None and module.origin is not None:  # not a mere folder
        return f"Python already has a module '{name}'; choose another name."
    return ""


def write_title(name: str, template: Template, into: Path, map_file: Path | None = None) -> list[Path]:
    """Write a new title to the folder `into / name`, with the map of a drawing if one is given; the files written."""
    folder = into / name
    if folder.exists():
        raise WargameError(f"{folder} exists already; choose another name, or another folder with --into.")
    if wrong := why_not_name(name):
        raise WargameError(wrong)
    if map_file is not None and template is not HEX:
        raise WargameError("--map takes the drawing of a hex map; use it with --hex.")
    files = {_renamed(path, name, template): _filled(text, name, template) for path, text in template.files().items()}
    if map_file is not None:
        files |= _mapped(files, read_drawing(map_file), map_file, name)
    return [_write(folder / path, content) for path, content in files.items()]


def _renamed(path: Path, name: str, template: Template) -> Path:
    return Path(*(name if part == template.id else part for part in path.parts))


def _filled(content: bytes, name: str, template: Template) -> bytes:
    """The text with the new title's id and name."""
    title = name.replace("_", " ").title()
    return content.replace(template.name.encode(), title.encode()).replace(template.id.encode(), name.encode())


def _write(path: Path, content: bytes) -> Path:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    except OSError as error:
        raise SaveError(f"Cannot write {path}: {error.strerror}.") from None
    return path


# --- a map of one's own --------------------------------------------------------------------------------------------


def _mapped(files: dict[Path, bytes], drawing: Drawing, file: Path, name: str) -> dict[Path, bytes]:
    """The data files for another map, with the units of the template in and around their home cities."""
    data = Path(name) / "data"
    known = tomllib.loads(files[data / "numbers.toml"].decode())["cost"]
    for here in drawing.hexes:
        if here.terrain not in known:
            raise WargameError(f"{file}: the hex {here.id} is '{here.terrain}'; a new title has {', '.join(known)}.")
    rows = list(csv.reader(io.StringIO(files[data / "units.csv"].decode())))
    units = io.StringIO()
    csv.writer(units, lineterminator="\n").writerows(_placed(rows, drawing, file))
    found = {data / path: text.encode() for path, text in data_files(drawing).items()}
    return {**found, data / "units.csv": units.getvalue().encode(), Path("map.txt"): file.read_bytes()}


def _placed(rows: list[list[str]], drawing: Drawing, file: Path) -> Iterator[list[str]]:
    """The lines of `units.csv`, each unit on the map in a hex of its own as near to a home city as there is room."""
    side, at = rows[0].index("side"), rows[0].index("at")
    sides = tuple(dict.fromkeys(row[side] for row in rows[1:]))
    homes = {one: [h.id for h in drawing.hexes if h.home == one and h.points] for one in sides}
    for here in drawing.hexes:
        if here.home and here.home not in sides:
            raise WargameError(f"{file}: the home of {here.id} is '{here.home}'; the sides are {', '.join(sides)}.")
    for one in sides:
        if not homes[one]:
            raise WargameError(
                f"{file}: {one} needs at least one city that is worth points, as in '0203 {one} 2 Name'."
            )
    board = Board.of_hexes(drawing.hexes, drawing.grid)
    taken = {home for cities in homes.values() for home in cities}
    free = {one: _around(board, homes[one]) for one in sides}
    yield rows[0]
    for row in rows[1:]:
        if row[at]:
            row[at] = next((h for h in free[row[side]] if h not in taken or h in homes[row[side]]), "")
            if not row[at]:
                raise WargameError(f"{file}: the map has no room for all units; draw more hexes.")
            taken.add(row[at])
            homes[row[side]] = [home for home in homes[row[side]] if home != row[at]]
        yield row


def _around(board: Board, homes: list[str]) -> list[str]:
    """All hexes, the nearest to these first."""
    found, open_ = dict.fromkeys(homes), deque(homes)
    while open_:
        for near in board.neighbours(open_.popleft()):
            if near not in found:
                found[near] = None
                open_.append(near)
    return list(found)
