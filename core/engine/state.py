"""The state of a game: a few dictionaries of immutable values, changed only by verbs.

A title subclasses `State` and adds its own fields. Every field is a number, a text, a bool, None, a tuple, a
frozenset, a frozen attrs value, or a dictionary of those keyed by text or number (never a list, a set, or a dictionary
in a dictionary): so copying a state is copying its dictionaries, and saving it is `cattrs`.

    @attrs.define(eq=False)
    class State(wargame.core.engine.state.State):
        initiative: str = "german"
        trenches: dict[str, int] = attrs.field(factory=dict)

Verbs (`move`, `reduce`, `eliminate`, `control_by`, `score`, `transfer` ...) keep the indexes right and record an event.
A title's own fields are written directly by its own verbs; call `changed()` when a cached result depends on them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import TYPE_CHECKING, Any, Self, TypeVar

import attrs

from wargame.core.engine.events import Event

if TYPE_CHECKING:
    from wargame.core.mechanics.board import Board
    from wargame.core.title.title import Result, Rules, Title

T = TypeVar("T")
TRANSIENT = {"transient": True}
NONE: frozenset[str] = frozenset()


@attrs.frozen(slots=True)
class Unit:
    """Where one counter is and how it stands; what is printed on it is `title.counters[id]`."""

    id: str
    at: str
    steps: int = 1
    marks: frozenset[str] = NONE


@cache
def _copier(cls: type[Any]) -> Callable[[Any, Any], None]:
    """A function that copies the fields of a state to a new one, written out field by field: it runs all the time.

    What was worked out (`_memo`) is valid for both: `changed` gives the one that changes a new one.
    """
    lines = []
    for field in attrs.fields(cls):
        value = f"old.{field.name}"
        if field.name not in ("_memo", "log"):
            value = f"{value}.copy() if type({value}) is dict else {value}"
        lines.append(f"    new.{field.name} = {value}")
    names: dict[str, Any] = {}
    exec("def copy(old, new):\n" + "\n".join(lines), names)
    found: Callable[[Any, Any], None] = names["copy"]
    return found


@attrs.define(eq=False)
class State:
    """What changes in a game. See the module's text for what a title may add."""

    scenario: str = ""
    options: dict[str, Any] = attrs.field(factory=dict)
    turn: int = 1
    agenda: tuple[tuple[int, int], ...] = ()
    scheduled: dict[str, tuple[int, ...]] = attrs.field(factory=dict)
    units: dict[str, Unit] = attrs.field(factory=dict)
    control: dict[str, str] = attrs.field(factory=dict)
    tracks: dict[str, int] = attrs.field(factory=dict)
    piles: dict[str, tuple[str, ...]] = attrs.field(factory=dict)
    rng: int = 0
    result: Result | None = None

    at: dict[str, tuple[str, ...]] = attrs.field(factory=dict, metadata=TRANSIENT)
    title: Title = attrs.field(default=None, metadata=TRANSIENT)
    rules: Rules = attrs.field(default=None, metadata=TRANSIENT)
    log: list[Event] = attrs.field(factory=list, metadata=TRANSIENT)
    phase: str = attrs.field(default="", metadata=TRANSIENT)
    _memo: dict[Any, Any] = attrs.field(factory=dict, metadata=TRANSIENT)

    # --- copying -----------------------------------------------------------------------------------------------

    def copy(self) -> Self:
        """An independent state: its dictionaries are copied, everything else is immutable and shared."""
        cls: Any = type(self)
        new: Self = object.__new__(cls)
        _copier(cls)(self, new)
        return new

    def reindex(self, stacks: Iterable[Iterable[str]] = ()) -> None:
        """Make the index of who stands where anew (after loading), with the `stacks` in the order given."""
        self.at = {}
        for unit in self.units.values():
            self.at[unit.at] = (*self.at.get(unit.at, ()), unit.id)
        for stack in map(tuple, stacks):
            space = self.units[stack[0]].at
            if sorted(stack) != sorted(self.at[space]):
                raise ValueError(f"the stack {', '.join(stack)} is not the one at {space}")
            self.at[space] = stack
        self._memo = {}

    def stacks(self) -> list[list[str]]:
        """The stacks whose order `reindex` would not find by itself."""
        place = {unit: i for i, unit in enumerate(self.units)}
        stacks = (list(stack) for stack in self.at.values() if len(stack) > 1)
        return sorted(stack for stack in stacks if stack != sorted(stack, key=place.__getitem__))

    # --- reading -----------------------------------------------------------------------------------------------

    @property
    def board(self) -> Board:
        return self.title.board  # type: ignore[return-value]

    def counter(self, unit: str) -> Any:
        """What is printed on a unit."""
        return self.title.counters[unit]

    def side_of(self, unit: str) -> str:
        return self.title.counters[unit].side  # type: ignore[no-any-return]

    def units_at(self, space: str) -> tuple[str, ...]:
        """The units in a space, in the order they came."""
        return self.at.get(space, ())

    def date(self) -> str:
        """When it is, as players say it; front ends show it and draw the map again when it changes.

        A title with seasons or named turns says it in its own words: `Spring 1901`.
        """
        return f"Turn {self.turn}"

    def option(self, name: str) -> Any:
        return self.options[name]

    def memo(self, key: Any, make: Callable[[], T]) -> T:
        """`make()`, kept until a unit or control changes (or a title calls `changed`)."""
        try:
            return self._memo[key]  # type: ignore[no-any-return]
        except KeyError:
            value = self._memo[key] = make()
            return value

    # --- verbs -------------------------------------------------------------------------------------------------

    def changed(self) -> None:
        """Something changed that memoised results depend on."""
        self._memo = {}  # not cleared: a copy may share the old ones

    def note(
        self, text: str, rule: str = "", *, to: tuple[str, ...] | None = None, reveals: bool = False, **fields: Any
    ) -> None:
        """Record that something happened; `{name}` in `text` is filled from the fields."""
        self.log.append(Event(text, rule, fields, to, reveals))

    def place(self, unit: str, space: str, steps: int = 1, rule: str = "", marks: Iterable[str] = ()) -> None:
        """Put a counter into play (from a box, if it lay in one)."""
        if unit in self.units:
            self._leave(unit, self.units[unit].at)
        self.units[unit] = Unit(unit, space, steps, frozenset(marks))
        self.at[space] = (*self.at.get(space, ()), unit)
        self.changed()
        self.note("{unit} enters at {at}", rule, unit=unit, at=space)

    def move(self, unit: str, space: str, rule: str = "") -> None:
        """A unit goes to another space (or box)."""
        old = self.units[unit]
        self._leave(unit, old.at)
        self.units[unit] = Unit(unit, space, old.steps, old.marks)
        self.at[space] = (*self.at.get(space, ()), unit)
        self.changed()
        self.log.append(Event("{unit}: {at} - {to}", rule, {"unit": unit, "at": old.at, "to": space}))

    def reduce(self, unit: str, rule: str = "", steps: int = 1) -> None:
        """A unit loses steps but stays; to remove it, `eliminate`."""
        old = self.units[unit]
        self.units[unit] = Unit(unit, old.at, old.steps - steps, old.marks)
        self.changed()
        self.note("{unit} at {at} is reduced", rule, unit=unit, at=old.at)

    def restore(self, unit: str, rule: str = "", steps: int = 1) -> None:
        """A unit gets steps back."""
        old = self.units[unit]
        self.units[unit] = Unit(unit, old.at, old.steps + steps, old.marks)
        self.changed()
        self.note("{unit} at {at} is restored", rule, unit=unit, at=old.at)

    def eliminate(self, unit: str, rule: str = "", box: str = "") -> None:
        """A unit is lost: to a box from which it may come back, or (no box) for good."""
        old = self.units.pop(unit)
        self._leave(unit, old.at)
        if box:
            self.units[unit] = Unit(unit, box, 0)
            self.at[box] = (*self.at.get(box, ()), unit)
        self.changed()
        self.note("{unit} at {at} is eliminated", rule, unit=unit, at=old.at)

    def mark(self, unit: str, *marks: str) -> None:
        """Put markers on a unit (moved, attacked, disrupted ...)."""
        old = self.units[unit]
        self.units[unit] = Unit(unit, old.at, old.steps, old.marks.union(marks))
        self.changed()

    def unmark(self, unit: str, *marks: str) -> None:
        """Take markers off a unit."""
        old = self.units[unit]
        self.units[unit] = Unit(unit, old.at, old.steps, old.marks.difference(marks))
        self.changed()

    def marked(self, unit: str, mark: str) -> bool:
        return mark in self.units[unit].marks

    def control_by(self, space: str, side: str, rule: str = "") -> None:
        """A side gains control of a space."""
        if self.control.get(space) != side:
            self.control[space] = side
            self.changed()
            self.note("{side} controls {space}", rule, side=side, space=space)

    def score(self, track: str, change: int, rule: str = "", low: int | None = None, high: int | None = None) -> int:
        """Move the marker of a track, not beyond its ends; returns where it stands now."""
        value = self.tracks.get(track, 0) + change
        if low is not None:
            value = max(low, value)
        if high is not None:
            value = min(high, value)
        self.tracks[track] = value
        self.note("{track}: {change:+d}, now {value}", rule, track=track, change=change, value=value)
        return value

    def transfer(self, item: str, source: str, to: str) -> None:
        """One card or chit goes from a pile to another. Piles are kept sorted: order is chance's, not the state's."""
        left = list(self.piles[source])
        left.remove(item)
        self.piles[source] = tuple(left)
        self.piles[to] = tuple(sorted((*self.piles.get(to, ()), item)))

    def pile(self, name: str) -> tuple[str, ...]:
        return self.piles.get(name, ())

    def schedule(self, step: str, turn: int) -> None:
        """Have the step with this name happen in a later turn; its phase asks `when=due(step)`."""
        self.scheduled[step] = tuple(sorted((*self.scheduled.get(step, ()), turn)))

    def _leave(self, unit: str, space: str) -> None:
        left = tuple(u for u in self.at[space] if u != unit)
        if left:
            self.at[space] = left
        else:
            del self.at[space]
