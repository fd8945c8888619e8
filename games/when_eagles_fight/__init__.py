"""When Eagles Fight: the eastern front, 1914 to 1917. Hooks only; the rules are in the modules of their chapters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Sequence as Many
from pathlib import Path
from typing import Any

import pluggy

from wargame.core.picture import Panel, Picture
from wargame.core.questions import Procedure
from wargame.core.sequence import Sequence
from wargame.core.title import Result, Scenario, Title

from .model import ACTIONS, State
from .records import CP, RU, load

hookimpl = pluggy.HookimplMarker("wargame")


@hookimpl
def wargame_title(overlay: Path | None) -> Title:
    data = load(overlay)
    return Title(
        id="when_eagles_fight", name="When Eagles Fight", version="1", sides=(RU, CP),
        scenarios=tuple(Scenario(s.id, s.title, s.note) for s in data.scenarios.values()), state=State,
        actions=ACTIONS, board=data.board, counters=data.counters, data=data, data_hash=data.hash,
        summary="The campaigns between the Central Powers and Tsarist Russia, Tannenberg to the revolution.",
        colours={RU: "green", CP: "blue"},
    )  # fmt: skip


@hookimpl
def wargame_setup(title: Title, scenario: str, options: dict[str, Any]) -> State:
    from .scenarios import set_up

    return set_up(title.data, scenario)


@hookimpl
def wargame_phases(state: State) -> Sequence:
    from .sequence import phases

    return phases(state)


@hookimpl
def wargame_resolve_combat(state: State, battle: Any) -> Procedure[None]:
    from .combat import fight

    return fight(state, battle)


@hookimpl
def wargame_victory(state: State) -> Result | None:
    from .victory import sudden_death

    return sudden_death(state)


@hookimpl
def wargame_view(state: State, side: str | None) -> dict[str, Any]:
    from .views import view

    return view(state, side)


@hookimpl
def wargame_redraw(state: State, side: str, source: Any) -> bool:
    from .views import redraw

    redraw(state, side, source)
    return True


@hookimpl
def wargame_evaluate(state: State, side: str) -> float:
    from .views import evaluate

    return evaluate(state, side)


@hookimpl
def wargame_picture(state: State, side: str | None) -> Picture:
    from .picture import picture

    return picture(state, side)


@hookimpl
def wargame_lookups() -> Mapping[str, Callable[[State, str | None, Many[str]], Panel]]:
    from .picture import stack_panel, supply_panel, track_panel

    return {"stack": stack_panel, "supply": supply_panel, "track": track_panel}
