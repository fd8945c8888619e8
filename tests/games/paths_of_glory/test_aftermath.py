"""What follows a combat: retreats, holding, advances, sieges begun by advance (12.5, 12.6)."""

from __future__ import annotations

from typing import Any

import pytest

from wargame.core.engine.errors import IllegalAction
from wargame.games.paths_of_glory.advance import advance, advance_paths
from wargame.games.paths_of_glory.combat import Battle
from wargame.games.paths_of_glory.model import AP, CP, State
from wargame.games.paths_of_glory.retreat import retreat, retreats, run
from wargame.games.paths_of_glory.supply import besieged

from .support import TITLE, ask, blank, put, texts


def battle(s: State, space: str, attackers: list[str], defenders: list[str]) -> Battle:
    side = s.side_of((attackers or defenders)[0])
    return Battle(space, attackers, defenders, [], side, sorted({s.units[u].at for u in attackers}), {AP: [], CP: []})


def ends(ways: Any) -> set[str]:
    return {w[-1] for w in ways}


@pytest.mark.rule("12.5.3")
@pytest.mark.parametrize(("space", "unit", "reserve", "offered"), [
    ("sedan", "fr_1", "", True), ("sedan", "(fr_1)", "", False), ("sedan", "(fr_1)", "fr_corps.1", True),
    ("sedan", "fr_corps.2", "", True), ("sedan", "(fr_corps.2)", "", False), ("cambrai", "fr_1", "", False),
])  # fmt: skip
def test_holding_needs_rough_ground_and_a_step_that_stays(space: str, unit: str, reserve: str, offered: bool) -> None:
    s = blank()
    put(s, "koblenz", "ge_1")
    put(s, space, unit)
    if reserve:
        put(s, "ap_reserve", reserve)
    question, _ = ask(retreat(s, battle(s, space, ["ge_1"], [unit.strip("()")]), True, 2))
    assert any(a.startswith("hold") for a in texts(question)) == offered


@pytest.mark.rule("12.5.3", "11.2.7")
@pytest.mark.parametrize("terrain", ["forest", "desert", "mountain", "swamp", "clear", "trench"])
def test_where_a_retreat_can_be_cancelled(terrain: str) -> None:
    s = blank(5, ("tu",))
    kind = "clear" if terrain == "trench" else terrain
    unit = "fr_1" if kind != "desert" else "br_corps.1"
    places = (x for x in s.data.spaces.values() if x.terrain == kind and x.control == AP and not x.fort)
    space = next(x.id for x in places if x.near_east == (kind == "desert") and x.nation in s.at_war)
    put(s, space, unit)
    if terrain == "trench":
        s.trenches[space] = (AP, 1)
    question, _ = ask(retreat(s, Battle(space, [], [unit], [], CP, [], {AP: [], CP: []}), True, 1))
    held = question is not None and any(a.startswith("hold") for a in texts(question))
    assert held == (terrain != "clear")


@pytest.mark.rule("12.5.2")
@pytest.mark.parametrize(("margin", "length"), [(1, 1), (2, 2), (5, 2)])
def test_a_difference_of_one_is_one_space(margin: int, length: int) -> None:
    s = blank()
    put(s, "sedan", "ge_1")
    put(s, "cambrai", "fr_1")
    question, _ = ask(retreat(s, battle(s, "cambrai", ["ge_1"], ["fr_1"]), True, margin))
    assert {len(a.path) for a in question.actions} == {length}


@pytest.mark.rule("12.1.8", "11.3.2", "12.5.5")
def test_a_retreat_over_the_caucasus_counts_and_is_counted() -> None:
    for limit, fall, open_way in (("", "", True), ("ru_caucasus", "", False), ("", "cp_52", True)):
        s = blank(5, ("tu",))
        put(s, "poti", "ru_corps.1")
        if limit:
            s.limit(limit)
        if fall:
            s.played[fall] = 4
        assert ("caucasus" in ends(retreats(s, "ru_corps.1", "poti", 1))) == open_way
    s = blank(5, ("tu",))
    put(s, "poti", "ru_corps.1")
    run(s, "ru_corps.1", ("batum",))
    assert "ru_caucasus" not in s.limits
    run(s, "ru_corps.1", ("poti", "caucasus"))
    assert "ru_caucasus" in s.limits


