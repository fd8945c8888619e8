"""The classes of the data files: map, counters, turn track, tables and scenarios."""

from __future__ import annotations

import attrs

from wargame.core.mechanics.board import HexGrid

RU, CP = "ru", "cp"
ENEMY = {RU: CP, CP: RU}
SIDES = {"german": CP, "austro_hungarian": CP, "russian": RU, "romanian": RU}
HOME = {"germany": CP, "austria_hungary": CP, "russia": RU, "russian_poland": RU}
LANDS = (*HOME, "romania")
IN_RUSSIA = ("russia", "russian_poland")
OWN_LAND = {"austro_hungarian": ("austria_hungary",), "russian": IN_RUSSIA, "romanian": IN_RUSSIA}  # 11.4, 11.5
EDGES = {"west": CP, "south": CP, "east": RU}  # 9.6
HALF_CORPS = {"XXX": 2, "XX": 1}  # 8.1; nothing else counts (8.5)
ENTRIES = ("", "REG", "FS", "conversion", "B+1", "B+2", "B+3")  # how a unit comes: 10.4, 10.5, 10.14
FEATURES = ("sea", "lake", "rail", "pass")
TYPES = ("infantry", "active_infantry", "cavalry", "siege_artillery", "fortress")
GRID = HexGrid("CCRR", "columns")


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
        return SIDES.get(self.nation, "")  # reading the data refuses others

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
