"""The battle board (9.2): which units attack, and who stands in which space."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import attrs

from wargame.core.engine.actions import DONE, PASS
from wargame.core.engine.offers import WhyNot, offer
from wargame.core.engine.questions import Procedure, Refusal

from .actions import Fight, Front, Leave, Reserve
from .model import Battle, Stack, State
from .modifiers import is_fort
from .preview import able_to_attack, before, board_shown
from .records import ALLIED

RIDERS = "Cavalry stands in reserve only against cavalry (the British against infantry too)."


# --- placement ---------------------------------------------------------------------------------------------------


def _fresh(s: State, unit: str) -> bool:
    return s.units[unit].steps == 2


def _defender_rank(s: State, unit: str) -> int:
    """Who holds the front line first; forts give way first (9.2.2)."""
    piece = s.counter(unit)
    if piece.kind == "fort":
        return 6
    if not _fresh(s, unit):
        return 5
    if piece.size == "corps":
        return 0
    if piece.size == "division":
        return 1 if piece.kind == "infantry" else 2
    return 3


def _attacker_rank(s: State, unit: str) -> int:
    """Who attacks first (9.2.3a)."""
    piece = s.counter(unit)
    if not _fresh(s, unit):
        return 5
    if piece.kind == "cavalry":
        return 4
    return {"corps": 0, "division": 1}.get(piece.size, 2)


def _stacks(
    s: State, units: Sequence[str], best: int, rank: Callable[[State, str], int], mixed: bool = False
) -> list[Stack]:  # fmt: skip
    """Stacks led by a unit of the best rank: alone, or two divisions or brigades of one nation and arm (9.2.2).

    In a `mixed` stack one of them may be disrupted; the attacker's disrupted units come last of all (9.2.3).
    """
    top = [u for u in units if rank(s, u) == best]
    found: list[Stack] = [(u,) for u in top]
    for unit in top:
        for other in units:
            if (
                other != unit
                and (other not in top or units.index(other) > units.index(unit))
                and _pair(s, unit, other, mixed)
            ):
                found.append((unit, other))
    return found


def _pair(s: State, one: str, two: str, mixed: bool) -> bool:
    """Two small units of one nation and arm may share a space, whatever their state if `mixed` (9.2.2)."""
    a, b = s.counter(one), s.counter(two)
    small = ("division", "brigade")
    alike = mixed or _fresh(s, one) == _fresh(s, two)
    return a.size in small and b.size in small and a.nation == b.nation and a.kind == b.kind and alike


def _ask(
    s: State,
    battle: Battle,
    side: str,
    offers: Sequence[Any],
    prompt: str,
    rule: str,
    warn: Callable[[Any], str | None] | None = None,
) -> Procedure[Any]:
    """Ask about the battle board, which everybody sees as it stands."""
    s.battle = battle
    stacked = partial(_why_not_stack, s, battle, side, offers)
    kinds = {type(offered): stacked for offered in offers if isinstance(offered, Front | Reserve)}
    ends: dict[type[Any], WhyNot | None] = {type(offered): None for offered in offers if offered in (DONE, PASS)}
    shown = partial(board_shown, s, battle)
    return (yield offer(side, offers, {**kinds, **ends}, prompt, rule, show=shown, warn=warn))


def _why_not_stack(
    s: State, battle: Battle, side: str, offers: Sequence[Any], answer: Front | Reserve
) -> Refusal | None:  # fmt: skip
    """Why units may not take a space of the battle board (9.2.2, 9.2.3, 9.2.5, 9.6.1, 9.8.2)."""
    if answer in offers:
        return None
    rule = "9.2.3" if side == battle.attacker else "9.2.2"
    free = _not_on_board(s, battle, side)
    for unit in answer.units:
        if unit not in s.data.pieces or unit not in free:
            return Refusal(rule, f"{unit} is not a unit of yours in this battle that still needs a space.")
    if not answer.units or len(set(answer.units)) < len(answer.units) or len(answer.units) > 2:
        return Refusal("9.2.2", "A space takes one corps or fort, or two divisions or brigades.")
    if len(answer.units) == 2 and not _pair(s, *answer.units, mixed=True):
        return Refusal("9.2.2", "Only two divisions or brigades of the same nation and arm share a space.")
    if side == battle.defender:
        return _why_not_defend(s, offers, answer)
    return _why_not_attack(s, battle, offers, answer)


def _not_on_board(s: State, battle: Battle, side: str) -> set[str]:
    """The units of a side in the battle that have no place on the board, or may change to the reserve."""
    if side == battle.attacker:
        placed = {u for stack in battle.attacker_front for u in stack} | {
            u for _, stack in battle.attacker_reserve for u in stack
        }
        return {u for u in battle.attackers if s.on_map(u)} - placed
    own = s.present(battle.hex, side)
    return {*own.combat, *own.forts} - {u for stack in battle.defender_front for u in stack}


def _why_not_defend(s: State, offers: Sequence[Any], answer: Front | Reserve) -> Refusal:
    """Why the defender's units may not stand there (9.2.2, 9.2.5)."""
    spaces = sorted({o.space for o in offers if isinstance(o, Front | Reserve)})
    if answer.space not in spaces:
        return Refusal("9.2.2", f"Space {' or '.join(map(str, spaces))} is to be filled now, not {answer.space}.")
    if isinstance(answer, Reserve):
        if any(s.counter(u).kind == "cavalry" for u in answer.units):
            return Refusal("9.6.1", RIDERS)
        return Refusal("9.2.5", "Only an undisrupted stack that faces no enemy stands in reserve, and only as a whole.")
    return Refusal("9.2.2", "Corps defend first, then infantry divisions, cavalry, brigades, the disrupted, and forts.")


