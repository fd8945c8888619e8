"""What the players look at: the view of a side, the map, lookups, the data of an owner of the printed game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import wargame.games.traces_of_war as plugin
from wargame.core.engine.chance import Source, seeded
from wargame.core.engine.errors import WargameError
from wargame.games.traces_of_war.lookups import chits, hex_facts, orders, supply
from wargame.games.traces_of_war.model import State
from wargame.games.traces_of_war.picture import picture
from wargame.games.traces_of_war.records import FOLDER
from wargame.plugins import new_game

from .support import (
    AXIS,
    AXIS_HQ,
    BOARD,
    INFANTRY,
    OPEN,
    RIFLE,
    SOVIET,
    SOVIET_HQ,
    TANK,
    TITLE,
    WEST,
    blank,
    fresh,
    name,
    position,
    put,
)
from .test_chits import selected


@pytest.mark.rule("4.2")
def test_no_view_and_no_panel_shows_the_enemys_chits_in_the_cup() -> None:
    game = selected()
    state: Any = game.state
    for side in (SOVIET, AXIS):
        seen = game.view(side)["state"]
        enemy = [c for c in state.pile("cup") if TITLE.data.chits[c].side not in (side, "both")]
        assert seen["chits_in_cup"] == 10
        assert seen[f"{side}_chits_in_cup"] == [c for c in state.pile("cup") if TITLE.data.chits[c].side == side]
        assert not [c for c in enemy if f'"{c}"' in json.dumps(seen)]
        drawn = dict(chits(state, side, ()).rows)
        assert drawn["left in the cup"] == "10"
        assert drawn["drawn this turn"] == "none"
    assert "Axis hand" not in dict(chits(state, SOVIET, ()).rows)
    assert dict(chits(state, AXIS, ()).rows)["Axis hand"] == "OKH"


def test_the_map_shows_every_hex_and_stack() -> None:
    s = position({OPEN: (f"({TANK[0]})", RIFLE[0])})
    s.mark(RIFLE[0], "isolated")
    s.orders, s.bridgehead = frozenset(["2634"]), WEST
    drawn = picture(s)
    cells = {cell.id: cell for cell in drawn.cells}
    assert set(cells) == set(BOARD)
    tank, rifle = cells[OPEN].pieces
    assert (tank.text, tank.id, tank.steps, tank.values, tank.state) == (
        "2Tk",
        TANK[0],
        (1, 2),
        "3-2-7",
        ("reduced",),
    )
    assert (rifle.text, rifle.id, rifle.steps, rifle.values) == ("50C", RIFLE[0], (2, 2), "2-2-2")
    assert (rifle.name, rifle.kind, rifle.size) == ("50C, Soviet infantry corps", "infantry", "XXX")
    assert rifle.state == ("isolated",)
    assert cells[OPEN].marks == ("??",)
    assert drawn.hexes == "pointed"
    assert cells["2634"].marks == ("*", "!")
    assert cells[WEST].marks == ("@",)
    kinds = {(link.a, link.b): link.kind for link in drawn.links}
    assert kinds["0421", "0521"] == "blocked"
    assert kinds["2918", "2919"] == "major river bridge"
    assert sorted(h for part in drawn.regions.values() for h in part) == sorted(BOARD)


def test_neighbours_lie_side_by_side_on_the_map() -> None:
    cells = {cell.id: cell for cell in picture(blank()).cells}
    for a in BOARD:
        for b in BOARD.neighbours(a):
            far = (cells[a].x - cells[b].x) ** 2 + (cells[a].y - cells[b].y) ** 2
            assert far == pytest.approx(1)


def test_every_unit_has_a_name_of_its_own_on_the_map() -> None:
    names = list(TITLE.data.names.values())
    assert len({n.casefold() for n in names}) == len(names)
    assert not [n for n in names if n.isdecimal()]  # a number alone is a line of a list


@pytest.mark.rule("11.1", "11.2")
def test_units_off_the_map_lie_in_boxes_with_when_they_may_come() -> None:
    game = fresh()
    s: Any = game.state
    boxes = {box.label: {p.id: p for p in box.pieces} for box in picture(s).boxes}
    assert sorted(u for box in boxes.values() for u in box) == sorted(set(TITLE.counters) - set(s.units))
    assert boxes["Axis reinforcements"]["DE-T-LAH"].state == ("2 points",)
    assert boxes["Axis reinforcements"]["DE-S-213Sec"].state == ("waiting",)  # 3.0
    assert not boxes["Out of the game"]
    first = next(u for u in TITLE.counters.values() if u.soviet_order == 1)
    assert boxes["Soviet reinforcements"][first.id].state[0] == "batch 1"
    s.piles["bought"], s.batch = ("DE-T-LAH",), 1
    boxes = {box.label: {p.id for p in box.pieces} for box in picture(s).boxes}
    assert {"DE-T-LAH", first.id} <= boxes["Out of the game"]


@pytest.mark.rule("8.1")
def test_the_line_of_one_unit_or_hex() -> None:
    s = position({OPEN: (RIFLE[0], SOVIET_HQ)})
    for asked in (RIFLE[0], "50c", OPEN):
        assert dict(supply(s, SOVIET, (asked,)).rows)["soviet line"].endswith("hexes to a source")
    assert dict(supply(s, SOVIET, ("50C",)).rows)["marker"] == "none"
    source = TITLE.data.sources[SOVIET][0]
    assert dict(supply(s, SOVIET, (source,)).rows)["soviet line"] == "0 hexes to a source"
    for unit, hex in zip(INFANTRY, ("2542", "2641", "2441"), strict=False):
        put(s, hex, unit)
    assert dict(supply(s, SOVIET, ("50C",)).rows)["soviet line"] == "none"
    assert "neither a hex nor a unit" in supply(s, SOVIET, ("nobody",)).rows[0][0]


@pytest.mark.rule("12.2")
def test_the_word_orders_lists_cities_holders_and_danger() -> None:
    s = blank()
    s.orders = frozenset(["2918", "0218"])
    put(s, "0218", INFANTRY[0])
    put(s, OPEN, SOVIET_HQ)
    rows = orders(s, AXIS, ()).rows
    assert rows[:2] == (("Odesa (0218)", "88D"), ("Kyiv (2918)", "empty"))
    assert rows[2][0] == "danger"
    assert "Vrnz could relocate to" in rows[2][1]


@pytest.mark.rule("8.1")
def test_supply_in_danger_is_listed_before_the_check() -> None:
    s = position({OPEN: RIFLE[0]})
    for unit, hex in zip(INFANTRY, ("2542", "2641", "2441"), strict=False):
        put(s, hex, unit)
    assert supply(s, SOVIET, ()).rows[0] == (name(RIFLE[0]), OPEN, "no", "")
    assert supply(s, SOVIET, ()).rows[1:] == tuple(
        ("source (soviet)", h, "yes", "") for h in TITLE.data.sources[SOVIET]
    )
    assert supply(s, AXIS, ()).rows[0] == ("none", "", "", "")


def test_a_hex_tells_what_is_there() -> None:
    s = position({"2918": AXIS_HQ})
    rows = dict(hex_facts(s, None, ("2918",)).rows)
    assert rows["terrain"] == "clear Kyiv"
    assert rows["side to 2919"] == "major river, bridge, road, rail"
    assert rows["major city"] == "axis"
    assert "supreme command order" not in rows
    assert rows["4PzA"] == "4PzA, 4th Panzer Army, 2-2-7"
    assert "axis supply line" in rows
    assert "hex 2634" in hex_facts(s, None, ("nowhere",)).rows[0][0]


def evaluate(s: State, side: str) -> float:
    return new_game("traces_of_war").rules.evaluate(s, side)


def test_the_score_for_bots_prefers_more_points_and_strength() -> None:
    s = position({OPEN: RIFLE[0]})
    before = evaluate(s, SOVIET)
    put(s, WEST, TANK[0])
    assert evaluate(s, SOVIET) > before
    assert evaluate(s, AXIS) == -evaluate(s, SOVIET)
    now = evaluate(s, SOVIET)
    s.destroyed += 2
    assert evaluate(s, SOVIET) > now


def test_the_score_keeps_the_axis_in_cities_under_order() -> None:
    s = blank()
    s.orders = frozenset(["2634"])
    put(s, "2633", INFANTRY[0])
    outside = evaluate(s, AXIS)
    s.move(INFANTRY[0], "2634")
    assert evaluate(s, AXIS) > outside


def test_an_owner_lays_a_corrected_table_over_the_shipped_one(tmp_path: Path) -> None:
    text = (FOLDER / "scenarios.toml").read_text("utf-8").replace("victory_points = 65", "victory_points = 60")
    (tmp_path / "scenarios.toml").write_text(text, "utf-8")
    game = new_game("traces_of_war", scenario="campaign", data=tmp_path)
    assert game.state.threshold == 60  # type: ignore[attr-defined]
    assert game.title.data_hash != TITLE.data_hash


def test_a_wrong_cell_is_named_with_file_and_line(tmp_path: Path) -> None:
    (tmp_path / "setup.csv").write_text("unit,hex,source,colour\nSU-I-50,3432,rulebook,red\n", "utf-8")
    with pytest.raises(WargameError, match=r"setup\.csv, line 1: unknown column 'colour'"):
        new_game("traces_of_war", data=tmp_path)


def test_unknown_scenarios_and_options_are_one_sentence() -> None:
    with pytest.raises(WargameError, match="no scenario 'kursk'"):
        fresh("kursk")
    with pytest.raises(WargameError, match="no option 'weather'"):
        fresh(weather=True)


@pytest.mark.rule("4.2", "7.0")
def test_a_spectator_knows_only_what_both_sides_may_know() -> None:
    """Two games that differ in all that one of the sides may not know look the same to somebody who plays neither."""
    one = selected()
    two = selected(soviet="REINF SW Step Sth Sth Vrnz", axis="put [1PzA,6A,OKH] keep [8A]")
    two.state.luftwaffe = ("defensive", "defensive")  # type: ignore[attr-defined]
    one.state.luftwaffe = ("offensive", "offensive")  # type: ignore[attr-defined]
    for side, same in ((SOVIET, False), (AXIS, False), ("", True)):
        seen = [plugin.wargame_view(game.state, side) for game in (one, two)]
        assert (seen[0] == seen[1]) is same
    for word, lookup in plugin.wargame_lookups().items():
        assert lookup(one.state, "", ()) == lookup(two.state, "", ()), word
    assert plugin.wargame_picture(one.state, "") == plugin.wargame_picture(two.state, "")
    assert [e.text for e in one.events_for("")] == [e.text for e in two.events_for("")]


@pytest.mark.rule("4.2", "7.0")
def test_for_a_spectator_the_chits_of_both_sides_and_the_markers_are_drawn_anew() -> None:
    game = selected()
    found = {(s.pile("cup"), s.pile("hand")) for s in (redrawn(game.state, seed) for seed in range(12))}
    assert len(found) > 6
    for cup, hand in found:
        assert (len(cup), len(hand), "SUPPLY" in cup) == (10, 1, True)


def redrawn(state: Any, seed: int) -> Any:
    s = state.copy()
    plugin.wargame_redraw(s, "", Source(seeded(seed)))
    return s
