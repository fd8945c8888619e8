"""Movement: compiled costs against networkx and brute force, the policy against its costs, and its refusals."""

from __future__ import annotations

import itertools
from typing import Any

import attrs
import networkx as nx  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.core.test_board import boards, closed, some
from wargame.core.engine.questions import Refusal
from wargame.core.mechanics.board import Board
from wargame.core.mechanics.movement import WHOLE, Closed, Costs, Movement, ZoneEffect, next_steps
from wargame.core.mechanics.search import reach
from wargame.core.mechanics.zones import Zones, enemies

from .position import BOARD, Hex, Side, position, price

CLOSED = Refusal("1.2", "The river cannot be crossed.")


def dear(here: Any, there: Any, side: Any) -> int | Refusal:
    """Terrain costs as drawn; no way over a river."""
    return CLOSED if closed(side) else int(there.terrain)


def numbers(data: st.DataObject, board: Board) -> frozenset[int]:
    return frozenset(board.index[name] for name in some(data, board))


# --- costs ---------------------------------------------------------------------------------------------------------


@given(boards(), st.data(), st.one_of(st.integers(-1, 9), st.just(300)), st.integers(0, 2), st.integers(0, 2))
@settings(max_examples=300)
def test_reach_is_dijkstra_whatever_is_closed_stops_or_costs_more(
    board: Board, data: st.DataObject, allowance: int, enter: int, leave: int
) -> None:
    start = data.draw(st.sampled_from(board.names))
    shut, stops, zone = numbers(data, board), numbers(data, board), numbers(data, board)
    barred = data.draw(st.booleans())
    costs = Costs(board, dear, (lambda here, there, side: here.terrain == there.terrain) if barred else None)
    found = costs.reach(start, allowance, closed=shut, stops=stops, zone=zone, enter=enter, leave=leave)

    graph = nx.DiGraph()
    graph.add_node(start)
    for a, b in itertools.permutations(board.names, 2):
        if not board.adjacent(a, b) or closed(board.edge(a, b)):
            continue
        i, j = board.index[a], board.index[b]
        both = i in zone and j in zone and barred and board[a].terrain == board[b].terrain
        if not (both or j in shut or (i in stops and a != start)):
            graph.add_edge(a, b, weight=board[b].terrain + leave * (i in zone) + enter * (j in zone))
    expected = nx.single_source_dijkstra_path_length(graph, start, cutoff=max(0, allowance))
    assert {name: found.spent(name) for name in board if name in found} == expected
    for name in found.names():
        way = found.path(name)
        assert (way[0], way[-1]) == (start, name)
        assert sum(graph.edges[step]["weight"] for step in itertools.pairwise(way)) == found.spent(name)


@given(boards(), st.data(), st.integers(0, 9))
def test_ways_and_their_order_are_those_of_a_search_edge_by_edge(
    board: Board, data: st.DataObject, allowance: int
) -> None:
    start, shut = data.draw(st.sampled_from(board.names)), numbers(data, board)

    def step(i: int, j: int, side: Any) -> int | None:
        return None if closed(side) or j in shut else int(board.spaces[j].terrain)

    by_edge = reach(board, start, allowance, step)
    compiled = Costs(board, dear).reach(start, allowance, closed=shut)
    assert compiled.cost == by_edge.cost
    assert list(compiled.came.items()) == list(by_edge.came.items())


@given(boards())
def test_ways_are_the_neighbours_over_open_sides_and_a_barrier_is_made_of_them(board: Board) -> None:
    costs = Costs(board, dear)
    for name in board:
        open_ = [n for n in board.neighbours(name) if not closed(board.edge(name, n))]
        assert list(costs.ways(name)) == open_
        assert set(board.members(board.step(board.bit[name], costs.barrier))) == set(open_)
        for other in board.neighbours(name):
            assert (costs.price(name, other) is None) == (costs.why_not_cross(name, other) is CLOSED)


