"""Movement, control, stacking, Paris in danger, and every refusal with its rule number."""

from __future__ import annotations

from typing import Any

import pytest

from wargame.games.grand_illusion.control import settle
from wargame.games.grand_illusion.entry import antwerp_screened, movable
from wargame.games.grand_illusion.model import State
from wargame.games.grand_illusion.movement import move_group
from wargame.games.grand_illusion.retreat import displace_rear, retreat_all, ways_out
from wargame.games.grand_illusion.stacking import fits

from .support import bare, put, refused, run


def activated(hex: str, *units: str, turn: int = 3, scenario: str = "campaign") -> State:
    state = bare(turn, scenario)
    put(state, hex, *units)
    state.activated = hex
    return state


def side_of(state: State) -> str:
    return state.unit(state.units_at(state.activated)[0]).side


def go(state: State, *answers: Any) -> None:
    run(move_group(state, side_of(state)), answers)


def no(state: State, bad: str, *answers: Any) -> str:
    return refused(move_group(state, side_of(state)), answers, bad, state).rule


@pytest.mark.rule("8.4.2")
def test_a_corps_has_two_points_and_a_red_diamond_costs_two() -> None:
    state = activated("59", "FR-VI")
    go(state, "take FR-VI", "go 58", "go 57", "done")
    assert state.units["FR-VI"].at == "57"
    assert no(activated("59", "FR-VI"), "go 56", "take FR-VI", "go 58", "go 57") == "8.4.2"
    state = activated("73", "GE-II")
    assert no(state, "go 75", "take GE-II") == "8.4"


@pytest.mark.rule("8.4.2", "2.4")
def test_a_disrupted_unit_moves_one_hex_even_over_a_red_diamond() -> None:
    state = activated("97", "FR-VI")
    state.reduce("FR-VI")
    state.seize("103", "allied")
    go(state, "take FR-VI", "go 103", "done")
    assert state.units["FR-VI"].at == "103"
    state = activated("59", "FR-VI")
    state.reduce("FR-VI")
    assert no(state, "go 57", "take FR-VI", "go 58") == "8.4.2"


@pytest.mark.rule("8.4.1")
def test_a_headquarters_carries_units_and_turns_over() -> None:
    state = activated("59", "FR-VI", "FR-HQ4")
    go(state, "take FR-VI", "take FR-HQ4", "go 58", "go 57", "go 47", "done")
    assert state.units["FR-VI"].at == "47"
    assert state.disrupted("FR-HQ4")
    state = activated("59", "FR-VI", "FR-HQ4")
    go(state, "take FR-VI", "take FR-HQ4", "go 58", "go 57", "done")
    assert not state.disrupted("FR-HQ4")


@pytest.mark.rule("8.4.1", "8.4.6")
def test_a_headquarters_carries_only_its_own_nation() -> None:
    assert no(activated("59", "BR-1", "FR-HQ4"), "go 47", "take BR-1", "take FR-HQ4", "go 58", "go 57") == "8.4.2"


@pytest.mark.rule("8.4.1")
def test_two_headquarters_in_a_hex_turn_over() -> None:
    state = activated("59", "FR-HQ4")
    put(state, "58", "FR-HQ5")
    go(state, "take FR-HQ4", "go 58", "done")
    assert state.disrupted("FR-HQ4")
    assert state.disrupted("FR-HQ5")


@pytest.mark.rule("8.4.2", "8.3.3")
def test_an_empty_enemy_hex_is_taken_and_left_behind() -> None:
    state = activated("72", "GE-II")
    go(state, "take GE-II", "go 63", "done")
    assert state.control["63"] == "german"


@pytest.mark.rule("8.3.4")
def test_cavalry_control_does_not_last_when_infantry_follows() -> None:
    state = activated("72", "GE-2C")
    go(state, "take GE-2C", "go 63", "done")
    assert state.cavalry_held == {"63": "german"}
    put(state, "63", "GE-II")
    settle(state, "63")
    assert state.cavalry_held == {}


@pytest.mark.rule("8.3.3")
def test_headquarters_do_not_take_hexes() -> None:
    state = activated("72", "GE-HQ1")
    go(state, "take GE-HQ1", "go 63", "done")
    assert state.control["63"] == "allied"


