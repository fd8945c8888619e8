"""The data files as frozen records, and the map compiled for play."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import attrs

from wargame.core.engine.convert import make_converter
from wargame.core.mechanics.board import Barrier, Board, HexGrid
from wargame.core.mechanics.odds import ResultTable
from wargame.core.title.data import DataFolder

T = TypeVar("T")
FOLDER = Path(__file__).parent / "data"
SOVIET, AXIS = "soviet", "axis"
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
    steps: tuple[tuple[tuple[int, int, bool], ...], ...]  # 9.1: from a hex: where to, half points, over a major river
    whole: tuple[frozenset[int], ...]  # 9.1, 9.3: from a hex: where a step takes the whole move
    shift: tuple[int, ...]  # column shifts for a defender
    zoc: tuple[tuple[int, ...], ...]  # neighbours not behind a blocked side
    sources: dict[str, tuple[str, ...]]
    crossing_points: tuple[str, ...]
    close: dict[str, frozenset[int]]  # 12.3: from where a Soviet unit takes a free crossing point
    majors: tuple[str, ...]  # major cities
    names: dict[str, str]  # of units, each different
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
def load(over: Path | None = None) -> Data:
    """Read and compile everything; files of `over` go before the shipped ones."""
    folder = DataFolder(FOLDER, over)
    spaces, sides = folder.csv("spaces.csv", Hex), folder.csv("edges.csv", Hexside)
    board = Board.of_hexes(spaces, HexGrid("RRCC", "rows", "odd"), sides)
    tables, scenarios = folder.toml_table("tables.toml"), folder.toml_table("scenarios.toml")
    units: tuple[Counter | Headquarters, ...] = (
        *folder.csv("units.csv", Counter),
        *folder.csv("hqs.csv", Headquarters),
    )
    crt, odds = _crt(tables["combat_results"])
    terrain = {row["name"]: row for row in tables["terrain"]}
    crossing = tuple(h.id for h in spaces if h.crossing_point)
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
        steps=tuple(_steps(board, i, terrain) for i in range(len(board))),
        whole=tuple(_whole(board, i) for i in range(len(board))),
        shift=tuple(terrain[h.terrain]["shift"] + _city_shift(h, terrain) for h in spaces),
        zoc=tuple(
            tuple(j for j, edge in zip(near, edges, strict=True) if edge is None or not edge.blocked)
            for near, edges in zip(board.near, board.edges, strict=True)
        ),
        sources={side: tuple(h.id for h in spaces if h.supply_source == side) for side in (SOVIET, AXIS)},
        crossing_points=crossing,
        close={c: _close(board, c, tables["limits"]["crossing_point_distance"], scenarios["start"]) for c in crossing},
        majors=tuple(h.id for h in spaces if h.major),
        names=_names(units),
        supply_sides=board.barrier(lambda e: e is not None and (e.blocked or (e.river == "major" and not e.bridge))),
        rail_sides=board.barrier(lambda e: e is None or not e.rail),
        blocked_sides=board.barrier(lambda e: e is not None and e.blocked),
    )


def _names(units: tuple[Counter | Headquarters, ...]) -> dict[str, str]:
    """As printed; a bare number, which both sides may have, with C for a Soviet corps or D for an Axis division."""
    letter = {SOVIET: "C", AXIS: "D"}
    return {u.id: u.name + (letter[u.side] if u.name.isdecimal() else "") for u in units}


def _steps(board: Board, i: int, terrain: dict[str, Any]) -> tuple[tuple[int, int, bool], ...]:
    """9.1: the steps out of a hex that leave movement points, with their cost without zones of control."""
    found = []
    for j, edge in zip(board.near[i], board.edges[i], strict=True):
        if j in _whole(board, i) or (edge is not None and edge.blocked):
            continue
        cost = 2 * terrain[board.spaces[j].terrain].get("movement_cost", 0)
        if edge is not None:
            cost = 2 if edge.road or edge.rail else cost + 2 if edge.river else cost
        found.append((j, cost, edge is not None and edge.river == "major"))
    return tuple(found)


def _whole(board: Board, i: int) -> frozenset[int]:
    """Steps that take the whole move: over an unbridged major river (9.1) or into a swamp off the road (9.3)."""
    found = set()
    for j, edge in zip(board.near[i], board.edges[i], strict=True):
        if edge is None or not edge.blocked:
            river = edge is not None and edge.river == "major" and not edge.bridge
            if river or (board.spaces[j].terrain == "swamp" and not (edge is not None and edge.road)):
                found.add(j)
    return frozenset(found)


def _close(board: Board, point: str, distance: int, start: dict[str, Any]) -> frozenset[int]:
    """12.3: two hexes, but for the points that need a unit in Kremenchuk."""
    if point in start["kremenchuk_crossing_points"]:
        return frozenset([board.index[start["kremenchuk"]]])
    return frozenset(board.index[h] for h in board if board.distance(point, h) <= distance)


def _city_shift(hex: Hex, terrain: dict[str, Any]) -> int:
    return int(terrain["major city" if hex.major else "city"]["shift"]) if hex.city else 0
