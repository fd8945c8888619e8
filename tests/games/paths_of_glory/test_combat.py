"""Combat: designation, flank, fire, losses, retreat, advance, forts (12, 15)."""

from __future__ import annotations

from typing import Any

import pytest

from wargame.core.engine.errors import IllegalAction
from wargame.games.paths_of_glory.advance import advance_paths
from wargame.games.paths_of_glory.attackers import why_not_attack, why_not_combine, why_not_target
from wargame.games.paths_of_glory.combat import Battle, fight
from wargame.games.paths_of_glory.designation import one_attack
from wargame.games.paths_of_glory.fire import column, strength
from wargame.games.paths_of_glory.losses import first_loser, loss_plans, suffer
from wargame.games.paths_of_glory.model import AP, CP, DEAD, State
from wargame.games.paths_of_glory.retreat import retreats
from wargame.games.paths_of_glory.supply import besieged, sieges

from .support import ask, blank, hold, put, texts


def rule_of(found: Any) -> str:
    assert found is not None
    return str(found[0])


def battle(s: State, space: str, attackers: list[str], defenders: list[str]) -> Battle:
    side = s.side_of(attackers[0])
    return Battle(space, attackers, defenders, [], side, sorted({s.units[u].at for u in attackers}), {AP: [], CP: []})


def example_1() -> State:
    s = blank(1)
    put(s, "thorn", "ge_8")
    put(s, "insterberg", "ge_corps.1")
    put(s, "tannenberg", "ru_2")
    put(s, "lomza", "ru_5")
    put(s, "warsaw", "ru_4")
    put(s, "ap_reserve", "ru_corps.1")
    s.activated |= {"thorn": "attack", "insterberg": "attack"}
    return s


@pytest.mark.rule("12.2.4", "12.3.2", "12.3.3", "12.2.7", "12.4.4", "12.6.3", "12.1.7")
def test_combat_example_1() -> None:
    s = example_1()
    start = ("attack tannenberg", "with ge_8", "with ge_corps.1", "fight", "flank thorn", "roll 3", "roll 3", "roll 4")
    question, _ = ask(one_attack(s, CP), *start)
    assert "hold losing ru_corps.1" in texts(question)
    assert not s.full("ge_corps.1")
    assert s.units["ru_2"].at == DEAD[AP]
    way = "retreat ru_corps.1 lomza-warsaw"
    s = example_1()
    question, _ = ask(one_attack(s, CP), *start, "done", way)
    assert texts(question) == ["advance ge_8 tannenberg", "done"]  # forest stops it, the reduced corps stays
    s = example_1()
    ask(one_attack(s, CP), *start, "done", way, "advance ge_8 tannenberg")
    assert {s.units[u].at for u in ("ru_corps.1", "ru_4")} == {"warsaw"}
    assert (s.units["ge_8"].at, s.units["ge_corps.1"].at) == ("tannenberg", "insterberg")


def example_2() -> State:
    s = blank(10)
    hold(s, CP, "cp_18")
    put(s, "amiens", "br_3", "br_4")
    put(s, "chateau_thierry", "(cnd_corps.1)", "fr_6")
    put(s, "cambrai", "ge_2", "ge_corps.1", "ge_corps.2")
    s.control["sedan"] = CP
    s.trenches["cambrai"] = (CP, 2)
    s.activated |= {"amiens": "attack", "chateau_thierry": "attack"}
    return s


