"""Where a unit may go (8.4.2 to 8.4.8): each limit of movement as a refusal."""

from __future__ import annotations

from functools import partial

import attrs

from wargame.core.engine.questions import Refusal
from wargame.core.mechanics.search import path

from .model import ANTWERP, GHENT, HOLLAND, MAUBEUGE, State
from .records import ALLIED, ENEMY, GERMAN, PARIS, Counter
from .stacking import has_room
from .supply import nation_of, supplied

WITHDRAWAL = {ALLIED: "8.7.2", GERMAN: "8.7.3"}


@attrs.frozen
class Marchers:
    """What the rules of entry ask about a group, worked out once for all the hexes around it."""

    units: tuple[str, ...]
    side: str
    allowances: dict[str, int]
    least: int  # the smallest of the allowances
    nations: dict[str, str]  # by nation, as `nation_of` names it, its first unit
    fed: int  # the hexes where all of them are in supply
    closed: frozenset[tuple[str, str]]  # ways that the enemy blocks
    combat: bool
    fresh: bool  # with an undisrupted combat unit
    attacks: bool  # with one that may attack
    attacks_forts: bool
    belgian: bool


def marchers(s: State, units: tuple[str, ...]) -> Marchers:
    return s.memo(("marchers", units), partial(_marchers, s, units))


def _marchers(s: State, units: tuple[str, ...]) -> Marchers:
    counters = [s.unit(u) for u in units]
    fresh = [c for c in counters if c.combat and s.units[c.id].steps == 2]
    attackers = [c for c in fresh if s.may_attack(c.id)]
    allowances = _allowances(s, counters)
    nations: dict[str, str] = {}
    for unit in units:
        nations.setdefault(nation_of(s, unit), unit)
    fed = s.data.board.everywhere
    for nation in nations:
        fed &= supplied(s, nation)
    return Marchers(
        units,
        counters[0].side,
        allowances,
        min(allowances.values()),
        nations,
        fed,
        s.closed_to(counters[0].side),
        combat=any(c.combat for c in counters),
        fresh=bool(fresh),
        attacks=bool(attackers),
        attacks_forts=any(c.kind == "infantry" for c in attackers),  # 9.6.1
        belgian=any(c.nation == "belgian" for c in counters),
    )


def _allowances(s: State, counters: list[Counter]) -> dict[str, int]:
    """The movement points of each unit: combat units have those of a headquarters of their nation (8.4.1)."""
    headquarters: dict[str, int] = {}
    for counter in counters:
        if counter.kind == "hq":
            own = own_allowance(counter, s.units[counter.id].steps)
            headquarters[counter.nation] = max(own, headquarters.get(counter.nation, 0))
    found = {}
    for counter in counters:
        own = 0 if _slow(s, counter) else own_allowance(counter, s.units[counter.id].steps)
        found[counter.id] = max(own, headquarters.get(counter.nation, 0)) if counter.combat else own
    return found


def _slow(s: State, counter: Counter) -> bool:
    """Heavy artillery and disrupted units go a hex, whatever it costs (8.4.2)."""
    return counter.kind == "ha" or (counter.combat and s.units[counter.id].steps == 1)


def own_allowance(counter: Counter, steps: int) -> int:
    return counter.movement if steps == 2 else counter.reduced_movement


# --- may a group go there? ---------------------------------------------------------------------------------------


def why_not_enter(s: State, group: Marchers, at: str, to: str, spent: int, withdrawal: bool) -> Refusal | None:
    """Why this group may not go from `at` to the hex beside it, or None if it may."""
    side = group.side
    cost = s.next_to(at).get(to)
    if cost is None:
        return Refusal("8.4", f"{to} is not next to {at}.")
    if cost == 0:
        return Refusal("8.4.2", f"The hexside between {at} and {to} is impassable.")
    if (at, to) in group.closed:
        return Refusal("8.4.5", f"The enemy came through the hexside between {at} and {to}: it is blocked.")
    if withdrawal and (s.control[to] != side or s.guards(to, ENEMY[side])):
        return Refusal(
            WITHDRAWAL[side],
            f"In a general retreat units enter only hexes that they hold without enemies, not {to}.",
        )
    return (
        _why_too_far(s, group, to, spent, cost)
        or _why_not_by_table(s, group, at, to)
        or _why_not_here(s, group, at, to)
        or _why_out_of_supply(s, group, at, to)
    )


