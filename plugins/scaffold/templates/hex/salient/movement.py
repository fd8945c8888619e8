"""2 to 5: stacking, zones of control, movement, rail and supply."""

from __future__ import annotations

from functools import partial
from typing import Any

from wargame.core.engine.actions import DONE, Done
from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Refusal
from wargame.core.mechanics.answers import Move, Ride
from wargame.core.mechanics.movement import Closed, Movement, ZoneEffect
from wargame.core.mechanics.rail import Rail
from wargame.core.mechanics.stacking import Limit, Stacking
from wargame.core.mechanics.supply import Supply
from wargame.core.mechanics.zones import Zones, enemies

from .model import State

STACKING = Stacking((Limit("units", "2.1", lambda s, unit: 1, lambda s, space: s.data.numbers.stack),), enemy="2.2")
ZONES = Zones("3.1", across=lambda s: s.data.dry)
MOVEMENT = Movement(
    "4.1",
    costs=lambda s, unit: s.data.costs,
    allowance=lambda s, unit: s.counter(unit).movement,
    closed=(Closed("2.2", "{space} is occupied by the enemy.", enemies),),
    zones=ZoneEffect("3.2", ZONES, stops=True),
)


def open_to(s: State, side: str) -> int:
    """The hexes without enemies and their zones; a friendly unit cancels a zone in its hex (3.3)."""
    return s.board.everywhere & ~enemies(s, side) & ~ZONES.not_negated(s, side)


RAIL: Rail[State] = Rail(
    "4.3",
    through=lambda s, unit: open_to(s, s.side_of(unit)),
    lines=lambda s, unit: s.data.rails,
    why_not_stand=STACKING.why_not_stand,
)


def sources(s: State, side: str) -> int:
    """5.1: the home cities that a side still controls."""
    homes = s.memo(("homes", side), lambda: [c for c, holder in s.control.items() if holder == side == s.board[c].home])
    return s.board.mask(homes)


SUPPLY = Supply("5.1", sources, open_to)


def why_not_act(s: State, side: str, unit: str, mark: str, rule: str) -> Refusal | None:
    """Why a side cannot use a unit now: it is not there, or has done its share."""
    if not s.on_map(unit) or s.side_of(unit) != side:
        return Refusal(rule, f"{s.name(unit)} is not a unit of {s.name(side)} on the map.")
    return Refusal(rule, f"{s.name(unit)} has {mark} already.") if s.marked(unit, mark) else None


def why_not_move(s: State, side: str, move: Move) -> Refusal | None:
    refusal = why_not_act(s, side, move.unit, "moved", "4.1")
    if refusal is None:
        refusal = MOVEMENT.why_not_reach(s, [move.unit], move.to, MOVEMENT.reach(s, [move.unit]))
    return refusal or STACKING.why_not_stand(s, [move.unit], move.to)


def why_not_ride(s: State, side: str, ride: Ride) -> Refusal | None:
    if s.trains >= s.data.numbers.trains:
        return Refusal("4.3", f"Only {s.data.numbers.trains} units go by rail in a turn.")
    return why_not_act(s, side, ride.unit, "moved", "4.3") or RAIL.why_not_ride(s, ride.unit, ride.to)


def move_one(s: State, side: str) -> Procedure[Any]:
    """4: one unit moves, on foot or by rail. The kernel repeats this until the side is done."""
    ready = [unit for unit in s.units_on_map(side) if not s.marked(unit, "moved")]
    ways = [Move(unit, to) for unit in ready for to in MOVEMENT.reach(s, [unit]).names()]
    rides = [Ride(unit, to) for unit in ready for to in RAIL.destinations(s, unit)]
    why_not = {Move: partial(why_not_move, s, side), Ride: partial(why_not_ride, s, side), Done: None}
    answer = yield offer(side, [*ways, *rides, DONE], why_not, "Move which unit where?", "4.1")
    if answer == DONE:
        return DONE
    s.trains += isinstance(answer, Ride)
    s.enter(answer.unit, answer.to, "4.1" if isinstance(answer, Move) else "4.3")
    s.mark(answer.unit, "moved")
    return None
