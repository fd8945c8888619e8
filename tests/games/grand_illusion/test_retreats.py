"""Retreats in detail: supply and priorities, closed ways, cavalry that falls back, who is left behind (9.4, 9.6.3)."""

from __future__ import annotations

import pytest

from wargame.games.grand_illusion.action_phase import action_phase
from wargame.games.grand_illusion.combat import fight
from wargame.games.grand_illusion.control import settle
from wargame.games.grand_illusion.model import State
from wargame.games.grand_illusion.movement import move_group
from wargame.games.grand_illusion.retreat import cavalry_flight, retreat_all, ways_out

from .support import bare, put, refused, run


def at_namur(*others: str, turn: int = 6) -> State:
    """A French corps in 64 with Germans, who hold all around but 55."""
    state = bare(turn)
    put(state, "64", "FR-VI", "GE-II", *others)
    for hex in ("54", "63", "65", "73", "74"):
        state.seize(hex, "german")
    return state


def at_ghent() -> State:
    """A French corps in German Ghent, fed from contested 33; 42 is Allied and empty, but nothing feeds it."""
    state = bare(7)
    put(state, "43", "FR-VI", "GE-II")
    put(state, "33", "FR-I", "GE-III")
    for hex in ("32", "43", "44", "52", "53"):
        state.seize(hex, "german")
    return state


@pytest.mark.rule("8.4.3", "9.4.3")
def test_a_unit_retreats_out_of_supply_only_if_there_is_no_other_way() -> None:
    state = at_ghent()
    assert ways_out(state, "FR-VI", "43") == (2, ["33"])  # the second priority, but in supply
    state.block("33", "43", "german")
    for hex in ("44", "32", "53", "52"):
        state.block(hex, "43", "german")
    assert ways_out(state, "FR-VI", "43") == (1, ["42"])


@pytest.mark.rule("8.4.3", "9.4.3")
def test_a_unit_out_of_supply_retreats_by_the_priorities_alone() -> None:
    state = at_ghent()
    state.seize("33", "german")
    assert ways_out(state, "FR-VI", "43") == (1, ["42"])


@pytest.mark.rule("9.4.3")
def test_a_hex_with_a_headquarters_or_guns_of_the_enemy_is_not_free() -> None:
    state = at_namur()
    state.seize("55", "german")
    assert ways_out(state, "FR-VI", "64") == (3, ["54", "55", "63", "65", "73", "74"])
    put(state, "55", "GE-HQ2")
    put(state, "54", "GE-HA420")
    assert ways_out(state, "FR-VI", "64") == (3, ["63", "65", "73", "74"])


@pytest.mark.rule("8.4.5", "9.4.3")
def test_no_retreat_over_a_hexside_the_enemy_came_through() -> None:
    state = at_namur()
    state.seize("55", "german")
    state.block("54", "64", "german")
    assert ways_out(state, "FR-VI", "64") == (3, ["55", "63", "65", "73", "74"])
    state.block("54", "64", "allied")  # their own way in
    assert ways_out(state, "FR-VI", "64") == (3, ["54", "55", "63", "65", "73", "74"])


@pytest.mark.rule("9.4.3")
def test_going_on_through_cavalry_costs_a_second_step() -> None:
    """55 is full and the only way on is through German cavalry: the corps is disrupted, then lost."""
    state = at_namur()
    put(state, "55", "FR-I", "FR-II", "FR-III", "FR-IV", "FR-V", "FR-X")
    for hex, guard in (("45", "GE-III"), ("46", "GE-2C"), ("54", "GE-IV"), ("56", "GE-IX"), ("65", "GE-X")):
        state.seize(hex, "german")
        put(state, hex, guard)
    run(retreat_all(state, "64", "allied", forced=True), [])
    assert state.units["FR-VI"].at == "dead"


