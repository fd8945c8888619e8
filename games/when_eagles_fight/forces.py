"""Forces as bots count them: strength by hex, who is in supply, and the balance of strength around each place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

import attrs

from .model import BOXES, State
from .printed import Data
from .records import CP, ENEMY, HOME, RU
from .supply import RAIL_NET, SUPPLY, controlled, open_land, open_rail

# What a unit counts for around a place, by its distance in hexes: most where it can fight for it, a little far away
NEAR = (1.0, 1.0, 0.75, 0.5, 0.35, 0.22, 0.14, 0.09, 0.06, 0.04, 0.025, 0.016, 0.01)
TOWN_RANGE = 4  # towns count only for the units around them
OWNED = 3.0  # what the ownership of a place counts for in the balance around it
EVEN = 1.0  # keeps the balance of an empty place from dividing by zero
CUT_OFF = 0.5  # what a unit out of supply counts for (9.3)


@attrs.frozen(eq=False)
class Forces:
    """Both sides on the map: their stacks by hex, with the strength of each."""

    attack: Mapping[str, Mapping[str, float]]  # by side and hex: attack factors, halved out of supply
    defence: Mapping[str, Mapping[str, float]]
    worth: Mapping[str, Mapping[str, float]]  # the mean of attack and defence, whatever the supply
    cut_off: Mapping[str, Mapping[str, float]]  # the worth of units out of supply
    around: Mapping[str, tuple[float, ...]]  # by side: the strength around each place, in the order of `places`


@attrs.frozen
class Place:
    """A town, city or victory hex, and how much it matters."""

    hex: str
    weight: float
    home: str  # the side in whose country it lies


@lru_cache(maxsize=16)
def places(data: Data, capital: float, city: float, austrian: float, town: float) -> tuple[Place, ...]:
    """All places that can be controlled, but those of neutral Romania."""
    found = []
    for h in data.hexes.values():
        if h.controlled and h.country in HOME:
            weight = town if not h.victory_hex else austrian if h.country == "austria_hungary" else city
            found.append(Place(h.id, capital if h.capital else weight, HOME[h.country]))
    return tuple(found)


def places_in(s: State) -> tuple[Place, ...]:
    """The places, with their weights in this scenario."""
    by = s.title.weights_in(s.scenario)
    return places(s.data, by["a capital"], by["a city"], by["an Austro-Hungarian victory hex"], by["a town"])


@lru_cache(maxsize=4)
def nearness(data: Data, all_places: tuple[Place, ...]) -> Mapping[str, tuple[tuple[int, float], ...]]:
    """For each hex the places near it, by number, with what a unit there counts for around them."""
    found: dict[str, tuple[tuple[int, float], ...]] = {}
    for hex_id in data.hexes:
        near = []
        for number, place in enumerate(all_places):
            far = data.board.distance(hex_id, place.hex)
            if far < (len(NEAR) if data.hexes[place.hex].victory_hex else TOWN_RANGE):
                near.append((number, NEAR[far]))
        found[hex_id] = tuple(near)
    return found


def forces(s: State) -> Forces:
    """The forces in this position, counted once."""
    return s.memo("forces", lambda: _count(s))


def _count(s: State) -> Forces:
    attack: dict[str, dict[str, float]] = {RU: {}, CP: {}}
    defence: dict[str, dict[str, float]] = {RU: {}, CP: {}}
    worth: dict[str, dict[str, float]] = {RU: {}, CP: {}}
    cut_off: dict[str, dict[str, float]] = {RU: {}, CP: {}}
    fed = {side: SUPPLY.area(s, side) for side in (RU, CP)}
    all_places = places_in(s)
    near = nearness(s.data, all_places)
    around = {side: [0.0] * len(all_places) for side in (RU, CP)}
    counters, bit, short = s.data.counters, s.board.bit, s.short
    for hex_id, units in s.at.items():
        if hex_id in BOXES:
            continue
        side = counters[units[0]].side
        supplied = bool(fed[side] & bit[hex_id])
        strikes = stands = total = 0.0
        for unit in units:
            attacks, defends, _ = s.factors(unit)
            full = 1.0 if supplied and unit not in short else CUT_OFF
            strikes += attacks * full
            stands += defends * full
            total += (attacks + defends) / 2
        attack[side][hex_id], defence[side][hex_id], worth[side][hex_id] = strikes, stands, total
        if not supplied and not s.fortress_at(hex_id):
            cut_off[side][hex_id] = total
        row = around[side]
        for number, share in near[hex_id] if supplied or s.fortress_at(hex_id) else ():
            row[number] += total * share
    return Forces(attack, defence, worth, cut_off, {side: tuple(row) for side, row in around.items()})


def _with_ownership(s: State, there: Forces, number: int, place: Place) -> tuple[float, float]:
    """The strength of the Central Powers and of the Russians around a place, its owner's a little higher."""
    cp, ru = there.around[CP][number], there.around[RU][number]
    return (cp + OWNED, ru) if s.control[place.hex] == CP else (cp, ru + OWNED)


def balance(s: State) -> float:
    """The balance of strength around all places, from the point of view of the Central Powers."""
    there, total = forces(s), 0.0
    for number, place in enumerate(places_in(s)):
        cp, ru = _with_ownership(s, there, number, place)
        total += place.weight * (cp - ru) / (cp + ru + EVEN)
    return total


