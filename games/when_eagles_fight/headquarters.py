"""What comes before a combat phase: Brusilov, STAVKA, ammunition, OberOst (9.9 - 9.13, 14.x, 15.1)."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Any

from wargame.core.engine.actions import DONE, NO, PASS, YES, No, Pass, Yes
from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Refusal, Roll

from .actions import Headquarters, Short
from .arrivals import due_with
from .model import State
from .records import CP, RU
from .refusals import why_not_own
from .supply import SUPPLY, edge_supplied, supplied, within

# --- Brusilov (15.1) -------------------------------------------------------------------------------------------


def can_declare(s: State) -> bool:
    offensive = s.data.numbers.brusilov
    return not s.brusilov and offensive.first <= s.turn <= offensive.last


def brusilov(s: State) -> Procedure[Any]:
    """The Russian may begin the offensive at the start of a combat phase, once (15.1)."""
    answer = yield offer(RU, [YES, NO], {Yes: None, No: None}, "Declare the Brusilov offensive?", "15.1")
    if isinstance(answer, Yes):
        s.brusilov = s.turn
        for group, wait in s.data.numbers.brusilov.entries.items():  # 10.4, 10.5
            due_with(s, group, s.turn + wait)
        s.schedule("Romania enters", s.turn + s.data.numbers.brusilov.romania)  # 15.6
        s.note("The Brusilov offensive begins", "15.1")


def romania_enters(s: State) -> None:
    """Its places become Russian (15.6)."""
    for here in s.data.hexes.values():
        if here.country == "romania" and here.controlled:
            s.control_by(here.id, RU, "15.6")
    s.changed()


# --- STAVKA (14.2) ---------------------------------------------------------------------------------------------


def why_not_stavka(s: State) -> Refusal | None:
    """Why STAVKA cannot be used this turn (14.2, 7.2 A, 16.4)."""
    first = s.data.numbers.headquarters.stavka_from
    if "A" in s.in_force:
        return Refusal("7.2A", "The Czar commands: STAVKA is gone.")
    if s.turn < first and not s.data.scenarios[s.scenario].plan_19:
        return Refusal("14.2", f"STAVKA is available from turn {first}.")
    if s.stavka_used == s.turn - 1 and not s.plan_19:
        return Refusal("14.2", "STAVKA was used last turn.")
    return None


def stavka(s: State) -> Procedure[Any]:
    """STAVKA on a Russian stack in supply, or not this turn; placed before the ammunition roll (14.2)."""
    russians = (u for u in s.units_on_map(RU) if s.counter(u).nation == "russian")
    where = yield from post(s, RU, "STAVKA", {s.units[u].at for u in russians if supplied(s, u)}, "14.2")
    if where:
        s.stavka, s.stavka_used = where, s.turn
        s.changed()


def post(s: State, side: str, name: str, places: Collection[str], rule: str) -> Procedure[str]:
    """A side places its headquarters in one of some hexes, or, returning "", not this turn."""
    answer = yield offer(
        side, [*map(Headquarters, sorted(places)), PASS],
        {Headquarters: partial(why_not_post, s, side, places, rule), Pass: None}, f"Where does {name} go?", rule,
    )  # fmt: skip
    if isinstance(answer, Pass):
        return ""
    s.note(f"{name} is placed in {{hex}}", rule, hex=answer.hex)
    return str(answer.hex)


def why_not_post(s: State, side: str, places: Collection[str], rule: str, action: Headquarters) -> Refusal | None:
    """Why the headquarters of a side is not placed in a hex."""
    if action.hex in places:
        return None
    if action.hex not in s.data.hexes or s.holder(action.hex) != side:
        return Refusal(rule, f"There are no units of yours in {action.hex}.")
    return Refusal(rule, f"The headquarters cannot be placed in {action.hex}: it needs the right units, in supply.")


def led(s: State, hex_id: str) -> bool:
    """In or next to STAVKA's hex (14.2)."""
    return bool(s.stavka) and (hex_id == s.stavka or hex_id in s.data.around[s.stavka])


# --- ammunition shortage (9.9 - 9.13) --------------------------------------------------------------------------


def ammunition_modifier(s: State) -> int:
    """What changes the roll (9.12, 15.8, 16.3)."""
    change, by = 0, s.data.numbers.ammunition
    if "H" in s.in_force and s.control.get(by.gallipoli_port) == RU:
        change += by.gallipoli
    if s.brusilov and not s.offensive_turn:
        change += by.after_offensive
    if s.plan_19:
        change += by.plan_19
    return change


