"""What the terminal and bots are shown: the map, lookups, combats, and what stays hidden."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from wargame.core.engine.actions import DONE
from wargame.games.paths_of_glory.actions import Group
from wargame.games.paths_of_glory.battle_cards import lay
from wargame.games.paths_of_glory.combat import Battle, fight
from wargame.games.paths_of_glory.designation import one_attack
from wargame.games.paths_of_glory.entrenchment import entrenching
from wargame.games.paths_of_glory.lookups import card, fire, hand, reserve, status, supply
from wargame.games.paths_of_glory.march import move_group
from wargame.games.paths_of_glory.model import AP, CP
from wargame.games.paths_of_glory.picture import picture
from wargame.games.paths_of_glory.replacements import replace
from wargame.games.paths_of_glory.routes import route
from wargame.games.paths_of_glory.supply import sieges

from .support import ask, blank, hold, put, started, texts


def rows(panel: Any) -> dict[str, str]:
    return {row[0]: row[1] for row in panel.rows}


def test_the_map_has_both_maps_with_stacks_trenches_and_forts() -> None:
    s = started().state
    shown = picture(s)  # type: ignore[arg-type]
    cells = {c.id: c for c in shown.cells}
    assert [p.text for p in cells["koblenz"].pieces] == ["GE2", "GE3"]
    assert [p.text for p in cells["bremen"].pieces] == ["GEc9"]
    assert cells["metz"].side == CP
    assert set(cells["metz"].marks) == {"I", "f3", "*"}
    assert cells["bremen"].pieces[0].steps == (1, 2)
    assert {"paris", "metz"} <= set(shown.regions["West"])
    assert {"baghdad", "constantinople"} <= set(shown.regions["Near East"])
    assert "baghdad" not in shown.regions["Europe"]
    assert len(shown.links) == 476


def test_marks_of_destroyed_forts_beachhead_and_deep_trenches() -> None:
    s = blank(6, ("tu",))
    s.destroyed = frozenset(("liege",))
    s.beachhead = "mef2"
    s.trenches["sedan"] = (AP, 2)
    cells = {c.id: c.marks for c in picture(s).cells}
    assert cells["liege"] == ("x",)
    assert cells["mef2"] == ("B",)
    assert cells["sedan"] == ("II",)


def test_hand_shows_only_the_own_cards() -> None:
    s = blank()
    hold(s, CP, "cp_02", "cp_14")
    hold(s, AP, "ap_14")
    assert [row[0] for row in hand(s, CP, ()).rows] == ["cp_02", "cp_14"]
    assert [row[0] for row in hand(s, AP, ()).rows] == ["ap_14"]


def test_card_by_number_is_the_own_side_and_by_id_any() -> None:
    s = blank()
    assert card(s, CP, ("14",)).heading == "cp_14 Austria-Hungary Reinforcements"
    assert card(s, AP, ("14",)).heading == "ap_14 British Reinforcements"
    assert card(s, CP, ("ap_14",)).heading == "ap_14 British Reinforcements"
    assert "no card 'xx'" in card(s, CP, ("xx",)).rows[0][0]
    assert "no card ''" in card(s, CP, ()).rows[0][0]


def test_supply_names_units_and_spaces_in_danger() -> None:
    s = blank()
    put(s, "cambrai", "ge_1")
    found = supply(s, AP, ())
    assert ("CP", "GE1 is lost", "Cambrai") in found.rows
    assert ("CP", "the space changes hands", "Cambrai") in found.rows
    assert supply(blank(), AP, ()).rows[0] == ("", "nothing is out of supply", "")


def test_status_and_reserve() -> None:
    s = started().state
    assert rows(status(s, CP, ()))["victory points"] == "10"  # type: ignore[arg-type]
    assert rows(reserve(s, CP, ()))["CP reserve"] == "5 AHc 1-1-3, 8 GEc 2-1-4"  # type: ignore[arg-type]


@pytest.mark.rule("12.2.3", "12.2.6")
def test_the_questions_of_a_combat_show_strength_and_column() -> None:
    s = blank(10)
    hold(s, CP, "cp_18")
    put(s, "verdun", "fr_1", "fr_2")
    put(s, "sedan", "ge_1")
    s.trenches["sedan"] = (CP, 1)
    b = Battle("sedan", ["fr_1", "fr_2"], ["ge_1"], [], AP, ["verdun"], {AP: [], CP: []})
    question, _ = ask(fight(s, b))
    told = question.shown()
    assert told["attacker"] == "strength 6, Army table, column from 5"
    assert told["defender"] == "strength 5, Army table, column from 6"
    lay(s, b, CP, "cp_18")
    assert question.shown()["defender_modifiers"] == ["+1 Fortified Machine Guns (CP-18)"]


def test_the_rough_score_wants_vp_and_strength() -> None:
    s = blank()
    before = s.rules.evaluate(s, CP)
    assert s.rules.evaluate(s, AP) == -before
    put(s, "berlin", "ge_1")
    assert s.rules.evaluate(s, CP) > before
    s.tracks["vp"] += 1
    assert s.rules.evaluate(s, CP) > before + 10


def test_pieces_have_factors_steps_and_what_became_of_them() -> None:
    s = blank(6, ("tu",))
    put(s, "sedan", "ge_1", "(ge_corps.2)")
    put(s, "verdun", "ge_2")
    put(s, "lyon", "ge_3")
    put(s, "cp_reserve", "ge_corps.3")
    put(s, "cp_eliminated", "ge_corps.4")
    s.units["ge_corps.4"] = evolve(s.units["ge_corps.4"], steps=0)
    s.activated = {"sedan": "move"}
    s.moved = frozenset(("ge_1",))
    shown = picture(s)

    def piece(unit: str) -> Any:
        found = shown.piece(unit)
        assert found is not None
        return found[0]

    assert (piece("ge_1").text, piece("ge_1").name, piece("ge_1").values) == ("GE1", "GE 1st Army", "5-3-3")
    assert (piece("ge_1").size, piece("ge_1").steps, piece("ge_1").state) == ("XXXX", (2, 2), ("moved",))
    assert (piece("ge_corps.2").text, piece("ge_corps.2").values) == ("GEc2", "1-1-4")
    assert piece("ge_corps.2").state == ("reduced", "activated to move")
    assert piece("ge_2").state == ("besieging",)
    assert piece("ge_3").state == ("out of supply",)
    assert piece("ge_corps.4").state == ("eliminated",)
    assert piece("ge_corps.4").values == "2-1-4"
    assert [c.label for c in shown.boxes] == [
        "AP reserve box", "CP reserve box", "AP box of eliminated units", "CP box of eliminated units"
    ]  # fmt: skip


def test_every_name_is_given_once() -> None:
    d = blank().data
    names = [d.names[u] for u in d.counters]
    assert len(set(names)) == len(names)
    assert not {n.casefold() for n in names} & {x.name.casefold() for x in d.spaces.values()}


def test_events_name_units_spaces_cards_and_tracks_in_words() -> None:
    s = blank(5)
    put(s, "koblenz", "ge_corps.2")
    s.go("ge_corps.2", "aachen", "11.1.13")
    assert s.log[-1].text == "GEc2: Koblenz - Aachen"
    assert s.log[-1].fields == {"unit": "ge_corps.2", "at": "koblenz", "to": "aachen"}  # ids for programs
    s.score("rp_br", 3)
    assert s.log[-1].text == "RP of Great Britain: +1.5, now 1.5"
    s.score("cp_ws", 2)
    assert s.log[-1].text == "CP war status: +2, now 2"
    s.go("ge_corps.2", "cp_reserve", "")
    assert s.log[-1].text == "GEc2: Aachen - CP reserve box"


@pytest.mark.rule("12.2.8", "12.2.6")
def test_the_chances_of_each_loss_number_are_shown_before_the_attack_is_confirmed() -> None:
    s = blank(6)
    put(s, "sedan", "ge_1")
    put(s, "cambrai", "fr_corps.1")
    s.activated["sedan"] = "attack"
    question, _ = ask(one_attack(s, CP), "attack cambrai", "with ge_1")
    told = question.shown()
    assert told["attacker_chances"] == {"2": "1/6", "3": "2/6", "4": "2/6", "5": "1/6"}  # column 5 of the army table
    assert told["defender_chances"] == {"0": "3/6", "1": "3/6"}
    assert told["attacker_units"] == ["GE1 5-3-3"]
    s = blank(5, ("tu",))
    put(s, "sinai", "br_corps.1")
    put(s, "beersheba", "tu_corps.1")
    s.activated["sinai"] = "attack"
    told = ask(one_attack(s, AP), "attack beersheba", "with br_corps.1")[0].shown()
    assert told["attacker_modifiers"] == ["-3 out of Sinai (12.2.6)"]
    assert told["attacker_chances"] == {"0": "4/6", "1": "2/6"}


@pytest.mark.rule("12.2.8", "15.3.2", "11.2.2")
def test_every_die_is_told() -> None:
    s = blank(5)
    put(s, "sedan", "ge_1")
    put(s, "cambrai", "fr_1")
    put(s, "liege", "ge_2")
    s.digging = ("ge_1",)
    ask(entrenching(s, CP), "roll 5")
    ask(sieges(s), "roll 2")
    told = [e.text for e in s.log]
    assert "GE1 rolls 5 and does not entrench in Sedan" in told
    assert "The fort of Liege holds: rolls 2 against its 3" in told
    ask(fight(s, Battle("cambrai", ["ge_1"], ["fr_1"], [], CP, ["sedan"], {AP: [], CP: []})), "roll 4", "roll 1")
    assert "CP fires at Cambrai and rolls 4: loss number 4" in [e.text for e in s.log]


@pytest.mark.rule("11.1.1", "11.1.3")
def test_a_route_is_the_shortest_legal_march() -> None:
    s = blank(5)
    put(s, "koblenz", "ge_1", "ge_corps.1")
    put(s, "sedan", "ge_2")
    s.activated, s.phase = {"koblenz": "move"}, "movement"
    found = route(s, CP, ("ge_1", "ge_corps.1"), "aachen", ())
    assert list(map(str, found or ())) == ["move ge_1+ge_corps.1", "to aachen", "stop"]
    assert list(map(str, route(s, CP, ("ge_1",), "essen", ("aachen",)) or ())) == [
        "move ge_1", "to aachen", "to essen", "stop"
    ]  # fmt: skip
    assert route(s, CP, ("ge_1",), "bordeaux", ()) == ()
    assert route(s, CP, ("ge_2",), "cambrai", ()) == ()  # not activated
    s.phase = "combat"
    assert route(s, CP, ("ge_1",), "aachen", ()) is None
    s.phase = "movement"
    question, value = ask(move_group(s, CP), *map(str, found or ()))
    assert (question, value) == (None, None)
    assert s.units["ge_corps.1"].at == "aachen"


@pytest.mark.rule("11.1.1", "11.1.3")
def test_a_route_leads_a_stack_on_that_is_on_its_way() -> None:
    s = blank(5)
    put(s, "koblenz", "ge_1", "ge_corps.1")
    s.activated, s.phase = {"koblenz": "move"}, "movement"
    ask(move_group(s, CP), "move ge_1+ge_corps.1", "to aachen")
    assert list(map(str, route(s, CP, ("ge_1",), "essen", ()) or ())) == ["to essen", "stop"]
    assert list(map(str, route(s, CP, ("ge_1",), "aachen", ()) or ())) == ["stop"]
    assert route(s, CP, ("ge_1",), "bordeaux", ()) == ()  # too far
    assert route(s, CP, ("ge_2",), "essen", ()) is None  # not in this stack


@pytest.mark.rule("11.1.1")
def test_of_alike_units_any_may_be_named_and_idle_ones_are_warned_of() -> None:
    s = blank(5)
    put(s, "koblenz", "ge_corps.1", "ge_corps.2")
    s.activated = {"koblenz": "move"}
    question, _ = ask(move_group(s, CP))
    assert "move ge_corps.2" not in texts(question)
    assert question.accepts(Group(("ge_corps.2",)))
    assert not question.accepts(Group(("ge_corps.2", "ge_corps.2")))
    assert "GEc1" in str(question.warning(DONE))
    s.moved = frozenset(("ge_corps.1", "ge_corps.2"))
    assert ask(move_group(s, CP)) == (None, DONE)


@pytest.mark.rule("12.1.1")
def test_attacks_not_made_and_points_not_spent_are_warned_of() -> None:
    s = blank(5)
    put(s, "sedan", "ge_1")
    put(s, "cambrai", "fr_1")
    s.activated["sedan"] = "attack"
    question, _ = ask(one_attack(s, CP))
    assert "Cambrai" in str(question.warning(DONE))
    s.tracks["rp_ge"] = 2
    put(s, "berlin", "(ge_3)")
    question, _ = ask(replace(s, CP))
    assert "RP of Germany 1" in str(question.warning(DONE))


def test_supply_of_a_unit_or_a_space_and_the_fire_tables() -> None:
    s = blank(5)
    put(s, "cambrai", "ge_1")
    put(s, "koblenz", "ge_2")
    assert supply(s, CP, ("ge1",)).rows == (
        ("GE1 in Cambrai", "out of supply, lost in the next attrition", "Essen, Breslau"),
    )
    assert supply(s, CP, ("ge_2",)).rows == (("GE2 in Koblenz", "in supply", "Essen, Breslau"),)
    found = {row[0]: row[1] for row in supply(s, CP, ("Bar", "le", "Duc")).rows}
    assert found == {"Bar le Duc, for the CP": "out of supply", "Bar le Duc, for the AP": "in supply"}
    assert "no unit or space 'nowhere'" in supply(s, CP, ("nowhere",)).rows[0][0]
    rows_of = fire(s, CP, ()).rows
    assert ("Army", "5", "2", "3", "3", "4", "4", "5") in rows_of
    assert ("Corps and Fort", "0", "0", "0", "0", "0", "1", "1") in rows_of


@pytest.mark.rule("12.3.2", "12.3.3")
def test_the_chance_of_a_flank_attempt_is_shown_for_each_pinning_space() -> None:
    s = blank(5)
    put(s, "sedan", "ge_1")
    put(s, "brussels", "ge_2")
    put(s, "cambrai", "fr_1")
    put(s, "verdun", "fr_2")  # beside Sedan
    b = Battle("cambrai", ["ge_1", "ge_2"], ["fr_1"], [], CP, ["brussels", "sedan"], {AP: [], CP: []})
    question, _ = ask(fight(s, b))
    assert question.shown()["flank_chances"] == {"Brussels": "3/6", "Sedan": "4/6"}
