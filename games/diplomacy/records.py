"""The records of the files in `data/`: spaces and their connections, powers, the units at the start (VI), players."""

from __future__ import annotations

import attrs

POWERS = ("ENGLAND", "GERMANY", "RUSSIA", "TURKEY", "AUSTRIA", "ITALY", "FRANCE")


@attrs.frozen
class Space:
    """A region or sea zone (VI.1). `home` may build there, `territory` is whose land it is in the rulebook's table."""

    id: str
    name: str
    name_es: str
    abbr_es: str
    type: str
    supply_centre: bool
    home: str
    territory: str
    coasts: tuple[str, ...]
    x: float
    y: float
    label_x: float
    label_y: float
    aliases: str
    aliases_es: str
    source: str
    note: str = ""

    def names(self) -> list[str]:
        """What it is called: names and abbreviations of both languages (VII.4)."""
        return [self.id, self.name, self.name_es, self.abbr_es]

    def spellings(self) -> list[str]:
        """What else people write, the rulebook's own slips among it."""
        return [word for word in (*self.aliases.split(";"), *self.aliases_es.split(";")) if word]


@attrs.frozen
class Edge:
    """Two locations between which an army or a fleet may move (VIII.1)."""

    a: str
    b: str
    unit: str
    source: str


@attrs.frozen
class Power:
    """A great power (I), with the colour of its pieces (VI.3)."""

    id: str
    name: str
    name_es: str
    adjective_es: str
    map_mark: str
    colour: str
    colour_hex: str
    source: str
    note: str = ""


@attrs.frozen
class Start:
    """A unit on the board at the start (VI.3)."""

    power: str
    unit: str
    source: str


@attrs.frozen
class Arrangement:
    """Who plays which powers (VI.3, XV.3), and how many centres win (II); powers nobody plays are neutral."""

    id: str
    name: str
    hands: tuple[tuple[str, ...], ...]
    rule: str
    start: int
    goal: int
    source: str
    goal_by_player: bool = False


@attrs.frozen
class Scenarios:
    """`scenarios.toml`: the arrangements, and the pieces of each power (VI.2)."""

    pieces: int
    arrangement: tuple[Arrangement, ...]
