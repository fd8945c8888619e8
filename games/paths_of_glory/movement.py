"""Movement (11.1, 11.3): stacks march space by space, besiege forts together and make room for others."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from wargame.core.engine.questions import Refusal
from wargame.core.mechanics.movement import steps_on

from .actions import Group
from .model import CP, ENEMY, State
from .stacking import can_operate, why_not_operate
from .supply import besieged, besieging_force, own_units

Units = tuple[str, ...]


def movable(s: State, side: str) -> list[str]:
    """The units in Move spaces that can still move this round (9.2.8, 11.1.5)."""
    return [
        u for x, use in s.activated.items() if use == "move" for u in own_units(s, x, side)
        if u not in s.moved and s.mf(u)
    ]  # fmt: skip


def groups(s: State, side: str) -> list[Group]:
    """Every stack that may start moving: alike units count once, a siege is not broken (15.2.4)."""
    found: dict[tuple[object, ...], Group] = {}
    for space, use in s.activated.items():
        free = [u for u in own_units(s, space, side) if use == "move" and u not in s.moved and s.mf(u)]
        for mask in range(1, 1 << len(free)):
            units = tuple(u for i, u in enumerate(free) if mask >> i & 1)
            key = (space, *sorted((s.counter(u).type, s.units[u].steps) for u in units))
            if key in found or why_not_leave(s, side, space, units) is not None:
                continue
            if can_step(s, side, units, space, 0):
                found[key] = Group(units)
    return list(found.values())


def why_not_move(s: State, side: str, units: Units) -> Refusal | None:
    """Why these units may not set out together; None if they may."""
    if not units or len(set(units)) < len(units):
        return Refusal("11.1.1", "Name each unit of the stack once.")
    for u in units:
        if u not in s.units or s.side_of(u) != side or s.activated.get(s.units[u].at) != "move":
            return Refusal("9.2.8", f"{s.name(u)} is not in a space activated to move.")
        if u in s.moved or not s.mf(u):
            return Refusal("11.1.5", f"{s.name(u)} cannot move (again) this round.")
    at = s.units[units[0]].at
    if any(s.units[u].at != at for u in units):
        return Refusal("11.1.1", "Units that move together start in one space.")
    if bad := why_not_leave(s, side, at, units):
        return bad
    if can_step(s, side, units, at, 0):
        return None
    found = [bad for to in s.data.around[at] if to != at and (bad := why_not_go(s, side, units, at, to))]
    nowhere = Refusal("11.1.3", f"No line leads out of {s.name(at)}.")
    return min(found, key=lambda bad: bad.rule == "11.1.4", default=nowhere)


def why_not_go(s: State, side: str, units: Units, at: str, to: str) -> Refusal | None:
    """Why a stack may not take one step: it may not enter, or could stop neither there nor beyond."""
    return why_not_enter(s, side, units, at, to) or why_not_stop(s, side, units, to)


def why_not_leave(s: State, side: str, space: str, units: Units) -> Refusal | None:
    """Why units may not leave a siege to the others in a space (15.2.4); None if they may."""
    if s.fort_owner(space) == ENEMY[side] and besieged(s, space):
        stay = [u for u in s.units_at(space) if u not in units]
        if stay and not besieging_force(s, stay, s.fort(space)) and not can_follow(s, side, space, stay):
            return Refusal(
                "15.2.4", f"The units left in {s.name(space)} could neither keep up the siege nor leave too."
            )
    return None


def can_follow(s: State, side: str, space: str, stay: list[str]) -> bool:
    """Whether the rest of a siege can go as well: free to move, and one space beside the fort takes all (15.2.4)."""
    if s.activated.get(space) != "move" or any(u in s.moved or not s.mf(u) for u in stay):
        return False
    room = s.data.numbers.stack - len(s.units_at(space))
    return any(
        to != space and len(s.units_at(to)) <= room and s.fort_owner(to) != ENEMY[side]
        and all(not (why_not_enter(s, side, (u,), space, to) or why_not_stop(s, side, (u,), to)) for u in stay)
        for to in s.data.around[space]
    )  # fmt: skip


def why_not_enter(s: State, side: str, units: tuple[str, ...], at: str, to: str) -> Refusal | None:
    """Why a group may not step from a space to another; None if it may."""
    if s.data.caucasus(at, to) and any(s.counter(u).army and s.counter(u).nation == "ru" for u in units):
        return Refusal("11.3.2", "A Russian army never moves between the Caucasus box and the Near East.")
    if not all(to in s.data.near(at, s.counter(u)) for u in units):
        return Refusal("11.1.4", f"There is no line from {s.name(at)} to {s.name(to)} that all these units may use.")
    here = s.units_at(to)
    if s.neutral(to):
        return Refusal("9.5.2.4", f"Neutral Greek units stand in {s.name(to)}.")
    if here and s.side_of(here[0]) != side:
        return Refusal("11.1.7", f"Enemy units stand in {s.name(to)}.")
    for u in units:
        if bad := why_not_operate(s, u, to):
            return bad
    if s.data.caucasus(at, to):
        if "cp_52" in s.played:
            return Refusal(
                "11.3.2", "No Russian unit moves between the Caucasus box and the Near East after Fall of the Tsar."
            )
        if len(units) > 1 or "ru_caucasus" in s.limits:
            return Refusal("11.3.2", "One Russian corps a turn moves between the Caucasus box and the Near East.")
    if s.fort_owner(to) == ENEMY[side]:
        if bad := why_not_besiege_yet(s, units, to):
            return bad
        force = [*units, *here]
        if not besieging_force(s, force, s.fort(to)) and not besieging_force(
            s, [*force, *comers(s, side, to, units)], s.fort(to)
        ):
            return Refusal("11.1.8", f"These units cannot besiege the fort of {s.name(to)}.")
    return None


def why_not_besiege_yet(s: State, units: Units, fort: str) -> Refusal | None:
    """Why Russian units may not besiege a German fort this turn (15.1.11)."""
    first = s.data.numbers.russian_fort_turn
    if s.turn >= first or s.data.spaces[fort].nation != "ge" or all(s.counter(u).nation != "ru" for u in units):
        return None
    return Refusal("15.1.11", f"Russian units may not besiege German forts before turn {first}.")


def halts(s: State, side: str, units: Units, space: str) -> bool:
    """Whether a fort ends the move of units that enter: one that no others besiege (15.1.1, 15.2.2)."""
    if s.fort_owner(space) != ENEMY[side]:
        return False
    return not besieging_force(s, [u for u in s.units_at(space) if u not in units], s.fort(space))


def comers(s: State, side: str, fort: str, besides: tuple[str, ...] = ()) -> list[str]:
    """Other units that can still come to a fort this round, to besiege it together (15.2.1)."""
    ready = [u for u in movable(s, side) if u not in besides and s.units[u].at != fort]
    ready = [u for u in ready if s.fort_owner(s.units[u].at) != ENEMY[side]]
    if "cp_45" in s.played and besides:  # 16.4.9
        ready = [u for u in ready if (s.counter(u).nation == "ru") == (s.counter(besides[0]).nation == "ru")]
    return [u for u in ready if approach(s, side, u, s.units[u].at, s.mf(u), fort)]


def approach(s: State, side: str, unit: str, at: str, left: int, fort: str) -> list[str]:
    """The next spaces on the ways of a unit to a fort within its movement."""
    near = s.data.near(at, s.counter(unit)) if left else ()
    found = []
    for to in near:
        if to == fort:
            fits = can_operate(s, unit, fort) and why_not_stop(s, side, (unit,), fort, (unit,)) is None
            fits = fits and not s.data.caucasus(at, to)
        else:
            fits = left > 1 and not halts(s, side, (unit,), to) and why_not_enter(s, side, (unit,), at, to) is None
            fits = fits and bool(approach(s, side, unit, to, left - 1, fort))
        if fits:
            found.append(to)
    return found


def why_not_stop(s: State, side: str, units: Units, space: str, gone: Units = ()) -> Refusal | None:
    """Why a group may not end its move in a space; None if it may. `gone`: units that will have left their space."""
    others = [u for u in s.units_at(space) if u not in units and u not in gone]
    numbers = s.data.numbers
    if len(others) + len(units) > numbers.stack and (gone or s.crowd or not room_makers(s, side, space, others, units)):
        return Refusal("10.1.1", f"More than {numbers.stack} units would stand in {s.name(space)}.")
    if s.activated.get(space) == "attack":
        return Refusal("11.1.6", f"{s.name(space)} is marked for attack.")
    if side == CP and space in numbers.channel and not s.channel_open:
        before = f"Race to the Sea or war status {numbers.channel_status}"
        return Refusal("11.1.9", f"The Central Powers may not end in {s.name(space)} before {before}.")
    return None


def room_makers(s: State, side: str, space: str, others: list[str], coming: Units = ()) -> list[Group]:
    """Stacks of a full space that can still move on to make room for the `coming` ones (10.1.2)."""
    excess = len(others) + len(coming) - s.data.numbers.stack
    free = [u for u in others if s.activated.get(space) == "move" and u not in s.moved and s.mf(u)]
    if len(free) < excess or any(s.data.caucasus(space, n) for n in s.data.around[space]):  # 11.3.2
        return []
    stacks = (c for n in range(excess, len(free) + 1) for c in combinations(free, n))
    return [
        Group(c) for c in stacks
        if why_not_leave(s, side, space, c) is None and can_step(s, side, c, space, 0, coming or c)
    ]  # fmt: skip


def next_steps(s: State, side: str, units: Units, at: str, spent: int, gone: Units = ()) -> list[str]:
    """Spaces the group may step to from which it can still end its move legally."""
    return list(_steps(s, side, units, at, spent, gone))


def can_step(s: State, side: str, units: Units, at: str, spent: int, gone: Units = ()) -> bool:
    """Whether the group may step anywhere from where it can still end its move legally."""
    return next(_steps(s, side, units, at, spent, gone), None) is not None


def _steps(s: State, side: str, units: Units, at: str, spent: int, gone: Units) -> Iterator[str]:
    slowest = min(s.mf(u) for u in units)
    first = s.counter(units[0])

    def ways(at: str, spent: int) -> Iterator[tuple[str, int]]:
        if spent < slowest and not (spent and halts(s, side, units, at)):
            for to in s.data.near(at, first):
                if why_not_enter(s, side, units, at, to) is None:
                    yield to, spent + 1

    return steps_on(at, spent, ways, lambda to: why_not_stop(s, side, units, to, gone) is None)
