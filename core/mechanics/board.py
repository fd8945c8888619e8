"""The board: spaces and the sides or connections between them, compiled once to plain tuples.

Hex grids and point-to-point maps are the same thing here. Spaces are known by their ids (texts); searches work on
their numbers (`index`) or on sets of spaces as big integers, one bit a space (`mask`), which makes floods cheap.

    board = Board.of_hexes(spaces, HexGrid("CCRR", "columns"), sides)      # sides: only those with a feature
    board = Board.of_edges(spaces, connections)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Protocol

import attrs

from wargame.core.engine.errors import DataError

# The six directions of axial coordinates, opposite ones three apart.
DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


class HasId(Protocol):
    @property
    def id(self) -> str: ...


class HasEnds(Protocol):
    @property
    def a(self) -> str: ...
    @property
    def b(self) -> str: ...


@attrs.frozen
class HexGrid:
    """How a printed map numbers its hexes.

    `order`: `CCRR` (column first) or `RRCC`. `along`: `columns` (flat-top hexes, straight columns) or `rows`
    (pointy-top, straight rows). `shifted`: which columns (rows) lie half a hex lower in number: `odd` or `even`. With
    `CCRR`, `columns`, `odd`: hexes of odd columns lie half a hex further towards the high row numbers.
    """

    order: str
    along: str
    shifted: str = "odd"

    def axial(self, id: str) -> tuple[int, int]:
        """The coordinates of a hex id in which all six directions are constant steps."""
        if not id.isdecimal() or len(id) < 3:
            raise DataError(f"The hex '{id}' has no number of the form {self.order}, such as 0305.")
        one, two = int(id[:-2]), int(id[-2:])
        column, row = (one, two) if self.order == "CCRR" else (two, one)
        line, place = (column, row) if self.along == "columns" else (row, column)
        half = line // 2 if self.shifted == "odd" else (line + 1) // 2
        return (line, place - half) if self.along == "columns" else (place - half, line)


def _none_twice(what: str, names: Sequence[str]) -> None:
    if len(set(names)) < len(names):
        twice = next(name for name, count in Counter(names).items() if count > 1)
        raise DataError(f"The {what} {twice} is there twice.")


class Barrier:
    """Sides that are closed to a flood, compiled for a board by `Board.barrier` or `Board.along`."""

    __slots__ = ("near", "opened")

    def __init__(self, opened: tuple[int, ...] | None, near: tuple[int, ...]) -> None:
        self.opened = opened  # hexes: per direction, the spaces that may be left that way
        self.near = near  # other boards: the open neighbours of each space, as a set


class Board:
    """Spaces, who is next to whom, and what lies between."""

    def __init__(
        self,
        spaces: Sequence[Any],
        pairs: Iterable[tuple[str, str, Any]],
        bits: Mapping[str, int] | None = None,
        shifts: tuple[int, ...] | None = None,
        axial: Mapping[str, tuple[int, int]] | None = None,
    ) -> None:
        self.spaces: tuple[Any, ...] = tuple(spaces)
        self.names: tuple[str, ...] = tuple(space.id for space in self.spaces)
        self.index: dict[str, int] = {name: i for i, name in enumerate(self.names)}
        _none_twice("space", self.names)
        near: list[list[tuple[int, Any]]] = [[] for _ in self.names]
        for a, b, edge in pairs:
            near[self.index[a]].append((self.index[b], edge))
            near[self.index[b]].append((self.index[a], edge))
        for row in near:
            row.sort(key=lambda pair: pair[0])
        self.near: tuple[tuple[int, ...], ...] = tuple(tuple(i for i, _ in row) for row in near)
        self.edges: tuple[tuple[Any, ...], ...] = tuple(tuple(edge for _, edge in row) for row in near)
        self._neighbours = {n: tuple(self.names[j] for j in row) for n, row in zip(self.names, self.near, strict=True)}
        self._edge = {(self.names[i], self.names[j]): edge for i, row in enumerate(near) for j, edge in row}
        self._axial = dict(axial or {})
        self._shifts = shifts
        bit = bits or {name: i for i, name in enumerate(self.names)}
        self.bit: dict[str, int] = {name: 1 << bit[name] for name in self.names}
        self._at_bit = {bit[name]: name for name in self.names}
        self.everywhere: int = sum(self.bit.values())

    @classmethod
    def of_edges(cls, spaces: Sequence[HasId], edges: Iterable[HasEnds]) -> Board:
        """A point-to-point map; each edge has its ends `a` and `b`."""
        known = {space.id for space in spaces}
        pairs = []
        for edge in edges:
            for end in (edge.a, edge.b):
                if end not in known:
                    raise DataError(f"The connection {edge.a}-{edge.b} ends in '{end}', which is no space of the map.")
            pairs.append((edge.a, edge.b, edge))
        _none_twice("connection", ["-".join(sorted((a, b))) for a, b, _ in pairs])
        return cls(spaces, pairs)

    @classmethod
    def of_hexes(cls, spaces: Sequence[HasId], grid: HexGrid, sides: Iterable[HasEnds] = ()) -> Board:
        """A hex map; `sides` are the hexsides with a feature, all others are plain (edge None)."""
        axial = {space.id: grid.axial(space.id) for space in spaces}
        return cls._of_axial(spaces, axial, sides)

    @classmethod
    def _of_axial(
        cls, spaces: Sequence[HasId], axial: Mapping[str, tuple[int, int]], sides: Iterable[HasEnds]
    ) -> Board:
        place = {where: id for id, where in axial.items()}
        feature: dict[frozenset[str], Any] = {}
        sides = tuple(sides)
        _none_twice("hexside", ["-".join(sorted((side.a, side.b))) for side in sides])
        for side in sides:
            if side.a not in axial or side.b not in axial:
                raise DataError(f"The hexside {side.a}-{side.b} has an end that is no hex of the map.")
            (q, r), (p, s) = axial[side.a], axial[side.b]
            if (p - q, s - r) not in DIRECTIONS:
                raise DataError(f"The hexside {side.a}-{side.b} joins hexes that are not adjacent.")
            feature[frozenset((side.a, side.b))] = side
        pairs = [
            (id, other, feature.get(frozenset((id, other))))
            for id, (q, r) in axial.items()
            for dq, dr in DIRECTIONS[:3]
            if (other := place.get((q + dq, r + dr))) is not None
        ]
        left, top = min(q for q, _ in axial.values()), min(r for _, r in axial.values())
        width = max(q for q, _ in axial.values()) - left + 3  # a free column keeps shifts from wrapping round
        bits = {id: (r - top + 1) * width + (q - left + 1) for id, (q, r) in axial.items()}
        shifts = tuple(dr * width + dq for dq, dr in DIRECTIONS)
        return cls(spaces, pairs, bits, shifts, axial)

    # --- looking -----------------------------------------------------------------------------------------------

    def __getitem__(self, name: str) -> Any:
        """The record of a space."""
        return self.spaces[self.index[name]]

    def __contains__(self, name: object) -> bool:
        return name in self.index

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)

    def neighbours(self, name: str) -> tuple[str, ...]:
        return self._neighbours[name]

    def adjacent(self, a: str, b: str) -> bool:
        return (a, b) in self._edge

    def edge(self, a: str, b: str) -> Any:
        """What lies between two adjacent spaces: the record of the side, None for a plain one."""
        return self._edge[a, b]

    def direction(self, a: str, b: str) -> int:
        """On a hex map, which way (0-5) `b` lies from its neighbour `a`; the opposite way is three further."""
        (q, r), (p, s) = self._axial[a], self._axial[b]
        return DIRECTIONS.index((p - q, s - r))

    def distance(self, a: str, b: str) -> int:
        """How many spaces apart, whatever lies between; -1 if they are not connected."""
        if self._axial:
            (q, r), (p, s) = self._axial[a], self._axial[b]
            return max(abs(p - q), abs(s - r), abs(p - q + s - r))
        ring, seen, goal, steps = self.bit[a], self.bit[a], self.bit[b], 0
        while not seen & goal:
            ring = self.step(ring) & ~seen
            if not ring:
                return -1
            seen |= ring
            steps += 1
        return steps

    # --- sets of spaces as integers ----------------------------------------------------------------------------

    def mask(self, names: Iterable[str]) -> int:
        """The set of these spaces, one bit each."""
        bit, result = self.bit, 0
        for name in names:
            result |= bit[name]
        return result

    def members(self, mask: int) -> list[str]:
        """The spaces of a set, in board order."""
        found = []
        at = self._at_bit
        while mask:
            low = mask & -mask
            found.append(at[low.bit_length() - 1])
            mask ^= low
        return found

    def barrier(self, closed: Callable[[Any], bool]) -> Barrier:
        """Compile which sides are closed; `closed(edge)` gets the side's record (None: a plain hexside)."""
        return self._open_between(ends for ends, edge in self._edge.items() if not closed(edge))

    def along(self, pairs: Iterable[tuple[str, str]]) -> Barrier:
        """A barrier that is open only between these neighbours, both ways: a network such as railways."""
        return self._open_between(ends for a, b in pairs for ends in ((a, b), (b, a)))

    def _open_between(self, ways: Iterable[tuple[str, str]]) -> Barrier:
        if self._shifts is None:
            near = [0] * len(self)
            for a, b in ways:
                near[self.index[a]] |= self.bit[b]
            return Barrier(None, tuple(near))
        opened = [0] * 6
        for a, b in ways:
            opened[self.direction(a, b)] |= self.bit[a]
        return Barrier(tuple(opened), ())

    @cached_property
    def _open(self) -> Barrier:
        return self.barrier(lambda edge: False)

    def step(self, mask: int, barrier: Barrier | None = None) -> int:
        """All spaces next to a set of spaces (over open sides)."""
        barrier = barrier or self._open
        if barrier.opened is None:
            result, near = 0, barrier.near
            while mask:
                low = mask & -mask
                result |= near[low.bit_length() - 1]
                mask ^= low
            return result
        result = 0
        for shift, opened in zip(self._shifts or (), barrier.opened, strict=True):
            leaving = mask & opened
            result |= leaving << shift if shift > 0 else leaving >> -shift
        return result

    # --- analysis ----------------------------------------------------------------------------------------------

    def graph(self) -> Any:
        """The same board as a `networkx.Graph`, for validation and analysis (not for play)."""
        import networkx  # type: ignore[import-untyped]

        graph = networkx.Graph()
        for space in self.spaces:
            graph.add_node(space.id, space=space)
        for (a, b), edge in self._edge.items():
            graph.add_edge(a, b, edge=edge)
        return graph
