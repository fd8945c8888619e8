"""Setting up (3.0) and what happens before the first turn (14.1)."""

from __future__ import annotations

from functools import partial
from typing import Any

from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Refusal, Together
from wargame.core.title.title import Title

from .actions import Bid, Place
from .model import STACKING, State
from .records import AXIS, SOVIET

MOST_BID = 200  # the rulebook sets no limit


def setup(title: Title, scenario: str, options: dict[str, Any]) -> State:
    """3.0: the same for both scenarios; all cities Axis (8.1), everything in supply."""
    s = State(title=title)
    d = s.data
    s.scenario, s.options = scenario, dict(options)
    s.orders = frozenset(d.scenario_tables.start.orders)
    s.control = {h.id: AXIS for h in d.board.spaces if h.city}
    s.threshold = d.scenarios[scenario].victory_points
    s.piles = dict.fromkeys(("cup", "hand", "played", "soviet_pool", "axis_pool", "bought", "used"), ())
    for line in d.setup:
        s.place(line.unit, line.hex, d.counters[line.unit].steps, "3.0")
    return s


def security(s: State) -> Procedure[None]:
    """3.0: the Axis player puts the security divisions into major cities, one in each."""
    taken: list[str] = []
    for unit in s.data.scenario_tables.start.security_divisions:
        taken.append((yield from place_division(s, unit, taken)))


def place_division(s: State, unit: str, taken: list[str]) -> Procedure[str]:
    answer = yield offer(AXIS, [Place(unit, h) for h in s.data.majors], {Place: partial(why_not_place, s, unit, taken)},
                         f"Put the security division {s.name(unit)} into which major city?", "3.0")  # fmt: skip
    s.place(unit, answer.hex, s.counter(unit).steps, "3.0")
    return str(answer.hex)


def why_not_place(s: State, unit: str, taken: list[str], answer: Place) -> Refusal | None:
    if answer.unit != unit:
        return Refusal("3.0", f"It is {s.name(unit)} that is placed now.")
    if answer.hex not in s.data.majors:
        return Refusal("3.0", f"{answer.hex} is not a major city.")
    if answer.hex in taken:
        return Refusal("3.0", f"There is already a security division in {answer.hex}; only one goes into each city.")
    return STACKING.why_not_stack(s, (unit,), answer.hex)


def bidding(s: State) -> Procedure[None]:
    """14.1: the higher bid plays the Soviets and needs that many points."""
    bids = yield Together({side: bid(side) for side in (SOVIET, AXIS)})
    s.threshold = max(bids.values())
    s.exchanged = bids[AXIS] > bids[SOVIET]
    s.note("the Soviets need {points} victory points", "14.1", points=s.threshold, reveals=True)
    if s.exchanged:
        s.note("the players exchange sides", "14.1")


def bid(side: str) -> Procedure[int]:
    prompt = f"How many victory points would you need as the Soviets (0 to {MOST_BID})?"
    answer = yield offer(side, map(Bid, range(MOST_BID + 1)), {Bid: why_not_bid}, prompt, "14.1")
    return int(answer.points)


def why_not_bid(answer: Bid) -> Refusal | None:
    return None if 0 <= answer.points <= MOST_BID else Refusal("14.1", f"Bids go from 0 to {MOST_BID}.")
