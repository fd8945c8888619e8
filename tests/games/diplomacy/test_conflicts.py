"""Conflicts and support (IX, X, XI): small positions, one behaviour each."""

import pytest

from wargame.games.diplomacy import adjudicate


def resolve(orders, rules="default", **holding):
    """Orders by power; units that are only named (`ITALY=["A VEN"]`) hold without an order."""
    units = {p: [" ".join(text.split()[:2]) for text in texts] for p, texts in orders.items()}
    for power, listed in holding.items():
        units[power] = [*units.get(power, []), *listed]
    return adjudicate(units, orders, rules)


# --- IX ---


@pytest.mark.rule("IX")
def test_two_equal_moves_to_a_space_both_fail():
    found = resolve({"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR"]})
    assert found.outcomes == {"A PAR": "bounces", "A MUN": "bounces"}
    assert found.contested == {"BUR"}
    assert found.reasons["A PAR"] == ("IX", "strength 1 against 1 of A MUN, also bound for BUR")


@pytest.mark.rule("IX")
def test_a_unit_that_does_not_leave_keeps_its_space():
    found = resolve({"FRANCE": ["A PAR - BUR"]}, GERMANY=["A BUR"])
    assert found.outcomes == {"A PAR": "bounces", "A BUR": "holds"}
    chain = resolve({"FRANCE": ["A PAR - BUR"], "GERMANY": ["A BUR - MUN"]}, ITALY=["A MUN"])
    assert chain.outcomes == {"A PAR": "bounces", "A BUR": "bounces", "A MUN": "holds"}


@pytest.mark.rule("IX")
def test_a_unit_that_leaves_makes_room():
    found = resolve({"FRANCE": ["A PAR - BUR", "A BUR - MUN"]})
    assert found.units == {"FRANCE": ["A BUR", "A MUN"]}


@pytest.mark.rule("IX")
def test_two_units_do_not_change_places():
    found = resolve({"FRANCE": ["A PAR - BUR"], "GERMANY": ["A BUR - PAR"]})
    assert found.outcomes == {"A PAR": "bounces", "A BUR": "bounces"}


@pytest.mark.rule("IX")
def test_armies_and_fleets_are_equal_and_own_units_stop_each_other():
    assert set(resolve({"FRANCE": ["A PIC - BEL", "F ENG - BEL"]}).outcomes.values()) == {"bounces"}


@pytest.mark.rule("VII.1")
def test_units_without_orders_hold():
    found = adjudicate({"FRANCE": ["A PAR", "A BUR"]}, {"FRANCE": ["A BUR S A PAR"]})
    assert found.outcomes == {"A PAR": "holds", "A BUR": "supports"}
    assert adjudicate({"FRANCE": ["A PAR"]}, {}).outcomes == {"A PAR": "holds"}


# --- X.1 ---


@pytest.mark.rule("X.1")
def test_support_must_be_into_a_space_the_unit_could_enter():
    inland = resolve({"FRANCE": ["F BRE S A PIC - PAR", "A PIC - PAR"]})
    why = "F BRE cannot support into PAR, a fleet never supports into an inland province."
    assert inland.void[0][3:] == ("X.1", why)
    sea = resolve({"FRANCE": ["A BRE S F MAO - ENG", "F MAO - ENG"]})
    assert sea.void[0][3:] == ("X.1", "A BRE cannot support into ENG, an army never supports into a sea zone.")
    coast = resolve({"ITALY": ["F ROM S A TUS - VEN", "A TUS - VEN"]})
    assert coast.void[0][3:] == ("X.1", "F ROM cannot support into VEN, where it could not move itself.")


@pytest.mark.rule("X.1")
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("A PAR S A MUN - BUR", "There is no unit in Munich to support."),
        ("A PAR S A PAR", "A PAR cannot support itself."),
        ("A PAR S A MAR - PAR", "A PAR cannot support into PAR, where it could not move itself."),
        ("A PAR S A BRE - BUR", "A BRE cannot move to BUR, so nothing can support it there."),
        ("A PAR S A BRE - BRE", "A BRE is already in Brest."),
    ],
)
def test_impossible_supports_are_void(text, why):
    found = adjudicate({"FRANCE": ["A PAR", "A MAR", "A BRE"]}, {"FRANCE": [text]})
    assert [(v.rule, v.reason) for v in found.void] == [("X.1", why)]


