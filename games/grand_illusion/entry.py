"""Where a unit may go (8.4.2 to 8.4.8): each limit of movement as a refusal."""

from __future__ import annotations

from collections.abc import Sequence

from wargame.core.engine.questions import Refusal
from wargame.core.mechanics.search import path

from .model import ANTWERP, BRUSSELS, GHENT, HOLLAND, MAUBEUGE, PARIS, State
from .records import ALLIED, ENEMY, GERMAN, Counter
from .stacking import has_room
from .supply import nation_of, supplied

SCREEN = ("53", BRUSSELS)
WITHDRAWAL = {ALLIED: "8.7.2", GERMAN: "8.7.3"}


def antwerp_screened(s: State) -> bool:
    """Two German infantry corps beside Antwerp pin the Belgians there until turn 7 (12.5.2)."""
    if s.what_if() or not s.belgians_in_antwerp:
        return False
    corps = sum(s.is_infantry(u) and s.unit(u).half_corps == 2 for h in SCREEN for u in s.present(h, GERMAN).combat)
    return corps >= 2


# --- may a unit go there? ----------------------------------------------------------------------------------------


def why_not_enter(s: State, units: Sequence[str], at: str, to: str, spent: int, withdrawal: bool) -> Refusal | None:
    """Why this group may not go from `at` to the hex beside it, or None if it may."""
    side = s.unit(units[0]).side
    cost = s.next_to(at).get(to)
    if cost is None:
        return Refusal("8.4", f"{to} is not next to {at}.")
    if cost == 0:
        return Refusal("8.4.2", f"The hexside between {at} and {to} is impassable.")
    if s.closed(side, at, to):
        return Refusal("8.4.5", f"The enemy came through the hexside between {at} and {to}: it is blocked.")
    if withdrawal and (s.control[to] != side or s.guards(to, ENEMY[side])):
        return Refusal(
            WITHDRAWAL[side],
            f"In a general retreat units enter only hexes that they hold without enemies, not {to}.",
        )
    return (
        _why_too_far(s, units, to, cost, spent)
        or _why_not_by_table(s, units, side, at, to)
        or _why_not_here(s, units, side, at, to)
        or _why_out_of_supply(s, units, at, to)
    )


def _why_too_far(s: State, units: Sequence[str], to: str, cost: int, spent: int) -> Refusal | None:
    """Why the group does not have the movement points (8.4.2)."""
    total = spent + cost
    for unit, most in s.memo(("allowances", *units), lambda: _allowances(s, units)).items():
        if total <= most:
            continue
        if not _slow(s, unit):
            return Refusal("8.4.2", f"{unit} does not have the {total} movement points to reach {to}.")
        if spent:
            return Refusal("8.4.2", f"{unit} moves one hex only.")
    return None


def _allowances(s: State, units: Sequence[str]) -> dict[str, int]:
    """The movement points of each unit: combat units have those of a headquarters of their nation (8.4.1)."""
    headquarters: dict[str, int] = {}
    for unit in units:
        counter = s.unit(unit)
        if counter.kind == "hq":
            own = own_allowance(counter, s.units[unit].steps)
            headquarters[counter.nation] = max(own, headquarters.get(counter.nation, 0))
    found = {}
    for unit in units:
        counter = s.unit(unit)
        own = 0 if _slow(s, unit) else own_allowance(counter, s.units[unit].steps)
        found[unit] = max(own, headquarters.get(counter.nation, 0)) if counter.combat else own
    return found


def _slow(s: State, unit: str) -> bool:
    """Heavy artillery and disrupted units go a hex, whatever it costs (8.4.2)."""
    counter = s.unit(unit)
    return counter.kind == "ha" or (counter.combat and s.units[unit].steps == 1)


def own_allowance(counter: Counter, steps: int) -> int:
    return counter.movement if steps == 2 else counter.reduced_movement


def _why_not_by_table(s: State, units: Sequence[str], side: str, at: str, to: str) -> Refusal | None:
    """The entry and exit table (8.4.2)."""
    enemy = ENEMY[side]
    if s.control[to] == side or not s.guards(to, enemy):
        return None
    if s.control.get(at, side) != side:
        return Refusal(
            "8.4.4", f"{at} and {to} are both held by the enemy, {to} in force: no unit goes from one to the other."
        )
    combat = [u for u in units if s.unit(u).combat]
    if (combat or not s.guards(to, side)) and not any(s.units[u].steps == 2 for u in combat):
        return Refusal("9.8.2", f"The enemy occupies {to}: only a group with an undisrupted combat unit may enter it.")
    if s.guards(to, side):
        return None
    if s.present(to, enemy).forts and not s.present(to, enemy).combat and not _can_face_forts(s, units):
        return Refusal("9.6.1", f"Cavalry cannot attack the forts of {to}.")
    if not any(s.may_attack(u) for u in units if s.unit(u).combat and s.units[u].steps == 2):
        return Refusal("2.4", f"These units can only defend; they cannot enter {to}, which the enemy occupies.")
    return None


