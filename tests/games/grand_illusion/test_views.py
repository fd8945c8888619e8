"""What a side sees: hidden markers, the map, the battle board, the title's own words."""

from __future__ import annotations

from typing import Any

import pytest

from wargame.core.engine.actions import Dice, Drawn
from wargame.core.engine.convert import state_from_data, state_to_data
from wargame.games.grand_illusion import sight
from wargame.games.grand_illusion.action_phase import action_phase
from wargame.games.grand_illusion.battle_board import place_attacker
from wargame.games.grand_illusion.bombardment import bombardment
from wargame.games.grand_illusion.combat import fight
from wargame.games.grand_illusion.lookups import LOOKUPS
from wargame.games.grand_illusion.model import Battle, State
from wargame.games.grand_illusion.picture import picture
from wargame.games.grand_illusion.preview import before
from wargame.games.grand_illusion.sequence import command_points, initiative
from wargame.games.grand_illusion.victory import draw_plan17

from .support import TITLE, bare, fresh, put, run, start


@pytest.mark.rule("3.1.2")
def test_markers_stay_hidden_until_drawn() -> None:
    state = bare(2)
    for side in ("allied", "german", None):
        assert sight.view(state, side)["piles"] == {"german markers": 15, "plan17 markers": 8}
    state.seize("103", "allied")
    run(draw_plan17(state), [Drawn(("3",))])
    seen = sight.view(state, "german")
    assert (seen["piles"]["plan17 markers"], seen["plan17_markers"]) == (7, {"103": 3})


def test_the_dice_to_come_are_not_seen() -> None:
    assert "rng" not in fresh().view("allied")["state"]


def cell(state: State, hex: str) -> Any:
    return next(c for c in picture(state, None).cells if c.id == hex)


def test_the_map_shows_stacks_control_trenches_forts_and_railways() -> None:
    state = start()
    drawn = picture(state, None)
    assert len(drawn.cells) == 107
    metz = cell(state, "86")
    assert (metz.side, metz.terrain, metz.marks) == ("german", "rough", ("T1", "F6", "*"))
    there = [p for p in cell(state, "45").pieces if p.side == "allied"]
    assert [p.text for p in there] == list(state.units_at("45"))
    assert (len(there), [p.id for p in there if p.kind == "headquarters"]) == (6, ["BR-HQ"])
    assert {link.kind for link in drawn.links} == {"rail", "red_diamond", "impassable"}
    state.sieges["64"] = "german"
    state.block("73", "64", "german")
    assert "B2" in cell(state, "64").marks
    assert "blocked" in {link.kind for link in picture(state, None).links}


def test_the_picture_says_who_is_disrupted() -> None:
    state = bare()
    put(state, "59", "FR-VI", "FR-M", steps=1)
    put(state, "59", "GE-II", "GE-HA420", "GE-HQ1")
    seen = {p.id: (p.side, p.kind, p.size, p.values, p.steps, p.state) for p in cell(state, "59").pieces}
    assert seen["FR-VI"] == ("allied", "infantry", "XXX", "5-1", (1, 2), ("disrupted",))
    assert seen["FR-M"][3:] == ("2-1", (1, 2), ("disrupted",))
    assert seen["GE-HA420"][1:4] == ("artillery", "", "5-1")
    assert seen["GE-HQ1"][1:4] == ("headquarters", "XXXX", "4")


@pytest.mark.rule("9.2.1")
def test_the_battle_board_is_a_table_with_chances_and_modifiers() -> None:
    state = bare(6)
    put(state, "86", "FR-XVIII", "FR-VI", "GE-XVI", "Metz1")
    state.battle = Battle(
        "86", "allied", ("FR-XVIII", "FR-VI"), defender_front=(("GE-XVI",), ("Metz1",)),
        attacker_front=(("FR-XVIII",), ()), attacker_reserve=((0, ("FR-VI",)),), concentric=-1, fortune="none",
    )  # fmt: skip
    panel = picture(state, "allied").panels[-1]
    assert panel == LOOKUPS["battle"](state, "allied", ())
    assert panel.columns[2:5] == ("attacker hits", "space", "defender hits")
    assert panel.rows[0] == ("FR-VI", "FR-XVIII", "5/6", "1", "5/6", "GE-XVI", "")
    assert "terrain +1, trench +1, concentric attack -1" in panel.heading


def test_the_battle_board_is_shown_while_units_are_placed() -> None:
    state = bare(6)
    put(state, "64", "GE-II", "GE-III", "FR-VI")
    fought = Battle("64", "german", ("GE-II", "GE-III"), defender_front=(("FR-VI",),), attacker_front=((),))
    question = next(place_attacker(state, fought))
    assert question.shown()["battle"]["rows"][0]["defender"] == ["FR-VI"]
    assert picture(state, None).panels[-1].heading.startswith("Battle of 64")


