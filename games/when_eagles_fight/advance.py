"""Advance after combat and breakthrough advance (13.25, 13.26)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import attrs

from wargame.core.engine.actions import DONE, Done
from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Refusal

from .model import Advance, State
from .records import ENEMY, RU
from .stacking import why_not_enter, why_not_leave, why_not_stack, why_not_stand
from .victory import sudden_death

ATTACKERS, NEIGHBOURS, GUNS = 3, 2, 1  # hexes of a breakthrough advance (13.26)


@attrs.define
class March:
    """One advance under way."""

    side: str
    target: str
    attackers: frozenset[str]
    origin: dict[str, str]  # where each unit stood
    left: dict[str, int]  # hexes it may still go
    entered: dict[str, str] = attrs.field(factory=dict)  # the first hex of each unit that has advanced
    vacated: set[str] = attrs.field(factory=set)  # hexes the attackers left empty
    follow: dict[str, str] = attrs.field(factory=dict)  # Austro-Hungarians that must go after their German (6.3)


def advance(state: State, side: str, target: str, attackers: tuple[str, ...], breakthrough: bool) -> Procedure[None]:
    """Survivors may enter the hex; after a breakthrough they go on, and neighbours follow."""
    march = begin(state, side, target, attackers, breakthrough)
    rule = "13.26" if breakthrough else "13.25"
    while options := list(possible(state, march)):
        prompt = f"Advance into {target}?" if not march.entered else "Advance further?"
        why = {Advance: partial(why_not_go, state, march), Done: partial(why_not_halt, march)}
        answer = yield offer(side, [*options, DONE], why, prompt, rule)
        if isinstance(answer, Done):
            return
        go(state, march, answer.unit, answer.hex, rule)
        if sudden_death(state) is not None:  # 4.2: the game stops at once
            return


def begin(state: State, side: str, target: str, attackers: tuple[str, ...], breakthrough: bool) -> March:
    """Who may advance, and how far."""
    left = dict.fromkeys(attackers, ATTACKERS if breakthrough else 1)
    if breakthrough:
        left |= dict.fromkeys(neighbours(state, side, attackers), NEIGHBOURS)
    for unit in left:
        if state.data.counters[unit].artillery:
            left[unit] = GUNS  # 13.18, 13.26
    return March(side, target, frozenset(attackers), {u: state.units[u].at for u in left}, left)


def neighbours(state: State, side: str, attackers: tuple[str, ...]) -> list[str]:
    """Friends stacked with or next to the attackers that have not attacked (13.26)."""
    origins = {state.units[u].at for u in attackers}
    near = origins.union(*(state.data.land[h] for h in origins))
    still = state.stranded | state.spent_by_rail
    return [
        u for h in sorted(near) if state.holder(h) == side for u in sorted(state.at[h])
        if u not in attackers and u not in state.attacked and state.data.counters[u].movement
        and u not in still
    ]  # fmt: skip


def possible(state: State, march: March) -> Iterator[Advance]:
    """Every step that may be taken next."""
    if march.follow:
        yield from (Advance(u, h) for u, h in march.follow.items())
        return
    for unit, left in march.left.items():
        if left:
            yield from (
                Advance(unit, h) for h in ways(state, march, unit) if why_not_advance(state, march, unit, h) is None
            )


def ways(state: State, march: March, unit: str) -> tuple[str, ...]:
    """The neighbouring hexes that an advance may lead to, whoever is there."""
    near = state.data.land[state.units[unit].at]
    if unit in march.entered:
        return near
    return tuple(h for h in near if h in doors(state, march, unit))


def doors(state: State, march: March, unit: str) -> set[str]:
    """Where a unit's advance may begin: the hex attacked; neighbours also in hexes the attackers left empty (13.26)."""
    if state.data.counters[unit].artillery:  # 13.18: with others of its hex
        home = march.origin[unit]
        return {h for u, h in march.entered.items() if march.origin[u] == home and not state.data.counters[u].artillery}
    if unit in march.attackers:
        return {march.target}
    led = {march.origin[u] for u in march.attackers if u in march.entered}
    beside = {march.origin[unit], *state.data.land[march.origin[unit]]}
    if not led & beside:  # neighbours of those that advance
        return set()
    return {march.target} | march.vacated


def why_not_advance(state: State, march: March, unit: str, hex_id: str) -> Refusal | None:
    """Why a unit may not take this step: enemies, closed land, stacking, Austro-Hungarians left alone."""
    if march.side == RU and state.holder(hex_id) == ENEMY[RU] and state.lone_artillery(hex_id):  # 13.18
        return why_not_enter(state, unit, hex_id)
    return why_not_stand(state, unit, hex_id) or why_not_desert(state, march, unit, hex_id)


def why_not_desert(state: State, march: March, unit: str, hex_id: str) -> Refusal | None:
    """A German leaves Austro-Hungarians alone north of row 20 only for a hex to which they follow at once (6.3)."""
    why = why_not_leave(state, unit)
    if why is None:
        return None
    behind = left_behind(state, unit)
    can = all(
        march.left.get(u) and hex_id in ways(state, march, u) and why_not_enter(state, u, hex_id, escort=True) is None
        for u in behind
    )
    return None if can and why_not_stack(state, (unit, *behind), hex_id) is None else why


def left_behind(state: State, unit: str) -> list[str]:
    """Austro-Hungarian field units in a unit's hex."""
    counters = state.data.counters
    there = state.at[state.units[unit].at]
    return [u for u in there if counters[u].nation == "austro_hungarian" and counters[u].bulk]


def go(state: State, march: March, unit: str, hex_id: str, rule: str) -> None:
    """One hex of an advance; swamp and mountain end it, a pass does not (13.26)."""
    if march.follow:
        del march.follow[unit]
    elif why_not_leave(state, unit) is not None:
        march.follow = dict.fromkeys(left_behind(state, unit), hex_id)
    here = state.units[unit].at
    state.move(unit, hex_id, rule)
    march.entered.setdefault(unit, hex_id)
    if unit not in march.attackers:
        state.followed |= {unit}  # 13.26: it will not attack in this phase
    elif here == march.origin[unit] and here not in state.at:
        march.vacated.add(here)
    terrain = state.data.hexes[hex_id].terrain
    stops = (terrain == "swamp" and not state.box.jan_feb) or (
        terrain == "mountain" and (here, hex_id) not in state.data.passes
    )
    march.left[unit] = 0 if stops else march.left[unit] - 1


def why_not_halt(march: March, action: Done) -> Refusal | None:
    """Why an advance cannot end here (6.3)."""
    if not march.follow:
        return None
    return Refusal("6.3", f"{', '.join(march.follow)} must follow: they cannot stay alone north of row 20.")


def why_not_go(state: State, march: March, action: Advance) -> Refusal | None:
    """Why a unit does not advance to a hex now."""
    unit = action.unit
    if march.follow:
        return None if march.follow.get(unit) == action.hex else why_not_halt(march, DONE)
    if unit not in march.left:
        return Refusal("13.25", f"{unit} took no part and may not advance.")
    if not march.left[unit]:
        return Refusal("13.26", f"{unit} has advanced as far as it may.")
    if action.hex not in ways(state, march, unit):
        said = f"{unit} cannot advance to {action.hex}: the hex attacked comes first, then hex by hex."
        return Refusal("13.26", said)
    return why_not_advance(state, march, unit, action.hex)
