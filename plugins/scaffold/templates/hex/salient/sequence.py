"""1, 7 to 9: the sequence of play, arrivals, replacements, and who wins."""

from __future__ import annotations

from typing import Any

from wargame.core.engine.actions import DONE, Done
from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Refusal
from wargame.core.engine.result import Result
from wargame.core.engine.sequence import Phase, Sequence
from wargame.core.mechanics.answers import Enter, Rebuild, Restore
from wargame.core.mechanics.arrivals import Arrivals, arriving, send_ahead
from wargame.core.mechanics.choosing import choose_one
from wargame.core.mechanics.losses import lose_step
from wargame.core.mechanics.replacements import Points

from .combat import attack_one, stand, value
from .model import DEAD, State
from .movement import SUPPLY, move_one, sources

ARRIVALS = Arrivals("8.1", lambda s, unit: s.board.members(sources(s, s.side_of(unit))), stand)
POINTS = Points("7.1", lambda s, unit: f"{s.side_of(unit)} replacements")


def arrive(s: State, side: str) -> Procedure[None]:
    """7.1, 8.1: replacement points, and the units that are due; a unit without a free city waits."""
    s.score(f"{side} replacements", s.data.numbers.replacements[side], "7.1")
    for unit in arriving(s, side):
        if not (yield from ARRIVALS.bring_in(s, unit, Enter, f"Where does {s.name(unit)} enter?")):
            send_ahead(s, unit, 1, "8.1", s.units[unit].steps)


def why_not_restore(s: State, side: str, unit: str) -> Refusal | None:
    if not s.on_map(unit) or s.side_of(unit) != side or s.units[unit].steps == s.counter(unit).steps:
        return Refusal("7.2", f"{s.name(unit)} is not a reduced unit of {s.name(side)}.")
    supply = SUPPLY.why_not_trace(s, side, s.units[unit].at)
    return supply or POINTS.why_not_pay(s, unit, s.data.numbers.restore)


def why_not_rebuild(s: State, side: str, unit: str, to: str) -> Refusal | None:
    if unit not in s.units_at(DEAD) or s.side_of(unit) != side:
        return Refusal("7.3", f"{s.name(unit)} is not an eliminated unit of {s.name(side)}.")
    return POINTS.why_not_pay(s, unit, s.data.numbers.rebuild) or ARRIVALS.why_not_place(s, unit, to)


def replace_one(s: State, side: str) -> Procedure[Any]:
    """7: one unit is restored or rebuilt. The kernel repeats this until the side is done."""
    rebuilt = [Rebuild(unit, to) for unit in s.units_at(DEAD) for to in s.board.members(sources(s, side))]
    answers = [*map(Restore, s.units_on_map(side)), *rebuilt, DONE]
    why_not = {
        Restore: lambda answer: why_not_restore(s, side, answer.unit),
        Rebuild: lambda answer: why_not_rebuild(s, side, answer.unit, answer.to),
        Done: None,
    }
    answer = yield from choose_one(offer(side, answers, why_not, "Spend replacements on which unit?", "7.1"))
    if isinstance(answer, Restore):
        POINTS.pay(s, answer.unit, s.data.numbers.restore)
        s.restore(answer.unit, "7.2")
    elif isinstance(answer, Rebuild):
        POINTS.pay(s, answer.unit, s.data.numbers.rebuild)
        s.place(answer.unit, answer.to, 1, "7.3")
    return answer


def attrition(s: State, side: str) -> None:
    """5.3: units out of supply lose a step."""
    cut_off = [unit for unit in s.units_on_map(side) if not SUPPLY.reaches(s, side, s.units[unit].at)]
    for unit in cut_off:
        lose_step(s, unit, "5.3", DEAD)


def player_turn(side: str) -> Sequence:
    return Sequence(
        f"{side} turn",
        Phase(f"{side} arrivals", arrive, side),
        Phase(f"{side} replacements", replace_one, side, repeat=True),
        Phase(f"{side} movement", move_one, side, repeat=True),
        Phase(f"{side} combat", attack_one, side, repeat=True),
        Phase(f"{side} attrition", attrition, side),
    )


TURN = Sequence("turn", player_turn("red"), player_turn("blue"), Phase("end of turn", State.next_turn), repeat=True)


def points(s: State, side: str) -> int:
    return sum(s.board[city].points for city, holder in s.control.items() if holder == side)


def victory(s: State) -> Result | None:
    """9.2: whoever holds more in cities wins, after the last turn or once the enemy has none."""
    score = {side: points(s, side) for side in s.title.sides}
    best = max(score, key=lambda side: score[side])
    if s.turn <= s.data.numbers.turns and min(score.values()):
        return None
    even = len(set(score.values())) == 1
    return Result(() if even else (best,), "9.2", "Both hold as much." if even else f"{best} holds more.", score)


def evaluate(s: State, side: str) -> float:
    """A score for bots: cities, strength, and how near it is to cities of the enemy."""
    total = 0.0
    for each, sign in ((side, 1), (s.title.enemy(side), -1)):
        goals = [city for city, holder in s.control.items() if holder != each]
        total += sign * 10 * points(s, each)
        for unit in s.units_on_map(each):
            far = min((s.board.distance(s.units[unit].at, goal) for goal in goals), default=0)
            total += sign * (value(s, unit) - 0.1 * far)
    return total
