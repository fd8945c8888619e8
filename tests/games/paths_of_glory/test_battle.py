"""Finer points of a combat: forts on either side, bans on attacks, fire in turn, cards of the round (12, 15, cards)."""

from __future__ import annotations

from typing import Any

import pytest

from wargame.core.engine.actions import DONE
from wargame.core.engine.errors import IllegalAction
from wargame.core.mechanics.odds import total
from wargame.games.paths_of_glory.attackers import targets, why_not_attack, why_not_combine
from wargame.games.paths_of_glory.combat import Battle, fight, modifiers
from wargame.games.paths_of_glory.designation import one_attack
from wargame.games.paths_of_glory.fire import shown, strength
from wargame.games.paths_of_glory.model import AP, CP, DEAD, State
from wargame.games.paths_of_glory.offensives import count_offensive

from .support import ask, blank, hold, put, texts


def battle(s: State, space: str, attackers: list[str], defenders: list[str]) -> Battle:
    side = s.side_of(attackers[0])
    return Battle(space, attackers, defenders, [], side, sorted({s.units[u].at for u in attackers}), {AP: [], CP: []})


def rule_of(found: Any) -> str:
    assert found is not None
    return str(found[0])


@pytest.mark.rule("15.1.5", "12.4.6")
def test_a_fort_of_the_attacker_takes_no_part_in_the_relief_of_its_siege() -> None:
    s = blank()
    put(s, "liege", "(ge_corps.1)")
    put(s, "brussels", "fr_1", "fr_2")
    b = battle(s, "liege", ["fr_1", "fr_2"], ["ge_corps.1"])
    assert strength(s, b, CP) == (1, False)
    question, _ = ask(fight(s, b), "roll 6", "roll 1")
    assert s.units["ge_corps.1"].at == DEAD[CP]
    assert "liege" not in s.destroyed
    assert "advance fr_1 liege" in texts(question)


@pytest.mark.rule("15.1.10", "15.2.3")
def test_german_besiegers_do_not_attack_a_russian_fort_before_oberost() -> None:
    s = blank()
    put(s, "riga", "ge_8", "ah_corps.1")
    assert rule_of(why_not_attack(s, "ge_8", "riga")) == "15.1.10"
    assert why_not_attack(s, "ah_corps.1", "riga") is None
    s.played["cp_11"] = 2
    assert why_not_attack(s, "ge_8", "riga") is None
    del s.played["cp_11"]
    s.tracks["cp_ws"] = 3
    assert rule_of(why_not_attack(s, "ge_8", "riga")) == "15.1.10"
    s.tracks["cp_ws"] = 4
    assert why_not_attack(s, "ge_8", "riga") is None


@pytest.mark.rule("15.1.10")
def test_germans_may_attack_russian_forts_they_hold_no_ban_on() -> None:
    s = blank()
    put(s, "breslau", "ge_8")
    put(s, "lodz", "ru_1")  # no fort
    put(s, "czestochowa", "ge_1")
    assert why_not_attack(s, "ge_1", "lodz") is None
    put(s, "metz", "ge_2")
    assert why_not_attack(s, "ge_2", "verdun") is None  # a French fort


@pytest.mark.rule("15.1.11")
def test_on_turn_1_russians_may_attack_austrian_forts() -> None:
    s = blank(1)
    put(s, "lemberg", "ru_1")
    put(s, "przemysl", "ah_4")
    assert why_not_attack(s, "ru_1", "przemysl") is None


@pytest.mark.rule("15.1.6", "11.2.8")
def test_a_fort_alone_gains_nothing_from_a_trench() -> None:
    for defenders, trenched in (([], False), (["fr_corps.1"], True)):
        s = blank()
        put(s, "metz", "ge_1")
        for u in defenders:
            put(s, "verdun", u)
        s.trenches["verdun"] = (AP, 2)
        b = battle(s, "verdun", ["ge_1"], defenders)
        ask(fight(s, b))
        assert b.no_trench != trenched


