"""Plan 19 and Schlieffen East (16, 17)."""

from __future__ import annotations

import pytest

from wargame.games.when_eagles_fight.arrivals import allotted
from wargame.games.when_eagles_fight.headquarters import ammunition_modifier, why_not_oberost, why_not_stavka
from wargame.games.when_eagles_fight.scenarios import set_up
from wargame.games.when_eagles_fight.victory import is_check

from .support import DATA, at, board, new

RUSSIAN_CITIES = ["2419", "2721", "2120", "2913", "2509", "2908"]


@pytest.mark.rule("16.1")
def test_four_russian_fortresses_are_in_play():
    units = set_up(DATA, "plan_19").units
    found = {u for u in units if DATA.counters[u].fortress and DATA.counters[u].nation == "russian"}
    assert found == {"RU-F-Kronstadt", "RU-F-Riga", "RU-F-Warsaw", "RU-F-Odessa"}
    assert {"GE-F-Posen", "AH-F-Krakow"} <= set(units)


@pytest.mark.rule("16.2")
@pytest.mark.parametrize(("turn", "more"), [(1, 0), (2, 2), (6, 2), (7, 0)])
def test_two_more_russian_steps_on_turns_two_to_six(turn, more):
    state = board(turn=turn, scenario="plan_19")
    assert allotted(state, "russian") == state.box.russian + more
    assert allotted(state, "german") == state.box.german


@pytest.mark.rule("16.3")
@pytest.mark.parametrize(("turn", "change"), [(1, 0), (2, -1), (6, -1), (7, 0)])
def test_ammunition_is_easier_on_turns_two_to_six(turn, change):
    assert ammunition_modifier(board(turn=turn, scenario="plan_19")) == change


@pytest.mark.rule("16.4")
@pytest.mark.parametrize(
    ("turn", "used", "free"), [(1, -1, True), (2, 1, True), (6, 5, True), (7, 6, False), (8, 6, True), (9, 8, False)]
)
def test_stavka_every_turn_until_six_then_by_the_usual_rule(turn, used, free):
    assert (why_not_stavka(board(turn=turn, stavka_used=used, scenario="plan_19")) is None) == free


@pytest.mark.rule("17.0")
def test_the_german_army_of_schlieffen_east():
    state = set_up(DATA, "schlieffen_east")
    germans = {u for u in state.units if DATA.counters[u].nation == "german"}
    assert not germans & {"GE-1Cdiv", "GE-8Cdiv", "GE-3Rdiv"}
    assert {u for u in DATA.counters if DATA.counters[u].scenario == "schlieffen_east"} <= germans
    for name in ("G", "2", "10", "11", "13", "GR", "3R", "4R", "10R", "1C", "HA1", "HA2"):
        assert state.units[f"GE-{name}"].at == "pool"


@pytest.mark.rule("17.0")
def test_the_central_powers_get_no_reinforcements_and_no_conversions():
    state = set_up(DATA, "schlieffen_east")
    assert {DATA.counters[u].side for u in state.due} == {"ru"}
    assert "GE-PL" not in state.units
    game = at(board({"4113": "RU-1", "1719": "GE-F-Posen"}, turn=2, scenario="schlieffen_east"), "Russian steps")
    while game.state.phase != "Russian strategic movement":
        game.apply(game.decision.actions[-1])
    assert game.state.units["GE-F-Posen"].at == "1719"


@pytest.mark.rule("17.0")
def test_the_central_powers_have_the_first_player_turn():
    game = new("schlieffen_east")
    order = []
    while game.state.turn == 1:
        if "movement" in game.state.phase and "strategic" not in game.state.phase:
            order.append(game.decision.side)
        actions = game.decision.actions
        game.apply(actions[-1] if str(actions[-1]) in ("done", "pass") else actions[0])
    assert order == ["cp", "ru"]


@pytest.mark.rule("17.0")
def test_oberost_is_used_every_turn():
    assert not why_not_oberost(board(turn=2, oberost_used=1, scenario="schlieffen_east"))


@pytest.mark.rule("17.0")
def test_the_only_check_comes_at_the_end_of_turn_three():
    assert [t for t in (1, 2, 3) if is_check(board(turn=t, scenario="schlieffen_east"))] == [3]


@pytest.mark.rule("17.0")
@pytest.mark.parametrize(("die", "winner"), [(3, "ru"), (4, "cp")])
def test_the_czar_falls_or_the_central_powers_lose(die, winner):
    state = board({"4113": "RU-1", "1019": "GE-1"}, turn=3, scenario="schlieffen_east")
    state.control.update(dict.fromkeys(RUSSIAN_CITIES, "cp"))
    game = at(state, "victory check")
    game.apply(f"roll {die}")
    assert game.result.winners == (winner,)


@pytest.mark.rule("17.0")
def test_the_one_check_begins_with_the_russian():
    state = board({"4113": "RU-1", "1019": "GE-1"}, turn=3, scenario="schlieffen_east")
    state.control.update({**dict.fromkeys(RUSSIAN_CITIES, "cp"), "2314": "ru", "2015": "ru", "1719": "ru"})
    assert at(state, "victory check").result.winners == ("ru",)
