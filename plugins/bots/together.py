"""Questions that several sides answer at the same time: the best reply to what the others may do.

What each of the others does is drawn, for each world, from its own plans, the better guesses more often. Whatever is
tried meets the same draws.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import exp
from typing import Any

import attrs

from wargame.core.engine.chance import Source
from wargame.core.engine.questions import Question
from wargame.core.title.plans import Plan, Verdict
from wargame.plugins.bots.budget import Budget
from wargame.plugins.bots.candidates import candidates
from wargame.plugins.bots.playing import Line
from wargame.plugins.bots.worlds import World, mean

LISTED = 12  # listed answers that are tried, or drawn from, where the title has no plan
PARENTS, MIXED = 4, 2000  # how many of the best plans are varied, and how many are tried at most
FEWEST = 3  # in so many worlds a plan may fall behind before it is given up
BETTER = 1e-6
TEMPERATURE = 1.0  # a guess that is this much worse is drawn 2.7 times less often


@attrs.define(eq=False)
class Reply:
    """A plan, and its scores in the worlds in which it was tried."""

    plan: Plan
    number: int
    scores: list[float] = attrs.field(factory=list)

    @property
    def value(self) -> float:
        return mean(self.scores) if self.scores else float("-inf")

    @property
    def rank(self) -> tuple[float, float, int]:
        """The better score, then the better guess, then whatever was named first."""
        return self.value, self.plan.worth, -self.number


@attrs.define(eq=False)
class Meeting:
    """Several sides answer at once; `side` looks for the best reply."""

    side: str
    worlds: list[World]
    source: Source
    others: list[dict[str, Plan]] = attrs.field(init=False)  # what the others do in each world

    @others.default
    def _others(self) -> list[dict[str, Plan]]:
        return [self._draw(world) for world in self.worlds]

    @property
    def now(self) -> float:
        """How `side` stands before anybody has answered."""
        return mean([world.score(self.side) for world in self.worlds])

    def _draw(self, world: World) -> dict[str, Plan]:
        """What each of the others does in a world."""
        game = world.game
        drawn = {}
        for side, question in game.decisions.items():
            if side != self.side:
                verdict = game.rules.verdict(game.state, side, question)
                drawn[side] = self._drawn(world, side, question, verdict)
        return drawn

    def _drawn(self, world: World, side: str, question: Question, verdict: Verdict | None) -> Plan:
        if verdict is not None and verdict.action is not None and question.accepts(verdict.action):
            return Plan(verdict.why, (verdict.action,))
        plans = candidates(world.game, side, question, verdict, LISTED, self.source)
        best = max(plan.worth for plan in plans)
        chances = [exp(max(-50.0, (plan.worth - best) / TEMPERATURE)) for plan in plans]
        return plans[_drawn_place(chances, self.source)]

    def try_out(self, reply: Reply) -> bool:
        """Play what comes of a plan in the next world, up to the end of the decision; False if there is no other."""
        number = len(reply.scores)
        if number == len(self.worlds):
            return False
        line = Line(self.worlds[number].copy())
        for side, plan in self.others[number].items():
            line.actor(side).following = list(plan.answers)
        if line.begin(self.side, reply.plan):
            line.to_next_decision()
        reply.scores.append(line.world.score(self.side))
        return True


def best_replies(meeting: Meeting, plans: Iterable[Plan], budget: Budget) -> list[Reply]:
    """The plans, then mixtures and variations of the best of them, as long as the budget lasts; best first."""
    replies = [Reply(plan, number) for number, plan in enumerate(plans)]
    while meeting.try_out(replies[0]):
        budget.spend()
    for reply in replies[1:]:
        _race(meeting, _leader(meeting, replies), reply, budget)
    tried = {reply.plan.answers for reply in replies}
    while not budget.over() and len(replies) < MIXED:
        best = sorted(_whole(meeting, replies), key=lambda reply: reply.rank, reverse=True)[:PARENTS]
        budget.spend()
        plan = _variation(meeting, [reply.plan for reply in best])
        if plan is not None and plan.answers not in tried:
            tried.add(plan.answers)
            replies.append(Reply(plan, len(replies)))
            _race(meeting, best[0], replies[-1], budget)
    return sorted(_whole(meeting, replies), key=lambda reply: reply.rank, reverse=True)


def _leader(meeting: Meeting, replies: Iterable[Reply]) -> Reply:
    """The best of the plans that were tried in every world."""
    return max(_whole(meeting, replies), key=lambda reply: reply.rank)


def _whole(meeting: Meeting, replies: Iterable[Reply]) -> list[Reply]:
    return [reply for reply in replies if len(reply.scores) == len(meeting.worlds)]


def _variation(meeting: Meeting, best: list[Plan]) -> Plan | None:
    """A mixture of two of the best plans, or one of them with another answer."""
    one, other = meeting.source.choice(best), meeting.source.choice(best)
    if one is other or meeting.source.pick(2):
        return changed(one, meeting.worlds[0], meeting.side, meeting.source)
    return mixed(one, other, meeting.source)


def _race(meeting: Meeting, best: Reply, reply: Reply, budget: Budget) -> None:
    """Try a plan in one world after another, until it falls behind the best."""
    while meeting.try_out(reply):
        budget.spend()
        count = len(reply.scores)
        if count >= FEWEST and reply.value < mean(best.scores[:count]) - BETTER:
            return


def _drawn_place(chances: list[float], source: Source) -> int:
    """The place of one of several chances, drawn in proportion to them."""
    point = source.pick(1 << 32) / (1 << 32) * sum(chances)
    for number, chance in enumerate(chances):
        point -= chance
        if point < 0:
            return number
    return len(chances) - 1


def mixed(one: Plan, other: Plan, source: Source) -> Plan | None:
    """A plan that takes each answer from one of two; None if they do not answer the same number of questions."""
    if len(one.answers) != len(other.answers):
        return None
    return answering(pair[source.pick(2)] for pair in zip(one.answers, other.answers, strict=True))


def changed(plan: Plan, world: World, side: str, source: Source) -> Plan | None:
    """A plan with another answer to one of its questions; None if nothing else is listed there."""
    place = source.pick(len(plan.answers))
    there = world.copy()
    for action in plan.answers[:place]:
        if not there.game.decisions[side].accepts(action):
            return None
        there.give(side, action)
    question = there.game.decisions.get(side)
    if question is None or len(question.actions) < 2:
        return None
    return answering((*plan.answers[:place], source.choice(question.actions), *plan.answers[place + 1 :]))


def answering(actions: Iterable[Any]) -> Plan:
    """The plan that consists of these answers."""
    answers = tuple(actions)
    return Plan("; ".join(map(str, answers)), answers)
