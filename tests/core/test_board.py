"""Boards and searches, against networkx."""

from __future__ import annotations

import itertools
import math
from typing import Any

import attrs
import networkx as nx  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wargame.core.engine.errors import DataError
from wargame.core.mechanics.board import Board, HexGrid
from wargame.core.mechanics.search import cached_flood, flood, path, reach


@attrs.frozen
class Space:
    id: str
    terrain: int = 1


@attrs.frozen
class Side:
    a: str
    b: str
    kind: str = "river"


GRIDS = [HexGrid(o, a, s) for o in ("CCRR", "RRCC") for a in ("columns", "rows") for s in ("odd", "even")]


def hexes(grid: HexGrid, width: int = 6, height: int = 5, sides: Any = ()) -> Board:
    return Board.of_hexes(
        [Space(f"{a:02}{b:02}") for a in range(1, width + 1) for b in range(1, height + 1)], grid, sides
    )


# --- hex grids -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("grid", "hex_id", "around"),
    [
        (HexGrid("CCRR", "columns", "odd"), "0303", "0203 0204 0302 0304 0403 0404"),
        (HexGrid("CCRR", "columns", "odd"), "0203", "0102 0103 0202 0204 0302 0303"),
        (HexGrid("CCRR", "columns", "even"), "0303", "0202 0203 0302 0304 0402 0403"),
        (HexGrid("CCRR", "columns", "even"), "0203", "0103 0104 0202 0204 0303 0304"),
        (HexGrid("RRCC", "rows", "odd"), "0303", "0203 0204 0302 0304 0403 0404"),
        (HexGrid("RRCC", "rows", "even"), "0303", "0202 0203 0302 0304 0402 0403"),
        (HexGrid("CCRR", "rows", "odd"), "0303", "0203 0302 0304 0402 0403 0404"),
    ],
)
def test_neighbours_follow_the_numbering(grid: HexGrid, hex_id: str, around: str) -> None:
    assert sorted(hexes(grid).neighbours(hex_id)) == around.split()


@pytest.mark.parametrize("grid", GRIDS)
def test_a_hex_has_six_neighbours_in_six_directions(grid: HexGrid) -> None:
    board = hexes(grid)
    for name in board:
        directions = [board.direction(name, other) for other in board.neighbours(name)]
        assert len(set(directions)) == len(directions)
        for other in board.neighbours(name):
            assert (board.direction(name, other) + 3) % 6 == board.direction(other, name)
    assert max(len(board.neighbours(name)) for name in board) == 6


@pytest.mark.parametrize("grid", GRIDS)
def test_distance_is_that_of_the_graph(grid: HexGrid) -> None:
    board = hexes(grid)
    lengths = dict(nx.all_pairs_shortest_path_length(board.graph()))
    assert all(board.distance(a, b) == lengths[a][b] for a in board for b in board)


def test_sides_have_their_record_both_ways_and_plain_ones_none() -> None:
    river = Side("0101", "0201")
    board = hexes(GRIDS[0], sides=[river])
    assert board.edge("0101", "0201") is board.edge("0201", "0101") is river
    assert board.edge("0101", "0102") is None
    assert not board.adjacent("0101", "0505")


@pytest.mark.parametrize(
    ("side", "said"),
    [
        (Side("0101", "9999"), "0101-9999 has an end that is no hex"),
        (Side("0101", "0103"), "0101-0103 joins hexes that"),
    ],
)
def test_a_wrong_hexside_is_named(side: Side, said: str) -> None:
    with pytest.raises(DataError, match=said):
        hexes(GRIDS[0], sides=[side])


def test_a_connection_to_nowhere_is_named() -> None:
    with pytest.raises(DataError, match=r"A-X ends in 'X', which is no space"):
        Board.of_edges([Space("A")], [Side("A", "X")])


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Board.of_edges([Space("A"), Space("A")], []), "The space A is there twice"),
        (lambda: Board.of_edges([Space("A"), Space("B")], [Side("A", "B"), Side("B", "A")]), "connection A-B is there"),
        (lambda: hexes(GRIDS[0], sides=[Side("0101", "0201"), Side("0201", "0101")]), "hexside 0101-0201 is there"),
        (lambda: Board.of_hexes([Space("Paris")], GRIDS[0]), "The hex 'Paris' has no number of the form CCRR"),
    ],
)
def test_what_is_there_twice_or_has_no_place_is_named(make: Any, said: str) -> None:
    with pytest.raises(DataError, match=said):
        make()


