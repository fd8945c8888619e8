"""Answers that are refused: each with the rule that forbids it, and the state as it was."""

from __future__ import annotations

from typing import Any

import pytest

from wargame.games.grand_illusion.action_phase import action_phase
from wargame.games.grand_illusion.battle_board import designate, place_attacker, place_defender
from wargame.games.grand_illusion.bombardment import bombardment
from wargame.games.grand_illusion.combat import fight
from wargame.games.grand_illusion.eastern_front import east_front
from wargame.games.grand_illusion.model import Battle, State
from wargame.games.grand_illusion.movement import move_group
from wargame.games.grand_illusion.options import choose_strategies
from wargame.games.grand_illusion.rail import strategic_movement
from wargame.games.grand_illusion.recovery import recover
from wargame.games.grand_illusion.replacements import reinforcements
from wargame.games.grand_illusion.retreat import cavalry_flight, retreat_all
from wargame.games.grand_illusion.sequence import british_set_up
from wargame.games.grand_illusion.withdrawal import _finish_withdrawal

from .support import TITLE, bare, put, refused, start


def acting(side: str, turn: int = 6) -> State:
    state = bare(turn)
    state.active, state.asked = side, True
    return state


def moving() -> State:
    state = acting("allied")
    put(state, "46", "FR-VI", "FR-M")
    state.activated = "46"
    return state


def fought() -> State:
    """A German attack on Namur with guns; the Allies stand beside their fort."""
    state = acting("german")
    put(state, "64", "GE-II", "GE-III", "GE-HA420", "Namur", "FR-M", "FR-2M", "BR-1")
    return state


@pytest.mark.rule("8.1.1", "8.2.1", "8.4.5", "8.7.1", "9.7.1", "9.8.3", "13.3.4a4")
@pytest.mark.parametrize(
    ("bad", "rule"),
    [
        ("activate dead", "8.2.1"),
        ("activate holland", "8.2.1"),
        ("activate 999", "8.2.1"),
        ("activate 73", "8.1.1"),
        ("recover turn", "9.8.3"),
        ("entrench 46", "9.7.1"),
        ("unblock 64-73", "8.4.5"),
        ("land 14", "13.3.4a4"),
        ("withdraw", "8.7.1"),
        ("done", "8.1.1"),
        ("take FR-VI", "8.1.1"),
    ],
)
def test_a_cap_is_not_spent_so(bad: str, rule: str) -> None:
    state = acting("allied")
    put(state, "46", "FR-VI")
    put(state, "73", "GE-II")
    put(state, "dead", "FR-I")
    assert refused(action_phase(state), [], bad, state).rule == rule


@pytest.mark.rule("8.2.1", "8.4")
@pytest.mark.parametrize(
    ("before", "bad", "rule"),
    [
        ([], "take nobody", "8.2.1"),
        ([], "take GE-II", "8.2.1"),
        ([], "go 45", "8.4"),
        (["take FR-VI"], "take FR-VI", "8.4"),
        (["take FR-VI"], "go dead", "8.4"),
        (["take FR-VI"], "leave FR-VI", "8.4"),
        (["take FR-VI", "go 45"], "leave FR-M", "8.4"),
        (["take FR-VI", "go 45"], "leave FR-VI", "8.4"),
        (["take FR-VI", "go 45"], "take FR-M", "8.4"),
        (["take FR-VI", "go 45"], "fight 45", "8.4"),
    ],
)
def test_a_group_does_not_do_that(before: list[str], bad: str, rule: str) -> None:
    assert refused(move_group(moving(), "allied"), before, bad).rule == rule


@pytest.mark.rule("9.5.4")
@pytest.mark.parametrize(
    "bad", ["bombard FR-VI Namur", "bombard GE-HA420 Metz1", "bombard dead 64", "concentrate Namur"]
)
def test_guns_fire_only_at_the_forts_of_the_battle(bad: str) -> None:
    state = fought()
    assert refused(bombardment(state, Battle("64", "german", ("GE-II",))), [], bad, state).rule == "9.5.4"


@pytest.mark.rule("9.2.2", "9.2.3")
@pytest.mark.parametrize(
    ("bad", "rule"),
    [
        ("front 2 FR-M", "9.2.2"),
        ("front 1 FR-M+BR-1", "9.2.2"),
        ("front 1 FR-M+FR-M", "9.2.2"),
        ("front 1 nobody", "9.2.2"),
        ("front 1 GE-II", "9.2.2"),
        ("front 1 Namur", "9.2.2"),
        ("reserve 1 FR-M", "9.2.2"),
    ],
)
def test_the_defender_does_not_stand_so(bad: str, rule: str) -> None:
    state = fought()
    assert refused(place_defender(state, Battle("64", "german", ("GE-II",))), [], bad, state).rule == rule


