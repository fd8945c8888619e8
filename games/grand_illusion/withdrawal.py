"""The general retreat of a side (8.7): when it may and must be declared, and what it costs."""

from __future__ import annotations

from functools import partial

from wargame.core.engine.actions import DONE, Done
from wargame.core.engine.offers import Offer, offer
from wargame.core.engine.questions import Procedure
from wargame.core.mechanics.choosing import only, until_done

from .actions import Entrench
from .model import State
from .records import ALLIED, GERMAN
from .supply import supplied_infantry


def may_withdraw(s: State, side: str) -> bool:
    """Once a game, not in the first turns; the Germans only after the turn of the Allied one (8.7.1)."""
    if s.turn < s.data.tables.withdrawal.first_turn or side in s.withdrawn:
        return False
    return side == ALLIED or s.withdrawn.get(ALLIED, s.turn) < s.turn


def must_withdraw(s: State) -> bool:
    """Paris in danger forces the Allies by the next turn (8.4.9b), but not in the third scenario (13.3.2)."""
    return bool(s.paris_danger) and s.turn > s.paris_danger and not s.what_if()


def finish_withdrawal(s: State, side: str) -> Procedure[None]:
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
    places = only("hex", hexes, "8.7.3", "Trenches are dug now where supplied German infantry has none.")
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