def ammunition(s: State) -> Procedure[Any]:
    """How many Russian units are short of ammunition this turn, shared between the players (9.9, 9.11)."""
    roll = yield Roll(1, 6, why="ammunition shortage", rule="9.9")
    column = next(c for c in s.data.tables.ammunition if c.first <= s.turn <= c.last)
    at = min(len(column.by_roll), max(1, roll.total + ammunition_modifier(s)))
    count = column.by_roll[at - 1]
    s.quota = {RU: (count + 1) // 2, CP: count // 2}
    said = "{count} Russian units are short of ammunition (die {die}, {modifier:+d})"
    s.note(said, "9.9", count=count, die=roll.total, modifier=ammunition_modifier(s))


def why_not_short(s: State, unit: str) -> Refusal | None:
    """Why a unit is never marked where it stands (9.11)."""
    c = s.data.counters[unit]
    hex_id = s.units[unit].at
    here = s.data.hexes[hex_id]
    if c.cavalry or c.guard:
        return Refusal("9.11", f"{unit} is never short of ammunition.")
    if s.fortress_at(hex_id) or (here.capital and here.country == "russia"):
        return Refusal("9.11", f"Units in a fortress or in Petrograd are never short of ammunition: {unit}.")
    if here.kind == "city" and here.country == "russia" and SUPPLY.reaches(s, RU, hex_id):
        return Refusal("9.11", f"Units in a supplied city of Russia are never short of ammunition: {unit}.")
    if led(s, hex_id):
        return Refusal("9.11", f"{unit} is led by STAVKA.")
    return None


def shortage(s: State, side: str) -> Procedure[Any]:
    """One player puts one marker on a unit (9.11); markers that fit nowhere are not used (9.13)."""
    liable = s.memo("liable", lambda: [u for u in sorted(s.units_on_map(RU)) if why_not_short(s, u) is None])
    units = [u for u in liable if u not in s.short]
    if not units or not s.quota.get(side):
        s.quota.pop(side, None)
        return DONE
    answer = yield offer(
        side, map(Short, units), {Short: partial(why_not_mark, s)},
        f"Which unit is short of ammunition? ({s.quota[side]} left)", "9.11", all_legal=True,
    )  # fmt: skip
    s.short |= {answer.unit}
    s.quota[side] -= 1
    s.note("{unit} is short of ammunition", "9.10", unit=answer.unit)
    return None


def why_not_mark(s: State, action: Short) -> Refusal | None:
    """Why a shortage marker is not placed on a unit."""
    foreign = why_not_own(s, RU, action.unit, "9.11")
    if foreign is not None:
        return Refusal("9.11", f"{action.unit} is not a Russian unit on the map.")
    if action.unit in s.short:
        return Refusal("9.13", f"{action.unit} is marked already.")
    return why_not_short(s, action.unit)


# --- OberOst (14.3) --------------------------------------------------------------------------------------------


def why_not_oberost(s: State) -> Refusal | None:
    """Why OberOst cannot be used this turn (14.3); Schlieffen East uses it every turn (17.0)."""
    if s.oberost_used == s.turn - 1 and not s.data.scenarios[s.scenario].schlieffen_east:
        return Refusal("14.3", "OberOst was used last turn.")
    return None


def oberost(s: State) -> Procedure[Any]:
    """OberOst in a hex of Germans only, in supply from the map edge, or not this turn (14.3)."""
    counters = s.data.counters
    found = {s.units[u].at for u in s.units_on_map(CP) if counters[u].nation == "german" and edge_supplied(s, u)}
    pure = {h for h in found if all(counters[u].nation == "german" for u in s.at[h])}
    where = yield from post(s, CP, "OberOst", pure, "14.3")
    if where:
        s.oberost, s.oberost_used = where, s.turn


def activate(s: State) -> None:
    """Supplied Germans near OberOst may attack again (14.3)."""
    reach = within(s, CP, s.oberost, s.data.numbers.headquarters.oberost_range)
    s.oberost_units = frozenset(
        u for u in s.units_on_map(CP)
        if s.data.counters[u].nation == "german" and s.units[u].at in reach and supplied(s, u)
    )  # fmt: skip
