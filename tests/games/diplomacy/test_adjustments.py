"""Winning and losing units (XIV), pieces (VI.2), and removals in civil disorder (XV.4, XV.5)."""

import pytest

from wargame.core.engine.errors import IllegalAction
from wargame.games.diplomacy.disorder import distance
from wargame.games.diplomacy.geography import geography

from .support import game_at, hand_in, refused, told, units

GEO = geography()


def offered(game, side):
    return [str(action) for action in game.decisions[side].actions]


# --- XIV.1 ---


@pytest.mark.rule("XIV.1")
def test_a_centre_is_won_by_standing_on_it_after_autumn():
    game = game_at("autumn orders", units={"FRANCE": ["A SPA"]}, centres={"FRANCE": ["PAR"]})
    hand_in(game, {})
    assert game.state.centres_of("FRANCE") == ["PAR", "SPA"]
    assert "FRANCE controls SPA (XIV.1)" in told(game)


@pytest.mark.rule("XIV.1")
def test_not_in_spring():
    game = game_at("spring orders", units={"FRANCE": ["A SPA"]}, centres={"FRANCE": ["PAR"]})
    hand_in(game, {})
    assert game.state.centres_of("FRANCE") == ["PAR"]


@pytest.mark.rule("XIV.1")
def test_a_centre_stays_won_when_left_until_another_power_stands_there():
    game = game_at("autumn orders", units={"FRANCE": ["A SPA"], "ITALY": ["A MAR"]},
                   centres={"FRANCE": ["PAR", "SPA", "MAR"], "ITALY": ["ROM"]})  # fmt: skip
    hand_in(game, {"FRANCE": ["A SPA - GAS"]})
    assert game.state.control["SPA"] == "FRANCE"
    assert game.state.control["MAR"] == "ITALY"


@pytest.mark.rule("XIV.1")
def test_retreats_of_autumn_come_first():
    game = game_at("autumn orders", units={"FRANCE": ["A PAR", "A MAR"], "GERMANY": ["A BUR"]},
                   centres={"FRANCE": ["PAR", "MAR"], "GERMANY": ["BER"]})  # fmt: skip
    hand_in(game, {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"]})
    assert game.state.phase == "autumn retreats"
    game.apply("A BUR R BEL", "GERMANY")
    assert game.state.control["BEL"] == "GERMANY"


# --- XIV.2: removals ---


@pytest.mark.rule("XIV.2")
def test_a_power_with_too_many_units_chooses_which_go():
    game = game_at("adjustments", units={"FRANCE": ["A PAR", "A BUR", "F BRE"]}, centres={"FRANCE": ["PAR", "BRE"]})
    assert game.decision.prompt == "Remove which unit (1 to go)?"
    assert offered(game, "FRANCE") == ["F BRE D", "A BUR D", "A PAR D"]
    game.apply("A PAR D", "FRANCE")
    assert units(game)["FRANCE"] == ["A BUR", "F BRE"]


@pytest.mark.rule("XIV.2")
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("A MUN D", "FRANCE has no unit in Munich to remove."),
        ("A PAR H", "A PAR H is no adjustment; write 'A PAR B' to build, 'A PAR D' to remove."),
    ],
)
def test_only_own_units_are_removed(text, why):
    game = game_at("adjustments", units={"FRANCE": ["A PAR", "A BUR"]}, centres={"FRANCE": ["PAR"]})
    assert refused(game, text, "FRANCE") == ("XIV.2", why)


@pytest.mark.rule("XIV.2")
def test_removals_must_be_made():
    game = game_at("adjustments", units={"FRANCE": ["A PAR", "A BUR"]}, centres={"FRANCE": ["PAR"]})
    with pytest.raises(IllegalAction):
        game.apply("pass", "FRANCE")
    assert refused(game, "A MAR B", "FRANCE")[0] == "V"


@pytest.mark.rule("XIV.2", "XV.5")
def test_a_sheet_that_removes_too_few_is_completed_as_in_civil_disorder():
    game = game_at("adjustments", units={"FRANCE": ["A PAR", "A PIC", "F NAO"]}, centres={"FRANCE": ["PAR"]})
    game.apply("sheet A PAR D; A PAR D", "FRANCE")
    assert units(game)["FRANCE"] == ["A PIC"]
    assert "FRANCE: 'A PAR D' is void: A PAR is removed already. (XIV.2)" in told(game)
    assert "FRANCE: F NAO is removed (XV.5)" in told(game)


