"""The kernel's searches against networkx, and what a long game costs: ratios measured in one run.

    pip install '.[bench]' && python benchmarks/kernel.py [TITLE]

The maps are hex grids with terrain of 1 to 3 points, rivers on a tenth of the sides, and enemies. networkx has the
same map as a directed graph with the prices on its edges, made once; what depends on the position (enemies, zones of
control) it asks for while it searches, since a graph made anew for each position would cost more than it saves. Every
search is first checked to give the same result. For supply, networkx even has a graph without the enemies and the
closed sides, as if they never moved.

Then one game is played at random until its journal has 500 answers, and on until it has 5,000; what loading, forks,
undo and views cost is measured both times, the median of many places for all but loading. The title must be one whose
games do not end by themselves: Diplomacy without a last year.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any

import attrs
import networkx as nx  # type: ignore[import-untyped]

from wargame.core.engine.game import Game
from wargame.core.mechanics.board import Board, HexGrid
from wargame.core.mechanics.movement import Costs
from wargame.core.mechanics.search import flood
from wargame.plugins import load_game, new_game

SIZES = ((40, 50), (99, 99))
STARTS, ROUNDS = 40, 5
UNITS = 60  # enemies on the map
ALLOWANCES = (6, 12, 24)
ANSWERS = (500, 5000)
SAMPLES, BETWEEN = 60, 5  # positions looked at before each of these lengths, and how far apart
WANTED = {"reach": 3, "supply": 30}


@attrs.frozen
class Hex:
    id: str
    points: int


@attrs.frozen
class Side:
    a: str
    b: str


@attrs.frozen(eq=False)
class Map:
    """A random map with its costs, and the same for networkx."""

    board: Board
    costs: Costs
    graph: Any
    enemies: frozenset[int]
    zone: frozenset[int]
    starts: tuple[str, ...]

    @classmethod
    def random(cls, width: int, height: int) -> Map:
        source = random.Random(7)
        hexes = [
            Hex(f"{a:02}{b:02}", source.choice((1, 1, 1, 2, 2, 3)))
            for a in range(1, width + 1)
            for b in range(1, height + 1)
        ]
        grid = HexGrid("CCRR", "columns")
        pairs = sorted(Board.of_hexes(hexes, grid).graph().edges)
        board = Board.of_hexes(hexes, grid, [Side(a, b) for a, b in source.sample(pairs, len(pairs) // 10)])
        costs = Costs(board, lambda here, there, side: there.points + (2 if side is not None else 0))
        graph = nx.DiGraph()
        for name, near in zip(board.names, costs.steps, strict=True):
            graph.add_weighted_edges_from((board.index[name], j, points) for j, points in near)
        names = source.sample(board.names, UNITS + STARTS)
        enemies = board.mask(names[:UNITS])
        return cls(board, costs, graph, board.number_set(enemies), board.number_set(board.step(enemies)),
                   tuple(names[UNITS:]))  # fmt: skip


def fastest(*calls: Callable[[], Any]) -> list[float]:
    """The best time of each call, in seconds, taken in turns."""
    times = [float("inf")] * len(calls)
    for _ in range(ROUNDS):
        for i, call in enumerate(calls):
            start = time.process_time()
            call()
            times[i] = min(times[i], time.process_time() - start)
    return times


def show(what: str, own: float, other: float, wanted: float | None = None) -> None:
    goal = f" (wanted {wanted})" if wanted else ""
    print(f"{what:42} {own * 1e6:9.0f} us, networkx {other * 1e6:9.0f} us, ratio {other / own:6.1f}{goal}")


# --- searches ------------------------------------------------------------------------------------------------------


def movement(where: Map, size: str) -> None:
    """Reach around enemies; and with zones of control that cost a point more to enter."""
    for allowance in ALLOWANCES:
        for zone, extra in ((frozenset[int](), 0), (where.zone, 1)):

            def own(start: str, a: int = allowance, z: frozenset[int] = zone, e: int = extra) -> dict[int, int]:
                return where.costs.reach(start, a, closed=where.enemies, zone=z, enter=e).cost

            def other(start: str, a: int = allowance, z: frozenset[int] = zone, e: int = extra) -> dict[int, int]:
                def weight(i: int, j: int, edge: dict[str, int]) -> int | None:
                    return None if j in where.enemies else edge["weight"] + (e if j in z else 0)

                found = nx.single_source_dijkstra(where.graph, where.board.index[start], cutoff=a, weight=weight)
                return found[0]  # type: ignore[no-any-return]

            for start in where.starts:
                if own(start) != other(start):
                    raise SystemExit(f"the reach of {start} differs")
            times = fastest(lambda f=own: [f(s) for s in where.starts], lambda f=other: [f(s) for s in where.starts])  # type: ignore[misc]
            zones = ", zones" if extra else ""
            show(f"{size}: reach of {allowance} points{zones}", *(t / STARTS for t in times), WANTED["reach"])


def supply(where: Map, size: str) -> None:
    """All that connects to three sources around enemies and over no river; and what lies within 7 of 30 sources."""
    board = where.board
    barrier = board.barrier(lambda side: side is not None)
    inside = board.everywhere & ~board.mask(board.names[i] for i in where.enemies)
    plain = nx.Graph()
    plain.add_nodes_from(range(len(board)))
    plain.add_edges_from(
        (i, j) for i, row in enumerate(board.near) for j, side in zip(row, board.edges[i], strict=True) if side is None
    )
    plain.remove_nodes_from(where.enemies)  # as if enemies never moved: the best case for networkx
    for count, limit in ((3, None), (30, 7)):
        sources = [board.index[s] for s in where.starts[:count]]
        mask = board.mask(where.starts[:count])

        def other(n: int | None = limit, f: list[int] = sources) -> set[int]:
            return set().union(*islice(nx.bfs_layers(plain, f), None if n is None else n + 1))

        def own(n: int | None = limit, m: int = mask) -> int:
            return flood(board, m, inside, n, barrier)

        if set(board.numbers(own())) != other():
            raise SystemExit("the supply differs")
        far = "" if limit is None else f" within {limit}"
        show(f"{size}: supply{far} of {count} sources", *fastest(own, other), WANTED["supply"])


# --- a long game -----------------------------------------------------------------------------------------------------


def play_on(game: Game, answers: int, choice: random.Random) -> None:
    """Random answers until the journal has this many."""
    while len(game.journal) < answers:
        decisions = game.decisions
        if not decisions:
            raise SystemExit(f"the game is over after {len(game.journal)} answers; try another title")
        side, question = next(iter(decisions.items()))
        game.apply(choice.choice(question.actions), side)


def undo(game: Game) -> None:
    """Take the last answer back and give it again."""
    answer = game.last_answer
    if answer is not None:
        game.undo()
        game.apply(answer.action, answer.side)


def costs_until(game: Game, answers: int, choice: random.Random, path: Path) -> dict[str, float]:
    """What an answer loaded, a fork, an answer taken back and a view cost just before this length, in seconds."""
    took: dict[str, list[float]] = {"fork": [], "undo and answer again": [], "view": []}
    for place in range(answers - SAMPLES * BETWEEN, answers, BETWEEN):  # in the middle of this and that
        play_on(game, place, choice)
        side = next(iter(game.decisions))
        times = fastest(lambda s=side: game.fork(s, 1), lambda: undo(game), lambda s=side: game.view(s))  # type: ignore[misc]
        for name, seconds in zip(took, times, strict=True):
            took[name].append(seconds)
    game.save(path)
    game.listener = None  # what writing to disk costs is not the question here
    (load,) = fastest(lambda: load_game(path))
    return {"load, an answer": load / len(game.journal), **{name: median(times) for name, times in took.items()}}


def long_game(title: str) -> None:
    """A title whose games do not end by themselves: Diplomacy without a last year."""
    game, choice = new_game(title, seed=1), random.Random(1)
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for answers in ANSWERS:
            found.append(costs_until(game, answers, choice, Path(folder, f"{answers}.jsonl")))
    for name, short in found[0].items():
        long = found[1][name]
        print(f"{title}: {name:24} {short * 1e6:8.0f} us at {ANSWERS[0]} answers, {long * 1e6:8.0f} us at {ANSWERS[1]},"
              f" ratio {long / short:.2f}")  # fmt: skip


def main() -> None:
    for width, height in SIZES:
        where = Map.random(width, height)
        movement(where, f"{width}x{height}")
        supply(where, f"{width}x{height}")
    long_game(sys.argv[1] if len(sys.argv) > 1 else "diplomacy")


if __name__ == "__main__":
    main()
