"""The turn: CAPs, initiative, segments of activations, passing and ceding, general retreats (4 to 6, 8.1, 8.2, 8.7)."""

from __future__ import annotations

from typing import Any

import pytest

from wargame.core.engine.actions import DONE
from wargame.games.grand_illusion.action_phase import action_phase
from wargame.games.grand_illusion.activation import why_not_activate
from wargame.games.grand_illusion.administration import end_of_action
from wargame.games.grand_illusion.model import State
from wargame.games.grand_illusion.sequence import TURN, british_set_up, command_points, initiative
from wargame.games.grand_illusion.withdrawal import may_withdraw

from .support import bare, fresh, put, refused, run, start


def acting(side: str = "allied", turn: int = 5, caps: tuple[int, int] = (4, 4), scenario: str = "campaign") -> State:
    """A side is about to act; each side has one corps, nobody is asked about a general retreat."""
    state = bare(turn, scenario)
    put(state, "59", "FR-VI")
    put(state, "91", "GE-II")
    state.active = state.initiative = side
    state.asked = True
    state.tracks["caps allied"], state.tracks["caps german"] = caps
    return state


def act(state: State, *answers: Any) -> Any:
    return run(action_phase(state), answers)


def activate(state: State, hex: str) -> None:
    """Spend a CAP on a hex whose units then stay."""
    act(state, f"activate {hex}")
    while state.activated:
        act(state, "done")


# --- the order of things -----------------------------------------------------------------------------------------


@pytest.mark.rule("4.0")
def test_the_phases_of_a_turn_in_order() -> None:
    assert [step.name for step in TURN.steps] == [
        "British set-up", "strategy options", "preparation", "command points", "initiative", "reinforcements",
        "reinforcements", "eastern front", "action", "strategic movement", "strategic movement",
        "victory", "administration",
    ]  # fmt: skip


@pytest.mark.rule("4.0", "7.1")
def test_the_side_without_initiative_reinforces_and_rides_first() -> None:
    state = start()
    state.initiative = "german"
    sides = [step.side(state) for step in TURN.steps if step.name in ("reinforcements", "strategic movement")]  # type: ignore[union-attr, operator]
    assert sides == ["allied", "german"] * 2


@pytest.mark.rule("3.1.1")
def test_two_british_units_may_begin_in_maubeuge_and_come_back_to_it() -> None:
    state = start()
    run(british_set_up(state), ["take BR-1", "take BR-2"])
    assert [u for u in state.units_at("54") if u.startswith("BR")] == ["BR-1", "BR-2"]
    assert {"BR-1", "BR-2"} <= state.maubeuge
    assert refused(british_set_up(start()), [], "take BR-1C").rule == "3.1.1"


@pytest.mark.rule("3.1.1", "9.8.1")
def test_only_the_belgian_third_division_starts_disrupted() -> None:
    state = start()
    assert [u for u in state.data.counters if state.on_map(u) and state.disrupted(u)] == ["BE-3"]


@pytest.mark.rule("12.5.1", "12.5.2")
def test_antwerp_is_screened_if_the_belgians_are_there_after_turn_one() -> None:
    for belgians, there in ((("52", "52"), True), (("52", "62"), False), (("53", "53"), False)):
        state = bare(1)
        put(state, belgians[0], "BE-I")
        put(state, belgians[1], "BE-II")
        end_of_action(state)
        assert state.belgians_in_antwerp == there


# --- CAPs and initiative -----------------------------------------------------------------------------------------


@pytest.mark.rule("5.1.1", "5.1.4", "13.3.3")
def test_caps_are_fixed_in_turn_one_and_rolled_afterwards() -> None:
    state = start()
    run(command_points(state), [])
    assert (state.caps("allied"), state.caps("german")) == (4, 6)
    state.turn = 2
    run(command_points(state), [5, 1])
    assert (state.caps("allied"), state.caps("german")) == (5, 5)
    state = start("what_if")
    run(command_points(state), [6, 6])
    assert (state.caps("allied"), state.caps("german")) == (5, 9)


