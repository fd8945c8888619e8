"""Retreats (9.4): when, where to, headquarters, the sea; and cavalry that falls back before infantry (9.6.3)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Refusal, Roll
from wargame.core.mechanics.choosing import choose_one, why_not_one_of

from .actions import Hit, Retire, Retreat, Stay
from .control import settle, watch_paris
from .model import VOSGES, State
from .records import ALLIED, ENEMY, GERMAN, PARIS
from .stacking import has_room
from .supply import in_supply, nation_of, supplied

ALL = "all"
CLOSED = 9  # beyond the five priorities of a retreat


# --- where to ----------------------------------------------------------------------------------------------------


def ways_out(s: State, unit: str, at: str, barred: Sequence[str] = ()) -> tuple[int, list[str]]:
    """The best priority open to a unit and the hexes of that priority (9.4.3a); 0: none.

    A unit in supply goes out of it only if there is no other way (8.4.3b); the British into Paris last of all (8.4.7b).
    """
    bit, fed = s.data.bit, supplied(s, nation_of(s, unit))
    british = s.unit(unit).nation == "british"
    best, found = (True, True, CLOSED), list[str]()
    for to, cost in s.next_to(at).items():
        if not cost or to in barred:
            continue
        starves = bool(fed & bit[at]) and not fed & bit[to]
        rank = (british and to == PARIS, starves, _priority(s, unit, at, to))
        if rank[2] == CLOSED:
            continue
        if rank < best:
            best, found = rank, [to]
        elif rank == best:
            found.append(to)
    return (best[2], found) if found else (0, [])


def _priority(s: State, unit: str, at: str, to: str) -> int:
    """The priority of a retreat hex, or CLOSED (9.4.3a)."""
    side = s.unit(unit).side
    enemy = ENEMY[side]
    there = s.present(to, enemy)
    if s.kept_out(unit, to) or s.closed(side, at, to):
        return CLOSED  # 13.1, 8.4.5
    if s.control[to] == side:
        return 2 if s.guards(to, enemy) else 1
    if not (there.combat or there.forts or there.movable):
        return 3
    if to not in s.battles and _has_friends(s, to, side):
        return 4
    fresh = [u for u in there.combat if s.units[u].steps == 2]
    if fresh and not there.forts and not any(s.is_infantry(u) for u in there.combat):
        return 5
    return CLOSED


def _has_friends(s: State, hex: str, side: str) -> bool:
    own = s.present(hex, side)
    if own.forts and s.sieges.get(hex) != ENEMY[side]:
        return True
    return any(in_supply(s, u) for u in own.combat)


# --- a side leaves a hex -----------------------------------------------------------------------------------------


def retreat_all(s: State, hex: str, side: str, forced: bool, to: str = "") -> Procedure[None]:
    """All units of a side but its forts leave the hex (9.4.1), the Belgians `to` a hex if one is given (13.1)."""
    s.note("{side} retreats from {hex}", "9.4", side=side, hex=hex)
    sea = s.data.tables.sea
    if forced and sea.shipped in s.present(hex, side).combat:
        prompt = f"Ship {sea.shipped} home for {sea.shipped_turns} turns ('retreat'), or 'stay'?"
        answer = yield offer(ALLIED, [Retire(), Stay()], {Retire: None, Stay: None}, prompt, "12.6")
        if isinstance(answer, Retire):
            s.send_ahead(sea.shipped, sea.shipped_turns, 2, "12.6", "coast")
    while units := s.present(hex, side).combat:
        yield from _one_retreat(s, hex, side, units, to)
    guns = s.present(hex, side).ha
    if guns:
        yield from _guns_follow(s, hex, side, guns)
    yield from displace_rear(s, hex, side, retreat=True, to=to)
    settle(s, hex)


def _one_retreat(s: State, hex: str, side: str, units: tuple[str, ...], to: str) -> Procedure[None]:
    """One unit, or all that go the same way, retreat a hex."""
    if to:
        belgians = tuple(u for u in units if s.unit(u).nation == "belgian")
        units, to = (belgians, to) if belgians else (units, "")
    unit = units[0]
    rank, hexes = ways_out(s, unit, hex)
    if to and to in hexes:
        hexes = [to]
    if not hexes:
        yield from _no_way_out(s, unit, hex)
        return
    together = [u for u in units if _same_way(s, u, hex, rank, hexes)]
    offers: list[Any] = [Retreat(ALL, h) for h in hexes] if len(together) > 1 else []
    offers += [Retreat(unit, h) for h in hexes]
    answer = offers[0]
    if not to:
        who = f"{unit} ('{ALL}': {', '.join(together)})" if len(together) > 1 else unit
        why_not = partial(_why_not_retreat, s, unit, together, hex, hexes)
        question = offer(side, offers, {Retreat: why_not}, f"Where does {who} retreat from {hex}?", "9.4.3")
        answer = yield from choose_one(question)
    group = tuple(together) if answer.who == ALL else (unit,)
    if rank == 5:
        group = yield from _pay_step(s, side, group, "9.4.3")
    yield from _arrive(s, side, group, answer.hex, hex)


def _same_way(s: State, unit: str, hex: str, rank: int, hexes: list[str]) -> bool:
    other, ways = ways_out(s, unit, hex)
    return other == rank and set(ways) >= set(hexes)


def _pay_step(s: State, side: str, group: tuple[str, ...], rule: str) -> Procedure[tuple[str, ...]]:
    """One unit of the group, of its owner's choice, loses a step."""
    payers = why_not_one_of("unit", group, rule, f"The step is lost by one of {', '.join(group)}.")
    question = offer(side, map(Hit, group), {Hit: payers}, "Which unit loses a step on the retreat?", rule)
    answer = yield from choose_one(question)
    s.lose_step(answer.unit, rule)
    return tuple(u for u in group if s.on_map(u))


