"""Results, losses, retreat, advance, cavalry (13.21 - 13.27)."""

from __future__ import annotations

import pytest

import wargame.games.when_eagles_fight as plugin
from wargame.games.when_eagles_fight.actions import Advance
from wargame.games.when_eagles_fight.attackers import fresh_defenders
from wargame.games.when_eagles_fight.combat import apply
from wargame.games.when_eagles_fight.retreat import can_retreat, retreat_hexes

from .support import DATA, at, board, offered, refuse, tell

CP_FIGHTS, RU_FIGHTS = "Central Powers combat", "Russian combat"
FLAT = "2124"
N, NE, SE, S, SW, NW = DATA.around[FLAT]


class Fixed:
    """A variant in which every battle has one result."""

    def __init__(self, outcome):
        self.outcome = outcome

    @plugin.hookimpl
    def wargame_resolve_combat(self, state, battle):
        state.attacked |= frozenset(battle.attackers)
        state.defended |= frozenset(battle.defenders)
        return apply(state, battle, self.outcome)


def after(units, outcome, target=FLAT, turn=3, **fields):
    """The game in the battle of all enemies next to a hex, with this result."""
    state = board(units, turn=turn, **fields)
    side = "ru" if state.holder(target) == "cp" else "cp"
    game = at(state, RU_FIGHTS if side == "ru" else CP_FIGHTS, plugins=(Fixed(outcome),))
    near = [h for h in DATA.land[target] if state.holder(h) == side]
    attackers = [u for h in near for u in state.at[h] if not DATA.counters[u].fortress]
    return tell(game, f"attack {target}", *(f"with {u}" for u in attackers), "confirm")


def after_breakthrough(units, *attackers, target=FLAT, **fields):
    """The game when these units have broken through."""
    state = board(units, **fields)
    game = at(state, CP_FIGHTS if state.holder(target) == "ru" else RU_FIGHTS, plugins=(Fixed("B/E"),))
    return tell(game, f"attack {target}", *(f"with {u}" for u in attackers), "confirm")


@pytest.mark.rule("13.21")
def test_the_defender_takes_his_losses_first():
    game = after({SW: "GE-1", FLAT: "RU-1"}, "1/1")
    assert (game.decision.side, offered(game)) == ("ru", ["lose RU-1", "retreat"])
    game.apply("lose RU-1")
    assert (game.decision.side, offered(game)) == ("cp", ["lose GE-1"])


@pytest.mark.rule("13.21", "13.23")
def test_each_point_costs_a_step_the_owner_chooses():
    game = after({SW: "GE-1 GE-17", FLAT: "RU-1 RU-G"}, "2/2")
    tell(game, "lose RU-G", "lose RU-1", "lose GE-17", "lose GE-17")
    units = game.state.units
    assert (units["RU-G"].steps, units["RU-1"].at, units["GE-1"].steps, units["GE-17"].at) == (
        1, "dead_pile", 2, "dead_pile",
    )  # fmt: skip


@pytest.mark.rule("13.23")
def test_only_units_of_the_battle_lose_steps():
    game = after({SW: "GE-1", FLAT: "RU-1 RU-2", "2322": "RU-3"}, "0/1")
    refuse(game, "lose RU-3", "13.23", "not a unit that can lose")


@pytest.mark.rule("13.22")
def test_a_retreat_satisfies_one_point_only():
    game = after({SW: "GE-1", FLAT: "RU-1 RU-2"}, "0/2")
    game.apply("retreat")
    while offered(game)[0].startswith("retreat "):
        game.apply(offered(game)[0])
    refuse(game, "retreat", "13.22", "only one loss point")
    game.apply("lose RU-1")
    assert game.state.units["RU-2"].at != FLAT


@pytest.mark.rule("13.22")
def test_a_retreat_leads_towards_the_friendly_edge():
    state = board({SW: "GE-1", FLAT: "RU-1"})
    assert retreat_hexes(state, "RU-1", ()) == [NE, SE]
    game = after({SW: "GE-1", FLAT: "RU-1"}, "0/1")
    game.apply("retreat")
    refuse(game, f"retreat RU-1 {N}", "13.22", "nearest to a friendly map edge")


