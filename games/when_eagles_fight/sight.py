"""What a side may know: the Russians see only the top of the Central Powers' stacks (13.7).

Views, pictures, lookups, previews, events and the redrawing for bots all ask here. A side is "ru" or "cp"; "" is a
spectator, who knows only what both sides may know; None is a moderator, who knows everything.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import attrs

from wargame.core.engine.chance import Source
from wargame.core.engine.events import Event
from wargame.core.engine.state import Unit
from wargame.core.title.observation import Observation, Observed, observe

from .records import CP, RU

if TYPE_CHECKING:
    from .model import State

Stack = dict[str, Any]  # a stack as JSON-able data
Audience = tuple[bool, bool]  # whether it sees what all may see, and whether it is turn 1, with other factors (3.3)


@attrs.frozen(eq=False)
class Described:
    """The last view of the map: the stacks by hex, and on what they depended."""

    units: Mapping[str, Unit] = attrs.field(factory=dict)
    met: frozenset[str] = frozenset()
    stacks: Mapping[str, Stack] = attrs.field(factory=dict)


NOBODY: frozenset[str] = frozenset()
CENTRAL_POWERS, OTHERS = (CP,), (RU, "")

# --- stacks ----------------------------------------------------------------------------------------------------


def visible(s: State, hex_id: str) -> tuple[str, ...]:
    """What anyone sees of a Central Powers stack: the fortress and, on top, the unit that came last."""
    there = s.at[hex_id]
    forts = tuple(u for u in there if s.counter(u).fortress)
    return forts + tuple(u for u in there if u not in forts)[-1:]


def revealed(s: State) -> frozenset[str]:
    """The units seen in the Russian combat phase: the defenders of every attack declared so far."""
    return s.defended if s.phase == "Russian combat" else NOBODY


def known(s: State, side: str | None, hex_id: str) -> tuple[str, ...]:
    """The units of a hex that a side may know: those it sees, and others it has met, each group in name order."""
    if side in OTHERS and s.holder(hex_id) == CP:
        top, seen = visible(s, hex_id), revealed(s)
        return top + tuple(sorted(u for u in s.at[hex_id] if u not in top and u in seen))
    return tuple(sorted(s.at.get(hex_id, ())))


def hidden(s: State, side: str | None, hex_id: str) -> int:
    """How many more units stand in a hex than a side may know."""
    return len(s.at.get(hex_id, ())) - len(known(s, side, hex_id))


def sees(s: State, side: str | None, unit: str) -> bool:
    """Whether a side may know where a unit is; the boxes off the map are open to all."""
    return unit in known(s, side, s.units[unit].at)


# --- events ----------------------------------------------------------------------------------------------------


def private(event: Event) -> Event:
    """An event in a stack of the Central Powers that is not the Russians' to know."""
    return Event(event.template, event.rule, event.fields, CENTRAL_POWERS, event.reveals, event.names)


def outline(event: Event) -> Event:
    """What everybody else learns of such a move: that something moves, not what."""
    fields = {"at": event.fields["at"], "to": event.fields["to"]}
    return Event("Central Powers: {at} - {to}", event.rule, fields, OTHERS)


# --- views and redrawing ---------------------------------------------------------------------------------------


def view(s: State, side: str | None) -> dict[str, Any]:
    """Everything a side may know of the state, JSON-able; what stays the same is shared between views."""
    return {
        "turn": s.turn,
        "months": f"{s.box.months} {s.box.year}",
        "stacks": dict(stacks(s, side)),
        "boxes": {box: _in_order(s.at.get(box, ())) for box in s.title.boxes},
        "control": dict(s.control),
        "replacements": dict(s.tracks),
        "due": dict(s.due),
        "in_force": sorted(s.in_force),
        "event": s.event,
        "stavka": s.stavka,
        "oberost": s.oberost,
        "short": sorted(s.short),
        "brusilov": s.brusilov,
        "final_check": s.final_check,
    }


@lru_cache(maxsize=256)
def _in_order(units: tuple[str, ...]) -> list[str]:
    return sorted(units)


