"""The same games on a Dask cluster (`pip install 'wargame[cluster]'`): workers may join, leave and be killed."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from wargame.core.engine.errors import WargameError
from wargame.plugins.simulation.tasks import Keep, Row, Task, play

BATCH = 20  # games of one task of the cluster
SECONDS = 10  # how long to wait for the scheduler


def play_on(address: str, tasks: Sequence[Task], keep: Keep = Keep()) -> Iterator[Row]:  # noqa: B008 (frozen)
    """The rows of all tasks as batches end, played by the workers of the scheduler at `address`.

    Journals come back with the rows and are written here.
    """
    try:
        import distributed
    except ImportError:
        raise WargameError("A cluster needs Dask: pip install 'wargame[cluster]'.") from None
    dask: Any = distributed  # it has no types
    try:
        client = dask.Client(address, timeout=SECONDS, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise WargameError(f"No scheduler answers at {address} ({error}); start one with 'dask scheduler'.") from None
    with client:
        _check_workers(client, address, tasks)
        batches = [list(tasks[i : i + BATCH]) for i in range(0, len(tasks), BATCH)]
        every = keep.journals is not None
        given = dict(zip(client.map(play_batch, batches, every=every, pure=False, retries=3), batches, strict=True))
        done = dask.as_completed(list(given), loop=client.loop)
        suspects: deque[Task] = deque()  # the games of batches that killed their workers, played one at a time
        suspected: Any = None
        for future in done:
            batch = given.pop(future)
            suspected = None if future is suspected else suspected
            try:
                for task, (row, journal) in zip(batch, future.result(), strict=True):
                    _write(journal, keep.path(task))
                    yield row
            except WargameError:
                raise
            except Exception as error:
                if len(batch) > 1:
                    suspects.extend(batch)
                else:
                    yield Row.failed(batch[0], f"The cluster gave this game up: {type(error).__name__}.")
            if suspects and suspected is None:
                task = suspects.popleft()
                suspected = client.submit(play_batch, [task], every=every, pure=False, retries=3)
                given[suspected] = [task]
                done.add(suspected)


def _write(journal: bytes, path: Path | None) -> None:
    if journal and path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(journal)


def play_batch(tasks: list[Task], every: bool = False) -> list[tuple[Row, bytes]]:
    """What a worker does: the row of each game, and the journal of those that failed (or of `every` game)."""
    found = []
    with TemporaryDirectory() as folder:
        here = Path(folder)
        keep = Keep(journals=here) if every else Keep(failed=here)
        for task in tasks:
            row, journal = play(task, keep), keep.path(task)
            found.append((row, journal.read_bytes() if journal is not None and journal.exists() else b""))
    return found


def missing(title: str, bots: Sequence[str], observers: Sequence[str] = ()) -> str:
    """What a worker lacks, in a sentence; empty if it has everything."""
    from wargame.plugins.manager import find_observers, get_title
    from wargame.plugins.match.bots import make_bot

    try:
        get_title(title)
        for bot in bots:
            make_bot(bot, 0)
        find_observers(observers)
    except WargameError as error:
        return str(error)
    return ""


def _check_workers(client: Any, address: str, tasks: Sequence[Task]) -> None:
    if not tasks:
        return
    bots = sorted({bot for task in tasks for bot in task.sides.values()})
    told = client.run(missing, tasks[0].title, bots, tasks[0].observers, on_error="return")
    if not told:
        raise WargameError(f"The scheduler at {address} has no workers; start some with 'dask worker {address}'.")
    for worker, what in told.items():
        if what:
            raise WargameError(f"The worker {worker} cannot play this: {what}")
