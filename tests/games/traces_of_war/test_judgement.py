"""Twenty positions with an answer that must or must not be given, held by the planner with a few probes."""

from __future__ import annotations

from typing import Any

import pytest

from wargame.core.engine import convert
from wargame.core.engine.game import Game
from wargame.core.engine.sequence import Phase, Sequence
from wargame.games.traces_of_war import chits
from wargame.games.traces_of_war.model import MOVE_COMBAT, State
from wargame.games.traces_of_war.records import AXIS, SOVIET
from wargame.games.traces_of_war.sequence import ACTION, GAME
from wargame.games.traces_of_war.supply import SUPPLY
from wargame.plugins import new_game
from wargame.plugins.bots import PlannerBot

from .support import (
    BOARD,
    TITLE,
    activated,
    blank,
    put,
)

LEVEL = "12p"
KHARKIV, STALINO = "2634", "1338"


def game_at(s: State, phase: str) -> Game:
    """A game that stands at the start of a phase of the action phase, the dice seeded."""
    s.agenda = _agenda(ACTION, phase, _agenda(GAME, ACTION.name))
    document = {
        "format": 1, "title": TITLE.id, "version": TITLE.version, "scenario": s.scenario, "options": {},
        "variants": [], "seed": 1, "dice": "seeded", "state": convert.state_to_data(s), "answers": [],
    }  # fmt: skip
    return new_game("traces_of_war", position=document)


def _agenda(sequence: Sequence, name: str, path: tuple[tuple[int, int], ...] = ()) -> tuple[tuple[int, int], ...]:
    """Where in a sequence a step of this name stands."""
    for number, step in enumerate(sequence.steps):
        here = (*path, (number, 0))
        if step.name == name:
            return here
        if not isinstance(step, Phase) and (found := _agenda(step, name, here)):
            return found
    return ()


def board(
    stacks: dict[str, str], scenario: str = "campaign", turn: int = 3, orders: tuple[str, ...] = (), **fields: Any
) -> State:
    """An empty map with these units: `stacks` has the names of one or more in each hex."""
    s = blank(turn, scenario)
    s.orders, s.threshold = frozenset(orders), TITLE.data.scenarios[scenario].victory_points
    for key, value in fields.items():
        setattr(s, key, value)
    for hex, units in stacks.items():
        put(s, hex, *units.split())
    s.piles |= {"cup": (chits.SUPPLY,), "hand": (), "played": ()}
    return s


def activation(s: State, side: str, phase: str = "movement") -> tuple[Any, list[str]]:
    """The bot plays an activation of all units of a side; the state after it, and what the bot answered."""
    game, bot, given = game_at(activated(s, side, mode=MOVE_COMBAT), phase), PlannerBot(1, level=LEVEL), []
    other = PlannerBot(2, level="0p")
    while (question := game.decision) is not None and game.state.chit != "supply" and game.state.activated:
        answer = (bot if question.side == side else other).choose(game, question.side)
        if question.side == side:
            given.append(str(answer))
        game.apply(answer)
    return game.state, given


def answer(s: State, side: str, phase: str) -> str:
    """What the bot answers to the first question of a phase."""
    game = game_at(s, phase)
    return str(PlannerBot(1, level=LEVEL).choose(game, side))


# --- the Axis: cities under orders ------------------------------------------------------------------------------------


def test_a_garrison_stays_in_a_city_under_orders() -> None:
    s, _ = activation(board({KHARKIV: "DE-I-88", "2635": "SU-I-50", "2435": "SU-I-51"}, orders=(KHARKIV,)), AXIS)
    assert s.units["DE-I-88"].at == KHARKIV


def test_an_empty_city_under_orders_is_garrisoned() -> None:
    s, _ = activation(board({"2531": "DE-I-88", "2637": "SU-T-2Tk", "2737": "SU-T-10Tk"}, orders=(KHARKIV,)), AXIS)
    assert s.units["DE-I-88"].at == KHARKIV


def test_of_two_cities_under_orders_the_one_in_danger_is_garrisoned() -> None:
    stacks = {"1536": "DE-T-17Pz", "1340": "SU-T-2Tk SU-T-10Tk", "1240": "SU-I-50"}
    s, _ = activation(board(stacks, orders=(STALINO, "1631")), AXIS)
    assert s.units["DE-T-17Pz"].at == STALINO


def test_two_cities_in_danger_are_both_garrisoned() -> None:
    stacks = {"2532": "DE-T-11Pz", "1536": "DE-I-88", "2637": "SU-T-2Tk", "1439": "SU-T-10Tk", "1340": "SU-I-50"}
    s, _ = activation(board(stacks, orders=(KHARKIV, STALINO)), AXIS)
    assert s.holder(KHARKIV) == s.holder(STALINO) == AXIS


