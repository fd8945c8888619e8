"""Winning and the sequence of play (4.x, 5.2)."""

from __future__ import annotations

import pytest

from wargame.games.when_eagles_fight.victory import cities_taken, is_check, revolution_modifiers, russian_victory

from .support import DATA, at, board, new, tell

A_H_HEXES = ["2726", "3229", "2529", "3026"]
GERMAN_CITIES = ["2314", "2015", "1719"]
RUSSIAN_CITIES = ["2419", "2721", "2120", "2913", "2509", "2908", "3113"]


def held(hexes, side, **fields):
    """A quiet position in which a side controls these hexes."""
    state = board({"4113": "RU-1", "1019": "GE-1"}, **fields)
    state.control.update(dict.fromkeys(hexes, side))
    return state


@pytest.mark.rule("4.1", "5.2")
@pytest.mark.parametrize("turn", range(1, 25))
def test_victory_is_checked_in_september_and_march_april(turn):
    state = board(turn=turn)
    assert is_check(state) == (state.box.months in ("Sep", "Mar/Apr"))


@pytest.mark.rule("4.1")
def test_the_russian_wins_if_both_sides_would():
    state = held(GERMAN_CITIES, "ru", turn=11)
    state.control.update(dict.fromkeys(RUSSIAN_CITIES * 2, "cp"))
    game = at(state, "victory check")
    assert (game.result.winners, game.result.rule) == (("ru",), "4.3")
    assert game.decision is None  # no die for a revolution


@pytest.mark.rule("4.2")
@pytest.mark.parametrize(
    ("unit", "start", "capital", "winner"),
    [
        ("RU-1", "1118", "1119", "ru"), ("RU-1", "1431", "1430", "ru"), ("RU-1Cav", "1931", "1932", "ru"),
        ("GE-1", "3803", "3802", "cp"),
    ],
)  # fmt: skip
def test_entering_a_capital_wins_at_once(unit, start, capital, winner):
    side = "Russian" if winner == "ru" else "Central Powers"
    game = at(board({start: unit}), f"{side} movement")
    tell(game, f"stack {start}", f"step {unit} {capital}")
    assert (game.result.winners, game.result.rule) == ((winner,), "4.2")


@pytest.mark.rule("4.2")
def test_own_capitals_do_not_end_the_game():
    game = at(board({"1118": "GE-1"}), "Central Powers movement")
    tell(game, "stack 1118", "step GE-1 1119")
    assert game.result is None


@pytest.mark.rule("4.2", "13.26")
def test_a_breakthrough_into_a_capital_stops_the_game_in_mid_advance():
    state = board({"3603": "GE-1 GE-17 GE-20", "3804": "GE-2 GE-10 GE-11", "3703": "RU-LTV"})
    game = at(state, "Central Powers combat")
    tell(game, "attack 3703", *(f"with {u}" for u in ("GE-1", "GE-17", "GE-20", "GE-2", "GE-10", "GE-11")), "confirm")
    tell(game, "roll 6", "advance GE-1 3703", "advance GE-1 3803", "advance GE-1 3802")
    assert game.result.rule == "4.2"


@pytest.mark.rule("4.3")
def test_three_german_cities_win_for_the_russian_and_two_do_not():
    assert russian_victory(held(GERMAN_CITIES, "ru", turn=11)).rule == "4.3"
    assert russian_victory(held(GERMAN_CITIES[:2], "ru", turn=11)) is None


@pytest.mark.rule("4.3")
def test_the_printed_number_of_austro_hungarian_victory_hexes_wins():
    assert russian_victory(held(A_H_HEXES, "ru", turn=11)).winners == ("ru",)
    assert russian_victory(held(A_H_HEXES[:3], "ru", turn=11)) is None
    assert russian_victory(held(A_H_HEXES[:3], "ru", turn=20)).winners == ("ru",)


@pytest.mark.rule("4.3")
def test_all_austro_hungarian_cities_are_victory_hexes_and_towns_are_not():
    hexes = [h for h in DATA.hexes.values() if h.country == "austria_hungary"]
    assert all(h.victory_hex for h in hexes if h.kind == "city")
    assert {h.id for h in hexes if h.victory_hex and h.kind != "city"} == {"3229", "2726", "2529"}


