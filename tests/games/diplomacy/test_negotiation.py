"""Messages, draws, leaving and coming back before the orders of a turn (II, IV, XV.4)."""

import pytest

from wargame.games.diplomacy.actions import Tell
from wargame.plugins import load_game, new_game

from .support import game_at, refused, told, units

TALK = {"negotiation": True, "last_year": 0}


def talks(**given):
    given.setdefault("units", {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"], "ITALY": ["A ROM"]})
    given.setdefault("centres", {"FRANCE": ["PAR"], "GERMANY": ["MUN"], "ITALY": ["ROM"]})
    return game_at("spring negotiation", options=TALK, **given)


def all_done(game):
    for side in list(game.decisions):
        game.apply("done", side)


@pytest.mark.rule("IV.1")
def test_there_is_negotiation_before_each_movement_turn():
    game = new_game("diplomacy", options=TALK)
    phases = []
    for _ in range(4):
        phases.append(game.state.phase)
        all_done(game)
    assert phases == ["spring negotiation", "spring orders", "autumn negotiation", "autumn orders"]


@pytest.mark.rule("IV.1")
def test_it_ends_when_nobody_has_more_to_say():
    game = talks()
    game.apply("tell all peace", "FRANCE")
    all_done(game)
    assert game.state.phase == "spring negotiation"
    all_done(game)
    assert game.state.phase == "spring orders"


@pytest.mark.rule("IV.2")
def test_a_private_message_is_seen_by_those_it_is_for():
    game = talks()
    game.apply("tell GERMANY shall we take Italy?", "FRANCE")
    all_done(game)
    text = "FRANCE to GERMANY: shall we take Italy? (IV.2)"
    assert text in told(game, "GERMANY")
    assert text in told(game, "FRANCE")
    assert text in told(game, None)
    assert text not in told(game, "ITALY")
    assert "Italy" not in str(game.view("ITALY"))


@pytest.mark.rule("IV.2")
def test_messages_go_to_several_powers_or_to_all():
    game = talks()
    game.apply("tell ger,ita beware", "FRANCE")
    game.apply("tell all I come in peace", "ITALY")
    all_done(game)
    assert "FRANCE to GERMANY, ITALY: beware (IV.2)" in told(game, "ITALY")
    assert "ITALY to all: I come in peace (IV.2)" in told(game, "TURKEY")
    assert "FRANCE to GERMANY, ITALY: beware (IV.2)" not in told(game, "TURKEY")


@pytest.mark.rule("IV.2")
def test_messages_are_kept_in_the_journal(tmp_path):
    game = talks()
    game.save(tmp_path / "game.jsonl")
    game.apply("tell GERMANY shall we take Italy?", "FRANCE")
    all_done(game)
    again = load_game(tmp_path / "game.jsonl")
    assert told(again, "GERMANY") == told(game, "GERMANY")
    assert ["FRANCE", "tell GERMANY shall we take Italy?"] in [a.as_list() for a in again.journal]


@pytest.mark.rule("IV.2")
def test_nobody_is_bound_by_what_he_says():
    game = talks()
    game.apply("tell GERMANY I shall hold", "FRANCE")
    all_done(game)
    all_done(game)
    game.apply("A PAR - BUR", "FRANCE")


@pytest.mark.rule("IV.2")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("tell FRANCE hello me", "A message goes to other powers or to all, not to 'FRANCE'."),
        ("tell SPAIN hello", "A message goes to other powers or to all, not to 'SPAIN'."),
        (
            "A PAR - BUR",
            "'A PAR - BUR' is no message; write 'tell FRANCE,ITALY text', 'draw agreed', 'leave' or 'done'.",
        ),
    ],
)
def test_what_is_no_message_is_refused(text, message):
    assert refused(talks(), text, "FRANCE") == ("IV.2", message)


@pytest.mark.rule("IV.2")
def test_an_empty_message_is_refused():
    why = "The message is empty; write 'tell FRANCE,ITALY text'."
    assert refused(talks(), Tell(("GERMANY",), "  "), "FRANCE") == ("IV.2", why)


