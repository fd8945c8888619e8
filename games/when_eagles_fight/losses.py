"""What a combat result costs: steps, a retreat, elimination (13.21 - 13.24)."""

from __future__ import annotations

from functools import partial

from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Refusal

from .actions import Lose, Retreat
from .model import BOXES, DEAD, State
from .retreat import can_retreat, retreat_all


def alive(s: State, units: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(u for u in units if s.units[u].at not in BOXES)


def with_steps(s: State, units: tuple[str, ...]) -> list[str]:
    """Who can lose a step to a number: not fortresses, not guns (13.15, 13.18)."""
    counters = s.data.counters
    return [u for u in alive(s, units) if not counters[u].fortress and not counters[u].artillery]


def eliminate_all(s: State, units: tuple[str, ...]) -> None:
    """An E: all of them go, whatever their steps (13.24); guns only if nothing else of their stack lives on (13.18)."""
    counters = s.data.counters
    for unit in (u for u in units if not counters[u].artillery):
        s.send(unit, DEAD, "13.24")
    for gun in alive(s, tuple(u for u in units if counters[u].artillery)):
        if s.lone_artillery(s.units[gun].at):
            s.send(gun, DEAD, "13.18")


def defender_losses(s: State, target: str, defenders: tuple[str, ...], what: str) -> Procedure[None]:
    """The defender takes loss points by steps and one retreat, or is eliminated (13.21 - 13.24)."""
    if what == "E":
        eliminate_all(s, defenders)
        return
    side = s.data.counters[defenders[0]].side
    gone = False
    for left in range(int(what), 0, -1):
        losers = with_steps(s, defenders)
        if not losers:
            return
        may_go = not gone and not s.fortress_at(target) and can_retreat(s, alive(s, defenders))
        why = {Lose: partial(why_not_lose, losers), Retreat: partial(why_not_retreat, s, target, may_go, gone)}
        answer = yield offer(
            side, [*map(Lose, losers), Retreat()], why,
            f"Loss points to take: {left}. Which unit loses a step{', or do all retreat' if may_go else ''}?", "13.21",
        )  # fmt: skip
        if isinstance(answer, Retreat):
            gone = True
            yield from retreat_all(s, alive(s, defenders), "13.22")
        else:
            s.lose_step(answer.unit, "13.23")


def why_not_retreat(s: State, target: str, may_go: bool, gone: bool, action: Retreat) -> Refusal | None:
    """Why the defenders do not take a loss point by retreating."""
    if may_go:
        return None
    if s.fortress_at(target):
        return Refusal("13.15", "Units in a fortress never retreat.")
    if gone:
        return Refusal("13.22", "A retreat satisfies only one loss point.")
    return Refusal("13.22", "There is no hex to which all the units could retreat.")


def why_not_lose(losers: list[str], action: Lose) -> Refusal | None:
    """Why a loss point is not taken by this unit."""
    return (
        None if action.unit in losers else Refusal("13.23", f"{action.unit} is not a unit that can lose a step here.")
    )


def attacker_losses(s: State, side: str, attackers: tuple[str, ...], points: int) -> Procedure[None]:
    """The attacker loses steps as he likes; he never retreats (13.22, 13.23)."""
    for left in range(points, 0, -1):
        losers = with_steps(s, attackers)
        if not losers:
            return
        answer = yield offer(
            side, map(Lose, losers), {Lose: partial(why_not_lose, losers), Retreat: why_not_fall_back},
            f"Loss points to take: {left}. Which attacker loses a step?", "13.23",
        )  # fmt: skip
        s.lose_step(answer.unit, "13.23")


def why_not_fall_back(action: Retreat) -> Refusal:
    return Refusal("13.22", "Attackers never retreat.")
