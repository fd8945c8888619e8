"""Setting up: historical, free, Plan 19, Schlieffen East (3.x, 16, 17)."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Any

from wargame.core.engine.actions import DONE
from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Refusal
from wargame.core.engine.state import Unit

from .actions import Place
from .model import POOL, TRACK, State
from .printed import Data
from .records import CP, HOME, Counter, Setup
from .stacking import why_not_stack

LANDS = {
    "german": ("germany",), "austro_hungarian": ("austria_hungary",), "russian": ("russia", "russian_poland"),
    "romanian": ("romania",),
}  # fmt: skip


def set_up(data: Data, scenario: str) -> State:
    """The state at the start of a scenario."""
    plan = data.scenarios[scenario]
    s = State(scenario=scenario)
    s.control = {h.id: HOME[h.country] for h in data.hexes.values() if h.controlled and h.country in HOME}  # 3.8
    for c in data.counters.values():
        where = start(plan, c)
        if where:
            s.units[c.id] = Unit(c.id, where, c.steps)  # 3.7
            if where == TRACK:
                _schedule(s, c, data.numbers.brusilov.entries)
    s.tracks = {"german": 0, "austro_hungarian": 0, "russian": 0}  # 10.9
    return s


def start(plan: Setup, c: Counter) -> str:
    """Where a counter begins: its hex, the pool of a free set-up, the turn track, or "" for not in the game."""
    if c.id in plan.set_aside:
        return ""
    if c.id in plan.add_units:
        return POOL
    if c.scenario != "historical":
        return ""
    if c.turn is not None or c.entry:
        return "" if plan.schlieffen_east and c.side == CP else TRACK  # 17.0
    return POOL if plan.free_setup and not c.fortress else c.hex


def _schedule(s: State, c: Counter, with_offensive: Collection[str]) -> None:
    """When a unit on the turn track enters (10.1, 10.3, 10.4, 10.5)."""
    if c.entry == "REG":
        s.returns[c.id] = "G"
    elif c.entry in with_offensive:
        s.returns[c.id] = c.entry
    elif c.turn is not None and c.entry != "conversion":
        s.due[c.id] = c.turn


def waiting(s: State, side: str) -> list[str]:
    """Units of a side still to be set up (3.9)."""
    return sorted(u for u in s.at.get(POOL, ()) if s.data.counters[u].side == side)


def free_setup(s: State, side: str) -> Procedure[Any]:
    """One unit is set up in any hex of its nation (3.9)."""
    units = waiting(s, side)
    if not units:
        return DONE
    unit = units[0]
    answer = yield offer(
        side, lambda: [Place(unit, h) for h in _land(s, unit)], {Place: partial(why_not_set_up, s, unit)},
        f"Where does {unit} begin? ({len(units)} to place)", "3.9", all_legal=True,
    )  # fmt: skip
    s.bring(unit, answer.hex, "3.9")
    return None


def _land(s: State, unit: str) -> list[str]:
    c = s.data.counters[unit]
    return [
        h.id for h in s.data.hexes.values()
        if h.country in LANDS[c.nation] and why_not_stack(s, (unit,), h.id) is None
    ]  # fmt: skip


def why_not_set_up(s: State, unit: str, action: Place) -> Refusal | None:
    """Why a unit is not set up in a hex (3.9)."""
    if action.unit != unit:
        return Refusal("3.9", f"{unit} is set up first; {action.unit} is not set up now.")
    if action.hex not in s.data.hexes:
        return Refusal("3.9", f"There is no hex {action.hex}.")
    if s.data.hexes[action.hex].country not in LANDS[s.data.counters[unit].nation]:
        return Refusal("3.9", f"{unit} is set up only in its own nation, not in {action.hex}.")
    return why_not_stack(s, (unit,), action.hex)
