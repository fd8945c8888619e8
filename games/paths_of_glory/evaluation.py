"""What counts in a position of Paths of Glory, for bots; the weights are in `data/weights.toml`.

They are in tenths of a victory point. Everything is counted from the point of view of the Central Powers; the Allies
have the same with the opposite sign.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Mapping
from functools import lru_cache

import attrs

from wargame.core.engine.sequence import find
from wargame.core.mechanics.board import Board

from .model import AP, CP, DEAD, ENEMY, POOLS, RESERVE, State
from .records import Counter, Data
from .stacking import is_open
from .supply import out_of_supply, space_supplied
from .victory import levels

SIGN = {CP: 1.0, AP: -1.0}
MARCH = 3  # spaces that most units move
FAR = 10  # whatever is farther than this from all that matters counts as this far
ENOUGH = 2  # corps in reserve that are kept to replace the armies of a nation
IN_RESERVE, REBUILT = 0.75, 0.1  # what a unit is worth in the reserve box, and among the eliminated
TURKEY = "tu"
MAIN_NETS = {CP: ("cp",), AP: ("ru_own",)}  # the nets of supply whose sources can be lost
HURRY = 2.0  # a threat weighs more when the side that threatens acts next
SAFE = 1.6  # sources that are enough
UNMANNED = 1.3  # how much easier it is to take a fort that nobody defends, by a siege, than one that is outnumbered
NONE = ("none", "made")  # no mandated offensive is due


@attrs.frozen(eq=False)
class Count:
    """What is known of the units on the map at a moment."""

    found: dict[str, float]
    needs: dict[str, int]  # steps that replacements could restore, in halves of a point, by pool
    factors: dict[str, int]  # combat factors by space
    reach: dict[str, int]  # the spaces that a side could enter with one march, as a set


def features(s: State, side: str) -> Mapping[str, float]:
    """What counts, by name, for `side`."""
    counted = count(s)
    found = counted.found | _of_the_tracks(s, counted.needs) | _of_the_cards(s)
    return found if side == CP else {name: -value for name, value in found.items()}


def _of_the_tracks(s: State, needs: Mapping[str, int]) -> dict[str, float]:
    """Victory points, war status, replacement points and mandated offensives."""
    tracks, numbers, vp = s.tracks, s.data.numbers, s.tracks["vp"]
    late = s.turn / s.data.scenarios[s.scenario].end_turn
    cp_min, ap_max, _ = levels(s)
    middle, half = (cp_min + ap_max) / 2, (cp_min - ap_max) / 2
    halves = {side: sum(min(tracks.get(f"rp_{p}", 0), needs.get(p, 0)) for p in POOLS[side]) for side in (CP, AP)}
    due = {side: s.offensive.get(side, "none") not in NONE for side in (CP, AP)}
    return {
        "victory points": vp - numbers.start_vp,
        "victory at hand": (vp >= numbers.cp_victory) - (vp <= numbers.ap_victory),
        "standing at the end": late * late * max(-1.0, min(1.0, (vp - middle) / half)),
        "war status": tracks["cp_ws"] - tracks["ap_ws"],
        "commitment": s.commitment[CP] - s.commitment[AP],
        "replacement points": (halves[CP] - halves[AP]) / 2,
        "offensive due": (due[CP] - due[AP]) * (s.round + 1) / numbers.rounds,
    }


def _of_the_cards(s: State) -> dict[str, float]:
    """Combat cards at hand, and events that work for the rest of the game."""
    cards, weights = s.data.cards, s.title.weights
    at_hand = {
        side: sum(cards[c].combat for c in s.pile(f"{side}_hand")) + len(s.pile(f"{side}_table")) for side in (CP, AP)
    }
    found: dict[str, float] = {f"event {c}": SIGN[cards[c].side] for c in s.played if f"event {c}" in weights}
    found["combat cards"] = at_hand[CP] - at_hand[AP]
    return found


# --- the map -----------------------------------------------------------------------------------------------------


def count(s: State) -> Count:
    """What counts of the units and spaces of a position."""
    next_to_act = mover(s)
    return s.memo(("counted", next_to_act), lambda: _count(s, next_to_act))


def mover(s: State) -> str:
    """The side whose action begins now, '' in the middle of one and between turns."""
    if s.phase != "card":
        return ""
    phase = find(s.rules.phases(s), s.agenda)
    return phase.side_in(s) or "" if phase is not None else ""


def _count(s: State, next_to_act: str) -> Count:
    worth, far = unit_table(s.data), {side: distances(s.data, goals(s, side)) for side in (CP, AP)}
    units, bits, starving = s.units, s.board.bit, out_of_supply(s)
    strength = away = starved = 0.0
    needs: Tally[str] = Tally()
    factors: dict[str, int] = {}
    for space, here in s.at.items():
        if space not in bits:
            strength += _in_box(s, space, here, needs)
            continue
        value, force = 0.0, 0
        for u in here:
            row, steps = worth[u], units[u].steps
            value += row.values[steps]
            force += row.factors[steps]
            if steps == 1:
                needs[row.pool] += row.price
            if u in starving:
                starved += row.values[steps]
        strength += value
        away += value * far[row.side].get(space, FAR)
        factors[space] = force
    reach = {side: march_of(s, side, s.occupied(enemy) | s.forts_of(enemy)) for side, enemy in ENEMY.items()}
    found = {
        "strength": strength, "distance": away, "out of supply": starved, "trenches": _trenches(s),
        "reserves": _reserves(s), **_objectives(s, factors, reach, next_to_act),
    }  # fmt: skip
    return Count(found, needs, factors, reach)


def _in_box(s: State, box: str, here: tuple[str, ...], needs: Tally[str]) -> float:
    """What the units in a box are worth."""
    worth, dead = unit_table(s.data), box in DEAD.values()
    strength = 0.0
    for u in here:
        row, steps = worth[u], s.units[u].steps
        strength += REBUILT * row.values[2] if dead else IN_RESERVE * row.values[steps]
        needs[row.pool] += row.price * (2 - steps)
    return strength


@attrs.frozen
class Worth:
    """What a unit is worth with no step, one and two (less than nothing for Allied ones), and the price of a step."""

    side: str
    values: tuple[float, float, float]
    factors: tuple[int, int, int]
    pool: str
    price: int


@lru_cache(maxsize=8)
def unit_table(data: Data) -> dict[str, Worth]:
    """What each counter is worth: combat factors, and the losses it can take."""
    numbers = data.numbers

    def row(c: Counter) -> Worth:
        reduced = float(c.reduced_cf + c.reduced_lf)
        full, sign = reduced + (c.cf - c.reduced_cf) + c.lf, SIGN[c.side]
        price = numbers.army_step if c.army else numbers.corps_step
        return Worth(c.side, (0.0, sign * reduced, sign * full), (0, c.reduced_cf, c.cf), c.pool, price)

    return {u: row(c) for u, c in data.counters.items()}


def goals(s: State, side: str) -> frozenset[str]:
    """The spaces a side wants to go to: those that bring victory points and are not its own."""
    land, control = s.data.open_spaces(s.at_war, s.greek_limited, s.beachhead), s.control
    return frozenset(x for x in s.data.vp_spaces if control[x] != side and x in land)


@lru_cache(maxsize=256)
def distances(data: Data, to: frozenset[str]) -> dict[str, int]:
    """How many spaces lie between each space and the nearest of some others, as far as `FAR`."""
    found, seen = dict.fromkeys(to, 0), data.board.mask(to)
    ring = seen
    for steps in range(1, FAR):
        ring = data.board.step(ring) & ~seen
        seen |= ring
        found |= dict.fromkeys(data.board.members(ring), steps)
    return found


def march_of(s: State, side: str, closed: int) -> int:
    """The spaces that units of a side could enter with one march if they were all activated, as a set."""
    at_war, units = s.at_war, s.occupied(side)
    if side == CP and TURKEY not in at_war:  # it will be sooner or later (16.1.3.1)
        at_war |= {TURKEY}
        units |= s.board.kept_mask(_set_up(s.data))
    return reach(s.data, units, closed, at_war, s.greek_limited, s.beachhead)


@lru_cache(maxsize=8)
def _set_up(data: Data) -> tuple[str, ...]:
    """Where the Turks are set up."""
    return tuple({line.space for line in data.setup if line.when == TURKEY and line.unit})


@lru_cache(maxsize=2048)
def reach(data: Data, units: int, closed: int, at_war: frozenset[str], greek_limited: bool, beachhead: str) -> int:
    """The open spaces within a march of a set of spaces."""
    free = data.board.kept_mask(data.open_spaces(at_war, greek_limited, beachhead)) & ~closed
    seen = ring = units
    for _ in range(MARCH):
        ring = data.board.step(ring) & free & ~seen
        seen |= ring
    return seen & free


def _trenches(s: State) -> float:
    """Levels of trenches that protect units: those beside the enemy."""
    found, bits = 0.0, s.board.bit
    units = {side: s.occupied(side) for side in (CP, AP)}
    for space, (owner, level) in s.trenches.items():
        if units[owner] & bits[space] and s.data.around_mask[space] & units[ENEMY[owner]]:
            found += SIGN[owner] * level
    return found


def _reserves(s: State) -> float:
    """Corps in reserve that can replace armies, as far as they are enough for their nation."""
    found = 0.0
    for side, box in RESERVE.items():
        nations = Tally(s.counter(u).nation for u in s.at.get(box, ()))
        found += SIGN[side] * sum(min(ENOUGH, n) for n in nations.values())
    return found


def _objectives(s: State, factors: Mapping[str, int], reach: Mapping[str, int], next_to_act: str) -> dict[str, float]:
    """Spaces that the enemy could walk into or is stronger at, forts under siege, sources of supply in danger."""
    open_spaces = outnumbered = sieges = gaps = danger = 0.0
    board, data = s.board, s.data
    prizes, weight = board.kept_mask(data.vp_spaces), importance(s.data)
    units = {side: s.occupied(side) for side in (CP, AP)}
    for owner, enemy in ENEMY.items():
        sign, forts = SIGN[owner], s.forts_of(owner)
        urgency = sign * (HURRY if enemy == next_to_act else 1.0)
        open_to = exposed(s, owner, reach[enemy]) & ~units[owner] & ~forts
        gaps -= sign * open_to.bit_count()
        open_spaces -= urgency * sum(weight[x] for x in board.members(open_to & prizes))
        for space in board.members(prizes & (units[owner] | forts & ~units[enemy])):
            if near := data.around_mask[space] & units[enemy]:
                own = factors.get(space, 0) + s.fort(space)
                beside = sum(factors[x] for x in board.members(near))
                manned = bool(units[owner] & board.bit[space])
                outnumbered -= urgency * weight[space] * odds_against(s, space, own, beside, manned)
        for space in board.members(forts & units[enemy]):
            sieges -= sign * worth_of_siege(s, space)
        danger += urgency * _danger(s, owner, reach[enemy], units)
    cut_off = float(sum(-SIGN[s.control[x]] for x in data.vp_spaces if _unsupplied(s, x)))
    return {
        "open objectives": open_spaces, "outnumbered objectives": outnumbered, "sieges": sieges,
        "objectives out of supply": cut_off, "gaps": gaps, "supply in danger": danger,
    }  # fmt: skip


def odds_against(s: State, space: str, own: int, beside: int, manned: bool) -> float:
    """How hopeless the defence of a space is: 0 if it is as strong as the enemy around it."""
    odds = max(0.0, (beside - own) / (beside + 1))
    return odds if manned or not beside else max(odds, UNMANNED * chance_of_siege(s, space))


def chance_of_siege(s: State, space: str) -> float:
    """The chance that a besieged fort falls at the end of the turn (15.3)."""
    numbers = s.data.numbers
    modifier = numbers.siege_modifier if s.turn <= numbers.siege_modifier_turns else 0
    return max(0.0, min(1.0, (6 + modifier - s.fort(space)) / 6))


def worth_of_siege(s: State, space: str) -> float:
    """What it counts that a fort is besieged: what counts where it stands, by the chance that it falls."""
    return chance_of_siege(s, space) * (1.0 if s.data.spaces[space].vp else 0.5)


@lru_cache(maxsize=8)
def importance(data: Data) -> dict[str, float]:
    """What spaces with victory points are worth, as multiples of a point: capitals more, as 17.1.3 says."""
    return {x: 2.0 if data.spaces[x].capital else 1.0 for x in data.vp_spaces}


def exposed(s: State, side: str, reach: int) -> int:
    """The spaces of a side that the enemy could walk into, as a set."""
    return held(s.board, tuple(s.control.items()), side) & reach


@lru_cache(maxsize=1024)
def held(board: Board, control: tuple[tuple[str, str], ...], side: str) -> int:
    """The spaces that a side controls, as a set."""
    return board.mask(space for space, owner in control if owner == side)


@lru_cache(maxsize=16)
def sources_of(data: Data, side: str) -> frozenset[str]:
    """The sources of supply that a side can lose."""
    return frozenset(space for net in MAIN_NETS[side] for space in data.supply.nets[net].sources)


def _danger(s: State, side: str, reach: int, units: Mapping[str, int]) -> float:
    """How near the armies of a side are to the loss of their last sources of supply (14.2)."""
    found, bit = 0.0, s.board.bit
    for net in MAIN_NETS[side]:
        safe = 0.0
        for space in s.data.supply.nets[net].sources:
            if s.control[space] != side or not is_open(s, space):
                continue
            if units[side] & bit[space]:
                safe += 1.0
            elif s.fort(space):
                safe += 0.7 if s.data.around_mask[space] & units[ENEMY[side]] else 1.0
            else:
                safe += 0.5 if bit[space] & reach else 1.0
        found += max(0.0, SAFE - safe) ** 2
    return found


def _unsupplied(s: State, space: str) -> bool:
    """Whether attrition would turn a space over to the enemy (14.3.6)."""
    return not space_supplied(s, space, s.control[space]) and not s.fort(space) and is_open(s, space)
