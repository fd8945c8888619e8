"""What a line of text means: an answer in full or in short, or several answers at once, as at the terminal."""

from __future__ import annotations

from wargame.core.engine.actions import Action
from wargame.core.engine.errors import IllegalAction
from wargame.core.engine.game import Game
from wargame.core.engine.questions import Question
from wargame.plugins.answers.batch import Batch, find_route, plan_batch
from wargame.plugins.answers.names import Names
from wargame.plugins.answers.reader import ALL, Reader
from wargame.plugins.web.views import picture_of

NAMED = 8  # answers that are suggested for a text that fits several


def read_line(game: Game, side: str, text: str) -> Batch:
    """The answers that a line means: `step AH-KMR 2325`, `2226`, `take all`, `unit AH-KMR to 2419`."""
    question = game.decisions[side]
    found = _written_out(game, question, text)
    if found is not None:
        return Batch((found,))
    names = Names.of(picture_of(game, side)).explained_by(question.shown())
    route = find_route(game, side, text, names)
    if route is not None:
        return plan_batch(game, side, route, names)
    reader = Reader(question, game.title.notation, lambda: names, numbered=False)
    several = reader.several(text)
    if several and text.casefold().endswith(f" {ALL}"):
        return plan_batch(game, side, several, names)
    reading = reader.read(text)
    if reading.answer is not None:
        return Batch((reading.answer,))
    if several and not reading.pick:
        return plan_batch(game, side, several, names)
    if reading.refusal is not None:
        raise reading.refusal
    suggested = ", ".join(map(str, reading.pick[:NAMED]))
    raise IllegalAction(question.rule, f"'{text}' is not one answer; did you mean {suggested}?")


def _written_out(game: Game, question: Question, text: str) -> Action | None:
    """The legal answer that a text is; None if it is none."""
    try:
        action = question.read(text, game.title.notation)
        question.check(action)
    except IllegalAction:
        return None
    return action
