"""All legal orders of a unit, and the questions that take orders in any notation."""

from __future__ import annotations

from typing import Any

from wargame.core.actions import DONE, Notation
from wargame.core.errors import IllegalAction
from wargame.core.questions import Choose

from .geography import convoy_routes
from .model import AgreeDraw, Leave, Sheet, State, Tell
from .notation import read_any
from .orders import CONVOY, HOLD, MOVE, SUPPORT, Order, Position, VoidOrder, convoy_possible, fit_order, useful_zones

WORDS = ("done", "sheet", "leave", "tell", "draw", "recall", "pass")  # answers that are no orders
SHORT = ("h", "hold", "s", "c", "m", "t")  # an order without its unit begins so


def landings(army: str, position: Position) -> list[str]:
    """Where fleets at sea could convoy an army, whatever they are ordered (XIII.1, XIII.2)."""
    origin = army[2:]
    return [to for to in position.geo.seas_of if to != origin and convoy_possible(origin, to, position)]


def legal_orders(unit: str, position: Position) -> list[Order]:
    """Every order this unit can carry out (VII.1), convoys included; none into a closed space."""
    geo = position.geo
    found = [Order(unit, HOLD)]
    found += [Order(unit, MOVE, to=to) for to in geo.moves[unit]]
    if unit[0] == "A" and unit[2:] in geo.seas_of:
        for to in landings(unit, position):
            found.append(Order(unit, MOVE, to=to, via_convoy=True))
    found += _supports(unit, position)
    if unit[2:] in geo.sea_neighbours:
        found += _convoys(unit, position)
    return [order for order in found if geo.space_of.get(order.to, "") not in position.closed]


def _supports(unit: str, position: Position) -> list[Order]:
    geo = position.geo
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
    geo = position.geo
    found = []
    for space, army in position.units.items():
        if army[0] != "A" or space not in geo.seas_of:
            continue
        for to in geo.seas_of:
            if to != space and fleet[2:] in useful_zones(geo, space, to, position.sea_fleets):
                found.append(Order(fleet, CONVOY, army, to))
    return found


def routes(unit: str, position: Position) -> dict[str, list[str]]:
    """The convoy routes an army could take to each landing, as sea zones (XIII.2)."""
    if unit[:1] != "A" or unit[2:] not in position.geo.seas_of:
        return {}
    ways = {to: convoy_routes(position.geo, unit[2:], to, position.sea_fleets) for to in landings(unit, position)}
    return {to: [" ".join(way) for way in found] for to, found in ways.items() if to not in position.closed}


class WriteOrders(Choose):
    """Asks a power for orders: one unit's are listed, any own unit's are taken, in any notation (VII.2)."""

    __slots__ = ("_position", "_unit", "_written")

    def __init__(self, state: State, side: str, unit: str, written: dict[str, Order]) -> None:
        self._position, self._unit, self._written = state.position(), unit, dict(written)
        super().__init__(
            side,
            self._listed if unit else [DONE],
            f"Order for {unit}?" if unit else "All units have orders: done, or change one?",
            "VII.1",
        )

    def _listed(self) -> list[Order]:
        return legal_orders(self._unit, self._position)

    def shown(self) -> dict[str, Any]:
        return {"orders": {u: str(o) for u, o in self._written.items()}, "routes": routes(self._unit, self._position)}

    def _fault(self, action: Any) -> tuple[str, str] | None:
        if isinstance(action, Tell | AgreeDraw):
            return "XV.2", "There is no talking while orders are written; messages go before them."
        if not isinstance(action, Order):
            return "VII.1", f"'{action}' is no order; write for example 'A PAR - BUR', or 'done'."
        try:
            fitted = fit_order(action, self.side, self._position)
        except VoidOrder as fault:
            return fault.rule, fault.reason
        return None if fitted == action else ("VII.2", f"Write that order as {fitted}.")

    def accepts(self, action: Any) -> bool:
        return action == DONE or isinstance(action, Sheet | Leave) or self._fault(action) is None

    def reason(self, action: Any) -> tuple[str, str]:
        return self._fault(action) or super().reason(action)

    def read(self, text: str, notation: Notation) -> Any:
        """An order in any notation; `- bur` or `s a par - bur` is for the unit asked about."""
        cleaned = " ".join(text.split())
        word = cleaned.split(" ")[0].casefold()
        if word in WORDS:
            return notation.parse(cleaned)
        if self._unit and (word in SHORT or word.startswith("-")):
            cleaned = f"{self._unit} {cleaned}"
        try:
            return read_any(cleaned, self.side, self._position)
        except VoidOrder as fault:
            raise IllegalAction(fault.rule, fault.reason) from None
