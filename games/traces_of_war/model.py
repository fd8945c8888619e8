"""Actions and state of Traces of War, and the questions about units that every chapter asks."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import attrs

from wargame.core.engine import state as kernel
from wargame.core.engine.actions import action
from wargame.core.engine.events import Event
from wargame.core.mechanics.stacking import Limit, overstacked

from .records import ENEMY, Data

OUT, ISOLATED = "out_of_supply", "isolated"  # 8.1, the two faces of the marker
MOVE_COMBAT, COMBAT_MOVE = "move-combat", "combat-move"  # 4.3


@action("bid {points}")
class Bid:
    points: int


@action("select {chits: }")
class Select:
    chits: tuple[str, ...]


@action("put [{cup:,}] keep [{hand:,}]")
class Put:
    cup: tuple[str, ...]
    hand: tuple[str, ...]


@action("add {chit}")
class Add:
    chit: str


@action("interrupt")
class Interrupt:
    """Play an OKH chit from the hand (4.2.2)."""


@action("hq {hq}")
class ActivateHq:
    hq: str


@action("okh command")
class OkhCommand:
    """Activate some units anywhere (4.2.2)."""


@action("negotiate")
class Negotiate:
    """Supreme Command negotiation (4.2.2)."""


@action("activate {unit}")
class ActivateUnit:
    unit: str


@action("mode {mode}")
class Mode:
    mode: str


@action("unit {unit}")
class Pick:
    unit: str


@action("to {hex}")
class To:
    hex: str


@action("via {hex}")
class Via:
    hex: str


@action("strategic {hex}")
class Strategic:
    hex: str


@action("strategic via {hex}")
class StrategicVia:
    hex: str


@action("relocate {hex}")
class Relocate:
    hex: str


@action("stay")
class Stay:
    """The picked unit ends its move here."""


@action("attack {hex}")
class Attack:
    hex: str


@action("with {unit}")
class With:
    unit: str


@action("fight")
class Fight:
    """The attack as declared takes place (10.1)."""


@action("call off")
class CallOff:
    """The declared attack does not take place."""


@action("air support {kind}")
class AirSupport:
    kind: str


@action("lose {unit}")
class Lose:
    unit: str


@action("retreat {unit} {path:-}")
class Retreat:
    unit: str
    path: tuple[str, ...]


@action("advance {unit} {path:-}")
class Advance:
    unit: str
    path: tuple[str, ...]


@action("place {unit} {hex}")
class Place:
    unit: str
    hex: str


@action("replace {unit}")
class Replace:
    unit: str


@action("drop {hex}")
class Drop:
    hex: str


@action("buy {unit}")
class Buy:
    unit: str


@action("lift {hex}")
class Lift:
    hex: str


ACTIONS = (
    Bid, Select, Put, Add, Interrupt, ActivateHq, OkhCommand, Negotiate, ActivateUnit, Mode, Pick, To, Via, Strategic,
    StrategicVia, Relocate, Stay, Attack, With, Fight, CallOff, AirSupport, Lose, Retreat, Advance, Place, Replace,
    Drop, Buy, Lift,
)  # fmt: skip

# One value a hex or unit: long lists of answers are made often.
pick, to, via, strategic, strategic_via = cache(Pick), cache(To), cache(Via), cache(Strategic), cache(StrategicVia)
relocation = cache(Relocate)

NAMED = ("unit", "hq", "chit", "space", "point")  # fields of events that are told by a name
CHITS = {"REINF": "reinforcement", "PARA": "airborne", "SUPPLY": "supply"}  # the others as they are selected

STACKING = (  # 5.0
    Limit(
        "combat units",
        "5.0",
        lambda s, u: not s.data.counters[u].hq,
        lambda s, _: s.data.limit("stack_combat_units"),
    ),
    Limit("headquarters", "5.0", lambda s, u: s.data.counters[u].hq, lambda s, _: s.data.limit("stack_hqs")),
)


@attrs.define(eq=False)
class State(kernel.State):
    """What changes in Traces of War.

    Piles: `cup` (the chit just drawn included), `hand` (of the Axis), `soviet_pool` and `axis_pool` (inactive chits),
    `played` (this turn), `used` (gone for good), `bought` (Axis reinforcements that have come).
    """

    drawn: str = ""  # the chit just out of the cup, until it is carried out or sent back (4.3)
    chit: str = ""  # what has to be carried out now: a kind of chit, or an activation
    side: str = ""  # whose activation it is
    mode: str = ""
    activated: frozenset[str] = frozenset()
    moved: frozenset[str] = frozenset()
    fought: frozenset[str] = frozenset()
    attacked: frozenset[str] = frozenset()
    orders: frozenset[str] = frozenset()  # 12.2
    crossings: frozenset[str] = frozenset()  # 12.3, under Soviet control
    bridgehead: str = ""  # 11.1
    airborne: bool = False  # the bridgehead has been placed
    batch: int = 0  # 11.1, how often Soviet reinforcements have come
    waiting: tuple[str, ...] = ()  # reinforcements still to be placed
    points: int = 0  # 4.2.2, negotiation points in halves
    luftwaffe: tuple[str, ...] = ()  # 7.0, markers in the Axis hand
    flown: tuple[str, ...] = ()  # markers used this turn
    converted: bool = False  # 14.2
    threshold: int = 0  # victory points the Soviets need
    exchanged: bool = False  # 14.1, the players have exchanged sides
    destroyed: int = 0  # 13.3, points for German units
    relocated: int = 0  # 13.3, points for relocations

    @property
    def data(self) -> Data:
        return self.title.data  # type: ignore[no-any-return]

    def mine(self, side: str) -> list[str]:
        return [u for u in self.units if self.data.counters[u].side == side]

    def holder(self, hex: str) -> str | None:  # type: ignore[override]
        """The side whose units stand in a hex."""
        units = self.at.get(hex)
        return self.data.counters[units[0]].side if units else None

    def hexes(self, side: str) -> frozenset[int]:
        """The numbers of the hexes that a side occupies."""
        return self.memo(("hexes", side), lambda: self._hexes(side))

    def _hexes(self, side: str) -> frozenset[int]:
        counters, index = self.data.counters, self.board.index
        return frozenset(index[hex] for hex, units in self.at.items() if counters[units[0]].side == side)

    def zoc(self, side: str) -> frozenset[int]:
        """6.0: the hexes in the zone of control of a side (its own hexes only where another unit reaches them)."""
        return self.memo(("zoc", side), lambda: frozenset().union(*(self.data.zoc[i] for i in self.hexes(side))))

    def in_enemy_zoc(self, hex: str, side: str) -> bool:
        return self.board.index[hex] in self.zoc(ENEMY[side])

    def name(self, unit: str) -> str:
        """The name on the map: as printed, but different for every unit; what is unknown is named as it is."""
        counter = self.data.counters.get(unit)
        if counter is None:
            return unit
        return (self.converted and counter.converted_name) or self.data.names[unit]

    def names(self, units: Iterable[str], most: int = 6) -> str:
        """The names of units in one line, long rows cut short."""
        named = [self.name(u) for u in units]
        more = f" and {len(named) - most} more" if len(named) > most else ""
        return ", ".join(named[:most]) + more

    # --- what happened, in the names of the map --------------------------------------------------------------------

    def note(
        self, text: str, rule: str = "", *, to: tuple[str, ...] | None = None, reveals: bool = False, **fields: Any
    ) -> None:
        """Record that something happened: the fields keep the ids, the text has the names."""
        for field in NAMED:
            if field in fields:
                text = text.replace(f"{{{field}}}", self.named(field, fields[field]))
        super().note(text, rule, to=to, reveals=reveals, **fields)

    def named(self, field: str, id: str) -> str:
        if field in ("unit", "hq"):
            return self.name(id)
        if field == "chit":
            return CHITS.get(id, id)
        place = self.board[id].city or self.board[id].crossing_point or self.board[id].label
        return f"{place} ({id})" if place else id

    def move(self, unit: str, space: str, rule: str = "") -> None:
        super().move(unit, space, rule)
        told = self.log[-1]
        self.log[-1] = Event(told.template.replace("{unit}", self.name(unit)), rule, told.fields)

    # --- values, as the marker and the step leave them -----------------------------------------------------------

    def attack(self, unit: str) -> int:
        """8.2: two less without supply, never below nothing."""
        counter = self.data.counters[unit]
        values = counter.attack, counter.reduced_attack, counter.converted_attack
        return self._strength(unit, values, bool(self.units[unit].marks))

    def defence(self, unit: str) -> int:
        """8.2: two less if isolated."""
        counter = self.data.counters[unit]
        values = counter.defence, counter.reduced_defence, counter.converted_defence
        return self._strength(unit, values, ISOLATED in self.units[unit].marks)

    def _strength(self, unit: str, values: tuple[int, int | None, int | None], cut_off: bool) -> int:
        """The full, reduced (2.2) or converted (14.2) value, less what supply takes."""
        full, reduced, converted = values
        if self.units[unit].steps < self.data.counters[unit].steps:
            full = reduced or 0
        elif self.converted:
            full = converted or full
        return max(0, full - 2) if cut_off else full

    def movement(self, unit: str) -> int:
        """8.2: half if isolated, rounded down (1.3)."""
        value = self.full_movement(unit)
        return value // 2 if ISOLATED in self.units[unit].marks else value

    def full_movement(self, unit: str) -> int:
        counter = self.data.counters[unit]
        return counter.converted_movement or counter.movement if self.converted else counter.movement

    def can_stack(self, unit: str, hex: str) -> bool:
        """5.0: two combat units and one headquarters."""
        return hex not in self.at or overstacked(self, hex, STACKING, (unit,)) is None

    def crossing_count(self) -> int:
        """12.3: crossing points for the tables, the airborne bridgehead with them."""
        return len(self.crossings) + self.airborne

    def table(self, name: str) -> int:
        """The value of a table that depends on the crossing points."""
        return int(self.data.tables["crossing_points"][self.crossing_count()][name])
