"""The third scenario: strategy options chosen in secret and what each does (13.3)."""

from __future__ import annotations

from typing import Any

import pytest

from wargame.games.grand_illusion.action_phase import action_phase
from wargame.games.grand_illusion.arrivals import entry_hexes
from wargame.games.grand_illusion.combat import fight
from wargame.games.grand_illusion.control import besiege, can_besiege, settle
from wargame.games.grand_illusion.entry import antwerp_screened
from wargame.games.grand_illusion.fortunes import fortunes
from wargame.games.grand_illusion.model import Battle, State
from wargame.games.grand_illusion.movement import move_group
from wargame.games.grand_illusion.options import _carry_out, prepare
from wargame.games.grand_illusion.rail import destinations
from wargame.games.grand_illusion.replacements import reinforcements
from wargame.games.grand_illusion.sequence import command_points
from wargame.games.grand_illusion.supply import in_supply, supplied

from .support import bare, fresh, put, refused, run, start


def chosen(*strategies: str, turn: int = 1) -> State:
    """The third scenario as set up, with these options carried out."""
    state = start("what_if")
    state.turn = turn
    state.strategies = strategies
    for name in strategies:
        _carry_out(state, name)
    return state


def with_option(*strategies: str, turn: int = 10) -> State:
    """An empty map under these options."""
    state = bare(turn, "what_if")
    state.strategies = strategies
    return state


# --- choosing ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("13.3.4a1", "13.3.4b4", "3.2.3", "13.4")
def test_options_are_written_in_secret_revealed_together_and_paid() -> None:
    game = fresh("what_if")
    game.apply("done")  # the British begin in 45
    assert set(game.decisions) == {"allied", "german"}
    before = {**game.view("german"), "asked": 0}, [str(a) for a in game.decisions["german"].actions]
    game.apply("choose al_1", "allied")
    game.apply("done", "allied")
    after = {**game.view("german"), "asked": 0}, [str(a) for a in game.decisions["german"].actions]
    assert before == after
    assert not any("free" in e.text for e in game.events)
    game.apply("choose ge_4", "german")
    game.apply("done", "german")
    state: Any = game.state
    assert state.strategies == ("al_1", "ge_4")
    assert (state.tracks["vp allied"], state.tracks["vp german"]) == (1, -4)


@pytest.mark.rule("13.3.4a1")
def test_two_options_at_most_and_each_once() -> None:
    game = fresh("what_if")
    game.apply("done")
    game.apply("choose al_2", "allied")
    assert "choose al_2" not in [str(a) for a in game.decisions["allied"].actions]
    game.apply("choose al_3", "allied")
    assert "allied" not in game.decisions


# --- Allied options ----------------------------------------------------------------------------------------------


@pytest.mark.rule("13.3.4a1")
def test_french_free_set_up_is_limited() -> None:
    state = chosen("al_1")
    for unit in ("FR-I", "FR-II", "FR-III", "FR-X", "FR-XI"):
        run(prepare(state), [f"take {unit}", "go 60"])
    assert state.units["FR-XI"].at == "60"
    assert refused(prepare(state), [], "take FR-XII", state).rule == "13.3.4"
    run(prepare(state), ["take FR-1C", "go 60"])
    assert refused(prepare(state), ["take FR-3C"], "go 72", state).rule == "13.3.4"
    assert refused(prepare(state), ["take FR-3C"], "go 62", state).rule == "13.3.4"
    run(prepare(state), ["pass"])
    assert state.tracks["prepared allied"] == 1
    assert "FR-1C" not in state.maubeuge


@pytest.mark.rule("13.3.4b1")
def test_german_free_set_up_is_limited() -> None:
    state = chosen("ge_1")
    state.tracks["prepared allied"] = 1
    run(prepare(state), ["take GE-HQ1", "go 94"])
    assert refused(prepare(state), [], "take GE-HQ2", state).rule == "13.3.4"
    assert refused(prepare(state), ["take GE-II"], "go 63", state).rule == "13.3.4"
    run(prepare(state), ["take GE-II", "go 94"])
    assert state.units["GE-II"].at == "94"


@pytest.mark.rule("13.3.4a2")
def test_better_use_of_resources() -> None:
    state = chosen("al_2")
    assert (state.units["LilleOpt"].at, state.units["HazebrouckOpt"].at) == ("34", "24")
    assert (state.units["FR-HAopt"].at, state.units["FR-XXII"].at) == ("turn 2", "turn 3")
    assert state.strength("Metz1", True) == start("what_if").strength("Metz1", True) + 1


