"""Retreats: dislodged units go to a free neighbour or leave the board, all at once and in writing (XII)."""

from __future__ import annotations

from collections.abc import Generator
from functools import partial

import attrs

from wargame.core.engine.actions import Action
from wargame.core.engine.questions import Procedure, Question, Refusal, Together

from .actions import Leave, Sheet
from .disorder import take_up
from .model import State
from .orders import CONVOY, DISBAND, MOVE, RETREAT, SUPPORT, Order, VoidOrder
from .results import Reason, Void
from .sheets import ALSO, HandedIn, Writing, answered, read_back, read_out, read_sheet, recalled_powers, why_not_fit

OTHERS = f"'sheet A BUR R MUN; F BRE D' (all at once); {ALSO}"


def retreats(s: State) -> Procedure[None]:
    """All retreats are written in secret and carried out together (XII.1)."""
    asked = {p: _flee(s, p) for p in s.playing() if _fleeing(s, p)}
    answers: dict[str, HandedIn[Order]] = (yield Together(asked)) if asked else {}
    orders = {order.unit: order for handed in read_out(s, answers).values() for order in handed.orders}
    goals = [s.data.space_of[order.to] for order in orders.values() if order.verb == RETREAT]
    for unit, dislodged in s.dislodged.items():
        order = orders.get(unit)
        if order is not None and order.verb == RETREAT and goals.count(s.data.space_of[order.to]) == 1:
            s.put(f"{unit[0]} {order.to}", dislodged.power)
            s.note("{power}: {unit} retreats to {goal}", "XII", power=dislodged.power, unit=unit, goal=order.to)
        else:
            rule, why = _why_removed(s, unit, order)
            s.note("{power}: {unit} is removed, {why}", rule, power=dislodged.power, unit=unit, why=why)
    s.dislodged = {}
    take_up(s, recalled_powers(answers))


def _fleeing(s: State, power: str) -> list[str]:
    """The dislodged units of a power that have somewhere to go; the others are removed without asking (XII)."""
    return [u for u, d in sorted(s.dislodged.items()) if d.power == power and d.retreats]


def _why_removed(s: State, unit: str, order: Order | None) -> Reason:
    dislodged = s.dislodged[unit]
    if dislodged.power not in s.playing():
        return Reason("XV.4", "for a power without a player never retreats")
    if not dislodged.retreats:
        return Reason("XII", "for it has nowhere to go")
    if order is None:
        return Reason("XII.2", "for no retreat was ordered")
    if order.verb == DISBAND:
        return Reason("XII.2", "by choice")
    return Reason("XII.2", f"for more than one unit was to retreat to {order.to}")


def _flee(s: State, power: str) -> Generator[Question, Action, HandedIn[Order]]:
    chosen: dict[str, Order] = {}
    recalled: list[str] = []
    for unit in _fleeing(s, power):
        answer = yield from answered(partial(_where_to, s, power, unit, not chosen), recalled)
        if not isinstance(answer, Order):
            orders, void = _read(s, power, answer) if isinstance(answer, Sheet) else ((), ())
            return HandedIn(orders, void, tuple(recalled), left=isinstance(answer, Leave))
        chosen[answer.unit] = answer
    return HandedIn(tuple(chosen.values()), recalled=tuple(recalled))


def _where_to(s: State, power: str, unit: str, first: bool) -> Writing:
    dislodged = s.dislodged[unit]
    return Writing(
        s, power, [*(Order(unit, RETREAT, to=to) for to in dislodged.retreats), Order(unit, DISBAND)],
        f"{unit} is dislodged by an attack from {dislodged.attacked_from}: retreat where?", "XII",
        fit=partial(fit_retreat, s, power),
        why_not_order=partial(why_not_retreat, s, power, unit),
        warn=partial(_unwise, s, power),
        show=lambda: {"also": OTHERS} if first else {},
        unit=unit,
    )  # fmt: skip


def _read(s: State, power: str, sheet: Sheet) -> tuple[tuple[Order, ...], tuple[Void, ...]]:
    """The retreats and the void orders of a sheet; two different retreats of one unit are both void (VII.1)."""
    written, voids = read_sheet(sheet, power, lambda _, order: fit_retreat(s, power, order), s.data)
    orders = {order.unit: order for order in written}
    for order in written:
        if orders.get(order.unit, order) != order:  # VII.1, VII.2
            del orders[order.unit]
            voids.append(Void(order.unit, power, str(order), "VII.1", f"{order.unit} was given two different orders."))
    return tuple(orders.values()), tuple(voids)


def _unwise(s: State, power: str, action: Action) -> str | None:
    """A sheet with faults is read back; a unit that it leaves out is removed (XII.2)."""
    if not isinstance(action, Sheet):
        return None
    orders, void = _read(s, power, action)
    lost = [u for u in _fleeing(s, power) if u not in {order.unit for order in orders}]
    return read_back(void, [f"Without a retreat and so removed: {', '.join(lost)} (XII.2)."] if lost else [])


def why_not_retreat(s: State, power: str, unit: str, action: Action) -> Refusal | None:
    """The dislodged unit goes where it may, or is removed (XII, XII.2)."""
    if not isinstance(action, Order):
        return Refusal("XII", f"'{action}' is no retreat; write '{unit} R' and a space, or '{unit} D'.")
    fault = why_not_fit(action, s.data, partial(fit_retreat, s, power))
    if fault is None and action.unit != unit:
        return Refusal("XII.1", f"{unit} is asked about now; 'sheet' and all retreats answers for all at once.")
    return fault


def fit_retreat(s: State, power: str, order: Order) -> Order:
    """The order as it can be carried out (XII), a missing coast filled in; VoidOrder if it cannot."""
    space_of = s.data.space_of
    space = space_of[order.unit[2:]]
    unit = next((u for u, d in s.dislodged.items() if space_of[u[2:]] == space and d.power == power), None)
    if order.verb in (SUPPORT, CONVOY) or order.via_convoy:
        raise VoidOrder("XII.2", "A retreat can neither be supported nor convoyed.")
    if unit is None:
        raise VoidOrder("XII", f"{power} has no dislodged unit in {s.data.spaces[space].name}.")
    if order.verb == DISBAND:
        return Order(unit, DISBAND)
    if order.verb not in (RETREAT, MOVE):
        raise VoidOrder("XII", f"{unit} is dislodged: it can only retreat (R) or be removed (D).")
    dislodged = s.dislodged[unit]
    target = space_of[order.to]
    whole = order.to == target or unit[0] == "A"  # no coast was named, or it makes no difference
    goals = [to for to in dislodged.retreats if to == order.to or (whole and space_of[to] == target)]
    if len(goals) > 1:
        raise VoidOrder("VIII.3b", f"{unit} can reach both coasts of {s.data.spaces[target].name}: name one.")
    if not goals:
        raise VoidOrder("XII", f"{unit} cannot retreat to {order.to}: {_obstacle(s, unit, order.to)}.")
    return attrs.evolve(order, unit=unit, verb=RETREAT, to=goals[0])


def _obstacle(s: State, unit: str, to: str) -> str:
    """What keeps a dislodged unit out of a space (XII)."""
    target = s.data.space_of[to]
    if target not in s.data.reach[unit]:
        return "it could not move there"
    if target in s.pieces:
        return f"{s.pieces[target]} stands there"
    if target == s.dislodged[unit].attacked_from:
        return "the attack came from there"
    if to != target and to not in s.data.moves[unit]:
        return "it cannot reach that coast"
    return "it may not be entered" if target in s.closed else "it was left empty by a standoff"
