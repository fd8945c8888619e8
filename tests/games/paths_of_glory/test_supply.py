"""Supply, attrition, redeployment, replacements and the rulebook's questions and answers (13, 14, 17)."""

from __future__ import annotations

from typing import Any

import pytest

from wargame.core.engine.errors import IllegalAction
from wargame.games.paths_of_glory import replacements
from wargame.games.paths_of_glory.arrivals import entry_spaces, home_spaces
from wargame.games.paths_of_glory.cards import why_not_play_event
from wargame.games.paths_of_glory.events import play_event
from wargame.games.paths_of_glory.march import step
from wargame.games.paths_of_glory.model import AP, CP, DEAD, State
from wargame.games.paths_of_glory.movement import why_not_enter
from wargame.games.paths_of_glory.rail import destinations, redeploy, why_not_start
from wargame.games.paths_of_glory.supply import attrition, besieged, capital_lost, in_supply, usable_port

from .support import ask, blank, hold, put


def rule_of(found: Any) -> str:
    assert found is not None
    return str(found[0])


@pytest.mark.rule("14.2.1", "14.2.2", "14.2.4", "14.1.2")
@pytest.mark.parametrize(("unit", "space", "cut", "source"), [
    ("ge_1", "berlin", (), "breslau"), ("ru_1", "kiev", (), "kharkov"), ("fr_1", "paris", (), "london"),
])  # fmt: skip
def test_units_trace_to_their_sources(unit: str, space: str, cut: tuple[str, ...], source: str) -> None:
    s = blank()
    put(s, space, unit)
    assert in_supply(s, unit)
    for x in ("essen", "breslau", "petrograd", "moscow", "kharkov", "caucasus", "belgrade", "london"):
        s.control[x] = {AP: CP, CP: AP}[s.side_of(unit)]
    s.changed()
    assert not in_supply(s, unit)


@pytest.mark.rule("14.1.3")
def test_enemy_control_cuts_a_line_but_a_besieged_enemy_fort_does_not() -> None:
    s = blank()
    put(s, "brussels", "ge_1")
    assert not in_supply(s, "ge_1")
    put(s, "liege", "ge_2")
    assert in_supply(s, "ge_1")


@pytest.mark.rule("14.1.2", "15.2.4")
def test_a_besieged_friendly_fort_stops_supply() -> None:
    s = blank()
    for x in ("tannenberg", "insterberg"):
        s.control[x] = AP
    put(s, "konigsberg", "ge_8")
    assert in_supply(s, "ge_8")
    put(s, "danzig", "ru_1")
    s.control["danzig"] = CP
    s.changed()
    assert besieged(s, "danzig")
    assert not usable_port(s, "danzig", CP)


@pytest.mark.rule("14.1.4", "14.1.4.1", "14.1.4.2")
def test_ports_by_side() -> None:
    s = blank(5, ("tu",))
    assert usable_port(s, "calais", AP)
    assert not usable_port(s, "riga", AP)
    assert usable_port(s, "danzig", CP)
    s.control["constantinople"] = AP
    s.changed()
    assert not usable_port(s, "constantinople", AP)
    s.control["gallipoli"] = AP
    s.changed()
    assert usable_port(s, "constantinople", AP)
    put(s, "memel", "ge_1")
    assert in_supply(s, "ge_1")


@pytest.mark.rule("14.1.5", "14.1.6")
def test_units_always_in_supply() -> None:
    s = blank(15, ("tu",))
    put(s, "cetinje", "mn_corps.1")
    put(s, "medina", "ana_corps.1")
    put(s, "libya", "sn_corps.1")
    put(s, "nis", "sb_1")
    s.control["belgrade"] = CP
    s.changed()
    assert all(in_supply(s, u) for u in ("mn_corps.1", "ana_corps.1", "sn_corps.1", "sb_1"))


@pytest.mark.rule("14.2.3")
def test_serbs_live_on_salonika() -> None:
    s = blank(6)
    s.greek_limited = True
    s.control["belgrade"] = CP
    put(s, "salonika", "sb_1")
    assert in_supply(s, "sb_1")
    s.control["salonika"] = CP
    s.changed()
    assert not in_supply(s, "sb_1")


