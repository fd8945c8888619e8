"""What the data files hold, and what changes in a game."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import attrs

from wargame.core.engine.state import PHASE, lasting
from wargame.core.engine.state import State as KernelState
from wargame.core.mechanics.board import Barrier, Board, HexGrid
from wargame.core.mechanics.control import Control
from wargame.core.mechanics.movement import Costs
from wargame.core.mechanics.odds import ResultTable
from wargame.core.title.data import DataFolder

DEAD = "dead"  # the box of eliminated units
CONTROL = Control("9.1", takes=lambda s, unit, space: s.board[space].points > 0)


@attrs.frozen
class Hex:
    id: str
    terrain: str
    name: str = ""
    points: int = 0  # what the city is worth; 0: there is none
    home: str = ""


@attrs.frozen
class Side:
    a: str
    b: str
    river: bool = False
    rail: bool = False


@attrs.frozen
class Counter:
    id: str
    side: str
    kind: str
    strength: int
    movement: int
    steps: int
    at: str = ""
    turn: int = 0  # when it arrives; 0: it is there from the start


@attrs.frozen
class Effect:
    """A result of combat: steps lost and hexes retreated."""

    attacker: int = 0
    attacker_retreats: int = 0
    defender: int = 0
    defender_retreats: int = 0


@attrs.frozen
class Numbers:
    """`numbers.toml`: the numbers and tables of the rulebook."""

    turns: int
    stack: int
    trains: int
    river_cost: int
    restore: int
    rebuild: int
    replacements: dict[str, int]
    cost: dict[str, int]
    shift: dict[str, int]
    effects: dict[str, Effect]
    columns: tuple[str, ...]
    rows: dict[int, tuple[str, ...]]


@attrs.frozen(eq=False)
class Data:
    """The data files, compiled for play."""

    board: Board
    grid: HexGrid
    numbers: Numbers
    costs: Costs
    dry: Barrier  # closed at rivers
    rails: Barrier  # open along railways
    crt: ResultTable
    odds: dict[str, Fraction]


@attrs.define(eq=False)
class State(KernelState[Data, Counter]):
    trains: int = lasting(PHASE, 0)  # units that went by rail in this phase
    attacked: frozenset[str] = lasting(PHASE)  # hexes attacked in this phase, or spared after all

    def enter(self, unit: str, space: str, rule: str) -> None:
        """Move a unit; it takes control of a city."""
        self.move(unit, space, rule)
        CONTROL.enter(self, unit, space)


def load(overlay: Path | None) -> tuple[Data, dict[str, Counter], str]:
    """The data, the counters by id, and the hash of all files."""
    files = DataFolder(Path(__file__).parent / "data", overlay)
    numbers, sides = files.toml("numbers.toml", Numbers), files.csv("sides.csv", Side)
    grid = files.toml("grid.toml", HexGrid)
    board = Board.of_hexes(files.csv("hexes.csv", Hex, key="id"), grid, sides)

    def price(here: Hex, there: Hex, side: Side | None) -> int:  # 4.2
        return numbers.cost[there.terrain] + (numbers.river_cost if side and side.river else 0)

    data = Data(
        board, grid, numbers, Costs(board, price, barred=lambda here, there, side: True),
        dry=board.barrier(lambda side: side is not None and side.river),
        rails=board.along((side.a, side.b) for side in sides if side.rail),
        crt=ResultTable(numbers.columns, numbers.rows),
        odds={label: Fraction(*map(int, label.split(":"))) for label in numbers.columns},
    )  # fmt: skip
    return data, {counter.id: counter for counter in files.csv("units.csv", Counter, key="id")}, files.hash()
