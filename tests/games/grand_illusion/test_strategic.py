"""Strategic movement by rail and sea (10), and what follows from it."""

from __future__ import annotations

import pytest

from wargame.core.engine.actions import DONE
from wargame.core.engine.state import PHASE
from wargame.games.grand_illusion.model import State
from wargame.games.grand_illusion.rail import destinations, strategic_movement

from .support import bare, put, refused, run


def sailing(port: str) -> State:
    state = bare(2)
    put(state, port, "BR-1")
    state.tracks["caps allied"] = 1
    return state


@pytest.mark.rule("10.2", "10.3")
def test_rail_movement() -> None:
    state = bare(2)
    put(state, "98", "FR-VI")
    assert destinations(state, "FR-VI") == []
    state.turn = 3
    assert "19" in destinations(state, "FR-VI")
    put(state, "28", "BR-1", "BE-I")
    assert "19" not in destinations(state, "BR-1")
    state.tracks["caps allied"] = 1
    assert refused(strategic_movement(state, "allied"), [], "take BE-I").rule == "10.3"
    run(strategic_movement(state, "allied"), ["take FR-VI", "go 19"])
    assert (state.caps("allied"), state.units["FR-VI"].at) == (0, "19")


@pytest.mark.rule("10.3")
def test_germans_ride_on_captured_lines_from_turn_five() -> None:
    state = bare(4)
    put(state, "91", "GE-II", "GE-HA420")
    assert "73" not in destinations(state, "GE-II")
    assert "94" in destinations(state, "GE-II")
    state.turn = 5
    assert "73" in destinations(state, "GE-II")


@pytest.mark.rule("10.4", "12.5.4")
def test_sea_movement_goes_west() -> None:
    state = bare(2)
    put(state, "14", "BR-1")
    put(state, "52", "BR-2")
    assert destinations(state, "BR-1") == ["1", "7"]
    assert destinations(state, "BR-2") == []


@pytest.mark.rule("8.4.9", "10.1")
def test_one_corps_rides_free_to_paris() -> None:
    state = bare(4)
    put(state, "98", "FR-VI")
    state.free_rail, state.paris_danger = True, 4
    state.tracks["caps allied"] = 0
    run(strategic_movement(state, "allied"), ["take FR-VI", "go 19"])
    assert (state.caps("allied"), state.free_rail) == (0, False)


@pytest.mark.rule("10.2")
def test_rail_movement_goes_ten_hexes_along_the_net_only() -> None:
    state = bare(5)
    put(state, "102", "GE-II")
    assert destinations(state, "GE-II") == []
    put(state, "104", "FR-VI")
    found = destinations(state, "FR-VI")
    assert "10" in found  # ten hexes away
    assert "4" not in found  # eleven


@pytest.mark.rule("10.1")
def test_a_strategic_move_costs_a_cap_a_unit_and_guns_have_none() -> None:
    state = bare(5)
    put(state, "91", "GE-II", "GE-HQ1", "GE-HA420")
    state.tracks["caps german"] = 2
    assert refused(strategic_movement(state, "german"), [], "take GE-HA420", state).rule == "10.1"
    run(strategic_movement(state, "german"), ["take GE-HQ1", "go 94"])
    assert refused(strategic_movement(state, "german"), [], "take GE-HQ1", state).rule == "10.1"
    assert state.caps("german") == 1


@pytest.mark.rule("10.3", "10.4")
def test_nobody_rides_in_the_first_turns_and_belgians_never_sail() -> None:
    state = bare(2)
    put(state, "23", "BR-1", "BE-I")
    put(state, "59", "FR-VI")
    state.tracks["caps allied"] = 2
    assert refused(strategic_movement(state, "allied"), [], "take FR-VI", state).rule == "10.3"
    assert refused(strategic_movement(state, "allied"), [], "take BE-I", state).rule == "10.3"
    run(strategic_movement(state, "allied"), ["take BR-1", "go 14"])
    assert state.units["BR-1"].at == "14"
    assert refused(strategic_movement(sailing("14"), "allied"), ["take BR-1"], "go 23").rule == "10.2"


@pytest.mark.rule("9.5.4", "9.4.4")
def test_guns_left_by_a_train_are_lost() -> None:
    state = bare(6)
    put(state, "91", "GE-II", "GE-HA420", "FR-VI")
    state.tracks["caps german"] = 1
    run(strategic_movement(state, "german"), ["take GE-II", "go 94"])
    assert state.units["GE-HA420"].at == "out"
    assert state.control["91"] == "german"


