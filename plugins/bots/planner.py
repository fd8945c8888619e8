"""The planner: it searches whole turns, and lets the best of them meet the enemy's reply.

Online evolutionary planning: a turn is a script of plans. The first script is what the title's guesses give; then one
plan at a time is changed (another one, one more, one less, another order), and what stands better at the end of the
turn, over a few worlds that all scripts share, is kept.
"""

from __future__ import annotations

from typing import Any

import attrs

from wargame.core.engine.chance import Source
from wargame.core.engine.game import Game
from wargame.core.engine.questions import Question
from wargame.core.title.plans import Plan, Verdict
from wargame.plugins.bots.budget import Budget
from wargame.plugins.bots.candidates import candidates
from wargame.plugins.bots.greedy import GreedyBot
from wargame.plugins.bots.levels import read_level
from wargame.plugins.bots.playing import Actor, Decision, Line, Script, Step
from wargame.plugins.bots.thought import Option
from wargame.plugins.bots.together import LISTED, Meeting, best_replies
from wargame.plugins.bots.worlds import Deal, World, mean

FIRST, LATER = 0.6, 0.4  # the share of a turn's budget for its first answer, and of what is left for each later one
SEARCH = 0.75  # the share of the thinking that looks for better turns; the rest looks at the enemy's reply
MEET = 4  # so many of the best turns meet the reply
PATIENCE = 40  # changes in a row without success after which a search ends
DRIFT = 4  # one in so many changes is kept that makes no difference yet, because another may need it
BETTER = 1e-6


@attrs.define(eq=False)
class Turn:
    """A way to play the rest of the turn: its script, and what it leads to in each world."""

    steps: Script
    banned: frozenset[tuple[Any, ...]] = frozenset()
    scores: list[float] = attrs.field(factory=list)
    made: list[list[Decision]] = attrs.field(factory=list)  # the decisions in each world
    replies: list[float] = attrs.field(factory=list)  # what it is worth in other worlds, with the enemy's reply
    fears: tuple[str, ...] = ()

    @property
    def value(self) -> float:
        return mean(self.scores)

    @property
    def guess(self) -> float:
        """The title's guess of what its first decision is worth."""
        return self.made[0][0].step.plan.worth if self.made and self.made[0] else 0.0

    @property
    def beginning(self) -> tuple[Any, ...]:
        """The answers of its first decision."""
        return self.made[0][0].step.plan.answers if self.made and self.made[0] else ()


