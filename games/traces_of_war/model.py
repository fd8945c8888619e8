"""The state of Traces of War, and what every chapter of the rules asks about units."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from wargame.core.engine import state as kernel
from wargame.core.engine.state import TURN, lasting
from wargame.core.mechanics.stacking import Limit, Stacking
from wargame.core.mechanics.zones import Zones

from .charts import Data
from .records import Counter, CrossingPoints, Headquarters

FEW = 6  # how many units a sentence names before it counts the others
OUT, ISOLATED = "out_of_supply", "isolated"  # 8.1, the two faces of the marker
MOVE_COMBAT, COMBAT_MOVE = "move-combat", "combat-move"  # 4.3


ZONES: Zones[State] = Zones("6.0", across=lambda s: s.data.blocked_sides)
STACKING: Stacking[State] = Stacking(  # two combat units and one headquarters
    (
        Limit(
            "combat units",
            "5.0",
            lambda s, u: not s.counter(u).hq,
            lambda s, _: s.data.limits.stack_combat_units,
            "{units} cannot stand in {space}: there are {most_in_words} combat units already.",
        ),
        Limit(
            "headquarters",
            "5.0",
            lambda s, u: s.counter(u).hq,
            lambda s, _: s.data.limits.stack_hqs,
            "{units} cannot stand in {space}: there is a headquarters already.",
        ),
    ),
    enemy="5.0",
)


@attrs.define(eq=False)
class State(kernel.State[Data, Counter | Headquarters]):
    """What changes in Traces of War.

    Piles: `cup` (the chit just drawn included), `hand` (of the Axis), `soviet_pool` and `axis_pool` (inactive chits),
    `played` (this turn), `used` (gone for good), `bought` (Axis reinforcements that have come).
    """

    drawn: str = ""  # the chit just out of the cup, until it is carried out or sent back (4.3)
    chit: str = ""  # what has to be carried out now: a kind of chit, or an activation
    side: str = ""  # whose activation it is
    mode: str = lasting("activation", "")
    activated: frozenset[str] = lasting("activation")
    moved: frozenset[str] = lasting("activation")
    fought: frozenset[str] = lasting("activation")  # units that have attacked
    attacked: frozenset[str] = lasting("activation")  # hexes
    orders: frozenset[str] = frozenset()  # 12.2
    crossings: frozenset[str] = frozenset()  # 12.3, under Soviet control
    bridgehead: str = ""  # 11.1
    airborne: bool = False  # the bridgehead has been placed
    batch: int = 0  # 11.1, how often Soviet reinforcements have come
    waiting: tuple[str, ...] = ()  # reinforcements still to be placed
    points: int = 0  # 4.2.2, negotiation points in halves
    luftwaffe: tuple[str, ...] = lasting(TURN, ())  # 7.0, markers in the Axis hand
    flown: tuple[str, ...] = lasting(TURN, ())  # markers used
    converted: bool = False  # 14.2
    threshold: int = 0  # victory points the Soviets need
    exchanged: bool = False  # 14.1, the players have exchanged sides
    destroyed: int = 0  # 13.3, points for German units
    relocated: int = 0  # 13.3, points for relocations

    def in_enemy_zoc(self, hex: str, side: str) -> bool:
        """6.0: whether a hex is in a zone of control of the other side."""
        return bool(ZONES.against(self, side) & self.board.bit[hex])

    @property
    def _names(self) -> Mapping[str, str]:
        """14.2: converted headquarters have other names."""
        return self.data.converted_names if self.converted else self.data.names

    # --- values, as the marker and the step leave them -----------------------------------------------------------

    def attack(self, unit: str) -> int:
        """8.2: less without supply, but never below zero."""
        counter = self.data.counters[unit]
        values = counter.attack, counter.reduced_attack, counter.converted_attack
        less = self.data.tables.supply.attack_out_of_supply if self.units[unit].marks else 0
        return self._strength(unit, values, less)

    def defence(self, unit: str) -> int:
        """8.2: less if isolated."""
        counter = self.data.counters[unit]
        values = counter.defence, counter.reduced_defence, counter.converted_defence
        less = self.data.tables.supply.defence_isolated if ISOLATED in self.units[unit].marks else 0
        return self._strength(unit, values, less)

    def _strength(self, unit: str, values: tuple[int, int | None, int | None], less: int) -> int:
        """The full, reduced (2.2) or converted (14.2) value, less what supply takes."""
        full, reduced, converted = values
        if self.units[unit].steps < self.data.counters[unit].steps:
            full = reduced or 0
        elif self.converted:
            full = converted or full
        return max(0, full - less)

    def movement(self, unit: str) -> int:
        """8.2: half if isolated, rounded down (1.3)."""
        value = self.full_movement(unit)
        return (
            value // self.data.tables.supply.movement_divisor_isolated if ISOLATED in self.units[unit].marks else value
        )

    def full_movement(self, unit: str) -> int:
        counter = self.data.counters[unit]
        return counter.converted_movement or counter.movement if self.converted else counter.movement

    def can_stack(self, unit: str, hex: str) -> bool:
        """5.0, in a hex without enemies; the same as `STACKING.why_not_stack(...) is None`, but faster."""
        there = self.at.get(hex)
        if not there:
            return True
        counters, limits = self.title.counters, self.data.tables.limits
        hq, alike = counters[unit].hq, 0
        for other in there:
            if counters[other].hq == hq and other != unit:
                alike += 1
        return alike < (limits.stack_hqs if hq else limits.stack_combat_units)

    def crossing_count(self) -> int:
        """12.3: crossing points as the tables count them, the airborne bridgehead included."""
        return len(self.crossings) + self.airborne

    @property
    def by_crossing_points(self) -> CrossingPoints:
        """12.3: the row of the tables that depend on the crossing points."""
        return self.data.tables.crossing_points[self.crossing_count()]


def hqs(s: State, side: str) -> list[str]:
    """The headquarters of a side on the map."""
    return [u for u in s.units_on_map(side) if s.counter(u).hq]
