"""Winning and losing units (XIV), and the removals of a power in civil disorder (XV.5)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from wargame.core.engine.actions import PASS
from wargame.core.engine.questions import Procedure, Question, Together

from .geography import Geography, steps
from .model import POWERS, Sheet, State
from .notation import plain
from .orders import BUILD, DISBAND, Order, VoidOrder
from .results import Void
from .sheets import Writing, read_sheet

Written = tuple[list[Order], list[Void]]
FAR = 99  # where no way leads home
PIECES = 8  # VI.2: so many armies and so many fleets a power


def occupy(state: State) -> Procedure[Any]:
    """After autumn and its retreats, whoever stands on a centre holds it (XIV.1)."""
    before = set(state.control.values())
    for space, power in sorted(state.owners.items()):
        if state.geo.spaces[space].supply_centre:
            state.control_by(space, power, "XIV.1")
    for power in [p for p in POWERS if p in before and p not in state.control.values()]:
        state.note("{power} has lost its last supply centre and is out of the game", "V", power=power)
    return
    yield


def balance(state: State, power: str) -> int:
    """Centres less units: how many may be built, or (negative) must go (V)."""
    return len(state.centres_of(power)) - len(state.units_of(power))


def adjust(state: State) -> Procedure[Any]:
    """Units are brought into line with centres, all at once and in writing (XIV.2)."""
    playing = state.playing()
    asked = {p: _adjust_one(state, p) for p in playing if balance(state, p) < 0 or may_build(state, p, [])}
    answers: dict[str, Written] = (yield Together(asked)) if asked else {}
    for power, (orders, voids) in answers.items():
        for void in voids:
            state.note_void(void)
        for order in orders:
            if order.verb == BUILD:
                state.put(order.unit, power)
                state.note("{power} builds {unit}", "XIV.2", power=power, unit=order.unit)
            else:
                state.remove(order.unit, "XIV.2")
    for power in POWERS:
        disband_in_disorder(state, power)


def may_build(state: State, power: str, built: list[Order]) -> list[Order]:
    """The builds open to a power after those already written (XIV.2): own free home centres that it controls."""
    if balance(state, power) <= len(built):
        return []
    geo = state.geo
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
    """VI.2: eight pieces of each kind, more only with those of the powers that are out."""
    kind = order.unit[0]
    used = {p: sum(u[0] == kind for u in state.units_of(p)) for p in POWERS}
    used[power] += sum(o.unit[0] == kind for o in built)
    borrowed = sum(max(count - PIECES, 0) for count in used.values())
    return used[power] < PIECES or borrowed < PIECES * sum(not state.alive(p) for p in POWERS)


def _adjust_one(state: State, power: str) -> Generator[Question, Any, Written]:
    written: list[Order] = []
    while options := _open(state, power, written):
        left = abs(balance(state, power)) - len(written)
        ask = f"Build a unit ({left} left), or pass?" if options[-1] == PASS else f"Remove which unit ({left} to go)?"
        answer = yield Writing(
            power, options, ask, "XIV.2",
            lambda order: fit_adjustment(order, power, state, written), state.geo,
        )  # fmt: skip
        if answer == PASS:
            break
        if isinstance(answer, Sheet):
            return read_sheet(answer, power, lambda o, before: fit_adjustment(o, power, state, before), state.geo)
        written.append(answer)
    return written, []


def _open(state: State, power: str, written: list[Order]) -> list[Any]:
    """What may be written next: a removal while one is due, or a build, which nobody is forced to."""
    if balance(state, power) < 0:
        gone = {o.unit for o in written}
        return [Order(u, DISBAND) for u in state.units_of(power) if u not in gone] if due(state, power, written) else []
    builds: list[Any] = list(may_build(state, power, written))
    return [*builds, PASS] if builds else []


def due(state: State, power: str, written: list[Order]) -> int:
    """The builds or removals still open after those already written."""
    return abs(balance(state, power)) - len(written)


def fit_adjustment(order: Order, power: str, state: State, written: list[Order]) -> Order:
    """A build or removal as it can be carried out after those already written (XIV.2); VoidOrder if it cannot."""
    if order.verb == DISBAND:
        return _fit_removal(order, power, state, written)
    if order.verb != BUILD:
        raise VoidOrder("XIV.2", f"{order.text} is no adjustment; write 'A PAR B' to build, 'A PAR D' to remove.")
    if order.unit[0] == "A":
        order = Order(f"A {state.geo.space_of[order.unit[2:]]}", BUILD)  # an army has no coast
    if order in may_build(state, power, written):
        return order
    raise VoidOrder(*_why_no_build(order, power, state, written))


def _fit_removal(order: Order, power: str, state: State, written: list[Order]) -> Order:
    space = state.geo.space_of[order.unit[2:]]
    if balance(state, power) >= 0 or due(state, power, written) <= 0:
        raise VoidOrder("XIV.2", f"{power} has no unit too many, so nothing more is removed.")
    if state.owners.get(space) != power:
        raise VoidOrder("XIV.2", f"{power} has no unit in {state.geo.spaces[space].name} to remove.")
    found = Order(state.pieces[space], DISBAND)
    if found in written:
        raise VoidOrder("XIV.2", f"{found.unit} is removed already.")
    return found


def _why_no_build(order: Order, power: str, state: State, written: list[Order]) -> tuple[str, str]:
    kind, location = order.unit[0], order.unit[2:]
    space = state.geo.spaces[state.geo.space_of[location]]
    if due(state, power, written) <= 0 or balance(state, power) <= 0:
        return "V", f"{power} has no more supply centres than units, so it builds nothing more."
    if space.home != power:
        return "XIV.2", f"{space.name} is no home supply centre of {power}."
    if state.control.get(space.id) != power:
        return "XIV.2", f"{power} does not control {space.name}."
    if space.id in state.pieces or space.id in {state.geo.space_of[o.unit[2:]] for o in written}:
        return "XIV.2", f"{space.name} is not free."
    if kind == "F" and space.type == "inland":
        return "XIV.2", f"No fleet can be built in {space.name}, which has no coast."
    if kind == "F" and space.coasts and location == space.id:
        return "XIV.2", f"A fleet in {space.name} needs a coast: {' or '.join(space.coasts)}."
    return "VI.2", f"{power} has no such piece left."


def disband_in_disorder(state: State, power: str) -> None:
    """The farthest units go first, fleets before armies, then by Spanish name (XV.5)."""
    while balance(state, power) < 0:
        state.remove(farthest(state, power), "XV.5")


def farthest(state: State, power: str) -> str:
    """The unit a power in civil disorder loses next."""
    geo = state.geo

    def key(unit: str) -> tuple[int, bool, str]:
        return -distance(unit, power, geo), unit[0] == "A", plain(geo.spaces[geo.space_of[unit[2:]]].name_es)

    return min(state.units_of(power), key=key)


def distance(unit: str, power: str, geo: Geography) -> int:
    """Moves to the nearest own home centre by the shortest route; an army may cross the sea, each zone one move."""

    def marching(space: str) -> set[str]:
        return {*geo.reach.get(f"A {space}", ()), *geo.seas_of.get(space, ()),
                *geo.sea_neighbours.get(space, ()), *geo.shores.get(space, ())}  # fmt: skip

    found = steps(geo, unit[2:], geo.homes[power], marching if unit[0] == "A" else lambda at: geo.moves[f"F {at}"])
    return FAR if found is None else found