@pytest.mark.rule("14.3.5", "14.3.6", "14.1.7")
def test_attrition_removes_units_and_turns_spaces_but_not_forts() -> None:
    s = blank()
    put(s, "cambrai", "ge_1", "ge_corps.1")
    put(s, "lutsk", "ru_1")
    for x in s.data.solid["lutsk"]:
        s.control[x] = CP
        s.destroyed |= {x}
    s.changed()
    ask(attrition(s))
    assert "ge_1" not in s.units
    assert s.units["ge_corps.1"].at == DEAD[CP]
    assert s.control["cambrai"] == AP
    assert "ru_1" not in s.units  # Q&A: only the fort survives
    assert s.control["lutsk"] == AP


@pytest.mark.rule("14.1.8", "14.3.6")
def test_turks_stay_in_medina_but_an_empty_medina_is_lost() -> None:
    for units, owner in ((("tu_corps.1",), CP), ((), AP)):
        s = blank(15, ("tu",))
        put(s, "medina", *units)
        s.control["aqaba"] = AP
        s.destroyed = frozenset(("aqaba",))
        s.changed()
        ask(attrition(s))
        assert s.control["medina"] == owner
        assert all(u in s.units for u in units)


@pytest.mark.rule("14.3.6", "14.1.5", "14.1.8")
def test_an_empty_medina_falls_to_the_allies_once_and_stays_theirs() -> None:
    s = blank(15, ("tu",))
    s.control["aqaba"] = AP
    s.destroyed = frozenset(("aqaba",))
    s.changed()
    for _ in range(3):
        ask(attrition(s))
        assert s.control["medina"] == AP
        assert s.tracks["vp"] == 9


@pytest.mark.rule("14.1.2")
def test_only_turks_trace_supply_over_the_turkish_line_to_medina() -> None:
    s = blank(15, ("tu", "bu"))
    put(s, "medina", "tu_corps.1", "ge_corps.1", "bu_corps.1")
    assert [in_supply(s, u) for u in ("tu_corps.1", "ge_corps.1", "bu_corps.1")] == [True, False, False]
    s.move("ge_corps.1", "aqaba")
    assert in_supply(s, "ge_corps.1")


@pytest.mark.rule("14.3.6")
def test_qa_serbian_spaces_stay_allied_without_serbs() -> None:
    s = blank(6)
    put(s, "belgrade", "ah_1")
    s.destroyed = frozenset(("belgrade",))
    s.control["belgrade"] = CP
    s.changed()
    ask(attrition(s))
    assert s.control["nis"] == s.control["skopje"] == AP


@pytest.mark.rule("14.3.6", "14.2.2")
def test_qa_ahwaz_stays_allied_by_russian_supply_but_the_british_die() -> None:
    s = blank(6, ("tu",))
    put(s, "ahwaz", "br_corps.1")
    s.control["basra"] = CP
    s.destroyed = frozenset(("basra",))
    for x in ("khorramabad", "hamadan", "tabriz", "dilman"):
        s.control[x] = AP
    s.changed()
    ask(attrition(s))
    assert s.units["br_corps.1"].at == DEAD[AP]
    assert s.control["ahwaz"] == AP


@pytest.mark.rule("14.3.6", "11.2.5", "11.2.6")
def test_qa_trenches_in_spaces_lost_to_attrition() -> None:
    for level, left in ((1, None), (2, (AP, 1))):
        s = blank()
        s.control["cambrai"] = CP
        s.trenches["cambrai"] = (CP, level)
        s.changed()
        ask(attrition(s))
        assert s.control["cambrai"] == AP
        assert s.trenches.get("cambrai") == left


@pytest.mark.rule("14.2.4")
def test_qa_paris_is_no_source_and_belgians_need_only_the_sea() -> None:
    s = blank()
    put(s, "paris", "fr_1")
    put(s, "calais", "be_1")
    for x in ("rouen", "amiens", "orleans", "melun", "chateau_thierry", "cambrai", "ostend"):
        s.control[x] = CP
    s.changed()
    assert not in_supply(s, "fr_1")
    assert in_supply(s, "be_1")


@pytest.mark.rule("13.1.7")
def test_qa_antwerp_is_no_port() -> None:
    s = blank()
    assert not usable_port(s, "antwerp", AP)
    assert not usable_port(s, "antwerp", CP)


@pytest.mark.rule("14.1.4.1", "15.2.2")
def test_qa_insterberg_is_cut_off_by_konigsberg_memel_and_tannenberg() -> None:
    s = blank(2)
    put(s, "insterberg", "ge_8")
    assert in_supply(s, "ge_8")
    put(s, "tannenberg", "ru_2")
    put(s, "memel", "ru_corps.1")
    assert in_supply(s, "ge_8")
    put(s, "konigsberg", "ru_1")
    assert not in_supply(s, "ge_8")


