"""Orders as people write them: English, the rulebook's Spanish, badly written, ambiguous, void (VII.2, VII.4)."""

import pytest

from wargame.games.diplomacy import adjudicate
from wargame.games.diplomacy.choices import legal_orders
from wargame.games.diplomacy.geography import geography
from wargame.games.diplomacy.notation import read_any
from wargame.games.diplomacy.orders import CONVOY, HOLD, MOVE, SUPPORT, Position, VoidOrder

GEO = geography()
UNITS = {
    "FRANCE": ["A PAR", "A BUR", "F BRE", "F MAO"],
    "ENGLAND": ["A LON", "F NTH", "F ENG", "A WAL"],
    "AUSTRIA": ["A TYR", "A GAL", "F TYS", "A SIL"],
    "RUSSIA": ["A WAR", "F STP/SC", "F NWY", "F SWE"],
}


def position(units):
    owner = {GEO.stands[u]: p for p, them in units.items() for u in them}
    return Position({GEO.stands[u]: u for them in units.values() for u in them}, owner, GEO)


def read(text, power="FRANCE", units=UNITS):
    return str(read_any(text, power, position(units)))


def void(text, power="FRANCE", units=UNITS):
    with pytest.raises(VoidOrder) as caught:
        read_any(text, power, position(units))
    return caught.value.rule, caught.value.reason


@pytest.mark.rule("VII.4")
@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("A PAR - PIC", "A PAR - PIC"),
        ("a par-pic", "A PAR - PIC"),
        ("A Par -> Pic", "A PAR - PIC"),
        ("A Paris - Picardy", "A PAR - PIC"),
        ("Army Paris moves to Picardy", "A PAR - PIC"),
        ("Army in Paris to Picardy", "A PAR - PIC"),
        ("A PARI - PICA", "A PAR - PIC"),
        ("PAR - PIC", "A PAR - PIC"),
        ("A PAR", "A PAR H"),
        ("A Par holds", "A PAR H"),
        ("A BUR S A PAR", "A BUR S A PAR"),
        ("A BUR supports A PAR holds", "A BUR S A PAR"),
        ("A BUR S PAR - PIC", "A BUR S A PAR - PIC"),
        ("A Burgundy supports Army Paris to Picardy", "A BUR S A PAR - PIC"),
        ("F MAO - SPA/NC", "F MAO - SPA/NC"),
        ("F Mid-Atlantic Ocean - Spain (nc)", "F MAO - SPA/NC"),
        ("F Mid-Atlantic - Spain north coast", "F MAO - SPA/NC"),
        ("F BRE - English Channel", "F BRE - ENG"),
        ("A BUR S English A LON - PIC", "A BUR S A LON - PIC"),
        ("A BUR S A English LON - PIC", "A BUR S A LON - PIC"),
    ],
)
def test_english_as_people_write_it(text, order):
    assert read(text) == order


@pytest.mark.rule("VII.4", "X.1", "XIII.1")
@pytest.mark.parametrize(
    ("text", "power", "order"),
    [
        ("E Tir - Mun", "AUSTRIA", "A TYR - MUN"),
        ("Ejército en Tirol mueve a Munich", "AUSTRIA", "A TYR - MUN"),
        ("E Bor A E Tir - Mun", "FRANCE", "A BUR S A TYR - MUN"),
        ("Ejército en Borgoña apoya movimiento de ejército en Tirol a Munich", "FRANCE", "A BUR S A TYR - MUN"),
        ("E Sil A E rus Var - Pru", "AUSTRIA", "A SIL S A WAR - PRU"),
        (
            "Ejército en Silesia apoya movimiento de ejército ruso en Varsovia a Prusia",
            "AUSTRIA",
            "A SIL S A WAR - PRU",
        ),
        ("E Lon - Bel", "ENGLAND", "A LON - BEL"),
        ("F MNo T E ingles Lon - Bel", "ENGLAND", "F NTH C A LON - BEL"),
        ("F MNt T E inglés Lon - Bel", "ENGLAND", "F NTH C A LON - BEL"),
        ("F Mar del Norte T E Lon - Bel", "ENGLAND", "F NTH C A LON - BEL"),
        ("F Canal de la Mancha transporta ejército en Londres a Bélgica", "ENGLAND", "F ENG C A LON - BEL"),
        ("E Bor M", "FRANCE", "A BUR H"),
        ("E Par P", "FRANCE", "A PAR H"),
        ("F AtC - Esp/CN", "FRANCE", "F MAO - SPA/NC"),
        ("F Atlántico Central - España costa norte", "FRANCE", "F MAO - SPA/NC"),
        ("F SPT costa sur - GBo", "RUSSIA", "F STP/SC - BOT"),
        ("A Lon - Mar del Norte - Bel", "ENGLAND", "A LON - BEL VIA CONVOY"),
        ("E Lon - Bel por mar", "ENGLAND", "A LON - BEL VIA CONVOY"),
        ("E Bor ocupa", "FRANCE", "A BUR H"),  # VII.1 calls it so
        ("Ejército en Borgoña se mantiene", "FRANCE", "A BUR H"),
        ("E Bor → Mun", "FRANCE", "A BUR - MUN"),
        ("F S.Petersburgo - costa sur - GBo", "RUSSIA", "F STP/SC - BOT"),
        ("F C.Ing T E Lon - Bel", "ENGLAND", "F ENG C A LON - BEL"),
        ("F Bre apoya a flota inglesa en Canal de la Mancha a Picardía", "FRANCE", "F BRE S F ENG - PIC"),
        ("E Sil apoya al ejército ruso en Varsovia a Prusia", "AUSTRIA", "A SIL S A WAR - PRU"),
        ("F Nor A F rusa Sue - Ska", "RUSSIA", "F NWY S F SWE - SKA"),
    ],
)
def test_the_notation_of_the_rulebook(text, power, order):
    assert read(text, power) == order


