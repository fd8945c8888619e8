"""What is printed: the frozen classes the data is read into, and all of it compiled for play."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property
from itertools import chain
from pathlib import Path
from typing import Any

import attrs

from wargame.core.engine.errors import DataError
from wargame.core.mechanics.board import Barrier, Board
from wargame.core.title.data import DataFolder, Overlay

from .names import SIDES, all_names
from .tables import Events, Numbers, ScenarioRow, Scenarios, SupplyNets, Tables, Terrain

SCENARIOS = ("campaign", "limited_war", "introductory")


@attrs.frozen
class Space:
    """A printed space."""

    id: str
    name: str
    nation: str
    map: str
    terrain: str
    fort: int
    port: str
    capital: str
    sources: tuple[str, ...]
    vp: bool
    control: str
    x: float
    y: float
    x2: float | None
    y2: float | None
    source: str
    note: str

    @cached_property
    def near_east(self) -> bool:
        return self.map == "near_east"


@attrs.frozen
class Edge:
    """A printed line; a dotted one is for its nations only."""

    a: str
    b: str
    kind: str
    nations: tuple[str, ...]
    condition: str
    source: str
    note: str


@attrs.frozen
class Counter:
    """A printed unit: factors at full and at reduced strength."""

    id: str
    name: str
    nation: str
    size: str
    count: int
    cf: int
    lf: int
    mf: int
    reduced_cf: int
    reduced_lf: int
    reduced_mf: int
    pool: str
    kind: str
    near_east: bool
    source: str
    note: str
    side: str = ""
    type: str = ""

    @cached_property
    def army(self) -> bool:
        return self.size == "army"


@attrs.frozen
class Card:
    """A strategy card."""

    id: str
    name: str
    side: str
    number: int
    commitment: str
    ops: int
    sr: int
    rp: tuple[str, ...]
    war_status: int
    kind: str
    combat: bool
    asterisk: bool
    once: bool
    ops_too: bool
    reinforces: str
    units: tuple[str, ...]
    text: str
    source: str

    @cached_property
    def points(self) -> dict[str, int]:
        """Replacement points by pool."""
        return pairs(self.rp)

    @cached_property
    def brings(self) -> dict[str, int]:
        """Reinforcing units by kind."""
        return pairs(self.units)


def pairs(cells: tuple[str, ...]) -> dict[str, int]:
    return {name: int(n) for name, n in (cell.split(":") for cell in cells)}


@attrs.frozen
class Nation:
    """A nation, its side and whether it starts at war."""

    id: str
    name: str
    side: str
    status: str
    source: str
    note: str


@attrs.frozen
class SetUp:
    """One line of the set-up table."""

    when: str
    space: str
    unit: str
    reduced: bool | None
    count: int | None
    trench: int | None
    source: str


def read_nations(folder: DataFolder) -> tuple[Nation, ...]:
    status = ("at_war", "neutral", "open", "closed", "ana_only")
    return folder.csv("nations.csv", Nation, key="id", known={"side": (*SIDES, ""), "status": status})


def read_spaces(folder: DataFolder, nations: Mapping[str, Nation]) -> tuple[Space, ...]:
    known = {
        "nation": {*nations, ""}, "map": ("europe", "near_east"), "port": (*SIDES, ""), "control": SIDES,
        "capital": {*nations, ""}, "sources": {*nations, "cp"},
    }  # fmt: skip
    return folder.csv("spaces.csv", Space, key="id", known=known)


def read_edges(folder: DataFolder, nations: Mapping[str, Nation], spaces: Mapping[str, Space]) -> tuple[Edge, ...]:
    known = {"a": spaces, "b": spaces, "kind": ("solid", "dotted"), "nations": {*nations, "ana"}}
    return folder.csv("edges.csv", Edge, key="a b", known=known)


def read_cards(folder: DataFolder, nations: Mapping[str, Nation]) -> tuple[Card, ...]:
    known = {
        "side": SIDES, "commitment": ("mobilization", "limited_war", "total_war"), "reinforces": {*nations, ""},
        "kind": ("combat", "event", "neutral_entry", "reinforcement"),
    }  # fmt: skip
    return folder.csv("cards.csv", Card, key="id", known=known)


class Data:
    """All printed data, compiled for play."""

    def __init__(self, folder: DataFolder) -> None:
        self.hash = folder.hash()
        self.nations: dict[str, Nation] = {n.id: n for n in read_nations(folder)}
        self.spaces: dict[str, Space] = {s.id: s for s in read_spaces(folder, self.nations)}
        self.edges: tuple[Edge, ...] = read_edges(folder, self.nations, self.spaces)
        self.cards: dict[str, Card] = {c.id: c for c in read_cards(folder, self.nations)}
        self.tables: Tables = folder.toml("tables.toml", Tables)
        self.numbers: Numbers = folder.toml("numbers.toml", Numbers)
        self.supply: SupplyNets = folder.toml("supply.toml", SupplyNets)
        self.events: Events = folder.toml("events.toml", Events)
        scenarios = folder.toml("scenarios.toml", Scenarios)
        self.scenarios: dict[str, ScenarioRow] = {name: getattr(scenarios, name) for name in SCENARIOS}
        self.counters: dict[str, Counter] = {}
        self.types: dict[str, tuple[str, ...]] = {}
        of_unit = {"nation": self.nations, "size": ("army", "corps"), "pool": {*self.nations, "a", ""}}
        for unit in folder.csv("units.csv", Counter, key="id", known=of_unit):
            ids = (unit.id,) if unit.army else tuple(f"{unit.id}.{n}" for n in range(1, unit.count + 1))
            self.types[unit.id] = ids
            side = self.nations[unit.nation].side
            self.counters.update({i: attrs.evolve(unit, id=i, type=unit.id, side=side) for i in ids})
        of_setup = {
            "when": {"start", *self.nations}, "unit": {*self.types, ""},
            "space": {*self.spaces, "ap_reserve", "cp_reserve", "other"},
        }  # fmt: skip
        self.setup: tuple[SetUp, ...] = folder.csv("setup.csv", SetUp, known=of_setup)
        self.board = Board.of_edges(tuple(self.spaces.values()), self.edges)
        self.lines: dict[str, tuple[tuple[str, Edge], ...]] = dict.fromkeys(self.spaces, ())
        for edge in self.edges:
            self.lines[edge.a] += ((edge.b, edge),)
            self.lines[edge.b] += ((edge.a, edge),)
        self.solid = {s: tuple(n for n, e in lines if e.kind == "solid") for s, lines in self.lines.items()}
        self.ana_only = tuple(  # no other Allied unit ever reaches these: Arabia and Medina (11.1.4)
            s for s, lines in self.lines.items() if any("ana" in e.nations for _, e in lines)
            and all(e.nations and set(e.nations) <= {"ana", "tu"} for _, e in lines)
        )  # fmt: skip
        self.capitals = {n: tuple(s.id for s in self.spaces.values() if s.capital == n) for n in self.nations}
        self.vp_spaces = tuple(s.id for s in self.spaces.values() if s.vp)
        self.russian_vp = tuple(s.id for s in self.spaces.values() if s.vp and s.nation == "ru")
        self.mef = tuple(s for s in self.spaces if s.startswith("mef"))
        self.around = {s: (*(n for n, _ in lines), s) for s, lines in self.lines.items()}
        self.around_mask = {s: self.board.mask(near) for s, near in self.around.items()}
        self.russia = self.board.mask(x.id for x in self.spaces.values() if x.nation == "ru")
        self.near_east = frozenset(s.id for s in self.spaces.values() if s.near_east)
        self.near_east_mask = self.board.mask(self.near_east)
        self.forts = tuple(s.id for s in self.spaces.values() if s.fort)
        self.ports = {side: tuple(s.id for s in self.spaces.values() if s.port == side) for side in ("ap", "cp")}
        self.names: dict[str, str] = all_names(self)
        self._check(folder)
        self._near: dict[tuple[str, str, bool], tuple[str, ...]] = {}
        self.known: dict[tuple[object, ...], dict[tuple[str, object], Any]] = {}  # what follows from supply lines
        self._lines_of: dict[tuple[str, bool], Barrier] = {}
        self._traced: dict[frozenset[str], Barrier] = {}
        self.operable: dict[tuple[str, bool, bool], int] = {}  # by kind of unit
        self._self_supplied: dict[str, int] = {}  # by type of unit
        self._open: dict[tuple[frozenset[str], bool, str], frozenset[str]] = {}

    def self_supplied(self, unit: Counter) -> int:
        """The spaces where a unit needs no supply line (14.1.5, 14.1.6), as a set."""
        if unit.type not in self._self_supplied:
            everywhere = unit.nation == "mn" or unit.kind in ("ana", "sn")
            own = (x.id for x in self.spaces.values() if everywhere or unit.nation == x.nation == "sb")
            self._self_supplied[unit.type] = self.board.mask(own)
        return self._self_supplied[unit.type]

    def _check(self, folder: DataFolder) -> None:
        """Refuse names in the TOML files that are not in the spreadsheets."""
        n, supply, events = self.numbers, self.supply, self.events
        for file, field, found, known in (
            ("numbers.toml", "shared_land", n.shared_land, self.spaces),
            ("numbers.toml", "channel", n.channel, self.spaces),
            ("numbers.toml", "bef_land", n.bef_land, self.nations),
            ("numbers.toml", "russian_land", n.russian_land, self.nations),
            ("numbers.toml", "second_attempt_nations", n.second_attempt_nations, self.nations),
            ("numbers.toml", "first_losses", chain.from_iterable(n.first_losses), self.types),
            ("supply.toml", "sources", chain.from_iterable(net.sources for net in supply.nets.values()), self.spaces),
            ("supply.toml", "side", [net.side for net in supply.nets.values()], self.ports),
            ("supply.toml", "net_of", supply.net_of, self.nations),
            ("supply.toml", "net_of", supply.net_of.values(), supply.nets),
            ("supply.toml", "own_net", supply.own_net.values(), supply.nets),
            ("supply.toml", "home", chain.from_iterable(supply.home.values()), self.spaces),
            ("events.toml", "needs", events.needs, self.cards),
            ("events.toml", "does", events.does, self.cards),
            ("events.toml", "combat", events.combat, self.cards),
            ("events.toml", "at_home", events.at_home, self.types),
            ("events.toml", "entries", events.entries.values(), self.nations),
            ("spaces.csv", "terrain", [x.terrain for x in self.spaces.values()], self.tables.terrain),
        ):
            if unknown := next((name for name in found if name not in known), None):
                raise DataError(f"{folder.path(file)}: {field}: there is no '{unknown}' in the other data.")

    def terrain(self, space: str) -> Terrain:
        """What the terrain of a space does."""
        return self.tables.terrain[self.spaces[space].terrain]

    def caucasus(self, a: str, b: str) -> bool:
        """Whether a step goes between the Caucasus box and the Near East (11.3.2)."""
        return "caucasus" in (a, b) and self.spaces[a].near_east != self.spaces[b].near_east

    def traced(self, nations: frozenset[str]) -> Barrier:
        """The network of solid lines and of the dotted ones of these nations (14.1.2)."""
        if nations not in self._traced:
            self._traced[nations] = self.board.along(
                (e.a, e.b) for e in self.edges if not e.nations or nations & set(e.nations)
            )
        return self._traced[nations]

    def open_spaces(self, at_war: frozenset[str], greek_limited: bool, beachhead: str) -> frozenset[str]:
        """Spaces that units may be in at all (11.1.10-11.1.12, 9.5.2.4)."""
        key = (at_war, greek_limited, beachhead)
        if key not in self._open:
            nations = at_war | {"gr"} if greek_limited else at_war
            nations = nations | {"pe", "ly"} if "tu" in at_war else nations - {"pe", "ly"}  # 11.1.12 and Q&A
            self._open[key] = frozenset(x.id for x in self.spaces.values() if x.nation in nations or x.id == beachhead)
        return self._open[key]

    def lines_of(self, unit: Counter) -> Barrier:
        """The network of the lines this unit may use (11.1.3, 11.1.4)."""
        key = (unit.kind or unit.nation, unit.army)
        if key not in self._lines_of:
            self._lines_of[key] = self.board.along((x, to) for x in self.spaces for to in self.near(x, unit))
        return self._lines_of[key]

    def near(self, space: str, unit: Counter) -> tuple[str, ...]:
        """Spaces joined to `space` by a line this unit may use (11.1.3, 11.1.4)."""
        key = (space, unit.kind or unit.nation, unit.army)
        if key not in self._near:
            names = {unit.nation, unit.kind}
            self._near[key] = tuple(
                n for n, e in self.lines[space]
                if (not e.nations or names & set(e.nations)) and not (unit.army and e.condition.startswith("one_ru"))
            )  # fmt: skip
        return self._near[key]


@cache
def data(overlay: Overlay = None) -> Data:
    return Data(DataFolder(Path(__file__).parent / "data", overlay))
