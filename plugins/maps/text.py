"""The map of a title at the terminal: the drawing (or the part around a region or a space), legend, stacks, panels.

A side is a colour and a letter, so that the map can be read without colours; what does not fit is shortened, and a
part of the map has more room for each space.
"""

from __future__ import annotations

import os
import re
import sys
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache

import attrs
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from wargame.core.engine.errors import WargameError
from wargame.core.engine.game import Game
from wargame.core.title.picture import Cell, Panel, Picture
from wargame.plugins.maps.canvas import Inks, Segment, written
from wargame.plugins.maps.flat_hexes import FlatMap
from wargame.plugins.maps.hex_map import Grid, feature_sign, glyphs_of
from wargame.plugins.maps.network_map import around, draw_network, link_sign, links_are_drawn
from wargame.plugins.maps.pointed_hexes import PointedMap

WORD = re.compile(r"[a-z_]{2,}")  # a kind of terrain or feature, not a sign
AROUND = 3  # hexes around a space that are drawn with it
STEPS = 2  # connections from a space that are drawn with it
DETAILED = 12  # stacks that are listed under the map, at most


def console_for() -> Console:
    """The terminal; or a pipe, which has 80 columns (if nothing else is said) and no colours."""
    width = None if sys.stdout.isatty() or os.environ.get("COLUMNS") else 80
    return Console(highlight=False, emoji=False, width=width)


def picture_of(game: Game, side: str | None) -> Picture:
    """The title's map as a side may see it."""
    found = game.rules.picture(game.state, side)
    if found is None:
        raise WargameError(f"{game.title.name} draws no map.")
    return found


def draw(picture: Picture, colours: Mapping[str, str], console: Console, where: str = "") -> RenderableType:
    """The map (or the part around `where`), its legend, the stacks where there is room, the panels."""
    inks = Inks.of(picture, colours, None if console.no_color else console.color_system)
    part = crop(picture, where) if where else picture
    features: dict[str, str] = {}
    small = False
    if picture.layout == "hexes":
        kind = FlatMap if Grid.of(picture).flat else PointedMap
        hexes = kind(picture, part, inks, console.width)
        canvas = hexes.draw()
        small = not hexes.framed
        if hexes.framed:
            features = {link.kind: feature_sign(link.kind) for link in part.links if link.kind}
    else:
        canvas = draw_network(part, inks, console.width)
        if links_are_drawn(part):
            features = {link.kind: link_sign(link.kind) for link in part.links if link.kind}
    if not console.encoding.startswith("utf"):
        canvas.in_ascii()
    drawn = canvas.text()
    shown: list[RenderableType] = [drawn, legend(picture, part, inks, features, console.width, drawn.plain)]
    if small:
        shown.append(Text(_closer(picture), "dim"))
    occupied = sum(bool(c.pieces) for c in part.cells)
    if occupied and (where or occupied <= DETAILED):
        shown.append(stacks(part, inks))
    if not where:
        shown.extend(panel_table(panel) for panel in picture.panels)
    return Group(*shown)


# --- parts of a map ----------------------------------------------------------------------------------------------


def crop(picture: Picture, where: str) -> Picture:
    """The part of the map that is a region, or lies around a space."""
    folded = where.casefold().replace(" ", "_")
    for region in sorted(picture.regions):
        if region.casefold().replace(" ", "_").startswith(folded):
            return _only(picture, set(picture.regions[region]))
    centre = _find_cell(picture, where)
    if picture.layout == "hexes":
        return _only(picture, Grid.of(picture).around(picture, centre, AROUND))
    return _only(picture, around(picture, centre, STEPS))


def _find_cell(picture: Picture, where: str) -> Cell:
    folded = where.casefold()
    tests = (
        lambda c: c.id.casefold() == folded,
        lambda c: c.label.casefold() == folded,
        lambda c: c.id.casefold().startswith(folded) or c.label.casefold().startswith(folded),
        lambda c: folded in c.label.casefold(),
    )
    for test in tests:
        for cell in picture.cells:
            if test(cell):
                return cell
    known = f"; regions are: {', '.join(sorted(picture.regions))}" if picture.regions else ""
    raise WargameError(f"The map has no region or space '{where}'{known}.")


def _only(picture: Picture, ids: set[str]) -> Picture:
    cells = tuple(c for c in picture.cells if c.id in ids)
    if not cells:
        raise WargameError("That region of the map is empty.")
    return attrs.evolve(picture, cells=cells, links=tuple(k for k in picture.links if k.a in ids and k.b in ids))


# --- beside the map ----------------------------------------------------------------------------------------------


