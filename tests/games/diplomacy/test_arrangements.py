"""How games end (II, III) and the arrangements for fewer than seven players (XV.3)."""

import pytest

from wargame.core.engine.errors import WargameError
from wargame.plugins import new_game

from .support import QUIET, game_at, hand_in, refused, told, units

CENTRES = [
    "BEL", "BRE", "BUD", "BUL", "DEN", "EDI", "GRE", "HOL", "KIE", "LON", "LVP", "MAR", "MUN", "NAP", "NWY", "PAR",
    "POR", "ROM", "RUM", "SER", "SMY", "SPA", "STP", "SWE",
]  # fmt: skip


def after_autumn(centres, scenario="seven", **fields):
    """A game at the occupation after an autumn: the owner of each centre stands somewhere else."""
    fields.setdefault("units", {"AUSTRIA": ["A BOH"], "FRANCE": ["A GAS"], "RUSSIA": ["A UKR"]})
    return game_at("occupation", centres=centres, scenario=scenario, **fields)


# --- II, III ---


@pytest.mark.rule("II")
def test_eighteen_centres_win():
    game = after_autumn({"FRANCE": CENTRES[:18], "RUSSIA": ["MOS"], "AUSTRIA": ["VIE"]})
    assert game.result.winners == ("FRANCE",)
    assert game.result.text == "FRANCE wins (II): 18 supply centres of FRANCE."
    assert game.result.score["FRANCE"] == 18


@pytest.mark.rule("II")
def test_seventeen_do_not():
    game = after_autumn({"FRANCE": CENTRES[:17], "RUSSIA": ["MOS"], "AUSTRIA": ["VIE"]})
    assert game.result is None


@pytest.mark.rule("III")
def test_a_shortened_game_goes_to_the_most_units():
    game = game_at(
        "adjustments", units={"FRANCE": ["A PAR", "A GAS"], "ITALY": ["A ROM"]}, year=1903,
        centres={"FRANCE": ["PAR", "BRE"], "ITALY": ["ROM"]}, options={"last_year": 1903},
    )  # fmt: skip
    assert game.result.winners == ("FRANCE",)
    assert game.result.text == "FRANCE wins (III): most units on the board after 1903: 2."


@pytest.mark.rule("III")
def test_equal_numbers_share_and_units_count_not_centres():
    game = game_at(
        "adjustments", units={"FRANCE": ["A PAR"], "ITALY": ["A ROM"]}, year=1903,
        centres={"FRANCE": ["PAR", "SPA"], "ITALY": ["ROM"]}, options={"last_year": 1903},
    )  # fmt: skip
    assert game.result.winners == ("ITALY", "FRANCE")


@pytest.mark.rule("III")
def test_before_the_last_year_and_without_one_play_goes_on():
    for options in ({"last_year": 1904}, {"last_year": 0}):
        game = game_at(
            "adjustments", units={"FRANCE": ["A PAR"]}, centres={"FRANCE": ["PAR"]}, year=1903, options=options
        )
        assert game.result is None


@pytest.mark.rule("III")
@pytest.mark.parametrize(
    ("scenario", "year", "first"), [("seven", 1900, 1901), ("seven", -1, 1901), ("two", 1900, 1914)]
)
def test_no_game_ends_before_it_begins(scenario, year, first):
    with pytest.raises(WargameError) as caught:
        new_game("diplomacy", scenario, options={"last_year": year})
    assert str(caught.value) == f"The game begins in {first}: last_year cannot be {year} (III)."
    assert new_game("diplomacy", scenario, options={"last_year": 1901}).result is None


@pytest.mark.rule("III")
def test_bots_play_a_shortened_game_and_people_are_asked():
    title = new_game("diplomacy").title
    assert title.read_options({})["last_year"] == 0
    assert title.bot_options({})["last_year"] == 1910


# --- XV.3: six and five players ---


@pytest.mark.rule("XV.3-6p")
def test_six_players_italy_only_holds():
    game = new_game("diplomacy", "six", options=QUIET)
    assert "ITALY" not in game.decisions
    assert units(game)["ITALY"] == ["A ROM", "A VEN", "F NAP"]
    hand_in(game, {})
    assert {game.state.outcomes[u] for u in units(game)["ITALY"]} == {"holds"}


@pytest.mark.rule("XV.3-6p")
def test_a_neutral_unit_may_be_supported_and_is_removed_when_dislodged():
    stands = {"ITALY": ["A VEN"], "AUSTRIA": ["A TYR", "A TRI"], "FRANCE": ["A PIE"]}
    game = game_at(units=stands, scenario="six")
    hand_in(game, {"AUSTRIA": ["A TYR - VEN", "A TRI S A TYR - VEN"], "FRANCE": ["A PIE S A VEN"]})
    assert units(game)["ITALY"] == ["A VEN"]
    again = game_at(units=stands, scenario="six")
    hand_in(again, {"AUSTRIA": ["A TYR - VEN", "A TRI S A TYR - VEN"]})
    assert "ITALY" not in units(again)
    assert any("A VEN is removed" in line for line in told(again))


