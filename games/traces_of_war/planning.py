"""What bots try: whole movement phases, attacks by exact odds, advances, retreats. What is decided without search is
in `reasons.py`."""

from __future__ import annotations

from collections.abc import Callable

from wargame.core.engine.actions import DONE, Action
from wargame.core.engine.questions import Question
from wargame.core.title.plans import Plan, Verdict

from . import reasons
from .actions import Advance, Attack, Fight, Mode, Retreat, With
from .gains import MARGIN, attacks
from .hexes import hexes
from .model import COMBAT_MOVE, MOVE_COMBAT, State
from .sheets import sheets


def plans(s: State, side: str, question: Question) -> list[Plan] | None:
    """What is worth trying at this question; None where the listed answers are."""
    find = PLANS.get(question.rule)
    return find(s, side, question) if find is not None else None


def verdict(s: State, side: str, question: Question) -> Verdict | None:
    """What is decided by reasons."""
    return reasons.verdict(s, side, question)


# --- movement and combat ---------------------------------------------------------------------------------------------


def movement(s: State, side: str, question: Question) -> list[Plan] | None:
    return sheets(s, side) if question.accepts(DONE) else None


def combat(s: State, side: str, question: Question) -> list[Plan] | None:
    """10.1: each possible attack, with all units in reach and with the fewest that promise as much."""
    if not question.accepts(DONE):
        return None
    found = [
        Plan(f"attack {s.name(one.hex)} with {s.listed(one.units, 3)}",
             (Attack(one.hex), *map(With, one.units), Fight()), one.gain)
        for one in attacks(s, side)
    ]  # fmt: skip
    return [*found, Plan("no more attacks", (DONE,), MARGIN)]


def mode(s: State, side: str, question: Question) -> list[Plan] | None:
    """4.3: to fight first if the line is well placed for it, otherwise to move first."""
    if not question.accepts(Mode(MOVE_COMBAT)):
        return None
    return [Plan("move, then fight", (Mode(MOVE_COMBAT),), 1.0), Plan("fight, then move", (Mode(COMBAT_MOVE),), 0.5)]


# --- after combat ----------------------------------------------------------------------------------------------------


def advance(s: State, side: str, question: Question) -> list[Plan]:
    """10.5: the best hex for each attacker, and for as many as fit; or nobody."""
    ways: dict[str, list[Action]] = {}
    for action in question.actions:
        if isinstance(action, Advance):
            ways.setdefault(action.unit, []).append(action)
    value = hexes(s, side)
    found = []
    for unit, actions in ways.items():
        here = value.worth(unit, s.units[unit].at)
        for action in actions:
            end = action.path[-1]  # type: ignore[attr-defined]
            gain = value.worth(unit, end) - here
            found.append(Plan(f"{s.name(unit)} advances to {s.name(end)}", (action,), 0.2 + gain))
    found.sort(key=lambda plan: -plan.worth)
    return [*found[:8], Plan("no more advances", (DONE,), 0.0)]


def retreat(s: State, side: str, question: Question) -> list[Plan]:
    """10.4: each way by where it ends."""
    value = hexes(s, side)
    found = []
    for action in question.actions:
        if isinstance(action, Retreat):
            end = action.path[-1]
            worth = value.worth(action.unit, end) if s.can_stack(action.unit, end) else -1.0
            found.append(Plan(f"{s.name(action.unit)} retreats to {s.name(end)}", (action,), worth))
    return found


PLANS: dict[str, Callable[[State, str, Question], list[Plan] | None]] = {
    "4.3": mode,
    "9.1": movement,
    "10.1": combat,
    "10.4": retreat,
    "10.5": advance,
}
