"""The map as players see it, and what lies beside it."""

from __future__ import annotations

from wargame.core.title.picture import Cell, Link, Panel, Picture, Piece

from .model import ISOLATED, OUT, State
from .records import GRID, SOVIET, Headquarters, Hex, Hexside
from .victory import points

MARKS = {
    "*": "major city",
    "o": "city",
    "!": "supreme command order",
    "+": "crossing point",
    "$": "supply source",
    "b": "breakthrough hex",
    "@": "airborne bridgehead",
    "?": "unit out of supply",
    "??": "isolated unit",
    "C": "Soviet corps, D Axis division with that number",
    "()": "reduced",
}
SOVIETS_TO_COME, AXIS_TO_COME, GONE = "Soviet reinforcements", "Axis reinforcements", "Out of the game"
KINDS = {
    "mechanised_infantry": "mechanised", "front_hq": "headquarters", "panzer_army_hq": "headquarters",
    "army_hq": "headquarters", "security": "infantry",
}  # fmt: skip
SIZES = {"front_hq": "XXXXX", "panzer_army_hq": "XXXX", "army_hq": "XXXX"}
LANDS, LAND_COLUMNS = ("Galicia", "Podolia", "Dnipro", "Donets"), 11  # from west to east
MIDDLE_ROW = 18


def picture(s: State) -> Picture:
    cells = tuple(cell(s, hex) for hex in s.board.spaces)
    ways = tuple(Link(e.a, e.b, "road" if e.road else "rail") for e in s.data.sides if e.road or e.rail)
    between = tuple(Link(e.a, e.b, barrier(e), "side") for e in s.data.sides if e.blocked or e.river)
    return Picture("hexes", cells, ways + between, MARKS, (status(s),), regions(s), "pointed", boxes(s))


