"""Sentences of the rulebook, each in a position of its own: fire, cavalry, forts, the sea, nations."""

from __future__ import annotations

from fractions import Fraction

import attrs
import pytest

from wargame.games.grand_illusion.action_phase import action_phase
from wargame.games.grand_illusion.administration import administration, end_of_action, improve_trenches
from wargame.games.grand_illusion.arrivals import entry_hexes
from wargame.games.grand_illusion.battle_board import place_reserves
from wargame.games.grand_illusion.bombardment import bombardment
from wargame.games.grand_illusion.combat import exchange, fight
from wargame.games.grand_illusion.fortunes import fortunes
from wargame.games.grand_illusion.model import Battle, State
from wargame.games.grand_illusion.modifiers import chance, modifiers, need
from wargame.games.grand_illusion.options import _carry_out
from wargame.games.grand_illusion.rail import destinations
from wargame.games.grand_illusion.recovery import administrative_recovery
from wargame.games.grand_illusion.replacements import reinforcements
from wargame.games.grand_illusion.retreat import beaten, firm, retreat_all
from wargame.games.grand_illusion.sequence import command_points

from .support import bare, put, refused, run, start


def meeting(hex: str, german: tuple[str, ...], allied: tuple[str, ...], turn: int = 6) -> State:
    """Both sides in a hex, the Germans attacking with all they have."""
    state = bare(turn)
    put(state, hex, *german, *allied)
    state.active = "german"
    state.battles[hex] = state.present(hex, "german").combat
    return state


def lined_up(state: State, hex: str, *lines: tuple[tuple[str, ...], tuple[str, ...]], **fields: object) -> Battle:
    """A German battle with these stacks facing each other."""
    attack, defend = zip(*lines, strict=True)
    units = state.present(hex, "german").combat
    return Battle(hex, "german", units, attacker_front=attack, defender_front=defend, **fields)  # type: ignore[arg-type]


# --- fire (9.3) --------------------------------------------------------------------------------------------------


@pytest.mark.rule("9.3.2", "9.5.1")
def test_a_fort_helps_the_units_beside_it_but_not_itself_and_not_in_a_skirmish() -> None:
    state = meeting("64", ("GE-II",), ("FR-I", "Namur"))
    fought = lined_up(state, "64", (("GE-II",), ("FR-I",)))
    assert [m.amount for m in modifiers(state, fought, ("FR-I",), ("GE-II",), False)] == [-1]
    surprised = attrs.evolve(fought, surprise=True)
    assert [m.amount for m in modifiers(state, surprised, ("FR-I",), ("GE-II",), False)] == [-1]
    assert modifiers(state, fought, ("Namur",), ("GE-II",), False) == []
    assert chance(state, attrs.evolve(fought, skirmish=True), ("FR-I",), ("GE-II",), False) == Fraction(1, 6)
    assert chance(state, fought, ("FR-I",), ("GE-II",), False) == Fraction(5, 6)  # 4 and the fort; a 6 never hits


@pytest.mark.rule("9.3.2")
def test_the_defender_fires_without_terrain_trench_or_concentric_attack() -> None:
    state = meeting("73", ("GE-II",), ("FR-I",))
    state.trenches["73"] = 2
    fought = lined_up(state, "73", (("GE-II",), ("FR-I",)), concentric=-2)
    assert modifiers(state, fought, ("FR-I",), ("GE-II",), False) == []
    assert sum(m.amount for m in modifiers(state, fought, ("GE-II",), ("FR-I",), True)) == 1 + 2 - 2


@pytest.mark.rule("9.3.1", "9.3.3")
def test_a_hit_needs_the_strength_or_less_after_modifiers() -> None:
    state = meeting("73", ("GE-II",), ("FR-I",))  # strength 5, terrain +1
    fought = lined_up(state, "73", (("GE-II",), ("FR-I",)))
    assert need(state, fought, ("GE-II",), ("FR-I",), True) == 4


