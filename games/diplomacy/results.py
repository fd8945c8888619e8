"""Small values that adjudication returns. No postponed annotations here: the state's converter needs real types."""

from typing import NamedTuple


class Dislodged(NamedTuple):
    """A dislodged unit's power, the space the attack came from, and where it may retreat (XII)."""

    power: str
    attacked_from: str
    retreats: tuple[str, ...]


class Reason(NamedTuple):
    """The rule that decided what became of an order, and how; no words where the outcome says it all."""

    rule: str
    text: str = ""


class Void(NamedTuple):
    """An order that was not carried out, by which rule and why (VII.2); `unit` is empty where nobody can tell."""

    unit: str
    power: str
    order: str
    rule: str
    reason: str
