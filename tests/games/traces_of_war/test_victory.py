"""The first turn, crossing points, victory, optional rules (4.4, 12, 13, 14)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from wargame.core.engine.errors import IllegalAction
from wargame.games.traces_of_war.activation import first_turn
from wargame.games.traces_of_war.combat import apply
from wargame.games.traces_of_war.control import crossing_points, enter
from wargame.games.traces_of_war.losses import destroy
from wargame.games.traces_of_war.movement import move_one
from wargame.games.traces_of_war.retreat import retreat
from wargame.games.traces_of_war.sequence import begin, end_of_turn
from wargame.games.traces_of_war.victory import campaign_points, judge, points, race_points

from .support import (
    AXIS,
    AXIS_HQ,
    BOARD,
    INFANTRY,
    OPEN,
    PANZER,
    RIFLE,
    SECURITY,
    SOVIET,
    SOVIET_HQ,
    SOVIET_HQ2,
    TANK,
    TITLE,
    WEST,
    activated,
    ask,
    blank,
    fresh,
    position,
    put,
    refused,
    texts,
    to_selection,
)  # fmt: skip

LYUTEZH, KREMENCHUK = "3018", "1926"
WEST_BANK = "2818"  # south of Kyiv


# --- turn 1 ---------------------------------------------------------------------------------------------


@pytest.mark.rule("12.1")
def test_one_soviet_headquarters_opens_with_combat_only() -> None:
    game = fresh()
    for answer in ("place DE-S-213Sec 2918", "place DE-S-444Sec 0218", "place DE-S-454Sec 2305", "draw offensive"):
        game.apply(answer)
    game.apply(f"hq {SOVIET_HQ}")
    assert game.state.phase == "combat"
    phases = {game.state.phase}
    while game.decision is not None and not game.decisions.keys() >= {SOVIET, AXIS}:
        phases.add(game.state.phase)
        game.apply("done")
    assert phases == {"combat"}
    assert game.state.phase == "chit selection"
    game.apply("select SW SW Step Sth Vrnz Vrnz", SOVIET)  # the opening has used up no chit


@pytest.mark.rule("12.1")
def test_only_units_in_range_fight_in_the_opening() -> None:
    s = position({OPEN: (SOVIET_HQ, *RIFLE[:2]), "2533": (RIFLE[2], SOVIET_HQ2)})
    question, _ = ask(first_turn(s))
    assert refused(s, question, f"hq {AXIS_HQ}")[0] == "12.1"
    ask(first_turn(s), f"hq {SOVIET_HQ}")
    assert s.activated == {SOVIET_HQ, *RIFLE[:2]}


@pytest.mark.rule("12.1")
def test_there_is_no_opening_later() -> None:
    game = to_selection(fresh(), turn=1)
    game.apply("select SW SW Step Sth Vrnz Vrnz", SOVIET)
    game.apply("put [4PzA,6A,8A] keep []", AXIS)
    game.state.piles["cup"] = ("SUPPLY",)
    game.apply("draw SUPPLY") if "SUPPLY" in game.decision.items else None  # type: ignore[union-attr]
    while game.state.turn == 1:
        game.apply(game.decision.actions[0])  # type: ignore[union-attr]
    game.apply(game.decision.actions[0])  # type: ignore[union-attr]  # Luftwaffe
    assert game.state.phase == "chit selection"


# --- supreme command orders -----------------------------------------------------------------------------


@pytest.mark.rule("12.2", "13.1")
@pytest.mark.parametrize("how", ["move", "pass", "advance"])
def test_an_ordered_city_that_falls_ends_the_game(how: str) -> None:
    s = blank()
    s.orders = frozenset(["2634"])
    put(s, "2635", TANK[0])
    activated(s, SOVIET)
    if how == "advance":
        put(s, "2634", SECURITY)
        ask(apply(s, "2634", TANK[:1], "R"), f"advance {TANK[0]} 2634")
    else:
        goal = "to 2634" if how == "move" else "via 2634"
        ask(move_one(s, SOVIET), f"unit {TANK[0]}", goal)
    assert s.result is not None
    assert (s.result.winners, s.result.rule) == ((SOVIET,), "13.1")
    assert "Kharkiv" in s.result.reason


@pytest.mark.rule("12.2", "13.1")
def test_a_city_whose_order_was_lifted_may_fall() -> None:
    s = position({"2635": TANK[0]})
    ask(move_one(activated(s, SOVIET), SOVIET), f"unit {TANK[0]}", "to 2634")
    assert s.result is None
    assert s.control["2634"] == SOVIET


@pytest.mark.rule("13.1")
def test_the_game_stops_at_once() -> None:
    game = to_selection(fresh("race"), hq="SU-HQ-Vrnz")
    game.apply("select SW SW Step Sth Vrnz Vrnz", SOVIET)
    game.apply("put [4PzA,6A,8A] keep []", AXIS)
    state: Any = game.state
    for unit in [u for u in state.units if state.side_of(u) == AXIS]:
        state.eliminate(unit)
    game.apply("draw Vrnz")
    game.apply("mode move-combat")
    state.move(TANK[0], "2635")
    game.apply(f"unit {TANK[0]}")
    game.apply("to 2634")
    assert game.decision is None
    assert game.result is not None
    assert game.result.rule == "13.1"


# --- crossing points ------------------------------------------------------------------------------------


@pytest.mark.rule("12.3")
def test_a_soviet_unit_within_two_hexes_takes_a_free_crossing_point() -> None:
    s = blank()
    near = [h for h in BOARD if BOARD.distance(h, LYUTEZH) == 2]
    far = [h for h in BOARD if BOARD.distance(h, LYUTEZH) == 3]
    put(s, far[0], RIFLE[0])
    crossing_points(s)
    assert not s.crossings
    enter(s, RIFLE[0], near[0], "9.1")
    assert s.crossings == {LYUTEZH}


@pytest.mark.rule("12.3")
def test_an_axis_unit_holds_its_crossing_point_until_it_leaves() -> None:
    s = position({LYUTEZH: INFANTRY[0], "3020": RIFLE[0]})
    crossing_points(s)
    assert not s.crossings
    enter(s, INFANTRY[0], "2917", "9.1")
    assert s.crossings == {LYUTEZH}


@pytest.mark.rule("12.3", "10.3")
def test_a_crossing_point_whose_defender_dies_is_taken_at_once() -> None:
    s = position({LYUTEZH: SECURITY, "3020": RIFLE[0]})
    destroy(s, SECURITY, "10.3")
    assert s.crossings == {LYUTEZH}


@pytest.mark.rule("12.3")
def test_control_is_for_the_rest_of_the_game() -> None:
    s = position({"3020": RIFLE[0]})
    crossing_points(s)
    s.eliminate(RIFLE[0])
    put(s, "2917", INFANTRY[0])
    enter(s, INFANTRY[0], LYUTEZH, "9.1")
    assert s.crossings == {LYUTEZH}


@pytest.mark.rule("12.3")
def test_passing_through_is_enough() -> None:
    s = position({"1032": TANK[0]})
    ask(move_one(activated(s, SOVIET), SOVIET), f"unit {TANK[0]}", "to 1028")
    assert "1130" in s.crossings


@pytest.mark.rule("12.3", "9.1")
def test_a_move_passes_by_no_crossing_point_that_need_not_fall() -> None:
    """From 0530 to 1233 there are ways past Zaporizhzhia (1130) and ways around it: the player has both."""
    for answers, taken in ((("to 1233",), set()), (("via 1132", "to 1233"), {"1130"})):
        s = blank()
        put(s, "0530", TANK[0])
        ask(move_one(activated(s, SOVIET), SOVIET), f"unit {TANK[0]}", *answers)
        assert s.units[TANK[0]].at == "1233"
        assert s.crossings == taken


@pytest.mark.rule("12.3", "9.2")
def test_strategic_movement_goes_around_crossing_points_too() -> None:
    for answers, taken in ((("strategic 1035",), set()), (("strategic via 1132", "strategic 1035"), {"1130"})):
        s = blank()
        put(s, "0431", TANK[0])
        ask(move_one(activated(s, SOVIET), SOVIET), f"unit {TANK[0]}", *answers)
        assert s.units[TANK[0]].at == "1035"
        assert s.crossings == taken


@pytest.mark.rule("12.3")
def test_a_move_that_ends_near_one_crossing_point_goes_around_the_others() -> None:
    """2320 is two hexes from 2421; 2223 need not be passed on the way."""
    s = position({"1818": TANK[0]})
    ask(move_one(activated(s, SOVIET), SOVIET), f"unit {TANK[0]}", "to 2320")
    assert s.crossings == {"2421"}


@pytest.mark.rule("12.3")
def test_the_kremenchuk_points_need_a_unit_in_kremenchuk_or_inside() -> None:
    s = position({"1927": RIFLE[0]})
    crossing_points(s)
    assert not s.crossings  # beside both, but not in Kremenchuk
    put(s, "1826", INFANTRY[0])
    enter(s, RIFLE[0], KREMENCHUK, "9.1")
    assert s.crossings == {"1827"}  # 1826 is occupied
    s = position({"1927": RIFLE[0]})
    enter(s, RIFLE[0], "1827", "9.1")
    assert s.crossings == {"1827"}


@pytest.mark.rule("12.3")
def test_the_turn_begins_with_the_free_points_of_turn_7() -> None:
    s = blank(7)
    put(s, "1826", INFANTRY[0])
    begin(s)
    assert s.crossings == set(TITLE.data.crossing_points) - {"1826"}
    enter(s, INFANTRY[0], "1825", "9.1")
    assert len(s.crossings) == 6


@pytest.mark.rule("12.3", "4.1", "4.2.2")
def test_the_tables_follow_the_crossing_points() -> None:
    s = blank()
    for number in range(8):
        s.crossings = frozenset(TITLE.data.crossing_points[:number])
        s.airborne = number == 7
        assert s.crossing_count() == number
        row = TITLE.data.tables.crossing_points[number]
        assert row.controlled == number
        for name in ("luftwaffe", "negotiation", "okh_command"):
            assert getattr(s.by_crossing_points, name) == getattr(row, name)


# --- the race -------------------------------------------------------------------------------------------


def pocket(s: Any, hex: str) -> None:
    """Axis units all around a hex, so that no line leads out."""
    free = [u for u in TITLE.counters if u.startswith("DE-I") and u not in s.units]
    for beside in BOARD.neighbours(hex):
        if not s.units_at(beside):
            put(s, beside, free.pop())


@pytest.mark.rule("13.2")
@pytest.mark.parametrize(
    ("unit", "supplied", "points"),
    [
        (TANK[0], True, Fraction(1)),
        (RIFLE[0], True, Fraction(1, 2)),
        (TANK[0], False, Fraction(1, 2)),
        (RIFLE[0], False, Fraction(1, 4)),
        (SOVIET_HQ, True, Fraction(1, 2)),
    ],
)
def test_units_west_of_the_dnipro(unit: str, supplied: bool, points: Fraction) -> None:
    s = blank(4, "race")
    put(s, WEST_BANK, unit)
    if supplied:
        s.control["2918"] = SOVIET  # the bridge at Kyiv is the way back
    else:
        pocket(s, WEST_BANK)
    assert race_points(s)["west of the Dnipro"] == points
    s = blank(4, "race")
    put(s, OPEN, unit)
    assert race_points(s)["west of the Dnipro"] == 0


@pytest.mark.rule("13.2")
def test_the_line_at_the_end_counts_and_not_the_marker() -> None:
    s = blank(4, "race")
    s.control["2918"] = SOVIET
    put(s, WEST_BANK, TANK[0])
    s.mark(TANK[0], "isolated")
    assert race_points(s)["west of the Dnipro"] == 1


@pytest.mark.rule("13.2")
def test_five_points_for_each_crossing_point() -> None:
    s = blank(4, "race")
    s.crossings = frozenset(TITLE.data.crossing_points[:3])
    assert race_points(s)["crossing points"] == 15


@pytest.mark.rule("13.2", "4.4.1")
@pytest.mark.parametrize(("threshold", "winner"), [(15, SOVIET), (16, AXIS)])
def test_the_race_is_judged_after_turn_4(threshold: int, winner: str) -> None:
    s = blank(4, "race")
    s.crossings, s.threshold = frozenset(TITLE.data.crossing_points[:3]), threshold
    judge(s)
    assert s.result is not None
    assert (s.result.winners, s.result.rule) == ((winner,), "13.2")
    assert s.result.score["victory points"] == 15


@pytest.mark.rule("13.2", "4.4.1", "4.4.2")
def test_the_race_goes_on_before_turn_4() -> None:
    s = blank(3, "race")
    s.threshold = 0
    end_of_turn(s)
    assert s.result is None
    assert s.turn == 4


# --- the campaign ---------------------------------------------------------------------------------------


@pytest.mark.rule("13.3")
def test_points_of_the_campaign() -> None:
    s = blank(3)
    s.control["2634"] = s.control["1926"] = SOVIET  # a major city and another
    hexes = [h.id for h in TITLE.data.board.spaces if h.breakthrough]
    put(s, hexes[0], RIFLE[0], TANK[0], SOVIET_HQ)
    for unit in (PANZER, INFANTRY[0], SECURITY, "RO-I-15R", "DE-Z-20PzG"):
        put(s, OPEN, unit)
        destroy(s, unit, "10.3")
    s.relocated = 2 - 2 - 2
    found = campaign_points(s, final=False)
    s.move(RIFLE[0], OPEN)
    assert campaign_points(s, final=False)["breakthrough"] == 10  # who leaves no longer counts
    assert found == {"major cities": 8, "destroyed": 2 + 1 + 1 + 0 + 1, "relocations": -2, "breakthrough": 15}


@pytest.mark.rule("13.3")
def test_soviet_losses_score_nothing() -> None:
    s = blank(3)
    put(s, OPEN, TANK[0])
    destroy(s, TANK[0], "10.3")
    assert s.destroyed == 0


@pytest.mark.rule("13.3")
def test_at_the_end_units_without_supply_count_as_destroyed() -> None:
    s = blank(8)
    put(s, "3435", PANZER)
    for unit, hex in zip((RIFLE[1], TANK[0], TANK[1]), ("3434", "3335", "3336"), strict=True):
        put(s, hex, unit)
    hexes = [h.id for h in TITLE.data.board.spaces if h.breakthrough]
    put(s, hexes[0], RIFLE[0])
    pocket(s, hexes[0])
    assert campaign_points(s, final=False)["destroyed"] == 0
    assert campaign_points(s, final=False)["breakthrough"] == 5
    assert points(s) == campaign_points(s, final=False)  # what a player sees before the end
    last = campaign_points(s, final=True)
    assert last["destroyed"] >= 2
    assert last["breakthrough"] == 0


@pytest.mark.rule("13.3")
def test_a_headquarters_without_supply_at_the_end_scores_nothing() -> None:
    s = blank(8)
    put(s, "3435", AXIS_HQ)
    for unit, hex in zip((RIFLE[1], TANK[0], TANK[1]), ("3434", "3335", "3336"), strict=True):
        put(s, hex, unit)
    assert campaign_points(s, final=True)["destroyed"] == 0


@pytest.mark.rule("13.3", "4.4.1")
@pytest.mark.parametrize(("turn", "score", "winner"), [(2, 65, SOVIET), (2, 64, None), (8, 65, SOVIET), (8, 64, AXIS)])
def test_the_campaign_is_judged_every_turn(turn: int, score: int, winner: str | None) -> None:
    s = blank(turn)
    s.destroyed = score
    judge(s)
    assert (s.result.winners[0] if s.result else None) == winner
    assert s.result is None or s.result.rule == "13.3"
    end_of_turn(s)
    assert s.turn == (turn if winner else turn + 1)  # 4.4.2


@pytest.mark.rule("4.4.2")
def test_the_next_turn_begins() -> None:
    s = blank(2)
    s.piles["played"] = ("Vrnz", "PARA")
    end_of_turn(s)
    assert s.turn == 3
    assert s.pile("used") == ("PARA",)  # 4.2.1: never again
    assert s.pile("played") == ()


# --- options --------------------------------------------------------------------------------------------


@pytest.mark.rule("14.1")
@pytest.mark.parametrize(
    ("soviet", "axis", "needed", "exchanged"), [(60, 70, 70, True), (55, 40, 55, False), (50, 50, 50, False)]
)
def test_the_higher_bid_plays_the_soviets(soviet: int, axis: int, needed: int, exchanged: bool) -> None:
    game = fresh(bidding=True)
    state: Any = game.state
    with pytest.raises(IllegalAction, match="from 0 to 200"):
        game.apply("bid 201", SOVIET)
    game.apply(f"bid {soviet}", SOVIET)
    assert game.view(AXIS)["state"] == fresh(bidding=True).view(AXIS)["state"]  # unseen
    game.apply(f"bid {axis}", AXIS)
    assert (state.threshold, state.exchanged) == (needed, exchanged)
    assert not game.may_undo()  # both bids are known now


@pytest.mark.rule("14.1")
def test_without_the_option_nobody_bids() -> None:
    assert fresh().state.phase == "security divisions"
    assert fresh("race").state.threshold == 50  # type: ignore[attr-defined]


@pytest.mark.rule("14.2")
@pytest.mark.parametrize(("turn", "option", "converted"), [(3, True, False), (4, True, True), (4, False, False)])
def test_soviet_headquarters_become_stronger_in_turn_4(turn: int, option: bool, converted: bool) -> None:
    s = blank(turn, hq_conversion=option)
    put(s, OPEN, SOVIET_HQ)
    put(s, WEST, AXIS_HQ)
    begin(s)
    counter = TITLE.counters[SOVIET_HQ]
    values = (s.name(SOVIET_HQ), s.attack(SOVIET_HQ), s.defence(SOVIET_HQ), s.movement(SOVIET_HQ))
    front = (counter.name, counter.attack, counter.defence, counter.movement)
    better = (counter.converted_attack, counter.converted_defence, counter.converted_movement)
    ukrainian = (counter.converted_name, *better)
    assert values == (ukrainian if converted else front)
    assert all(new > old for new, old in zip(better, front[1:], strict=True))
    assert s.attack(AXIS_HQ) == TITLE.counters[AXIS_HQ].attack


@pytest.mark.rule("10.4", "12.2")
def test_a_soviet_retreat_into_an_empty_ordered_city_takes_it() -> None:
    """8.1: control changes as soon as a unit enters, however it does."""
    s = blank()
    s.orders = frozenset(["2634"])
    put(s, "2635", RIFLE[0])
    others = [h for h in BOARD.neighbours("2635") if h != "2634"]
    for hex, unit in zip(others, ("DE-I-88", "DE-I-75", "DE-I-294", "DE-I-336", "DE-I-17"), strict=True):
        put(s, hex, unit)
    ask(retreat(s, "2635", 1))
    assert s.result is not None


@pytest.mark.rule("13.1", "10.4", "10.5")
def test_nobody_retreats_or_advances_any_more_when_the_game_has_ended() -> None:
    """The first of two corps that give way passes through Kharkiv: the game is over at once."""
    s = blank()
    s.orders = frozenset(["2634"])
    put(s, "2635", *RIFLE[:2])
    for hex, unit in zip([h for h in BOARD.neighbours("2635") if h != "2634"], INFANTRY, strict=True):
        put(s, hex, unit)
    question, _ = ask(apply(s, "2635", INFANTRY, "RR"))
    way = next(t for t in texts(question) if t.startswith(f"retreat {RIFLE[0]} 2634-"))
    question, _ = ask(apply(s, "2635", INFANTRY, "RR"), way)
    assert question is None
    assert s.result.rule == "13.1"
    assert s.units[RIFLE[0]].at == "2634"
    assert s.units[RIFLE[1]].at == "2635"
