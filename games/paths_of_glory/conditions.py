"""The conditions on cards (9.5.1.1), with the tracks of the US entry and the Russian capitulation (16.3, 16.4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wargame.core.engine.questions import Refusal

from .model import AP, CP, LEVELS, State


def capitulation(s: State) -> str:
    """The box of the Russian capitulation track (16.4)."""
    held, numbers = russian_vp(s), s.data.numbers
    if "cp_45" in s.played:
        return "treaty_of_brest_litovsk"
    if "cp_53" in s.played:
        return "bolshevik_revolution"
    if "cp_52" in s.played:
        later = s.turn > s.played["cp_52"]  # 16.4.6
        more = held > s.tracks.get("tsar_fell", 0) or russian_vp(s, baku=False) == numbers.all_russian_spaces
        return "bolshevik_revolution_allowed" if later and more else "fall_of_the_tsar"
    if "cp_28" in s.played:
        fall = s.tracks["combined"] + held >= numbers.tsar_fall_status  # 16.4.4
        return "fall_of_the_tsar_allowed" if fall else "tsar_takes_command"
    return "tsar_takes_command_allowed" if held >= numbers.tsar_command_spaces else "god_save_the_tsar"  # 16.4.3


def russian_vp(s: State, baku: bool = True) -> int:
    """VP spaces in Russia held by the CP (16.4.2)."""
    return len([x for x in s.data.russian_vp if s.control[x] == CP and (baku or x != "baku")])


def us_entry(s: State) -> str:
    """The box of the US entry track (16.3)."""
    if "ap_55" in s.played:
        return "over_there"
    if "ap_54" in s.played:
        return "zimmermann_telegram"
    due = s.tracks["combined"] >= s.data.events.needs["ap_54"]["combined_at_least"]  # 16.3.2
    return "zimmermann_telegram_allowed" if due else "us_neutral"


def u_boats(s: State) -> bool:
    return "cp_36" in s.played and "ap_52" not in s.played


NEEDS: dict[str, Callable[[State, str, Any], bool]] = {  # the named conditions of events.toml
    "played": lambda s, side, value: all(c in s.played for c in value),
    "played_any": lambda s, side, value: any(c in s.played for c in value),
    "not_played": lambda s, side, value: not any(c in s.played for c in value),
    "turn_at_most": lambda s, side, value: s.turn <= value,
    "turn_3_or_played": lambda s, side, value: s.turn >= 3 or value in s.played,
    "commitment_at_most": lambda s, side, value: s.commitment[side] <= LEVELS.index(value),
    "at_war": lambda s, side, value: all(n in s.at_war for n in value),
    "answers": lambda s, side, value: s.pending == value,
    "no_u_boats": lambda s, side, value: not u_boats(s),
    "combined_at_least": lambda s, side, value: s.tracks["combined"] >= value,
    "turn_after": lambda s, side, value: value in s.played and s.turn > s.played[value],
    "first_action": lambda s, side, value: s.turn == 1 and s.round == 1,
    "capitulation": lambda s, side, value: capitulation(s) == value,
    "free_space": lambda s, side, value: s.holder(value) != AP,
}


RULES = {"turn_after": "16.3.4", "combined_at_least": "16.3.2", "answers": "AP-33"}


SAID = {
    "played": "only after {value}", "played_any": "only after one of {value}", "not_played": "not after {value}",
    "turn_at_most": "only up to turn {value}", "turn_3_or_played": "only from turn 3 on or after {value}",
    "commitment_at_most": "only up to {value} commitment", "at_war": "only once {value} is at war",
    "answers": "only in the action right after {value}", "no_u_boats": "not while the U-Boats are unleashed",
    "combined_at_least": "only from combined war status {value} on", "turn_after": "only in a turn after {value}",
    "first_action": "only as the first action of the game", "free_space": "not while the Allies are in {value}",
    "capitulation": "only while the Russian capitulation marker is on {value}",
}  # fmt: skip


def why_not_meet(s: State, side: str, card: str) -> Refusal | None:
    """Why the conditions on a card do not hold; None if they do."""
    for name, value in s.data.events.needs.get(card, {}).items():
        if not NEEDS[name](s, side, value):
            rule = RULES.get(name) or f"{side.upper()}-{int(card[3:])}"
            values = " or ".join(s.name(str(v)) for v in (value if isinstance(value, list) else [value]))
            what = SAID[name].format(value=values)
            return Refusal(rule, f"{s.data.cards[card].name} is played as an event {what}.")
    return None