@pytest.mark.rule("15.2.4")
def test_qa_a_besieger_may_leave_in_any_direction() -> None:
    s = blank(3)
    put(s, "lutsk", "ah_corps.1")
    assert why_not_enter(s, CP, ("ah_corps.1",), "lutsk", "dubno") is None
    step(s, CP, ("ah_corps.1",), "lutsk", "dubno", "")
    s.control["tarnopol"] = AP
    s.changed()
    assert not in_supply(s, "ah_corps.1")  # nobody keeps up the siege of Lutsk


@pytest.mark.rule("14.3.5", "14.3.6")
def test_qa_everything_is_lost_at_the_same_time_around_constantinople() -> None:
    s = blank(10, ("tu", "bu"))
    s.control["constantinople"] = AP
    s.control["sofia"] = AP
    put(s, "constantinople", "br_corps.1")
    put(s, "gallipoli", "bu_corps.1")
    for x in ("adrianople", "burgas", "philippoli", "kazanlik", "varna", "plevna", "strumitsa"):
        s.control[x] = AP
    s.changed()
    ask(attrition(s))
    assert s.units["bu_corps.1"].at == DEAD[CP]
    assert s.control["gallipoli"] == AP
    assert s.control["ankara"] == AP


def sr(s: State, points: int = 4) -> State:
    s.sr = points
    return s


@pytest.mark.rule("13.1.2", "13.1.3", "13.1.5", "14.3.2", "13.1.10", "13.1.4")
def test_refused_redeployments() -> None:
    s = sr(blank(), 3)
    put(s, "paris", "fr_1", "fr_corps.1")
    put(s, "cetinje", "mn_corps.1")
    put(s, "lodz", "fr_corps.2")
    assert rule_of(why_not_start(s, AP, "fr_1")) == "13.1.2"
    assert rule_of(why_not_start(s, AP, "mn_corps.1")) == "13.1.10"
    assert rule_of(why_not_start(s, AP, "fr_corps.2")) == "14.3.2"
    ask(redeploy(s, AP), "redeploy fr_corps.1", "place fr_corps.1 verdun")
    assert s.units["fr_corps.1"].at == "verdun"
    assert s.sr == 2
    assert rule_of(why_not_start(s, AP, "fr_corps.1")) == "13.1.3"
    put(s, "ap_reserve", "fr_corps.3")
    s.control["paris"] = CP
    assert rule_of(why_not_start(s, AP, "fr_corps.3")) == "13.1.10"


@pytest.mark.rule("13.1.7", "13.1.6")
def test_armies_never_redeploy_by_sea() -> None:
    s = sr(blank())
    put(s, "london", "br_1", "br_corps.1")
    assert "marseilles" in destinations(s, "br_corps.1")
    with pytest.raises(IllegalAction) as refused:
        ask(redeploy(s, AP), "redeploy br_1", "place br_1 cairo")
    assert refused.value.rule == "13.1.7"
    put(s, "marseilles", "fr_1")
    assert "london" not in destinations(s, "fr_1")
    assert "athens" not in destinations(s, "fr_1")


@pytest.mark.rule("13.1.6")
def test_russians_redeploy_within_russia_only() -> None:
    s = sr(blank())
    s.control["lemberg"] = s.control["tarnopol"] = AP
    put(s, "kiev", "ru_1")
    found = destinations(s, "ru_1")
    assert "riga" in found
    assert "lemberg" not in found


@pytest.mark.rule("13.1.7.1", "13.1.7.2")
def test_sea_redeployment_ports_by_side() -> None:
    s = sr(blank(5, ("it",)))
    put(s, "danzig", "ge_corps.1")
    put(s, "marseilles", "fr_corps.1")
    for x in ("thorn", "posen", "kolberg", "konigsberg", "tannenberg"):
        s.control[x] = AP if x != "konigsberg" else CP
    s.changed()
    assert "kiel" in destinations(s, "ge_corps.1")
    assert "naples" in destinations(s, "fr_corps.1")
    assert not {"riga", "danzig", "constantinople"} & set(destinations(s, "fr_corps.1"))


@pytest.mark.rule("13.1.8", "13.1.9")
def test_reserve_redeployment() -> None:
    s = sr(blank(15, ("us",)))
    put(s, "ap_reserve", "fr_corps.1", "sb_corps.1", "us_corps.1")
    put(s, "verdun", "fr_1", "fr_corps.2")
    put(s, "nis", "sb_1")
    assert destinations(s, "fr_corps.1") == ["paris", "verdun"]
    assert set(destinations(s, "sb_corps.1")) == {"belgrade", "nis"}  # Q&A: not any space in Serbia
    assert "bordeaux" in destinations(s, "us_corps.1")
    assert "ap_reserve" in destinations(s, "fr_corps.2")
    assert "ap_reserve" not in destinations(s, "fr_1")


