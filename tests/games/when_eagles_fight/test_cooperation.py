"""Germans and Austro-Hungarians together (6.x), and the Brusilov exception (15.4)."""

from __future__ import annotations

import pytest

from wargame.games.when_eagles_fight.rail import destinations, used
from wargame.games.when_eagles_fight.stacking import combined_limit, why_not_stack, why_not_stand
from wargame.games.when_eagles_fight.supply import holds_out, supplied

from .support import at, board, offered, refuse, ring, tell


@pytest.mark.rule("6.2")
def test_germans_march_into_austria_hungary():
    game = at(board({"2025": "GE-1"}), "Central Powers movement")
    tell(game, "stack 2025", "step GE-1 2125")
    assert game.state.units["GE-1"].at == "2125"


@pytest.mark.rule("6.2")
def test_german_rail_into_austria_hungary_does_not_use_its_capacity():
    game = at(board({"1119": "GE-1"}), "Central Powers strategic movement")
    tell(game, "entrain GE-1", "rail GE-1 2226")
    assert (used(game.state, "german"), used(game.state, "austro_hungarian")) == (1, 0)


@pytest.mark.rule("6.2", "9.7")
def test_germans_draw_supply_in_austro_hungarian_towns_and_fortresses():
    assert supplied(board({"2626": "GE-1"}), "GE-1")
    state = board({"2726": "GE-1 AH-F-Przemysl", **ring("2726", "RU-1 RU-2 RU-3 RU-4 RU-5 RU-6")})
    assert not supplied(state, "GE-1")
    assert holds_out(state, "GE-1")


@pytest.mark.rule("6.3")
def test_austro_hungarians_never_enter_germany():
    game = at(board({"2125": "AH-1"}), "Central Powers movement")
    game.apply("stack 2125")
    refuse(game, "step AH-1 2025", "6.3", "never enter Germany")


@pytest.mark.rule("6.3")
def test_austro_hungarians_never_go_to_germany_by_rail():
    game = at(board({"2226": "AH-1"}), "Central Powers strategic movement")
    game.apply("entrain AH-1")
    refuse(game, "rail AH-1 2025", "6.3", "never enter Germany")


@pytest.mark.rule("6.3")
def test_austro_hungarians_draw_supply_through_germany():
    state = board({"2124": "AH-1"})
    for place in ("2226", "2426", "2327", "2123", "2222"):
        state.control[place] = "ru"
    state.changed()
    assert supplied(state, "AH-1")  # by Kattowitz


@pytest.mark.rule("6.3")
def test_row_20_is_open_and_row_19_needs_a_german_in_the_stack():
    game = at(board({"2121": "AH-1"}), "Central Powers movement")
    tell(game, "stack 2121", "step AH-1 2120")
    refuse(game, "step AH-1 2119", "6.3", "north of row 20")
    game = at(board({"2120": "AH-1 GE-1"}, turn=6), "Central Powers movement")
    tell(game, "stack 2120", "step AH-1+GE-1 2119")
    assert game.state.units["AH-1"].at == "2119"


@pytest.mark.rule("6.3")
def test_a_german_does_not_leave_austro_hungarians_alone_in_the_north():
    game = at(board({"2119": "AH-1 GE-1"}, turn=6), "Central Powers movement")
    game.apply("stack 2119")
    refuse(game, "step GE-1 2118", "6.3", "alone")
    refuse(game, "step AH-1 2118", "6.3", "north of row 20")


@pytest.mark.rule("6.3")
def test_a_german_leaves_austro_hungarians_on_row_20():
    game = at(board({"2120": "AH-1 GE-1"}, turn=6), "Central Powers movement")
    tell(game, "stack 2120", "step GE-1 2119")
    assert game.state.units["AH-1"].at == "2120"


@pytest.mark.rule("6.3")
def test_in_an_advance_austro_hungarians_follow_their_german_at_once():
    state = board({"2119": "GE-1 GE-17 AH-1", "2118": "RU-LTV"}, turn=6)
    game = at(state, "Central Powers combat")
    tell(game, "attack 2118", "with GE-1", "with GE-17", "with AH-1", "confirm", "roll 6")
    tell(game, "advance GE-17 2118", "advance GE-1 2118")
    refuse(game, "done", "6.3", "must follow")
    assert offered(game) == ["advance AH-1 2118"]
    game.apply("advance AH-1 2118")
    assert game.state.units["AH-1"].at == "2118"
    assert not [a for a in offered(game) if a.startswith("advance")]


@pytest.mark.rule("6.3", "13.25")
def test_a_german_stays_where_his_austro_hungarians_find_no_room_to_follow():
    state = board({"2119": "GE-1 AH-1", "2219": "GE-17 GE-20", "2118": "RU-LTV"}, turn=6)
    game = at(state, "Central Powers combat")
    tell(game, "attack 2118", "with GE-1", "with AH-1", "with GE-17", "with GE-20", "confirm", "roll 6")
    tell(game, "advance GE-17 2118", "advance GE-20 2118")
    refuse(game, "advance GE-1 2118", "6.3", "alone")


@pytest.mark.rule("6.3", "13.22")
def test_a_combined_stack_retreats_together_in_the_north():
    state = board({"2118": "AH-1 GE-1", "2219": "RU-1 RU-2 RU-3"}, turn=6)
    game = at(state, "Russian combat")
    tell(game, "attack 2118", "with RU-1", "with RU-2", "with RU-3", "confirm", "roll 6")
    game.apply("retreat")
    while offered(game)[0].startswith("retreat"):
        game.apply(offered(game)[0])
    assert game.state.units["AH-1"].at == game.state.units["GE-1"].at != "2118"


