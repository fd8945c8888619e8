"""The numbers that the rulebook prints, as `data/tables.toml` gives them: a class for each of its tables.

Fields that end in `_from` and `_until` are turns, the first and the last in which something holds. `first_turn` is the
first turn of something that stays allowed.
"""

from __future__ import annotations

import attrs

HEXES, UNITS = {"names": "hex"}, {"names": "unit"}  # what the texts of a field name, checked when the data are read
DICE = {"faces": 6}  # a value for each face of a die
DISRUPTED, CAUTIOUS, SKIRMISH, LIMIT = "disrupted", "cautious attacker", "skirmish", "offensive to the limit"
GERMAN_COMMAND, ALLIED_COMMAND = "German high command", "Allied high command"
TACTICAL, SURPRISE, COUNTER = "defender's tactical advantage", "attacker's surprise", "counter-attack"
FORTUNES = (DISRUPTED, CAUTIOUS, SKIRMISH, GERMAN_COMMAND, LIMIT, TACTICAL, SURPRISE, ALLIED_COMMAND, COUNTER)


@attrs.frozen(kw_only=True)
class Table:
    source: str = ""


@attrs.frozen(kw_only=True)
class Caps(Table):
    """CAPs by commander and die, and those of turn 1 (5.1)."""

    joffre: tuple[int, ...] = attrs.field(metadata=DICE)
    joffre2: tuple[int, ...] = attrs.field(metadata=DICE)
    moltke: tuple[int, ...] = attrs.field(metadata=DICE)
    falkenhayn: tuple[int, ...] = attrs.field(metadata=DICE)
    allied_first_turn: int
    german_first_turn: int
    most: int

    def first_turn(self, side: str) -> int:
        return self.allied_first_turn if side == "allied" else self.german_first_turn


@attrs.frozen(kw_only=True)
class Initiative(Table):
    """Who goes first without a roll (6.0), and the activations of a segment (8.1.1)."""

    allied_turns: tuple[int, ...]
    german_turns: tuple[int, ...]
    first_segment: int
    segment: int


@attrs.frozen(kw_only=True)
class BattleNumbers(Table):
    """The front line, die roll modifiers and the dice of special cases (9.2 to 9.6, 12.4)."""

    spaces: int
    least_need: int
    most_need: int
    skirmish_need: int
    fort_need: int
    counter_attack: int
    mountain_troops: int
    fort_in_hex: int
    concentric: dict[int, int]
    leaves_disrupted: int
    flight: int
    flight_price: int
    high_command: int
    tactical_caps: int
    limit_until: int
    screen_until: int
    landing_surprise: int
    surrender: int
    large_surrender: int


@attrs.frozen(kw_only=True)
class Sea(Table):
    """Retreats to the sea: when a unit comes back, by modified die (9.4.5, 12.6)."""

    turns_ahead: tuple[int, ...]
    nations: dict[str, int]
    territorial: int
    shipped: str = attrs.field(metadata=UNITS)
    shipped_turns: int


@attrs.frozen(kw_only=True)
class StackingLimits(Table):
    """How much of a side stays in a hex, in half corps (8.4.6)."""

    half_corps: int
    infantry_half_corps: int
    vosges_half_corps: int


@attrs.frozen(kw_only=True)
class MovementNumbers(Table):
    """The cost of hexsides, and what needs a headquarters (8.4)."""

    clear: int
    red_diamond: int
    alone: int
    schlieffen_until: int


@attrs.frozen(kw_only=True)
class RailNumbers(Table):
    """Strategic movement (10)."""

    caps: int
    hexes: int
    first_turn: int
    captured: tuple[str, ...] = attrs.field(metadata=HEXES)
    captured_from: int


@attrs.frozen(kw_only=True)
class SupplyNumbers(Table):
    """Emergency supply, the end of rail, and what Antwerp feeds (11.2.1, 11.2.4, 13.3.4b5)."""

    emergency_from: int
    emergency_until: int
    mended_from: int
    end_of_rail: str = attrs.field(metadata=HEXES)
    naval: tuple[str, ...] = attrs.field(metadata=UNITS)
    antwerp_from: int


@attrs.frozen(kw_only=True)
class RecoveryNumbers(Table):
    """How many units of a hex recover (9.8.3, 11.2.7, 13.1)."""

    fatigue_from: int
    fatigue_share: int
    emergency: int
    facing: int
    facing_group: int
    group: int


@attrs.frozen(kw_only=True)
class TrenchLevels(Table):
    """The modifiers of trenches (9.7, 11.2.8)."""

    dug: int
    improved: int


@attrs.frozen(kw_only=True)
class Withdrawal(Table):
    """When a general retreat may be declared, and its price in VP by turn (8.7)."""

    first_turn: int
    allied_price: dict[int, int]
    allied_later: int
    german_price: dict[int, int]
    german_later: int


@attrs.frozen(kw_only=True)
class ParisInDanger(Table):
    """What Paris in danger takes from the Allies and gives them; a corps whose half is in play replaces it (8.4.9)."""

    dissolved: str = attrs.field(metadata=UNITS)
    reinforcements: tuple[str, ...] = attrs.field(metadata=UNITS)
    corps: str = attrs.field(metadata=UNITS)
    half: str = attrs.field(metadata=UNITS)
    delay: int


