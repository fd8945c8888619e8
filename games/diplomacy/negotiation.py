"""Negotiation before each movement turn: messages, draws, leaving and coming back (II, IV, XV.4)."""

from __future__ import annotations

from collections.abc import Generator
from functools import partial

from wargame.core.engine.actions import DONE, Action, Done
from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Question, Refusal, Together

from .actions import ALL, AgreeDraw, Leave, Recall, Tell
from .disorder import fall_into_disorder, take_up, why_not_recall
from .model import POWERS, State
from .sheets import ALSO, why_not_one_line
from .sight import readers

OTHERS = f"'draw agreed' (all must agree); {ALSO}"


def negotiate(s: State) -> Procedure[Done | None]:
    """One round of messages; another follows while anyone has something to say (IV.1)."""
    said: dict[str, list[Action]] = yield Together({p: _talk(s, p) for p in s.playing()})
    for power, actions in said.items():
        for action in actions:
            _carry_out(s, power, action)
    return None if any(isinstance(a, Tell) for actions in said.values() for a in actions) else DONE


def _talk(s: State, power: str) -> Generator[Question, Action, list[Action]]:
    said: list[Action] = []
    while True:
        action = yield offer(
            power, [DONE], partial(why_not_say, s, power),
            f"{s.date()}: messages ('tell all TEXT', 'tell POWER,POWER TEXT'), or done?", "IV.1",
            show=lambda: {} if said else {"also": OTHERS}, complete=False,
        )  # fmt: skip
        if action == DONE:
            return said
        said.append(action)
        if isinstance(action, Leave):
            return said


def addressees(to: tuple[str, ...], sender: str) -> tuple[str, ...] | None:
    """The powers a message is for, named in full or by their first letters; None if a name is not clear."""
    found = []
    for word in map(str, to):
        fits = [p for p in (ALL, *POWERS) if word and p.casefold().startswith(word.casefold()) and p != sender]
        if len(fits) != 1:
            return None
        found += fits
    return tuple(found) or None


def why_not_say(s: State, power: str, action: Action) -> Refusal | None:
    """Messages to others, a draw, leaving and coming back are what a negotiation is for (II, IV.2, XV.4)."""
    if isinstance(action, Tell):
        if not str(action.text).strip():
            return Refusal("IV.2", "The message is empty; write 'tell FRANCE,ITALY text'.")
        if addressees(action.to, power) is None:
            to = ",".join(map(str, action.to))
            return Refusal("IV.2", f"A message goes to other powers or to all, not to '{to}'.")
        return why_not_one_line(action, "IV.2")
    if isinstance(action, Recall):
        return why_not_recall(s, action)
    if isinstance(action, AgreeDraw | Leave | Done):
        return None
    return Refusal(
        "IV.2", f"'{action}' is no message; write 'tell FRANCE,ITALY text', 'draw agreed', 'leave' or 'done'."
    )


def _carry_out(s: State, power: str, action: Action) -> None:
    if isinstance(action, Tell):  # IV.2
        to = addressees(action.to, power) or ()
        s.note(
            "{sender} to {names}: {message}", "IV.2", to=readers(power, to),
            sender=power, names=", ".join(to), message=action.text,
        )  # fmt: skip
    elif isinstance(action, AgreeDraw):
        s.votes |= {power}
        s.note("{power} would agree to a draw", "II", power=power)
    elif isinstance(action, Leave):
        fall_into_disorder(s, power)
    elif isinstance(action, Recall):
        take_up(s, (action.power.upper(),))
