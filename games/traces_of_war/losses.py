"""Step losses (10.3): the owner assigns them; destroyed units score (13.3), destroyed headquarters relocate (2.3)."""

from __future__ import annotations

from wargame.core.engine.questions import Procedure, Refusal
from wargame.core.mechanics.losses import share_losses

from .actions import Lose
from .control import crossing_points
from .model import State
from .records import AXIS, Headquarters
from .relocation import forced_relocation


def lose_steps(s: State, units: tuple[str, ...], steps: int, rule: str) -> Procedure[None]:
    """10.3: these units lose this many steps; the owner chooses who loses each."""
    left = {u: s.units[u].at for u in units if u in s.units}
    if left:
        yield from share_losses(
            s.side_of(next(iter(left))), steps,
            lambda: [u for u, hex in left.items() if u in s.units and s.units[u].at == hex],  # no HQ that is relocated
            lambda answer: lose_step(s, answer.unit, rule),
            Lose, lambda _: "Which unit loses a step?", rule,
            refusal=Refusal("10.3", "{value} is not among the units that take this loss."), name=s.name,
        )  # fmt: skip


def lose_step(s: State, unit: str, rule: str) -> Procedure[None]:
    """10.3: the unit is flipped or eliminated; a headquarters is relocated."""
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
    counter, points = s.counter(unit), s.data.scenario_tables.campaign_points
    if counter.side != AXIS or isinstance(counter, Headquarters):
        return 0
    if counter.nationality != "german":
        return points.axis_minor_destroyed
    return points.panzer_destroyed if counter.panzer else points.german_destroyed
