"""Strategic redeployment (13): by land, by sea, and by way of the reserve box."""

from __future__ import annotations

from wargame.core.engine.actions import DONE, PASS, Done, Pass
from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Refusal
from wargame.core.mechanics.rail import Rail

from .actions import Place, Redeploy
from .arrivals import home_of
from .model import CP, RESERVE, State
from .records import Counter
from .stacking import STACKING, operable, why_not_operate
from .supply import (
    besieged,
    capital_lost,
    in_supply,
    kept,
    passable,
    ports,
    siege_kept,
    supplied,
    supply_area,
    usable_port,
)


def price(s: State, unit: str) -> int:
    return s.data.numbers.sr_army if s.counter(unit).army else s.data.numbers.sr_corps  # 13.1.2


def why_not_start(s: State, side: str, unit: str) -> Refusal | None:
    """Why a unit may not redeploy at all; None if it may."""
    if unit not in s.units or s.side_of(unit) != side or s.units[unit].at == f"{side}_eliminated":
        return Refusal("13.1.1", f"{s.name(unit)} is not yours to redeploy.")
    if unit in s.moved:
        return Refusal("13.1.3", f"{s.name(unit)} has already redeployed this round.")
    if (points := price(s, unit)) > s.sr:
        return Refusal("13.1.2", f"{s.name(unit)} costs {points} SR points and {s.sr} are left.")
    c = s.counter(unit)
    if c.nation == "mn":
        return Refusal("13.1.10", "The Montenegrin corps never redeploys.")
    at = s.units[unit].at
    if at == RESERVE[side]:
        if capital_lost(s, c.nation):
            return Refusal("13.1.10", f"The enemy holds the capital of {s.name(c.nation)}.")
        return None
    if s.neutral(at):
        return Refusal("9.5.2.4", f"{s.name(unit)} is still neutral.")
    if not in_supply(s, unit):
        return Refusal("14.3.2", f"{s.name(unit)} is out of supply.")
    if s.fort(at) and not siege_kept(s, unit) and not can_follow(s, unit):
        return Refusal(
            "15.2.4",
            f"{s.name(unit)} is needed for the siege of {s.name(at)}, which the others could not leave too.",
        )
    return None


def can_follow(s: State, unit: str) -> bool:
    """Whether all that a unit leaves behind at a besieged fort can surely redeploy after it, to the reserve box at
    least (15.2.4: the fort must not stay occupied but unbesieged at the end of the round)."""
    stay = [u for u in s.units_at(s.units[unit].at) if u != unit]
    points = s.sr - price(s, unit)
    return sum(price(s, u) for u in stay) <= points and all(
        u not in s.moved and in_supply(s, u) and why_not_to_reserve(s, u) is None
        and not crossing(s, u, s.units[u].at, RESERVE[s.side_of(u)]) for u in stay
    )  # fmt: skip


def crossing(s: State, unit: str, at: str, to: str) -> str:
    """The once-a-turn limit a redeployment uses between the maps (13.2), '' for none, 'no' if forbidden."""
    if (at in s.data.near_east) == (to in s.data.near_east):
        return ""
    c = s.counter(unit)
    if c.side == CP:
        return "" if c.nation == "tu" else "cp_ne_sr"
    if c.nation == "ru":
        return "ru_caucasus"
    if by_land(s, unit, to):  # 13.2.1 limits the sea and the reserve box only
        return ""
    return "br_sea_sr" if c.type in ("br_corps", "aus_corps") else "no"


def _through(s: State, unit: str) -> int:
    """The spaces through which a unit may redeploy by land, its own among them, as a set (13.1.6)."""
    c, board = s.counter(unit), s.board
    here = board.bit.get(s.units[unit].at, 0)
    free = s.memo(("way", c.side), lambda: _friendly_way(s, c.side)) & operable(s, unit)
    return (free | here) & s.data.russia if c.nation == "ru" else free | here


def _friendly_way(s: State, side: str) -> int:
    """The spaces a supply line may run through that the enemy does not occupy (13.1.6)."""
    return passable(s, side) & ~s.occupied(s.title.enemy(side))


