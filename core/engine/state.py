"""The state of a game: a few dictionaries of immutable values, which only verbs change.

A title subclasses `State` and adds fields of its own. Each field is a number, a text, a bool, None, a tuple, a
frozenset, a frozen attrs value, or a dictionary of these with text or numbers as keys; never a list, a set or a nested
dictionary. This way a state is copied by copying its dictionaries, and `cattrs` saves it.

    @attrs.define(eq=False)
    class State(wargame.core.engine.state.State):
        initiative: str = "german"
        trenches: dict[str, int] = attrs.field(factory=dict)

Verbs (`move`, `reduce`, `eliminate`, `control_by`, `score`, `transfer` ...) keep the indexes right and record an event.
Write to your own fields directly, and call `changed()` afterwards if a cached result depends on them.

Declare what lasts only a phase, a turn or a round of a sequence, and the kernel clears it:

    moved: frozenset[str] = lasting(PHASE)                  # emptied when the next phase begins
    flown: tuple[str, ...] = lasting(TURN, ())              # emptied by `next_turn()`
    retreated: frozenset[str] = lasting("action round")     # emptied after each round of the Sequence of this name
    spent: dict[str, int] = lasting(PHASE, factory=dict)

The same goes for marks on units, which `mark`, `unmark` and `marked` handle: `Title(marks={"moved": PHASE})`.
`class State(wargame.core.engine.state.State[Data, Counter])` gives `state.data` and `state.counter(unit)` their types.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from itertools import compress
from operator import attrgetter, is_not
from typing import TYPE_CHECKING, Any, Generic, Self

import attrs
from typing_extensions import TypeVar

from wargame.core.engine.errors import Misuse
from wargame.core.engine.events import Event
from wargame.core.engine.result import Result

if TYPE_CHECKING:
    from wargame.core.mechanics.board import Board
    from wargame.core.title.rules import Rules
    from wargame.core.title.title import Title

T = TypeVar("T")
DataT = TypeVar("DataT", default=Any)  # the type of a title's data
CounterT = TypeVar("CounterT", default=Any)  # and of its counters
TRANSIENT = {"transient": True}
NONE: frozenset[str] = frozenset()
PHASE, TURN = "phase", "turn"
TOUCHED = 50  # the number of changed spaces above which all are looked at again

StateT = TypeVar("StateT", bound="State[Any, Any]", default="State[Any, Any]")  # the state of a title


def lasting(span: str, default: Any = NONE, factory: Callable[[], Any] | None = None) -> Any:
    """A field of a state that returns to its default at the end of each PHASE, TURN or round of a sequence."""
    metadata = {"span": span}
    return attrs.field(default=default if factory is None else attrs.Factory(factory), metadata=metadata)


@attrs.frozen(slots=True)
class Unit:
    """Where a counter is and in what condition; what is printed on it is `title.counters[id]`."""

    id: str
    at: str
    steps: int = 1
    marks: frozenset[str] = NONE


_ByUnit = tuple[dict[str, Unit], dict[str, Any]]  # the units as they were, and what was made of each


@cache
def _layout(cls: type[Any]) -> tuple[attrgetter[tuple[Any, ...]], tuple[int, ...]]:
    """A getter of all fields of a state, in the order of its constructor, and the places of the dictionaries."""
    fields = [field for field in attrs.fields(cls) if field.init]
    dictionaries = tuple(number for number, field in enumerate(fields) if "dict" in str(field.type))
    return attrgetter(*(field.name for field in fields)), dictionaries


@cache
def _spans(cls: type[Any]) -> dict[str, tuple[attrs.Attribute[Any], ...]]:
    """The fields that do not last for the whole game, by how long they last."""
    found: dict[str, tuple[attrs.Attribute[Any], ...]] = {}
    for field in attrs.fields(cls):
        if span := field.metadata.get("span"):
            found[span] = (*found.get(span, ()), field)
    return found


def _default(field: attrs.Attribute[Any]) -> Any:
    default: Any = field.default
    return default.factory() if isinstance(default, attrs.Factory) else default  # type: ignore[arg-type]


@attrs.define(eq=False)
class State(Generic[DataT, CounterT]):
    """What changes in a game. The docstring of the module says what a title may add."""

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
    _title: Title = attrs.field(default=None, metadata=TRANSIENT)
    rules: Rules = attrs.field(default=None, metadata=TRANSIENT)
    log: list[Event] = attrs.field(factory=list, metadata=TRANSIENT)
    phase: str = attrs.field(default="", metadata=TRANSIENT)
    board: Board = attrs.field(init=False, metadata=TRANSIENT)  # that of the title: rules ask for it all the time
    data: DataT = attrs.field(init=False, metadata=TRANSIENT)  # what the rules look up, such as tables; never changes
    _memo: dict[Any, Any] = attrs.field(factory=dict, init=False, metadata=TRANSIENT)
    _memo_turn: int = attrs.field(default=1, init=False, metadata=TRANSIENT)
    _by_unit: dict[Any, _ByUnit] = attrs.field(factory=dict, init=False, metadata=TRANSIENT)
    _masks: dict[str, int] | None = attrs.field(default=None, init=False, metadata=TRANSIENT)  # of the spaces occupied
    _touched: tuple[str, ...] = attrs.field(default=(), init=False, metadata=TRANSIENT)  # spaces that differ since

    @board.default
    def _its_board(self) -> Any:
        return None if self._title is None else self._title.board

    @data.default
    def _its_data(self) -> Any:
        return None if self._title is None else self._title.data

    @property
    def title(self) -> Title:
        return self._title

    @title.setter
    def title(self, title: Title) -> None:
        self._title, self.data = title, title.data
        self.board = title.board  # type: ignore[assignment]  # a title without a map does not ask for it

    @classmethod
    def upgrade(cls, data: dict[str, Any]) -> dict[str, Any]:
        """The data of a saved position in today's form: for a title that has changed the type of a field."""
        return data

    # --- copying -----------------------------------------------------------------------------------------------

    def copy(self) -> Self:
        """An independent copy: dictionaries are copied, everything else is immutable and shared.

        Cached results are shared too, until one of the two states changes.
        """
        kind: Any = type(self)
        values_of, dictionaries = _layout(kind)
        values = list(values_of(self))
        for number in dictionaries:
            values[number] = values[number].copy()
        new: Self = kind(*values)
        new._memo, new._memo_turn, new._by_unit = self._memo, self._memo_turn, self._by_unit
        new._masks, new._touched = self._masks, self._touched
        return new

    def reindex(self, stacks: Iterable[Iterable[str]] = ()) -> None:
        """Rebuild the index of who stands where after loading, with the `stacks` in the given order."""
        self.at = {}
        for unit in self.units.values():
            self.at[unit.at] = (*self.at.get(unit.at, ()), unit.id)
        for stack in map(tuple, stacks):
            space = self.units[stack[0]].at
            if sorted(stack) != sorted(self.at[space]):
                raise ValueError(f"the stack {', '.join(stack)} is not the one at {space}")
            self.at[space] = stack
        self._memo = {}
        self._masks = None

    def stacks(self) -> list[list[str]]:
        """The stacks whose order `reindex` could not find by itself."""
        place = {unit: i for i, unit in enumerate(self.units)}
        stacks = (list(stack) for stack in self.at.values() if len(stack) > 1)
        return sorted(stack for stack in stacks if stack != sorted(stack, key=place.__getitem__))

    # --- reading -----------------------------------------------------------------------------------------------

    def counter(self, unit: str) -> CounterT:
        """What is printed on a unit."""
        counter: CounterT = self._title.counters[unit]
        return counter

    def side_of(self, unit: str) -> str:
        side: str = self._title.counters[unit].side
        return side

    def units_at(self, space: str) -> tuple[str, ...]:
        """The units in a space, in the order of their arrival."""
        return self.at.get(space, ())

    def on_map(self, unit: str) -> bool:
        """Whether a unit is on the map, and not in a box beside it."""
        there = self.units.get(unit)
        return there is not None and there.at in self.board.index

    def units_on_map(self, side: str) -> tuple[str, ...]:
        """The units of a side on the map."""
        return self.memo(("units on map", side), lambda: tuple(self._units_on_map(side)))

    def _units_on_map(self, side: str) -> list[str]:
        index, counters = self.board.index, self._title.counters
        return [u for u, unit in self.units.items() if unit.at in index and counters[u].side == side]

    def holder(self, space: str) -> str:
        """The side whose units stand in a space; empty if there are none."""
        there = self.at.get(space)
        return self.side_of(there[0]) if there else ""

    def occupied(self, side: str) -> int:
        """The spaces where units of a side stand, as a set for the searches of the board."""
        return self.occupied_by_side().get(side, 0)

    def occupied_by_side(self) -> Mapping[str, int]:
        """The set of spaces in which each side on the map has units."""
        return self.memo("occupied", self._occupied)

    def _occupied(self) -> dict[str, int]:
        """Only spaces that units have entered or left since the last time are looked at again."""
        bit, counters = self.board.bit, self._title.counters
        masks = self._masks
        spaces: Iterable[str] = self.at if masks is None else {*self._touched}
        masks = {} if masks is None else masks.copy()
        for space in spaces:
            here = bit.get(space)
            if here is None:
                continue
            sides = {counters[unit].side for unit in self.at.get(space, ())}
            for side in masks.keys() - sides:
                masks[side] &= ~here
            for side in sides:
                masks[side] = masks.get(side, 0) | here
        self._masks, self._touched = masks, ()
        return masks

    def date(self) -> str:
        """The date, as players say it. Front ends show it, and draw the map again when it changes.

        Override it in a title with seasons or named turns: `Spring 1901`.
        """
        return f"Turn {self.turn}"

    def option(self, name: str) -> Any:
        return self.options[name]

    def name(self, id: str) -> str:
        """The name of a unit, a space or a side in a sentence: see `Title.names`."""
        return self._names.get(id, id)

    @property
    def _names(self) -> Mapping[str, str]:
        return self._title.names if self._title is not None else {}

    def listed(self, ids: Iterable[str], most: int | None = None) -> str:
        """The names of several things in a sentence; with `most`, a long list is cut short: `a, b and 7 more`."""
        names = [self.name(id) for id in ids]
        more = f" and {len(names) - most} more" if most is not None and len(names) > most else ""
        return ", ".join(names[:most]) + more

    def memo(self, key: Any, make: Callable[[], T]) -> T:
        """`make()`, kept until a unit, control or the turn changes (or a title calls `changed`)."""
        if self._memo_turn != self.turn:
            self._memo, self._memo_turn = {}, self.turn
        value: T
        try:
            value = self._memo[key]
        except KeyError:
            value = self._memo[key] = make()
        return value

    def by_unit(self, make: Callable[[Unit], T]) -> dict[str, T]:
        """`make(unit)` for all units by name, such as what a view says of each; only what has changed is made anew.

        The dictionary is the caller's own; its values are shared. `make` looks at nothing but the unit.
        """
        return self.memo(("by unit", make), lambda: self._made_by_unit(make)).copy()

    def _made_by_unit(self, make: Callable[[Unit], T]) -> dict[str, T]:
        units = self.units
        before, found = self._by_unit.get(make, ({}, {}))
        if list(before) == list(units):
            found = found.copy()
            for unit in compress(units.values(), map(is_not, before.values(), units.values())):
                found[unit.id] = make(unit)
        else:
            found = {name: make(unit) for name, unit in units.items()}
        self._by_unit = {**self._by_unit, make: (units.copy(), found)}  # a copy may share the old one
        return found

    # --- verbs -------------------------------------------------------------------------------------------------

    def changed(self) -> None:
        """Forget cached results, because something changed on which they depend."""
        self._memo = {}  # not cleared: a copy may share the old ones

    def note(
        self, text: str, rule: str = "", *, to: tuple[str, ...] | None = None, reveals: bool = False, **fields: Any
    ) -> None:
        """Record that something happened; `{name}` in `text` is filled from the fields, ids by their names."""
        self.log.append(Event(text, rule, fields, to, reveals, self._names))

    def place(self, unit: str, space: str, steps: int = 1, rule: str = "", marks: Iterable[str] = ()) -> None:
        """Put a counter into play (taking it from a box, if it is in one)."""
        if self._title is not None and self._title.counters and unit not in self._title.counters:
            raise Misuse(f"there is no counter '{unit}'; Title.counters has the counters of the title.")
        if unit in self.units:
            self._leave(unit, self.units[unit].at)
        self.units[unit] = Unit(unit, space, steps, frozenset(marks))
        self._join(unit, space)
        self.changed()
        self.note("{unit} enters at {at}", rule, unit=unit, at=space)
        if self.rules is not None and self.rules.entered is not None:
            self.rules.entered(self, unit, space)

    def move(self, unit: str, space: str, rule: str = "") -> None:
        """Move a unit to another space or box."""
        old = self.units[unit]
        self._leave(unit, old.at)
        self.units[unit] = Unit(unit, space, old.steps, old.marks)
        self._join(unit, space)
        self.changed()
        fields = {"unit": unit, "at": old.at, "to": space}
        self.log.append(Event("{unit}: {at} - {to}", rule, fields, names=self._names))
        if self.rules is not None and self.rules.entered is not None:
            self.rules.entered(self, unit, space)

    def reduce(self, unit: str, rule: str = "", steps: int = 1) -> None:
        """Take steps from a unit that stays in play; to remove it, use `eliminate`."""
        old = self.units[unit]
        if steps >= old.steps:
            raise Misuse(f"{unit} has {old.steps} steps and cannot lose {steps} and stay; use state.eliminate.")
        self.units[unit] = Unit(unit, old.at, old.steps - steps, old.marks)
        self.changed()
        self.note("{unit} at {at} is reduced", rule, unit=unit, at=old.at)

    def restore(self, unit: str, rule: str = "", steps: int = 1) -> None:
        """Give steps back to a unit."""
        old = self.units[unit]
        self.units[unit] = Unit(unit, old.at, old.steps + steps, old.marks)
        self.changed()
        self.note("{unit} at {at} is restored", rule, unit=unit, at=old.at)

    def eliminate(self, unit: str, rule: str = "", box: str = "") -> None:
        """Remove a unit: to a box from which it may return, or for good if no box is given."""
        old = self.units.pop(unit)
        self._leave(unit, old.at)
        if box:
            self.units[unit] = Unit(unit, box, 0)
            self._join(unit, box)
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
        """Give a side control of a space."""
        if self.control.get(space) != side:
            self.control[space] = side
            self.changed()
            self.note("{side} controls {space}", rule, side=side, space=space)

    def next_turn(self) -> None:
        """Begin the next turn: what lasts a turn is cleared."""
        self.turn += 1
        self.expire((TURN,))

    def expire(self, spans: Iterable[str]) -> None:
        """Clear the fields and marks with these lifetimes; the kernel calls it as the next phase begins."""
        kind: Any = type(self)
        declared, over = _spans(kind), frozenset(spans)
        for span in over & declared.keys():
            for field in declared[span]:
                setattr(self, field.name, _default(field))
            self.changed()
        declared_marks = self._title.marks if self._title is not None else {}
        marks = frozenset(mark for mark, span in declared_marks.items() if span in over)
        if marks:
            for unit in [u.id for u in self.units.values() if u.marks & marks]:
                self.unmark(unit, *marks)

    def score(self, track: str, change: int, rule: str = "", low: int | None = None, high: int | None = None) -> int:
        """Move the marker of a track, within its ends (`Title.tracks`, or those given); return the new value."""
        ends = self._title.tracks.get(track) if self._title is not None else None
        if ends is not None:
            low, high = ends.low if low is None else low, ends.high if high is None else high
        value = self.tracks.get(track, 0) + change
        if low is not None:
            value = max(low, value)
        if high is not None:
            value = min(high, value)
        self.tracks[track] = value
        self.note("{track}: {change:+d}, now {value}", rule, track=track, change=change, value=value)
        return value

    def transfer(self, item: str, source: str, to: str) -> None:
        """Move a card or chit to another pile. Piles are kept sorted: only chance decides what is drawn."""
        left = list(self.piles[source])
        left.remove(item)
        self.piles[source] = tuple(left)
        self.piles[to] = tuple(sorted((*self.piles.get(to, ()), item)))

    def pile(self, name: str) -> tuple[str, ...]:
        return self.piles.get(name, ())

    def schedule(self, step: str, turn: int) -> None:
        """Schedule the step of this name for a later turn; its phase has `when=due(step)`."""
        self.scheduled[step] = tuple(sorted((*self.scheduled.get(step, ()), turn)))

    def _join(self, unit: str, space: str) -> None:
        there = self.at.get(space)
        if there is None:
            if self._title is not None and not self._title.has_place(space):
                name = self._title.name
                raise Misuse(f"{name} has no space or box '{space}'; Title.boxes has the places off the map.")
            there = ()
        self.at[space] = (*there, unit)
        self._touch(space)

    def _leave(self, unit: str, space: str) -> None:
        left = tuple(u for u in self.at[space] if u != unit)
        if left:
            self.at[space] = left
        else:
            del self.at[space]
        self._touch(space)

    def _touch(self, space: str) -> None:
        """Note a space whose units have changed; after too many of them all spaces are looked at again."""
        if self._masks is not None:
            self._touched = (*self._touched, space)
            if len(self._touched) > TOUCHED:
                self._masks, self._touched = None, ()
