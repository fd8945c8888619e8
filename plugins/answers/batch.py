"""Several answers in one line: `take all`, `unit X to HEX`. They are tried out on a copy of the game first."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import attrs

from wargame.core.engine.actions import Action
from wargame.core.engine.errors import IllegalAction, WargameError
from wargame.core.engine.game import Game
from wargame.plugins.answers.names import SPACE, UNIT, Names
from wargame.plugins.answers.reader import Reader, Reading

ROUTE = re.compile(r"(?:units?|move)\s+(?P<units>.+?)\s+to\s+(?P<to>.+?)(?:\s+via\s+(?P<via>.+))?", re.IGNORECASE)
NOTHING = "None of it was done."


@attrs.frozen
class Batch:
    """Answers that can be given one after the other, and why the rest of the line cannot be given yet."""

    answers: tuple[Action, ...]
    stopped: str = ""


def plan_batch(game: Game, side: str, parts: Sequence[Action | str], names: Names) -> Batch:
    """The parts of a line as answers; raises IllegalAction if one of them is refused.

    The batch ends early where dice fall or another side is asked: what follows depends on it.
    """
    ahead = game.fork()
    start = len(ahead.journal)
    given: list[Action] = []
    for number, part in enumerate(parts):
        question = ahead.decisions.get(side)
        if number and (question is None or ahead.undo_stop > start):
            return Batch(tuple(given), f"Not given yet: {', '.join(map(str, parts[number:]))}.")
        if question is None:
            raise IllegalAction("", f"It is not {side} who is asked now.")
        reader = Reader(question, game.title.notation, lambda: names)
        reading = reader.read(str(part))
        if reading.answer is None:
            raise _refused(str(part), reading, f"After '{given[-1]}', " if given else "")
        ahead.apply(reading.answer, side)
        given.append(reading.answer)
    return Batch(tuple(given))


def _refused(part: str, reading: Reading, when: str) -> IllegalAction:
    refusal = reading.refusal
    if refusal is None:
        return IllegalAction("", f"{when}'{part}' fits {', '.join(map(str, reading.pick))}. {NOTHING}")
    named = "" if f"'{part}'" in refusal.message else f"'{part}': "
    return IllegalAction(refusal.rule, f"{when}{named}{refusal.message} {NOTHING}")


def find_route(game: Game, side: str, text: str, names: Names) -> tuple[Action, ...] | None:
    """The answers that move units to a space by the cheapest path; None if the line does not ask for that."""
    found = ROUTE.fullmatch(text)
    if found is None:
        return None
    units = _ids(re.sub(r",|\band\b", " ", found["units"]), names, UNIT)
    to = _ids(found["to"], names, SPACE)
    via = _ids(re.sub(r",", " ", found["via"] or ""), names, SPACE)
    if len(to) != 1:
        raise WargameError(f"'{found['to']}' names several spaces; a march ends in one.")
    answers = game.rules.route(game.state, side, units, to[0], via)
    if answers is None and not via:
        answers = _whole_moves(game, side, units, to[0])
    if answers is None:
        raise WargameError("No path can be found here; answer the question that is asked.")
    if not answers:
        by = f" by way of {', '.join(via)}" if via else ""
        who = ", ".join(f"{unit} ({facts})" if (facts := names.describe(unit)) else unit for unit in units)
        raise WargameError(f"There is no legal path for {who} to {to[0]}{by}.")
    return answers


def _whole_moves(game: Game, side: str, units: Sequence[str], to: str) -> tuple[Action, ...] | None:
    """An answer for each unit, where the question has answers that move a unit to a space at once; None otherwise."""
    question = game.decisions.get(side)
    found: list[Any] = [a for a in question.actions if _fields(a) == ("unit", "to")] if question is not None else []
    if not found:
        return None
    legal = {(move.unit, move.to): move for move in reversed(found)}  # of a march and a ride, the one listed first
    return tuple(legal.get((unit, to)) or attrs.evolve(found[0], unit=unit, to=to) for unit in units)


def _fields(action: Action) -> tuple[str, ...]:
    return tuple(field.name for field in attrs.fields(type(action)))


def _ids(text: str, names: Names, kind: str) -> tuple[str, ...]:
    found = names.find_all(text.split(), kind)
    if found is None:
        raise WargameError(f"'{text.strip()}' is not the name of a single {kind} on the map.")
    return tuple(id for _, id in found)
