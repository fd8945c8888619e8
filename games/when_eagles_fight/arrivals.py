"""New units and withdrawals: reinforcements, conversions, replacements, withdrawals (10.x)."""

from __future__ import annotations

from functools import partial
from typing import Any

import attrs

from wargame.core.engine.actions import DONE, Done
from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Refusal
from wargame.core.engine.result import Result
from wargame.core.mechanics.arrivals import Arrivals
from wargame.core.mechanics.replacements import Points

from .actions import Place, Rebuild, Reclaim, Withdraw
from .model import BOXES, DEAD, GONE, NAMES, NATIONS, WITHDRAWN, Owed, State, bulk
from .records import CP, ENEMY, RU, SIDES, Counter
from .stacking import limit, why_not_stand
from .supply import edge_supplied, sources

# --- reinforcements (10.2 - 10.7) ------------------------------------------------------------------------------


def doors(s: State, unit: str) -> list[str]:
    """Where a unit of its kind enters (10.2, 10.4)."""
    c, hexes = s.counter(unit), s.data.hexes
    if c.nation == "romanian":  # 10.4
        return [c.hex]
    if c.nation != "german":
        land = "russia" if c.nation == "russian" else "austria_hungary"
        return sorted(h for h in sources(s, c.side) if hexes[h].kind == "city" and hexes[h].country == land)
    if c.id == "GE-TU":
        return list(s.data.south_edge)
    west, port = s.data.west_edge, s.data.numbers.supply.ports[CP]
    return [*west, port] if s.control.get(port) == CP else list(west)


def enter(s: State, unit: str, hex_id: str, rule: str, steps: int | None = None) -> None:
    """A unit comes onto the map; Germans on the west edge may go on by rail this turn (10.7)."""
    s.bring(unit, hex_id, rule, steps)
    if s.counter(unit).nation == "german" and "west" in s.hex(hex_id).map_edge:
        s.west |= {unit}


ARRIVALS = Arrivals("10.2", doors, why_not_stand, enter)


def arriving(s: State, side: str) -> list[str]:
    """Units due this turn, in the order of the counter list."""
    return [u for u, turn in s.due.items() if turn == s.turn and s.data.counters[u].side == side]


def reinforcements(s: State, side: str) -> Procedure[Any]:
    """One reinforcement enters; one that finds no place is lost (10.6)."""
    units = arriving(s, side)
    if not units:
        return DONE
    where = yield from ARRIVALS.bring_in(s, units[0], Place, f"Where does {units[0]} enter?", always=True)
    if not where:
        del s.due[units[0]]
        s.send(units[0], GONE, "10.6")
    return None


# --- conversions (10.14) ---------------------------------------------------------------------------------------


def conversions(s: State) -> None:
    """German garrisons give up a Landwehr corps and stay as a weak fortress."""
    for one in s.data.numbers.conversions:
        if one.turn != s.turn:
            continue
        hex_id = s.units[one.fortress].at
        fits = hex_id in s.data.hexes and bulk(s, (*s.at[hex_id], one.corps)) <= limit(s)
        if fits and edge_supplied(s, one.fortress):
            s.send(one.fortress, GONE, "10.14")
            s.bring(one.weaker, hex_id, "10.14")
            s.bring(one.corps, hex_id, "10.14")
        else:
            s.send(one.weaker, GONE, "10.14")
            s.send(one.corps, GONE, "10.14")


# --- replacements (10.8 - 10.13) -------------------------------------------------------------------------------


STEPS = Points(
    "10.8",
    track=lambda s, unit: s.counter(unit).nation,
    text="{unit} needs {price} {track} replacement steps; {left} are left.",
    track_name=lambda nation: NAMES[nation],
)


def nations(side: str) -> tuple[str, ...]:
    """The nations of a side that get replacement steps (10.8)."""
    return tuple(n for n in NATIONS if SIDES[n] == side)


def receive(s: State, side: str) -> None:
    """This turn's replacement steps, cut by events (10.8, 7.2)."""
    for nation in nations(side):
        STEPS.add(s, nation, allotted(s, nation))


def allotted(s: State, nation: str) -> int:
    """Replacement steps of a nation this turn."""
    steps: int = getattr(s.box, nation)
    if (nation, s.event) in (("german", "C"), ("german", "D"), ("austro_hungarian", "E")):  # 7.2 C, D, E
        return steps // s.data.numbers.replacements.event_divisor
    if (nation, s.event) == ("austro_hungarian", "J"):  # 7.2 J
        return 0
    if nation == "russian" and s.plan_19:  # 16.2
        return steps + s.data.numbers.plan_19.russian_steps
    return steps


