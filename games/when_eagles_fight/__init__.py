"""When Eagles Fight: the eastern front, 1914 to 1917. Hooks only; the rules are in the modules of their chapters."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from wargame.core.title.picture import Lookup
from wargame.core.title.title import Scenario, Title
from wargame.plugins import hookimpl

from . import combat, picture, routes, scenarios, sequence, victory, view
from .model import ACTIONS, State
from .records import CP, RU, load


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
def wargame_setup(title: Title, scenario: str) -> State:
    return scenarios.set_up(title.data, scenario)


@hookimpl
def wargame_lookups() -> Mapping[str, Lookup]:
    return {"hex": picture.hex_panel, "supply": picture.supply_panel, "track": picture.track_panel}


wargame_phases = hookimpl(sequence.phases)
wargame_resolve_combat = hookimpl(combat.fight)
wargame_victory = hookimpl(victory.sudden_death)
wargame_view = hookimpl(view.view)
wargame_redraw = hookimpl(view.redraw)
wargame_evaluate = hookimpl(view.evaluate)
wargame_picture = hookimpl(picture.picture)
wargame_route = hookimpl(routes.route)
