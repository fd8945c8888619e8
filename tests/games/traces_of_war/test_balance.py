"""The reconstructed order of battle: it may change, what the rulebook prints may not (docs: the title's page)."""

from __future__ import annotations

import csv
import json
import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest

from wargame.core.engine.actions import DONE, PASS
from wargame.games.traces_of_war.actions import Drop, Mode, Pick, Stay, Strategic, To
from wargame.games.traces_of_war.fields import field
from wargame.games.traces_of_war.model import MOVE_COMBAT
from wargame.games.traces_of_war.movement import ends, move_of, unmoved
from wargame.games.traces_of_war.reach import NORMAL, STRATEGIC
from wargame.games.traces_of_war.records import AXIS, FOLDER, SOVIET
from wargame.games.traces_of_war.victory import points
from wargame.plugins import load_game

from .support import TITLE, fresh

HERE = Path(__file__).parent
PRINTED = json.loads((HERE / "printed.json").read_text("utf-8"))


def printed(name: str) -> Any:
    """The records of a data file that the rulebook prints."""
    if name.endswith(".csv"):
        with (FOLDER / name).open(newline="", encoding="utf-8") as file:
            return [row for row in csv.DictReader(file) if row["source"] == "rulebook"]
    tables = tomllib.loads((FOLDER / name).read_text("utf-8"))
    found = {}
    for key, value in tables.items():
        if isinstance(value, list):
            found[key] = [record for record in value if record.get("source") == "rulebook"]
        elif value.get("source") == "rulebook":
            found[key] = value
    return found


@pytest.mark.parametrize("name", sorted(PRINTED))
def test_what_the_rulebook_prints_stays(name: str) -> None:
    assert printed(name) == PRINTED[name]


def test_every_counter_is_used_once() -> None:
    """3.0, 11.1: a Soviet unit starts on the map, comes in one of nine batches, or from the air."""
    start = [line.unit for line in TITLE.data.setup]
    assert len(start) == len(set(start))
    for unit in TITLE.counters.values():
        assert (unit.arrival == "setup") == (unit.id in start)
        assert (unit.arrival == "reinforcement" and unit.side == SOVIET) == (unit.soviet_order is not None)
    assert {u.soviet_order for u in TITLE.counters.values()} - {None} == set(range(1, 10))


# --- the race without an enemy ---------------------------------------------------------------------------------------


def march_alone(seed: int) -> float:
    """13.2: the points of Soviets who march to the far bank and meet nobody, with all their reinforcements."""
    game = fresh("race", seed)
    game.dice = "seeded"
    for unit, hex in (("DE-S-213Sec", "2918"), ("DE-S-444Sec", "0218"), ("DE-S-454Sec", "2305")):
        game.apply(f"place {unit} {hex}")
    state: Any = game.state
    for unit in state.units_on_map(AXIS):
        del state.units[unit]
    state.orders = frozenset()
    state.reindex()
    while game.result is None:
        question = game.decision
        assert question is not None
        game.apply(march_answer(game.state, question))
    return float(sum(points(game.state).values()))


def march_answer(s: Any, question: Any) -> Any:
    far, index = field(TITLE.data, TITLE.data.west_of_dnipro).far, TITLE.board.index
    if question.rule == "4.2.1":  # the Fronts that have farthest to go twice in turn
        wanted = ("REINF", "PARA", "Sth", "SW" if s.turn % 2 else "Vrnz")
        return max(
            question.actions, key=lambda a: sum(a.chits.count(c) > (c != "REINF" and c != "PARA") for c in wanted)
        )
    if question.accepts(Mode(MOVE_COMBAT)):
        return Mode(MOVE_COMBAT)
    if question.rule == "9.1" and question.accepts(DONE):
        return Pick(min(unmoved(s), key=lambda u: (s.counter(u).hq, far[index[s.units[u].at]], u)))
    if question.rule == "9.1":
        return best_step(s, question, far)
    if question.rule in ("11.0", "11.1") and hasattr(question.actions[0], "hex"):
        return min(
            question.actions, key=lambda a: (far[index[a.hex]] > 0) if isinstance(a, Drop) else far[index[a.hex]]
        )
    return next((a for a in question.actions if a in (DONE, PASS)), question.actions[0])


def best_step(s: Any, question: Any, far: list[int]) -> Any:
    """The march of a unit: nearer to the far bank, then to a crossing point; headquarters stay with their units."""
    unit = next(u for u in unmoved(s) if question.prompt.startswith(f"Where does {s.name(u)} in {s.units[u].at} "))
    here, index, move = s.units[unit].at, TITLE.board.index, move_of(s, unit, 2 * s.movement(unit))
    answers = {here: Stay()} | {h: Strategic(h) for h in ends(s, move, STRATEGIC)}
    answers |= {h: To(h) for h in ends(s, move, NORMAL)}
    left = [p for p in TITLE.data.crossing_points if p not in s.crossings]
    if s.counter(unit).hq:
        behind = [s.units[u].at for u in s.activated if far[index[s.units[u].at]] and u != unit]
        return answers[
            max(answers, key=lambda h: (sum(TITLE.board.distance(h, b) <= 4 for b in behind), -far[index[h]]))
        ]
    if far[index[here]] == 0 and left:
        ways = min((field(TITLE.data, TITLE.board.bit[p]).far for p in left), key=lambda way: way[index[here]])
        return answers[min((h for h in answers if far[index[h]] == 0), key=lambda h: ways[index[h]])]
    return answers[min(answers, key=lambda h: far[index[h]])]


@pytest.mark.rule("13.2")
@pytest.mark.parametrize("seed", [1, 2])
def test_a_march_that_nobody_opposes_scores_80_points(seed: int) -> None:
    assert march_alone(seed) >= 80


# --- saves -----------------------------------------------------------------------------------------------------------


def test_a_save_from_before_the_order_of_battle_changed_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    shutil.copy(HERE / "saves" / "before_the_order_of_battle.journal", path)
    game = load_game(path)
    assert "continues from the position in line 206" in game.warnings[0]
    assert "SU-I-20G" not in game.state.units  # in that set-up it was a reinforcement
    question = game.decision
    assert question is not None
    game.apply(question.actions[0])
