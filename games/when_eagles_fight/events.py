"""Random events A to L and the end of the game without Verdun (7.x)."""

from __future__ import annotations

from typing import Any

from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Roll
from wargame.core.engine.sequence import due
from wargame.core.mechanics.choosing import only

from .actions import Withdraw
from .arrivals import candidates, due_with, german_steps_withdrawn
from .model import GONE, Owed, State
from .records import CP
from .victory import cities_taken

VERDUN = range(12, 16)  # 7.2 K, 7.3
second_half_of_verdun = due("second half of Verdun")


def random_events(s: State) -> Procedure[Any]:
    """Two dice determine one event (7.1); then comes what depends on whether Verdun has happened (7.3)."""
    roll = yield Roll(2, 6, why="the random event", rule="7.1")
    column = next(c for c in s.data.tables.events if c.first <= s.turn <= c.last)
    rolled = column.rolls[str(roll.total)]
    event = treated_as(s, rolled)
    s.event = event if event and happens(s, event) else ""
    said = f"Event {rolled}" if rolled == event else f"Event {rolled}, treated as {event or 'no event'}"
    said = said if s.event else f"Event {rolled}: no event"
    s.note(said + " (dice {dice})", f"7.2{rolled}" if rolled != "none" else "7.1", dice=roll.total)
    if second_half_of_verdun(s):  # 7.2 K
        owe_verdun(s)
    if s.event in EFFECTS:
        EFFECTS[s.event](s)
    elif s.event == "D":
        yield from major_offensive(s)
    no_verdun(s)


def treated_as(s: State, event: str) -> str:
    """What an event counts as: offensives in the West depend on Verdun and on Brusilov (7.2 C, D, 15.9)."""
    if event == "none":
        return ""
    if event in ("C", "D"):
        if "K" not in s.in_force:
            if s.turn in VERDUN:
                return "K"
            return "D" if s.turn > 15 else event
        if not s.brusilov and s.turn >= 19:  # 15.9
            return ""
    return event


def happens(s: State, event: str) -> bool:
    """Whether the conditions of an event are met (7.2)."""
    force, turn, control = s.in_force, s.turn, s.control
    place = s.data.place

    def taken(key: str) -> bool:
        return control.get(place(key)) == CP

    if event == "A":
        return not force & {"A", "B"} and taken("Warsaw") and (taken("Vilna") or taken("Brest-Litovsk"))
    if event == "B":
        return not force & {"A", "B"}
    if event == "E":
        return turn >= 6 and "I" not in force
    if event == "F":
        return not force & {"F", "G"}
    if event == "G":
        return "G" not in force
    if event == "H":
        return turn >= 11 and "H" not in force
    if event == "I":
        return turn in (5, 6)
    if event == "J":
        return (
            turn >= 8 and "I" not in force and not s.brusilov and taken("Lemberg")
            and s.box.year in (1915, 1916) and f"J{s.box.year}" not in force
        )  # fmt: skip
    if event == "K":
        return turn in VERDUN and "K" not in force
    if event == "L":
        return "L" not in force and cities_taken(s) >= 3
    return True


def _lasting(name: str) -> Any:
    def effect(s: State) -> None:
        s.in_force |= {name}

    return effect


def czar(s: State) -> None:  # 7.2 A
    s.in_force |= {"A"}
    s.stavka = ""


def defeat_in_caucasus(s: State) -> None:  # 7.2 F
    s.in_force |= {"F"}
    s.owe(Owed("russian", 1, event="G"))


def victory_in_caucasus(s: State) -> None:  # 7.2 G
    s.in_force |= {"G"}
    due_with(s, "G", s.turn + 1)


def offensive_in_italy(s: State) -> None:  # 7.2 J
    s.in_force |= {f"J{s.box.year}"}
    s.owe(Owed("austro_hungarian", 1, event="B+1"))


def owe_verdun(s: State) -> None:
    """Six steps of German infantry and one heavy artillery, for good (7.2 K)."""
    s.owe(Owed("german", 6))
    s.owe(Owed("artillery", 1))


def verdun(s: State) -> None:  # 7.2 K
    s.in_force |= {"K"}
    s.schedule("second half of Verdun", s.turn + 1)
    s.tracks["german"] = 0
    owe_verdun(s)


EFFECTS = {  # beside the replacements of the turn, which are cut when they are received (7.2 C, D, E, J)
    "A": czar, "B": _lasting("B"), "F": defeat_in_caucasus, "G": victory_in_caucasus, "H": _lasting("H"),
    "I": _lasting("I"), "J": offensive_in_italy, "K": verdun, "L": _lasting("L"),
}  # fmt: skip


def major_offensive(s: State) -> Procedure[None]:
    """Two steps go west and come back after a die of turns, unless twelve are away; guns too without Verdun (7.2 D)."""
    if german_steps_withdrawn(s) < 12:
        roll = yield Roll(1, 6, why="the return of the units withdrawn", rule="7.2D")
        said = "The die shows {die}: units withdrawn now come back on turn {turn}"
        s.note(said, "7.2D", die=roll.total, turn=s.turn + roll.total)
        s.owe(Owed("german", 2, turn=s.turn + roll.total))
    if s.turn > 15 and "K" not in s.in_force:
        guns = candidates(s, "artillery")
        if guns:
            why = only(
                "unit", guns, "7.2D", "{value} is not heavy artillery on the map in supply from a friendly map edge."
            )
            answer = yield offer(CP, map(Withdraw, guns), {Withdraw: why}, "Remove which heavy artillery?", "7.2D")
            s.send(answer.unit, GONE, "7.2D")


def no_verdun(s: State) -> None:
    """Without Verdun by turn 15 the last turn comes nearer while one heavy artillery unit is left (7.3)."""
    if "K" in s.in_force or s.turn < 15:
        return
    if s.turn == 15:
        s.final_check = 24
        return
    guns = sum(1 for u in s.units_on_map(CP) if s.data.counters[u].artillery)
    if guns == 1 and s.final_check > s.turn:
        s.final_check -= 1
        s.note("No Verdun: the final victory check moves to turn {turn}", "7.3", turn=s.final_check)
