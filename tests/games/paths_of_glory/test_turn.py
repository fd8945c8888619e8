"""Set-up, cards in general, the phases of a turn, war status, peace and victory (4-9, 16)."""

from __future__ import annotations

from typing import Any

import pytest

from wargame.core.engine.errors import IllegalAction, WargameError
from wargame.games.paths_of_glory.cards import record_rp, why_not_offer_peace, why_not_play
from wargame.games.paths_of_glory.model import AP, CP, ROUND, State
from wargame.games.paths_of_glory.offensives import mandated_offensives
from wargame.games.paths_of_glory.records import data
from wargame.games.paths_of_glory.replacements import adjust
from wargame.games.paths_of_glory.sequence import (
    commitment,
    discard_cards,
    draw_cards,
    end_of_turn,
    fill_hand,
    offer_peace,
    rises,
    take_action,
    total_war,
)
from wargame.games.paths_of_glory.victory import automatic, judge, vp_phase, war_status

from .support import ask, blank, deal, fresh, hold, put, started, texts


def rule_of(found: Any) -> str:
    assert found is not None
    return str(found[0])


@pytest.mark.rule("4.1.2", "4.1.3", "4.1.5", "4.1.7", "4.1.8", "4.2.1", "16.1.1")
def test_the_start() -> None:
    game = fresh()
    s: Any = game.state
    view = game.view(None)["state"]
    assert (s.tracks["vp"], s.tracks["ap_ws"], s.tracks["cp_ws"], s.tracks["combined"]) == (10, 0, 0, 0)
    assert (view["russian_vp"], view["us_entry"]) == (0, "us_neutral")
    assert view["russian_capitulation"] == "god_save_the_tsar"
    assert s.commitment == {AP: 0, CP: 0}
    assert set(s.units_at("koblenz")) == {"ge_2", "ge_3"}
    assert not s.full("ge_7")
    assert len([u for u in s.units_at("cp_reserve") if u.startswith("ah")]) == 5
    assert len([u for u in s.units_at("ap_reserve") if u.startswith("ru")]) == 6
    assert s.trenches["brussels"] == (AP, 1)
    assert "strasbourg" not in s.trenches
    assert not s.units_at("rome")


@pytest.mark.rule("4.2.4")
def test_alternative_setup() -> None:
    s: Any = fresh(alternative_setup=True).state
    corps = [s.counter(u).type for x in ("stanislau", "trent", "lutsk") for u in s.units_at(x)]
    assert corps == ["ah_corps", "ah_corps", "ru_corps"]
    usual: Any = fresh().state
    assert len(usual.units_at("cp_reserve")) - len(s.units_at("cp_reserve")) == 2
    assert len(usual.units_at("ap_reserve")) - len(s.units_at("ap_reserve")) == 1
    assert usual.trenches.keys() - s.trenches.keys() == {"brussels"}
    more = {x: s.trenches[x] for x in s.trenches.keys() - usual.trenches.keys()}
    italian = dict.fromkeys(("verona", "asiago", "maggiore", "udine"), (AP, 1))
    assert more == {"strasbourg": (CP, 1), **italian}


@pytest.mark.rule("4.3.1", "4.3.2", "9.1.2", "9.1.4")
def test_opening_hands() -> None:
    for guns, options, size in ((True, {}, 7), (False, {"hand_of_eight": True}, 8)):
        game = fresh(**options)
        game.apply("choose cp_01" if guns else "choose none")
        deal(game)
        deal(game)
        hands = [game.state.pile(f"{side}_hand") for side in (CP, AP)]
        assert [len(h) for h in hands] == [size, size]
        assert "cp_01" in hands[0] or not guns
        assert all(data().cards[c].commitment == "mobilization" for h in hands for c in h)
        assert len(game.state.pile("ap_deck")) == 14 - size


@pytest.mark.rule("7.1.1", "7.1.2", "7.1.6")
def test_mandated_offensive_rolls() -> None:
    s = blank(5)
    ask(mandated_offensives(s), "roll 2", "roll 4")
    assert s.offensive == {CP: "ah", AP: "none"}  # Italy is neutral
    s.at_war |= {"it", "tu"}
    ask(mandated_offensives(s), "roll 2", "roll 4")
    assert s.offensive == {CP: "ah_it", AP: "it"}
    for x in s.data.spaces.values():
        if x.nation == "it":
            s.control[x.id] = CP
    ask(mandated_offensives(s), "roll 2", "roll 3")
    assert s.offensive == {CP: "ah", AP: "br"}