def regions(s: State) -> dict[str, tuple[str, ...]]:
    """Parts of the map small enough for a narrow terminal."""
    found: dict[str, tuple[str, ...]] = {}
    for hex in s.board:
        where = LANDS[(int(hex[2:]) - 1) // LAND_COLUMNS]
        name = f"{where} north" if int(hex[:2]) >= MIDDLE_ROW else f"{where} south"
        found[name] = (*found.get(name, ()), hex)
    return found


def cell(s: State, hex: Hex) -> Cell:
    pieces = tuple(piece(s, u) for u in s.units_at(hex.id))
    holder = SOVIET if hex.id in s.crossings else s.control.get(hex.id, "")
    x, y = GRID.centre(hex.id)
    return Cell(hex.id, x, y, hex.city or hex.label or "", hex.terrain, holder, pieces, marks(s, hex))


def barrier(side: Hexside) -> str:
    """What lies between two hexes, in a word or two."""
    return "blocked" if side.blocked else f"{side.river} river" + (" bridge" if side.bridge else "")


def features(side: Hexside) -> str:
    """Everything at a hexside, in words."""
    river = f"{side.river} river" if side.river else ""
    found = ((river, side.river), ("bridge", side.bridge), ("blocked", side.blocked), ("road", side.road))
    return ", ".join(word for word, there in (*found, ("rail", side.rail)) if there)


def piece(s: State, unit: str) -> Piece:
    """A counter on the map, or one that lies in a box."""
    counter, there = s.counter(unit), s.units.get(unit)
    if there is None:
        values = f"{counter.attack}-{counter.defence}-{counter.movement}"
        steps, state = (counter.steps, counter.steps), waiting_for(s, unit)
    else:
        values = f"{s.attack(unit)}-{s.defence(unit)}-{s.movement(unit)}"
        steps, state = (there.steps, counter.steps), conditions(s, unit)
    size = SIZES.get(counter.type, "XXX" if counter.side == SOVIET else "XX")
    kind = KINDS.get(counter.type, counter.type)
    return Piece(s.name(unit), counter.side, unit, full_name(s, unit), kind, size, values, steps, state)


def full_name(s: State, unit: str) -> str:
    """1.1: Axis units are divisions, Soviet ones corps. The name begins with the short one, which players type."""
    counter, name = s.counter(unit), s.name(unit)
    if isinstance(counter, Headquarters):
        return name if s.converted and counter.converted_name else f"{name}, {counter.full_name}"
    size = "corps" if counter.side == SOVIET else "division"
    return f"{name}, {counter.nationality.capitalize()} {counter.type.replace('_', ' ')} {size}"


def conditions(s: State, unit: str) -> tuple[str, ...]:
    """The condition of a unit on the map, in words (8.1, 9.0, 10.0)."""
    found = (
        ("reduced", s.units[unit].steps < s.counter(unit).steps),
        ("out of supply", s.marked(unit, OUT)),
        ("isolated", s.marked(unit, ISOLATED)),
        ("moved", unit in s.moved),
        ("attacked", unit in s.fought),
    )
    return tuple(word for word, there in found if there)


def boxes(s: State) -> tuple[Cell, ...]:
    """Units that are not on the map: those to come (11), and those out of the game."""
    lying: dict[str, list[str]] = {label: [] for label in (SOVIETS_TO_COME, AXIS_TO_COME, GONE)}
    for unit in s.data.counters:
        if unit not in s.units:
            lying[box_of(s, unit)].append(unit)
    lying[SOVIETS_TO_COME].sort(key=lambda u: s.counter(u).soviet_order or 0)
    return tuple(
        Cell(label.replace(" ", "_"), 0, 0, label, pieces=tuple(piece(s, u) for u in units))
        for label, units in lying.items()
    )


def box_of(s: State, unit: str) -> str:
    """Where a unit that is not on the map lies."""
    if is_to_come(s, unit):
        return SOVIETS_TO_COME
    return AXIS_TO_COME if can_be_bought(s, unit) or is_to_be_set_up(s, unit) else GONE


def is_to_come(s: State, unit: str) -> bool:
    """11.1: in a later batch, waiting for room, or the airborne unit before its drop."""
    counter = s.counter(unit)
    if counter.side != SOVIET or counter.hq:
        return False
    later = counter.soviet_order is not None and counter.soviet_order > s.batch
    return later or unit in s.waiting or (counter.arrival == "airborne" and not s.airborne)


def can_be_bought(s: State, unit: str) -> bool:
    """11.2: never bought before."""
    return bool(s.counter(unit).axis_class) and unit not in s.pile("bought")


def is_to_be_set_up(s: State, unit: str) -> bool:
    """3.0: a security division, until the Axis player has placed it."""
    return s.phase == "security divisions" and unit in s.data.scenario_tables.start.security_divisions


def waiting_for(s: State, unit: str) -> tuple[str, ...]:
    """When a unit off the map may come."""
    counter = s.counter(unit)
    if unit in s.waiting or is_to_be_set_up(s, unit):
        return ("waiting",)
    if counter.arrival == "airborne" and not s.airborne:
        return ("with the airborne chit",)
    if counter.soviet_order is not None and counter.soviet_order > s.batch:
        return (f"batch {counter.soviet_order}", *(["replacement"] if counter.replacement else []))
    if counter.axis_class and can_be_bought(s, unit):
        return (f"{s.data.tables.negotiation_cost.of(counter.axis_class):g} points",)
    return ()


def marks(s: State, hex: Hex) -> tuple[str, ...]:
    found = (
        ("*", hex.major),
        ("o", hex.city is not None and not hex.major),
        ("!", hex.id in s.orders),
        ("+", hex.crossing_point is not None),
        ("$", hex.supply_source is not None),
        ("b", hex.breakthrough),
        ("@", hex.id == s.bridgehead),
        ("?", any(s.marked(u, OUT) for u in s.units_at(hex.id))),
        ("??", any(s.marked(u, ISOLATED) for u in s.units_at(hex.id))),
    )
    return tuple(mark for mark, there in found if there)


def status(s: State) -> Panel:
    score = points(s)
    rows = (
        ("turn", f"{s.turn}, {s.data.turns[s.turn].month}"),
        ("victory points", f"{sum(score.values()):g} of {s.threshold}"),
        *((f"  {name}", f"{value:g}") for name, value in score.items()),
        ("crossing points", f"{s.crossing_count()} Soviet"),
        ("chits", f"{len(s.pile('cup'))} in the cup, {len(s.pile('hand'))} in the Axis hand"),
        ("Luftwaffe", f"{len(s.luftwaffe)} markers"),
    )
    return Panel("Status", rows)
