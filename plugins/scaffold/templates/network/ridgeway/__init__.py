"""Ridgeway: two sides on both ends of a mountain road. Hooks only; the rules are in the modules of their chapters."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from wargame.core.engine.questions import Procedure
from wargame.core.engine.result import Result
from wargame.core.engine.sequence import Sequence
from wargame.core.engine.state import PHASE
from wargame.core.mechanics.answers import Attack, Move
from wargame.core.title.picture import Picture
from wargame.core.title.title import Scenario, Title
from wargame.plugins import hookimpl

from . import combat, picture, sequence
from .model import State, load


@hookimpl
def wargame_title(overlay: Path | None) -> Title:
    data = load(overlay)
    return Title(
        id="ridgeway", name="Ridgeway", version="1", sides=("red", "blue"), state=State, actions=(Move, Attack),
        scenarios=(Scenario("campaign", "The campaign", "Each side at its end of the road."),),
        board=data.board, counters=data.counters, data=data, data_hash=data.hash, marks={"moved": PHASE},
        names={space.id: space.name for space in data.board.spaces}, colours={"red": "red", "blue": "blue"},
        summary="Two sides fight for the pass between them.",
    )  # fmt: skip


@hookimpl
def wargame_setup(title: Title) -> State:
    s = State(title=title)
    s.control.update({space.id: space.home for space in title.data.board.spaces if space.home})
    for counter in title.counters.values():
        s.place(counter.id, counter.at, counter.steps)
    return s


@hookimpl
def wargame_phases() -> Sequence:
    return sequence.TURN


@hookimpl
def wargame_resolve_combat(state: State, battle: Any) -> Procedure[bool]:
    return combat.fight(state, battle)


@hookimpl
def wargame_victory(state: State) -> Result | None:
    return sequence.victory(state)


@hookimpl
def wargame_evaluate(state: State, side: str) -> float:
    return sequence.evaluate(state, side)


@hookimpl
def wargame_picture(state: State) -> Picture:
    return picture.picture(state)
