"""What is printed: hexes, hexsides, units, forts and tables, read once from `data/`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs

from wargame.core.mechanics.board import Barrier, Board
from wargame.core.title.data import DataFolder, Overlay

ALLIED, GERMAN = "allied", "german"
SIDES = (ALLIED, GERMAN)
ENEMY = {ALLIED: GERMAN, GERMAN: ALLIED}
HERE = Path(__file__).parent / "data"


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


@attrs.frozen(eq=False)
class Printed:
    """Everything printed, compiled for play; sets of hexes are masks of the board."""

    spaces: dict[str, Space]
    hexsides: tuple[Hexside, ...]
    counters: dict[str, Counter]
    forts: dict[str, Fort]
    scenarios: dict[str, ScenarioRecord]
    strategies: dict[str, Strategy]
    tables: dict[str, Any]
    data_hash: str
    board: Board = attrs.field(init=False)
    bit: dict[str, int] = attrs.field(init=False)
    rails: Barrier = attrs.field(init=False)  # closed but along railways
    land: Barrier = attrs.field(init=False)  # closed at impassable hexsides
    rail_hexes: int = attrs.field(init=False)
    next_to: dict[str, dict[str, int]] = attrs.field(init=False)  # cost to enter; 0: impassable
    pieces: dict[str, Counter | Fort] = attrs.field(init=False)
    cache: dict[Any, Any] = attrs.field(init=False, factory=dict)

    @board.default
    def _board(self) -> Board:
        return Board.of_edges(tuple(self.spaces.values()), self.hexsides)

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
        cost = {"clear": 1, "red_diamond": 2, "impassable": 0}
        board = self.board
        return {h: {n: cost[board.edge(h, n).side] for n in board.neighbours(h)} for h in self.spaces}

    @pieces.default
    def _pieces(self) -> dict[str, Counter | Fort]:
        return {**self.counters, **self.forts}

    @bit.default
    def _bit(self) -> dict[str, int]:
        return self.board.bit

    def present(self, ids: tuple[str, ...]) -> dict[str, Present]:
        """The units of a hex sorted by side and kind; the same tuple is sorted only once."""
        found: dict[str, Present] | None = self.cache.get(ids)
        if found is None:
            found = {}
            for side in SIDES:
                own = [self.pieces[u] for u in ids if self.pieces[u].side == side]
                found[side] = Present(
                    movable=any(c.kind != "fort" for c in own),
                    combat=tuple(c.id for c in own if c.combat),
                    forts=tuple(c.id for c in own if c.kind == "fort"),
                    hq=tuple(c.id for c in own if c.kind == "hq"),
                    ha=tuple(c.id for c in own if c.kind == "ha"),
                    half_corps=sum(c.half_corps for c in own),
                    infantry_half_corps=sum(c.half_corps for c in own if c.kind == "infantry"),
                )
            if len(self.cache) > 50_000:
                self.cache.clear()
            self.cache[ids] = found
        return found


def load(overlay: Overlay = None) -> Printed:
    """The shipped data, with the files of `overlay` laid over them."""
    folder = DataFolder(HERE, overlay)
    scenarios = folder.toml("scenarios.toml", ScenarioFile)
    return Printed(
        spaces={s.id: s for s in folder.csv("spaces.csv", Space)},
        hexsides=folder.csv("edges.csv", Hexside),
        counters={c.id: c for c in folder.csv("units.csv", Counter)},
        forts={f.id: f for f in folder.csv("forts.csv", Fort)},
        scenarios={s.id: s for s in scenarios.scenario},
        strategies={s.id: s for s in scenarios.strategy},
        tables=folder.toml_table("tables.toml"),
        data_hash=folder.hash(),
    )
