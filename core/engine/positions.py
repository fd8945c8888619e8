"""Positions: a whole game as JSON-able data, from which play can continue."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from wargame.core.engine import convert
from wargame.core.engine.errors import WargameError
from wargame.core.engine.past import Start
from wargame.core.engine.state import State

if TYPE_CHECKING:
    from wargame.core.engine.game import Game
    from wargame.core.title.title import Title

FORMAT = 1


def write(game: Game, start: Start) -> dict[str, Any]:
    """The state at the start of the running procedure and the answers since."""
    return {
        "format": FORMAT,
        "title": game.title.id,
        "version": game.title.version,
        "scenario": game.scenario,
        "options": dict(game.options),
        "variants": list(game.variants),
        "seed": game.seed,
        "dice": game.dice,
        "state": convert.state_to_data(start.state),
        "stacks": start.state.stacks(),
        "answers": [answer.as_list() for answer in game.journal[start.answers :]],
    }


def read(title: Title, position: Mapping[str, Any]) -> State:
    """The state of a position, with each stack in its order."""
    if position["format"] != FORMAT or position["title"] != title.id:
        raise WargameError(f"The position is not one of {title.name} in format {FORMAT}.")
    state = convert.state_from_data(title.state, position["state"])
    state.reindex(position.get("stacks", ()))
    return state
