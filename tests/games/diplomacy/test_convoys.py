"""Convoys (XIII) and what XV.1 adds to them: small positions, one behaviour each."""

import pytest

from wargame.games.diplomacy import adjudicate
from wargame.games.diplomacy.choices import legal_orders, routes
from wargame.games.diplomacy.geography import convoy_routes, geography
from wargame.games.diplomacy.orders import Position

from .test_conflicts import resolve

GEO = geography()


def listed(unit, *others):
    position = Position({GEO.stands[u]: u for u in (unit, *others)}, {GEO.stands[u]: "X" for u in (unit, *others)}, GEO)
    return [str(order) for order in legal_orders(unit, position)], routes(unit, position)


# --- XIII.1 ---


@pytest.mark.rule("XIII.1")
def test_a_fleet_at_sea_takes_an_army_across():
    found = resolve({"ENGLAND": ["A LON - BEL", "F NTH C A LON - BEL"]})
    assert found.outcomes == {"A LON": "moves", "F NTH": "convoys"}
    assert found.units == {"ENGLAND": ["A BEL", "F NTH"]}


@pytest.mark.rule("XIII.1")
def test_a_foreign_fleet_does_too():
    found = resolve({"ENGLAND": ["A LON - BEL"], "GERMANY": ["F NTH C A LON - BEL"]})
    assert found.outcomes["A LON"] == "moves"


@pytest.mark.rule("XIII.1")
def test_both_orders_must_name_the_same_goal():
    found = resolve({"ENGLAND": ["A LON - BEL", "F NTH C A LON - HOL"]})
    assert found.outcomes == {"A LON": "disrupted", "F NTH": "void"}
    assert found.void[0][3:] == ("XIII.1", "A LON was not ordered to HOL.")
    assert found.units == {"ENGLAND": ["A LON", "F NTH"]}


@pytest.mark.rule("XIII.1")
def test_a_fleet_takes_one_army_only():
    orders = ["A LON - BEL", "A EDI - HOL", "F NTH C A LON - BEL", "F NTH C A EDI - HOL"]
    found = adjudicate({"ENGLAND": ["A LON", "A EDI", "F NTH"]}, {"ENGLAND": orders})
    assert found.outcomes == {"A LON": "disrupted", "A EDI": "disrupted", "F NTH": "void"}


@pytest.mark.rule("XIII.1")
@pytest.mark.parametrize(
    ("text", "rule", "why"),
    [
        ("F NTH C F LON - BEL", "XIII.1", "There is no army in London to convoy."),
        ("F NTH C A YOR - PAR", "XIII.1", "No convoy goes from YOR to PAR."),
        ("F NTH C A YOR - YOR", "XIII.1", "No convoy goes from YOR to YOR."),
        ("F NTH C A YOR - NTH", "XIII.1", "No convoy goes from YOR to NTH."),
        ("F NTH C A YOR - SPA", "XIII.2", "NTH is on no route of fleets from YOR to SPA."),
        ("F LON C A YOR - BEL", "XV.1a", "F LON cannot convoy: only a fleet in a sea zone does."),
        ("A YOR C F LON - BEL", "XV.1a", "A YOR cannot convoy: only a fleet in a sea zone does."),
    ],
)
def test_impossible_convoys_are_void(text, rule, why):
    found = adjudicate({"ENGLAND": ["F NTH", "F LON", "A YOR"]}, {"ENGLAND": [text]})
    assert [(v.rule, v.reason) for v in found.void] == [(rule, why)]


@pytest.mark.rule("XIII.1")
def test_all_convoys_of_a_fleet_and_an_army_are_listed():
    army, ways = listed("A LON", "F NTH", "F ENG")
    assert "A LON - BEL VIA CONVOY" in army
    assert "A LON - YOR" in army
    assert "A LON - TUN VIA CONVOY" not in army
    assert ways["BEL"] == "ENG or NTH"
    assert ways["BRE"] == "ENG"  # by NTH and ENG there would be a needless fleet
    fleet, _ = listed("F NTH", "A LON", "F ENG")
    assert "F NTH C A LON - BEL" in fleet
    assert "F NTH C A LON - TUN" not in fleet


