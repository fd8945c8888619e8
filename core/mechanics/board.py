"""The board: spaces and the hexsides or connections between them, compiled once to plain tuples.

Hex maps and point-to-point maps are both boards. A space is known by its id, a text. Searches use the numbers of spaces
(`index`), or sets of spaces as integers with one bit for each space (`mask`), which makes floods cheap.

    board = Board.of_hexes(spaces, HexGrid("CCRR", "columns"), sides)      # only the sides with a feature
    board = Board.of_edges(spaces, connections)

    >>> import attrs
    >>> Hex = attrs.make_class("Hex", ["id"], frozen=True)
    >>> board = Board.of_hexes([Hex("0101"), Hex("0102"), Hex("0201"), Hex("0202")], HexGrid("CCRR", "columns"))
    >>> board.neighbours("0101")
    ('0102', '0201', '0202')
    >>> board.members(board.step(board.mask(["0102"])))
    ['0101', '0202']
    >>> board.grid.centre("0102")
    (0.866025404, 2.5)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import compress
from math import sqrt
from typing import Any, Protocol, TypeVar

import attrs

from wargame.core.engine.errors import DataError

T = TypeVar("T")

# The six directions in axial coordinates; opposite directions are three apart.
DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
LINE = sqrt(3) / 2  # from one straight column (or row) of hexes to the next, where neighbours are 1 apart
RADIUS = 1 / sqrt(3)  # from the centre of a hex to its corners, likewise
AS_BITS = bytes.maketrans(b"01", b"\0\1")
SPARSE = 16  # a set with fewer than one space in this many is read bit by bit


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

    `order` is `CCRR` (column first) or `RRCC`. `along` is `columns` (flat-topped hexes in straight columns) or `rows`
    (pointed hexes in straight rows). `shifted` says which columns (or rows) are shifted by half a hex, `odd` or `even`:
    with `CCRR`, `columns` and `odd`, the hexes of odd columns lie half a hex further towards the high row numbers.
    `first_row` is the edge of the map at which the rows start to count, `top` or `bottom`.
    """

    order: str
    along: str
    shifted: str = "odd"
    first_row: str = "top"

    def axial(self, id: str) -> tuple[int, int]:
        """The axial coordinates of a hex, in which each of the six directions is a constant step."""
        if not id.isdecimal() or len(id) < 3:
            raise DataError(f"The hex '{id}' has no number of the form {self.order}, such as 0305.")
        one, two = int(id[:-2]), int(id[-2:])
        column, row = (one, two) if self.order == "CCRR" else (two, one)
        line, place = (column, row) if self.along == "columns" else (row, column)
        half = line // 2 if self.shifted == "odd" else (line + 1) // 2
        return (line, place - half) if self.along == "columns" else (place - half, line)

    @property
    def lie(self) -> str:
        """The orientation of the hexes for `Picture.hexes`: `flat` (a side on top) or `pointed` (a corner on top)."""
        return "flat" if self.along == "columns" else "pointed"

    def centre(self, id: str) -> tuple[float, float]:
        """Where to draw the centre of a hex: neighbours are 1 apart, x grows to the right, y downwards."""
        q, r = self.axial(id)
        x, y = (q * LINE, r + q / 2) if self.along == "columns" else (q + r / 2, r * LINE)
        return round(x, 9), round(-y if self.first_row == "bottom" else y, 9)

    def corners(self, id: str) -> tuple[tuple[float, float], ...]:
        """The six corners of a hex, clockwise as drawn, in the units of `centre`.

        The first is the right corner of a flat hex, or the lower right corner of a pointed one.
        """
        x, y = self.centre(id)
        half, far = RADIUS / 2, RADIUS
        flat = ((far, 0.0), (half, 0.5), (-half, 0.5), (-far, 0.0), (-half, -0.5), (half, -0.5))
        pointed = ((0.5, half), (0.0, far), (-0.5, half), (-0.5, -half), (0.0, -far), (0.5, -half))
        shape = flat if self.along == "columns" else pointed
        return tuple((round(x + dx, 6), round(y + dy, 6)) for dx, dy in shape)


