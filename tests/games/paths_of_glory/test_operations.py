"""Activation, movement, trenches and control (9.2, 10, 11)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from wargame.core.engine.actions import DONE
from wargame.core.engine.errors import IllegalAction
from wargame.games.paths_of_glory.actions import Activate
from wargame.games.paths_of_glory.activation import activate, cost, near_east_spent, why_not_activate
from wargame.games.paths_of_glory.arrivals import enter
from wargame.games.paths_of_glory.entrenchment import entrenching, why_not_entrench
from wargame.games.paths_of_glory.march import move_group, step
from wargame.games.paths_of_glory.model import AP, CP, State
from wargame.games.paths_of_glory.movement import next_steps, why_not_enter, why_not_leave, why_not_stop
from wargame.games.paths_of_glory.rail import redeploy
from wargame.games.paths_of_glory.replacements import replace
from wargame.games.paths_of_glory.supply import besieged, in_supply
from wargame.plugins import new_game

from .support import ask, blank, put, started, texts


def rule_of(found: Any) -> str:
    assert found is not None
    return str(found[0])


@pytest.mark.rule("9.2.3", "10.1.4", "9.2.4")
@pytest.mark.parametrize(("space", "units", "price"), [
    ("paris", ("fr_1",), 1), ("brussels", ("br_1", "be_1"), 2), ("calais", ("br_1", "be_1"), 1),
    ("antwerp", ("br_1", "be_1"), 1), ("paris", ("br_1", "cnd_corps.1", "aus_corps.1"), 1),
    ("paris", ("fr_1", "us_1"), 1),
    ("brussels", ("fr_1", "us_1"), 2), ("paris", ("fr_1", "br_1", "be_1"), 3), ("berlin", ("ge_1", "ah_1"), 2),
])  # fmt: skip
def test_a_space_costs_its_nationalities(space: str, units: tuple[str, ...], price: int) -> None:
    s = blank(5, ("us",))
    put(s, space, *units)
    assert cost(s, space, "move") == cost(s, space, "attack") == price


@pytest.mark.rule("9.2.7.1")
def test_mef_and_two_corps_through_the_beachhead_cost_five() -> None:
    s = blank(6, ("tu",))
    s.beachhead = "mef1"
    put(s, "mef1", "br_mef", "br_corps.1", "br_corps.2")
    assert cost(s, "mef1", "attack") == 5


@pytest.mark.rule("9.2.1", "9.2.5", "9.2.6", "14.3.1")
def test_refused_activations() -> None:
    s = blank()
    s.ops = 1
    put(s, "paris", "fr_1", "br_1")
    put(s, "verdun", "fr_2")
    put(s, "lodz", "fr_3")
    assert rule_of(why_not_activate(s, AP, "paris", "move")) == "9.2.1"
    assert rule_of(why_not_activate(s, AP, "nancy", "move")) == "9.2.6"
    assert rule_of(why_not_activate(s, AP, "lodz", "move")) == "14.3.1"
    s.activated["verdun"] = "move"
    assert rule_of(why_not_activate(s, AP, "verdun", "attack")) == "9.2.5"


@pytest.mark.rule("9.2.6", "14.3.1")
def test_a_refused_activation_leaves_the_game_as_it_was() -> None:
    game = started()
    game.apply("play cp_02 ops")
    before = game.digest()
    with pytest.raises(IllegalAction) as refused:
        game.apply("activate paris move")
    assert refused.value.rule == "9.2.6"
    assert game.digest() == before


@pytest.mark.rule("9.2.7")
def test_allies_activate_one_near_east_space_for_combat() -> None:
    s = blank(5, ("tu",))
    s.ops = 5
    put(s, "kars", "ru_corps.1")
    put(s, "erivan", "ru_corps.2")
    put(s, "erzerum", "tu_corps.1")
    put(s, "eleskirt", "tu_corps.2")
    ask(activate(s, AP), "activate kars attack")
    assert rule_of(why_not_activate(s, AP, "erivan", "attack")) == "9.2.7"
    assert why_not_activate(s, AP, "erivan", "move") is None
    put(s, "port_said", "br_ne")
    put(s, "sinai", "tu_corps.3")
    assert why_not_activate(s, AP, "port_said", "attack") is None


def moving(s: State, space: str, *units: str) -> State:
    put(s, space, *units)
    s.activated[space] = "move"
    return s


@pytest.mark.rule("11.1.1", "11.1.2", "11.1.3", "11.1.5", "9.2.8")
def test_a_stack_moves_space_by_space_up_to_its_factor() -> None:
    s = moving(blank(), "paris", "fr_1")
    question, _ = ask(move_group(s, AP), "move fr_1", "to amiens", "to calais")
    assert "to ostend" in texts(question)
    with pytest.raises(IllegalAction) as refused:
        ask(move_group(moving(blank(), "paris", "fr_1"), AP), "move fr_1", "to verdun")
    assert refused.value.rule == "11.1.4"
    ask(move_group(s := moving(blank(), "paris", "fr_1"), AP), "move fr_1", "to amiens", "to calais", "to ostend")
    assert s.units["fr_1"].at == "ostend"
    assert ask(move_group(s, AP)) == (None, DONE)


@pytest.mark.rule("11.1.4")
def test_only_british_cross_the_channel() -> None:
    s = blank()
    put(s, "london", "br_1", "fr_1")
    assert why_not_enter(s, AP, ("br_1",), "london", "calais") is None
    assert rule_of(why_not_enter(s, AP, ("fr_1",), "london", "calais")) == "11.1.4"


@pytest.mark.rule("11.1.6", "10.1.1", "11.1.7", "10.1.3")
def test_where_a_move_may_not_end_or_go() -> None:
    s = moving(blank(), "paris", "fr_1")
    put(s, "amiens", "fr_2", "fr_3", "fr_4")
    put(s, "rouen", "fr_5")
    s.activated["rouen"] = "attack"
    put(s, "melun", "ge_1")
    assert rule_of(why_not_stop(s, AP, ("fr_1",), "amiens")) == "10.1.1"
    assert rule_of(why_not_stop(s, AP, ("fr_1",), "rouen")) == "11.1.6"
    assert why_not_enter(s, AP, ("fr_1",), "paris", "rouen") is None
    assert rule_of(why_not_enter(s, AP, ("fr_1",), "paris", "melun")) == "11.1.7"


@pytest.mark.rule("10.1.2")
def test_a_stack_may_pass_a_full_space() -> None:
    s = moving(blank(), "paris", "fr_1")
    put(s, "amiens", "fr_2", "fr_3", "fr_4")
    question, _ = ask(move_group(s, AP), "move fr_1", "to amiens")
    assert "stop" not in texts(question)
    assert "to calais" in texts(question)


@pytest.mark.rule("11.1.8", "15.1.1", "15.2.1")
def test_an_enemy_fort_needs_a_siege_and_ends_the_move() -> None:
    s = moving(blank(), "koblenz", "ge_1", "ge_corps.1", "ge_corps.2")
    s.moved = frozenset(("ge_1",))
    assert rule_of(why_not_enter(s, CP, ("ge_corps.1", "ge_corps.2"), "koblenz", "liege")) == "11.1.8"
    s.moved = frozenset()
    assert why_not_enter(s, CP, ("ge_1",), "koblenz", "liege") is None
    question, _ = ask(move_group(s, CP), "move ge_1", "to liege")
    assert s.units["ge_1"].at == "liege"
    assert s.control["liege"] == AP
    assert question is None


@pytest.mark.rule("15.1.11")
def test_russians_besiege_no_german_fort_on_turn_1() -> None:
    s = blank(1)
    put(s, "tannenberg", "ru_1")
    assert rule_of(why_not_enter(s, AP, ("ru_1",), "tannenberg", "konigsberg")) == "15.1.11"
    s.turn = 2
    assert why_not_enter(s, AP, ("ru_1",), "tannenberg", "konigsberg") is None


@pytest.mark.rule("15.2.4")
def test_a_siege_is_not_left_half() -> None:
    s = blank()
    put(s, "liege", "ge_1", "ge_corps.1")
    assert rule_of(why_not_leave(s, CP, "liege", ("ge_1",))) == "15.2.4"
    assert why_not_leave(s, CP, "liege", ("ge_corps.1",)) is None
    assert why_not_leave(s, CP, "liege", ("ge_1", "ge_corps.1")) is None


@pytest.mark.rule("11.1.9")
def test_central_powers_pass_the_channel_ports_but_do_not_end_there() -> None:
    s = moving(blank(), "brussels", "ge_1")
    question, _ = ask(move_group(s, CP), "move ge_1", "to ostend", "to calais")
    assert "stop" not in texts(question)
    ask(move_group(s := moving(blank(), "brussels", "ge_1"), CP), "move ge_1", "to ostend", "to brussels")
    assert s.control["ostend"] == CP
    assert s.tracks["vp"] == 11


@pytest.mark.rule("11.1.10", "9.5.3.5")
def test_mef_spaces_need_the_beachhead() -> None:
    s = blank(6, ("tu",))
    put(s, "gallipoli", "tu_corps.1")
    assert rule_of(why_not_enter(s, CP, ("tu_corps.1",), "gallipoli", "mef1")) == "11.1.10"
    s.beachhead = "mef1"
    s.changed()
    assert why_not_enter(s, CP, ("tu_corps.1",), "gallipoli", "mef1") is None
    step(s, CP, ("tu_corps.1",), "gallipoli", "mef1", "")
    assert s.beachhead == ""


@pytest.mark.rule("11.1.11", "11.1.12", "9.5.2.3")
def test_neutral_land_opens_with_its_nation() -> None:
    s = blank()
    put(s, "grenoble", "fr_1")
    put(s, "erivan", "ru_corps.1")
    put(s, "skopje", "sb_1")
    assert rule_of(why_not_enter(s, AP, ("fr_1",), "grenoble", "turin")) == "11.1.11"
    assert rule_of(why_not_enter(s, AP, ("ru_corps.1",), "erivan", "dilman")) == "11.1.12"
    assert why_not_enter(s, AP, ("sb_1",), "skopje", "tirana") is None
    s.at_war |= {"it", "tu"}
    s.changed()
    assert why_not_enter(s, AP, ("fr_1",), "grenoble", "turin") is None
    assert why_not_enter(s, AP, ("ru_corps.1",), "erivan", "dilman") is None


@pytest.mark.rule("9.5.2.4")
def test_limited_greek_entry_closes_spaces_with_greeks_only() -> None:
    s = blank()
    s.greek_limited = True
    put(s, "florina", "gr_corps.1")
    put(s, "monastir", "sb_1")
    put(s, "salonika", "br_corps.1")
    assert rule_of(why_not_enter(s, AP, ("sb_1",), "monastir", "florina")) == "9.5.2.4"
    assert why_not_enter(s, AP, ("br_corps.1",), "salonika", "kavala") is None
    s.ops = 3
    assert rule_of(why_not_activate(s, AP, "florina", "move")) == "9.5.2.4"


@pytest.mark.rule("11.1.13", "5.1.2")
def test_entering_takes_control_and_scores() -> None:
    s = moving(blank(), "czestochowa", "ge_1")
    ask(move_group(s, CP), "move ge_1", "to lodz", "stop")
    assert s.control["lodz"] == CP
    assert s.tracks["vp"] == 11


@pytest.mark.rule("11.1.14")
def test_the_ana_holds_only_where_it_stands() -> None:
    s = blank(15, ("tu",))
    put(s, "arabia", "ana_corps.1")
    step(s, AP, ("ana_corps.1",), "arabia", "medina", "")
    assert s.control["medina"] == AP
    assert s.tracks["vp"] == 9
    step(s, AP, ("ana_corps.1",), "medina", "arabia", "")
    assert s.control["medina"] == CP
    assert s.tracks["vp"] == 10


@pytest.mark.rule("11.1.15")
def test_the_bef_stays_in_the_west() -> None:
    s = blank(5, ("it",))
    put(s, "grenoble", "br_bef", "br_1")
    assert why_not_enter(s, AP, ("br_bef",), "grenoble", "turin") is not None
    assert why_not_enter(s, AP, ("br_1",), "grenoble", "turin") is None


@pytest.mark.rule("11.3.1", "9.5.3.4")
def test_only_near_east_armies_enter_the_near_east() -> None:
    s = blank(15, ("tu",))
    put(s, "adrianople", "ge_1", "tu_yld", "ge_corps.1")
    assert why_not_enter(s, CP, ("ge_1",), "adrianople", "constantinople") is not None
    assert why_not_enter(s, CP, ("tu_yld",), "adrianople", "constantinople") is None
    assert why_not_enter(s, CP, ("ge_corps.1",), "adrianople", "constantinople") is None
    s.control["constantinople"] = AP
    put(s, "gallipoli", "br_mef")
    assert why_not_enter(s, AP, ("br_mef",), "gallipoli", "constantinople") is None
    s.home = frozenset(("br_mef",))
    assert why_not_enter(s, AP, ("br_mef",), "gallipoli", "constantinople") is not None


@pytest.mark.rule("11.3.2")
def test_one_russian_corps_a_turn_crosses_the_caucasus() -> None:
    s = blank(5, ("tu",))
    put(s, "caucasus", "ru_corps.1", "ru_corps.2", "ru_1")
    assert rule_of(why_not_enter(s, AP, ("ru_1",), "caucasus", "poti")) == "11.3.2"
    assert rule_of(why_not_enter(s, AP, ("ru_corps.1", "ru_corps.2"), "caucasus", "poti")) == "11.3.2"
    assert why_not_enter(s, AP, ("ru_corps.1",), "caucasus", "poti") is None
    step(s, AP, ("ru_corps.1",), "caucasus", "poti", "")
    assert rule_of(why_not_enter(s, AP, ("ru_corps.2",), "caucasus", "poti")) == "11.3.2"
    s.limits = frozenset()
    s.played["cp_52"] = 4
    found = why_not_enter(s, AP, ("ru_corps.2",), "caucasus", "poti")
    assert rule_of(found) == "11.3.2"
    assert "Fall of the Tsar" in str(found)


@pytest.mark.rule("11.2.1", "11.2.2", "11.2.3", "14.3.3")
def test_armies_entrench_up_to_level_two() -> None:
    s = moving(blank(), "paris", "fr_1", "fr_corps.1", "fr_2")
    assert rule_of(why_not_entrench(s, AP, "fr_1")) == "11.2.1"
    s.played["ap_12"] = 2
    assert rule_of(why_not_entrench(s, AP, "fr_corps.1")) == "11.2.1"
    ask(move_group(s, AP), "entrench fr_1")
    assert rule_of(why_not_entrench(s, AP, "fr_2")) == "11.2.2"
    ask(entrenching(s, AP), "roll 4")
    assert "paris" not in s.trenches
    s.digging = ("fr_1",)
    ask(entrenching(s, AP), "roll 3")
    s.digging = ("fr_1",)
    ask(entrenching(s, AP), "roll 1")
    assert s.trenches["paris"] == (AP, 2)
    assert rule_of(why_not_entrench(s, AP, "fr_2")) == "11.2.3"


@pytest.mark.rule("11.2.9")
def test_optional_help_after_a_failed_attempt() -> None:
    for option, level in ((False, 0), (True, 1)):
        s = moving(blank(), "paris", "fr_1")
        s.options["entrench_again"] = option
        s.digging = ("fr_1",)
        ask(entrenching(s, AP), "roll 6")
        s.digging = ("fr_1",)
        ask(entrenching(s, AP), "roll 4")
        assert s.trenches.get("paris", ("", 0))[1] == level


@pytest.mark.rule("11.2.4", "11.2.5", "11.2.6")
def test_trenches_fall_to_the_enemy_who_enters() -> None:
    for level, left in ((1, None), (2, (CP, 1))):
        s = blank()
        s.trenches["sedan"] = (AP, level)
        put(s, "koblenz", "ge_1")
        assert "sedan" in s.trenches
        step(s, CP, ("ge_1",), "koblenz", "sedan", "")
        assert s.trenches.get("sedan") == left


@pytest.mark.rule("14.3.1", "14.1.1")
def test_of_a_mixed_stack_only_supplied_units_are_activated() -> None:
    s = blank()
    s.ops = 2
    put(s, "nis", "sb_1", "fr_1")
    put(s, "skopje", "ge_1")
    ask(activate(s, AP), "activate nis move")
    question, _ = ask(move_group(s, AP))
    assert [a for a in texts(question) if a.startswith("move")] == ["move sb_1"]
    assert {"fr_1"} <= s.fought


@pytest.mark.rule("11.1.14")
def test_another_unit_keeps_what_the_ana_entered() -> None:
    s = blank(15, ("tu",))
    put(s, "arabia", "ana_corps.1")
    put(s, "aqaba", "br_corps.1")
    step(s, AP, ("ana_corps.1",), "arabia", "medina", "")
    step(s, AP, ("br_corps.1",), "aqaba", "medina", "")
    step(s, AP, ("br_corps.1",), "medina", "aqaba", "")
    step(s, AP, ("ana_corps.1",), "medina", "arabia", "")
    assert s.control["medina"] == AP


@pytest.mark.rule("15.2.4")
def test_units_that_do_not_besiege_leave_one_by_one() -> None:
    s = blank()
    put(s, "liege", "ge_corps.1", "ge_corps.2")
    assert why_not_leave(s, CP, "liege", ("ge_corps.1",)) is None


@pytest.mark.rule("15.1.11")
def test_on_turn_1_russians_may_enter_austrian_fort_spaces() -> None:
    s = blank(1)
    put(s, "lemberg", "ru_1")
    assert s.fort("przemysl")
    assert why_not_enter(s, AP, ("ru_1",), "lemberg", "przemysl") is None


@pytest.mark.rule("11.1.10", "9.5.3.5", "14.1.2")
def test_a_unit_that_took_the_beach_stays_in_supply_there() -> None:
    s = blank(6, ("tu",))
    s.beachhead = "mef1"
    s.control["mef1"] = AP
    put(s, "gallipoli", "tu_corps.1", "tu_corps.2")
    step(s, CP, ("tu_corps.1",), "gallipoli", "mef1", "")
    assert s.beachhead == ""
    assert in_supply(s, "tu_corps.1")


@pytest.mark.rule("15.2.1", "11.1.8")
def test_corps_from_two_spaces_besiege_a_fort_together() -> None:
    s = moving(moving(blank(), "mulhouse", "ge_corps.1"), "strasbourg", "ge_corps.2", "ge_corps.3")
    assert s.fort("belfort") == 2
    question, _ = ask(move_group(s, CP), "move ge_corps.1", "to belfort")
    assert question is None
    assert s.siege == "belfort"
    question, _ = ask(move_group(s, CP))
    assert texts(question) == ["move ge_corps.2"]
    with pytest.raises(IllegalAction) as refused:
        ask(move_group(s, CP), "done")  # the siege begun must be completed
    assert refused.value.rule == "15.2.1"
    ask(move_group(s, CP), "move ge_corps.2", "to mulhouse", "to belfort")
    assert besieged(s, "belfort")
    assert s.siege == ""


@pytest.mark.rule("15.2.1", "11.1.8")
def test_a_corps_alone_does_not_enter_a_fort_nobody_else_can_reach() -> None:
    s = moving(blank(), "mulhouse", "ge_corps.1")
    put(s, "strasbourg", "ge_corps.2")  # not activated
    assert rule_of(why_not_enter(s, CP, ("ge_corps.1",), "mulhouse", "belfort")) == "11.1.8"


@pytest.mark.rule("9.2.1", "9.2.5")
def test_what_is_offered_is_what_is_not_refused() -> None:
    """The list made once a round against the refusals, space by space, in random games."""
    for seed in range(4):
        game = new_game("paths_of_glory", seed=seed)
        chance = random.Random(seed)
        for _ in range(500):
            question = game.decision
            if question is None:
                break
            s: Any = game.state
            if s.phase == "activation":
                every = [Activate(x, use) for x in s.data.spaces for use in ("move", "attack")]
                want = [a for a in every if why_not_activate(s, question.side, a.space, a.use) is None]
                assert list(question.actions) == [*want, DONE]
            actions = [a for a in question.actions if question.rule != "16.5.2" or str(a) == "no"]
            game.apply(chance.choice(actions))


@pytest.mark.rule("CP-10")
def test_one_sud_army_a_round() -> None:
    s = blank(5)
    s.played["cp_10"] = 2
    s.ops = 6
    put(s, "cracow", "ah_1", "ge_corps.1")
    put(s, "tarnow", "ah_2", "ge_corps.2", "ge_corps.3")
    put(s, "berlin", "ge_1")
    ask(activate(s, CP), "activate berlin move")
    assert (cost(s, "cracow", "move"), cost(s, "tarnow", "move")) == (1, 1)  # Berlin did not use it up
    ask(activate(s, CP), "activate cracow move")
    assert s.ops == 4
    assert cost(s, "tarnow", "move") == 2


@pytest.mark.rule("CP-10")
@pytest.mark.parametrize(("units", "price"), [
    (("ah_1", "ge_corps.1"), 1), (("ah_corps.1", "ge_corps.1", "ge_corps.2"), 1), (("ah_1", "ah_2", "ge_corps.1"), 2),
    (("ah_1", "ge_1"), 2), (("ah_1",), 1), (("ge_corps.1", "ge_corps.2"), 1),
])  # fmt: skip
def test_which_stacks_are_a_sud_army(units: tuple[str, ...], price: int) -> None:
    s = blank(5)
    s.played["cp_10"] = 2
    put(s, "cracow", *units)
    assert cost(s, "cracow", "move") == price


@pytest.mark.rule("15.2.1")
def test_three_corps_from_three_spaces_make_up_a_siege() -> None:
    s = moving(moving(moving(blank(), "bar_le_duc", "ge_corps.1"), "sedan", "ge_corps.2"), "metz", "ge_corps.3")
    assert s.fort("verdun") == 3
    s.destroyed = frozenset(("metz",))
    ask(move_group(s, CP), "move ge_corps.1", "to verdun")
    ask(move_group(s, CP), "move ge_corps.2", "to verdun")
    assert s.siege == "verdun"
    ask(move_group(s, CP), "move ge_corps.3", "to verdun")
    assert s.siege == ""
    assert besieged(s, "verdun")


@pytest.mark.rule("11.3.2")
def test_only_the_crossing_itself_uses_up_the_caucasus_limit() -> None:
    s = blank(5, ("tu",))
    put(s, "odessa", "ru_corps.1")
    step(s, AP, ("ru_corps.1",), "odessa", "caucasus", "")
    assert "ru_caucasus" not in s.limits
    step(s, AP, ("ru_corps.1",), "caucasus", "poti", "")
    assert "ru_caucasus" in s.limits


@pytest.mark.rule("11.1.13", "11.1.14")
def test_other_units_keep_the_spaces_they_leave() -> None:
    s = blank(15, ("tu",))
    put(s, "kars", "ru_corps.1")
    s.destroyed = frozenset(("erzerum",))
    step(s, AP, ("ru_corps.1",), "kars", "erzerum", "")
    step(s, AP, ("ru_corps.1",), "erzerum", "kars", "")
    assert s.control["erzerum"] == AP


@pytest.mark.rule("11.2.1")
def test_entrenching_needs_a_move_activation_of_the_own_side() -> None:
    s = blank()
    s.played["cp_06"] = 2
    put(s, "paris", "fr_1")
    put(s, "berlin", "ge_1")
    assert rule_of(why_not_entrench(s, AP, "fr_1")) == "11.2.1"
    s.activated |= {"paris": "attack", "berlin": "move"}
    assert rule_of(why_not_entrench(s, AP, "fr_1")) == "11.2.1"
    assert rule_of(why_not_entrench(s, AP, "ge_1")) == "11.2.1"
    assert rule_of(why_not_entrench(s, AP, "nobody")) == "11.2.1"
    s.activated["paris"] = "move"
    assert why_not_entrench(s, AP, "fr_1") is None
    s.moved = frozenset(("fr_1",))
    assert rule_of(why_not_entrench(s, AP, "fr_1")) == "11.2.1"


def offered(s: State, side: str, start: str) -> list[str]:
    question, _ = ask(move_group(s, side))
    return [a for a in texts(question) if a.startswith(start)]


@pytest.mark.rule("15.2.4", "9.2.8")
def test_only_stacks_that_may_leave_are_offered() -> None:
    s = moving(blank(), "liege", "ge_1", "ge_corps.1")
    put(s, "berlin", "ge_2")
    s.activated["berlin"] = "attack"
    assert offered(s, CP, "move") == ["move ge_1", "move ge_corps.1", "move ge_1+ge_corps.1"]
    s.moved = frozenset(("ge_corps.1",))
    assert offered(s, CP, "move") == []


@pytest.mark.rule("9.2.8", "11.1.5", "11.1.1")
@pytest.mark.parametrize(("answer", "number"), [
    ("move fr_2", "9.2.8"), ("move fr_3", "11.1.5"), ("move ge_1", "9.2.8"), ("move nobody", "9.2.8"),
])  # fmt: skip
def test_refused_stacks(answer: str, number: str) -> None:
    s = moving(blank(), "paris", "fr_1", "fr_3")
    put(s, "verdun", "fr_2")
    put(s, "metz", "ge_1")
    s.moved = frozenset(("fr_3",))
    with pytest.raises(IllegalAction) as refused:
        ask(move_group(s, AP), answer)
    assert refused.value.rule == number


@pytest.mark.rule("11.1.7", "11.1.11", "10.1.1", "11.1.5")
def test_only_steps_from_which_the_move_can_end_are_offered() -> None:
    s = moving(blank(), "paris", "fr_1")
    put(s, "melun", "ge_1")
    put(s, "amiens", "fr_2", "fr_3", "fr_4")
    first = next_steps(s, AP, ("fr_1",), "paris", 0)
    assert "melun" not in first
    assert {"amiens", "rouen"} <= set(first)
    last = next_steps(s, AP, ("fr_1",), "paris", 2)
    assert "amiens" not in last  # full, and no step is left to go on
    assert "rouen" in last
    assert next_steps(s, AP, ("fr_1",), "paris", 3) == []
    put(s, "grenoble", "fr_5")
    assert "turin" not in next_steps(s, AP, ("fr_5",), "grenoble", 0)  # neutral


@pytest.mark.rule("11.1.5")
def test_a_stack_is_as_slow_as_its_slowest_unit() -> None:
    s = blank()
    put(s, "paris", "fr_1", "fr_corps.1")
    assert s.mf("fr_corps.1") > s.mf("fr_1") == 3
    assert next_steps(s, AP, ("fr_corps.1",), "paris", 3)
    assert next_steps(s, AP, ("fr_1", "fr_corps.1"), "paris", 3) == []


@pytest.mark.rule("9.2.7")
def test_a_near_east_attack_leaves_europe_free_and_binds_the_allies_only() -> None:
    s = blank(5, ("tu",))
    s.ops = 5
    put(s, "kars", "ru_corps.1")
    put(s, "erzerum", "tu_corps.1")
    put(s, "amiens", "fr_1")
    put(s, "cambrai", "ge_1")
    put(s, "sedan", "ge_2")
    put(s, "van", "tu_corps.2")
    put(s, "erivan", "ru_corps.2")
    s.activated["kars"] = "attack"
    assert why_not_activate(s, AP, "amiens", "attack") is None
    s.activated = {"erzerum": "attack"}
    assert near_east_spent(s, CP, "van") is False


@pytest.mark.rule("15.1.11")
def test_on_turn_1_the_french_may_besiege_german_forts() -> None:
    s = blank(1)
    put(s, "nancy", "fr_1")
    assert why_not_enter(s, AP, ("fr_1",), "nancy", "metz") is None


@pytest.mark.rule("11.2.1")
def test_entrenching_is_offered_after_the_event_and_other_units_may_move() -> None:
    s = moving(blank(), "paris", "fr_1", "fr_corps.1")
    assert offered(s, AP, "entrench") == []
    s.played["cp_06"] = 1
    assert offered(s, AP, "entrench") == ["entrench fr_1"]
    ask(move_group(s, AP), "entrench fr_1")
    assert offered(s, AP, "move") == ["move fr_corps.1"]
    assert s.digging == ("fr_1",)


@pytest.mark.rule("10.1.2", "10.1.1")
def test_two_full_stacks_change_places_through_overstacking() -> None:
    s = moving(moving(blank(), "paris", "fr_1", "fr_2", "fr_3"), "amiens", "fr_4", "fr_5", "fr_6")
    ask(move_group(s, AP), "move fr_1+fr_2+fr_3", "to amiens", "stop")
    assert s.crowd == "amiens"
    question, _ = ask(move_group(s, AP))
    assert texts(question) == ["move fr_4+fr_5+fr_6"]  # all three must go, and go now
    with pytest.raises(IllegalAction) as refused:
        ask(move_group(s, AP), "done")
    assert refused.value.rule == "10.1.1"
    ask(move_group(s, AP), "move fr_4+fr_5+fr_6", "to paris", "stop")
    assert s.crowd == ""
    assert set(s.units_at("paris")) == {"fr_4", "fr_5", "fr_6"}
    assert set(s.units_at("amiens")) == {"fr_1", "fr_2", "fr_3"}


@pytest.mark.rule("10.1.2", "10.1.1")
def test_a_full_space_whose_units_stay_cannot_be_entered_above_the_limit() -> None:
    s = moving(blank(), "paris", "fr_1")
    put(s, "amiens", "fr_4", "fr_5", "fr_6")
    assert rule_of(why_not_stop(s, AP, ("fr_1",), "amiens")) == "10.1.1"  # not activated to move
    s.activated["amiens"] = "move"
    assert why_not_stop(s, AP, ("fr_1",), "amiens") is None
    s.moved = frozenset(("fr_4", "fr_5", "fr_6"))
    assert rule_of(why_not_stop(s, AP, ("fr_1",), "amiens")) == "10.1.1"  # they have moved
    s.moved = frozenset()
    for n, x in enumerate(x for x in s.data.near("amiens", s.counter("fr_4")) if x != "paris"):
        put(s, x, f"ge_{n + 1}")
    put(s, "paris", "br_1", "br_2")
    assert why_not_stop(s, AP, ("fr_1",), "amiens") is None  # one of them fits into Paris
    assert why_not_stop(s, AP, ("fr_1", "br_1", "br_2"), "amiens") is None  # Paris is then free for all three


@pytest.mark.rule("10.1.2")
def test_as_many_units_as_one_likes_may_make_room() -> None:
    s = moving(moving(blank(), "paris", "fr_1"), "amiens", "fr_4", "fr_5", "fr_6")
    ask(move_group(s, AP), "move fr_1", "to amiens", "stop")
    question, _ = ask(move_group(s, AP))
    assert {"move fr_4", "move fr_4+fr_5", "move fr_4+fr_5+fr_6"} <= set(texts(question))
    assert not [x for x in texts(question) if "fr_1" in x]


@pytest.mark.rule("11.2.4", "11.2.5", "11.2.6")
@pytest.mark.parametrize("how", ["move", "redeploy", "reinforce", "rebuild"])
def test_an_enemy_trench_in_an_own_space_is_lost_however_a_unit_enters(how: str) -> None:
    """A besieger may dig in the space of a fort that stays the enemy's (15.1.9), and leave."""
    for level, left in ((1, {}), (2, {"berlin": (CP, 1)})):
        s = blank(9)
        s.trenches["berlin"] = (AP, level)
        if how == "move":
            put(s, "stettin", "ge_6")
            step(s, CP, ("ge_6",), "stettin", "berlin", "11.1.13")
        elif how == "redeploy":
            put(s, "stettin", "ge_6")
            s.sr = 4
            ask(redeploy(s, CP), "redeploy ge_6", "place ge_6 berlin")
        elif how == "reinforce":
            enter(s, "ge_6", "berlin")
        else:
            put(s, "cp_eliminated", "(ge_6)")
            s.tracks["rp_ge"] = 2
            ask(replace(s, CP), "rebuild ge_6 reduced berlin")
        assert s.units["ge_6"].at == "berlin"
        assert s.trenches == left


