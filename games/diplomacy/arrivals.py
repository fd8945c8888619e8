"""Winning and losing units (XIV)."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import partial
from typing import Any

from wargame.core.engine.actions import PASS
from wargame.core.engine.questions import Procedure, Question, Refusal, Together

from .actions import Leave, Sheet
from .disorder import disband_in_disorder, take_up
from .model import POWERS, State
from .orders import BUILD, DISBAND, Order, VoidOrder
from .results import Void
from .sheets import HandedIn, Writing, answered, read_back, read_out, read_sheet, recalled_powers, why_not_fit

PIECES = 8  # VI.2: this many armies and this many fleets for each power
ALSO = "'sheet F BRE B; A PAR B' (all at once); 'leave' (civil disorder); 'recall POWER' (back from it)"


def occupy(s: State) -> Procedure[Any]:
    """After autumn and its retreats, whoever stands on a centre holds it (XIV.1)."""
    before = set(s.control.values())
    for space, power in sorted(s.owners.items()):
        if s.data.spaces[space].supply_centre:
            s.control_by(space, power, "XIV.1")
    for power in [p for p in POWERS if p in before and p not in s.control.values()]:
        s.note("{power} has lost its last supply centre and is out of the game", "V", power=power)
    return
    yield


def adjust(s: State) -> Procedure[Any]:
    """Units are brought into line with centres, all at once and in writing (XIV.2)."""
    playing = s.playing()
    asked = {p: _adjust_one(s, p) for p in playing if s.balance(p) < 0 or may_build(s, p, [])}
    answers: dict[str, HandedIn[Order]] = (yield Together(asked)) if asked else {}
    for power, handed in read_out(s, answers).items():
        for order in handed.orders:
            if order.verb == BUILD:
                s.put(order.unit, power)
                s.note("{power} builds {unit}", "XIV.2", power=power, unit=order.unit)
            else:
                s.remove(order.unit, "XIV.2")
    for power in POWERS:
        disband_in_disorder(s, power)
    take_up(s, recalled_powers(answers))


def _adjust_one(s: State, power: str) -> Generator[Question, Any, HandedIn[Order]]:
    written: list[Order] = []
    recalled: list[str] = []
    while options := _open(s, power, written):
        answer = yield from answered(partial(_which, s, power, options, written), recalled)
        if isinstance(answer, Order):
            written.append(answer)
            continue
        if answer == PASS:
            break
        orders, void = _read(answer, power, s) if isinstance(answer, Sheet) else ([], [])
        return HandedIn(tuple(orders), tuple(void), tuple(recalled), left=answer == Leave())
    return HandedIn(tuple(written), recalled=tuple(recalled))


def _open(s: State, power: str, written: list[Order]) -> list[Any]:
    """What may be written next: a removal while one is due, or a build, which nobody is forced to."""
    if s.balance(power) < 0:
        gone = {o.unit for o in written}
        return [Order(u, DISBAND) for u in s.units_of(power) if u not in gone] if due(s, power, written) else []
    builds: list[Any] = list(may_build(s, power, written))
    return [*builds, PASS] if builds else []


def due(s: State, power: str, written: Sequence[Order]) -> int:
    """The builds or removals still open after those already written."""
    return abs(s.balance(power)) - len(written)


def _which(s: State, power: str, options: list[Any], written: list[Order]) -> Writing:
    left = due(s, power, written)
    ask = f"Build a unit ({left} left), or pass?" if options[-1] == PASS else f"Remove which unit ({left} to go)?"
    before = list(written)
    return Writing(
        s, power, options, ask, "XIV.2",
        fit=lambda order: fit_adjustment(order, power, s, before),
        why_not_order=lambda action: why_not_adjust(action, power, s, before),
        warn=lambda action: _unwise(action, power, s, before),
        show=lambda: {} if before else {"also": ALSO},
    )  # fmt: skip


def _read(sheet: Sheet, power: str, s: State) -> tuple[list[Order], list[Void]]:
    return read_sheet(sheet, power, lambda o, before: fit_adjustment(o, power, s, before), s.data)


def _unwise(action: Any, power: str, s: State, written: list[Order]) -> str | None:
    """A sheet with faults is read back; builds left out, or removals that civil disorder chooses (XV.5)."""
    if not isinstance(action, Sheet):
        return read_back((), _left_out(s, power, written)) if action == PASS else None
    orders, void = _read(action, power, s)
    return read_back(void, _left_out(s, power, orders))


def _left_out(s: State, power: str, orders: list[Order]) -> list[str]:
    left = due(s, power, orders)
    if s.balance(power) < 0:
        return [f"Removals left out, chosen as in civil disorder: {left} (XV.5)."] if left else []
    return [f"Builds left out: {left} (XIV.2)."] if may_build(s, power, orders) else []


# --- what is possible ---


def why_not_adjust(action: Any, power: str, s: State, written: list[Order]) -> Refusal | None:
    """Builds where there are too few units, removals where there are too many (XIV.2)."""
    if action == PASS:
        due_now = due(s, power, written)
        return None if s.balance(power) > 0 else Refusal("XIV.2", f"{power} must still remove {due_now} units.")
    if not isinstance(action, Order):
        return Refusal("XIV.2", f"'{action}' is no adjustment; write 'A PAR B' to build, 'A PAR D' to remove.")
    return why_not_fit(action, s.data, lambda order: fit_adjustment(order, power, s, written))


def fit_adjustment(order: Order, power: str, s: State, written: list[Order]) -> Order:
    """A build or removal as it can be carried out after those already written (XIV.2); VoidOrder if it cannot."""
    space = s.data.space_of[order.unit[2:]]
    if order.verb == DISBAND:
        order = Order(s.pieces.get(space, order.unit), DISBAND)
        fault = why_not_remove(order, power, s, written)
    elif order.verb == BUILD:
        order = Order(f"A {space}", BUILD) if order.unit[0] == "A" else order  # an army has no coast
        fault = why_not_build(order, power, s, written)
    else:
        fault = Refusal("XIV.2", f"{order.text} is no adjustment; write 'A PAR B' to build, 'A PAR D' to remove.")
    if fault is not None:
        raise VoidOrder(*fault)
    return order


def why_not_remove(order: Order, power: str, s: State, written: list[Order]) -> Refusal | None:
    """Own units while there are too many (XIV.2)."""
    space = s.data.space_of[order.unit[2:]]
    if s.balance(power) >= 0 or due(s, power, written) <= 0:
        return Refusal("XIV.2", f"{power} has no unit too many, so nothing more is removed.")
    if s.owners.get(space) != power:
        return Refusal("XIV.2", f"{power} has no unit in {s.data.spaces[space].name} to remove.")
    return Refusal("XIV.2", f"{order.unit} is removed already.") if order in written else None


def may_build(s: State, power: str, written: list[Order]) -> list[Order]:
    """The builds open to a power after those already written (XIV.2)."""
    if s.balance(power) <= len(written):
        return []
    return [o for o in _builds_at_home(s, power) if why_not_build(o, power, s, written) is None]


def _builds_at_home(s: State, power: str) -> list[Order]:
    """An army in each home centre, a fleet on each of its coasts."""
    found = []
    for home in s.data.homes[power]:
        space = s.data.spaces[home]
        found.append(Order(f"A {home}", BUILD))
        if space.type == "coastal":
            found += [Order(f"F {home}/{c}", BUILD) for c in space.coasts] or [Order(f"F {home}", BUILD)]
    return found


def why_not_build(order: Order, power: str, s: State, written: list[Order]) -> Refusal | None:
    """On own free home centres that the power controls, while it has more centres than units (V, XIV.2)."""
    kind, location = order.unit[0], order.unit[2:]
    space = s.data.spaces[s.data.space_of[location]]
    if s.balance(power) <= len(written):
        return Refusal("V", f"{power} has no more supply centres than units, so it builds nothing more.")
    if space.home != power:
        return Refusal("XIV.2", f"{space.name} is no home supply centre of {power}.")
    if s.control.get(space.id) != power:
        return Refusal("XIV.2", f"{power} does not control {space.name}.")
    if space.id in s.pieces or space.id in {s.data.space_of[o.unit[2:]] for o in written}:
        return Refusal("XIV.2", f"{space.name} is not free.")
    if kind == "F" and space.type == "inland":
        return Refusal("XIV.2", f"No fleet can be built in {space.name}, which has no coast.")
    if kind == "F" and space.coasts and location == space.id:
        return Refusal("XIV.2", f"A fleet in {space.name} needs a coast: {' or '.join(space.coasts)}.")
    return None if _piece_left(s, power, kind, written) else Refusal("VI.2", f"{power} has no such piece left.")


def _piece_left(s: State, power: str, kind: str, written: list[Order]) -> bool:
    """VI.2: eight pieces of each kind, more only with those of the powers that are out."""
    used = dict.fromkeys(POWERS, 0)
    for space, unit in s.pieces.items():
        used[s.owners[space]] += unit[0] == kind
    used[power] += sum(o.unit[0] == kind for o in written)
    borrowed = sum(max(count - PIECES, 0) for count in used.values())
    return used[power] < PIECES or borrowed < PIECES * sum(not s.alive(p) for p in POWERS)
