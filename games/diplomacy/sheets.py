"""Orders in writing: one at a time in any notation, or a whole sheet (VII.2, XII.1, XIV.2)."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from functools import partial
from typing import Any, ClassVar, Generic, TypeVar

import attrs

from wargame.core.engine.actions import Action, Notation
from wargame.core.engine.errors import IllegalAction, NotUnderstood
from wargame.core.engine.offers import Candidates, Offer, WhyNot
from wargame.core.engine.questions import Question, Refusal

from .actions import AgreeDraw, Leave, Recall, Sheet, Tell
from .disorder import fall_into_disorder, why_not_recall
from .geography import Geography
from .model import State
from .notation import only_possible
from .orders import Order, VoidOrder, on_the_map
from .results import Void

T = TypeVar("T")
Fit = Callable[[Order], Order]
ALSO = "'leave' (civil disorder); 'recall POWER' (back from it)"  # what may be answered whenever orders are written
WORDS = ("done", "sheet", "leave", "tell", "draw", "recall", "pass")  # answers that are not orders


@attrs.frozen
class HandedIn(Generic[T]):
    """What a power hands in: its orders, void orders, and the powers that its player brings back (XV.4)."""

    orders: tuple[T, ...] = ()
    void: tuple[Void, ...] = ()
    recalled: tuple[str, ...] = ()
    left: bool = False  # the player gave up the power instead


def one_line(text: str) -> str:
    """A text on one line, single blanks between its words; each line of a sheet is an order of its own."""
    word, *rest = text.split(None, 1) or [""]
    if word.casefold() == "sheet":
        rest = ["; ".join(part.splitlines()) for part in rest]
    return " ".join(" ".join([word, *rest]).split())


def why_not_one_line(action: Sheet | Tell, rule: str) -> Refusal | None:
    """The journal keeps a free text as it was written, so it must be one line with single blanks."""
    text = str(action)
    if isinstance(action.text, str) and text == " ".join(text.split()) and action.text.strip():
        return None
    return Refusal(rule, "Write that in one line, with single blanks between the words.")


def why_not_fit(order: Order, geo: Geography, fit: Fit) -> Refusal | None:
    """Why an order cannot be carried out exactly as written; reading a text fills in a missing coast (VII.2)."""
    if on_the_map(order.text, geo)[0] != order:
        return Refusal("VII.2", f"'{order}' cannot be understood; write for example 'A PAR - BUR'.")
    try:
        fitted = fit(order)
    except VoidOrder as fault:
        return Refusal(fault.rule, fault.reason)
    return None if fitted == order else Refusal("VII.2", f"Write that order as {fitted}.")


class Writing(Offer):
    """Asks a power for one order in any notation, or for a whole sheet; its player may also leave.

    `fit` returns an order as it can be carried out, or raises VoidOrder; `why_not_order` says why an answer that is
    not legal at every such question is not legal at this one; `warn` says what would be void or left out. A question
    about one `unit` takes orders without its name: `- mun`, `r mun`, `d`.
    """

    __slots__ = ("_fit", "_s", "_unit")
    short: ClassVar[tuple[str, ...]] = ("r", "d")  # an order without its unit begins so

    def __init__(
        self,
        s: State,
        side: str,
        options: Candidates,
        prompt: str,
        rule: str,
        *,
        fit: Fit,
        why_not_order: WhyNot,
        warn: Callable[[Action], str | None] | None = None,
        show: Callable[[], dict[str, Any]] | None = None,
        unit: str = "",
    ) -> None:
        super().__init__(
            side, options, why_not_order, prompt, rule, show=show, warn=warn, complete=False, all_legal=True
        )  # fmt: skip
        self._s, self._fit, self._unit = s, fit, unit

    def why_not(self, action: Action) -> Refusal | None:
        """What is allowed whenever orders are written, and any order that this question allows."""
        if isinstance(action, Leave):  # XV.4
            return None
        if isinstance(action, Sheet):
            return why_not_one_line(action, "VII.2")
        if isinstance(action, Recall):
            return why_not_recall(self._s, action)
        if isinstance(action, Tell | AgreeDraw):
            return Refusal("XV.2", "There is no talking while orders are written; messages go before them.")
        return super().why_not(action)

    def warning(self, action: Action) -> str | None:
        if isinstance(action, Leave):
            return f"{self.side} falls into civil disorder: its units hold, never retreat, and none are built (XV.4)."
        return super().warning(action)

    def parse(self, text: str, notation: Notation) -> Action:
        """An order in any notation; an order that begins with its verb is for the unit the question is about."""
        cleaned = one_line(text)
        word = cleaned.split(" ")[0].casefold()
        if word in WORDS:
            try:
                return notation.parse(cleaned)
            except NotUnderstood as error:
                raise NotUnderstood(self.rule, error.message) from None
        if self._unit and (word in self.short or word.startswith("-")):
            cleaned = f"{self._unit} {cleaned}"
        try:
            return self.meant(cleaned)
        except VoidOrder as fault:
            raise IllegalAction(fault.rule, fault.reason) from None

    def meant(self, text: str) -> Order:
        """The order a text stands for; VoidOrder if there is none that can be carried out, or several."""
        found = Order.parse(text)
        if found is not None and found in self.actions:
            return found
        return only_possible(text, self._s.data, self._fit)


def answered(ask: Callable[[], Question], recalled: list[str]) -> Generator[Question, Action, Action]:
    """The answer to a question, which is asked again after each power that is taken up again (XV.4)."""
    while isinstance(answer := (yield ask()), Recall):
        recalled.append(answer.power.upper())
    return answer


def read_out(s: State, answers: dict[str, HandedIn[T]]) -> dict[str, HandedIn[T]]:
    """All sheets are read and their void orders reported (VII.2); those of players who left are dropped (XV.4)."""
    for power, handed in answers.items():
        if handed.left:
            fall_into_disorder(s, power)
        for void in handed.void:
            s.note_void(void)
    return {power: handed for power, handed in answers.items() if not handed.left}


def recalled_powers(answers: dict[str, HandedIn[T]]) -> tuple[str, ...]:
    return tuple(power for handed in answers.values() for power in handed.recalled)


def read_sheet(
    sheet: Sheet, power: str, fit: Callable[[list[Order], Order], Order], geo: Geography
) -> tuple[list[Order], list[Void]]:
    """The orders of a sheet, each tried after the ones above it: those that can be carried out, and the void ones."""
    written: list[Order] = []
    void: list[Void] = []
    for text in sheet.orders():
        try:
            written.append(only_possible(text, geo, partial(fit, written)))
        except VoidOrder as fault:
            void.append(Void("", power, text, fault.rule, fault.reason))
    return written, void


def read_back(void: Sequence[Void], missing: Sequence[str]) -> str | None:
    """What is wrong with a sheet and what it leaves out, said before it is handed in; None if nothing is."""
    faults = [f"'{v.order}' is void: {v.reason.rstrip('.')} ({v.rule})." for v in void]
    return " ".join([*faults, *missing]) or None
