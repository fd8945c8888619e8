"""How far a unit gets: by normal movement (9.1, 9.3) and along roads (9.2). Points are counted in halves."""

from __future__ import annotations

from collections.abc import Collection

from wargame.core.mechanics.movement import NOWHERE, Closed, Movement, ZoneEffect
from wargame.core.mechanics.search import Reach
from wargame.core.mechanics.zones import enemies

from .model import ZONES, State

ENEMY_THERE: Closed[State] = Closed("5.0", "{space} is occupied by the enemy.", enemies)
IN_ENEMY_ZONE = Closed(
    "9.2", "Strategic movement neither begins in nor enters an enemy zone of control.", ZONES.against
)
NORMAL: Movement[State] = Movement(
    "9.1",
    costs=lambda s, unit: s.data.costs,
    allowance=lambda s, unit: 2 * s.movement(unit),
    closed=(ENEMY_THERE,),
    zones=ZoneEffect(
        "9.3", ZONES, enter=lambda s: s.data.zone_costs[0], leave=lambda s: s.data.zone_costs[1],
        text="From one enemy zone of control into another {unit} crosses neither major river nor swamp.",
    ),
)  # fmt: skip
STRATEGIC: Movement[State] = Movement(
    "9.2",
    costs=lambda s, unit: s.data.roads,
    allowance=lambda s, unit: 2 * s.movement(unit),
    closed=(ENEMY_THERE, IN_ENEMY_ZONE),
)


def reach(
    s: State,
    kind: Movement[State],
    unit: str,
    allowance: int,
    *,
    start: str = "",
    begun: bool = False,
    avoid: Collection[int] = NOWHERE,
) -> Reach:
    """All hexes within an allowance, passing through none of `avoid`. `begun`: the unit has moved already."""
    if kind.why_not_enter(s, (unit,), start or s.units[unit].at):
        allowance = 0  # 9.2: a strategic move does not begin in an enemy zone
    return kind.reach(s, (unit,), start=start, allowance=allowance, begun=begun, avoid=avoid)
