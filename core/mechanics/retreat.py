"""Retreat: the paths open to a unit, ranked by the priorities of the rulebook, and why others are refused."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic

import attrs

from wargame.core.engine.offers import WhyNot, offer
from wargame.core.engine.questions import Procedure, Refusal
from wargame.core.engine.state import StateT
from wargame.core.mechanics.choosing import choose_one
from wargame.core.mechanics.ways import Path, beside, simple_ways


@attrs.frozen(eq=False)
class Priority(Generic[StateT]):
    """One priority of a retreat: paths of lower `rank(state, unit, way)` are better; `way` includes the start.

    `text` refuses a path that is worse than another one open to the unit; it may contain `{unit}`.
    """

    rank: Callable[[StateT, str, Path], Any]
    text: str
    rule: str = ""  # if it is not that of the retreat


@attrs.frozen(eq=False)
class Retreats(Generic[StateT]):
    """How units retreat.

    `why_not_step(state, unit, way, to)`: why a unit whose retreat has led along `way` (its start first) may not enter
    `to`. `priorities`, the most important first: only ways that are best by the first, among these by the second, and
    so on, may be chosen. `why_not_end(state, unit, space)`: why a retreat may not end there (None: anywhere it may go).
    `near(state, unit, space)`: the spaces to which a step may lead at all (all neighbours, if it is not said).
    `noun` is what the map has: spaces or hexes. `apart` refuses a step to what is not near; its text may name the
    `{unit}` and the spaces `{at}` and `{to}`. Units and spaces are called by the names of the title.

        >>> enemy = lambda state, unit, way, to: (
        ...     Refusal("10.4", "The enemy is there.") if state.holder(to) == "blue" else None)
        >>> zones = lambda state, unit, way: sum(h in ("0104", "0303") for h in way[1:])
        >>> RETREATS = Retreats("10.4", enemy, (Priority(zones, "{unit} must keep out of enemy zones."),))
        >>> RETREATS.best(state, "red 1", 1)
        [('0102',), ('0103',), ('0202',), ('0302',)]
        >>> RETREATS.why_not(state, "red 1", ("0303",), 1)
        Refusal(rule='10.4', text='red 1 must keep out of enemy zones.')
        >>> RETREATS.why_not(state, "red 1", ("0204",), 1)
        Refusal(rule='10.4', text='The enemy is there.')
    """

    rule: str
    why_not_step: Callable[[StateT, str, Path, str], Refusal | None]
    priorities: tuple[Priority[StateT], ...] = ()
    why_not_end: Callable[[StateT, str, str], Refusal | None] | None = None
    near: Callable[[StateT, str, str], Iterable[str]] = beside
    noun: str = "space"
    apart: Refusal | None = None

    def ways(self, state: StateT, unit: str, length: int, gone: Path = ()) -> list[Path]:
        """All paths of this length that the unit could take, good or bad.

        `gone` is the path of the retreat so far, its start first; empty if it begins where the unit stands.
        """
        start = gone or (state.units[unit].at,)
        step, end = self.why_not_step, self.why_not_end

        def onward(way: Path) -> list[str]:
            return [
                to for to in self.near(state, unit, way[-1]) if to not in way and step(state, unit, way, to) is None
            ]

        found = simple_ways(start, length, onward, least=length)
        return found if end is None else [way for way in found if end(state, unit, way[-1]) is None]

    def best(self, state: StateT, unit: str, length: int, gone: Path = ()) -> list[Path]:
        """The paths from which the owner may choose; empty if the unit cannot retreat."""
        return self.ranked(state, unit, length, gone)[1]

    def ranked(self, state: StateT, unit: str, length: int, gone: Path = ()) -> tuple[tuple[Any, ...], list[Path]]:
        """The ranks of the best paths, priority by priority, and these paths."""
        ways = self.ways(state, unit, length, gone)
        return self._best_of(state, unit, (gone or (state.units[unit].at,))[-1], ways)

    def _best_of(self, state: StateT, unit: str, start: str, ways: list[Path]) -> tuple[tuple[Any, ...], list[Path]]:
        ranks: list[Any] = []
        for priority in self.priorities if ways else ():
            found = [priority.rank(state, unit, (start, *way)) for way in ways]
            least = min(found)
            ranks.append(least)
            ways = [way for way, rank in zip(ways, found, strict=True) if rank == least]
        return tuple(ranks), ways

    def choices(self, state: StateT, units: Iterable[str], length: int, gone: Path = ()) -> dict[str, list[Path]]:
        """The best paths of each of several units that retreat together; empty for a unit that cannot."""
        return {unit: self.best(state, unit, length, gone) for unit in units}

    def among(self, state: StateT, choices: Mapping[str, Sequence[Path]], length: int, gone: Path = ()) -> WhyNot:
        """The predicate of an answer with the fields `unit` and `path` that picks one of the `choices`.

        choices = RETREATS.choices(s, units, 2)
        answer = yield from choose_one(offer(
            side, [Retreat(u, way) for u, ways in choices.items() for way in ways],
            {Retreat: RETREATS.among(s, choices, 2)}, "Which unit retreats, and which way?", "10.4",
        ))
        """

        def why_not(answer: Any) -> Refusal | None:
            if answer.unit not in choices:
                others = ", ".join(state.name(unit) for unit in choices)
                text = f"{state.name(answer.unit)} does not retreat now; the units that do: {others}."
                return Refusal(self.rule, text)
            if answer.path in choices[answer.unit]:
                return None
            return self.why_not(state, answer.unit, answer.path, length, gone)

        return why_not

    def carry_out(
        self,
        state: StateT,
        units: Iterable[str],
        length: int,
        answer: type[Any],
        prompt: str,
        go: Callable[[str, Path], object],
        lost: Callable[[str], object],
    ) -> Procedure[None]:
        """Let the owner retreat these units one after another, each by one of its best paths.

        `answer` is the class of an action with the fields `unit` and `path`; `go(unit, path)` moves the unit.
        `lost(unit)` is called at once for a unit that has no path. Nothing is asked where there is no choice.

        yield from RETREATS.carry_out(s, defenders, 2, Retreat, "Who retreats where?", partial(go, s), partial(die, s))
        """
        left = list(units)
        while left:
            choices = self.choices(state, left, length)
            stuck = next((unit for unit, ways in choices.items() if not ways), None)
            if stuck is not None:
                lost(stuck)
                left.remove(stuck)
                continue
            answers = [answer(unit, way) for unit, ways in choices.items() for way in ways]
            why_not = {answer: self.among(state, choices, length)}
            chosen = yield from choose_one(
                offer(state.side_of(left[0]), answers, why_not, prompt, self.rule, all_legal=True)
            )
            go(chosen.unit, chosen.path)
            left.remove(chosen.unit)

    def why_not(self, state: StateT, unit: str, way: Sequence[str], length: int, gone: Path = ()) -> Refusal | None:
        """Why a unit may not retreat along a path; None if it is one of the best."""
        at = gone or (state.units[unit].at,)
        way, name = tuple(way), state.name(unit)
        if len(way) != length:
            count = f"{length} {self.noun}" + ("" if length == 1 else "es" if self.noun.endswith("x") else "s")
            return Refusal(self.rule, f"{name} must retreat {count}, no more and no less.")
        if len({*at, *way}) < len(at) + length:
            return Refusal(self.rule, f"{name} enters no {self.noun} twice in its retreat.")
        for to in way:
            if to not in self.near(state, unit, at[-1]):
                rule, text = self.apart or (self.rule, "{unit} cannot retreat from {at} to {to}.")
                return Refusal(rule, text.format(unit=name, at=state.name(at[-1]), to=state.name(to)))
            refusal = self.why_not_step(state, unit, at, to)
            if refusal is not None:
                return refusal
            at = (*at, to)
        refusal = self.why_not_end(state, unit, way[-1]) if self.why_not_end is not None else None
        return refusal or self._why_worse(state, unit, way, length, gone)

    def _why_worse(self, state: StateT, unit: str, way: Path, length: int, gone: Path) -> Refusal | None:
        """The priority by which another path is better."""
        start = (gone or (state.units[unit].at,))[-1]
        ways = self.ways(state, unit, length, gone)
        for priority in self.priorities:
            _, ways = attrs.evolve(self, priorities=(priority,))._best_of(state, unit, start, ways)
            if way not in ways:
                return Refusal(priority.rule or self.rule, priority.text.format(unit=state.name(unit)))
        return None