@pytest.mark.rule("8.4.2", "9.1.2", "8.4.5", "8.3.1")
def test_entering_an_occupied_hex_stops_forces_a_battle_and_blocks_the_side() -> None:
    state = activated("73", "GE-II")
    put(state, "63", "FR-VI")
    go(state, "take GE-II", "go 63")
    assert state.battles == {"63": ("GE-II",)}
    assert {edge: crossing.side for edge, crossing in state.blocked.items()} == {"73-63": "german"}
    state.activated = "63"
    assert refused(move_group(state, "allied"), ["take FR-VI"], "go 73").rule == "8.4.5"


@pytest.mark.rule("9.8.2")
def test_disrupted_units_do_not_enter_alone() -> None:
    state = activated("73", "GE-II")
    state.reduce("GE-II")
    put(state, "63", "FR-VI")
    assert no(state, "go 63", "take GE-II") == "9.8.2"


@pytest.mark.rule("9.6.1")
def test_cavalry_does_not_enter_against_a_fort() -> None:
    state = activated("73", "GE-2C")
    put(state, "64", "Namur")
    assert no(state, "go 64", "take GE-2C") == "9.6.1"


@pytest.mark.rule("8.4.4")
def test_from_an_enemy_hex_no_unit_goes_on_to_another_occupied_one() -> None:
    state = activated("63", "GE-II", "FR-V")
    put(state, "64", "FR-VI")
    assert refused(move_group(state, "german"), ["take GE-II"], "go 64").rule == "8.4.4"


@pytest.mark.rule("8.4.3")
def test_no_unit_moves_out_of_supply() -> None:
    assert no(activated("72", "GE-II"), "go 53", "take GE-II", "go 63") == "8.4.3"


@pytest.mark.rule("8.4.3")
def test_a_unit_out_of_supply_moves_towards_supply() -> None:
    state = activated("36", "GE-II")
    state.seize("36", "german")
    assert no(state, "go 26", "take GE-II") == "8.4.3"


@pytest.mark.rule("8.4.8")
def test_schlieffen_plan_hexes_are_closed_to_germans_before_turn_seven() -> None:
    def at(turn: int, scenario: str = "campaign") -> State:
        state = activated("44", "GE-II", turn=turn, scenario=scenario)
        for hex in ("63", "64", "54", "44", "53"):
            state.seize(hex, "german")
        return state

    assert no(at(6), "go 33", "take GE-II") == "8.4.8"
    go(at(7), "take GE-II", "go 33", "done")
    go(at(6, "what_if"), "take GE-II", "go 33", "done")
    state = at(6)
    put(state, "33", "FR-IT")
    go(state, "take GE-II", "go 33")
    assert "33" in state.battles


@pytest.mark.rule("8.4.7")
def test_belgians_do_not_leave_belgium() -> None:
    assert no(activated("44", "BE-I"), "go 45", "take BE-I") == "8.4.7"
    go(activated("44", "BE-I"), "take BE-I", "go 33", "done")
    go(activated("44", "FR-VI"), "take FR-VI", "go 45", "done")


@pytest.mark.rule("8.4.7")
def test_the_british_pass_paris_but_do_not_stay() -> None:
    assert no(activated("28", "BR-1"), "done", "take BR-1", "go 19") == "8.4.7"
    go(activated("28", "BR-1"), "take BR-1", "go 19", "go 20", "done")


@pytest.mark.rule("13.1")
def test_maubeuge_is_closed_at_first() -> None:
    assert no(activated("63", "GE-II", turn=1), "go 54", "take GE-II") == "13.1"
    assert no(activated("45", "BR-1", turn=2), "go 54", "take BR-1") == "13.1"
    go(activated("45", "FR-1C", turn=2), "take FR-1C", "go 54", "done")


@pytest.mark.rule("12.5.2", "12.5.3")
def test_the_screen_pins_antwerp_and_keeps_ghent_open() -> None:
    state = activated("52", "BE-I")
    state.belgians_in_antwerp = True
    for hex in ("62", "63", "64", "53"):
        state.seize(hex, "german")
    put(state, "53", "GE-II", "GE-III")
    assert run(move_group(state, "allied"), []) is not None
    state.turn = 8
    state.activated = "53"
    assert refused(move_group(state, "german"), ["take GE-II"], "go 43").rule == "12.5.3"


@pytest.mark.rule("8.4.6")
def test_stacking_limits() -> None:
    state = bare()
    corps = [u for u, c in state.data.counters.items() if c.side == "german" and c.half_corps == 2]
    riders = [u for u, c in state.data.counters.items() if c.side == "german" and c.kind == "cavalry"]
    assert fits(state, "72", corps[:6] + riders[:4])
    assert not fits(state, "72", corps[:7])
    assert not fits(state, "72", corps[:6] + riders[:5])
    assert fits(state, "102", [*corps[:3], "GE-LWBod"])
    assert not fits(state, "102", corps[:4])


