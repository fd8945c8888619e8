"""Movement (9): one unit at a time, normal or strategic; a headquarters may relocate instead (9.4)."""

from __future__ import annotations

from functools import partial
from typing import Any

import attrs

from wargame.core.engine.actions import DONE, Done
from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Refusal
from wargame.core.mechanics.movement import NOWHERE
from wargame.core.mechanics.search import Reach

from . import reach
from .actions import (
    Pick,
    Relocate,
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
from .control import approaches, enter, touch, watched
from .model import FEW, STACKING, State
from .orders import show_open_cities, warn_of_open_cities
from .reach import by_road, normal
from .records import SOVIET
from .relocation import relocate, relocation_hexes, relocation_points, why_not_relocate

NORMAL, STRATEGIC = "9.1", "9.2"  # the rule by which a move has begun


@attrs.frozen(eq=False)
class Move:
    """The move of one unit so far: the points left (in halves), how it has begun, and how far the unit gets now."""

    unit: str
    left: int
    begun: str
    way: Reach
    road: Reach


def move_of(s: State, unit: str, left: int, begun: str = "") -> Move:
    start, nowhere = s.units[unit].at, Reach(s.board, {}, {})
    way = nowhere if begun == STRATEGIC else normal(s, unit, start, left, bool(begun))
    road = nowhere if begun == NORMAL else by_road(s, unit, start, left)
    return Move(unit, left, begun, way, road)


# --- which unit ------------------------------------------------------------------------------------------------


def move_one(s: State, side: str) -> Procedure[Any]:
    """9.0: one activated unit, or no more."""
    units = unmoved(s)
    if not units:
        return DONE
    answer = yield offer(
        side, (*map(pick, units), DONE), {Pick: partial(why_not_pick, s), Done: None},
        f"Move which unit? ({len(units)} not moved yet; 'done' ends movement)", "9.1",
        show=partial(show_open_cities, s, side), warn=partial(warn_of_unmoved, s, side), checked=True,
    )  # fmt: skip
    if answer is DONE or answer == DONE:
        return DONE
    yield from move_unit(s, answer.unit)
    s.moved |= {answer.unit}
    return None


def unmoved(s: State) -> list[str]:
    return sorted(u for u in s.activated - s.moved if u in s.units)


def why_not_pick(s: State, answer: Pick) -> Refusal | None:
    unit = answer.unit
    if unit not in s.units:
        return Refusal("9.1", f"{s.name(unit)} is not on the map.")
    if unit in s.moved:
        return Refusal("9.1", f"{s.name(unit)} has moved already in this activation; a unit moves once.")
    if unit not in s.activated:
        return Refusal("9.1", f"{s.name(unit)} is not activated; only activated units move.")
    return None


def warn_of_unmoved(s: State, side: str, answer: Any) -> str | None:
    """What ending the movement gives up."""
    if answer != DONE:
        return None
    left = unmoved(s)
    units = f"{'One activated unit has' if len(left) == 1 else f'{len(left)} activated units have'} not moved"
    warning = f"{units}: {s.listed(left, FEW)}."
    return " ".join(filter(None, (warning, warn_of_open_cities(s, side))))


# --- where to --------------------------------------------------------------------------------------------------


def move_unit(s: State, unit: str) -> Procedure[None]:
    """9.1 or 9.2, in parts where the player names a hex to pass through; 9.4 for a headquarters."""
    left, begun = 2 * s.movement(unit), ""
    while True:
        move = move_of(s, unit, left, begun)
        answer = yield offer(
            s.side_of(unit), partial(destinations, s, move), why_not_by_kind(s, move),
            f"Where does {s.name(unit)} in {s.units[unit].at} go ({left / 2:g} points)?", "9.1",
            warn=partial(warn_of_relocation, s, move), checked=True,
        )  # fmt: skip
        if isinstance(answer, Stay):
            return
        if isinstance(answer, Relocate):
            relocate(s, unit, answer.hex, "9.4")
            return
        march(s, move, answer)
        if not isinstance(answer, Via | StrategicVia) or s.result is not None:
            return
        used, begun = (move.road, STRATEGIC) if isinstance(answer, StrategicVia) else (move.way, NORMAL)
        left -= used.spent(answer.hex)


def march(s: State, move: Move, answer: Any) -> None:
    """Along the cheapest way to a hex, taking what lies on it."""
    for hex in passed(s, move, answer):
        touch(s, move.unit, hex)
    enter(s, move.unit, answer.hex, STRATEGIC if isinstance(answer, Strategic | StrategicVia) else NORMAL)


def passed(s: State, move: Move, answer: Any) -> tuple[str, ...]:
    """The hexes between start and end: the cheapest way.

    12.3: crossing points help the Axis too, so a Soviet unit passes by none that need not fall if it can get there
    otherwise; a player who wants one says `via`.
    """
    unit, used = move.unit, move.road if isinstance(answer, Strategic | StrategicVia) else move.way
    between = used.path(answer.hex)[1:-1]
    avoid = s.board.number_set(approaches(s, but=answer.hex)) if s.side_of(unit) == SOVIET else NOWHERE
    if isinstance(answer, Via | StrategicVia) or avoid.isdisjoint(s.board.index[h] for h in between):
        return between
    start = s.units[unit].at
    if isinstance(answer, Strategic):
        quiet = by_road(s, unit, start, move.left, avoid)
    else:
        quiet = normal(s, unit, start, move.left, bool(move.begun), avoid)
    return quiet.path(answer.hex)[1:-1] if s.board.index[answer.hex] in quiet.came else between


def destinations(s: State, move: Move) -> list[Any]:
    """All that `why_not_by_kind` does not refuse, the long list of relocations last."""
    answers = [*map(to, ends(s, move.unit, move.way)), Stay(), *map(strategic, ends(s, move.unit, move.road))]
    answers += map(via, waypoints(s, move, move.way))
    answers += map(strategic_via, waypoints(s, move, move.road))
    if s.counter(move.unit).hq and not move.begun:
        answers += map(relocation, s.board.members(relocation_hexes(s, move.unit)))
    return answers


def ends(s: State, unit: str, used: Reach) -> list[str]:
    """The hexes in which the unit may end its move (5.0)."""
    names, stacks = s.board.names, s.at
    return [hex for j in used.came if (hex := names[j]) not in stacks or s.can_stack(unit, hex)]


def waypoints(s: State, move: Move, used: Reach) -> list[str]:
    """The hexes that `why_not_via` lets the unit pass through."""
    index = s.board.index
    found = sorted(h for h in watched(s, s.side_of(move.unit)) if index[h] in used.came)
    return [h for h in found if used.cost[index[h]] < move.left and s.can_stack(move.unit, h)]


def why_not_by_kind(s: State, move: Move) -> dict[type[Any], Any]:
    return {
        To: lambda a: why_not_to(s, move, a.hex),
        Stay: None,
        Strategic: lambda a: why_not_strategic(s, move, a.hex),
        Via: lambda a: why_not_to(s, move, a.hex) or why_not_via(s, move, a.hex, move.way),
        StrategicVia: lambda a: why_not_strategic(s, move, a.hex) or why_not_via(s, move, a.hex, move.road),
        Relocate: lambda a: why_not_relocate_now(s, move, a.hex),
    }


def why_not_to(s: State, move: Move, hex: str) -> Refusal | None:
    """9.1, 9.3: normal movement to a hex."""
    if move.begun == STRATEGIC:
        return Refusal(STRATEGIC, f"{s.name(move.unit)} has begun a strategic move and goes on along the road.")
    if hex not in s.board:
        return Refusal("9.1", f"{hex} is not a hex of the map; units do not leave it.")
    if s.board.index[hex] in move.way.came:
        return STACKING.why_not_stack(s, (move.unit,), hex)
    return why_not_reach(s, move.unit, hex, move.way)


def why_not_strategic(s: State, move: Move, hex: str) -> Refusal | None:
    """9.2: along a road, clear of enemy zones of control from start to end."""
    unit = move.unit
    if move.begun == NORMAL:
        return Refusal(NORMAL, f"{s.name(unit)} has begun a normal move and goes on with that.")
    if hex not in s.board:
        return Refusal("9.1", f"{hex} is not a hex of the map; units do not leave it.")
    if s.board.index[hex] in move.road.came:
        return STACKING.why_not_stack(s, (unit,), hex)
    start = s.units[unit].at
    closed = reach.STRATEGIC.why_not_enter(s, (unit,), hex) or reach.STRATEGIC.why_not_enter(s, (unit,), start)
    road = f"a road that starts in {start} and keeps clear of the enemy"
    return closed or Refusal("9.2", f"{hex} is not within reach along {road}.")


def why_not_via(s: State, move: Move, hex: str, used: Reach) -> Refusal | None:
    """Only hexes where passing through changes something are named on the way."""
    word = "to" if used is move.way else "strategic"
    unit = s.name(move.unit)
    if hex not in watched(s, s.side_of(move.unit)):
        rule = "9.1" if used is move.way else "9.2"
        return Refusal(rule, f"Passing through {hex} changes nothing; write '{word}' and the hex where {unit} ends.")
    if used.spent(hex) >= move.left:
        return Refusal("9.1", f"{unit} has no points left in {hex}; write '{word} {hex}' to end its move there.")
    return None


def why_not_relocate_now(s: State, move: Move, hex: str) -> Refusal | None:
    """9.4: relocation takes the place of the whole move."""
    if move.begun:
        return Refusal(
            move.begun, f"{s.name(move.unit)} has begun to move; it relocates instead of moving or not at all."
        )
    return why_not_relocate(s, move.unit, hex)


def warn_of_relocation(s: State, move: Move, answer: Any) -> str | None:
    """2.3: what it costs in the campaign."""
    points = relocation_points(s, move.unit) if s.scenario == "campaign" else 0
    if not isinstance(answer, Relocate) or not points:
        return None
    return f"Relocating {s.name(move.unit)} is {points:+d} victory points for the Soviets (13.3)."


def why_not_reach(s: State, unit: str, hex: str, way: Reach) -> Refusal | None:
    """9.1, 9.3: what lies between a unit and a hex that it does not reach."""
    start, name = s.units[unit].at, s.name(unit)
    if hex == start:
        return Refusal("9.1", f"{name} is in {hex} already; write 'stay' to end its move there.")
    found = reach.NORMAL.why_not_reach(s, (unit,), hex, way)
    if s.board[hex].terrain == "swamp" and not s.holder(hex) and not s.board.adjacent(start, hex):
        text = f"Off the road {name} enters a swamp only from a hex beside it, as its first and only step."
        return Refusal("9.3", text)
    return found


# --- a whole march in one line ---------------------------------------------------------------------------------


def route(s: State, units: tuple[str, ...], hex: str, through: tuple[str, ...]) -> tuple[Any, ...]:
    """The answers that take units to a hex by way of others, one by one; empty if one cannot get there."""
    s = s.copy()
    s.log = []
    answers: list[Any] = []
    for unit in units:
        found = route_of(s, unit, hex, through) if why_not_pick(s, Pick(unit)) is None else []
        if not found:
            return ()
        answers += [pick(unit), *found]
        s.moved |= {unit}
    return tuple(answers)


def route_of(s: State, unit: str, hex: str, through: tuple[str, ...]) -> list[Any]:
    """Normal movement if it gets there, else strategic. `s` is a copy, on which the unit marches."""
    for end, between in ((to, via), (strategic, strategic_via)):
        here, left, begun, answers = s.copy(), 2 * s.movement(unit), "", []
        marches: list[Any] = [*map(between, through), end(hex)]
        for step in marches:
            move = move_of(here, unit, left, begun)
            if why_not_by_kind(here, move)[type(step)](step) is not None:
                break
            march(here, move, step)
            answers.append(step)
            if step.hex != hex:
                left -= (move.way if end is to else move.road).spent(step.hex)
                begun = NORMAL if end is to else STRATEGIC
        else:
            march_on(s, unit, here)
            return answers
    return []


def march_on(s: State, unit: str, there: State) -> None:
    """Leave a state as the march has made it."""
    s.units, s.at, s.control, s.crossings = there.units, there.at, there.control, there.crossings
    s.bridgehead, s.orders = there.bridgehead, there.orders
    s.changed()
