"""The map, the pieces and the start (I, V, VI), and where units may move (VIII)."""

import csv

import networkx
import pytest

from wargame.core.engine.errors import DataError, IllegalAction
from wargame.games.diplomacy import adjudicate
from wargame.games.diplomacy.geography import data_folder, geography
from wargame.plugins import new_game

from .support import QUIET, game_at, hand_in, told, units

GEO = geography()
START = {
    "ENGLAND": ["A LVP", "F EDI", "F LON"],
    "GERMANY": ["A BER", "A MUN", "F KIE"],
    "RUSSIA": ["A MOS", "A WAR", "F SEV", "F STP/SC"],
    "TURKEY": ["A CON", "A SMY", "F ANK"],
    "AUSTRIA": ["A BUD", "A VIE", "F TRI"],
    "ITALY": ["A ROM", "A VEN", "F NAP"],
    "FRANCE": ["A MAR", "A PAR", "F BRE"],
}


@pytest.mark.rule("VI.1")
def test_seventy_five_spaces_of_three_kinds():
    kinds = [space.type for space in GEO.spaces.values()]
    assert {kind: kinds.count(kind) for kind in set(kinds)} == {"inland": 14, "coastal": 42, "sea": 19}


@pytest.mark.rule("VI.1")
def test_borders_are_the_same_from_both_sides():
    for unit, goals in GEO.moves.items():
        for to in goals:
            assert unit[2:] in GEO.moves[f"{unit[0]} {to}"]


@pytest.mark.rule("VI.1")
def test_the_board_is_one_piece():
    assert networkx.is_connected(new_game("diplomacy").title.board.graph())


@pytest.mark.rule("V")
def test_thirty_four_supply_centres_twelve_of_them_free_at_the_start():
    game = new_game("diplomacy")
    assert len(GEO.centres) == 34
    assert len(game.state.control) == 22


@pytest.mark.rule("V")
def test_nobody_has_more_units_than_centres_after_adjustments():
    game = game_at("adjustments", units={"FRANCE": ["A PAR", "A BUR", "A PIC"]}, centres={"FRANCE": ["PAR"]})
    game.apply("A BUR D", "FRANCE")
    game.apply("A PIC D", "FRANCE")
    assert units(game) == {"FRANCE": ["A PAR"]}


@pytest.mark.rule("V")
def test_a_power_without_a_centre_is_out():
    game = game_at("autumn orders", units={"ITALY": ["A PAR", "A ROM"]}, centres={"ITALY": ["ROM"], "FRANCE": ["PAR"]})
    hand_in(game, {})
    out = [line for line in told(game) if "is out of the game" in line]
    assert out == ["FRANCE has lost its last supply centre and is out of the game (V)"]
    assert "FRANCE" not in game.state.playing()


@pytest.mark.rule("VI.3")
def test_everyone_starts_on_his_home_centres():
    game = new_game("diplomacy")
    assert units(game) == START
    assert {p: len(game.state.centres_of(p)) for p in START} == {p: 4 if p == "RUSSIA" else 3 for p in START}


@pytest.mark.rule("I")
def test_seven_powers_each_asked_for_itself():
    game = new_game("diplomacy", options=QUIET)
    assert set(game.decisions) == set(START)


@pytest.mark.rule("I")
def test_chance_may_deal_the_powers():
    game = new_game("diplomacy", options={**QUIET, "draw_powers": True}, seed=3)
    assert sorted(game.state.players.values()) == [f"player {n}" for n in range(1, 8)]
    others = [new_game("diplomacy", options={**QUIET, "draw_powers": True}, seed=s).state.players for s in range(4, 9)]
    assert any(players != game.state.players for players in others)
    assert sum("plays" in line and "(I)" in line for line in told(game)) == 7


@pytest.mark.rule("I")
def test_by_hand_the_powers_are_dealt_as_drawn():
    game = new_game("diplomacy", "three_a", options={**QUIET, "draw_powers": True}, dice="manual")
    game.apply("draw ENGLAND+FRANCE+GERMANY,RUSSIA,AUSTRIA+ITALY+TURKEY")
    assert game.state.players["RUSSIA"] == "player 2"
    assert game.state.players["ITALY"] == game.state.players["AUSTRIA"] == "player 3"


# --- VIII: who may move where ---


def moved(unit, to):
    return adjudicate({"FRANCE": [unit]}, {"FRANCE": [f"{unit} - {to}"]})


@pytest.mark.rule("VIII.1")
@pytest.mark.parametrize(("unit", "to"), [("A PAR", "BUR"), ("F BRE", "MAO"), ("F ROM", "TUS"), ("F ROM", "NAP")])
def test_a_unit_moves_to_a_neighbour(unit, to):
    assert moved(unit, to).units == {"FRANCE": [f"{unit[0]} {to}"]}


