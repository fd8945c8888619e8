"""Movement (9): one unit at a time, normal or strategic; a headquarters may relocate instead (9.4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import attrs

from wargame.core.engine.actions import DONE, Action, Done
from wargame.core.engine.offers import WhyNot, offer
from wargame.core.engine.questions import Procedure, Refusal
from wargame.core.mechanics.movement import NOWHERE, Movement
from wargame.core.mechanics.search import Reach

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
from .reach import NORMAL, STRATEGIC, reach
from .records import SOVIET
from .relocation import relocate, relocation_hexes, relocation_points, why_not_relocate

March = To | Via | Strategic | StrategicVia
ON_THE_WAY = Via, StrategicVia
MARCHES: tuple[tuple[Callable[[str], March], Callable[[str], March]], ...] = (to, via), (strategic, strategic_via)
KIND: dict[type[Action], Movement[State]] = {To: NORMAL, Via: NORMAL, Strategic: STRATEGIC, StrategicVia: STRATEGIC}


@attrs.frozen(eq=False)
class Move:
    """The move of one unit so far: the points left (in halves), how it has begun, and how far the unit gets now."""

    unit: str
    left: int
    begun: Movement[State] | None
    reach: dict[Movement[State], Reach]


def move_of(s: State, unit: str, left: int, begun: Movement[State] | None = None) -> Move:
    kinds = (NORMAL, STRATEGIC) if begun is None else (begun,)
    return Move(unit, left, begun, {kind: reach(s, kind, unit, left, begun=begun is not None) for kind in kinds})


# --- which unit ------------------------------------------------------------------------------------------------


def move_one(s: State, side: str) -> Procedure[Done | None]:
    """9.0: one activated unit moves, or movement ends."""
    units = unmoved(s)
    if not units:
        return DONE
    answer = yield offer(
        side, (*map(pick, units), DONE), {Pick: partial(why_not_pick, s), Done: None},
        f"Move which unit? ({len(units)} not moved yet; 'done' ends movement)", "9.1",
        show=None if s.moved else partial(show_open_cities, s, side), warn=partial(warn_of_unmoved, s, side),
        all_legal=True,
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
        return Refusal("9.1", f"{s.name(unit)} has already moved in this activation; a unit moves once.")
    if unit not in s.activated:
        return Refusal("9.1", f"{s.name(unit)} is not activated; only activated units move.")
    return None


def warn_of_unmoved(s: State, side: str, answer: Action) -> str | None:
    """What ending movement now gives up."""
    if answer != DONE:
        return None
    left = unmoved(s)
    units = f"{'One activated unit has' if len(left) == 1 else f'{len(left)} activated units have'} not moved"
    warning = f"{units}: {s.listed(left, FEW)}."
    return " ".join(filter(None, (warning, warn_of_open_cities(s, side))))


# --- where to --------------------------------------------------------------------------------------------------


def move_unit(s: State, unit: str) -> Procedure[None]:
    """9.1 or 9.2, step by step if the player names hexes on the way; 9.4 for a headquarters."""
    left, begun = 2 * s.movement(unit), None
    while True:
        move = move_of(s, unit, left, begun)
        answer = yield offer(
            s.side_of(unit), partial(destinations, s, move), why_not_by_kind(s, move),
            f"Where does {s.name(unit)} in {s.units[unit].at} go ({left / 2:g} points)?", "9.1",
            warn=partial(warn_of_relocation, s, move), all_legal=True,
        )  # fmt: skip
        if isinstance(answer, Stay):
            return
        if isinstance(answer, Relocate):
            relocate(s, unit, answer.hex, "9.4")
            return
        march(s, move, answer)
        if not isinstance(answer, ON_THE_WAY) or s.result is not None:
            return
        begun = KIND[type(answer)]
        left -= move.reach[begun].spent(answer.hex)


def march(s: State, move: Move, answer: March) -> None:
    """A unit goes to a hex the cheapest way, taking what it passes."""
    for hex in passed(s, move, answer):
        touch(s, move.unit, hex)
    enter(s, move.unit, answer.hex, KIND[type(answer)].rule)


def passed(s: State, move: Move, answer: March) -> tuple[str, ...]:
    """The hexes between start and end of the cheapest way.

    12.3: crossing points help the Axis too, so a Soviet unit passes by none that need not fall if it can get there
    otherwise; a player who wants one says `via`.
    """
    unit, kind = move.unit, KIND[type(answer)]
    between = move.reach[kind].path(answer.hex)[1:-1]
    avoid = s.board.number_set(approaches(s, but=answer.hex)) if s.side_of(unit) == SOVIET else NOWHERE
    if isinstance(answer, ON_THE_WAY) or avoid.isdisjoint(s.board.index[h] for h in between):
        return between
    quiet = reach(s, kind, unit, move.left, begun=move.begun is not None, avoid=avoid)
    return quiet.path(answer.hex)[1:-1] if answer.hex in quiet else between


def destinations(s: State, move: Move) -> list[Action]:
    """All that `why_not_by_kind` does not refuse, the long list of relocations last."""
    answers: list[Action] = [*map(to, ends(s, move, NORMAL)), Stay(), *map(strategic, ends(s, move, STRATEGIC))]
    answers += map(via, waypoints(s, move, NORMAL))
    answers += map(strategic_via, waypoints(s, move, STRATEGIC))
    if s.counter(move.unit).hq and move.begun is None:
        answers += map(relocation, s.board.members(relocation_hexes(s, move.unit)))
    return answers


def ends(s: State, move: Move, kind: Movement[State]) -> list[str]:
    """The hexes in which the unit may end its move (5.0)."""
    names, stacks, found = s.board.names, s.at, move.reach.get(kind)
    hexes = (names[j] for j in found.came) if found else ()
    return [hex for hex in hexes if hex not in stacks or s.can_stack(move.unit, hex)]


def waypoints(s: State, move: Move, kind: Movement[State]) -> list[str]:
    """The hexes that `why_not_via` lets the unit pass through."""
    index, found = s.board.index, move.reach.get(kind)
    if found is None:
        return []
    hexes = sorted(h for h in watched(s, s.side_of(move.unit)) if index[h] in found.came)
    return [h for h in hexes if found.cost[index[h]] < move.left and s.can_stack(move.unit, h)]


def why_not_by_kind(s: State, move: Move) -> dict[type[Action], WhyNot | None]:
    march: WhyNot = partial(why_not_march, s, move)
    return {**dict.fromkeys(KIND, march), Stay: None, Relocate: lambda a: why_not_relocate_now(s, move, a.hex)}


def why_not_march(s: State, move: Move, answer: March) -> Refusal | None:
    return why_not_go(s, move, answer) or (why_not_via(s, move, answer) if isinstance(answer, ON_THE_WAY) else None)


def why_not_go(s: State, move: Move, answer: March) -> Refusal | None:
    """9.1 to 9.3: a move to a hex, normal or along a road."""
    unit, hex, kind = move.unit, answer.hex, KIND[type(answer)]
    if move.begun not in (None, kind):
        word = "normal move and goes on with that" if kind is STRATEGIC else "strategic move and goes on along the road"
        return Refusal("9.1" if kind is STRATEGIC else "9.2", f"{s.name(unit)} has begun a {word}.")
    if hex not in s.board:
        return Refusal("9.1", f"{hex} is not a hex of the map; units do not leave it.")
    if s.board.index[hex] in move.reach[kind].came:
        return STACKING.why_not_stack(s, (unit,), hex)
    return why_not_reach(s, move, hex) if kind is NORMAL else why_not_by_road(s, unit, hex)


def why_not_reach(s: State, move: Move, hex: str) -> Refusal | None:
    """9.1, 9.3: what lies between a unit and a hex that it does not reach."""
    start, name = s.units[move.unit].at, s.name(move.unit)
    if hex == start:
        return Refusal("9.1", f"{name} is in {hex} already; write 'stay' to end its move there.")
    if s.board[hex].terrain == "swamp" and not s.holder(hex) and not s.board.adjacent(start, hex):
        text = f"Off the road {name} enters a swamp only from a hex beside it, as its first and only step."
        return Refusal("9.3", text)
    return NORMAL.why_not_reach(s, (move.unit,), hex, move.reach[NORMAL])


def why_not_by_road(s: State, unit: str, hex: str) -> Refusal:
    """9.2: along a road, clear of enemy zones of control from start to end."""
    start = s.units[unit].at
    closed = STRATEGIC.why_not_enter(s, (unit,), hex) or STRATEGIC.why_not_enter(s, (unit,), start)
    road = f"a road that starts in {start} and keeps clear of the enemy"
    return closed or Refusal("9.2", f"{hex} is not within reach along {road}.")


def why_not_via(s: State, move: Move, answer: March) -> Refusal | None:
    """Only hexes where passing through changes something are named on the way."""
    hex, kind, unit = answer.hex, KIND[type(answer)], s.name(move.unit)
    word = "to" if kind is NORMAL else "strategic"
    if hex not in watched(s, s.side_of(move.unit)):
        text = f"Passing through {hex} changes nothing; write '{word}' and the hex where {unit} ends."
        return Refusal(kind.rule, text)
    if move.reach[kind].spent(hex) >= move.left:
        return Refusal("9.1", f"{unit} has no points left in {hex}; write '{word} {hex}' to end its move there.")
    return None


def why_not_relocate_now(s: State, move: Move, hex: str) -> Refusal | None:
    """9.4: relocation takes the place of the whole move."""
    if move.begun is not None:
        text = f"{s.name(move.unit)} has begun to move; it relocates instead of moving or not at all."
        return Refusal(move.begun.rule, text)
    return why_not_relocate(s, move.unit, hex)


def warn_of_relocation(s: State, move: Move, answer: Action) -> str | None:
    """2.3: what it costs in the campaign."""
    points = relocation_points(s, move.unit) if s.scenario == "campaign" else 0
    if not isinstance(answer, Relocate) or not points:
        return None
    return f"Relocating {s.name(move.unit)} is {points:+d} victory points for the Soviets (13.3)."


# --- a whole march in one line ---------------------------------------------------------------------------------


def route(s: State, units: tuple[str, ...], hex: str, through: tuple[str, ...]) -> tuple[Action, ...]:
    """The answers that take units to a hex by way of others, one by one; empty if one cannot get there."""
    s = s.copy()
    s.log = []
    answers: list[Action] = []
    for unit in units:
        found = route_of(s, unit, hex, through) if why_not_pick(s, Pick(unit)) is None else []
        if not found:
            return ()
        answers += [pick(unit), *found]
        s.moved |= {unit}
    return tuple(answers)


def route_of(s: State, unit: str, hex: str, through: tuple[str, ...]) -> Sequence[Action]:
    """By normal movement if that gets there, else strategic. `s` is a copy, in which the unit marches."""
    for end, between in MARCHES:
        here, left, begun = s.copy(), 2 * s.movement(unit), None
        marches: list[March] = [*map(between, through), end(hex)]
        for step in marches:
            move = move_of(here, unit, left, begun)
            if why_not_march(here, move, step) is not None:
                break
            march(here, move, step)
            begun = KIND[type(step)]
            left -= move.reach[begun].spent(step.hex)
        else:
            march_on(s, here)
            return marches
    return []


def march_on(s: State, there: State) -> None:
    """Make the state what it was at the end of the march."""
    s.units, s.at, s.control, s.crossings = there.units, there.at, there.control, there.crossings
    s.bridgehead, s.orders = there.bridgehead, there.orders
    s.changed()
