"""Counters, set-up, control (2.11 - 3.9)."""

from __future__ import annotations

import re

import pytest

from wargame.core.engine.actions import DONE
from wargame.core.engine.errors import DataError
from wargame.games.when_eagles_fight.odds import calculate
from wargame.games.when_eagles_fight.printed import HERE, load
from wargame.games.when_eagles_fight.scenarios import set_up, waiting
from wargame.games.when_eagles_fight.synchronised import has_strong_austrians, synchronised, together

from .support import DATA, at, board, new, offered, refuse, tell

FLAT = "2124"  # clear, no river, both sides in supply next to it


@pytest.mark.rule("2.11")
def test_two_step_unit_is_turned_over_and_then_lost():
    state = board({FLAT: "GE-1"})
    assert state.factors("GE-1") == (6, 7, 4)
    state.lose_step("GE-1", "13.23")
    assert (state.units["GE-1"].at, state.factors("GE-1")) == (FLAT, (4, 5, 4))
    state.lose_step("GE-1", "13.23")
    assert state.units["GE-1"].at == "dead_pile"


@pytest.mark.rule("2.11")
def test_one_step_unit_is_lost_at_once():
    state = board({FLAT: "RU-1"})
    state.lose_step("RU-1", "13.23")
    assert state.units["RU-1"].at == "dead_pile"


@pytest.mark.rule("2.12")
def test_austro_hungarian_comes_back_on_its_back_as_often_as_it_is_lost():
    state = board({"2226": "AH-1"}, tracks={"german": 0, "austro_hungarian": 2, "russian": 0})
    for _ in range(2):
        state.lose_step("AH-1", "13.23")
        assert state.units["AH-1"].at == "dead_pile"
        game = at(state, "Central Powers replacements")
        tell(game, "reclaim AH-1 1", "place AH-1 1430")
        assert game.state.factors("AH-1") == (3, 4, 3)
        state = game.state.copy()


@pytest.mark.rule("2.12")
def test_austro_hungarian_is_not_reclaimed_with_two_steps():
    state = board({"2226": "AH-1"}, tracks={"german": 0, "austro_hungarian": 4, "russian": 0})
    state.lose_step("AH-1", "13.23")
    refuse(at(state, "Central Powers replacements"), "reclaim AH-1 2", "10.12", "2 steps")


@pytest.mark.rule("3.1")
def test_historical_units_stand_on_their_printed_hexes_or_on_the_track():
    state = set_up(DATA, "historical")
    for unit, counter in DATA.counters.items():
        if counter.scenario == "historical":
            begins = "turn_track" if counter.turn is not None or counter.entry else counter.hex
            assert state.units[unit].at == begins
        else:
            assert unit not in state.units
    assert state.due["GE-11"] == 2


@pytest.mark.rule("3.1")
def test_a_side_gives_orders_only_to_its_own_units():
    refuse(new(), "stack 2317", "12.1", "no units")


@pytest.mark.rule("3.2")
def test_no_unit_enters_neutral_romania():
    game = at(board({"3229": "AH-1"}), "Central Powers movement")
    game.apply("stack 3229")
    refuse(game, "step AH-1 3329", "3.2", "neutral")


@pytest.mark.rule("3.2")
def test_no_supply_line_crosses_neutral_romania():
    from wargame.games.when_eagles_fight.supply import within

    assert "3330" not in within(board(), "ru", "3328", 4)
    assert "3330" in within(board(turn=18, brusilov=15), "ru", "3328", 4)


@pytest.mark.rule("3.3")
def test_russians_are_one_weaker_on_turn_one_only():
    units = {"2317": "RU-1", "2617": "RU-F-Lomza"}
    first, second = board(units, turn=1), board(units, turn=2)
    assert (first.factors("RU-1"), second.factors("RU-1")) == ((4, 6, 4), (5, 7, 4))
    assert first.factors("RU-F-Lomza") == second.factors("RU-F-Lomza") == (0, 1, 0)


@pytest.mark.rule("3.4")
def test_first_turn_begins_with_central_powers_movement():
    game = new()
    assert (game.state.phase, game.decision.side, game.state.turn) == ("Central Powers movement", "cp", 1)
    while game.state.turn == 1:
        assert game.decision.side == "cp" or "combat" in game.state.phase
        actions = game.decision.actions
        game.apply(actions[-1] if str(actions[-1]) in ("done", "pass") else actions[0])
    assert game.state.phase == "Russian reinforcements"


@pytest.mark.rule("3.5")
def test_second_army_neither_moves_nor_attacks_on_turn_one():
    refuse(new(), "stack 3027", "3.5", "Second Army")
    state = board({"3027": "AH-12_2", "3127": "RU-1", "2125": "AH-2", "2225": "RU-2"}, turn=1)
    game = at(state, "Central Powers combat")
    refuse(game, "attack 3127", "3.5", "Second Army")


