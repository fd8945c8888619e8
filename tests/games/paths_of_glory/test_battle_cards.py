"""Combat cards in a combat: conditions, the cards of a round, what stays and what goes (9.5.4, 12.2.5, cards)."""

from __future__ import annotations

from typing import Any

import pytest

from wargame.core.mechanics.odds import total
from wargame.games.paths_of_glory.battle_cards import settle, why_not_use
from wargame.games.paths_of_glory.combat import Battle, fight, give_back
from wargame.games.paths_of_glory.model import AP, CP, State
from wargame.games.paths_of_glory.supply import in_supply

from .support import ask, blank, hold, put, texts


def stage(
    at: str, attacker: str, space: str, defender: str, turn: int = 17, war: tuple[str, ...] = ()
) -> tuple[State, Battle]:
    s = blank(turn, war)
    put(s, at, attacker)
    put(s, space, defender)
    side = s.side_of(attacker)
    return s, Battle(space, [attacker], [defender], [], side, [at], {AP: [], CP: []})


def battle(s: State, space: str, attackers: list[str], defenders: list[str]) -> Battle:
    sources = sorted({s.units[u].at for u in attackers})
    return Battle(space, attackers, defenders, [], s.side_of(attackers[0]), sources, {AP: [], CP: []})


def rule_of(found: Any) -> str:
    assert found is not None
    return str(found[0])


@pytest.mark.rule("9.5.4.1", "CP-49")
def test_a_card_must_be_held_and_its_condition_met_when_it_leaves_the_hand() -> None:
    s, b = stage("amiens", "ge_1", "cambrai", "fr_1")
    assert rule_of(why_not_use(s, b, CP, "cp_49")) == "9.5.4.1"
    hold(s, CP, "cp_49")
    assert rule_of(why_not_use(s, b, CP, "cp_49")) == "CP-49"
    s.played["cp_54"] = 16
    assert why_not_use(s, b, CP, "cp_49") is None
    s, b = stage("metz", "ge_1", "verdun", "fr_1")
    s.played["cp_54"] = 16
    hold(s, CP, "cp_26")
    assert rule_of(why_not_use(s, b, CP, "cp_26")) == "CP-26"
    s.piles["cp_hand"], s.piles["cp_table"] = (), ("cp_26",)
    assert why_not_use(s, b, CP, "cp_26") is None  # face up it stays usable though H-L Take Command is out


@pytest.mark.rule("9.5.4.1", "12.2.5")
def test_cards_are_for_their_own_part_in_the_combat() -> None:
    s, b = stage("amiens", "ge_1", "cambrai", "fr_1")
    hold(s, CP, "cp_04", "cp_15")
    assert rule_of(why_not_use(s, b, CP, "cp_04")) == "9.5.4.1"  # for the defender
    assert why_not_use(s, b, CP, "cp_15") is None
    s.used = frozenset(("cp_15",))
    assert rule_of(why_not_use(s, b, CP, "cp_15")) == "9.5.4.4"


@pytest.mark.rule("CP-26", "AP-39")
def test_french_forts_only() -> None:
    for at, space, defender, fits in (
        ("metz", "verdun", "fr_1", True),
        ("metz", "sedan", "fr_1", False),
        ("aachen", "liege", "be_1", False),
    ):
        s, b = stage(at, "ge_1", space, defender, 8)
        s.played["cp_13"] = 3
        hold(s, CP, "cp_26")
        hold(s, AP, "ap_39")
        assert (why_not_use(s, b, CP, "cp_26") is None) == fits
        assert (why_not_use(s, b, AP, "ap_39") is None) == fits


@pytest.mark.rule("CP-18", "AP-36")
def test_entrenched_means_units_in_a_trench() -> None:
    for level, fits in ((0, False), (1, True), (2, True)):
        s, b = stage("amiens", "br_1", "cambrai", "ge_1")
        put(s, "sedan", "ge_2")
        if level:
            s.trenches["cambrai"] = (CP, level)
        hold(s, AP, "ap_36")
        hold(s, CP, "cp_18")
        assert (why_not_use(s, b, AP, "ap_36") is None) == fits
        assert (why_not_use(s, b, CP, "cp_18") is None) == fits


@pytest.mark.rule("CP-31")
def test_kemal_is_for_turks_with_a_factor() -> None:
    for defender, fits in (("tu_corps.1", True), ("ge_corps.1", False)):
        s, b = stage("kars", "ru_corps.1", "erzerum", defender, 9, ("tu",))
        hold(s, CP, "cp_31")
        assert (why_not_use(s, b, CP, "cp_31") is None) == fits


@pytest.mark.rule("AP-45")
def test_kerensky_helps_one_attack_on_weaker_powers() -> None:
    for defender, offered in (("ah_1", True), ("ge_1", False)):
        s, b = stage("kiev", "ru_1", "zhitomir", defender, 15)
        s.boost = "ap_45"
        question, _ = ask(fight(s, b))
        assert ("card ap_45" in texts(question)) == offered
        if offered:
            ask(fight(s, b), "card ap_45")
            assert total(b.modifiers[AP]) == 2
            question, _ = ask(fight(s, b))
            assert "card ap_45" not in texts(question)  # used


