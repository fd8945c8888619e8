"""Relocation of headquarters as the options read it, and the warnings of it (2.3, 9.4, 12.2)."""

from __future__ import annotations

from typing import Any

import pytest

from wargame.games.traces_of_war.chits import add_to_cup, axis_selection
from wargame.games.traces_of_war.model import OUT, State
from wargame.games.traces_of_war.movement import move_one
from wargame.games.traces_of_war.orders import open_cities
from wargame.games.traces_of_war.relocation import relocation_hexes, why_not_relocate
from wargame.games.traces_of_war.supply_check import supply_check

from .support import (
    AXIS,
    AXIS_HQ,
    BOARD,
    INFANTRY,
    OPEN,
    RIFLE,
    SOVIET,
    SOVIET_HQ,
    SOVIET_HQ2,
    TANK,
    TITLE,
    activated,
    ask,
    blank,
    put,
    refused,
    texts,
)

FORWARD = "2834"  # five hexes and more in front of OPEN
KYIV = "2918"


def gap(relocation: str = "letter", *more: str) -> State:
    """A Soviet headquarters with nothing between it and Kyiv, which is under orders."""
    s = blank(relocation=relocation)
    put(s, OPEN, SOVIET_HQ, *more)
    s.orders = frozenset([KYIV])
    return s


def length(hex: str) -> int:
    """Of a supply line without any enemy: hexes to the nearest Soviet source over no closed side."""
    ring, seen, n = set(TITLE.data.sources[SOVIET]), set(TITLE.data.sources[SOVIET]), 0
    cities = {h for h in BOARD if BOARD[h].city}
    ring -= cities
    while hex not in ring:
        found = set()
        for a in ring:
            for b in BOARD.neighbours(a):
                edge = BOARD.edge(a, b)
                closed = edge is not None and (edge.blocked or (edge.river == "major" and not edge.bridge))
                if not closed and b not in seen and b not in cities:
                    found.add(b)
        assert found, hex
        seen |= found
        ring, n = found, n + 1
    return n


@pytest.mark.rule("2.3")
def test_by_the_letter_a_headquarters_relocates_far_forward() -> None:
    question, _ = ask(move_one(activated(gap(), SOVIET), SOVIET), f"unit {SOVIET_HQ}")
    assert f"relocate {FORWARD}" in texts(question)


@pytest.mark.rule("2.3", "9.4")
def test_behind_the_front_a_headquarters_relocates_no_farther_from_supply() -> None:
    s = gap("rear")
    question, _ = ask(move_one(activated(s, SOVIET), SOVIET), f"unit {SOVIET_HQ}")
    places = [str(a)[-4:] for a in question.actions if str(a).startswith("relocate")]
    assert places
    own = length(OPEN)
    assert max(map(length, places)) <= own
    letter = set(BOARD.members(relocation_hexes(gap(), SOVIET_HQ)))
    assert set(places) == {h for h in letter if length(h) <= own}
    rule, text = refused(s, question, f"relocate {FORWARD}")
    assert (rule, "farther from a supply source" in text) == ("2.3", True)


@pytest.mark.rule("2.3", "8.1")
def test_a_headquarters_that_is_cut_off_re_forms_behind_the_front_too() -> None:
    """Its limit is the line that it would have without the enemy."""
    s = gap("rear")
    for unit, hex in zip(INFANTRY, ("2542", "2641", "2441", "2540"), strict=False):
        put(s, hex, unit)
    question, _ = ask(supply_check(s))
    places = [t[-4:] for t in texts(question)]
    assert places
    assert max(map(length, places)) <= length(OPEN)
    assert refused(s, question, f"relocate {FORWARD}")[0] == "2.3"


@pytest.mark.rule("2.3")
@pytest.mark.parametrize("reading", ["letter", "rear"])
def test_the_set_of_hexes_is_what_the_reasons_say(reading: str) -> None:
    s = gap(reading, RIFLE[0])
    put(s, "3043", SOVIET_HQ2)
    put(s, "3040", INFANTRY[0])
    put(s, "2501", AXIS_HQ)
    for hq in (SOVIET_HQ, SOVIET_HQ2, AXIS_HQ):
        allowed = set(BOARD.members(relocation_hexes(s, hq)))
        assert {h for h in BOARD if why_not_relocate(s, hq, h) is None} == allowed
        side = s.side_of(hq)
        for hex in allowed:
            assert BOARD.distance(s.units[hq].at, hex) >= 5
            assert not s.in_enemy_zoc(hex, side)
            assert s.can_stack(hq, hex)


