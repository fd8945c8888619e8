"""The turn (6.0): phases in order, each a short procedure."""

from __future__ import annotations

from functools import partial
from typing import Any

from wargame.core.engine.actions import DONE, NO, YES, Done, No, Yes
from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Refusal, Roll
from wargame.core.engine.sequence import Phase, Sequence
from wargame.core.mechanics.cards import fill, why_not_take
from wargame.core.mechanics.choosing import why_not_one_of

from . import replacements
from .actions import Automatic, Discard, Hold, Offer, Play
from .activation import activate
from .cards import plays, record_rp, why_not_offer_peace, why_not_play
from .designation import one_attack
from .entrenchment import entrenching
from .events import enter_war, play_event
from .march import move_group
from .model import ACTION, AP, CP, ENEMY, LEVELS, ROUND, State
from .offensives import mandated_offensives
from .rail import redeploy
from .records import Card
from .scenarios import deck
from .supply import attrition, sieges
from .victory import automatic, judge, peace, vp_phase


def opening(s: State) -> Procedure[None]:
    """4.3: Guns of August if the CP want it, then the opening hands."""
    cards = ("cp_01", "none")
    text = "Only Guns of August may be taken: write 'choose cp_01' or 'choose none'."
    why_not = why_not_one_of("card", cards, "4.3.1", text)
    guns = s.data.cards["cp_01"]
    answer = yield offer(
        CP, map(Hold, cards), {Hold: why_not}, "Start with Guns of August in hand?", "4.3.1",
        show=lambda: {"card": f"{guns.id} {guns.ops}/{guns.sr} {guns.name}"},
    )  # fmt: skip
    if answer.card != "none":
        s.transfer("cp_01", "cp_deck", "cp_hand")
    for side in (CP, AP):
        yield from fill_hand(s, side)


def hand_size(s: State) -> int:
    return s.data.numbers.long_hand if s.options.get("hand_of_eight") else s.data.numbers.hand  # 9.1.4


def fill_hand(s: State, side: str) -> Procedure[int]:
    """Draw up to the hand size; the discards are reshuffled when the pile runs out (6.0 G)."""
    return fill(
        s, f"{side}_deck", f"{side}_hand", hand_size(s), discards=f"{side}_discard", rule="6.0",
        why=f"the hand of {s.name(side)}", only=side,
    )  # fmt: skip


def new_round(s: State) -> None:
    """8.1.1: a new action round."""
    s.round += 1


def held(s: State, side: str) -> dict[str, Any]:
    """The hand as its side sees it with the question: OPS and SR of each card, and its event."""
    cards = [s.data.cards[name] for name in s.pile(f"{side}_hand")]
    return {"hand": [f"{c.id} {c.ops}/{c.sr} {c.name}" for c in cards]}


def take_action(s: State, side: str) -> Procedure[None]:
    """8.1.3: one action of a side."""

    why_not = {
        Play: lambda a: why_not_play(s, side, a.card, a.use), Offer: lambda _: why_not_offer_peace(s, side),
        Automatic: None,
    }  # fmt: skip
    prompt = "Play which card, and as what (ops, sr, rp, event)?"
    answer = yield offer(side, partial(plays, s, side), why_not, prompt, "8.1.3", show=partial(held, s, side))
    if side == AP and s.pending:  # CP-25: only Grand Fleet answers the High Seas Fleet
        if answer != Play("ap_33", "event"):
            s.vp(s.data.events.vp.cp_25, "CP-25")
        s.pending = ""
    if isinstance(answer, Automatic):
        s.ops, s.last[side] = s.data.numbers.automatic_ops, "automatic"
    elif isinstance(answer, Offer):
        s.last[side] = "peace"
        yield from offer_peace(s, side)
    elif answer.use == "event":
        yield from play_event(s, side, answer.card)
    else:
        play_card(s, side, s.data.cards[answer.card], answer.use)


def play_card(s: State, side: str, card: Card, use: str) -> None:
    """A card for OPS, SR or RP (9.1.3)."""
    s.transfer(card.id, f"{side}_hand", f"{side}_discard")
    s.note("{side} plays {name} for {use}", "9.1.3", side=side, card=card.id, name=card.name, use=use)
    s.last[side] = use
    if use == "ops":
        s.ops = card.ops
    elif use == "sr":
        s.sr = card.sr
    else:
        record_rp(s, side, card.id)


def offer_peace(s: State, side: str) -> Procedure[None]:
    """16.5.2."""
    other = ENEMY[side]
    if (yield offer(other, [YES, NO], {Yes: None, No: None}, "Accept Peace Terms: yes or no?", "16.5.2")) == YES:
        peace(s)
        return
    roll = (yield Roll(1, 6, "Peace Terms", "16.5.2")).total
    s.note("{side} rolls {roll} on the Peace Terms table", "16.5.2", side=side, roll=roll)
    row = s.data.tables.peace_terms[side][s.tracks["combined"] >= s.data.numbers.peace_late_status]
    if row[roll - 1]:
        s.vp(row[roll - 1], "16.5.2")


