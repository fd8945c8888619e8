"""Who wins: sudden death, the Russian conditions, revolution (4.x)."""

from __future__ import annotations

from typing import Any

from wargame.core.engine.questions import Procedure, Roll
from wargame.core.engine.result import Result
from wargame.core.mechanics.odds import Modifier, total

from .model import State
from .records import CP, ENEMY, RU, Turn
from .supply import controlled


def sudden_death(s: State) -> Result | None:
    """A capital is entered (4.2)."""
    control = s.control
    for capital, owner in s.data.capitals.items():
        if control[capital] != owner:
            return Result((ENEMY[owner],), "4.2", f"{s.data.hexes[capital].place} has fallen")
    return None


def cities_taken(s: State) -> int:
    """Cities of Russia and Russian Poland the Central Powers control (4.4)."""
    return (controlled(s, CP) & s.data.russian_cities).bit_count()


def german_cities_taken(s: State) -> int:
    """German cities the Russians control (4.3)."""
    return (controlled(s, RU) & s.data.german_cities).bit_count()


def ah_hexes_taken(s: State) -> int:
    """Austro-Hungarian victory hexes the Russians control (4.3)."""
    return (controlled(s, RU) & s.data.ah_victory_hexes).bit_count()


def score(s: State) -> dict[str, int]:
    """What has been taken, as players count it (4.3, 4.4)."""
    return {
        "Russian cities taken": cities_taken(s),
        "German cities taken": german_cities_taken(s),
        "Austro-Hungarian victory hexes taken": ah_hexes_taken(s),
    }


def last_turn(s: State) -> int:
    """The turn after which the game is over (4.3, 7.3, 17.0)."""
    last = s.data.scenarios[s.scenario].last_turn
    return min(last, s.final_check) if s.final_check else last


def is_check(s: State) -> bool:
    """Whether victory is checked at the end of this turn (5.2, 7.3, 17.0)."""
    if s.turn >= last_turn(s):
        return True
    return s.box.revolution is not None and not s.data.scenarios[s.scenario].schlieffen_east


def numbers(s: State) -> Turn:
    """The victory numbers: of this check, or of the next printed one for an early end (7.3)."""
    return next(t for n, t in sorted(s.data.turns.items()) if n >= s.turn and t.revolution is not None)


def revolution_number(s: State) -> int:
    scenario = s.data.scenarios[s.scenario]
    return scenario.revolution if scenario.schlieffen_east else numbers(s).revolution or 0


def revolution_modifiers(s: State) -> tuple[Modifier, ...]:
    """What changes the revolution roll (4.5)."""
    found, by = [], s.data.numbers.revolution
    if "A" in s.in_force:
        found.append(Modifier("the Czar in command", by.czar, "4.5"))
    if s.brusilov:
        found.append(Modifier("Brusilov offensive", by.offensive, "15.7"))
    if "L" in s.in_force:
        found.append(Modifier("peace, bread, land", by.peace, "4.5"))
    if "B" in s.in_force:
        found.append(Modifier("reforms", by.reforms, "4.5"))
    return tuple(found)


def victory_check(s: State) -> Procedure[Any]:
    """First the Russians, then revolution, then the last turn (4.1 - 4.4)."""
    s.result = russian_victory(s)
    if s.result is not None:
        return
    roll = yield Roll(1, 6, why="revolution", rule="4.4")
    cities = cities_taken(s)
    modifier, needed = total(revolution_modifiers(s)), revolution_number(s)
    reached = roll.total + cities + modifier
    said = "Revolution: die {die}, {modifier:+d}, and {cities} cities make {total} of the {needed} needed"
    s.note(said, "4.4", total=reached, needed=needed, cities=cities, die=roll.total, modifier=modifier)
    if reached >= needed:
        s.result = Result((CP,), "4.4", "revolution in Russia: the Czar has fallen", {"cities": cities})
    elif s.turn >= last_turn(s):
        rule = "17.0" if s.data.scenarios[s.scenario].schlieffen_east else "4.3"
        s.result = Result((RU,), rule, "the Czar still stands at the end", {"cities": cities})
    s.in_force -= {"L"}  # 4.5


def russian_victory(s: State) -> Result | None:
    """Three German cities, or the Austro-Hungarian victory hexes of the turn track (4.3)."""
    box = numbers(s)
    cities, hexes = german_cities_taken(s), ah_hexes_taken(s)
    if box.german_cities is not None and cities >= box.german_cities:
        return Result((RU,), "4.3", f"the Russians control {cities} German cities", {"german cities": cities})
    if box.ah_victory_hexes is not None and hexes >= box.ah_victory_hexes:
        return Result((RU,), "4.3", f"the Russians control {hexes} Austro-Hungarian victory hexes", {"hexes": hexes})
    return None
