"""The map, the lookups, and what a look ahead may know (13.7)."""

from __future__ import annotations

import pytest

import wargame.games.when_eagles_fight as plugin
from wargame.core.engine.chance import Source, seeded
from wargame.games.when_eagles_fight.model import ACTIONS
from wargame.games.when_eagles_fight.picture import hex_panel, picture, supply_panel, track_panel
from wargame.games.when_eagles_fight.view import redraw, view

from .support import board, ring


def cells(state, side=None):
    return {cell.id: cell for cell in picture(state, side).cells}


def test_the_map_shows_terrain_rivers_rail_places_and_control():
    state = board({"2124": "RU-1"}, stavka="2124")
    state.control["2123"] = "cp"
    here = cells(state)
    assert (here["2416"].terrain, here["2419"].marks) == ("forest", ("@", "~", "*", "="))
    assert (here["2123"].side, here["2123"].marks) == ("cp", ("t", "~", "x", "="))
    assert here["2124"].marks == ("H",)
    assert "F" in cells(board({"2617": "RU-F-Lomza"}))["2617"].marks


@pytest.mark.rule("13.7")
def test_the_russian_map_hides_all_but_the_top_of_a_stack():
    state = board({"2025": "GE-1 GE-17 GE-FR", "2124": "RU-1 RU-2"})
    assert [p.text for p in cells(state, "ru")["2025"].pieces] == ["GE-FR", "?", "?"]
    assert len(cells(state, "cp")["2025"].pieces) == 3
    assert [p.text for p in cells(state, "cp")["2124"].pieces] == ["RU-1", "RU-2"]
    assert [row[0] for row in hex_panel(state, "ru", ["2025"]).rows] == ["GE-FR", "and 2 not seen (13.7)"]


def test_a_hex_is_looked_up_with_its_name_and_units():
    state = board({"2419": "RU-1 RU-F-Warsaw"})
    panel = hex_panel(state, None, ["2419"])
    assert (panel.heading, [row[0] for row in panel.rows]) == (
        "2419 Warsaw city (clear, russian poland)", ["RU-1", "RU-F-Warsaw"],
    )  # fmt: skip
    assert hex_panel(state, None, ["2124"]).rows == ()
    assert "no hex '9999'" in hex_panel(state, None, ["9999"]).heading


def test_no_lookup_has_the_word_of_an_answer():
    words = {action.__name__.lower() for action in ACTIONS}
    assert not words & set(plugin.wargame_lookups())


@pytest.mark.rule("4.4", "17.0")
@pytest.mark.parametrize(("scenario", "needed"), [("historical", 14), ("schlieffen_east", 10)])
def test_the_map_tells_how_victory_stands(scenario, needed):
    state = board({"2419": "GE-1"}, scenario=scenario, turn=2)
    state.control.update({"2419": "cp", "2314": "ru", "2226": "ru", "2726": "ru"})
    rows = [row[1:] for row in picture(state, None).panels[0].rows]
    assert rows[:3] == [("1", f"revolution {needed}"), ("1", "needs 3"), ("2", "needs 4")]


def test_lookups_tell_of_supply_and_of_the_track():
    state = board({"2221": "GE-1", **ring("2221", "RU-1 RU-2 RU-3 RU-4 RU-5 RU-6")})
    assert supply_panel(state, "cp", []).rows == (("GE-1", "2221"),)
    state.due = {"GE-2": 4}
    state.send("RU-1", "dead_pile", "9.4")
    assert track_panel(state, "cp", []).rows == (("turn 4", "GE-2"), ("dead pile", "RU-1"))


@pytest.mark.rule("13.7")
def test_a_look_ahead_shuffles_what_the_russian_cannot_see_and_nothing_else():
    units = {"2025": "GE-1 GE-17", "2125": "GE-20 GE-2", "2226": "AH-1 AH-2", "1119": "GE-10 GE-11", "2124": "RU-1"}
    seen = set()
    for seed in range(20):
        state = board(units)
        before = view(state, "ru")
        redraw(state, "ru", Source(seeded(seed)))
        assert view(state, "ru") == before
        assert sorted(state.at["2226"]) == ["AH-1", "AH-2"]
        seen.add(state.at["2025"])
    assert len(seen) > 1
    fought = board(units, defended=frozenset(("GE-1", "GE-17")), phase="Russian combat")
    for seed in range(20):
        redraw(fought, "ru", Source(seeded(seed)))
        assert fought.at["2025"] == ("GE-1", "GE-17")


@pytest.mark.rule("13.7")
def test_who_fought_is_not_known_to_a_look_ahead_after_the_combat_phase():
    seen = set()
    for seed in range(20):
        state = board({"2025": "GE-1 GE-17", "2125": "GE-20 GE-2"}, attacked=frozenset(("GE-1",)), phase="STAVKA")
        redraw(state, "ru", Source(seeded(seed)))
        seen.add(state.at["2025"])
    assert len(seen) > 1


@pytest.mark.rule("13.7")
def test_the_central_powers_look_ahead_at_the_true_board():
    state = board({"2025": "GE-1 GE-17", "2125": "GE-20 GE-2"})
    before = dict(state.at)
    redraw(state, "cp", Source(seeded(1)))
    assert state.at == before


def test_a_rough_score_grows_with_cities_and_strength():
    from wargame.games.when_eagles_fight.view import evaluate

    def score(units=None, **control):
        state = board(units or {"2025": "GE-1", "2124": "RU-1"})
        state.control.update({h[1:]: side for h, side in control.items()})
        return evaluate(state, "cp")

    even = score()
    assert evaluate(board({"2025": "GE-1", "2124": "RU-1"}), "ru") == -even
    assert score(h2419="cp") > even > score(h2314="ru")
    assert even > score(h3026="ru")
    assert score({"2121": "GE-1", "2124": "RU-1"}) > even > score({"2025": "GE-1", "2126": "RU-1"})  # nearer to cities
    assert score({"2025": "GE-1 GE-17", "2124": "RU-1"}) > even > score({"2025": "GE-1", "2124": "RU-1 RU-2"})
