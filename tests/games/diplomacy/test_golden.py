"""Whole games kept as journals: each replays, answer by answer, to the result and the board it had when it was played.

`seven` ... `two` are games of random bots to 1910, `greedy` one of greedy bots by the letter of the rulebook, `table`
one with messages, Spanish orders, sheets, an order taken back, a player who leaves and comes back, and a draw.
"""

import shutil
from pathlib import Path

import pytest

from wargame.core.convert import digest
from wargame.plugins import load_game

GOLDEN = Path(__file__).parent / "golden"
RESULTS = {
    "seven": (807, "GERMANY wins (III): most units on the board after 1910: 6.", "1757844805b22e1e"),
    "six": (747, "GERMANY and FRANCE win (III): most units on the board after 1910: 6.", "4f216d178308ba65"),
    "five": (
        571,
        "ENGLAND and RUSSIA and FRANCE win (III): most units on the board after 1910: 5.",
        "b1213a5ae3ebf661",
    ),
    "four": (834, "GERMANY and TURKEY win (III): most units on the board after 1910: 12.", "4bf6bb0f38af7c2c"),
    "three_a": (
        799,
        "TURKEY and AUSTRIA and ITALY win (III): most units on the board after 1910: 13.",
        "36bac477fb74fc9a",
    ),
    "three_b": (
        823,
        "ENGLAND and GERMANY and AUSTRIA win (III): most units on the board after 1910: 15.",
        "d24730e4cc57f131",
    ),
    "two": (
        838,
        "GERMANY and TURKEY and AUSTRIA and ITALY win (III): most units on the board after 1923: 17.",
        "d3dfdeef0277ee8e",
    ),
    "greedy": (376, "TURKEY wins (III): most units on the board after 1904: 7.", "7f71bd1be8bf0582"),
    "table": (
        67,
        "Draw (II): by agreement ENGLAND, GERMANY, RUSSIA, TURKEY, AUSTRIA, ITALY, FRANCE share a draw.",
        "88746327c02b7e69",
    ),
}


def board(game):
    """A hash of who stands where and controls what."""
    seen = game.view(None)["state"]
    return digest([seen["year"], seen["units"], seen["centres"]])


def test_every_journal_is_here():
    assert {path.stem for path in GOLDEN.glob("*.journal")} == set(RESULTS)


@pytest.mark.parametrize("name", RESULTS)
def test_replays_to_the_same_end(name, tmp_path):
    shutil.copy(GOLDEN / f"{name}.journal", tmp_path / "game.journal")
    game = load_game(tmp_path / "game.journal")
    assert game.warnings == []
    assert (len(game.journal), game.result.text, board(game)) == RESULTS[name]
