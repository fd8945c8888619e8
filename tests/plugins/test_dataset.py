"""`wargame dataset`: examples to learn from, made of saved games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from wargame.core.engine.errors import SaveError
from wargame.core.engine.game import Game
from wargame.core.engine.result import Result
from wargame.plugins import new_game
from wargame.plugins.simulation.dataset import outcome, rows

from .shell import Shell

SHORT = {"last_year": 1901, "negotiation": False}


def short_game() -> Game:
    return new_game("diplomacy", seed=3, options=SHORT)


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """A whole game of one year, in which a person plays France."""
    game = short_game()
    game.players = dict.fromkeys(game.title.sides, "random") | {"FRANCE": "human"}
    game.save(tmp_path / "dip.jsonl")
    while game.decision is not None:
        game.apply(game.decision.actions[-1])
    return tmp_path / "dip.jsonl"


def test_each_answer_of_a_side_is_a_row(save: Path) -> None:
    game = short_game()
    found = list(rows(save))
    for row in found:
        question = game.decisions[row["side"]]
        assert (row["prompt"], row["rule"]) == (question.prompt, question.rule)
        assert row["legal"] == [str(action) for action in question.actions]
        assert row["view"] == json.loads(json.dumps(game.view(row["side"])))
        assert row["chosen"] in row["legal"]
        game.apply(row["chosen"], row["side"])
    assert game.result is not None
    assert {row["ending"] for row in found} == {game.result.text}
    assert {row["side"]: row["outcome"] for row in found} == {s: outcome(game.result, s) for s in game.title.sides}


def test_people_leaves_out_what_bots_answered(save: Path) -> None:
    assert len({row["side"] for row in rows(save)}) == 7
    found = list(rows(save, people=True))
    assert {(row["side"], row["by"]) for row in found} == {("FRANCE", "human")}


def test_hidden_cards_are_in_no_row_of_the_other_side(tmp_path: Path) -> None:
    game = new_game("paths_of_glory", seed=2)
    game.save(tmp_path / "pog.jsonl")
    for _ in range(40):
        assert game.decision is not None
        game.apply(game.decision.actions[0])
    for row in rows(tmp_path / "pog.jsonl"):
        other = {"ap": "cp", "cp": "ap"}[row["side"]]
        assert row["view"]["state"][f"{other}_cards"]["hand"] == []


@pytest.mark.parametrize(
    ("end", "expected"),
    [(None, None), (Result((), "4.1", "a draw"), 0.0), (Result(("red",), "4.1", "red"), 1.0),
     (Result(("blue",), "4.1", "blue"), -1.0), (Result(("red", "blue"), "4.1", "both"), 0.0)],
)  # fmt: skip
def test_how_a_game_ended_for_a_side(end: Result | None, expected: float | None) -> None:
    assert outcome(end, "red") == expected


def test_a_game_that_is_not_over_has_no_outcome(tmp_path: Path) -> None:
    game = short_game()
    game.save(tmp_path / "open.jsonl")
    assert game.decision is not None
    game.apply(game.decision.actions[0])
    assert [(row["outcome"], row["ending"]) for row in rows(tmp_path / "open.jsonl")] == [(None, None)]


def test_a_file_that_is_no_save_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text("nonsense\n")
    with pytest.raises(SaveError):
        list(rows(tmp_path / "x.jsonl"))


def test_the_command_writes_one_file_of_several_games(shell: Shell) -> None:
    for seed in ("1", "2"):
        shell.run("run", "skirmish", "--auto", "--seed", seed, "--save", f"{seed}.jsonl")
    done = shell.run("dataset", "1.jsonl", "2.jsonl", "--out", "all.jsonl")
    assert done.returncode == 0
    lines: list[dict[str, Any]] = [json.loads(line) for line in (shell.work / "all.jsonl").read_text().splitlines()]
    counts = [line["game"] for line in lines]
    assert done.stdout == "".join(f"{name}: {counts.count(name)} answers\n" for name in ("1.jsonl", "2.jsonl"))
    assert shell.run("dataset", "none.jsonl", "--out", "x").returncode == 1
    assert shell.run("dataset", "1.jsonl", "--out", "/dev/null/x").returncode == 1