@pytest.mark.rule("9.6.3")
def test_cavalry_falls_back_before_a_corps_and_the_corps_goes_on() -> None:
    state = activated("73", "GE-II")
    put(state, "63", "FR-1C")
    go(state, "take GE-II", "go 63", "retreat", "retreat all 54", "retreat all 45", "retreat all 35", "done")
    assert state.units["FR-1C"].at == "35"
    assert state.disrupted("FR-1C")
    assert state.control["63"] == "german"
    assert state.battles == {}


@pytest.mark.rule("9.6.3")
def test_cavalry_that_stands_dies_and_stops_the_corps() -> None:
    state = activated("73", "GE-II")
    put(state, "63", "FR-1C")
    go(state, "take GE-II", "go 63", "stay")
    assert state.units["FR-1C"].at == "dead"


@pytest.mark.rule("8.4.9")
def test_paris_in_danger() -> None:
    state = activated("36", "GE-II", turn=2)
    put(state, "104", "FR-HQA")
    for hex in ("63", "64", "54", "45", "35", "36"):
        state.seize(hex, "german")
    go(state, "take GE-II", "go 37", "done")
    assert (state.paris_danger, state.free_rail) == (2, True)
    assert state.units["FR-HQA"].at == "out"
    assert (state.units["FR-71R"].at, state.units["FR-IX"].at) == ("turn 3", "turn 3")
    assert (state.units["FR-71R"].steps, state.units["FR-IX"].steps) == (2, 2)


@pytest.mark.rule("9.4.3")
def test_retreat_priorities() -> None:
    state = bare(5)
    put(state, "57", "FR-VI")
    assert ways_out(state, "FR-VI", "57")[0] == 1
    for hex in ("47", "48", "56", "58", "66", "67"):
        state.seize(hex, "german")
    put(state, "56", "GE-II")
    assert ways_out(state, "FR-VI", "57") == (3, ["47", "48", "58", "66", "67"])
    state.block("47", "57", "german")
    assert "47" not in ways_out(state, "FR-VI", "57")[1]


@pytest.mark.rule("9.4.3")
def test_a_unit_without_retreat_is_lost() -> None:
    state = bare(5)
    put(state, "57", "FR-VI")
    for hex in ("47", "48", "56", "58", "66", "67"):
        state.seize(hex, "german")
        state.block(hex, "57", "german")
    run(retreat_all(state, "57", "allied", forced=True), [])
    assert state.units["FR-VI"].at == "dead"


@pytest.mark.rule("12.6")
def test_the_belgian_fourth_division_sails_home() -> None:
    state = bare(2)
    put(state, "64", "BE-4")
    run(retreat_all(state, "64", "allied", forced=True), ["retreat"])
    assert (state.units["BE-4"].at, state.units["BE-4"].steps) == ("turn 7", 2)


@pytest.mark.rule("9.4.4", "9.5.4")
def test_headquarters_fall_back_and_guns_are_lost() -> None:
    state = bare(5)
    put(state, "73", "GE-HQ1", "GE-HA420", "FR-VI")
    put(state, "82", "GE-II")
    run(displace_rear(state, "73", "german"), [])
    assert state.units["GE-HQ1"].at == "82"
    assert state.disrupted("GE-HQ1")
    assert state.units["GE-HA420"].at == "out"


@pytest.mark.rule("8.4.1", "2.4")
def test_a_headquarters_that_brought_units_on_the_way_turns_over_too() -> None:
    state = activated("59", "FR-VI", "FR-HQ4")
    state.reduce("FR-VI")
    go(state, "take FR-VI", "take FR-HQ4", "go 58", "go 57", "leave FR-VI", "go 47", "done")
    assert (state.units["FR-VI"].at, state.units["FR-HQ4"].at, state.disrupted("FR-HQ4")) == ("57", "47", True)


@pytest.mark.rule("8.4.1", "9.5.4")
def test_heavy_artillery_moves_one_hex_even_with_a_headquarters() -> None:
    assert no(activated("91", "GE-HA420", "GE-HQ1"), "go 72", "take GE-HA420", "take GE-HQ1", "go 82") == "8.4.2"