# --- XIII.2 to XIII.4 ---


@pytest.mark.rule("XIII.2")
def test_fleets_in_a_row_take_an_army_far():
    orders = {
        "ENGLAND": ["A LON - TUN", "F ENG C A LON - TUN", "F MAO C A LON - TUN"],
        "FRANCE": ["F WES C A LON - TUN"],
    }
    assert resolve(orders).units["ENGLAND"] == ["A TUN", "F ENG", "F MAO"]


@pytest.mark.rule("XIII.2")
def test_a_route_has_no_needless_fleet():
    assert convoy_routes(GEO, "LON", "POR", ["ENG", "IRI", "MAO"]) == [("ENG", "MAO")]
    assert convoy_routes(GEO, "LON", "TUN", ["ENG", "MAO", "WES", "LYO", "TYS"]) == [("ENG", "MAO", "WES")]
    assert convoy_routes(GEO, "EDI", "TUN", ["NTH", "NWG", "NAO", "ENG", "MAO", "WES"]) == [
        ("NTH", "ENG", "MAO", "WES"),
        ("NWG", "NAO", "MAO", "WES"),
    ]
    found = adjudicate({"X": ["A LON", "F ENG", "F IRI", "F MAO"]}, {"X": ["F IRI C A LON - POR"]})
    assert found.void[0][3:] == ("XIII.2", "IRI is on no route of fleets from LON to POR.")


@pytest.mark.rule("XIII.2")
def test_a_gap_in_the_row_leaves_the_army_at_home():
    orders = {"ENGLAND": ["A LON - TUN", "F ENG C A LON - TUN", "F MAO H", "F WES C A LON - TUN"]}
    found = resolve(orders)
    assert (found.outcomes["A LON"], found.outcomes["F ENG"]) == ("disrupted", "disrupted")
    assert found.units["ENGLAND"][0] == "A LON"


@pytest.mark.rule("XIII.3")
def test_a_dislodged_fleet_ends_the_convoy_which_then_has_no_effect():
    orders = {
        "FRANCE": ["A SPA - NAP", "F LYO C A SPA - NAP", "F TYS C A SPA - NAP"],
        "ITALY": ["F ION - TYS", "F TUN S F ION - TYS", "F APU - NAP"],
    }
    found = resolve(orders)
    assert (found.outcomes["A SPA"], found.outcomes["F LYO"], found.outcomes["F TYS"]) == (
        "disrupted",
        "disrupted",
        "dislodged",
    )
    assert found.outcomes["F APU"] == "moves"
    assert found.reasons["A SPA"].rule == "XIII.3"


@pytest.mark.rule("XIII.3")
def test_a_disrupted_convoy_cuts_no_support():
    orders = {
        "FRANCE": ["A SPA - NAP", "F LYO C A SPA - NAP", "F TYS C A SPA - NAP"],
        "ITALY": ["F ION - TYS", "F TUN S F ION - TYS", "A NAP S A ROM - APU", "A ROM - APU"],
    }
    assert resolve(orders).outcomes["A NAP"] == "supports"


@pytest.mark.rule("XIII.3")
def test_an_attack_that_does_not_dislodge_the_fleet_does_nothing_to_the_convoy():
    found = resolve({"ENGLAND": ["A LON - BEL", "F NTH C A LON - BEL"], "GERMANY": ["F HEL - NTH"]})
    assert found.outcomes == {"A LON": "moves", "F NTH": "convoys", "F HEL": "bounces"}


@pytest.mark.rule("XIII.4")
def test_one_whole_route_is_enough():
    orders = {
        "ENGLAND": ["A LON - BEL", "F ENG C A LON - BEL", "F NTH C A LON - BEL"],
        "FRANCE": ["F BRE - ENG", "F IRI S F BRE - ENG"],
    }
    found = resolve(orders)
    assert (found.outcomes["A LON"], found.outcomes["F ENG"]) == ("moves", "dislodged")
    both = resolve({**orders, "GERMANY": ["F HEL - NTH", "F SKA S F HEL - NTH"]})
    assert both.outcomes["A LON"] == "disrupted"


