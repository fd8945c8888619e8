"""Bad input at the table: refused with the rule number in one sentence, the game left as it was."""

from __future__ import annotations

from typing import Any

import pytest

from wargame.core.engine.errors import IllegalAction
from wargame.core.engine.game import Game
from wargame.games.paths_of_glory.actions import Group

from .support import put, started


def refused(game: Game, answer: Any) -> tuple[str, str]:
    """The rule and the sentence with which an answer is refused; the game must not have changed."""
    before, asked = game.digest(), game.decision
    with pytest.raises(IllegalAction) as error:
        game.apply(answer)
    assert game.digest() == before
    assert game.decision is asked
    text = str(error.value)
    assert "\n" not in text
    return error.value.rule, text


def empty_map(game: Game) -> Any:
    s: Any = game.state
    for unit in [u for u, x in s.units.items() if x.at in s.data.spaces]:
        s.eliminate(unit)
    return s


def to_next_cp_action(game: Game) -> None:
    game.apply("automatic")
    game.apply("done")


@pytest.mark.rule("9.4.3")
def test_two_rp_cards_in_a_row() -> None:
    game = started()
    game.apply("play cp_02 rp")
    to_next_cp_action(game)
    assert refused(game, "play cp_03 rp")[0] == "9.4.3"
    game.apply("play cp_03 ops")


@pytest.mark.rule("9.3.3")
def test_two_sr_cards_in_a_row() -> None:
    game = started()
    game.apply("play cp_02 sr")
    game.apply("done")
    to_next_cp_action(game)
    assert refused(game, "play cp_03 sr")[0] == "9.3.3"


@pytest.mark.rule("14.3.1")
def test_activating_a_space_out_of_supply() -> None:
    game = started()
    s = empty_map(game)
    put(s, "paris", "ge_1")
    game.apply("play cp_02 ops")
    rule, text = refused(game, "activate paris move")
    assert rule == "14.3.1"
    assert "out of supply" in text


@pytest.mark.rule("15.1.10")
def test_germans_attacking_a_russian_fort_before_oberost() -> None:
    game = started()
    s = empty_map(game)
    put(s, "tannenberg", "ge_8")
    put(s, "lomza", "ru_2")
    put(s, "plock", "ru_corps.1")
    game.apply("play cp_02 ops")
    game.apply("activate tannenberg attack")  # Plock has no fort
    game.apply("done")
    assert refused(game, "attack lomza")[0] == "15.1.10"


@pytest.mark.rule("13.1.7")
def test_armies_by_sea() -> None:
    game = started()
    s = empty_map(game)
    put(s, "kiel", "ge_1", "ge_corps.1")
    for x in s.data.solid["memel"]:
        s.control[x] = "ap"
    s.changed()
    game.apply("play cp_06 sr")
    game.apply("redeploy ge_corps.1")
    game.apply("place ge_corps.1 memel")  # a corps may
    game.apply("done")
    to_next_cp_action(game)
    game.apply("automatic")
    game.apply("done")
    to_next_cp_action(game)
    game.apply("play cp_07 sr")
    game.apply("redeploy ge_1")
    assert refused(game, "place ge_1 memel")[0] == "13.1.7"


@pytest.mark.rule("9.1.3", "9.5.4.1")
def test_cards_not_held_combat_cards_as_events_and_unknown_uses() -> None:
    game = started()
    assert refused(game, "play cp_14 ops")[0] == "9.1.3"
    assert refused(game, "play ap_01 ops")[0] == "9.1.3"
    assert refused(game, "play cp_99 ops")[0] == "9.1.3"
    assert refused(game, "play cp_02 event")[0] == "9.5.4.1"
    assert refused(game, "play cp_02 tea")[0] == "9.1.3"
    assert refused(game, "offer peace")[0] == "16.5.1.1"


@pytest.mark.rule("9.5.3.1")
def test_reinforcements_on_turn_1() -> None:
    assert refused(started(), "play cp_07 event")[0] == "9.5.3.1"


@pytest.mark.rule("11.1.3", "11.1.4")
def test_marching_where_there_is_no_line() -> None:
    game = started()
    game.apply("play cp_02 ops")
    game.apply("activate bremen move")
    game.apply("done")
    game.apply("move ge_corps.9")
    assert refused(game, "to paris")[0] == "11.1.4"
    assert refused(game, "to nowhere")[0] == "11.1.3"
    assert refused(game, "stop")[0] != ""


@pytest.mark.rule("9.2.6", "9.2.5", "11.1.1", "9.2.8", "12.1.1")
def test_boxes_strangers_and_nonsense_are_refused_by_a_rule_everywhere() -> None:
    game = started()
    game.apply("play cp_06 ops")
    for space in ("cp_reserve", "ap_eliminated", "nowhere", "ge_1", "cp_06"):
        assert refused(game, f"activate {space} move")[0] == "9.2.6"
        assert refused(game, f"activate {space} attack")[0] == "9.2.6"
    assert refused(game, "activate aachen tea")[0] == "9.2.5"
    game.apply("activate bremen move")
    game.apply("activate aachen attack")
    game.apply("done")
    assert refused(game, "move ge_corps.9+ge_corps.9")[0] == "11.1.1"
    assert refused(game, Group(()))[0] == "11.1.1"
    for unit in ("ge_corps.1", "ah_corps.1", "fr_1", "nobody", "berlin", "cp_reserve"):
        assert refused(game, f"move {unit}")[0] == "9.2.8"
    game.apply("done")
    for space in ("cp_reserve", "nowhere", "ge_1"):
        assert refused(game, f"attack {space}")[0] == "12.1.3"
    game.apply("attack liege")
    for unit in ("ge_corps.1", "fr_1", "nobody", "berlin", "cp_reserve"):
        assert refused(game, f"with {unit}")[0] == "12.1.1"
    assert refused(game, "fight")[0] == "12.2.2"


@pytest.mark.rule("13.1.1", "13.1.6", "13.1.8")
def test_redeployment_refuses_boxes_strangers_and_nonsense() -> None:
    game = started()
    game.apply("play cp_06 sr")
    for unit in ("nobody", "fr_1", "berlin", "cp_reserve"):
        assert refused(game, f"redeploy {unit}")[0] == "13.1.1"
    game.apply("redeploy ge_corps.1")
    for place, rule in (("nowhere", "13.1.6"), ("ap_reserve", "13.1.6"), ("cp_reserve", "13.1.9"), ("paris", "13.1.8")):
        assert refused(game, f"place ge_corps.1 {place}")[0] == rule
    assert refused(game, "place ge_2 berlin")[0] == "13.1.1"
