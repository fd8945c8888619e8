"""Numbers that rules print are data: an overlay with another value changes play; a variant changes modifiers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import wargame.games.when_eagles_fight as plugin
from wargame.core.engine.errors import DataError
from wargame.core.mechanics.odds import Modifier
from wargame.games.when_eagles_fight.advance import begin
from wargame.games.when_eagles_fight.arrivals import allotted, conversions, guns_return, kept, printed_withdrawals
from wargame.games.when_eagles_fight.events import happens, major_offensive, treated_as, verdun
from wargame.games.when_eagles_fight.headquarters import activate, ammunition_modifier, can_declare, why_not_stavka
from wargame.games.when_eagles_fight.model import State
from wargame.games.when_eagles_fight.odds import Battle, calculate, contributing
from wargame.games.when_eagles_fight.picture import picture
from wargame.games.when_eagles_fight.printed import HERE
from wargame.games.when_eagles_fight.stacking import combined_limit, why_not_enter, why_not_stack
from wargame.games.when_eagles_fight.supply import supplied
from wargame.games.when_eagles_fight.synchronised import attacks_due
from wargame.games.when_eagles_fight.victory import revolution_modifiers
from wargame.plugins import hookimpl
from wargame.plugins.manager import HookRules

from .support import DATA, at, board, entry_cost, tell

TEXT = (HERE / "numbers.toml").read_text(encoding="utf-8")


def overlay(folder: Path, table: str, key: str, value: str) -> Path:
    """A folder of its own with a copy of the numbers in which one value is another."""
    folder /= str(len(list(folder.iterdir())))
    folder.mkdir()
    before, head, rest = TEXT.partition(f"[{table}]")
    lines = rest.splitlines()
    place = next(i for i, line in enumerate(lines) if line.startswith(f"{key} = "))
    lines[place] = f"{key} = {value}"
    (folder / "numbers.toml").write_text(before + head + "\n".join(lines) + "\n", encoding="utf-8")
    return folder


def laid_over(
    folder: Path, table: str, key: str, value: str, units: dict[str, str] | None = None, **fields: Any
) -> State:
    """A position of a game with another value of one number."""
    state = board(units, **fields)
    state.title = plugin.wargame_title(overlay(folder, table, key, value))
    state.rules = HookRules(state.title, [plugin])
    return state


def modifiers(state: State, attackers: str, target: str) -> list[str]:
    return [m.text for m in calculate(state, tuple(attackers.split()), target, state.at[target]).modifiers]


@pytest.mark.rule("12.8")
def test_a_terrain_costs_what_the_data_say(tmp_path):
    state = laid_over(tmp_path, "terrain.forest", "cost", "3")
    assert (entry_cost(state, "2417", "2416"), entry_cost(board(), "2417", "2416")) == (3, 2)
    assert picture(state, None).legend["forest"] == "forest, 3 MP"


@pytest.mark.rule("12.8", "13.13")
def test_a_terrain_freezes_and_helps_as_the_data_say(tmp_path):
    frozen = laid_over(tmp_path, "terrain.swamp", "frozen", "2", turn=5)
    swamp = next((a, b) for a in DATA.hexes for b in DATA.land[a] if DATA.hexes[b].terrain == "swamp")
    assert (entry_cost(frozen, *swamp), entry_cost(board(turn=5), *swamp)) == (2, 1)
    units = {"3119": "GE-1", DATA.land["3119"][0]: "RU-1"}
    harder = laid_over(tmp_path, "terrain.swamp", "modifier", "-3", units)
    assert "-1 swamp (13.13)" in modifiers(board(units), "RU-1", "3119")
    assert "-3 swamp (13.13)" in modifiers(harder, "RU-1", "3119")


@pytest.mark.rule("8.1", "8.5", "8.6")
def test_stacking_limits_are_data(tmp_path):
    units = {"2124": "RU-1 RU-2 RU-3", "2025": "GE-HA1"}
    fewer = laid_over(tmp_path, "stacking", "corps", "2", units)
    assert why_not_stack(board({"2124": "RU-1 RU-2"}), ("RU-3",), "2124") is None
    assert why_not_stack(fewer, ("RU-4",), "2124") == ("8.1", "No more than two corps may stand in 2124.")
    guns = laid_over(tmp_path, "stacking", "heavy_artillery", "2", units)
    assert why_not_stack(board(units), ("GE-HA2",), "2025") == (
        "8.5", "No more than one heavy artillery unit may stand in 2025.",
    )  # fmt: skip
    assert why_not_stack(guns, ("GE-HA2",), "2025") is None
    early = laid_over(tmp_path, "stacking", "contributing_from", "3", units)
    assert [len(contributing(s, s.at["2124"], True)) for s in (board(units), early)] == [3, 2]


@pytest.mark.rule("6.3", "15.4", "15.6")
def test_where_allies_may_go_is_data(tmp_path):
    south = laid_over(tmp_path, "cooperation", "north_row", "24", {"2226": "AH-1"})
    assert why_not_enter(board({"2226": "AH-1"}), "AH-1", "2123") is None
    assert why_not_enter(south, "AH-1", "2123") == (
        "6.3", "AH-1 goes north of row 24 only together with a German unit.",
    )  # fmt: skip
    many = laid_over(tmp_path, "cooperation", "most_in_offensive", "2", turn=17, brusilov=17)
    assert (combined_limit(many), combined_limit(board(turn=17, brusilov=17))) == (2, 4)
    far = laid_over(tmp_path, "cooperation", "romanian_row", "31")
    romanian = next(u for u, c in DATA.counters.items() if c.nation == "romanian")
    there = next(h.id for h in DATA.hexes.values() if h.row == 30 and h.country != "romania")
    assert why_not_enter(board(), romanian, there) is None
    assert why_not_enter(far, romanian, there) == ("15.6", f"{romanian} never goes north of row 31.")


@pytest.mark.rule("3.3", "3.6")
def test_the_first_turn_is_data(tmp_path):
    state = laid_over(tmp_path, "first_turn", "russian_factors", "-2", {"2124": "RU-1"}, turn=1)
    assert (state.values("RU-1"), board({"2124": "RU-1"}, turn=1).values("RU-1")) == ("3-5-4", "4-6-4")
    assert attacks_due(laid_over(tmp_path, "first_turn", "attacks_due", "1", turn=1), "cp") == 1


@pytest.mark.rule("9.5")
def test_the_range_of_supply_is_data(tmp_path):
    units = {"3718": "RU-1"}
    short = laid_over(tmp_path, "supply", "range", "1", units)
    assert (supplied(board(units), "RU-1"), supplied(short, "RU-1")) == (True, False)


@pytest.mark.rule("9.12", "16.2", "16.3")
def test_what_changes_ammunition_and_plan_19_is_data(tmp_path):
    state = laid_over(tmp_path, "ammunition", "plan_19", "-3", turn=2, scenario="plan_19")
    assert ammunition_modifier(state) == -3
    later = laid_over(tmp_path, "plan_19", "last", "7", turn=7, scenario="plan_19")
    plain = board(turn=7, scenario="plan_19")
    assert (ammunition_modifier(later), ammunition_modifier(plain)) == (-1, 0)
    assert allotted(later, "russian") == allotted(plain, "russian") + 2


@pytest.mark.rule("10.9", "7.2C")
def test_replacement_steps_kept_and_cut_are_data(tmp_path):
    assert kept(laid_over(tmp_path, "replacements", "saved", "2"), "russian") == 2
    state = laid_over(tmp_path, "replacements", "event_divisor", "3", turn=7, event="C")
    assert (allotted(state, "german"), allotted(board(turn=7, event="C"), "german")) == (1, 1)
    assert allotted(laid_over(tmp_path, "replacements", "event_divisor", "4", turn=7, event="C"), "german") == 0


@pytest.mark.rule("10.14", "10.16", "10.17", "15.9")
def test_conversions_and_withdrawals_are_data(tmp_path):
    garrison = {"1719": "GE-F-Posen"}
    state = laid_over(tmp_path, "[conversions]", "turn", "3", garrison)
    conversions(state)
    assert set(state.at["1719"]) == {"GE-F-Posen-2", "GE-PL"}
    state = laid_over(tmp_path, "balkans", "german", "7", turn=12)
    printed_withdrawals(state, "cp")
    assert [(one.nation, one.count) for one in state.owed] == [("german", 7), ("austro_hungarian", 2)]
    state = laid_over(tmp_path, "guards", "turn", "12", {"4113": "RU-G"}, turn=12)
    printed_withdrawals(state, "ru")
    assert state.units["RU-G"].at == "out_of_play"
    state = laid_over(tmp_path, "west", "guns_back", "20", {"2025": "GE-HA1"}, turn=20, in_force=frozenset("K"))
    state.send("GE-HA1", "withdrawn", "7.2K")
    guns_return(state)
    assert state.due == {"GE-HA1": 20}


@pytest.mark.rule("7.2E", "7.2L", "7.2K", "7.2D")
def test_events_are_data(tmp_path):
    assert happens(board(turn=6), "E")
    assert not happens(laid_over(tmp_path, "events", "isonzo_from", "7", turn=6), "E")
    assert happens(laid_over(tmp_path, "events", "peace_cities", "0"), "L")
    assert treated_as(board(turn=11), "C") == "C"
    assert treated_as(laid_over(tmp_path, "west", "verdun_first", "11", turn=11), "C") == "K"
    state = laid_over(tmp_path, "west", "verdun_steps", "3", turn=12)
    verdun(state)
    assert [(one.nation, one.count) for one in state.owed] == [("german", 3), ("artillery", 1)]
    quiet = laid_over(tmp_path, "west", "most_steps_away", "0", turn=6)
    assert list(major_offensive(quiet)) == []


@pytest.mark.rule("13.12", "13.13", "13.16")
def test_modifiers_are_data(tmp_path):
    units = {"2124": "GE-1", "2123": "RU-1", "2125": "RU-2"}
    state = laid_over(tmp_path, "concentric", "against_germans", "3", units)
    assert modifiers(board(units), "RU-1 RU-2", "2124")[0] == "+1 concentric assault (13.16)"
    assert modifiers(state, "RU-1 RU-2", "2124")[0] == "+3 concentric assault (13.16)"
    state = laid_over(tmp_path, "modifiers", "active_corps", "2", units)
    assert "-2 active corps (13.19)" in modifiers(state, "RU-1 RU-2", "2124")


@pytest.mark.rule("13.26")
def test_the_length_of_an_advance_is_data(tmp_path):
    units = {"2124": "GE-1"}
    found = [
        begin(s, "cp", "2123", ("GE-1",), breakthrough=True).left
        for s in (board(units), laid_over(tmp_path, "advance", "attackers", "5", units))
    ]
    assert found == [{"GE-1": 3}, {"GE-1": 5}]


@pytest.mark.rule("14.2", "14.3", "15.1", "15.2", "4.5")
def test_headquarters_offensive_and_revolution_are_data(tmp_path):
    assert why_not_stavka(laid_over(tmp_path, "headquarters", "stavka_from", "5", turn=4)) == (
        "14.2", "STAVKA is available from turn 5.",
    )  # fmt: skip
    state = laid_over(tmp_path, "headquarters", "oberost_range", "1", {"1719": "GE-1", "1721": "GE-17"}, oberost="1719")
    activate(state)
    assert state.oberost_units == {"GE-1"}
    assert not can_declare(board(turn=14))
    assert can_declare(laid_over(tmp_path, "brusilov", "first", "14", turn=14))
    assert laid_over(tmp_path, "brusilov", "bonus", "[4]", turn=16, brusilov=15).offensive_turn == 0
    state = laid_over(tmp_path, "revolution", "czar", "5", in_force=frozenset("A"))
    assert [m.amount for m in revolution_modifiers(state)] == [5]


@pytest.mark.parametrize(
    ("table", "key", "value", "said"),
    [
        ("stacking", "corps", '"many"', "corps"),
        ("guards", "corps", '"RU-None"', "RU-None is missing, and a rule needs it."),
        ("modifiers", "no_city", '["0000"]', "a rule names hex '0000', which is not on the map."),
        ("events", "italy_city", '"Rome"', "an event names 'Rome', which is the key of no hex in spaces.csv."),
        ("supply", "ports", '{ cp = "2314" }', "one port for each side"),
    ],
)
def test_numbers_that_do_not_fit_are_told_with_their_file(table, key, value, said, tmp_path):
    with pytest.raises(DataError, match=r"numbers\.toml|units\.csv") as error:
        plugin.wargame_title(overlay(tmp_path, table, key, value))
    assert said in str(error.value)


class Snow:
    """A variant: the attacker suffers in the snow."""

    battles: list[Battle]

    def __init__(self) -> None:
        self.battles = []

    @hookimpl
    def wargame_modifiers(
        self, state: State, battle: Battle, modifiers: tuple[Modifier, ...]
    ) -> tuple[Modifier, ...]:  # fmt: skip
        self.battles.append(battle)
        return (*(m for m in modifiers if m.name != "active corps"), Modifier("snow", -2, "house rule"))


@pytest.mark.rule("13.19", "13.20")
def test_a_variant_changes_the_modifiers_of_the_preview_and_of_the_battle_alike():
    units, answers = {"2025": "GE-1 GE-17", "2124": "RU-1"}, ("attack 2124", "with GE-1", "with GE-17")
    plain = tell(at(board(units), "Central Powers combat"), *answers)
    snow = Snow()
    game = tell(at(board(units), "Central Powers combat", plugins=(snow,)), *answers)
    assert plain.decision.shown()["modifiers"] == ["+1 active corps (13.19)"]
    assert game.decision.shown()["modifiers"] == ["-2 snow (house rule)"]
    assert snow.battles[-1] == Battle("cp", "2124", ("GE-1", "GE-17"), ("RU-1",))
    tell(game, "confirm", "roll 3")
    assert next(e.text for e in game.events if e.rule == "13.20") == "The die for the attack on 2124 shows 3, -2"
