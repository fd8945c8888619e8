"""Retreats (XII): where to, who is removed, in writing and at once."""

import pytest

from wargame.games.diplomacy import adjudicate
from wargame.games.diplomacy.picture import picture

from .support import game_at, hand_in, refused, told, units

ATTACK = {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"]}


def dislodged(**more):
    """A German army is driven from Burgundy; `more` units stand by."""
    stands = {"FRANCE": ["A PAR", "A MAR"], "GERMANY": ["A BUR"]}
    for power, listed in more.items():
        stands[power] = [*stands.get(power, []), *listed]
    game = game_at(units=stands)
    hand_in(game, ATTACK)
    return game


def offered(game, side):
    return [str(action) for action in game.decisions[side].actions]


@pytest.mark.rule("XII")
def test_a_dislodged_unit_is_asked_where_it_goes():
    game = dislodged()
    assert game.state.phase == "spring retreats"
    assert set(game.decisions) == {"GERMANY"}
    assert game.decision.prompt == "A BUR is dislodged by an attack from PAR: retreat where?"
    assert offered(game, "GERMANY") == [
        "A BUR R BEL", "A BUR R GAS", "A BUR R MUN", "A BUR R PIC", "A BUR R RUH", "A BUR D",
    ]  # fmt: skip


@pytest.mark.rule("XII")
def test_it_retreats():
    game = dislodged()
    game.apply("A BUR R MUN", "GERMANY")
    assert units(game)["GERMANY"] == ["A MUN"]
    assert "GERMANY: A BUR retreats to MUN (XII)" in told(game)
    assert game.state.phase == "autumn orders"


@pytest.mark.rule("XII")
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("A BUR R PAR", "A BUR cannot retreat to PAR: the attack came from there."),
        ("A BUR R MAR", "A BUR cannot retreat to MAR: A MAR stands there."),
        ("A BUR R BER", "A BUR cannot retreat to BER: it could not move there."),
        ("A BUR R MUN", "A BUR cannot retreat to MUN: it was left empty by a standoff."),
        ("A BUR H", "A BUR is dislodged: it can only retreat (R) or be removed (D)."),
        ("A KIE R BER", "GERMANY has no dislodged unit in Kiel."),
    ],
)
def test_where_it_may_not_go(text, why):
    stands = {"FRANCE": ["A PAR", "A MAR"], "GERMANY": ["A BUR", "A KIE"], "ITALY": ["A TYR"]}
    game = game_at(units=stands)
    hand_in(game, {**ATTACK, "GERMANY": ["A KIE - MUN"], "ITALY": ["A TYR - MUN"]})
    assert refused(game, text, "GERMANY") == ("XII", why)


@pytest.mark.rule("XII")
def test_fleets_retreat_as_fleets():
    game = game_at(units={"ITALY": ["F TYS", "F TUN"], "FRANCE": ["F WES"]})
    hand_in(game, {"ITALY": ["F TYS - WES", "F TUN S F TYS - WES"]})
    assert offered(game, "FRANCE") == ["F WES R LYO", "F WES R MAO", "F WES R NAF", "F WES R SPA/SC", "F WES D"]
    assert refused(game, "F WES R SPA/NC", "FRANCE")[1] == "F WES cannot retreat to SPA/NC: it cannot reach that coast."
    game.apply("F WES R SPA", "FRANCE")
    assert units(game)["FRANCE"] == ["F SPA/SC"]


@pytest.mark.rule("XII")
def test_a_standoff_closes_both_coasts():
    stands = {"ITALY": ["F TYS", "F TUN"], "FRANCE": ["F WES", "A GAS"], "ENGLAND": ["A POR"]}
    game = game_at(units=stands)
    attack = {"ITALY": ["F TYS - WES", "F TUN S F TYS - WES"]}
    hand_in(game, {**attack, "FRANCE": ["A GAS - SPA"], "ENGLAND": ["A POR - SPA"]})
    assert offered(game, "FRANCE") == ["F WES R LYO", "F WES R MAO", "F WES R NAF", "F WES D"]
    why = "F WES cannot retreat to SPA/SC: it was left empty by a standoff."
    assert refused(game, "F WES R SPA/SC", "FRANCE") == ("XII", why)


@pytest.mark.rule("XII", "VIII.3b")
def test_a_coast_must_be_named_where_both_can_be_reached():
    game = game_at(units={"ENGLAND": ["F NAO", "F IRI"], "FRANCE": ["F MAO"]})
    hand_in(game, {"ENGLAND": ["F NAO - MAO", "F IRI S F NAO - MAO"]})
    assert refused(game, "F MAO R SPA", "FRANCE")[0] == "VIII.3b"
    game.apply("F MAO R SPA/NC", "FRANCE")
    assert units(game)["FRANCE"] == ["F SPA/NC"]


@pytest.mark.rule("XII")
def test_without_a_place_to_go_it_is_removed():
    game = dislodged(ENGLAND=["A BEL", "A PIC", "A GAS"], ITALY=["A MUN", "A RUH"])
    assert units(game).get("GERMANY") is None
    assert "GERMANY: A BUR is removed, for it has nowhere to go (XII)" in told(game)
    assert game.state.phase == "autumn orders"


