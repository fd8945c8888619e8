"""Normal movement: one stack at a time, hex by hex, splitting as it goes (12.x)."""

from __future__ import annotations

from functools import cache, partial
from itertools import combinations
from typing import Any

from wargame.core.engine.actions import DONE, Done
from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Refusal
from wargame.core.mechanics.movement import Closed, Costs, Movement

from .actions import Stack, Step
from .model import BOXES, State
from .records import CP, RU
from .refusals import why_not_own
from .stacking import germans, has_room, makeup, why_not_enter, why_not_leave, why_not_stack
from .synchronised import announce, plan, warn_of_plan

stack_of = cache(Stack)  # the same forty are offered again and again


def movement(s: State, side: str) -> Procedure[Any]:
    """One answer of the movement phase: pick a stack, take a step with some of it, or end the phase."""
    if not s.origin:  # the phase begins
        announce(s, side)
    answer = yield offer(
        side,
        lambda: [*steps(s), *map(stack_of, stacks(s, side)), DONE],
        {Step: partial(why_not_march, s, side), Stack: partial(why_not_pick, s, side), Done: None},
        f"{s.origin} is moving: take a step, or name another stack" if s.origin else "Move which stack?",
        "12.2",
        show=partial(plan, s, side),
        warn=partial(warn_of_rest, s, side),
        complete=False,
        all_legal=True,
    )
    if isinstance(answer, Done):
        return DONE
    if isinstance(answer, Stack):
        pick(s, answer.hex)
    else:
        take_step(s, answer.units, answer.hex)
    return None


def pick(s: State, hex_id: str) -> None:
    """Another stack begins to move: the one before is finished (12.6)."""
    s.moved |= frozenset(s.spent)
    s.origin = hex_id
    s.spent = {u: 0 for u in sorted(s.at[hex_id]) if why_not_move(s, u) is None}


def take_step(s: State, units: tuple[str, ...], hex_id: str) -> None:
    """Some units of the moving stack go into a hex and pay for it (12.8); a first hex takes what is left (12.3)."""
    for unit in units:
        cost, allowance = MOVEMENT.price(s, unit, hex_id), s.factors(unit)[2]
        s.move(unit, hex_id, "12.1")
        s.spent[unit] = min(s.spent[unit] + cost, allowance)


def why_not_move(s: State, unit: str) -> Refusal | None:
    """Why a unit cannot begin to move."""
    if s.factors(unit)[2] == 0:
        return Refusal("12.1", f"{unit} has no movement factor.")
    if unit in s.moved:
        return Refusal("12.2", f"{unit} has already moved this turn, or was passed over when another stack was named.")
    if unit in s.stranded:
        return Refusal("3.5", f"{unit} of the Second Army cannot move on turn 1.")
    if unit in s.spent_by_rail:
        return Refusal("11.6", f"{unit} went off the map by rail and cannot move this turn.")
    return None


def stacks(s: State, side: str) -> list[str]:
    """Hexes whose units may begin to move."""
    units = s.units
    ready = s.data.mobile[side].difference(s.moved, s.spent, s.stranded, s.spent_by_rail)
    return sorted({units[u].at for u in ready if u in units} - BOXES - {s.origin})


def costs(s: State) -> Costs:
    """What each step costs in this season (12.8 - 12.11)."""
    return s.data.winter if s.box.jan_feb else s.data.summer


def held(s: State, side: str) -> int:
    """The hexes enemies hold against a side (12.4); Russians walk over guns alone (13.18)."""
    return s.memo("held", lambda: _not_guns_alone(s)) if side == RU else s.occupied(RU)


def _not_guns_alone(s: State) -> int:
    guns = {s.units[u].at for u in s.data.artillery if s.on_map(u)}
    return s.occupied(CP) & ~s.board.mask(hex_id for hex_id in guns if s.lone_artillery(hex_id))


MOVEMENT = Movement(
    "12.1",
    costs=lambda s, unit: costs(s),
    allowance=lambda s, unit: s.factors(unit)[2],
    closed=(Closed("12.4", "{space} is held by the enemy; attack it in the combat phase.", held),),
    minimum_move=lambda s, unit: True,  # 12.3
)


def ways(s: State, hex_id: str) -> tuple[str, ...]:
    """Neighbours a unit may move to: over land, and over frozen lakes in January and February (12.11)."""
    if s.box.jan_feb:
        return s.data.land[hex_id] + s.data.lakes[hex_id]
    return s.data.land[hex_id]


