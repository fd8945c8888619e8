"""Trenches, disruption and recovery, supply, attrition, surrender: 9.5.3, 9.7, 9.8, 11."""

from __future__ import annotations

from typing import Any

import pytest

from wargame.core.engine.state import PHASE
from wargame.games.grand_illusion.action_phase import action_phase
from wargame.games.grand_illusion.administration import (
    administration,
    attrition,
    end_of_action,
    improve_trenches,
    surrender,
)
from wargame.games.grand_illusion.control import besiege, settle
from wargame.games.grand_illusion.model import State
from wargame.games.grand_illusion.movement import move_group
from wargame.games.grand_illusion.recovery import administrative_recovery
from wargame.games.grand_illusion.supply import emergency_supply, in_supply, supplied

from .support import TITLE, bare, put, refused, run


def acting(turn: int = 8) -> State:
    state = bare(turn)
    state.asked = True
    state.tracks["caps allied"] = state.tracks["caps german"] = 4
    return state


def act(state: State, *answers: Any) -> Any:
    return run(action_phase(state), answers)


# --- trenches ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("9.7.1", "3.1.3")
def test_only_metz_is_entrenched_at_the_start() -> None:
    state = acting()
    assert state.trenches == {"86": 1}
    put(state, "57", "FR-VI", "GE-II")
    assert refused(action_phase(state), [], "entrench 57", state).rule == "9.7.1"


@pytest.mark.rule("9.7.2", "5.2")
def test_a_trench_needs_supplied_infantry_of_both_sides() -> None:
    state = acting()
    state.trenches_allowed = True
    put(state, "74", "FR-VI")
    assert refused(action_phase(state), [], "entrench 74", state).rule == "9.7.2"
    put(state, "74", "GE-2C")
    assert refused(action_phase(state), [], "entrench 74", state).rule == "9.7.2"
    put(state, "74", "GE-II")
    act(state, "entrench 74")
    assert (state.trenches["74"], state.caps("allied")) == (1, 3)
    state.activations = 0
    assert refused(action_phase(state), [], "entrench 74", state).rule == "9.7.2"


@pytest.mark.rule("9.7.2")
def test_no_trench_with_units_out_of_supply() -> None:
    state = acting()
    state.trenches_allowed = True
    put(state, "57", "FR-VI", "GE-II")
    assert not in_supply(state, "GE-II")
    assert refused(action_phase(state), [], "entrench 57", state).rule == "9.7.2"


@pytest.mark.rule("9.7.3", "11.2.8")
def test_trenches_are_deepened_once_with_infantry_of_both_sides() -> None:
    state = acting()
    state.trenches["74"] = 1
    put(state, "74", "FR-VI")
    improve_trenches(state)
    assert state.trenches["74"] == 1
    put(state, "74", "GE-II")
    improve_trenches(state)
    improve_trenches(state)
    assert state.trenches == {"86": 1, "74": 2}


# --- recovery ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("9.8.1", "9.8.3", "5.2")
def test_a_cap_recovers_all_units_of_a_hex_and_cedes_the_initiative() -> None:
    state = acting()
    put(state, "59", "FR-VI", "FR-I", steps=1)
    put(state, "59", "FR-HQ4", steps=1)
    act(state, "recover 59")
    assert not state.disrupted("FR-VI")
    assert not state.disrupted("FR-I")
    assert state.disrupted("FR-HQ4")
    assert (state.active, state.passes, state.caps("allied")) == ("german", 0, 3)


@pytest.mark.rule("9.8.3", "8.1.1")
def test_after_a_recovery_only_another_recovery_follows() -> None:
    state = acting()
    put(state, "59", "FR-VI", steps=1)
    put(state, "60", "FR-I", steps=1)
    act(state, "recover 59")
    assert state.active == "allied"
    assert refused(action_phase(state), [], "activate 60", state).rule == "9.8.3"
    act(state, "recover 60")
    act(state)
    assert state.active == "german"


@pytest.mark.rule("9.8.3")
def test_declining_the_second_recovery_is_not_a_pass() -> None:
    state = acting()
    put(state, "59", "FR-VI", steps=1)
    put(state, "60", "FR-I", steps=1)
    act(state, "recover 59")
    act(state, "pass")
    assert (state.active, state.passes) == ("german", 0)


