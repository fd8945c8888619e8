"""Arrivals (7.1): units that come from the turn track, and the hexes where units come on the map."""

from __future__ import annotations

from functools import partial

from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Refusal
from wargame.core.mechanics.choosing import why_not_one_of

from .actions import Delay, Go
from .control import ninth_army, settle, watch_paris
from .model import ANTWERP, DEAD, HOLLAND, OUT, TURN_BOXES, State
from .movement import crowd_headquarters
from .records import ALLIED, ENEMY, GERMAN, PARIS
from .retreat import displace_rear
from .stacking import crowded, has_room
from .supply import antwerp_feeds_germany, nation_of, supplied


def arrive(s: State, side: str, unit: str) -> Procedure[None]:
    """A unit comes from the turn track, or waits (7.1)."""
    if unit == s.data.tables.paris.corps and (yield from _replaces_its_half(s, unit)):
        return
    late = s.unit(unit).option == "ge_4" and s.turn > 1 and not s.marked(unit, "replacement")
    if late and s.has("ge_5"):
        s.bring(unit, HOLLAND, 2, "13.3.4b4")
        return
    hexes = entry_hexes(s, unit)
    if not hexes:
        marks = s.units[unit].marks or ({"variable"} if _variable(s, unit) else {"source"})
        s.send_ahead(unit, 1, s.units[unit].steps, "7.1", *marks)
        return
    answer = yield offer(
        side,
        [*map(Go, hexes), Delay(unit)],
        {
            Go: partial(why_not_arrive, s, unit, hexes),
            Delay: why_not_one_of("unit", [unit], "7.1", f"{unit} arrives now, no other unit."),
        },
        f"Where does {unit} arrive (or 'delay {unit}' to wait a turn)?",
        "7.1",
    )
    if isinstance(answer, Delay):
        marks = s.units[unit].marks | ({"landing"} if may_wait_to_land(s, unit) else set())
        s.send_ahead(unit, 1, s.units[unit].steps, "7.1", *marks)
        return
    yield from put(s, unit, answer.hex, s.units[unit].steps, "7.1")


def why_not_arrive(s: State, unit: str, hexes: list[str], answer: Go) -> Refusal | None:
    """Why a unit may not enter the map in a hex (7.1, 7.2)."""
    hex, counter = answer.hex, s.unit(unit)
    if hex in hexes:
        return None
    if hex not in s.data.spaces:
        return Refusal("7.1", f"There is no hex {hex}.")
    if s.control[hex] != counter.side:
        return Refusal("7.1", f"The enemy holds {hex}.")
    if not has_room(s, hex, (unit,), counter.side):
        return Refusal("8.4.6", f"There is no room in {hex}.")
    if hex == PARIS and counter.nation == "british":
        return Refusal("8.4.7", "British units do not stay in Paris.")
    if too_early(s, unit, hex):
        return Refusal("8.4.7", f"{hex} is a Schlieffen Plan hex: no such unit arrives there yet.")
    if s.kept_out(unit, hex):
        return Refusal("13.1", "In turns 1 and 2 no further unit enters Maubeuge (54).")
    if s.units[unit].at == DEAD or s.marked(unit, "replacement"):
        return Refusal("7.2", f"Replacements come at a source or a headquarters; for {unit}: {', '.join(hexes)}.")
    if not _variable(s, unit):
        return Refusal("7.1", f"{unit} arrives at {' or '.join(hexes)}, or waits.")
    if counter.kind == "hq":
        return Refusal("7.1.2", f"{hex} is out of supply or has a headquarters of its nation.")
    return Refusal("7.1.1", f"{hex} has neither a supplied headquarters nor a supply source for {unit}.")


def put(s: State, unit: str, hex: str, steps: int, rule: str) -> Procedure[None]:
    """A unit comes on the map."""
    counter = s.unit(unit)
    if unit == s.data.tables.arrivals.detachment:  # 13.1: an army's HQ makes way and comes back next turn
        for other in s.present(hex, GERMAN).hq:
            s.send_ahead(other, 1, 2, "13.1", "variable")
    s.bring(unit, hex, steps, rule)
    if counter.option == "ge_4":
        ninth_army(s)
    if counter.kind == "hq":
        s.fresh_hq = s.fresh_hq | {unit}
        s.changed()
        crowd_headquarters(s, hex, counter.side)
    yield from displace_rear(s, hex, ENEMY[counter.side] if counter.combat else counter.side)  # 9.4.4
    settle(s, hex)
    if counter.side == GERMAN:
        watch_paris(s, hex)  # 8.4.9b


def may_wait_to_land(s: State, unit: str) -> bool:
    """Whether one more British infantry division may be kept back for a landing (13.3.4a4)."""
    counter = s.unit(unit)
    if not s.has("al_4") or counter.nation != "british" or counter.kind != "infantry":
        return False
    return s.marked(unit, "landing") or len(waiting_to_land(s)) < s.data.tables.options.landing_most


def waiting_to_land(s: State) -> list[str]:
    return [u for u, unit in s.units.items() if "landing" in unit.marks and unit.at in TURN_BOXES]