@pytest.mark.rule("13.2.1", "13.2.2", "13.2.3")
def test_one_corps_a_turn_between_the_maps() -> None:
    s = sr(blank(10, ("tu", "bu")))
    put(s, "london", "br_corps.1", "cnd_corps.1")
    put(s, "caucasus", "ru_corps.1", "ru_1")
    put(s, "sofia", "ge_corps.1", "tu_corps.1")
    put(s, "adrianople", "tu_corps.2")
    assert "cairo" not in destinations(s, "br_corps.1")
    assert "alexandria" in destinations(s, "br_corps.1")
    assert "alexandria" not in destinations(s, "cnd_corps.1")
    assert "tbilisi" in destinations(s, "ru_corps.1")
    assert "tbilisi" not in destinations(s, "ru_1")
    s.limits = frozenset(("br_sea_sr", "ru_caucasus", "cp_ne_sr"))
    assert "alexandria" not in destinations(s, "br_corps.1")
    assert "tbilisi" not in destinations(s, "ru_corps.1")
    assert "ankara" not in destinations(s, "ge_corps.1")
    assert "ankara" in destinations(s, "tu_corps.1")


def points(s: State, **pools: int) -> State:
    for pool, n in pools.items():
        s.tracks[f"rp_{pool}"] = 2 * n
    return s


@pytest.mark.rule("17.1.1", "17.1.4", "17.1.2")
def test_what_replacements_cost() -> None:
    s = points(blank(), ge=4)
    put(s, "essen", "(ge_1)", "(ge_corps.1)")
    put(s, DEAD[CP], "ge_2", "ge_corps.2")
    s.units["ge_2"] = type(s.units["ge_2"])("ge_2", DEAD[CP], 0)
    s.units["ge_corps.2"] = type(s.units["ge_corps.2"])("ge_corps.2", DEAD[CP], 0)
    for answer, left in (
        ("restore ge_1", 6),
        ("restore ge_corps.1", 5),
        ("rebuild ge_corps.2 reduced cp_reserve", 4),
        ("rebuild ge_2 full berlin", 0),
    ):
        ask(replacements.replace(s, CP), answer)
        assert s.tracks["rp_ge"] == left
    assert s.full("ge_2")
    assert s.units["ge_corps.2"].steps == 1
    points(s, ge=1)
    ask(replacements.end(s))
    assert s.tracks["rp_ge"] == 0


@pytest.mark.rule("17.1.3", "17.1.7", "17.1.4.1", "17.1.1.1")
def test_refused_replacements() -> None:
    s = points(blank(10, ("tu", "bu")), fr=2, br=2, ge=2, a=2)
    put(s, "calais", "(br_bef)", "(aus_corps.1)")
    put(s, "verdun", "(fr_1)")
    put(s, "ankara", "(ge_corps.1)")
    for x in ("adrianople", "burgas", "philippoli"):
        s.control[x] = AP
    s.changed()
    assert rule_of(replacements.why_not_replace(s, AP, "br_bef")) == "17.1.7"
    assert rule_of(replacements.why_not_replace(s, CP, "ge_corps.1")) == "17.1.4.1"
    s.tracks["rp_a"] = 0
    assert "restore aus_corps.1" not in [str(o) for o in replacements.offers(s, AP)]
    s.tracks["rp_a"] = 2
    assert "restore aus_corps.1" in [str(o) for o in replacements.offers(s, AP)]
    assert replacements.why_not_replace(s, AP, "fr_1") is None
    s.control["paris"] = CP
    assert rule_of(replacements.why_not_replace(s, AP, "fr_1")) == "17.1.3"


@pytest.mark.rule("17.1.5", "9.5.3.3")
def test_where_armies_are_recreated() -> None:
    s = blank(6)
    assert home_spaces(s, "ge_1") == ["berlin", "essen", "breslau"]
    assert home_spaces(s, "ah_1") == ["vienna", "budapest"]
    assert home_spaces(s, "be_1") == ["brussels", "antwerp", "ostend"]
    for x in ("brussels", "antwerp", "ostend"):
        s.control[x] = CP
    s.changed()
    assert home_spaces(s, "be_1") == ["calais"]
    assert home_spaces(s, "sb_1") == ["belgrade"]
    s.control["nis"] = CP
    assert home_spaces(s, "sb_1") == []
    s.played["ap_30"], s.greek_limited = 6, True
    s.changed()
    assert home_spaces(s, "sb_1") == ["salonika"]
    assert home_spaces(s, "fr_1") == ["paris"]
    put(s, "paris", "fr_2", "fr_3", "fr_4")
    assert home_spaces(s, "fr_1") == ["orleans"]