def _none_twice(what: str, names: Sequence[str]) -> None:
    if len(set(names)) < len(names):
        twice = next(name for name, count in Counter(names).items() if count > 1)
        raise DataError(f"The {what} {twice} is there twice.")


@attrs.frozen(eq=False)
class Barrier:
    """Which sides are open to a search, compiled by `Board.barrier`, `Board.along` or `Board.one_way`.

    On a hex map, `up` and `down` hold for each direction the shift of its bits and the set of spaces that may be
    entered that way. On other boards, `near` holds the open neighbours of each space as a set.
    """

    up: tuple[tuple[int, int], ...] = ()
    down: tuple[tuple[int, int], ...] = ()
    near: tuple[int, ...] = ()


class Board:
    """Spaces, their neighbours, and what lies between."""

    def __init__(
        self,
        spaces: Sequence[Any],
        pairs: Iterable[tuple[str, str, Any]],
        bits: Mapping[str, int] | None = None,
        shifts: tuple[int, ...] | None = None,
        axial: Mapping[str, tuple[int, int]] | None = None,
        grid: HexGrid | None = None,
    ) -> None:
        self.grid = grid
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
        at_bit = {bit[name]: name for name in self.names}
        self._at_bit: tuple[str, ...] = tuple(at_bit.get(i, "") for i in range(max(at_bit, default=-1) + 1))
        self._index_at_bit: tuple[int, ...] = tuple(self.index.get(name, -1) for name in self._at_bit)
        self._within: dict[tuple[str, int], int] = {}
        self.everywhere: int = sum(self.bit.values())

    @classmethod
    def of_edges(cls, spaces: Sequence[HasId], edges: Iterable[HasEnds]) -> Board:
        """A point-to-point map; each edge has the ends `a` and `b`."""
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
        """A hex map; `sides` are the hexsides with a feature; the edge of any other is None."""
        axial = {space.id: grid.axial(space.id) for space in spaces}
        return cls._of_axial(spaces, axial, sides, grid)

    @classmethod
    def _of_axial(
        cls, spaces: Sequence[HasId], axial: Mapping[str, tuple[int, int]], sides: Iterable[HasEnds], grid: HexGrid
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
        return cls(spaces, pairs, bits, shifts, axial, grid)

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
        """What lies between two neighbours: the record of the side, None for a plain one."""
        return self._edge[a, b]

    def direction(self, a: str, b: str) -> int:
        """On a hex map, the direction (0-5) from `a` to its neighbour `b`; the opposite direction is three further."""
        (q, r), (p, s) = self._axial[a], self._axial[b]
        return DIRECTIONS.index((p - q, s - r))

    def distance(self, a: str, b: str) -> int:
        """The distance in spaces, whatever lies between; -1 if they are not connected."""
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

    def kept_mask(self, names: frozenset[str] | tuple[str, ...]) -> int:
        """The same, cached, for sets that are asked for again and again."""
        return _kept_mask(self, names)

    def members(self, mask: int) -> list[str]:
        """The ids of a set in the order of their bits, on a hex map row by row."""
        return self._read(mask, self._at_bit)

    def numbers(self, mask: int) -> list[int]:
        """The numbers (`index`) of a set, in the same order."""
        return self._read(mask, self._index_at_bit)

    def name_set(self, mask: int) -> frozenset[str]:
        """The ids of a set, cached: most moves do not change, say, the area in supply."""
        return _name_set(self, mask)

    def number_set(self, mask: int) -> frozenset[int]:
        """The numbers of a set, cached: the enemy holds the same spaces from move to move."""
        return _number_set(self, mask)

    def _read(self, mask: int, at_bit: tuple[T, ...]) -> list[T]:
        bits = bin(mask)[:1:-1]  # the lowest first
        if mask.bit_count() * SPARSE > len(bits):
            return list(compress(at_bit, bits.encode().translate(AS_BITS)))
        found = []
        place = bits.find("1")
        while place >= 0:
            found.append(at_bit[place])
            place = bits.find("1", place + 1)
        return found

    def within(self, name: str, steps: int) -> int:
        """The set of spaces at most this many steps from a space, whatever lies between."""
        key = (name, steps)
        if key not in self._within:
            ring = seen = self.bit[name]
            for _ in range(steps):
                ring = self.step(ring) & ~seen
                seen |= ring
            self._within[key] = seen
        return self._within[key]

    def barrier(self, closed: Callable[[Any], bool]) -> Barrier:
        """Compile which sides are closed; `closed(edge)` gets the record of a side, None for a plain hexside."""
        return self._open_between(ends for ends, edge in self._edge.items() if not closed(edge))

    def along(self, pairs: Iterable[tuple[str, str]]) -> Barrier:
        """A barrier that is open only between these neighbours, in both directions: a network such as railways."""
        return self._open_between(ends for a, b in pairs for ends in ((a, b), (b, a)))

    def one_way(self, pairs: Iterable[tuple[str, str]]) -> Barrier:
        """A barrier that is open only from the first to the second of each pair of neighbours."""
        return self._open_between(pairs)

    def _open_between(self, ways: Iterable[tuple[str, str]]) -> Barrier:
        if self._shifts is None:
            near = [0] * len(self)
            for a, b in ways:
                near[self.index[a]] |= self.bit[b]
            return Barrier(near=tuple(near))
        entered = [0] * 6
        for a, b in ways:
            entered[self.direction(a, b)] |= self.bit[b]
        both = list(zip(self._shifts, entered, strict=True))
        return Barrier(
            up=tuple((shift, spaces) for shift, spaces in both if shift > 0),
            down=tuple((-shift, spaces) for shift, spaces in both if shift < 0),
        )

    @cached_property
    def _open(self) -> Barrier:
        return self.barrier(lambda edge: False)

    def step(self, mask: int, barrier: Barrier | None = None) -> int:
        """The set of all spaces next to a set, across open sides."""
        barrier = barrier or self._open
        result = 0
        if self._shifts is None:
            near = barrier.near
            while mask:
                low = mask & -mask
                result |= near[low.bit_length() - 1]
                mask ^= low
            return result
        for shift, entered in barrier.up:
            result |= mask << shift & entered
        for shift, entered in barrier.down:
            result |= mask >> shift & entered
        return result

    def fill(self, sources: int, inside: int, barrier: Barrier | None = None) -> int:
        """`sources`, and all spaces of the set `inside` that connect to them through it, across open sides."""
        barrier = barrier or self._open
        seen, before = sources, 0
        if self._shifts is None:
            ring = sources
            while ring:
                ring = self.step(ring, barrier) & inside & ~seen
                seen |= ring
            return seen
        # Move the whole set in one direction after another, first one step, then two: fewer rounds than ring by ring.
        up = [(shift, entered & inside) for shift, entered in barrier.up]
        up += [(2 * shift, entered & entered << shift) for shift, entered in up]
        down = [(shift, entered & inside) for shift, entered in barrier.down]
        down += [(2 * shift, entered & entered >> shift) for shift, entered in down]
        while seen != before:
            before = seen
            for shift, entered in up:
                seen |= seen << shift & entered
            for shift, entered in down:
                seen |= seen >> shift & entered
        return seen

    # --- analysis ----------------------------------------------------------------------------------------------

    def graph(self) -> Any:
        """The board as a `networkx.Graph`, for validation and analysis, not for play."""
        import networkx  # type: ignore[import-untyped]  # slow to import, and play does without it

        graph = networkx.Graph()
        for space in self.spaces:
            graph.add_node(space.id, space=space)
        for (a, b), edge in self._edge.items():
            graph.add_edge(a, b, edge=edge)
        return graph


@lru_cache(maxsize=1024)
def _kept_mask(board: Board, names: frozenset[str] | tuple[str, ...]) -> int:
    return board.mask(names)


@lru_cache(maxsize=1024)
def _number_set(board: Board, mask: int) -> frozenset[int]:
    return frozenset(board.numbers(mask))


@lru_cache(maxsize=1024)
def _name_set(board: Board, mask: int) -> frozenset[str]:
    return frozenset(board.members(mask))
