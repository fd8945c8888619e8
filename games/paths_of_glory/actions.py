"""The answers that players give, as classes with a text notation."""

from __future__ import annotations

from wargame.core.engine.actions import action


@action("choose {card}")
class Hold:
    """Start with this card in hand, or 'choose none' (4.3.1)."""

    card: str


@action("play {card} {use}")
class Play:
    """Play a card as ops, sr, rp or event."""

    card: str
    use: str


@action("automatic")
class Automatic:
    """One OPS without a card."""


@action("offer peace")
class Offer:
    """Offer Peace Terms."""


@action("activate {space} {use}")
class Activate:
    """Activate a space to move or to attack."""

    space: str
    use: str


@action("move {units:+}")
class Group:
    """These units move together."""

    units: tuple[str, ...]


@action("to {space}")
class To:
    """Go on to a space."""

    space: str


@action("stop")
class Stop:
    """End this move here."""


@action("entrench {unit}")
class Entrench:
    """An army tries to entrench instead of moving."""

    unit: str


@action("attack {space}")
class Attack:
    """Attack a space."""

    space: str


@action("with {unit}")
class With:
    """This unit joins the attack."""

    unit: str


@action("fight")
class Fight:
    """Make the attack with the units named."""


@action("call off")
class CallOff:
    """Give up the attack that is being prepared."""


@action("flank {space}")
class Flank:
    """Try a flank attack with this pinning space."""

    space: str


@action("card {card}")
class UseCard:
    """Play or use a combat card."""

    card: str


@action("discard {card}")
class Discard:
    """Discard a card."""

    card: str


@action("lose {units:+}")
class Lose:
    """Losses in order, one unit for each step."""

    units: tuple[str, ...]


@action("give back {unit}")
class GiveBack:
    """Withdrawal spares a step of this unit."""

    unit: str


@action("retreat {unit} {path:-}")
class Retreat:
    """A unit retreats along these spaces."""

    unit: str
    path: tuple[str, ...]


@action("hold losing {unit}")
class Stand:
    """Cancel the retreat at the cost of a step of this unit."""

    unit: str


@action("advance {unit} {path:-}")
class Advance:
    """A unit advances along these spaces."""

    unit: str
    path: tuple[str, ...]


@action("redeploy {unit}")
class Redeploy:
    """Redeploy this unit."""

    unit: str


@action("place {unit} {space}")
class Place:
    """Put a unit in a space."""

    unit: str
    space: str


@action("restore {unit}")
class Restore:
    """Spend replacements to flip a reduced unit."""

    unit: str


@action("rebuild {unit} {strength} {space}")
class Rebuild:
    """Spend replacements to bring an eliminated unit back, full or reduced."""

    unit: str
    strength: str
    space: str


@action("trench {space}")
class Trench:
    """Place the trench of the Entrench event."""

    space: str


@action("remove {unit}")
class Remove:
    """Take a corps out of the game."""

    unit: str


ACTIONS = (
    Hold, Play, Automatic, Offer, Activate, Group, To, Stop, Entrench, Attack, With, Fight, CallOff, Flank, UseCard,
    Discard, Lose, GiveBack, Retreat, Stand, Advance, Redeploy, Place, Restore, Rebuild, Trench, Remove,
)  # fmt: skip
