"""Sentences of the rulebook that a second reading found played otherwise: fire at forts, retreats, sieges, groups."""

from __future__ import annotations

import pytest

from wargame.games.grand_illusion.action_phase import action_phase
from wargame.games.grand_illusion.actions import Fight, Leave
from wargame.games.grand_illusion.administration import administration
from wargame.games.grand_illusion.arrivals import entry_hexes
from wargame.games.grand_illusion.arrivals import put as arrive
from wargame.games.grand_illusion.combat import fight
from wargame.games.grand_illusion.model import State
from wargame.games.grand_illusion.movement import move_group
from wargame.games.grand_illusion.options import _carry_out, prepare
from wargame.games.grand_illusion.rail import strategic_movement
from wargame.games.grand_illusion.recovery import administrative_recovery
from wargame.games.grand_illusion.replacements import reinforcements
from wargame.games.grand_illusion.retreat import _end_flight, displace_rear, retreat_all
from wargame.games.grand_illusion.sequence import command_points

from .support import bare, put, refused, run, start

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
    assert state.units["Trier"].steps == len(state.counter("Trier").strengths)


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


@pytest.mark.rule("13.1")
def test_only_the_belgians_are_bound_for_antwerp() -> None:
    state = start()
    state.move("GE-II", "62")
    put(state, "62", "FR-1C")
    attack(state, "german", "62", "GE-II")
    run(fight(state, "62"), ["retreat", "retreat FR-1C 63"])
    assert state.units["FR-1C"].at == "63"
    assert {state.units[u].at for u in ("BE-I", "BE-II", "BE-HQ")} == {"52"}


@pytest.mark.rule("13.1", "9.4.4")
def test_a_french_headquarters_in_brussels_does_not_follow_the_belgians_to_antwerp() -> None:
    state = start()
    state.move("GE-II", "62")
    state.move("FR-I", "53")
    state.move("FR-HQ5", "62")
    attack(state, "german", "62", "GE-II")
    run(fight(state, "62"), ["retreat", "retreat FR-HQ5 53"])
    assert (state.units["BE-HQ"].at, state.units["FR-HQ5"].at) == ("52", "53")


@pytest.mark.rule("9.4.4")
def test_a_headquarters_falls_back_at_once_when_enemies_retreat_into_its_hex() -> None:
    state = bare(6)
    given(state, "german", "63", "64")
    put(state, "55", "GE-HQ2")
    put(state, "65", "FR-VI", "GE-III")
    put(state, "64", "GE-II")
    run(retreat_all(state, "65", "allied", forced=True), ["retreat FR-VI 55"])
    assert (state.units["GE-HQ2"].at, state.disrupted("GE-HQ2")) == ("64", True)


@pytest.mark.rule("9.4.4")
def test_a_headquarters_falls_back_at_once_when_cavalry_in_flight_ends_in_its_hex() -> None:
    state = bare(6)
    given(state, "german", "63", "64")
    put(state, "55", "GE-HQ2")
    put(state, "64", "GE-II")
    put(state, "46", "FR-1C")
    run(_end_flight(state, "allied", ("FR-1C",), "55"), [])
    assert state.units["GE-HQ2"].at == "64"


@pytest.mark.rule("9.4.4", "7.1")
def test_a_headquarters_falls_back_at_once_when_a_reinforcement_arrives_in_its_hex() -> None:
    state = bare(6)
    given(state, "german", "63", "64")
    put(state, "55", "GE-HQ2")
    put(state, "64", "GE-II")
    put(state, "turn 6", "FR-VI")
    run(arrive(state, "FR-VI", "55", 2, "7.1"), [])
    assert state.units["GE-HQ2"].at == "64"


@pytest.mark.rule("9.4.4", "10.2")
def test_a_headquarters_falls_back_at_once_when_a_train_brings_an_enemy() -> None:
    state = bare(6)
    put(state, "13", "FR-VI")
    put(state, "19", "GE-HQ2")
    state.tracks["caps allied"] = 1
    run(strategic_movement(state, "allied"), ["take FR-VI", "go 19"])
    assert state.units["GE-HQ2"].at == "out"


