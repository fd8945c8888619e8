"""Boards as SVG and PNG: whole, well formed, in any theme, with nothing left out and nothing one may not see."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ElementTree
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wargame.core.engine.errors import WargameError
from wargame.core.engine.events import Event
from wargame.core.title.picture import Arrow, Cell, Link, Panel, Picture, Piece
from wargame.plugins import list_titles, new_game
from wargame.plugins.maps.recent import sides_of, with_arrows
from wargame.plugins.maps.svg import Theme, draw_board, png, to_png
from wargame.plugins.maps.svg.areas import areas
from wargame.plugins.maps.svg.colours import ink_on, stylesheet
from wargame.plugins.maps.svg.counters import lowest_first
from wargame.plugins.maps.svg.geometry import Layout, joined
from wargame.plugins.maps.svg.signs import NODE
from wargame.plugins.maps.svg.writer import element, words

SVG = "{http://www.w3.org/2000/svg}"


def small(**changed: Any) -> Picture:
    """Three hexes in a row, pointed tops, a river between the first two."""
    corps = Piece("I", "red", "i", "I Corps", "infantry", "XXX", "4-3-5", (1, 2), ("out of supply",))
    given: dict[str, Any] = {
        "layout": "hexes",
        "cells": (
            Cell("a", 0, 0, "Ayr", "clear", "red", (corps,)),
            Cell("b", 1, 0, "", "forest"),
            Cell("c", 2, 0, "Cork", "swamp", "blue", (), ("*",)),
        ),
        "links": (Link("a", "b", "river", "side"), Link("b", "c", "rail")),
        "legend": {"*": "victory hex"},
    }
    return Picture(**given | changed)


def drawn(picture: Picture, **given: Any) -> ElementTree.Element:
    return ElementTree.fromstring(draw_board(picture, {"red": "red", "blue": "blue"}, **given))


@pytest.mark.parametrize("title", list_titles())
def test_every_title_is_drawn_with_all_its_spaces_and_counters(title: str) -> None:
    game = new_game(title, seed=1)
    picture = game.rules.hook.wargame_picture(state=game.state, side=None)  # type: ignore[attr-defined]
    root = ElementTree.fromstring(draw_board(picture, game.title.colours, game.title.name))
    ids = {one.get("id") for one in root.iter()}
    assert {f"space-{cell.id}" for cell in picture.cells} <= ids
    drawn = {one.get("data-space") for one in root.iter() if one.get("data-space")}
    assert drawn == {cell.id for cell in picture.cells if cell.pieces}


@pytest.mark.parametrize("theme", get_args(Theme))
def test_every_theme_has_all_its_colours(theme: str) -> None:
    assert "var(" not in stylesheet(theme)
    assert "undefined" not in stylesheet(theme)
    assert stylesheet(theme).count("{") > 40


def test_themes_differ_in_nothing_but_the_stylesheet() -> None:
    light, dark = (re.sub("<style>.*?</style>", "", draw_board(small(), {}, theme=t)) for t in ("light", "dark"))
    assert light == dark


def test_a_counter_shows_symbol_values_steps_and_says_its_name() -> None:
    root = drawn(small())
    (unit,) = (one for one in root.iter(f"{SVG}g") if one.get("data-unit") == "i")
    assert unit.find(f"{SVG}title").text == "I Corps, 4-3-5, 1 of 2 steps, out of supply"  # type: ignore[union-attr]
    assert [use.get("href") for use in unit.iter(f"{SVG}use")] == ["#sign-infantry"]
    assert [path.get("class") for path in unit.iter(f"{SVG}path")] == ["reduced"]
    assert {text.text for text in unit.iter(f"{SVG}text")} == {"R", "I", "4-3-5", "XXX"}


def test_a_kind_that_is_not_known_has_a_bare_frame() -> None:
    cell = Cell("a", 0, 0, pieces=(Piece("Z", "red", kind="zeppelin"),))
    root = drawn(Picture("network", (cell, Cell("b", 9, 0))))
    assert [use.get("href") for use in root.iter(f"{SVG}use")] == ["#sign-other"]


def test_a_stack_shows_how_many_there_are() -> None:
    pieces = tuple(Piece(str(i), "red", str(i)) for i in range(7))
    root = drawn(small(cells=(Cell("a", 0, 0, pieces=pieces), Cell("b", 1, 0)), links=()), heading="x")
    assert [one.text for one in root.iter(f"{SVG}text") if one.get("class") == "badge-text"] == ["7"]


def test_the_strongest_of_a_stack_lies_on_top_and_the_unknown_below() -> None:
    stack = (
        Piece("weak", "red", "weak", "", "infantry", "XX", "2-2-4"),
        Piece("strong", "red", "strong", "", "armour", "XX", "(11)-4"),
        Piece("fort", "red", "fort", "", "fortress", "", "20-0"), Piece("?", "red"),
    )  # fmt: skip
    assert [piece.text for piece in lowest_first(stack)] == ["?", "fort", "weak", "strong"]


def test_where_many_names_take_two_lines_hexes_are_larger() -> None:
    def radius(name: str) -> float:
        return Layout.of(small(cells=(Cell("a", 0, 0, name), Cell("b", 1, 0)))).radius

    assert radius("Sarreguemines/Bitche") > radius("Ayr")


def test_a_river_runs_along_the_side_and_a_rail_from_centre_to_centre() -> None:
    layout = Layout.of(small())
    (ax, ay), (bx, by) = layout.side("a", "b")
    assert ax == pytest.approx(bx)
    assert abs(ay - by) == pytest.approx(layout.radius)
    root = drawn(small())
    rail = next(one for one in root.iter(f"{SVG}path") if one.get("class") == "rail")
    assert rail.get("d") == "M110 46L174 46"


def test_who_holds_an_empty_space_is_told_by_a_letter() -> None:
    root = drawn(small())
    assert [one.text for one in root.iter(f"{SVG}text") if one.get("class") == "held-letter"] == ["B"]


def test_hexes_lie_as_the_picture_says_or_as_its_cells_lie() -> None:
    assert not Layout.of(small()).flat
    assert Layout.of(small(hexes="flat")).flat
    column = tuple(Cell(id, 0, y) for y, id in enumerate("abc"))
    assert Layout.of(Picture("hexes", column)).flat


def test_hexsides_are_joined_to_one_line() -> None:
    sides = [((0.0, 0.0), (1.0, 2.0)), ((5.0, 2.0), (1.0, 2.0)), ((5.0, 2.0), (9.0, 9.0))]
    assert joined(sides) == [[(0, 0), (1, 2), (5, 2), (9, 9)]]


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), min_size=3, max_size=12, unique=True))
def test_areas_cover_the_drawing_without_a_gap(places: list[tuple[int, int]]) -> None:
    cells = tuple(Cell(str(i), x * 10, y * 10, terrain="sea") for i, (x, y) in enumerate(places))
    layout = Layout.of(Picture("network", cells))
    found = areas(layout)

    def size(shape: Any) -> float:
        return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(shape, [*shape[1:], shape[0]], strict=True))) / 2

    covered = sum(size(piece) for area in found.values() for piece in area.pieces)
    assert covered == pytest.approx(layout.width * layout.height, rel=0.02)


def test_names_do_not_cover_each_other() -> None:
    cells = tuple(Cell(str(i), i * 10, 0, "A rather long name") for i in range(4))
    root = drawn(Picture("network", cells, panels=(Panel("p", (("one",),)),)))
    names = [one for one in root.iter(f"{SVG}text") if (one.get("class") or "").startswith("name")]
    places = {(one.get("x"), one.get("y")) for one in names}
    assert len(places) == len(names)


def test_texts_are_escaped() -> None:
    assert words("<b>&", 0, 0, "name") == '<text class="name" x="0" y="0">&lt;b&gt;&amp;</text>'
    assert element("g", id='"><script>') == '<g id="&quot;&gt;&lt;script&gt;"/>'
    drawn(small(cells=(Cell("<", 0, 0, "<&>", "\"'", "red", (Piece("<", "red", "&"),)), Cell("b", 1, 0)), links=()))


@pytest.mark.parametrize("colour", ["#000000", "#ffffff", "#1f3a7a", "#e6c619", "#8a8d8f", "#c8553d"])
def test_what_is_printed_on_a_counter_can_be_read(colour: str) -> None:
    def light(text: str) -> float:
        parts = (int(text[i : i + 2], 16) / 255 for i in (1, 3, 5))
        red, green, blue = (c / 12.92 if c <= 0.04045 else math.pow((c + 0.055) / 1.055, 2.4) for c in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    one, other = sorted((light(colour), light(ink_on(colour))))
    assert (other + 0.05) / (one + 0.05) >= 4.5


def test_a_png_has_the_width_asked_for() -> None:
    pytest.importorskip("resvg_py", reason="PNG files need the extra 'png'")
    made = to_png(draw_board(small(), {}), width=300)
    assert made.startswith(b"\x89PNG")
    assert int.from_bytes(made[16:20], "big") == 300


def test_without_resvg_the_remedy_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    import builtins

    real = builtins.__import__

    def refuse(name: str, *rest: Any, **more: Any) -> Any:
        if name == "resvg_py":
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(WargameError, match=r"pip install 'wargame\[png\]'"):
        png.to_png("<svg/>")


@pytest.mark.parametrize(
    ("sign", "meaning", "line"),
    [
        ("forest", "forest, 2 MP", "forest, 2 MP"),
        ("red_diamond", "hard going", "red diamond  hard going"),
        ("*", "victory hex", "*  victory hex"),
    ],
)
def test_the_legend_says_nothing_twice(sign: str, meaning: str, line: str) -> None:
    root = drawn(small(legend={sign: meaning}))
    assert line in [one.text for one in root.iter(f"{SVG}text")]


# --- arrows --------------------------------------------------------------------------------------------------------


def after(*events: Event, marches: bool = False) -> list[tuple[str, str, str, str]]:
    """The arrows for events that ended with red's corps `i` in a."""
    picture = small()
    return [(a.a, a.b, a.kind, a.side) for a in with_arrows(picture, events, sides_of(picture), marches).arrows]


