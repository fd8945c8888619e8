"""Refusals that belong to no single chapter: whose unit it is; and numbers in words."""

from __future__ import annotations

from wargame.core.engine.questions import Refusal

from .model import BOXES, State

WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def in_words(number: int) -> str:
    """A small number as sentences have it."""
    return WORDS[number] if 0 <= number < len(WORDS) else str(number)


def why_not_own(s: State, side: str, unit: str, rule: str, absent: str = "") -> Refusal | None:
    """Why a side cannot use a unit: it is not on the map (by rule `absent`, where that differs) or not its own."""
    if unit not in s.units or s.units[unit].at in BOXES:
        return Refusal(absent or rule, f"There is no unit {unit} on the map.")
    if s.data.counters[unit].side != side:
        return Refusal(rule, f"{unit} is not a unit of yours.")
    return None
