"""What a bot tries at a question: the plans of the title, or else listed answers, some of each kind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wargame.core.engine.actions import DONE, PASS
from wargame.core.engine.chance import Source
from wargame.core.engine.game import Game
from wargame.core.engine.questions import Question
from wargame.core.title.plans import Plan, Verdict

ENDS = (DONE, PASS)
PLANS = 12  # the title's plans that are tried at a question


def legal_plans(game: Game, side: str, question: Question, verdict: Verdict | None) -> list[Plan]:
    """The title's plans that can begin now, best guess first."""
    offered = game.rules.plans(game.state, side, question) or ()
    found = [plan for plan in offered if plan.answers and not (verdict and verdict.bars(plan.answers[0]))]
    found.sort(key=lambda plan: -plan.worth)
    return [plan for plan in found if question.accepts(plan.answers[0])]


def listed(question: Question, verdict: Verdict | None) -> Sequence[Any]:
    """The listed answers that are not out of the question; all of them, if that leaves none."""
    actions = question.actions
    if verdict is None or not verdict.barred:
        return actions
    return [action for action in actions if not verdict.bars(action)] or actions


def sample(actions: Sequence[Any], most: int, source: Source) -> list[Any]:
    """At most this many of the answers: of each kind (move, attack, done ...) about as many, drawn at random."""
    if len(actions) <= most:
        return list(actions)
    kinds: dict[type[Any], list[Any]] = {}
    for action in actions:
        kinds.setdefault(type(action), []).append(action)
    found: list[Any] = []
    while kinds and len(found) < most:
        for kind in list(kinds):
            rest = kinds[kind]
            found.append(rest.pop(source.pick(len(rest))))
            if not rest:
                del kinds[kind]
            if len(found) == most:
                break
    return found


def single(action: Any) -> Plan:
    """An answer as a plan."""
    return Plan(str(action), (action,))


def candidates(
    game: Game, side: str, question: Question, verdict: Verdict | None, most: int, source: Source
) -> list[Plan]:
    """What to try: the best guesses of the title; without any, at most `most` listed answers."""
    plans = legal_plans(game, side, question, verdict)[:PLANS]
    if plans:
        return plans
    return [single(action) for action in sample(listed(question, verdict), most, source)]