@pytest.mark.rule("XV.3-6p")
def test_a_neutral_power_never_builds_and_never_wins():
    game = game_at("adjustments", units={"FRANCE": ["A PAR"]}, centres={"FRANCE": ["PAR"], "ITALY": CENTRES[:18]},
                   scenario="six")  # fmt: skip
    assert "ITALY" not in game.decisions
    assert game.result is None
    assert units(game) == {"FRANCE": ["A PAR"]}


@pytest.mark.rule("XV.3-6p", "XV.5")
def test_a_neutral_power_loses_units_as_in_civil_disorder():
    game = game_at("adjustments", units={"ITALY": ["A ROM", "F NAP", "A PIE"], "FRANCE": ["A PAR"]},
                   centres={"FRANCE": ["PAR"], "ITALY": ["ROM", "NAP"]}, scenario="six")  # fmt: skip
    assert units(game) == {"ITALY": ["A ROM", "F NAP"], "FRANCE": ["A PAR"]}
    assert "ITALY: A PIE is removed (XV.5)" in told(game)


@pytest.mark.rule("XV.3-5p")
def test_five_players_italy_and_germany_only_hold():
    game = new_game("diplomacy", "five", options=QUIET)
    assert set(game.decisions) == {"ENGLAND", "RUSSIA", "TURKEY", "AUSTRIA", "FRANCE"}
    hand_in(game, {})
    assert units(game)["GERMANY"] == ["A BER", "A MUN", "F KIE"]
    assert game.state.outcomes["A BER"] == "holds"


# --- XV.3: four and three players ---


HANDS = {
    "four": (["ENGLAND"], ["AUSTRIA", "FRANCE"], ["GERMANY", "TURKEY"], ["RUSSIA", "ITALY"]),
    "three_a": (["RUSSIA"], ["ENGLAND", "FRANCE", "GERMANY"], ["AUSTRIA", "ITALY", "TURKEY"]),
    "three_b": (["ENGLAND", "GERMANY", "AUSTRIA"], ["RUSSIA", "ITALY"], ["FRANCE", "TURKEY"]),
}


@pytest.mark.rule("XV.3-4p", "XV.3-3p-1", "XV.3-3p-2")
@pytest.mark.parametrize("scenario", HANDS)
def test_each_player_has_his_powers_which_answer_for_themselves(scenario):
    game = new_game("diplomacy", scenario, options=QUIET)
    assert len(game.decisions) == 7
    players = game.state.players
    for hand in HANDS[scenario]:
        assert len({players[power] for power in hand}) == 1
    assert len(set(players.values())) == len(HANDS[scenario])


@pytest.mark.rule("XV.3-4p", "XV.3-3p-1", "XV.3-3p-2")
@pytest.mark.parametrize("scenario", HANDS)
def test_centres_and_adjustments_are_kept_by_power(scenario):
    hand = next(h for h in HANDS[scenario] if len(h) > 1)
    one, other = hand[0], hand[1]
    stands = {one: ["A BUR", "A GAS"], other: ["A UKR"]}
    game = game_at("adjustments", units=stands, centres={one: ["BUL"], other: ["RUM", "SER"]}, scenario=scenario)
    assert set(game.decisions) == {one}
    game.apply("A BUR D", one)
    assert units(game) == {one: ["A GAS"], other: ["A UKR"]}


@pytest.mark.rule("XV.3-4p", "XV.3-3p-1", "XV.3-3p-2")
@pytest.mark.parametrize("scenario", HANDS)
def test_eighteen_centres_of_one_power_win_for_its_player(scenario):
    hand = next(h for h in HANDS[scenario] if len(h) > 1)
    stands = {"AUSTRIA": ["A BOH"], "FRANCE": ["A GAS"], "RUSSIA": ["A UKR"]}
    split = after_autumn({hand[0]: CENTRES[:9], hand[1]: CENTRES[9:18]}, scenario, units=stands)
    assert split.result is None
    whole = after_autumn({hand[0]: CENTRES[:18]}, scenario, units=stands)
    assert set(whole.result.winners) == set(hand)