def _arrive(s: State, side: str, group: tuple[str, ...], to: str, origin: str) -> Procedure[None]:
    """The group enters its retreat hex; those for whom there is no room go on a hex at the cost of a step (9.4.3c)."""
    over: list[str] = []
    for unit in group:
        if has_room(s, to, (unit,), side):
            s.move(unit, to, "9.4.3")
        else:
            over.append(unit)
    yield from _arrived(s, side, to)
    if not over:
        return
    rest = yield from _pay_step(s, side, tuple(over), "9.4.3")
    for unit in rest:
        rank, ways = ways_out(s, unit, to, barred=(origin,))
        open_ways = [h for h in ways if has_room(s, h, (unit,), side)]
        if not open_ways:
            s.kill(unit, "9.4.3")
            continue
        way = yield from _way(s, side, unit, (unit,), to, open_ways, f"Where does {unit} go on to?", "9.4.3")
        if rank == 5:
            s.lose_step(unit, "9.4.3")
        if s.on_map(unit):
            s.move(unit, way, "9.4.3")
            yield from _arrived(s, side, way)


def _way(
    s: State, side: str, who: str, units: tuple[str, ...], at: str, ways: list[str], prompt: str, rule: str
) -> Procedure[str]:  # fmt: skip
    """The owner chooses among several ways for a unit, or for `all` of them."""

    def why_not(answer: Retreat) -> Refusal | None:
        if answer.who != who:
            return Refusal(rule, f"The question is about {who}, not {answer.who}.")
        return None if answer.hex in ways else _why_no_way(s, units[0], at, answer.hex, ways, rule)

    answer = yield from choose_one(offer(side, [Retreat(who, h) for h in ways], {Retreat: why_not}, prompt, rule))
    return str(answer.hex)


def _why_not_retreat(
    s: State, unit: str, together: list[str], hex: str, ways: list[str], answer: Retreat
) -> Refusal | None:  # fmt: skip
    """Why the unit asked about, or all that share its ways, may not retreat there (9.4.3)."""
    if answer.who not in ((unit, ALL) if len(together) > 1 else (unit,)):
        every = f", or '{ALL}' of {', '.join(together)}" if len(together) > 1 else ""
        return Refusal("9.4.3", f"The question is about {unit}{every}, not {answer.who}.")
    return None if answer.hex in ways else _why_no_way(s, unit, hex, answer.hex, ways, "9.4.3")