@pytest.mark.rule("11.3.1", "9.5.2.4", "12.5.5")
def test_retreats_keep_the_limits_of_nations_and_maps() -> None:
    s = blank(8, ("tu", "bu"))
    put(s, "adrianople", "ge_1", "ge_corps.1")
    assert "constantinople" not in ends(retreats(s, "ge_1", "adrianople", 1))
    assert "constantinople" in ends(retreats(s, "ge_corps.1", "adrianople", 1))
    s = blank(8)
    s.greek_limited = True
    put(s, "florina", "gr_corps.1")
    put(s, "monastir", "sb_1")
    assert "florina" not in ends(retreats(s, "sb_1", "monastir", 1))


@pytest.mark.rule("12.5.5", "15.1.9")
def test_retreats_avoid_enemy_forts_and_prefer_friendly_ends() -> None:
    s = blank()
    put(s, "aachen", "fr_1")
    s.control["brussels"] = CP
    s.changed()
    ways = retreats(s, "fr_1", "aachen", 1)
    assert ends(ways) == {"liege"}  # the friendly fort; Koblenz and Essen are enemy
    s.control["liege"] = CP
    s.changed()
    assert "liege" not in ends(retreats(s, "fr_1", "aachen", 1))
    run(s, "fr_1", ("koblenz",))
    assert s.control["koblenz"] == AP


@pytest.mark.rule("12.5.5", "15.2.2")
def test_an_enemy_fort_that_friends_besiege_is_a_friendly_space_for_a_retreat() -> None:
    for besieger, found in (("ge_2", {"liege", "koblenz", "essen"}), ("ge_corps.2", {"koblenz", "essen"})):
        s = blank()
        put(s, "aachen", "ge_1")
        put(s, "liege", besieger)  # a corps is too few
        assert ends(retreats(s, "ge_1", "aachen", 1)) == found
        run(s, "ge_1", ("liege",))
        assert s.control["liege"] == AP


@pytest.mark.rule("12.5.5", "5.1.2")
def test_only_the_last_space_of_a_retreat_changes_hands() -> None:
    s = blank()
    put(s, "brussels", "fr_1")
    s.control["cambrai"] = s.control["amiens"] = CP
    run(s, "fr_1", ("cambrai", "amiens"))
    assert (s.control["cambrai"], s.control["amiens"]) == (CP, AP)


@pytest.mark.rule("12.5.5", "11.1.14")
def test_the_ana_holds_a_space_it_retreats_to_only_while_there() -> None:
    s = blank(15, ("tu",))
    put(s, "arabia", "ana_corps.1")
    run(s, "ana_corps.1", ("medina",))
    assert s.control["medina"] == AP
    run(s, "ana_corps.1", ("arabia",))
    assert s.control["medina"] == CP
    put(s, "medina", "br_corps.1")
    run(s, "br_corps.1", ("aqaba",))
    assert s.control["medina"] == AP


@pytest.mark.rule("12.5.8")
def test_a_space_left_by_retreat_stays_with_its_side() -> None:
    s = blank()
    put(s, "cambrai", "fr_1")
    run(s, "fr_1", ("amiens",))
    assert s.control["cambrai"] == AP


@pytest.mark.rule("12.6.1", "12.1.7", "10.1.1")
def test_full_attackers_advance_up_to_three() -> None:
    s = blank()
    put(s, "brussels", "ge_1", "ge_2", "(ge_3)")
    put(s, "sedan", "ge_4", "ge_5", "ge_6")
    attackers = ["ge_1", "ge_2", "ge_3", "ge_4", "ge_5"]
    b = battle(s, "cambrai", attackers, [])
    question, _ = ask(advance(s, b, []))
    assert texts(question) == [f"advance ge_{n} cambrai" for n in (1, 2, 4, 5)] + ["done"]
    go = [f"advance ge_{n} cambrai" for n in (1, 2, 4)]
    question, _ = ask(advance(s, b, []), *go)
    assert question is None  # three stand there now
    assert s.control["cambrai"] == CP


