"""Replacements and reinforcements in detail (9.4, 9.5.3, 17)."""

from __future__ import annotations

from typing import Any

import pytest

from wargame.core.engine.actions import DONE
from wargame.core.engine.errors import IllegalAction
from wargame.games.paths_of_glory.arrivals import entry_spaces, home_spaces, why_not_reinforce
from wargame.games.paths_of_glory.cards import record_rp, why_not_play_event
from wargame.games.paths_of_glory.events import play_event
from wargame.games.paths_of_glory.model import AP, CP, DEAD, RESERVE, State
from wargame.games.paths_of_glory.replacements import adjust, offers, replace, why_not_replace

from .support import ask, blank, hold, put, texts


def rich(turn: int = 10, war: tuple[str, ...] = (), **pools: int) -> State:
    s = blank(turn, war)
    for pool, n in pools.items():
        s.tracks[f"rp_{pool}"] = 2 * n
    return s


def dead(s: State, *units: str) -> None:
    for u in units:
        s.place(u, "berlin", 2)
        s.eliminate(u, "", DEAD[s.side_of(u)])


def said(s: State, side: str) -> list[str]:
    return [str(o) for o in offers(s, side)]


def rule_of(found: Any) -> str:
    assert found is not None
    return str(found[0])


@pytest.mark.rule("17.1.4")
@pytest.mark.parametrize(("answer", "left"), [
    ("restore ge_1", 2), ("restore ge_corps.1", 3), ("rebuild ge_2 reduced essen", 2), ("rebuild ge_2 full essen", 0),
    ("rebuild ge_corps.2 reduced cp_reserve", 3), ("rebuild ge_corps.2 full cp_reserve", 2),
])  # fmt: skip
def test_prices_in_halves(answer: str, left: int) -> None:
    s = rich(ge=2)
    put(s, "essen", "(ge_1)", "(ge_corps.1)")
    dead(s, "ge_2", "ge_corps.2")
    ask(replace(s, CP), answer)
    assert s.tracks["rp_ge"] == left
    unit = answer.split()[1]
    assert s.full(unit) == ("reduced" not in answer)
    assert s.units[unit].at == ("essen" if unit in ("ge_1", "ge_2", "ge_corps.1") else RESERVE[CP])


@pytest.mark.rule("17.1.4", "17.1.1")
def test_what_the_points_do_not_reach_is_not_offered() -> None:
    s = rich()
    s.tracks["rp_ge"] = 1  # half a point
    put(s, "essen", "(ge_1)", "(ge_corps.1)", "ge_3")
    dead(s, "ge_2", "ge_corps.2")
    assert said(s, CP) == ["restore ge_corps.1", "rebuild ge_corps.2 reduced cp_reserve"]
    with pytest.raises(IllegalAction) as refused:
        ask(replace(s, CP), "restore ge_1")
    assert refused.value.rule == "17.1.4"
    s.tracks["rp_ge"] = 0
    assert ask(replace(s, CP)) == (None, DONE)
    assert said(s, AP) == []


@pytest.mark.rule("17.1.1.1")
def test_minor_allies_use_their_own_pool_only() -> None:
    s = rich(10, ("ro", "gr"), br=2, fr=2, ru=2)
    put(s, "calais", "(aus_corps.1)", "(cnd_corps.1)", "(be_corps.1)")
    put(s, "athens", "(gr_corps.1)")
    put(s, "nis", "(sb_corps.1)")
    assert said(s, AP) == []
    s.tracks["rp_a"] = 2
    assert {a.split()[1].split("_")[0] for a in said(s, AP)} == {"aus", "cnd", "be", "gr", "sb"}


@pytest.mark.rule("17.1.3")
@pytest.mark.parametrize(("unit", "at", "capital", "free"), [
    ("fr_corps.1", "ap_reserve", "paris", False), ("ah_corps.1", "cp_reserve", "vienna", False),
    ("ah_corps.1", "cp_reserve", "budapest", False), ("be_corps.1", "ap_reserve", "brussels", True),
    ("sb_corps.1", "ap_reserve", "belgrade", True), ("ru_corps.1", "ap_reserve", "kiev", True),
])  # fmt: skip
def test_a_lost_capital_stops_replacements(unit: str, at: str, capital: str, free: bool) -> None:
    s = rich()
    put(s, at, f"({unit})")
    side = s.side_of(unit)
    assert why_not_replace(s, side, unit) is None
    s.control[capital] = {AP: CP, CP: AP}[side]
    s.changed()
    assert (why_not_replace(s, side, unit) is None) == free


@pytest.mark.rule("17.1.5", "17.1.3")
def test_armies_come_back_only_where_they_can_be_placed() -> None:
    s = rich(10, (), a=4)
    dead(s, "be_1", "sb_1")
    for x in ("brussels", "antwerp", "ostend", "calais", "belgrade", "nis"):
        s.control[x] = CP
    s.changed()
    assert said(s, AP) == []
    s.control["calais"] = AP
    s.changed()
    assert said(s, AP) == ["rebuild be_1 reduced calais", "rebuild be_1 full calais"]


