"""Orders as values with their text notation, and whether an order is possible (VII, VIII, X, XIII)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache

import attrs

from wargame.core.engine.actions import Action

from .geography import Geography, convoy_routes, geography

KINDS = ("A", "F")
HOLD, MOVE, SUPPORT, CONVOY, RETREAT, DISBAND, BUILD = "H", "-", "S", "C", "R", "D", "B"


@attrs.frozen
class Order(Action):
    """One order. `unit` and `other` are unit strings (`A PAR`), `to` is a location (`BUR`, `SPA/SC`)."""

    unit: str
    verb: str = HOLD
    other: str = ""
    to: str = ""
    via_convoy: bool = False

    @property
    def text(self) -> str:
        """The usual English notation: `A PAR - BUR`, `F BRE S A PAR - PIC`."""
        if self.verb == MOVE:
            return f"{self.unit} - {self.to}{' VIA CONVOY' if self.via_convoy else ''}"
        if self.verb in (SUPPORT, CONVOY):
            return f"{self.unit} {self.verb} {self.other}{f' - {self.to}' if self.to else ''}"
        return f"{self.unit} {self.verb}{f' {self.to}' if self.to else ''}"

    def __str__(self) -> str:
        return self.text

    @classmethod
    def parse(cls, text: str) -> Order | None:
        return plain_order(text.upper(), geography())


class VoidOrder(Exception):
    """An order that is not carried out (VII.2), with the rule and a sentence that says why."""

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(reason)
        self.rule, self.reason = rule, reason


@attrs.frozen(eq=False, slots=False)
class Position:
    """Who stands where: unit string and power of each occupied space."""

    units: Mapping[str, str]  # space -> unit string
    powers: Mapping[str, str]  # space -> power
    geo: Geography
    closed: tuple[str, ...] = ()  # spaces nobody may enter (XV.3-2p)

    @cached_property
    def sea_fleets(self) -> frozenset[str]:
        """Sea zones with a fleet of any power: the only ones that can convoy (XIII.1, XV.1a)."""
        seas = self.geo.sea_neighbours
        return frozenset(space for space in self.units if space in seas)

    @cached_property
    def landings(self) -> dict[str, list[str]]:
        """Where fleets at sea could convoy each army on a coast, whatever they are ordered (XIII.1, XIII.2)."""
        shores, coastal = self.geo.shores, self.geo.seas_of
        armies = [space for space, unit in self.units.items() if unit[0] == "A" and space in coastal]
        zones = {space: convoy_zones(space, self) for space in armies}
        return {space: sorted(set().union(*(shores[z] for z in zones[space])) - {space}) for space in armies}


Pairs = tuple[tuple[str, str], ...]


@lru_cache(maxsize=32)
def position_of(units: Pairs, powers: Pairs, geo: Geography, closed: tuple[str, ...]) -> Position:
    """The position of these units; the same for all games that stand alike, so that its orders are listed once."""
    return Position(dict(units), dict(powers), geo, closed)


def plain_order(text: str, geo: Geography) -> Order | None:
    """The order of a text in plain notation; None for anything else, which `notation.read_order` then tries."""
    words = text.split()
    places = geo.space_of
    via = words[-2:] == ["VIA", "CONVOY"]
    if via:
        del words[-2:]
    if len(words) < 3 or words[0] not in KINDS or words[1] not in places:
        return None
    unit, verb, rest = f"{words[0]} {words[1]}", words[2], words[3:]
    if verb == MOVE and len(rest) == 1 and rest[0] in places:
        return Order(unit, MOVE, to=rest[0], via_convoy=via)
    if via:
        return None
    if verb in (HOLD, DISBAND, BUILD) and not rest:
        return Order(unit, verb)
    if verb == RETREAT and len(rest) == 1 and rest[0] in places:
        return Order(unit, verb, to=rest[0])
    if verb in (SUPPORT, CONVOY) and len(rest) in (2, 4) and rest[0] in KINDS and rest[1] in places:
        if len(rest) == 2 and verb == SUPPORT:
            return Order(unit, verb, f"{rest[0]} {rest[1]}")
        if len(rest) == 4 and rest[2] == MOVE and rest[3] in places:
            return Order(unit, verb, f"{rest[0]} {rest[1]}", rest[3])
    return None


@lru_cache(maxsize=65536)
def on_the_map(text: str, geo: Geography) -> tuple[Order | None, str, str]:
    """An order in plain notation (or None); where the map allows it if its units stand so, with their spaces."""
    order = plain_order(text, geo)
    if order is None or order.unit not in geo.stands:
        return order, "", ""
    space, other = geo.stands[order.unit], geo.stands.get(order.other, "")
    target = geo.space_of.get(order.to, other)
    if order.verb == HOLD:
        return order, space, ""
    if order.verb == MOVE and order.to in geo.moves[order.unit] and not order.via_convoy:
        return order, space, ""
    if order.verb == SUPPORT and other not in ("", space) and target != space and target in geo.reach[order.unit]:
        goes = order.to in geo.moves[order.other] or (order.other[0] == "F" and target in geo.reach[order.other])
        return (order, space, other) if not order.to or goes else (order, "", "")
    return order, "", ""


def fit_order(order: Order, power: str, position: Position) -> Order:
    """The order as it can be carried out in this position, a missing coast filled in; VoidOrder if it cannot."""
    geo = position.geo
    space = geo.space_of[order.unit[2:]]
    if position.powers.get(space) != power:
        raise VoidOrder("VII.1", f"{power} has no unit in {geo.spaces[space].name}.")
    unit = position.units[space]
    if unit != order.unit:  # VII.2: only one unit can be meant
        order = attrs.evolve(order, unit=unit)
    if position.closed and geo.space_of.get(order.to) in position.closed:
        raise VoidOrder("XV.3-2p", f"{order.to} may not be entered while Italy is neutral.")
    if order.verb == MOVE:
        return _fit_move(order, geo, position)
    if order.verb == SUPPORT:
        return _fit_support(order, geo, position)
    if order.verb == CONVOY:
        return _fit_convoy(order, geo, position)
    if order.verb != HOLD:
        raise VoidOrder("VII.1", f"{order.text} is no order for a movement turn.")
    return order


def _fit_move(order: Order, geo: Geography, position: Position) -> Order:
    unit, to = order.unit, order.to
    target = geo.space_of[to]
    if target == geo.space_of[unit[2:]]:
        raise VoidOrder("VIII.1", f"{unit} is already in {geo.spaces[target].name}.")
    if unit[0] == "A":
        order = order if to == target else attrs.evolve(order, to=target)  # an army has no coast
        if target not in geo.reach[unit]:
            _need_convoy(unit, target, geo, position)
        return order
    if order.via_convoy:
        order = attrs.evolve(order, via_convoy=False)  # a fleet is never convoyed
    locations = geo.moves[unit]
    if to in locations:
        return order
    possible = [x for x in locations if geo.space_of[x] == target] if to == target else []
    if len(possible) > 1:  # VIII.3b
        raise VoidOrder(
            "VIII.3b", f"{unit} can reach both coasts of {geo.spaces[target].name}: the order must name one."
        )
    if not possible:
        rule = "VIII.3b" if target in geo.reach[unit] else "VIII.1"
        raise VoidOrder(rule, f"A fleet cannot move from {unit[2:]} to {to}.")
    return attrs.evolve(order, to=possible[0])


def _need_convoy(unit: str, target: str, geo: Geography, position: Position) -> None:
    """Refuse an army's move that neither land nor any chain of fleets on the board makes possible (XIII.1)."""
    origin = unit[2:]
    if geo.spaces[target].type == "sea":
        raise VoidOrder("VIII.1", f"An army cannot enter the sea zone {geo.spaces[target].name}.")
    if not convoy_possible(origin, target, position):
        raise VoidOrder(
            "VIII.1", f"{unit} is not beside {geo.spaces[target].name} and no fleets could convoy it there."
        )


