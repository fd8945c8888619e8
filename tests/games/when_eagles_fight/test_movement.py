"""Normal movement (12.x)."""

from __future__ import annotations

import pytest

from wargame.core.engine.actions import DONE
from wargame.games.when_eagles_fight import movement
from wargame.games.when_eagles_fight.actions import Stack
from wargame.games.when_eagles_fight.movement import groups, ways
from wargame.games.when_eagles_fight.numbers import Terrain
from wargame.games.when_eagles_fight.printed import costs as compiled_costs

from .support import DATA, at, board, entry_cost, offered, refuse, tell

CP_MOVES, RU_MOVES = "Central Powers movement", "Russian movement"
JANUARY = 5


def moving(hex_id, units, turn=3, **others):
    """The stack of a hex has been picked up."""
    side = RU_MOVES if units.startswith("R") else CP_MOVES
    game = at(board({hex_id: units, **{h: u for h, u in others.items() if h.isdigit()}}, turn=turn), side)
    game.apply(f"stack {hex_id}")
    return game


@pytest.mark.rule("12.1")
def test_a_unit_moves_as_many_points_as_its_factor():
    game = moving("1118", "GE-1")
    tell(game, "step GE-1 1117", "step GE-1 1116", "step GE-1 1115", "step GE-1 1215")
    refuse(game, "step GE-1 1315", "12.1", "has 0 of the 1 movement points")


@pytest.mark.rule("12.1")
def test_the_last_point_leads_onto_friends_as_well():
    game = moving("1118", "GE-1", **{"1215": "GE-17"})
    tell(game, *(f"step GE-1 {h}" for h in ("1117", "1116", "1115", "1215")))
    assert game.state.at["1215"] == ("GE-17", "GE-1")


@pytest.mark.rule("12.1")
def test_units_do_not_skip_hexes():
    refuse(moving("1118", "GE-1"), "step GE-1 1116", "12.1", "not next to")


@pytest.mark.rule("12.1")
def test_units_without_movement_factor_stay():
    refuse(at(board({"2314": "GE-F-Konigsberg"}), CP_MOVES), "stack 2314", "12.1", "no movement factor")


@pytest.mark.rule("12.1")
def test_only_the_phasing_side_moves():
    game = at(board({"1118": "GE-1", "2121": "RU-1"}), CP_MOVES)
    refuse(game, "stack 2121", "12.1", "no units")
    refuse(game, "step RU-1 2120", "12.1", "not a unit of yours")


@pytest.mark.rule("12.2")
def test_a_unit_that_has_moved_does_not_move_again():
    game = moving("1118", "GE-1", **{"1217": "GE-17"})
    tell(game, "step GE-1 1117", "stack 1217", "step GE-17 1216")
    refuse(game, "stack 1117", "12.2", "already moved")
    refuse(game, "step GE-1 1116", "12.2", "already moved")


@pytest.mark.rule("12.2")
def test_moving_is_voluntary_and_unused_points_are_lost():
    game = moving("1118", "GE-1")
    tell(game, "step GE-1 1117", "done")
    assert game.state.spent == {}
    assert game.state.units["GE-1"].at == "1117"


@pytest.mark.rule("12.2", "12.6")
def test_a_stack_named_and_passed_over_is_finished():
    game = moving("1118", "GE-1", **{"1217": "GE-17"})
    tell(game, "stack 1217")
    refuse(game, "stack 1118", "12.2", "already")


@pytest.mark.rule("12.3")
def test_the_first_hex_is_always_within_reach_and_takes_all_points(monkeypatch):
    terrain = {**DATA.numbers.terrain, "forest": Terrain(cost=9)}
    dear = compiled_costs(DATA.board, terrain, DATA.passes, winter=False)
    monkeypatch.setattr(movement, "costs", lambda s: dear)
    game = moving("2417", "GE-1")
    game.apply("step GE-1 2416")
    assert game.state.spent == {"GE-1": 4}
    game = moving("2418", "GE-1")
    game.apply("step GE-1 2417")
    refuse(game, "step GE-1 2416", "12.1", "of the 9 movement points")


@pytest.mark.rule("12.3", "12.11")
def test_the_minimum_move_opens_no_closed_side():
    refuse(moving("2412", "GE-1"), "step GE-1 2413", "12.11", "all sea")


@pytest.mark.rule("12.4")
def test_enemy_hexes_are_not_entered():
    game = moving("2025", "GE-1", **{"2124": "RU-1"})
    assert "step GE-1 2124" not in offered(game)
    refuse(game, "step GE-1 2124", "12.4", "held by the enemy")


@pytest.mark.rule("12.5")
def test_units_that_began_apart_do_not_move_together():
    game = moving("1118", "GE-1", **{"1117": "GE-17"})
    game.apply("step GE-1 1117")
    refuse(game, "step GE-1+GE-17 1116", "12.5", "not in the stack")


@pytest.mark.rule("12.5")
def test_the_question_tells_which_stack_is_moving():
    game = at(board({"1118": "GE-1"}), "Central Powers movement")
    assert game.decision.prompt == "Move which stack?"
    game.apply("stack 1118")
    assert game.decision.prompt.startswith("1118 is moving")


