"""Diplomacy: seven powers, orders written at once, no dice. Hooks only; the rules are in the modules beside."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wargame.core.engine.questions import Procedure, Question
from wargame.core.engine.result import Result
from wargame.core.engine.sequence import Sequence
from wargame.core.title.data import Overlay
from wargame.core.title.observation import Observation
from wargame.core.title.picture import Lookup, Picture
from wargame.core.title.plans import Plan, Verdict
from wargame.core.title.title import Title
from wargame.plugins import hookimpl

from . import evaluation, movement, picture, planning, scenarios, sequence, sight, victory
from .actions import ACTIONS
from .adjudicator import Resolution, adjudicate
from .geography import data_folder, geography
from .model import POWERS, State

__all__ = ["adjudicate"]


@hookimpl
def wargame_title(overlay: Overlay) -> Title:
    geo = geography(overlay)
    return Title(
        id="diplomacy", name="Diplomacy", version="2", sides=POWERS, scenarios=scenarios.scenarios(geo), state=State,
        actions=ACTIONS, options=scenarios.OPTIONS, board=picture.board(geo), data=geo,
        data_hash=data_folder(overlay).hash(), colours={p.id: p.colour_hex for p in geo.powers.values()},
        weights=data_folder(overlay).toml_table("weights.toml"),
        summary="Seven powers negotiate and fight for Europe from 1901; orders are written at once, without dice.",
    )  # fmt: skip


@hookimpl
def wargame_setup(title: Title, scenario: str, options: dict[str, Any]) -> State:
    return scenarios.set_up(title, scenario, options)


@hookimpl
def wargame_phases() -> Sequence:
    return sequence.GAME


@hookimpl
def wargame_resolve_combat(state: State, battle: movement.Sheets) -> Procedure[Resolution]:
    return movement.resolve(state, battle)


@hookimpl
def wargame_victory(state: State) -> Result | None:
    return victory.victory(state)


@hookimpl
def wargame_view(state: State) -> dict[str, Any]:
    return sight.view(state)


@hookimpl
def wargame_observation(seen: Mapping[str, Any]) -> Observation:
    return sight.observation(seen)


@hookimpl
def wargame_features(state: State, side: str) -> Mapping[str, float]:
    return evaluation.features(state, side)


@hookimpl
def wargame_plans(state: State, side: str, question: Question) -> list[Plan] | None:
    return planning.plans(state, side, question)


@hookimpl
def wargame_verdict(state: State, side: str, question: Question) -> Verdict | None:
    return planning.verdict(state, side, question)


@hookimpl
def wargame_picture(state: State) -> Picture:
    return picture.picture(state)


@hookimpl
def wargame_lookups() -> Mapping[str, Lookup]:
    return {"orders": picture.last_orders, "centres": picture.centres}
