"""The battle board (9.2): who stands where, the chance of each space to hit, and the board as a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import attrs

from wargame.core.engine.actions import DONE, PASS
from wargame.core.engine.questions import Choose, Procedure, Reason
from wargame.core.mechanics.odds import Modifier, hit_chance, total

from .model import VOSGES, Battle, Fight, Front, Leave, Reserve, State
from .records import ALLIED, ENEMY

Stack = tuple[str, ...]
SPACES = 4


# --- die roll modifiers and hits ---------------------------------------------------------------------------------


def modifiers(state: State, battle: Battle, stack: Stack, target: Stack, attacking: bool) -> list[Modifier]:
    """All that changes the die of a stack firing in this battle (9.3.1, 9.3.2)."""
    if battle.skirmish:
        return []  # FoW.4
    return _attack(state, battle, stack, target) if attacking else _defence(state, battle, stack)


def _attack(state: State, battle: Battle, stack: Stack, target: Stack) -> list[Modifier]:
    if battle.counter:
        return [Modifier("counter-attack", 1, "9.3.1")]
    space = state.space(battle.hex)
    found = []
    if space.terrain and not battle.surprise:
        found.append(Modifier("terrain", space.terrain, "9.3.1"))
    trench = state.trenches.get(battle.hex, 0)
    if trench and not _is_fort(state, target):
        found.append(Modifier("trench", trench, "9.7.3"))
    if battle.concentric:
        found.append(Modifier("concentric attack", battle.concentric, "9.2.3"))
    if battle.hex in VOSGES and any(state.unit(u).mountain for u in stack):
        found.append(Modifier("mountain troops", -1, "9.3.1"))
    return found


def _defence(state: State, battle: Battle, stack: Stack) -> list[Modifier]:
    found = []
    if state.present(battle.hex, battle.defender).forts and not _is_fort(state, stack):
        found.append(Modifier("fort in the hex", -1, "9.5.1"))
    if battle.elan and state.space(battle.hex).terrain:
        found.append(Modifier("elan", -state.space(battle.hex).terrain, "9.3.5"))
    return found


def _is_fort(state: State, stack: Stack) -> bool:
    return bool(stack) and state.piece(stack[0]).kind == "fort"


def stack_strength(state: State, battle: Battle, stack: Stack, attacking: bool) -> int:
    return sum(state.strength(u, not attacking) for u in stack)


def need(state: State, battle: Battle, stack: Stack, target: Stack, attacking: bool) -> int:
    """The highest die that hits: 1 always does, 6 never (9.3.1); only a 1 in a skirmish or on a fort (FoW.4, 9.5.1)."""
    if battle.skirmish or (attacking and _is_fort(state, target)):
        return 1
    drm = total(modifiers(state, battle, stack, target, attacking))
    return max(1, min(5, stack_strength(state, battle, stack, attacking) - drm))


def chance(state: State, battle: Battle, stack: Stack, target: Stack, attacking: bool) -> Fraction:
    """The chance of this stack to hit."""
    return hit_chance(need(state, battle, stack, target, attacking))


def concentric(state: State, hex: str, side: str) -> int:
    """The modifier for surrounding the battle hex (9.2.3b)."""
    count = 0
    for beside in state.next_to(hex):
        if state.control[beside] == side and (
            state.present(beside, side).combat or state.blocked.get(f"{beside}-{hex}") == side
        ):
            count += 1
    return -2 if count >= 5 else -1 if count >= 3 else 0


# --- placement ---------------------------------------------------------------------------------------------------


def _fresh(state: State, unit: str) -> bool:
    return state.units[unit].steps == 2


def _defender_rank(state: State, unit: str) -> int:
    """Who holds the front line first; forts give way first (9.2.2)."""
    piece = state.piece(unit)
    if piece.kind == "fort":
        return 6
    if not _fresh(state, unit):
        return 5
    if piece.size == "corps":
        return 0
    if piece.size == "division":
        return 1 if piece.kind == "infantry" else 2
    return 3


def _attacker_rank(state: State, unit: str) -> int:
    """Who attacks first (9.2.3a)."""
    piece = state.piece(unit)
    if not _fresh(state, unit):
        return 5
    if piece.kind == "cavalry":
        return 4
    return {"corps": 0, "division": 1}.get(piece.size, 2)


def _stacks(
    state: State, units: Sequence[str], best: int, rank: Callable[[State, str], int], mixed: bool = False
) -> list[Stack]:  # fmt: skip
    """Stacks led by a unit of the best rank: alone, or two divisions or brigades of one nation and arm (9.2.2).

    In a `mixed` stack one of them may be disrupted; the attacker's disrupted units come last of all (9.2.3).
    """
    top = [u for u in units if rank(state, u) == best]
    found: list[Stack] = [(u,) for u in top]
    for unit in top:
        for other in units:
            if (
                other != unit
                and (other not in top or units.index(other) > units.index(unit))
                and _pair(state, unit, other, mixed)
            ):
                found.append((unit, other))
    return found


def _pair(state: State, one: str, two: str, mixed: bool) -> bool:
    """Two small units of one nation and arm may share a space, whatever their state if `mixed` (9.2.2)."""
    a, b = state.piece(one), state.piece(two)
    small = ("division", "brigade")
    alike = mixed or _fresh(state, one) == _fresh(state, two)
    return a.size in small and b.size in small and a.nation == b.nation and a.kind == b.kind and alike


def _ask(
    state: State, battle: Battle, side: str, offers: Sequence[Any], prompt: str, rule: str
) -> Procedure[Any]:  # fmt: skip
    """Ask about the battle board, which everybody sees as it stands."""
    state.battle = battle
    return (
        yield Choose(side, offers, prompt, rule, refuse=_why_not(state, battle), show=partial(_board, state, battle))
    )


def able_to_attack(state: State, hex: str, side: str, units: Sequence[str]) -> list[str]:
    """Those of the units that may attack in a hex: against forts alone only infantry (2.4, 9.6.1)."""
    able = [u for u in units if state.on_map(u) and state.may_attack(u)]
    if state.present(hex, ENEMY[side]).combat:
        return able
    return [u for u in able if state.is_infantry(u)]


def designate(state: State, side: str, hex: str, units: Stack, free: Sequence[str]) -> Procedure[Stack]:
    """The units that attack in an activated hex: `free` ones may be left out, but somebody must attack (9.1.2a)."""
    chosen = list(units)
    while (idle := [u for u in chosen if u in free]) and len(able_to_attack(state, hex, side, chosen)) > 1:
        offers = [Fight(hex), *(Leave(u) for u in idle)]
        odds = partial(before, state, hex, side, chosen)
        answer = yield Choose(side, offers, f"{', '.join(chosen)}: leave any out?", "9.1.2", show=odds)
        if isinstance(answer, Fight):
            break
        chosen.remove(answer.unit)
    return tuple(chosen)


def place_defender(state: State, battle: Battle) -> Procedure[Battle]:
    """The defender fills up to four spaces, the best units first (9.2.2)."""
    side = battle.defender
    own = state.present(battle.hex, side)
    left = [*own.combat, *own.forts]
    while left and len(battle.defender_front) < SPACES:
        space = len(battle.defender_front) + 1
        best = min(_defender_rank(state, u) for u in left)
        offers = _stacks(state, left, best, _defender_rank, mixed=True)
        alone = [o for o in offers if len(o) == 1]
        stack = offers[0]
        if len(offers) > len(alone) or len(alone) > SPACES - space + 1:
            answer = yield from _ask(
                state, battle, side, [Front(space, o) for o in offers], f"Who defends space {space}?", "9.2.2"
            )
            stack = answer.units
        battle = attrs.evolve(battle, defender_front=(*battle.defender_front, stack))
        left = [u for u in left if u not in stack]
    return attrs.evolve(battle, attacker_front=((),) * len(battle.defender_front))


def attackers_left(state: State, battle: Battle) -> list[str]:
    """Attackers that may take the field; strengths in parentheses attack only to the limit (2.4, FoW.6)."""
    forced = battle.limit and battle.attacker == ALLIED
    return [
        u for u in battle.attackers
        if state.on_map(u) and (state.may_attack(u) or (forced and _french(state, u)))
    ]  # fmt: skip


def place_attacker(state: State, battle: Battle) -> Procedure[Battle]:
    """The attacker faces the defender's spaces in order of priority (9.2.3)."""
    while offers := _attacks(state, battle):
        answer: Any = offers[0]
        optional = _optional(state, battle, offers)
        if len(offers) > 1 or optional:
            choice = [*offers, PASS] if optional else offers
            open_spaces = [f"{i + 1}: {'+'.join(battle.defender_front[i])}" for i in _unfaced(battle)]
            prompt = f"Who attacks which space ({'; '.join(open_spaces)})?"
            answer = yield from _ask(state, battle, battle.attacker, choice, prompt, "9.2.3")
        if answer == PASS:
            break
        front = list(battle.attacker_front)
        front[answer.space - 1] = answer.units
        battle = attrs.evolve(battle, attacker_front=tuple(front))
    return battle


