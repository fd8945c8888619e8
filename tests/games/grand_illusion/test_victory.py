"""Victory points and victory: 3.1.2, 3.2, 9.1.1, 13.2, 13.4."""

from __future__ import annotations

from typing import Any

import pytest

from wargame.core.engine.actions import Drawn
from wargame.games.grand_illusion.administration import administration, victory_segments
from wargame.games.grand_illusion.combat import fight
from wargame.games.grand_illusion.control import settle
from wargame.games.grand_illusion.model import State
from wargame.games.grand_illusion.victory import draw_plan17, sudden_death

from .support import bare, fresh, put, run


def drawn(*values: int) -> list[Any]:
    return [Drawn((str(v),)) for v in values]


def counted(state: State, *values: int) -> State:
    """The victory segments of the administrative phase with these markers drawn."""
    state.tracks["mandated allied"] = state.tracks["mandated german"] = 0
    run(victory_segments(state), drawn(*values))
    return state


def holding(turn: int, *hexes: str, scenario: str = "campaign") -> State:
    """Germany holds these hexes and the way to them."""
    state = bare(turn, scenario)
    state.end_of_rail = False
    for hex in (
        "63", "64", "65", "54", "45", "35", "36", "46", "47", "37", "27", "28", "56", "57", "48", "38", "26", "25",
        "34", "24", "33", "44", "18", "20", *hexes,
    ):  # fmt: skip
        if not state.space(hex).vp or hex in hexes:
            state.seize(hex, "german")
    return state


# --- markers -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("3.1.2", "3.2.1")
def test_a_plan_seventeen_hex_draws_a_marker_once_and_for_good() -> None:
    state = bare(2)
    assert (len(state.pile("plan17 markers")), len(state.pile("german markers"))) == (8, 15)
    state.seize("103", "allied")
    run(draw_plan17(state), drawn(2))
    assert (state.tracks["vp allied"], len(state.pile("plan17 markers"))) == (5, 7)
    state.seize("103", "german")
    state.seize("103", "allied")
    run(draw_plan17(state), [])
    assert state.tracks["vp allied"] == 5


@pytest.mark.rule("3.2.1", "13.4")
def test_metz_counts_double() -> None:
    state = bare(2)
    state.seize("86", "allied")
    put(state, "86", "FR-VI")
    run(draw_plan17(state), drawn(3))
    assert state.tracks["vp allied"] == 9


@pytest.mark.rule("3.2.5")
def test_a_plan_seventeen_hex_out_of_supply_scores_later() -> None:
    state = bare(2)
    state.seize("95", "allied")
    for hex in ("76", "77", "86", "87", "96"):
        state.seize(hex, "german")
    put(state, "95", "FR-VI")
    run(draw_plan17(state), [])
    for hex in ("76", "77", "86", "87"):
        state.seize(hex, "allied")
    run(draw_plan17(state), drawn(1, 2))
    assert set(state.plan17_markers) == {"86", "95"}


@pytest.mark.rule("3.2.2", "3.2.4c", "13.4")
def test_the_last_turn_counts_the_hexes_germany_holds() -> None:
    state = counted(holding(15, "36", "38"), 4, 2)
    assert state.tracks["vp german"] == 6
    assert state.result is not None
    assert (state.result.winners, state.result.rule) == (("german",), "3.2.4c")


@pytest.mark.rule("3.2.4c")
@pytest.mark.parametrize(("allied", "winner"), [(3, "german"), (4, "allied")])
def test_germany_needs_twice_the_allied_points(allied: int, winner: str) -> None:
    state = holding(15, "36", "38")
    state.tracks["vp allied"] = allied
    counted(state, 4, 2)
    assert state.result is not None
    assert state.result.winners == (winner,)


@pytest.mark.rule("3.2.4c")
def test_germany_needs_six_points() -> None:
    state = holding(15, "36")
    state.tracks["vp allied"] = -5
    counted(state, 4)
    assert state.result is not None
    assert state.result.winners == ("allied",)