@pytest.mark.rule("VII.4")
def test_every_name_and_abbreviation_of_the_table_is_known():
    for space in GEO.spaces.values():
        kind = "F" if space.type == "sea" else "A"
        unit = f"{kind} {space.id}"
        for name in (*space.names(), *space.spellings()):
            found = adjudicate({"FRANCE": [unit]}, {"FRANCE": [f"{kind} {name} H"]})
            assert not found.void, name


@pytest.mark.rule("VII.4")
def test_three_or_four_letters_of_a_name_are_enough():
    for space in GEO.spaces.values():
        if space.type == "sea" or space.name.startswith(("North", "St ", "Liv")):
            continue  # seas begin alike, and so do Livonia and Liverpool: there the table helps
        for length in (3, 4):
            assert read(f"A {space.name[:length]}", units={"FRANCE": [f"A {space.id}"]}) == f"A {space.id} H"


@pytest.mark.rule("VII.4")
def test_but_two_letters_are_not():
    units = {"RUSSIA": ["A STP"]}
    assert read("E San - Mos", "RUSSIA", units) == "A STP - MOS"
    assert void("E Sa - Mos", "RUSSIA", units) == (
        "VII.2",
        "'E Sa - Mos' cannot be understood: 'SA' is no space.",
    )


def spanish(order):
    def place(location):
        name, _, coast = location.partition("/")
        return GEO.spaces[name].abbr_es + (f"/{ {'NC': 'CN', 'SC': 'CS', 'EC': 'CE'}[coast] }" if coast else "")

    def unit(text):
        return f"{'E' if text[0] == 'A' else 'F'} {place(text[2:])}"

    verb = {MOVE: "", HOLD: " M", SUPPORT: " A", CONVOY: " T"}[order.verb]
    other = f" {unit(order.other)}" if order.other else ""
    to = f" - {place(order.to)}" if order.to else ""
    return f"{unit(order.unit)}{verb}{other}{to}{' por mar' if order.via_convoy else ''}"


@pytest.mark.rule("VII.4")
def test_every_legal_order_written_in_spanish_means_itself():
    board = position(UNITS)
    for power, listed in UNITS.items():
        for unit in listed:
            for order in legal_orders(unit, board):
                assert read_any(spanish(order), power, board) == order


# --- VII.2 ---


@pytest.mark.rule("VII.2")
@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("F PAR - PIC", "A PAR - PIC"),  # the wrong kind of unit
        ("F Paris - Picardy", "A PAR - PIC"),
        ("A BUR S F PAR - PIC", "A BUR S A PAR - PIC"),
        ("A BUR S German A PAR - PIC", "A BUR S A PAR - PIC"),  # the wrong nationality
        ("F MAO - SPA/NC via convoy", "F MAO - SPA/NC"),  # no fleet is convoyed
        ("A BUR - SPA/NC", None),
        ("A PAR - GAS/NC", "A PAR - GAS"),  # a coast that is not there
    ],
)
def test_badly_written_but_clear_orders_are_carried_out(text, order):
    if order is None:
        assert void(text)[0] == "VIII.1"
    else:
        assert read(text) == order


@pytest.mark.rule("VII.2")
def test_an_army_ordered_to_a_coast_goes_to_the_space():
    units = {"FRANCE": ["A GAS", "A MAR"]}
    assert read("A GAS - SPA/NC", units=units) == "A GAS - SPA"
    assert read("A MAR S A GAS - SPA/NC", units=units) == "A MAR S A GAS - SPA"


@pytest.mark.rule("VII.2")
def test_a_fleet_is_never_convoyed_whatever_its_order_says():
    found = adjudicate({"FRANCE": ["F MAO"]}, {"FRANCE": ["F MAO - BRE VIA CONVOY"]})
    assert str(found.orders["F MAO"]) == "F MAO - BRE"
    assert found.outcomes == {"F MAO": "moves"}


@pytest.mark.rule("VII.1", "VII.2")
@pytest.mark.parametrize(
    ("text", "power"),
    [("F MAO - POR - SPA/SC", "FRANCE"), ("F BRE - MAO - GAS", "FRANCE"), ("A LON - YOR - EDI", "ENGLAND")],
)
def test_two_moves_are_no_order_unless_an_army_goes_over_sea_zones(text, power):
    why = f"'{text}' cannot be understood: only an army at sea goes farther than one space."
    assert void(text, power) == ("VII.2", why)


