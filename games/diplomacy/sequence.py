"""The year: spring, autumn, their retreats, occupation and adjustments (IV, VII, XII, XIV)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from wargame.core.actions import DONE
from wargame.core.questions import Choose, Procedure, Question, Roll, Together
from wargame.core.sequence import Phase, Sequence

from .adjudicator import adjudicate
from .adjustments import adjust, occupy
from .choices import WriteOrders
from .geography import geography
from .model import POWERS, AgreeDraw, Beaten, Leave, Recall, Sheet, State, Tell
from .orders import DISBAND, RETREAT, Order
from .scenarios import switches

Asking = Generator[Question, Any, Any]


# --- IV: negotiation ---


def negotiate(state: State) -> Procedure[Any]:
    """One round of messages; another follows while anyone has something to say (IV.1)."""
    said: dict[str, list[Any]] = yield Together({p: _talk(state, p) for p in state.playing()})
    for power, actions in said.items():
        for action in actions:
            _carry_out(state, power, action)
    want = {p for p, actions in said.items() if AgreeDraw() in actions}
    state.agreed = want == set(state.playing())  # II: all survivors
    return None if any(isinstance(a, Tell) for actions in said.values() for a in actions) else DONE


def _talk(state: State, power: str) -> Asking:
    said: list[Any] = []
    while True:
        action = yield Choose(
            power, [DONE], "Messages before orders, or done?", "IV.1",
            also=lambda a: _may_say(state, power, a), refuse=lambda a: ("IV.2", _why_not(a)),
        )  # fmt: skip
        if action == DONE:
            return said
        said.append(action)


def _may_say(state: State, power: str, action: Any) -> bool:
    if isinstance(action, Tell):
        return set(action.to) <= {"all", *POWERS} - {power} and bool(action.text)
    if isinstance(action, Recall):
        return action.power in state.disorder and state.alive(action.power)
    return isinstance(action, AgreeDraw | Leave)


def _why_not(action: Any) -> str:
    if isinstance(action, Tell):
        return f"A message goes to other powers or to all, not to {', '.join(action.to)}."
    if isinstance(action, Recall):
        return f"{action.power} is not in civil disorder with units or centres left (XV.4)."
    return f"'{action}' is no message; write 'tell FRANCE,ITALY text', 'draw agreed', 'leave' or 'done'."


def _carry_out(state: State, power: str, action: Any) -> None:
    if isinstance(action, Tell):  # IV.2
        to = None if "all" in action.to else (power, *action.to)
        names = ", ".join(action.to)
        state.note("{sender} to {names}: {message}", "IV.2", to=to, sender=power, names=names, message=action.text)
    elif isinstance(action, Leave):
        state.disorder |= {power}
        state.note("{power} falls into civil disorder", "XV.4", power=power)
    elif isinstance(action, Recall):
        state.disorder -= {action.power}
        state.note("{power} has a player again", "XV.4", power=action.power)


# --- VII to XI, XIII: movement ---


def movement(state: State) -> Procedure[Any]:
    """All powers write unseen; when the last is done the orders are read and carried out (VII.2)."""
    writers = {p: _write(state, p) for p in state.playing() if state.units_of(p)}
    sheets: dict[str, tuple[str, ...]] = (yield Together(writers)) if writers else {}
    found = adjudicate(state.all_units(), {p: list(s) for p, s in sheets.items()}, switches(state))
    state.orders = {u: str(o) for u, o in found.orders.items()}
    state.outcomes = dict(found.outcomes)
    for unit, outcome in found.outcomes.items():
        order = state.orders.get(unit, f"{unit} H")
        power = state.owners[geography().space_of[unit[2:]]]
        state.note(
            "{power}: {order}: {outcome}. {why}", "VII.2",
            power=power, order=order, outcome=outcome, why=found.reasons[unit],
        )  # fmt: skip
    for void in found.void:
        state.note("{power}: '{order}' is void: {why}", void.rule, power=void.power, order=void.order, why=void.reason)
    state.pieces, state.owners = {}, {}
    for power, units in found.units.items():
        for unit in units:
            state.put(unit, power)
    state.beaten = {u: Beaten(*d) for u, d in found.dislodged.items()}


def _write(state: State, power: str) -> Asking:
    """Unit by unit, any order changed until done (VII.1); a sheet replaces what was written."""
    written: dict[str, Order] = {}
    units = state.units_of(power)
    while True:
        unit = next((u for u in units if u not in written), "")
        answer = yield WriteOrders(state, power, unit, written)
        if answer == DONE:
            return tuple(map(str, written.values()))
        if isinstance(answer, Sheet):
            return tuple(filter(None, (t.strip() for t in answer.text.split(";"))))
        written[answer.unit] = answer


# --- XII: retreats ---


def retreats(state: State) -> Procedure[Any]:
    """Dislodged units retreat or are removed, all at once and in writing (XII.1)."""
    asked = {p: _flee(state, p) for p in state.playing() if _fleeing(state, p)}
    answers: dict[str, dict[str, Order]] = (yield Together(asked)) if asked else {}
    goals: dict[str, list[tuple[str, str, str]]] = {}
    for power, orders in answers.items():
        for unit, order in orders.items():
            if order.verb == RETREAT:
                goals.setdefault(geography().space_of[order.to], []).append((power, unit, order.to))
    saved = {going[0][1]: going[0] for going in goals.values() if len(going) == 1}  # XII.2
    for unit, beaten in state.beaten.items():
        if unit in saved:
            _, _, to = saved[unit]
            state.put(f"{unit[0]} {to}", beaten.power)
            state.note("{power}: {unit} retreats to {goal}", "XII", power=beaten.power, unit=unit, goal=to)
        else:
            state.note("{power}: {unit} is removed", "XII.2", power=beaten.power, unit=unit)
    state.beaten = {}


def _fleeing(state: State, power: str) -> list[str]:
    return [u for u, b in sorted(state.beaten.items()) if b.power == power and _open_retreats(state, b)]


def _open_retreats(state: State, beaten: Beaten) -> list[str]:
    return [to for to in beaten.retreats if geography().space_of[to] not in state.closed]


def _flee(state: State, power: str) -> Asking:
    chosen: dict[str, Order] = {}
    for unit in _fleeing(state, power):
        beaten = state.beaten[unit]
        options = [Order(unit, RETREAT, to=to) for to in _open_retreats(state, beaten)] + [Order(unit, DISBAND)]
        chosen[unit] = yield Choose(
            power, options, f"{unit} is dislodged from {beaten.attacked_from}: retreat where?", "XII",
            refuse=lambda a: ("XII", f"'{a}' is not possible: retreats go to a free neighbour not in dispute, "
                              "and not to where the attack came from."),
        )  # fmt: skip
    return chosen


# --- the year ---


def toss_for_italy(state: State) -> Procedure[Any]:
    """Two players: a coin decides who controls Italy from the next turn on (XV.3)."""
    coin = yield Roll(1, 2, why="the control of Italy", rule="XV.3-2p")
    sides = sorted(set(state.players.values()))
    state.players = {**state.players, "ITALY": sides[coin.total - 1]}
    state.closed = ()
    state.note("{player} controls Italy", "XV.3-2p", player=sides[coin.total - 1])


def to_autumn(state: State) -> Procedure[Any]:
    state.season = "autumn"
    return
    yield


def end_of_year(state: State) -> Procedure[Any]:
    """The next turn is spring (VII.3)."""
    state.season = "spring"
    state.year += 1
    state.turn += 1
    return
    yield


def _talks(state: State) -> bool:
    return bool(state.option("negotiation")) and bool(state.playing())


def _season(name: str) -> Sequence:
    return Sequence(
        name,
        Phase(f"{name} negotiation", negotiate, when=_talks, repeat=True),
        Phase(f"{name} orders", movement),
        Phase(f"{name} retreats", retreats, when=lambda s: bool(s.beaten)),
    )


YEAR = Sequence(
    "year",
    _season("spring"),
    Phase("autumn comes", to_autumn),
    _season("autumn"),
    Phase("occupation", occupy),
    Phase("coin toss", toss_for_italy, when=lambda s: s.scenario == "two" and bool(s.closed)),
    Phase("adjustments", adjust),
    Phase("end of the year", end_of_year),
    repeat=True,
)
