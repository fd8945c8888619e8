"""Reinforcements, replacements, the airborne bridgehead, negotiation (4.2.2, 11)."""

from __future__ import annotations

from typing import Any

import pytest

from wargame.games.traces_of_war.activation import okh
from wargame.games.traces_of_war.arrivals import (
    RAIL,
    drop,
    drop_hexes,
    negotiate,
    on_offer,
    places,
    replacement,
    soviet_reinforcements,
)  # fmt: skip
from wargame.games.traces_of_war.control import touch
from wargame.games.traces_of_war.supply import traces

from .support import (
    AXIS,
    AXIS_HQ,
    BOARD,
    INFANTRY,
    OPEN,
    PANZER,
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

AIRBORNE = "SU-P-18G"


def chit(s: Any, kind: str = "reinforcements") -> Any:
    s.chit, s.side = kind, SOVIET
    return soviet_reinforcements(s)


def batch(number: int) -> list[str]:
    return [c.id for c in TITLE.counters.values() if c.soviet_order == number]


# --- where they come ------------------------------------------------------------------------------------


@pytest.mark.rule("11.0")
def test_reinforcements_come_on_rail_hexes_joined_to_a_source() -> None:
    s = blank()
    found = places(s, batch(1)[0])
    assert "3435" in found
    for hex in found:
        assert any(e is not None and e.rail for e in (BOARD.edge(hex, n) for n in BOARD.neighbours(hex)))


@pytest.mark.rule("11.0")
def test_an_enemy_on_the_line_or_his_zone_closes_it_even_with_friends_there() -> None:
    s = blank()
    assert "3435" in places(s, RIFLE[0])
    put(s, "3434", INFANTRY[0])
    assert "3435" not in places(s, RIFLE[0])
    put(s, "3435", RIFLE[1])  # a friend in the zone does not help here
    assert "3435" not in places(s, RIFLE[0])


@pytest.mark.rule("11.0")
def test_an_enemy_headquarters_closes_a_line_too() -> None:
    s = position({"3435": AXIS_HQ})
    assert "3435" not in places(s, RIFLE[0])


@pytest.mark.rule("11.0")
def test_an_enemy_major_city_closes_the_line_a_smaller_one_does_not() -> None:
    s = blank()
    assert not RAIL.area(s, SOVIET) & BOARD.bit["2634"]  # Kharkiv is Axis
    assert RAIL.area(s, SOVIET) & BOARD.bit["3035"]  # Belgorod too, but no major city
    s.control["2634"] = SOVIET
    s.changed()
    assert RAIL.area(s, SOVIET) & BOARD.bit["2634"]


@pytest.mark.rule("11.0", "5.0")
def test_not_beyond_the_stacking_limit() -> None:
    s = position({"3435": RIFLE[:2]})
    question, _ = ask(chit(s))
    first = batch(1)[0]
    assert refused(s, question, f"place {first} 3435")[0] == "5.0"
    assert refused(s, question, f"place {first} {OPEN}")[0] == "11.0"
    put(s, OPEN, *INFANTRY[:2])
    assert refused(s, question, f"place {first} {OPEN}") == ("5.0", f"{OPEN} is occupied by the enemy.")
    for wrong in (f"place {batch(1)[1]} 3436", f"place {first} 0000"):
        assert refused(s, question, wrong) == ("11.0", f"It is {name(first)} that is placed now, in a hex of the map.")


@pytest.mark.rule("11.0", "2.2")
def test_they_come_at_full_strength_and_out_of_any_command_range() -> None:
    s = blank()
    first = batch(1)[0]
    ask(chit(s), f"place {first} 3435")
    assert (s.units[first].at, s.units[first].steps) == ("3435", 2)


# --- Soviet batches -------------------------------------------------------------------------------------


def place_all(s: Any, kind: str = "reinforcements") -> None:
    """Take the first answer to every question of the chit but the drop."""
    procedure = chit(s, kind)
    try:
        question = next(procedure)
        while True:
            question = procedure.send(question.actions[0])
    except StopIteration:
        return


@pytest.mark.rule("11.1", "4.3")
def test_batches_come_in_order() -> None:
    s = blank()
    for number in range(1, 10):
        place_all(s)
        assert s.batch == number
        assert all(u in s.units for u in batch(number) if not TITLE.counters[u].replacement)
        assert not any(u in s.units for u in batch(number + 1))
    assert s.chit == ""


@pytest.mark.rule("11.1")
def test_a_unit_that_has_been_placed_waits_no_more() -> None:
    s = blank()
    first = batch(1)[0]
    question, _ = ask(chit(s), f"place {first} 3435")
    assert question is not None
    assert list(s.waiting) == batch(1)[1:]


@pytest.mark.rule("11.1")
def test_what_cannot_be_placed_waits() -> None:
    s = blank()
    for hex in TITLE.data.sources[SOVIET]:
        s.place(next(u for u in TITLE.counters if u.startswith("DE-I") and u not in s.units), hex, 2)
    question, _ = ask(chit(s))
    assert question is None
    assert list(s.waiting) == batch(1)
    s.eliminate(s.units_at("3435")[0])
    place_all(s)
    assert set(batch(1)) <= set(s.units)


@pytest.mark.rule("11.1")
def test_a_replacement_takes_the_place_of_a_unit_of_its_type() -> None:
    s = position({OPEN: (f"({TANK[0]})", RIFLE[0])})
    new = "SU-T-11GTk"
    s.batch, s.waiting = 9, (new,)
    question, _ = ask(chit(s))
    assert texts(question) == [f"replace {TANK[0]}", "pass"]
    rule, text = refused(s, question, f"replace {RIFLE[0]}")
    assert (rule, "its own type" in text) == ("11.1", True)
    ask(chit(s), f"replace {TANK[0]}")
    assert TANK[0] not in s.units
    assert (s.units[new].at, s.units[new].steps) == (OPEN, 2)


@pytest.mark.rule("11.1")
def test_a_unit_out_of_supply_is_not_replaced() -> None:
    s = position({OPEN: TANK[:2]})
    s.mark(TANK[0], "out_of_supply")
    s.batch, s.waiting = 9, ("SU-T-11GTk",)
    question, _ = ask(chit(s))
    assert f"replace {TANK[0]}" not in texts(question)
    rule, text = refused(s, question, f"replace {TANK[0]}")
    assert (rule, "not in supply" in text) == ("11.1", True)


@pytest.mark.rule("11.1")
def test_a_replacement_that_is_declined_is_lost() -> None:
    s = position({OPEN: TANK[0]})
    s.batch, s.waiting = 9, ("SU-T-11GTk",)
    ask(chit(s), "pass")
    assert s.waiting == ()
    assert "SU-T-11GTk" not in s.units


@pytest.mark.rule("11.1", "2.2")
def test_a_replacement_takes_the_place_of_any_unit_of_its_type_strong_or_weak() -> None:
    s = blank()
    strong = next(c.id for c in TITLE.counters.values() if c.type == "armour" and c.side == SOVIET and c.attack == 7)
    put(s, OPEN, TANK[0], strong)
    s.batch, s.waiting = 9, ("SU-T-11GTk",)
    question, _ = ask(chit(s))
    assert texts(question) == [f"replace {TANK[0]}", f"replace {strong}", "pass"]


@pytest.mark.rule("11.1")
def test_a_replacement_without_a_unit_of_its_type_waits() -> None:
    s = position({OPEN: RIFLE[0]})
    s.batch, s.waiting = 9, ("SU-T-11GTk",)
    ask(chit(s))
    assert s.waiting == ("SU-T-11GTk",)


# --- the airborne chit ----------------------------------------------------------------------------------


@pytest.mark.rule("11.1", "4.3")
def test_the_airborne_chit_brings_the_next_batch_and_then_the_bridgehead() -> None:
    s = blank(3)
    put(s, OPEN, RIFLE[0])
    procedure = chit(s, "airborne")
    question = next(procedure)
    while str(question.actions[0]).startswith("place"):
        question = procedure.send(question.actions[0])
    assert s.batch == 1
    assert "drop" in str(question.actions[0])


@pytest.mark.rule("11.1", "12.3")
def test_the_bridgehead_comes_within_eight_hexes_of_a_supplied_unit() -> None:
    s = blank(3)
    put(s, OPEN, RIFLE[0])
    put(s, "2830", RIFLE[1])
    s.mark(RIFLE[1], "isolated")  # not in supply
    put(s, "2538", INFANTRY[0])
    question, _ = ask(drop(s))
    assert "drop 2533" in texts(question)  # eight
    rule, text = refused(s, question, "drop 2532")  # nine
    assert (rule, "eight" in text) == ("11.1", True)
    assert refused(s, question, "drop 2538")[0] == "5.0"  # the enemy
    ask(drop(s), "drop 2533")
    assert (s.bridgehead, s.units[AIRBORNE].at) == ("2533", "2533")
    assert s.crossing_count() == 1


@pytest.mark.rule("11.1")
def test_the_drop_is_measured_straight_over_the_sea() -> None:
    """0122 is seven hexes from 0115 across the bay, more along the coast."""
    s = blank(3)
    put(s, "0115", RIFLE[0])
    question, _ = ask(drop(s))
    assert "drop 0122" in texts(question)


@pytest.mark.rule("11.1", "5.0")
def test_the_bridgehead_does_not_count_for_stacking() -> None:
    s = blank(3)
    put(s, OPEN, RIFLE[0])
    ask(drop(s), f"drop {OPEN}")
    assert len(s.units_at(OPEN)) == 2
    s.move(RIFLE[0], "2540")
    assert s.can_stack(RIFLE[0], OPEN)


@pytest.mark.rule("11.1", "8.1")
def test_the_bridgehead_is_a_source_of_supply_but_not_for_reinforcements() -> None:
    s = blank(3)
    put(s, "2126", AIRBORNE)
    for unit, hex in zip(INFANTRY, ("2226", "2127", "2025", "2125", "2026"), strict=True):
        put(s, hex, unit)
    assert not traces(s, AIRBORNE)
    before = RAIL.area(s, SOVIET)
    s.bridgehead = "2126"
    s.changed()
    assert traces(s, AIRBORNE)
    assert RAIL.area(s, SOVIET) == before


@pytest.mark.rule("11.1")
@pytest.mark.parametrize(("unit", "left"), [(INFANTRY[0], ""), (AXIS_HQ, OPEN), (RIFLE[0], OPEN)])
def test_an_axis_combat_unit_destroys_the_bridgehead(unit: str, left: str) -> None:
    s = blank(3)
    s.bridgehead, s.airborne = OPEN, True
    put(s, "2540", unit)
    touch(s, unit, OPEN)  # passing through is enough
    assert s.bridgehead == left
    assert s.crossing_count() == 1  # 12.3: for the rest of the game


@pytest.mark.rule("11.1")
def test_without_a_unit_in_supply_there_is_no_drop() -> None:
    s = blank(3)
    assert drop_hexes(s, AIRBORNE) == []
    question, _ = ask(drop(s))
    assert question is None
    assert not s.airborne
    assert any("no drop" in text for text in told(s))


# --- negotiation ----------------------------------------------------------------------------------------


def talks(points: float) -> Any:
    s = blank(2)
    s.orders = frozenset(["2634", "2918"])
    s.chit, s.points = "negotiation", int(2 * points)
    return s


@pytest.mark.rule("4.2.2", "11.2", "12.3")
@pytest.mark.parametrize("points", range(8))
def test_negotiation_points_by_crossing_points(points: int) -> None:
    s = blank(2)
    put(s, OPEN, AXIS_HQ)
    s.crossings = frozenset(TITLE.data.crossing_points[:points])
    s.airborne = points == 7
    s.chit = "okh"
    ask(okh(s), "negotiate")
    assert s.chit == "negotiation"
    assert s.points == 2 * TITLE.data.tables.crossing_points[points].negotiation
    assert s.log[-1].text == f"{s.points / 2:g} negotiation points"


@pytest.mark.rule("11.2", "11.0")
@pytest.mark.parametrize(("unit", "price"), [("DE-T-LAH", 2), ("DE-I-15", 1), ("RO-I-15R", 0.5)])
def test_reinforcements_are_bought_and_placed(unit: str, price: float) -> None:
    s = talks(3)
    ask(negotiate(s), f"buy {unit}", f"place {unit} 2501")
    assert s.units[unit].at == "2501"
    assert s.points / 2 == 3 - price
    assert unit not in on_offer(s)


@pytest.mark.rule("11.2")
def test_what_is_too_dear_or_gone_is_refused() -> None:
    s = talks(1)
    question, _ = ask(negotiate(s))
    assert "buy DE-I-15" in texts(question)
    rule, text = refused(s, question, "buy DE-T-LAH")
    assert (rule, text) == ("11.2", "LAH costs 2 points; 1 points are left.")
    assert refused(s, question, f"buy {PANZER}")[0] == "11.2"  # in play from the start
    assert refused(s, question, f"buy {SOVIET_HQ}")[0] == "11.2"
    assert refused(s, question, "lift 2634")[0] == "11.2"
    s.piles["bought"] = ("DE-I-15",)
    question, _ = ask(negotiate(s))
    assert refused(s, question, "buy DE-I-15")[0] == "11.2"


@pytest.mark.rule("11.2", "11.0")
def test_nothing_is_bought_that_cannot_be_placed() -> None:
    s = talks(2)
    units = [u for u in TITLE.counters if u.startswith("SU-I")]
    for hex, unit in zip(TITLE.data.sources[AXIS], units, strict=False):
        put(s, hex, unit)
    assert on_offer(s) == []


@pytest.mark.rule("11.0", "11.2")
def test_without_a_rail_hex_a_purchase_is_refused_for_that() -> None:
    """The points would do for it, and an order could be lifted."""
    s = blank(turn=2)
    s.chit, s.points, s.orders = "negotiation", 8, frozenset({"2634"})
    rifles = [u for u in TITLE.counters if u.startswith("SU-I")]
    for unit, hex in zip(rifles, TITLE.data.sources[AXIS], strict=False):
        s.place(unit, hex, 2)
    question, _ = ask(negotiate(s))
    assert texts(question) == ["lift 2634", "done"]
    unit = next(u.id for u in TITLE.counters.values() if u.axis_class == "IR")
    assert refused(s, question, f"buy {unit}") == ("11.0", f"There is no rail hex where {name(unit)} could be placed.")


@pytest.mark.rule("11.2")
def test_the_last_reinforcement_may_be_bought_alone() -> None:
    s = blank(turn=2)
    last, *others = [u.id for u in TITLE.counters.values() if u.axis_class]
    s.chit, s.points, s.piles["bought"] = "negotiation", 8, tuple(others)
    question, _ = ask(negotiate(s))
    assert texts(question) == [f"buy {last}", "done"]


@pytest.mark.rule("11.2", "12.2")
def test_an_order_is_lifted_for_three_points() -> None:
    s = talks(3)
    question, _ = ask(negotiate(s))
    assert refused(s, question, "lift 0218")[0] == "12.2"  # no order there any more
    ask(negotiate(s), "lift 2634")
    assert s.orders == {"2918"}
    assert s.points == 0
    _, value = ask(negotiate(s))
    assert str(value) == "done"


@pytest.mark.rule("11.2")
def test_points_left_over_are_lost() -> None:
    s = talks(2.5)
    _, value = ask(negotiate(s), "done")
    assert str(value) == "done"
    assert (s.points, s.chit) == (0, "")


@pytest.mark.rule("11.2", "12.2")
def test_negotiation_shows_prices_and_warns_of_points_left() -> None:
    s = talks(1)
    question, _ = ask(negotiate(s))
    assert question.shown()["points each"] == {
        "panzer": "2", "infantry": "1", "minor Axis": "0.5", "lifting an order": "3",
    }  # fmt: skip
    assert question.warning(question.actions[-1]) == "1 negotiation points that could be spent would be lost."
    assert question.warning(question.actions[0]) is None


@pytest.mark.rule("11.1")
def test_declining_a_replacement_says_that_it_is_lost() -> None:
    s = blank()
    new = next(u for u in TITLE.counters.values() if u.replacement)
    put(s, OPEN, next(u.id for u in TITLE.counters.values() if u.type == new.type and u.side == SOVIET and u != new))
    question, _ = ask(replacement(s, new.id))
    assert str(question.actions[-1]) == "pass"
    assert question.warning(question.actions[-1]) == f"{name(new.id)} does not come back if it is declined now."
