"""Two simple bots: one plays at random, one looks a single step ahead by the title's own score."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from wargame.core.engine.actions import Action
from wargame.core.engine.chance import Source, seeded
from wargame.core.engine.errors import IllegalAction
from wargame.core.engine.game import Game
from wargame.plugins import hookimpl

LOOKED_AT = 24  # how many answers the greedy bot tries; of more it takes a sample

MOST = 500  # answers of others that are thought ahead, at most


class RandomBot:
    """Any legal answer, each equally likely."""

    def __init__(self, seed: int = 0) -> None:
        self.source = Source(seeded(seed))

    def choose(self, game: Game, side: str) -> Action:
        action: Action = self.source.choice(game.decisions[side].actions)
        return action


class GreedyBot:
    """The answer after which the title's `evaluate` hook scores best, seen from a copy made for its side."""

    def __init__(self, seed: int = 0) -> None:
        self.source = Source(seeded(seed))

    def choose(self, game: Game, side: str) -> Action:
        actions = list(game.decisions[side].actions)
        if len(actions) == 1:
            return actions[0]
        tried = actions if len(actions) <= LOOKED_AT else [self.source.choice(actions) for _ in range(LOOKED_AT)]
        seed = self.source.pick(1 << 32)
        scored = [
            (self._score(game, side, action, seed), self.source.pick(1 << 16), i) for i, action in enumerate(tried)
        ]
        return tried[max(scored)[2]]

    def _score(self, game: Game, side: str, action: Action, seed: int) -> float:
        try:
            ahead = game.fork(side, seed)
            at_once = ahead.at_once
            ahead.apply(action, side)
            if at_once:
                _let_all_answer(ahead)
        except IllegalAction:  # the new draw does not fit what was answered: nothing to be learnt
            return 0.0
        if ahead.result is not None:
            return 1e9 if side in ahead.result.winners else -1e9
        return ahead.rules.evaluate(ahead.state, side)


def _let_all_answer(ahead: Game) -> None:
    """Where sides answer at once nothing happens before the last has: what is still open gets its first answer."""
    agenda = ahead.state.agenda
    for _ in range(MOST):
        if not ahead.at_once or ahead.state.agenda != agenda:
            break
        question = next(iter(ahead.decisions.values()))
        ahead.apply(question.actions[0], question.side)


@hookimpl
def wargame_bots() -> Mapping[str, Callable[[int], RandomBot | GreedyBot]]:
    return {"random": RandomBot, "greedy": GreedyBot}
