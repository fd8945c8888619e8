"""Supply (8): lines, the check of the supply chit, and the relocation of headquarters (2.3)."""

from __future__ import annotations

from functools import cache

from wargame.core.engine.questions import Choose, Procedure, Reason
from wargame.core.mechanics.board import Board
from wargame.core.mechanics.search import flood
from wargame.core.mechanics.zones import zone_of_control

from .control import crossing_points, enter
from .model import ISOLATED, OUT, Relocate, State
from .records import AXIS, ENEMY, SOVIET


def mask(s: State, hexes: frozenset[int]) -> int:
    return s.board.mask(s.board.names[i] for i in hexes)


def zone(s: State, side: str) -> int:
    """6.0: the zone of control of a side as a set, for floods."""
    return zone_of_control(s.board, mask(s, s.hexes(side)), s.data.blocked_sides)


def open_hexes(s: State, side: str, without: str = "") -> int:
    """8.1: where a line may pass: not through enemies, their cities, nor their zones without a friend there.

    `without`: as if this unit were not on the map.
    """
    enemy, own = ENEMY[side], mask(s, s.hexes(side))
    if without and len(s.units_at(s.units[without].at)) == 1:
        own &= ~s.board.bit[s.units[without].at]
    cities = s.board.mask(h for h, owner in s.control.items() if owner == enemy)
    return s.board.everywhere & ~(mask(s, s.hexes(enemy)) | cities | (zone(s, enemy) & ~own))


def supplied(s: State, side: str, without: str = "") -> int:
    """All hexes from which a line can be traced to a friendly source (8.1), as a set."""
    return s.memo(("supplied", side, without), lambda: _supplied(s, side, without))


def _supplied(s: State, side: str, without: str) -> int:
    inside = open_hexes(s, side, without)
    return flood(s.board, s.board.mask(sources(s, side)) & inside, inside, barrier=s.data.supply_sides)


def sources(s: State, side: str) -> tuple[str, ...]:
    """Friendly supply sources, the airborne bridgehead among them (11.1)."""
    return (*s.data.sources[side], s.bridgehead) if side == SOVIET and s.bridgehead else s.data.sources[side]


def traces(s: State, unit: str) -> bool:
    """Whether a unit can trace a supply line now."""
    return bool(supplied(s, s.side_of(unit)) & s.board.bit[s.units[unit].at])


def supply_check(s: State) -> Procedure[None]:
    """8.1: the supply chit. Markers of all units, then headquarters without supply relocate."""
    for unit, line in [(u, traces(s, u)) for u in s.units]:
        marks = s.units[unit].marks
        if line and marks:
            s.unmark(unit, OUT, ISOLATED)
            s.note("{unit} is in supply again", "8.1", unit=unit)
        elif not line and OUT in marks:
            s.unmark(unit, OUT)
            s.mark(unit, ISOLATED)
            s.note("{unit} is isolated", "8.1", unit=unit)
        elif not line and not marks:
            s.mark(unit, OUT)
            s.note("{unit} is out of supply", "8.1", unit=unit)
    for unit in [u for u in s.units if s.counter(u).hq and s.units[u].marks]:
        yield from forced_relocation(s, unit, "8.1")
    s.chit = ""


def relocation_hexes(s: State, unit: str) -> list[str]:
    """2.3: five hexes away or more, not in an enemy zone of control, able to trace supply, no other headquarters."""
    side, far = s.side_of(unit), s.data.limit("relocation_distance")
    near = within(s.board, s.units[unit].at, far - 1)
    others = s.board.mask(s.units[u].at for u in s.mine(side) if s.counter(u).hq)
    return s.board.members(supplied(s, side, without=unit) & ~(zone(s, ENEMY[side]) | near | others))


@cache
def within(board: Board, hex: str, distance: int) -> int:
    """The hexes up to so many from one, as a set."""
    return board.mask(h for h in board if board.distance(hex, h) <= distance)


def forced_relocation(s: State, unit: str, rule: str) -> Procedure[None]:
    """2.3: a headquarters destroyed, cut off, or stacked with another; without any place to go it leaves the game."""
    places = relocation_hexes(s, unit)
    if not places:
        score_relocation(s, unit)
        s.eliminate(unit, "2.3")
        crossing_points(s)
        return
    answer = yield Choose(
        s.side_of(unit), [Relocate(h) for h in places], f"{unit} must relocate ({rule}): to which hex?", "2.3",
        refuse=lambda a: relocation_refused(s, unit, a.hex) if isinstance(a, Relocate) else None,
    )  # fmt: skip
    relocate(s, unit, answer.hex, rule)


def relocation_refused(s: State, unit: str, hex: str) -> Reason:
    """Why a headquarters may not relocate to a hex."""
    side = s.side_of(unit)
    if not s.counter(unit).hq:
        return "9.4", f"{unit} is not a headquarters; only a headquarters is relocated."
    if hex not in s.board:
        return "2.3", f"{hex} is not a hex of the map."
    if s.board.distance(s.units[unit].at, hex) < s.data.limit("relocation_distance"):
        return "2.3", f"{hex} is less than five hexes from {s.units[unit].at}."
    if s.holder(hex) == ENEMY[side] or s.in_enemy_zoc(hex, side):
        return "2.3", f"{hex} is held by the enemy or in an enemy zone of control."
    if not s.may_stack(unit, hex):
        return "5.0", f"There is a headquarters in {hex} already."
    return "2.3", f"{unit} could not trace a supply line from {hex}."


def relocate(s: State, unit: str, hex: str, rule: str) -> None:
    score_relocation(s, unit)
    enter(s, unit, hex, rule)
    s.unmark(unit, OUT, ISOLATED)


def score_relocation(s: State, unit: str) -> None:
    """2.3, 13.3: counted in the campaign only."""
    points = s.data.points["campaign"]
    s.relocated += points["german_hq_relocated" if s.side_of(unit) == AXIS else "soviet_hq_relocated"]
    s.note("{unit} is relocated", "2.3", unit=unit)
