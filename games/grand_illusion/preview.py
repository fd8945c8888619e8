"""The battle board as a table, and the chances of a battle that is not declared yet (9.2, 9.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from .model import Battle, Stack, State
from .modifiers import chance, concentric, modifiers, stack_strength
from .records import ENEMY


def table(s: State, battle: Battle) -> dict[str, Any]:
    """The battle board: a row a space with both stacks and their chance to hit in sixths (JSON-able)."""
    rows = []
    for index in range(max(len(battle.defender_front), len(battle.attacker_front))):
        attack = battle.attacker_front[index] if index < len(battle.attacker_front) else ()
        defend = battle.defender_front[index] if index < len(battle.defender_front) else ()
        rows.append(
            {
                "space": index + 1,
                "attacker": [_shown(s, u) for u in attack],
                "attacker hits": _sixths(s, battle, attack, defend, True),
                "defender": [_shown(s, u) for u in defend],
                "defender hits": _sixths(s, battle, defend, attack, False),
                "attacker reserve": [_shown(s, u) for i, stack in battle.attacker_reserve if i == index for u in stack],
                "defender reserve": [_shown(s, u) for i, stack in battle.defender_reserve if i == index for u in stack],
            }
        )
    drms = [attrs.asdict(m) for m in modifiers(s, battle, battle.attackers, (), True)]
    return {
        "hex": battle.hex, "attacker": battle.attacker, "defender": ENEMY[battle.attacker],
        "fortune": battle.fortune, "modifiers": drms, "rows": rows,
    }  # fmt: skip


def board_shown(s: State, battle: Battle) -> dict[str, Any]:
    return {"battle": table(s, battle)}


def before(s: State, hex: str, side: str, units: Sequence[str]) -> dict[str, Any]:
    """The strengths, modifiers and chances of an attack that is not declared yet."""
    battle = Battle(hex, side, tuple(units), concentric=concentric(s, hex, side))
    own = s.present(hex, battle.defender)
    targets = [(u,) for u in (*own.combat, *own.forts)]
    able = able_to_attack(s, hex, side, units)
    return {
        **board_shown(s, battle),
        "attackers": [_odds_row(s, battle, (u,), targets[0], True) for u in able] if targets else [],
        "defenders": [_odds_row(s, battle, stack, tuple(able), False) for stack in targets],
    }


def _odds_row(s: State, battle: Battle, stack: Stack, target: Stack, attacking: bool) -> dict[str, Any]:
    """A unit of a battle to come, alone in its space, with its strength and its chance to hit."""
    return {
        "unit": _shown(s, stack[0]),
        "strength": stack_strength(s, stack, attacking),
        "hits": f"{chance(s, battle, stack, target, attacking) * 6}/6",
    }


def able_to_attack(s: State, hex: str, side: str, units: Sequence[str]) -> list[str]:
    """Those of the units that may attack in a hex: against forts alone only infantry (2.4, 9.6.1)."""
    able = [u for u in units if s.on_map(u) and s.may_attack(u)]
    if s.present(hex, ENEMY[side]).combat:
        return able
    return [u for u in able if s.is_infantry(u)]


def _sixths(s: State, battle: Battle, stack: Stack, target: Stack, attacking: bool) -> str:
    alive = tuple(u for u in stack if s.on_map(u))
    if not alive or not target:
        return ""
    return f"{chance(s, battle, alive, target, attacking) * 6}/6"


def _shown(s: State, unit: str) -> str:
    if not s.on_map(unit):
        return unit + " (lost)"
    return unit + (" (disrupted)" if s.counter(unit).kind != "fort" and s.disrupted(unit) else "")