@pytest.mark.rule("7.1.3")
def test_failed_offensives_cost_a_vp_each() -> None:
    for offensive, vp in (({CP: "ge", AP: "none"}, 9), ({CP: "made", AP: "fr"}, 11), ({CP: "none", AP: "none"}, 10)):
        s = blank(5)
        s.offensive = dict(offensive)
        ask(vp_phase(s))
        assert s.tracks["vp"] == vp


OFFENSIVES = [
    (AP, "fr", "amiens", "fr_1", "cambrai", "ge_1", True), (AP, "fr", "amiens", "br_1", "cambrai", "ge_1", False),
    (AP, "br", "kiev", "br_1", "zhitomir", "ge_1", False), (CP, "ge", "amiens", "ge_1", "cambrai", "be_1", True),
    (CP, "ge", "kiev", "ge_1", "zhitomir", "ru_1", False), (CP, "ah", "kiev", "(ah_corps.1)", "zhitomir", "ru_1", True),
    (CP, "ah_it", "villach", "ah_1", "maggiore", "fr_1", True),
    (CP, "ah_it", "kiev", "ah_1", "zhitomir", "ru_1", False),
]  # fmt: skip


@pytest.mark.rule("7.1.4", "7.1.5", "7.1.6", "7.1.7", "12.1.6")
@pytest.mark.parametrize(("side", "want", "at", "unit", "space", "enemy", "met"), OFFENSIVES)
def test_which_attacks_meet_an_offensive(
    side: str, want: str, at: str, unit: str, space: str, enemy: str, met: bool
) -> None:
    from wargame.games.paths_of_glory.designation import one_attack

    s = blank(5, ("it",))
    s.offensive = {side: want}
    put(s, at, unit)
    put(s, space, enemy)
    s.activated[at] = "attack"
    ask(one_attack(s, side), f"attack {space}", f"with {unit.strip('()')}", "fight")
    assert (s.offensive[side] == "made") == met


@pytest.mark.rule("8.1.3", "9.1.3")
def test_the_three_kinds_of_action() -> None:
    s = blank(5)
    hold(s, CP, "cp_07")
    s.tracks["vp"] = 11
    question, _ = ask(take_action(s, CP))
    uses = [f"play cp_07 {use}" for use in ("ops", "sr", "rp", "event")]
    assert texts(question) == [*uses, "offer peace", "automatic"]
    ask(take_action(s, CP), "automatic")
    assert s.ops == 1
    ask(take_action(s, CP), "play cp_07 ops")
    assert s.ops == 3
    assert s.pile("cp_discard") == ("cp_07",)


@pytest.mark.rule("9.3.3", "9.4.3", "9.3.1", "9.3.2")
def test_no_two_sr_or_rp_cards_in_a_row() -> None:
    for use, rule in (("sr", "9.3.3"), ("rp", "9.4.3")):
        s = blank(5)
        hold(s, CP, "cp_07", "cp_12")
        ask(take_action(s, CP), f"play cp_07 {use}")
        with pytest.raises(IllegalAction) as refused:
            ask(take_action(s, CP), f"play cp_12 {use}")
        assert refused.value.rule == rule
        ask(end_of_turn(s))
        assert why_not_play(s, CP, "cp_12", use) is None


@pytest.mark.rule("9.4.1", "9.4.2", "9.4.4", "9.4.5", "17.1.8")
def test_rp_cards_mark_points_of_nations_at_war() -> None:
    s = blank(5)
    hold(s, CP, "cp_33")
    ask(take_action(s, CP), "play cp_33 rp")
    assert (s.tracks["rp_ge"], s.tracks["rp_ah"], s.tracks.get("rp_tu", 0)) == (8, 6, 0)
    assert s.ops == s.sr == 0
    assert "cp_33" not in s.played
    record_rp(s, AP, "ap_04")
    assert s.tracks.get("rp_us", 0) == 0
    s.played["ap_55"] = 4
    record_rp(s, AP, "ap_04")
    assert s.tracks["rp_us"] == 2