@pytest.mark.rule("3.2.2", "13.4")
def test_verdun_counts_double_and_needs_supply() -> None:
    state = holding(15, "76")
    put(state, "76", "GE-II")
    assert counted(state, 3).tracks["vp german"] == 6
    state = bare(15)
    state.seize("8", "german")
    assert counted(state).tracks["vp german"] == 0


@pytest.mark.rule("3.2.4d", "13.4")
def test_the_interim_count_of_turn_nine_and_a_marker_given_back() -> None:
    state = counted(holding(9, "36"), 4)
    assert (state.result, state.tracks["vp german"]) == (None, 4)
    put(state, "36", "FR-VI")
    settle(state, "36")
    assert (state.control["36"], state.tracks["vp german"]) == ("allied", 0)
    assert len(state.pile("german markers")) == 15
    assert counted(holding(9, "36", scenario="what_if"), 4).german_markers == {"36": 4}


@pytest.mark.rule("3.2.4d")
def test_other_turns_draw_no_markers() -> None:
    assert counted(holding(8, "36")).german_markers == {}


# --- Paris and Trier ---------------------------------------------------------------------------------------------


@pytest.mark.rule("3.2.4a", "11.1")
def test_paris_wins_at_once_if_the_allies_have_less_than_half() -> None:
    state = holding(6, "19", "36")
    state.paris_fell = 6
    state.tracks["vp allied"] = 5
    counted(state, 1)
    assert state.result is not None
    assert (state.result.winners, state.result.rule) == (("german",), "3.2.4a")


@pytest.mark.rule("3.2.4a", "11.1")
def test_if_not_all_markers_but_that_of_paris_go_back() -> None:
    state = holding(6, "19", "36")
    state.paris_fell = 6
    state.tracks["vp allied"] = 6
    counted(state, 2)
    assert (state.result, state.german_markers, state.tracks["vp german"]) == (None, {"19": 10}, 10)
    assert len(state.pile("german markers")) == 15
    state.turn = 7
    state.tracks["vp allied"] = 0
    assert counted(state).result is None  # only the first time
    put(state, "19", "FR-VI")
    settle(state, "19")
    assert (state.tracks["vp german"], len(state.pile("german markers"))) == (0, 15)


@pytest.mark.rule("3.2.4a")
def test_paris_is_noted_when_it_first_falls() -> None:
    state = holding(6)
    put(state, "17", "GE-III")
    settle(state, "17")
    assert (state.control["17"], state.paris_fell) == ("german", 0)
    put(state, "19", "GE-II")
    settle(state, "19")
    assert (state.control["19"], state.paris_fell) == ("german", 6)


@pytest.mark.rule("3.2.4b", "3.1.2")
def test_trier_ends_the_game_at_once() -> None:
    game = fresh()
    assert sudden_death(game.state) is None  # type: ignore[arg-type]
    state = bare(3)
    state.seize("94", "allied")
    result = sudden_death(state)
    assert result is not None
    assert (result.winners, result.rule) == (("allied",), "3.2.4b")


# --- mandatory battles -------------------------------------------------------------------------------------------


@pytest.mark.rule("3.2.3", "9.1.1", "13.4")
def test_a_mandatory_battle_not_fought_costs_a_point() -> None:
    state = bare(12)
    state.tracks["mandated allied"], state.tracks["mandated german"] = 2, 1
    run(victory_segments(state), [])
    assert (state.tracks["vp allied"], state.tracks["vp german"]) == (1, -1)
    assert (state.tracks["mandated allied"], state.tracks["mandated german"]) == (0, 0)


def attack_on(hex: str, turn: int, attackers: tuple[str, ...]) -> State:
    state = bare(turn)
    put(state, hex, *attackers, "GE-XXI", "GE-IB")
    state.active = "allied"
    state.battles[hex] = attackers
    state.tracks["mandated allied"] = 1
    return state


FOUR = ("FR-VIII", "FR-XIII", "FR-XXI", "FR-XIV")


