"""`hint`: what the planner would do in a person's place."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from wargame.core.engine.game import Game
from wargame.core.title.plans import Plan
from wargame.plugins.bots.planner import PlannerBot
from wargame.plugins.bots.thought import Thought
from wargame.plugins.bots.worlds import WIN
from wargame.plugins.match.thoughts import alternatives, by_how_much, chosen_name

THEN = 6  # later decisions that are named


@attrs.frozen
class Hint:
    """The plan to follow from here: its thought, its answers, and what would come after it in the turn."""

    thought: Thought
    plan: Plan
    then: tuple[Plan, ...] = ()

    def lines(self) -> Iterator[str]:
        """The hint as it is printed."""
        reason = f": {self.thought.reason}" if self.thought.reason else ""
        yield f"{chosen_name(self.thought)}{reason}{self._gain()}"
        answers = [str(action) for action in self.plan.answers]
        if "; ".join(answers) != chosen_name(self.thought):
            yield f"  by answering: {'; '.join(answers)}"
        if self.then:
            yield f"  then: {'; '.join(plan.name for plan in self.then)}"
        for option, worse in alternatives(self.thought):
            yield f"  rather than {option.plan.name}{by_how_much(worse)}"
        if self.thought.fears:
            yield f"  the enemy may reply: {'; '.join(self.thought.fears)}"

    def _gain(self) -> str:
        gain = self.thought.gain
        if gain is None:
            return ""
        return " (it wins the game)" if gain > WIN / 2 else f" (expected {gain:+.2f} by the end of the turn)"


def advise(game: Game, side: str, bot: PlannerBot) -> Hint | None:
    """What a planner would do for a side, from what the side may know; None where there is only one answer.

    `bot` is a new one; while it thinks, its `stopped` may be set as for any bot.
    """
    question = game.decisions[side]
    if question.complete and len(question.actions) == 1:
        return None
    action = bot.choose(game, side)
    thought = bot.thoughts[-1]
    plan = thought.options[0].plan if thought.options else Plan(str(action), (action,))
    return Hint(thought, plan, bot.ahead[:THEN])
