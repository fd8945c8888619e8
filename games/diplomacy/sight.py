"""What a side may know: everything on the board and every order once read; not the messages of others (IV.2, VII.2).

Orders are unseen while they are written and messages go straight to those they are for, so neither is ever in the
state: whoever looks at it, a power, a spectator ("") or a moderator (None, VII.5), sees the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import attrs

from wargame.core.title.observation import Observation, Observed, observe

from .actions import ALL
from .model import POWERS, State


def view(s: State) -> dict[str, Any]:
    """The board, the centres, and the orders of the last movement with what became of them (VII.5)."""
    return {
        "year": s.year,
        "season": s.season,
        "units": s.memo("units seen", s.all_units).copy(),
        "centres": s.memo("centres seen", lambda: {p: s.centres_of(p) for p in POWERS}).copy(),
        "dislodged": {u: {**d._asdict(), "retreats": list(d.retreats)} for u, d in s.dislodged.items()},
        "players": dict(s.players),
        "civil_disorder": sorted(s.disorder),
        "closed": list(s.closed),
        "for_a_draw": sorted(s.votes),
        "orders": dict(s.orders),
        "outcomes": dict(s.outcomes),
    }


def observation(seen: Mapping[str, Any]) -> Observation:
    """The facts of a view for programs that learn: a unit is known by its province, for it has no name of its own."""
    units: dict[str, Observed] = {}
    for power, of_power in seen["units"].items():
        units |= {unit[2:5]: _observed(unit, power) for unit in of_power}
    control: dict[str, str] = {}
    for power, centres in seen["centres"].items():
        control |= dict.fromkeys(centres, power)
    return attrs.evolve(observe(seen), units=units, control=control)


@lru_cache(maxsize=4096)
def _observed(unit: str, power: str) -> Observed:
    """One value for all units that are alike, so that a change is seen at a glance."""
    kind, place = unit.split(" ", 1)
    return {"at": place, "steps": 1, "marks": (power, kind)}


def readers(sender: str, addressees: tuple[str, ...]) -> tuple[str, ...] | None:
    """Who may read a message: its sender and the powers it is for; None if it is for everyone (IV.2)."""
    return None if ALL in addressees else (sender, *addressees)