@given(boards(), st.data(), st.integers(-1, 9), st.integers(0, 2), st.integers(0, 2), st.booleans())
@settings(max_examples=300)
def test_the_costs_back_find_from_where_a_goal_is_reached(
    board: Board, data: st.DataObject, allowance: int, enter: int, leave: int, whole: bool
) -> None:
    def one_way(here: Any, there: Any, side: Any) -> int | Refusal:
        return WHOLE if whole and side is not None and there.terrain > here.terrain else dear(here, there, None)

    goal, shut = data.draw(st.sampled_from(board.names)), numbers(data, board)
    zone = data.draw(st.sampled_from((numbers(data, board), frozenset(range(len(board))))))
    costs = Costs(board, one_way, lambda here, there, side: here.terrain > there.terrain)
    back = costs.back().reach(goal, allowance, closed=shut, zone=zone, enter=leave, leave=enter)
    for start in board:
        if board.index[start] not in shut and board.index[goal] not in shut:
            there = costs.reach(start, allowance, closed=shut, zone=zone, enter=enter, leave=leave)
            assert (goal in there) == (start in back)
            assert goal not in there or there.spent(goal) == back.spent(start)


def test_a_step_that_takes_the_whole_move_is_a_first_step_only() -> None:
    costs = Costs(BOARD, lambda here, there, side: WHOLE if side else price(here, there, None))
    assert "0204" in costs.reach("0203", 1)
    assert costs.reach("0203", 1).spent("0204") == 1
    assert costs.reach("0203", 9).spent("0204") == 2  # round the lake it costs less than the whole move
    assert "0204" not in costs.reach("0203", 1, first=False)
    assert "0204" not in costs.reach("0203", 0)
    assert "0204" not in costs.reach("0202", 2)


def test_a_whole_move_does_not_lead_into_closed_spaces_nor_over_barred_sides() -> None:
    costs = Costs(BOARD, lambda here, there, side: WHOLE if side else 1, lambda here, there, side: side is not None)
    here, there = BOARD.index["0203"], BOARD.index["0204"]
    assert "0204" not in costs.reach("0203", 1, closed={there})
    assert "0204" not in costs.reach("0203", 1, zone={here, there})
    assert "0204" in costs.reach("0203", 1, zone={there})


def test_the_first_step_may_be_possible_however_dear() -> None:
    costs = Costs(BOARD, price)
    assert "0102" not in costs.reach("0101", 1)
    assert costs.reach("0101", 1, minimum_move=True).spent("0102") == 1
    assert "0102" not in costs.reach("0101", 1, minimum_move=True, first=False)
    assert "0204" not in costs.reach("0203", 1, minimum_move=True)  # a closed side stays closed


def test_two_kinds_of_movers_together_pay_the_higher_price_and_go_where_both_may() -> None:
    one = Costs(BOARD, price)
    two = Costs(BOARD, lambda here, there, side: Refusal("1.3", "Too cold.") if there.id == "0303" else 3)
    both = one.together_with(two)
    assert both.price("0101", "0201") == 3
    assert both.why_not_cross("0203", "0204") == Refusal("12.1", "Nobody crosses the lake.")
    assert both.why_not_cross("0203", "0303") == Refusal("1.3", "Too cold.")
    assert both is one.together_with(two)
    assert set(both.ways("0203")) == set(one.ways("0203")) & set(two.ways("0203"))


# --- the policy ----------------------------------------------------------------------------------------------------

EASY = Costs(BOARD, price)
ALL_BARRED = Costs(BOARD, price, lambda here, there, side: True)
HELD = Closed("5.0", "{unit} cannot enter {space}: the enemy is there.", enemies)
LEFT = {"red 1": 3, "red 2": 2}


def policy(**given: Any) -> Movement:
    values: dict[str, Any] = {
        "rule": "9.1",
        "costs": lambda state, unit: EASY,
        "allowance": lambda state, unit: LEFT.get(unit, 4),
        "closed": (HELD,),
    }
    return Movement(**{**values, **given})


def test_a_stack_goes_as_far_as_its_slowest_unit() -> None:
    state, moves = position(), policy()
    assert moves.reach(state, ["red 1", "red 2"]).names() == moves.reach(state, ["red 2"]).names()
    assert len(moves.reach(state, ["red 1"]).names()) > len(moves.reach(state, ["red 2"]).names())


def test_units_may_be_thought_to_start_elsewhere() -> None:
    state = position()
    elsewhere = policy().reach(state, ["red 1"], start="0402")
    state.move("red 1", "0402")
    assert elsewhere.came == policy().reach(state, ["red 1"]).came


def test_what_is_left_of_an_allowance_may_be_given() -> None:
    state, moves = position(), policy()
    assert moves.reach(state, ["red 1"], allowance=1).names() == ["0103", "0202", "0302", "0303"]