@pytest.mark.rule("8.4.1")
def test_no_unit_joins_a_moving_group_and_none_moves_twice() -> None:
    state = activated("59", "FR-VI", "FR-I")
    assert no(state, "take FR-I", "take FR-VI", "go 58") == "8.4"
    state = activated("59", "FR-VI", "FR-I")
    go(state, "take FR-VI", "go 58", "done")
    assert refused(move_group(state, "allied"), [], "take FR-VI", state).rule == "8.2.2"
    assert refused(move_group(state, "allied"), [], "activate 58", state).rule == "8.2.1"


@pytest.mark.rule("8.4.2", "13.3.4b5")
def test_impassable_hexsides() -> None:
    state = activated("81", "GE-II")
    assert no(state, "go 71", "take GE-II") == "8.4.2"


@pytest.mark.rule("9.8.2", "8.4.4")
def test_disrupted_units_need_company_even_beside_friends() -> None:
    state = activated("73", "GE-II")
    state.reduce("GE-II")
    put(state, "63", "FR-VI", "GE-III")
    assert no(state, "go 63", "take GE-II") == "9.8.2"
    state = activated("73", "GE-II", "GE-IV")
    state.reduce("GE-II")
    put(state, "63", "FR-VI", "GE-III")
    go(state, "take GE-II", "take GE-IV", "go 63")
    assert state.entered == {"63": ("GE-II", "GE-IV")}


@pytest.mark.rule("8.4.4")
def test_headquarters_and_guns_do_not_enter_alone() -> None:
    state = activated("73", "GE-HQ1", "GE-HA420")
    put(state, "63", "FR-VI")
    assert no(state, "go 63", "take GE-HQ1", "take GE-HA420") == "9.8.2"


@pytest.mark.rule("8.4.4", "8.3.1")
def test_a_friendly_contested_hex_stops_the_move_without_a_battle() -> None:
    state = activated("59", "FR-VI")
    put(state, "58", "FR-I", "GE-II")
    go(state, "take FR-VI", "go 58")
    assert (state.units["FR-VI"].at, state.battles) == ("58", {})
    assert state.entered == {"58": ("FR-VI",)}


@pytest.mark.rule("8.3.3", "9.5.3", "8.4.5")
def test_leaving_a_hex_lifts_the_siege_opens_hexsides_and_gives_it_up() -> None:
    state = activated("64", "GE-II")
    put(state, "64", "Namur")
    state.seize("64", "german")
    state.sieges["64"] = "german"
    state.block("55", "64", "german")
    go(state, "take GE-II", "go 73", "done")
    assert (state.sieges, state.blocked, state.control["64"]) == ({}, {}, "allied")
    state = activated("73", "GE-II")
    put(state, "73", "FR-VI")
    for hex in ("63", "64"):
        state.seize(hex, "allied")
    go(state, "take GE-II", "go 82", "done")
    assert state.control["73"] == "allied"


@pytest.mark.rule("8.4.5")
def test_a_blocked_hexside_opens_when_the_enemy_takes_the_hex_behind() -> None:
    state = bare(3)
    state.block("73", "63", "german")
    state.seize("73", "allied")
    assert state.blocked == {}


@pytest.mark.rule("8.4.3")
def test_a_unit_out_of_supply_may_go_where_it_is_fed_again() -> None:
    state = activated("53", "GE-II")
    state.seize("53", "german")
    go(state, "take GE-II", "go 63", "done")
    assert state.units["GE-II"].at == "63"


@pytest.mark.rule("8.4.7", "12.6")
def test_belgians_outside_belgium_move_on() -> None:
    state = activated("15", "BE-4")
    go(state, "take BE-4", "go 14", "done")
    assert state.units["BE-4"].at == "14"


@pytest.mark.rule("8.4.6", "2.4")
def test_the_vosges_hold_three_corps_and_one_division_of_any_arm() -> None:
    state = bare()
    assert fits(state, "103", ["GE-II", "GE-III", "GE-IV", "GE-2C"])
    assert not fits(state, "103", ["GE-II", "GE-III", "GE-IV", "GE-2C", "GE-LWBod"])
    put(state, "103", "GE-II", "GE-III", "GE-IV")
    put(state, "106", "GE-IX")
    state.activated = "106"
    assert refused(move_group(state, "german"), ["take GE-IX"], "go 103", state).rule == "8.4.6"


@pytest.mark.rule("8.4.6")
def test_a_full_hex_may_be_passed() -> None:
    state = activated("59", "FR-VI")
    put(state, "58", "FR-I", "FR-II", "FR-III", "FR-IV", "FR-V", "FR-X")
    go(state, "take FR-VI", "go 58", "go 57", "done")
    assert state.units["FR-VI"].at == "57"
    state = activated("59", "FR-VI")
    put(state, "58", "FR-I", "FR-II", "FR-III", "FR-IV", "FR-V", "FR-X")
    assert no(state, "done", "take FR-VI", "go 58") == "8.4.6"


