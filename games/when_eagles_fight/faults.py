"""Data that do not fit together: the file, and what is wrong in it. An overlay may contain anything."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from wargame.core.engine.errors import DataError
from wargame.core.title.data import DataFolder

from .numbers import Numbers
from .records import CP, FEATURES, LANDS, RU, TYPES, Counter, Edge, Hex, Setup, Tables, Turn


def check(folder: DataFolder, faults: Iterator[tuple[str, str]]) -> None:
    """Report the first fault, if any."""
    for file, fault in faults:
        raise DataError(f"{folder.path(file)}: {fault}")


def map_faults(
    hexes: Mapping[str, Hex], edges: tuple[Edge, ...], numbers: Numbers
) -> Iterator[tuple[str, str]]:  # fmt: skip
    for h in hexes.values():
        if h.terrain not in numbers.terrain:
            yield "spaces.csv", f"hex {h.id} has terrain '{h.terrain}'; there are: {', '.join(numbers.terrain)}."
        if h.country not in LANDS:
            yield "spaces.csv", f"hex {h.id} lies in '{h.country}'; there are: {', '.join(LANDS)}."
    for edge in edges:
        if edge.feature not in FEATURES:
            yield "edges.csv", f"{edge.a}-{edge.b} has feature '{edge.feature}'; there are: {', '.join(FEATURES)}."
        for end in (edge.a, edge.b):
            if end not in hexes:
                yield "edges.csv", f"{edge.a}-{edge.b} has an end, {end}, that is not on the map."
    for hex_id in numbers.hexes:
        if hex_id not in hexes:
            yield "numbers.toml", f"a rule names hex '{hex_id}', which is not on the map."
    for key in numbers.places:
        if not any(h.key == key for h in hexes.values()):
            yield "numbers.toml", f"an event names '{key}', which is the key of no hex in spaces.csv."
    for side in numbers.supply.ports.keys() ^ {RU, CP}:
        yield "numbers.toml", f"supply.ports must have one port for each side, {RU} and {CP}, but not for '{side}'."


def unit_faults(
    hexes: Mapping[str, Hex], counters: Mapping[str, Counter], scenarios: Mapping[str, Setup], numbers: Numbers
) -> Iterator[tuple[str, str]]:
    for c in counters.values():
        if c.hex and c.hex not in hexes:
            yield "units.csv", f"{c.id} begins in hex '{c.hex}', which is not on the map."
        if c.type not in TYPES:
            yield "units.csv", f"{c.id} has type '{c.type}'; there are: {', '.join(TYPES)}."
    for unit in numbers.units:
        if unit not in counters:
            yield "units.csv", f"{unit} is missing, and a rule needs it."
    for plan in scenarios.values():
        for unit in (*plan.add_units, *plan.set_aside):
            if unit not in counters:
                yield "scenarios.toml", f"scenario {plan.id} names the unit {unit}, which units.csv lacks."


def turn_faults(
    turns: Mapping[int, Turn], tables: Tables, scenarios: Mapping[str, Setup], numbers: Numbers
) -> Iterator[tuple[str, str]]:
    for turn in range(1, max(plan.last_turn for plan in scenarios.values()) + 1):
        if turn not in turns:
            yield "turns.csv", f"turn {turn} is missing."
        if turn >= numbers.events.first_turn and not any(c.first <= turn <= c.last for c in tables.events):  # 7.1
            yield "tables.toml", f"no column of events holds for turn {turn}."
        if not any(c.first <= turn <= c.last for c in tables.ammunition):
            yield "tables.toml", f"no column of ammunition holds for turn {turn}."
    for box in turns.values():
        if box.revolution is not None and (box.german_cities is None or box.ah_victory_hexes is None):
            yield "turns.csv", f"turn {box.turn} is a victory check, but its numbers for the Russians are missing."
