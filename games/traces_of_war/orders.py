"""Supreme command orders (12.2): which cities under orders a Soviet headquarters could reach (2.3, 9.4)."""

from __future__ import annotations

from functools import lru_cache, partial

from wargame.core.mechanics.zones import enemies

from .charts import Data
from .model import ZONES, State, hqs
from .records import AXIS, SOVIET
from .relocation import relocation_hexes
from .supply import supplied, within


def open_cities(s: State) -> dict[str, tuple[str, str]]:
    """Empty cities under orders that a headquarters could enter after relocating: by which HQ, and from which hex."""
    empty = [city for city in sorted(s.orders) if not s.holder(city)]
    found = {city: s.memo(("way into", city), partial(way_into, s, city)) for city in empty}
    return {city: way_in for city, way_in in found.items() if way_in is not None}


def way_into(s: State, city: str) -> tuple[str, str] | None:
    """The headquarters and the hex of its relocation from which it could enter an empty city (9.1, 9.2)."""
    for hq in sorted(hqs(s, SOVIET)):
        start = whence(s, hq, city)
        hexes = start & relocation_hexes(s, hq) if start & supplied(s, SOVIET) else 0
        if hexes:
            return hq, min(s.board.members(hexes), key=lambda hex: s.board.distance(hex, city))
    return None


def whence(s: State, hq: str, city: str) -> int:
    """All hexes from which a headquarters could go into a city in one move (9.1, 9.2), as a set."""
    allowance = 2 * s.full_movement(hq)
    near = within(s.board, city, allowance)  # a step costs half a point at least
    return search_back(s.data, city, allowance, enemies(s, SOVIET) & near, ZONES.against(s, SOVIET) & near)


@lru_cache(maxsize=1024)  # most moves change nothing near the city
def search_back(data: Data, city: str, allowance: int, enemy: int, zones: int) -> int:
    """From where a unit gets to a city by normal movement (9.1, 9.3) or along roads (9.2), as a set."""
    board, costs, roads = data.board, data.costs.back(), data.roads.back()
    leave, enter = data.zone_costs  # on the way back
    ways = [costs.reach(city, allowance, closed=board.number_set(enemy), zone=board.number_set(zones),
                        enter=enter, leave=leave)]  # fmt: skip
    if not zones & board.bit[city]:
        ways.append(roads.reach(city, allowance, closed=board.number_set(enemy | zones)))
    return board.mask(board.names[i] for way in ways for i in way.came)


def describe_open_cities(s: State) -> list[str]:
    return [
        f"{s.board[city].city} ({city}) is under orders and empty: {s.name(hq)} could relocate to {hex} "
        "and enter it in its next activation (2.3, 9.4, 12.2)."
        for city, (hq, hex) in open_cities(s).items()
    ]


def show_open_cities(s: State, side: str) -> dict[str, object]:
    """What the Axis player sees with a question."""
    found = describe_open_cities(s) if side == AXIS else []
    return {"cities in danger": found} if found else {}


def warn_of_open_cities(s: State, side: str) -> str | None:
    return " ".join(describe_open_cities(s)) or None if side == AXIS else None