@pytest.mark.rule("9.4")
def test_relocations_come_last_in_the_list() -> None:
    question, _ = ask(move_one(activated(gap(), SOVIET), SOVIET), f"unit {SOVIET_HQ}")
    kinds = [t.split()[0] for t in texts(question)]
    first = kinds.index("relocate")
    assert set(kinds[first:]) == {"relocate"}
    assert "relocate" not in kinds[:first]


# --- warnings -------------------------------------------------------------------------------------------


def axis_turn(s: State) -> Any:
    put(s, "2501", INFANTRY[3])
    question, _ = ask(move_one(activated(s, AXIS), AXIS))
    return question


@pytest.mark.rule("12.2", "9.4")
def test_the_axis_is_warned_of_an_open_city_before_ending_its_movement() -> None:
    question = axis_turn(gap())
    done = question.actions[-1]
    assert "Kyiv (2918) is under orders and empty: Vrnz could relocate to" in question.warning(done)
    assert "One activated unit has not moved: 336D." in question.warning(done)
    assert "Kyiv" in question.shown()["cities in danger"][0]
    assert question.warning(question.actions[0]) is None


@pytest.mark.rule("12.2", "9.4")
def test_nobody_is_warned_of_a_city_that_is_held_or_not_under_orders_or_out_of_reach() -> None:
    s = gap()
    put(s, KYIV, INFANTRY[0])
    assert not open_cities(s)
    s = gap()
    s.orders = frozenset()
    assert not open_cities(s)
    assert not open_cities(gap("rear"))
    s = gap()
    for hex in TITLE.data.sources[SOVIET]:  # no Soviet hex is in supply
        s.place(next(u for u in TITLE.counters if u.startswith("DE-I") and u not in s.units), hex, 2)
    assert not open_cities(s)


@pytest.mark.rule("12.2", "9.4")
def test_the_warning_names_a_hex_from_which_the_city_is_entered() -> None:
    s = gap()
    ((hq, hex),) = open_cities(s).values()
    assert f"relocate {hex}" in texts(ask(move_one(activated(s, SOVIET), SOVIET), f"unit {hq}")[0])
    ask(move_one(activated(s, SOVIET), SOVIET), f"unit {hq}", f"relocate {hex}")
    question, _ = ask(move_one(activated(s, SOVIET), SOVIET), f"unit {hq}")
    assert {f"to {KYIV}", f"strategic {KYIV}"} & set(texts(question))


@pytest.mark.rule("12.2", "9.4")
def test_the_soviet_player_is_told_nothing_of_it() -> None:
    s = gap("letter", RIFLE[0])
    question, _ = ask(move_one(activated(s, SOVIET), SOVIET))
    assert question.shown() == {}
    assert "Kyiv" not in question.warning(question.actions[-1])


@pytest.mark.rule("12.2", "4.2")
def test_the_danger_is_shown_where_chits_are_selected_and_added() -> None:
    s = gap()
    question = next(axis_selection(s))
    assert "Kyiv" in question.shown()["cities in danger"][0]  # type: ignore[union-attr]
    s.piles["hand"], s.piles["cup"] = ("8A",), ("SUPPLY",)
    question, _ = ask(add_to_cup(s))
    assert "Kyiv" in question.shown()["cities in danger"][0]


@pytest.mark.rule("8.1", "2.3")
def test_a_cut_off_headquarters_counts_for_the_warning_with_its_full_movement() -> None:
    s = gap()
    s.mark(SOVIET_HQ, OUT)
    assert KYIV in open_cities(s)
    assert TANK[0] not in s.units


@pytest.mark.rule("13.3", "9.4")
@pytest.mark.parametrize(("side", "hq", "points"), [(SOVIET, SOVIET_HQ, "-2"), (AXIS, AXIS_HQ, "+2")])
def test_a_relocation_warns_of_its_price_in_the_campaign_only(side: str, hq: str, points: str) -> None:
    for scenario in ("campaign", "race"):
        s = blank(scenario=scenario)
        put(s, OPEN if side == SOVIET else "2501", hq)
        question, _ = ask(move_one(activated(s, side), side), f"unit {hq}")
        warning = question.warning(question.actions[-1])  # a relocation
        expected = f"Relocating {s.name(hq)} is {points} victory points for the Soviets (13.3)."
        assert warning == (expected if scenario == "campaign" else None)
        assert question.warning(question.actions[0]) is None
