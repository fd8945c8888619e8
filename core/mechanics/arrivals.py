"""Arrivals: units on the turn track, and where they enter the map."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic

import attrs

from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Refusal
from wargame.core.engine.state import State, StateT
from wargame.core.mechanics.choosing import carried_out, choose_one


def turn_box(turn: int) -> str:
    """The box of the turn track for units that arrive in a turn.

    >>> turn_box(5)
    'turn 5'
    """
    return f"turn {turn}"


def send_ahead(state: State, unit: str, turns: int, rule: str, steps: int | None = None) -> None:
    """Put a unit on the turn track, from anywhere; it arrives this many turns later.

    >>> send_ahead(state, "red 1", 2, "7.1")
    >>> arriving(state, "red", state.turn + 2)
    ('red 1',)
    """
    there = state.units.get(unit)
    if there is not None and (steps is None or steps == there.steps):
        state.move(unit, turn_box(state.turn + turns), rule)
    else:
        state.place(unit, turn_box(state.turn + turns), 1 if steps is None else steps, rule)


def arriving(state: State, side: str, turn: int | None = None) -> tuple[str, ...]:
    """The units of a side that are due in a turn (None: this one), in the order they were put on the track."""
    box = turn_box(state.turn if turn is None else turn)
    return tuple(u for u in state.units_at(box) if state.side_of(u) == side)


def _place(state: State, unit: str, space: str, rule: str) -> None:
    state.place(unit, space, getattr(state.counter(unit), "steps", 1), rule)


@attrs.frozen(eq=False)
class Arrivals(Generic[StateT]):
    """Where units may enter the map, and how.

    `spaces(state, unit)` returns the entry spaces of a unit, in the order in which they are listed.
    `why_not_enter(state, unit, space)` says why it cannot enter one of them now, because of stacking for example.
    `enter(state, unit, space, rule)` puts it there and may be a procedure; by default the unit enters at full strength.


        >>> full = lambda state, unit, space: Refusal("5.0", f"{space} is full.") if space == "0101" else None
        >>> ARRIVALS = Arrivals("7.1", lambda state, unit: ("0101", "0102"), full)
        >>> ARRIVALS.open(state, "red 4")
        ['0102']
        >>> ARRIVALS.why_not_place(state, "red 4", "0505")
        Refusal(rule='7.1', text='red 4 cannot enter in 0505.')
    """

    rule: str
    spaces: Callable[[StateT, str], Iterable[str]]
    why_not_enter: Callable[[StateT, str, str], Refusal | None] | None = None
    enter: Callable[[StateT, str, str, str], object] = _place

    def why_not_place(self, state: StateT, unit: str, space: str) -> Refusal | None:
        """Why a unit may not enter in a space; None if it may."""
        if space not in tuple(self.spaces(state, unit)):
            return Refusal(self.rule, f"{state.name(unit)} cannot enter in {state.name(space)}.")
        return self.why_not_enter(state, unit, space) if self.why_not_enter is not None else None

    def open(self, state: StateT, unit: str) -> list[str]:
        """Where a unit may enter now."""
        why_not = self.why_not_enter
        return [x for x in self.spaces(state, unit) if why_not is None or why_not(state, unit, x) is None]

    def bring_in(
        self, state: StateT, unit: str, answer: Callable[[str, str], Any], prompt: str, *, always: bool = False
    ) -> Procedure[str]:
        """Let the owner choose where a unit enters; returns the space, or an empty text if there is none.

        `answer(unit, space)` makes an action whose last field is the space. Nothing is asked if there is only one
        space, unless `always`.

            where = yield from ARRIVALS.bring_in(s, unit, Place, f"Where does {unit} enter?")
        """
        spaces = {answer(unit, space): space for space in self.open(state, unit)}
        if not spaces:
            return ""
        kind = type(next(iter(spaces)))
        last = attrs.fields(kind)[-1].name

        def why_not(given: Any) -> Refusal | None:
            if given in spaces:
                return None
            named = getattr(given, "unit", unit)
            if named != unit:
                return Refusal(self.rule, f"It is {state.name(unit)} that enters now, not {state.name(named)}.")
            return self.why_not_place(state, unit, getattr(given, last))

        question = offer(state.side_of(unit), list(spaces), {kind: why_not}, prompt, self.rule, all_legal=True)
        chosen = (yield question) if always else (yield from choose_one(question))
        yield from carried_out(self.enter(state, unit, spaces[chosen], self.rule))
        return spaces[chosen]
