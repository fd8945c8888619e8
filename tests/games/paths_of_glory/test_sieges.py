"""Sieges and movement: passing a besieged fort, giving a siege up unit by unit (15.1.1, 15.2.2, 15.2.4)."""

from __future__ import annotations

import pytest

from wargame.core.engine.actions import DONE
from wargame.core.engine.errors import IllegalAction
from wargame.games.paths_of_glory.actions import Redeploy
from wargame.games.paths_of_glory.attackers import why_not_combine
from wargame.games.paths_of_glory.combat import mark_attackers
from wargame.games.paths_of_glory.march import move_group
from wargame.games.paths_of_glory.model import ACTION, AP, CP, Battle, State
from wargame.games.paths_of_glory.movement import next_steps, why_not_leave
from wargame.games.paths_of_glory.rail import redeploy, why_not_start
from wargame.games.paths_of_glory.supply import besieged, destroy_fort

from .support import ask, blank, put, texts


def besiegers(*units: str) -> State:
    """Units that besiege Warsaw (loss factor 2) and may move."""
    s = blank()
    put(s, "warsaw", *units)
    s.control["lodz"] = CP
    s.activated = {"warsaw": "move"}
    s.changed()
    return s


@pytest.mark.rule("15.2.2", "15.1.1")
def test_a_stack_passes_a_fort_that_others_besiege_but_stops_in_one_it_besieges_itself() -> None:
    s = blank()
    put(s, "aachen", "ge_1")
    s.activated = {"aachen": "move"}
    assert next_steps(s, CP, ("ge_1",), "liege", 1) == []
    put(s, "liege", "ge_corps.1", "ge_corps.2")  # too few for its loss factor of 3
    assert next_steps(s, CP, ("ge_1",), "liege", 1) == []
    put(s, "liege", "ge_corps.3")
    assert besieged(s, "liege")
    question, _ = ask(move_group(s, CP), "move ge_1", "to liege")
    assert {"to brussels", "to sedan"} <= set(texts(question))
    assert "stop" not in texts(question)  # four units may not stay there (10.1.1)


@pytest.mark.rule("15.2.4")
def test_besiegers_may_leave_one_after_the_other_to_different_spaces() -> None:
    s = besiegers("ah_corps.1", "ah_corps.2")
    ask(move_group(s, CP), "move ah_corps.1", "to lodz", "stop")
    question, _ = ask(move_group(s, CP))
    assert texts(question) == ["move ah_corps.2"]  # not 'done': an occupied fort must be besieged
    with pytest.raises(IllegalAction, match="must leave it first"):
        question.check(DONE)
    ask(move_group(s, CP), "move ah_corps.2", "to plock", "stop")
    assert (s.units["ah_corps.1"].at, s.units["ah_corps.2"].at) == ("lodz", "plock")
    assert s.control["warsaw"] == AP
    assert ask(move_group(s, CP)) == (None, DONE)


@pytest.mark.rule("15.2.4")
@pytest.mark.parametrize("why", ["moved", "attack", "crowded"])
def test_besiegers_stay_if_the_rest_could_neither_besiege_nor_leave(why: str) -> None:
    s = besiegers("ah_corps.1", "ah_corps.2")
    assert why_not_leave(s, CP, "warsaw", ("ah_corps.1",)) is None
    if why == "moved":
        s.moved = frozenset(("ah_corps.2",))
    elif why == "attack":
        s.activated = {"warsaw": "attack"}
    else:
        put(s, "lodz", "ge_1", "ge_2")
        put(s, "plock", "ru_1")
    assert why_not_leave(s, CP, "warsaw", ("ah_corps.1",))[0] == "15.2.4"  # type: ignore[index]
    assert why_not_leave(s, CP, "warsaw", ("ah_corps.1", "ah_corps.2")) is None


@pytest.mark.rule("15.2.4")
def test_three_besiegers_leave_in_two_stacks() -> None:
    s = besiegers("ah_corps.1", "ah_corps.2", "ah_corps.3")
    ask(move_group(s, CP), "move ah_corps.1", "to lodz", "stop")
    assert besieged(s, "warsaw")
    assert s.leaving == ""
    ask(move_group(s, CP), "move ah_corps.2", "to lodz", "stop")
    assert s.leaving == "warsaw"
    ask(move_group(s, CP), "move ah_corps.3", "to lodz", "stop")
    assert len(s.units_at("lodz")) == 3
    assert s.leaving == ""