@pytest.mark.rule("13.3.4a3")
def test_empires_in_arms() -> None:
    state = chosen("al_3")
    boxes = {u: state.units[u].at for u in ("BR-7", "FR-N", "BR-3I", "FR-1Col", "BR-8", "BR-Sec")}
    assert boxes == {"BR-7": "turn 7", "FR-N": "turn 7", "BR-3I": "turn 10", "FR-1Col": "turn 8", "BR-8": "turn 10",
                     "BR-Sec": "turn 13"}  # fmt: skip
    state.turn = 9
    run(command_points(state), [1, 1])
    assert state.caps("allied") == 4
    state.turn = 10
    run(command_points(state), [1, 1])
    assert state.caps("allied") == 5


def landing(hex: str, *germans: str) -> State:
    """Two British divisions kept back; the Allies are about to act in turn 10."""
    state = with_option("al_4")
    for unit in ("BR-7", "BR-8"):
        state.place(unit, "turn 11", 2, "", ("landing",))
    put(state, hex, *germans)
    for beside in state.data.spaces if germans else ():
        state.seize(beside, "german")
    state.asked = True
    state.tracks["caps allied"] = state.tracks["caps german"] = 4
    return state


@pytest.mark.rule("13.3.4a4")
def test_four_british_divisions_may_be_kept_back() -> None:
    state = with_option("al_4")
    for unit in ("BR-1", "BR-2", "BR-3", "BR-5", "BR-7", "BR-1C"):
        state.place(unit, "turn 10", 2)
    for unit in ("BR-1", "BR-2", "BR-3", "BR-5", "BR-7", "BR-1C"):
        run(reinforcements(state, "allied"), [f"delay {unit}"])
    assert [u for u in state.units if state.marked(u, "landing")] == ["BR-1", "BR-2", "BR-3", "BR-5"]


@pytest.mark.rule("13.3.4a4")
def test_a_landing_on_a_free_coast_makes_a_port_a_source() -> None:
    state = landing("23")
    assert refused(action_phase(with_caps(bare(10, "what_if"))), [], "land 23").rule == "13.3.4a4"
    run(action_phase(state), ["land 23", "take BR-7", "done"])
    assert (state.units["BR-7"].at, state.units["BR-8"].at, state.caps("allied")) == ("23", "turn 11", 3)
    assert (state.landed, state.activations) == (frozenset({"23"}), 1)
    assert (state.battles, state.fighting, state.control["23"]) == ({}, False, "allied")
    state.turn = 9
    state.landed = frozenset()
    assert refused(action_phase(state), [], "land 23").rule == "13.3.4a4"


def with_caps(state: State) -> State:
    state.asked = True
    state.tracks["caps allied"] = 4
    put(state, "59", "FR-VI")
    return state


@pytest.mark.rule("13.3.4a4")
def test_a_landing_against_germans_is_a_battle_with_its_own_die() -> None:
    state = landing("23", "GE-II")
    run(action_phase(state), ["land 23", "take BR-7", "take BR-8"])
    assert (state.battles, state.fighting) == ({"23": ("BR-7", "BR-8")}, True)
    assert supplied(state, "british") & state.data.bit["23"]
    fought = Battle("23", "allied", ("BR-7", "BR-8"), landing=True)
    assert run(fortunes(state, fought), [2]).surprise
    assert run(fortunes(state, fought), [3]).elan
    run(action_phase(state), [4, "front 1 BR-7+BR-8", 6, 6, "hit BR-8", "stay"])
    assert (state.disrupted("BR-7"), state.disrupted("BR-8")) == (False, True)


@pytest.mark.rule("13.3.4a5")
def test_belgian_preparation() -> None:
    state = chosen("al_5")
    assert state.units["BE-Iopt"].at == "62"
    assert state.units["BE-I"].at == "out"
    assert (state.units["AntwerpOpt"].at, state.units["Antwerp"].at, state.units["LiegeOpt"].at) == ("52", "out", "72")
    assert (state.control["72"], state.control["73"]) == ("allied", "german")
    run(prepare(state), ["take BE-Iopt", "go 72"])
    assert refused(prepare(state), ["take BE-IIopt"], "go 73", state).rule == "13.3.4"
    assert refused(prepare(state), ["take BE-IIopt"], "go 45", state).rule == "13.3.4"


@pytest.mark.rule("13.3.4a5")
def test_germany_strikes_at_liege_before_turn_one() -> None:
    state = chosen("al_5")
    state.tracks["prepared allied"] = state.tracks["prepared german"] = 1
    run(prepare(state), ["fight 72", "fight 72", "concentrate LiegeOpt", 1, 1, 1, 1, (3, 5)])
    assert (state.units["LiegeOpt"].at, state.control["72"]) == ("out", "german")
    assert state.caps("german") == 0


