"""A movement turn: all powers write orders unseen by each other, then they are read and carried out (VII)."""

from __future__ import annotations

from collections.abc import Generator
from functools import partial

from wargame.core.engine.actions import Action
from wargame.core.engine.questions import Procedure, Question, Together

from .actions import Leave, Sheet
from .adjudicator import Resolution, adjudicate
from .choices import WriteOrders
from .disorder import take_up
from .model import POWERS, State
from .orders import Order
from .scenarios import switches
from .sheets import HandedIn, answered, read_out, recalled_powers

Sheets = dict[str, tuple[str, ...]]


def movement(s: State) -> Procedure[None]:
    """No order is carried out until every power has handed in its orders (VII.2)."""
    s.votes = frozenset()
    writers = {p: _write(s, p) for p in s.playing() if s.units_of(p)}
    answers: dict[str, HandedIn[str]] = (yield Together(writers)) if writers else {}
    s.note("Orders of {date}", "VII.3", date=s.date())
    sheets: Sheets = {power: handed.orders for power, handed in read_out(s, answers).items()}
    take_up(s, recalled_powers(answers))
    found: Resolution = yield from s.rules.resolve_combat(s, sheets)
    _report(s, found)
    s.set_out(found.units)
    s.dislodged = found.dislodged


def resolve(s: State, sheets: Sheets) -> Procedure[Resolution]:
    """The conflict of all orders (IX to XIII); a variant may wrap it."""
    yield from ()
    return adjudicate(s.all_units(), sheets, switches(s), s.data, s.closed)


def _write(s: State, power: str) -> Generator[Question, Action, HandedIn[str]]:
    """Orders unit by unit, any of which may be changed until the power is done (VII.1), or a whole sheet at once."""
    written: dict[str, Order] = {}
    recalled: list[str] = []
    units = s.units_of(power)
    while True:
        unit = next((u for u in units if u not in written), "")
        answer = yield from answered(partial(WriteOrders, s, power, unit, written), recalled)
        if isinstance(answer, Order):
            written[answer.unit] = answer
            continue
        orders = answer.orders() if isinstance(answer, Sheet) else map(str, written.values())
        return HandedIn(tuple(orders), recalled=tuple(recalled), left=isinstance(answer, Leave))


def _report(s: State, found: Resolution) -> None:
    """Report every order and what became of it (VII.2, VII.5)."""
    s.orders = {unit: str(order) for unit, order in found.orders.items()}
    s.outcomes = dict(found.outcomes)
    for void in found.void:
        s.note_void(void)
    for power in POWERS:
        for unit in s.units_of(power):
            outcome, (rule, why) = found.outcomes[unit], found.reasons[unit]
            if outcome != "void":
                s.note(
                    "{power}: {order}: {outcome}{why}", rule, power=power,
                    order=s.orders.get(unit, f"{unit} H"), outcome=outcome, why=f" ({why})" if why else "",
                )  # fmt: skip