RAIL: Rail[State] = Rail("13.1.6", through=_through, lines=lambda s, unit: s.data.lines_of(s.counter(unit)))


def by_land(s: State, unit: str, space: str) -> bool:
    """Whether connected friendly spaces lead a unit to another space (13.1.6)."""
    there = s.board.bit.get(space, 0)
    return bool(_network(s, unit) & there) and space != s.units[unit].at


def _network(s: State, unit: str) -> int:
    """The connected friendly spaces around a unit: the same for all that stand in them and use the same lines."""
    here = s.board.bit.get(s.units[unit].at, 0)
    found = s.memo(("networks", s.side_of(unit), s.data.lines_of(s.counter(unit))), list[int])
    for one in found:
        if one & here:
            return one
    found.append(RAIL.network(s, unit))
    return found[-1]


def _sure(s: State, unit: str) -> int:
    """Most of the spaces where a unit may redeploy, as a set: with room, and on the same map (no limit of 13.2)."""
    c, at = s.counter(unit), s.units[unit].at
    here = s.board.bit.get(at, 0)
    free = s.memo("with room", lambda: _with_room(s))[bool(s.data.near_east_mask & here)] & ~here
    if at == RESERVE[c.side]:
        return free & _places_from_reserve(s, unit) & operable(s, unit)
    return free & _network(s, unit) & supply_area(s, unit)


def _with_room(s: State) -> tuple[int, int]:
    """The spaces of the western and of the Near East map in which another unit may stand, as sets."""
    most, bit, near_east = s.data.numbers.stack, s.board.bit, s.data.near_east_mask
    full = s.board.mask(x for x, here in s.at.items() if len(here) >= most and x in bit)
    return ~near_east & ~full, near_east & ~full


def destinations(s: State, unit: str) -> list[str]:
    """Where a unit may redeploy to."""
    sure = _sure(s, unit)
    return sorted((
        *s.board.members(sure),
        *(x for x in _doubtful(s, unit, sure) if why_not_place(s, unit, x) is None),
    ))  # fmt: skip


def _doubtful(s: State, unit: str, sure: int) -> list[str]:
    """Other spaces worth asking about, and the reserve box (the rest are refused by `why_not_place`)."""
    c, at = s.counter(unit), s.units[unit].at
    if at == RESERVE[c.side]:
        return s.board.members(_places_from_reserve(s, unit) & s.data.near_east_mask & ~sure)
    far = s.data.near_east_mask if at not in s.data.near_east else ~s.data.near_east_mask
    found = _network(s, unit) & (far | s.forts_of(s.title.enemy(c.side)))
    if not c.army and c.nation != "ru" and usable_port(s, at, c.side):
        found |= s.board.mask(ports(s, c.side))
    return [RESERVE[c.side], *s.board.members(found & ~sure)]


def can_redeploy(s: State, unit: str) -> bool:
    """Whether a unit has anywhere to go."""
    return bool(sure := _sure(s, unit)) or any(why_not_place(s, unit, x) is None for x in _doubtful(s, unit, sure))


def why_not_place(s: State, unit: str, space: str) -> Refusal | None:
    """Why a unit may not redeploy to a space or to the reserve box; None if it may."""
    c, at = s.counter(unit), s.units[unit].at
    if space == RESERVE[c.side]:
        return why_not_to_reserve(s, unit)
    if space not in s.data.spaces:
        return Refusal("13.1.6", f"{s.name(space)} is no space to redeploy to.")
    if at == RESERVE[c.side]:
        if not _places_from_reserve(s, unit) & s.board.bit[space]:
            where = "a supplied unit of its nation, its capital or a supply source of its nation"
            return Refusal(
                "13.1.8", f"{s.name(unit)} leaves the reserve box only for {where}, which {s.name(space)} is not."
            )
    elif bad := why_not_reach(s, unit, space):
        return bad
    return (
        STACKING.why_not_stack(s, (unit,), space)
        or why_not_operate(s, unit, space)
        or why_not_cross(s, unit, at, space)
    )


