"""Every machine-checkable statement of constraints.json (a copy of the data's) holds."""

from __future__ import annotations

import json
from pathlib import Path

import attrs
import pytest

from wargame.core.mechanics.odds import Modifier
from wargame.games.when_eagles_fight import arrivals, rail, stacking, supply
from wargame.games.when_eagles_fight.attackers import fresh_defenders
from wargame.games.when_eagles_fight.events import no_verdun
from wargame.games.when_eagles_fight.headquarters import can_declare, why_not_oberost, why_not_stavka
from wargame.games.when_eagles_fight.odds import Odds, calculate, ratio, result, strength, terrain_modifiers
from wargame.games.when_eagles_fight.synchronised import synchronised
from wargame.games.when_eagles_fight.victory import is_check, sudden_death

from .support import DATA, at, board, entry_cost, owing

ALL = json.loads((Path(__file__).parent / "constraints.json").read_text(encoding="utf-8"))["constraints"]
IN_OPENINGS = {"opening_moves", "oberost_hex", "battle", "breakthrough_advance", "supply_after_combat"}  # test_openings


def place_at(c):
    assert DATA.place(c["place"]) == c["hex"]


def adjacent(c):
    assert DATA.board.adjacent(c["a"], c["b"])


def all_sea_hexside(c):
    assert c["b"] not in DATA.land[c["a"]]
    assert c["b"] not in DATA.lakes[c["a"]]


def move_cost(c):
    assert entry_cost(board(), c["a"], c["b"]) == c["expect"]


def pass_hexes(c):
    assert sorted(h.id for h in DATA.hexes.values() if h.mountain_pass) == sorted(c["expect"])


def ah_victory_hexes_besides_cities(c):
    found = [h.id for h in DATA.hexes.values() if h.victory_hex and h.country == "austria_hungary" and h.kind != "city"]
    assert sorted(found) == sorted(c["expect"])


def not_victory_hex(c):
    assert not DATA.hexes[c["hex"]].victory_hex


def not_rail_exit(c):
    assert not set(c["expect"]) & set(DATA.exits["ru"])


def west_edge_column(c):
    assert {h.id[:2] for h in DATA.hexes.values() if "west" in h.map_edge} == {str(c["expect"])}


def values(unit):
    counter = DATA.counters[unit]
    return [counter.attack, counter.defence, counter.movement]


def unit(c):
    counter = DATA.counters[c["unit"]]
    assert (values(c["unit"]), counter.hex, counter.steps) == (c["front"], c["setup_hex"], c["steps"])


def rebuilt_values(c):
    state = board({"1527": c["unit"]}, rebuilt=frozenset((c["unit"],)))
    assert list(state.factors(c["unit"])) == c["expect"]


def counter_total(c):
    assert len(DATA.counters) + sum(m.count for m in DATA.markers) == c["expect"]


def unit_values(c):
    assert all(values(u) == c["front"] for u in c["units"])


def unit_count(c):
    assert sum(1 for u in DATA.counters.values() if u.scenario == c["scenario"]) == c["expect"]


def conversions(c):
    found = [(str(one.turn), one.fortress.removeprefix("GE-F-")) for one in DATA.numbers.conversions]
    assert found == [(turn, name) for turn, names in c["expect"].items() for name in names]


def conditional_count(c):
    found = [u for u in DATA.counters.values() if u.nation == "german" and u.entry.startswith("B+")]
    assert len(found) == c["expect"]


def conditional_units(c):
    entry = "REG" if c["group"] == "REG" else "B+3"
    side = {"REG": "russian"}.get(c["group"], "romanian")
    found = [u for u in DATA.counters.values() if u.entry == entry and u.nation == side]
    assert [u.id for u in found] == c["expect"]
    assert all(u.hex == c["hex"] for u in found if "hex" in c)


def turn_units(c):
    assert sum(1 for u in DATA.counters.values() if u.turn == c["turn"] and u.guard) == c["expect"]


def withdrawal(c):
    state = board(turn=c["turn"])
    arrivals.printed_withdrawals(state, "cp")
    due = {f"german {c['return_turn']}": c["german_steps"], f"austro_hungarian {c['return_turn']}": c["ah_steps"]}
    assert state.owed == owing(due)


