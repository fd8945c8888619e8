"""What is printed: hexes, hexsides, units, forts and tables, read once from `data/`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path

import attrs

from wargame.core.mechanics.board import Barrier, Board
from wargame.core.title.data import DataFolder, Overlay

from .tables import FORTUNES, Tables

ALLIED, GERMAN = "allied", "german"
SIDES = (ALLIED, GERMAN)
SIDE_NAMES = {ALLIED: "Allied side", GERMAN: "German side"}
NATIONS = ("french", "british", "belgian", "german")
COUNTRIES = ("BE", "DE", "FR", "LU", "NL")
KINDS, SIZES = ("infantry", "cavalry", "ha", "hq"), ("army", "corps", "division", "brigade", "battery")
ENTRIES = ("setup", "reinforcement", "paris_danger", "optional")
ENEMY = {ALLIED: GERMAN, GERMAN: ALLIED}
PARIS = "19"
HERE = Path(__file__).parent / "data"
MOST_STACKS = 50_000  # that are kept sorted


@attrs.frozen(kw_only=True)
class Space:
    """One of the 107 hexes (2.2)."""

    id: str
    name: str
    x: float
    y: float
    start_control: str
    terrain: int
    coastal: bool
    port: bool
    schlieffen: bool
    paris_danger: bool
    belgium: bool
    countries: tuple[str, ...]
    vp: str = ""
    vp_multiplier: int
    supply: tuple[str, ...] = ()
    vosges: bool
    source: str
    note: str = ""


@attrs.frozen(kw_only=True)
class Hexside:
    """Two hexes that touch: what it costs to cross, and whether a railway does."""

    a: str
    b: str
    side: str
    rail: bool
    source: str
    note: str = ""


@attrs.frozen(eq=False, kw_only=True)
class Counter:
    """A unit as printed (2.4): infantry, cavalry, headquarters (hq) or heavy artillery (ha)."""

    id: str
    name: str
    side: str
    nation: str
    kind: str
    size: str
    strength: int
    disrupted_strength: int
    defence_only: bool
    disrupted_defence_only: bool
    movement: int
    reduced_movement: int
    bombardment: int
    red_circle: bool
    mountain: bool
    territorial: bool
    half_corps: int
    entry: str
    turn: int = 0
    hex: str = ""
    starts_disrupted: bool
    option: str = ""
    formation: str = ""
    source: str
    note: str = ""

    @property
    def combat(self) -> bool:
        return self.kind in ("infantry", "cavalry")


@attrs.frozen(eq=False, kw_only=True)
class Fort:
    """A fort with its steps, strongest first (2.4)."""

    id: str
    name: str
    side: str
    nation: str
    hex: str
    strengths: tuple[int, ...]
    bombardment_drms: tuple[int, ...]
    large_garrison: bool
    option: str = ""
    source: str
    note: str = ""
    kind: str = "fort"
    size: str = "fort"
    half_corps: int = 0
    combat: bool = False
    bombardment: int = 0


@attrs.frozen
class ScenarioRecord:
    """A scenario (13)."""

    id: str
    name: str
    turns: int
    gist: str
    what_if: bool
    source: str


@attrs.frozen
class Strategy:
    """A strategy option of the third scenario (13.3.4)."""

    id: str
    side: str
    name: str
    cost: int
    rule: str
    source: str
    corps: int = 0
    cavalry: int = 0
    headquarters: int = 0


@attrs.frozen
class ScenarioFile:
    """The whole of scenarios.toml."""

    scenario: tuple[ScenarioRecord, ...]
    strategy: tuple[Strategy, ...]


@attrs.frozen
class Present:
    """Who is in a hex, a side's units by kind."""

    combat: tuple[str, ...] = ()
    forts: tuple[str, ...] = ()
    hq: tuple[str, ...] = ()
    ha: tuple[str, ...] = ()
    half_corps: int = 0
    infantry_half_corps: int = 0
    movable: bool = False  # whether any of them can move: forts never do


NOWHERE = Present()


class Stacks(dict[tuple[str, ...], dict[str, Present]]):
    """The units of a hex sorted by side and kind; the same units are sorted only once."""

    def __init__(self, pieces: Mapping[str, Counter | Fort]) -> None:
        self.pieces = pieces

    def __missing__(self, ids: tuple[str, ...]) -> dict[str, Present]:
        if len(self) > MOST_STACKS:
            self.clear()
        pieces = [self.pieces[u] for u in ids]
        found = self[ids] = {side: _sorted([p for p in pieces if p.side == side]) for side in SIDES}
        return found


def _sorted(own: list[Counter | Fort]) -> Present:
    return Present(
        movable=any(c.kind != "fort" for c in own),
        combat=tuple(c.id for c in own if c.combat),
        forts=tuple(c.id for c in own if c.kind == "fort"),
        hq=tuple(c.id for c in own if c.kind == "hq"),
        ha=tuple(c.id for c in own if c.kind == "ha"),
        half_corps=sum(c.half_corps for c in own),
        infantry_half_corps=sum(c.half_corps for c in own if c.kind == "infantry"),
    )