@pytest.mark.rule("VIII.1")
@pytest.mark.parametrize(
    ("unit", "to", "why"),
    [
        ("F ROM", "VEN", "A fleet cannot move from ROM to VEN."),
        ("F BRE", "PAR", "A fleet cannot move from BRE to PAR."),
        ("A BRE", "ENG", "An army cannot enter the sea zone English Channel."),
        ("A PAR", "MUN", "A PAR is not beside Munich and no fleets could convoy it there."),
        ("A PAR", "PAR", "A PAR is already in Paris."),
    ],
)
def test_other_moves_are_void(unit, to, why):
    found = moved(unit, to)
    assert found.units == {"FRANCE": [unit]}
    assert [(v.rule, v.reason) for v in found.void] == [("VIII.1", why)]
    assert found.outcomes[unit] == "void"


@pytest.mark.rule("VIII.1")
@pytest.mark.parametrize("where", ["Switzerland", "Suiza", "Ireland", "Sicily", "Corsica", "Iceland"])
def test_nothing_unnamed_is_entered(where):
    found = adjudicate({"FRANCE": ["A MAR"]}, {"FRANCE": [f"A MAR - {where}"]})
    assert found.void[0].rule == "VII.2"
    assert where not in {name for space in GEO.spaces.values() for name in (*space.names(), *space.spellings())}