@pytest.mark.rule("9.3.4", "9.3.2")
def test_reserves_fire_after_losses_with_the_modifiers_of_their_side_and_nobody_answers() -> None:
    """The defender is disrupted by the front line, then lost to the reserve; the reserve is not fired at."""
    state = meeting("62", ("GE-II", "GE-III"), ("FR-I",))
    fought = lined_up(state, "62", (("GE-II",), ("FR-I",)), attacker_reserve=((0, ("GE-III",)),))
    run(exchange(state, fought), [5, 6, 5])
    assert state.units["FR-I"].at == "dead"
    assert (state.units["GE-II"].steps, state.units["GE-III"].steps) == (2, 2)


@pytest.mark.rule("9.3.4")
def test_a_reserve_behind_a_space_whose_target_is_dead_does_not_fire() -> None:
    state = meeting("62", ("GE-II", "GE-III"), ("FR-I",))
    state.reduce("FR-I")
    fought = lined_up(state, "62", (("GE-II",), ("FR-I",)), attacker_reserve=((0, ("GE-III",)),))
    run(exchange(state, fought), [1, 6])
    assert state.units["FR-I"].at == "dead"


# --- cavalry (9.6) -----------------------------------------------------------------------------------------------


@pytest.mark.rule("9.6.1")
def test_cavalry_killed_by_the_first_fire_does_not_charge() -> None:
    state = meeting("62", ("GE-2C",), ("FR-I",))
    state.reduce("GE-2C")
    run(exchange(state, lined_up(state, "62", (("GE-2C",), ("FR-I",)))), [1])
    assert (state.units["GE-2C"].at, state.units["FR-I"].steps) == ("dead", 2)


@pytest.mark.rule("9.6.1")
def test_both_divisions_of_a_charging_stack_take_the_first_fire() -> None:
    state = meeting("62", ("GE-2C", "GE-4C"), ("FR-I",))
    run(exchange(state, lined_up(state, "62", (("GE-2C", "GE-4C"), ("FR-I",)))), [1, 6, 6])
    assert [state.disrupted(u) for u in ("GE-2C", "GE-4C")] == [True, True]


@pytest.mark.rule("9.6.1")
def test_cavalry_against_cavalry_has_no_first_fire() -> None:
    state = meeting("62", ("GE-2C",), ("FR-1C",))
    run(exchange(state, lined_up(state, "62", (("GE-2C",), ("FR-1C",)))), ["stay", 6, 6])
    assert [state.disrupted(u) for u in ("GE-2C", "FR-1C")] == [False, False]


@pytest.mark.rule("9.6.2")
@pytest.mark.parametrize(("die", "disrupted"), [(1, True), (2, True), (3, False)])
def test_cavalry_leaving_before_infantry_is_disrupted_on_one_or_two(die: int, disrupted: bool) -> None:
    state = meeting("62", ("GE-II",), ("FR-1C",))
    fought = run(exchange(state, lined_up(state, "62", (("GE-II",), ("FR-1C",)))), ["retreat", die])
    assert (state.disrupted("FR-1C"), fought.defender_front) == (disrupted, ((),))  # nobody is left to fire at


@pytest.mark.rule("9.6.2")
def test_disrupted_cavalry_and_attacking_cavalry_do_not_leave() -> None:
    state = meeting("62", ("GE-II",), ("FR-1C",))
    state.reduce("FR-1C")
    run(exchange(state, lined_up(state, "62", (("GE-II",), ("FR-1C",)))), [6, 6])
    state = meeting("62", ("GE-2C",), ("FR-I",))
    run(exchange(state, lined_up(state, "62", (("GE-2C",), ("FR-I",)))), [6, 6, 6])


@pytest.mark.rule("9.6.2", "9.2.5")
def test_the_reserve_steps_up_and_fights_with_the_front_line() -> None:
    """It fires at the same moment as the attacker, and not again as a reserve."""
    state = meeting("62", ("GE-II",), ("FR-1C", "FR-I"))
    fought = lined_up(state, "62", (("GE-II",), ("FR-1C",)), defender_reserve=((0, ("FR-I",)),))
    run(exchange(state, fought), ["retreat", 6, 1, 1])
    assert [state.disrupted(u) for u in ("GE-II", "FR-I", "FR-1C")] == [True, True, False]


# --- who must retreat (9.4.2, FoW.2) -----------------------------------------------------------------------------


