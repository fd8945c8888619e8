"""STAVKA, OberOst, the Brusilov offensive (14.x, 15.x)."""

from __future__ import annotations

import pytest

from wargame.games.when_eagles_fight.attackers import fresh_defenders
from wargame.games.when_eagles_fight.headquarters import (
    can_declare,
    led,
    why_not_oberost,
    why_not_stavka,
)
from wargame.games.when_eagles_fight.odds import calculate
from wargame.games.when_eagles_fight.stacking import why_not_enter

from .support import DATA, at, board, cut_rail, offered, refuse, ring, tell

CP_FIGHTS, RU_FIGHTS = "Central Powers combat", "Russian combat"
FLAT = "2124"
N, NE, SE, S, SW, NW = DATA.around[FLAT]


def modifiers(state, target, *attackers):
    return {m.rule: m.amount for m in calculate(state, attackers, target, fresh_defenders(state, target)).modifiers}


# --- STAVKA ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("14.2")
@pytest.mark.parametrize(("turn", "used", "free"), [(1, -1, False), (2, -1, True), (3, 2, False), (4, 2, True)])
def test_stavka_from_turn_two_and_not_twice_running(turn, used, free):
    assert (why_not_stavka(board(turn=turn, stavka_used=used)) is None) == free


@pytest.mark.rule("14.2")
def test_stavka_is_placed_on_russians_in_supply():
    state = board({FLAT: "RU-1", "2221": "RU-2", "1218": "RU-3", SW: "GE-1"})
    game = at(state, "STAVKA")
    assert offered(game) == [f"headquarters {FLAT}", "headquarters 2221", "pass"]
    refuse(game, "headquarters 1218", "14.2", "in supply")
    refuse(game, f"headquarters {SW}", "14.2", "no units of yours")
    game.apply(f"headquarters {FLAT}")
    assert (game.state.stavka, game.state.stavka_used) == (FLAT, 3)


@pytest.mark.rule("14.2")
def test_stavka_helps_russians_in_or_next_to_its_hex_in_attack_and_defence():
    units = {FLAT: "RU-1", SW: "GE-1R", "2221": "RU-2", "2121": "GE-FR"}
    for headquarters, changes in ((FLAT, 1), (NE, 1), ("2322", None)):
        state = board(units, stavka=headquarters)
        assert modifiers(state, SW, "RU-1").get("14.2") == changes
        assert modifiers(state, FLAT, "GE-1R").get("14.2") == (-changes if changes else None)


@pytest.mark.rule("14.2")
def test_stavka_does_not_help_an_attack_shared_with_units_it_does_not_lead():
    state = board({FLAT: "RU-1", "1924": "RU-2", SW: "GE-1R"}, stavka=NE)
    assert led(state, FLAT)
    assert not led(state, "1924")
    assert "14.2" not in modifiers(state, SW, "RU-1", "RU-2")


@pytest.mark.rule("14.2")
def test_stavka_goes_when_an_enemy_enters_its_hex_or_the_turn_ends():
    state = board({SW: "GE-1", "4113": "RU-1"}, stavka=FLAT)
    state.move("RU-1", "4112")
    state.move("GE-1", S)
    assert state.stavka == FLAT
    state.move("GE-1", FLAT)
    assert state.stavka == ""
    own = board({FLAT: "RU-1", NE: "RU-2"}, stavka=FLAT)
    own.move("RU-2", FLAT)
    assert own.stavka == FLAT
    game = at(board({"4113": "RU-1", SW: "GE-1"}, stavka="4113"), "end of turn")
    assert game.state.stavka == ""


@pytest.mark.rule("14.2", "15.6")
def test_the_romanian_does_not_carry_stavka_but_profits_from_it():
    state = board({"3631": "RM-4", "3630": "RU-1", "3530": "AH-1"}, turn=19, brusilov=15)
    assert offered(at(state, "STAVKA")) == ["headquarters 3630", "pass"]
    state.stavka = "3630"
    assert modifiers(state, "3631", "AH-1")["14.2"] == -1