@pytest.mark.rule("12.5")
def test_a_stack_moves_whole_in_parts_or_singly():
    game = moving("1118", "GE-1 GE-17 GE-20")
    parts = {a for a in offered(game) if a.endswith(" 1117")}
    assert len(parts) == 7
    tell(game, "step GE-1+GE-17 1117", "step GE-20 1218")
    assert game.state.units["GE-20"].at == "1218"


@pytest.mark.rule("12.5")
def test_parts_of_a_large_stack_that_are_not_listed_are_accepted():
    units = "GE-1 GE-17 GE-3Rdiv GE-1Cdiv GE-HA1"
    assert ("GE-1", "GE-HA1") not in groups(units.split())
    game = moving("1118", units)
    game.apply("step GE-1+GE-HA1 1117")
    assert game.state.units["GE-HA1"].at == "1117"


@pytest.mark.rule("12.6")
def test_a_stack_splits_on_the_way_and_all_parts_go_on():
    game = moving("1118", "GE-1 GE-17")
    tell(game, "step GE-1+GE-17 1117", "step GE-1 1116", "step GE-17 1217", "step GE-1 1115")
    assert (game.state.units["GE-1"].at, game.state.units["GE-17"].at) == ("1115", "1217")


@pytest.mark.rule("12.6")
def test_once_another_stack_moves_the_parts_left_behind_are_finished():
    game = moving("1118", "GE-1 GE-17", **{"1217": "GE-20"})
    tell(game, "step GE-1 1117", "stack 1217")
    refuse(game, "stack 1118", "12.2", "already moved")


@pytest.mark.rule("12.7")
def test_the_slowest_unit_is_left_behind_and_the_faster_goes_on():
    game = moving("1118", "GE-1 GE-1C")
    tell(game, *(f"step GE-1+GE-1C {h}" for h in ("1117", "1116", "1115", "1215")))
    refuse(game, "step GE-1+GE-1C 1214", "12.1", "GE-1 has 0 of the 1 movement points")
    tell(game, "step GE-1C 1214")
    assert game.state.units["GE-1C"].at == "1214"


@pytest.mark.rule("12.8")
@pytest.mark.parametrize(
    ("a", "b", "turn", "cost"),
    [
        ("1117", "1118", 3, 1), ("2417", "2416", 3, 2), ("2417", "2416", JANUARY, 2), ("3118", "3119", 3, 2),
        ("3118", "3119", JANUARY, 1), ("1023", "1024", 3, 2), ("1023", "1024", JANUARY, 2),
    ],
)  # fmt: skip
def test_terrain_costs(a, b, turn, cost):
    assert entry_cost(board(turn=turn), a, b) == cost


@pytest.mark.rule("12.8")
def test_two_points_are_paid_for_a_forest():
    game = moving("2417", "GE-1")
    game.apply("step GE-1 2416")
    assert game.state.spent == {"GE-1": 2}


@pytest.mark.rule("12.9")
def test_rivers_cost_nothing_to_enter():
    state = board()
    assert state.data.hexes["1316"].river
    assert entry_cost(state, "1216", "1316") == 1


@pytest.mark.rule("12.10")
@pytest.mark.parametrize(
    ("a", "b", "cost"), [("2628", "2528", 1), ("2528", "2529", 1), ("2628", "2629", 2), ("2428", "2528", 2)]
)
def test_passes_cost_one_point_along_their_path_only(a, b, cost):
    assert entry_cost(board(), a, b) == cost


@pytest.mark.rule("12.11")
def test_frozen_lakes_are_crossed_in_january_and_february_only():
    refuse(moving("2616", "GE-1"), "step GE-1 2516", "12.11", "January/February")
    game = moving("2616", "GE-1", turn=JANUARY)
    game.apply("step GE-1 2516")
    assert game.state.units["GE-1"].at == "2516"


@pytest.mark.rule("12.11")
def test_sea_sides_stay_closed_in_winter_and_lakes_to_attacks():
    assert "2413" not in ways(board(turn=JANUARY), "2412")
    game = at(board({"2616": "GE-1", "2516": "RU-1"}, turn=JANUARY), "Central Powers combat")
    refuse(game, "attack 2516", "12.11", "across a lake")


@pytest.mark.rule("12.11")
def test_no_unit_joins_an_attack_across_a_frozen_lake():
    game = at(board({"2616": "GE-1", "2515": "GE-17", "2516": "RU-1"}, turn=JANUARY), "Central Powers combat")
    game.apply("attack 2516")
    refuse(game, "with GE-1", "12.11", "across a lake")


@pytest.mark.rule("12.11", "11.2")
def test_trains_do_not_cross_water():
    data = board().data
    assert all(near in data.land[here] for here, lines in data.rail.items() for near in lines)


# --- what a player is told -------------------------------------------------------------------------------------


@pytest.mark.rule("12.6")
def test_a_player_is_warned_who_names_another_stack_before_the_first_has_moved():
    game = moving("1118", "GE-1", **{"1217": "GE-17"})
    assert game.decision.warning(Stack("1217")).startswith("No unit of 1118 has moved")
    assert game.decision.warning(DONE) is None
    game.apply("step GE-1 1117")
    assert game.decision.warning(Stack("1217")) is None
