"""Whole games kept as journals: each replays, answer by answer, to the result and the board it had when it was played.

`seven` ... `two` are games of random bots to 1910, `greedy` one of greedy bots by the letter of the rulebook, `table`
one with messages, Spanish orders, sheets, an order taken back, a player who leaves and comes back, and a draw.
"""

import shutil
from pathlib import Path

import pytest

from wargame.core.engine.convert import digest
from wargame.plugins import load_game

GOLDEN = Path(__file__).parent / "golden"
RESULTS = {
    "seven": (821, "AUSTRIA and FRANCE win (III): most units on the board after 1910: 6.", "62306542452ba756"),
    "six": (726, "TURKEY wins (III): most units on the board after 1910: 6.", "cdb48afe45a7e5e4"),
    "five": (584, "RUSSIA and AUSTRIA win (III): most units on the board after 1910: 6.", "0cbe6285cf488afa"),
    "four": (815, "GERMANY and TURKEY win (III): most units on the board after 1910: 13.", "6509194f3f4b0155"),
    "three_a": (
        794,
        "ENGLAND and GERMANY and FRANCE win (III): most units on the board after 1910: 11.",
        "0bfc846e84f6d7cb",
    ),
    "three_b": (
        803,
        "ENGLAND and GERMANY and RUSSIA and AUSTRIA and ITALY win (III): most units on the board after 1910: 11.",
        "e31d61ee1a678fe0",
    ),
    "two": (
        854,
        "GERMANY and TURKEY and AUSTRIA and ITALY win (III): most units on the board after 1923: 18.",
        "7b8a3ad287142966",
    ),
    "greedy": (368, "RUSSIA wins (III): most units on the board after 1904: 7.", "4acb589bdef766f0"),
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


def test_a_game_of_an_older_version_goes_on_from_its_last_position(tmp_path):
    """Version 1 took a support that is refused now (X.1, line 60)."""
    shutil.copy(GOLDEN.parent / "old" / "version1.journal", tmp_path / "game.journal")
    game = load_game(tmp_path / "game.journal")
    assert "was saved by another version" in game.warnings[0]
    assert "Only F BLA could convoy A BUL to ARM" in game.warnings[0]
    assert (game.result.text, board(game)) == (
        "TURKEY wins (III): most units on the board after 1904: 7.",
        "7f71bd1be8bf0582",
    )
