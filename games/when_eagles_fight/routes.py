"""Whole marches: the steps that take units to a hex along the cheapest legal path (12.x)."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import Any

from wargame.core.engine.state import State as KernelState
from wargame.core.mechanics.ways import Path

from .actions import Entrain, Rail, Stack, Step
from .model import BOXES, State
from .movement import MOVEMENT, pick, ways, why_not_pick, why_not_step
from .rail import destinations, why_not_take


def route(s: State, side: str, units: Path, to: str, via: Path) -> tuple[Any, ...] | None:
    """The answers that take units to a hex, by way of others, on foot or by rail; () if there are none."""
    if s.phase.endswith("strategic movement"):
        return by_rail(s, side, units, to) if not via else ()
    if not s.phase.endswith(" movement"):
        return None
    units = tuple(sorted(units))
    places = {s.units[u].at for u in units if u in s.units and s.data.counters[u].side == side}
    if len(places) != 1 or places & BOXES or not all(u in s.units for u in units):
        return ()
    start = places.pop()
    trial = s.copy()
    answers: list[Any] = []
    if not s.spent.keys() >= set(units):
        if why_not_pick(s, side, Stack(start)) is not None:
            return ()
        pick(trial, start)
        answers.append(Stack(start))
    if not trial.spent.keys() >= set(units):
        return ()
    for goal in (*via, to):
        path = march(trial, units, goal)
        if not path:
            return ()
        answers += [Step(units, hex_id) for hex_id in path]
    return tuple(answers)


def by_rail(s: State, side: str, units: Path, to: str) -> tuple[Any, ...]:
    """One unit by rail (11.2)."""
    if len(units) != 1 or why_not_take(s, side, Entrain(units[0])) is not None:
        return ()
    return (Entrain(units[0]), Rail(units[0], to)) if to in destinations(s, units[0]) else ()


def march(trial: State, units: Path, goal: str) -> Path:
    """The hexes of the cheapest path; the units of `trial`, which is a copy, stand at its end afterwards.

    Points come first, then the number of hexes. The path is searched with the units put in each hex in turn, so that
    stacking, enemies, cooperation and what they leave behind are judged there by the rule of a single step (12.1).
    """
    start = trial.units[units[0]].at
    before = {u: trial.spent[u] for u in units}
    fringe: list[tuple[int, int, Path]] = [(0, 0, (start,))]
    done: set[str] = set()
    while fringe:
        cost, count, path = heappop(fringe)
        here = path[-1]
        if here in done:
            continue
        done.add(here)
        stand(trial, units, here, before, cost)
        if here == goal:
            return path[1:]
        for near, price in onward(trial, units, here):
            if near not in done:
                heappush(fringe, (cost + price, count + 1, (*path, near)))
    return ()


def stand(trial: State, units: Path, hex_id: str, before: dict[str, int], cost: int) -> None:
    """Put the units of a copy into a hex, with the points spent on the way (12.3: never more than they have)."""
    trial.log = []
    for unit in units:
        if trial.units[unit].at != hex_id:
            KernelState.move(trial, unit, hex_id)
        trial.spent[unit] = min(before[unit] + cost, trial.factors(unit)[2])


def onward(trial: State, units: Path, here: str) -> Iterator[tuple[str, int]]:
    """The hexes the units may enter next, with the points that takes."""
    for near in ways(trial, here):
        if why_not_step(trial, units, near) is None:
            yield near, MOVEMENT.price(trial, units[0], near)
