"""The answers that most wargames need, for titles that want no notation of their own.

    from wargame.core.mechanics.answers import Attack, Move

    Title(..., actions=(Move, Attack))

>>> str(Retreat("1 Army", ("0305", "0306")))
'retreat 1 Army 0305-0306'
"""

from __future__ import annotations

from wargame.core.engine.actions import Action, action


@action("move {unit} {to}")
class Move(Action):
    """A unit marches to a space."""

    unit: str
    to: str


@action("rail {unit} {to}")
class Ride(Action):
    """A unit travels by rail."""

    unit: str
    to: str


@action("enter {unit} {to}")
class Enter(Action):
    """A unit arrives on the map."""

    unit: str
    to: str


@action("restore {unit}")
class Restore(Action):
    """Replacements give a unit a step back."""

    unit: str


@action("rebuild {unit} {to}")
class Rebuild(Action):
    """Replacements return an eliminated unit to the map."""

    unit: str
    to: str


@action("attack {target}")
class Attack(Action):
    """Begin an attack on a space."""

    target: str


@action("with {unit}")
class Join(Action):
    """A unit joins the attack that is being declared."""

    unit: str


@action("fight")
class Fight(Action):
    """Make the attack that has been declared."""


@action("call off")
class CallOff(Action):
    """Give up the attack that is being declared."""


@action("lose {unit}")
class Lose(Action):
    """A unit takes a loss."""

    unit: str


@action("retreat {unit} {path:-}")
class Retreat(Action):
    """A unit retreats along a path."""

    unit: str
    path: tuple[str, ...]


@action("advance {unit} {path:-}")
class Advance(Action):
    """A unit advances after combat along a path."""

    unit: str
    path: tuple[str, ...]


COMBAT = (Attack, Join, Fight, CallOff, Lose, Retreat, Advance)
