"""What bots decide by reasons in Grand Illusion: general retreats, other decisions that come once, and the obvious."""

from __future__ import annotations

from collections.abc import Callable

from wargame.core.engine.actions import DONE, PASS, YES
from wargame.core.engine.questions import Question
from wargame.core.title.plans import Verdict

from .actions import ChooseStrategy, Fight, Leave, Retire, Skirmish, Take, Unblock, Withdraw
from .evaluation import lead, worths
from .model import State
from .records import ALLIED, GERMAN
from .supply import supplied
from .withdrawal import must_withdraw

MARGIN = 2.0  # German VP beyond what is needed, after the price of a general retreat, to dig in


def verdict(state: State, side: str, question: Question) -> Verdict | None:
    """The decision at a question, if reasons alone decide it."""
    make = MAKERS.get(question.rule)
    return make(state, side, question) if make is not None else None


def _march(s: State, side: str, question: Question) -> Verdict | None:
    """Marches are planned with the activation (8.2): whoever is asked on the way stops there."""
    return Verdict(DONE, "The march ends here.") if question.accepts(DONE) else None


def _battle(s: State, side: str, question: Question) -> Verdict | None:
    """All units of the hex take part once the battle is declared (9.1.2)."""
    fight = next((a for a in question.actions if isinstance(a, Fight)), None)
    if fight is not None and any(isinstance(a, Leave) for a in question.actions):
        return Verdict(fight, "Nobody is left out of an attack.")
    return None


def _general_retreat(s: State, side: str, question: Question) -> Verdict | None:
    if side == ALLIED:
        if must_withdraw(s):
            return Verdict(Withdraw(), "Paris is in danger: the retreat is due, and the sooner the better.")
        if s.turn > s.data.tables.withdrawal.first_turn and s.turn <= 10:
            why = "Joffre gains about three command points in each turn to come, and the price falls no further."
            return Verdict(Withdraw(), why)
        return Verdict(PASS, "The price of a general retreat is still too high.")
    price = s.data.tables.withdrawal.german_later
    left = lead(s) + expected(s) - price
    if left >= MARGIN and s.turn >= 5 and s.turn <= 11:
        return Verdict(Withdraw(), f"We stay {left:.0f} points ahead of what we need even after its price, and dig in.")
    return Verdict(PASS, f"It costs {price} VP, and we do not hold enough to pay them.")


def expected(s: State) -> float:
    """The VP of the markers that Germany would draw now (3.2.4c)."""
    fed = supplied(s, "german")
    return sum(
        worth for h, worth in worths(s.data).items()
        if s.space(h).vp == "german" and s.control[h] == GERMAN and h not in s.german_markers and fed & s.data.bit[h]
    )  # fmt: skip


def _east(s: State, side: str, question: Question) -> Verdict | None:
    """Two weak corps are worth less than what it costs to keep them (7.3)."""
    if question.accepts(YES):
        return Verdict(YES, "Two corps and a cavalry division are worth less than 2 VP.")
    units = [a.unit for a in question.actions if isinstance(a, Take)]
    if not units:
        return None
    weakest = min(units, key=lambda u: (s.strength(u, False) > 4, s.units[u].steps, -s.strength(u, False)))
    return Verdict(Take(weakest), "It is missed least.")


def _mandatory(s: State, side: str, question: Question) -> Verdict | None:
    return Verdict(YES, "A mandatory battle that is not fought costs a VP.")


def _screen(s: State, side: str, question: Question) -> Verdict | None:
    return Verdict(Skirmish(), "A skirmish spares our few divisions, and the screen works only once.")


def _belgians(s: State, side: str, question: Question) -> Verdict | None:
    return Verdict(Retire(), "Belgians who are lost never come back; in Antwerp they tie down two corps.")


def _cavalry(s: State, side: str, question: Question) -> Verdict | None:
    return Verdict(Retire(), "Cavalry that stands before infantry is lost.") if question.accepts(Retire()) else None


def _shipped(s: State, side: str, question: Question) -> Verdict | None:
    return Verdict(Retire(), "It comes back at full strength; driven into France it does nothing.")


def _british_set_up(s: State, side: str, question: Question) -> Verdict | None:
    return Verdict(DONE, "The BEF stays together: in Maubeuge it would be cut off.")


def _option(s: State, side: str, question: Question) -> Verdict | None:
    """One cheap option each (13.3.4)."""
    wanted = ChooseStrategy("al_2" if side == ALLIED else "ge_3")
    why = "More troops and forts for 1 VP." if side == ALLIED else "Supply farther from the railways, for 2 VP."
    if question.accepts(wanted):
        return Verdict(wanted, why, secret=True)
    return Verdict(DONE, "More options cost more VP than they bring.", secret=True) if question.accepts(DONE) else None


def _orders(s: State, side: str, question: Question) -> Verdict | None:
    return Verdict(barred=(Unblock,), why="A blocked hexside hinders only the enemy.")


Maker = Callable[[State, str, Question], Verdict | None]
MAKERS: dict[str, Maker] = {
    "8.1.1": _orders,
    "8.4": _march,
    "9.1.2": _battle,
    "8.7.1": _general_retreat,
    "7.3": _east,
    "9.1.1": _mandatory,
    "12.4": _screen,
    "13.1": _belgians,
    "9.6.2": _cavalry,
    "9.6.3": _cavalry,
    "12.6": _shipped,
    "3.1.1": _british_set_up,
    "13.3.4": _option,
}
