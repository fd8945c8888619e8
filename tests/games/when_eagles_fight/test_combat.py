"""Attacks, odds and modifiers (13.1 - 13.20)."""

from __future__ import annotations

import pytest

from wargame.core.engine.actions import DONE
from wargame.games.when_eagles_fight.actions import Confirm
from wargame.games.when_eagles_fight.attackers import fresh_defenders
from wargame.games.when_eagles_fight.odds import Odds, calculate, is_concentric, ratio, result
from wargame.games.when_eagles_fight.sight import visible

from .support import DATA, at, board, cut_rail, offered, refuse, ring, tell

CP_FIGHTS, RU_FIGHTS = "Central Powers combat", "Russian combat"
FLAT = "2124"  # clear; around it from the north 2123 2224 2225 2125 2025 2024
N, NE, SE, S, SW, NW = DATA.around[FLAT]


def odds_of(units, target=FLAT, turn=3, **fields):
    """The odds of all enemies of a hex attacking it."""
    state = board(units, turn=turn, **fields)
    side = state.holder(target)
    attackers = tuple(u for h, there in units.items() if h != target for u in state.at[h])
    assert all(state.data.counters[u].side != side for u in attackers)
    return calculate(state, attackers, target, fresh_defenders(state, target))


def modifiers(odds):
    return {m.rule: m.amount for m in odds.modifiers}


# --- who attacks whom ------------------------------------------------------------------------------------------


@pytest.mark.rule("13.1")
def test_attacks_are_voluntary_and_made_on_adjacent_enemies():
    game = at(board({SW: "GE-1", FLAT: "RU-1", "2322": "RU-2"}), CP_FIGHTS)
    assert offered(game) == [f"attack {FLAT}", "done"]
    refuse(game, "attack 2322", "13.3", "next to")
    refuse(game, "attack 2121", "13.1", "no enemy units")


@pytest.mark.rule("13.3")
def test_a_hex_next_to_enemies_only_is_not_attacked():
    game = at(board({SW: "GE-1", FLAT: "RU-1", "2617": "RU-F-Lomza", "2717": "RU-2"}), CP_FIGHTS)
    refuse(game, "attack 2717", "13.3", "None of your units")


@pytest.mark.rule("13.1")
def test_the_phasing_player_attacks():
    units = {SW: "GE-1", FLAT: "RU-1"}
    assert at(board(units), CP_FIGHTS).decision.side == "cp"
    game = at(board(units), RU_FIGHTS)
    assert (game.decision.side, offered(game)) == ("ru", [f"attack {SW}", "done"])


@pytest.mark.rule("13.2")
def test_all_units_of_a_hex_defend_together():
    assert odds_of({SW: "GE-1", FLAT: "RU-1 RU-2 RU-3"}).defence == 21


@pytest.mark.rule("13.3")
def test_units_of_several_hexes_attack_one_hex():
    assert odds_of({SW: "GE-1 GE-17", S: "GE-20", FLAT: "RU-1"}).attack == 18


@pytest.mark.rule("13.3")
def test_a_unit_joins_only_from_an_adjacent_hex():
    game = at(board({SW: "GE-1", "1923": "GE-17", FLAT: "RU-1"}), CP_FIGHTS)
    game.apply(f"attack {FLAT}")
    refuse(game, "with GE-17", "13.3", "not next to")
    refuse(game, "confirm", "13.3", "at least one")
    refuse(game, "with RU-1", "13.1", "not a unit of yours")
    refuse(game, "with GE-20", "13.3", "no unit GE-20 on the map")


@pytest.mark.rule("13.4")
def test_a_unit_attacks_once_a_phase():
    game = at(board({"1820": "GE-1 GE-17", "1919": "RU-1", "1920": "RU-2"}), CP_FIGHTS)
    tell(game, "attack 1919", "with GE-1", "confirm", "roll 6", "lose RU-1", "lose GE-1", "done", "attack 1920")
    refuse(game, "with GE-1", "13.4", "already attacked")


@pytest.mark.rule("13.4")
def test_a_unit_is_attacked_once_a_phase():
    game = at(board({SW: "GE-1", S: "GE-17 GE-20", FLAT: "RU-1 RU-2 RU-3"}), CP_FIGHTS)
    tell(game, f"attack {FLAT}", "with GE-1", "confirm")
    refuse(game, f"attack {FLAT}", "13.4", "attacked already")


