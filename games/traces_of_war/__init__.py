"""Traces of War: Ukraine, August 1943 to March 1944. Hooks only; the rules are in the modules named by chapter."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from wargame.core.engine.questions import Procedure
from wargame.core.engine.sequence import Sequence
from wargame.core.title.picture import Lookup
from wargame.core.title.title import Option, Result, Scenario, Title
from wargame.plugins import hookimpl

from . import combat, lookups, movement, picture, scenarios, sequence, view
from .model import ACTIONS, State
from .records import AXIS, SOVIET, load
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
) -> tuple[Any, ...] | None:
    return movement.route(state, units, to, via)


wargame_setup = hookimpl(scenarios.setup)
wargame_view = hookimpl(view.view)
wargame_redraw = hookimpl(view.redraw)
wargame_evaluate = hookimpl(view.evaluate)
wargame_picture = hookimpl(picture.picture)