@pytest.mark.rule("12.4.6", "15.1.7")
@pytest.mark.parametrize(("unit", "die", "falls"), [("(fr_corps.1)", 1, False), ("(fr_corps.1)", 2, True)])
def test_what_is_left_of_the_number_must_match_the_fort(unit: str, die: int, falls: bool) -> None:
    s = blank()
    put(s, "mulhouse", "ge_1")  # five on the army table, one to the left: 2, 2, 3
    put(s, "belfort", unit)
    ask(fight(s, battle(s, "belfort", ["ge_1"], ["fr_corps.1"])), f"roll {die + 1}", "roll 1")
    assert s.units["fr_corps.1"].at == DEAD[AP]
    assert ("belfort" in s.destroyed) == falls


@pytest.mark.rule("12.3.3", "12.2.4", "12.2.7")
def test_after_a_flank_attack_only_what_is_left_fires_back() -> None:
    s = blank()
    put(s, "lodz", "ge_1")
    put(s, "plock", "ge_2")
    put(s, "warsaw", "(ru_corps.1)")
    s.destroyed = frozenset(("warsaw",))
    b = battle(s, "warsaw", ["ge_1", "ge_2"], ["ru_corps.1"])
    question, _ = ask(fight(s, b), "flank lodz", "roll 4", "roll 3")
    assert question.prompt.startswith("Advance")  # nobody is left to fire back
    assert b.number[AP] == 0


@pytest.mark.rule("12.3.3")
def test_a_failed_flank_lets_the_attacker_fire_with_what_is_left() -> None:
    s = blank()
    put(s, "lodz", "(ge_corps.1)")
    put(s, "plock", "(ge_2)")
    put(s, "lomza", "ru_3")
    put(s, "ivangorod", "ru_4")
    put(s, "warsaw", "ru_1", "ru_2")
    s.destroyed = frozenset(("warsaw",))
    b = battle(s, "warsaw", ["ge_corps.1", "ge_2"], ["ru_1", "ru_2"])
    question, _ = ask(fight(s, b), "flank plock", "roll 1", "roll 6")  # Russians fire first: 5 kills all
    assert question is None
    assert b.attackers == []
    assert b.number[CP] == 0


@pytest.mark.rule("12.5.6")
def test_units_that_retreated_survive_a_loss_number_of_zero() -> None:
    for die, number, alive in (("roll 1", 0, True), ("roll 4", 1, False)):
        s = blank()
        put(s, "amiens", "(ge_corps.1)")
        put(s, "rouen", "fr_1", "fr_corps.1")
        s.retreated = frozenset(("fr_corps.1",))
        s.activated["amiens"] = "attack"
        ask(one_attack(s, CP), "attack rouen", "with ge_corps.1", "fight", die, "roll 1")
        assert [e.fields["number"] for e in s.log if "loss number" in e.template][-2] == number
        assert (s.units["fr_corps.1"].at == "rouen") == alive


@pytest.mark.rule("12.2.10", "9.5.4.3")
def test_equal_numbers_lose_the_cards_of_both_sides() -> None:
    s = blank(10)
    hold(s, CP, "cp_18")
    hold(s, AP, "ap_21")
    put(s, "verdun", "fr_1")
    put(s, "sedan", "ge_1")
    s.trenches["sedan"] = (CP, 1)
    b = battle(s, "sedan", ["fr_1"], ["ge_1"])
    ask(fight(s, b), "card ap_21", "card cp_18", "roll 5", "roll 1")  # 6 on column 2 is 3; 2 on column 6 is 3
    assert b.number[AP] == b.number[CP]
    assert "ap_21" not in s.pile("ap_table")
    assert "cp_18" in s.pile("cp_discard")


@pytest.mark.rule("9.2.9", "12.1.1")
def test_combat_is_voluntary_and_may_be_ended() -> None:
    s = blank()
    put(s, "amiens", "fr_1")
    put(s, "cambrai", "ge_1")
    s.activated["amiens"] = "attack"
    assert ask(one_attack(s, AP), "done") == (None, DONE)
    s.activated["amiens"] = "move"
    assert ask(one_attack(s, AP)) == (None, DONE)  # a Move space attacks nothing


@pytest.mark.rule("7.1.3")
def test_an_attack_on_a_fort_alone_is_no_offensive() -> None:
    for defenders, met in (([], False), (["ge_1"], True)):
        s = blank()
        put(s, "nancy", "fr_1")
        for u in defenders:
            put(s, "metz", u)
        s.offensive[AP] = "fr"
        count_offensive(s, battle(s, "metz", ["fr_1"], defenders))
        assert (s.offensive[AP] == "made") == met


