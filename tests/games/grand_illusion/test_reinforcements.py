"""Reinforcements, replacements, the eastern front and units that come back (7, 12.3, 12.6, 13.1)."""

from __future__ import annotations

from typing import Any

import pytest

from wargame.core.engine.actions import DONE
from wargame.games.grand_illusion.arrivals import entry_hexes
from wargame.games.grand_illusion.eastern_front import east_front
from wargame.games.grand_illusion.model import State
from wargame.games.grand_illusion.replacements import reinforcements

from .support import bare, put, refused, run, start


def due(unit: str, turn: int, *marks: str, scenario: str = "campaign", steps: int = 2) -> State:
    """A unit on the turn track that arrives now."""
    state = bare(turn, scenario)
    state.place(unit, f"turn {turn}", steps, "", marks)
    return state


def dead(unit: str, turn: int, caps: int = 4) -> State:
    state = bare(turn)
    state.place(unit, "dead", 0)
    state.tracks["caps allied"] = state.tracks["caps german"] = caps
    return state


def arrive(state: State, side: str, *answers: Any) -> Any:
    return run(reinforcements(state, side), answers)


# --- reinforcements ----------------------------------------------------------------------------------------------


@pytest.mark.rule("7.1")
def test_a_fixed_reinforcement_arrives_at_its_hex_even_beside_the_enemy() -> None:
    state = due("FR-M", 2)
    put(state, "66", "GE-II")
    arrive(state, "allied", "go 66")
    assert state.units["FR-M"].at == "66"
    assert refused(reinforcements(due("FR-M", 2), "allied"), [], "go 59").rule == "7.1"


@pytest.mark.rule("7.1", "8.4.6")
def test_a_closed_hex_sends_the_unit_to_a_supply_source_next_turn() -> None:
    state = due("FR-M", 2)
    state.seize("66", "german")
    arrive(state, "allied")
    assert state.units["FR-M"].at == "turn 3"
    state.turn = 3
    assert entry_hexes(state, "FR-M") == ["4", "13", "61", "80", "89"]
    state = due("FR-M", 2)
    put(state, "66", "FR-I", "FR-II", "FR-III", "FR-IV", "FR-V", "FR-VI")
    arrive(state, "allied")
    assert state.marked("FR-M", "source")


@pytest.mark.rule("7.1")
def test_a_reinforcement_may_be_delayed() -> None:
    state = due("FR-M", 2)
    arrive(state, "allied", "delay FR-M")
    assert state.units["FR-M"].at == "turn 3"
    state.turn = 3
    assert entry_hexes(state, "FR-M") == ["66"]


@pytest.mark.rule("7.1")
def test_no_unit_enters_a_hex_the_enemy_holds() -> None:
    state = due("GE-IXR", 3)
    assert refused(reinforcements(state, "german"), [], "go 59").rule == "7.1"


@pytest.mark.rule("7.1.1")
def test_variable_reinforcements_come_to_headquarters_and_sources_of_their_nation() -> None:
    state = due("FR-45", 4)
    put(state, "58", "FR-HQ4")
    put(state, "45", "BR-HQ")
    assert entry_hexes(state, "FR-45") == ["4", "13", "61", "80", "89", "58", "19"]
    assert refused(reinforcements(state, "allied"), [], "go 45").rule == "7.1.1"
    state.place("BR-6", "turn 4", 2)
    assert entry_hexes(state, "BR-6") == ["4", "45"]


@pytest.mark.rule("7.1.1", "8.4.7", "13.3.2")
def test_schlieffen_plan_hexes_are_closed_to_arrivals_before_turn_seven() -> None:
    assert refused(reinforcements(due("FR-45", 6), "allied"), [], "go 1").rule == "8.4.7"
    assert "1" in entry_hexes(due("FR-45", 7), "FR-45")
    assert "1" in entry_hexes(due("FR-45", 6, scenario="what_if"), "FR-45")


@pytest.mark.rule("7.1.2")
def test_a_headquarters_comes_where_there_is_none_and_gathers_nobody_at_once() -> None:
    state = due("FR-HQ6", 3)
    put(state, "58", "FR-HQ4")
    assert "58" not in entry_hexes(state, "FR-HQ6")
    state.place("FR-64R", "turn 3", 2)
    arrive(state, "allied", "go 59")
    assert "59" not in entry_hexes(state, "FR-64R")
    state.fresh_hq = frozenset()
    state.changed()
    assert "59" in entry_hexes(state, "FR-64R")


@pytest.mark.rule("7.1.3")
def test_paris_takes_french_reinforcements_while_it_is_allied() -> None:
    assert "19" in entry_hexes(due("FR-45", 4), "FR-45")
    state = dead("FR-VI", 3)
    arrive(state, "allied", "replace FR-VI 2", "go 19")
    assert state.units["FR-VI"].at == "19"
    state = due("BR-6", 5)
    put(state, "19", "BR-HQ")
    assert "19" not in entry_hexes(state, "BR-6")
    state = due("FR-45", 4)
    state.seize("19", "german")
    assert "19" not in entry_hexes(state, "FR-45")


