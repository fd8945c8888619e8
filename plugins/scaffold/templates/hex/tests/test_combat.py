"""6: combat."""

from __future__ import annotations

import pytest

from wargame.core.engine.errors import IllegalAction
from wargame.core.engine.game import Game

from .conftest import attack, position


def column(game: Game, target: str, *units: str) -> tuple[str, list[str]]:
    """The column on which these units attack, and its shifts."""
    game.apply("done")
    game.apply(f"attack {target}")
    for unit in units:
        game.apply(f"with {unit}")
    assert game.decision is not None
    shown = game.decision.shown()
    return shown["column"], shown.get("shifts", [])


@pytest.mark.rule("6.1")
def test_only_neighbours_attack() -> None:
    game = position(r1="0202", r2="0101", b1="0203")
    game.apply("done")
    game.apply("attack 0203")
    with pytest.raises(IllegalAction) as refused:
        game.apply("with r2")
    assert refused.value.rule == "6.1"


@pytest.mark.rule("6.1")
def test_a_hex_is_attacked_once() -> None:
    game = position(r1="0202", r2="0101", b1="0203")
    game.apply("done")
    game.apply("attack 0203")
    game.apply("call off")
    assert [str(action) for action in game.decision.actions] == ["done"]  # type: ignore[union-attr]


@pytest.mark.rule("6.2")
def test_odds_favour_the_defender() -> None:
    assert column(position(r1="0202", r3="0102", b1="0203"), "0203", "r1", "r3") == ("1:1", [])  # 6 to 4


@pytest.mark.rule("6.2")
def test_no_attack_below_the_lowest_odds() -> None:
    game = position(r3="0202", b1="0203", b2="0203")
    game.apply("done")
    with pytest.raises(IllegalAction) as refused:  # 2 to 8
        game.apply("attack 0203")
    assert refused.value.rule == "6.2"


@pytest.mark.rule("6.2")
def test_a_reduced_unit_has_half_its_strength() -> None:
    game = position(r1="0202", b1="0203")
    game.state.reduce("b1")
    assert column(game, "0203", "r1")[0] == "2:1"


@pytest.mark.rule("6.3")
def test_a_forest_helps_the_defender() -> None:
    assert column(position(r2="0202", b3="0302"), "0302", "r2") == ("2:1", ["-1 forest (6.3)"])  # 6 to 2 is 3:1


@pytest.mark.rule("6.3")
def test_a_river_helps_the_defender_if_all_attack_across_it() -> None:
    shifted = position(r2="0402", b3="0502")
    assert column(shifted, "0502", "r2") == ("2:1", ["-1 river (6.3)"])
    assert column(position(r2="0402", r3="0503", b3="0502"), "0502", "r2", "r3") == ("4:1", [])


@pytest.mark.rule("6.4")
def test_an_exchange_costs_both_a_step() -> None:
    game = position(r1="0202", b1="0203")
    attack(game, "0203", "r1")
    game.apply("roll 4")
    assert [game.state.units[unit].steps for unit in ("r1", "b1")] == [1, 1]
    assert game.state.units["b1"].at == "0203"


@pytest.mark.rule("6.4")
@pytest.mark.parametrize(("die", "red", "blue"), [(1, 1, 2), (3, 1, 1)])
def test_losses(die: int, red: int, blue: int) -> None:
    game = position(r1="0202", b1="0203")
    attack(game, "0203", "r1")
    game.apply(f"roll {die}")
    assert (game.state.units["r1"].steps, game.state.units["b1"].steps) == (red, blue)


@pytest.mark.rule("6.5")
def test_defenders_retreat_two_hexes() -> None:
    game = position(r1="0202", b1="0203")
    attack(game, "0203", "r1")
    game.apply("roll 5")
    retreat = next(action for action in game.decision.actions if str(action).startswith("retreat"))  # type: ignore[union-attr]
    game.apply(retreat)
    assert game.state.board.distance("0203", game.state.units["b1"].at) == 2


@pytest.mark.rule("6.5")
def test_who_cannot_retreat_is_eliminated() -> None:
    game = position(r1="0104", r2="0205", r3="0204", b1="0105")
    attack(game, "0105", "r1")
    game.apply("roll 5")
    assert game.state.units["b1"].at == "dead"
