"""`wargame analyse`: the worst answers of a game, each with a better one, as chess players are used to.

Every decision is judged by what its side could know then. The planner looks for the best way to go on from there, and
for the best way after what was really answered; the difference is what the answer cost, in the title's score.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

import attrs

from wargame.core.engine.chance import Source, seeded
from wargame.core.engine.game import Game
from wargame.core.engine.past import Answer
from wargame.core.engine.questions import CHANCE, Question
from wargame.core.title.plans import Plan, Verdict
from wargame.plugins.bots.budget import Budget
from wargame.plugins.bots.candidates import candidates
from wargame.plugins.bots.greedy import Trial, try_out
from wargame.plugins.bots.planner import Search
from wargame.plugins.bots.playing import Step, place_of
from wargame.plugins.bots.together import LISTED, Meeting, Reply, best_replies
from wargame.plugins.bots.worlds import Deal, World

WORLDS = 6  # in so many worlds lines of play are tried, in half of them the best meet the reply
MEETINGS = 8  # the same where several sides answer at once
LEAST = 0.01  # a smaller difference is no mistake


@attrs.frozen
class Judged:
    """A decision of a game: what was answered, what would have been better, and what the difference cost."""

    side: str
    number: int  # of answers before it
    date: str
    phase: str
    prompt: str
    rule: str
    given: str
    better: str
    cost: float
    reason: str = ""


@attrs.frozen
class Decision:
    """Where a side began to answer in a procedure, and all that it answered there."""

    side: str
    number: int
    answers: tuple[object, ...]


def decisions(game: Game, played: Iterable[Answer], sides: Collection[str]) -> Iterator[Decision]:
    """The decisions of some sides; `played` are the answers of the game, each as soon as it has been given."""
    open_: dict[str, tuple[int, list[object]]] = {}
    for number, answer in enumerate(played):
        if answer.side in sides:
            open_.setdefault(answer.side, (number, []))[1].append(answer.action)
        if game.fresh or game.result is not None:
            yield from (Decision(side, begun, tuple(given)) for side, (begun, given) in open_.items())
            open_ = {}
    yield from (Decision(side, begun, tuple(given)) for side, (begun, given) in open_.items())


def judge(game: Game, decision: Decision, probes: int) -> Judged | None:
    """Judge a decision; `game` stands before it. None if there was no choice, or nothing to be found out."""
    side = decision.side
    question = game.decisions.get(side)
    if question is None or (question.complete and len(question.actions) == 1):
        return None
    source = Source(seeded(decision.number))
    deal = Deal(game, side, source, MEETINGS if game.at_once else WORLDS)
    worlds = deal.some(deal.number)
    if not worlds:
        return None
    first = worlds[0].game
    verdict = first.rules.verdict(first.state, side, question)
    given = Plan("; ".join(map(str, decision.answers)), decision.answers)
    reason = ""
    if verdict is not None and verdict.action is not None and question.accepts(verdict.action):
        better, cost = _against_verdict(worlds, side, given, Plan(str(verdict.action), (verdict.action,)))
        reason = verdict.why
    elif game.at_once:
        better, cost = _at_once(Meeting(side, worlds, source), given, question, verdict, probes)
    else:
        better, cost = _searched(worlds, side, given, question, source, probes)
    state = game.state
    return Judged(
        side, decision.number, state.date(), state.phase, question.prompt, question.rule,
        given.name, better.name, cost, reason,
    )  # fmt: skip


def _against_verdict(worlds: list[World], side: str, given: Plan, decided: Plan) -> tuple[Plan, float]:
    """What an answer costs against the one that the title has reasons for, at the end of the decision."""
    if given.answers[0] == decided.answers[0]:
        return given, 0.0
    trials = [Trial(plan, number) for number, plan in enumerate((given, decided))]
    for trial in trials:
        for world in worlds:
            try_out(trial, world, side)
    return decided, trials[1].value - trials[0].value


def _at_once(
    meeting: Meeting, given: Plan, question: Question, verdict: Verdict | None, probes: int
) -> tuple[Plan, float]:
    own = Reply(given, 0)
    while meeting.try_out(own):
        pass
    plans = candidates(meeting.worlds[0].game, meeting.side, question, verdict, LISTED, meeting.source)
    best = best_replies(meeting, plans, Budget(probes))[0]
    return best.plan, best.value - own.value


def _searched(
    worlds: list[World], side: str, given: Plan, question: Question, source: Source, probes: int
) -> tuple[Plan, float]:
    """What an answer costs against the best that is found; whatever can still be done after it is no loss."""
    half = len(worlds) // 2
    dealt = (side, worlds[:half] or worlds, worlds[half:], source)
    search = Search(*dealt, Budget(probes))
    best = search.run(())
    if not best.made[0]:
        return given, 0.0
    steps = tuple(decision.step for decision in best.made[0])
    script = (Step(place_of(worlds[0], question), given), *steps)
    again = Search(*dealt, Budget(probes), fixed=1)
    own = again.run(script)
    return steps[0].plan, search.worth(best) - again.worth(own)


def analyse(game: Game, journal: Sequence[Answer], found: Sequence[Decision], probes: int) -> Iterator[Judged | None]:
    """Judge decisions one after the other; in `game` nothing of the journal has been played yet."""
    played = 0
    for decision in sorted(found, key=lambda one: one.number):
        game.replay(journal[played : decision.number])
        played = decision.number
        yield judge(game, decision, probes)


def sides_to_judge(game: Game) -> list[str]:
    """The sides that people played; all sides if bots played them."""
    people = [side for side in game.title.sides if "human" in game.players.get(side, "human")]
    return [side for side in people or game.title.sides if side != CHANCE]


def worst(judged: Sequence[Judged], number: int) -> list[Judged]:
    """The dearest mistakes, the dearest first."""
    return sorted((one for one in judged if one.cost >= LEAST), key=lambda one: -one.cost)[:number]
