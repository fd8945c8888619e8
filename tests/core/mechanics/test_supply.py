"""Supply lines and journeys by rail, against networkx."""

from __future__ import annotations

from typing import Any

import networkx as nx  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.core.test_board import boards, closed, open_graph, some
from wargame.core.engine.questions import Refusal
from wargame.core.mechanics.board import Board
from wargame.core.mechanics.rail import Rail
from wargame.core.mechanics.supply import Supply
from wargame.core.mechanics.zones import enemies
from wargame.core.title.title import Title

from .position import BOARD, RAILWAYS, TITLE, State, position


def on(board: Board) -> State:
    return State(title=Title("t", "T", "1", TITLE.sides, TITLE.scenarios, State, board=board))


@given(boards(), st.data(), st.one_of(st.none(), st.integers(0, 4)))
@settings(max_examples=200)
def test_supply_is_what_connects_to_a_source_that_is_open(board: Board, data: st.DataObject, far: int | None) -> None:
    sources, passable = some(data, board), some(data, board)
    barrier = board.barrier(closed)
    line = Supply(
        "8.1",
        sources=lambda state, side: board.mask(sources),
        passable=lambda state, side: board.mask(passable),
        over=lambda state, side: barrier,
        range=far,
    )
    graph = open_graph(board, passable)
    expected: set[str] = set()
    for source in sources & passable:
        expected |= set(nx.single_source_shortest_path_length(graph, source, cutoff=far))
    state = on(board)
    assert line.spaces(state, "red") == expected
    for name in board:
        assert line.reaches(state, "red", name) == (name in expected)
        assert (line.why_not_trace(state, "red", name) is None) == (name in expected)


def supply(asked: list[str] | None = None, **given: Any) -> Supply:
    def passable(state: State, side: str) -> int:
        if asked is not None:
            asked.append(side)
        return BOARD.everywhere & ~enemies(state, side)

    return Supply("8.1", sources=lambda state, side: BOARD.mask(["0101"]), passable=passable, **given)


def test_supply_is_worked_out_once_for_a_position_and_side() -> None:
    asked: list[str] = []
    state, line = position(), supply(asked)
    for side in ("red", "blue", "red"):
        line.area(state, side)
    assert asked == ["red", "blue"]
    state.move("blue 1", "0604")
    line.area(state, "red")
    assert asked == ["red", "blue", "red"]


def test_a_cut_line_is_said_with_its_rule_and_range() -> None:
    state = position({"red 1": "0103", "blue 1": "0102", "blue 2": "0201", "blue 3": "0202"})
    assert supply().why_not_trace(state, "red", "0103") == Refusal(
        "8.1", "No supply line can be traced from 0103 to a source."
    )
    assert supply(range=2).why_not_trace(state, "red", "0103") == Refusal(
        "8.1", "No supply line of at most 2 spaces can be traced from 0103 to a source."
    )
    state.move("blue 3", "0604")
    assert supply().why_not_trace(state, "red", "0103") is None


def test_no_line_leads_to_a_box() -> None:
    assert not supply().reaches(position(), "red", "reserve")


def test_what_would_be_without_a_unit_or_from_another_source_can_be_asked() -> None:
    state = position({"red 1": "0103", "blue 1": "0102", "blue 2": "0201", "blue 3": "0202"})
    line, place = supply(), BOARD.bit["0103"]
    passable = line.passable(state, "red")
    assert not line.flood(state, "red", passable) & place
    assert line.flood(state, "red", passable | BOARD.bit["0202"]) & place
    assert line.flood(state, "red", passable, sources=BOARD.mask(["0302"])) & place


def test_a_line_goes_on_from_spaces_that_are_joined_off_the_map() -> None:
    state = position({"blue 1": "0102", "blue 2": "0201", "blue 3": "0202"})
    line = supply(joined=lambda state, side: (BOARD.mask(["0101", "0605"]),))
    assert line.reaches(state, "red", "0105")
    assert not supply().reaches(state, "red", "0105")


# --- rail ------------------------------------------------------------------------------------------------------------


@given(boards(), st.data(), st.one_of(st.none(), st.integers(0, 4)))
@settings(max_examples=200)
def test_a_journey_goes_along_the_lines_through_open_spaces(board: Board, data: st.DataObject, far: int | None) -> None:
    start, through = data.draw(st.sampled_from(board.names)), some(data, board)
    towns, full = some(data, board), some(data, board)
    barrier = board.barrier(closed)
    rail = Rail(
        "11.2",
        through=lambda state, unit: board.mask(through),
        lines=lambda state, unit: barrier,
        ends=lambda state, unit: board.mask(towns),
        why_not_stand=lambda state, units, space: Refusal("5.1", "Full.") if space in full else None,
        range=far,
    )
    state = on(board)
    state.place("red 1", start)
    graph = open_graph(board, through)
    got = set(nx.single_source_shortest_path_length(graph, start, cutoff=far)) if start in through else set()
    assert set(rail.destinations(state, "red 1")) == (got & towns) - full - {start}
    for name in board:
        assert (rail.why_not_ride(state, "red 1", name) is None) == (name in (got & towns) - full - {start})


def rail(**given: Any) -> Rail:
    return Rail("11.2", lambda state, unit: BOARD.everywhere, lambda state, unit: RAILWAYS, **given)


@pytest.mark.parametrize(
    ("to", "refusal"),
    [
        ("9999", Refusal("11.2", "9999 is not on the map.")),
        ("0101", Refusal("11.2", "red 1 is in 0101 already.")),
        ("0201", Refusal("11.2", "red 1 cannot end its journey in 0201.")),
        ("0605", Refusal("11.2", "red 1 in 0101 has no open line to 0605.")),
        ("0303", Refusal("5.1", "0303 is full.")),
        ("0301", None),
    ],
)
def test_a_journey_is_refused_by_the_rule_that_forbids_it(to: str, refusal: Refusal | None) -> None:
    state = position({"red 1": "0101"})
    lines = rail(
        ends=lambda state, unit: BOARD.everywhere & ~BOARD.bit["0201"],
        why_not_stand=lambda state, units, space: Refusal("5.1", "0303 is full.") if space == "0303" else None,
    )
    assert lines.why_not_ride(state, "red 1", to) == refusal


def test_a_journey_may_lead_off_the_map_and_back() -> None:
    state = position({"red 1": "0101"})
    assert rail(joined=lambda state, unit: (BOARD.mask(["0301", "0605"]),)).destinations(state, "red 1") == [
        "0201", "0301", "0605",
    ]  # fmt: skip


def test_nobody_travels_from_a_box() -> None:
    state = position({})
    state.place("red 1", "reserve")
    assert rail().destinations(state, "red 1") == []
