"""Ways from space to space that enter none twice: what retreats and advances after combat choose among."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

Path = tuple[str, ...]  # the spaces entered, in order
Onward = Callable[[Path], Iterable[str]]  # where a way may go next; it gets the whole way, the start first


def beside(state: Any, unit: str, space: str) -> Iterable[str]:
    """Where a step of a unit may lead on most maps: to any neighbour."""
    found: Iterable[str] = state.board.neighbours(space)
    return found


def simple_ways(gone: Path, most: int, onward: Onward, least: int = 0) -> list[Path]:
    """All ways of `least` to `most` spaces on from the last space of `gone`, entering none of those again.

    Shorter ways come first; among ways of one length the order is that of `onward`, space by space.

    >>> near = {"a": "bc", "b": "ac", "c": "abd", "d": "c"}
    >>> simple_ways(("a",), 2, lambda way: near[way[-1]], least=2)
    [('b', 'c'), ('c', 'b'), ('c', 'd')]
    """
    start = len(gone)
    layer = [gone]
    found: list[Path] = [()] if least <= 0 else []
    for length in range(1, most + 1):
        layer = [(*way, to) for way in layer for to in onward(way) if to not in way]
        if length >= least:
            found += [way[start:] for way in layer]
    return found
