"""Readings of rules that are ambiguous (rules.toml) and the rulebook's questions and answers not tested elsewhere."""

from __future__ import annotations

from typing import Any

import pytest

from wargame.games.paths_of_glory import battle_cards
from wargame.games.paths_of_glory.advance import advance_paths
from wargame.games.paths_of_glory.cards import why_not_play_event
from wargame.games.paths_of_glory.combat import Battle, fight
from wargame.games.paths_of_glory.conditions import us_entry
from wargame.games.paths_of_glory.events import play_event
from wargame.games.paths_of_glory.model import AP, CP, State
from wargame.games.paths_of_glory.movement import why_not_enter
from wargame.games.paths_of_glory.rail import destinations, redeploy
from wargame.games.paths_of_glory.records import data
from wargame.games.paths_of_glory.retreat import retreats
from wargame.games.paths_of_glory.supply import in_supply

from .support import ask, blank, hold, put, started


def battle(s: State, space: str, attackers: list[str], defenders: list[str]) -> Battle:
    side = s.side_of(attackers[0])
    return Battle(space, attackers, defenders, [], side, sorted({s.units[u].at for u in attackers}), {AP: [], CP: []})


def rule_of(found: Any) -> str:
    assert found is not None
    return str(found[0])


@pytest.mark.rule("5.1.2")
def test_asterisk_events_score_nothing_in_the_introductory_scenario() -> None:
    s = started("introductory").state
    hold(s, CP, "cp_08")  # type: ignore[arg-type]
    ask(play_event(s, CP, "cp_08"))  # type: ignore[arg-type]
    assert s.tracks["vp"] == 10
    assert "cp_08" in s.pile("cp_removed")


@pytest.mark.rule("12.6.3")
def test_an_advance_goes_on_through_desert() -> None:
    s = blank(5, ("tu",))
    assert s.data.spaces["sinai"].terrain == "desert"
    put(s, "port_said", "br_ne")
    b = battle(s, "sinai", ["br_ne"], [])
    s.destroyed = frozenset(("gaza",))
    assert ("sinai", "gaza") in advance_paths(s, b, "br_ne", [("gaza", "jerusalem")])


@pytest.mark.rule("16.3.4", "AP-55")
def test_us_reinforcements_may_come_in_the_turn_of_over_there() -> None:
    s = blank(15, ("us",))
    s.played |= {"ap_54": 14, "ap_55": 15}
    hold(s, AP, "ap_43")
    assert why_not_play_event(s, AP, "ap_43") is None
    s.played.pop("ap_55")
    assert why_not_play_event(s, AP, "ap_43") is not None


@pytest.mark.rule("AP-7", "CP-4")
@pytest.mark.parametrize(("turn", "space", "helps"), [
    (1, "belfort", False), (2, "belfort", False), (3, "belfort", True), (4, "belfort", True), (5, "belfort", False),
    (6, "belfort", False), (3, "cambrai", False),
])  # fmt: skip
def test_august_and_september_1914_are_no_season(turn: int, space: str, helps: bool) -> None:
    s = blank(turn)
    hold(s, AP, "ap_07")
    put(s, "mulhouse", "ge_1")
    put(s, space, "fr_1")
    found = battle_cards.why_not_use(s, battle(s, space, ["ge_1"], ["fr_1"]), AP, "ap_07")
    assert (found is None) == helps


@pytest.mark.rule("9.5.1.3", "CP-33", "CP-34")
def test_war_status_of_rathenau_and_bulgaria_is_two_and_both_decks_agree() -> None:
    cards = data().cards.values()
    assert (data().cards["cp_33"].war_status, data().cards["cp_34"].war_status) == (2, 2)
    for side in (AP, CP):
        levels = ("mobilization", "limited_war", "total_war")
        sums = [sum(c.war_status for c in cards if (c.side, c.commitment) == (side, k)) for k in levels]
        assert sums == [6, 8, 8]
        assert sum(c.ops for c in cards if c.side == side) == 174