@pytest.mark.rule("3.5")
def test_second_army_moves_from_turn_two():
    game = at(board({"3027": "AH-12_2"}, turn=2), "Central Powers movement")
    assert "stack 3027" in offered(game)


def three_to_attack(**fields):
    """Two Austro-Hungarian corps against one Russian at each of two places, and a German fight."""
    return board(
        {"2125": "AH-2 AH-6", "2225": "RU-2", "2626": "AH-9 AH-17", "2726": "RU-3", "2316": "GE-20", "2317": "RU-1"},
        turn=1, **fields,
    )  # fmt: skip


@pytest.mark.rule("3.6")
def test_combat_of_turn_one_goes_on_while_an_austrian_attack_is_due():
    game = at(three_to_attack(), "Central Powers combat")
    assert "done" not in offered(game)
    refuse(game, "done", "3.6", "Three Austro-Hungarian attacks")


@pytest.mark.rule("3.6")
def test_an_attack_at_two_to_one_counts_and_three_are_enough():
    state = three_to_attack(ah_attacks=2)
    game = at(state, "Central Powers combat")
    assert calculate(state, ("AH-2", "AH-6"), "2225", ("RU-2",)).text == "2:1"
    tell(game, "attack 2225", "with AH-2", "with AH-6", "confirm", "roll 1")
    while game.state.ah_attacks == 2 or not offered(game)[0].startswith("attack"):
        game.apply(offered(game)[0])
    assert game.state.ah_attacks == 3
    assert "done" in offered(game)


@pytest.mark.rule("3.6")
def test_an_attack_below_two_to_one_does_not_count():
    game = at(board({"2125": "AH-2", "2225": "RU-2"}, turn=1), "Central Powers combat")
    tell(game, "attack 2225", "with AH-2", "confirm", "roll 6")
    assert game.state.ah_attacks == 0


@pytest.mark.rule("3.6")
def test_an_attack_that_is_due_is_not_wasted_at_worse_odds():
    game = at(three_to_attack(), "Central Powers combat")
    tell(game, "attack 2225", "with AH-2")
    assert offered(game) == ["with AH-6"]
    refuse(game, "confirm", "3.6", "too few")
    tell(game, "with AH-6", "confirm")
    assert game.decision.side == "chance"


@pytest.mark.rule("3.6")
def test_germans_do_not_take_the_target_of_an_attack_that_is_due():
    units = {"2125": "AH-2 AH-6", "2225": "RU-2", "2224": "GE-1 GE-17"}
    game = at(board(units, turn=1), "Central Powers combat")
    tell(game, "attack 2225", "with GE-1", "with GE-17")
    refuse(game, "confirm", "3.6", "too few")
    assert offered(game) == ["cancel"]
    tell(game, "cancel", "attack 2225", "with AH-2", "with AH-6", "confirm")
    assert game.decision.side == "chance"


@pytest.mark.rule("3.6")
def test_other_attacks_are_free_while_enough_that_are_due_stay_possible():
    game = at(three_to_attack(ah_attacks=2), "Central Powers combat")
    tell(game, "attack 2225", "with AH-2", "confirm")  # 2726 is enough
    assert game.decision.side == "chance"
    game = at(three_to_attack(), "Central Powers combat")
    tell(game, "attack 2317", "with GE-20", "confirm")
    assert game.decision.side == "chance"


@pytest.mark.rule("3.6")
def test_nothing_is_due_where_no_austrian_attack_reaches_two_to_one():
    state = board({"2125": "AH-2", "2225": "RU-2"}, turn=1)
    assert not has_strong_austrians(state, "2225", ("AH-2",))
    assert "done" in offered(at(state, "Central Powers combat"))


@pytest.mark.rule("3.6", "3.9")
@pytest.mark.parametrize(("turn", "scenario"), [(2, "historical"), (1, "free_setup")])
def test_synchronised_planning_binds_only_turn_one_of_the_historical_game(turn, scenario):
    state = three_to_attack()
    state.phase = "Central Powers combat"
    targets = {"2225": ("AH-2", "AH-6")}
    assert synchronised(state, "cp", targets) == ["2225"]
    state.turn, state.scenario = turn, scenario
    assert synchronised(state, "cp", targets) == []


@pytest.mark.rule("3.6")
def test_an_attack_that_is_due_is_not_called_off():
    game = at(three_to_attack(), "Central Powers combat")
    game.apply("attack 2225")
    refuse(game, "cancel", "3.6", "not called off")
    tell(at(three_to_attack(), "Central Powers combat"), "attack 2317", "cancel")


