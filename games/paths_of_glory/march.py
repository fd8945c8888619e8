"""Stacks on the march (11.1): space by space, to a siege that is made up together, out of a crowded space."""

from __future__ import annotations

from typing import Any

from wargame.core.engine.actions import DONE, Done
from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Refusal
from wargame.core.mechanics.choosing import why_not_one_of

from .actions import Entrench, Group, Stop, To
from .entrenchment import why_not_entrench
from .model import CONTROL, ENEMY, State
from .movement import (
    Units,
    approach,
    comers,
    groups,
    halts,
    movable,
    next_steps,
    room_makers,
    why_not_go,
    why_not_move,
    why_not_stop,
)
from .supply import besieged, own_units


def move_group(s: State, side: str) -> Procedure[Done | None]:
    """Move one stack space by space, or let an army entrench, or end movement (9.2.8, 11.1)."""
    if s.siege:
        yield from _join_siege(s, side)
        return None
    if s.crowd:
        yield from _make_room(s, side)
        return None
    if s.leaving:
        yield from _give_up_siege(s, side)
        return None
    free = movable(s, side)
    if not free:
        return DONE

    def offers() -> list[object]:
        dig = [Entrench(u) for u in free if why_not_entrench(s, side, u) is None]
        return [*groups(s, side), *dig, DONE]

    def waiting() -> dict[str, Any]:
        return {"still to move": [f"{s.name(u)} in {s.name(s.units[u].at)}" for u in free]}

    def waste(answer: object) -> str | None:
        idle = dict.fromkeys(u for group in groups(s, side) for u in group.units) if answer == DONE else ()
        return f"Activated, but not moved: {s.listed(idle)}." if idle else None

    why_not = {
        Group: lambda a: why_not_move(s, side, a.units), Entrench: lambda a: why_not_entrench(s, side, a.unit),
        Done: None,
    }  # fmt: skip
    answer = yield offer(  # of alike units one is listed, but any of them will do
        side, offers, why_not, "Move which stack, or 'done'?", "11.1.1", show=waiting, warn=waste, complete=False,
        all_legal=True,
    )  # fmt: skip
    if answer == DONE:
        return DONE
    if isinstance(answer, Entrench):
        s.digging = (*s.digging, answer.unit)
        s.moved |= {answer.unit}
        return None
    yield from _march(s, side, answer.units)
    at = s.units[answer.units[0]].at
    if s.fort_owner(at) == ENEMY[side] and not besieged(s, at):
        s.siege = at
    if len(s.units_at(at)) > s.data.numbers.stack:
        s.crowd = at
    return None


def _make_room(s: State, side: str) -> Procedure[None]:
    """Units move on out of a space that others have entered above the stacking limit (10.1.2)."""
    where = s.name(s.crowd)
    ready = room_makers(s, side, s.crowd, list(s.units_at(s.crowd)))
    text = f"Too many units stand in {where}; some that have not moved must go on first."
    stacks = why_not_one_of("units", [group.units for group in ready], "10.1.1", text)
    why_not = {Group: stacks, Done: lambda _: Refusal("10.1.1", text)}
    answer = yield offer(side, ready, why_not, f"Which units leave {where}, where too many stand?", "10.1.2")
    yield from _march(s, side, answer.units)
    s.crowd = ""


def _join_siege(s: State, side: str) -> Procedure[None]:
    """One more unit goes to the fort that the stacks moved so far cannot besiege alone (15.2.1)."""
    where = s.name(s.siege)
    text = f"The siege of {where} must be made up first, by units that can reach it."
    ready = comers(s, side, s.siege)
    not_done = Refusal("15.2.1", text)
    why_not = {Group: why_not_one_of("units", [(u,) for u in ready], "15.2.1", text), Done: lambda _: not_done}
    offers = [Group((u,)) for u in s.distinct(ready)]
    answer = yield offer(side, offers, why_not, f"Which unit joins the siege of {where}?", "15.2.1", complete=False)
    unit = answer.units[0]
    s.moved |= {unit}
    left = s.mf(unit)
    while (at := s.units[unit].at) != s.siege:
        ways = approach(s, side, unit, at, left, s.siege)
        on = {To: why_not_one_of("space", ways, "15.2.1", text), Done: lambda _: not_done}
        to = (yield offer(side, [*map(To, ways)], on, f"From {s.name(at)} on to {where}?", "15.2.1")).space
        step(s, side, (unit,), at, to, "11.1.13")
        left -= 1
    if besieged(s, s.siege):
        s.siege = ""


