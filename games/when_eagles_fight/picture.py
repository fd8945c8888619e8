"""The map and the tables beside it, as a side sees them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from wargame.core.title.picture import Cell, Link, Panel, Picture, Piece

from .model import DEAD, GONE, POOL, SIDE_NAMES, TRACK, WITHDRAWN, State
from .numbers import Numbers
from .records import CP, ENEMY, GRID, HOME, RU, Hex
from .refusals import in_words
from .sight import hidden, known, sees
from .supply import SUPPLY, holds_out, reach, sheltered, sources, supplied, within
from .victory import ah_hexes_taken, cities_taken, german_cities_taken, last_turn, numbers, revolution_number

LEGEND = {
    "*": "victory hex", "x": "taken by the enemy of its country", "=": "rail", "H": "headquarters",
}  # fmt: skip
KINDS = {
    "infantry": "infantry", "active_infantry": "infantry", "cavalry": "cavalry", "siege_artillery": "artillery",
    "fortress": "fortress",
}  # fmt: skip
BOX_NAMES = {
    TRACK: "Turn track", DEAD: "Dead pile", WITHDRAWN: "Withdrawn", POOL: "To be set up", GONE: "Out of play",
}  # fmt: skip
WATER = ("sea", "lake")
REGIONS = {
    "east_prussia": ("2015", "3018"), "poland": ("1717", "3024"), "galicia": ("2123", "3430"),
    "baltic": ("2501", "4013"), "ukraine": ("3018", "4233"), "carpathians": ("2025", "3333"),
}  # fmt: skip


def picture(s: State, side: str | None) -> Picture:
    """The whole map: terrain, rivers, rail, control, stacks; and the boxes beside it."""
    cells = tuple(cell(s, side, here) for here in s.data.hexes.values())
    links = tuple(Link(e.a, e.b, e.feature, "side" if e.feature in WATER else "path") for e in s.data.edges)
    regions = {name: _between(s, *ends) for name, ends in REGIONS.items()}
    boxes = tuple(box(s, name) for name in BOX_NAMES if name in s.at)
    return Picture("hexes", cells, links, legend(s.data.numbers), (score_panel(s),), regions, "flat", boxes)


@cache
def legend(numbers: Numbers) -> dict[str, str]:
    """What the signs of the map mean, with their costs and modifiers (12.8, 13.13 - 13.15)."""
    die = numbers.modifiers
    land = {name: [name, f"{t.cost} MP", f"{t.modifier:+d}"] for name, t in numbers.terrain.items()}
    return {
        **{name: ", ".join(word for word in words if word not in ("1 MP", "+0")) for name, words in land.items()},
        "@": f"city, {die.city:+d} (in Russia {die.russian_city:+d})",
        "t": "town",
        "~": f"river, {die.river:+d}",
        "F": f"fortress, {die.fortress:+d}",
        **LEGEND,
    }


def _between(s: State, north_west: str, south_east: str) -> tuple[str, ...]:
    return tuple(
        h for h in s.data.hexes
        if north_west[:2] <= h[:2] <= south_east[:2] and north_west[2:] <= h[2:] <= south_east[2:]
    )  # fmt: skip


def cell(s: State, side: str | None, here: Hex) -> Cell:
    """One hex."""
    marks = []
    if here.kind:
        marks.append("@" if here.kind == "city" else "t")
    if here.river:
        marks.append("~")
    if s.fortress_at(here.id):
        marks.append("F")
    if here.victory_hex:
        marks.append("*")
    if here.controlled and s.control.get(here.id, "") == ENEMY[HOME.get(here.country, RU)]:
        marks.append("x")
    if s.data.rail[here.id]:
        marks.append("=")
    if here.id in (s.stavka, s.oberost):
        marks.append("H")
    x, y = GRID.centre(here.id)
    return Cell(
        here.id, x, y, here.place, here.terrain, s.control.get(here.id, ""), pieces(s, side, here.id), tuple(marks)
    )  # fmt: skip


def box(s: State, name: str) -> Cell:
    """A box with the units in it, which both players may look through."""
    here = tuple(piece(s, unit, (fate(s, unit),)) for unit in sorted(s.at[name]))
    return Cell(name, 0, 0, BOX_NAMES[name], pieces=here)


def fate(s: State, unit: str) -> str:
    """When a unit off the map comes, in words; empty if that is not settled."""
    if unit in s.due:
        return f"enters on turn {s.due[unit]}"
    event = s.returns.get(unit, "")
    waits = s.data.numbers.brusilov.entries
    if event in waits:
        return f"enters {waits[event]} turn(s) after the Brusilov offensive begins"
    return f"enters with event {event}" if event else ""


def pieces(s: State, side: str | None, hex_id: str) -> tuple[Piece, ...]:
    """The stack as the side sees it: hidden units are question marks (13.7)."""
    seen = tuple(piece(s, u, condition(s, u)) for u in known(s, side, hex_id))
    return seen + (Piece("?", s.holder(hex_id)),) * hidden(s, side, hex_id)


def piece(s: State, unit: str, words: Iterable[str]) -> Piece:
    """One unit; its id is its name on the map."""
    c = s.counter(unit)
    steps = (s.units[unit].steps, c.steps) if c.steps else None
    return Piece(
        unit, c.side, unit, c.name, KINDS[c.type], c.size, s.values(unit), steps, tuple(w for w in words if w)
    )  # fmt: skip


def condition(s: State, unit: str) -> Iterator[str]:
    """What has become of a unit on the map, in words."""
    if unit in s.rebuilt:
        yield "rebuilt"  # 2.12
    if not supplied(s, unit):
        yield "cut off, holds out" if sheltered(s, unit) else "out of supply"
    if unit in s.short:
        yield "short of ammunition"
    if unit in s.spent:
        yield f"moving, {max(0, s.factors(unit)[2] - s.spent[unit])} MP left"
    words = {"moved": s.moved, "gone by rail": frozenset(s.railed), "attacked": s.attacked,
             "advanced": s.followed, "was attacked": s.defended, "retreated": s.retreated,
             "stands still (3.5)": s.stranded, "spent by rail": s.spent_by_rail}  # fmt: skip
    yield from (word for word, units in words.items() if unit in units)


def score_panel(s: State) -> Panel:
    """How victory stands (4.3, 4.4)."""
    box, revolution = numbers(s), revolution_number(s)
    rows = (
        ("Russian cities held by the Central Powers", str(cities_taken(s)), f"revolution {revolution}"),
        ("German cities held by the Russians", str(german_cities_taken(s)), f"needs {box.german_cities}"),
        ("A-H victory hexes held by the Russians", str(ah_hexes_taken(s)), f"needs {box.ah_victory_hexes}"),
        ("Turn", f"{s.turn} ({s.box.months} {s.box.year})", f"last {last_turn(s)}"),
    )
    return Panel("Victory", rows)


def hex_panel(s: State, side: str | None, words: Sequence[str]) -> Panel:
    """`hex 2419`: what stands in a hex."""
    hex_id = words[0] if words else ""
    if hex_id not in s.data.hexes:
        return Panel(f"There is no hex '{hex_id}': write four figures, as in 'hex 2419'", ())
    seen = known(s, side, hex_id)
    rows = tuple((u, s.counter(u).name, s.values(u), f"{s.units[u].steps} steps") for u in seen)
    here = s.hex(hex_id)
    land = f"({here.terrain}, {here.country.replace('_', ' ')})"
    title = " ".join(word for word in (hex_id, here.place, here.kind, land) if word)
    unseen = hidden(s, side, hex_id)
    if unseen:
        rows += ((f"and {unseen} not seen (13.7)", "", "", ""),)
    return Panel(title, rows, ("unit", "name", "factors", "steps"))


def supply_panel(s: State, side: str | None, words: Sequence[str]) -> Panel:
    """`supply`, `supply GE-1`, `supply 2419`: who is out of supply or in danger, and where the sources are (9.5)."""
    if words:
        return one_supply_panel(s, side, words[0])
    sides = (side,) if side else (RU, CP)
    rows = []
    for each in sides:
        for unit, said in in_danger(s, side, each):
            rows.append((unit, s.counter(unit).name, s.units[unit].at, s.values(unit), said))
        rows.append((f"{SIDE_NAMES[each]} sources", "", "", "", named_sources(s, each)))
    return Panel("Supply", tuple(rows), ("unit", "name", "hex", "factors", "supply"))


def in_danger(s: State, viewer: str | None, side: str) -> Iterator[tuple[str, str]]:
    """The units of a side that are cut off, as far as the viewer sees them, with what that means (9.3, 9.4, 9.7)."""
    for unit in sorted(u for u in s.units_on_map(side) if sees(s, viewer, u)):
        if not holds_out(s, unit):
            yield unit, "out of supply: halved, eliminated in the attrition phase"
        elif not supplied(s, unit):
            yield unit, "cut off, holds out: halved in attack"


def named_sources(s: State, side: str) -> str:
    """How many sources a side has, and which of them lie near the enemy (9.6)."""
    found = sources(s, side)
    enemies = frozenset(s.units[u].at for u in s.units_on_map(ENEMY[side]))
    near = [place_name(s, h) for h in sorted(found) if any(s.board.distance(h, e) <= reach(s) for e in enemies)]
    return f"{len(found)} places; within {reach(s)} hexes of the enemy: {', '.join(near) or 'none'}"


def one_supply_panel(s: State, side: str | None, word: str) -> Panel:
    """The supply of one unit, or of a hex for both sides: how far the nearest source is."""
    unit = next((u for u in s.units if u.casefold() == word.casefold()), "")
    hex_id = s.units[unit].at if unit else word
    if hex_id not in s.data.hexes or (unit and not sees(s, side, unit)):
        return Panel(f"There is no unit or hex '{word}' on the map that you see", ())
    sides = (s.counter(unit).side,) if unit else (RU, CP)
    rows = tuple((SIDE_NAMES[each], source_of(s, each, hex_id)) for each in sides)
    return Panel(f"Supply of {unit + ' in ' if unit else ''}{place_name(s, hex_id)}", rows, ("side", "supply"))


def source_of(s: State, side: str, hex_id: str) -> str:
    """The sources nearest to a hex, over land and around enemies (9.5, 9.6)."""
    for far in range(reach(s) + 1):
        near = sorted(sources(s, side) & within(s, side, hex_id, far))
        if near and SUPPLY.reaches(s, side, hex_id):
            return f"in supply: {far} hex(es) from {', '.join(place_name(s, h) for h in near)}"
    return f"no supply: no source within {in_words(reach(s))} hexes"


def place_name(s: State, hex_id: str) -> str:
    """A hex with the name of its place: `2419 Warsaw`."""
    return f"{hex_id} {s.hex(hex_id).place}".strip()


def track_panel(s: State, side: str | None, words: Sequence[str]) -> Panel:
    """`track`: what comes when, the dead pile and who is withdrawn."""
    rows = [(f"turn {turn}", unit) for unit, turn in sorted(s.due.items(), key=lambda item: item[1])]
    rows += [("dead pile", u) for u in sorted(s.at.get(DEAD, ()))]
    rows += [("withdrawn", u) for u in sorted(s.at.get(WITHDRAWN, ()))]
    full = tuple((when, u, s.counter(u).name, s.values(u)) for when, u in rows)
    return Panel("Turn track and boxes", full, ("when", "unit", "name", "factors"))
