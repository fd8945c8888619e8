"""One whole game of greedy bots a scenario, kept and replayed: what changes the course of a game shows here."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import cast

import pytest

from wargame.core.engine import journal
from wargame.games.paths_of_glory.model import State
from wargame.plugins import load_game, new_game

GOLDEN = Path(__file__).parent / "golden"
RESULTS = {
    "campaign": "ap wins (5.5.2.2): the last turn is over with 4 VP",
    "limited_war": "ap wins (5.4.2): the last turn is over with 12 VP",
    "introductory": "ap wins (5.3.4): the last turn is over with 9 VP",
}


@pytest.mark.parametrize("scenario", RESULTS)
def test_golden_journal_replays_to_its_result(scenario: str, tmp_path: Path) -> None:
    path = tmp_path / f"{scenario}.journal"
    shutil.copy(GOLDEN / path.name, path)
    game = load_game(path)
    assert not game.warnings
    assert game.scenario == scenario
    assert [a.as_list() for a in game.journal] == [a.as_list() for _, a in journal.read(path).answers]
    assert game.result is not None
    assert game.result.text == RESULTS[scenario]


def test_a_game_saved_in_mid_battle_goes_on(tmp_path: Path) -> None:
    game = load_game(shutil.copy(GOLDEN / "mid_battle.journal", tmp_path))
    assert not game.warnings
    question = game.decision
    assert question is not None
    assert (question.side, question.rule) == ("ap", "12.4.3")
    assert [str(a) for a in question.actions] == ["lose fr_4", "lose fr_3"]
    game.apply("lose fr_4")
    assert [game.state.units[u].steps for u in ("fr_3", "fr_4")] == [2, 1]
    assert game.decision is not None
    assert game.decision.prompt.startswith("Attack which space")


def test_a_game_saved_by_the_first_version_still_loads(tmp_path: Path) -> None:
    """Never make this file anew: its state had other fields."""
    game = load_game(shutil.copy(GOLDEN.with_name("saves") / "version_1.journal", tmp_path))
    assert "another version" in game.warnings[0]
    assert len(game.journal) == 100
    assert game.decision is not None
    assert [str(a) for a in game.decision.actions] == ["lose fr_4", "lose fr_3"]


def test_a_position_of_the_first_version_is_read_with_its_facts_as_values() -> None:
    position = new_game("paths_of_glory", seed=1).position()
    state = position["state"]
    for field in ("gone", "raided", "reinforced", "leaving", "sallied", "sud"):
        del state[field]
    state["limits"] = ["ana:medina", "leaving:metz", "reinforced:fr", "ru_caucasus", "sallied:ge_1", "sud"]
    state["played"] = {"cp_32": 1, "gone:br_corps.3": 1}
    s = cast(State, new_game("paths_of_glory", position=position).state)
    assert (s.raided, s.leaving, s.reinforced, s.sallied) == ({"medina"}, "metz", {"fr"}, {"ge_1"})
    assert (s.limits, s.sud, s.gone, s.played) == ({"ru_caucasus"}, True, {"br_corps.3"}, {"cp_32": 1})
