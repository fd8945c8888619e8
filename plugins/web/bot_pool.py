"""Bots choose their answers in processes of their own, so that nobody else has to wait."""

from __future__ import annotations

import multiprocessing
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from wargame.core.engine.game import Game

WORKERS = 2
Task = tuple[str, Mapping[str, object], str, str, int, Path | None]


class BotPool:
    """A pool of worker processes; if one dies, the pool is replaced and the choice made again."""

    def __init__(self, workers: int = WORKERS) -> None:
        self.workers = workers
        self._pool: ProcessPoolExecutor | None = None

    @staticmethod
    def task(game: Game, side: str, bot: str, data: Path | None = None) -> Task:
        """What a worker needs to know in order to answer for a side."""
        return (game.title.id, game.position(), side, bot, game.seed * 31 + len(game.journal), data)

    def choose(self, task: Task) -> str:
        """The bot's answer, as text. Call it from a thread: it waits."""
        for _ in range(2):
            try:
                return self._running().submit(choose_answer, *task).result()
            except BrokenProcessPool:
                self._pool = None
        return choose_answer(*task)

    def _running(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self.workers, mp_context=multiprocessing.get_context("spawn"))
        return self._pool

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)


def choose_answer(title: str, position: Mapping[str, object], side: str, bot: str, seed: int, data: Path | None) -> str:
    """Runs in the worker: the bot's answer in a position, as text."""
    from wargame.plugins import new_game
    from wargame.plugins.match.bots import make_bot

    game = new_game(title, position=position, data=data)
    return str(make_bot(bot, seed).choose(game, side))
