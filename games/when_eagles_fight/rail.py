"""Strategic movement: by rail from place to place (11.x)."""

from __future__ import annotations

from functools import partial
from typing import Any

import attrs

from wargame.core.engine.actions import DONE, Done
from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Refusal
from wargame.core.mechanics.rail import Rail as Network

from .actions import Entrain, Rail
from .model import BOXES, EMPTY, NAMES, NATIONS, State
from .records import CP, EDGES, IN_RUSSIA, OWN_LAND, RU, SIDES
from .stacking import has_room, why_not_leave, why_not_stand
from .supply import RAIL_NET, source_hexes, sources


def strategic_movement(s: State, side: str) -> Procedure[Any]:
    """One unit by rail, or no more (11.2)."""
    answer = yield offer(
        side, lambda: [*map(Entrain, waiting(s, side)), DONE],
        {Entrain: partial(why_not_take, s, side), Done: None},
        f"Which unit moves by rail? ({_left(s, side)})", "11.2", all_legal=True,
    )  # fmt: skip
    if isinstance(answer, Done):
        return DONE
    unit = answer.unit
    goals = destinations(s, unit)
    trip = yield offer(
        side, [*(Rail(unit, h) for h in goals), DONE], {Rail: partial(why_not_send, s, unit), Done: None},
        f"Where does {unit} go by rail?", "11.2", all_legal=True,
    )  # fmt: skip
    if isinstance(trip, Rail):
        ride(s, unit, trip.hex)
    else:
        s.stays |= {unit}
    return None


def waiting(s: State, side: str) -> list[str]:
    """Units that may move by rail now."""
    at, counters = s.at, s.data.counters
    units = {u for h in sources(s, side) & at.keys() for u in at[h]} | (s.west if side == CP else EMPTY)
    ready = (units & s.data.mobile[side]).difference(s.stays, s.railed)
    spent = {n for n in NATIONS if used(s, n) >= limit(s, n)}  # spares looking at each of their units
    return [u for u in sorted(ready) if counters[u].nation not in spent and why_not_entrain(s, u) is None]


def _left(s: State, side: str) -> str:
    return ", ".join(f"{NAMES[n]} {used(s, n)} of {limit(s, n)} used" for n in NATIONS if SIDES[n] == side)


def ride(s: State, unit: str, hex_id: str) -> None:
    """The unit arrives; a Russian one that left the map is spent for the turn (11.6)."""
    start = s.units[unit].at
    counter = s.data.counters[unit]
    if counter.side == RU and not ON_MAP.network(s, unit) & s.board.bit[hex_id]:
        s.spent_by_rail |= {unit}
    if counter.nation == "german" and (_in_russia(s, start) or _in_russia(s, hex_id)):
        s.railed_russia += 1
    s.move(unit, hex_id, "11.2")
    s.railed = (*s.railed, unit)
    s.west -= {unit}


def _in_russia(s: State, hex_id: str) -> bool:
    return s.data.hexes[hex_id].country in IN_RUSSIA


def limit(s: State, nation: str) -> int:
    """Units a nation may move by rail this turn (11.3, 11.4, 11.5)."""
    box = s.box
    if nation == "german":
        return box.rail_german
    return box.rail_austro_hungarian if nation == "austro_hungarian" else box.rail_russian


def used(s: State, nation: str) -> int:
    """Units of a nation that have moved by rail this turn; the Romanian counts as Russian."""
    counters = s.data.counters
    if nation == "russian":
        return sum(1 for u in s.railed if counters[u].side == RU)
    return sum(1 for u in s.railed if counters[u].nation == nation)


RULES = {"german": "11.3", "austro_hungarian": "11.4", "russian": "11.5", "romanian": "11.5"}


def why_not_entrain(s: State, unit: str) -> Refusal | None:
    """Why a unit may not move by rail."""
    data, hex_id = s.data, s.units[unit].at
    counter, here = data.counters[unit], data.hexes[hex_id]
    nation = "russian" if counter.side == RU else counter.nation
    if counter.movement == 0:
        return Refusal("12.1", f"{unit} has no movement factor.")
    if not here.kind and unit not in s.west:
        return Refusal("11.2", f"{unit} does not begin in a town or city.")
    if unit in s.stays:
        return Refusal("11.2", f"You have decided that {unit} stays; take that back with undo.")
    if unit in s.railed:
        return Refusal("11.2", f"{unit} has already moved by rail this turn.")
    if used(s, nation) >= limit(s, nation):
        most = f"No more than {limit(s, nation)} {NAMES[nation]} units move by rail this turn"
        return Refusal(RULES[counter.nation], f"{most}: {unit} stays.")
    if not RAIL_NET.reaches(s, counter.side, hex_id):
        return Refusal("9.2", f"{unit} in {hex_id} has no rail line free to a friendly map edge.")
    own = OWN_LAND.get(counter.nation)
    if own and here.country not in own:
        return Refusal(RULES[counter.nation], f"{unit} moves by rail only inside its own country.")
    return why_not_leave(s, unit)


