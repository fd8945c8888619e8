"""All legal orders of a unit, and the questions that take orders in any notation."""

from __future__ import annotations

from collections.abc import Container
from functools import lru_cache, partial
from typing import Any

from wargame.core.engine.actions import DONE, Action
from wargame.core.engine.questions import Refusal

from .actions import Sheet
from .adjudicator import read_orders
from .geography import Geography, convoy_routes
from .matching import Matching
from .model import State
from .notation import read_any
from .orders import CONVOY, HOLD, MOVE, SUPPORT, Order, Position, convoy_possible, fit_order, useful_zones
from .resolver import RuleSwitches
from .results import Void
from .sheets import ALSO, Writing, read_back, why_not_fit

OTHERS = f"an order for any unit; 'done' (the rest hold); 'sheet A PAR - BUR; F BRE H' (all at once); {ALSO}"
NOWHERE: frozenset[str] = frozenset()


@lru_cache(maxsize=1024)
def legal_orders(unit: str, position: Position) -> tuple[Order, ...]:
    """Every order this unit can carry out (VII.1), convoys included; none into a closed space."""
    geo = position.geo
    found = [*_by_itself(unit, geo)]
    if unit[0] == "A":
        found += [Order(unit, MOVE, to=to, via_convoy=True) for to in position.landings.get(unit[2:], ())]
    found += _supports(unit, position)
    if unit[2:] in geo.sea_neighbours:
        found += _convoys(unit, position)
    if position.closed:
        found = [order for order in found if geo.space_of.get(order.to, "") not in position.closed]
    return tuple(found)


@lru_cache(maxsize=1024)
def _by_itself(unit: str, geo: Geography) -> tuple[Order, ...]:
    """To hold, or to move without a convoy (VII.1, VIII.1)."""
    return (Order(unit, HOLD), *(Order(unit, MOVE, to=to) for to in geo.moves[unit]))


def _supports(unit: str, position: Position) -> list[Order]:
    geo, landings = position.geo, position.landings
    found: list[Order] = []
    own = geo.space_of[unit[2:]]
    reach = geo.reach[unit]
    for space, other in position.units.items():
        if space == own:
            continue
        by_sea = NOWHERE
        if space in landings:
            goals = reach.intersection(landings[space])
            by_sea = frozenset(to for to in goals if convoy_possible(space, to, position, own))
        found += _supports_of(unit, other, by_sea, geo)
    return found


@lru_cache(maxsize=32768)
def _supports_of(unit: str, other: str, by_sea: frozenset[str], geo: Geography) -> tuple[Order, ...]:
    """The support of one unit for another, to hold and to each space where it may move or be convoyed (X.1)."""
    space, own, reach = geo.space_of[other[2:]], geo.space_of[unit[2:]], geo.reach[unit]
    holding = (Order(unit, SUPPORT, other),) if space in reach else ()
    targets = (geo.reach[other] & reach | by_sea) - {space, own}
    return (*holding, *(Order(unit, SUPPORT, other, to) for to in sorted(targets)))


def _convoys(fleet: str, position: Position) -> list[Order]:
    return [
        Order(fleet, CONVOY, position.units[space], to)
        for space, goals in position.landings.items()
        for to in goals
        if fleet[2:] in useful_zones(position.geo, space, to, position.sea_fleets)
    ]


def routes(unit: str, position: Position) -> dict[str, str]:
    """The convoy routes an army could take to each landing place, as sea zones (XIII.2)."""
    goals = [to for to in position.landings.get(unit[2:], ()) if to not in position.closed]
    ways = {to: convoy_routes(position.geo, unit[2:], to, position.sea_fleets) for to in goals}
    return {to: " or ".join(map(" ".join, found)) for to, found in ways.items()}


def why_not_order(position: Position, power: str, action: Action) -> Refusal | None:
    """A power may order any of its units to do what that unit can do (VII.1, VII.2)."""
    if action == DONE:
        return None
    if not isinstance(action, Order):
        return Refusal("VII.1", f"'{action}' is no order; write for example 'A PAR - BUR', or 'done'.")
    return why_not_fit(action, position.geo, lambda order: fit_order(order, power, position))


class WriteOrders(Writing):
    """Asks a power for its orders: lists those of one unit, takes one for any of its units in any notation (VII.2)."""

    __slots__ = ("_position", "_written")
    short = ("h", "hold", "s", "c", "m", "t")

    def __init__(self, s: State, side: str, unit: str, written: dict[str, Order]) -> None:
        position = self._position = s.position()
        self._written = dict(written)
        super().__init__(
            s,
            side,
            (lambda: legal_orders(unit, position)) if unit else [DONE],
            f"Order for {unit}?" if unit else "All units have orders: done, or change one?",
            "VII.1",
            fit=lambda order: fit_order(order, side, position),
            why_not_order=partial(why_not_order, position, side),
            unit=unit,
        )

    def shown(self) -> dict[str, Any]:
        """The orders so far and the convoy routes open to the unit; at first, what else may be answered."""
        shown: dict[str, Any] = {
            "orders": [str(o) for o in self._written.values()],
            "convoys": routes(self._unit, self._position),
        }
        return shown if self._written else {**shown, "also": OTHERS}

    def meant(self, text: str) -> Order:
        return read_any(text, self.side, self._position)

    def warning(self, action: Action) -> str | None:
        """Which units are left without an order; a sheet with faults is read back (VII.2)."""
        if isinstance(action, Sheet):
            given, void = read_orders({self.side: action.orders()}, self._position)
            void += own_mismatches(given, self._position)
            return read_back(void, self._without_orders({*given, *(v.unit for v in void)}))
        if action == DONE:
            return read_back((), self._without_orders(self._written))
        return super().warning(action)

    def _without_orders(self, ordered: Container[str]) -> list[str]:
        units = [u for u in self._s.units_of(self.side) if u not in ordered]
        return [f"Without an order and so holding: {', '.join(units)} (VII.1)."] if units else []


def own_mismatches(given: dict[str, Order], position: Position) -> list[Void]:
    """The supports and convoys of a sheet that do not fit what the same sheet orders the other unit (X.1, XIII.1)."""
    matching = Matching(list(position.units.values()), position, given)
    matching.match(RuleSwitches())
    space_of, powers = position.geo.space_of, position.powers
    return [v for v in matching.unmatched() if powers[space_of[given[v.unit].other[2:]]] == v.power]