def why_not_to_reserve(s: State, unit: str) -> Refusal | None:
    """Why a unit on the map may not go to the reserve box (13.1.9, 13.1.10); None if it may."""
    c, at = s.counter(unit), s.units[unit].at
    if at == RESERVE[c.side]:
        return Refusal("13.1.9", f"{s.name(unit)} is in the reserve box already.")
    if c.army or c.kind in ("ana", "sn"):
        return Refusal(
            "13.1.9", f"Only corps go to the reserve box; the ANA and the Senussi do not: {s.name(unit)} stays."
        )
    if capital_lost(s, c.nation):
        return Refusal(
            "13.1.10", f"The enemy holds the capital of {s.name(c.nation)}: its corps do not go to the reserve box."
        )
    if at in s.data.spaces and not in_supply(s, unit, own=True):
        return Refusal("17.1.4.1", f"{s.name(unit)} draws supply from a source of another nation only.")
    return why_not_cross(s, unit, at, RESERVE[c.side])


def why_not_reach(s: State, unit: str, space: str) -> Refusal | None:
    """Why no redeployment by land or sea leads from where a unit stands to a space (13.1.6, 13.1.7)."""
    c, at = s.counter(unit), s.units[unit].at
    if not by_land(s, unit, space):
        by_sea = usable_port(s, space, c.side) and usable_port(s, at, c.side) and space != at
        if c.nation == "ru" and (s.data.spaces[space].nation != "ru" or s.data.spaces[at].nation != "ru"):
            return Refusal("13.1.6", "Russian units redeploy only within Russia.")
        if c.army and usable_port(s, at, c.side):
            return Refusal("13.1.7", "Armies never redeploy by sea.")
        if not by_sea and usable_port(s, space, c.side) and not c.army:
            return Refusal("13.1.7", f"Redeployment by sea begins in a friendly port, which {s.name(at)} is not.")
        if not by_sea or c.nation == "ru":
            way = f"from {s.name(at)} to {s.name(space)}"
            return Refusal("13.1.6", f"No connected friendly spaces lead {s.name(unit)} {way}.")
    if not in_supply(s, unit, space):
        return Refusal("13.1.6", f"{s.name(unit)} would be out of supply in {s.name(space)}.")
    return None


CROSSING_RULES = {"br_sea_sr": "13.2.1", "no": "13.2.1", "ru_caucasus": "13.2.2", "cp_ne_sr": "13.2.3"}


def why_not_cross(s: State, unit: str, at: str, to: str) -> Refusal | None:
    """Why a unit may not redeploy between the two maps (13.2); None if it may."""
    limit = crossing(s, unit, at, to)
    rule = CROSSING_RULES.get(limit, "")
    if limit == "no":
        return Refusal(
            rule, f"Only British and Australian corps go to or from the Near East by sea: {s.name(unit)} does not."
        )
    if limit == "ru_caucasus" and s.counter(unit).army:
        return Refusal(rule, "A Russian army never redeploys to or from the Near East.")
    if limit and limit in s.limits:
        return Refusal(rule, "The one corps of the turn has already gone to or from the Near East.")
    return None


def _places_from_reserve(s: State, unit: str) -> int:
    """The spaces to which a unit leaves the reserve box, as a set."""
    return s.memo(("from reserve", s.counter(unit).type), lambda: _from_reserve(s, unit))


def _from_reserve(s: State, unit: str) -> int:
    """13.1.8: beside a supplied unit of the nation, its capital, or a source in its nation."""
    c = s.counter(unit)
    beside = s.memo("spaces of nations", lambda: _spaces_of_nations(s)).get(c.nation, 0)
    found = beside | kept(s, ("home", c.nation), lambda: _home(s, c))
    return supplied(s, unit, found, own=True) & ~s.occupied(s.title.enemy(c.side))


def _home(s: State, c: Counter) -> int:
    """The capital and the sources of a unit's nation that its side holds, as a set."""
    return s.board.mask(x for x in home_of(s, c.nation) if s.control[x] == c.side and not besieged(s, x))


