"""Retreat and advance after combat (10.4, 10.5)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from wargame.games.traces_of_war.advance import advance, ways
from wargame.games.traces_of_war.combat import apply
from wargame.games.traces_of_war.retreat import RETREATS, follow, nearer, retreat, retreat_unit, zones

from .support import (
    AXIS,
    AXIS_HQ,
    AXIS_HQ2,
    BOARD,
    EAST,
    INFANTRY,
    NORTH_EAST,
    NORTH_WEST,
    OPEN,
    PANZER,
    RIFLE,
    SECURITY,
    SOUTH_EAST,
    SOUTH_WEST,
    SOVIET,
    SOVIET_HQ,
    TANK,
    TITLE,
    WEST,
    activated,
    ask,
    blank,
    facing,
    position,
    put,
    refused,
    texts,
)  # fmt: skip


def driven(*defenders: str) -> Any:
    """Germans in the open with Soviet tanks to the east of them."""
    return facing(defenders, start=EAST)


def surrounded(*defenders: str, free: str = "") -> Any:
    """Germans in the open with a Soviet unit in every hex around, but one."""
    s = facing(defenders, ())
    around = [h for h in BOARD.neighbours(OPEN) if h != free]
    for unit, hex in zip((*RIFLE, *TANK), around, strict=False):
        put(s, hex, unit)
    return activated(s, SOVIET)


# --- retreat --------------------------------------------------------------------------------------------


@pytest.mark.rule("10.4")
@pytest.mark.parametrize(("result", "hexes"), [("R", 1), ("RR", 2)])
def test_a_unit_retreats_as_many_hexes_as_the_result_says(result: str, hexes: int) -> None:
    s = driven(INFANTRY[0])
    question, _ = ask(apply(s, OPEN, TANK[:2], result))
    assert question.side == AXIS
    for way in question.actions:
        assert len(way.path) == hexes
        assert BOARD.distance(OPEN, way.path[-1]) == hexes
    ask(apply(s, OPEN, TANK[:2], result), str(question.actions[0]))
    assert s.units[INFANTRY[0]].at == question.actions[0].path[-1]


@pytest.mark.rule("10.4")
def test_the_way_with_the_fewest_enemy_zones_is_taken() -> None:
    """East lies the enemy, north-east and south-east are in its zone; the rest is free."""
    s = driven(INFANTRY[0])
    found = {way[0] for way in RETREATS.best(s, INFANTRY[0], 1)}
    assert not {NORTH_EAST, SOUTH_EAST} & found
    assert found <= {WEST, NORTH_WEST, SOUTH_WEST}


@pytest.mark.rule("10.4")
def test_a_step_is_lost_for_each_hex_in_an_enemy_zone_even_with_friends_there() -> None:
    s = surrounded(INFANTRY[0], free=WEST)
    put(s, WEST, INFANTRY[1])
    ask(retreat(s, OPEN, 1))
    assert (s.units[INFANTRY[0]].at, s.units[INFANTRY[0]].steps) == (WEST, 1)
    s = surrounded(f"({INFANTRY[0]})", free=WEST)
    ask(retreat(s, OPEN, 1))
    assert INFANTRY[0] not in s.units


@pytest.mark.rule("10.4")
@pytest.mark.parametrize(("unit", "holder"), [(SECURITY, SOVIET), (INFANTRY[0], AXIS)])
def test_a_unit_that_dies_on_the_way_goes_no_further(unit: str, holder: str) -> None:
    """The first hex is in an enemy zone, the second (Okhtyrka) was Soviet: only who survives takes it back."""
    s = blank()
    s.control["2831"] = SOVIET
    put(s, "2833", unit)
    put(s, "2932", RIFLE[0])
    ask(follow(s, unit, ("2832", "2831")))
    assert s.control["2831"] == holder


@pytest.mark.rule("10.4")
def test_without_zones_the_way_nearer_to_a_friendly_source_is_taken() -> None:
    s = driven(INFANTRY[0])
    for way in RETREATS.best(s, INFANTRY[0], 2):
        assert nearer(s, AXIS, OPEN, way)
    assert (WEST, "2539") in RETREATS.best(s, INFANTRY[0], 2)
    put(s, WEST, RIFLE[0])  # west is closed, north-west and south-west are in a zone
    for way in RETREATS.best(s, INFANTRY[0], 1):
        assert zones(s, INFANTRY[0], (OPEN, *way)) == 1


@pytest.mark.rule("10.4")
def test_zones_go_before_supply() -> None:
    """All hexes towards the sources are in enemy zones: the unit goes away from them."""
    s = position({OPEN: INFANTRY[0], WEST: TANK[:2], "2439": RIFLE[0]})
    found = RETREATS.best(s, INFANTRY[0], 1)
    assert {way[0] for way in found} <= {EAST, NORTH_EAST, SOUTH_EAST}
    assert {zones(s, INFANTRY[0], (OPEN, *way)) for way in found} == {0}


@pytest.mark.rule("10.4", "5.0")
def test_a_hex_with_room_is_preferred_and_supply_goes_before_room() -> None:
    s = driven(INFANTRY[0])
    open_ways = {way[0] for way in RETREATS.best(s, INFANTRY[0], 1)}
    assert len(open_ways) > 1
    full = sorted(open_ways)[0]
    put(s, full, *INFANTRY[1:3])
    assert {way[0] for way in RETREATS.best(s, INFANTRY[0], 1)} == open_ways - {full}
    s = driven(INFANTRY[0])
    others = ["DE-I-46", "DE-I-161", "DE-I-15", "DE-I-223", "DE-I-355", "DE-I-34", "DE-I-112", "DE-I-72"]
    for hex in sorted(open_ways):
        put(s, hex, others.pop(), others.pop())
    assert {way[0] for way in RETREATS.best(s, INFANTRY[0], 1)} == open_ways  # full, but nearer to supply


@pytest.mark.rule("10.4", "5.0")
def test_over_the_stacking_limit_the_retreat_goes_on() -> None:
    s = surrounded(PANZER, free=WEST)
    put(s, WEST, *INFANTRY[:2])
    question, _ = ask(retreat(s, OPEN, 1))
    assert question is None
    assert s.units[PANZER].at == "2539"  # the only hex beyond without an enemy zone
    assert s.units[PANZER].steps == 1  # for the zone in the full hex
    assert [e.fields["to"] for e in s.log if e.fields.get("unit") == PANZER and "to" in e.fields] == [WEST, "2539"]


@pytest.mark.rule("10.4", "5.0")
def test_the_owner_chooses_where_the_retreat_goes_on() -> None:
    s = surrounded(PANZER, free=WEST)
    put(s, WEST, *INFANTRY[:2])
    put(s, "2539", "SU-I-57")
    question, _ = ask(retreat(s, OPEN, 1))
    assert question.side == AXIS
    assert texts(question) == [f"retreat {PANZER} 2440", f"retreat {PANZER} 2640"]
    rule, text = refused(s, question, f"retreat {PANZER} 2539")
    assert (rule, "the enemy occupies" in text) == ("10.4", True)
    assert "no hex twice" in refused(s, question, f"retreat {PANZER} {OPEN}")[1]
    assert "must retreat 1 hex," in refused(s, question, f"retreat {PANZER} 2440-2439")[1]


@pytest.mark.rule("5.0", "2.3", "10.4")
def test_a_headquarters_that_ends_on_another_relocates() -> None:
    s = driven(AXIS_HQ)
    towards_supply = [way[0] for way in RETREATS.best(s, AXIS_HQ, 1)]
    for hq, hex in zip((AXIS_HQ2, "DE-HQ-1PzA", "DE-HQ-6A"), towards_supply, strict=True):
        put(s, hex, hq)
    question, _ = ask(retreat(s, OPEN, 1), f"retreat {AXIS_HQ} {towards_supply[0]}")
    assert "5.0" in question.prompt
    assert all(str(a).startswith("relocate") for a in question.actions)


@pytest.mark.rule("10.4")
def test_units_of_a_stack_may_split() -> None:
    s = driven(*INFANTRY[:2])
    question, _ = ask(retreat(s, OPEN, 1))
    mine = [a for a in question.actions if a.unit == INFANTRY[0]]
    question, _ = ask(retreat(s, OPEN, 1), str(mine[0]))
    assert any(a.path != mine[0].path for a in question.actions)
    assert any(a.path == mine[0].path for a in question.actions)


@pytest.mark.rule("10.4")
def test_a_surrounded_unit_is_eliminated() -> None:
    s = surrounded(PANZER)
    ask(retreat(s, OPEN, 1))
    assert PANZER not in s.units
    assert s.destroyed == 2  # 13.3


@pytest.mark.rule("10.4", "2.3")
def test_a_surrounded_headquarters_relocates() -> None:
    s = surrounded(AXIS_HQ)
    question, _ = ask(retreat(s, OPEN, 1))
    assert question.rule == "2.3"
    assert all(str(a).startswith("relocate") for a in question.actions)


@pytest.mark.rule("10.4")
def test_a_unit_that_cannot_go_the_whole_way_is_eliminated() -> None:
    """0421: out of the pocket lead 0320, 0420 and 0520, behind them the enemy."""
    s = position({"0421": INFANTRY[0]})
    for unit, hex in zip(RIFLE, ("0320", "0420", "0520"), strict=False):
        put(s, hex, unit)
    ask(retreat(s, "0421", 1))
    assert INFANTRY[0] not in s.units  # the two other sides are blocked, the last is the sea


@pytest.mark.rule("10.4")
def test_a_way_that_ends_too_early_is_no_way() -> None:
    """One hex is free, but nothing beyond it: a unit that must go two is eliminated, one that must go one is not."""
    for hexes, survives in ((1, True), (2, False)):
        s = surrounded(PANZER, free=WEST)
        for unit, hex in zip(("SU-I-57", "SU-I-82", "SU-I-23"), ("2539", "2440", "2640"), strict=True):
            put(s, hex, unit)
        ask(retreat(s, OPEN, hexes))
        assert (PANZER in s.units) is survives


@pytest.mark.rule("10.4")
def test_nearer_means_nearer_to_one_and_the_same_source() -> None:
    """From 0109 by 0108 to 0208 each hex is nearer to some source, but not both to the same."""
    s = blank()
    sources = TITLE.data.sources[AXIS]
    way = ("0109", "0108", "0208")
    for a, b in pairwise(way):
        assert any(BOARD.distance(b, x) < BOARD.distance(a, x) for x in sources)
    assert not nearer(s, AXIS, way[0], way[1:])


@pytest.mark.rule("10.4")
def test_an_unbridged_major_river_is_crossed_first_or_not_at_all() -> None:
    s = position({"1730": INFANTRY[0]})
    assert any(way[0] == "1630" for way in _all(s, "1730", 2))  # it starts beside the river
    s.move(INFANTRY[0], "1830")
    assert ("1730", "1630") not in _all(s, "1830", 2)


@pytest.mark.rule("10.4")
def test_a_river_beside_the_unit_is_crossed_in_retreat_but_not_when_it_goes_on() -> None:
    """From 1730 over the Dnipro to 1630; a unit that comes from 1830 and cannot stand in 1730 goes along the bank."""
    s = position({"1730": INFANTRY[0]})
    assert ("1630",) in RETREATS.best(s, INFANTRY[0], 1)
    s.move(INFANTRY[0], "1830")
    put(s, "1730", "DE-I-46", "DE-I-161")
    question, _ = ask(retreat_unit(s, INFANTRY[0], ("1730",)))
    assert question is None
    assert s.units[INFANTRY[0]].at == "1729"


@pytest.mark.rule("10.4")
def test_no_retreat_turns_back() -> None:
    """Enemies two hexes away all around: the start would be the only hex out of their zones."""
    s = position({OPEN: PANZER})
    for unit, hex in zip((*RIFLE, *TANK), ("2539", "2543", "2742", "2740", "2340", "2342"), strict=False):
        put(s, hex, unit)
    found = RETREATS.best(s, PANZER, 2)
    assert found
    assert not [way for way in found if OPEN in way]


@pytest.mark.rule("10.4")
def test_no_major_river_from_zone_to_zone() -> None:
    s = position({"2919": INFANTRY[0]})
    assert ("2918",) in _all(s, "2919", 1)
    put(s, "2819", RIFLE[0])
    assert ("2918",) not in _all(s, "2919", 1)
    put(s, "2918", INFANTRY[1])  # a friend does not help
    assert ("2918",) not in _all(s, "2919", 1)


@pytest.mark.rule("10.4")
def test_minor_rivers_do_not_matter() -> None:
    s = position({"1140": INFANTRY[0], "1040": RIFLE[0]})
    assert ("1141",) in _all(s, "1140", 1)


def _all(s: Any, start: str, hexes: int) -> list[tuple[str, ...]]:
    return RETREATS.ways(s, INFANTRY[0], hexes, (start,))


@pytest.mark.rule("10.4")
def test_other_ways_are_refused_with_their_reason() -> None:
    s = driven(INFANTRY[0])
    question, _ = ask(retreat(s, OPEN, 1))
    rule, text = refused(s, question, f"retreat {INFANTRY[0]} {EAST}")
    assert (rule, "enemy" in text) == ("10.4", True)
    rule, text = refused(s, question, f"retreat {INFANTRY[0]} 2537")  # not beside it
    assert (rule, f"cannot retreat from {OPEN} to" in text) == ("10.4", True)
    rule, text = refused(s, question, f"retreat {INFANTRY[0]} {NORTH_EAST}")
    assert (rule, "fewer enemy zones" in text) == ("10.4", True)
    s = position({"1730": INFANTRY[0]})
    put(s, "1529", RIFLE[0])  # its zone makes the far bank (1630) the worse way, not an impossible one
    question, _ = ask(retreat(s, "1730", 1))
    assert "fewer enemy zones" in refused(s, question, f"retreat {INFANTRY[0]} 1630")[1]


@pytest.mark.rule("10.4")
def test_a_way_of_the_wrong_length_or_back_again_is_refused_as_such() -> None:
    s = driven(INFANTRY[0])
    question, _ = ask(retreat(s, OPEN, 2))
    for way, why in ((WEST, "must retreat 2 hexes"), (f"{WEST}-2539-2538", "must retreat 2 hexes"),
                     (f"{WEST}-{OPEN}", "no hex twice")):  # fmt: skip
        rule, text = refused(s, question, f"retreat {INFANTRY[0]} {way}")
        assert (rule, why in text) == ("10.4", True)


@pytest.mark.rule("10.4", "11.1")
def test_retreating_onto_the_bridgehead_destroys_it() -> None:
    s = surrounded(PANZER, free=WEST)
    s.bridgehead, s.airborne = WEST, True
    ask(retreat(s, OPEN, 1))
    assert s.bridgehead == ""
    assert s.crossing_count() == 1


# --- advance --------------------------------------------------------------------------------------------


def won(*attackers: str, start: str = WEST) -> Any:
    """Attackers beside a hex that has been left."""
    s = position({start: attackers})
    activated(s, s.side_of(attackers[0]))
    return s, dict.fromkeys(attackers, start)


def advancing(s: Any, origin: dict[str, str], *answers: str, target: str = OPEN) -> Any:
    return ask(advance(s, s.side_of(next(iter(origin))), target, origin), *answers)[0]


@pytest.mark.rule("10.5")
def test_combat_units_advance_one_hex_mechanised_ones_two() -> None:
    s, origin = won(RIFLE[0], TANK[0])
    question = advancing(s, origin)
    mine = [t for t in texts(question) if RIFLE[0] in t]
    assert mine == [f"advance {RIFLE[0]} {OPEN}"]
    second = {a.path[1] for a in question.actions if str(a) != "done" and a.unit == TANK[0] and len(a.path) == 2}
    assert second == set(BOARD.neighbours(OPEN))
    rule, text = refused(s, question, f"advance {TANK[0]} {OPEN}-{EAST}-2543")
    assert (rule, "two hexes at most" in text) == ("10.5", True)
    rule, text = refused(s, question, f"advance {RIFLE[0]} {OPEN}-{EAST}")
    assert (rule, "Mechanised" in text) == ("10.5", True)


@pytest.mark.rule("10.5")
def test_advance_is_optional_unit_by_unit() -> None:
    s, origin = won(RIFLE[0], TANK[0])
    assert "done" in texts(advancing(s, origin))
    question = advancing(s, origin, f"advance {TANK[0]} {OPEN}-{EAST}")
    assert f"advance {RIFLE[0]} {OPEN}" in texts(question)
    assert s.units[TANK[0]].at == EAST
    assert advancing(s, origin, "done") is None


@pytest.mark.rule("10.5")
def test_zones_are_ignored_and_enemies_not_entered() -> None:
    s, origin = won(TANK[0])
    put(s, EAST, INFANTRY[0])
    question = advancing(s, origin)
    assert f"advance {TANK[0]} {OPEN}-{NORTH_EAST}" in texts(question)
    assert f"advance {TANK[0]} {OPEN}-{EAST}" not in texts(question)
    assert refused(s, question, f"advance {TANK[0]} {OPEN}-{EAST}") == ("5.0", f"{EAST} is occupied by the enemy.")


@pytest.mark.rule("10.5")
def test_an_advance_begins_with_the_attacked_hex_and_only_for_attackers() -> None:
    s, origin = won(TANK[0])
    put(s, SOUTH_WEST, RIFLE[0])
    question = advancing(s, origin)
    assert refused(s, question, f"advance {TANK[0]} {NORTH_WEST}")[0] == "10.5"
    rule, text = refused(s, question, f"advance {RIFLE[0]} {OPEN}")
    assert (rule, "did not attack" in text) == ("10.5", True)


@pytest.mark.rule("10.5")
def test_a_headquarters_that_did_not_attack_stays_behind() -> None:
    """The units stacked with it advance; it may not join them."""
    s, origin = won(TANK[0])
    put(s, origin[TANK[0]], SOVIET_HQ)
    assert SOVIET_HQ not in origin
    question = advancing(s, origin, f"advance {TANK[0]} {OPEN}")
    assert question is None
    s, origin = won(TANK[0], RIFLE[0])
    put(s, origin[TANK[0]], SOVIET_HQ)
    question = advancing(s, origin, f"advance {TANK[0]} {OPEN}")
    rule, text = refused(s, question, f"advance {SOVIET_HQ} {OPEN}")
    assert (rule, "did not attack" in text) == ("10.5", True)


@pytest.mark.rule("10.5", "5.0")
def test_stacking_counts_where_the_advance_ends() -> None:
    s, origin = won(RIFLE[0], TANK[0])
    put(s, SOUTH_WEST, TANK[1])
    origin[TANK[1]] = SOUTH_WEST
    question = advancing(s, origin, f"advance {RIFLE[0]} {OPEN}", f"advance {TANK[0]} {OPEN}")
    assert refused(s, question, f"advance {TANK[1]} {OPEN}")[0] == "5.0"
    assert f"advance {TANK[1]} {OPEN}-{EAST}" in texts(question)  # through the full hex


@pytest.mark.rule("10.5")
def test_the_second_hex_may_be_the_one_the_unit_came_from() -> None:
    s, origin = won(TANK[0])
    advancing(s, origin, f"advance {TANK[0]} {OPEN}-{WEST}")
    assert s.units[TANK[0]].at == WEST


@pytest.mark.rule("10.5")
def test_an_unbridged_major_river_stops_an_advance() -> None:
    s, _ = won(TANK[0], start="1730")
    assert ways(s, TANK[0], "1630") == [("1630",)]  # crossed first: stop
    s, _ = won(TANK[0], start="1831")
    second = {w[1] for w in ways(s, TANK[0], "1730") if len(w) == 2}
    assert "1630" not in second
    assert "1729" in second


@pytest.mark.rule("10.5")
def test_a_bridged_major_river_does_not_stop_it() -> None:
    s, _ = won(TANK[0], start="2919")
    assert ("2918", "2818") in ways(s, TANK[0], "2918")


@pytest.mark.rule("10.5")
def test_no_advance_over_a_blocked_side() -> None:
    s, _ = won(TANK[0], start="0520")
    second = {w[1] for w in ways(s, TANK[0], "0421") if len(w) == 2}
    assert not {"0422", "0521"} & second
    assert "0420" in second
    question = advancing(s, {TANK[0]: "0520"}, target="0421")
    rule, text = refused(s, question, f"advance {TANK[0]} 0421-0422")
    assert (rule, "blocked side" in text) == ("10.5", True)


@pytest.mark.rule("10.5")
def test_a_headquarters_advances_with_a_unit_of_its_hex() -> None:
    s, origin = won(TANK[0], SOVIET_HQ)
    question = advancing(s, origin)
    assert not [t for t in texts(question) if SOVIET_HQ in t]  # not by itself
    assert refused(s, question, f"advance {SOVIET_HQ} {OPEN}")[0] == "10.5"
    question = advancing(s, origin, f"advance {TANK[0]} {OPEN}-{EAST}")
    mine = {t for t in texts(question) if SOVIET_HQ in t}
    assert mine == {f"advance {SOVIET_HQ} {OPEN}", f"advance {SOVIET_HQ} {OPEN}-{EAST}"}


@pytest.mark.rule("10.5", "5.0")
def test_a_headquarters_does_not_end_its_advance_on_another() -> None:
    s, origin = won(TANK[0], SOVIET_HQ)
    put(s, EAST, "SU-HQ-Step")
    question = advancing(s, origin, f"advance {TANK[0]} {OPEN}-{EAST}")
    assert [t for t in texts(question) if SOVIET_HQ in t] == [f"advance {SOVIET_HQ} {OPEN}"]


@pytest.mark.rule("10.5")
def test_a_headquarters_does_not_follow_a_unit_of_another_hex() -> None:
    s, origin = won(SOVIET_HQ)
    put(s, SOUTH_WEST, TANK[0])
    origin[TANK[0]] = SOUTH_WEST
    question = advancing(s, origin, f"advance {TANK[0]} {OPEN}")
    assert question is None


@pytest.mark.rule("10.5")
def test_a_headquarters_that_attacked_alone_stays() -> None:
    s, origin = won(SOVIET_HQ)
    put(s, WEST, TANK[0])  # in its hex, but it did not attack
    assert advancing(s, origin) is None


@pytest.mark.rule("10.5", "8.1")
def test_passing_through_the_attacked_city_takes_it() -> None:
    s, origin = won(TANK[0], start="1732")
    advancing(s, origin, f"advance {TANK[0]} 1731-1632", target="1731")
    assert s.control["1731"] == SOVIET
    assert s.units[TANK[0]].at == "1632"


@pytest.mark.rule("10.5")
def test_no_advance_while_a_defender_remains() -> None:
    s = blank()
    s.orders = frozenset(["2634"])
    put(s, "2634", *INFANTRY[:2])
    put(s, "2635", *TANK[:2])
    question, _ = ask(apply(s, "2634", TANK[:2], "R"), f"lose {INFANTRY[0]}")
    assert question is None
    assert s.units[TANK[0]].at == "2635"


@pytest.mark.rule("10.5")
def test_a_unit_advances_once() -> None:
    """Even one that has come back to where it attacked from."""
    for first in (OPEN, f"{OPEN}-{WEST}"):
        s = facing(attackers=TANK[:2])
        s.eliminate(INFANTRY[0])
        question, _ = ask(advance(s, SOVIET, OPEN, dict.fromkeys(TANK[:2], WEST)), f"advance {TANK[0]} {first}")
        rule, text = refused(s, question, f"advance {TANK[0]} {OPEN}")
        assert (rule, "has already advanced" in text) == ("10.5", True)
