"""What bots decide by reasons rather than by search: chits, orders, reinforcements, losses, relocations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from wargame.core.engine.actions import DONE, PASS
from wargame.core.engine.questions import Question
from wargame.core.title.plans import Verdict

from .actions import (
    ActivateHq,
    ActivateUnit,
    Add,
    AirSupport,
    Bid,
    Buy,
    CallOff,
    Drop,
    Fight,
    Interrupt,
    Lift,
    Lose,
    Negotiate,
    OkhCommand,
    Place,
    Put,
    Relocate,
    Replace,
    Select,
    With,
)  # fmt: skip
from .activation import in_range
from .chits import OKH, PARA, STAVKA, pool
from .evaluation import danger
from .fields import pressure, to_objectives
from .gains import expected_gain, unit_value
from .hexes import Hexes, hexes
from .losses import worth
from .model import State, hqs
from .odds import OFFENSIVE, attack_strength
from .records import AXIS, ENEMY, SOVIET
from .supply import within

REINF = "REINF"
THREAT = 0.05  # a city under orders with this chance to fall is in danger
HOLD_BACK = 0.15  # with this chance, an OKH chit is kept to stop the Front that would take it
FLY = 0.5  # what air support must be worth


def verdict(s: State, side: str, question: Question) -> Verdict | None:
    """The answer to a question that is not searched, or what is out of the question; None: search."""
    decide = REASONS.get(question.rule)
    return decide(s, side, question) if decide is not None else None


# --- before the first turn -------------------------------------------------------------------------------------------


def bid(s: State, side: str, question: Question) -> Verdict:
    points = s.data.scenarios[s.scenario].victory_points
    return Verdict(Bid(points), f"The rulebook takes {points} points for an even game.", secret=True)


def security(s: State, side: str, question: Question) -> Verdict:
    """3.0: where no other unit is near."""
    own = [s.units[u].at for u in s.units_on_map(AXIS)]

    def far(action: Any) -> tuple[int, str]:
        return min(s.board.distance(action.hex, at) for at in own), action.hex

    best = max((a for a in question.actions if isinstance(a, Place)), key=far)
    return Verdict(best, f"No other unit is as far from {s.name(best.hex)}, which is under orders (12.2).")


def opening(s: State, side: str, question: Question) -> Verdict:
    """12.1: the Front whose attacks promise most."""
    def promise(action: Any) -> tuple[float, str]:
        units = in_range(s, action.hq)
        near: dict[str, list[str]] = {}
        for unit in units:
            for hex in s.data.costs.ways(s.units[unit].at):
                if s.holder(hex) == AXIS:
                    near.setdefault(hex, []).append(unit)
        gains = (expected_gain(s, hex, sum(map(s.attack, who)), tuple(who)) for hex, who in near.items())
        return sum(gain for gain in gains if gain > 0), action.hq

    best = max(question.actions, key=promise)
    return Verdict(best, "Its attacks promise most.")


# --- chits -----------------------------------------------------------------------------------------------------------


def need(s: State, hq: str) -> float:
    """What it is worth to activate a headquarters: the strength in its range, more at the front and near cities."""
    side, total = s.side_of(hq), 0.0
    for unit in in_range(s, hq):
        near = pressure(s, ENEMY[side], s.units[unit].at) if side == AXIS else 0.0
        total += s.attack(unit) * (1.5 if near else 1.0)
    if side == AXIS:
        near_hq = within(s.board, s.units[hq].at, 2 * s.counter(hq).command_range)
        total += 60 * sum(danger(s, city) for city in s.orders if near_hq & s.board.bit[city])
    return total


def select_soviet(s: State, side: str, question: Question) -> Verdict:
    """4.2.1: one chit for each Front; then the airborne and reinforcement chits while they are of use, then Fronts."""
    chits = pool(s, SOVIET)
    last = s.turn == s.data.scenarios[s.scenario].last_turn
    own = {chit.hq: chit.id for chit in s.data.chits.values() if chit.hq and chit.side == SOVIET}
    ranked = sorted((hq for hq in hqs(s, SOVIET) if hq in own), key=lambda hq: -need(s, hq))
    wanted = list(own.values())
    spare = [PARA] if chits[PARA] else []
    spare += [REINF] if chits[REINF] and not last and s.batch < 9 else []
    spare += [STAVKA] if chits[STAVKA] else []
    spare += [own[hq] for hq in ranked] + [REINF]
    for chit in spare:
        if len(wanted) < s.data.limits.soviet_chits and wanted.count(chit) < chits[chit]:
            wanted.append(chit)
    answer = Select(tuple(sorted(wanted)))
    return Verdict(answer, f"Every Front once, and {' and '.join(wanted[4:])} for what they bring now.", secret=True)


def select_axis(s: State, side: str, question: Question) -> Verdict | None:
    """4.2.2: both OKH chits once they are there, then the headquarters that are needed most.

    All go into the cup, but an OKH chit for an interruption if a city under orders is in danger.
    """
    if not any(isinstance(a, Put) for a in question.actions[:1]):
        return okh(s, side, question)
    number, chits = s.data.turns[s.turn].axis_chits, pool(s, AXIS)
    own = {chit.hq: chit.id for chit in s.data.chits.values() if chit.hq and chit.side == AXIS}
    ranked = sorted((hq for hq in hqs(s, AXIS) if hq in own), key=lambda hq: -need(s, hq))
    order = [*[OKH] * chits[OKH], *(own[hq] for hq in ranked), *own.values()]
    wanted = list(dict.fromkeys(order[chits[OKH]:]))[: max(0, number - chits[OKH])]
    okh_chits = min(chits[OKH], number)
    hand = (OKH,) if okh_chits and worst_danger(s) >= HOLD_BACK else ()
    cup = tuple(sorted([*[OKH] * (okh_chits - len(hand)), *wanted]))
    kept = "; an OKH chit waits in the hand to stop a Front" if hand else ""
    return Verdict(Put(cup, hand), f"{', '.join(wanted)} are needed most{kept}.", secret=True)


def worst_danger(s: State) -> float:
    """12.2: how likely the city under orders that is in most danger is to fall."""
    return max((danger(s, city) for city in s.orders), default=0.0)


def add(s: State, side: str, question: Question) -> Verdict:
    """4.2: headquarters go into the cup at once; an OKH chit is kept for an interruption while that is possible."""
    held = Counter(s.pile("hand"))
    others = sorted(chit for chit in held if chit != OKH)
    if others:
        return Verdict(Add(others[0]), "It can be drawn only from the cup.", secret=True)
    if question.accepts(PASS):
        return Verdict(PASS, "The OKH chit waits for the moment when it is needed.", secret=True)
    return Verdict(Add(OKH), "The cup is empty.", secret=True)


def action_or_hq(s: State, side: str, question: Question) -> Verdict | None:
    """4.3: interruptions, and whom STAVKA activates; the mode is searched."""
    if question.accepts(PASS):
        return interruption(s, side, question)
    found = [a for a in question.actions if isinstance(a, ActivateHq)]
    if found:
        return Verdict(max(found, key=lambda a: need(s, a.hq)), "Most strength stands in its range.")
    return None


def interruption(s: State, side: str, question: Question) -> Verdict:
    """4.3: an OKH chit stops a Front if a city under orders would fall."""
    drawn = s.data.chits.get(s.drawn)
    if question.accepts(Interrupt()) and drawn is not None and drawn.side == SOVIET and worst_danger(s) >= HOLD_BACK:
        return Verdict(Interrupt(), "A city under orders is about to fall.", secret=True)
    return Verdict(PASS, "Nothing that is drawn threatens a city under orders.", secret=True)


def okh(s: State, side: str, question: Question) -> Verdict:
    """4.2.2: negotiation while it brings more than an activation; otherwise the headquarters needed most."""
    if isinstance(question.actions[0], ActivateUnit) or question.accepts(DONE):
        return command(s, question)
    best = max((a for a in question.actions if isinstance(a, ActivateHq)), key=lambda a: need(s, a.hq), default=None)
    empty = any(not s.holder(city) and best is not None for city in s.orders)
    last = s.turn == s.data.scenarios[s.scenario].last_turn
    if question.accepts(Negotiate()) and not last and not (empty and best is not None and fills(s, best.hq)):
        return Verdict(Negotiate(), "Reinforcements come, or an order that cannot be kept is lifted.")
    if best is not None:
        return Verdict(best, "Its units are needed most.")
    return Verdict(OkhCommand(), "There is no headquarters left.")


def fills(s: State, hq: str) -> bool:
    """Whether a headquarters has a unit that could march into an empty city under orders."""
    way = [s.board.distance(s.units[u].at, city) for u in in_range(s, hq) for city in s.orders if not s.holder(city)]
    return min(way, default=99) <= 4


def command(s: State, question: Question) -> Verdict:
    """4.2.2: the units that the enemy presses hardest."""
    found = [a for a in question.actions if isinstance(a, ActivateUnit)]
    if not found:
        return Verdict(DONE, "No more units.")
    best = max(found, key=lambda a: (pressure(s, SOVIET, s.units[a.unit].at), s.attack(a.unit), a.unit))
    return Verdict(best, "It is in most danger.")


# --- in combat -------------------------------------------------------------------------------------------------------


def join(s: State, side: str, question: Question) -> Verdict | None:
    """10.1: once an attack is declared, everybody joins in."""
    if question.accepts(DONE):
        return None
    others = next((a for a in question.actions if isinstance(a, With)), None)
    if others is not None:
        return Verdict(others, "The more attack, the better.")
    return Verdict(Fight() if question.accepts(Fight()) else CallOff(), "The attack is declared.")


def air_support(s: State, side: str, question: Question) -> Verdict:
    """7.0: a marker is used where it changes much."""
    offered = next((a for a in question.actions if isinstance(a, AirSupport)), None)
    target = next((hex for hex in s.attacked if f"attack on {hex} " in question.prompt), "")
    if offered is None or not target:
        return Verdict(PASS, "No marker helps here.", secret=True)
    near = {u for hex in s.data.costs.ways(target) for u in s.units_at(hex)}
    units = tuple(sorted(near & s.fought))
    attack, effects = attack_strength(s, target, units), s.data.tables.luftwaffe
    without = expected_gain(s, target, attack, units)
    if offered.kind == OFFENSIVE:
        gain = expected_gain(s, target, attack, units, shift=effects.offensive_shift) - without
    else:
        gain = without - expected_gain(s, target, attack, units, die=effects.defensive_die)
    if gain >= FLY:
        return Verdict(offered, f"It is worth {gain:.1f} points here.", secret=True)
    return Verdict(PASS, "The marker is kept for a more important attack.", secret=True)


def lose(s: State, side: str, question: Question) -> Verdict | None:
    """10.3: whose step is worth least."""
    def cost(action: Any) -> tuple[float, str]:
        unit, one = action.unit, s.units[action.unit]
        counter = s.counter(unit)
        if counter.hq:
            return 3.0, unit
        if one.steps > 1:
            lost = counter.attack + counter.defence - (counter.reduced_attack or 0) - (counter.reduced_defence or 0)
            return 0.06 * lost, unit
        return unit_value(s, unit) + (worth(s, unit) if s.scenario == "campaign" else 0.0) + 0.3, unit

    found = [a for a in question.actions if isinstance(a, Lose)]
    return Verdict(min(found, key=cost), "Its step is worth least.") if found else None


# --- headquarters, reinforcements ------------------------------------------------------------------------------------


def movement(s: State, side: str, question: Question) -> Verdict:
    """9.4: nobody relocates a headquarters that can march, but to get into an empty city under orders."""
    return Verdict(barred=(Relocate,), why="A headquarters stays with the units it commands.")


def relocate(s: State, side: str, question: Question) -> Verdict | None:
    """2.3: a headquarters that has to go re-forms behind its troops."""
    found = [a for a in question.actions if isinstance(a, Relocate)]
    if not found:
        return None
    troops = [(s.units[u].at, s.attack(u)) for u in s.units_on_map(side) if not s.counter(u).hq]
    own = [u for u in hqs(s, side) if f"{s.name(u)} in {s.units[u].at} must relocate" in question.prompt]
    span = s.counter(own[0]).command_range if own else 5
    from_here = s.units[own[0]].at if own else found[0].hex
    near = sorted(found, key=lambda a: (s.board.distance(a.hex, from_here), a.hex))[:60]
    best = max(near, key=lambda a: (sum(v for at, v in troops if s.board.distance(a.hex, at) <= span), a.hex))
    return Verdict(best, "Most of its troops are in its range from there.")


def place(s: State, side: str, question: Question) -> Verdict | None:
    """11.0: where a unit that arrives is needed."""
    found = [a for a in question.actions if isinstance(a, Place)]
    if not found:
        return None
    value: Hexes = hexes(s, side)
    best = max(found, key=lambda a: (value.worth(a.unit, a.hex) + helped(s, side, a.hex), a.hex))
    return Verdict(best, "It is needed there, or nearest to where it is needed.")


def helped(s: State, side: str, hex: str) -> float:
    """More where a headquarters can activate the unit at once."""
    near = any(s.board.distance(s.units[hq].at, hex) <= s.counter(hq).command_range for hq in hqs(s, side))
    return 0.3 if near else 0.0


def replace_or_drop(s: State, side: str, question: Question) -> Verdict | None:
    found = [a for a in question.actions if isinstance(a, Drop)]
    if found:
        return drop(s, found)
    units = [a for a in question.actions if isinstance(a, Replace)]
    if not units:
        return None
    weakest = min(units, key=lambda a: (s.attack(a.unit) + s.defence(a.unit), a.unit))
    return Verdict(weakest, "It is the weakest unit of its kind, and its place is taken at full strength.")


def drop(s: State, found: list[Drop]) -> Verdict:
    """11.1, 12.3: into an empty city under orders; else where most crossing points fall, on the far bank."""
    far, index, bit = to_objectives(s).far, s.board.index, s.board.bit

    def gain(action: Drop) -> tuple[float, str]:
        hex = action.hex
        if hex in s.orders and not s.holder(hex):
            return 1000.0, hex
        falls = sum(
            1 for p in s.data.crossing_points
            if p not in s.crossings and not s.holder(p) and (s.data.close[p] | bit[p]) & bit[hex]
        )  # fmt: skip
        west = bool(s.data.west_of_dnipro & bit[hex])
        return 5.0 * falls + west - 0.1 * pressure(s, AXIS, hex) - 0.01 * far[index[hex]], hex

    best = max(found, key=gain)
    return Verdict(best, "Crossing points fall to it, or the way is shortest from there.")


def negotiate(s: State, side: str, question: Question) -> Verdict:
    """11.2, 12.2: lift the order on a city that would fall; else the strongest units that can be paid."""
    lifts = [a for a in question.actions if isinstance(a, Lift)]
    if lifts:
        worst = max(lifts, key=lambda a: (danger(s, a.hex), a.hex))
        if danger(s, worst.hex) >= THREAT:
            return Verdict(worst, f"{s.name(worst.hex)} might not hold, and the game would be lost with it (12.2).")
    buys = [a for a in question.actions if isinstance(a, Buy)]
    if not buys:
        return Verdict(DONE, "Nothing is to be had for the points that are left.")

    def strength(action: Buy) -> tuple[float, str]:
        counter = s.counter(action.unit)
        price = s.data.tables.negotiation_cost.of(counter.axis_class or "")
        return (counter.attack + counter.defence) / price + 0.1 * counter.defence, action.unit

    return Verdict(max(buys, key=strength), "The most strength for the points.")


Decide = Callable[[State, str, Question], Verdict | None]
REASONS: dict[str, Decide] = {
    "14.1": bid, "3.0": security, "12.1": opening, "4.2.1": select_soviet, "4.2.2": select_axis, "4.2": add,
    "4.3": action_or_hq, "9.1": movement, "10.1": join, "7.0": air_support, "10.3": lose, "12.2": lose, "10.4": lose,
    "2.3": relocate, "11.0": place, "11.1": replace_or_drop, "11.2": negotiate,
}  # fmt: skip
