"""The supply chit (8.1): markers for every unit, and headquarters without supply relocate (2.3)."""

from __future__ import annotations

from wargame.core.engine.questions import Procedure

from .model import ISOLATED, OUT, State
from .relocation import forced_relocation
from .supply import traces


def supply_check(s: State) -> Procedure[None]:
    """8.1: the supply chit. Markers of all units, then headquarters without supply relocate."""
    for unit, line in [(u, traces(s, u)) for u in s.units]:
        marks = s.units[unit].marks
        if line and marks:
            s.unmark(unit, OUT, ISOLATED)
            s.note("{unit} is in supply again", "8.1", unit=unit)
        elif not line and OUT in marks:
            s.unmark(unit, OUT)
            s.mark(unit, ISOLATED)
            s.note("{unit} is isolated", "8.1", unit=unit)
        elif not line and not marks:
            s.mark(unit, OUT)
            s.note("{unit} is out of supply", "8.1", unit=unit)
    for unit in [u for u in s.units if s.counter(u).hq and s.units[u].marks]:
        yield from forced_relocation(s, unit, "8.1")
    s.chit = ""
