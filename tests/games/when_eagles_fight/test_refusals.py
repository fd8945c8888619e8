"""Illegal answers: each is refused by a rule and a reason, and leaves the game as it was."""

from __future__ import annotations

import random
from typing import Any

import attrs
import pytest

from wargame.core.engine.actions import Dice, Done, Drawn, No, Pass, Yes
from wargame.core.engine.errors import IllegalAction
from wargame.core.engine.state import Unit
from wargame.games.when_eagles_fight.actions import ACTIONS, Attack, Headquarters, Rail, With
from wargame.games.when_eagles_fight.model import BOXES

from .support import DATA, at, board, new, refuse, tell

EVERY = (*ACTIONS, Done, Pass, Yes, No, Dice, Drawn)
WORDS = (*DATA.counters, *DATA.hexes, *BOXES, "ru", "cp", "german", "nobody", "9999", "{unit}", "")


def any_action(source: random.Random, kind: type[Any], near: list[str]) -> Any:
    """An action of this kind about anything at all, now and then about what is on offer."""

    def word() -> str:
        return source.choice(near) if near and source.random() < 0.5 else source.choice(WORDS)

    def value(field: Any) -> Any:
        if "tuple" in str(field.type):
            one: Any = (lambda: source.randint(-1, 7)) if "int" in str(field.type) else word
            return tuple(one() for _ in range(source.randint(0, 3)))
        return source.randint(-1, 3) if "int" in str(field.type) else word()

    return kind(*(value(field) for field in attrs.fields(kind)))


def named(actions: Any) -> list[str]:
    """The units and spaces in some answers."""
    values = (getattr(a, f.name) for a in actions for f in attrs.fields(type(a)))
    return [w for v in values for w in (v if isinstance(v, tuple) else (v,)) if isinstance(w, str)]


@pytest.mark.parametrize("scenario", DATA.scenarios)
def test_an_answer_is_accepted_exactly_if_it_is_legal(scenario):
    source = random.Random(scenario)
    game = new(scenario, seed=5)
    for ply in range(400):
        if game.decision is None:
            return
        listed = list(game.decision.actions)
        if ply % 4 == 0:
            check_answers(game, source, listed)
        game.apply(source.choice(listed))


def check_answers(game: Any, source: random.Random, listed: list[Any]) -> None:
    question, before = game.decision, game.digest()
    near = named(source.sample(listed, min(8, len(listed))))
    assert all(question.accepts(a) for a in source.sample(listed, min(8, len(listed))))
    for action in (any_action(source, kind, near) for kind in EVERY for _ in range(3)):
        if question.accepts(action):
            assert action in listed or not question.complete, str(action)
            continue
        with pytest.raises(IllegalAction) as error:
            game.apply(action)
        assert error.value.rule, str(error.value)
    assert game.digest() == before


@pytest.mark.parametrize("place", sorted(BOXES))
def test_a_box_is_no_hex(place):
    state = board({"2124": "GE-1", "2224": "RU-1", "2025": "GE-17"})
    for unit in ("GE-2", "RU-2"):
        state.units[unit] = Unit(unit, place)
    state.reindex()
    refuse(at(state, "Central Powers combat"), str(Attack(place)), "13.3", f"no hex {place}")
    refuse(at(state, "Central Powers movement"), f"stack {place}", "12.1", "no units")
    refuse(tell(at(state, "Central Powers movement"), "stack 2124"), f"step GE-1 {place}", "12.1", "not next to")
    refuse(at(state, "OberOst"), str(Headquarters(place)), "14.3", "no units of yours")


@pytest.mark.rule("13.1", "13.3")
def test_a_unit_in_a_box_and_an_enemy_do_not_join_an_attack():
    state = board({"2124": "GE-1", "2224": "RU-1"})
    game = tell(at(state, "Central Powers combat"), "attack 2224")
    refuse(game, str(With("GE-2")), "13.3", "no unit GE-2 on the map")
    refuse(game, str(With("RU-1")), "13.1", "not a unit of yours")


@pytest.mark.rule("13.18")
def test_a_hex_next_to_artillery_only_is_refused_for_that():
    game = at(board({"2124": "GE-HA1", "2224": "RU-1"}), "Central Powers combat")
    refuse(game, "attack 2224", "13.18", "needs another attacker")


@pytest.mark.rule("11.2")
def test_another_unit_than_the_one_entrained_does_not_go():
    game = at(board({"2314": "GE-1", "1118": "GE-17"}, turn=3), "Central Powers strategic movement")
    tell(game, "entrain GE-1")
    refuse(game, str(Rail("GE-17", "2118")), "11.2", "GE-1 moves by rail now")
    refuse(game, "rail GE-1 2314", "11.2", "already")