@pytest.mark.rule("XII")
@pytest.mark.parametrize(("rules", "may"), [("default", True), ("datc", True), ("letter", False)])
def test_to_where_a_convoyed_attacker_came_from_only_by_the_usual_rules(rules, may):
    orders = {"FRANCE": ["A GAS - MAR VIA CONVOY", "A BUR S A GAS - MAR", "F MAO C A GAS - MAR",
                         "F WES C A GAS - MAR", "F LYO C A GAS - MAR"]}  # fmt: skip
    stands = {"FRANCE": ["A BUR", "A GAS", "F LYO", "F MAO", "F WES"], "ITALY": ["A MAR"]}
    found = adjudicate(stands, orders, rules)
    assert ("GAS" in found.dislodged["A MAR"].retreats) == may
    assert adjudicate(stands, orders, {"no_retreat_to_convoy_origin": True}).dislodged["A MAR"].retreats == (
        "PIE",
        "SPA",
    )


# --- XII.1, XII.2 ---


def two_dislodged():
    """German and Italian armies that could both go to Tyrolia."""
    game = game_at(
        units={
            "FRANCE": ["A BUR", "A RUH"], "GERMANY": ["A MUN"],
            "AUSTRIA": ["A TRI", "F ADR"], "ITALY": ["A VEN"],
        }
    )  # fmt: skip
    hand_in(game, {"FRANCE": ["A BUR - MUN", "A RUH S A BUR - MUN"], "AUSTRIA": ["A TRI - VEN", "F ADR S A TRI - VEN"]})
    assert set(game.decisions) == {"GERMANY", "ITALY"}
    return game


@pytest.mark.rule("XII.1")
def test_retreats_are_written_unseen_and_happen_together():
    game = two_dislodged()
    seen, events = game.view("GERMANY"), len(game.events)
    game.apply("A VEN R TUS", "ITALY")
    assert {**game.view("GERMANY"), "asked": 0} == {**seen, "asked": 0}
    assert len(game.events) == events
    game.apply("A MUN R TYR", "GERMANY")
    assert units(game)["ITALY"] == ["A TUS"]
    assert units(game)["GERMANY"] == ["A TYR"]


@pytest.mark.rule("XII.2")
def test_two_retreats_to_one_space_remove_both():
    game = two_dislodged()
    game.apply("A VEN R TYR", "ITALY")
    game.apply("A MUN R TYR", "GERMANY")
    assert set(units(game)) == {"FRANCE", "AUSTRIA"}
    assert "GERMANY: A MUN is removed, for more than one unit was to retreat to TYR (XII.2)" in told(game)


@pytest.mark.rule("XII.2")
def test_if_the_other_is_removed_by_choice_the_one_retreats():
    game = two_dislodged()
    game.apply("A VEN D", "ITALY")
    game.apply("A MUN R TYR", "GERMANY")
    assert units(game)["GERMANY"] == ["A TYR"]
    assert "ITALY: A VEN is removed, by choice (XII.2)" in told(game)


@pytest.mark.rule("XII.2")
def test_a_unit_without_a_retreat_order_is_removed():
    game = dislodged()
    game.apply("sheet A MUN R TYR", "GERMANY")
    assert "GERMANY" not in units(game)
    assert "GERMANY: A BUR is removed, for no retreat was ordered (XII.2)" in told(game)


@pytest.mark.rule("XII.2")
@pytest.mark.parametrize("text", ["A KIE S A BUR - MUN", "A KIE C A BUR - MUN", "A BUR - MUN VIA CONVOY"])
def test_retreats_are_neither_supported_nor_convoyed(text):
    game = dislodged(GERMANY=["A KIE"])
    assert refused(game, text, "GERMANY") == ("XII.2", "A retreat can neither be supported nor convoyed.")


@pytest.mark.rule("XII.2", "VII.1")
def test_two_different_retreats_for_a_unit_are_void():
    game = dislodged()
    game.apply("sheet A BUR R MUN; A BUR R RUH", "GERMANY")
    assert "GERMANY" not in units(game)
    assert any("was given two different orders" in line for line in told(game))


@pytest.mark.rule("XII.1", "VII.2")
@pytest.mark.parametrize(
    "text", ["A BUR - MUN", "Army Burgundy retreats to Munich", "E Bor retira a Munich", "F BUR R MUN", "a bur r mun"]
)
def test_badly_written_but_clear_retreats_are_carried_out(text):
    game = dislodged()
    game.apply(text, "GERMANY")
    assert units(game)["GERMANY"] == ["A MUN"]


@pytest.mark.rule("XII.1", "VII.4")
@pytest.mark.parametrize(("text", "left"), [("- mun", ["A MUN"]), ("-Mun", ["A MUN"]), ("r mun", ["A MUN"]), ("d", [])])
def test_the_dislodged_unit_asked_about_need_not_be_named(text, left):
    game = dislodged()
    game.apply(text, "GERMANY")
    assert units(game).get("GERMANY", []) == left


@pytest.mark.rule("XII")
def test_dislodged_units_are_in_the_view_and_beside_the_map():
    game = dislodged()
    assert game.view("ITALY")["state"]["dislodged"]["A BUR"] == {
        "power": "GERMANY", "attacked_from": "PAR", "retreats": ["BEL", "GAS", "MUN", "PIC", "RUH"],
    }  # fmt: skip
    panel = picture(game.state).panels[-1]
    assert panel.rows == (("GERMANY", "A BUR", "PAR", "BEL GAS MUN PIC RUH"),)
