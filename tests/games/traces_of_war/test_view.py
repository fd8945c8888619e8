"""What the players look at: the view of a side, the map, lookups, the data of an owner of the printed game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from wargame.core.engine.errors import WargameError
from wargame.games.traces_of_war.picture import chits, hex_facts, picture, supply
from wargame.games.traces_of_war.records import FOLDER
from wargame.games.traces_of_war.view import evaluate
from wargame.plugins import new_game

from .support import AXIS, AXIS_HQ, BOARD, INFANTRY, OPEN, RIFLE, SOVIET, TANK, TITLE, WEST, blank, fresh, put
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
    s = blank()
    put(s, OPEN, f"({TANK[0]})", RIFLE[0])
    s.mark(RIFLE[0], "isolated")
    s.orders, s.bridgehead = frozenset(["2634"]), WEST
    drawn = picture(s)
    cells = {cell.id: cell for cell in drawn.cells}
    assert set(cells) == set(BOARD)
    assert [p.text for p in cells[OPEN].pieces] == ["(2Tk)", "50??"]
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


@pytest.mark.rule("8.1")
def test_supply_in_danger_is_listed_before_the_check() -> None:
    s = blank()
    put(s, OPEN, RIFLE[0])
    for unit, hex in zip(INFANTRY, ("2542", "2641", "2441"), strict=False):
        put(s, hex, unit)
    assert supply(s, SOVIET, ()).rows == ((RIFLE[0], OPEN, "no", ""),)
    assert supply(s, AXIS, ()).rows == (("none", "", "", ""),)


def test_a_hex_tells_what_is_there() -> None:
    s = blank()
    put(s, "2918", AXIS_HQ)
    rows = dict(hex_facts(s, None, ("2918",)).rows)
    assert rows["terrain"] == "clear Kyiv"
    assert rows["side to 2919"] == "major river, bridge, road, rail"
    assert rows["major city"] == "axis"
    assert "supreme command order" not in rows
    assert rows[AXIS_HQ] == "2-2-7"
    assert "axis supply line" in rows
    assert "hex 2634" in hex_facts(s, None, ("nowhere",)).rows[0][0]


def test_the_score_for_bots_prefers_more_points_and_strength() -> None:
    s = blank()
    put(s, OPEN, RIFLE[0])
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
