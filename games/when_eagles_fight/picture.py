"""The map and the tables beside it, as a side may see them."""

from __future__ import annotations

from collections.abc import Sequence

from wargame.core.title.picture import Cell, Link, Panel, Picture, Piece

from .model import DEAD, WITHDRAWN, State
from .records import CP, ENEMY, HOME, RU, Hex
from .supply import holds_out
from .victory import ah_hexes_taken, cities_taken, german_cities_taken, last_turn, numbers, revolution_number
from .view import known

LEGEND = {
    "clear": "clear", "forest": "forest, 2 MP", "swamp": "swamp, 2 MP, -1", "mountain": "mountain, 2 MP, -2",
    "@": "city, -1 (in Russia -2)", "t": "town", "~": "river, -1", "F": "fortress, -1", "*": "victory hex",
    "x": "taken by the enemy of its country", "=": "rail", "H": "headquarters",
}  # fmt: skip
REGIONS = {
    "east_prussia": ("2015", "3018"), "poland": ("1717", "3024"), "galicia": ("2123", "3430"),
    "baltic": ("2501", "4013"), "ukraine": ("3018", "4233"), "carpathians": ("2025", "3333"),
}  # fmt: skip


def picture(state: State, side: str | None) -> Picture:
    """The whole map: terrain, rivers, rail, control, stacks."""
    cells = tuple(cell(state, side, here) for here in state.data.hexes.values())
    links = tuple(Link(e.a, e.b, e.feature) for e in state.data.edges)
    regions = {name: _between(state, *ends) for name, ends in REGIONS.items()}
    return Picture("hexes", cells, links, LEGEND, (score_panel(state),), regions)


def _between(state: State, north_west: str, south_east: str) -> tuple[str, ...]:
    return tuple(
        h for h in state.data.hexes
        if north_west[:2] <= h[:2] <= south_east[:2] and north_west[2:] <= h[2:] <= south_east[2:]
    )  # fmt: skip


def cell(state: State, side: str | None, here: Hex) -> Cell:
    """One hex."""
    column = int(here.id[:2])
    marks = []
    if here.kind:
        marks.append("@" if here.kind == "city" else "t")
    if here.river:
        marks.append("~")
    if state.fortress_at(here.id):
        marks.append("F")
    if here.victory_hex:
        marks.append("*")
    if here.controlled and state.control.get(here.id, "") == ENEMY[HOME.get(here.country, RU)]:
        marks.append("x")
    if state.data.rail[here.id]:
        marks.append("=")
    if here.id in (state.stavka, state.oberost):
        marks.append("H")
    y = here.row - (0.5 if column % 2 == 0 else 0.0)
    return Cell(
        here.id, column * 0.866, y, here.place, here.terrain, state.control.get(here.id, ""),
        pieces(state, side, here.id), tuple(marks),
    )  # fmt: skip


def pieces(state: State, side: str | None, hex_id: str) -> tuple[Piece, ...]:
    """The stack as the side sees it: hidden units are question marks (13.7)."""
    if hex_id not in state.at:
        return ()
    seen = known(state, side, hex_id)
    owner = state.holder(hex_id)
    hidden = len(state.at[hex_id]) - len(seen)
    return tuple(Piece(u, owner) for u in seen) + tuple(Piece("?", owner) for _ in range(hidden))


def score_panel(state: State) -> Panel:
    """How victory stands (4.3, 4.4)."""
    box, revolution = numbers(state), revolution_number(state)
    rows = (
        ("Russian cities held by the Central Powers", str(cities_taken(state)), f"revolution {revolution}"),
        ("German cities held by the Russian", str(german_cities_taken(state)), f"needs {box.german_cities}"),
        ("A-H victory hexes held by the Russian", str(ah_hexes_taken(state)), f"needs {box.ah_victory_hexes}"),
        ("Turn", f"{state.turn} ({state.box.months} {state.box.year})", f"last {last_turn(state)}"),
    )
    return Panel("Victory", rows)


def hex_panel(state: State, side: str | None, words: Sequence[str]) -> Panel:
    """`hex 2419`: what stands in a hex."""
    hex_id = words[0] if words else ""
    if hex_id not in state.data.hexes:
        return Panel(f"There is no hex '{hex_id}': write four figures, as in 'hex 2419'", ())
    seen = known(state, side, hex_id) if hex_id in state.at else ()
    rows = tuple(
        (u, state.printed(u).name, "-".join(map(str, state.factors(u))), f"{state.units[u].steps} steps") for u in seen
    )
    here = state.hex(hex_id)
    land = f"({here.terrain}, {here.country.replace('_', ' ')})"
    title = " ".join(word for word in (hex_id, here.place, here.kind, land) if word)
    hidden = len(state.at.get(hex_id, ())) - len(seen)
    if hidden:
        rows += ((f"and {hidden} not seen (13.7)", "", "", ""),)
    return Panel(title, rows, ("unit", "name", "factors", "steps"))


def supply_panel(state: State, side: str | None, words: Sequence[str]) -> Panel:
    """`supply`: which units a side can see to be out of supply (9.5)."""
    sides = (side,) if side else (RU, CP)
    rows = tuple(
        (u, state.units[u].at) for each in sides for u in sorted(state.on_map(each)) if not holds_out(state, u)
    )
    return Panel("Out of supply", rows, ("unit", "hex"))


def track_panel(state: State, side: str | None, words: Sequence[str]) -> Panel:
    """`track`: what comes when, the dead pile and who is withdrawn."""
    rows = [(f"turn {turn}", unit) for unit, turn in sorted(state.due.items(), key=lambda item: item[1])]
    rows += [("dead pile", u) for u in sorted(state.at.get(DEAD, ()))]
    rows += [("withdrawn", u) for u in sorted(state.at.get(WITHDRAWN, ()))]
    return Panel("Turn track and boxes", tuple(rows), ("when", "unit"))
