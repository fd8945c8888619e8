"""Stacking, zones of control, movement and command range (2.3, 5, 6, 9)."""

from __future__ import annotations

from typing import Any

import pytest

from wargame.games.traces_of_war import wargame_route
from wargame.games.traces_of_war.activation import hq_chit, in_range
from wargame.games.traces_of_war.model import ISOLATED, OUT, STACKING, ZONES
from wargame.games.traces_of_war.movement import move_one
from wargame.games.traces_of_war.picture import picture

from .support import (
    AXIS,
    AXIS_HQ,
    AXIS_HQ2,
    BOARD,
    EAST,
    INFANTRY,
    NORTH_EAST,
    NORTH_WEST,
    OPEN,
    PANZER,
    RIFLE,
    SOUTH_EAST,
    SOVIET,
    SOVIET_HQ,
    SOVIET_HQ2,
    TANK,
    TITLE,
    WEST,
    activated,
    ask,
    blank,
    by_road,
    name,
    normal,
    position,
    put,
    refused,
    texts,
    told,
)  # fmt: skip


def cost(s: Any, unit: str, hex: str) -> float | None:
    way = normal(s, unit, s.units[unit].at, 2 * s.movement(unit))
    spent = way.cost.get(BOARD.index[hex])
    return None if spent is None else spent / 2


def moving(s: Any, unit: str, *answers: str) -> Any:
    """The open question after the unit was picked (and went to some hexes)."""
    question, _ = ask(move_one(s, s.side_of(unit)), f"unit {unit}", *answers)
    return question


# --- stacking -------------------------------------------------------------------------------------------


@pytest.mark.rule("5.0", "9.1")
def test_a_move_does_not_end_on_two_combat_units() -> None:
    s = position({OPEN: RIFLE[:2], WEST: RIFLE[2]})
    question = moving(activated(s, SOVIET), RIFLE[2])
    rule, text = refused(s, question, f"to {OPEN}")
    assert rule == "5.0"
    assert "two combat units" in text
    assert f"to {EAST}" in texts(question)  # passing through is free


@pytest.mark.rule("5.0", "2.3")
def test_a_second_headquarters_is_refused_but_may_pass() -> None:
    s = position({OPEN: AXIS_HQ, WEST: AXIS_HQ2})
    question = moving(activated(s, AXIS), AXIS_HQ2)
    assert refused(s, question, f"to {OPEN}")[0] == "5.0"
    assert f"to {EAST}" in texts(question)


@pytest.mark.rule("5.0", "2.3")
def test_a_headquarters_stands_with_two_combat_units() -> None:
    s = position({OPEN: RIFLE[:2], WEST: SOVIET_HQ})
    ask(move_one(activated(s, SOVIET), SOVIET), f"unit {SOVIET_HQ}", f"to {OPEN}")
    assert set(s.units_at(OPEN)) == {*RIFLE[:2], SOVIET_HQ}


@pytest.mark.rule("5.0")
def test_axis_allies_stack_in_any_combination() -> None:
    s = position({OPEN: "RO-I-15R", WEST: "HU-I-16H"})
    ask(move_one(activated(s, AXIS), AXIS), "unit HU-I-16H", f"to {OPEN}")
    assert s.units_at(OPEN) == ("RO-I-15R", "HU-I-16H")


@pytest.mark.rule("5.0")
def test_the_enemys_hex_is_not_entered() -> None:
    s = position({OPEN: INFANTRY[0], WEST: TANK[0]})
    assert refused(s, moving(activated(s, SOVIET), TANK[0]), f"to {OPEN}")[0] == "5.0"


# --- zones of control -----------------------------------------------------------------------------------


@pytest.mark.rule("6.0")
@pytest.mark.parametrize("unit", [INFANTRY[0], "(" + INFANTRY[0] + ")", AXIS_HQ])
def test_every_unit_controls_the_six_hexes_around(unit: str) -> None:
    s = position({OPEN: unit})
    assert set(BOARD.members(ZONES.of(s, AXIS))) == set(BOARD.neighbours(OPEN))