def free_setup_units(c):
    found = [DATA.counters[u].nation for u in DATA.scenarios["free_setup"].add_units]
    assert found.count("austro_hungarian") == c["expect"]["austro_hungarian_cavalry"]
    assert found.count("russian") == c["expect"]["russian_cavalry"]


def second_army_corps(c):
    assert sum(1 for u in DATA.counters.values() if u.second_army) == c["expect"]


CHECKS = [turn for turn in DATA.turns if is_check(board(turn=turn))]


def victory_check_turns(c):
    assert c["expect"] == CHECKS
    assert [t.turn for t in DATA.turns.values() if t.revolution is not None] == c["expect"]


def victory_check_months(c):
    assert {DATA.turns[t].months for t in CHECKS} == set(c["expect"])


def turn_track(c):
    box = DATA.turns[c["turn"]]
    if c["field"] == "replacements":
        assert {k: getattr(box, k) for k in c["expect"]} == c["expect"]
    else:
        assert box.ah_victory_hexes == c["expect"]


def turn_track_all(c):
    assert {DATA.turns[t].german_cities for t in CHECKS} == {c["expect"]}


def turn_year(c):
    for year, (first, last) in c["expect"].items():
        assert [t.turn for t in DATA.turns.values() if t.year == int(year)] == list(range(first, last + 1))


def ammo(c):
    column = next(a for a in DATA.tables.ammunition if a.first <= c["turn"] <= a.last)
    assert column.by_roll[c["roll"] - 1] == c["expect"]


def event(c):
    column = next(a for a in DATA.tables.events if a.first <= c["turn"] <= a.last)
    assert column.rolls[str(c["roll"])] == c["expect"]


def events_first_turn(c):
    assert min(a.first for a in DATA.tables.events) == c["expect"]


def odds(c):
    found = Odds(c["attack"], c["defence"], ratio(c["attack"], c["defence"]), ())
    assert c["expect"].startswith(found.text)


def crt_below(c):
    assert result(board(), Odds(1, 3, ratio(1, 3), ()), 6) == c["expect"]


def super_odds(c):
    state = board({"2025": "GE-1R GE-GR GE-3R GE-FR", "2125": "GE-WL", "2124": "RU-LTV"})
    found = calculate(state, ("GE-1R", "GE-GR", "GE-3R", "GE-FR", "GE-WL"), "2124", ("RU-LTV",))  # 22 : 3
    assert found.text == c["odds"]
    assert {"column": found.column, "drm": found.modifier} == c["expect"]


def drm_sum(c):
    assert Odds(1, 1, 1, tuple(Modifier("", n, "") for n in c["drms"])).modifier == c["expect"]


def roll_clamp(c):
    low, high = Odds(1, 1, 1, (Modifier("", -9, ""),)), Odds(1, 1, 1, (Modifier("", 9, ""),))
    state = board()
    assert (min(DATA.results.rows), max(DATA.results.rows)) == (c["minimum"], c["maximum"])
    assert result(state, low, 1) == DATA.results.result("1:1", c["minimum"])
    assert result(state, high, 6) == DATA.results.result("1:1", c["maximum"])


def crt(c):
    assert DATA.results.result("3:1", c["roll"]) == c["expect"]


def halving(c):
    state = board({"3512": "RU-20"})
    state.short = frozenset(("RU-20",))
    assert strength(state, ("RU-20",), True) == c["expect"]


def halving_sum_then_round_up(c):
    state = board({"3512": "RU-20 RU-3"}, short=frozenset(("RU-20", "RU-3")))
    assert strength(state, ("RU-20", "RU-3"), True) == 5  # 5 + 5 halved, not 3 + 3


def halving_replacements(c):
    state = board(turn=7, event="C")
    assert (state.box.german, arrivals.allotted(state, "german")) == (c["value"], c["expect"])


def terrain_drm(c):
    state = board({"1119": "GE-1"})
    hexes = {**DATA.hexes, "1119": attrs.evolve(DATA.hexes["1119"], terrain="swamp")}  # no such city is on the map
    state.title = attrs.evolve(state.title, data=attrs.evolve(DATA, hexes=hexes))
    assert sum(m.amount for m in terrain_modifiers(state, "1119", ("GE-1",))) == c["expect"]


def strategic_limit(c):
    expect = c["expect"]
    for turn, box in DATA.turns.items():
        want = expect if isinstance(expect, int) else expect[str(box.year)]
        assert rail.limit(board(turn=turn), c["nation"]) == want
        if "max_in_russia_1914_1915" in c:
            assert box.rail_german_russia == (c["max_in_russia_1914_1915"] if box.year < 1916 else None)


