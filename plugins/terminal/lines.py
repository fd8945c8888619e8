"""One line that gives several answers: `take all`, `unit X to HEX`. They are tried on a copy of the game first."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import attrs

from wargame.core.engine.errors import IllegalAction, WargameError
from wargame.core.engine.game import Game
from wargame.plugins.terminal.names import SPACE, UNIT, Names
from wargame.plugins.terminal.reading import Meant, Reader

ROUTE = re.compile(r"(?:units?|move)\s+(?P<units>.+?)\s+to\s+(?P<to>.+?)(?:\s+via\s+(?P<via>.+))?", re.IGNORECASE)
NOTHING = "None of it was done."


@attrs.frozen
class Plan:
    """Answers that can be given one after the other, and why the rest of the line cannot be given yet."""

    answers: tuple[Any, ...]
    stopped: str = ""


def plan(game: Game, side: str, parts: Sequence[Any], names: Names) -> Plan:
    """All parts of a line as answers, or IllegalAction where one is refused.

    Where dice fall or another side is asked in between, the plan ends there: what follows depends on it.
    """
    ahead = game.fork()
    start = len(ahead.journal)
    given: list[Any] = []
    for number, part in enumerate(parts):
        question = ahead.decisions.get(side)
        if number and (question is None or ahead.undo_stop > start):
            return Plan(tuple(given), f"Not given yet: {', '.join(map(str, parts[number:]))}.")
        if question is None:
            raise IllegalAction("", f"It is not {side} who is asked now.")
        reader = Reader(question, game.title.notation, lambda: names)
        meant = reader.read(str(part))
        if meant.answer is None:
            raise _refused(str(part), meant, f"After '{given[-1]}', " if given else "")
        ahead.apply(meant.answer, side)
        given.append(meant.answer)
    return Plan(tuple(given))


def _refused(part: str, meant: Meant, when: str) -> IllegalAction:
    refusal = meant.refusal
    if refusal is None:
        return IllegalAction("", f"{when}'{part}' fits {', '.join(map(str, meant.pick))}. {NOTHING}")
    named = "" if f"'{part}'" in refusal.message else f"'{part}': "
    return IllegalAction(refusal.rule, f"{when}{named}{refusal.message} {NOTHING}")


def route(game: Game, side: str, text: str, names: Names) -> tuple[Any, ...] | None:
    """The answers that march units to a space by the title's cheapest path; None if the line asks for no march."""
    found = ROUTE.fullmatch(text)
    if found is None:
        return None
    units = _ids(re.sub(r",|\band\b", " ", found["units"]), names, UNIT)
    to = _ids(found["to"], names, SPACE)
    via = _ids(re.sub(r",", " ", found["via"] or ""), names, SPACE)
    if len(to) != 1:
        raise WargameError(f"'{found['to']}' names several spaces; a march ends in one.")
    answers = game.rules.route(game.state, side, units, to[0], via)
    if answers is None:
        raise WargameError("No path can be found here; answer the question that is asked.")
    if not answers:
        by = f" by way of {', '.join(via)}" if via else ""
        who = ", ".join(f"{unit} ({facts})" if (facts := names.describe(unit)) else unit for unit in units)
        raise WargameError(f"There is no legal path for {who} to {to[0]}{by}.")
    return answers


def _ids(text: str, names: Names, kind: str) -> tuple[str, ...]:
    found = names.find_all(text.split(), kind)
    if found is None:
        raise WargameError(f"'{text.strip()}' is not the name of a single {kind} on the map.")
    return tuple(id for _, id in found)