def _attacks(state: State, battle: Battle) -> list[Front]:
    """Who may take which space next: those facing undisrupted combat units first (9.2.3a)."""
    left = [u for u in attackers_left(state, battle) if not any(u in s for s in battle.attacker_front)]
    spaces = _unfaced(battle)
    hard = [i for i in spaces if _stands(state, battle.defender_front[i])]
    for group in (hard, [i for i in spaces if i not in hard]):
        offers = [Front(i + 1, s) for i in group for s in _facing(state, battle, left, battle.defender_front[i])]
        if offers:
            return offers
    return []


def _unfaced(battle: Battle) -> list[int]:
    return [i for i, stack in enumerate(battle.attacker_front) if not stack]


def _stands(state: State, stack: Stack) -> bool:
    return not _is_fort(state, stack) and any(_fresh(state, u) for u in stack)


def _optional(state: State, battle: Battle, offers: list[Front]) -> bool:
    """Disrupted units need not attack (9.8.2), unless the offensive goes to the limit (FoW.6)."""
    forced = [u for o in offers for u in o.units if _fresh(state, u) or (battle.limit and _french(state, u))]
    return not forced


def _french(state: State, unit: str) -> bool:
    return state.unit(unit).nation == "french"


def _why_not(state: State, battle: Battle) -> Callable[[Any], Reason | None]:
    def why(answer: Any) -> Reason | None:
        if not isinstance(answer, Front | Reserve) or not all(u in state.units for u in answer.units):
            return None
        if not 0 < answer.space <= len(battle.defender_front) or not battle.attacker_front:
            return None
        target = battle.defender_front[answer.space - 1]
        riders = any(state.piece(u).kind == "cavalry" for u in answer.units)
        if riders and _is_fort(state, target):
            return "9.6.1", "Cavalry cannot attack forts."
        if riders and isinstance(answer, Reserve):
            return "9.6.1", "Cavalry stands in reserve only against cavalry (the British against infantry too)."
        if any(not _fresh(state, u) for u in answer.units):
            return "9.8.2", "Disrupted units attack last and never stand in reserve."
        if not _stands(state, target) and isinstance(answer, Front):
            return "9.2.3", "Spaces with undisrupted units are faced before those with disrupted units or forts."
        return "9.2.3", "Corps attack first, then infantry divisions, brigades, cavalry, and the disrupted."

    return why


