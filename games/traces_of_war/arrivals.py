"""Reinforcements (11): by rail, as replacements, from the air, for negotiation points."""

from __future__ import annotations

from functools import partial

from wargame.core.engine.actions import DONE, PASS, Action, Done, Pass
from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Refusal
from wargame.core.engine.words import in_words
from wargame.core.mechanics.cards import lay
from wargame.core.mechanics.supply import Supply
from wargame.core.mechanics.zones import enemies

from .actions import Buy, Drop, Lift, Place, Replace
from .charts import halves
from .control import crossing_points, touch
from .model import STACKING, ZONES, State
from .records import AXIS, ENEMY, SOVIET
from .supply import within


def open_rail(s: State, side: str) -> int:
    """11.0: hexes clear of enemy units, enemy zones and major cities that the enemy holds."""
    cities = s.board.mask(h for h, owner in s.control.items() if owner == ENEMY[side] and s.board[h].major)
    return s.board.everywhere & ~(enemies(s, side) | ZONES.against(s, side) | cities)


RAIL = Supply(  # 11.0: the rail hexes joined by rail to a friendly source
    "11.0",
    sources=lambda s, side: s.board.mask(s.data.sources[side]) & s.board.step(s.board.everywhere, s.data.rail_sides),
    passable=open_rail,
    over=lambda s, side: s.data.rail_sides,
)


def places(s: State, unit: str) -> list[str]:
    return [hex for hex in s.board.members(RAIL.area(s, s.side_of(unit))) if s.can_stack(unit, hex)]


def arrive(s: State, unit: str, hex: str, rule: str) -> None:
    """2.2: units come at full strength."""
    s.place(unit, hex, s.counter(unit).steps, rule)
    touch(s, unit, hex)
    crossing_points(s)


def place_unit(s: State, unit: str) -> Procedure[None]:
    answer = yield offer(
        s.side_of(unit),
        [Place(unit, h) for h in places(s, unit)],
        {Place: partial(why_not_place, s, unit)},
        f"Place {s.name(unit)} in which hex?",
        "11.0",
        all_legal=True,
    )
    arrive(s, unit, answer.hex, "11.0")


def why_not_place(s: State, unit: str, answer: Place) -> Refusal | None:
    """11.0: one unit at a time, in a rail hex connected to a supply source by rail."""
    if answer.unit != unit or answer.hex not in s.board:
        return Refusal("11.0", f"It is {s.name(unit)} that is placed now, in a hex of the map.")
    side = s.side_of(unit)
    refusal = STACKING.why_not_stand(s, (unit,), answer.hex)
    if refusal is None and not RAIL.reaches(s, side, answer.hex):
        return Refusal("11.0", f"{answer.hex} has no rail line to a supply source that is free of the enemy.")
    return refusal


def soviet_batch(s: State) -> None:
    """11.1: the next batch in order of arrival joins the units still waiting."""
    s.batch += 1
    coming = (u.id for u in s.data.counters.values() if u.soviet_order == s.batch)
    s.waiting = (*s.waiting, *coming)
    s.note("Soviet reinforcements, batch {batch}", "11.1", batch=s.batch)


def soviet_reinforcements(s: State) -> Procedure[None]:
    """11.1: the reinforcement chit; the airborne chit does the same and adds the bridgehead."""
    airborne = s.chit == "airborne"
    soviet_batch(s)
    for unit in s.waiting:
        if s.counter(unit).replacement:
            came = yield from replacement(s, unit)
        else:
            came = bool(places(s, unit))
            if came:
                yield from place_unit(s, unit)
        if came:
            s.waiting = tuple(u for u in s.waiting if u != unit)
        if s.result is not None:
            return
    if airborne:
        yield from drop(s)
    s.chit = ""


def why_not_replace(s: State, unit: str, old: str) -> Refusal | None:
    """11.1: a Soviet unit of the same type, anywhere, in supply."""
    if old not in s.units or s.side_of(old) != SOVIET or s.counter(old).type != s.counter(unit).type:
        return Refusal("11.1", f"{s.name(unit)} replaces only Soviet units of its own type on the map.")
    if s.units[old].marks:
        return Refusal("11.1", f"{s.name(old)} is not in supply and cannot be replaced.")
    return None


def replacement(s: State, unit: str) -> Procedure[bool]:
    """11.1: it takes the place of a unit, which leaves the game; False if it has to wait."""
    old = [u for u in s.units_on_map(SOVIET) if why_not_replace(s, unit, u) is None]
    if not old:
        return False
    answer = yield offer(
        SOVIET, (*map(Replace, old), PASS), {Replace: lambda a: why_not_replace(s, unit, a.unit), Pass: None},
        f"Which unit does the replacement {s.name(unit)} replace ('pass': none)?", "11.1",
        warn=partial(warn_of_declined, s, unit), all_legal=True,
    )  # fmt: skip
    if answer != PASS:
        hex = s.units[answer.unit].at
        s.eliminate(answer.unit, "11.1")
        arrive(s, unit, hex, "11.1")
    return True


def warn_of_declined(s: State, unit: str, answer: Action) -> str | None:
    return f"{s.name(unit)} does not come back if it is declined now." if answer == PASS else None


