"""Retreats after and before combat (13.22, 13.27)."""

from __future__ import annotations

from functools import partial

from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Refusal
from wargame.core.mechanics.choosing import choose_one

from .actions import RetreatTo
from .model import State
from .stacking import why_not_stand


def refuges(s: State, unit: str, gone: tuple[str, ...] = ()) -> list[str]:
    """Hexes a unit could retreat to; a gun goes with one of its stack that has gone before (13.18)."""
    hexes = [h for h in s.data.land[s.units[unit].at] if why_not_stand(s, unit, h) is None]
    if not s.data.counters[unit].artillery:
        return hexes
    beside = {s.units[u].at for u in gone}
    return [h for h in hexes if h in beside]


def can_retreat(s: State, units: tuple[str, ...]) -> bool:
    """Whether all of them find room: all leave or all stay."""
    if not units or any(s.data.counters[u].fortress for u in units):
        return False
    if len(units) == 1:
        return bool(refuges(s, units[0]))
    return s.memo(("room", units), lambda: _room(s.copy(), in_order(s, units)))


def in_order(s: State, units: tuple[str, ...]) -> tuple[str, ...]:
    """The order of a retreat: Austro-Hungarians may need a German where they go (6.3), guns follow others (13.18)."""
    counters = s.data.counters
    return tuple(sorted(units, key=lambda u: (counters[u].artillery, counters[u].nation != "german")))


def _room(trial: State, units: tuple[str, ...], gone: tuple[str, ...] = ()) -> bool:
    """Try every placing on a copy, the first unit first."""
    if not units:
        return True
    home = trial.units[units[0]].at
    for hex_id in refuges(trial, units[0], gone):
        trial.log = []
        super(State, trial).move(units[0], hex_id)
        if _room(trial, units[1:], (*gone, units[0])):
            return True
        super(State, trial).move(units[0], home)
    return False


def retreat_hexes(s: State, unit: str, others: tuple[str, ...], gone: tuple[str, ...] = ()) -> list[str]:
    """The refuges nearest to a friendly map edge that leave room for the others (13.22)."""
    found = []
    for hex_id in refuges(s, unit, gone):
        trial = s.copy()
        trial.log = []
        super(State, trial).move(unit, hex_id)
        if _room(trial, others, (*gone, unit)):
            found.append(hex_id)
    far = s.data.to_edge[s.data.counters[unit].side]
    nearest = min(far[h] for h in found)
    return sorted(h for h in found if far[h] == nearest)


def retreat_all(s: State, units: tuple[str, ...], rule: str) -> Procedure[None]:
    """All the units leave by one hex each (13.22)."""
    side = s.data.counters[units[0]].side
    units = in_order(s, units)
    for i, unit in enumerate(units):
        hexes = retreat_hexes(s, unit, units[i + 1 :], units[:i])
        answer = yield from choose_one(offer(
            side, [RetreatTo(unit, h) for h in hexes], {RetreatTo: partial(why_not_retreat_to, unit, hexes)},
            f"Where does {unit} retreat?", rule,
        ))  # fmt: skip
        s.move(unit, answer.hex, rule)
    if rule == "13.22":
        s.retreated |= frozenset(units)


def why_not_retreat_to(unit: str, hexes: list[str], action: RetreatTo) -> Refusal | None:
    """Why a unit does not retreat to a hex."""
    if action.unit == unit and action.hex in hexes:
        return None
    return Refusal("13.22", f"{unit} retreats to the free hex nearest to a friendly map edge, not by '{action}'.")
