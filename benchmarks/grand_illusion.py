"""Random play of Grand Illusion against random play of python-chess, in plies a second, in one run."""

from __future__ import annotations

import random
import time

import chess
from wargame.plugins import new_game


def chess_rate(seconds: float) -> float:
    source, plies, start = random.Random(1), 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        board = chess.Board()
        while not board.is_game_over():
            board.push(source.choice(list(board.legal_moves)))
            plies += 1
    return plies / (time.perf_counter() - start)


def title_rate(seconds: float) -> float:
    source, plies, start, seed = random.Random(1), 0, time.perf_counter(), 0
    while time.perf_counter() - start < seconds:
        seed += 1
        game = new_game("grand_illusion", scenario="campaign", seed=seed)
        while game.decisions:
            side, question = next(iter(game.decisions.items()))
            game.apply(source.choice(list(question.actions)), side)
            plies += 1
    return plies / (time.perf_counter() - start)


if __name__ == "__main__":
    ours, theirs = title_rate(8.0), chess_rate(8.0)
    print(f"Grand Illusion {ours:.0f} answers/s, python-chess {theirs:.0f} plies/s, ratio {ours / theirs:.2f}")
