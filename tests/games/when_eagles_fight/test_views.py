"""The map, the lookups, and what a look ahead may know (13.7)."""

from __future__ import annotations

import random

import pytest

import wargame.games.when_eagles_fight as plugin
from wargame.core.engine.chance import Source, seeded
from wargame.games.when_eagles_fight.actions import ACTIONS
from wargame.games.when_eagles_fight.picture import hex_panel, picture, supply_panel, track_panel
from wargame.games.when_eagles_fight.sight import redraw, view

from .support import DATA, at, board, new, ring, tell


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
    rows = supply_panel(state, "cp", []).rows
    assert [row[0::2][:2] for row in rows] == [("GE-1", "2221"), ("Central Powers sources", "")]
    state.due = {"GE-2": 4}
    state.send("RU-1", "dead_pile", "9.4")
    assert track_panel(state, "cp", []).rows == (
        ("turn 4", "GE-2", "II Corps", "6-7-4"), ("dead pile", "RU-1", "1 Corps", "5-7-4"),
    )  # fmt: skip


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
    def evaluate(state, side):
        return state.rules.evaluate(state, side)

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


# --- pieces, boxes, lookups ------------------------------------------------------------------------------------


def test_a_piece_has_name_kind_size_factors_and_steps():
    state = board({"2025": "GE-1 GE-17/r GE-HA1 GE-1Cdiv", "2314": "GE-F-Konigsberg"})
    shown = {p.id: p for p in cells(state)["2025"].pieces}
    one = shown["GE-1"]
    assert (one.text, one.name, one.kind, one.size, one.values) == ("GE-1", "I Corps", "infantry", "XXX", "6-7-4")
    assert (one.steps, shown["GE-17"].steps, shown["GE-HA1"].steps) == ((2, 2), (1, 2), None)
    assert shown["GE-17"].values == "4-5-4"
    assert [shown[u].kind for u in ("GE-HA1", "GE-1Cdiv")] == ["artillery", "cavalry"]
    assert cells(state)["2314"].pieces[0].kind == "fortress"


@pytest.mark.rule("3.3")
def test_a_piece_shows_the_factors_as_they_count_now():
    assert cells(board({"2124": "RU-1"}, turn=1))["2124"].pieces[0].values == "4-6-4"
    assert cells(board({"2124": "RU-1"}, turn=2))["2124"].pieces[0].values == "5-7-4"


@pytest.mark.rule("9.3", "9.7", "9.10")
def test_a_piece_says_what_has_become_of_the_unit():
    cut = ring("2221", "RU-1 RU-2 RU-3 RU-4 RU-5 RU-6")
    state = board({"2221": "GE-1", **cut, "2025": "GE-17 GE-20"}, short=frozenset(("RU-1",)))
    state.moved, state.spent = frozenset(("GE-20",)), {"GE-17": 3}
    words = {p.id: p.state for c in picture(state, None).cells for p in c.pieces}
    assert (words["GE-1"], words["RU-1"]) == (("out of supply",), ("short of ammunition",))
    assert (words["GE-17"], words["GE-20"]) == (("moving, 1 MP left",), ("moved",))
    fort = board({"2314": "GE-F-Konigsberg GE-1", **ring("2314", "RU-1 RU-2 RU-3 RU-4 RU-5 RU-6")})
    fort.control["2314"] = "ru"
    assert cells(fort)["2314"].pieces[1].state == ("cut off, holds out",)


@pytest.mark.rule("13.7")
def test_a_hidden_piece_says_nothing_but_whose_it_is():
    state = board({"2025": "GE-1 GE-17/r"}, turn=3)
    hidden = cells(state, "ru")["2025"].pieces[1]
    assert (hidden.text, hidden.side) == ("?", "cp")
    assert (hidden.id, hidden.name, hidden.kind, hidden.values, hidden.steps, hidden.state) == (
        "",
        "",
        "",
        "",
        None,
        (),
    )
    assert picture(state, "ru").piece("GE-1") is None


@pytest.mark.rule("10.3", "10.5")
def test_units_off_the_map_lie_in_boxes_with_when_they_come():
    state = board({"2025": "GE-1"}, due={"GE-2": 4}, returns={"RU-1C": "G", "GE-L2": "B+1"})
    state.send("GE-1", "dead_pile", "13.24")
    boxes = {c.id: c for c in picture(state, "ru").boxes}
    assert (boxes["dead_pile"].label, [p.id for p in boxes["dead_pile"].pieces]) == ("Dead pile", ["GE-1"])
    words = {p.id: p.state for p in boxes["turn_track"].pieces}
    assert words["GE-2"] == ("enters on turn 4",)
    assert words["RU-1C"] == ("enters with event G",)
    assert words["GE-L2"] == ("enters 1 turn(s) after the Brusilov offensive begins",)
    assert words["RU-2"] == ()