def test_the_only_garrison_does_not_chase_a_weak_unit() -> None:
    stacks = {KHARKIV: "DE-T-11Pz", "2637": "SU-T-2Tk SU-T-6Tk", "2737": "SU-T-10Tk", "2630": "(SU-I-50)"}
    s, _ = activation(board(stacks, orders=(KHARKIV,)), AXIS)
    assert s.units["DE-T-11Pz"].at == KHARKIV


def test_a_panzer_division_helps_a_city_about_to_be_stormed() -> None:
    stacks = {
        KHARKIV: "DE-I-88", "2533": "DE-T-11Pz", "2535": "SU-T-2Tk SU-T-10Tk", "2635": "SU-T-6Tk SU-I-50",
        "2130": "(SU-I-51)",
    }  # fmt: skip
    s, _ = activation(board(stacks, orders=(KHARKIV,)), AXIS)
    assert s.units["DE-I-88"].at == s.units["DE-T-11Pz"].at == KHARKIV


def test_after_a_sally_somebody_is_back_in_the_city() -> None:
    stacks = {KHARKIV: "DE-T-LAH DE-T-9SS", "2635": "(SU-I-50)", "2734": "SU-T-2Tk SU-T-10Tk"}
    s, _ = activation(board(stacks, orders=(KHARKIV,)), AXIS, "combat")
    assert s.holder(KHARKIV) == AXIS


# --- the Axis: in the field -------------------------------------------------------------------------------------------


def test_nobody_attacks_at_one_to_one() -> None:
    stacks = {"2538": "DE-T-11Pz DE-I-88", "2539": "SU-I-50 SU-I-51"}
    for side in (AXIS, SOVIET):
        assert activation(board(stacks), side, "combat")[1] == ["done"]


def test_an_attack_at_10_to_1_is_made() -> None:
    stacks = {"2538": "(SU-I-50)", "2537": "DE-T-11Pz DE-T-7Pz", "2438": "DE-T-LAH DE-T-9SS"}
    assert "attack 2538" in activation(board(stacks), AXIS, "combat")[1]


def test_an_attack_that_was_prepared_is_made_though_all_units_have_moved() -> None:
    """No unit is left to end movement with 'done': that answer is not given to the next question instead."""
    stacks = {"2538": "(SU-I-50)", "2534": "DE-T-11Pz DE-T-7Pz", "2435": "DE-T-LAH DE-T-9SS"}
    assert "attack 2538" in activation(board(stacks), AXIS)[1]


def test_a_surrounded_panzer_division_breaks_out_into_supply() -> None:
    stacks = {"2541": "DE-T-11Pz", "2542": "SU-T-2Tk SU-I-50", "2441": "SU-I-51 SU-T-10Tk", "2540": "SU-I-47"}
    s, _ = activation(board(stacks), AXIS)
    assert SUPPLY.area(s, AXIS) & BOARD.bit[s.units["DE-T-11Pz"].at]


def test_a_headquarters_does_not_stay_near_tanks() -> None:
    stacks = {"2536": "DE-HQ-4PzA", "2537": "SU-T-2Tk SU-T-10Tk", "2433": "DE-I-88"}
    s, _ = activation(board(stacks), AXIS)
    assert BOARD.distance(s.units["DE-HQ-4PzA"].at, "2537") > 1


def test_in_the_last_turn_of_the_race_the_nearest_crossing_point_is_held() -> None:
    s, _ = activation(board({"2320": "DE-I-88", "2524": "SU-T-2Tk SU-I-50"}, "race", 4), AXIS)
    assert s.units["DE-I-88"].at == "2223"


# --- the Axis: chits --------------------------------------------------------------------------------------------------


def drawn(stacks: dict[str, str]) -> State:
    """4.3: the chit of the Voronezh Front has just been drawn, and the Axis holds an OKH chit."""
    s = board(stacks, orders=(KHARKIV,), turn=4, drawn="Vrnz")
    s.piles |= {
        "cup": ("Vrnz", chits.SUPPLY), "hand": (chits.OKH,), "soviet_pool": (), "axis_pool": (),
        "played": ("SW", "SW", "Step", "Sth", "Vrnz"),
    }  # fmt: skip
    return s


def test_a_front_that_is_about_to_take_a_city_under_orders_is_stopped() -> None:
    stacks = {KHARKIV: "DE-S-213Sec", "2635": "SU-T-2Tk SU-T-10Tk", "2735": "SU-T-6Tk SU-HQ-Vrnz"}
    assert answer(drawn(stacks), AXIS, "interruption") == "interrupt"


