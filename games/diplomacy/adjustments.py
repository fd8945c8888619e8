"""Winning and losing units (XIV), and the removals of a power in civil disorder (XV.5)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from wargame.core.actions import PASS
from wargame.core.questions import Choose, Procedure, Question, Together

from .geography import geography
from .model import POWERS, State
from .notation import plain
from .orders import BUILD, DISBAND, Order

PIECES = 8  # VI.2: so many armies and so many fleets a power


def occupy(state: State) -> Procedure[Any]:
    """After autumn and its retreats, whoever stands on a centre holds it (XIV.1)."""
    for space, power in sorted(state.owners.items()):
        if geography().spaces[space].supply_centre:
            state.control_by(space, power, "XIV.1")
    return
    yield


def balance(state: State, power: str) -> int:
    """Centres less units: how many may be built, or (negative) must go (V)."""
    return len(state.centres_of(power)) - len(state.units_of(power))


def adjust(state: State) -> Procedure[Any]:
    """Units are brought into line with centres, all at once and in writing (XIV.2)."""
    playing = state.playing()
    asked = {p: _adjust_one(state, p) for p in playing if balance(state, p) < 0 or may_build(state, p, [])}
    answers: dict[str, list[Order]] = (yield Together(asked)) if asked else {}
    for power, orders in answers.items():
        for order in orders:
            if order.verb == BUILD:
                state.put(order.unit, power)
                state.note("{power} builds {unit}", "XIV.2", power=power, unit=order.unit)
            else:
                state.remove(order.unit, "XIV.2")
    for power in POWERS:
        if power not in playing:
            disband_in_disorder(state, power)


def may_build(state: State, power: str, built: list[Order]) -> list[Order]:
    """The builds open to a power after those already written (XIV.2): own free home centres that it controls."""
    if balance(state, power) <= len(built):
        return []
    geo = geography()
    taken = {geo.space_of[o.unit[2:]] for o in built} | set(state.pieces)
    found = []
    for home in geo.homes[power]:
        if home in taken or state.control.get(home) != power:
            continue
        found.append(Order(f"A {home}", BUILD))
        coasts = geo.spaces[home].coasts
        if geo.spaces[home].type == "coastal":
            found += [Order(f"F {home}/{c}", BUILD) for c in coasts] or [Order(f"F {home}", BUILD)]
    return [o for o in found if _piece_left(state, power, o, built)]


def _piece_left(state: State, power: str, order: Order, built: list[Order]) -> bool:
    """VI.2: eight pieces of each kind, more only with those of a power that is out."""
    kind = order.unit[0]
    used = sum(u[0] == kind for u in state.units_of(power)) + sum(o.unit[0] == kind for o in built)
    return used < PIECES or not all(state.alive(p) for p in POWERS)


def _adjust_one(state: State, power: str) -> Generator[Question, Any, list[Order]]:
    written: list[Order] = []
    for _ in range(-balance(state, power)):
        gone = {o.unit for o in written}
        options = [Order(u, DISBAND) for u in state.units_of(power) if u not in gone]
        answer = yield Choose(
            power, options, "Remove which unit?", "XIV.2",
            refuse=lambda a: ("XIV.2", f"'{a}' is no removal of one of your units; write for example 'A PAR D'."),
        )  # fmt: skip
        written.append(answer)
    while options := may_build(state, power, written) if balance(state, power) > 0 else []:
        answer = yield Choose(
            power, [*options, PASS], "Build a unit, or pass?", "XIV.2",
            refuse=lambda a: ("XIV.2", f"'{a}' is not possible: build on a free home centre that you control "
                              "(fleets on a coast, St Petersburg's named)."),
        )  # fmt: skip
        if answer == PASS:
            break
        written.append(answer)
    return written


def disband_in_disorder(state: State, power: str) -> None:
    """The farthest units go first, fleets before armies, then by Spanish name (XV.5)."""
    while balance(state, power) < 0:
        state.remove(farthest(state, power), "XV.5")


def farthest(state: State, power: str) -> str:
    """The unit a power in civil disorder loses next."""
    spaces = geography().spaces

    def key(unit: str) -> tuple[int, bool, str]:
        space = geography().space_of[unit[2:]]
        return -distance(unit, power), unit[0] == "A", plain(spaces[space].name_es)

    return min(state.units_of(power), key=key)


def distance(unit: str, power: str) -> int:
    """Moves to the nearest own home centre by the shortest route; an army may cross the sea, each zone one move."""
    geo = geography()
    homes = set(geo.homes[power])
    edge, seen, steps = {unit[2:]}, {unit[2:]}, 0
    while edge:
        if any(geo.space_of[x] in homes for x in edge):
            return steps
        beside = {y for x in edge for y in _next(unit[0], x)}
        edge = beside - seen
        seen |= edge
        steps += 1
    return 99


def _next(kind: str, location: str) -> set[str]:
    geo = geography()
    if kind == "F":
        return set(geo.moves.get(f"F {location}", ()))
    space = geo.space_of[location]
    return {*geo.reach.get(f"A {space}", ()), *geo.seas_of.get(space, ()),
            *geo.sea_neighbours.get(space, ()), *geo.shores.get(space, ())}  # fmt: skip
