"""Positions in a few lines: an empty map, units where a test wants them, dice that fall as it says."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import wargame.games.grand_illusion as plugin
from wargame.core.engine import convert
from wargame.core.engine.actions import Dice, Drawn
from wargame.core.engine.errors import IllegalAction
from wargame.core.engine.game import Game
from wargame.core.engine.questions import CHANCE
from wargame.core.title.title import Title
from wargame.games.grand_illusion.model import State
from wargame.games.grand_illusion.records import ALLIED
from wargame.games.grand_illusion.sequence import TURN
from wargame.plugins.manager import HookRules

TITLE = plugin.wargame_title(None)
RULES = HookRules(TITLE, [plugin])


def fresh(scenario: str = "campaign", seed: int = 1, dice: str = "seeded") -> Game:
    return Game(TITLE, RULES, scenario=scenario, seed=seed, dice=dice)


def start(scenario: str = "campaign", title: Title = TITLE) -> State:
    """The state as set up, no procedure run."""
    state = plugin.wargame_setup(title, scenario, {})
    state.rules = RULES if title is TITLE else HookRules(title, [plugin])
    state.reindex()
    return state


def bare(turn: int = 1, scenario: str = "campaign", title: Title = TITLE) -> State:
    """The map without units and forts, CAPs as in turn 1 of the campaign; all in supply by the start control."""
    state = start(scenario, title)
    state.units.clear()
    state.reindex()
    state.turn = turn
    state.tracks["caps allied"], state.tracks["caps german"] = 4, 6
    return state


def put(state: State, hex: str, *units: str, steps: int = 2) -> None:
    for unit in units:
        piece = state.counter(unit)
        state.place(unit, hex, len(piece.strengths) if piece.kind == "fort" and steps == 2 else steps)


def run(procedure: Any, answers: Iterable[Any]) -> Any:
    """Run a procedure with these answers, each by text or number (dice); returns its value."""
    left = list(answers)
    try:
        question = next(procedure)
        while True:
            assert left, f"nobody answers: {question.prompt} {[str(a) for a in question.actions][:20]}"
            question = procedure.send(_answer(question, left.pop(0)))
    except StopIteration as stop:
        assert not left, f"answers left over: {left}"
        return stop.value


def _answer(question: Any, given: Any) -> Any:
    if question.side == CHANCE:
        action = given if isinstance(given, Dice | Drawn) else Dice(given if isinstance(given, tuple) else (given,))
    else:
        action = question.read(given, TITLE.notation) if isinstance(given, str) else given
    question.check(action)
    return action


def refused(procedure: Any, answers: Iterable[Any], bad: str, state: State | None = None) -> IllegalAction:
    """The refusal of `bad` after `answers`; it leaves the state as it was."""
    left = list(answers)
    question = next(procedure)
    for given in left:
        question = procedure.send(_answer(question, given))
    before = state and (dict(state.units), dict(state.tracks))
    try:
        question.check(question.read(bad, TITLE.notation))
    except IllegalAction as error:
        assert state is None or before == (state.units, state.tracks)
        return error
    raise AssertionError(f"'{bad}' was not refused")


def game_at(state: State, phase: str = "action", side: str = ALLIED, seed: int = 1) -> Game:
    """A game that stands at a phase with this position; `side` acts first."""
    names = [step.name for step in TURN.steps]
    state.initiative = state.active = side
    state.agenda = ((names.index(phase), 0),)
    state.phase = phase
    position = fresh(state.scenario, seed).position()
    return Game(TITLE, RULES, position=position | {"state": convert.state_to_data(state), "stacks": {}, "answers": []})
