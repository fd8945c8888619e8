"""Reinforcements (11): by rail, as replacements, from the air, for negotiation points."""

from __future__ import annotations

from typing import Any

from wargame.core.engine.actions import DONE, PASS
from wargame.core.engine.questions import Choose, Procedure, Reason
from wargame.core.mechanics.search import flood

from .control import crossing_points, touch
from .model import Buy, Drop, Lift, Place, Replace, State
from .records import AXIS, ENEMY, SOVIET
from .supply import mask, within, zone


def rail_hexes(s: State, side: str) -> int:
    """11.0: rail hexes joined by rail to a friendly source, clear of enemy units, zones and enemy-held major cities."""
    enemy = ENEMY[side]
    cities = s.board.mask(h for h, owner in s.control.items() if owner == enemy and s.board[h].major)
    inside = s.board.everywhere & ~(mask(s, s.hexes(enemy)) | zone(s, enemy) | cities)
    rail = s.data.rail_sides
    start = s.board.mask(s.data.sources[side]) & inside & s.board.step(s.board.everywhere, rail)
    return flood(s.board, start, inside, barrier=rail)


def places(s: State, unit: str) -> list[str]:
    found = s.board.members(s.memo(("rail", s.side_of(unit)), lambda: rail_hexes(s, s.side_of(unit))))
    return [hex for hex in found if s.may_stack(unit, hex)]


def arrive(s: State, unit: str, hex: str, rule: str) -> None:
    """2.2: units come at full strength."""
    s.place(unit, hex, s.counter(unit).steps, rule)
    touch(s, unit, hex)
    crossing_points(s)


def place_unit(s: State, unit: str, hexes: list[str]) -> Procedure[None]:
    side = s.side_of(unit)
    answer = yield Choose(side, [Place(unit, h) for h in hexes], f"Place {unit} in which hex?", "11.0",
                          refuse=lambda a: not_there(s, unit, a))  # fmt: skip
    arrive(s, unit, answer.hex, "11.0")


def not_there(s: State, unit: str, answer: Any) -> Reason | None:
    if not isinstance(answer, Place):
        return None
    if answer.unit != unit or answer.hex not in s.board:
        return "11.0", f"It is {unit} that is placed now, in a hex of the map."
    if s.holder(answer.hex) == ENEMY[s.side_of(unit)]:
        return "5.0", f"{answer.hex} is occupied by the enemy."
    if not s.may_stack(unit, answer.hex):
        return "5.0", f"{answer.hex} is full."
    return "11.0", f"{answer.hex} has no rail line to a supply source that is free of the enemy."


def soviet_batch(s: State) -> None:
    """11.1: the next batch in order of arrival joins those that still wait."""
    s.batch += 1
    coming = (u.id for u in s.data.counters.values() if u.soviet_order == s.batch)
    s.waiting = (*s.waiting, *coming)
    s.note("Soviet reinforcements, batch {batch}", "11.1", batch=s.batch)


def soviet_reinforcements(s: State) -> Procedure[None]:
    """11.1: the reinforcement chit; the airborne chit brings the same and then the bridgehead."""
    airborne = s.chit == "airborne"
    soviet_batch(s)
    for unit in s.waiting:
        if s.counter(unit).replacement:
            came = yield from replacement(s, unit)
        else:
            hexes = places(s, unit)
            came = bool(hexes)
            if hexes:
                yield from place_unit(s, unit, hexes)
        if came:
            s.waiting = tuple(u for u in s.waiting if u != unit)
        if s.result is not None:
            return
    if airborne:
        yield from drop(s)
    s.chit = ""


def replaceable(s: State, unit: str) -> list[str]:
    """11.1: Soviet units of the same type, anywhere, in supply."""
    kind = s.counter(unit).type
    return [u for u in s.mine(SOVIET) if not s.units[u].marks and s.counter(u).type == kind]


def replacement(s: State, unit: str) -> Procedure[bool]:
    """11.1: it takes the place of a unit, which leaves the game; True unless it has to wait."""
    old = replaceable(s, unit)
    if not old:
        return False
    answer = yield Choose(SOVIET, [*map(Replace, old), PASS], f"Which unit does {unit} replace?", "11.1",
                          refuse=lambda a: not_replaced(s, unit, a))  # fmt: skip
    if answer != PASS:
        hex = s.units[answer.unit].at
        s.eliminate(answer.unit, "11.1")
        arrive(s, unit, hex, "11.1")
    return True


