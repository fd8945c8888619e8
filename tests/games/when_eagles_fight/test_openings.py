"""The two openings of the player's notes, replayed with their odds and results."""

from __future__ import annotations

import pytest

from wargame.games.when_eagles_fight.attackers import fresh_defenders
from wargame.games.when_eagles_fight.odds import calculate, result
from wargame.games.when_eagles_fight.rail import why_not_entrain
from wargame.games.when_eagles_fight.supply import holds_out

from .support import new, offered, tell

MOVES = (
    ("1922", "GE-WL", "2022 2021 2120"), ("2116", "GE-FR", "2216 2315 2316"), ("2316", "GE-20", "2217 2218 2318"),
    ("2615", "GE-1R", "2515"), ("2615", "GE-3Rdiv", "2616"), ("2613", "GE-1Cdiv", "2513 2514 2515 2415 2416"),
    ("2614", "GE-1+GE-17", "2615 2616"),
)  # fmt: skip


def march(game):
    """The moves of both openings; 20 Corps leaves Allenstein before FR comes."""
    for start, units, path in (MOVES[0], MOVES[2], MOVES[1], *MOVES[3:]):
        if game.state.origin != start:
            game.apply(f"stack {start}")
        for to in path.split():
            game.apply(f"step {units} {to}")
    game.apply("done")


def attack(game, target, *units):
    tell(game, f"attack {target}", *(f"with {u}" for u in units))


def lomza(game, *advances):
    attack(game, "2617", "GE-1", "GE-17", "GE-3Rdiv")
    tell(game, "confirm", "roll 1", *advances, "done")


TANNENBERG = (
    "advance GE-1 2617", "advance GE-1 2517", "advance GE-1 2418", "advance GE-17 2617", "advance GE-17 2517",
    "advance GE-3Rdiv 2617",
)  # fmt: skip


def tannenberg():
    game = new(dice="manual")
    march(game)
    game.apply("headquarters 2318")
    lomza(game, *TANNENBERG)
    return game


@pytest.mark.rule("3.1", "3.4", "12.5", "12.6")
def test_both_openings_march_as_printed():
    game = new(dice="manual")
    march(game)
    expect = {
        "GE-WL": "2120", "GE-FR": "2316", "GE-20": "2318", "GE-1R": "2515", "GE-1Cdiv": "2416", "GE-1": "2616",
        "GE-17": "2616", "GE-3Rdiv": "2616",
    }  # fmt: skip
    assert {u: game.state.units[u].at for u in expect} == expect


@pytest.mark.rule("13.12", "13.26")
def test_lomza_falls_to_an_automatic_breakthrough():
    game = new(dice="manual")
    march(game)
    odds = calculate(game.state, ("GE-1", "GE-17", "GE-3Rdiv"), "2617", fresh_defenders(game.state, "2617"))
    assert {result(game.state, odds, die) for die in range(1, 7)} == {"B/E"}


@pytest.mark.rule("13.8", "13.16", "13.19")
def test_soldau_is_one_to_one_with_plus_three():
    game = tannenberg()
    attack(game, "2317", "GE-FR", "GE-20")
    shown = game.decision.shown()
    assert (shown["column"], shown["modifier"]) == ("1:1", 3)
    assert [m.split(" (")[1] for m in shown["modifiers"]] == ["13.16)", "13.19)"]


@pytest.mark.rule("13.22")
@pytest.mark.parametrize("die", [1, 2])
def test_soldau_corps_may_retreat_to_2217_or_2218(die):
    game = tannenberg()
    attack(game, "2317", "GE-FR", "GE-20")
    tell(game, "confirm", f"roll {die}", "retreat")
    assert offered(game) == ["retreat RU-1 2217", "retreat RU-1 2218"]


@pytest.mark.rule("13.23", "13.24")
@pytest.mark.parametrize("die", [3, 4, 5, 6])
def test_soldau_corps_is_eliminated_otherwise(die):
    game = tannenberg()
    attack(game, "2317", "GE-FR", "GE-20")
    tell(game, "confirm", f"roll {die}")
    while "lose RU-1" in offered(game):
        game.apply("lose RU-1")
    assert game.state.units["RU-1"].at == "dead_pile"