@pytest.mark.rule("9.2.3")
@pytest.mark.parametrize("bad", ["front 1 FR-M", "front 4 GE-II", "front 0 GE-II", "front 1 GE-II+GE-III"])
def test_the_attacker_does_not_stand_so(bad: str) -> None:
    state = fought()
    battle = Battle("64", "german", ("GE-II", "GE-III"), (("FR-M",), ("BR-1",)), ((), ()))
    assert refused(place_attacker(state, battle), [], bad, state).rule in ("9.2.2", "9.2.3")


@pytest.mark.rule("9.1.2")
@pytest.mark.parametrize("bad", ["leave GE-III", "leave FR-M", "fight 45"])
def test_who_came_in_is_not_left_out_of_the_attack(bad: str) -> None:
    state = fought()
    asked = designate(state, "german", "64", ("GE-II", "GE-III"), ["GE-II"])
    assert refused(asked, [], bad, state).rule == "9.1.2"


@pytest.mark.rule("9.4.3", "8.4.2", "8.4.5")
@pytest.mark.parametrize(
    ("bad", "rule"),
    [
        ("retreat FR-VI 45", "9.4.3"),
        ("retreat FR-VI 999", "9.4.3"),
        ("retreat all 55", "9.4.3"),
        ("retreat GE-II 55", "9.4.3"),
        ("retreat FR-VI 63", "8.4.5"),
        ("retreat FR-VI 73", "9.4.3"),
        ("stay", "9.4.3"),
    ],
)
def test_no_retreat_there(bad: str, rule: str) -> None:
    state = acting("german")
    put(state, "64", "FR-VI", "GE-II")
    state.block("63", "64", "german")
    assert refused(retreat_all(state, "64", "allied", forced=True), [], bad).rule == rule


@pytest.mark.rule("10.1", "10.2")
@pytest.mark.parametrize(
    ("before", "bad", "rule"),
    [
        ([], "take GE-II", "10.1"),
        ([], "take Paris", "2.4"),
        ([], "take nobody", "10.1"),
        (["take FR-VI"], "go 94", "10.2"),
        (["take FR-VI"], "go dead", "10.2"),
        (["take FR-VI"], "done", "10.2"),
    ],
)
def test_no_train_takes_it(before: list[str], bad: str, rule: str) -> None:
    state = acting("allied")
    put(state, "19", "FR-VI", "Paris")
    put(state, "73", "GE-II")
    assert refused(strategic_movement(state, "allied"), before, bad).rule == rule


def east() -> Any:
    state = start()
    state.turn = 3
    return east_front(state), ["yes"], "take FR-VI", "7.3"


def arrival() -> Any:
    state = bare(6)
    put(state, "turn 6", "FR-VI")
    return reinforcements(state, "allied"), [], "delay FR-I", "7.1"


def recovery() -> Any:
    state = bare(12)
    put(state, "46", "FR-VI", "FR-M", steps=1)
    return recover(state, "allied", "46", ["FR-VI", "FR-M"], 1, "9.8.3"), [], "take GE-II", "9.8.3"


def trenches() -> Any:
    state = bare(6)
    put(state, "73", "GE-II")
    return _finish_withdrawal(state, "german"), [], "entrench 45", "8.7.3"


def screen() -> Any:
    state = bare(6)
    put(state, "46", "FR-1C")
    return cavalry_flight(state, "46", "allied"), [], "pass", "9.6.3"


def belgians() -> Any:
    state = start()
    state.move("GE-II", "62")
    state.active, state.battles["62"] = "german", ("GE-II",)
    return fight(state, "62"), [], "yes", "13.1"


@pytest.mark.rule("7.3", "7.1", "9.8.3", "8.7.3", "9.6.3", "13.1", "3.1.1", "13.3.4")
@pytest.mark.parametrize("asked", [east, arrival, recovery, trenches, screen, belgians])
def test_the_question_names_its_own_rule_for_what_does_not_answer_it(asked: Any) -> None:
    procedure, before, bad, rule = asked()
    error = refused(procedure, before, bad)
    assert error.rule == rule
    assert "not possible here" not in error.message


@pytest.mark.rule("3.1.1", "13.3.4")
def test_the_first_questions_name_their_rule() -> None:
    assert refused(british_set_up(start()), [], "take FR-VI").rule == "3.1.1"
    write = next(choose_strategies(start("what_if"))).procedures["german"]  # type: ignore[union-attr]
    question: Any = next(write)
    refusal = question.reason(question.read("choose al_1", TITLE.notation))
    assert (refusal.rule, "other side" in refusal.text) == ("13.3.4", True)
