"""Who attacks what with whom: designation, its confirmation, activations that lead to no combat (9.2, 12.1, 15)."""

from __future__ import annotations

from typing import Any

import pytest

from wargame.core.engine.actions import DONE
from wargame.core.engine.errors import IllegalAction
from wargame.games.paths_of_glory.actions import Activate
from wargame.games.paths_of_glory.activation import activate, why_not_activate
from wargame.games.paths_of_glory.attackers import why_not_attack, why_not_attack_from, why_not_target
from wargame.games.paths_of_glory.designation import one_attack
from wargame.games.paths_of_glory.model import AP, CP, DEAD, State
from wargame.games.paths_of_glory.movement import why_not_enter, why_not_move

from .support import ask, blank, put, texts


def rule_of(found: Any) -> str:
    assert found is not None
    return str(found[0])


def refused(procedure: Any, *answers: str) -> tuple[str, str]:
    with pytest.raises(IllegalAction) as error:
        ask(procedure, *answers)
    return error.value.rule, error.value.message


def marked(**spaces: str) -> State:
    """Units may be put beside spaces that are activated already."""
    s = blank(5)
    s.activated = dict(spaces)
    s.ops = 5
    return s


@pytest.mark.rule("12.2.2")
def test_an_attack_is_confirmed_even_if_no_further_unit_fits() -> None:
    s = marked(amiens="attack")
    put(s, "amiens", "fr_1")
    put(s, "cambrai", "ge_1")
    question, _ = ask(one_attack(s, AP), "attack cambrai", "with fr_1")
    assert texts(question) == ["fight", "call off"]
    assert "FR1" in question.prompt
    assert not s.fought
    question, _ = ask(one_attack(s, AP), "attack cambrai", "with fr_1", "fight")
    assert question.prompt.startswith("Roll")
    assert s.fought == {"fr_1"}


@pytest.mark.rule("12.1.1", "12.2.2")
def test_an_attack_that_is_called_off_costs_nothing_and_comes_back_after_another() -> None:
    s = marked(amiens="attack")
    put(s, "amiens", "fr_1", "fr_2")
    put(s, "cambrai", "(ge_corps.1)")
    put(s, "calais", "(ge_corps.2)")
    assert ask(one_attack(s, AP), "attack cambrai", "with fr_1", "call off") == (None, None)
    assert not s.fought
    question, _ = ask(one_attack(s, AP))
    assert texts(question) == ["attack calais", "done"]
    assert "called off" in refused(one_attack(s, AP), "attack cambrai")[1]
    ask(one_attack(s, AP), "attack calais", "with fr_1", "fight", "roll 1", "roll 1", "done")
    question, _ = ask(one_attack(s, AP))
    assert texts(question) == ["attack cambrai", "done"]


@pytest.mark.rule("12.1.9", "15.1.3", "12.1.5", "12.1.1")
def test_a_wrong_further_attacker_is_refused_by_its_own_rule() -> None:
    s = marked(sedan="attack", brussels="attack", liege="attack")
    put(s, "sedan", "ge_1", "ge_corps.1")
    put(s, "brussels", "ah_1")
    put(s, "cambrai", "fr_1")
    start = ("attack cambrai", "with ge_1")
    assert refused(one_attack(s, CP), *start, "with ah_1")[0] == "12.1.9"
    assert refused(one_attack(s, CP), *start, "with ge_1") == ("12.1.5", "GE1 is in this attack already.")
    assert refused(one_attack(s, CP), *start, "with fr_1")[0] == "12.1.1"
    s = marked(verdun="attack", bar_le_duc="attack")
    put(s, "verdun", "ge_1", "ge_2")
    put(s, "bar_le_duc", "ge_3")
    assert refused(one_attack(s, CP), "attack verdun", "with ge_1", "with ge_3")[0] == "15.1.3"


@pytest.mark.rule("12.1.1", "12.5.6", "15.1.2")
def test_a_fort_into_which_units_retreated_is_still_a_target() -> None:
    s = marked(sedan="attack")
    put(s, "sedan", "ge_1")
    put(s, "verdun", "fr_1")
    s.retreated = frozenset(("fr_1",))
    assert why_not_target(s, CP, "verdun") is None
    question, _ = ask(one_attack(s, CP), "attack verdun", "with ge_1")
    assert question.shown()["defender"].startswith("strength 3, Corps table")  # the fort alone
    ask(one_attack(s, CP), "attack verdun", "with ge_1", "fight", "roll 1", "roll 1")
    assert s.units["fr_1"].at == DEAD[AP]
    assert "verdun" not in s.destroyed  # two against its three
    put(s, "verdun", "fr_2")
    s.retreated, s.destroyed = frozenset(("fr_2",)), frozenset(("verdun",))
    assert rule_of(why_not_target(s, CP, "verdun")) == "12.1.1"


