"""What a march or an attack is worth to a bot, guessed without playing it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from .evaluation import worths
from .model import State
from .modifiers import concentric
from .records import ALLIED, ENEMY, GERMAN
from .survey import WORN, Survey, closeness, forts_of, hanging, risk_to, strike, supply_road, survey

FORTUNE = 0.75  # what the Fortunes of War leave of an attack's promise (9.1.4)
FRONT = 1.0  # what a hex without VP counts where it is a matter of holding the front
HIT = 1.75  # the strength that a hit takes from a unit
GUN = 0.3  # what a shot of heavy artillery at a fort is worth


@attrs.frozen(eq=False)
class Guess:
    """Guesses for one side in one position."""

    s: State
    side: str
    here: Survey
    near: dict[str, float]
    weights: Mapping[str, float]
    strikes: dict[str, float] = attrs.field(factory=dict)

    # --- hexes ---------------------------------------------------------------------------------------------------

    def strike(self, hex: str) -> float:
        """What the enemy can bring into a hex."""
        if hex not in self.strikes:
            self.strikes[hex] = strike(self.s, self.here, hex, ENEMY[self.side])
        return self.strikes[hex]

    def own(self, hex: str) -> float:
        return self.here.defence[self.side].get(hex, 0.0)

    def stake(self, hex: str) -> float:
        """What depends on holding a hex: its VP, the guns there, and those who are fed through it."""
        guns = len(self.s.present(hex, self.side).ha)
        return FRONT + worths(self.s.data).get(hex, 0.0) + 4 * guns + 0.3 * hanging(self.s, self.here, self.side, hex)

    def prize(self, hex: str) -> float:
        """What it is worth to take a hex from the enemy."""
        s, space = self.s, self.s.space(hex)
        rail = 2 if s.data.rail_hexes & s.data.bit[hex] else 1
        found = self.weights["ground"] * rail + self.weights["supply road"] * self._road(hex)
        if space.vp == "german":
            found += self.weights["objectives"] * worths(s.data)[hex] * (0.5 if s.turn < 8 else 0.8)
        elif self.side == ALLIED and hex not in s.plan17_markers:
            found += worths(s.data).get(hex, 0.0)  # Plan XVII hexes, and Trier
        return found

    def _road(self, hex: str) -> float:
        """How much nearer to its objectives the railways of Germany come, or how much farther off if it loses a hex."""
        s, held, forts = self.s, self.s.german_held, forts_of(self.s, ALLIED)
        after = held | s.data.bit[hex] if self.side == GERMAN else held & ~s.data.bit[hex]
        return abs(supply_road(s.data, after, forts - {hex}) - supply_road(s.data, held, forts))

    # --- marches -------------------------------------------------------------------------------------------------

    def march(self, units: Sequence[str], path: Sequence[str]) -> float:
        """What it is worth that units go along a path, whose first hex is where they stand."""
        attack, defence = self.power(units)
        return self.going(path, attack, defence) - self.leaving(path[0], defence)

    def leaving(self, start: str, defence: float) -> float:
        """What is exposed if this strength leaves a hex."""
        own = self.own(start)
        return self.exposure(start, own - defence) - self.exposure(start, own)

    def going(self, path: Sequence[str], attack: float, defence: float) -> float:
        """What units of this strength gain at the end of a path and on it."""
        start, end = path[0], path[-1]
        gain = self.pull() * attack * (self.near[end] - self.near[start])
        control, enemy = self.s.control, self.here.defence[ENEMY[self.side]]
        gain += sum(self.prize(hex) for hex in path[1:] if control[hex] != self.side and hex not in enemy)
        own = self.own(end)
        return gain - self.exposure(end, own + defence) + self.exposure(end, own)

    def pull(self) -> float:
        return self.weights["advance" if self.side == GERMAN else "cover"]

    def power(self, units: Sequence[str]) -> tuple[float, float]:
        """The strength of units in attack and in defence."""
        s, attack, defence = self.s, 0.0, 0.0
        for unit in units:
            counter = s.data.counters[unit]
            if counter.combat:
                fresh = s.units[unit].steps == 2
                strength = counter.strength if fresh else WORN * counter.disrupted_strength
                attack += strength if fresh else 0
                defence += strength + counter.red_circle
        return attack, defence

    def exposure(self, hex: str, defence: float) -> float:
        """What the enemy may take from us in a hex if we defend it with this strength."""
        attack = self.strike(hex)
        if not attack or (self.s.control[hex] != self.side and defence <= 0):
            return 0.0
        risk = risk_to(attack, max(0.0, defence))
        return risk * (self.weights["objectives in danger"] * self.stake(hex) + 0.03 * max(0.0, defence))

    # --- battles -------------------------------------------------------------------------------------------------

    def attack(self, units: Sequence[str], start: str, hex: str) -> float:
        """What it is worth that units attack a hex, on the average of the dice (9.3)."""
        s = self.s
        attackers = sorted((self._strength(u) for u in units if self._attacks(u)), reverse=True)
        if not attackers:
            return -1.0
        there = s.present(hex, ENEMY[self.side])
        won, lost, clears = self._exchange(attackers, there.combat, there.forts, hex)
        advance = self.pull() * sum(attackers) * (self.near[hex] - self.near[start])
        taken = self.prize(hex) + advance if s.control[hex] != self.side else 0.3
        gain = self.weights["strength"] * HIT * (won - lost) + clears * taken
        return FORTUNE * gain + self._owed(units, hex)

    def _attacks(self, unit: str) -> bool:
        s = self.s
        return s.units[unit].steps == 2 and s.counter(unit).kind == "infantry" and s.may_attack(unit)

    def _strength(self, unit: str) -> int:
        return self.s.strength(unit, False)

    def _exchange(
        self, attackers: list[int], combat: Sequence[str], forts: Sequence[str], hex: str
    ) -> tuple[float, float, float]:
        """The hits that both sides may expect, and the chance that no undisrupted infantry is left to the defender."""
        s, rule = self.s, self.s.data.tables.battle
        drm = s.space(hex).terrain + s.trenches.get(hex, 0) + concentric(s, hex, self.side)
        fresh = sorted(
            (s.strength(u, True) for u in combat if s.units[u].steps == 2 and s.is_infantry(u)), reverse=True
        )
        worn = [s.strength(u, True) for u in combat if s.units[u].steps == 1 or not s.is_infantry(u)]
        line = [*fresh, *worn][: rule.spaces]
        walls = [s.strength(fort, True) for fort in forts][: rule.spaces - len(line)]
        matched = min(len(attackers), rule.spaces, len(line) + len(walls))
        bonus = 1 if forts else 0
        shots = [min(5, max(1, a - drm)) / 6 for a in attackers[: rule.spaces]]
        won = sum(shots[: len(line)]) + len(walls) / 6
        back = [min(5, max(1, d + bonus)) / 6 for d in line] + [min(5, d) / 6 for d in walls]
        lost = sum(back[:matched]) + 0.5 * sum(back[matched:])
        return won, lost, self._clearing(shots, len(fresh), bool(line))

    def _clearing(self, shots: list[float], fresh: int, defended: bool) -> float:
        """The chance that every undisrupted defender is hit, with the shots of the reserve at the last of them."""
        if fresh == 0:
            return 0.85 if defended else 0.95
        if len(shots) < fresh:
            return 0.0
        chance = 1.0
        spare = shots[fresh:]
        for number, shot in enumerate(shots[:fresh]):
            missed = (1 - shot) * (1 - spare[-1 - number] if number < len(spare) else 1)
            chance *= 1 - missed
        return chance

    def _owed(self, units: Sequence[str], hex: str) -> float:
        """What a mandatory battle is worth, if this would be one (9.1.1, 13.1)."""
        s, size = self.s, self.s.data.tables.mandated
        if not s.tracks["mandated " + self.side]:
            return 0.0
        there = s.present(hex, ENEMY[self.side])
        if s.corps_among(there.combat) + len(there.forts) < size.defending_corps_or_forts:
            return 0.0
        if s.corps_among(tuple(u for u in units if self._attacks(u))) < size.attacking_corps:
            return 0.0
        plan17 = self.side == ALLIED and s.turn <= size.plan17_until and hex in s.data.plan17_hexes
        return 2.5 if plan17 else 1.0


def guess(s: State, side: str) -> Guess:
    """The guesses of a side in a position."""
    return Guess(s, side, survey(s), closeness(s, side), s.title.weights_in(s.scenario))
