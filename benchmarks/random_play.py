"""Random play of a title against python-chess in the same run, and what a view costs.

    pip install '.[bench]' && python benchmarks/random_play.py [TITLE ...]

A ply lists the legal answers, picks one and applies it, set-up included; python-chess also asks `is_game_over()` each
ply. The last figure is what a ply costs that asks for `game.view` of the side that decides as well, in plies. Times are
processor time, for each game the best of three.

It runs on older versions too, so that two of them can be compared: run it in turns, each in an environment of its own.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from functools import partial

import chess

from wargame.plugins import list_titles, new_game
from wargame.plugins.manager import get_title

GAMES = 6
ROUNDS = 3
WANTED = {"traces_of_war": 0.3, "when_eagles_fight": 0.3, "paths_of_glory": 0.3, "grand_illusion": 0.4}


def chess_game(seed: int) -> int:
    choice, board, plies = random.Random(seed), chess.Board(), 0
    while not board.is_game_over():
        board.push(choice.choice(list(board.legal_moves)))
        plies += 1
    return plies


def title_game(title: str, seed: int, *, views: bool = False) -> int:
    choice, plies = random.Random(seed), 0
    game = new_game(title, seed=seed, options=get_title(title).bot_options({}))
    while decisions := game.decisions:
        side, question = next(iter(decisions.items()))
        if views:
            game.view(side)
        game.apply(choice.choice(question.actions), side)
        plies += 1
    return plies


def seconds_a_ply(play: Callable[[int], int]) -> float:
    """Processor time for a ply over whole games."""
    best, plies = [float("inf")] * GAMES, [0] * GAMES
    for _ in range(ROUNDS):
        for seed in range(GAMES):
            start = time.process_time()
            plies[seed] = play(seed)
            best[seed] = min(best[seed], time.process_time() - start)
    return sum(best) / sum(plies)


def main() -> None:
    for title in sys.argv[1:] or list_titles():
        title_game(title, GAMES)  # loading data is not play
        other, own = seconds_a_ply(chess_game), seconds_a_ply(partial(title_game, title))
        seen = seconds_a_ply(partial(title_game, title, views=True))
        wanted = WANTED.get(title, "-")
        print(
            f"{title}: {own * 1e6:.1f} us a ply, chess {other * 1e6:.1f}, ratio {other / own:.2f} (wanted {wanted}); "
            f"with a view {seen * 1e6:.1f}, {seen / own:.2f} plies"
        )


if __name__ == "__main__":
    main()
