"""Short forms of answers: names of units and spaces, several answers in one line; what is told of units."""

from __future__ import annotations

from io import StringIO
from typing import Any, cast

import attrs
import pytest
from rich.console import Console

from wargame.core.engine.actions import DONE, Notation, action
from wargame.core.engine.errors import WargameError
from wargame.core.engine.game import Game
from wargame.core.engine.questions import Choose
from wargame.core.title.picture import Cell, Link, Picture, Piece
from wargame.plugins.answers.batch import find_route
from wargame.plugins.answers.names import Names
from wargame.plugins.answers.reader import Reader
from wargame.plugins.maps.text import name_of
from wargame.plugins.terminal.listing import print_list
from wargame.plugins.terminal.panels import space_panel, unit_panel, units_panel
from wargame.plugins.terminal.question_details import render_details

from .shell import Person, Shell, answers


@action("take {unit}")
class Take:
    unit: str


@action("step {unit} {hex}")
class Step:
    unit: str
    hex: str


FIRST = Piece("1A", "red", id="GE-1", name="First Army", values="4-3-5", state=("disrupted",))
PICTURE = Picture(
    "network",
    (
        Cell("3034", 0, 0, "Orléans", "clear", "red", (FIRST, Piece("17A", "red", id="GE-17", name="17th Corps"))),
        Cell("3035", 1, 0, "3035 Paris", "forest", "blue", marks=("*",)),
        Cell("3036", 2, 0),
    ),
    (Link("3034", "3035", "river"),),
    {"*": "city", "river": "a river"},
    boxes=(Cell("pool", 0, 0, "Pool", pieces=(Piece("9A", "red", id="GE-9", name="Ninth Army", values="2-2-2"),)),),
)
NAMES = Names.of(PICTURE)
STEPS = [Step("GE-1", "3034"), Step("GE-1", "3035"), DONE]
TAKES = [Take("GE-1"), Take("GE-17"), DONE]


def why(given: Any) -> tuple[str, str] | None:
    return ("9.3", f"{given.hex} is too far.") if isinstance(given, Step) else None


def reader(actions: list[Any], **given: Any) -> Reader:
    return Reader(Choose("red", actions, "Which?", "9.1", **given), Notation([Take, Step]), lambda: NAMES)


# --- one answer ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "answer"),
    [("3034", STEPS[0]), ("orleans", STEPS[0]), ("Orléans", STEPS[0]), ("par", STEPS[1]), ("st paris", STEPS[1])],
)
def test_a_bare_number_or_name_of_a_space_is_an_answer_if_it_fits_one(text: str, answer: Any) -> None:
    assert reader(STEPS).read(text).answer == answer


@pytest.mark.parametrize("text", ["GE-1", "ge-1", "1a", "first army", "take first"])
def test_a_unit_is_named_by_id_or_as_on_the_map_and_an_exact_id_wins_over_a_longer_one(text: str) -> None:
    assert reader(TAKES).read(text).answer == TAKES[0]


def test_a_word_of_a_name_is_enough_to_be_refused_by_the_rule() -> None:
    refusal = reader(STEPS, refuse=why).read("ninth 3036").refusal
    assert str(refusal) == "Refused (9.3): 3036 is too far."


@action("front {number} {unit}")
class Front:
    number: int
    unit: str


def test_a_number_that_is_no_space_is_not_described_as_one() -> None:
    names = Names.of(attrs.evolve(PICTURE, cells=(Cell("1", 0, 0, "Le Havre"), *PICTURE.cells)))
    told = names.described([Front(1, "GE-17"), Front(2, "GE-17")])
    assert told == ["front 1 GE-17", "front 2 GE-17"]


def test_of_two_paths_the_one_written_whole_is_meant() -> None:
    paths = [Step("GE-1", "3034"), Step("GE-1", "3034-3035")]
    assert reader(paths).read("1A 3034").answer == paths[0]


def test_a_unit_that_an_answer_names_is_not_described_again() -> None:
    army = Cell("BUR", 0, 0, "Burgundy", pieces=(Piece("A BUR", "red"),))
    names = Names.of(attrs.evolve(PICTURE, cells=(army, Cell("BEL", 0, 0, "BEL", pieces=(Piece("F BEL", "blue"),)))))
    assert names.described(["A BUR - BEL", "A BUR H"]) == ["A BUR - BEL (Burgundy; F BEL)", "A BUR H (Burgundy)"]


