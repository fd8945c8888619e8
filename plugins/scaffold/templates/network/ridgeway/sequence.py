"""1 and 5: the sequence of play, and who wins."""

from __future__ import annotations

from typing import Any

from wargame.core.engine.questions import Procedure
from wargame.core.engine.result import Result
from wargame.core.engine.sequence import Phase, Sequence

from .model import State
from .movement import give_order


def order(s: State, side: str) -> Procedure[Any]:
    return give_order(s, side, s.data.numbers.orders)


TURN = Sequence(  # 1.1
    "turn",
    Phase("red orders", order, "red", repeat=True),
    Phase("blue orders", order, "blue", repeat=True),
    Phase("end of turn", State.next_turn),
    repeat=True,
)


def points(s: State, side: str) -> int:
    return sum(s.board[space].points for space, holder in s.control.items() if holder == side)


def victory(s: State) -> Result | None:
    """5.1: after the last turn the side with more points wins."""
    if s.turn <= s.data.numbers.turns:
        return None
    score = {side: points(s, side) for side in s.title.sides}
    even = len(set(score.values())) == 1
    best = max(score, key=lambda side: score[side])
    return Result(() if even else (best,), "5.1", "Both hold as much." if even else f"{best} holds more.", score)


def evaluate(s: State, side: str) -> float:
    """A score for bots: points, strength, and how near the units are to what is not theirs."""
    total = 0.0
    for each, sign in ((side, 1), (s.title.enemy(side), -1)):
        goals = [space.id for space in s.board.spaces if space.points and s.control.get(space.id) != each]
        total += sign * 10 * points(s, each)
        for unit in s.units_on_map(each):
            far = min((s.board.distance(s.units[unit].at, goal) for goal in goals), default=0)
            total += sign * (s.counter(unit).strength * s.units[unit].steps - 0.2 * far)
    return total