def not_replaced(s: State, unit: str, answer: Any) -> Reason | None:
    if not isinstance(answer, Replace) or answer.unit not in s.units:
        return None
    if s.units[answer.unit].marks and s.side_of(answer.unit) == SOVIET:
        return "11.1", f"{answer.unit} is not in supply and cannot be replaced."
    return "11.1", f"{unit} replaces only Soviet units of its own type."


def drop_hexes(s: State, unit: str) -> list[str]:
    """11.1: within eight hexes of a Soviet unit in supply, not on the enemy."""
    found, far = 0, s.data.limit("airborne_distance")
    for hex in {one.at for u, one in s.units.items() if s.side_of(u) == SOVIET and not one.marks}:
        found |= within(s.board, hex, far)  # as the aircraft fly, over the sea too
    return [h for h in s.board.members(found & ~mask(s, s.hexes(AXIS))) if s.may_stack(unit, h)]


def drop(s: State) -> Procedure[None]:
    """11.1: the bridgehead with the airborne unit; it counts as a crossing point from now on."""
    unit = next(u.id for u in s.data.counters.values() if u.arrival == "airborne")
    hexes = drop_hexes(s, unit)
    if not hexes:
        s.note("no Soviet unit is in supply: there is no drop", "11.1")
        return
    answer = yield Choose(SOVIET, list(map(Drop, hexes)), f"Drop {unit} with the bridgehead where?", "11.1",
                          refuse=lambda a: no_drop(s, unit, a))  # fmt: skip
    s.bridgehead, s.airborne = answer.hex, True
    arrive(s, unit, answer.hex, "11.1")


def no_drop(s: State, unit: str, answer: Any) -> Reason | None:
    if not isinstance(answer, Drop) or answer.hex not in s.board:
        return None
    if s.holder(answer.hex) == AXIS or not s.may_stack(unit, answer.hex):
        return "5.0", f"{answer.hex} is held by the enemy or full."
    return "11.1", f"{answer.hex} is more than eight hexes from any Soviet unit in supply."


def price(s: State, unit: str) -> int:
    """11.2, in half points."""
    return int(2 * s.data.tables["negotiation_cost"][s.counter(unit).axis_class])


def on_offer(s: State) -> list[str]:
    """11.2: Axis reinforcements never bought, that can be paid and placed."""
    bought = s.pile("bought")
    units = [
        u.id for u in s.data.counters.values()
        if u.axis_class and u.id not in bought and price(s, u.id) <= s.points
    ]  # fmt: skip
    return units if units and places(s, units[0]) else []


def negotiate(s: State) -> Procedure[Any]:
    """11.2, 12.2: spend negotiation points, one thing at a time; what is left is lost."""
    order = int(2 * s.data.tables["negotiation_cost"]["order"])
    answers: list[Any] = [Buy(u) for u in on_offer(s)]
    if s.points >= order:
        answers += map(Lift, sorted(s.orders))
    if not answers:
        return leave(s)
    answer = yield Choose(AXIS, [*answers, DONE], f"Spend {s.points / 2:g} negotiation points on what?", "11.2",
                          refuse=lambda a: not_sold(s, a))  # fmt: skip
    if answer == DONE:
        return leave(s)
    if isinstance(answer, Lift):
        s.points -= order
        s.orders -= {answer.hex}
        s.note("the order to hold {city} is lifted", "12.2", city=s.board[answer.hex].city)
        return None
    s.points -= price(s, answer.unit)
    s.piles["bought"] = tuple(sorted((*s.pile("bought"), answer.unit)))
    yield from place_unit(s, answer.unit, places(s, answer.unit))
    return None


def not_sold(s: State, answer: Any) -> Reason | None:
    left = f"{s.points / 2:g} points are left"
    if isinstance(answer, Lift):
        if answer.hex not in s.orders:
            return "12.2", f"There is no supreme command order on {answer.hex}."
        return "11.2", f"Lifting an order costs 3 points; {left}."
    if not isinstance(answer, Buy):
        return None
    counter = s.data.counters.get(answer.unit)
    if counter is None or not counter.axis_class or answer.unit in s.pile("bought"):
        return "11.2", f"{answer.unit} does not wait among the Axis reinforcements."
    if price(s, answer.unit) > s.points:
        return "11.2", f"{answer.unit} costs {price(s, answer.unit) / 2:g} points; {left}."
    return "11.0", f"There is no rail hex where {answer.unit} could be placed."


def leave(s: State) -> Any:
    s.points, s.chit = 0, ""
    return DONE
