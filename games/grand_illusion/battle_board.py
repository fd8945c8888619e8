"""The battle board (9.2): who stands where, the chance of each space to hit, and the board as a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import attrs

from wargame.core.engine.actions import DONE, PASS
from wargame.core.engine.offers import WhyNot, offer
from wargame.core.engine.questions import Procedure, Refusal
from wargame.core.mechanics.odds import Modifier, hit_chance, total

from .actions import Fight, Front, Leave, Reserve
from .model import VOSGES, Battle, State
from .records import ALLIED, ENEMY

Stack = tuple[str, ...]
SPACES = 4
RIDERS = "Cavalry stands in reserve only against cavalry (the British against infantry too)."


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
    state: State,
    battle: Battle,
    side: str,
    offers: Sequence[Any],
    prompt: str,
    rule: str,
    warn: Callable[[Any], str | None] | None = None,
) -> Procedure[Any]:
    """Ask about the battle board, which everybody sees as it stands."""
    state.battle = battle
    stacked = partial(_why_not_stack, state, battle, side, offers)
    kinds = {type(offered): stacked for offered in offers if isinstance(offered, Front | Reserve)}
    ends: dict[type[Any], WhyNot | None] = {type(offered): None for offered in offers if offered in (DONE, PASS)}
    return (yield offer(side, offers, {**kinds, **ends}, prompt, rule, show=partial(_board, state, battle), warn=warn))


def _why_not_stack(
    state: State, battle: Battle, side: str, offers: Sequence[Any], answer: Front | Reserve
) -> Refusal | None:  # fmt: skip
    """Why units do not take a space of the battle board (9.2.2, 9.2.3, 9.2.5, 9.6.1, 9.8.2)."""
    if answer in offers:
        return None
    rule = "9.2.3" if side == battle.attacker else "9.2.2"
    free = _not_on_board(state, battle, side)
    for unit in answer.units:
        if unit not in state.printed.pieces or unit not in free:
            return Refusal(rule, f"{unit} is not a unit of yours in this battle that still needs a space.")
    if not answer.units or len(set(answer.units)) < len(answer.units) or len(answer.units) > 2:
        return Refusal("9.2.2", "A space takes one corps or fort, or two divisions or brigades.")
    if len(answer.units) == 2 and not _pair(state, *answer.units, mixed=True):
        return Refusal("9.2.2", "Only two divisions or brigades of the same nation and arm share a space.")
    if side == battle.defender:
        return _why_not_defend(state, offers, answer)
    return _why_not_attack(state, battle, offers, answer)


def _not_on_board(state: State, battle: Battle, side: str) -> set[str]:
    """The units of a side in the battle that have no place on the board, or may change to the reserve."""
    if side == battle.attacker:
        placed = {u for s in battle.attacker_front for u in s} | {u for _, s in battle.attacker_reserve for u in s}
        return {u for u in battle.attackers if state.on_map(u)} - placed
    own = state.present(battle.hex, side)
    return {*own.combat, *own.forts} - {u for s in battle.defender_front for u in s}


def _why_not_defend(state: State, offers: Sequence[Any], answer: Front | Reserve) -> Refusal:
    """Why the defender's units do not stand there (9.2.2, 9.2.5)."""
    spaces = sorted({o.space for o in offers if isinstance(o, Front | Reserve)})
    if answer.space not in spaces:
        return Refusal("9.2.2", f"Space {' or '.join(map(str, spaces))} is to be filled now, not {answer.space}.")
    if isinstance(answer, Reserve):
        if any(state.piece(u).kind == "cavalry" for u in answer.units):
            return Refusal(
                "9.6.1", "Cavalry stands in reserve only against cavalry (the British against infantry too)."
            )
        return Refusal("9.2.5", "Only an undisrupted stack that faces nobody stands in reserve, whole.")
    return Refusal("9.2.2", "Corps defend first, then infantry divisions, cavalry, brigades, the disrupted, and forts.")