@pytest.mark.rule("9.8.3")
def test_no_recovery_for_a_cap_beside_the_enemy_not_even_a_besieged_fort() -> None:
    state = acting()
    put(state, "59", "FR-VI", "GE-2C", steps=1)
    assert refused(action_phase(state), [], "recover 59", state).rule == "9.8.3"
    put(state, "58", "FR-I")
    assert refused(action_phase(state), [], "recover 58", state).rule == "9.8.3"
    state.active = "german"
    put(state, "64", "Namur", "GE-II")
    put(state, "64", "GE-III", steps=1)
    besiege(state, "64", "german")
    assert refused(action_phase(state), [], "recover 64", state).rule == "9.8.3"


@pytest.mark.rule("13.1")
def test_from_turn_twelve_only_half_recover() -> None:
    state = acting(12)
    put(state, "59", "FR-VI", "FR-I", "FR-II", steps=1)
    act(state, "recover 59", "take FR-II", "take FR-I")
    assert [state.disrupted(u) for u in ("FR-VI", "FR-I", "FR-II")] == [True, False, False]


@pytest.mark.rule("11.2.7", "5.2")
def test_at_the_end_of_a_turn_supplied_units_recover() -> None:
    state = bare(8)
    put(state, "59", "FR-VI", "FR-HQ4", steps=1)
    put(state, "91", "GE-HA420", steps=1)
    put(state, "57", "GE-II", "GE-HQ1", steps=1)
    run(administrative_recovery(state), [])
    assert [state.disrupted(u) for u in ("FR-VI", "FR-HQ4", "GE-HA420", "GE-II", "GE-HQ1")] == [
        False, False, False, True, True,
    ]  # fmt: skip


@pytest.mark.rule("11.2.7")
def test_beside_the_enemy_one_or_two_units_recover() -> None:
    state = bare(8)
    put(state, "59", "GE-2C", "GE-3C")
    put(state, "59", "FR-VI", "FR-I", steps=1)
    run(administrative_recovery(state), ["take FR-I"])
    assert [state.disrupted(u) for u in ("FR-VI", "FR-I")] == [True, False]
    state = bare(8)
    put(state, "59", "GE-2C")
    put(state, "59", "FR-VI", "FR-I", "FR-II", steps=1)
    run(administrative_recovery(state), ["take FR-II", "take FR-I"])
    assert [state.disrupted(u) for u in ("FR-VI", "FR-I", "FR-II")] == [True, False, False]


# --- supply ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("11.2.2", "11.2.6")
def test_attrition() -> None:
    state = bare(8)
    put(state, "57", "GE-II", "GE-HQ1", "GE-HA420")
    put(state, "57", "GE-III", steps=1)
    put(state, "91", "GE-IV")
    attrition(state)
    assert [state.disrupted(u) for u in ("GE-II", "GE-HQ1", "GE-HA420", "GE-IV")] == [True, True, True, False]
    assert state.units["GE-III"].at == "dead"
    attrition(state)
    assert state.units["GE-II"].at == "dead"
    assert state.on_map("GE-HQ1")


@pytest.mark.rule("11.2.6", "9.4.4", "9.5.4")
def test_guns_whose_last_unit_starves_beside_the_enemy_are_lost() -> None:
    state = bare(8)
    put(state, "57", "GE-III", steps=1)
    put(state, "57", "GE-HA420", "FR-VI")
    run(administration(state), [])
    assert state.units["GE-HA420"].at == "out"


@pytest.mark.rule("11.2.3")
def test_forts_need_no_supply() -> None:
    state = bare(8)
    put(state, "76", "Verdun76")
    for hex in state.data.spaces:
        if hex != "76":
            state.seize(hex, "german")
    attrition(state)
    assert state.units["Verdun76"].steps == 4


@pytest.mark.rule("11.2.1b", "8.3.4")
def test_cavalry_control_does_not_starve_the_enemy() -> None:
    state = bare(8)
    put(state, "63", "GE-II")
    for hex in ("63", "64"):
        state.seize(hex, "german")
    for hex in ("73", "72", "74", "75", "82", "65"):
        state.seize(hex, "allied")
        state.cavalry_held[hex] = "allied"
    assert not in_supply(state, "GE-II")
    attrition(state)
    assert not state.disrupted("GE-II")
    state.cavalry_held.clear()
    attrition(state)
    assert state.disrupted("GE-II")


