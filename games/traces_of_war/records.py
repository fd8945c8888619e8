"""The data files as frozen records, and the map compiled for play."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import attrs

from wargame.core.engine.convert import make_converter
from wargame.core.engine.questions import Refusal
from wargame.core.mechanics.board import Barrier, Board, HexGrid
from wargame.core.mechanics.movement import WHOLE, Costs
from wargame.core.mechanics.odds import ResultTable
from wargame.core.title.data import DataFolder, Overlay

T = TypeVar("T")
FOLDER = Path(__file__).parent / "data"
GRID = HexGrid("RRCC", "rows", "odd", first_row="bottom")
SOVIET, AXIS = "soviet", "axis"
CHIT_NAMES = {"REINF": "reinforcement", "PARA": "airborne", "SUPPLY": "supply"}  # the others as they are selected
ENEMY = {SOVIET: AXIS, AXIS: SOVIET}


@attrs.frozen
class Hex:
    id: str
    terrain: str
    city: str | None
    major: bool
    label: str | None
    crossing_point: str | None
    breakthrough: bool
    supply_source: str | None
    west_of_dnipro: bool
    source: str
    note: str | None


@attrs.frozen
class Hexside:
    a: str
    b: str
    river: str | None
    river_name: str | None
    bridge: bool
    blocked: bool
    rail: bool
    road: bool
    source: str
    note: str | None


@attrs.frozen
class Counter:
    """A combat unit (2.2)."""

    id: str
    name: str
    side: str
    nationality: str
    type: str
    mechanised: bool
    guards: bool
    attack: int
    defence: int
    movement: int
    reduced_attack: int | None
    reduced_defence: int | None
    arrival: str
    soviet_order: int | None
    axis_class: str | None
    replacement: bool
    panzer: bool
    source: str
    note: str | None
    hq: ClassVar[bool] = False
    command_range: ClassVar[int] = 0
    converted_name: ClassVar[str | None] = None
    converted_attack: ClassVar[int | None] = None
    converted_defence: ClassVar[int | None] = None
    converted_movement: ClassVar[int | None] = None

    @property
    def steps(self) -> int:
        return 1 if self.reduced_attack is None else 2


@attrs.frozen
class Headquarters:
    """A headquarters (2.3), with its stronger version of 14.2."""

    id: str
    name: str
    full_name: str
    side: str
    type: str
    attack: int
    defence: int
    movement: int
    command_range: int
    converted_name: str | None
    converted_attack: int | None
    converted_defence: int | None
    converted_movement: int | None
    source: str
    note: str | None
    hq: ClassVar[bool] = True
    steps: ClassVar[int] = 1
    mechanised: ClassVar[bool] = False
    replacement: ClassVar[bool] = False
    arrival: ClassVar[str] = "setup"
    soviet_order: ClassVar[int | None] = None
    axis_class: ClassVar[str | None] = None
    reduced_attack: ClassVar[int | None] = None
    reduced_defence: ClassVar[int | None] = None


@attrs.frozen
class Chit:
    id: str
    side: str
    kind: str
    hq: str | None
    count: int
    from_turn: int
    source: str
    note: str | None


@attrs.frozen
class Placement:
    unit: str
    hex: str
    source: str
    note: str | None


@attrs.frozen
class Turn:
    turn: int
    month: str
    axis_chits: int
    source: str
    stavka_crossing_points: int | None = None
    note: str | None = None


@attrs.frozen
class ResultCode:
    code: str
    attacker_steps: int
    defender_steps: int
    retreat: int
    source: str


@attrs.frozen
class ScenarioRecord:
    id: str
    name: str
    last_turn: int
    victory_points: int
    every_turn: bool
    source: str


@attrs.frozen(eq=False)
class Data:
    """All that is printed: map, counters, chits, tables."""

    board: Board
    sides: tuple[Hexside, ...]
    counters: dict[str, Counter | Headquarters]
    chits: dict[str, Chit]
    setup: tuple[Placement, ...]
    turns: dict[int, Turn]
    crt: ResultTable
    odds: dict[str, Fraction]
    codes: dict[str, ResultCode]
    scenarios: dict[str, ScenarioRecord]
    tables: dict[str, Any]
    start: dict[str, Any]
    points: dict[str, dict[str, Any]]
    hash: str
    costs: Costs  # 9.1, 9.3, in half points; its ways are the neighbours not behind a blocked side
    roads: Costs  # 9.2
    shift: tuple[int, ...]  # column shifts for a defender
    sources: dict[str, tuple[str, ...]]
    crossing_points: tuple[str, ...]
    close: dict[str, int]  # 12.3: the hexes from where a Soviet unit takes a free crossing point
    majors: tuple[str, ...]  # major cities
    west_of_dnipro: int  # as a set
    names: dict[str, str]  # of units, each different, places and chits: what ids are called in sentences
    converted_names: dict[str, str]  # the same with the headquarters of 14.2
    supply_sides: Barrier  # 8.1, closed to supply lines
    rail_sides: Barrier  # 11.0, closed where there is no railway
    blocked_sides: Barrier  # 2.3, 6.0: closed to command range and zones of control

    def limit(self, name: str) -> int:
        return int(self.tables["limits"][name])


def _crt(rows: list[dict[str, Any]]) -> tuple[ResultTable, dict[str, Fraction]]:
    columns = tuple(row["odds"] for row in rows)
    table = ResultTable(columns, {die: tuple(row["results"][die - 1] for row in rows) for die in range(1, 7)})
    return table, {row["odds"]: Fraction(row["at_least"]) for row in rows}


def _structured(rows: list[dict[str, Any]], cls: type[T]) -> tuple[T, ...]:
    return tuple(make_converter().structure(row, cls) for row in rows)


@cache
def load(over: Overlay = None) -> Data:
    """Read and compile everything; files of `over` go before the shipped ones."""
    folder = DataFolder(FOLDER, over)
    spaces, sides = folder.csv("spaces.csv", Hex), folder.csv("edges.csv", Hexside)
    board = Board.of_hexes(spaces, GRID, sides)
    tables, scenarios = folder.toml_table("tables.toml"), folder.toml_table("scenarios.toml")
    units: tuple[Counter | Headquarters, ...] = (
        *folder.csv("units.csv", Counter),
        *folder.csv("hqs.csv", Headquarters),
    )
    crt, odds = _crt(tables["combat_results"])
    terrain = {row["name"]: row for row in tables["terrain"]}
    crossing = tuple(h.id for h in spaces if h.crossing_point)
    names = _names(units) | _place_names(spaces) | CHIT_NAMES
    return Data(
        board=board,
        sides=sides,
        counters={c.id: c for c in units},
        chits={c.id: c for c in folder.csv("chits.csv", Chit)},
        setup=folder.csv("setup.csv", Placement),
        turns={t.turn: t for t in _structured(tables["turn"], Turn)},
        crt=crt,
        odds=odds,
        codes={c.code: c for c in _structured(tables["result_code"], ResultCode)},
        scenarios={s.id: s for s in _structured(scenarios["scenario"], ScenarioRecord)},
        tables=tables,
        start=scenarios["start"],
        points={"race": scenarios["race_points"], "campaign": scenarios["campaign_points"]},
        hash=folder.hash(),
        costs=_costs(board, {name: row.get("movement_cost", 0) for name, row in terrain.items()}),
        roads=Costs(board, _by_road),
        shift=tuple(terrain[h.terrain]["shift"] + _city_shift(h, terrain) for h in spaces),
        sources={side: tuple(h.id for h in spaces if h.supply_source == side) for side in (SOVIET, AXIS)},
        crossing_points=crossing,
        close={c: _close(board, c, tables["limits"]["crossing_point_distance"], scenarios["start"]) for c in crossing},
        west_of_dnipro=board.mask(h.id for h in spaces if h.west_of_dnipro),
        majors=tuple(h.id for h in spaces if h.major),
        names=names,
        converted_names=names | {u.id: u.converted_name for u in units if u.converted_name},
        supply_sides=board.barrier(lambda e: e is not None and (e.blocked or (e.river == "major" and not e.bridge))),
        rail_sides=board.barrier(lambda e: e is None or not e.rail),
        blocked_sides=board.barrier(lambda e: e is not None and e.blocked),
    )


def _names(units: tuple[Counter | Headquarters, ...]) -> dict[str, str]:
    """As printed; a bare number, which both sides may have, with C for a Soviet corps or D for an Axis division."""
    letter = {SOVIET: "C", AXIS: "D"}
    return {u.id: u.name + (letter[u.side] if u.name.isdecimal() else "") for u in units}


def _place_names(spaces: tuple[Hex, ...]) -> dict[str, str]:
    """A place and its hex: Kharkiv (2634)."""
    places = {h.id: h.city or h.crossing_point or h.label for h in spaces}
    return {id: f"{place} ({id})" for id, place in places.items() if place}


def _costs(board: Board, terrain: dict[str, int]) -> Costs:
    """9.1, 9.3: the points for a step without zones of control, in halves."""

    def price(here: Hex, there: Hex, side: Hexside | None) -> int | Refusal:
        if side is not None and side.blocked:
            return Refusal("9.1", f"The side between {here.id} and {there.id} is blocked.")
        if _takes_whole_move(there, side):
            return WHOLE
        if side is not None and (side.road or side.rail):
            return 2
        cost = 2 * terrain[there.terrain]
        return cost + 2 if side is not None and side.river else cost

    def barred(here: Hex, there: Hex, side: Hexside | None) -> bool:  # 9.3: from zone to zone, bridged or not
        return _takes_whole_move(there, side) or (side is not None and side.river == "major")

    return Costs(board, price, barred)


def _takes_whole_move(there: Hex, side: Hexside | None) -> bool:
    """Over an unbridged major river (9.1), or into a swamp off the road (9.3)."""
    if side is None:
        return there.terrain == "swamp"
    return (side.river == "major" and not side.bridge) or (there.terrain == "swamp" and not side.road)


def _by_road(here: Hex, there: Hex, side: Hexside | None) -> int | Refusal:
    """9.2, in halves."""
    return 1 if side is not None and side.road else Refusal("9.2", f"No road leads from {here.id} to {there.id}.")


def _close(board: Board, point: str, distance: int, start: dict[str, Any]) -> int:
    """12.3: two hexes, but for the points that need a unit in Kremenchuk."""
    if point in start["kremenchuk_crossing_points"]:
        return board.bit[start["kremenchuk"]]
    return board.mask(h for h in board if board.distance(point, h) <= distance)


def _city_shift(hex: Hex, terrain: dict[str, Any]) -> int:
    return int(terrain["major city" if hex.major else "city"]["shift"]) if hex.city else 0
