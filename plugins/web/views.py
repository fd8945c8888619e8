"""What one side sees of a game, as data for the browser. Everything here is made from what that side may know."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from itertools import zip_longest

import attrs

from wargame.core.engine.actions import Action
from wargame.core.engine.events import Event
from wargame.core.engine.game import Game
from wargame.core.engine.questions import Question
from wargame.core.title.picture import Lookup, Panel, Picture
from wargame.core.title.targets import targets
from wargame.plugins.answers.names import Names
from wargame.plugins.maps.recent import sides_of, with_arrows
from wargame.plugins.maps.svg import live_layer
from wargame.plugins.maps.svg.arrows import arrows
from wargame.plugins.maps.svg.board import Drawing, prepare
from wargame.plugins.maps.svg.colours import side_colours, side_rules
from wargame.plugins.maps.svg.counters import row

MOST = 3000  # answers that are written out
LOG = 200  # lines of the log that are sent at first
DESCRIBED = 200  # answers that are described in words


@attrs.frozen(slots=False)
class View:
    """A side's view at one moment: what changes often apart, so that changes alone can be sent."""

    rest: Mapping[str, object]
    cells: Mapping[str, str]
    log: Sequence[Mapping[str, object]]

    @cached_property
    def revision(self) -> str:
        """The number of answers noticed, and a checksum of everything seen."""
        seen = json.dumps([self.rest, self.cells, self.log], sort_keys=True).encode()
        return f"{self.rest['answers']}.{blake2b(seen, digest_size=8).hexdigest()}"

    def as_dict(self, old: View | None) -> dict[str, object]:
        """The view, whole or (with the view the browser has) what is different."""
        if old is None:
            start = max(0, len(self.log) - LOG)
            return {**self.rest, "whole": True, "cells": dict(self.cells), "log": self.log[start:], "log_from": start}
        same = 0
        while same < min(len(old.log), len(self.log)) and old.log[same] == self.log[same]:
            same += 1
        cells = {id: svg for id, svg in self.cells.items() if old.cells.get(id, "") != svg}
        cells |= dict.fromkeys((id for id in old.cells if id not in self.cells), "")
        rest = {name: value for name, value in self.rest.items() if name not in old.rest or old.rest[name] != value}
        return {**rest, "whole": False, "cells": cells, "log": list(self.log[same:]), "log_from": same}


def make_view(game: Game, side: str | None, number: int) -> View:
    """The view of a side at the moment with this number; of everything for None; of a spectator for ''."""
    picture = picture_of(game, side)
    drawing = prepare(picture, game.title.colours)
    question = game.decisions.get(side) if side else None
    colours = side_colours(list(drawing.sides.number), game.title.colours)
    rest = {
        "title": game.title.name,
        "date": game.state.date(),
        "phase": game.state.phase,
        "me": side,
        "asked": [one for one in game.title.sides if one in game.decisions],
        "answers": number,
        "question": None if question is None else question_data(game, question, Names.of(picture)),
        "panels": [panel_data(panel) for panel in picture.panels],
        "boxes": boxes_data(drawing),
        "result": None if game.result is None else game.result.text,
        "sides": {
            one: {"number": drawing.sides.number.get(one), "name": picture.sides.get(one, one)}
            for one in {**picture.sides, **colours}
        },
        "style": side_rules(colours),
        "arrows": "".join(arrows(drawing)),
        "lookups": {word: gist_of(lookup) for word, lookup in game.rules.lookups().items()},
    }
    return View(rest, cells_data(drawing), log_data(game, side))


def picture_of(game: Game, side: str | None) -> Picture:
    found = game.rules.picture(game.state, side)
    return found if found is not None else Picture("network", ())


def cells_data(drawing: Drawing) -> dict[str, str]:
    """For each space that has anything on it, what is drawn there."""
    found = {}
    for cell in drawing.picture.cells:
        text = live_layer.cell_parts(drawing, cell)
        if text:
            found[cell.id] = text
    return found


def boxes_data(drawing: Drawing) -> list[dict[str, object]]:
    """The boxes off the map, each with its counters drawn in a row."""
    found = []
    for box in drawing.picture.boxes:
        svg, high = row(box.pieces, 6, 4, 340, drawing.sides)
        found.append(
            {"id": box.id, "label": box.label or box.id, "svg": svg, "height": high + 6, "count": len(box.pieces)}
        )
    return found


def question_data(game: Game, question: Question, names: Names) -> dict[str, object]:
    """The question with its legal answers and what each of them is about."""
    actions = list(question.actions[:MOST])
    labels = names.explained_by(question.shown()).described(actions[:DESCRIBED])
    return {
        "side": question.side,
        "prompt": question.prompt,
        "rule": question.rule,
        "shown": plain(question.shown()),
        "answers": [
            answer_data(game, action) | ({"label": label} if label and label != str(action) else {})
            for action, label in zip_longest(actions, labels)
        ],
        "more": len(question.actions) - len(actions),
    }


def answer_data(game: Game, action: Action) -> dict[str, object]:
    about = targets(game.title, game.state, action)
    found: dict[str, object] = {"text": str(action)}
    for name in ("spaces", "units", "cards"):
        if getattr(about, name):
            found[name] = getattr(about, name)
    return found


def gist_of(lookup: Lookup) -> str:
    """The first line of what a lookup says of itself."""
    return (lookup.__doc__ or "").strip().split("\n")[0]


def panel_data(panel: Panel) -> dict[str, object]:
    return {"heading": panel.heading, "columns": list(panel.columns), "rows": [list(one) for one in panel.rows]}


def log_data(game: Game, side: str | None) -> list[dict[str, object]]:
    """What happened, as the side may see it, with the spaces and units that each line names."""
    return [event_data(game, event) for event in game.events_for(side)]


def event_data(game: Game, event: Event) -> dict[str, object]:
    """A line of the log: its text, its rule, and the spaces and units that it names."""
    board, counters = game.title.board, game.title.counters
    names = [value for value in event.fields.values() if isinstance(value, str)]
    about = [name for name in names if name in counters or (board is not None and name in board)]
    return {"text": event.text, "rule": event.rule, "about": about}


def arrows_data(game: Game, side: str | None, events: Sequence[Event]) -> str:
    """Arrows for what happened in these events, on the board of the side."""
    picture = picture_of(game, side)
    return "".join(arrows(prepare(with_arrows(picture, events, sides_of(picture), marches=True), game.title.colours)))


def plain(value: object) -> object:
    """Data as JSON has it."""
    if isinstance(value, Mapping):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(one) for one in value]
    return value if isinstance(value, bool | int | float | str) or value is None else str(value)
