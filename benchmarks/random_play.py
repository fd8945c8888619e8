"""Random play of a title against python-chess in the same run: plies a second, as a ratio.

    pip install '.[bench]' && python benchmarks/random_play.py [TITLE ...]

A ply lists the legal answers, picks one and applies it; python-chess also asks `is_game_over()` each ply.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable

import chess

from wargame.plugins import list_titles, new_game
from wargame.plugins.manager import get_title

SECONDS = 3.0
WANTED = {"traces_of_war": 0.3, "when_eagles_fight": 0.3, "paths_of_glory": 0.3, "grand_illusion": 0.4}


def chess_game(seed: int) -> int:
    choice, board, plies = random.Random(seed), chess.Board(), 0
    while not board.is_game_over():
        board.push(choice.choice(list(board.legal_moves)))
        plies += 1
    return plies


def title_game(title: str, seed: int) -> int:
    choice, plies = random.Random(seed), 0
    game = new_game(title, seed=seed, options=get_title(title).bot_options({}))
    while decisions := game.decisions:
        side, question = next(iter(decisions.items()))
        game.apply(choice.choice(question.actions), side)
        plies += 1
    return plies


def speed(play: Callable[[int], int]) -> float:
    """Plies a second over whole games, set-up included."""
    plies = seed = 0
    start = time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        plies += play(seed)
        seed += 1
    return plies / (time.perf_counter() - start)


def main() -> None:
    for title in sys.argv[1:] or list_titles():
        title_game(title, 0)  # loading data is not play
        own, other = speed(lambda seed, t=title: title_game(t, seed)), speed(chess_game)  # type: ignore[misc]
        wanted = WANTED.get(title)
        print(f"{title}: {own:,.0f} plies/s, chess {other:,.0f}, ratio {own / other:.2f} (wanted {wanted or '-'})")


if __name__ == "__main__":
    main()
