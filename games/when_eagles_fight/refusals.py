"""Refusals that belong to no single question: whose unit it is, and answers whose place is elsewhere."""

from __future__ import annotations

from typing import Any

from wargame.core.engine.actions import Dice, Done, Drawn, No, Pass, Yes
from wargame.core.engine.questions import Refusal

from .model import (
    BOXES,
    Advance,
    Attack,
    Cancel,
    Confirm,
    Entrain,
    Headquarters,
    Lose,
    Place,
    Rail,
    Rebuild,
    Reclaim,
    Retreat,
    RetreatTo,
    Short,
    Stack,
    State,
    Step,
    With,
    Withdraw,
)  # fmt: skip

PLACES: dict[type[Any], tuple[str, str]] = {
    Place: ("10.2", "a unit is placed when the game asks where that unit enters"),
    Rebuild: ("10.11", "replacement steps are used in the new units phase"),
    Reclaim: ("10.12", "replacement steps are used in the new units phase"),
    Withdraw: ("10.15", "units are withdrawn when a withdrawal is due"),
    Entrain: ("11.2", "units move by rail in the strategic movement phase, one after the other"),
    Rail: ("11.2", "name a unit in the strategic movement phase first, with 'entrain'"),
    Stack: ("12.1", "units march in the normal movement phase"),
    Step: ("12.1", "units march in the normal movement phase"),
    Headquarters: ("14.1", "STAVKA and OberOst are placed when the game asks for it, before combat"),
    Short: ("9.11", "shortage markers are placed after the ammunition roll, before Russian combat"),
    Attack: ("13.5", "attacks are made in your combat phase, one after the other"),
    With: ("13.3", "attackers are named after the hex that is attacked"),
    Confirm: ("13.5", "there is no attack to confirm"),
    Cancel: ("13.5", "there is no attack to call off"),
    Lose: ("13.23", "steps are lost after combat, by those asked to take losses"),
    Retreat: ("13.22", "only a defender who is asked to take losses, or cavalry before combat, may retreat"),
    RetreatTo: ("13.22", "a unit is sent somewhere when its stack retreats"),
    Advance: ("13.25", "units advance right after a battle that emptied the hex attacked"),
    Dice: ("5.2", "no die is to be rolled now"),
    Drawn: ("5.2", "nothing is drawn in this game"),
}
ENDS = (Done, Pass, Yes, No)


def out_of_place(state: State, action: Any, must: str, rule: str) -> Refusal:
    """The reason against an answer of a kind the open question does not take.

    `must` says what it takes instead, by which `rule`.
    """
    if isinstance(action, ENDS):
        return Refusal(rule, f"'{action}' is no answer here: {must}")
    other, text = PLACES[type(action)]
    return Refusal(rule, f"'{action}' has no place in this phase ({state.phase}): {text} ({other})")


def why_not_own(state: State, side: str, unit: str, rule: str, absent: str = "") -> Refusal | None:
    """Why a side cannot use a unit: it is not on the map (by rule `absent`, where that differs) or not its own."""
    if unit not in state.units or state.units[unit].at in BOXES:
        return Refusal(absent or rule, f"There is no unit {unit} on the map.")
    if state.data.counters[unit].side != side:
        return Refusal(rule, f"{unit} is not a unit of yours.")
    return None