def test_what_a_question_shows_of_a_card_names_it() -> None:
    names = NAMES.explained_by({"hand": ["c_01 4/4 Blockade", "c_02 2/2 Putnik"]})
    cards = [Take("c_01"), Take("c_02")]
    assert Reader(Choose("red", cards, "Which?"), Notation([Take]), lambda: names).read("putnik").answer == cards[1]


@action("play {card} {use}")
class Play:
    card: str
    use: str


def test_a_card_that_may_not_be_used_so_is_refused_by_the_rule() -> None:
    names = NAMES.explained_by({"hand": ["c_01 4/4 Blockade", "c_02 2/2 Putnik"]})
    plays = [Play("c_01", "event"), Play("c_01", "ops"), Play("c_02", "ops")]
    question = Choose("red", plays, "Which?", refuse=lambda a: ("9.9", f"{a.card} is no {a.use}."))
    refusal = Reader(question, Notation([Play]), lambda: names).read("putnik event").refusal
    assert str(refusal) == "Refused (9.9): c_02 is no event."


def test_a_card_in_an_answer_is_described() -> None:
    names = NAMES.explained_by({"hand": ["c_01 4/4 Blockade", "c_02 2/2 Putnik"]})
    assert names.described([Play("c_01", "ops"), DONE]) == ["play c_01 ops (4/4 Blockade)", "done"]


def test_a_space_in_an_answer_is_described_by_who_is_in_it() -> None:
    assert NAMES.described(["go 3034", "go 3035"]) == ["go 3034 (Orléans: 1A 4-3-5, 17A)", "go 3035 (Paris)"]


def test_what_stands_in_an_answer_wins_over_the_name_of_another_unit() -> None:
    reserve = Piece("IIIR", "red", id="GE-IIIR", name="III Reserve Corps")
    cells = (Cell("1", 0, 0, pieces=(Piece("III", "red", id="GE-III", name="III Corps"), reserve)),)
    takes = [Take("GE-III"), Take("GE-IIIR")]
    read = Reader(Choose("red", takes, "Which?"), Notation([Take]), lambda: Names.of(Picture("hexes", cells)))
    assert read.read("iii").answer == takes[0]
    assert read.read("take reserve").answer == takes[1]


def test_a_name_that_fits_several_answers_lists_them() -> None:
    assert reader(STEPS).read("first").pick == (STEPS[0], STEPS[1])


@pytest.mark.parametrize("text", ["3036", "step 3036", "GE-1 3036", "st 3036"])
def test_a_short_form_of_an_illegal_answer_gets_the_reason_of_the_rule(text: str) -> None:
    assert str(reader(STEPS, refuse=why).read(text).refusal) == "Refused (9.3): 3036 is too far."


def test_what_no_answer_is_about_is_refused_with_the_question() -> None:
    read = Reader(Choose("red", [Play("c_01", "ops")], "Which card?", "8.1"), Notation([Play]), lambda: NAMES)
    assert str(read.read("Orleans").refusal) == "Refused (8.1): 'Orleans' is not possible here: Which card?"


@action("send {space} {units:+}")
class Send:
    space: str
    units: tuple[str, ...]


def test_a_short_name_in_a_group_of_units_is_read_like_that_of_one() -> None:
    third = Piece("III", "red", id="GE-III", name="III Corps")
    reserve = Piece("IIIR", "red", id="GE-IIIR", name="III Reserve Corps")
    names = Names.of(Picture("hexes", (Cell("1", 0, 0, pieces=(third, reserve)),)))
    sends = [Send("1", ("GE-III",)), Send("1", ("GE-IIIR",))]
    question = Choose("red", sends, "Who?", refuse=lambda a: ("9.2", f"{a.units} are no units."))
    assert Reader(question, Notation([Send]), lambda: names).read("send 1 III").answer == sends[0]


def test_a_letter_in_the_middle_of_words_picks_nothing() -> None:
    plays = [Play("c_01", "ops"), Play("c_02", "ops")]
    read = Reader(Choose("red", plays, "Which?"), Notation([Play]), lambda: NAMES).read("y")
    assert read.pick == ()
    assert "is not an action of this game" in str(read.refusal)


