"""Strategic redeployment (13)."""

from __future__ import annotations

from wargame.core.engine.actions import DONE, PASS, Done
from wargame.core.engine.questions import Choose, Procedure, Reason

from .model import CAPITALS, CP, RESERVE, Place, Redeploy, State
from .reinforcements import SOURCES
from .supply import besieged, capital_lost, in_supply, may_stand, passable, ports, siege_kept, usable_port


def price(s: State, unit: str) -> int:
    return 4 if s.counter(unit).army else 1  # 13.1.2


def unit_refusal(s: State, side: str, unit: str) -> Reason | None:
    """Why a unit may not redeploy at all; None if it may."""
    if unit not in s.units or s.side_of(unit) != side or s.units[unit].at == f"{side}_eliminated":
        return "13.1.1", f"{unit} is not yours to redeploy."
    if unit in s.moved:
        return "13.1.3", f"{unit} has already redeployed this round."
    if price(s, unit) > s.sr:
        return "13.1.2", f"{unit} costs {price(s, unit)} SR points and {s.sr} are left."
    c = s.counter(unit)
    if c.nation == "mn":
        return "13.1.10", "The Montenegrin corps never redeploys."
    at = s.units[unit].at
    if at == RESERVE[side]:
        if capital_lost(s, c.nation):
            return "13.1.10", f"The enemy holds the capital of {c.nation}."
        return None
    if s.neutral(at) or not in_supply(s, unit):
        return "14.3.2", f"{unit} is out of supply."
    if s.fort(at) and not siege_kept(s, unit):
        return "15.2.4", f"{unit} is needed for the siege of {at}."
    return None


def crossing(s: State, unit: str, at: str, to: str) -> str:
    """The once-a-turn limit a redeployment uses between the maps (13.2), '' for none, 'no' if forbidden."""
    if (at in s.data.near_east) == (to in s.data.near_east):
        return ""
    c = s.counter(unit)
    if c.side == CP:
        return "" if c.nation == "tu" else "cp_ne_sr"
    if c.nation == "ru":
        return "ru_caucasus"
    if to in by_land(s, unit):  # 13.2.1 limits the sea and the reserve box only
        return ""
    return "br_sea_sr" if c.type in ("br_corps", "aus_corps") else "no"


def by_land(s: State, unit: str) -> frozenset[str]:
    """Spaces connected by friendly land (13.1.6)."""
    return s.memo(("land", unit), lambda: _land(s, unit))


def _land(s: State, unit: str) -> frozenset[str]:
    c = s.counter(unit)
    start = s.units[unit].at
    if start not in s.data.spaces:
        return frozenset()
    if c.nation == "ru" and s.data.spaces[start].nation != "ru":
        return frozenset()
    free = passable(s, c.side)
    found, open_ = {start}, [start]
    while open_:
        for n in s.data.near(open_.pop(), c):
            if n in found or n not in free or (n in s.at and s.holder(n) != c.side):
                continue
            if (c.nation != "ru" or s.data.spaces[n].nation == "ru") and may_stand(s, unit, n):
                found.add(n)
                open_.append(n)
    return frozenset(found - {start})


def destinations(s: State, unit: str) -> list[str]:
    """Where a unit may redeploy to."""
    c = s.counter(unit)
    at = s.units[unit].at
    foreign = at in s.data.spaces and not in_supply(s, unit, own=True)  # 17.1.4.1
    if at == RESERVE[c.side]:
        found = {x for x in _from_reserve(s, unit) if not s.packed(x) and may_stand(s, unit, x)}
    else:
        found = set(by_land(s, unit))
        if not c.army and usable_port(s, at, c.side) and c.nation != "ru":  # 13.1.7
            open_ports = (x for x in ports(s, c.side) if x != at and usable_port(s, x, c.side))
            found |= {x for x in open_ports if may_stand(s, unit, x)}
        found = {x for x in found if not s.packed(x) and in_supply(s, unit, x)}
        if not c.army and c.kind not in ("ana", "sn") and not capital_lost(s, c.nation) and not foreign:
            found.add(RESERVE[c.side])
    good = []
    for x in sorted(found):
        limit = crossing(s, unit, at, x)
        if limit != "no" and limit not in s.limits and not (c.army and limit == "ru_caucasus"):
            good.append(x)
    return good


def _from_reserve(s: State, unit: str) -> list[str]:
    """13.1.8: beside a supplied unit of the nation, its capital, or a source in its nation."""
    c = s.counter(unit)
    own = [
        x for x, here in s.at.items()
        if x in s.data.spaces and any(
            s.counter(u).nation == c.nation and s.counter(u).kind not in ("ana", "sn") for u in here
        ) and not s.neutral(x)
    ]  # fmt: skip
    places = [*CAPITALS[c.nation], *SOURCES.get(c.nation, ())]
    if c.nation == "us":
        places = [x.id for x in s.data.spaces.values() if x.nation == "fr" and x.port]
    own += [x for x in places if s.control[x] == c.side and not besieged(s, x)]
    return [x for x in own if in_supply(s, unit, x, own=True) and s.holder(x) in ("", c.side)]


def redeploy(s: State, side: str) -> Procedure[Done | None]:
    """One unit redeploys, or the rest of the points is given up (9.3.2)."""
    if s.sr <= 0:
        return DONE

    def offers() -> list[object]:
        seen, found = set(), []
        for u, x in s.units.items():
            key = (s.counter(u).type, x.at, x.steps)
            if s.side_of(u) == side and key not in seen and unit_refusal(s, side, u) is None:
                seen.add(key)
                found.append(Redeploy(u))
        return [*found, DONE]

    def why(answer: object) -> Reason | None:
        return unit_refusal(s, side, answer.unit) if isinstance(answer, Redeploy) else None

    answer = yield Choose(side, offers, f"Redeploy which unit ({s.sr} SR left)?", "9.3.2", refuse=why)
    if answer == DONE:
        return DONE
    unit = answer.unit

    def refuse(a: object) -> Reason | None:
        spaces = s.data.spaces.keys() - by_land(s, unit)
        if isinstance(a, Place) and s.counter(unit).army and a.space in spaces:
            return "13.1.7", "Armies never redeploy by sea."
        return None

    where = [Place(unit, x) for x in destinations(s, unit)]
    answer = yield Choose(side, [*where, PASS], f"Redeploy {unit} where?", "13.1.6", refuse=refuse)
    if answer == PASS:
        return None
    s.moved = s.moved | {unit}  # 13.1.3: one that stays after all may be named again
    s.sr -= price(s, unit)
    limit = crossing(s, unit, s.units[unit].at, answer.space)
    if limit:
        s.limit(limit)
    s.go(unit, answer.space, "13.1.1")
    return None
