"""How hard a planner thinks: `easy`, `normal`, `hard`, a time for each turn (`5s`), or a number of probes (`400p`)."""

from __future__ import annotations

import re

import attrs

from wargame.core.engine.errors import WargameError

OWN = re.compile(r"(\d+(?:\.\d+)?)s|(\d+)p")


@attrs.frozen
class Level:
    """The budget of a planner for one of its turns, and in how many worlds it tries each line of play."""

    seconds: float | None = None
    probes: int | None = None
    worlds: int = 3


LEVELS = {"easy": Level(0.3, worlds=2), "normal": Level(2.0, worlds=3), "hard": Level(10.0, worlds=4)}


def read_level(text: str) -> Level:
    """The level of this name.

    >>> read_level("2.5s"), read_level("400p")
    (Level(seconds=2.5, probes=None, worlds=3), Level(seconds=None, probes=400, worlds=3))
    """
    if text in LEVELS:
        return LEVELS[text]
    found = OWN.fullmatch(text)
    if found is None:
        raise WargameError(
            f"The bot planner has no level '{text}'; there are: {', '.join(LEVELS)}, "
            "a time for each turn such as 5s, and a number of probes such as 400p."
        )
    return Level(float(found[1])) if found[1] else Level(probes=int(found[2]))