@pytest.mark.rule("9.4.2")
def test_infantry_decides_whatever_the_cavalry() -> None:
    state = meeting("62", ("GE-II", "GE-2C"), ("FR-I", "FR-1C"))
    assert beaten(state, "62", False) == ("", "")
    state.reduce("GE-II")
    assert beaten(state, "62", False)[0] == "german"  # its cavalry stands, but that does not count
    state.reduce("FR-I")
    assert beaten(state, "62", False) == ("", "")


@pytest.mark.rule("FoW.2", "9.4.2")
def test_a_disrupted_fortune_counts_cavalry_not_forts_and_spares_trenches() -> None:
    state = meeting("64", ("GE-II", "GE-2C"), ("FR-I", "Namur"))
    assert beaten(state, "64", True)[0] == "allied"
    assert beaten(state, "64", False)[0] == ""
    put(state, "64", "FR-1C")
    assert beaten(state, "64", True)[0] == ""  # equal: nobody must
    assert not firm(state, "64")
    state.trenches["64"] = 1
    assert firm(state, "64")
    assert (firm(state, "102"), firm(state, "103"), firm(state, "97")) == (True, True, False)


@pytest.mark.rule("9.4.2", "8.3.3")
def test_the_hex_changes_hands_when_the_beaten_side_has_gone() -> None:
    state = meeting("62", ("GE-II",), ("FR-I",))
    run(fight(state, "62"), [(4, 4), 1, 6, "retreat FR-I 53"])
    assert (state.control["62"], state.units["FR-I"].at) == ("german", "53")


# --- the sea (9.4.5) ---------------------------------------------------------------------------------------------


@pytest.mark.rule("9.4.5")
@pytest.mark.parametrize(
    ("unit", "die", "where"),
    [("BR-1", 1, "turn 8"), ("BR-1", 5, "turn 11"), ("BR-1", 6, "dead"), ("FR-I", 1, "turn 8"), ("FR-I", 5, "dead"),
     ("FR-IT", 2, "turn 11"), ("FR-IT", 3, "dead"), ("BE-I", 1, "turn 11"), ("BE-I", 2, "dead")],
)  # fmt: skip
def test_units_cut_off_in_a_port_go_to_sea(unit: str, die: int, where: str) -> None:
    state = meeting("14", ("GE-II",), (unit,))
    for hex in state.next_to("14"):
        state.seize(hex, "german")
        state.block(hex, "14", "german")
    run(retreat_all(state, "14", "allied", forced=True), [die])
    assert state.units[unit].at == where
    assert where == "dead" or state.disrupted(unit)


@pytest.mark.rule("9.4.5", "7.1.1")
def test_who_went_to_sea_comes_back_disrupted_as_a_variable_reinforcement() -> None:
    state = bare(8)
    put(state, "59", "FR-HQ4")
    state.place("FR-XVIII", "turn 8", 1, "9.4.5", ("variable",))  # printed to arrive in 46
    assert "46" not in entry_hexes(state, "FR-XVIII")
    run(reinforcements(state, "allied"), ["go 59"])
    assert (state.units["FR-XVIII"].at, state.disrupted("FR-XVIII")) == ("59", True)


# --- nations (12) ------------------------------------------------------------------------------------------------


@pytest.mark.rule("12.2", "2.4")
def test_one_more_in_defence_for_the_british_and_belgian_infantry_only() -> None:
    state = bare(6)
    put(state, "45", "BR-1", "BR-1C", "BE-I", "BE-C", "FR-I", "GE-II")
    more = {u: state.strength(u, True) - state.strength(u, False) for u in state.units}
    assert more == {"BR-1": 1, "BR-1C": 1, "BE-I": 1, "BE-C": 0, "FR-I": 0, "GE-II": 0}
    state.reduce("BR-1")
    assert state.strength("BR-1", True) == state.unit("BR-1").disrupted_strength + 1


@pytest.mark.rule("12.1")
@pytest.mark.parametrize(
    ("turn", "units", "points"), [(5, ("BR-1", "BR-2"), 2), (6, ("BR-1",), 3), (3, ("BR-HQ",), 2), (3, ("FR-I",), 3)]
)
def test_the_bef_on_the_coast_costs_one_point_a_turn_through_turn_five(
    turn: int, units: tuple[str, ...], points: int
) -> None:
    state = bare(turn)
    for hex, unit in zip(("14", "23"), units, strict=False):
        put(state, hex, unit)
    end_of_action(state)
    assert state.tracks["vp allied"] == points