@pytest.mark.rule("9.5.1.1", "9.5.1.2", "9.5.1.3", "16.1.6", "16.1.5")
def test_events_remove_asterisk_cards_and_raise_war_status() -> None:
    s = blank(5)
    hold(s, CP, "cp_09")
    ask(take_action(s, CP), "play cp_09 event")
    assert s.pile("cp_removed") == ("cp_09",)
    assert (s.tracks["cp_ws"], s.tracks["combined"]) == (1, 1)
    s.commitment[CP] = 2
    war_status(s, CP, 2)
    assert (s.tracks["cp_ws"], s.tracks["combined"]) == (1, 3)


@pytest.mark.rule("9.5.2.5")
def test_italy_and_romania_are_events_only_while_the_cp_alone_are_at_total_war() -> None:
    s = blank(9)
    hold(s, AP, "ap_16", "ap_17")
    assert why_not_play(s, AP, "ap_17", "ops") is None
    s.commitment[CP] = 2
    assert rule_of(why_not_play(s, AP, "ap_17", "ops")) == "9.5.2.5"
    assert why_not_play(s, AP, "ap_17", "event") is None
    ask(discard_cards(s, AP), "discard ap_16")
    assert "ap_16" in s.pile("ap_discard")


@pytest.mark.rule("9.5.4.1", "9.5.4.6")
def test_combat_cards_are_no_events_and_the_only_discards() -> None:
    s = blank(5)
    hold(s, CP, "cp_04", "cp_07")
    assert rule_of(why_not_play(s, CP, "cp_04", "event")) == "9.5.4.1"
    question, _ = ask(discard_cards(s, CP))
    assert texts(question) == ["discard cp_04", "done"]
    with pytest.raises(IllegalAction) as refused:
        ask(discard_cards(s, CP), "discard cp_07")
    assert refused.value.rule == "9.5.4.6"


@pytest.mark.rule("9.5.4.2", "9.5.4.3", "12.2.10", "12.2.5")
def test_winners_keep_and_losers_discard_combat_cards() -> None:
    from wargame.games.paths_of_glory.battle_cards import settle
    from wargame.games.paths_of_glory.combat import Battle

    for winner, pile in ((CP, "cp_table"), (AP, "cp_discard"), ("", "cp_discard")):
        s = blank(5)
        hold(s, CP, "cp_40")
        s.transfer("cp_40", "cp_hand", "cp_table")
        settle(s, Battle("cambrai", [], [], [], CP, [], {CP: ["cp_40"], AP: []}), winner)
        assert "cp_40" in s.pile(pile)
    s = blank(5)
    hold(s, CP, "cp_19", "cp_31")
    for c in ("cp_19", "cp_31"):
        s.transfer(c, "cp_hand", "cp_table")
    settle(s, Battle("cambrai", [], [], [], CP, [], {CP: ["cp_19", "cp_31"], AP: []}), CP)
    assert "cp_19" in s.pile("cp_removed")
    assert "cp_31" in s.pile("cp_discard")


@pytest.mark.rule("9.5.4.4", "9.5.4.5")
def test_combat_cards_return_each_round_and_leave_at_the_end_of_the_turn() -> None:
    s = blank(5)
    s.used = frozenset(("cp_40",))
    s.expire((ROUND,))
    assert s.used == frozenset()
    hold(s, CP, "cp_40")
    s.transfer("cp_40", "cp_hand", "cp_table")
    ask(draw_cards(s, CP))
    assert s.pile("cp_table") == ()


@pytest.mark.rule("6.0")
def test_the_discards_are_reshuffled_when_the_pile_runs_out() -> None:
    s = blank(5)
    hold(s, CP)
    s.piles["cp_deck"], s.piles["cp_discard"] = ("cp_02", "cp_03"), ("cp_04",)
    question, _ = ask(fill_hand(s, CP))
    assert question.count == 2
    question, _ = ask(fill_hand(s, CP), "draw cp_02,cp_03")
    assert question.items == ("cp_04",)
    ask(fill_hand(s, CP), "draw cp_04")
    assert s.pile("cp_hand") == ("cp_02", "cp_03", "cp_04")


@pytest.mark.rule("16.1.2", "5.3.2")
def test_when_commitment_is_checked() -> None:
    s = blank(1)
    assert not rises(s)
    s.turn = 2
    assert rises(s)
    s.scenario = "introductory"
    assert not rises(s)