@pytest.mark.rule("6.0")
def test_zones_cross_major_rivers_but_not_blocked_sides() -> None:
    s = position({"1630": INFANTRY[0]})
    assert s.in_enemy_zoc("1730", SOVIET)
    put(s, "0421", INFANTRY[1])
    assert not s.in_enemy_zoc("0521", SOVIET)
    assert not s.in_enemy_zoc("0422", SOVIET)
    assert s.in_enemy_zoc("0420", SOVIET)


@pytest.mark.rule("6.0", "9.3")
def test_two_zones_are_as_one() -> None:
    s = position({OPEN: PANZER, "2439": RIFLE[0]})
    one = cost(s, PANZER, "2440")
    put(s, "2539", RIFLE[1])
    assert cost(s, PANZER, "2440") == one


# --- normal movement ------------------------------------------------------------------------------------


@pytest.mark.rule("9.1")
@pytest.mark.parametrize(("start", "goal", "points"), [(OPEN, EAST, 1), (OPEN, "2539", 2), ("1539", "1440", 2)])
def test_terrain_costs(start: str, goal: str, points: int) -> None:
    """Clear 1, rough 2."""
    s = position({start: PANZER})
    assert cost(s, PANZER, goal) == points


@pytest.mark.rule("9.1")
def test_a_unit_does_not_go_beyond_its_points() -> None:
    s = position({OPEN: RIFLE[0]})
    s.mark(RIFLE[0], ISOLATED)
    assert s.movement(RIFLE[0]) == 2
    question = moving(activated(s, SOVIET), RIFLE[0])
    assert {t[3:] for t in texts(question) if t.startswith("to")} == {
        h for h in BOARD if 0 < BOARD.distance(OPEN, h) <= 2
    }
    assert refused(s, question, "to 2538") == (
        "9.1",
        f"{name(RIFLE[0])} does not have the movement points to reach 2538.",
    )


@pytest.mark.rule("9.1")
def test_a_unit_moves_once_an_activation_and_only_if_activated() -> None:
    s = position({OPEN: RIFLE[:2]})
    activated(s, SOVIET, RIFLE[0])
    question, _ = ask(move_one(s, SOVIET))
    assert refused(s, question, f"unit {RIFLE[1]}")[1].startswith(f"{name(RIFLE[1])} is not activated")
    assert refused(s, question, f"unit {RIFLE[2]}") == ("9.1", f"{name(RIFLE[2])} is not on the map.")
    ask(move_one(s, SOVIET), f"unit {RIFLE[0]}", f"to {EAST}")
    assert s.moved == {RIFLE[0]}
    activated(s, SOVIET)
    s.moved = frozenset(RIFLE[:1])
    question, _ = ask(move_one(s, SOVIET))
    assert "has already moved" in refused(s, question, f"unit {RIFLE[0]}")[1]
    s.moved = frozenset(RIFLE[:2])
    question, value = ask(move_one(s, SOVIET))
    assert question is None  # nobody is left to move
    assert str(value) == "done"


@pytest.mark.rule("9.1")
def test_minor_river_without_and_with_a_bridge() -> None:
    s = position({"1140": PANZER})
    assert BOARD.edge("1140", "1141").river == "minor"
    assert cost(s, PANZER, "1141") == 2
    s = position({"1927": PANZER})
    assert BOARD.edge("1927", "1926").bridge
    assert cost(s, PANZER, "1926") == 1


@pytest.mark.rule("9.1")
def test_an_unbridged_major_river_takes_a_whole_move_from_beside_it() -> None:
    s = position({"0714": PANZER})
    assert BOARD.edge("0714", "0814").river == "major"
    assert cost(s, PANZER, "0814") == s.movement(PANZER)
    ask(move_one(activated(s, AXIS), AXIS), f"unit {PANZER}", "to 0814")
    assert s.units[PANZER].at == "0814"
    way = normal(s, PANZER, "0615", 6)  # not beside the river: the crossing would be a second step
    assert BOARD.index["0714"] in way.cost
    assert BOARD.index["0814"] not in way.cost


@pytest.mark.rule("9.1")
def test_the_river_is_crossed_whatever_it_would_cost() -> None:
    """Two points would not pay for leaving an enemy zone; all of them pay for the crossing."""
    s = position({"0714": INFANTRY[0]})
    s.mark(INFANTRY[0], ISOLATED)
    put(s, "0614", RIFLE[0])
    assert s.in_enemy_zoc("0714", AXIS)
    assert not s.in_enemy_zoc("0814", AXIS)
    assert cost(s, INFANTRY[0], "0814") == 2
    assert cost(s, INFANTRY[0], "0715") is None


