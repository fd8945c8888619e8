"""Fire (12.2.6-12.2.8): modifiers, strength, column shifts and the die, and what both sides see of them beforehand."""

from __future__ import annotations

from collections import Counter
from typing import Any

from wargame.core.engine.questions import Procedure, Roll
from wargame.core.mechanics.odds import Modifier, strength_column, total

from .attackers import trench
from .model import AP, Battle, State, Sum
from .tables import FireTable


def defending_fort(s: State, b: Battle) -> int:
    """The factor of a fort of the defender in the space; one of the attacker's takes no part (12.4.6, 15.1.5)."""
    return s.fort(b.space) if s.fort_owner(b.space) == b.enemy else 0


def standing(s: State, b: Battle, side: str) -> list[Modifier]:
    """12.2.6: the round's event, and Sinai."""
    found = []
    drm = s.data.events.drm
    if side == AP:
        nations = {s.counter(u).nation for u in b.attackers}
        if s.boost == "ap_35" and "us" in nations:
            found.append(Modifier("Yanks and Tanks", drm.ap_35, "AP-35"))
        if "ap_45" in b.effects:
            found.append(Modifier("Kerensky Offensive", drm.ap_45, "AP-45"))
        if s.boost == "ap_46" and "ru" in nations:
            found.append(Modifier("Brusilov Offensive", drm.ap_46, "AP-46"))
    if side == b.side and b.sources == ["sinai"] and not (b.side == AP and "ap_49" in s.played):
        found.append(Modifier("out of Sinai", s.data.numbers.sinai, "12.2.6"))
    return found


def ahead(s: State, b: Battle, side: str) -> list[Modifier]:
    """Modifiers that the combat will have and does not have yet."""
    return [m for m in standing(s, b, side) if m not in b.modifiers[side]]


def die_modifiers(s: State, b: Battle, side: str) -> tuple[Modifier, ...]:
    """The modifiers of the die of a side (12.2.6): of cards, and those that no combat card brings."""
    return s.rules.modifiers(s, Sum(b, side, "fire"), (*b.modifiers[side], *ahead(s, b, side)))


def strength(s: State, b: Battle, side: str) -> tuple[int, bool]:
    """Combat strength and whether it fires on the army table (12.2.3, 12.2.7, 15.1.4)."""
    units = b.units(side)
    force = sum(s.cf(u) for u in units)
    army = any(s.counter(u).army for u in units)
    if side == b.enemy:
        force += defending_fort(s, b)
        army = army or ("army_table" in b.effects and any(s.counter(u).nation == "tu" and s.cf(u) for u in units))
    return force, army


def shifts(s: State, b: Battle, side: str) -> tuple[Modifier, ...]:
    """The column shifts of a side (12.2.7)."""
    numbers, found = s.data.numbers, []
    if level := 0 if b.no_trench or b.no_shifts else trench(s, b.space):
        by_trench = level * numbers.trench_attack_shift if side == b.side else numbers.trench_defence_shift
        found.append(Modifier(f"level {level} trench", by_trench, "12.2.7"))
    if side == b.side and (by_terrain := s.data.terrain(b.space).shift):
        found.append(Modifier(s.data.spaces[b.space].terrain, by_terrain, "12.2.7"))
    return s.rules.modifiers(s, Sum(b, side, "column"), found)


def column(s: State, b: Battle, side: str) -> tuple[FireTable, int]:
    """The fire table and column after shifts (12.2.7)."""
    force, army = strength(s, b, side)
    table = s.data.tables.army_fire if army else s.data.tables.corps_fire
    at = strength_column(force, table.strengths)
    return table, max(0, min(len(table.results) - 1, at + total(shifts(s, b, side))))


def chances(s: State, b: Battle, side: str) -> dict[str, str]:
    """How likely each loss number is that a side inflicts, if both fire as they stand."""
    if not b.units(side) and not (side == b.enemy and defending_fort(s, b)):
        return {}
    table, at = column(s, b, side)
    drm = total(die_modifiers(s, b, side))
    numbers = Counter(table.results[at][max(1, min(6, die + drm)) - 1] for die in range(1, 7))
    return {str(number): f"{count}/6" for number, count in sorted(numbers.items())}


def shown(s: State, b: Battle) -> dict[str, Any]:
    """What both sides see of a combat with its questions: strength, table, column and modifier of each."""
    told: dict[str, Any] = {"combat": f"{s.name(b.side)} attacks {s.name(b.space)}"}
    for side, name in ((b.side, "attacker"), (b.enemy, "defender")):
        force, army = strength(s, b, side)
        table, at = column(s, b, side)
        low = table.strengths[at]
        kind = "Army" if army else "Corps"
        told[name] = f"strength {force}, {kind} table, column from {low}"
        told[f"{name}_units"] = [f"{s.name(u)} {s.cf(u)}-{s.lf(u)}-{s.mf(u)}" for u in b.units(side)]
        if side == b.enemy and (fort := defending_fort(s, b)):
            told["fort"] = fort
        told[f"{name}_modifiers"] = [m.text for m in die_modifiers(s, b, side)]
        told[f"{name}_chances"] = chances(s, b, side)
    return told


def fire(s: State, b: Battle, side: str) -> Procedure[None]:
    """12.2.8: one die on the fire table."""
    if not b.units(side) and not (side == b.enemy and defending_fort(s, b)):
        return
    table, at = column(s, b, side)
    die = (yield Roll(1, 6, f"the fire of {s.name(side)} at {s.name(b.space)}", "12.2.8")).total
    applied = die_modifiers(s, b, side)
    b.number[side] = table.results[at][max(1, min(6, die + total(applied))) - 1]
    added = "".join(f", {m.text}" for m in applied)
    text = "{side} fires at {space} and rolls {die}{added}: loss number {number}"
    s.note(text, "12.2.8", side=side, space=b.space, die=die, added=added, number=b.number[side])