@pytest.mark.rule("16.1.3", "16.1.3.1", "16.1.4", "9.1.2")
def test_commitment_rises_and_turkey_enters() -> None:
    s = blank(5)
    s.tracks["cp_ws"] = 3
    ask(commitment(s, CP))
    assert s.commitment[CP] == 0
    s.tracks["cp_ws"] = 4
    s.piles["cp_discard"] = ("cp_02",)
    s.piles["cp_deck"] = tuple(c for c in s.piles["cp_deck"] if c != "cp_02")
    ask(commitment(s, CP))
    assert s.commitment[CP] == 1
    assert len(s.pile("cp_deck")) == 34
    assert s.pile("cp_discard") == ()
    assert "tu" in s.at_war
    assert s.units_at("medina")
    assert s.trenches["giresun"] == (CP, 1)
    s.tracks["cp_ws"] = 11
    ask(commitment(s, CP))
    assert s.commitment[CP] == 2
    assert len(s.pile("cp_deck")) == 55


@pytest.mark.rule("5.1.3")
def test_optional_vp_for_the_first_commitment() -> None:
    for option, allies, vp in ((True, 0, 11), (False, 0, 10), (True, 4, 10)):
        s = blank(5)
        s.options["first_commitment"] = option
        s.tracks |= {"cp_ws": 4, "ap_ws": allies}
        ask(commitment(s, CP))
        assert s.tracks["vp"] == vp


@pytest.mark.rule("5.2.1", "5.2.2", "16.2.1", "5.5.1", "5.6.2.1")
def test_automatic_victory_and_armistice() -> None:
    for vp, combined, winners in ((20, 0, (CP,)), (0, 0, (AP,)), (19, 39, None), (14, 40, (CP,))):
        s = blank(9)
        s.tracks |= {"vp": vp, "combined": combined}
        s.options |= {"tournament": True, "bid": 3 if combined < 40 else 0}
        ask(automatic(s))
        assert (s.result.winners if s.result else None) == winners


LEVELS = [
    ("introductory", 14, (CP,)), ("introductory", 13, ()), ("introductory", 10, (AP,)), ("limited_war", 17, (CP,)),
    ("limited_war", 16, ()), ("limited_war", 12, (AP,)), ("campaign", 13, (CP,)), ("campaign", 12, ()),
    ("campaign", 9, (AP,)), ("treaty", 11, (CP,)), ("treaty", 10, ()), ("treaty", 9, (AP,)),
]  # fmt: skip


@pytest.mark.rule("5.1.1", "5.3.4", "5.4.2", "5.5.2.1", "5.5.2.2")
@pytest.mark.parametrize(("scenario", "vp", "winners"), LEVELS)
def test_victory_levels(scenario: str, vp: int, winners: tuple[str, ...]) -> None:
    s = blank(9)
    s.scenario = "campaign" if scenario == "treaty" else scenario
    if scenario == "treaty":
        s.played["cp_45"] = 9
    s.tracks["vp"] = vp
    judge(s, "end")
    assert s.result is not None
    assert s.result.winners == winners


@pytest.mark.rule("5.6.2", "5.6.3", "5.6.4")
def test_tournament_results() -> None:
    s = blank(9)
    s.options |= {"tournament": True, "bid": 2}
    s.tracks["vp"] = 11
    judge(s, "end")
    assert s.result is not None
    assert s.result.winners == (CP,)
    s.tracks["vp"] = 9
    judge(s, "end")
    assert s.result.winners == (AP,)
    ask(offer_peace(s, CP), "yes")
    assert s.result.rule == "5.6.4"


@pytest.mark.rule("5.6.2")
def test_tournament_options_fit_together() -> None:
    with pytest.raises(WargameError, match="not this one"):
        fresh("introductory", tournament=True)
    with pytest.raises(WargameError, match="for tournament games"):
        fresh("campaign", bid=2)
    assert fresh("limited_war", tournament=True, bid=2).decision is not None


@pytest.mark.rule("5.6.2.1")
def test_a_bid_does_not_count_for_automatic_victory() -> None:
    s = blank(9)
    s.options |= {"tournament": True, "bid": 2}
    s.tracks["vp"] = 19
    ask(automatic(s))
    assert s.result is None


@pytest.mark.rule("5.3.1", "5.4.1", "5.5.1")
def test_scenarios_end_with_their_last_turn_or_total_war() -> None:
    for scenario, last in (("introductory", 3), ("limited_war", 10), ("campaign", 20)):
        s = blank(last - 1)
        s.scenario = scenario
        ask(end_of_turn(s))
        assert s.result is None
        ask(end_of_turn(s))
        assert s.result is not None
    s = blank(5)
    s.scenario = "limited_war"
    s.commitment[AP], s.tracks["ap_ws"] = 1, 11
    ask(commitment(s, AP))
    ask(total_war(s))
    assert s.result is not None
    assert s.result.rule == "5.4.2"


