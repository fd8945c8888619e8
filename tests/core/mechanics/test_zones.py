"""Zones of control, and who is where."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from wargame.core.mechanics.zones import Zones, enemies

from .position import BOARD, position


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
