"""Positions in a few lines: a game that stands at a phase with these units and centres."""

import pytest

from wargame.core.engine.errors import IllegalAction
from wargame.core.engine.sequence import Sequence
from wargame.games.diplomacy.geography import geography
from wargame.games.diplomacy.sequence import GAME
from wargame.plugins import new_game

QUIET = {"negotiation": False, "last_year": 0}


def agenda(phase, inside=GAME):
    """Where the sequence of play stands at a phase."""
    for i, step in enumerate(inside.steps):
        if step.name == phase:
            return [[i, 0]]
        within = agenda(phase, step) if isinstance(step, Sequence) else []
        if within:
            return [[i, 0], *within]
    return []


def game_at(phase="spring orders", units=None, centres=None, scenario="seven", year=1901, options=(), **fields):
    """A game at the start of a phase, with these units and centres (None: as at the start)."""
    options = {**QUIET, **dict(options)}
    position = new_game("diplomacy", scenario, options=options).position()
    state = position["state"]
    state.update(agenda=agenda(phase), year=year, season="autumn" if "spring" not in phase else "spring", **fields)
    if units is not None:
        stands = {geography().space_of[u[2:]]: (u, p) for p, listed in units.items() for u in listed}
        state["pieces"] = {s: u for s, (u, _) in stands.items()}
        state["owners"] = {s: p for s, (_, p) in stands.items()}
    if centres is not None:
        state["control"] = {c: p for p, listed in centres.items() for c in listed}
    position["answers"] = []
    return new_game("diplomacy", position=position)


def hand_in(game, sheets):
    """Each power hands in its sheet (a list of order texts); the others are done, or pass."""
    for side in list(game.decisions):
        orders = sheets.get(side)
        if orders:
            game.apply("sheet " + "; ".join(orders), side)
        else:
            question = game.decisions[side]
            game.apply("done" if question.rule == "VII.1" else "sheet nothing", side)


def told(game, side=None, since=0):
    return [f"{e.text} ({e.rule})" for e in game.events_for(side, since)]


def units(game):
    """Who stands where: power -> sorted unit strings."""
    return {power: sorted(them) for power, them in game.state.all_units().items()}


def refused(game, text, side):
    """The rule and the sentence with which an answer is refused; the game must be as it was."""
    before = game.position()
    with pytest.raises(IllegalAction) as caught:
        game.apply(text, side)
    assert game.position() == before
    return caught.value.rule, caught.value.message
