"""Maps in characters: hexes with their sides, networks, parts of a map, with and without colours."""

from __future__ import annotations

import contextlib
import io
import re
from collections.abc import Callable
from typing import Any

import attrs
import pytest
from rich.color import Color
from rich.console import Console

from tests.core.support import skirmish
from wargame.core.engine.errors import IllegalAction, WargameError
from wargame.core.engine.game import Game
from wargame.core.title.picture import Cell, Link, Panel, Picture, Piece
from wargame.plugins import list_titles, new_game
from wargame.plugins.bots import RandomBot
from wargame.plugins.maps.canvas import Inks, initials, stack_segments
from wargame.plugins.maps.text import crop, draw, picture_of
from wargame.plugins.terminal.panels import units_panel


def shown(picture: Picture, where: str = "", width: int = 80, colour: str | None = None, **colours: str) -> str:
    console = Console(file=io.StringIO(), width=width, force_terminal=colour is not None, color_system=colour)  # type: ignore[arg-type]
    console.print(draw(picture, colours, console, where))
    file = console.file
    assert isinstance(file, io.StringIO)
    return file.getvalue()


def hexes(columns: int, rows: int, **changed: Cell) -> Picture:
    """Hexes with flat tops, numbered by column and row; even columns lie half a hex lower."""
    cells = {}
    for x in range(1, columns + 1):
        for y in range(1, rows + 1):
            id = f"{x:02d}{y:02d}"
            cells[id] = Cell(id, x * 0.866, y + (0.5 if x % 2 == 0 else 0.0), terrain="clear")
    for name, cell in changed.items():
        at = cells[name.strip("_")]
        cells[at.id] = Cell(at.id, at.x, at.y, cell.label, cell.terrain, cell.side, cell.pieces, cell.marks)
    return Picture("hexes", tuple(cells.values()))


def cell(*pieces: Piece, terrain: str = "clear", side: str = "", label: str = "", marks: tuple[str, ...] = ()) -> Cell:
    return Cell("", 0, 0, label, terrain, side, pieces, marks)


# --- hexes --------------------------------------------------------------------------------------------------------


def test_hexes_share_their_sides() -> None:
    picture = hexes(20, 2, _0101=cell(Piece("1", "red"), Piece("2", "red"), marks=("C",)), _0201=cell(terrain="forest"))
    lines = shown(picture, width=65).splitlines()
    at = next(i for i, line in enumerate(lines) if "R2" in line)
    part = [line[3:10] for line in lines[at - 1 : at + 4]]
    assert part == [" __    ", "/R2\\__/", "\\C_/f \\", "/. \\__/", "\\__/. \\"]


def test_hexes_numbered_by_column_and_row_have_rulers() -> None:
    lines = shown(hexes(10, 3), width=60).splitlines()
    assert lines[0].split() == [f"{n:02d}" for n in range(1, 11)]
    assert [line[:2] for line in lines if line[:2].isdigit()] == ["01", "02", "03"]


def test_where_hexes_have_other_numbers_each_shows_its_own() -> None:
    cells = tuple(Cell(str(n), n * 1.5, (n % 2) * 0.9, f"{n} Town") for n in range(1, 12))
    drawn = shown(Picture("hexes", cells), width=70)
    assert all(str(n) in drawn for n in range(1, 12))


def test_roomy_hexes_show_number_name_stack_and_marks() -> None:
    picture = hexes(3, 3, _0202=cell(Piece("GE-20", "cp"), label="Metz", terrain="rough", side="cp", marks=("F3", "*")))
    drawn = shown(picture, width=60)
    for part in ("/0202", "Metz", "C/GE-20", "rF3*"):
        assert part in drawn


def test_a_part_of_the_map_is_around_a_hex() -> None:
    part = crop(hexes(20, 20), "1010")
    ids = {c.id for c in part.cells}
    assert {"0710", "1310", "1007", "1013"} <= ids
    assert not ids & {"0610", "1410", "1006", "1014"}