@pytest.mark.rule("17.1.4.1", "9.5.2.4")
def test_units_on_foreign_supply_or_neutral_take_none() -> None:
    s = rich(10, ("tu", "bu"), ge=2, tu=2, bu=2)
    put(s, "constantinople", "(ge_corps.1)", "(tu_corps.1)", "(bu_corps.1)")
    assert [a.split()[1] for a in said(s, CP)] == ["tu_corps.1", "bu_corps.1"]  # Sofia is joined to Constantinople
    s = rich(10, (), a=2)
    s.greek_limited = True
    put(s, "athens", "(gr_corps.1)")
    assert rule_of(why_not_replace(s, AP, "gr_corps.1")) == "9.5.2.4"
    assert rule_of(why_not_replace(s, CP, "gr_corps.1")) == "17.1.1"
    assert rule_of(why_not_replace(s, AP, "nobody")) == "17.1.1"


@pytest.mark.rule("CP-36", "CP-27", "CP-33", "AP-37", "CP-53")
def test_cards_change_the_points_of_the_phase() -> None:
    s = rich(15, (), br=3, ru=3, ge=1)
    s.played |= {"cp_36": 14, "cp_33": 9, "cp_53": 14}
    ask(adjust(s))
    assert [s.tracks[f"rp_{p}"] for p in ("br", "ru", "ge")] == [4, 2, 4]
    s.played |= {"ap_52": 15, "ap_37": 15, "cp_27": 15}
    s.tracks["rp_br"] = 6
    ask(adjust(s))
    assert [s.tracks[f"rp_{p}"] for p in ("br", "ge")] == [0, 4]
    s.tracks["rp_br"] = 10
    ask(adjust(s))
    assert s.tracks["rp_br"] == 2
    s.turn = 16  # Zeppelin Raids were for their turn
    ask(adjust(s))
    assert s.tracks["rp_br"] == 2


@pytest.mark.rule("17.1.8", "9.4.5")
def test_after_over_there_each_allied_rp_card_gives_a_us_point() -> None:
    s = rich(16, ("us",))
    record_rp(s, AP, "ap_35")
    assert s.tracks.get("rp_us", 0) == 0
    s.played["ap_55"] = 15
    record_rp(s, AP, "ap_35")
    assert s.tracks["rp_us"] == 2
    record_rp(s, CP, "cp_35")
    assert s.tracks["rp_us"] == 2


@pytest.mark.rule("9.5.3.1", "9.5.3.3")
def test_two_armies_of_a_card_need_two_places() -> None:
    s = blank(16)
    hold(s, CP, "cp_46")
    put(s, "berlin", "ge_1", "ge_2")
    for x in ("essen", "breslau"):
        put(s, x, *(f"ge_corps.{n}" for n in ((1, 2, 3) if x == "essen" else (4, 5, 6))))
    assert rule_of(why_not_reinforce(s, CP, s.data.cards["cp_46"])) == "9.5.3.1"
    s.move("ge_1", "leipzig")
    assert why_not_reinforce(s, CP, s.data.cards["cp_46"]) is None
    s.move("ge_corps.6", "leipzig")
    question, _ = ask(play_event(s, CP, "cp_46"))
    assert texts(question) == ["place ge_17 berlin", "place ge_17 breslau"]
    question, _ = ask(play_event_again(s), "place ge_17 breslau")
    assert s.units["ge_17"].at == "breslau"


def play_event_again(s: State) -> Any:
    """The same event from the start: the card is put back into the hand first."""
    hold(s, CP, "cp_46")
    s.limits = frozenset()
    return play_event(s, CP, "cp_46")


@pytest.mark.rule("9.5.3.1")
def test_reinforcements_of_a_nation_at_peace_wait() -> None:
    s = blank(5)
    hold(s, CP, "cp_42")
    assert why_not_play_event(s, CP, "cp_42") is not None
    hold(s, AP, "ap_22")
    s.played["ap_17"] = 4
    assert rule_of(why_not_play_event(s, AP, "ap_22")) == "9.5.3.1"


@pytest.mark.rule("9.5.3.3", "9.5.3.1")
def test_orleans_only_when_paris_is_full_and_french() -> None:
    s = blank(6)
    assert home_spaces(s, "fr_10") == ["paris"]
    put(s, "paris", "fr_1", "fr_2", "fr_3")
    assert home_spaces(s, "fr_10") == ["orleans"]
    s.control["paris"] = CP
    s.changed()
    assert home_spaces(s, "fr_10") == []


@pytest.mark.rule("9.5.3.3", "9.5.3.5", "AP-31", "AP-50", "AP-53", "AP-29")
def test_where_the_near_east_armies_enter_by_their_cards() -> None:
    s = blank(16, ("tu",))
    assert entry_spaces(s, "br_mef") == ["mef1", "mef2", "mef3", "mef4", "london"]
    put(s, "mef2", "br_corps.1")
    assert "mef2" not in entry_spaces(s, "br_mef")
    assert entry_spaces(s, "fr_orient") == ["paris"]
    s.greek_limited = True
    s.changed()
    assert entry_spaces(s, "fr_orient") == ["salonika", "paris"]
    caucasian = entry_spaces(s, "ru_cau")
    assert {"batum", "kars", "petrograd"} <= set(caucasian)
    assert "kiev" not in caucasian
    put(s, "libya", "br_corps.2")
    assert entry_spaces(s, "sn_corps.1") == []