# --- XIV.2: builds ---


def france(units=(), centres=("PAR", "MAR", "BRE"), **more):
    return game_at("adjustments", units={"FRANCE": list(units), **more}, centres={"FRANCE": list(centres)})


@pytest.mark.rule("XIV.2")
def test_builds_are_offered_on_free_own_home_centres():
    game = france(["A GAS"])
    assert game.decision.prompt == "Build a unit (2 left), or pass?"
    assert offered(game, "FRANCE") == ["A BRE B", "F BRE B", "A MAR B", "F MAR B", "A PAR B", "pass"]
    game.apply("F BRE B", "FRANCE")
    game.apply("A PAR B", "FRANCE")
    assert units(game)["FRANCE"] == ["A GAS", "A PAR", "F BRE"]
    assert "FRANCE builds F BRE (XIV.2)" in told(game)


@pytest.mark.rule("XIV.2")
def test_nobody_is_forced_to_build():
    game = france(["A GAS"])
    game.apply("A PAR B", "FRANCE")
    game.apply("pass", "FRANCE")
    assert units(game)["FRANCE"] == ["A GAS", "A PAR"]


@pytest.mark.rule("XIV.2")
@pytest.mark.parametrize(
    ("text", "rule", "why"),
    [
        ("A SPA B", "XIV.2", "Spain is no home supply centre of FRANCE."),
        ("A MAR B", "XIV.2", "FRANCE does not control Marseilles."),
        ("A BRE B", "XIV.2", "Brest is not free."),
        ("F PAR B", "XIV.2", "No fleet can be built in Paris, which has no coast."),
        ("A BRE D", "XIV.2", "FRANCE has no unit too many, so nothing more is removed."),
    ],
)
def test_other_builds_are_refused(text, rule, why):
    game = game_at("adjustments", units={"FRANCE": ["F BRE"], "ITALY": ["A MAR"]},
                   centres={"FRANCE": ["PAR", "BRE", "SPA", "POR"], "ITALY": ["MAR"]})  # fmt: skip
    assert refused(game, text, "FRANCE") == (rule, why)


@pytest.mark.rule("XIV.2")
def test_one_unit_a_centre():
    game = france()
    game.apply("F BRE B", "FRANCE")
    assert refused(game, "A BRE B", "FRANCE") == ("XIV.2", "Brest is not free.")


@pytest.mark.rule("XIV.2")
def test_a_fleet_in_st_petersburg_needs_a_coast():
    game = game_at("adjustments", units={}, centres={"RUSSIA": ["STP"]})
    assert offered(game, "RUSSIA") == ["A STP B", "F STP/NC B", "F STP/SC B", "pass"]
    assert refused(game, "F STP B", "RUSSIA") == ("XIV.2", "A fleet in St Petersburg needs a coast: NC or SC.")
    game.apply("F STP/NC B", "RUSSIA")
    assert units(game) == {"RUSSIA": ["F STP/NC"]}


@pytest.mark.rule("XIV.2")
@pytest.mark.parametrize("text", ["BRE B", "build Brest", "construye Bre"])
def test_on_a_coast_the_order_says_whether_an_army_or_a_fleet_is_built(text):
    game = france()
    assert refused(game, text, "FRANCE") == ("XIV.2", f"'{text}' does not say whether an army or a fleet is built.")
    game.apply(f"sheet {text}; PAR B", "FRANCE")  # inland it can only be an army
    assert units(game) == {"FRANCE": ["A PAR"]}


@pytest.mark.rule("XIV.2", "VII.2")
def test_an_army_needs_none():
    game = game_at("adjustments", units={}, centres={"RUSSIA": ["STP"]})
    game.apply("A STP/NC B", "RUSSIA")
    assert units(game) == {"RUSSIA": ["A STP"]}


