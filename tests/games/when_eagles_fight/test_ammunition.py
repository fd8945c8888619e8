"""Russian ammunition shortage (9.9 - 9.13, 15.8, 16.3)."""

from __future__ import annotations

import pytest

from wargame.games.when_eagles_fight.headquarters import ammunition_modifier, why_not_short
from wargame.games.when_eagles_fight.odds import strength

from .support import at, board, offered, refuse, ring, tell

LINE = {"2121": "RU-1 RU-2 RU-3", "2221": "RU-4 RU-5 RU-6", "2321": "RU-7", "1119": "GE-1"}


@pytest.mark.rule("9.9", "5.2")
def test_the_die_is_rolled_after_stavka_and_gives_the_printed_number():
    game = at(board(LINE, turn=2), "STAVKA")
    game.apply("pass")
    assert game.decision.rule == "9.9"
    game.apply("roll 5")
    assert game.state.quota == {"ru": 2, "cp": 2}


@pytest.mark.rule("9.10")
def test_a_marked_unit_is_halved_in_attack_and_defence_till_the_turn_ends():
    state = board(LINE, turn=3, short=frozenset(("RU-1", "RU-2")))
    assert (strength(state, ("RU-1",), True), strength(state, ("RU-1",), False)) == (3, 4)
    assert strength(state, ("RU-1", "RU-2", "RU-3"), False) == 14
    game = at(state, "end of turn")
    assert game.state.short == frozenset()


@pytest.mark.rule("9.10")
def test_out_of_supply_and_short_is_halved_once():
    around = ring("2221", "GE-1 GE-17 GE-20 GE-2 GE-10 GE-11")
    state = board({"2221": "RU-1", **around}, short=frozenset(("RU-1",)))
    assert strength(state, ("RU-1",), True) == 3


@pytest.mark.rule("9.11")
@pytest.mark.parametrize(("die", "shares"), [(5, {"ru": 2, "cp": 2}), (6, {"ru": 3, "cp": 2}), (2, {"ru": 1})])
def test_the_russian_places_the_larger_half_and_first(die, shares):
    game = at(board(LINE, turn=2), "ammunition")
    game.apply(f"roll {die}")
    placed = []
    while "shortage" in game.state.phase:
        placed.append(game.decision.side)
        game.apply(offered(game)[0])
    assert placed == ["ru"] * shares["ru"] + ["cp"] * shares.get("cp", 0)


@pytest.mark.rule("9.11")
@pytest.mark.parametrize(
    ("hex_id", "units", "unit", "fields"),
    [
        ("2419", "RU-F-Warsaw RU-1", "RU-1", {}), ("2419", "RU-F-Warsaw", "RU-F-Warsaw", {}),
        ("3802", "RU-1", "RU-1", {}), ("3515", "RU-1", "RU-1", {}), ("2121", "RU-1Cav", "RU-1Cav", {}),
        ("2121", "RU-G", "RU-G", {}), ("2121", "RU-1", "RU-1", {"stavka": "2221"}),
    ],
)  # fmt: skip
def test_who_is_exempt(hex_id, units, unit, fields):
    state = board({hex_id: units, "2524": "RU-40", "1119": "GE-1"}, **fields)
    assert why_not_short(state, unit)[0] == "9.11"
    state.quota = {"ru": 1}
    refuse(at(state, "Russian shortage markers"), f"short {unit}", "9.11")


@pytest.mark.rule("9.11")
@pytest.mark.parametrize("hex_id", ["2721", "2121", "2816", "3116"])
def test_polish_cities_towns_and_destroyed_fortresses_do_not_exempt(hex_id):
    assert why_not_short(board({hex_id: "RU-1"}), "RU-1") is None


@pytest.mark.rule("9.11")
def test_an_unsupplied_city_of_russia_does_not_exempt():
    state = board({"3515": "RU-1", **ring("3515", "GE-1 GE-17 GE-20 GE-2 GE-10 GE-11")})
    assert why_not_short(state, "RU-1") is None


@pytest.mark.rule("9.11")
def test_no_marker_is_held_back_while_a_unit_can_take_it():
    game = at(board({"2121": "RU-1", "1119": "GE-1"}, quota={"ru": 1}), "Russian shortage markers")
    assert offered(game) == ["short RU-1"]
    refuse(game, "done", "9.11")
    refuse(game, "pass", "9.11")


@pytest.mark.rule("9.12", "7.2H", "15.8")
@pytest.mark.parametrize(
    ("fields", "odessa", "amount"),
    [
        ({}, "ru", 0), ({"in_force": frozenset("H")}, "ru", -2), ({"in_force": frozenset("H")}, "cp", 0),
        ({"brusilov": 17}, "ru", 1), ({"brusilov": 18}, "ru", 0),
        ({"brusilov": 17, "in_force": frozenset("H")}, "ru", -1),
    ],
)  # fmt: skip
def test_what_changes_the_roll(fields, odessa, amount):
    state = board(turn=20, **fields)
    state.control["4233"] = odessa
    assert ammunition_modifier(state) == amount


@pytest.mark.rule("9.12")
def test_the_modifier_changes_the_number_and_stops_at_the_ends_of_the_table():
    game = at(board(LINE, turn=12, in_force=frozenset("H")), "ammunition")
    game.apply("roll 5")
    assert sum(game.state.quota.values()) == 2  # as a 3
    game = at(board(LINE, turn=12, in_force=frozenset("H")), "ammunition")
    game.apply("roll 1")
    assert game.state.quota == {}


@pytest.mark.rule("9.13")
def test_a_unit_gets_one_marker_a_hex_may_get_several():
    state = board(LINE, quota={"ru": 3})
    game = at(state, "Russian shortage markers")
    tell(game, "short RU-1")
    refuse(game, "short RU-1", "9.13", "already")
    tell(game, "short RU-2", "short RU-3")
    assert game.state.short == {"RU-1", "RU-2", "RU-3"}


@pytest.mark.rule("9.13")
def test_markers_that_fit_nowhere_are_not_used():
    state = board({"2121": "RU-1", "3802": "RU-2", "1119": "GE-1"}, quota={"ru": 3, "cp": 2})
    game = at(state, "Russian shortage markers")
    game.apply("short RU-1")
    assert "shortage" not in game.state.phase
    assert game.state.short == {"RU-1"}


@pytest.mark.rule("9.9")
def test_the_die_for_ammunition_is_told():
    game = tell(at(board({"2124": "RU-1"}), "ammunition"), "roll 3")
    assert any("are short of ammunition (die 3, +0)" in e.text for e in game.events)