@pytest.mark.rule("6.4")
@pytest.mark.parametrize(("turn", "fits"), [(4, 1), (5, 3)])
def test_so_many_germans_may_stand_with_austro_hungarians_by_year(turn, fits):
    germans = ["GE-1", "GE-17", "GE-20", "GE-2"]
    hexes = ["1726", "1527", "1427", "1630"]
    stacks = {hexes[i]: f"AH-{i + 1} {germans[i]}" for i in range(fits)}
    state = board({**stacks, "1225": "AH-5"}, turn=turn)
    assert why_not_stack(state, (germans[fits],), "1225")[0] == "6.4"
    fewer = board({**dict(list(stacks.items())[1:]), "1225": "AH-5"}, turn=turn)
    assert why_not_stack(fewer, (germans[fits],), "1225") is None


@pytest.mark.rule("6.4", "12.5")
def test_a_combined_stack_moves_together_at_the_limit():
    game = at(board({"1527": "AH-1 GE-1", "1225": "AH-2", "1226": "GE-17"}, turn=3), "Central Powers movement")
    tell(game, "stack 1527", "step AH-1+GE-1 1526", "stack 1226")
    assert game.state.units["GE-1"].at == "1526"
    refuse(game, "step GE-17 1225", "6.4", "Only 1 German")


@pytest.mark.rule("6.4")
def test_a_german_may_change_from_one_austro_hungarian_stack_to_another():
    game = at(board({"1527": "AH-1 GE-1", "1526": "AH-2"}, turn=3), "Central Powers movement")
    tell(game, "stack 1527", "step GE-1 1526")
    assert game.state.units["GE-1"].at == "1526"


@pytest.mark.rule("6.4", "8.5")
def test_guns_and_fortresses_do_not_count_as_combined():
    state = board({"2226": "AH-F-Krakow GE-1", "1527": "AH-1 GE-17"}, turn=4)
    assert why_not_stack(state, ("GE-HA1",), "1527") is None
    assert why_not_stand(state, "GE-20", "2226") is None


@pytest.mark.rule("6.4", "15.4")
def test_limit_rises_by_one_a_turn_from_the_declaration_up_to_six():
    limits = [combined_limit(board(turn=t, brusilov=15 if t >= 15 else 0)) for t in (14, 15, 16, 17, 18, 24)]
    assert limits == [3, 4, 5, 6, 6, 6]


@pytest.mark.rule("6.3")
@pytest.mark.parametrize(("hex_id", "rule"), [("2120", None), ("2119", "6.3"), ("2219", "6.3"), ("2220", None)])
def test_austro_hungarians_alone_stand_up_to_row_20(hex_id, rule):
    why = why_not_stand(board({"2123": "AH-1"}), "AH-1", hex_id)
    assert (why and why[0]) == rule


@pytest.mark.rule("6.3")
def test_guns_are_no_escort_in_the_north():
    assert why_not_stand(board({"2118": "GE-HA1"}, turn=6), "AH-1", "2118")[0] == "6.3"
    assert why_not_stand(board({"2118": "GE-HA1 GE-1"}, turn=6), "AH-1", "2118") is None


@pytest.mark.rule("6.4")
def test_units_of_both_nations_attack_together_only_from_a_combined_stack():
    game = at(board({"2025": "GE-1", "2125": "AH-1", "2124": "RU-1"}, turn=6), "Central Powers combat")
    tell(game, "attack 2124", "with GE-1")
    refuse(game, "with AH-1", "6.4", "only when stacked together")


@pytest.mark.rule("6.4")
def test_a_combined_stack_attacks():
    game = at(board({"2125": "AH-1 GE-1", "2124": "RU-1"}, turn=6), "Central Powers combat")
    tell(game, "attack 2124", "with GE-1", "with AH-1", "confirm")
    assert game.decision.side == "chance"


@pytest.mark.rule("6.4")
def test_germans_of_pure_stacks_join_within_the_limit_only():
    units = {"2125": "AH-1 GE-1", "2025": "GE-17 GE-20 GE-2", "2124": "RU-1"}
    game = at(board(units, turn=6), "Central Powers combat")
    tell(game, "attack 2124", "with GE-1", "with AH-1", "with GE-17", "with GE-20")
    refuse(game, "with GE-2", "6.4", "No more than 3 German units")


@pytest.mark.rule("6.4")
def test_germans_alone_attack_in_any_number():
    units = {"2125": "AH-1 GE-1", "2025": "GE-17 GE-20 GE-2", "2124": "RU-1"}
    game = at(board(units, turn=4), "Central Powers combat")
    tell(game, "attack 2124", "with GE-1", "with GE-17", "with GE-20", "with GE-2", "confirm")
    assert game.decision.side == "chance"


@pytest.mark.rule("15.4")
def test_a_fourth_german_joins_austro_hungarians_in_the_turn_of_the_declaration():
    stacks = {"1726": "AH-1 GE-1", "1527": "AH-2 GE-17", "1427": "AH-3 GE-20", "1225": "AH-5"}
    assert why_not_stack(board(stacks, turn=15), ("GE-2",), "1225")[0] == "6.4"
    assert why_not_stack(board(stacks, turn=15, brusilov=15), ("GE-2",), "1225") is None


@pytest.mark.rule("6.4", "8.2")
def test_german_trains_do_not_stop_beyond_the_limit():
    state = board({"1119": "GE-1", "1225": "AH-5", "1527": "AH-1 GE-17"}, turn=3)
    assert "1225" not in destinations(state, "GE-1")