@pytest.mark.rule("13.1.6")
def test_russians_outside_russia_redeploy_only_to_the_reserve() -> None:
    s = blank()
    s.sr = 4
    for x in ("tarnopol", "lemberg"):
        s.control[x] = AP
    put(s, "lemberg", "ru_corps.1", "ru_1")
    assert destinations(s, "ru_corps.1") == ["ap_reserve"]
    assert destinations(s, "ru_1") == []


@pytest.mark.rule("13.1.6")
def test_qa_russian_boxes_are_no_way_round() -> None:
    s = blank()
    put(s, "caucasus", "ru_corps.1")
    assert "moscow" in destinations(s, "ru_corps.1")
    for x in ("uman", "odessa"):
        s.control[x] = CP
        s.destroyed |= {x}
    s.changed()
    found = destinations(s, "ru_corps.1")
    assert "moscow" not in found
    assert "ap_reserve" in found


@pytest.mark.rule("AP-39", "9.5.4.2")
def test_qa_they_shall_not_pass_stays_until_the_defender_loses() -> None:
    s = blank(16)
    hold(s, AP, "ap_39")
    put(s, "metz", "ge_1")
    put(s, "verdun", "fr_1", "fr_2")
    ask(fight(s, battle(s, "verdun", ["ge_1"], ["fr_1", "fr_2"])), "card ap_39", "roll 1", "roll 6")
    assert s.pile("ap_table") == ("ap_39",)  # the defender won
    s.used = frozenset()
    put(s, "metz", "ge_3", "ge_4")
    b = battle(s, "verdun", ["ge_3", "ge_4"], ["fr_1", "fr_2"])
    question, _ = ask(fight(s, b), "card ap_39", "roll 4", "roll 1", "lose fr_1", "lose ge_3")
    assert b.number[CP] > b.number[AP]
    assert question is None
    assert set(s.units_at("verdun")) >= {"fr_1", "fr_2"}  # no retreat
    assert s.pile("ap_discard") == ("ap_39",)


@pytest.mark.rule("9.5.4.3", "CP-15")
def test_qa_a_face_up_card_is_lost_only_in_a_combat_that_used_it() -> None:
    s = blank(9)
    s.piles["cp_table"] = ("cp_15",)
    put(s, "amiens", "fr_1")
    put(s, "cambrai", "ge_1")
    ask(fight(s, battle(s, "cambrai", ["fr_1"], ["ge_1"])), "roll 6", "roll 1")
    assert s.pile("cp_table") == ("cp_15",)


@pytest.mark.rule("CP-24", "11.1.12")
def test_qa_libya_is_closed_before_turkey_and_an_ally_there_stops_the_revolt() -> None:
    s = blank(5)
    put(s, "alexandria", "br_corps.1")
    assert rule_of(why_not_enter(s, AP, ("br_corps.1",), "alexandria", "libya")) == "11.1.11"
    s.at_war |= {"tu"}
    s.changed()
    assert why_not_enter(s, AP, ("br_corps.1",), "alexandria", "libya") is None
    hold(s, CP, "cp_24")
    assert why_not_play_event(s, CP, "cp_24") is None
    put(s, "libya", "br_corps.2")
    assert why_not_play_event(s, CP, "cp_24") is not None


@pytest.mark.rule("12.5.1", "15.1.4")
def test_qa_units_that_lose_in_a_fort_retreat_from_it() -> None:
    s = blank()
    put(s, "metz", "ge_1", "ge_2", "ge_3")
    put(s, "nancy", "fr_1")
    b = battle(s, "nancy", ["ge_1", "ge_2", "ge_3"], ["fr_1"])
    ask(fight(s, b), "roll 1", "roll 1", "retreat fr_1 " + "-".join(retreats(s, "fr_1", "nancy", 2)[0]))
    assert s.units["fr_1"].at != "nancy"


