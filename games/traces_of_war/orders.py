"""Supreme command orders (12.2): which cities under orders a Soviet headquarters could reach (2.3, 9.4)."""

from __future__ import annotations

from typing import Any

from .model import State
from .reach import NORMAL, STRATEGIC, reach
from .records import AXIS, SOVIET
from .relocation import relocation_hexes
from .supply import supplied, within


def open_cities(s: State) -> dict[str, tuple[str, str]]:
    """Empty cities under orders that a headquarters could enter after relocating: by which HQ, and from which hex."""
    return s.memo(("open cities", s.orders), lambda: _open_cities(s))


def _open_cities(s: State) -> dict[str, tuple[str, str]]:
    found = {}
    for city in sorted(s.orders):
        if not s.holder(city):
            way_in = way_into(s, city)
            if way_in is not None:
                found[city] = way_in
    return found


def way_into(s: State, city: str) -> tuple[str, str] | None:
    """The headquarters and the hex of its relocation from which it could enter an empty city (9.1, 9.2)."""
    far = 2 * max(s.full_movement(u) for u in s.data.counters if s.counter(u).hq)
    near = within(s.board, city, far)
    if not near & supplied(s, SOVIET):
        return None
    tried: dict[tuple[str, int], bool] = {}  # all headquarters that go equally far get equally far from a hex
    for hq in sorted(u for u in s.units_on_map(SOVIET) if s.counter(u).hq):
        allowance = 2 * s.full_movement(hq)
        hexes = s.board.members(near & relocation_hexes(s, hq))
        for hex in sorted(hexes, key=lambda h: s.board.distance(h, city)):
            if (hex, allowance) not in tried:
                tried[hex, allowance] = enters(s, hq, hex, allowance, city)
            if tried[hex, allowance]:
                return hq, hex
    return None


def enters(s: State, hq: str, start: str, allowance: int, city: str) -> bool:
    """Whether a headquarters could go from a hex into a city in one move (9.1, 9.2)."""
    goal = s.board.index[city]
    return any(goal in reach(s, kind, hq, allowance, start=start).came for kind in (NORMAL, STRATEGIC))


def describe_open_cities(s: State) -> list[str]:
    return [
        f"{s.board[city].city} ({city}) is under orders and empty: {s.name(hq)} could relocate to {hex} "
        "and enter it in its next activation (2.3, 9.4, 12.2)."
        for city, (hq, hex) in open_cities(s).items()
    ]


def show_open_cities(s: State, side: str) -> dict[str, Any]:
    """What the Axis player sees with a question."""
    found = describe_open_cities(s) if side == AXIS else []
    return {"cities in danger": found} if found else {}


def warn_of_open_cities(s: State, side: str) -> str | None:
    return " ".join(describe_open_cities(s)) or None if side == AXIS else None
