"""Retreats and adjustments in writing: one order at a time in any notation, or a whole sheet (VII.2, XII.1, XIV.2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from wargame.core.engine.actions import Notation
from wargame.core.engine.errors import IllegalAction
from wargame.core.engine.questions import Choose

from .geography import Geography
from .model import AgreeDraw, Sheet, Tell
from .notation import only_possible
from .orders import Order, VoidOrder
from .results import Void

Fit = Callable[[Order], Order]


def one_line(text: str) -> str:
    """A text without needless blanks; each line of a sheet is an order of its own."""
    word, *rest = text.split(None, 1) or [""]
    if word.casefold() == "sheet":
        rest = ["; ".join(part.splitlines()) for part in rest]
    return " ".join(" ".join([word, *rest]).split())


class Writing(Choose):
    """Asks for one order, or for a sheet; `fit` gives an order as it can be carried out or raises VoidOrder.

    Where it is asked about one `unit`, this need not be named: `- mun`, `r mun`, `d`.
    """

    __slots__ = ("_fit", "_geo", "_unit")

    def __init__(
        self, side: str, options: Sequence[Any], prompt: str, rule: str, fit: Fit, geo: Geography, unit: str = ""
    ) -> None:
        super().__init__(side, options, prompt, rule, also=lambda action: isinstance(action, Sheet))
        self._fit, self._geo, self._unit = fit, geo, unit

    def reason(self, action: Any) -> tuple[str, str]:
        if isinstance(action, Tell | AgreeDraw):
            return "XV.2", "There is no talking now; messages go before the orders of a turn."
        if isinstance(action, Order):
            try:
                self._fit(action)
            except VoidOrder as fault:
                return fault.rule, fault.reason
        return super().reason(action)

    def parse(self, text: str, notation: Notation) -> Any:
        cleaned = one_line(text)
        word = cleaned.split(" ")[0].casefold()
        if word in ("sheet", "tell", "draw", "done", "leave", "pass"):
            return notation.parse(cleaned)
        if self._unit and (word in ("r", "d") or word.startswith("-")):
            cleaned = f"{self._unit} {cleaned}"
        try:
            found = Order.parse(cleaned)
            return only_possible(cleaned, self._geo, self._fit) if found not in self.actions else found
        except VoidOrder as fault:
            raise IllegalAction(fault.rule, fault.reason) from None


def read_sheet(
    sheet: Sheet, power: str, fit: Callable[[Order, list[Order]], Order], geo: Geography
) -> tuple[list[Order], list[Void]]:
    """The orders of a sheet that can be carried out after those before them, and the void ones."""
    written: list[Order] = []
    void: list[Void] = []
    for text in sheet.orders():
        try:
            written.append(only_possible(text, geo, lambda order: fit(order, written)))
        except VoidOrder as fault:
            void.append(Void("", power, text, fault.rule, fault.reason))
    return written, void
