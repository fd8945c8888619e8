"""Games in which chance is asked before any side: its answers are in the journal and replay from there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from wargame.core.engine import journal
from wargame.core.engine.actions import DONE
from wargame.core.engine.game import Game
from wargame.core.engine.questions import Procedure, Roll
from wargame.core.engine.sequence import Phase
from wargame.core.engine.state import State

from .support import ask, phases


def rolls(state: State) -> Procedure[Any]:
    first = yield Roll(1, 6)
    second = yield Roll(1, 6)
    state.tracks["rolled"] = 10 * first.total + second.total


def new(**given: Any) -> Game:
    asking = Phase("asking", lambda state: ask("red"), repeat=True)
    return phases(Phase("rolling", rolls), asking, **{"seed": 5, **given})


def test_chance_answers_before_any_side_is_asked() -> None:
    game = new()
    assert [answer.side for answer in game.journal] == ["chance", "chance"]
    assert list(game.decisions) == ["red"]


def test_a_new_game_replays_the_journal_of_another() -> None:
    game = new()
    game.apply("pass")
    again = new()
    for answer in game.journal:
        again.replay([answer])
    assert again.digest() == game.digest()
    assert [a.as_list() for a in again.journal] == [a.as_list() for a in game.journal]


def test_it_is_saved_and_loaded(tmp_path: Path) -> None:
    game = new()
    game.save(tmp_path / "game.jsonl")
    game.apply("pass")
    again = journal.load(journal.read(tmp_path / "game.jsonl"), lambda position: new(position=position))
    assert again.digest() == game.digest()
    assert len(again.journal) == 3
    again.apply(DONE)
    assert len((tmp_path / "game.jsonl").read_text().splitlines()) >= 5


def test_undo_and_copies_leave_the_opening_alone() -> None:
    game = new()
    game.apply("pass")
    game.undo()
    assert len(game.journal) == 2
    assert game.state.tracks == new().state.tracks
    assert game.fork().digest() == game.digest()
    assert new(position=game.position()).state.tracks == game.state.tracks
