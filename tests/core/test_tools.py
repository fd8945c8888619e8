"""The tools of the kernel: actions, questions, chance, tables, piles, zones of control."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wargame.core.engine import chance
from wargame.core.engine.actions import DONE, PASS, Action, Dice, Drawn, Notation, action
from wargame.core.engine.errors import IllegalAction, NotUnderstood, WargameError
from wargame.core.engine.questions import CHANCE, LISTED, Choose, Draw, Question, Roll
from wargame.core.engine.state import State
from wargame.core.mechanics import cards as piles
from wargame.core.mechanics import odds as tables
from wargame.core.mechanics.board import Board
from wargame.core.mechanics.zones import zone_of_control
from wargame.core.title.title import Option, Result, Scenario, Title

from .skirmish import BOARD, Edge, Move, Space


@action("march {units:,} {path:-} for {points}")
class March:
    units: tuple[str, ...]
    path: tuple[str, ...]
    points: int


@action("say {text:*}")
class Say:
    text: str


NOTATION = Notation([March, Say, Move])

# --- actions -----------------------------------------------------------------------------------------------------


def test_an_action_is_written_as_its_notation_says() -> None:
    assert str(March(("1st", "2nd"), ("Aachen", "Liege"), 3)) == "march 1st,2nd Aachen-Liege for 3"


names = st.text("abcXYZ019_", min_size=1, max_size=6)


@given(st.lists(names, min_size=1).map(tuple), st.lists(names, min_size=1).map(tuple), st.integers(-99, 99))
def test_every_action_is_read_back(units: tuple[str, ...], path: tuple[str, ...], points: int) -> None:
    one = March(units, path, points)
    assert NOTATION.parse(str(one)) == one


@pytest.mark.parametrize("one", [Say("hello, my friend"), DONE, PASS, Dice((1, 2)), Drawn(("a", "b"))])
def test_texts_and_common_actions_are_read_back(one: Any) -> None:
    assert NOTATION.parse(str(one)) == one


def test_spaces_and_case_of_words_do_not_matter() -> None:
    assert NOTATION.parse("  MARCH  a  B-C   FOR 2 ") == March(("a",), ("B", "C"), 2)


@pytest.mark.parametrize("text", ["", "fly", "fly a b", "to a"])
def test_what_is_no_action_is_not_understood(text: str) -> None:
    with pytest.raises(NotUnderstood, match=r"is not an action of this game; 'help' lists what may be written\."):
        NOTATION.parse(text)


@pytest.mark.parametrize("text", ["march", "march a B for x", "MARCH a b c"])
def test_who_knows_the_word_is_told_how_the_action_is_written(text: str) -> None:
    with pytest.raises(NotUnderstood, match=r"incomplete or misspelt; write 'march UNITS,\.\. PATH-\.\. for POINTS'\."):
        NOTATION.parse(text)


# --- questions -----------------------------------------------------------------------------------------------------


def test_actions_are_listed_only_when_first_needed_and_once() -> None:
    calls: list[int] = []

    def make() -> list[Any]:
        calls.append(1)
        return [DONE]

    question = Choose("red", make, "?")
    assert calls == []
    assert question.actions == [DONE]
    assert question.accepts(DONE)
    assert calls == [1]


def test_letter_case_matters_only_where_it_must() -> None:
    question = Choose("red", [Move("r1", "B"), Move("R1", "B"), Move("b1", "C")], "?")
    assert question.read("move r1 B", NOTATION) == Move("r1", "B")
    assert question.read("MOVE B1 c", NOTATION) == Move("b1", "C")
    with pytest.raises(NotUnderstood, match="'move r1 b' fits move r1 B and move R1 B: letter case matters here"):
        question.read("move r1 b", NOTATION)
    assert question.read("move x Y", NOTATION) == Move("x", "Y")


def test_a_choice_says_why_it_refuses() -> None:
    question = Choose("red", [DONE], "What?", "1.0", refuse=lambda a: ("2.1", "no") if a == PASS else None)
    with pytest.raises(IllegalAction) as caught:
        question.check(PASS)
    assert caught.value.rule == "2.1"
    with pytest.raises(IllegalAction, match=r"Refused \(1.0\): 'say x' is not possible here: What\?"):
        question.check(Say("x"))


def test_a_choice_shows_what_belongs_to_it() -> None:
    assert Choose("red", [DONE], "?", show=lambda: {"odds": "3:1"}).shown() == {"odds": "3:1"}
    assert Choose("red", [DONE], "?").shown() == {}


def test_a_question_of_a_title_accepts_what_it_lists() -> None:
    class Own(Question):
        side, prompt, rule = "red", "Which?", "7"

        @property
        def actions(self) -> list[Any]:
            return [DONE]

    question = Own()
    question.check(DONE)
    with pytest.raises(IllegalAction, match=r"Refused \(7\): 'pass' is not possible here: Which\?"):
        question.check(PASS)


def test_a_choice_may_accept_what_it_cannot_list() -> None:
    question = Choose("red", [DONE], "What?", also=lambda a: isinstance(a, Say))
    question.check(Say("anything"))
    with pytest.raises(IllegalAction):
        question.check(PASS)


@given(st.integers(1, 3), st.integers(2, 8))
def test_outcomes_of_a_roll_sum_to_one(count: int, faces: int) -> None:
    outcomes = list(Roll(count, faces).outcomes())
    assert sum(p for _, p in outcomes) == 1
    assert len({a for a, _ in outcomes}) == faces**count


@given(st.lists(st.sampled_from("abcd"), min_size=1, max_size=6), st.data())
def test_outcomes_of_a_draw_sum_to_one(items: list[str], data: st.DataObject) -> None:
    draw = Draw(items, data.draw(st.integers(1, len(items))))
    outcomes = list(draw.outcomes())
    assert sum(p for _, p in outcomes) == 1
    assert all(draw.accepts(a) for a, _ in outcomes)


def test_a_draw_of_one_is_as_likely_as_there_are_of_it() -> None:
    assert dict(Draw("aab").outcomes()) == {Drawn(("a",)): Fraction(2, 3), Drawn(("b",)): Fraction(1, 3)}


def test_chance_is_the_side_of_rolls_and_draws() -> None:
    assert Roll().side == Draw("a").side == CHANCE


@pytest.mark.parametrize("bad", [Dice((7,)), Dice((0,)), Dice((1, 1)), Drawn(("a",)), DONE])
def test_a_roll_refuses_what_cannot_fall(bad: Any) -> None:
    with pytest.raises(IllegalAction, match="is not 1 dice of 6 faces"):
        Roll(rule="3").check(bad)


@pytest.mark.parametrize("bad", [Drawn(("a", "a")), Drawn(("c", "a")), Drawn(("a",)), Dice((1,))])
def test_a_draw_refuses_what_is_not_there(bad: Any) -> None:
    with pytest.raises(IllegalAction, match="is not a draw of 2 from 2 items"):
        Draw("ab", 2).check(bad)


@pytest.mark.parametrize("text", ["\u00b2", "9" * 5000, "roll x", ""])
def test_dice_that_cannot_be_read_are_not_understood(text: str) -> None:
    with pytest.raises(NotUnderstood):
        Roll().read(text, NOTATION)


def test_of_very_many_rolls_or_draws_some_are_listed_and_all_accepted() -> None:
    roll, draw = Roll(20), Draw([f"card{n}" for n in range(55)], 7)
    assert len(roll.actions) == len(draw.actions) == LISTED
    assert roll.accepts(Dice((6,) * 20))
    assert draw.accepts(Drawn(tuple(f"card{n}" for n in range(54, 47, -1))))


def test_every_action_is_an_action_with_its_notation_whether_it_says_so_or_not() -> None:
    @action("dig {space}")
    class Dig(Action):
        space: str

    for one in (Dig("A"), Move("r1", "A"), DONE):
        assert isinstance(one, Action)
        assert type(one).parse(str(one)) == one
    assert (Dig.notation, Dig.form, Dig.named) == ("dig {space}", "dig SPACE", ("space",))
    assert Dig("A") == Dig("A") != Dig("B")
    assert len({Dig("A"), Dig("A"), Move("A", "B")}) == 2
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        Dig("A").space = "B"  # type: ignore[misc]


# --- chance --------------------------------------------------------------------------------------------------------


def test_the_generator_is_one_integer_and_the_same_everywhere() -> None:
    rolls = [3, 3, 4, 0, 4, 0, 1, 0]  # of seed 7, for ever: saves depend on it
    source = chance.Source(chance.seeded(7))
    assert [source.pick(6) for _ in range(4)] == rolls[:4]
    again = chance.Source(source.state)
    assert [again.pick(6) for _ in range(4)] == rolls[4:]


def test_dice_are_fair() -> None:
    source = chance.Source(chance.seeded(1))
    counts = Counter(source.pick(6) for _ in range(60_000))
    assert set(counts) == set(range(6))
    assert all(abs(n - 10_000) < 500 for n in counts.values())


@given(st.integers(), st.integers(1, 4), st.integers(2, 20))
def test_chance_answers_what_the_question_accepts(seed: int, count: int, faces: int) -> None:
    for question in (Roll(count, faces), Draw([str(i) for i in range(faces + 3)], count)):
        answer, after = chance.answer(question, chance.seeded(seed))
        assert question.accepts(answer)
        assert after != chance.seeded(seed)


# --- tables --------------------------------------------------------------------------------------------------------

TABLE = tables.ResultTable(("1:1", "2:1", "3:1"), {1: ("AE", "AR", "DR"), 2: ("AR", "DR", "DE")})


def test_columns_and_rolls_beyond_the_table_count_as_its_end() -> None:
    assert TABLE.column("2:1", 5) == "3:1"
    assert TABLE.column("2:1", -5) == "1:1"
    assert TABLE.column("1:1", 1) == "2:1"
    assert TABLE.result("3:1", 9) == "DE"
    assert TABLE.result("1:1", -3) == "AE"


def test_chances_of_a_column() -> None:
    assert TABLE.chances("2:1", faces=2) == {"AR": Fraction(1, 2), "DR": Fraction(1, 2)}
    assert TABLE.chances("2:1", modifier=1, faces=2) == {"DR": Fraction(1)}


def test_modifiers_add_up_and_show_their_rule() -> None:
    found = [tables.Modifier("river", -1, "12.4"), tables.Modifier("surprise", 2, "12.5")]
    assert tables.total(found) == 1
    assert found[0].text == "-1 river (12.4)"


def test_totals_of_two_dice() -> None:
    assert tables.rolls(2)[7] == Fraction(1, 6)
    assert sum(tables.rolls(3).values()) == 1


ODDS = {"1:2": Fraction(1, 2), "1:1": Fraction(1), "3:2": Fraction(3, 2), "2:1": Fraction(2)}


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [(1, 3, None), (1, 2, "1:2"), (1, 1, "1:1"), (5, 4, "1:1"), (3, 2, "3:2"), (19, 10, "3:2"), (1, 0, "2:1")],
)
def test_odds_are_rounded_for_the_defender(attack: int, defence: int, column: str | None) -> None:
    assert tables.odds_column(attack, defence, ODDS) == column


@pytest.mark.parametrize(("strength", "column"), [(0, 0), (1, 0), (4, 0), (5, 1), (50, 1)])
def test_strength_columns(strength: int, column: int) -> None:
    assert tables.strength_column(strength, [1, 5]) == column


@pytest.mark.parametrize(("need", "found"), [(-1, 0), (0, 0), (2, Fraction(1, 3)), (6, 1), (9, 1)])
def test_the_chance_of_a_hit(need: int, found: Fraction) -> None:
    assert tables.hit_chance(need) == found


# --- piles ---------------------------------------------------------------------------------------------------------


def test_a_draw_moves_cards_and_never_more_than_there_are() -> None:
    state = State(piles={"deck": ("a", "b")})
    drawing = piles.draw(state, "deck", "hand", 5, only="red")
    asked: Any = next(drawing)
    assert (asked.count, asked.to, asked.prompt) == (2, "red", "Draw 2 of 2 for deck")
    with pytest.raises(StopIteration) as end:
        drawing.send(Drawn(("b", "a")))
    assert end.value.value == ("b", "a")
    assert (state.pile("deck"), state.pile("hand")) == ((), ("a", "b"))
    with pytest.raises(StopIteration) as nothing:
        next(piles.draw(state, "deck", "hand"))
    assert nothing.value.value == ()


def test_discards_are_shuffled_into_the_deck_and_alike_cards_stay_apart() -> None:
    state = State(piles={"deck": ("b",), "discard": ("a", "b", "b")})
    state.transfer("b", "discard", "hand")
    assert state.pile("discard") == ("a", "b")
    piles.transfer_all(state, "discard", "deck")
    assert (state.pile("deck"), state.pile("discard")) == (("a", "b", "b"), ())


@given(st.integers())
def test_a_redraw_keeps_sizes_and_cards_and_makes_no_new_pile(seed: int) -> None:
    state = State(piles={"deck": ("a", "b", "c"), "hand": ("d", "e"), "open": ("f",)})
    piles.redraw(state, chance.Source(chance.seeded(seed)), ("deck", "hand", "later"))
    assert {name: len(pile) for name, pile in state.piles.items()} == {"deck": 3, "hand": 2, "open": 1}
    assert sorted(state.pile("deck") + state.pile("hand")) == list("abcde")
    assert state.pile("open") == ("f",)


def test_a_redraw_deals_every_hand_there_could_be() -> None:
    found = set()
    for seed in range(200):
        state = State(piles={"deck": ("a", "b", "c"), "hand": ("d",)})
        piles.redraw(state, chance.Source(chance.seeded(seed)), ("deck", "hand"))
        found.add(state.pile("hand"))
    assert found == {("a",), ("b",), ("c",), ("d",)}


# --- zones of control ----------------------------------------------------------------------------------------------


def test_zones_of_control_end_at_barriers_and_where_they_are_cancelled() -> None:
    board = Board.of_edges([Space(n) for n in "ABCD"], [Edge("A", "B"), Edge("A", "C"), Edge("A", "D")])
    river = board.barrier(lambda edge: edge.b == "C")
    zone = zone_of_control(board, board.mask("A"), river, not_into=board.mask("D"))
    assert board.members(zone) == ["B"]
    assert board.members(zone_of_control(board, board.mask("A"))) == ["B", "C", "D"]
    assert BOARD.members(zone_of_control(BOARD, BOARD.mask("BD"))) == ["A", "C", "E"]


# --- title values --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("default", "text", "value"),
    [(True, "off", False), (False, "1", True), (False, "0", False), (3, "-2", -2), ("a", "b", "b"), (3, 5, 5)],
)
def test_options_are_read_as_the_type_of_their_default(default: Any, text: Any, value: Any) -> None:
    assert Option("x", default, "").read(text) == value


def test_games_of_bots_alone_may_have_other_defaults() -> None:
    options = (Option("last_year", 0, "", bots=1910), Option("fog", False, ""))
    title = Title("t", "T", "1", ("a",), (Scenario("s", "S"),), State, options=options)
    assert title.bot_options({}) == {"last_year": 1910}
    assert title.bot_options({"last_year": "1905", "fog": "on"}) == {"last_year": "1905", "fog": "on"}


def test_sides_without_a_name_are_called_by_their_id_with_a_capital() -> None:
    title = Title("t", "T", "1", ("ru", "axis"), (Scenario("s", "S"),), State, names={"ru": "Russians"})
    assert title.side_names == {"ru": "Russians", "axis": "Axis"}


@pytest.mark.parametrize(("default", "text"), [(3, "--5"), (3, "\u00b2"), (3, ""), (3, True), (True, "maybe")])
def test_a_value_that_is_not_of_the_type_is_refused(default: Any, text: Any) -> None:
    with pytest.raises(WargameError, match=r"Option x cannot be '.*'; it takes: (true, false|a whole number)\."):
        Option("x", default, "").read(text)


def test_a_value_that_is_no_choice_is_refused() -> None:
    with pytest.raises(WargameError, match=r"Option x cannot be 'c'; it takes: a, b\."):
        Option("x", "a", "", choices=("a", "b")).read("c")


def test_a_result_says_who_won_by_which_rule() -> None:
    assert Result(("red",), "4.1", "gone").text == "red wins (4.1): gone"
    assert Result(("red", "blue"), "4.1", "gone").text == "red and blue win (4.1): gone"
    assert Result((), "4.2", "time").text == "Draw (4.2): time"
    assert Result((), "", "all phases are over").text == "Draw: all phases are over"