def test_what_names_nothing_is_still_not_understood() -> None:
    assert "is not an action of this game" in str(reader(STEPS, refuse=why).read("nonsense").refusal)


def test_a_number_is_one_of_the_list_where_a_list_was_shown_and_else_one_is_asked_which() -> None:
    second = Cell("2", 0, 0, "Second")
    names = Names.of(attrs.evolve(PICTURE, cells=(*PICTURE.cells, second)))
    steps = [Step("GE-1", "2"), Step("GE-1", "3034")]
    read = Reader(Choose("red", steps, "Which?"), Notation([Step]), lambda: names)
    assert read.read("2").pick == (steps[1], steps[0])
    read.show_as(steps)
    assert read.read("2").answer == steps[1]


# --- several answers ------------------------------------------------------------------------------------------------


def test_several_answers_in_one_line() -> None:
    assert reader(TAKES).several("take all") == ("take GE-1", "take GE-17")
    assert reader(TAKES).several("take 1A 17A") == ("take 1A", "take 17A")
    assert reader(TAKES).several("take First Army, 17A") == ("take First Army", "take 17A")
    assert reader(TAKES).several("take GE-1") == ()
    assert reader(TAKES).several("drop all") == ()


TWO = ("run", "skirmish", "--seed", "7", "--side", "red=human", "--side", "blue=human", "--save", "g")
BIDS = "bid 1\ndone\nbid 1\ndone\n"


def test_all_answers_of_a_kind_are_each_an_answer_of_the_journal(shell: Shell) -> None:
    told = shell.run(*TWO, typed=f"{BIDS}move all\n").stdout
    assert "move r1 B\nmove r2 B\n" in told
    assert answers(shell.work / "g")[-2:] == [["red", "move r1 B"], ["red", "move r2 B"]]


def test_undo_takes_back_a_whole_line(shell: Shell) -> None:
    told = shell.run(*TWO, typed=f"{BIDS}move all\nundo\n").stdout
    assert "Taken back." in told
    assert [one for one in answers(shell.work / "g") if one[0] == "red"][-1] == ["red", "move r2 B"]
    assert (shell.work / "g").read_text().splitlines()[-1] == '{"undo":6}'


ROUTE = """
    @hookimpl
    def wargame_route(self, state, side, units, to, via):
        if to == "C":
            return ()
        if to == "D":
            return Move(units[0], "B"), Move(units[0], "B")
        return None if via else tuple(Move(unit, to) for unit in units)
"""


def with_routes(shell: Shell) -> None:
    plugin = shell.folder / "skirmish_plugin.py"
    plugin.write_text(plugin.read_text().replace("\ntitle = Shown()", f"{ROUTE}\ntitle = Shown()"))


def test_a_march_in_one_line_tells_its_path_and_takes_it(shell: Shell) -> None:
    with_routes(shell)
    told = shell.run(*TWO, typed=f"{BIDS}unit r1, r2 to Town B\n").stdout
    assert "Path: move r1 B, move r2 B\nmove r1 B\nmove r2 B\n" in told
    assert answers(shell.work / "g")[-2:] == [["red", "move r1 B"], ["red", "move r2 B"]]


def test_a_march_needs_no_path_where_an_answer_moves_a_unit_at_once(shell: Shell) -> None:
    told = shell.run(*TWO, typed=f"{BIDS}unit r1 to E\nunit r1, r2 to B\n").stdout
    assert "Refused (3.0): " in told
    assert answers(shell.work / "g")[-2:] == [["red", "move r1 B"], ["red", "move r2 B"]]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("unit r1 to C", "There is no legal path for r1 to C."),
        ("unit r1 to B via A", "No path can be found here; answer the question that is asked."),
        ("unit r1 to E", "Refused (3.0): "),
        ("unit r1 to D", "Refused (3.1): After 'move r1 B', 'move r1 B': r1 has already moved. None of it \nwas done."),
        ("unit r9 to B", "'r9' is not the name of a single unit on the map."),
    ],
)
def test_a_march_that_cannot_be_says_why_and_changes_nothing(shell: Shell, line: str, said: str) -> None:
    with_routes(shell)
    told = shell.run(*TWO, typed=f"{BIDS}{line}\n").stdout
    assert said in told
    assert len(answers(shell.work / "g")) == 6