# --- hexes as drawn ------------------------------------------------------------------------------------------------

DRAWN = [attrs.evolve(grid, first_row=edge) for grid in GRIDS for edge in ("top", "bottom")]


@pytest.mark.parametrize("grid", DRAWN)
def test_centres_of_neighbours_are_one_apart_and_no_others(grid: HexGrid) -> None:
    board = hexes(grid)
    for a, b in itertools.combinations(board, 2):
        apart = math.dist(grid.centre(a), grid.centre(b))
        assert (apart < 1.01) == board.adjacent(a, b)
        assert apart > 0.99


@pytest.mark.parametrize("grid", DRAWN)
def test_neighbours_share_two_corners(grid: HexGrid) -> None:
    board = hexes(grid)
    for name in board:
        x, y = grid.centre(name)
        corners = grid.corners(name)
        assert all(math.dist((x, y), corner) == pytest.approx(1 / math.sqrt(3), abs=0.002) for corner in corners)
        for other in board.neighbours(name):
            shared = [c for c in corners for d in grid.corners(other) if math.dist(c, d) < 0.01]
            assert len(shared) == 2


@pytest.mark.parametrize(("along", "lie", "right", "below"), [("columns", "flat", 1, 0), ("rows", "pointed", 0, 1)])
def test_a_flat_hex_has_corners_left_and_right_a_pointed_one_above_and_below(
    along: str, lie: str, right: int, below: int
) -> None:
    grid = HexGrid("CCRR", along)
    x, y = grid.centre("0303")
    assert grid.lie == lie
    assert sum(cy == y and cx > x for cx, cy in grid.corners("0303")) == right
    assert sum(cx == x and cy > y for cx, cy in grid.corners("0303")) == below


def test_corners_go_round_clockwise() -> None:
    for along in ("columns", "rows"):
        x, y = HexGrid("CCRR", along).centre("0303")
        turns = [math.atan2(cy - y, cx - x) for cx, cy in HexGrid("CCRR", along).corners("0303")]
        assert all((b - a) % math.tau == pytest.approx(math.pi / 3, abs=0.01) for a, b in itertools.pairwise(turns))


@pytest.mark.parametrize(
    ("grid", "down"),
    [
        (HexGrid("CCRR", "columns", "odd"), ("0301", "0302")),
        (HexGrid("RRCC", "rows", "odd", "bottom"), ("0201", "0101")),
    ],
)
def test_rows_count_from_the_edge_of_the_map_that_the_grid_says(grid: HexGrid, down: tuple[str, str]) -> None:
    upper, lower = map(grid.centre, down)
    assert upper[1] < lower[1]


def test_hexes_of_shifted_columns_lie_half_a_hex_lower() -> None:
    grid = HexGrid("CCRR", "columns", "odd")
    assert grid.centre("0102")[1] == grid.centre("0202")[1] + 0.5


# --- any board -----------------------------------------------------------------------------------------------------


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """A hex map with holes, or a net of connections; terrain costs 0 to 3, some sides are rivers."""
    if draw(st.booleans()):
        ids = draw(st.sets(st.tuples(st.integers(1, 6), st.integers(1, 6)), min_size=2, max_size=30))
        spaces = [Space(f"{a:02}{b:02}", draw(st.integers(0, 3))) for a, b in sorted(ids)]
        grid = draw(st.sampled_from(GRIDS))
        plain = Board.of_hexes(spaces, grid)
        pairs = sorted(plain.graph().edges)
        rivers = draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
        return Board.of_hexes(spaces, grid, [Side(a, b) for a, b in rivers])
    spaces = [Space(n, draw(st.integers(0, 3))) for n in "ABCDEFGHIJ"[: draw(st.integers(2, 10))]]
    every = list(itertools.combinations([s.id for s in spaces], 2))
    chosen = draw(st.lists(st.sampled_from(every), unique=True))
    return Board.of_edges(spaces, [Side(a, b, draw(st.sampled_from(["river", "road"]))) for a, b in chosen])


def closed(edge: Any) -> bool:
    return edge is not None and edge.kind == "river"


