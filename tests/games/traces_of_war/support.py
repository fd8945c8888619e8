"""Positions in a few lines: an empty map of the title, with whatever units a test puts on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import pytest

import wargame.games.traces_of_war as plugin
from tests.games import asking
from wargame.core.engine.convert import state_to_data
from wargame.core.engine.errors import IllegalAction
from wargame.core.engine.game import Game
from wargame.core.mechanics.search import Reach
from wargame.games.traces_of_war.activation import activate
from wargame.games.traces_of_war.model import MOVE_COMBAT, State
from wargame.games.traces_of_war.reach import NORMAL, STRATEGIC, reach
from wargame.games.traces_of_war.records import AXIS, SOVIET
from wargame.plugins import new_game

TITLE = plugin.wargame_title(None)
ask, texts = partial(asking.ask, TITLE.notation), asking.texts
BOARD: Any = TITLE.board

# A hex of open ground with two rings of it around, far from the enemy, and its six neighbours.
OPEN = "2541"
WEST, EAST, NORTH_WEST, NORTH_EAST, SOUTH_WEST, SOUTH_EAST = "2540", "2542", "2641", "2642", "2441", "2442"

RIFLE = ("SU-I-50", "SU-I-51", "SU-I-47", "SU-I-52")  # 4-4-4, reduced 2-2
TANK = ("SU-T-2Tk", "SU-T-10Tk", "SU-T-6Tk")  # 6-4-7, reduced 3-2
INFANTRY = ("DE-I-88", "DE-I-75", "DE-I-294", "DE-I-336", "DE-I-17")  # 3-3-5, reduced 2-2
PANZER = "DE-T-17Pz"
SECURITY = "DE-S-213Sec"  # one step
SOVIET_HQ, SOVIET_HQ2, AXIS_HQ, AXIS_HQ2 = "SU-HQ-Vrnz", "SU-HQ-Step", "DE-HQ-4PzA", "DE-HQ-8A"


def fresh(scenario: str = "campaign", seed: int = 1, **options: Any) -> Game:
    """A game at its first question, the dice rolled by hand."""
    return new_game("traces_of_war", scenario=scenario, seed=seed, options=options, dice="manual")


def blank(turn: int = 1, scenario: str = "campaign", **options: Any) -> State:
    """A state without units on the map and without orders, all cities Axis."""
    state: Any = fresh(scenario, **options).state
    state.units.clear()
    state.reindex()
    state.turn, state.orders = turn, frozenset()
    state.log = []
    return state  # type: ignore[no-any-return]


def put(s: State, hex: str, *units: str) -> None:
    """Place units; one in brackets is reduced."""
    for name in units:
        unit = name.strip("()")
        s.place(unit, hex, 1 if name.startswith("(") else s.counter(unit).steps)


def position(stacks: Mapping[str, str | Sequence[str]]) -> State:
    """An empty map with these units: one or several in each hex, as `put` takes them."""
    s = blank()
    for hex, units in stacks.items():
        put(s, hex, *([units] if isinstance(units, str) else units))
    return s


def activated(s: State, side: str, *units: str, mode: str = MOVE_COMBAT) -> State:
    """These units (all of the side, if none is named) are activated."""
    s.expire(("activation",))  # the one before is over
    s.side = side
    activate(s, frozenset(units or s.units_on_map(side)), mode)
    return s


def facing(
    defenders: tuple[str, ...] = INFANTRY[:1], attackers: tuple[str, ...] = TANK[:2], start: str = WEST
) -> State:
    """German defenders in the open with Soviet attackers beside them, activated."""
    return activated(position({OPEN: defenders, start: attackers}), SOVIET)


def normal(s: State, unit: str, start: str, allowance: int) -> Reach:
    """How far a unit gets by normal movement (9.1), in half points."""
    return reach(s, NORMAL, unit, allowance, start=start)


def by_road(s: State, unit: str, start: str, allowance: int) -> Reach:
    """How far a unit gets along roads (9.2), in half points."""
    return reach(s, STRATEGIC, unit, allowance, start=start)


def refused(s: State, question: Any, answer: str) -> tuple[str, str]:
    """The rule and sentence with which an answer is refused, the state being left as it was."""
    before = state_to_data(s)
    with pytest.raises(IllegalAction) as caught:
        question.check(question.read(answer, TITLE.notation))
    assert state_to_data(s) == before
    return caught.value.rule, caught.value.message


def name(unit: str) -> str:
    """What the map calls a unit."""
    return str(TITLE.data.names[unit])


def told(s: State) -> list[str]:
    return [event.text for event in s.log]


def to_selection(game: Game, turn: int = 1, hq: str = SOVIET_HQ) -> Game:
    """From the set-up through an opening in which nobody attacks to the selection of chits (of a later turn)."""
    for unit, hex in (("DE-S-213Sec", "2918"), ("DE-S-444Sec", "0218"), ("DE-S-454Sec", "2305")):
        game.apply(f"place {unit} {hex}")
    game.apply("draw offensive")
    game.state.turn = turn
    game.apply(f"hq {hq}")
    while game.state.phase == "combat":
        game.apply("done")
    return game


__all__ = ["AXIS", "SOVIET"]