@pytest.mark.parametrize(("at", "unit", "to", "played", "number"), [
    pytest.param("nice", "br_bef", "turin", "", "11.1.15", marks=pytest.mark.rule("11.1.15")),
    pytest.param("nice", "bef_corps.1", "turin", "", "11.1.15", marks=pytest.mark.rule("11.1.15")),
    pytest.param("adrianople", "ge_9", "constantinople", "", "11.3.1", marks=pytest.mark.rule("11.3.1")),
    pytest.param("cetinje", "mn_corps.1", "tirana", "", "13.1.10", marks=pytest.mark.rule("13.1.10")),
    pytest.param("nis", "ru_1", "skopje", "cp_45", "16.4.9", marks=pytest.mark.rule("16.4.9")),
    pytest.param("ismail", "ru_1", "galatz", "cp_45", "16.4.9", marks=pytest.mark.rule("16.4.9")),
])  # fmt: skip
def test_a_step_is_refused_with_the_rule_that_forbids_it(at: str, unit: str, to: str, played: str, number: str) -> None:
    s = blank(10, ("tu", "it", "bu", "ro"))
    if played:
        s.played[played] = 9
    put(s, at, unit)
    put(s, "galatz", "ro_corps.1")
    assert rule_of(why_not_enter(s, s.side_of(unit), (unit,), at, to)) == number