def test_features_of_hexsides_are_drawn_and_explained() -> None:
    picture = hexes(4, 3)
    links = (Link("0201", "0202", "river"), Link("0301", "0302", "rail"), Link("0101", "0201", "blocked"))
    drawn = shown(Picture("hexes", picture.cells, links), width=30)
    plain = shown(picture, width=30)
    assert "~~" in drawn
    assert "~" not in plain
    assert "=" in drawn.splitlines()[4]
    assert "#" in drawn
    assert "~ river" in drawn
    assert "# blocked" in drawn


def test_a_mark_that_is_drawn_on_the_sides_is_not_shown_twice() -> None:
    picture = hexes(4, 3, _0201=cell(marks=("=",)))
    with_rail = Picture("hexes", picture.cells, (Link("0301", "0302", "rail"),), {"=": "railway"})
    assert shown(with_rail, width=30).count("=") == 2  # the side and the legend
    assert "= railway" in shown(with_rail, width=30)


def test_without_colours_the_front_shows_who_holds_a_hex() -> None:
    held = {f"_{x:02d}{y:02d}": cell(side="red" if x < 3 else "blue") for x in range(1, 6) for y in (1, 2, 3)}
    picture = hexes(5, 3, **held)
    drawn = shown(picture, width=24, red="red", blue="blue")
    assert drawn.count(".r") == 3
    assert drawn.count(".b") == 3
    assert ".r" not in shown(picture, width=24, colour="truecolor", red="red", blue="blue")


def test_a_map_wider_than_the_terminal_is_still_drawn_as_a_whole() -> None:
    picture = hexes(30, 3, _3003=cell(Piece("x", "red")))
    drawn = shown(picture, width=70)
    assert "R1" in drawn or "Rx" in drawn
    assert max(map(len, drawn.splitlines())) <= 70


def pointed(rows: int, columns: int, **changed: Cell) -> Picture:
    """Hexes with pointed tops, numbered by row (from below) and column; odd rows lie half a hex to the right."""
    cells = []
    for y in range(1, rows + 1):
        for x in range(1, columns + 1):
            id = f"{y:02d}{x:02d}"
            told = changed.get(f"_{id}", cell())
            place = (x + y % 2 / 2, -y * 0.866)
            cells.append(Cell(id, *place, told.label, told.terrain, told.side, told.pieces, told.marks))
    return Picture("hexes", tuple(cells))


def test_pointed_hexes_are_bricks_with_rulers() -> None:
    picture = pointed(2, 10, _0202=cell(Piece("x", "red"), marks=("C",)), _0101=cell(terrain="forest"))
    lines = shown(picture, width=50).splitlines()
    assert lines[0].split() == [f"{n:02d}" for n in range(1, 11)]
    assert lines[3].startswith("02 |.  |R/x|. ")
    assert lines[4].startswith("   |___|C__|__")
    assert lines[5].startswith("01   |f  |.  |")


