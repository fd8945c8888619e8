"""`wargame run` at a pseudo-terminal and with answers from a pipe."""

from __future__ import annotations

import re

import pytest

from .shell import Person, Shell, answers

RED = ("run", "skirmish", "--seed", "7", "--side", "red=human", "--side", "blue=random", "--save", "g.jsonl")


COLOUR = re.compile(r"\x1b\[[0-9;]*(?:3|4|9|10)[0-8]")


@pytest.fixture
def red(shell: Shell) -> Person:
    """A person who plays red against a bot, asked for the bid."""
    person = shell.at_terminal(*RED)
    person.see("> ")
    return person


@pytest.fixture
def moving(red: Person) -> Person:
    """The same, asked to move."""
    red.told("bid 2")
    red.told("done")
    return red


def test_a_person_picks_a_side_and_is_asked(shell: Shell) -> None:
    person = shell.at_terminal("run", "skirmish", "--seed", "7")
    asked = person.see("> ")
    assert "Which side do you play?" in asked
    assert "2 blue" in asked
    assert "Skirmish has no side 'purple'; it has: red, blue." in person.told("purple")
    shown = person.told("2")
    assert "Skirmish, scenario basic, seed 7" in shown
    assert "data/wargame/skirmish-7.jsonl" in shown.replace("\n", "")
    assert "blue: Bid? (1.0)" in shown
    person.type("quit")
    assert person.leave() == 0
    assert "wargame resume" in person.all


def test_a_person_may_pick_several_sides_and_is_one_person(shell: Shell) -> None:
    person = shell.at_terminal("run", "skirmish", "--seed", "7")
    person.see("> ")
    assert "Skirmish has no side ''" in person.told("")
    assert "red: Bid?" in person.told("RED, 2")
    person.told("bid 1")
    assert "blue: Bid?" in person.told("done")
    assert "\x1b[2J" not in person.all


def test_a_person_of_whom_nothing_more_is_asked_is_told_so(shell: Shell) -> None:
    start = "    own = [u for u in s.units"
    change(shell, start, f'    if side == "blue":\n        return DONE\n{start}')
    sides = ("--side", "blue=human", "--side", "red=random", "--option", "last_turn=9")
    told = shell.run("run", "skirmish", "--seed", "1", *sides, "--save", "g", typed="bid 1\ndone\n").stdout
    assert told.count("Nothing is asked of blue for a turn or more; the others play on.") == 1
    assert "Result: " in told


def test_the_map_shows_the_pieces_with_a_legend(red: Person) -> None:
    shown = red.told("map")
    assert "Town A R/r1,r2" in shown
    assert "Town E B/b1" in shown
    assert "B blue  R red" in shown


def test_the_map_has_colours_at_a_terminal(red: Person) -> None:
    assert COLOUR.search(red.all)