@pytest.mark.rule("9.5.3.3")
def test_qa_no_reinforcements_into_a_besieged_source() -> None:
    s = blank(6)
    put(s, "breslau", "ru_1")
    assert "breslau" not in home_spaces(s, "ge_1")


@pytest.mark.rule("17.1.6", "9.5.3.2")
def test_the_ana_returns_in_arabia() -> None:
    s = blank(15, ("tu",))
    assert replacements.places(s, "ana_corps.1") == ["arabia"] == entry_spaces(s, "ana_corps.1")
    assert entry_spaces(s, "fr_corps.1") == ["ap_reserve"]


@pytest.mark.rule("9.5.3.4", "9.5.3.3")
def test_near_east_armies_may_enter_at_home() -> None:
    s = blank(15, ("tu", "us"))
    s.played["ap_49"] = 14
    assert entry_spaces(s, "br_ne") == ["alexandria", "london"]
    assert entry_spaces(s, "br_mef")[-1] == "london"
    assert "bordeaux" in entry_spaces(s, "us_1")


@pytest.mark.rule("14.1.8", "14.3.5")
def test_only_turks_and_only_in_medina_outlive_attrition() -> None:
    s = blank(15, ("tu",))
    put(s, "medina", "tu_corps.1", "ge_corps.1")
    put(s, "aqaba", "tu_corps.2")
    s.destroyed = frozenset(("aqaba", "beersheba", "gaza"))
    for x in ("beersheba", "amman", "jerusalem", "sinai", "gaza"):
        s.control[x] = AP
    s.changed()
    ask(attrition(s))
    assert s.units["tu_corps.1"].at == "medina"
    assert s.units["ge_corps.1"].at == s.units["tu_corps.2"].at == DEAD[CP]


@pytest.mark.rule("9.5.2.4", "14.3.5")
def test_neutral_greeks_need_no_supply() -> None:
    s = blank(8)
    s.greek_limited = True
    put(s, "florina", "gr_corps.1")
    for x in s.data.spaces.values():
        if x.nation == "gr" and x.id != "florina":
            s.control[x.id] = CP
    s.changed()
    ask(attrition(s))
    assert s.units["gr_corps.1"].at == "florina"
    assert s.control["florina"] == AP


@pytest.mark.rule("14.3.6", "5.1.2")
def test_spaces_cut_off_go_back_with_their_vp() -> None:
    s = blank(8, ("tu",))
    s.take("berlin", AP, "")
    vp = s.tracks["vp"]
    ask(attrition(s))
    assert s.control["berlin"] == CP
    assert s.tracks["vp"] == vp + 1
    assert s.control["libya"] == CP  # the Senussi would be in supply there
    assert s.control["paris"] == AP


@pytest.mark.rule("9.2.7.1", "9.5.3.5")
def test_the_beachhead_feeds_corps_and_the_mef_but_no_other_army() -> None:
    s = blank(6, ("tu",))
    s.beachhead = "mef1"
    put(s, "mef1", "br_mef", "br_corps.1", "br_ne")
    assert [in_supply(s, u) for u in ("br_mef", "br_corps.1", "br_ne")] == [True, True, False]
    s.beachhead = ""
    s.changed()
    assert not in_supply(s, "br_corps.1")


@pytest.mark.rule("15.2.4", "14.1.3")
def test_units_beside_a_fort_they_cannot_besiege_live_on_what_is_behind_them() -> None:
    s = blank()
    put(s, "liege", "ge_corps.1")
    put(s, "brussels", "ge_1")
    assert not besieged(s, "liege")
    assert in_supply(s, "ge_corps.1")  # Aachen is beside it
    assert not in_supply(s, "ge_1")  # but nothing is traced through the fort
    for x in ("aachen", "koblenz", "essen"):
        s.control[x] = AP
    s.changed()
    assert not in_supply(s, "ge_corps.1")


