"""A small position for tests and for the examples in the docstrings of `core/mechanics`.

Six by five hexes, columns first, odd columns lower. 0102 is forest; a lake between 0203 and 0204; a railway 0101 - 0201
- 0301. Red 1 and 2 stand in 0203, red 3 in 0303; blue 1 in 0204, the blue headquarters in 0405.
"""

from __future__ import annotations

from typing import Any

import attrs

from wargame.core.engine.questions import Refusal
from wargame.core.engine.state import State as KernelState
from wargame.core.mechanics import (
    advance,
    answers,
    arrivals,
    cards,
    choosing,
    control,
    losses,
    movement,
    odds,
    rail,
    replacements,
    retreat,
    stacking,
    supply,
    ways,
    zones,
)
from wargame.core.mechanics.board import Board, HexGrid
from wargame.core.title.title import Scenario, Title


@attrs.frozen
class Hex:
    id: str
    terrain: str = "clear"


@attrs.frozen
class Side:
    a: str
    b: str
    kind: str


@attrs.frozen
class Counter:
    id: str
    side: str
    hq: bool = False


@attrs.define(eq=False)
class State(KernelState):
    raided: frozenset[str] = frozenset()


GRID = HexGrid("CCRR", "columns", "odd")
HEXES = [
    Hex(name, "forest" if name == "0102" else "clear")
    for name in (f"{column:02}{row:02}" for column in range(1, 7) for row in range(1, 6))
]
BOARD = Board.of_hexes(HEXES, GRID, [Side("0203", "0204", "lake")])
RAILWAYS = BOARD.along([("0101", "0201"), ("0201", "0301")])
COUNTERS = {
    c.id: c
    for c in (
        *(Counter(f"red {n}", "red") for n in range(1, 6)),
        *(Counter(f"blue {n}", "blue") for n in range(1, 5)),
        Counter("blue hq", "blue", hq=True),
        Counter("cavalry", "red"),
    )
}
TITLE = Title(
    "small", "Small", "1", ("red", "blue"), (Scenario("s", "S"),), State, board=BOARD, counters=COUNTERS,
    boxes=("dead", "reserve", *(f"turn {turn}" for turn in range(1, 11))),
)  # fmt: skip
SHARED = (
    advance, answers, arrivals, cards, choosing, control, losses, movement, odds, rail, replacements, retreat, stacking,
    supply, ways, zones,
)  # fmt: skip
PLACES = {"red 1": "0203", "red 2": "0203", "red 3": "0303", "blue 1": "0204", "blue hq": "0405"}


def position(places: dict[str, str] = PLACES) -> State:
    """These units where they are said to be, and nothing else."""
    state = State(title=TITLE)
    for unit, space in places.items():
        state.place(unit, space)
    return state


def price(here: Hex, there: Hex, side: Side | None) -> int | Refusal:
    if side is not None and side.kind == "lake":
        return Refusal("12.1", "Nobody crosses the lake.")
    return 2 if there.terrain == "forest" else 1


def asked(procedure: Any, *answers: Any) -> tuple[list[str], Any]:
    """Run a procedure with these answers, each of which must be legal: the prompts it asked, and what it returned."""
    prompts, left = [], list(answers)
    try:
        question = next(procedure)
        while True:
            prompts.append(question.prompt)
            question.check(left[0])
            question = procedure.send(left.pop(0))
    except StopIteration as end:
        assert not left, f"nobody asked for {left}"
        return prompts, end.value


def names() -> dict[str, Any]:
    """What the examples in the docstrings use: all of the mechanics, and this position."""
    found: dict[str, Any] = {}
    for module in SHARED:
        found |= {name: value for name, value in vars(module).items() if not name.startswith("_")}
    return {
        **found,
        "asked": asked,
        "board": BOARD,
        "railways": RAILWAYS,
        "costs": movement.Costs(BOARD, price),
        "state": position(),
    }
