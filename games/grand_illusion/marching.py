"""Where units could march, and what bots would do there: the plans of an activation (8.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import attrs

from wargame.core.engine.actions import DONE
from wargame.core.title.plans import Plan

from .actions import Activate, Fight, Go, Take
from .entry import movable, must_stop
from .estimates import GUN, Guess
from .model import State
from .records import ENEMY, GERMAN
from .stacking import has_room
from .supply import nation_of, network, supplied

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
    fed, net = _fed(s, party), network(s, nation_of(s, party[0]))
    bit, step = s.data.bit, s.data.board.step
    found: dict[str, tuple[str, ...]] = {start: (start,)}
    spent = {start: 0}
    frontier = [start]
    while frontier:
        reached = []
        for at in frontier:
            gained = s.control[at] != side and bool(step(bit[at], s.data.rails) & net)  # its railway feeds the next
            net |= bit[at] if gained else 0
            for to, cost in s.next_to(at).items():
                total = spent[at] + cost
                if not cost or to in found or (at, to) in closed or (total > reach and (reach > 1 or at != start)):
                    continue
                if not fed & bit[to] and not gained:
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
    return found


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


@attrs.frozen(eq=False)
class March:
    """A march that could be made, or an attack, with what it is worth."""

    worth: float
    start: str
    party: Party
    path: tuple[str, ...]
    then: tuple[Any, ...] = ()

    def plan(self, s: State, side: str) -> Plan:
        verb = "attack" if self.then else "go to"
        start, to = self.start, self.path[-1]
        rest = set(movable(s, side, start, bool(s.withdrawing))) - set(self.party.units)
        stops = must_stop(s, to, side)
        ends = [DONE] * (not stops) + [DONE] * bool(rest)  # of the group, of the moves
        return Plan(
            f"{self.party.name} of {s.space(start).name} {verb} {s.space(to).name}",
            (Activate(start), *map(Take, self.party.units), *map(Go, self.path[1:]), *ends, *self.then),
            self.worth,
        )


def best_marches(s: State, guess: Guess, hexes: Iterable[str], most: int, withdrawal: bool = False) -> Iterator[Plan]:
    """The best guesses of what the units of some hexes could do in one activation."""
    found = [march for hex in hexes for march in _marches(s, guess, hex, withdrawal)]
    found.sort(key=lambda march: -march.worth)
    seen: dict[tuple[str, str], int] = {}
    for march in found:
        ends = march.start, march.path[-1]
        if seen.get(ends, 0) < SAME and has_room(s, march.path[-1], march.party.units, guess.side):
            seen[ends] = seen.get(ends, 0) + 1
            yield march.plan(s, guess.side)
            most -= 1
            if not most:
                return


def _marches(s: State, guess: Guess, start: str, withdrawal: bool) -> Iterator[March]:
    enemy = ENEMY[guess.side]
    for party in parties(s, guess.side, start, withdrawal):
        attack, defence = guess.power(party.units)
        leaves = guess.leaving(start, defence)
        for to, path in paths(s, party.units, start, withdrawal).items():
            worth = guess.going(path, attack, defence) - leaves
            if not s.guards(to, enemy):
                yield March(worth, start, party, path)
                continue
            joins = s.guards(to, guess.side)
            odds = guess.attack(party.units, start, to) + _guns(s, party.units, to) - leaves
            if not joins:
                yield March(odds, start, party, path, (Fight(to),))
            elif odds > worth:
                yield March(odds, start, party, path, (Fight(to), Fight(to)))
            else:
                yield March(worth, start, party, path)


def _guns(s: State, units: Sequence[str], to: str) -> float:
    """What siege artillery adds to an attack on forts (9.5.4)."""
    if not s.present(to, ENEMY[GERMAN]).forts:
        return 0.0
    return GUN * sum(s.unit(u).kind == "ha" and s.units[u].steps == 2 for u in units)


def attack_at_once(s: State, guess: Guess, hex: str) -> Plan | None:
    """The units of a contested hex attack without moving (9.1.2a)."""
    enemy, own = s.present(hex, ENEMY[guess.side]), s.present(hex, guess.side)
    if not (enemy.combat or enemy.forts) or not own.combat:
        return None
    fight = Fight(hex)
    worth = guess.attack(own.combat, hex, hex) + _guns(s, own.ha, hex)
    return Plan(f"attack in {s.space(hex).name}", (Activate(hex), DONE, fight, fight, fight), worth)
