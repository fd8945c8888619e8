"""The answers that march a stack to a space (the hook `wargame_route`)."""

from __future__ import annotations

from collections import deque
from typing import Any

from .actions import Group, Stop, To
from .model import State
from .movement import Units, next_steps, why_not_move, why_not_stop


def route(state: State, side: str, units: Units, to: str, via: tuple[str, ...]) -> tuple[Any, ...] | None:
    """The shortest legal march of units that have not set out yet; () if there is none, None where no march begins."""
    s = state
    if s.phase != "movement" or s.siege or s.crowd or s.leaving or to not in s.data.spaces or s.moved & set(units):
        return None
    if why_not_move(s, side, units) is not None:
        return ()
    way = shortest(s, side, units, to, via)
    if not way:
        return ()
    stop = (Stop(),) if next_steps(s, side, units, to, len(way)) else ()
    return (Group(units), *map(To, way), *stop)


def shortest(s: State, side: str, units: Units, to: str, via: tuple[str, ...]) -> tuple[str, ...]:
    """The spaces of the shortest way that touches the `via` spaces in order and may end in `to`; () for none."""
    queue: deque[tuple[tuple[str, ...], int]] = deque([((), 0)])
    seen = {(s.units[units[0]].at, 0, 0)}
    while queue:
        way, met = queue.popleft()
        at = way[-1] if way else s.units[units[0]].at
        if way and at == to and met == len(via) and why_not_stop(s, side, units, at) is None:
            return way
        for x in next_steps(s, side, units, at, len(way)):
            passed = met + (met < len(via) and x == via[met])
            if (x, len(way) + 1, passed) not in seen:
                seen.add((x, len(way) + 1, passed))
                queue.append(((*way, x), passed))
    return ()
