"""When Eagles Fight: the eastern front, 1914 to 1917. Hooks only; the rules are in the modules of their chapters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wargame.core.engine.chance import Source
from wargame.core.engine.questions import Procedure, Question
from wargame.core.engine.result import Result
from wargame.core.engine.sequence import Sequence
from wargame.core.title.data import Overlay
from wargame.core.title.observation import Observation
from wargame.core.title.picture import Lookup, Picture
from wargame.core.title.plans import Plan, Verdict
from wargame.core.title.title import Scenario, Title
from wargame.plugins import hookimpl

from . import combat, evaluation, picture, planning, routes, scenarios, sequence, sight, verdicts, victory
from .actions import ACTIONS
from .model import BOXES, SIDE_NAMES, State
from .odds import Battle
from .printed import load
from .records import CP, RU


@hookimpl
def wargame_title(overlay: Overlay) -> Title:
    data = load(overlay)
    return Title(
        id="when_eagles_fight", name="When Eagles Fight", version="2", sides=(RU, CP),
        scenarios=tuple(Scenario(plan.id, plan.title, plan.note) for plan in data.scenarios.values()), state=State,
        actions=ACTIONS, board=data.board, boxes=tuple(sorted(BOXES)), counters=data.counters, data=data,
        data_hash=data.hash,
        summary="The campaigns between the Central Powers and Tsarist Russia, Tannenberg to the revolution.",
        colours={RU: "green", CP: "blue"}, names=SIDE_NAMES, weights=data.weights,
    )  # fmt: skip


@hookimpl
def wargame_setup(title: Title, scenario: str) -> State:
    return scenarios.set_up(title.data, scenario)


@hookimpl
def wargame_phases(state: State) -> Sequence:
    return sequence.phases(state)


@hookimpl
def wargame_resolve_combat(state: State, battle: Battle) -> Procedure[None]:
    return combat.fight(state, battle)


@hookimpl
def wargame_victory(state: State) -> Result | None:
    return victory.sudden_death(state)


@hookimpl
def wargame_view(state: State, side: str | None) -> dict[str, Any]:
    return sight.view(state, side) | {"score": victory.score(state)}


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
    return verdicts.verdict(state, side, question)


@hookimpl
def wargame_picture(state: State, side: str | None) -> Picture:
    return picture.picture(state, side)


@hookimpl
def wargame_lookups() -> Mapping[str, Lookup]:
    return {"hex": picture.hex_panel, "supply": picture.supply_panel, "track": picture.track_panel}


@hookimpl
def wargame_route(
    state: State, side: str, units: tuple[str, ...], to: str, via: tuple[str, ...]
) -> tuple[Any, ...] | None:  # fmt: skip
    return routes.route(state, side, units, to, via)