@pytest.mark.rule("X.1", "VII.1")
def test_a_fleet_cannot_support_an_army_that_only_it_could_convoy():
    orders = {"AUSTRIA": ["A RUM - ARM"], "TURKEY": ["F BLA S A RUM - ARM"]}  # DATC 6.D.31
    found = resolve(orders)
    assert found.outcomes == {"A RUM": "disrupted", "F BLA": "void"}
    assert found.void[0][3:] == ("X.1", "Only F BLA could convoy A RUM to ARM, so it cannot support it there.")
    other = resolve({"ENGLAND": ["A LON - BEL", "F ENG C A LON - BEL", "F NTH S A LON - BEL"]})
    assert other.outcomes == {"A LON": "moves", "F ENG": "convoys", "F NTH": "supports"}


@pytest.mark.rule("X.1")
def test_support_for_what_was_not_ordered_is_void():
    found = resolve({"FRANCE": ["A PAR S A MAR - BUR", "A MAR - GAS"]})
    assert found.outcomes["A PAR"] == "void"
    assert found.void[0][3:] == ("X.1", "A MAR was not ordered to BUR.")


@pytest.mark.rule("X.1")
def test_fleets_support_armies_and_other_powers():
    found = resolve({"ENGLAND": ["F NTH S A RUH - BEL"], "GERMANY": ["A RUH - BEL"]}, FRANCE=["A BEL"])
    assert found.dislodged["A BEL"].power == "FRANCE"


# --- X.2 ---


@pytest.mark.rule("X.2")
def test_the_stronger_attack_dislodges():
    found = resolve({"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"]}, GERMANY=["A BUR"])
    assert found.units == {"FRANCE": ["A BUR", "A MAR"]}
    assert found.outcomes["A BUR"] == "dislodged"
    assert found.reasons["A BUR"] == ("X.2", "by A PAR with strength 2")


@pytest.mark.rule("X.2")
def test_equal_support_is_a_standoff():
    found = resolve(
        {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"], "GERMANY": ["A RUH - BUR", "A MUN S A RUH - BUR"]}
    )
    assert (found.outcomes["A PAR"], found.outcomes["A RUH"]) == ("bounces", "bounces")
    held = resolve({"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"], "GERMANY": ["A MUN S A BUR"]}, GERMANY=["A BUR"])
    assert held.reasons["A PAR"] == ("X.2", "strength 2 against 2 of A BUR")


@pytest.mark.rule("X.2")
def test_the_better_supported_of_two_moves_succeeds():
    found = resolve({"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"], "GERMANY": ["A MUN - BUR"]})
    assert (found.outcomes["A PAR"], found.outcomes["A MUN"]) == ("moves", "bounces")


@pytest.mark.rule("X.2")
def test_head_on_the_better_supported_unit_wins():
    found = resolve({"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"], "GERMANY": ["A BUR - PAR"]})
    assert found.dislodged["A BUR"].attacked_from == "PAR"


# --- X.3 to X.5 ---


@pytest.mark.rule("X.3")
def test_nobody_dislodges_his_own_unit():
    found = resolve({"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"]}, FRANCE=["A BUR"])
    assert found.outcomes["A PAR"] == "bounces"
    assert found.reasons["A PAR"] == ("X.3", "A BUR of the same power did not leave BUR")


@pytest.mark.rule("X.3")
def test_an_attack_on_the_own_unit_still_keeps_others_out():
    found = resolve(
        {"ENGLAND": ["F NTH - DEN", "F HEL S F NTH - DEN"], "RUSSIA": ["F SKA - DEN"]},
        ENGLAND=["F DEN"],
    )
    assert found.outcomes["F SKA"] == "bounces"
    assert found.dislodged == {}


@pytest.mark.rule("X.3")
def test_own_support_never_helps_to_dislodge_an_own_unit():
    found = resolve({"AUSTRIA": ["A BOH - MUN"], "GERMANY": ["A KIE S A BOH - MUN"]}, GERMANY=["A MUN"])
    assert found.outcomes["A BOH"] == "bounces"
    assert found.outcomes["A KIE"] == "supports"
    by_sea = resolve(
        {"FRANCE": ["A BRE - LON"], "ENGLAND": ["F ENG C A BRE - LON", "A WAL S A BRE - LON"]}, ENGLAND=["F LON"]
    )
    assert by_sea.dislodged == {}


