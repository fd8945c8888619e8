"""How far a unit gets: by normal movement (9.1, 9.3) and along roads (9.2)."""

from __future__ import annotations

from typing import Any

from wargame.core.mechanics.search import Reach, reach

from .model import State
from .records import ENEMY

ZOC_COST = 4  # 9.3: two points, in halves
NO_HEXES: frozenset[int] = frozenset()


def normal(
    s: State, unit: str, start: str, allowance: int, begun: bool = False, avoid: frozenset[int] = NO_HEXES
) -> Reach:
    """9.1, 9.3: all hexes within an allowance (in half points), passing through none of `avoid`.

    `begun`: the unit has moved already.
    """
    side, steps = s.side_of(unit), s.data.steps
    zoc, enemy = s.zoc(ENEMY[side]), s.hexes(ENEMY[side])
    first = s.board.index[start]
    cost: dict[int, int] = {first: 0}
    came: dict[int, int] = {}
    buckets: list[list[int]] = [[] for _ in range(allowance + 1)]
    buckets[0].append(first)
    for spent in range(allowance + 1):
        for i in buckets[spent]:
            if cost[i] != spent or (i in avoid and i != first):
                continue
            leaving = i in zoc
            for j, price, major in steps[i]:
                total = spent + price
                if leaving:
                    total += ZOC_COST
                if j in zoc:
                    if major and leaving:  # bridged or not
                        continue
                    total += ZOC_COST
                if total <= allowance and total < cost.get(j, allowance + 1) and j not in enemy:
                    cost[j] = total
                    came[j] = i
                    buckets[total].append(j)
    if not begun and allowance:
        for j in s.data.whole[first]:
            if j not in cost and j not in enemy and not (first in zoc and j in zoc):  # 9.3
                cost[j], came[j] = allowance, first
    return Reach(s.board, cost, came)


def by_road(s: State, unit: str, start: str, allowance: int, avoid: frozenset[int] = NO_HEXES) -> Reach:
    """9.2: half a point a hex along roads, never in an enemy zone of control, passing through none of `avoid`."""
    enemy = ENEMY[s.side_of(unit)]
    closed = s.zoc(enemy) | s.hexes(enemy)

    def step(i: int, j: int, edge: Any) -> int | None:
        return 1 if edge is not None and edge.road and j not in closed else None

    return reach(s.board, start, 0 if s.board.index[start] in closed else allowance, step, avoid.__contains__)
