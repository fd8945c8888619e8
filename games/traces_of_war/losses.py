"""Step losses (10.3): the owner assigns them; destroyed units score (13.3), destroyed headquarters relocate (2.3)."""

from __future__ import annotations

from functools import partial

from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Refusal

from .control import crossing_points
from .model import Lose, State
from .records import AXIS
from .relocation import forced_relocation


def lose_steps(s: State, units: tuple[str, ...], steps: int, rule: str) -> Procedure[None]:
    """10.3: this many steps among these units, the owner choosing each."""
    left = [u for u in units if u in s.units]
    at = {u: s.units[u].at for u in left}
    for _ in range(steps):
        left = [u for u in left if u in s.units and s.units[u].at == at[u]]
        if not left:
            return
        unit = left[0]
        if len(left) > 1:
            predicates = {Lose: partial(why_not_lose, s, left)}
            answer = yield offer(
                s.side_of(unit), map(Lose, left), predicates, "Which unit loses a step?", rule, checked=True
            )
            unit = answer.unit
        yield from lose_step(s, unit, rule)


def why_not_lose(s: State, left: list[str], answer: Lose) -> Refusal | None:
    if answer.unit in left:
        return None
    return Refusal("10.3", f"{s.name(answer.unit)} is not among the units that take this loss.")


def lose_step(s: State, unit: str, rule: str) -> Procedure[None]:
    """10.3: flip, eliminate, or relocate a headquarters."""
    if s.units[unit].steps > 1:
        s.reduce(unit, rule)
    elif s.counter(unit).hq:
        yield from forced_relocation(s, unit, "2.3")
    else:
        destroy(s, unit, rule)


def destroy(s: State, unit: str, rule: str) -> None:
    """A combat unit leaves the game; German ones score (13.3)."""
    s.destroyed += worth(s, unit)
    s.eliminate(unit, rule)
    crossing_points(s)


def worth(s: State, unit: str) -> int:
    """13.3: points for a destroyed unit."""
    counter, points = s.counter(unit), s.data.points["campaign"]
    if counter.side != AXIS or counter.hq:
        return 0
    if counter.nationality != "german":
        return int(points["axis_minor_destroyed"])
    return int(points["panzer_destroyed" if counter.panzer else "german_destroyed"])