@pytest.mark.rule("7.1.6")
def test_units_supplied_through_italy_count_for_an_offensive_against_it() -> None:
    for cut, met in (False, False), (True, True):
        s = blank(8, ("it", "gr"))
        put(s, "villach", "ah_1")
        put(s, "trieste", "fr_1")
        s.destroyed = frozenset(("trieste",))
        s.control["trieste"] = AP
        if not cut:  # another way to the sea: Greece
            for x in ("zagreb", "banja_luka", "sarajevo", "mostar"):
                s.control[x] = AP
        s.offensive[CP] = "ah_it"
        s.changed()
        targets(s, "villach")  # warms the memory of supply
        count_offensive(s, battle(s, "trieste", ["ah_1"], ["fr_1"]))
        assert (s.offensive[CP] == "made") == met


@pytest.mark.rule("CP-45")
def test_after_brest_litovsk_other_attacks_go_on() -> None:
    s = blank(17, ("tu",))
    s.played["cp_45"] = 16
    put(s, "amiens", "ge_1")
    put(s, "cambrai", "fr_1")
    put(s, "kiev", "ge_2")
    put(s, "zhitomir", "ru_1")
    put(s, "kars", "tu_corps.1", "ge_corps.1")
    put(s, "tbilisi", "ru_corps.1")
    assert why_not_attack(s, "ge_1", "cambrai") is None
    assert rule_of(why_not_attack(s, "ge_2", "zhitomir")) == "CP-45"
    assert rule_of(why_not_attack(s, "ru_1", "kiev")) == "CP-45"
    assert why_not_attack(s, "tu_corps.1", "tbilisi") is None
    assert rule_of(why_not_attack(s, "ge_corps.1", "tbilisi")) == "CP-45"


@pytest.mark.rule("CP-55")
def test_lloyd_george_spares_germans_in_level_two_trenches_only() -> None:
    for unit, level, banned in (("ge_1", 2, True), ("ah_1", 2, False), ("ge_1", 1, False)):
        s = blank(17)
        s.limit("lloyd_george")
        put(s, "amiens", "br_1")
        put(s, "cambrai", unit)
        s.trenches["cambrai"] = (CP, level)
        assert (why_not_attack(s, "br_1", "cambrai") is not None) == banned


@pytest.mark.rule("15.2.3")
def test_units_that_do_not_besiege_attack_freely() -> None:
    s = blank()
    put(s, "liege", "ge_corps.1", "ge_corps.2")  # too few for the fort
    assert why_not_combine(s, ["ge_corps.1"], "brussels") is None


@pytest.mark.rule("12.1.8")
def test_two_russian_corps_do_not_attack_over_the_caucasus_together() -> None:
    s = blank(5, ("tu",))
    put(s, "caucasus", "ru_corps.1", "ru_corps.2")
    put(s, "batum", "ru_corps.3")
    put(s, "poti", "tu_corps.1")
    assert rule_of(why_not_combine(s, ["ru_corps.1", "ru_corps.2"], "poti")) == "12.1.8"
    assert why_not_combine(s, ["ru_corps.1", "ru_corps.3"], "poti") is None


@pytest.mark.rule("12.1.9")
def test_one_nation_needs_no_common_space() -> None:
    s = blank()
    put(s, "amiens", "fr_1")
    put(s, "chateau_thierry", "fr_2")
    assert why_not_combine(s, ["fr_1", "fr_2"], "cambrai") is None


@pytest.mark.rule("AP-35", "AP-46", "12.2.6")
@pytest.mark.parametrize(("boost", "unit", "drm"), [
    ("ap_35", "us_1", 2), ("ap_35", "fr_1", 0), ("ap_46", "ru_1", 1), ("ap_46", "fr_1", 0), ("", "us_1", 0),
])  # fmt: skip
def test_the_events_of_a_round_help_their_own_nation_only(boost: str, unit: str, drm: int) -> None:
    s = blank(18, ("us",))
    s.boost = boost
    put(s, "amiens", unit)
    put(s, "cambrai", "ge_1")
    b = battle(s, "cambrai", [unit], ["ge_1"])
    modifiers(s, b)
    assert total(b.modifiers[AP]) == drm