def groups(units: list[str]) -> list[tuple[str, ...]]:
    """The sub-stacks listed: every one of a stack of up to four, of a larger one single units and the whole."""
    if len(units) <= 4:
        return [g for n in range(1, len(units) + 1) for g in combinations(units, n)]
    return [(u,) for u in units] + [tuple(units)]


def steps(s: State) -> list[Step]:
    """Every step of the moving stack that can be listed."""
    by_hex: dict[str, list[str]] = {}
    for unit, spent in s.spent.items():
        if spent < s.factors(unit)[2]:
            by_hex.setdefault(s.units[unit].at, []).append(unit)
    found: list[Step] = []
    for here, units in by_hex.items():
        parts, easy, closed = groups(units), _easy(s, here, units), held(s, s.side_of(units[0]))
        for to in ways(s, here):
            if to in easy:
                found += [Step(g, to) for g in parts]
            elif not s.board.bit[to] & closed:
                found += [Step(g, to) for g in parts if why_not_step(s, g, to) is None]
    return found


def _easy(s: State, here: str, units: list[str]) -> set[str]:
    """Neighbours to which nothing could forbid a step: open to the one nation about, with room and points enough."""
    nations = makeup(s.data, s.at[here]).nations
    if len(nations) > 1 or "romanian" in nations:
        return set()
    season, left, group = costs(s), min(s.factors(u)[2] - s.spent[u] for u in units), tuple(units)
    barred = s.data.not_austrian if "austro_hungarian" in nations else ()
    near = [to for to in ways(s, here) if (season.price(here, to) or 0) <= left and to not in barred]
    return {to for to in near if has_room(s, group, to) and not s.board.bit[to] & s.data.romania}


def why_not_step(s: State, units: tuple[str, ...], to: str) -> Refusal | None:
    """Why some units may not go together into a hex."""
    for unit in units:
        if unit not in s.spent:
            why = why_not_move(s, unit) if s.on_map(unit) else None
            return why or Refusal("12.5", f"{unit} is not in the stack that is moving now; pick its hex first.")
    if not units or len(set(units)) != len(units) or len({s.units[u].at for u in units}) != 1:
        return Refusal("12.5", "Units move together only from one hex.")
    here = s.units[units[0]].at
    if to not in s.board.neighbours(here):
        return Refusal("12.1", f"{to} is not next to {here}; units move hex by hex.")
    return (
        costs(s).why_not_cross(here, to)
        or MOVEMENT.why_not_enter(s, units, to)
        or MOVEMENT.why_not_pay(s, units, to, s.spent)
        or why_not_part(s, units, to)
        or why_not_stack(s, units, to)
    )


def why_not_part(s: State, units: tuple[str, ...], to: str) -> Refusal | None:
    """Why one of the units may not go there, or not without those it leaves (3.2, 6.3, 15.6)."""
    escort = germans(s, units) > 0
    for unit in units:
        why = why_not_enter(s, unit, to, escort) or why_not_leave(s, unit, units)
        if why is not None:
            return why
    return None


def why_not_march(s: State, side: str, action: Step) -> Refusal | None:
    """Why units do not take a step."""
    for unit in action.units:
        foreign = why_not_own(s, side, unit, "12.1")
        if foreign is not None:
            return foreign
    return why_not_step(s, action.units, action.hex)


def why_not_pick(s: State, side: str, action: Stack) -> Refusal | None:
    """Why the units of a hex may not begin to move."""
    hex_id = action.hex
    there = [u for u in s.at.get(hex_id, ()) if s.data.counters[u].side == side]
    if hex_id in BOXES or not there:
        return Refusal("12.1", f"You have no units in {hex_id}.")
    if hex_id == s.origin:
        return Refusal("12.2", f"{hex_id} is moving already.")
    reasons = [Refusal("12.2", f"{u} is moving already.") if u in s.spent else why_not_move(s, u) for u in there]
    return None if None in reasons else reasons[0]


def warn_of_rest(s: State, side: str, action: Any) -> str | None:
    """What a player gives up by naming another stack, or by ending the phase (12.6, 3.6)."""
    if isinstance(action, Done):
        return warn_of_plan(s, side)
    if not isinstance(action, Stack) or not s.spent or any(s.spent.values()):
        return None
    return f"No unit of {s.origin} has moved; once another stack is named none of them can (12.6)."