def stacks(s: State, side: str | None) -> Mapping[str, Stack]:
    """The stacks on the map as a side sees them, by hex."""
    public, met = side in OTHERS, revealed(s)
    return s.memo(("stacks", public, met), lambda: _stacks(s, side, (public, s.turn == 1), met))


def _stacks(s: State, side: str | None, audience: Audience, met: frozenset[str]) -> Mapping[str, Stack]:
    """Only the stacks of units that have changed since the last view are described again."""
    units = s.units
    last = s.described.get(audience, Described())
    before = last.units
    changed = [u for u, unit in units.items() if before.get(u) is not unit]
    changed += last.met ^ met
    if not changed:
        return last.stacks
    found = dict(last.stacks)
    for hex_id in {units[u].at for u in changed}.union(before[u].at for u in changed if u in before):
        if hex_id in s.at and hex_id in s.board:
            found[hex_id] = _stack(s, side, hex_id)
        else:
            found.pop(hex_id, None)
    if found.keys() != last.stacks.keys():
        found = {h: found[h] for h in sorted(found)}
    s.described = {**s.described, audience: Described(dict(units), met, found)}
    return found


def _stack(s: State, side: str | None, hex_id: str) -> Stack:
    seen = known(s, side, hex_id)
    return {
        "side": s.holder(hex_id),
        "units": [{"id": u, "steps": s.units[u].steps, "factors": list(s.factors(u))} for u in seen],
        "hidden": len(s.at[hex_id]) - len(seen),
    }


def observation(seen: Mapping[str, Any]) -> Observation:
    """The facts of a view for programs that learn."""
    units: dict[str, Observed] = {}
    for hex_id, stack in seen["stacks"].items():
        units |= _in_stack(hex_id, stack)
    for box, there in seen["boxes"].items():
        units |= dict.fromkeys(there, _observed(box, 0))
    return attrs.evolve(observe(seen), units=units)


def _in_stack(hex_id: str, stack: Stack) -> Mapping[str, Observed]:
    """The units of a stack. Views share the stacks that have not changed, which are recognised by identity."""
    known = _stacks_observed.get(id(stack))
    if known is None or known[0] is not stack:
        if len(_stacks_observed) >= 4096:
            _stacks_observed.clear()
        known = stack, {unit["id"]: _observed(hex_id, unit["steps"]) for unit in stack["units"]}
        _stacks_observed[id(stack)] = known
    return known[1]


_stacks_observed: dict[int, tuple[Stack, Mapping[str, Observed]]] = {}


@lru_cache(maxsize=4096)
def _observed(place: str, steps: int) -> Observed:
    """One value for all units that are alike, so that a change is seen at a glance."""
    return {"at": place, "steps": steps}


def redraw(s: State, side: str, source: Source) -> None:
    """For a look ahead: units the side cannot see change places with others like them."""
    if side not in OTHERS:
        return
    met = s.defended | s.retreated | s.attacked if s.phase.endswith("combat") else NOBODY
    kinds: dict[tuple[str, str, bool], list[str]] = {}
    for hex_id in sorted(h for h in s.at if h in s.board and s.holder(h) == CP):
        for unit in sorted(set(s.at[hex_id]) - set(visible(s, hex_id)) - met):
            c = s.counter(unit)
            kinds.setdefault((c.nation, c.size, c.cavalry), []).append(unit)
    instead: dict[str, str] = {}
    for units in kinds.values():
        order = list(units)
        for i in range(len(order) - 1, 0, -1):
            j = source.pick(i + 1)
            order[i], order[j] = order[j], order[i]
        instead |= dict(zip(units, order, strict=True))
    _exchange(s, instead)


def _exchange(s: State, instead: dict[str, str]) -> None:
    """Put each unit where another stood, in its place in the stack, without an event."""
    stacks = [tuple(instead.get(u, u) for u in stack) for stack in s.at.values()]
    places = {new: s.units[old].at for old, new in instead.items()}
    for unit, place in places.items():
        s.units[unit] = attrs.evolve(s.units[unit], at=place)
    s.reindex(stacks)
