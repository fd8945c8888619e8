"""What bots know of Traces of War: what counts in a position, and what is worth trying.

The weights of the features are in `data/weights.toml`; one point there is one victory point (13).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache

from wargame.core.engine.actions import DONE
from wargame.core.engine.questions import Question
from wargame.core.title.plans import Plan, Verdict

from .actions import Attack, Fight, Pick, Relocate, Stay, To, With
from .charts import Data
from .combat import attackers, targets
from .model import State
from .movement import ends, move_of, unmoved
from .odds import odds, result_chances
from .reach import NORMAL
from .records import AXIS, ENEMY, SOVIET
from .victory import points

ENDS_TRIED = 3  # the best hexes a unit may go to that become plans


def features(s: State, side: str) -> Mapping[str, float]:
    """What counts, from the Soviet point of view; the Axis has the same with the opposite sign."""
    found = {
        "victory points": float(sum(points(s).values())),
        "strength": sum(_strength(s, u) for u in s.units_on_map(SOVIET))
        - sum(_strength(s, u) for u in s.units_on_map(AXIS)),
        "cities": sum(owner == SOVIET for owner in s.control.values()),
        "empty cities under orders": sum(s.holder(city) != AXIS for city in s.orders),  # 12.2
        "distance to objectives": _distance(s),
        "out of supply": sum(
            (1 if s.side_of(u) == AXIS else -1) for u, unit in s.units.items() if unit.marks and s.on_map(u)
        ),
    }  # fmt: skip
    return found if side == SOVIET else {name: -value for name, value in found.items()}


def _strength(s: State, unit: str) -> float:
    return s.attack(unit) + s.defence(unit)


def _distance(s: State) -> float:
    """How far the Soviet units are from what they still have to take, in hexes."""
    far = distances(s.data, objectives(s))
    return sum(far[s.units[u].at] for u in s.units_on_map(SOVIET))


def objectives(s: State) -> frozenset[str]:
    """The crossing points (12.3) and major cities that are not Soviet yet; in the race, then the far bank (13.2)."""
    found = {h for h in s.data.crossing_points if h not in s.crossings}
    if s.scenario != "race":
        found.update(h for h in s.data.majors if s.control[h] == AXIS)
    return frozenset(found or (h.id for h in s.board.spaces if h.west_of_dnipro))


@lru_cache(maxsize=256)
def distances(data: Data, goals: frozenset[str]) -> dict[str, int]:
    """How many hexes each hex lies from the nearest goal."""
    return {h: min((data.board.distance(h, goal) for goal in goals), default=0) for h in data.board}


# --- plans -------------------------------------------------------------------------------------------------------


def plans(s: State, side: str, question: Question) -> list[Plan] | None:
    """Attacks with all units in reach, and marches towards the objectives; other questions are left to search."""
    if question.rule == "10.1" and question.accepts(DONE):
        return [*attacks(s, side), Plan("no more attacks", (DONE,))]
    if question.rule == "9.1" and question.accepts(DONE):
        return [*marches(s, side), Plan("no more moves", (DONE,), worth=-1.0)]
    return None


def attacks(s: State, side: str) -> Iterator[Plan]:
    """10.1: each possible attack with every unit that can take part, by what the table promises."""
    for hex in targets(s, side):
        units = attackers(s, hex)
        worth = expected_gain(s, hex, tuple(units))
        yield Plan(f"attack {s.name(hex)} with {s.listed(units, 3)}", (Attack(hex), *map(With, units), Fight()), worth)


def expected_gain(s: State, hex: str, units: tuple[str, ...]) -> float:
    """The mean of steps taken and hexes gained less steps lost, over the results of the table (10.3)."""
    column = odds(s, hex, units).column
    if column is None:
        return -1.0
    gain = Fraction(0)
    for result, chance in result_chances(s.data, column).items():
        code = s.data.codes[result]
        gain += chance * (2 * code.defender_steps - 2 * code.attacker_steps + code.retreat)
    return float(gain)


def marches(s: State, side: str) -> Iterator[Plan]:
    """9.1: for each unit the hexes nearest to an objective, or to stay."""
    far = distances(s.data, objectives(s))
    for unit in unmoved(s):
        here = s.units[unit].at
        sign = 1 if side == SOVIET else 0
        yield Plan(f"{s.name(unit)} stays", (Pick(unit), Stay()), 0.0)
        hexes = ends(s, move_of(s, unit, 2 * s.movement(unit)), NORMAL)
        gains = sorted(((sign * (far[here] - far[hex]) + _cover(s, side, hex), hex) for hex in hexes), reverse=True)
        for gain, hex in gains[:ENDS_TRIED]:
            yield Plan(f"{s.name(unit)} to {s.name(hex)}", (Pick(unit), To(hex)), 0.1 * gain)


def _cover(s: State, side: str, hex: str) -> float:
    """What a unit of this side is worth in a hex: an empty city under orders is filled first (12.2)."""
    if side == AXIS and hex in s.orders and not s.holder(hex):
        return 50.0
    return 1.0 if any(s.holder(near) == ENEMY[side] for near in s.board.neighbours(hex)) else 0.0


def verdict(s: State, side: str, question: Question) -> Verdict | None:
    """9.4: a headquarters that marches is not relocated across the map; forced relocations (2.3) are searched."""
    if question.rule == "9.1":
        return Verdict(barred=(Relocate,), why="A headquarters stays with the units it commands.")
    return None