@attrs.define(eq=False)
class Search:
    """The search for a good turn from here on.

    Turns are compared in `worlds`; the best of them then meet the luck of `fresh`, so that a turn does not win because
    it happens to fit the dice with which it was found.
    """

    side: str
    worlds: list[World]
    fresh: list[World]
    source: Source
    budget: Budget
    until: float = 1.0  # the share of the budget at which it ends
    fixed: int = 0  # so many decisions at the beginning of the script are not changed
    first: Turn = attrs.field(init=False)  # the one without any change
    best: Turn = attrs.field(init=False)
    rounds: int = 0  # in so many worlds the best turns met the reply
    found: dict[tuple[Any, ...], Turn] = attrs.field(factory=dict)  # the best turn for each way to begin

    def run(self, script: Script) -> Turn:
        """Search, beginning with a script; returns the best turn."""
        self.first = self._play(Turn(script))
        self._take(self.first)
        share = self.budget.share
        limit = share + SEARCH * (self.until - share)
        if not self.fixed:
            self._every_beginning(limit)
        failed = 0
        while failed < PATIENCE and not self.budget.over(limit):
            changed = self._change()
            failed = 0 if changed is not None and self._try(changed) else failed + 1
        return self._choose()

    # --- lines of play --------------------------------------------------------------------------------------------

    def _play(self, turn: Turn) -> Turn:
        """Play a turn in every world, and keep all its decisions."""
        for world in self.worlds:
            self._line(turn, world.copy(), turn.steps, keep=True)
        return turn

    def _line(
        self, turn: Turn, world: World, steps: Script, following: tuple[Any, ...] = (), keep: bool = False
    ) -> None:
        line = self._play_in(turn, world, steps, following, keep)
        turn.scores.append(line.world.score(self.side))
        turn.made.append(line.actor(self.side).made)

    def _play_in(
        self, turn: Turn, world: World, steps: Script, following: tuple[Any, ...] = (), keep: bool = False
    ) -> Line:
        line = Line(world)
        actor = Actor.with_script(self.side, steps, banned=turn.banned, following=list(following), keep=keep)
        line.actors[self.side] = actor
        line.to_end_of_turn()
        self.budget.spend()
        return line

    def _take(self, turn: Turn) -> None:
        """This is the best turn now."""
        self.best = turn
        self._remember(turn)

    def _remember(self, turn: Turn) -> None:
        """Keep a turn if it is the best with its beginning."""
        first = turn.beginning
        if first not in self.found or turn.value > self.found[first].value:
            self.found[first] = turn

    # --- changes --------------------------------------------------------------------------------------------------

    def _every_beginning(self, limit: float) -> None:
        """Try each alternative at the question that is open: one of them must be answered now."""
        if not self.best.made[0]:
            return
        first = self.best.made[0][0]
        for plan in first.others:
            if self.budget.over(limit):
                return
            step = Step(first.step.place, plan)
            self._try((0, (step, *self._steps()), self.best.banned))

    def _steps(self) -> Script:
        return tuple(decision.step for decision in self.best.made[0])

    def _change(self) -> tuple[int, Script, frozenset[tuple[Any, ...]]] | None:
        """A change of the best turn: where it begins to differ, and the script from there on."""
        decisions = self.best.made[0]
        if len(decisions) <= self.fixed:
            return None
        at = self.fixed + self.source.pick(len(decisions) - self.fixed)
        decision, steps = decisions[at], self._steps()
        kind = self.source.pick(8)
        if kind == 0:  # without it
            return at, steps[at + 1 :], self.best.banned | {decision.step.plan.answers}
        if kind == 1:  # something later first
            later = [n for n in range(at + 1, len(steps)) if steps[n].place == steps[at].place]
            if not later:
                return None
            n = later[self.source.pick(len(later))]
            return at, (steps[n], *steps[at:n], *steps[n + 1 :]), self.best.banned
        if not decision.others:
            return None
        plan = decision.others[min(self.source.pick(len(decision.others)), self.source.pick(len(decision.others)))]
        rest = steps[at:] if kind < 5 else steps[at + 1 :]  # one more, or this one instead
        return at, (Step(decision.step.place, plan), *rest), self.best.banned

    def _try(self, change: tuple[int, Script, frozenset[tuple[Any, ...]]]) -> bool:
        """Play a changed turn; it must not be worse in the first world, and better over all."""
        at, steps, banned = change
        turn = Turn(steps, banned)
        origin = self.best.made[0][at]
        for number in range(len(self.worlds)):
            before = self._before(number, origin)
            if before is None:
                prefix = tuple(decision.step for decision in self.best.made[0][:at])
                self._line(turn, self.worlds[number].copy(), (*prefix, *steps))
            else:
                assert before.before is not None
                self._line(turn, before.before.copy(), steps, before.following)
            if number == 0:
                self._complete(turn, at)
                if turn.scores[0] < self.best.scores[0] - BETTER:
                    self._remember_beginning(turn, at)
                    return False
        self._remember(turn)
        gain = turn.value - self.best.value
        if gain > BETTER or (gain > -BETTER and not self.source.pick(DRIFT)):
            self._take(self._play(Turn(turn.steps, banned)))
        return gain > BETTER

    def _complete(self, turn: Turn, at: int) -> None:
        """Put the decisions before the change in front of those after it."""
        turn.made[0] = [*self.best.made[0][:at], *turn.made[0]]
        turn.steps = tuple(decision.step for decision in turn.made[0])

    def _remember_beginning(self, turn: Turn, at: int) -> None:
        """A turn that failed in the first world still says what another beginning is worth."""
        if at == 0:
            self._remember(turn)

    def _before(self, number: int, origin: Decision) -> Decision | None:
        """The same decision in another world, if it came up there."""
        if number == 0:
            return origin
        return next((one for one in self.best.made[number] if one.step == origin.step), None)

    # --- the reply ------------------------------------------------------------------------------------------------

    def _choose(self) -> Turn:
        """Let the best turns meet other luck than they were found with, and the enemy's reply."""
        finalists = sorted(self.found.values(), key=lambda turn: -turn.value)[:MEET]
        for turn in finalists:
            for world in self.worlds[len(turn.scores) :]:
                self._line(turn, world.copy(), turn.steps)
        if self.first not in finalists:
            finalists.append(self.first)
        for world in self.fresh or self.worlds:
            for turn in finalists:
                if self.budget.over(self.until):
                    break
                self._meet(turn, world.copy())
        met = [turn for turn in finalists if turn.replies] or finalists
        self.rounds = min(len(turn.replies) for turn in met)
        self.found = {turn.beginning: turn for turn in reversed(met)}
        return max(met, key=lambda turn: (round(self.worth(turn), 6), turn.guess))

    def worth(self, turn: Turn) -> float:
        """What a turn that met the reply is worth, by as many worlds as all of them met it in."""
        return (turn.value + mean(turn.replies[: self.rounds])) / 2 if self.rounds else turn.value

    def _meet(self, turn: Turn, world: World) -> None:
        """Play a turn, and what the enemy would do next; it is worth the mean of the scores before and after that."""
        line = self._play_in(turn, world, turn.steps)
        before = line.world.score(self.side)
        asked = line.world.question()
        reply = Line(line.world)
        reply.to_end_of_turn()
        self.budget.spend()
        turn.replies.append((before + line.world.score(self.side)) / 2)
        if asked is not None and asked.side != self.side and not turn.fears:
            made = reply.actor(asked.side).made
            named = sorted(made, key=lambda decision: -decision.step.plan.worth)
            names = dict.fromkeys(decision.step.plan.name for decision in named if decision.step.plan.worth > 0)
            turn.fears = tuple(names)[:3]