@pytest.mark.rule("11.2.4")
def test_antwerp_feeds_belgians_and_the_naval_division() -> None:
    state = bare(8)
    for hex in ("43", "53", "62", "42", "33", "32", "44", "63"):
        state.seize(hex, "german")
    put(state, "52", "BE-I", "BR-RN", "BR-1")
    assert [in_supply(state, u) for u in ("BE-I", "BR-RN", "BR-1")] == [True, True, False]
    state.seize("52", "german")
    assert not in_supply(state, "BE-I")


@pytest.mark.rule("11.2.1a")
def test_a_besieged_fort_cuts_the_line() -> None:
    state = bare(8)
    for hex in ("63", "64", "53"):
        state.seize(hex, "german")
    assert supplied(state, "german") & state.data.bit["53"]
    put(state, "64", "Namur", "GE-II")
    besiege(state, "64", "german")
    assert not supplied(state, "german") & state.data.bit["44"]


def at_maubeuge(turn: int) -> State:
    """Maubeuge besieged, 44 taken, a German force beyond that only 44 can feed."""
    state = bare(turn)
    for hex in ("63", "64", "53", "54", "44", "45", "35"):
        state.seize(hex, "german")
    put(state, "54", "Maubeuge", "GE-II")
    besiege(state, "54", "german")
    put(state, "45", "GE-III", "GE-IV", "GE-HQ1")
    return state


@pytest.mark.rule("11.2.1c")
@pytest.mark.parametrize(("turn", "fed"), [(2, False), (3, True), (5, True), (6, False)])
def test_emergency_supply_runs_from_turn_three_to_five(turn: int, fed: bool) -> None:
    state = at_maubeuge(turn)
    assert (emergency_supply(state), in_supply(state, "GE-III")) == (fed, fed)


@pytest.mark.rule("11.2.1c")
def test_emergency_supply_ends_with_the_fort() -> None:
    state = at_maubeuge(4)
    state.kill("Maubeuge", "")
    settle(state, "54")
    assert not emergency_supply(state)
    assert in_supply(state, "GE-III")


@pytest.mark.rule("11.2.1c")
def test_emergency_supply_wears_out_headquarters_and_recovers_one_unit_with_them() -> None:
    state = at_maubeuge(4)
    state.reduce("GE-III")
    state.reduce("GE-IV")
    attrition(state)
    run(administrative_recovery(state), ["take GE-IV"])
    assert [state.disrupted(u) for u in ("GE-HQ1", "GE-III", "GE-IV")] == [True, True, False]
    state = at_maubeuge(4)
    state.move("GE-HQ1", "35")
    state.reduce("GE-III")
    run(administrative_recovery(state), [])
    assert state.disrupted("GE-III")


@pytest.mark.rule("11.2.1c")
def test_emergency_supply_is_gone_before_the_administrative_phase_of_turn_five() -> None:
    state = at_maubeuge(5)
    end_of_action(state)
    attrition(state)
    assert state.disrupted("GE-III")


@pytest.mark.rule("11.2.1d")
def test_the_end_of_rail_matters_once_namur_has_fallen_and_goes_after_turn_five() -> None:
    state = bare(4)
    for hex in ("63", "64", "65", "56", "47", "57"):
        state.seize(hex, "german")
    far = state.data.bit["48"]
    assert supplied(state, "german") & far
    put(state, "64", "Namur")
    state.kill("Namur", "")
    assert not supplied(state, "german") & far
    run(administration(state), [])
    assert state.end_of_rail
    run(administration(state), [])
    assert not state.end_of_rail
    assert supplied(state, "german") & far


@pytest.mark.rule("9.5.3", "9.5.2", "11.2.6")
def test_besieged_forts_surrender() -> None:
    def besieged(hex: str, fort: str) -> State:
        state = bare(4)
        put(state, hex, fort, "GE-II")
        besiege(state, hex, "german")
        settle(state, hex)
        return state

    for hex, fort, die, falls in (("64", "Namur", 2, True), ("64", "Namur", 3, False), ("54", "Maubeuge", 1, True),
                                  ("54", "Maubeuge", 2, False)):  # fmt: skip
        state = besieged(hex, fort)
        run(surrender(state), [die])
        assert (state.units[fort].at == "out") == falls
        assert (hex in state.sieges) == (not falls)


