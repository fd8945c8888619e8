"""New units and withdrawals (10.x)."""

from __future__ import annotations

import pytest

from wargame.core.engine.actions import DONE
from wargame.games.when_eagles_fight.arrivals import ARRIVALS, allotted
from wargame.games.when_eagles_fight.supply import supplied

from .support import DATA, at, board, cut_rail, offered, refuse, ring, tell

SIX = "RU-1 RU-2 RU-3 RU-4 RU-5 RU-6"
HOME = {"4113": "RU-40", "1019": "GE-40R"}
CP_RAIL = "Central Powers strategic movement"


def arriving(units, turn=4, **fields):
    """A board on which these units are due."""
    state = board(fields.pop("there", HOME), turn=turn, **fields)
    state.due = dict.fromkeys(units.split(), turn)
    return state


def steps(german=0, austro_hungarian=0, russian=0):
    return {"german": german, "austro_hungarian": austro_hungarian, "russian": russian}


# --- reinforcements --------------------------------------------------------------------------------------------


@pytest.mark.rule("10.2")
def test_russians_enter_in_supplied_cities_of_russia_only():
    game = at(arriving("RU-30"), "Russian reinforcements")
    refuse(game, "place RU-30 2419", "10.2", "cannot enter")  # Warsaw is in Poland
    refuse(game, "place RU-30 3419", "10.2")  # Pinsk is a town
    game.apply("place RU-30 3515")
    assert game.state.units["RU-30"].at == "3515"
    state = arriving("RU-30")
    state.control["3515"] = "cp"
    assert "3515" not in ARRIVALS.open(state, "RU-30")
    cut = arriving("RU-30", there={**HOME, **ring("3515", "GE-1 GE-17 GE-20 GE-2 GE-10 GE-11")})
    assert "3515" not in ARRIVALS.open(cut, "RU-30")


@pytest.mark.rule("10.2")
def test_germans_enter_on_the_west_edge_or_in_koenigsberg():
    game = at(arriving("GE-2", there={**HOME, "1018": "RU-1"}), "Central Powers reinforcements")
    refuse(game, "place GE-2 1119", "10.2", "cannot enter")
    refuse(game, "place GE-2 1018", "12.4", "enemy")
    assert {"place GE-2 1016", "place GE-2 2314"} <= set(offered(game))
    state = arriving("GE-2")
    state.control["2314"] = "ru"
    assert "2314" not in ARRIVALS.open(state, "GE-2")


@pytest.mark.rule("10.2")
def test_the_turks_enter_on_the_austro_hungarian_south_edge():
    hexes = [DATA.hexes[h] for h in ARRIVALS.open(arriving("GE-TU", turn=17), "GE-TU")]
    assert hexes
    assert all("south" in h.map_edge and h.country == "austria_hungary" for h in hexes)


@pytest.mark.rule("10.2")
def test_austro_hungarians_enter_in_their_supplied_cities():
    game = at(arriving("AH-19", turn=5), "Central Powers reinforcements")
    refuse(game, "place AH-19 1119", "10.2")
    refuse(game, "place AH-19 2726", "10.2")  # Przemysl is a town
    assert {"place AH-19 1430", "place AH-19 3026"} <= set(offered(game))


@pytest.mark.rule("10.2", "8.1")
def test_reinforcements_heed_stacking():
    there = {**HOME, "3515": "RU-1 RU-2 RU-3"}
    refuse(at(arriving("RU-30", there=there), "Russian reinforcements"), "place RU-30 3515", "8.1")


@pytest.mark.rule("10.3")
def test_the_caucasus_corps_do_not_come_by_themselves():
    state = board(HOME, turn=3)
    assert state.returns["RU-1C"] == state.returns["RU-2TN"] == "G"
    state.due = {"RU-1C": 9, "RU-2TN": 9}
    state.turn = 9
    game = at(state, "Russian reinforcements")
    tell(game, "place RU-1C 3515", "place RU-2TN 4123")
    assert game.state.units["RU-2TN"].at == "4123"


