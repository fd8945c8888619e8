"""2 to 5: stacking, zones, movement, rail and supply."""

from __future__ import annotations

import pytest
from salient.movement import MOVEMENT

from wargame.core.engine.errors import IllegalAction
from wargame.core.engine.game import Game

from .conftest import attack, position


def refused(game: Game, action: str) -> str:
    """The number of the rule that refuses an action."""
    with pytest.raises(IllegalAction) as error:
        game.apply(action)
    return error.value.rule


@pytest.mark.rule("2.1")
def test_a_third_unit_has_no_room() -> None:
    game = position(r1="0101", r2="0102", r3="0102", b1="0605")
    assert refused(game, "move r1 0102") == "2.1"


@pytest.mark.rule("2.2")
def test_nobody_enters_a_hex_with_an_enemy() -> None:
    assert refused(position(r1="0202", b1="0203"), "move r1 0203") == "2.2"


@pytest.mark.rule("3.1", "3.2")
def test_a_unit_stops_in_an_enemy_zone() -> None:
    game = position(r1="0201", b1="0302", b2="0605")
    assert refused(game, "move r1 0205") == "4.1"  # four hexes, but two of them are in a zone
    game.apply("move r1 0202")
    assert game.state.units["r1"].at == "0202"


@pytest.mark.rule("3.1")
def test_zones_do_not_cross_rivers() -> None:
    game = position(r2="0501", b1="0402")
    game.apply("move r2 0503")  # past b1, through 0502
    assert game.state.units["r2"].at == "0503"


@pytest.mark.rule("3.2")
def test_a_unit_does_not_go_from_zone_to_zone() -> None:
    assert refused(position(r2="0203", b1="0204", b2="0302"), "move r2 0303") == "3.2"


@pytest.mark.rule("4.1")
def test_a_unit_moves_once() -> None:
    game = position(r1="0101", r2="0102", b1="0605")
    game.apply("move r1 0201")
    assert refused(game, "move r1 0301") == "4.1"


@pytest.mark.rule("4.2")
@pytest.mark.parametrize(("start", "to", "price"), [("0403", "0502", 1), ("0402", "0502", 2), ("0202", "0302", 2)])
def test_rivers_and_forests_cost_a_point_more(start: str, to: str, price: int) -> None:
    assert MOVEMENT.price(position(r1=start).state, "r1", to) == price


@pytest.mark.rule("4.3")
def test_two_units_go_by_rail() -> None:
    game = position(r1="0101", r2="0101", r3="0201", b1="0605")
    game.apply("rail r1 0401")
    game.apply("rail r2 0401")
    assert refused(game, "rail r3 0301") == "4.3"


@pytest.mark.rule("4.3", "3.3")
def test_an_enemy_zone_closes_the_railway_unless_a_friend_is_there() -> None:
    assert refused(position(r1="0101", b1="0202"), "rail r1 0401") == "4.3"
    game = position(r1="0101", r2="0201", r3="0301", b1="0202")
    game.apply("rail r1 0401")
    assert game.state.units["r1"].at == "0401"


@pytest.mark.rule("5.1", "5.3")
def test_a_unit_that_is_cut_off_loses_a_step() -> None:
    game = position(r1="0503", b1="0101", b2="0605")
    game.state.control_by("0101", "blue")
    game.state.control_by("0303", "red")
    game.apply("done")
    game.apply("done")
    assert game.state.units["r1"].steps == 1


@pytest.mark.rule("5.2")
def test_a_unit_out_of_supply_attacks_with_half_its_strength() -> None:
    game = position(r2="0204", b3="0205", b1="0605")
    game.state.control_by("0101", "blue")
    game.state.control_by("0303", "red")
    game.apply("done")
    game.apply("attack 0205")
    game.apply("with r2")
    assert game.decision is not None
    assert game.decision.shown()["strength"] == "3 : 2"


@pytest.mark.rule("9.1")
def test_a_unit_takes_a_city() -> None:
    game = position(r1="0302", b1="0605")
    game.apply("move r1 0303")
    assert game.state.control["0303"] == "red"


@pytest.mark.rule("6.6")
def test_attackers_may_advance() -> None:
    game = position(r2="0202", r1="0101", b3="0203", b1="0605")
    attack(game, "0203", "r2")
    game.apply("roll 6")
    game.apply("advance r2 0203")
    assert game.state.units["r2"].at == "0203"