@pytest.mark.rule("12.3")
def test_two_british_divisions_may_land_on_any_friendly_coast() -> None:
    state = due("BR-7", 10)
    assert {"7", "15", "16", "23", "32"} <= set(entry_hexes(state, "BR-7"))
    state.seize("32", "german")
    assert "32" not in entry_hexes(state, "BR-7")
    assert "32" not in entry_hexes(due("BR-3I", 13), "BR-3I")


@pytest.mark.rule("12.6")
def test_the_fourth_division_comes_back_on_the_coast() -> None:
    state = due("BE-4", 7, "coast")
    assert entry_hexes(state, "BE-4") == ["1", "14"]


@pytest.mark.rule("8.4.9")
def test_ninth_corps_takes_the_place_of_its_half() -> None:
    state = due("FR-IX", 5, "variable")
    put(state, "66", "FR-IXm", steps=1)
    arrive(state, "allied")
    assert (state.units["FR-IX"].at, state.units["FR-IX"].steps) == ("66", 2)
    assert state.units["FR-IXm"].at == "out"
    state = due("FR-IX", 5, "variable")
    state.place("FR-IXm", "dead", 0)
    arrive(state, "allied", "go 19")
    assert (state.units["FR-IX"].at, state.units["FR-IXm"].at) == ("19", "out")


@pytest.mark.rule("13.1")
def test_the_detachment_headquarters_relieves_an_army() -> None:
    state = due("GE-HQD", 6)
    put(state, "91", "GE-HQ7")
    arrive(state, "german", "go 91")
    assert (state.units["GE-HQD"].at, state.units["GE-HQ7"].at) == ("91", "turn 7")
    state = due("GE-HQD", 6)
    put(state, "91", "GE-HQN")
    assert "91" not in entry_hexes(state, "GE-HQD")


# --- replacements ------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.2", "5.2")
def test_a_replacement_now_costs_two_and_in_two_turns_one() -> None:
    state = dead("FR-VI", 3)
    arrive(state, "allied", "replace FR-VI 2", "go 61")
    assert (state.units["FR-VI"].at, state.units["FR-VI"].steps, state.caps("allied")) == ("61", 2, 2)
    state = dead("GE-II", 3)
    arrive(state, "german", "replace GE-II 1")
    assert (state.units["GE-II"].at, state.caps("german")) == ("turn 5", 3)
    assert refused(reinforcements(dead("FR-VI", 3, caps=1), "allied"), [], "replace FR-VI 2").rule == "7.2"


@pytest.mark.rule("7.2")
def test_only_french_and_german_combat_units_are_replaced() -> None:
    state = dead("FR-VI", 3)
    state.place("BR-1", "dead", 0)
    state.place("FR-HQ4", "out", 0)
    for unit in ("BR-1", "FR-HQ4", "FR-I"):
        assert refused(reinforcements(state, "allied"), [], f"replace {unit} 1", state).rule == "7.2"


@pytest.mark.rule("7.2")
def test_no_replacement_where_a_headquarters_came_this_turn() -> None:
    state = dead("FR-VI", 3)
    put(state, "58", "FR-HQ4")
    put(state, "61", "BR-HQ")
    state.fresh_hq = frozenset({"FR-HQ4", "BR-HQ"})
    assert refused(reinforcements(state, "allied"), ["replace FR-VI 2"], "go 58").rule == "7.2"
    assert refused(reinforcements(state, "allied"), ["replace FR-VI 2"], "go 61").rule == "7.2"


@pytest.mark.rule("7.2")
@pytest.mark.parametrize(("turn", "deep"), [(4, False), (5, True)])
def test_german_replacements_stay_near_the_border_before_turn_five(turn: int, deep: bool) -> None:
    state = dead("GE-II", turn)
    for hex in ("63", "64", "54", "45", "44"):
        state.seize(hex, "german")
    put(state, "45", "GE-HQ1")
    put(state, "54", "GE-HQ2")
    state.bring("GE-II", f"turn {turn}", 2, "", "replacement")
    found = entry_hexes(state, "GE-II")
    assert "54" in found
    assert ("45" in found) == deep


@pytest.mark.rule("13.1")
def test_late_replacements_come_back_disrupted() -> None:
    steps = {}
    for turn, caps in ((7, 1), (8, 1), (9, 2), (10, 2)):
        state = dead("FR-VI", turn)
        arrive(state, "allied", f"replace FR-VI {caps}", *(["go 61"] if caps == 2 else []))
        steps[turn] = state.units["FR-VI"].steps
    assert steps == {7: 2, 8: 1, 9: 2, 10: 1}