@pytest.mark.rule("13.4")
def test_a_unit_does_not_join_twice():
    game = at(board({SW: "GE-1 GE-17", FLAT: "RU-1"}), CP_FIGHTS)
    tell(game, f"attack {FLAT}", "with GE-1")
    refuse(game, "with GE-1", "13.4", "already")


@pytest.mark.rule("13.5")
def test_attacks_follow_one_another_in_any_order():
    game = at(board({SW: "GE-1 GE-17 GE-20", FLAT: "RU-LTV", "2024": "RU-2 RU-3 RU-4"}), CP_FIGHTS)
    tell(game, f"attack {FLAT}", "with GE-1", "with GE-17", "confirm", "roll 6", "done")
    assert "attack 2024" in offered(game)
    tell(game, "attack 2024", "cancel")
    refuse(game, "attack 2024", "13.5", "called off")
    game.apply("done")
    assert game.state.phase != CP_FIGHTS


@pytest.mark.rule("13.5")
def test_the_russian_makes_as_many_attacks_as_he_likes():
    game = at(board({SW: "GE-FR", "2221": "GE-WL", FLAT: "RU-1", "2222": "RU-2"}), RU_FIGHTS)
    tell(game, f"attack {SW}", "with RU-1", "confirm", "roll 1", "lose RU-1")
    assert offered(game) == ["attack 2221", "done"]


@pytest.mark.rule("13.6")
def test_units_of_a_stack_attack_different_hexes_or_none():
    state = board({SW: "GE-1 GE-17 GE-20", FLAT: "RU-1", "2024": "RU-2"})
    game = at(state, CP_FIGHTS)
    tell(game, f"attack {FLAT}", "with GE-1", "confirm", "roll 1")
    while not offered(game)[0].startswith("attack"):
        game.apply(offered(game)[0])
    tell(game, "attack 2024")
    assert offered(game) == ["with GE-17", "with GE-20", "cancel"]


# --- fog of war ------------------------------------------------------------------------------------------------


@pytest.mark.rule("13.7")
def test_the_russian_sees_the_top_of_a_stack_and_its_fortress():
    state = board({"2615": "GE-F-Lotzen GE-1 GE-17", "2714": "RU-1"})
    assert visible(state, "2615") == ("GE-F-Lotzen", "GE-17")
    game = at(state, RU_FIGHTS)
    stack = game.view("ru")["state"]["stacks"]["2615"]
    assert ([u["id"] for u in stack["units"]], stack["hidden"]) == (["GE-F-Lotzen", "GE-17"], 1)
    assert game.view("cp")["state"]["stacks"]["2615"]["hidden"] == 0


@pytest.mark.rule("13.7")
def test_the_last_to_come_lies_on_top():
    state = board({SW: "GE-1", "1924": "GE-17"})
    state.move("GE-17", SW)
    assert visible(state, SW) == ("GE-17",)
    state.move("GE-1", "1924")
    state.move("GE-1", SW)
    assert visible(state, SW) == ("GE-1",)


@pytest.mark.rule("13.7")
def test_the_central_powers_see_russian_stacks():
    game = at(board({SW: "GE-1", FLAT: "RU-1 RU-2"}), CP_FIGHTS)
    assert game.view("cp")["state"]["stacks"][FLAT]["hidden"] == 0


@pytest.mark.rule("13.7")
def test_odds_shown_to_the_russian_are_those_of_the_top_unit():
    game = at(board({SW: "GE-1 GE-FR", FLAT: "RU-1 RU-2"}), RU_FIGHTS)
    tell(game, f"attack {SW}", "with RU-1", "with RU-2")
    assert game.decision.shown()["odds"].startswith("10 : 5 = 2:1 at best")


@pytest.mark.rule("13.7")
def test_no_odds_are_shown_where_only_a_unit_that_does_not_defend_is_seen():
    state = board({SW: "GE-1 GE-FR", FLAT: "RU-1 RU-2"}, retreated=frozenset(("GE-FR",)))
    game = at(state, RU_FIGHTS)
    tell(game, f"attack {SW}", "with RU-1")
    shown = game.decision.shown()
    assert shown.pop("attackers") == ["RU-1 1 Corps 5-7-4 in 2124"]
    assert shown == {"odds": "unknown: none of the defenders is seen (13.7)", "defenders": ["and 1 not seen (13.7)"]}


