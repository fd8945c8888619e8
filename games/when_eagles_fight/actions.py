"""The answers players give, with their notation."""

from __future__ import annotations

from wargame.core.engine.actions import Action, action


@action("place {unit} {hex}")
class Place(Action):
    """A unit enters play there."""

    unit: str
    hex: str


@action("rebuild {unit}")
class Rebuild(Action):
    """A reduced unit on the map gets its second step back for a replacement step."""

    unit: str


@action("reclaim {unit} {steps}")
class Reclaim(Action):
    """A unit comes back from the dead pile for this many replacement steps."""

    unit: str
    steps: int


@action("withdraw {unit}")
class Withdraw(Action):
    """A unit leaves the map for another theatre."""

    unit: str


@action("entrain {unit}")
class Entrain(Action):
    """A unit is chosen for strategic movement."""

    unit: str


@action("rail {unit} {hex}")
class Rail(Action):
    """It goes there by rail."""

    unit: str
    hex: str


@action("stack {hex}")
class Stack(Action):
    """The units of this hex move now; those of the stack named before are finished."""

    hex: str


@action("step {units:+} {hex}")
class Step(Action):
    """Units of the moving stack go together into a neighbouring hex."""

    units: tuple[str, ...]
    hex: str


@action("headquarters {hex}")
class Headquarters(Action):
    """STAVKA or OberOst is placed there."""

    hex: str


@action("short {unit}")
class Short(Action):
    """An ammunition shortage marker goes on this unit."""

    unit: str


@action("attack {hex}")
class Attack(Action):
    """An attack on this hex is prepared."""

    hex: str


@action("with {unit}")
class With(Action):
    """This unit takes part in the attack."""

    unit: str


@action("confirm")
class Confirm(Action):
    """The attack is made with the units named."""


@action("cancel")
class Cancel(Action):
    """The attack is not made after all."""


@action("lose {unit}")
class Lose(Action):
    """This unit loses a step."""

    unit: str


@action("retreat")
class Retreat(Action):
    """All defenders leave the hex, for one loss point or before combat."""


@action("retreat {unit} {hex}")
class RetreatTo(Action):
    """Where one of the retreating units goes."""

    unit: str
    hex: str


@action("advance {unit} {hex}")
class Advance(Action):
    """A unit advances one hex after combat."""

    unit: str
    hex: str


ACTIONS = (
    Place, Rebuild, Reclaim, Withdraw, Entrain, Rail, Stack, Step, Headquarters, Short, Attack, With, Confirm, Cancel,
    Lose, RetreatTo, Retreat, Advance,
)  # fmt: skip