# --- XIII.5 ---


PANDIN = {  # example 13
    "FRANCE": ["A SPA - NAP", "F LYO C A SPA - NAP", "F TYS C A SPA - NAP"],
    "ITALY": ["F ION - TYS", "F NAP S F ION - TYS"],
}
EXTENDED = {  # DATC 6.F.17
    "ENGLAND": ["F LON S F WAL - ENG", "F WAL - ENG"],
    "FRANCE": ["A BRE - LON", "F ENG C A BRE - LON", "F YOR S A BRE - LON"],
    "GERMANY": ["F NTH S F BEL - ENG", "F BEL - ENG"],
}


@pytest.mark.rule("XIII.5")
@pytest.mark.parametrize("rules", ["default", "datc", "letter"])
def test_a_convoyed_attack_does_not_save_its_own_fleet(rules):
    found = resolve(PANDIN, rules)
    assert (found.outcomes["F NAP"], found.outcomes["F TYS"], found.outcomes["A SPA"]) == (
        "supports",
        "dislodged",
        "disrupted",
    )


@pytest.mark.rule("XIII.5")
@pytest.mark.parametrize(("rules", "moves"), [("default", "moves"), ("letter", "moves"), ("datc", "disrupted")])
def test_by_the_rulebook_only_the_support_is_safe_not_the_supporter(rules, moves):
    found = resolve(EXTENDED, rules)
    assert found.outcomes["A BRE"] == moves
    assert ("F LON" in found.dislodged) == (moves == "moves")


@pytest.mark.rule("XIII.5")
def test_support_into_another_zone_is_cut_by_a_convoyed_attack():
    orders = {
        "FRANCE": ["A SPA - NAP", "F LYO C A SPA - NAP", "F TYS C A SPA - NAP"],
        "ITALY": ["F NAP S F APU - ION", "F APU - ION"],
    }
    assert resolve(orders).outcomes["F NAP"] == "cut"


@pytest.mark.rule("XIII.5")
def test_where_it_gives_no_answer_the_convoy_fails():
    orders = {  # two convoys, each of which would save the other's fleet (DATC 6.F.22)
        "ENGLAND": ["F EDI S F LON - NTH", "F LON - NTH"],
        "FRANCE": ["A BRE - LON", "F ENG C A BRE - LON"],
        "GERMANY": ["F BEL S F PIC - ENG", "F PIC - ENG"],
        "RUSSIA": ["A NWY - BEL", "F NTH C A NWY - BEL"],
    }
    found = resolve(orders)
    assert (found.outcomes["A BRE"], found.outcomes["A NWY"]) == ("disrupted", "disrupted")


# --- XIII.6 ---


@pytest.mark.rule("XIII.6")
def test_without_a_sign_of_the_owner_an_army_marches():
    found = resolve({"ENGLAND": ["A NWY - SWE"], "GERMANY": ["F SKA C A NWY - SWE"], "RUSSIA": ["A SWE - NWY"]})
    assert found.outcomes == {"A NWY": "bounces", "F SKA": "void", "A SWE": "bounces"}
    assert found.void[0][3:] == ("XIII.6", "A NWY goes to SWE by land.")


@pytest.mark.rule("XIII.6")
@pytest.mark.parametrize(
    "orders",
    [
        {"ENGLAND": ["A NWY - SWE VIA CONVOY"], "GERMANY": ["F SKA C A NWY - SWE"]},
        {"ENGLAND": ["A NWY - SWE", "F SKA C A NWY - SWE"]},
    ],
)
def test_via_convoy_or_an_own_fleet_sends_it_by_sea(orders):
    found = resolve({**orders, "RUSSIA": ["A SWE - NWY"]})
    assert (found.outcomes["A NWY"], found.outcomes["A SWE"]) == ("moves", "moves")


@pytest.mark.rule("XIII.6")
def test_via_convoy_without_an_ordered_route_goes_by_land():
    found = resolve({"FRANCE": ["A BEL - HOL VIA CONVOY"], "ENGLAND": ["F NTH H"]})
    assert found.outcomes["A BEL"] == "moves"


