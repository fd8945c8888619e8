"""Normal movement: one stack at a time, hex by hex, splitting as it goes (12.x)."""

from __future__ import annotations

from functools import cache, partial
from itertools import combinations
from typing import Any

from wargame.core.engine.actions import DONE, Done
from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Refusal

from .model import BOXES, EMPTY, Stack, State, Step
from .planning import announce, plan, warn_of_plan
from .records import COST, ENEMY, RU
from .refusals import why_not_own
from .stacking import why_not_enter, why_not_leave, why_not_stack

stack_of = cache(Stack)  # the same forty are offered again and again


def movement(state: State, side: str) -> Procedure[Any]:
    """One answer of the movement phase: pick a stack, take a step with some of it, or end the phase."""
    if not state.origin:  # the phase begins
        announce(state, side)
    answer = yield offer(
        side,
        lambda: [*steps(state), *map(stack_of, stacks(state, side)), DONE],
        {Step: partial(why_not_march, state, side), Stack: partial(why_not_pick, state, side), Done: None},
        f"{state.origin} is moving: take a step, or name another stack" if state.origin else "Move which stack?",
        "12.2",
        show=partial(plan, state, side),
        warn=partial(warn_of_rest, state, side),
        complete=False,
        checked=True,
    )
    if isinstance(answer, Done):
        finish(state)
        return DONE
    if isinstance(answer, Stack):
        pick(state, answer.hex)
    else:
        take_step(state, answer.units, answer.hex)
    return None


def finish(state: State) -> None:
    """The movement phase ends: everybody may move again in the next one."""
    state.origin, state.spent, state.moved = "", {}, EMPTY


def pick(state: State, hex_id: str) -> None:
    """Another stack begins to move: the one before is finished (12.6)."""
    state.moved |= frozenset(state.spent)
    state.origin = hex_id
    state.spent = {u: 0 for u in sorted(state.at[hex_id]) if why_not_move(state, u) is None}


def take_step(state: State, units: tuple[str, ...], hex_id: str) -> None:
    """Some units of the moving stack go into a hex and pay for it (12.8); a first hex takes what is left (12.3)."""
    cost = entry_cost(state, state.units[units[0]].at, hex_id)
    for unit in units:
        left = state.factors(unit)[2] - state.spent[unit]
        state.move(unit, hex_id, "12.1")
        state.spent[unit] += min(cost, left)


def why_not_move(state: State, unit: str) -> Refusal | None:
    """Why a unit cannot begin to move."""
    if state.factors(unit)[2] == 0:
        return Refusal("12.1", f"{unit} has no movement factor.")
    if unit in state.moved:
        return Refusal("12.2", f"{unit} has already moved this turn, or was passed over when another stack was named.")
    if unit in state.stranded:
        return Refusal("3.5", f"{unit} of the Second Army cannot move on turn 1.")
    if unit in state.spent_by_rail:
        return Refusal("11.6", f"{unit} went off the map by rail and cannot move this turn.")
    return None


def stacks(state: State, side: str) -> list[str]:
    """Hexes whose units may begin to move."""
    units = state.units
    ready = state.data.mobile[side].difference(state.moved, state.spent, state.stranded, state.spent_by_rail)
    return sorted({units[u].at for u in ready if u in units} - BOXES - {state.origin})


def entry_cost(state: State, a: str, b: str) -> int:
    """Movement points to enter a hex from its neighbour (12.8, 12.9, 12.10)."""
    terrain = state.data.hexes[b].terrain
    if terrain == "swamp" and state.box.jan_feb:
        return 1
    if terrain == "mountain" and (a, b) in state.data.passes:
        return 1
    return COST[terrain]


def ways(state: State, hex_id: str) -> tuple[str, ...]:
    """Neighbours a unit may move to: over land, and over frozen lakes in January and February (12.11)."""
    if state.box.jan_feb:
        return state.data.land[hex_id] + state.data.lakes[hex_id]
    return state.data.land[hex_id]


def groups(units: list[str]) -> list[tuple[str, ...]]:
    """The sub-stacks listed: every one of a stack of up to four, of a larger one single units and the whole."""
    if len(units) <= 4:
        return [g for n in range(1, len(units) + 1) for g in combinations(units, n)]
    return [(u,) for u in units] + [tuple(units)]


