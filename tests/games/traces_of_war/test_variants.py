"""What a variant changes: numbers by data laid over the title's, combat modifiers by a hook."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import wargame.games.traces_of_war as plugin
from wargame.core.engine.errors import DataError
from wargame.core.mechanics.odds import Modifier
from wargame.games.traces_of_war.actions import Select
from wargame.games.traces_of_war.advance import ways
from wargame.games.traces_of_war.chits import why_not_select
from wargame.games.traces_of_war.combat import one_attack
from wargame.games.traces_of_war.control import crossing_points
from wargame.games.traces_of_war.movement import move_one
from wargame.games.traces_of_war.odds import Battle, attack_strength, can_attack, odds, shown
from wargame.games.traces_of_war.records import FOLDER
from wargame.games.traces_of_war.relocation import why_not_relocate
from wargame.games.traces_of_war.sequence import begin
from wargame.games.traces_of_war.victory import points
from wargame.plugins import hookimpl, new_game
from wargame.plugins.manager import HookRules

from .support import (
    EAST,
    INFANTRY,
    NORTH_EAST,
    OPEN,
    RIFLE,
    SOVIET,
    SOVIET_HQ,
    TANK,
    TITLE,
    WEST,
    activated,
    ask,
    facing,
    normal,
    put,
    refused,
)  # fmt: skip


def laid_over(folder: Path, *changes: tuple[str, str], file: str = "tables.toml") -> Any:
    """An empty map with some lines of a data file changed."""
    text = (FOLDER / file).read_text("utf-8")
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    (folder / file).write_text(text, "utf-8")
    state: Any = new_game("traces_of_war", scenario="campaign", data=folder, dice="manual").state
    state.units.clear()
    state.reindex()
    state.orders, state.log = frozenset(), []
    return state


@pytest.mark.rule("5.0")
def test_another_stacking_limit(tmp_path: Path) -> None:
    s = laid_over(tmp_path, ("stack_combat_units = 2", "stack_combat_units = 3"))
    put(s, OPEN, *RIFLE[:2])
    put(s, WEST, *RIFLE[2:])
    ask(move_one(activated(s, SOVIET), SOVIET), f"unit {RIFLE[2]}", f"to {OPEN}")
    question, _ = ask(move_one(s, SOVIET), f"unit {RIFLE[3]}")
    assert "there are three combat units already" in refused(s, question, f"to {OPEN}")[1]


@pytest.mark.rule("9.1", "9.2", "9.3")
def test_other_movement_costs(tmp_path: Path) -> None:
    s = laid_over(
        tmp_path, ('name = "clear"\nmovement_cost = 1', 'name = "clear"\nmovement_cost = 1.5'),
        ("enter_zone = 2.0", "enter_zone = 0.5"), ("leave_zone = 2.0", "leave_zone = 0"),
    )  # fmt: skip
    put(s, OPEN, RIFLE[0])
    assert normal(s, RIFLE[0], OPEN, 20).spent(EAST) == 3
    put(s, NORTH_EAST, INFANTRY[0])
    assert normal(s, RIFLE[0], OPEN, 20).spent(EAST) == 4


@pytest.mark.rule("8.2")
def test_other_effects_of_supply(tmp_path: Path) -> None:
    s = laid_over(tmp_path, ("attack_out_of_supply = 2", "attack_out_of_supply = 1"),
                  ("defence_isolated = 2", "defence_isolated = 3"),
                  ("movement_divisor_isolated = 2", "movement_divisor_isolated = 4"))  # fmt: skip
    put(s, OPEN, RIFLE[0])
    s.mark(RIFLE[0], "isolated")
    assert (s.attack(RIFLE[0]), s.defence(RIFLE[0]), s.movement(RIFLE[0])) == (3, 1, 1)


@pytest.mark.rule("7.0", "10.2")
def test_other_combat_figures(tmp_path: Path) -> None:
    s = laid_over(tmp_path, ("defensive_die = -2", "defensive_die = -1"),
                  ("offensive_shift = 2", "offensive_shift = 1"),
                  ('name = "rough"\nmovement_cost = 2\nshift = 1', 'name = "rough"\nmovement_cost = 2\nshift = 3'),
                  ("river_divisor = 2", "river_divisor = 3"))  # fmt: skip
    put(s, OPEN, INFANTRY[0])
    put(s, WEST, *TANK[:2])
    assert odds(s, OPEN, TANK[:2], ("defensive",)).die == (Modifier("defensive air support", -1, "7.0"),)
    assert odds(s, OPEN, TANK[:2], ("offensive",)).column == "5"
    assert any(sum(m.amount for m in row) == -3 for row in s.data.shifts.values())
    river = next(side for side in s.data.sides if side.river)
    put(s, river.a, TANK[2])
    assert attack_strength(s, river.b, TANK[2:]) == 2


@pytest.mark.rule("2.3", "4.2.1", "10.5")
def test_other_limits(tmp_path: Path) -> None:
    s = laid_over(tmp_path, ("relocation_distance = 5", "relocation_distance = 9"),
                  ("soviet_chits = 6", "soviet_chits = 7"),
                  ("advance_mechanised = 2", "advance_mechanised = 3"), ("advance = 1 ", "advance = 0 "))  # fmt: skip
    put(s, "3040", SOVIET_HQ, TANK[0])
    refusal = why_not_relocate(s, SOVIET_HQ, "3034")
    assert refusal is not None
    assert "less than nine hexes" in refusal.text
    assert "Seven chits" in str(why_not_select(s, Select(("SW", "Step", "Sth", "Vrnz", "Vrnz", "SW"))))
    assert max(map(len, ways(s, TANK[0], "3039"))) == 3


@pytest.mark.rule("14.2", "12.3")
def test_other_dates(tmp_path: Path) -> None:
    s = laid_over(
        tmp_path, ("hq_conversion = 4", "hq_conversion = 2"), ("free_crossing_points = 7", "free_crossing_points = 3")
    )
    s.options, s.turn = {**s.options, "hq_conversion": True}, 2
    begin(s)
    assert s.converted
    assert not s.crossings
    s.turn = 3
    crossing_points(s)
    assert s.crossings == frozenset(s.data.crossing_points)


@pytest.mark.rule("13.3")
def test_other_victory_points(tmp_path: Path) -> None:
    s = laid_over(tmp_path, ("major_city = 8", "major_city = 9"), file="scenarios.toml")
    s.control[s.data.majors[0]] = SOVIET
    assert points(s)["major cities"] == 9


@pytest.mark.parametrize(
    ("before", "after", "problem"),
    [
        ("stack_hqs = 1", "stack_hqs = 1\ntanks = 3", "tanks"),
        ("enter_zone = 2.0", "enter_zone = 0.3", "0.3 is not a number of half points"),
        ('"4RR"]', '"9RR"]', "'9RR' has no"),
        ("controlled = 7", "controlled = 9", "each number from 0 to 7"),
        ("turn = 8", "turn = 9", "each turn from 1 to 8"),
    ],
)
def test_a_table_that_does_not_fit_is_refused(tmp_path: Path, before: str, after: str, problem: str) -> None:
    with pytest.raises(DataError, match=problem):
        laid_over(tmp_path, (before, after))


# --- combat modifiers --------------------------------------------------------------------------------------------


class Mud:
    """Attackers shift one column to the left and roll one less, but from the third unit on the terrain is ignored."""

    @hookimpl
    def wargame_modifiers(
        self, state: Any, battle: Battle, modifiers: tuple[Modifier, ...]
    ) -> tuple[Modifier, ...] | None:
        if battle.modifies == "column" and len(battle.units) > 2:
            return ()
        return (*modifiers, Modifier("mud", -1, "house rule"))


def muddy(s: Any) -> Any:
    s.rules = HookRules(TITLE, [plugin, Mud()])
    return s


@pytest.mark.rule("10.2")
def test_a_variant_changes_the_column_in_the_preview_and_in_the_rules() -> None:
    plain, s = facing(), muddy(facing())
    assert (odds(plain, OPEN, TANK[:2]).column, odds(s, OPEN, TANK[:2]).column) == ("4", "3")
    assert shown(s, OPEN, TANK[:2])["shifts"] == ["-1 mud (house rule)"]
    assert shown(s, OPEN, TANK[:2])["chances"] != shown(plain, OPEN, TANK[:2])["chances"]


@pytest.mark.rule("10.3")
def test_a_variant_changes_the_die() -> None:
    s = muddy(facing())
    assert shown(s, OPEN, TANK[:2])["die"] == ["-1 mud (house rule)"]
    ask(one_attack(s, SOVIET), f"attack {OPEN}", *(f"with {u}" for u in TANK[:2]), "fight", "roll 6")
    news = next(e for e in s.log if e.rule == "10.3" and "roll" in e.fields)
    assert (news.fields["roll"], news.fields["result"]) == (5, s.data.crt.result("3", 5))
    assert news.text.endswith("(the die shows 6, house rule)")


@pytest.mark.rule("10.2")
def test_an_attack_that_a_variant_makes_impossible_is_not_offered() -> None:
    s = facing(INFANTRY[:2], TANK[:1])
    assert can_attack(s, OPEN, TANK[:1])
    assert not can_attack(muddy(s), OPEN, TANK[:1])
    assert ask(one_attack(s, SOVIET))[0] is None