@pytest.mark.rule("11.3")
def test_the_turn_marker_moves_on() -> None:
    state = bare(4)
    run(administration(state), [])
    assert state.turn == 5


@pytest.mark.rule("9.5.3", "8.3.2")
def test_a_fort_whose_siege_is_lifted_holds_its_hex_again() -> None:
    state = bare(4)
    put(state, "64", "Namur", "GE-II")
    besiege(state, "64", "german")
    settle(state, "64")
    assert state.control["64"] == "german"
    state.reduce("GE-II")
    settle(state, "64")
    assert (state.sieges, state.control["64"]) == ({}, "allied")


@pytest.mark.rule("8.3.2", "8.3.3")
def test_a_fort_whose_siege_is_lifted_holds_its_hex_though_a_supplied_enemy_stays() -> None:
    state = bare(4)
    put(state, "64", "Namur", "GE-II")
    put(state, "64", "GE-III", steps=1)
    besiege(state, "64", "german")
    settle(state, "64")
    assert state.control["64"] == "german"
    state.move("GE-II", "73")
    settle(state, "64")
    assert in_supply(state, "GE-III")
    assert state.control["64"] == "allied"


@pytest.mark.rule("8.3.2")
def test_a_contested_hex_stays_with_its_holder() -> None:
    state = bare(4)
    put(state, "64", "FR-VI", "GE-II")
    settle(state, "64")
    assert (state.contested("64"), state.control["64"]) == (True, "allied")
    state.kill("FR-VI", "")
    put(state, "64", "Namur")
    settle(state, "64")
    assert state.control["64"] == "allied"


@pytest.mark.rule("11.2.1c", "8.4.3")
def test_germans_move_on_emergency_supply() -> None:
    for turn, moves in ((4, True), (6, False)):
        state = at_maubeuge(turn)
        state.seize("35", "allied")
        state.activated = "45"
        offered = next_offers(state, "take GE-III")
        assert ("go 35" in offered) == moves


def next_offers(state: State, *answers: str) -> list[str]:
    """What is offered after these answers of a group's move."""
    procedure = move_group(state, "german")
    question = next(procedure)
    for answer in answers:
        question = procedure.send(question.read(answer, TITLE.notation))
    return [str(a) for a in question.actions]


@pytest.mark.rule("11.2.4", "13.3.4a4")
def test_british_sources_feed_the_naval_division_and_landings_feed_nobody_else() -> None:
    state = bare(10, "what_if")
    put(state, "14", "BR-RN")
    assert in_supply(state, "BR-RN")
    for hex in state.data.spaces:
        state.seize(hex, "german")
    state.landed = frozenset({"23"})
    fed = {nation: bool(supplied(state, nation) & state.data.bit["23"]) for nation in ("british", "french", "belgian")}
    assert fed == {"british": True, "french": False, "belgian": False}


@pytest.mark.rule("11.2.1c", "11.2.7")
def test_units_fed_by_rail_recover_fully_beside_emergency_supply() -> None:
    state = at_maubeuge(4)
    put(state, "91", "GE-IX", "GE-X", steps=1)
    run(administrative_recovery(state), [])
    assert not state.disrupted("GE-IX")
    assert not state.disrupted("GE-X")


@pytest.mark.rule("11.2.1b", "11.2.1c")
def test_cavalry_on_the_line_does_not_put_a_headquarters_on_emergency_supply_at_attrition() -> None:
    """An HQ in 53 hangs on the line through 64, which Allied cavalry holds: at attrition it still traces by rail."""
    state = at_maubeuge(4)
    put(state, "53", "GE-HQ3", "GE-IX")
    state.seize("64", "allied")
    assert not in_supply(state, "GE-HQ3", emergency=False)
    attrition(state)
    assert state.disrupted("GE-HQ3")
    state = at_maubeuge(4)
    put(state, "53", "GE-HQ3", "GE-IX")
    state.seize("64", "allied")
    state.cavalry_held["64"] = "allied"
    attrition(state)
    assert not state.disrupted("GE-HQ3")


@pytest.mark.rule("9.8.3")
def test_a_recovery_binds_no_longer_than_its_action_phase() -> None:
    state = bare()
    state.recovering = True
    state.expire((PHASE,))
    assert not state.recovering
