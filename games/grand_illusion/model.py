"""The state of a game of Grand Illusion and the verbs that change it."""

from __future__ import annotations

from typing import Any

import attrs

from wargame.core.engine.state import PHASE, TRANSIENT, TURN, lasting
from wargame.core.engine.state import State as CoreState
from wargame.core.mechanics.arrivals import turn_box
from wargame.core.title.title import Track

from .records import ALLIED, ENEMY, GERMAN, NOWHERE, SIDES, Counter, Fort, Present, Printed, Space

ANTWERP, MAUBEUGE, TRIER, BRUSSELS = "52", "54", "94", "62"
GHENT, TOURNAI = "43", "44"
VOSGES = ("102", "103")
DEAD, OUT = "dead", "out"  # may be replaced; never comes back
HOLLAND = "holland"  # where the 9th Army waits to invade (13.3.4b4)
CORPS = 2  # in half corps
Stack = tuple[str, ...]  # units that share a space of the battle board
TURN_BOXES = {turn_box(turn): turn for turn in range(1, 31)}  # where units wait that are to come
BOXES = (DEAD, OUT, HOLLAND, *TURN_BOXES)
TRACKS = {f"{name} {side}": Track(0) for name in ("caps", "mandated") for side in SIDES}


def in_words(count: int, what: str) -> str:
    """A number of CAPs or VP in a sentence: `a CAP`, `2 CAPs`, `3 VP`."""
    return f"a {what}" if count == 1 else f"{count} {what}{'s' if what == 'CAP' else ''}"


# --- the battle board --------------------------------------------------------------------------------------------


@attrs.frozen
class Battle:
    """A battle on the battle board (9.2): stacks in up to four front spaces a side, reserves behind them."""

    hex: str
    attacker: str
    attackers: Stack
    defender_front: tuple[Stack, ...] = ()
    attacker_front: tuple[Stack, ...] = ()
    defender_reserve: tuple[tuple[int, Stack], ...] = ()
    attacker_reserve: tuple[tuple[int, Stack], ...] = ()
    fortune: str = ""
    skirmish: bool = False
    surprise: bool = False
    counter: bool = False
    limit: bool = False
    elan: bool = False
    mandated: bool = False
    concentric: int = 0
    landing: bool = False

    @property
    def defender(self) -> str:
        return ENEMY[self.attacker]


@attrs.frozen
class Shot:
    """A stack that fires at another in a battle: what a variant is told about modifiers (`wargame_modifiers`)."""

    battle: Battle
    stack: Stack
    target: Stack
    attacking: bool
    bombardment: bool = False  # a gun that fires at a fort before the battle (9.5.4)


# --- small facts -------------------------------------------------------------------------------------------------


@attrs.frozen
class Crossing:
    """A hexside that units of a side crossed into a contested hex, and so block (8.4.5)."""

    start: str
    into: str
    side: str


@attrs.frozen
class Points:
    """VP that a side has gained or lost by a rule, in all."""

    rule: str
    vp: int


# --- a group on the march ----------------------------------------------------------------------------------------


@attrs.frozen
class Group:
    """Units that move together from the activated hex, and those they have left on the way (8.4).

    `carried` are the nations whose HQ brought units farther than they could go alone (8.4.1).
    """

    side: str
    start: str
    at: str
    withdrawal: bool
    units: tuple[str, ...]
    spent: int = 0
    hexes: int = 0
    left: tuple[str, ...] = ()
    carried: frozenset[str] = frozenset()

    def joined_by(self, unit: str) -> Group:
        return Group(self.side, self.start, self.at, self.withdrawal, (*self.units, unit))

    def gone_to(self, to: str, spent: int) -> Group:
        """The group a hex farther on; `spent` are its movement points so far."""
        return Group(
            self.side, self.start, to, self.withdrawal, self.units, spent, self.hexes + 1, self.left, self.carried,
        )  # fmt: skip


# --- the state ---------------------------------------------------------------------------------------------------


