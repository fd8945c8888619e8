"""Events and phases of the turn in detail (7, 9.5, 16)."""

from __future__ import annotations

from typing import Any

import pytest

from wargame.games.paths_of_glory.cards import why_not_play_event
from wargame.games.paths_of_glory.events import play_event
from wargame.games.paths_of_glory.model import AP, CP
from wargame.games.paths_of_glory.offensives import mandated_offensives
from wargame.games.paths_of_glory.sequence import commitment, take_action, total_war
from wargame.games.paths_of_glory.victory import war_status

from .support import ask, blank, hold, put, texts


def rule_of(found: Any) -> str:
    assert found is not None
    return str(found[0])


@pytest.mark.rule("7.1.10", "7.1.11", "7.1.1")
@pytest.mark.parametrize(("played", "dice", "want"), [
    ((), (4, 6), ("ge", "ru")), (("cp_53",), (4, 6), ("ge", "none")), (("cp_54",), (4, 6), ("none", "ru")),
    (("cp_53",), (1, 1), ("ah", "fr")), (("cp_54",), (1, 3), ("ah", "br")), ((), (5, 4), ("none", "none")),
])  # fmt: skip
def test_only_the_named_offensives_are_ignored(played: Any, dice: Any, want: Any) -> None:
    s = blank(12)
    s.played |= dict.fromkeys(played, 10)
    ask(mandated_offensives(s), f"roll {dice[0]}", f"roll {dice[1]}")
    assert (s.offensive[CP], s.offensive[AP]) == want


@pytest.mark.rule("4.2.2", "9.5.2.1", "CP-34", "AP-16")
@pytest.mark.parametrize(("card", "nation", "capital"), [("cp_34", "bu", "sofia"), ("ap_16", "ro", "bucharest")])
def test_corps_set_up_one_to_a_space_of_their_nation(card: str, nation: str, capital: str) -> None:
    s = blank(6)
    hold(s, card[:2], card)
    procedure = play_event(s, card[:2], card)
    question = next(procedure)
    land = {x.id for x in s.data.spaces.values() if x.nation == nation}
    for _ in range(4):
        assert {a.space for a in question.actions} == {x for x in land if not s.units_at(x)}
        try:
            question = procedure.send(question.actions[0])
        except StopIteration:
            break
    assert sorted(len(s.units_at(x)) for x in land if s.units_at(x)) == [1, 1, 1, 1, 2]
    assert len(s.units_at(capital)) == 2


@pytest.mark.rule("CP-5")
def test_landwehr_spends_two_points_on_reduced_units_that_could_take_them() -> None:
    s = blank(2)
    hold(s, CP, "cp_05")
    put(s, "essen", "(ge_1)", "(ge_corps.1)", "ge_2")
    put(s, "cp_reserve", "(ge_corps.2)")
    put(s, "paris", "(ge_3)")  # out of supply
    put(s, "verdun", "(fr_1)")
    question, _ = ask(play_event(s, CP, "cp_05"))
    assert texts(question) == ["restore ge_1", "restore ge_corps.1", "restore ge_corps.2", "done"]
    hold(s, CP, "cp_05")
    question, _ = ask(play_event(s, CP, "cp_05"), "restore ge_1", "restore ge_corps.1", "restore ge_corps.2")
    assert question is None  # one point and two halves
    assert all(s.full(u) for u in ("ge_1", "ge_corps.1", "ge_corps.2"))


@pytest.mark.rule("CP-5")
def test_landwehr_half_a_point_is_too_little_for_an_army() -> None:
    s = blank(2)
    hold(s, CP, "cp_05")
    put(s, "essen", "(ge_1)", "(ge_2)", "(ge_corps.1)")
    question, _ = ask(play_event(s, CP, "cp_05"), "restore ge_1", "restore ge_corps.1")
    assert question is None


@pytest.mark.rule("AP-12", "CP-6")
def test_the_entrench_event_needs_a_supplied_army_without_a_trench() -> None:
    s = blank(3)
    hold(s, CP, "cp_06")
    put(s, "essen", "ge_corps.1")
    put(s, "paris", "ge_2")  # out of supply
    assert rule_of(why_not_play_event(s, CP, "cp_06")) == "CP-6"
    put(s, "metz", "ge_1")
    assert why_not_play_event(s, CP, "cp_06") is None
    s.trenches["metz"] = (CP, 1)
    assert rule_of(why_not_play_event(s, CP, "cp_06")) == "CP-6"


@pytest.mark.rule("16.1.3", "16.1.4", "16.1.2")
@pytest.mark.parametrize(("level", "status", "rises"), [(0, 3, False), (0, 4, True), (1, 10, False), (1, 11, True)])
def test_the_thresholds_of_commitment(level: int, status: int, rises: bool) -> None:
    s = blank(6)
    s.commitment[AP] = level
    s.tracks["ap_ws"] = status
    ask(commitment(s, AP))
    assert s.commitment[AP] == level + rises


@pytest.mark.rule("5.4.1", "16.1.4")
@pytest.mark.parametrize(("scenario", "ends"), [("limited_war", True), ("campaign", False)])
def test_total_war_ends_the_limited_war_scenario_only(scenario: str, ends: bool) -> None:
    s = blank(9)
    s.scenario = scenario
    s.commitment[AP] = 1
    s.tracks["ap_ws"] = 11
    ask(commitment(s, AP))
    ask(total_war(s))
    assert (s.result is not None) == ends


@pytest.mark.rule("16.1.6", "9.5.1.3")
def test_at_total_war_only_the_combined_status_moves() -> None:
    s = blank(14)
    for level, own in ((1, 2), (2, 0)):
        s.commitment[CP] = level
        before = s.tracks["cp_ws"], s.tracks["combined"]
        war_status(s, CP, 2)
        assert (s.tracks["cp_ws"] - before[0], s.tracks["combined"] - before[1]) == (own, 2)


@pytest.mark.rule("8.1.3", "9.2.1", "9.3.2")
@pytest.mark.parametrize(("answer", "ops", "sr"), [
    ("play cp_12 ops", 4, 0), ("play cp_12 sr", 0, 4), ("play cp_12 rp", 0, 0), ("automatic", 1, 0),
])  # fmt: skip
def test_what_an_action_gives(answer: str, ops: int, sr: int) -> None:
    s = blank(3)
    hold(s, CP, "cp_12")
    ask(take_action(s, CP), answer)
    assert (s.ops, s.sr) == (ops, sr)
    assert (s.tracks.get("rp_ge", 0) > 0) == answer.endswith("rp")
    assert (s.pile("cp_discard") == ("cp_12",)) == answer.startswith("play")
