"""What the TOML files of the data hold: charts, the numbers of the rules, supply nets, scenarios and events."""

from __future__ import annotations

from typing import Any

import attrs


@attrs.frozen
class FireTable:
    """A fire table: the lowest strength of each column and its loss numbers for die 1 to 6."""

    strengths: tuple[int, ...]
    results: tuple[tuple[int, ...], ...]


@attrs.frozen
class Turns:
    """The turn track."""

    names: tuple[str, ...]
    seasons: tuple[str, ...]


@attrs.frozen
class Terrain:
    """What a kind of terrain does to combat, retreat and advance."""

    shift: int = 0
    flank: bool = True
    holds: bool = False
    stops: bool = False
    severe: tuple[str, ...] = ()
    no_attack: tuple[str, ...] = ()


@attrs.frozen
class Tables:
    """tables.toml: the charts of the player aid."""

    source: str
    corps_fire: FireTable
    army_fire: FireTable
    mandated_offensive: dict[str, tuple[str, ...]]
    peace_terms: dict[str, tuple[tuple[int, ...], tuple[int, ...]]]
    turns: Turns
    terrain: dict[str, Terrain]


@attrs.frozen
class Numbers:
    """numbers.toml, where each number has its rule beside it."""

    source: str
    start_vp: int
    space_vp: int
    first_commitment_vp: int
    cp_victory: int
    ap_victory: int
    armistice: int
    rounds: int
    hand: int
    long_hand: int
    missed_offensive_vp: int
    offensive_modifier: int
    automatic_ops: int
    shared_land: frozenset[str]
    near_east_attacks: int
    mef_cost: int
    beach_cost: int
    reinforcements_from_turn: int
    stack: int
    channel: frozenset[str]
    channel_status: int
    bef_land: frozenset[str]
    trench_levels: int
    second_attempt: int
    second_attempt_nations: frozenset[str]
    sinai: int
    trench_attack_shift: int
    trench_defence_shift: int
    flank_needs: int
    first_losses: tuple[tuple[str, ...], ...]
    retreat: int
    short_retreat: int
    short_margin: int
    advance: int
    sr_army: int
    sr_corps: int
    german_fort_status: int
    russian_fort_turn: int
    siege_modifier: int
    siege_modifier_turns: int
    army_step: int
    corps_step: int
    commitment: tuple[int, int]
    commitment_from_turn: int
    tsar_command_spaces: int
    tsar_fall_status: int
    all_russian_spaces: int
    russian_land: frozenset[str]
    peace_cp_vp: int
    peace_ap_vp: int
    peace_late_status: int


@attrs.frozen
class Net:
    """A net of supply: its side, its sources (14.2), and the nations whose dotted lines it may use (14.1.2)."""

    side: str
    sources: tuple[str, ...]
    dotted: frozenset[str] = frozenset()


@attrs.frozen
class SupplyNets:
    """supply.toml."""

    source: str
    nets: dict[str, Net]
    net_of: dict[str, str]
    own_net: dict[str, str]
    home: dict[str, tuple[str, ...]]


@attrs.frozen
class ScenarioRow:
    """The end of a scenario and its victory levels (5.3-5.5)."""

    name: str
    gist: str
    end_turn: int
    commitment_rises: bool
    peace_terms: bool
    total_war_ends: bool
    rule: str
    cp_min: int
    ap_max: int
    treaty_rule: str = ""
    treaty_cp_min: int | None = None


@attrs.frozen
class Scenarios:
    """scenarios.toml."""

    source: str
    introductory: ScenarioRow
    limited_war: ScenarioRow
    campaign: ScenarioRow


@attrs.frozen
class CombatCard:
    """When a combat card may be used, and what it does."""

    role: str
    nations: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    only: str = ""
    where: str = ""
    drm: int = 0
    effect: str = ""


@attrs.frozen
class EventVp:
    """Victory points that an event costs or brings later on."""

    ap_02: int
    ap_17: int
    cp_25: int
    cp_47: int
    cp_51: int


@attrs.frozen
class EventRp:
    """Replacement points that an event adds, and the most that it leaves (cp_53)."""

    ap_55: int
    cp_27: int
    cp_33: int
    cp_36: int
    cp_53: int


@attrs.frozen
class EventOps:
    """The cost of activations under an event."""

    ap_09: int
    ap_51: int
    cp_10: int
    cp_29: int
    cp_52: int


@attrs.frozen
class EventDrm:
    """Modifiers of the events that help the combats of their round."""

    ap_35: int
    ap_45: int
    ap_46: int


@attrs.frozen
class Events:
    """events.toml."""

    source: str
    needs: dict[str, dict[str, Any]]
    does: dict[str, str]
    vp: EventVp
    rp: EventRp
    ops: EventOps
    drm: EventDrm
    at_home: dict[str, str]
    entries: dict[str, str]
    combat: dict[str, CombatCard]
