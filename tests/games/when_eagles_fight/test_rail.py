"""Strategic movement (11.x)."""

from __future__ import annotations

import pytest

from wargame.games.when_eagles_fight.rail import destinations, limit, why_not_entrain

from .support import at, board, offered, refuse, tell

CP_RAIL, RU_RAIL = "Central Powers strategic movement", "Russian strategic movement"


def trains(*rides):
    """Answers that move units by rail: ("GE-1", "2314") ..."""
    return [answer for unit, to in rides for answer in (f"entrain {unit}", f"rail {unit} {to}")]


@pytest.mark.rule("11.2")
def test_a_unit_goes_by_rail_from_place_to_place():
    game = at(board({"1119": "GE-1"}), CP_RAIL)
    tell(game, *trains(("GE-1", "2314")))
    assert game.state.units["GE-1"].at == "2314"
    refuse(game, "entrain GE-1", "11.2", "already")


@pytest.mark.rule("11.2")
def test_a_train_starts_and_ends_in_a_town_or_city():
    game = at(board({"1019": "GE-1", "1119": "GE-17"}), CP_RAIL)
    refuse(game, "entrain GE-1", "11.2", "town or city")
    game.apply("entrain GE-17")
    refuse(game, "rail GE-17 1219", "11.2", "not a town or city")


@pytest.mark.rule("11.2")
def test_a_train_ends_in_a_friendly_place_joined_by_rail():
    game = at(board({"1119": "GE-1"}), CP_RAIL)
    game.apply("entrain GE-1")
    refuse(game, "rail GE-1 2419", "11.2", "friendly place")


@pytest.mark.rule("11.2")
def test_who_went_by_rail_may_move_and_fight():
    state = board({"2515": "GE-1", "2416": "RU-1"}, railed=("GE-1",))
    game = at(state, "Central Powers movement")
    assert "stack 2515" in offered(game)
    assert "attack 2416" in offered(at(state, "Central Powers combat"))


@pytest.mark.rule("11.2")
def test_fortresses_do_not_entrain():
    refuse(at(board({"2314": "GE-F-Konigsberg"}), CP_RAIL), "entrain GE-F-Konigsberg", "12.1", "no movement factor")


@pytest.mark.rule("11.2")
def test_a_called_off_train_costs_nothing():
    game = at(board({"1119": "GE-1"}), CP_RAIL)
    tell(game, "entrain GE-1", "done")
    assert game.state.railed == ()
    refuse(game, "entrain GE-1", "11.2", "stays")


@pytest.mark.rule("11.3")
@pytest.mark.parametrize(("turn", "most"), [(13, 6), (14, 5)])
def test_german_units_a_turn(turn, most):
    units = ("GE-1", "GE-17", "GE-20", "GE-2", "GE-10", "GE-11", "GE-13")
    state = board({"1119": " ".join(units[:3]), "1122": " ".join(units[3:6]), "1316": units[6]}, turn=turn)
    state.railed = units[:most]
    refuse(at(state, CP_RAIL), f"entrain {units[-1]}", "11.3", f"No more than {most} German")
    state.railed = units[: most - 1]
    assert why_not_entrain(state, units[-1]) is None


def in_russia(turn, used):
    state = board({"2120": "GE-1", "1119": "GE-17"}, turn=turn, railed_russia=used)
    state.control.update({h: "cp" for h in state.control if state.data.hexes[h].country == "russian_poland"})
    state.reindex()
    return state


@pytest.mark.rule("11.3")
def test_until_1916_three_german_trains_begin_or_end_in_russia():
    game = at(in_russia(8, 3), CP_RAIL)
    game.apply("entrain GE-17")
    refuse(game, "rail GE-17 2419", "11.3", "Only 3 German units")
    tell(game, "done", "entrain GE-1")
    refuse(game, "rail GE-1 1119", "11.3", "Only 3 German units")
    assert "2419" in destinations(in_russia(8, 2), "GE-17")
    assert "2419" in destinations(in_russia(14, 3), "GE-17")


@pytest.mark.rule("11.3")
def test_when_no_more_trains_go_to_russia_they_still_go_elsewhere():
    state = in_russia(8, 3)
    assert "2314" in destinations(state, "GE-17")
    assert not [h for h in destinations(state, "GE-17") if state.data.hexes[h].country == "russian_poland"]
    assert destinations(state, "GE-1") == []


@pytest.mark.rule("8.5", "11.2")
def test_a_train_with_guns_does_not_pass_or_stop_where_other_guns_stand():
    free, held = board({"1119": "GE-HA1"}), board({"1119": "GE-HA1", "2314": "GE-HA2"})
    assert "2314" in destinations(free, "GE-HA1")
    assert "2314" not in destinations(held, "GE-HA1")
    game = at(held, CP_RAIL)
    game.apply("entrain GE-HA1")
    refuse(game, "rail GE-HA1 2314", "8.5", "one heavy artillery")


@pytest.mark.rule("11.3", "11.5")
def test_the_question_tells_the_trains_used_of_ones_own_nations():
    state = board({"1119": "GE-1", "3515": "RU-1"}, railed=("GE-17",))
    assert "German 1 of 6 used, Austro-Hungarian 0 of 4 used" in at(state, CP_RAIL).decision.prompt
    assert "(Russian 0 of 5 used)" in at(state, RU_RAIL).decision.prompt


@pytest.mark.rule("11.2")
def test_a_unit_that_has_entrained_goes_or_stays_before_another_does():
    game = at(board({"1119": "GE-1 GE-17"}), CP_RAIL)
    game.apply("entrain GE-1")
    refuse(game, "entrain GE-17", "11.2")
    refuse(game, "rail GE-17 2314", "11.2")


