"""How far a unit gets: by normal movement (9.1, 9.3) and along roads (9.2). Points are counted in halves."""

from __future__ import annotations

from collections.abc import Collection

from wargame.core.mechanics.movement import NOWHERE, Closed, Movement, ZoneEffect
from wargame.core.mechanics.search import Reach
from wargame.core.mechanics.zones import enemies

from .model import ZONES, State

ZOC_COST = 4  # 9.3: two points
ENEMY_THERE = Closed("5.0", "{space} is occupied by the enemy.", enemies)
IN_ENEMY_ZONE = Closed(
    "9.2", "Strategic movement neither begins in nor enters an enemy zone of control.", ZONES.against
)
NORMAL = Movement(
    "9.1",
    costs=lambda s, unit: s.data.costs,
    allowance=lambda s, unit: 2 * s.movement(unit),
    closed=(ENEMY_THERE,),
    zones=ZoneEffect(
        "9.3",
        ZONES,
        enter=ZOC_COST,
        leave=ZOC_COST,
        text="From one enemy zone of control into another {unit} crosses neither major river nor swamp.",
    ),
)
STRATEGIC = Movement(
    "9.2",
    costs=lambda s, unit: s.data.roads,
    allowance=lambda s, unit: 2 * s.movement(unit),
    closed=(ENEMY_THERE, IN_ENEMY_ZONE),
)


def normal(
    s: State, unit: str, start: str, allowance: int, begun: bool = False, avoid: Collection[int] = NOWHERE
) -> Reach:
    """9.1, 9.3: all hexes within an allowance, passing through none of `avoid`. `begun`: the unit has moved already."""
    return NORMAL.reach(s, (unit,), start=start, allowance=allowance, begun=begun, avoid=avoid)


def by_road(s: State, unit: str, start: str, allowance: int, avoid: Collection[int] = NOWHERE) -> Reach:
    """9.2: half a point a hex along roads, never in an enemy zone of control, passing through none of `avoid`."""
    if s.in_enemy_zoc(start, s.side_of(unit)):
        allowance = 0
    return STRATEGIC.reach(s, (unit,), start=start, allowance=allowance, avoid=avoid)