@pytest.mark.rule("13.22")
def test_a_retreat_avoids_enemies_and_water_and_heeds_stacking():
    units = {SW: "GE-1", NE: "GE-17", SE: "GE-20", S: "GE-2", NW: "GE-10", FLAT: "RU-1", N: "RU-2 RU-3 RU-4"}
    assert not can_retreat(board(units), ("RU-1",))
    refuse(after(units, "0/1"), "retreat", "13.22", "no hex")
    lake = {"2515": "GE-1", "2617": "GE-17", "2517": "GE-20", "2417": "GE-2", "2416": "GE-10", "2516": "RU-6"}
    assert not can_retreat(board(lake), ("RU-6",))


@pytest.mark.rule("13.22")
def test_all_retreat_or_all_stay():
    units = {SW: "GE-1", NE: "GE-17", SE: "GE-20", S: "GE-2", NW: "GE-10", FLAT: "RU-1 RU-2", N: "RU-3 RU-4"}
    assert not can_retreat(board(units), ("RU-1", "RU-2"))
    assert can_retreat(board({**units, N: "RU-3"}), ("RU-1", "RU-2"))


@pytest.mark.rule("13.22")
def test_retreated_units_do_not_defend_and_die_if_their_new_hex_suffers():
    units = {FLAT: "RU-1 RU-2", "2125": "GE-1 GE-17", "2025": "GE-20", SE: "RU-3"}
    state = board(units, retreated=frozenset(("RU-1",)))
    assert fresh_defenders(state, FLAT) == ("RU-2",)
    for outcome, place in (("0/1", "dead_pile"), ("0/E", "dead_pile"), ("0/0", FLAT)):
        game = after(units, outcome, retreated=frozenset(("RU-1",)))
        assert game.state.units["RU-1"].at == place


@pytest.mark.rule("13.22")
def test_retreated_units_alone_are_not_attacked_again():
    state = board({FLAT: "RU-1", SW: "GE-1"}, retreated=frozenset(("RU-1",)))
    refuse(at(state, CP_FIGHTS), f"attack {FLAT}", "13.4", "attacked already")


@pytest.mark.rule("13.22")
def test_attackers_never_retreat():
    game = after({SW: "GE-1", FLAT: "RU-1"}, "1/0")
    refuse(game, "retreat", "13.22", "never retreat")


@pytest.mark.rule("13.24")
@pytest.mark.parametrize(("outcome", "dead"), [("0/E", ["RU-1", "RU-G"]), ("E/0", ["GE-1", "GE-17"])])
def test_an_e_eliminates_all_whatever_their_steps(outcome, dead):
    game = after({SW: "GE-1 GE-17", FLAT: "RU-1 RU-G"}, outcome)
    assert all(game.state.units[u].at == "dead_pile" for u in dead)


# --- fortresses and guns ---------------------------------------------------------------------------------------

OSOWIEC = {"2715": "GE-1 GE-17", "2816": "RU-F-Osowiec"}


@pytest.mark.rule("13.15")
def test_a_fortress_alone_ignores_numbers_and_falls_to_an_e_for_good():
    game = after(OSOWIEC, "0/3", "2816")
    assert game.state.units["RU-F-Osowiec"].at == "2816"
    game = after(OSOWIEC, "0/E", "2816")
    assert game.state.units["RU-F-Osowiec"].at == "out_of_play"
    assert game.state.fortress_at("2816") == ""


@pytest.mark.rule("13.15")
def test_units_in_a_fortress_do_not_retreat_and_die_before_it():
    units = {**OSOWIEC, "2816": "RU-F-Osowiec RU-1 RU-2"}
    game = after(units, "0/3", "2816")
    refuse(game, "retreat", "13.15", "never retreat")
    refuse(game, "lose RU-F-Osowiec", "13.23")
    tell(game, "lose RU-1", "lose RU-2")
    assert game.state.at["2816"] == ("RU-F-Osowiec",)


