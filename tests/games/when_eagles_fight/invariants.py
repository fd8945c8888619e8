"""What is true of every state of a game, whoever plays it."""

from __future__ import annotations

from wargame.core.engine.state import Unit
from wargame.games.when_eagles_fight.model import BOXES, NATIONS, bulk
from wargame.games.when_eagles_fight.scenarios import set_up
from wargame.plugins.testkit import Invariant

from .support import DATA

COUNTS = {}
GUNS = {"GE-HA1", "GE-HA2"}
KNOWN = BOXES | DATA.hexes.keys()


def on_map(state):
    return ((h, units) for h, units in state.at.items() if h not in BOXES)


def crowded(state):
    for hex_id, units in on_map(state):
        if len(units) > 1 and (bulk(state, units) > 6 or set(units) >= GUNS):
            return f"{hex_id} holds {', '.join(units)}."
    return None


def mixed(state):
    for hex_id, units in on_map(state):
        if len(units) > 1 and len({state.data.counters[u].side for u in units}) > 1:
            return f"enemies stand together in {hex_id}: {', '.join(units)}."
    return None


def hoarded(state):
    if state.phase.endswith(("replacements", "steps")):
        return None
    return next((f"{n} has saved {state.tracks[n]} steps." for n in NATIONS if state.tracks[n] > 4), None)


def miscounted(state):
    expect = COUNTS.setdefault(state.scenario, len(set_up(state.data, state.scenario).units))
    if len(state.units) != expect:
        return f"{len(state.units)} units on map, track and in boxes, not {expect}."
    return next((f"{u} is at '{unit.at}'." for u, unit in state.units.items() if unit.at not in KNOWN), None)


def misowned(state):
    for hex_id, units in on_map(state):
        if hex_id in state.control and state.control[hex_id] != state.data.counters[units[0]].side:
            return f"{hex_id} is held by {units[0]} and controlled by {state.control[hex_id]}."
    return None


def trespassing(state):
    for hex_id, units in on_map(state):
        country = state.data.hexes[hex_id].country
        if country == "romania" and not state.romania:
            return f"{units[0]} stands in neutral Romania."
        if country == "germany" and any(state.data.counters[u].nation == "austro_hungarian" for u in units):
            return f"Austro-Hungarians stand in Germany, in {hex_id}."
    return None


def stand(unit, hex_id):
    def put(state):
        state.units[unit] = Unit(unit, hex_id, 1)
        state.reindex()

    return put


def pile_up(state):
    for unit in ("RU-20", "RU-3", "RU-4", "RU-2"):
        state.units[unit] = Unit(unit, "3515", 1)
    state.reindex()


ALL = (
    Invariant("stacking", crowded, pile_up),
    Invariant("no unit on an enemy hex", mixed, stand("RU-20", "2314")),
    Invariant("four steps saved", hoarded, lambda state: state.tracks.update(german=5)),
    Invariant("units conserved", miscounted, lambda state: state.units.pop("RU-20")),
    Invariant("places belong to who stands there", misowned, lambda state: state.control.update({"2314": "ru"})),
    Invariant("closed territory", trespassing, stand("AH-1", "1119")),
)