@pytest.mark.rule("XIII.6")
def test_a_route_that_is_not_whole_is_no_way_by_sea():
    found = resolve({"ENGLAND": ["A LVP - EDI", "F ENG C A LVP - EDI"], "FRANCE": ["F IRI H", "F NTH H"]})
    assert (found.outcomes["A LVP"], found.outcomes["F ENG"]) == ("moves", "void")


@pytest.mark.rule("XIII.4", "XIII.6")
def test_a_fleet_whose_own_route_is_not_whole_does_not_convoy():
    found = resolve({"ENGLAND": ["A LVP - EDI", "F ENG C A LVP - EDI"], "FRANCE": ["F IRI H", "F NTH H"],
                     "RUSSIA": ["F NAO C A LVP - EDI", "F NWG C A LVP - EDI"]})  # fmt: skip
    assert found.outcomes["A LVP"] == "moves"
    assert (found.outcomes["F ENG"], found.outcomes["F NAO"], found.outcomes["F NWG"]) == (
        "disrupted",
        "convoys",
        "convoys",
    )


@pytest.mark.rule("XIII.6")
def test_by_sea_it_shares_the_fate_of_its_fleets():
    orders = {"ENGLAND": ["A NWY - SWE", "F SKA C A NWY - SWE"], "GERMANY": ["F DEN - SKA", "F NTH S F DEN - SKA"]}
    found = resolve(orders)
    assert (found.outcomes["A NWY"], found.outcomes["F SKA"]) == ("disrupted", "dislodged")


# --- XV.1 ---


@pytest.mark.rule("XV.1a")
@pytest.mark.parametrize("where", ["KIE", "CON", "DEN"])
def test_a_fleet_on_land_never_convoys(where):
    found = adjudicate({"X": [f"F {where}", "A BEL"]}, {"X": [f"F {where} C A BEL - SWE"]})
    assert found.void[0].rule == "XV.1a"
    assert not any(" C " in order for order in listed(f"F {where}", "A BEL", "A BUL")[0])


@pytest.mark.rule("XV.1b")
def test_three_units_change_places_in_a_ring():
    found = resolve({"ENGLAND": ["A HOL - BEL", "F BEL - NTH"], "FRANCE": ["F NTH - HOL"]})
    assert set(found.outcomes.values()) == {"moves"}


@pytest.mark.rule("XV.1b")
def test_a_ring_that_meets_a_standoff_stands_still():
    found = resolve({"ENGLAND": ["A HOL - BEL", "F BEL - NTH", "F NTH - HOL"], "FRANCE": ["A PIC - BEL"]})
    assert set(found.outcomes.values()) == {"bounces"}


SWAP = {"ENGLAND": ["A LON - BEL", "F NTH C A LON - BEL"], "FRANCE": ["A BEL - LON", "F ENG C A BEL - LON"]}


@pytest.mark.rule("XV.1c")
@pytest.mark.parametrize("rules", ["default", "datc", "letter"])
def test_two_convoyed_armies_change_places(rules):
    found = resolve(SWAP, rules)
    assert (found.outcomes["A LON"], found.outcomes["A BEL"]) == ("moves", "moves")


@pytest.mark.rule("XV.1c")
@pytest.mark.parametrize(("rules", "ends"), [("default", "moves"), ("datc", "moves"), ("letter", "bounces")])
def test_one_convoyed_army_is_enough_but_not_by_the_letter(rules, ends):
    found = resolve({"ENGLAND": ["A NWY - SWE", "F SKA C A NWY - SWE"], "RUSSIA": ["A SWE - NWY"]}, rules)
    assert (found.outcomes["A NWY"], found.outcomes["A SWE"]) == (ends, ends)
    only = resolve(
        {"ENGLAND": ["A NWY - SWE", "F SKA C A NWY - SWE"], "RUSSIA": ["A SWE - NWY"]}, {"swap_needs_two_convoys": True}
    )
    assert only.outcomes["A NWY"] == "bounces"
