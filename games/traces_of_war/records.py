"""The records of the data files; `charts.py` loads them and compiles the map."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

import attrs

from wargame.core.mechanics.board import HexGrid

FOLDER = Path(__file__).parent / "data"
GRID = HexGrid("RRCC", "rows", "odd", first_row="bottom")
SOVIET, AXIS = "soviet", "axis"
CHIT_NAMES = {"REINF": "reinforcement", "PARA": "airborne", "SUPPLY": "supply"}  # the others as they are selected
SIDES = (SOVIET, AXIS)
CHIT_KINDS = ("hq", "okh", "stavka", "reinforcements", "airborne", "supply")
OF_UNIT = {
    "side": SIDES, "nationality": ("german", "hungarian", "romanian", "soviet"),
    "arrival": ("setup", "reinforcement", "airborne", "security"), "axis_class": ("AR", "IR", "PR", ""),
}  # fmt: skip
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


# --- tables.toml ---------------------------------------------------------------------------------------------------


@attrs.frozen
class Turn:
    turn: int
    month: str
    axis_chits: int
    source: str
    stavka_crossing_points: int | None = None
    note: str | None = None


@attrs.frozen
class ResultRow:
    """A column of the combat results table (10.3)."""

    odds: str
    at_least: float
    results: tuple[str, ...]
    source: str
    note: str | None = None


@attrs.frozen
class ResultCode:
    code: str
    attacker_steps: int
    defender_steps: int
    retreat: int
    source: str


@attrs.frozen
class Terrain:
    name: str
    shift: int
    source: str
    movement_cost: float = 0
    note: str | None = None


@attrs.frozen
class CrossingPoints:
    """The tables that depend on the crossing points under Soviet control (12.3)."""

    controlled: int
    luftwaffe: int
    negotiation: int
    okh_command: int
    source: str


@attrs.frozen
class NegotiationCost:
    """11.2: the price of lifting an order, and of each class of reinforcements."""

    order: float
    PR: float
    IR: float
    AR: float
    source: str

    def of(self, item: str) -> float:
        """The price of `order` or of a class."""
        price: float = getattr(self, item)
        return price


@attrs.frozen
class Luftwaffe:
    """7.0: the markers of each kind, and what one of them does."""

    offensive: int
    defensive: int
    offensive_shift: int
    defensive_die: int
    source: str


@attrs.frozen
class MovementCosts:
    """9.1 to 9.3, in movement points."""

    road_or_railway: float
    river: float
    strategic_road: float
    enter_zone: float
    leave_zone: float
    source: str


@attrs.frozen
class SupplyEffects:
    """8.2: what a unit loses."""

    attack_out_of_supply: int
    defence_isolated: int
    movement_divisor_isolated: int
    source: str


@attrs.frozen
class Limits:
    stack_combat_units: int
    stack_hqs: int
    soviet_chits: int
    stavka_replaces: int
    relocation_distance: int
    airborne_distance: int
    crossing_point_distance: int
    river_divisor: int
    advance: int
    advance_mechanised: int
    source: str


@attrs.frozen
class Dates:
    """The turns in which something happens."""

    opening: int
    hq_conversion: int
    free_crossing_points: int
    source: str


@attrs.frozen
class Tables:
    turn: tuple[Turn, ...]
    combat_results: tuple[ResultRow, ...]
    result_code: tuple[ResultCode, ...]
    terrain: tuple[Terrain, ...]
    crossing_points: tuple[CrossingPoints, ...]
    negotiation_cost: NegotiationCost
    luftwaffe: Luftwaffe
    movement: MovementCosts
    supply: SupplyEffects
    limits: Limits
    dates: Dates


# --- scenarios.toml ------------------------------------------------------------------------------------------------


@attrs.frozen
class ScenarioRecord:
    id: str
    name: str
    last_turn: int
    victory_points: int
    every_turn: bool
    source: str
    gist: str = ""


@attrs.frozen
class RacePoints:
    """13.2."""

    crossing_point: float
    mechanised_supplied: float
    other_supplied: float
    mechanised_unsupplied: float
    other_unsupplied: float
    source: str

    def of_unit(self, mechanised: bool, supplied: bool) -> float:
        """The points for a unit west of the Dnipro."""
        if mechanised:
            return self.mechanised_supplied if supplied else self.mechanised_unsupplied
        return self.other_supplied if supplied else self.other_unsupplied


@attrs.frozen
class CampaignPoints:
    """13.3."""

    major_city: int
    panzer_destroyed: int
    german_destroyed: int
    axis_minor_destroyed: int
    german_hq_relocated: int
    soviet_hq_relocated: int
    breakthrough: int
    source: str


@attrs.frozen
class Start:
    """3.0: cities under orders and the security divisions; 12.3: the crossing points taken from Kremenchuk."""

    orders: tuple[str, ...]
    security_divisions: tuple[str, ...]
    kremenchuk: str
    kremenchuk_crossing_points: tuple[str, ...]
    source: str


@attrs.frozen
class Scenarios:
    scenario: tuple[ScenarioRecord, ...]
    race_points: RacePoints
    campaign_points: CampaignPoints
    start: Start
