"""Positions in a few lines: a game stopped at an action, with whatever units a test puts on the map."""

from __future__ import annotations

from functools import partial
from typing import Any

import wargame.games.paths_of_glory as plugin
from tests.games import asking
from wargame.core.engine import convert
from wargame.core.engine.game import Game
from wargame.games.paths_of_glory.model import AP, CP, State
from wargame.games.paths_of_glory.sequence import TURN
from wargame.plugins import new_game

TITLE = plugin.wargame_title(None)
ask, texts = partial(asking.ask, TITLE.notation), asking.texts


def fresh(scenario: str = "campaign", seed: int = 1, **options: Any) -> Game:
    return new_game("paths_of_glory", scenario=scenario, seed=seed, options=options, dice="manual")


def started(scenario: str = "campaign", guns: bool = True, **options: Any) -> Game:
    """A game at the first CP action, both sides holding the first seven cards of their piles."""
    game = fresh(scenario, **options)
    game.apply("choose cp_01" if guns else "choose none")
    deal(game)
    deal(game)
    game.apply("roll 5")  # no CP mandated offensive
    game.apply("roll 5")  # Italy: neutral
    return game


def deal(game: Game) -> None:
    question: Any = game.decision
    game.apply("draw " + ",".join(question.items[: question.count]))


def blank(turn: int = 3, at_war: tuple[str, ...] = ()) -> State:
    """A state without units on the map, its usual control, everything else as at the start."""
    return emptied(started().state, turn, at_war)  # type: ignore[arg-type]


def emptied(state: State, turn: int = 3, at_war: tuple[str, ...] = ()) -> State:
    """The same made from any state."""
    for unit in list(state.units):
        state.units.pop(unit)
    for side in (AP, CP):
        hold(state, side)
    state.trenches.clear()
    state.reindex()
    state.turn = turn
    state.at_war = state.at_war | set(at_war)
    state.changed()
    return state


def put(state: State, space: str, *units: str, side: str = "") -> None:
    """Place units; a unit in brackets is reduced. The space goes to their side unless a fort stands there."""
    for name in units:
        unit = name.strip("()")
        state.place(unit, space, 1 if name.startswith("(") else 2)
        owner = side or state.side_of(unit)
        if space in state.data.spaces and not state.fort(space):
            state.control[space] = owner
    state.changed()


def hold(state: State, side: str, *cards: str) -> None:
    """Give a side exactly these cards."""
    for pile in list(state.piles):
        state.piles[pile] = tuple(c for c in state.piles[pile] if c not in cards)
    state.piles[f"{side}_deck"] = tuple(sorted((*state.pile(f"{side}_deck"), *state.pile(f"{side}_hand"))))
    state.piles[f"{side}_hand"] = tuple(sorted(cards))


def game_at(state: State, side: str = CP, round_of_actions: int = 1, phase: str = "") -> Game:
    """A game that stands at an action of a side, or at a phase after the actions, with this position."""
    state.round, state.phase = round_of_actions, phase or "card"
    state.agenda = ((1, 0), (1, round_of_actions - 1), (1 if side == CP else 2, 0), (0, 0))
    if phase:
        state.agenda = ((1, 0), ([step.name for step in TURN.steps].index(phase), 0))
    position = fresh(state.scenario).position()
    changed = {"state": convert.state_to_data(state), "stacks": {}, "answers": [], "dice": "seeded"}
    return new_game("paths_of_glory", position=position | changed)


__all__ = ["AP", "CP"]
