"""Bots think in processes of their own, so that nobody else has to wait."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from wargame.plugins.match.apart import Errand, Outcome, run_errand

WORKERS = 2
Found = TypeVar("Found")


class BotPool:
    """A pool of worker processes; if one dies, the pool is replaced and the work done again."""

    def __init__(self, workers: int = WORKERS) -> None:
        self.workers = workers
        self._pool: ProcessPoolExecutor | None = None

    def answer(self, task: Errand) -> Outcome:
        """The bot's answer. Call it from a thread: it waits."""
        return self._do(run_errand, task)

    def advice(self, task: Errand) -> list[str]:
        """A hint, in lines. Call it from a thread: it waits."""
        return self._do(run_advice, task)

    def _do(self, work: Callable[[Errand], Found], task: Errand) -> Found:
        for _ in range(2):
            try:
                return self._running().submit(work, task).result()
            except BrokenProcessPool:
                self._pool = None
        return work(task)

    def _running(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self.workers, mp_context=multiprocessing.get_context("spawn"))
        return self._pool

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)


def run_advice(task: Errand) -> list[str]:
    """Runs in the worker: what a planner of this level would do in a person's place."""
    from wargame.plugins import new_game
    from wargame.plugins.bots.planner import PlannerBot
    from wargame.plugins.match.advice import advise

    game = new_game(task.title, position=task.position, data=task.data)
    hint = advise(game, task.side, PlannerBot(task.seed, task.bot))
    return ["There is only one answer."] if hint is None else list(hint.lines())
