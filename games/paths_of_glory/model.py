"""What changes in a game of Paths of Glory: the state, and a combat while it is fought."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import attrs

from wargame.core.engine.state import TRANSIENT, TURN, lasting
from wargame.core.engine.state import State as KernelState
from wargame.core.mechanics.control import Control
from wargame.core.mechanics.odds import Modifier

from .records import Counter, Data

AP, CP = "ap", "cp"
ENEMY = {AP: CP, CP: AP}
RESERVE = {AP: "ap_reserve", CP: "cp_reserve"}
DEAD = {AP: "ap_eliminated", CP: "cp_eliminated"}
BOXES = frozenset((*RESERVE.values(), *DEAD.values()))
POOLS = {AP: ("a", "br", "fr", "ru", "it", "us"), CP: ("ge", "ah", "tu", "bu")}  # of replacement points (17.1.1)
LEVELS = ("mobilization", "limited_war", "total_war")
ROUND, ACTION = "action round", "action"  # sequences that some fields last for
CONTROL: Control[State] = Control(
    "11.1.13",
    takes=lambda s, unit, space: s.fort_owner(space) != s.title.enemy(s.side_of(unit)),  # 15.1.9
    raids=lambda s, unit, space: s.counter(unit).kind == "ana",  # 11.1.14
    gain=lambda s, space, side, rule: s.take(space, side, rule),
)  # fmt: skip


@attrs.define(eq=False)
class State(KernelState[Data, Counter]):
    """What changes during a game. Tracks: vp, ap_ws, cp_ws, combined, rp_<pool> (in halves), tsar_fell."""

    at_war: frozenset[str] = frozenset()
    greek_limited: bool = False
    trenches: dict[str, tuple[str, int]] = attrs.field(factory=dict)
    destroyed: frozenset[str] = frozenset()
    beachhead: str = ""
    home: frozenset[str] = frozenset()  # Near East armies that entered at home (9.5.3.4)
    gone: frozenset[str] = frozenset()  # units that have left the game for good (CP-32)
    raided: frozenset[str] = frozenset()  # CP spaces that the ANA alone holds (11.1.14)
    played: dict[str, int] = attrs.field(factory=dict)
    commitment: dict[str, int] = attrs.field(factory=dict)
    offensive: dict[str, str] = lasting(TURN, factory=dict)
    last: dict[str, str] = lasting(TURN, factory=dict)
    limits: frozenset[str] = lasting(TURN)  # what has been done and may be done once a turn only
    reinforced: frozenset[str] = lasting(TURN)  # nations (9.5.3.1)
    leaving: str = lasting(TURN, "")  # a fort that its last besiegers must still leave this round (15.2.4)
    round: int = 0
    used: frozenset[str] = lasting(ROUND)  # combat cards (9.5.4.4)
    ops: int = lasting(ACTION, 0)
    sr: int = lasting(ACTION, 0)
    boost: str = lasting(ACTION, "")  # an event that also gave OPS, and helps the combats of its action
    activated: dict[str, str] = lasting(ACTION, factory=dict)
    moved: frozenset[str] = lasting(ACTION)
    crowd: str = ""  # an overstacked space that units must still leave this round (10.1.2)
    siege: str = ""  # a fort that further stacks must still reach this round (15.2.1)
    digging: tuple[str, ...] = lasting(ACTION, ())
    failed_digging: frozenset[str] = frozenset()
    fought: frozenset[str] = lasting(ACTION)
    sallied: frozenset[str] = lasting(ACTION)  # units in the space of an enemy fort that attacked another (15.2.3)
    retreated: frozenset[str] = lasting(ACTION)
    called_off: frozenset[str] = lasting(ACTION)  # targets of attacks called off since the last combat of the action
    sud: bool = lasting(ACTION, False)  # the Sud Army has been activated (CP-10)
    pending: str = ""
    march: tuple[tuple[str, ...], int] = attrs.field(default=((), 0), metadata=TRANSIENT)  # who is on it, MP spent

    @classmethod
    def upgrade(cls, data: dict[str, Any]) -> dict[str, Any]:
        """Positions of version 1 kept some facts as strings among the limits and the cards played."""
        limits, played = data.get("limits", []), data.get("played", {})
        facts = [limit.split(":") for limit in limits if ":" in limit]
        gone = [card.removeprefix("gone:") for card in played if card.startswith("gone:")]
        found: dict[str, Any] = {
            "limits": [limit for limit in limits if ":" not in limit and limit != "sud"],
            "played": {card: turn for card, turn in played.items() if not card.startswith("gone:")},
            "sud": data.get("sud", False) or "sud" in limits,
            "gone": [*data.get("gone", []), *gone],
        }
        for field, kind in (("raided", "ana"), ("sallied", "sallied"), ("reinforced", "reinforced")):
            found[field] = [*data.get(field, []), *(name for fact, name in facts if fact == kind)]
        leaving = [name for fact, name in facts if fact == "leaving"]
        return data | found | ({"leaving": leaving[0]} if leaving else {})

    def score(self, track: str, change: int, rule: str = "", low: int | None = None, high: int | None = None) -> int:
        """Move a marker. Replacement points are kept in halves, but the event counts whole ones."""
        value = super().score(track, change, rule, low, high)
        if track.startswith("rp_"):
            self.log.pop()
            self.note("{track}: {change:+g}, now {value:g}", rule, track=track, change=change / 2, value=value / 2)
        return value

    def full(self, unit: str) -> bool:
        return self.units[unit].steps == 2

    def cf(self, unit: str) -> int:
        c = self.counter(unit)
        return c.cf if self.units[unit].steps == 2 else c.reduced_cf

    def lf(self, unit: str) -> int:
        c = self.counter(unit)
        return c.lf if self.units[unit].steps == 2 else c.reduced_lf

    def mf(self, unit: str) -> int:
        c = self.counter(unit)
        return c.mf if self.units[unit].steps == 2 else c.reduced_mf

    def fort(self, space: str) -> int:
        """The factor of the fort still standing there, 0 for none."""
        return 0 if space in self.destroyed else self.data.spaces[space].fort

    def fort_owner(self, space: str) -> str:
        """The side of the fort standing in a space; '' without one."""
        return self.control[space] if self.fort(space) else ""

    def forts_of(self, side: str) -> int:
        """The spaces with a standing fort of a side, as a set."""
        return self.memo(("forts", side), lambda: self._forts_of(side))

    def _forts_of(self, side: str) -> int:
        control, destroyed = self.control, self.destroyed
        return self.board.mask(x for x in self.data.forts if control[x] == side and x not in destroyed)

    def holder(self, space: str) -> str:
        """The side whose units stand in a space, '' for none. Neutral Greeks belong to nobody's side."""
        here = self.at.get(space)
        return self.side_of(here[0]) if here and not (self.greek_limited and self.neutral(space)) else ""

    def packed(self, space: str) -> bool:
        """Whether no more units may stand in a space (10.1.1)."""
        return len(self.at.get(space, ())) >= self.data.numbers.stack

    def neutral(self, space: str) -> bool:
        """Whether Greek units that are still neutral stand there (9.5.2.4)."""
        if not self.greek_limited or "gr" in self.at_war:
            return False
        return space in self.memo("neutral", self._neutral_spaces)

    def _neutral_spaces(self) -> frozenset[str]:
        return frozenset(x for x, here in self.at.items() if any(self.counter(u).nation == "gr" for u in here))

    def distinct(self, units: Iterable[str], ready: Callable[[str], bool] | None = None) -> list[str]:
        """One of each kind and strength in a space, as corps of a kind are alike (of those `ready`, if it is given)."""
        found: dict[tuple[str, int, str], str] = {}
        there, counters = self.units, self.title.counters
        for u in units:
            x = there[u]
            key = (counters[u].type, x.steps, x.at)
            if key not in found and (ready is None or ready(u)):
                found[key] = u
        return list(found.values())

    @property
    def channel_open(self) -> bool:
        """Whether the CP may end moves and advances in the Channel spaces (11.1.9, 12.6.6)."""
        return "cp_08" in self.played or self.tracks["cp_ws"] >= self.data.numbers.channel_status

    def date(self) -> str:
        return self.data.tables.turns.names[self.turn - 1]

    def season(self) -> str:
        return self.data.tables.turns.seasons[self.turn - 1]

    def limit(self, what: str) -> None:
        self.limits = self.limits | {what}

    def take(self, space: str, side: str, rule: str) -> None:
        """A side gains control of a space, with VP (5.1.2) and trenches (11.2.5, 11.2.6)."""
        self.lose_trench(space, side)
        if side == CP and space == self.beachhead:  # 9.5.3.5
            self.beachhead = ""
            self.changed()
        if self.control.get(space) == side:
            return
        self.control_by(space, side, rule)
        if self.data.spaces[space].vp:
            points = self.data.numbers.space_vp
            self.vp(points if side == CP else -points, "5.1.2")

    def lose_trench(self, space: str, side: str) -> None:
        owner, level = self.trenches.get(space, ("", 0))
        if level and owner != side:
            del self.trenches[space]
            if level == 2:  # 11.2.6
                self.trenches[space] = (side, 1)

    def vp(self, change: int, rule: str) -> None:
        self.score("vp", change, rule)

    def die(self, unit: str, rule: str, *, for_good: bool = False) -> None:
        """A unit is eliminated; one that may never come back leaves the game."""
        side = self.side_of(unit)
        c = self.counter(unit)
        at = self.units[unit].at
        self.eliminate(unit, rule, "" if (for_good and c.army) or not c.pool else DEAD[side])
        CONTROL.leave(self, at, "11.1.14")

    def go(self, unit: str, space: str, rule: str) -> None:
        """A unit goes to a space or a box; an enemy trench there is lost (11.2.5, 11.2.6)."""
        old = self.units[unit].at
        self.move(unit, space, rule)
        self.lose_trench(space, self.side_of(unit))
        CONTROL.leave(self, old, "11.1.14")


