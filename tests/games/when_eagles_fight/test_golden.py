"""Golden journals: one whole bot game a scenario, kept and replayed. A change of rules or data that alters one is told
in the commit that makes it anew (`wargame run when_eagles_fight --auto --scenario S --seed N --save F`)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import wargame.games.when_eagles_fight as plugin
from wargame.core.engine.game import Game
from wargame.games.when_eagles_fight.model import Owed
from wargame.plugins import load_game
from wargame.plugins.manager import HookRules

from .support import DATA, TITLE, new

GOLDEN = Path(__file__).parent / "golden"
ENDS = {  # rule of the end, turn, answers
    "historical": ("4.3", 20, 2330),
    "free_setup": ("4.3", 23, 2690),
    "plan_19": ("4.3", 24, 2519),
    "schlieffen_east": ("17.0", 3, 341),
}


@pytest.mark.parametrize("scenario", DATA.scenarios)
def test_golden_journal_replays_to_its_end(scenario, tmp_path):
    path = Path(shutil.copy(GOLDEN / f"{scenario}.journal", tmp_path))
    game = load_game(path)
    assert game.warnings == []
    assert game.scenario == scenario
    assert (game.result.rule, game.state.turn, len(game.journal)) == ENDS[scenario]


def test_a_game_saved_in_mid_battle_goes_on(tmp_path):
    game = load_game(shutil.copy(GOLDEN / "mid_battle.journal", tmp_path))
    assert (game.warnings, game.decision.side, game.decision.rule) == ([], "ru", "13.21")
    assert [str(a) for a in game.decision.actions] == ["lose RU-1", "retreat"]
    for answer in ("retreat", "retreat RU-1 2218", "lose GE-20", "advance GE-20 2317"):
        game.apply(answer)
    assert (game.state.units["RU-1"].at, game.state.units["GE-20"].at) == ("2218", "2317")


def test_a_game_saved_by_the_first_version_still_loads(tmp_path):
    """Never make this file anew: its state had other fields."""
    game = load_game(shutil.copy(GOLDEN.with_name("saves") / "version_1.journal", tmp_path))
    assert "another version" in game.warnings[0] if game.warnings else True
    assert (len(game.journal), game.decision.side, game.decision.rule) == (44, "ru", "13.21")


@pytest.mark.rule("10.18")
def test_a_position_of_the_first_version_is_read_with_withdrawals_as_values():
    position = new().position()
    position["state"]["owed"] = {"german 14": 4, "russian G": 1, "artillery never": 1}
    assert Game(TITLE, HookRules(TITLE, [plugin]), position=position).state.owed == (
        Owed("german", 4, turn=14), Owed("russian", 1, event="G"), Owed("artillery", 1),
    )  # fmt: skip