@pytest.mark.rule("AP-46")
def test_brusilov_cancels_a_trench_once_where_no_german_stands() -> None:
    for defender, level, offered in (("ah_1", 1, True), ("ge_1", 1, False), ("ah_1", 0, False)):
        s, b = stage("kiev", "ru_1", "zhitomir", defender, 12)
        s.boost = "ap_46"
        if level:
            s.trenches["zhitomir"] = (CP, level)
        question, _ = ask(fight(s, b))
        assert ("card ap_46" in texts(question)) == offered
        if offered:
            ask(fight(s, b), "card ap_46")
            assert (b.no_trench, total(b.modifiers[AP])) == (True, 1)
            question, _ = ask(fight(s, Battle("zhitomir", ["ru_1"], ["ah_1"], [], AP, ["kiev"], {AP: [], CP: []})))
            assert "card ap_46" not in texts(question)


@pytest.mark.rule("AP-46", "12.5.3")
def test_a_cancelled_trench_does_not_hold_a_retreat() -> None:
    s, b = stage("kiev", "ru_1", "zhitomir", "ah_1", 12)
    s.boost = "ap_46"
    s.trenches["zhitomir"] = (CP, 1)
    assert s.data.spaces["zhitomir"].terrain == "clear"
    question, _ = ask(fight(s, b), "card ap_46", "roll 5", "roll 1")
    assert not any(a.startswith("hold") for a in texts(question))


@pytest.mark.rule("9.5.4.2", "9.5.4.3")
@pytest.mark.parametrize(("card", "winner", "pile"), [
    ("cp_15", CP, "cp_removed"), ("cp_18", CP, "cp_table"), ("cp_18", AP, "cp_discard"), ("cp_18", "", "cp_discard"),
    ("cp_31", CP, "cp_discard"),
])  # fmt: skip
def test_where_a_used_card_goes(card: str, winner: str, pile: str) -> None:
    s, b = stage("kars", "tu_corps.1", "tbilisi", "ru_corps.1", 9, ("tu",))
    s.piles["cp_table"] = (card,)
    b.cards[CP].append(card)
    settle(s, b, winner)
    assert card in s.pile(pile)


@pytest.mark.rule("9.5.4.1", "12.2.5")
def test_the_attacker_plays_all_cards_before_the_defender() -> None:
    s, b = stage("amiens", "fr_1", "cambrai", "ge_1")
    put(s, "sedan", "ge_2")
    s.trenches["cambrai"] = (CP, 1)
    hold(s, AP, "ap_21", "ap_28")
    hold(s, CP, "cp_18")
    question, _ = ask(fight(s, b))
    assert (question.side, texts(question)) == (AP, ["card ap_21", "done"])
    question, _ = ask(fight(s, b), "card ap_21")
    assert question.side == AP  # asked again: ap_28 is in hand, though no combat card
    assert texts(question) == ["done"]


@pytest.mark.rule("9.5.4.1")
def test_a_side_with_cards_is_asked_even_without_a_card_to_play() -> None:
    s, b = stage("amiens", "fr_1", "cambrai", "ge_1")
    hold(s, CP, "cp_01")
    question, _ = ask(fight(s, b))
    assert (question.side, texts(question)) == (CP, ["done"])


def cut_off_at_nis(*units: str) -> State:
    """Serbians, always in supply in Serbia, with Russians who are cut off."""
    s = blank(6, ("bu",))
    put(s, "nis", *units)
    for x in s.data.around["nis"]:
        if x != "nis":
            s.control[x] = CP
    put(s, "sofia", "bu_corps.1")
    return s


@pytest.mark.rule("14.3.4")
def test_a_card_of_a_nation_needs_a_supplied_defender_of_it() -> None:
    s = cut_off_at_nis("sb_1", "ru_1")
    hold(s, AP, "ap_04", "ap_05")
    b = battle(s, "nis", ["bu_corps.1"], ["sb_1", "ru_1"])
    assert [in_supply(s, u) for u in b.defenders] == [True, False]
    assert rule_of(why_not_use(s, b, AP, "ap_04")) == "14.3.4"
    assert why_not_use(s, b, AP, "ap_05") is None


@pytest.mark.rule("14.3.4", "AP-6")
def test_withdrawal_spares_no_unsupplied_unit() -> None:
    s = cut_off_at_nis("(sb_corps.1)", "(ru_corps.1)")
    b = battle(s, "nis", ["bu_corps.1"], ["sb_corps.1", "ru_corps.1"])
    assert ask(give_back(s, b, ("ru_corps.1",), {})) == (None, None)
    assert not s.full("ru_corps.1")
    assert ask(give_back(s, b, ("ru_corps.1", "sb_corps.1"), {})) == (None, None)
    assert [s.full(u) for u in b.defenders] == [True, False]


@pytest.mark.rule("12.2.5", "14.1.7")
def test_cards_for_defending_units_are_of_no_use_to_a_fort_alone() -> None:
    s = blank(10)
    hold(s, AP, "ap_39")
    put(s, "metz", "ge_1")
    found = why_not_use(s, battle(s, "verdun", ["ge_1"], []), AP, "ap_39")
    assert rule_of(found) == "12.2.5"
    put(s, "verdun", "fr_1")
    assert why_not_use(s, battle(s, "verdun", ["ge_1"], ["fr_1"]), AP, "ap_39") is None
