"""Supply and attrition (9.2 - 9.8)."""

from __future__ import annotations

import pytest

from wargame.games.when_eagles_fight.odds import calculate, strength
from wargame.games.when_eagles_fight.supply import RAIL_NET, SUPPLY, holds_out, sources, supplied

from .support import at, board, offered, refuse, ring, tell

SIX = "RU-1 RU-2 RU-3 RU-4 RU-5 RU-6"


def cut_off(hex_id, units, **fields):
    """Central Powers units with a Russian in each hex around them."""
    return board({hex_id: units, **ring(hex_id, SIX)}, **fields)


@pytest.mark.rule("9.2")
def test_a_unit_out_of_supply_moves_normally_but_not_by_rail():
    state = board({"2919": "GE-1"})  # Brest-Litovsk, deep in Russia
    assert not supplied(state, "GE-1")
    game = at(state, "Central Powers movement")
    tell(game, "stack 2919", "step GE-1 2819", "step GE-1 2719")
    assert game.state.units["GE-1"].at == "2719"
    refuse(at(state, "Central Powers strategic movement"), "entrain GE-1", "9.2", "no rail line")


@pytest.mark.rule("9.3")
def test_factors_out_of_supply_are_added_then_halved_and_rounded_up():
    state = cut_off("2221", "GE-1R GE-FR GE-3Rdiv")
    assert strength(state, ("GE-1R",), True) == 3  # 5
    assert strength(state, ("GE-1R", "GE-FR"), True) == 5  # 9
    assert strength(state, ("GE-1R", "GE-FR", "GE-3Rdiv"), False) == 7  # 14


@pytest.mark.rule("9.3")
def test_supply_is_judged_when_the_battle_begins():
    state = board({"2123": "GE-1 GE-17", "2124": "RU-1", "2023": "RU-2", "2024": "RU-3", "2125": "RU-4",
                   "2224": "RU-5", "2222": "RU-6", "2223": "RU-7", "2122": "RU-8"})  # fmt: skip
    assert calculate(state, ("GE-1", "GE-17"), "2024", ("RU-3",)).attack == 6
    state.send("RU-3", "dead_pile", "13.24")
    assert calculate(state, ("GE-1", "GE-17"), "2124", ("RU-1",)).attack == 12


@pytest.mark.rule("9.4")
def test_units_out_of_supply_die_in_their_own_attrition_phase():
    state = cut_off("2221", "GE-1 GE-17")
    game = at(state, "Central Powers attrition")
    assert game.state.units["GE-1"].at == game.state.units["GE-17"].at == "dead_pile"
    game = at(cut_off("2221", "GE-1 GE-17"), "Russian attrition")
    assert game.state.units["GE-1"].at == "2221"
    assert game.state.units["RU-1"].at == "2220"


@pytest.mark.rule("9.4", "13.18")
def test_guns_out_of_supply_die_once():
    game = at(cut_off("2221", "GE-1 GE-HA1"), "Central Powers attrition")
    assert [e.text for e in game.events if "GE-HA1" in e.text] == ["GE-HA1 at 2221 is eliminated"]


@pytest.mark.rule("9.5")
def test_a_line_of_four_hexes_reaches_and_five_does_not():
    state = board({"3619": "RU-1"})
    everything = state.control
    for hex_id in list(everything):
        everything[hex_id] = "cp" if hex_id not in ("4118", "4218") else "ru"
    state.reindex()
    assert "4118" in sources(state, "ru")
    assert {"3718", "3720"} & SUPPLY.spaces(state, "ru") == {"3718", "3720"}  # four hexes from Gomel
    assert "3618" not in SUPPLY.spaces(state, "ru")  # five
    assert not supplied(state, "RU-1")


@pytest.mark.rule("9.5")
def test_lines_do_not_pass_enemy_units_or_water():
    free = board({"2516": "RU-6"})
    assert supplied(free, "RU-6")
    cut = board({"2516": "RU-6", "2515": "GE-1", "2617": "GE-17", "2517": "GE-20", "2417": "GE-2", "2416": "GE-10"})
    assert "2616" not in cut.at  # only the lake side is open
    assert not supplied(cut, "RU-6")


@pytest.mark.rule("9.6")
def test_a_source_is_a_controlled_place_with_rail_to_the_edge():
    state = board()
    assert {"2419", "4233", "3515"} <= sources(state, "ru")
    assert "2523" not in sources(state, "ru")  # Sandomierz has no rail
    assert "2221" not in sources(state, "ru")  # rail, but no place
    assert {"2314", "2226", "1932"} <= sources(state, "cp")