def _spaces_of_nations(s: State) -> dict[str, int]:
    """Where units of each nation stand beside which others may be put, as sets (13.1.8)."""
    found: dict[str, int] = {}
    bits, counters = s.board.bit, s.title.counters
    for space, here in s.at.items():
        bit = bits.get(space, 0)
        for unit in here if bit and not s.neutral(space) else ():
            c = counters[unit]
            if c.kind not in ("ana", "sn"):
                found[c.nation] = found.get(c.nation, 0) | bit
    return found


def redeploy(s: State, side: str) -> Procedure[Done | None]:
    """One unit redeploys, or the rest of the points is given up (9.3.2)."""
    if s.sr <= 0:
        return DONE

    def ready() -> list[Redeploy]:
        here = s.units_at(s.leaving) if s.leaving else s.units
        there, counters = s.units, s.title.counters
        ours = (u for u in here if counters[u].side == side and there[u].steps)
        units = s.distinct(ours, lambda u: why_not_start(s, side, u) is None)
        return [Redeploy(u) for u in units if can_redeploy(s, u)]

    def waste(answer: object) -> str | None:
        return f"{s.sr} SR points are not spent." if answer == DONE and ready() else None

    prompt = f"Redeploy which unit ({s.sr} SR left), or 'done'?"
    if s.leaving:
        prompt = f"Which unit leaves the fort of {s.name(s.leaving)} too ({s.sr} SR left)?"
    why_not = {Redeploy: lambda a: why_not_redeploy(s, side, a.unit), Done: lambda _: _why_not_stay(s)}
    answer = yield offer(
        side, lambda: [*ready(), *([] if s.leaving else [DONE])], why_not, prompt,
        "15.2.4" if s.leaving else "9.3.2", warn=waste, complete=False, all_legal=True,
    )  # fmt: skip
    if answer == DONE:
        return DONE
    unit = answer.unit
    space = yield from _destination(s, side, unit)
    if space:
        _go(s, unit, space)
    return None


def _destination(s: State, side: str, unit: str) -> Procedure[str]:
    """Where a unit redeploys to; '' if it stays after all."""

    def why_not(a: Place) -> Refusal | None:
        if a.unit != unit:
            return Refusal("13.1.1", f"It is {s.name(unit)} that redeploys now.")
        return why_not_place(s, unit, a.space)

    prompt = f"Redeploy {s.name(unit)} where?" if s.leaving else f"Redeploy {s.name(unit)} where, or 'pass' to stay?"
    answer = yield offer(
        side, lambda: [*(Place(unit, x) for x in destinations(s, unit)), *([] if s.leaving else [PASS])],
        {Place: why_not, Pass: lambda _: _why_not_stay(s)}, prompt, "13.1.6", all_legal=True,
    )  # fmt: skip
    return "" if answer == PASS else answer.space


def _go(s: State, unit: str, space: str) -> None:
    """A unit redeploys (13.1.1): a siege it leaves too weak is given up (15.2.4)."""
    s.moved |= {unit}  # 13.1.3
    s.sr -= price(s, unit)
    start = s.units[unit].at
    if limit := crossing(s, unit, start, space):
        s.limit(limit)
    siege = start in s.data.spaces and besieged(s, start)
    s.go(unit, space, "13.1.1")
    if siege and s.units_at(start) and not besieged(s, start):
        s.leaving = start
    elif s.leaving and not s.units_at(s.leaving):
        s.leaving = ""


def _why_not_stay(s: State) -> Refusal | None:
    if not s.leaving:
        return None
    where = s.name(s.leaving)
    return Refusal("15.2.4", f"The units left in {where} no longer besiege its fort and must leave it too.")


def why_not_redeploy(s: State, side: str, unit: str) -> Refusal | None:
    """Why a unit may not be named to redeploy; None if it may."""
    if bad := why_not_start(s, side, unit):
        return bad
    if s.leaving and s.units[unit].at != s.leaving:
        return _why_not_stay(s)
    if can_redeploy(s, unit):
        return None
    nowhere = Refusal("13.1.6", f"{s.name(unit)} has nowhere to go.")
    if s.units[unit].at == RESERVE[side]:
        return Refusal("13.1.8", f"{s.name(unit)} has nowhere to go from the reserve box.")
    return nowhere if s.counter(unit).army else why_not_to_reserve(s, unit) or nowhere
