"""The answers that march a stack to a space (the hook `wargame_route`)."""

from __future__ import annotations

from collections import deque
from typing import Any

from .actions import Group, Stop, To
from .model import State
from .movement import Units, next_steps, why_not_move, why_not_stop


def route(state: State, side: str, units: Units, to: str, via: tuple[str, ...]) -> tuple[Any, ...] | None:
    """The shortest legal march to a space; () if there is none, None where no march begins or goes on.

    A stack that is on its way already is named by any of its units.
    """
    s = state
    if to not in s.data.spaces:
        return None
    stack, spent = s.march
    if stack and set(units) <= set(stack):
        return _onward(s, side, stack, spent, to, via)
    if s.phase != "movement" or stack or s.siege or s.crowd or s.leaving or s.moved & set(units):
        return None
    if why_not_move(s, side, units) is not None:
        return ()
    onward = _onward(s, side, units, 0, to, via)
    return (Group(units), *onward) if onward else ()


def _onward(s: State, side: str, units: Units, spent: int, to: str, via: tuple[str, ...]) -> tuple[Any, ...]:
    """The steps of a stack that has spent some of its movement, and its stop where it could go on."""
    way = shortest(s, side, units, spent, to, via)
    if way is None:
        return ()
    stop = (Stop(),) if next_steps(s, side, units, to, spent + len(way)) else ()
    return (*map(To, way), *stop)


def shortest(
    s: State, side: str, units: Units, spent: int, to: str, via: tuple[str, ...]
) -> tuple[str, ...] | None:  # fmt: skip
    """The shortest way that touches the `via` spaces in order and may end in `to`; None if there is none."""
    start = s.units[units[0]].at
    queue: deque[tuple[tuple[str, ...], int]] = deque([((), 0)])
    seen = {(start, spent, 0)}
    while queue:
        way, met = queue.popleft()
        at, total = way[-1] if way else start, spent + len(way)
        if total and at == to and met == len(via) and why_not_stop(s, side, units, at) is None:
            return way
        for x in next_steps(s, side, units, at, total):
            passed = met + (met < len(via) and x == via[met])
            if (x, total + 1, passed) not in seen:
                seen.add((x, total + 1, passed))
                queue.append(((*way, x), passed))
    return None