@pytest.mark.rule("5.1.2", "5.1.3")
def test_new_commanders_the_turn_after_a_general_retreat() -> None:
    state = bare(5)
    state.withdrawn.update(allied=4, german=5)
    run(command_points(state), [6, 6])
    assert (state.caps("allied"), state.caps("german")) == (9, 9)
    state.turn = 6
    run(command_points(state), [1, 6])
    assert (state.caps("allied"), state.caps("german")) == (5, 10)


@pytest.mark.rule("5.2")
def test_unspent_caps_are_lost_and_nothing_is_done_without_them() -> None:
    state = acting(caps=(9, 3))
    run(command_points(state), [1, 1])
    assert (state.caps("allied"), state.caps("german")) == (4, 5)
    state.tracks["caps allied"] = 0
    act(state)
    assert state.active == "german"


@pytest.mark.rule("6.0", "13.3.3")
@pytest.mark.parametrize(
    ("turn", "scenario", "dice", "first"),
    [
        (1, "campaign", [], "allied"),
        (2, "campaign", [], "german"),
        (3, "campaign", [], "german"),
        (4, "campaign", [4, 3], "allied"),
        (4, "campaign", [3, 3], "german"),
        (1, "what_if", [4, 3], "allied"),
        (2, "what_if", [2, 2], "german"),
    ],
)
def test_who_has_the_initiative(turn: int, scenario: str, dice: list[int], first: str) -> None:
    state = bare(turn, scenario)
    run(initiative(state), dice)
    assert (state.initiative, state.active) == (first, first)


# --- segments ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("6.0")
def test_the_allies_have_one_activation_in_the_first_segment_of_turn_one() -> None:
    state = acting(turn=1, caps=(4, 6))
    activate(state, "59")
    act(state)
    assert state.active == "german"
    state = acting(turn=1, caps=(4, 6), scenario="what_if")
    activate(state, "59")
    act(state, "pass")
    assert state.passes == 1


@pytest.mark.rule("8.1.1", "8.1.2")
def test_after_two_activations_the_initiative_is_ceded() -> None:
    state = acting()
    activate(state, "59")
    activate(state, "59")
    assert state.caps("allied") == 2
    act(state)
    assert (state.active, state.passes) == ("german", 0)
    state.asked = True
    error = refused(action_phase(state), [], "activate 59", state)
    assert error.rule == "8.1.1"


@pytest.mark.rule("8.1.1")
def test_without_enemy_caps_the_side_goes_on() -> None:
    state = acting(caps=(4, 0))
    for _ in range(4):
        activate(state, "59")
    assert (state.active, state.caps("allied")) == ("allied", 0)
    assert act(state) == DONE


@pytest.mark.rule("8.1.1", "8.1.3")
def test_two_passes_in_a_row_end_the_phase() -> None:
    state = acting()
    assert act(state, "pass") is None
    assert state.active == "german"
    state.asked = True
    assert act(state, "pass") == DONE


@pytest.mark.rule("8.1.1")
def test_an_activation_between_two_passes_goes_on() -> None:
    state = acting()
    act(state, "pass")
    state.asked = True
    activate(state, "91")
    act(state, "pass")
    state.asked = True
    assert (state.active, state.passes) == ("allied", 1)


@pytest.mark.rule("8.1.3")
def test_the_phase_ends_when_nobody_has_caps() -> None:
    assert act(acting(caps=(0, 0))) == DONE


@pytest.mark.rule("8.2.1")
def test_an_activated_hex_has_a_friendly_unit() -> None:
    assert refused(action_phase(acting()), [], "activate 20").rule == "8.2.1"


@pytest.mark.rule("8.2.2", "9.1.2", "9.1.3")
def test_example_two_units_force_two_battles_and_the_third_stays() -> None:
    """The example of 8.2.2 (constraint ex_8_2)."""
    state = acting("german")
    put(state, "73", "GE-III", "GE-IV", "GE-IX")
    put(state, "63", "FR-I")
    put(state, "64", "FR-II")
    act(state, "activate 73")
    act(state, "take GE-III", "go 63")
    act(state, "take GE-IV", "go 64")
    act(state, "done")
    assert set(state.battles) == {"63", "64"}
    error = refused(action_phase(state), [], "take GE-IX", state)
    assert error.rule == "9.1.3"
    assert state.caps("german") == 3


