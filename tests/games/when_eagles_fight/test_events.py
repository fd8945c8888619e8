"""Random events and the end without Verdun (7.x, 15.9)."""

from __future__ import annotations

import pytest

from wargame.games.when_eagles_fight.arrivals import allotted, german_steps_withdrawn
from wargame.games.when_eagles_fight.events import happens, no_verdun, treated_as
from wargame.games.when_eagles_fight.headquarters import why_not_stavka
from wargame.games.when_eagles_fight.victory import is_check, last_turn, numbers

from .support import at, board, new, owing, refuse, tell

QUIET = {"4113": "RU-1 RU-2 RU-G", "1019": "GE-1 GE-17 GE-20", "1020": "GE-2 GE-10 GE-FR", "1430": "AH-1 AH-2 AH-5"}
GUNS = {"1017": "GE-HA1", "1018": "GE-HA2"}
ROLLS = {  # a total that gives the event in the column of a turn
    (5, 13): {"I": 2, "H": 3, "B": 4, "F": 5, "E": 6, "A": 7, "C": 8, "G": 9, "J": 10, "D": 11, "L": 12},
    (14, 22): {"B": 2, "H": 3, "G": 4, "J": 5, "D": 6, "C": 7, "E": 8, "L": 9, "A": 10, "K": 11, "F": 12},
}


def rolled(letter, turn, units=None, **fields):
    """The game after this event was rolled on this turn."""
    game = at(board(units or QUIET, turn=turn, **fields), "random events")
    total = next(column[letter] for (first, last), column in ROLLS.items() if first <= turn <= last)
    game.apply(f"roll {max(1, total - 6)} {min(6, total - 1)}")
    return game


@pytest.mark.rule("7.1")
def test_events_begin_on_turn_five():
    game = new(seed=1)
    while game.state.turn < 6:
        actions = game.decision.actions
        game.apply(actions[-1] if str(actions[-1]) in ("done", "pass", "no") else actions[0])
        assert game.state.turn > 4 or not game.state.event
    assert sum(1 for e in game.events if e.rule.startswith("7.") and e.text.startswith("Event")) == 2


@pytest.mark.rule("7.1")
def test_two_dice_name_the_event_of_the_column():
    game = at(board(QUIET, turn=5), "random events")
    assert (game.decision.side, game.decision.count) == ("chance", 2)
    game.apply("roll 1 1")
    assert game.state.event == "I"


def lost_places(*keys):
    state = board(QUIET, turn=10)
    for key in keys:
        state.control[state.data.place(key)] = "cp"
    return state.control


@pytest.mark.rule("7.2A")
@pytest.mark.parametrize(
    ("keys", "force", "comes"),
    [
        (("Warsaw", "Vilna"), "", True), (("Warsaw", "Brest-Litovsk"), "", True), (("Warsaw",), "", False),
        (("Vilna", "Brest-Litovsk"), "", False), (("Warsaw", "Vilna"), "B", False),
    ],
)  # fmt: skip
def test_czar_takes_command_under_its_conditions(keys, force, comes):
    game = rolled("A", 10, control=lost_places(*keys), in_force=frozenset(force))
    assert ("A" in game.state.in_force) == comes


@pytest.mark.rule("7.2A")
def test_czar_in_command_ends_stavka_for_good():
    game = rolled("A", 10, control=lost_places("Warsaw", "Vilna"))
    assert why_not_stavka(game.state)[0] == "7.2A"


@pytest.mark.rule("7.2B")
@pytest.mark.parametrize(("force", "comes"), [("", True), ("A", False)])
def test_reforms_unless_the_czar_commands(force, comes):
    assert ("B" in rolled("B", 10, in_force=frozenset(force)).state.in_force) == comes


@pytest.mark.rule("7.2C")
def test_western_offensive_halves_german_replacements_downwards():
    state = rolled("C", 7).state
    assert (state.event, state.box.german) == ("C", 3)
    state.event = "C"
    assert (allotted(state, "german"), allotted(state, "austro_hungarian")) == (1, state.box.austro_hungarian)
    even = board(turn=6, event="C")
    assert (even.box.german, allotted(even, "german")) == (2, 1)


