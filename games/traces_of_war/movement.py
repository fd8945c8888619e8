"""Movement (9): one unit at a time, normal or strategic; relocation of headquarters (2.3, 9.4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wargame.core.engine.actions import DONE
from wargame.core.engine.questions import Choose, Procedure, Reason
from wargame.core.mechanics.search import Reach, reach

from .control import approaches, enter, touch, watched
from .model import (
    Pick,
    Relocate,
    State,
    Stay,
    Strategic,
    StrategicVia,
    To,
    Via,
    pick,
    relocation,
    strategic,
    strategic_via,
    to,
    via,
)
from .records import ENEMY, SOVIET
from .supply import relocate, relocation_hexes, relocation_refused

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


def ends(s: State, unit: str, way: Reach) -> list[str]:
    """The hexes of a way in which the unit may end its move (5.0)."""
    names, mine = s.board.names, s.hexes(s.side_of(unit))
    return [names[j] for j in way.came if j not in mine or s.may_stack(unit, names[j])]


def waypoints(s: State, unit: str, way: Reach, left: int) -> list[str]:
    """Hexes on which the unit may go out of its way because passing through changes something there."""
    index = s.board.index
    found = sorted(h for h in watched(s, s.side_of(unit)) if index[h] in way.came)
    return [h for h in found if way.cost[index[h]] < left and s.may_stack(unit, h)]


def move_one(s: State, side: str) -> Procedure[Any]:
    """9.0: one activated unit, or no more."""
    units = sorted(u for u in s.activated - s.moved if u in s.units)
    if not units:
        return DONE
    refuse = lambda a: not_movable(s, a)  # noqa: E731
    answer = yield Choose(side, [*map(pick, units), DONE], "Move which unit?", "9.1", refuse=refuse)
    if answer is DONE or answer == DONE:
        return DONE
    yield from move_unit(s, answer.unit)
    s.moved |= {answer.unit}
    return None


def not_movable(s: State, answer: Any) -> Reason | None:
    if not isinstance(answer, Pick):
        return None
    if answer.unit not in s.units:
        return "9.1", f"{answer.unit} is not on the map."
    if answer.unit in s.moved:
        return "9.1", f"{answer.unit} has moved already in this activation; a unit moves once."
    return "9.1", f"{answer.unit} is not activated; only activated units move."


def move_unit(s: State, unit: str) -> Procedure[None]:
    """9.1 or 9.2, in parts where the player names a hex to pass through; 9.4 for a headquarters."""
    side, left, begun = s.side_of(unit), 2 * s.movement(unit), ""  # begun: by the rule of this number
    nowhere = Reach(s.board, {}, {})
    while True:
        start = s.units[unit].at
        way = nowhere if begun == "9.2" else normal(s, unit, start, left, bool(begun))
        road = nowhere if begun == "9.1" else by_road(s, unit, start, left)
        answers = destinations(s, unit, way, road, left, bool(begun))
        answer = yield Choose(side, answers, f"Where does {unit} in {start} go ({left / 2:g} points)?", "9.1",
                              refuse=refusal(s, unit, way, road, begun))  # fmt: skip
        if isinstance(answer, Stay):
            return
        if isinstance(answer, Relocate):
            relocate(s, unit, answer.hex, "9.4")
            return
        used, rule = (road, "9.2") if isinstance(answer, Strategic | StrategicVia) else (way, "9.1")
        for hex in passed(s, unit, answer, used, left, bool(begun)):
            touch(s, unit, hex)
        enter(s, unit, answer.hex, rule)
        if not isinstance(answer, Via | StrategicVia) or s.result is not None:
            return
        left, begun = left - used.spent(answer.hex), rule


def passed(s: State, unit: str, answer: Any, used: Reach, left: int, begun: bool) -> tuple[str, ...]:
    """The hexes between start and end: the cheapest way.

    12.3: crossing points help the Axis too, so a Soviet unit passes by none that need not fall if it can get there
    otherwise; a player who wants one says `via`.
    """
    between = used.path(answer.hex)[1:-1]
    avoid = approaches(s, but=answer.hex) if s.side_of(unit) == SOVIET else NO_HEXES
    if isinstance(answer, Via | StrategicVia) or avoid.isdisjoint(s.board.index[h] for h in between):
        return between
    start, road = s.units[unit].at, isinstance(answer, Strategic)
    quiet = by_road(s, unit, start, left, avoid) if road else normal(s, unit, start, left, begun, avoid)
    return quiet.path(answer.hex)[1:-1] if s.board.index[answer.hex] in quiet.came else between


def destinations(s: State, unit: str, way: Reach, road: Reach, left: int, begun: bool) -> list[Any]:
    answers: list[Any] = [*map(to, ends(s, unit, way)), Stay(), *map(strategic, ends(s, unit, road))]
    answers += map(via, waypoints(s, unit, way, left))
    answers += map(strategic_via, waypoints(s, unit, road, left))
    if s.counter(unit).hq and not begun:
        answers += map(relocation, relocation_hexes(s, unit))
    return answers


def refusal(s: State, unit: str, way: Reach, road: Reach, begun: str) -> Callable[[Any], Reason | None]:
    """Why a destination is refused."""
    begun_otherwise = {
        "9.1": (f"{unit} has begun a normal move; it goes on with that.", Strategic | StrategicVia | Relocate),
        "9.2": (f"{unit} has begun a strategic move; it goes on along the road.", To | Via | Relocate),
    }

    def why(answer: Any) -> Reason | None:
        if not isinstance(answer, To | Via | Strategic | StrategicVia | Relocate):
            return None
        if begun and isinstance(answer, begun_otherwise[begun][1]):
            return begun, begun_otherwise[begun][0]
        if isinstance(answer, Relocate):
            return relocation_refused(s, unit, answer.hex)
        if answer.hex not in s.board:
            return "9.1", f"{answer.hex} is not a hex of the map; units do not leave it."
        if isinstance(answer, Strategic | StrategicVia):
            return strategic_refused(s, unit, answer.hex, road)
        return hex_refused(s, unit, answer.hex, way) or step_refused(s, unit, answer, way)

    return why


def hex_refused(s: State, unit: str, hex: str, way: Reach) -> Reason | None:
    """5.0: who stands there."""
    if s.holder(hex) == ENEMY[s.side_of(unit)]:
        return "5.0", f"{hex} is occupied by the enemy."
    if s.board.index[hex] in way.cost and not s.may_stack(unit, hex):
        what = "there is a headquarters already" if s.counter(unit).hq else "there are two combat units already"
        return "5.0", f"{unit} cannot end its move in {hex}: {what}."
    return None


def strategic_refused(s: State, unit: str, hex: str, road: Reach) -> Reason:
    side, start = s.side_of(unit), s.units[unit].at
    found = hex_refused(s, unit, hex, road)
    if found is not None:
        return found
    if s.in_enemy_zoc(start, side) or s.in_enemy_zoc(hex, side):
        return "9.2", "Strategic movement neither begins in nor enters an enemy zone of control."
    if s.board.index[hex] in road.came:
        return "9.2", through_nothing(unit, hex, "strategic")
    return "9.2", f"{hex} is not within reach along a road that starts in {start} and keeps clear of the enemy."


def through_nothing(unit: str, hex: str, word: str) -> str:
    return f"Passing through {hex} changes nothing; write '{word}' with the hex where {unit} ends its move."


def step_refused(s: State, unit: str, answer: Any, way: Reach) -> Reason:
    """9.1, 9.3: what lies between."""
    start, hex = s.units[unit].at, answer.hex
    i, j = s.board.index[start], s.board.index[hex]
    if i == j:
        return "9.1", f"{unit} is in {hex} already; write 'stay' to end its move there."
    if j in way.came:
        return "9.1", through_nothing(unit, hex, "to")
    if s.board.adjacent(start, hex):
        edge = s.board.edge(start, hex)
        if edge is not None and edge.blocked:
            return "9.1", f"The side between {start} and {hex} is blocked."
        both = {i, j} <= s.zoc(ENEMY[s.side_of(unit)])
        if both and (j in s.data.whole[i] or (edge is not None and edge.river == "major")):
            return "9.3", f"From one enemy zone of control into another {unit} crosses neither major river nor swamp."
    elif s.board[hex].terrain == "swamp":
        return "9.3", f"Off the road {unit} enters a swamp only from a hex beside it, as the first step of its move."
    return "9.1", f"{unit} has not the movement points to reach {hex}."
