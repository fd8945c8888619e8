"""What a title tells bots: plans worth trying, and questions that are decided by reasons rather than by search."""

from __future__ import annotations

from typing import Any

import attrs


@attrs.frozen
class Plan:
    """Something worth trying, as a player would name it, and the answers that carry it out.

    The first answer must be legal now. The others are given as soon as they are legal; questions that come in between,
    such as losses or the enemy's retreat, are answered as usual, and what has become impossible is left out. `worth` is
    the title's guess of what the plan gains, in the units of `wargame_evaluate`; bots look at the best guesses first.

    >>> from wargame.core.engine.actions import DONE, PASS
    >>> Plan("wait, then stop", (PASS, DONE), worth=-0.5).name
    'wait, then stop'
    """

    name: str
    answers: tuple[Any, ...]
    worth: float = 0.0


@attrs.frozen
class Verdict:
    """How a question is decided without search, and the reason, which `why` shows.

    With `action`, that is the answer. Without it, any answer but those in `barred` (actions, or classes of actions) may
    be found by search. `secret` keeps the reason from the other sides, because it speaks of something hidden.

    >>> from wargame.core.engine.actions import NO
    >>> Verdict(NO, "We are 6 points ahead.").action
    No()
    """

    action: Any = None
    why: str = ""
    barred: tuple[Any, ...] = ()
    secret: bool = False

    def bars(self, action: Any) -> bool:
        """Whether an answer is out of the question."""
        return any(action == one or (isinstance(one, type) and isinstance(action, one)) for one in self.barred)
