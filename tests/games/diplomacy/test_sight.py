"""What a side or a spectator may know: the board is open, orders and messages are not (IV.2, VII.2, VII.5)."""

import pytest

from wargame.games.diplomacy import wargame_lookups

from .support import game_at, told

SPECTATOR = ""
THREE = {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"], "ITALY": ["A ROM"]}
TALK = {"negotiation": True}


def knows(game, side):
    """All that somebody may look at: view, picture, lookups, events."""
    lookups = {word: look(game.state, side, ()) for word, look in wargame_lookups().items()}
    return game.rules.view(game.state, side), game.rules.picture(game.state, side), lookups, told(game, side)


def talks():
    return game_at("spring negotiation", units=THREE, centres={}, options=TALK)


def all_done(game):
    for side in list(game.decisions):
        game.apply("done", side)


@pytest.mark.rule("IV.2")
def test_a_spectator_reads_only_what_is_said_to_all():
    game = talks()
    game.apply("tell GERMANY,ITALY let us talk", "FRANCE")
    game.apply("tell all I come in peace", "ITALY")
    all_done(game)
    heard = told(game, SPECTATOR)
    assert "ITALY to all: I come in peace (IV.2)" in heard
    assert not any("let us talk" in text for text in heard)


@pytest.mark.rule("IV.2")
def test_private_messages_change_nothing_that_others_may_know():
    games = [talks(), talks()]
    for game, text in zip(games, ("tell GERMANY Italy is mine", "tell GERMANY Tyrolia is yours"), strict=True):
        game.apply(text, "FRANCE")
        all_done(game)
    one, other = games
    for side in (SPECTATOR, "ITALY"):
        assert knows(one, side) == knows(other, side)
    assert knows(one, "GERMANY") != knows(other, "GERMANY")


@pytest.mark.rule("VII.2")
@pytest.mark.parametrize("side", [SPECTATOR, "GERMANY"])
def test_orders_are_not_seen_before_all_are_read(side):
    games = [game_at(units=THREE, centres={}), game_at(units=THREE, centres={})]
    for game, text in zip(games, ("A PAR - BUR", "A PAR - GAS"), strict=True):
        game.apply(text, "FRANCE")
    one, other = games
    assert knows(one, side) == knows(other, side)
    for game in games:
        all_done(game)
    assert knows(one, side) != knows(other, side)


@pytest.mark.rule("VII.5")
def test_on_the_board_everyone_sees_the_same():
    game = game_at(units=THREE, centres={})
    game.apply("A PAR - BUR", "FRANCE")
    all_done(game)
    seen = [knows(game, side) for side in (SPECTATOR, "FRANCE", "ITALY", None)]
    assert all(one == seen[0] for one in seen[1:])