def legend(
    whole: Picture, part: Picture, inks: Inks, features: Mapping[str, str], width: int, drawn_text: str = ""
) -> Text:
    """The letters of the sides, terrain, features of hexsides or connections, then the title's own marks."""
    told = whole.legend
    signs: dict[str, str] = {}
    if whole.layout == "hexes":
        kinds = {c.terrain for c in part.cells} - {""}
        signs |= {kind: sign for kind, sign in glyphs_of(whole).items() if kind in kinds}
    signs |= features
    entries = [(f"{letter} {side}", inks.counter(side)) for side, letter in inks.letters.items()]
    entries += _signs_of_stacks(inks, drawn_text, told)
    for sign in dict.fromkeys(signs.values()):
        meant = (told.get(k) or told.get(sign) or k.replace("_", " ") for k, one in signs.items() if one == sign)
        entries.append((f"{sign} {', '.join(dict.fromkeys(meant))}", "dim"))
    drawn = {*glyphs_of(whole), *signs, *signs.values()} if signs else set()
    drawn |= {link.kind for link in whole.links}  # told only where connections are drawn
    entries += [
        (f"{sign} {text}", "dim") for sign, text in told.items() if sign not in drawn and not WORD.fullmatch(sign)
    ]
    return _filled(dict.fromkeys(entries), width)


def _signs_of_stacks(inks: Inks, drawn: str, told: Mapping[str, str]) -> list[Segment]:
    """What a letter with a number means, or a small letter: where the map has such signs and the title is silent."""
    entries: list[Segment] = []
    for letter in inks.letters.values():
        count = re.search(rf"(?<!\w)(?<!{letter}/){letter}[2-9](?!\w)", drawn)
        if count:
            entries.append((f"{count[0]} {count[0][1:]} pieces of {letter}", "dim"))
            break
    for letter in inks.letters.values():
        sign = f":{letter.lower()}"
        if re.search(rf"{sign}(?!\w)", drawn) and not any(sign in text for text in told.values()):
            return [*entries, (f":{letter.lower()} held by {letter}", "dim")]
    return entries


def _closer(picture: Picture) -> str:
    """How to see what a small drawing leaves out."""
    regions = f" ({', '.join(sorted(picture.regions))})" if picture.regions else ""
    return f"Hexes are drawn small. 'map REGION'{regions} or 'map HEX' shows a part with names, rivers and units."


def _filled(entries: Iterable[Segment], width: int) -> Text:
    """Entries one after the other, none broken over two lines."""
    made, used = Text(), 0
    for text, style in entries:
        if used and used + 2 + len(text) > width:
            made.append("\n")
            used = 0
        elif used:
            made.append("  ")
            used += 2
        made.append(text, style)
        used += len(text)
    return made


def stacks(picture: Picture, inks: Inks) -> Columns:
    """Each space with pieces, in as many columns as there is room for."""
    made = []
    for cell in picture.cells:
        if cell.pieces:
            line = Text(f"{name_of(cell)}:")
            for piece in cell.pieces:
                line.append(" ").append(f"{inks.letter(piece.side)}/{written(piece)}", inks.counter(piece.side))
            made.append(line)
    return Columns(made, padding=(0, 2), column_first=True)


@lru_cache(maxsize=16384)  # the same names are folded for every answer
def fold(text: str) -> str:
    """A text without letter case and accents: `Orléans` is found by `orleans`."""
    split = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in split if not unicodedata.combining(c)).replace("ł", "l")


def plain(text: str) -> str:
    """Its letters and digits alone: `Le Havre` and `le_havre` are the same."""
    return re.sub(r"[\W_]+", "", fold(text))


def name_of(cell: Cell) -> str:
    """A space by its id and name, without saying it twice."""
    if not cell.label or plain(cell.label) == plain(cell.id):
        return cell.label or cell.id
    named = cell.label.startswith(cell.id) or ("_" in cell.id and plain(cell.label).startswith(plain(cell.id)))
    return cell.label if named else f"{cell.id} {cell.label}"


def panel_table(panel: Panel) -> RenderableType:
    """A panel as a table under its heading."""
    table = Table(show_header=bool(panel.columns), box=None, pad_edge=False, header_style="underline")
    wide = max([len(panel.columns), *(len(row) for row in panel.rows)])
    for i in range(wide):
        table.add_column(panel.columns[i] if i < len(panel.columns) else "", overflow="fold")
    for row in panel.rows:
        table.add_row(*(Text(str(value)) for value in row))
    return Group(Text(panel.heading, "bold"), table)
