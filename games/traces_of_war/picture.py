"""The map and the tables that a player looks at."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from wargame.core.title.picture import Cell, Link, Panel, Picture, Piece

from .chits import listed, pool
from .model import ISOLATED, State
from .records import AXIS, SOVIET, Hex, Hexside
from .supply import supplied, traces
from .victory import points
from .view import own_chits

MARKS = {
    "*": "major city",
    "o": "city",
    "!": "supreme command order",
    "+": "crossing point",
    "$": "supply source",
    "b": "breakthrough hex",
    "@": "airborne bridgehead",
    "?": "out of supply",
    "??": "isolated",
}
LANDS, LAND_COLUMNS = ("Galicia", "Podolia", "Dnipro", "Donets"), 11  # from west to east
MIDDLE_ROW = 18


def picture(state: State) -> Picture:
    cells = tuple(cell(state, hex) for hex in state.board.spaces)
    links = tuple(Link(e.a, e.b, kind(e)) for e in state.data.sides)
    return Picture("hexes", cells, links, MARKS, (status(state),), regions(state))


def regions(s: State) -> dict[str, tuple[str, ...]]:
    """Parts of the map that can be read in a narrow terminal."""
    found: dict[str, tuple[str, ...]] = {}
    for hex in s.board:
        where = LANDS[(int(hex[2:]) - 1) // LAND_COLUMNS]
        name = f"{where} north" if int(hex[:2]) >= MIDDLE_ROW else f"{where} south"
        found[name] = (*found.get(name, ()), hex)
    return found


def cell(s: State, hex: Hex) -> Cell:
    row, column = int(hex.id[:2]), int(hex.id[2:])
    pieces = tuple(Piece(short(s, u), s.side_of(u)) for u in s.units_at(hex.id))
    holder = SOVIET if hex.id in s.crossings else s.control.get(hex.id, "")
    x, y = column + row % 2 / 2, -row * sqrt(3) / 2
    return Cell(hex.id, x, y, hex.city or hex.label or "", hex.terrain, holder, pieces, marks(s, hex))


def kind(side: Hexside) -> str:
    """A hexside in a word: what stops a unit first."""
    if side.blocked:
        return "blocked"
    if side.river:
        return f"{side.river} river" + (" bridge" if side.bridge else "")
    return "road" if side.road else "rail"


def features(side: Hexside) -> str:
    """All there is at a hexside, in words."""
    river = f"{side.river} river" if side.river else ""
    found = ((river, side.river), ("bridge", side.bridge), ("blocked", side.blocked), ("road", side.road))
    return ", ".join(word for word, there in (*found, ("rail", side.rail)) if there)


def short(s: State, unit: str) -> str:
    """A counter in short: its name, in brackets when reduced, with its supply marker."""
    one = s.units[unit]
    text = s.name(unit) if one.steps == s.counter(unit).steps else f"({s.name(unit)})"
    return text + ("??" if ISOLATED in one.marks else "?" if one.marks else "")


def marks(s: State, hex: Hex) -> tuple[str, ...]:
    found = (
        ("*", hex.major),
        ("o", hex.city is not None and not hex.major),
        ("!", hex.id in s.orders),
        ("+", hex.crossing_point is not None),
        ("$", hex.supply_source is not None),
        ("b", hex.breakthrough),
        ("@", hex.id == s.bridgehead),
    )
    return tuple(mark for mark, there in found if there)


def status(s: State) -> Panel:
    score = points(s)
    rows = (
        ("turn", f"{s.turn}, {s.data.turns[s.turn].month}"),
        ("victory points", f"{float(sum(score.values())):g} of {s.threshold}"),
        *((f"  {name}", f"{float(value):g}") for name, value in score.items()),
        ("crossing points", f"{s.crossing_count()} Soviet"),
        ("chits", f"{len(s.pile('cup'))} in the cup, {len(s.pile('hand'))} in the Axis hand"),
        ("Luftwaffe", f"{len(s.luftwaffe)} markers"),
    )
    return Panel("Status", rows)


def chits(s: State, side: str | None, words: Sequence[str]) -> Panel:
    """Which chits have come, and what the side that looks may select or holds."""
    rows = [("drawn this turn", ", ".join(s.pile("played")) or "none"), ("left in the cup", str(len(s.pile("cup"))))]
    rows += [(f"of {one}", ", ".join(own_chits(s, one)) or "none") for one in (SOVIET, AXIS) if side in (None, one)]
    if side in (None, AXIS):
        rows.append(("Axis hand", ", ".join(s.pile("hand")) or "none"))
    rows += [(f"available to {one}", listed(pool(s, one))) for one in (SOVIET, AXIS) if side in (None, one)]
    return Panel("Chits", tuple(rows))


def supply(s: State, side: str | None, words: Sequence[str]) -> Panel:
    """Units that could not trace a supply line now, with the marker they have."""
    cut = [u for u in s.units if side in (None, s.side_of(u)) and (s.units[u].marks or not traces(s, u))]
    rows = tuple((u, s.units[u].at, "yes" if traces(s, u) else "no", " ".join(sorted(s.units[u].marks))) for u in cut)
    return Panel("Supply in danger", rows or (("none", "", "", ""),), ("unit", "hex", "line now", "marker"))


def hex_facts(s: State, side: str | None, words: Sequence[str]) -> Panel:
    """One hex: terrain, sides, units with their strengths, zones of control."""
    if not words or words[0] not in s.board:
        return Panel("Hex", (("Write for example 'hex 2634'.",),))
    hex = s.board[words[0]]
    rows = [("terrain", " ".join(filter(None, (hex.terrain, hex.city))))]
    rows += [(MARKS[mark], s.control.get(hex.id, "yes") if mark in "*o" else "yes") for mark in marks(s, hex)]
    rows += [
        (f"side to {h}", features(e)) for h in s.board.neighbours(hex.id) if (e := s.board.edge(hex.id, h)) is not None
    ]
    rows += [(u, f"{s.attack(u)}-{s.defence(u)}-{s.movement(u)}") for u in s.units_at(hex.id)]
    rows += [(f"{one} zone of control", "yes") for one in (SOVIET, AXIS) if s.board.index[hex.id] in s.zoc(one)]
    rows += [(f"{one} supply line", "yes") for one in (SOVIET, AXIS) if supplied(s, one) & s.board.bit[hex.id]]
    return Panel(f"Hex {hex.id}", tuple(rows))
