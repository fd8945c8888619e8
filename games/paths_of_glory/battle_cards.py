"""Combat cards (9.5.4): who may play which, what they do, and where they go afterwards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wargame.core.engine.actions import DONE, Done
from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Refusal
from wargame.core.mechanics.odds import Modifier

from .actions import UseCard
from .conditions import why_not_meet
from .model import ENEMY, Battle, State
from .supply import in_supply
from .victory import war_status

OFFENSIVES = ("cp_49", "cp_50", "cp_51")


def _where(s: State, b: Battle, name: str) -> bool:
    """The named conditions of events.toml."""
    space = s.data.spaces[b.space]
    level = s.trenches.get(b.space, ("", 0))[1]
    if name == "severe_weather":
        return s.season() in s.data.terrain(b.space).severe
    if name == "entrenched":
        return bool(level and b.defenders and not b.no_trench)
    if name == "french_fort":
        return space.nation == "fr" and space.fort > 0
    if name == "clear_france_belgium":
        return space.terrain == "clear" and space.nation in ("fr", "be")
    if name == "mountain_either":
        return "mountain" in {space.terrain, *(s.data.spaces[x].terrain for x in b.sources)}
    if name == "turkish_factor":
        return any(s.counter(u).nation == "tu" and s.cf(u) and in_supply(s, u) for u in b.defenders)
    return True


def why_not_use(s: State, b: Battle, side: str, card: str, step: str = "") -> Refusal | None:
    """Why a combat card may not be used in this combat; None if it may."""
    spec = s.data.events.combat.get(card)
    if spec is None or card not in (*s.pile(f"{side}_hand"), *s.pile(f"{side}_table")):
        return Refusal("9.5.4.1", f"{s.name(card)} is not a combat card you hold.")
    if card in s.used:
        return Refusal("9.5.4.4", f"{s.name(card)} was already used this action round.")
    if card in s.pile(f"{side}_hand") and (bad := why_not_meet(s, side, card)):
        return bad
    if (spec.effect == "flank") != (step == "flank"):
        return Refusal("CP-2", "Wireless Intercepts is played in the flank attempt step.")
    if spec.role not in ("either", "attacker" if side == b.side else "defender"):
        return Refusal("9.5.4.1", f"{s.name(card)} is for the {spec.role}.")
    ours, theirs = b.units(side), b.units(ENEMY[side])
    if side == b.enemy:
        if not ours:
            return Refusal(
                "12.2.5", f"{s.name(card)} is for units that defend; the fort of {s.name(b.space)} is alone."
            )
        wanted = [u for u in ours if not spec.nations or s.counter(u).nation in spec.nations]
        if wanted and not any(in_supply(s, u) for u in wanted):
            return Refusal("14.3.4", f"Unsupplied defenders gain nothing from combat cards such as {s.name(card)}.")
    if spec.nations and not any(s.counter(u).nation in spec.nations for u in ours):
        return Refusal("12.2.5", f"{s.name(card)} needs units of {s.listed(spec.nations)}.")
    enemies = [s.counter(u).nation for u in theirs]
    if spec.against and not set(spec.against) & set(enemies):
        return Refusal("12.2.5", f"{s.name(card)} needs an enemy of {s.listed(spec.against)}.")
    if spec.only and set(enemies) != {spec.only}:
        return Refusal("12.2.5", f"{s.name(card)} is only against units of {s.name(spec.only)}.")
    if spec.where and not _where(s, b, spec.where):
        return Refusal("12.2.5", f"The conditions of {s.name(card)} do not hold here.")
    return None


def why_not_play_card(s: State, b: Battle, side: str, card: str) -> Refusal | None:
    """Why neither a combat card nor the event of the round may be used in this combat; None if it may."""
    return None if card in round_event(s, b, side) else why_not_use(s, b, side, card)


def lay(s: State, b: Battle, side: str, card: str) -> None:
    """Play a card from hand or use one face up (9.5.4.2, 9.5.1.3)."""
    if card in s.pile(f"{side}_hand"):
        s.transfer(card, f"{side}_hand", f"{side}_table")
        b.laid.append((side, card, s.played.get(card, 0)))
        s.played[card] = s.turn
        war_status(s, side, s.data.cards[card].war_status)
        if card in OFFENSIVES and "lloyd_george" in s.limits:  # CP-55
            s.limits -= {"lloyd_george"}
            b.effects.add("ends_lloyd_george")
    s.used |= {card}
    b.cards[side].append(card)
    s.note("{side} uses {name}", "12.2.5", side=side, card=card, name=s.data.cards[card].name)
    spec = s.data.events.combat[card]
    if spec.drm:
        printed = s.data.cards[card]
        b.modifiers[side].append(Modifier(printed.name, spec.drm, f"{side.upper()}-{printed.number}"))
    effect = spec.effect
    if effect in ("no_trench", "first_fire"):
        b.no_trench = True
        b.effects.add("no_trench")
    if effect == "no_trench_shifts":
        b.no_shifts = True
    if effect == "first_fire":
        b.first = b.side
    b.effects.add(effect)


def play(s: State, b: Battle, show: Callable[[], dict[str, Any]]) -> Procedure[None]:
    """12.2.5: the attacker first, then the defender, any number of cards."""
    for side in (b.side, b.enemy):
        while True:
            cards = [c for c in (*s.pile(f"{side}_hand"), *s.pile(f"{side}_table")) if s.data.cards[c].combat]
            usable = [c for c in (*cards, *round_event(s, b, side)) if why_not_play_card(s, b, side, c) is None]
            if not s.pile(f"{side}_hand") and not usable:  # who holds cards is asked, so that nothing is given away
                break

            def told(usable: list[str] = usable) -> dict[str, Any]:
                return {**show(), "cards": [f"{c}: {s.name(c)}. {s.data.cards[c].text}" for c in usable]}

            def why_not(a: UseCard, side: str = side) -> Refusal | None:
                return why_not_play_card(s, b, side, a.card)

            prompt = f"Use a combat card at {s.name(b.space)}, or 'done'?"
            offers = [*map(UseCard, usable), DONE]
            answer = yield offer(side, offers, {UseCard: why_not, Done: None}, prompt, "12.2.5", show=told)
            if answer == DONE:
                break
            if answer.card in ("ap_45", "ap_46"):
                use_event(s, b, answer.card)
            else:
                lay(s, b, side, answer.card)


def round_event(s: State, b: Battle, side: str) -> list[str]:
    """Kerensky and Brusilov Offensives serve one Russian attack of their round each."""
    if side != b.side or s.boost in s.used or not any(s.counter(u).nation == "ru" for u in b.attackers):
        return []
    enemies = {s.counter(u).nation for u in b.defenders}
    if s.boost == "ap_45" and enemies & {"ah", "bu", "tu"}:
        return ["ap_45"]
    if s.boost == "ap_46" and "ge" not in enemies and not b.no_trench:
        return ["ap_46"]
    return []


def use_event(s: State, b: Battle, card: str) -> None:
    s.used |= {card}
    b.effects.add(card)
    if card == "ap_46":
        b.no_trench = True
        b.effects.add("no_trench")


def settle(s: State, b: Battle, winner: str) -> None:
    """12.2.10, 9.5.4.2, 9.5.4.3: the winner keeps its cards face up, the loser discards."""
    for side, cards in b.cards.items():
        for c in cards:
            card = s.data.cards[c]
            if card.asterisk:
                s.transfer(c, f"{side}_table", f"{side}_removed")
            elif card.once or side != winner:
                s.transfer(c, f"{side}_table", f"{side}_discard")


def take_back(s: State, b: Battle) -> None:
    """AP-27: cards of a combat that was not fought count as not played; those from hand go back there."""
    for side, card, turn in b.laid:
        s.transfer(card, f"{side}_table", f"{side}_hand")
        war_status(s, side, -s.data.cards[card].war_status)
        del s.played[card]
        if turn:
            s.played[card] = turn
    if "ends_lloyd_george" in b.effects:
        s.limit("lloyd_george")
    for cards in b.cards.values():
        s.used -= set(cards)
        cards.clear()