def test_features_of_pointed_hexes_lie_on_their_sides() -> None:
    picture = pointed(2, 4)
    links = (Link("0201", "0202", "minor river"), Link("0102", "0202", "blocked"), Link("0202", "0101", "rail"))
    lines = shown(Picture("hexes", picture.cells, links), width=60).splitlines()
    row = next(i for i, line in enumerate(lines) if line.startswith("02"))
    size = lines[row].index("0202") - lines[row].index("0201")
    left = lines[row].index("0202") - 1
    assert lines[row][left] == "~"
    bottom = lines[row + 3][left : left + size]
    assert "=" in bottom[: size // 2 + 1]
    assert "##" in bottom[size // 2 + 1 :]


def test_a_wide_map_of_pointed_hexes_has_a_letter_a_hex() -> None:
    drawn = shown(pointed(3, 40, _0240=cell(Piece("x", "red"), Piece("y", "red"))), width=70)
    assert len(drawn.splitlines()) < 12
    assert drawn.splitlines()[4].strip() == "02" + " " * (drawn.splitlines()[4].index("R") - 2) + "R"


@pytest.mark.parametrize("make", [hexes, pointed])
def test_the_front_around_a_hex_are_its_six_neighbours(make: Callable[..., Picture]) -> None:
    held = {f"_{x:02d}{y:02d}": cell(side="red") for x in range(1, 6) for y in range(1, 6)}
    picture = make(5, 5, **held | {"_0303": cell(side="blue")})
    drawn = shown(picture, width=35, red="red", blue="blue")
    assert drawn.count(".r") == 6
    assert drawn.count(".b") == 1


def test_what_a_side_holds_has_its_colour() -> None:
    drawn = shown(hexes(3, 1, _0101=cell(side="red", terrain="forest")), width=19, colour="truecolor", red="#ff0000")
    assert re.search(r"\x1b\[38;2;[0-9;]+mf", drawn)
    assert re.search(r"\x1b\[2m[^\x1b]*[/\\]\.", drawn)  # what nobody holds is dim, like the frame


def test_many_stacks_are_not_listed_under_the_map() -> None:
    full = {f"_01{y:02d}": cell(Piece("x", "red")) for y in range(1, 14)}
    assert "0101: R/x" not in shown(hexes(2, 13, **full), width=30)
    assert "0101: R/x" in shown(hexes(2, 13, **full), "0101", width=30)
    del full["_0113"]
    assert "0101: R/x" in shown(hexes(2, 13, **full), width=30)


BORDER = Picture(
    "hexes",
    hexes(
        3, 2,
        _0101=cell(Piece("1", "red"), side="red"),
        _0201=cell(terrain="forest", side="red"),
        _0301=cell(side="blue", marks=("C",)),
        _0302=cell(Piece("b", "blue"), Piece("c", "blue"), Piece("d", "blue"), side="blue"),
    ).cells,
    (
        Link("0101", "0102", "river"), Link("0101", "0201", "rail"), Link("0201", "0301", "blocked"),
        Link("0201", "0302", "major river"), Link("0102", "0201", "pass"), Link("0202", "0201", "rail"),
        Link("0101", "0302", "rail"),  # not neighbours: not drawn
    ),
    {"C": "city", "forest": "wood, 2 MP"},
)  # fmt: skip
BRICKS = Picture(
    "hexes",
    pointed(3, 3, _0101=cell(Piece("1", "red"), side="red"), _0202=cell(terrain="forest", side="red"),
            _0301=cell(side="blue", marks=("C",))).cells,
    (
        Link("0201", "0202", "river"), Link("0202", "0302", "rail"), Link("0202", "0301", "blocked"),
        Link("0202", "0102", "major river"), Link("0202", "0101", "road"),
    ),
)  # fmt: skip


def whole(picture: Picture, width: int) -> str:
    drawn = shown(picture, width=width, red="red", blue="blue")
    return "\n".join(["", *(line.rstrip() for line in drawn.splitlines())])


def test_a_small_map_of_flat_hexes() -> None:
    assert (
        whole(BORDER, 19)
        == r"""
    01  02  03

    ___     ___
01 /R/1\___/.b \
   \~~~=fr #C__/
02 /.  )__=≈B3 \
   \___/.  \___/
       \___/
R red  B blue
B3 3 pieces of B
. clear
f wood, 2 MP
~ river  = rail
# blocked
≈ major river
) pass  C city
0101: R/1
0302: B/b B/c B/d"""
    )


def test_the_same_map_with_room() -> None:
    assert (
        whole(BORDER, 40)
        == r"""
    01         02         03

     _________             _________
01  /0101     \           /0301b    \
   /           \_________/           \
   \R/1        =0201r    #           /
    \.~~~~~~~~=           #.C_______/
02  /0102     )           ≈0302     \
   /           )f_______=≈           \
   \           /0202     \B/b,c,d    /
    \.________/           \.________/
              \           /
               \.________/
R red  B blue  . clear  f wood, 2 MP
~ river  = rail  # blocked
≈ major river  ) pass  C city
0101: R/1  0302: B/b B/c B/d"""
    )


def test_a_small_map_of_pointed_hexes() -> None:
    assert (
        whole(BRICKS, 24)
        == r"""
      01   02   03


03   |.b  |.   |.   |
     |C_##|_=__|____|
02 |.   ~fr  |.   |
   |____~_-≈≈|____|
01   |R/1 |.   |.   |
     |____|____|____|
R red  B blue  . clear
f forest  ~ river
= rail  # blocked
≈ major river  - road
0101: R/1"""
    )


def test_features_with_the_same_sign_stand_together_in_the_legend() -> None:
    links = (Link("0101", "0201", "blocked", "side"), Link("0201", "0301", "impassable", "side"))
    meant = {"blocked": "closed this turn", "impassable": "nobody crosses", "red_diamond": "hard going"}
    told = shown(attrs.evolve(hexes(3, 1), links=links, legend=meant), width=60)
    assert "# closed this turn, nobody crosses" in told
    assert "red_diamond" not in told


def test_a_legend_leaves_out_what_is_not_drawn() -> None:
    assert "~ river" not in whole(BRICKS, 11)
    assert "f forest" in whole(BRICKS, 11)


def test_pointed_hexes_with_room() -> None:
    assert whole(BRICKS, 40).startswith(r"""
         01        02        03


03      |0301b    |0302     |0303     |
        |         |         |         |
        |         |         |         |
        |.C___####|.___=____|.________|
02 |0201     ~0202r    |0203     |
   |         ~         |         |
   |         ~         |         |
   |.________~f___-≈≈≈≈|.________|
01      |0101     |0102     |0103     |
        |         |         |         |
        |R/1      |         |         |
        |.________|.________|.________|
""")


# --- networks -----------------------------------------------------------------------------------------------------

TOWNS = Picture(
    "network",
    (
        Cell("PAR", 0, 0, "Paris", side="ap", pieces=(Piece("FR6", "ap"), Piece("FR5", "ap"))),
        Cell("BER", 10, 0, "Berlin", side="cp", marks=("*",)),
        Cell("ROM", 5, 5, "Rome", side="ap", marks=("I", "f2")),
        Cell("A", 9, 9, "A", pieces=(Piece("F A", "ap"),)),
    ),
    (Link("PAR", "BER"), Link("BER", "ROM")),
    {"*": "VP space"},
    (Panel("Score", (("VP", "10"),)),),
    {"The East": ("BER",)},
)


def test_a_network_shows_names_marks_stacks_and_connections() -> None:
    drawn = shown(TOWNS, ap="blue", cp="green")
    assert "Paris A/FR6,FR5" in drawn
    assert "Berlin:c*" in drawn
    assert "Rome:a If2" in drawn
    assert "·" in drawn
    assert "* VP space" in drawn
    assert "VP  10" in drawn


def test_a_small_network() -> None:
    assert (
        whole(TOWNS, 40)
        == r"""
Paris A/FR6,FR5···············Berlin:c*
                               ··
                             ··
                           ··
                         ··
                       ··
                     ··
              Rome:a If2





                               A A/F
R red  B blue  A ap  C cp  :a held by A
* VP space
PAR Paris: A/FR6 A/FR5  A: A/F A
Score
VP  10"""
    )


def test_a_network_of_two_rows_fits_on_a_screen() -> None:
    names = ["Camp", "Wood", "Hill", "Farm"]
    cells = tuple(Cell(name, number // 2, number % 2, name) for number, name in enumerate(names))
    drawn = whole(Picture("network", cells, tuple(Link("Camp", name) for name in names[1:])), 100)
    assert all(name in drawn for name in names)
    assert len(drawn.splitlines()) < 20


def test_a_network_with_many_connections_shows_none() -> None:
    cells = tuple(Cell(f"s{n}", n % 6, n // 6, f"T{n}") for n in range(36))
    many = tuple(Link(a.id, b.id) for a in cells[:9] for b in cells[20:30])
    assert "·" not in shown(Picture("network", cells, many))
    assert "·" in shown(Picture("network", cells, many[:30]))
    ferries = tuple(Link(link.a, link.b, "ferry") for link in many)
    assert "by sea" not in shown(Picture("network", cells, ferries, {"ferry": "by sea"}))
    assert ": by sea" in shown(Picture("network", cells, ferries[:30], {"ferry": "by sea"}))


@pytest.mark.parametrize(
    ("kind", "sign", "told"), [("", "·", ""), ("river", "~", "~ a river to cross"), ("ferry", ":", ": ferry")]
)
def test_a_connection_of_a_network_shows_its_feature_and_the_legend_names_it(kind: str, sign: str, told: str) -> None:
    cells = (Cell("a", 0, 0), Cell("b", 1, 0))
    drawn = shown(Picture("network", cells, (Link("a", "b", kind),), {"river": "a river to cross"}), width=30)
    assert drawn.splitlines()[0] == f"a{sign * 27}b"
    assert told in drawn


def test_with_colours_the_holder_is_a_colour_and_for_those_who_see_none_a_letter_too() -> None:
    drawn = shown(TOWNS, colour="truecolor", ap="blue", cp="green")
    assert ":c" in drawn
    assert "\x1b[1;37;44mA/FR6,FR5" in drawn


def test_a_piece_does_not_repeat_the_name_of_its_space() -> None:
    assert stack_segments(TOWNS.cells[3], Inks.of(TOWNS, {}, None), 9)[0][0] == "A/F"


def test_a_part_is_a_region_or_lies_around_a_space() -> None:
    assert {c.id for c in crop(TOWNS, "the east").cells} == {"BER"}
    assert {c.id for c in crop(TOWNS, "paris").cells} == {"PAR", "BER", "ROM"}
    assert {c.id for c in crop(TOWNS, "A").cells} == {"A"}
    assert {c.id for c in crop(TOWNS, "Rom").cells} == {"PAR", "BER", "ROM"}
    assert {c.id for c in crop(TOWNS, "Pari").cells} == {"PAR", "BER", "ROM"}
    assert crop(TOWNS, "erli").links == TOWNS.links
    assert crop(TOWNS, "the e").links == ()
    with pytest.raises(WargameError, match="no region or space 'Oslo'; regions are: The East"):
        crop(TOWNS, "Oslo")


def test_many_spaces_are_shortened_until_they_fit() -> None:
    cells = tuple(Cell(f"s{n}", n % 20, n // 20, f"Longtown{n}") for n in range(200))
    drawn = shown(Picture("network", cells), width=80)
    assert max(map(len, drawn.splitlines())) <= 80
    assert drawn.count("Lon") == 200


# --- stacks, colours, units ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("room", "text"), [(13, "R/one,two B/x"), (12, "R2B1"), (4, "R2B1"), (3, "RB"), (1, "R")])
def test_a_stack_is_as_short_as_there_is_room(room: int, text: str) -> None:
    stack = cell(Piece("one", "red"), Piece("two", "red"), Piece("x", "blue"))
    inks = Inks.of(Picture("hexes", (stack,)), {"red": "red", "blue": "blue"}, None)
    assert "".join(part for part, _ in stack_segments(stack, inks, room)) == text


@pytest.mark.parametrize(
    ("pieces", "room", "text"), [(["2.5H"], 5, "R2.5H"), (["GE-20"], 6, "R1"), (["x"] * 10, 4, "R+")]
)
def test_a_piece_that_is_a_whole_stack_and_a_stack_of_many(pieces: list[str], room: int, text: str) -> None:
    stack = cell(*(Piece(one, "red") for one in pieces))
    inks = Inks.of(Picture("hexes", (stack,)), {"red": "red"}, None)
    assert stack_segments(stack, inks, room)[0][0] == text


@pytest.mark.parametrize("colour", ["#000000", "#ffffff", "#222222", "#f2f2f2", "#1f3a7a", "yellow"])
def test_what_a_side_holds_can_be_read_on_black_and_on_white(colour: str) -> None:
    red, green, blue = Color.parse(Inks.of(TOWNS, {"ap": colour}, "truecolor").style("ap")).get_truecolor().normalized
    assert 0.4 <= 0.3 * red + 0.59 * green + 0.11 * blue <= 0.72


def test_a_title_without_a_map_says_so() -> None:
    with pytest.raises(WargameError, match="Skirmish draws no map"):
        picture_of(skirmish(), None)


def test_each_side_has_its_own_letter_and_colour() -> None:
    assert initials(["allied", "axis", "a"]) == {"allied": "A", "axis": "X", "a": "A"}
    inks = Inks.of(TOWNS, {"ap": "blue", "cp": "no such colour"}, "truecolor")
    assert inks.colours["ap"] == "blue"
    assert inks.colours["cp"] not in ("blue", "no such colour")


def test_a_terminal_of_16_colours_gets_none_that_it_lacks() -> None:
    inks = Inks.of(TOWNS, {"ap": "#112233", "cp": "green"}, "standard")
    assert inks.colours["cp"] == "green"
    assert not inks.colours["ap"].startswith("#")


@pytest.mark.parametrize("colour", [None, "truecolor"])
def test_who_holds_an_empty_space_is_seen_without_colours_and_the_legend_says_how(colour: str | None) -> None:
    cells = (Cell("A", 0, 0, "Alpha", side="ap"), Cell("B", 3, 2, "Beta", side="ap", pieces=(Piece("x", "ap"),)))
    text = shown(Picture("network", cells), colour=colour, ap="blue")
    assert "Alpha:a" in text
    assert "Beta:a" not in text
    assert ":a held by A" in text


def test_where_hexes_crowd_every_fifth_column_is_numbered_and_cities_are_seen() -> None:
    lines = shown(hexes(50, 4, _0302=cell(terrain="forest", marks=("*",))), width=80).splitlines()
    assert lines[0].split() == [f"{n:02d}" for n in range(5, 51, 5)]
    assert [i for i, sign in enumerate(lines[0]) if sign != " "][::2] == [
        i for i, sign in enumerate(lines[1]) if sign == "|"
    ]
    assert any("*" in line for line in lines[3:8])
    assert "'map REGION' or 'map HEX' shows a part with names, rivers and units." in " ".join(" ".join(lines).split())


def test_number_and_terrain_of_a_hex_do_not_run_together() -> None:
    cells = [Cell(str(n), n * 1.5, (n % 2) * 0.9, str(n), "clear") for n in range(1, 12)]
    cells[4] = attrs.evolve(cells[4], terrain="2", pieces=(Piece("1", "red"),))
    assert "5 2" in shown(Picture("hexes", tuple(cells), legend={"2": "terrain"}), width=70)


def test_the_legend_explains_the_numbers_of_stacks() -> None:
    towns = tuple(Cell(n, i * 2.0, i, n * 5, pieces=tuple(Piece(f"Corps number {k}", "ap") for k in range(3)))
                  for i, n in enumerate("ABCDEFGHIJ"))  # fmt: skip
    text = shown(Picture("network", towns), width=40, ap="blue")
    assert "A3 3 pieces of A" in text


def test_units_panel_tells_where_the_pieces_are() -> None:
    assert units_panel(TOWNS, "ap").rows == (("FR6", "PAR Paris"), ("FR5", "PAR Paris"), ("F A", "A"))
    with pytest.raises(WargameError, match="Nobody called 'x' has pieces on the map; there are: ap"):
        units_panel(TOWNS, "x")


@pytest.mark.parametrize("title", list_titles())
@pytest.mark.parametrize("width", [60, 80, 120])
def test_every_title_fits_the_terminal_and_shows_both_sides(title: str, width: int) -> None:
    game = new_game(title, seed=1)
    picture = picture_of(game, game.title.sides[0])
    drawn = shown(picture, width=width, **game.title.colours)
    assert max(map(len, drawn.splitlines())) <= width
    sides = {p.side for c in picture.cells for p in c.pieces}
    inks = Inks.of(picture, game.title.colours, None)
    assert all(inks.letter(side) in drawn for side in sides)
    for region in picture.regions:
        assert shown(picture, region, width=width, **game.title.colours)


@pytest.mark.parametrize("title", list_titles())
def test_maps_and_lookups_show_a_side_nothing_that_is_hidden_from_it(title: str) -> None:
    """What a side cannot know is drawn anew in a copy: its map, its lookups and its question must stay the same."""
    game, bot, compared = new_game(title, seed=11), RandomBot(3), 0
    for step in range(60):
        side = next(iter(game.decisions))
        if step % 6 == 0:
            with contextlib.suppress(IllegalAction):  # the answers so far do not fit the new draw
                copy = game.fork(side, seed=step)
                compared += 1
                assert _seen(copy, side) == _seen(game, side)
        game.apply(bot.choose(game, side), side)
    assert compared >= 5


def _seen(game: Game, side: str) -> list[Any]:
    rules: Any = game.rules
    seen: list[Any] = [picture_of(game, side), game.decisions[side].prompt, game.decisions[side].shown()]
    for lookups in rules.hook.wargame_lookups():
        for word, lookup in sorted(lookups.items()):
            with contextlib.suppress(LookupError, ValueError):  # a word that needs another after it
                seen.append((word, lookup(game.state, side, [])))
    return seen