def told(game):
    """What has been said of synchronised planning."""
    return [e.text for e in game.events if e.rule == "3.6"]


PLANNED = "Synchronised planning: 3 Austro-Hungarian attacks at 2:1 or better are due in this turn's combat phase"


@pytest.mark.rule("3.6")
def test_the_three_attacks_are_announced_when_the_phases_begin():
    game = new()
    assert (game.state.phase, told(game)) == ("Central Powers movement", [PLANNED])
    tell(game, "stack 2614", "step GE-1 2615", "done", "pass")
    assert (game.state.phase, told(game)) == ("Central Powers combat", [PLANNED, PLANNED])
    assert told(new("free_setup")) == []


@pytest.mark.rule("3.6")
def test_the_three_attacks_are_shown_with_the_questions_of_turn_one_only():
    said = "3 Austro-Hungarian attacks at 2:1 (3.6), possible now"
    for phase in ("Central Powers movement", "Central Powers combat"):
        shown = at(three_to_attack(), phase).decision.shown()
        assert shown == {"due this turn": f"{said}: 2225, 2726"}
    assert at(board({"2125": "AH-2"}, turn=1), "Central Powers movement").decision.shown() == {
        "due this turn": f"{said}: none"
    }
    assert at(three_to_attack(ah_attacks=3), "Central Powers combat").decision.shown() == {}
    assert at(board({"2125": "AH-2"}, turn=2), "Central Powers movement").decision.shown() == {}


@pytest.mark.rule("3.6")
def test_moves_that_leave_too_few_attacks_possible_are_allowed_with_a_warning():
    game = at(three_to_attack(ah_attacks=1), "Central Powers movement")
    assert game.decision.warning(DONE) is None
    tell(game, "stack 2125", "step AH-2+AH-6 2026")
    assert "only 1 can be made" in game.decision.warning(DONE)
    tell(game, "stack 2626", "step AH-9+AH-17 2625")
    assert "none can be made" in game.decision.warning(DONE)
    game.apply("done")
    assert game.state.phase == "OberOst"


@pytest.mark.rule("3.6")
def test_a_corps_is_counted_for_one_of_the_three_attacks_only():
    state = board({"2225": "RU-2", "2226": "AH-2 AH-6 AH-9", "2326": "RU-3"}, turn=1, ah_attacks=1)
    assert together(state, "cp", 2) == ("2225",)
    state = board({"2225": "RU-2", "2226": "AH-2 AH-6 AH-9", "2326": "RU-3", "2426": "AH-17"}, turn=1, ah_attacks=1)
    assert together(state, "cp", 2) == ("2225", "2326")


@pytest.mark.parametrize(
    ("file", "column", "record"),
    [("units.csv", "id", "GE-17"), ("spaces.csv", "id", "2124"), ("turns.csv", "turn", "2")],
)
def test_a_record_that_is_there_twice_is_refused_with_both_lines(file, column, record, tmp_path):
    text = (HERE / file).read_text(encoding="utf-8")
    lines = text.splitlines()
    first = next(i for i, line in enumerate(lines, 1) if line.startswith(f"{record},"))
    (tmp_path / file).write_text("\n".join([*lines, lines[first - 1]]) + "\n", encoding="utf-8")
    with pytest.raises(DataError) as error:
        load(tmp_path)
    where = f"{tmp_path / file}, line {len(lines) + 1}"
    assert str(error.value) == f"{where}: {column} '{record}' is there already, in line {first}."


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("units.csv", "\nGE-1,(.*),2614,", "\nGE-1,\\1,9999,", "GE-1 begins in hex '9999', which is not on the map."),
        ("units.csv", "\nGE-1,(.*?),active_infantry,", "\nGE-1,\\1,elephant,", "GE-1 has type 'elephant'; there are: "),
        ("units.csv", "\nGE-PL,.*", "", "GE-PL is missing, and a rule needs it."),
        ("units.csv", "\nRU-Cossack,.*", "", "names the unit RU-Cossack, which units.csv lacks."),
        ("spaces.csv", "\n2124,clear,", "\n2124,lava,", "hex 2124 has terrain 'lava'; there are: clear, "),
        ("spaces.csv", "\n2124,clear,[a-z_]*,", "\n2124,clear,utopia,", "hex 2124 lies in 'utopia'; there are: "),
        ("edges.csv", "(\n....,....),rail,", "\\1,canal,", "has feature 'canal'; there are: sea, "),
        ("edges.csv", "\n....,(....),pass,", "\n9999,\\1,pass,", "has an end, 9999, that is not on the map."),
        ("turns.csv", "\n2,.*", "", "turn 2 is missing."),
        ("tables.toml", "first = 5", "first = 6", "no column of events holds for turn 5."),
        ("tables.toml", "last = 3", "last = 2", "no column of ammunition holds for turn 3."),
    ],
)
def test_data_that_do_not_fit_together_are_told_with_their_file(file, old, new, said, tmp_path):
    text = (HERE / file).read_text(encoding="utf-8")
    changed = re.sub(old, new, text, count=1)
    assert changed != text
    (tmp_path / file).write_text(changed, encoding="utf-8")
    with pytest.raises(DataError) as error:
        load(tmp_path)
    assert said in str(error.value)
    assert str(error.value).startswith(str(HERE / "scenarios.toml" if "RU-Cossack" in said else tmp_path / file))