@pytest.mark.rule("CP-31")
def test_kemal_needs_a_turk_with_a_combat_factor() -> None:
    cases = (("army_table", "tu_corps.1", True), ("army_table", "ge_corps.1", False), ("", "tu_corps.1", False))
    for effect, unit, army in cases:
        s = blank(9, ("tu",))
        put(s, "kars", "ru_corps.1")
        put(s, "erzerum", unit)
        b = battle(s, "erzerum", ["ru_corps.1"], [unit])
        b.effects.add(effect)
        assert strength(s, b, CP)[1] == army


@pytest.mark.rule("AP-27")
@pytest.mark.parametrize(("unit", "asked"), [("ru_1", True), ("ro_corps.1", False)])
def test_great_retreat_is_for_russians_alone(unit: str, asked: bool) -> None:
    s = blank(6, ("ro",))
    s.played["ap_27"] = 6
    put(s, "lemberg", "ah_1")
    put(s, "tarnopol", unit)
    question, _ = ask(fight(s, battle(s, "tarnopol", ["ah_1"], [unit])))
    assert question.prompt.startswith("Retreat one space") == asked
    s.played["ap_27"] = 5  # of another turn
    question, _ = ask(fight(s, battle(s, "tarnopol", ["ah_1"], [unit])))
    assert question.prompt.startswith("Roll")


@pytest.mark.rule("13.1.10", "12.1.1")
def test_montenegrins_may_attack_out_of_their_land() -> None:
    s = blank()
    put(s, "cetinje", "mn_corps.1")
    put(s, "mostar", "ah_1")
    assert why_not_attack(s, "mn_corps.1", "mostar") is None


@pytest.mark.rule("12.1.5", "12.4.4")
def test_a_corps_that_replaced_an_attacking_army_does_not_attack_again() -> None:
    s = blank()
    put(s, "sedan", "(ge_1)", "(ge_2)")
    put(s, "verdun", "fr_1")
    put(s, "cambrai", "br_corps.1")
    put(s, "cp_reserve", "ge_corps.1")
    s.activated = {"sedan": "attack"}
    question, _ = ask(one_attack(s, CP), "attack verdun", "with ge_1", "fight", "roll 1", "roll 1")
    assert s.units["ge_corps.1"].at == "sedan"
    question, _ = ask(one_attack(s, CP))
    assert "attack cambrai" in texts(question)  # ge_2 has not fought yet
    s.fought |= {"ge_2"}
    assert ask(one_attack(s, CP)) == (None, DONE)


@pytest.mark.rule("12.1.1", "12.2.2")
def test_a_unit_outside_the_attack_spaces_is_refused() -> None:
    s = blank()
    put(s, "sedan", "ge_1", "ge_2")
    put(s, "koblenz", "ge_3")
    put(s, "liege", "ge_4")
    s.destroyed = frozenset(("liege",))
    put(s, "cambrai", "fr_1")
    put(s, "brussels", "br_1")
    s.activated = {"sedan": "attack", "koblenz": "attack"}
    with pytest.raises(IllegalAction) as refused:
        ask(one_attack(s, CP), "attack brussels", "with ge_4")
    assert refused.value.rule == "12.1.1"
    with pytest.raises(IllegalAction) as refused:
        ask(one_attack(s, CP), "attack cambrai", "with ge_3")
    assert refused.value.rule == "12.1.8"


@pytest.mark.rule("CP-55")
def test_only_the_three_german_offensives_end_lloyd_george() -> None:
    for card, ends in (("cp_15", False), ("cp_50", True)):
        s = blank(17)
        s.played["cp_54"] = 16
        hold(s, CP, card)
        s.limit("lloyd_george")
        put(s, "sedan", "ge_1")
        put(s, "cambrai", "br_1")
        ask(fight(s, battle(s, "cambrai", ["ge_1"], ["br_1"])), f"card {card}")
        assert ("lloyd_george" not in s.limits) == ends


@pytest.mark.rule("12.2.7")
def test_a_combat_of_corps_is_shown_with_the_columns_of_their_table() -> None:
    s = blank()
    put(s, "sedan", "ge_corps.1")
    put(s, "cambrai", "fr_corps.1")
    told = shown(s, battle(s, "cambrai", ["ge_corps.1"], ["fr_corps.1"]))
    assert told["attacker"] == "strength 2, Corps table, column from 2"
    assert told["defender"] == "strength 1, Corps table, column from 1"
