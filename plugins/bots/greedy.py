"""The greedy bot: it looks to the end of each decision and takes what scores best."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from wargame.core.engine.game import Game
from wargame.core.engine.questions import Question
from wargame.core.title.plans import Plan, Verdict
from wargame.plugins.bots.candidates import candidates
from wargame.plugins.bots.playing import Line
from wargame.plugins.bots.thinker import Thinker
from wargame.plugins.bots.thought import Option
from wargame.plugins.bots.together import LISTED, Meeting, Reply
from wargame.plugins.bots.worlds import Deal, World

LOOKED_AT = 24  # listed answers that are tried where the title has no plan
MEETINGS = 4  # in how many worlds a plan meets what the others do at the same time
ROUNDS = ((3, LOOKED_AT), (6, 4))  # in how many worlds the best are tried, where chance has a part in them


@attrs.define(eq=False)
class Trial(Reply):
    """A plan, and its scores in the worlds in which it was tried."""

    certain: bool = False  # chance has no part in it


def try_out(trial: Trial, world: World, side: str) -> None:
    """Carry out a plan to the end of the decision in a copy of a world."""
    line = Line(world.copy())
    before = line.world.luck.picked
    if line.begin(side, trial.plan):
        line.to_end_of_decision(side)
    trial.scores.append(line.world.score(side))
    trial.certain = line.world.luck.picked == before


class GreedyBot(Thinker):
    """Tries the title's plans, or listed answers of every kind, and takes the one after which it stands best.

    A plan is followed to the end of the decision (through `attack ... with ... confirm` to its result). Where dice
    fall, the score is the mean over several worlds, in which the first die shows each face about as often.
    """

    def decide(self, game: Game, side: str, question: Question, verdict: Verdict | None, deal: Deal) -> Plan:
        world = deal.some(1)[0]
        plans = candidates(world.game, side, question, verdict, LOOKED_AT, self.source)
        trials = [Trial(plan, number) for number, plan in enumerate(plans)]
        for worlds, best in ROUNDS:
            trials.sort(key=lambda trial: trial.rank, reverse=True)
            for trial in trials[:best]:
                self._try_in(deal, trial, worlds, side)
        chosen = max(trials, key=lambda trial: trial.rank)
        self._note_trials(game, question, chosen, trials)
        return chosen.plan

    def _try_in(self, deal: Deal, trial: Trial, worlds: int, side: str) -> None:
        """Try a plan in the first few worlds; in one, if chance has no part in it."""
        while len(trial.scores) < worlds and not (trial.certain and trial.scores):
            if self.stopped():
                break
            some = deal.some(len(trial.scores) + 1)
            if len(some) == len(trial.scores):
                break
            try_out(trial, some[-1], side)

    def _note_trials(
        self, game: Game, question: Question, chosen: Reply, tried: Sequence[Reply], gain: float | None = None
    ) -> None:
        """Remember what was tried, best first."""
        ranked = sorted(tried, key=lambda trial: trial.rank, reverse=True)
        options = tuple(Option(trial.plan, trial.value if trial.scores else None) for trial in ranked)
        probes = sum(len(trial.scores) for trial in tried)
        self._note(game, question, chosen.plan.answers[0], options, gain=gain, probes=probes)

    def decide_at_once(self, game: Game, side: str, question: Question, verdict: Verdict | None, deal: Deal) -> Plan:
        meeting = Meeting(side, deal.some(MEETINGS), self.source)
        plans = candidates(meeting.worlds[0].game, side, question, verdict, LISTED, self.source)
        replies = [Reply(plan, number) for number, plan in enumerate(plans)]
        for reply in replies:
            while meeting.try_out(reply) and not self.stopped():
                pass
        chosen = max(replies, key=lambda reply: reply.rank)
        self._note_trials(game, question, chosen, replies)
        return chosen.plan
