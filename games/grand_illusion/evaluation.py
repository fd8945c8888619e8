"""What counts in a position of Grand Illusion, for bots.

The weights of the features are in `data/weights.toml`; one point there is one German victory point (3.2). Features are
counted from the German point of view; the Allies have the same with the opposite sign.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from .model import TRIER, State
from .records import ALLIED, GERMAN, PARIS, Printed
from .supply import NATIONS, nation_of, supplied
from .survey import Survey, chance_to_fall, closeness, distances, forts_of, in_danger_of_supply, supply_road, survey

MARKER = 32 / 15  # the mean of the German VP markers, which are drawn at the end (3.2.4c)
PLAN17 = 13 / 8  # the mean of the Plan XVII markers (3.2.1)
DECIDED = 50.0  # what Trier is worth, which ends the game (3.2.4b)
PLANNING = ("command points", "initiative", "reinforcements", "eastern front", "action")  # while CAPs can be spent
WITHIN = 6  # hexes from a fort that still count for siege artillery


def features(state: State, side: str) -> Mapping[str, float]:
    """What counts for a side."""
    found = {**_on_map(state), **_on_tracks(state)}
    return found if side == GERMAN else {name: -value for name, value in found.items()}


def _on_map(s: State) -> dict[str, float]:
    return s.memo("features", lambda: _features(s))


def _features(s: State) -> dict[str, float]:
    """What changes only with units and control."""
    here = survey(s)
    held, danger = _objectives(s, here)
    return {
        "objectives": held,
        "objectives in danger": danger,
        "strength": here.value[GERMAN] - here.value[ALLIED],
        "out of supply": _starving(s),
        "supply in danger": in_danger_of_supply(s, here, ALLIED) - in_danger_of_supply(s, here, GERMAN),
        "ground": s.german_held.bit_count() + (s.german_held & s.data.rail_hexes).bit_count(),
        "supply reach": _reach(s),
        "supply road": supply_road(s.data, s.german_held, forts_of(s, ALLIED)),
        "advance": _nearness(s, here, GERMAN),
        "cover": -_nearness(s, here, ALLIED),
        "siege train": _siege_train(s),
        "trenches": float(sum(level if s.control[hex] == GERMAN else -level for hex, level in s.trenches.items())),
    }


def _on_tracks(s: State) -> dict[str, float]:
    planning = s.phase in PLANNING
    return {
        "victory points": lead(s),
        "command points": float(s.caps(GERMAN) - s.caps(ALLIED)) if planning else 0.0,
        "battles owed": float(s.tracks["mandated allied"] - s.tracks["mandated german"]),
    }


def lead(s: State) -> float:
    """The German VP beyond what Germany needs: so many in any case, and a multiple of the Allied ones (3.2.4c)."""
    rule, allied = s.data.tables.victory, s.tracks["vp allied"]
    return s.tracks["vp german"] - max(rule.german_least, rule.german_ratio * allied) - 0.3 * allied


# --- hexes -------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def worths(printed: Printed) -> dict[str, float]:
    """The VP that a hex is worth, on the average, to the side that takes it."""
    found = {h: MARKER * space.vp_multiplier for h, space in printed.spaces.items() if space.vp == "german"}
    found |= {h: 2 * PLAN17 * printed.spaces[h].vp_multiplier for h in printed.plan17_hexes}
    return {**found, PARIS: float(printed.tables.markers.paris), TRIER: DECIDED}


def _objectives(s: State, here: Survey) -> tuple[float, float]:
    """The VP of the hexes that Germany holds and has no marker for yet, and those that either side may soon lose."""
    held = danger = 0.0
    fed, last = supplied(s, "german"), s.data.scenarios[s.scenario].turns
    ripe = 0.5 + 0.5 * min(s.turn, last) / last  # what is held counts more the nearer the end
    for hex, worth in worths(s.data).items():
        holder, german = s.control[hex], s.data.spaces[hex].vp == "german"
        if german and holder == GERMAN and hex not in s.german_markers and fed & s.data.bit[hex]:
            held += ripe * worth
        if not german and (holder == ALLIED or hex in s.plan17_markers):
            continue  # the Allies have these points for good
        risk = chance_to_fall(s, here, hex)
        danger += risk * worth if holder == ALLIED else -risk * worth
    return held, danger


def _reach(s: State) -> float:
    """The VP of the hexes that German units could enter in supply and do not hold yet."""
    open_hexes = supplied(s, "german") & ~s.german_held
    found = (worth for h, worth in worths(s.data).items() if open_hexes & s.data.bit[h])
    return sum(found)


# --- units -------------------------------------------------------------------------------------------------------


def _starving(s: State) -> float:
    """The strength of Allied units out of supply, less that of German ones."""
    found = 0.0
    everywhere = s.data.board.everywhere
    for nation in NATIONS:
        hungry = everywhere & ~supplied(s, nation)
        for hex in s.hexes_of(GERMAN if nation == "german" else ALLIED):
            if hungry & s.data.bit[hex]:
                side = GERMAN if nation == "german" else ALLIED
                units = [u for u in s.present(hex, side).combat if nation_of(s, u) == nation]
                weight = sum(s.strength(u, False) for u in units)
                found += -weight if side == GERMAN else weight
    return found


def _nearness(s: State, here: Survey, side: str) -> float:
    """The strength of a side, each unit by how near it is to what the side wants."""
    near = closeness(s, side)
    return sum(power * near[hex] for hex, power in here.attack[side].items())


def _siege_train(s: State) -> float:
    """How near the heavy artillery is to an Allied fort."""
    forts = forts_of(s, ALLIED)
    if not forts:
        return 0.0
    far = distances(s.data, forts)
    guns = [s.units[gun].at for gun in _guns(s.data) if gun in s.units and s.on_map(gun)]
    return float(sum(max(0, WITHIN - far[at]) for at in guns))


@lru_cache(maxsize=4)
def _guns(printed: Printed) -> tuple[str, ...]:
    return tuple(c.id for c in printed.counters.values() if c.kind == "ha" and c.side == GERMAN)