@pytest.mark.rule("11.1.4", "11.1.14")
def test_arabia_is_for_the_ana_alone() -> None:
    s = blank(15, ("tu",))
    put(s, "medina", "ana_corps.1", "br_corps.1")
    assert why_not_enter(s, AP, ("ana_corps.1",), "medina", "arabia") is None
    assert why_not_enter(s, AP, ("br_corps.1",), "medina", "arabia") is not None


@pytest.mark.rule("14.1.4")
def test_no_more_than_two_ports_in_a_line() -> None:
    s = blank(8, ("it",))
    put(s, "rome", "it_1")
    assert in_supply(s, "it_1")  # London, Naples, Rome
    for x in s.data.ports[AP]:
        if x != "london":
            s.control[x] = CP
    s.changed()
    assert not in_supply(s, "it_1")
    s.control["naples"] = AP
    s.changed()
    assert in_supply(s, "it_1")


@pytest.mark.rule("9.5.3.4")
def test_the_orient_army_entered_at_home_stays_out_of_salonika() -> None:
    s = blank(15, ("gr",))
    put(s, "kavala", "fr_orient", "fr_1")
    assert why_not_enter(s, AP, ("fr_orient",), "kavala", "salonika") is None
    s.home = frozenset(("fr_orient",))
    assert why_not_enter(s, AP, ("fr_orient",), "kavala", "salonika") is not None
    assert why_not_enter(s, AP, ("fr_1",), "kavala", "salonika") is None


@pytest.mark.rule("9.5.3.3", "17.1.5")
def test_orleans_is_not_for_a_paris_full_of_besiegers() -> None:
    s = blank(6)
    put(s, "paris", "ge_1", "ge_2", "ge_3")
    assert home_spaces(s, "fr_1") == []


@pytest.mark.rule("17.1.3", "13.1.10")
def test_a_besieged_capital_is_not_lost_while_its_fort_stands() -> None:
    s = blank(6)
    put(s, "paris", "ge_1")
    assert not capital_lost(s, "fr")
    s.control["paris"] = CP
    assert capital_lost(s, "fr")


@pytest.mark.rule("16.4.9", "17.1.5", "9.5.3.3")
def test_after_the_treaty_russian_armies_do_not_come_back_among_allies() -> None:
    s = blank(18, ("ro",))
    put(s, "kharkov", "ro_corps.1")
    put(s, "moscow", "ru_2")
    assert {"kharkov", "moscow"} <= set(home_spaces(s, "ru_1"))
    s.played["cp_45"] = 17
    assert "kharkov" not in home_spaces(s, "ru_1")
    assert "moscow" in home_spaces(s, "ru_1")


@pytest.mark.rule("13.2.1")
def test_allied_corps_redeploy_to_the_near_east_by_land_without_limit() -> None:
    s = sr(blank(15, ("tu", "bu", "gr")))
    for x in ("kavala", "philippoli", "adrianople", "gallipoli", "constantinople", "bursa", "strumitsa", "sofia"):
        s.control[x] = AP
    s.changed()
    put(s, "adrianople", "gr_corps.1", "br_corps.1")
    put(s, "salonika", "fr_corps.1")
    s.limit("br_sea_sr")
    assert "bursa" in destinations(s, "gr_corps.1")
    assert "bursa" in destinations(s, "br_corps.1")
    assert "alexandria" not in destinations(s, "fr_corps.1")


@pytest.mark.rule("9.5.3.4", "AP-31", "AP-50")
@pytest.mark.parametrize(("card", "army", "played"), [("ap_31", "br_mef", "ap_30"), ("ap_50", "br_ne", "")])
def test_an_army_that_enters_at_home_ignores_the_conditions_of_its_card(card: str, army: str, played: str) -> None:
    s = blank(15, ("tu",))
    if played:
        s.played[played] = 14
    assert entry_spaces(s, army) == ["london"]
    assert why_not_play_event(s, AP, card) is None
    hold(s, AP, card)
    ask(play_event(s, AP, card))
    assert s.units[army].at == "london"
    assert army in s.home
    assert s.beachhead == ""


@pytest.mark.rule("9.5.3.4", "9.5.3.1")
def test_without_its_conditions_and_without_london_the_mef_is_not_played() -> None:
    s = blank(15)
    assert why_not_play_event(s, AP, "ap_31") is None
    put(s, "london", "br_1", "br_2", "br_3")
    assert why_not_play_event(s, AP, "ap_31")[0] == "9.5.3.1"  # type: ignore[index]
    s.at_war |= {"tu"}
    s.changed()
    assert why_not_play_event(s, AP, "ap_31") is None