def test_water_lies_between_hexes_and_rail_runs_through_them():
    shown = picture(board(), None)
    assert shown.hexes == "flat"
    assert {(k.kind, k.along) for k in shown.links} == {
        ("sea", "side"), ("lake", "side"), ("rail", "path"), ("pass", "path"),
    }  # fmt: skip


def test_the_legend_explains_every_sign():
    shown = picture(board({"2617": "RU-F-Lomza"}, stavka="2124"), None)
    signs = {m for c in shown.cells for m in c.marks} | {c.terrain for c in shown.cells}
    assert signs <= set(shown.legend)


@pytest.mark.rule("9.5", "9.6")
def test_supply_names_the_sources_and_tells_of_one_unit_or_hex():
    state = board({"2314": "GE-1", "3119": "GE-17", "2025": "AH-1"})
    rows = {row[0]: row for row in supply_panel(state, "cp", []).rows}
    assert rows["GE-17"][1:] == (
        "XVII Corps",
        "3119",
        "6-7-4",
        "out of supply: halved, eliminated in the attrition phase",
    )
    assert rows["Central Powers sources"][-1].endswith("places; within 4 hexes of the enemy: none")
    near = supply_panel(board({"2314": "GE-1", "2616": "RU-1"}), "cp", []).rows[-1][-1]
    assert "2314 Königsberg" in near
    assert "Berlin" not in near
    assert supply_panel(state, "cp", ["ge-1"]).rows[0] == (
        "Central Powers",
        "in supply: 0 hex(es) from 2314 Königsberg",
    )
    assert supply_panel(state, "cp", ["GE-17"]).rows == (("Central Powers", "no supply: no source within four hexes"),)
    assert [row[0] for row in supply_panel(state, None, ["2419"]).rows] == ["Russians", "Central Powers"]
    assert "no unit or hex '9999'" in supply_panel(state, None, ["9999"]).heading


@pytest.mark.rule("13.7")
def test_supply_does_not_find_a_hidden_unit_for_the_russian():
    state = board({"2025": "GE-1 GE-17"})
    assert "no unit or hex 'GE-1'" in supply_panel(state, "ru", ["GE-1"]).heading
    assert supply_panel(state, "ru", ["GE-17"]).rows


# --- spectators ------------------------------------------------------------------------------------------------


def everything_shown(state, side):
    """Views, pictures and lookups of a side."""
    panels = [hex_panel(state, side, [hex_id]) for hex_id in DATA.hexes]
    panels += [supply_panel(state, side, [word]) for word in (*sorted(state.units), "2419", "2314")]
    panels += [supply_panel(state, side, []), track_panel(state, side, [])]
    return view(state, side), picture(state, side), panels


@pytest.mark.rule("13.7")
@pytest.mark.parametrize("seed", range(3))
def test_a_spectator_and_the_russians_are_shown_nothing_of_what_they_cannot_see(seed):
    game, source, changed = new(seed=seed), random.Random(seed), 0
    for ply in range(600):
        if game.decision is None:
            break
        if ply % 60 == 0:
            other = game.state.copy()
            redraw(other, "", Source(seeded(ply)))
            changed += other.at != game.state.at
            for side in ("", "ru"):
                assert everything_shown(other, side) == everything_shown(game.state, side)
        game.apply(source.choice(game.decision.actions))
    assert changed > 3
    assert all(event.seen_by("") == event.seen_by("ru") for event in game.events)


@pytest.mark.rule("13.7")
def test_a_spectator_sees_that_the_central_powers_move_but_not_what():
    game = tell(at(board({"1118": "GE-1 GE-17"}), "Central Powers movement"), "stack 1118", "step GE-1 1117")
    texts = {side: [e.text for e in game.events if e.seen_by(side) and e.rule == "12.1"] for side in ("cp", "ru", "")}
    assert texts["cp"] == ["GE-1: 1118 - 1117"]
    assert texts["ru"] == texts[""] == ["Central Powers: 1118 - 1117"]


@pytest.mark.rule("13.7")
def test_a_spectator_is_not_told_which_hidden_units_are_cut_off():
    state = board({"2221": "GE-1 GE-17", **ring("2221", "RU-1 RU-2 RU-3 RU-4 RU-5 RU-6")})
    assert [row[0] for row in supply_panel(state, "", []).rows if row[0].startswith("GE")] == ["GE-17"]
    assert [row[0] for row in supply_panel(state, None, []).rows if row[0].startswith("GE")] == ["GE-1", "GE-17"]


@pytest.mark.rule("3.8")
def test_events_name_the_sides_in_words_and_keep_their_ids_in_the_fields():
    state = board({"2419": "GE-1"})
    state.control_by("2419", "cp", "3.8")
    assert (state.log[-1].text, state.log[-1].fields) == (
        "The Central Powers control 2419", {"side": "cp", "space": "2419"},
    )  # fmt: skip