def _facing(state: State, battle: Battle, left: list[str], target: Stack) -> list[Stack]:
    fit = [u for u in left if not (_is_fort(state, target) and state.piece(u).kind == "cavalry")]  # 9.6.1
    if not fit:
        return []
    worn = [u for u in fit if not _fresh(state, u) and _french(state, u)]
    if battle.limit and worn and len(fit) - len(worn) < len(_unfaced(battle)):
        return _stacks(state, worn, 5, _attacker_rank)  # FoW.6: the disrupted go in where the others do not reach
    best = min(_attacker_rank(state, u) for u in fit)
    found = _stacks(state, fit, best, _attacker_rank)
    if best == 0:
        divisions = [u for u in fit if _attacker_rank(state, u) == 1]
        found += [s for s in _stacks(state, divisions, 1, _attacker_rank) if len(s) == 2]  # a corps' worth
    if best < 4 and state.piece(target[0]).kind == "cavalry":
        riders = [u for u in fit if _attacker_rank(state, u) == 4]
        found += _stacks(state, riders, 4, _attacker_rank)  # 9.2.3a
    return found


# --- reserves (9.2.5) --------------------------------------------------------------------------------------------


def place_reserves(state: State, battle: Battle) -> Procedure[Battle]:
    """Stacks that face nobody may stand behind the line and fire once at the end (9.2.5)."""
    faced = [i for i, s in enumerate(battle.attacker_front) if s]
    idle = [s for i, s in enumerate(battle.defender_front) if i not in faced]
    battle = attrs.evolve(
        battle,
        defender_front=tuple(s if i in faced else () for i, s in enumerate(battle.defender_front)),
    )
    reserves: list[tuple[int, Stack]] = []
    for stack in idle:
        rested = stack if _is_fort(state, stack) else tuple(u for u in stack if _fresh(state, u))
        if rested:  # the disrupted of the stack go back to the map
            yield from _reserve(state, battle, battle.defender, [rested], battle.attacker_front, reserves)
    battle = attrs.evolve(battle, defender_reserve=tuple(reserves))
    reserves = []
    left = [
        u for u in attackers_left(state, battle)
        if _fresh(state, u) and not any(u in s for s in battle.attacker_front)
    ]  # fmt: skip
    while left and len(faced) + len(reserves) < SPACES:
        best = min(_attacker_rank(state, u) for u in left)
        placed = yield from _reserve(
            state, battle, battle.attacker, _stacks(state, left, best, _attacker_rank), battle.defender_front, reserves
        )
        if not placed:
            break
        left = [u for u in left if u not in placed]
    return attrs.evolve(battle, attacker_reserve=tuple(reserves))


