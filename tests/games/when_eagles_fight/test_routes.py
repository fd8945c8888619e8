"""Whole marches in one line: the hook `wargame_route` (12.x, 11.2)."""

from __future__ import annotations

import itertools
import random

import pytest

from .support import at, board, entry_cost, new, tell

CP_MOVES = "Central Powers movement"


def route(game, units, to, via=""):
    """The answers of a march, as text; None where the title knows no way."""
    side, state = game.decision.side, game.state
    asked = {"state": state, "side": side, "units": tuple(units.split()), "to": to, "via": tuple(via.split())}
    found = game.rules.hook.wargame_route(**asked)
    return found if found is None else [str(a) for a in found]


@pytest.mark.rule("12.8")
def test_a_march_names_the_stack_and_takes_the_cheapest_hexes():
    game = at(board({"1118": "GE-1 GE-17"}), CP_MOVES)
    answers = route(game, "GE-17 GE-1", "1115")
    assert answers == ["stack 1118", *(f"step GE-1+GE-17 {h}" for h in ("1117", "1116", "1115"))]
    tell(game, *answers)
    assert game.state.at["1115"] == ("GE-1", "GE-17")


@pytest.mark.rule("12.8")
def test_a_march_goes_on_from_where_the_stack_has_come_and_by_way_of_a_hex():
    game = tell(at(board({"1118": "GE-1"}), CP_MOVES), "stack 1118", "step GE-1 1117")
    assert route(game, "GE-1", "1115") == ["step GE-1 1116", "step GE-1 1115"]
    assert route(game, "GE-1", "1116", "1217") == ["step GE-1 1217", "step GE-1 1116"]
    assert route(game, "GE-1", "1112") == []


@pytest.mark.rule("12.10")
def test_a_march_follows_a_pass_where_that_is_cheaper():
    game = at(board({"2628": "AH-1"}), CP_MOVES)
    assert route(game, "AH-1", "2530")[1:] == [f"step AH-1 {h}" for h in ("2528", "2529", "2530")]


@pytest.mark.rule("12.4", "8.1")
def test_a_march_goes_around_enemies_and_full_hexes():
    around = at(board({"1118": "GE-1", "1117": "RU-1"}), CP_MOVES)
    assert route(around, "GE-1", "1116")
    assert "step GE-1 1117" not in route(around, "GE-1", "1116")
    full = at(board({"1118": "GE-1", "1117": "GE-17 GE-20 GE-2"}), CP_MOVES)
    assert "step GE-1 1117" not in route(full, "GE-1", "1116")
    assert route(full, "GE-1", "1117") == []


@pytest.mark.rule("12.7")
def test_a_stack_marches_no_farther_than_its_slowest_unit():
    game = at(board({"1123": "GE-1 GE-1Cdiv"}), CP_MOVES)
    assert len(route(game, "GE-1Cdiv", "1117")) == 7
    assert route(game, "GE-1 GE-1Cdiv", "1117") == []


@pytest.mark.rule("12.2", "12.5")
def test_no_march_for_units_that_have_moved_stand_apart_or_are_not_there():
    game = at(board({"1118": "GE-1", "1217": "GE-17", "2314": "GE-F-Konigsberg GE-2", "3515": "RU-1"}), CP_MOVES)
    assert route(game, "GE-1 GE-17", "1116") == []
    assert route(game, "RU-1", "3514") == route(game, "GE-20", "1116") == route(game, "nobody", "1116") == []
    assert route(game, "GE-F-Konigsberg GE-2", "2315") == route(game, "GE-2", "9999") == []
    tell(game, "stack 1118", "stack 1217")
    assert route(game, "GE-1", "1117") == []


@pytest.mark.rule("11.2")
def test_by_rail_a_unit_entrains_and_goes():
    game = at(board({"2314": "GE-1", "1118": "GE-17"}), "Central Powers strategic movement")
    goal = next(a for a in tell(at(board({"2314": "GE-1"}), game.state.phase), "entrain GE-1").decision.actions).hex
    assert route(game, "GE-1", goal) == ["entrain GE-1", f"rail GE-1 {goal}"]
    assert route(game, "GE-17", goal) == route(game, "GE-1 GE-17", goal) == []
    assert route(at(board({"2124": "GE-1", "2224": "RU-1"}), "Central Powers combat"), "GE-1", "2123") is None


@pytest.mark.rule("12.8")
def test_no_path_is_cheaper_than_the_march():
    """Against all paths tried one by one, in positions of a real game."""
    game, source = new(seed=3), random.Random(3)
    for _ in range(60):
        game.apply(source.choice(game.decision.actions))
    while game.state.phase != "Russian movement":
        game.apply(source.choice(game.decision.actions))
    units = [u for u in source.sample(game.state.units_on_map("ru"), 12) if game.state.factors(u)[2] == 4]
    found = 0
    for unit in units:
        best = cheapest(game, unit)
        for goal, cost in best.items():
            answers = route(game, unit, goal)
            ahead = game.fork()
            tell(ahead, *answers)
            assert (ahead.state.units[unit].at, ahead.state.spent[unit]) == (goal, cost)
            found += 1
    assert found > 50


def cheapest(game, unit):
    """The least points that take a unit to each hex within reach, by brute force of legal answers."""
    start = game.state.units[unit].at
    if f"stack {start}" not in map(str, game.decision.actions):
        return {}
    best: dict[str, int] = {}
    fringe = [tell(game.fork(), f"stack {start}")]
    for _ in itertools.repeat(None, 4):
        onward = []
        for ahead in fringe:
            for action in [a for a in ahead.decision.actions if getattr(a, "units", ()) == (unit,)]:
                then = tell(ahead.fork(), str(action))
                spent = then.state.spent[unit]
                assert spent <= ahead.state.spent[unit] + entry_cost(game.state, ahead.state.units[unit].at, action.hex)
                if action.hex != start and spent < best.get(action.hex, 99):
                    best[action.hex] = spent
                    onward.append(then)
        fringe = onward
    return best