@pytest.mark.rule("10.3", "8.4.7")
def test_the_british_ride_through_paris_but_do_not_stay() -> None:
    state = bare(5)
    put(state, "20", "BR-1")
    put(state, "20", "FR-I")
    assert "19" not in destinations(state, "BR-1")
    assert "19" in destinations(state, "FR-I")
    assert "9" in destinations(state, "BR-1")  # beyond Paris


# --- trenches, recovery, CAPs ------------------------------------------------------------------------------------


@pytest.mark.rule("9.7.3", "11.2.8")
def test_trenches_are_improved_only_with_supplied_infantry_of_both_sides() -> None:
    for allied, german, level in (("FR-I", "GE-II", 2), ("FR-1C", "GE-II", 1), ("FR-I", "GE-2C", 1)):
        state = meeting("73", (german,), (allied,))
        state.trenches["73"] = 1
        improve_trenches(state)
        assert state.trenches["73"] == level


@pytest.mark.rule("11.2.7")
@pytest.mark.parametrize(("turn", "fresh"), [(11, 3), (12, 2)])
def test_fatigue_halves_recovery_in_quiet_hexes_from_turn_twelve(turn: int, fresh: int) -> None:
    state = bare(turn)
    put(state, "59", "FR-I", "FR-II", "FR-III", steps=1)
    run(administrative_recovery(state), [] if fresh == 3 else ["take FR-I", "take FR-III"])
    assert sum(not state.disrupted(u) for u in state.units) == fresh


@pytest.mark.rule("13.1", "9.1.1")
@pytest.mark.parametrize(
    ("turn", "allied", "german"), [(1, 1, 0), (2, 2, 0), (4, 1, 0), (5, 0, 0), (11, 0, 0), (12, 0, 1), (15, 0, 1)]
)
def test_mandatory_battles_owed_each_turn(turn: int, allied: int, german: int) -> None:
    state = bare(turn)
    run(command_points(state), [] if turn == 1 else [1, 1])
    assert (state.tracks["mandated allied"], state.tracks["mandated german"]) == (allied, german)


@pytest.mark.rule("5.1.1", "13.3.4a3")
def test_the_imperial_cap_comes_from_turn_ten_and_never_makes_eleven() -> None:
    for turn, die, caps in ((9, 1, 4), (10, 1, 5), (10, 6, 10)):
        state = bare(turn, "what_if")
        state.strategies = ("al_3",)
        if die == 6:
            state.withdrawn["allied"] = 3
        run(command_points(state), [die, 1])
        assert state.caps("allied") == caps


# --- guns (9.5.4) ------------------------------------------------------------------------------------------------


@pytest.mark.rule("9.5.4", "13.3.4a2")
def test_the_french_guns_of_the_option_bombard_german_forts() -> None:
    state = bare(3, "what_if")
    state.strategies = ("al_2",)
    put(state, "86", "Metz1", "FR-HAopt", "FR-VI")
    assert state.strength("Metz1", True) == 6
    run(bombardment(state, Battle("86", "allied", ("FR-VI",))), ["bombard FR-HAopt Metz1", 1, 6])
    assert (state.units["Metz1"].steps, state.disrupted("FR-HAopt")) == (3, True)


@pytest.mark.rule("9.5.4")
def test_guns_may_be_held_back_and_fired_guns_are_not_asked_again() -> None:
    state = meeting("64", ("GE-II", "GE-HA420"), ("Namur",))
    run(bombardment(state, Battle("64", "german", ("GE-II",))), ["pass"])
    assert not state.disrupted("GE-HA420")
    state.reduce("GE-HA420")
    run(bombardment(state, Battle("64", "german", ("GE-II",))), [])
    assert state.units["Namur"].steps == 2


@pytest.mark.rule("9.5.3", "9.5.2", "11.2.6")
def test_a_besieged_fort_surrenders_in_the_administrative_phase() -> None:
    for fort, hex, die, falls in (("Namur", "64", 2, True), ("Namur", "64", 3, False), ("Maubeuge", "54", 2, False),
                                  ("Maubeuge", "54", 1, True)):  # fmt: skip
        state = bare(7)
        for held in ("63", "64", "54"):
            state.seize(held, "german")
        put(state, hex, fort, "GE-II")
        state.sieges[hex] = "german"
        run(administration(state), [die])
        assert (state.units[fort].at == "out") is falls


