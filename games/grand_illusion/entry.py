"""Where a unit may go (8.4.2 to 8.4.8): each limit of movement as a reason, or None."""

from __future__ import annotations

from collections.abc import Sequence

from wargame.core.engine.questions import Refusal
from wargame.core.mechanics.search import path

from .model import ANTWERP, BRUSSELS, GHENT, HOLLAND, MAUBEUGE, PARIS, State
from .records import ALLIED, ENEMY, GERMAN, Counter
from .stacking import room
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


def why_not_enter(state: State, units: Sequence[str], at: str, to: str, spent: int, withdrawal: bool) -> Refusal | None:
    """Why this group may not go from `at` to the hex beside it, or None if it may."""
    side = state.unit(units[0]).side
    cost = state.next_to(at).get(to)
    if cost is None:
        return Refusal("8.4", f"{to} is not next to {at}.")
    if cost == 0:
        return Refusal("8.4.2", f"The hexside between {at} and {to} is impassable.")
    if state.blocked and state.closed(side, at, to):
        return Refusal("8.4.5", f"The enemy came through the hexside between {at} and {to}: it is blocked.")
    if withdrawal and (state.control[to] != side or state.guards(to, ENEMY[side])):
        return Refusal(
            WITHDRAWAL[side],
            f"In a general retreat units enter only hexes that they hold without enemies, not {to}.",
        )
    return (
        _why_too_far(state, units, to, cost, spent)
        or _why_not_by_table(state, units, side, at, to)
        or _why_not_here(state, units, side, at, to)
        or _why_out_of_supply(state, units, at, to)
    )


def _why_too_far(state: State, units: Sequence[str], to: str, cost: int, spent: int) -> Refusal | None:
    """Why the group does not have the movement points (8.4.2)."""
    total = spent + cost
    for unit, most in state.memo(("allowances", *units), lambda: _allowances(state, units)).items():
        if total <= most:
            continue
        if not _slow(state, unit):
            return Refusal("8.4.2", f"{unit} does not have the {total} movement points to reach {to}.")
        if spent:
            return Refusal("8.4.2", f"{unit} moves one hex only.")
    return None


def _allowances(state: State, units: Sequence[str]) -> dict[str, int]:
    """The movement points of each unit: combat units have those of a headquarters of their nation (8.4.1)."""
    headquarters: dict[str, int] = {}
    for unit in units:
        counter = state.unit(unit)
        if counter.kind == "hq":
            own = own_allowance(counter, state.units[unit].steps)
            headquarters[counter.nation] = max(own, headquarters.get(counter.nation, 0))
    found = {}
    for unit in units:
        counter = state.unit(unit)
        own = 0 if _slow(state, unit) else own_allowance(counter, state.units[unit].steps)
        found[unit] = max(own, headquarters.get(counter.nation, 0)) if counter.combat else own
    return found


def _slow(state: State, unit: str) -> bool:
    """Heavy artillery and disrupted units go a hex, whatever it costs (8.4.2)."""
    counter = state.unit(unit)
    return counter.kind == "ha" or (counter.combat and state.units[unit].steps == 1)


def own_allowance(counter: Counter, steps: int) -> int:
    return counter.movement if steps == 2 else counter.reduced_movement


def _why_not_by_table(state: State, units: Sequence[str], side: str, at: str, to: str) -> Refusal | None:
    """The entry and exit table (8.4.2)."""
    enemy = ENEMY[side]
    if state.control[to] == side or not state.guards(to, enemy):
        return None
    if state.control.get(at, side) != side:
        return Refusal(
            "8.4.4", f"{at} and {to} are both held by the enemy, {to} in force: no unit goes from one to the other."
        )
    combat = [u for u in units if state.unit(u).combat]
    if (combat or not state.guards(to, side)) and not any(state.units[u].steps == 2 for u in combat):
        return Refusal("9.8.2", f"The enemy occupies {to}: only a group with an undisrupted combat unit may enter it.")
    if state.guards(to, side):
        return None
    if state.present(to, enemy).forts and not state.present(to, enemy).combat and not _can_face_forts(state, units):
        return Refusal("9.6.1", f"Cavalry cannot attack the forts of {to}.")
    if not any(state.may_attack(u) for u in units if state.unit(u).combat and state.units[u].steps == 2):
        return Refusal("2.4", f"These units can only defend; they cannot enter {to}, which the enemy occupies.")
    return None


def _can_face_forts(state: State, units: Sequence[str]) -> bool:
    return any(state.unit(u).kind == "infantry" and state.units[u].steps == 2 and state.may_attack(u) for u in units)


def _why_not_here(state: State, units: Sequence[str], side: str, at: str, to: str) -> Refusal | None:
    """What keeps whole nations out of some hexes (8.4.7, 8.4.8, 12.5, 13.1)."""
    space = state.space(to)
    if to == MAUBEUGE and any(state.kept_out(u, to) for u in units):
        if side == GERMAN:
            return Refusal("13.1", "No German unit enters Maubeuge (54) in turn 1.")
        return Refusal("13.1", "In turns 1 and 2 only units that began the game in Maubeuge (54) may enter it.")
    if side == GERMAN:
        if state.what_if():
            return None
        combat = any(state.unit(u).combat for u in units)
        if space.schlieffen and state.turn < 7 and combat and not state.present(to, ALLIED).combat:
            return Refusal(
                "8.4.8",
                f"Until turn 7 German combat units enter the Schlieffen Plan hex {to} only to meet the enemy.",
            )
        if (
            to == GHENT
            and antwerp_screened(state)
            and any(_belgian(state, u) for u in state.present(ANTWERP, ALLIED).combat)
        ):
            return Refusal("12.5.3", "Ghent (43) stays open while the Belgians are screened in Antwerp.")
        return None
    if state.space(at).belgium and not space.belgium and any(_belgian(state, u) for u in units):
        return Refusal("8.4.7", f"Belgian units do not leave Belgium of their own will; {to} is not in it.")
    return None


def _belgian(state: State, unit: str) -> bool:
    return state.unit(unit).nation == "belgian"


def _why_out_of_supply(state: State, units: Sequence[str], at: str, to: str) -> Refusal | None:
    if at == HOLLAND:
        return None  # 13.3.4b4: the 9th Army comes in by the hexes named there, fed or not
    bit = state.printed.bit
    first = {nation_of(state, u): u for u in reversed(units)}  # the others of a nation are fed or not like it
    for unit in units:
        nation = nation_of(state, unit)
        if first[nation] != unit:
            continue
        fed = supplied(state, nation)
        if fed & bit[to]:
            continue
        if fed & bit[at]:
            return Refusal("8.4.3", f"{unit} would be out of supply in {to}.")
        if _steps_to(state, to, fed) >= _steps_to(state, at, fed):
            return Refusal("8.4.3", f"{unit} is out of supply and may only move towards supply.")
    return None


def _steps_to(state: State, hex: str, fed: int) -> int:
    """How many hexes it is from `hex` to one in supply."""
    printed = state.printed
    way = path(printed.board, hex, fed, printed.board.everywhere, printed.land) if fed else ()
    return len(way) if way else 999


def why_not_stay(state: State, units: tuple[str, ...], hex: str, side: str) -> Refusal | None:
    """Why the units may not end their move here (8.4.6, 8.4.7)."""
    if hex == PARIS and any(state.unit(u).nation == "british" for u in units):
        return Refusal("8.4.7", "British units do not stay in Paris.")
    if not room(state, hex, units, side):
        return Refusal("8.4.6", f"There is no room for them in {hex}.")
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
