"""The rules of Ridgeway, one behaviour per test."""

from __future__ import annotations

import pytest

from wargame.core.engine.errors import IllegalAction
from wargame.core.engine.game import Game
from wargame.plugins import new_game

from .conftest import BLUE, RED, position


def ordered(**places: str) -> Game:
    """The same once red has played a card for three orders."""
    game = position(**places)
    game.apply("play advance for orders")
    return game


def refused(game: Game, action: str) -> str:
    """The number of the rule that refuses an action."""
    with pytest.raises(IllegalAction) as error:
        game.apply(action)
    return error.value.rule


@pytest.mark.rule("1.1", "3.1")
def test_the_card_says_how_many_orders() -> None:
    game = ordered(R1="harbour", R2="mill", R3="abbey", R4="market", B1="castle")
    for order in ("move R1 mill", "move R2 ford", "move R3 moor"):
        game.apply(order)
    assert game.decision is not None
    assert (game.decision.side, game.state.phase) == ("blue", "blue card")


@pytest.mark.rule("6.1")
def test_hands_are_filled_and_seen_only_by_their_owners() -> None:
    game = position(R1="harbour", B1="castle")
    assert sorted(game.state.pile("hand:red")) == sorted(RED)
    assert game.view("red")["state"]["piles"]["hand:blue"] == len(BLUE)


@pytest.mark.rule("6.2")
def test_a_side_plays_only_cards_that_it_holds() -> None:
    assert refused(position(R1="harbour", B1="castle"), "play march for orders") == "6.2"


@pytest.mark.rule("6.3")
def test_reserves_restore_a_step() -> None:
    game = position(R1="harbour", B1="castle")
    assert refused(game, "play rest for event") == "6.3"
    game.state.reduce("R1")
    game.apply("play rest for event")
    assert game.state.units["R1"].steps == 2


@pytest.mark.rule("6.3")
def test_a_levy_returns_a_lost_unit() -> None:
    game = position(R1="mill", R2="mill", R3="mill", R4="mill", B1="castle")
    game.apply("play levy for event")
    assert game.state.units["R5"].at == "harbour"


@pytest.mark.rule("3.1")
def test_a_unit_moves_once() -> None:
    game = ordered(R1="harbour", B1="castle")
    game.apply("move R1 mill")
    assert refused(game, "move R1 ford") == "3.1"


@pytest.mark.rule("2.1")
def test_a_fourth_unit_has_no_room() -> None:
    assert refused(ordered(R1="mill", R2="mill", R3="mill", R4="ford", B1="castle"), "move R4 mill") == "2.1"


@pytest.mark.rule("2.2")
def test_a_unit_takes_a_space_worth_points() -> None:
    game = ordered(R1="market", B1="castle")
    game.apply("move R1 pass")
    assert game.state.control["pass"] == "red"


@pytest.mark.rule("3.2")
def test_two_roads_and_no_enemies() -> None:
    game = ordered(R1="harbour", B1="market")
    assert refused(game, "move R1 pass") == "3.2"
    assert refused(game, "move R1 market") == "3.2"
    game.apply("move R1 ford")


@pytest.mark.rule("4.1", "4.2", "4.3")
@pytest.mark.parametrize(("die", "taken"), [(4, False), (5, True)])
def test_an_attack_along_a_rough_road(die: int, taken: bool) -> None:
    game = ordered(R1="market", R5="harbour", B1="pass")
    game.apply("attack pass")  # 3 against 3, and a rough road
    game.apply(f"roll {die}")
    assert (game.state.units["R1"].at == "pass") is taken
    assert game.state.units["R1"].steps == (2 if taken else 1)


@pytest.mark.rule("4.1")
def test_nobody_attacks_from_afar() -> None:
    assert refused(ordered(R1="harbour", B1="pass"), "attack pass") == "4.1"


@pytest.mark.rule("4.4")
def test_beaten_defenders_retreat() -> None:
    game = ordered(R1="market", R2="market", B1="mill")
    game.apply("attack mill")
    game.apply("roll 6")
    assert game.state.units["B1"].steps == 1
    assert game.state.units["B1"].at in ("harbour", "ford")


@pytest.mark.rule("4.4")
def test_a_unit_with_one_step_is_lost() -> None:
    game = ordered(R1="market", R2="market", B5="mill")
    game.apply("attack mill")
    game.apply("roll 6")
    assert "B5" not in game.state.units


@pytest.mark.rule("5.1")
def test_whoever_holds_more_wins() -> None:
    game = new_game("ridgeway", seed=1)
    game.state.control["pass"] = "red"
    while game.decision is not None:
        last = [str(action) for action in game.decision.actions if not str(action).startswith(("move", "attack"))]
        game.apply(last[0])
    assert game.result is not None
    assert (game.result.winners, game.result.rule) == (("red",), "5.1")
