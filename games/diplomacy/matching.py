"""Supports and convoys are brought together with the orders they are for; the others are void (X.1, XIII.1, XIII.6)."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from .geography import convoy_routes
from .orders import CONVOY, MOVE, SUPPORT, Order, Position
from .resolver import Conflict, RuleSwitches
from .results import Void

WHY_VOID = {
    "X.1": "{other} was not ordered to {to}.",
    "X.6": "{other} was ordered to move, so it cannot be supported to hold.",
    "XIII.1": "{other} was not ordered to {to}.",
    "XIII.6": "{other} goes to {to} by land.",
}


@attrs.define(eq=False)
class Matching:
    """The valid orders of a turn on the way to a `Conflict`, in which every unit is a number."""

    names: list[str]
    position: Position
    given: dict[str, Order]
    conflict: Conflict = attrs.field(init=False)
    void: dict[int, tuple[str, int]] = attrs.field(init=False, factory=dict)  # unit -> rule, the other unit
    _convoys: dict[int, list[int]] = attrs.field(init=False, factory=dict)  # army -> fleets ordered to convoy it

    def match(self, switches: RuleSwitches) -> Conflict:
        self.conflict = Conflict.of(switches, list(self.position.units), list(self.position.powers.values()))
        space_of, target = self.position.geo.space_of, self.conflict.target
        given, moves, supports, convoys = self.given, [], [], []
        for i, name in enumerate(self.names):
            order = given.get(name)
            if order is None:
                continue
            if order.verb == MOVE:
                target[i] = space_of[order.to]
                moves.append(i)
            elif order.verb == SUPPORT:
                supports.append((i, order))
            elif order.verb == CONVOY:
                convoys.append((i, order))
        self._supports(supports)
        for i, order in convoys:
            self._convoy(i, order, self.conflict.at[order.other[2:]])
        self._moves(moves)
        return self.conflict

    def _supports(self, supports: list[tuple[int, Order]]) -> None:
        stands, at = self.position.geo.stands, self.conflict.at
        target, supported, backers = self.conflict.target, self.conflict.supported, self.conflict.backers
        for i, order in supports:
            space = stands[order.other]
            other = at[space]
            goal = target[other]
            if not order.to and goal is None:
                supported[i] = space
            elif order.to and goal is not None and order.to in (goal, self.given[self.names[other]].to):
                supported[i] = goal
            else:
                self.void[i] = ("X.1" if order.to else "X.6", other)
                continue
            backers.setdefault(other, []).append(i)

    def _convoy(self, i: int, order: Order, army: int) -> None:
        if self.conflict.target[army] == order.to:
            self._convoys.setdefault(army, []).append(i)
        else:
            self.void[i] = ("XIII.1", army)

    def _moves(self, moves: list[int]) -> None:
        """Which moves go by sea, and who attacks each space."""
        reach, conflict = self.position.geo.reach, self.conflict
        for i in moves:
            target = conflict.target[i] or ""
            by_land = target in reach[self.names[i]]
            if i in self._convoys:
                self._by_sea(i, target, by_land)
            elif not by_land:
                conflict.routes[i] = ()
            conflict.attackers.setdefault(target, []).append(i)

    def _by_sea(self, i: int, target: str, by_land: bool) -> None:
        """XIII.6: the sense of the owner's orders says whether an army that could march goes by sea."""
        space, power, fleets = self.conflict.space, self.conflict.power, self._convoys[i]
        at_work = {space[fleet]: fleet for fleet in fleets}
        ways = convoy_routes(self.position.geo, space[i], target, at_work)
        meant = self.given[self.names[i]].via_convoy or any(power[fleet] == power[i] for fleet in fleets)
        if by_land and not (meant and ways):
            for fleet in fleets:
                self.void[fleet] = ("XIII.6", i)
        else:
            self.conflict.routes[i] = tuple(tuple(at_work[zone] for zone in way) for way in ways)

    def unmatched(self) -> Iterator[Void]:
        """The orders that are void because another unit's order does not fit them."""
        for i, (rule, other) in self.void.items():
            order = self.given[self.names[i]]
            why = WHY_VOID[rule].format(other=self.names[other], to=order.to)
            yield Void(order.unit, self.conflict.power[i], str(order), rule, why)