@pytest.mark.rule("16.5.1.1", "16.5.1.2", "5.3.3", "16.5.3")
def test_who_may_offer_peace() -> None:
    s = blank(5)
    assert rule_of(why_not_offer_peace(s, CP)) == "16.5.1.1"
    assert rule_of(why_not_offer_peace(s, AP)) == "16.5.1.2"
    s.tracks["vp"] = 11
    assert why_not_offer_peace(s, CP) is None
    s.tracks["vp"] = 9
    assert why_not_offer_peace(s, AP) is None
    s.scenario = "introductory"
    assert rule_of(why_not_offer_peace(s, AP)) == "5.3.3"


@pytest.mark.rule("16.5.2", "5.1.1")
def test_peace_is_a_draw_or_a_roll() -> None:
    s = blank(5)
    ask(offer_peace(s, CP), "yes")
    assert s.result is not None
    assert s.result.winners == ()
    for combined, die, vp in ((0, 3, 11), (20, 3, 10), (0, 6, 9)):
        s = blank(5)
        s.tracks["combined"] = combined
        ask(offer_peace(s, CP), "no", f"roll {die}")
        assert s.tracks["vp"] == vp


@pytest.mark.rule("8.1.1", "8.1.2", "8.1.5", "9.2.9")
def test_six_rounds_with_the_cp_first() -> None:
    game = started()
    seen = []
    for _ in range(12):
        assert game.decision is not None
        seen.append(game.decision.side)
        game.apply("automatic")
        game.apply("done")
    assert seen == [CP, AP] * 6
    assert game.state.turn == 1 or game.decision is not None
    assert game.state.round == 6  # type: ignore[attr-defined]


def test_hands_and_piles_are_hidden_in_views_and_redrawn() -> None:
    game = started()
    mine, theirs = game.view(CP)["state"], game.view(AP)["state"]
    assert mine["cp_cards"]["hand"]
    assert theirs["cp_cards"]["hand"] == []
    assert "cp_deck" not in str(sorted(theirs["cp_cards"]))
    before = game.state.pile("ap_hand")
    other = game.fork(CP, seed=5)
    assert other.state.pile("cp_hand") == game.state.pile("cp_hand")
    assert len(other.state.pile("ap_hand")) == len(before)
    assert game.state.pile("ap_hand") == before


def test_adjust_leaves_points_alone_without_cards() -> None:
    s: State = blank(5)
    s.tracks["rp_br"] = 4
    ask(adjust(s))
    assert s.tracks["rp_br"] == 4


@pytest.mark.rule("16.1.3", "16.1.4", "9.5.4.5")
def test_face_up_combat_cards_join_the_new_draw_pile() -> None:
    s = blank(5)
    s.tracks["cp_ws"] = 4
    s.piles["cp_deck"] = tuple(c for c in s.piles["cp_deck"] if c != "cp_03")
    s.piles["cp_table"] = ("cp_03",)
    ask(commitment(s, CP))
    assert s.pile("cp_table") == ()
    assert "cp_03" in s.pile("cp_deck")
    assert len(s.pile("cp_deck")) == 34


@pytest.mark.rule("9.5.4.4", "8.1.1")
def test_combat_cards_may_be_used_again_from_the_next_round_on() -> None:
    s = blank()
    s.used = frozenset(("cp_03",))
    hold(s, AP, "ap_28")
    ask(take_action(s, AP), "automatic")
    assert s.used == {"cp_03"}  # the other side's action is of the same round
    s.expire((ROUND,))
    assert s.used == frozenset()


@pytest.mark.rule("4.3.1")
@pytest.mark.parametrize(("answer", "drawn"), [("choose cp_01", 6), ("choose none", 7)])
def test_guns_of_august_is_taken_first_or_stays_in_the_pile(answer: str, drawn: int) -> None:
    game = fresh()
    game.apply(answer)
    question: Any = game.decision
    assert question.count == drawn
    assert ("cp_01" in question.items) == (drawn == 7)
    assert ("cp_01" in game.state.pile("cp_hand")) == (drawn == 6)
