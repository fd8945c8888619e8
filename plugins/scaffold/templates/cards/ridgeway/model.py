"""What the data files hold, and what changes in a game."""

from __future__ import annotations

from pathlib import Path

import attrs

from wargame.core.engine.state import PHASE, lasting
from wargame.core.engine.state import State as KernelState
from wargame.core.mechanics.board import Board
from wargame.core.mechanics.control import Control
from wargame.core.title.data import DataFolder

CONTROL = Control("2.2", takes=lambda s, unit, space: s.board[space].points > 0)


@attrs.frozen
class Space:
    id: str
    x: float
    y: float
    name: str
    points: int = 0
    home: str = ""


@attrs.frozen
class Road:
    a: str
    b: str
    rough: bool = False


@attrs.frozen
class Counter:
    id: str
    side: str
    kind: str
    strength: int
    steps: int
    at: str


@attrs.frozen
class Card:
    id: str
    name: str
    orders: int
    event: str = ""


@attrs.frozen
class Numbers:
    """`numbers.toml`: the numbers of the rulebook."""

    turns: int
    stack: int
    rounds: int
    hand: int
    range: int
    rough: int
    success: int


@attrs.frozen(eq=False)
class Data:
    board: Board
    numbers: Numbers
    counters: dict[str, Counter]
    cards: dict[str, Card]
    hash: str


@attrs.define(eq=False)
class State(KernelState[Data, Counter]):
    orders: int = lasting(PHASE, 0)  # orders given in this phase
    allowed: int = 0  # orders of the card that was played last

    def enter(self, unit: str, space: str, rule: str) -> None:
        """Move a unit; it takes control of a space that is worth points."""
        self.move(unit, space, rule)
        CONTROL.enter(self, unit, space)


def load(overlay: Path | None) -> Data:
    files = DataFolder(Path(__file__).parent / "data", overlay)
    board = Board.of_edges(files.csv("spaces.csv", Space, key="id"), files.csv("roads.csv", Road))
    counters = {counter.id: counter for counter in files.csv("units.csv", Counter, key="id")}
    cards = {card.id: card for card in files.csv("cards.csv", Card, key="id")}
    return Data(board, files.toml("numbers.toml", Numbers), counters, cards, files.hash())
