"""The state of a game and its verbs."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from wargame.core.engine.events import Event
from wargame.core.engine.state import State as KernelState

from . import sight
from .records import CP, ENEMY, HOME, RU, Counter, Data, Hex, Turn

DEAD, WITHDRAWN, TRACK, GONE, POOL = "dead_pile", "withdrawn", "turn_track", "out_of_play", "pool"
BOXES = frozenset((DEAD, WITHDRAWN, TRACK, GONE, POOL))
NATIONS = ("german", "austro_hungarian", "russian")  # those that get replacement steps (10.8)
NAMES = {
    "german": "German", "austro_hungarian": "Austro-Hungarian", "russian": "Russian", "artillery": "heavy artillery",
}  # fmt: skip
LEAVES = {WITHDRAWN: "{unit} is withdrawn", GONE: "{unit} is out of the game", TRACK: "{unit} goes on the turn track"}
EMPTY: frozenset[str] = frozenset()


@attrs.define(eq=False)
class State(KernelState[Data, Counter]):
    """The kernel's state and what is this title's own."""

    raided: frozenset[str] = EMPTY  # enemy places held by cavalry only (3.8)
    due: dict[str, int] = attrs.field(factory=dict)  # units on the turn track: the turn they enter
    returns: dict[str, str] = attrs.field(factory=dict)  # withdrawn units: the event that brings them back
    owed: dict[str, int] = attrs.field(factory=dict)  # withdrawals to make: "nation until" -> steps, or corps
    sent_west: int = 0  # German infantry steps withdrawn for good (7.2 D, K)
    rebuilt: frozenset[str] = EMPTY  # Austro-Hungarian units on their second side (2.12)
    event: str = ""  # the random event of this turn, as it is treated
    in_force: frozenset[str] = EMPTY  # events with a lasting effect
    final_check: int = 0  # No Verdun marker (7.3)
    west: frozenset[str] = EMPTY  # Germans that arrived on the west edge this turn (10.7)
    railed: tuple[str, ...] = ()  # who has used strategic movement this turn
    railed_russia: int = 0
    stays: frozenset[str] = EMPTY  # units chosen for rail and then left where they were
    spent_by_rail: frozenset[str] = EMPTY  # Russians that went off the map (11.6)
    origin: str = ""  # where the moving stack began
    spent: dict[str, int] = attrs.field(factory=dict)  # movement points of the moving stack
    moved: frozenset[str] = EMPTY
    short: frozenset[str] = EMPTY  # ammunition shortage (9.10)
    quota: dict[str, int] = attrs.field(factory=dict)  # shortage markers each side has yet to place
    attacked: frozenset[str] = EMPTY  # who has attacked in this phase
    followed: frozenset[str] = EMPTY  # who advanced after a breakthrough of others and may not attack (13.26)
    defended: frozenset[str] = EMPTY  # who may not be attacked any more in this phase
    retreated: frozenset[str] = EMPTY
    called_off: frozenset[str] = EMPTY  # hexes not to be attacked again before another attack is made
    stavka: str = ""
    stavka_used: int = -1
    oberost: str = ""
    oberost_used: int = -1
    oberost_units: frozenset[str] = EMPTY
    brusilov: int = 0  # the turn it was declared
    ah_attacks: int = 0  # at 2:1 or better on turn 1 (3.6)
    north: dict[str, int] = attrs.field(factory=dict)  # attacks north of row 20 (15.3)
    north_free: bool = False

    # --- reading -----------------------------------------------------------------------------------------------

    @property
    def box(self) -> Turn:
        """This turn's box of the turn track."""
        return self.data.turns[self.turn]

    @property
    def romania(self) -> bool:
        """Whether Romania is at war (15.6)."""
        return bool(self.brusilov) and self.turn >= self.brusilov + 3

    @property
    def stranded(self) -> frozenset[str]:
        """The Second Army, which stands still on turn 1 of the historical game (3.5)."""
        return self.data.second_army if self.turn == 1 and self.scenario == "historical" else EMPTY

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
            return max(0, values[0] - 1), max(0, values[1] - 1), values[2]
        return values

    def values(self, unit: str) -> str:
        """The factors of a unit as players write them: `6-7-4`."""
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
        self.vacate(left)

    def restore(self, unit: str, rule: str = "", steps: int = 1) -> None:
        """A unit gets steps back."""
        super().restore(unit, rule, steps)
        if self.side_of(unit) == CP:  # 13.7
            self.log.append(sight.private(self.log.pop()))

    def enter(self, unit: str, space: str) -> None:
        """What happens when a unit comes into a hex."""
        side = self.data.counters[unit].side
        for other in self.at[space]:
            if self.data.counters[other].side != side:  # 13.18
                self.send(other, DEAD, "13.18")
        here = self.hex(space)
        if here.controlled:
            self.take(unit, here, side)
        if self.stavka == space and side == CP:  # 14.2
            self.stavka = ""
            self.changed()

    def take(self, unit: str, here: Hex, side: str) -> None:
        """Control of a place changes on entry; cavalry holds an enemy's place only while it is there (3.8)."""
        cavalry = self.data.counters[unit].cavalry
        if self.control.get(here.id) != side:
            self.control_by(here.id, side, "3.8")
            if cavalry and HOME.get(here.country, RU) != side:
                self.raided |= {here.id}
            else:
                self.raided -= {here.id}
        elif not cavalry:
            self.raided -= {here.id}

    def vacate(self, space: str) -> None:
        """After units left: a place held by cavalry only goes back (3.8)."""
        if space in self.raided and space not in self.at:
            self.raided -= {space}
            self.control_by(space, ENEMY[self.control[space]], "3.8")

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
            self.vacate(left)
            if box == DEAD and self.lone_artillery(left):  # 13.18: guns share the fate of the last step with them
                for gun in self.at[left]:
                    self.send(gun, DEAD, "13.18")

    def new_combat(self) -> None:
        """A combat phase begins: everybody may attack and be attacked."""
        self.attacked = self.followed = self.defended = self.retreated = self.called_off = EMPTY

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
