"""Conversions and withdrawals (10.14 - 10.19)."""

from __future__ import annotations

import pytest

from wargame.games.when_eagles_fight.arrivals import candidates

from .support import at, board, cut_rail, owing, refuse, ring, tell

SIX = "RU-1 RU-2 RU-3 RU-4 RU-5 RU-6"
HOME = {"4113": "RU-40", "1019": "GE-40R"}
FORTS = {"1719": "GE-F-Posen", "2018": "GE-F-Thorn", "1722": "GE-F-Breslau"}


@pytest.mark.rule("7.2F")
def test_a_division_is_no_corps_to_withdraw():
    game = at(board({"3802": "RU-LTV RU-1"}, turn=6, owed={"russian G": 1}), "Russian withdrawals")
    refuse(game, "withdraw RU-LTV", "7.2F", "not a corps")


@pytest.mark.rule("10.14")
@pytest.mark.parametrize(("turn", "names"), [(2, ["Posen", "Thorn"]), (3, []), (4, ["Breslau"])])
def test_garrisons_convert_on_their_turns(turn, names):
    game = at(board({**HOME, **FORTS}, turn=turn), "conversions")
    at_ = {u: unit.at for u, unit in game.state.units.items()}
    for hex_id, fort in FORTS.items():
        converted = fort.removeprefix("GE-F-") in names
        assert at_[fort] == ("out_of_play" if converted else hex_id)
        assert (at_[f"{fort}-2"] == hex_id) == converted
    assert sum(at_[c] in FORTS for c in ("GE-PL", "GE-TL", "GE-BL")) == len(names)
    if "Posen" in names:
        assert game.state.factors("GE-F-Posen-2") == (0, 1, 0)


@pytest.mark.rule("10.14")
@pytest.mark.parametrize(
    "units", [{"1719": "RU-7"}, {"1719": "GE-F-Posen", **ring("1719", SIX)}], ids=["taken", "cut off"]
)
def test_a_garrison_taken_or_cut_off_never_converts(units):
    state = board({**HOME, **units}, turn=2)
    if "RU-7" in state.at["1719"]:
        state.units.pop("GE-F-Posen")
        state.place("GE-F-Posen", "out_of_play")
        state.reindex()
    game = at(state, "conversions")
    assert game.state.units["GE-PL"].at == game.state.units["GE-F-Posen-2"].at == "out_of_play"


@pytest.mark.rule("10.14", "8.1")
@pytest.mark.parametrize(("there", "converts"), [("GE-1 GE-17 GE-20", False), ("GE-1 GE-17", True)])
def test_a_garrison_converts_only_if_its_corps_finds_room(there, converts):
    game = at(board({**HOME, "1719": f"GE-F-Posen {there}"}, turn=2), "conversions")
    assert (game.state.units["GE-PL"].at == "1719") == converts
    assert (game.state.units["GE-F-Posen"].at == "1719") != converts


@pytest.mark.rule("10.15")
def test_only_infantry_in_supply_from_the_edge_is_withdrawn():
    units = {"2726": "GE-1 AH-F-Przemysl", **ring("2726", SIX), "1119": "GE-17 GE-1C", "1719": "GE-F-Posen"}
    state = board({**HOME, **units}, turn=8, owed={"german 9": 2})
    assert candidates(state, "german") == ["GE-17", "GE-40R"]
    game = at(state, "Central Powers withdrawals")
    refuse(game, "withdraw GE-1", "10.15", "in supply")
    refuse(game, "withdraw GE-1C", "10.15", "infantry")


@pytest.mark.rule("10.15")
def test_nobody_is_withdrawn_from_a_port_fed_by_sea_only():
    state = board({**HOME, "2314": "GE-1", "1119": "GE-17"}, turn=8, owed={"german 9": 2})
    cut_rail(state, but=("1119", "2314"))
    game = at(state, "Central Powers withdrawals")
    refuse(game, "withdraw GE-1", "10.15", "friendly map edge")


@pytest.mark.rule("10.15")
def test_a_withdrawal_needs_no_rail_capacity():
    game = at(board({**HOME, "2121": "GE-1"}, turn=8, owed={"german 9": 2}), "Central Powers withdrawals")
    game.apply("withdraw GE-1")
    assert (game.state.units["GE-1"].at, game.state.railed) == ("withdrawn", ())


