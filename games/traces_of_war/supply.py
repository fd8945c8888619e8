"""Supply (8): lines, the check of the supply chit, and the relocation of headquarters (2.3)."""

from __future__ import annotations

from typing import Any

from wargame.core.board import Barrier
from wargame.core.questions import Choose, Procedure
from wargame.core.search import flood

from .control import enter
from .model import ISOLATED, OUT, Relocate, State
from .records import AXIS, ENEMY, SOVIET


def closed(edge: Any) -> bool:
    """8.1: sides that no supply line crosses."""
    return edge is not None and (edge.blocked or (edge.river == "major" and not edge.bridge))


_barriers: dict[tuple[int, str], Barrier] = {}


def barrier(s: State, name: str) -> Barrier:
    """The closed sides of this board, compiled once: for supply, for rail, for command range."""
    key = (id(s.board), name)
    if key not in _barriers:
        test = {"supply": closed, "rail": no_rail, "command": blocked}[name]
        _barriers[key] = s.board.barrier(test)
    return _barriers[key]


def no_rail(edge: Any) -> bool:
    return edge is None or not edge.rail


def blocked(edge: Any) -> bool:
    return edge is not None and edge.blocked


def mask(s: State, hexes: frozenset[int]) -> int:
    return s.board.mask(s.board.names[i] for i in hexes)


def open_hexes(s: State, side: str) -> int:
    """8.1: where a line may pass: not through enemies, their cities, nor their zones without a friend."""
    enemy, own = ENEMY[side], mask(s, s.hexes(side))
    cities = s.board.mask(h for h, owner in s.control.items() if owner == enemy)
    return s.board.everywhere & ~(mask(s, s.hexes(enemy)) | cities | (mask(s, s.zoc(enemy)) & ~own))


def supplied(s: State, side: str) -> int:
    """All hexes from which a line can be traced to a friendly source (8.1), as a set."""
    return s.memo(("supplied", side), lambda: _supplied(s, side))


def _supplied(s: State, side: str) -> int:
    sources = s.board.mask(s.data.sources[side])
    if side == SOVIET and s.bridgehead:
        sources |= s.board.bit[s.bridgehead]  # 11.1
    inside = open_hexes(s, side)
    return flood(s.board, sources & inside, inside, barrier=barrier(s, "supply"))


def traces(s: State, unit: str) -> bool:
    """Whether a unit can trace a supply line now."""
    return bool(supplied(s, s.side_of(unit)) & s.board.bit[s.units[unit].at])


def supply_check(s: State) -> Procedure[None]:
    """8.1: the supply chit. Markers of all units, then headquarters without supply relocate."""
    for unit in list(s.units):
        marks = s.units[unit].marks
        if traces(s, unit):
            if marks:
                s.unmark(unit, OUT, ISOLATED)
                s.note("{unit} is in supply again", "8.1", unit=unit)
        elif OUT in marks:
            s.unmark(unit, OUT)
            s.mark(unit, ISOLATED)
            s.note("{unit} is isolated", "8.1", unit=unit)
        elif not marks:
            s.mark(unit, OUT)
            s.note("{unit} is out of supply", "8.1", unit=unit)
    for unit in [u for u in s.units if s.counter(u).hq and s.units[u].marks]:
        yield from forced_relocation(s, unit, "8.1")
    s.chit = ""


def relocation_hexes(s: State, unit: str) -> list[str]:
    """2.3: five hexes away or more, not in an enemy zone of control, able to trace supply, no other headquarters."""
    side = s.side_of(unit)
    start, board = s.units[unit].at, s.board
    free = supplied(s, side) & ~mask(s, s.zoc(ENEMY[side]))
    far = s.data.limit("relocation_distance")
    return [h for h in board.members(free) if board.distance(start, h) >= far and s.may_stack(unit, h)]


def forced_relocation(s: State, unit: str, rule: str) -> Procedure[None]:
    """2.3: a headquarters destroyed, cut off, or stacked with another."""
    places = relocation_hexes(s, unit)
    if not places:
        score_relocation(s, unit)
        s.eliminate(unit, "2.3")
        return
    answer = yield Choose(s.side_of(unit), [Relocate(h) for h in places], f"Relocate {unit} to which hex?", rule)
    relocate(s, unit, answer.hex, rule)


def relocate(s: State, unit: str, hex: str, rule: str) -> None:
    score_relocation(s, unit)
    enter(s, unit, hex, rule)
    s.unmark(unit, OUT, ISOLATED)


def score_relocation(s: State, unit: str) -> None:
    """2.3, 13.3: counted in the campaign only."""
    points = s.data.points["campaign"]
    s.relocated += points["german_hq_relocated" if s.side_of(unit) == AXIS else "soviet_hq_relocated"]
    s.note("{unit} is relocated", "2.3", unit=unit)
