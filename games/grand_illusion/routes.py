"""The cheapest legal way of a group to a hex, as the answers that move it there (8.4, 10)."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count
from typing import Any

from wargame.core.engine.actions import DONE

from .actions import Activate, Go, Take
from .activation import why_not_activate
from .entry import movable, why_not_stay
from .model import TRIER, Group, State
from .movement import enter, why_not_go
from .rail import destinations
from .records import GERMAN
from .withdrawal import why_not_withdraw_from


def route(state: State, side: str, units: tuple[str, ...], to: str, via: tuple[str, ...]) -> tuple[Any, ...] | None:
    """The answers that bring units to a hex: by rail or sea, or on foot through the activation of their hex."""
    if state.phase == "strategic movement":
        alone = len(units) == 1 and not via and state.on_map(units[0])
        return (Take(units[0]), Go(to)) if alone and to in destinations(state, units[0]) else ()
    if state.phase != "action" or state.fighting:
        return None
    begun = _begin(state, side, units)
    if begun is None:
        return ()
    trial, group, answers = begun
    way = _cheapest(trial, group, (*via, to))
    return (*answers, *way) if way else ()


def _begin(s: State, side: str, units: tuple[str, ...]) -> tuple[State, Group, list[Any]] | None:
    """A copy of the state in which the group is formed, and the answers that form it; None if it cannot be."""
    if not units or not all(s.on_map(u) for u in units):
        return None
    trial = s.copy()
    trial.log = []
    group = s.marching
    if group is not None and group.hexes:
        return (trial, group, []) if set(units) == set(group.units) and group.side == side else None
    start, withdrawal = s.units[units[0]].at, bool(s.withdrawing)
    answers: list[Any] = []
    if group is None:
        closed = why_not_withdraw_from(s, side, start) if withdrawal else why_not_activate(s, side, start)
        if s.activated or closed is not None:
            return None
        answers.append(Activate(start))
        trial.activated = start
        trial.moved = s.moved if withdrawal else frozenset()
    elif not set(group.units) <= set(units) or group.start != start or group.side != side:
        return None
    taken = group.units if group is not None else ()
    ready = movable(trial, side, start, withdrawal)
    if not all(u in ready for u in units):
        return None
    answers += [Take(u) for u in units if u not in taken]
    return trial, Group(side, start, start, withdrawal, units), answers


def _cheapest(s: State, group: Group, targets: tuple[str, ...]) -> list[Any]:
    """The steps to the last of the targets, by way of the others in order; none if there is no way.

    Every step is tried on a copy of the state: it changes control, and with it supply and what comes after.
    """
    order = count()
    open_ways: list[tuple[int, int, State, Group, int, list[Any]]] = [(0, next(order), s, group, 0, [])]
    best: dict[tuple[str, int], int] = {}
    while open_ways:
        _, _, at, moving, reached, way = heappop(open_ways)
        if reached == len(targets):
            return way
        for to, cost in at.next_to(moving.at).items():
            passed = reached + (to == targets[reached])
            spent = moving.spent + cost
            if best.get((to, passed), 999) <= spent or why_not_go(at, moving, to) is not None:
                continue
            after, goes_on, asked = _step(at, moving, to)
            there = passed == len(targets)
            if (there and why_not_stay(after, moving.units, to, moving.side)) or not (there or goes_on):
                continue
            best[to, passed] = spent
            ended = [DONE] if there and goes_on and not asked else []
            group = moving.gone_to(to, spent)
            heappush(open_ways, (spent, next(order), after, group, passed, [*way, Go(to), *ended]))
    return []


def _step(s: State, group: Group, to: str) -> tuple[State, bool, bool]:
    """The state after a step, whether the group may go on, and whether somebody is asked on the way."""
    after = s.copy()
    after.log = []
    steps = enter(after, group.side, group.units, group.at, to)
    try:
        next(steps)
    except StopIteration as end:
        return after, bool(end.value) and after.control[TRIER] == GERMAN, False
    return after, False, True
