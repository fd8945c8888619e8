"""What a player may look up in the terminal: `chits`, `hex`, `supply`, `orders`."""

from __future__ import annotations

from collections.abc import Sequence

from wargame.core.title.picture import Panel

from .chits import listed, pool
from .model import ZONES, State
from .orders import describe_open_cities
from .picture import MARKS, features, marks, piece
from .records import AXIS, SOVIET
from .sight import own_chits, secrets
from .supply import line_length, open_hexes, sources, supplied, traces


def chits(s: State, side: str | None, words: Sequence[str]) -> Panel:
    """The chits drawn so far, and what the viewing side may select or holds."""
    rows = [("drawn this turn", ", ".join(s.pile("played")) or "none"), ("left in the cup", str(len(s.pile("cup"))))]
    rows += [(f"of {one}", ", ".join(own_chits(s, one)) or "none") for one in secrets(side)]
    if AXIS in secrets(side):
        rows.append(("Axis hand", ", ".join(s.pile("hand")) or "none"))
    rows += [(f"available to {one}", listed(pool(s, one))) for one in secrets(side)]
    return Panel("Chits", tuple(rows))


def supply(s: State, side: str | None, words: Sequence[str]) -> Panel:
    """Units in danger of being out of supply and the sources; 'supply UNIT' or 'supply HEX' for one of them (8.1)."""
    if words:
        return supply_of(s, " ".join(words))
    sides = (side,) if side else (SOVIET, AXIS)
    cut = [u for u in s.units if s.side_of(u) in sides and (s.units[u].marks or not traces(s, u))]
    rows = tuple((s.name(u), s.units[u].at, "yes" if traces(s, u) else "no", marker(s, u)) for u in cut)
    open_sources = tuple(
        (f"source ({one})", hex, "yes" if supplied(s, one) & s.board.bit[hex] else "no", "")
        for one in sides for hex in sources(s, one)
    )  # fmt: skip
    return Panel("Supply in danger", (*(rows or (("none", "", "", ""),)), *open_sources),
                 ("unit", "hex", "line now", "marker"))  # fmt: skip


def marker(s: State, unit: str) -> str:
    return " ".join(sorted(s.units[unit].marks)).replace("_", " ")


def supply_of(s: State, asked: str) -> Panel:
    """One unit or hex: whether a line can be traced, and how long it is."""
    unit = find_unit(s, asked)
    hex = s.units[unit].at if unit else asked
    if hex not in s.board:
        return Panel(
            "Supply", ((f"'{asked}' is neither a hex nor a unit on the map; write for example 'supply 2634'.",),)
        )
    rows = []
    for side in (s.side_of(unit),) if unit else (SOVIET, AXIS):
        length = line_length(s, side, hex, open_hexes(s, side))
        rows.append((f"{side} line", "none" if length is None else f"{length} hexes to a source"))
    if unit:
        rows.append(("marker", marker(s, unit) or "none"))
    return Panel(f"Supply of {s.name(unit)} in {hex}" if unit else f"Supply in {hex}", tuple(rows))


def find_unit(s: State, asked: str) -> str:
    """The unit on the map with this id or name; empty if there is none."""
    folded = asked.casefold()
    return next((u for u in s.units if folded in (u.casefold(), s.name(u).casefold())), "")


def orders(s: State, side: str | None, words: Sequence[str]) -> Panel:
    """Cities under supreme command orders, who holds them, and which a Soviet headquarters could reach (12.2)."""
    rows = [(f"{s.board[h].city} ({h})", s.listed(s.units_at(h)) or "empty") for h in sorted(s.orders)]
    return Panel("Supreme command orders", (*rows, *(("danger", text) for text in describe_open_cities(s))))


def hex_facts(s: State, side: str | None, words: Sequence[str]) -> Panel:
    """One hex: terrain, sides, units with their strengths, zones of control."""
    if not words or words[0] not in s.board:
        return Panel("Hex", (("Write for example 'hex 2634'.",),))
    hex = s.board[words[0]]
    rows = [("terrain", " ".join(filter(None, (hex.terrain, hex.city))))]
    rows += [(MARKS[mark], s.control.get(hex.id, "yes") if mark in "*o" else "yes") for mark in marks(s, hex)]
    rows += [
        (f"side to {h}", features(e)) for h in s.board.neighbours(hex.id) if (e := s.board.edge(hex.id, h)) is not None
    ]
    for unit in s.units_at(hex.id):
        here = piece(s, unit)
        rows.append((here.text, ", ".join((here.name, here.values, *here.state))))
    rows += [(f"{one} zone of control", "yes") for one in (SOVIET, AXIS) if ZONES.covers(s, one, hex.id)]
    rows += [(f"{one} supply line", "yes") for one in (SOVIET, AXIS) if supplied(s, one) & s.board.bit[hex.id]]
    return Panel(f"Hex {hex.id}", tuple(rows))
