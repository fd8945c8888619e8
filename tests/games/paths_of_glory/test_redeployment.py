"""Strategic redeployment in detail (9.3, 13, 17.1.4.1)."""

from __future__ import annotations

from typing import Any

import pytest

from wargame.core.engine.actions import DONE
from wargame.games.paths_of_glory.model import AP, CP, State
from wargame.games.paths_of_glory.rail import (
    can_redeploy,
    destinations,
    price,
    redeploy,
    why_not_place,
    why_not_redeploy,
    why_not_start,
)  # fmt: skip

from .support import ask, blank, put, texts


def ready(points: int = 4, turn: int = 10, war: tuple[str, ...] = ()) -> State:
    s = blank(turn, war)
    s.sr = points
    return s


def rule_of(found: Any) -> str:
    assert found is not None
    return str(found[0])


@pytest.mark.rule("9.3.1", "9.3.2", "13.1.2")
def test_points_are_spent_unit_by_unit_or_given_up() -> None:
    s = ready(5)
    put(s, "paris", "fr_1", "fr_corps.1")
    assert (price(s, "fr_1"), price(s, "fr_corps.1")) == (4, 1)
    ask(redeploy(s, AP), "redeploy fr_1", "place fr_1 verdun")
    assert s.sr == 1
    ask(redeploy(s, AP), "redeploy fr_corps.1", "place fr_corps.1 ap_reserve")
    assert s.sr == 0
    assert ask(redeploy(s, AP)) == (None, DONE)
    s = ready(5)
    put(s, "paris", "fr_1")
    assert ask(redeploy(s, AP), "done") == (None, DONE)


@pytest.mark.rule("13.1.3")
def test_a_unit_that_was_named_but_stayed_may_still_redeploy_once() -> None:
    s = ready(4)
    put(s, "paris", "fr_corps.1")
    ask(redeploy(s, AP), "redeploy fr_corps.1", "pass")
    assert (s.sr, s.units["fr_corps.1"].at) == (4, "paris")
    ask(redeploy(s, AP), "redeploy fr_corps.1", "place fr_corps.1 verdun")
    assert (s.sr, s.units["fr_corps.1"].at) == (3, "verdun")
    assert rule_of(why_not_start(s, AP, "fr_corps.1")) == "13.1.3"


@pytest.mark.rule("13.1.1")
def test_only_own_living_units_redeploy() -> None:
    s = ready()
    put(s, "paris", "fr_1")
    put(s, "ap_eliminated", "fr_corps.1")
    put(s, "berlin", "ge_1")
    for unit in ("ge_1", "fr_corps.1", "nobody"):
        assert rule_of(why_not_start(s, AP, unit)) == "13.1.1"
    question, _ = ask(redeploy(s, AP))
    assert texts(question) == ["redeploy fr_1", "done"]


@pytest.mark.rule("13.1.6")
def test_the_way_is_friendly_and_free_of_enemies() -> None:
    s = ready()
    put(s, "koblenz", "ge_1")
    assert "brussels" not in destinations(s, "ge_1")
    put(s, "brussels", "ge_2")
    assert "brussels" not in destinations(s, "ge_1")  # Liege is in the way, and Brussels without supply
    put(s, "liege", "ge_3")
    assert "brussels" in destinations(s, "ge_1")  # through the besieged fort
    assert "liege" in destinations(s, "ge_1")
    s = ready()
    put(s, "metz", "ge_1")
    put(s, "strasbourg", "fr_corps.1")  # does not besiege, but stands in the way
    assert "strasbourg" not in destinations(s, "ge_1")


@pytest.mark.rule("13.1.6", "10.1.1", "13.1.5")
def test_the_end_is_in_supply_and_within_the_limit() -> None:
    s = ready()
    put(s, "paris", "fr_1")
    put(s, "verdun", "fr_2", "fr_3", "fr_4")
    found = destinations(s, "fr_1")
    assert "verdun" not in found
    assert "bordeaux" in found
    assert "paris" not in found
    assert "london" not in found  # armies do not cross the sea


