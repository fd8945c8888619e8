"""Recovery from disruption (9.8.3, 11.2.7) and fatigue (13.1)."""

from __future__ import annotations

from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Refusal
from wargame.core.mechanics.choosing import why_not_one_of

from .actions import Take
from .model import State
from .records import ALLIED, ENEMY, GERMAN
from .supply import emergency_supply, in_supply


def worn(s: State, side: str, hex: str) -> list[str]:
    """Supplied disrupted combat units of a hex."""
    units = s.units
    return [u for u in s.present(hex, side).combat if units[u].steps == 1 and in_supply(s, u)]


def why_not_recover_units(s: State, side: str, hex: str) -> Refusal | None:
    """Why the units of a hex cannot recover for a CAP (9.8.3a)."""
    enemy = s.present(hex, ENEMY[side])
    if enemy.combat or enemy.forts:
        text = f"Units recover for a CAP only in a hex free of enemy units and forts; {hex} is not."
        return Refusal("9.8.3", text)
    if not worn(s, side, hex):
        return Refusal("9.8.3", f"There is no supplied disrupted unit in {hex}.")
    return None


def recover_hex(s: State, side: str, hex: str) -> Procedure[None]:
    """All supplied disrupted units of a hex recover, or as many as fatigue lets (9.8.3)."""
    units = worn(s, side, hex)
    yield from recover(s, side, hex, units, _rested(s, len(units)), "9.8.3")


def _rested(s: State, units: int) -> int:
    """How many of the units recover: in the last turns only half of them (13.1)."""
    rule = s.data.tables.recovery
    return -(-units // rule.fatigue_share) if s.turn >= rule.fatigue_from else units


def recover(s: State, side: str, hex: str, units: list[str], most: int, rule: str) -> Procedure[None]:
    """Up to `most` of these units recover, of their owner's choice."""
    left = list(units)
    for _ in range(min(most, len(units))):
        unit = left[0]
        if len(left) > 1 and most < len(units):
            worn_here = why_not_one_of("unit", left, rule, f"In {hex} one of {', '.join(left)} recovers.")
            answer = yield offer(side, map(Take, left), {Take: worn_here}, f"Which unit recovers in {hex}?", rule)
            unit = answer.unit
        s.restore(unit, rule)
        left.remove(unit)


def administrative_recovery(s: State) -> Procedure[None]:
    """At the end of a turn units recover without CAPs (11.2.7)."""
    for side in (GERMAN, ALLIED):
        for hex in s.hexes_of(side):
            own = s.present(hex, side)
            for unit in (*own.hq, *own.ha):
                hungry = unit in own.hq and _hungry(s, unit)  # 11.2.1c
                if s.units[unit].steps == 1 and in_supply(s, unit) and not hungry:
                    s.restore(unit, "11.2.7")
            units = worn(s, side, hex)
            if units:
                yield from recover(s, side, hex, units, _most(s, side, hex, units), "11.2.7")


def _hungry(s: State, unit: str) -> bool:
    """Fed by emergency rail supply only (11.2.1c)."""
    return emergency_supply(s) and not in_supply(s, unit, emergency=False)


def _most(s: State, side: str, hex: str, units: list[str]) -> int:
    """How many units may recover in a hex at the end of a turn (11.2.7)."""
    rule = s.data.tables.recovery
    if _hungry(s, units[0]):
        return rule.emergency if s.present(hex, side).hq else 0  # 11.2.1c
    enemy = s.present(hex, ENEMY[side])
    if enemy.combat or enemy.forts:
        fed = [u for u in s.present(hex, side).combat if in_supply(s, u)]
        return rule.facing_group if len(fed) >= rule.group else rule.facing
    return _rested(s, len(units))
