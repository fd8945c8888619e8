"""What a side's picture tells of one unit, of one space, and of all units: `unit X`, `hex X`, `units`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wargame.core.engine.errors import WargameError
from wargame.core.title.picture import Cell, Panel, Picture, Piece
from wargame.plugins.answers.names import SPACE, UNIT, Names, full_name
from wargame.plugins.maps.hex_map import Grid
from wargame.plugins.maps.text import fold, name_of

Row = tuple[str, ...]


def units_panel(picture: Picture, side: str) -> Panel:
    """Every piece of a side: its name, where it is, its factors and what has become of it."""
    cells = (*picture.cells, *picture.boxes)
    sides = sorted({p.side for c in cells for p in c.pieces})
    fits = [one for one in sides if one.casefold().startswith(side.casefold())] if side else sides
    if not fits:
        raise WargameError(f"Nobody called '{side}' has pieces on the map; there are: {', '.join(sides)}.")
    rows = [(*_who(piece), name_of(cell), *_facts(piece)) for cell in cells for piece in cell.pieces
            if piece.side in fits]  # fmt: skip
    return _without_empty(f"Pieces of {', '.join(fits)}", ("unit", "name", "place", "factors", "steps", "state"), rows)


def unit_panel(picture: Picture, words: Sequence[str]) -> Panel:
    """All that the picture says of a unit; of all that are called so, if there are several."""
    wanted = " ".join(words)
    if not wanted:
        raise WargameError("Write 'unit' and the name of a unit, as it stands on the map.")
    found = list(_pieces_called(picture, wanted))
    if not found:
        raise WargameError(f"You see no unit called '{wanted}'; 'units' lists those you see.")
    rows = [(*_who(piece), piece.side, _sort(piece), name_of(cell), *_facts(piece)) for piece, cell in found]
    columns = ("unit", "name", "side", "kind", "place", "factors", "steps", "state")
    return _without_empty(f"Unit {wanted}", columns, rows)


def space_panel(picture: Picture, words: Sequence[str]) -> Panel:
    """A space: terrain, who holds it, its signs, its neighbours, and every unit in it with factors."""
    wanted = " ".join(words)
    if not wanted:
        raise WargameError("Write 'hex' or 'space' and the name or number of one.")
    found = Names.of(picture).find(wanted, SPACE)
    if found is None:
        raise WargameError(f"The map has no one space called '{wanted}'.")
    cell = next(c for c in (*picture.cells, *picture.boxes) if c.id == found[1])
    rows: list[Row] = []
    if cell.terrain:
        rows.append(("terrain", picture.legend.get(cell.terrain, cell.terrain)))
    if cell.side:
        rows.append(("held by", cell.side))
    for mark in cell.marks:  # a sign may be followed by a number, as in `f3`
        meaning = picture.legend.get(mark) or picture.legend.get(mark.rstrip("0123456789"), "")
        rows.append(("sign", f"{mark} {meaning}".strip()))
    for piece in cell.pieces:
        who = " ".join(dict.fromkeys(part for part in _who(piece) if part))
        rows.append((piece.side or "unit", "  ".join(part for part in (who, *_facts(piece)) if part)))
    rows += [("beside it", text) for text in _neighbours(picture, cell)]
    return Panel(name_of(cell), tuple(rows))


def _pieces_called(picture: Picture, wanted: str) -> Iterator[tuple[Piece, Cell]]:
    """The piece with this id, else those with this name, else those whose name or id begins so."""
    everything = [(p, c) for c in (*picture.cells, *picture.boxes) for p in c.pieces]
    folded = fold(wanted)
    found = Names.of(picture).find(wanted, UNIT)
    same = [(p, c) for p, c in everything if folded in (fold(p.id), fold(p.text), fold(p.name))]
    if found is not None:
        same = [(p, c) for p, c in everything if (p.id or p.text) == found[1]]
    yield from same or [
        (p, c) for p, c in everything if any(fold(name).startswith(folded) for name in (p.id, p.text, p.name))
    ]


def _who(piece: Piece) -> Row:
    """Its id, which answers name it by, and its names, if they are others."""
    return piece.id or piece.text, full_name(piece)


def _sort(piece: Piece) -> str:
    return " ".join(part for part in (piece.kind, piece.size) if part)


def _facts(piece: Piece) -> Row:
    steps = "" if piece.steps is None else f"{piece.steps[0]}/{piece.steps[1]}"
    return piece.values, steps, ", ".join(piece.state)


def _neighbours(picture: Picture, cell: Cell) -> Iterator[str]:
    """The spaces connected with one, or the six hexes around it, with what lies between."""
    kinds: dict[str, list[str]] = {}
    for link in picture.links:
        if cell.id in (link.a, link.b):
            kinds.setdefault(link.b if link.a == cell.id else link.a, []).append(link.kind)
    if picture.layout == "hexes" and cell in picture.cells:
        grid = Grid.of(picture)
        for other in picture.cells:
            if grid.touch(cell, other):
                kinds.setdefault(other.id, [])
    cells = {c.id: c for c in (*picture.cells, *picture.boxes)}
    for name in sorted(kinds):
        if name not in cells:
            continue
        between = [picture.legend.get(kind, kind).replace("_", " ") for kind in dict.fromkeys(kinds[name]) if kind]
        facts = [cells[name].terrain, *between, cells[name].side and f"held by {cells[name].side}"]
        told = ", ".join(fact for fact in facts if fact)
        yield name_of(cells[name]) + (f": {told}" if told else "")


def _without_empty(heading: str, columns: Row, rows: Sequence[Row]) -> Panel:
    """A match without the columns in which nothing stands."""
    used = [i for i in range(len(columns)) if any(row[i] for row in rows)]
    return Panel(heading, tuple(tuple(row[i] for i in used) for row in rows), tuple(columns[i] for i in used))
