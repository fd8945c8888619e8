"""Traces of War: Ukraine, August 1943 to March 1944. Hooks only; the rules are in the modules named by chapter."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Sequence as Many
from functools import cache
from pathlib import Path
from typing import Any

from wargame.core.picture import Panel, Picture
from wargame.core.sequence import Sequence
from wargame.core.state import State as KernelState
from wargame.core.title import Option, Result, Scenario, Title
from wargame.plugins import hookimpl

from .model import ACTIONS, State
from .records import AXIS, SOVIET, load

OPTIONS = (
    Option("bidding", False, "Both players bid the points the Soviets need; the higher bid plays them.", "14.1"),
    Option("hq_conversion", False, "From turn 4 the Soviet HQs are the stronger Ukrainian Fronts.", "14.2"),
)
GISTS = {"race": "Four turns to reach the Dnipro.", "campaign": "Eight turns across the Ukraine."}


@cache
def title(overlay: Path | None = None) -> Title:
    d = load(overlay)
    return Title(
        id="traces_of_war", name="Traces of War", version="1", sides=(SOVIET, AXIS),
        scenarios=tuple(Scenario(x.id, x.name, GISTS[x.id]) for x in d.scenarios.values()),
        state=State, actions=ACTIONS, options=OPTIONS, board=d.board, counters=d.counters, data=d, data_hash=d.hash,
        summary="The Soviet offensives in the Ukraine from August 1943 to March 1944, activated by command chits.",
        colours={SOVIET: "red", AXIS: "blue"},
    )  # fmt: skip


@hookimpl
def wargame_title(overlay: Path | None) -> Title:
    return title(overlay)


@hookimpl
def wargame_setup(title: Title, scenario: str, options: dict[str, Any]) -> KernelState:
    from .scenarios import setup

    return setup(State(title=title), scenario, options)


@hookimpl
def wargame_phases(state: State) -> Sequence:
    from .sequence import GAME

    return GAME


@hookimpl
def wargame_resolve_combat(state: State, battle: Any) -> Any:
    from .combat import resolve

    return resolve(state, *battle)


@hookimpl
def wargame_victory(state: State) -> Result | None:
    return state.result


@hookimpl
def wargame_view(state: State, side: str | None) -> dict[str, Any]:
    from .view import view

    return view(state, side)


@hookimpl
def wargame_redraw(state: State, side: str, source: Any) -> bool:
    from .view import redraw

    redraw(state, side, source)
    return True


@hookimpl
def wargame_evaluate(state: State, side: str) -> float:
    from .view import evaluate

    return evaluate(state, side)


@hookimpl
def wargame_picture(state: State, side: str | None) -> Picture:
    from .picture import picture

    return picture(state)


@hookimpl
def wargame_lookups() -> Mapping[str, Callable[[State, str | None, Many[str]], Panel]]:
    from .picture import chits, hex_facts, supply

    return {"chits": chits, "hex": hex_facts, "supply": supply}