@attrs.frozen(eq=False)
class Printed:
    """Everything printed, compiled for play; sets of hexes are masks of the board."""

    spaces: dict[str, Space]
    hexsides: tuple[Hexside, ...]
    counters: dict[str, Counter]
    forts: dict[str, Fort]
    scenarios: dict[str, ScenarioRecord]
    strategies: dict[str, Strategy]
    tables: Tables
    data_hash: str
    board: Board = attrs.field(init=False)
    bit: dict[str, int] = attrs.field(init=False)
    rails: Barrier = attrs.field(init=False)  # closed but along railways
    land: Barrier = attrs.field(init=False)  # closed at impassable hexsides
    rail_hexes: int = attrs.field(init=False)
    next_to: dict[str, dict[str, int]] = attrs.field(init=False)  # cost to enter; 0: impassable
    pieces: dict[str, Counter | Fort] = attrs.field(init=False)
    stacks: Stacks = attrs.field(init=False)

    @board.default
    def _board(self) -> Board:
        return Board.of_edges(tuple(self.spaces.values()), self.hexsides)

    @bit.default
    def _bit(self) -> dict[str, int]:
        return self.board.bit

    @rails.default
    def _rails(self) -> Barrier:
        return self.board.along((side.a, side.b) for side in self.hexsides if side.rail)

    @land.default
    def _land(self) -> Barrier:
        return self.board.barrier(lambda edge: edge.side == "impassable")

    @rail_hexes.default
    def _rail_hexes(self) -> int:
        return self.board.mask(end for side in self.hexsides if side.rail for end in (side.a, side.b))

    @next_to.default
    def _next_to(self) -> dict[str, dict[str, int]]:
        movement = self.tables.movement
        cost = {"clear": movement.clear, "red_diamond": movement.red_diamond, "impassable": 0}  # 8.4.2
        board = self.board
        return {h: {n: cost[board.edge(h, n).side] for n in board.neighbours(h)} for h in self.spaces}

    @pieces.default
    def _pieces(self) -> dict[str, Counter | Fort]:
        return {**self.counters, **self.forts}

    @stacks.default
    def _stacks(self) -> Stacks:
        return Stacks(self.pieces)

    @cached_property
    def around_paris(self) -> frozenset[str]:
        """The hexes around Paris and those beside them (8.4.9)."""
        ring = {space.id for space in self.spaces.values() if space.paris_danger}
        return frozenset(ring | ({h for r in ring for h in self.next_to[r]} - {PARIS}))

    @cached_property
    def through_holland(self) -> dict[str, dict[str, int]]:
        """What it costs to enter hexes across the corners of Holland once it is invaded (13.3.4b5)."""
        options = self.tables.options
        found: dict[str, dict[str, int]] = {}
        for one, other in options.dutch_hexsides:
            found.setdefault(one, {})[other] = found.setdefault(other, {})[one] = options.dutch_hexside
        return found

    @cached_property
    def rail_ways(self) -> dict[str, tuple[str, ...]]:
        """The hexes to which a railway leads from each."""
        return {h: tuple(n for n in self.next_to[h] if self.board.edge(h, n).rail) for h in self.spaces}

    @cached_property
    def plan17_hexes(self) -> tuple[str, ...]:
        return tuple(space.id for space in self.spaces.values() if space.vp == "plan17")


def load(overlay: Overlay = None) -> Printed:
    """The shipped data, with the files of `overlay` laid over them."""
    folder = DataFolder(HERE, overlay)
    scenarios = folder.toml("scenarios.toml", ScenarioFile)
    of_space = {"start_control": SIDES, "vp": ("", "german", "plan17"), "supply": NATIONS, "countries": COUNTRIES}
    spaces = {s.id: s for s in folder.csv("spaces.csv", Space, key="id", known=of_space)}
    of_side = {"a": spaces, "b": spaces, "side": ("clear", "red_diamond", "impassable")}
    of_unit = {"side": SIDES, "nation": NATIONS, "kind": KINDS, "size": SIZES, "entry": ENTRIES, "hex": {*spaces, ""}}
    printed = Printed(
        spaces=spaces,
        hexsides=folder.csv("edges.csv", Hexside, key="a b", known=of_side),
        counters={c.id: c for c in folder.csv("units.csv", Counter, key="id", known=of_unit)},
        forts={
            f.id: f
            for f in folder.csv("forts.csv", Fort, key="id", known={"side": SIDES, "nation": NATIONS, "hex": spaces})
        },
        scenarios={s.id: s for s in scenarios.scenario},
        strategies={s.id: s for s in scenarios.strategy},
        tables=folder.toml("tables.toml", Tables),
        data_hash=folder.hash(),
    )
    for place, fault in _faults(printed):
        raise folder.fault("tables.toml", place, fault)
    return printed


def _faults(printed: Printed) -> Iterator[tuple[str, str]]:
    """What is wrong in the tables, and where: names of nothing, rows of a wrong length, fortunes unknown."""
    known = {"hex": printed.spaces.keys(), "unit": printed.pieces.keys()}
    for group in attrs.fields(Tables):
        table = getattr(printed.tables, group.name)
        for field in attrs.fields(type(table)) if attrs.has(type(table)) else ():
            place, value = f"{group.name}.{field.name}", getattr(table, field.name)
            if "names" in field.metadata:
                kind = field.metadata["names"]
                yield from ((place, f"there is no {kind} '{n}'") for n in _names_in(value) if n not in known[kind])
            if "faces" in field.metadata and len(value) != field.metadata["faces"]:
                yield place, f"{len(value)} values, but a die has {field.metadata['faces']} faces"
    fortunes = printed.tables.fortunes
    if sorted(fortunes) != list(range(2, 13)):
        yield "fortunes", "there is one line for each roll from 2 to 12"
    for roll, name in fortunes.items():
        if name not in FORTUNES:
            yield f"fortunes.{roll}", f"'{name}' is not one of {', '.join(FORTUNES)}"


def _names_in(value: object) -> Iterator[str]:
    """The names in the value of a field: a text, several, or a table from names to numbers or other names."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from _names_in((*value, *value.values()))
    elif isinstance(value, tuple):
        for one in value:
            yield from _names_in(one)