class PlannerBot(GreedyBot):
    """Plans whole turns within a budget; what the budget does not reach is decided as `greedy` does."""

    def __init__(self, seed: int = 0, level: str = "normal") -> None:
        super().__init__(seed)
        self.level = read_level(level)
        self._budget = Budget(0)
        self._turn: int | None = None
        self._script: Script = ()
        self._known = 0  # the length of the journal as far as the script takes it into account

    def worlds(self, game: Game) -> int:
        return 4 * self.level.worlds if game.at_once else 2 * self.level.worlds

    def decide(self, game: Game, side: str, question: Question, verdict: Verdict | None, deal: Deal) -> Plan:
        if self._turn != self.missed.turns + game.turns:
            self._turn, self._script = self.missed.turns + game.turns, ()
            self._begin_turn()
            until = FIRST
        else:
            used = self._budget.share
            until = used + LATER * (1 - used)
        self._budget.start(self.stopped)
        try:
            return self._decide(game, side, question, verdict, deal, until)
        finally:
            self._budget.pause()

    def _begin_turn(self) -> None:
        self._budget = Budget(self.level.probes, self.level.seconds)

    def _decide(
        self, game: Game, side: str, question: Question, verdict: Verdict | None, deal: Deal, until: float
    ) -> Plan:
        surprised = self._surprised(game, side)
        place = (game.state.phase, question.rule)
        planned = next((step for step in self._script if step.place == place and _begins(step, question)), None)
        if planned is not None and (not surprised or self._budget.over()):
            self._script = tuple(step for step in self._script if step is not planned)
            self._known = self.missed.answers + len(game.journal) + 1
            return planned.plan
        worlds = [] if self._budget.over() else deal.some(self.level.worlds)
        if not worlds:
            return super().decide(game, side, question, verdict, deal)
        before = self._budget.used
        fresh = deal.some(deal.number)[self.level.worlds :]
        search = Search(side, worlds, fresh, self.source, self._budget, until)
        turn = search.run(self._script)
        if not turn.made[0] or not _begins(turn.made[0][0].step, question):  # possible in the worlds, but not here
            return super().decide(game, side, question, verdict, deal)
        first, *rest = turn.made[0]
        self._script = tuple(decision.step for decision in rest)
        self._known = self.missed.answers + len(game.journal) + 1
        others = sorted((one for one in search.found.values() if one is not turn), key=search.worth, reverse=True)
        options = tuple(Option(one.made[0][0].step.plan, search.worth(one)) for one in (turn, *others) if one.made[0])
        gain = turn.value - mean([world.score(side) for world in worlds])
        probes = self._budget.used - before
        self._note(game, question, first.step.plan.answers[0], options, gain=gain, fears=turn.fears, probes=probes)
        return first.step.plan

    def _surprised(self, game: Game, side: str) -> bool:
        """Whether chance or somebody else has answered since the script was made."""
        since = self._known - self.missed.answers
        return since < 0 or any(answer.side != side for answer in game.journal[since:])

    @property
    def ahead(self) -> tuple[Plan, ...]:
        """What it means to do in the rest of the turn."""
        return tuple(step.plan for step in self._script)

    def decide_at_once(self, game: Game, side: str, question: Question, verdict: Verdict | None, deal: Deal) -> Plan:
        """The best reply to more of what the others may do, and to mixtures of the best plans."""
        self._begin_turn()
        self._budget.start(self.stopped)
        meeting = Meeting(side, deal.some(4 * self.level.worlds), self.source)
        plans = candidates(meeting.worlds[0].game, side, question, verdict, LISTED, self.source)
        replies = best_replies(meeting, plans, self._budget)
        self._budget.pause()
        chosen = replies[0]
        self._note_trials(game, question, chosen, replies, chosen.value - meeting.now)
        return chosen.plan


def _begins(step: Step, question: Question) -> bool:
    return question.accepts(step.plan.answers[0])
