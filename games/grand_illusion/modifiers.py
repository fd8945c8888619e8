"""Die roll modifiers and the chance of a stack to hit (9.3)."""

from __future__ import annotations

from fractions import Fraction

from wargame.core.mechanics.odds import Modifier, hit_chance, total

from .model import VOSGES, Battle, Shot, Stack, State


def modifiers(s: State, battle: Battle, stack: Stack, target: Stack, attacking: bool) -> list[Modifier]:
    """Every modifier to the die of a stack that fires in this battle, as variants change them (9.3.1, 9.3.2)."""
    if battle.skirmish:
        return []  # FoW.4
    found = _attack(s, battle, stack, target) if attacking else _defence(s, battle, stack)
    return list(s.rules.modifiers(s, Shot(battle, stack, target, attacking), found))


def _attack(s: State, battle: Battle, stack: Stack, target: Stack) -> list[Modifier]:
    rule, space = s.data.tables.battle, s.space(battle.hex)
    if battle.counter:
        return [Modifier("counter-attack", rule.counter_attack, "9.3.1")]
    found = []
    if space.terrain and not battle.surprise:
        found.append(Modifier("terrain", space.terrain, "9.3.1"))
    trench = s.trenches.get(battle.hex, 0)
    if trench and not is_fort(s, target):
        found.append(Modifier("trench", trench, "9.7.3"))
    if battle.concentric:
        found.append(Modifier("concentric attack", battle.concentric, "9.2.3"))
    if battle.hex in VOSGES and any(s.unit(u).mountain for u in stack):
        found.append(Modifier("mountain troops", rule.mountain_troops, "9.3.1"))
    return found


def _defence(s: State, battle: Battle, stack: Stack) -> list[Modifier]:
    found = []
    if s.present(battle.hex, battle.defender).forts and not is_fort(s, stack):
        found.append(Modifier("fort in the hex", s.data.tables.battle.fort_in_hex, "9.5.1"))
    if battle.elan and s.space(battle.hex).terrain:
        found.append(Modifier("elan", -s.space(battle.hex).terrain, "9.3.5"))
    return found


def is_fort(s: State, stack: Stack) -> bool:
    return bool(stack) and s.counter(stack[0]).kind == "fort"


def bombardment_drm(s: State, battle: Battle, gun: str, fort: str) -> int:
    """What is added to the die of a gun that fires at a fort (9.5.4)."""
    printed = s.data.forts[fort].bombardment_drms[-s.units[fort].steps]
    found = [Modifier("fort", printed, "9.5.4")] if printed else []
    return total(s.rules.modifiers(s, Shot(battle, (gun,), (fort,), True, bombardment=True), found))


def stack_strength(s: State, stack: Stack, attacking: bool) -> int:
    return sum(s.strength(u, not attacking) for u in stack)


def need(s: State, battle: Battle, stack: Stack, target: Stack, attacking: bool) -> int:
    """The highest die that hits: the lowest always does, the highest never (9.3.1, FoW.4, 9.5.1)."""
    rule = s.data.tables.battle
    if battle.skirmish:
        return rule.skirmish_need
    if attacking and is_fort(s, target):
        return rule.fort_need
    drm = total(modifiers(s, battle, stack, target, attacking))
    strength = stack_strength(s, stack, attacking)
    return max(rule.least_need, min(rule.most_need, strength - drm))


def chance(s: State, battle: Battle, stack: Stack, target: Stack, attacking: bool) -> Fraction:
    """The chance of this stack to hit."""
    return hit_chance(need(s, battle, stack, target, attacking))


def concentric(s: State, hex: str, side: str) -> int:
    """The modifier for surrounding the battle hex (9.2.3b)."""
    count = sum(
        s.control[beside] == side and (bool(s.present(beside, side).combat) or s.crossed(side, beside, hex))
        for beside in s.next_to(hex)
    )
    rule = s.data.tables.battle.concentric
    reached = [sides for sides in rule if count >= sides]
    return rule[max(reached)] if reached else 0
