"""Civil disorder: powers without a player, how they get one back, and which units they lose (XV.4, XV.5)."""

from __future__ import annotations

from wargame.core.engine.questions import Refusal

from .actions import Recall
from .geography import Geography, steps
from .model import State
from .notation import plain

FAR = 99  # the distance where no way leads home


def fall_into_disorder(s: State, power: str) -> None:
    """A power loses its player; its units hold until someone takes it up again (XV.4)."""
    s.disorder |= {power}
    s.note("{power} falls into civil disorder", "XV.4", power=power)


def why_not_recall(s: State, recall: Recall) -> Refusal | None:
    """A player may take up a power again while it has units on the board (XV.4)."""
    power = str(recall.power).upper()
    if power in s.disorder and s.units_of(power):
        return None
    return Refusal("XV.4", f"{power} is not in civil disorder with units left on the board.")


def take_up(s: State, powers: tuple[str, ...]) -> None:
    """These powers have a player again from the next question on (XV.4)."""
    for power in dict.fromkeys(powers):
        if why_not_recall(s, Recall(power)) is None:
            s.disorder -= {power}
            s.note("{power} has a player again", "XV.4", power=power)
        elif power in s.disorder:
            s.note("{power} has no unit left, so no player can take it up again", "XV.4", power=power)


def disband_in_disorder(s: State, power: str) -> None:
    """The farthest units go first, fleets before armies, then by Spanish name (XV.5)."""
    while s.balance(power) < 0:
        s.remove(farthest(s, power), "XV.5")


def farthest(s: State, power: str) -> str:
    """The unit a power in civil disorder loses next."""
    geo = s.data

    def key(unit: str) -> tuple[int, bool, str]:
        return -distance(unit, power, geo), unit[0] == "A", plain(geo.spaces[geo.space_of[unit[2:]]].name_es)

    return min(s.units_of(power), key=key)


def distance(unit: str, power: str, geo: Geography) -> int:
    """How many moves it is to the nearest home centre; an army may cross the sea, each zone counting as one move."""

    def marching(space: str) -> set[str]:
        return {*geo.reach.get(f"A {space}", ()), *geo.seas_of.get(space, ()),
                *geo.sea_neighbours.get(space, ()), *geo.shores.get(space, ())}  # fmt: skip

    found = steps(geo, unit[2:], geo.homes[power], marching if unit[0] == "A" else lambda at: geo.moves[f"F {at}"])
    return FAR if found is None else found
