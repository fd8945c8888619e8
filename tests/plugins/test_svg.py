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
from wargame.core.title.picture import Cell, Link, Panel, Picture, Piece
from wargame.plugins import list_titles, new_game
from wargame.plugins.maps.svg import Theme, draw_board, png, to_png
from wargame.plugins.maps.svg.colours import ink_on, stylesheet
from wargame.plugins.maps.svg.geometry import Layout, areas, joined
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