@pytest.mark.rule("13.2.1", "13.1.7.2")
def test_qa_sea_redeployment_to_constantinople_counts_as_near_east() -> None:
    s = blank(12, ("tu",))
    s.sr = 4
    s.control["constantinople"] = s.control["gallipoli"] = AP
    put(s, "london", "br_corps.1", "fr_corps.1")
    s.changed()
    assert "constantinople" in destinations(s, "br_corps.1")
    assert "constantinople" not in destinations(s, "fr_corps.1")
    ask(redeploy(s, AP), "redeploy br_corps.1", "place br_corps.1 constantinople")
    assert "br_sea_sr" in s.limits
    s = blank(12, ("tu",))
    s.control["constantinople"] = AP
    put(s, "london", "br_corps.1")
    assert "constantinople" not in destinations(s, "br_corps.1")  # without Gallipoli


@pytest.mark.rule("14.1.4.2", "14.2.4")
def test_qa_constantinople_is_supplied_by_land_through_the_near_east() -> None:
    s = blank(12, ("tu",))
    put(s, "constantinople", "br_corps.1")
    assert not in_supply(s, "br_corps.1")
    for x in s.data.spaces.values():
        if x.near_east and x.nation == "tu":
            s.control[x.id] = AP
            s.destroyed |= {x.id}
    s.changed()
    assert in_supply(s, "br_corps.1")


@pytest.mark.rule("CP-32")
def test_qa_war_in_africa_takes_no_dead_corps() -> None:
    s = blank(8)
    hold(s, CP, "cp_32")
    put(s, "ap_reserve", "br_corps.1")
    put(s, "ap_eliminated", "br_corps.2")
    s.units["br_corps.2"] = type(s.units["br_corps.2"])("br_corps.2", "ap_eliminated", 0)
    put(s, "calais", "aus_corps.1", "br_corps.3")
    question, _ = ask(play_event(s, CP, "cp_32"))
    assert [str(a) for a in question.actions] == ["remove br_corps.1", "remove br_corps.3", "pass"]


@pytest.mark.rule("AP-30")
def test_salonika_takes_plain_british_and_french_corps_only() -> None:
    s = blank(8)
    hold(s, AP, "ap_30")
    put(s, "ap_reserve", "br_corps.1", "aus_corps.1", "bef_corps.1", "fr_corps.1", "ru_corps.1")
    question, _ = ask(play_event(s, AP, "ap_30"))
    assert [str(a) for a in question.actions] == ["redeploy br_corps.1", "redeploy fr_corps.1", "done"]


@pytest.mark.rule("9.5.2.2")
def test_one_neutral_entry_a_turn_for_both_sides_together() -> None:
    s = blank(5)
    hold(s, AP, "ap_17")
    hold(s, CP, "cp_34")
    assert why_not_play_event(s, CP, "cp_34") is None
    ask(play_event(s, AP, "ap_17"))
    assert rule_of(why_not_play_event(s, CP, "cp_34")) == "9.5.2.2"


@pytest.mark.rule("16.3.5", "AP-40")
def test_14_points_needs_the_telegram_and_leaves_us_entry_alone() -> None:
    s = blank(15)
    hold(s, AP, "ap_40")
    s.tracks["combined"] = 30
    assert why_not_play_event(s, AP, "ap_40") is not None
    s.played["ap_54"] = 15
    assert why_not_play_event(s, AP, "ap_40") is None
    before = us_entry(s)
    ask(play_event(s, AP, "ap_40"))
    assert us_entry(s) == before == "zimmermann_telegram"


@pytest.mark.rule("13.1.8", "13.1.6")
def test_russians_leave_the_reserve_for_their_units_abroad_too() -> None:
    s = blank(5)
    put(s, "ap_reserve", "ru_corps.1")
    assert "lemberg" not in destinations(s, "ru_corps.1")
    put(s, "lemberg", "ru_3")
    assert "lemberg" in destinations(s, "ru_corps.1")