@pytest.mark.rule("9.1.1", "3.2.5")
def test_a_mandatory_battle_needs_four_corps_and_a_point_needs_supply() -> None:
    state = attack_on("96", 1, FOUR[:3])
    run(fight(state, "96"), [(3, 5), "front 1 FR-VIII", "front 2 FR-XIII", "done", 6, 6, 6, 6, "stay"])
    assert state.tracks["mandated allied"] == 1
    state = attack_on("96", 1, FOUR)
    state.reduce("FR-XIV")
    run(fight(state, "96"), [(3, 5), "front 1 FR-VIII", "front 2 FR-XIII", "done", 6, 6, 6, 6, "stay"])
    assert state.tracks["mandated allied"] == 1


@pytest.mark.rule("3.2.5", "3.2.1")
def test_a_plan_seventeen_battle_out_of_supply_brings_no_point() -> None:
    state = attack_on("100", 2, FOUR)
    run(fight(state, "100"), ["yes", (3, 5), "front 1 FR-VIII", "front 2 FR-XIII", "done", 6, 6, 1, 1, "stay"])
    assert (state.tracks["mandated allied"], state.tracks["vp allied"]) == (0, 3)


@pytest.mark.rule("13.4", "3.2.1")
def test_a_mandatory_battle_elsewhere_brings_no_point() -> None:
    state = attack_on("59", 2, FOUR)
    run(fight(state, "59"), ["yes", (3, 5), "front 1 FR-VIII", "front 2 FR-XIII", "done", 6, 6, 1, 1, "stay"])
    assert (state.tracks["mandated allied"], state.tracks["vp allied"]) == (0, 3)


# --- the short scenario ------------------------------------------------------------------------------------------


@pytest.mark.rule("13.2")
def test_the_short_scenario_ends_with_turn_seven_and_counts_belgium() -> None:
    state = bare(7, "short")
    for hex in ("63", "64", "54", "62"):
        state.seize(hex, "german")
    put(state, "62", "GE-II", "GE-III")
    counted(state)
    assert state.result is not None
    assert (state.tracks["vp german"], state.result.winners) == (5, ("allied",))
    state = bare(7, "short")
    for hex in ("63", "64", "54"):
        state.seize(hex, "german")
    put(state, "54", "Maubeuge")
    assert counted(state).tracks["vp german"] == 0
    assert counted(bare(7)).result is None


@pytest.mark.rule("13.2")
def test_the_short_scenario_counts_losses_at_the_end_of_turn_five() -> None:
    def after(scenario: str, corps: int, steps: int) -> int:
        state = bare(5, scenario)
        state.tracks["french corps"], state.tracks["british steps"] = corps, steps
        run(administration(state), [])
        return state.tracks["vp german"]

    assert [after("short", 7, 5), after("short", 6, 6), after("short", 7, 6), after("campaign", 7, 6)] == [3, 3, 6, 0]


@pytest.mark.rule("13.2")
def test_what_counts_as_a_loss() -> None:
    state = bare(5, "short")
    put(state, "59", "FR-VI", "FR-M", "FR-45", "FR-1C", "GE-II", "BR-1", "BR-HQ")
    state.lose_step("FR-VI", "")
    assert state.tracks.get("french corps", 0) == 0
    state.lose_step("FR-VI", "")
    for other in ("FR-M", "FR-45", "FR-1C", "GE-II"):
        state.kill(other, "")
    state.kill("BR-1", "")
    state.kill("BR-HQ", "")
    assert (state.tracks["french corps"], state.tracks["british steps"]) == (1, 2)


@pytest.mark.rule("3.2.4d", "3.2.5")
def test_interim_markers_stay_but_not_out_of_supply_at_the_end() -> None:
    state = counted(holding(9, "36", "38"), 4, 1)
    for hex in ("37", "48", "47", "28", "27", "57"):
        state.seize(hex, "allied")
    state.turn = 15
    counted(state)
    assert state.german_markers == {"36": 4}
    assert state.tracks["vp german"] == 4
