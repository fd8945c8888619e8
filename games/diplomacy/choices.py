"""All legal orders of a unit, and the questions that take orders in any notation."""

from __future__ import annotations

from typing import Any

from wargame.core.actions import DONE, Notation
from wargame.core.errors import IllegalAction
from wargame.core.questions import Choose

from .geography import convoy_routes, geography
from .model import Sheet, State
from .notation import read_order
from .orders import CONVOY, HOLD, MOVE, SUPPORT, Order, Position, VoidOrder, convoy_possible, fit_order, useful_zones


def landings(army: str, position: Position) -> list[str]:
    """Where fleets at sea could convoy an army, whatever they are ordered (XIII.1, XIII.2)."""
    origin = army[2:]
    coastal = geography().seas_of
    return [to for to in coastal if to != origin and convoy_possible(origin, to, position)]


def legal_orders(unit: str, position: Position, closed: tuple[str, ...] = ()) -> list[Order]:
    """Every order this unit can carry out (VII.1), convoys included; none into a closed space."""
    geo = geography()
    found = [Order(unit, HOLD)]
    found += [Order(unit, MOVE, to=to) for to in geo.moves[unit]]
    if unit[0] == "A" and unit[2:] in geo.seas_of:
        for to in landings(unit, position):
            found.append(Order(unit, MOVE, to=to, via_convoy=True))
    found += _supports(unit, position)
    if unit[2:] in geo.sea_neighbours:
        found += _convoys(unit, position)
    return [order for order in found if geo.space_of.get(order.to, "") not in closed]


def _supports(unit: str, position: Position) -> list[Order]:
    geo = geography()
    found = []
    own = geo.space_of[unit[2:]]
    reach = geo.reach[unit]
    for space, other in position.units.items():
        if space == own:
            continue
        if space in reach:
            found.append(Order(unit, SUPPORT, other))
        targets = set(geo.reach[other])
        if other[0] == "A" and space in geo.seas_of:
            targets.update(landings(other, position))
        found += [Order(unit, SUPPORT, other, to) for to in sorted(targets & reach - {space, own})]
    return found


def _convoys(fleet: str, position: Position) -> list[Order]:
    geo = geography()
    zones = frozenset(position.sea_fleets())
    found = []
    for space, army in position.units.items():
        if army[0] != "A" or space not in geo.seas_of:
            continue
        for to in geo.seas_of:
            if to != space and fleet[2:] in useful_zones(space, to, zones):
                found.append(Order(fleet, CONVOY, army, to))
    return found


def routes(army: str, to: str, position: Position) -> list[tuple[str, ...]]:
    """The convoy routes an army could take, as sea zones (XIII.2)."""
    return convoy_routes(army[2:], to, position.sea_fleets())


class WriteOrders(Choose):
    """Asks a power for orders: one unit's are listed, any own unit's are taken, in any notation (VII.2)."""

    __slots__ = ("_closed", "_position", "_unit")

    def __init__(self, state: State, side: str, unit: str, written: dict[str, Order]) -> None:
        self._position, self._unit, self._closed = state.position(), unit, state.closed
        super().__init__(
            side,
            self._listed if unit else [DONE],
            f"Order for {unit}?" if unit else "All units have orders: done, or change one?",
            "VII.1",
            also=self._takes,
            show=lambda: {"orders": {u: str(o) for u, o in written.items()}},
        )

    def _listed(self) -> list[Order]:
        return legal_orders(self._unit, self._position, self._closed)

    def _fault(self, order: Any) -> tuple[str, str] | None:
        if not isinstance(order, Order):
            return "VII.1", f"'{order}' is no order."
        try:
            fitted = fit_order(order, self.side, self._position)
        except VoidOrder as fault:
            return fault.rule, fault.reason
        if geography().space_of.get(fitted.to, "") in self._closed:
            return "XV.3-2p", f"{fitted.to} may not be entered while Italy is neutral."
        return None if fitted == order else ("VII.2", f"Write that order as {fitted}.")

    def _takes(self, action: Any) -> bool:
        return action == DONE or isinstance(action, Sheet) or self._fault(action) is None

    def reason(self, action: Any) -> tuple[str, str]:
        return self._fault(action) or super().reason(action)

    def read(self, text: str, notation: Notation) -> Any:
        """An order in any notation; `- bur` or `s a par - bur` is for the unit asked about."""
        cleaned = " ".join(text.split())
        if cleaned.casefold() == "done":
            return DONE
        if cleaned.casefold().startswith("sheet "):
            return Sheet(cleaned[6:])
        if self._unit and cleaned[:2].upper() in ("-", "- ", "H", "S ", "C "):
            cleaned = f"{self._unit} {cleaned}"
        try:
            plain = Order.parse(cleaned)
            return fit_order(plain, self.side, self._position) if plain else self._read_freely(cleaned)
        except VoidOrder as fault:
            raise IllegalAction(fault.rule, fault.reason) from None

    def _read_freely(self, text: str) -> Order:
        return read_order(text, self.side, self._position)
