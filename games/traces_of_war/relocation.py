"""Relocation of headquarters (2.3): forced (2.3, 5.0, 8.1) or chosen (9.4)."""

from __future__ import annotations

from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Refusal
from wargame.core.engine.words import in_words
from wargame.core.mechanics.search import flood

from .actions import Relocate, relocation
from .control import crossing_points, enter
from .model import ISOLATED, OUT, STACKING, ZONES, State, hqs
from .records import AXIS, ENEMY
from .supply import SUPPLY, line_length, open_hexes, supplied, within

LETTER, REAR = "letter", "rear"  # the option `relocation`


def relocation_hexes(s: State, unit: str) -> int:
    """2.3: where a headquarters may relocate to, as a set."""
    return s.memo(("relocation", unit), lambda: _relocation_hexes(s, unit))


def _relocation_hexes(s: State, unit: str) -> int:
    side, far = s.side_of(unit), s.data.limits.relocation_distance
    near = within(s.board, s.units[unit].at, far - 1)
    others = s.board.mask(s.units[u].at for u in hqs(s, side))
    return behind(s, unit) & ~(ZONES.against(s, side) | near | others)


def behind(s: State, unit: str) -> int:
    """2.3: the hexes with a supply line; with the option `rear`, none farther from a source than the HQ is now."""
    side = s.side_of(unit)
    if s.option("relocation") != REAR:
        return supplied(s, side, without=unit)
    at = s.units[unit].at
    limit = line_length(s, side, at, open_hexes(s, side))
    if limit is None:  # cut off: as long as the line would be without the enemy
        limit = line_length(s, side, at, s.board.everywhere)
    inside = open_hexes(s, side, without=unit)
    return flood(s.board, SUPPLY.sources(s, side) & inside, inside, limit, s.data.supply_sides)


def why_not_relocate(s: State, unit: str, hex: str) -> Refusal | None:
    """2.3: five hexes away or more, not in an enemy zone, able to trace supply; 5.0: no other headquarters there."""
    if not s.counter(unit).hq:
        return Refusal("9.4", f"{s.name(unit)} is not a headquarters; only headquarters relocate.")
    if hex not in s.board:
        return Refusal("2.3", f"{hex} is not a hex of the map.")
    if relocation_hexes(s, unit) & s.board.bit[hex]:
        return None
    side, at = s.side_of(unit), s.units[unit].at
    if s.board.distance(at, hex) < s.data.limits.relocation_distance:
        return Refusal("2.3", f"{hex} is less than {in_words(s.data.limits.relocation_distance)} hexes from {at}.")
    if s.holder(hex) == ENEMY[side] or s.in_enemy_zoc(hex, side):
        return Refusal("2.3", f"{hex} is held by the enemy or in an enemy zone of control.")
    if refusal := STACKING.why_not_stack(s, (unit,), hex):
        return refusal
    if not supplied(s, side, without=unit) & s.board.bit[hex]:
        return Refusal("2.3", f"{s.name(unit)} could not trace a supply line from {hex}.")
    return Refusal("2.3", f"{hex} is farther from a supply source than {at}; headquarters re-form behind the front.")


def forced_relocation(s: State, unit: str, rule: str) -> Procedure[None]:
    """2.3: a headquarters destroyed, cut off or stacked with another; with nowhere to go it leaves the game."""
    hexes = relocation_hexes(s, unit)
    if not hexes:
        score_relocation(s, unit)
        s.eliminate(unit, "2.3")
        crossing_points(s)
        return
    answer = yield offer(
        s.side_of(unit),
        map(relocation, s.board.members(hexes)),
        {Relocate: lambda a: why_not_relocate(s, unit, a.hex)},
        f"{s.name(unit)} in {s.units[unit].at} must relocate ({rule}). To which hex?",
        "2.3",
        all_legal=True,
    )
    relocate(s, unit, answer.hex, rule)


def relocate(s: State, unit: str, hex: str, rule: str) -> None:
    score_relocation(s, unit)
    enter(s, unit, hex, rule)
    s.unmark(unit, OUT, ISOLATED)


def score_relocation(s: State, unit: str) -> None:
    """2.3, 13.3: relocations count in the campaign only."""
    s.relocated += relocation_points(s, unit)
    s.note("{unit} is relocated", "2.3", unit=unit)


def relocation_points(s: State, unit: str) -> int:
    """13.3: victory points for the Soviets."""
    points = s.data.scenario_tables.campaign_points
    return points.german_hq_relocated if s.side_of(unit) == AXIS else points.soviet_hq_relocated
