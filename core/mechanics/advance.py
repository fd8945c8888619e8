"""Advance after combat: into the attacked space, and further if the rulebook allows it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic

import attrs

from wargame.core.engine.actions import PASS, Pass
from wargame.core.engine.offers import Offer, offer
from wargame.core.engine.questions import Procedure, Refusal
from wargame.core.engine.state import StateT
from wargame.core.mechanics.choosing import until_done
from wargame.core.mechanics.ways import Path, beside, simple_ways


@attrs.frozen(eq=False)
class Advances(Generic[StateT]):
    """How far victorious units advance.

    `reach(state, unit)`: how many spaces, the attacked one included. `why_not_step(state, unit, way, to)`: why a unit
    that has come along `way` (where it stood first) may not go on to `to`. `why_not_end(state, unit, space)`: why its
    advance may not end there. `near(state, unit, space)`: the spaces to which it may go on (all neighbours, if it is
    not said). `noun` is what the map has: spaces or hexes. `apart` refuses a step to what is not near; its text may
    name the `{unit}` and the spaces `{at}` and `{to}`. Units and spaces are called by the names of the title.

    If the rules depend on the battle, make the policy anew for each battle.

        >>> enemy = lambda state, unit, way, to: (
        ...     Refusal("10.5", "The enemy is there.") if state.holder(to) == "blue" else None)
        >>> full = lambda state, unit, space: Refusal("5.0", f"{space} is full.") if space == "0304" else None
        >>> ADVANCES = Advances("10.5", lambda state, unit: 2, enemy, full)
        >>> ADVANCES.ways(state, "red 3", "0304")
        [('0304', '0205'), ('0304', '0305'), ('0304', '0404')]
        >>> ADVANCES.why_not(state, "red 3", "0304", ("0304",))
        Refusal(rule='5.0', text='0304 is full.')
        >>> ADVANCES.why_not(state, "red 3", "0304", ("0302",))
        Refusal(rule='10.5', text='An advance begins with the attacked space 0304.')
    """

    rule: str
    reach: Callable[[StateT, str], int]
    why_not_step: Callable[[StateT, str, Path, str], Refusal | None]
    why_not_end: Callable[[StateT, str, str], Refusal | None] | None = None
    near: Callable[[StateT, str, str], Iterable[str]] = beside
    noun: str = "space"
    apart: Refusal | None = None

    def ways(self, state: StateT, unit: str, target: str) -> list[Path]:
        """Every advance open to a unit, the shortest first; none returns to its start."""
        start, step, end = state.units[unit].at, self.why_not_step, self.why_not_end

        def onward(way: Path) -> Iterable[str]:
            near = self.near(state, unit, way[-1]) if len(way) > 1 else (target,)
            return [to for to in near if to not in way and step(state, unit, way, to) is None]

        found = simple_ways((start,), self.reach(state, unit), onward, least=1)
        return found if end is None else [way for way in found if end(state, unit, way[-1]) is None]

    def why_not(self, state: StateT, unit: str, target: str, path: Sequence[str]) -> Refusal | None:
        """Why a unit may not advance along a path; None if it may."""
        most, name = self.reach(state, unit), state.name(unit)
        way: Path = (state.units[unit].at,)
        if not path or path[0] != target:
            return Refusal(self.rule, f"An advance begins with the attacked {self.noun} {state.name(target)}.")
        if len(path) > most:
            return Refusal(self.rule, f"{name} advances {most} at most, the attacked {self.noun} included.")
        for to in path:
            if to in way or (len(way) > 1 and to not in self.near(state, unit, way[-1])):
                rule, text = self.apart or (self.rule, "{unit} cannot advance from {at} to {to}.")
                return Refusal(rule, text.format(unit=name, at=state.name(way[-1]), to=state.name(to)))
            refusal = self.why_not_step(state, unit, way, to)
            if refusal is not None:
                return refusal
            way = (*way, to)
        return self.why_not_end(state, unit, path[-1]) if self.why_not_end is not None else None

    def carry_out(
        self, state: StateT, units: Iterable[str], target: str, answer: type[Any], prompt: str,
        go: Callable[[str, Path], object],
    ) -> Procedure[int]:  # fmt: skip
        """Ask the owner which of these units advance, one after another, until `pass`; returns how many did.

        `answer` is the class of an action with the fields `unit` and `path`; `go(unit, path)` moves the unit. Nothing
        is asked if no unit can advance.

            yield from ADVANCES.carry_out(s, attackers, "0304", Advance, "Who advances?", partial(go, s))
        """
        left = [unit for unit in units if unit in state.units]

        def why_not(given: Any) -> Refusal | None:
            if given.unit not in left:
                return Refusal(self.rule, f"{state.name(given.unit)} is not a unit that can still advance.")
            return self.why_not(state, given.unit, target, given.path)

        def ask() -> Offer | None:
            answers = [answer(unit, way) for unit in left for way in self.ways(state, unit, target)]
            if not answers:
                return None
            why_nots = {answer: why_not, Pass: None}
            return offer(state.side_of(left[0]), [*answers, PASS], why_nots, prompt, self.rule, all_legal=True)

        def carry_out(given: Any) -> None:
            left.remove(given.unit)
            go(given.unit, given.path)

        return (yield from until_done(ask, carry_out))
