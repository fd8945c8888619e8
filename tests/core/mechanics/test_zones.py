"""Zones of control, and who is where."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wargame.core.mechanics.zones import Zones, enemies

from .position import BOARD, TITLE, State, position


def test_a_side_occupies_the_spaces_of_its_units_on_the_map() -> None:
    state = position({"red 1": "0203", "red 2": "reserve", "blue 1": "0405"})
    assert BOARD.members(state.occupied("red")) == ["0203"]
    assert BOARD.members(enemies(state, "red")) == ["0405"]
    state.move("red 2", "0101")
    assert set(BOARD.members(state.occupied("red"))) == {"0203", "0101"}


def test_both_sides_occupy_a_space_that_they_share() -> None:
    state = position({"red 1": "0203", "blue 1": "0203"})
    assert state.occupied("red") == state.occupied("blue") == BOARD.bit["0203"]


@given(
    st.dictionaries(st.sampled_from(["red 1", "red 2", "blue 1", "blue 2", "blue hq"]), st.sampled_from(BOARD.names))
)
def test_zones_are_the_neighbours_of_those_that_exert_them(places: dict[str, str]) -> None:
    state = position(places)
    zones = Zones("6.0", exerts=lambda state, unit: not state.counter(unit).hq)
    for side, other in (("red", "blue"), ("blue", "red")):
        near = {
            n for u, at in places.items() for n in BOARD.neighbours(at) if u.startswith(side) and not u.endswith("hq")
        }
        assert set(BOARD.members(zones.of(state, side))) == near
        assert zones.numbers_against(state, other) == {BOARD.index[n] for n in near}
        own = {at for u, at in places.items() if u.startswith(other)}
        for name in BOARD:
            assert zones.covers(state, side, name) == (name in near)
            assert zones.open_to(state, other, name) == (name not in near or name in own)


def test_zones_end_at_barriers_and_where_they_do_not_extend() -> None:
    state = position({"blue 1": "0204"})
    lake = BOARD.barrier(lambda side: side is not None)
    zones = Zones("6.0", across=lambda state: lake, not_into=lambda state, side: BOARD.bit["0304"])
    assert set(BOARD.neighbours("0204")) - set(BOARD.members(zones.of(state, "blue"))) == {"0203", "0304"}


def test_zones_go_with_the_units() -> None:
    state, zones = position({"blue 1": "0204"}), Zones("6.0")
    assert zones.covers(state, "blue", "0205")
    state.move("blue 1", "0601")
    assert not zones.covers(state, "blue", "0205")


PLACES = st.sampled_from(["0203", "0303", "0304", "0405", "dead", "reserve"])
UNITS = st.sampled_from(["red 1", "red 2", "blue 1", "blue 2"])
STEPS = st.tuples(UNITS, st.none() | PLACES, st.booleans(), st.booleans())


@given(st.lists(STEPS, max_size=30), st.sampled_from([2, 50]))
def test_occupied_spaces_are_those_with_units_whatever_has_moved_since(steps: list[Any], touched: int) -> None:
    """It is asked in some positions only, and on copies, which go on by themselves."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("wargame.core.engine.state.TOUCHED", touched)
        states = [position({"red 1": "0203", "red 2": "0203", "blue 1": "0304"})]
        for unit, place, ask, copy in steps:
            state = states[-1]
            if copy:
                states.append(state.copy())
            if place is None:
                if unit in state.units:
                    state.eliminate(unit)
            elif unit in state.units:
                state.move(unit, place)
            else:
                state.place(unit, place)
            if ask:
                assert occupied_by_count(state) == {side: state.occupied(side) for side in TITLE.sides}
        for state in states:
            assert occupied_by_count(state) == {side: state.occupied(side) for side in TITLE.sides}


def occupied_by_count(state: State) -> dict[str, int]:
    there = {(state.side_of(unit.id), unit.at) for unit in state.units.values() if unit.at in BOARD}
    return {side: BOARD.mask(at for owner, at in there if owner == side) for side in TITLE.sides}
