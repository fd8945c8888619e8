"""The classes of `numbers.toml`: what the rules print, by chapter. The file has the rule of each number beside it."""

from __future__ import annotations

import attrs


@attrs.frozen
class Terrain:
    """What a terrain costs to enter, and what it changes of the die of an attack (12.8, 13.13)."""

    cost: int
    frozen: int | None = None  # in January and February
    by_pass: int | None = None  # along the path of a pass (12.10)
    modifier: int = 0


@attrs.frozen
class FirstTurn:
    """Slow mobilisation (3.3) and synchronised planning (3.6)."""

    russian_factors: int
    attacks_due: int
    least_odds: int


@attrs.frozen
class Cooperation:
    """Where allies may go, and with how many of the others (6.3, 15.4, 15.6)."""

    north_row: int
    romanian_row: int
    most_in_offensive: int


@attrs.frozen
class Stacking:
    """How many may stand together, and how many of them fight (8.1, 8.5, 8.6)."""

    corps: int
    heavy_artillery: int
    contributing_corps: int
    contributing_from: int


@attrs.frozen
class Supply:
    """How far supply goes, and the port of each side (9.5, 9.6)."""

    range: int
    ports: dict[str, str]


@attrs.frozen
class Ammunition:
    """What changes the roll for ammunition (9.12, 15.8, 16.3)."""

    gallipoli: int
    gallipoli_port: str
    after_offensive: int
    plan_19: int


@attrs.frozen
class Replacements:
    """Steps kept for later, and by what events divide those received (10.9, 7.2 C, D, E)."""

    saved: int
    event_divisor: int


@attrs.frozen
class Conversion:
    """A garrison that gives up a corps and stays as a weaker fortress (10.14)."""

    turn: int
    fortress: str
    weaker: str
    corps: str


@attrs.frozen
class Balkans:
    """Steps withdrawn by the Central Powers, and when they come back (10.17)."""

    turn: int
    back: int
    german: int
    austro_hungarian: int


@attrs.frozen
class Guards:
    """The corps that goes to form an army, and its units (10.16)."""

    turn: int
    corps: str
    army: tuple[str, ...]


@attrs.frozen
class Events:
    """When events happen, and what they take (7.1, 7.2, 15.9)."""

    first_turn: int
    czar_needs: tuple[str, ...]
    czar_needs_one_of: tuple[str, ...]
    last_offensive_turn: int
    isonzo_from: int
    gallipoli_from: int
    italy_neutral: tuple[int, ...]
    italy_from: int
    italy_years: tuple[int, ...]
    italy_city: str
    italy_corps: int
    caucasus_corps: int
    peace_cities: int


@attrs.frozen
class West:
    """What the Western front takes, with Verdun and without it (7.2 D, K, 7.3, 15.9)."""

    steps: int
    most_steps_away: int
    verdun_first: int
    verdun_last: int
    verdun_steps: int
    verdun_guns: int
    last_check: int
    guns_left: int
    guns_back: int


@attrs.frozen
class Concentric:
    """Concentric assaults (13.16)."""

    modifier: int
    against_germans: int


@attrs.frozen
class Modifiers:
    """What else changes the die of an attack (13.12 - 13.19, 14.2)."""

    river: int
    city: int
    russian_city: int
    no_city: tuple[str, ...]
    fortress: int
    odds_column: int
    heavy_artillery: int
    active_corps: int
    stavka: int


@attrs.frozen
class Advance:
    """Hexes of a breakthrough advance (13.26)."""

    attackers: int
    neighbours: int
    heavy_artillery: int


@attrs.frozen
class Headquarters:
    """STAVKA and OberOst (14.2, 14.3)."""

    stavka_from: int
    oberost_range: int


@attrs.frozen
class Brusilov:
    """The Brusilov offensive (15.1 - 15.6) and the units that come with it (10.4, 10.5)."""

    first: int
    last: int
    bonus: tuple[int, ...]
    odds: tuple[int, ...]
    north_attacks: int
    romania: int
    entries: dict[str, int]


@attrs.frozen
class Revolution:
    """What changes the revolution roll (4.5, 15.7)."""

    czar: int
    offensive: int
    peace: int
    reforms: int


@attrs.frozen
class Plan19:
    """The turns of Russian Plan 19, and its steps (16.2 - 16.4)."""

    first: int
    last: int
    russian_steps: int


@attrs.frozen(eq=False)
class Numbers:
    """`numbers.toml`."""

    terrain: dict[str, Terrain]
    first_turn: FirstTurn
    cooperation: Cooperation
    stacking: Stacking
    supply: Supply
    ammunition: Ammunition
    replacements: Replacements
    conversions: tuple[Conversion, ...]
    balkans: Balkans
    guards: Guards
    events: Events
    west: West
    concentric: Concentric
    modifiers: Modifiers
    advance: Advance
    headquarters: Headquarters
    brusilov: Brusilov
    revolution: Revolution
    plan_19: Plan19

    @property
    def units(self) -> tuple[str, ...]:
        """The units that rules name (10.14, 10.16)."""
        garrisons = (u for c in self.conversions for u in (c.fortress, c.weaker, c.corps))
        return (*garrisons, self.guards.corps, *self.guards.army)

    @property
    def hexes(self) -> tuple[str, ...]:
        """The hexes that rules name."""
        return (*self.supply.ports.values(), self.ammunition.gallipoli_port, *self.modifiers.no_city)

    @property
    def places(self) -> tuple[str, ...]:
        """The cities that events name (7.2 A, J)."""
        return (*self.events.czar_needs, *self.events.czar_needs_one_of, self.events.italy_city)