@pytest.mark.rule("X.3")
def test_own_support_counts_against_third_parties():
    found = resolve(
        {"AUSTRIA": ["A BOH - MUN"], "GERMANY": ["A KIE S A BOH - MUN", "A MUN - RUH"], "ITALY": ["A TYR - MUN"]}
    )
    assert (found.outcomes["A BOH"], found.outcomes["A TYR"]) == ("moves", "bounces")


@pytest.mark.rule("X.4")
def test_own_moves_of_equal_strength_block_each_other_but_the_stronger_goes():
    assert set(resolve({"AUSTRIA": ["A SER - BUD", "A VIE - BUD"]}).outcomes.values()) == {"bounces"}
    found = resolve({"AUSTRIA": ["A SER - BUD", "A VIE - BUD", "A RUM S A SER - BUD"]})
    assert (found.outcomes["A SER"], found.outcomes["A VIE"]) == ("moves", "bounces")


@pytest.mark.rule("X.5")
def test_a_unit_between_two_equal_attacks_stays():
    found = resolve(
        {"RUSSIA": ["A RUM - SER", "A BUD S A RUM - SER"], "TURKEY": ["A BUL - SER", "A GRE S A BUL - SER"]},
        AUSTRIA=["A SER"],
    )
    assert found.outcomes["A SER"] == "holds"
    assert found.dislodged == {}


# --- X.6 ---


@pytest.mark.rule("X.6")
@pytest.mark.parametrize("order", ["A BUR H", "A BUR S A PAR", ""])
def test_a_unit_that_does_not_move_may_be_supported(order):
    found = adjudicate(
        {"FRANCE": ["A BUR", "A PAR"], "GERMANY": ["A MUN", "A RUH"]},
        {"FRANCE": [order, "A PAR S A BUR"], "GERMANY": ["A MUN - BUR", "A RUH S A MUN - BUR"]},
    )
    assert found.outcomes["A MUN"] == "bounces"


@pytest.mark.rule("X.6")
def test_a_convoying_fleet_may_be_supported():
    found = resolve(
        {"ENGLAND": ["A LON - BEL", "F NTH C A LON - BEL", "F HEL S F NTH"],
         "GERMANY": ["F SKA - NTH", "F DEN S F SKA - NTH"]}
    )  # fmt: skip
    assert found.outcomes["A LON"] == "moves"


@pytest.mark.rule("X.6")
def test_a_unit_that_was_ordered_to_move_has_no_support_where_it_stays():
    orders = {
        "FRANCE": ["A BUR - MUN", "A PAR S A BUR"],
        "GERMANY": ["A RUH - BUR", "A BEL S A RUH - BUR", "A MUN H"],
    }
    found = resolve(orders)
    assert found.outcomes["A PAR"] == "void"
    assert found.void[0][3:] == ("X.6", "A BUR was ordered to move, so it cannot be supported to hold.")
    assert found.outcomes["A BUR"] == "dislodged"


@pytest.mark.rule("X.6")
def test_support_needs_to_be_beside_the_goal_only():
    found = resolve({"FRANCE": ["A MAR - BUR", "A BEL S A MAR - BUR"]}, GERMANY=["A BUR"])
    assert found.outcomes["A MAR"] == "moves"


@pytest.mark.rule("X.6")
def test_an_attack_never_cuts_the_support_of_its_own_power():
    found = resolve({"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR", "A GAS - MAR"]}, GERMANY=["A BUR"])
    assert found.outcomes["A MAR"] == "supports"
    assert found.outcomes["A PAR"] == "moves"


@pytest.mark.rule("X.6", "VII.1")
def test_a_convoyed_army_cannot_support_too():
    orders = {"ENGLAND": ["A LON - BEL", "A LON S A YOR - WAL", "F NTH C A LON - BEL"]}
    found = adjudicate({"ENGLAND": ["A LON", "A YOR", "F NTH"]}, orders)
    assert (found.outcomes["A LON"], found.outcomes["F NTH"]) == ("void", "void")


# --- X.7 ---


@pytest.mark.rule("X.7")
def test_a_dislodged_unit_still_takes_part_in_a_standoff_elsewhere():
    found = resolve(
        {
            "FRANCE": ["A BUR - MUN"],
            "GERMANY": ["A BER - MUN"],
            "ITALY": ["A MAR - BUR", "A GAS S A MAR - BUR"],
        }
    )
    assert found.outcomes["A BUR"] == "dislodged"
    assert found.outcomes["A BER"] == "bounces"