@pytest.mark.rule("3.7")
def test_two_step_units_begin_whole():
    for scenario in DATA.scenarios:
        state = set_up(DATA, scenario)
        assert all(unit.steps == DATA.counters[u].steps for u, unit in state.units.items())


@pytest.mark.rule("3.8")
def test_each_place_begins_with_its_country():
    control = set_up(DATA, "historical").control
    assert (control["2314"], control["3026"], control["2419"], control["4233"]) == ("cp", "cp", "ru", "ru")
    assert control["2529"] == "cp"
    assert "3532" not in control
    assert "2124" not in control


@pytest.mark.rule("3.8")
def test_entering_a_place_takes_it_for_good():
    state = board({"2024": "GE-1"})
    state.move("GE-1", "2123")
    state.move("GE-1", "2024")
    assert state.control["2123"] == "cp"


@pytest.mark.rule("3.8")
def test_cavalry_holds_an_enemy_place_only_while_it_is_there():
    state = board({"2024": "GE-1C"})
    state.move("GE-1C", "2123")
    assert state.control["2123"] == "cp"
    state.move("GE-1C", "2024")
    assert state.control["2123"] == "ru"


@pytest.mark.rule("3.8")
def test_cavalry_lost_in_an_enemy_place_gives_it_back():
    state = board({"2024": "GE-1C"})
    state.move("GE-1C", "2123")
    state.send("GE-1C", "dead_pile", "13.24")
    assert state.control["2123"] == "ru"


@pytest.mark.rule("3.8")
def test_infantry_that_joins_cavalry_makes_the_place_its_own():
    state = board({"2024": "GE-1C GE-1"})
    for unit in ("GE-1C", "GE-1"):
        state.move(unit, "2123")
    for unit in ("GE-1", "GE-1C"):
        state.move(unit, "2024")
    assert state.control["2123"] == "cp"


@pytest.mark.rule("3.8")
def test_cavalry_takes_back_its_own_country_for_good():
    state = board({"2024": "RU-1Cav"})
    state.control["2123"] = "cp"
    state.move("RU-1Cav", "2123")
    state.move("RU-1Cav", "2024")
    assert state.control["2123"] == "ru"


@pytest.mark.rule("3.9")
def test_free_setup_places_the_russian_first_then_the_central_powers():
    game = new("free_setup")
    assert game.decision.side == "ru"
    assert {"AH-C1", "AH-C2", "AH-C3"} <= set(waiting(game.state, "cp"))
    assert "RU-Cossack" in waiting(game.state, "ru")
    while game.decision.side == "ru":
        game.apply(game.decision.actions[0])
    assert (waiting(game.state, "ru"), game.state.phase) == ([], "Central Powers set-up")


@pytest.mark.rule("3.9")
def test_free_setup_keeps_to_the_own_nation_and_to_the_stacking_limit():
    game = new("free_setup")
    unit = waiting(game.state, "ru")[0]
    refuse(game, f"place {unit} 2314", "3.9", "own nation")
    for _ in range(3):
        game.apply(f"place {waiting(game.state, 'ru')[0]} 2721")
    refuse(game, f"place {waiting(game.state, 'ru')[0]} 2721", "8.1", "three corps")


@pytest.mark.rule("3.9")
def test_free_setup_leaves_fortresses_where_they_are_printed():
    state = set_up(DATA, "free_setup")
    forts = [c for c in DATA.counters.values() if c.fortress and c.turn is None]
    assert all(state.units[c.id].at == c.hex for c in forts)
    assert not [u for u in state.units.values() if u.at in DATA.hexes and not DATA.counters[u.id].fortress]


@pytest.mark.rule("3.9")
def test_free_setup_plays_the_whole_first_turn_and_frees_the_second_army():
    game = at(board({"3027": "AH-12_2"}, turn=1, scenario="free_setup"), "Central Powers movement")
    assert "stack 3027" in offered(game)
    game = new("free_setup")
    while "set-up" in game.state.phase:
        game.apply(game.decision.actions[0])
    assert (game.state.turn, game.decision.side) == (1, "ru")