class NoWay:
    """A game in whose title no path can be found."""

    state = None
    rules: NoWay

    def __init__(self) -> None:
        self.rules = self

    def route(self, *asked: Any) -> tuple[Any, ...]:
        return ()


def test_where_no_path_leads_the_unit_and_its_movement_are_told() -> None:
    with pytest.raises(
        WargameError, match=r"no legal path for GE-1 \(1A, First Army 4-3-5, disrupted, in 3034 Orléans\) to"
    ):
        find_route(cast(Game, NoWay()), "red", "unit 1A to paris", NAMES)


# --- what would be wasted -------------------------------------------------------------------------------------------


def wasteful(shell: Shell) -> None:
    path = shell.folder / "skirmish.py"
    warn = 'warn=lambda a: "A unit has not moved." if str(a) == "done" else None'
    old = '"Move which unit?", "3.0", refuse)'
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, f'"Move which unit?", "3.0", refuse, {warn})'))


def test_an_answer_that_would_waste_something_is_asked_for_twice(shell: Shell) -> None:
    wasteful(shell)
    person = shell.at_terminal("run", "skirmish", "--seed", "7", "--side", "red=human", "--save", "g")
    for line in ("bid 2", "done"):
        person.see("> ")
        person.type(line)
    person.see("> ")
    told = person.told("done")
    assert "A unit has not moved." in told
    assert "'y' or 'done' again gives it all the same." in told
    assert answers(shell.work / "g")[-1] != ["red", "done"]
    assert "no region" in person.told("map Nowhere")
    person.type("y")
    person.see("red: Move which unit?")
    assert ["red", "done"] in answers(shell.work / "g")


def test_in_a_pipe_the_answer_is_taken_and_what_it_wastes_is_told(shell: Shell) -> None:
    wasteful(shell)
    told = shell.run(*TWO, typed=f"{BIDS}done\n").stdout
    assert "A unit has not moved.\ndone\n" in told
    assert answers(shell.work / "g")[-1] == ["red", "done"]


# --- what is shown with a question ----


def test_sentences_that_a_question_shows_are_not_joined_by_commas() -> None:
    told = [str(part) for part in render_details({"danger": ["A is empty.", "B is empty."], "due": ["A", "B"]})]
    assert told == ["danger: A is empty. B is empty.", "due: A, B"]


def test_a_long_answer_is_broken_between_words() -> None:
    console = Console(width=30, file=StringIO())
    print_list(console, ["take GE-30FR (30 Reserve Division)", "done"])
    assert cast(StringIO, console.file).getvalue() == "1 take GE-30FR (30 Reserve\n  Division)\n2 done\n"


# --- what is told of units and spaces --------------------------------------------------------------------------------


def test_answers_are_described_by_name_factors_state_and_place() -> None:
    assert NAMES.described([str(one) for one in TAKES]) == [
        "take GE-1 (1A, First Army 4-3-5, disrupted, in 3034 Orléans)",
        "take GE-17 (17A, 17th Corps, in 3034 Orléans)",
        "done",
    ]
    assert NAMES.described([str(one) for one in STEPS]) == [
        "step GE-1 3034 (Orléans)",
        "step GE-1 3035 (Paris)",
        "done",
    ]


def test_units_lists_every_unit_with_factors_state_and_place_those_off_the_map_too() -> None:
    panel = units_panel(PICTURE, "red")
    assert panel.columns == ("unit", "name", "place", "factors", "state")
    assert panel.rows == (
        ("GE-1", "1A, First Army", "3034 Orléans", "4-3-5", "disrupted"),
        ("GE-17", "17A, 17th Corps", "3034 Orléans", "", ""),
        ("GE-9", "9A, Ninth Army", "Pool", "2-2-2", ""),
    )


def test_one_unit() -> None:
    assert unit_panel(PICTURE, ["1a"]).rows == (
        ("GE-1", "1A, First Army", "red", "3034 Orléans", "4-3-5", "disrupted"),
    )


def test_one_space_with_its_units_and_neighbours() -> None:
    assert space_panel(PICTURE, ["paris"]).rows == (
        ("terrain", "forest"),
        ("held by", "blue"),
        ("sign", "* city"),
        ("beside it", "3034 Orléans: clear, a river, held by red"),
    )
    assert ("red", "GE-1 1A, First Army  4-3-5  disrupted") in space_panel(PICTURE, ["3034"]).rows


