"""Playing on in a world without searching: a script of plans first, then verdicts, then the title's best guess."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs

from wargame.core.engine.errors import IllegalAction, WargameError
from wargame.core.engine.questions import Question
from wargame.core.title.plans import Plan, Verdict
from wargame.plugins.bots.candidates import ENDS, legal_plans, listed, single
from wargame.plugins.bots.worlds import World

MOST = 500  # answers in one line of play, at most
OTHERS = 6  # alternatives that are remembered for a decision
SEEN = 12  # how many plans of a script are looked at for one question

Place = tuple[str, str]  # where a decision belongs: the phase, and the rule of the question


@attrs.frozen
class Step:
    """A decision of a script: which plan, and at what question."""

    place: Place
    plan: Plan


Script = tuple[Step, ...]


@attrs.define(eq=False)
class Decision:
    """A decision as it was met in a line of play: what was chosen, out of what, and how things stood before it."""

    step: Step
    before: World | None = None
    following: tuple[Any, ...] = ()  # what was left of the plan that was interrupted by it
    banned: frozenset[tuple[Any, ...]] = frozenset()
    _others: list[Plan] | None = None

    @property
    def others(self) -> list[Plan]:
        """The best alternatives, found when they are asked for first."""
        if self._others is None:
            self._others = self._alternatives()
        return self._others

    def _alternatives(self) -> list[Plan]:
        question = None if self.before is None else self.before.question()
        if self.before is None or question is None:
            return []
        game = self.before.game
        verdict = game.rules.verdict(game.state, question.side, question)
        plans = open_plans(self.before, question, verdict, self.banned)
        return [plan for plan in plans if plan.answers != self.step.plan.answers][:OTHERS]


def place_of(world: World, question: Question) -> Place:
    return world.game.state.phase, question.rule


@attrs.define(eq=False)
class Actor:
    """Answers for one side in one world.

    `script` are the decisions it would like to make, in order; `banned` those it must not make. What it decides is
    kept in `made`; with `keep`, each decision has its alternatives and a copy of the world before it.
    """

    side: str
    script: dict[Place, list[Plan]] = attrs.field(factory=dict)
    banned: frozenset[tuple[Any, ...]] = frozenset()
    following: list[Any] = attrs.field(factory=list)
    keep: bool = False
    made: list[Decision] = attrs.field(factory=list)

    @classmethod
    def with_script(cls, side: str, steps: Iterable[Step], **given: Any) -> Actor:
        script: dict[Place, list[Plan]] = {}
        for step in steps:
            script.setdefault(step.place, []).append(step.plan)
        return cls(side, script, **given)

    def follow(self, plan: Plan) -> Any:
        """Begin a plan: its first answer. A plan that it interrupts goes on afterwards."""
        self.following = [*plan.answers[1:], *self.following]
        return plan.answers[0]

    def next_of_plan(self, question: Question, fresh: bool) -> Any:
        """The next answer of the plan that is being followed; None if it does not answer this question.

        What has become impossible is left out; if nothing fits as a new decision begins, the plan is given up.
        """
        for number, action in enumerate(self.following):
            if question.accepts(action):
                del self.following[: number + 1]
                return action
        if fresh:
            self.following = []
        return None

    def answer(self, world: World, question: Question) -> Any:
        game = world.game
        if self.following and (action := self.next_of_plan(question, game.fresh)) is not None:
            return action
        verdict = game.rules.verdict(game.state, self.side, question)
        if verdict is not None and verdict.action is not None and question.accepts(verdict.action):
            return verdict.action
        step = self._wanted(question, place_of(world, question))
        others = None
        if step is None:
            plans = open_plans(world, question, verdict, self.banned)
            step, others = Step(place_of(world, question), plans[0]), plans[1 : OTHERS + 1]
        if self.keep:
            self.made.append(Decision(step, world.copy(), tuple(self.following), self.banned, others))
        else:
            self.made.append(Decision(step))
        return self.follow(step.plan)

    def _wanted(self, question: Question, place: Place) -> Step | None:
        """The next decision of the script that can be made now."""
        plans = self.script.get(place, [])
        for number, plan in enumerate(plans[:SEEN]):
            if question.accepts(plan.answers[0]):
                del plans[number]
                return Step(place, plan)
        return None


def open_plans(
    world: World, question: Question, verdict: Verdict | None, banned: frozenset[tuple[Any, ...]]
) -> list[Plan]:
    """What can be done at a question, best guess first; at least one plan.

    Where the title has plans, nothing else is tried, even if all of them are banned.
    """
    plans = legal_plans(world.game, question.side, question, verdict)
    if not plans:
        return _unplanned(question, verdict, banned)
    return [plan for plan in plans if plan.answers not in banned] or plans


def _unplanned(question: Question, verdict: Verdict | None, banned: frozenset[tuple[Any, ...]]) -> list[Plan]:
    """Without plans: to stop, where that is possible, otherwise the first answer; then some others."""
    actions = listed(question, verdict)
    ends = [action for action in ENDS if question.accepts(action) and not (verdict and verdict.bars(action))]
    others = [action for action in actions if action not in ends]
    some = others[:: max(1, len(others) // OTHERS)][:OTHERS]
    found = [*ends, *some]
    return [plan for plan in map(single, found) if plan.answers not in banned] or [single(found[0])]


@attrs.define(eq=False)
class Line:
    """A line of play in one world: all sides answer without searching, each by its `Actor`."""

    world: World
    actors: dict[str, Actor] = attrs.field(factory=dict)
    answers: int = 0

    def actor(self, side: str) -> Actor:
        if side not in self.actors:
            self.actors[side] = Actor(side)
        return self.actors[side]

    def step(self) -> bool:
        """One answer of whoever is asked; False if the game is over or the line has become too long."""
        question = self.world.question()
        if question is None or self.answers >= MOST:
            return False
        self.answers += 1
        action = self.actor(question.side).answer(self.world, question)
        try:
            self.world.give(question.side, action)
        except WargameError:  # a plan that the title itself refuses: the line ends here
            return False
        return True

    def begin(self, side: str, plan: Plan) -> bool:
        """Give the first answer of a plan; False if it is not legal in this world, though it may be in the game."""
        self.answers += 1
        try:
            self.world.give(side, self.actor(side).follow(plan))
        except IllegalAction:
            return False
        return True

    def to_end_of_decision(self, side: str) -> None:
        """Until a new decision begins and `side` has carried out its plan."""
        game, actor = self.world.game, self.actor(side)
        turns = game.turns
        while game.turns == turns and (actor.following or not game.fresh) and self.step():
            pass

    def to_next_decision(self) -> None:
        """Until a new decision begins: all sides that answer at once have answered."""
        while not self.world.game.fresh and self.step():
            pass

    def to_end_of_turn(self) -> None:
        """Until another side has the initiative."""
        game = self.world.game
        turns = game.turns
        while game.turns == turns and self.step():
            pass