@pytest.mark.rule("13.18")
def test_guns_share_the_fate_of_the_last_step_beside_them():
    units = {SW: "GE-FR GE-HA1", FLAT: "RU-1"}
    game = after(units, "1/0")
    game.apply("lose GE-FR")
    assert game.state.units["GE-HA1"].at == "dead_pile"
    game = after({SW: "GE-FR GE-WL GE-HA1", FLAT: "RU-1"}, "1/0")
    refuse(game, "lose GE-HA1", "13.23")
    game.apply("lose GE-FR")
    assert game.state.units["GE-HA1"].at == SW
    assert after(units, "E/0").state.units["GE-HA1"].at == "dead_pile"


@pytest.mark.rule("13.18", "13.24")
def test_a_gun_outlives_an_e_with_a_stack_mate_that_took_no_part():
    game = at(board({SW: "GE-1 GE-17 GE-HA1", FLAT: "RU-1"}), CP_FIGHTS, plugins=(Fixed("E/0"),))
    tell(game, f"attack {FLAT}", "with GE-1", "with GE-HA1", "confirm")
    assert (game.state.units["GE-1"].at, game.state.at[SW]) == ("dead_pile", ("GE-17", "GE-HA1"))


@pytest.mark.rule("13.18", "13.24")
def test_a_gun_falls_with_the_fortress_it_stood_in():
    game = after({"2314": "GE-F-Konigsberg GE-HA1", "2414": "RU-1"}, "0/E", "2314")
    assert game.state.units["GE-HA1"].at == "dead_pile"


@pytest.mark.rule("13.18", "13.22")
def test_a_gun_retreats_with_its_stack_and_shares_its_fate():
    game = after({FLAT: "GE-1/r GE-HA1", NE: "RU-1"}, "0/2")
    tell(game, "retreat", f"retreat GE-1 {SW}")
    assert game.state.at[SW] == ("GE-1", "GE-HA1")
    game.apply("lose GE-1")
    assert game.state.units["GE-HA1"].at == "dead_pile"


@pytest.mark.rule("13.18", "13.22")
def test_there_is_no_retreat_where_the_gun_finds_no_room_beside_its_stack():
    units = {FLAT: "GE-1 GE-HA1", N: "RU-1", NE: "RU-2", SE: "RU-3", NW: "RU-4", S: "RU-5", SW: "GE-HA2 GE-17"}
    assert not can_retreat(board(units), ("GE-1", "GE-HA1"))
    assert can_retreat(board({**units, SW: "GE-17"}), ("GE-1", "GE-HA1"))


@pytest.mark.rule("13.18")
def test_guns_advance_one_hex_with_others_of_their_own_hex():
    game = after({SW: "GE-1 GE-HA1", S: "GE-17", FLAT: "RU-1"}, "B/E")
    game.apply(f"advance GE-17 {FLAT}")
    refuse(game, f"advance GE-HA1 {FLAT}", "13.26")
    tell(game, f"advance GE-1 {FLAT}", f"advance GE-HA1 {FLAT}")
    refuse(game, f"advance GE-HA1 {NE}", "13.26", "as far as it may")


# --- advance ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("13.25")
def test_survivors_may_enter_the_emptied_hex():
    game = after({SW: "GE-1 GE-17", FLAT: "RU-1"}, "0/E")
    assert offered(game) == [f"advance GE-1 {FLAT}", f"advance GE-17 {FLAT}", "done"]
    tell(game, f"advance GE-1 {FLAT}", "done")
    assert (game.state.units["GE-1"].at, game.state.units["GE-17"].at) == (FLAT, SW)


@pytest.mark.rule("13.25")
def test_advance_goes_one_hex_within_stacking():
    game = after({SW: "GE-1 GE-17", S: "GE-20 GE-2", FLAT: "RU-1"}, "0/E")
    tell(game, *(f"advance {u} {FLAT}" for u in ("GE-1", "GE-17", "GE-20")))
    assert game.state.units["GE-2"].at == S
    assert bulk_at(game, FLAT) == 6


