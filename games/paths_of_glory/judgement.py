"""What a bot decides by reasons and not by search: peace, set-up, and answers that have one good way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wargame.core.engine.actions import DONE, NO, PASS, YES
from wargame.core.engine.questions import Question
from wargame.core.title.plans import Verdict

from .actions import (
    Discard,
    Flank,
    GiveBack,
    Hold,
    Lose,
    Offer,
    Place,
    Play,
    Rebuild,
    Redeploy,
    Remove,
    Restore,
    Trench,
    UseCard,
)
from .evaluation import unit_table
from .ground import fresh_force, ground
from .losses import lost_armies
from .model import AP, CP, RESERVE, State
from .operations import trench_worth
from .replacements import STRENGTHS, step_price
from .victory import levels

BEATEN = 4  # victory points from the middle at which a war is given up for a draw
FOR_GOOD = 4.0  # an army that never comes back, in the values of units
FLANK = 4  # in six: the chance from which a flank attack is tried


def verdict(s: State, side: str, question: Question) -> Verdict | None:
    """How a question is decided without search; None where it is searched."""
    judge = JUDGES.get(question.rule)
    return None if judge is None else judge(s, side, question)


# --- the war -----------------------------------------------------------------------------------------------------


def lead(s: State, side: str) -> float:
    """How many victory points a side is ahead of the middle between the two victory levels."""
    cp_min, ap_max, _ = levels(s)
    ahead = s.tracks["vp"] - (cp_min + ap_max) / 2
    return ahead if side == CP else -ahead


def would_win(s: State, side: str) -> bool:
    """Whether a side would win if the game ended now."""
    cp_min, ap_max, _ = levels(s)
    return s.tracks["vp"] >= cp_min if side == CP else s.tracks["vp"] <= ap_max


def answer_peace(s: State, side: str, question: Question) -> Verdict:
    """16.5.2: an accepted offer is a draw, so only who would lose accepts one."""
    if s.options.get("tournament"):
        return Verdict(NO, "In a tournament game peace is a defeat for both.")
    vp = s.tracks["vp"]
    last = s.turn >= s.data.scenarios[s.scenario].end_turn - 1
    if would_win(s, side):
        return Verdict(NO, f"At {vp} VP we would win the war: there is no reason for a draw.")
    if lead(s, side) <= -BEATEN or (last and lead(s, side) < 0 and would_win(s, CP if side == AP else AP)):
        return Verdict(YES, f"At {vp} VP the war is as good as lost: a draw is more than we can hope for.")
    return Verdict(NO, f"At {vp} VP the war can still be won.")


def play(s: State, side: str, question: Question) -> Verdict | None:
    """8.1.3: the opening of the west is never missed, and peace is offered only by who cannot win any more."""
    guns = Play("cp_01", "event")
    if side == CP and "cp_01" in s.pile("cp_hand") and question.accepts(guns):
        return Verdict(guns, "Guns of August opens the west: Liege falls, and three armies may attack.", secret=True)
    last = s.turn >= s.data.scenarios[s.scenario].end_turn
    if last and not would_win(s, side) and not s.options.get("tournament"):
        return None
    return Verdict(barred=(Offer,), why="An offer of peace that is accepted gives the victory away (16.5.2).")


def opening(s: State, side: str, question: Question) -> Verdict:
    """4.3.1."""
    return Verdict(Hold("cp_01"), "Guns of August is worth more in hand than any other card.")


def discards(s: State, side: str, question: Question) -> Verdict:
    """9.5.4.6: a combat card that can no longer be played makes room for another; the others are kept."""
    surplus = [c for c in s.pile(f"{side}_hand") if s.data.cards[c].combat][KEPT:]
    for card in surplus:
        if question.accepts(Discard(card)):
            return Verdict(Discard(card), f"{s.name(card)} is one combat card too many.", secret=True)
    return Verdict(DONE, "The cards in hand are worth keeping.", secret=True)


KEPT = 3  # combat cards in hand that are kept


def africa(s: State, side: str, question: Question) -> Verdict:
    """CP-32: a corps is worth less than a victory point, if there is one to spare."""
    spare = [a for a in question.actions if isinstance(a, Remove) and s.units[a.unit].at == RESERVE[AP]]
    if spare:
        least = min(spare, key=lambda a: s.units[a.unit].steps)
        return Verdict(least, "A corps from the reserve box is worth less than a victory point.")
    return Verdict(PASS, "No British corps can be spared.")


# --- units that come ---------------------------------------------------------------------------------------------


def entry(s: State, side: str, question: Question) -> Verdict | None:
    """9.5.3.3, 4.2.2: a unit enters where it does most good."""
    map_of = ground(s, side)
    places = [a for a in question.actions if isinstance(a, Place) and a.space in s.data.spaces]
    if not places:
        return None
    best = max(places, key=lambda a: (map_of.coming(a.space, fresh_force(s, a.unit)), a.space))
    return Verdict(best, f"{s.name(best.unit)} is needed most at {s.name(best.space)}.")


def first_trench(s: State, side: str, question: Question) -> Verdict | None:
    """AP-12, CP-6: the trench of the event goes where the enemy is strongest."""
    map_of = ground(s, side)
    spaces = [a for a in question.actions if isinstance(a, Trench)]
    if not spaces:
        return None
    best = max(spaces, key=lambda a: trench_worth(s, map_of, a.space, s.at[a.space][0]))
    return Verdict(best, f"{s.name(best.space)} needs a trench most.")


def salonika(s: State, side: str, question: Question) -> Verdict:
    """AP-30: corps of the reserve box go to Salonika; the front is not weakened for it."""
    ready = [a for a in question.actions if isinstance(a, Redeploy) and s.units[a.unit].at == RESERVE[AP]]
    if ready:
        best = max(ready, key=lambda a: s.cf(a.unit))
        return Verdict(best, "A corps of the reserve box goes to Salonika.")
    return Verdict(DONE, "No front is weakened for Salonika.")


def repairs(s: State, side: str, question: Question) -> Verdict:
    """17.1.4, CP-5: what is worth most for its price; armies come before corps where both are needed."""
    table = unit_table(s.data)
    map_of = ground(s, side)

    def rate(action: Any) -> tuple[float, float, str]:
        row, price = table[action.unit], step_price(s, action.unit)
        if isinstance(action, Restore):
            gain = abs(row.values[2] - row.values[1])
            front = map_of.beside(s.units[action.unit].at) if s.units[action.unit].at in s.data.spaces else 0
            return gain / price * (1.5 if front else 1.0), gain, str(action)
        steps = STRENGTHS[action.strength]
        gain = abs(row.values[steps])
        where = map_of.coming(action.space, fresh_force(s, action.unit)) if action.space in s.data.spaces else 0.0
        return 0.9 * gain / (price * steps), where, str(action)

    able = [a for a in question.actions if isinstance(a, Restore | Rebuild)]
    if not able:
        return Verdict(DONE, "Nothing can be repaired.")
    best = max(able, key=rate)
    return Verdict(best, f"{s.name(best.unit)} gives most strength for its points.")


# --- in a combat -------------------------------------------------------------------------------------------------


def losses(s: State, side: str, question: Question) -> Verdict | None:
    """12.4.3: as little strength as possible is lost, and no army for good if it can be helped."""
    plans = [a for a in question.actions if isinstance(a, Lose)]
    if not plans:
        return None
    best = min(plans, key=lambda a: (toll_of(s, a.units), a.units))
    return Verdict(best, "This costs the least strength.")


def toll_of(s: State, lost: tuple[str, ...]) -> float:
    """The value that is lost by taking losses in this order; the corps in reserve that replace armies count too."""
    table, steps, cost = unit_table(s.data), dict[str, int](), 0.0
    for u in lost:
        now = steps.get(u, s.units[u].steps)
        cost += abs(table[u].values[now]) - abs(table[u].values[now - 1])
        steps[u] = now - 1
    return cost + FOR_GOOD * len(lost_armies(s, lost))


def flank(s: State, side: str, question: Question) -> Verdict:
    """12.3.2: a flank attack is tried where it is more likely to succeed than not."""
    intercepts = UseCard("cp_02")
    if question.accepts(intercepts):
        return Verdict(intercepts, "Wireless Intercepts makes the flank attack succeed.")
    chances = question.shown().get("flank_chances", {})
    pins = [a for a in question.actions if isinstance(a, Flank)]
    best = max(pins, key=lambda a: (_sixths(chances, s.name(a.space)), a.space), default=None)
    if best is not None and _sixths(chances, s.name(best.space)) >= FLANK:
        return Verdict(best, f"The flank attack succeeds {chances[s.name(best.space)]} of the time.")
    return Verdict(NO, "If the flank attack fails, the enemy fires first.")


def _sixths(chances: dict[str, str], name: str) -> int:
    return int(chances.get(name, "0/6").split("/")[0])


def spared(s: State, side: str, question: Question) -> Verdict | None:
    """AP-6: the step that is worth most."""
    table = unit_table(s.data)
    units = [a for a in question.actions if isinstance(a, GiveBack)]
    if not units:
        return None
    best = max(units, key=lambda a: (abs(table[a.unit].values[1]), a.unit))
    return Verdict(best, f"{s.name(best.unit)} is worth most.")


JUDGES: dict[str, Callable[[State, str, Question], Verdict | None]] = {
    "4.3.1": opening, "8.1.3": play, "16.5.2": answer_peace, "9.5.4.6": discards, "CP-32": africa,
    "9.5.3.3": entry, "4.2.2": entry, "11.2.1": first_trench, "AP-30": salonika, "17.1.4": repairs, "CP-5": repairs,
    "12.4.3": losses, "12.3.2": flank, "AP-6": spared,
}  # fmt: skip
