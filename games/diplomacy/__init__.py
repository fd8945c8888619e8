"""Diplomacy: seven powers, orders written at once, no dice. Hooks only; the rules are in the modules beside."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pluggy

from wargame.core.picture import Picture
from wargame.core.questions import Procedure
from wargame.core.sequence import Sequence
from wargame.core.title import Result, Title

if TYPE_CHECKING:
    from .adjudicator import Resolution, adjudicate
    from .model import State
    from .movement import Sheets

__all__ = ["adjudicate"]

hookimpl = pluggy.HookimplMarker("wargame")


def __getattr__(name: str) -> Any:
    if name == "adjudicate":  # loaded only where used
        from .adjudicator import adjudicate

        return adjudicate
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


@hookimpl
def wargame_title(overlay: Path | None) -> Title:
    from .geography import data_folder, geography
    from .model import ACTIONS, POWERS, State
    from .picture import board
    from .scenarios import OPTIONS, SCENARIOS

    geo = geography(overlay)
    return Title(
        id="diplomacy", name="Diplomacy", version="1", sides=POWERS, scenarios=SCENARIOS, state=State,
        actions=ACTIONS, options=OPTIONS, board=board(geo), data=geo, data_hash=data_folder(overlay).hash(),
        colours={p.id: p.colour_hex for p in geo.powers.values()},
        summary="Seven powers negotiate and fight for Europe from 1901; orders are written at once, without dice.",
    )  # fmt: skip


@hookimpl
def wargame_setup(title: Title, scenario: str, options: dict[str, Any]) -> State:
    from .model import State
    from .scenarios import setup

    return setup(State(title=title), scenario, options)


@hookimpl
def wargame_phases(state: State) -> Sequence:
    from .sequence import GAME

    return GAME


@hookimpl
def wargame_resolve_combat(state: State, battle: Sheets) -> Procedure[Resolution]:
    from .movement import resolve

    return resolve(state, battle)


@hookimpl
def wargame_victory(state: State) -> Result | None:
    from .victory import victory

    return victory(state)


@hookimpl
def wargame_view(state: State, side: str | None) -> dict[str, Any]:
    from .picture import view

    return view(state)


@hookimpl
def wargame_evaluate(state: State, side: str) -> float:
    from .victory import prospects

    return prospects(state, side)


@hookimpl
def wargame_picture(state: State, side: str | None) -> Picture:
    from .picture import picture

    return picture(state)


@hookimpl
def wargame_lookups() -> dict[str, Any]:
    from .picture import centres, last_orders

    return {"orders": last_orders, "centres": centres}
