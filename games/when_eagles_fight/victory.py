"""Who wins: sudden death, the Russian conditions, revolution (4.x)."""

from __future__ import annotations

from typing import Any

from wargame.core.engine.questions import Procedure, Roll
from wargame.core.mechanics.odds import Modifier, total
from wargame.core.title.title import Result

from .model import State
from .records import CP, ENEMY, RU, Turn

CHECKS = frozenset((2, 6, 11, 15, 20, 24))  # 5.2 VI
RUSSIAN_LAND = ("russia", "russian_poland")


def sudden_death(state: State) -> Result | None:
    """A capital is entered (4.2)."""
    control = state.control
    for capital, owner in state.data.capitals.items():
        if control[capital] != owner:
            return Result((ENEMY[owner],), "4.2", f"{state.data.hexes[capital].place} has fallen")
    return None


def cities_taken(state: State) -> int:
    """Cities of Russia and Russian Poland the Central Powers control (4.4)."""
    return sum(
        1 for h, side in state.control.items()
        if side == CP and state.data.hexes[h].kind == "city" and state.data.hexes[h].country in RUSSIAN_LAND
    )  # fmt: skip


def german_cities_taken(state: State) -> int:
    """German cities the Russian controls (4.3)."""
    hexes = state.data.hexes
    return sum(
        1 for h, side in state.control.items()
        if side == RU and hexes[h].kind == "city" and hexes[h].country == "germany"
    )  # fmt: skip


def ah_hexes_taken(state: State) -> int:
    """Austro-Hungarian victory hexes the Russian controls (4.3)."""
    hexes = state.data.hexes
    return sum(
        1 for h, side in state.control.items()
        if side == RU and hexes[h].victory_hex and hexes[h].country == "austria_hungary"
    )  # fmt: skip


def last_turn(state: State) -> int:
    """The turn after which the game is over (4.3, 7.3, 17.0)."""
    last = state.data.scenarios[state.scenario].last_turn
    return min(last, state.final_check) if state.final_check else last


def is_check(state: State) -> bool:
    """Whether victory is checked at the end of this turn (5.2, 7.3, 17.0)."""
    if state.turn >= last_turn(state):
        return True
    return state.turn in CHECKS and not state.data.scenarios[state.scenario].schlieffen_east


def numbers(state: State) -> Turn:
    """The victory numbers: of this check, or of the next printed one for an early end (7.3)."""
    return next(t for n, t in sorted(state.data.turns.items()) if n >= state.turn and t.revolution is not None)


def revolution_number(state: State) -> int:
    scenario = state.data.scenarios[state.scenario]
    return scenario.revolution if scenario.schlieffen_east else numbers(state).revolution or 0


def revolution_modifiers(state: State) -> tuple[Modifier, ...]:
    """What changes the revolution roll (4.5)."""
    found = []
    if "A" in state.in_force:
        found.append(Modifier("the Czar in command", 1, "4.5"))
    if state.brusilov:
        found.append(Modifier("Brusilov offensive", 1, "15.7"))
    if "L" in state.in_force:
        found.append(Modifier("peace, bread, land", 1, "4.5"))
    if "B" in state.in_force:
        found.append(Modifier("reforms", -1, "4.5"))
    return tuple(found)


def victory_check(state: State) -> Procedure[Any]:
    """First the Russian, then revolution, then the end of time (4.1 - 4.4)."""
    state.result = russian_victory(state)
    if state.result is not None:
        return
    roll = yield Roll(1, 6, why="revolution", rule="4.4")
    cities = cities_taken(state)
    reached = roll.total + cities + total(revolution_modifiers(state))
    needed = revolution_number(state)
    said = "Revolution: {total} of {needed} with {cities} cities"
    state.note(said, "4.4", total=reached, needed=needed, cities=cities)
    if reached >= needed:
        state.result = Result((CP,), "4.4", "revolution in Russia: the Czar has fallen", {"cities": cities})
    elif state.turn >= last_turn(state):
        rule = "17.0" if state.data.scenarios[state.scenario].schlieffen_east else "4.3"
        state.result = Result((RU,), rule, "the Czar still stands at the end", {"cities": cities})
    state.in_force -= {"L"}  # 4.5


def russian_victory(state: State) -> Result | None:
    """Three German cities, or the Austro-Hungarian victory hexes of the turn track (4.3)."""
    box = numbers(state)
    cities, hexes = german_cities_taken(state), ah_hexes_taken(state)
    if cities >= (box.german_cities or 3):
        return Result((RU,), "4.3", f"the Russian controls {cities} German cities", {"german cities": cities})
    if hexes >= (box.ah_victory_hexes or 99):
        return Result((RU,), "4.3", f"the Russian controls {hexes} Austro-Hungarian victory hexes", {"hexes": hexes})
    return None