@pytest.mark.rule("12.6.3", "12.6.2")
def test_the_second_space_needs_a_retreat_of_two_by_all_and_room() -> None:
    s = blank()
    put(s, "brussels", "ge_1")
    b = battle(s, "cambrai", ["ge_1"], [])
    far = ("cambrai", "chateau_thierry")
    assert far in advance_paths(s, b, "ge_1", [("chateau_thierry", "melun")])
    assert far not in advance_paths(s, b, "ge_1", [("chateau_thierry",)])
    assert far not in advance_paths(s, b, "ge_1", [("chateau_thierry", "melun"), ("amiens",)])
    assert advance_paths(s, b, "ge_1", []) == [("cambrai",)]
    put(s, "chateau_thierry", "ge_2", "ge_3", "ge_4")
    assert far not in advance_paths(s, b, "ge_1", [("chateau_thierry", "melun")])


@pytest.mark.rule("13.1.10", "12.6.1")
def test_montenegrins_attack_but_never_advance_out_of_their_land() -> None:
    s = blank()
    put(s, "cetinje", "mn_corps.1")
    assert advance_paths(s, battle(s, "mostar", ["mn_corps.1"], []), "mn_corps.1", []) == []


@pytest.mark.rule("12.6.6")
def test_war_status_four_opens_the_channel_to_advances() -> None:
    s = blank()
    put(s, "brussels", "ge_1")
    b = battle(s, "cambrai", ["ge_1"], [])
    for status, open_way in ((3, False), (4, True)):
        s.tracks["cp_ws"] = status
        assert (("cambrai", "amiens") in advance_paths(s, b, "ge_1", [("amiens", "paris")])) == open_way
    s = blank()
    put(s, "cambrai", "br_1")
    s.control["brussels"] = CP
    b = battle(s, "brussels", ["br_1"], [])
    assert ("brussels", "ostend") in advance_paths(s, b, "br_1", [("ostend", "calais")])  # the Allies always may


@pytest.mark.rule("12.6.5", "15.2.1")
def test_corps_advance_on_a_fort_only_if_together_they_besiege_it() -> None:
    s = blank()
    put(s, "mulhouse", "ge_corps.1", "(ge_corps.2)")
    b = battle(s, "belfort", ["ge_corps.1", "ge_corps.2"], [])
    assert advance_paths(s, b, "ge_corps.1", []) == []
    s.restore("ge_corps.2")
    question, _ = ask(advance(s, b, []), "advance ge_corps.1 belfort")
    assert texts(question) == ["advance ge_corps.2 belfort"]  # no 'done': the siege begun is completed
    ask(advance(s, b, []), "advance ge_corps.2 belfort")
    assert besieged(s, "belfort")
    assert s.control["belfort"] == AP


@pytest.mark.rule("15.1.11", "12.6.5")
def test_on_turn_1_others_may_besiege_german_forts() -> None:
    s = blank(1)
    put(s, "nancy", "fr_1")
    assert advance_paths(s, battle(s, "metz", ["fr_1"], []), "fr_1", []) == [("metz",)]


@pytest.mark.rule("15.2.3", "15.2.4")
def test_besiegers_that_are_needed_do_not_advance() -> None:
    s = blank()
    put(s, "liege", "ge_1", "ge_corps.1")
    question, _ = ask(advance(s, battle(s, "brussels", ["ge_1", "ge_corps.1"], []), []))
    assert texts(question) == ["advance ge_corps.1 brussels", "done"]


