"""A tiny title for kernel tests: two sides on a line of five spaces, one die, one secret card a side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from wargame.core.engine.actions import DONE, action
from wargame.core.engine.convert import state_to_data
from wargame.core.engine.questions import Choose, Procedure, Roll, Together
from wargame.core.engine.sequence import Phase, Sequence
from wargame.core.engine.state import TURN
from wargame.core.engine.state import State as KernelState
from wargame.core.mechanics.board import Board
from wargame.core.mechanics.cards import draw
from wargame.core.mechanics.cards import redraw as redraw_piles
from wargame.core.title.title import Option, Result, Scenario, Title
from wargame.plugins import hookimpl


@attrs.frozen
class Space:
    id: str


@attrs.frozen
class Edge:
    a: str
    b: str


@attrs.frozen
class Counter:
    id: str
    side: str


@attrs.define(eq=False)
class State(KernelState):
    bids: dict[str, int] = attrs.field(factory=dict)


@action("move {unit} {to}")
class Move:
    unit: str
    to: str


@action("bid {points}")
class Bid:
    points: int


SIDES = ("red", "blue")
BOARD = Board.of_edges([Space(n) for n in "ABCDE"], [Edge(a, b) for a, b in zip("ABCD", "BCDE", strict=True)])
COUNTERS = {"r1": Counter("r1", "red"), "r2": Counter("r2", "red"), "b1": Counter("b1", "blue")}


def bidding(s: State) -> Procedure[None]:
    """1.0: both sides bid at once, and may correct the bid once."""
    s.bids = yield Together({side: bid(side) for side in SIDES})
    s.note("bids: red {red}, blue {blue}", "1.0", reveals=True, red=s.bids["red"], blue=s.bids["blue"])


def bid(side: str) -> Procedure[int]:
    first = yield Choose(side, [Bid(n) for n in (1, 2, 3)], "Bid?", "1.0")
    answer = yield Choose(side, [DONE, *(Bid(n) for n in (1, 2, 3))], "Correct it or done?", "1.0")
    return first.points if answer == DONE else answer.points  # type: ignore[no-any-return]


def deal(s: State, side: str) -> Procedure[None]:
    """2.0: a secret card each."""
    cards = yield from draw(s, "deck", f"hand:{side}", rule="2.0", only=side)
    s.note("{side} draws {cards}", "2.0", to=(side,), side=side, cards=" ".join(cards))


def move_one(s: State, side: str) -> Procedure[Any]:
    """3.0: a unit moves a space; into the enemy only if a die shows 4 or more."""
    own = [u for u in s.units if s.side_of(u) == side and not s.marked(u, "moved")]
    moves = [Move(u, n) for u in own for n in s.board.neighbours(s.units[u].at)]

    def refuse(answer: Any) -> tuple[str, str] | None:
        if isinstance(answer, Move) and answer.unit in s.units and s.marked(answer.unit, "moved"):
            return "3.1", f"{answer.unit} has already moved."
        return None

    answer = yield Choose(side, [*moves, DONE], "Move which unit?", "3.0", refuse)
    if answer == DONE:
        return DONE
    enemies = [u for u in s.units_at(answer.to) if s.side_of(u) != side]
    if enemies:
        roll = yield Roll(1, 6, "the attack", "3.2")
        if roll.total < 4:
            s.mark(answer.unit, "moved")
            return None
        for unit in enemies:
            s.eliminate(unit, "3.2")
    s.move(answer.unit, answer.to, "3.0")
    s.mark(answer.unit, "moved")
    return None


def end_of_turn(s: State) -> None:
    s.next_turn()


class Skirmish:
    @hookimpl
    def wargame_title(self, overlay: Any) -> Title:
        return Title(
            id="skirmish",
            name="Skirmish",
            version="1",
            sides=SIDES,
            scenarios=(Scenario("basic", "Basic"), Scenario("long", "Long")),
            state=State,
            actions=(Move, Bid),
            options=(Option("last_turn", 3, "the last turn"), Option("fog", False, "fog")),
            board=BOARD,
            counters=COUNTERS,
            marks={"moved": TURN},
        )

    @hookimpl
    def wargame_setup(self, title: Title, scenario: str, options: Mapping[str, Any]) -> State:
        s = State(title=title, piles={"deck": ("ace", "king", "queen", "ten")})
        s.place("r1", "A", steps=2)
        s.place("r2", "A")
        s.place("b1", "E", steps=2)
        return s

    @hookimpl
    def wargame_phases(self, state: State) -> Sequence:
        return Sequence(
            "game",
            Phase("bidding", bidding),
            Phase("red card", deal, side="red"),
            Phase("blue card", deal, side="blue"),
            Sequence(
                "turn",
                Phase("red moves", move_one, side="red", repeat=True),
                Phase("blue moves", move_one, side="blue", repeat=True),
                Phase("end of turn", end_of_turn),
                repeat=True,
            ),
        )

    @hookimpl
    def wargame_victory(self, state: State) -> Result | None:
        left = {state.side_of(u) for u in state.units}
        if len(left) == 1:
            return Result(tuple(left), "4.1", "the other side is gone")
        if state.turn > state.options["last_turn"]:
            return Result((), "4.2", "time is up")
        return None

    @hookimpl
    def wargame_view(self, state: State, side: str | None) -> dict[str, Any]:
        seen = state_to_data(state)
        del seen["rng"]
        for name in [n for n in seen["piles"] if side is not None and n != f"hand:{side}"]:
            seen["piles"][name] = len(seen["piles"][name])
        return seen

    @hookimpl
    def wargame_redraw(self, state: State, side: str, source: Any) -> bool:
        redraw_piles(state, source, ("deck", "hand:blue" if side == "red" else "hand:red"))
        return True

    @hookimpl
    def wargame_evaluate(self, state: State, side: str) -> float:
        return sum(1.0 if state.side_of(u) == side else -1.0 for u in state.units)