def _why_not_attack(s: State, battle: Battle, offers: Sequence[Any], answer: Front | Reserve) -> Refusal:
    """Why the attacker's units may not stand there (9.2.3, 9.2.5)."""
    rule = "9.2.5" if isinstance(answer, Reserve) else "9.2.3"
    if not 0 < answer.space <= len(battle.defender_front) or not battle.defender_front[answer.space - 1]:
        return Refusal(rule, f"Nobody defends space {answer.space}.")
    if isinstance(answer, Front) and battle.attacker_front[answer.space - 1]:
        return Refusal(rule, f"Space {answer.space} is attacked already.")
    target = battle.defender_front[answer.space - 1]
    if any(not s.may_attack(u) and not battle.limit for u in answer.units):
        return Refusal("2.4", "A strength in parentheses only defends.")
    riders = any(s.counter(u).kind == "cavalry" for u in answer.units)
    if riders and is_fort(s, target):
        return Refusal("9.6.1", "Cavalry cannot attack forts.")
    if riders and isinstance(answer, Reserve):
        return Refusal("9.6.1", RIDERS)
    if any(not _fresh(s, u) for u in answer.units):
        return Refusal("9.8.2", "Disrupted units attack last and never stand in reserve.")
    if not _stands(s, target) and isinstance(answer, Front):
        return Refusal("9.2.3", "Spaces with undisrupted units are faced before those with disrupted units or forts.")
    return Refusal(rule, "Corps attack first, then infantry divisions, brigades, cavalry, and the disrupted.")


def designate(s: State, side: str, hex: str, units: Stack, free: Sequence[str]) -> Procedure[Stack]:
    """The units that attack in an activated hex: `free` ones may be left out, but somebody must attack (9.1.2a)."""
    chosen = list(units)
    while (idle := [u for u in chosen if u in free]) and len(able_to_attack(s, hex, side, chosen)) > 1:
        why_not: dict[type[Any], WhyNot | None] = {
            Fight: partial(_why_not_fight, hex),
            Leave: partial(_why_not_leave_out, hex, tuple(chosen), tuple(idle)),
        }
        prompt = f"{', '.join(chosen)} attack: leave any out, or 'fight {hex}'?"
        odds = partial(before, s, hex, side, tuple(chosen))
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


