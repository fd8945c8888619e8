"""Which moves succeed: the conflict rules IX to XIII and XV.1 as mutually dependent questions, each decided once.

Every ordered unit is a number. `resolve(i)` says whether its order succeeds: a move arrives, a support is not cut, a
convoying fleet is not dislodged. Where answers depend on each other in a circle, both guesses are tried; if they do not
agree on one answer, it is a rotation (XV.1b: all move) or a convoy paradox (the convoys fail, XIII.3).
"""

from __future__ import annotations

import attrs

OPEN, GUESSED, DECIDED = 0, 1, 2


@attrs.frozen
class RuleSwitches:
    """The four points where the letter of the rulebook leaves the usual (DATC) rules; True plays the letter."""

    convoyed_attack_keeps_support: bool = True  # XIII.5
    swap_needs_two_convoys: bool = False  # XV.1c
    dislodged_never_blocks: bool = False  # X.7
    no_retreat_to_convoy_origin: bool = False  # XII


@attrs.define(eq=False)
class Conflict:
    """The orders of a turn, matched to each other, as plain lists indexed by unit."""

    switches: RuleSwitches
    space: list[str]
    power: list[str]
    at: dict[str, int]  # space -> unit
    target: list[str | None]  # of a move the space moved to, else None
    routes: list[tuple[tuple[int, ...], ...] | None]  # of a convoyed move its routes as fleets, else None (by land)
    supported: list[str | None]  # of a valid support the space supported into, else None
    backers: dict[int, list[int]]  # unit -> the units that support it
    attackers: dict[str, list[int]]  # space -> moves to it
    state: list[int]
    result: list[bool]
    circle: list[int] = attrs.field(init=False, factory=list)

    @classmethod
    def of(cls, switches: RuleSwitches, space: list[str], power: list[str]) -> Conflict:
        """Units that all hold, for `Matching` to fill in."""
        count = len(space)
        at = {s: i for i, s in enumerate(space)}
        return cls(
            switches, space, power, at, [None] * count, [None] * count, [None] * count, {}, {},
            [OPEN] * count, [False] * count,
        )  # fmt: skip

    def decide(self) -> None:
        """Settle every move and support; what becomes of the others follows from them."""
        for i, target in enumerate(self.target):
            if target is not None or self.supported[i] is not None:
                self.resolve(i)

    # --- deciding ---

    def resolve(self, i: int) -> bool:
        """Whether the order of unit i succeeds."""
        state, result, circle = self.state, self.result, self.circle
        if state[i] == DECIDED:
            return result[i]
        if state[i] == GUESSED:
            if i not in circle:
                circle.append(i)
            return result[i]
        before = len(circle)
        state[i], result[i] = GUESSED, False
        first = self._judge(i)
        if len(circle) == before:  # depends on no guess
            if state[i] != DECIDED:  # a circle settled on the way may have decided it
                state[i], result[i] = DECIDED, first
            return result[i]
        if circle[before] != i:  # depends on a guess made earlier: decided there
            circle.append(i)
            result[i] = first
            return first
        self._reopen(before)
        state[i], result[i] = GUESSED, True
        second = self._judge(i)
        if first == second:
            self._reopen(before)
            state[i], result[i] = DECIDED, first
            return first
        self._settle_circle(before, i)
        return self.resolve(i)

    def _reopen(self, before: int) -> None:
        for i in self.circle[before:]:
            self.state[i] = OPEN
        del self.circle[before:]

    def _settle_circle(self, before: int, i: int) -> None:
        """Two answers fit, or none: a paradox, whose convoys fail (XIII.3), or without convoys a rotation (XV.1b)."""
        members = {i, *self.circle[before:]}
        self._reopen(before)
        self.state[i] = OPEN
        movers = [m for m in members if self.target[m] is not None]
        fleets = [m for m in members if self.target[m] is None and self.supported[m] is None]
        for m in fleets or movers or [i]:
            self.state[m] = DECIDED
            self.result[m] = not fleets and bool(movers)

    def _judge(self, i: int) -> bool:
        if self.target[i] is not None:
            return self._arrives(i)
        if self.supported[i] is not None:
            return self.cut_by(i) is None
        return self.dislodged_by(i) is None

    # --- the rules ---

    def dislodged_by(self, i: int) -> int | None:
        """The unit whose attack succeeds against the space of a unit that does not leave it (X.2)."""
        for a in self.attackers.get(self.space[i], ()):
            if self.resolve(a):
                return a
        return None

    def arrives_by(self, i: int) -> bool:
        """Whether a move gets there at all: by land, or over a route with no fleet dislodged (XIII.3, XIII.4)."""
        routes = self.routes[i]
        if routes is None:
            return True
        resolve = self.resolve
        return any(all(resolve(fleet) for fleet in route) for route in routes)

    def cut_by(self, i: int) -> int | None:
        """The attack that cuts the support of unit i, if any (XI)."""
        supported = self.supported[i]
        power = self.power[i]
        for a in self.attackers.get(self.space[i], ()):
            if self.power[a] == power:  # X.6: never by its own power
                continue
            if self.routes[a] is not None and self._keeps_support(a, supported):
                continue
            if self.space[a] == supported:  # from where the support goes: only by dislodging
                if self.resolve(a):
                    return a
            elif self.arrives_by(a):
                return a
        return None

    def _keeps_support(self, attack: int, supported: str | None) -> bool:
        """XIII.5: support into the zone of a fleet that convoys the attacking army is not cut by it."""
        if not self.switches.convoyed_attack_keeps_support or supported is None:
            return False
        fleet = self.at.get(supported)
        return fleet is not None and any(fleet in route for route in self.routes[attack] or ())

    def strength(self, i: int, without: str | None = None) -> int:
        """A unit and its supports (X.2), leaving out those of one power (X.3)."""
        backers = self.backers.get(i)
        if backers is None:
            return 1
        power = self.power
        return 1 + sum(self.resolve(s) for s in backers if power[s] != without)

    def facing(self, i: int) -> int | None:
        """The unit that moves from i's target to i's space."""
        other = self.at.get(self.target[i] or "")
        return other if other is not None and self.target[other] == self.space[i] else None

    def head_on(self, i: int, other: int | None) -> bool:
        """Whether two units that face each other bar each other's way (IX), not passing by sea (XV.1c)."""
        if other is None:
            return False
        by_sea = (self.routes[i] is not None) + (self.routes[other] is not None)
        if by_sea == 0:
            return True
        if by_sea == 2 or not self.switches.swap_needs_two_convoys:
            return False
        return self.arrives_by(other)

    def defence(self, i: int) -> tuple[int, bool]:
        """What a move meets in its target: strength to be exceeded, and whether a unit there must be dislodged."""
        occupant = self.at.get(self.target[i] or "")
        if occupant is None:
            return 0, False
        facing = self.facing(i)
        if self.head_on(i, facing):
            return self.strength(occupant), True
        if self.target[occupant] is None:
            return self.strength(occupant), True
        return (0, False) if self.resolve(occupant) else (1, True)  # X.6: no support to hold for a unit that moves

    def blocking(self, i: int) -> int:
        """The strength with which a move keeps others out of its target (IX)."""
        if not self.arrives_by(i):  # XIII.3
            return 0
        facing = self.facing(i)
        if facing is not None and (
            (self.head_on(i, facing) and self.resolve(facing))  # X.7
            or (self.switches.dislodged_never_blocks and self.resolve(facing) and not self.resolve(i))
        ):
            return 0
        return self.strength(i)

    def _arrives(self, i: int) -> bool:
        target = self.target[i] or ""
        rivals = self.attackers[target]
        occupant = self.at.get(target)
        if not self.arrives_by(i):
            return False
        if occupant is None and len(rivals) == 1:
            return True
        defence, dislodges = self.defence(i)
        if dislodges and occupant is not None:
            if self.power[occupant] == self.power[i]:  # X.3
                return False
            strength = self.strength(i, without=self.power[occupant])
        else:
            strength = self.strength(i)
        if strength <= defence:
            return False
        return all(rival == i or strength > self.blocking(rival) for rival in rivals)
