"""Diplomacy: seven powers, orders written at once, no dice. Hooks only; the rules are in the modules beside."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from wargame.core.engine.questions import Procedure
from wargame.core.engine.sequence import Sequence
from wargame.core.title.picture import Lookup
from wargame.core.title.title import Title
from wargame.plugins import hookimpl

from . import movement, picture, scenarios, sequence, victory, view
from .adjudicator import Resolution, adjudicate
from .geography import data_folder, geography
from .model import ACTIONS, POWERS, State

__all__ = ["adjudicate"]


@hookimpl
def wargame_title(overlay: Path | None) -> Title:
    geo = geography(overlay)
    return Title(
        id="diplomacy", name="Diplomacy", version="2", sides=POWERS, scenarios=scenarios.SCENARIOS, state=State,
        actions=ACTIONS, options=scenarios.OPTIONS, board=picture.board(geo), data=geo,
        data_hash=data_folder(overlay).hash(), colours={p.id: p.colour_hex for p in geo.powers.values()},
        summary="Seven powers negotiate and fight for Europe from 1901; orders are written at once, without dice.",
    )  # fmt: skip


@hookimpl
def wargame_phases() -> Sequence:
    return sequence.GAME


@hookimpl
def wargame_resolve_combat(state: State, battle: movement.Sheets) -> Procedure[Resolution]:
    return movement.resolve(state, battle)


@hookimpl
def wargame_lookups() -> Mapping[str, Lookup]:
    return {"orders": picture.last_orders, "centres": picture.centres}


wargame_setup = hookimpl(scenarios.setup)
wargame_victory = hookimpl(victory.victory)
wargame_view = hookimpl(view.view)
wargame_evaluate = hookimpl(view.evaluate)
wargame_picture = hookimpl(picture.picture)
