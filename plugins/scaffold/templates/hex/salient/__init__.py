"""The Salient: two armies, a river and nine cities. Hooks only; the rules are in the modules of their chapters."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from wargame.core.engine.questions import Procedure
from wargame.core.engine.result import Result
from wargame.core.engine.sequence import Sequence
from wargame.core.engine.state import PHASE
from wargame.core.mechanics.answers import COMBAT, Enter, Move, Rebuild, Restore, Ride
from wargame.core.mechanics.arrivals import turn_box
from wargame.core.title.picture import Lookup, Picture
from wargame.core.title.title import Scenario, Title
from wargame.plugins import hookimpl

from . import combat, picture, sequence
from .model import DEAD, State, load


@hookimpl
def wargame_title(overlay: Path | None) -> Title:
    data, counters, data_hash = load(overlay)
    return Title(
        id="salient", name="The Salient", version="1", sides=("red", "blue"), state=State,
        actions=(Move, Ride, Enter, Restore, Rebuild, *COMBAT),
        scenarios=(Scenario("campaign", "The campaign", "Both armies as they stand on the first day."),),
        board=data.board, counters=counters, data=data, data_hash=data_hash, marks={"moved": PHASE, "attacked": PHASE},
        boxes=(DEAD, *(turn_box(turn) for turn in range(2, data.numbers.turns + 2))),
        colours={"red": "red", "blue": "blue"}, summary="Two armies fight for the cities on both banks of a river.",
    )  # fmt: skip


@hookimpl
def wargame_setup(title: Title) -> State:
    s = State(title=title)
    for space in title.data.board.spaces:
        if space.points:
            s.control[space.id] = space.home
    for counter in title.counters.values():
        s.place(counter.id, turn_box(counter.turn) if counter.turn else counter.at, counter.steps)
    return s


@hookimpl
def wargame_phases() -> Sequence:
    return sequence.TURN


@hookimpl
def wargame_resolve_combat(state: State, battle: str) -> Procedure[None]:
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


@hookimpl
def wargame_lookups() -> Mapping[str, Lookup]:
    return {"supply": picture.supply_panel}