def _give_up_siege(s: State, side: str) -> Procedure[None]:
    """The last besiegers follow those that left them too weak to go on with the siege (15.2.4)."""
    here = s.leaving
    first = Refusal("15.2.4", f"The units left in {s.name(here)} no longer besiege its fort and must leave it first.")

    def why_not(a: Group) -> Refusal | None:
        elsewhere = any(u not in s.units_at(here) for u in a.units)
        return first if elsewhere else why_not_move(s, side, a.units)

    ready = [g for g in groups(s, side) if s.units[g.units[0]].at == here]
    if ready:
        prompt = f"Which units leave the fort of {s.name(here)} too?"
        answer = yield offer(
            side, ready, {Group: why_not, Done: lambda _: first}, prompt, "15.2.4", complete=False, all_legal=True
        )
        yield from _march(s, side, answer.units)
    if not ready or not own_units(s, here, side):
        s.leaving = ""


def _march(s: State, side: str, units: Units) -> Procedure[None]:
    """A stack goes from space to space until it stops; a siege it leaves too weak is given up (15.2.4)."""
    start = s.units[units[0]].at
    siege = besieged(s, start)
    s.moved |= set(units)
    s.march = units, 0
    while to := (yield from _next_space(s, side, units, s.march[1])):
        step(s, side, units, s.units[units[0]].at, to, "11.1.13")
        s.march = units, s.march[1] + 1
    s.march = (), 0
    if siege and own_units(s, start, side) and not besieged(s, start):
        s.leaving = start


def _next_space(s: State, side: str, units: Units, spent: int) -> Procedure[str]:
    """Where a stack goes on to; '' if it stops, which it does without a question where it cannot go on."""
    at = s.units[units[0]].at
    ways = next_steps(s, side, units, at, spent)
    stop = spent and why_not_stop(s, side, units, at) is None
    if stop and not ways:
        return ""
    not_yet = Refusal("11.1.3", "The stack has not moved yet.")
    why_not = {
        To: lambda a: None if a.space in ways else why_not_march(s, side, units, spent, a.space),
        Stop: lambda _: why_not_stop(s, side, units, at) if spent else not_yet,
    }  # fmt: skip
    left = min(s.mf(u) for u in units) - spent
    stay = ", or 'stop'" if stop else ""
    prompt = f"{s.listed(units)} in {s.name(at)}, {left} MP left: to where{stay}?"
    answer = yield offer(side, [*map(To, ways), *([Stop()] if stop else [])], why_not, prompt, "11.1.3", all_legal=True)
    return "" if answer == Stop() else answer.space


def why_not_march(s: State, side: str, units: Units, spent: int, to: str) -> Refusal:
    """Why a stack on the march may not go on to a space to which no legal way leads."""
    at = s.units[units[0]].at
    if spent >= min(s.mf(u) for u in units):
        return Refusal("11.1.5", "The movement factor is spent.")
    if to not in s.data.spaces:
        return Refusal("11.1.3", f"There is no space {to}.")
    if spent and halts(s, side, units, at):
        return Refusal("15.1.1", f"The fort of {s.name(at)}, which nobody else besieges, ends the move.")
    nowhere = Refusal("11.1.3", f"From {s.name(to)} the stack could go on nowhere.")
    return why_not_go(s, side, units, at, to) or nowhere


def step(s: State, side: str, units: tuple[str, ...], at: str, to: str, rule: str) -> None:
    """Units enter a space and take it unless a fort stands there (11.1.13, 11.1.14, 15.1.9)."""
    if s.data.caucasus(at, to):
        s.limit("ru_caucasus")
    for u in units:
        s.go(u, to, rule)
    for u in units:
        CONTROL.enter(s, u, to, rule)
