"""Retreats ranked by priorities, and advances, against brute force."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wargame.core.engine.questions import Refusal
from wargame.core.mechanics.advance import Advances
from wargame.core.mechanics.retreat import Priority, Retreats
from wargame.core.mechanics.ways import simple_ways

from .position import BOARD, position

CLOSED = Refusal("10.4", "It is closed.")
FULL = Refusal("5.0", "It is full.")
SPACES = BOARD.names


def brute_ways(start: str, length: int, may_step: Any, gone: tuple[str, ...] = ()) -> set[tuple[str, ...]]:
    """Every order of so many spaces, looked through one by one."""
    near = {s for s in SPACES if BOARD.distance(start, s) <= length} - {*gone, start}
    found = set()
    for way in permutations(sorted(near), length):
        steps = list(zip((start, *way), way, strict=False))
        if all(b in BOARD.neighbours(a) and may_step(b) for a, b in steps):
            found.add(way)
    return found


def test_simple_ways_are_in_the_order_of_their_steps() -> None:
    near = {"a": "cb", "b": "ad", "c": "ad", "d": "bc"}
    assert simple_ways(("a",), 2, lambda way: near[way[-1]]) == [
        (), ("c",), ("b",), ("c", "d"), ("b", "d"),
    ]  # fmt: skip
    assert simple_ways(("d", "a"), 2, lambda way: near[way[-1]], least=2) == []


@settings(max_examples=60)
@given(
    st.sampled_from(SPACES), st.integers(1, 3), st.sets(st.sampled_from(SPACES), max_size=12),
    st.sets(st.sampled_from(SPACES), max_size=8), st.dictionaries(st.sampled_from(SPACES), st.integers(0, 2)),
)  # fmt: skip
def test_the_best_ways_are_those_of_brute_force(
    start: str, length: int, closed: set[str], full: set[str], danger: dict[str, int]
) -> None:
    state = position({"red 1": start})
    policy = Retreats(
        "10.4",
        lambda s, unit, way, to: CLOSED if to in closed else None,
        (
            Priority(lambda s, unit, way: sum(danger.get(h, 0) for h in way[1:]), "{unit} must avoid danger.", "10.4a"),
            Priority(lambda s, unit, way: BOARD.distance(way[-1], "0101"), "{unit} must go home.", "10.4b"),
        ),
        why_not_end=lambda s, unit, space: FULL if space in full else None,
    )
    every = brute_ways(start, length, lambda to: to not in closed)
    open_ = {way for way in every if way[-1] not in full}

    def rank(way: tuple[str, ...]) -> tuple[int, int]:
        return sum(danger.get(h, 0) for h in way), BOARD.distance(way[-1], "0101")

    best = {way for way in open_ if rank(way) == min(map(rank, open_))}
    assert set(policy.ways(state, "red 1", length)) == open_
    found_rank, found = policy.ranked(state, "red 1", length)
    assert (set(found), len(found)) == (best, len(best))
    assert found_rank == (min(map(rank, open_)) if open_ else ())
    for way in every:
        refusal = policy.why_not(state, "red 1", way, length)
        assert (refusal is None) == (way in best)
        if refusal is not None and way[-1] in full:
            assert refusal == FULL
        elif refusal is not None:
            assert refusal.rule == ("10.4a" if rank(way)[0] > min(map(rank, open_))[0] else "10.4b")


HOME = Retreats("10.4", lambda state, unit, way, to: CLOSED if to == "0302" else None, noun="hex")


@pytest.mark.parametrize(
    ("way", "length", "text"),
    [
        (("0202",), 2, "red 1 must retreat 2 hexes, no more and no less."),
        (("0202", "0201"), 1, "red 1 must retreat 1 hex, no more and no less."),
        (("0202", "0203"), 2, "red 1 enters no hex twice in its retreat."),
        (("0202", "0505"), 2, "red 1 cannot retreat from 0202 to 0505."),
        (("nowhere",), 1, "red 1 cannot retreat from 0203 to nowhere."),
        (("0302",), 1, "It is closed."),
    ],
)
def test_a_wrong_way_is_refused_for_what_is_wrong(way: tuple[str, ...], length: int, text: str) -> None:
    assert HOME.why_not(position(), "red 1", way, length) == ("10.4", text)


def test_a_retreat_goes_on_without_turning_back() -> None:
    state = position({"red 1": "0202"})
    gone = ("0203", "0202")
    assert ("0203",) not in HOME.ways(state, "red 1", 1, gone)
    assert HOME.why_not(state, "red 1", ("0203",), 1, gone) == ("10.4", "red 1 enters no hex twice in its retreat.")
    assert HOME.why_not(state, "red 1", ("0201",), 1, gone) is None
    firsts: list[tuple[str, ...]] = []
    Retreats("1", lambda s, u, way, to: firsts.append(way) or None).ways(state, "red 1", 1, gone)  # type: ignore[func-returns-value]
    assert set(firsts) == {gone}  # rules about the first hex see how far the retreat has come


def test_without_priorities_every_way_is_as_good() -> None:
    state = position({"red 1": "0101"})
    assert HOME.ranked(state, "red 1", 1) == ((), HOME.ways(state, "red 1", 1))
    assert Retreats("1", lambda s, u, way, to: CLOSED).ranked(state, "red 1", 1) == ((), [])


@settings(max_examples=60)
@given(
    st.sampled_from(SPACES), st.integers(1, 3), st.sets(st.sampled_from(SPACES), max_size=12),
    st.sets(st.sampled_from(SPACES), max_size=8),
)  # fmt: skip
def test_advances_are_those_of_brute_force(start: str, most: int, closed: set[str], full: set[str]) -> None:
    state = position({"red 1": start})
    target = BOARD.neighbours(start)[0]
    policy = Advances(
        "10.5", lambda s, unit: most, lambda s, unit, way, to: CLOSED if to in closed else None,
        lambda s, unit, space: FULL if space in full else None,
    )  # fmt: skip
    every = [(target, *way) for n in range(most) for way in brute_ways(target, n, lambda to: True, (start,))]
    expected = {way for way in every if not closed & set(way) and way[-1] not in full}
    found = policy.ways(state, "red 1", target)
    assert (set(found), len(found)) == (expected, len(expected))
    assert [len(way) for way in found] == sorted(len(way) for way in found)
    for way in every:
        assert (policy.why_not(state, "red 1", target, way) is None) == (way in expected)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ((), "An advance begins with the attacked hex 0303."),
        (("0202",), "An advance begins with the attacked hex 0303."),
        (("0303", "0403", "0503"), "red 1 advances 2 at most, the attacked hex included."),
        (("0303", "0203"), "red 1 cannot advance from 0303 to 0203."),
        (("0303", "0505"), "red 1 cannot advance from 0303 to 0505."),
        (("0303", "elsewhere"), "red 1 cannot advance from 0303 to elsewhere."),
    ],
)
def test_a_wrong_advance_is_refused_for_what_is_wrong(path: tuple[str, ...], text: str) -> None:
    policy = Advances("10.5", lambda s, unit: 2, lambda s, unit, way, to: None, noun="hex")
    assert policy.why_not(position(), "red 1", "0303", path) == ("10.5", text)


def test_one_of_several_units_is_chosen_with_one_of_its_best_ways() -> None:
    state = position({"red 1": "0203", "red 2": "0203", "blue 1": "0204"})
    policy = Retreats(
        "10.4", lambda s, u, way, to: CLOSED if s.holder(to) == "blue" else None,
        (Priority(lambda s, u, way: way[-1] != "0202", "{unit} must go to 0202."),),
    )  # fmt: skip
    choices = policy.choices(state, ("red 1", "red 2"), 1)
    assert choices == {"red 1": [("0202",)], "red 2": [("0202",)]}
    why_not = policy.among(state, choices, 1)

    @attrs.frozen
    class Retreat:
        unit: str
        path: tuple[str, ...]

    assert why_not(Retreat("red 2", ("0202",))) is None
    assert why_not(Retreat("red 2", ("0102",))) == ("10.4", "red 2 must go to 0202.")
    assert why_not(Retreat("red 2", ())) == ("10.4", "red 2 must retreat 1 space, no more and no less.")
    none = "blue 1 does not retreat now; the units that do: red 1, red 2."
    assert why_not(Retreat("blue 1", ("0202",))) == ("10.4", none)


def test_a_unit_that_cannot_retreat_has_no_choices() -> None:
    nowhere = Retreats("10.4", lambda s, u, way, to: CLOSED)
    assert nowhere.choices(position(), ("red 1",), 1) == {"red 1": []}


def test_a_step_to_what_is_not_near_may_have_a_rule_of_its_own() -> None:
    apart = Refusal("11.1.3", "No line leads {unit} from {at} to {to}.")
    retreats = Retreats("1", lambda s, u, way, to: None, apart=apart)
    why = ("11.1.3", "No line leads red 1 from 0203 to 0505.")
    assert retreats.why_not(position(), "red 1", ("0505",), 1) == why
    advances = Advances("1", lambda s, u: 2, lambda s, u, way, to: None, apart=apart)
    why = ("11.1.3", "No line leads red 1 from 0303 to 0505.")
    assert advances.why_not(position(), "red 1", "0303", ("0303", "0505")) == why