def _why_no_way(s: State, unit: str, at: str, to: str, ways: list[str], rule: str) -> Refusal:
    """Why a unit may not retreat to a hex that is not among its `ways` (9.4.3a)."""
    cost = s.next_to(at).get(to)
    open_ways = f"it may go to {' or '.join(ways)}."
    if to not in s.data.spaces:
        return Refusal(rule, f"There is no hex {to}; {open_ways}")
    if cost == 0:
        return Refusal("8.4.2", f"The hexside between {at} and {to} is impassable; {open_ways}")
    if cost is None:
        return Refusal(rule, f"{to} is not open to {unit} from {at}; {open_ways}")
    if s.kept_out(unit, to):
        return Refusal("13.1", f"Maubeuge (54) is closed to {unit}; {open_ways}")
    if s.closed(s.unit(unit).side, at, to):
        return Refusal("8.4.5", f"The hexside between {at} and {to} is blocked; {open_ways}")
    if _priority(s, unit, at, to) == CLOSED:
        return Refusal(rule, f"{to} is held by enemies; {open_ways}")
    return Refusal(rule, f"Other hexes come before {to} in the priorities of a retreat; {open_ways}")


def _arrived(s: State, side: str, hex: str) -> Procedure[None]:
    yield from displace_rear(s, hex, ENEMY[side])  # 9.4.4: an enemy HQ met there falls back at once
    settle(s, hex)
    if side == GERMAN:
        watch_paris(s, hex)


def _no_way_out(s: State, unit: str, hex: str) -> Procedure[None]:
    """No retreat: the sea for Allied units in a port (9.4.5), the dead pile for the others (9.4.3b)."""
    counter = s.unit(unit)
    if counter.side == GERMAN or not s.space(hex).port:
        s.kill(unit, "9.4.3")
        return
    sea = s.data.tables.sea
    drm = sea.nations.get(counter.nation, 0) + (sea.territorial if counter.territorial else 0)
    roll = yield Roll(1, 6, why=f"{unit} retreating to the sea", rule="9.4.5")
    result = max(1, roll.total + drm)
    s.note("{unit} at sea rolls {die} {drm:+d}", "9.4.5", unit=unit, die=roll.total, drm=drm)
    if result > len(sea.turns_ahead):
        s.kill(unit, "9.4.5")
        return
    if not s.disrupted(unit):
        s.lose_step(unit, "9.4.5")
    s.send_ahead(unit, sea.turns_ahead[result - 1], 1, "9.4.5", "variable")


def _guns_follow(s: State, hex: str, side: str, guns: tuple[str, ...]) -> Procedure[None]:
    """Heavy artillery retreats like the rest (9.5.4a)."""
    for gun in guns:
        _, ways = ways_out(s, gun, hex)
        if not ways:
            s.kill(gun, "9.5.4")
            continue
        way = yield from _way(s, side, gun, (gun,), hex, ways, f"Where does {gun} retreat?", "9.5.4")
        s.move(gun, way, "9.5.4")


# --- headquarters and guns left alone ----------------------------------------------------------------------------


def lose_guns(s: State, hex: str, side: str) -> None:
    """Guns of `side` alone with enemy combat units are lost (9.5.4a)."""
    own = s.present(hex, side)
    if own.ha and not own.combat and s.present(hex, ENEMY[side]).combat:
        for gun in own.ha:
            s.kill(gun, "9.5.4")


def displace_rear(s: State, hex: str, side: str, retreat: bool = False, to: str = "") -> Procedure[None]:
    """HQs of `side` left without combat units fall back (9.4.4), Belgian ones `to` a hex (13.1); lone guns are lost."""
    own = s.present(hex, side)
    if own.combat or not (retreat or s.present(hex, ENEMY[side]).combat):
        return
    lose_guns(s, hex, side)
    for unit in own.hq:
        bound = to and s.unit(unit).nation == "belgian"
        ways = [to] if bound else _nearest_shelter(s, hex, unit)
        if not ways:
            s.kill(unit, "9.4.4")
            continue
        prompt = f"Where does {unit} fall back to?"
        way = yield from _way(s, side, unit, (unit,), hex, ways, prompt, "9.4.4")
        s.move(unit, way, "9.4.4")
        for met in s.present(way, side).hq:  # itself, and those it meets
            s.flip(met, "9.4.4")


def _nearest_shelter(s: State, hex: str, unit: str) -> list[str]:
    """The nearest hexes, by way of hexes its side holds, with supplied units of its side and no battle (9.4.4)."""
    side = s.unit(unit).side
    seen, frontier = {hex}, [hex]
    while frontier:
        reached = []
        for at in frontier:
            for to, cost in s.next_to(at).items():
                if not cost or to in seen or s.control[to] != side:
                    continue
                if not s.closed(side, at, to) and not s.kept_out(unit, to):  # 8.4.5, 13.1
                    seen.add(to)
                    reached.append(to)
        found = [h for h in reached if h not in s.battles and _sheltered(s, h, unit)]
        if found:
            return sorted(found, key=int)
        frontier = reached
    return []


