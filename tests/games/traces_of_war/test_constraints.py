"""Every statement and worked example of constraints.json, on the shipped data and the rules as played."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from wargame.games.traces_of_war.actions import Select
from wargame.games.traces_of_war.activation import in_range, okh
from wargame.games.traces_of_war.charts import luftwaffe_markers
from wargame.games.traces_of_war.chits import pool, soviet_selection_legal, stavka_available, why_not_select
from wargame.games.traces_of_war.combat import apply, one_attack, resolve
from wargame.games.traces_of_war.losses import lose_steps
from wargame.games.traces_of_war.odds import odds, ratio
from wargame.games.traces_of_war.supply import open_hexes

from .support import (
    AXIS,
    AXIS_HQ,
    BOARD,
    INFANTRY,
    NORTH_WEST,
    OPEN,
    RIFLE,
    SOVIET,
    SOVIET_HQ,
    TANK,
    TITLE,
    WEST,
    activated,
    ask,
    blank,
    by_road,
    fresh,
    normal,
    position,
    put,
    texts,
    told,
)  # fmt: skip

ALL = {c["id"]: c for c in json.loads((Path(__file__).parent / "constraints.json").read_text("utf-8"))["constraints"]}
DATA = TITLE.data
held: set[str] = set()


def of_kind(*kinds: str) -> Any:
    """The test gets every statement of these kinds."""
    cases = [c for c in ALL.values() if c["kind"] in kinds]
    held.update(c["id"] for c in cases)
    return pytest.mark.parametrize("case", cases, ids=[c["id"] for c in cases])


def holds(*ids: str) -> Callable[[Any], Any]:
    """The test shows these statements."""
    held.update(ids)
    return lambda test: test


def test_every_statement_has_a_test() -> None:
    assert held == set(ALL)


# --- map ------------------------------------------------------------------------------------------------


@pytest.mark.rule("3.0", "12.2", "8.1")
@of_kind("supreme_order_city")
def test_ordered_cities(case: Any) -> None:
    state: Any = fresh().state
    hex = BOARD[case["hex"]]
    assert (hex.city, hex.major) == (case["city"], True)
    assert case["hex"] in state.orders
    assert state.control[case["hex"]] == AXIS


@of_kind("hex_named")
def test_named_hexes(case: Any) -> None:
    assert BOARD[case["hex"]].city == case["name"]


@pytest.mark.rule("12.3")
@of_kind("crossing_point")
def test_kremenchuk_crossing_points(case: Any) -> None:
    assert BOARD[case["hex"]].crossing_point
    assert case["hex"] in DATA.scenario_tables.start.kremenchuk_crossing_points


@of_kind("adjacent")
def test_adjacent(case: Any) -> None:
    assert BOARD.adjacent(case["a"], case["b"]) is case["expect"]


@pytest.mark.rule("10.5")
@of_kind("adjacent_as_printed")
def test_the_printed_1833_is_not_beside_1731(case: Any) -> None:
    assert BOARD.adjacent(case["a"], case["b"]) is case["holds_on_reconstructed_map"]


@of_kind("distance")
def test_distance(case: Any) -> None:
    assert BOARD.distance(case["a"], case["b"]) == case["expect"]


@of_kind("terrain")
def test_terrain(case: Any) -> None:
    hex = BOARD[case["hex"]]
    assert ("major" if hex.major else "city" if hex.city else "") in case["expect"]["city_class_in"]


@of_kind("hex_exists")
def test_hexes_in_play(case: Any) -> None:
    assert (case["hex"] in BOARD) is case["expect"]["in_play"]


# --- counts, chits, tables ------------------------------------------------------------------------------

MARKERS = 3 + 12 + 6 + 4 + 46  # 2.5: tracks, Soviet control, orders, Luftwaffe, supply (the last as NOTES.md fits it)
COUNTS = {
    "crossing_points": len(DATA.crossing_points),
    "soviet_chits": sum(c.count for c in DATA.chits.values() if c.side == SOVIET),
    "axis_chits": sum(c.count for c in DATA.chits.values() if c.side == AXIS),
    "round_counters": sum(c.count for c in DATA.chits.values()),
    "square_counters": len(DATA.counters) + sum(c.type == "armour" for c in DATA.counters.values()) + MARKERS,
    "luftwaffe_markers": len(luftwaffe_markers(DATA)),
    "turns": len(DATA.turns),
}


@pytest.mark.rule("2.4", "7.0")
@of_kind("count")
def test_counts(case: Any) -> None:
    assert COUNTS[case["what"]] == case["expect"]


@pytest.mark.rule("2.3", "2.4")
def test_every_headquarters_has_a_chit() -> None:
    hqs = {c.id for c in DATA.counters.values() if c.hq}
    assert {c.hq for c in DATA.chits.values() if c.hq} == hqs


def test_the_turn_track_runs_from_august_to_march() -> None:
    assert (DATA.turns[1].month, DATA.turns[8].month) == (ALL["turns"]["first"], ALL["turns"]["last"])


@pytest.mark.rule("4.2.2")
@of_kind("range")
def test_axis_chits_a_turn(case: Any) -> None:
    low, high = case["expect"]
    numbers = {t.axis_chits for t in DATA.turns.values()}
    assert (min(numbers), max(numbers)) == (low, high)


@pytest.mark.rule("4.2.1")
@holds("soviet_pick")
def test_six_soviet_chits_a_turn() -> None:
    s = blank()
    five = ("SW", "Step", "Sth", "Vrnz", "Vrnz")
    assert not soviet_selection_legal(DATA, Counter(five))
    assert soviet_selection_legal(DATA, Counter((*five, "SW")))
    assert "Six" in str(why_not_select(s, Select(five)))


@pytest.mark.rule("4.2.1")
@of_kind("chit_selection")
def test_soviet_selection_examples(case: Any) -> None:
    s = blank(case["turn"])
    s.crossings = frozenset(DATA.crossing_points[: case["crossing_points"]])
    fixed = Counter({k: n for k, n in case["selection"].items() if k != "any"})
    ways = (
        [fixed + Counter(two) for two in (("Vrnz", "REINF"), ("REINF", "PARA"))]
        if "any" in case["selection"]
        else [fixed]
    )
    for way in ways:
        assert soviet_selection_legal(DATA, way) is case["expect"]
        assert not case["expect"] or not way - pool(s, SOVIET)


@pytest.mark.rule("4.2.1")
@of_kind("stavka")
def test_stavka_presence(case: Any) -> None:
    s = blank(case["turn"])
    s.crossings = frozenset(DATA.crossing_points[: case["crossing_points"]])
    assert stavka_available(s) is case["expect"]
    assert pool(s, SOVIET)["STAVKA"] == case["expect"]


@pytest.mark.rule("3.0", "4.2.1", "4.2.2")
@of_kind("availability")
def test_chits_that_come_later(case: Any) -> None:
    side = AXIS if case["chit"] == "OKH" else SOVIET
    assert pool(blank(case["from_turn"] - 1), side)[case["chit"]] == 0
    assert pool(blank(case["from_turn"]), side)[case["chit"]] == case["expect"]


OPTIONS = {"negotiation": "negotiate", "hq": f"hq {AXIS_HQ}", "command": "okh command"}


@pytest.mark.rule("4.2.2")
@of_kind("okh_option")
def test_okh_options(case: Any) -> None:
    s = blank(2)
    put(s, OPEN, AXIS_HQ)
    s.chit = "okh" if case["play_from"] == "cup" else "interruption"
    question, _ = ask(okh(s))
    assert (OPTIONS[case["option"]] in texts(question)) is case["expect"]


@pytest.mark.rule("4.3")
@holds("interrupt_supply")
def test_supply_is_not_interrupted() -> None:
    from .test_chits import draw_with_okh_in_hand

    game = draw_with_okh_in_hand("SUPPLY")
    assert [str(a) for a in game.decision.actions] == ["pass"]


@pytest.mark.rule("11.2")
@of_kind("np_cost")
def test_negotiation_costs(case: Any) -> None:
    assert DATA.tables.negotiation_cost.of(case["item"]) == case["expect"]


@of_kind("reinforcement_order")
def test_reinforcement_batches(case: Any) -> None:
    batch = [c for c in DATA.counters.values() if c.soviet_order == case["order"]]
    assert batch
    assert any(c.replacement for c in batch) or "replacement" not in case["expect"]


@of_kind("unit_names")
def test_unit_names(case: Any) -> None:
    for side in (AXIS, SOVIET):
        assert set(case[side]) <= {c.name for c in DATA.counters.values() if c.side == side}


# --- combat ---------------------------------------------------------------------------------------------


@pytest.mark.rule("10.2", "1.3")
@of_kind("ratio")
def test_ratio(case: Any) -> None:
    assert ratio(TITLE.data, case["attack"], case["defense"]) == case["expect_column"]


@pytest.mark.rule("10.2", "7.0")
@of_kind("shift")
def test_shifts(case: Any) -> None:
    s = blank()
    column = case.get("column") or ratio(s.data, case["ratio"], 1)
    assert DATA.crt.shifted(column, case.get("right", 0) - case.get("left", 0)) == case["expect_column"]


@pytest.mark.rule("10.3")
@of_kind("crt_column")
def test_printed_columns_of_the_combat_results_table(case: Any) -> None:
    assert [DATA.crt.result(case["column"], die) for die in range(1, 7)] == case["expect"]


@pytest.mark.rule("10.1", "10.2", "10.3", "10.4", "10.5")
@of_kind("combat")
def test_combat_example(case: Any) -> None:
    """10.5: B, C, D, E in 1732 and (for the printed 1833) 1832 attack A in 1731; it retreats to 1630."""
    s = position({"1731": INFANTRY[0], "1732": (RIFLE[0], TANK[0]), "1832": (RIFLE[1], TANK[1])})
    put(s, "1831", RIFLE[2])  # other Soviet units leave one way without an enemy zone
    put(s, "1430", RIFLE[3])
    activated(s, SOVIET, RIFLE[0], RIFLE[1], TANK[0], TANK[1])
    found = odds(s, "1731", [RIFLE[0], RIFLE[1], TANK[0], TANK[1]])
    assert (found.attack, found.defence) == (case["attack"], case["defense"])
    assert (found.ratio, found.column) == (case["expect"]["ratio_column"], case["expect"]["final_column"])
    attack = ["attack 1731", *(f"with {u}" for u in (RIFLE[0], TANK[0], RIFLE[1], TANK[1])), "fight"]
    question, _ = ask(one_attack(s, SOVIET), *attack, f"roll {case['die']}")
    assert any(case["expect"]["result"] in text for text in told(s))
    unit = s.units[INFANTRY[0]]
    assert unit.steps == 2 - case["expect"]["steps_lost"]
    assert unit.at == "1630"
    assert {f"advance {RIFLE[0]} 1731", f"advance {TANK[0]} 1731", f"advance {TANK[1]} 1731-1632"} <= set(
        texts(question)
    )


@pytest.mark.rule("7.0", "10.3")
@of_kind("die")
def test_defensive_air_support(case: Any) -> None:
    s = position({OPEN: INFANTRY[0], WEST: TANK[:2]})
    s.luftwaffe = ("defensive",)
    activated(s, SOVIET)
    ask(resolve(s, OPEN, TANK[:2]), "air support defensive", f"roll {case['die']}")
    assert any(f"roll {case['expect']}," in text for text in told(s))


@pytest.mark.rule("1.3")
@of_kind("round")
def test_rounding(case: Any) -> None:
    """A half is what attacks over a river make; no rule of the text makes a quarter, so that is figures only."""
    if case["factor"] == 0.5:
        s = blank()
        put(s, "1140", INFANTRY[0])
        put(s, "1141", RIFLE[0])
        assert s.attack(INFANTRY[0]) == case["value"]
        assert odds(s, "1141", INFANTRY[:1]).attack == case["expect"]
    else:
        assert case["value"] * Fraction(case["factor"]) // 1 == case["expect"]


@pytest.mark.rule("12.2")
@of_kind("supreme_order_result")
def test_results_under_a_supreme_command_order(case: Any) -> None:
    s = blank()
    s.orders = frozenset(["2634"])
    put(s, "2634", *INFANTRY[:2])
    put(s, "2635", *TANK[:2])
    ask(apply(s, "2634", TANK[:2], case["result"]), f"lose {INFANTRY[0]}", f"lose {INFANTRY[1]}")
    assert sum(2 - s.units[u].steps for u in INFANTRY[:2]) == case["expect"]["steps"]
    assert {s.units[u].at for u in INFANTRY[:2]} == {"2634"}


@pytest.mark.rule("10.3")
@of_kind("step_loss")
@pytest.mark.parametrize(("second", "left"), [(0, [2]), (1, [1, 1])])
def test_owner_removes_one_unit_or_flips_both(case: Any, second: int, left: list[int]) -> None:
    s = position({OPEN: INFANTRY[:2]})
    assert [s.units[u].steps for u in INFANTRY[:2]] == case["units"]
    ask(lose_steps(s, INFANTRY[:2], case["losses"], "10.3"), f"lose {INFANTRY[0]}", f"lose {INFANTRY[second]}")
    assert [s.units[u].steps for u in INFANTRY[:2] if u in s.units] == left


# --- movement, stacking, supply, range ------------------------------------------------------------------


def cost(s: Any, unit: str, hex: str) -> float | None:
    """Movement points of a normal move; None if the unit cannot get there."""
    way = normal(s, unit, s.units[unit].at, 2 * s.movement(unit))
    spent = way.cost.get(BOARD.index[hex])
    return None if spent is None else spent / 2


@pytest.mark.rule("9.3")
@holds("move_zoc")
def test_leaving_and_entering_a_zone_costs_two_each() -> None:
    s = position({OPEN: INFANTRY[0], WEST: RIFLE[0]})
    assert s.movement(INFANTRY[0]) == 5
    assert cost(s, INFANTRY[0], NORTH_WEST) == ALL["move_zoc"]["expect"]


@pytest.mark.rule("9.2")
@holds("move_strategic")
def test_seven_road_hexes_cost_three_and_a_half_points() -> None:
    s = position({"2627": INFANTRY[0]})
    way = by_road(s, INFANTRY[0], "2627", 7)
    far = [i for i, spent in way.cost.items() if spent == 7]
    assert far
    assert all(len(way.path(BOARD.names[i])) == 1 + 7 for i in far)
    assert way.cost[far[0]] / 2 == ALL["move_strategic"]["expect"]


@pytest.mark.rule("9.3", "9.2")
@holds("move_3020")
def test_the_road_beyond_3020() -> None:
    """9.3: three points along the road to 3020, one into the next hex and two for the zone there are too many."""
    s = position({"2818": INFANTRY[0]})
    path = ["2918", "2919", "3020"]
    assert [cost(s, INFANTRY[0], h) for h in path] == [1, 2, 3]
    put(s, "3220", RIFLE[0])
    assert BOARD.adjacent("3220", "3120")
    assert cost(s, INFANTRY[0], "3120") is None
    assert BOARD.index["3120"] not in by_road(s, INFANTRY[0], "2818", 10).cost
    way = normal(s, INFANTRY[0], "2818", 2 * ALL["move_3020"]["expect"]["cost"])
    assert way.cost[BOARD.index["3120"]] / 2 == ALL["move_3020"]["expect"]["cost"]


@pytest.mark.rule("9.3")
@holds("move_swamp_zoc")
def test_no_swamp_from_zone_to_zone() -> None:
    s = position({"3027": INFANTRY[0]})
    assert cost(s, INFANTRY[0], "3028") == 5
    put(s, "3127", RIFLE[0])  # next to both
    assert (cost(s, INFANTRY[0], "3028") is not None) is ALL["move_swamp_zoc"]["expect"]


@pytest.mark.rule("9.3")
@holds("move_major_zoc")
@pytest.mark.parametrize(("start", "goal", "enemy"), [("2919", "2918", "2819"), ("1630", "1730", "1631")])
def test_no_major_river_from_zone_to_zone(start: str, goal: str, enemy: str) -> None:
    """Bridged (Kyiv) or not; a friend in the zone does not help."""
    s = position({start: INFANTRY[0], goal: INFANTRY[1]})
    assert cost(s, INFANTRY[0], goal) is not None
    put(s, enemy, RIFLE[0])
    assert (cost(s, INFANTRY[0], goal) is not None) is ALL["move_major_zoc"]["expect"]


@pytest.mark.rule("5.0")
@of_kind("stacking")
def test_stacking_limit(case: Any) -> None:
    s = position({OPEN: (*RIFLE[: case["combat_units"]], SOVIET_HQ)})
    assert not s.can_stack(RIFLE[2], OPEN)
    assert not s.can_stack("SU-HQ-SW", OPEN)
    s.eliminate(RIFLE[0])
    assert s.can_stack(RIFLE[2], OPEN)


@pytest.mark.rule("8.2", "1.3")
@of_kind("supply_effect")
def test_supply_effects(case: Any) -> None:
    s = position({OPEN: TANK[0]})
    before = s.attack(TANK[0]), s.defence(TANK[0]), s.movement(TANK[0])
    s.mark(TANK[0], case["state"])
    expect = case["expect"]
    assert s.attack(TANK[0]) == before[0] + expect["attack"]
    assert s.defence(TANK[0]) == before[1] + expect["defense"]
    assert s.movement(TANK[0]) == int(before[2] * expect["move_factor"])


@pytest.mark.rule("2.3")
@of_kind("command_range")
def test_command_range_goes_around_blocked_sides_and_through_the_enemy(case: Any) -> None:
    s = position({"0421": AXIS_HQ, "0422": INFANTRY[0], "0420": RIFLE[0], "0320": RIFLE[1]})
    assert (INFANTRY[0] in in_range(s, AXIS_HQ)) is case["expect"]
    put(s, "0520", RIFLE[2])
    far = {u: BOARD.distance("0421", s.units[u].at) for u in in_range(s, AXIS_HQ)}
    assert far[INFANTRY[0]] == 1


@pytest.mark.rule("8.1")
@holds("supply_c")
def test_a_supply_line_stops_in_an_enemy_zone() -> None:
    """8.2, unit C: the way of the Soviet 73 is closed in 0620 by 161 and the zone of 15."""
    s = blank()
    passable = BOARD.bit["0620"]
    assert open_hexes(s, SOVIET) & passable
    put(s, "0520", "DE-I-15")
    assert not open_hexes(s, SOVIET) & passable
    put(s, "0620", "SU-I-66")  # a friend there would open it
    assert open_hexes(s, SOVIET) & passable
    s.eliminate("SU-I-66")
    put(s, "0620", "DE-I-161")
    s.eliminate("DE-I-15")
    assert not open_hexes(s, SOVIET) & passable


@pytest.mark.rule("8.1")
@holds("supply_d")
def test_a_supply_line_through_friends_and_over_a_bridge() -> None:
    """8.2, unit D: 66 traces through 23Tk and 9M, over a bridged major river."""
    s = position({"0819": "DE-I-161"})
    assert not open_hexes(s, SOVIET) & BOARD.bit["0820"]
    put(s, "0820", "SU-T-23Tk")
    assert open_hexes(s, SOVIET) & BOARD.bit["0820"]
    beside = BOARD.step(BOARD.bit["0820"], DATA.supply_sides)
    assert BOARD.edge("0820", "0920").bridge
    assert beside & BOARD.bit["0920"]
    unbridged = next(e for e in DATA.sides if e.river == "major" and not e.bridge)
    assert not BOARD.step(BOARD.bit[unbridged.a], DATA.supply_sides) & BOARD.bit[unbridged.b]


# --- rules that have their own tests elsewhere: here the figures ----------------------------------------


@pytest.mark.rule("2.3")
@holds("relocation")
def test_relocation_figures() -> None:
    case = ALL["relocation"]
    assert DATA.limits.relocation_distance == case["min_distance"]
    points = DATA.scenario_tables.campaign_points
    assert points.german_hq_relocated == case["vp"]["axis"]
    assert points.soviet_hq_relocated == case["vp"]["soviet"]


@pytest.mark.rule("11.1")
@holds("airborne")
def test_airborne_figures() -> None:
    assert DATA.limits.airborne_distance == ALL["airborne"]["max_distance_from_supplied_soviet_unit"]
    assert [c.name for c in DATA.counters.values() if c.arrival == "airborne"] == [ALL["airborne"]["unit"]]


@pytest.mark.rule("12.3", "13.2")
@holds("cp_airborne")
def test_the_bridgehead_counts_for_the_tables_and_gives_no_points() -> None:
    from wargame.games.traces_of_war.victory import race_points

    s = blank(4, "race")
    s.airborne, s.bridgehead = True, ""  # destroyed
    assert s.crossing_count() == 1
    assert race_points(s)["crossing points"] == 0


@pytest.mark.rule("12.3")
@holds("t7_t8_cp")
def test_free_crossing_points_are_soviet_in_turns_7_and_8() -> None:
    from wargame.games.traces_of_war.control import crossing_points

    for turn in range(1, 9):
        s = blank(turn)
        put(s, DATA.crossing_points[0], INFANTRY[0])
        crossing_points(s)
        assert len(s.crossings) == (5 if turn in ALL["t7_t8_cp"]["turns"] else 0)


@pytest.mark.rule("12.1")
@holds("turn1")
def test_the_opening_comes_in_turn_1_before_the_selection() -> None:
    game = fresh()
    for answer in ("place DE-S-213Sec 2918", "place DE-S-444Sec 0218", "place DE-S-454Sec 2305", "draw offensive"):
        game.apply(answer)
    assert game.state.phase == "opening HQ"
    assert {str(a) for a in game.decision.actions} == {
        f"hq {c.id}" for c in DATA.counters.values() if c.hq and c.side == SOVIET
    }
    assert game.state.turn == ALL["turn1"]["turn"]


@pytest.mark.rule("13.2", "13.3")
@of_kind("victory")
def test_victory_thresholds(case: Any) -> None:
    scenario = DATA.scenarios[case["id"]]
    assert (scenario.last_turn, scenario.victory_points) == (case["turn"], case["threshold"])
    assert scenario.every_turn is (case.get("checked") == "end of any turn")


ITEMS = {
    "crossing_point": ("race", "crossing_point"), "mech_supplied": ("race", "mechanised_supplied"),
    "nonmech_supplied": ("race", "other_supplied"), "mech_unsupplied": ("race", "mechanised_unsupplied"),
    "nonmech_unsupplied": ("race", "other_unsupplied"), "major_city": ("campaign", "major_city"),
    "panzer_destroyed": ("campaign", "panzer_destroyed"), "german_other_destroyed": ("campaign", "german_destroyed"),
    "axis_minor_destroyed": ("campaign", "axis_minor_destroyed"),
    "german_hq_relocation": ("campaign", "german_hq_relocated"),
    "soviet_hq_relocation": ("campaign", "soviet_hq_relocated"),
    "soviet_unit_breakthrough": ("campaign", "breakthrough"),
}  # fmt: skip


@pytest.mark.rule("13.2", "13.3")
@of_kind("vp")
def test_victory_points(case: Any) -> None:
    scenario, item = ITEMS[case["item"]]
    assert getattr(getattr(DATA.scenario_tables, f"{scenario}_points"), item) == case["expect"]