@pytest.mark.rule("9.1")
def test_a_bridged_major_river_costs_nothing_more() -> None:
    s = position({"2919": PANZER})
    assert cost(s, PANZER, "2918") == 1


@pytest.mark.rule("9.1")
def test_roads_and_railways_cost_one_whatever_the_terrain() -> None:
    rough = [e for e in TITLE.data.sides if e.road or e.rail if BOARD[e.b].terrain in ("rough", "forest")]
    s = blank()
    for edge in rough[:10]:
        put(s, edge.a, PANZER)
        assert cost(s, PANZER, edge.b) == 1
        s.eliminate(PANZER)
    assert len(rough) > 5


@pytest.mark.rule("9.1")
def test_blocked_sides_and_the_map_edge_are_refused() -> None:
    s = position({"0421": "RO-I-15R"})
    s.mark("RO-I-15R", ISOLATED)  # two points do not lead round the blocked side
    question = moving(activated(s, AXIS), "RO-I-15R")
    assert refused(s, question, "to 0422") == ("9.1", "The side between 0421 and 0422 is blocked.")
    assert refused(s, question, "to 0000") == ("9.1", "0000 is not a hex of the map; units do not leave it.")


@pytest.mark.rule("9.1")
def test_a_unit_may_stay() -> None:
    s = position({OPEN: RIFLE[0]})
    ask(move_one(activated(s, SOVIET), SOVIET), f"unit {RIFLE[0]}", "stay")
    assert s.units[RIFLE[0]].at == OPEN
    assert s.moved == {RIFLE[0]}


@pytest.mark.rule("9.1", "9.3")
def test_a_goal_where_the_unit_is_or_a_swamp_far_away_is_refused_as_such() -> None:
    s = position({"0729": TANK[0]})
    question = moving(activated(s, SOVIET), TANK[0])
    assert "write 'stay'" in refused(s, question, "to 0729")[1]
    assert refused(s, question, "to 0930")[0] == "9.3"


@pytest.mark.rule("9.1", "8.1")
def test_a_unit_may_go_out_of_its_way_to_take_a_city() -> None:
    """2831 (Okhtyrka) is empty: passing through takes it, and the rest of the points remains."""
    s = position({"2832": TANK[0], "2833": RIFLE[0]})
    question = moving(activated(s, SOVIET), TANK[0])
    assert "via 2831" in texts(question)
    rule, text = refused(s, question, "via 2833")
    assert (rule, "changes nothing; write 'to'" in text) == ("9.1", True)
    s.mark(RIFLE[0], ISOLATED)  # two points: the city is the end of its move
    question = moving(s, RIFLE[0])
    assert "to 2831" in texts(question)
    assert "via 2831" not in texts(question)
    question = moving(s, TANK[0], "via 2831")
    assert s.control["2831"] == SOVIET
    left = s.movement(TANK[0]) - 1
    assert f"({left} points)" in question.prompt
    assert refused(s, question, "strategic 2832")[0] == "9.1"
    assert refused(s, question, f"relocate {OPEN}")[0] == "9.1"


@pytest.mark.rule("9.1", "12.3", "11.1")
def test_a_unit_may_go_out_of_its_way_for_a_crossing_point_or_the_bridgehead() -> None:
    s = position({"3023": TANK[0]})
    s.bridgehead = "3021"
    question = moving(activated(s, SOVIET), TANK[0])
    assert "via 3020" in texts(question)  # two hexes from Lyutezh
    assert "via 3021" not in texts(question)  # the Soviets' own bridgehead
    s.crossings = frozenset(TITLE.data.crossing_points)
    assert "via 3020" not in texts(moving(s, TANK[0]))
    put(s, "3022", PANZER)
    assert [t for t in texts(moving(activated(s, AXIS), PANZER)) if t.startswith("via")] == ["via 3021"]


