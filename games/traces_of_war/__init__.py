"""Traces of War: Ukraine, August 1943 to March 1944. Hooks only; the rules are in the modules named by chapter."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from wargame.core.engine.actions import Action
from wargame.core.engine.chance import Source
from wargame.core.engine.questions import Procedure, Question
from wargame.core.engine.result import Result
from wargame.core.engine.sequence import Sequence
from wargame.core.title.data import DataFolder, Overlay
from wargame.core.title.observation import Observation
from wargame.core.title.picture import Lookup, Picture
from wargame.core.title.plans import Plan, Verdict
from wargame.core.title.title import ALL, NOBODY, Option, Pile, Scenario, Title
from wargame.plugins import hookimpl

from . import combat, evaluation, lookups, movement, picture, planning, scenarios, sequence, sight
from .actions import ACTIONS
from .charts import load
from .model import State
from .records import AXIS, FOLDER, SOVIET
from .relocation import LETTER, REAR

OPTIONS = (
    Option("bidding", False, "Both players bid the points the Soviets need; the higher bid plays them.", "14.1"),
    Option(
        "relocation",
        LETTER,
        "rear: a headquarters relocates to no hex farther from a supply source than its own.",
        "2.3",
        choices=(LETTER, REAR),
    ),
    Option("hq_conversion", False, "From turn 4 the Soviet HQs are the stronger Ukrainian Fronts.", "14.2"),
)
PILES = {
    "cup": Pile(NOBODY),
    "hand": Pile(AXIS),
    "played": Pile(ALL),
    "used": Pile(ALL),
    "bought": Pile(ALL),
    "soviet_pool": Pile(SOVIET),
    "axis_pool": Pile(AXIS),
}


@cache
def title(overlay: Overlay = None) -> Title:
    d = load(overlay)
    return Title(
        id="traces_of_war", name="Traces of War", version="1", sides=(SOVIET, AXIS),
        scenarios=tuple(Scenario(x.id, x.name, x.gist) for x in d.scenarios.values()),
        state=State, actions=ACTIONS, options=OPTIONS, board=d.board, counters=d.counters, data=d, data_hash=d.hash,
        summary="The Soviet offensives in the Ukraine from August 1943 to March 1944, activated by command chits.",
        colours={SOVIET: "red", AXIS: "blue"}, names=d.names, piles=PILES,
        weights=DataFolder(FOLDER, overlay).toml_table("weights.toml"),
    )  # fmt: skip


@hookimpl
def wargame_title(overlay: Overlay) -> Title:
    return title(overlay)


@hookimpl
def wargame_phases() -> Sequence:
    return sequence.GAME


@hookimpl
def wargame_resolve_combat(state: State, battle: tuple[str, tuple[str, ...]]) -> Procedure[None]:
    return combat.resolve(state, *battle)


@hookimpl
def wargame_victory(state: State) -> Result | None:
    return state.result


@hookimpl
def wargame_lookups() -> Mapping[str, Lookup]:
    return {"chits": lookups.chits, "hex": lookups.hex_facts, "orders": lookups.orders, "supply": lookups.supply}


@hookimpl
def wargame_route(
    state: State, side: str, units: tuple[str, ...], to: str, via: tuple[str, ...]
) -> tuple[Action, ...] | None:
    fighting = state.phase == "combat" or not state.activated
    return None if fighting else movement.route(state, units, to, via)


@hookimpl
def wargame_setup(title: Title, scenario: str, options: dict[str, Any]) -> State:
    return scenarios.setup(title, scenario, options)


@hookimpl
def wargame_view(state: State, side: str | None) -> dict[str, Any]:
    return sight.view(state, side)


@hookimpl
def wargame_observation(seen: Mapping[str, Any]) -> Observation:
    return sight.observation(seen)


@hookimpl
def wargame_redraw(state: State, side: str, source: Source) -> bool:
    sight.redraw(state, side, source)
    return True


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
def wargame_picture(state: State, side: str | None) -> Picture:
    return picture.picture(state)