def drop_hexes(s: State, unit: str) -> list[str]:
    """11.1: hexes free of the enemy within eight hexes of a Soviet unit in supply."""
    found, far = 0, s.data.limits.airborne_distance
    for hex in {one.at for u, one in s.units.items() if s.side_of(u) == SOVIET and not one.marks}:
        found |= within(s.board, hex, far)  # as the aircraft fly, over the sea too
    return [h for h in s.board.members(found & ~s.occupied(AXIS)) if s.can_stack(unit, h)]


def drop(s: State) -> Procedure[None]:
    """11.1: the airborne unit lands with the bridgehead, which counts as a crossing point from now on."""
    unit = next(u.id for u in s.data.counters.values() if u.arrival == "airborne")
    hexes = drop_hexes(s, unit)
    if not hexes:
        s.note("there is no drop: no Soviet unit is in supply", "11.1")
        return
    answer = yield offer(SOVIET, map(Drop, hexes), {Drop: partial(why_not_drop, s, unit, frozenset(hexes))},
                         f"Drop {s.name(unit)} with the bridgehead in which hex?", "11.1", all_legal=True)  # fmt: skip
    s.bridgehead, s.airborne = answer.hex, True
    arrive(s, unit, answer.hex, "11.1")


def why_not_drop(s: State, unit: str, hexes: frozenset[str], answer: Drop) -> Refusal | None:
    if answer.hex in hexes:
        return None
    if answer.hex not in s.board:
        return Refusal("11.1", f"{answer.hex} is not a hex of the map.")
    most = in_words(s.data.limits.airborne_distance)
    far = Refusal("11.1", f"{answer.hex} is more than {most} hexes from any Soviet unit in supply.")
    return STACKING.why_not_stand(s, (unit,), answer.hex) or far


def price(s: State, unit: str) -> int:
    """11.2, in half points."""
    return halves(s.data.tables.negotiation_cost.of(s.counter(unit).axis_class or ""))


def negotiate(s: State) -> Procedure[Done | None]:
    """11.2, 12.2: spend negotiation points, one purchase at a time; unspent points are lost."""
    affordable = list(map(Buy, on_offer(s)))
    lifted = [Lift(h) for h in sorted(s.orders) if why_not_lift(s, h) is None]
    if not affordable and not lifted:
        return leave(s)
    answer = yield offer(
        AXIS, (*affordable, *lifted, DONE),
        {Buy: lambda a: why_not_buy(s, a.unit), Lift: lambda a: why_not_lift(s, a.hex), Done: None},
        f"Spend {s.points / 2:g} negotiation points on what ('done' to stop)?", "11.2",
        show=partial(prices, s), warn=partial(warn_of_unspent, s), all_legal=True,
    )  # fmt: skip
    if answer == DONE:
        return leave(s)
    if isinstance(answer, Lift):
        s.points -= order_price(s)
        s.orders -= {answer.hex}
        s.note("the order to hold {city} is lifted", "12.2", city=s.board[answer.hex].city)
        return None
    s.points -= price(s, answer.unit)
    lay(s, "bought", (*s.pile("bought"), answer.unit))
    yield from place_unit(s, answer.unit)
    return None


def on_offer(s: State) -> list[str]:
    """11.2: Axis reinforcements that can be bought now."""
    return [unit for unit in s.data.counters if why_not_buy(s, unit) is None]


def order_price(s: State) -> int:
    """12.2, in half points."""
    return halves(s.data.tables.negotiation_cost.order)


def prices(s: State) -> dict[str, object]:
    """What a player sees: the price of everything, and which cities stand under orders."""
    cost = s.data.tables.negotiation_cost
    classes = {"PR": "panzer", "IR": "infantry", "AR": "minor Axis", "order": "lifting an order"}
    orders = [f"{s.board[h].city} ({h})" for h in sorted(s.orders)]
    return {"points each": {name: f"{cost.of(key):g}" for key, name in classes.items()}, "cities under orders": orders}


def warn_of_unspent(s: State, answer: Action) -> str | None:
    return f"{s.points / 2:g} negotiation points that could be spent would be lost." if answer == DONE else None


def why_not_lift(s: State, hex: str) -> Refusal | None:
    if hex not in s.orders:
        return Refusal("12.2", f"There is no supreme command order on {hex}.")
    if order_price(s) > s.points:
        return Refusal(
            "11.2", f"Lifting an order costs {order_price(s) / 2:g} points; {s.points / 2:g} points are left."
        )
    return None


def why_not_buy(s: State, unit: str) -> Refusal | None:
    """11.2: an Axis reinforcement never bought before, which can be paid for and placed."""
    counter = s.data.counters.get(unit)
    if counter is None or not counter.axis_class or unit in s.pile("bought"):
        return Refusal("11.2", f"{s.name(unit)} is not among the Axis reinforcements that can be bought.")
    if price(s, unit) > s.points:
        return Refusal("11.2", f"{s.name(unit)} costs {price(s, unit) / 2:g} points; {s.points / 2:g} points are left.")
    if not s.memo(("room", AXIS), lambda: bool(places(s, unit))):  # the same for all that can be bought
        return Refusal("11.0", f"There is no rail hex where {s.name(unit)} could be placed.")
    return None


def leave(s: State) -> Done:
    s.points, s.chit = 0, ""
    return DONE
