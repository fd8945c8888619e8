"""Steps lost, and loss points shared out."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wargame.core.engine.actions import action
from wargame.core.engine.errors import IllegalAction
from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Refusal
from wargame.core.mechanics.losses import lose_step, share_losses

from .position import State, asked, position


@action("lose {unit}")
class Lose:
    unit: str


@action("retreat")
class Retreat:
    pass


def strong(**steps: int) -> State:
    """Red units of so many steps in 0203."""
    state = position({})
    for name, count in steps.items():
        state.place(name.replace("_", " "), "0203", count)
    return state


def sharing(state: State, points: int, **more: Any) -> Any:
    return share_losses(
        "red", points, lambda: [u for u in state.units if state.side_of(u) == "red"],
        lambda answer: lose_step(state, answer.unit, "10.3"), Lose, lambda left: f"{left} to go", "10.3", **more,
    )  # fmt: skip


def test_a_unit_is_reduced_and_then_eliminated() -> None:
    state = strong(red_1=2)
    lose_step(state, "red 1", "10.3")
    assert state.units["red 1"].steps == 1
    lose_step(state, "red 1", "10.3")
    assert "red 1" not in state.units
    assert [(e.text, e.rule) for e in state.log[-2:]] == [
        ("red 1 at 0203 is reduced", "10.3"),
        ("red 1 at 0203 is eliminated", "10.3"),
    ]


def test_the_owner_says_who_loses_each_step() -> None:
    state = strong(red_1=2, red_2=1)
    prompts, untaken = asked(sharing(state, 2), Lose("red 2"))  # then only red 1 is left: nobody is asked
    assert (prompts, untaken) == (["2 to go"], 0)
    assert {u: x.steps for u, x in state.units.items()} == {"red 1": 1}


def test_points_that_nobody_can_take_are_returned() -> None:
    assert asked(sharing(strong(red_1=2), 5))[1] == 3
    assert asked(sharing(strong(), 2))[1] == 2
    assert asked(sharing(strong(red_1=2), 0)) == ([], 0)


def test_some_titles_always_ask() -> None:
    state = strong(red_1=2)
    assert asked(sharing(state, 2, always=True), Lose("red 1"), Lose("red 1")) == (["2 to go", "1 to go"], 0)


def test_other_units_are_refused_by_name() -> None:
    state = strong(red_1=2, red_2=1)
    with pytest.raises(IllegalAction) as caught:
        asked(sharing(state, 1), Lose("blue 1"))
    assert (caught.value.rule, caught.value.message) == ("10.3", "blue 1 is not a unit that can lose a step here.")
    refusal = Refusal("10.4", "{value} is not among them.")
    with pytest.raises(IllegalAction) as caught:
        asked(sharing(state, 1, refusal=refusal, name=str.title), Lose("blue 1"))
    assert (caught.value.rule, caught.value.message) == ("10.4", "Blue 1 is not among them.")
    assert {u: x.steps for u, x in state.units.items()} == {"red 1": 2, "red 2": 1}


def test_a_retreat_may_take_a_point_in_place_of_a_step() -> None:
    state = strong(red_1=2, red_2=1)
    gone: list[Any] = []

    def why_not_retreat(answer: Any) -> Refusal | None:
        return Refusal("13.22", "A retreat satisfies only one point.") if gone else None

    def take(answer: Any) -> Procedure[None]:
        if isinstance(answer, Retreat):
            gone.append((yield offer("red", [Retreat()], {Retreat: None}, "Where?", "13.22")))
        else:
            lose_step(state, answer.unit, "13.23")

    def sharing_out() -> Any:
        return share_losses("red", 2, lambda: list(state.units), take, Lose, lambda left: f"{left}", "13.21",
                            instead={Retreat(): why_not_retreat})  # fmt: skip

    question = next(sharing_out())
    assert [str(a) for a in question.actions] == ["lose red 1", "lose red 2", "retreat"]
    prompts, untaken = asked(sharing_out(), Retreat(), Retreat(), Lose("red 2"))
    assert (prompts, untaken) == (["2", "Where?", "1"], 0)
    assert list(state.units) == ["red 1"]
    state = strong(red_1=2, red_2=1)
    gone.clear()
    with pytest.raises(IllegalAction, match="satisfies only one point"):
        asked(sharing_out(), Retreat(), Retreat(), Retreat())


@given(st.lists(st.integers(1, 2), max_size=4), st.integers(0, 6))
def test_every_way_to_share_losses_is_open_and_none_other(steps: list[int], points: int) -> None:
    """All sequences of units are tried: exactly those that lose no more steps than they have are legal."""
    names = [f"red {n}" for n in range(1, len(steps) + 1)]
    have = dict(zip(names, steps, strict=True))
    taken = min(points, sum(steps))
    for order in list(product(names, repeat=taken))[:60]:
        state = strong(**{name.replace(" ", "_"): count for name, count in have.items()})
        legal = all(order.count(u) <= have[u] for u in names)
        if legal:
            assert asked(sharing(state, points, always=True), *map(Lose, order))[1] == points - taken
            left = {u: have[u] - order.count(u) for u in names if have[u] > order.count(u)}
            assert {u: x.steps for u, x in state.units.items()} == left
        else:
            with pytest.raises(IllegalAction):
                asked(sharing(state, points, always=True), *map(Lose, order))