def march(unit: str, at: str, to: str) -> Event:
    return Event("{unit}: {at} - {to}", "1", {"unit": unit, "at": at, "to": to})


def attack(units: str, on: str) -> Event:
    return Event("{units} attack {hex}", "2", {"units": units, "hex": on})


def test_an_attack_is_an_arrow_from_where_the_attackers_stood() -> None:
    assert after(attack("i", "b"), march("i", "c", "a")) == [("c", "b", "attack", "red")]


def test_who_leaves_an_attacked_space_retreats_and_who_enters_it_advances() -> None:
    assert after(attack("z", "c"), march("i", "c", "a")) == [("c", "a", "retreat", "red")]
    assert after(attack("i", "a"), march("i", "b", "a")) == [("b", "a", "attack", "red"), ("b", "a", "advance", "red")]


def test_other_marches_are_drawn_only_if_they_are_wanted() -> None:
    assert after(march("i", "b", "a")) == []
    assert after(march("i", "b", "a"), marches=True) == [("b", "a", "move", "red")]


def test_where_attackers_are_not_named_they_are_those_who_came() -> None:
    battle = Event("{side} attacks {hex}", "9.1", {"side": "red", "hex": "a"})
    assert after(march("i", "b", "a"), battle) == [("b", "a", "attack", "red")]