@pytest.mark.rule("12.4.5", "12.2.10", "9.5.4.2", "12.1.9", "12.1.9.1")
def test_combat_example_2() -> None:
    s = example_2()
    four = [f"with {u}" for u in ("br_3", "br_4", "cnd_corps.1", "fr_6")]
    question, _ = ask(one_attack(s, AP), "attack cambrai", *four, "fight", "card cp_18", "roll 4", "roll 5")
    assert "lose ge_2+ge_corps.1" in texts(question) or "lose ge_corps.1+ge_2" in texts(question)
    numbers = [e.fields["number"] for e in s.log if "loss number" in e.template]
    assert numbers[-2:] == [4, 7]
    german = next(a for a in texts(question) if a in ("lose ge_2+ge_corps.1", "lose ge_corps.1+ge_2"))
    s = example_2()
    procedure = one_attack(s, AP)
    question, _ = ask(procedure, "attack cambrai", *four, "fight", "card cp_18", "roll 4", "roll 5", german)
    allied = next(a for a in question.actions if set(a.units) == {"cnd_corps.1", "br_3", "br_4"})
    assert all(a.units[0] == "cnd_corps.1" for a in question.actions)
    with pytest.raises(StopIteration):
        procedure.send(allied)
    assert s.units["cnd_corps.1"].at == DEAD[AP]
    assert [s.full(u) for u in ("br_3", "br_4", "fr_6", "ge_2", "ge_corps.2")] == [False, False, True, False, True]
    assert s.units["ge_2"].at == "cambrai"  # no retreat: the defender won
    assert s.pile("cp_table") == ("cp_18",)


@pytest.mark.rule("12.4.3", "12.4.2", "12.4.1")
def test_loss_example_a_full_and_a_reduced_french_army_take_five() -> None:
    s = blank()
    put(s, "sedan", "fr_1", "(fr_2)")
    put(s, "ap_reserve", "fr_corps.1")
    assert loss_plans(s, ["fr_1", "fr_2"], 5, False) == [("fr_2", "fr_corps.1", "fr_corps.1")]