@pytest.mark.rule("8.2.3")
def test_the_same_units_may_be_activated_again() -> None:
    state = acting()
    for hex, to in (("59", "58"), ("58", "57")):
        act(state, f"activate {hex}")
        act(state, "take FR-VI", f"go {to}", "done")
        act(state)
    assert state.units["FR-VI"].at == "57"


@pytest.mark.rule("8.5", "8.6", "9.1.2")
def test_units_that_move_away_take_no_part_in_the_declared_battle() -> None:
    state = acting("german")
    put(state, "73", "GE-III", "GE-IV", "FR-I")
    act(state, "activate 73")
    act(state, "take GE-III", "go 82", "done")
    act(state, "done", "fight 73")
    assert state.battles == {"73": ("GE-IV",)}


@pytest.mark.rule("8.5", "9.1.2")
def test_not_all_units_need_be_designated() -> None:
    state = acting("german")
    put(state, "73", "GE-III", "GE-IV", "FR-I")
    act(state, "activate 73")
    act(
        state,
        "done",
        "fight 73",
        "leave GE-III",
    )
    assert state.battles == {"73": ("GE-IV",)}


@pytest.mark.rule("9.1.2", "9.8.2")
def test_disrupted_units_may_attack_but_cavalry_no_fort_and_parentheses_nobody() -> None:
    for unit, steps, enemy, asked in (
        ("GE-III", 1, "FR-I", True), ("GE-2C", 2, "Namur", False), ("GE-IIILW", 1, "FR-I", False),
    ):  # fmt: skip
        state = acting("german")
        put(state, "73", unit, steps=steps)
        put(state, "73", enemy)
        act(state, "activate 73")
        act(state, "done", *(["fight 73"] if asked else []))
        assert ("73" in state.battles) == asked


@pytest.mark.rule("9.1.2")
def test_units_that_join_others_may_decline_battle() -> None:
    state = acting("german")
    put(state, "73", "GE-III")
    put(state, "63", "GE-IV", "FR-I")
    act(state, "activate 73")
    act(state, "take GE-III", "go 63")
    act(state, "pass")
    assert (state.battles, state.activated) == ({}, "")


@pytest.mark.rule("8.4.5")
def test_a_blocking_marker_may_be_taken_off() -> None:
    state = acting()
    put(state, "57", "FR-I", "GE-IV")
    state.block("58", "57", "allied")
    act(state, "unblock 58-57")
    assert (state.blocked, state.caps("allied")) == ({}, 4)


# --- the first turn ----------------------------------------------------------------------------------------------


@pytest.mark.rule("13.1")
def test_allied_command_in_turn_one() -> None:
    game = fresh()
    game.apply("done")
    assert "activate 66" not in map(str, game.decision.actions)  # type: ignore[union-attr]
    state = start()
    state.asked, state.segments = True, 2
    assert refused(action_phase(state), [], "activate 66", state).rule == "13.1"
    activate(state, "46")
    assert refused(action_phase(state), [], "activate 45", state).rule == "13.1"


@pytest.mark.rule("13.1")
def test_the_limits_of_turn_one_end_with_it() -> None:
    state = start()
    state.turn = 2
    state.commands = frozenset({"46"})
    assert why_not_activate(state, "allied", "66") is None
    assert why_not_activate(state, "allied", "45") is None


@pytest.mark.rule("12.5.2")
def test_screened_belgians_are_not_activated_and_join_no_attack() -> None:
    state = acting()
    state.belgians_in_antwerp = True
    put(state, "53", "GE-III", "GE-IV")
    put(state, "52", "BE-I", "GE-IX")
    assert refused(action_phase(state), [], "activate 52", state).rule == "12.5.2"
    put(state, "52", "BR-RN")
    act(state, "activate 52")
    act(state, "done", "fight 52")
    assert state.battles == {"52": ("BR-RN",)}
    state.turn = 7
    assert why_not_activate(state, "allied", "52") is None


@pytest.mark.rule("13.3.1")
def test_the_what_if_first_turn_allows_two_activations_in_the_north() -> None:
    state = start("what_if")
    state.asked = True
    state.tracks["caps allied"], state.tracks["caps german"] = 4, 0
    activate(state, "66")
    activate(state, "45")
    assert refused(action_phase(state), [], "activate 46", state).rule == "13.3.1"
    activate(state, "76")


