"""Battles: the worked example die by die, fortunes of war, the battle board, losses, forts, cavalry."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import attrs
import pytest

from wargame.games.grand_illusion.battle_board import place_attacker, place_defender
from wargame.games.grand_illusion.bombardment import bombardment
from wargame.games.grand_illusion.combat import exchange, fight
from wargame.games.grand_illusion.control import besiege, can_besiege, settle
from wargame.games.grand_illusion.fortunes import fortunes
from wargame.games.grand_illusion.model import Battle, State
from wargame.games.grand_illusion.modifiers import chance, concentric, modifiers, need
from wargame.games.grand_illusion.preview import table
from wargame.games.grand_illusion.retreat import beaten, firm

from .support import bare, put, refused, run

FRENCH = ("FR-IIT", "FR-XVIII", "FR-VI", "FR-XIII")


def position(hex: str = "57", attackers: tuple[str, ...] = FRENCH, defenders: tuple[str, ...] = ("GE-XIII",)) -> State:
    """An Allied attack with the battle declared."""
    state = bare(10)
    put(state, hex, *attackers, *defenders)
    state.active = "allied"
    state.battles[hex] = attackers
    return state


def battle(state: State, hex: str = "57", **fields: Any) -> Battle:
    return Battle(hex, "allied", state.present(hex, "allied").combat, **fields)


@pytest.mark.rule("9.1.3", "9.3.1", "9.3.2", "9.3.3", "9.3.4", "9.2.5", "9.4.2", "9.3.6")
def test_worked_example_die_by_die() -> None:
    """Section 9.4: +1 terrain, +2 trench, -2 for five hexes; two combats, two reserves, no retreat from a trench."""
    state = position("37", defenders=("GE-XIII", "GE-XVI"))
    state.trenches["37"] = 2
    for beside, unit in (("27", "FR-I"), ("28", "FR-II"), ("38", "FR-III"), ("48", "FR-IV"), ("47", "FR-V")):
        put(state, beside, unit)
    state.seize("36", "german")
    state.tracks["mandated allied"] = 0
    fought = battle(state, "37", concentric=concentric(state, "37", "allied"))
    assert sum(m.amount for m in modifiers(state, fought, ("FR-IIT",), ("GE-XIII",), True)) == 1
    run(
        fight(state, "37"),
        [
            (2, 3), "front 1 FR-IIT", "front 2 FR-XVIII", "reserve 1 FR-VI", "reserve 2 FR-XIII",
            5, 4, 3, 6, 1, 6, "stay",
        ],
    )  # fmt: skip
    worn = {u for u in (*FRENCH, "GE-XIII", "GE-XVI") if state.disrupted(u)}
    assert worn == {"FR-IIT", "GE-XIII", "GE-XVI"}
    assert {state.units[u].at for u in (*FRENCH, "GE-XIII", "GE-XVI")} == {"37"}
    assert beaten(state, "37", False) == ("german", "9.4.2")
    assert firm(state, "37")
    del state.trenches["37"]
    assert not firm(state, "37")


@pytest.mark.rule("9.3.1")
def test_one_always_hits_and_six_never() -> None:
    state = position()
    state.trenches["57"] = 2
    fought = battle(state)
    assert need(state, fought, ("FR-IIT",), ("GE-XIII",), True) == 1
    assert need(state, battle(state, concentric=-2), ("FR-XVIII",), ("GE-XIII",), True) == 5
    assert chance(state, fought, ("FR-IIT",), ("GE-XIII",), True) == Fraction(1, 6)


@pytest.mark.rule("FoW.4")
def test_skirmish_hits_only_on_one() -> None:
    state = position()
    assert chance(state, battle(state, skirmish=True), ("FR-XVIII",), ("GE-XIII",), True) == Fraction(1, 6)


@pytest.mark.rule("9.5.1")
def test_infantry_hits_a_fort_only_on_one_and_a_fort_helps_its_units() -> None:
    state = position("86", defenders=("Metz1", "GE-XVI"))
    fought = battle(state, "86")
    assert chance(state, fought, ("FR-XVIII",), ("Metz1",), True) == Fraction(1, 6)
    assert [m.amount for m in modifiers(state, fought, ("GE-XVI",), ("FR-XVIII",), False)] == [-1]
    assert modifiers(state, fought, ("Metz1",), ("FR-XVIII",), False) == []


@pytest.mark.rule("FoW.8")
def test_surprise_takes_away_terrain_but_not_trenches() -> None:
    state = position("86", defenders=("GE-XVI",))
    names = [m.name for m in modifiers(state, battle(state, "86", surprise=True), ("FR-VI",), ("GE-XVI",), True)]
    assert names == ["trench"]


@pytest.mark.rule("FoW.10", "9.2.4")
def test_counter_attack_has_one_modifier_and_costs_the_initiative() -> None:
    state = position("86", defenders=("GE-XVI",))
    turned = run(fortunes(state, battle(state, "86")), [(4, 6)])
    assert (turned.attacker, turned.counter, state.ceding) == ("german", True, True)
    assert [m.amount for m in modifiers(state, turned, ("GE-XVI",), ("FR-VI",), True)] == [1]


@pytest.mark.rule("FoW.3", "9.1.3")
def test_cautious_attacker_cancels_all_battles() -> None:
    state = position()
    state.battles["46"] = ("FR-I",)
    assert run(fortunes(state, battle(state)), [(1, 2)]) is None
    assert (state.battles, state.ceding) == ({}, True)


@pytest.mark.rule("13.1")
@pytest.mark.parametrize("dice", [(1, 2), (3, 4), (4, 6)])
def test_mandatory_battles_of_the_first_turns_ignore_three_seven_and_ten(dice: tuple[int, int]) -> None:
    state = position()
    state.turn = 2
    fought = run(fortunes(state, battle(state, mandated=True)), [dice])
    assert fought is not None
    assert not fought.counter
    assert not fought.skirmish


@pytest.mark.rule("FoW.5", "FoW.9")
def test_high_command_gives_a_cap_up_to_ten() -> None:
    state = position()
    state.tracks["caps german"], state.tracks["caps allied"] = 9, 10
    run(fortunes(state, battle(state)), [(2, 3)])
    run(fortunes(state, battle(state)), [(4, 5)])
    assert (state.caps("german"), state.caps("allied")) == (10, 10)


@pytest.mark.rule("FoW.6", "FoW.11", "9.1.1")
def test_after_turn_four_offensive_to_the_limit_adds_a_mandatory_battle() -> None:
    state = position()
    state.tracks["mandated allied"] = 0
    run(fortunes(state, battle(state)), [(3, 3)])
    assert state.tracks["mandated allied"] == 1
    state.tracks["caps allied"] = 1
    run(fortunes(state, battle(state)), [(5, 6)])
    assert state.tracks["mandated allied"] == 1
    state.tracks["mandated allied"] = state.tracks["caps allied"] = 0
    run(fortunes(state, battle(state)), [(5, 6)])
    assert state.tracks["mandated allied"] == 0


@pytest.mark.rule("FoW.6", "9.2.3")
def test_to_the_limit_disrupted_french_fill_the_line() -> None:
    state = position(attackers=("FR-VI", "FR-XIII"), defenders=("GE-XIII", "GE-XVI"))
    state.reduce("FR-XIII")
    fought = battle(state, limit=True, defender_front=(("GE-XIII",), ("GE-XVI",)), attacker_front=((), ()))
    placed = run(place_attacker(state, fought), ["front 2 FR-XIII"])
    assert set(placed.attacker_front) == {("FR-VI",), ("FR-XIII",)}


@pytest.mark.rule("9.8.2")
def test_disrupted_attackers_may_stay_out() -> None:
    state = position(attackers=("FR-VI", "FR-XIII"), defenders=("GE-XIII", "GE-XVI"))
    state.reduce("FR-XIII")
    fought = battle(state, defender_front=(("GE-XIII",), ("GE-XVI",)), attacker_front=((), ()))
    assert run(place_attacker(state, fought), ["front 1 FR-VI", "pass"]).attacker_front == (("FR-VI",), ())


@pytest.mark.rule("FoW.7")
def test_defender_slips_away_for_a_cap() -> None:
    state = position(defenders=("GE-XIII",))
    state.seize("65", "german")
    state.seize("66", "german")
    before = state.caps("german")
    state.seize("56", "german")
    assert run(fortunes(state, battle(state)), [(3, 4), "retreat", "retreat GE-XIII 56"]) is None
    assert (state.units["GE-XIII"].at, state.caps("german")) == ("56", before - 1)


@pytest.mark.rule("FoW.2", "FoW.12")
def test_fewer_standing_units_retreat_after_a_disrupted_fortune() -> None:
    state = position(attackers=("FR-VI",), defenders=("GE-XIII", "GE-XVI"))
    assert beaten(state, "57", True) == ("allied", "FoW.2")
    assert beaten(state, "57", False) == ("", "")
    assert not firm(state, "57")
    assert firm(state, "102")


@pytest.mark.rule("9.2.2")
def test_forts_then_the_disrupted_give_way_on_the_board() -> None:
    state = bare(10)
    put(state, "86", "GE-II", "GE-III", "GE-IV", "Metz1")
    put(state, "86", "GE-IX", steps=1)
    placed = run(place_defender(state, Battle("86", "allied", ())), [])
    assert placed.defender_front == (("GE-II",), ("GE-III",), ("GE-IV",), ("GE-IX",))


@pytest.mark.rule("9.2.2")
def test_two_divisions_share_a_space() -> None:
    state = bare(10)
    put(state, "45", "BR-1", "BR-2", "BR-3")
    placed = run(place_defender(state, Battle("45", "german", ())), ["front 1 BR-1+BR-2"])
    assert placed.defender_front == (("BR-1", "BR-2"), ("BR-3",))
    assert refused(place_defender(state, Battle("45", "german", ())), [], "front 1 GE-II").rule == "9.2.2"


@pytest.mark.rule("9.3.1", "12.2")
def test_stacked_divisions_add_up_and_the_british_defend_better() -> None:
    state = bare(10)
    put(state, "45", "BR-1", "BR-2", "GE-II")
    fought = Battle("45", "german", ("GE-II",))
    assert chance(state, fought, ("BR-1",), ("GE-II",), False) == Fraction(4, 6)
    assert chance(state, fought, ("BR-1", "BR-2"), ("GE-II",), False) == Fraction(5, 6)
    assert state.strength("BR-1", False) == 3


@pytest.mark.rule("9.2.3", "9.6.1")
def test_cavalry_does_not_face_a_fort() -> None:
    state = position("86", attackers=("BR-1C",), defenders=("Metz1",))
    fought = battle(state, "86", defender_front=(("Metz1",),), attacker_front=((),))
    assert run(place_attacker(state, fought), []).attacker_front == ((),)


@pytest.mark.rule("9.6.1")
def test_infantry_fires_first_at_cavalry() -> None:
    state = position(attackers=("BR-1C",), defenders=("GE-XIII",))
    state.reduce("BR-1C")
    fought = battle(state, defender_front=(("GE-XIII",),), attacker_front=(("BR-1C",),))
    run(exchange(state, fought), [2])
    assert state.units["BR-1C"].at == "dead"


@pytest.mark.rule("9.6.2")
def test_cavalry_leaves_the_line_before_infantry() -> None:
    state = position(attackers=("FR-VI",), defenders=("GE-2C", "GE-XIII"))
    fought = battle(
        state, defender_front=(("GE-2C",),), attacker_front=(("FR-VI",),), defender_reserve=((0, ("GE-XIII",)),)
    )
    run(exchange(state, fought), ["retreat", 2, 2, 6])
    assert state.disrupted("GE-2C")
    assert state.disrupted("GE-XIII")


@pytest.mark.rule("9.3.5", "3.2.1", "9.1.1")
def test_elan_costs_a_step_and_brings_a_point() -> None:
    attackers = ("FR-VIII", "FR-XIII", "FR-XXI", "FR-XIV")
    state = position("96", attackers=attackers, defenders=("GE-XXI", "GE-IB"))
    state.turn = 1
    points = state.tracks["vp allied"]
    for beside in ("87", "97"):
        state.seize(beside, "allied")
    answers = ["yes", (3, 5), "front 1 FR-VIII", "front 2 FR-XIII", "done", 6, 6, 6, 6, "hit FR-XIV"]
    run(fight(state, "96"), [*answers, "stay"])
    assert state.tracks["vp allied"] == points + 1
    assert state.tracks["mandated allied"] == 0
    assert state.disrupted("FR-XIV")


@pytest.mark.rule("9.3.5")
def test_elan_helps_the_defender_by_the_terrain() -> None:
    state = position("96", defenders=("GE-XXI",))
    assert [m.amount for m in modifiers(state, battle(state, "96", elan=True), ("GE-XXI",), ("FR-VI",), False)] == [-1]


@pytest.mark.rule("9.5.4")
def test_guns_fire_until_they_miss_and_together_hit_once_more() -> None:
    state = bare(2)
    put(state, "64", "GE-HA420", "GE-HA305", "GE-II", "Namur")
    fought = Battle("64", "german", ("GE-II",))
    run(bombardment(state, fought), ["concentrate Namur", 5, 5])
    assert state.units["Namur"].steps == 1
    assert state.disrupted("GE-HA420")
    assert state.disrupted("GE-HA305")


@pytest.mark.rule("9.5.4")
def test_repeated_bombardment_takes_the_fort() -> None:
    state = bare(2)
    put(state, "64", "GE-HA420", "GE-II", "Namur")
    run(bombardment(state, Battle("64", "german", ("GE-II",))), ["bombard GE-HA420 Namur", 4, 1])
    assert state.units["Namur"].at == "out"
    assert state.namur_fell == 2
    run(bombardment(state, Battle("64", "german", ("GE-II",))), [])


@pytest.mark.rule("9.5.3", "9.5.2")
def test_a_large_garrison_is_besieged_by_a_corps_only() -> None:
    state = bare(3)
    put(state, "54", "Maubeuge", "GE-33FR")
    assert not can_besiege(state, "54", "german")
    put(state, "54", "GE-II")
    besiege(state, "54", "german")
    settle(state, "54")
    assert state.sieges == {"54": "german"}


@pytest.mark.rule("9.5.3", "8.3.3")
def test_a_siege_gives_control_and_ends_with_the_besieger() -> None:
    state = bare(3)
    state.seize("63", "german")
    put(state, "64", "Namur", "GE-II")
    besiege(state, "64", "german")
    settle(state, "64")
    assert state.control["64"] == "german"
    state.move("GE-II", "73")
    settle(state, "64")
    assert state.sieges == {}


@pytest.mark.rule("9.5.3")
def test_a_fort_with_units_is_not_besieged_and_relief_does_not_lift_a_siege() -> None:
    state = bare(3)
    put(state, "64", "Namur", "GE-II", "FR-1C")
    assert not can_besiege(state, "64", "german")
    state.kill("FR-1C", "")
    besiege(state, "64", "german")
    put(state, "64", "FR-VI")
    settle(state, "64")
    assert state.sieges == {"64": "german"}
    state.reduce("GE-II")
    settle(state, "64")
    assert state.sieges == {}


@pytest.mark.rule("12.5.1")
def test_antwerp_is_not_besieged_nor_taken_while_its_fort_stands() -> None:
    state = bare(8)
    for hex in ("62", "63", "64", "53"):
        state.seize(hex, "german")
    put(state, "52", "Antwerp", "GE-II")
    besiege(state, "52", "german")
    assert state.sieges == {}
    settle(state, "52")
    assert (state.sieges, state.control["52"]) == ({}, "allied")
    state.kill("Antwerp", "")
    settle(state, "52")
    assert state.control["52"] == "german"


@pytest.mark.rule("12.4")
def test_british_cavalry_makes_the_first_battle_a_skirmish() -> None:
    state = bare(1)
    put(state, "45", "BR-1", "BR-1C", "GE-II")
    fought = Battle("45", "german", ("GE-II",))
    assert run(fortunes(state, fought), ["skirmish"]).skirmish
    assert not run(fortunes(state, fought), [(3, 5)]).skirmish


@pytest.mark.rule("13.1", "12.5.2")
def test_the_belgians_slip_into_antwerp() -> None:
    state = bare(1)
    put(state, "62", "BE-I", "BE-HQ", "GE-II", "GE-III")
    put(state, "52", "Antwerp")
    state.active = "german"
    state.battles["62"] = ("GE-II", "GE-III")
    put(state, "52", "BE-II")
    run(fight(state, "62"), ["retreat"])
    assert (state.units["BE-I"].at, state.units["BE-HQ"].at) == ("52", "52")
    assert (state.belgians_in_antwerp, state.caps("allied")) == (True, 3)


@pytest.mark.rule("9.2.3")
def test_concentric_attack_counts_held_and_blocked_hexes() -> None:
    state = bare(5)
    for hex, unit in (("27", "FR-I"), ("28", "FR-II"), ("38", "FR-III")):
        put(state, hex, unit)
    assert concentric(state, "37", "allied") == -1
    state.block("48", "37", "allied")
    state.block("47", "37", "allied")
    assert concentric(state, "37", "allied") == -2


@pytest.mark.rule("9.3.1")
def test_mountain_troops_attack_better_in_the_vosges() -> None:
    state = position("102", attackers=("FR-XIV", "FR-XIII"), defenders=("GE-XIVR",))
    found = [
        sum(m.amount for m in modifiers(state, battle(state, "102"), (u,), ("GE-XIVR",), True))
        for u in ("FR-XIV", "FR-XIII")
    ]
    assert found == [1, 2]


@pytest.mark.rule("9.2.1")
def test_the_battle_board_shows_the_chances() -> None:
    state = position(defenders=("GE-XIII",))
    fought = battle(state, defender_front=(("GE-XIII",),), attacker_front=(("FR-XVIII",),))
    row = table(state, attrs.evolve(fought, fortune="skirmish"))["rows"][0]
    assert (row["attacker hits"], row["defender hits"]) == ("5/6", "5/6")


@pytest.mark.rule("13.1", "FoW.3")
@pytest.mark.parametrize(("turn", "goes_on"), [(4, True), (5, False)])
def test_fortunes_are_ignored_through_turn_four_only(turn: int, goes_on: bool) -> None:
    state = position()
    state.turn = turn
    assert (run(fortunes(state, battle(state, mandated=True)), [(1, 2)]) is not None) is goes_on


@pytest.mark.rule("12.4")
def test_the_british_screen_holds_in_turn_two_not_in_three_and_needs_both_arms() -> None:
    for turn, units, asked in ((2, ("BR-1", "BR-1C"), True), (3, ("BR-1", "BR-1C"), False), (2, ("BR-1",), False)):
        state = bare(turn)
        put(state, "45", *units, "GE-II")
        fought = Battle("45", "german", ("GE-II",))
        assert run(fortunes(state, fought), ["skirmish"] if asked else [(3, 5)]).skirmish is asked


@pytest.mark.rule("12.4")
def test_a_screen_declined_is_spent_and_each_hex_has_its_own() -> None:
    state = bare(1)
    put(state, "45", "BR-1", "BR-1C", "GE-II")
    put(state, "46", "BR-2", "BR-2C", "GE-III")
    assert not run(fortunes(state, Battle("45", "german", ("GE-II",))), ["pass", (3, 5)]).skirmish
    assert not run(fortunes(state, Battle("45", "german", ("GE-II",))), [(3, 5)]).skirmish
    assert run(fortunes(state, Battle("46", "german", ("GE-III",))), ["skirmish"]).skirmish


@pytest.mark.rule("FoW.4", "9.2.1")
def test_a_skirmish_has_no_modifiers_at_all() -> None:
    state = position(defenders=("GE-XIII", "Trier"))
    state.trenches["57"] = 2
    fought = battle(state, skirmish=True, elan=True)
    assert modifiers(state, fought, ("FR-VI",), ("GE-XIII",), True) == []
    assert modifiers(state, fought, ("GE-XIII",), ("FR-VI",), False) == []


@pytest.mark.rule("9.2.2")
def test_the_defender_says_which_of_five_corps_stands_back() -> None:
    state = bare(6)
    five = ("FR-I", "FR-II", "FR-III", "FR-X", "FR-VI")
    put(state, "45", *five)
    chosen = ["front 1 FR-VI", "front 2 FR-X", "front 3 FR-III", "front 4 FR-II"]
    placed = run(place_defender(state, Battle("45", "german", ())), chosen)
    assert placed.defender_front == (("FR-VI",), ("FR-X",), ("FR-III",), ("FR-II",))
    state.eliminate("FR-VI")
    placed = run(place_defender(state, Battle("45", "german", ())), [])  # four corps: nothing to choose
    assert len(placed.defender_front) == 4
