"""What is printed: hexes, hexsides, units, forts and tables, read once from `data/`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs

from wargame.core.data import DataFolder

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

    @property
    def movable(self) -> bool:
        return bool(self.combat or self.hq or self.ha)


@attrs.frozen(eq=False)
class Printed:
    """Everything printed, compiled for play: hexes have a bit each, railways are masks of bits."""

    spaces: dict[str, Space]
    hexsides: tuple[Hexside, ...]
    counters: dict[str, Counter]
    forts: dict[str, Fort]
    scenarios: dict[str, ScenarioRecord]
    strategies: dict[str, Strategy]
    tables: dict[str, Any]
    data_hash: str
    bit: dict[str, int] = attrs.field(init=False, factory=dict)
    next_to: dict[str, dict[str, int]] = attrs.field(init=False, factory=dict)  # cost to enter; 0: impassable
    rails: tuple[int, ...] = attrs.field(init=False, default=())
    beside: tuple[int, ...] = attrs.field(init=False, default=())
    rail_hexes: int = attrs.field(init=False, default=0)
    pieces: dict[str, Counter | Fort] = attrs.field(init=False, factory=dict)
    cache: dict[Any, Any] = attrs.field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        self.pieces.update(self.counters)
        self.pieces.update(self.forts)
        for index, space in enumerate(self.spaces):
            self.bit[space] = 1 << index
            self.next_to[space] = {}
        rails, beside = [0] * len(self.bit), [0] * len(self.bit)
        for line in self.hexsides:
            cost = {"clear": 1, "red_diamond": 2, "impassable": 0}[line.side]
            for a, b in ((line.a, line.b), (line.b, line.a)):
                at = self.bit[a].bit_length() - 1
                self.next_to[a][b] = cost
                if cost:
                    beside[at] |= self.bit[b]
                if line.rail:
                    rails[at] |= self.bit[b]
        object.__setattr__(self, "rails", tuple(rails))
        object.__setattr__(self, "beside", tuple(beside))
        object.__setattr__(self, "rail_hexes", sum(self.bit[s] for i, s in enumerate(self.spaces) if rails[i]))

    def present(self, ids: tuple[str, ...]) -> dict[str, Present]:
        """The units of a hex sorted by side and kind; the same tuple is sorted only once."""
        found: dict[str, Present] | None = self.cache.get(ids)
        if found is None:
            found = {}
            for side in SIDES:
                own = [self.pieces[u] for u in ids if self.pieces[u].side == side]
                found[side] = Present(
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

    def mask(self, spaces: Any) -> int:
        return sum(self.bit[s] for s in set(spaces))

    def hexes(self, mask: int) -> list[str]:
        return [s for s, b in self.bit.items() if mask & b]


def load(overlay: Path | None = None) -> Printed:
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
