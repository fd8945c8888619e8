"""Supply lines, markers, and headquarters without supply (2.3, 8)."""

from __future__ import annotations

from typing import Any

import pytest

from wargame.games.traces_of_war.model import ISOLATED, OUT
from wargame.games.traces_of_war.supply import supplied, traces
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
    TANK,
    TITLE,
    ask,
    blank,
    name,
    position,
    put,
    refused,
    texts,
    told,
)  # fmt: skip


def ring(hex: str) -> list[str]:
    return list(BOARD.neighbours(hex))


def besieged(*inside: str) -> Any:
    """Soviet units in the open, with German infantry in three hexes around: no line leads out."""
    s = position({OPEN: inside})
    for unit, hex in zip(INFANTRY, ("2542", "2641", "2441"), strict=False):
        put(s, hex, unit)
    return s


@pytest.mark.rule("8.1")
@pytest.mark.parametrize("side", [SOVIET, AXIS])
def test_a_line_of_any_length_to_a_friendly_source(side: str) -> None:
    s = blank()
    unit = RIFLE[0] if side == SOVIET else INFANTRY[0]
    put(s, OPEN, unit)
    assert traces(s, unit)
    for hex in TITLE.data.sources[side]:
        other = BOARD.bit[hex]
        assert supplied(s, side) & other


@pytest.mark.rule("8.1")
def test_enemy_zones_close_a_line_and_a_friend_opens_it() -> None:
    s = besieged(RIFLE[0])
    assert not traces(s, RIFLE[0])
    put(s, "2642", RIFLE[1])
    put(s, "2742", RIFLE[2])
    assert traces(s, RIFLE[0])


@pytest.mark.rule("8.1")
def test_the_example_of_units_a_and_b() -> None:
    """8.2: the line of 17Pz is closed by the zone of 9M and blocked sides; 15 traces through 46 and 223."""
    s = position({"0421": "DE-T-17Pz", "0420": "SU-Z-9M"})
    assert not traces(s, "DE-T-17Pz")  # 0320 and 0520 are in the zone, 0422 and 0521 behind blocked sides
    s.eliminate("DE-T-17Pz")
    put(s, "0421", "DE-I-15")
    put(s, "0520", "DE-I-46")
    put(s, "0620", "DE-I-223")
    assert traces(s, "DE-I-15")


@pytest.mark.rule("8.1", "6.0")
def test_a_headquarters_too_negates_an_enemy_zone() -> None:
    s = besieged(RIFLE[0])
    put(s, "2642", SOVIET_HQ)
    put(s, "2742", RIFLE[2])
    assert traces(s, RIFLE[0])


@pytest.mark.rule("8.1")
def test_an_enemy_city_closes_a_line_until_it_is_entered() -> None:
    s = blank()
    assert not supplied(s, SOVIET) & BOARD.bit["2634"]
    s.control["2634"] = SOVIET
    s.changed()
    assert supplied(s, SOVIET) & BOARD.bit["2634"]
    assert not supplied(s, AXIS) & BOARD.bit["2634"]


@pytest.mark.rule("8.1")
def test_blocked_sides_and_unbridged_major_rivers_close_a_line() -> None:
    closed = TITLE.data.supply_sides
    for edge in TITLE.data.sides:
        passes = bool(BOARD.step(BOARD.bit[edge.a], closed) & BOARD.bit[edge.b])
        assert passes == (not edge.blocked and (edge.river != "major" or edge.bridge))


@pytest.mark.rule("8.1")
def test_a_source_in_an_enemy_zone_is_of_no_use() -> None:
    s = blank()
    free = TITLE.data.sources[SOVIET]
    for unit, hex in zip(("DE-I-88", "DE-I-75", "DE-I-294", "DE-I-336", "DE-I-17", "DE-I-46"), free, strict=True):
        put(s, next(h for h in ring(hex) if h not in free), unit)
    put(s, OPEN, RIFLE[0])
    assert not traces(s, RIFLE[0])