@pytest.mark.rule("8.1", "9.1")
def test_cities_on_the_way_change_hands() -> None:
    s = position({"2631": TANK[0]})
    ask(move_one(activated(s, SOVIET), SOVIET), f"unit {TANK[0]}", "to 2626")
    assert s.control["2627"] == SOVIET  # Myrhorod lies on the road


# --- strategic movement ---------------------------------------------------------------------------------


@pytest.mark.rule("9.2")
def test_strategic_movement_doubles_the_way_along_a_road() -> None:
    s = position({"2919": INFANTRY[0]})
    far = by_road(s, INFANTRY[0], "2919", 10)
    assert max(far.cost.values()) == 10
    question = moving(activated(s, AXIS), INFANTRY[0])
    goal = next(t for t in texts(question) if t.startswith("strategic") and far.cost[BOARD.index[t[-4:]]] == 10)
    ask(move_one(s, AXIS), f"unit {INFANTRY[0]}", goal)
    assert s.units[INFANTRY[0]].at == goal[-4:]
    assert s.log[-1].rule == "9.2"


@pytest.mark.rule("9.2")
def test_strategic_movement_needs_a_road_under_it_all_the_way() -> None:
    s = position({OPEN: INFANTRY[0]})
    question = moving(activated(s, AXIS), INFANTRY[0])
    assert not [t for t in texts(question) if t.startswith("strategic")]
    assert refused(s, question, f"strategic {EAST}")[0] == "9.2"
    rail_only = next(e for e in TITLE.data.sides if e.rail and not e.road and not e.river)
    s = position({rail_only.a: INFANTRY[0]})
    assert by_road(s, INFANTRY[0], rail_only.a, 1).cost.get(BOARD.index[rail_only.b]) is None


@pytest.mark.rule("9.2")
@pytest.mark.parametrize(("enemy", "goal"), [("2921", "3020"), ("3220", "3120")])
def test_strategic_movement_next_to_the_enemy_is_refused(enemy: str, goal: str) -> None:
    """Neither from a hex in an enemy zone (2920) nor into one."""
    s = position({"2920": INFANTRY[0], enemy: RIFLE[0]})
    question = moving(activated(s, AXIS), INFANTRY[0])
    assert refused(s, question, f"strategic {goal}") == (
        "9.2", "Strategic movement neither begins in nor enters an enemy zone of control.",
    )  # fmt: skip


@pytest.mark.rule("9.2", "8.1")
def test_strategic_movement_may_go_out_of_its_way_and_stays_strategic() -> None:
    """Seven hexes of road to Myrhorod (2627), which falls, and back again: all seven points of a tank corps."""
    s = position({"2631": TANK[0]})
    question = moving(activated(s, SOVIET), TANK[0])
    assert "strategic via 2627" in texts(question)
    rule, text = refused(s, question, "strategic via 2430")
    assert (rule, "changes nothing; write 'strategic'" in text) == ("9.2", True)
    assert "not within reach along a road" in refused(s, question, "strategic via 2601")[1]
    question = moving(s, TANK[0], "strategic via 2627")
    assert s.control["2627"] == SOVIET
    assert "(3.5 points)" in question.prompt
    assert not [t for t in texts(question) if t.startswith(("to ", "via "))]
    rule, text = refused(s, question, "to 2527")
    assert (rule, "along the road" in text) == ("9.2", True)
    assert refused(s, question, f"relocate {OPEN}")[0] == "9.2"
    s.move(TANK[0], "2631")
    s.control["2627"] = AXIS
    moving(s, TANK[0], "strategic via 2627", "strategic 2631")
    assert s.units[TANK[0]].at == "2631"
    assert s.control["2627"] == SOVIET


# --- zones and movement ---------------------------------------------------------------------------------


@pytest.mark.rule("9.3")
def test_entering_and_leaving_cost_two_each() -> None:
    s = position({WEST: RIFLE[0], EAST: PANZER})
    assert cost(s, PANZER, OPEN) == 3
    s.move(PANZER, OPEN)
    assert cost(s, PANZER, EAST) == 3
    assert cost(s, PANZER, NORTH_WEST) == 5


