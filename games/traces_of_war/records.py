"""The data files as frozen records, and the map compiled for play."""

from __future__ import annotations

import csv
import hashlib
import tomllib
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

import attrs

from wargame.core.board import Board, HexGrid
from wargame.core.convert import make_converter
from wargame.core.errors import DataError
from wargame.core.tables import ResultTable

T = TypeVar("T")
FOLDER = Path(__file__).parent / "data"
SOVIET, AXIS = "soviet", "axis"
ENEMY = {SOVIET: AXIS, AXIS: SOVIET}
TRUTH = {"true": True, "false": False}


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
    hq = False

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
    hq = True
    steps = 1
    mechanised = False
    panzer = False
    reduced_attack = reduced_defence = None


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


def _value(text: str, kind: Any) -> Any:
    optional = kind in (str | None, int | None)
    if not text and optional:
        return None
    if kind is bool:
        return TRUTH[text]
    return int(text) if kind in (int, int | None) else text


def read_csv(path: Path, cls: type[T]) -> tuple[T, ...]:
    """The records of a file; an error names file, line and field."""
    hints = {name: kind for name, kind in get_type_hints(cls).items() if name in {f.name for f in attrs.fields(cls)}}  # type: ignore[arg-type]
    found = []
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file)
        if set(rows.fieldnames or ()) != set(hints):
            odd = ", ".join(sorted(set(rows.fieldnames or ()) ^ set(hints)))
            raise DataError(f"{path.name}, line 1: columns unknown or missing: {odd}.")
        for line, row in enumerate(rows, 2):
            values = {}
            for name, kind in hints.items():
                try:
                    values[name] = _value(row[name], kind)
                except (KeyError, ValueError, TypeError):
                    raise DataError(f"{path.name}, line {line}: {name} cannot be '{row[name]}'.") from None
            found.append(cls(**values))
    return tuple(found)


@attrs.frozen(eq=False)
class Data:
    """All that is printed: map, counters, chits, tables."""

    board: Board
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
    cost: tuple[int, ...]  # half movement points to enter each hex, 0: swamp
    shift: tuple[int, ...]  # column shifts for a defender
    zoc: tuple[tuple[int, ...], ...]  # neighbours not behind a blocked side
    sources: dict[str, tuple[str, ...]]
    crossing_points: tuple[str, ...]
    around: dict[str, tuple[str, ...]]  # hexes within two of each crossing point

    def limit(self, name: str) -> int:
        return int(self.tables["limits"][name])


def _crt(rows: list[dict[str, Any]]) -> tuple[ResultTable, dict[str, Fraction]]:
    columns = tuple(row["odds"] for row in rows)
    table = ResultTable(columns, {die: tuple(row["results"][die - 1] for row in rows) for die in range(1, 7)})
    return table, {row["odds"]: Fraction(row["at_least"]) for row in rows}


def _structured(rows: list[dict[str, Any]], cls: type[T]) -> tuple[T, ...]:
    return tuple(make_converter().structure(row, cls) for row in rows)


@cache
def load(folder: Path = FOLDER, over: Path | None = None) -> Data:
    """Read and compile everything; files of `over` go before those of `folder`."""

    def file(name: str) -> Path:
        return over / name if over is not None and (over / name).exists() else folder / name

    spaces, sides = read_csv(file("spaces.csv"), Hex), read_csv(file("edges.csv"), Hexside)
    board = Board.of_hexes(spaces, HexGrid("RRCC", "rows", "odd"), sides)
    tables = tomllib.loads(file("tables.toml").read_text("utf-8"))
    scenarios = tomllib.loads(file("scenarios.toml").read_text("utf-8"))
    combat, hqs = read_csv(file("units.csv"), Counter), read_csv(file("hqs.csv"), Headquarters)
    crt, odds = _crt(tables["combat_results"])
    terrain = {row["name"]: row for row in tables["terrain"]}
    crossing = tuple(h.id for h in spaces if h.crossing_point)
    names = ("spaces.csv", "edges.csv", "units.csv", "hqs.csv", "chits.csv", "setup.csv", "tables.toml", "scenarios.toml")
    return Data(
        board=board,
        counters={c.id: c for c in (*combat, *hqs)},
        chits={c.id: c for c in read_csv(file("chits.csv"), Chit)},
        setup=read_csv(file("setup.csv"), Placement),
        turns={t.turn: t for t in _structured(tables["turn"], Turn)},
        crt=crt,
        odds=odds,
        codes={c.code: c for c in _structured(tables["result_code"], ResultCode)},
        scenarios={s.id: s for s in _structured(scenarios["scenario"], ScenarioRecord)},
        tables=tables,
        start=scenarios["start"],
        points={"race": scenarios["race_points"], "campaign": scenarios["campaign_points"]},
        hash=hashlib.sha256(b"".join(file(n).read_bytes() for n in names)).hexdigest()[:16],
        cost=tuple(2 * terrain[h.terrain].get("movement_cost", 0) for h in spaces),
        shift=tuple(terrain[h.terrain]["shift"] + _city_shift(h, terrain) for h in spaces),
        zoc=tuple(
            tuple(j for j, edge in zip(near, edges, strict=True) if edge is None or not edge.blocked)
            for near, edges in zip(board.near, board.edges, strict=True)
        ),
        sources={side: tuple(h.id for h in spaces if h.supply_source == side) for side in (SOVIET, AXIS)},
        crossing_points=crossing,
        around={
            c: tuple(h for h in board if board.distance(c, h) <= tables["limits"]["crossing_point_distance"])
            for c in crossing
        },
    )


def _city_shift(hex: Hex, terrain: dict[str, Any]) -> int:
    return int(terrain["major city" if hex.major else "city"]["shift"]) if hex.city else 0
