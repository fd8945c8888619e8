"""Searches on a board: movement within an allowance, floods for supply, shortest paths."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

import attrs

from wargame.core.mechanics.board import Barrier, Board

Step = Callable[[int, int, Any], int | None]


@attrs.frozen
class Reach:
    """Where a mover can go: for each space by number, its cost and the space before it."""

    board: Board
    cost: dict[int, int]
    came: dict[int, int]

    def names(self) -> list[str]:
        """The ids of the spaces reached, without the start, in board order."""
        names = self.board.names
        return [names[i] for i in sorted(self.cost) if i in self.came]

    def __contains__(self, name: str) -> bool:
        return self.board.index.get(name) in self.cost

    def spent(self, name: str) -> int:
        return self.cost[self.board.index[name]]

    def path(self, name: str) -> tuple[str, ...]:
        """A cheapest path from the start to a space, both included."""
        i = self.board.index[name]
        way = [i]
        while i in self.came:
            i = self.came[i]
            way.append(i)
        return tuple(self.board.names[j] for j in reversed(way))


def reach(board: Board, start: str, allowance: int, step: Step, stop: Callable[[int], bool] | None = None) -> Reach:
    """All spaces within `allowance` points.

    `step(i, j, edge)` is the cost from space number i to its neighbour j, or None if that is not possible. Count in
    half points if the rulebook has them. `stop(j)` says whether a mover that enters j must stop there.
    """
    first = board.index[start]
    allowance = max(0, allowance)
    cost, came = {first: 0}, {}
    buckets: list[list[int]] = [[] for _ in range(allowance + 1)]
    buckets[0].append(first)
    near, edges = board.near, board.edges
    for spent in range(allowance + 1):
        for i in buckets[spent]:  # grows while it is read: steps may cost nothing
            if cost[i] != spent or (i != first and stop is not None and stop(i)):
                continue
            for j, edge in zip(near[i], edges[i], strict=True):
                price = step(i, j, edge)
                if price is None:
                    continue
                total = spent + price
                if total <= allowance and total < cost.get(j, allowance + 1):
                    cost[j] = total
                    came[j] = i
                    buckets[total].append(j)
    return Reach(board, cost, came)


def flood(
    board: Board,
    sources: int,
    inside: int,
    limit: int | None = None,
    barrier: Barrier | None = None,
    joined: Iterable[int] = (),
) -> int:
    """All spaces of the set `inside` that connect to `sources` through it, within `limit` steps, over open sides.

    Sources count even if they are not `inside`. A network such as rail is a barrier that closes every other side. For a
    limited line to a network, flood a second time with `limit` from what the first flood reached. `joined` are sets of
    spaces that are connected off the map, such as ports or the rail exits of a map edge: reaching one space of a set
    reaches all of them. They count only if there is no `limit`.

        >>> import attrs
        >>> Space, Road = attrs.make_class("Space", ["id"], frozen=True), attrs.make_class("Road", ["a", "b"])
        >>> board = Board.of_edges([Space(n) for n in "ABCDE"], [Road("A", "B"), Road("B", "C"), Road("D", "E")])
        >>> board.members(flood(board, board.mask("A"), board.everywhere, limit=1))
        ['A', 'B']
        >>> board.members(flood(board, board.mask("A"), board.everywhere, joined=[board.mask("CD")]))
        ['A', 'B', 'C', 'D', 'E']
    """
    if limit is not None:
        seen = ring = sources
        while ring and limit > 0:
            ring = board.step(ring, barrier) & inside & ~seen
            seen |= ring
            limit -= 1
        return seen
    seen, apart = board.fill(sources, inside, barrier), [*joined]
    while reached := [spaces for spaces in apart if spaces & seen]:
        apart = [spaces for spaces in apart if not spaces & seen]
        for spaces in reached:
            sources |= spaces
        seen = board.fill(seen | sources, inside, barrier)
    return seen


@lru_cache(maxsize=4096)
def cached_flood(
    board: Board,
    sources: int,
    inside: int,
    limit: int | None = None,
    barrier: Barrier | None = None,
    joined: tuple[int, ...] = (),
) -> int:
    """`flood` with cached results: most moves do not change any supply line, so the same question comes again."""
    return flood(board, sources, inside, limit, barrier, joined)


def path(board: Board, start: str, goals: int, inside: int, barrier: Barrier | None = None) -> tuple[str, ...]:
    """A shortest path from `start` to one of `goals` through the set `inside`; empty if there is none."""
    rings = [board.bit[start]]
    seen = rings[0]
    while not rings[-1] & goals:
        ring = board.step(rings[-1], barrier) & (inside | goals) & ~seen
        if not ring:
            return ()
        seen |= ring
        rings.append(ring)
    here = board.members(rings[-1] & goals)[0]
    way = [here]
    for ring in reversed(rings[:-1]):
        back = [n for n in board.members(ring) if board.step(board.bit[n], barrier) & board.bit[here]]
        here = back[0]
        way.append(here)
    return tuple(reversed(way))