def pull(s: State, side: str) -> Mapping[str, float]:
    """What one point of strength more would add to the balance, by hex: where units of a side are needed most."""
    return s.memo(("pull", side), lambda: Pull(s, side))


class Pull(dict[str, float]):
    """The need for units by hex, worked out for the hexes that are asked for."""

    def __init__(self, s: State, side: str) -> None:
        super().__init__()
        there, self._places = forces(s), places_in(s)
        self._near = nearness(s.data, self._places)
        both = [_with_ownership(s, there, number, place) for number, place in enumerate(self._places)]
        self._own = [cp if side == CP else ru for cp, ru in both]
        self._other = [ru if side == CP else cp for cp, ru in both]
        self._gain = [self._gain_at(number) for number in range(len(both))]

    def _gain_at(self, number: int) -> float:
        own, other = self._own[number], self._other[number]
        return self._places[number].weight * (2 * other + EVEN) / (own + other + EVEN) ** 2

    def __missing__(self, hex_id: str) -> float:
        gain = self._gain
        value = self[hex_id] = sum([gain[number] * share for number, share in self._near[hex_id]])
        return value

    def shift(self, worth: float, here: str, there: str) -> None:
        """Units of this worth go from one hex to another."""
        self.clear()
        for hex_id, change in ((here, -worth), (there, worth)):
            for number, share in self._near[hex_id]:
                self._own[number] = max(0.0, self._own[number] + change * share)
                self._gain[number] = self._gain_at(number)


# --- who can walk where ------------------------------------------------------------------------------------------

STEPS, RIDE = 4, 6  # hexes that infantry and cavalry may come in a turn over open land


def walked_into(s: State, side: str) -> int:
    """The hexes that units of a side could enter in one turn without a fight, roughly: terrain is not counted."""
    return s.memo(("walk", side), lambda: _walk(s, side))


# How much of the enemy's strength a capital must be ready for, by his distance: he comes four hexes a turn
COMING = (1.0, 1.0, 1.0, 1.0, 1.0, 0.6, 0.6, 0.6, 0.6, 0.25, 0.25, 0.25, 0.25)
FULL_GUARD = 14.0  # the defence of two good corps


def bare_capitals(s: State, owner: str) -> Mapping[str, float]:
    """The capitals of a side with less of a garrison than they need, and how much of it is missing: 1 for all."""
    return s.memo(("capitals", owner), lambda: dict(_bare_capitals(s, owner)))


def _bare_capitals(s: State, owner: str) -> Iterator[tuple[str, float]]:
    there, board = forces(s), s.board
    for capital, side in s.data.capitals.items():
        if side != owner:
            continue
        coming = 0.0
        for hex_id, attack in there.attack[ENEMY[owner]].items():
            far = board.distance(hex_id, capital)
            if far < len(COMING):
                coming += attack * COMING[far]
        wanted, have = min(FULL_GUARD, coming), there.defence[owner].get(capital, 0.0)
        if have < wanted:
            yield capital, (wanted - have) / FULL_GUARD


def open_places(s: State, owner: str) -> tuple[Place, ...]:
    """The places of a side that the enemy can walk into: nobody is there, or only units that are cut off."""
    return s.memo(("open", owner), lambda: tuple(_open_places(s, owner)))


def _open_places(s: State, owner: str) -> Iterator[Place]:
    walked, bit, control = walked_into(s, ENEMY[owner]), s.board.bit, s.control
    board, lost = s.board, forces(s).cut_off[owner]
    beside = board.step(walked, s.data.land_sides)
    held = forces(s).worth[owner]
    for place in places_in(s):
        if control[place.hex] != owner:
            continue
        here = bit[place.hex]
        if (here & walked) if place.hex not in held else (place.hex in lost and here & beside):
            yield place


def safe_supply(s: State, owner: str) -> int:
    """The hexes in supply even if the enemy walks into every place that is open to him (9.5, 9.6)."""
    return s.memo(("safe supply", owner), lambda: _safe_supply(s, owner))


def _safe_supply(s: State, owner: str) -> int:
    lost = s.board.mask(place.hex for place in open_places(s, owner))
    if not lost:
        return SUPPLY.area(s, owner)
    rails = RAIL_NET.flood(s, owner, open_rail(s, owner) & ~lost)
    port = s.board.bit[s.data.numbers.supply.ports[owner]]
    kept = (rails & s.data.places | port) & controlled(s, owner) & ~lost
    return SUPPLY.flood(s, owner, open_land(s, owner), kept)


def _walk(s: State, side: str) -> int:
    counters, board = s.data.counters, s.board
    closed = s.occupied(ENEMY[side]) | (0 if s.romania else s.data.romania)
    horse = board.mask(
        {s.units[u].at for u in s.data.mobile[side] if counters[u].cavalry and u in s.units} - BOXES
    )  # fmt: skip
    inside = board.everywhere & ~closed
    seen = ring = s.occupied(side)
    for _ in range(STEPS):
        ring = board.step(ring, s.data.land_sides) & inside & ~seen
        seen |= ring
    ring = horse
    ridden = horse
    for _ in range(RIDE if horse else 0):
        ring = board.step(ring, s.data.land_sides) & inside & ~ridden
        ridden |= ring
    return seen | ridden