def convoy_zones(origin: str, position: Position, without: str = "") -> list[str]:
    """The sea zones that fleets, whatever their orders, open to an army from a coast (XIII.2), one zone left out."""
    geo, units = position.geo, position.units
    reached = [zone for zone in geo.seas_of.get(origin, ()) if zone in units and zone != without]
    seen = {without, *reached}
    for zone in reached:
        for beside in geo.sea_neighbours[zone]:
            if beside in units and beside not in seen:
                seen.add(beside)
                reached.append(beside)
    return reached


def convoy_possible(origin: str, target: str, position: Position, without: str = "") -> bool:
    """Whether fleets now at sea join one coastal space to another, even without the one in this zone."""
    ends = position.geo.seas_of.get(target, ())
    return any(zone in ends for zone in convoy_zones(origin, position, without))


def _fit_support(order: Order, geo: Geography, position: Position) -> Order:
    space = geo.space_of[order.other[2:]]
    other = position.units.get(space)
    target = geo.space_of[order.to] if order.to else space
    own = geo.space_of[order.unit[2:]]
    if other is None:
        raise VoidOrder("X.1", f"There is no unit in {geo.spaces[space].name} to support.")
    if space == own:
        raise VoidOrder("X.1", f"{order.unit} cannot support itself.")
    if target == own or target not in geo.reach[order.unit]:
        why = _why_no_support(order.unit, target, geo)
        raise VoidOrder("X.1", f"{order.unit} cannot support into {target}, {why}.")
    if target == space and order.to:
        raise VoidOrder("X.1", f"{other} is already in {geo.spaces[target].name}.")
    if other[0] == "A" and order.to and order.to != target:
        order = attrs.evolve(order, to=target)
    beside = not order.to or target in geo.reach[other]
    if not beside and (other[0] == "F" or not convoy_possible(space, target, position)):
        raise VoidOrder("X.1", f"{other} cannot move to {order.to}, so nothing can support it there.")
    if not beside and not convoy_possible(space, target, position, own):  # who supports does not convoy (VII.1)
        raise VoidOrder("X.1", f"Only {order.unit} could convoy {other} to {order.to}, so it cannot support it there.")
    return order if other == order.other else attrs.evolve(order, other=other)


