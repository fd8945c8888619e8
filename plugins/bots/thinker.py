"""What all bots that look ahead have in common: the plan they are following, verdicts, and what they thought."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from wargame.core.engine.actions import Action
from wargame.core.engine.chance import Source, seeded
from wargame.core.engine.game import Game
from wargame.core.engine.questions import Question
from wargame.core.title.plans import Plan, Verdict
from wargame.plugins.bots.budget import never
from wargame.plugins.bots.candidates import listed
from wargame.plugins.bots.playing import Actor
from wargame.plugins.bots.thought import Option, Thought
from wargame.plugins.bots.worlds import Deal

KEPT = 400  # thoughts that a bot remembers


@attrs.frozen
class Missed:
    """What came before the beginning of the `Game` that a bot is given, if each answer is asked of a new one."""

    answers: int = 0
    turns: int = 0


class Thinker:
    """A bot that looks ahead in copies of the game, in which all that its side may not know was dealt anew.

    It reads nothing of the game but its open question. `stopped`, if set, is asked all the time while the bot thinks;
    as soon as it is true, the bot answers with the best it has found. Bots can be pickled between two answers, with the
    plan that they are following.
    """

    def __init__(self, seed: int = 0) -> None:
        self.source = Source(seeded(seed))
        self.stopped: Callable[[], bool] = never
        self.thoughts: list[Thought] = []
        self.missed = Missed()
        self._actor = Actor("")

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "stopped": never}

    def choose(self, game: Game, side: str) -> Action:
        """One of the legal answers of `side`."""
        question = game.decisions[side]
        if self._actor.side != side:
            self._actor = Actor(side)
        if (action := self._actor.next_of_plan(question, game.fresh)) is not None:
            return action  # type: ignore[no-any-return]
        if question.complete and len(question.actions) == 1:
            return question.actions[0]
        deal = Deal(game, side, self.source, self.worlds(game))
        world = deal.first
        if world is None:
            return self._blind(game, question)
        verdict = world.game.rules.verdict(world.game.state, side, question)
        if verdict is not None and verdict.action is not None and question.accepts(verdict.action):
            self._note(game, question, verdict.action, reason=verdict.why, secret=verdict.secret)
            return verdict.action  # type: ignore[no-any-return]
        if game.at_once:
            plan = self.decide_at_once(game, side, question, verdict, deal)
        else:
            plan = self.decide(game, side, question, verdict, deal)
        return self._actor.follow(plan)  # type: ignore[no-any-return]

    def worlds(self, game: Game) -> int:
        """In how many worlds the bot looks ahead, at most."""
        return 6

    def decide(self, game: Game, side: str, question: Question, verdict: Verdict | None, deal: Deal) -> Plan:
        """The plan to follow from here."""
        raise NotImplementedError

    def decide_at_once(self, game: Game, side: str, question: Question, verdict: Verdict | None, deal: Deal) -> Plan:
        """The plan to follow where several sides answer at the same time."""
        raise NotImplementedError

    def _blind(self, game: Game, question: Question) -> Action:
        """No copy fits what was drawn in secret: any answer that goes on."""
        action = self.source.choice(listed(question, None))
        self._note(game, question, action, reason="It could not look ahead: something secret has just been drawn.")
        return action  # type: ignore[no-any-return]

    def _note(
        self,
        game: Game,
        question: Question,
        action: Any,
        options: tuple[Option, ...] = (),
        *,
        gain: float | None = None,
        reason: str = "",
        fears: tuple[str, ...] = (),
        probes: int = 0,
        secret: bool = False,
    ) -> None:
        state = game.state
        thought = Thought(
            question.side, state.date(), state.phase, question.prompt, question.rule, action, len(game.journal),
            options, gain, reason, fears, probes, secret,
        )  # fmt: skip
        self.thoughts = [*self.thoughts[1 - KEPT :], thought]
