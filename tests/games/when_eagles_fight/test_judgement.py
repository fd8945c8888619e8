"""Twenty positions with an answer that must or must not be given, held by the planner with a few probes."""

from __future__ import annotations

import pytest

from wargame.core.engine.game import Game
from wargame.core.engine.state import Unit
from wargame.games.when_eagles_fight.evaluation import GERMAN_TURN, RUSSIAN_TURN
from wargame.games.when_eagles_fight.model import State
from wargame.games.when_eagles_fight.records import CP, RU
from wargame.games.when_eagles_fight.scenarios import set_up
from wargame.plugins.bots import PlannerBot

from .support import DATA, at, board

LEVEL = "12p"
BERLIN, VIENNA, BUDAPEST, PETROGRAD = "1119", "1430", "1932", "3802"
WARSAW, KRAKOW, KONIGSBERG, KOVNO, POSEN = "2419", "2226", "2314", "2913", "1719"
MOVEMENT = {CP: "Central Powers movement", RU: "Russian movement"}
COMBAT = {CP: "Central Powers combat", RU: "Russian combat"}
TURN = {CP: GERMAN_TURN, RU: RUSSIAN_TURN}


def historical(moved: dict[str, str], turn: int = 3) -> State:
    """The printed set-up, with some units elsewhere: `moved` by hex, as `board` takes them."""
    s = board(turn=turn)
    s.units.update(set_up(DATA, "historical").units)
    for hex_id, names in moved.items():
        for name in names.split():
            s.units[name] = Unit(name, hex_id, DATA.counters[name].steps)
    s.reindex()
    return s


def turn(s: State, side: str, phases: dict[str, str] = MOVEMENT) -> tuple[Game, list[str]]:
    """The bot plays the player turn of a side from a phase on; the game after it, and what the bot answered."""
    game, given = at(s, phases[side], dice="seeded"), []
    bot, other = PlannerBot(1, level=LEVEL), PlannerBot(2, level="0p")
    while (question := game.decision) is not None and game.state.phase in TURN[side] and game.state.turn == s.turn:
        answer = (bot if question.side == side else other).choose(game, question.side)
        if question.side == side:
            given.append(str(answer))
        game.apply(answer)
    return game, given


def answer(s: State, side: str, phase: str) -> str:
    """What the bot answers to the first question of a phase."""
    return str(PlannerBot(1, level=LEVEL).choose(at(s, phase, dice="seeded"), side))


# --- capitals (4.2) ---------------------------------------------------------------------------------------------------


def test_a_garrison_stays_in_petrograd() -> None:
    game, _ = turn(board({PETROGRAD: "RU-20", "3705": "GE-1 GE-17", "3303": "RU-3"}, turn=8), RU)
    assert game.state.holder(PETROGRAD) == RU


def test_an_empty_petrograd_is_garrisoned() -> None:
    game, _ = turn(board({"3602": "RU-20", "3506": "GE-1 GE-17", "3303": "RU-3"}, turn=8), RU)
    assert game.state.holder(PETROGRAD) == RU


def test_an_empty_berlin_is_garrisoned() -> None:
    game, _ = turn(board({"1318": "GE-1", "1722": "RU-1 RU-13", "1418": "GE-17"}, turn=8), CP)
    assert game.state.holder(BERLIN) == CP


def test_an_empty_vienna_is_garrisoned_while_russians_are_near() -> None:
    game, _ = turn(historical({"1629": "RU-1", "1429": "AH-10"}), CP)
    assert game.state.holder(VIENNA) == CP


@pytest.mark.parametrize(("start", "unit", "side"), [("2132", "RU-1", RU), ("1630", "RU-1", RU), ("3804", "GE-1", CP)])
def test_an_empty_capital_is_entered_and_the_game_won(start: str, unit: str, side: str) -> None:
    game, _ = turn(board({start: unit, "2331": "AH-1", "3303": "RU-3"}, turn=8), side)
    assert game.result is not None
    assert game.result.winners == (side,)


# --- cities -----------------------------------------------------------------------------------------------------------


def test_the_last_corps_stays_in_krakow_next_to_the_enemy() -> None:
    gone = "AH-F-Krakow AH-KMR"
    game, _ = turn(historical({"2424": "RU-20 RU-3", "2025": "AH-5", "dead_pile": gone, KRAKOW: "AH-1"}), CP)
    assert game.state.holder(KRAKOW) == CP