@pytest.mark.parametrize("plain", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colours_where_none_are_wanted(shell: Shell, plain: dict[str, str]) -> None:
    person = shell.at_terminal(*RED, **plain)
    person.see("> ")
    assert not COLOUR.search(person.all)


def test_enter_lists_the_answers_and_a_number_takes_one(red: Person) -> None:
    listed = red.told("")
    assert "1 bid 1  2 bid 2  3 bid 3" in listed
    red.type("3")
    assert "bid 3" in red.see("Correct it or done?")


def test_a_number_that_is_not_listed_is_refused(red: Person) -> None:
    assert "The list has no number 9; it has 1 to 3." in red.told("9")


def test_words_that_fit_one_answer_are_taken_for_it(moving: Person) -> None:
    moving.type("mo r1")
    assert "move r1 B" in moving.see("red: Move which unit?")


def test_words_that_fit_several_answers_list_them(moving: Person) -> None:
    listed = moving.told("mo")
    assert "1 move r1 B" in listed
    assert "2 move r2 B" in listed
    assert "done" not in listed.replace("mo\n", "")


def test_a_refusal_says_the_rule_and_the_question_stays(moving: Person) -> None:
    moving.told("move r1 B")
    assert "Refused (3.1): r1 has already moved." in moving.told("move r1 C")
    assert "Refused: 'nonsense' is not an action of this game" in moving.told("nonsense")
    moving.type("move r2 B")
    assert "r2" in moving.see("Move which unit?")


def test_a_question_with_one_answer_is_not_asked_of_who_plays_against_bots(moving: Person, shell: Shell) -> None:
    moving.told("move r1 B")
    told = moving.told("move r2 B")
    assert "red: done (no other answer to: Move which unit?)" in told
    assert told.count("Enter lists") == 1  # only the question of the next turn
    assert ["red", "done"] in answers(shell.work / "g.jsonl")[-3:]


def test_between_two_people_every_question_is_asked_and_enter_takes_the_only_answer(shell: Shell) -> None:
    typed = "bid 1\ndone\nbid 1\ndone\nmove r1 B\nmove r2 B\n\n"
    told = shell.run("run", "skirmish", "--seed", "7", "--save", "g", typed=typed).stdout
    assert "(Enter: done, ? helps)\ndone" in told
    assert answers(shell.work / "g")[-1] == ["red", "done"]


def test_a_new_turn_begins_with_the_map(moving: Person) -> None:
    assert "Town A" not in moving.told("move r1 B")
    moving.type("done")
    shown = moving.see("Turn 2, red moves")
    assert "Town B R/r1" in shown


def test_undo_takes_back_an_answer_but_no_dice(moving: Person, shell: Shell) -> None:
    moving.told("move r1 B")
    assert "Taken back." in moving.told("undo")
    assert "Town A R/r1,r2" in moving.told("map")
    assert "Dice have fallen or something hidden was revealed" in moving.told("undo")
    assert (shell.work / "g.jsonl").read_text().splitlines()[-1].startswith('{"undo":')


def test_free_undo_goes_past_dice(shell: Shell) -> None:
    person = shell.at_terminal(*RED, "--free-undo")
    for line in ("bid 2", "done"):
        person.see("> ")
        person.type(line)
    person.see("Move which unit?")
    person.type("undo")
    person.see("Correct it or done?")


def test_log_tells_what_happened_and_hides_the_other_hand(moving: Person) -> None:
    told = moving.told("log")
    assert "bids: red 2" in told
    assert "red draws" in told
    assert "blue draws" not in told


def test_lookups_of_the_title(moving: Person) -> None:
    shown = moving.told("hand")
    assert sum(card in shown for card in ("ace", "king", "queen", "ten")) == 1
    assert "'hand over' finds nothing" in moving.told("hand over")


def test_rules_show_the_gist(moving: Person) -> None:
    assert "Moves: A unit moves one space." in moving.told("rules")
    assert "Once: A unit moves once." in moving.told("rules 3.1")
    assert "has no rule '99'" in moving.told("rules 99")


def test_status_shows_the_tables_beside_the_map(moving: Person) -> None:
    shown = moving.told("status")
    assert shown.split() == ["status", "Turn", "1"]


def test_units_and_parts_of_the_map(moving: Person) -> None:
    assert "b1" in moving.told("units blue")
    shown = moving.told("map West")
    assert "Town B" in shown
    assert "Town C" not in shown
    assert "no region or space 'Nowhere'; regions are: West" in moving.told("map Nowhere").replace("\n", " ")


def test_help_names_every_word_and_the_form_of_answers(moving: Person) -> None:
    told = moving.told("?")
    for word in ("undo", "log", "map", "save", "rules", "quit", "hand", "the cards you hold", "move UNIT TO"):
        assert word in told
    assert "All kinds of answers in this title: move UNIT TO; bid POINTS" in told


def test_help_names_a_word_of_the_title_once_and_in_the_style_of_the_others(shell: Shell) -> None:
    plugin = shell.folder / "skirmish_plugin.py"
    source = plugin.read_text().replace('"""the cards you hold"""', '"""The cards you hold."""')
    plugin.write_text(source.replace('{"hand": hand}', '{"hand": hand, "status": hand}'))
    told = shell.run(*RED, typed="help\n").stdout
    assert re.findall(r"^(?:hand|status) .*?$", told, re.MULTILINE) == [
        "hand                the cards you hold                                          ",
        "status              the cards you hold                                          ",
    ]


def test_tab_completes_an_answer(moving: Person) -> None:
    moving.press(b"move r2\t")
    moving.see("move r2 B")
    moving.press(b"\n")
    moving.see("Move which unit?")


def test_save_goes_on_in_another_file_and_never_over_one(moving: Person, shell: Shell) -> None:
    (shell.work / "other").write_text("something else")
    assert "other exists already" in moving.told("save other")
    assert (shell.work / "other").read_text() == "something else"
    moving.type("save second.jsonl")
    moving.see("Saved to second.jsonl")
    moving.see("> ")
    moving.told("move r1 B")
    assert answers(shell.work / "second.jsonl")[-1] == ["red", "move r1 B"]


def test_control_c_saves_and_says_where(moving: Person, shell: Shell) -> None:
    moving.told("move r1 B")
    moving.press_until(b"\x03", "'wargame resume g.jsonl' continues")
    assert moving.leave() == 0
    assert ["red", "move r1 B"] in answers(shell.work / "g.jsonl")


def test_an_answer_that_cannot_be_saved_is_not_taken_and_the_game_goes_on_elsewhere(
    moving: Person, shell: Shell
) -> None:
    (shell.work / "g.jsonl").unlink()
    said = " ".join(moving.told("move r1 B").split())
    assert "g.jsonl was removed by another program; save under another name to go on." in said
    assert "The answer was not taken; 'save FILE' saves elsewhere." in said
    moving.told("save other")
    assert "r1: A - B" in moving.told("move r1 B")
    assert answers(shell.work / "other")[-1] == ["red", "move r1 B"]


def test_control_d_leaves_like_quit(moving: Person) -> None:
    moving.press(b"\x04")
    assert moving.leave() == 0
    assert "'wargame resume g.jsonl' continues" in moving.unread


def test_killed_in_mid_game_nothing_answered_is_lost(moving: Person, shell: Shell) -> None:
    moving.told("move r1 B")
    moving.kill()
    before = answers(shell.work / "g.jsonl")
    assert before[-1] == ["red", "move r1 B"]
    again = shell.at_terminal("resume", "g.jsonl", "--side", "red=human", "--side", "blue=random")
    assert "Town B R/r1" in again.see("> ")
    again.told("move r2 B")
    assert answers(shell.work / "g.jsonl")[: len(before) + 1] == [*before, ["red", "move r2 B"]]


def test_hot_seat_clears_the_screen_where_something_is_hidden(shell: Shell) -> None:
    person = shell.at_terminal("run", "skirmish", "--seed", "7", "--side", "red=human", "--side", "blue=human")
    for line in ("bid 3", "done"):
        person.see("> ")
        person.type(line)
    person.see("blue is asked. Press Enter when only blue is looking.")
    assert "\x1b[2J" in person.all
    shown = person.told("")
    assert "blue: Bid?" in shown
    assert "bid 3" not in shown
    assert "There is nothing to take back." in person.told("undo")


def test_hot_seat_leaves_nothing_to_scroll_to_or_to_call_back_with_the_arrow_keys(shell: Shell) -> None:
    person = shell.at_terminal("run", "skirmish", "--seed", "7", "--side", "red=human", "--side", "blue=human")
    for line in ("bid 3", "done"):
        person.see("> ")
        person.type(line)
    person.see("only blue is looking.")
    assert "\x1b[3J" in person.all
    person.told("")
    person.press(b"\x1b[A\x1b[A\x1b[A\n")
    shown = person.see("> ")
    assert "bid 1" in shown
    assert "bid 3\n" not in shown.partition("1 bid 1")[0]
    assert ["blue", "bid 3"] not in answers(next((shell.folder / "data/wargame").iterdir()))


def test_enter_tells_how_dice_are_written(shell: Shell) -> None:
    shell.run("run", "skirmish", "--dice", "manual", "--save", "m", typed="bid 1\ndone\nbid 1\ndone\n")
    person = shell.at_terminal("resume", "m", "--side", "red=human")
    assert "chance: Draw 1 of 4 for deck (2.0)  (? helps)" in person.see("> ")
    assert "Write 'draw' and the 1 drawn" in person.told("")
    assert "draw king" in person.told("draw king")


def test_manual_dice_are_typed(shell: Shell) -> None:
    lines = ["bid 1", "done", "bid 1", "done", "draw ace", "draw king"]
    for start in ("move r1 B", "done", "done", "move r1 C", "done", "done", "move r1 D", "done", "done"):
        lines.append(start)
    typed = "\n".join([*lines, "move r1 E", "9", "5"]) + "\n"
    done = shell.run(*RED[:4], "--dice", "manual", "--option", "last_turn=9", "--save", "m", typed=typed)
    assert "chance: Roll 1d6 for the attack (3.2)" in done.stdout
    assert "Refused (3.2): 'roll 9' is not 1 dice of 6 faces" in done.stdout
    assert "Result: red wins (4.1)" in done.stdout
    assert answers(shell.work / "m")[-1] == ["chance", "roll 5"]


def test_who_types_the_dice_sees_only_their_own_side(shell: Shell) -> None:
    typed = "bid 1\ndone\nbid 1\ndone\ndraw ace\n"
    shell.run("run", "skirmish", "--dice", "manual", "--save", "m", typed=typed)
    assert answers(shell.work / "m")[-1] == ["chance", "draw ace"]
    told = shell.run("resume", "m", "--side", "blue=human", typed="log\n").stdout
    assert "chance: Draw 1 of 3" in told
    assert "bids: red 1, blue 1" in told
    assert "ace" not in told
    assert "> hand\nHand\nace" in shell.run("resume", "m", "--side", "red=human", typed="hand\n").stdout


def test_answers_from_a_pipe_and_the_game_is_saved_at_their_end(shell: Shell) -> None:
    done = shell.run(*RED, typed="bid 2\nbogus\n\ndone\nmove r1 B\n")
    assert done.returncode == 0
    assert "> bid 2" in done.stdout
    assert "Refused: 'bogus'" in done.stdout
    assert "Saved to g.jsonl; 'wargame resume g.jsonl' continues." in done.stdout
    assert "\x1b" not in done.stdout
    assert answers(shell.work / "g.jsonl")[-1] == ["red", "move r1 B"]
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_a_pipe_with_strange_bytes_is_refused_line_by_line(shell: Shell) -> None:
    done = shell.run(*RED, typed=b"\xff\xfe\x00[b]\nbid 2\n")
    assert done.returncode == 0
    assert answers(shell.work / "g.jsonl")[0][0] in ("red", "blue")
    assert ["red", "bid 2"] in answers(shell.work / "g.jsonl")


def change(shell: Shell, old: str, new: str) -> None:
    """Change a rule of the tiny title."""
    path = shell.folder / "skirmish.py"
    source = path.read_text()
    assert old in source
    path.write_text(source.replace(old, new))


def test_of_many_answers_the_first_are_listed_and_words_choose_among_them(shell: Shell) -> None:
    change(shell, "for n in (1, 2, 3)", "for n in range(1001, 1201)")
    person = shell.at_terminal(*RED)
    assert "(Enter lists 200, ? helps)" in person.see("> ")
    listed = person.told("")
    assert "  1 bid 1001" in listed
    assert "bid 1200" not in listed
    assert "110 more: write a part of an answer to see those with it, 'list' shows all." in listed
    assert "bid 1119" in person.told("119")
    listed = person.told("list 119")
    assert " 1 bid 1190" in listed
    assert "10 bid 1199" in listed
    assert "bid 1119" not in listed
    assert "bid 1191" in person.told("2")


def test_after_a_list_without_any_answer_the_numbers_are_those_of_the_list_before(moving: Person) -> None:
    moving.told("list r2")
    moving.told("list nonsense")
    assert "move r2 B" in moving.told("1")


@pytest.mark.parametrize(
    ("name", "said"),
    [("x" * 300, ": File name too long."), ("a\x00b", "'a\\x00b' cannot be the name of a file.")],
)
def test_a_name_that_no_file_can_have_is_refused_and_the_game_goes_on(shell: Shell, name: str, said: str) -> None:
    done = shell.run(*RED, typed=f"save {name}\nbid 2\n")
    assert done.returncode == 0
    assert said in " ".join(done.stdout.split())
    assert ["red", "bid 2"] in answers(shell.work / "g.jsonl")


def test_a_home_that_nobody_has_is_a_name_like_any_other(shell: Shell) -> None:
    (shell.work / "~no_such_person").mkdir()
    shell.run(*RED, typed="save ~no_such_person/x\nbid 2\n")
    assert ["red", "bid 2"] in answers(shell.work / "~no_such_person/x")


def test_a_list_without_any_answer_says_so(moving: Person) -> None:
    assert "No answer fits; Enter lists those there are." in moving.told("list xyz")
    assert "No answer fits" not in moving.told("list move")


def test_listed_answers_name_the_spaces(moving: Person) -> None:
    assert "1 move r1 B (Town B)" in moving.told("")


def test_log_shows_as_many_events_as_one_wants(moving: Person) -> None:
    assert moving.told("log 1").splitlines()[1].startswith("red draws")
    assert len(moving.told("log all").splitlines()) == 3


def test_of_much_news_only_the_end_is_told(shell: Shell) -> None:
    bots = ("--side", "red=random", "--side", "blue=random")
    shell.run("run", "skirmish", *bots, "--seed", "3", "--option", "last_turn=30", "--save", "g")
    sides = ("--side", "red=human", "--side", "blue=human")
    told = shell.run("resume", "g", *sides).stdout.splitlines()
    at = next(i for i, line in enumerate(told) if "more events: 'log' shows them" in line)
    assert all(line.startswith("  ") for line in told[at + 1 : at + 16])
    assert not told[at + 16].startswith("  ")


@pytest.mark.parametrize(
    ("lines", "left_out"), [("24", "(3 more events: 'log' shows them)"), ("29", "(1 more event: ")]
)
def test_of_much_news_a_tall_screen_shows_more(shell: Shell, lines: str, left_out: str) -> None:
    bots = ("--side", "red=random", "--side", "blue=random")
    shell.run("run", "skirmish", *bots, "--seed", "3", "--option", "last_turn=30", "--save", "g")
    person = shell.at_terminal("resume", "g", "--side", "red=human", "--side", "blue=random", LINES=lines)
    assert left_out in person.see("Result: ")


def test_hot_seat_does_not_clear_what_both_may_see(shell: Shell) -> None:
    change(shell, 'if side is not None and n != f"hand:{side}"', "if False")
    change(shell, '"2.0", to=(side,), side=side', '"2.0", side=side')
    sides = ("--side", "red=human", "--side", "blue=human")
    person = shell.at_terminal("run", "skirmish", "--seed", "7", *sides, "--save", "g")
    for line in ("bid 1", "done"):
        person.see("> ")
        person.type(line)
    person.see("only blue is looking.")
    person.type("")
    for line in ("bid 1", "done"):
        person.see("> ")
        person.type(line)
    person.see("red: Move which unit?")
    person.type("done")
    person.see("blue: Move which unit?")
    assert person.all.count("\x1b[2J") == 1


def test_hot_seat_clears_what_was_told_to_one_side_only(shell: Shell) -> None:
    change(shell, 'if side is not None and n != f"hand:{side}"', "if False")
    typed = "bid 1\ndone\nbid 1\ndone\n"
    shell.run("run", "skirmish", "--seed", "7", "--save", "g", typed=typed)
    person = shell.at_terminal("resume", "g", "--side", "red=human", "--side", "blue=human")
    assert "red draws" in person.see("> ")
    person.type("done")
    person.see("only blue is looking.")


def test_odds_are_shown_before_the_answer(shell: Shell) -> None:
    shown = 'show=lambda: {"chances": {"hit": "1/2"}}'
    change(shell, '"Move which unit?", "3.0", refuse)', f'"Move?", "3.0", refuse, {shown})')
    told = shell.run(*RED, typed="bid 1\ndone\n").stdout
    assert "chances: hit 1/2 (50%)\nred: Move? (3.0)" in told


def test_without_any_input_the_game_is_saved_and_left(shell: Shell) -> None:
    done = shell.run(*RED, closed=True)
    assert done.returncode == 0
    assert "'wargame resume g.jsonl' continues" in done.stdout


def test_a_terminal_that_has_only_ascii(shell: Shell) -> None:
    done = shell.run("map", "skirmish", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "Town B....." in done.stdout
    assert "?" not in done.stdout
