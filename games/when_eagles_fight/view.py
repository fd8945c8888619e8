"""What a side may know: the Russian sees only the top of Central Powers stacks (13.7)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import attrs

from .attackers import visible
from .model import BOXES, EMPTY, State
from .records import CP, RU, Data
from .victory import ah_hexes_taken, cities_taken, german_cities_taken


def known(state: State, side: str | None, hex_id: str) -> tuple[str, ...]:
    """The units of a hex that a side may know, in counter order."""
    if side == RU and state.holder(hex_id) == CP:
        top = visible(state, hex_id)
        return top + tuple(sorted(u for u in state.at[hex_id] if u not in top and u in looked_at(state)))
    return tuple(sorted(state.at[hex_id]))


def looked_at(state: State) -> frozenset[str]:
    """Whom the Russian has seen in his combat phase: the defenders of every attack he has declared (13.7)."""
    return state.defended if state.phase == "Russian combat" else EMPTY


def view(state: State, side: str | None) -> dict[str, Any]:
    """Everything a side may know, JSON-able."""
    stacks = {}
    for hex_id in sorted(h for h in state.at if h not in BOXES):
        seen = known(state, side, hex_id)
        stacks[hex_id] = {
            "side": state.holder(hex_id),
            "units": [{"id": u, "steps": state.units[u].steps, "factors": list(state.factors(u))} for u in seen],
            "hidden": len(state.at[hex_id]) - len(seen),
        }
    return {
        "turn": state.turn,
        "months": f"{state.box.months} {state.box.year}",
        "stacks": stacks,
        "boxes": {box: sorted(state.at.get(box, ())) for box in sorted(BOXES)},
        "control": dict(sorted(state.control.items())),
        "replacements": dict(sorted(state.tracks.items())),
        "due": dict(sorted(state.due.items())),
        "in_force": sorted(state.in_force),
        "event": state.event,
        "stavka": state.stavka,
        "oberost": state.oberost,
        "short": sorted(state.short),
        "brusilov": state.brusilov,
        "final_check": state.final_check,
        "score": {
            "Russian cities taken": cities_taken(state),
            "German cities taken": german_cities_taken(state),
            "Austro-Hungarian victory hexes taken": ah_hexes_taken(state),
        },
    }


def redraw(state: State, side: str, source: Any) -> None:
    """For a look ahead by the Russian: units he cannot see change places with others like them."""
    if side != RU:
        return
    seen = EMPTY
    if state.phase.endswith("combat"):  # who fought in this phase was looked at
        seen = state.defended | state.retreated | state.attacked
    kinds: dict[tuple[str, str, bool], list[str]] = {}
    for hex_id in sorted(h for h in state.at if h not in BOXES and state.holder(h) == CP):
        for unit in sorted(set(state.at[hex_id]) - set(visible(state, hex_id)) - seen):
            c = state.data.counters[unit]
            kinds.setdefault((c.nation, c.size, c.cavalry), []).append(unit)
    instead: dict[str, str] = {}
    for units in kinds.values():
        order = list(units)
        for i in range(len(order) - 1, 0, -1):
            j = source.pick(i + 1)
            order[i], order[j] = order[j], order[i]
        instead |= dict(zip(units, order, strict=True))
    _put(state, instead)


def _put(state: State, instead: dict[str, str]) -> None:
    """Each unit where another stood, and in its place of the stack, quietly."""
    stacks = [tuple(instead.get(u, u) for u in stack) for stack in state.at.values()]
    places = {new: state.units[old].at for old, new in instead.items()}
    for unit, place in places.items():
        state.units[unit] = attrs.evolve(state.units[unit], at=place)
    state.reindex(stacks)


def evaluate(state: State, side: str) -> float:
    """A rough score for simple bots: cities taken, strength on the map, and how near it is to more cities."""
    score = 10.0 * cities_taken(state) - 15.0 * german_cities_taken(state) - 10.0 * ah_hexes_taken(state)
    for each, sign in ((CP, 1.0), (RU, -1.0)):
        far = _far(state.data, frozenset(h for h in state.data.goals[each] if state.control[h] != each))
        for unit in state.on_map(each):
            score += sign * (0.3 * state.factors(unit)[1] - 0.05 * far[state.units[unit].at])
    return score if side == CP else -score


@lru_cache(maxsize=64)
def _far(data: Data, goals: frozenset[str]) -> dict[str, int]:
    """How many hexes each hex lies from the nearest goal."""
    return {h: min((data.board.distance(h, goal) for goal in goals), default=0) for h in data.hexes}