# --- fortunes ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("FoW.10", "9.2.4")
def test_the_initiative_is_lost_even_if_nobody_can_counter_attack() -> None:
    state = meeting("64", ("GE-II",), ("Namur",))
    run(fight(state, "64"), [(4, 6)])
    assert (state.ceding, state.units["Namur"].steps, state.battle) == (True, 2, None)


@pytest.mark.rule("FoW.5", "FoW.9")
def test_high_command_helps_its_own_side_whoever_rolls() -> None:
    for dice, german, allied in (((2, 3), 4, 3), ((4, 5), 3, 4)):
        state = meeting("64", ("GE-II",), ("FR-I",))
        state.tracks["caps german"] = state.tracks["caps allied"] = 3
        assert run(fortunes(state, Battle("64", "german", ("GE-II",))), [dice]) is not None
        assert (state.caps("german"), state.caps("allied")) == (german, allied)


@pytest.mark.rule("8.2.2", "9.1.3")
def test_once_battles_are_fought_nobody_moves() -> None:
    state = bare(5)
    put(state, "73", "GE-II", "GE-III", "GE-IV")
    put(state, "64", "FR-I")
    put(state, "63", "FR-II")
    state.active, state.asked, state.activated = "german", True, "73"
    run(action_phase(state), ["take GE-II", "go 64"])
    run(action_phase(state), ["take GE-III", "go 63"])
    run(action_phase(state), ["done"])
    assert refused(action_phase(state), [], "take GE-IV", state).rule == "9.1.3"


@pytest.mark.rule("3.1.1", "3.1.3")
def test_the_start_of_the_campaign() -> None:
    state = start()
    assert [h for h in ("72", "73") if state.control[h] == "german"] == ["72", "73"]
    assert (state.trenches, state.end_of_rail, state.sieges) == ({"86": 1}, True, {})
    assert "FR-IX" not in state.units
    assert "Lille" not in str(sorted(state.units))


@pytest.mark.rule("9.2.5", "9.6.1")
def test_defenders_without_an_opponent_may_stand_behind_any_space_that_fights() -> None:
    state = meeting("62", ("GE-II",), ("FR-I", "FR-II", "FR-1C"))
    fought = lined_up(state, "62", (("GE-II",), ("FR-I",)), ((), ("FR-II",)), ((), ("FR-1C",)))
    placed = run(place_reserves(state, fought), ["reserve 1 FR-II"])  # the cavalry may not stand against infantry
    assert placed.defender_reserve == ((0, ("FR-II",)),)
    assert placed.defender_front == (("FR-I",), (), ())


@pytest.mark.rule("7.2")
@pytest.mark.parametrize(
    ("bad", "why"),
    [("replace FR-HQ4 2", "never replaced"), ("replace BR-1 2", "not replaced for CAPs"),
     ("replace BE-I 1", "not replaced for CAPs"), ("replace FR-II 2", "not in the dead pile"),
     ("replace FR-I 2", "not enough CAPs")],
)  # fmt: skip
def test_why_a_unit_is_not_replaced(bad: str, why: str) -> None:
    state = bare(5)
    put(state, "59", "FR-II", "FR-HQ4")
    put(state, "dead", "FR-I", "BR-1", "BE-I")
    state.tracks["caps allied"] = 1
    error = refused(reinforcements(state, "allied"), [], bad, state)
    assert (error.rule, why in str(error)) == ("7.2", True)


@pytest.mark.rule("13.3.4a3")
def test_imperial_troops_come_earlier() -> None:
    state = start("what_if")
    _carry_out(state, "al_3")
    expected = {
        "BR-7": "turn 7", "BR-3C": "turn 7", "FR-N": "turn 7", "BR-3I": "turn 10", "BR-7I": "turn 10",
        "FR-1Col": "turn 8", "FR-10Col": "turn 8", "BR-8": "turn 10", "BR-Sec": "turn 13",
    }  # fmt: skip
    assert {u: state.units[u].at for u in expected} == expected