def commitment(s: State, side: str) -> Procedure[None]:
    """E.4: the commitment level may rise (16.1)."""
    level, status = s.commitment[side], s.tracks[f"{side}_ws"]
    needed = s.data.numbers.commitment
    if level == len(needed) or status < needed[level]:
        return
    yield from discard_cards(s, side)  # 9.5.4.6
    s.commitment[side] = level + 1
    s.note("{side} goes to {name} commitment", "16.1.3", side=side, level=level + 1, name=LEVELS[level + 1])
    ahead = s.commitment[AP] <= level and s.tracks["ap_ws"] < needed[level]
    if s.options.get("first_commitment") and side == CP and ahead:  # 5.1.3
        s.vp(s.data.numbers.first_commitment_vp, "5.1.3")
    put_away(s, side)
    pile = (*s.pile(f"{side}_deck"), *s.pile(f"{side}_discard"), *deck(s.data, side, level + 1))
    s.piles[f"{side}_deck"], s.piles[f"{side}_discard"] = tuple(sorted(pile)), ()
    if side == CP and level == 0:  # 16.1.3.1
        yield from enter_war(s, CP, "tu")
    if level == 1 and s.data.scenarios[s.scenario].total_war_ends:
        s.tracks["total_war"] = 1


def total_war(s: State) -> None:
    """5.4.1: Total War ends the Limited War scenario."""
    if s.tracks.get("total_war"):
        judge(s, "Total War")


def discard_cards(s: State, side: str) -> Procedure[None]:
    """9.5.4.6: combat cards in hand may be discarded, and 9.5.2.5's two."""
    while s.pile(f"{side}_hand"):  # who holds cards is asked, so that nothing is given away
        cards = map(Discard, s.pile(f"{side}_hand"))
        why_not = {Discard: lambda a: why_not_discard(s, side, a.card), Done: None}
        answer = yield offer(side, [*cards, DONE], why_not, "Discard which combat card, or 'done'?", "9.5.4.6")
        if answer == DONE:
            return
        s.transfer(answer.card, f"{side}_hand", f"{side}_discard")


def why_not_discard(s: State, side: str, card: str) -> Refusal | None:
    """Why a card may not be discarded: combat cards may (9.5.4.6), and the two that 9.5.2.5 names."""
    if bad := why_not_take(s, f"{side}_hand", card, "9.5.4.6", f"You do not hold {s.name(card)}."):
        return bad
    if s.data.cards[card].combat or (card in ("ap_16", "ap_17") and s.commitment[CP] == 2 and s.commitment[AP] < 2):
        return None
    return Refusal("9.5.4.6", f"Only combat cards may be discarded; {s.name(card)} is none.")


def put_away(s: State, side: str) -> None:
    """Face-up combat cards are discarded when the combats of the turn are over (9.5.4.5)."""
    for card in s.pile(f"{side}_table"):
        s.transfer(card, f"{side}_table", f"{side}_discard")


def draw_cards(s: State, side: str) -> Procedure[None]:
    """6.0 G."""
    put_away(s, side)
    yield from discard_cards(s, side)
    yield from fill_hand(s, side)


def end_of_turn(s: State) -> None:
    """6.0 H."""
    if s.turn >= s.data.scenarios[s.scenario].end_turn:
        judge(s, "the last turn is over")
    else:
        s.next_turn()


def rises(s: State) -> bool:
    """Whether commitment may rise this turn (5.3.2, 16.1.2)."""
    return s.turn >= s.data.numbers.commitment_from_turn and s.data.scenarios[s.scenario].commitment_rises


def action(side: str) -> Sequence:
    """One action: card, activation, movement, entrenching, combat, redeployment."""
    return Sequence(
        ACTION,
        Phase("card", take_action, side=side),
        Phase("activation", activate, side=side, repeat=True, when=lambda s: s.ops > 0),
        Phase("movement", move_group, side=side, repeat=True, when=lambda s: "move" in s.activated.values()),
        Phase("entrenching", entrenching, side=side, when=lambda s: bool(s.digging or s.failed_digging)),
        Phase("combat", one_attack, side=side, repeat=True, when=lambda s: "attack" in s.activated.values()),
        Phase("redeployment", redeploy, side=side, repeat=True, when=lambda s: s.sr > 0),
    )


TURN = Sequence(
    "turn",
    Phase("mandated offensives", mandated_offensives),
    Sequence(ROUND, Phase("round", new_round), action(CP), action(AP), times=lambda s: s.data.numbers.rounds),
    Phase("attrition", attrition),
    Phase("siege", sieges),
    Phase("victory points", vp_phase),
    Phase("automatic victory", automatic),
    Phase("CP commitment", commitment, side=CP, when=rises),
    Phase("Allied commitment", commitment, side=AP, when=rises),
    Phase("Total War", total_war),
    Phase("replacement points", replacements.adjust),
    Phase("Allied replacements", replacements.replace, side=AP, repeat=True),
    Phase("CP replacements", replacements.replace, side=CP, repeat=True),
    Phase("unspent replacements", replacements.end),
    Phase("Allied cards", draw_cards, side=AP),
    Phase("CP cards", draw_cards, side=CP),
    Phase("end of turn", end_of_turn),
    repeat=True,
)
GAME = Sequence("game", Phase("opening hands", opening), TURN)