@pytest.mark.rule("9.4.4")
def test_a_headquarters_that_joins_a_fort_among_enemies_falls_back_at_once() -> None:
    state = moving(6, "66", "FR-HQ4", "FR-VI")
    put(state, "76", "Verdun76", "GE-XIII")
    run(move_group(state, "allied"), ["take FR-HQ4", "go 76"])
    assert (state.units["FR-HQ4"].at, state.disrupted("FR-HQ4")) == ("66", True)


@pytest.mark.rule("8.4.5", "9.4.4")
def test_a_headquarters_does_not_fall_back_over_a_blocked_hexside() -> None:
    state = bare(6)
    given(state, "german", "63")
    put(state, "63", "FR-HQ5", "GE-III")
    put(state, "64", "FR-VI", "GE-II")
    put(state, "54", "FR-XI")
    state.block("63", "64", "german")
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
    state.block("66", "76", "allied")
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


# --- declarations ------------------------------------------------------------------------------------------------


def acts(state: State, *steps: list[object]) -> None:
    """Steps of the action phase, one list of answers each."""
    for answers in steps:
        run(action_phase(state), answers)


@pytest.mark.rule("9.1.2", "9.5.4")
def test_units_that_join_a_siege_may_attack_the_fort_with_the_gun_they_bring() -> None:
    state = moving(4, "55", "GE-III", "GE-HA420")
    given(state, "german", "72", "73", "64", "63", "53", "54", "55", "65", "74", "75")
    put(state, "54", "Maubeuge", "GE-II")
    state.sieges["54"] = "german"
    acts(state, ["take GE-III", "take GE-HA420", "go 54", "done"], ["fight 54"])
    assert state.battles == {"54": ("GE-III",)}


@pytest.mark.rule("9.1.2")
def test_units_that_only_pass_through_a_siege_declare_nothing() -> None:
    state = moving(4, "55", "GE-III")
    given(state, "german", "72", "73", "64", "63", "53", "54", "55", "65", "74", "75", "44")
    put(state, "54", "Maubeuge", "GE-II")
    state.sieges["54"] = "german"
    acts(state, ["take GE-III", "go 54", "go 53", "done"], [])
    assert (state.units["GE-III"].at, state.battles) == ("53", {})


@pytest.mark.rule("9.1.2")
def test_those_that_stayed_fight_beside_those_that_went_out_and_came_back() -> None:
    def out_and_back() -> State:
        state = moving(6, "64", "GE-II", "GE-III")
        given(state, "german", "64", "63", "73")
        put(state, "64", "FR-VI")
        acts(state, ["take GE-II", "go 63", "go 64"])
        return state

    state = out_and_back()
    acts(state, ["done", "fight 64", "fight 64"])
    assert set(state.battles["64"]) == {"GE-II", "GE-III"}
    state = out_and_back()
    acts(state, ["done", "fight 64", "leave GE-III"])
    assert state.battles["64"] == ("GE-II",)


# --- the third scenario ------------------------------------------------------------------------------------------


def liege() -> State:
    """Belgian preparation is carried out; the Germans are about to strike before turn 1."""
    state = start("what_if")
    state.strategies = ("al_5",)
    _carry_out(state, "al_5")
    state.tracks["prepared allied"] = state.tracks["prepared german"] = 1
    return state


@pytest.mark.rule("13.3.3", "13.3.4a5")
def test_before_turn_one_of_the_third_scenario_nobody_has_caps() -> None:
    state = liege()
    assert (state.caps("allied"), state.caps("german")) == (0, 0)


@pytest.mark.rule("13.3.3", "FoW.5")
def test_a_cap_won_before_turn_one_is_added_to_those_rolled() -> None:
    state = liege()
    state.tracks["caps german"] = 1
    run(command_points(state), [1, 1])
    table = state.data.tables.caps
    assert (state.caps("allied"), state.caps("german")) == (table.joffre[0], table.moltke[0] + 1)


@pytest.mark.rule("13.3.4a5", "9.5.3")
def test_a_cancelled_blow_at_liege_begins_no_siege() -> None:
    state = liege()
    run(prepare(state), ["fight 72", "fight 72", "pass", (1, 2)])
    assert (state.sieges, state.control["72"]) == ({}, "allied")


