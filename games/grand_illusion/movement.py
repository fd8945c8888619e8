"""Movement (8.4): a group forms in the activated hex, goes hex by hex, and leaves units behind on its way."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import attrs

from wargame.core.engine.actions import DONE, Done
from wargame.core.engine.offers import Offer, offer
from wargame.core.engine.questions import Procedure, Refusal
from wargame.core.mechanics.movement import next_steps

from .actions import Activate, Entrench, Go, Leave, Recover, Take
from .control import ninth_army, settle, watch_paris
from .entry import WITHDRAWAL, Marchers, marchers, movable, must_stop, why_not_enter, why_not_stay
from .model import HOLLAND, TRIER, Group, State
from .records import ENEMY, GERMAN
from .retreat import cavalry_flight, displace_rear


def move_group(s: State, side: str, withdrawal: bool = False) -> Procedure[Any]:
    """Form a group in the activated hex and move it; returns DONE when the player moves no more."""
    start = s.activated
    units = tuple(movable(s, side, HOLLAND, False)) if start == HOLLAND else ()  # 13.3.4b4: all together
    over = yield from _march(s, Group(side, start, start, withdrawal, units))
    s.marching = None
    return over


def _march(s: State, group: Group) -> Procedure[Any]:
    if not group.units and not movable(s, group.side, group.start, group.withdrawal):
        return DONE
    while True:
        s.marching = group
        answer = yield _which_way(s, group)
        if isinstance(answer, Take):
            group = group.joined_by(answer.unit)
        elif isinstance(answer, Leave):
            group = _leave(s, group, answer.unit)
        elif isinstance(answer, Go):
            group, goes_on = yield from _go(s, group, answer.hex)
            if not goes_on:
                _stop(s, group, group.units)
                return None
        else:
            _stop(s, group, group.units)
            return None if group.hexes else DONE


def _leave(s: State, group: Group, unit: str) -> Group:
    """A unit stops on the way of its group."""
    carried = group.carried
    if _needed_headquarters(s, group, unit):
        carried = carried | {s.unit(unit).nation}
    rest = tuple(u for u in group.units if u != unit)
    group = attrs.evolve(group, units=rest, left=(*group.left, unit), carried=carried)
    _stop(s, group, (unit,))
    return group


def _go(s: State, group: Group, to: str) -> Procedure[tuple[Group, bool]]:
    """The group goes to the next hex; whether it may go on (and the game does, 3.2.4b)."""
    spent = group.spent + s.next_to(group.at)[to]
    goes_on = yield from enter(s, group.side, group.units, group.at, to)
    return group.gone_to(to, spent), goes_on and s.control[TRIER] == GERMAN


# --- what a group may do -----------------------------------------------------------------------------------------


def _which_way(s: State, group: Group) -> Offer:
    finished = partial(_finish_first, group)
    return offer(
        group.side,
        partial(_steps, s, group),
        {
            Take: lambda answer: why_not_take(s, group, answer.unit),
            Go: lambda answer: why_not_go(s, group, answer.hex),
            Leave: lambda answer: why_not_leave(s, group, answer.unit),
            Done: lambda answer: why_not_stop(s, group),
            Activate: finished, Entrench: finished, Recover: finished,
        },
        _prompt(s, group),
        "8.4",
        warn=lambda answer: _waste(s, group) if answer == DONE else None,
        all_legal=True,
    )  # fmt: skip


def _steps(s: State, group: Group) -> list[Any]:
    """All that the group may do."""
    found: list[Any] = []
    if not group.hexes:
        found += [Take(u) for u in movable(s, group.side, group.start, group.withdrawal) if u not in group.units]
    if group.units:
        units = marchers(s, group.units)
        found += [Go(h) for h in s.next_to(group.at) if _why_not_go(s, group, units, h) is None]
    if why_not_stop(s, group) is None:
        found.append(DONE)
    if group.hexes:
        found += [Leave(u) for u in group.units if why_not_leave(s, group, u) is None]
    return found


def _prompt(s: State, group: Group) -> str:
    if not group.units:
        return f"Which unit of {group.start} moves ('done' if none does)?"
    who = f"{', '.join(group.units)} at {group.at}"
    if not group.hexes:
        return f"{who}: where to, or which unit moves with them?"
    return f"{who}, {group.spent} movement points spent: where to ('done' to stop here)?"


def why_not_take(s: State, group: Group, unit: str) -> Refusal | None:
    """Why a unit may not join the group about to move (8.2.1, 8.2.2, 8.4)."""
    if group.hexes:
        return Refusal("8.4", "No unit joins a group that has begun to move.")
    if unit in group.units:
        return Refusal("8.4", f"{unit} is in the group already.")
    if unit in movable(s, group.side, group.start, group.withdrawal):
        return None
    where = s.units.get(unit)
    if unit in s.moved:
        return Refusal("8.2.2", f"{unit} has already moved in this activation.")
    if where is None or where.at != group.start or s.counter(unit).side != group.side:
        return Refusal("8.2.1", f"{unit} is not one of your units in {group.start}.")
    if unit in s.data.forts:
        return Refusal("2.4", "Forts never move.")
    if group.withdrawal:
        return Refusal(WITHDRAWAL[group.side], "Belgian units take no part in the general retreat.")
    return Refusal("12.5.2", "The Belgians in Antwerp are pinned by the German screen.")


def why_not_go(s: State, group: Group, to: str) -> Refusal | None:
    """Why the group may not go on to a hex, to stay there or to pass through it (8.4.2 to 8.4.8)."""
    if to not in s.data.spaces:
        return Refusal("8.4", f"There is no hex {to}.")
    if not group.units:
        return Refusal("8.4", "First take the units that move, then say where they go.")
    return _why_not_go(s, group, marchers(s, group.units), to)


def _why_not_go(s: State, group: Group, units: Marchers, to: str) -> Refusal | None:
    found = why_not_enter(s, units, group.at, to, group.spent, group.withdrawal)
    if found is not None:
        return found
    crowded = why_not_stay(s, group.units, to, group.side)
    if crowded is None:
        return None
    spent = group.spent + s.next_to(group.at)[to]
    return None if _leads_on(s, group, group.units, to, spent, (group.at, to)) else crowded


def why_not_leave(s: State, group: Group, unit: str) -> Refusal | None:
    """Why a unit may not stay behind while the others go on (8.4, 8.4.6)."""
    if unit not in group.units:
        return Refusal("8.4", f"{unit} does not move with this group.")
    if not group.hexes:
        return Refusal("8.4", "Units are left on the way; this group has not moved yet.")
    if len(group.units) == 1:
        return Refusal("8.4", f"{unit} moves alone: 'done' ends its move.")
    if why_not_stay(s, group.units, group.at, group.side) is None:
        return None
    crowded = why_not_stay(s, (unit,), group.at, group.side)
    if crowded is not None:
        return crowded
    rest = tuple(u for u in group.units if u != unit)
    if _leads_on(s, group, rest, group.at, group.spent, (group.at,)):
        return None
    return Refusal("8.4.6", f"Without {unit} the others could neither stay in {group.at} nor go on.")


def why_not_stop(s: State, group: Group) -> Refusal | None:
    """Why the move of the group may not end here (8.4.6, 8.4.7)."""
    return why_not_stay(s, group.units, group.at, group.side) if group.hexes else None


def _finish_first(group: Group, answer: Any) -> Refusal:
    return Refusal("8.2.1", f"Hex {group.start} is activated: finish with its units ('done') before another.")


def _leads_on(s: State, group: Group, units: tuple[str, ...], at: str, spent: int, passed: tuple[str, ...]) -> bool:
    """Whether units that may not stay in `at` can go on from there to where they may."""
    going = marchers(s, units)

    def ways(here: str, so_far: int) -> Iterator[tuple[str, int]]:
        if must_stop(s, here, group.side) or s.control[here] != group.side:
            return
        for to, cost in s.next_to(here).items():
            if to not in passed and why_not_enter(s, going, here, to, so_far, group.withdrawal) is None:
                yield to, so_far + cost

    return bool(next_steps(at, spent, ways, lambda to: why_not_stay(s, units, to, group.side) is None, passed))


def _waste(s: State, group: Group) -> str | None:
    """What `done` would leave undone: units that were taken and not moved, or neither move nor fight (8.2.2)."""
    if group.hexes:
        return None
    if group.units:
        return f"{', '.join(group.units)} would stay in {group.start} without moving."
    idle = movable(s, group.side, group.start, group.withdrawal)
    enemy = s.present(group.start, ENEMY[group.side])
    if not idle or enemy.combat or enemy.forts:
        return None
    return f"{', '.join(idle)} would neither move nor fight in this activation."


# --- on the way --------------------------------------------------------------------------------------------------


def enter(s: State, side: str, group: tuple[str, ...], at: str, to: str) -> Procedure[bool]:
    """The group enters a hex; whether it may go on (8.4.2)."""
    enemy = ENEMY[side]
    occupied = s.guards(to, enemy)
    joined = s.guards(to, side)
    screened = False
    if occupied and _only_cavalry(s, to, enemy) and _has_corps(s, group):
        screened = True
        stands = yield from cavalry_flight(s, to, enemy)  # 9.6.3
    for unit in group:
        s.move(unit, to, "8.4")
    if at == HOLLAND:
        ninth_army(s)
    else:
        settle(s, at)
    combat = tuple(u for u in group if s.unit(u).combat)
    if occupied and not screened and s.control.get(at) == side:
        s.block(at, to, side)  # 8.4.5
    yield from displace_rear(s, to, enemy if combat else side)  # 9.4.4, 9.5.4
    settle(s, to)
    if side == GERMAN:
        watch_paris(s, to)
    if screened:
        return not stands
    if occupied and combat:
        if joined and to not in s.battles:
            s.entered[to] = (*s.entered.get(to, ()), *combat)  # 9.1.2c
        else:
            s.battles[to] = (*s.battles.get(to, ()), *combat)  # 9.1.2b
    return not s.guards(to, enemy)


def _only_cavalry(s: State, hex: str, side: str) -> bool:
    own = s.present(hex, side)
    return bool(own.combat) and not own.forts and not any(s.is_infantry(u) for u in own.combat)


def _has_corps(s: State, group: tuple[str, ...]) -> bool:
    return any(s.is_corps(u) and s.units[u].steps == 2 for u in group)


def _needed_headquarters(s: State, group: Group, unit: str) -> bool:
    """Whether a combat unit went farther than it could alone (8.4.1)."""
    counter = s.unit(unit)
    if not counter.combat:
        return False
    alone = max(s.data.tables.movement.alone, counter.movement)
    return group.hexes > 1 if s.disrupted(unit) else group.spent > alone


def _stop(s: State, group: Group, units: tuple[str, ...]) -> None:
    """Units end their move; headquarters that carried others turn over (8.4.1)."""
    if not group.hexes:
        return
    s.moved = s.moved.union(units)
    if not group.withdrawal:
        _join_siege(s, group, units)
    for unit in [u for u in units if s.unit(u).kind == "hq"]:
        nation = s.unit(unit).nation
        own = _with_headquarters(s, group, unit)
        if nation in group.carried or any(s.disrupted(u) or _needed_headquarters(s, group, u) for u in own):
            s.flip(unit, "8.4.1")
        crowd_headquarters(s, group.at, group.side)


def _join_siege(s: State, group: Group, units: tuple[str, ...]) -> None:
    """Units that stop beside the besiegers of a fort may attack it (9.1.2c)."""
    hex = group.at
    combat = [u for u in units if s.unit(u).combat]
    if combat and s.sieges.get(hex) == group.side and not s.guards(hex, ENEMY[group.side]):
        s.entered[hex] = (*s.entered.get(hex, ()), *combat)


def _with_headquarters(s: State, group: Group, headquarters: str) -> list[str]:
    """Combat units of its nation that moved with an HQ to the hex where it stops; another HQ may take them on."""
    nation = s.unit(headquarters).nation
    own = [u for u in (*group.units, *group.left) if s.unit(u).nation == nation and u != headquarters]
    if headquarters in group.left and any(s.unit(u).kind == "hq" for u in group.units if u in own):
        own = [u for u in own if u in group.left]
    return [u for u in own if s.unit(u).combat and s.units[u].at == group.at]


def crowd_headquarters(s: State, hex: str, side: str) -> None:
    """Two headquarters in a hex turn over (8.4.1)."""
    found = s.present(hex, side).hq
    if len(found) > 1:
        for unit in found:
            s.flip(unit, "8.4.1")