def _replaces_its_half(s: State, corps: str) -> Procedure[bool]:
    """The corps that Paris in danger brings takes the place of its half (8.4.9f)."""
    half = s.units.get(s.data.tables.paris.half)
    where = half.at if half is not None and s.on_map(half.id) else ""
    if half is not None and half.at != OUT:
        s.eliminate(half.id, "8.4.9", box=OUT)
    if not where:
        return False
    if has_room(s, where, (corps,), ALLIED):
        yield from put(s, corps, where, 2, "8.4.9")
        return True
    yield from displace_rear(s, where, ALLIED)
    settle(s, where)
    return False


def entry_hexes(s: State, unit: str) -> list[str]:
    """Where a unit of the turn track may arrive (7.1)."""
    counter = s.unit(unit)
    marks = s.units[unit].marks
    spaces = s.data.spaces
    if "coast" in marks:  # 12.6
        found = [h for h, space in spaces.items() if space.coastal and "belgian" in space.supply]
    elif "source" in marks:
        found = _source_hexes(s, unit)
    elif "replacement" in marks:
        return replacement_hexes(s, unit)
    elif not _variable(s, unit):
        found = [counter.hex]
    elif counter.kind == "hq":
        found = [h for h in spaces if _room_for_hq(s, unit, h)]
    else:
        found = variable_hexes(s, unit)
    return [h for h in found if _open(s, unit, h)]


def _variable(s: State, unit: str) -> bool:
    """Whether a unit arrives where its owner chooses (7.1.1) rather than at its printed hex."""
    counter = s.unit(unit)
    return "variable" in s.units[unit].marks or not counter.hex or counter.entry == "setup"


def _room_for_hq(s: State, unit: str, hex: str) -> bool:
    """No HQ of its nation may be there (7.1.2); the Detachment HQ may take the place of an army's (13.1)."""
    there = s.present(hex, GERMAN).hq
    rule = s.data.tables.arrivals
    if unit == rule.detachment and len(there) == 1:
        return there[0] in rule.armies
    return not _has_hq(s, hex, s.unit(unit).nation)


def _open(s: State, unit: str, hex: str) -> bool:
    """Held by its side, in supply, and with room (7.1)."""
    counter = s.unit(unit)
    if s.control[hex] != counter.side or hex in crowded(s, unit, counter.side):
        return False
    if hex == PARIS and counter.nation == "british":
        return False
    if too_early(s, unit, hex) or s.kept_out(unit, hex):
        return False
    return bool(supplied(s, nation_of(s, unit)) & s.data.bit[hex])


def too_early(s: State, unit: str, hex: str) -> bool:
    """While it binds, no variable French or British unit arrives in a Schlieffen Plan hex (7.1.1, 8.4.7c)."""
    if not s.schlieffen_bound() or s.unit(unit).nation not in ("french", "british"):
        return False
    return s.space(hex).schlieffen


def _source_hexes(s: State, unit: str) -> list[str]:
    nation = s.unit(unit).nation
    found = [h for h, space in s.data.spaces.items() if nation in space.supply]
    if nation == "german" and antwerp_feeds_germany(s):
        found.append(ANTWERP)
    return found


def variable_hexes(s: State, unit: str) -> list[str]:
    """Supply sources of the nation, its headquarters, Paris, or the coast (7.1.1, 7.1.3, 12.3)."""
    counter = s.unit(unit)
    found = dict.fromkeys(_source_hexes(s, unit))
    own = s.memo(("headquarters", counter.nation), lambda: _headquarters(s, counter.nation))
    if unit in s.data.tables.arrivals.by_sea:  # 12.3
        for hex, space in s.data.spaces.items():
            if hex in own or space.coastal or (hex == ANTWERP and s.has("ge_5")):
                found[hex] = None
    else:
        found.update(own)
    if counter.nation == "french":
        found[PARIS] = None  # 7.1.3
    return list(found)


def _headquarters(s: State, nation: str) -> dict[str, None]:
    """The hexes with a headquarters of a nation that did not come this turn, in the order of the map."""
    side = GERMAN if nation == "german" else ALLIED
    return {h: None for h in s.hexes_of(side) if _has_hq(s, h, nation, besides=s.fresh_hq)}


def _has_hq(s: State, hex: str, nation: str, besides: frozenset[str] = frozenset()) -> bool:
    side = GERMAN if nation == "german" else ALLIED
    return any(s.unit(u).nation == nation for u in s.present(hex, side).hq if u not in besides)


def replacement_hexes(s: State, unit: str) -> list[str]:
    """As variable reinforcements, but not where an HQ came this turn, nor (Germans, at first) deep in France (7.2)."""
    crowded = {s.units[hq].at for hq in s.fresh_hq}
    found = [h for h in variable_hexes(s, unit) if h not in crowded and _open(s, unit, h)]
    if s.unit(unit).nation == "german" and s.turn <= s.data.tables.replacements.border_until:
        sources = _source_hexes(s, unit)
        found = [h for h in found if h in sources or _border(s, h)]
    return found


def _border(s: State, hex: str) -> bool:
    """Outside France, or on its German or Belgian border (7.2)."""
    countries = s.space(hex).countries
    return "FR" not in countries or "DE" in countries or "BE" in countries
