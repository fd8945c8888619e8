"""What the terminal and bots are shown: the map, lookups, combats, and what stays hidden."""

from __future__ import annotations

from typing import Any

import pytest

from wargame.games.paths_of_glory.battle_cards import lay
from wargame.games.paths_of_glory.combat import Battle, fight
from wargame.games.paths_of_glory.lookups import card, hand, reserve, status, supply
from wargame.games.paths_of_glory.model import AP, CP
from wargame.games.paths_of_glory.picture import picture
from wargame.games.paths_of_glory.view import evaluate

from .support import ask, blank, hold, put, started


def rows(panel: Any) -> dict[str, str]:
    return {row[0]: row[1] for row in panel.rows}


def test_the_map_has_both_maps_with_stacks_trenches_and_forts() -> None:
    s = started().state
    shown = picture(s)  # type: ignore[arg-type]
    cells = {c.id: c for c in shown.cells}
    assert [p.text for p in cells["koblenz"].pieces] == ["GE2", "GE3"]
    assert [p.text for p in cells["bremen"].pieces] == ["(GEc9)"]
    assert cells["metz"].side == CP
    assert set(cells["metz"].marks) == {"I", "f3", "*"}
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
    assert rows(reserve(s, CP, ()))["CP reserve"] == "5 AHc, 8 GEc"  # type: ignore[arg-type]


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
    before = evaluate(s, CP)
    assert evaluate(s, AP) == -before
    put(s, "berlin", "ge_1")
    assert evaluate(s, CP) > before
    s.tracks["vp"] += 1
    assert evaluate(s, CP) > before + 10