@pytest.mark.rule("13.1")
def test_british_and_belgians_come_back_once_in_turns_eight_and_twelve() -> None:
    state = dead("BR-1", 8)
    state.place("BR-2", "dead", 0)
    state.place("BE-I", "dead", 0)
    arrive(state, "allied", "replace BR-1 0", "go 14")
    assert (state.units["BR-1"].steps, state.caps("allied")) == (2, 4)
    assert refused(reinforcements(_with_dead_french(state), "allied"), [], "replace BR-2 0").rule == "7.2"
    state.turn = 12
    arrive(state, "allied", "replace BR-2 0", "go 14")
    arrive(state, "allied", "replace BE-I 0", "go 1")
    assert (state.units["BR-2"].steps, state.units["BE-I"].steps) == (1, 1)
    assert arrive(dead("BR-1", 9), "allied") == DONE


def _with_dead_french(state: State) -> State:
    state.place("FR-VI", "dead", 0)
    return state


# --- the eastern front -------------------------------------------------------------------------------------------


@pytest.mark.rule("7.3", "3.2.3", "13.4")
def test_nine_points_and_a_division_go_east_or_two_points_are_lost() -> None:
    state = start()
    state.turn = 3
    run(east_front(state), ["yes", "take GE-GdR", "take GE-XI", "take GE-2C"])
    assert [state.units[u].at for u in ("GE-GdR", "GE-XI", "GE-2C")] == ["out"] * 3
    assert state.tracks["vp german"] == 0
    state = start()
    run(east_front(state), ["no"])
    assert state.tracks["vp german"] == -2
    state = bare(3)
    run(east_front(state), [])
    assert state.tracks["vp german"] == -2


@pytest.mark.rule("7.3")
def test_only_units_near_the_first_three_armies_go_east() -> None:
    state = start()
    assert refused(east_front(state), ["yes"], "take GE-XXI").rule == "7.3"


@pytest.mark.rule("7.1", "7.2", "8.4.6")
def test_refusals_of_arrivals_and_replacements() -> None:
    state = due("FR-45", 4)
    put(state, "19", "FR-I", "FR-II", "FR-III", "FR-IV", "FR-V", "FR-X")
    assert refused(reinforcements(state, "allied"), [], "go 19", state).rule == "8.4.6"
    state = dead("FR-VI", 3)
    put(state, "59", "FR-I")
    assert refused(reinforcements(state, "allied"), [], "replace FR-I 1", state).rule == "7.2"
    assert arrive(state, "allied", "done") == DONE
    assert state.units["FR-VI"].at == "dead"


@pytest.mark.rule("7.1.1", "7.1")
def test_a_variable_unit_without_a_place_waits_and_stays_variable() -> None:
    state = due("FR-45", 4)
    for hex in ("1", "4", "13", "61", "80", "89", "19"):
        state.seize(hex, "german")
    arrive(state, "allied")
    assert (state.units["FR-45"].at, state.marked("FR-45", "source")) == ("turn 5", False)
    state = due("FR-45", 4)
    for hex in ("1", "4", "13", "61", "80", "89", "19"):
        state.seize(hex, "german")
    arrive(state, "allied")
    state.turn = 5
    for hex in ("61", "59"):
        state.seize(hex, "allied")
    put(state, "59", "FR-HQ4")
    assert entry_hexes(state, "FR-45") == ["61", "59"]


@pytest.mark.rule("7.1.2", "8.4.1")
def test_an_arriving_headquarters_sends_nobody_away() -> None:
    state = due("GE-HQN", 5)
    put(state, "91", "GE-II")
    put(state, "94", "GE-HQ5")
    arrive(state, "german", "go 91")
    assert (state.units["GE-HQN"].at, state.units["GE-HQ5"].at) == ("91", "94")


@pytest.mark.rule("13.1")
def test_the_army_headquarters_comes_back_fresh_where_its_owner_likes() -> None:
    state = due("GE-HQD", 6)
    put(state, "91", "GE-HQ7", steps=1)
    arrive(state, "german", "go 91")
    assert state.units["GE-HQ7"].steps == 2
    state.turn = 7
    assert {"94", "100"} <= set(entry_hexes(state, "GE-HQ7"))


@pytest.mark.rule("12.6")
def test_the_fourth_division_uses_no_headquarters() -> None:
    state = due("BE-4", 7, "coast")
    put(state, "52", "BE-HQ")
    assert entry_hexes(state, "BE-4") == ["1", "14"]


@pytest.mark.rule("7.1.2", "7.1.1")
def test_a_headquarters_of_another_nation_that_came_this_turn_is_no_hindrance() -> None:
    state = due("FR-HQ6", 3)
    put(state, "59", "BR-HQ")
    state.place("BR-6", "turn 3", 2)
    arrive(state, "allied", "go 59")
    assert "59" in entry_hexes(state, "BR-6")