@pytest.mark.rule("12.1.10", "9.2.4")
def test_a_lone_activation_of_london_is_legal_but_warned_of() -> None:
    s = marked()
    put(s, "london", "br_1")
    put(s, "calais", "ge_1")
    question, _ = ask(activate(s, AP))
    london = Activate("london", "attack")
    assert question.accepts(london)
    assert "12.1.10" in str(question.warning(london))
    put(s, "amiens", "br_2")  # may be activated too
    question, _ = ask(activate(s, AP))
    assert question.warning(london) is None
    ask(activate(s, AP), "activate london attack")
    question, _ = ask(activate(s, AP))
    assert "London" in str(question.warning(DONE))  # if nobody else is
    ask(activate(s, AP), "activate amiens attack")
    question, _ = ask(activate(s, AP))
    assert "London" not in str(question.warning(DONE))


@pytest.mark.rule("15.2.3", "15.1.10")
def test_besiegers_that_may_attack_nothing_are_warned_of() -> None:
    s = marked()
    put(s, "riga", "ge_8")
    put(s, "dvinsk", "ru_1")
    s.control["szawli"] = s.control["libau"] = CP
    s.changed()
    for played, warned in (("", True), ("cp_11", False)):
        if played:
            s.played[played] = 2
        question, _ = ask(activate(s, CP))
        told = question.warning(Activate("riga", "attack"))
        assert ("15.2.3" in str(told)) == warned


@pytest.mark.rule("9.2.1")
def test_points_left_over_are_warned_of() -> None:
    s = marked()
    put(s, "amiens", "fr_1")
    question, _ = ask(activate(s, AP))
    assert "5 OPS" in str(question.warning(DONE))
    assert question.warning(Activate("amiens", "move")) is None
    s.activated["amiens"] = "move"
    question, _ = ask(activate(s, AP))
    assert question.warning(DONE) is None  # nothing to spend them on


@pytest.mark.rule("15.1.10", "15.1.11", "CP-45", "12.1.1", "9.2.6")
def test_an_activation_to_attack_is_refused_by_the_ban_that_forbids_it() -> None:
    s = marked()
    put(s, "insterberg", "ge_8")
    put(s, "kovno", "ru_1")
    assert rule_of(why_not_activate(s, CP, "insterberg", "attack")) == "15.1.10"
    s = marked()
    s.turn = 1
    put(s, "insterberg", "ru_1")
    s.control["szawli"] = AP
    put(s, "konigsberg", "ge_8")
    s.changed()
    assert rule_of(why_not_activate(s, AP, "insterberg", "attack")) == "15.1.11"
    s = marked()
    s.played["cp_45"] = 4
    put(s, "lodz", "ru_1")
    put(s, "breslau", "ge_1")
    assert rule_of(why_not_attack_from(s, "lodz")) == "CP-45"
    s = blank(6, ("tu",))
    s.ops = 3
    put(s, "cairo", "br_corps.1")
    put(s, "sinai", "tu_corps.1")
    bad = why_not_activate(s, AP, "cairo", "attack")
    assert rule_of(bad) == "12.1.1"
    assert "summer" in str(bad)
    assert rule_of(why_not_activate(s, AP, "ap_reserve", "move")) == "9.2.6"
    assert rule_of(why_not_activate(s, AP, "cairo", "tea")) == "9.2.5"


@pytest.mark.rule("9.5.2.4", "11.3.2", "11.1.12")
def test_a_step_is_refused_by_the_rule_that_closes_the_space() -> None:
    s = blank(5, ("bu",))
    s.greek_limited = True
    put(s, "salonika", "gr_corps.1")
    put(s, "strumitsa", "bu_corps.1")
    assert rule_of(why_not_enter(s, CP, ("bu_corps.1",), "strumitsa", "salonika")) == "9.5.2.4"
    s = blank(5, ("tu",))
    put(s, "caucasus", "ru_1", "ru_corps.1")
    assert rule_of(why_not_enter(s, AP, ("ru_1",), "caucasus", "grozny")) == "11.3.2"
    assert why_not_enter(s, AP, ("ru_corps.1",), "caucasus", "grozny") is None
    s = blank(1)
    put(s, "basra", "br_corps.1")
    s.activated["basra"] = "move"
    assert rule_of(why_not_enter(s, AP, ("br_corps.1",), "basra", "ahwaz")) == "11.1.12"
    found = why_not_move(s, AP, ("br_corps.1",))
    assert rule_of(found) in ("11.1.11", "11.1.12")  # whichever space beside Basra is named


@pytest.mark.rule("12.1.1")
def test_units_in_boxes_attack_nothing() -> None:
    s = blank()
    put(s, "cp_reserve", "ge_corps.1")
    put(s, "cambrai", "fr_1")
    assert rule_of(why_not_attack(s, "ge_corps.1", "cambrai")) == "12.1.1"
    assert rule_of(why_not_attack(s, "nobody", "cambrai")) == "12.1.1"
    assert rule_of(why_not_target(s, CP, "ap_reserve")) == "12.1.3"
