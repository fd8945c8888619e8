"""Negotiation before each movement turn: messages, draws, leaving and coming back (II, IV, XV.4)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from wargame.core.engine.actions import DONE
from wargame.core.engine.questions import Choose, Procedure, Question, Together

from .model import POWERS, AgreeDraw, Leave, Recall, State, Tell

ALL = "all"
ALSO = "'draw agreed' (all must agree); 'leave' (civil disorder); 'recall POWER' (back from it)"


def negotiate(state: State) -> Procedure[Any]:
    """One round of messages; another follows while anyone has something to say (IV.1)."""
    said: dict[str, list[Any]] = yield Together({p: _talk(state, p) for p in state.playing()})
    for power, actions in said.items():
        for action in actions:
            _carry_out(state, power, action)
    return None if any(isinstance(a, Tell) for actions in said.values() for a in actions) else DONE


def _talk(state: State, power: str) -> Generator[Question, Any, list[Any]]:
    said: list[Any] = []
    while True:
        action = yield Choose(
            power, [DONE], f"{state.date()}: messages ('tell all TEXT', 'tell POWER,POWER TEXT'), or done?", "IV.1",
            also=lambda a: _fault(state, power, a) is None, refuse=lambda a: _fault(state, power, a),
            show=lambda: {} if said else {"also": ALSO},
        )  # fmt: skip
        if action == DONE:
            return said
        said.append(action)
        if action == Leave():
            return said


def addressees(to: tuple[str, ...], sender: str) -> tuple[str, ...] | None:
    """The powers a message is for, by name or the start of one; None if that is not clear."""
    found = []
    for word in to:
        fits = [p for p in (ALL, *POWERS) if word and p.casefold().startswith(word.strip().casefold()) and p != sender]
        if len(fits) != 1:
            return None
        found += fits
    return tuple(found)


def _fault(state: State, power: str, action: Any) -> tuple[str, str] | None:
    """Why this cannot be said; None if it can."""
    if isinstance(action, Tell):
        if not action.text.strip():
            return "IV.2", "The message is empty; write 'tell FRANCE,ITALY text'."
        if addressees(action.to, power) is None:
            return "IV.2", f"A message goes to other powers or to all, not to '{','.join(action.to)}'."
        return None
    if isinstance(action, Recall):
        power = action.power.upper()
        if power in state.disorder and state.units_of(power):
            return None
        return "XV.4", f"{power} is not in civil disorder with units left on the board."
    if isinstance(action, AgreeDraw | Leave):
        return None
    return "IV.2", f"'{action}' is no message; write 'tell FRANCE,ITALY text', 'draw agreed', 'leave' or 'done'."


def _carry_out(state: State, power: str, action: Any) -> None:
    if isinstance(action, Tell):  # IV.2
        to = addressees(action.to, power) or ()
        state.note(
            "{sender} to {names}: {message}", "IV.2", to=None if ALL in to else (power, *to),
            sender=power, names=", ".join(to), message=action.text,
        )  # fmt: skip
    elif isinstance(action, AgreeDraw):
        state.votes |= {power}
        state.note("{power} would agree to a draw", "II", power=power)
    elif isinstance(action, Leave):
        fall_into_disorder(state, power)
    elif isinstance(action, Recall):
        state.disorder -= {action.power.upper()}
        state.note("{power} has a player again", "XV.4", power=action.power.upper())


def fall_into_disorder(state: State, power: str) -> None:
    """A power without a player: its units hold until someone takes it up again (XV.4)."""
    state.disorder |= {power}
    state.note("{power} falls into civil disorder", "XV.4", power=power)
