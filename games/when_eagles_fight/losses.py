"""What a combat result costs: steps, a retreat, elimination (13.21 - 13.24)."""

from __future__ import annotations

from functools import partial
from typing import Any

from wargame.core.engine.questions import Procedure, Refusal
from wargame.core.mechanics.losses import share_losses

from .actions import Lose, Retreat
from .model import BOXES, DEAD, State
from .retreat import can_retreat, retreat_all

RETREAT = Retreat()
NO_LOSS = Refusal("13.23", "{value} is not a unit that can lose a step here.")


def alive(s: State, units: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(u for u in units if s.units[u].at not in BOXES)


def with_steps(s: State, units: tuple[str, ...]) -> list[str]:
    """The units that can take loss points in steps: no fortresses, no heavy artillery (13.15, 13.18)."""
    counters = s.data.counters
    return [u for u in alive(s, units) if not counters[u].fortress and not counters[u].artillery]


def eliminate_all(s: State, units: tuple[str, ...]) -> None:
    """Result E: all are eliminated (13.24), but guns only if no other unit of their stack survives (13.18)."""
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
    gone = False

    def why_not_retreat(action: Any = RETREAT) -> Refusal | None:
        if s.fortress_at(target):
            return Refusal("13.15", "Units in a fortress never retreat.")
        if gone:
            return Refusal("13.22", "A retreat satisfies only one loss point.")
        if not can_retreat(s, alive(s, defenders)):
            return Refusal("13.22", "There is no hex to which all the units could retreat.")
        return None

    def take(answer: Lose | Retreat) -> Procedure[None]:
        nonlocal gone
        if isinstance(answer, Retreat):
            gone = True
            yield from retreat_all(s, alive(s, defenders), "13.22")
        else:
            s.lose_step(answer.unit, "13.23")

    def prompt(left: int) -> str:
        instead = "" if why_not_retreat() else ", or do all retreat"
        return f"Loss points to take: {left}. Which unit loses a step{instead}?"

    yield from share_losses(
        s.side_of(defenders[0]), int(what), partial(with_steps, s, defenders), take, Lose, prompt, "13.21",
        instead={RETREAT: why_not_retreat}, refusal=NO_LOSS, always=True,
    )  # fmt: skip


def attacker_losses(s: State, side: str, attackers: tuple[str, ...], points: int) -> Procedure[None]:
    """The attacker chooses which units lose steps; attackers never retreat (13.22, 13.23)."""
    yield from share_losses(
        side, points, partial(with_steps, s, attackers), lambda answer: s.lose_step(answer.unit, "13.23"), Lose,
        lambda left: f"Loss points to take: {left}. Which attacker loses a step?", "13.23",
        instead={RETREAT: lambda action: Refusal("13.22", "Attackers never retreat.")}, always=True,
    )  # fmt: skip