# --- German options ----------------------------------------------------------------------------------------------


@pytest.mark.rule("13.3.4b2")
def test_more_guns_come_in_turn_five() -> None:
    state = chosen("ge_2", turn=5)
    assert [state.units[u].at for u in ("GE-HAopt1", "GE-HAopt2")] == ["turn 5"] * 2
    assert "91" in entry_hexes(state, "GE-HAopt1")


@pytest.mark.rule("13.3.4b3")
def test_improved_logistics_reach_a_hex_farther() -> None:
    """53 is two hexes from the railway at Liege; the line may pass 63 once it is German (8.3.1)."""
    plain, better = bare(3, "what_if"), with_option("ge_3", turn=3)
    hex = plain.data.bit["53"]
    assert not supplied(better, "german") & hex
    for state in (plain, better):
        state.seize("63", "german")
    assert not supplied(plain, "german") & hex
    assert supplied(better, "german") & hex
    better.seize("53", "german")
    assert not supplied(better, "german") & plain.data.bit["44"]  # three hexes
    better.seize("63", "allied")
    better.cavalry_held["63"] = "allied"
    assert not supplied(better, "german") & hex
    assert supplied(better, "german", attrition=True) & hex  # 11.2.1b


@pytest.mark.rule("13.3.4b4")
def test_the_ninth_army_brings_a_cap_from_the_turn_it_enters() -> None:
    state = chosen("ge_4")
    assert [state.units[f"GE-OPT{n}"].at for n in range(1, 6)] == ["turn 1"] * 5
    state.tracks["caps german"] = 6
    run(reinforcements(state, "german"), ["go 91"])
    assert state.caps("german") == 7
    run(reinforcements(state, "german"), ["go 91"])
    assert state.caps("german") == 7
    state.turn = 2
    run(command_points(state), [1, 1])
    assert state.caps("german") == 6


@pytest.mark.rule("13.3.4b4", "13.3.4b5")
def test_the_ninth_army_may_come_through_holland_in_turn_two() -> None:
    state = chosen("ge_4", "ge_5")
    army = [*(f"GE-OPT{n}" for n in range(1, 6)), "GE-HQ9"]
    for unit in army:
        run(reinforcements(state, "german"), [f"delay {unit}"])
    assert state.tracks.get("ninth army", 0) == 0
    state.turn = 2
    for other in [u for u in state.units_at("turn 2") if u not in army]:
        state.eliminate(other)
    for _ in army:
        run(reinforcements(state, "german"), [])
    assert {state.units[u].at for u in army} == {"holland"}
    state.active, state.asked = "german", True
    state.tracks["caps german"] = caps = 6
    run(action_phase(state), ["activate holland"])
    assert refused(action_phase(state), [], "go 91", state).rule == "8.4"
    run(action_phase(state), ["go 71", "done"])
    assert {state.units[u].at for u in army} == {"71"}
    assert (state.caps("german"), state.tracks["ninth army"]) == (caps, 2)


@pytest.mark.rule("13.3.4b4")
@pytest.mark.parametrize("hex", ["42", "52", "62", "71"])
def test_the_ninth_army_enters_by_any_of_the_four_hexes_even_those_out_of_supply(hex: str) -> None:
    state = with_option("ge_4", "ge_5", turn=2)
    put(state, "52", "Antwerp")
    put(state, "holland", "GE-OPT1", "GE-HQ9")
    assert not supplied(state, "german") & state.data.bit["42"]
    state.active, state.activated = "german", "holland"
    run(action_phase(state), [f"go {hex}", "done"] if hex != "52" else [f"go {hex}"])
    assert {state.units[u].at for u in ("GE-OPT1", "GE-HQ9")} == {hex}


@pytest.mark.rule("13.3.4b5")
def test_holland_opens_two_hexsides_and_takes_a_garrison() -> None:
    assert start("what_if").next_to("71")["81"] == 0
    state = chosen("ge_5")
    assert (state.next_to("71")["81"], state.next_to("42")["52"]) == (2, 2)
    assert [state.units[u].at for u in ("GE-N", "GE-IIILW", "GE-HQN")] == ["out"] * 3