# --- II: a draw ---


@pytest.mark.rule("II")
def test_all_survivors_may_agree_on_a_draw():
    game = talks()
    for side in ("FRANCE", "GERMANY", "ITALY"):
        game.apply("draw agreed", side)
    all_done(game)
    assert game.result.winners == ()
    assert game.result.text == "Draw (II): by agreement GERMANY, ITALY, FRANCE share a draw."


@pytest.mark.rule("II", "XV.4")
def test_a_power_without_a_player_neither_agrees_nor_shares():
    game = talks(disorder=["GERMANY"])
    assert "draw agreed" in game.decisions["FRANCE"].shown()["also"]
    game.apply("draw agreed", "FRANCE")
    game.apply("draw agreed", "ITALY")
    all_done(game)
    assert game.result.text == "Draw (II): by agreement ITALY, FRANCE share a draw."


@pytest.mark.rule("II")
def test_one_who_does_not_agree_is_enough_to_go_on():
    game = talks()
    game.apply("draw agreed", "FRANCE")
    game.apply("draw agreed", "GERMANY")
    all_done(game)
    assert game.result is None
    assert "FRANCE would agree to a draw (II)" in told(game, "ITALY")


@pytest.mark.rule("II")
def test_agreement_may_grow_during_one_negotiation_but_not_over_turns():
    game = talks()
    game.apply("draw agreed", "FRANCE")
    game.apply("tell all who joins me?", "FRANCE")
    all_done(game)
    game.apply("draw agreed", "GERMANY")
    game.apply("draw agreed", "ITALY")
    all_done(game)
    assert game.result is not None
    late = talks()
    late.apply("draw agreed", "FRANCE")
    all_done(late)
    all_done(late)  # orders
    late.apply("draw agreed", "GERMANY")
    late.apply("draw agreed", "ITALY")
    all_done(late)
    assert late.result is None


# --- XV.4: leaving and coming back ---


@pytest.mark.rule("XV.4")
def test_the_units_of_a_player_who_leaves_hold():
    game = talks()
    game.apply("leave", "FRANCE")
    all_done(game)
    assert "FRANCE falls into civil disorder (XV.4)" in told(game)
    assert set(game.decisions) == {"GERMANY", "ITALY"}
    all_done(game)
    assert units(game)["FRANCE"] == ["A PAR"]
    assert game.state.outcomes["A PAR"] == "holds"


@pytest.mark.rule("XV.4")
def test_one_may_leave_while_orders_are_written():
    game = game_at(units={"FRANCE": ["A PAR", "A MAR"], "GERMANY": ["A MUN"]})
    game.apply("A PAR - BUR", "FRANCE")
    game.apply("leave", "FRANCE")
    game.apply("done", "GERMANY")
    assert units(game)["FRANCE"] == ["A MAR", "A PAR"]
    assert game.state.disorder == {"FRANCE"}


@pytest.mark.rule("XV.4")
def test_the_player_may_come_back_while_he_has_units():
    game = talks(disorder=["FRANCE"])
    assert set(game.decisions) == {"GERMANY", "ITALY"}
    game.apply("recall france", "GERMANY")
    all_done(game)
    assert "FRANCE has a player again (XV.4)" in told(game)
    assert "FRANCE" in game.decisions


@pytest.mark.rule("XV.4")
def test_not_without_units_and_not_if_he_never_left():
    game = talks(disorder=["FRANCE"], units={"GERMANY": ["A MUN"], "ITALY": ["A ROM"]})
    why = "{} is not in civil disorder with units left on the board."
    assert refused(game, "recall FRANCE", "GERMANY") == ("XV.4", why.format("FRANCE"))
    assert refused(game, "recall ITALY", "GERMANY") == ("XV.4", why.format("ITALY"))


@pytest.mark.rule("XV.4")
def test_when_the_last_player_leaves_the_game_is_over():
    game = talks()
    for side in ("FRANCE", "GERMANY", "ITALY"):
        game.apply("leave", side)
    assert game.result.text == "Draw (XV.4): no power has a player left."
