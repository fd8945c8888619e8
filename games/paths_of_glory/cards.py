"""Strategy cards: what an action may be, and the conditions of events (8.1, 9.1, 9.5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wargame.core.engine.questions import Refusal

from .actions import Automatic, Offer, Play
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


def why_not_play_event(s: State, side: str, card: str) -> Refusal | None:
    """Why a card may not be played as an event; None if it may."""
    from .arrivals import why_not_reinforce

    c = s.data.cards[card]
    if c.combat:
        return Refusal("9.5.4.1", f"{c.name} is a combat card, played in combat.")
    bad = why_not_meet(s, side, card)
    events = s.data.events
    if bad and card not in events.at_home.values():  # 9.5.3.4: who enters at home ignores the conditions of the card
        return bad
    if card in events.entries and "neutral_entry" in s.limits:
        return Refusal("9.5.2.2", "Only one neutral entry event may be played in a turn.")
    if c.reinforces:
        if s.turn < (first := s.data.numbers.reinforcements_from_turn):
            return Refusal("9.5.3.1", f"No reinforcements may be played before turn {first}.")
        if c.reinforces in s.reinforced:
            return Refusal("9.5.3.1", f"Reinforcements for {s.name(c.reinforces)} were already played this turn.")
        return why_not_reinforce(s, side, c)
    if card in ("ap_12", "cp_06"):
        from .events import trench_spaces

        return (
            None
            if trench_spaces(s, side)
            else Refusal(f"{side.upper()}-{c.number}", "No supplied army could entrench.")
        )
    if card == "ap_30" and s.last.get(side) == "sr":
        return Refusal("9.3.3", "Salonika counts as an SR card, and your last action this turn was SR.")
    return None


def why_not_play(s: State, side: str, card: str, use: str) -> Refusal | None:
    """Why a card may not be played for this use; None if it may."""
    if card not in s.data.cards:
        return Refusal("9.1.3", f"There is no card {card}.")
    if card not in s.pile(f"{side}_hand"):
        return Refusal("9.1.3", f"You do not hold {s.name(card)}.")
    if use == "event":
        return why_not_play_event(s, side, card)
    if card in ("ap_16", "ap_17") and s.commitment[CP] == 2 and s.commitment[AP] < 2:
        return Refusal("9.5.2.5", "With the Central Powers alone at Total War this card is an event only.")
    if use in ("sr", "rp") and s.last.get(side) == use:
        rule = "9.3.3" if use == "sr" else "9.4.3"
        return Refusal(rule, f"Your last action this turn was {use.upper()} too.")
    return None if use in ("ops", "sr", "rp") else Refusal("9.1.3", f"A card cannot be played as {use}.")


def why_not_offer_peace(s: State, side: str) -> Refusal | None:
    """Why a side may not offer Peace Terms (16.5, 5.3.3 and 14 Points); None if it may."""
    cp_vp, ap_vp = s.data.numbers.peace_cp_vp, s.data.numbers.peace_ap_vp
    if not s.data.scenarios[s.scenario].peace_terms:
        return Refusal("5.3.3", "There are no Peace Terms in this scenario.")
    if side == CP and "ap_40" in s.played:
        return Refusal("AP-40", "After 14 Points only the Allies may offer Peace Terms.")
    if side == CP and s.tracks["vp"] < cp_vp:
        return Refusal("16.5.1.1", f"The Central Powers may offer Peace Terms at {cp_vp} VP or more.")
    if side == AP and s.tracks["vp"] > ap_vp:
        return Refusal("16.5.1.2", f"The Allies may offer Peace Terms at {ap_vp} VP or fewer.")
    return None


def plays(s: State, side: str) -> list[Play | Offer | Automatic]:
    """Every action that may come into question (8.1.3)."""
    uses = ("ops", "sr", "rp", "event")
    return [*(Play(card, use) for card in s.pile(f"{side}_hand") for use in uses), Offer(), Automatic()]


def record_rp(s: State, side: str, card: str) -> None:
    """9.4.1, 9.4.5, 17.1.8: mark replacement points, kept in halves."""
    for pool, n in s.data.cards[card].points.items():
        if pool in ("bu", "it", "tu") and pool not in s.at_war:
            continue
        s.score(f"rp_{pool}", 2 * n, "9.4.1")
    if side == AP and "ap_55" in s.played:
        s.score("rp_us", 2 * s.data.events.rp.ap_55, "17.1.8")