@pytest.mark.rule("VII.2")
def test_the_possible_one_of_two_meanings_is_carried_out():
    assert read("F Tir - MJo", "AUSTRIA") == "F TYS - ION"  # Tir: Tyrolia in the table, Tyrrhenian Sea in example 11
    assert read("E Gal - Boh", "AUSTRIA") == "A GAL - BOH"  # Gal: Wales in the table, Galicia in example 3
    assert read("E Gal - Liv", "ENGLAND") == "A WAL - LVP"


@pytest.mark.rule("VII.2", "VII.4")
def test_the_table_goes_before_other_spellings():
    assert read("F Nor - MNo", "RUSSIA") == "F NWY - NWG"  # MNo: North Sea in XIII.1, which is as near


@pytest.mark.rule("VII.2")
def test_of_several_meanings_none_possible_the_nearest_is_explained():
    assert void("E Gal - Mar", "AUSTRIA", {"AUSTRIA": ["A GAL"]})[0] == "VIII.1"  # not: no unit in Wales
    assert void("E Gal - Mar", "ENGLAND", {"ENGLAND": ["A WAL"]})[0] == "VIII.1"  # not: no unit in Galicia
    assert void("F Bol - Mar", "RUSSIA", {"RUSSIA": ["F BAL"]})[0] == "VIII.1"  # not: Bol is no space of the table


@pytest.mark.rule("VII.2")
def test_two_possible_meanings_are_void():
    units = {"ENGLAND": ["A GAL", "A WAL"]}
    assert void("E Gal M", "ENGLAND", units) == ("VII.2", "'E Gal M' may mean A GAL H or A WAL H.")
    assert read("A GAL H", "ENGLAND", units) == "A GAL H"  # the plain notation has one meaning only


@pytest.mark.rule("VII.2")
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("A PAR - NOWHERE", "'NOWHERE' is no space"),
        ("A PAR dances", "'DANCES' is no order"),
        ("AF PAR - BUR", "'AF' is no space"),
        ("A PAR -", "a space is missing"),
        ("A PAR - PIC quickly", "'QUICKLY' is not expected here"),
        ("F ENG C A LON", "the army's destination is missing"),
        ("A BUR S A PAR dances", "'DANCES' is not expected here"),
        ("", "a space is missing"),
    ],
)
def test_what_cannot_be_understood_is_void_and_says_why(text, why):
    assert void(text) == ("VII.2", f"'{text}' cannot be understood: {why}.")


@pytest.mark.rule("VII.2")
@pytest.mark.parametrize("text", ["A PAR - MOS", "Ejército en París mueve a Moscú", "Paris to Moscow"])
def test_a_unit_with_a_void_order_holds_and_the_order_is_told(text):
    found = adjudicate({"FRANCE": ["A PAR"]}, {"FRANCE": [text]})
    assert found.units == {"FRANCE": ["A PAR"]}
    assert found.outcomes == {"A PAR": "void"}
    assert [(v.unit, v.power, v.order, v.rule) for v in found.void] == [("A PAR", "FRANCE", text, "VIII.1")]


@pytest.mark.rule("VII.2")
def test_a_wrong_but_legal_order_is_carried_out():
    found = adjudicate({"FRANCE": ["A PAR", "A BUR"]}, {"FRANCE": ["A PAR - BUR", "A BUR - PAR"]})
    assert set(found.outcomes.values()) == {"bounces"}


@pytest.mark.rule("VII.1")
def test_two_different_orders_for_a_unit_are_void():
    found = adjudicate({"FRANCE": ["A PAR"]}, {"FRANCE": ["A PAR - BUR", "A PAR - PIC"]})
    assert found.units == {"FRANCE": ["A PAR"]}
    assert found.void[0][3:] == ("VII.1", "A PAR was given two different orders.")
    same = adjudicate({"FRANCE": ["A PAR"]}, {"FRANCE": ["A PAR - BUR", "E Par - Bor"]})
    assert same.outcomes == {"A PAR": "moves"}


@pytest.mark.rule("VII.1")
def test_nobody_orders_the_units_of_others():
    found = adjudicate({"FRANCE": ["A PAR"], "ITALY": ["A ROM"]}, {"ITALY": ["A PAR - BUR"]})
    assert found.outcomes == {"A PAR": "holds", "A ROM": "holds"}
    assert found.void[0][3:] == ("VII.1", "ITALY has no unit in Paris.")


def test_illegal_positions_are_refused_in_one_sentence():
    with pytest.raises(ValueError, match="There is no unit 'F PAR'"):
        adjudicate({"FRANCE": ["F PAR"]}, {})
    with pytest.raises(ValueError, match="same space"):
        adjudicate({"FRANCE": ["F SPA/NC"], "ITALY": ["A SPA"]}, {})
    for rules in ("house", {"house": True}):
        with pytest.raises(ValueError, match="Unknown rules 'house'; there are: default, datc, letter, convoyed"):
            adjudicate({}, {}, rules)