def steps(state: State) -> list[Step]:
    """Every step of the moving stack that can be listed."""
    by_hex: dict[str, list[str]] = {}
    for unit, spent in state.spent.items():
        if spent < state.factors(unit)[2]:
            by_hex.setdefault(state.units[unit].at, []).append(unit)
    found = []
    for here, units in by_hex.items():
        parts = groups(units)
        for hex_id in ways(state, here):
            if _held(state, units[0], hex_id):
                continue
            if _plain(state, units, here, hex_id):
                found += [Step(g, hex_id) for g in parts]
            else:
                found += [Step(g, hex_id) for g in parts if why_not_step(state, g, hex_id) is None]
    return found


def _plain(state: State, units: list[str], here: str, to: str) -> bool:
    """Whether nothing could forbid a step: an empty hex, open to the one nation about, and points enough."""
    if to in state.at or to in state.data.romania:
        return False
    nations = {state.data.counters[u].nation for u in state.at[here]}
    if len(nations) > 1 or "romanian" in nations or ("austro_hungarian" in nations and to in state.data.not_austrian):
        return False
    cost = entry_cost(state, here, to)
    return all(state.factors(u)[2] - state.spent[u] >= cost for u in units)


def _held(state: State, unit: str, to: str) -> bool:
    """Whether a hex is closed to a unit by enemies (12.4); Russians walk over guns alone (13.18)."""
    if to not in state.at:
        return False
    side = state.data.counters[unit].side
    return state.holder(to) == ENEMY[side] and not (side == RU and state.lone_artillery(to))


def why_not_step(state: State, units: tuple[str, ...], to: str) -> Refusal | None:
    """Why some units may not go together into a hex."""
    for unit in units:
        if unit not in state.spent:
            why = why_not_move(state, unit) if unit in state.units and state.units[unit].at not in BOXES else None
            return why or Refusal("12.5", f"{unit} is not in the stack that is moving now; pick its hex first.")
    if not units or len(set(units)) != len(units) or len({state.units[u].at for u in units}) != 1:
        return Refusal("12.5", "Units move together only from one hex.")
    here = state.units[units[0]].at
    if to not in ways(state, here):
        return _no_way(state, here, to)
    if _held(state, units[0], to):
        return Refusal("12.4", f"{to} is held by the enemy; attack it in the combat phase.")
    cost = entry_cost(state, here, to)
    counters = state.data.counters
    escort = any(counters[u].nation == "german" and counters[u].bulk for u in units)  # 6.3
    for unit in units:
        spent = state.spent[unit]
        if state.factors(unit)[2] - spent < cost and spent:  # 12.3: the first hex is always possible
            return Refusal("12.1", f"{unit} has too few movement points left for {to}.")
        why = why_not_enter(state, unit, to, escort) or why_not_leave(state, unit, units)
        if why is not None:
            return why
    return why_not_stack(state, units, to)


def _no_way(state: State, here: str, to: str) -> Refusal:
    if to in state.data.lakes[here]:
        return Refusal("12.11", f"The lake between {here} and {to} can be crossed only in January/February.")
    if to in state.data.around[here]:
        return Refusal("12.11", f"The side between {here} and {to} is all sea.")
    return Refusal("12.1", f"{to} is not next to {here}; units move hex by hex.")


def why_not_march(state: State, side: str, action: Step) -> Refusal | None:
    """Why units do not take a step."""
    for unit in action.units:
        foreign = why_not_own(state, side, unit, "12.1")
        if foreign is not None:
            return foreign
    return why_not_step(state, action.units, action.hex)


def why_not_pick(state: State, side: str, action: Stack) -> Refusal | None:
    """Why the units of a hex may not begin to move."""
    hex_id = action.hex
    there = [u for u in state.at.get(hex_id, ()) if state.data.counters[u].side == side]
    if hex_id in BOXES or not there:
        return Refusal("12.1", f"You have no units in {hex_id}.")
    if hex_id == state.origin:
        return Refusal("12.2", f"{hex_id} is moving already.")
    reasons = [
        Refusal("12.2", f"{u} is moving already.") if u in state.spent else why_not_move(state, u) for u in there
    ]
    return None if None in reasons else reasons[0]


def warn_of_rest(state: State, side: str, action: Any) -> str | None:
    """What a player gives up by naming another stack, or by ending the phase (12.6, 3.6)."""
    if isinstance(action, Done):
        return warn_of_plan(state, side)
    if not isinstance(action, Stack) or not state.spent or any(state.spent.values()):
        return None
    return f"No unit of {state.origin} has moved; once another stack is named none of them can (12.6)."