@pytest.mark.rule("8.4.9")
def test_paris_is_in_danger_only_from_supplied_combat_units() -> None:
    state = activated("36", "GE-HQ1", turn=2)
    for hex in ("63", "64", "54", "45", "35", "36"):
        state.seize(hex, "german")
    go(state, "take GE-HQ1", "go 37", "done")
    assert state.paris_danger == 0
    state = activated("73", "GE-II")
    go(state, "take GE-II", "go 63", "done")
    assert state.paris_danger == 0


@pytest.mark.rule("9.6.3")
def test_cavalry_that_cannot_fall_back_three_hexes_is_lost() -> None:
    state = activated("73", "GE-II")
    put(state, "63", "FR-1C")
    for hex in ("54", "53", "62", "64", "72", "71", "52"):
        state.seize(hex, "german")
        if hex != "73":
            state.block(hex, "63", "german")
    go(state, "take GE-II", "go 63", "retreat", "done")
    assert state.units["FR-1C"].at == "dead"


@pytest.mark.rule("9.6.3")
def test_divisions_and_disrupted_corps_do_not_drive_cavalry_off() -> None:
    state = activated("73", "GE-33FR")
    put(state, "63", "FR-1C")
    go(state, "take GE-33FR", "go 63")
    assert state.battles == {"63": ("GE-33FR",)}


@pytest.mark.rule("12.5.2")
def test_the_screen_ends_with_turn_seven_or_with_the_second_corps() -> None:
    state = activated("52", "BE-I")
    state.belgians_in_antwerp = True
    put(state, "53", "GE-II")
    assert antwerp_screened(state) is False
    put(state, "62", "GE-III")
    assert antwerp_screened(state) is True
    assert movable(state, "allied", "52", False) == []
    put(state, "43", "BE-II")
    assert movable(state, "allied", "43", False) == ["BE-II"]
    state.turn = 7
    assert movable(state, "allied", "52", False) == ["BE-I"]


@pytest.mark.rule("9.1.2")
def test_a_second_group_joins_the_battle_of_the_first() -> None:
    state = activated("73", "GE-II", "GE-III")
    put(state, "63", "FR-VI")
    go(state, "take GE-II", "go 63")
    run(move_group(state, "german"), ["take GE-III", "go 63"])
    assert (state.battles, state.entered) == ({"63": ("GE-II", "GE-III")}, {})


@pytest.mark.rule("12.5.2", "8.2.1")
def test_pinned_belgians_and_strangers_are_not_taken() -> None:
    state = activated("52", "BR-RN", "BE-I")
    state.belgians_in_antwerp = True
    put(state, "53", "GE-II", "GE-III")
    assert refused(move_group(state, "allied"), [], "take BE-I", state).rule == "12.5.2"
    assert no(activated("59", "FR-VI"), "take FR-I") == "8.2.1"


@pytest.mark.rule("8.4.1")
def test_a_headquarters_that_drops_a_disrupted_unit_after_one_hex_stays_fresh() -> None:
    state = activated("59", "FR-VI", "FR-HQ4")
    state.reduce("FR-VI")
    go(state, "take FR-VI", "take FR-HQ4", "go 58", "leave FR-VI", "go 57", "done")
    assert not state.disrupted("FR-HQ4")
    state = activated("59", "FR-VI", "FR-HQ4")
    state.reduce("FR-VI")
    go(state, "take FR-VI", "take FR-HQ4", "go 58", "done")
    assert state.disrupted("FR-HQ4")


@pytest.mark.rule("9.6.1")
def test_cavalry_may_enter_where_units_stand_beside_a_fort() -> None:
    state = activated("73", "GE-2C")
    put(state, "64", "Namur", "FR-1C")
    go(state, "take GE-2C", "go 64")
    assert state.battles == {"64": ("GE-2C",)}
    state = activated("73", "GE-2C", "GE-II")
    put(state, "64", "Namur")
    go(state, "take GE-2C", "take GE-II", "go 64")
    assert state.battles == {"64": ("GE-2C", "GE-II")}


@pytest.mark.rule("8.4.3")
def test_a_unit_out_of_supply_may_come_nearer_to_it() -> None:
    state = activated("36", "GE-II")
    state.seize("36", "german")
    go(state, "take GE-II", "go 46", "done")
    assert (state.units["GE-II"].at, state.control["46"]) == ("46", "allied")