@pytest.mark.parametrize(
    ("to", "spent", "refusal"),
    [
        ("9999", 0, Refusal("9.1", "9999 is not on the map.")),
        ("0401", 0, Refusal("9.1", "0401 is not next to 0203.")),
        ("0204", 0, Refusal("12.1", "Nobody crosses the lake.")),
        ("0303", 2, Refusal("9.1", "red 2 has 0 of the 1 movement points that 0303 takes.")),
        ("0303", {"red 1": 3}, Refusal("9.1", "red 1 has 0 of the 1 movement points that 0303 takes.")),
        ("0303", 1, None),
        ("0303", {"red 1": 2, "red 2": 1}, None),
    ],
)
def test_a_step_is_refused_by_the_rule_that_forbids_it(to: str, spent: Any, refusal: Refusal | None) -> None:
    assert policy().why_not_step(position(), ["red 1", "red 2"], to, spent) == refusal


def test_a_space_with_the_enemy_is_closed() -> None:
    state = position({"red 1": "0103", "blue 1": "0104"})
    assert policy().why_not_step(state, ["red 1"], "0104") == Refusal(
        "5.0", "red 1 cannot enter 0104: the enemy is there."
    )
    assert "0104" not in policy().reach(state, ["red 1"])
    state.move("blue 1", "0604")  # what was worked out before does not stay
    assert "0104" in policy().reach(state, ["red 1"])


def test_zones_cost_points_to_enter_and_to_leave() -> None:
    state = position({"red 3": "0302", "blue 1": "0404"})
    moves = policy(zones=ZoneEffect("9.3", Zones("6.0"), enter=1, leave=2))
    assert moves.price(state, "red 3", "0303") == 2
    assert moves.reach(state, ["red 3"]).spent("0303") == 2
    state.move("red 3", "0303")
    assert moves.price(state, "red 3", "0302") == 3
    assert moves.reach(state, ["red 3"]).spent("0302") == 3
    assert moves.why_not_step(state, ["red 3"], "0302", 2) == Refusal(
        "9.1", "red 3 has 2 of the 3 movement points that 0302 takes."
    )


def test_a_step_from_zone_to_zone_over_a_barred_side_is_refused() -> None:
    state = position({"red 3": "0303", "blue 1": "0404"})
    moves = policy(costs=lambda state, unit: ALL_BARRED, zones=ZoneEffect("9.3", Zones("6.0")))
    refusal = moves.why_not_step(state, ["red 3"], "0304")
    assert refusal == Refusal("9.3", "Nobody goes from 0303 to 0304, from one enemy zone of control into another.")
    assert moves.reach(state, ["red 3"]).path("0304") != ("0303", "0304")


def test_a_zone_that_stops_ends_the_move() -> None:
    state = position({"red 3": "0302", "blue 1": "0404"})
    moves = policy(zones=ZoneEffect("9.3", Zones("6.0"), stops=True))
    assert moves.ends(state, ["red 3"], "0303")
    assert not moves.ends(state, ["red 3"], "0301")
    assert "0303" in moves.reach(state, ["red 3"], allowance=2)
    assert "0304" not in moves.reach(state, ["red 3"], allowance=2)
    assert "0304" in policy(zones=ZoneEffect("9.3", Zones("6.0"))).reach(state, ["red 3"], allowance=2)


def test_a_unit_may_be_sure_of_its_first_step() -> None:
    state = position({"red 2": "0101"})
    moves = policy(allowance=lambda state, unit: 1, minimum_move=lambda state, unit: unit == "red 2")
    assert moves.why_not_step(state, ["red 2"], "0102") is None
    assert "0102" in moves.reach(state, ["red 2"])
    assert moves.why_not_step(state, ["red 2"], "0102", spent=1) is not None
    assert "0102" not in moves.reach(state, ["red 2"], begun=True)


def test_a_whole_move_is_refused_to_those_who_have_moved() -> None:
    whole = Costs(BOARD, lambda here, there, side: WHOLE if side else 1)
    state = position({"red 3": "0203"})
    moves = policy(costs=lambda state, unit: whole)
    assert moves.why_not_step(state, ["red 3"], "0204") is None
    assert moves.price(state, "red 3", "0204") == WHOLE
    assert moves.why_not_step(state, ["red 3"], "0204", 1) == Refusal(
        "9.1", "red 3 enters 0204 only with its whole move."
    )


