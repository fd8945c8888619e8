"""Combat (10): declaration, air support, the die roll, losses; see also retreat.py and advance.py."""

from __future__ import annotations

from functools import partial

from wargame.core.engine.actions import DONE, PASS, Action, Done, Pass
from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Refusal, Roll
from wargame.core.mechanics.attack import Answers, Units, name_attackers
from wargame.core.mechanics.odds import total
from wargame.core.mechanics.zones import enemies

from . import advance, retreat
from .actions import AirSupport, Attack, CallOff, Fight, With
from .losses import lose_steps
from .model import FEW, State
from .odds import DEFENSIVE, OFFENSIVE, can_attack, cannot_fail, label, odds, shown
from .records import AXIS, ENEMY


def attackers(s: State, target: str) -> list[str]:
    """10.0: activated units next to the target, not across a blocked side, that have not fought yet."""
    near = (unit for hex in s.data.costs.ways(target) for unit in s.at.get(hex, ()))
    return [unit for unit in near if unit in s.activated and unit not in s.fought]


def targets(s: State, side: str) -> list[str]:
    """10.0: enemy hexes not yet attacked that can be attacked at 1-1 or better (10.2)."""
    ready = s.board.mask(s.units[unit].at for unit in s.activated if unit not in s.fought)
    near = s.board.members(s.board.step(ready, s.data.blocked_sides) & enemies(s, side))
    found = sorted((hex for hex in near if hex not in s.attacked), key=s.board.index.__getitem__)
    return [hex for hex in found if can_attack(s, hex, attackers(s, hex))]


def one_attack(s: State, side: str) -> Procedure[Done | None]:
    """10.1: declare, compare strengths, add air support, roll, apply the result."""
    hexes = targets(s, side)
    if not hexes:
        return DONE
    answer = yield offer(
        side, (*map(Attack, hexes), DONE), {Attack: partial(why_not_attack, s, side), Done: None},
        "Attack which hex ('done' ends combat)?", "10.1",
        show=lambda: best_odds(s, hexes), warn=partial(warn_of_missed_attacks, s, hexes), all_legal=True,
    )  # fmt: skip
    if answer == DONE:
        return DONE
    units = yield from declare(s, side, answer.hex)
    if not units:
        return None
    s.attacked |= {answer.hex}
    s.fought |= frozenset(units)
    yield from s.rules.resolve_combat(s, (answer.hex, units))
    return None


def best_odds(s: State, hexes: list[str]) -> dict[str, object]:
    """The odds of each attack if all units that can take part do."""
    rows = []
    for hex in hexes:
        units = attackers(s, hex)
        found = odds(s, hex, units)
        assert found.column is not None  # `hexes` are possible targets
        rows.append({"hex": hex, "defenders": tuple(map(s.name, s.units_at(hex))), "attack": found.attack,
                     "defence": found.defence, "column": label(found.column),
                     "attackers": tuple(map(s.name, units))})  # fmt: skip
    return {"possible attacks with all units": rows}


def warn_of_missed_attacks(s: State, hexes: list[str], answer: Action) -> str | None:
    """Ending combat gives up attacks in which every result hurts the defender."""
    if answer != DONE:
        return None
    found = {hex: odds(s, hex, attackers(s, hex)) for hex in hexes}
    sure = [f"{hex} at {label(one.column)}" for hex, one in found.items() if one.column and cannot_fail(s, one)]
    return (
        f"Every result of these attacks would hurt the defender: {', '.join(sure)} (with all units)." if sure else None
    )


def why_not_attack(s: State, side: str, answer: Attack) -> Refusal | None:
    hex = answer.hex
    if s.holder(hex) != ENEMY[side]:
        return Refusal("10.0", f"There is no enemy in {hex}.")
    if hex in s.attacked:
        return Refusal("10.0", f"{hex} has already been attacked in this activation.")
    units = attackers(s, hex)
    if not units:
        beside = [h for h in s.board.neighbours(hex) if s.activated.intersection(s.units_at(h))]
        if any(blocked_between(s, h, hex) for h in beside):
            return Refusal("10.0", f"Your units next to {hex} cannot attack across a blocked side.")
        return Refusal("10.0", f"No activated unit that has not fought stands next to {hex}.")
    if not can_attack(s, hex, units):
        return Refusal("10.2", f"Even with all your units, the attack on {hex} is below 1-1 after terrain.")
    return None


def blocked_between(s: State, a: str, b: str) -> bool:
    edge = s.board.edge(a, b)
    return edge is not None and edge.blocked


