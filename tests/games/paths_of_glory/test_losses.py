"""Loss assignment against a plain search through every order of losses (12.4.3-12.4.5)."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from wargame.games.paths_of_glory.losses import loss_plans, suffer
from wargame.games.paths_of_glory.model import DEAD, RESERVE, State
from wargame.games.paths_of_glory.supply import in_supply

from .support import blank, put

POOLS = (
    ("fr_1", "fr_2", "fr_3", "fr_corps.1", "fr_corps.2"), ("ru_1", "ru_2", "ru_corps.1", "ro_corps.1", "sb_1"),
    ("br_bef", "br_1", "br_2", "cnd_corps.1", "aus_corps.1", "bef_corps.1", "fr_1"),
    ("ge_1", "ge_2", "ah_1", "ah_corps.1"),
    ("ru_cau", "ru_corps.1", "ru_corps.2"), ("be_1", "br_mef", "br_corps.1"),
)  # fmt: skip
RESERVES = (
    "fr_corps.5", "fr_corps.6", "ru_corps.5", "br_corps.5", "bef_corps.1", "ge_corps.5", "be_corps.1", "sb_corps.1",
)  # fmt: skip
FIRST = (("br_bef",), ("bef_corps",), ("br_mef",), ("aus_corps", "cnd_corps"))

Left = dict[str, int]


def substitutes(s: State, army: str, taken: Left) -> list[str]:
    """12.4.4 and 12.4.4.3, written out: a full corps of the nation, else a reduced one."""
    kind = "bef_corps" if army == "br_bef" else f"{s.counter(army).nation}_corps"
    there = [u for u in s.units_at(RESERVE[s.side_of(army)]) if s.counter(u).type == kind and u not in taken]
    return [u for u in there if s.full(u)] or there


def ways(s: State, left: Left, number: int, first: set[str]) -> Iterator[tuple[int, Left]]:
    """Every position that some order of losses leads to, with the points taken; `gone UNIT`: an army gone for good."""
    yield 0, left
    for unit, steps in left.items():
        if unit.startswith("gone "):
            continue
        c = s.counter(unit)
        points = c.lf if steps == 2 else c.reduced_lf
        if not steps or points > number or (first and c.type not in first):
            continue
        after = {**left, unit: steps - 1}
        new = substitutes(s, unit, after) if steps == 1 and c.army else []
        for corps in new[:1]:
            after[corps] = s.units[corps].steps
        if steps == 1 and c.army and not (new and c.pool and in_supply(s, unit)):
            after[f"gone {unit}"] = 1
        for more, end in ways(s, after, number - points, set()):
            yield points + more, end


def must_be_first(s: State, units: list[str], number: int) -> set[str]:
    """12.4.5, written out."""
    fits = {s.counter(u).type for u in units if s.lf(u) <= number}
    for kinds in (("ru_cau",), *FIRST):
        if fits & set(kinds):
            return fits & set(kinds)
    return set()


def outline(s: State, left: Left) -> tuple[tuple[str, int], ...]:
    return tuple(sorted((u if u.startswith("gone ") else s.counter(u).type, n) for u, n in left.items() if n))


def result(s: State, units: list[str], plan: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """The fighters left after a plan was really suffered."""
    after, fighters = s.copy(), list(units)
    suffer(after, plan, "", fighters)
    gone = {f"gone {u}": 1 for u in units if u not in after.units and s.counter(u).army}
    return outline(after, {u: after.units[u].steps for u in fighters} | gone)


@pytest.mark.rule("12.4.2", "12.4.3", "12.4.4", "12.4.4.3", "12.4.5")
@pytest.mark.parametrize("seed", range(120))
def test_plans_are_exactly_the_maximal_ways(seed: int) -> None:
    chance = random.Random(seed)
    s = blank(10, ("ro",))
    pool = chance.choice(POOLS)
    units = chance.sample(pool, chance.randint(1, 3))
    for u in units:
        put(s, "cambrai", f"({u})" if chance.random() < 0.5 else u)
    for u in chance.sample(RESERVES, chance.randint(0, 4)):
        if u not in units:
            put(s, RESERVE[s.side_of(u)], f"({u})" if chance.random() < 0.5 else u)
    number, attacking = chance.randint(0, 7), chance.random() < 0.5
    if len(units) == 2 and all(s.counter(u).army and s.full(u) for u in units):
        return  # 12.4.4.2 has its own tests
    first = must_be_first(s, units, number) if attacking else set()
    found = list(ways(s, {u: s.units[u].steps for u in units}, number, first))
    best = max(points for points, _ in found)
    want = {outline(s, left) for points, left in found if points == best}
    plans = loss_plans(s, units, number, attacking)
    assert {result(s, units, p) for p in plans} == want
    assert len(plans) == len({result(s, units, p) for p in plans})  # none twice


@pytest.mark.rule("12.4.4")
def test_an_army_without_a_corps_in_reserve_is_gone_and_with_one_may_come_back() -> None:
    for corps, back in (("", False), ("fr_corps.5", True)):
        s = blank()
        put(s, "cambrai", "(fr_1)")
        if corps:
            put(s, RESERVE["ap"], corps)
        s.control["cambrai"] = "ap"
        s.changed()
        suffer(s, ("fr_1",), "", ["fr_1"])
        assert ("fr_1" in s.units and s.units["fr_1"].at == DEAD["ap"]) == back


@pytest.mark.rule("12.4.4")
def test_when_corps_run_short_the_loser_chooses_which_army_is_gone_for_good() -> None:
    for order in (("fr_1", "fr_2"), ("fr_2", "fr_1")):
        s = blank()
        put(s, "cambrai", "(fr_1)", "(fr_2)")
        put(s, RESERVE["ap"], "fr_corps.1")
        plans = loss_plans(s, list(order), 7, False)
        assert {tuple(u for u in p if u != "fr_corps.1") for p in plans} == {("fr_1", "fr_2"), ("fr_2", "fr_1")}
        suffer(s, next(p for p in plans if p[0] == "fr_1"), "", list(order))
        assert (s.units["fr_1"].at, "fr_2" in s.units) == (DEAD["ap"], False)


@pytest.mark.rule("12.4.3")
def test_alike_corps_in_different_spaces_are_different_losses() -> None:
    s = blank()
    put(s, "verdun", "fr_corps.1", "fr_corps.2")
    put(s, "bar_le_duc", "fr_corps.3")
    assert sorted(loss_plans(s, ["fr_corps.1", "fr_corps.3"], 1, True)) == [("fr_corps.1",), ("fr_corps.3",)]
    assert len(loss_plans(s, ["fr_corps.1", "fr_corps.2"], 1, True)) == 1  # alike in every way
    put(s, "verdun", "(fr_1)")
    put(s, "bar_le_duc", "(fr_2)")
    put(s, RESERVE["ap"], "fr_corps.4", "fr_corps.5")
    plans = loss_plans(s, ["fr_1", "fr_2"], 4, True)  # an army, and a step of the corps that takes its place
    assert sorted(plan[0] for plan in plans) == ["fr_1", "fr_2"]


@pytest.mark.rule("12.4.4.2")
def test_two_armies_of_different_spaces_may_both_be_reduced() -> None:
    s = blank()
    put(s, "nancy", "fr_1")
    put(s, "verdun", "fr_2")
    ways = {tuple(sorted(p)) for p in loss_plans(s, ["fr_1", "fr_2"], 7, True)}
    assert ways == {("fr_1", "fr_2"), ("fr_1", "fr_1"), ("fr_2", "fr_2")}  # six points each (12.4.3)
    put(s, "nancy", "fr_2")
    assert loss_plans(s, ["fr_1", "fr_2"], 7, True) == [("fr_1", "fr_1"), ("fr_2", "fr_2")]
