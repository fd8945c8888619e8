"""Strategic movement (10): a CAP a unit, by rail or by sea."""

from __future__ import annotations

from functools import partial
from typing import Any

from wargame.core.engine.actions import DONE, Done
from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Refusal
from wargame.core.mechanics.search import flood

from .actions import Go, Take
from .control import settle, watch_paris
from .model import ANTWERP, State
from .movement import crowd_headquarters
from .records import ALLIED, ENEMY, GERMAN, PARIS
from .retreat import displace_rear
from .stacking import crowded, has_room
from .supply import nation_of, network, supplied


def strategic_movement(s: State, side: str) -> Procedure[Any]:
    """Move one unit; DONE when the side moves no more."""
    rule = s.data.tables.rail
    free = side == ALLIED and s.free_rail and s.turn == max(s.paris_danger, rule.first_turn)  # 8.4.9g
    if s.caps(side) < rule.caps and not free:
        return DONE
    ways = _ways(s, side)
    riders = [Take(u) for u in ways if _why_not_pay(s, side, u, ways) is None]
    if not riders:
        return DONE
    answer = yield offer(
        side,
        [*riders, DONE],
        {Take: partial(_why_not_ride, s, side, ways), Done: None},
        f"Which unit moves strategically ({s.caps(side)} CAPs left, 'done' to stop)?",
        "10.1",
        warn=partial(_lost_caps, s, side),
    )
    if answer == DONE:
        return DONE
    unit = answer.unit
    hexes = ways[unit] if s.caps(side) >= rule.caps else [PARIS]
    why_not = partial(_why_not_there, s, unit, hexes)
    go = yield offer(side, map(Go, hexes), {Go: why_not}, f"Where does {unit} go?", "10.2")
    start = s.units[unit].at
    if free and go.hex == PARIS and _is_french_corps(s, unit):
        s.free_rail = False  # 8.4.9g
    else:
        s.spend(side, rule.caps, "10.1", f"to move {unit}")
    s.move(unit, go.hex, "10.2")
    s.moved = s.moved | {unit}
    yield from displace_rear(s, start, side)
    yield from displace_rear(s, go.hex, ENEMY[side] if s.unit(unit).combat else side)  # 9.4.4
    settle(s, start)
    settle(s, go.hex)
    if side == GERMAN:
        watch_paris(s, go.hex)
    if s.unit(unit).kind == "hq":
        crowd_headquarters(s, go.hex, side)
    return None


def _ways(s: State, side: str) -> dict[str, list[str]]:
    """Who may move and where to; units alike in the same hex have the same ways."""
    found: dict[str, list[str]] = {}
    seen: dict[tuple[str, str, str, int], list[str]] = {}
    for unit, where in s.units.items():
        if where.at not in s.control or unit in s.moved or not _may_ride(s, unit, side):
            continue
        counter = s.unit(unit)
        alike = (where.at, nation_of(s, unit), counter.kind, counter.half_corps)
        if alike not in seen:
            seen[alike] = destinations(s, unit)
        if seen[alike]:
            found[unit] = seen[alike]
    return found


def _is_french_corps(s: State, unit: str) -> bool:
    return s.unit(unit).nation == "french" and s.is_corps(unit)


def _why_not_pay(s: State, side: str, unit: str, ways: dict[str, list[str]]) -> Refusal | None:
    """Without CAPs only a French corps rides, to Paris in danger (8.4.9g)."""
    if s.caps(side) >= s.data.tables.rail.caps or (PARIS in ways[unit] and _is_french_corps(s, unit)):
        return None
    return Refusal("8.4.9", "Without CAPs only a French infantry corps that can reach Paris rides, once.")


def _why_not_ride(s: State, side: str, ways: dict[str, list[str]], answer: Take) -> Refusal | None:
    """Why a unit may not move strategically (10.1 to 10.4)."""
    unit = answer.unit
    if unit in ways:
        return _why_not_pay(s, side, unit, ways)
    if unit not in s.data.pieces or not s.on_map(unit):
        return Refusal("10.1", f"There is no unit {unit} on the map.")
    piece = s.counter(unit)
    if piece.side != side:
        return Refusal("10.1", f"{unit} is not one of your units.")
    if piece.kind == "fort":
        return Refusal("2.4", "Forts never move.")
    if piece.kind == "ha":
        return Refusal("10.1", "Heavy artillery never moves strategically.")
    if piece.nation == "belgian":
        return Refusal("10.3", "Belgian units never move strategically, by rail or by sea.")
    if unit in s.moved:
        return Refusal("10.1", f"{unit} has moved strategically this turn.")
    if s.turn < s.data.tables.rail.first_turn:
        return Refusal("10.3", f"No unit moves by rail before turn {s.data.tables.rail.first_turn}.")
    return Refusal("10.2", f"{unit} is not on a railway its side holds, joined to a supply source.")


