"""Small values that adjudication hands out. No postponed annotations here: the state's converter needs real types."""

from typing import NamedTuple


class Dislodged(NamedTuple):
    """A dislodged unit's power, the space the attack came from, and where it may retreat (XII)."""

    power: str
    attacked_from: str
    retreats: tuple[str, ...]


class Void(NamedTuple):
    """An order that was not carried out, by which rule and why (VII.2); no unit where none can be told."""

    unit: str
    power: str
    order: str
    rule: str
    reason: str
