"""Stacking (8.x)."""

from __future__ import annotations

import pytest

from wargame.games.when_eagles_fight.attackers import fresh_defenders
from wargame.games.when_eagles_fight.odds import calculate, contributing, strength
from wargame.games.when_eagles_fight.stacking import surplus, why_not_stack

from .support import at, board, offered, refuse, tell


@pytest.mark.rule("8.1")
def test_three_corps_fit_and_a_fourth_does_not():
    game = at(board({"2121": "RU-1 RU-2 RU-3", "2221": "RU-4"}), "Russian movement")
    game.apply("stack 2221")
    refuse(game, "step RU-4 2121", "8.1", "three corps")


@pytest.mark.rule("8.1")
def test_two_divisions_count_as_a_corps():
    state = board({"2121": "GE-1 GE-17 GE-3Rdiv"})
    assert why_not_stack(state, ("GE-1Cdiv",), "2121") is None
    assert why_not_stack(state, ("GE-20",), "2121")[0] == "8.1"


@pytest.mark.rule("8.2")
def test_a_full_hex_blocks_the_way_through():
    game = at(board({"2121": "RU-1 RU-2 RU-3", "2221": "RU-4"}), "Russian movement")
    game.apply("stack 2221")
    assert "step RU-4 2121" not in offered(game)
    game.undo()
    tell(game, "stack 2121", "step RU-1 2122", "stack 2221", "step RU-4 2121", "step RU-4 2021")
    assert game.state.units["RU-4"].at == "2021"


@pytest.mark.rule("8.2")
def test_trains_do_not_pass_a_full_hex():
    from wargame.games.when_eagles_fight.rail import destinations

    free = board({"1922": "GE-1"})
    full = board({"1922": "GE-1", "1821": "GE-17 GE-20 GE-2", "1822": "GE-10 GE-11 GE-13"})
    assert "1722" in destinations(free, "GE-1")
    assert "1722" not in destinations(full, "GE-1")


@pytest.mark.rule("8.3")
def test_the_opponent_takes_the_fewest_steps_off_an_overfull_stack():
    state = board({"2121": "GE-1 GE-17 GE-FR GE-WL", "1119": "GE-20"})
    assert surplus(state, "2121") == ["GE-FR", "GE-WL"]
    assert surplus(board({"2121": "GE-1 GE-17 GE-FR GE-3Rdiv"}), "2121") == ["GE-3Rdiv", "GE-FR"]
    assert surplus(board({"2121": "GE-1 GE-17 GE-20 GE-3Rdiv"}), "2121") == ["GE-3Rdiv"]
    game = at(state, "over-stacking")
    assert (game.decision.side, offered(game)) == ("ru", ["lose GE-FR", "lose GE-WL"])
    refuse(game, "lose GE-1", "8.3", "few steps")
    game.apply("lose GE-WL")
    assert game.state.units["GE-WL"].at == "dead_pile"
    assert game.state.phase == "Russian movement"


@pytest.mark.rule("8.3")
def test_steps_are_taken_off_until_the_stack_fits():
    game = at(board({"2121": "GE-FR GE-WL GE-1 GE-17 GE-20", "1119": "GE-2"}), "over-stacking")
    tell(game, "lose GE-FR", "lose GE-WL")
    assert game.state.at["2121"] == ("GE-1", "GE-17", "GE-20")
    assert game.state.phase == "Russian movement"


@pytest.mark.rule("8.3")
def test_a_stack_within_the_limit_loses_nothing():
    from wargame.games.when_eagles_fight.stacking import overstacked

    assert overstacked(board({"2121": "GE-1 GE-17 GE-20 GE-HA1"})) == []


@pytest.mark.rule("8.4")
def test_the_romanian_stacks_as_a_russian_corps():
    state = board({"3532": "RU-1 RU-2"}, turn=18, brusilov=15)
    assert why_not_stack(state, ("RM-4",), "3532") is None
    state = board({"3532": "RU-1 RU-2 RU-3"}, turn=18, brusilov=15)
    assert why_not_stack(state, ("RM-4",), "3532")[0] == "8.1"


@pytest.mark.rule("8.5")
def test_guns_and_fortresses_are_free_but_only_one_gun_stands_in_a_hex():
    state = board({"2615": "GE-F-Lotzen GE-1 GE-17 GE-20"})
    assert why_not_stack(state, ("GE-HA1",), "2615") is None
    state = board({"2121": "GE-HA1"})
    assert why_not_stack(state, ("GE-HA2",), "2121")[0] == "8.5"


@pytest.mark.rule("8.5")
def test_a_second_gun_is_refused_in_movement():
    game = at(board({"2121": "GE-HA1", "2221": "GE-HA2"}), "Central Powers movement")
    game.apply("stack 2221")
    refuse(game, "step GE-HA2 2121", "8.5", "heavy artillery")


@pytest.mark.rule("8.6")
@pytest.mark.parametrize(("turn", "attack", "defence"), [(11, 17, 20), (12, 12, 14)])
def test_from_turn_twelve_only_two_corps_a_hex_add_their_factors(turn, attack, defence):
    state = board({"2025": "GE-1 GE-17 GE-1R", "2124": "RU-1 RU-2 RU-40"}, turn=turn)
    odds = calculate(state, ("GE-1", "GE-17", "GE-1R"), "2124", fresh_defenders(state, "2124"))
    assert (odds.attack, odds.defence) == (attack, defence)


@pytest.mark.rule("8.6")
def test_the_limit_of_two_holds_for_each_hex_and_spares_free_units():
    state = board({"2025": "GE-1 GE-17 GE-20 GE-HA1", "2125": "GE-2 GE-10 GE-11"}, turn=12)
    units = ("GE-1", "GE-17", "GE-20", "GE-2", "GE-10", "GE-11")
    assert strength(state, units, True) == 24
    state = board({"2419": "RU-1 RU-2 RU-3 RU-F-Warsaw"}, turn=12)
    assert strength(state, tuple(state.at["2419"]), False) == 7 + 7 + 4


@pytest.mark.rule("8.6")
def test_two_divisions_count_as_one_of_the_two_corps():
    state = board({"2025": "GE-1 GE-3Rdiv GE-1Cdiv GE-FR"}, turn=12)
    assert set(contributing(state, ("GE-1", "GE-3Rdiv", "GE-1Cdiv", "GE-FR"), True)) == {"GE-1", "GE-FR"}
    assert set(contributing(state, ("GE-1", "GE-3Rdiv", "GE-1Cdiv"), True)) == {"GE-1", "GE-3Rdiv", "GE-1Cdiv"}


@pytest.mark.rule("8.6")
def test_the_third_corps_still_takes_part_and_may_take_the_loss():
    state = board({"2025": "GE-1 GE-17 GE-1R", "2124": "RU-1"}, turn=12)
    game = at(state, "Central Powers combat")
    tell(game, "attack 2124", "with GE-1", "with GE-17", "with GE-1R", "confirm", "roll 1")
    assert "lose GE-1R" in offered(game)