@pytest.mark.rule("9.3", "9.1")
def test_from_zone_to_zone_over_a_bridged_stream_it_is_the_points_that_are_missing() -> None:
    """Only major rivers and swamps are closed between two zones; elsewhere the unit says what it lacks."""
    side = next(
        e for e in TITLE.data.sides if e.river == "minor" and e.bridge
        and not BOARD[e.a].city and not BOARD[e.b].city and BOARD[e.b].terrain != "swamp"
    )  # fmt: skip
    s = blank()
    put(s, side.a, RIFLE[0])  # 4 points, five are needed
    both = [h for h in BOARD.neighbours(side.a) if h in BOARD.neighbours(side.b)]
    put(s, both[0], INFANTRY[0])
    question = moving(activated(s, SOVIET), RIFLE[0])
    assert refused(s, question, f"to {side.b}") == (
        "9.1", f"{name(RIFLE[0])} does not have the movement points to reach {side.b}.",
    )  # fmt: skip


@pytest.mark.rule("9.3")
def test_friends_do_not_help_against_zones() -> None:
    s = position({WEST: RIFLE[0], EAST: PANZER, OPEN: INFANTRY[0]})
    assert cost(s, PANZER, OPEN) == 3


@pytest.mark.rule("9.3")
def test_a_swamp_is_entered_from_beside_it_only_and_ends_the_move() -> None:
    s = position({"3026": PANZER})
    assert cost(s, PANZER, "3028") is None
    s.move(PANZER, "3027")
    assert cost(s, PANZER, "3028") == s.movement(PANZER)
    ask(move_one(activated(s, AXIS), AXIS), f"unit {PANZER}", "to 3028")
    assert s.moved == {PANZER}
    assert cost(s, PANZER, "3029") == 1  # out of it the next time


@pytest.mark.rule("9.3")
def test_a_swamp_along_a_road_is_like_any_hex() -> None:
    s = position({"2226": PANZER})
    assert cost(s, PANZER, "2325") == 1
    assert cost(s, PANZER, "2425") == 2
    put(s, "2326", RIFLE[0])  # zone to zone along the road
    assert cost(s, PANZER, "2325") == 5


@pytest.mark.rule("9.3")
def test_a_railway_does_not_open_a_swamp() -> None:
    s = position({"2623": PANZER})
    assert BOARD.edge("2623", "2523").rail
    way = normal(s, PANZER, "2623", 4)
    assert way.cost[BOARD.index["2523"]] == 4  # the whole move
    assert BOARD.index["2523"] not in way.came.values()  # and its end


@pytest.mark.rule("9.3")
@pytest.mark.parametrize(("start", "goal", "enemy"), [("2919", "2918", "2819"), ("3027", "3028", "3127")])
def test_river_and_swamp_from_zone_to_zone_are_refused(start: str, goal: str, enemy: str) -> None:
    s = position({start: INFANTRY[0], enemy: RIFLE[0]})
    rule, text = refused(s, moving(activated(s, AXIS), INFANTRY[0]), f"to {goal}")
    assert rule == "9.3"
    assert "major river nor swamp" in text


@pytest.mark.rule("8.2", "1.3")
def test_an_isolated_unit_moves_half_rounded_down() -> None:
    s = position({OPEN: (INFANTRY[0], TANK[0])})
    s.mark(INFANTRY[0], ISOLATED)
    s.mark(TANK[0], OUT)
    assert s.movement(INFANTRY[0]) == 2
    assert s.movement(TANK[0]) == 7


# --- command range and activation -----------------------------------------------------------------------


@pytest.mark.rule("2.3", "4.3")
def test_all_combat_units_in_range_are_activated() -> None:
    s = position({OPEN: (SOVIET_HQ, RIFLE[0])})
    put(s, "2536", RIFLE[1])  # five hexes
    put(s, "2535", RIFLE[2])  # six
    put(s, WEST, SOVIET_HQ2, INFANTRY[0])
    s.chit = SOVIET_HQ
    ask(hq_chit(s), "mode move-combat")
    assert s.activated == {SOVIET_HQ, RIFLE[0], RIFLE[1]}  # 4.3: no other Soviet headquarters


@pytest.mark.rule("4.3")
def test_an_axis_headquarters_activates_another_but_not_its_units() -> None:
    s = position({OPEN: AXIS_HQ, "2535": AXIS_HQ2, "2534": INFANTRY[0]})
    assert in_range(s, AXIS_HQ) == {AXIS_HQ, AXIS_HQ2}


