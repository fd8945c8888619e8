"""A pool of processes in which a worker that dies costs nothing but the game it was playing, which is played again.

    for row in play_all(tasks, workers=4):
        ...

The standard pool gives up everything unfinished when one of its workers is killed; a simulation of a night must not.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Iterable, Iterator
from multiprocessing.connection import Connection, wait
from typing import Any

import attrs

from wargame.plugins.simulation.tasks import Keep, Row, Task, play

TRIES = 2  # a task whose worker dies this many times is reported, not tried again


@attrs.define(eq=False)
class _Worker:
    process: Any
    pipe: Connection
    task: Task | None = None


def play_all(tasks: Iterable[Task], workers: int, keep: Keep = Keep()) -> Iterator[Row]:  # noqa: B008 (frozen)
    """The rows of all tasks, as games end. With one worker everything is played in this process."""
    if workers == 1:
        for task in tasks:
            yield play(task, keep)
        return
    yield from _Pool(tasks, workers, keep).rows()


class _Pool:
    def __init__(self, tasks: Iterable[Task], workers: int, keep: Keep) -> None:
        self.waiting = deque(tasks)
        self.keep = keep
        self.tries: dict[str, int] = {}
        self.context = multiprocessing.get_context("forkserver")
        self.workers = [self._begin() for _ in range(min(workers, len(self.waiting)))]

    def _begin(self) -> _Worker:
        ours, theirs = self.context.Pipe()
        process = self.context.Process(target=_work, args=(theirs, self.keep), daemon=True)
        process.start()
        theirs.close()
        return _Worker(process, ours)

    def rows(self) -> Iterator[Row]:
        try:
            for worker in self.workers:
                self._give(worker)
            while any(worker.task is not None for worker in self.workers):
                busy = {worker.pipe: worker for worker in self.workers if worker.task is not None}
                for pipe in wait(list(busy)):
                    row = self._take(busy[pipe])  # type: ignore[index]
                    if row is not None:
                        yield row
        finally:
            for worker in self.workers:
                worker.process.terminate()
            for worker in self.workers:
                worker.process.join(5)

    def _give(self, worker: _Worker) -> None:
        """Give a worker the next task; if none is left, it rests."""
        worker.task = self.waiting.popleft() if self.waiting else None
        if worker.task is not None:
            worker.pipe.send((worker.task, self.tries.get(worker.task.key, 0) > 0))

    def _take(self, worker: _Worker) -> Row | None:
        """What a worker has done; one that died is replaced and its task given to the new one."""
        task = worker.task
        assert task is not None
        try:
            row: Row | None = worker.pipe.recv()
        except (EOFError, OSError):
            row = self._bury(worker, task)
        self._give(worker)
        return row

    def _bury(self, worker: _Worker, task: Task) -> Row | None:
        worker.process.join()
        code = worker.process.exitcode
        fresh = self._begin()
        worker.process, worker.pipe = fresh.process, fresh.pipe
        self.tries[task.key] = self.tries.get(task.key, 0) + 1
        if self.tries[task.key] < TRIES:
            self.waiting.appendleft(task)
            return None
        how = signal.Signals(-code).name if code is not None and code < 0 else f"exit status {code}"
        kept = self.keep.path(task)
        where = f"; its journal so far is {kept}" if kept is not None and kept.exists() else ""
        return Row.failed(task, f"It killed its worker {TRIES} times ({how}){where}.")


def _work(pipe: Connection, keep: Keep) -> None:
    """A worker: plays the tasks that it receives until the pool closes its pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who gives out the tasks
    while True:
        try:
            task, again = pipe.recv()
        except EOFError:
            return
        pipe.send(play(task, keep, safely=again))