def why_not_replace(s: State, unit: str) -> Refusal | None:
    """Why a unit gets no replacement steps (10.10, 2.12)."""
    c = s.data.counters[unit]
    if c.nation not in NATIONS:  # 10.8
        return Refusal("10.8", f"{unit} takes no replacement steps: they are German, Austro-Hungarian or Russian.")
    barred = c.back_irreplaceable if unit in s.rebuilt else c.irreplaceable
    return Refusal("10.10", f"{unit} never receives replacement steps.") if barred else None


def why_not_rebuild(s: State, unit: str) -> Refusal | None:
    """Why a unit cannot be brought up to full strength (10.11)."""
    if s.units[unit].at in BOXES:
        return Refusal("10.11", f"{unit} is not on the map.")
    if s.units[unit].steps >= s.data.counters[unit].steps:
        return Refusal("10.11", f"{unit} is at full strength.")
    if not edge_supplied(s, unit):
        return Refusal("10.11", f"{unit} has no supply from a friendly map edge.")
    return why_not_replace(s, unit) or STEPS.why_not_pay(s, unit, 1)


def why_not_reclaim(s: State, unit: str, steps: int) -> Refusal | None:
    """Why a unit cannot come back from the dead pile (10.12)."""
    if s.units[unit].at != DEAD:
        return Refusal("10.12", f"{unit} is not in the dead pile.")
    barred = why_not_replace(s, unit)
    if barred is None and not 1 <= steps <= s.data.counters[unit].steps:
        return Refusal("10.12", f"{unit} cannot come back with {steps} steps.")
    if barred is not None:
        return barred
    no_room = None if ARRIVALS.open(s, unit) else Refusal("10.12", f"{unit} has nowhere to enter.")
    return STEPS.why_not_pay(s, unit, steps) or no_room


def replacements(s: State, side: str) -> Procedure[Any]:
    """One use of replacement steps, or no more; up to four are kept (10.9, 10.13)."""
    use = partial(why_not_use, s, side)
    question = offer(
        side, [*spendings(s, side), DONE], {Rebuild: use, Reclaim: use, Done: None},
        f"Use replacement steps? ({_steps_left(s, side)})", "10.13", warn=partial(warn_of_lost_steps, s, side),
    )  # fmt: skip
    if len(question.actions) > 1:
        answer = yield question
        if not isinstance(answer, Done):
            yield from _use(s, side, answer)
            return None
    for nation in nations(side):
        STEPS.keep(s, (nation,), kept(s, nation))
    return DONE


def spendings(s: State, side: str) -> list[Rebuild | Reclaim]:
    """Every use of replacement steps that may come into question."""
    dead = sorted(u for u in s.at.get(DEAD, ()) if s.data.counters[u].side == side)
    return [*(Rebuild(u) for u in sorted(s.units_on_map(side))), *(Reclaim(u, n) for u in dead for n in (1, 2))]


def _steps_left(s: State, side: str) -> str:
    return ", ".join(f"{NAMES[n]} {s.tracks.get(n, 0)}" for n in nations(side))


def _use(s: State, side: str, answer: Any) -> Procedure[None]:
    STEPS.pay(s, answer.unit, 1 if isinstance(answer, Rebuild) else answer.steps)
    if isinstance(answer, Rebuild):
        s.restore(answer.unit, "10.11")
    else:
        back = attrs.evolve(ARRIVALS, rule="10.12", enter=partial(enter, steps=answer.steps))
        yield from back.bring_in(s, answer.unit, Place, f"Where does {answer.unit} enter?", always=True)


def why_not_use(s: State, side: str, action: Rebuild | Reclaim) -> Refusal | None:
    """Why replacement steps are not used in this way."""
    rule = "10.11" if isinstance(action, Rebuild) else "10.12"
    if action.unit not in s.units:
        return Refusal(rule, f"There is no unit {action.unit} in play.")
    if s.data.counters[action.unit].side != side:
        return Refusal(rule, f"{action.unit} is not a unit of yours.")
    if isinstance(action, Rebuild):
        return why_not_rebuild(s, action.unit)
    return why_not_reclaim(s, action.unit, action.steps)


def warn_of_lost_steps(s: State, side: str, action: Any) -> str | None:
    """Steps above those that may be kept are lost if they are not used now (10.9)."""
    lost = {n: s.tracks.get(n, 0) - kept(s, n) for n in nations(side)}
    said = ", ".join(f"{count} {NAMES[nation]}" for nation, count in lost.items() if count > 0)
    return f"Replacement steps that cannot be kept will be lost (10.9): {said}." if said and action == DONE else None


def kept(s: State, nation: str) -> int:
    """How many replacement steps a nation may keep for later turns (10.9, 7.2 K)."""
    return 0 if nation == "german" and "K" in s.in_force else s.data.numbers.replacements.saved


# --- withdrawals (10.15 - 10.19) -------------------------------------------------------------------------------