@pytest.mark.rule("7.2C", "7.2D", "7.2K", "15.9")
@pytest.mark.parametrize(
    ("event", "turn", "fields", "counts_as"),
    [
        ("C", 11, {}, "C"), ("C", 12, {}, "K"), ("C", 15, {}, "K"), ("C", 16, {}, "D"), ("D", 13, {}, "K"),
        ("D", 16, {}, "D"), ("C", 13, {"in_force": frozenset("K")}, "C"), ("D", 14, {"in_force": frozenset("K")}, "D"),
        ("C", 16, {"in_force": frozenset("K")}, "C"), ("C", 18, {"in_force": frozenset("K")}, "C"),
        ("C", 19, {"in_force": frozenset("K")}, ""), ("D", 19, {"in_force": frozenset("K")}, ""),
        ("C", 19, {"in_force": frozenset("K"), "brusilov": 16}, "C"), ("C", 19, {}, "D"),
    ],
)  # fmt: skip
def test_western_offensives_depend_on_verdun_and_brusilov(event, turn, fields, counts_as):
    assert treated_as(board(turn=turn, **fields), event) == counts_as


@pytest.mark.rule("7.2D")
def test_major_offensive_halves_and_sends_two_steps_away_for_a_die_of_turns():
    game = rolled("D", 8)
    game.apply("roll 4")
    state = game.state
    assert (state.owed, allotted(state, "german")) == (owing({"german 12": 2}), state.box.german // 2)


@pytest.mark.rule("7.2D", "10.18")
def test_units_of_a_major_offensive_leave_and_come_back_on_their_turn():
    game = at(board(QUIET, turn=8, owed={"german 9": 2}), "Central Powers withdrawals")
    game.apply("withdraw GE-1")
    assert (game.state.units["GE-1"].at, game.state.due["GE-1"]) == ("withdrawn", 9)
    state = game.state.copy()
    state.turn = 9
    game = at(state, "Central Powers reinforcements")
    game.apply("place GE-1 1016")
    assert (game.state.units["GE-1"].at, game.state.units["GE-1"].steps) == ("1016", 2)


@pytest.mark.rule("7.2D")
def test_no_infantry_goes_when_twelve_steps_are_away_but_replacements_are_halved():
    game = rolled("D", 8, sent_west=12)
    assert game.state.phase != "random events"  # no die for a return
    assert (game.state.owed, allotted(game.state, "german")) == (owing({}), 1)
    state = board(QUIET, turn=8, sent_west=8)
    for unit in ("GE-1", "GE-17"):
        state.send(unit, "withdrawn", "10.15")
    assert german_steps_withdrawn(state) == 12


@pytest.mark.rule("7.2D", "7.2K")
def test_the_second_half_of_verdun_counts_among_the_twelve_steps():
    verdun = {"in_force": frozenset("K"), "scheduled": {"second half of Verdun": (14,)}}
    game = rolled("D", 14, **verdun, sent_west=6)
    assert game.state.phase != "random events"
    assert game.state.owed == owing({"german never": 6, "artillery never": 1})
    game = rolled("D", 14, **verdun, sent_west=5)
    assert game.decision.rule == "7.2D"


@pytest.mark.rule("7.2D")
@pytest.mark.parametrize("turn", [16, 17])
def test_after_turn_15_without_verdun_a_gun_goes_for_good(turn):
    game = rolled("D", turn, {**QUIET, **GUNS}, final_check=23)
    game.apply("roll 1")
    refuse(game, "withdraw GE-1", "7.2D")
    game.apply("withdraw GE-HA2")
    assert game.state.units["GE-HA2"].at == "out_of_play"
    assert game.state.final_check == 22


@pytest.mark.rule("7.2D")
@pytest.mark.parametrize(("turn", "force"), [(17, "K"), (8, "")])
def test_with_verdun_or_early_no_gun_goes(turn, force):
    game = rolled("D", turn, {**QUIET, **GUNS}, in_force=frozenset(force))
    game.apply("roll 1")
    assert game.state.phase != "random events"
    assert (game.state.units["GE-HA1"].at, game.state.units["GE-HA2"].at) == ("1017", "1018")


@pytest.mark.rule("7.2E")
@pytest.mark.parametrize(("turn", "force", "comes"), [(5, "", False), (6, "", True), (6, "I", False)])
def test_isonzo_halves_austro_hungarian_replacements_from_turn_six(turn, force, comes):
    state = rolled("E", turn, in_force=frozenset(force)).state
    state.turn = turn
    assert (state.event == "E") == comes
    assert allotted(state, "austro_hungarian") == (state.box.austro_hungarian // 2 if comes else 2)


@pytest.mark.rule("7.2F")
@pytest.mark.parametrize(("force", "comes"), [("", True), ("G", False), ("F", False)])
def test_defeat_in_the_caucasus_comes_once_and_not_after_the_victory(force, comes):
    state = rolled("F", 8, in_force=frozenset(force)).state
    assert (state.event == "F") == comes
    assert state.owed == owing({"russian G": 1} if comes else {})


@pytest.mark.rule("7.2F", "7.2G")
def test_the_corps_sent_to_the_caucasus_is_any_infantry_corps_and_comes_back_with_the_victory():
    game = at(board({**QUIET, "4112": "RU-1Cav RU-LTV"}, turn=8, owed={"russian G": 1}), "Russian withdrawals")
    refuse(game, "withdraw RU-1Cav", "10.15", "infantry")
    assert {str(a) for a in game.decision.actions} == {"withdraw RU-1", "withdraw RU-2", "withdraw RU-G"}
    game.apply("withdraw RU-G")
    assert game.state.owed == owing({})
    state = game.state.copy()
    state.turn = 9
    state = rolled_on(state, "G")
    assert [u for u, turn in state.due.items() if turn == 10] == ["RU-1C", "RU-2TN", "RU-G"]


def rolled_on(state, letter):
    game = at(state, "random events")
    tell(game, f"roll {ROLLS[(5, 13)][letter] - 6} 6")
    return game.state


@pytest.mark.rule("7.2G", "10.3")
def test_victory_in_the_caucasus_brings_its_corps_next_turn_once():
    state = rolled("G", 8).state
    assert (state.due["RU-1C"], state.due["RU-2TN"]) == (9, 9)
    assert not happens(state, "G")


@pytest.mark.rule("7.2H")
@pytest.mark.parametrize(("turn", "comes"), [(10, False), (11, True)])
def test_gallipoli_from_turn_eleven(turn, comes):
    assert ("H" in rolled("H", turn).state.in_force) == comes


@pytest.mark.rule("7.2I")
@pytest.mark.parametrize(("turn", "comes"), [(5, True), (6, True), (7, False)])
def test_italy_stays_neutral_only_on_turns_five_and_six(turn, comes):
    state = rolled("I", turn).state
    assert ("I" in state.in_force) == comes
    state.turn = 9
    assert happens(state, "E") != comes
    assert happens(state, "J") != comes


@pytest.mark.rule("7.2J")
@pytest.mark.parametrize(
    ("turn", "fields", "comes"),
    [
        (7, {}, False), (8, {}, True), (8, {"in_force": frozenset("I")}, False), (16, {"brusilov": 15}, False),
        (9, {"in_force": frozenset(["J1915"])}, False), (14, {"in_force": frozenset(["J1915"])}, True),
        (16, {"in_force": frozenset(["J1916"])}, False), (23, {}, False),
    ],
)  # fmt: skip
def test_offensive_in_italy_under_its_conditions(turn, fields, comes):
    assert happens(board(QUIET, turn=turn, **fields), "J") == comes


@pytest.mark.rule("7.2J")
def test_no_offensive_in_italy_while_lemberg_is_russian():
    state = board(QUIET, turn=8)
    state.control["3026"] = "ru"
    assert not happens(state, "J")


@pytest.mark.rule("7.2J")
def test_offensive_in_italy_takes_all_replacements_and_a_corps_until_brusilov():
    state = rolled("J", 8).state
    assert (state.owed, allotted(state, "austro_hungarian")) == (owing({"austro_hungarian B+1": 1}), 0)
    game = at(state.copy(), "Central Powers withdrawals")
    game.apply("withdraw AH-2")
    assert game.state.returns["AH-2"] == "B+1"
    state = game.state.copy()
    state.turn = 16
    game = at(state, "Brusilov offensive")
    game.apply("yes")
    assert game.state.due["AH-2"] == 17


@pytest.mark.rule("7.2K")
def test_verdun_takes_six_steps_and_a_gun_twice_and_the_saved_steps():
    game = rolled("C", 13, {**QUIET, **GUNS}, tracks={"german": 4, "austro_hungarian": 4, "russian": 4})
    state = game.state
    assert state.owed == owing({"german never": 6, "artillery never": 1})
    assert state.tracks == {"german": 0, "austro_hungarian": 4, "russian": 4}
    game = at(state.copy(), "Central Powers withdrawals")
    tell(game, "withdraw GE-1", "withdraw GE-17", "withdraw GE-20", "withdraw GE-HA1")
    assert (game.state.owed, game.state.sent_west, game.state.due) == (owing({}), 6, {})
    state = game.state.copy()
    state.turn = 14
    game = at(state, "random events")
    game.apply("roll 1 1")
    assert game.state.owed == owing({"german never": 6, "artillery never": 1})


@pytest.mark.rule("7.2K")
@pytest.mark.parametrize(("turn", "comes"), [(11, False), (12, True), (15, True), (16, False)])
def test_verdun_happens_on_turns_12_to_15_only(turn, comes):
    assert happens(board(turn=turn), "K") == comes


@pytest.mark.rule("7.2K", "10.9")
def test_after_verdun_no_german_steps_are_saved():
    steps = {"german": 2, "austro_hungarian": 2, "russian": 0}
    state = board({"1019": "GE-1/r GE-17/r"}, turn=16, in_force=frozenset("K"), tracks=steps)
    game = at(state, "Central Powers replacements")
    tell(game, "rebuild GE-1", "done")
    assert game.state.tracks == {"german": 0, "austro_hungarian": 2, "russian": 0}


@pytest.mark.rule("7.2L")
@pytest.mark.parametrize(("cities", "force", "comes"), [(2, "", False), (3, "", True), (3, "L", False)])
def test_peace_bread_land_with_three_cities_lost_once_between_checks(cities, force, comes):
    control = lost_places(*("Warsaw", "Lodz", "Lublin")[:cities])
    game = rolled("L", 10, control=control, in_force=frozenset(force))
    assert (game.state.event == "L") == comes


@pytest.mark.rule("7.3")
def test_without_verdun_by_turn_15_the_marker_stands_on_24():
    state = rolled("B", 15, {**QUIET, **GUNS}).state
    assert state.final_check == 24
    assert rolled("B", 15, QUIET, in_force=frozenset("K")).state.final_check == 0


@pytest.mark.rule("7.3")
@pytest.mark.parametrize(("guns", "to"), [({}, 24), ({"1017": "GE-HA1"}, 23), (GUNS, 24)])
def test_the_marker_moves_only_with_exactly_one_gun_in_play(guns, to):
    state = board({**QUIET, **guns}, turn=17, final_check=24)
    no_verdun(state)
    assert state.final_check == to


@pytest.mark.rule("7.3")
def test_the_turn_of_the_marker_is_the_last_with_a_check_by_the_next_printed_numbers():
    state = board(QUIET, turn=21, final_check=21)
    assert (last_turn(state), is_check(state)) == (21, True)
    assert numbers(state).turn == 24
    game = at(state, "victory check")
    game.apply("roll 1")
    assert game.result.winners == ("ru",)


@pytest.mark.rule("15.9")
def test_a_gun_returns_on_turn_22_after_verdun_without_brusilov():
    def due(**fields):
        state = board(QUIET, turn=22, in_force=frozenset("K"), **fields)
        state.send("GE-HA1", "withdrawn", "10.15")
        game = at(state, "heavy artillery returns")
        return game.state.due.get("GE-HA1")

    assert (due(), due(brusilov=16)) == (22, None)


@pytest.mark.rule("15.9")
def test_a_gun_destroyed_does_not_return():
    state = board(QUIET, turn=22, in_force=frozenset("K"))
    state.send("GE-HA1", "dead_pile", "13.18")
    assert "GE-HA1" not in at(state, "heavy artillery returns").state.due
