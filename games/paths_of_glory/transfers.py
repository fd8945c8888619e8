"""Redeployments worth making (13): who goes where, by what it is worth here and there."""

from __future__ import annotations

from collections import Counter as Tally

import attrs

from .evaluation import ENOUGH, IN_RESERVE
from .ground import NOBODY, Force, Ground, force, ground
from .model import RESERVE, State
from .rail import destinations, price, why_not_start

LEAST = 0.3  # what is worth less is not offered
BEST = 3  # destinations of a unit that are compared


@attrs.frozen
class Transfer:
    """A unit that redeploys: where to, what it costs, and what it is worth."""

    unit: str
    to: str
    price: int
    worth: float


def possible(s: State, side: str, points: int) -> list[Transfer]:
    """The best destinations of every kind of unit in every space, best first for their price."""
    return s.memo(("transfers", side, points, s.moved), lambda: _possible(s, side, points))


def _possible(s: State, side: str, points: int) -> list[Transfer]:
    if s.sr != points:
        s = s.copy()
        s.sr = points
    map_of = ground(s, side)
    ours = [u for u, x in s.units.items() if x.steps and s.side_of(u) == side and why_not_start(s, side, u) is None]
    found = [one for u in s.distinct(ours) for one in _of_unit(s, map_of, u)]
    return sorted(found, key=lambda one: -one.worth / one.price)


def transfers(s: State, side: str, points: int) -> list[Transfer]:
    """What is most worth moving for so many points, all together."""
    map_of, chosen = ground(s, side), list[Transfer]()
    coming: dict[str, Force] = {}
    gone: set[str] = set()
    offered = possible(s, side, points)
    before = -1
    while len(chosen) > before:
        before = len(chosen)
        for one in offered:
            unit = next((u for u in _alike(s, one.unit) if u not in gone), None)
            if one.price > points or unit is None:
                continue
            who = force(s, (unit,))
            there = map_of.here(one.to) + coming.get(one.to, NOBODY)
            gain = map_of.stance(one.to, there + who) - map_of.stance(one.to, there) - map_of.coming(one.to, who)
            if there.units == s.data.numbers.stack or one.worth + gain < LEAST:
                continue
            chosen.append(attrs.evolve(one, unit=unit, worth=one.worth + gain))
            gone.add(unit)
            coming[one.to] = coming.get(one.to, NOBODY) + who
            points -= one.price
    return chosen


def _alike(s: State, unit: str) -> list[str]:
    """The units of the same kind and strength in the same place."""
    kind, x = s.counter(unit).type, s.units[unit]
    return [u for u in s.at[x.at] if s.counter(u).type == kind and s.units[u].steps == x.steps and u not in s.moved]


def _of_unit(s: State, map_of: Ground, unit: str) -> list[Transfer]:
    """Where a unit would do more good than where it is."""
    who, at, box = force(s, (unit,)), s.units[unit].at, RESERVE[map_of.side]
    left = _leaving_reserve(s, map_of, unit, who) if at == box else map_of.leaving(at, who)
    scored = sorted(((left + map_of.coming(to, who), to) for to in destinations(s, unit) if to != box), reverse=True)
    return [Transfer(unit, to, price(s, unit), worth) for worth, to in scored[:BEST] if worth > LEAST]


def _leaving_reserve(s: State, map_of: Ground, unit: str, who: Force) -> float:
    """What it is worth that a corps comes out of the reserve box, where it could replace an army (12.4.4)."""
    alike = Tally(s.counter(u).nation for u in s.at[RESERVE[map_of.side]])[s.counter(unit).nation]
    missed = map_of.weights["reserves"] if alike <= ENOUGH else 0.0
    return (1 - IN_RESERVE) * map_of.weights["strength"] * who.value - missed