@pytest.mark.rule("10.4", "15.6")
def test_the_romanian_army_enters_in_jassy_three_turns_after_the_declaration():
    state = board(HOME, turn=15)
    game = at(state, "Brusilov offensive")
    game.apply("yes")
    assert game.state.due["RM-4"] == 18
    state = game.state.copy()
    state.turn = 18
    game = at(state, "Romania enters")
    while game.decision.side == "chance":
        game.apply(game.decision.actions[0])
    assert offered(game) == ["place RM-4 3532"]


@pytest.mark.rule("10.5", "15.5")
def test_seven_germans_come_in_the_three_turns_after_the_declaration():
    game = at(board(HOME, turn=16), "Brusilov offensive")
    assert not [u for u in game.state.due if u.startswith("GE")]
    game.apply("yes")
    due = {u: t for u, t in game.state.due.items() if u.startswith("GE")}
    assert len(due) == 7
    assert set(due.values()) == {17, 18, 19}
    assert all(DATA.counters[u].entry == f"B+{t - 16}" for u, t in due.items())


@pytest.mark.rule("10.6")
def test_a_reinforcement_that_finds_no_place_is_lost():
    state = arriving("RU-30")
    for hex_id in [h for h, side in state.control.items() if side == "ru"]:
        state.control[hex_id] = "cp"
    state.reindex()
    game = at(state, "Russian reinforcements")
    assert game.state.units["RU-30"].at == "out_of_play"


@pytest.mark.rule("10.6")
def test_a_reinforcement_cannot_be_held_back():
    game = at(arriving("RU-30"), "Russian reinforcements")
    assert "done" not in offered(game)
    refuse(game, "done", "10.2")


@pytest.mark.rule("10.7")
def test_reinforcements_come_whole_and_move_at_once():
    game = at(arriving("GE-2"), "Central Powers reinforcements")
    game.apply("place GE-2 1016")
    assert game.state.units["GE-2"].steps == 2
    state = game.state.copy()
    game = at(state, "Central Powers movement")
    assert "stack 1016" in offered(game)


@pytest.mark.rule("10.7", "11.2")
def test_germans_entrain_on_the_west_edge_in_the_turn_they_arrive_only():
    game = at(arriving("GE-2"), "Central Powers reinforcements")
    game.apply("place GE-2 1016")
    state = game.state.copy()
    state.units["GE-1"] = state.units["GE-2"].__class__("GE-1", "1020", 2)
    state.reindex()
    game = at(state, "Central Powers strategic movement")
    refuse(game, "entrain GE-1", "11.2", "town or city")
    tell(game, "entrain GE-2", "rail GE-2 2314")
    assert game.state.units["GE-2"].at == "2314"


@pytest.mark.rule("10.7", "10.15")
def test_a_unit_that_arrives_and_is_withdrawn_at_once_is_gone():
    state = board({**HOME, "1016": "GE-2"}, turn=12, owed={"german 14": 2}, west=frozenset(("GE-2",)))
    game = at(state, "Central Powers withdrawals")
    game.apply("withdraw GE-2")
    assert game.state.west == frozenset()
    while game.state.phase != CP_RAIL:
        game.apply("done")
    refuse(game, "entrain GE-2", "11.2", "no unit GE-2")


# --- replacements ----------------------------------------------------------------------------------------------


@pytest.mark.rule("10.8")
def test_each_nation_receives_the_printed_steps():
    state = board(HOME, turn=6)
    assert [allotted(state, n) for n in ("german", "austro_hungarian", "russian")] == [2, 2, 5]
    game = at(board({**HOME, "1119": "GE-1/r"}, turn=6, tracks=steps(german=1)), "Central Powers steps")
    assert game.state.tracks == steps(german=3, austro_hungarian=2)


@pytest.mark.rule("10.8")
def test_nations_do_not_lend_steps():
    state = board({**HOME, "1119": "GE-1/r"}, tracks=steps(austro_hungarian=4))
    state.send("AH-2", "dead_pile", "13.24")
    refuse(at(state, "Central Powers replacements"), "rebuild GE-1", "10.8", "German replacement steps")