@pytest.mark.rule("13.7")
def test_an_attack_looked_at_is_not_called_off():
    game = at(board({SW: "GE-1 GE-FR", FLAT: "RU-1 RU-2"}), RU_FIGHTS)
    tell(game, f"attack {SW}", "with RU-1", "confirm")
    assert "cancel" not in offered(game)
    assert not game.may_undo()


@pytest.mark.rule("13.7")
def test_the_russian_looks_at_the_whole_stack_once_the_attack_is_declared():
    game = at(board({SW: "GE-1 GE-17", FLAT: "RU-1 RU-2"}), "Russian combat begins")
    tell(game, f"attack {SW}", "with RU-1", "with RU-2")
    assert game.view("ru")["state"]["stacks"][SW]["hidden"] == 1
    game.apply("confirm")
    assert [e.rule for e in game.events_for("ru") if e.text == f"GE-1, GE-17 defend {SW}"] == ["13.7"]
    stack = game.view("ru")["state"]["stacks"][SW]
    assert ([u["id"] for u in stack["units"]], stack["hidden"]) == (["GE-17", "GE-1"], 0)


@pytest.mark.rule("13.7")
def test_what_was_looked_at_is_hidden_again_when_the_combat_phase_is_over():
    state = board({SW: "GE-1 GE-17", FLAT: "RU-1"}, defended=frozenset(("GE-1", "GE-17")))
    assert at(state, "Central Powers movement").view("ru")["state"]["stacks"][SW]["hidden"] == 1


@pytest.mark.rule("13.7")
def test_the_russian_learns_of_moves_but_not_who_moves():
    game = at(board({"1118": "GE-1", FLAT: "RU-1"}), "Central Powers movement")
    tell(game, "stack 1118", "step GE-1 1117")
    assert not [e for e in game.events_for("ru") if "GE-1" in e.text]
    assert [e for e in game.events_for("ru") if "1118 - 1117" in e.text]


@pytest.mark.rule("13.7")
def test_the_russian_does_not_learn_who_is_rebuilt_in_a_stack():
    steps = {"german": 1, "austro_hungarian": 0, "russian": 0}
    game = at(board({SW: "GE-1/r GE-17", FLAT: "RU-1"}, tracks=steps), "Central Powers replacements")
    game.apply("rebuild GE-1")
    assert not [e for e in game.events_for("ru") if "GE-1" in e.text]
    assert [e for e in game.events_for("cp") if "GE-1" in e.text]


# --- odds ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("13.8")
@pytest.mark.parametrize(("attack", "defence", "text"), [(26, 7, "3:1"), (7, 7, "1:1"), (13, 7, "1:1"), (14, 7, "2:1")])
def test_good_odds_are_rounded_down(attack, defence, text):
    assert Odds(attack, defence, ratio(attack, defence), ()).text == text


@pytest.mark.rule("13.9")
@pytest.mark.parametrize(("attack", "defence", "text"), [(5, 11, "1:3"), (6, 7, "1:2"), (5, 10, "1:2")])
def test_bad_odds_are_rounded_up(attack, defence, text):
    assert Odds(attack, defence, ratio(attack, defence), ()).text == text


@pytest.mark.rule("13.10")
def test_below_one_to_two_the_attackers_die_without_a_roll():
    game = at(board({SW: "GE-3Rdiv", FLAT: "RU-1"}), CP_FIGHTS)
    tell(game, f"attack {FLAT}", "with GE-3Rdiv", "confirm")
    assert game.state.units["GE-3Rdiv"].at == "dead_pile"
    assert game.state.units["RU-1"].at == FLAT


@pytest.mark.rule("13.10", "13.12")
def test_above_five_to_one_the_last_column_is_used_with_a_plus_for_each_step():
    odds = odds_of({SW: "GE-1 GE-17 GE-20", S: "GE-FR", FLAT: "RU-LTV"})  # 22 : 3
    assert (odds.text, odds.column, modifiers(odds)["13.12"]) == ("7:1", "5:1", 2)


@pytest.mark.rule("13.12")
def test_exactly_five_to_one_is_the_last_column_without_a_plus():
    odds = odds_of({SW: "GE-1R GE-FR", S: "GE-1", FLAT: "RU-LTV"})  # 15 : 3
    assert (odds.text, modifiers(odds)) == ("5:1", {"13.19": 1})