@pytest.mark.rule("9.6")
def test_rail_is_cut_by_enemy_units_and_by_enemy_places():
    assert "3102" in RAIL_NET.spaces(board(), "ru")
    unit = board({"3302": "GE-1", "3203": "GE-17"})
    assert "3102" not in RAIL_NET.spaces(unit, "ru")
    place = board()
    place.control["3203"] = "cp"
    place.changed()
    assert "3102" not in RAIL_NET.spaces(place, "ru")


@pytest.mark.rule("9.6")
def test_map_edges_are_friendly_again_when_the_enemy_is_gone():
    state = board({"1016": "RU-1"})
    assert "1016" not in RAIL_NET.spaces(state, "cp")
    state.move("RU-1", "1017")
    assert "1016" in RAIL_NET.spaces(state, "cp")


@pytest.mark.rule("9.6")
def test_east_is_russian_west_and_the_austro_hungarian_south_are_not():
    data = board().data
    assert {h[:2] for h in data.exits["ru"]} == {"42"}
    assert not {"4231", "4232", "4233"} & set(data.exits["ru"])
    for hex_id in data.exits["cp"]:
        here = data.hexes[hex_id]
        assert "west" in here.map_edge or here.country == "austria_hungary"


@pytest.mark.rule("9.6")
@pytest.mark.parametrize(("port", "side", "near"), [("2314", "cp", "2413"), ("4233", "ru", "4132")])
def test_ports_are_fed_by_sea(port, side, near):
    state = board()
    for hex_id in list(state.control):
        if hex_id != port:
            state.control[hex_id] = "ru" if side == "cp" else "cp"
    state.reindex()
    assert sources(state, side) == {port}
    assert near in SUPPLY.spaces(state, side)
    state.control[port] = "ru" if side == "cp" else "cp"
    state.changed()
    assert sources(state, side) == frozenset()


@pytest.mark.rule("9.6", "15.6")
def test_jassy_feeds_once_romania_is_at_war():
    state = board(turn=17, brusilov=15)
    assert "3532" not in sources(state, "ru")
    state = board(turn=18, brusilov=15)
    state.control["3532"] = "ru"
    state.reindex()
    assert "3532" in sources(state, "ru")


@pytest.mark.rule("9.7")
def test_a_fortress_feeds_defence_and_attrition_but_not_attack():
    state = cut_off("2726", "AH-1 AH-F-Przemysl")
    assert holds_out(state, "AH-1")
    assert (strength(state, ("AH-1",), False), strength(state, ("AH-1",), True)) == (7, 3)
    game = at(state, "Central Powers attrition")
    assert game.state.units["AH-1"].at == "2726"


@pytest.mark.rule("9.7")
@pytest.mark.parametrize(
    ("capital", "unit", "fed"),
    [("1119", "GE-1", True), ("1932", "AH-1", True), ("1430", "AH-1", True), ("1932", "GE-1", False)],
)
def test_a_capital_feeds_its_own_nation_only(capital, unit, fed):
    state = cut_off(capital, unit)
    assert (supplied(state, unit), holds_out(state, unit)) == (False, fed)


@pytest.mark.rule("9.7")
def test_outside_a_cut_off_fortress_there_is_no_supply_from_it():
    state = board({"2726": "AH-F-Przemysl", "2727": "AH-1"})
    for hex_id in [h for h, side in state.control.items() if side == "cp" and h != "2726"]:
        state.control[hex_id] = "ru"
    state.reindex()
    assert not holds_out(state, "AH-1")


@pytest.mark.rule("9.8")
def test_normal_movement_may_lead_out_of_supply():
    game = at(board({"2422": "GE-1"}), "Central Powers movement")
    assert supplied(game.state, "GE-1")
    tell(game, "stack 2422", "step GE-1 2522", "step GE-1 2521", "step GE-1 2520")
    assert not supplied(game.state, "GE-1")


@pytest.mark.rule("9.8")
def test_rail_never_leads_out_of_supply():
    state = board({"1119": "GE-1"})
    state.control["2120"] = "cp"  # Lodz, with the line to it cut
    state.reindex()
    game = at(state, "Central Powers strategic movement")
    game.apply("entrain GE-1")
    assert "rail GE-1 2120" not in offered(game)
    refuse(game, "rail GE-1 2120", "11.2", "rail lines")