def test_words_of_the_title() -> None:
    state = start()
    panel = LOOKUPS["hex"](state, None, ("54",))
    assert panel.heading == "54 Maubeuge: held by allied"
    assert ("Maubeuge", "Maubeuge", "5", "-", "fort, 4 steps") in panel.rows
    assert LOOKUPS["battle"](state, None, ()).heading == "No battle is being fought"
    assert LOOKUPS["turns"](state, None, ()).rows[0][0] == "turn 2"
    state.victory_points("allied", 2, "3.2.1")
    assert ("allied", "3.2.1", "+2") in LOOKUPS["points"](state, None, ()).rows
    with pytest.raises(LookupError):
        LOOKUPS["hex"](state, None, ("999",))


def test_evaluate_likes_points_and_units() -> None:
    state = start()
    old = state.rules.evaluate(state, "allied")
    state.victory_points("allied", 1, "3.2.1")
    assert state.rules.evaluate(state, "allied") > old
    state.kill("FR-VI", "")
    state.kill("FR-I", "")
    assert state.rules.evaluate(state, "allied") < old + 1


def test_the_board_shows_who_is_disrupted_or_lost_and_no_modifiers_in_a_skirmish() -> None:
    state = bare(6)
    put(state, "86", "FR-XVIII", "FR-VI", "GE-XVI", "Metz1")
    state.reduce("FR-XVIII")
    state.kill("FR-VI", "")
    state.battle = Battle(
        "86", "allied", ("FR-XVIII", "FR-VI"), defender_front=(("GE-XVI",), ("Metz1",)),
        attacker_front=(("FR-XVIII",), ("FR-VI",)), skirmish=True, fortune="skirmish",
    )  # fmt: skip
    panel = picture(state, None).panels[-1]
    assert [row[1] for row in panel.rows] == ["FR-XVIII (disrupted)", "FR-VI (lost)"]
    assert [row[5] for row in panel.rows] == ["GE-XVI", "Metz1"]
    assert panel.heading == "Battle of 86, allied attacks (skirmish; no modifiers)"


@pytest.mark.rule("9.2.1", "9.1.2")
def test_the_modifiers_of_an_attack_are_shown_before_it_is_declared() -> None:
    state = bare(6)
    put(state, "64", "GE-II", "FR-VI")
    put(state, "73", "GE-III")
    state.trenches["64"] = 1
    state.active = "german"
    state.activated = "64"
    procedure = action_phase(state)
    question = next(procedure)
    question = procedure.send(question.read("done", TITLE.notation))
    assert question.prompt == "Declare a battle in 64?"
    shown = question.shown()["battle"]
    assert [(m["name"], m["amount"]) for m in shown["modifiers"]] == [("terrain", 1), ("trench", 1)]


@pytest.mark.rule("FoW.7", "9.2.1")
def test_the_battle_is_on_the_board_while_the_defender_thinks_and_gone_when_he_has_left() -> None:
    state = bare(6)
    put(state, "64", "GE-II", "FR-VI")
    state.active = "german"
    state.tracks["caps allied"] = 1
    state.battles["64"] = ("GE-II",)
    procedure = fight(state, "64")
    next(procedure)
    assert procedure.send(Dice((3, 4))).rule == "FoW.7"
    assert sight.view(state, "allied")["battle board"]["hex"] == "64"
    procedure.close()
    state.battles["64"] = ("GE-II",)
    run(fight(state, "64"), [(3, 4), "retreat", "retreat FR-VI 55"])
    assert state.battle is None
    assert "battle board" not in sight.view(state, "allied")


def test_what_happened_is_told_in_words() -> None:
    state = bare(5)
    state.log.clear()
    state.spend("german", 1, "5.2", "to activate 64")
    state.spend("allied", 2, "7.2", "to replace FR-VI")
    state.gain_caps("german", 1, "FoW.5")
    state.victory_points("german", -1, "9.1.1")
    assert [e.text.format(**e.fields) for e in state.log] == [
        "German side spends a CAP to activate 64, 5 left",
        "Allied side spends 2 CAPs to replace FR-VI, 2 left",
        "German side gains a CAP and has 6",
        "German side: -1 VP, -1 in all",
    ]


def test_every_unit_is_a_piece_and_those_off_the_map_lie_in_boxes() -> None:
    state = start()
    state.kill("FR-VI", "")
    drawn = picture(state, "german")
    pieces = [p.id for c in (*drawn.cells, *drawn.boxes) for p in c.pieces]
    assert sorted(pieces) == sorted(state.units)
    labels = {box.label: [p.id for p in box.pieces] for box in drawn.boxes}
    assert labels["Dead pile (may be replaced)"] == ["FR-VI"]
    assert "BR-4" in labels["Turn 2"]
    assert (drawn.hexes, {link.along for link in drawn.links if link.kind != "rail"}) == ("flat", {"side"})