@pytest.mark.rule("9.4.4", "9.5.4")
def test_combat_units_drive_off_a_headquarters_that_is_alone() -> None:
    state = activated("73", "GE-II", "GE-HQ1")
    put(state, "63", "FR-HQ4")
    put(state, "54", "FR-VI")
    go(state, "take GE-HQ1", "go 63", "done")
    assert state.units["FR-HQ4"].at == "63"
    run(move_group(state, "german"), ["take GE-II", "go 63", "done"])
    assert (state.units["FR-HQ4"].at, state.disrupted("FR-HQ4")) == ("54", True)


@pytest.mark.rule("9.6.3")
def test_disrupted_cavalry_falls_back_as_it_is() -> None:
    state = activated("73", "GE-II")
    put(state, "63", "FR-1C", steps=1)
    go(state, "take GE-II", "go 63", "retreat", "retreat all 54", "retreat all 45", "retreat all 35", "done")
    assert (state.units["FR-1C"].at, state.units["FR-1C"].steps) == ("35", 1)


@pytest.mark.rule("8.4.1")
def test_a_reduced_headquarters_has_its_own_allowance_beside_a_fresh_one() -> None:
    state = activated("59", "FR-HQ4", "FR-HQ5")
    state.reduce("FR-HQ5")
    assert no(state, "go 56", "take FR-HQ4", "take FR-HQ5", "go 58", "go 57") == "8.4.2"
    state = activated("59", "FR-HQ4", "FR-VI")
    go(state, "take FR-HQ4", "take FR-VI", "go 58", "go 57", "go 56", "done")
    assert state.units["FR-VI"].at == "56"


@pytest.mark.rule("8.4.5")
def test_a_blocked_hexside_is_closed_both_ways() -> None:
    """Germans went from 73 into 64; Allied units in either hex do not cross their way."""
    for hex, beyond in (("64", "73"), ("73", "64")):
        state = activated(hex, "FR-VI")
        put(state, "73", "GE-II")
        put(state, "64", "GE-III", "FR-II")
        state.block("73", "64", "german")
        assert no(state, f"go {beyond}", "take FR-VI") == "8.4.5"


FULL = ("FR-I", "FR-II", "FR-III", "FR-IV", "FR-V", "FR-VIII")
FULL_TOO = ("FR-IX", "FR-X", "FR-XI", "FR-XII", "FR-XIII", "FR-XIV")


@pytest.mark.rule("8.4.6")
def test_two_full_hexes_may_be_passed_with_a_headquarters_that_is_not_left_there() -> None:
    state = activated("59", "FR-VI", "FR-HQ4")
    put(state, "58", *FULL)
    put(state, "57", *FULL_TOO)
    assert no(state, "leave FR-HQ4", "take FR-VI", "take FR-HQ4", "go 58") == "8.4.6"
    state = activated("59", "FR-VI", "FR-HQ4")
    put(state, "58", *FULL)
    put(state, "57", *FULL_TOO)
    go(state, "take FR-VI", "take FR-HQ4", "go 58", "go 57", "go 47", "done")
    assert (state.units["FR-VI"].at, state.disrupted("FR-HQ4")) == ("47", True)


@pytest.mark.rule("8.4.6")
def test_a_full_hex_without_a_way_on_is_refused() -> None:
    state = activated("59", "FR-VI")
    put(state, "58", *FULL)
    put(state, "57", *FULL_TOO)
    state.reduce("FR-VI")
    assert no(state, "go 58", "take FR-VI") == "8.4.6"


@pytest.mark.rule("13.1")
def test_nobody_new_arrives_or_retreats_into_maubeuge_at_first() -> None:
    state = bare(2)
    put(state, "64", "FR-VI", "FR-1C")
    for hex in ("55", "63", "65", "74"):
        state.seize(hex, "german")
    assert ways_out(state, "FR-1C", "64") == (1, ["54"])  # it began the game there
    assert "54" not in ways_out(state, "FR-VI", "64")[1]
    state.turn = 3
    assert ways_out(state, "FR-VI", "64") == (1, ["54"])


@pytest.mark.rule("8.4.2")
def test_a_hex_that_is_not_on_the_map_is_refused_by_name() -> None:
    error = refused(move_group(activated("59", "FR-VI"), "allied"), ["take FR-VI"], "go 999")
    assert (error.rule, "no hex 999" in str(error)) == ("8.4", True)