def place_defender(s: State, battle: Battle) -> Procedure[Battle]:
    """The defender fills up to four spaces, the best units first (9.2.2)."""
    side = battle.defender
    own = s.present(battle.hex, side)
    left = [*own.combat, *own.forts]
    while left and len(battle.defender_front) < s.data.tables.battle.spaces:
        space = len(battle.defender_front) + 1
        best = min(_defender_rank(s, u) for u in left)
        offers = _stacks(s, left, best, _defender_rank, mixed=True)
        alone = [o for o in offers if len(o) == 1]
        stack = offers[0]
        if len(offers) > len(alone) or len(alone) > s.data.tables.battle.spaces - space + 1:
            answer = yield from _ask(
                s, battle, side, [Front(space, o) for o in offers], f"Who defends space {space}?", "9.2.2"
            )
            stack = answer.units
        battle = attrs.evolve(battle, defender_front=(*battle.defender_front, stack))
        left = [u for u in left if u not in stack]
    return attrs.evolve(battle, attacker_front=((),) * len(battle.defender_front))


def attackers_left(s: State, battle: Battle) -> list[str]:
    """Attackers that may take the field; strengths in parentheses attack only to the limit (2.4, FoW.6)."""
    forced = battle.limit and battle.attacker == ALLIED
    return [
        u for u in battle.attackers
        if s.on_map(u) and (s.may_attack(u) or (forced and _french(s, u)))
    ]  # fmt: skip


def place_attacker(s: State, battle: Battle) -> Procedure[Battle]:
    """The attacker faces the defender's spaces in order of priority (9.2.3)."""
    while offers := _attacks(s, battle):
        answer: Any = offers[0]
        optional = _optional(s, battle, offers)
        if len(offers) > 1 or optional:
            choice = [*offers, PASS] if optional else offers
            open_spaces = [f"{i + 1}: {'+'.join(battle.defender_front[i])}" for i in _unfaced(battle)]
            prompt = f"Who attacks which space ({'; '.join(open_spaces)})?"
            answer = yield from _ask(s, battle, battle.attacker, choice, prompt, "9.2.3")
        if answer == PASS:
            break
        front = list(battle.attacker_front)
        front[answer.space - 1] = answer.units
        battle = attrs.evolve(battle, attacker_front=tuple(front))
    return battle


def _attacks(s: State, battle: Battle) -> list[Front]:
    """Who may take which space next: those facing undisrupted combat units first (9.2.3a)."""
    left = [u for u in attackers_left(s, battle) if not any(u in stack for stack in battle.attacker_front)]
    spaces = _unfaced(battle)
    hard = [i for i in spaces if _stands(s, battle.defender_front[i])]
    for group in (hard, [i for i in spaces if i not in hard]):
        offers = [Front(i + 1, stack) for i in group for stack in _facing(s, battle, left, battle.defender_front[i])]
        if offers:
            return offers
    return []


def _unfaced(battle: Battle) -> list[int]:
    return [i for i, stack in enumerate(battle.attacker_front) if not stack]


def _stands(s: State, stack: Stack) -> bool:
    return not is_fort(s, stack) and any(_fresh(s, u) for u in stack)


def _optional(s: State, battle: Battle, offers: list[Front]) -> bool:
    """Disrupted units need not attack (9.8.2), unless the offensive goes to the limit (FoW.6)."""
    forced = [u for o in offers for u in o.units if _fresh(s, u) or (battle.limit and _french(s, u))]
    return not forced


def _french(s: State, unit: str) -> bool:
    return s.unit(unit).nation == "french"