@pytest.mark.rule("9.4.2", "9.6.1")
def test_cavalry_alone_retreats_only_from_cavalry_that_stands() -> None:
    state = meeting("62", ("GE-2C",), ("FR-1C",))
    assert beaten(state, "62", False) == ("", "")
    state.reduce("FR-1C")
    assert beaten(state, "62", False)[0] == "allied"
    state.reduce("GE-2C")
    assert beaten(state, "62", False) == ("", "")


@pytest.mark.rule("9.5.4")
def test_guns_are_committed_together_before_the_first_of_them_fires_or_not_at_all() -> None:
    state = meeting("64", ("GE-II", "GE-HA420", "GE-HA305"), ("Namur",))
    fired = ["bombard GE-HA420 Namur", 6]
    error = refused(bombardment(state, Battle("64", "german", ("GE-II",))), fired, "concentrate Namur")
    assert error.rule == "9.5.4"


@pytest.mark.rule("8.4.9")
def test_germans_who_retreat_towards_paris_alarm_it_too() -> None:
    for unit, danger in (("GE-II", 6), ("FR-I", 0)):
        state = bare(6)
        for hex in ("63", "64", "54", "45", "35", "36", "37"):
            state.seize(hex, "german" if unit == "GE-II" else state.control[hex])
        put(state, "36", unit)
        run(retreat_all(state, "36", state.unit(unit).side, forced=False), [f"retreat {unit} 37"])
        assert state.paris_danger == danger


@pytest.mark.rule("2.4", "9.8.2")
def test_a_disrupted_unit_fights_with_its_reverse_side() -> None:
    state = meeting("62", ("GE-II",), ("FR-VI",))
    assert (state.strength("FR-VI", True), state.strength("GE-II", False)) == (6, 5)
    state.reduce("FR-VI")
    assert state.strength("FR-VI", True) == state.unit("FR-VI").disrupted_strength == 5
    state.reduce("GE-II")
    fought = lined_up(state, "62", (("GE-II",), ("FR-VI",)))
    assert need(state, fought, ("GE-II",), ("FR-VI",), True) == 4


@pytest.mark.rule("8.4.5")
def test_only_the_markers_at_the_hex_that_changed_hands_come_off() -> None:
    state = bare(6)
    for at, into, side in (("73", "64", "german"), ("45", "54", "german"), ("73", "63", "allied")):
        state.block(at, into, side)
    state.seize("73", "allied")
    left = {edge: crossing.side for edge, crossing in state.blocked.items()}
    assert left == {"45-54": "german", "73-63": "allied"}


@pytest.mark.rule("9.1.2", "9.6.1")
def test_cavalry_that_begins_beside_infantry_may_attack_it_but_not_a_fort_alone() -> None:
    for defenders, asked in ((("FR-I",), True), (("FR-I", "Namur"), True), (("Namur",), False)):
        state = meeting("64", ("GE-2C",), defenders)
        state.battles.clear()
        state.activated = "64"
        run(action_phase(state), ["done", "fight 64"] if asked else ["done"])
        assert state.battles == ({"64": ("GE-2C",)} if asked else {})


@pytest.mark.rule("13.3.4b4")
def test_the_way_in_from_holland_costs_one_point() -> None:
    for first in ("71", "62"):
        state = bare(2, "what_if")
        state.strategies = ("ge_4", "ge_5")
        put(state, "holland", "GE-OPT1", "GE-HQ9")
        state.active, state.activated = "german", "holland"
        run(action_phase(state), [f"go {first}", "go 72", "go 73", "done"])
        assert (state.units["GE-OPT1"].at, state.disrupted("GE-HQ9")) == ("73", True)


@pytest.mark.rule("8.4.1", "9.8.2")
def test_a_disrupted_unit_goes_as_far_as_its_headquarters_and_no_farther() -> None:
    state = bare(5)
    put(state, "59", "FR-HQ4")
    put(state, "59", "FR-VI", steps=1)
    state.active, state.activated = "allied", "59"
    three = ["take FR-VI", "take FR-HQ4", "go 58", "go 57", "go 56"]
    assert refused(action_phase(state), three, "go 55").rule == "8.4.2"
    assert (state.units["FR-VI"].at, state.unit("FR-HQ4").movement) == ("56", 3)
