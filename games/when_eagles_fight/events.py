"""Random events A to L and the end of the game without Verdun (7.x)."""

from __future__ import annotations

from typing import Any

from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Roll
from wargame.core.engine.sequence import due
from wargame.core.mechanics.choosing import why_not_one_of

from .actions import Withdraw
from .arrivals import candidates, due_with, german_steps_withdrawn
from .model import GONE, Owed, State
from .records import CP
from .victory import cities_taken

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


def verdun_possible(s: State) -> bool:
    """Whether it is one of the turns in which Verdun can begin (7.2 K, 7.3)."""
    return s.data.numbers.west.verdun_first <= s.turn <= s.data.numbers.west.verdun_last


def treated_as(s: State, event: str) -> str:
    """What an event counts as: offensives in the West depend on Verdun and on Brusilov (7.2 C, D, 15.9)."""
    if event == "none":
        return ""
    if event in ("C", "D"):
        if "K" not in s.in_force:
            if verdun_possible(s):
                return "K"
            return "D" if s.turn > s.data.numbers.west.verdun_last else event
        if not s.brusilov and s.turn > s.data.numbers.events.last_offensive_turn:  # 15.9
            return ""
    return event


def happens(s: State, event: str) -> bool:
    """Whether the conditions of an event are met (7.2)."""
    force, turn, needs = s.in_force, s.turn, s.data.numbers.events

    def taken(key: str) -> bool:
        return s.control.get(s.data.place(key)) == CP

    if event == "A":
        capitals = all(map(taken, needs.czar_needs)) and any(map(taken, needs.czar_needs_one_of))
        return not force & {"A", "B"} and capitals
    if event == "B":
        return not force & {"A", "B"}
    if event == "E":
        return turn >= needs.isonzo_from and "I" not in force
    if event == "F":
        return not force & {"F", "G"}
    if event == "G":
        return "G" not in force
    if event == "H":
        return turn >= needs.gallipoli_from and "H" not in force
    if event == "I":
        return turn in needs.italy_neutral
    if event == "J":
        return (
            turn >= needs.italy_from and "I" not in force and not s.brusilov and taken(needs.italy_city)
            and s.box.year in needs.italy_years and f"J{s.box.year}" not in force
        )  # fmt: skip
    if event == "K":
        return verdun_possible(s) and "K" not in force
    if event == "L":
        return "L" not in force and cities_taken(s) >= needs.peace_cities
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
    s.owe(Owed("russian", s.data.numbers.events.caucasus_corps, event="G"))


def victory_in_caucasus(s: State) -> None:  # 7.2 G
    s.in_force |= {"G"}
    due_with(s, "G", s.turn + 1)


def offensive_in_italy(s: State) -> None:  # 7.2 J
    s.in_force |= {f"J{s.box.year}"}
    s.owe(Owed("austro_hungarian", s.data.numbers.events.italy_corps, event="B+1"))


def owe_verdun(s: State) -> None:
    """Steps of German infantry and heavy artillery go for good (7.2 K)."""
    s.owe(Owed("german", s.data.numbers.west.verdun_steps))
    s.owe(Owed("artillery", s.data.numbers.west.verdun_guns))


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
    """Steps go west and come back after a die of turns, unless too many are away; guns too without Verdun (7.2 D)."""
    west = s.data.numbers.west
    if german_steps_withdrawn(s) < west.most_steps_away:
        roll = yield Roll(1, 6, why="the return of the units withdrawn", rule="7.2D")
        said = "The die shows {die}: units withdrawn now come back on turn {turn}"
        s.note(said, "7.2D", die=roll.total, turn=s.turn + roll.total)
        s.owe(Owed("german", west.steps, turn=s.turn + roll.total))
    if s.turn > west.verdun_last and "K" not in s.in_force:
        guns = candidates(s, "artillery")
        if guns:
            why = why_not_one_of(
                "unit", guns, "7.2D", "{value} is not heavy artillery on the map in supply from a friendly map edge."
            )
            answer = yield offer(CP, map(Withdraw, guns), {Withdraw: why}, "Remove which heavy artillery?", "7.2D")
            s.send(answer.unit, GONE, "7.2D")


def no_verdun(s: State) -> None:
    """Without Verdun by its last turn the end comes nearer while one heavy artillery unit is left (7.3)."""
    west = s.data.numbers.west
    if "K" in s.in_force or s.turn < west.verdun_last:
        return
    if s.turn == west.verdun_last:
        s.final_check = west.last_check
        return
    guns = sum(1 for u in s.units_on_map(CP) if s.data.counters[u].artillery)
    if guns == west.guns_left and s.final_check > s.turn:
        s.final_check -= 1
        s.note("No Verdun: the final victory check moves to turn {turn}", "7.3", turn=s.final_check)
