"""The answers of Traces of War, in the order of the rulebook."""

from __future__ import annotations

from functools import cache

from wargame.core.engine.actions import Action, action


@action("bid {points}")
class Bid(Action):
    points: int


@action("select {chits: }")
class Select(Action):
    chits: tuple[str, ...]


@action("put [{cup:,}] keep [{hand:,}]")
class Put(Action):
    cup: tuple[str, ...]
    hand: tuple[str, ...]


@action("add {chit}")
class Add(Action):
    chit: str


@action("interrupt")
class Interrupt(Action):
    """Play an OKH chit from the hand (4.2.2)."""


@action("hq {hq}")
class ActivateHq(Action):
    hq: str


@action("okh command")
class OkhCommand(Action):
    """Activate some units anywhere (4.2.2)."""


@action("negotiate")
class Negotiate(Action):
    """Supreme Command negotiation (4.2.2)."""


@action("activate {unit}")
class ActivateUnit(Action):
    unit: str


@action("mode {mode}")
class Mode(Action):
    mode: str


@action("unit {unit}")
class Pick(Action):
    unit: str


@action("to {hex}")
class To(Action):
    hex: str


@action("via {hex}")
class Via(Action):
    hex: str


@action("strategic {hex}")
class Strategic(Action):
    hex: str


@action("strategic via {hex}")
class StrategicVia(Action):
    hex: str


@action("relocate {hex}")
class Relocate(Action):
    hex: str


@action("stay")
class Stay(Action):
    """The picked unit ends its move here."""


@action("attack {hex}")
class Attack(Action):
    hex: str


@action("with {unit}")
class With(Action):
    unit: str


@action("fight")
class Fight(Action):
    """The attack as declared takes place (10.1)."""


@action("call off")
class CallOff(Action):
    """The declared attack does not take place."""


@action("air support {kind}")
class AirSupport(Action):
    kind: str


@action("lose {unit}")
class Lose(Action):
    unit: str


@action("retreat {unit} {path:-}")
class Retreat(Action):
    unit: str
    path: tuple[str, ...]


@action("advance {unit} {path:-}")
class Advance(Action):
    unit: str
    path: tuple[str, ...]


@action("place {unit} {hex}")
class Place(Action):
    unit: str
    hex: str


@action("replace {unit}")
class Replace(Action):
    unit: str


@action("drop {hex}")
class Drop(Action):
    hex: str


@action("buy {unit}")
class Buy(Action):
    unit: str


@action("lift {hex}")
class Lift(Action):
    hex: str


ACTIONS = (
    Bid, Select, Put, Add, Interrupt, ActivateHq, OkhCommand, Negotiate, ActivateUnit, Mode, Pick, To, Via, Strategic,
    StrategicVia, Relocate, Stay, Attack, With, Fight, CallOff, AirSupport, Lose, Retreat, Advance, Place, Replace,
    Drop, Buy, Lift,
)  # fmt: skip

# One value a hex or unit: long lists of answers are made often.
pick, to, via, strategic, strategic_via = cache(Pick), cache(To), cache(Via), cache(Strategic), cache(StrategicVia)
relocation = cache(Relocate)