def open_graph(board: Board, inside: set[str] | None = None) -> Any:
    """What is left of the board without rivers, and without spaces that are not inside."""
    graph = board.graph()
    graph.remove_edges_from([(a, b) for a, b, edge in list(graph.edges(data="edge")) if closed(edge)])
    return graph.subgraph(inside) if inside is not None else graph


def some(data: st.DataObject, board: Board) -> set[str]:
    return data.draw(st.sets(st.sampled_from(board.names)))


@given(boards(), st.data())
def test_a_set_of_spaces_is_an_integer_and_back(board: Board, data: st.DataObject) -> None:
    names = some(data, board)
    assert set(board.members(board.mask(names))) == names


@given(boards(), st.data())
def test_numbers_of_a_set_are_those_of_its_spaces(board: Board, data: st.DataObject) -> None:
    mask = board.mask(some(data, board))
    assert board.numbers(mask) == [board.index[name] for name in board.members(mask)]
    assert board.number_set(mask) == set(board.numbers(mask))
    assert board.name_set(mask) == set(board.members(mask))


def test_the_spaces_of_a_set_come_in_the_same_order_whether_it_is_full_or_nearly_empty() -> None:
    board = hexes(GRIDS[0], 20, 20)
    everywhere = board.members(board.everywhere)
    assert sorted(everywhere) == sorted(board.names)
    few = [everywhere[i] for i in (3, 200, 399)]
    assert board.members(board.mask(reversed(few))) == few


@given(boards(), st.data(), st.integers(0, 4))
def test_within_are_all_spaces_so_near(board: Board, data: st.DataObject, steps: int) -> None:
    start = data.draw(st.sampled_from(board.names))
    near = nx.single_source_shortest_path_length(board.graph(), start, cutoff=steps)
    assert set(board.members(board.within(start, steps))) == set(near)


@given(boards(), st.data())
def test_a_step_is_all_neighbours_over_open_sides(board: Board, data: st.DataObject) -> None:
    names = some(data, board)
    plain = {n for name in names for n in board.graph().neighbors(name)}
    assert set(board.members(board.step(board.mask(names)))) == plain
    over = {n for name in names for n in open_graph(board).neighbors(name)}
    assert set(board.members(board.step(board.mask(names), board.barrier(closed)))) == over


@given(boards(), st.data())
def test_a_network_is_open_only_between_its_pairs(board: Board, data: st.DataObject) -> None:
    names = some(data, board)
    sides = sorted(board.graph().edges())
    pairs = data.draw(st.lists(st.sampled_from(sides), unique=True)) if sides else []
    over = {b for pair in pairs for a, b in (pair, pair[::-1]) if a in names}
    assert set(board.members(board.step(board.mask(names), board.along(pairs)))) == over


@given(boards(), st.data())
def test_distances_of_any_connected_net(board: Board, data: st.DataObject) -> None:
    if board._axial:
        return
    a, b = data.draw(st.sampled_from(board.names)), data.draw(st.sampled_from(board.names))
    graph = board.graph()
    assert board.distance(a, b) == (nx.shortest_path_length(graph, a, b) if nx.has_path(graph, a, b) else -1)


@given(boards(), st.data(), st.integers(-1, 9))
@settings(max_examples=200)
def test_reach_is_dijkstra_within_the_allowance(board: Board, data: st.DataObject, allowance: int) -> None:
    start = data.draw(st.sampled_from(board.names))

    def cost(i: int, j: int, edge: Any) -> int | None:
        return None if closed(edge) else int(board.spaces[j].terrain)

    found = reach(board, start, allowance, cost)
    weight = {
        name: length
        for name, length in nx.single_source_dijkstra_path_length(
            open_graph(board), start, weight=lambda a, b, _: board[b].terrain
        ).items()
        if length <= max(0, allowance)
    }
    assert {name: found.spent(name) for name in board if name in found} == weight
    assert found.names() == [name for name in board if name in weight and name != start]
    for name in found.names():
        way = found.path(name)
        assert (way[0], way[-1]) == (start, name)
        assert sum(board[step].terrain for step in way[1:]) == found.spent(name)
        assert all(b in open_graph(board)[a] for a, b in itertools.pairwise(way))