@pytest.mark.rule("13.11")
def test_modifiers_add_up_and_the_roll_stays_between_one_and_nine():
    odds = odds_of({SW: "GE-1 GE-17", NE: "GE-20", FLAT: "RU-1"}, stavka="2123")
    assert sorted(modifiers(odds).items()) == [("13.16", 2), ("13.19", 1), ("14.2", -1)]
    assert odds.modifier == 2
    state = board()
    high = Odds(7, 7, 1, (*odds.modifiers, *odds.modifiers))
    assert result(state, high, 6) == DATA.results.result("1:1", 9)


@pytest.mark.rule("13.13")
@pytest.mark.parametrize(
    ("hex_id", "unit", "total"),
    [
        (FLAT, "GE-1", 0), ("3119", "GE-1", -1), ("2023", "GE-1", -1), ("2129", "AH-1", -2), ("2120", "GE-1", -1),
        ("2721", "GE-1", -2), ("1618", "GE-1", -1), ("2416", "GE-1", 0), ("2828", "AH-1", -1),
    ],
)  # fmt: skip
def test_terrain_modifiers_add_up(hex_id, unit, total):
    from wargame.games.when_eagles_fight.odds import terrain_modifiers

    assert sum(m.amount for m in terrain_modifiers(board({hex_id: unit}), hex_id, (unit,))) == total


@pytest.mark.rule("13.14")
@pytest.mark.parametrize(
    ("hex_id", "unit", "amount"),
    [("3515", "RU-1", -2), ("3515", "GE-1", -1), ("2120", "RU-1", -1), ("3026", "RU-1", -1), ("3833", "RM-4", -2)],
)
def test_russians_in_cities_of_russia_proper_have_two(hex_id, unit, amount):
    from wargame.games.when_eagles_fight.odds import terrain_modifiers

    found = terrain_modifiers(board({hex_id: unit}), hex_id, (unit,))
    assert {m.rule: m.amount for m in found}["13.14"] == amount


# --- fortresses ------------------------------------------------------------------------------------------------


@pytest.mark.rule("13.15")
def test_a_fortress_gives_one_and_bars_concentric_assault():
    odds = odds_of({"2715": "GE-1", "2716": "GE-17", "2917": "GE-20", "2816": "RU-F-Osowiec RU-1"}, "2816")
    found = modifiers(odds)
    assert found["13.15"] == -1
    assert "13.16" not in found


@pytest.mark.rule("13.15")
def test_kovno_has_its_fortress_but_no_city_modifier():
    odds = odds_of({"2813": "GE-1", "2913": "RU-F-Kovno RU-1"}, "2913")
    assert {m.name: m.amount for m in odds.modifiers if m.amount < 0} == {"river": -1, "fortress": -1}


@pytest.mark.rule("13.15")
def test_a_fortress_never_attacks():
    game = at(board({"2615": "GE-F-Lotzen GE-1", "2714": "RU-1"}), CP_FIGHTS)
    game.apply("attack 2714")
    refuse(game, "with GE-F-Lotzen", "13.15", "never attacks")


# --- concentric assault ----------------------------------------------------------------------------------------


@pytest.mark.rule("13.16")
@pytest.mark.parametrize(
    ("hexes", "concentric"),
    [
        ((N, S), True), ((NE, SW), True), ((N, SE, SW), True), ((N, NE, SE, S), True), ((NW, N, NE, SE), True),
        ((N,), False), ((N, NE), False), ((N, SE), False), ((N, NE, SE), False), ((SW, N), False),
        ((NW, NE), False), ((S, SW, NW), False),
    ],
)  # fmt: skip
def test_the_three_forms_of_concentric_assault(hexes, concentric):
    assert is_concentric(board(), FLAT, hexes) == concentric


@pytest.mark.rule("13.16")
@pytest.mark.parametrize(("defenders", "amount"), [("AH-1", 2), ("AH-1 GE-1", 2), ("GE-1", 1), ("GE-1 GE-HA1", 1)])
def test_concentric_assault_is_two_and_against_germans_alone_one(defenders, amount):
    odds = odds_of({NE: "RU-1", SW: "RU-2", FLAT: defenders})
    assert modifiers(odds)["13.16"] == amount