def declare(s: State, side: str, target: str) -> Procedure[Units]:
    """10.1, steps 1 and 2: attackers are named one by one, and the odds are shown."""
    units = yield from name_attackers(
        side, attackers(s, target), Answers(With, Fight(), CallOff()),
        lambda chosen: f"Attack {target} with which units?" + (f" {s.listed(chosen, FEW)} so far." if chosen else ""),
        "10.1",
        why_not_join=partial(why_not_join, s, target), why_not_fight=partial(why_not_fight, s, target),
        show=partial(shown, s, target),
        nobody=f"No unit has been named yet that attacks {target}; write 'with' and a unit, or 'call off'.",
    )  # fmt: skip
    return units


def why_not_fight(s: State, target: str, chosen: Units) -> Refusal | None:
    if can_attack(s, target, chosen):
        return None
    return Refusal("10.2", "The attack is below 1-1 after terrain; add units or call it off.")


def why_not_join(s: State, target: str, chosen: Units, unit: str) -> Refusal | None:
    name = s.name(unit)
    if unit not in s.units:
        return Refusal("10.0", f"{name} is not on the map.")
    at = s.units[unit].at
    if unit in chosen or unit in s.fought:
        return Refusal("10.0", f"{name} takes part in only one combat per activation.")
    if unit not in s.activated:
        return Refusal("10.0", f"{name} is not activated and cannot attack.")
    if not s.board.adjacent(at, target):
        return Refusal("10.0", f"{name} in {at} is not next to {target}.")
    if blocked_between(s, at, target):
        return Refusal("10.0", f"{name} cannot attack across the blocked side between {at} and {target}.")
    return None


def resolve(s: State, target: str, units: tuple[str, ...]) -> Procedure[None]:
    """10.1, steps 3 to 6."""
    side = s.side_of(units[0])
    flown = yield from air_support(s, side, target, units)
    found = odds(s, target, units, flown)
    column = found.column or s.data.crt.columns[0]
    die = yield Roll(1, len(s.data.crt.rows), f"the attack on {target}", "10.3")
    roll = max(1, die.total + total(found.die))
    result = s.data.crt.result(column, roll)
    odds_text = f"{found.attack}:{found.defence}, column {label(column)}"
    rules = ", ".join(dict.fromkeys(m.rule for m in found.die))
    fell = f" (the die shows {die.total}, {rules})" if roll != die.total else ""
    s.note(s.listed(units) + " attack {target}: {odds}, roll {roll}, result {result}" + fell, "10.3",
           by=", ".join(units), target=target, odds=odds_text, roll=roll, result=result)  # fmt: skip
    yield from apply(s, target, units, result)


def air_support(s: State, attacker: str, target: str, units: tuple[str, ...]) -> Procedure[tuple[str, ...]]:
    """7.0: the Axis player may use markers before the roll: offensive ones attacking, defensive ones defending.

    Asked whenever a marker is held, so that the question does not reveal which.
    """
    kind = OFFENSIVE if attacker == AXIS else DEFENSIVE
    flown: tuple[str, ...] = ()
    while s.luftwaffe:
        answer = yield offer(
            AXIS,
            (PASS, AirSupport(kind)),
            {Pass: None, AirSupport: partial(why_not_fly, s, kind)},
            f"Use air support in the attack on {target} (you hold {', '.join(s.luftwaffe)}; 'pass' for no)?",
            "7.0",
            show=partial(shown, s, target, units, flown),
        )
        if answer == PASS:
            break
        left = list(s.luftwaffe)
        left.remove(kind)
        s.luftwaffe, s.flown, flown = tuple(left), (*s.flown, kind), (*flown, kind)
        s.note("{kind} air support", "7.0", kind=kind)
    return flown


def why_not_fly(s: State, kind: str, answer: AirSupport) -> Refusal | None:
    if answer.kind != kind:
        return Refusal("7.0", f"Only {kind} air support helps the Axis here.")
    return None if kind in s.luftwaffe else Refusal("7.0", f"You hold no {kind} marker.")


def apply(s: State, target: str, units: tuple[str, ...], result: str) -> Procedure[None]:
    """10.3, 12.2: losses, retreat, advance."""
    code = s.data.codes[result]
    side = s.side_of(units[0])
    origin = {u: s.units[u].at for u in units}
    if code.attacker_steps:
        yield from lose_steps(s, units, code.attacker_steps, "10.3")
    ordered = target in s.orders and s.holder(target) == AXIS
    steps = code.defender_steps + (code.retreat if ordered else 0)  # 12.2
    if steps:
        yield from lose_steps(s, s.units_at(target), steps, "12.2" if ordered else "10.3")
    if code.retreat and not ordered:
        yield from retreat.retreat(s, target, code.retreat)
    if not s.holder(target) and s.result is None:  # 13.1
        yield from advance.advance(s, side, target, origin)