# --- OberOst ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("14.3")
@pytest.mark.parametrize(("turn", "used", "barred"), [(1, -1, False), (2, 1, True), (3, 1, False)])
def test_oberost_from_turn_one_and_not_twice_running(turn, used, barred):
    assert (why_not_oberost(board(turn=turn, oberost_used=used)) is not None) == barred


@pytest.mark.rule("14.3")
def test_oberost_is_placed_with_supplied_germans_only():
    cut_off = {"2221": "GE-2", **ring("2221", "RU-1 RU-2 RU-3 RU-4 RU-5 RU-6")}
    game = at(board({SW: "GE-1", S: "GE-17 AH-1", "1430": "AH-2", **cut_off}, turn=6), "OberOst")
    assert offered(game) == [f"headquarters {SW}", "pass"]
    refuse(game, f"headquarters {S}", "14.3", "right units")


@pytest.mark.rule("14.3")
def test_oberost_is_not_placed_with_germans_fed_by_sea_only():
    state = board({"2314": "GE-1", "1119": "GE-17", FLAT: "RU-1"})
    cut_rail(state, but=("1119", "2314"))
    game = at(state, "OberOst")
    assert offered(game) == ["headquarters 1119", "pass"]
    refuse(game, "headquarters 2314", "14.3", "in supply")


@pytest.mark.rule("14.3", "5.2")
def test_germans_near_oberost_attack_again_in_a_phase_of_their_own():
    state = board({SW: "GE-1 GE-17", FLAT: "RU-1 RU-2 RU-3", "2224": "RU-4"}, oberost=SW)
    state.attacked, state.defended = frozenset(("GE-1",)), frozenset(("RU-1", "RU-2", "RU-3"))
    game = at(state, "OberOst combat begins")
    assert (game.state.phase, offered(game)) == ("OberOst combat", [f"attack {FLAT}", "done"])
    tell(game, f"attack {FLAT}", "with GE-1", "with GE-17", "confirm")
    assert game.decision.side == "chance"


@pytest.mark.rule("14.3", "13.5")
def test_several_attacks_are_made_in_the_phase_of_oberost():
    game = at(board({SW: "GE-1", S: "GE-17", FLAT: "RU-1", "2226": "RU-2"}, oberost=SW), "OberOst combat begins")
    tell(game, f"attack {FLAT}", "with GE-1", "confirm", "roll 1", "lose GE-1", "lose GE-1")
    assert (game.state.phase, offered(game)) == ("OberOst combat", ["attack 2226", "done"])


@pytest.mark.rule("14.3")
def test_only_supplied_germans_within_two_hexes_of_oberost_attack_again():
    units = {SW: "GE-1", S: "AH-1", FLAT: "RU-1", "2222": "GE-17", "2322": "RU-2", "2223": "GE-20"}
    game = at(board(units, oberost=SW), "OberOst combat begins")
    assert game.state.oberost_units == {"GE-1"}
    refuse(game, "attack 2322", "14.3", "not within two hexes")
    game.apply(f"attack {FLAT}")
    refuse(game, "with AH-1", "14.3", "German")


@pytest.mark.rule("14.3", "9.5")
def test_the_range_of_oberost_is_traced_like_supply():
    for enemy, reached in ((FLAT, False), ("2223", True)):
        state = board({SW: "GE-1", NE: "GE-17", enemy: "RU-1"}, oberost=SW)
        units = at(state, "OberOst combat begins").state.oberost_units
        assert ("GE-17" in units) == reached


@pytest.mark.rule("14.3")
def test_oberost_leaves_after_its_phase():
    game = at(board({SW: "GE-1", FLAT: "RU-1"}, oberost=SW), "OberOst combat begins")
    game.apply("done")
    assert (game.state.oberost, game.state.oberost_units) == ("", frozenset())