@attrs.frozen(kw_only=True)
class Antwerp(Table):
    """The German screen that pins the Belgians in Antwerp (12.5)."""

    screen: tuple[str, ...] = attrs.field(metadata=HEXES)
    corps: int
    until: int


@attrs.frozen(kw_only=True)
class FirstTurn(Table):
    """The bonds of turns 1 and 2 (3.1.1, 13.1, 13.3.1)."""

    closed: tuple[str, ...] = attrs.field(metadata=HEXES)
    northern: tuple[str, ...] = attrs.field(metadata=HEXES)
    northern_most: int
    what_if_hexes: int
    what_if_most: int
    british_start: str = attrs.field(metadata=HEXES)
    british_units: int
    slip_away: int
    maubeuge_german: int
    maubeuge_allied: int


@attrs.frozen(kw_only=True)
class Arrivals(Table):
    """Units with rules of arrival of their own (7.1.2, 12.3, 13.1)."""

    armies: tuple[str, ...] = attrs.field(metadata=UNITS)
    detachment: str = attrs.field(metadata=UNITS)
    by_sea: tuple[str, ...] = attrs.field(metadata=UNITS)


@attrs.frozen(kw_only=True)
class Replacements(Table):
    """The price of a replacement, and when units come back free or disrupted (7.2, 13.1)."""

    nations: tuple[str, ...]
    caps: int
    delay: int
    caps_at_once: int
    disrupted_from: int
    disrupted_at_once_from: int
    free_british: tuple[int, ...]
    free_belgian: tuple[int, ...]
    free_disrupted_from: int

    def free(self, turn: int) -> tuple[str, ...]:
        """The nations of which an infantry unit returns free in a turn (13.1)."""
        turns = {"british": self.free_british, "belgian": self.free_belgian}
        return tuple(nation for nation in turns if turn in turns[nation])

    border_until: int


@attrs.frozen(kw_only=True)
class EasternFront(Table):
    """What Germany sends east, or pays (7.3)."""

    turn: int
    armies: tuple[str, ...] = attrs.field(metadata=UNITS)
    points: int
    price: int


@attrs.frozen(kw_only=True)
class Markers(Table):
    """The VP markers in the two cups and that of Paris (3.1.2)."""

    german: tuple[int, ...]
    plan17: tuple[int, ...]
    paris: int


@attrs.frozen(kw_only=True)
class Mandated(Table):
    """Mandatory battles: how many, of what size, and their points (3.2.1b, 9.1.1, 13.1)."""

    allied: tuple[int, ...]
    german_from: int
    attacking_corps: int
    defending_corps_or_forts: int
    missed: int
    plan17_until: int
    plan17_vp: int


@attrs.frozen(kw_only=True)
class Victory(Table):
    """The interim count and what Germany needs (3.2.4)."""

    interim: int
    german_least: int
    german_ratio: int
    paris_ratio: int


@attrs.frozen(kw_only=True)
class Bef(Table):
    """British units on Schlieffen Plan hexes (12.1)."""

    until: int
    price: int


@attrs.frozen(kw_only=True)
class ShortGame(Table):
    """The points of the short scenario (13.2)."""

    losses_turn: int
    french_corps: int
    french_vp: int
    british_steps: int
    british_vp: int
    conquests: tuple[str, ...] = attrs.field(metadata=HEXES)
    conquest_vp: int
    screen_corps: int
    screen_vp: int


@attrs.frozen(kw_only=True)
class Start(Table):
    """The markers at the start (3.1.3)."""

    allied_vp: int
    german_vp: int
    trench: str = attrs.field(metadata=HEXES)

    def points(self, side: str) -> int:
        return self.allied_vp if side == "allied" else self.german_vp


@attrs.frozen(kw_only=True)
class Options(Table):
    """What the strategy options of the third scenario bring (13.3.4)."""

    most: int
    fort_bonus: dict[str, int] = attrs.field(metadata=HEXES)
    new_forts: tuple[str, ...] = attrs.field(metadata=UNITS)
    empires: dict[str, int] = attrs.field(metadata=UNITS)
    empires_from: int
    empires_caps: int
    landing_from: int
    landing_most: int
    better_belgians: dict[str, str] = attrs.field(metadata=UNITS)
    better_forts: dict[str, str] = attrs.field(metadata=UNITS)
    liege_fort: str = attrs.field(metadata=UNITS)
    ninth_army_caps: int
    from_holland: dict[str, int] = attrs.field(metadata=HEXES)
    garrison: tuple[str, ...] = attrs.field(metadata=UNITS)
    dutch_hexsides: tuple[tuple[str, str], ...] = attrs.field(metadata=HEXES)
    dutch_hexside: int


@attrs.frozen
class Tables:
    """The whole of tables.toml."""

    caps: Caps
    initiative: Initiative
    fortunes: dict[int, str]
    battle: BattleNumbers
    sea: Sea
    stacking: StackingLimits
    movement: MovementNumbers
    rail: RailNumbers
    supply: SupplyNumbers
    recovery: RecoveryNumbers
    trenches: TrenchLevels
    withdrawal: Withdrawal
    paris: ParisInDanger
    antwerp: Antwerp
    first_turn: FirstTurn
    arrivals: Arrivals
    replacements: Replacements
    eastern_front: EasternFront
    markers: Markers
    mandated: Mandated
    victory: Victory
    bef: Bef
    short: ShortGame
    start: Start
    options: Options