def test_unit_and_space_are_words_of_every_title(shell: Shell) -> None:
    told = shell.run(*TWO, typed="unit r1\nhex b\nspace nowhere\nunit x\n").stdout
    assert "Unit r1" in told
    assert "Town B" in told.partition("> hex b")[2].partition("> space")[0]
    assert "The map has no one space called 'nowhere'." in told
    assert "You see no unit called 'x'" in told


def test_names_of_spaces_are_not_said_twice() -> None:
    assert [name_of(cell) for cell in PICTURE.cells] == ["3034 Orléans", "3035 Paris", "3036"]
    assert name_of(Cell("ap_reserve", 0, 0, "AP reserve box")) == "AP reserve box"


# --- other habits of the terminal -------------------------------------------------------------------------------------


def test_a_blank_line_in_a_pipe_lists_the_answers(shell: Shell) -> None:
    assert "1 bid 1  2 bid 2  3 bid 3" in shell.run(*TWO, typed="\n").stdout


def test_resume_remembers_who_played_which_side(shell: Shell) -> None:
    shell.run("run", "skirmish", "--seed", "7", "--side", "blue=human", "--save", "g", typed="bid 1\ndone\n")
    told = shell.run("resume", "g", typed="done\n").stdout
    assert "planner:normal plays red." in told
    assert "blue: Move which unit?" in told
    assert "red: " not in told
    assert "red: " in shell.run("resume", "g", "--side", "red=human").stdout


def test_a_person_who_plays_several_sides_is_one_person_after_resume_too(shell: Shell) -> None:
    person = shell.at_terminal("run", "skirmish", "--seed", "7", "--save", "g")
    person.see("> ")
    person.told("1,2")
    person.told("bid 1")
    person.type("quit")
    person.leave()
    again = shell.at_terminal("resume", "g")
    again.see("> ")
    again.told("done")
    assert "only blue is looking" not in again.all


def test_save_into_a_folder_that_does_not_exist(shell: Shell) -> None:
    told = shell.run(*TWO, typed="save new/x\n").stdout
    assert "The folder new does not exist; make it first, or save to another." in told
    assert not (shell.work / "new").exists()
    person = shell.at_terminal("resume", "g")
    person.see("> ")
    person.type("save new/x")
    person.see("The folder new does not exist. Make it? (y/n) ")
    assert "Saved to new/x" in person.told("y")


def test_rules_in_play_name_no_tests(shell: Shell) -> None:
    text = (shell.folder / "rules.toml").read_text()
    (shell.folder / "rules.toml").write_text(f'{text}test = "test_x.py::test_y"\n')
    assert "Test: " in shell.run("rules", "skirmish", "3.1").stdout
    told = shell.run(*TWO, typed="rules 3.1\n").stdout
    assert "A unit moves once." in told
    assert "Test: " not in told


def test_the_season_is_told_and_results_of_orders_are_never_cut(shell: Shell) -> None:
    person: Person = shell.at_terminal("run", "diplomacy", "--side", "france=human", "--seed", "1")
    assert "Spring 1901, spring negotiation" in person.see("> ")


def test_the_bots_are_named(shell: Shell) -> None:
    assert "Bots: greedy, planner, random" in shell.run("info", "skirmish").stdout
    assert "greedy" in shell.run("run", "--help").stdout
    assert shell.run("run", "skirmish", "--auto", "--save", "a").stdout.startswith("greedy plays red and blue.\n")


def test_the_map_is_drawn_again_after_the_orders_of_autumn_before_the_builds(shell: Shell) -> None:
    bots = [f"--side={power}=random" for power in ("england", "germany", "russia", "turkey", "austria", "italy")]
    person = shell.at_terminal("run", "diplomacy", "--side", "france=human", *bots, "--seed", "1", "--save", "g")
    person.see("> ")
    for line in ("done", "sheet A Mar - Spa; A Par - Pic; F Bre - Mao", "done"):
        person.told(line)
    told = person.told("sheet A Spa H; A Pic H; F Mao - Por")
    assert "Autumn 1901, adjustments" in told
    before, _, after = told.partition("Orders of Autumn 1901")
    assert "* controlled supply centre" in before
    assert "FRANCE: Build a unit" in after
