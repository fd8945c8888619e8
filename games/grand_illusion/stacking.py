"""Stacking (8.4.6): how many units of a side stay in a hex."""

from __future__ import annotations

from collections.abc import Sequence

from .model import VOSGES, State


def has_room(s: State, hex: str, units: tuple[str, ...], side: str) -> bool:
    """Whether `units` may stay in the hex with those of their side already there (8.4.6)."""
    there = s.present(hex, side)
    whole, infantry = there.half_corps, there.infantry_half_corps
    counters, standing = s.data.counters, s.at.get(hex, ())
    for unit in units:
        if unit not in standing:
            counter = counters[unit]
            whole += counter.half_corps
            if counter.kind == "infantry":
                infantry += counter.half_corps
    return _within(s, hex, whole, infantry)


def crowded(s: State, unit: str, side: str) -> frozenset[str]:
    """The hexes without room for one more unit like this (8.4.6); kept until a unit moves."""
    counter = s.data.counters[unit]
    size = counter.half_corps
    infantry = size if counter.kind == "infantry" else 0
    return s.memo(("crowded", side, size, infantry), lambda: _crowded(s, side, size, infantry))


def _crowded(s: State, side: str, size: int, infantry: int) -> frozenset[str]:
    there = {hex: s.present(hex, side) for hex in s.hexes_of(side)}
    return frozenset(
        h for h, own in there.items()
        if not _within(s, h, own.half_corps + size, own.infantry_half_corps + infantry)
    )  # fmt: skip


def fits(s: State, hex: str, units: Sequence[str]) -> bool:
    """Whether these units alone are within the limits of a hex."""
    counters = [s.data.counters[u] for u in units]
    infantry = sum(c.half_corps for c in counters if c.kind == "infantry")
    return _within(s, hex, sum(c.half_corps for c in counters), infantry)


def _within(s: State, hex: str, whole: int, infantry: int) -> bool:
    limits = s.data.tables.stacking
    if hex in VOSGES:
        return whole <= limits.vosges_half_corps
    return whole <= limits.half_corps and infantry <= limits.infantry_half_corps