def bulk_at(game, hex_id):
    return sum(game.state.data.counters[u].bulk for u in game.state.at[hex_id])


@pytest.mark.rule("13.25")
def test_no_advance_while_the_defender_holds_the_hex():
    game = after({SW: "GE-1", FLAT: "RU-1 RU-2"}, "0/1")
    game.apply("lose RU-1")
    assert not [a for a in offered(game) if a.startswith("advance")]


@pytest.mark.rule("13.25")
def test_defenders_never_advance():
    game = after({SW: "GE-FR", FLAT: "RU-1"}, "E/0")
    assert game.decision is None or not offered(game)[0].startswith("advance")
    assert game.state.units["RU-1"].at == FLAT


@pytest.mark.rule("13.25")
def test_bystanders_do_not_advance_after_an_ordinary_victory():
    state = {SW: "GE-1", FLAT: "RU-1", "1924": "GE-17"}
    refuse(after(state, "0/E"), f"advance GE-17 {FLAT}", "13.25", "took no part")


@pytest.mark.rule("13.26")
def test_attackers_break_through_up_to_three_hexes_by_the_hex_attacked():
    game = after({SW: "GE-1", FLAT: "RU-1"}, "B/E")
    refuse(game, f"advance GE-1 {NW}", "13.26", "hex attacked comes first")
    tell(game, f"advance GE-1 {FLAT}", f"advance GE-1 {NE}", "advance GE-1 2324")
    assert game.state.units["GE-1"].at == "2324"
    assert not [a for a in offered(game) if a.startswith("advance")]


@pytest.mark.rule("13.26")
def test_neighbours_that_have_not_attacked_follow_two_hexes_and_then_do_not_attack():
    game = after({SW: "GE-1 GE-17", FLAT: "RU-1"}, "B/E")
    state = board({SW: "GE-1 GE-17", FLAT: "RU-1", S: "GE-20", "1924": "GE-2"})
    from wargame.games.when_eagles_fight.advance import begin

    march = begin(state, "cp", FLAT, ("GE-1",), True)
    assert march.left == {"GE-1": 3, "GE-17": 2, "GE-20": 2, "GE-2": 2}
    state.attacked = frozenset(("GE-20",))
    assert "GE-20" not in begin(state, "cp", FLAT, ("GE-1",), True).left
    assert game.state.attacked == {"GE-1", "GE-17"}


@pytest.mark.rule("13.26")
def test_who_followed_one_breakthrough_may_follow_another_but_not_attack():
    units = {SW: "GE-1 GE-3R", NW: "GE-17", FLAT: "RU-1", N: "RU-2", NE: "RU-3"}
    game = at(board(units), CP_FIGHTS, plugins=(Fixed("B/E"),))
    tell(game, f"attack {FLAT}", "with GE-1", "confirm", f"advance GE-1 {FLAT}", f"advance GE-3R {FLAT}", "done")
    game.apply(f"attack {N}")
    refuse(game, "with GE-3R", "13.26", "advanced")
    tell(game, "with GE-17", "confirm", f"advance GE-17 {N}", f"advance GE-3R {N}")
    assert game.state.units["GE-3R"].at == N


@pytest.mark.rule("13.26")
def test_neighbours_enter_the_hex_attacked_or_one_the_attackers_left_empty():
    from wargame.games.when_eagles_fight.advance import begin, go, ways

    state = board({SW: "GE-1", FLAT: "RU-1", "1924": "GE-2", S: "GE-20"})
    state.send("RU-1", "dead_pile", "13.24")
    march = begin(state, "cp", FLAT, ("GE-1",), True)
    assert (ways(state, march, "GE-2"), ways(state, march, "GE-20")) == ((), ())  # nobody has advanced yet
    go(state, march, "GE-1", FLAT, "13.26")
    assert (ways(state, march, "GE-2"), ways(state, march, "GE-20")) == ((SW,), (FLAT, SW))
    go(state, march, "GE-2", SW, "13.26")
    assert "GE-2" in state.followed
    assert (FLAT in ways(state, march, "GE-2"), march.left["GE-2"]) == (True, 1)


