"""Movement (8.4): a group forms in the activated hex, goes hex by hex, and leaves units behind on its way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import attrs

from wargame.core.engine.actions import DONE
from wargame.core.engine.questions import Choose, Procedure, Reason
from wargame.core.mechanics.search import path

from .control import ninth_army, room, settle, watch_paris
from .model import (
    ANTWERP,
    BRUSSELS,
    GHENT,
    HOLLAND,
    MAUBEUGE,
    PARIS,
    TRIER,
    Activate,
    Entrench,
    Go,
    Leave,
    Recover,
    State,
    Take,
)  # fmt: skip
from .records import ALLIED, ENEMY, GERMAN, Counter
from .retreat import cavalry_flight, displace_rear
from .supply import nation_of, supplied

SCREEN = ("53", BRUSSELS)
WITHDRAWAL = {ALLIED: "8.7.2", GERMAN: "8.7.3"}


def antwerp_screened(state: State) -> bool:
    """Two German infantry corps beside Antwerp pin the Belgians there until turn 7 (12.5.2)."""
    if state.what_if() or not state.belgians_in_antwerp:
        return False
    corps = sum(
        state.is_infantry(u) and state.unit(u).half_corps == 2 for h in SCREEN for u in state.present(h, GERMAN).combat
    )
    return corps >= 2


# --- may a unit go there? ----------------------------------------------------------------------------------------


def refusal(state: State, units: Sequence[str], at: str, to: str, spent: int, withdrawal: bool) -> Reason | None:
    """Why this group may not go from `at` to the hex beside it, or None if it may."""
    side = state.unit(units[0]).side
    cost = state.next_to(at).get(to)
    if cost is None:
        return "8.4", f"{to} is not next to {at}."
    if cost == 0:
        return "8.4.2", f"The hexside between {at} and {to} is impassable."
    if state.blocked and state.closed(side, at, to):
        return "8.4.5", f"The enemy came through the hexside between {at} and {to}: it is blocked."
    if withdrawal and (state.control[to] != side or state.guards(to, ENEMY[side])):
        return WITHDRAWAL[side], f"In a general retreat units enter only hexes they hold without enemies, not {to}."
    return (
        _too_slow(state, units, cost, spent)
        or _table(state, units, side, at, to)
        or _bound(state, units, side, at, to)
        or _out_of_supply(state, units, at, to)
    )


def _too_slow(state: State, units: Sequence[str], cost: int, spent: int) -> Reason | None:
    headquarters: dict[str, int] = {}
    for unit in units:
        counter = state.unit(unit)
        if counter.kind == "hq":
            now = counter.movement if state.units[unit].steps == 2 else counter.reduced_movement
            headquarters[counter.nation] = max(now, headquarters.get(counter.nation, 0))
    for unit in units:
        counter = state.unit(unit)
        if counter.kind == "ha" or (state.units[unit].steps == 1 and counter.combat):
            allowed = headquarters.get(counter.nation, 0) if counter.combat else 0
            if spent and spent + cost > allowed:
                return "8.4.2", f"{unit} moves one hex only."
            continue
        own = own_allowance(counter, state.units[unit].steps)
        if spent + cost > (max(own, headquarters.get(counter.nation, 0)) if counter.combat else own):
            return "8.4.2", f"{unit} has not enough movement points."
    return None


def own_allowance(counter: Counter, steps: int) -> int:
    return counter.movement if steps == 2 else counter.reduced_movement


def _table(state: State, units: Sequence[str], side: str, at: str, to: str) -> Reason | None:
    """The entry and exit table (8.4.2)."""
    enemy = ENEMY[side]
    if state.control[to] == side or not state.guards(to, enemy):
        return None
    if state.control.get(at, side) != side:
        return "8.4.4", f"From {at}, which the enemy holds, no unit goes on to {to}, which he also holds in force."
    combat = [u for u in units if state.unit(u).combat]
    if (combat or not state.guards(to, side)) and not any(state.units[u].steps == 2 for u in combat):
        return "9.8.2", f"Only a group with an undisrupted combat unit may enter {to}, which the enemy occupies."
    if state.guards(to, side):
        return None
    if state.present(to, enemy).forts and not state.present(to, enemy).combat and not _can_face_forts(state, units):
        return "9.6.1", f"Cavalry cannot attack the forts of {to}."
    if not any(state.may_attack(u) for u in units if state.unit(u).combat and state.units[u].steps == 2):
        return "2.4", f"These units can only defend; they cannot enter {to}, which the enemy occupies."
    return None


def _can_face_forts(state: State, units: Sequence[str]) -> bool:
    return any(state.unit(u).kind == "infantry" and state.units[u].steps == 2 and state.may_attack(u) for u in units)


def _bound(state: State, units: Sequence[str], side: str, at: str, to: str) -> Reason | None:
    """What keeps whole nations out of some hexes (8.4.7, 8.4.8, 12.5, 13.1)."""
    space = state.space(to)
    if to == MAUBEUGE and any(state.kept_out(u, to) for u in units):
        if side == GERMAN:
            return "13.1", "No German unit enters Maubeuge (54) in turn 1."
        return "13.1", "In turns 1 and 2 only units that began the game in Maubeuge (54) may enter it."
    if side == GERMAN:
        if state.what_if():
            return None
        combat = any(state.unit(u).combat for u in units)
        if space.schlieffen and state.turn < 7 and combat and not state.present(to, ALLIED).combat:
            return (
                "8.4.8",
                f"Until turn 7 German combat units enter the Schlieffen Plan hex {to} only to meet the enemy.",
            )
        if (
            to == GHENT
            and antwerp_screened(state)
            and any(_belgian(state, u) for u in state.present(ANTWERP, ALLIED).combat)
        ):
            return "12.5.3", "Ghent (43) stays open while the Belgians are screened in Antwerp."
        return None
    if state.space(at).belgium and not space.belgium and any(_belgian(state, u) for u in units):
        return "8.4.7", f"Belgian units do not leave Belgium of their own will; {to} is not in it."
    return None


def _belgian(state: State, unit: str) -> bool:
    return state.unit(unit).nation == "belgian"


def _out_of_supply(state: State, units: Sequence[str], at: str, to: str) -> Reason | None:
    if at == HOLLAND:
        return None  # 13.3.4b4: the 9th Army comes in by the hexes named there, fed or not
    bit = state.printed.bit
    for unit in units:
        fed = supplied(state, nation_of(state, unit))
        if fed & bit[to]:
            continue
        if fed & bit[at]:
            return "8.4.3", f"{unit} would be out of supply in {to}."
        if _steps_to(state, to, fed) >= _steps_to(state, at, fed):
            return "8.4.3", f"{unit} is out of supply and may only move towards supply."
    return None


def _steps_to(state: State, hex: str, fed: int) -> int:
    """How many hexes it is from `hex` to one in supply."""
    printed = state.printed
    way = path(printed.board, hex, fed, printed.board.everywhere, printed.land) if fed else ()
    return len(way) if way else 999


def may_stay(state: State, units: tuple[str, ...], hex: str, side: str) -> Reason | None:
    """Why the units may not end their move here (8.4.6, 8.4.7)."""
    if hex == PARIS and any(state.unit(u).nation == "british" for u in units):
        return "8.4.7", "British units do not stay in Paris."
    if not room(state, hex, units, side):
        return "8.4.6", f"There is no room for them in {hex}."
    return None


def must_stop(state: State, hex: str, side: str) -> bool:
    """Entering a hex with enemy combat units or unbesieged forts ends the move (8.3.1)."""
    return state.guards(hex, ENEMY[side])


def movable(state: State, side: str, hex: str, withdrawal: bool) -> list[str]:
    """The units of the hex that can still move in this activation."""
    own = state.present(hex, side)
    units = [u for u in (*own.combat, *own.hq, *own.ha) if u not in state.moved]
    if withdrawal:
        units = [u for u in units if not _belgian(state, u)]  # 8.7.2
    if hex == ANTWERP and side == ALLIED and state.turn < 7 and antwerp_screened(state):
        units = [u for u in units if not _belgian(state, u)]  # 12.5.2
    return units


# --- one group ---------------------------------------------------------------------------------------------------


@attrs.define
class Group:
    """Units that move together from the activated hex, and those it left on its way.

    `carried` are the nations whose HQ brought units farther than they could go alone.
    """

    side: str
    start: str
    at: str
    withdrawal: bool
    units: list[str]
    spent: int = 0
    hexes: int = 0
    left: list[str] = attrs.field(factory=list)
    carried: set[str] = attrs.field(factory=set)


def move_group(state: State, side: str, withdrawal: bool = False) -> Procedure[Any]:
    """Form a group in the activated hex and move it; returns DONE when the player moves no more."""
    start = state.activated
    group = Group(side, start, start, withdrawal, [])
    if start == HOLLAND:
        group.units = movable(state, side, HOLLAND, False)  # 13.3.4b4: all together
    while True:
        offered = _offers(state, group)
        if not group.units and offered == [DONE]:
            return DONE
        answer = yield Choose(side, offered, _prompt(state, group), "8.4", refuse=_explain(state, group))
        if isinstance(answer, Take):
            group.units.append(answer.unit)
        elif isinstance(answer, Leave):
            group.units.remove(answer.unit)
            group.left.append(answer.unit)
            if _needed_headquarters(state, group, answer.unit):
                group.carried.add(state.unit(answer.unit).nation)
            _stop(state, group, (answer.unit,))
        elif isinstance(answer, Go):
            goes_on = yield from _go(state, group, answer.hex)
            if not goes_on:
                _stop(state, group, tuple(group.units))
                return None
        else:
            _stop(state, group, tuple(group.units))
            return None if group.hexes else DONE


def _go(state: State, group: Group, to: str) -> Procedure[bool]:
    """The group goes to the next hex; whether it may go on (and the game does, 3.2.4b)."""
    group.spent += state.next_to(group.at)[to]
    group.hexes += 1
    goes_on = yield from _enter(state, group.side, group.units, group.at, to)
    group.at = to
    return goes_on and state.control[TRIER] == GERMAN


def _prompt(state: State, group: Group) -> str:
    if not group.units:
        return f"Which unit of {group.start} moves?"
    more = " (or take more)" if not group.hexes else f", {group.spent} movement points spent"
    return f"{', '.join(group.units)} at {group.at}: where to{more}?"


def _offers(state: State, group: Group) -> list[Any]:
    found: list[Any] = []
    if not group.hexes:
        movers = movable(state, group.side, group.start, group.withdrawal)
        found += [Take(u) for u in movers if u not in group.units]
        if not group.units:
            return [*found, DONE]
    units = tuple(group.units)
    found += [Go(h) for h in state.next_to(group.at) if _fine(state, group, units, h)]
    if not group.hexes:
        found.append(DONE)
        return found
    room_for_all = may_stay(state, units, group.at, group.side) is None
    if room_for_all:
        found.append(DONE)
    if len(units) > 1:
        found += [Leave(u) for u in units if room_for_all or _may_leave(state, group, u)]
    return found


def _may_leave(state: State, group: Group, unit: str) -> bool:
    """Whether a unit may stay behind in a hex without room for all, and the others can go on without it (8.4.6)."""
    if may_stay(state, (unit,), group.at, group.side) is not None:
        return False
    rest = tuple(u for u in group.units if u != unit)
    return _leads_on(state, group, rest, group.at, group.spent, (group.at,))


def _fine(state: State, group: Group, units: tuple[str, ...], to: str) -> bool:
    """Whether the group may enter a hex and stay there, or pass through it to one where it may stay (8.4.6)."""
    at, side = group.at, group.side
    if refusal(state, units, at, to, group.spent, group.withdrawal) is not None:
        return False
    if may_stay(state, units, to, side) is None:
        return True
    return _leads_on(state, group, units, to, group.spent + state.next_to(at)[to], (at, to))


def _leads_on(
    state: State, group: Group, units: tuple[str, ...], at: str, spent: int, passed: tuple[str, ...]
) -> bool:  # fmt: skip
    """Whether units that may not stay in `at` can go on from there to where they may."""
    if must_stop(state, at, group.side) or state.control[at] != group.side:
        return False
    for to, cost in state.next_to(at).items():
        if to in passed or refusal(state, units, at, to, spent, group.withdrawal) is not None:
            continue
        if may_stay(state, units, to, group.side) is None:
            return True
        if _leads_on(state, group, units, to, spent + cost, (*passed, to)):
            return True
    return False


def _explain(state: State, group: Group) -> Callable[[Any], Reason | None]:
    def why(answer: Any) -> Reason | None:
        if isinstance(answer, Go) and answer.hex not in state.printed.spaces:
            return "8.4", f"There is no hex {answer.hex}."
        if isinstance(answer, Go) and group.units:
            return refusal(
                state, group.units, group.at, answer.hex, group.spent, group.withdrawal
            ) or may_stay(state, tuple(group.units), answer.hex, group.side)  # fmt: skip
        if isinstance(answer, Take):
            if answer.unit in state.moved:
                return "8.2.2", f"{answer.unit} has already moved in this activation."
            if group.hexes:
                return "8.4", "No unit joins a group that has begun to move."
            if answer.unit in state.at.get(group.start, ()) and answer.unit not in group.units:
                return "12.5.2", "The Belgians in Antwerp are pinned by the German screen."
            return "8.2.1", f"{answer.unit} is not in the activated hex {group.start}."
        if isinstance(answer, Activate | Entrench | Recover):
            return "8.2.1", f"Hex {group.start} is activated: finish with its units ('done') before another."
        if answer == DONE:
            return may_stay(state, tuple(group.units), group.at, group.side)
        return None

    return why


def _enter(state: State, side: str, group: list[str], at: str, to: str) -> Procedure[bool]:
    """The group enters a hex; whether it may go on (8.4.2)."""
    enemy = ENEMY[side]
    occupied = state.guards(to, enemy)
    joined = state.guards(to, side)
    screened = False
    if occupied and _only_cavalry(state, to, enemy) and _has_corps(state, group):
        screened = True
        stands = yield from cavalry_flight(state, to, enemy)  # 9.6.3
    for unit in group:
        state.move(unit, to, "8.4")
    if at == HOLLAND:
        ninth_army(state)
    else:
        settle(state, at)
    combat = tuple(u for u in group if state.unit(u).combat)
    if occupied and not screened and state.control.get(at) == side:
        state.blocked[f"{at}-{to}"] = side  # 8.4.5
    yield from displace_rear(state, to, enemy if combat else side)  # 9.4.4, 9.5.4
    settle(state, to)
    if side == GERMAN:
        watch_paris(state, to)
    if screened:
        return not stands
    if occupied and combat:
        if joined and to not in state.battles:
            state.entered[to] = (*state.entered.get(to, ()), *combat)  # 9.1.2c
        else:
            state.battles[to] = (*state.battles.get(to, ()), *combat)  # 9.1.2b
    return not state.guards(to, enemy)


def _only_cavalry(state: State, hex: str, side: str) -> bool:
    own = state.present(hex, side)
    return bool(own.combat) and not own.forts and not any(state.is_infantry(u) for u in own.combat)


def _has_corps(state: State, group: list[str]) -> bool:
    return any(state.is_infantry(u) and state.unit(u).half_corps == 2 and state.units[u].steps == 2
               for u in group if state.unit(u).combat)  # fmt: skip


def _needed_headquarters(state: State, group: Group, unit: str) -> bool:
    """Whether a unit went farther than it could alone: disrupted, or with three points or more (8.4.1)."""
    counter = state.unit(unit)
    if not counter.combat:
        return False
    return group.hexes > 1 if state.disrupted(unit) else group.spent > max(2, counter.movement)


def _stop(state: State, group: Group, units: tuple[str, ...]) -> None:
    """Units end their move; headquarters that carried others turn over (8.4.1)."""
    if not group.hexes:
        return
    state.moved = state.moved.union(units)
    if not group.withdrawal:
        _join_siege(state, group, units)
    for unit in [u for u in units if state.unit(u).kind == "hq"]:
        nation = state.unit(unit).nation
        own = _with_headquarters(state, group, unit)
        if nation in group.carried or any(state.disrupted(u) or _needed_headquarters(state, group, u) for u in own):
            state.flip(unit, "8.4.1")
        crowd_headquarters(state, group.at, group.side)


def _join_siege(state: State, group: Group, units: tuple[str, ...]) -> None:
    """Units that stop beside the besiegers of a fort may attack it (9.1.2c)."""
    hex = group.at
    combat = [u for u in units if state.unit(u).combat]
    if combat and state.sieges.get(hex) == group.side and not state.guards(hex, ENEMY[group.side]):
        state.entered[hex] = (*state.entered.get(hex, ()), *combat)


def _with_headquarters(state: State, group: Group, headquarters: str) -> list[str]:
    """Combat units of its nation that moved with an HQ to the hex where it stops; another HQ may take them on."""
    nation = state.unit(headquarters).nation
    own = [u for u in (*group.units, *group.left) if state.unit(u).nation == nation and u != headquarters]
    if headquarters in group.left and any(state.unit(u).kind == "hq" for u in group.units if u in own):
        own = [u for u in own if u in group.left]
    return [u for u in own if state.unit(u).combat and state.units[u].at == group.at]


def crowd_headquarters(state: State, hex: str, side: str) -> None:
    """Two headquarters in a hex turn over (8.4.1)."""
    found = state.present(hex, side).hq
    if len(found) > 1:
        for unit in found:
            state.flip(unit, "8.4.1")


def open_hexes(state: State, side: str) -> list[str]:
    """Where the side has units, in the order of the map."""
    at = state.at
    return [h for h in state.printed.spaces if h in at and state.present(h, side).movable]
