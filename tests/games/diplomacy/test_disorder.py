"""Civil disorder (XV.4): leaving and coming back while orders, retreats and adjustments are written."""

import pytest

from wargame.plugins import load_game

from .support import game_at, hand_in, refused, told, units

ATTACK = {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"]}
STANDS = {"FRANCE": ["A PAR", "A MAR"], "GERMANY": ["A BUR", "A KIE"]}


def german_retreat(**more):
    game = game_at(units={**STANDS, **more}, centres={"FRANCE": ["PAR"], "GERMANY": ["KIE"], "ITALY": ["ROM"]})
    hand_in(game, ATTACK)
    assert (game.state.phase, set(game.decisions)) == ("spring retreats", {"GERMANY"})
    return game


# --- leaving ---


@pytest.mark.rule("XV.4")
def test_one_may_leave_instead_of_retreating_and_the_dislodged_unit_is_removed():
    game = german_retreat()
    game.apply("leave", "GERMANY")
    assert units(game)["GERMANY"] == ["A KIE"]
    assert game.state.disorder == {"GERMANY"}
    lines = told(game)
    assert "GERMANY falls into civil disorder (XV.4)" in lines
    assert "GERMANY: A BUR is removed, for a power without a player never retreats (XV.4)" in lines
    assert set(game.decisions) == {"FRANCE"}


@pytest.mark.rule("XV.4")
def test_retreats_written_before_leaving_are_not_carried_out():
    game = game_at(units={"FRANCE": ["A PAR", "A MAR", "A TYR", "A BOH"], "GERMANY": ["A BUR", "A MUN"]})
    hand_in(game, {"FRANCE": [*ATTACK["FRANCE"], "A BOH - MUN", "A TYR S A BOH - MUN"]})
    game.apply("A BUR R RUH", "GERMANY")
    game.apply("leave", "GERMANY")
    assert "GERMANY" not in units(game)


@pytest.mark.rule("XV.4", "XV.5")
def test_one_may_leave_during_adjustments_and_the_farthest_units_are_removed():
    game = game_at("adjustments", units={"FRANCE": ["A PAR", "A PIC", "F NAO"], "ITALY": ["A ROM"]},
                   centres={"FRANCE": ["PAR"], "ITALY": ["ROM"]})  # fmt: skip
    game.apply("A PAR D", "FRANCE")
    game.apply("leave", "FRANCE")
    assert units(game)["FRANCE"] == ["A PAR"]
    assert "FRANCE: F NAO is removed (XV.5)" in told(game)
    assert set(game.decisions) == {"ITALY"}


@pytest.mark.rule("XV.4")
def test_nothing_is_built_for_a_power_whose_player_leaves():
    game = game_at("adjustments", units={"FRANCE": ["A GAS"], "ITALY": ["A ROM"]},
                   centres={"FRANCE": ["PAR", "MAR", "BRE"], "ITALY": ["ROM"]})  # fmt: skip
    game.apply("A PAR B", "FRANCE")
    game.apply("leave", "FRANCE")
    assert units(game)["FRANCE"] == ["A GAS"]
    assert game.state.disorder == {"FRANCE"}


@pytest.mark.rule("XV.4")
def test_the_last_player_to_leave_ends_the_game_in_any_phase():
    game = german_retreat()
    game.state.disorder = frozenset({"FRANCE", "ITALY"})
    game.apply("leave", "GERMANY")
    assert game.result.text == "Draw (XV.4): no power has a player left."


@pytest.mark.rule("XV.4")
def test_who_would_leave_is_told_what_it_means():
    game = german_retreat()
    question = game.decisions["GERMANY"]
    answer = question.read("leave", game.title.notation)
    assert question.warning(answer) == (
        "GERMANY falls into civil disorder: its units hold, never retreat, and none are built (XV.4)."
    )
    assert "'leave'" in question.shown()["also"]


# --- coming back ---


@pytest.mark.rule("XV.4")
def test_without_negotiation_a_power_is_taken_up_again_while_orders_are_written():
    game = game_at(units=STANDS, disorder=["GERMANY"])
    assert set(game.decisions) == {"FRANCE"}
    game.apply("recall germany", "FRANCE")
    assert game.decisions["FRANCE"].prompt == "Order for A MAR?"
    assert game.state.disorder == {"GERMANY"}  # nothing happens before all are done
    game.apply("sheet " + "; ".join(ATTACK["FRANCE"]), "FRANCE")
    assert "GERMANY has a player again (XV.4)" in told(game)
    assert game.state.outcomes["A KIE"] == "holds"
    assert (game.state.phase, set(game.decisions)) == ("spring retreats", {"GERMANY"})


@pytest.mark.rule("XV.4")
def test_who_recalls_another_and_leaves_leaves_the_game_to_the_other():
    game = game_at(units=STANDS, disorder=["GERMANY"])
    game.apply("recall GERMANY", "FRANCE")
    game.apply("leave", "FRANCE")
    assert game.state.disorder == {"FRANCE"}
    assert game.result is None
    assert set(game.decisions) == {"GERMANY"}


@pytest.mark.rule("XV.4")
def test_a_power_taken_up_during_retreats_plays_from_the_next_turn_on():
    game = german_retreat(ITALY=["A ROM"])
    game.state.disorder = frozenset({"ITALY"})
    game.apply("recall ITALY", "GERMANY")
    game.apply("A BUR R MUN", "GERMANY")
    assert units(game)["GERMANY"] == ["A KIE", "A MUN"]
    assert set(game.decisions) == {"FRANCE", "GERMANY", "ITALY"}


@pytest.mark.rule("XV.4", "XV.5")
def test_a_power_taken_up_during_adjustments_still_loses_units_as_in_disorder():
    game = game_at("adjustments", units={"FRANCE": ["A PAR", "A PIC"], "ITALY": ["A ROM", "A PIE"]},
                   centres={"FRANCE": ["PAR"], "ITALY": ["ROM"]}, disorder=["ITALY"])  # fmt: skip
    game.apply("recall ITALY", "FRANCE")
    game.apply("A PIC D", "FRANCE")
    assert "ITALY: A PIE is removed (XV.5)" in told(game)
    assert set(game.decisions) == {"FRANCE", "ITALY"}


@pytest.mark.rule("XV.4")
def test_a_power_that_loses_its_last_unit_meanwhile_stays_without_a_player():
    game = game_at("adjustments", units={"FRANCE": ["A PAR", "A PIC"], "ITALY": ["A TUS"]},
                   centres={"FRANCE": ["PAR"]}, disorder=["ITALY"])  # fmt: skip
    game.apply("recall ITALY", "FRANCE")
    game.apply("A PIC D", "FRANCE")
    assert "ITALY has no unit left, so no player can take it up again (XV.4)" in told(game)
    assert game.state.disorder == {"ITALY"}


@pytest.mark.rule("XV.4")
@pytest.mark.parametrize("phase", ["orders", "retreats", "adjustments"])
def test_only_a_power_in_disorder_with_units_is_recalled(phase):
    side = "GERMANY" if phase == "retreats" else "FRANCE"
    if phase == "retreats":
        game = german_retreat()
    else:
        game = game_at("adjustments" if phase == "adjustments" else "spring orders", disorder=["TURKEY"],
                       units={"FRANCE": ["A PAR", "A PIC"]}, centres={"FRANCE": ["PAR"]})  # fmt: skip
    why = "{} is not in civil disorder with units left on the board."
    assert refused(game, "recall ITALY", side) == ("XV.4", why.format("ITALY"))
    assert refused(game, "recall TURKEY", side) == ("XV.4", why.format("TURKEY"))


@pytest.mark.rule("XV.4")
@pytest.mark.parametrize("answers", [["recall GERMANY", "leave"], ["leave"]])
def test_leaving_and_coming_back_are_saved_with_the_game(answers, tmp_path):
    game = game_at(units=STANDS, disorder=["GERMANY"])
    game.save(tmp_path / "game.jsonl")
    for answer in answers:
        game.apply(answer, "FRANCE")
    again = load_game(tmp_path / "game.jsonl")
    assert again.state.disorder == game.state.disorder
    assert told(again) == told(game)
    game.undo()
    assert game.state.disorder == {"GERMANY"}
