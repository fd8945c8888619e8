"""The general retreat of a side (8.7): when it may and must be declared, and what it costs."""

from __future__ import annotations

from functools import partial

from wargame.core.engine.actions import DONE, PASS, Done, Pass
from wargame.core.engine.offers import Offer, offer
from wargame.core.engine.questions import Procedure, Refusal
from wargame.core.mechanics.choosing import until_done, why_not_one_of

from .actions import Activate, Entrench, Withdraw
from .entry import WITHDRAWAL, movable
from .model import State
from .movement import move_group
from .records import ALLIED, GERMAN
from .retreat import displace_rear
from .supply import supplied_infantry


def may_withdraw(s: State, side: str) -> bool:
    """Once a game, not in the first turns; the Germans only after the turn of the Allied one (8.7.1)."""
    if s.turn < s.data.tables.withdrawal.first_turn or side in s.withdrawn:
        return False
    return side == ALLIED or s.withdrawn.get(ALLIED, s.turn) < s.turn


def must_withdraw(s: State) -> bool:
    """Paris in danger forces the Allies by the next turn (8.4.9b), but not in the third scenario (13.3.2)."""
    return bool(s.paris_danger) and s.turn > s.paris_danger and not s.what_if()


def ask_withdrawal(s: State, side: str) -> Procedure[bool]:
    """Ask whether a side declares its general retreat (8.7.1)."""
    owed = ", due this turn," if side == ALLIED and must_withdraw(s) else ""
    prompt = f"Declare a general retreat ('withdraw'){owed}, or 'pass'?"
    answer = yield offer(
        side,
        [PASS, Withdraw()],
        {Pass: None, Withdraw: None},
        prompt,
        "8.7.1",
        warn=lambda a: retreat_price(s, side) if a == Withdraw() else None,
    )
    if answer == PASS:
        return False
    declare_withdrawal(s, side)
    return True


def declare_withdrawal(s: State, side: str) -> None:
    s.withdrawing = side
    s.moved = frozenset()
    s.passes = 0
    s.note("{side} declares a general retreat", "8.7.1", side=side)


def withdraw_step(s: State) -> Procedure[None]:
    """One group of the general retreat, or its end (8.7)."""
    side = s.withdrawing
    if s.activated:
        over = yield from move_group(s, side, withdrawal=True)
        if over == DONE:
            yield from displace_rear(s, s.activated, side)  # 9.4.4, 9.5.4
            s.moved = s.moved.union(movable(s, side, s.activated, True))
            s.activated = ""
        return
    answer = yield offer(
        side,
        [*map(Activate, s.hexes_of(side)), DONE],
        {Activate: lambda a: why_not_withdraw_from(s, side, a.hex), Done: None},
        "Units of which hex move in the general retreat ('done' to end it)?",
        WITHDRAWAL[side],
        warn=lambda a: _left_behind(s, side) if a == DONE else None,
    )
    if answer != DONE:
        s.activated = answer.hex
        return
    yield from _finish_withdrawal(s, side)
    s.withdrawing = ""
    s.active = side
    s.cede()
    s.asked = True


def why_not_withdraw_from(s: State, side: str, hex: str) -> Refusal | None:
    """Why the units of a hex may not move in the general retreat (8.7.2, 8.7.3)."""
    if hex not in s.data.spaces:
        return Refusal("8.2.1", f"There is no hex {hex}.")
    if movable(s, side, hex, True):
        return None
    own = s.present(hex, side)
    if not own.movable:
        return Refusal("8.2.1", f"There is no unit of yours in {hex} to activate.")
    if any(u in s.moved for u in (*own.combat, *own.hq, *own.ha)):
        return Refusal(WITHDRAWAL[side], f"The units in {hex} have had their move of the general retreat.")
    return Refusal(WITHDRAWAL[side], "Belgian units take no part in the general retreat.")


def _left_behind(s: State, side: str) -> str | None:
    """The units that have not moved in the general retreat, which comes only once (8.7.1)."""
    hexes = [h for h in s.hexes_of(side) if movable(s, side, h, True)]
    return f"The units in {', '.join(hexes)} have not moved, and there is no second general retreat." if hexes else None


def _finish_withdrawal(s: State, side: str) -> Procedure[None]:
    """The price in VP, the new commander, and German trenches (8.7.2, 8.7.3)."""
    s.withdrawn[side] = s.turn
    s.moved = frozenset()
    if side == ALLIED:
        s.tracks["mandated allied"] = 0
        s.victory_points(ALLIED, -_price(s, ALLIED), "8.7.2")
        return
    s.trenches_allowed = True
    yield from until_done(partial(_where_to_dig, s), partial(_dig, s))
    s.victory_points(GERMAN, -_price(s, GERMAN), "8.7.3")


def _where_to_dig(s: State) -> Offer | None:
    """German trenches, a CAP each, as long as there are CAPs (8.7.3)."""
    if not s.caps(GERMAN):
        return None
    hexes = [h for h in s.hexes_of(GERMAN) if h not in s.trenches and supplied_infantry(s, h, GERMAN)]
    places = why_not_one_of("hex", hexes, "8.7.3", "Trenches are dug now where supplied German infantry has none.")
    prompt = f"Entrench where, a CAP each ({s.caps(GERMAN)} left; 'done' to stop)?"
    return offer(GERMAN, [*map(Entrench, hexes), DONE], {Entrench: places, Done: None}, prompt, "8.7.3")


def _dig(s: State, answer: Entrench) -> None:
    s.spend(GERMAN, 1, "8.7.3", f"to entrench {answer.hex}")
    s.entrench(answer.hex, "8.7.3")


def _price(s: State, side: str) -> int:
    """The VP that a general retreat costs (8.7.2, 8.7.3)."""
    rule = s.data.tables.withdrawal
    prices, later = (rule.allied_price, rule.allied_later) if side == ALLIED else (rule.german_price, rule.german_later)
    return prices.get(s.turn, later)


def retreat_price(s: State, side: str) -> str:
    """What the declaration of a general retreat costs, in a sentence (8.7)."""
    then = "every unit may move once, only into friendly hexes free of the enemy, and then the initiative passes"
    return f"A general retreat comes once a game and costs the {s.name(side)} {_price(s, side)} VP: {then}."
