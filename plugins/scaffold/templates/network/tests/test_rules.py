"""The rules of Ridgeway, one behaviour per test."""

from __future__ import annotations

import pytest

from wargame.core.engine.errors import IllegalAction
from wargame.core.engine.game import Game

from .conftest import position


def refused(game: Game, action: str) -> str:
    """The number of the rule that refuses an action."""
    with pytest.raises(IllegalAction) as error:
        game.apply(action)
    return error.value.rule


@pytest.mark.rule("1.1", "3.1")
def test_three_orders_then_the_enemy() -> None:
    game = position(R1="harbour", R2="mill", R3="abbey", R4="market", B1="castle")
    for order in ("move R1 mill", "move R2 ford", "move R3 moor"):
        game.apply(order)
    assert game.decision is not None
    assert game.decision.side == "blue"


@pytest.mark.rule("3.1")
def test_a_unit_moves_once() -> None:
    game = position(R1="harbour", B1="castle")
    game.apply("move R1 mill")
    assert refused(game, "move R1 ford") == "3.1"


@pytest.mark.rule("2.1")
def test_a_fourth_unit_has_no_room() -> None:
    assert refused(position(R1="mill", R2="mill", R3="mill", R4="ford", B1="castle"), "move R4 mill") == "2.1"


@pytest.mark.rule("2.2")
def test_a_unit_takes_a_space_worth_points() -> None:
    game = position(R1="market", B1="castle")
    game.apply("move R1 pass")
    assert game.state.control["pass"] == "red"


@pytest.mark.rule("3.2")
def test_two_roads_and_no_enemies() -> None:
    game = position(R1="harbour", B1="market")
    assert refused(game, "move R1 pass") == "3.2"
    assert refused(game, "move R1 market") == "3.2"
    game.apply("move R1 ford")


@pytest.mark.rule("4.1", "4.2", "4.3")
@pytest.mark.parametrize(("die", "taken"), [(4, False), (5, True)])
def test_an_attack_along_a_rough_road(die: int, taken: bool) -> None:
    game = position(R1="market", R5="harbour", B1="pass")
    game.apply("attack pass")  # 3 against 3, and a rough road
    game.apply(f"roll {die}")
    assert (game.state.units["R1"].at == "pass") is taken
    assert game.state.units["R1"].steps == (2 if taken else 1)


@pytest.mark.rule("4.1")
def test_nobody_attacks_from_afar() -> None:
    assert refused(position(R1="harbour", B1="pass"), "attack pass") == "4.1"


@pytest.mark.rule("4.4")
def test_beaten_defenders_retreat() -> None:
    game = position(R1="market", R2="market", B1="mill")
    game.apply("attack mill")
    game.apply("roll 6")
    assert game.state.units["B1"].steps == 1
    assert game.state.units["B1"].at in ("harbour", "ford")


@pytest.mark.rule("4.4")
def test_a_unit_with_one_step_is_lost() -> None:
    game = position(R1="market", R2="market", B5="mill")
    game.apply("attack mill")
    game.apply("roll 6")
    assert "B5" not in game.state.units


@pytest.mark.rule("5.1")
def test_whoever_holds_more_wins() -> None:
    game = position(R1="market", B1="castle")
    game.apply("move R1 pass")
    while game.decision is not None:
        game.apply("done")
    assert game.result is not None
    assert (game.result.winners, game.result.rule) == (("red",), "5.1")
