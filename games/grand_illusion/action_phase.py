"""The action phase (8.1): segments of up to two activations, passing and ceding; moves, then battles (8.2, 9.1)."""

from __future__ import annotations

from functools import partial
from typing import Any

from wargame.core.engine.actions import DONE, PASS, Pass
from wargame.core.engine.offers import Offer, offer
from wargame.core.engine.questions import Procedure, Refusal
from wargame.core.mechanics.choosing import choose_one, why_not_one_of

from .actions import Activate, Entrench, Fight, Land, Recover, Unblock, Withdraw
from .activation import (
    NORTHERN,
    commands,
    why_not_activate,
    why_not_entrench,
    why_not_land,
    why_not_recover,
    why_not_unblock,
)
from .administration import end_of_action
from .battle_board import designate
from .control import settle
from .entry import pinned
from .model import State
from .movement import move_group
from .options import land
from .preview import able_to_attack, before
from .records import ALLIED, ENEMY, GERMAN, SIDES
from .recovery import recover_hex
from .retreat import displace_rear
from .victory import draw_plan17
from .withdrawal import ask_withdrawal, declare_withdrawal, may_withdraw, must_withdraw, withdraw_step

PURPOSES: dict[type[Any], str] = {
    Activate: "to activate {hex}", Recover: "to recover {hex}", Entrench: "to entrench {hex}", Land: "to land at {hex}",
}  # fmt: skip


def action_phase(s: State) -> Procedure[Any]:
    """One step of the action phase: a decision, a group's move, or a battle. DONE when the phase is over."""
    if s.withdrawing:
        yield from withdraw_step(s)
    elif s.fighting:
        yield from _battle_step(s)
    elif s.activated:
        yield from _move_step(s)
    else:
        over = yield from _decide(s)
        if over == DONE:
            end_of_action(s)
        return over
    if s.result is None:
        yield from draw_plan17(s)
    return None


def _decide(s: State) -> Procedure[Any]:
    side, enemy = s.active, ENEMY[s.active]
    if not s.asked:  # the start of a segment
        s.asked = True
        for who in (enemy, side):
            if may_withdraw(s, who) and (yield from ask_withdrawal(s, who)):
                return None
    if _segment_over(s):
        if not s.caps(ALLIED) and not s.caps(GERMAN):
            return _phase_over(s)  # 8.1.3
        s.cede()
        return None
    answer = yield _what_next(s, side)
    if isinstance(answer, Unblock):
        s.unblock(answer.hexside)
    elif answer != PASS:
        yield from _spend(s, side, answer)
    elif s.recovering:
        s.cede()  # 9.8.3: to cede is not to pass
    else:
        s.passes += 1
        s.note("{side} passes", "8.1.1", side=side)
        if s.passes == 2 or not s.caps(enemy):
            return _phase_over(s)
        s.cede()
    return None


def _what_next(s: State, side: str) -> Offer:
    return offer(
        side,
        partial(commands, s, side),
        {
            Activate: lambda a: why_not_activate(s, side, a.hex),
            Recover: lambda a: why_not_recover(s, side, a.hex),
            Entrench: lambda a: why_not_entrench(s, side, a.hex),
            Land: lambda a: why_not_land(s, side, a.hex),
            Unblock: lambda a: why_not_unblock(s, side, a.hexside),
            Withdraw: lambda a: Refusal(
                "8.7.1",
                "A general retreat comes once, at the start of a segment, and not in the first turns.",
            ),
            Pass: None,
        },
        f"Spend a CAP ({s.caps(side)} left) or pass?",
        "8.1.1",
        warn=lambda a: _waste(s, side) if a == PASS else None,
        all_legal=True,
    )


def _waste(s: State, side: str) -> str | None:
    """What a pass would give away if it ends the action phase: CAPs and mandatory battles (8.1.1, 9.1.1b)."""
    caps, owed = s.caps(side), s.tracks["mandated " + side]
    if s.recovering or (s.passes == 0 and s.caps(ENEMY[side])):
        return None
    text = f"The action phase ends: your {caps} CAPs remain for strategic movement only"
    return text + (f", and each of {owed} mandatory battles not fought costs a VP." if owed else ".")


def _phase_over(s: State) -> Any:
    """The action phase ends, unless the Allies still owe their general retreat (8.4.9b)."""
    if may_withdraw(s, ALLIED) and must_withdraw(s):
        declare_withdrawal(s, ALLIED)
        return None
    return DONE