@pytest.mark.rule("4.3")
def test_a_czar_who_stands_at_the_end_of_turn_24_wins():
    game = at(held([], "cp", turn=24), "victory check")
    game.apply("roll 6")
    assert (game.result.winners, game.result.rule) == (("ru",), "4.3")


@pytest.mark.rule("4.4")
@pytest.mark.parametrize(("die", "falls"), [(4, False), (5, True)])
def test_die_and_cities_must_reach_the_printed_number(die, falls):
    state = held(RUSSIAN_CITIES, "cp", turn=24)  # 7 cities; 12 needed
    assert cities_taken(state) == 7
    game = at(state, "victory check")
    game.apply(f"roll {die}")
    assert (game.result.rule == "4.4") == falls


@pytest.mark.rule("4.4")
def test_towns_and_cities_elsewhere_do_not_count_for_revolution():
    assert cities_taken(held(["2123", "2222", "3026", "2314"], "cp")) == 0


@pytest.mark.rule("4.4")
def test_a_failed_revolution_lets_the_game_go_on():
    game = at(held([], "cp", turn=11), "victory check")
    game.apply("roll 6")
    assert (game.result, game.state.turn) == (None, 12)


@pytest.mark.rule("4.5", "15.7")
@pytest.mark.parametrize(
    ("fields", "amount"),
    [
        ({}, 0), ({"in_force": frozenset("A")}, 1), ({"in_force": frozenset("B")}, -1),
        ({"in_force": frozenset("L")}, 1), ({"brusilov": 15}, 1), ({"in_force": frozenset("AL"), "brusilov": 15}, 3),
    ],
)  # fmt: skip
def test_revolution_modifiers(fields, amount):
    assert sum(m.amount for m in revolution_modifiers(board(turn=20, **fields))) == amount


@pytest.mark.rule("4.5", "15.7")
def test_modifiers_are_added_to_the_revolution_roll():
    game = at(held(RUSSIAN_CITIES, "cp", turn=24, in_force=frozenset("A"), brusilov=15), "victory check")
    game.apply("roll 3")
    assert game.result.rule == "4.4"


@pytest.mark.rule("4.4", "4.5")
def test_the_event_of_a_revolution_shows_the_die_and_what_it_is_added_to():
    game = at(held(RUSSIAN_CITIES, "cp", turn=24, in_force=frozenset("A"), brusilov=15), "victory check")
    game.apply("roll 3")
    event = next(e for e in game.events if e.rule == "4.4" and e.fields)
    assert (event.fields["die"], event.fields["modifier"]) == (3, 2)
    assert event.fields["total"] == 3 + 2 + event.fields["cities"]
    assert event.text.startswith("Revolution: die 3, +2, and ")


@pytest.mark.rule("4.5", "7.2L")
def test_peace_bread_land_lasts_for_one_check():
    game = at(held([], "cp", turn=11, in_force=frozenset("LA")), "victory check")
    game.apply("roll 1")
    assert game.state.in_force == {"A"}


@pytest.mark.rule("5.2")
def test_phases_of_a_turn_come_in_the_printed_order():
    game = new(seed=3)
    seen = []
    while game.state.turn < 7:
        if game.state.turn == 6 and game.state.phase not in seen:
            seen.append(game.state.phase)
        actions = game.decision.actions
        game.apply(actions[-1] if str(actions[-1]) in ("done", "pass", "no") else actions[0])
    printed = [
        "Russian reinforcements", "Russian replacements", "Central Powers reinforcements",
        "Central Powers replacements", "Russian strategic movement", "Central Powers strategic movement",
        "Russian movement", "STAVKA", "Russian shortage markers", "Central Powers shortage markers",
        "Central Powers movement", "OberOst",
    ]  # fmt: skip
    assert [p for p in seen if p in printed] == [p for p in printed if p in seen]
    assert {"Russian movement", "Central Powers movement", "Russian strategic movement"} <= set(seen)


@pytest.mark.rule("5.2")
def test_what_lies_behind_the_phase_is_no_longer_answered():
    from .support import refuse

    game = at(board({"2120": "RU-1", "1019": "GE-1"}), "Russian movement")
    refuse(game, "entrain RU-1", "12.2")