@pytest.mark.rule("9.4.3")
def test_only_those_without_room_pay_and_go_on() -> None:
    state = at_namur("FR-M")
    put(state, "55", "FR-I", "FR-II", "FR-III", "FR-IV", "FR-V")
    run(retreat_all(state, "64", "allied", forced=True), ["retreat all 55", "retreat FR-M 46"])
    where = {u: (state.units[u].at, state.units[u].steps) for u in ("FR-VI", "FR-M")}
    assert where == {"FR-VI": ("55", 2), "FR-M": ("46", 1)}


# --- cavalry that falls back -------------------------------------------------------------------------------------


@pytest.mark.rule("9.6.3")
def test_cavalry_takes_a_worse_way_rather_than_turn_back() -> None:
    """In 42 the only friendly hex beside is the one it left; it goes on over an empty German one."""
    state = bare(6)
    put(state, "43", "FR-1C")
    for hex in ("33", "44", "52", "53", "32", "23", "24", "34"):
        state.seize(hex, "german")
    run(cavalry_flight(state, "43", "allied"), ["retreat", "retreat all 23"])
    assert (state.units["FR-1C"].at, state.disrupted("FR-1C")) == ("23", True)


@pytest.mark.rule("9.6.3", "8.4.7")
def test_the_cavalry_of_each_nation_falls_back_by_its_own_way() -> None:
    """Before Paris the French go through it; the British take the empty German hexes."""
    state = bare(6)
    put(state, "20", "FR-1C", "BR-1C")
    for hex in state.next_to("20"):
        if hex != "19":
            state.seize(hex, "german")
    french = ["retreat all 18", "retreat all 8"]
    refusal = refused(cavalry_flight(state, "20", "allied"), ["retreat", *french], "retreat all 19")
    assert refusal.rule == "9.6.3"


# --- who is left behind ------------------------------------------------------------------------------------------


@pytest.mark.rule("9.4.4", "8.7.3")
def test_a_headquarters_left_alone_in_a_general_retreat_falls_back() -> None:
    state = bare(5)
    put(state, "64", "GE-II", "GE-HQ2", "GE-HA420", "FR-VI")
    put(state, "73", "GE-III")
    state.seize("64", "german")
    state.withdrawing, state.activated = "german", "64"
    run(action_phase(state), ["take GE-II", "go 73", "done"])
    run(action_phase(state), ["done"])
    assert (state.units["GE-HQ2"].at, state.disrupted("GE-HQ2")) == ("73", True)
    assert state.units["GE-HA420"].at == "out"


@pytest.mark.rule("9.5.3")
def test_a_relieved_large_garrison_is_freed_when_only_a_division_besieges_it() -> None:
    for besieger, besieged in (("GE-II", True), ("GE-33FR", False)):
        state = bare(6)
        put(state, "54", "Maubeuge", besieger, "FR-I")
        state.seize("54", "german")
        state.sieges["54"] = "german"
        settle(state, "54")
        assert ("54" in state.sieges) is besieged


@pytest.mark.rule("9.5.3", "FoW.3", "FoW.7")
@pytest.mark.parametrize(
    ("answers", "besieged"), [([(1, 2)], False), ([(3, 4), "retreat"], False), ([(4, 4), 6, 6], True)]
)
def test_no_siege_after_a_battle_that_did_not_take_place(answers: list[object], besieged: bool) -> None:
    state = bare(6)
    put(state, "64", "Namur", "GE-II", "FR-VI")
    if besieged:
        state.eliminate("FR-VI")
    state.active = "german"
    state.tracks["caps allied"] = 1
    state.battles["64"] = ("GE-II",)
    if answers[-1] == "retreat":
        for hex in ("53", "54", "63", "65", "73", "74"):
            state.seize(hex, "german")
    run(fight(state, "64"), answers)
    assert ("64" in state.sieges) is besieged
    assert state.battle is None


@pytest.mark.rule("8.4.3")
def test_a_supplied_unit_is_refused_a_hex_without_supply() -> None:
    state = bare(3)
    put(state, "62", "GE-II")
    state.seize("62", "german")
    state.activated = "62"
    error = refused(move_group(state, "german"), ["take GE-II"], "go 52", state)
    assert (error.rule, "out of supply" in str(error)) == ("8.4.3", True)
