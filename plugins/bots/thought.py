"""What a bot thought when it answered: for `why`, `hint` and `analyse`."""

from __future__ import annotations

from typing import Any

import attrs

from wargame.core.title.plans import Plan


@attrs.frozen
class Option:
    """Something that was considered, and what it was found to be worth (None: it was not tried)."""

    plan: Plan
    value: float | None = None


@attrs.frozen
class Thought:
    """One decision: what was chosen, and why.

    `options` are what was considered, best first, the chosen one at the head; `gain` is how much better the side stands
    when its turn is carried out, before anybody replies (None: the bot does not look so far).
    `reason` is the sentence of a verdict, or what kept the bot from thinking; `fears` are the enemy's best replies.
    """

    side: str
    date: str
    phase: str
    prompt: str
    rule: str
    action: Any
    answers: int  # the length of the journal before the answer
    options: tuple[Option, ...] = ()
    gain: float | None = None
    reason: str = ""
    fears: tuple[str, ...] = ()
    probes: int = 0
    secret: bool = False
