"""Positions with an answer that a bot must give, or must not give: held by the planner with few probes."""

from __future__ import annotations

import pytest

from tests.games.judging import answer, turn
from wargame.core.engine.game import Game
from wargame.games.paths_of_glory.model import AP, CP, State
from wargame.games.paths_of_glory.supply import out_of_supply

from .support import fresh, game_at, hold, put, started


def war(turn: int = 3, vp: int = 10, **moved: str) -> State:
    """August 1914 after the fall of Liege, with some units elsewhere (`cambrai="ge_1 ge_2"`), 2 OPS for each side."""
    state = started().state
    state.control["liege"], state.destroyed = CP, frozenset({"liege"})
    for space, units in moved.items():
        put(state, space, *units.split())
    hold(state, CP, "cp_02")
    hold(state, AP, "ap_04")
    state.turn, state.tracks["vp"] = turn, vp
    state.changed()
    return state


def off(state: State, *units: str) -> State:
    """Some units are out of the way."""
    for unit in units:
        put(state, f"{state.side_of(unit)}_eliminated", unit)
    return state


def played(state: State, side: str, round_of_actions: int = 1) -> Game:
    """The game after a planner has played an action of a side."""
    game = game_at(state, side, round_of_actions)
    turn(game)
    return game


def answers(state: State, side: str, round_of_actions: int = 1) -> list[str]:
    return turn(game_at(state, side, round_of_actions))


def stands(game: Game, side: str, space: str) -> bool:
    """Whether a side has units in a space."""
    return any(game.state.side_of(unit) == side for unit in game.state.units_at(space))


def before_paris(**moved: str) -> State:
    """Four German armies stand around Paris, two French ones in it."""
    return war(**{"cambrai": "ge_1 ge_2", "chateau_thierry": "ge_3", "brussels": "ge_4", "paris": "fr_6 fr_5"} | moved)


# --- ground ------------------------------------------------------------------------------------------------------


def test_a_space_with_points_that_nobody_defends_is_taken():
    state = war(cambrai="ge_1 ge_2", brussels="ge_3", antwerp="br_bef be_1")
    assert played(state, CP).state.tracks["vp"] > 10


def test_a_point_that_wins_the_game_is_taken_in_the_last_round():
    state = war(3, vp=13, cambrai="ge_1 ge_2", brussels="ge_3", antwerp="br_bef be_1")
    state.scenario = "introductory"
    assert played(state, CP, 6).state.tracks["vp"] >= 14


def test_paris_is_not_left_beside_german_armies():
    assert stands(played(before_paris(), AP), AP, "paris")


def test_the_corps_of_egypt_stay_there_while_paris_is_in_danger():
    game = played(before_paris(), AP)
    assert stands(game, AP, "cairo")
    assert stands(game, AP, "port_said")


def test_armies_do_not_march_where_they_would_starve():
    state = war(cambrai="ge_1", brussels="br_bef be_1", sedan="fr_5 fr_9")
    game = played(state, CP)
    assert not {unit for unit in out_of_supply(game.state) if game.state.side_of(unit) == CP and unit != "ge_1"}


def test_a_besieged_fort_keeps_its_besiegers():
    state = war(liege="ge_2", koblenz="ge_3")
    state.control["liege"], state.destroyed = AP, frozenset()
    state.changed()
    assert stands(played(state, CP), CP, "liege")


def test_vienna_is_not_left_beside_the_russians():
    state = off(war(vienna="ah_1", olmutz="ru_4 ru_5"), "ah_corps.6", "ah_4")
    assert stands(played(state, CP), CP, "vienna")


def test_berlin_is_not_taken_by_armies_that_would_be_cut_off():
    state = off(war(posen="ru_1 ru_2"), "ge_8", "ge_corps.10", "ge_corps.11")
    state.control["posen"], state.destroyed = AP, frozenset({"posen", "liege"})
    state.changed()
    assert not stands(played(state, AP), AP, "berlin")


# --- attacks -----------------------------------------------------------------------------------------------------


def test_a_corps_does_not_attack_armies_behind_trenches():
    state = off(war(metz="ge_corps.2", verdun="fr_5 fr_6"), "ge_1", "ge_2", "ge_3", "ge_4", "ge_5", "ge_6", "ge_7")
    state.trenches["verdun"] = (AP, 2)
    state.changed()
    assert "attack verdun" not in answers(state, CP)


def test_three_armies_attack_the_corps_that_bars_the_way_to_brussels():
    state = off(war(liege="ge_1 ge_2 ge_3", brussels="be_corps.1"), "br_bef", "be_1")
    assert "attack brussels" in answers(state, CP)


def test_a_mandated_offensive_is_met_in_the_last_round():
    state = war(metz="ge_4 ge_5", verdun="fr_3", sedan="fr_5")
    state.offensive = {CP: "ge", AP: "none"}
    assert played(state, CP, 6).state.offensive[CP] == "made"


def test_a_flank_attack_is_pinned_where_it_will_most_probably_succeed():
    game = game_at(war(koblenz="ge_1", metz="ge_2 ge_4", sedan="fr_5"))
    for text in ("play cp_02 ops", "activate koblenz attack", "activate metz attack", "attack sedan"):
        game.apply(text)
    for text in ("with ge_1", "with ge_2", "with ge_4", "fight"):
        game.apply(text)
    assert game.decision.shown()["flank_chances"] == {"Koblenz": "3/6", "Metz": "4/6"}
    assert answer(game) == "flank metz"


# --- cards and peace ---------------------------------------------------------------------------------------------


def test_guns_of_august_is_held_at_the_start():
    assert answer(fresh()) == "choose cp_01"


def test_guns_of_august_is_the_first_card():
    state = started().state
    assert answer(game_at(state, CP)) == "play cp_01 event"


def test_whoever_is_ahead_does_not_offer_peace():
    state = war(9, vp=18)
    state.tracks |= {"cp_ws": 9, "ap_ws": 9, "combined": 18}
    assert answer(game_at(state, CP, 6)) != "offer peace"


def offered(vp: int, by: str = CP, **options: bool) -> str:
    """The answer to an offer of peace at so many victory points."""
    state = war(12, vp=vp)
    state.tracks |= {"cp_ws": 12, "ap_ws": 12, "combined": 24}
    state.options = {**state.options, **options}
    game = game_at(state, by)
    game.apply("offer peace")
    assert game.decision.rule == "16.5.2"
    return answer(game)


@pytest.mark.parametrize(("vp", "by", "expected"), [(11, CP, "no"), (17, CP, "yes"), (4, AP, "yes")])
def test_peace_is_made_only_by_whoever_would_lose(vp, by, expected):
    assert offered(vp, by) == expected


def test_nobody_makes_peace_in_a_tournament_game():
    assert offered(17, tournament=True) == "no"


def test_combat_cards_that_can_be_played_are_not_discarded():
    state = war()
    hold(state, CP, "cp_02", "cp_03")
    assert answer(game_at(state, phase="CP cards")) == "done"


def test_an_army_at_the_front_is_restored_before_a_corps():
    state = war(metz="ge_4 (ge_5)", koblenz="(ge_corps.2)")
    state.tracks["rp_ge"] = 2
    assert answer(game_at(state, phase="CP replacements")) in ("restore ge_5", "restore ge_7")
