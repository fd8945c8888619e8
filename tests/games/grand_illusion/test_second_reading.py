"""Sentences of the rulebook that a second reading found played otherwise: fire at forts, retreats, sieges, groups."""

from __future__ import annotations

import pytest

from wargame.games.grand_illusion.administration import administration
from wargame.games.grand_illusion.combat import fight
from wargame.games.grand_illusion.model import State
from wargame.games.grand_illusion.movement import move_group
from wargame.games.grand_illusion.retreat import displace_rear, retreat_all

from .support import bare, put, run, start

RIDERS = "GE-2C"


def attack(state: State, side: str, hex: str, *units: str) -> None:
    """A battle is declared; nothing of it has been rolled."""
    state.active = side
    state.battles[hex] = units


def given(state: State, side: str, *hexes: str) -> None:
    for hex in hexes:
        state.seize(hex, side)


# --- cavalry and forts -------------------------------------------------------------------------------------------


@pytest.mark.rule("9.6.1")
def test_not_even_british_cavalry_stands_in_reserve_against_a_fort() -> None:
    state = bare(5)
    put(state, "94", "Trier", "BR-1", "BR-1C")
    attack(state, "allied", "94", "BR-1", "BR-1C")
    run(fight(state, "94"), [(2, 3), 2, 6])
    assert state.units["Trier"].steps == len(state.piece("Trier").strengths)


@pytest.mark.rule("9.5.1", "9.6.1", "9.6.2")
def test_cavalry_does_not_fire_at_a_fort_that_steps_up_but_the_fort_fires() -> None:
    state = bare(6)
    given(state, "german", "73", "74")
    put(state, "64", "Namur", "FR-1C", RIDERS)
    whole = state.units["Namur"].steps
    attack(state, "german", "64", RIDERS)
    run(fight(state, "64"), [(2, 3), "reserve 1 Namur", "retreat", 1, "stay"])
    assert (state.units["Namur"].steps, state.units[RIDERS].steps) == (whole, 1)


@pytest.mark.rule("9.4.2")
def test_cavalry_beaten_by_cavalry_goes_even_in_the_vosges() -> None:
    state = bare(5)
    put(state, "102", RIDERS, "FR-1C")
    attack(state, "german", "102", RIDERS)
    run(fight(state, "102"), [(2, 3), "stay", 1, 6])
    assert state.units["FR-1C"].at != "102"


# --- retreats ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("9.4.5", "13.2")
def test_a_step_lost_on_the_way_to_the_sea_counts_as_british_loss() -> None:
    state = bare(4, "short")
    put(state, "32", "BR-1")
    for hex, corps in zip(state.next_to("32"), ("GE-II", "GE-III", "GE-IV", "GE-VII", "GE-IX", "GE-X"), strict=False):
        state.seize(hex, "german")
        put(state, hex, corps)
    run(retreat_all(state, "32", "allied", forced=True), [2])
    assert (state.units["BR-1"].at, state.units["BR-1"].steps) == ("turn 6", 1)
    assert state.tracks["british steps"] == 1


@pytest.mark.rule("13.1")
def test_the_belgian_headquarters_goes_to_antwerp_with_its_army() -> None:
    state = start()
    state.move("GE-II", "62")
    put(state, "63", "FR-1C")
    attack(state, "german", "62", "GE-II")
    run(fight(state, "62"), ["retreat"])
    assert (state.units["BE-HQ"].at, state.units["BE-HQ"].steps) == ("52", 1)


@pytest.mark.rule("8.4.5", "9.4.4")
def test_a_headquarters_does_not_fall_back_over_a_blocked_hexside() -> None:
    state = bare(6)
    given(state, "german", "63")
    put(state, "63", "FR-HQ5", "GE-III")
    put(state, "64", "FR-VI", "GE-II")
    put(state, "54", "FR-XI")
    state.blocked["63-64"] = "german"
    run(displace_rear(state, "63", "allied"), [])
    assert state.units["FR-HQ5"].at == "54"


@pytest.mark.rule("13.1", "9.4.4")
def test_no_headquarters_falls_back_into_maubeuge_while_it_is_closed() -> None:
    state = bare(2)
    put(state, "54", "Maubeuge", "FR-VI")
    put(state, "55", "FR-HQ5", "GE-II")
    put(state, "46", "FR-XI")
    state.maubeuge = frozenset({"FR-VI"})
    run(displace_rear(state, "55", "allied"), [])
    assert state.units["FR-HQ5"].at == "46"


@pytest.mark.rule("8.4.5")
def test_a_blocking_marker_goes_with_a_headquarters_that_falls_back_in_the_administrative_phase() -> None:
    state = bare(6)
    put(state, "76", "Verdun76", "FR-HQ4", "GE-XIII")
    put(state, "66", "FR-VI")
    state.blocked["66-76"] = "allied"
    run(administration(state), [])
    assert (state.units["FR-HQ4"].at, state.blocked) == ("66", {})


# --- sieges ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FoW.10", "9.2.4", "9.5.3")
def test_a_fort_cannot_counter_attack_and_the_cancelled_battle_begins_no_siege() -> None:
    state = bare(6)
    given(state, "german", "73", "74")
    put(state, "64", "Namur", "GE-II")
    attack(state, "german", "64", "GE-II")
    run(fight(state, "64"), [(4, 6)])
    assert (state.sieges, state.control["64"], state.ceding) == ({}, "allied", True)


# --- groups ------------------------------------------------------------------------------------------------------


def moving(turn: int, hex: str, *units: str) -> State:
    state = bare(turn)
    put(state, hex, *units)
    state.activated, state.active = hex, state.unit(units[0]).side
    return state


@pytest.mark.rule("8.4.1", "2.4")
def test_a_headquarters_left_with_those_it_carried_turns_over() -> None:
    state = moving(5, "91", "GE-II", "GE-HQ1")
    run(move_group(state, "german"), ["take GE-II", "take GE-HQ1", "go 81", "go 72", "go 62", "leave GE-HQ1", "done"])
    assert (state.units["GE-HQ1"].at, state.units["GE-HQ1"].steps) == ("62", 1)


@pytest.mark.rule("8.4.1")
@pytest.mark.parametrize("answers", [("leave GE-HQ1", "done"), ("leave GE-II", "done")])
def test_a_headquarters_that_ends_with_a_disrupted_unit_turns_over_whoever_stops_first(answers: list[str]) -> None:
    state = moving(5, "91", "GE-II", "GE-HQ1")
    state.reduce("GE-II")
    run(move_group(state, "german"), ["take GE-II", "take GE-HQ1", "go 81", *answers])
    assert state.units["GE-HQ1"].steps == 1


@pytest.mark.rule("8.4.1")
def test_a_headquarters_that_only_began_with_a_disrupted_unit_keeps_its_side() -> None:
    state = moving(5, "91", "GE-II", "GE-HQ1")
    state.reduce("GE-II")
    run(move_group(state, "german"), ["take GE-II", "take GE-HQ1", "go 81", "leave GE-II", "go 72", "done"])
    assert state.units["GE-HQ1"].steps == 2


@pytest.mark.rule("9.5.4")
def test_a_gun_that_goes_alone_among_enemies_is_lost_at_once() -> None:
    state = moving(6, "95", "GE-II", "GE-HA420")
    put(state, "86", "Metz1", "FR-VI")
    run(move_group(state, "german"), ["take GE-HA420", "go 86"])
    assert state.units["GE-HA420"].at == "out"