@pytest.mark.rule("12.4.3")
@pytest.mark.parametrize("number", range(8))
def test_loss_plans_are_all_the_maximal_ones(number: int) -> None:
    """Against a plain enumeration of every order of steps."""
    s = blank()
    units = ["fr_1", "fr_2", "fr_corps.1"]
    put(s, "sedan", "fr_1", "(fr_2)", "fr_corps.1")
    put(s, "ap_reserve", "(fr_corps.2)")

    def every(left: int, steps: dict[str, int], lost: tuple[str, ...]) -> set[tuple[int, tuple[str, ...]]]:
        found = {(number - left, tuple(sorted(lost)))}
        for u, n in steps.items():
            points = 3 if s.counter(u).army else 1
            if n and points <= left:
                after = {**steps, u: n - 1}
                if n == 1 and s.counter(u).army and "fr_corps.2" not in after:
                    after["fr_corps.2"] = 1
                found |= every(left - points, after, (*lost, u))
        return found

    def kinds(lost: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
        left = {u: s.units[u].steps for u in (*units, "fr_corps.2")}
        for u in lost:
            left[u] -= 1
        return tuple(sorted((s.counter(u).type, n) for u, n in left.items()))

    ways = every(number, {u: s.units[u].steps for u in units}, ())
    best = max(points for points, _ in ways)
    want = {kinds(lost) for points, lost in ways if points == best}
    assert {kinds(p) for p in loss_plans(s, units, number, False)} == want


@pytest.mark.rule("12.4.4", "12.4.4.1")
def test_armies_become_corps_or_are_gone_for_good() -> None:
    s = blank()
    put(s, "sedan", "(fr_1)")
    put(s, "ap_reserve", "(fr_corps.1)", "fr_corps.2")
    fighters = ["fr_1"]
    suffer(s, ("fr_1",), "", fighters)
    assert fighters == ["fr_corps.2"]  # full strength first
    assert s.units["fr_1"].at == DEAD[AP]
    put(s, "lodz", "(fr_2)")  # out of supply
    suffer(s, ("fr_2",), "", ["fr_2"])
    assert s.units["fr_corps.1"].at == "lodz"
    assert "fr_2" not in s.units
    put(s, "verdun", "(fr_3)")
    suffer(s, ("fr_3",), "", ["fr_3"])
    assert "fr_3" not in s.units


@pytest.mark.rule("12.4.4.2")
def test_two_full_armies_without_corps_lose_one_for_good() -> None:
    s = blank()
    put(s, "sedan", "fr_1", "fr_2")
    assert loss_plans(s, ["fr_1", "fr_2"], 7, False) == [("fr_1", "fr_1"), ("fr_2", "fr_2")]
    put(s, "ap_reserve", "fr_corps.1")
    assert ("fr_1", "fr_1", "fr_corps.1") in loss_plans(s, ["fr_1", "fr_2"], 7, False)
    s = blank()
    put(s, "kiev", "ru_1")
    put(s, "sedan", "fr_1")
    assert {tuple(sorted(p)) for p in loss_plans(s, ["fr_1", "ru_1"], 5, False)} == {("fr_1", "ru_1")}


@pytest.mark.rule("12.4.4.3")
def test_british_replacements() -> None:
    s = blank()
    put(s, "ap_reserve", "aus_corps.1", "cnd_corps.1", "pt_corps.1", "bef_corps.1")
    put(s, "calais", "(br_1)", "(br_bef)", "(br_mef)")
    for army, corps in (("br_1", ""), ("br_bef", "bef_corps.1"), ("br_mef", "")):
        fighters = [army]
        suffer(s, (army,), "", fighters)
        assert fighters == ([corps] if corps else [])


@pytest.mark.rule("12.4.5")
def test_first_attacker_loss_by_the_list() -> None:
    s = blank()
    put(s, "calais", "br_bef", "br_1", "cnd_corps.1")
    put(s, "kars", "ru_cau", "ru_corps.1")
    assert first_loser(s, ["br_bef", "br_1", "cnd_corps.1"], 3) == {"br_bef"}
    assert first_loser(s, ["br_bef", "br_1", "cnd_corps.1"], 2) == {"cnd_corps"}
    assert first_loser(s, ["ru_cau", "ru_corps.1"], 2) == {"ru_cau"}
    assert all(p[0] == "br_bef" for p in loss_plans(s, ["br_bef", "br_1", "cnd_corps.1"], 4, True))
    assert any(p[0] != "br_bef" for p in loss_plans(s, ["br_bef", "br_1"], 3, False))


@pytest.mark.rule("12.4.5", "12.4.4.2")
def test_of_two_attacking_armies_without_corps_the_bef_dies() -> None:
    s = blank()
    put(s, "calais", "br_bef", "br_1")
    assert loss_plans(s, ["br_bef", "br_1"], 7, True) == [("br_bef", "br_bef")]
    assert loss_plans(s, ["br_bef", "br_1"], 7, False) == [("br_bef", "br_bef"), ("br_1", "br_1")]


@pytest.mark.rule("12.1.5", "12.1.1", "12.1.3")
def test_refused_attackers() -> None:
    s = blank()
    put(s, "amiens", "fr_1", "fr_2")
    put(s, "cambrai", "ge_1")
    s.activated["amiens"] = "attack"
    with pytest.raises(IllegalAction) as refused:
        ask(one_attack(s, AP), "attack paris")
    assert refused.value.rule == "12.1.1"
    s.fought = frozenset(("fr_1",))
    with pytest.raises(IllegalAction) as refused:
        ask(one_attack(s, AP), "attack cambrai", "with fr_1")
    assert refused.value.rule == "12.1.5"
    s.retreated = frozenset(("ge_1",))
    assert rule_of(why_not_target(s, AP, "cambrai")) == "12.1.1"


@pytest.mark.rule("12.1.9", "12.1.10", "15.2.3")
def test_refused_combinations() -> None:
    s = blank()
    put(s, "amiens", "br_1")
    put(s, "chateau_thierry", "fr_1")
    put(s, "london", "br_2")
    put(s, "calais", "ge_1")
    assert rule_of(why_not_combine(s, ["br_1", "fr_1"], "cambrai")) == "12.1.9"
    assert rule_of(why_not_combine(s, ["br_2"], "calais")) == "12.1.10"
    assert why_not_combine(s, ["br_2", "br_1"], "calais") is None
    put(s, "liege", "ge_2", "ge_corps.1")
    assert rule_of(why_not_combine(s, ["ge_2"], "brussels")) == "15.2.3"
    assert why_not_combine(s, ["ge_corps.1"], "brussels") is None


@pytest.mark.rule("12.1.8")
def test_attacks_over_dotted_lines() -> None:
    s = blank(5, ("tu",))
    put(s, "caucasus", "ru_1", "ru_corps.1")
    put(s, "poti", "tu_corps.1")
    assert rule_of(why_not_attack(s, "ru_1", "poti")) == "12.1.8"
    assert why_not_attack(s, "ru_corps.1", "poti") is None
    s.played["cp_52"] = 4  # Fall of the Tsar stops movement only (11.3.2)
    assert why_not_attack(s, "ru_corps.1", "poti") is None
    s.limit("ru_caucasus")
    assert rule_of(why_not_attack(s, "ru_corps.1", "poti")) == "12.1.8"


@pytest.mark.rule("15.1.2", "15.1.3", "15.1.11")
def test_attacking_forts() -> None:
    s = blank(1)
    put(s, "koblenz", "ge_1")
    put(s, "aachen", "ge_2")
    assert why_not_attack(s, "ge_1", "liege") is None
    put(s, "liege", "ge_3")
    assert rule_of(why_not_attack(s, "ge_1", "liege")) == "15.1.3"
    assert why_not_attack(s, "ge_3", "liege") is None
    put(s, "tannenberg", "ru_1")
    put(s, "konigsberg", "ge_8")
    assert rule_of(why_not_attack(s, "ru_1", "konigsberg")) == "15.1.11"


@pytest.mark.rule("12.2.3", "15.1.4", "15.1.5", "12.1.6", "11.2.8")
def test_strength_adds_the_defenders_fort_only() -> None:
    s = blank()
    put(s, "metz", "ge_4", "(ah_corps.1)")
    put(s, "verdun", "fr_1")
    b = battle(s, "verdun", ["ge_4", "ah_corps.1"], ["fr_1"])
    assert strength(s, b, CP) == (5, True)
    assert strength(s, b, AP) == (6, True)


@pytest.mark.rule("12.2.7", "11.2.7")
def test_columns_shift_and_stay_on_the_table() -> None:
    s = blank()
    put(s, "mulhouse", "(ge_7)")
    put(s, "belfort", "fr_corps.1")
    s.trenches["belfort"] = (AP, 1)
    b = battle(s, "belfort", ["ge_7"], ["fr_corps.1"])
    assert column(s, b, CP)[1] == 0  # 3 is column 2, minus trench and mountain (Q&A: they add up)
    assert column(s, b, AP)[1] == 4  # 1 and the fort's 2 make 3, plus one
    s.trenches["belfort"] = (AP, 2)
    assert column(s, b, CP)[1] == 0
    b.no_trench = True
    assert column(s, b, CP)[1] == 1


@pytest.mark.rule("12.3.1", "15.1.6")
@pytest.mark.parametrize(("space", "sources", "units", "trench", "offered"), [
    ("cambrai", ("amiens", "chateau_thierry"), ("fr_1", "fr_2"), 0, True),
    ("cambrai", ("amiens", "chateau_thierry"), ("fr_1", "fr_2"), 1, False),
    ("cambrai", ("amiens", "chateau_thierry"), ("fr_corps.1", "fr_corps.2"), 0, False),
    ("cambrai", ("amiens", "amiens"), ("fr_1", "fr_2"), 0, False),
    ("calais", ("amiens", "cambrai"), ("fr_1", "fr_2"), 0, False),
])  # fmt: skip
def test_when_a_flank_attempt_is_possible(space: str, sources: Any, units: Any, trench: int, offered: bool) -> None:
    s = blank()
    for source, unit in zip(sources, units, strict=True):
        put(s, source, unit)
    put(s, space, "ge_1")
    if trench:
        s.trenches[space] = (CP, trench)
    question, _ = ask(fight(s, battle(s, space, list(units), ["ge_1"])))
    assert question.prompt.startswith("Attempt a flank") == offered


@pytest.mark.rule("12.3.2", "12.3.3")
def test_a_watched_space_gives_no_flank_bonus_and_failure_lets_the_defender_fire_first() -> None:
    for watcher, first in (("", CP), ("lomza", AP)):
        s = blank()
        put(s, "lodz", "ge_1")
        put(s, "plock", "ge_2")
        put(s, "warsaw", "ru_1")
        if watcher:
            put(s, watcher, "ru_2")
            assert watcher in s.data.solid["plock"]
        b = battle(s, "warsaw", ["ge_1", "ge_2"], ["ru_1"])
        ask(fight(s, b), "flank lodz", "roll 3")
        assert b.first == first


@pytest.mark.rule("12.2.8")
def test_modified_rolls_stay_between_one_and_six() -> None:
    s = blank(5, ("tu",))
    put(s, "sinai", "br_corps.1")
    put(s, "gaza", "tu_corps.1")
    s.destroyed = frozenset(("gaza",))
    b = battle(s, "gaza", ["br_corps.1"], ["tu_corps.1"])
    ask(fight(s, b), "roll 1", "roll 6")
    assert b.number[AP] == 0


@pytest.mark.rule("12.4.6", "15.1.7", "15.1.8")
def test_forts_suffer_only_alone_or_last() -> None:
    for defenders, die, gone in (((), 4, True), (("fr_1",), 6, False), (("(fr_corps.1)",), 6, True)):
        s = blank(3)
        put(s, "mulhouse", "ge_1", "ge_2")
        for d in defenders:
            put(s, "belfort", d)
        b = battle(s, "belfort", ["ge_1", "ge_2"], [d.strip("()") for d in defenders])
        ask(fight(s, b), f"roll {die}", "roll 1")
        assert ("belfort" in s.destroyed) == gone


@pytest.mark.rule("12.5.1", "12.5.2", "12.2.11")
def test_retreat_length_and_need_of_a_full_attacker() -> None:
    for attacker, dice, length in (("ge_1", ("roll 6", "roll 1"), 2), ("(ge_1)", ("roll 6", "roll 1"), 0)):
        s = blank()
        put(s, "cambrai", attacker)
        put(s, "chateau_thierry", "fr_1")
        b = battle(s, "chateau_thierry", ["ge_1"], ["fr_1"])
        question, _ = ask(fight(s, b), *dice)
        if length:
            assert all(len(a.path) == length for a in question.actions)
        else:
            assert s.units["fr_1"].at == "chateau_thierry"


@pytest.mark.rule("12.5.3")
def test_a_step_cancels_the_retreat_in_rough_ground() -> None:
    s = blank()
    put(s, "koblenz", "ge_1", "ge_2")
    put(s, "sedan", "fr_1", "fr_2")
    b = battle(s, "sedan", ["ge_1", "ge_2"], ["fr_1", "fr_2"])
    won = ("roll 4", "roll 1", "lose fr_1", "lose ge_1")
    question, _ = ask(fight(s, b), *won, "hold losing fr_2")
    assert question is None
    assert (s.full("fr_1"), s.full("fr_2")) == (False, False)
    assert set(s.units_at("sedan")) == {"fr_1", "fr_2"}


@pytest.mark.rule("12.5.4")
def test_units_that_cannot_retreat_die_and_armies_for_good() -> None:
    s = blank()
    put(s, "cambrai", "ge_1", "ge_2")
    put(s, "chateau_thierry", "fr_1")
    for i, x in enumerate(("paris", "melun", "bar_le_duc", "sedan"), 3):
        put(s, x, f"ge_{i}")
        s.destroyed |= {x}
    put(s, "verdun", "ge_7")
    b = battle(s, "chateau_thierry", ["ge_1", "ge_2"], ["fr_1"])
    ask(fight(s, b), "roll 2", "roll 1")
    assert "fr_1" not in s.units


@pytest.mark.rule("12.5.5")
def test_retreats_prefer_friendly_supplied_spaces_and_never_go_back() -> None:
    s = blank()
    put(s, "sedan", "fr_1")
    ways = retreats(s, "fr_1", "sedan", 2)
    assert ("chateau_thierry", "cambrai") in ways
    assert all("sedan" not in w for w in ways)
    assert all(s.control[x] == AP for w in ways for x in w)
    put(s, "cambrai", "fr_2", "fr_3", "fr_4")
    assert all(w[-1] != "cambrai" for w in retreats(s, "fr_1", "sedan", 2))
    put(s, "chateau_thierry", "ge_1")
    assert all("chateau_thierry" not in w for w in retreats(s, "fr_1", "sedan", 2))


@pytest.mark.rule("12.5.6")
def test_units_that_retreated_add_nothing_and_die_on_a_loss() -> None:
    s = blank()
    put(s, "amiens", "ge_1")
    put(s, "paris", "fr_1", "fr_corps.1")
    s.retreated = frozenset(("fr_corps.1",))
    s.activated["amiens"] = "attack"
    ask(one_attack(s, CP), "attack paris", "with ge_1", "fight", "roll 3", "roll 1")
    assert s.units["fr_corps.1"].at == DEAD[AP]
    assert strength(s, battle(s, "paris", ["ge_1"], ["fr_1"]), AP)[0] >= 2


@pytest.mark.rule("12.5.7", "12.6.8", "12.2.9", "12.1.2")
def test_a_lost_attack_moves_nobody() -> None:
    s = blank()
    put(s, "amiens", "ge_1", "ge_2")
    put(s, "paris", "fr_1", "fr_2", "fr_3")
    b = battle(s, "paris", ["ge_1", "ge_2"], ["fr_1", "fr_2", "fr_3"])
    question, _ = ask(fight(s, b), "roll 1", "roll 3", "lose fr_1", "lose ge_1")
    assert question is None
    assert s.units["ge_1"].at == s.units["ge_2"].at == "amiens"
    assert {s.units[u].at for u in ("fr_1", "fr_2", "fr_3")} == {"paris"}


def advancing(space: str, attacker: str, at: str, **more: Any) -> tuple[State, Battle]:
    s = blank()
    put(s, at, attacker)
    return s, battle(s, space, [attacker.strip("()")], [])


@pytest.mark.rule("12.6.1", "12.6.2", "12.6.3", "12.6.4", "12.2.12")
def test_how_far_an_advance_goes() -> None:
    s, b = advancing("cambrai", "ge_1", "brussels")
    assert advance_paths(s, b, "ge_1", []) == [("cambrai",)]
    two = [("chateau_thierry", "melun")]
    assert advance_paths(s, b, "ge_1", two) == [("cambrai",), ("cambrai", "chateau_thierry")]
    put(s, "chateau_thierry", "fr_1")
    assert advance_paths(s, b, "ge_1", two) == [("cambrai",)]
    s, b = advancing("sedan", "ge_1", "koblenz")
    assert advance_paths(s, b, "ge_1", two) == [("sedan",)]  # forest


@pytest.mark.rule("12.6.5", "12.6.6", "12.6.9")
def test_advance_onto_forts_and_the_channel() -> None:
    s, b = advancing("liege", "ge_corps.1", "koblenz")
    assert advance_paths(s, b, "ge_corps.1", []) == []
    s, b = advancing("liege", "ge_1", "koblenz")
    assert advance_paths(s, b, "ge_1", [("brussels", "ostend")]) == [("liege",)]
    s, b = advancing("cambrai", "ge_1", "brussels")
    assert advance_paths(s, b, "ge_1", [("amiens", "paris")]) == [("cambrai",)]
    s.played["cp_08"] = 2
    assert ("cambrai", "amiens") in advance_paths(s, b, "ge_1", [("amiens", "paris")])
    s, b = advancing("calais", "ge_1", "cambrai")
    assert advance_paths(s, b, "ge_1", []) == [("calais",)]


@pytest.mark.rule("15.3.1", "15.3.2", "15.3.3", "15.1.9", "15.2.2")
def test_sieges() -> None:
    for turn, die, falls in ((3, 3, False), (3, 4, True), (2, 5, False), (2, 6, True)):
        s = blank(turn)
        put(s, "liege", "ge_1")
        assert besieged(s, "liege")
        ask(sieges(s), f"roll {die}")
        assert ("liege" in s.destroyed) == falls
        assert s.control["liege"] == (CP if falls and die > 3 and not (turn == 2 and die < 6) else AP)


@pytest.mark.rule("15.2.4", "15.2.1")
def test_a_siege_broken_by_losses_makes_no_roll() -> None:
    s = blank()
    put(s, "liege", "ge_corps.1", "ge_corps.2")
    assert not besieged(s, "liege")
    assert ask(sieges(s)) == (None, None)
    put(s, "liege", "ge_corps.3")
    assert besieged(s, "liege")


@pytest.mark.rule("12.6.1", "12.6.5", "15.1.2")
def test_only_a_fort_that_falls_opens_its_space() -> None:
    for die, falls in ((1, False), (6, True)):
        s = blank(3)
        put(s, "koblenz", "ge_1")
        b = battle(s, "liege", ["ge_1"], [])
        question, _ = ask(fight(s, b), f"roll {die}", "roll 1")
        assert ("liege" in s.destroyed) == falls
        assert (question is not None and "advance ge_1 liege" in texts(question)) == falls


@pytest.mark.rule("15.1.11")
def test_on_turn_1_russians_may_besiege_austrian_forts() -> None:
    s = blank(1)
    put(s, "lemberg", "ru_1")
    s.control["przemysl"] = CP
    b = battle(s, "przemysl", ["ru_1"], [])
    assert s.fort("przemysl")
    assert advance_paths(s, b, "ru_1", []) == [("przemysl",)]
    put(s, "tannenberg", "ru_2")
    assert advance_paths(s, battle(s, "konigsberg", ["ru_2"], []), "ru_2", []) == []


@pytest.mark.rule("12.5.5")
def test_the_defender_chooses_which_unit_retreats_first() -> None:
    s = blank()
    put(s, "cambrai", "ge_1", "ge_2")
    put(s, "chateau_thierry", "fr_1", "fr_corps.1")
    b = battle(s, "chateau_thierry", ["ge_1", "ge_2"], ["fr_1", "fr_corps.1"])
    question, _ = ask(fight(s, b), "roll 1", "roll 1")
    assert {a.unit for a in question.actions} == {"fr_1", "fr_corps.1"}


@pytest.mark.rule("12.2.2", "12.1.4", "12.1.3")
def test_the_attacker_names_target_and_units_one_by_one() -> None:
    s = blank()
    put(s, "amiens", "fr_1", "fr_2", "fr_3")
    put(s, "cambrai", "ge_1")
    put(s, "calais", "ge_2")
    s.activated["amiens"] = "attack"
    procedure = one_attack(s, AP)
    question, _ = ask(procedure)
    assert texts(question) == ["attack calais", "attack cambrai", "done"]
    question, _ = ask(one_attack(s, AP), "attack cambrai")
    assert texts(question) == ["with fr_1", "with fr_2", "with fr_3"]  # nobody attacks without a unit
    question, _ = ask(one_attack(s, AP), "attack cambrai", "with fr_2")
    assert texts(question) == ["with fr_1", "with fr_3", "fight", "call off"]
    ask(one_attack(s, AP), "attack cambrai", "with fr_2", "fight", "roll 1", "roll 1")
    question, _ = ask(one_attack(s, AP), "attack calais")
    assert texts(question) == ["with fr_1", "with fr_3"]


@pytest.mark.rule("14.3.4")
def test_unsupplied_defenders_gain_nothing_from_cards() -> None:
    from wargame.games.paths_of_glory.battle_cards import why_not_use

    for space, allowed in (("cambrai", True), ("paris", False)):
        s = blank(10)
        hold(s, CP, "cp_18")
        put(s, "amiens", "fr_1")
        put(s, "sedan", "ge_3")
        put(s, space, "ge_1")
        s.trenches[space] = (CP, 1)
        found = why_not_use(s, battle(s, space, ["fr_1"], ["ge_1"]), CP, "cp_18")
        assert (found is None) == allowed
        assert allowed or rule_of(found) == "14.3.4"


@pytest.mark.rule("11.1.15")
def test_the_bef_attacks_nothing_in_italy() -> None:
    s = blank(10, ("it",))
    put(s, "nice", "br_bef", "br_1")
    put(s, "turin", "ah_1")
    assert rule_of(why_not_attack(s, "br_bef", "turin")) == "11.1.15"
    assert why_not_attack(s, "br_1", "turin") is None