def _why_too_far(s: State, group: Marchers, to: str, spent: int, cost: int) -> Refusal | None:
    """Why the group does not have the movement points (8.4.2)."""
    total = spent + cost
    if total <= group.least:
        return None
    for unit, most in group.allowances.items():
        if total <= most:
            continue
        if not _slow(s, s.unit(unit)):
            return Refusal("8.4.2", f"{unit} does not have the {total} movement points to reach {to}.")
        if spent:
            return Refusal("8.4.2", f"{unit} moves one hex only.")
    return None


def _why_not_by_table(s: State, group: Marchers, at: str, to: str) -> Refusal | None:
    """The entry and exit table (8.4.2)."""
    side, enemy = group.side, ENEMY[group.side]
    if s.control[to] == side or not s.guards(to, enemy):
        return None
    if s.control.get(at, side) != side:
        return Refusal(
            "8.4.4", f"{at} and {to} are both held by the enemy, {to} in force: no unit goes from one to the other."
        )
    joins = s.guards(to, side)
    if not group.fresh and (group.combat or not joins):
        return Refusal("9.8.2", f"The enemy occupies {to}: only a group with an undisrupted combat unit may enter it.")
    if joins:
        return None
    there = s.present(to, enemy)
    if there.forts and not there.combat and not group.attacks_forts:
        return Refusal("9.6.1", f"Cavalry cannot attack the forts of {to}.")
    if not group.attacks:
        return Refusal("2.4", f"These units can only defend; they cannot enter {to}, which the enemy occupies.")
    return None


def _why_not_here(s: State, group: Marchers, at: str, to: str) -> Refusal | None:
    """What keeps whole nations out of some hexes (8.4.7, 8.4.8, 12.5, 13.1)."""
    if to == MAUBEUGE and any(s.kept_out(u, to) for u in group.units):
        if group.side == GERMAN:
            return Refusal("13.1", "No German unit enters Maubeuge (54) in turn 1.")
        return Refusal("13.1", "In turns 1 and 2 only units that began the game in Maubeuge (54) may enter it.")
    space = s.space(to)
    if group.side == GERMAN:
        if space.schlieffen and group.combat and s.schlieffen_bound() and not s.present(to, ALLIED).combat:
            return Refusal(
                "8.4.8",
                f"While the Schlieffen Plan binds them, German combat units enter its hex {to} only to meet the enemy.",
            )
        if to == GHENT and antwerp_screened(s) and any(_belgian(s, u) for u in s.present(ANTWERP, ALLIED).combat):
            return Refusal("12.5.3", "Ghent (43) stays open while the Belgians are screened in Antwerp.")
    elif group.belgian and s.space(at).belgium and not space.belgium:
        return Refusal("8.4.7", f"Belgian units do not leave Belgium of their own will; {to} is not in it.")
    return None


def _belgian(s: State, unit: str) -> bool:
    return s.unit(unit).nation == "belgian"


def _why_out_of_supply(s: State, group: Marchers, at: str, to: str) -> Refusal | None:
    """Why a group may not leave its supply, or go away from it (8.4.3)."""
    if at == HOLLAND:
        return None  # 13.3.4b4: the 9th Army comes in by the hexes named there, fed or not
    bit = s.data.bit
    if group.fed & bit[to]:
        return None
    for nation, unit in group.nations.items():
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


# --- the Belgians in Antwerp (12.5) ------------------------------------------------------------------------------


def antwerp_screened(s: State) -> bool:
    """German infantry corps beside Antwerp screen the Belgians there (12.5.2)."""
    if s.what_if() or not s.belgians_in_antwerp:
        return False
    rule = s.data.tables.antwerp
    return sum(s.corps_among(s.present(hex, GERMAN).combat) for hex in rule.screen) >= rule.corps


def pinned(s: State, unit: str, hex: str) -> bool:
    """Whether a Belgian unit may neither leave Antwerp nor attack from it (12.5.2)."""
    if hex != ANTWERP or not _belgian(s, unit):
        return False
    return s.turn <= s.data.tables.antwerp.until and antwerp_screened(s)


def movable(s: State, side: str, hex: str, withdrawal: bool) -> list[str]:
    """The units of the hex that can still move in this activation."""
    own, moved = s.present(hex, side), s.moved
    units = [u for u in (*own.combat, *own.hq, *own.ha) if u not in moved]
    if withdrawal and side == ALLIED:
        units = [u for u in units if not _belgian(s, u)]  # 8.7.2
    if hex == ANTWERP:
        units = [u for u in units if not pinned(s, u, hex)]
    return units
