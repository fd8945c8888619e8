"""The answers that players give in Grand Illusion, and how they are written."""

from __future__ import annotations

from wargame.core.engine.actions import Action, action


@action("activate {hex}")
class Activate(Action):
    """Spend a CAP to move and fight with the units of a hex (8.2)."""

    hex: str


@action("entrench {hex}")
class Entrench(Action):
    """Spend a CAP to dig in (9.7)."""

    hex: str


@action("recover {hex}")
class Recover(Action):
    """Spend a CAP to recover the disrupted units of a hex (9.8.3)."""

    hex: str


@action("withdraw")
class Withdraw(Action):
    """Declare the general retreat of one's armies (8.7)."""


@action("take {unit}")
class Take(Action):
    """The unit joins the group about to move, or is chosen."""

    unit: str


@action("leave {unit}")
class Leave(Action):
    """The unit stays behind."""

    unit: str


@action("go {hex}")
class Go(Action):
    """The group, or the unit asked about, goes to this hex."""

    hex: str


@action("fight {hex}")
class Fight(Action):
    """Declare or resolve the battle in this hex (9.1.2)."""

    hex: str


@action("bombard {gun} {fort}")
class Bombard(Action):
    """Heavy artillery fires at a fort (9.5.4)."""

    gun: str
    fort: str


@action("concentrate {fort}")
class Concentrate(Action):
    """All loaded guns of the hex are committed against its forts before the first die (9.5.4d)."""

    fort: str


@action("unblock {hexside}")
class Unblock(Action):
    """Take a blocking marker off a hexside, written from-into (8.4.5c)."""

    hexside: str


@action("front {space} {units:+}")
class Front(Action):
    """Units take a space of the front line (9.2)."""

    space: int
    units: tuple[str, ...]


@action("reserve {space} {units:+}")
class Reserve(Action):
    """Units stand in reserve behind a space of the front line (9.2.5)."""

    space: int
    units: tuple[str, ...]


@action("retreat {who} {hex}")
class Retreat(Action):
    """A unit, or `all` that are left, retreats to a hex (9.4)."""

    who: str
    hex: str


@action("retreat")
class Retire(Action):
    """The defender gives up the hex of his own will (9.4.1)."""


@action("stay")
class Stay(Action):
    """The units stay where they are."""


@action("skirmish")
class Skirmish(Action):
    """Make the battle a skirmish."""


@action("hit {unit}")
class Hit(Action):
    """This unit takes the loss."""

    unit: str


@action("replace {unit} {caps}")
class Replace(Action):
    """Rebuild a unit: 2 CAPs now, 1 CAP in two turns (7.2)."""

    unit: str
    caps: int


@action("delay {unit}")
class Delay(Action):
    """A reinforcement waits a turn (7.1)."""

    unit: str


@action("choose {strategy}")
class ChooseStrategy(Action):
    """Take a strategy option (13.3.4)."""

    strategy: str


@action("land {hex}")
class Land(Action):
    """Land the waiting British divisions (13.3.4a4)."""

    hex: str


ACTIONS = (
    Activate, Entrench, Recover, Withdraw, Take, Leave, Go, Fight, Bombard, Front, Reserve, Retreat, Retire, Stay,
    Skirmish, Hit, Replace, Delay, ChooseStrategy, Land, Concentrate, Unblock,
)  # fmt: skip
