"""Where units could march, and what bots would do there: the plans of an activation (8.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import attrs

from wargame.core.engine.actions import DONE
from wargame.core.title.plans import Plan

from .actions import Activate, Fight, Go, Take
from .entry import movable
from .estimates import GUN, Guess
from .model import ANTWERP, State
from .movement import must_stop
from .records import ENEMY, GERMAN
from .stacking import has_room
from .supply import nation_of, supplied

SAME = 2  # parties that become plans, of all that could go from a hex to the same other hex


@attrs.frozen
class Party:
    """Units that could march together, and what they are called in the name of a plan."""

    name: str
    units: tuple[str, ...]


def parties(s: State, side: str, hex: str, withdrawal: bool) -> Iterator[Party]:
    """All of a hex with its headquarters, its fresh units, all but one of them, a single one, its cavalry."""
    units = movable(s, side, hex, withdrawal)
    combat = [u for u in units if s.unit(u).combat]
    fresh = [u for u in combat if s.units[u].steps == 2]
    headquarters = [u for u in units if s.unit(u).kind == "hq" and s.units[u].steps == 2]
    foot = sorted((u for u in fresh if s.is_infantry(u)), key=lambda u: -s.strength(u, False))
    if headquarters and combat:
        led = [u for u in combat if s.unit(u).nation == s.unit(headquarters[0]).nation]
        yield Party(f"{s.name(headquarters[0])} with all", (*led, headquarters[0]))
    if fresh:
        yield Party("all", tuple(fresh))
    if len(foot) > 1:
        yield Party("all but one", tuple(u for u in fresh if u != foot[-1]))
        yield Party(s.name(foot[-1]), (foot[-1],))
    if len(foot) > 3:
        yield Party("half", tuple(foot[::2]))
    riders = tuple(u for u in fresh if not s.is_infantry(u))
    if riders and foot:
        yield Party("the cavalry", riders)
    guns = [u for u in units if s.unit(u).kind == "ha"]
    if guns:
        yield Party("the siege artillery and all", (*fresh, *guns))
    if not fresh and units:
        yield Party("all", tuple(units))


# --- paths -------------------------------------------------------------------------------------------------------


def paths(s: State, party: Sequence[str], start: str, withdrawal: bool = False) -> dict[str, tuple[str, ...]]:
    """The hexes that units could probably reach, each with the shortest path.

    Rules that only matter now and then are not looked at: a plan that meets one ends a hex earlier.
    """
    side = s.unit(party[0]).side
    reach = _allowance(s, party)
    closed, bound = s.closed_to(side), side == GERMAN and s.schlieffen_bound()
    fed = _fed(s, party)
    found, spent = {start: (start,)}, {start: 0}
    frontier = [start]
    while frontier:
        reached = []
        for at in frontier:
            gained = s.control[at] != side and bool(s.data.rail_hexes & s.data.bit[at])  # its railway feeds the next
            for to, cost in s.next_to(at).items():
                total = spent[at] + cost
                if not cost or to in found or (at, to) in closed or (total > reach and (reach > 1 or at != start)):
                    continue
                if not fed & s.data.bit[to] and not gained:
                    continue
                held, enemies = s.control[to] == side, must_stop(s, to, side)
                if (enemies or not held) and withdrawal:
                    continue
                if enemies and not held and s.control[at] != side:
                    continue
                if bound and s.space(to).schlieffen and not s.present(to, ENEMY[side]).combat:
                    continue
                if any(s.kept_out(u, to) for u in party):
                    continue
                found[to], spent[to] = (*found[at], to), total
                if not enemies:
                    reached.append(to)
        frontier = reached
    del found[start]
    return {to: path for to, path in found.items() if has_room(s, to, tuple(party), side)}


def _fed(s: State, party: Sequence[str]) -> int:
    """The hexes in which all units of a party are in supply."""
    found = s.data.board.everywhere
    for nation in {nation_of(s, u) for u in party}:
        found &= supplied(s, nation)
    if any(s.unit(u).nation == "belgian" for u in party):
        found &= s.data.board.mask(h for h, space in s.data.spaces.items() if space.belgium)
    return found


def _allowance(s: State, party: Sequence[str]) -> int:
    """The movement points of the slowest unit, as far as a headquarters does not carry it (8.4.1)."""
    counters = [s.unit(u) for u in party]
    led = max((c.movement for c in counters if c.kind == "hq" and s.units[c.id].steps == 2), default=0)
    own = (
        max(led, c.movement if s.units[c.id].steps == 2 else c.reduced_movement) if c.combat
        else c.movement if s.units[c.id].steps == 2 else c.reduced_movement
        for c in counters
    )  # fmt: skip
    return min(own)


# --- plans -------------------------------------------------------------------------------------------------------


def marches(s: State, guess: Guess, hex: str, withdrawal: bool = False) -> Iterator[Plan]:
    """What the units of a hex could do in one activation."""
    there: dict[str, list[Plan]] = {}
    for party in parties(s, guess.side, hex, withdrawal):
        for to, plan in _of_party(s, guess, hex, party, withdrawal):
            there.setdefault(to, []).append(plan)
    for plans in there.values():
        plans.sort(key=lambda plan: -plan.worth)
    yield from (plan for plans in there.values() for plan in plans[:SAME])


def _of_party(s: State, guess: Guess, hex: str, party: Party, withdrawal: bool) -> Iterator[tuple[str, Plan]]:
    for to, path in paths(s, party.units, hex, withdrawal).items():
        worth, then = _worth(s, guess, hex, to, party, path)
        verb = "attack" if s.guards(to, ENEMY[guess.side]) else "go to"
        yield (
            to,
            Plan(
                f"{party.name} of {s.space(hex).name} {verb} {s.space(to).name}",
                (Activate(hex), *map(Take, party.units), *map(Go, path[1:]), *then),
                worth,
            ),
        )


def _worth(s: State, guess: Guess, hex: str, to: str, party: Party, path: Sequence[str]) -> tuple[float, Iterable[Any]]:
    """What a march is worth, and what follows it."""
    enemy = ENEMY[guess.side]
    if not s.guards(to, enemy):
        return guess.march(party.units, path), (DONE, DONE)
    joins = s.guards(to, guess.side)
    odds = guess.attack(party.units, hex, to) + _guns(s, party, to)
    moved = guess.march(party.units, path)
    if joins and (odds < 0 or (s.control[to] == guess.side and moved > odds)):
        return moved, (DONE, DONE)
    leaves = guess.exposure(hex, guess.own(hex) - guess.power(party.units)[1]) - guess.exposure(hex, guess.own(hex))
    return odds - leaves, (DONE, Fight(to), Fight(to)) if joins else (DONE,)


def _guns(s: State, party: Party, to: str) -> float:
    """What siege artillery adds to an attack on forts (9.5.4)."""
    if not s.present(to, ENEMY[GERMAN]).forts or (to == ANTWERP and s.turn < 3):
        return 0.0
    return GUN * sum(s.unit(u).kind == "ha" and s.units[u].steps == 2 for u in party.units)


def attack_at_once(s: State, guess: Guess, hex: str) -> Iterator[Plan]:
    """The units of a contested hex attack without moving (9.1.2a)."""
    enemy = s.present(hex, ENEMY[guess.side])
    units = s.present(hex, guess.side).combat
    if not (enemy.combat or enemy.forts) or not units:
        return
    worth = guess.attack(units, hex, hex)
    guns = Party("", s.present(hex, guess.side).ha)
    yield Plan(
        f"attack in {s.space(hex).name}",
        (Activate(hex), DONE, Fight(hex), Fight(hex)),
        worth + _guns(s, guns, hex),
    )