@pytest.mark.rule("15.2.4")
def test_besiegers_that_are_needed_do_not_redeploy() -> None:
    s = besiegers("ah_corps.1", "ah_corps.2")
    s.activated, s.sr = {}, 1  # not enough for both
    assert why_not_start(s, CP, "ah_corps.1")[0] == "15.2.4"  # type: ignore[index]
    s.sr = 4
    s.control["budapest"] = AP  # nobody may go to the reserve box, the only space that is sure
    assert why_not_start(s, CP, "ah_corps.1")[0] == "15.2.4"  # type: ignore[index]
    put(s, "warsaw", "ah_corps.3")
    assert why_not_start(s, CP, "ah_corps.1") is None
    s = besiegers("ge_1")
    s.sr = 4
    assert why_not_start(s, CP, "ge_1") is None  # nobody stays behind
    s = besiegers("ah_corps.1")
    put(s, "riga", "ah_corps.2", "ah_corps.3")  # a siege that losses broke holds nobody
    s.control["szawli"] = s.control["libau"] = CP
    s.sr = 4
    s.changed()
    assert why_not_start(s, CP, "ah_corps.2") is None


@pytest.mark.rule("15.2.4")
def test_besiegers_may_redeploy_one_after_the_other_if_all_go() -> None:
    s = besiegers("ah_corps.1", "ah_corps.2")
    put(s, "lodz", "ge_corps.1")
    s.activated, s.sr = {}, 3
    ask(redeploy(s, CP), "redeploy ah_corps.1", "place ah_corps.1 lodz")
    question, _ = ask(redeploy(s, CP))
    assert texts(question) == ["redeploy ah_corps.2"]  # not 'done', and nobody else first
    for answer in (DONE, Redeploy("ge_corps.1")):
        with pytest.raises(IllegalAction) as error:
            question.check(answer)
        assert error.value.rule == "15.2.4"
    question, _ = ask(redeploy(s, CP), "redeploy ah_corps.2")
    assert "pass" not in texts(question)
    ask(redeploy(s, CP), "redeploy ah_corps.2", "place ah_corps.2 cp_reserve")
    assert (s.leaving, s.sr) == ("", 1)
    question, _ = ask(redeploy(s, CP))
    assert "done" in texts(question)


@pytest.mark.rule("15.2.1")
def test_a_corps_that_joins_a_siege_keeps_to_the_ways_that_reach_it() -> None:
    s = blank()
    put(s, "lodz", "ah_corps.1")
    put(s, "oppeln", "ah_corps.2")  # three spaces from Warsaw, and no more to spend
    s.activated = {"lodz": "move", "oppeln": "move"}
    ask(move_group(s, CP), "move ah_corps.1", "to warsaw")
    question, _ = ask(move_group(s, CP), "move ah_corps.2")
    assert set(texts(question)) == {"to breslau", "to czestochowa"}
    s.moved = frozenset(("ah_corps.1",))
    ask(move_group(s, CP), "move ah_corps.2", "to czestochowa", "to lodz", "to warsaw")
    assert besieged(s, "warsaw")


@pytest.mark.rule("15.2.3", "12.1.5")
def test_who_assaulted_the_fort_still_keeps_up_the_siege_while_another_attacks_elsewhere() -> None:
    for first, then, allowed in (("warsaw", "plock", True), ("plock", "plock", False), ("plock", "warsaw", True)):
        s = blank(5)
        s.played["cp_11"] = 2
        put(s, "warsaw", "ge_8", "ge_9")
        put(s, "plock", "ru_5")
        s.activated["warsaw"] = "attack"
        mark_attackers(s, Battle(first, ["ge_8"], [], [], CP, ["warsaw"], {AP: [], CP: []}))
        assert "ge_8" in s.fought
        found = why_not_combine(s, ["ge_9"], then)
        assert found is None if allowed else found is not None and found[0] == "15.2.3"


@pytest.mark.rule("15.2.3", "14.3.1")
def test_an_unsupplied_besieger_keeps_up_the_siege_while_another_attacks_elsewhere() -> None:
    s = blank(5)
    put(s, "warsaw", "ge_8", "ge_9")
    put(s, "plock", "ru_5")
    s.fought = frozenset(("ge_8",))  # as activation marks it
    assert why_not_combine(s, ["ge_9"], "plock") is None


@pytest.mark.rule("11.1.14")
def test_a_space_whose_fort_fell_to_the_ana_alone_goes_back_when_it_leaves() -> None:
    for others, kept in ((), CP), (("br_corps.1",), AP):
        s = blank(14, ("tu",))
        put(s, "aqaba", "ana_corps.1", *others)
        destroy_fort(s, "aqaba", "15.3.2")
        assert s.control["aqaba"] == AP
        for unit in (*others, "ana_corps.1"):
            s.go(unit, "arabia", "11.1.13")
        assert s.control["aqaba"] == kept


@pytest.mark.rule("15.2.3")
def test_who_attacked_elsewhere_keeps_up_the_siege_again_in_the_next_round() -> None:
    s = blank(5)
    s.sallied = frozenset(("ge_8",))
    s.limit("lloyd_george")
    s.expire((ACTION,))
    assert not s.sallied
    assert "lloyd_george" in s.limits