# --- Brusilov --------------------------------------------------------------------------------------------------


@pytest.mark.rule("15.1")
@pytest.mark.parametrize("turn", range(13, 21))
def test_the_offensive_is_declared_on_turns_15_to_18_once(turn):
    assert can_declare(board(turn=turn)) == (15 <= turn <= 18)
    assert not can_declare(board(turn=turn, brusilov=15))


@pytest.mark.rule("15.1")
def test_the_offensive_is_optional_and_lasts_three_turns():
    quiet = {"4113": "RU-1", "1019": "GE-1"}
    game = at(board(quiet, turn=15), "Brusilov offensive")
    assert (game.decision.side, offered(game)) == ("ru", ["yes", "no"])
    assert at(board(quiet, turn=15), "Brusilov offensive").apply("no") is None
    game.apply("yes")
    assert game.state.brusilov == 15
    assert [board(turn=t, brusilov=15).offensive_turn for t in range(15, 20)] == [1, 2, 3, 0, 0]


@pytest.mark.rule("15.2")
@pytest.mark.parametrize(
    ("attackers", "defenders", "amount"),
    [
        ("RU-1 RU-2", "AH-1", 3), ("RU-1 RU-2", "AH-19", 3), ("RU-1", "AH-1", None), ("RU-1 RU-2", "AH-KMR", None),
        ("RU-1 RU-2", "GE-FR", None), ("RU-1 RU-2", "AH-19 GE-3Rdiv", None),
    ],
    ids=["1:1", "2:1", "1:2", "3:1", "Germans", "combined"],
)  # fmt: skip
def test_the_offensive_helps_at_one_or_two_to_one_against_austro_hungarians_alone(attackers, defenders, amount):
    state = board({SW: attackers, FLAT: defenders}, turn=15, brusilov=15)
    assert modifiers(state, FLAT, *attackers.split()).get("15.2") == amount


@pytest.mark.rule("15.2")
def test_a_german_that_retreated_to_the_hex_ends_the_help():
    state = board({SW: "RU-1 RU-2", FLAT: "AH-1 GE-FR"}, turn=15, brusilov=15, retreated=frozenset(("GE-FR",)))
    assert "15.2" not in modifiers(state, FLAT, "RU-1", "RU-2")


@pytest.mark.rule("15.2")
def test_stavka_does_not_add_to_the_offensive():
    state = board({SW: "RU-1 RU-2", FLAT: "AH-1"}, turn=15, brusilov=15, stavka=SW)
    assert modifiers(state, FLAT, "RU-1", "RU-2") == {"15.2": 3}


NORTH = {"2118": "RU-1", "2218": "RU-2", "2117": "GE-1", "2217": "GE-17"}


@pytest.mark.rule("15.3")
def test_under_the_czar_one_attack_in_the_north_is_made_during_the_offensive():
    fields = {"turn": 16, "brusilov": 15, "in_force": frozenset("A")}
    game = at(board(NORTH, **fields), RU_FIGHTS)
    assert "attack 2117" in offered(game)
    tell(game, "attack 2117", "with RU-1", "confirm", "roll 4")
    assert game.state.north == {"ru": 1}
    refuse(at(board(NORTH, north={"ru": 1}, **fields), RU_FIGHTS), "attack 2117", "15.3", "Under the Czar")


@pytest.mark.rule("15.3")
@pytest.mark.parametrize(
    "fields",
    [
        {"turn": 16, "brusilov": 15}, {"turn": 18, "brusilov": 15, "in_force": frozenset("A")},
        {"turn": 16, "brusilov": 15, "in_force": frozenset("A"), "north_free": True},
    ],
    ids=["no Czar", "offensive over", "enemy attacked twice"],
)  # fmt: skip
def test_the_north_is_free_otherwise(fields):
    assert "attack 2117" in offered(at(board(NORTH, north={"ru": 1}, **fields), RU_FIGHTS))