@pytest.mark.rule("10.8")
def test_the_romanian_gets_no_steps():
    state = board({**HOME, "3532": "RM-4/r", "3515": "RU-1G/r"}, turn=19, brusilov=15, tracks=steps(russian=4))
    state.control["3532"] = "ru"
    state.send("RU-1", "dead_pile", "13.24")
    refuse(at(state, "Russian replacements"), "rebuild RM-4", "10.8", "German, Austro-Hungarian or Russian")


@pytest.mark.rule("10.9")
def test_four_steps_are_saved_and_more_are_lost():
    state = board({**HOME, "1119": "GE-1/r"}, tracks=steps(german=6, austro_hungarian=5))
    game = at(state, "Central Powers replacements")
    tell(game, "rebuild GE-1")
    assert game.state.tracks == steps(german=4, austro_hungarian=4)


@pytest.mark.rule("10.9")
def test_nobody_begins_with_saved_steps():
    assert board().tracks == steps()


@pytest.mark.rule("10.10")
def test_units_with_an_asterisk_get_no_steps():
    state = board({**HOME, "3515": "RU-G/r"}, tracks=steps(german=4, russian=4))
    state.send("RU-2G", "dead_pile", "13.24")
    state.send("RU-2", "dead_pile", "13.24")
    game = at(state, "Russian replacements")
    refuse(game, "rebuild RU-G", "10.10", "never")
    refuse(game, "reclaim RU-2G 1", "10.10", "never")


@pytest.mark.rule("10.10", "13.15")
def test_fortresses_and_guns_never_come_back():
    state = board({**HOME, "2617": "GE-F-Lotzen", "2018": "GE-HA1"}, tracks=steps(german=4))
    for unit in ("GE-F-Lotzen", "GE-HA1", "GE-1"):
        state.send(unit, "dead_pile", "13.24")
    game = at(state, "Central Powers replacements")
    assert [a for a in offered(game) if "GE-1 " not in a] == ["done"]
    refuse(game, "reclaim GE-HA1 1", "10.10", "never")


@pytest.mark.rule("10.11")
def test_a_reduced_unit_is_made_whole_next_to_the_enemy():
    state = board({**HOME, "2121": "GE-1/r", "2120": "RU-1"}, tracks=steps(german=1))
    game = at(state, "Central Powers replacements")
    game.apply("rebuild GE-1")
    assert (game.state.units["GE-1"].steps, game.state.tracks["german"]) == (2, 0)


@pytest.mark.rule("10.11")
def test_rebuilding_needs_supply_from_the_edge_and_a_reduced_unit():
    state = board({**HOME, "2726": "GE-1/r AH-F-Przemysl", **ring("2726", SIX), "1119": "GE-17 GE-20/r"},
                  tracks=steps(german=2))  # fmt: skip
    game = at(state, "Central Powers replacements")
    refuse(game, "rebuild GE-1", "10.11", "no supply")
    refuse(game, "rebuild GE-17", "10.11", "full strength")


@pytest.mark.rule("10.11")
def test_only_own_units_on_the_map_are_rebuilt():
    state = board({**HOME, "1119": "GE-1/r", "3515": "RU-1G/r"}, tracks=steps(german=2, russian=2))
    state.send("GE-17", "dead_pile", "13.24")
    game = at(state, "Central Powers replacements")
    refuse(game, "rebuild GE-17", "10.11", "not on the map")
    assert "rebuild RU-1G" not in offered(game)
    refuse(game, "rebuild RU-1G", "10.11", "not a unit of yours")
    refuse(game, "rebuild GE-99", "10.11", "no unit GE-99")