def test_the_last_corps_stays_in_konigsberg_next_to_the_enemy() -> None:
    stacks = {KONIGSBERG: "GE-20", "2614": "RU-20 RU-3 RU-4", "2318": "GE-1 GE-17", "dead_pile": "GE-F-Konigsberg"}
    game, _ = turn(historical(stacks), CP)
    assert game.state.holder(KONIGSBERG) == CP


def test_the_last_corps_stays_in_kovno_next_to_the_enemy() -> None:
    game, _ = turn(historical({KOVNO: "RU-20", "dead_pile": "RU-F-Kovno"}), RU)
    assert game.state.holder(KOVNO) == RU


def test_warsaw_is_not_left_open_to_germans_next_to_it() -> None:
    game, _ = turn(historical({"2217": "GE-1 GE-17", "dead_pile": "RU-F-Warsaw"}), RU)
    assert game.state.holder(WARSAW) == RU


def test_posen_without_its_fortress_is_closed_against_russians_near_it() -> None:
    game, _ = turn(historical({"2020": "RU-20 RU-3", "dead_pile": "GE-F-Posen GE-F-Posen-2"}), CP)
    assert game.state.holder(POSEN) == CP


def test_an_empty_warsaw_is_entered() -> None:
    game, _ = turn(historical({"2217": "GE-1 GE-17", "2721": "RU-G", "dead_pile": "RU-F-Warsaw"}), CP)
    assert game.state.control[WARSAW] == CP


# --- attacks ----------------------------------------------------------------------------------------------------------


def test_nobody_attacks_at_one_to_three() -> None:
    _, given = turn(board({"2613": "GE-1", "2713": "RU-20 RU-3"}, turn=8), CP, COMBAT)
    assert given == ["done"]


def test_nobody_attacks_at_one_to_two() -> None:
    _, given = turn(board({"2613": "GE-1 GE-17", "2713": "RU-20"}, turn=8), RU, COMBAT)
    assert given == ["done"]


def test_a_single_corps_does_not_attack_a_fortress_with_its_garrison() -> None:
    _, given = turn(board({"2816": "RU-F-Osowiec RU-20", "2715": "GE-1"}, turn=8), CP, COMBAT)
    assert given == ["done"]


def test_an_attack_at_four_to_one_is_made_together() -> None:
    stacks = {"2613": "GE-1 GE-17", "2612": "GE-20 GE-1R", "2713": "RU-26"}
    _, given = turn(board(stacks, turn=8), CP, COMBAT)
    assert "attack 2713" in given


def test_warsaw_is_attacked_where_its_garrison_is_weak() -> None:
    stacks = {WARSAW: "RU-26", "2319": "GE-1 GE-17", "2418": "GE-20 GE-1R", "2721": "RU-3 RU-4"}
    _, given = turn(board(stacks, turn=8), CP, COMBAT)
    assert f"attack {WARSAW}" in given


# --- headquarters, offensives, ammunition -----------------------------------------------------------------------------


def test_stavka_goes_where_the_strength_in_contact_is() -> None:
    stacks = {"2725": "AH-1 AH-5", "2724": "RU-GN RU-16", "2825": "RU-25 RU-19", "3802": "RU-FN"}
    found = answer(board(stacks, turn=8), RU, "STAVKA")
    assert found in ("headquarters 2724", "headquarters 2825")


def test_brusilov_waits_without_austro_hungarians_to_attack() -> None:
    stacks = {"2613": "GE-1 GE-17", "2713": "RU-20 RU-3", "3129": "AH-1"}
    assert answer(board(stacks, turn=16), RU, "Brusilov offensive") == "no"


def test_the_central_powers_mark_the_strongest_corps_in_contact() -> None:
    stacks = {"2713": "RU-GN", "2613": "GE-1", "3016": "RU-26", "3215": "RU-27"}
    s = board(stacks, turn=8, quota={RU: 0, CP: 1})
    assert answer(s, CP, "Central Powers shortage markers") == "short RU-GN"


def test_the_russians_mark_a_corps_far_from_the_enemy() -> None:
    stacks = {"2713": "RU-GN", "2613": "GE-1", "3215": "RU-26"}
    s = board(stacks, turn=8, quota={RU: 1, CP: 0})
    assert answer(s, RU, "Russian shortage markers") == "short RU-26"


def test_infantry_does_not_chase_cavalry_on_and_on() -> None:
    _, given = turn(board({"2613": "GE-1 GE-17", "2713": "RU-1Cav"}, turn=8), CP, COMBAT)
    assert sum(answer.startswith("attack") for answer in given) <= 1
