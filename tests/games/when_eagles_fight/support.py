"""Positions in a few lines, and games from them."""

from __future__ import annotations

import random
from typing import Any

import pytest

import wargame.games.when_eagles_fight as plugin
from wargame.core.engine.errors import IllegalAction
from wargame.core.engine.game import Game
from wargame.core.engine.state import Unit
from wargame.games.when_eagles_fight.model import BOXES, Owed, State
from wargame.games.when_eagles_fight.movement import costs
from wargame.games.when_eagles_fight.printed import load
from wargame.games.when_eagles_fight.scenarios import set_up
from wargame.plugins.manager import HookRules

DATA = load()
TITLE = plugin.wargame_title(None)


def new(scenario: str = "historical", seed: int = 0, dice: str = "seeded") -> Game:
    """A game without the installed entry points."""
    return Game(TITLE, HookRules(TITLE, [plugin]), scenario=scenario, seed=seed, dice=dice)


def agenda(phase: str, scenario: str = "historical") -> tuple[tuple[int, int], ...]:
    """Where in the sequence a phase stands."""
    from wargame.core.engine.sequence import Phase
    from wargame.games.when_eagles_fight.sequence import phases

    def walk(node: Any, path: tuple[tuple[int, int], ...]) -> Any:
        for i, step in enumerate(node.steps):
            here = (*path, (i, 0))
            if isinstance(step, Phase):
                if step.name == phase:
                    return here
            elif (found := walk(step, here)) is not None:
                return found
        return None

    state = State(scenario=scenario, title=TITLE)
    found = walk(phases(state), ())
    assert found is not None, phase
    return found


def board(units: dict[str, str] | None = None, turn: int = 3, scenario: str = "historical", **fields: Any) -> State:
    """A position: `units` by hex ("GE-1 GE-17"), everything else of the scenario off the map."""
    state = set_up(DATA, scenario)
    state.due.clear()
    for name, unit in list(state.units.items()):
        if unit.at not in BOXES:
            state.units[name] = Unit(name, "turn_track", unit.steps)
    for hex_id, names in (units or {}).items():
        for name in names.split():
            name, _, reduced = name.partition("/")
            state.units[name] = Unit(name, hex_id, 1 if reduced else DATA.counters[name].steps)
    state.turn = turn
    state.scenario = scenario
    state.title = TITLE
    state.rules = HookRules(TITLE, [plugin])
    fields["owed"] = owing(fields.get("owed", {}))
    for key, value in fields.items():
        setattr(state, key, value)
    state.reindex()
    return state


def owing(short: dict[str, int]) -> tuple[Owed, ...]:
    """Withdrawals to make: `{"german 14": 4, "russian G": 1, "artillery never": 1}`."""
    found = []
    for key, count in short.items():
        nation, until = key.split()
        turn = int(until) if until.isdigit() else 0
        found.append(Owed(nation, count, turn, "" if turn or until == "never" else until))
    return tuple(found)


def cut_rail(state: State, but: tuple[str, ...]) -> None:
    """All places of the Central Powers but these are the Russian's, so that few rail lines are left."""
    for hex_id in [h for h, side in state.control.items() if side == "cp" and h not in but]:
        state.control[hex_id] = "ru"
    state.changed()


def entry_cost(state: State, here: str, there: str) -> int | None:
    """Movement points for a step to a neighbour in the season of the turn."""
    return costs(state).price(here, there)


def ring(hex_id: str, units: str) -> dict[str, str]:
    """One unit in each hex around another."""
    return dict(zip(DATA.around[hex_id], units.split(), strict=True))


def at(state: State, phase: str, seed: int = 0, dice: str = "manual", plugins: tuple[Any, ...] = ()) -> Game:
    """A game that stands at the start of a phase with this position, perhaps with further plugins."""
    from wargame.core.engine import convert

    state.agenda = agenda(phase, state.scenario)
    document = {
        "format": 1, "title": TITLE.id, "version": "1", "scenario": state.scenario, "options": {}, "variants": [],
        "seed": seed, "dice": dice, "state": convert.state_to_data(state), "answers": [],
    }  # fmt: skip
    return Game(TITLE, HookRules(TITLE, [plugin, *plugins]), position=document)


def tell(game: Game, *answers: str) -> Game:
    """Give answers in order."""
    for answer in answers:
        game.apply(answer)
    return game


def offered(game: Game) -> list[str]:
    assert game.decision is not None
    return [str(a) for a in game.decision.actions]


def refuse(game: Game, answer: str, rule: str, words: str = "") -> None:
    """The answer is refused by this rule and leaves all as it was."""
    before = game.digest()
    with pytest.raises(IllegalAction) as error:
        game.apply(answer)
    assert error.value.rule == rule, str(error.value)
    assert words in error.value.message
    assert game.digest() == before


def play(game: Game, seed: int, limit: int = 30_000, check: Any = None) -> int:
    """Random play to the end; returns the number of answers."""
    source = random.Random(seed)
    for n in range(limit):
        if game.decision is None:
            return n
        game.apply(source.choice(game.decision.actions))
        if check is not None:
            check(game.state)
    raise AssertionError("the game does not end")
