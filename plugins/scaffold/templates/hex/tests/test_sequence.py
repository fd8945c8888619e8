"""1 and 7 to 9: the sequence of play, arrivals, replacements, victory."""

from __future__ import annotations

import pytest

from wargame.core.engine.errors import IllegalAction
from wargame.core.engine.game import Game

from .conftest import position


def next_turn(game: Game) -> None:
    """Both sides do nothing until the next turn begins."""
    turn = game.state.turn
    while game.state.turn == turn and game.decision is not None:
        game.apply("done")


@pytest.mark.rule("1.1")
def test_red_moves_and_fights_before_blue_moves() -> None:
    game = position(r1="0101", b1="0605")
    phases = []
    for _ in range(3):
        phases.append(game.state.phase)
        game.apply("done")
    assert phases == ["red movement", "red combat", "blue movement"]


@pytest.mark.rule("7.1", "7.2")
def test_a_point_restores_a_step() -> None:
    game = position(r1="0101", b1="0605")
    game.state.reduce("r1")
    next_turn(game)
    game.apply("restore r1")
    assert (game.state.units["r1"].steps, game.state.tracks["red replacements"]) == (2, 3)


@pytest.mark.rule("7.3")
def test_two_points_rebuild_a_unit_at_home() -> None:
    game = position(r1="0102", b1="0605", r2="dead")
    next_turn(game)
    with pytest.raises(IllegalAction, match="cannot enter"):
        game.apply("rebuild r2 0303")
    game.apply("rebuild r2 0101")
    assert (game.state.units["r2"].at, game.state.units["r2"].steps) == ("0101", 1)
    assert game.state.tracks["red replacements"] == 2


@pytest.mark.rule("8.1")
def test_a_unit_arrives_in_its_turn() -> None:
    game = position(r1="0102", b1="0605")
    game.state.place("r4", "turn 2", 2)
    next_turn(game)
    assert game.state.units["r4"].at == "0101"


@pytest.mark.rule("8.1")
def test_a_unit_without_room_waits() -> None:
    game = position(r1="0101", r2="0101", b1="0605")
    game.state.place("r4", "turn 2", 2)
    next_turn(game)
    assert game.state.units["r4"].at == "turn 3"


@pytest.mark.rule("9.2")
def test_whoever_holds_more_at_the_end_wins() -> None:
    game = position(r1="0303", b1="0605")
    game.state.control_by("0303", "red")
    while game.decision is not None:
        game.apply("done")
    assert game.result is not None
    assert (game.result.winners, game.result.rule) == (("red",), "9.2")


@pytest.mark.rule("9.2")
def test_even_points_are_a_draw() -> None:
    game = position(r1="0101", b1="0605")
    while game.decision is not None:
        game.apply("done")
    assert game.result is not None
    assert game.result.winners == ()
