"""The state of a game and its verbs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import attrs

from wargame.core.engine.events import Event
from wargame.core.engine.state import PHASE, TRANSIENT, TURN, lasting
from wargame.core.engine.state import State as KernelState
from wargame.core.mechanics.control import Control

from . import sight
from .printed import Data
from .records import CP, HOME, RU, Counter, Hex, Turn

DEAD, WITHDRAWN, TRACK, GONE, POOL = "dead_pile", "withdrawn", "turn_track", "out_of_play", "pool"
BOXES = frozenset((DEAD, WITHDRAWN, TRACK, GONE, POOL))
NATIONS = ("german", "austro_hungarian", "russian")  # those that get replacement steps (10.8)
NAMES = {
    "german": "German", "austro_hungarian": "Austro-Hungarian", "russian": "Russian", "artillery": "heavy artillery",
}  # fmt: skip
LEAVES = {WITHDRAWN: "{unit} is withdrawn", GONE: "{unit} is out of the game", TRACK: "{unit} goes on the turn track"}
SIDE_NAMES = {RU: "Russians", CP: "Central Powers"}
RAIL_PHASES, CP_TURN = "strategic movement", "Central Powers player turn"  # sequences with marks of their own
EMPTY: frozenset[str] = frozenset()


def _owed(key: str, count: int) -> dict[str, Any]:
    nation, until = key.split()
    turn, event = (int(until), "") if until.isdigit() else (0, "" if until == "never" else until)
    return {"nation": nation, "count": count, "turn": turn, "event": event}


def _raids(s: KernelState[Data, Counter], unit: str, hex_id: str) -> bool:
    """Cavalry in an enemy country."""
    return s.counter(unit).cavalry and HOME.get(s.data.hexes[hex_id].country, RU) != s.side_of(unit)


CONTROL: Control[State] = Control("3.8", lambda s, unit, hex_id: s.data.hexes[hex_id].controlled, _raids)


@attrs.frozen
class Owed:
    """Units of a nation (or "artillery") still to be withdrawn, and with what they come back: a turn, an event, never.

    Withdrawals for an event are counted in corps (7.2 F, J), all others in steps.
    """

    nation: str
    count: int
    turn: int = 0
    event: str = ""

    @property
    def side(self) -> str:
        return RU if self.nation == "russian" else CP

    @property
    def for_good(self) -> bool:
        return not self.turn and not self.event

    def same(self, other: Owed) -> bool:
        """Whether both are one withdrawal, whatever is still to go."""
        return attrs.evolve(self, count=other.count) == other


@attrs.define(eq=False)
class State(KernelState[Data, Counter]):
    """The kernel's state and what is this title's own."""

    raided: frozenset[str] = EMPTY  # enemy places held by cavalry only (3.8)
    due: dict[str, int] = attrs.field(factory=dict)  # units on the turn track: the turn they enter
    returns: dict[str, str] = attrs.field(factory=dict)  # withdrawn units: the event that brings them back
    owed: tuple[Owed, ...] = ()  # withdrawals to make
    sent_west: int = 0  # German infantry steps withdrawn for good (7.2 D, K)
    rebuilt: frozenset[str] = EMPTY  # Austro-Hungarian units on their second side (2.12)
    event: str = lasting(TURN, "")  # the random event of this turn, as it is treated
    in_force: frozenset[str] = EMPTY  # events with a lasting effect
    final_check: int = 0  # No Verdun marker (7.3)
    west: frozenset[str] = lasting(RAIL_PHASES)  # Germans that arrived on the west edge this turn (10.7)
    railed: tuple[str, ...] = lasting(RAIL_PHASES, ())  # who has used strategic movement this turn
    railed_russia: int = lasting(RAIL_PHASES, 0)
    stays: frozenset[str] = lasting(RAIL_PHASES)  # units chosen for rail and then left where they were
    spent_by_rail: frozenset[str] = lasting(TURN)  # Russians that went off the map (11.6)
    origin: str = lasting(PHASE, "")  # where the moving stack began
    spent: dict[str, int] = lasting(PHASE, factory=dict)  # movement points of the moving stack
    moved: frozenset[str] = lasting(PHASE)
    short: frozenset[str] = lasting(TURN)  # ammunition shortage (9.10)
    quota: dict[str, int] = lasting(TURN, factory=dict)  # shortage markers each side has yet to place
    attacked: frozenset[str] = lasting(PHASE)  # who has attacked in this phase
    followed: frozenset[str] = lasting(PHASE)  # who advanced after a breakthrough of others and may not attack (13.26)
    defended: frozenset[str] = lasting(PHASE)  # who may not be attacked any more in this phase
    retreated: frozenset[str] = lasting(PHASE)
    called_off: frozenset[str] = lasting(PHASE)  # hexes not to be attacked again before another attack is made
    stavka: str = lasting(TURN, "")
    stavka_used: int = -1
    oberost: str = lasting(CP_TURN, "")
    oberost_used: int = -1
    oberost_units: frozenset[str] = lasting(CP_TURN)
    brusilov: int = 0  # the turn it was declared
    ah_attacks: int = 0  # at 2:1 or better on turn 1 (3.6)
    north: dict[str, int] = attrs.field(factory=dict)  # attacks north of row 20 (15.3)
    north_free: bool = False
    described: Mapping[sight.Audience, sight.Described] = attrs.field(factory=dict, metadata=TRANSIENT)  # for views

    @classmethod
    def upgrade(cls, data: dict[str, Any]) -> dict[str, Any]:
        """Positions of version 1 wrote what is owed as `{"german 14": 4}`."""
        if isinstance(data.get("owed"), dict):
            return data | {"owed": [_owed(key, count) for key, count in data["owed"].items()]}
        return data

    # --- reading -----------------------------------------------------------------------------------------------

    @property
    def box(self) -> Turn:
        """This turn's box of the turn track."""
        return self.data.turns[self.turn]

    @property
    def romania(self) -> bool:
        """Whether Romania is at war (15.6)."""
        return bool(self.brusilov) and self.turn >= self.brusilov + self.data.numbers.brusilov.romania

    @property
    def stranded(self) -> frozenset[str]:
        """The Second Army, which stands still on turn 1 of the historical game (3.5)."""
        return self.data.second_army if self.turn == 1 and self.scenario == "historical" else EMPTY

    @property
    def plan_19(self) -> bool:
        """Whether it is one of the turns in which Plan 19 makes a difference (16.2 - 16.4)."""
        plan = self.data.numbers.plan_19
        return self.data.scenarios[self.scenario].plan_19 and plan.first <= self.turn <= plan.last

    @property
    def offensive_turn(self) -> int:
        """1, 2 or 3 while the Brusilov offensive lasts, otherwise 0 (15.1)."""
        turn = self.turn - self.brusilov + 1 if self.brusilov else 0
        return turn if turn <= len(self.data.numbers.brusilov.bonus) else 0

    def hex(self, hex_id: str) -> Hex:
        return self.data.hexes[hex_id]

    def back(self, unit: str) -> bool:
        """Whether a unit shows its back: reduced, or an Austro-Hungarian one rebuilt (2.11, 2.12)."""
        return unit in self.rebuilt or self.units[unit].steps < self.data.counters[unit].steps

    def factors(self, unit: str) -> tuple[int, int, int]:
        """Attack, defence and movement as the counter lies, and on turn 1 slow mobilisation (3.3)."""
        c = self.data.counters[unit]
        if self.back(unit) and c.back_attack is not None:
            values = (c.back_attack, c.back_defence or 0, c.back_movement or 0)
        else:
            values = (c.attack, c.defence, c.movement)
        if self.turn == 1 and c.nation == "russian" and not c.fortress and self.units[unit].at not in BOXES:  # 3.3
            change = self.data.numbers.first_turn.russian_factors
            return max(0, values[0] + change), max(0, values[1] + change), values[2]
        return values

    def values(self, unit: str) -> str:
        """The factors of a unit as printed on counters: `6-7-4`."""
        return "-".join(map(str, self.factors(unit)))

    def fortress_at(self, hex_id: str) -> str:
        """The intact fortress in a hex, "" for none (13.15)."""
        return next((u for u in self.at.get(hex_id, ()) if self.data.counters[u].fortress), "")

    def lone_artillery(self, hex_id: str) -> bool:
        """Heavy artillery caught alone (13.18)."""
        there = self.at.get(hex_id, ())
        return bool(there) and all(self.data.counters[u].artillery for u in there)

    # --- verbs -------------------------------------------------------------------------------------------------

    def move(self, unit: str, space: str, rule: str = "") -> None:
        """A unit goes to another hex: control, capture of artillery, headquarters overrun."""
        left = self.units[unit].at
        super().move(unit, space, rule)
        if self.side_of(unit) == CP:  # 13.7
            event = self.log.pop()
            self.log += (sight.private(event), sight.outline(event))
        self.enter(unit, space)
        CONTROL.leave(self, left)

    def restore(self, unit: str, rule: str = "", steps: int = 1) -> None:
        """A unit gets steps back."""
        super().restore(unit, rule, steps)
        if self.side_of(unit) == CP:  # 13.7
            self.log.append(sight.private(self.log.pop()))

    def enter(self, unit: str, space: str) -> None:
        """What happens when a unit comes into a hex."""
        side = self.side_of(unit)
        for other in self.at[space]:
            if self.side_of(other) != side:  # 13.18
                self.send(other, DEAD, "13.18")
        CONTROL.enter(self, unit, space)
        if self.stavka == space and side == CP:  # 14.2
            self.stavka = ""
            self.changed()

    def control_by(self, space: str, side: str, rule: str = "") -> None:
        """A side gains control of a place."""
        if self.control.get(space) != side:
            super().control_by(space, side, rule)
            self.log.append(attrs.evolve(self.log.pop(), template=f"The {SIDE_NAMES[side]} control {{space}}"))

    def send(self, unit: str, box: str, rule: str) -> None:
        """A unit leaves the map for a box; an Austro-Hungarian one comes back from the dead pile weaker (2.12)."""
        left = self.units[unit].at
        if box == DEAD:
            counter = self.data.counters[unit]
            if counter.nation == "austro_hungarian" and counter.back_attack is not None:
                self.rebuilt |= {unit}
            if counter.fortress:
                box = GONE  # 13.15
            self.eliminate(unit, rule, box)
        else:
            super().move(unit, box, rule)
            self.log[-1] = Event(LEAVES[box], rule, self.log[-1].fields)
        for name in ("attacked", "followed", "defended", "retreated", "short", "moved", "west"):
            if unit in getattr(self, name):
                setattr(self, name, getattr(self, name) - {unit})
        if left not in BOXES:
            CONTROL.leave(self, left)
            if box == DEAD and self.lone_artillery(left):  # 13.18: guns share the fate of the last step with them
                for gun in self.at[left]:
                    self.send(gun, DEAD, "13.18")

    def owe(self, more: Owed) -> None:
        """Units are to be withdrawn, in addition to those of the same kind; with a negative count they have been."""
        before = next((one for one in self.owed if one.same(more)), None)
        now = attrs.evolve(more, count=more.count + (before.count if before else 0))
        kept = tuple(now if one is before else one for one in self.owed) if before else (*self.owed, now)
        self.owed = tuple(one for one in kept if one.count > 0)

    def lose_step(self, unit: str, rule: str) -> None:
        """A step is lost: the counter is turned over or goes to the dead pile (2.11, 13.23)."""
        if self.units[unit].steps > 1:
            self.reduce(unit, rule)
        else:
            self.send(unit, DEAD, rule)

    def bring(self, unit: str, hex_id: str, rule: str, steps: int | None = None) -> None:
        """A unit enters the map from a box, by default at full strength (10.7)."""
        self._leave(unit, self.units.pop(unit).at)
        self.place(unit, hex_id, self.data.counters[unit].steps if steps is None else steps, rule)
        self.due.pop(unit, None)
        self.returns.pop(unit, None)
        self.enter(unit, hex_id)


def bulk(s: State, units: Iterable[str]) -> int:
    """Half corps of some units (8.1)."""
    counters = s.data.counters
    return sum(counters[u].bulk for u in units)