@pytest.mark.rule("15.3")
def test_row_20_is_not_the_north():
    fields = {"turn": 16, "brusilov": 15, "in_force": frozenset("A"), "north": {"ru": 1}}
    game = at(board({"2121": "RU-1 RU-2", "2120": "GE-1"}, **fields), RU_FIGHTS)
    tell(game, "attack 2120", "with RU-1", "with RU-2", "confirm", "roll 1")
    assert game.state.north == {"ru": 1}


@pytest.mark.rule("15.3")
def test_the_south_is_always_free():
    state = board({FLAT: "RU-1", SW: "GE-1"}, turn=16, brusilov=15, in_force=frozenset("A"), north={"ru": 1})
    assert f"attack {SW}" in offered(at(state, RU_FIGHTS))


@pytest.mark.rule("15.3")
def test_a_second_central_powers_attack_in_the_north_in_one_turn_lifts_the_ban():
    game = at(board(NORTH, turn=16, brusilov=15), CP_FIGHTS)
    tell(game, "attack 2118", "with GE-1", "confirm", "roll 1")
    assert not game.state.north_free
    while not offered(game)[0].startswith("attack"):
        game.apply(offered(game)[-1])
    tell(game, "attack 2218", "with GE-17", "confirm", "roll 1")
    assert game.state.north_free
    game = at(board({**NORTH, "4113": "RU-3"}, turn=16, brusilov=15, north={"cp": 1, "ru": 1}), "end of turn")
    assert game.state.north == {"ru": 1}


@pytest.mark.rule("15.6")
def test_romania_joins_and_its_places_are_russian():
    state = board({"4113": "RU-1", "1019": "GE-1"}, turn=18, brusilov=15)
    game = at(state, "Romania enters")
    assert (game.state.control["3532"], game.state.control["3330"]) == ("ru", "ru")
    assert why_not_enter(board(turn=17, brusilov=15), "RU-1", "3330")[0] == "3.2"
    assert why_not_enter(state, "AH-1", "3330") is None


@pytest.mark.rule("15.6")
def test_romania_is_bound_to_join_three_turns_after_the_declaration():
    game = at(board({"4113": "RU-1", "1019": "GE-1"}, turn=15), "Brusilov offensive")
    game.apply("yes")
    assert game.state.scheduled == {"Romania enters": (18,)}


@pytest.mark.rule("15.6", "5.2")
@pytest.mark.parametrize(("turn", "joins"), [(16, False), (17, True)])
def test_romania_joins_when_the_third_turn_begins(turn, joins):
    state = board({"4113": "RU-1", "1019": "GE-1"}, turn=turn, brusilov=15, scheduled={"Romania enters": (18,)})
    assert (at(state, "end of turn").state.control.get("3532") == "ru") == joins


@pytest.mark.rule("15.6")
def test_the_romanian_never_goes_north_of_row_29():
    game = at(board({"3529": "RM-4", "1019": "GE-1"}, turn=19, brusilov=15), "Russian movement")
    game.apply("stack 3529")
    refuse(game, "step RM-4 3528", "15.6", "north of row 29")
    assert not [a for a in offered(game) if a.startswith("step") and int(a[-2:]) < 29]


@pytest.mark.rule("15.6")
def test_the_romanian_fights_and_is_supplied_as_a_russian():
    from wargame.games.when_eagles_fight.supply import supplied

    state = board({"3529": "RM-4 RU-1", "3429": "AH-1"}, turn=19, brusilov=15)
    assert supplied(state, "RM-4")
    assert calculate(state, ("RM-4", "RU-1"), "3429", ("AH-1",)).attack == 10


@pytest.mark.rule("15.8")
def test_ammunition_is_scarcer_from_the_turn_after_the_offensive():
    from wargame.games.when_eagles_fight.headquarters import ammunition_modifier

    assert [ammunition_modifier(board(turn=t, brusilov=15)) for t in (15, 17, 18, 24)] == [0, 0, 1, 1]
