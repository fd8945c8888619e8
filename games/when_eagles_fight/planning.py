"""Plans worth trying, for bots: marches as a whole, attacks by exact odds, advances after combat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from wargame.core.engine.actions import DONE
from wargame.core.engine.questions import Question
from wargame.core.title.plans import Plan

from .actions import Advance, Attack, Confirm, With
from .attackers import available
from .forces import pull
from .marching import marches
from .model import State, bulk
from .picture import place_name
from .prospects import best_assault, steps_of, value_of_hex
from .stacking import limit

FIGHT = Confirm()
POOR = -0.5  # an attack that is expected to lose more is not proposed
MOST = 6  # attacks proposed at a time


def plans(s: State, side: str, question: Question) -> list[Plan] | None:
    """What is worth trying at a question; None where the listed answers do."""
    make = BY_RULE.get(question.rule)
    return list(make(s, side, question)) if make else None


# --- attacks (13.5) -------------------------------------------------------------------------------------------------


def attacks(s: State, side: str, question: Question) -> Iterator[Plan]:
    """Each hex in reach attacked by those who gain most there, the best first; or no more attacks."""
    found = []
    for target, units in available(s, side).items():
        one = best_assault(s, target, units)
        if one is not None:
            found.append(one)
    found.sort(key=lambda one: -one.gain)
    must = not question.accepts(DONE)
    for one in found[:MOST]:
        if must or one.gain > POOR:
            name = f"attack {place_name(s, one.target)} with {', '.join(one.units)}"
            yield Plan(name, (Attack(one.target), *map(With, one.units), FIGHT), one.gain)
    yield Plan("no more attacks", (DONE,), 0.0)


def attackers(s: State, side: str, question: Question) -> Iterator[Plan]:
    """The attack that has been begun is made with those who gain most, if it was not planned before."""
    for action in question.actions:
        worth = 1.0 if isinstance(action, Confirm) else 0.5 if isinstance(action, With) else 0.0
        yield Plan(str(action), (action,), worth)


# --- advances after combat (13.25, 13.26) ---------------------------------------------------------------------------


def advances(s: State, side: str, question: Question) -> Iterator[Plan]:
    """All go where they are needed most, or one of them, or nobody."""
    options = [action for action in question.actions if isinstance(action, Advance)]
    by_hex: dict[str, list[str]] = {}
    for action in options:
        by_hex.setdefault(action.hex, []).append(action.unit)
    for hex_id, units in by_hex.items():
        together = _fitting(s, hex_id, sorted(units, key=lambda u: -sum(steps_of(s, u))))
        worth = value_of_hex(s, hex_id, side) + _needed(s, side, hex_id, together)
        if worth > 0:
            yield Plan(f"advance to {place_name(s, hex_id)}", tuple(Advance(u, hex_id) for u in together), worth)
        first = together[:1]
        if len(together) > 1:
            worth = value_of_hex(s, hex_id, side) + _needed(s, side, hex_id, first)
            yield Plan(f"{first[0]} alone advances to {place_name(s, hex_id)}", (Advance(first[0], hex_id),), worth)
    yield Plan("no advance", (DONE,), 0.0)


def _fitting(s: State, hex_id: str, units: list[str]) -> list[str]:
    """As many of the units as find room."""
    there, found = list(s.at.get(hex_id, ())), []
    for unit in units:
        if bulk(s, (*there, unit)) <= limit(s):
            there.append(unit)
            found.append(unit)
    return found or units[:1]


def _needed(s: State, side: str, hex_id: str, units: Iterable[str]) -> float:
    """How much more these units count there than where they stand."""
    need = pull(s, side)
    return sum(sum(steps_of(s, u)) * (need[hex_id] - need[s.units[u].at]) for u in units) + INTO


INTO = 0.2  # what it is worth to hold the hex that was attacked

BY_RULE: Mapping[str, Callable[[State, str, Question], Iterable[Plan]]] = {
    "12.2": marches, "13.5": attacks, "13.3": attackers, "13.25": advances, "13.26": advances,
}  # fmt: skip