def printed_withdrawals(s: State, side: str) -> None:
    """What the turn track demands: units for the Balkans and for the Guards Army (10.16, 10.17)."""
    balkans = s.data.numbers.balkans
    if side == CP and s.turn == balkans.turn:
        s.owe(Owed("german", balkans.german, turn=balkans.back))
        s.owe(Owed("austro_hungarian", balkans.austro_hungarian, turn=balkans.back))
    if side == RU and s.turn == s.data.numbers.guards.turn:
        guards(s)


def guards(s: State) -> None:
    """The Guard corps goes to form the Guards Army, or that army never comes (10.16)."""
    corps = s.data.numbers.guards.corps
    if corps in s.units_on_map(RU) and not s.back(corps) and edge_supplied(s, corps):
        s.send(corps, GONE, "10.16")
        return
    for unit in s.data.numbers.guards.army:
        s.due.pop(unit, None)
        s.send(unit, GONE, "10.16")


def candidates(s: State, nation: str) -> list[str]:
    """Units that may be withdrawn: infantry (or guns) in supply from a map edge (10.15)."""

    def fits(c: Counter) -> bool:
        return c.artillery if nation == "artillery" else c.infantry and c.nation == nation

    units = s.units_on_map(RU if nation == "russian" else CP)
    return sorted(u for u in units if fits(s.data.counters[u]) and edge_supplied(s, u))


def withdrawals(s: State, side: str) -> Procedure[Any]:
    """One unit is withdrawn; a side that cannot make a mandatory withdrawal concedes (10.19)."""
    owed = next((one for one in s.owed if one.side == side), None)
    if owed is None:
        return DONE
    units = candidates(s, owed.nation)
    if owed.event:
        units = exact = [u for u in units if s.counter(u).size == "XXX"]
    else:
        exact = [u for u in units if s.units[u].steps <= owed.count]  # 10.17: whole units only
    if not units:
        s.owe(attrs.evolve(owed, count=-owed.count))
        if owed.nation != "artillery":
            s.result = Result((ENEMY[side],), "10.19", "the other side could not make a mandatory withdrawal")
        return None
    what = "corps" if owed.event else "step(s)"
    answer = yield offer(
        side, map(Withdraw, exact or units), {Withdraw: partial(why_not_withdraw, s, owed, tuple(exact or units))},
        f"Withdraw which {NAMES[owed.nation]} unit? {owed.count} {what} still to go", "10.15",
    )  # fmt: skip
    withdraw(s, answer.unit, owed)
    return None


def withdraw(s: State, unit: str, owed: Owed) -> None:
    """A unit leaves the map, perhaps to come back (10.18)."""
    steps = s.units[unit].steps
    if owed.for_good and steps:
        s.send(unit, GONE, "10.15")
        s.sent_west += steps
    else:
        s.send(unit, WITHDRAWN, "10.15")
        if owed.turn:
            s.due[unit] = owed.turn
        elif steps:  # a gun may come back by 15.9 only
            s.returns[unit] = owed.event
    s.owe(attrs.evolve(owed, count=-(steps if steps and not owed.event else 1)))


def why_not_withdraw(s: State, owed: Owed, units: tuple[str, ...], action: Withdraw) -> Refusal | None:
    """Why a unit is not withdrawn."""
    if action.unit in units:
        return None
    if action.unit not in candidates(s, owed.nation):
        kind = "heavy artillery" if owed.nation == "artillery" else f"{NAMES[owed.nation]} infantry"
        return Refusal("10.15", f"{action.unit} is not {kind} on the map in supply from a friendly map edge.")
    if owed.event:
        return Refusal("7.2F", f"{action.unit} is not a corps.")  # the other side has corps only
    return Refusal("10.17", f"{action.unit} has more steps than are still to be withdrawn.")


def german_steps_withdrawn(s: State) -> int:
    """German infantry steps away from this front now, with those Verdun takes at the start of this turn (7.2 D, K)."""
    away = (u for u in s.at.get(WITHDRAWN, ()) if s.data.counters[u].nation == "german")
    verdun = sum(owed.count for owed in s.owed if owed.same(Owed("german", owed.count)))
    return sum(s.units[u].steps for u in away) + s.sent_west + verdun


def due_with(s: State, group: str, turn: int) -> None:
    """Units waiting for an event get their turn (10.3, 10.5, 10.18)."""
    for unit, until in list(s.returns.items()):
        if until == group:
            s.due[unit] = turn
            del s.returns[unit]


def guns_return(s: State) -> None:
    """Verdun without Brusilov: one heavy artillery unit comes back later (15.9)."""
    away = [u for u in sorted(s.at.get(WITHDRAWN, ())) if s.data.counters[u].artillery]
    if s.turn == s.data.numbers.west.guns_back and "K" in s.in_force and not s.brusilov and away:
        s.due[away[0]] = s.turn
