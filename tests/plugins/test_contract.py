"""The Python contract, line by line, with each of our titles, as somebody uses it who knows nothing else."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from wargame.core.engine.errors import IllegalAction, WargameError
from wargame.core.engine.game import Game
from wargame.plugins import list_titles, load_game, new_game

TITLES = ["diplomacy", "grand_illusion", "paths_of_glory", "traces_of_war", "when_eagles_fight"]
every_title = pytest.mark.parametrize("title", TITLES)


def step(game: Game, number: int) -> None:
    """Some answer, another with every number."""
    side = sorted(game.decisions)[number % len(game.decisions)]
    actions = game.decisions[side].actions
    game.apply(actions[number * 7 % len(actions)], side)


def played(title: str, steps: int = 25, **given: Any) -> Game:
    game = new_game(title, seed=7, **given)
    for number in range(steps):
        if not game.decisions:
            break
        step(game, number)
    return game


def test_all_titles_are_listed() -> None:
    assert set(TITLES) <= set(list_titles())


@every_title
def test_new_game_with_scenario_seed_and_options(title: str) -> None:
    default = new_game(title)
    for scenario in default.title.scenarios:
        game = new_game(title, scenario=scenario.id, seed=7, options={})
        assert (game.scenario, game.seed) == (scenario.id, 7)
        assert set(game.options) == {option.name for option in game.title.options}
    assert default.scenario == default.title.scenarios[0].id


@every_title
def test_the_open_question(title: str) -> None:
    game = played(title)
    assert game.decision is not None
    assert game.decision.side in game.title.sides
    assert game.decision.prompt
    assert game.decision.actions
    assert game.decisions[game.decision.side] is game.decision


@every_title
def test_an_action_or_its_text(title: str) -> None:
    one, two = played(title), played(title)
    assert one.decision is not None
    action = one.decision.actions[-1]
    one.apply(action)
    two.apply(str(action), side=two.decision.side if two.decision else None)
    assert one.digest() == two.digest()
    assert one.journal[-1].side in (*one.title.sides, "chance")


@every_title
def test_a_refused_answer_leaves_all_as_it_was(title: str) -> None:
    game = played(title)
    before, events = game.digest(), len(game.events)
    with pytest.raises(IllegalAction) as refused:
        game.apply("no such thing")
    assert refused.value.message
    with pytest.raises(IllegalAction, match="is not nobody who is asked now, but "):
        game.apply("done", side="nobody")
    assert (game.digest(), len(game.events)) == (before, events)


@every_title
def test_undo_takes_one_answer_back_with_its_dice(title: str) -> None:
    game = new_game(title, seed=7)
    seen = []
    for number in range(30):
        if not game.decisions:
            break
        seen.append((game.digest(), len(game.journal)))
        step(game, number)
    while seen:
        game.undo()
        assert (game.digest(), len(game.journal)) == seen.pop()
    with pytest.raises(IllegalAction, match="nothing to take back"):
        game.undo()


@every_title
def test_events_have_text_rule_and_fields(title: str) -> None:
    game = played(title, 60)
    assert game.events
    for event in game.events:
        assert event.text
        assert isinstance(event.rule, str)
        assert isinstance(event.fields, dict)


@every_title
def test_the_view_of_each_side_is_json(title: str) -> None:
    game = played(title)
    for side in game.title.sides:
        assert json.loads(json.dumps(game.view(side)))["title"] == title
    with pytest.raises(WargameError, match=r"has no side 'nobody'; it has: "):
        game.view("nobody")


@every_title
def test_a_position_is_json_and_the_game_goes_on_from_it(title: str) -> None:
    game = played(title)
    again = new_game(title, position=json.loads(json.dumps(game.position())))
    assert again.digest() == game.digest()
    for number in range(5):
        step(game, number)
        step(again, number)
    assert again.digest() == game.digest()


@every_title
def test_a_saved_game_is_loaded_and_goes_on_in_its_file(title: str, tmp_path: Path) -> None:
    game = played(title)
    game.save(tmp_path / "game")
    step(game, 1)
    again = load_game(tmp_path / "game")
    assert again.digest() == game.digest()
    assert [e.text for e in again.events] == [e.text for e in game.events]
    step(again, 2)
    assert load_game(str(tmp_path / "game")).digest() == again.digest()


@every_title
def test_with_manual_dice_a_roll_is_a_question_to_chance(title: str) -> None:
    game = new_game(title, dice="manual")
    for number in range(400):
        if game.decision is not None and game.decision.side == "chance":
            break
        step(game, number)
    else:
        assert title == "diplomacy"  # it has no dice
        return
    assert game.decision is not None
    action = game.decision.actions[0]
    game.apply(str(action), "chance")
    assert game.journal[-1].as_list() == ["chance", str(action)]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"scenario": "x"}, "Diplomacy has no scenario 'x'; it has: "),
        ({"options": {"x": 1}}, "Diplomacy has no option 'x'; it has: "),
        ({"options": {"last_year": "soon"}}, "Option last_year cannot be 'soon'; it takes: "),
        ({"dice": "loaded"}, "Dice are 'seeded' or 'manual', not 'loaded'"),
        ({"seed": "x"}, "A seed is a whole number, not 'x'"),
        ({"position": {}}, "The position cannot be read"),
        ({"position": [1]}, r"The position cannot be read: it is not what game\.position\(\) gives"),
        ({"position": {"format": 1, "title": "chess"}}, "The position is not one of Diplomacy in format 1"),
        ({"data": "/no/such/folder"}, "The data folder /no/such/folder does not exist"),
        ({"variants": ["x"]}, "Diplomacy has no variant 'x'; there are: "),
    ],
)
def test_what_cannot_be_played_is_one_sentence(given: dict[str, Any], said: str) -> None:
    with pytest.raises(WargameError, match=said):
        new_game("diplomacy", **given)


@pytest.mark.parametrize(
    ("title", "file", "old", "new"),
    [
        ("traces_of_war", "setup.csv", "\nSU-I-50,", "\n9999,"),  # a unit that is not there
        ("diplomacy", "edges.csv", "\nADR,", "\n9999,"),  # a province that is not there
    ],
)
def test_data_that_do_not_fit_together_are_one_sentence_with_file_and_line(
    title: str, file: str, old: str, new: str, tmp_path: Path
) -> None:
    text = (Path(__file__).parents[2] / "games" / title / "data" / file).read_text()
    assert old in text
    (tmp_path / file).write_text(text.replace(old, new))
    line = text[: text.index(old) + 1].count("\n") + 1
    with pytest.raises(WargameError) as said:
        new_game(title, data=tmp_path)
    told = str(said.value)
    assert told.startswith(f"{tmp_path / file}, line {line}: column '")
    assert "cannot be '9999'; there are: " in told


HEAVY = """
import sys
import wargame.plugins
from wargame.plugins import list_titles, load_game, new_game
loaded = set(sys.modules)
assert not loaded & {"networkx", "cattrs", "rich"}, loaded & {"networkx", "cattrs", "rich"}
new_game("diplomacy").decision.actions
assert "networkx" not in sys.modules
"""


def test_heavy_modules_are_imported_only_where_they_are_used() -> None:
    done = subprocess.run([sys.executable, "-c", HEAVY], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