@pytest.mark.rule("13.1.8")
def test_from_reserve_beside_a_supplied_unit_of_the_nation() -> None:
    s = ready(4, 16, ("tu",))
    put(s, "ap_reserve", "br_corps.1")
    put(s, "medina", "ana_corps.1")
    put(s, "calais", "cnd_corps.1")
    put(s, "lodz", "br_1")  # out of supply
    put(s, "ostend", "br_2", "br_3", "br_4")  # full
    put(s, "amiens", "fr_1")
    assert destinations(s, "br_corps.1") == ["calais", "london"]


@pytest.mark.rule("13.1.8", "13.2.1")
def test_a_british_corps_from_reserve_to_the_near_east_is_the_one_of_the_turn() -> None:
    s = ready(4, 16, ("tu",))
    put(s, "ap_reserve", "br_corps.1", "cnd_corps.1", "aus_corps.1")
    put(s, "cairo", "br_corps.2")
    assert "cairo" in destinations(s, "br_corps.1")
    assert "cairo" in destinations(s, "aus_corps.1")
    assert "cairo" not in destinations(s, "cnd_corps.1")
    ask(redeploy(s, AP), "redeploy br_corps.1", "place br_corps.1 cairo")
    assert "br_sea_sr" in s.limits
    assert "cairo" not in destinations(s, "aus_corps.1")
    assert "port_said" in destinations(s, "br_corps.2")  # within the Near East there is no limit
    assert "ap_reserve" not in destinations(s, "br_corps.2")


@pytest.mark.rule("13.1.10")
def test_with_the_capital_lost_nobody_goes_to_or_from_the_reserve() -> None:
    for nation, unit, at, capital, free in (
        ("fr", "fr_corps.1", "bordeaux", "paris", False), ("ah", "ah_corps.1", "vienna", "budapest", False),
        ("be", "be_corps.1", "calais", "brussels", True), ("sb", "sb_corps.1", "nis", "belgrade", True),
    ):  # fmt: skip
        s = ready()
        side = s.side_of(unit)
        put(s, at, unit)
        s.control[capital] = {AP: CP, CP: AP}[side]
        s.destroyed |= {capital}
        s.changed()
        assert (f"{side}_reserve" in destinations(s, unit)) == free, nation


@pytest.mark.rule("17.1.4.1")
def test_on_foreign_supply_nobody_goes_to_or_from_the_reserve() -> None:
    s = ready(4, 10, ("tu", "bu"))
    put(s, "constantinople", "ge_corps.1", "tu_corps.1")
    put(s, "cp_reserve", "ge_corps.2")
    serbia = [x.id for x in s.data.spaces.values() if x.nation == "sb"]
    s.destroyed = frozenset(serbia)
    s.control |= dict.fromkeys(serbia, CP)
    s.changed()
    assert "cp_reserve" in destinations(s, "ge_corps.1")
    assert "constantinople" in destinations(s, "ge_corps.2")
    s.control |= dict.fromkeys(serbia, AP)
    s.changed()
    assert "cp_reserve" not in destinations(s, "ge_corps.1")
    assert "cp_reserve" in destinations(s, "tu_corps.1")
    assert "constantinople" not in destinations(s, "ge_corps.2")


@pytest.mark.rule("13.1.7", "13.1.7.1")
def test_by_sea_from_port_to_port_only() -> None:
    s = ready()
    put(s, "kiel", "ge_corps.1")
    put(s, "hamburg", "ge_corps.2")
    for x in s.data.solid["konigsberg"]:
        s.control[x] = AP
    s.changed()
    assert "konigsberg" in destinations(s, "ge_corps.1")
    assert "konigsberg" not in destinations(s, "ge_corps.2")  # not combined with a way by land
    put(s, "konigsberg", "ru_1")
    assert "konigsberg" not in destinations(s, "ge_corps.1")  # besieged