@pytest.mark.rule("III", "XV.3-4p")
def test_in_a_shortened_game_a_player_counts_all_his_units():
    game = game_at(
        "adjustments", scenario="four", year=1903, options={"last_year": 1903},
        units={"ENGLAND": ["A LON", "A WAL", "A YOR"], "AUSTRIA": ["A VIE", "A BUD"], "FRANCE": ["A PAR", "A MAR"]},
        centres={"ENGLAND": ["LON", "EDI", "LVP"], "AUSTRIA": ["VIE", "BUD"], "FRANCE": ["PAR", "MAR"]},
    )  # fmt: skip
    assert set(game.result.winners) == {"AUSTRIA", "FRANCE"}


# --- XV.3: two players ---


@pytest.mark.rule("XV.3-2p")
def test_two_players_begin_in_1914_with_italy_closed():
    game = new_game("diplomacy", "two", options=QUIET)
    assert game.state.date() == "Spring 1914"
    assert "ITALY" not in game.decisions
    assert sorted(game.state.closed) == ["APU", "NAP", "PIE", "ROM", "TUS", "VEN"]
    assert units(game)["ITALY"] == ["A ROM", "A VEN", "F NAP"]


@pytest.mark.rule("XV.3-2p")
@pytest.mark.parametrize("text", ["F TRI - VEN", "A TYR - PIE", "A TYR S F TRI - VEN"])
def test_italy_may_not_be_entered(text):
    game = game_at(units={"AUSTRIA": ["F TRI", "A TYR"]}, scenario="two", year=1914)
    assert not any("VEN" in str(action) for action in game.decisions["AUSTRIA"].actions)
    why = f"{text[-3:]} may not be entered while Italy is neutral."
    assert refused(game, text, "AUSTRIA") == ("XV.3-2p", why)


@pytest.mark.rule("XV.3-2p")
def test_not_by_a_sheet_nor_by_a_retreat():
    game = game_at(units={"AUSTRIA": ["A TYR"], "FRANCE": ["A MAR"]}, scenario="two", year=1914)
    hand_in(game, {"AUSTRIA": ["A TYR - VEN"], "FRANCE": ["Ejército en Marsella mueve a Piamonte"]})
    assert units(game) == {"AUSTRIA": ["A TYR"], "FRANCE": ["A MAR"]}
    assert sum("(XV.3-2p)" in line for line in told(game)) == 2
    fight = game_at(
        units={"AUSTRIA": ["A TYR"], "FRANCE": ["A MUN", "A BOH"]}, scenario="two", year=1914,
    )  # fmt: skip
    hand_in(fight, {"FRANCE": ["A MUN - TYR", "A BOH S A MUN - TYR"]})
    assert [str(a) for a in fight.decision.actions] == ["A TYR R TRI", "A TYR R VIE", "A TYR D"]
    assert refused(fight, "A TYR R VEN", "AUSTRIA")[1] == "A TYR cannot retreat to VEN: it may not be entered."


@pytest.mark.rule("XV.3-2p")
@pytest.mark.parametrize(("coin", "player"), [(1, "AUSTRIA"), (2, "ENGLAND")])
def test_a_coin_gives_italy_to_one_player_after_autumn_1914(coin, player):
    game = new_game("diplomacy", "two", options=QUIET, dice="manual")
    hand_in(game, {})
    hand_in(game, {})
    assert game.decision.side == "chance"
    game.apply(f"roll {coin}")
    assert game.state.players["ITALY"] == game.state.players[player]
    assert f"{game.state.players[player]} controls Italy (XV.3-2p)" in told(game)
    assert game.state.closed == ()
    assert game.state.date() == "Spring 1915"
    assert "ITALY" in game.decisions


@pytest.mark.rule("XV.3-2p")
def test_twenty_four_centres_of_a_players_powers_win():
    stands = {"ENGLAND": ["A WAL"], "AUSTRIA": ["A BOH"], "FRANCE": ["A GAS"], "RUSSIA": ["A UKR"]}
    few = after_autumn({"FRANCE": CENTRES[:12], "ENGLAND": CENTRES[12:23]}, "two", units=stands, closed=[], year=1916)
    assert few.result is None
    game = after_autumn({"FRANCE": CENTRES[:12], "ENGLAND": CENTRES[12:24]}, "two", units=stands, closed=[], year=1916)
    assert set(game.result.winners) == {"ENGLAND", "FRANCE", "RUSSIA"}
    assert game.result.rule == "XV.3-2p"
    assert game.result.reason == "24 supply centres of ENGLAND, RUSSIA, FRANCE."


@pytest.mark.rule("III", "XV.3-2p")
def test_the_last_year_of_a_game_from_1914_is_thirteen_years_later():
    game = game_at("adjustments", units={"FRANCE": ["A PAR"]}, centres={"FRANCE": ["PAR"]}, scenario="two", year=1917,
                   closed=[], options={"last_year": 1904})  # fmt: skip
    assert game.result.rule == "III"