def _why_not_there(s: State, unit: str, hexes: list[str], answer: Go) -> Refusal | None:
    """Why a unit may not go to a hex by rail or sea (10.2 to 10.4)."""
    hex, counter = answer.hex, s.unit(unit)
    if hex in hexes:
        return None
    if hex not in s.data.spaces:
        return Refusal("10.2", f"There is no hex {hex}.")
    if s.control[hex] != counter.side:
        return Refusal("10.2", f"The enemy holds {hex}: trains and ships go only to friendly hexes.")
    if hex == PARIS and counter.nation == "british":
        return Refusal("10.3", "British units do not stay in Paris.")
    if not has_room(s, hex, (unit,), counter.side):
        return Refusal("8.4.6", f"There is no room for {unit} in {hex}.")
    rule = s.data.tables.rail
    if s.caps(counter.side) < rule.caps and hex != PARIS:
        return Refusal("8.4.9", "Without CAPs it rides to Paris only.")
    rails = f"friendly railway of {rule.hexes} hexes at most"
    return Refusal("10.2", f"No {rails}, and no ship, takes {unit} to {hex} in supply.")


def _lost_caps(s: State, side: str, answer: Any) -> str | None:
    """CAPs that are left at the end of strategic movement are lost (5.1.1)."""
    caps = s.caps(side)
    return f"Your last {caps} CAPs are lost at the end of the turn." if answer == DONE and caps else None


def _may_ride(s: State, unit: str, side: str) -> bool:
    """Not forts, heavy artillery (10.1) or Belgians (10.3)."""
    if unit not in s.data.counters:
        return False
    counter = s.unit(unit)
    return counter.side == side and counter.kind != "ha" and counter.nation != "belgian"


def destinations(s: State, unit: str) -> list[str]:
    """Where a unit may go by rail or sea."""
    counter = s.unit(unit)
    found = dict.fromkeys([*_by_rail(s, unit), *_by_sea(s, unit)])
    found.pop(s.units[unit].at, None)
    if counter.nation == "british":
        found.pop(PARIS, None)  # 10.3
    fed, bit = supplied(s, nation_of(s, unit)), s.data.bit
    if fed & bit[s.units[unit].at]:
        found = {h: None for h in found if fed & bit[h]}  # 8.4.3a
    full = crowded(s, unit, counter.side)
    return [h for h in found if h not in full]


def _by_rail(s: State, unit: str) -> list[str]:
    """Along railways that its side holds and that are joined to a source (10.2, 10.3)."""
    printed, counter, rule = s.data, s.unit(unit), s.data.tables.rail
    if s.turn < rule.first_turn:
        return []
    held = s.german_held if counter.side == GERMAN else ~s.german_held
    if counter.side == GERMAN and s.turn < rule.captured_from:
        held &= _german_soil(s)
    if counter.side == GERMAN and counter.combat and s.schlieffen_bound():
        held &= ~_schlieffen(s)
    lines = held & network(s, "german" if counter.side == GERMAN else "french")
    here = printed.bit[s.units[unit].at] & lines
    return printed.board.members(flood(printed.board, here, lines, rule.hexes, printed.rails))


def _schlieffen(s: State) -> int:
    """Schlieffen Plan hexes without Allied combat units (8.4.8)."""
    spaces = s.data.spaces.values()
    return s.data.board.mask(
        space.id for space in spaces if space.schlieffen and not s.present(space.id, ALLIED).combat
    )


def _german_soil(s: State) -> int:
    """Hexes printed as German-held, without the captured Belgian ones (10.3)."""
    captured = s.data.tables.rail.captured
    return s.data.board.mask(
        space.id for space in s.data.spaces.values() if space.start_control == GERMAN and space.id not in captured
    )


def _by_sea(s: State, unit: str) -> list[str]:
    """Between ports the Allies hold, westward only (10.4)."""
    counter = s.unit(unit)
    at = s.units[unit].at
    spaces = s.data.spaces
    sea = spaces[at].port or (at == ANTWERP and s.has("ge_5"))  # 12.5.4, 13.3.4b5
    if counter.side == GERMAN or not sea or s.control[at] != ALLIED:
        return []
    return [h for h, space in spaces.items() if space.port and int(h) < int(at) and s.control[h] == ALLIED]