def _can_face_forts(s: State, units: Sequence[str]) -> bool:
    return any(s.unit(u).kind == "infantry" and s.units[u].steps == 2 and s.may_attack(u) for u in units)


def _why_not_here(s: State, units: Sequence[str], side: str, at: str, to: str) -> Refusal | None:
    """What keeps whole nations out of some hexes (8.4.7, 8.4.8, 12.5, 13.1)."""
    space = s.space(to)
    if to == MAUBEUGE and any(s.kept_out(u, to) for u in units):
        if side == GERMAN:
            return Refusal("13.1", "No German unit enters Maubeuge (54) in turn 1.")
        return Refusal("13.1", "In turns 1 and 2 only units that began the game in Maubeuge (54) may enter it.")
    if side == GERMAN:
        if s.what_if():
            return None
        combat = any(s.unit(u).combat for u in units)
        if space.schlieffen and s.turn < 7 and combat and not s.present(to, ALLIED).combat:
            return Refusal(
                "8.4.8",
                f"Until turn 7 German combat units enter the Schlieffen Plan hex {to} only to meet the enemy.",
            )
        if to == GHENT and antwerp_screened(s) and any(_belgian(s, u) for u in s.present(ANTWERP, ALLIED).combat):
            return Refusal("12.5.3", "Ghent (43) stays open while the Belgians are screened in Antwerp.")
        return None
    if s.space(at).belgium and not space.belgium and any(_belgian(s, u) for u in units):
        return Refusal("8.4.7", f"Belgian units do not leave Belgium of their own will; {to} is not in it.")
    return None


def _belgian(s: State, unit: str) -> bool:
    return s.unit(unit).nation == "belgian"


def _why_out_of_supply(s: State, units: Sequence[str], at: str, to: str) -> Refusal | None:
    if at == HOLLAND:
        return None  # 13.3.4b4: the 9th Army comes in by the hexes named there, fed or not
    bit = s.data.bit
    first = {nation_of(s, u): u for u in reversed(units)}  # the others of a nation are fed or not like it
    for unit in units:
        nation = nation_of(s, unit)
        if first[nation] != unit:
            continue
        fed = supplied(s, nation)
        if fed & bit[to]:
            continue
        if fed & bit[at]:
            return Refusal("8.4.3", f"{unit} would be out of supply in {to}.")
        if _steps_to(s, to, fed) >= _steps_to(s, at, fed):
            return Refusal("8.4.3", f"{unit} is out of supply and may only move towards supply.")
    return None


def _steps_to(s: State, hex: str, fed: int) -> int:
    """How many hexes it is from `hex` to one in supply."""
    printed = s.data
    way = path(printed.board, hex, fed, printed.board.everywhere, printed.land) if fed else ()
    return len(way) if way else 999


def why_not_stay(s: State, units: tuple[str, ...], hex: str, side: str) -> Refusal | None:
    """Why the units may not end their move here (8.4.6, 8.4.7)."""
    if hex == PARIS and any(s.unit(u).nation == "british" for u in units):
        return Refusal("8.4.7", "British units do not stay in Paris.")
    if not has_room(s, hex, units, side):
        return Refusal("8.4.6", f"There is no room for them in {hex}.")
    return None


def must_stop(s: State, hex: str, side: str) -> bool:
    """Entering a hex with enemy combat units or unbesieged forts ends the move (8.3.1)."""
    return s.guards(hex, ENEMY[side])


def movable(s: State, side: str, hex: str, withdrawal: bool) -> list[str]:
    """The units of the hex that can still move in this activation."""
    own = s.present(hex, side)
    units = [u for u in (*own.combat, *own.hq, *own.ha) if u not in s.moved]
    if withdrawal:
        units = [u for u in units if not _belgian(s, u)]  # 8.7.2
    if hex == ANTWERP and side == ALLIED and s.turn < 7 and antwerp_screened(s):
        units = [u for u in units if not _belgian(s, u)]  # 12.5.2
    return units