@pytest.mark.rule("12.2", "2.4")
def test_a_piece_shows_the_factors_as_they_count_now() -> None:
    state = bare()
    put(state, "45", "BR-1")
    put(state, "64", "Namur")
    shown = {unit: picture(state, None).piece(unit) for unit in ("BR-1", "Namur")}
    assert [found[0].values for found in shown.values() if found] == ["3-4-2", "3+1"]


@pytest.mark.rule("11.2.2", "11.2.5")
def test_the_word_supply_tells_lines_and_who_is_cut_off() -> None:
    state = bare(6)
    put(state, "62", "GE-II")
    put(state, "43", "GE-III")
    rows = LOOKUPS["supply"](state, "german", ()).rows
    assert ("german", "sources", "91, 94, 100, 105, 107") in rows
    assert ("GE-III", "out of supply", "43") in rows
    assert not any(row[0] == "GE-II" and row[1] == "out of supply" for row in rows)
    assert LOOKUPS["supply"](state, None, ("ge-ii",)).rows == (("german", "in supply: 62 72 81 91"),)
    with pytest.raises(LookupError):
        LOOKUPS["supply"](state, None, ("nowhere",))


@pytest.mark.rule("11.2.2")
def test_the_word_supply_warns_of_hexes_that_could_be_lost() -> None:
    state = bare(6)
    put(state, "62", "GE-II")
    put(state, "74", "FR-VI")
    assert not any(row[1] == "in danger" for row in LOOKUPS["supply"](state, None, ()).rows)
    put(state, "82", "FR-I")
    found = [row for row in LOOKUPS["supply"](state, None, ()).rows if row[1] == "in danger"]
    assert found == [("GE-II", "in danger", "62, if 72 or 81 is lost")]


@pytest.mark.rule("9.3.1")
def test_strengths_and_chances_are_shown_before_a_battle_is_declared() -> None:
    state = bare(6)
    put(state, "64", "GE-II", "FR-VI")
    shown = before(state, "64", "german", ["GE-II"])
    assert shown["attackers"] == [{"unit": "GE-II", "strength": 5, "hits": "4/6"}]  # terrain +1
    assert shown["defenders"] == [{"unit": "FR-VI", "strength": 6, "hits": "5/6"}]


@pytest.mark.rule("9.5.4", "5.1.1", "6.0")
def test_every_die_is_told() -> None:
    state = bare(6)
    state.log.clear()
    put(state, "64", "GE-II", "Namur", "GE-HA420")
    run(bombardment(state, Battle("64", "german", ("GE-II",))), ["bombard GE-HA420 Namur", 1, 6])
    run(command_points(state), [2, 3])
    run(initiative(state), [5, 4])
    told = [e.text for e in state.log]
    for text in (
        "GE-HA420 rolls 1: at Namur: hit", "GE-HA420 rolls 6: at Namur: miss", "Allied side rolls 2 for CAPs",
        "Initiative: allied rolls 5, german 4",
    ):  # fmt: skip
        assert text in told


@pytest.mark.rule("3.1.2")
def test_nothing_that_a_spectator_is_shown_depends_on_the_markers_in_the_cups() -> None:
    def shown(cup: tuple[str, ...]) -> Any:
        game = fresh(seed=3)
        state = game.state
        put(state, "64", "GE-II")
        state.piles["german markers"] = cup
        state.battle = Battle("64", "german", ("GE-II",), defender_front=(("Namur",),), attacker_front=(("GE-II",),))
        words = {"hex": ("64",), "supply": ("GE-II",)}
        panels = {word: lookup(state, "", words.get(word, ())) for word, lookup in LOOKUPS.items()}
        return game.rules.view(state, ""), picture(state, ""), panels

    full = fresh().state.pile("german markers")
    other = (*full[:-1], "9")
    assert full != other
    assert shown(full) == shown(other)
    assert shown(full) != shown(full[:-1])


@pytest.mark.rule("3.1.2")
def test_a_bot_that_looks_ahead_leaves_each_marker_in_its_cup() -> None:
    game = fresh()
    ahead = game.fork("allied", 5)
    assert ahead.state.piles == game.state.piles


def test_a_position_of_version_1_has_blocked_hexsides_and_points_as_texts() -> None:
    state = start()
    state.block("63", "64", "german")
    state.victory_points("allied", -3, "9.1.1")
    new = state_to_data(state)
    old = new | {"blocked": {"63-64": "german"}, "ledger": {"allied 9.1.1": -3}}
    for written in (old, new):
        again = state_from_data(State, written)
        assert isinstance(again, State)
        assert (again.blocked, again.ledger) == (state.blocked, state.ledger)
        assert state_to_data(again) == new
