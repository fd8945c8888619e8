"""Advance after combat and breakthrough advance (13.25, 13.26)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import attrs

from wargame.core.engine.actions import DONE, Done
from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Refusal

from .actions import Advance
from .model import State
from .records import ENEMY, RU
from .stacking import why_not_enter, why_not_leave, why_not_stack, why_not_stand
from .victory import sudden_death


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


def advance(s: State, side: str, target: str, attackers: tuple[str, ...], breakthrough: bool) -> Procedure[None]:
    """Survivors may enter the hex; after a breakthrough they advance further, and neighbours follow."""
    march = begin(s, side, target, attackers, breakthrough)
    rule = "13.26" if breakthrough else "13.25"
    while options := list(possible(s, march)):
        prompt = f"Advance into {target}?" if not march.entered else "Advance further?"
        why = {Advance: partial(why_not_go, s, march), Done: partial(why_not_halt, march)}
        answer = yield offer(side, [*options, DONE], why, prompt, rule)
        if isinstance(answer, Done):
            return
        go(s, march, answer.unit, answer.hex, rule)
        if sudden_death(s) is not None:  # 4.2: the game stops at once
            return


def begin(s: State, side: str, target: str, attackers: tuple[str, ...], breakthrough: bool) -> March:
    """Who may advance, and how far."""
    far = s.data.numbers.advance  # 13.26
    left = dict.fromkeys(attackers, far.attackers if breakthrough else 1)
    if breakthrough:
        left |= dict.fromkeys(neighbours(s, side, attackers), far.neighbours)
        left |= {u: far.heavy_artillery for u in left if s.data.counters[u].artillery}  # 13.18
    return March(side, target, frozenset(attackers), {u: s.units[u].at for u in left}, left)


def neighbours(s: State, side: str, attackers: tuple[str, ...]) -> list[str]:
    """Friends stacked with or next to the attackers that have not attacked (13.26)."""
    origins = {s.units[u].at for u in attackers}
    near = origins.union(*(s.data.land[h] for h in origins))
    still = s.stranded | s.spent_by_rail
    return [
        u for h in sorted(near) if s.holder(h) == side for u in sorted(s.at[h])
        if u not in attackers and u not in s.attacked and s.data.counters[u].movement
        and u not in still
    ]  # fmt: skip


def possible(s: State, march: March) -> Iterator[Advance]:
    """Every step that may be taken next."""
    if march.follow:
        yield from (Advance(u, h) for u, h in march.follow.items())
        return
    for unit, left in march.left.items():
        if left:
            yield from (Advance(unit, h) for h in ways(s, march, unit) if why_not_advance(s, march, unit, h) is None)


def ways(s: State, march: March, unit: str) -> tuple[str, ...]:
    """The neighbouring hexes that an advance may lead to, whoever is there."""
    near = s.data.land[s.units[unit].at]
    if unit in march.entered:
        return near
    return tuple(h for h in near if h in doors(s, march, unit))


def doors(s: State, march: March, unit: str) -> set[str]:
    """Where a unit's advance may begin: the hex attacked; neighbours also in hexes the attackers left empty (13.26)."""
    if s.data.counters[unit].artillery:  # 13.18: with others of its hex
        home = march.origin[unit]
        return {h for u, h in march.entered.items() if march.origin[u] == home and not s.data.counters[u].artillery}
    if unit in march.attackers:
        return {march.target}
    led = {march.origin[u] for u in march.attackers if u in march.entered}
    beside = {march.origin[unit], *s.data.land[march.origin[unit]]}
    if not led & beside:  # neighbours of those that advance
        return set()
    return {march.target} | march.vacated


def why_not_advance(s: State, march: March, unit: str, hex_id: str) -> Refusal | None:
    """Why a unit may not take this step: enemies, closed land, stacking, Austro-Hungarians left alone."""
    if march.side == RU and s.holder(hex_id) == ENEMY[RU] and s.lone_artillery(hex_id):  # 13.18
        return why_not_enter(s, unit, hex_id)
    return why_not_stand(s, unit, hex_id) or why_not_desert(s, march, unit, hex_id)


def why_not_desert(s: State, march: March, unit: str, hex_id: str) -> Refusal | None:
    """A German leaves Austro-Hungarians alone in the north only for a hex to which they follow at once (6.3)."""
    why = why_not_leave(s, unit)
    if why is None:
        return None
    behind = left_behind(s, unit)
    can = all(
        march.left.get(u) and hex_id in ways(s, march, u) and why_not_enter(s, u, hex_id, escort=True) is None
        for u in behind
    )
    return None if can and why_not_stack(s, (unit, *behind), hex_id) is None else why


def left_behind(s: State, unit: str) -> list[str]:
    """Austro-Hungarian field units in a unit's hex."""
    counters = s.data.counters
    there = s.at[s.units[unit].at]
    return [u for u in there if counters[u].nation == "austro_hungarian" and counters[u].bulk]


def go(s: State, march: March, unit: str, hex_id: str, rule: str) -> None:
    """One hex of an advance; swamp and mountain end it, a pass does not (13.26)."""
    if march.follow:
        del march.follow[unit]
    elif why_not_leave(s, unit) is not None:
        march.follow = dict.fromkeys(left_behind(s, unit), hex_id)
    here = s.units[unit].at
    s.move(unit, hex_id, rule)
    march.entered.setdefault(unit, hex_id)
    if unit not in march.attackers:
        s.followed |= {unit}  # 13.26: it will not attack in this phase
    elif here == march.origin[unit] and here not in s.at:
        march.vacated.add(here)
    terrain = s.data.hexes[hex_id].terrain
    stops = (terrain == "swamp" and not s.box.jan_feb) or (
        terrain == "mountain" and (here, hex_id) not in s.data.passes
    )
    march.left[unit] = 0 if stops else march.left[unit] - 1


def why_not_halt(march: March, action: Done) -> Refusal | None:
    """Why an advance cannot end here (6.3)."""
    if not march.follow:
        return None
    return Refusal("6.3", f"{', '.join(march.follow)} must follow: they cannot stay alone in the north.")


def why_not_go(s: State, march: March, action: Advance) -> Refusal | None:
    """Why a unit does not advance to a hex now."""
    unit = action.unit
    if march.follow:
        return None if march.follow.get(unit) == action.hex else why_not_halt(march, DONE)
    if unit not in march.left:
        return Refusal("13.25", f"{unit} took no part and may not advance.")
    if not march.left[unit]:
        return Refusal("13.26", f"{unit} has advanced as far as it may.")
    if action.hex not in ways(s, march, unit):
        said = f"{unit} cannot advance to {action.hex}: the hex attacked comes first, then hex by hex."
        return Refusal("13.26", said)
    return why_not_advance(s, march, unit, action.hex)