def german_units_with_ah(c):
    assert {stacking.combined_limit(board(turn=t)) for t in range(1, 5)} == {c["expect"]["turns_1_4"]}
    assert {stacking.combined_limit(board(turn=t)) for t in range(5, 25)} == {c["expect"]["turns_5_24"]}
    limits = [stacking.combined_limit(board(turn=t, brusilov=15)) for t in range(15, 25)]
    assert max(limits) == c["expect"]["after_brusilov_max"]


def stack_limit_corps(c):
    assert 2 * c["expect"] == stacking.limit(board())
    assert DATA.counters["GE-3Rdiv"].bulk == 2 * c["division"]


def combat_stack_from_turn_12(c):
    state = board({"2419": "RU-1 RU-2 RU-3"}, turn=12)
    assert strength(state, ("RU-1", "RU-2", "RU-3"), False) == 7 * c["expect"]


def supply_range(c):
    assert c["expect"] == supply.reach(board())


def oberost_range(c):
    units = {"2025": "GE-1", "2225": "GE-17", "2325": "GE-20", "2124": "RU-1"}
    game = at(board(units, oberost="2025"), "OberOst combat begins")
    near = {u for u in ("GE-1", "GE-17", "GE-20") if DATA.board.distance("2025", game.state.units[u].at) <= c["expect"]}
    assert game.state.oberost_units == near == {"GE-1", "GE-17"}


def replacement_savings(c):
    assert c["expect"] == arrivals.kept(board(), "russian")


def no_verdun_example(c):
    state = board({"1020": "GE-HA1"}, turn=16, final_check=24)
    for step in c["steps"]:
        state.turn = step["turn"]
        if not step["artillery_left"]:
            state.send("GE-HA1", "out_of_play", "7.2D")
        no_verdun(state)
        assert state.final_check == step.get("marker_to", step.get("marker_stays"))


def brusilov_turns(c):
    assert [t for t in range(1, 25) if can_declare(board(turn=t))] == list(range(c["declare"][0], c["declare"][1] + 1))


def romania_entry(c):
    at_war = [t for t in range(15, 25) if board(turn=t, brusilov=c["declared"]).romania]
    assert at_war[0] == c["enters"]


def stavka(c):
    assert why_not_stavka(board(turn=c["first_turn"] - 1)) is not None
    assert why_not_stavka(board(turn=c["first_turn"])) is None
    assert why_not_stavka(board(turn=3, stavka_used=2)) is not None


def oberost(c):
    assert not why_not_oberost(board(turn=c["first_turn"]))
    assert why_not_oberost(board(turn=2, oberost_used=1))


def turn1_ah_attacks(c):
    state = board({"2125": "AH-2 AH-6", "2225": "RU-2"}, turn=1)
    state.phase = "Central Powers combat"
    assert calculate(state, ("AH-2", "AH-6"), "2225", ("RU-2",)).text == c["odds"]
    for made in range(5):
        state.ah_attacks = made
        assert bool(synchronised(state, "cp", {"2225": ("AH-2", "AH-6")})) == (made < c["minimum"])
        assert not synchronised(state, "cp", {"2225": ("AH-2",)})  # 1:1


def turn2_rail_towns(c):
    net = supply.RAIL_NET.spaces(board(turn=2), "cp")
    assert {DATA.place(p) for p in c["expect"]} <= net


def strategic_move_from(c):
    hex_id = DATA.place(c["place"])
    state = board({hex_id: "GE-1"}, turn=c["turn"])
    state.control[hex_id] = "cp"
    state.changed()
    assert rail.why_not_entrain(state, "GE-1") is None
    assert rail.destinations(state, "GE-1")


@pytest.mark.parametrize("c", [c for c in ALL if c["kind"] not in IN_OPENINGS], ids=lambda c: c["id"])
def test_constraint(c):
    globals()[c["kind"]](c)


def test_every_kind_of_statement_is_checked():
    assert {c["kind"] for c in ALL} - IN_OPENINGS <= set(globals())


def test_no_capital_has_fallen_at_the_start():
    assert sudden_death(board()) is None
    assert fresh_defenders(board({"2317": "RU-1"}), "2317") == ("RU-1",)