@pytest.mark.rule("12.1", "13.3.2")
def test_british_units_on_schlieffen_plan_hexes_cost_a_point() -> None:
    for turn, scenario, lost in ((5, "campaign", 1), (6, "campaign", 0), (5, "what_if", 0)):
        state = bare(turn, scenario)
        put(state, "24", "BR-1")
        put(state, "14", "BR-2")
        end_of_action(state)
        assert state.tracks["vp allied"] == 3 - lost


# --- general retreats --------------------------------------------------------------------------------------------


@pytest.mark.rule("8.7.1")
def test_when_a_general_retreat_may_be_declared() -> None:
    state = bare(2)
    assert not may_withdraw(state, "allied")
    state.turn = 3
    assert may_withdraw(state, "allied")
    assert not may_withdraw(state, "german")
    state.withdrawn["allied"] = 3
    assert not may_withdraw(state, "allied")
    assert not may_withdraw(state, "german")
    state.turn = 4
    assert may_withdraw(state, "german")
    assert refused(action_phase(acting()), [], "withdraw").rule == "8.7.1"


@pytest.mark.rule("8.7.1", "8.7.2")
def test_allied_general_retreat() -> None:
    state = acting("german", turn=3)
    put(state, "44", "BE-I")
    put(state, "58", "FR-I", "GE-IV")
    state.asked = False
    state.tracks["mandated allied"] = 1
    act(state, "withdraw")
    assert state.withdrawing == "allied"
    assert refused(action_phase(state), [], "activate 44").rule == "8.7.2"
    assert refused(action_phase(state), [], "activate 91").rule == "8.2.1"
    act(state, "activate 59")
    assert refused(action_phase(state), ["take FR-VI"], "go 58").rule == "8.7.2"
    act(state, "take FR-VI", "go 60", "done")
    act(state)
    moved = refused(action_phase(state), [], "activate 60")
    assert (moved.rule, "have had their move" in str(moved)) == ("8.7.2", True)
    act(state, "done")
    assert (state.active, state.caps("allied"), state.withdrawn) == ("german", 4, {"allied": 3})
    assert (state.tracks["vp allied"], state.tracks["mandated allied"]) == (0, 0)


@pytest.mark.rule("8.7.2", "13.4")
def test_a_later_allied_retreat_costs_two() -> None:
    state = acting(turn=4)
    state.asked = False
    act(state, "withdraw")
    act(state, "done")
    assert state.tracks["vp allied"] == 1


@pytest.mark.rule("8.7.3", "9.7.1", "9.7.2", "13.4")
@pytest.mark.parametrize(("turn", "price"), [(4, 4), (5, 3)])
def test_german_general_retreat_digs_in(turn: int, price: int) -> None:
    state = acting("german", turn=turn)
    assert refused(action_phase(state), [], "entrench 91").rule == "9.7.1"
    state.withdrawn["allied"] = 3
    state.asked = False
    act(state, "withdraw")
    act(state, "done", "entrench 91", "done")
    assert (state.trenches["91"], state.caps("german"), state.trenches_allowed) == (1, 3, True)
    assert (state.tracks["vp german"], state.active) == (-price, "allied")


@pytest.mark.rule("8.4.9", "8.7.1")
def test_paris_in_danger_forces_the_retreat_by_the_end_of_the_next_turn() -> None:
    state = acting(turn=4, caps=(0, 0))
    state.paris_danger = 4
    assert act(state) == DONE
    state.turn = 5
    assert act(state) is None
    assert state.withdrawing == "allied"
    act(state, "done")
    assert act(state) == DONE


@pytest.mark.rule("8.4.9")
def test_the_forced_retreat_follows_the_second_pass_and_play_goes_on() -> None:
    state = acting(turn=5)
    state.paris_danger = 4
    act(state, "pass")
    state.asked = True
    assert act(state, "pass") is None
    act(state, "done")
    assert (state.active, state.passes) == ("german", 0)
    assert act(state, "pass") is None


