"""Stacking: who may stand where, in one predicate for movement, rail, retreat, advance and placement."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Generic

import attrs

from wargame.core.engine.questions import Refusal
from wargame.core.engine.state import StateT
from wargame.core.engine.words import in_words


@attrs.frozen
class Limit(Generic[StateT]):
    """A limit on the units in a space: each counts for `measure(state, unit)`, all of them for at most `most`.

    `most` is a number or a function of the state and the space. `text` is the refusal; it may contain `{most}` (or
    `{most_in_words}`), `{name}`, `{space}` and `{units}`, the names of the units that want to enter.
    """

    name: str
    rule: str
    measure: Callable[[StateT, str], int]
    most: int | Callable[[StateT, str], int]
    text: str = "No more than {most} {name} may stand in {space}."

    def most_in(self, state: StateT, space: str) -> int:
        return self.most(state, space) if callable(self.most) else self.most

    def total(self, state: StateT, units: Iterable[str]) -> int:
        measure, total = self.measure, 0
        for unit in units:
            total += measure(state, unit)
        return total

    def broken(self, state: StateT, space: str, units: Iterable[str]) -> bool:
        return self.total(state, units) > self.most_in(state, space)


def _first_broken(
    state: StateT, space: str, limits: Iterable[Limit[StateT]], units: Sequence[str], coming: Sequence[str]
) -> Limit[StateT] | None:
    """The first limit that these units break. Limits to which those coming do not add anything are ignored."""
    for limit in limits:
        if limit.broken(state, space, units) and (not coming or limit.total(state, coming)):
            return limit
    return None


@attrs.frozen(eq=False)
class Stacking(Generic[StateT]):
    """Who may stand where: closed spaces, enemies and stacking limits.

    `entry` holds rules about one unit and one space, whoever else is there, such as closed countries. `enemy` is the
    number of the rule that keeps units out of spaces with enemies; leave it empty if they may share a space, as in a
    siege, and each side then stacks by itself. `limits` apply to all units that would be there.

        >>> STACKING = Stacking(
        ...     limits=(Limit("units", "5.1", lambda state, unit: 1, 2),),
        ...     entry=(lambda state, unit, space: Refusal("3.2", f"{space} is neutral.") if space == "0101" else None,),
        ...     enemy="5.0",
        ... )
        >>> STACKING.why_not_stand(state, ["red 1"], "0101")
        Refusal(rule='3.2', text='0101 is neutral.')
        >>> STACKING.why_not_stand(state, ["red 1", "red 2"], "0303")
        Refusal(rule='5.1', text='No more than 2 units may stand in 0303.')
        >>> STACKING.can_stand(state, ["red 1"], "0303")
        True
    """

    limits: tuple[Limit[StateT], ...]
    entry: tuple[Callable[[StateT, str, str], Refusal | None], ...] = ()
    enemy: str = ""

    def why_not_stand(self, state: StateT, units: Sequence[str], space: str) -> Refusal | None:
        """Why units may not end in a space with those that are there (none is counted twice)."""
        return self.why_not_enter(state, units, space) or self.why_not_stack(state, units, space)

    def can_stand(self, state: StateT, units: Sequence[str], space: str) -> bool:
        return self.why_not_stand(state, units, space) is None

    def why_not_enter(self, state: StateT, units: Sequence[str], space: str) -> Refusal | None:
        """Why units may not even pass through a space: an enemy, or a rule of `entry`."""
        there = state.at.get(space)
        if self.enemy and there:
            side = state.side_of(units[0])
            if any(state.side_of(u) != side for u in there):
                return Refusal(self.enemy, f"{state.name(space)} is occupied by the enemy.")
        for rule in self.entry:
            for unit in units:
                found = rule(state, unit, space)
                if found is not None:
                    return found
        return None

    def why_not_stack(
        self, state: StateT, units: Sequence[str], space: str, leaving: Sequence[str] = ()
    ) -> Refusal | None:
        """The limit that units would break by joining those in a space, except the units `leaving` it."""
        limit = _first_broken(state, space, self.limits, self._together(state, units, space, leaving), units)
        if limit is None:
            return None
        most = limit.most_in(state, space)
        words = {"name": limit.name, "space": state.name(space), "units": state.listed(units)}
        return Refusal(limit.rule, limit.text.format(most=most, most_in_words=in_words(most), **words))

    def _together(self, state: StateT, units: Sequence[str], space: str, leaving: Sequence[str]) -> list[str]:
        there = [u for u in state.at.get(space, ()) if u not in units and u not in leaving]
        if there and not self.enemy:
            side = state.side_of(units[0])
            there = [u for u in there if state.side_of(u) == side]
        return [*there, *units]

    def overfull(self, state: StateT, side: str) -> dict[str, Limit[StateT]]:
        """The spaces in which units of a side exceed a limit, with that limit."""
        found = {}
        for space, units in state.at.items():
            own = [u for u in units if state.side_of(u) == side] if space in state.board else []
            limit = _first_broken(state, space, self.limits, own, ()) if own else None
            if limit is not None:
                found[space] = limit
        return found
