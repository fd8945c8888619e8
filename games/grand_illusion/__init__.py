"""Grand Illusion: the west, August to November 1914. The hooks of the title; the rules are in the modules beside."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Sequence as Many
from pathlib import Path
from typing import Any

from wargame.core.board import Board
from wargame.core.picture import Panel, Picture
from wargame.core.sequence import Sequence
from wargame.core.title import Result, Scenario, Title
from wargame.plugins import hookimpl

from . import scenarios, view
from .combat import fight
from .lookups import LOOKUPS
from .model import ACTIONS, State
from .records import SIDES, load
from .sequence import TURN
from .victory import sudden_death


@hookimpl
def wargame_title(overlay: Path | None) -> Title:
    printed = load(overlay)
    return Title(
        id="grand_illusion",
        name="Grand Illusion",
        version="1",
        sides=SIDES,
        scenarios=tuple(Scenario(s.id, s.name, s.gist) for s in printed.scenarios.values()),
        state=State,
        actions=ACTIONS,
        board=Board.of_edges(tuple(printed.spaces.values()), printed.hexsides),
        counters=printed.pieces,
        data=printed,
        data_hash=printed.data_hash,
        summary="Armies in large hexes, command points, battles on a battle board.",
        colours={"allied": "blue", "german": "grey"},
    )


@hookimpl
def wargame_setup(title: Title, scenario: str, options: dict[str, Any]) -> State:
    return scenarios.setup(title, scenario, options)


@hookimpl
def wargame_phases(state: State) -> Sequence:
    return TURN


@hookimpl
def wargame_resolve_combat(state: State, battle: Any) -> Any:
    return fight(state, battle)


@hookimpl
def wargame_victory(state: State) -> Result | None:
    return sudden_death(state)


@hookimpl
def wargame_view(state: State, side: str | None) -> dict[str, Any]:
    return view.view(state, side)


@hookimpl
def wargame_redraw(state: State, side: str, source: Any) -> bool:
    return view.redraw(state, side, source)


@hookimpl
def wargame_evaluate(state: State, side: str) -> float:
    return view.evaluate(state, side)


@hookimpl
def wargame_lookups() -> Mapping[str, Callable[[State, str | None, Many[str]], Panel]]:
    return LOOKUPS


@hookimpl
def wargame_picture(state: State, side: str | None) -> Picture:
    return view.picture(state, side)