@pytest.mark.rule("2.3")
def test_range_is_longer_round_a_blocked_side() -> None:
    """From 0116 to 0619 it would be five hexes over a blocked side; round another, 0521 is near."""
    s = position({"0116": AXIS_HQ2, "0619": INFANTRY[0]})
    assert TITLE.counters[AXIS_HQ2].command_range == 5
    assert in_range(s, AXIS_HQ2) == {AXIS_HQ2}
    s.move(AXIS_HQ2, "0421")
    s.move(INFANTRY[0], "0521")
    assert INFANTRY[0] in in_range(s, AXIS_HQ2)


@pytest.mark.rule("2.3")
def test_units_that_left_the_range_stay_activated() -> None:
    s = position({OPEN: SOVIET_HQ, "2536": TANK[0]})
    s.chit = SOVIET_HQ
    ask(hq_chit(s), "mode combat-move")
    s.move(TANK[0], "2533")
    assert TANK[0] in s.activated
    question, _ = ask(move_one(s, SOVIET))
    assert f"unit {TANK[0]}" in texts(question)


@pytest.mark.rule("2.3")
def test_a_chit_of_a_headquarters_out_of_the_game_does_nothing() -> None:
    s = blank()
    s.chit = SOVIET_HQ
    question, _ = ask(hq_chit(s))
    assert question is None
    assert (s.chit, s.activated) == ("", frozenset())


# --- relocation -----------------------------------------------------------------------------------------


@pytest.mark.rule("9.4", "2.3")
def test_an_activated_headquarters_may_relocate_instead_of_moving() -> None:
    s = position({OPEN: SOVIET_HQ})
    ask(move_one(activated(s, SOVIET), SOVIET), f"unit {SOVIET_HQ}", "relocate 3043")
    assert s.units[SOVIET_HQ].at == "3043"
    assert s.relocated == -2
    assert s.moved == {SOVIET_HQ}
    assert f"{name(SOVIET_HQ)} is relocated" in told(s)


@pytest.mark.rule("9.4", "2.3")
def test_relocation_conditions() -> None:
    s = position({OPEN: SOVIET_HQ, "3043": SOVIET_HQ2, "3040": INFANTRY[0]})
    question = moving(activated(s, SOVIET, SOVIET_HQ), SOVIET_HQ)
    assert "relocate 2536" in texts(question)  # five hexes
    rule, text = refused(s, question, "relocate 2537")  # four
    assert (rule, "less than five hexes" in text) == ("2.3", True)
    assert refused(s, question, "relocate 3041")[0] == "2.3"  # enemy zone
    assert refused(s, question, "relocate 3040")[0] == "2.3"  # the enemy himself
    assert refused(s, question, "relocate 3043")[0] == "5.0"  # another headquarters
    assert refused(s, question, "relocate 2634")[0] == "2.3"  # Kharkiv is Axis: no supply line
    assert refused(s, question, "relocate 9999")[0] == "2.3"


@pytest.mark.rule("9.4")
def test_only_a_headquarters_relocates() -> None:
    s = position({OPEN: RIFLE[0]})
    assert refused(s, moving(activated(s, SOVIET), RIFLE[0]), "relocate 3043")[0] == "9.4"


@pytest.mark.rule("2.3")
def test_a_relocating_headquarters_does_not_lean_on_itself_for_supply() -> None:
    """The HQ alone keeps a line open through an enemy zone; beyond it there is no place once it has left."""
    from wargame.games.traces_of_war.supply import supplied

    s = position({OPEN: SOVIET_HQ, NORTH_EAST: INFANTRY[0], SOUTH_EAST: INFANTRY[1]})
    assert supplied(s, SOVIET) & BOARD.bit[OPEN]
    assert not supplied(s, SOVIET, without=SOVIET_HQ) & BOARD.bit[OPEN]


# --- at the terminal ------------------------------------------------------------------------------------


def answers(route: Any) -> list[str]:
    return [str(a) for a in route]


