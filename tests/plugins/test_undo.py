"""Taking back, as people at a match may: their own answers, not what others did or showed, unless these agree."""

from __future__ import annotations

import json
from typing import Any

import pytest

from wargame.core.engine.errors import IllegalAction
from wargame.core.engine.game import Game
from wargame.plugins.match.match import Match
from wargame.plugins.match.setup import Setup, make_match

from .shell import Shell, answers

TWO = ("run", "skirmish", "--seed", "7", "--side", "red=human", "--side", "blue=human", "--save", "g")
MOVED = "bid 1\ndone\nbid 1\ndone\nmove r1 B\ndone\n"


def test_what_another_person_answered_stays_in_a_pipe(shell: Shell) -> None:
    told = shell.run(*TWO, typed=f"{MOVED}undo\n").stdout
    assert "Refused: red answered last; that is taken back only if red agrees." in told
    assert answers(shell.work / "g")[-1] == ["red", "done"]


@pytest.mark.parametrize("word", ["y", "n"])
def test_at_one_table_the_other_person_is_asked_to_agree(shell: Shell, word: str) -> None:
    shell.run(*TWO, typed=MOVED)
    person = shell.at_terminal("resume", "g", "--side", "red=human", "--side", "blue=human")
    person.see("> ")
    person.type("undo")
    person.see("red answered last. red: do you agree to take it back? (y/n) ")
    told = person.told(word) if word == "n" else person.see_after(word, "Press Enter when only red is looking.")
    assert ("Taken back." in told) is (word == "y")
    lines = (shell.work / "g").read_text().splitlines()
    assert ('{"undo":' in lines[-1]) is (word == "y")


def test_ones_own_last_answer_needs_nobody(shell: Shell) -> None:
    told = shell.run(*TWO, typed=f"{MOVED.removesuffix('done' + chr(10))}undo\n").stdout
    assert "Taken back." in told


def test_with_free_undo_nobody_is_asked(shell: Shell) -> None:
    assert "Taken back." in shell.run(*TWO, "--free-undo", typed=f"{MOVED}undo\n").stdout


def test_an_answer_that_was_given_by_itself_goes_back_with_the_one_before(shell: Shell) -> None:
    still = ("--option", "last_turn=9", "--side", "red=human", "--side", "blue=random")
    source = (shell.folder / "skirmish.py").read_text()
    start = "    own = [u for u in s.units"
    (shell.folder / "skirmish.py").write_text(
        source.replace(start, f'    if side == "blue":\n        return DONE\n{start}')
    )
    typed = "bid 1\ndone\nmove r1 B\nmove r2 B\nundo\n"
    told = shell.run("run", "skirmish", "--seed", "7", *still, "--save", "g", typed=typed).stdout
    assert "red: done (no other answer to: Move which unit?)" in told
    assert "Taken back." in told
    assert json.loads((shell.work / "g").read_text().splitlines()[-1]) == {"undo": 7}
    assert answers(shell.work / "g")[7] == ["red", "move r2 B"]


def test_the_only_answer_is_asked_where_dice_would_end_undo(shell: Shell) -> None:
    path, start = shell.folder / "skirmish.py", "    own = [u for u in s.units"
    source = path.read_text().replace(start, f'    if side == "blue":\n        return DONE\n{start}')
    source = source.replace(
        "        roll = yield Roll", '        yield Choose(side, [DONE], "Fight?", "3.2")\n        roll = yield Roll'
    )
    path.write_text(source)
    sides = ("--option", "last_turn=9", "--side", "red=human", "--side", "blue=random")
    march = "".join(f"move r1 {to}\ndone\n" for to in "BCD")
    told = shell.run("run", "skirmish", "--seed", "7", *sides, typed=f"bid 1\ndone\n{march}move r1 E\nundo\n").stdout
    assert "red: Fight? (3.2)  (Enter: done, ? helps)" in told
    assert "Taken back." in told


def test_a_hand_over_shows_what_changed_and_not_the_whole_map(shell: Shell) -> None:
    person = shell.at_terminal(*TWO)
    for line in ("bid 1", "done", "", "bid 1", "done", "", "move r1 B", "done"):
        person.see("looking. " if not line else "> ")
        person.type(line)
    person.see("Press Enter when only blue is looking. ")
    shown = person.told("")
    assert "What happened since you looked ('map' draws the map):" in shown
    assert "r1: A - B (3.0)" in shown
    assert "Town" not in shown
    assert "Town B R/r1" in person.told("map")


class Plays:
    """A bot that answers with the first answer that contains a word, else the last."""

    def __init__(self, word: str) -> None:
        self.word = word

    def choose(self, game: Game, side: str) -> Any:
        actions = game.decisions[side].actions
        return next((action for action in actions if self.word in str(action)), actions[-1])


def paths_of_glory(bot: str) -> Match:
    """The Central Powers have played a card; the Allied bot has answered in a round of its own."""
    match = make_match(
        Setup("paths_of_glory", sides={"cp": "human"}, seed=7).new_game(),
        Setup("paths_of_glory", sides={"cp": "human"}),
    )
    match.players["ap"] = Plays(bot)
    match.let_bots_answer()
    game = match.game
    start = game.state.turn
    while True:
        question = game.decisions["cp"]
        plays = [action for action in question.actions if str(action).startswith("play") and str(action).endswith("rp")]
        match.answer(plays[0] if plays else question.actions[-1], "cp")
        match.let_bots_answer()
        if plays or game.state.turn > start:
            return match


def test_a_card_that_a_bot_showed_stops_undo() -> None:
    match = paths_of_glory("rp")
    before = list(match.game.journal)
    assert any(str(answer.action).startswith("play") and answer.side == "ap" for answer in before)
    with pytest.raises(IllegalAction, match="A card was played that was hidden before"):
        match.take_back("cp")
    assert match.game.journal == before
    match.free_undo = True
    match.take_back("cp")
    assert len(match.game.journal) < len(before)


def test_what_a_bot_answered_without_showing_anything_goes_back_with_ones_own_answer() -> None:
    match = paths_of_glory("automatic")
    before = list(match.game.journal)
    assert before[-1].side == "ap"
    match.take_back("cp")
    assert str(before[len(match.game.journal)].action).startswith("play")