def _why_no_support(unit: str, target: str, geo: Geography) -> str:
    kind = geo.spaces[target].type
    if unit[0] == "F" and kind == "inland":
        return "a fleet never supports into an inland province"
    if unit[0] == "A" and kind == "sea":
        return "an army never supports into a sea zone"
    return "where it could not move itself"


def _fit_convoy(order: Order, geo: Geography, position: Position) -> Order:
    fleet = order.unit[2:]
    origin, target = geo.space_of[order.other[2:]], geo.space_of[order.to]
    if order.unit[0] != "F" or fleet not in geo.sea_neighbours:
        raise VoidOrder("XV.1a", f"{order.unit} cannot convoy: only a fleet in a sea zone does.")
    if position.units.get(origin, "?")[0] != "A":
        raise VoidOrder("XIII.1", f"There is no army in {geo.spaces[origin].name} to convoy.")
    if origin == target or origin not in geo.seas_of or target not in geo.seas_of:
        raise VoidOrder("XIII.1", f"No convoy goes from {origin} to {target}.")
    alone = {origin, target} <= geo.shores[fleet]
    if not alone and fleet not in useful_zones(geo, origin, target, position.sea_fleets):
        raise VoidOrder("XIII.2", f"{fleet} is on no route of fleets from {origin} to {target}.")
    return order if order.to == target else attrs.evolve(order, to=target)


@lru_cache(maxsize=8192)
def useful_zones(geo: Geography, origin: str, target: str, zones: frozenset[str]) -> frozenset[str]:
    """The zones that lie on some route without a needless fleet; a convoy order elsewhere has no use (XIII.2)."""
    return frozenset(zone for route in convoy_routes(geo, origin, target, zones) for zone in route)