@pytest.mark.rule("13.3.2")
def test_paris_in_danger_forces_nobody_in_the_what_if_scenario() -> None:
    state = acting(turn=5, caps=(0, 0), scenario="what_if")
    state.paris_danger = 4
    assert act(state) == DONE


@pytest.mark.rule("8.7.1")
def test_a_general_retreat_may_be_declined_by_both() -> None:
    state = acting("german", turn=5)
    state.withdrawn["allied"] = 4
    state.asked = False
    assert act(state, "pass", "pass") is None
    assert (state.withdrawing, state.active) == ("", "allied")


@pytest.mark.rule("9.8.3", "9.7.1")
def test_no_trench_after_a_recovery() -> None:
    state = acting()
    state.recovering = True
    put(state, "60", "FR-I", steps=1)
    assert refused(action_phase(state), [], "entrench 59", state).rule == "9.8.3"


@pytest.mark.rule("8.1.1", "FoW.3")
def test_a_cautious_attacker_cedes_after_his_first_activation() -> None:
    state = acting("german")
    put(state, "73", "GE-III", "FR-I")
    act(state, "activate 73")
    act(state, "done", "fight 73")
    act(state, (1, 2))
    assert (state.active, state.passes, state.caps("german")) == ("allied", 0, 3)


@pytest.mark.rule("9.1.3")
def test_the_attacker_orders_his_battles() -> None:
    state = acting("german")
    put(state, "73", "GE-III", "GE-IV")
    put(state, "63", "FR-I")
    put(state, "64", "FR-II")
    act(state, "activate 73")
    act(state, "take GE-III", "go 63")
    act(state, "take GE-IV", "go 64")
    act(state)
    act(state, "fight 64", (3, 5), 6, 6, "stay")
    assert set(state.battles) == {"63"}
    act(state, (3, 5), 6, 6, "stay")
    assert (state.battles, state.activated) == ({}, "")


@pytest.mark.rule("8.3.3")
def test_a_hex_falls_when_supply_reaches_the_units_in_it() -> None:
    state = acting("german")
    put(state, "53", "GE-III")
    assert state.control["53"] == "allied"
    put(state, "73", "GE-IV")
    act(state, "activate 73")
    act(state, "take GE-IV", "go 64", "done")
    act(state)
    put(state, "72", "GE-IX")
    state.activations = 0
    act(state, "activate 72")
    act(state, "take GE-IX", "go 63", "done")
    act(state)
    assert state.control["53"] == "german"


@pytest.mark.rule("8.7.1")
def test_a_general_retreat_is_offered_once_a_segment() -> None:
    state = acting(turn=5)
    state.asked = False
    act(state, "pass", "activate 59")
    act(state, "done")
    act(state, "activate 59")
    assert state.activations == 2


@pytest.mark.rule("13.1", "9.8.3")
def test_a_recovery_is_an_activation_for_the_limits_of_turn_one() -> None:
    state = acting(turn=1)
    put(state, "76", "FR-IV", steps=1)
    put(state, "45", "BR-1", steps=1)
    put(state, "62", "BE-3", steps=1)
    assert refused(action_phase(state), [], "recover 76", state).rule == "13.1"
    act(state, "recover 62")
    assert refused(action_phase(acting_again(state)), [], "recover 45", state).rule == "13.1"
    assert refused(action_phase(acting_again(state)), [], "activate 45", state).rule == "13.1"


def acting_again(state: State) -> State:
    """The Allied side has its next segment."""
    state.active, state.activations, state.segments, state.recovering, state.asked = "allied", 0, 2, False, True
    return state


@pytest.mark.rule("13.3.1", "9.8.3")
def test_recoveries_count_among_the_two_northern_activations_of_the_what_if_turn_one() -> None:
    state = acting(turn=1, scenario="what_if")
    for hex, unit in (("45", "BR-1"), ("46", "FR-I"), ("66", "FR-II")):
        put(state, hex, unit, steps=1)
    act(state, "recover 45")
    act(acting_again(state), "recover 46")
    assert refused(action_phase(acting_again(state)), [], "recover 66", state).rule == "13.3.1"


