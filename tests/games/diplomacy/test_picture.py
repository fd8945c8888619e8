"""The picture of the board: pieces, owners of centres, dislodged units, the legend (VI)."""

import pytest
from rich.console import Console

from wargame.games.diplomacy.picture import picture
from wargame.plugins import new_game
from wargame.plugins.maps.text import draw

from .support import game_at, hand_in


def cell(shown, space):
    return next(c for c in (*shown.cells, *shown.boxes) if c.id == space)


@pytest.mark.rule("VI.2")
def test_every_unit_is_a_piece_with_its_kind_and_its_name_in_words():
    game = new_game("diplomacy")
    shown = picture(game.state)
    pieces = {piece.id: piece for c in shown.cells for piece in c.pieces}
    assert set(pieces) == {unit for units in game.state.all_units().values() for unit in units}
    army, fleet = pieces["A PAR"], pieces["F STP/SC"]
    assert (army.text, army.side, army.kind, army.name) == ("A PAR", "FRANCE", "army", "Army Paris")
    assert (fleet.text, fleet.side, fleet.kind) == ("F STP/SC", "RUSSIA", "fleet")
    assert fleet.name == "Fleet St Petersburg, south coast"
    assert shown.piece("F STP/SC") == (fleet, cell(shown, "STP"))


@pytest.mark.rule("V", "XIV.1")
def test_the_owner_of_an_empty_centre_is_seen_without_colours():
    game = game_at(units={"FRANCE": ["A PAR"], "ITALY": ["A MUN"], "TURKEY": ["A BUL"]},
                   centres={"FRANCE": ["PAR", "SPA"], "GERMANY": ["MUN"]})  # fmt: skip
    shown = picture(game.state)
    owners = {
        space: (cell(shown, space).side, cell(shown, space).marks) for space in ("PAR", "SPA", "MUN", "BUL", "BUR")
    }
    assert owners == {
        "PAR": ("FRANCE", ("*",)),
        "SPA": ("FRANCE", ("*",)),
        "MUN": ("GERMANY", ("*",)),
        "BUL": ("", ("+",)),  # Turkey stands there and does not control it yet
        "BUR": ("", ()),
    }
    console = Console(width=120, color_system=None, no_color=True)
    with console.capture() as drawn:
        console.print(draw(shown, game.title.colours, console))
    for text in ("SPA:f*", "MUN:g* I/A", "BUL+ T/A", "PAR* F/A"):
        assert text in drawn.get()


def test_the_legend_explains_every_sign():
    game = new_game("diplomacy")
    shown = picture(game.state)
    marks = {mark for c in shown.cells for mark in c.marks}
    assert marks == {"*", "+"}
    assert marks <= set(shown.legend)
    signs = {f"/{part}" for c in shown.cells for p in c.pieces for part in (p.text[0], *p.text.split("/")[1:])}
    assert {"/A", "/F", "/SC"} <= signs <= set(shown.legend)


@pytest.mark.rule("XII")
def test_dislodged_units_wait_in_a_box_with_what_became_of_them():
    game = game_at(units={"FRANCE": ["A PAR", "A MAR"], "GERMANY": ["A BUR"], "ITALY": ["F TYS", "F TUN"],
                          "TURKEY": ["F WES"]})  # fmt: skip
    assert picture(game.state).boxes == ()
    hand_in(game, {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"], "ITALY": ["F TYS - WES", "F TUN S F TYS - WES"]})
    shown = picture(game.state)
    waiting = cell(shown, "dislodged").pieces
    assert [(p.text, p.side, p.state) for p in waiting] == [
        ("A BUR", "GERMANY", ("dislodged by an attack from PAR",)),
        ("F WES", "TURKEY", ("dislodged by an attack from TYS",)),
    ]
    ids = [p.id for c in (*shown.cells, *shown.boxes) for p in c.pieces]
    assert len(ids) == len(set(ids))  # the attacker in Burgundy is A BUR too
    assert shown.piece("A BUR")[0].side == "FRANCE"


@pytest.mark.rule("VII.3")
def test_the_date_changes_each_season_so_that_the_map_is_drawn_again():
    game = new_game("diplomacy", options={"negotiation": False})
    dates, turns = [], []
    for _ in range(3):
        dates.append(game.state.date())
        turns.append(game.state.turn)
        hand_in(game, {})
    assert (dates, turns) == (["Spring 1901", "Autumn 1901", "Spring 1902"], [1, 1, 2])
    assert picture(game.state).panels[0].heading == game.state.date()


@pytest.mark.rule("VII.2", "VII.5")
def test_the_events_of_a_season_are_complete():
    """Every unit's order and outcome, who was dislodged by whom, and where each goes."""
    game = new_game("diplomacy", options={"negotiation": False})
    before = len(game.events)
    hand_in(game, {"FRANCE": ["A PAR - BUR", "A MAR - ITALY"], "GERMANY": ["A MUN - BUR"]})
    lines = [e.text for e in game.events_for("FRANCE", before)]
    named = {unit for units in new_game("diplomacy").state.all_units().values() for unit in units}
    assert all(any(unit in line for line in lines) for unit in named)
    assert "GERMANY: A MUN - BUR: bounces (strength 1 against 1 of A PAR, also bound for BUR)" in lines
    assert any(line.startswith("FRANCE: 'A MAR - ITALY' is void") for line in lines)
