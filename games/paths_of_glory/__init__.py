"""Paths of Glory: the First World War, 1914-1918. Hooks only; the rules are in the modules of their chapters."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from wargame.core.engine.questions import Procedure, Question
from wargame.core.engine.sequence import Sequence
from wargame.core.title.data import DataFolder, Overlay
from wargame.core.title.picture import Lookup
from wargame.core.title.plans import Plan, Verdict
from wargame.core.title.title import Option, Result, Scenario, Title, Track
from wargame.plugins import hookimpl

from . import combat, evaluation, judgement, lookups, picture, planning, routes, scenarios, sequence, sight
from .actions import ACTIONS
from .model import AP, BOXES, CP, POOLS, Battle, State
from .records import data

FOLDER = Path(__file__).parent / "data"
OPTIONS = (
    Option("alternative_setup", False, "The alternative set-up that helps the Central Powers.", "4.2.4"),
    Option("first_commitment", False, "+1 VP when the CP are first to Limited War and to Total War.", "5.1.3"),
    Option("hand_of_eight", False, "Hands of eight cards.", "9.1.4"),
    Option("entrench_again", False, "-1 on the next attempt after a failed one to entrench.", "11.2.9"),
    Option("tournament", False, "Tournament victory: a draw is an Allied victory, peace a loss for both.", "5.6.3"),
    Option("bid", 0, "VP bid for the Allied side, added at the end of a tournament game.", "5.6.2", tuple(range(21))),
)


@hookimpl
def wargame_title(overlay: Overlay) -> Title:
    d = data(overlay)
    offered = tuple(Scenario(k, row.name, row.gist) for k, row in d.scenarios.items())
    return Title(
        id="paths_of_glory", name="Paths of Glory", version="2", sides=(CP, AP), scenarios=offered, state=State,
        actions=ACTIONS, options=OPTIONS, board=d.board, counters=d.counters, data=d, data_hash=d.hash,
        summary="The First World War in Europe and the Near East, 1914 to 1918, driven by strategy cards.",
        colours={CP: "green", AP: "blue"}, names=d.names, boxes=tuple(sorted(BOXES)), piles=sight.PILES,
        weights=DataFolder(FOLDER, overlay).toml_table("weights.toml"),
        tracks={f"rp_{pool}": Track(low=0) for pools in POOLS.values() for pool in pools},
    )  # fmt: skip


@hookimpl
def wargame_phases() -> Sequence:
    return sequence.GAME


@hookimpl
def wargame_resolve_combat(state: State, battle: Battle) -> Procedure[None]:
    return combat.fight(state, battle)


@hookimpl
def wargame_victory(state: State) -> Result | None:
    return state.result


@hookimpl
def wargame_features(state: State, side: str) -> Mapping[str, float]:
    return evaluation.features(state, side)


@hookimpl
def wargame_plans(state: State, side: str, question: Question) -> list[Plan] | None:
    return planning.plans(state, side, question)


@hookimpl
def wargame_verdict(state: State, side: str, question: Question) -> Verdict | None:
    return judgement.verdict(state, side, question)


@hookimpl
def wargame_lookups() -> Mapping[str, Lookup]:
    return {
        "hand": lookups.hand, "card": lookups.card, "supply": lookups.supply, "fire": lookups.fire,
        "reserve": lookups.reserve, "status": lookups.status,
    }  # fmt: skip


wargame_setup = hookimpl(scenarios.setup)
wargame_view = hookimpl(sight.view)
wargame_observation = hookimpl(sight.observation)
wargame_picture = hookimpl(picture.picture)
wargame_route = hookimpl(routes.route)