def guards(units):
    state = board({**HOME, **units}, turn=13)
    state.due = {"RU-1G": 14, "RU-2G": 14, "RU-GCav": 14}
    return at(state, "Russian withdrawals due").state


@pytest.mark.rule("10.16")
def test_a_whole_guard_corps_leaves_and_the_guards_army_comes():
    state = guards({"3515": "RU-G"})
    assert state.units["RU-G"].at == "out_of_play"
    assert state.due == {"RU-1G": 14, "RU-2G": 14, "RU-GCav": 14}


@pytest.mark.rule("10.16", "10.19")
@pytest.mark.parametrize(
    "units", [{"3515": "RU-G/r"}, {}, {"2221": "RU-G", **ring("2221", "GE-1 GE-17 GE-20 GE-2 GE-10 GE-11")}],
    ids=["reduced", "lost", "cut off"],
)  # fmt: skip
def test_without_a_whole_guard_corps_the_guards_army_never_comes_and_nobody_concedes(units):
    state = guards(units)
    assert (state.due, state.result) == ({}, None)
    assert state.units["RU-1G"].at == state.units["RU-GCav"].at == "out_of_play"


BALKANS = {**HOME, "1119": "GE-1 GE-17 GE-FR", "1219": "GE-WL", "1430": "AH-1 AH-2 AH-3"}


@pytest.mark.rule("10.17")
def test_four_german_and_two_austro_hungarian_steps_leave_on_turn_12_until_turn_14():
    game = at(board(BALKANS, turn=12), "Central Powers withdrawals due")
    tell(game, "withdraw GE-1", "withdraw GE-FR")
    refuse(game, "withdraw GE-17", "10.17", "more steps")
    tell(game, "withdraw GE-WL", "withdraw AH-1", "withdraw AH-2")
    assert game.state.owed == owing({})


@pytest.mark.rule("10.17")
def test_the_balkan_units_come_back_on_turn_14():
    game = at(board(BALKANS, turn=12), "Central Powers withdrawals due")
    tell(game, "withdraw GE-1", "withdraw GE-17", "withdraw AH-1", "withdraw AH-3")
    assert game.state.owed == owing({})
    assert game.state.due == {"GE-1": 14, "GE-17": 14, "AH-1": 14, "AH-3": 14}


@pytest.mark.rule("10.17")
def test_a_two_step_unit_goes_whole_for_a_last_single_step():
    state = board({**HOME, "1119": "GE-1"}, turn=12, owed={"german 14": 1})
    game = at(state, "Central Powers withdrawals")
    game.apply("withdraw GE-1")
    assert (game.state.units["GE-1"].at, game.state.owed) == ("withdrawn", owing({}))


@pytest.mark.rule("10.18")
def test_units_withdrawn_by_an_event_return_as_reinforcements():
    game = at(board({**HOME, "1119": "GE-1"}, turn=8, owed={"german 11": 2}), "Central Powers withdrawals")
    game.apply("withdraw GE-1")
    assert game.state.due == {"GE-1": 11}


@pytest.mark.rule("10.19")
@pytest.mark.parametrize(
    ("side", "key", "winner"),
    [
        ("Central Powers", "german 14", "ru"), ("Central Powers", "austro_hungarian 14", "ru"),
        ("Russian", "russian G", "cp"),
    ],
)  # fmt: skip
def test_who_cannot_withdraw_concedes(side, key, winner):
    state = board({"1119": "GE-1C", "4113": "RU-1Cav", "1430": "AH-C1"}, turn=12, owed={key: 2}, scenario="free_setup")
    game = at(state, f"{side} withdrawals")
    assert (game.result.winners, game.result.rule) == ((winner,), "10.19")


@pytest.mark.rule("10.19")
def test_guns_that_cannot_be_withdrawn_cost_nothing():
    game = at(board(HOME, turn=13, owed={"artillery never": 1}), "Central Powers withdrawals")
    assert (game.result, game.state.owed) == (None, owing({}))
