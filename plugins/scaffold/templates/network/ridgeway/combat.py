"""4: combat."""

from __future__ import annotations

from wargame.core.engine.questions import Procedure, Refusal, Roll
from wargame.core.mechanics.losses import lose_step
from wargame.core.mechanics.odds import Modifier, total

from .model import State


def attackers(s: State, side: str, target: str) -> list[str]:
    """4.1: the units next to a space that have not moved or attacked yet."""
    near = (unit for space in s.board.neighbours(target) for unit in s.units_at(space) if s.side_of(unit) == side)
    return [unit for unit in near if not s.marked(unit, "moved")]


def why_not_attack(s: State, side: str, target: str) -> Refusal | None:
    if target not in s.board or s.holder(target) != s.title.enemy(side):
        return Refusal("4.1", f"There is no enemy in {s.name(target)}.")
    return None if attackers(s, side, target) else Refusal("4.1", f"No unit can attack {s.name(target)} now.")


def modifiers(s: State, units: list[str], target: str) -> tuple[Modifier, ...]:
    """4.2: what is added to the die."""
    attack, defence = (sum(s.counter(unit).strength for unit in own) for own in (units, s.units_at(target)))
    found = [Modifier("strength", attack - defence, "4.2")]
    if all(s.board.edge(s.units[unit].at, target).rough for unit in units):
        found.append(Modifier("rough road", s.data.numbers.rough, "4.2"))
    return s.rules.modifiers(s, (tuple(units), target), found)


def fight_for(s: State, side: str, target: str) -> Procedure[None]:
    """All units that can, attack; those that are left may enter the space, the strongest first."""
    units = attackers(s, side, target)
    for unit in units:
        s.mark(unit, "moved")
    if (yield from s.rules.resolve_combat(s, (tuple(units), target))):
        for unit in units[: s.data.numbers.stack]:
            s.enter(unit, target, "4.4")


def fight(s: State, battle: tuple[tuple[str, ...], str]) -> Procedure[bool]:
    """4.3: True if the space is empty then."""
    units, target = list(battle[0]), battle[1]
    found = modifiers(s, units, target)
    roll = yield Roll(1, 6, f"the attack on {s.name(target)}", "4.3")
    why = ", ".join(modifier.text for modifier in found)
    s.note("Attack on {space}: {roll}, {why}", "4.3", space=target, roll=roll.total, why=why)
    if roll.total + total(found) < s.data.numbers.success:
        lose_step(s, units[0], "4.3")
        return False
    for unit in s.units_at(target):
        retreat(s, unit)
    return True


def retreat(s: State, unit: str) -> None:
    """4.4: a unit loses a step and goes to a space next to it with the fewest units; if there is none, it is lost."""
    side, here = s.side_of(unit), s.units[unit].at
    free = [space for space in s.board.neighbours(here) if s.holder(space) in ("", side)]
    room = [space for space in free if len(s.units_at(space)) < s.data.numbers.stack]
    if s.units[unit].steps == 1 or not room:
        s.eliminate(unit, "4.4")
        return
    s.reduce(unit, "4.4")
    s.enter(unit, min(room, key=lambda space: len(s.units_at(space))), "4.4")
