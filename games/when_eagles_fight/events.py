"""Random events A to L and the end of the game without Verdun (7.x)."""

from __future__ import annotations

from functools import partial
from typing import Any

from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Refusal, Roll
from wargame.core.engine.sequence import due

from .arrivals import candidates, due_with, german_steps_withdrawn
from .model import GONE, State, Withdraw
from .records import CP
from .victory import cities_taken

VERDUN = range(12, 16)  # 7.2 K, 7.3
second_half_of_verdun = due("second half of Verdun")


def random_events(state: State) -> Procedure[Any]:
    """Two dice, one event (7.1); afterwards what depends on Verdun having come or not (7.3)."""
    roll = yield Roll(2, 6, why="the random event", rule="7.1")
    column = next(c for c in state.data.tables.events if c.first <= state.turn <= c.last)
    rolled = column.rolls[str(roll.total)]
    event = treated_as(state, rolled)
    state.event = event if event and happens(state, event) else ""
    said = f"Event {rolled}" if rolled == event else f"Event {rolled}, treated as {event or 'no event'}"
    said = said if state.event else f"Event {rolled}: no event"
    state.note(said + " (dice {dice})", f"7.2{rolled}" if rolled != "none" else "7.1", dice=roll.total)
    if second_half_of_verdun(state):  # 7.2 K
        owe_verdun(state)
    if state.event in EFFECTS:
        EFFECTS[state.event](state)
    elif state.event == "D":
        yield from major_offensive(state)
    no_verdun(state)


def treated_as(state: State, event: str) -> str:
    """What an event counts as: offensives in the West depend on Verdun and on Brusilov (7.2 C, D, 15.9)."""
    if event == "none":
        return ""
    if event in ("C", "D"):
        if "K" not in state.in_force:
            if state.turn in VERDUN:
                return "K"
            return "D" if state.turn > 15 else event
        if not state.brusilov and state.turn >= 19:  # 15.9
            return ""
    return event


def happens(state: State, event: str) -> bool:
    """Whether the conditions of an event are met (7.2)."""
    force, turn, control = state.in_force, state.turn, state.control
    place = state.data.place

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
            turn >= 8 and "I" not in force and not state.brusilov and taken("Lemberg")
            and state.box.year in (1915, 1916) and f"J{state.box.year}" not in force
        )  # fmt: skip
    if event == "K":
        return turn in VERDUN and "K" not in force
    if event == "L":
        return "L" not in force and cities_taken(state) >= 3
    return True


def _lasting(name: str) -> Any:
    def effect(state: State) -> None:
        state.in_force |= {name}

    return effect


def czar(state: State) -> None:  # 7.2 A
    state.in_force |= {"A"}
    state.stavka = ""


def owe(state: State, key: str, steps: int) -> None:
    state.owed[key] = state.owed.get(key, 0) + steps


def defeat_in_caucasus(state: State) -> None:  # 7.2 F
    state.in_force |= {"F"}
    owe(state, "russian G", 1)


def victory_in_caucasus(state: State) -> None:  # 7.2 G
    state.in_force |= {"G"}
    due_with(state, "G", state.turn + 1)


def offensive_in_italy(state: State) -> None:  # 7.2 J
    state.in_force |= {f"J{state.box.year}"}
    owe(state, "austro_hungarian B+1", 1)


def owe_verdun(state: State) -> None:
    """Six steps of German infantry and one heavy artillery, for good (7.2 K)."""
    owe(state, "german never", 6)
    owe(state, "artillery never", 1)


def verdun(state: State) -> None:  # 7.2 K
    state.in_force |= {"K"}
    state.schedule("second half of Verdun", state.turn + 1)
    state.tracks["german"] = 0
    owe_verdun(state)


EFFECTS = {  # beside the replacements of the turn, which are cut when they are received (7.2 C, D, E, J)
    "A": czar, "B": _lasting("B"), "F": defeat_in_caucasus, "G": victory_in_caucasus, "H": _lasting("H"),
    "I": _lasting("I"), "J": offensive_in_italy, "K": verdun, "L": _lasting("L"),
}  # fmt: skip


def major_offensive(state: State) -> Procedure[None]:
    """Two steps go west and come back after a die of turns, unless twelve are away; guns too without Verdun (7.2 D)."""
    if german_steps_withdrawn(state) < 12:
        roll = yield Roll(1, 6, why="the return of the units withdrawn", rule="7.2D")
        said = "The die shows {die}: units withdrawn now come back on turn {turn}"
        state.note(said, "7.2D", die=roll.total, turn=state.turn + roll.total)
        owe(state, f"german {state.turn + roll.total}", 2)
    if state.turn > 15 and "K" not in state.in_force:
        guns = candidates(state, "artillery")
        if guns:
            answer = yield offer(
                CP,
                map(Withdraw, guns),
                {Withdraw: partial(why_not_remove, guns)},
                "Remove which heavy artillery?",
                "7.2D",
            )
            state.send(answer.unit, GONE, "7.2D")


def why_not_remove(guns: list[str], action: Withdraw) -> Refusal | None:
    """Why a unit is not the heavy artillery removed (7.2 D)."""
    said = f"{action.unit} is not heavy artillery on the map in supply from a friendly map edge."
    return None if action.unit in guns else Refusal("7.2D", said)


def no_verdun(state: State) -> None:
    """Without Verdun by turn 15 the last turn comes nearer while one heavy artillery unit is left (7.3)."""
    if "K" in state.in_force or state.turn < 15:
        return
    if state.turn == 15:
        state.final_check = 24
        return
    guns = sum(1 for u in state.on_map(CP) if state.data.counters[u].artillery)
    if guns == 1 and state.final_check > state.turn:
        state.final_check -= 1
        state.note("No Verdun: the final victory check moves to turn {turn}", "7.3", turn=state.final_check)