def test_a_front_that_threatens_nothing_is_not_stopped() -> None:
    stacks = {KHARKIV: "DE-I-88 DE-I-75", "2839": "SU-I-50 SU-HQ-Vrnz"}
    assert answer(drawn(stacks), AXIS, "interruption") == "pass"


def test_the_order_on_the_city_that_will_fall_is_lifted() -> None:
    stacks = {KHARKIV: "DE-S-213Sec", "2635": "SU-T-2Tk SU-T-10Tk", "2735": "SU-T-6Tk", STALINO: "DE-I-88"}
    s = board(stacks, orders=(KHARKIV, STALINO), turn=4, points=6, chit="negotiation", side=AXIS)
    assert answer(s, AXIS, "negotiation") == f"lift {KHARKIV}"


def test_okh_activates_the_headquarters_that_can_fill_an_empty_city_under_orders() -> None:
    stacks = {"2635": "SU-T-2Tk", "2533": "DE-HQ-8A DE-T-11Pz", "0816": "DE-HQ-6A DE-T-7Pz DE-I-75"}
    s = board(stacks, orders=(KHARKIV,), turn=4, chit="okh", side=AXIS)
    assert answer(s, AXIS, "OKH") == "hq DE-HQ-8A"


# --- the Soviets ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("start", ["2736", "2838"])
def test_an_empty_city_under_orders_is_entered_and_the_game_won(start: str) -> None:
    s, _ = activation(board({start: "SU-T-2Tk", "2737": "SU-I-50"}, orders=(KHARKIV,)), SOVIET)
    assert s.result.winners == (SOVIET,)


def test_a_weak_garrison_under_orders_is_stormed() -> None:
    stacks = {KHARKIV: "(DE-I-88)", "2635": "SU-T-2Tk SU-T-10Tk", "2734": "SU-T-6Tk"}
    _, given = activation(board(stacks, orders=(KHARKIV,)), SOVIET)
    assert f"attack {KHARKIV}" in given


def test_a_major_city_is_attacked_by_all_who_can_come() -> None:
    stacks = {
        KHARKIV: "DE-I-88", "2636": "SU-I-50 SU-I-51", "2737": "SU-T-2Tk SU-T-10Tk", "2835": "SU-T-6Tk SU-Z-1M",
    }  # fmt: skip
    _, given = activation(board(stacks), SOVIET)
    assert f"attack {KHARKIV}" in given


def test_an_empty_major_city_is_entered_on_the_way() -> None:
    s, _ = activation(board({"1536": "SU-T-2Tk", "1637": "SU-I-50", "1334": "DE-I-88"}, turn=5), SOVIET)
    assert s.control[STALINO] == SOVIET


def test_in_the_last_turn_of_the_race_all_who_can_cross_the_dnipro() -> None:
    s, _ = activation(board({"2925": "SU-Z-3M", "2822": "SU-T-2Tk"}, "race", 4), SOVIET)
    west = TITLE.data.west_of_dnipro
    assert s.crossings
    assert west & BOARD.bit[s.units["SU-T-2Tk"].at]


def test_who_stands_on_the_far_bank_stays_there() -> None:
    s, _ = activation(board({"2916": "SU-T-2Tk", "2920": "SU-HQ-Vrnz"}, "race", 4), SOVIET)
    assert TITLE.data.west_of_dnipro & BOARD.bit[s.units["SU-T-2Tk"].at]


def test_a_headquarters_follows_its_tanks() -> None:
    stacks = {"2838": "SU-HQ-Vrnz", "2834": "SU-T-2Tk SU-T-6Tk", "2835": "SU-T-10Tk SU-Z-1M"}
    s, _ = activation(board(stacks, "race", 2), SOVIET)
    led = [u for u in s.units_on_map(SOVIET) if BOARD.distance(s.units[u].at, s.units["SU-HQ-Vrnz"].at) <= 5]
    assert len(led) >= 3


def test_stavka_activates_the_front_before_the_city_under_orders() -> None:
    stacks = {
        KHARKIV: "DE-S-213Sec", "2635": "SU-T-2Tk SU-T-10Tk SU-HQ-Vrnz", "2535": "SU-T-6Tk SU-I-50",
        "1241": "SU-HQ-Sth SU-I-51",
    }  # fmt: skip
    s = board(stacks, orders=(KHARKIV,), chit="stavka", side=SOVIET)
    assert answer(s, SOVIET, "STAVKA") == "hq SU-HQ-Vrnz"
