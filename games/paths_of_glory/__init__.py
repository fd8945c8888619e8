"""Paths of Glory: the First World War, 1914-1918. Hooks only; the rules are in the modules of their chapters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Sequence as Many
from pathlib import Path
from typing import Any

import pluggy

from wargame.core.picture import Panel, Picture
from wargame.core.sequence import Sequence
from wargame.core.state import State as KernelState
from wargame.core.title import Option, Result, Scenario, Title

from .model import ACTIONS, AP, CP, State, data

hookimpl = pluggy.HookimplMarker("wargame")

OPTIONS = (
    Option("alternative_setup", False, "The alternative set-up that helps the Central Powers.", "4.2.4"),
    Option("first_commitment", False, "+1 VP when the CP are first to Limited War and to Total War.", "5.1.3"),
    Option("hand_of_eight", False, "Hands of eight cards.", "9.1.4"),
    Option("entrench_again", False, "-1 on the next attempt after a failed one to entrench.", "11.2.9"),
    Option("tournament", False, "Tournament victory: a draw is an Allied victory, peace a loss for both.", "5.6.3"),
    Option("bid", 0, "VP bid for the Allied side, added at the end of a tournament game.", "5.6.2", tuple(range(21))),
)


@hookimpl
def wargame_title(overlay: Path | None) -> Title:
    d = data(overlay)
    order = ("campaign", "limited_war", "introductory")
    scenarios = tuple(Scenario(k, d.scenarios[k]["name"], d.scenarios[k]["gist"]) for k in order)
    return Title(
        id="paths_of_glory", name="Paths of Glory", version="1", sides=(CP, AP), scenarios=scenarios, state=State,
        actions=ACTIONS, options=OPTIONS, board=d.board, counters=d.counters, data=d, data_hash=d.hash,
        summary="The First World War in Europe and the Near East, 1914 to 1918, driven by strategy cards.",
        colours={CP: "green", AP: "blue"},
    )  # fmt: skip


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
    from .combat import fight

    return fight(state, battle)


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
    from .picture import card, hand, reserve, status, supply

    return {"hand": hand, "card": card, "supply": supply, "reserve": reserve, "status": status}