@pytest.mark.rule("9.1", "9.2")
def test_a_route_is_the_answers_that_take_a_unit_there() -> None:
    s = position({OPEN: (RIFLE[0], RIFLE[1])})
    activated(s, SOVIET)
    found = wargame_route(s, SOVIET, RIFLE[:2], "2539", ())
    assert answers(found) == [f"unit {RIFLE[0]}", "to 2539", f"unit {RIFLE[1]}", "to 2539"]
    assert {one.at for one in s.units.values()} == {OPEN}  # nothing has happened yet
    assert not s.moved
    for unit in RIFLE[:2]:
        ask(move_one(s, SOVIET), f"unit {unit}", "to 2539")
    assert wargame_route(s, SOVIET, RIFLE[:1], "2540", ()) == ()  # it has moved


@pytest.mark.rule("9.2", "8.1")
def test_a_route_goes_by_road_or_out_of_its_way_where_the_player_says_so() -> None:
    s = position({"2631": TANK[0]})
    activated(s, SOVIET)
    assert answers(wargame_route(s, SOVIET, TANK[:1], "2631", ("2627",))) == [
        f"unit {TANK[0]}", "strategic via 2627", "strategic 2631",
    ]  # fmt: skip
    question, _ = ask(move_one(s, SOVIET), f"unit {TANK[0]}", "strategic via 2627", "strategic 2631")
    assert question is None


@pytest.mark.rule("5.0", "9.1")
def test_there_is_no_route_for_a_third_unit_or_to_nowhere() -> None:
    s = position({OPEN: RIFLE[:3]})
    activated(s, SOVIET)
    assert wargame_route(s, SOVIET, RIFLE[:3], "2540", ()) == ()
    for goal in ("9999", "Soviet_reinforcements", "0101", RIFLE[0]):
        assert wargame_route(s, SOVIET, RIFLE[:1], goal, ()) == ()
    assert wargame_route(s, SOVIET, ("nobody",), "2540", ()) == ()
    assert wargame_route(s, SOVIET, RIFLE[:1], "2540", ("9999",)) == ()


@pytest.mark.rule("9.1")
def test_outside_movement_no_march_is_looked_for() -> None:
    s = position({OPEN: RIFLE[0]})
    activated(s, SOVIET)
    s.phase = "combat"
    assert wargame_route(s, SOVIET, RIFLE[:1], "2539", ()) is None


@pytest.mark.rule("9.1")
def test_ending_movement_says_which_units_have_not_moved() -> None:
    s = position({OPEN: (RIFLE[0], RIFLE[1])})
    activated(s, SOVIET)
    question, _ = ask(move_one(s, SOVIET))
    assert question.warning(question.actions[-1]) == "2 activated units have not moved: 50C, 51C."
    assert question.warning(question.actions[0]) is None


@pytest.mark.rule("9.1", "10.0")
def test_the_map_says_what_has_moved_and_attacked() -> None:
    s = position({OPEN: (RIFLE[0], RIFLE[1])})
    activated(s, SOVIET)
    s.moved, s.fought = frozenset(RIFLE[:1]), frozenset(RIFLE[:2])
    pieces = {p.id: p.state for cell in picture(s).cells for p in cell.pieces}
    assert pieces == {RIFLE[0]: ("moved", "attacked"), RIFLE[1]: ("attacked",)}


def test_events_tell_units_and_cities_by_the_names_of_the_map() -> None:
    s = position({"2633": TANK[0]})
    ask(move_one(activated(s, SOVIET), SOVIET), f"unit {TANK[0]}", "to 2634")
    assert told(s)[-2:] == ["2Tk: Liubotyn (2633) - Kharkiv (2634)", "soviet controls Kharkiv (2634)"]
    assert s.log[-2].fields == {"unit": TANK[0], "at": "2633", "to": "2634"}


@pytest.mark.rule("5.0")
def test_whether_units_can_stack_agrees_with_the_reason_against_it() -> None:
    s = position({OPEN: RIFLE[:2], WEST: (RIFLE[2], SOVIET_HQ)})
    for unit in (*RIFLE, *TANK, SOVIET_HQ, SOVIET_HQ2):
        for hex in (OPEN, WEST, EAST):
            assert s.can_stack(unit, hex) == (STACKING.why_not_stack(s, (unit,), hex) is None)