@pytest.mark.rule("13.26")
def test_several_neighbours_enter_a_hex_the_attackers_left_empty():
    game = after_breakthrough({SW: "GE-1", FLAT: "RU-1", "1924": "GE-2 GE-10 GE-11 GE-3Rdiv"}, "GE-1")
    game.apply(f"advance GE-1 {FLAT}")
    tell(game, f"advance GE-2 {SW}", f"advance GE-10 {SW}", f"advance GE-11 {SW}")
    refuse(game, f"advance GE-3Rdiv {SW}", "8.1", "three corps")


@pytest.mark.rule("13.26")
def test_a_hex_that_some_attackers_still_hold_is_no_way_for_neighbours():
    game = after_breakthrough({SW: "GE-1 GE-17", FLAT: "RU-1", "1924": "GE-2"}, "GE-1", "GE-17")
    game.apply(f"advance GE-1 {FLAT}")
    refuse(game, f"advance GE-2 {SW}", "13.26", "hex attacked comes first")
    game.apply(f"advance GE-17 {FLAT}")
    game.apply(f"advance GE-2 {SW}")
    assert game.state.units["GE-2"].at == SW


@pytest.mark.rule("13.18", "15.6")
def test_the_romanian_does_not_walk_over_guns_north_of_his_row():
    game = after_breakthrough({"3529": "RM-4 RU-1 RU-2", "3429": "AH-1", "3428": "GE-HA1"}, "RM-4", "RU-1",
                              target="3429", turn=19, brusilov=15)  # fmt: skip
    tell(game, "advance RM-4 3429", "advance RU-1 3429")
    refuse(game, "advance RM-4 3428", "15.6")
    game.apply("advance RU-1 3428")
    assert game.state.units["GE-HA1"].at == "dead_pile"


@pytest.mark.rule("13.26")
@pytest.mark.parametrize(
    ("a", "b", "turn", "left"),
    [
        ("3118", "3119", 3, 0), ("3118", "3119", 5, 2), ("2428", "2528", 3, 0), ("2628", "2528", 3, 2),
        ("2417", "2416", 3, 2),
    ],
)  # fmt: skip
def test_swamp_and_mountain_end_the_advance_a_pass_and_a_forest_do_not(a, b, turn, left):
    from wargame.games.when_eagles_fight.advance import begin, go

    state = board({a: "GE-1"}, turn=turn)
    march = begin(state, "cp", b, ("GE-1",), True)
    go(state, march, "GE-1", b, "13.26")
    assert march.left["GE-1"] == left


@pytest.mark.rule("13.26")
@pytest.mark.parametrize(("off", "left"), [("2527", 1), ("2629", 0)])
def test_a_unit_that_came_along_a_pass_may_turn_off_it_and_stops_in_the_next_mountain(off, left):
    from wargame.games.when_eagles_fight.advance import begin, go, possible

    state = board({"2628": "GE-1"})
    march = begin(state, "cp", "2528", ("GE-1",), True)
    go(state, march, "GE-1", "2528", "13.26")
    assert Advance("GE-1", off) in list(possible(state, march))
    go(state, march, "GE-1", off, "13.26")
    assert march.left["GE-1"] == left


# --- cavalry ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("13.27")
def test_cavalry_alone_slips_away_and_the_attackers_advance_and_attack_again():
    game = at(board({SW: "GE-1", FLAT: "RU-1Cav"}), CP_FIGHTS)
    tell(game, f"attack {FLAT}", "with GE-1", "confirm")
    assert (game.decision.side, offered(game)) == ("ru", ["retreat", "pass"])
    tell(game, "retreat", f"retreat RU-1Cav {NE}", f"advance GE-1 {FLAT}")
    tell(game, f"attack {NE}", "with GE-1", "confirm", "pass")
    assert game.decision.side == "chance"