def _facing(s: State, battle: Battle, left: list[str], target: Stack) -> list[Stack]:
    fit = [u for u in left if not (is_fort(s, target) and s.counter(u).kind == "cavalry")]  # 9.6.1
    if not fit:
        return []
    worn = [u for u in fit if not _fresh(s, u) and _french(s, u)]
    if battle.limit and worn and len(fit) - len(worn) < len(_unfaced(battle)):
        return _stacks(s, worn, 5, _attacker_rank)  # FoW.6: the disrupted go in where the others do not reach
    best = min(_attacker_rank(s, u) for u in fit)
    found = _stacks(s, fit, best, _attacker_rank)
    if best == 0:
        divisions = [u for u in fit if _attacker_rank(s, u) == 1]
        found += [stack for stack in _stacks(s, divisions, 1, _attacker_rank) if len(stack) == 2]  # a corps' worth
    if best < 4 and s.counter(target[0]).kind == "cavalry":
        riders = [u for u in fit if _attacker_rank(s, u) == 4]
        found += _stacks(s, riders, 4, _attacker_rank)  # 9.2.3a
    return found


# --- reserves (9.2.5) --------------------------------------------------------------------------------------------


def place_reserves(s: State, battle: Battle) -> Procedure[Battle]:
    """Stacks that face no enemy may stand behind the line and fire once at the end (9.2.5)."""
    faced = [i for i, stack in enumerate(battle.attacker_front) if stack]
    idle = [stack for i, stack in enumerate(battle.defender_front) if i not in faced]
    battle = attrs.evolve(
        battle,
        defender_front=tuple(stack if i in faced else () for i, stack in enumerate(battle.defender_front)),
    )
    reserves: list[tuple[int, Stack]] = []
    for stack in idle:
        rested = stack if is_fort(s, stack) else tuple(u for u in stack if _fresh(s, u))
        if rested:  # the disrupted of the stack go back to the map
            yield from _reserve(s, battle, battle.defender, [rested], battle.attacker_front, reserves)
    battle = attrs.evolve(battle, defender_reserve=tuple(reserves))
    reserves = []
    left = [
        u for u in attackers_left(s, battle)
        if _fresh(s, u) and not any(u in stack for stack in battle.attacker_front)
    ]  # fmt: skip
    while left and len(faced) + len(reserves) < s.data.tables.battle.spaces:
        best = min(_attacker_rank(s, u) for u in left)
        placed = yield from _reserve(
            s, battle, battle.attacker, _stacks(s, left, best, _attacker_rank), battle.defender_front, reserves
        )
        if not placed:
            break
        left = [u for u in left if u not in placed]
    return attrs.evolve(battle, attacker_reserve=tuple(reserves))


def _reserve(
    s: State, battle: Battle, side: str, stacks: list[Stack], opposite: tuple[Stack, ...],
    reserves: list[tuple[int, Stack]],
) -> Procedure[Stack]:  # fmt: skip
    offers = [
        Reserve(i + 1, stack) for stack in stacks for i, target in enumerate(opposite)
        if target and battle.attacker_front[i] and _may_support(s, stack, target)
    ]  # fmt: skip
    if not offers:
        return ()
    prompt = "Who stands in reserve, behind which space ('done' for none)?"
    shots = "A stack in reserve fires once at the end, and no one fires back."
    warn = lambda a: shots if a == DONE else None  # noqa: E731
    answer = yield from _ask(s, battle, side, [*offers, DONE], prompt, "9.2.5", warn)
    if answer == DONE:
        return ()
    units: Stack = answer.units
    reserves.append((answer.space - 1, units))
    return units


def _may_support(s: State, stack: Stack, target: Stack) -> bool:
    """Cavalry stands in reserve only against cavalry, the British against infantry too (9.6.1)."""
    piece = s.counter(stack[0])
    if piece.kind != "cavalry":
        return True
    return s.counter(target[0]).kind in (("cavalry", "infantry") if piece.nation == "british" else ("cavalry",))
