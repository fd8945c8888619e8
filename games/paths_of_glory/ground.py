"""What it is worth to a side that units stand in a space: for bots that weigh marches, redeployments and retreats.

The numbers are guesses in the terms of `evaluation.py`, tenths of a victory point; what comes of a plan is searched.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import attrs

from .evaluation import (
    FAR,
    HURRY,
    Count,
    count,
    distances,
    exposed,
    goals,
    importance,
    march_of,
    odds_against,
    sources_of,
    unit_table,
    worth_of_siege,
)
from .model import ENEMY, State
from .supply import out_of_supply

RISK = 0.4  # the part of a stack that may be lost where it is hopelessly outnumbered
SHIFT = 3  # factors that a level of trench or a fort is worth to its defenders
CONTACT = 0.2  # for each factor, up to those of the enemy, that holds a space beside him
TAKEN = 0.3  # an enemy space without victory points that is entered
SOURCE = 10.0  # a source of supply that the enemy could walk into, or that is taken from him


@attrs.frozen
class Force:
    """Units taken together: how many, their combat factors, and what they are worth."""

    units: int = 0
    factors: int = 0
    value: float = 0.0

    def __add__(self, other: Force) -> Force:
        return Force(self.units + other.units, self.factors + other.factors, self.value + other.value)

    def __sub__(self, other: Force) -> Force:
        return Force(self.units - other.units, self.factors - other.factors, self.value - other.value)


NOBODY = Force()


def force(s: State, units: Iterable[str]) -> Force:
    """Some units taken together."""
    table, number, factors, value = unit_table(s.data), 0, 0, 0.0
    for u in units:
        row, steps = table[u], s.units[u].steps
        number, factors, value = number + 1, factors + row.factors[steps], value + abs(row.values[steps])
    return Force(number, factors, value)


def fresh_force(s: State, unit: str) -> Force:
    """A unit at full strength that is not on the map yet."""
    row = unit_table(s.data)[unit]
    return Force(1, row.factors[2], abs(row.values[2]))


@attrs.define(eq=False)
class Ground:
    """The map as one side sees it at a moment."""

    s: State
    side: str
    count: Count
    far: Mapping[str, int]
    weights: Mapping[str, float]
    enemies: int  # the spaces with enemy units, as a set
    _beside: dict[str, int] = attrs.field(factory=dict)
    _here: dict[str, Force] = attrs.field(factory=dict)
    _cover: dict[str, float] = attrs.field(factory=dict)

    def beside(self, space: str) -> int:
        """The combat factors of the enemy around a space."""
        if space not in self._beside:
            near = self.s.data.around_mask[space] & self.enemies
            found = sum(self.count.factors[x] for x in self.s.board.members(near)) if near else 0
            self._beside[space] = found
        return self._beside[space]

    def here(self, space: str) -> Force:
        """The own units in a space."""
        if space not in self._here:
            units = self.s.at.get(space, ()) if self.s.holder(space) == self.side else ()
            self._here[space] = force(self.s, units)
        return self._here[space]

    def stance(self, space: str, there: Force) -> float:
        """What it is worth that this force, and nobody else, stands in a space."""
        s, weights = self.s, self.weights
        prize, fort = s.data.spaces[space].vp, s.fort(space)
        own = s.control[space] == self.side
        if not there.units and not (fort and own):
            return 0.0
        worth = weights["distance"] * there.value * self.far.get(space, FAR)
        if beside := self.beside(space):
            owner, level = s.trenches.get(space, ("", 0))
            shelter = SHIFT * (level if owner == self.side else 0) + (fort if own else 0)
            odds = odds_against(s, space, there.factors + shelter, beside, bool(there.units))
            worth += CONTACT * min(there.factors, beside)
            worth -= RISK * weights["strength"] * there.value * odds
            if prize and own:
                worth -= HURRY * weights["outnumbered objectives"] * importance(s.data)[space] * odds
        return worth

    def coming(self, space: str, who: Force) -> float:
        """What it is worth that a force joins the units in a space."""
        here = self.here(space)
        gain = self.stance(space, here + who) - self.stance(space, here)
        return gain if here.units else gain + self.cover(space)

    def leaving(self, space: str, who: Force) -> float:
        """What it is worth, usually less than nothing, that a force leaves a space."""
        here = self.here(space)
        gain = self.stance(space, here - who) - self.stance(space, here)
        return gain if here.units > who.units else gain - self.cover(space)

    def cover(self, space: str) -> float:
        """What it is worth that somebody, rather than nobody, stands in a space: what he keeps the enemy out of."""
        if space not in self._cover:
            self._cover[space] = self._find_cover(space)
        return self._cover[space]

    def _find_cover(self, space: str) -> float:
        s, enemy, here = self.s, ENEMY[self.side], self.s.board.bit[space]
        known = self.count.reach[enemy]
        if (s.fort(space) and s.control[space] == self.side) or not s.data.around_mask[space] & (known | self.enemies):
            return 0.0
        closed = s.occupied(self.side) | s.forts_of(self.side)
        other = march_of(s, enemy, closed ^ here)
        without, behind = (other, known) if closed & here else (known, other)
        return self._exposure(without) - self._exposure(behind)

    def _exposure(self, reach: int) -> float:
        """What it costs that the enemy could walk into these spaces."""
        s, weights = self.s, self.weights
        open_spaces = exposed(s, self.side, reach) & ~s.occupied(self.side) & ~s.forts_of(self.side)
        prizes = s.board.kept_mask(s.data.vp_spaces) & open_spaces
        sources = s.board.kept_mask(tuple(sources_of(s.data, self.side))) & open_spaces
        return (
            weights["gaps"] * open_spaces.bit_count()
            + HURRY * weights["open objectives"] * sum(importance(s.data)[x] for x in s.board.members(prizes))
            + SOURCE * sources.bit_count()
        )  # fmt: skip

    def prize(self, space: str) -> float:
        """What it is worth to take a space by entering it, or to besiege its fort."""
        s = self.s
        if s.control[space] == self.side:
            return 0.0
        vp = s.data.spaces[space].vp
        if s.fort(space):
            return self.weights["sieges"] * worth_of_siege(s, space)
        source = SOURCE if space in sources_of(s.data, ENEMY[self.side]) else 0.0
        return (self.weights["victory points"] if vp else TAKEN) + source + self.cuts.get(space, 0.0)

    @property
    def cuts(self) -> Mapping[str, float]:
        """Spaces that the enemy's supply runs through, and what it would cost him to lose them."""
        return self.s.memo(("cuts", self.side), self._cuts)

    def _cuts(self) -> dict[str, float]:
        s, enemy, found = self.s, ENEMY[self.side], {}
        free = self.count.reach[self.side] & ~self.enemies
        behind = s.board.step(self.enemies) & free
        starving, table = out_of_supply(s), unit_table(s.data)
        for space in s.board.members(behind):
            if s.control[space] != enemy or s.fort(space):
                continue
            probe = s.copy()
            probe.log = []
            probe.control_by(space, self.side)
            lost = sum(abs(table[u].values[s.units[u].steps]) for u in out_of_supply(probe) - starving)
            if lost:
                found[space] = -self.weights["out of supply"] * lost
        return found


def ground(s: State, side: str) -> Ground:
    """The map as a side sees it now."""

    def make() -> Ground:
        far = distances(s.data, goals(s, side))
        weights = s.title.weights_in(s.scenario)
        return Ground(s, side, count(s), far, weights, s.occupied(ENEMY[side]))

    return s.memo(("ground", side), make)