@pytest.mark.rule("8.4.8", "10.3")
def test_german_trains_keep_out_of_schlieffen_plan_hexes_before_turn_seven() -> None:
    state = bare(6)
    for hex in ("63", "64", "53", "54", "44", "45", "34", "33"):
        state.seize(hex, "german")
    put(state, "73", "GE-II", "GE-HQ1")
    assert "33" not in destinations(state, "GE-II")
    assert "33" in destinations(state, "GE-HQ1")
    state.turn = 7
    assert "33" in destinations(state, "GE-II")


@pytest.mark.rule("10.1", "10.2")
def test_strategic_movement_ends_without_caps_ways_or_will() -> None:
    state = sailing("14")
    state.tracks["caps allied"] = 0
    assert run(strategic_movement(state, "allied"), []) == DONE
    state = sailing("1")
    assert run(strategic_movement(state, "allied"), []) == DONE
    state = sailing("14")
    state.moved = frozenset({"FR-VI"})
    assert run(strategic_movement(state, "allied"), ["done"]) == DONE
    state.expire((PHASE,))  # as the kernel does after each phase
    assert state.moved == frozenset()
    state = bare(5)
    put(state, "59", "FR-VI")
    put(state, "62", "FR-I")
    state.tracks["caps allied"] = 1
    assert refused(strategic_movement(state, "allied"), [], "take FR-I", state).rule == "10.2"


@pytest.mark.rule("8.4.9")
def test_the_free_train_takes_only_a_french_corps_to_paris() -> None:
    state = bare(4)
    put(state, "98", "FR-VI", "FR-M", "BR-1")
    state.free_rail, state.paris_danger = True, 4
    state.tracks["caps allied"] = 0
    assert refused(strategic_movement(state, "allied"), [], "take FR-M", state).rule == "8.4.9"
    assert refused(strategic_movement(state, "allied"), ["take FR-VI"], "go 60", state).rule == "8.4.9"
    state.tracks["caps allied"] = 1
    run(strategic_movement(state, "allied"), ["take FR-VI", "go 60"])
    assert (state.caps("allied"), state.free_rail) == (0, True)


@pytest.mark.rule("10.2", "11.2.1c")
def test_trains_do_not_run_on_emergency_supply() -> None:
    state = bare(5)
    for hex in ("63", "64", "53", "54", "44", "45", "35"):
        state.seize(hex, "german")
    put(state, "54", "Maubeuge", "GE-II")
    state.sieges["54"] = "german"
    put(state, "44", "GE-III")
    assert destinations(state, "GE-III") == []


@pytest.mark.rule("8.4.9")
@pytest.mark.parametrize(("danger", "turn", "rides"), [(4, 4, True), (4, 5, False), (2, 3, True)])
def test_the_free_train_runs_in_the_turn_of_the_emergency(danger: int, turn: int, rides: bool) -> None:
    state = bare(turn)
    put(state, "98", "FR-VI")
    state.free_rail, state.paris_danger = True, danger
    state.tracks["caps allied"] = 0
    run(strategic_movement(state, "allied"), ["take FR-VI", "go 19"] if rides else [])
    assert state.units["FR-VI"].at == ("19" if rides else "98")


@pytest.mark.rule("8.4.3", "10.4")
def test_no_ship_takes_a_unit_out_of_supply() -> None:
    state = bare(5)
    put(state, "23", "FR-VI")
    assert "7" in destinations(state, "FR-VI")
    for hex in ("1", "8", "16", "17"):
        state.seize(hex, "german")
    assert "33" in destinations(state, "FR-VI")  # still in supply by rail
    assert "7" not in destinations(state, "FR-VI")  # a port the Allies hold, but nothing feeds it
    for hex in ("14", "24", "33", "43"):
        state.seize(hex, "german")
    assert "7" in destinations(state, "FR-VI")  # out of supply already, it may sail


@pytest.mark.rule("13.3.4b5", "11.2.4", "8.4.3")
def test_the_naval_division_does_not_sail_from_antwerp_out_of_supply_but_others_may() -> None:
    """Antwerp feeds only the naval division; another one there starves and may leave for Dieppe."""
    state = bare(10, "what_if")
    state.strategies = ("ge_5",)
    for hex in ("1", "4", "8", "14", "16", "17", "43", "53", "62"):
        state.seize(hex, "german")
    for units in (("BR-1", "BR-RN"), ("BR-RN", "BR-1")):
        for unit in units:
            state.units.pop(unit, None)
        state.reindex()
        put(state, "52", *units)
        offers = [str(a) for a in next(strategic_movement(state, "allied")).actions]
        assert ("take BR-1" in offers, "take BR-RN" in offers) == (True, False)