@attrs.define
class Battle:
    """One combat while it is fought."""

    space: str
    attackers: list[str]
    defenders: list[str]
    idle: list[str]  # units that already retreated this round (12.5.6)
    side: str
    sources: list[str]
    cards: dict[str, list[str]]
    no_trench: bool = False
    no_shifts: bool = False
    first: str = ""  # who fires first, '' for both at once
    number: dict[str, int] = attrs.field(factory=lambda: {AP: 0, CP: 0})
    modifiers: dict[str, list[Modifier]] = attrs.field(factory=lambda: {AP: [], CP: []})
    effects: set[str] = attrs.field(factory=set)
    laid: list[tuple[str, str, int]] = attrs.field(factory=list)  # side, card from hand, turn it was played before

    @property
    def enemy(self) -> str:
        return ENEMY[self.side]

    def units(self, side: str) -> list[str]:
        """The units of a side that fight."""
        return self.attackers if side == self.side else self.defenders


@attrs.frozen(eq=False)
class Sum:
    """What a variant's hook `wargame_modifiers` gets as `battle`: a combat, a side, and which of its sums this is.

    `what` is "fire" (the die, 12.2.6), "column" (shifts on the fire table, 12.2.7) or "flank" (the attempt, 12.3.2).
    """

    battle: Battle
    side: str
    what: str