def usable(s: State, unit: str) -> int:
    """Rail hexes the unit may pass: joined to the edge, in its own land, within the limits (8.2, 6.4, 15.6)."""

    def find() -> int:
        counter, board = s.counter(unit), s.board
        lines = RAIL_NET.area(s, counter.side) & s.data.own_land[counter.nation]
        if counter.nation == "romanian":
            doubtful = board.members(lines)
        else:
            doubtful = [h for h in board.members(lines & s.occupied(counter.side)) if not has_room(s, (unit,), h)]
        full = board.mask(h for h in doubtful if why_not_stand(s, unit, h) is not None)
        return lines & ~full | board.bit[s.units[unit].at]

    return s.memo(("usable", unit), find)


def off_map(s: State, unit: str) -> tuple[int, ...]:
    """The rail exits of each map edge, which trains reach from each other (11.6)."""
    lines, found = usable(s, unit), dict.fromkeys(EDGES, 0)
    for hex_id in s.data.exits[s.side_of(unit)]:
        found[s.hex(hex_id).rail_exit] |= s.board.bit[hex_id] & lines
    return tuple(filter(None, found.values()))


RAIL = Network(
    "11.2", usable, lambda s, unit: s.data.railways, lambda s, unit: source_hexes(s, s.side_of(unit)), joined=off_map
)
ON_MAP = attrs.evolve(RAIL, joined=None)


def destinations(s: State, unit: str) -> list[str]:
    """Places the unit may go to by rail."""
    here = s.units[unit].at
    found = sorted(RAIL.destinations(s, unit))
    if closed_russia(s, unit):
        return [] if _in_russia(s, here) else [h for h in found if not _in_russia(s, h)]
    return found


def closed_russia(s: State, unit: str) -> bool:
    """Whether no more German trains may begin or end in Russia this turn (11.3)."""
    most = s.box.rail_german_russia
    return most is not None and s.railed_russia >= most and s.data.counters[unit].nation == "german"


def why_not_russia(s: State, unit: str, hex_id: str) -> Refusal | None:
    """Until 1916 few German trains begin or end in Russia (11.3)."""
    russia = _in_russia(s, hex_id) or _in_russia(s, s.units[unit].at)
    if not russia or not closed_russia(s, unit):
        return None
    most = s.box.rail_german_russia
    return Refusal("11.3", f"Only {most} German units may begin or end a rail move in Russia this turn.")


def why_not_ride(s: State, unit: str, hex_id: str) -> Refusal | None:
    """Why a unit may not go to a place by rail."""
    here = s.data.hexes.get(hex_id)
    if here is None or not here.kind:
        return Refusal("11.2", f"{hex_id} is not a town or city.")
    counter = s.data.counters[unit]
    own = OWN_LAND.get(counter.nation)
    if own and here.country not in own:
        if counter.nation == "austro_hungarian" and here.country == "germany":
            return Refusal("6.3", f"Austro-Hungarian units never enter Germany: {unit} cannot go to {hex_id}.")
        return Refusal(RULES[counter.nation], f"{unit} moves by rail only inside its own country.")
    if RAIL_NET.reaches(s, counter.side, hex_id) and (full := why_not_stand(s, unit, hex_id)):
        return full
    if not RAIL.network(s, unit) & source_hexes(s, counter.side) & s.board.bit[hex_id]:
        return Refusal("11.2", f"{hex_id} is not a friendly place on the rail lines {unit} can use.")
    return why_not_russia(s, unit, hex_id)


def why_not_take(s: State, side: str, action: Entrain) -> Refusal | None:
    """Why a unit is not chosen to move by rail."""
    unit = action.unit
    if unit not in s.units or s.data.counters[unit].side != side or s.units[unit].at in BOXES:
        return Refusal("11.2", f"You have no unit {unit} on the map.")
    return why_not_entrain(s, unit)


def why_not_send(s: State, unit: str, action: Rail) -> Refusal | None:
    """Why the unit chosen does not go by rail to a place."""
    if action.unit != unit:
        return Refusal("11.2", f"{unit} moves by rail now, not {action.unit}.")
    if action.hex == s.units[unit].at:
        return Refusal("11.2", f"{unit} is in {action.hex} already.")
    return why_not_ride(s, unit, action.hex)