@attrs.define(eq=False)
class State(CoreState[Printed, Counter | Fort]):
    """What changes in a game. Steps: 2 at full strength (fresh HQ, loaded HA), 1 disrupted (reduced HQ, fired HA)."""

    german_held: int = 0
    cavalry_held: dict[str, str] = attrs.field(factory=dict)  # hex: side that holds it with cavalry alone (8.3.4)
    sieges: dict[str, str] = attrs.field(factory=dict)  # hex: besieging side (9.5.3)
    trenches: dict[str, int] = attrs.field(factory=dict)
    blocked: dict[str, Crossing] = attrs.field(factory=dict)  # by the hexside as `unblock` writes it (8.4.5)
    initiative: str = ALLIED
    active: str = ALLIED
    segments: int = lasting(PHASE, 0)
    activations: int = lasting(PHASE, 0)
    passes: int = lasting(PHASE, 0)
    asked: bool = lasting(PHASE, False)
    recovering: bool = lasting(PHASE, False)  # 9.8.3: until the segment or the phase is over
    activated: str = ""
    moved: frozenset[str] = lasting(PHASE)
    battles: dict[str, tuple[str, ...]] = attrs.field(factory=dict)
    entered: dict[str, tuple[str, ...]] = attrs.field(factory=dict)  # joined a contested hex: may fight there
    fighting: bool = False
    ceding: bool = lasting(PHASE, False)
    landing: str = ""
    battle: Battle | None = None
    marching: Group | None = attrs.field(default=None, metadata=TRANSIENT)  # while a group is being moved
    landed: frozenset[str] = frozenset()  # hexes of amphibious landings (13.3.4a4)
    commands: frozenset[str] = frozenset()  # hexes the Allies activated in turn 1 (13.1)
    withdrawn: dict[str, int] = attrs.field(factory=dict)  # side: turn of its general retreat (8.7)
    withdrawing: str = ""
    trenches_allowed: bool = False
    paris_danger: int = 0
    paris_fell: int = 0
    free_rail: bool = False
    fresh_hq: frozenset[str] = lasting(TURN)  # headquarters that arrived this turn (7.1.2)
    strategies: tuple[str, ...] = ()
    secret: dict[str, tuple[str, ...]] = attrs.field(factory=dict)
    end_of_rail: bool = True
    namur_fell: int = 0
    emergency_over: bool = False  # the marker is gone from the end of the actions of turn 5 (11.2.1c)
    screened: frozenset[str] = frozenset()  # hexes whose first British battle has been declared (12.4)
    belgians_in_antwerp: bool = False
    maubeuge: frozenset[str] = frozenset()  # units that began the game in hex 54 (13.1)
    german_markers: dict[str, int] = attrs.field(factory=dict)
    plan17_markers: dict[str, int] = attrs.field(factory=dict)
    ledger: dict[str, tuple[Points, ...]] = attrs.field(factory=dict)  # side: its VP by rule

    @classmethod
    def upgrade(cls, data: dict[str, Any]) -> dict[str, Any]:
        """Positions of version 1 wrote `{"63-64": "german"}` and `{"allied 9.1.1": -3}`."""
        blocked: dict[str, Any] = dict(data.get("blocked", {}))
        for edge, crossing in blocked.items():
            if isinstance(crossing, str):
                start, into = edge.split("-")
                blocked[edge] = {"start": start, "into": into, "side": crossing}
        ledger: dict[str, list[Any]] = {}
        for key, found in data.get("ledger", {}).items():
            side, _, rule = key.partition(" ")
            ledger.setdefault(side, []).extend([{"rule": rule, "vp": found}] if rule else found)
        return data | {"blocked": blocked, "ledger": ledger}

    # --- reading -------------------------------------------------------------------------------------------------

    def space(self, hex: str) -> Space:
        return self.data.spaces[hex]

    def unit(self, unit: str) -> Counter:
        counters: dict[str, Counter] = self.title.data.counters
        return counters[unit]

    def present(self, hex: str, side: str) -> Present:
        ids = self.at.get(hex)
        if ids is None:
            return NOWHERE
        printed: Printed = self.title.data
        return printed.stacks[ids][side]

    def hexes_of(self, side: str) -> list[str]:
        """Where the side has units that can move, in the order of the map; kept until a unit moves."""
        return self.memo(("hexes of", side), lambda: self._hexes_of(side))

    def _hexes_of(self, side: str) -> list[str]:
        index, stacks = self.data.board.index, self.data.stacks
        found = [hex for hex, ids in self.at.items() if hex in index and stacks[ids][side].movable]
        return sorted(found, key=index.__getitem__)

    def caps(self, side: str) -> int:
        return self.tracks["caps " + side]

    def what_if(self) -> bool:
        return self.data.scenarios[self.scenario].what_if

    def schlieffen_bound(self) -> bool:
        """Whether the Schlieffen Plan still binds units to its hexes and away from them (7.1.1, 8.4.7c, 8.4.8)."""
        return self.turn <= self.data.tables.movement.schlieffen_until and not self.what_if()

    def has(self, strategy: str) -> bool:
        return strategy in self.strategies

    def disrupted(self, unit: str) -> bool:
        return self.units[unit].steps == 1

    def undisrupted_infantry(self, hex: str, side: str) -> list[str]:
        return [u for u in self.present(hex, side).combat if self.units[u].steps == 2 and self.is_infantry(u)]

    def is_infantry(self, unit: str) -> bool:
        return self.data.counters[unit].kind == "infantry"

    def is_corps(self, unit: str) -> bool:
        """Whether a unit is an infantry corps (9.1.1c)."""
        counter = self.data.counters[unit]
        return counter.kind == "infantry" and counter.half_corps == CORPS

    def corps_among(self, units: tuple[str, ...]) -> int:
        return sum(map(self.is_corps, units))

    def guards(self, hex: str, side: str) -> bool:
        """Whether combat units or unbesieged forts of `side` are in the hex (8.3.2)."""
        own = self.present(hex, side)
        return bool(own.combat) or (bool(own.forts) and self.sieges.get(hex) != ENEMY[side])

    def contested(self, hex: str) -> bool:
        return self.guards(hex, ALLIED) and self.guards(hex, GERMAN)

    def kept_out(self, unit: str, hex: str) -> bool:
        """In the first turns Maubeuge is closed to Germans, and to Allied units that did not begin there (13.1)."""
        if hex != MAUBEUGE:
            return False
        first = self.data.tables.first_turn
        if self.unit(unit).side == GERMAN:
            return self.turn <= first.maubeuge_german
        return self.turn <= first.maubeuge_allied and unit not in self.maubeuge

    def strength(self, unit: str, defending: bool) -> int:
        """The combat factor of a unit or fort as it stands (2.4, 12.2)."""
        piece = self.data.pieces[unit]
        steps = self.units[unit].steps
        if isinstance(piece, Fort):
            bonus = self.data.tables.options.fort_bonus if self.has("al_2") else {}
            return piece.strengths[-steps] + bonus.get(piece.hex, 0)  # 13.3.4a2
        own = piece.strength if steps == 2 else piece.disrupted_strength
        return own + 1 if defending and piece.red_circle else own  # 12.2

    def may_attack(self, unit: str) -> bool:
        """Strengths in parentheses only defend (2.4)."""
        counter = self.unit(unit)
        return not (counter.defence_only if self.units[unit].steps == 2 else counter.disrupted_defence_only)

    def tell_die(self, who: str, die: int, result: str, rule: str) -> None:
        """Record a die that was rolled and what it means."""
        self.note("{who} rolls {die}: {result}", rule, who=who, die=die, result=result)

    # --- verbs ---------------------------------------------------------------------------------------------------

    def spend(self, side: str, caps: int, rule: str, why: str) -> None:
        """Spend CAPs; `why` says what for: `to activate 45`."""
        self.tracks["caps " + side] = left = self.caps(side) - caps
        what = in_words(caps, "CAP")
        self.note(f"{{side}} spends {{what}} {why}, {{left}} left", rule, side=side, what=what, left=left)

    def cede(self) -> None:
        """The segment of the active side ends; the enemy acts (8.1.1)."""
        self.active = ENEMY[self.active]
        self.segments += 1
        self.activations = 0
        self.recovering = self.asked = self.ceding = False

    def owe_battles(self) -> None:
        """The mandatory battles of the turn (13.1)."""
        rule = self.data.tables.mandated
        allied = rule.allied[self.turn - 1] if self.turn <= len(rule.allied) else 0
        self.tracks["mandated allied"] = 0 if ALLIED in self.withdrawn else allied
        self.tracks["mandated german"] = 1 if self.turn >= rule.german_from else 0

    def entrench(self, hex: str, rule: str) -> None:
        self.trenches[hex] = self.data.tables.trenches.dug
        self.note("{hex} is entrenched", rule, hex=hex)

    def gain_caps(self, side: str, caps: int, rule: str) -> None:
        """More CAPs, up to the end of the track (5.1)."""
        self.tracks["caps " + side] = now = min(self.caps(side) + caps, self.data.tables.caps.most)
        self.note(f"{{side}} gains {in_words(caps, 'CAP')} and has {{now}}", rule, side=side, now=now)

    def victory_points(self, side: str, change: int, rule: str) -> None:
        """VP gained or lost, with the rule that says so."""
        lines = {line.rule: line.vp for line in self.ledger.get(side, ())}
        lines[rule] = lines.get(rule, 0) + change
        self.ledger[side] = tuple(Points(*line) for line in lines.items())
        self.tracks["vp " + side] = now = self.tracks["vp " + side] + change
        self.note("{side}: {change:+d} VP, {now} in all", rule, side=side, change=change, now=now)

    def seize(self, hex: str, side: str, rule: str = "8.3.3") -> None:
        """A side gains control of a hex."""
        self.control_by(hex, side, rule)
        bit = self.data.bit[hex]
        self.german_held = self.german_held | bit if side == GERMAN else self.german_held & ~bit
        self.changed()
        self.cavalry_held.pop(hex, None)
        for edge in [e for e, crossing in self.blocked.items() if crossing.start == hex and crossing.side != side]:
            self.unblock(edge)  # 8.4.5c

    def block(self, start: str, into: str, side: str) -> None:
        """A side comes through a hexside and blocks it for the enemy (8.4.5)."""
        self.blocked[f"{start}-{into}"] = Crossing(start, into, side)
        self.changed()

    def unblock(self, hexside: str) -> None:
        """A hexside opens again (8.4.5c); it is written as in `blocked`."""
        del self.blocked[hexside]
        self.changed()

    def flip(self, unit: str, rule: str) -> None:
        """Turn an HQ or HA to its reduced side."""
        if self.units[unit].steps == 2:
            self.reduce(unit, rule)

    def kill(self, unit: str, rule: str) -> None:
        """A unit is lost; combat units may be replaced, others not (7.2)."""
        counter = self.counter(unit)
        steps = self.units[unit].steps
        if unit == "Namur":
            self.namur_fell = self.turn  # 11.2.1d
        self.eliminate(unit, rule, box=DEAD if counter.combat else OUT)
        self._count_british(unit, steps)
        if counter.nation == "french" and counter.kind == "infantry" and counter.size == "corps":
            self.tracks["french corps"] = self.tracks.get("french corps", 0) + 1

    def lose_step(self, unit: str, rule: str) -> None:
        """One step: disrupted, reduced, or gone (9.3.3)."""
        if self.units[unit].steps > 1:
            self.reduce(unit, rule)
            self._count_british(unit, 1)
        else:
            self.kill(unit, rule)

    def _count_british(self, unit: str, steps: int) -> None:
        """British steps lost are counted for the short scenario (13.2)."""
        if self.counter(unit).nation == "british" and self.counter(unit).combat:
            self.tracks["british steps"] = self.tracks.get("british steps", 0) + steps

    def send_ahead(self, unit: str, turns: int, steps: int, rule: str, *marks: str) -> None:
        """Put a unit on the turn track; it comes back that many turns later."""
        self.bring(unit, turn_box(self.turn + turns), steps, rule, *marks)

    def bring(self, unit: str, where: str, steps: int, rule: str, *marks: str) -> None:
        """Put a unit into a hex or box, from wherever it was."""
        old = self.units.pop(unit, None)
        if old is not None:
            self._leave(unit, old.at)
        self.place(unit, where, steps, rule, marks)

    def crossed(self, side: str, start: str, into: str) -> bool:
        """Whether units of `side` came through the hexside this way, and block it (8.4.5)."""
        crossing = self.blocked.get(f"{start}-{into}")
        return crossing is not None and crossing.side == side

    def closed(self, side: str, at: str, to: str) -> bool:
        """Whether the enemy blocks this hexside for `side`, either way (8.4.5a)."""
        return bool(self.blocked) and (at, to) in self.closed_to(side)

    def closed_to(self, side: str) -> frozenset[tuple[str, str]]:
        """The ways from hex to hex that the enemy blocks for `side`, both ways (8.4.5a)."""
        return self.memo(("closed to", side), lambda: self._closed_to(side))

    def _closed_to(self, side: str) -> frozenset[tuple[str, str]]:
        theirs = [(c.start, c.into) for c in self.blocked.values() if c.side != side]
        return frozenset(theirs + [(into, start) for start, into in theirs])

    def next_to(self, hex: str) -> dict[str, int]:
        """The hexes beside one and what it costs to enter them; 0 is impassable (8.4.2)."""
        if hex == HOLLAND:
            return self.data.tables.options.from_holland  # 13.3.4b4
        sides = self.data.next_to[hex]
        return sides if not self.strategies or not self.has("ge_5") else sides | self.data.through_holland.get(hex, {})