@pytest.mark.rule("VIII.2")
def test_an_ordered_move_is_an_attack_on_the_space():
    orders = {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A BUR S A MUN"]}
    found = adjudicate({"FRANCE": ["A PAR"], "GERMANY": ["A BUR", "A MUN"]}, orders)
    assert found.outcomes["A BUR"] == "cut"


@pytest.mark.rule("VIII.3a")
@pytest.mark.parametrize(("canal", "one", "other"), [("KIE", "HEL", "BAL"), ("CON", "AEG", "BLA")])
def test_a_fleet_passes_the_strait_in_two_moves(canal, one, other):
    assert moved(f"F {one}", canal).units == {"FRANCE": [f"F {canal}"]}
    assert moved(f"F {canal}", other).units == {"FRANCE": [f"F {other}"]}
    assert moved(f"F {one}", other).void[0].rule == "VIII.1"


@pytest.mark.rule("VIII.3a")
@pytest.mark.parametrize(("canal", "one", "other"), [("KIE", "DEN", "BER"), ("CON", "BUL", "ANK")])
def test_an_army_crosses_the_strait(canal, one, other):
    assert {one, other} <= GEO.reach[f"A {canal}"]
    assert other not in GEO.reach[f"A {one}"]


@pytest.mark.rule("VIII.3b")
@pytest.mark.parametrize("space", ["BUL", "SPA", "STP"])
def test_a_fleet_leaves_only_from_its_own_coast(space):
    one, other = (set(GEO.moves[f"F {space}/{c}"]) for c in GEO.spaces[space].coasts)
    assert one - other
    assert other - one
    north = f"F {space}/{GEO.spaces[space].coasts[0]}"
    to = min(other - one)
    found = adjudicate({"FRANCE": [north]}, {"FRANCE": [f"{north} - {to}"]})
    assert found.void[0].reason == f"A fleet cannot move from {north[2:]} to {to}."


@pytest.mark.rule("VIII.3b")
def test_a_fleet_that_could_reach_both_coasts_must_name_one():
    found = moved("F MAO", "SPA")
    assert found.void[0].rule == "VIII.3b"
    assert "the order must name one" in found.void[0].reason
    assert moved("F MAO", "SPA/NC").units == {"FRANCE": ["F SPA/NC"]}


@pytest.mark.rule("VIII.3b")
def test_where_one_coast_can_be_reached_it_need_not_be_named():
    assert moved("F MAR", "SPA").units == {"FRANCE": ["F SPA/SC"]}
    assert moved("F MAR", "SPA/NC").void[0].rule == "VIII.3b"


@pytest.mark.rule("VIII.3b")
def test_a_fleet_on_one_coast_holds_the_whole_space():
    orders = {"FRANCE": ["F MAR - SPA/SC"], "ENGLAND": ["F SPA/NC H"]}
    found = adjudicate({"FRANCE": ["F MAR"], "ENGLAND": ["F SPA/NC"]}, orders)
    assert found.outcomes["F MAR"] == "bounces"


@pytest.mark.rule("VIII.3b")
def test_support_may_go_to_the_other_coast_but_not_across_it():
    three = {"FRANCE": ["F MAR", "F GAS"], "ENGLAND": ["F SPA/SC"]}
    found = adjudicate(three, {"FRANCE": ["F GAS - SPA/NC", "F MAR S F GAS - SPA/NC"]})
    assert found.dislodged["F SPA/SC"].attacked_from == "GAS"
    back = adjudicate(
        {"FRANCE": ["F SPA/NC", "A GAS"], "ITALY": ["A MAR"]},
        {"FRANCE": ["F SPA/NC S A GAS - MAR", "A GAS - MAR"]},
    )
    assert back.outcomes == {"F SPA/NC": "void", "A GAS": "bounces", "A MAR": "holds"}


@pytest.mark.rule("VIII.3c")
def test_sweden_and_denmark_are_neighbours_for_all_but_part_the_seas():
    for kind in "AF":
        assert "DEN" in GEO.reach[f"{kind} SWE"]
    assert moved("F BAL", "SKA").void[0].rule == "VIII.1"
    assert moved("F DEN", "BER").void[0].rule == "VIII.1"
    assert GEO.spaces["SWE"].coasts == ()
    assert {"BAL", "SKA"} <= GEO.reach["F SWE"]


# --- data ---


@pytest.mark.rule("VI.1")
def test_the_map_has_as_many_borders_as_the_standard_map():
    borders = [unit[0] for unit, goals in GEO.moves.items() for _ in goals]
    assert (borders.count("A"), borders.count("F")) == (2 * 111, 2 * 141)


def test_data_laid_over_the_shipped_files_are_played(tmp_path):
    rows = list(csv.reader((data_folder().folder / "setup.csv").open(encoding="utf-8")))
    changed = [["FRANCE", "F MAR", "public"] if row[1] == "A MAR" else row for row in rows]
    (tmp_path / "setup.csv").write_text("\n".join(map(",".join, changed)), encoding="utf-8")
    game = new_game("diplomacy", data=tmp_path, options=QUIET)
    assert "F MAR" in units(game)["FRANCE"]
    assert game.title.data_hash != new_game("diplomacy").title.data_hash


def test_an_edge_laid_over_is_an_edge_in_play(tmp_path):
    text = (data_folder().folder / "edges.csv").read_text(encoding="utf-8")
    (tmp_path / "edges.csv").write_text(text + "PAR,MUN,A,public\n", encoding="utf-8")
    game = new_game("diplomacy", data=tmp_path, options=QUIET)
    game.apply("A PAR - MUN", "FRANCE")
    with pytest.raises(IllegalAction, match="not beside Munich"):
        new_game("diplomacy", options=QUIET).apply("A PAR - MUN", "FRANCE")


def test_a_broken_data_file_is_named_with_its_line(tmp_path):
    (tmp_path / "setup.csv").write_text("power,unit,colour\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"setup.csv, line 1: unknown column 'colour'"):
        new_game("diplomacy", data=tmp_path)


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("setup.csv", "FRANCE,A MAR", "FRANKREICH,A MAR", r"line \d+: column 'power' cannot be 'FRANKREICH'"),
        ("setup.csv", "FRANCE,A MAR", "FRANCE,A MRA", r"line \d+: column 'unit' cannot be 'A MRA'"),
        ("setup.csv", "FRANCE,A MAR", "FRANCE,A PAR", r"line \d+: unit 'A PAR' is there already"),
        ("setup.csv", "FRANCE,A MAR", "FRANCE,A BRE", r"F BRE and A BRE stand in the same space"),
        ("scenarios.toml", '[["RUSSIA"], ', '[["RUSIA"], ', r"line \d+: .*there is no power 'RUSIA'"),
        ("scenarios.toml", '[["RUSSIA"], ', '[["ITALY"], ', r"line \d+: .*ITALY is in two hands"),
        ("powers.csv", "FRANCE,", "FRANKREICH,", r"powers\.csv: the powers are ENGLAND, .*, not .*FRANKREICH"),
    ],
)
def test_data_that_do_not_fit_are_named_with_their_line(tmp_path, name, old, new, said):
    text = (data_folder().folder / name).read_text(encoding="utf-8")
    assert old in text
    (tmp_path / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError, match=rf"{name}.*{said}" if "csv:" not in said else said):
        new_game("diplomacy", data=tmp_path)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"FRANCE": ["A SPA"]}, {"FRANCE": ["A GAS"]}),  # a centre that will be won
        ({"FRANCE": ["A BUR"]}, {"FRANCE": ["A PAR"]}),  # nearer to one
        ({"FRANCE": ["A PAR", "A GAS"]}, {"FRANCE": ["A PAR"]}),
        ({"FRANCE": ["A GAS"]}, {"FRANCE": ["A GAS"], "ITALY": ["A MAR"]}),  # one that will be lost
    ],
)
def test_the_score_for_bots_sees_centres_and_the_way_to_them(better, worse):
    centres = {"FRANCE": ["PAR", "MAR", "BRE"]}
    games = (game_at(units=stands, centres=centres) for stands in (better, worse))
    one, other = (game.rules.evaluate(game.state, "FRANCE") for game in games)
    assert one > other