@pytest.mark.rule("13.16")
def test_friends_next_to_the_defender_do_not_help_against_it():
    state = board({NE: "GE-1", SW: "GE-17", FLAT: "RU-1", N: "RU-2", S: "RU-3"})
    assert modifiers(calculate(state, ("GE-1", "GE-17"), FLAT, ("RU-1",)))["13.16"] == 2


# --- Brusilov, guns, active corps ------------------------------------------------------------------------------


@pytest.mark.rule("13.17", "15.2")
@pytest.mark.parametrize(("turn", "amount"), [(14, None), (15, 3), (16, 2), (17, 1), (18, None)])
def test_brusilov_modifier_by_turn(turn, amount):
    odds = odds_of({SW: "RU-1 RU-2", FLAT: "AH-1"}, turn=turn, brusilov=15 if turn > 14 else 0)
    assert modifiers(odds).get("15.2") == amount


@pytest.mark.rule("13.18")
def test_heavy_artillery_gives_three_once():
    odds = odds_of({SW: "GE-FR GE-HA1", S: "GE-WL GE-HA2", FLAT: "RU-1"})
    assert [m.amount for m in odds.modifiers if m.rule == "13.18"] == [3]
    with_active = odds_of({SW: "GE-1 GE-HA1", FLAT: "RU-1"})
    assert modifiers(with_active) == {"13.18": 3, "13.19": 1}


@pytest.mark.rule("13.18")
def test_guns_need_supply_and_only_germans_attacking_beside_them():
    assert "13.18" not in modifiers(odds_of({S: "GE-FR AH-1 GE-HA1", FLAT: "RU-1"}, turn=6))
    state = board({"2221": "GE-1 GE-HA1", **ring("2221", "RU-1 RU-2 RU-3 RU-4 RU-5 RU-6")})
    assert "13.18" not in modifiers(calculate(state, ("GE-1", "GE-HA1"), "2220", ("RU-1",)))


@pytest.mark.rule("13.18")
def test_guns_fed_by_sea_only_do_not_help():
    units = {"2314": "GE-1 GE-HA1", "2414": "RU-1"}
    state = board(units)
    assert modifiers(calculate(state, ("GE-1", "GE-HA1"), "2414", ("RU-1",)))["13.18"] == 3
    cut_rail(state, but=("2314",))
    found = modifiers(calculate(state, ("GE-1", "GE-HA1"), "2414", ("RU-1",)))
    assert ("13.18" in found, found["13.19"]) == (False, 1)


@pytest.mark.rule("13.18")
def test_guns_never_attack_alone():
    game = at(board({SW: "GE-1", S: "GE-HA1", FLAT: "RU-1"}), CP_FIGHTS)
    tell(game, f"attack {FLAT}", "with GE-1", "with GE-HA1")
    refuse(game, "confirm", "13.18", "never attacks alone")
    lone = at(board({S: "GE-HA1", FLAT: "RU-1"}), CP_FIGHTS)
    assert offered(lone) == ["done"]


@pytest.mark.rule("13.18", "12.4")
def test_russians_walk_over_guns_left_alone():
    game = at(board({SW: "GE-HA1", FLAT: "RU-1"}), "Russian movement")
    tell(game, f"stack {FLAT}", f"step RU-1 {SW}")
    assert game.state.units["GE-HA1"].at == "dead_pile"
    assert game.state.spent["RU-1"] == 1


@pytest.mark.rule("13.18")
def test_guns_alone_are_not_attacked():
    game = at(board({SW: "GE-HA1", FLAT: "RU-1", S: "GE-1"}), RU_FIGHTS)
    refuse(game, f"attack {SW}", "13.18", "enter the hex")


@pytest.mark.rule("13.19")
@pytest.mark.parametrize(("units", "amount"), [("GE-1 GE-17", 1), ("GE-1/r", None), ("GE-1R", None)])
def test_an_active_corps_at_full_strength_gives_one(units, amount):
    assert modifiers(odds_of({SW: units, FLAT: "RU-1"})).get("13.19") == amount
    defended = modifiers(odds_of({FLAT: "RU-1 RU-2", SW: units}, SW)).get("13.19")
    assert defended == (-amount if amount else None)


