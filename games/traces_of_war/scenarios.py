"""Setting up (3.0) and what happens before the first turn (14.1)."""

from __future__ import annotations

from typing import Any

from wargame.core.engine.questions import Choose, Procedure, Reason, Together
from wargame.core.title.title import Title

from .model import Bid, Place, State
from .records import AXIS, SOVIET

MOST_BID = 200


def setup(title: Title, scenario: str, options: dict[str, Any]) -> State:
    """3.0: the same for both scenarios; all cities Axis (8.1), everything in supply."""
    s = State(title=title)
    d = s.data
    s.scenario, s.options = scenario, dict(options)
    s.orders = frozenset(d.start["orders"])
    s.control = {h.id: AXIS for h in d.board.spaces if h.city}
    s.threshold = d.scenarios[scenario].victory_points
    s.piles = dict.fromkeys(("cup", "hand", "played", "soviet_pool", "axis_pool", "bought", "used"), ())
    for line in d.setup:
        s.place(line.unit, line.hex, d.counters[line.unit].steps, "3.0")
    return s


def security(s: State) -> Procedure[None]:
    """3.0: the Axis player puts the security divisions into major cities, one in each."""
    taken: list[str] = []
    for unit in s.data.start["security_divisions"]:
        taken.append((yield from place_division(s, unit, taken)))


def place_division(s: State, unit: str, taken: list[str]) -> Procedure[str]:
    free = [h for h in s.data.majors if h not in taken and s.may_stack(unit, h)]
    answer = yield Choose(AXIS, [Place(unit, h) for h in free], f"Put {unit} into which major city?", "3.0",
                          refuse=lambda a: _not_there(s, unit, taken, a))  # fmt: skip
    s.place(unit, answer.hex, s.counter(unit).steps, "3.0")
    return str(answer.hex)


def _not_there(s: State, unit: str, taken: list[str], answer: Any) -> Reason | None:
    if not isinstance(answer, Place):
        return None
    if answer.unit != unit:
        return "3.0", f"It is {unit} that is placed now."
    if answer.hex not in s.data.majors:
        return "3.0", f"{answer.hex} is not a major city."
    if answer.hex in taken:
        return "3.0", f"There is a security division in {answer.hex} already; one in each city."
    return "5.0", f"{answer.hex} is full."


def bidding(s: State) -> Procedure[None]:
    """14.1: the higher bid plays the Soviets and needs that many points."""
    bids = yield Together({side: bid(side) for side in (SOVIET, AXIS)})
    s.threshold = max(bids.values())
    s.exchanged = bids[AXIS] > bids[SOVIET]
    s.note("the Soviets need {points} victory points", "14.1", points=s.threshold, reveals=True)
    if s.exchanged:
        s.note("the players exchange sides", "14.1")


def bid(side: str) -> Procedure[int]:
    answer = yield Choose(side, [Bid(n) for n in range(MOST_BID + 1)], "How many points would you need?", "14.1",
                          refuse=_no_bid)  # fmt: skip
    return int(answer.points)


def _no_bid(answer: Any) -> Reason | None:
    return ("14.1", f"Bids go from 0 to {MOST_BID}.") if isinstance(answer, Bid) else None