def to_oberost():
    """Soldau taken with a three, XX Corps in it, and the phase of OberOst begun."""
    game = tannenberg()
    attack(game, "2317", "GE-FR", "GE-20")
    tell(game, "confirm", "roll 3", "lose RU-1", "lose GE-20", "advance GE-20 2317", "done", "done")
    assert game.state.phase == "OberOst combat"
    return game


@pytest.mark.rule("13.21")
def test_soldau_costs_the_attacker_one_step_at_most():
    game = tannenberg()
    odds = calculate(game.state, ("GE-FR", "GE-20"), "2317", fresh_defenders(game.state, "2317"))
    assert {result(game.state, odds, die).split("/")[0] for die in range(1, 7)} <= {"0", "1", "B"}


@pytest.mark.rule("9.5", "9.6")
def test_tannenberg_leaves_four_corps_out_of_supply():
    state = to_oberost().state
    out = {u for u in state.units_on_map("ru") if not holds_out(state, u)}
    assert out == {"RU-13", "RU-15", "RU-23", "RU-6"}


@pytest.mark.rule("14.3")
def test_oberost_attacks_2417_at_two_to_one_with_plus_three():
    game = to_oberost()
    attack(game, "2417", "GE-FR", "GE-20", "GE-1", "GE-17")
    shown = game.decision.shown()
    assert (shown["column"], shown["modifier"]) == ("2:1", 3)


@pytest.mark.rule("14.3", "13.24")
@pytest.mark.parametrize("die", [4, 5, 6])
def test_oberost_destroys_all_three_corps_half_the_time(die):
    game = to_oberost()
    attack(game, "2417", "GE-FR", "GE-20", "GE-1", "GE-17")
    tell(game, "confirm", f"roll {die}")
    assert {game.state.units[u].at for u in ("RU-13", "RU-15", "RU-23")} == {"dead_pile"}


@pytest.mark.rule("14.3", "13.22")
@pytest.mark.parametrize("die", [1, 2, 3])
def test_at_worst_one_corps_dies_and_two_retreat_to_2516(die):
    game = to_oberost()
    attack(game, "2417", "GE-FR", "GE-20", "GE-1", "GE-17")
    tell(game, "confirm", f"roll {die}", "lose RU-13")
    assert "retreat" in offered(game)
    game.apply("retreat")
    survivors = [u for u in ("RU-15", "RU-23") if game.state.units[u].at != "dead_pile"]
    assert survivors
    assert {game.state.units[u].at for u in survivors} == {"2516"}


def gambit():
    """OberOst at Lötzen and its phase begun, with the victors of Lomza next to Osowiec."""
    game = new(dice="manual")
    march(game)
    game.apply("headquarters 2615")
    lomza(
        game, "advance GE-1 2617", "advance GE-1 2716", "advance GE-1 2715", "advance GE-3Rdiv 2617",
        "advance GE-3Rdiv 2716", "advance GE-3Rdiv 2715", "advance GE-17 2617", "advance GE-17 2716",
    )  # fmt: skip
    game.apply("done")
    assert game.state.phase == "OberOst combat"
    return game


@pytest.mark.rule("14.3", "13.12", "13.15")
def test_osowiec_gambit_is_five_to_one_with_plus_one():
    game = gambit()
    odds = calculate(game.state, ("GE-1", "GE-17", "GE-3Rdiv"), "2816", fresh_defenders(game.state, "2816"))
    assert (odds.column, odds.modifier) == ("5:1", 1)
    assert [die for die in range(1, 7) if result(game.state, odds, die).endswith("E")] == [3, 4, 5, 6]


@pytest.mark.rule("13.25", "11.2")
@pytest.mark.parametrize("die", [3, 6])
def test_osowiec_falls_and_its_conquerors_entrain_on_turn_two(die):
    game = gambit()
    attack(game, "2816", "GE-1", "GE-17", "GE-3Rdiv")
    tell(game, "confirm", f"roll {die}")
    while offered(game)[0].startswith("lose"):
        game.apply("lose GE-1")
    tell(game, "advance GE-17 2816", "done")
    assert game.state.units["RU-F-Osowiec"].at == "out_of_play"
    state = game.state.copy()
    state.turn = 2
    assert why_not_entrain(state, "GE-17") is None