@pytest.mark.rule("13.19")
def test_an_active_corps_out_of_supply_gives_nothing():
    state = board({"2221": "GE-1 GE-17", **ring("2221", "RU-1 RU-2 RU-3 RU-4 RU-5 RU-6")})
    assert calculate(state, ("GE-1", "GE-17"), "2220", ("RU-1",)).modifiers == ()


@pytest.mark.rule("13.20")
def test_the_die_with_its_modifiers_is_looked_up_in_the_column():
    state = board()
    assert result(state, Odds(21, 7, 3, ()), 6) == "1/E"
    assert [result(state, Odds(7, 7, 1, ()), die) for die in (1, 6)] == ["3/0", "1/2"]
    for row, better in zip(range(1, 9), range(2, 10), strict=True):
        assert DATA.results.rows[row] != DATA.results.rows[better]


@pytest.mark.rule("13.20")
def test_column_modifiers_and_chances_are_shown_before_the_attack_is_confirmed():
    game = at(board({SW: "GE-1", FLAT: "RU-LTV"}), CP_FIGHTS)
    tell(game, f"attack {FLAT}", "with GE-1")
    shown = game.decision.shown()
    assert (shown["odds"], shown["column"], shown["modifiers"]) == ("6 : 3 = 2:1", "2:1", ["+1 active corps (13.19)"])
    assert shown["chances"] == {"2/1": "1/6", "1/1": "1/6", "1/2": "1/3", "1/3": "1/6", "1/E": "1/6"}


@pytest.mark.rule("12.8", "13.13")
def test_a_frozen_swamp_still_helps_the_defender():
    from wargame.games.when_eagles_fight.odds import terrain_modifiers

    found = terrain_modifiers(board({"3119": "GE-1"}, turn=5), "3119", ("GE-1",))
    assert [(m.name, m.amount) for m in found] == [("swamp", -1)]


# --- what a player is told -------------------------------------------------------------------------------------


@pytest.mark.rule("13.20")
def test_the_die_and_what_changes_it_are_told_with_the_result():
    game = tell(at(board({SW: "GE-1", FLAT: "RU-1"}), CP_FIGHTS), f"attack {FLAT}", "with GE-1", "confirm", "roll 4")
    texts = [e.text for e in game.events]
    assert f"The die for the attack on {FLAT} shows 4, +1" in texts


@pytest.mark.rule("9.3", "13.8")
def test_both_sides_are_shown_with_their_factors_and_what_halves_them():
    state = board({SW: "GE-1 GE-17/r", FLAT: "RU-1"}, short=frozenset(("RU-1",)))
    game = tell(at(state, CP_FIGHTS), f"attack {FLAT}")
    defender = f"RU-1 1 Corps 5-7-4 in {FLAT}, halved: short of ammunition (9.10)"
    assert game.decision.shown() == {"defenders": [defender]}
    tell(game, "with GE-1", "with GE-17")
    shown = game.decision.shown()
    assert shown["attackers"] == [f"GE-1 I Corps 6-7-4 in {SW}", f"GE-17 XVII Corps 4-5-4 in {SW}"]
    assert shown["odds"] == "10 : 4 = 2:1"


@pytest.mark.rule("13.10")
def test_a_player_is_warned_of_an_attack_that_only_costs_and_of_easy_ones_left_unmade():
    game = at(board({SW: "GE-1 GE-17 GE-20", FLAT: "RU-Cossack", NE: "RU-2 RU-3"}), CP_FIGHTS)
    assert game.decision.warning(DONE) == f"Attacks at 5:1 or better are still possible: {FLAT}."
    weak = tell(at(board({SW: "GE-1Cdiv", FLAT: "RU-1 RU-2"}), CP_FIGHTS), f"attack {FLAT}", "with GE-1Cdiv")
    assert weak.decision.warning(Confirm()).startswith("At 1:14 the attackers are eliminated")
    assert at(board({SW: "GE-1", FLAT: "RU-1"}), CP_FIGHTS).decision.warning(DONE) is None


@pytest.mark.rule("13.7")
def test_the_russian_is_warned_by_what_he_sees_only():
    game = at(board({SW: "RU-1 RU-2 RU-3", FLAT: "GE-1 GE-1Cdiv"}), RU_FIGHTS)
    assert "5:1" in game.decision.warning(DONE)  # the cavalry lies on top
