"""The game: asking, answering, undo, positions, views, saving."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from wargame.core.engine import journal
from wargame.core.engine.actions import DONE, Dice
from wargame.core.engine.errors import BrokenTitle, IllegalAction, NotUnderstood, SaveError, WargameError
from wargame.core.engine.game import Game
from wargame.core.engine.questions import Roll
from wargame.core.engine.sequence import Phase, Sequence
from wargame.core.engine.state import Unit
from wargame.core.title.title import Title
from wargame.plugins import hookimpl
from wargame.plugins.manager import HookRules, make_manager

from .skirmish import Bid, Move, Skirmish, State, move_one
from .support import skirmish as new


def after_bids(**given: Any) -> Game:
    game = new(**given)
    for side in ("red", "blue"):
        game.apply("bid 2", side)
        game.apply(DONE, side)
    return game


def play(game: Game, seed: int, most: int = 500) -> Game:
    choice = random.Random(seed)
    for _ in range(most):
        if not game.decisions:
            break
        side = choice.choice(sorted(game.decisions))
        game.apply(choice.choice(game.decisions[side].actions), side)
    return game


def test_sides_are_asked_at_once_and_unseen() -> None:
    game = new()
    assert list(game.decisions) == ["red", "blue"]
    blue = game.view("blue")
    game.apply("bid 3", "red")
    assert game.view("blue") == blue
    assert game.events_for("blue") == []


def test_a_side_sees_its_own_question_and_a_moderator_all() -> None:
    game = new()
    assert list(game.view("blue")["questions"]) == ["blue"]
    assert list(game.view(None)["questions"]) == ["red", "blue"]
    game.apply("bid 3", "red")
    game.apply("done", "red")
    assert game.view("red")["questions"] == {}
    assert game.view("red")["asked"] == ["blue"]


def test_chance_may_be_asked_first_and_units_may_be_set_up_without_verbs() -> None:
    class Early(Skirmish):
        @hookimpl
        def wargame_setup(self, title: Title, scenario: str, options: Any) -> State:
            return State(title=title, units={"r1": Unit("r1", "A"), "b1": Unit("b1", "E")})

        @hookimpl
        def wargame_phases(self, state: State) -> Sequence:
            return Sequence("turn", Phase("weather", self.weather), Phase("moves", move_one, side="red", repeat=True))

        def weather(self, s: State) -> Any:
            s.tracks["weather"] = (yield Roll()).total

    plugin = Early()
    title = make_manager([plugin]).hook.wargame_title(overlay=None)
    game = Game(title, HookRules(title, [plugin]), seed=1)
    assert [a.side for a in game.journal] == ["chance"]
    assert game.state.tracks["weather"] in range(1, 7)
    assert game.state.units_at("A") == ("r1",)
    assert list(game.decisions) == ["red"]
    with pytest.raises(IllegalAction, match="nothing to take back"):
        game.undo()


def test_chance_answers_by_itself_and_is_in_the_journal() -> None:
    game = after_bids(seed=3)
    assert [a.side for a in game.journal[-2:]] == ["chance", "chance"]
    assert len(game.state.pile("hand:red")) == 1


def test_the_same_seed_gives_the_same_game() -> None:
    assert play(new(seed=5), 1).digest() == play(new(seed=5), 1).digest()


def test_manual_dice_are_questions_to_chance() -> None:
    game = after_bids(dice="manual")
    question = game.decision
    assert question is not None
    assert question.side == "chance"
    game.apply("draw king")
    game.apply("draw ace")
    for text in ("move r1 B", "done", "done", "move r1 C", "done", "done", "move r1 D", "done", "move b1 D"):
        game.apply(text)
    with pytest.raises(IllegalAction, match=r"not 1 dice of 6 faces"):
        game.apply("7")
    game.apply("4")
    assert game.journal[-1].action == Dice((4,))
    assert game.state.units_at("D") == ("b1",)


def test_an_illegal_answer_says_why_and_changes_nothing() -> None:
    game = after_bids()
    game.apply("move r1 B")
    before = game.digest()
    with pytest.raises(IllegalAction) as caught:
        game.apply("move r1 C")
    assert (caught.value.rule, caught.value.message) == ("3.1", "r1 has already moved.")
    with pytest.raises(NotUnderstood, match="'fly r1' is not an action"):
        game.apply("fly r1")
    with pytest.raises(IllegalAction, match="not blue who is asked"):
        game.apply("done", "blue")
    assert game.digest() == before


def test_letter_case_does_not_matter() -> None:
    game = after_bids()
    game.apply("MOVE R1 b")
    assert game.state.units["r1"].at == "B"


def test_a_bug_in_a_procedure_leaves_the_game_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    game = after_bids()
    before = game.digest()
    monkeypatch.setattr("tests.core.skirmish.State.move", lambda *a: 1 / 0, raising=False)
    with pytest.raises(BrokenTitle, match=r"Mistake in phase 'red moves' of Skirmish .*ZeroDivisionError") as caught:
        game.apply("move r1 B")
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    monkeypatch.undo()
    assert game.digest() == before
    game.apply("move r1 B")


@pytest.mark.parametrize("seed", range(10))
def test_undo_is_the_inverse_of_apply(seed: int) -> None:
    game = new(seed=seed)
    hashes = [game.digest()]
    choice = random.Random(seed)
    while game.decisions:
        side = choice.choice(sorted(game.decisions))
        game.apply(choice.choice(game.decisions[side].actions), side)
        hashes.append(game.digest())
    events = len(game.events)
    while len(hashes) > 1:
        assert game.digest() == hashes.pop()
        game.undo()
    assert game.digest() == hashes[0]
    assert events > len(game.events)
    with pytest.raises(IllegalAction, match="nothing to take back"):
        game.undo()


def test_undo_of_one_side_keeps_what_the_others_answered() -> None:
    game = new()
    game.apply("bid 1", "red")
    game.apply("bid 3", "blue")
    game.undo("red")
    assert [a.as_list() for a in game.journal] == [["blue", "bid 3"]]
    assert game.decisions["blue"].prompt == "Correct it or done?"
    assert game.decisions["red"].prompt == "Bid?"


def test_undo_stops_at_dice_in_a_loaded_game_too(tmp_path: Path) -> None:
    game = after_bids(seed=3)
    game.save(tmp_path / "g")
    game.apply("move r1 B", "red")
    stop = game.undo_stop
    saved = journal.load(journal.read(tmp_path / "g"), lambda position: new(seed=3))
    assert saved.undo_stop == stop == 6
    saved.undo(free=False)
    with pytest.raises(IllegalAction, match="Dice have fallen"):
        saved.undo(free=False)
    assert len(saved.journal) == 6


def test_a_game_says_when_sides_answer_at_once() -> None:
    game = new()
    game.apply("bid 2", "red")
    game.apply(DONE, "red")
    assert list(game.decisions) == ["blue"]
    assert game.at_once
    assert not after_bids().at_once


def test_undo_stops_at_dice_and_reveals_unless_free() -> None:
    game = after_bids()
    assert not game.may_undo()
    with pytest.raises(IllegalAction, match="cannot be taken back"):
        game.undo(free=False)
    game.apply("move r1 B")
    game.undo(free=False)
    game.undo()
    assert "red" in game.decisions or "blue" in game.decisions


@pytest.mark.parametrize("seed", range(5))
def test_a_position_continues_as_the_game_would(seed: int) -> None:
    game = play(new(seed=seed), seed, most=3 + seed * 3)
    position = json.loads(json.dumps(game.position()))
    again = new(position=position)
    assert again.digest() == game.digest()
    assert play(again, 9).digest() == play(game, 9).digest()


def test_a_bad_position_is_one_sentence() -> None:
    with pytest.raises(WargameError, match="cannot be read"):
        new(position={"format": 1, "title": "skirmish"})


def test_views_hide_hands_and_the_generator() -> None:
    game = after_bids()
    seen = game.view("red")["state"]
    assert "rng" not in seen
    assert isinstance(seen["piles"]["hand:red"], list)
    assert seen["piles"]["hand:blue"] == 1
    assert game.events_for("red") != game.events_for("blue")


def test_a_fork_for_a_side_draws_anew_what_it_cannot_know() -> None:
    game = after_bids()
    mine = game.state.pile("hand:red")
    theirs = {game.fork("red", seed).state.pile("hand:blue") for seed in range(20)}
    assert len(theirs) > 1
    assert all(game.fork("red", seed).state.pile("hand:red") == mine for seed in range(5))
    assert game.fork().digest() == game.digest()


def test_the_game_ends_with_a_result_by_rule() -> None:
    game = play(new(seed=1), 2)
    assert game.result is not None
    assert game.result.rule in ("4.1", "4.2")
    assert game.decision is None
    with pytest.raises(IllegalAction, match="game is over"):
        game.apply("done")


def test_unknown_scenarios_and_options_are_named() -> None:
    with pytest.raises(WargameError, match="no scenario 'x'; it has: basic, long"):
        new(scenario="x")
    with pytest.raises(WargameError, match="no option 'x'; it has: last_turn, fog"):
        new(options={"x": 1})
    with pytest.raises(WargameError, match="last_turn cannot be 'soon'; it takes: a whole number"):
        new(options={"last_turn": "soon"})
    assert new(options={"fog": "yes"}).options == {"last_turn": 3, "fog": True}


def test_a_position_without_an_option_that_is_newer_is_continued_with_its_default() -> None:
    position = new(options={"last_turn": 2}).position()
    for options in (position["options"], position["state"]["options"]):
        del options["fog"]
    game = new(position=position)
    assert game.state.option("fog") is new().state.option("fog")
    assert game.state.options == game.options == {"last_turn": 2, "fog": False}


# --- the save file -------------------------------------------------------------------------------------------------


def load(path: Path) -> Game:
    saved = journal.read(path)

    def make(position: Any) -> Game:
        return new(seed=saved.header["seed"], options=saved.header["options"], position=position)

    return journal.load(saved, make)


def test_a_saved_game_is_the_same_game(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = new(seed=4)
    game.save(path)
    play(game, 4, most=9)
    assert load(path).digest() == game.digest()
    game.undo()
    assert load(path).digest() == game.digest()


def test_a_loaded_game_goes_on_in_its_file(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = new(seed=4)
    game.save(path)
    again = load(path)
    again.apply("bid 1", "red")
    assert load(path).digest() == again.digest()


def test_a_torn_last_line_is_dropped_with_a_warning(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = new()
    game.save(path)
    game.apply("bid 1", "red")
    with path.open("a") as file:
        file.write('["blue", "bi')
    again = load(path)
    assert again.digest() == game.digest()
    assert "torn" in again.warnings[0]
    again.apply("bid 2", "blue")
    assert load(path).warnings == []


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{}", "line 3: this line does not belong"),
        ("nonsense", "line 3: not a line of a save file"),
        ('["red","move r1 B"]', "line 3: 'move r1 B' cannot be played here"),
        ('{"hash":"0","answers":1}', "line 3: the game replays to another position"),
    ],
)
def test_anything_else_wrong_is_refused_with_its_line(tmp_path: Path, line: str, said: str) -> None:
    path = tmp_path / "game.jsonl"
    game = new()
    game.save(path)
    game.apply("bid 1", "red")
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines, line, '["red","done"]', ""]))
    with pytest.raises(SaveError, match=said):
        load(path)


def test_a_save_of_another_version_continues_from_its_last_position(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = after_bids(seed=2)
    game.apply(Move("r1", "B"))
    head = {**journal.header(game), "version": "0"}
    lines = [head, ["red", "bid 9"], {"position": game.position(), "answers": 1}, ["red", "done"]]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    again = load(path)
    game.apply("done")
    assert again.digest() == game.digest()
    assert "continues from the position in line 3" in again.warnings[0]


def test_actions_write_and_parse_back() -> None:
    game = new()
    for one in (Move("r1", "B"), Bid(2), DONE, Dice((1, 6))):
        assert game.title.notation.parse(str(one)) == one


def test_what_goes_on_after_another_version_is_saved_anew(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = after_bids(seed=2)
    head = {**journal.header(game), "version": "0"}
    lines = [head, ["red", "bid 9"], {"position": game.position(), "answers": 1}]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    again = load(path)
    again.apply("move r1 B")
    assert load(path).digest() == again.digest()
    assert load(path).warnings == []
    assert (tmp_path / "game.jsonl.old").exists()
