"""Grand Illusion: the west, August to November 1914. The hooks of the title; the rules are in the modules beside."""

from __future__ import annotations

from collections.abc import Mapping

from wargame.core.engine.questions import Procedure
from wargame.core.engine.sequence import Sequence
from wargame.core.title.data import DataFolder, Overlay
from wargame.core.title.picture import Lookup
from wargame.core.title.title import Scenario, Title
from wargame.plugins import hookimpl

from . import combat, evaluation, lookups, picture, planning, routes, scenarios, sequence, sight, verdicts, victory
from .actions import ACTIONS
from .model import BOXES, TRACKS, State
from .records import HERE, SIDE_NAMES, SIDES, load


@hookimpl
def wargame_title(overlay: Overlay) -> Title:
    printed = load(overlay)
    return Title(
        id="grand_illusion",
        name="Grand Illusion",
        version="2",
        sides=SIDES,
        scenarios=tuple(Scenario(s.id, s.name, s.gist) for s in printed.scenarios.values()),
        state=State,
        actions=ACTIONS,
        board=printed.board,
        counters=printed.pieces,
        data=printed,
        data_hash=printed.data_hash,
        boxes=BOXES,
        piles=sight.PILES,
        tracks=TRACKS,
        names=SIDE_NAMES,
        summary="Armies in large hexes, command points, battles on a battle board.",
        colours={"allied": "blue", "german": "grey50"},
        weights=DataFolder(HERE, overlay).toml_table("weights.toml"),
    )


@hookimpl
def wargame_phases() -> Sequence:
    return sequence.TURN


@hookimpl
def wargame_resolve_combat(state: State, battle: str) -> Procedure[None]:
    return combat.fight(state, battle)


@hookimpl
def wargame_lookups() -> Mapping[str, Lookup]:
    return lookups.LOOKUPS


wargame_setup = hookimpl(scenarios.setup)
wargame_victory = hookimpl(victory.sudden_death)
wargame_view = hookimpl(sight.view)
wargame_features = hookimpl(evaluation.features)
wargame_plans = hookimpl(planning.plans)
wargame_verdict = hookimpl(verdicts.verdict)
wargame_picture = hookimpl(picture.picture)
wargame_route = hookimpl(routes.route)