@pytest.mark.rule("13.3.4a5", "9.1.2")
def test_not_all_units_need_join_the_blow_at_liege() -> None:
    state = liege()
    idle = next(u for u in state.present("72", "german").combat if not state.is_infantry(u))
    steps = prepare(state)
    next(steps)
    steps.send(Fight("72"))
    question = steps.send(Leave(idle))
    assert Leave(idle) not in question.actions
    steps.send(Fight("72"))
    assert state.battle is not None
    assert idle not in state.battle.attackers


@pytest.mark.rule("13.3.4b4", "7.2", "13.1")
def test_a_replaced_corps_of_the_ninth_army_comes_like_any_replacement() -> None:
    state = bare(8, "what_if")
    state.strategies = ("ge_4", "ge_5")
    state.place("GE-OPT1", "turn 8", 1, "", ("replacement",))
    run(reinforcements(state, "german"), ["go 91"])
    assert (state.units["GE-OPT1"].at, state.units["GE-OPT1"].steps) == ("91", 1)


@pytest.mark.rule("13.3.4b5")
def test_antwerp_takes_german_units_only_when_its_fort_is_destroyed() -> None:
    state = bare(6, "what_if")
    state.strategies = ("ge_5",)
    given(state, "german", "72", "73", "64", "63", "53", "62", "52")
    put(state, "52", "Antwerp", "GE-II")
    state.sieges["52"] = "german"
    state.place("GE-IXR", "turn 6", 2, "", ("variable",))
    assert "52" not in entry_hexes(state, "GE-IXR")
    state.kill("Antwerp", "")
    assert "52" in entry_hexes(state, "GE-IXR")


# --- reinforcements, recovery, refusals --------------------------------------------------------------------------


@pytest.mark.rule("8.4.9")
def test_a_replacement_that_comes_in_near_paris_is_a_danger_too() -> None:
    state = bare(6)
    given(state, "german", *(h for h in state.data.spaces if int(h) >= 38))
    put(state, "38", "GE-HQ1")
    state.place("GE-II", "dead", 2)
    state.tracks["caps german"] = 2
    run(reinforcements(state, "german"), ["replace GE-II 2", "go 38"])
    assert state.paris_danger == 6


@pytest.mark.rule("11.2.7", "11.2.1c")
def test_guns_are_loaded_again_on_emergency_supply_and_headquarters_stay_turned_over() -> None:
    state = bare(4)
    given(state, "german", "72", "73", "64", "63", "53", "54", "55", "44", "34", "35", "45")
    put(state, "54", "Maubeuge", "GE-II")
    state.sieges["54"] = "german"
    put(state, "34", "GE-III")
    put(state, "34", "GE-HA420", "GE-HQ1", steps=1)
    run(administrative_recovery(state), [])
    assert (state.units["GE-HA420"].steps, state.units["GE-HQ1"].steps) == (2, 1)


@pytest.mark.rule("7.2")
@pytest.mark.parametrize(
    ("caps", "bad", "words"),
    [
        (9, "replace FR-VI 2", "not one of your units"),
        (9, "replace GE-II 3", "costs 1 CAP"),
        (1, "replace GE-II 2", "not enough CAPs"),
        (9, "replace GE-II 2", "No hex"),
    ],
)
def test_a_replacement_is_refused_for_its_own_reason(caps: int, bad: str, words: str) -> None:
    state = bare(6)
    for unit in ("GE-II", "FR-VI"):
        state.place(unit, "dead", 2)
    if words == "No hex":
        given(state, "allied", *state.data.spaces)
    state.tracks["caps german"] = caps
    assert words in str(refused(reinforcements(state, "german"), [], bad, state))


@pytest.mark.rule("12.5.2")
def test_only_belgians_in_antwerp_are_refused_for_the_screen() -> None:
    state = moving(3, "52", "BR-1", "BE-I")
    state.belgians_in_antwerp = True
    put(state, "62", "GE-II", "GE-III")
    put(state, "59", "FR-VI")
    assert refused(move_group(state, "allied"), [], "take FR-VI", state).rule == "8.2.1"
    assert refused(move_group(state, "allied"), [], "take BE-I", state).rule == "12.5.2"
