"""The answers that players give, as classes with a text notation."""

from __future__ import annotations

from wargame.core.engine.actions import Action, action


@action("choose {card}")
class Hold(Action):
    """Start with this card in hand, or 'choose none' (4.3.1)."""

    card: str


@action("play {card} {use}")
class Play(Action):
    """Play a card as ops, sr, rp or event."""

    card: str
    use: str


@action("automatic")
class Automatic(Action):
    """One OPS without a card."""


@action("offer peace")
class Offer(Action):
    """Offer Peace Terms."""


@action("activate {space} {use}")
class Activate(Action):
    """Activate a space to move or to attack."""

    space: str
    use: str


@action("move {units:+}")
class Group(Action):
    """These units move together."""

    units: tuple[str, ...]


@action("to {space}")
class To(Action):
    """Go on to a space."""

    space: str


@action("stop")
class Stop(Action):
    """End this move here."""


@action("entrench {unit}")
class Entrench(Action):
    """An army tries to entrench instead of moving."""

    unit: str


@action("attack {space}")
class Attack(Action):
    """Attack a space."""

    space: str


@action("with {unit}")
class With(Action):
    """This unit joins the attack."""

    unit: str


@action("fight")
class Fight(Action):
    """Make the attack with the units named."""


@action("call off")
class CallOff(Action):
    """Give up the attack that is being prepared."""


@action("flank {space}")
class Flank(Action):
    """Try a flank attack with this pinning space."""

    space: str


@action("card {card}")
class UseCard(Action):
    """Play or use a combat card."""

    card: str


@action("discard {card}")
class Discard(Action):
    """Discard a card."""

    card: str


@action("lose {units:+}")
class Lose(Action):
    """Losses in order, one unit for each step."""

    units: tuple[str, ...]


@action("give back {unit}")
class GiveBack(Action):
    """Withdrawal spares a step of this unit."""

    unit: str


@action("retreat {unit} {path:-}")
class Retreat(Action):
    """A unit retreats along these spaces."""

    unit: str
    path: tuple[str, ...]


@action("hold losing {unit}")
class Stand(Action):
    """Cancel the retreat at the cost of a step of this unit."""

    unit: str


@action("advance {unit} {path:-}")
class Advance(Action):
    """A unit advances along these spaces."""

    unit: str
    path: tuple[str, ...]


@action("redeploy {unit}")
class Redeploy(Action):
    """Redeploy this unit."""

    unit: str


@action("place {unit} {space}")
class Place(Action):
    """Put a unit in a space."""

    unit: str
    space: str


@action("restore {unit}")
class Restore(Action):
    """Spend replacements to flip a reduced unit."""

    unit: str


@action("rebuild {unit} {strength} {space}")
class Rebuild(Action):
    """Spend replacements to bring an eliminated unit back, full or reduced."""

    unit: str
    strength: str
    space: str


@action("trench {space}")
class Trench(Action):
    """Place the trench of the Entrench event."""

    space: str


@action("remove {unit}")
class Remove(Action):
    """Take a corps out of the game."""

    unit: str


ACTIONS = (
    Hold, Play, Automatic, Offer, Activate, Group, To, Stop, Entrench, Attack, With, Fight, CallOff, Flank, UseCard,
    Discard, Lose, GiveBack, Retreat, Stand, Advance, Redeploy, Place, Restore, Rebuild, Trench, Remove,
)  # fmt: skip
