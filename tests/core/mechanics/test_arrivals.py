"""Units on the turn track, where they enter, and the points that replace them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wargame.core.engine.actions import action
from wargame.core.engine.errors import IllegalAction
from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Refusal
from wargame.core.mechanics.arrivals import Arrivals, arriving, send_ahead, turn_box
from wargame.core.mechanics.replacements import Points

from .position import State, asked, position


@action("place {unit} {hex}")
class Place:
    unit: str
    hex: str


@action("go {hex}")
class Go:
    hex: str


def full(state: State, unit: str, space: str) -> Refusal | None:
    return Refusal("5.0", f"{space} is full.") if len(state.units_at(space)) >= 2 else None


ARRIVALS = Arrivals("7.1", lambda state, unit: ("0202", "0203", "0303"), full)


def test_units_wait_on_the_turn_track_until_they_are_due() -> None:
    state = position({"blue 1": "0204"})
    state.turn = 3
    send_ahead(state, "red 1", 2, "7.1", steps=2)
    send_ahead(state, "blue 1", 2, "7.1")
    send_ahead(state, "red 2", 0, "7.1")
    assert arriving(state, "red") == ("red 2",)
    state.turn = 5
    assert arriving(state, "red") == ("red 1",)
    assert arriving(state, "blue") == ("blue 1",)
    assert (state.units["red 1"].steps, state.units["red 1"].at) == (2, turn_box(5))
    assert arriving(state, "red", 9) == ()


def test_the_owner_chooses_where_a_unit_enters() -> None:
    state = position()
    question = next(ARRIVALS.bring_in(state, "red 4", Place, "Where?"))
    assert (question.side, question.rule) == ("red", "7.1")
    assert [str(a) for a in question.actions] == ["place red 4 0202", "place red 4 0303"]  # 0203 is full
    prompts, where = asked(ARRIVALS.bring_in(state, "red 4", Place, "Where?"), Place("red 4", "0303"))
    assert (prompts, where, state.units["red 4"].at) == (["Where?"], "0303", "0303")


@pytest.mark.parametrize(
    ("answer", "refusal"),
    [
        (Place("red 4", "0203"), ("5.0", "0203 is full.")),
        (Place("red 4", "0606"), ("7.1", "red 4 cannot enter in 0606.")),
        (Place("red 5", "0202"), ("7.1", "It is red 4 that enters now, not red 5.")),
        (Place("red 4", "nowhere"), ("7.1", "red 4 cannot enter in nowhere.")),
    ],
)
def test_other_places_are_refused_by_their_rule(answer: Any, refusal: tuple[str, str]) -> None:
    state = position()
    with pytest.raises(IllegalAction) as caught:
        asked(ARRIVALS.bring_in(state, "red 4", Place, "Where?"), answer)
    assert (caught.value.rule, caught.value.message) == refusal
    assert "red 4" not in state.units


def test_one_place_is_not_asked_about_unless_a_title_always_asks() -> None:
    one = Arrivals("7.1", lambda state, unit: ("0101",))
    assert asked(one.bring_in(position(), "red 4", Place, "Where?")) == ([], "0101")
    answer = Place("red 4", "0101")
    assert asked(one.bring_in(position(), "red 4", Place, "Where?", always=True), answer) == (["Where?"], "0101")


def test_without_a_place_nothing_happens() -> None:
    state = position({"red 1": "0202", "red 2": "0202"})
    nowhere = Arrivals("7.1", lambda state, unit: ("0202",), full)
    assert asked(nowhere.bring_in(state, "red 4", Place, "Where?")) == ([], "")
    assert "red 4" not in state.units


def test_a_title_may_put_units_in_by_a_procedure_and_name_only_the_space() -> None:
    def enter(state: State, unit: str, space: str, rule: str) -> Procedure[None]:
        state.place(unit, space, 2, rule)
        again = yield offer("red", [Go("0101")], {Go: None}, "And then?", "7.2")
        state.move(unit, again.hex, "7.2")

    state = position()
    both = Arrivals("7.1", lambda state, unit: ("0202", "0303"), enter=enter)
    prompts, where = asked(both.bring_in(state, "red 4", lambda u, h: Go(h), "Where?"), Go("0303"), Go("0101"))
    assert (prompts, where) == (["Where?", "And then?"], "0303")
    assert (state.units["red 4"].at, state.units["red 4"].steps) == ("0101", 2)


@given(st.sets(st.sampled_from(["0202", "0203", "0303"])), st.sampled_from(["0202", "0203", "0303", "0404"]))
def test_what_is_open_is_what_is_not_refused(taken: set[str], space: str) -> None:
    state = position({})
    for number, hex in enumerate(sorted(taken)):
        state.place(f"red {number + 1}", hex)
        state.place(f"blue {number + 1}", hex)
    assert (space in ARRIVALS.open(state, "red 5")) == (ARRIVALS.why_not_place(state, "red 5", space) is None)


# --- replacement points ---

HALVES = Points("17.1", lambda state, unit: f"rp {state.side_of(unit)}", in_words=lambda n: f"{n / 2:g}")


def test_points_pay_for_units_and_are_refused_when_they_run_out() -> None:
    state = position()
    HALVES.add(state, "rp red", 3)
    assert HALVES.why_not_pay(state, "red 1", 3) is None
    HALVES.pay(state, "red 1", 2)
    assert HALVES.left(state, "red 1") == 1
    assert HALVES.why_not_pay(state, "red 1", 2) == (
        "17.1",
        "red 1 needs 1 replacement points; 0.5 are left.",
    )
    assert HALVES.why_not_pay(state, "blue 1", 1) is not None


def test_an_event_tells_of_points_only_with_a_rule() -> None:
    state = position()
    before = len(state.log)
    HALVES.add(state, "rp red", 4)
    assert len(state.log) == before
    HALVES.pay(state, "red 1", 1, "17.1.1")
    assert (state.log[-1].rule, state.log[-1].fields) == ("17.1.1", {"track": "rp red", "change": -1, "value": 3})


@given(st.integers(0, 9), st.integers(0, 9))
def test_no_more_is_kept_than_the_rule_allows(points: int, most: int) -> None:
    state = position()
    HALVES.add(state, "rp red", points)
    HALVES.keep(state, ("rp red", "rp blue"), most)
    assert state.tracks == {"rp red": min(points, most), "rp blue": 0}
