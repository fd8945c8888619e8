"""The printed game: map, counters, turn track and tables, read from `data/` and compiled for play."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path

import attrs

from wargame.core.engine.errors import DataError
from wargame.core.engine.questions import Refusal
from wargame.core.mechanics.board import Barrier, Board, HexGrid
from wargame.core.mechanics.movement import Costs
from wargame.core.mechanics.odds import ResultTable
from wargame.core.title.data import DataFolder, Overlay

from .numbers import Numbers, Terrain

HERE = Path(__file__).parent / "data"
RU, CP = "ru", "cp"
ENEMY = {RU: CP, CP: RU}
SIDES = {"german": CP, "austro_hungarian": CP, "russian": RU, "romanian": RU}
HOME = {"germany": CP, "austria_hungary": CP, "russia": RU, "russian_poland": RU}
LANDS = (*HOME, "romania")
IN_RUSSIA = ("russia", "russian_poland")
OWN_LAND = {"austro_hungarian": ("austria_hungary",), "russian": IN_RUSSIA, "romanian": IN_RUSSIA}  # 11.4, 11.5
EDGES = {"west": CP, "south": CP, "east": RU}  # 9.6
HALF_CORPS = {"XXX": 2, "XX": 1}  # 8.1; nothing else counts (8.5)
COLUMNS = ("1:2", "1:1", "2:1", "3:1", "4:1", "5:1")  # 13.10
FEATURES = ("sea", "lake", "rail", "pass")
TYPES = ("infantry", "active_infantry", "cavalry", "siege_artillery", "fortress")
GRID = HexGrid("CCRR", "columns")
CLOCKWISE = (4, 5, 0, 1, 2, 3)  # the directions of the board, from north


@attrs.frozen
class Hex:
    """One hex of the map."""

    id: str
    terrain: str
    country: str
    river: bool
    coastal: bool
    place: str
    key: str
    kind: str
    capital: bool
    fortress: str
    victory_hex: bool
    mountain_pass: bool
    map_edge: tuple[str, ...]
    rail_exit: str
    source: str
    place_source: str
    note: str

    @property
    def row(self) -> int:
        return int(self.id[2:])

    @property
    def controlled(self) -> bool:
        """Towns, cities and victory hexes have an owner (3.8)."""
        return bool(self.kind) or self.victory_hex


@attrs.frozen
class Edge:
    """Something printed on a hexside or across it: sea, lake, rail or the path of a pass."""

    a: str
    b: str
    feature: str
    name: str
    source: str
    note: str


@attrs.frozen
class Counter:
    """One printed unit, front and back."""

    id: str
    label: str
    name: str
    nation: str
    type: str
    size: str
    steps: int
    attack: int
    defence: int
    movement: int
    back_attack: int | None
    back_defence: int | None
    back_movement: int | None
    irreplaceable: bool
    back_irreplaceable: bool
    hex: str
    turn: int | None
    entry: str
    scenario: str
    army: str
    second_army: bool
    guard: bool
    source: str
    values_source: str
    note: str
    side: str = attrs.field(init=False)
    bulk: int = attrs.field(init=False)

    @side.default
    def _side(self) -> str:
        return SIDES[self.nation]

    @bulk.default
    def _bulk(self) -> int:
        """Half corps for stacking (8.1, 8.5)."""
        return HALF_CORPS.get(self.size, 0)

    @property
    def fortress(self) -> bool:
        return self.type == "fortress"

    @property
    def cavalry(self) -> bool:
        return self.type == "cavalry"

    @property
    def artillery(self) -> bool:
        return self.type == "siege_artillery"

    @property
    def infantry(self) -> bool:
        return self.type in ("infantry", "active_infantry")


@attrs.frozen
class Turn:
    """One box of the turn track."""

    turn: int
    months: str
    year: int
    jan_feb: bool
    german: int
    austro_hungarian: int
    russian: int
    rail_german: int
    rail_german_russia: int | None
    rail_austro_hungarian: int
    rail_russian: int
    combined_germans: int
    ah_victory_hexes: int | None
    german_cities: int | None
    revolution: int | None
    source: str
    replacements_source: str
    limits_source: str
    months_source: str
    victory_source: str


@attrs.frozen
class ResultRow:
    """One row of the combat results table."""

    roll: int
    o1_2: str
    o1_1: str
    o2_1: str
    o3_1: str
    o4_1: str
    o5_1: str
    source: str
    note: str

    @property
    def by_column(self) -> tuple[str, ...]:
        return (self.o1_2, self.o1_1, self.o2_1, self.o3_1, self.o4_1, self.o5_1)


@attrs.frozen
class Marker:
    """Markers in the counter mix."""

    id: str
    count: int
    source: str


@attrs.frozen
class EventColumn:
    """One column of the random events table."""

    first: int
    last: int
    rolls: dict[str, str]
    source: str
    note: str = ""


@attrs.frozen
class AmmunitionColumn:
    """One column of the ammunition table."""

    first: int
    last: int
    by_roll: tuple[int, ...]
    source: str
    note: str = ""


@attrs.frozen
class CombatLimits:
    """What the combat results table has no column for."""

    below: str
    source: str


@attrs.frozen
class Tables:
    """`tables.toml`."""

    combat: CombatLimits
    events: tuple[EventColumn, ...]
    ammunition: tuple[AmmunitionColumn, ...]


@attrs.frozen
class Setup:
    """One scenario."""

    id: str
    title: str
    last_turn: int
    free_setup: bool
    add_units: tuple[str, ...]
    set_aside: tuple[str, ...]
    source: str
    note: str
    plan_19: bool = False
    schlieffen_east: bool = False
    revolution: int = 0


@attrs.frozen
class Scenarios:
    """`scenarios.toml`."""

    scenario: tuple[Setup, ...]


@attrs.frozen(eq=False)
class Data:
    """Everything printed, with the map compiled: who is next to whom, over what."""

    hexes: Mapping[str, Hex]
    around: Mapping[str, tuple[str, ...]]  # six places, "" off the map, clockwise from north
    land: Mapping[str, tuple[str, ...]]  # neighbours over a hexside with some land
    lakes: Mapping[str, tuple[str, ...]]
    rail: Mapping[str, tuple[str, ...]]
    passes: frozenset[tuple[str, str]]
    exits: Mapping[str, frozenset[str]]  # rail hexes that leave the map over a side's own edge (9.6)
    to_edge: Mapping[str, Mapping[str, int]]
    capitals: Mapping[str, str]  # with the side that loses the game with it (4.2)
    places: int  # towns and cities, as a set
    own_land: Mapping[str, int]  # where nations that stay in their own land move by rail (11.4, 11.5)
    goals: Mapping[str, frozenset[str]]  # what each side takes to win (4.3, 4.4)
    russian_cities: int  # what counts for victory (4.3, 4.4)
    german_cities: int
    ah_victory_hexes: int
    romania: int
    west_edge: tuple[str, ...]
    south_edge: tuple[str, ...]  # inside Austria-Hungary
    not_austrian: frozenset[str]  # Germany, and the north (6.3)
    edges: tuple[Edge, ...]
    board: Board
    summer: Costs
    winter: Costs  # in January and February
    land_sides: Barrier  # closed to supply lines: hexsides all of water (9.5)
    railways: Barrier
    counters: Mapping[str, Counter]
    second_army: frozenset[str]
    mobile: Mapping[str, frozenset[str]]  # units of each side with a movement factor
    artillery: frozenset[str]
    turns: Mapping[int, Turn]
    results: ResultTable  # the combat results, rows 1 to 9 (13.11)
    markers: tuple[Marker, ...]
    tables: Tables
    numbers: Numbers
    scenarios: Mapping[str, Setup]
    hash: str

    def place(self, key: str) -> str:
        """The hex of a named place."""
        return next(h.id for h in self.hexes.values() if h.key == key)


def _around(board: Board, hex_id: str) -> tuple[str, ...]:
    """The six hexes around one, clockwise from north, "" off the map."""
    lies = {board.direction(hex_id, near): near for near in board.neighbours(hex_id)}
    return tuple(lies.get(way, "") for way in CLOCKWISE)


def _edge_hexes(hexes: Mapping[str, Hex], side: str) -> tuple[str, ...]:
    """The friendly map edge (9.6): east for the Russians; west, and south inside Austria-Hungary."""
    if side == RU:
        return _edge(hexes, "east")
    return (*_edge(hexes, "west"), *_edge(hexes, "south", "austria_hungary"))


def _edge(hexes: Mapping[str, Hex], edge: str, country: str = "") -> tuple[str, ...]:
    """The hexes of a map edge, in one country or in all."""
    return tuple(h.id for h in hexes.values() if edge in h.map_edge and country in ("", h.country))


def costs(
    board: Board, terrain: Mapping[str, Terrain], passes: Collection[tuple[str, str]], winter: bool
) -> Costs:  # fmt: skip
    """Movement points to enter a hex from its neighbour; swamps and lakes freeze (12.8 - 12.11)."""

    def price(here: Hex, there: Hex, edge: Edge | None) -> int | Refusal:
        if edge is not None and edge.feature == "sea":
            return Refusal("12.11", f"The side between {here.id} and {there.id} is all sea.")
        if edge is not None and not winter:
            said = f"The lake between {here.id} and {there.id} can be crossed only in January/February."
            return Refusal("12.11", said)
        land = terrain[there.terrain]
        if winter and land.frozen is not None:
            return land.frozen
        return land.by_pass if land.by_pass is not None and (here.id, there.id) in passes else land.cost

    return Costs(board, price)


# --- data that do not fit together: the file and what is wrong in it ---------------------------------------------


def _check(folder: DataFolder, faults: Iterator[tuple[str, str]]) -> None:
    """Report the first fault, if any: an overlay may contain anything."""
    for file, fault in faults:
        raise DataError(f"{folder.path(file)}: {fault}")


def _map_faults(
    hexes: Mapping[str, Hex], edges: tuple[Edge, ...], numbers: Numbers
) -> Iterator[tuple[str, str]]:  # fmt: skip
    for h in hexes.values():
        if h.terrain not in numbers.terrain:
            yield "spaces.csv", f"hex {h.id} has terrain '{h.terrain}'; there are: {', '.join(numbers.terrain)}."
        if h.country not in LANDS:
            yield "spaces.csv", f"hex {h.id} lies in '{h.country}'; there are: {', '.join(LANDS)}."
    for edge in edges:
        if edge.feature not in FEATURES:
            yield "edges.csv", f"{edge.a}-{edge.b} has feature '{edge.feature}'; there are: {', '.join(FEATURES)}."
        for end in (edge.a, edge.b):
            if end not in hexes:
                yield "edges.csv", f"{edge.a}-{edge.b} has an end, {end}, that is not on the map."
    for hex_id in numbers.hexes:
        if hex_id not in hexes:
            yield "numbers.toml", f"a rule names hex '{hex_id}', which is not on the map."
    for key in numbers.places:
        if not any(h.key == key for h in hexes.values()):
            yield "numbers.toml", f"an event names '{key}', which is the key of no hex in spaces.csv."
    for side in numbers.supply.ports.keys() ^ {RU, CP}:
        yield "numbers.toml", f"supply.ports must have one port for each side, {RU} and {CP}, but not for '{side}'."


def _unit_faults(
    hexes: Mapping[str, Hex], counters: Mapping[str, Counter], scenarios: Mapping[str, Setup], numbers: Numbers
) -> Iterator[tuple[str, str]]:
    for c in counters.values():
        if c.hex and c.hex not in hexes:
            yield "units.csv", f"{c.id} begins in hex '{c.hex}', which is not on the map."
        if c.type not in TYPES:
            yield "units.csv", f"{c.id} has type '{c.type}'; there are: {', '.join(TYPES)}."
    for unit in numbers.units:
        if unit not in counters:
            yield "units.csv", f"{unit} is missing, and a rule needs it."
    for plan in scenarios.values():
        for unit in (*plan.add_units, *plan.set_aside):
            if unit not in counters:
                yield "scenarios.toml", f"scenario {plan.id} names the unit {unit}, which units.csv lacks."


def _turn_faults(
    turns: Mapping[int, Turn], tables: Tables, scenarios: Mapping[str, Setup], numbers: Numbers
) -> Iterator[tuple[str, str]]:
    for turn in range(1, max(plan.last_turn for plan in scenarios.values()) + 1):
        if turn not in turns:
            yield "turns.csv", f"turn {turn} is missing."
        if turn >= numbers.events.first_turn and not any(c.first <= turn <= c.last for c in tables.events):  # 7.1
            yield "tables.toml", f"no column of events holds for turn {turn}."
        if not any(c.first <= turn <= c.last for c in tables.ammunition):
            yield "tables.toml", f"no column of ammunition holds for turn {turn}."
    for box in turns.values():
        if box.revolution is not None and (box.german_cities is None or box.ah_victory_hexes is None):
            yield "turns.csv", f"turn {box.turn} is a victory check, but its numbers for the Russians are missing."


@cache
def load(overlay: Overlay = None) -> Data:
    """The data of the title, with the files of `overlay` in place of the shipped ones."""
    folder = DataFolder(HERE, overlay)
    spaces = folder.csv("spaces.csv", Hex, key="id")
    hexes = {h.id: h for h in spaces}
    edges = folder.csv("edges.csv", Edge)
    counters = {c.id: c for c in folder.csv("units.csv", Counter, key="id")}
    turns = {t.turn: t for t in folder.csv("turns.csv", Turn, key="turn")}
    tables = folder.toml("tables.toml", Tables)
    scenarios = {s.id: s for s in folder.toml("scenarios.toml", Scenarios).scenario}
    numbers = folder.toml("numbers.toml", Numbers)
    _check(folder, _map_faults(hexes, edges, numbers))
    _check(folder, _unit_faults(hexes, counters, scenarios, numbers))
    _check(folder, _turn_faults(turns, tables, scenarios, numbers))
    of: dict[str, set[tuple[str, str]]] = {feature: set() for feature in FEATURES}
    for edge in edges:
        of[edge.feature].update(((edge.a, edge.b), (edge.b, edge.a)))
    board = Board.of_hexes(spaces, GRID, [e for e in edges if e.feature in ("sea", "lake")])
    around = {h: _around(board, h) for h in hexes}
    wet = of["sea"] | of["lake"]
    summer = costs(board, numbers.terrain, of["pass"], winter=False)
    by_edge = {side: _edge_hexes(hexes, side) for side in (RU, CP)}
    return Data(
        hexes,
        around,
        {h: tuple(n for n in around[h] if n and (h, n) not in wet) for h in hexes},
        {h: tuple(n for n in around[h] if (h, n) in of["lake"]) for h in hexes},
        {h: tuple(n for n in around[h] if (h, n) in of["rail"]) for h in hexes},
        frozenset(of["pass"]),
        {side: frozenset(h.id for h in spaces if EDGES.get(h.rail_exit) == side) for side in (RU, CP)},
        {side: {h: min(board.distance(h, e) for e in by_edge[side]) for h in hexes} for side in (RU, CP)},
        {h.id: HOME[h.country] for h in spaces if h.capital},
        board.mask(h.id for h in spaces if h.kind),
        {nation: board.mask(h.id for h in spaces if h.country in OWN_LAND.get(nation, LANDS)) for nation in SIDES},
        {side: frozenset(h.id for h in spaces if h.victory_hex and HOME[h.country] != side) for side in (RU, CP)},
        board.mask(h.id for h in spaces if h.kind == "city" and h.country in IN_RUSSIA),
        board.mask(h.id for h in spaces if h.kind == "city" and h.country == "germany"),
        board.mask(h.id for h in spaces if h.victory_hex and h.country == "austria_hungary"),
        board.mask(h.id for h in spaces if h.country == "romania"),
        _edge(hexes, "west"),
        _edge(hexes, "south", "austria_hungary"),
        frozenset(h.id for h in spaces if h.country == "germany" or h.row < numbers.cooperation.north_row),
        edges,
        board,
        summer,
        costs(board, numbers.terrain, of["pass"], winter=True),
        summer.barrier,
        board.along(of["rail"]),
        counters,
        frozenset(c.id for c in counters.values() if c.second_army),
        {side: frozenset(c.id for c in counters.values() if c.side == side and c.movement) for side in (RU, CP)},
        frozenset(c.id for c in counters.values() if c.artillery),
        turns,
        ResultTable(COLUMNS, {r.roll: r.by_column for r in folder.csv("combat_results.csv", ResultRow, key="roll")}),
        folder.csv("markers.csv", Marker, key="id"),
        tables,
        numbers,
        scenarios,
        folder.hash(),
    )
