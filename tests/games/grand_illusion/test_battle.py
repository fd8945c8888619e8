"""Whole battles and their ends: fortunes, placement, reserves, counter-attack, retreats, siege (9.1.4 to 9.6)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from wargame.games.grand_illusion.battle_board import place_attacker, place_defender, place_reserves
from wargame.games.grand_illusion.bombardment import bombardment
from wargame.games.grand_illusion.combat import exchange, fight
from wargame.games.grand_illusion.fortunes import fortunes
from wargame.games.grand_illusion.model import Battle, State
from wargame.games.grand_illusion.modifiers import modifiers
from wargame.games.grand_illusion.retreat import displace_rear, retreat_all, ways_out

from .support import bare, put, refused, run


def german_attack(hex: str = "64", attackers: tuple[str, ...] = ("GE-II", "GE-III"), *defenders: str) -> State:
    """A German battle declared beside Liege."""
    state = bare(6)
    put(state, hex, *attackers, *defenders)
    state.active = "german"
    state.battles[hex] = attackers
    return state


def battle(state: State, hex: str = "64", **fields: Any) -> Battle:
    return Battle(hex, "german", state.present(hex, "german").combat, **fields)


# --- fortunes of war ---------------------------------------------------------------------------------------------


@pytest.mark.rule("9.1.4")
def test_fortunes_are_rolled_even_if_the_guns_left_nobody_to_fight() -> None:
    state = german_attack("64", ("GE-II",), "Namur", "GE-HA420")
    state.tracks["caps german"] = 3
    run(fight(state, "64"), ["bombard GE-HA420 Namur", 1, 1, (2, 3)])
    assert (state.units["Namur"].at, state.caps("german")) == ("out", 4)
    assert state.control["64"] == "german"


@pytest.mark.rule("9.1.4", "9.1.3")
def test_the_guns_fire_before_the_fortunes_end_the_battle() -> None:
    state = german_attack("64", ("GE-II",), "Namur", "GE-HA420")
    run(fight(state, "64"), ["bombard GE-HA420 Namur", 1, 6, (1, 2)])
    assert (state.units["Namur"].steps, state.ceding) == (1, True)


@pytest.mark.rule("FoW.7")
def test_tactical_advantage_may_make_a_skirmish_or_cost_nothing() -> None:
    state = german_attack("64", ("GE-II",), "FR-VI")
    state.tracks["caps allied"] = 2
    assert run(fortunes(state, battle(state)), [(3, 4), "skirmish"]).skirmish
    assert state.caps("allied") == 1
    assert not run(fortunes(state, battle(state)), [(3, 4), "pass"]).skirmish
    assert (state.caps("allied"), state.ceding) == (1, False)
    state.tracks["caps allied"] = 0
    assert run(fortunes(state, battle(state)), [(3, 4)]) is not None


@pytest.mark.rule("FoW.6", "9.1.2", "2.4")
def test_to_the_limit_takes_disrupted_french_that_were_not_designated() -> None:
    state = bare(2)
    put(state, "96", "FR-VI", "GE-XXI")
    put(state, "96", "FR-I", "BR-1", steps=1)
    found = run(fortunes(state, Battle("96", "allied", ("FR-VI",))), [(3, 3)])
    assert found.attackers == ("FR-VI", "FR-I")
    state.turn = 5
    state.tracks["caps allied"] = 0
    assert run(fortunes(state, Battle("96", "allied", ("FR-VI",))), [(3, 3)]).attackers == ("FR-VI",)


@pytest.mark.rule("FoW.11", "2.4")
def test_a_strength_in_parentheses_attacks_only_to_the_limit() -> None:
    state = bare(2)
    put(state, "96", "FR-IT", steps=1)
    put(state, "96", "GE-XXI")
    fought = Battle("96", "allied", ("FR-IT",), defender_front=(("GE-XXI",),), attacker_front=((),))
    assert run(place_attacker(state, fought), []).attacker_front == ((),)
    assert run(place_attacker(state, attrs.evolve(fought, limit=True)), []).attacker_front == (("FR-IT",),)


@pytest.mark.rule("9.2.4", "FoW.10")
def test_a_counter_attack_leaves_forts_out_and_brings_all_others_in() -> None:
    state = german_attack("64", ("GE-II", "GE-III"), "Namur", "FR-VI", "FR-I")
    put(state, "64", "GE-IV", steps=1)
    state.trenches["64"] = 2
    run(fight(state, "64"), [(4, 6), "front 1 FR-VI", 5, 6, 4, 6, "stay"])
    assert [state.disrupted(u) for u in ("GE-II", "GE-III", "FR-VI", "FR-I")] == [True, False, False, False]
    assert state.ceding


@pytest.mark.rule("9.2.4")
def test_a_counter_attack_with_disrupted_units_only_may_be_left() -> None:
    state = german_attack("64", ("GE-II",))
    put(state, "64", "FR-VI", steps=1)
    run(fight(state, "64"), [(4, 6), "pass"])
    assert (state.ceding, state.on_map("FR-VI")) == (True, True)


# --- the battle board --------------------------------------------------------------------------------------------


@pytest.mark.rule("9.2.2")
def test_infantry_divisions_defend_before_cavalry_and_brigades_last() -> None:
    state = bare(6)
    put(state, "64", "FR-N", "FR-1C", "FR-I", "FR-II", "FR-III", "FR-M", "GE-II")
    answers = ["front 4 FR-M"]
    placed = run(place_defender(state, Battle("64", "german", ("GE-II",))), answers)
    assert placed.defender_front == (("FR-I",), ("FR-II",), ("FR-III",), ("FR-M",))


@pytest.mark.rule("9.2.2")
def test_infantry_and_cavalry_or_two_nations_do_not_share_a_space() -> None:
    state = bare(6)
    put(state, "64", "FR-M", "FR-2M", "BR-1", "FR-1C", "GE-II")
    for wrong in ("front 1 FR-M+BR-1", "front 1 FR-M+FR-1C"):
        assert refused(place_defender(state, Battle("64", "german", ("GE-II",))), [], wrong, state).rule == "9.2.2"


@pytest.mark.rule("9.2.2")
def test_a_fresh_and_a_disrupted_division_may_share_a_space_of_the_defender() -> None:
    state = bare(6)
    put(state, "64", "FR-M", "GE-II")
    put(state, "64", "FR-2M", steps=1)
    placing = [place_defender(state, Battle("64", "german", ("GE-II",))) for _ in range(2)]
    assert run(placing[0], ["front 1 FR-M+FR-2M"]).defender_front == (("FR-M", "FR-2M"),)
    assert run(placing[1], ["front 1 FR-M"]).defender_front == (("FR-M",), ("FR-2M",))


@pytest.mark.rule("9.2.3")
def test_a_disrupted_division_does_not_attack_beside_a_fresh_one() -> None:
    state = german_attack("64", ("GE-33FR", "GE-30FR"), "FR-VI")
    state.reduce("GE-30FR")
    fought = battle(state, defender_front=(("FR-VI",),), attacker_front=((),))
    assert run(place_attacker(state, fought), []).attacker_front == (("GE-33FR",),)


@pytest.mark.rule("9.2.5", "9.2.2")
def test_of_a_mixed_stack_only_the_undisrupted_division_stands_in_reserve() -> None:
    state = german_attack("64", ("GE-II",), "FR-VI", "FR-M")
    put(state, "64", "FR-2M", steps=1)
    fought = battle(state, defender_front=(("FR-VI",), ("FR-M", "FR-2M")), attacker_front=(("GE-II",), ()))
    assert run(place_reserves(state, fought), ["reserve 1 FR-M"]).defender_reserve == ((0, ("FR-M",)),)


@pytest.mark.rule("9.6.2", "9.2.2")
def test_of_a_mixed_stack_of_cavalry_the_undisrupted_division_leaves_the_line() -> None:
    state = german_attack("64", ("GE-II",), "FR-1C")
    put(state, "64", "FR-8C", steps=1)
    fought = battle(state, defender_front=(("FR-1C", "FR-8C"),), attacker_front=(("GE-II",),))
    after = run(exchange(state, fought), ["retreat", 3, 6, 6])
    assert after.defender_front == (("FR-8C",),)
    assert not state.disrupted("FR-1C")


@pytest.mark.rule("9.2.3")
def test_undisrupted_defenders_are_faced_before_the_disrupted_and_forts() -> None:
    state = german_attack("64", ("GE-II", "GE-III"), "Namur", "FR-VI")
    put(state, "64", "FR-I", steps=1)
    fought = battle(state, defender_front=(("FR-I",), ("Namur",), ("FR-VI",)), attacker_front=((), (), ()))
    error = refused(place_attacker(state, fought), [], "front 1 GE-II", state)
    assert error.rule == "9.2.3"
    placed = run(place_attacker(state, fought), ["front 3 GE-III", "front 2 GE-II"])
    assert placed.attacker_front == ((), ("GE-II",), ("GE-III",))


@pytest.mark.rule("9.2.3")
def test_corps_attack_before_divisions_but_cavalry_may_face_cavalry() -> None:
    state = german_attack("64", ("GE-33FR", "GE-2C", "GE-II"), "FR-VI", "FR-1C")
    fought = battle(state, defender_front=(("FR-VI",), ("FR-1C",)), attacker_front=((), ()))
    assert refused(place_attacker(state, fought), [], "front 1 GE-33FR", state).rule == "9.2.3"
    assert refused(place_attacker(state, fought), [], "front 1 GE-2C", state).rule == "9.2.3"
    placed = run(place_attacker(state, fought), ["front 2 GE-2C"])
    assert placed.attacker_front == (("GE-II",), ("GE-2C",))


@pytest.mark.rule("9.2.5")
def test_stacks_without_an_opponent_stand_in_reserve_and_the_disrupted_go_back() -> None:
    state = german_attack("64", ("GE-II",), "FR-VI", "Namur")
    put(state, "64", "FR-I", steps=1)
    fought = battle(state, defender_front=(("FR-VI",), ("Namur",), ("FR-I",)), attacker_front=(("GE-II",), (), ()))
    placed = run(place_reserves(state, fought), ["reserve 1 Namur"])
    assert placed.defender_reserve == ((0, ("Namur",)),)
    assert placed.defender_front == (("FR-VI",), (), ())


@pytest.mark.rule("9.2.5", "9.2.3")
def test_at_most_four_attacking_stacks_are_on_the_board() -> None:
    corps = ("GE-II", "GE-III", "GE-IV", "GE-IX", "GE-X")
    state = german_attack("64", corps, "FR-VI")
    fought = battle(state, defender_front=(("FR-VI",),), attacker_front=(("GE-II",),))
    answers = ["reserve 1 GE-III", "reserve 1 GE-IV", "reserve 1 GE-IX"]
    assert len(run(place_reserves(state, fought), answers).attacker_reserve) == 3


@pytest.mark.rule("9.6.1", "9.2.5")
def test_cavalry_stands_in_reserve_against_cavalry_and_british_cavalry_against_infantry_too() -> None:
    state = german_attack("64", ("GE-II", "GE-2C"), "FR-VI")
    fought = battle(state, defender_front=(("FR-VI",),), attacker_front=(("GE-II",),))
    assert run(place_reserves(state, fought), []).attacker_reserve == ()
    state = bare(6)
    put(state, "64", "BR-1C", "FR-VI", "GE-II")
    fought = Battle("64", "allied", ("BR-1C", "FR-VI"), defender_front=(("GE-II",),), attacker_front=(("FR-VI",),))
    assert refused(place_reserves(state, fought), [], "reserve 1 FR-VI", state).rule == "9.2.3"
    assert run(place_reserves(state, fought), ["reserve 1 BR-1C"]).attacker_reserve == ((0, ("BR-1C",)),)


@pytest.mark.rule("9.8.2")
def test_the_disrupted_never_stand_in_reserve() -> None:
    state = german_attack("64", ("GE-II", "GE-III", "GE-IV"), "FR-VI")
    state.reduce("GE-III")
    fought = battle(state, defender_front=(("FR-VI",),), attacker_front=(("GE-II",),))
    assert refused(place_reserves(state, fought), [], "reserve 1 GE-III", state).rule == "9.8.2"


@pytest.mark.rule("9.3.3")
def test_both_units_of_a_stack_take_the_hit_and_a_disrupted_unit_dies() -> None:
    state = german_attack("45", ("GE-II",), "BR-1", "BR-2")
    state.reduce("BR-2")
    fought = Battle("45", "german", ("GE-II",), defender_front=(("BR-1", "BR-2"),), attacker_front=(("GE-II",),))
    run(exchange(state, fought), [1, 6])
    assert (state.disrupted("BR-1"), state.units["BR-2"].at) == (True, "dead")


@pytest.mark.rule("9.3.2", "9.3.3")
def test_fire_is_simultaneous() -> None:
    state = german_attack("64", ("GE-II",))
    put(state, "64", "FR-VI", steps=1)
    fought = battle(state, defender_front=(("FR-VI",),), attacker_front=(("GE-II",),))
    run(exchange(state, fought), [1, 1])
    assert (state.units["FR-VI"].at, state.disrupted("GE-II")) == ("dead", True)


@pytest.mark.rule("9.6.2")
def test_cavalry_that_leaves_before_cavalry_is_disrupted_and_saves_the_line() -> None:
    state = german_attack("64", ("GE-2C",), "FR-1C")
    fought = battle(state, defender_front=(("FR-1C",),), attacker_front=(("GE-2C",),))
    run(exchange(state, fought), ["retreat"])
    assert (state.disrupted("FR-1C"), state.disrupted("GE-2C")) == (True, False)


# --- forts and guns ----------------------------------------------------------------------------------------------


@pytest.mark.rule("9.5.4")
def test_fort_works_protect_from_guns_and_a_gun_fires_once_a_turn() -> None:
    state = german_attack("54", ("GE-II",), "Maubeuge", "GE-HA420", "GE-HA305")
    run(bombardment(state, battle(state, "54")), ["bombard GE-HA420 Maubeuge", 4, "pass"])
    assert (state.units["Maubeuge"].steps, state.disrupted("GE-HA420")) == (4, True)
    run(bombardment(state, battle(state, "54")), ["bombard GE-HA305 Maubeuge", 3, 3, 5])
    assert state.units["Maubeuge"].steps == 2
    run(bombardment(state, battle(state, "54")), [])
    assert refused(bombardment(rearmed(state), battle(state, "54")), [], "bombard GE-HA305 Namur").rule == "9.5.4"


def rearmed(state: State) -> State:
    state.restore("GE-HA305")
    return state


@pytest.mark.rule("9.5.4")
def test_guns_committed_together_are_all_spent() -> None:
    state = german_attack("64", ("GE-II",), "Namur", "GE-HA420", "GE-HA305")
    run(bombardment(state, battle(state)), ["concentrate Namur", 1, 1])
    assert (state.units["Namur"].at, state.disrupted("GE-HA305")) == ("out", True)


@pytest.mark.rule("9.5.3", "9.3.6")
def test_a_battle_ends_with_a_siege() -> None:
    state = german_attack("64", ("GE-II",), "Namur")
    run(fight(state, "64"), [(3, 5), 6, 6])
    assert (state.sieges, state.control["64"], state.battle) == ({"64": "german"}, "german", None)


# --- retreats ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("9.4.1")
def test_the_defender_may_retreat_with_all_but_his_forts() -> None:
    state = german_attack("64", ("GE-II",), "FR-VI", "FR-HQ4", "Namur")
    put(state, "55", "FR-I")
    answers = [(3, 5), "reserve 1 Namur", 6, 6, 6, "retreat", "retreat FR-VI 55"]
    run(fight(state, "64"), answers)
    assert (state.units["FR-VI"].at, state.units["FR-HQ4"].at, state.units["Namur"].at) == ("55", "55", "64")
    assert (state.disrupted("FR-HQ4"), state.sieges) == (True, {"64": "german"})


@pytest.mark.rule("9.4.2", "9.4.1")
def test_a_beaten_attacker_may_stay_in_a_trench_and_may_go() -> None:
    for answer, left in (("stay", "64"), ("retreat", "73")):
        state = german_attack("64", ("GE-II",), "FR-VI")
        state.trenches["64"] = 1
        run(fight(state, "64"), [(3, 5), 6, 1, "stay", answer])
        assert state.units["GE-II"].at == left


@pytest.mark.rule("9.4.2")
def test_the_beaten_side_must_go_and_the_hex_changes_hands() -> None:
    state = german_attack("64", ("GE-II",), "FR-VI")
    run(fight(state, "64"), [(3, 5), 1, 6, "retreat FR-VI 55"])
    assert (state.units["FR-VI"].at, state.control["64"]) == ("55", "german")


@pytest.mark.rule("9.4.2")
def test_cavalry_alone_retreats_from_standing_cavalry() -> None:
    state = german_attack("64", ("GE-2C",), "FR-1C")
    run(fight(state, "64"), [(3, 5), "stay", 1, 6, "retreat FR-1C 55"])
    assert state.units["FR-1C"].at == "55"


@pytest.mark.rule("9.4.3", "8.4.6")
def test_units_without_room_go_on_at_the_price_of_a_step() -> None:
    state = bare(6)
    put(state, "55", "FR-I", "FR-II", "FR-III", "FR-IV", "FR-V", "FR-X")
    put(state, "64", "FR-VI", "GE-II")
    for hex in ("53", "54", "63", "65", "73", "74"):
        state.seize(hex, "german")
    run(retreat_all(state, "64", "allied", forced=True), ["retreat FR-VI 46"])
    assert (state.units["FR-VI"].at, state.disrupted("FR-VI")) == ("46", True)


@pytest.mark.rule("9.4.3")
def test_the_last_way_out_is_through_enemy_cavalry() -> None:
    state = bare(6)
    put(state, "64", "FR-VI", "FR-I", "GE-II")
    guards = ("GE-III", "GE-IV", "GE-2C", "GE-IX", "GE-X", "GE-VII", "GE-XI")
    for hex, guard in zip(("53", "54", "55", "63", "65", "73", "74"), guards, strict=True):
        state.seize(hex, "german")
        put(state, hex, guard)
    run(retreat_all(state, "64", "allied", forced=True), ["retreat all 55", "hit FR-I"])
    assert (state.units["FR-VI"].at, state.disrupted("FR-I"), state.disrupted("FR-VI")) == ("55", True, False)


@pytest.mark.rule("9.4.3", "8.4.7")
def test_the_british_retreat_to_paris_only_as_a_last_resort() -> None:
    state = bare(6)
    put(state, "28", "BR-1", "GE-II")
    beside = [h for h in state.next_to("28") if h != "19"]
    for hex in beside[:-1]:
        state.seize(hex, "german")
        state.block(hex, "28", "german")
    run(retreat_all(state, "28", "allied", forced=True), [])
    assert state.units["BR-1"].at == beside[-1]
    state = bare(6)
    put(state, "28", "BR-1", "GE-II")
    for hex in beside:
        state.seize(hex, "german")
        state.block(hex, "28", "german")
    run(retreat_all(state, "28", "allied", forced=True), [])
    assert state.units["BR-1"].at == "19"


@pytest.mark.rule("9.4.4")
def test_a_headquarters_without_a_way_is_lost() -> None:
    state = bare(6)
    put(state, "64", "FR-HQ4", "GE-II")
    for hex in state.next_to("64"):
        state.seize(hex, "german")
    run(displace_rear(state, "64", "allied"), [])
    assert state.units["FR-HQ4"].at == "out"


@pytest.mark.rule("9.4.4")
def test_headquarters_that_meet_in_retreat_turn_over() -> None:
    state = bare(6)
    put(state, "64", "FR-HQ4", "GE-II")
    put(state, "55", "FR-I", "FR-HQ5")
    run(displace_rear(state, "64", "allied"), [])
    assert state.units["FR-HQ4"].at == "55"
    assert state.disrupted("FR-HQ5")


@pytest.mark.rule("9.4.5", "9.4.3")
def test_only_a_port_lets_units_go_to_sea() -> None:
    for hex, at in (("14", "turn 8"), ("15", "dead")):
        state = bare(6)
        put(state, hex, "FR-VI", "GE-II")
        for beside in state.next_to(hex):
            state.seize(beside, "german")
            state.block(beside, hex, "german")
        run(retreat_all(state, hex, "allied", forced=True), [1] if hex == "14" else [])
        assert state.units["FR-VI"].at == at


def surrounded(hex: str = "64") -> State:
    """A French corps with Germans in its hex and infantry of theirs all around."""
    state = bare(6)
    put(state, hex, "FR-VI", "GE-II")
    guards = iter(("GE-III", "GE-IV", "GE-IX", "GE-X", "GE-VII", "GE-XI"))
    for beside in state.next_to(hex):
        state.seize(beside, "german")
        put(state, beside, next(guards))
    return state


@pytest.mark.rule("9.4.3")
def test_an_enemy_hex_with_friends_is_a_way_out_unless_a_battle_is_due_there() -> None:
    state = surrounded()
    assert ways_out(state, "FR-VI", "64") == (0, [])
    put(state, "55", "FR-I")
    assert ways_out(state, "FR-VI", "64") == (4, ["55"])
    state.battles["55"] = ("GE-III",)
    assert ways_out(state, "FR-VI", "64") == (0, [])
    state = surrounded()
    put(state, "54", "Maubeuge")
    assert ways_out(state, "FR-VI", "64") == (4, ["54"])
    state.sieges["54"] = "german"
    assert ways_out(state, "FR-VI", "64") == (0, [])


@pytest.mark.rule("9.4.3")
def test_friends_out_of_supply_are_no_help() -> None:
    state = surrounded()
    put(state, "73", "FR-I")
    assert ways_out(state, "FR-VI", "64") == (0, [])


@pytest.mark.rule("9.4.3")
def test_only_standing_cavalry_without_infantry_and_forts_is_broken_through() -> None:
    for guard, steps, found in (("GE-2C", 2, (5, ["73"])), ("GE-2C", 1, (0, [])), ("GE-33FR", 2, (0, []))):
        state = surrounded()
        for unit in state.units_at("73"):
            state.eliminate(unit)
        put(state, "73", guard, steps=steps)
        assert ways_out(state, "FR-VI", "64") == found


@pytest.mark.rule("9.4.3")
def test_a_friendly_hex_with_the_enemy_in_it_comes_second_and_a_besieged_fort_is_none() -> None:
    state = surrounded()
    state.seize("55", "allied")
    assert ways_out(state, "FR-VI", "64") == (2, ["55"])
    state.seize("54", "allied")
    for unit in state.units_at("54"):
        state.eliminate(unit)
    assert ways_out(state, "FR-VI", "64") == (1, ["54"])


@pytest.mark.rule("9.5.4", "9.4.1")
def test_guns_retreat_with_their_army() -> None:
    state = bare(6)
    put(state, "64", "GE-II", "GE-HA420", "FR-VI")
    run(retreat_all(state, "64", "german", forced=True), [])
    assert (state.units["GE-II"].at, state.units["GE-HA420"].at) == ("73", "73")
    state = bare(6)
    put(state, "64", "GE-HA420", "FR-VI")
    state.seize("73", "allied")
    for beside in state.next_to("64"):
        state.block(beside, "64", "allied")
    run(retreat_all(state, "64", "german", forced=True), [])
    assert state.units["GE-HA420"].at == "out"


@pytest.mark.rule("9.4.1")
def test_units_retreat_alone_or_together() -> None:
    state = bare(6)
    put(state, "59", "FR-VI", "FR-I", "GE-II")
    run(retreat_all(state, "59", "allied", forced=True), ["retreat FR-VI 58", "retreat FR-I 60"])
    assert (state.units["FR-VI"].at, state.units["FR-I"].at) == ("58", "60")
    state = bare(6)
    put(state, "59", "FR-VI", "FR-I", "GE-II")
    assert refused(retreat_all(state, "59", "allied", forced=True), [], "retreat all 72", state).rule == "9.4.3"
    run(retreat_all(state, "59", "allied", forced=True), ["retreat all 58"])
    assert (state.units["FR-VI"].at, state.units["FR-I"].at) == ("58", "58")


@pytest.mark.rule("13.1")
def test_the_belgians_may_stay_and_must_when_antwerp_is_closed() -> None:
    def attacked() -> State:
        state = german_attack("62", ("GE-II",), "BE-I")
        state.turn = 1
        return state

    state = attacked()
    run(fight(state, "62"), ["stay", (3, 5), 6, 6, "stay"])
    assert (state.units["BE-I"].at, state.caps("allied")) == ("62", 4)
    state = attacked()
    state.seize("52", "german")
    run(fight(state, "62"), [(3, 5), 6, 6, "stay"])
    assert state.units["BE-I"].at == "62"
    state = attacked()
    state.turn = 2
    run(fight(state, "62"), [(3, 5), 6, 6, "stay"])
    assert state.units["BE-I"].at == "62"


@pytest.mark.rule("9.5.4")
def test_a_gun_goes_on_to_the_next_fort() -> None:
    state = german_attack("98", ("GE-II",), "Epinal1", "Epinal2", "GE-HA420")
    run(bombardment(state, battle(state, "98")), ["bombard GE-HA420 Epinal1", 1, 1, 1, 1, 1, 6])
    assert (state.units["Epinal1"].at, state.units["Epinal2"].steps) == ("out", 3)


@pytest.mark.rule("FoW.6", "FoW.11")
def test_to_the_limit_holds_through_turn_four_and_for_the_allies_only() -> None:
    for turn, limit in ((4, True), (5, False)):
        state = bare(turn)
        put(state, "96", "FR-VI", "GE-XXI")
        assert run(fortunes(state, Battle("96", "allied", ("FR-VI",))), [(5, 6)]).limit == limit
    state = german_attack("64", ("GE-II",), "FR-VI")
    state.turn = 3
    assert not run(fortunes(state, battle(state)), [(5, 6)]).limit


@pytest.mark.rule("FoW.2", "FoW.12")
@pytest.mark.parametrize("dice", [(1, 1), (6, 6)])
def test_a_disrupted_fortune_drives_out_the_weaker_side(dice: tuple[int, int]) -> None:
    state = german_attack("64", ("GE-II", "GE-III"), "FR-VI")
    run(fight(state, "64"), [dice, "front 1 GE-II", "done", 6, 6, "retreat FR-VI 55"])
    assert (state.units["FR-VI"].at, state.ceding) == ("55", False)


@pytest.mark.rule("9.3.4", "9.2.5")
def test_reserves_of_the_defender_fire_at_the_attacker_and_not_at_the_dead() -> None:
    state = german_attack("64", ("GE-II",), "FR-VI", "FR-I")
    fought = battle(
        state, defender_front=(("FR-VI",),), attacker_front=(("GE-II",),), defender_reserve=((0, ("FR-I",)),)
    )
    run(exchange(state, fought), [6, 6, 1])
    assert [state.disrupted(u) for u in ("GE-II", "FR-VI", "FR-I")] == [True, False, False]
    run(exchange(state, fought), [6, 1])
    assert state.units["GE-II"].at == "dead"


@pytest.mark.rule("9.2.1", "9.5.1")
def test_a_trench_does_not_protect_forts() -> None:
    state = german_attack("64", ("GE-II",), "FR-VI", "Namur")
    state.trenches["64"] = 2
    for target, names in ((("FR-VI",), ["terrain", "trench"]), (("Namur",), ["terrain"])):
        assert [m.name for m in modifiers(state, battle(state), ("GE-II",), target, True)] == names


@pytest.mark.rule("9.2.3", "9.8.2")
def test_disrupted_attackers_come_last_whatever_their_size() -> None:
    state = german_attack("64", ("GE-II", "GE-2C"), "FR-VI", "FR-I")
    state.reduce("GE-II")
    fought = battle(state, defender_front=(("FR-VI",), ("FR-I",)), attacker_front=((), ()))
    assert refused(place_attacker(state, fought), [], "front 1 GE-II", state).rule == "9.8.2"
    assert run(place_attacker(state, fought), ["front 2 GE-2C", "front 1 GE-II"]).attacker_front == (
        ("GE-II",), ("GE-2C",),
    )  # fmt: skip


@pytest.mark.rule("9.2.2")
def test_a_disrupted_corps_gives_way_to_a_fresh_division() -> None:
    state = bare(6)
    put(state, "64", "FR-V", steps=1)
    put(state, "64", "FR-1C", "FR-I", "FR-II", "FR-III", "FR-M", "GE-II")
    placing = place_defender(state, Battle("64", "german", ("GE-II",)))
    placed = run(placing, [])
    assert placed.defender_front == (("FR-I",), ("FR-II",), ("FR-III",), ("FR-M",))


@pytest.mark.rule("9.2.5")
def test_a_fort_of_any_strength_may_stand_in_reserve() -> None:
    state = german_attack("54", ("GE-II",), "FR-VI", "Maubeuge")
    fought = battle(state, "54", defender_front=(("FR-VI",), ("Maubeuge",)), attacker_front=(("GE-II",), ()))
    assert run(place_reserves(state, fought), ["reserve 1 Maubeuge"]).defender_reserve == ((0, ("Maubeuge",)),)


@pytest.mark.rule("FoW.4")
def test_a_skirmish_is_rolled_and_counts_as_a_mandatory_battle() -> None:
    state = german_attack("64", ("GE-II", "GE-III", "GE-IV", "GE-IX"), "FR-VI", "FR-I")
    state.tracks["mandated german"] = 1
    state.trenches["64"] = 2
    answers = ["yes", (1, 3), "front 1 GE-II", "front 2 GE-III", "done", 2, 2, 2, 1, "stay"]
    run(fight(state, "64"), answers)
    assert [state.disrupted(u) for u in ("GE-II", "GE-III", "FR-VI", "FR-I")] == [False, True, False, False]
    assert state.tracks["mandated german"] == 0


@pytest.mark.rule("9.1.1")
def test_a_battle_that_could_count_need_not() -> None:
    state = german_attack("64", ("GE-II", "GE-III", "GE-IV", "GE-IX"), "FR-VI", "FR-I")
    state.tracks["mandated german"] = 1
    run(fight(state, "64"), ["no", (3, 5), "front 1 GE-II", "front 2 GE-III", "done", 6, 6, 6, 6, "stay"])
    assert state.tracks["mandated german"] == 1


@pytest.mark.rule("9.1.1")
def test_one_corps_is_no_mandatory_battle_but_two_forts_are() -> None:
    four = ("GE-II", "GE-III", "GE-IV", "GE-IX")
    state = german_attack("64", four, "FR-VI")
    state.tracks["mandated german"] = 1
    run(fight(state, "64"), [(3, 5), "front 1 GE-II", "done", 6, 6, "stay"])
    state = german_attack("98", four, "Epinal1", "Epinal2")
    state.tracks["mandated german"] = 1
    run(fight(state, "98"), ["yes", (3, 5), "front 1 GE-II", "front 2 GE-III", "done", 6, 6, 6, 6])
    assert state.tracks["mandated german"] == 0


@pytest.mark.rule("9.6.1", "9.2.3")
def test_cavalry_is_refused_before_forts_and_in_reserve_against_infantry() -> None:
    state = german_attack("64", ("GE-2C", "GE-II", "GE-III"), "FR-VI", "Namur")
    put(state, "64", "GE-IV")
    fought = battle(state, defender_front=(("FR-VI",), ("Namur",)), attacker_front=(("GE-III",), ()))
    assert refused(place_attacker(state, fought), [], "front 2 GE-2C", state).rule == "9.6.1"
    fought = battle(state, defender_front=(("FR-VI",),), attacker_front=(("GE-III",),))
    assert refused(place_reserves(state, fought), [], "reserve 1 GE-2C", state).rule == "9.6.1"


@pytest.mark.rule("9.4.3")
def test_a_unit_without_room_anywhere_is_lost() -> None:
    state = bare(6)
    put(state, "55", "FR-I", "FR-II", "FR-III", "FR-IV", "FR-V", "FR-X", "GE-III")
    put(state, "64", "FR-VI", "GE-II")
    for hex in (*state.next_to("64"), *state.next_to("55")):
        if hex not in ("55", "64"):
            state.seize(hex, "german")
            state.block(hex, "55", "german")
            state.block(hex, "64", "german")
    run(retreat_all(state, "64", "allied", forced=True), [])
    assert state.units["FR-VI"].at == "dead"


@pytest.mark.rule("9.3.5")
def test_elan_hits_the_undisrupted_first_and_only_if_nobody_was_hit() -> None:
    state = bare(2)
    put(state, "96", "FR-VI", "FR-I", "GE-XXI")
    state.reduce("FR-I")
    fought = Battle(
        "96", "allied", ("FR-VI", "FR-I"), elan=True, defender_front=(("GE-XXI",),), attacker_front=(("FR-VI",),)
    )
    assert refused(exchange(state, fought), [6, 6], "hit FR-I").rule == "9.3.5"
    run(exchange(state, fought), [6, 1])
    assert state.disrupted("FR-VI")


@pytest.mark.rule("9.5.4", "9.4.4")
def test_a_fort_alone_does_not_take_guns_left_before_it() -> None:
    state = bare(6)
    put(state, "64", "GE-HA420", "GE-HQ1", "Namur")
    put(state, "73", "GE-II")
    run(displace_rear(state, "64", "german", retreat=True), [])
    assert (state.units["GE-HA420"].at, state.units["GE-HQ1"].at) == ("64", "73")
    run(displace_rear(state, "73", "german"), [])
    assert state.units["GE-HQ1"].at == "73"


@pytest.mark.rule("9.4.4")
def test_a_headquarters_seeks_the_nearest_supplied_friends_without_a_battle() -> None:
    state = bare(6)
    put(state, "64", "FR-HQ4", "GE-II")
    put(state, "55", "FR-I")
    put(state, "54", "FR-II")
    state.battles["55"] = ("GE-III",)
    run(displace_rear(state, "64", "allied"), [])
    assert state.units["FR-HQ4"].at == "54"
    state = bare(6)
    put(state, "28", "BR-HQ", "GE-II")
    put(state, "19", "FR-I")
    put(state, "38", "FR-II")
    run(displace_rear(state, "28", "allied"), [])
    assert state.units["BR-HQ"].at == "38"


@pytest.mark.rule("FoW.8", "9.1.4")
def test_surprise_is_an_eight() -> None:
    state = german_attack("64", ("GE-II",), "FR-VI")
    found = run(fortunes(state, battle(state)), [(2, 6)])
    assert (found.surprise, found.fortune) == (True, "attacker's surprise")


@pytest.mark.rule("12.6", "9.4.1")
def test_the_fourth_division_goes_home_only_if_forced() -> None:
    state = german_attack("64", ("GE-II",), "BE-4")
    run(fight(state, "64"), [(3, 5), 6, 6, "retreat", "retreat BE-4 63"])
    assert state.units["BE-4"].at == "63"
    state = bare(6)
    put(state, "64", "BE-4", "GE-II")
    run(retreat_all(state, "64", "allied", forced=True), ["stay", "retreat BE-4 63"])
    assert state.units["BE-4"].at == "63"


@pytest.mark.rule("9.2.3")
def test_two_divisions_together_attack_like_a_corps() -> None:
    state = german_attack("64", ("GE-II", "GE-GdE", "GE-4E"), "FR-VI", "FR-I")
    fought = battle(state, defender_front=(("FR-VI",), ("FR-I",)), attacker_front=((), ()))
    placed = run(place_attacker(state, fought), ["front 1 GE-GdE+GE-4E"])
    assert placed.attacker_front == (("GE-GdE", "GE-4E"), ("GE-II",))
    assert refused(place_attacker(state, fought), [], "front 1 GE-GdE", state).rule == "9.2.3"
    state = german_attack("64", ("GE-GdE", "GE-2C", "GE-3C"), "FR-VI", "FR-I")
    fought = battle(state, defender_front=(("FR-VI",), ("FR-I",)), attacker_front=((), ()))
    assert refused(place_attacker(state, fought), [], "front 1 GE-2C+GE-3C", state).rule == "9.2.3"


@pytest.mark.rule("9.4.4")
def test_a_headquarters_far_from_the_enemy_stays_alone() -> None:
    state = bare(6)
    put(state, "73", "GE-HQ1")
    put(state, "82", "GE-II")
    run(displace_rear(state, "73", "german"), [])
    assert state.units["GE-HQ1"].at == "73"


@pytest.mark.rule("FoW.6", "9.8.2")
def test_to_the_limit_does_not_force_disrupted_british_units() -> None:
    """Two Germans defend: the French corps and the disrupted French go in, disrupted British may stay out."""
    for worn, forced in (("FR-II", True), ("BR-1", False)):
        state = bare(3)
        put(state, "57", "FR-VI", "GE-XIII", "GE-XVI")
        put(state, "57", worn, steps=1)
        limit = Battle("57", "allied", ("FR-VI", worn), limit=True)
        limit = run(place_defender(state, limit), [])
        if forced:
            placed = run(place_attacker(state, limit), ["front 1 FR-II"])
            assert sorted(placed.attacker_front) == [("FR-II",), ("FR-VI",)]
        else:
            placed = run(place_attacker(state, limit), ["front 1 FR-VI", "pass"])
            assert placed.attacker_front == (("FR-VI",), ())


@pytest.mark.rule("FoW.6", "9.2.3")
def test_to_the_limit_spares_the_disrupted_where_the_others_reach_every_space() -> None:
    state = bare(3)
    put(state, "57", "FR-VI", "FR-I", "GE-XIII", "GE-XVI")
    put(state, "57", "FR-II", steps=1)
    limit = run(place_defender(state, Battle("57", "allied", ("FR-VI", "FR-I", "FR-II"), limit=True)), [])
    placed = run(place_attacker(state, limit), ["front 1 FR-VI"])
    assert placed.attacker_front == (("FR-VI",), ("FR-I",))