def test_an_order_that_failed_has_a_cross() -> None:
    root = drawn(small(arrows=(Arrow("a", "b", "move", "red", False, "I - b: bounces"),)))
    (arrow,) = (one for one in root.iter(f"{SVG}g") if "arrow " in (one.get("class") or ""))
    assert arrow.get("class") == "arrow arrow-move failed side-0"
    assert [path.get("class") for path in arrow.iter(f"{SVG}path")].count("arrow-cross") == 1
    assert arrow.find(f"{SVG}title").text == "I - b: bounces"  # type: ignore[union-attr]


def test_after_a_season_the_orders_of_diplomacy_are_arrows_with_their_outcomes() -> None:
    game = new_game("diplomacy", seed=1)
    while game.state.phase.endswith("negotiation"):
        game.apply("done")
    for side in list(game.decisions):
        sheet = {"ENGLAND": "F LON - NTH, F EDI - NTH, A LVP - YOR", "FRANCE": "A PAR - BUR, A MAR S A PAR - BUR"}
        game.apply(f"sheet {sheet.get(side, 'A VIE H')}", side)
    arrows = game.rules.picture(game.state, None).arrows  # type: ignore[union-attr]
    assert {(one.a, one.b, one.kind, one.side, one.done) for one in arrows} == {
        ("LON", "NTH", "move", "ENGLAND", False),
        ("EDI", "NTH", "move", "ENGLAND", False),
        ("LVP", "YOR", "move", "ENGLAND", True),
        ("PAR", "BUR", "move", "FRANCE", True),
        ("MAR", "BUR", "support", "FRANCE", True),
    }