def _segment_over(s: State) -> bool:
    """Whether the side must cede (8.1.1b)."""
    side, enemy, rule = s.active, ENEMY[s.active], s.data.tables.initiative
    if not s.caps(side) or (s.recovering and s.activations >= rule.segment):
        return True
    most = rule.first_segment if s.turn == 1 and s.segments == 0 and not s.what_if() else rule.segment  # 6.0
    return s.activations >= most and s.caps(enemy) > 0


def _spend(s: State, side: str, answer: Any) -> Procedure[None]:
    """One CAP, one activation (5.2)."""
    s.spend(side, 1, "5.2", PURPOSES[type(answer)].format(hex=answer.hex))
    s.activations += 1
    s.passes = 0
    if side == ALLIED and s.turn == 1 and isinstance(answer, Activate | Recover):
        s.commands = s.commands | {answer.hex}
        if int(answer.hex) <= s.data.tables.first_turn.what_if_hexes:
            s.tracks[NORTHERN] = s.tracks.get(NORTHERN, 0) + 1  # 13.3.1
    if isinstance(answer, Entrench):
        s.entrench(answer.hex, "9.7.2")
    elif isinstance(answer, Recover):
        yield from recover_hex(s, side, answer.hex)
        s.recovering = True
        if s.activations == 1 and all(why_not_recover(s, side, h) for h in s.hexes_of(side)):
            s.cede()  # 9.8.3
    elif isinstance(answer, Land):
        yield from land(s, answer.hex)
    else:
        s.activated = answer.hex
        s.moved = frozenset()
        s.battles.clear()
        s.entered.clear()


# --- an activation: moves, then battles (8.2, 9.1) --------------------------------------------------------------------


def _move_step(s: State) -> Procedure[None]:
    """A group moves; when the player moves no more, he declares his battles (8.4, 9.1.2)."""
    side = s.active
    over = yield from move_group(s, side)
    if over != DONE:
        return
    yield from displace_rear(s, s.activated, side)  # 9.4.4, 9.5.4
    yield from _declare(s, side)
    s.fighting = True
    if not s.battles:
        _end_activation(s)


def _declare(s: State, side: str) -> Procedure[None]:
    """Battles the attacker may declare: in the activated hex, and where units joined others (9.1.2a, c)."""
    enemy = ENEMY[side]
    hex = s.activated
    stay = [u for u in s.present(hex, side).combat if u not in s.moved and not pinned(s, u, hex)]
    places = {hex: tuple(stay)} if stay else {}
    for where, came in s.entered.items():
        places[where] = (*places.get(where, ()), *came)
    for where, units in places.items():
        there = s.present(where, enemy)
        able = able_to_attack(s, where, side, units)
        if where in s.battles or not (there.combat or there.forts) or not able:
            continue
        odds = partial(before, s, where, side, units)
        this_one = why_not_one_of("hex", [where], "9.1.2", f"The battle asked about is the one in {where}.")
        answer = yield offer(
            side,
            [Fight(where), PASS],
            {Fight: this_one, Pass: None},
            f"Declare a battle in {where}?",
            "9.1.2",
            show=odds,
            warn=partial(_no_battle, s),
        )
        if answer != PASS:
            free = stay if where == hex else []
            s.battles[where] = yield from designate(s, side, where, units, free)


def _no_battle(s: State, answer: Any) -> str | None:
    """What declining the battle would waste: the whole activation, if no unit has moved (5.2)."""
    if answer != PASS or s.moved or s.battles:
        return None
    return "No unit has moved in this activation: without a battle its CAP is wasted."


def _battle_step(s: State) -> Procedure[None]:
    """Resolve one of the battles declared, in the order the attacker chooses (9.1.3b)."""
    side = s.active
    hexes = list(s.battles)
    declared = why_not_one_of("hex", hexes, "9.1.3", f"Battles are declared in {', '.join(hexes)} only.")
    question = offer(side, map(Fight, hexes), {Fight: declared}, "Which battle is fought next?", "9.1.3")
    answer = yield from choose_one(question)
    yield from s.rules.resolve_combat(s, answer.hex)
    if not s.battles:
        _end_activation(s)


def _end_activation(s: State) -> None:
    s.activated = s.landing = ""
    s.fighting = False
    s.moved = frozenset()
    s.entered.clear()
    guests = [h for side in SIDES for h in s.hexes_of(side) if s.control[h] != side]
    for hex in sorted(guests, key=s.board.index.__getitem__):
        if s.present(hex, ENEMY[s.control[hex]]).combat:
            settle(s, hex)  # supply may have reached units in a hex they found empty
    if s.ceding:
        s.cede()  # 8.1.1b