@pytest.mark.rule("10.12")
@pytest.mark.parametrize("paid", [1, 2])
def test_a_dead_unit_returns_reduced_for_one_step_or_whole_for_two(paid):
    state = board(HOME, tracks=steps(german=2))
    state.send("GE-1", "dead_pile", "13.24")
    game = at(state, "Central Powers replacements")
    refuse(game, "reclaim GE-1 3", "10.12", "3 steps")
    tell(game, f"reclaim GE-1 {paid}")
    refuse(game, "place GE-1 1119", "10.12", "cannot enter")
    game.apply("place GE-1 1020")
    assert (game.state.units["GE-1"].steps, game.state.tracks["german"]) == (paid, 2 - paid)


@pytest.mark.rule("10.12")
def test_only_the_dead_are_reclaimed():
    state = board({**HOME, "1119": "GE-17/r"}, tracks=steps(german=2))
    refuse(at(state, "Central Powers replacements"), "reclaim GE-17 1", "10.12", "not in the dead pile")


@pytest.mark.rule("10.13")
def test_steps_may_be_kept():
    game = at(board({**HOME, "1119": "GE-1/r"}, tracks=steps(german=2)), "Central Powers replacements")
    game.apply("done")
    assert (game.state.tracks["german"], game.state.units["GE-1"].steps) == (2, 1)


@pytest.mark.rule("10.13")
def test_several_units_use_steps_in_one_phase():
    game = at(board({**HOME, "1119": "GE-1/r GE-17/r"}, tracks=steps(german=2)), "Central Powers replacements")
    tell(game, "rebuild GE-1", "rebuild GE-17")
    assert game.state.tracks["german"] == 0


@pytest.mark.rule("10.13")
def test_the_russian_uses_several_steps_in_one_phase():
    state = board(HOME, tracks=steps(russian=2))
    for unit in ("RU-1", "RU-2"):
        state.send(unit, "dead_pile", "13.24")
    game = at(state, "Russian replacements")
    tell(game, "reclaim RU-1 1", "place RU-1 3515", "reclaim RU-2 1", "place RU-2 3515")
    assert (game.state.tracks["russian"], game.state.units["RU-2"].at) == (0, "3515")


@pytest.mark.rule("10.7")
def test_a_unit_withdrawn_reduced_returns_whole():
    game = at(board({**HOME, "1119": "GE-1/r"}, turn=8, owed={"german 9": 1}), "Central Powers withdrawals")
    game.apply("withdraw GE-1")
    state = game.state.copy()
    state.turn = 9
    game = at(state, "Central Powers reinforcements")
    game.apply("place GE-1 1016")
    assert game.state.units["GE-1"].steps == 2


@pytest.mark.rule("10.11", "9.6")
def test_neither_a_port_nor_a_limited_source_rebuilds():
    there = {**HOME, "2314": "GE-1/r", "2726": "GE-17/r AH-F-Przemysl", "1119": "GE-20/r"}
    state = board(there, tracks=steps(german=3))
    cut_rail(state, but=("1119", "2314"))
    assert supplied(state, "GE-1")
    game = at(state, "Central Powers replacements")
    refuse(game, "rebuild GE-1", "10.11", "friendly map edge")
    refuse(game, "rebuild GE-17", "10.11", "friendly map edge")
    assert offered(game) == ["rebuild GE-20", "done"]


@pytest.mark.rule("10.9")
def test_a_player_is_warned_of_replacement_steps_that_cannot_be_kept():
    def warned(event="", **left):
        state = board({**HOME, "1119": "GE-1/r"}, tracks=steps(**left), in_force=frozenset(event))
        return at(state, "Central Powers replacements").decision.warning(DONE)

    assert warned(german=4) is None
    assert warned(german=6).endswith("will be lost (10.9): 2 German.")
    assert warned("K", german=1).endswith("will be lost (10.9): 1 German.")  # 7.2 K


@pytest.mark.rule("10.6", "10.15")
def test_units_that_leave_are_told_in_words():
    state = board({"1119": "GE-1"})
    state.log = []
    state.send("GE-1", "withdrawn", "10.15")
    state.send("GE-2", "out_of_play", "10.6")
    assert [e.text for e in state.log] == ["GE-1 is withdrawn", "GE-2 is out of the game"]