@given(boards(), st.data())
def test_who_enters_a_stop_goes_no_further(board: Board, data: st.DataObject) -> None:
    start, stops = data.draw(st.sampled_from(board.names)), some(data, board)
    found = reach(board, start, 99, lambda i, j, edge: 1, lambda j: board.names[j] in stops)
    free = board.graph().subgraph(set(board.names) - stops | {start})
    inner = nx.node_connected_component(free, start)
    edge_of = {n for name in inner for n in board.graph().neighbors(name)}
    assert {name for name in board if name in found} == inner | edge_of


@given(boards(), st.data(), st.one_of(st.none(), st.integers(0, 5)))
def test_a_flood_is_what_connects_to_its_sources(board: Board, data: st.DataObject, limit: int | None) -> None:
    sources, inside = some(data, board), some(data, board)
    expected = set(sources)
    for source in sources:
        graph = open_graph(board, inside | {source})
        expected |= set(nx.single_source_shortest_path_length(graph, source, cutoff=limit))
    found = flood(board, board.mask(sources), board.mask(inside), limit, board.barrier(closed))
    assert set(board.members(found)) == expected


@given(boards(), st.data())
@settings(max_examples=200)
def test_a_flood_goes_on_from_sets_that_are_joined_off_the_map(board: Board, data: st.DataObject) -> None:
    """As if the spaces of each set were next to each other: ports, rail exits of a map edge."""
    sources, inside = some(data, board), some(data, board)
    sets = data.draw(st.lists(st.sets(st.sampled_from(board.names), min_size=1), max_size=3))
    found = flood(board, board.mask(sources), board.mask(inside), barrier=board.barrier(closed),
                  joined=[board.mask(names) for names in sets])  # fmt: skip
    reached = by_hand(board, sources, inside, sets)
    assert set(board.members(found)) == reached


def test_a_kept_flood_is_the_same_flood() -> None:
    board = hexes(GRIDS[0])
    sources, inside = board.mask(["0101"]), board.everywhere & ~board.mask(["0102", "0201"])
    for limit in (None, 0, 2):
        assert cached_flood(board, sources, inside, limit) == flood(board, sources, inside, limit)


def by_hand(board: Board, sources: set[str], inside: set[str], sets: list[set[str]]) -> set[str]:
    """A flood one space after the other."""
    reached, left = set(sources), list(sources)
    graph = open_graph(board)
    while left:
        name = left.pop()
        onward = {n for n in graph.neighbors(name) if n in inside}.union(*(names for names in sets if name in names))
        left += onward - reached
        reached |= onward
    return reached


@given(boards(), st.data(), st.integers(0, 3))
def test_supply_over_a_network_and_a_short_line_from_it(board: Board, data: st.DataObject, line: int) -> None:
    """Any distance by road, then so many spaces over land without crossing a river."""
    sources, inside = some(data, board), some(data, board)
    roads = board.barrier(lambda edge: edge is None or edge.kind != "road")
    net = flood(board, board.mask(sources), board.mask(inside), None, roads)
    found = flood(board, net, board.mask(inside), line, board.barrier(closed))

    graph = board.graph()
    graph.remove_edges_from([(a, b) for a, b, e in list(graph.edges(data="edge")) if e is None or e.kind != "road"])
    by_road = {n for s in sources for n in nx.node_connected_component(graph.subgraph(inside | {s}), s)}
    assert set(board.members(net)) == by_road
    expected = set(by_road)
    for start in by_road:
        expected |= set(nx.single_source_shortest_path_length(open_graph(board, inside | {start}), start, cutoff=line))
    assert set(board.members(found)) == expected


@given(boards(), st.data())
def test_a_path_is_a_shortest_one(board: Board, data: st.DataObject) -> None:
    start, goals, inside = data.draw(st.sampled_from(board.names)), some(data, board), some(data, board)
    way = path(board, start, board.mask(goals), board.mask(inside), board.barrier(closed))
    lengths = [
        nx.shortest_path_length(graph, start, goal)
        for goal in goals
        if nx.has_path(graph := open_graph(board, inside | {start, goal}), start, goal)
    ]
    if not lengths:
        assert way == ()
        return
    assert len(way) == min(lengths) + 1
    assert way[0] == start
    assert way[-1] in goals
    assert all(b in open_graph(board)[a] for a, b in itertools.pairwise(way))
    assert set(way[1:-1]) <= inside