@pytest.mark.rule("13.27")
@pytest.mark.parametrize(
    ("attackers", "defenders"), [("GE-1C", "RU-1Cav"), ("GE-1", "RU-1Cav RU-1")], ids=["by cavalry", "not alone"]
)
def test_cavalry_does_not_slip_away_from_cavalry_or_with_others(attackers, defenders):
    game = at(board({SW: attackers, FLAT: defenders}), CP_FIGHTS)
    tell(game, f"attack {FLAT}", *(f"with {u}" for u in attackers.split()), "confirm")
    assert (game.decision.side, game.decision.rule) == ("chance", "13.20")


@pytest.mark.rule("13.27")
def test_cavalry_with_nowhere_to_go_stands_and_fights():
    units = {SW: "GE-1", N: "GE-17", NE: "GE-20", SE: "GE-2", S: "GE-10", NW: "GE-11", FLAT: "RU-1Cav"}
    game = at(board(units), CP_FIGHTS)
    tell(game, f"attack {FLAT}", "with GE-1", "confirm")
    assert (game.decision.side, game.decision.rule) == ("chance", "13.20")


@pytest.mark.rule("13.27")
def test_attackers_that_do_not_follow_the_cavalry_have_attacked():
    game = at(board({SW: "GE-1 GE-17", FLAT: "RU-1Cav", NW: "RU-2"}), CP_FIGHTS)
    tell(game, f"attack {FLAT}", "with GE-1", "confirm", "retreat", f"retreat RU-1Cav {NE}", "done", f"attack {NW}")
    refuse(game, "with GE-1", "13.4", "already attacked")


@pytest.mark.rule("13.27", "13.22")
def test_cavalry_that_slipped_away_defends_where_it_comes_to():
    game = at(board({SW: "GE-1", FLAT: "RU-1Cav", NE: "RU-2", "2223": "GE-17"}), CP_FIGHTS)
    tell(game, f"attack {FLAT}", "with GE-1", "confirm", "retreat", f"retreat RU-1Cav {NE}", "done")
    assert fresh_defenders(game.state, NE) == ("RU-1Cav", "RU-2")


@pytest.mark.rule("13.27")
def test_cavalry_that_stands_is_fought():
    game = at(board({SW: "GE-1", FLAT: "RU-1Cav"}), CP_FIGHTS)
    tell(game, f"attack {FLAT}", "with GE-1", "confirm", "pass", "roll 6", f"advance GE-1 {FLAT}")
    assert game.state.units["RU-1Cav"].at == "dead_pile"


@pytest.mark.rule("13.22")
def test_a_retreat_may_lead_onto_friends_within_stacking():
    units = {SW: "GE-1", FLAT: "RU-1", NE: "RU-2 RU-3", SE: "RU-4 RU-5 RU-6"}
    assert retreat_hexes(board(units), "RU-1", ()) == [NE]


@pytest.mark.rule("13.22")
def test_units_that_retreated_onto_friends_are_lost_with_them():
    state = board({SW: "GE-1", FLAT: "RU-1", NE: "RU-2 RU-3", "2223": "GE-17", SE: "GE-20"})
    game = at(state, CP_FIGHTS, plugins=(Fixed("0/1"),))
    tell(game, f"attack {FLAT}", "with GE-1", "confirm", "retreat", "done")
    assert game.state.units["RU-1"].at == NE
    tell(game, f"attack {NE}", "with GE-17", "confirm")
    assert offered(game)[:2] == ["lose RU-2", "lose RU-3"]
    assert game.state.units["RU-1"].at == "dead_pile"


@pytest.mark.rule("13.22")
def test_the_first_to_retreat_leaves_room_for_the_others():
    units = {FLAT: "GE-1Cdiv GE-2", SW: "GE-10 GE-11 GE-3Rdiv", S: "GE-13 GE-17", N: "RU-1", NE: "RU-2", SE: "RU-3"}
    state = board({**units, NW: "RU-4"})
    assert S in retreat_hexes(state, "GE-1Cdiv", ())
    assert retreat_hexes(state, "GE-1Cdiv", ("GE-2",)) == [SW]
    game = after({**units, NW: "RU-4"}, "0/1")
    game.apply("retreat")
    assert (game.state.units["GE-1Cdiv"].at, game.state.units["GE-2"].at) == (SW, S)
