"""What players answer besides single orders (`orders.Order`): sheets of orders, messages, draws, leaving."""

from __future__ import annotations

import re

from wargame.core.engine.actions import Action, action

from .orders import Order

ALL = "all"  # to whom a message for everyone goes


@action("sheet {text:*}")
class Sheet(Action):
    """A whole sheet of orders; orders on it that cannot be carried out are void when it is read (VII.2)."""

    text: str

    def orders(self) -> list[str]:
        return [text.strip() for text in re.split("[;,]", self.text) if text.strip()]


@action("tell {to:,} {text:*}")
class Tell(Action):
    """A message to one or more powers, or to `all` (IV.2)."""

    to: tuple[str, ...]
    text: str


@action("draw agreed")
class AgreeDraw(Action):
    """This power would end the game in a draw (II)."""


@action("leave")
class Leave(Action):
    """The player gives up the power, which falls into civil disorder (XV.4)."""


@action("recall {power}")
class Recall(Action):
    """The player of a power in civil disorder comes back (XV.4)."""

    power: str


ACTIONS = (Order, Sheet, Tell, AgreeDraw, Leave, Recall)
