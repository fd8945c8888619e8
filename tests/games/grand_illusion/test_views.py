"""What a side sees: hidden markers, the map, the battle board, the title's own words."""

from __future__ import annotations

from typing import Any

import pytest

from wargame.core.engine.actions import Dice, Drawn
from wargame.games.grand_illusion import view
from wargame.games.grand_illusion.board import place_attacker
from wargame.games.grand_illusion.combat import fight
from wargame.games.grand_illusion.model import Battle, State
from wargame.games.grand_illusion.picture import LOOKUPS, picture
from wargame.games.grand_illusion.sequence import action_phase
from wargame.games.grand_illusion.victory import draw_plan17

from .support import TITLE, bare, fresh, put, run, start


@pytest.mark.rule("3.1.2")
def test_markers_stay_hidden_until_drawn() -> None:
    state = bare(2)
    for side in ("allied", "german", None):
        assert view.view(state, side)["piles"] == {"german markers": 15, "plan17 markers": 8}
    state.seize("103", "allied")
    run(draw_plan17(state), [Drawn(("3",))])
    seen = view.view(state, "german")
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
    assert (metz.side, metz.terrain, metz.marks) == ("german", "+1", ("T1", "F6", "*"))
    assert [(p.text, p.side) for p in cell(state, "45").pieces] == [("2.5H", "allied")]
    assert {link.kind for link in drawn.links} == {"rail", "red_diamond", "impassable"}
    state.sieges["64"] = "german"
    state.blocked["73-64"] = "german"
    assert "B2" in cell(state, "64").marks
    assert "blocked" in {link.kind for link in picture(state, None).links}


def test_the_picture_says_who_is_disrupted() -> None:
    state = bare()
    put(state, "59", "FR-VI", "FR-M", steps=1)
    put(state, "59", "GE-II", "GE-HA420", "GE-HQ1")
    assert [p.text for p in cell(state, "59").pieces] == ["1.5!2", "1HA"]


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
    before = view.evaluate(state, "allied")
    state.victory_points("allied", 1, "3.2.1")
    assert view.evaluate(state, "allied") > before
    state.kill("FR-VI", "")
    state.kill("FR-I", "")
    assert view.evaluate(state, "allied") < before + 1


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
    assert view.view(state, "allied")["battle board"]["hex"] == "64"
    procedure.close()
    state.battles["64"] = ("GE-II",)
    run(fight(state, "64"), [(3, 4), "retreat", "retreat FR-VI 55"])
    assert state.battle is None
    assert "battle board" not in view.view(state, "allied")


def test_what_happened_is_told_in_words() -> None:
    state = bare(5)
    state.log.clear()
    state.spend("german", 1, "5.2")
    state.spend("allied", 2, "7.2")
    state.gain_cap("german", "FoW.5")
    state.victory_points("german", -1, "9.1.1")
    assert [e.text.format(**e.fields) for e in state.log] == [
        "german spends a CAP, 5 left",
        "allied spends 2 CAPs, 2 left",
        "german gains a CAP and has 6",
        "german: -1 VP, -1 in all",
    ]