@pytest.mark.rule("XIV.2")
def test_with_all_homes_taken_or_lost_there_is_nothing_to_build():
    game = game_at("adjustments", units={"FRANCE": ["A SPA"]}, centres={"FRANCE": ["SPA", "POR", "BEL"]})
    assert game.state.phase == "spring orders"
    assert units(game) == {"FRANCE": ["A SPA"]}


@pytest.mark.rule("V", "XIV.2")
def test_no_more_is_built_than_centres_allow():
    game = france(["A GAS", "A SPA"])
    game.apply("sheet A PAR B; A BRE B", "FRANCE")
    assert units(game)["FRANCE"] == ["A GAS", "A PAR", "A SPA"]
    assert any("has no more supply centres than units" in line and "(V)" in line for line in told(game))


@pytest.mark.rule("XIV.2")
def test_adjustments_are_written_unseen_and_happen_together():
    game = game_at("adjustments", units={"ITALY": ["A ROM", "A VEN"]}, centres={"FRANCE": ["PAR"], "ITALY": ["ROM"]})
    game.apply("A PAR B", "FRANCE")
    assert game.events == []
    assert "PAR" not in str(game.view("ITALY")["state"]["units"])
    game.apply("A ROM D", "ITALY")
    assert units(game) == {"ITALY": ["A VEN"], "FRANCE": ["A PAR"]}


@pytest.mark.rule("XIV.2", "VII.2")
@pytest.mark.parametrize("text", ["build F Brest", "F Bre B", "Fleet Brest builds", "construye F Bre"])
def test_badly_written_but_clear_builds_are_carried_out(text):
    game = france()
    game.apply(text, "FRANCE")
    game.apply("pass", "FRANCE")
    assert units(game)["FRANCE"] == ["F BRE"]


# --- VI.2 ---


ARMIES = ["A BUR", "A GAS", "A PIC", "A BEL", "A HOL", "A RUH", "A MUN", "A KIE"]
MANY = ["PAR", "MAR", "BRE", "BEL", "HOL", "MUN", "KIE", "BER", "SPA"]
OTHERS = {p: [GEO.homes[p][-1]] for p in GEO.powers if p != "FRANCE"}


@pytest.mark.rule("VI.2")
def test_eight_pieces_of_a_kind():
    stands = {"FRANCE": ARMIES, "GERMANY": ["A PRU"]}
    centres = {"FRANCE": MANY, **{p: c for p, c in OTHERS.items() if p != "GERMANY"}}
    game = game_at("adjustments", units=stands, centres={**centres, "GERMANY": ["DEN"]})
    assert offered(game, "FRANCE") == ["F BRE B", "F MAR B", "pass"]
    assert refused(game, "A PAR B", "FRANCE") == ("VI.2", "FRANCE has no such piece left.")


@pytest.mark.rule("VI.2")
def test_those_just_written_count_too():
    game = game_at("adjustments", units={"FRANCE": ARMIES[:7]}, centres={"FRANCE": MANY, **OTHERS, "GERMANY": ["DEN"]})
    game.apply("A PAR B", "FRANCE")
    assert refused(game, "A MAR B", "FRANCE") == ("VI.2", "FRANCE has no such piece left.")
    game.apply("F MAR B", "FRANCE")


@pytest.mark.rule("VI.2")
def test_the_pieces_of_a_power_that_is_out_may_be_used():
    centres = {"FRANCE": MANY, **{p: c for p, c in OTHERS.items() if p != "GERMANY"}}
    game = game_at("adjustments", units={"FRANCE": ARMIES}, centres=centres)
    assert "A PAR B" in offered(game, "FRANCE")


