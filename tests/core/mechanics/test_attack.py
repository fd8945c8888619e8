"""Attackers named one by one, or all at once."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wargame.core.engine.actions import action
from wargame.core.engine.errors import IllegalAction
from wargame.core.engine.questions import Refusal
from wargame.core.mechanics.attack import Answers, Units, name_attackers

from .position import asked


@action("with {unit}")
class With:
    unit: str


@action("with everyone")
class WithAll:
    pass


@action("fight")
class Fight:
    pass


@action("call off")
class CallOff:
    pass


NEAR = ("gun", "red 1", "red 2", "red 3")


def why_not_join(chosen: Units, unit: str) -> Refusal | None:
    """No more than three; a gun only after another."""
    if unit not in NEAR:
        return Refusal("13.3", f"{unit} is not next to it.")
    if unit in chosen:
        return Refusal("13.4", f"{unit} is in this attack already.")
    if unit == "gun" and not chosen:
        return Refusal("13.18", "The gun does not lead an attack.")
    return Refusal("6.4", "Three units at most.") if len(chosen) == 3 else None


def why_not_fight(chosen: Units) -> Refusal | None:
    return Refusal("10.2", "Two units at least.") if len(chosen) < 2 else None


def naming(everyone: bool = False, **more: Any) -> Any:
    answers = Answers(With, Fight(), CallOff(), WithAll() if everyone else None)
    return name_attackers(
        "red", NEAR, answers, lambda chosen: f"Attack with {', '.join(chosen) or 'whom'}?", "13.3",
        why_not_join=why_not_join, why_not_fight=why_not_fight, **more,
    )  # fmt: skip


def offered(procedure: Any, *answers: Any) -> list[str]:
    """The answers listed after these."""
    question = next(procedure)
    for answer in answers:
        question.check(answer)
        question = procedure.send(answer)
    return [str(a) for a in question.actions]


def refusal(given: Any, *answers: Any) -> tuple[str, str]:
    with pytest.raises(IllegalAction) as caught:
        asked(naming(everyone=True), *answers, given)
    return caught.value.rule, caught.value.message


def test_units_are_named_until_the_attack_is_made() -> None:
    prompts, found = asked(naming(), With("red 2"), With("gun"), Fight())
    assert found == ("red 2", "gun")
    assert prompts == ["Attack with whom?", "Attack with red 2?", "Attack with red 2, gun?"]


def test_it_may_be_called_off_at_any_time() -> None:
    assert asked(naming(), CallOff())[1] == ()
    assert asked(naming(), With("red 1"), With("red 2"), CallOff())[1] == ()


def test_answers_are_listed_units_first_then_the_attack_and_calling_it_off() -> None:
    assert offered(naming()) == ["with red 1", "with red 2", "with red 3", "call off"]
    assert offered(naming(), With("red 3")) == ["with gun", "with red 1", "with red 2", "call off"]
    assert offered(naming(everyone=True), With("red 3"), With("gun")) == [
        "with red 1", "with red 2", "fight", "call off", "with everyone",
    ]  # fmt: skip
    assert offered(naming(), With("red 1"), With("red 2"), With("red 3")) == ["fight", "call off"]


def test_every_refusal_has_its_own_rule() -> None:
    assert refusal(With("gun")) == ("13.18", "The gun does not lead an attack.")
    assert refusal(With("nobody")) == ("13.3", "nobody is not next to it.")
    assert refusal(With("red 1"), With("red 1")) == ("13.4", "red 1 is in this attack already.")
    assert refusal(Fight()) == ("13.3", "Name at least one unit that attacks.")
    assert refusal(Fight(), With("red 1")) == ("10.2", "Two units at least.")
    three = With("red 1"), With("red 2"), With("red 3")
    assert refusal(WithAll(), *three) == ("13.3", "No other unit can join the attack.")
    assert refusal(42)[0] == "13.3"


def test_everyone_who_can_joins_in_their_order() -> None:
    assert asked(naming(everyone=True), WithAll(), Fight())[1] == ("red 1", "red 2", "red 3")
    assert asked(naming(everyone=True), With("red 3"), WithAll(), Fight())[1] == ("red 3", "gun", "red 1")


def test_an_attack_that_is_due_is_not_called_off() -> None:
    def due(chosen: Units) -> Refusal | None:
        return Refusal("3.6", "This attack is due.") if chosen else None

    assert offered(naming(why_not_call_off=due)) == ["with red 1", "with red 2", "with red 3", "call off"]
    assert offered(naming(why_not_call_off=due), With("red 1")) == ["with gun", "with red 2", "with red 3"]


def test_odds_and_warnings_are_those_of_the_units_named() -> None:
    procedure = naming(show=lambda chosen: {"attack": len(chosen)}, warn=lambda chosen, a: f"{a} {len(chosen)}")
    first = next(procedure)
    second = procedure.send(With("red 1"))
    assert (first.shown(), second.shown()) == ({"attack": 0}, {"attack": 1})  # also when asked late
    assert (first.warning(CallOff()), second.warning(CallOff())) == ("call off 0", "call off 1")


@given(st.permutations(NEAR), st.integers(2, 3))
def test_what_can_be_named_is_what_the_predicate_allows(order: list[str], count: int) -> None:
    """Every order of units that the predicate allows leads to that attack, and no other can be named."""
    units = tuple(order[:count])
    legal = all(why_not_join(units[:i], unit) is None for i, unit in enumerate(units))
    answers = [*map(With, units), Fight()]
    if legal:
        assert asked(naming(), *answers)[1] == units
    else:
        with pytest.raises(IllegalAction):
            asked(naming(), *answers)
    assert legal == (units in [p for p in permutations(NEAR, count) if p[0] != "gun"])