@pytest.mark.rule("12.5.2", "9.8.3")
def test_screened_belgians_do_not_recover_for_a_cap() -> None:
    state = acting(turn=3)
    put(state, "52", "BE-I", steps=1)
    put(state, "53", "GE-III", "GE-IV")
    assert not refusal_of(state, "recover 52")
    state.belgians_in_antwerp = True
    assert refused(action_phase(state), [], "recover 52", state).rule == "12.5.2"


def refusal_of(state: State, text: str) -> bool:
    """Whether an answer is missing among the offers."""
    return text not in [str(a) for a in next(action_phase(state)).actions]


@pytest.mark.rule("13.3.1")
def test_hex_67_is_not_in_the_north() -> None:
    state = acting(turn=1, scenario="what_if")
    state.tracks["activations in 1 to 66"] = 2
    put(state, "66", "FR-I")
    put(state, "67", "FR-II")
    assert why_not_activate(state, "allied", "66") is not None
    assert why_not_activate(state, "allied", "67") is None
    activate(state, "67")
    assert state.tracks["activations in 1 to 66"] == 2


@pytest.mark.rule("9.1.2")
def test_the_attacker_leaves_out_as_many_units_as_he_likes() -> None:
    state = acting("german")
    put(state, "73", "GE-III", "GE-IV", "GE-IX", "FR-I")
    act(state, "activate 73")
    act(state, "done", "fight 73", "leave GE-III", "fight 73")
    assert state.battles == {"73": ("GE-IV", "GE-IX")}


def quiet_game(scenario: str, until: int) -> dict[str, set[int]]:
    """Nobody does anything; which question was asked in which turns."""
    game, asked = fresh(scenario), dict[str, set[int]]()
    while game.decisions and game.state.turn < until:
        side, decision = next(iter(game.decisions.items()))
        asked.setdefault(decision.rule, set()).add(game.state.turn)
        answers = {str(a): a for a in decision.actions}
        quiet = next((answers[text] for text in ("done", "pass", "no", "stay") if text in answers), None)
        game.apply(quiet or decision.actions[-1], side)
    return asked


@pytest.mark.rule("7.3", "3.1.1", "8.7.1")
def test_what_is_asked_once_and_when() -> None:
    asked = quiet_game("campaign", 5)
    assert asked["3.1.1"] == {1}
    assert asked["7.3"] == {3}
    assert asked["8.7.1"] == {3, 4}
    assert "13.3.4" not in asked
    other = quiet_game("what_if", 5)
    assert other["13.3.4"] == {1}
    assert "7.3" not in other


@pytest.mark.rule("8.7.3", "8.7.2")
def test_germans_in_their_general_retreat_enter_only_quiet_hexes_of_theirs() -> None:
    state = acting("german", turn=5)
    state.withdrawn["allied"] = 3
    put(state, "73", "GE-III", "GE-HQ2")
    put(state, "72", "FR-I", "GE-IV")
    state.asked = False
    act(state, "withdraw")
    act(state, "activate 73")
    for hex in ("72", "63"):  # contested, and the enemy's
        assert refused(action_phase(state), ["take GE-III"], f"go {hex}", state).rule == "8.7.3"
    act(state, "take GE-III", "take GE-HQ2", "go 83", "go 92", "go 93", "done")
    assert (state.units["GE-III"].at, state.disrupted("GE-HQ2")) == ("93", True)  # three hexes with the HQ


@pytest.mark.rule("8.7.3", "9.7.2")
def test_german_trenches_need_supplied_infantry_and_a_cap_each() -> None:
    state = acting("german", turn=5, caps=(4, 2))
    state.withdrawn["allied"] = 3
    put(state, "92", "GE-2C")
    put(state, "93", "GE-III")
    put(state, "94", "GE-IV")
    put(state, "59", "GE-IX")  # out of supply
    state.asked = False
    act(state, "withdraw")
    for hex in ("92", "59", "86"):  # cavalry only, nothing to eat, nobody there
        assert refused(action_phase(state), ["done"], f"entrench {hex}").rule == "8.7.3"
    act(state, "done", "entrench 93", "entrench 94")
    assert (state.trenches["93"], state.trenches["94"], state.caps("german"), state.active) == (1, 1, 0, "allied")