# --- what the drawing tells --------------------------------------------------------------------------------------


def test_the_front_runs_where_two_sides_meet() -> None:
    held = {"a": "red", "b": "red", "c": "blue"}
    cells = tuple(Cell(id, x, 0, side=side) for x, (id, side) in enumerate(held.items()))
    root = drawn(small(cells=cells, links=()))
    fronts = [one.get("d") for one in root.iter(f"{SVG}path") if (one.get("class") or "").startswith("front")]
    assert len(fronts) == 2  # b towards c, and c towards b
    assert all((d or "").count("M") == 1 for d in fronts)


def test_rivers_known_only_by_their_hexes_are_lines_without_rings() -> None:
    cells = tuple(Cell(f"{x}{y}", x + y / 2, y * 0.866, marks=("~",)) for x in range(3) for y in range(3))
    root = drawn(small(cells=cells, links=(), legend={"~": "river"}))
    (stream,) = (
        one for one in root.iter(f"{SVG}path") if one.get("class") == "stream" and "q" not in (one.get("d") or "")
    )
    parts = re.findall(r"[QL]", stream.get("d") or "")
    assert len(parts) == len(cells) - 1


def test_a_space_of_an_area_map_has_no_islands_of_its_own() -> None:
    game = new_game("diplomacy")
    picture = game.rules.picture(game.state, None)
    assert picture is not None
    layout = Layout.of(picture)
    for id, area in areas(layout).items():
        x, y = layout.places[id]
        outer = max(area.rings, key=lambda ring: max(p[0] for p in ring) - min(p[0] for p in ring))
        assert min(p[0] for p in outer) <= x <= max(p[0] for p in outer), id
        assert min(p[1] for p in outer) <= y <= max(p[1] for p in outer), id
    assert sum(len(area.rings) for area in areas(layout).values()) < 1.2 * len(layout.places)


def test_spaces_of_a_network_keep_room_for_their_counters() -> None:
    game = new_game("paths_of_glory")
    picture = game.rules.picture(game.state, None)
    assert picture is not None
    places = list(Layout.of(picture).places.values())
    near = min(math.dist(a, b) for i, a in enumerate(places) for b in places[:i])
    assert near > 2 * NODE


def test_panels_lie_in_an_empty_corner_of_the_map() -> None:
    cells = tuple(Cell(f"{x}.{y}", x + y / 2, y * 0.866) for y in range(12) for x in range(12) if x + y > 12)
    panel = Panel("Score", (("red", "3"),))
    root = drawn(small(cells=cells, links=(), panels=(panel,)))
    (text,) = (one for one in root.iter(f"{SVG}text") if one.text == "Score")
    assert float(text.get("x") or 0) < Layout.of(small(cells=cells, links=())).width / 2
    assert float(root.get("width") or 0) == pytest.approx(Layout.of(small(cells=cells, links=())).width, abs=1)
