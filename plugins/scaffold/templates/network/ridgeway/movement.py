"""2 and 3: stacking and movement."""

from __future__ import annotations

from functools import partial
from typing import Any

from wargame.core.engine.actions import DONE, Action, Done
from wargame.core.engine.offers import WhyNot, offer
from wargame.core.engine.questions import Procedure, Refusal
from wargame.core.mechanics.answers import Attack, Move
from wargame.core.mechanics.search import Reach, reach
from wargame.core.mechanics.stacking import Limit, Stacking
from wargame.core.mechanics.zones import enemies

from .combat import fight_for, why_not_attack
from .model import State

STACKING = Stacking((Limit("units", "2.1", lambda s, unit: 1, lambda s, space: s.data.numbers.stack),), enemy="3.2")


def ways(s: State, unit: str) -> Reach:
    """3.2: where a unit can go along roads, not through enemies."""
    closed = s.board.number_set(enemies(s, s.side_of(unit)))
    return reach(s.board, s.units[unit].at, s.data.numbers.range, lambda i, j, road: None if j in closed else 1)


def why_not_move(s: State, side: str, move: Move) -> Refusal | None:
    if not s.on_map(move.unit) or s.side_of(move.unit) != side:
        return Refusal("3.1", f"{move.unit} is not a unit of {side} on the map.")
    if s.marked(move.unit, "moved"):
        return Refusal("3.1", f"{move.unit} has moved already.")
    if move.to not in s.board or move.to == s.units[move.unit].at:
        return Refusal("3.2", f"{move.unit} cannot go to {move.to}.")
    if refusal := STACKING.why_not_stand(s, [move.unit], move.to):
        return refusal
    text = f"{s.name(move.to)} is more than {s.data.numbers.range} roads away."
    return None if move.to in ways(s, move.unit) else Refusal("3.2", text)


def give_order(s: State, side: str, most: int) -> Procedure[Any]:
    """3.1: one unit moves or attacks. The kernel repeats this until `most` orders are given or the side is done."""
    if s.orders >= most:
        return DONE
    ready = [unit for unit in s.units_on_map(side) if not s.marked(unit, "moved")]
    moves = [Move(unit, to) for unit in ready for to in ways(s, unit).names()]
    attacks = [Attack(space) for space in s.board.members(enemies(s, side))]
    why_not: dict[type[Action], WhyNot | None] = {
        Move: partial(why_not_move, s, side),
        Attack: lambda attack: why_not_attack(s, side, attack.target),
        Done: None,
    }
    left = most - s.orders
    answer = yield offer(side, [*moves, *attacks, DONE], why_not, f"Your order ({left} to go)?", "3.1")
    if answer == DONE:
        return DONE
    s.orders += 1
    if isinstance(answer, Attack):
        yield from fight_for(s, side, answer.target)
    else:
        s.enter(answer.unit, answer.to, "3.2")
        s.mark(answer.unit, "moved")
    return None
