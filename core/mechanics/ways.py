"""Paths that enter no space twice, among which retreats and advances after combat choose."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

Path = tuple[str, ...]  # the spaces entered, in order
Onward = Callable[[Path], Iterable[str]]  # where a path may continue; it gets the whole path, the start first


def beside(state: Any, unit: str, space: str) -> Iterable[str]:
    """Where a unit may step on most maps: any neighbour."""
    found: Iterable[str] = state.board.neighbours(space)
    return found


def simple_ways(gone: Path, most: int, onward: Onward, least: int = 0) -> list[Path]:
    """All paths of `least` to `most` spaces that continue from the end of `gone` and enter no space twice.

    Shorter paths come first; paths of the same length are in the order of `onward`, space by space.

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