@pytest.mark.rule("12.6.4", "12.6.9", "11.2.5")
def test_advancing_takes_the_space_and_its_trench() -> None:
    s = blank()
    put(s, "brussels", "ge_1")
    s.trenches["cambrai"] = (AP, 1)
    vp = s.tracks["vp"]
    ask(advance(s, battle(s, "cambrai", ["ge_1"], []), []), "advance ge_1 cambrai")
    assert (s.control["cambrai"], s.tracks["vp"]) == (CP, vp + 1)
    assert "cambrai" not in s.trenches


@pytest.mark.rule("12.5.5", "11.1.14")
def test_other_units_keep_the_enemy_space_they_retreat_to() -> None:
    s = blank(12, ("tu",))
    put(s, "qurna", "br_corps.1")
    s.control["an_nasiriya"] = CP
    run(s, "br_corps.1", ("an_nasiriya",))
    assert s.control["an_nasiriya"] == AP
    assert not s.limits


@pytest.mark.rule("12.6.5", "12.6.3")
def test_corps_besiege_a_fort_together_in_the_second_space() -> None:
    first = "advance ge_corps.1 bar_le_duc-nancy"
    for corps, offered in ((("ge_corps.1", "ge_corps.2"), True), (("ge_corps.1",), False)):
        s = blank()
        put(s, "chateau_thierry", *corps)
        procedure = advance(s, battle(s, "bar_le_duc", list(corps), []), [("nancy", "belfort")])
        question, _ = ask(procedure)
        assert (first in texts(question)) == offered
        if offered:
            question = procedure.send(next(a for a in question.actions if str(a) == first))
            assert texts(question) == ["advance ge_corps.2 bar_le_duc-nancy"]  # the siege must be made up


def rule_of(question: Any, answer: str) -> str:
    with pytest.raises(IllegalAction) as error:
        question.check(TITLE.notation.parse(answer))
    return error.value.rule


@pytest.mark.rule("12.5.1", "12.5.2", "12.5.5", "11.1.3", "10.1.1")
def test_a_retreat_is_refused_by_the_rule_it_breaks() -> None:
    s = blank()
    put(s, "sedan", "ge_1")
    put(s, "cambrai", "fr_1")
    put(s, "paris", "fr_2", "fr_3", "fr_4")
    question, _ = ask(retreat(s, battle(s, "cambrai", ["ge_1"], ["fr_1"]), True, 2))
    for answer, rule in (
        ("fr_2 amiens-calais", "12.5.1"), ("nobody amiens-calais", "12.5.1"), ("fr_1 amiens", "12.5.2"),
        ("fr_1 paris-amiens", "11.1.3"), ("fr_1 sedan-verdun", "12.5.5"), ("fr_1 amiens-paris", "10.1.1"),
        ("fr_1 amiens-ap_reserve", "11.1.3"),
    ):  # fmt: skip
        assert rule_of(question, f"retreat {answer}") == rule, answer


@pytest.mark.rule("12.6.1", "12.6.2", "12.6.3", "12.6.5", "12.1.7")
def test_an_advance_is_refused_by_the_rule_it_breaks() -> None:
    s = blank()
    put(s, "brussels", "ge_1", "(ge_2)", "ge_3")
    question, _ = ask(advance(s, battle(s, "cambrai", ["ge_1", "ge_2"], []), []))
    for answer, rule in (
        ("ge_2 cambrai", "12.6.1"), ("ge_3 cambrai", "12.1.7"), ("ge_1 sedan", "12.6.2"),
        ("ge_1 cambrai-amiens", "12.6.3"), ("ge_1 cp_reserve", "12.6.2"),
    ):  # fmt: skip
        assert rule_of(question, f"advance {answer}") == rule, answer
    s = blank()
    put(s, "mulhouse", "ge_corps.1", "ge_corps.2")
    procedure = advance(s, battle(s, "belfort", ["ge_corps.1", "ge_corps.2"], []), [])
    question, _ = ask(procedure, "advance ge_corps.1 belfort")
    assert rule_of(question, "done") == "12.6.5"
