"""Positions with orders that a bot must give, or must not give: held by the planner with few probes."""

from __future__ import annotations

from wargame.core.engine.actions import DONE
from wargame.core.engine.game import Game
from wargame.games.diplomacy.geography import geography
from wargame.plugins.bots import PlannerBot

from .support import game_at, hand_in

CENTRES = geography().centres


def orders(game: Game, power: str) -> set[str]:
    """All that a planner orders for a power."""
    bot, given, rule = PlannerBot(1, "60p"), set(), game.decisions[power].rule
    while power in game.decisions and game.decisions[power].rule == rule:
        action = bot.choose(game, power)
        game.apply(action, power)
        if action != DONE:
            given.add(str(action))
    return given


def position(power: str, units: str, centres: str, phase: str = "autumn orders", **others: str) -> Game:
    """Units of a power and of others (`italy="A VEN, A TYR"`), who hold the centres where they stand.

    `centres` are those of the power; with `but ...`, all except those of others and those named.
    """
    standing = {power: units.split(", ")} | {other.upper(): theirs.split(", ") for other, theirs in others.items()}
    owned = {
        other: [unit[2:] for unit in theirs if unit[2:] in CENTRES]
        for other, theirs in standing.items()
        if other != power
    }
    taken = {centre for theirs in owned.values() for centre in theirs}
    if centres.startswith("all"):
        free = set(centres.split()[2:])
        owned[power] = [centre for centre in CENTRES if centre not in taken | free]
    else:
        owned[power] = centres.split()
    return game_at(phase, standing, owned)


# --- centres that can be won ---------------------------------------------------------------------------------------


def test_a_free_centre_is_entered():
    assert orders(position("FRANCE", "A GAS", "PAR MAR BRE", germany="A MUN"), "FRANCE") == {"A GAS - SPA"}


def test_two_free_centres_are_entered_by_two_units():
    game = position("FRANCE", "A GAS, A PIC", "PAR MAR BRE", germany="A BUR")
    assert orders(game, "FRANCE") == {"A GAS - SPA", "A PIC - BEL"}


def test_the_first_year_of_turkey_brings_bulgaria():
    game = position("TURKEY", "A CON, A SMY", "CON SMY ANK", russia="F SEV")
    assert "A CON - BUL" in orders(game, "TURKEY")


def test_sweden_and_norway_are_taken_together():
    game = position("RUSSIA", "F BOT, A STP", "STP MOS WAR SEV", germany="F DEN")
    assert orders(game, "RUSSIA") == {"F BOT - SWE", "A STP - NWY"}


def test_an_army_is_convoyed_to_the_only_free_centre():
    game = position("ITALY", "A NAP, F ION", "all but TUN", austria="A TRI")
    given = orders(game, "ITALY")
    assert "F ION - TUN" in given or given == {"A NAP - TUN VIA CONVOY", "F ION C A NAP - TUN"}


def test_a_defended_centre_is_attacked_with_support():
    game = position("FRANCE", "A BUR, A RUH", "all but", germany="A MUN")
    given = orders(game, "FRANCE")
    assert given in (
        {"A BUR - MUN", "A RUH S A BUR - MUN"},
        {"A RUH - MUN", "A BUR S A RUH - MUN"},
    )


def test_a_centre_with_two_defenders_is_attacked_with_two_supports():
    game = position("FRANCE", "A BUR, A RUH, A TYR", "all but", germany="A MUN, A BER")
    given = orders(game, "FRANCE")
    assert len([text for text in given if text.endswith("- MUN") and " S " in text]) == 2


def test_the_centre_that_wins_the_game_is_taken():
    units = "A PAR, A GAS"
    game = position("FRANCE", units, " ".join([c for c in CENTRES if c not in ("SPA", "POR")][:17]), russia="A MOS")
    for centre in ("SPA", "POR"):
        assert game.state.control.get(centre) != "FRANCE"
    orders(game, "FRANCE")
    for power in list(game.decisions):
        orders(game, power)
    assert game.state.owners["SPA"] == "FRANCE"