@pytest.mark.rule("VI.2")
def test_but_not_more_than_there_are():
    """Germany is out: its eight armies are used, seven by France and one by Russia."""
    french = [*ARMIES, "A BER", "A SIL", "A PRU", "A BOH", "A TYR", "A VIE", "A TRI"]
    russian = ["A MOS", "A SEV", "A UKR", "A LVN", "A STP", "A FIN", "A NWY", "A SWE", "A RUM"]
    held = sorted(set(GEO.centres) - {"CON", "LON", "ROM", "BUD", "MOS", "SEV", "WAR", "STP", "NWY", "SWE", "RUM",
                                      "BUL", "SER", "GRE", "DEN", "EDI", "LVP", "SMY"})  # fmt: skip
    centres = {"FRANCE": held, "RUSSIA": ["MOS", "SEV", "WAR", "STP", "NWY", "SWE", "RUM", "BUL", "SER"],
               "TURKEY": ["CON"], "ENGLAND": ["LON"], "ITALY": ["ROM"], "AUSTRIA": ["BUD"]}  # fmt: skip
    game = game_at("adjustments", units={"FRANCE": french, "RUSSIA": russian}, centres=centres)
    assert offered(game, "FRANCE") == ["F BRE B", "F MAR B", "pass"]
    fewer = game_at("adjustments", units={"FRANCE": french, "RUSSIA": russian[1:]}, centres=centres)
    assert "A PAR B" in offered(fewer, "FRANCE")


# --- XV.4, XV.5 ---


@pytest.mark.rule("XV.4")
def test_a_power_in_disorder_builds_nothing_and_does_not_retreat():
    game = game_at("adjustments", units={}, centres={"FRANCE": ["PAR"], "ITALY": ["ROM"]}, disorder=["FRANCE"])
    assert set(game.decisions) == {"ITALY"}
    game.apply("pass", "ITALY")
    assert units(game) == {}
    fight = game_at(units={"FRANCE": ["A PAR", "A MAR"], "GERMANY": ["A BUR"]}, disorder=["GERMANY"])
    hand_in(fight, {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"]})
    assert "GERMANY" not in units(fight)
    assert "GERMANY: A BUR is removed, for a power without a player never retreats (XV.4)" in told(fight)


@pytest.mark.rule("XV.4")
def test_others_may_support_units_in_disorder():
    stands = {"FRANCE": ["A BUR"], "ITALY": ["A MAR"], "GERMANY": ["A MUN", "A RUH"]}
    game = game_at(units=stands, disorder=["FRANCE"])
    hand_in(game, {"ITALY": ["A MAR S A BUR"], "GERMANY": ["A MUN - BUR", "A RUH S A MUN - BUR"]})
    assert units(game)["FRANCE"] == ["A BUR"]


def removed(power, stands, keep):
    """Which units a power in disorder loses when it may keep so many."""
    other = "ITALY" if power != "ITALY" else "FRANCE"
    home = GEO.homes[other][-1]
    centres = {power: list(GEO.homes[power])[:keep], other: [home]}
    game = game_at("adjustments", units={power: stands, other: [f"A {home}"]}, centres=centres, disorder=[power])
    return sorted(set(stands) - set(units(game)[power]))


@pytest.mark.rule("XV.5")
def test_the_farthest_unit_goes_first():
    assert removed("RUSSIA", ["A PRU", "A MUN", "A MOS"], 2) == ["A MUN"]


@pytest.mark.rule("XV.5")
def test_fleets_go_before_armies_at_the_same_distance():
    assert removed("FRANCE", ["A GAS", "F PIC"], 1) == ["F PIC"]


@pytest.mark.rule("XV.5")
def test_then_the_alphabet_of_the_spanish_names_decides():
    assert removed("FRANCE", ["A BUR", "A PIC", "A GAS"], 2) == ["A BUR"]  # Borgoña, Gascuña, Picardía
    assert removed("FRANCE", ["F ENG", "F MAO"], 1) == ["F MAO"]  # Atlántico Central, Canal de la Mancha


@pytest.mark.rule("XV.5")
def test_the_way_may_lead_over_the_sea():
    assert distance("A GRE", "ITALY", GEO) == 2  # over the Ionian Sea; by land it is four
    assert distance("A ALB", "AUSTRIA", GEO) == 1
    assert distance("F ION", "ITALY", GEO) == 1
    assert distance("F STP/NC", "TURKEY", GEO) > distance("F BLA", "TURKEY", GEO)


@pytest.mark.rule("XV.5")
def test_the_nearest_own_home_centre_counts_even_if_lost():
    game = game_at("adjustments", units={"ITALY": ["A VEN", "A PIE"], "FRANCE": ["A PAR"]},
                   centres={"ITALY": ["NAP"], "FRANCE": ["PAR"]}, disorder=["ITALY"])  # fmt: skip
    assert units(game)["ITALY"] == ["A VEN"]
