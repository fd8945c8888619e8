"""Actions: frozen values with a short text notation that parses back.

A title declares each of its actions with its notation; `str(action)` writes it, `Notation.parse` reads it:

    @action("move {unit} {path:-}")
    class Move(Action):
        unit: str
        path: tuple[str, ...]

    str(Move("1Army", ("Aachen", "Liege"))) == "move 1Army Aachen-Liege"

Fields are `str` (no spaces), `int`, or `tuple[str, ...]`/`tuple[int, ...]` with the separator after the colon;
`{text:*}` takes the rest of the line, spaces included.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Self, TypeVar, dataclass_transform, get_type_hints

import attrs

from wargame.core.engine.errors import NotUnderstood

T = TypeVar("T")
FIELD = re.compile(r"\{(\w+)(?::([^}]+))?\}")


class _Field:
    """How to write and read one field of an action."""

    def __init__(self, name: str, form: str | None, kind: Any) -> None:
        self.name = name
        self.many = getattr(kind, "__origin__", None) is tuple
        self.number = kind is int or (self.many and kind.__args__[0] is int)
        self.separator = form if self.many and form else ","
        one = r"-?\d+" if self.number else r"\S+?"
        rest = form == "*" and not self.many
        self.names = not self.number and not rest  # it holds one or more names of units, spaces or sides
        self.pattern = f"(?P<{name}>{'.*' if rest else r'.*?' if self.many else one})"

    def write(self, value: Any) -> str:
        return self.separator.join(map(str, value)) if self.many else str(value)

    def read(self, text: str) -> Any:
        one: Callable[[str], Any] = int if self.number else str
        if not self.many:
            return one(text)
        separator = self.separator.strip() or None
        return tuple(one(part) for part in text.split(separator)) if text else ()


def _compile(notation: str, hints: dict[str, Any]) -> tuple[re.Pattern[str], list[_Field]]:
    fields: list[_Field] = []
    pattern, last = "", 0
    for found in FIELD.finditer(notation):
        pattern += re.escape(notation[last : found.start()])
        field = _Field(found[1], found[2], hints[found[1]])
        fields.append(field)
        pattern += field.pattern
        last = found.end()
    pattern += re.escape(notation[last:])
    return re.compile(pattern, re.IGNORECASE), fields


def _shown(field: re.Match[str]) -> str:
    """A field as players see it: `{unit}` becomes UNIT, and `{units:+}`, several joined by +, becomes UNITS+.. ."""
    return field[1].upper().replace("_", " ") + (f"{field[2]}.." if field[2] else "")


@attrs.frozen
class Action:
    """An answer to a question. `@action` gives a class its notation, and makes it a subclass of Action if it is not."""

    notation: ClassVar[str]  # how to write it: `move {unit} {path:-}`
    form: ClassVar[str]  # the same as players see it: `move UNIT PATH-..`
    named: ClassVar[tuple[str, ...]] = ()  # the fields that hold names of units, spaces or sides

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Read an action of this class from its notation; None if the text is not one."""
        raise NotImplementedError


@dataclass_transform(frozen_default=True)
def action(notation: str) -> Callable[[type[T]], type[T]]:
    """Class decorator: make a frozen value with this notation."""

    def make(cls: type[T]) -> type[T]:
        kind: Any = cls
        if not issubclass(cls, Action):
            own = {name: value for name, value in vars(cls).items() if name not in ("__dict__", "__weakref__")}
            kind = type(cls.__name__, (Action,), own)
        made: Any = attrs.frozen(kind)
        pattern, fields = _compile(notation, get_type_hints(made))

        def write(self: Any) -> str:
            return FIELD.sub(lambda found: writers[found[1]](getattr(self, found[1])), notation)

        def parse(cls: Any, text: str) -> Any:
            found = pattern.fullmatch(text)
            if found is None:
                return None
            try:
                return cls(**{f.name: f.read(found[f.name]) for f in fields})
            except ValueError:
                return None

        writers = {f.name: f.write for f in fields}
        made.__str__ = write
        made.parse = classmethod(parse)
        made.notation = notation
        made.named = tuple(f.name for f in fields if f.names)
        made.form = FIELD.sub(_shown, notation)
        return made  # type: ignore[no-any-return]

    return make


@action("done")
class Done(Action):
    """Nothing more: the answer that ends a repeated question. Returned by a procedure, it ends a repeated phase."""


@action("pass")
class Pass(Action):
    """Do nothing."""


@action("yes")
class Yes(Action):
    """Agree."""


@action("no")
class No(Action):
    """Decline."""


DONE = Done()
PASS = Pass()
YES = Yes()
NO = No()


@action("roll {values: }")
class Dice(Action):
    """An answer of chance: the dice, in the order rolled."""

    values: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum(self.values)


@action("draw {items:,}")
class Drawn(Action):
    """An answer of chance: what was drawn from a deck or a cup."""

    items: tuple[str, ...]

    @property
    def item(self) -> str:
        return self.items[0]


class Notation:
    """Reads the actions of a title from text.

    `names` are the names of its units, spaces and sides; players may write them in any letter case.

    >>> Notation([Dice, Done]).parse("  ROLL 3 5 ")
    Dice(values=(3, 5))
    """

    COMMON: ClassVar[tuple[type[Action], ...]] = (Done, Pass, Yes, No, Dice, Drawn)

    def __init__(self, classes: Iterable[type], names: Iterable[str] = ()) -> None:
        self.classes: tuple[type[Action], ...] = tuple(dict.fromkeys((*classes, *self.COMMON)))
        self.names = frozenset(names)
        self._folded: dict[str, str] = {}
        for name in sorted(self.names):
            folded = name.casefold()
            self._folded[folded] = "" if folded in self._folded else name  # empty: ambiguous

    def parse(self, text: str) -> Action:
        """Read an action, legal or not; raise NotUnderstood if the text is not one."""
        cleaned = " ".join(text.split())
        for cls in self.classes:
            found = cls.parse(cleaned)
            if found is not None:
                return found
        word = cleaned.partition(" ")[0].casefold()
        forms = [cls.form for cls in self.classes if hasattr(cls, "form") and cls.form.split(" ")[0].casefold() == word]
        if forms:
            written = " or ".join(f"'{form}'" for form in forms)
            raise NotUnderstood("", f"'{cleaned}' is incomplete or misspelt; write {written}.")
        raise NotUnderstood("", f"'{cleaned}' is not an action of this game; 'help' lists what may be written.")

    def spell(self, action: Action) -> Action:
        """The same action with names spelled as in the title: `move 1army PARIS` becomes `move 1Army Paris`."""
        changed: dict[str, Any] = {}
        for field in getattr(action, "named", ()):
            value = getattr(action, field)
            spelled = self._spell(value) if isinstance(value, str) else tuple(map(self._spell, value))
            if spelled != value:
                changed[field] = spelled
        return attrs.evolve(action, **changed) if changed else action

    def _spell(self, word: str) -> str:
        return word if word in self.names else self._folded.get(word.casefold()) or word
