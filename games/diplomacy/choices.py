"""All legal orders of a unit, and the questions that take orders in any notation."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from wargame.core.engine.actions import DONE, Notation
from wargame.core.engine.errors import IllegalAction
from wargame.core.engine.questions import Choose

from .geography import convoy_routes
from .model import AgreeDraw, Leave, Sheet, State, Tell
from .notation import read_any
from .orders import CONVOY, HOLD, MOVE, SUPPORT, Order, Position, VoidOrder, convoy_possible, fit_order, useful_zones
from .sheets import one_line

WORDS = ("done", "sheet", "leave", "tell", "draw", "recall", "pass")  # answers that are no orders
SHORT = ("h", "hold", "s", "c", "m", "t")  # an order without its unit begins so

ALSO = "an order for any unit; 'done' (the rest hold); 'sheet A PAR - BUR; F BRE H' (all at once); 'leave'"


@lru_cache(maxsize=1024)
def legal_orders(unit: str, position: Position) -> tuple[Order, ...]:
    """Every order this unit can carry out (VII.1), convoys included; none into a closed space."""
    geo = position.geo
    found = [Order(unit, HOLD)]
    found += [Order(unit, MOVE, to=to) for to in geo.moves[unit]]
    if unit[0] == "A":
        found += [Order(unit, MOVE, to=to, via_convoy=True) for to in position.landings.get(unit[2:], ())]
    found += _supports(unit, position)
    if unit[2:] in geo.sea_neighbours:
        found += _convoys(unit, position)
    return tuple(order for order in found if geo.space_of.get(order.to, "") not in position.closed)


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
        by_sea = (to for to in position.landings.get(space, ()) if to in reach)
        targets = geo.reach[other] & reach | {to for to in by_sea if convoy_possible(space, to, position, own)}
        found += [Order(unit, SUPPORT, other, to) for to in sorted(targets - {space, own})]
    return found


def _convoys(fleet: str, position: Position) -> list[Order]:
    return [
        Order(fleet, CONVOY, position.units[space], to)
        for space, goals in position.landings.items()
        for to in goals
        if fleet[2:] in useful_zones(position.geo, space, to, position.sea_fleets)
    ]


def routes(unit: str, position: Position) -> dict[str, str]:
    """The convoy routes an army could take to each landing, as sea zones (XIII.2)."""
    goals = [to for to in position.landings.get(unit[2:], ()) if to not in position.closed]
    ways = {to: convoy_routes(position.geo, unit[2:], to, position.sea_fleets) for to in goals}
    return {to: " or ".join(map(" ".join, found)) for to, found in ways.items()}


class WriteOrders(Choose):
    """Asks a power for orders: one unit's are listed, any own unit's are taken, in any notation (VII.2)."""

    __slots__ = ("_position", "_unit", "_written")

    def __init__(self, state: State, side: str, unit: str, written: dict[str, Order]) -> None:
        self._position, self._unit, self._written = state.position(), unit, dict(written)
        super().__init__(
            side,
            self._orders if unit else [DONE],
            f"Order for {unit}?" if unit else "All units have orders: done, or change one?",
            "VII.1",
        )

    @property
    def complete(self) -> bool:
        return False

    def _orders(self) -> tuple[Order, ...]:
        return legal_orders(self._unit, self._position)

    def shown(self) -> dict[str, Any]:
        """The orders so far and the convoy routes open to the unit; at first, what else may be answered."""
        shown: dict[str, Any] = {
            "orders": [str(o) for o in self._written.values()],
            "convoys": routes(self._unit, self._position),
        }
        return shown if self._written else {**shown, "also": ALSO}

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

    def parse(self, text: str, notation: Notation) -> Any:
        """An order in any notation; `- bur` or `s a par - bur` is for the unit asked about."""
        cleaned = one_line(text)
        word = cleaned.split(" ")[0].casefold()
        if word in WORDS:
            return notation.parse(cleaned)
        if self._unit and (word in SHORT or word.startswith("-")):
            cleaned = f"{self._unit} {cleaned}"
        try:
            return read_any(cleaned, self.side, self._position)
        except VoidOrder as fault:
            raise IllegalAction(fault.rule, fault.reason) from None
