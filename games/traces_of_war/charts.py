"""Everything that is printed, loaded from the data files and compiled for play: map, counters, chits, charts."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import attrs

from wargame.core.engine.errors import DataError
from wargame.core.engine.questions import Refusal
from wargame.core.mechanics.board import Barrier, Board
from wargame.core.mechanics.movement import WHOLE, Costs
from wargame.core.mechanics.odds import Modifier, ResultTable
from wargame.core.title.data import DataFolder, Overlay

from .records import (
    AXIS,
    CHIT_KINDS,
    CHIT_NAMES,
    FOLDER,
    GRID,
    OF_UNIT,
    SIDES,
    SOVIET,
    Chit,
    Counter,
    Headquarters,
    Hex,
    Hexside,
    Limits,
    Placement,
    ResultCode,
    ResultRow,
    ScenarioRecord,
    Scenarios,
    Tables,
    Turn,
)  # fmt: skip


@attrs.frozen(eq=False)
class Data:
    """All that is printed: map, counters, chits, tables."""

    board: Board
    sides: tuple[Hexside, ...]
    counters: dict[str, Counter | Headquarters]
    chits: dict[str, Chit]
    setup: tuple[Placement, ...]
    tables: Tables
    scenario_tables: Scenarios
    hash: str
    turns: dict[int, Turn]
    codes: dict[str, ResultCode]
    scenarios: dict[str, ScenarioRecord]
    crt: ResultTable
    odds: dict[str, Fraction]
    costs: Costs  # 9.1, 9.3, in half points; its ways are the neighbours not behind a blocked side
    roads: Costs  # 9.2
    zone_costs: tuple[int, int]  # 9.3, to enter and to leave an enemy zone, in half points
    shifts: dict[str, tuple[Modifier, ...]]  # 10.2, column shifts for a defender in each hex
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

    @property
    def limits(self) -> Limits:
        return self.tables.limits


@cache
def load(over: Overlay = None) -> Data:
    """Read and compile everything; files of `over` go before the shipped ones."""
    folder = DataFolder(FOLDER, over)
    tables, scenarios = folder.toml("tables.toml", Tables), folder.toml("scenarios.toml", Scenarios)
    spaces, sides = _map(folder, tables)
    hqs = folder.csv("hqs.csv", Headquarters, key="id", known={"side": SIDES})
    units: tuple[Counter | Headquarters, ...] = (*folder.csv("units.csv", Counter, key="id", known=OF_UNIT), *hqs)
    of_chit = {"side": (*SIDES, "both"), "kind": CHIT_KINDS, "hq": {*(hq.id for hq in hqs), ""}}
    of_setup = {"unit": {u.id for u in units}, "hex": {h.id for h in spaces}}
    board = Board.of_hexes(spaces, GRID, sides)
    crossing = tuple(h.id for h in spaces if h.crossing_point)
    names = _names(units) | _place_names(spaces) | CHIT_NAMES
    check_tables(tables, scenarios, len(crossing))
    return Data(
        board=board,
        sides=sides,
        counters={c.id: c for c in units},
        chits={c.id: c for c in folder.csv("chits.csv", Chit, key="id", known=of_chit)},
        setup=folder.csv("setup.csv", Placement, key="unit", known=of_setup),
        tables=tables,
        scenario_tables=scenarios,
        hash=folder.hash(),
        turns={t.turn: t for t in tables.turn},
        codes={c.code: c for c in tables.result_code},
        scenarios={s.id: s for s in scenarios.scenario},
        crt=_crt(tables.combat_results),
        odds={row.odds: Fraction(row.at_least) for row in tables.combat_results},
        costs=_costs(board, tables),
        roads=_roads(board, tables),
        zone_costs=(halves(tables.movement.enter_zone), halves(tables.movement.leave_zone)),
        shifts={h.id: _shifts(h, {row.name: row.shift for row in tables.terrain}) for h in spaces},
        sources={side: tuple(h.id for h in spaces if h.supply_source == side) for side in (SOVIET, AXIS)},
        crossing_points=crossing,
        close={point: _close(board, point, tables.limits, scenarios) for point in crossing},
        majors=tuple(h.id for h in spaces if h.major),
        west_of_dnipro=board.mask(h.id for h in spaces if h.west_of_dnipro),
        names=names,
        converted_names=names | {u.id: u.converted_name for u in units if u.converted_name},
        supply_sides=board.barrier(lambda e: e is not None and (e.blocked or (e.river == "major" and not e.bridge))),
        rail_sides=board.barrier(lambda e: e is None or not e.rail),
        blocked_sides=board.barrier(lambda e: e is not None and e.blocked),
    )


def _map(folder: DataFolder, tables: Tables) -> tuple[tuple[Hex, ...], tuple[Hexside, ...]]:
    """The hexes and the hexsides with something along them."""
    of_hex = {"terrain": {row.name for row in tables.terrain}, "supply_source": (*SIDES, None, "")}
    spaces = folder.csv("spaces.csv", Hex, key="id", known=of_hex)
    ids = {h.id for h in spaces}
    of_side = {"a": ids, "b": ids, "river": ("minor", "major", None, "")}
    return spaces, folder.csv("edges.csv", Hexside, key="a b", known=of_side)


def luftwaffe_markers(data: Data) -> tuple[str, ...]:
    """7.0: the kinds of all markers."""
    kinds = data.tables.luftwaffe
    return ("defensive",) * kinds.defensive + ("offensive",) * kinds.offensive


def halves(points: float) -> int:
    """Movement and negotiation points are counted in halves."""
    if not float(2 * points).is_integer():
        raise DataError(f"tables.toml: {points:g} is not a number of half points.")
    return int(2 * points)


def check_tables(tables: Tables, scenarios: Scenarios, crossing_points: int) -> None:
    """Whether each table has the rows that play will look for."""
    codes = {code.code for code in tables.result_code}
    faces = {len(row.results) for row in tables.combat_results}
    unknown = sorted({result for row in tables.combat_results for result in row.results} - codes)
    if unknown or len(faces) != 1:
        wrong = f"the result '{unknown[0]}' has no [[result_code]]" if unknown else "rows have different lengths"
        raise DataError(f"tables.toml: [[combat_results]]: {wrong}.")
    if [row.controlled for row in tables.crossing_points] != list(range(crossing_points + 2)):  # 12.3, the bridgehead
        raise DataError(
            f"tables.toml: [[crossing_points]] needs a row for each number from 0 to {crossing_points + 1}."
        )
    last = max(scenario.last_turn for scenario in scenarios.scenario)
    if not set(range(1, last + 1)) <= {turn.turn for turn in tables.turn}:
        raise DataError(f"tables.toml: [[turn]] needs a row for each turn from 1 to {last}.")


def _crt(rows: tuple[ResultRow, ...]) -> ResultTable:
    faces = range(1, len(rows[0].results) + 1)
    return ResultTable(tuple(row.odds for row in rows), {d: tuple(row.results[d - 1] for row in rows) for d in faces})


def _names(units: tuple[Counter | Headquarters, ...]) -> dict[str, str]:
    """As printed; a bare number, which both sides may have, with C for a Soviet corps or D for an Axis division."""
    letter = {SOVIET: "C", AXIS: "D"}
    return {u.id: u.name + (letter[u.side] if u.name.isdecimal() else "") for u in units}


def _place_names(spaces: tuple[Hex, ...]) -> dict[str, str]:
    """A place and its hex: Kharkiv (2634)."""
    places = {h.id: h.city or h.crossing_point or h.label for h in spaces}
    return {id: f"{place} ({id})" for id, place in places.items() if place}


# --- what a hex and a hexside cost, and what they are worth ----------------------------------------------------------


def _costs(board: Board, tables: Tables) -> Costs:
    """9.1, 9.3: the points for a step without zones of control, in halves."""
    terrain = {row.name: halves(row.movement_cost) for row in tables.terrain}
    way, river = halves(tables.movement.road_or_railway), halves(tables.movement.river)

    def price(here: Hex, there: Hex, side: Hexside | None) -> int | Refusal:
        if side is not None and side.blocked:
            return Refusal("9.1", f"The side between {here.id} and {there.id} is blocked.")
        if _takes_whole_move(there, side):
            return WHOLE
        if side is not None and (side.road or side.rail):
            return way
        return terrain[there.terrain] + (river if side is not None and side.river else 0)

    def barred(here: Hex, there: Hex, side: Hexside | None) -> bool:  # 9.3: from zone to zone, bridged or not
        return _takes_whole_move(there, side) or (side is not None and side.river == "major")

    return Costs(board, price, barred)


def _takes_whole_move(there: Hex, side: Hexside | None) -> bool:
    """Over an unbridged major river (9.1), or into a swamp off the road (9.3)."""
    if side is None:
        return there.terrain == "swamp"
    return (side.river == "major" and not side.bridge) or (there.terrain == "swamp" and not side.road)


def _roads(board: Board, tables: Tables) -> Costs:
    """9.2: the points for a step along a road, in halves."""
    cost = halves(tables.movement.strategic_road)

    def price(here: Hex, there: Hex, side: Hexside | None) -> int | Refusal:
        return (
            cost if side is not None and side.road else Refusal("9.2", f"No road leads from {here.id} to {there.id}.")
        )

    return Costs(board, price)


def _shifts(hex: Hex, shift: dict[str, int]) -> tuple[Modifier, ...]:
    """10.2: terrain and city both help the defender."""
    names = [hex.terrain, *(["major city" if hex.major else "city"] if hex.city else [])]
    return tuple(Modifier(name, -shift[name], "10.2") for name in names if shift[name])


def _close(board: Board, point: str, limits: Limits, scenarios: Scenarios) -> int:
    """12.3: two hexes, but for the points that need a unit in Kremenchuk."""
    if point in scenarios.start.kremenchuk_crossing_points:
        return board.bit[scenarios.start.kremenchuk]
    return board.mask(h for h in board if board.distance(point, h) <= limits.crossing_point_distance)
