"""Occupying supply centres, building and removing units (XIV)."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import partial

from wargame.core.engine.actions import PASS, Action
from wargame.core.engine.questions import Procedure, Question, Refusal, Together

from .actions import Leave, Sheet
from .disorder import disband_in_disorder, take_up
from .model import POWERS, State
from .orders import BUILD, DISBAND, Order, VoidOrder
from .results import Void
from .sheets import ALSO, HandedIn, Writing, answered, read_back, read_out, read_sheet, recalled_powers, why_not_fit

OTHERS = f"'sheet F BRE B; A PAR B' (all at once); {ALSO}"


def occupy(s: State) -> None:
    """After the autumn retreats, each supply centre belongs to the power whose unit stands there (XIV.1)."""
    before = set(s.control.values())
    for space, power in sorted(s.owners.items()):
        if s.data.spaces[space].supply_centre:
            s.control_by(space, power, "XIV.1")
    for power in [p for p in POWERS if p in before and p not in s.control.values()]:
        s.note("{power} has lost its last supply centre and is out of the game", "V", power=power)


def adjust(s: State) -> Procedure[None]:
    """All powers bring their units into line with their centres, in writing and at the same time (XIV.2)."""
    playing = s.playing()
    asked = {p: _adjust_one(s, p) for p in playing if s.balance(p) < 0 or possible_builds(s, p, [])}
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


def _adjust_one(s: State, power: str) -> Generator[Question, Action, HandedIn[Order]]:
    written: list[Order] = []
    recalled: list[str] = []
    while options := _options(s, power, written):
        answer = yield from answered(partial(_which, s, power, options, written), recalled)
        if isinstance(answer, Order):
            written.append(answer)
            continue
        if answer == PASS:
            break
        orders, void = _read(s, power, answer) if isinstance(answer, Sheet) else ([], [])
        return HandedIn(tuple(orders), tuple(void), tuple(recalled), left=isinstance(answer, Leave))
    return HandedIn(tuple(written), recalled=tuple(recalled))


def _options(s: State, power: str, written: list[Order]) -> list[Action]:
    """What may be written next: a removal while one is due, or a build, which is never compulsory (XIV.2)."""
    if s.balance(power) < 0:
        gone = {o.unit for o in written}
        return [Order(u, DISBAND) for u in s.units_of(power) if u not in gone] if count_due(s, power, written) else []
    builds = possible_builds(s, power, written)
    return [*builds, PASS] if builds else []


def count_due(s: State, power: str, written: Sequence[Order]) -> int:
    """The builds or removals still open after those already written."""
    return abs(s.balance(power)) - len(written)


def _which(s: State, power: str, options: list[Action], written: list[Order]) -> Writing:
    left = count_due(s, power, written)
    ask = f"Build a unit ({left} left), or pass?" if options[-1] == PASS else f"Remove which unit ({left} to go)?"
    before = list(written)
    return Writing(
        s, power, options, ask, "XIV.2",
        fit=partial(fit_adjustment, s, power, before),
        why_not_order=partial(why_not_adjust, s, power, before),
        warn=partial(_unwise, s, power, before),
        show=lambda: {} if before else {"also": OTHERS},
    )  # fmt: skip


def _read(s: State, power: str, sheet: Sheet) -> tuple[list[Order], list[Void]]:
    return read_sheet(sheet, power, partial(fit_adjustment, s, power), s.data)


def _unwise(s: State, power: str, written: list[Order], action: Action) -> str | None:
    """A sheet with faults is read back, with the builds it leaves out or the removals it leaves to XV.5."""
    if not isinstance(action, Sheet):
        return read_back((), _left_out(s, power, written)) if action == PASS else None
    orders, void = _read(s, power, action)
    return read_back(void, _left_out(s, power, orders))


def _left_out(s: State, power: str, orders: list[Order]) -> list[str]:
    left = count_due(s, power, orders)
    if s.balance(power) < 0:
        return [f"Removals left out, chosen as in civil disorder: {left} (XV.5)."] if left else []
    return [f"Builds left out: {left} (XIV.2)."] if possible_builds(s, power, orders) else []


# --- what is possible ---


def why_not_adjust(s: State, power: str, written: list[Order], action: Action) -> Refusal | None:
    """Builds where there are too few units, removals where there are too many (XIV.2)."""
    if action == PASS:
        left = count_due(s, power, written)
        return (
            None
            if s.balance(power) > 0
            else Refusal("XIV.2", f"{power} must still remove {left} unit{'s' if left > 1 else ''}.")
        )
    if not isinstance(action, Order):
        return Refusal("XIV.2", f"'{action}' is no adjustment; write 'A PAR B' to build, 'A PAR D' to remove.")
    return why_not_fit(action, s.data, partial(fit_adjustment, s, power, written))


def fit_adjustment(s: State, power: str, written: list[Order], order: Order) -> Order:
    """A build or removal as it can be carried out after those already written (XIV.2); VoidOrder if it cannot."""
    space = s.data.space_of[order.unit[2:]]
    if order.verb == DISBAND:
        order = Order(s.pieces.get(space, order.unit), DISBAND)
        fault = why_not_remove(s, power, written, order)
    elif order.verb == BUILD:
        order = Order(f"A {space}", BUILD) if order.unit[0] == "A" else order  # an army has no coast
        fault = why_not_build(s, power, written, order)
    else:
        fault = Refusal("XIV.2", f"{order.text} is no adjustment; write 'A PAR B' to build, 'A PAR D' to remove.")
    if fault is not None:
        raise VoidOrder(*fault)
    return order


def why_not_remove(s: State, power: str, written: list[Order], order: Order) -> Refusal | None:
    """A power removes its own units, and only while it has too many (XIV.2)."""
    space = s.data.space_of[order.unit[2:]]
    if s.balance(power) >= 0 or count_due(s, power, written) <= 0:
        return Refusal("XIV.2", f"{power} has no unit too many, so nothing more is removed.")
    if s.owners.get(space) != power:
        return Refusal("XIV.2", f"{power} has no unit in {s.data.spaces[space].name} to remove.")
    return Refusal("XIV.2", f"{order.unit} is removed already.") if order in written else None


def possible_builds(s: State, power: str, written: list[Order]) -> list[Order]:
    """The builds open to a power after those already written (XIV.2)."""
    if s.balance(power) <= len(written):
        return []
    return [o for o in _builds_at_home(s, power) if why_not_build(s, power, written, o) is None]


def _builds_at_home(s: State, power: str) -> list[Order]:
    """An army in each home centre, a fleet on each of its coasts."""
    found = []
    for home in s.data.homes[power]:
        space = s.data.spaces[home]
        found.append(Order(f"A {home}", BUILD))
        if space.type == "coastal":
            found += [Order(f"F {home}/{c}", BUILD) for c in space.coasts] or [Order(f"F {home}", BUILD)]
    return found


def why_not_build(s: State, power: str, written: list[Order], order: Order) -> Refusal | None:
    """A power builds on free home centres that it controls, while it has more centres than units (V, XIV.2)."""
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
    """Each power has so many pieces of a kind, and more only from those of powers that are out of the game (VI.2)."""
    used = dict.fromkeys(POWERS, 0)
    for space, unit in s.pieces.items():
        used[s.owners[space]] += unit[0] == kind
    used[power] += sum(o.unit[0] == kind for o in written)
    borrowed = sum(max(count - s.data.pieces, 0) for count in used.values())
    return used[power] < s.data.pieces or borrowed < s.data.pieces * sum(not s.alive(p) for p in POWERS)
