"""The map of VI.1, read once from `data/` and compiled to plain tables for play.

A *location* is where a unit stands: a space (`PAR`) or one coast of it (`SPA/SC`); `space_of` gives its space.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import attrs

from wargame.core.engine.errors import DataError
from wargame.core.title.data import DataFolder, Overlay

from .records import POWERS, Arrangement, Edge, Power, Scenarios, Space, Start


@attrs.frozen(eq=False)
class Geography:
    """The compiled map. Whatever depends on the kind of unit is keyed by unit strings (`A PAR`, `F SPA/SC`)."""

    spaces: dict[str, Space]
    powers: dict[str, Power]
    starts: tuple[Start, ...]
    space_of: dict[str, str]
    stands: dict[str, str]  # unit string -> its space, for every unit that can be on the board
    moves: dict[str, tuple[str, ...]]  # unit string -> locations it may move to by itself
    reach: dict[str, frozenset[str]]  # unit string -> spaces it may move to, and so support into (X.1)
    sea_neighbours: dict[str, frozenset[str]]  # sea zone -> neighbouring sea zones
    shores: dict[str, frozenset[str]]  # sea zone -> coastal spaces on it
    seas_of: dict[str, frozenset[str]]  # coastal space -> sea zones on it
    centres: tuple[str, ...]
    homes: dict[str, tuple[str, ...]]  # power -> its home centres
    arrangements: dict[str, Arrangement]  # scenario -> who plays which powers, and what wins
    pieces: int  # armies, and as many fleets, of each power (VI.2)


def data_folder(overlay: Overlay = None) -> DataFolder:
    return DataFolder(Path(__file__).parent / "data", overlay)


@lru_cache(maxsize=4)
def geography(overlay: Overlay = None) -> Geography:
    """The map, compiled, with the files of `overlay` (`--data`) in place of the shipped ones."""
    data = data_folder(overlay)
    owners = (*POWERS, "")
    known: dict[str, tuple[str, ...]] = {"type": ("coastal", "inland", "sea"), "home": owners, "territory": owners}
    spaces = {s.id: s for s in data.csv("spaces.csv", Space, key="id", known=known)}
    space_of = {s: s for s in spaces}
    space_of |= {f"{s.id}/{c}": s.id for s in spaces.values() for c in s.coasts}
    moves: dict[str, list[str]] = {}
    for edge in data.csv("edges.csv", Edge, key="a b unit", known={"a": space_of, "b": space_of, "unit": "AF"}):
        for a, b in ((edge.a, edge.b), (edge.b, edge.a)):
            moves.setdefault(f"{edge.unit} {a}", []).append(b)
    powers = {p.id: p for p in data.csv("powers.csv", Power, key="id")}
    if set(powers) != set(POWERS):
        raise DataError(f"{data.path('powers.csv')}: the powers are {', '.join(POWERS)}, not {', '.join(powers)}.")
    scenarios = _scenarios(data, powers)
    return Geography(
        spaces=spaces,
        powers=powers,
        starts=_starts(data, powers, {unit: space_of[unit[2:]] for unit in moves}),
        space_of=space_of,
        stands={unit: space_of[unit[2:]] for unit in moves},
        moves={unit: tuple(sorted(to)) for unit, to in moves.items()},
        reach={unit: frozenset(space_of[x] for x in to) for unit, to in moves.items()},
        **_seas(spaces, space_of, moves),
        centres=tuple(s.id for s in spaces.values() if s.supply_centre),
        homes={p: tuple(s.id for s in spaces.values() if s.home == p) for p in powers},
        arrangements={a.id: a for a in scenarios.arrangement},
        pieces=scenarios.pieces,
    )


def _starts(data: DataFolder, powers: dict[str, Power], stands: dict[str, str]) -> tuple[Start, ...]:
    """The units at the start: of powers that exist, where such a unit can stand, one in each space."""
    found = data.csv("setup.csv", Start, key="unit", known={"power": powers, "unit": stands})
    taken: dict[str, str] = {}
    for start in found:
        other = taken.setdefault(stands[start.unit], start.unit)
        if other != start.unit:
            raise DataError(f"{data.path('setup.csv')}: {start.unit} and {other} stand in the same space.")
    return found


def _scenarios(data: DataFolder, powers: dict[str, Power]) -> Scenarios:
    """The arrangements of players, with powers that exist, each in one hand."""
    found = data.toml("scenarios.toml", Scenarios)
    for number, arrangement in enumerate(found.arrangement):
        dealt = [power for hand in arrangement.hands for power in hand]
        for power in dealt:
            if power not in powers or dealt.count(power) > 1:
                what = f"there is no power '{power}'" if power not in powers else f"{power} is in two hands"
                raise data.fault("scenarios.toml", f"arrangement[{number}].hands", what)
    return found


def _seas(spaces: dict[str, Space], space_of: dict[str, str], moves: dict[str, list[str]]) -> dict[str, Any]:
    """Which sea zones and shores touch: what convoys are made of (XIII.1, XIII.2)."""

    def beside(zone: str) -> Iterator[str]:
        return (space_of[x] for x in moves[f"F {zone}"])

    seas = [s.id for s in spaces.values() if s.type == "sea"]
    shores = {z: frozenset(x for x in beside(z) if spaces[x].type == "coastal") for z in seas}
    return {
        "sea_neighbours": {z: frozenset(x for x in beside(z) if spaces[x].type == "sea") for z in seas},
        "shores": shores,
        "seas_of": {s.id: _touching(s.id, shores) for s in spaces.values() if s.type == "coastal"},
    }


def _touching(space: str, shores: dict[str, frozenset[str]]) -> frozenset[str]:
    return frozenset(zone for zone, shore in shores.items() if space in shore)


def convoy_routes(geo: Geography, origin: str, target: str, zones: Iterable[str]) -> list[tuple[str, ...]]:
    """All routes by sea from one coastal space to another through these zones, none with a needless fleet (XIII.2)."""
    allowed = frozenset(zones)
    ends = geo.seas_of.get(target, frozenset())
    found: list[tuple[str, ...]] = []
    first = geo.seas_of.get(origin, frozenset()) & allowed
    stack: list[tuple[str, ...]] = [(z,) for z in sorted(first, reverse=True)] if origin != target else []
    while stack:
        route = stack.pop()
        last = route[-1]
        if last in ends:
            found.append(route)
            continue
        for zone in sorted(geo.sea_neighbours[last] & allowed - first, reverse=True):
            if not any(zone == z or zone in geo.sea_neighbours[z] for z in route[:-1]):
                stack.append((*route, zone))
    return found


def steps(geo: Geography, start: str, goals: Container[str], beside: Callable[[str], Iterable[str]]) -> int | None:
    """How many steps it is from a location to the nearest of these spaces; None if there is no way."""
    edge, seen, count = {start}, {start}, 0
    while edge:
        if any(geo.space_of[x] in goals for x in edge):
            return count
        edge = {y for x in edge for y in beside(x)} - seen
        seen |= edge
        count += 1
    return None
