"""Combat: declaration, odds, air support, losses (7, 10.0 to 10.3, 12.2)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from wargame.games.traces_of_war.combat import apply, one_attack, resolve, targets
from wargame.games.traces_of_war.model import ISOLATED, OUT
from wargame.games.traces_of_war.odds import attack_strength, can_attack, odds, shown

from .support import (
    AXIS,
    AXIS_HQ,
    BOARD,
    EAST,
    INFANTRY,
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
    name,
    position,
    put,
    refused,
    texts,
    told,
)  # fmt: skip

# --- who attacks whom -----------------------------------------------------------------------------------


@pytest.mark.rule("10.0")
def test_combat_is_voluntary() -> None:
    s = facing()
    question, _ = ask(one_attack(s, SOVIET))
    assert texts(question) == [f"attack {OPEN}", "done"]
    assert str(ask(one_attack(s, SOVIET), "done")[1]) == "done"


@pytest.mark.rule("10.0")
def test_only_activated_units_attack() -> None:
    s = facing()
    put(s, EAST, RIFLE[0])
    question, _ = ask(one_attack(s, SOVIET), f"attack {OPEN}")
    assert refused(s, question, f"with {RIFLE[0]}")[0] == "10.0"
    assert f"with {RIFLE[0]}" not in texts(question)


@pytest.mark.rule("10.0")
def test_only_neighbours_attack() -> None:
    s = facing()
    put(s, "2539", RIFLE[0])
    activated(s, SOVIET)
    question, _ = ask(one_attack(s, SOVIET), f"attack {OPEN}")
    rule, text = refused(s, question, f"with {RIFLE[0]}")
    assert (rule, "not next to" in text) == ("10.0", True)
    assert refused(s, question, f"with {RIFLE[1]}") == ("10.0", f"{name(RIFLE[1])} is not on the map.")


@pytest.mark.rule("10.0")
def test_a_unit_fights_once_an_activation() -> None:
    s = facing()
    put(s, NORTH_WEST, INFANTRY[1])
    ask(one_attack(s, SOVIET), f"attack {OPEN}", *(f"with {u}" for u in TANK[:2]), "fight", "roll 1")
    assert s.fought == set(TANK[:2])
    question, value = ask(one_attack(s, SOVIET))
    assert (question, str(value)) == (None, "done")


@pytest.mark.rule("10.0")
def test_a_hex_is_attacked_once_an_activation() -> None:
    s = facing()
    put(s, EAST, TANK[2])
    put(s, NORTH_WEST, INFANTRY[1])
    activated(s, SOVIET)
    put(s, SOUTH_EAST, INFANTRY[2])  # so that there is something left to attack
    s.attacked = frozenset([OPEN])
    question, _ = ask(one_attack(s, SOVIET))
    assert refused(s, question, f"attack {OPEN}")[0] == "10.0"


@pytest.mark.rule("10.0")
def test_stacked_units_attack_different_hexes() -> None:
    s = facing()
    put(s, NORTH_WEST, INFANTRY[1])
    ask(one_attack(s, SOVIET), f"attack {OPEN}", f"with {TANK[0]}", "fight", "roll 1")
    assert s.fought == {TANK[0]}
    question, _ = ask(one_attack(s, SOVIET))
    assert f"attack {NORTH_WEST}" in texts(question)


@pytest.mark.rule("10.0")
def test_attacks_from_several_hexes_are_added_and_all_defenders_attacked() -> None:
    s = facing(INFANTRY[:2])
    put(s, EAST, RIFLE[0])
    found = odds(s, OPEN, (*TANK[:2], RIFLE[0]))
    assert (found.attack, found.defence) == (16, 6)


@pytest.mark.rule("10.0")
def test_no_attack_across_a_blocked_side() -> None:
    s = position({"0421": PANZER, "0422": RIFLE[0], "0420": RIFLE[1]})
    activated(s, AXIS)
    question, _ = ask(one_attack(s, AXIS))
    rule, text = refused(s, question, "attack 0422")
    assert (rule, "blocked side" in text) == ("10.0", True)
    put(s, "0520", "DE-T-9Pz", "DE-T-13Pz")
    put(s, "0521", f"({RIFLE[2]})")
    activated(s, AXIS)
    question, _ = ask(one_attack(s, AXIS), "attack 0521")
    rule, text = refused(s, question, f"with {PANZER}")
    assert (rule, "blocked side" in text) == ("10.0", True)


@pytest.mark.rule("10.0")
def test_an_empty_hex_is_not_attacked() -> None:
    s = facing()
    question, _ = ask(one_attack(s, SOVIET))
    assert refused(s, question, f"attack {NORTH_WEST}")[0] == "10.0"


@pytest.mark.rule("10.0", "2.3")
def test_a_headquarters_attacks_and_defends_like_a_unit() -> None:
    s = facing((INFANTRY[0], AXIS_HQ), (RIFLE[0], SOVIET_HQ))
    found = odds(s, OPEN, (RIFLE[0], SOVIET_HQ))
    assert (found.attack, found.defence) == (6, 5)


@pytest.mark.rule("10.1")
def test_a_declared_attack_may_be_called_off() -> None:
    s = facing()
    question, value = ask(one_attack(s, SOVIET), f"attack {OPEN}", f"with {TANK[0]}", "call off")
    assert (question, value) == (None, None)
    assert not s.fought
    assert not s.attacked


@pytest.mark.rule("10.1")
def test_attacks_come_in_the_order_the_attacker_chooses() -> None:
    s = facing()
    put(s, NORTH_WEST, INFANTRY[1])
    assert set(targets(s, SOVIET)) == {OPEN, NORTH_WEST}


# --- strengths and odds ---------------------------------------------------------------------------------


@pytest.mark.rule("10.2", "1.3")
def test_a_stack_over_a_river_is_added_and_then_halved() -> None:
    """Two reduced tanks of 3 over a river are 3, not 1 and 1; the rifle corps beside is whole."""
    s = position({"1141": INFANTRY[0], "1140": (f"({TANK[0]})", f"({TANK[1]})")})
    assert BOARD.edge("1140", "1141").river
    assert attack_strength(s, "1141", TANK[:2]) == 3
    dry = next(h for h in BOARD.neighbours("1141") if (e := BOARD.edge(h, "1141")) is None or not e.river)
    put(s, dry, RIFLE[0])
    assert attack_strength(s, "1141", (*TANK[:2], RIFLE[0])) == 3 + 4


@pytest.mark.rule("10.2")
def test_a_bridge_does_not_spare_the_attacker_the_river() -> None:
    s = position({"2918": INFANTRY[0], "2919": TANK[:2]})
    assert BOARD.edge("2919", "2918").bridge
    assert attack_strength(s, "2918", TANK[:2]) == 6


@pytest.mark.rule("10.2", "8.2")
def test_supply_takes_two_from_each_unit_before_the_river_halves() -> None:
    s = position({"1141": INFANTRY[0], "1140": (TANK[0], RIFLE[0])})
    s.mark(TANK[0], OUT)
    s.mark(RIFLE[0], ISOLATED)
    assert attack_strength(s, "1141", (TANK[0], RIFLE[0])) == (4 + 2) // 2
    s.mark(INFANTRY[0], ISOLATED)
    assert odds(s, "1141", (TANK[0],)).defence == 1


@pytest.mark.rule("10.2")
@pytest.mark.parametrize(
    ("hex", "shifts"),
    [
        (OPEN, []),
        ("1731", [("city", -1)]),
        ("2634", [("major city", -1)]),
        ("1539", [("rough", -1), ("city", -1)]),
        ("1440", [("rough", -1)]),
    ],
)
def test_terrain_shifts_add_up(hex: str, shifts: list[tuple[str, int]]) -> None:
    s = position({hex: SECURITY, BOARD.neighbours(hex)[0]: TANK[:2]})
    found = odds(s, hex, TANK[:2])
    assert [(m.name, m.amount) for m in found.shifts] == shifts
    assert all(m.rule == "10.2" for m in found.shifts)


@pytest.mark.rule("10.2")
def test_below_one_to_one_after_terrain_there_is_no_attack() -> None:
    s = facing(INFANTRY[:2], RIFLE[:1])  # 4:6
    assert not can_attack(s, OPEN, RIFLE[:1])
    put(s, NORTH_WEST, SECURITY)
    question, _ = ask(one_attack(s, SOVIET))
    rule, text = refused(s, question, f"attack {OPEN}")
    assert (rule, "below 1-1" in text) == ("10.2", True)
    s = blank()
    put(s, "1440", INFANTRY[0])  # rough: 4:3 is 1-1, one column left of it there is nothing
    put(s, "1439", RIFLE[0])
    assert not can_attack(s, "1440", RIFLE[:1])


@pytest.mark.rule("10.2", "7.0")
def test_air_support_does_not_make_an_attack_possible() -> None:
    s = position({OPEN: RIFLE[:2], WEST: INFANTRY[0]})
    s.luftwaffe = ("offensive",)
    assert targets(activated(s, AXIS), AXIS) == []


@pytest.mark.rule("10.2")
def test_the_fight_waits_for_one_to_one() -> None:
    s = facing(INFANTRY[:2], (RIFLE[0], TANK[0]))
    question, _ = ask(one_attack(s, SOVIET), f"attack {OPEN}", f"with {RIFLE[0]}")
    assert "fight" not in texts(question)
    assert refused(s, question, "fight")[0] == "10.2"
    question, _ = ask(one_attack(s, SOVIET), f"attack {OPEN}", f"with {RIFLE[0]}", f"with {TANK[0]}")
    assert "fight" in texts(question)


@pytest.mark.rule("10.2")
def test_possible_is_what_the_odds_say() -> None:
    for hex in (OPEN, "1731", "1539", "1440"):
        for attackers in (RIFLE[:1], TANK[:1], TANK[:2]):
            for defenders in (INFANTRY[:1], INFANTRY[:2], (SECURITY,), (f"({INFANTRY[0]})",)):
                s = blank()
                put(s, hex, *defenders)
                put(s, BOARD.neighbours(hex)[-1], *attackers)
                assert can_attack(s, hex, attackers) == (odds(s, hex, attackers).column is not None)


@pytest.mark.rule("10.2")
def test_a_defence_of_one_is_no_defence_of_nothing() -> None:
    s = blank()
    put(s, "1731", INFANTRY[0])  # a city
    s.mark(INFANTRY[0], ISOLATED)
    put(s, "1732", f"({TANK[0]})")
    s.mark(TANK[0], OUT)
    assert (s.attack(TANK[0]), s.defence(INFANTRY[0])) == (1, 1)
    assert not can_attack(s, "1731", TANK[:1])
    assert odds(s, "1731", TANK[:1]).column is None


@pytest.mark.rule("10.2")
def test_defence_nothing_is_ten_to_one_whatever_the_terrain() -> None:
    s = position({"1539": SECURITY})
    s.mark(SECURITY, ISOLATED)
    put(s, "1439", f"({RIFLE[0]})")
    found = odds(s, "1539", RIFLE[:1])
    assert (found.defence, found.column, found.shifts) == (0, "10+", ())
    assert can_attack(s, "1539", RIFLE[:1])
    seen = shown(s, "1539", RIFLE[:1])
    assert (seen["ratio"], seen["column"]) == ("10-1+ (10.2)", "10-1+")
    assert "loses 2 steps" in seen["results"]["2RR"]


# --- what the player sees before he fights --------------------------------------------------------------


@pytest.mark.rule("10.1", "10.2", "10.3")
def test_the_preview_shows_ratio_shifts_and_chances() -> None:
    s = position({"1731": INFANTRY[0], "1732": (RIFLE[0], TANK[0]), "1832": (RIFLE[1], TANK[1])})
    s.mark(RIFLE[1], OUT)
    activated(s, SOVIET)
    units = (RIFLE[0], TANK[0], RIFLE[1], TANK[1])
    question, _ = ask(one_attack(s, SOVIET), "attack 1731", *(f"with {u}" for u in units))
    seen = question.shown()
    assert (seen["attack"], seen["defence"], seen["ratio"]) == (18, 3, "6-1 (10.2)")
    assert seen["shifts"] == ["-1 city (10.2)"]
    assert seen["column"] == "5-1"
    assert seen["chances"] == {"R": "1/3", "RR": "1/3", "1RR": "1/3"}
    assert seen["results"] == {
        "R": "the defender retreats 1 hex",
        "RR": "the defender retreats 2 hexes",
        "1RR": "the defender loses 1 step and retreats 2 hexes",
    }
    supported = next(v for k, v in seen.items() if "defensive" in k)
    assert supported == {"R": "2/3", "RR": "1/3"}
    assert [str(a) for a in ask(resolve(s, "1731", units))[0].actions] == [f"roll {n}" for n in range(1, 7)]
    rows = {row["unit"]: row for row in seen["units"]}
    assert rows[name(RIFLE[1])]["supply"] == "out of supply: 2 less (8.2)"
    assert rows[name(INFANTRY[0])] == {
        "unit": name(INFANTRY[0]),
        "at": "1731",
        "does": "defends",
        "strength": 3,
        "supply": "",
    }
    assert not s.fought  # nothing has happened yet


@pytest.mark.rule("8.2", "10.1")
def test_the_preview_names_a_marker_only_where_it_weakens() -> None:
    """Out of supply weakens the attack alone, isolation the defence too."""
    s = facing(INFANTRY[:2])
    s.mark(INFANTRY[0], OUT)
    s.mark(INFANTRY[1], ISOLATED)
    rows = {row["unit"]: row["supply"] for row in shown(s, OPEN, TANK[:2])["units"]}
    assert rows[name(INFANTRY[0])] == ""
    assert rows[name(INFANTRY[1])] == "isolated: 2 less (8.2)"


@pytest.mark.rule("10.1")
def test_the_choice_of_a_hex_shows_what_each_attack_comes_to() -> None:
    s = facing()
    put(s, NORTH_WEST, *INFANTRY[1:3])
    question, _ = ask(one_attack(s, SOVIET))
    rows = {row["hex"]: row for row in question.shown()["possible attacks with all units"]}
    assert (rows[OPEN]["attack"], rows[OPEN]["defence"], rows[OPEN]["column"]) == (12, 3, "4-1")
    assert (rows[NORTH_WEST]["defenders"], rows[NORTH_WEST]["column"]) == (tuple(map(name, INFANTRY[1:3])), "2-1")


@pytest.mark.rule("10.1", "12.2")
def test_the_preview_names_rivers_orders_and_offensive_support() -> None:
    s = blank()
    s.orders = frozenset(["2918"])
    put(s, "2918", SECURITY)
    put(s, "2919", *TANK[:2])
    seen = shown(s, "2918", TANK[:2])
    assert seen["halved"] == ["attack from 2919 over the Dnipro (10.2)"]
    assert all("steps (12.2)" in result for result in seen["chances"] if "R" in result)
    s = position({OPEN: RIFLE[0], WEST: (PANZER, "DE-T-9Pz")})
    seen = shown(s, OPEN, (PANZER, "DE-T-9Pz"))
    assert any("offensive air support (+2 columns, 7.0)" in name for name in seen)


@pytest.mark.rule("10.3")
def test_chances_add_up_to_one() -> None:
    s = facing()
    for column in TITLE.data.crt.columns:
        assert sum(TITLE.data.crt.chances(column).values()) == Fraction(1)
    assert sum(map(Fraction, shown(s, OPEN, TANK[:2])["chances"].values())) == 1


# --- air support ----------------------------------------------------------------------------------------


@pytest.mark.rule("7.0", "10.1")
def test_offensive_support_shifts_two_columns_right() -> None:
    s = position({OPEN: f"({RIFLE[0]})", WEST: PANZER})
    s.luftwaffe = ("offensive",)
    before = odds(s, OPEN, (PANZER,)).column
    ask(resolve(activated(s, AXIS), OPEN, (PANZER,)), "air support offensive", "roll 3")
    column = TITLE.data.crt.column(before, 2)
    assert any(f"column {column}-1, roll 3" in text for text in told(s))
    assert (s.luftwaffe, s.flown) == ((), ("offensive",))


@pytest.mark.rule("7.0")
def test_support_of_the_wrong_kind_is_refused() -> None:
    s = facing()
    s.luftwaffe = ("offensive",)
    question, _ = ask(resolve(s, OPEN, TANK[:2]))
    assert question.side == AXIS
    assert texts(question) == ["pass"]
    assert refused(s, question, "air support offensive") == ("7.0", "Only defensive air support helps the Axis here.")
    rule, text = refused(s, question, "air support defensive")
    assert (rule, "no defensive marker" in text) == ("7.0", True)


@pytest.mark.rule("7.0")
def test_two_markers_of_a_kind_may_be_used_together() -> None:
    s = facing()
    s.luftwaffe = ("defensive", "defensive")
    ask(resolve(s, OPEN, TANK[:2]), *["air support defensive"] * 2, "roll 6")
    assert any("roll 2," in text for text in told(s))


@pytest.mark.rule("7.0")
def test_the_soviets_never_have_support_and_nobody_is_asked_without_markers() -> None:
    s = facing()
    question, _ = ask(resolve(s, OPEN, TANK[:2]))
    assert question.side == "chance"


# --- results --------------------------------------------------------------------------------------------


@pytest.mark.rule("10.3")
def test_an_attacker_loss_is_taken_among_the_attackers() -> None:
    s = facing()
    put(s, SOUTH_WEST, RIFLE[0])
    question, _ = ask(apply(s, OPEN, TANK[:2], "A1"))
    assert texts(question) == [f"lose {u}" for u in TANK[:2]]
    assert refused(s, question, f"lose {RIFLE[0]}") == (
        "10.3", f"{name(RIFLE[0])} is not among the units that take this loss.",
    )  # fmt: skip
    assert refused(s, question, "done")[0] == "10.3"
    s = facing()
    ask(apply(s, OPEN, TANK[:2], "A1"), f"lose {TANK[1]}")
    assert (s.units[TANK[0]].steps, s.units[TANK[1]].steps) == (2, 1)


@pytest.mark.rule("10.3", "2.2")
def test_a_unit_of_one_step_is_eliminated() -> None:
    s = facing((SECURITY,))
    ask(apply(s, OPEN, TANK[:2], "1RR"))
    assert SECURITY not in s.units


@pytest.mark.rule("10.3", "2.3")
def test_a_destroyed_headquarters_relocates() -> None:
    s = facing((AXIS_HQ,))
    question, _ = ask(apply(s, OPEN, TANK[:2], "1RR"))
    assert question.side == AXIS
    assert f"relocate {OPEN}" not in texts(question)
    s = facing((AXIS_HQ,))
    ask(apply(s, OPEN, TANK[:2], "1RR"), "relocate 2501")
    assert s.units[AXIS_HQ].at == "2501"
    assert s.relocated == 2


@pytest.mark.rule("10.3")
def test_no_result_changes_nothing() -> None:
    s = facing()
    before = dict(s.units)
    question, _ = ask(apply(s, OPEN, TANK[:2], "-"))
    assert question is None
    assert s.units == before


@pytest.mark.rule("12.2", "10.3")
def test_under_an_order_losses_and_retreat_become_steps_together() -> None:
    s = blank()
    s.orders = frozenset(["2634"])
    put(s, "2634", *INFANTRY[:2])
    put(s, "2635", *TANK[:2])
    ask(apply(s, "2634", TANK[:2], "1RR"), *(f"lose {u}" for u in (INFANTRY[0], INFANTRY[1], INFANTRY[0])))
    assert INFANTRY[0] not in s.units
    assert s.units[INFANTRY[1]].steps == 1
    assert s.units[INFANTRY[1]].at == "2634"
    assert {e.rule for e in s.log if "reduced" in e.text or "eliminated" in e.text} == {"12.2"}


@pytest.mark.rule("12.2")
def test_without_an_order_the_city_is_left() -> None:
    s = position({"2634": INFANTRY[0], "2635": TANK[:2]})
    question, _ = ask(apply(s, "2634", TANK[:2], "R"))
    assert (question.rule, question.side) == ("10.4", AXIS)


@pytest.mark.rule("12.2")
def test_soviets_in_an_ordered_hex_retreat_as_usual() -> None:
    """The order binds the Axis alone."""
    s = blank()
    s.orders = frozenset([OPEN])
    put(s, OPEN, RIFLE[0])
    put(s, EAST, PANZER)
    question, _ = ask(apply(s, OPEN, (PANZER,), "R"))
    assert (question.rule, question.side) == ("10.4", SOVIET)


@pytest.mark.rule("10.1")
def test_an_attack_without_units_is_refused_as_such() -> None:
    s = facing()
    question, _ = ask(one_attack(s, SOVIET), f"attack {OPEN}")
    rule, text = refused(s, question, "fight")
    assert (rule, "No unit has been named yet" in text) == ("10.1", True)


# --- warnings -------------------------------------------------------------------------------------------


@pytest.mark.rule("10.0", "10.3")
def test_ending_combat_says_which_attacks_could_not_have_failed() -> None:
    s = facing((SECURITY,), (*TANK[:2],))
    question, _ = ask(one_attack(s, SOVIET))
    assert question.warning(question.actions[-1]) == (
        f"Every result of these attacks would hurt the defender: {OPEN} at 10-1+ (with all units)."
    )
    assert question.warning(question.actions[0]) is None
    s = facing(INFANTRY[:2], RIFLE[:2])  # 8 against 6: the attacker may lose
    question, _ = ask(one_attack(s, SOVIET))
    assert question.warning(question.actions[-1]) is None


@pytest.mark.rule("7.0", "10.3")
def test_the_die_that_fell_is_told_where_air_support_changes_it() -> None:
    s = facing()
    s.luftwaffe = ("defensive",)
    ask(resolve(s, OPEN, TANK[:2]), "air support defensive", "roll 5")
    news = next(e for e in s.log if "attack" in e.text)
    assert news.text.endswith("(the die shows 5, 7.0)")
    assert news.fields["roll"] == 3
    assert news.text.startswith("2Tk, 10Tk attack")


@pytest.mark.rule("7.0", "10.3")
def test_the_chances_count_the_markers_that_were_used() -> None:
    s = facing()
    s.luftwaffe = ("defensive", "defensive")
    question, _ = ask(resolve(s, OPEN, TANK[:2]))
    before = question.shown()
    question, _ = ask(resolve(s, OPEN, TANK[:2]), "air support defensive")
    seen = question.shown()
    assert seen["air support used (7.0)"] == "defensive"
    assert seen["chances"] == before["chances with defensive air support (-2 to the die, 7.0)"] != before["chances"]
    assert "chances with more defensive air support (-2 to the die, 7.0)" in seen
