"""What a person types, read against the legal answers; and what a title shows with a question."""

from __future__ import annotations

import io
from typing import Any

import pytest
from rich.console import Console

from wargame.core.engine.actions import DONE, Dice, Notation, action
from wargame.core.engine.questions import Choose, Draw, Roll
from wargame.plugins.answers.reader import Reader, can_be_listed, how_to_answer
from wargame.plugins.terminal.question_details import render_details


@action("move {unit} {path:-}")
class Move:
    unit: str
    path: tuple[str, ...]


MOVES = [Move("1_Army", ("Aachen", "Liege")), Move("2_Army", ("Aachen", "Metz")), Move("2_Army", ("Metz",)), DONE]


def reader(**given: Any) -> Reader:
    return Reader(Choose("red", MOVES, "Move?", "9.1", **given), Notation([Move]))


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("move 1_Army Aachen-Liege", MOVES[0]),
        ("  MOVE 1_army   aachen-liege", MOVES[0]),
        ("2", MOVES[1]),
        ("do", DONE),
        ("1_ liege", MOVES[0]),
        ("liege", MOVES[0]),
        ("2 aachen", MOVES[1]),
    ],
)
def test_an_answer_written_out_by_number_or_by_words_that_fit_only_it(text: str, answer: Any) -> None:
    assert reader().read(text).answer == answer


def test_words_that_fit_several_answers_give_these_to_pick_from() -> None:
    meant = reader().read("metz")
    assert meant.answer is None
    assert meant.refusal is None
    assert meant.pick == (MOVES[1], MOVES[2])


def test_letters_in_the_middle_of_a_word_are_never_taken_for_an_answer() -> None:
    meant = reader().read("ieg")
    assert meant.answer is None
    assert meant.pick == (MOVES[0],)


def test_an_action_that_is_not_offered_is_refused_with_its_reason() -> None:
    meant = reader(refuse=lambda a: ("9.2", "Too far.")).read("move 2_Army Paris")
    assert str(meant.refusal) == "Refused (9.2): Too far."
    assert meant.pick == ()


def test_an_illegal_action_is_never_taken_for_a_longer_one() -> None:
    meant = reader(refuse=lambda a: ("9.2", "It may not stop there.")).read("move 1_Army Aachen")
    assert meant.answer is None
    assert str(meant.refusal) == "Refused (9.2): It may not stop there."
    assert meant.pick == (MOVES[0],)


def test_numbers_are_those_of_the_list_shown_last() -> None:
    read = reader()
    read.numbered = [MOVES[2]]
    assert read.read("1").answer == MOVES[2]
    assert str(read.read("2").refusal) == "Refused: The list has no number 2; it has 1 to 1."


def test_what_is_not_understood_is_refused() -> None:
    assert "is not an action of this game" in str(reader().read("xyz").refusal)


def test_numbers_in_answer_to_dice_are_the_dice() -> None:
    read = Reader(Roll(2, 6, "it", "3.1"), Notation([]))
    assert read.read("3 5").answer == Dice((3, 5))
    assert str(read.read("7 1").refusal).startswith("Refused (3.1): ")


def test_a_text_is_an_answer_only_if_it_is_written_out() -> None:
    assert reader().is_answer(" MOVE 2_army  metz ")
    assert not reader().is_answer("move 2_army")


def test_many_dice_and_draws_are_not_listed() -> None:
    assert can_be_listed(Roll(2, 6))
    assert not can_be_listed(Roll(8, 6))
    assert not can_be_listed(Draw(["a", "b"]))
    assert Reader(Roll(9, 6), Notation([])).offered == ()
    assert can_be_listed(Choose("red", MOVES, "Move?"))


def test_where_answers_are_not_listed_one_is_told_what_to_write() -> None:
    assert how_to_answer(Roll(2, 6)) == "Write the dice as they fell, for example '1 2'."
    assert how_to_answer(Draw(["secret"])) == "Write 'draw' and the 1 drawn, in that order, separated by commas."


def printed(data: dict[str, Any]) -> list[str]:
    console = Console(file=io.StringIO(), width=100)
    for part in render_details(data):
        console.print(part)
    file = console.file
    assert isinstance(file, io.StringIO)
    return [line.rstrip() for line in file.getvalue().splitlines()]


def test_odds_are_shown_with_modifiers_and_chances() -> None:
    modifiers = ["river -1 (13.13)", "guns +3 (13.18)"]
    assert printed({"odds": "6 : 3 = 2:1", "modifiers": modifiers, "chances": {"1/1": "1/6", "E": "5/6"}}) == [
        "odds: 6 : 3 = 2:1",
        "modifiers: river -1 (13.13), guns +3 (13.18)",
        "chances: 1/1 1/6 (17%)   E 5/6 (83%)",
    ]


def test_only_chances_get_per_cent() -> None:
    assert printed({"orders": {"PAR": "1/2", "A_MAR": ["x", "y"]}}) == ["orders:", "PAR: 1/2", "A MAR: x, y"]
    assert printed({"loss_limits": {"red": "1/2", "blue": "3"}}) == ["loss limits: red 1/2, blue 3"]


def test_a_board_is_shown_as_a_table_and_nothing_empty() -> None:
    rows = [{"space": 1, "attacker": ["a", "b"], "to_hit": "1/6"}, {"space": 2, "attacker": [], "to_hit": ""}]
    assert printed({"battle": {"hex": "104", "modifiers": [], "rows": rows}, "orders": {}}) == [
        "battle:",
        "hex: 104",
        "space  attacker  to hit",
        "1      a + b     1/6",
        "2",
    ]