def _sheltered(s: State, hex: str, unit: str) -> bool:
    if hex == PARIS and s.unit(unit).nation == "british":
        return False
    return any(in_supply(s, u) for u in s.present(hex, s.unit(unit).side).combat)


# --- cavalry screen (9.6.3) --------------------------------------------------------------------------------------


def cavalry_flight(s: State, hex: str, side: str) -> Procedure[bool]:
    """Cavalry met by an infantry corps stands and dies, or falls back; whether it stood."""
    far = s.data.tables.battle.flight
    prompt = f"Does the cavalry in {hex} stand and die ('stay') or fall back {far} hexes ('retreat')?"
    answer = yield offer(side, [Stay(), Retire()], {Stay: None, Retire: None}, prompt, "9.6.3")
    units = s.present(hex, side).combat
    if isinstance(answer, Stay):
        for unit in units:
            s.kill(unit, "9.6.3")
        return True
    for nation in dict.fromkeys(s.unit(u).nation for u in units):
        yield from _fall_back(s, hex, side, tuple(u for u in units if s.unit(u).nation == nation))
    return False


def _fall_back(s: State, hex: str, side: str, units: tuple[str, ...]) -> Procedure[None]:
    """The cavalry of a nation falls back, no hex twice, or is lost (9.6.3b)."""
    path = [hex]
    for _ in range(s.data.tables.battle.flight):
        rank, ways = ways_out(s, units[0], path[-1], barred=path)
        if not ways or rank == 5:
            for unit in units:
                s.kill(unit, "9.6.3")
            return
        prompt = f"Where does the cavalry fall back to ({', '.join(units)})?"
        way = yield from _way(s, side, ALL, units, path[-1], ways, prompt, "9.6.3")
        path.append(way)
    yield from _end_flight(s, side, units, path[-1])


def _end_flight(s: State, side: str, units: tuple[str, ...], to: str) -> Procedure[None]:
    for unit in units:
        if not has_room(s, to, (unit,), side):
            s.kill(unit, "9.6.3")
            continue
        s.move(unit, to, "9.6.3")
        if s.units[unit].steps == 2:
            s.lose_step(unit, "9.6.3")
    yield from _arrived(s, side, to)


# --- who must (9.4.2) --------------------------------------------------------------------------------------------


def beaten(s: State, hex: str, disrupted_fortune: bool) -> tuple[str, str]:
    """The side beaten in a battle and the rule, or two empty texts; where `firm` it need not retreat (9.4.2)."""
    fresh = {who: len(s.undisrupted_infantry(hex, who)) for who in (ALLIED, GERMAN)}
    for side in (ALLIED, GERMAN):
        if s.present(hex, side).combat and not fresh[side] and fresh[ENEMY[side]]:
            return side, "9.4.2"
    standing = {who: sum(s.units[u].steps == 2 for u in s.present(hex, who).combat) for who in (ALLIED, GERMAN)}
    if disrupted_fortune and standing[ALLIED] != standing[GERMAN]:
        return min(standing, key=lambda s: standing[s]), "FoW.2"
    rider = _beaten_cavalry(s, hex)
    return (rider, "9.4.2") if rider else ("", "")


def _beaten_cavalry(s: State, hex: str) -> str:
    """The side whose cavalry is all disrupted where there is only cavalry, and some of the enemy's is not (9.4.2)."""
    riders = {who: s.present(hex, who).combat for who in (ALLIED, GERMAN)}
    if not all(riders.values()) or any(s.is_infantry(u) for units in riders.values() for u in units):
        return ""
    worn = [who for who, units in riders.items() if all(s.units[u].steps == 1 for u in units)]
    return worn[0] if len(worn) == 1 else ""


def can_leave(s: State, hex: str, side: str) -> bool:
    """Whether all units of the side have somewhere to go (9.4.1)."""
    units = s.present(hex, side).combat
    return bool(units) and all(ways_out(s, u, hex)[0] for u in units)


def firm(s: State, hex: str) -> bool:
    """Trenches and the high Vosges: the beaten side may stay, but not cavalry beaten by cavalry (9.4.2)."""
    return (hex in s.trenches or hex in VOSGES) and not _beaten_cavalry(s, hex)
