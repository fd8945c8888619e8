"""6: combat."""

from __future__ import annotations

from functools import partial
from typing import Any

from wargame.core.engine.actions import DONE, Done
from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Refusal, Roll
from wargame.core.mechanics.advance import Advances
from wargame.core.mechanics.answers import Advance, Attack, CallOff, Fight, Join, Lose, Retreat
from wargame.core.mechanics.attack import Answers, Units, name_attackers
from wargame.core.mechanics.losses import lose_step, share_losses
from wargame.core.mechanics.odds import Forecast, Modifier, odds_column, total
from wargame.core.mechanics.retreat import Priority, Retreats

from .model import DEAD, State
from .movement import STACKING, SUPPLY, ZONES, why_not_act

ANSWERS = Answers(Join, Fight(), CallOff())


def why_not_retreat(s: State, unit: str, way: tuple[str, ...], to: str) -> Refusal | None:
    if not ZONES.open_to(s, s.side_of(unit), to):
        return Refusal("6.5", f"{s.name(to)} is in an enemy zone of control.")
    return STACKING.why_not_enter(s, [unit], to)


def stand(s: State, unit: str, space: str) -> Refusal | None:
    return STACKING.why_not_stand(s, [unit], space)


def cut_off(s: State, unit: str, way: tuple[str, ...]) -> bool:
    return not SUPPLY.reaches(s, s.side_of(unit), way[-1])


HOME = Priority(cut_off, "{unit} must retreat to where it is in supply.")
RETREATS = Retreats("6.5", why_not_retreat, (HOME,), stand, noun="hex")
ADVANCES = Advances("6.6", lambda s, unit: 1, lambda s, unit, way, to: None, stand, noun="hex")


def value(s: State, unit: str) -> int:
    """6.2: the strength of a unit, half of it (rounded up) if it is reduced."""
    counter = s.counter(unit)
    return counter.strength if s.units[unit].steps == counter.steps else (counter.strength + 1) // 2


def attack_value(s: State, unit: str) -> int:
    """5.2: attackers out of supply are halved."""
    supplied = SUPPLY.reaches(s, s.side_of(unit), s.units[unit].at)
    return value(s, unit) if supplied else (value(s, unit) + 1) // 2


def forecast(s: State, target: str, units: Units) -> Forecast | None:
    """6.2, 6.3: odds, shifts and chances; None below the lowest column."""
    here, table = s.board[target], s.data.numbers.shift
    found = [Modifier(here.terrain, table.get(here.terrain, 0), "6.3")]
    if here.points:
        found.append(Modifier("city", table["city"], "6.3"))
    sides = [s.board.edge(s.units[unit].at, target) for unit in units]
    if all(side and side.river for side in sides):
        found.append(Modifier("river", table["river"], "6.3"))
    shifts = s.rules.modifiers(s, (target, units), [shift for shift in found if shift.amount])
    attack, defence = sum(attack_value(s, unit) for unit in units), sum(value(s, unit) for unit in s.units_at(target))
    label = odds_column(attack, defence, s.data.odds)
    column = s.data.crt.shifted(label, total(shifts)) if label else None
    return Forecast(s.data.crt, column, attack, defence, shifts) if column else None


def why_not_join(s: State, side: str, target: str, chosen: Units, unit: str) -> Refusal | None:
    if unit in chosen:
        return Refusal("6.1", f"{s.name(unit)} attacks already.")
    if refusal := why_not_act(s, side, unit, "attacked", "6.1"):
        return refusal
    near = s.board.adjacent(s.units[unit].at, target)
    return None if near else Refusal("6.1", f"{s.name(unit)} is not next to {s.name(target)}.")


def why_not_attack(s: State, side: str, target: str) -> Refusal | None:
    if s.holder(target) != s.title.enemy(side) or target not in s.board:
        return Refusal("6.1", f"There is no enemy in {s.name(target)}.")
    if target in s.attacked:
        return Refusal("6.1", f"{s.name(target)} has been attacked already, or the attack was called off.")
    near = (unit for space in s.board.neighbours(target) for unit in s.units_at(space))
    ready = tuple(unit for unit in near if why_not_join(s, side, target, (), unit) is None)
    if not ready:
        return Refusal("6.1", f"No unit that could still attack stands next to {s.name(target)}.")
    return why_not_fight(s, target, ready)


def why_not_fight(s: State, target: str, units: Units) -> Refusal | None:
    low = Refusal("6.2", f"The odds of {', '.join(map(s.name, units))} are below {s.data.crt.columns[0]}.")
    return None if forecast(s, target, units) else low


def attack_one(s: State, side: str) -> Procedure[Any]:
    """6.1: one attack. The kernel repeats this until the side is done."""
    enemies = dict.fromkeys(s.units[unit].at for unit in s.units_on_map(s.title.enemy(side)))
    why_not = {Attack: lambda attack: why_not_attack(s, side, attack.target), Done: None}
    answer = yield offer(side, [*map(Attack, enemies), DONE], why_not, "Attack which hex?", "6.1")
    if answer == DONE:
        return DONE
    s.attacked |= {answer.target}
    yield from s.rules.resolve_combat(s, answer.target)
    return None


def fight(s: State, target: str) -> Procedure[None]:
    """One battle: attackers, die, losses, retreats, advance."""
    side = s.title.enemy(s.holder(target))
    near = [unit for space in s.board.neighbours(target) for unit in s.units_at(space) if s.side_of(unit) == side]
    units = yield from name_attackers(
        side, near, ANSWERS, lambda chosen: f"Attack {s.name(target)} with which units?", "6.1",
        why_not_join=partial(why_not_join, s, side, target),
        why_not_fight=partial(why_not_fight, s, target),
        show=lambda chosen: found.shown() if chosen and (found := forecast(s, target, chosen)) else {},
    )  # fmt: skip
    odds = forecast(s, target, units) if units else None
    if odds is None:
        return
    for unit in units:
        s.mark(unit, "attacked")
    roll = yield Roll(1, 6, f"the attack on {s.name(target)}", "6.3")
    result = odds.result(roll.total)
    words = {"space": target, "column": odds.column, "roll": roll.total, "result": result, "units": units}
    s.note("Attack on {space} at {column}: {roll}, {result}", "6.3", **words)
    effect, defenders = s.data.numbers.effects[result], s.units_at(target)
    yield from suffer(s, defenders, effect.defender, effect.defender_retreats)
    yield from suffer(s, units, effect.attacker, effect.attacker_retreats)
    if not s.units_at(target):
        yield from ADVANCES.carry_out(
            s, units, target, Advance, "Which units advance?", lambda unit, path: s.enter(unit, path[-1], "6.6")
        )


def suffer(s: State, units: Units, steps: int, hexes: int) -> Procedure[None]:
    """6.4, 6.5: units lose steps, and those that are left retreat."""

    def alive() -> list[str]:
        return [unit for unit in units if s.on_map(unit)]

    yield from share_losses(
        s.side_of(units[0]), steps, alive, lambda answer: lose_step(s, answer.unit, "6.4", DEAD), Lose,
        lambda left: f"Which unit loses a step ({left} to go)?", "6.4",
    )  # fmt: skip
    yield from RETREATS.carry_out(
        s, alive() if hexes else (), hexes, Retreat, "Which unit retreats, and which way?",
        lambda unit, path: s.enter(unit, path[-1], "6.5"), lambda unit: s.eliminate(unit, "6.5", DEAD),
    )  # fmt: skip