@pytest.mark.rule("8.1", "4.3")
def test_markers_go_from_out_of_supply_to_isolated_and_stay() -> None:
    s = besieged(RIFLE[0])
    seen = []
    for _ in range(3):
        s.chit = "supply"
        ask(supply_check(s))
        seen.append(s.units[RIFLE[0]].marks)
    assert seen == [{OUT}, {ISOLATED}, {ISOLATED}]
    news = [text for text in told(s) if name(RIFLE[0]) in text]
    assert news[-2:] == [f"{name(RIFLE[0])} is out of supply", f"{name(RIFLE[0])} is isolated"]
    assert s.chit == ""


@pytest.mark.rule("8.1")
@pytest.mark.parametrize("mark", [OUT, ISOLATED])
def test_a_line_takes_the_marker_off_at_the_next_check_only(mark: str) -> None:
    s = position({OPEN: RIFLE[0]})
    s.mark(RIFLE[0], mark)
    assert traces(s, RIFLE[0])
    assert s.units[RIFLE[0]].marks == {mark}  # until the chit
    ask(supply_check(s))
    assert not s.units[RIFLE[0]].marks


@pytest.mark.rule("8.1")
def test_both_sides_are_checked() -> None:
    s = besieged(RIFLE[0])
    put(s, "3435", INFANTRY[3])
    for unit, hex in zip((RIFLE[1], TANK[0], TANK[1]), ("3434", "3335", "3336"), strict=True):
        put(s, hex, unit)
    ask(supply_check(s))
    assert s.units[INFANTRY[3]].marks == {OUT}
    assert s.units[RIFLE[0]].marks == {OUT}
    assert not s.units[INFANTRY[0]].marks


@pytest.mark.rule("8.1", "2.3")
def test_a_headquarters_without_supply_must_relocate() -> None:
    s = besieged(RIFLE[0], SOVIET_HQ)
    question, _ = ask(supply_check(s))
    assert question.side == SOVIET
    assert all(BOARD.distance(OPEN, t[-4:]) >= 5 for t in texts(question))
    assert refused(s, question, "relocate 2540") == ("2.3", f"2540 is less than five hexes from {OPEN}.")
    s = besieged(RIFLE[0], SOVIET_HQ)
    ask(supply_check(s), "relocate 3043")
    assert s.units[SOVIET_HQ].at == "3043"
    assert not s.units[SOVIET_HQ].marks
    assert s.units[RIFLE[0]].marks == {OUT}
    assert s.relocated == -2


@pytest.mark.rule("2.3", "13.3")
def test_a_headquarters_without_any_place_leaves_the_game() -> None:
    s = besieged(SOVIET_HQ)
    for hex in TITLE.data.sources[SOVIET]:
        s.place(next(u for u in TITLE.counters if u.startswith("DE-I") and u not in s.units), hex, 2)
    question, _ = ask(supply_check(s))
    assert question is None
    assert SOVIET_HQ not in s.units
    assert s.relocated == -2


@pytest.mark.rule("2.3", "13.3")
def test_a_german_relocation_gives_two_points() -> None:
    s = position({"3435": AXIS_HQ})
    for unit, hex in zip((RIFLE[1], TANK[0], TANK[1]), ("3434", "3335", "3336"), strict=True):
        put(s, hex, unit)
    ask(supply_check(s), "relocate 2501")
    assert s.relocated == 2


@pytest.mark.rule("8.2", "10.2")
@pytest.mark.parametrize(("marks", "attack", "defence"), [((), 1, 1), ((OUT,), 0, 1), ((ISOLATED,), 0, 0)])
def test_strength_never_falls_below_nothing(marks: tuple[str, ...], attack: int, defence: int) -> None:
    s = position({OPEN: "DE-S-213Sec"})
    s.mark("DE-S-213Sec", *marks)
    assert (s.attack("DE-S-213Sec"), s.defence("DE-S-213Sec")) == (attack, defence)


@pytest.mark.rule("2.2")
def test_a_reduced_unit_has_its_weaker_values() -> None:
    s = position({OPEN: f"({TANK[0]})"})
    counter = TITLE.counters[TANK[0]]
    assert (s.attack(TANK[0]), s.defence(TANK[0])) == (counter.reduced_attack, counter.reduced_defence)
    assert counter.reduced_attack < counter.attack
