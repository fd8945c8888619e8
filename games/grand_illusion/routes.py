"""The cheapest legal way of a group to a hex, as the answers that move it there (8.4, 10)."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count
from typing import Any

from wargame.core.engine.actions import DONE
from wargame.core.engine.errors import IllegalAction
from wargame.core.engine.questions import Refusal

from .actions import Activate, Go, Take
from .activation import why_not_activate
from .entry import why_not_stay
from .model import TRIER, Group, State
from .movement import enter, why_not_go, why_not_take
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
    if isinstance(begun, Refusal):
        raise IllegalAction(*begun)
    trial, group, answers = begun
    way = _cheapest(trial, group, (*via, to))
    if isinstance(way, Refusal):
        raise IllegalAction(way.rule, f"There is no path to {' and '.join((*via, to))}. {way.text}")
    return (*answers, *way)


def _begin(s: State, side: str, units: tuple[str, ...]) -> tuple[State, Group, list[Any]] | Refusal | None:
    """A copy of the state in which the group is formed, and the answers that form it; or why it cannot be."""
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
        if closed is not None:
            return closed
        if s.activated:
            return None
        answers.append(Activate(start))
        trial.activated = start
        trial.moved = s.moved if withdrawal else frozenset()
    elif not set(group.units) <= set(units) or group.start != start or group.side != side:
        return None
    taken = group.units if group is not None else ()
    empty = Group(side, start, start, withdrawal, ())
    for unit in units:
        refused = why_not_take(trial, empty, unit)
        if refused is not None:
            return refused
    answers += [Take(u) for u in units if u not in taken]
    return trial, Group(side, start, start, withdrawal, units), answers


def _cheapest(s: State, group: Group, targets: tuple[str, ...]) -> list[Any] | Refusal:
    """The steps to the last of the targets, by way of the others in order; or what keeps the group from it.

    Every step is tried on a copy of the state: it changes control, and with it supply and what comes after.
    """
    order = count()
    open_ways: list[tuple[int, int, State, Group, int, list[Any]]] = [(0, next(order), s, group, 0, [])]
    best: dict[tuple[str, int], int] = {}
    why: Refusal | None = None  # against the cheapest way that comes near
    while open_ways:
        _, _, at, moving, reached, way = heappop(open_ways)
        if reached == len(targets):
            return way
        for to, cost in at.next_to(moving.at).items():
            passed = reached + (to == targets[reached])
            spent = moving.spent + cost
            if best.get((to, passed), 999) <= spent:
                continue
            refused = why_not_go(at, moving, to)
            if refused is not None:
                why = why or (refused if passed > reached else None)
                continue
            after, goes_on, asked = _step(at, moving, to)
            there = passed == len(targets)
            refused = why_not_stay(after, moving.units, to, moving.side) if there else None
            if refused is not None or not (there or goes_on):
                why = why or refused
                continue
            best[to, passed] = spent
            ended = [DONE] if there and goes_on and not asked else []
            group = moving.gone_to(to, spent)
            heappush(open_ways, (spent, next(order), after, group, passed, [*way, Go(to), *ended]))
    return why or Refusal("8.4.2", f"It is too far for {', '.join(group.units)}, or enemies are in the way.")


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