@pytest.mark.rule("X.7")
def test_dislodged_from_the_space_it_wanted_it_stands_in_nobodys_way():
    orders = {"TURKEY": ["A BUL - RUM"], "RUSSIA": ["A RUM - BUL", "A SER S A RUM - BUL", "A SEV - RUM"]}
    assert resolve(orders).outcomes["A SEV"] == "moves"


@pytest.mark.rule("X.7")
@pytest.mark.parametrize(("rules", "third"), [("default", "bounces"), ("datc", "bounces"), ("letter", "moves")])
def test_by_the_letter_that_holds_for_an_attacker_that_came_by_sea_too(rules, third):
    orders = {  # DATC 6.G.10
        "ENGLAND": ["A NWY - SWE VIA CONVOY", "F DEN S A NWY - SWE", "F FIN S A NWY - SWE"],
        "GERMANY": ["F SKA C A NWY - SWE"],
        "RUSSIA": ["A SWE - NWY", "F BAR S A SWE - NWY"],
        "FRANCE": ["F NWG - NWY", "F NTH S F NWG - NWY"],
    }
    found = resolve(orders, rules)
    assert (found.outcomes["A SWE"], found.outcomes["F NWG"]) == ("dislodged", third)
    assert resolve(orders, {"dislodged_never_blocks": True}).outcomes["F NWG"] == "moves"


# --- XI ---


@pytest.mark.rule("XI")
def test_an_attack_from_elsewhere_cuts_support():
    found = resolve({"GERMANY": ["A PRU - WAR", "A SIL S A PRU - WAR"], "RUSSIA": ["A BOH - SIL"]}, RUSSIA=["A WAR"])
    assert found.outcomes["A SIL"] == "cut"
    assert found.reasons["A SIL"] == ("XI", "by the attack of A BOH")
    assert found.outcomes["A PRU"] == "bounces"


@pytest.mark.rule("XI")
def test_an_attack_from_where_the_support_goes_does_not_cut_it():
    found = resolve({"GERMANY": ["A PRU - WAR", "A SIL S A PRU - WAR"], "RUSSIA": ["A WAR - SIL"]})
    assert found.outcomes == {"A PRU": "moves", "A SIL": "supports", "A WAR": "dislodged"}


@pytest.mark.rule("XI")
def test_unless_it_dislodges_the_supporter():
    orders = {
        "GERMANY": ["A BER - PRU", "A SIL S A BER - PRU"],
        "RUSSIA": ["A PRU - SIL", "A WAR S A PRU - SIL", "F BAL - PRU"],
    }
    found = resolve(orders)
    assert found.outcomes["A SIL"] == "dislodged"
    assert (found.outcomes["A BER"], found.outcomes["F BAL"]) == ("bounces", "bounces")


@pytest.mark.rule("XI")
def test_support_to_hold_is_cut_from_anywhere():
    found = resolve(
        {"GERMANY": ["A SIL S A BER"], "RUSSIA": ["A PRU - BER", "F BAL S A PRU - BER", "A WAR - SIL"]},
        GERMANY=["A BER"],
    )
    assert (found.outcomes["A SIL"], found.outcomes["A BER"]) == ("cut", "dislodged")


@pytest.mark.rule("XI")
def test_the_attack_of_a_dislodged_unit_cuts_support_too():
    orders = {
        "GERMANY": ["A MUN - SIL"],
        "RUSSIA": ["A PRU - BER", "A SIL S A PRU - BER", "A BOH - MUN", "A TYR S A BOH - MUN"],
    }
    found = resolve(orders, GERMANY=["A BER"])
    assert (found.outcomes["A SIL"], found.outcomes["A MUN"]) == ("cut", "dislodged")


@pytest.mark.rule("XI")
def test_an_attack_that_fails_cuts_support_all_the_same():
    found = resolve(
        {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR", "A GAS S A MAR"], "ITALY": ["A PIE - MAR"]},
        GERMANY=["A BUR"],
    )
    assert (found.outcomes["A PIE"], found.outcomes["A MAR"], found.outcomes["A PAR"]) == ("bounces", "cut", "bounces")