@pytest.mark.rule("13.2.2", "13.2.3")
def test_the_limits_of_a_turn_are_used_up_by_the_crossing_itself() -> None:
    s = ready(4, 10, ("tu",))
    put(s, "caucasus", "ru_corps.1", "ru_corps.2")
    ask(redeploy(s, AP), "redeploy ru_corps.1", "place ru_corps.1 kiev")
    assert "ru_caucasus" not in s.limits
    ask(redeploy(s, AP), "redeploy ru_corps.2", "place ru_corps.2 tbilisi")
    assert "ru_caucasus" in s.limits
    s = ready(4, 10, ("tu", "bu"))
    put(s, "sofia", "ge_corps.1", "bu_corps.1", "tu_corps.1")
    ask(redeploy(s, CP), "redeploy tu_corps.1", "place tu_corps.1 ankara")
    assert "cp_ne_sr" not in s.limits
    ask(redeploy(s, CP), "redeploy ge_corps.1", "place ge_corps.1 ankara")
    assert "cp_ne_sr" in s.limits
    assert "ankara" not in destinations(s, "bu_corps.1")


@pytest.mark.rule("13.1.6", "13.1.8", "14.1.5")
def test_units_without_a_destination_are_not_offered() -> None:
    s = ready(4, 15, ("tu",))
    put(s, "arabia", "ana_corps.1")  # no other space is friendly and in its reach
    put(s, "paris", "fr_1")
    question, _ = ask(redeploy(s, AP))
    assert texts(question) == ["redeploy fr_1", "done"]
    assert not can_redeploy(s, "ana_corps.1")
    assert rule_of(why_not_redeploy(s, AP, "ana_corps.1")) == "13.1.9"
    assert "4 SR" in str(question.warning(DONE))


@pytest.mark.rule("13.1.6", "13.1.7", "13.1.8", "13.1.9", "13.1.10", "13.2.1", "13.2.2", "13.2.3", "10.1.1", "17.1.4.1")
def test_a_redeployment_is_refused_by_the_rule_it_breaks() -> None:
    def rule(unit: str, space: str) -> str:
        found = why_not_place(s, unit, space)
        assert found is not None or space in destinations(s, unit)
        return found[0] if found else ""

    s = ready(4, 10, ("tu", "bu"))
    put(s, "ap_reserve", "br_corps.1", "cnd_corps.1", "fr_corps.1")
    put(s, "cairo", "br_corps.2")
    put(s, "calais", "pt_corps.1", "fr_1", "fr_2")
    put(s, "caucasus", "ru_1", "ru_corps.1")
    put(s, "sofia", "ge_corps.1", "bu_corps.1")
    put(s, "koblenz", "ge_1")
    put(s, "dijon", "fr_corps.2")
    assert rule("br_corps.1", "dijon") == "13.1.8"
    assert rule("cnd_corps.1", "calais") == "10.1.1"  # beside the Portuguese, who are British, but full
    assert rule("fr_1", "ap_reserve") == "13.1.9"
    assert rule("br_corps.1", "ap_reserve") == "13.1.9"
    assert rule("fr_corps.1", "cairo") == "13.1.8"
    assert rule("cnd_corps.1", "cairo") == "13.2.1"
    assert rule("br_corps.1", "cairo") == ""
    s.limit("br_sea_sr")
    assert rule("br_corps.1", "cairo") == "13.2.1"
    assert rule("ru_1", "tbilisi") == "13.1.6"  # an army has no way there at all
    assert rule("ru_corps.1", "tbilisi") == ""
    s.limit("ru_caucasus")
    assert rule("ru_corps.1", "tbilisi") == "13.2.2"
    assert rule("ru_corps.1", "bucharest") == "13.1.6"
    assert rule("ge_corps.1", "ankara") == ""
    s.limit("cp_ne_sr")
    assert rule("ge_corps.1", "ankara") == "13.2.3"
    assert rule("ge_1", "paris") == "13.1.6"
    assert rule("fr_corps.2", "london") == "13.1.7"
    s.destroyed, s.control["paris"] = frozenset(("paris",)), CP
    s.changed()
    assert rule("fr_corps.2", "ap_reserve") == "13.1.10"


@pytest.mark.rule("13.1.6")
def test_what_is_listed_is_exactly_what_is_not_refused() -> None:
    s = ready(4, 10, ("tu", "bu", "it"))
    put(s, "nis", "sb_1", "fr_corps.1")
    put(s, "kiel", "ge_corps.1", "ge_1")
    put(s, "ap_reserve", "it_corps.1")
    put(s, "kars", "tu_corps.1")
    for unit in list(s.units):
        listed = destinations(s, unit)
        for space in s.data.spaces:
            assert (space in listed) == (why_not_place(s, unit, space) is None)