# --- centres that can be lost ---------------------------------------------------------------------------------------


def test_paris_is_not_left_to_the_army_beside_it():
    given = orders(position("FRANCE", "A PAR, A GAS", "PAR MAR BRE", germany="A BUR"), "FRANCE")
    assert given & {"A PAR H", "A PAR - BUR", "A GAS - PAR"}


def test_a_captured_centre_is_held_until_it_counts():
    game = position("GERMANY", "A HOL", "KIE MUN BER", france="A BEL")
    given = orders(game, "GERMANY")
    assert given in ({"A HOL H"}, {"A HOL - BEL"})


def test_an_empty_home_centre_beside_the_enemy_is_covered():
    game = position("AUSTRIA", "A VIE, A BUD", "all but", italy="A VEN, A TYR")
    given = orders(game, "AUSTRIA")
    assert {"A VIE - TRI", "A BUD - TRI"} & given


def test_a_centre_that_is_in_danger_is_covered_from_behind():
    game = position(
        "RUSSIA", "A RUM, A SEV", "MOS SEV WAR STP RUM", turkey="A BUL, F BLA, A CON", austria="A BUD, A TRI"
    )
    assert orders(game, "RUSSIA") & {"A RUM H", "A SEV - RUM", "A SEV S A RUM"}


def test_london_is_not_left_to_the_fleet_in_the_channel():
    given = orders(position("ENGLAND", "F NTH, F LON", "LON EDI LVP", france="F ENG, A BRE, A BEL, A PAR"), "ENGLAND")
    assert "F LON H" in given or "F NTH - LON" in given


# --- orders that get in each other's way ---------------------------------------------------------------------------


def test_two_units_do_not_bounce_each_other():
    game = position("FRANCE", "A PIC, A BUR, A GAS", "PAR MAR BRE", germany="A MUN", phase="spring orders")
    goals = [text.split(" - ")[1] for text in orders(game, "FRANCE") if " - " in text and " S " not in text]
    assert len(goals) == len(set(goals))


def test_support_is_given_only_to_what_is_ordered():
    game = position("FRANCE", "A BUR, A RUH, A PIC, A MAR", "all but", germany="A MUN, A KIE")
    given = orders(game, "FRANCE")
    for text in given:
        if " S " in text:
            order = text.split(" S ")[1]
            assert order in given or " - " not in order


def test_nobody_attacks_the_own_unit_that_stays():
    given = orders(position("GERMANY", "A KIE, A BER, A MUN", "all but", russia="A WAR, A SIL"), "GERMANY")
    for unit in ("KIE", "BER", "MUN"):
        if not any(text.startswith(f"A {unit} - ") for text in given):
            assert not any(text.endswith(f" - {unit}") for text in given)


# --- retreats and adjustments --------------------------------------------------------------------------------------


def test_a_retreat_goes_to_a_free_centre():
    game = position("FRANCE", "A BUR", "PAR MAR BRE", germany="A MUN, A RUH")
    hand_in(game, {"FRANCE": ["A BUR H"], "GERMANY": ["A MUN - BUR", "A RUH S A MUN - BUR"]})
    assert orders(game, "FRANCE") == {"A BUR R BEL"}


def adjusting(power: str, units: str, centres: str, **others: str) -> set[str]:
    return orders(position(power, units, centres, "adjustments", **others), power)


def test_every_unit_that_can_be_built_is_built():
    given = adjusting("FRANCE", "A SPA", "PAR MAR BRE SPA", germany="A MUN")
    assert len([text for text in given if " B" in text]) == 3


def test_units_are_built_where_the_enemy_is():
    given = adjusting("FRANCE", "A SPA, A POR, A BEL", "PAR MAR BRE SPA", germany="A BUR, A MUN")
    assert given == {"A PAR B"}


def test_the_unit_that_defends_the_last_centre_is_not_removed():
    given = adjusting("FRANCE", "A PAR, A UKR", "PAR", germany="A BUR", russia="A WAR")
    assert given == {"A UKR D"}
