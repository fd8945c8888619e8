"""Movement (8.4): a group forms in the activated hex, goes hex by hex, and leaves units behind on its way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from wargame.core.actions import DONE
from wargame.core.questions import Choose, Procedure, Reason

from .control import room, settle, watch_paris
from .model import ANTWERP, BRUSSELS, GHENT, MAUBEUGE, PARIS, Go, Leave, State, Take
from .records import ALLIED, ENEMY, GERMAN, Counter
from .retreat import cavalry_flight, displace_rear
from .supply import nation_of, supplied

SCREEN = ("53", BRUSSELS)
WITHDRAWAL_ONLY = ("8.7.1", "In a general retreat units enter only hexes they hold that are free of the enemy.")


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
    if state.blocked.get(f"{to}-{at}") == ENEMY[side]:
        return "8.4.5", f"The enemy came through the hexside between {at} and {to}: it is blocked."
    if withdrawal and (state.control[to] != side or state.guards(to, ENEMY[side])):
        return WITHDRAWAL_ONLY
    return (
        _too_slow(state, units, cost, spent)
        or _table(state, units, side, at, to)
        or _bound(state, units, side, to)
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
        if spent + cost > max(own, headquarters.get(counter.nation, 0)):
            return "8.4.2", f"{unit} has not enough movement points."
    return None


def own_allowance(counter: Counter, steps: int) -> int:
    return counter.movement if steps == 2 else counter.reduced_movement


def _table(state: State, units: Sequence[str], side: str, at: str, to: str) -> Reason | None:
    """The entry and exit table (8.4.2)."""
    enemy = ENEMY[side]
    if state.control[to] == side or not state.guards(to, enemy):
        return None
    if state.control[at] != side:
        return "8.4.4", f"From {at}, which the enemy holds, no unit goes on to {to}, which he also holds in force."
    if state.guards(to, side):
        return None
    if not any(state.unit(u).combat and state.units[u].steps == 2 for u in units):
        return "9.8.2", f"Only a group with an undisrupted combat unit may enter {to}, which the enemy occupies."
    if state.present(to, enemy).forts and not state.present(to, enemy).combat and not _can_face_forts(state, units):
        return "9.6.1", f"Cavalry cannot attack the forts of {to}."
    if not any(state.may_attack(u) for u in units if state.unit(u).combat and state.units[u].steps == 2):
        return "2.4", f"These units can only defend; they cannot enter {to}, which the enemy occupies."
    return None


def _can_face_forts(state: State, units: Sequence[str]) -> bool:
    return any(state.unit(u).kind == "infantry" and state.units[u].steps == 2 and state.may_attack(u) for u in units)


def _bound(state: State, units: Sequence[str], side: str, to: str) -> Reason | None:
    """What keeps whole nations out of some hexes (8.4.7, 8.4.8, 12.5, 13.1)."""
    space = state.space(to)
    if side == GERMAN:
        if to == MAUBEUGE and state.turn == 1:
            return "13.1", "No German unit enters Maubeuge (54) in turn 1."
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
    if any(state.unit(u).nation == "belgian" for u in units) and not space.belgium:
        return "8.4.7", f"Belgian units do not leave Belgium of their own will; {to} is not in it."
    if to == MAUBEUGE and state.turn <= 2 and any(state.unit(u).hex != MAUBEUGE for u in units):
        return "13.1", "In turns 1 and 2 only units that began the game in Maubeuge (54) may enter it."
    return None


def _belgian(state: State, unit: str) -> bool:
    return state.unit(unit).nation == "belgian"


def _out_of_supply(state: State, units: Sequence[str], at: str, to: str) -> Reason | None:
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
    seen = frontier = state.printed.bit[hex]
    for steps in range(len(state.printed.bit)):
        if seen & fed:
            return steps
        reached = 0
        while frontier:
            low = frontier & -frontier
            reached |= state.printed.beside[low.bit_length() - 1]
            frontier ^= low
        frontier = reached & ~seen
        seen |= frontier
    return 999


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


def move_group(state: State, side: str, withdrawal: bool = False) -> Procedure[Any]:
    """Form a group in the activated hex and move it; returns DONE when the player moves no more."""
    at = start = state.activated
    group: list[str] = []
    spent = 0
    while True:
        offered = _offers(state, side, start, at, group, spent, withdrawal)
        if not group and offered == [DONE]:
            return DONE
        answer = yield Choose(
            side, offered, _prompt(start, at, group), "8.4",
            refuse=_explain(state, side, start, at, group, spent, withdrawal),
        )  # fmt: skip
        if isinstance(answer, Take):
            group.append(answer.unit)
        elif isinstance(answer, Leave):
            group.remove(answer.unit)
            _stop(state, (answer.unit,), at, spent, group)
        elif isinstance(answer, Go):
            spent += state.next_to(at)[answer.hex]
            goes_on = yield from _enter(state, side, group, at, answer.hex)
            at = answer.hex
            if not goes_on or state.result:
                _stop(state, tuple(group), at, spent, [])
                return None
        elif group:
            _stop(state, tuple(group), at, spent, [])
            return None
        else:
            return DONE


def _prompt(start: str, at: str, group: list[str]) -> str:
    if not group:
        return f"Which unit of {start} moves?"
    return f"{', '.join(group)} at {at}: where to?" + (" (or take more)" if at == start else "")


def _offers(state: State, side: str, start: str, at: str, group: list[str], spent: int, withdrawal: bool) -> list[Any]:
    found: list[Any] = []
    if at == start and not spent:
        found += [Take(u) for u in movable(state, side, start, withdrawal) if u not in group]
        if not group:
            return [*found, DONE]
    found += [Go(h) for h in state.next_to(at) if _fine(state, side, tuple(group), at, h, spent, withdrawal)]
    if spent:
        if may_stay(state, tuple(group), at, side) is None:
            found.append(DONE)
        if len(group) > 1:
            found += [Leave(u) for u in group if may_stay(state, (u,), at, side) is None]
    else:
        found.append(DONE)
    return found


def _fine(state: State, side: str, group: tuple[str, ...], at: str, to: str, spent: int, withdrawal: bool) -> bool:
    if refusal(state, group, at, to, spent, withdrawal) is not None:
        return False
    if may_stay(state, group, to, side) is None:
        return True
    return not must_stop(state, to, side) and _can_go_on(state, side, group, at, to, spent, withdrawal)


def _can_go_on(state: State, side: str, group: tuple[str, ...], at: str, to: str, spent: int, withdrawal: bool) -> bool:
    """A group passes through a hex where it may not stay only if it can go on to one where it may (8.4.6)."""
    if state.control[to] != side:
        return False
    spent += state.next_to(at)[to]
    return any(
        refusal(state, group, to, h, spent, withdrawal) is None and may_stay(state, group, h, side) is None
        for h in state.next_to(to)
        if h != at
    )


def _explain(
    state: State, side: str, start: str, at: str, group: list[str], spent: int, withdrawal: bool
) -> Callable[[Any], Reason | None]:
    def why(answer: Any) -> Reason | None:
        if isinstance(answer, Go) and group and answer.hex in state.printed.spaces:
            return refusal(state, group, at, answer.hex, spent, withdrawal) or may_stay(
                state, tuple(group), answer.hex, side
            )
        if isinstance(answer, Take):
            if answer.unit in state.moved:
                return "8.2.2", f"{answer.unit} has already moved in this activation."
            if spent:
                return "8.4", "No unit joins a group that has begun to move."
            if state.activated == ANTWERP and antwerp_screened(state):
                return "12.5.2", "The Belgians in Antwerp are pinned by the German screen."
            return "8.2.1", f"{answer.unit} is not in the activated hex {start}."
        if answer == DONE:
            return may_stay(state, tuple(group), at, side)
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
    combat = tuple(u for u in group if state.unit(u).combat)
    if occupied and not screened and state.control[at] == side:
        state.blocked[f"{at}-{to}"] = side  # 8.4.5
    if combat:
        yield from displace_rear(state, to, enemy)  # 9.4.4, 9.5.4
    settle(state, to)
    if side == GERMAN:
        watch_paris(state, to)
    if screened:
        return not stands
    if occupied and combat:
        if joined:
            state.entered[to] = (*state.entered.get(to, ()), *combat)  # 9.1.2c
        else:
            state.battles[to] = (*state.battles.get(to, ()), *combat)  # 9.1.2b
    elif occupied and to in state.battles:
        state.battles[to] = (*state.battles[to], *combat)
    return not state.guards(to, enemy)


def _only_cavalry(state: State, hex: str, side: str) -> bool:
    own = state.present(hex, side)
    return bool(own.combat) and not own.forts and not any(state.is_infantry(u) for u in own.combat)


def _has_corps(state: State, group: list[str]) -> bool:
    return any(state.is_infantry(u) and state.unit(u).half_corps == 2 and state.units[u].steps == 2
               for u in group if state.unit(u).combat)  # fmt: skip


def _stop(state: State, units: tuple[str, ...], hex: str, spent: int, rest: list[str]) -> None:
    """Units end their move; headquarters that carried others turn over (8.4.1)."""
    if not spent:
        return
    state.moved = state.moved.union(units)
    for unit in [u for u in units if state.unit(u).kind == "hq"]:
        nation = state.unit(unit).nation
        carried = [u for u in (*units, *rest) if state.unit(u).combat and state.unit(u).nation == nation]
        if any(state.units[u].steps == 1 or spent > state.unit(u).movement for u in carried):
            state.flip(unit, "8.4.1")
        crowd_headquarters(state, hex, state.unit(unit).side)


def crowd_headquarters(state: State, hex: str, side: str) -> None:
    """Two headquarters in a hex turn over (8.4.1)."""
    found = state.present(hex, side).hq
    if len(found) > 1:
        for unit in found:
            state.flip(unit, "8.4.1")


def open_hexes(state: State, side: str) -> list[str]:
    """Where the side has units, in the order of the map."""
    return [h for h in state.printed.spaces if (p := state.present(h, side)) and (p.combat or p.hq or p.ha)]
