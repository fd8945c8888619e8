"""Supports and convoys are brought together with the orders they are for; the others are void (X.1, XIII.1, XIII.6)."""

from __future__ import annotations

import attrs

from .geography import convoy_routes
from .orders import CONVOY, HOLD, MOVE, SUPPORT, Order, Position
from .resolver import Conflict, RuleSwitches


@attrs.define(eq=False)
class Matching:
    """The valid orders of a turn on the way to a `Conflict`, in which every unit is a number."""

    names: list[str]
    position: Position
    given: dict[str, Order]
    conflict: Conflict = attrs.field(init=False)
    void: dict[int, tuple[str, str]] = attrs.field(init=False, factory=dict)  # unit -> rule, reason
    _convoys: dict[int, list[int]] = attrs.field(init=False, factory=dict)  # army -> fleets ordered to convoy it

    def match(self, switches: RuleSwitches) -> Conflict:
        self.conflict = Conflict.of(switches, list(self.position.units), list(self.position.powers.values()))
        space_of, target = self.position.geo.space_of, self.conflict.target
        backing = []
        for i, name in enumerate(self.names):
            order = self.given.get(name)
            if order is None or order.verb == HOLD:
                continue
            if order.verb == MOVE:
                target[i] = space_of[order.to]
            else:
                backing.append((i, order))
        for i, order in backing:
            other = self.conflict.at[space_of[order.other[2:]]]
            if order.verb == SUPPORT:
                self._support(i, order, other)
            elif order.verb == CONVOY:
                self._convoy(i, order, other)
        self._moves()
        return self.conflict

    def _support(self, i: int, order: Order, other: int) -> None:
        target = self.conflict.target[other]
        if order.to:
            if target is None or (order.to != target and order.to != self.given[self.names[other]].to):
                self.void[i] = ("X.1", f"{self.names[other]} was not ordered to {order.to}.")
                return
        elif target is not None:
            self.void[i] = ("X.6", f"{self.names[other]} was ordered to move, so it cannot be supported to hold.")
            return
        self.conflict.supported[i] = target or self.conflict.space[other]
        self.conflict.backers[other].append(i)

    def _convoy(self, i: int, order: Order, army: int) -> None:
        if self.conflict.target[army] == order.to:
            self._convoys.setdefault(army, []).append(i)
        else:
            self.void[i] = ("XIII.1", f"{self.names[army]} was not ordered to {order.to}.")

    def _moves(self) -> None:
        """Which moves go by sea, and who attacks each space."""
        reach, conflict = self.position.geo.reach, self.conflict
        for i, target in enumerate(conflict.target):
            if target is None:
                continue
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
                self.void[fleet] = ("XIII.6", f"{self.names[i]} goes to {target} by land.")
        else:
            self.conflict.routes[i] = tuple(tuple(at_work[zone] for zone in way) for way in ways)