@pytest.mark.rule("11.3")
def test_trains_in_russia_are_counted():
    game = at(in_russia(8, 0), CP_RAIL)
    tell(game, *trains(("GE-1", "1119")))
    assert game.state.railed_russia == 1
    tell(game, *trains(("GE-17", "2314")))
    assert game.state.railed_russia == 1


@pytest.mark.rule("11.4")
def test_four_austro_hungarian_trains_inside_their_country():
    units = ("AH-1", "AH-2", "AH-3", "AH-5", "AH-6")
    state = board({"1430": "AH-1 AH-2 AH-3", "1527": "AH-5 AH-6"}, railed=units[:4])
    refuse(at(state, CP_RAIL), "entrain AH-6", "11.4", "No more than 4")
    state = board({"1430": "AH-1"})
    state.control.update({h: "cp" for h in state.control if state.data.hexes[h].country == "russian_poland"})
    state.reindex()
    game = at(state, CP_RAIL)
    game.apply("entrain AH-1")
    refuse(game, "rail AH-1 2419", "11.4", "inside its own country")


@pytest.mark.rule("11.4")
def test_an_austro_hungarian_abroad_does_not_entrain():
    state = board({"2123": "AH-1"})
    state.control.update({h: "cp" for h in state.control if state.data.hexes[h].country == "russian_poland"})
    state.reindex()
    refuse(at(state, CP_RAIL), "entrain AH-1", "11.4", "inside its own country")


@pytest.mark.rule("11.5")
@pytest.mark.parametrize(("turn", "most"), [(4, 5), (5, 4), (13, 4), (14, 3), (24, 3)])
def test_russian_trains_by_year(turn, most):
    assert limit(board(turn=turn), "russian") == most


@pytest.mark.rule("11.5")
def test_a_fourth_russian_train_in_1916_is_refused():
    game = at(board({"3515": "RU-1 RU-2 RU-3", "4123": "RU-4"}, turn=14), RU_RAIL)
    tell(game, *trains(("RU-1", "3113"), ("RU-2", "3113"), ("RU-3", "3113")))
    assert offered(game) == ["done"]
    refuse(game, "entrain RU-4", "11.5", "No more than 3 Russian")


@pytest.mark.rule("11.5")
def test_russian_trains_keep_to_russia_and_poland():
    state = board({"3026": "RU-1", "3515": "RU-2"})
    for hex_id in ("3026", "3124", "3125", "3226"):
        state.control[hex_id] = "ru"
    state.reindex()
    refuse(at(state, RU_RAIL), "entrain RU-1", "11.5", "inside its own country")
    game = at(state, RU_RAIL)
    game.apply("entrain RU-2")
    refuse(game, "rail RU-2 3026", "11.5", "inside its own country")


@pytest.mark.rule("11.5")
def test_the_romanian_uses_a_russian_train_and_stays_out_of_the_north():
    state = board({"3631": "RM-4", "3515": "RU-1 RU-2 RU-3"}, turn=19, brusilov=15, railed=("RU-1", "RU-2", "RU-3"))
    assert why_not_entrain(state, "RM-4")[0] == "11.5"
    state.railed = ()
    assert all(int(h[2:]) >= 29 for h in destinations(state, "RM-4"))


def split_russia(unit="RU-1"):
    """Reval and Petrograd are joined to the rest of Russia by the map edge only."""
    state = board({"3802": unit, "3511": "GE-1"})
    for hex_id in ("3503", "3805", "3607", "3807", "4005", "3909", "3711"):
        state.control[hex_id] = "cp"
    state.reindex()
    return state


@pytest.mark.rule("11.6")
def test_a_unit_leaves_by_its_edge_and_returns_by_another_hex_of_it():
    from wargame.games.when_eagles_fight.rail import ON_MAP

    state = split_russia()
    assert not ON_MAP.network(state, "RU-1") & state.board.bit["3515"]
    assert "3515" in destinations(state, "RU-1")


@pytest.mark.rule("11.6")
def test_a_russian_that_left_the_map_neither_moves_nor_fights():
    game = at(split_russia(), RU_RAIL)
    tell(game, *trains(("RU-1", "3515")))
    state = game.state.copy()
    assert state.spent_by_rail == {"RU-1"}
    refuse(at(state, "Russian movement"), "stack 3515", "11.6", "off the map")
    state.move("GE-1", "3514")
    refuse(at(state, "Russian combat"), "attack 3514", "11.6", "off the map")


@pytest.mark.rule("11.6")
def test_a_german_that_left_the_map_may_move():
    state = board({"1316": "GE-1", "1217": "RU-1", "1417": "RU-2"})
    state.control.update({"1318": "ru", "1419": "ru", "1615": "ru", "1717": "ru"})
    state.reindex()
    game = at(state, CP_RAIL)
    tell(game, *trains(("GE-1", "1722")))
    assert game.state.spent_by_rail == frozenset()


@pytest.mark.rule("11.6")
def test_the_map_is_not_left_by_one_edge_and_entered_by_another():
    from wargame.games.when_eagles_fight.rail import RAIL

    state = board({"1228": "AH-1"})  # Budweis, with the lines into the country cut
    state.control.update({h: "ru" for h in state.control if state.data.hexes[h].country == "austria_hungary"})
    state.control.update({"1228": "cp", "1932": "cp", "2133": "cp"})
    state.reindex()
    assert "1932" in state.data.rail
    assert not RAIL.network(state, "AH-1") & state.board.bit["1932"]