@pytest.mark.rule("13.3.4b5", "12.5.1")
def test_holland_lets_antwerp_be_besieged_and_used() -> None:
    state = with_option("ge_5", turn=5)
    put(state, "52", "Antwerp", "GE-II")
    for hex in ("53", "63", "64"):
        state.seize(hex, "german")
    assert can_besiege(state, "52", "german")
    besiege(state, "52", "german")
    settle(state, "52")
    assert state.control["52"] == "german"
    for hex in ("53", "63", "64"):
        state.seize(hex, "allied")
    assert not supplied(state, "german") & state.data.bit["52"]
    state.kill("Antwerp", "")
    settle(state, "52")
    assert supplied(state, "german") & state.data.bit["52"]


@pytest.mark.rule("13.3.4b5", "12.5.4", "12.3")
def test_holland_opens_the_scheldt_to_the_allies() -> None:
    state = with_option("ge_5", turn=2)
    put(state, "52", "BR-1", "FR-VI")
    assert destinations(state, "BR-1") == ["1", "7", "14", "23", "32"]
    state.place("BR-RN", "turn 2", 2)
    assert "52" in entry_hexes(state, "BR-RN")
    assert "52" not in entry_hexes(with_naval(bare(10)), "BR-RN")


def with_naval(state: State) -> State:
    state.place("BR-RN", f"turn {state.turn}", 2)
    return state


# --- bonds that fall away ----------------------------------------------------------------------------------------


@pytest.mark.rule("13.3.2", "12.5.2", "12.5.3")
def test_antwerp_is_not_screened_in_the_third_scenario() -> None:
    for scenario, pinned in (("campaign", True), ("what_if", False)):
        state = bare(3, scenario)
        state.belgians_in_antwerp = True
        put(state, "53", "GE-II", "GE-III")
        put(state, "52", "BE-I")
        assert antwerp_screened(state) == pinned


@pytest.mark.rule("13.3.2", "8.4.8")
def test_schlieffen_plan_hexes_are_open_in_the_third_scenario() -> None:
    state = bare(3, "what_if")
    for hex in ("63", "64", "54", "44"):
        state.seize(hex, "german")
    put(state, "44", "GE-II")
    state.activated = "44"
    run(move_group(state, "german"), ["take GE-II", "go 33", "done"])
    assert state.units["GE-II"].at == "33"


@pytest.mark.rule("13.3.1")
def test_the_belgian_retreat_needs_the_northern_cap_unspent() -> None:
    state = bare(1)
    put(state, "62", "BE-I", "GE-II")
    put(state, "52", "BE-II")
    state.active = "german"
    state.battles["62"] = ("GE-II",)
    state.commands = frozenset({"45"})
    run(fight(state, "62"), [(3, 5), 6, 6, "stay"])
    assert state.units["BE-I"].at == "62"


@pytest.mark.rule("13.3.4b5", "11.2.2")
def test_holland_lets_supply_cross_the_scheldt() -> None:
    """42 touches the railway at Antwerp only over the hexside that the invasion opens."""
    state = bare(6, "what_if")
    for hex in ("42", "52", "53", "63", "64"):
        state.seize(hex, "german")
    put(state, "42", "GE-II")
    assert not in_supply(state, "GE-II")
    state.strategies = ("ge_5",)
    state.changed()
    assert in_supply(state, "GE-II")


@pytest.mark.rule("13.3.4b5", "11.2.4")
def test_antwerp_never_feeds_the_french() -> None:
    state = bare(6, "what_if")
    put(state, "52", "FR-VI", "GE-II")
    state.strategies = ("ge_5",)
    for hex in ("43", "53", "62", "42"):
        state.seize(hex, "german")
    assert not in_supply(state, "FR-VI")


@pytest.mark.rule("13.3.4a4")
def test_only_british_infantry_is_kept_back_to_land_and_only_under_the_option() -> None:
    cases = (("al_4", "BR-7", True), ("al_4", "BR-3C", False), ("al_4", "FR-N", False), ("al_3", "BR-7", False))
    for option, unit, waits in cases:
        state = with_option(option)
        state.place(unit, "turn 10", 2)
        run(reinforcements(state, "allied"), [f"delay {unit}"])
        assert state.marked(unit, "landing") is waits


@pytest.mark.rule("13.3.4a5", "9.5.2")
def test_the_belgian_forts_of_the_option_have_four_steps() -> None:
    state = chosen("al_5")
    assert [state.units[f].steps for f in ("AntwerpOpt", "LiegeOpt")] == [4, 4]
    assert [state.strength(f, True) for f in ("AntwerpOpt", "LiegeOpt")] == [5, 4]
    assert [state.disrupted(u) for u in ("BE-Iopt", "BE-IIopt", "BE-3opt")] == [False, False, False]
