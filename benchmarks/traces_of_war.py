"""Random play of Traces of War against random play of python-chess, plies a second, in one run."""

from __future__ import annotations

import random
import time

import chess
from wargame.plugins import new_game

SECONDS = 5.0


def war_plies() -> float:
    """Legal answers listed, one picked, applied; game after game."""
    pick, plies, seed = random.Random(1), 0, 0
    start = time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        seed += 1
        game = new_game("traces_of_war", scenario="campaign", seed=seed)
        while game.decision is not None and time.perf_counter() - start < SECONDS:
            side, question = next(iter(game.decisions.items()))
            game.apply(pick.choice(question.actions), side)
            plies += 1
    return plies / (time.perf_counter() - start)


def chess_plies() -> float:
    """The same for chess, with `is_game_over()` each ply."""
    pick, plies = random.Random(1), 0
    start = time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        board = chess.Board()
        while not board.is_game_over() and time.perf_counter() - start < SECONDS:
            board.push(pick.choice(list(board.legal_moves)))
            plies += 1
    return plies / (time.perf_counter() - start)


if __name__ == "__main__":
    war, other = war_plies(), chess_plies()
    print(f"Traces of War {war:,.0f} plies/s, python-chess {other:,.0f} plies/s, ratio {war / other:.2f}")
