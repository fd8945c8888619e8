"""How long a bot may think: a time, or a number of probes, or until somebody stops it."""

from __future__ import annotations

import time
from collections.abc import Callable

import attrs


def never() -> bool:
    """Nobody stops the bot."""
    return False


@attrs.define
class Budget:
    """What is left of the thinking for a turn.

    A probe is one line of play in one world. A budget in probes gives the same moves for the same seed; one in seconds
    counts the time of this process only, so it is not shorter on a busy machine.
    """

    probes: int | None = None
    seconds: float | None = None
    stopped: Callable[[], bool] = never
    used: int = 0
    spent: float = 0.0
    _since: float = attrs.field(factory=time.process_time)

    def start(self, stopped: Callable[[], bool] = never) -> None:
        """The clock runs from here, for the next answer of the same turn."""
        self.stopped = stopped
        self._since = time.process_time()

    def pause(self) -> None:
        """The clock stands while others answer."""
        self.spent += time.process_time() - self._since
        self._since = time.process_time()
        self.stopped = never

    def spend(self) -> None:
        """Count a probe."""
        self.used += 1

    @property
    def share(self) -> float:
        """How much has been used up: 0 at the start, 1 or more when nothing is left."""
        if self.stopped():
            return 1.0
        if self.probes is not None:
            return self.used / self.probes if self.probes else 1.0
        if self.seconds is not None:
            elapsed = self.spent + time.process_time() - self._since
            return elapsed / self.seconds if self.seconds else 1.0
        return 0.0

    def over(self, share: float = 1.0) -> bool:
        """Whether this share has been used up."""
        return self.share >= share
