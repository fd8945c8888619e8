"""What helps at the terminal: the cheapest way of a group, and warnings of what an answer would waste."""

from __future__ import annotations

from typing import Any

import pytest

from wargame.core.engine.actions import DONE, NO, PASS
from wargame.core.engine.errors import IllegalAction
from wargame.games.grand_illusion.action_phase import action_phase
from wargame.games.grand_illusion.actions import Withdraw
from wargame.games.grand_illusion.bombardment import bombardment
from wargame.games.grand_illusion.combat import fight
from wargame.games.grand_illusion.model import Battle, State
from wargame.games.grand_illusion.movement import move_group
from wargame.games.grand_illusion.rail import strategic_movement
from wargame.games.grand_illusion.routes import route

from .support import bare, put, run


def acting(side: str, turn: int = 6) -> State:
    state = bare(turn)
    state.active, state.asked, state.phase = side, True, "action"
    return state


def written(state: State, side: str, units: str, to: str, *via: str) -> list[str] | None:
    try:
        found = route(state, side, tuple(units.split()), to, via)
    except IllegalAction:
        return []
    return None if found is None else [str(a) for a in found]


# --- routes ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("8.2.1", "8.4.2")
def test_a_route_activates_takes_goes_and_stops() -> None:
    state = acting("german")
    put(state, "91", "GE-II", "GE-HQ1")
    found = written(state, "german", "GE-II GE-HQ1", "72")
    assert found is not None
    assert found[:3] == ["activate 91", "take GE-II", "take GE-HQ1"]
    assert (found[-2:], len(found)) == (["go 72", "done"], 6)
    run(action_phase(state), found[:1])
    run(action_phase(state), found[1:])
    assert {state.units[u].at for u in ("GE-II", "GE-HQ1")} == {"72"}


@pytest.mark.rule("8.4.2")
def test_a_route_goes_by_way_of_the_hexes_named() -> None:
    state = acting("german")
    put(state, "91", "GE-II", "GE-HQ1")
    assert (written(state, "german", "GE-II GE-HQ1", "72", "82") or [])[3:] == ["go 82", "go 72", "done"]
    assert written(state, "german", "GE-II", "62") == []  # three hexes are too far without the headquarters


@pytest.mark.rule("8.4.2", "8.2.1", "8.4.6")
@pytest.mark.parametrize(
    ("units", "to", "rule", "words"),
    [
        ("GE-II", "62", "8.4.2", "does not have the 3 movement points to reach 62"),
        ("GE-II", "19", "8.4.2", "too far for GE-II"),
        ("GE-III", "82", "8.4.6", "There is no room"),
        ("FR-VI", "72", "8.1.1", "It is the turn of the German side"),
    ],
)
def test_a_route_that_is_not_there_names_the_rule(units: str, to: str, rule: str, words: str) -> None:
    state = acting("german")
    put(state, "91", "GE-II")
    put(state, "64", "FR-VI")
    put(state, "91", "GE-III")
    put(state, "82", "GE-IV", "GE-VII", "GE-IX", "GE-X", "GE-IIIR", "GE-IVR")
    with pytest.raises(IllegalAction) as refused:
        route(state, "german", (units,), to, ())
    assert refused.value.rule == rule
    assert words in refused.value.message


@pytest.mark.rule("8.4.2")
def test_a_route_into_the_enemy_ends_there_without_done() -> None:
    state = acting("german")
    put(state, "73", "GE-II")
    put(state, "64", "FR-VI")
    assert written(state, "german", "GE-II", "64") == ["activate 73", "take GE-II", "go 64"]


@pytest.mark.rule("8.4.2")
def test_a_route_takes_up_a_group_that_is_being_formed_or_on_its_way() -> None:
    state = acting("german")
    state.activated = "91"
    put(state, "91", "GE-II", "GE-HQ1")
    moving = move_group(state, "german")
    for answer in next(moving).actions[:1]:
        moving.send(answer)
    assert written(state, "german", "GE-II GE-HQ1", "81") == ["take GE-HQ1", "go 81", "done"]
    assert written(state, "german", "GE-HQ1", "81") == []
    assert written(state, "allied", "GE-II", "81") == []


@pytest.mark.rule("10.2")
def test_a_route_by_rail_is_one_step() -> None:
    state = bare(6)
    state.phase = "strategic movement"
    put(state, "13", "FR-VI")
    assert written(state, "allied", "FR-VI", "19") == ["take FR-VI", "go 19"]
    assert written(state, "allied", "FR-VI", "94") == []
    state.phase = "reinforcements"
    assert written(state, "allied", "FR-VI", "19") is None


# --- warnings ----------------------------------------------------------------------------------------------------


def asked(procedure: Any, *answers: Any) -> Any:
    question = next(procedure)
    for answer in answers:
        question = procedure.send(answer)
    return question


@pytest.mark.rule("8.2.2")
def test_done_warns_of_units_that_would_neither_move_nor_fight() -> None:
    state = acting("allied")
    put(state, "46", "FR-VI", "FR-M")
    state.activated = "46"
    question = asked(move_group(state, "allied"))
    assert question.warning(DONE) == "FR-VI, FR-M would neither move nor fight in this activation."
    taken = asked(move_group(state, "allied"), question.actions[0])
    assert taken.warning(DONE) == "FR-VI would stay in 46 without moving."
    assert taken.warning(taken.actions[0]) is None


@pytest.mark.rule("8.1.1", "9.1.1")
def test_a_pass_that_ends_the_phase_warns_of_caps_and_mandatory_battles() -> None:
    state = acting("allied")
    put(state, "46", "FR-VI")
    assert asked(action_phase(state)).warning(PASS) is None
    state.passes, state.tracks["mandated allied"] = 1, 2
    warning = asked(action_phase(state)).warning(PASS)
    assert "your 4 CAPs" in warning
    assert "2 mandatory battles" in warning


@pytest.mark.rule("8.7.1", "8.7.2")
def test_the_declaration_of_a_general_retreat_warns_of_its_price() -> None:
    state = acting("german", turn=3)
    state.asked = False
    question = asked(action_phase(state))
    assert "costs the Allied side 3 VP" in question.warning(Withdraw())
    assert question.warning(PASS) is None


@pytest.mark.rule("9.5.4", "9.1.1")
def test_silent_guns_and_mandatory_battles_not_counted_are_warned_of() -> None:
    state = acting("german")
    put(state, "64", "GE-II", "GE-III", "GE-IV", "GE-IX", "GE-HA420", "Namur", "FR-VI")
    guns = asked(bombardment(state, Battle("64", "german", ("GE-II",))))
    assert guns.warning(PASS) == "GE-HA420 would not fire in this battle."
    state.tracks["mandated german"] = 1
    state.battles["64"] = ("GE-II", "GE-III", "GE-IV", "GE-IX")
    assert "costs a VP" in asked(fight(state, "64"), PASS).warning(NO)


@pytest.mark.rule("5.1.1")
def test_caps_left_after_strategic_movement_are_warned_of() -> None:
    state = bare(6)
    put(state, "13", "FR-VI")
    assert (
        asked(strategic_movement(state, "allied")).warning(DONE) == "Your last 4 CAPs are lost at the end of the turn."
    )