def _why_not_attack(state: State, battle: Battle, offers: Sequence[Any], answer: Front | Reserve) -> Refusal:
    """Why the attacker's units do not stand there (9.2.3, 9.2.5)."""
    rule = "9.2.5" if isinstance(answer, Reserve) else "9.2.3"
    if not 0 < answer.space <= len(battle.defender_front) or not battle.defender_front[answer.space - 1]:
        return Refusal(rule, f"Nobody defends space {answer.space}.")
    if isinstance(answer, Front) and battle.attacker_front[answer.space - 1]:
        return Refusal(rule, f"Space {answer.space} is attacked already.")
    target = battle.defender_front[answer.space - 1]
    if any(not state.may_attack(u) and not battle.limit for u in answer.units):
        return Refusal("2.4", "A strength in parentheses only defends.")
    riders = any(state.piece(u).kind == "cavalry" for u in answer.units)
    if riders and _is_fort(state, target):
        return Refusal("9.6.1", "Cavalry cannot attack forts.")
    if riders and isinstance(answer, Reserve):
        return Refusal("9.6.1", RIDERS)
    if any(not _fresh(state, u) for u in answer.units):
        return Refusal("9.8.2", "Disrupted units attack last and never stand in reserve.")
    if not _stands(state, target) and isinstance(answer, Front):
        return Refusal("9.2.3", "Spaces with undisrupted units are faced before those with disrupted units or forts.")
    return Refusal(rule, "Corps attack first, then infantry divisions, brigades, cavalry, and the disrupted.")


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
        why_not: dict[type[Any], WhyNot | None] = {
            Fight: partial(_why_not_fight, hex),
            Leave: partial(_why_not_leave_out, hex, tuple(chosen), tuple(idle)),
        }
        prompt = f"{', '.join(chosen)} attack: leave any out, or 'fight {hex}'?"
        odds = partial(before, state, hex, side, tuple(chosen))
        answer = yield offer(side, [Fight(hex), *map(Leave, idle)], why_not, prompt, "9.1.2", show=odds)
        if isinstance(answer, Fight):
            break
        chosen.remove(answer.unit)
    return tuple(chosen)


def _why_not_fight(hex: str, answer: Fight) -> Refusal | None:
    return None if answer.hex == hex else Refusal("9.1.2", f"The battle declared is that in {hex}.")


def _why_not_leave_out(hex: str, chosen: Stack, idle: Stack, answer: Leave) -> Refusal | None:
    """Why a unit may not be left out of the attack (9.1.2)."""
    if answer.unit in idle:
        return None
    if answer.unit in chosen:
        return Refusal("9.1.2", f"{answer.unit} has come into {hex} in this activation: it attacks.")
    return Refusal("9.1.2", f"{answer.unit} does not take part in the attack.")


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
    prompt = "Who stands in reserve, behind which space ('done' for nobody)?"
    shots = "A stack in reserve fires once at the end, and nobody fires back."
    warn = lambda a: shots if a == DONE else None  # noqa: E731
    answer = yield from _ask(state, battle, side, [*offers, DONE], prompt, "9.2.5", warn)
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
    """The strengths, modifiers and chances of an attack that is not declared yet."""
    battle = Battle(hex, side, tuple(units), concentric=concentric(state, hex, side))
    own = state.present(hex, battle.defender)
    targets = [(u,) for u in (*own.combat, *own.forts)]
    able = able_to_attack(state, hex, side, units)
    return {
        **_board(state, battle),
        "attackers": [_odds_row(state, battle, (u,), targets[0], True) for u in able] if targets else [],
        "defenders": [_odds_row(state, battle, stack, tuple(able), False) for stack in targets],
    }


def _odds_row(state: State, battle: Battle, stack: Stack, target: Stack, attacking: bool) -> dict[str, Any]:
    """A unit of a battle to come, alone in its space, with its strength and its chance to hit."""
    return {
        "unit": _shown(state, stack[0]),
        "strength": stack_strength(state, battle, stack, attacking),
        "hits": f"{chance(state, battle, stack, target, attacking) * 6}/6",
    }


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