@pytest.mark.parametrize(
    ("to", "refusal"),
    [
        ("0203", Refusal("9.1", "red 2 is in 0203 already.")),
        ("0303", None),
        ("9999", Refusal("9.1", "9999 is not on the map.")),
        ("0405", Refusal("5.0", "red 2 cannot enter 0405: the enemy is there.")),
        ("0204", Refusal("5.0", "red 2 cannot enter 0204: the enemy is there.")),
        ("0605", Refusal("9.1", "red 2 does not have the movement points to reach 0605.")),
    ],
)
def test_a_destination_is_refused_by_the_rule_that_forbids_it(to: str, refusal: Refusal | None) -> None:
    state, moves = position(), policy()
    assert moves.why_not_reach(state, ["red 2"], to, moves.reach(state, ["red 2"])) == refusal


def test_a_neighbour_out_of_reach_is_refused_because_of_what_lies_between() -> None:
    state, moves = position({"red 2": "0203"}), policy()
    way = moves.reach(state, ["red 2"], allowance=1)
    assert moves.why_not_reach(state, ["red 2"], "0204", way) == Refusal("12.1", "Nobody crosses the lake.")


@given(st.data(), st.booleans())
@settings(max_examples=100)
def test_reach_is_where_steps_that_are_not_refused_lead(data: st.DataObject, stops: bool) -> None:
    """Step by step and by destination are the same rules."""
    spaces = st.sampled_from(BOARD.names)
    places = {"red 3": data.draw(spaces)}
    for unit in ("blue 1", "blue 2"):
        places[unit] = data.draw(spaces.filter(lambda name: name != places["red 3"]))
    state = position(places)
    effect = ZoneEffect("9.3", Zones("6.0"), data.draw(st.integers(0, 2)), data.draw(st.integers(0, 1)), stops)
    costs = data.draw(st.sampled_from([EASY, ALL_BARRED]))
    moves = policy(costs=lambda state, unit: costs, zones=effect, minimum_move=lambda state, unit: True)
    cheapest = {places["red 3"]: 0}
    left = [(places["red 3"], 0)]
    while left:
        here, spent = left.pop()
        if here != places["red 3"] and moves.ends(state, ["red 3"], here):
            continue
        state.move("red 3", here)
        for to in BOARD.neighbours(here):
            if moves.why_not_step(state, ["red 3"], to, spent) is None:
                total = min(4, spent + moves.price(state, "red 3", to))
                if total < cheapest.get(to, 5):
                    cheapest[to] = total
                    left.append((to, total))
    state.move("red 3", places["red 3"])
    found = moves.reach(state, ["red 3"])
    assert {name: found.spent(name) for name in BOARD if name in found} == cheapest


# --- through spaces where one may not stay ---------------------------------------------------------------------------


@attrs.frozen
class Walk:
    """Brute force: every walk of so many steps on a board, in which no space is entered twice if `once`."""

    board: Board
    points: int
    once: bool

    def ends(self, start: str) -> list[tuple[str, ...]]:
        found: list[tuple[str, ...]] = [(start,)]
        for n in range(self.points):
            for way in [w for w in found if len(w) == n + 1]:
                found += [(*way, to) for to in self.board.neighbours(way[-1]) if not (self.once and to in way)]
        return found[1:]


@given(boards(), st.data(), st.integers(0, 3), st.booleans())
@settings(max_examples=100)
def test_a_mover_passes_through_a_full_space_only_if_it_can_go_on(
    board: Board, data: st.DataObject, points: int, once: bool
) -> None:
    start, free = data.draw(st.sampled_from(board.names)), some(data, board)

    def ways(at: str, spent: int) -> list[tuple[str, int]]:
        return [(to, spent + 1) for to in board.neighbours(at)] if spent < points else []

    found = next_steps(start, 0, ways, free.__contains__, (start,) if once else None)
    walks = Walk(board, points, once).ends(start)
    assert found == [n for n in board.neighbours(start) if any(w[1] == n and w[-1] in free for w in walks)]


def test_the_small_position_is_the_one_its_text_describes() -> None:
    assert (BOARD["0102"], BOARD.edge("0203", "0204")) == (Hex("0102", "forest"), Side("0203", "0204", "lake"))
