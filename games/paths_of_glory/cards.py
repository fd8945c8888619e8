"""Strategy cards: what an action may be (8.1, 9.1-9.5)."""

from __future__ import annotations

from wargame.core.engine.questions import Refusal

from .actions import Automatic, Offer, Play
from .arrivals import why_not_reinforce
from .conditions import why_not_meet
from .entrenchment import trench_spaces
from .model import AP, CP, State


def why_not_play_event(s: State, side: str, card: str) -> Refusal | None:
    """Why a card may not be played as an event; None if it may."""
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
    if card in ("ap_12", "cp_06") and not trench_spaces(s, side):
        return Refusal(f"{side.upper()}-{c.number}", "No supplied army could entrench.")
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
