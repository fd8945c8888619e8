"""What bots decide by reasons and not by search: headquarters, Brusilov, arrivals, trains, losses, set-up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from wargame.core.engine.actions import DONE, NO, PASS, YES
from wargame.core.engine.questions import Question
from wargame.core.title.plans import Verdict

from .actions import Entrain, Headquarters, Lose, Place, Rail, Rebuild, Reclaim, Retreat, RetreatTo, Short, Withdraw
from .attackers import available, ratio_of
from .forces import bare_capitals, forces, open_places, pull
from .model import State
from .picture import place_name
from .prospects import steps_of, value_of_hex
from .rail import destinations
from .records import CP, ENEMY, RU
from .supply import SUPPLY, within

LOOKED_AT = 5  # units for which trains are considered
TRAIN = 0.02  # how much more a unit must be needed, by point of strength, for a train
BRUSILOV_TARGETS = 3  # as many Austro-Hungarian stacks must be open to attack at the odds of the offensive
FEWEST_LED = 12.0  # strength in contact for which a headquarters is used


def verdict(s: State, side: str, question: Question) -> Verdict | None:
    """How a question is decided without search; None if it is not."""
    decide = BY_RULE.get(question.rule)
    return decide(s, side, question) if decide else None


# --- headquarters and offensives (14.2, 14.3, 15.1) ----------------------------------------------------------------


def headquarters(s: State, side: str, question: Question) -> Verdict:
    """Where it helps the most strength in contact with the enemy; kept for later if that is little."""
    contact = _contact(s, side)
    best, led = "", 0.0
    for action in question.actions:
        if isinstance(action, Headquarters):
            value = sum(contact.get(h, 0.0) for h in _led(s, side, action.hex))
            if value > led:
                best, led = action.hex, value
    if led < FEWEST_LED:
        return Verdict(PASS, "Too few units are in contact with the enemy to be led.", secret=side == CP)
    said = f"At {place_name(s, best)} it leads the most strength in contact: {led:.0f}."
    return Verdict(Headquarters(best), said, secret=side == CP)


def _led(s: State, side: str, hex_id: str) -> Iterable[str]:
    if side == RU:
        return (hex_id, *(h for h in s.data.around[hex_id] if h))
    return within(s, CP, hex_id, s.data.numbers.headquarters.oberost_range)


def _contact(s: State, side: str) -> dict[str, float]:
    """By hex the strength that can attack; for OberOst only the Germans."""
    counters, land = s.data.counters, s.data.land
    found = {}
    for hex_id in forces(s).worth[side]:
        if any(s.holder(h) == ENEMY[side] for h in land[hex_id]):
            units = [u for u in s.at[hex_id] if side == RU or counters[u].nation == "german"]
            found[hex_id] = float(sum(s.factors(u)[0] for u in units))
    return found


def brusilov(s: State, side: str, question: Question) -> Verdict:
    """The offensive helps against Austro-Hungarians alone at 1:1 and 2:1, and brings Germans and unrest."""
    odds = s.data.numbers.brusilov.odds
    good = [
        target for target, units in available(s, RU).items()
        if all(s.data.counters[u].nation == "austro_hungarian" for u in s.at[target])
        and ratio_of(s, target, units) >= odds[0]
    ]  # fmt: skip
    if len(good) >= BRUSILOV_TARGETS:
        return Verdict(YES, f"{len(good)} Austro-Hungarian stacks can be attacked now: {', '.join(good)}.")
    return Verdict(NO, f"Only {len(good)} Austro-Hungarian stacks can be attacked: not worth the unrest at home.")


# --- ammunition (9.11) ---------------------------------------------------------------------------------------------


def shortage(s: State, side: str, question: Question) -> Verdict:
    """Russians: where the enemy is far. Central Powers: on the strongest units in contact."""
    land, sign = s.data.land, 1.0 if side == RU else -1.0

    def cost(action: Short) -> tuple[float, str]:
        attack, defence, _ = s.factors(action.unit)
        near = any(s.holder(h) == CP for h in land[s.units[action.unit].at])
        return sign * (attack + defence + 20 * near), action.unit

    action = min(question.actions, key=cost)  # type: ignore[arg-type]
    return Verdict(action, "It hurts least there." if side == RU else "It hurts most there.")


# --- arrivals and withdrawals (10.x) -------------------------------------------------------------------------------


def place(s: State, side: str, question: Question) -> Verdict:
    """Where the unit is needed most."""
    need, joined = pull(s, side), _on_rail(s)
    options = [action for action in question.actions if isinstance(action, Place)]
    for hex_id in gaps(s, side):
        for action in options:
            if action.hex == hex_id:
                return Verdict(action, f"The enemy could walk into {place_name(s, hex_id)}.")
    best = max(options, key=lambda a: (a.hex in joined, need[a.hex], a.hex))
    return Verdict(best, "It is needed most there.")


def _on_rail(s: State) -> frozenset[str]:
    return frozenset(h for h, near in s.data.rail.items() if near)


def replacements(s: State, side: str, question: Question) -> Verdict:
    """As much strength as possible for each step; steps are not hoarded."""

    def worth(action: object) -> float:
        if isinstance(action, Rebuild):
            return steps_of_full(s, action.unit)[0]
        if isinstance(action, Reclaim):
            front, back = steps_of_full(s, action.unit)
            return (front + back) / 2 if action.steps > 1 else back
        return 0.0

    action = max(question.actions, key=worth)
    said = "The strongest unit for the fewest steps." if worth(action) > 0 else "There is nothing worth a step."
    return Verdict(action, said)


def steps_of_full(s: State, unit: str) -> tuple[float, float]:
    """What the first and the last step of a unit add, whatever it has lost."""
    c = s.data.counters[unit]
    if c.back_attack is None:
        return 0.0, (c.attack + c.defence) / 2
    back = (c.back_attack + (c.back_defence or 0)) / 2
    return (c.attack + c.defence) / 2 - back, back


def withdraw(s: State, side: str, question: Question) -> Verdict:
    """Those that are weakest for their steps, and not needed where they are."""
    need = pull(s, side)

    def cost(action: Withdraw) -> tuple[float, str]:
        steps = max(1, s.units[action.unit].steps)
        return sum(steps_of(s, action.unit)) / steps + 5 * need[s.units[action.unit].at], action.unit

    action = min(question.actions, key=cost)  # type: ignore[arg-type]
    return Verdict(action, "It is the weakest for its steps, and least needed.")


# --- trains (11.2) -------------------------------------------------------------------------------------------------


def trains(s: State, side: str, question: Question) -> Verdict | None:
    """First into places that the enemy could walk into, then from where units are needed least to where most."""
    rides = [action for action in question.actions if isinstance(action, Rail)]
    bare = gaps(s, side)
    if rides:
        return _ride(s, side, rides, bare)
    need = pull(s, side)
    waiting = [action.unit for action in question.actions if isinstance(action, Entrain)]
    waiting.sort(key=lambda u: (need[s.units[u].at], -sum(steps_of(s, u)), u))
    nations: dict[str, int] = {}
    for unit in waiting:
        nation = s.data.counters[unit].nation
        nations[nation] = nations.get(nation, 0) + 1
        if nations[nation] > LOOKED_AT or sum(steps_of(s, unit)) < 1:
            continue
        here = s.units[unit].at
        goals = destinations(s, unit)
        if goals and here not in bare and not set(bare).isdisjoint(goals):
            return Verdict(Entrain(unit), f"{unit} must close a gap.")
        if max((need[h] for h in goals), default=0.0) > need[here] + TRAIN:
            return Verdict(Entrain(unit), f"{unit} is needed more elsewhere than at {place_name(s, here)}.")
    return Verdict(DONE, "Nobody is needed more elsewhere.")


def gaps(s: State, side: str) -> list[str]:
    """Places that must be closed, the worst first: capitals with too small a garrison, and cities without any."""
    capitals = sorted(bare_capitals(s, side).items(), key=lambda one: -one[1])
    cities = sorted((p for p in open_places(s, side) if p.weight > 1), key=lambda place: -place.weight)
    return list(dict.fromkeys([*(hex_id for hex_id, _ in capitals), *(p.hex for p in cities)]))


def _ride(s: State, side: str, rides: list[Rail], bare: list[str]) -> Verdict:
    for hex_id in bare:
        ride = next((ride for ride in rides if ride.hex == hex_id), None)
        if ride is not None:
            return Verdict(ride, f"The enemy could walk into {place_name(s, hex_id)}.")
    need = pull(s, side)
    best = max(rides, key=lambda ride: (need[ride.hex], ride.hex))
    return Verdict(best, f"It is needed most at {best.hex}.")


# --- losses and retreats (13.21 - 13.27) ---------------------------------------------------------------------------


def losses(s: State, side: str, question: Question) -> Verdict:
    """The cheapest step; defenders rather leave, unless they hold a place that matters and some of them survive."""
    options = [action for action in question.actions if isinstance(action, Lose)]
    cheapest = min(options, key=lambda a: (steps_of(s, a.unit)[0], a.unit), default=None)
    if not any(isinstance(action, Retreat) for action in question.actions):
        assert cheapest is not None
        return Verdict(cheapest, "It is the smallest loss.")
    hex_id = s.units[options[0].unit].at if options else ""
    steps = sum(s.units[a.unit].steps for a in options)
    matters = hex_id and value_of_hex(s, hex_id, ENEMY[side]) > KEEP
    if matters and cheapest is not None and steps > 1:
        return Verdict(cheapest, f"{hex_id} must be held.")
    return Verdict(Retreat(), "Nothing there is worth a step.")


KEEP = 5.0  # a hex worth more to the enemy is held at the price of a step


def retreat(s: State, side: str, question: Question) -> Verdict:
    """To where supply is and the unit is needed; cavalry leaves before combat (13.27)."""
    need, fed, bit = pull(s, side), SUPPLY.area(s, side), s.board.bit
    ways = [action for action in question.actions if isinstance(action, RetreatTo)]
    if not ways:
        return Verdict(Retreat(), "Cavalry alone does not stand against an attack.")
    best = max(ways, key=lambda a: (bool(bit[a.hex] & fed), need[a.hex], a.hex))
    return Verdict(best, "It is in supply and most needed there.")


# --- set-up (3.9) --------------------------------------------------------------------------------------------------


def set_up(s: State, side: str, question: Question) -> Verdict:
    """In the hex of the historical game; others where they are needed most."""
    options = [action for action in question.actions if isinstance(action, Place)]
    printed = s.data.counters[options[0].unit].hex
    for action in options:
        if action.hex == printed:
            return Verdict(action, "It begins there in the historical game.", secret=side == CP)
    need = pull(s, side)
    best = max(options, key=lambda a: (need[a.hex], a.hex))
    return Verdict(best, "It is needed most there.", secret=side == CP)


BY_RULE: Mapping[str, Callable[[State, str, Question], Verdict | None]] = {
    "14.2": headquarters, "14.3": headquarters, "15.1": brusilov, "9.11": shortage, "10.2": place, "10.12": place,
    "10.13": replacements, "10.15": withdraw, "7.2D": withdraw, "11.2": trains, "13.21": losses, "13.23": losses,
    "8.3": losses, "13.22": retreat, "13.27": retreat, "3.9": set_up,
}  # fmt: skip
