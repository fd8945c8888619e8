"""The state of a game of Diplomacy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import attrs

from wargame.core.engine.state import State as KernelState

from .geography import Geography
from .orders import Position, position_of
from .records import POWERS as POWERS
from .results import Dislodged, Void


@attrs.define(eq=False)
class State(KernelState[Geography, None]):
    """Where everyone stands. Centres are `control`; `pieces` and `owners` are keyed by space."""

    year: int = 0
    season: str = "spring"
    pieces: dict[str, str] = attrs.field(factory=dict)
    owners: dict[str, str] = attrs.field(factory=dict)
    dislodged: dict[str, Dislodged] = attrs.field(factory=dict)  # units that have yet to retreat (XII)
    players: dict[str, str] = attrs.field(factory=dict)  # power -> its player; powers without one are neutral
    disorder: frozenset[str] = frozenset()  # XV.4
    closed: tuple[str, ...] = ()  # spaces nobody may enter (XV.3-2p)
    orders: dict[str, str] = attrs.field(factory=dict)  # the revealed orders of the last movement, by unit
    outcomes: dict[str, str] = attrs.field(factory=dict)
    votes: frozenset[str] = frozenset()  # the powers that would agree to a draw this turn (II)

    def position(self) -> Position:
        return self.memo("position", self._position)

    def _position(self) -> Position:
        return position_of(tuple(self.pieces.items()), tuple(self.owners.items()), self.data, self.closed)

    def date(self) -> str:
        """How orders are dated (VII.3): `Spring 1901`."""
        return f"{self.season.title()} {self.year}"

    def units_of(self, power: str) -> list[str]:
        """The units of a power, in the order of their spaces."""
        return [self.pieces[space] for space in sorted(self.pieces) if self.owners[space] == power]

    def all_units(self) -> dict[str, list[str]]:
        return {p: units for p in POWERS if (units := self.units_of(p))}

    def centres_of(self, power: str) -> list[str]:
        return sorted(c for c, p in self.control.items() if p == power)

    def set_out(self, units: Mapping[str, Iterable[str]]) -> None:
        """Put these units of each power on the board, and no others."""
        self.pieces, self.owners = {}, {}
        self.changed()
        for power, listed in units.items():
            for unit in listed:
                self.put(unit, power)

    def put(self, unit: str, power: str) -> None:
        """Put a unit on the board."""
        space = self.data.space_of[unit[2:]]
        self.pieces[space] = unit
        self.owners[space] = power
        self.changed()

    def remove(self, unit: str, rule: str) -> None:
        """Take a unit off the board."""
        space = self.data.space_of[unit[2:]]
        del self.pieces[space]
        power = self.owners.pop(space)
        self.changed()
        self.note("{power}: {unit} is removed", rule, power=power, unit=unit)

    def note_void(self, void: Void) -> None:
        """Record that an order was not carried out, and why (VII.2)."""
        self.note("{power}: '{order}' is void: {why}", void.rule, power=void.power, order=void.order, why=void.reason)

    def balance(self, power: str) -> int:
        """Centres minus units: how many may be built or, if negative, must be removed (V)."""
        return list(self.control.values()).count(power) - list(self.owners.values()).count(power)

    def alive(self, power: str) -> bool:
        """A power with neither units nor centres is out of the game."""
        return power in self.owners.values() or power in self.control.values()

    def playing(self) -> list[str]:
        """The powers that answer questions: alive, with a player, not in disorder."""
        return [p for p in POWERS if p in self.players and p not in self.disorder and self.alive(p)]
