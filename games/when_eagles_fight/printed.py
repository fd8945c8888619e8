"""The printed game, read from `data/` and compiled for play: map, counters, turn track and tables."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path

import attrs

from wargame.core.engine.questions import Refusal
from wargame.core.mechanics.board import Barrier, Board
from wargame.core.mechanics.movement import Costs
from wargame.core.mechanics.odds import ResultTable
from wargame.core.title.data import DataFolder, Overlay

from .faults import check, map_faults, turn_faults, unit_faults
from .numbers import Numbers, Terrain
from .records import (
    CP,
    EDGES,
    ENTRIES,
    FEATURES,
    GRID,
    HOME,
    IN_RUSSIA,
    LANDS,
    OWN_LAND,
    RU,
    SIDES,
    Counter,
    Edge,
    Hex,
    Marker,
    ResultRow,
    Scenarios,
    Setup,
    Tables,
    Turn,
)  # fmt: skip

HERE = Path(__file__).parent / "data"
COLUMNS = ("1:2", "1:1", "2:1", "3:1", "4:1", "5:1")  # 13.10
CLOCKWISE = (4, 5, 0, 1, 2, 3)  # the directions of the board, from north


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
    weights: Mapping[str, float | Mapping[str, float]]  # of the features for bots
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


@cache
def load(overlay: Overlay = None) -> Data:
    """The data of the title, with the files of `overlay` in place of the shipped ones."""
    folder = DataFolder(HERE, overlay)
    of_hex = {"kind": ("city", "town", ""), "map_edge": ("north", *EDGES), "rail_exit": (*EDGES, "")}
    spaces = folder.csv("spaces.csv", Hex, key="id", known=of_hex)
    hexes = {h.id: h for h in spaces}
    edges = folder.csv("edges.csv", Edge, key="a b feature")
    of_unit = {"nation": SIDES, "entry": ENTRIES, "size": ("XXX", "XX", "II", "")}
    counters = {c.id: c for c in folder.csv("units.csv", Counter, key="id", known=of_unit)}
    turns = {t.turn: t for t in folder.csv("turns.csv", Turn, key="turn")}
    tables = folder.toml("tables.toml", Tables)
    scenarios = {s.id: s for s in folder.toml("scenarios.toml", Scenarios).scenario}
    numbers = folder.toml("numbers.toml", Numbers)
    check(folder, map_faults(hexes, edges, numbers))
    check(folder, unit_faults(hexes, counters, scenarios, numbers))
    check(folder, turn_faults(turns, tables, scenarios, numbers))
    of: dict[str, set[tuple[str, str]]] = {feature: set() for feature in FEATURES}
    for edge in edges:
        of[edge.feature].update(((edge.a, edge.b), (edge.b, edge.a)))
    board = Board.of_hexes(spaces, GRID, [e for e in edges if e.feature in ("sea", "lake")])
    around = {h: _around(board, h) for h in hexes}
    wet = of["sea"] | of["lake"]
    summer = costs(board, numbers.terrain, of["pass"], winter=False)
    by_edge = {side: _edge_hexes(hexes, side) for side in (RU, CP)}
    return Data(
        hexes=hexes,
        around=around,
        land={h: tuple(n for n in around[h] if n and (h, n) not in wet) for h in hexes},
        lakes={h: tuple(n for n in around[h] if (h, n) in of["lake"]) for h in hexes},
        rail={h: tuple(n for n in around[h] if (h, n) in of["rail"]) for h in hexes},
        passes=frozenset(of["pass"]),
        exits={side: frozenset(h.id for h in spaces if EDGES.get(h.rail_exit) == side) for side in (RU, CP)},
        to_edge={side: {h: min(board.distance(h, e) for e in by_edge[side]) for h in hexes} for side in (RU, CP)},
        capitals={h.id: HOME[h.country] for h in spaces if h.capital},
        places=board.mask(h.id for h in spaces if h.kind),
        own_land={
            nation: board.mask(h.id for h in spaces if h.country in OWN_LAND.get(nation, LANDS)) for nation in SIDES
        },
        goals={side: frozenset(h.id for h in spaces if h.victory_hex and HOME[h.country] != side) for side in (RU, CP)},
        russian_cities=board.mask(h.id for h in spaces if h.kind == "city" and h.country in IN_RUSSIA),
        german_cities=board.mask(h.id for h in spaces if h.kind == "city" and h.country == "germany"),
        ah_victory_hexes=board.mask(h.id for h in spaces if h.victory_hex and h.country == "austria_hungary"),
        romania=board.mask(h.id for h in spaces if h.country == "romania"),
        west_edge=_edge(hexes, "west"),
        south_edge=_edge(hexes, "south", "austria_hungary"),
        not_austrian=frozenset(h.id for h in spaces if h.country == "germany" or h.row < numbers.cooperation.north_row),
        edges=edges,
        board=board,
        summer=summer,
        winter=costs(board, numbers.terrain, of["pass"], winter=True),
        land_sides=summer.barrier,
        railways=board.along(of["rail"]),
        counters=counters,
        second_army=frozenset(c.id for c in counters.values() if c.second_army),
        mobile={side: frozenset(c.id for c in counters.values() if c.side == side and c.movement) for side in (RU, CP)},
        artillery=frozenset(c.id for c in counters.values() if c.artillery),
        turns=turns,
        results=ResultTable(
            COLUMNS, {r.roll: r.by_column for r in folder.csv("combat_results.csv", ResultRow, key="roll")}
        ),
        markers=folder.csv("markers.csv", Marker, key="id"),
        tables=tables,
        numbers=numbers,
        scenarios=scenarios,
        weights=folder.toml_table("weights.toml"),
        hash=folder.hash(),
    )