def _reserve(
    state: State, battle: Battle, side: str, stacks: list[Stack], opposite: tuple[Stack, ...],
    reserves: list[tuple[int, Stack]],
) -> Procedure[Stack]:  # fmt: skip
    offers = [
        Reserve(i + 1, s) for s in stacks for i, target in enumerate(opposite)
        if target and battle.attacker_front[i] and _may_support(state, s, target)
    ]  # fmt: skip
    if not offers:
        return ()
    prompt = "Who stands in reserve, behind which space?"
    answer = yield from _ask(state, battle, side, [*offers, DONE], prompt, "9.2.5")
    if answer == DONE:
        return ()
    reserves.append((answer.space - 1, answer.units))
    return answer.units  # type: ignore[no-any-return]


def _may_support(state: State, stack: Stack, target: Stack) -> bool:
    """Cavalry stands in reserve only against cavalry, the British against infantry too (9.6.1)."""
    piece = state.piece(stack[0])
    if piece.kind != "cavalry":
        return True
    return state.piece(target[0]).kind in (("cavalry", "infantry") if piece.nation == "british" else ("cavalry",))


# --- the board as a table ----------------------------------------------------------------------------------------


def table(state: State, battle: Battle) -> dict[str, Any]:
    """The battle board: a row a space with both stacks and their chance to hit in sixths (JSON-able)."""
    rows = []
    for index in range(max(len(battle.defender_front), len(battle.attacker_front))):
        attack = battle.attacker_front[index] if index < len(battle.attacker_front) else ()
        defend = battle.defender_front[index] if index < len(battle.defender_front) else ()
        rows.append(
            {
                "space": index + 1,
                "attacker": [_shown(state, u) for u in attack],
                "attacker hits": _sixths(state, battle, attack, defend, True),
                "defender": [_shown(state, u) for u in defend],
                "defender hits": _sixths(state, battle, defend, attack, False),
                "attacker reserve": [_shown(state, u) for i, s in battle.attacker_reserve if i == index for u in s],
                "defender reserve": [_shown(state, u) for i, s in battle.defender_reserve if i == index for u in s],
            }
        )
    drms = [attrs.asdict(m) for m in _attack(state, battle, battle.attackers, ())] if not battle.skirmish else []
    return {
        "hex": battle.hex, "attacker": battle.attacker, "defender": ENEMY[battle.attacker],
        "fortune": battle.fortune, "modifiers": drms, "rows": rows,
    }  # fmt: skip


def before(state: State, hex: str, side: str, units: Sequence[str]) -> dict[str, Any]:
    """What would change the dice of an attack that is not declared yet."""
    return _board(state, Battle(hex, side, tuple(units), concentric=concentric(state, hex, side)))


def _board(state: State, battle: Battle) -> dict[str, Any]:
    return {"battle": table(state, battle)}


def _sixths(state: State, battle: Battle, stack: Stack, target: Stack, attacking: bool) -> str:
    alive = tuple(u for u in stack if state.on_map(u))
    if not alive or not target:
        return ""
    return f"{chance(state, battle, alive, target, attacking) * 6}/6"


def _shown(state: State, unit: str) -> str:
    if not state.on_map(unit):
        return unit + " (lost)"
    return unit + (" (disrupted)" if state.piece(unit).kind != "fort" and state.disrupted(unit) else "")
